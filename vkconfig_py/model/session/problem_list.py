"""Problems of the machine, looked for after each picture, and the notes that the user hides.

ProblemList: what is wrong on the machine, looked for after each picture, off the GUI thread.

The session is looked at with the variables and the program of the current configuration, and not
with what one launch would write: a problem stays until it is gone from the machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.model.session.backend import Backend
from vkconfig_py.model.session.background import Worker

if TYPE_CHECKING:
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.plan.question import Question
    from vkconfig_py.model.problems.actionable import ActionableProblem


class ProblemList(QObject):
    """The problems found last.

    Signals:
        changed: other problems were found, or the same with other actions.
    """

    changed = Signal()

    def __init__(self, backend: Backend, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._backend = backend
        self._worker = worker
        self._cache: DocumentCache | None = None  # used by the worker's jobs alone
        self._asked: object = None
        self.told: tuple[ActionableProblem, ...] = ()
        self.is_known = False

    def look(
        self, question: Question, loaders: tuple[LoaderProfile, ...], *, again: bool = False
    ) -> None:
        """Look for problems; without `again` only if the question is another one."""
        current = question.configuration
        asked = (question.host, question.profile, loaders, current.environment, current.target)
        if again or asked != self._asked:
            self._asked = asked
            self._worker.submit(partial(self._find, question, loaders), self._on_found)

    def _find(
        self, question: Question, loaders: tuple[LoaderProfile, ...]
    ) -> tuple[ActionableProblem, ...]:
        if self._cache is None:
            from vkconfig_py.loader.files.scan import DocumentCache

            self._cache = DocumentCache()
        return self._backend.lint(question, loaders, self._cache)

    def _on_found(self, told: tuple[ActionableProblem, ...]) -> None:
        if told != self.told or not self.is_known:
            self.told, self.is_known = told, True
            self.changed.emit()


_KEY = "problems/hidden"
_MOST = 500  # of as many files, the oldest are forgotten and shown again


class Memory(Protocol):
    """What outlives the session; WindowState is one."""

    def text(self, key: str, default: str = "") -> str:
        """Return a remembered text."""

    def keep(self, key: str, value: str) -> None:
        """Remember a text."""


class HiddenNotes(QObject):
    """Which notes are hidden.

    Signals:
        changed: others are hidden than before.
    """

    changed = Signal()

    def __init__(self, memory: Memory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self._hidden = dict.fromkeys(_read(memory.text(_KEY)))

    def visible(self, told: Sequence[ActionableProblem]) -> tuple[ActionableProblem, ...]:
        """Return the problems that are not hidden; what is worse than a note never is."""
        return tuple(one for one in told if not self._is_hidden(one))

    def count(self, told: Sequence[ActionableProblem]) -> int:
        """Return how many of the problems are hidden."""
        return len(told) - len(self.visible(told))

    def hide(self, told: Iterable[ActionableProblem]) -> None:
        """Hide notes, from now on and in later sessions."""
        self._hidden |= dict.fromkeys(_name(one) for one in told if is_note(one))
        self._keep()

    def show_all(self) -> None:
        """Hide nothing any more."""
        self._hidden = {}
        self._keep()

    def _is_hidden(self, told: ActionableProblem) -> bool:
        return is_note(told) and _name(told) in self._hidden

    def _keep(self) -> None:
        self._memory.keep(_KEY, json.dumps(list(self._hidden)[-_MOST:]))
        self.changed.emit()


def is_note(told: ActionableProblem) -> bool:
    """Return whether a problem is one that can be hidden."""
    return told.problem.severity is Severity.NOTE


def _name(told: ActionableProblem) -> str:
    problem = told.problem
    return f"{problem.code} {problem.detail} {problem.file}"


def _read(text: str) -> list[str]:
    try:
        names = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
