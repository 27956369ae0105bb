"""Which entries of a log are shown, which of them a search finds, and the text of rows to copy.

A log may have millions of entries, so these are found in slices of milliseconds: columns are
compared by `translate`, texts by one `find` over many entries. Only regular expressions are
matched against one entry after the other.
"""

from __future__ import annotations

import os
import time
from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from operator import and_, gt
from pathlib import Path
from typing import Protocol, TypeVar

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import open_named
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.launch.log_store import (
    LOADER,
    SEVERITIES,
    LogEntry,
    LogSegment,
    LogShape,
    LogStore,
    decode_record,
    render_line,
)

EVERY_SEVERITY = frozenset(SEVERITIES)
SLICE_ENTRIES = 8192
SLICE_SIZE = 1 << 20
SLICE_TIME = 0.005  # seconds after which an expression goes on in the next slice
MAX_SPANS = 50
_FEW_ENTRIES = 64  # entries that are compared one by one if their texts are not all ASCII
MAX_COPIED_SIZE = 32 << 20  # characters: more makes clipboards and whoever pastes them wait
TOO_LONG_TO_COPY = tr("Too much text for the clipboard. Save the log instead.")
NOT_SAVED = tr("The log was not saved")
_PAUSE_SECONDS, _ENTRIES_PER_PAUSE = (
    0.001,
    256,
)  # seconds of rest after so many entries, for the GUI thread
T = TypeVar("T")


class LogFilter(NamedTuple):
    """What is looked for.

    Attributes:
        source: "" for all.
        message: kind of messages (MessageHeader.kind); None for all entries.
        text: hits contain it, in any case of letters unless `match_case`.
        shows_only_hits: entries without the text are not shown.
        whole_words: no letter, digit or "_" stands right before or behind a hit.
        is_expression: `text` is a regular expression.
        hides_loader_notes: lines of the loader are not shown, except its errors and warnings.
        folds: an entry that comes again right behind itself has one row.
    """

    severities: frozenset[str] = EVERY_SEVERITY
    source: str = ""
    message: str | None = None
    text: str = ""
    shows_only_hits: bool = True
    match_case: bool = False
    whole_words: bool = False
    is_expression: bool = False
    hides_loader_notes: bool = False
    folds: bool = True

    @property
    def matches_all_entries(self) -> bool:
        """Whether severity, source and kind exclude no entry."""
        hides_source = self.source or self.hides_loader_notes
        return self.severities == EVERY_SEVERITY and not hides_source and self.message is None

    @property
    def shows_all(self) -> bool:
        """Whether no entry is hidden but repetitions. Those with the text may still be marked."""
        return self.matches_all_entries and not (self.text and self.shows_only_hits)

    def matches_entry(self, entry: LogEntry) -> bool:
        """Return whether severity, source and kind of an entry match. The text is ignored."""
        message = entry.message and entry.message.kind
        return (
            entry.severity in self.severities
            and self.source in ("", entry.source)
            and self.message in (None, message)
            and not (self.hides_loader_notes and entry.is_loader_note)
        )


class Finder(Protocol):
    """Finds what is searched in texts. Used on any thread."""

    def has_match(self, text: str) -> bool | None:
        """Return whether a text matches, None if it would take too long to tell."""

    def find_spans(self, text: str, limit: int = MAX_SPANS) -> list[tuple[int, int]]:
        """Return begin and end of the first matches, at most so many."""


