"""Kinds of the validation layer's messages in a log, as rows with what can be done with each."""

from __future__ import annotations

from enum import Enum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import SEVERITIES, LogStore, MessageGroup, MessageHeader
from vkconfig_py.model.launch.validation_messages import (
    specification_address,
)
from vkconfig_py.model.layer_settings.setting_edits import make_filter_entry
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.severities import render_severity
from vkconfig_py.model.text.wording import render_count

MAX_MESSAGES = 1000  # rows; a program can make up any number of kinds
_GLYPH_BY_SEVERITY = {"error": ("error", "error"), "warning": ("warn", "warn")}
_ID_PREFIXES = ("VUID-", "UNASSIGNED-")


class KindAction(Enum):
    """What a button of a kind does."""

    SHOW = "show"
    MUTE = "mute"  # or print a muted kind again
    OPEN_RULE = "open rule"


_SHOW_ACTION = LineAction(KindAction.SHOW, tr("Show messages"))
_MUTE_ACTION = LineAction(KindAction.MUTE, tr("Mute"))
_UNMUTE_ACTION = LineAction(KindAction.MUTE, tr("Unmute"))
_RULE_ACTION = LineAction(KindAction.OPEN_RULE, tr("Specification"))


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
    head: MessageHeader
    is_limited: bool = False
    is_muted: bool = False

    @property
    def title(self) -> str:
        return self.head.identifier or self.head.sentence

    @property
    def note(self) -> str:
        """How many messages there are, and whether they are muted or suppressed."""
        muted = tr("muted starting with the next launch") if self.is_muted else ""
        limited = tr("the layer suppressed further messages") if self.is_limited else ""
        return join_parts(render_count(self.total, "message"), limited, muted, separator=" · ")


def list_kinds(store: LogStore, muted_ids: frozenset[str], log_filter: LogFilter) -> list[KindRow]:
    """Return the kinds in a log that a filter shows, the worst first, then by first message.

    `muted_ids`: messages that the layer is set not to print.
    """
    kinds = sorted(store.list_message_groups(), key=lambda kind: kind.first)
    kinds.sort(key=lambda kind: SEVERITIES.index(kind.severity))
    rows = [_make_kind_row(kind, muted_ids) for kind in kinds[:MAX_MESSAGES]]
    return [row for row in rows if _matches_filter(log_filter, row)]


def get_kind_key(row: KindRow) -> str:
    return str(row.first)


def present_kind(row: KindRow) -> ListLine:
    """Return a row with identifier and number, what it says, and its buttons."""
    icon, tone = _GLYPH_BY_SEVERITY.get(row.severity, ("info", "neutral"))
    title, sentence = row.title, row.head.sentence
    return ListLine(
        title,
        sentence,
        icon=icon,
        tone=tone,
        actions=(
            _SHOW_ACTION,
            _UNMUTE_ACTION if row.is_muted else _MUTE_ACTION,
            *((_RULE_ACTION,) if specification_address(row.head, ()) else ()),
        ),
        faint_prefix=next((prefix for prefix in _ID_PREFIXES if title.startswith(prefix)), ""),
        note=row.note,
        tooltip=f"{title}\n{sentence}",
        accessible_text=f"{render_severity(row.severity)}, {title}, {row.note}: {sentence}",
    )


def _make_kind_row(kind: MessageGroup, muted_ids: frozenset[str]) -> KindRow:
    """Make the row of a kind. `muted_ids`: messages that the layer is set not to print."""
    header = kind.head._replace(number=kind.number)
    is_muted = make_filter_entry(kind.identifier, kind.number) in muted_ids
    return KindRow(kind.severity, kind.total, kind.first, header, kind.is_limited, is_muted)


def _matches_filter(log_filter: LogFilter, row: KindRow) -> bool:
    """Return whether a filter shows a kind, by severity and text."""
    text = f"{row.title}\n{row.head.sentence}".casefold()
    return row.severity in log_filter.severities and log_filter.text.casefold() in text
