"""Rows of the inspector's lists: steps, extensions, programs, added drivers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Mark, Outcome, Step
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.model.chain.snapshot_values import Row
from vkconfig_py.model.configuration.configuration import AddedDriver
from vkconfig_py.model.programs.matching import ProgramLine
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import ExtensionName

_GLYPHS = {
    Mark.PASS: ("check", "ok"),
    Mark.AGAINST: ("cross", "error"),
    Mark.NEUTRAL: ("minus", "neutral"),
}
_SPOKEN = {
    Mark.PASS: tr("passes"),
    Mark.AGAINST: tr("decides against it"),
    Mark.NEUTRAL: tr("does not apply"),
}


class NumberedStep(NamedTuple):
    """A step and its position: two steps of an explanation may have the same text."""

    number: int
    step: Step


def number_steps(steps: Iterable[Step]) -> list[NumberedStep]:
    return [NumberedStep(number, step) for number, step in enumerate(steps)]


def step_key(numbered: NumberedStep) -> str:
    return str(numbered.number)


def present_step(numbered: NumberedStep) -> ListLine:
    """What a rule found, and where that stands."""
    step = numbered.step
    icon, tone = _GLYPHS[step.mark]
    source = join_parts(_place(step, full=False), step.note, between=" · ")
    return ListLine(
        step.text,
        source,
        icon=icon,
        tone=tone,
        tip=_place(step, full=True),
        spoken=join_parts(step.text, _SPOKEN[step.mark], source),
    )


def _place(step: Step, *, full: bool) -> str:
    if not step.file or not step.line:
        return step.file
    file = step.file if full else Path(step.file).name
    return tr("{file}, line {line}", file=file, line=step.line)


def list_extensions(extensions: Iterable[ExtensionName], text: str = "") -> list[ExtensionName]:
    """The extensions that have every word of a text, by name."""
    words = text.casefold().split()
    lines = ((extension, present_extension(extension)) for extension in sorted(extensions))
    return [
        one
        for one, line in lines
        if all(word in f"{line.title} {line.text}".casefold() for word in words)
    ]


def extension_key(extension: ExtensionName) -> str:
    return extension.name


def present_extension(extension: ExtensionName) -> ListLine:
    name = extension.name
    version = tr("version {version}", version=extension.spec_version)
    return ListLine(name, version, tip=f"{name}\n{version}", spoken=f"{name}, {version}")


class EntryAction(Enum):
    """What a button of a program or an added driver does."""

    TURN_OFF = "turn off"
    TURN_ON = "turn on"
    REMOVE = "remove"


_OFFERED = {
    on: (
        LineAction(EntryAction.TURN_OFF, tr("Turn off"))
        if on
        else LineAction(EntryAction.TURN_ON, tr("Turn on")),
        LineAction(EntryAction.REMOVE, tr("Remove")),
    )
    for on in (True, False)
}


def program_key(program: ProgramLine) -> str:
    return program.entry.path


def present_program(program: ProgramLine) -> ListLine:
    """Name, note, path."""
    path, on = program.entry.path, program.entry.enabled
    name, state = base_name(path) or path, "" if on else tr("turned off")
    other = program.compared if program.text else ""
    return ListLine(
        name,
        other or program.brief or program.text,
        path,
        "warn" if program.trouble else "program" if on else "minus",
        "warn" if program.trouble else "neutral",
        actions=_OFFERED[on],
        note=state,
        lead=tr("loader sees") if other else "",
        tip=f"{path}\n{program.text}",
        spoken=join_parts(name, state, program.text, path),
    )


class AddedDriverLine(NamedTuple):
    """A driver that the configuration adds, and its row of the chain if that shows it."""

    entry: AddedDriver
    row: Row | None = None


def driver_key(driver: AddedDriverLine) -> str:
    return driver.entry.path


def present_driver(driver: AddedDriverLine) -> ListLine:
    """Name, state, path."""
    path, on, row = driver.entry.path, driver.entry.enabled, driver.row
    name, state, brief, is_broken = base_name(path), "", "", False
    if row is not None:
        state = brief = row.word
        is_broken = not row.used and not row.reason
        # Beside the buttons there is no room for why; the tool tip and the chain tell it.
        if is_broken and row.outcome is not Outcome.OFF:
            brief = tr("cannot be opened")
    return ListLine(
        name,
        brief,
        path,
        "warn" if is_broken else "driver" if on else "minus",
        "warn" if is_broken else "neutral",
        actions=_OFFERED[on],
        note="" if on else tr("off", "a driver that is left out"),
        tip=f"{path}\n{state}",
        spoken=join_parts(name, "" if on else tr("turned off"), state, path),
    )