class PlainFinder:
    """Finds a text as it is written.

    Attributes:
        needle: what is searched, folded where the case of letters means nothing.
    """

    def __init__(self, text: str, *, match_case: bool = False, whole_words: bool = False) -> None:
        self.match_case = match_case
        self.whole_words = whole_words
        self.needle = self._fold(text)

    @classmethod
    def from_filter(cls, log_filter: LogFilter) -> PlainFinder:
        return cls(
            log_filter.text, match_case=log_filter.match_case, whole_words=log_filter.whole_words
        )

    def has_match(self, text: str) -> bool:
        """Return whether a text contains the searched text."""
        if not self.needle:
            return False
        if self.whole_words:
            return bool(self.find_spans(text, 1))
        return self.needle in self._fold(text)

    def find_spans(self, text: str, limit: int = MAX_SPANS) -> list[tuple[int, int]]:
        """Return begin and end of the first occurrences, at most so many."""
        folded_text, needle = self._fold(text), self.needle
        if not needle:
            return []
        position_map: Sequence[int] = range(len(folded_text))
        if len(folded_text) != len(text):  # "ß" is folded to "ss"
            position_map = [index for index, letter in enumerate(text) for _ in letter.casefold()]
        spans: list[tuple[int, int]] = []
        position = folded_text.find(needle)
        while position >= 0 and len(spans) < limit:
            end = position + len(needle)
            span = (position_map[position], position_map[end - 1] + 1)
            if not self.whole_words or _is_whole_word(text, *span):
                spans.append(span)
                position = folded_text.find(needle, end)
            else:
                position = folded_text.find(needle, position + 1)
        return spans

    def _fold(self, text: str) -> str:
        """Return a text as it is compared, folded unless case matters."""
        return text if self.match_case else text.casefold()


def _is_whole_word(text: str, begin: int, end: int) -> bool:
    """Return whether a span of a text neither begins nor ends inside a word."""
    return _is_word_edge(text[begin - 1 : begin], text[begin]) and _is_word_edge(
        text[end - 1], text[end : end + 1]
    )


def _is_word_edge(preceding_text: str, following_text: str) -> bool:
    """Return whether a word may end between two characters."""
    return not (_is_word_character(preceding_text) and _is_word_character(following_text))


