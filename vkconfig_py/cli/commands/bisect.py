"""bisect: which layer, driver, setting or variable breaks a program, found by trials."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum

from vkconfig_py.cli.arguments import (
    CommandParser,
    add_json,
    add_not_found,
    add_selected,
    add_started_program,
)
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import END_OF_INPUT, Asking, CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import make_launch_request
from vkconfig_py.cli.started_program import get_start_exit_code
from vkconfig_py.cli.workspace import (
    Editing,
    find_configuration,
    load,
    make_program_configuration,
    read_workspace,
)
from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.bisect.investigation import (
    DEFAULT_SECONDS,
    Investigation,
    Observation,
    RunVerdict,
    SuccessTest,
    continue_investigation,
    describe_test,
    investigate,
    judge_run,
    make_user_verdict,
)
from vkconfig_py.model.bisect.pin import keep_off, keep_off_for_program
from vkconfig_py.model.bisect.saved_search import (
    RunningSearch,
    read_saved_search,
    remove_saved_search,
)
from vkconfig_py.model.bisect.search import BisectTrial, FaultyComponentsFound, SearchResult
from vkconfig_py.model.bisect.suspects import SearchPart, Suspect
from vkconfig_py.model.bisect.trial_run import TrialMachine, TrialRun
from vkconfig_py.model.bisect.trial_wording import (
    ALREADY_RUNNING,
    DID_IT_WORK,
    MACHINE_CHANGED,
    describe_outcome,
    describe_trial,
    get_program_name,
    get_result_name,
    list_faulty_candidates,
    render_beginning,
    render_interrupted,
    render_kept,
    render_result,
)
from vkconfig_py.model.configuration.configuration import Configuration, Target
from vkconfig_py.model.launch.run_program import LaunchError
from vkconfig_py.model.programs.program_paths import find_compared_program

_INTERRUPTING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
_ANSWER_CHOICES = tr("y(es), n(o), a(gain), s(top)")


class _Answer(Enum):
    """What the user answers about a run. The value is the letter for it in English."""

    WORKS = "y"
    FAILS = "n"
    AGAIN = "a"
    STOP = "s"


_TYPED_LETTERS = {
    _Answer.WORKS: tr("y", "typed for yes; the letter of the question about a run"),
    _Answer.FAILS: tr("n", "typed for no; the letter of the question about a run"),
    _Answer.AGAIN: tr("a", "typed for again; the letter of the question about a run"),
    _Answer.STOP: tr("s", "typed for stop; the letter of the question about a run"),
}


def _map_answers(letter_by_answer: Mapping[_Answer, str]) -> dict[str, _Answer]:
    """Return what each letter means that can be typed.

    What is typed in English is understood in every language, unless it means something else.
    """
    return {answer.value: answer for answer in letter_by_answer} | {
        letter_by_answer[answer]: answer for answer in letter_by_answer
    }


_ANSWER_BY_LETTER = _map_answers(_TYPED_LETTERS)
_FORGET_HINT = tr("To discard it: vkconfig-py bisect --forget.")
_RESUME_HINT = tr(
    "To resume it: vkconfig-py bisect --continue; to discard it: vkconfig-py bisect --forget."
)


class _Interrupted(Exception):  # noqa: N818 - the search can go on
    """The user stops, or a signal does."""


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py bisect vkcube --c 100": tr("a run passes if it exits with 0"),
        "vkconfig-py bisect --time 20 vkcube": tr("… or is still running after 20 seconds"),
        "vkconfig-py bisect --text GPU0 vulkaninfo": tr("… and prints this text"),
        "vkconfig-py bisect --ask -c Validation vkcube": tr("… or if you say that it passed"),
        "vkconfig-py bisect --continue --pin": tr("resume, and keep the culprit off"),
    }
    parser.notes = (tr("Each trial is a separate launch; nothing on the system changes."),)
    add_selected(parser)
    add_not_found(parser, tr("nothing found with the specified name, or no search to continue"))
    parser.exit_codes |= {
        Exit.FAILED: tr("no culprit found"),
        Exit.NOT_EXECUTABLE: tr("the program cannot be executed"),
        Exit.NO_PROGRAM: tr("program not found"),
        Exit.INTERRUPTED: tr("interrupted; resume with --continue"),
    }
    add_json(parser)
    add_started_program(parser)
    _add_success_options(parser)
    parser.add_argument(
        "--only",
        choices=("layers", "drivers", "settings"),
        help=tr("try only layers, only drivers or only settings (default: all three)"),
    )
    test_group = parser.add_mutually_exclusive_group()
    test_group.add_argument(
        "--continue", dest="go_on", action="store_true", help=tr("resume an interrupted search")
    )
    test_group.add_argument(
        "--forget", action="store_true", help=tr("discard an interrupted search")
    )
    parser.add_argument(
        "--pin",
        action="store_true",
        help=tr("keep the culprit off, in the -c configuration or in a new configuration"),
    )


def _add_success_options(parser: CommandParser) -> None:
    """Add the options that say when a trial run passes."""
    parser.add_argument(
        "--exit",
        type=int,
        default=0,
        metavar="N",
        help=tr("exit code of a passing run (default: 0)"),
    )
    parser.add_argument(
        "--time",
        type=_parse_seconds,
        metavar="SECONDS",
        help=tr("end a run after this many seconds; 0: never (default: 10, or 0 with --ask)"),
    )
    parser.add_argument(
        "--still-running",
        choices=("passes", "fails"),
        default="passes",
        help=tr("how to count a run that is still running when --time ends (default: passes)"),
    )
    text = parser.add_mutually_exclusive_group()
    text.add_argument("--text", metavar="T", help=tr("a passing run prints this text"))
    text.add_argument("--not-text", metavar="T", help=tr("a passing run does not print this text"))
    parser.add_argument(
        "--ask", action="store_true", help=tr("ask after each run whether it passed")
    )
    parser.add_argument(
        "--repeat",
        type=_parse_repetitions,
        default=1,
        metavar="N",
        help=tr(
            "run each trial up to N times, for a program that fails only sometimes (default: 1)"
        ),
    )


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e6:
        raise argparse.ArgumentTypeError(tr("“{text}” is not a number of seconds", text=text))
    return seconds


def _parse_repetitions(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(tr("“{text}” is not a number from 1 to 100", text=text))
    return int(text)


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        if options.forget:
            return _discard_search(machine, output)
        begin = _continue_search if options.go_on else _begin_search
        investigation, trial_machine = begin(machine, options, output)
        investigation, result = _run_trials(investigation, trial_machine, output)
        for sentence in render_result(investigation, result):
            output.line(plain(sentence))
        members = _make_search_members(investigation, result)
        if isinstance(result, FaultyComponentsFound):
            off_suspects = list_faulty_candidates(investigation, result)
            if options.pin:
                members["pinned"] = _turn_off_faulty_components(
                    investigation, off_suspects, machine, options, output
                )
            else:
                output.line(tr("To keep the culprit off: vkconfig-py bisect --continue --pin"))
    code = Exit.OK if isinstance(result, FaultyComponentsFound) else Exit.FAILED
    output.outcome(members, code)
    return code


def _discard_search(machine: Machine, output: Output) -> int:
    """Discard the interrupted search on disk."""
    saved_search = read_saved_search(machine.paths)
    if saved_search.is_running:
        raise CommandError(tr("The search is still running; stop it first."))
    error = remove_saved_search(machine.paths)
    if error:
        raise CommandError(error)
    investigation = saved_search.investigation
    if investigation is not None:
        output.line(
            tr(
                "Discarded the search for the culprit in {program}.",
                program=plain(get_program_name(investigation)),
            )
        )
    else:
        output.line(plain(saved_search.error or tr("No search to discard.")))
    output.outcome({})
    return Exit.OK


def _begin_search(
    machine: Machine, options: argparse.Namespace, output: Output
) -> tuple[Investigation, TrialMachine]:
    """Return a new search with the machine that its trials run on.

    Raises:
        CommandError: another search runs, or an interrupted one is not discarded.
    """
    saved_search = read_saved_search(machine.paths)
    _refuse_second(saved_search.is_running)
    if saved_search.investigation is not None and saved_search.is_interrupted:
        raise CommandError(f"{render_interrupted(saved_search.investigation)} {_RESUME_HINT}")
    configuration = _find_configuration(machine, options, output)
    trial_machine = _make_trial_machine(machine, configuration)
    part = SearchPart(options.only) if options.only else None
    investigation = investigate(
        trial_machine.request, _make_success_test(options), machine.cache, part
    )
    return investigation, trial_machine


def _find_configuration(
    machine: Machine, options: argparse.Namespace, output: Output
) -> Configuration:
    """Return the configuration of the command line with the program to search in."""
    workspace = read_workspace(machine, output)
    chosen_configuration = find_configuration(workspace, options.configuration)
    configuration = make_program_configuration(machine, chosen_configuration, workspace)
    if options.program:
        program, *arguments = options.program
        return configuration._replace(target=Target(program, tuple(arguments)))
    if not configuration.target.program:
        options.parser.error(
            tr(
                "no program is selected; use {command}",
                command="vkconfig-py bisect PROGRAM",
            )
        )
    return configuration


def _continue_search(
    machine: Machine, options: argparse.Namespace, output: Output
) -> tuple[Investigation, TrialMachine]:
    """Return the interrupted search with the machine that its trials run on.

    Raises:
        CommandError: there is none, it is running, or the machine has changed since.
    """
    if options.program:
        options.parser.error(
            tr("--continue resumes with the same program; do not specify a program")
        )
    saved_search = read_saved_search(machine.paths)
    _refuse_second(saved_search.is_running)
    investigation = saved_search.investigation
    if investigation is None:
        raise CommandError(saved_search.error or tr("No search to continue."), Exit.NOT_FOUND)
    trial_machine = _make_trial_machine(machine, investigation.configuration)
    if isinstance(investigation.search.find_next_step(), BisectTrial):
        new_investigation = investigate(
            trial_machine.request, investigation.test, machine.cache, investigation.part
        )
        continued_search = continue_investigation(investigation, new_investigation)
        if continued_search is None:
            raise CommandError(f"{MACHINE_CHANGED} {_FORGET_HINT}")
        return continued_search, trial_machine
    return investigation, trial_machine


def _refuse_second(is_running: bool) -> None:
    """End the command if another search is running."""
    if is_running:
        raise CommandError(ALREADY_RUNNING)


def _make_trial_machine(machine: Machine, configuration: Configuration) -> TrialMachine:
    """Return what all trials of a configuration share: launch request, files read and folders."""
    request = make_launch_request(machine, configuration)
    return TrialMachine(request, machine.cache, machine.paths)


def _make_success_test(options: argparse.Namespace) -> SuccessTest:
    """Return when a trial run passes, from the options."""
    # Who is asked may take any time.
    seconds = options.time if options.time is not None else 0.0 if options.ask else DEFAULT_SECONDS
    return SuccessTest(
        exit_status=options.exit,
        seconds=seconds,
        still_running_passes=options.still_running == "passes",
        text=options.text or options.not_text or "",
        text_fails=bool(options.not_text),
        asks=options.ask,
        repeat=options.repeat,
    )


def _run_trials(
    investigation: Investigation, trial_machine: TrialMachine, output: Output
) -> tuple[Investigation, SearchResult]:
    """Run trials until the search has a result.

    Raises:
        CommandError: it was interrupted, or a trial could not be started.
    """
    _print_beginning(investigation, output)
    saved_search = RunningSearch(investigation, trial_machine)
    if saved_search.error:
        output.error(saved_search.error)
    try:
        with _interrupt_on_signals():
            while isinstance(
                step := saved_search.investigation.search.find_next_step(), BisectTrial
            ):
                _run_trial(saved_search, step, output)
    except (_Interrupted, KeyboardInterrupt) as error:
        sentence = f"{render_interrupted(saved_search.investigation)} {_RESUME_HINT}"
        raise CommandError(
            sentence, Exit.INTERRUPTED, _make_search_members(saved_search.investigation, None)
        ) from error
    finally:
        saved_search.close()
    return saved_search.investigation, step


def _print_beginning(investigation: Investigation, output: Output) -> None:
    """Print what is searched, when a run passes, and the outcomes of earlier trials."""
    output.line(plain(render_beginning(investigation)))
    output.line(plain(describe_test(investigation.test)))
    for sentence in render_kept(investigation):
        output.error(sentence)
    for number, ended_trial in enumerate(investigation.tried, 1):
        output.line(
            tr(
                "Trial {number}, from an earlier run: {outcome}",
                number=number,
                outcome=plain(describe_outcome(ended_trial)),
            )
        )


def _run_trial(saved_search: RunningSearch, trial: BisectTrial, output: Output) -> None:
    """Launch the program for one trial, judge and save the outcome, and print it."""
    number = len(saved_search.investigation.tried) + 1
    head = tr(
        "Trial {number}: {trial}",
        number=number,
        trial=plain(describe_trial(saved_search.investigation, trial)),
    )
    run = saved_search.start(trial)
    if isinstance(run, LaunchError):
        raise CommandError(run.sentence, get_start_exit_code(run))
    try:
        if saved_search.investigation.test.asks:
            output.line(head)
            judgment = _ask_user(saved_search.investigation.test, run, output)
        else:
            observation = run.wait()
            judgment = observation, judge_run(saved_search.investigation.test, observation)
    finally:
        run.launch.stop()
        run.wait()
    observation, verdict = judgment
    if verdict is None:  # it is to be run again
        return
    saved_search.record(trial, run, observation, verdict)
    ended_trial = saved_search.investigation.tried[-1]
    outcome = output.paint(
        plain(describe_outcome(ended_trial)), "error" if ended_trial.failed else "ok"
    )
    output.line(f"{head} … {outcome}")
    output.flush()
    earlier_notes = {
        note for ended_trial in saved_search.investigation.tried[:-1] for note in ended_trial.notes
    }
    for note in ended_trial.notes:
        if note not in earlier_notes:
            output.error(render(note))


def _ask_user(
    test: SuccessTest, run: TrialRun, output: Output
) -> tuple[Observation, RunVerdict | None]:
    """Ask the user whether a trial run works, while the program runs and after it ends.

    Without a verdict the trial is to be run again.

    Raises:
        _Interrupted: the user stops, or the input has ended.
    """
    observations: list[Observation] = []
    user_question = Asking(lambda: observations.append(run.wait()), output)
    try:
        letter = user_question.ask(f"{DID_IT_WORK} {_ANSWER_CHOICES}", _ANSWER_BY_LETTER)
        if letter is None:
            verdict = judge_run(test, observations[0])
            if verdict is not None:  # a signal ended it
                return observations[0], verdict
            letter = user_question.ask(
                tr(
                    "The program has ended. {question} {letters}",
                    question=DID_IT_WORK,
                    letters=_ANSWER_CHOICES,
                ),
                _ANSWER_BY_LETTER,
            )
    finally:
        run.launch.stop()
        user_question.close()
    answer = _ANSWER_BY_LETTER.get(letter or END_OF_INPUT, _Answer.STOP)
    if answer is _Answer.STOP:
        raise _Interrupted
    works = answer is _Answer.WORKS
    return observations[0], None if answer is _Answer.AGAIN else make_user_verdict(works=works)


@contextmanager
def _interrupt_on_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the running trial, too."""

    def interrupt(_number: int, _frame: object) -> None:
        raise _Interrupted

    previous_handlers = {
        number: signal.signal(number, interrupt) for number in _INTERRUPTING_SIGNALS
    }
    try:
        yield
    finally:
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)


