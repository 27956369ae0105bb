"""Which entries of a log are shown, and which of them a search finds.

A log may have millions of entries, so these are found in slices of milliseconds: columns are
compared by `translate`, texts by one `find` over many entries.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from operator import and_

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_entries import SEVERITIES, LogEntry
from vkconfig_py.model.launch.log_segments import Segment, decode
from vkconfig_py.model.launch.log_store import LogStore, Shape

EVERY_SEVERITY = frozenset(SEVERITIES)
SLICE_ENTRIES = 8192
SLICE_SIZE = 1 << 20
_FEW = 64  # entries that are compared one by one if their texts are not all ASCII


class LogFilter(NamedTuple):
    """What is looked for.

    Attributes:
        source: "" for all.
        message: kind of messages (MessageHead.kind); None for all entries.
        text: hits contain it, in any case of letters.
        only_hits: entries without the text are not shown.
    """

    severities: frozenset[str] = EVERY_SEVERITY
    source: str = ""
    message: str | None = None
    text: str = ""
    only_hits: bool = True

    @property
    def takes_all(self) -> bool:
        """True if only the text decides."""
        return self.severities == EVERY_SEVERITY and not self.source and self.message is None

    @property
    def shows_all(self) -> bool:
        return self.takes_all and not (self.text and self.only_hits)

    def takes(self, entry: LogEntry) -> bool:
        message = entry.message and entry.message.kind
        return (
            entry.severity in self.severities
            and self.source in ("", entry.source)
            and self.message in (None, message)
        )

    def finds(self, entry: LogEntry) -> bool:
        return bool(self.text) and self.text.casefold() in entry.text.casefold()


def hit_spans(text: str, wanted: str, most: int = 50) -> list[tuple[int, int]]:
    """Where a text has what is searched: begin and end of the first occurrences."""
    folded, needle = text.casefold(), wanted.casefold()
    if not needle:
        return []
    places: Sequence[int] = range(len(folded))
    if len(folded) != len(text):  # "ß" is folded to "ss"
        places = [at for at, letter in enumerate(text) for _ in letter.casefold()]
    found: list[tuple[int, int]] = []
    at = folded.find(needle)
    while at >= 0 and len(found) < most:
        end = at + len(needle)
        found.append((places[at], places[end - 1] + 1))
        at = folded.find(needle, end)
    return found


class Slice(NamedTuple):
    """Entries of a slice, by number.

    Attributes:
        taken: those that severity, source and message take.
        hits: those of them that have the text.
        stop: the first entry that was not looked at.
    """

    taken: array[int]
    hits: array[int]
    stop: int


def scan(store: LogStore, wanted: LogFilter, start: int) -> Slice:
    """Look through the next entries of a log, from `start`."""
    shape = store.shape
    taken, hits = array("I"), array("I")
    if shape.head <= start < shape.tail:
        for number in shape.kept:
            entry = store.entry(number) if number >= start else None
            if entry is not None and wanted.takes(entry):
                taken.append(number)
                if wanted.finds(entry):
                    hits.append(number)
        return Slice(taken, hits, shape.tail)
    segment = store.segment(start)
    if segment is None:
        return Slice(taken, hits, start)
    begin = start - segment.first
    size = segment.start(begin) + SLICE_SIZE
    stop = min(begin + SLICE_ENTRIES, len(segment.ends))
    stop = max(begin + 1, min(stop, bisect_right(segment.ends, size)))
    mask = _mask(store, segment, wanted, begin, stop)
    first = segment.first
    taken.extend(compress(range(first + begin, first + stop), mask))
    if wanted.text and taken:
        found = _search(segment, wanted.text.casefold(), begin, stop)
        hits.extend(first + at for at in found if mask[at - begin])
    return Slice(taken, hits, first + stop)


def _mask(store: LogStore, segment: Segment, wanted: LogFilter, start: int, stop: int) -> bytes:
    """One byte for each entry, 1 where severity, source and message fit."""
    severities = [number for number, name in enumerate(SEVERITIES) if name in wanted.severities]
    mask = bytes(segment.severities[start:stop]).translate(_table(severities))
    if wanted.source:
        number = store.source_number(wanted.source)
        fits = bytes(segment.sources[start:stop]).translate(_table([number]))
        mask = bytes(map(and_, mask, fits))
    if wanted.message is not None:
        kind = store.kind_number(wanted.message)
        fits = bytes(one == kind for one in segment.kinds[start:stop])
        mask = bytes(map(and_, mask, fits))
    return mask


def _table(ones: Iterable[int | None]) -> bytes:
    table = bytearray(256)
    for one in ones:
        if one is not None:
            table[one] = 1
    return bytes(table)


def _search(segment: Segment, text: str, start: int, stop: int) -> Iterator[int]:
    """The entries whose text has `text`, which is folded already."""
    data = segment.records(start, stop)
    if not data:  # it was left out meanwhile
        return
    if data.isascii():
        # What is ASCII folds to ASCII; null bytes end texts here and are none of them.
        if text.isascii() and "\0" not in text:
            yield from _search_ascii(segment, data.lower(), text.encode(), start, stop)
    elif stop - start > _FEW:
        middle = (start + stop) // 2
        yield from _search(segment, text, start, middle)
        yield from _search(segment, text, middle, stop)
    else:
        base = segment.start(start)
        for at in range(start, stop):
            record = data[segment.start(at) - base : segment.ends[at] - base]
            if text in decode(record)[0].casefold():
                yield at


def _search_ascii(
    segment: Segment, data: bytes, text: bytes, start: int, stop: int
) -> Iterator[int]:
    ends, base = segment.ends, segment.start(start)
    place = data.find(text)
    while place >= 0:
        at = bisect_right(ends, base + place, start, stop)
        # The parts of a message stand behind its text.
        if data.find(0, segment.start(at) - base, place) < 0:
            yield at
        place = data.find(text, ends[at] - base)


class ShownRows:
    """The rows of a log that is shown: entries by number, and one row for what was left out.

    Attributes:
        shape: of the log, as the rows show it.
    """

    GAP = -1

    def __init__(
        self, shape: Shape, numbers: array[int] | None = None, *, shows_gap: bool = True
    ) -> None:
        """Without `numbers` all entries are shown."""
        self.shape = shape
        self._shows_gap = shows_gap
        self._numbers = numbers

    def __len__(self) -> int:
        return self._entries + (self.shape.has_gap and self._shows_gap)

    @property
    def gap_row(self) -> int:
        """Row of the gap, or -1."""
        if not self.shape.has_gap or not self._shows_gap:
            return -1
        return self._position(self.shape.tail)

    def number_at(self, row: int) -> int:
        """The entry of a row, GAP for the row of what was left out."""
        gap = self.gap_row
        if gap >= 0:
            if row == gap:
                return self.GAP
            row -= row > gap
        if self._numbers is not None:
            return self._numbers[row]
        shape = self.shape
        if row < shape.head:
            return row
        kept = row - shape.head
        return shape.kept[kept] if kept < len(shape.kept) else shape.tail + kept - len(shape.kept)

    def row_of(self, number: int) -> int:
        """The row of an entry, or -1 if it is not shown."""
        if number == self.GAP:
            return self.gap_row
        row = self.rows_before(number)
        return row if row < len(self) and self.number_at(row) == number else -1

    def rows_before(self, number: int) -> int:
        """How many rows come before an entry, whether it is shown or not."""
        behind_gap = self.gap_row >= 0 and number >= self.shape.tail
        return self._position(number) + behind_gap

    def extended(self, numbers: array[int]) -> None:
        """Add entries at the end; only where not all are shown."""
        if self._numbers is not None:
            self._numbers.extend(numbers)

    def reshaped(self, shape: Shape, *, shows_gap: bool = True) -> ShownRows:
        """These rows once more entries were left out."""
        numbers = None if self._numbers is None else prune(self._numbers, shape)
        return ShownRows(shape, numbers, shows_gap=shows_gap)

    @property
    def _entries(self) -> int:
        if self._numbers is not None:
            return len(self._numbers)
        shape = self.shape
        return shape.total - (shape.tail - shape.head) + len(shape.kept)

    def _position(self, number: int) -> int:
        """How many shown entries come before one."""
        if self._numbers is not None:
            return bisect_left(self._numbers, number)
        shape = self.shape
        if number < shape.head:
            return max(number, 0)
        if number < shape.tail:
            return shape.head + bisect_left(shape.kept, number)
        return shape.head + len(shape.kept) + number - shape.tail


def prune(numbers: array[int], shape: Shape) -> array[int]:
    """The numbers without those of entries that were left out."""
    begin, end = bisect_left(numbers, shape.head), bisect_left(numbers, shape.tail)
    if begin == end:
        return numbers
    kept = set(shape.kept)
    between = array("I", (one for one in numbers[begin:end] if one in kept))
    return numbers[:begin] + between + numbers[end:]
