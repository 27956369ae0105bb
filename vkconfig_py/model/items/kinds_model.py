"""KindsModel: the kinds of messages that a log has, each with its number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import KindRole
from vkconfig_py.model.launch.log_entries import SEVERITIES, MessageHead
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import Kind, LogStore
from vkconfig_py.model.layer_settings.muting import filter_entry
from vkconfig_py.model.text.severities import severity_word
from vkconfig_py.model.text.wording import count_of, tooltip, visible

MOST = 1000  # rows; a program can make up any number of kinds


class KindRow(NamedTuple):
    """A kind of messages.

    Attributes:
        head: of its first message.
        is_limited: the layer printed no more of them.
        is_muted: the next launch will not have it.
    """

    severity: str
    total: int
    first: int
    head: MessageHead
    is_limited: bool = False
    is_muted: bool = False

    @property
    def title(self) -> str:
        return self.head.identifier or self.head.sentence

    @property
    def note(self) -> str:
        muted = tr("muted from the next launch on") if self.is_muted else ""
        limited = tr("the layer suppressed more") if self.is_limited else ""
        parts = (count_of(self.total, "message"), limited, muted)
        return " · ".join(part for part in parts if part)


class KindsModel(KeyedListModel[KindRow]):
    """The worst kinds first, of these in the order of their first message."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda row: visible(row.title),
        Qt.ItemDataRole.ToolTipRole: lambda row: tooltip(f"{row.title}\n{row.head.sentence}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda row: visible(
            f"{severity_word(row.severity)}, {row.title}, {row.note}: {row.head.sentence}"
        ),
        KindRole.SEVERITY: lambda row: row.severity,
        KindRole.NOTE: lambda row: row.note,
        KindRole.SENTENCE: lambda row: visible(row.head.sentence),
        KindRole.IS_MUTED: lambda row: row.is_muted,
    }

    def key_of(self, value: KindRow) -> str:
        return str(value.first)

    def show(self, store: LogStore, muted: frozenset[str], wanted: LogFilter) -> None:
        """Show the kinds of a log that a filter takes; `muted` as a layer's list names them."""
        kinds = sorted(store.kinds(), key=lambda kind: kind.first)
        kinds.sort(key=lambda kind: SEVERITIES.index(kind.severity))
        rows = [_row(kind, muted) for kind in kinds[:MOST]]
        self.update_to([row for row in rows if _takes(wanted, row)])


def _row(kind: Kind, muted: frozenset[str]) -> KindRow:
    head = kind.head._replace(number=kind.number)
    is_muted = filter_entry(kind.identifier, kind.number) in muted
    return KindRow(kind.severity, kind.total, kind.first, head, kind.is_limited, is_muted)


def _takes(wanted: LogFilter, row: KindRow) -> bool:
    text = f"{row.title}\n{row.head.sentence}".casefold()
    return row.severity in wanted.severities and wanted.text.casefold() in text
