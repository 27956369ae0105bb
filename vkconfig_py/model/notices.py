"""What the program says at its start: about its own files, and what others applied. No Qt."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.loader.own_files import owner_of, read_file, user_name
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
from vkconfig_py.model.documents.own_files import READ_ERRORS, problem_of
from vkconfig_py.model.documents.window_file import WINDOW_FILE
from vkconfig_py.model.documents.workspace import DocumentProblem
from vkconfig_py.model.foreign.running import RUNNING, RunningVkConfig, running_notice
from vkconfig_py.model.paths import StatePaths
from vkconfig_py.model.presence import is_folder, is_there

if TYPE_CHECKING:
    from vkconfig_py.loader.report import LoaderReport

FOREIGN = "foreign-override"
NO_HOME, AS_ROOT = "no-home", "as-root"
NOT_WRITABLE, UNREADABLE = "not-writable", "document-unreadable"
_CACHES = ("loaders.json", "probes.json", "shown_loaders.json")
CODES = (FOREIGN, NO_HOME, AS_ROOT, NOT_WRITABLE, UNREADABLE, RUNNING)


def find_notices(paths: StatePaths, problems: Sequence[DocumentProblem]) -> tuple[Problem, ...]:
    """Return what the user should know before editing; looks and writes nothing."""
    notices = [_unreadable(problem) for problem in (*problems, *_state_problems(paths))]
    if paths.note:
        title = "No folder of your own was found"
        notices.append(Problem(Severity.WARNING, NO_HOME, title, paths.note))
    if paths.as_root:
        notices.append(Problem(Severity.NOTE, AS_ROOT, "This program runs as root", paths.as_root))
    for folder in dict.fromkeys((paths.configurations, paths.state)):
        notices += _not_writable(folder)
    return tuple(notices)


def _state_problems(paths: StatePaths) -> Iterator[DocumentProblem]:
    """Say which files of the state folder cannot be read."""
    from vkconfig_py.model.applying.file_states import CONTENT_LIMIT
    from vkconfig_py.model.applying.journal import unreadable_entries
    from vkconfig_py.model.applying.record import read_record, record_file

    _record, why = read_record(paths)
    if why:
        yield DocumentProblem(str(record_file(paths)), why.removesuffix("."))
    yield from unreadable_entries(paths)
    caches = [paths.cache / name for name in _CACHES] if paths.cache else []
    for file in (paths.state / WINDOW_FILE, *caches):
        try:
            read_file(str(file), CONTENT_LIMIT, first=0)  # what is damaged is simply made again
        except (FileNotFoundError, NotADirectoryError):
            continue
        except READ_ERRORS as error:
            yield problem_of(file, error)


def all_notices(
    report: LoaderReport, paths: StatePaths, problems: Sequence[DocumentProblem]
) -> tuple[Problem, ...]:
    """Return what is to be known besides what the engine finds wrong on a machine."""
    from vkconfig_py.model.applying.overrides import find_overrides
    from vkconfig_py.model.foreign.running import find_running

    overrides = find_overrides(report, paths)
    return (
        *find_notices(paths, problems),
        *machine_notices(overrides, find_running(report.host)),
    )


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
    name = Path(problem.path).name
    return Problem(
        Severity.WARNING,
        UNREADABLE,
        f"{name} could not be read",
        f"{problem.sentence}. It stays where it is: a plain file that is damaged is kept as "
        f"{name}.bad when its place is needed, anything else is never replaced.",
        problem.path,
        problem.line,
    )


def _not_writable(folder: Path) -> list[Problem]:
    existing = next((path for path in (folder, *folder.parents) if is_there(path)), folder)
    what = ""
    if not is_folder(existing):
        what = "is not a folder"
    elif not os.access(existing, os.W_OK | os.X_OK):
        what = "cannot be written to"
    elif existing == folder and existing.stat().st_uid != owner_of(str(folder)):
        whose, owner = existing.stat().st_uid, owner_of(str(folder))
        what = f"belongs to {user_name(whose)}, not to {user_name(owner)}"
    if not what:
        return []
    return [
        Problem(
            Severity.WARNING,
            NOT_WRITABLE,
            "Changes cannot be saved",
            f"{existing} {what}. You can look, try and launch; "
            "edits are lost when you close the window.",
            str(existing),
        )
    ]
