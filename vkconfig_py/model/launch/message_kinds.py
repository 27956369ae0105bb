"""The kinds of messages that a launch had, and the sentence that says so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import Protocol

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_entries import SEVERITIES, LogEntry, MessageHeader
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import LogStore, MessageGroup
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.muting import FILTER, filter_entry
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.severities import severity_count, severity_word
from vkconfig_py.model.text.wording import count_of, visible


class MessageKind(NamedTuple):
    """Messages with the same identifier.

    Attributes:
        is_limited: the layer said that it prints no more of them.
    """

    identifier: str
    severity: str
    total: int
    is_limited: bool = False


class MessageCounts:
    """Counts the messages among entries."""

    def __init__(self) -> None:
        self._kinds: dict[str, MessageKind] = {}

    def add(self, entries: Iterable[LogEntry]) -> None:
        for entry in entries:
            head = entry.message
            if head is None:
                continue
            key = head.identifier or head.sentence
            known = self._kinds.get(key) or MessageKind(key, entry.severity, 0)
            self._kinds[key] = known._replace(
                total=known.total + 1, is_limited=known.is_limited or head.is_last
            )

    def kinds(self) -> tuple[MessageKind, ...]:
        """The worst first, of these the most frequent."""

        def order(kind: MessageKind) -> tuple[int, int]:
            return SEVERITIES.index(kind.severity), -kind.total

        return tuple(sorted(self._kinds.values(), key=order))


class Counted(Protocol):
    """A kind of messages with its number."""

    @property
    def identifier(self) -> str:
        """VUID or other name."""

    @property
    def severity(self) -> str:
        """Of its first message."""

    @property
    def total(self) -> int:
        """How many there are."""


def summary_sentence(kinds: Iterable[Counted], unread: str = "") -> str:
    """Such as "12 messages, 3 kinds: 10 errors, 2 warnings".

    `unread` is a file with messages that are not counted.
    """
    if unread:
        counts = summary_sentence(kinds)
        return tr("{counts}; those in {file} were not read", counts=counts, file=visible(unread))
    kinds = tuple(kinds)
    if not kinds:
        return tr("No validation messages")
    total = count_of(sum(kind.total for kind in kinds), "message")
    different = count_of(len(kinds), "kind")
    parts = []
    for severity in SEVERITIES:
        count = sum(kind.total for kind in kinds if kind.severity == severity)
        if count:
            parts.append(severity_count(count, severity))
    return f"{total}, {different}: {', '.join(parts)}"


# Where a message of the validation layer leads: the specification, and a setting of the layer.

_REGISTRY = "https://registry.khronos.org/vulkan/specs"
_LAST_OF_ITS_OWN = (1, 3)  # later versions have one document

# Which settings print a message; the first that a layer declares counts. Older layers have one list
# for what is checked in addition, and one for what is not checked. A rule with a number does not
# say which part of the layer checks it, so that is the group of all parts.
_SETTINGS = (
    (r"BestPractices", ("validate_best_practices", "enables")),
    (r"^SYNC-", ("validate_sync", "enables")),
    (r"DEBUG-PRINTF", ("printf_enable", "validate_gpu_based", "enables")),
    (r"GPU-A", ("gpuav_enable", "validate_gpu_based", "enables")),
    (r"Threading", ("thread_safety", "disables")),
    (r"-(parent|commonparent)$", ("object_lifetime", "disables")),
    (r"-(parameter|sType|pNext|unique|bitmask|arraylength)$", ("stateless_param", "disables")),
    (r"^VUID-", ("validation_control", "validate_core", "disables")),
    (r"", ("report_flags",)),
)


def specification_address(head: MessageHeader, version: tuple[int, ...]) -> str:
    """The rule's place in the specification, or "" for what is no rule of it.

    `version` is that of the layer.
    """
    if head.address:
        return head.address
    if not re.fullmatch(r"VUID-[\w-]+", head.identifier, re.ASCII):
        return ""
    major, minor = (*version, 0, 0)[:2]
    has_own = (1, 0) <= (major, minor) <= _LAST_OF_ITS_OWN
    document = f"{major}.{minor}-extensions" if has_own else "latest"
    return f"{_REGISTRY}/{document}/html/vkspec.html#{head.identifier}"


def setting_of(head: MessageHeader, declared: DeclaredLayer) -> str:
    """The key of the setting with which the layer prints a message; "" if it declares none."""
    for pattern, keys in _SETTINGS:
        if re.search(pattern, head.identifier, re.ASCII):
            known = (key for key in (*keys, FILTER) if declared.setting(key) is not None)
            return next(known, "")
    return ""


# Rows of the kinds of messages that a log has, each with its number.

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
    head: MessageHeader
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
