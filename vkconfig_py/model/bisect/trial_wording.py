"""Sentences about trials and results; the same in window and command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import assert_never

from vkconfig_py.language.sentences import Message, counted, join_words, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.bisect.investigation import FinishedTrial, Investigation
from vkconfig_py.model.bisect.search import (
    BisectSearch,
    BisectTrial,
    Contradiction,
    FaultyComponent,
    FaultyComponentsFound,
    NeverFails,
    SearchResult,
    StillFails,
    TrialPurpose,
)
from vkconfig_py.model.bisect.suspects import Suspect, SuspectKind, describe_suspect
from vkconfig_py.model.text.lines import ListLine, join_parts
from vkconfig_py.model.text.wording import capitalise, render_count

DID_IT_WORK = tr("Did it work?")
ALREADY_RUNNING = tr("A search is already running; only one search can run at a time.")
MACHINE_CHANGED = tr(
    "Layers, drivers or variables have changed since the search began; earlier results no "
    "longer apply."
)
NOTHING_OFF_TEXT = tr("with everything on")
UNSTEADY_RESULT = tr(
    "Repeated trials gave different results: the failure is intermittent. For a reliable "
    "result, use more runs per trial."
)
_MAX_NAMED = 2  # so many are named, more are counted
_NOUN_BY_SUSPECT_KIND = {
    SuspectKind.LAYER: "layer",
    SuspectKind.SETTING: "setting",
    SuspectKind.VARIABLE: "variable",
    SuspectKind.DRIVER: "driver",
}
# How many of a kind, and all of it.
_COUNT_SOME_BY_KIND: Mapping[SuspectKind, Callable[[int, int], str]] = {
    SuspectKind.LAYER: lambda k, n: counted(
        "{count} of {n} layers", "{count} of {n} layer", n, count=k
    ),
    SuspectKind.SETTING: lambda k, n: counted(
        "{count} of {n} settings", "{count} of {n} setting", n, count=k
    ),
    SuspectKind.VARIABLE: lambda k, n: counted(
        "{count} of {n} variables", "{count} of {n} variable", n, count=k
    ),
    SuspectKind.DRIVER: lambda k, n: counted(
        "{count} of {n} drivers", "{count} of {n} driver", n, count=k
    ),
}
_COUNT_ALL_BY_KIND: Mapping[SuspectKind, Callable[[int], str]] = {
    SuspectKind.LAYER: lambda n: counted("all {n} layers", "the layer", n),
    SuspectKind.SETTING: lambda n: counted("all {n} settings", "the setting", n),
    SuspectKind.VARIABLE: lambda n: counted("all {n} variables", "the variable", n),
    SuspectKind.DRIVER: lambda n: counted("all {n} drivers", "the driver", n),
}


def get_program_name(investigation: Investigation) -> str:
    """Return the file name of the program of a search."""
    return PurePath(investigation.configuration.target.program).name


def describe_trial(investigation: Investigation, trial: BisectTrial) -> str:
    """Return what a trial leaves out, with its repetition: "without 6 of 12 layers"."""
    sentence = _describe_what_is_off(investigation, trial)
    return tr("{trial} again", trial=sentence) if trial.attempt > 1 else sentence


def _describe_what_is_off(investigation: Investigation, trial: BisectTrial) -> str:
    """Return what a trial leaves out, or what alone is on: "with only MangoHud"."""
    on = [
        c
        for c in investigation.candidates
        if c.key in trial.suspects and c.key not in trial.left_out
    ]
    if trial.purpose is TrialPurpose.DRIVERS:
        sentence = tr("with only {names}", names=_join_names(on))
        if len(on) > _MAX_NAMED:
            sentence = counted(
                "with only {count} of {n} drivers",
                "with only {count} of {n} driver",
                len(trial.suspects),
                count=len(on),
            )
        suspects = [key for key in trial.left_out if key not in trial.suspects]
        return (
            ", ".join((sentence, describe_left_out(investigation, suspects)))
            if suspects
            else sentence
        )
    if trial.purpose in (TrialPurpose.ALONE, TrialPurpose.NEEDED) and len(on) <= _MAX_NAMED:
        return tr("with only {names}", names=_join_names(on))
    return describe_left_out(investigation, trial.left_out)


def _join_names(candidates: Sequence[Suspect]) -> str:
    """Return what may be at fault as a list in words."""
    return join_words([describe_suspect(c) for c in candidates])


def describe_left_out(investigation: Investigation, keys: Sequence[str]) -> str:
    """Return what is left out, named or counted: "without MangoHud", "without all 12 layers"."""
    left_out = investigation.list_candidates(keys)
    if not left_out:
        return NOTHING_OFF_TEXT
    if len(left_out) <= _MAX_NAMED:
        return tr("without {names}", names=_join_names(left_out))
    parts = [_count_left_out(investigation, kind, left_out) for kind in SuspectKind]
    return tr("without {names}", names=join_words([part for part in parts if part]))


def _count_left_out(
    investigation: Investigation, kind: SuspectKind, left_out: Sequence[Suspect]
) -> str:
    """Return "without 6 of 12 layers" for one kind of candidate, "" if none is left out."""
    number = sum(c.kind is kind for c in left_out)
    total = sum(c.kind is kind for c in investigation.candidates)
    if not number:
        return ""
    return (
        _COUNT_SOME_BY_KIND[kind](number, total)
        if number < total
        else _COUNT_ALL_BY_KIND[kind](total)
    )


def describe_outcome(finished_trial: FinishedTrial) -> str:
    """Return how a trial ended: "failed (SIGSEGV)"."""
    if finished_trial.failed:
        return tr("failed ({reason})", reason=finished_trial.why)
    return tr("worked ({reason})", reason=finished_trial.why)


def render_beginning(investigation: Investigation) -> str:
    """Return a sentence about the program of a search, and how much may be at fault."""
    parts = [_count_candidates(investigation, kind) for kind in SuspectKind]
    suspects = join_words([part for part in parts if part])
    if not suspects:
        return tr("Nothing to leave out for {program}.", program=get_program_name(investigation))
    return tr(
        "Searching {things} for the culprit that breaks {program}.",
        program=get_program_name(investigation),
        things=suspects,
    )


def _count_candidates(investigation: Investigation, kind: SuspectKind) -> str:
    """Return how many candidates are of a kind: "12 layers", "" for none."""
    number = sum(c.kind is kind for c in investigation.candidates)
    return render_count(number, _NOUN_BY_SUSPECT_KIND[kind]) if number else ""


def render_kept(investigation: Investigation) -> tuple[str, ...]:
    """Return a sentence for each layer that no trial can leave out."""
    return tuple(
        tr(
            "{name} cannot be left out: {reason}.",
            name=kept_candidate.candidate.name,
            reason=kept_candidate.why,
        )
        for kept_candidate in investigation.kept
    )


def render_interrupted(investigation: Investigation) -> str:
    """Return the sentence that a search was interrupted after some trials."""
    return counted(
        "A culprit search for {program} was interrupted after {n} trials.",
        "A culprit search for {program} was interrupted after {n} trial.",
        len(investigation.tried),
        program=get_program_name(investigation),
    )


def render_result(investigation: Investigation, result: SearchResult) -> tuple[str, ...]:
    """Return sentences about the result of a search. The first one has the main fact."""
    match result:
        case FaultyComponentsFound():
            sentences = tuple(
                _render_faulty_component(investigation, faulty_component)
                for faulty_component in result.faulty_components
            )
            sentences += _render_works_without(investigation, result)
        case NeverFails():
            sentences = _render_never_fails(investigation)
        case StillFails():
            sentences = _render_still_fails(investigation)
        case Contradiction():
            sentences = _render_contradiction(investigation, result)
        case unknown_result:
            assert_never(unknown_result)
    return (*sentences, UNSTEADY_RESULT) if result.is_unsteady else sentences


def get_result_name(result: SearchResult) -> str:
    """Return the name of a result in JSON."""
    match result:
        case FaultyComponentsFound():
            return "found"
        case NeverFails():
            return "never-fails"
        case StillFails():
            return "still-fails"
        case Contradiction():
            return "contradiction"


def list_faulty_candidates(
    investigation: Investigation, result: FaultyComponentsFound
) -> tuple[Suspect, ...]:
    """Return what has to be turned off for the program to work."""
    return investigation.list_candidates(
        [faulty_component.key_to_turn_off for faulty_component in result.faulty_components]
    )


def describe_culprits(
    investigation: Investigation, result: FaultyComponentsFound
) -> dict[str, str]:
    """Return what the row of each layer and driver that breaks the program says, by row key."""
    reasons: dict[str, str] = {}
    program = get_program_name(investigation)
    for faulty_component in result.faulty_components:
        suspects = _drop_layers_of_settings(investigation.list_candidates(faulty_component.keys))
        why = _describe_failure(investigation, faulty_component)
        for suspect in suspects:
            other_suspects = [
                other_suspect for other_suspect in suspects if other_suspect is not suspect
            ]
            reason = tr("breaks {program}", program=program)
            if suspect.kind is SuspectKind.SETTING:
                setting = f"{suspect.setting} = {suspect.value}"
                reason = tr(
                    "its setting {setting} breaks {program}", setting=setting, program=program
                )
            elif other_suspects:
                names = _join_names(other_suspects)
                reason = tr("breaks {program} together with {names}", program=program, names=names)
            elif why:
                reason = tr("breaks {program} ({reason})", program=program, reason=why)
            reasons.setdefault(suspect.row_key, reason)
    return reasons


def _render_faulty_component(
    investigation: Investigation, faulty_component: FaultyComponent
) -> str:
    """Return the sentence that names what breaks the program, alone or in combination."""
    suspects = _drop_layers_of_settings(investigation.list_candidates(faulty_component.keys))
    names, program = capitalise(_join_names(suspects)), get_program_name(investigation)
    if len(suspects) > 1:
        return tr(
            "{names} break {program} only in combination.",
            names=names,
            program=program,
        )
    if reason := _describe_failure(investigation, faulty_component):
        return tr("{name} breaks {program} ({reason}).", name=names, program=program, reason=reason)
    return tr("{name} breaks {program}.", name=names, program=program)


def _drop_layers_of_settings(suspects: Sequence[Suspect]) -> list[Suspect]:
    """Leave out the layers of settings in the list: a setting needs its layer to act."""
    layers_with_settings = {c.name for c in suspects if c.kind is SuspectKind.SETTING}
    return [
        c for c in suspects if c.kind is not SuspectKind.LAYER or c.name not in layers_with_settings
    ]


def _describe_failure(
    investigation: Investigation, faulty_component: FaultyComponent
) -> Message | str:
    """Return how the program failed in the trial with these on and the fewest others."""
    keys = set(faulty_component.keys)
    failed_trials = [
        trial for trial in investigation.tried if trial.failed and not keys & {*trial.left_out}
    ]
    return max(failed_trials, key=lambda t: len(t.left_out)).why if failed_trials else ""


def _render_works_without(
    investigation: Investigation, result: FaultyComponentsFound
) -> tuple[str, ...]:
    """Return the sentence without what, and which files, the program works."""
    names = _join_names(list_faulty_candidates(investigation, result))
    files = dict.fromkeys(c.file for c in list_faulty_candidates(investigation, result) if c.file)
    if not files:
        return (tr("With everything else on, it works without {names}.", names=names),)
    sentence = tr(
        "With everything else on, it works without {names} ({files}).",
        names=names,
        files=join_words([*files]),
    )
    return (sentence,)


def _render_never_fails(investigation: Investigation) -> tuple[str, ...]:
    """Return the result that the program works with everything on, and what may help."""
    reason = investigation.tried[-1].why if investigation.tried else ""
    sentences = [
        tr(
            "{program} works with everything on ({reason}): no culprit to find.",
            program=get_program_name(investigation),
            reason=reason,
        )
    ]
    if investigation.overrides:
        files = join_words(investigation.overrides)
        sentences.append(
            counted(
                "Trials ignore overrides applied to the system: {files}. If the program "
                "fails only when started outside vkconfig-py, these may be the cause: "
                "withdraw or remove them.",
                "Trials ignore an override applied to the system: {files}. If the program "
                "fails only when started outside vkconfig-py, it may be the cause: "
                "withdraw or remove it.",
                len(investigation.overrides),
                files=files,
            )
        )
    if investigation.test.repeat == 1:
        sentences.append(tr("If it fails only sometimes, use several runs per trial."))
    return tuple(sentences)


def _render_still_fails(investigation: Investigation) -> tuple[str, ...]:
    """Return the result that the program fails whatever is left out."""
    if not investigation.kept:
        return (_describe_attempts(investigation),)
    layers = join_words([kept_candidate.candidate.name for kept_candidate in investigation.kept])
    return (
        _describe_attempts(investigation),
        tr("The culprit may be {layers}, which no trial could leave out.", layers=layers),
    )


def _describe_attempts(investigation: Investigation) -> str:
    """Return the sentence that the program fails even without all that was tried."""
    program = get_program_name(investigation)
    suspects = [c.key for c in investigation.candidates if c.kind is not SuspectKind.DRIVER]
    drivers = sum(c.kind is SuspectKind.DRIVER for c in investigation.candidates)
    if not investigation.candidates:
        return tr("{program} fails, and nothing can be left out.", program=program)
    reason = investigation.tried[-1].why if investigation.tried else ""
    attempts = [describe_left_out(investigation, suspects)] if suspects else []
    if drivers > 1:
        attempts.append(tr("with each driver tried separately"))
    if not attempts:
        return tr(
            "{program} fails ({reason}), and its only driver cannot be left out.",
            program=program,
            reason=reason,
        )
    sentence = tr(
        "{program} also fails {tried} ({reason}): the cause is something else.",
        program=program,
        tried=join_words(attempts),
        reason=reason,
    )
    only = tr("Its only driver cannot be left out.") if drivers == 1 else ""
    return f"{sentence} {only}".rstrip()


def _render_contradiction(investigation: Investigation, result: Contradiction) -> tuple[str, ...]:
    """Return the result that a smaller set fails although a larger one works."""
    program = get_program_name(investigation)
    fails = describe_left_out(investigation, result.failing_keys)
    passes = describe_left_out(investigation, result.passing_keys)
    return (
        tr(
            "The results contradict each other: {program} fails {fails}, but works {passes}.",
            program=program,
            fails=fails,
            passes=passes,
        ),
        tr("It may need something that was left out, or fail for an unrelated reason."),
    )


# Rows of the trials of a search, the latest first.

RUNNING_TEXT = tr("running…")
AWAITING_ANSWER = tr("ended; did it work?")


class TrialLine(NamedTuple):
    """One row.

    Attributes:
        title: "Trial 3: without 6 of 12 layers".
        outcome: "Failed", or "" while it runs.
        detail: "SIGSEGV", and what was not as predicted.
        tone: of the outcome.
    """

    number: int
    title: str
    outcome: str
    detail: str
    tone: str


def list_trials(
    investigation: Investigation | None, trial: BisectTrial | None, *, is_over: bool = False
) -> list[TrialLine]:
    """Return a line for each trial of a search, and for the one that runs.

    `trial`: the trial that runs, None if none does. `is_over`: its program has ended and the user
    has to judge it.
    """
    if investigation is None:
        return []
    lines = list_ended_trials(investigation)
    if trial is not None:
        detail = AWAITING_ANSWER if is_over else RUNNING_TEXT
        number = len(lines) + 1
        title = tr(
            "Trial {number}: {what}", number=number, what=describe_trial(investigation, trial)
        )
        lines.append(TrialLine(number, title, "", detail, "neutral"))
    return lines[::-1]


def list_ended_trials(investigation: Investigation) -> list[TrialLine]:
    """Return a line for each trial that was run. Searching once more tells what each was."""
    search: BisectSearch = investigation.search._replace(answers=())
    lines = []
    for number, ended_trial in enumerate(investigation.tried, 1):
        step = search.find_next_step()
        if not isinstance(step, BisectTrial):
            break
        lines.append(_make_trial_line(number, describe_trial(investigation, step), ended_trial))
        search = search.with_answer(ended_trial.failed)
    return lines


def _make_trial_line(number: int, title_text: str, finished_trial: FinishedTrial) -> TrialLine:
    """Return the line "Trial 3: without MangoHud" with its outcome."""
    word = tr("Failed", "a run") if finished_trial.failed else tr("Worked", "a run")
    detail = " ".join(map(render, (finished_trial.why, *finished_trial.notes)))
    tone = "error" if finished_trial.failed else "ok"
    title = tr("Trial {number}: {what}", number=number, what=title_text)
    return TrialLine(number, title, word, detail, tone)


def get_trial_key(line: TrialLine) -> str:
    return str(line.number)


def present_trial(line: TrialLine) -> ListLine:
    """Show what a trial left out, and how it ended."""
    return ListLine(
        line.title,
        line.detail,
        icon={"ok": "check", "error": "error"}.get(line.tone, "play"),
        tone=line.tone,
        status_word=line.outcome,
        tooltip=f"{line.title}\n{line.detail}",
        accessible_text=join_parts(line.title, line.outcome, line.detail),
    )
