"""dev.py statements: which statements of the specifications have a test; --prove: do they bite?"""

from __future__ import annotations

import argparse
import sys

from tests.statements.proof import AS_IT_IS, Trial, prove, try_group
from tests.statements.registry import all_shown
from tests.statements.table import print_table, read_statements, unfounded


def main(arguments: list[str]) -> int:
    """Print the table or the proof; return 1 if a test is missing or survives its rule."""
    parser = argparse.ArgumentParser(prog="dev.py statements", description=__doc__)
    parser.add_argument(
        "--prove", action="store_true", help="replace each rule and see its tests fail"
    )
    parser.add_argument("--group", help=argparse.SUPPRESS)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.group:
        try_group(options.group, one=options.one)
        return 0
    statements, shown = read_statements(), all_shown()
    _say(print_table(statements, shown))
    code = 1 if unfounded(statements, shown) else 0
    return _print_proof(prove()) or code if options.prove else code


def _print_proof(trials: tuple[Trial, ...]) -> int:
    _say("\nEach test again, with its rule replaced:")
    for shown in sorted({(trial.number, trial.test, trial.rule) for trial in trials}):
        runs = [trial for trial in trials if (trial.number, trial.test, trial.rule) == shown]
        number, test, rule = shown
        noticed = ", ".join(run.stand_in for run in runs if run.failure and run.is_right)
        _say(f"{number:5}  {rule.removeprefix('vkconfig_py.')}\n       {test}\n         {noticed}")
        for run in runs:
            if not run.is_right:
                _say(f"         WRONG: {_how(run)}")
    wrong = sum(not trial.is_right for trial in trials)
    tests = sum(trial.stand_in == AS_IT_IS for trial in trials)
    noticed_all = sum(bool(trial.failure) for trial in trials if trial.stand_in != AS_IT_IS)
    _say(
        f"\n{tests} tests; {noticed_all} of {len(trials) - tests} replaced rules were noticed; "
        f"{wrong} runs were not as they should be."
    )
    return 1 if wrong else 0


def _how(trial: Trial) -> str:
    if trial.failure:
        return f"fails as the rule is: {trial.failure}"
    return f"passes although the rule returns {trial.stand_in}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
