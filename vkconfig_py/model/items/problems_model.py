"""ProblemsModel: everything wrong on the machine, the worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, assert_never

from PySide6.QtCore import Qt

from vkconfig_py.loader.verdicts import (
    AskFor,
    AskNotFor,
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
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import ProblemRole
from vkconfig_py.model.items.texts import count_of, tooltip, visible

_ORDER = tuple(Severity)


class ProblemsModel(KeyedListModel[Problem]):
    """Problems with the consequence, the place and the label of the first fix."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda problem: visible(problem.title),
        Qt.ItemDataRole.ToolTipRole: lambda problem: tooltip(_details(problem)),
        Qt.ItemDataRole.AccessibleTextRole: lambda problem: visible(_accessible(problem)),
        ProblemRole.SEVERITY: lambda problem: str(problem.severity),
        ProblemRole.CONSEQUENCE: lambda problem: visible(problem.consequence),
        ProblemRole.FILE: lambda problem: problem.file,
        ProblemRole.LINE: lambda problem: problem.line,
        ProblemRole.ACTION: lambda problem: action_label(problem.remedy),
    }

    def key_of(self, value: Problem) -> str:
        """Return what a problem is about: it stays the same problem when its text changes."""
        return f"{value.code}\n{value.file}\n{value.line}\n{value.title}"

    def show(self, problems: Sequence[Problem]) -> None:
        """Show problems, errors first, each once."""
        self.update_to(
            sorted(dict.fromkeys(problems), key=lambda problem: _ORDER.index(problem.severity))
        )

    def problem_at(self, index: Index) -> Problem | None:
        """Return the problem of an index."""
        return self.value_at(index)

    def counts(self) -> dict[str, int]:
        """Return how many problems there are of each severity."""
        found = Counter(problem.severity for problem in self._values)
        return {str(severity): found[severity] for severity in Severity}

    def summary(self) -> str:
        """Return "1 error · 1 warning · 1 note", or "" without problems."""
        return " · ".join(count_of(n, severity) for severity, n in self.counts().items() if n)


def action_label(remedy: Remedy) -> str:
    """Return the label of the button that applies a remedy, "" if there is nothing to do."""
    match remedy:
        case SetVariable():
            label = "Copy set line"
        case UnsetVariable():
            label = "Copy unset line"
        case EditKey() | RenameKey():
            label = "Open file"
        case RemoveFile() | MoveFile():
            label = "Show file"
        case InstallLibrary():
            label = "Copy library name"
        case Together(steps):
            label = action_label(steps[0])
        case ChangeProfile() | AskFor() | AskNotFor() | NoRemedy():
            label = ""
        case _:
            assert_never(remedy)
    return label


def _place(problem: Problem) -> str:
    return f"{problem.file}, line {problem.line}" if problem.line else problem.file


def _details(problem: Problem) -> str:
    parts = (problem.title, problem.consequence, _place(problem))
    return "\n".join(part for part in parts if part)


def _accessible(problem: Problem) -> str:
    parts = (f"{problem.severity}: {problem.title}", problem.consequence, _place(problem))
    return ". ".join(part for part in parts if part)
