"""A problem with its actions, and the summary that names the worst problem and its remedy.

Value types only: the window shows them first; the code that finds problems and fixes is loaded
later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    ChangeProfile,
    EditKey,
    InstallLibrary,
    NoRemedy,
    Problem,
    Remedy,
    RemoveFile,
    Severity,
)
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.text.wording import capitalise, render_count, render_version

MAX_SIMILAR = 20  # problems of one kind that are listed one by one
T = TypeVar("T")
PROGRAM_PAGE, VIEW_PAGE, DEVICE_PAGE, FILE_PAGE, FIX_PAGE = (
    "program",
    "view",
    "device",
    "file",
    "fix",
)


class ActionKind(StrEnum):
    """Kind of an action."""

    FIX = "fix"  # carries the remedy out; it can be undone
    COMMAND = "command"  # copies the command for an elevated user
    WITHDRAW = "withdraw"  # takes back what this program applied
    OPEN = "open"  # shows the file
    COPY = "copy"  # copies the text
    OPEN_PAGE = "open-page"  # opens the address that is the text
    ADD_FOLDER = "add-folder"  # of layers, which the user chooses
    TURN_OFF = "turn-off"  # sets the control of the row whose key is the text
    PROBE = "probe"  # shows what a probe found of that row
    SHOW_ALL = "show-all"  # lists all problems of a kind one by one


class ProblemAction(NamedTuple):
    """One button of a problem.

    Attributes:
        step_label: short name of the action, the label of its undo step.
        consequence: consequence, as a sentence.
        text: text to copy, or the key of a row.
    """

    kind: ActionKind
    label: str
    remedy: Remedy | None = None
    step_label: str = ""
    text: str = ""
    consequence: str = ""

    @property
    def row_label(self) -> str:
        """Label of what leads to the action: with "…" where it is previewed first."""
        is_previewed = self.kind is ActionKind.FIX
        return tr("{action}…", action=self.label) if is_previewed else self.label


class Diagnostic(NamedTuple):
    """A problem and its actions, the most specific first; Enter uses the first one.

    Attributes:
        similar_problems: the others of its kind, where it stands for all of them.
    """

    problem: Problem
    actions: tuple[ProblemAction, ...] = ()
    similar_problems: tuple[Diagnostic, ...] = ()

    @property
    def title(self) -> str:
        """The title, with the number of similar problems."""
        return make_title(self.problem, len(self.similar_problems))

    @property
    def no_action_reason(self) -> str:
        """Why vkconfig-py can fix nothing here, or what would help."""
        match self.problem.remedy:
            case InstallLibrary(library):
                library_path = library.replace("/./", "/")
                return tr(
                    "The dynamic linker needs {library}. Install the package that contains it.",
                    library=library_path,
                )
            case ChangeProfile(version):
                return tr(
                    "Loader {version} or newer behaves differently.",
                    version=render_version(version),
                )
            case RemoveFile() | EditKey():
                return tr("vkconfig-py applied this file; Withdraw restores the previous files.")
            case NoRemedy(reason) if reason:
                return f"{capitalise(render(reason))}."
            case _:
                return tr("vkconfig-py cannot repair this.")


def group_similar(
    problems: Sequence[T], get_problem: Callable[[T], Problem], unfolded_keys: Container[str] = ()
) -> list[tuple[T, ...]]:
    """Group very many problems of one code as one entry, at the place of the first.

    `unfolded_keys` are codes whose problems are listed one by one in any case.
    """
    groups: dict[tuple[str, Severity], list[T]] = {}
    for entry in problems:
        problem = get_problem(entry)
        groups.setdefault((problem.code, problem.severity), []).append(entry)
    entries: list[tuple[T, ...]] = []
    for entry in problems:
        problem = get_problem(entry)
        group = groups[problem.code, problem.severity]
        if len(group) <= MAX_SIMILAR or problem.code in unfolded_keys:
            entries.append((entry,))
        elif entry is group[0]:
            entries.append(tuple(group))
    return entries


def make_title(problem: Problem, other_count: int) -> str:
    """Return the title of a problem, for one that stands for others with their number."""
    if not other_count:
        return problem.title
    return counted(
        "{title}, and {n:,} more like this",
        "{title}, and {n:,} more like this",
        other_count,
        title=problem.title,
    )


def count_notes(problems: Iterable[Diagnostic]) -> int:
    """Return how many problems are only notes, with those that a row stands for."""
    return count_severities(problems)[Severity.NOTE]


def summarize_problems(problems: Iterable[Diagnostic]) -> str:
    """Return text such as "1 error · 1 warning · 1 note", or "" without problems."""
    counts = count_severities(problems)
    return " · ".join(
        render_count(counts[severity], severity) for severity in Severity if counts[severity]
    )


def count_severities(problems: Iterable[Diagnostic]) -> Counter[str]:
    """Count problems by severity, with those that a row stands for."""
    counts = Counter[str]()
    for problem in problems:
        counts[problem.problem.severity] += 1 + len(problem.similar_problems)
    return counts


def find_moving_aside(
    problems: Sequence[Diagnostic], files: Container[str]
) -> tuple[Diagnostic, ProblemAction] | None:
    """Return the first problem of one of these files, and its action that moves the file aside."""
    return next(
        (
            (diagnostic, action)
            for diagnostic in problems
            if diagnostic.problem.file in files
            for action in diagnostic.actions
            if isinstance(action.remedy, RemoveFile)
        ),
        None,
    )


class ShownSummary(NamedTuple):
    """The summary above the chain.

    Attributes:
        sentences: longest first; the view shows the longest that fits.
        page_by_noun: the clickable words, by the page that they open.
        is_alarm: programs fail to create an instance or crash.
        file: the manifest that causes it, or "".
        problem: the problem that the alarm is about, where it is known.
        fix: the action that helps.
    """

    sentences: tuple[str, ...]
    page_by_noun: Mapping[str, str] = MappingProxyType({})
    is_alarm: bool = False
    file: str = ""
    problem: Diagnostic | None = None
    fix: ProblemAction | None = None


def make_shown_summary(snapshot: ChainSnapshot, problems: Sequence[Diagnostic]) -> ShownSummary:
    """Return the summary of a snapshot.

    If it is a problem, the problem's first action is its fix.
    """
    summary = snapshot.summary
    if summary.is_alarm:
        return _make_alarm(snapshot, problems)
    sentence = summary.sentences[0]
    nouns = {}
    program = next((row for row in snapshot.rows if row.kind is RowKind.PROGRAM), None)
    if program is not None:
        nouns[PROGRAM_PAGE] = program.name if program.name in sentence else tr("A program")
        nouns[VIEW_PAGE] = tr("every program")
    if summary.device:
        nouns[DEVICE_PAGE] = summary.device
    return ShownSummary(summary.sentences, nouns)


def _make_alarm(snapshot: ChainSnapshot, problems: Sequence[Diagnostic]) -> ShownSummary:
    """Return the summary that programs fail or crash."""
    summary = snapshot.summary
    blamed_name = summary.blamed_name or get_base_name(summary.file)
    nouns = {FILE_PAGE: blamed_name} if summary.file else {}
    diagnostic = next((problem for problem in problems if _is_about(problem, summary.file)), None)
    fix = diagnostic.actions[0] if diagnostic is not None and diagnostic.actions else None
    sentences = summary.sentences
    if fix is not None:
        nouns[FIX_PAGE] = fix.row_label
        sentences = tuple(f"{sentence} {fix.row_label}" for sentence in sentences)
    return ShownSummary(sentences, nouns, True, summary.file, diagnostic, fix)


def _is_about(diagnostic: Diagnostic, file: str) -> bool:
    """True if an error is about this file or, with "", about missing drivers."""
    problem = diagnostic.problem
    # Where no file is to blame, programs fail for want of a driver.
    is_same_problem = problem.file == file if file else problem.code == "no-driver"
    return is_same_problem and problem.severity is Severity.ERROR
