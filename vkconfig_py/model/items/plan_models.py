"""PlanModel: the files and variables that a configuration would write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.plan.plan import Change, Limit
from vkconfig_py.model.text.wording import count_of, tooltip, visible, visible_lines


class PlanModel(KeyedListModel[Change]):
    """Files and variables of a plan."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda change: visible(_change_title(change)),
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
        return ("file:" if value.is_file else "variable:") + value.subject

    def show(self, changes: Sequence[Change], limits: tuple[Limit, ...] = ()) -> None:
        self.limits = limits
        self.update_to(list(changes))

    def summary(self) -> str:
        lost = [limit for limit in self.limits if not limit.is_note]
        if not lost:
            return tr("All choices can be applied")
        return counted(
            "{n:,} choices cannot be applied this way",
            "{n} choice cannot be applied this way",
            len(lost),
        )

    def counts(self) -> str:
        """Text such as "2 files · 3 variables" for the status bar."""
        files = sum(change.is_file for change in self._values)
        parts = ((files, "file"), (len(self._values) - files, "variable"))
        return " · ".join(count_of(number, noun) for number, noun in parts if number)


def _change_title(change: Change) -> str:
    return PurePath(change.subject).name if change.is_file else change.subject
