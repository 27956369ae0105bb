"""ProblemsModel: all problems on the machine, the worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import ProblemRole
from vkconfig_py.model.problems.headline import ActionableProblem
from vkconfig_py.model.text.severities import severity_count, severity_word
from vkconfig_py.model.text.wording import tooltip, visible

_ORDER = tuple(Severity)


class ProblemsModel(KeyedListModel[ActionableProblem]):
    """Problems with consequence, file and the labels of their actions."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda told: visible(told.problem.title),
        Qt.ItemDataRole.ToolTipRole: lambda told: tooltip(_details(told.problem)),
        Qt.ItemDataRole.AccessibleTextRole: lambda told: visible(_accessible(told)),
        ProblemRole.SEVERITY: lambda told: str(told.problem.severity),
        ProblemRole.CONSEQUENCE: lambda told: visible(told.problem.consequence),
        ProblemRole.FILE: lambda told: visible(told.problem.file),
        ProblemRole.LINE: lambda told: told.problem.line,
        ProblemRole.ACTIONS: lambda told: tuple(action.label for action in told.actions),
    }

    def key_of(self, value: ActionableProblem) -> str:
        """Identity of a problem; stable when its text changes."""
        problem = value.problem
        return f"{problem.code}\n{problem.file}\n{problem.line}\n{problem.title}"

    def show(self, told: Sequence[ActionableProblem]) -> None:
        """Show problems, errors first, each once."""
        self.update_to(
            sorted(dict.fromkeys(told), key=lambda one: _ORDER.index(one.problem.severity))
        )

    def counts(self) -> dict[str, int]:
        found = Counter(told.problem.severity for told in self._values)
        return {str(severity): found[severity] for severity in Severity}

    def summary(self) -> str:
        """Text such as "1 error · 1 warning · 1 note", or "" without problems."""
        return " · ".join(severity_count(n, name) for name, n in self.counts().items() if n)

    def report(self) -> str:
        return "".join(map(self.report_of, self._values))

    def report_of(self, told: ActionableProblem) -> str:
        return f"{visible(_line(told.problem))}\n"


def _place(problem: Problem) -> str:
    return (
        tr("{file}, line {line}", file=problem.file, line=problem.line)
        if problem.line
        else problem.file
    )


def _line(problem: Problem) -> str:
    place = f" ({problem.file}:{problem.line})" if problem.file else ""
    head = f"{problem.severity}: {problem.title}{place}. {problem.consequence}"
    return f"{head} [{problem.code}]"


def _details(problem: Problem) -> str:
    parts = (problem.title, problem.consequence, _place(problem))
    return "\n".join(part for part in parts if part)


def _accessible(told: ActionableProblem) -> str:
    problem = told.problem
    actions = ", ".join(action.label for action in told.actions)
    parts = (
        f"{severity_word(problem.severity)}: {problem.title}",
        problem.consequence.rstrip("."),
        _place(problem),
        tr("Actions: {actions}", actions=actions) if actions else "",
    )
    return ". ".join(part for part in parts if part)