def _turn_off_faulty_components(
    investigation: Investigation,
    off_suspects: tuple[Suspect, ...],
    machine: Machine,
    options: argparse.Namespace,
    output: Output,
) -> dict[str, Any]:
    """Turn the culprits off in the -c configuration, else in a new one for this program.

    Return the JSON members that name the configuration.

    Args:
        investigation: the finished search.
        off_suspects: what to turn off.
        machine: this machine.
        options: of the command line.
        output: where the configuration is named.
    """
    if options.configuration:
        editing = Editing.of(options.configuration, output, machine)
        editing = editing.commit(keep_off(editing.workspace, editing.key, off_suspects), output)
        configuration = editing.configuration
        output.line(tr("The culprit stays off in “{name}”.", name=plain(configuration.title)))
        return make_name_members(configuration)
    load_result = load(machine, output)
    workspace = load_result.workspace
    target = investigation.configuration.target
    program = find_compared_program(target.program, machine.host, target.arguments).real_path
    change = keep_off_for_program(workspace, investigation, off_suspects, program)
    key = change.workspace.selected_key
    workspace_after = change._replace(
        workspace=change.workspace._replace(selected_key=workspace.selected_key)
    )
    configuration = (
        Editing(machine, load_result, workspace, key).commit(workspace_after, output).configuration
    )
    output.line(
        tr(
            "“{name}” keeps the culprit off for {program}. Launch the program with "
            "“vkconfig-py run”, or use “vkconfig-py apply” to cover every launch.",
            name=plain(configuration.title),
            program=plain(configuration.programs[0].path),
        )
    )
    return make_name_members(configuration)


