"""Told: a problem with what can be done about it here and now. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from vkconfig_py.loader.verdicts import (
    EditKey,
    InstallLibrary,
    MoveFile,
    Problem,
    Remedy,
    RemoveFile,
    RenameKey,
    Together,
)
from vkconfig_py.model.fixes import label_of, may_change


class ActionKind(StrEnum):
    """What an action does."""

    FIX = "fix"  # carries the remedy out; it can be undone
    COMMAND = "command"  # copies the command that somebody with more rights can run
    OPEN = "open"  # shows the file
    COPY = "copy"  # copies the text


class Action(NamedTuple):
    """One button of a problem."""

    kind: ActionKind
    label: str
    remedy: Remedy | None = None
    text: str = ""


class Told(NamedTuple):
    """A problem and its actions, the nearest first; Enter uses that one."""

    problem: Problem
    actions: tuple[Action, ...] = ()


def tell_all(problems: Sequence[Problem], root: str = "") -> tuple[Told, ...]:
    """Return the problems with their actions; asks the system what may be written."""
    return tuple(Told(problem, actions_for(problem, root)) for problem in problems)


def actions_for(problem: Problem, root: str = "") -> tuple[Action, ...]:
    """Return what can be done about a problem: its fixes, else what helps to do it by hand."""
    actions: list[Action] = []
    for remedy in (problem.remedy, *problem.more):
        if isinstance(remedy, InstallLibrary):
            actions.append(Action(ActionKind.COPY, "Copy name", text=remedy.library))
        elif label := label_of(remedy):
            if all(may_change(root + file) for file in _files(remedy)):
                actions.append(Action(ActionKind.FIX, label, remedy))
            else:
                actions.append(Action(ActionKind.COMMAND, f"{label}: copy command", remedy))
    if problem.file and not any(action.kind is ActionKind.FIX for action in actions):
        actions.append(Action(ActionKind.OPEN, "Open file"))
    return tuple(actions)


def _files(remedy: Remedy) -> tuple[str, ...]:
    match remedy:
        case EditKey(file) | RenameKey(file) | RemoveFile(file):
            return (file,)
        case MoveFile(file, target):
            return (file, target)
        case Together(steps):
            return tuple(file for step in steps for file in _files(step))
        case _:
            return ()
