"""Sentences about trials and results; the same in window and command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import assert_never

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.bisect.candidates import Candidate, Kind, describe
from vkconfig_py.model.bisect.investigation import Investigation, Tried
from vkconfig_py.model.bisect.search import (
    Contradiction,
    Culprit,
    Found,
    NeverFails,
    Purpose,
    Result,
    StillFails,
    Trial,
)
from vkconfig_py.model.text.wording import capitalised, count_of, join_words

QUESTION = tr("Did it work?")
RUNS_ALREADY = tr("A search is running already; there is one at a time.")
CHANGED = tr(
    "Layers, drivers or variables have changed since the search began, so "
    "its answers no longer hold."
)
AS_IS = tr("as it is")
UNSTEADY = tr(
    "Repeated trials gave different answers: it fails only now and then. "
    "The result is sure only with more runs of each trial."
)
_NAMED = 2  # so many are named, more are counted
_NOUNS = {
    Kind.LAYER: "layer",
    Kind.SETTING: "setting",
    Kind.VARIABLE: "variable",
    Kind.DRIVER: "driver",
}


def program_name(one: Investigation) -> str:
    return PurePath(one.configuration.target.program).name


def describe_trial(one: Investigation, trial: Trial) -> str:
    """What a trial leaves out: "without 6 of 12 layers"."""
    again = " again" if trial.attempt > 1 else ""
    on = [c for c in one.candidates if c.key in trial.suspects and c.key not in trial.left_out]
    if trial.purpose is Purpose.DRIVERS:
        total = count_of(len(trial.suspects), "driver")
        few = _names(on) if len(on) <= _NAMED else tr("{on} of {total}", on=len(on), total=total)
        suspects = [key for key in trial.left_out if key not in trial.suspects]
        besides = f", {describe_left_out(one, suspects)}" if suspects else ""
        return tr("with only {few}{besides}{again}", few=few, besides=besides, again=again)
    if trial.purpose in (Purpose.ALONE, Purpose.NEEDED) and len(on) <= _NAMED:
        return tr("with only {on}{again}", on=_names(on), again=again)
    return f"{describe_left_out(one, trial.left_out)}{again}"


def _names(candidates: Sequence[Candidate]) -> str:
    return join_words([describe(c) for c in candidates])


def describe_left_out(one: Investigation, keys: Sequence[str]) -> str:
    """What is left out, named or counted: "without MangoHud", "without all 12 layers"."""
    left_out = one.named(keys)
    if not left_out:
        return AS_IS
    if len(left_out) <= _NAMED:
        return tr("without {left_out}", left_out=_names(left_out))
    parts = [_count(one, kind, left_out) for kind in Kind]
    return tr("without {part}", part=join_words([part for part in parts if part]))


def _count(one: Investigation, kind: Kind, left_out: Sequence[Candidate]) -> str:
    number = sum(c.kind is kind for c in left_out)
    total = sum(c.kind is kind for c in one.candidates)
    if not number:
        return ""
    noun = _NOUNS[kind]
    if number < total:
        return tr("{number} of {total}", number=number, total=count_of(total, noun))
    return (
        tr("all {total}", total=count_of(total, noun)) if total > 1 else tr("the {noun}", noun=noun)
    )


def describe_outcome(tried: Tried) -> str:
    """How a trial ended: "failed (SIGSEGV)"."""
    return f"{'failed' if tried.failed else 'worked'} ({tried.why})"


def begin_sentence(one: Investigation) -> str:
    """What the search is about."""
    parts = [_total(one, kind) for kind in Kind]
    what = join_words([part for part in parts if part]) or "nothing"
    return tr("Looking for what breaks {one} among {what}.", one=program_name(one), what=what)


def _total(one: Investigation, kind: Kind) -> str:
    number = sum(c.kind is kind for c in one.candidates)
    return count_of(number, _NOUNS[kind]) if number else ""


def kept_sentences(one: Investigation) -> tuple[str, ...]:
    return tuple(
        tr("{name} cannot be left out: {why}.", name=kept.candidate.name, why=kept.why)
        for kept in one.kept
    )


def interrupted_sentence(one: Investigation) -> str:
    return tr(
        "A search for what breaks {one} was interrupted after {tried}.",
        one=program_name(one),
        tried=count_of(len(one.tried), "trial"),
    )


def result_sentences(one: Investigation, result: Result) -> tuple[str, ...]:
    """What was found, and what follows; the first sentence says it all."""
    match result:
        case Found():
            said = tuple(_culprit_sentence(one, culprit) for culprit in result.culprits)
            said += _works_without(one, result)
        case NeverFails():
            said = _never_fails(one)
        case StillFails():
            said = _still_fails(one)
        case Contradiction():
            said = _contradiction(one, result)
        case other:
            assert_never(other)
    return (*said, UNSTEADY) if result.is_unsteady else said


def result_kind(result: Result) -> str:
    """The name of a result in JSON."""
    match result:
        case Found():
            return "found"
        case NeverFails():
            return "never-fails"
        case StillFails():
            return "still-fails"
        case Contradiction():
            return "contradiction"


def found_candidates(one: Investigation, result: Found) -> tuple[Candidate, ...]:
    """What has to be turned off for the program to work."""
    return one.named([culprit.off for culprit in result.culprits])


def _culprit_sentence(one: Investigation, culprit: Culprit) -> str:
    named = _without_layers_of_settings(one.named(culprit.keys))
    who = capitalised(_names(named))
    program = program_name(one)
    if len(named) > 1:
        return tr(
            "{who} break {program} together; each of them alone does not.", who=who, program=program
        )
    why = _why_with(one, culprit)
    return tr(
        "{who} breaks {program}{value}.", who=who, program=program, value=f" ({why})" if why else ""
    )


def _without_layers_of_settings(named: Sequence[Candidate]) -> list[Candidate]:
    """A setting needs its layer to act, so the layer says nothing beside it."""
    of_settings = {c.name for c in named if c.kind is Kind.SETTING}
    return [c for c in named if c.kind is not Kind.LAYER or c.name not in of_settings]


def _why_with(one: Investigation, culprit: Culprit) -> str:
    """How it failed when little else was on."""
    keys = set(culprit.keys)
    failed = [t for t in one.tried if t.failed and not keys & {*t.left_out}]
    return max(failed, key=lambda t: len(t.left_out)).why if failed else ""


def _works_without(one: Investigation, result: Found) -> tuple[str, ...]:
    off = _names(found_candidates(one, result))
    files = dict.fromkeys(c.file for c in found_candidates(one, result) if c.file)
    where = f" ({join_words([*files])})" if files else ""
    return (tr("With everything else on, it works without {off}{where}.", off=off, where=where),)


def _never_fails(one: Investigation) -> tuple[str, ...]:
    why = one.tried[-1].why if one.tried else ""
    sentences = [
        tr(
            "{one} works with everything on ({why}): there is nothing to find.",
            one=program_name(one),
            why=why,
        )
    ]
    if one.overrides:
        files = join_words(one.overrides)
        sentences.append(
            tr(
                "Launches from here ignore what is applied to the system: {files}. If "
                "it fails when started elsewhere, that may be what breaks it: "
                "withdraw or remove it.",
                files=files,
            )
        )
    if one.test.repeat == 1:
        sentences.append(tr("If it fails now and then, let each trial run several times."))
    return tuple(sentences)


def _still_fails(one: Investigation) -> tuple[str, ...]:
    if not one.kept:
        return (_what_failed(one),)
    layers = join_words([kept.candidate.name for kept in one.kept])
    return (
        _what_failed(one),
        tr("No trial could leave out {layers}, so that may be what breaks it.", layers=layers),
    )


def _what_failed(one: Investigation) -> str:
    program = program_name(one)
    suspects = [c.key for c in one.candidates if c.kind is not Kind.DRIVER]
    drivers = sum(c.kind is Kind.DRIVER for c in one.candidates)
    if not one.candidates:
        return tr("{program} fails, and there is nothing that could be left out.", program=program)
    why = one.tried[-1].why if one.tried else ""
    tried = [describe_left_out(one, suspects)] if suspects else []
    if drivers > 1:
        tried.append(tr("with each driver alone"))
    if not tried:
        return tr(
            "{program} fails ({why}), and its only driver cannot be left out.",
            program=program,
            why=why,
        )
    said = tr(
        "{program} fails {tried} too ({why}): what breaks it is something else.",
        program=program,
        tried=join_words(tried),
        why=why,
    )
    only = tr(" Its only driver cannot be left out.") if drivers == 1 else ""
    return f"{said}{only}"


def _contradiction(one: Investigation, result: Contradiction) -> tuple[str, ...]:
    program = program_name(one)
    fails = describe_left_out(one, result.fails)
    passes = describe_left_out(one, result.passes)
    return (
        tr(
            "The answers contradict each other: {program} fails {fails}, but works {passes}.",
            program=program,
            fails=fails,
            passes=passes,
        ),
        tr("It may need something that was left out, or fail for a reason outside of the trials."),
    )
