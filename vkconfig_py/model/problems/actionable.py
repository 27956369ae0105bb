"""Problems with what can be done about each here and now, and the headline that names the worst."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
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
    Severity,
    Together,
    UnsetVariable,
)
from vkconfig_py.model.chain.picture_values import AFTER_THIS, Picture, RowKind
from vkconfig_py.model.problems.fixes import label_of, may_change

if TYPE_CHECKING:
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.loader.rules.loader_report import LoaderReport


MOST_PROVED = 60


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
        after: what follows, as a sentence.
        text: what is copied, or the key of a row.
    """

    kind: ActionKind
    label: str
    remedy: Remedy | None = None
    step: str = ""
    text: str = ""
    after: str = ""


class ActionableProblem(NamedTuple):
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


def find_problems(
    report: LoaderReport,
    cache: DocumentCache,
    loaders: Sequence[LoaderProfile] = (),
    *,
    own_files: Collection[str] = (),
    intended: Collection[str] = (),
) -> tuple[ActionableProblem, ...]:
    """Return what is wrong on the machine of a report, with what was seen to help.

    `own_files` are those that this program has applied, `intended` the variables of layers that
    the configuration itself sets. Of very many problems the first have their fixes, the rest show
    their files.
    """
    from vkconfig_py.loader.lint.codes import Code
    from vkconfig_py.loader.lint.linter import lint
    from vkconfig_py.loader.lint.problem_advice import Trial

    trial = Trial(report, cache, loaders)
    found = [
        problem
        for problem in lint(report, cache, loaders)
        if problem.code != Code.LAYER_VARIABLE_SET or problem.detail not in intended
    ]
    root = report.host.root
    told = []
    for number, problem in enumerate(found):
        follows = partial(trial.what_follows, problem) if number < MOST_PROVED else _not_tried
        told.append(ActionableProblem(problem, actions_for(problem, root, own_files, follows)))
    return tuple(told)


def with_actions(
    problems: Sequence[Problem], root: str = "", own_files: Collection[str] = ()
) -> tuple[ActionableProblem, ...]:
    """Return problems of our own files with their actions; asks the system what may be written."""
    return tuple(
        ActionableProblem(problem, actions_for(problem, root, own_files)) for problem in problems
    )


Follows = Callable[[Remedy], str | None]


def _clear(_remedy: Remedy) -> str | None:
    return ""


def _not_tried(_remedy: Remedy) -> str | None:
    return None


def actions_for(
    problem: Problem,
    root: str = "",
    own_files: Collection[str] = (),
    what_follows: Follows = _clear,
) -> tuple[Action, ...]:
    """Return what can be done about a problem: its fixes, else what helps to do it by hand.

    `what_follows` says what comes of a remedy, None of one that does not help.
    """
    actions: list[Action] = []
    for remedy in (problem.remedy, *problem.more):
        action = action_for(remedy, root, own_files)
        if action is None or action.kind in {one.kind for one in actions} & {ActionKind.WITHDRAW}:
            continue
        follows = "" if action.kind is ActionKind.WITHDRAW else what_follows(remedy)
        if follows is not None:
            actions.append(action._replace(after=AFTER_THIS.format(follows) if follows else ""))
    if problem.file and not any(action.kind is ActionKind.FIX for action in actions):
        actions.append(Action(ActionKind.OPEN, "Open file"))
    return tuple(actions)


def action_for(remedy: Remedy, root: str = "", own_files: Collection[str] = ()) -> Action | None:
    """Return the button that carries all of a remedy out, None if nothing here can."""
    files = _files(remedy)
    if any(file in own_files for file in files):
        return Action(ActionKind.WITHDRAW, "Withdraw")
    if isinstance(remedy, InstallLibrary):
        return Action(ActionKind.COPY, "Copy name", remedy, text=remedy.library)
    label = label_of(remedy)
    if not label:
        return None
    may = all(may_change(root + file) for file in files)
    kind, label = (ActionKind.FIX, label) if may else (ActionKind.COMMAND, "Copy command")
    return Action(kind, label, remedy, _step(remedy))


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


PROGRAM, VIEW, DEVICE, FILE, FIX = "program", "view", "device", "file", "fix"


class ShownHeadline(NamedTuple):
    """What stands above the chain.

    Attributes:
        sentences: longest first; the view takes the longest that fits.
        nouns: the words that can be pressed, by what they open.
        is_alarm: programs do not live.
        file: the guilty manifest, or "".
        problem: the problem that the alarm is about, where it is known.
        fix: what helps against it.
    """

    sentences: tuple[str, ...]
    nouns: Mapping[str, str] = MappingProxyType({})
    is_alarm: bool = False
    file: str = ""
    problem: ActionableProblem | None = None
    fix: Action | None = None


def show_headline(picture: Picture, problems: Sequence[ActionableProblem]) -> ShownHeadline:
    """Return the headline of a picture; what helps is the first action of its problem."""
    headline = picture.headline
    if headline.is_alarm:
        return _alarm(picture, problems)
    said = headline.sentences[0]
    nouns = {}
    program = next((row for row in picture.rows if row.kind is RowKind.PROGRAM), None)
    if program is not None:
        nouns[PROGRAM] = program.name if program.name in said else "A program"
        nouns[VIEW] = "every program"
    if headline.device:
        nouns[DEVICE] = headline.device
    return ShownHeadline(headline.sentences, nouns)


def _alarm(picture: Picture, problems: Sequence[ActionableProblem]) -> ShownHeadline:
    headline = picture.headline
    nouns = {FILE: headline.file.rpartition("/")[2]} if headline.file else {}
    told = next((one for one in problems if _is_about(one, headline.file)), None)
    fix = told.actions[0] if told is not None and told.actions else None
    sentences = headline.sentences
    if fix is not None:
        nouns[FIX] = fix.label
        sentences = tuple(f"{sentence} {fix.label}" for sentence in sentences)
    return ShownHeadline(sentences, nouns, True, headline.file, told, fix)


def _is_about(told: ActionableProblem, file: str) -> bool:
    return bool(file) and told.problem.file == file and told.problem.severity is Severity.ERROR
