"""Told: a problem with what can be done about it here and now. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from pathlib import PurePath

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.verdicts import (
    ChangeProfile,
    EditKey,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    Problem,
    Remedy,
    RemoveFile,
    RenameKey,
    SetVariable,
    Together,
    UnsetVariable,
)
from vkconfig_py.model.problems.fixes import label_of, may_change


class ActionKind(StrEnum):
    """What an action does."""

    FIX = "fix"  # carries the remedy out; it can be undone
    COMMAND = "command"  # copies the command that somebody with more rights can run
    WITHDRAW = "withdraw"  # takes back what this program applied
    OPEN = "open"  # shows the file
    COPY = "copy"  # copies the text
    TURN_OFF = "turn-off"  # sets the wish of the row whose key is the text
    PROBE = "probe"  # shows what a probe found of that row


class Action(NamedTuple):
    """One button of a problem.

    Attributes:
        step: what it does in short; undo and redo call it that.
        text: what is copied, or the key of a row.
    """

    kind: ActionKind
    label: str
    remedy: Remedy | None = None
    step: str = ""
    text: str = ""


class Told(NamedTuple):
    """A problem and its actions, the nearest first; Enter uses that one."""

    problem: Problem
    actions: tuple[Action, ...] = ()

    @property
    def why_nothing(self) -> str:
        """Return why nothing can be fixed from here, or what would help."""
        match self.problem.remedy:
            case InstallLibrary(library):
                where = library.replace("/./", "/")
                return f"The dynamic linker looks for {where}. Install the package that has it."
            case ChangeProfile(version):
                return f"A loader {'.'.join(map(str, version))} or newer decides otherwise."
            case RemoveFile() | EditKey():
                return "This program applied it; Withdraw puts back what was there before."
            case NoRemedy(why) if why:
                return f"{why[:1].upper()}{why[1:]}."
            case _:
                return "This cannot be repaired from here."


def tell_all(
    problems: Sequence[Problem], root: str = "", own_files: Collection[str] = ()
) -> tuple[Told, ...]:
    """Return the problems with their actions; asks the system what may be written.

    `own_files` are those that this program has applied; they are withdrawn and never edited.
    """
    return tuple(Told(problem, actions_for(problem, root, own_files)) for problem in problems)


def actions_for(
    problem: Problem, root: str = "", own_files: Collection[str] = ()
) -> tuple[Action, ...]:
    """Return what can be done about a problem: its fixes, else what helps to do it by hand."""
    actions: list[Action] = []
    for remedy in (problem.remedy, *problem.more):
        if any(file in own_files for file in _files(remedy)):
            if not any(action.kind is ActionKind.WITHDRAW for action in actions):
                actions.append(Action(ActionKind.WITHDRAW, "Withdraw"))
        elif isinstance(remedy, InstallLibrary):
            actions.append(Action(ActionKind.COPY, "Copy name", text=remedy.library))
        elif label := label_of(remedy):
            if all(may_change(root + file) for file in _files(remedy)):
                actions.append(Action(ActionKind.FIX, label, remedy, _step(remedy)))
            else:
                actions.append(Action(ActionKind.COMMAND, "Copy command", remedy, _step(remedy)))
    if problem.file and not any(action.kind is ActionKind.FIX for action in actions):
        actions.append(Action(ActionKind.OPEN, "Open file"))
    return tuple(actions)


def _step(remedy: Remedy) -> str:
    match remedy:
        case RemoveFile(file):
            return f"Move aside {PurePath(file).name}"
        case MoveFile(file):
            return f"Move {PurePath(file).name}"
        case EditKey(file) | RenameKey(file):
            return f"Edit {PurePath(file).name}"
        case SetVariable(name):
            return f"Set {name}"
        case UnsetVariable(name):
            return f"Unset {name}"
        case Together(steps):
            return _step(steps[0])
        case _:
            return ""


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
