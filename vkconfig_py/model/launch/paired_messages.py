"""A message that layer and program both print is one entry.

The validation layer prints its messages itself (`debug_action`) and hands them to the messengers of
the program, most of which print them too: the same message then stands twice in the output, one
right after the other, in either order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vkconfig_py.model.launch.log_entries import EntryReader, LogEntry, MessageHead
from vkconfig_py.model.launch.observed_loader import OutputLine
from vkconfig_py.model.launch.validation_messages import MessageReader, is_of_layer

_HANDLE = re.compile(r"0x[0-9a-f]+")
_SPACE = re.compile(r"\s+")


class PairedMessages:
    """Makes one entry of a message and its repetition; both texts stay in it."""

    def __init__(self, reader: EntryReader | None = None) -> None:
        self._reader = reader or MessageReader()
        self._held: LogEntry | None = None  # a message that the next entry may repeat

    def feed(self, line: OutputLine) -> list[LogEntry]:
        return list(self._pair(self._reader.feed(line)))

    def finish(self) -> list[LogEntry]:
        entries = list(self._pair(self._reader.finish()))
        held, self._held = self._held, None
        return [*entries, held] if held else entries

    def _pair(self, entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
        for entry in entries:
            held, self._held = self._held, None
            if held is not None and _repeats(entry, held):
                yield _joined(held, entry)
                continue
            if held is not None:
                yield held
            if entry.message is None:
                yield entry
            else:
                self._held = entry


def _repeats(entry: LogEntry, held: LogEntry) -> bool:
    """True if layer and program printed the same: identifier, objects and text."""
    one, other = held.message, entry.message
    if one is None or other is None:
        return False
    return (
        one.kind == other.kind
        and is_of_layer(held.text) != is_of_layer(entry.text)
        and _said(one) == _said(other)
        and _agree(one.objects, other.objects)
    )


def _said(head: MessageHead) -> str:
    return _SPACE.sub(" ", head.sentence).strip()


def _agree(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """True if the same objects are named; layer and messengers write their types in their own ways.

    Many messengers print the text alone, and none of the objects.
    """
    return not some or not others or _handles(some) == _handles(others)


def _handles(objects: tuple[str, ...]) -> list[str]:
    return [found[0] for one in objects if (found := _HANDLE.search(one))]


def _joined(held: LogEntry, entry: LogEntry) -> LogEntry:
    """One entry for both; a messenger often leaves out severity, number and objects."""
    layer, messenger = (held, entry) if is_of_layer(held.text) else (entry, held)
    one, other = layer.message, messenger.message
    if one is not None and other is not None:
        one = one._replace(
            number=other.number if one.number is None else one.number,
            objects=one.objects or other.objects,
            address=one.address or other.address,
            is_last=one.is_last or other.is_last,
        )
    text = f"{held.text}\n{entry.text}"
    return held._replace(severity=layer.severity, text=text, message=one)
