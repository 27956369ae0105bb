"""HiddenNotes: notes that the user knows and does not want to see; new ones are shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.verdicts import Severity

if TYPE_CHECKING:
    from vkconfig_py.model.problems.told import Told

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

    def visible(self, told: Sequence[Told]) -> tuple[Told, ...]:
        """Return the problems that are not hidden; what is worse than a note never is."""
        return tuple(one for one in told if not self._is_hidden(one))

    def count(self, told: Sequence[Told]) -> int:
        """Return how many of the problems are hidden."""
        return len(told) - len(self.visible(told))

    def hide(self, told: Iterable[Told]) -> None:
        """Hide notes, from now on and in later sessions."""
        self._hidden |= dict.fromkeys(_name(one) for one in told if is_note(one))
        self._keep()

    def show_all(self) -> None:
        """Hide nothing any more."""
        self._hidden = {}
        self._keep()

    def _is_hidden(self, told: Told) -> bool:
        return is_note(told) and _name(told) in self._hidden

    def _keep(self) -> None:
        self._memory.keep(_KEY, json.dumps(list(self._hidden)[-_MOST:]))
        self.changed.emit()


def is_note(told: Told) -> bool:
    """Return whether a problem is one that can be hidden."""
    return told.problem.severity is Severity.NOTE


def _name(told: Told) -> str:
    problem = told.problem
    return f"{problem.code} {problem.detail} {problem.file}"


def _read(text: str) -> list[str]:
    try:
        names = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
