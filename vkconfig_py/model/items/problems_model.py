"""ProblemsModel: all problems on the machine, the worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import ProblemRole
from vkconfig_py.model.problems.headline import (
    Action,
    ActionableProblem,
    ActionKind,
    group_alike,
)
from vkconfig_py.model.text.severities import severity_count, severity_word
from vkconfig_py.model.text.wording import tooltip, visible

_ORDER = tuple(Severity)
_FOLDED = (Action(ActionKind.SHOW_ALL, tr("Show all")),)


class ProblemsModel(KeyedListModel[ActionableProblem]):
    """Problems with consequence, file and the labels of their actions."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda told: visible(told.title),
        Qt.ItemDataRole.ToolTipRole: lambda told: tooltip(_details(told)),
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

    def show(self, told: Sequence[ActionableProblem], unfolded: Container[str] = ()) -> None:
        """Show problems, errors first, each once; very many of one code are one row."""
        listed = sorted(dict.fromkeys(told), key=lambda one: _ORDER.index(one.problem.severity))
        groups = group_alike(listed, lambda one: one.problem, unfolded)
        self.update_to(
            [
                first._replace(actions=_FOLDED, more=tuple(more)) if more else first
                for first, *more in groups
            ]
        )

    def counts(self) -> dict[str, int]:
        found = Counter[Severity]()
        for told in self._values:
            found[told.problem.severity] += 1 + len(told.more)
        return {str(severity): found[severity] for severity in Severity}

    def summary(self) -> str:
        """Text such as "1 error · 1 warning · 1 note", or "" without problems."""
        return " · ".join(severity_count(n, name) for name, n in self.counts().items() if n)

    def report(self) -> str:
        return "".join(map(self.report_of, self._values))

    def report_of(self, told: ActionableProblem) -> str:
        return "".join(f"{visible(_line(one.problem))}\n" for one in (told, *told.more))


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


def _details(told: ActionableProblem) -> str:
    problem = told.problem
    parts = (told.title, problem.consequence, _place(problem))
    return "\n".join(part for part in parts if part)


def _accessible(told: ActionableProblem) -> str:
    problem = told.problem
    actions = ", ".join(action.label for action in told.actions)
    parts = (
        f"{severity_word(problem.severity)}: {told.title}",
        problem.consequence.rstrip("."),
        _place(problem),
        tr("Actions: {actions}", actions=actions) if actions else "",
    )
    return ". ".join(part for part in parts if part)
