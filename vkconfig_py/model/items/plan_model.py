"""PlanModel: what a configuration would write and set, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.model.applying.changes import Change
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.items.texts import count_of, short_name, tooltip, visible, visible_lines
from vkconfig_py.model.plan import Limit


class PlanModel(KeyedListModel[Change]):
    """Files and variables of a plan."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda change: visible(_title(change)),
        Qt.ItemDataRole.ToolTipRole: lambda change: tooltip(change.subject),
        Qt.ItemDataRole.AccessibleTextRole: lambda change: visible(
            f"{change.kind}: {change.subject}"
        ),
        FileRole.CHANGE: lambda change: str(change.kind),
        FileRole.PATH: lambda change: visible(change.subject) if change.is_file else "",
        FileRole.TEXT: lambda change: visible_lines(change.text),
    }

    limits: tuple[Limit, ...] = ()

    def key_of(self, value: Change) -> str:
        """Return the path or the variable's name."""
        return ("file:" if value.is_file else "variable:") + value.subject

    def show(self, changes: Sequence[Change], limits: tuple[Limit, ...] = ()) -> None:
        """Show what a plan changes, and keep what it cannot express."""
        self.limits = limits
        self.update_to(list(changes))

    def change_at(self, index: Index) -> Change | None:
        """Return the change of an index."""
        return self.value_at(index)

    def summary(self) -> str:
        """Return whether everything can be expressed by the plan's mechanism."""
        lost = [limit for limit in self.limits if not limit.is_note]
        if not lost:
            return "All choices can be applied"
        return f"{count_of(len(lost), 'choice')} cannot be applied this way"

    def counts(self) -> str:
        """Return "2 files · 3 variables" for the strip."""
        files = sum(change.is_file for change in self._values)
        parts = ((files, "file"), (len(self._values) - files, "variable"))
        return " · ".join(count_of(number, noun) for number, noun in parts if number)


def _title(change: Change) -> str:
    return PurePath(change.subject).name if change.is_file else change.subject


def limit_lines(limits: Sequence[Limit]) -> list[str]:
    """Say each limit once, with everything it is about and what would allow it."""
    subjects: dict[tuple[str, str], list[str]] = {}
    for limit in limits:
        about = subjects.setdefault((limit.text, limit.alternative), [])
        if limit.subject:
            about.append(short_name(limit.subject))
    lines = []
    for (text, alternative), about in subjects.items():
        names = f"{', '.join(about)}: " if about else ""
        lines.append(f"{names}{text}" + (f" (what helps: {alternative})" if alternative else ""))
    return [visible(line) for line in lines]