def _is_word_character(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


_WORD_BYTE_TABLE = bytes(
    _is_word_character(chr(byte)) for byte in range(128)
)  # 1 for what is part of a word


class ScanSlice(NamedTuple):
    """Entries of a slice, by number.

    Attributes:
        matching_numbers: those that severity, source and message take.
        hits: those of them that have the text.
        stop: the first entry that was not looked at.
        undecided_count: how many of them an expression would have taken too long for.
    """

    matching_numbers: array[int]
    hits: array[int]
    stop: int
    undecided_count: int = 0


def scan_log(store: LogStore, log_filter: LogFilter, finder: Finder, start: int) -> ScanSlice:
    """Look through the next part of a log, from entry `start`."""
    log_shape = store.shape
    if log_shape.head <= start < log_shape.tail:
        return _scan_kept(store, log_filter, finder, start)
    segment = store.find_segment(start)
    if segment is None:
        return ScanSlice(array("I"), array("I"), start)
    begin = start - segment.first
    size = segment.start(begin) + SLICE_SIZE
    stop = min(begin + SLICE_ENTRIES, len(segment.ends))
    stop = max(begin + 1, min(stop, bisect_right(segment.ends, size)))
    mask = _make_mask(store, segment, log_filter, begin, stop)
    hits, undecided_count = list[int](), 0
    if log_filter.text and any(mask):
        if isinstance(finder, PlainFinder):
            hits = [
                index for index in _search_text(segment, finder, begin, stop) if mask[index - begin]
            ]
        else:
            hits, undecided_count, stop = _search_each(segment, finder, mask, begin, stop)
    first_number = segment.first
    shown_numbers = array("I", compress(range(first_number + begin, first_number + stop), mask))
    return ScanSlice(
        shown_numbers,
        array("I", (first_number + index for index in hits)),
        first_number + stop,
        undecided_count,
    )


def _scan_kept(store: LogStore, log_filter: LogFilter, finder: Finder, start: int) -> ScanSlice:
    """Look through those entries of the left-out middle that were kept."""
    shown_numbers, hits, undecided_count = array("I"), array("I"), 0
    for number in store.shape.kept:
        entry = store.read_entry(number) if number >= start else None
        if entry is not None and log_filter.matches_entry(entry):
            shown_numbers.append(number)
            is_hit = finder.has_match(entry.text) if log_filter.text else False
            undecided_count += is_hit is None
            if is_hit:
                hits.append(number)
    return ScanSlice(shown_numbers, hits, store.shape.tail, undecided_count)


def _make_mask(
    store: LogStore, segment: LogSegment, log_filter: LogFilter, start: int, stop: int
) -> bytes:
    """Return one byte for each entry, 1 where severity, source and kind match.

    Args:
        store: the log, which has the numbers of sources and kinds.
        segment: the part with the entries.
        log_filter: to match.
        start: index in the part.
        stop: index in the part.
    """
    severities = [number for number, name in enumerate(SEVERITIES) if name in log_filter.severities]
    mask = bytes(segment.severities[start:stop]).translate(_make_table(severities))
    if log_filter.source:
        number = store.source_numbers.get(log_filter.source)
        fits = bytes(segment.sources[start:stop]).translate(_make_table([number]))
        mask = bytes(map(and_, mask, fits))
    if log_filter.hides_loader_notes:
        number = store.source_numbers.get(LOADER)
        is_loader = bytes(segment.sources[start:stop]).translate(_make_table([number]))
        is_note = bytes(segment.severities[start:stop]).translate(_INFO_MASK_TABLE)
        mask = bytes(map(gt, mask, map(and_, is_loader, is_note)))
    if log_filter.message is not None:
        kind = store.find_group_number(log_filter.message)
        fits = bytes(kind_number == kind for kind_number in segment.kinds[start:stop])
        mask = bytes(map(and_, mask, fits))
    if log_filter.folds and store.has_repeats:
        mask = bytes(map(and_, mask, (count >= 0 for count in segment.repeats[start:stop])))
    return mask


def _make_table(numbers: Iterable[int | None]) -> bytes:
    """Return 256 bytes, 1 at each of these numbers. None stands for no number."""
    table = bytearray(256)
    for number in numbers:
        if number is not None:
            table[number] = 1
    return bytes(table)


_INFO_MASK_TABLE = _make_table([SEVERITIES.index("info")])


def _search_text(segment: LogSegment, finder: PlainFinder, start: int, stop: int) -> Iterator[int]:
    """Yield the indexes of entries whose text contains the searched text."""
    data = segment.read_records(start, stop)
    if not data:  # it was left out meanwhile
        return
    text = finder.needle
    if data.isascii():
        # What is ASCII folds to ASCII; null bytes end texts here and are none of them.
        if text.isascii() and "\0" not in text:
            yield from _search_ascii(segment, data, finder, start, stop)
    elif stop - start > _FEW_ENTRIES:
        middle = (start + stop) // 2
        yield from _search_text(segment, finder, start, middle)
        yield from _search_text(segment, finder, middle, stop)
    else:
        for index in range(start, stop):
            if finder.has_match(_get_text(segment, data, start, index)):
                yield index


def _search_each(
    segment: LogSegment, finder: Finder, mask: bytes, start: int, stop: int
) -> tuple[list[int], int, int]:
    """Look for matches entry by entry, for a limited time.

    Return the matches, how many are undecided, and the first entry not looked at.

    Args:
        segment: the part with the entries.
        finder: an expression.
        mask: 1 for each entry to look at.
        start: index in the part.
        stop: index in the part.
    """
    data = segment.read_records(start, stop)
    hits, undecided_count = list[int](), 0
    if not data:
        return hits, undecided_count, stop
    deadline = time.monotonic() + SLICE_TIME
    for index in compress(range(start, stop), mask):
        is_hit = finder.has_match(_get_text(segment, data, start, index))
        undecided_count += is_hit is None
        if is_hit:
            hits.append(index)
        if time.monotonic() >= deadline:
            return hits, undecided_count, index + 1
    return hits, undecided_count, stop


def _get_text(segment: LogSegment, data: bytes, start: int, index: int) -> str:
    """Return the text of an entry. `data`: records of the part from index `start` on."""
    base = segment.start(start)
    return decode_record(data[segment.start(index) - base : segment.ends[index] - base])[0]


def _search_ascii(
    segment: LogSegment, data: bytes, finder: PlainFinder, start: int, stop: int
) -> Iterator[int]:
    """Yield the indexes of entries whose text contains the searched text.

    Args:
        segment: the part with the entries.
        data: their records, all of them ASCII.
        finder: with the searched text.
        start: index in the part.
        stop: index in the part.
    """
    ends, base = segment.ends, segment.start(start)
    folded_text, text = data if finder.match_case else data.lower(), finder.needle.encode()
    position = folded_text.find(text)
    while position >= 0:
        if finder.whole_words and not _is_whole_ascii_word(
            folded_text, position, position + len(text)
        ):
            position = folded_text.find(text, position + 1)
            continue
        index = bisect_right(ends, base + position, start, stop)
        # The parts of a message stand behind its text.
        if folded_text.find(0, segment.start(index) - base, position) < 0:
            yield index
        position = folded_text.find(text, ends[index] - base)


def _is_whole_ascii_word(data: bytes, begin: int, end: int) -> bool:
    """Return whether a span of records neither begins nor ends inside a word.

    Every text ends with a null byte.
    """
    starts = begin == 0 or not (_WORD_BYTE_TABLE[data[begin - 1]] and _WORD_BYTE_TABLE[data[begin]])
    return starts and not (_WORD_BYTE_TABLE[data[end - 1]] and _WORD_BYTE_TABLE[data[end]])


class ShownRows:
    """The rows of a log that is shown: entries by number, and one row for what was left out.

    Attributes:
        shape: of the log, as the rows show it.
    """

    GAP = -1

    def __init__(
        self, log_shape: LogShape, numbers: array[int] | None = None, *, shows_gap: bool = True
    ) -> None:
        """Show the entries of these numbers in this order, or all without `numbers`."""
        self.shape = log_shape
        self._shows_gap = shows_gap
        self._numbers = numbers

    def __len__(self) -> int:
        return self._entries + (self.shape.has_gap and self._shows_gap)

    @property
    def gap_row(self) -> int:
        """The row of the sentence on what was left out, -1 if there is none."""
        if not self.shape.has_gap or not self._shows_gap:
            return -1
        return self._position(self.shape.tail)

    def get_entry_number(self, row: int) -> int:
        """Return the number of the entry in a row, GAP for the row on what was left out."""
        gap = self.gap_row
        if gap >= 0:
            if row == gap:
                return self.GAP
            row -= row > gap
        if self._numbers is not None:
            return self._numbers[row]
        log_shape = self.shape
        if row < log_shape.head:
            return row
        position = row - log_shape.head
        return (
            log_shape.kept[position]
            if position < len(log_shape.kept)
            else log_shape.tail + position - len(log_shape.kept)
        )

    def find_row(self, number: int) -> int:
        """Return the row of an entry, or -1 if it is not shown."""
        if number == self.GAP:
            return self.gap_row
        row = self.count_rows_before(number)
        return row if row < len(self) and self.get_entry_number(row) == number else -1

    def count_rows_before(self, number: int) -> int:
        """Return how many rows come before an entry, whether it is shown or not."""
        is_behind_gap = self.gap_row >= 0 and number >= self.shape.tail
        return self._position(number) + is_behind_gap

    def add_entries(self, numbers: array[int]) -> None:
        """Append rows for entries. Only for rows that do not show all entries."""
        if self._numbers is not None:
            self._numbers.extend(numbers)

    def list_numbers(self) -> array[int]:
        """Return the numbers of the entries that are shown."""
        log_shape = self.shape
        if self._numbers is not None:
            return self._numbers
        numbers_after_gap = range(
            log_shape.tail if log_shape.has_gap else log_shape.head, log_shape.total
        )
        return array("I", (*range(log_shape.head), *log_shape.kept, *numbers_after_gap))

    def with_shape(self, log_shape: LogShape, *, shows_gap: bool = True) -> ShownRows:
        """Return these rows after more entries were left out."""
        numbers = None if self._numbers is None else remove_left_out(self._numbers, log_shape)
        return ShownRows(log_shape, numbers, shows_gap=shows_gap)

    @property
    def _entries(self) -> int:
        """The number of rows that show entries."""
        if self._numbers is not None:
            return len(self._numbers)
        log_shape = self.shape
        return log_shape.total - (log_shape.tail - log_shape.head) + len(log_shape.kept)

    def _position(self, number: int) -> int:
        """Return how many shown entries come before an entry."""
        if self._numbers is not None:
            return bisect_left(self._numbers, number)
        log_shape = self.shape
        if number < log_shape.head:
            return max(number, 0)
        if number < log_shape.tail:
            return log_shape.head + bisect_left(log_shape.kept, number)
        return log_shape.head + len(log_shape.kept) + number - log_shape.tail


def remove_left_out(numbers: array[int], log_shape: LogShape) -> array[int]:
    """Return the numbers without those of entries that were left out."""
    begin, end = bisect_left(numbers, log_shape.head), bisect_left(numbers, log_shape.tail)
    if begin == end:
        return numbers
    kept_numbers = set(log_shape.kept)
    remaining = array("I", (number for number in numbers[begin:end] if number in kept_numbers))
    return numbers[:begin] + remaining + numbers[end:]


class CopiedText(NamedTuple):
    """A text for the clipboard, or why there is none."""

    text: str
    refusal: str = ""


def copy_rows(
    store: LogStore, rows: ShownRows, ranges: Sequence[range], *, is_whole: bool
) -> CopiedText:
    """Return rows as text for the clipboard, with the repetitions that they stand for.

    `is_whole`: with time, severity and source, otherwise as the program wrote it.
    """
    parts: list[str] = []
    length = 0
    for number in _yield_with_pauses(_list_numbers(store, rows, ranges)):
        entry = store.read_entry(number) if number >= 0 else None
        if number == ShownRows.GAP:
            parts.append(f"[{store.render_gap()}]\n")
        elif entry is not None:
            parts.append(render_line(entry) if is_whole else f"{entry.text}\n")
        length += len(parts[-1]) if parts else 0
        if length > MAX_COPIED_SIZE:
            return CopiedText("", TOO_LONG_TO_COPY)
    text = "".join(parts)
    return CopiedText(text if is_whole else text.removesuffix("\n"))


def _list_numbers(store: LogStore, rows: ShownRows, ranges: Sequence[range]) -> Iterator[int]:
    """Yield the numbers of the entries that rows stand for."""
    for row in (row for part in ranges for row in part):
        number = rows.get_entry_number(row)
        yield number
        repeats = 0 if number == ShownRows.GAP else store.count_repeats(number)
        if repeats and rows.find_row(number + 1) < 0:
            yield from range(number + 1, number + 1 + repeats)


def render_last_lines(store: LogStore, limit: int) -> str:
    """Return the last lines of a log, with time, severity and source."""
    return "".join(deque(_yield_with_pauses(store.render_lines()), maxlen=limit))


def save_log(store: LogStore, path: Path) -> str:
    """Write the whole log to a file. Return why that failed, or ""."""
    try:
        handle = open_named(str(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            for line in _yield_with_pauses(store.render_lines()):
                file.write(line)
    except OSError as error:
        return render_error(NOT_SAVED, str(path), error)
    return ""


def _yield_with_pauses(items: Iterable[T]) -> Iterator[T]:
    """Yield items, with a short pause now and then so that other threads can run."""
    for count, item in enumerate(items):
        if count % _ENTRIES_PER_PAUSE == _ENTRIES_PER_PAUSE - 1:
            time.sleep(_PAUSE_SECONDS)
        yield item
