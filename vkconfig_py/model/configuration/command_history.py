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
    decode_configuration,
    encode_configuration,
)
from vkconfig_py.model.configuration.own_documents import (
    Codec,
    parse_json,
    read_object,
    rename_unreadable,
)
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace

HISTORY_FILE, FORMAT = "commands.json", 1
MAX_STEPS = 20


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
    undone_steps: tuple[CommandStep, ...] = ()

    def after_undo(self) -> CommandHistory:
        """Return the history after its latest step is undone."""
        return CommandHistory(self.steps[:-1], (*self.undone_steps, *self.steps[-1:]))

    def after_redo(self) -> CommandHistory:
        """Return the history after the step that was undone last is redone."""
        return CommandHistory((*self.steps, *self.undone_steps[-1:]), self.undone_steps[:-1])


class _Refusals(NamedTuple):
    """What is said where something was changed since, so that its step is left alone."""

    configuration: str
    folders: str
    options: str
    programs: str


_NOT_UNDONE = _Refusals(
    configuration=tr("Cannot undo “{step}”: “{name}” has been changed since."),
    folders=tr("Cannot undo “{step}”: your folders have been changed since."),
    options=tr("Cannot undo “{step}”: option sets have been changed since."),
    programs=tr("Cannot undo “{step}”: another program has been chosen since."),
)
_NOT_REDONE = _Refusals(
    configuration=tr("Cannot redo “{step}”: “{name}” was changed after the undo."),
    folders=tr("Cannot redo “{step}”: your folders were changed after the undo."),
    options=tr("Cannot redo “{step}”: option sets were changed after the undo."),
    programs=tr("Cannot redo “{step}”: another program was chosen after the undo."),
)


def make_step(
    label: Message | str, workspace_before: Workspace, workspace_after: Workspace, time: float
) -> CommandStep:
    """Return the step that leads from one workspace to another."""
    old_configurations, new_configurations = (
        {configuration.key: configuration for configuration in side.configurations}
        for side in (workspace_before, workspace_after)
    )
    return CommandStep(
        label,
        time,
        tuple(
            ConfigurationEdit(*difference)
            for difference in find_differences(old_configurations, new_configurations)
        ),
        _list_keys(workspace_before),
        _list_keys(workspace_after),
        workspace_before.sources,
        workspace_after.sources,
        *_drop_if_equal(workspace_before.program_options, workspace_after.program_options),
        *_drop_if_equal(_list_programs(workspace_before), _list_programs(workspace_after)),
    )


_T = TypeVar("_T")


def _drop_if_equal(
    values_before: tuple[_T, ...], values_after: tuple[_T, ...]
) -> tuple[tuple[_T, ...], tuple[_T, ...]]:
    """Return both lists, or two empty ones if they are equal."""
    return ((), ()) if values_before == values_after else (values_before, values_after)


def undo_step(step: CommandStep, workspace: Workspace) -> Workspace | str:
    """Return the workspace with a step undone.

    Return a sentence if what the step changed was changed again since.
    """
    return _explain_refusal(step, workspace, _NOT_UNDONE) or _revert_edits(step, workspace)


def redo_step(step: CommandStep, workspace: Workspace) -> Workspace | str:
    """Return the workspace with a step redone.

    Return a sentence if what the step changed was changed again since.
    """
    inverted_step = _invert_step(step)
    return _explain_refusal(inverted_step, workspace, _NOT_REDONE) or _revert_edits(
        inverted_step, workspace
    )


def _invert_step(step: CommandStep) -> CommandStep:
    """Return a step that undoes this one."""
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
    """Return a sentence on what was changed since a step, "" if it can be undone."""
    for edit in step.edits:
        if workspace.find_configuration(edit.key) != edit.after:
            configuration = edit.after or edit.before
            name = render(configuration.title) if configuration is not None else edit.key
            return refusals.configuration.format(name=name, step=render(step.label))
    if _changes_folders(step) and workspace.sources != step.folders_after:
        return refusals.folders.format(step=render(step.label))
    if _changes_options(step) and workspace.program_options != step.options_after:
        return refusals.options.format(step=render(step.label))
    if _changes_programs(step) and _list_programs(workspace) != step.programs_after:
        return refusals.programs.format(step=render(step.label))
    return ""


def _revert_edits(step: CommandStep, workspace: Workspace) -> Workspace:
    """Return the workspace with the state before a step in all that the step changed."""
    by_key = {configuration.key: configuration for configuration in workspace.configurations}
    deleted_built_ins = dict(workspace.deleted_built_ins)
    for edit in step.edits:
        by_key.pop(edit.key, None)
        if edit.before is not None:
            by_key[edit.key] = edit.before
            deleted_built_ins.pop(edit.key, None)
        elif edit.after is not None and edit.after.built_in:
            deleted_built_ins[edit.key] = edit.after.built_in
    order = (
        _list_keys(workspace) if _list_keys(workspace) != step.order_after else step.order_before
    )
    keys = [key for key in dict.fromkeys((*order, *by_key)) if key in by_key]
    selected_key = (
        workspace.selected_key if workspace.selected_key in by_key else (keys[0] if keys else "")
    )
    programs = step.programs_before if _changes_programs(step) else _list_programs(workspace)
    last_target, *recent_targets = programs or (NO_PROGRAM,)
    return workspace._replace(
        configurations=tuple(by_key[key] for key in keys),
        selected_key=selected_key,
        deleted_built_ins=tuple(deleted_built_ins.items()),
        sources=step.folders_before if _changes_folders(step) else workspace.sources,
        program_options=step.options_before
        if _changes_options(step)
        else workspace.program_options,
        last_program=last_target,
        recent_programs=tuple(recent_targets),
    )


def _list_keys(workspace: Workspace) -> tuple[str, ...]:
    """Return the keys of the configurations in their order."""
    return tuple(configuration.key for configuration in workspace.configurations)


def _list_programs(workspace: Workspace) -> tuple[Target, ...]:
    """Return the last chosen program and then the recent ones."""
    return (workspace.last_program, *workspace.recent_programs)


# on disk


def read_history(folder: Path) -> CommandHistory:
    """Return the steps, or no step if the file is missing or cannot be read."""
    try:
        return _parse_document(read_document(str(folder / HISTORY_FILE), FORMAT))
    except (OSError, DocumentError):
        return CommandHistory()


def add_step(folder: Path, step: CommandStep) -> None:
    """Add a step to the file. What was undone before cannot be redone any more.

    Raises:
        OSError: the file could not be written, or is of a newer version of this program.
    """
    is_moved = step.order_before != step.order_after
    affects_program_options = _changes_options(step) or _changes_programs(step)
    if step.edits or is_moved or _changes_folders(step) or affects_program_options:
        write_history(folder, CommandHistory((*read_history(folder).steps, step)[-MAX_STEPS:]))


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
    file = folder / HISTORY_FILE
    rename_unreadable(file, _parse_content)
    document = {"format": FORMAT, **_CODEC.encode(history)}
    write_file(str(file), json.dumps(document, indent=1).encode("ascii"))


def _parse_content(content: bytes) -> CommandHistory:
    document = parse_json(content)
    check_format(document, FORMAT)
    return _parse_document(document)


def _parse_document(document: object) -> CommandHistory:
    history: CommandHistory = _CODEC.decode_members(CommandHistory, read_object(document, ""))
    return history


def _read_configuration(value: object, json_path: str) -> Configuration:
    return decode_configuration(read_object(value, json_path))


_CODEC = Codec(
    readers={Configuration: _read_configuration},
    writers={Configuration: encode_configuration},
)
