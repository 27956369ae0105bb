"""The kinds of messages that a launch had, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_entries import SEVERITIES, LogEntry
from vkconfig_py.model.text.severities import severity_count
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
