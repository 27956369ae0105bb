"""Rows of the kinds of messages that a log has, each with its number."""

from __future__ import annotations

from enum import Enum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_entries import SEVERITIES, MessageHead
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import LogStore, MessageGroup
from vkconfig_py.model.layer_settings.muting import filter_entry
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.severities import severity_word
from vkconfig_py.model.text.wording import count_of

MOST = 1000  # rows; a program can make up any number of kinds
_GLYPHS = {"error": ("error", "error"), "warning": ("warn", "warn")}
_PREFIXES = ("VUID-", "UNASSIGNED-")


class KindAction(Enum):
    """What a button of a kind does."""

    SHOW = "show"
    MUTE = "mute"


_SHOW, _MUTE = LineAction(KindAction.SHOW, tr("Show")), LineAction(KindAction.MUTE, tr("Mute"))


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
        return join_parts(count_of(self.total, "message"), limited, muted, between=" · ")


def list_kinds(store: LogStore, muted: frozenset[str], wanted: LogFilter) -> list[KindRow]:
    """The kinds of a log that a filter takes, the worst first, of these by their first message.

    `muted` is as a layer's list names them.
    """
    kinds = sorted(store.kinds(), key=lambda kind: kind.first)
    kinds.sort(key=lambda kind: SEVERITIES.index(kind.severity))
    rows = [_row(kind, muted) for kind in kinds[:MOST]]
    return [row for row in rows if _takes(wanted, row)]


def kind_key(row: KindRow) -> str:
    return str(row.first)


def present_kind(row: KindRow) -> ListLine:
    """Identifier and number, what it says, and its buttons."""
    icon, tone = _GLYPHS.get(row.severity, ("info", "neutral"))
    title, sentence = row.title, row.head.sentence
    return ListLine(
        title,
        sentence,
        icon=icon,
        tone=tone,
        actions=(_SHOW,) if row.is_muted else (_SHOW, _MUTE),
        prefix=next((prefix for prefix in _PREFIXES if title.startswith(prefix)), ""),
        note=row.note,
        tip=f"{title}\n{sentence}",
        spoken=f"{severity_word(row.severity)}, {title}, {row.note}: {sentence}",
    )


def _row(kind: MessageGroup, muted: frozenset[str]) -> KindRow:
    head = kind.head._replace(number=kind.number)
    is_muted = filter_entry(kind.identifier, kind.number) in muted
    return KindRow(kind.severity, kind.total, kind.first, head, kind.is_limited, is_muted)


def _takes(wanted: LogFilter, row: KindRow) -> bool:
    text = f"{row.title}\n{row.head.sentence}".casefold()
    return row.severity in wanted.severities and wanted.text.casefold() in text
