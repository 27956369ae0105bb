"""Undo and redo for commands: what each of the latest changed, kept between processes.

The window keeps its steps in memory. A command ends after one step, so what it changed is written
down: each configuration before and after, the order, the folders, option sets and the program that
was chosen. A step is undone only while everything that it changed is still as it left it. Whatever
was changed since is kept. An undone step is kept to be redone until another command changes
something.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

from vkconfig_py.language.sentences import Message, render, tr
from vkconfig_py.loader.base.records import NamedTuple, find_differences
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    check_format,
    read_document,
    write_file,
)
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    Configuration,
    ProgramOptions,
    Target,
)
from vkconfig_py.model.configuration.configuration_json import (
    configuration_from_document,
    configuration_to_document,
)
from vkconfig_py.model.configuration.own_documents import Codec, as_object, keep_aside, parse_json
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace

FILE, FORMAT = "commands.json", 1
MOST_STEPS = 20


class ConfigurationEdit(NamedTuple):
    """One configuration before and after, None where there was or is none."""

    key: str
    before: Configuration | None
    after: Configuration | None


class CommandStep(NamedTuple):
    """What one command changed.

    Attributes:
        label: a message.
        time: seconds since the epoch.
        order_before, order_after: keys of the configurations.
        folders_before, folders_after: the user's own folders and manifests.
        options_before, options_after: the option sets of programs, if they were changed.
        programs_before, programs_after: the program chosen last and those before it, if another
            was chosen.
    """

    label: Message | str
    time: float
    edits: tuple[ConfigurationEdit, ...]
    order_before: tuple[str, ...] = ()
    order_after: tuple[str, ...] = ()
    folders_before: tuple[CollectionSource, ...] = ()
    folders_after: tuple[CollectionSource, ...] = ()
    options_before: tuple[ProgramOptions, ...] = ()
    options_after: tuple[ProgramOptions, ...] = ()
    programs_before: tuple[Target, ...] = ()
    programs_after: tuple[Target, ...] = ()


class CommandHistory(NamedTuple):
    """Steps that can be undone and undone ones that can be redone. The last is the next."""

    steps: tuple[CommandStep, ...] = ()
    undone: tuple[CommandStep, ...] = ()

    def after_undo(self) -> CommandHistory:
        return CommandHistory(self.steps[:-1], (*self.undone, *self.steps[-1:]))

    def after_redo(self) -> CommandHistory:
        return CommandHistory((*self.steps, *self.undone[-1:]), self.undone[:-1])


class _Refusals(NamedTuple):
    """What is said where something was changed since, so that its step is left alone."""

    configuration: str
    folders: str
    options: str
    programs: str


_NOT_UNDONE = _Refusals(
    configuration=tr("“{name}” was changed after “{step}”, so that is not undone."),
    folders=tr("Your folders were changed after “{step}”, so that is not undone."),
    options=tr("Option sets were changed after “{step}”, so that is not undone."),
    programs=tr("Another program was chosen after “{step}”, so that is not undone."),
)
_NOT_REDONE = _Refusals(
    configuration=tr("“{name}” was changed after “{step}” was undone, so that is not redone."),
    folders=tr("Your folders were changed after “{step}” was undone, so that is not redone."),
    options=tr("Option sets were changed after “{step}” was undone, so that is not redone."),
    programs=tr("Another program was chosen after “{step}” was undone, so that is not redone."),
)


def step_between(
    label: Message | str, before: Workspace, after: Workspace, time: float
) -> CommandStep:
    """Return the step that leads from one workspace to another."""
    old, new = (
        {configuration.key: configuration for configuration in side.configurations}
        for side in (before, after)
    )
    return CommandStep(
        label,
        time,
        tuple(ConfigurationEdit(*difference) for difference in find_differences(old, new)),
        _list_keys(before),
        _list_keys(after),
        before.collection,
        after.collection,
        *_unless_equal(before.options, after.options),
        *_unless_equal(_list_programs(before), _list_programs(after)),
    )


_T = TypeVar("_T")


def _unless_equal(
    before: tuple[_T, ...], after: tuple[_T, ...]
) -> tuple[tuple[_T, ...], tuple[_T, ...]]:
    """Return both lists, or two empty ones if they are equal."""
    return ((), ()) if before == after else (before, after)


def undone(step: CommandStep, workspace: Workspace) -> Workspace | str:
    """Return the workspace with a step undone, or a sentence about what was changed since."""
    return _explain_refusal(step, workspace, _NOT_UNDONE) or _apply_backwards(step, workspace)


def redone(step: CommandStep, workspace: Workspace) -> Workspace | str:
    """Return the workspace with a step redone, or a sentence about what was changed since."""
    back = _invert_step(step)
    return _explain_refusal(back, workspace, _NOT_REDONE) or _apply_backwards(back, workspace)


def _invert_step(step: CommandStep) -> CommandStep:
    """Return the step that leads back."""
    return CommandStep(
        step.label,
        step.time,
        tuple(ConfigurationEdit(edit.key, edit.after, edit.before) for edit in step.edits),
        step.order_after,
        step.order_before,
        step.folders_after,
        step.folders_before,
        step.options_after,
        step.options_before,
        step.programs_after,
        step.programs_before,
    )


def _explain_refusal(step: CommandStep, workspace: Workspace, refusals: _Refusals) -> str:
    """Return a sentence about what was changed since a step, or ""."""
    for edit in step.edits:
        if workspace.find(edit.key) != edit.after:
            configuration = edit.after or edit.before
            name = render(configuration.title) if configuration is not None else edit.key
            return refusals.configuration.format(name=name, step=render(step.label))
    if _changes_folders(step) and workspace.collection != step.folders_after:
        return refusals.folders.format(step=render(step.label))
    if _changes_options(step) and workspace.options != step.options_after:
        return refusals.options.format(step=render(step.label))
    if _changes_programs(step) and _list_programs(workspace) != step.programs_after:
        return refusals.programs.format(step=render(step.label))
    return ""


def _apply_backwards(step: CommandStep, workspace: Workspace) -> Workspace:
    by_key = {configuration.key: configuration for configuration in workspace.configurations}
    for edit in step.edits:
        by_key.pop(edit.key, None)
        if edit.before is not None:
            by_key[edit.key] = edit.before
    order = (
        _list_keys(workspace) if _list_keys(workspace) != step.order_after else step.order_before
    )
    keys = [key for key in dict.fromkeys((*order, *by_key)) if key in by_key]
    selected = workspace.selected if workspace.selected in by_key else (keys[0] if keys else "")
    programs = step.programs_before if _changes_programs(step) else _list_programs(workspace)
    last, *recent = programs or (NO_PROGRAM,)
    return workspace._replace(
        configurations=tuple(by_key[key] for key in keys),
        selected=selected,
        collection=step.folders_before if _changes_folders(step) else workspace.collection,
        options=step.options_before if _changes_options(step) else workspace.options,
        last_program=last,
        recent=tuple(recent),
    )


def _list_keys(workspace: Workspace) -> tuple[str, ...]:
    return tuple(configuration.key for configuration in workspace.configurations)


def _list_programs(workspace: Workspace) -> tuple[Target, ...]:
    return (workspace.last_program, *workspace.recent)


# on disk


def read_history(folder: Path) -> CommandHistory:
    """Return the steps, or no step if the file is missing or cannot be read."""
    try:
        return _parse(read_document(str(folder / FILE), FORMAT))
    except (OSError, DocumentError):
        return CommandHistory()


def remember(folder: Path, step: CommandStep) -> None:
    """Add a step to the file. What was undone before cannot be redone any more.

    Raises:
        OSError: the file could not be written, or is of a newer version of this program.
    """
    moved = step.order_before != step.order_after
    changes_choice = _changes_options(step) or _changes_programs(step)
    if step.edits or moved or _changes_folders(step) or changes_choice:
        write_history(folder, CommandHistory((*read_history(folder).steps, step)[-MOST_STEPS:]))


def _changes_options(step: CommandStep) -> bool:
    return step.options_before != step.options_after


def _changes_programs(step: CommandStep) -> bool:
    return step.programs_before != step.programs_after


def _changes_folders(step: CommandStep) -> bool:
    return step.folders_before != step.folders_after


def write_history(folder: Path, history: CommandHistory) -> None:
    """Replace the file.

    Raises:
        OSError: the file could not be written, or is of a newer version of this program.
    """
    file = folder / FILE
    keep_aside(file, _check)
    document = {"format": FORMAT, **_CODEC.encode(history)}
    write_file(str(file), json.dumps(document, indent=1).encode("ascii"))


def _check(content: bytes) -> CommandHistory:
    document = parse_json(content)
    check_format(document, FORMAT)
    return _parse(document)


def _parse(document: object) -> CommandHistory:
    history: CommandHistory = _CODEC.members(CommandHistory, as_object(document, ""))
    return history


def _read_configuration(value: object, place: str) -> Configuration:
    return configuration_from_document(as_object(value, place))


_CODEC = Codec(
    readers={Configuration: _read_configuration},
    writers={Configuration: configuration_to_document},
)
