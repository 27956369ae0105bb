"""Whether the remedy of a verdict turns it: the measure behind "each verdict is true".

    python -m tests.loader.remedies.flips [--machines N] [--seed S] [--show REASON]

prints the share per reason.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from tests.loader.random_machines import Question, random_question
from vkconfig_py.loader.api.advice import apply_remedy
from vkconfig_py.loader.base.verdicts import Kind, NoRemedy, Outcome, Reason, Verdict
from vkconfig_py.loader.rules.loader_report import LoaderReport

RANKS = {
    Outcome.FAILS: 0,
    Outcome.SKIPPED: 1,
    Outcome.IGNORED: 2,
    Outcome.OFF: 2,
    Outcome.UNKNOWN: 3,
    Outcome.LOADS: 4,
    Outcome.ACTS: 4,
}
NEGATIVE = 2
_ALL_GONE = 5


class Result(StrEnum):
    """What a remedy did."""

    BETTER = "better"  # the subject has a better outcome
    GONE = "gone"  # nothing is left to refuse
    SAME = "same"
    NONE = "none"  # there is no remedy


class Row(NamedTuple):
    """A verdict and the manifest that its subject comes from."""

    verdict: Verdict
    manifest: str

    @property
    def key(self) -> tuple[Kind, str, str, str]:
        """Return what stays the same while the outcome changes."""
        token = self.verdict.kind is Kind.VARIABLE and self.verdict.reason in _TOKENS
        detail = self.verdict.detail if token else ""
        return self.verdict.kind, self.verdict.subject, self.manifest, detail


_TOKENS = (
    Reason.MATCHES_NOTHING,
    Reason.TOO_MANY_TOKENS,
    Reason.INSTANCE_LAYERS,
    Reason.ENABLE_FILTER,
    Reason.DISABLE_FILTER,
    Reason.ALLOW_FILTER,
    Reason.DRIVER_SELECT_FILTER,
    Reason.DRIVER_DISABLE_FILTER,
)


def rows(report: LoaderReport) -> list[Row]:
    """Return every verdict of a report."""
    return [
        *(Row(layer.verdict, layer.file) for layer in report.found_layers),
        *(Row(driver.verdict, driver.file) for driver in report.drivers),
        *(Row(verdict, "") for verdict in report.verdicts),
    ]


def is_negative(verdict: Verdict) -> bool:
    """Return whether a verdict says no to something; an absent folder is nothing."""
    return RANKS[verdict.outcome] <= NEGATIVE and verdict.reason is not Reason.FOLDER_ABSENT


def try_remedies(question: Question) -> Iterator[tuple[Row, Result]]:
    """Carry out the remedy of each negative verdict, one at a time."""
    before = rows(question.report())
    for row in before:
        if not is_negative(row.verdict):
            continue
        if isinstance(row.verdict.remedy, NoRemedy):
            yield row, Result.NONE
            continue
        situation = apply_remedy(row.verdict.remedy, *question)
        if situation is None:
            yield row, Result.SAME
        else:
            yield row, _compare(row, before, rows(Question(*situation).report()))


def _compare(row: Row, before: list[Row], after: list[Row]) -> Result:
    """Compare all rows about the subject: a manifest may be found twice."""
    old = sorted(RANKS[other.verdict.outcome] for other in before if other.key == row.key)
    new = sorted(RANKS[other.verdict.outcome] for other in after if other.key == row.key)
    if not new:
        return Result.GONE
    if row.verdict.reason is Reason.DUPLICATE:
        return Result.BETTER if max(new) > max(old) else Result.SAME  # it may be read twice now
    rank = RANKS[row.verdict.outcome]
    if len(new) == len(old):
        return Result.BETTER if sum(new) > sum(old) and min(new) >= min(old) else Result.SAME
    fewer = sum(value <= rank for value in new) < sum(value <= rank for value in old)
    return Result.GONE if fewer and min(new) >= min(old) else Result.SAME


def main() -> int:
    """Print the shares per reason."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--machines", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", default="")
    options = parser.parse_args()
    counts: Counter[tuple[str, Result]] = Counter()
    for seed in range(options.seed, options.seed + options.machines):
        question = random_question(seed)
        for row, result in try_remedies(question):
            counts[row.verdict.reason.value, result] += 1
            if row.verdict.reason == options.show and result in (Result.SAME, Result.NONE):
                sys.stdout.write(f"{seed} {question.profile.version_text} {row}\n")
    sys.stdout.write(render(counts) + "\n")
    return 0


def render(counts: Counter[tuple[str, Result]]) -> str:
    """Return the table of shares."""
    lines = [f"{'reason':30}{'all':>7}{'better':>8}{'gone':>7}{'same':>7}{'none':>7}{'share':>8}"]
    reasons = sorted({reason for reason, _ in counts})
    for reason in [*reasons, "total"]:
        found = [
            sum(n for (r, x), n in counts.items() if x is result and reason in (r, "total"))
            for result in Result
        ]
        share = 100 * (found[0] + found[1]) / (sum(found) or 1)
        lines.append(
            f"{reason:30}{sum(found):7}{found[0]:8}{found[1]:7}{found[2]:7}{found[3]:7}{share:7.1f}%"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
