"""What the program says at its start: about its own files, and what others applied. No Qt."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.loader.verdicts import (
    REMOVED,
    EditKey,
    Problem,
    Remedy,
    RemoveFile,
    Severity,
    Together,
)
from vkconfig_py.model.banner import OverrideFact
from vkconfig_py.model.documents.workspace import DocumentProblem
from vkconfig_py.model.foreign.running import RunningVkConfig, running_notice
from vkconfig_py.model.paths import StatePaths
from vkconfig_py.model.presence import is_folder, is_there

FOREIGN = "foreign-override"


def find_notices(paths: StatePaths, problems: Sequence[DocumentProblem]) -> tuple[Problem, ...]:
    """Return what the user should know before editing; looks and writes nothing."""
    notices = [_unreadable(problem) for problem in problems]
    if paths.note:
        notices.append(
            Problem(Severity.WARNING, "no-home", "No folder of your own was found", paths.note)
        )
    for folder in dict.fromkeys((paths.configurations, paths.state)):
        notices += _read_only(folder)
    return tuple(notices)


def override_notices(overrides: Sequence[OverrideFact]) -> tuple[Problem, ...]:
    """Return what overrides of others do; of broken ones the engine's own problems speak."""
    return tuple(
        Problem(
            Severity.WARNING,
            FOREIGN,
            _title(one),
            f"It {one.effect}.",
            one.path,
            remedy=_remedy(one),
        )
        for one in overrides
        if not one.own and (one.valid or one.stale)
    )


def _remedy(one: OverrideFact) -> Remedy:
    """Return what takes it away; sections of ours are taken out of a file of somebody else."""
    advice = "take out this entry"
    edits = [EditKey(one.path, place, REMOVED, advice) for place in reversed(one.sections)]
    return Together(tuple(edits)) if edits else RemoveFile(one.path)


def _title(one: OverrideFact) -> str:
    if one.sections:
        return f"Sections of {one.owner} were left behind in a settings file of somebody else"
    if one.stale:
        what = "A settings file" if one.layer_settings else "An override"
        return f"{what} of {one.owner} was left behind"
    if one.layer_settings:
        return "A settings file for the layers of every program stands here"
    return f"{one.owner} applied an override"


def machine_notices(
    overrides: Sequence[OverrideFact], running: RunningVkConfig | None
) -> tuple[Problem, ...]:
    """Return what others do on the machine: a running VkConfig, and overrides."""
    return (*running_notice(running), *override_notices(overrides))


def _unreadable(problem: DocumentProblem) -> Problem:
    return Problem(
        Severity.WARNING,
        "document-unreadable",
        f"{Path(problem.path).name} could not be read",
        f"{problem.sentence}. It stays where it is; if its place is needed it is kept as "
        f"{Path(problem.path).name}.bad.",
        problem.path,
        problem.line,
    )


def _read_only(folder: Path) -> list[Problem]:
    existing = next((path for path in (folder, *folder.parents) if is_there(path)), folder)
    if is_folder(existing) and os.access(existing, os.W_OK | os.X_OK):
        return []
    what = "is not a folder" if not is_folder(existing) else "cannot be written to"
    return [
        Problem(
            Severity.WARNING,
            "not-writable",
            "Changes cannot be saved",
            f"{existing} {what}. You can look, try and launch; edits are lost at the end.",
            str(existing),
        )
    ]