def _make_search_members(
    investigation: Investigation, result: SearchResult | None
) -> dict[str, Any]:
    """Return the JSON members of a search. `result` is None for an interrupted one."""
    target = investigation.configuration.target
    members: dict[str, Any] = {
        "configuration": make_name_members(investigation.configuration),
        "program": target.program,
        "arguments": list(target.arguments),
        "candidates": [_suspect_to_json(candidate) for candidate in investigation.candidates],
        "kept": [
            {**_suspect_to_json(kept_candidate.candidate), "sentence": kept_candidate.why}
            for kept_candidate in investigation.kept
        ],
        "trials": [
            {
                "left_out": list(ended_trial.left_out),
                "failed": ended_trial.failed,
                "reason": ended_trial.why,
                "notes": list(ended_trial.notes),
            }
            for ended_trial in investigation.tried
        ],
    }
    if result is None:
        return members
    return members | {
        "result": get_result_name(result),
        "unsteady": result.is_unsteady,
        "sentences": list(render_result(investigation, result)),
        "culprits": _culprits_to_json(investigation, result),
    }


def _culprits_to_json(investigation: Investigation, result: SearchResult) -> list[dict[str, Any]]:
    faulty_components = (
        result.faulty_components if isinstance(result, FaultyComponentsFound) else ()
    )
    return [
        {
            "parts": [
                _suspect_to_json(candidate)
                for candidate in investigation.list_candidates(faulty_component.keys)
            ],
            "turn_off": faulty_component.key_to_turn_off,
        }
        for faulty_component in faulty_components
    ]


def _suspect_to_json(suspect: Suspect) -> dict[str, Any]:
    return {
        "key": suspect.key,
        "kind": suspect.kind.value,
        "name": suspect.name,
        "setting": suspect.setting,
        "value": suspect.value,
        "manifest": suspect.file,
    }
