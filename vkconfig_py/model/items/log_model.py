"""LogModel, the log of a launch that is filtered and searched, and its regular expressions.

Python's `re` can take years for a line of thirty letters, and holds the interpreter's lock. PCRE2,
behind QRegularExpression, gives up at a limit that the pattern sets: with the longest line that is
searched, a line takes a tenth of a second at most.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRegularExpression, Qt, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import ROOT_INDEX, LogRole, ModelIndex
from vkconfig_py.model.launch.log_filter import (
    MAX_SPANS,
    Finder,
    LogFilter,
    PlainFinder,
    ScanSlice,
    ShownRows,
    remove_left_out,
    scan_log,
)
from vkconfig_py.model.launch.log_store import LAUNCHER, LogEntry, LogShape, LogStore, render_row
from vkconfig_py.model.text.severities import render_severity
from vkconfig_py.model.text.wording import escape_invisible, render_count

_MAX_DECODED_ROWS = 512  # entries that are kept decoded: some screens full of rows

SubmitJob = Callable[[Callable[[], Any], Callable[[Any], None]], None]
# A pattern may lower a limit that stands before it, but not raise it (pcre2pattern, "Setting match
# resource limits").
_MATCH_LIMIT = "(*LIMIT_MATCH=10000)"
MAX_ROW_LENGTH = 4000  # characters of a line that are shown and searched
_PatternOption = QRegularExpression.PatternOption
# \w and \b know the letters of every language.
_PATTERN_OPTIONS = _PatternOption.UseUnicodePropertiesOption


class _ShownRow(NamedTuple):
    entry: LogEntry
    text: str
    more: int


class LogModel(QAbstractListModel):
    """The entries of a LogStore that a filter shows, in rows.

    The store grows on other threads; `sync` shows what came. Filters and searches run in slices on
    a worker, so rows and hits appear little by little.

    Signals:
        counts_changed: entries came, or this is another log.
        search_changed: number of hits, or whether the search goes on.
    """

    counts_changed = Signal()
    search_changed = Signal()

    def __init__(self, submit: SubmitJob, parent: QObject | None = None) -> None:
        """Set up an empty log.

        `submit` runs a job on a worker and delivers its result on this thread.
        """
        super().__init__(parent)
        self._submit = submit
        self.store = LogStore(None)
        self._rows = ShownRows(LogShape())
        self._filter = LogFilter()
        self._finder = make_finder(self._filter)
        self._hit_numbers = array("I")
        self._scanned_count = 0  # entries that the filter has looked at
        self._undecided_count = 0
        self._generation = 0
        self._is_running = False
        self._is_folding = False  # there are repetitions, and they have no rows
        self._is_outdated = False  # rows are still those of the last filter
        self._decoded_rows: dict[int, _ShownRow] = {}
        self._awaited_numbers: set[int] = set()  # entries that the worker reads from a disk

    # what is shown

    def set_store(self, store: LogStore) -> None:
        """Show another log."""
        self.beginResetModel()
        self.store = store
        self._decoded_rows.clear()
        self._awaited_numbers.clear()
        self._restart()
        self._is_folding = self._has_folded_entries()
        self._rows = ShownRows(store.shape, self._make_numbers())
        self._is_outdated = False
        self.endResetModel()
        self._scan_next()
        self.counts_changed.emit()
        self.search_changed.emit()

    def set_filter(self, log_filter: LogFilter) -> None:
        """Show the entries that match a filter, as soon as the worker finds the first."""
        if log_filter == self._filter:
            return
        was_showing_all = self._shows_all
        self._filter, self._finder = log_filter, make_finder(log_filter)
        self._restart()
        self._is_folding = self._has_folded_entries()
        # Rows of the last filter stay until the first of this one are found.
        self._is_outdated = not (self._shows_all and was_showing_all)
        if self._shows_all or not self._rows.shape.total:
            self._show_new_filter()
        self._scan_next()
        self.search_changed.emit()

    @property
    def filter(self) -> LogFilter:
        return self._filter

    @property
    def finder(self) -> Finder:
        """The finder of the searched text."""
        return self._finder

    def sync(self) -> None:
        """Show the entries that were added to the log since the last call."""
        log_shape, previous_shape = self.store.shape, self._rows.shape
        if log_shape == previous_shape:
            return
        if self._has_folded_entries() and not self._is_folding:
            self._begin_folding()
        was_shrunk = previous_shape.has_gap and log_shape.head != previous_shape.head
        if (
            was_shrunk or log_shape.tail > previous_shape.total
        ):  # or everything that was shown last is gone
            self.beginResetModel()
            self._rows = self._rows.with_shape(log_shape)
            self._hit_numbers = remove_left_out(self._hit_numbers, log_shape)
            self.endResetModel()
        else:
            if (log_shape.tail, log_shape.kept) != (previous_shape.tail, previous_shape.kept):
                self._show_gap(log_shape._replace(total=previous_shape.total))
            self._add_rows(log_shape)
        self._scan_next()
        self.counts_changed.emit()

    def _begin_folding(self) -> None:
        """Let the worker find the rows from now on, as entries begin to come again."""
        if self._shows_all and not self._filter.text:
            # No repetition has a row yet: those that are shown stay.
            self._rows = ShownRows(self._rows.shape, self._rows.list_numbers())
            self._scanned_count = self._rows.shape.total
        elif self._shows_all:
            self._restart()
            self._is_outdated = True
        self._is_folding = True

    def _has_folded_entries(self) -> bool:
        """Return whether entries of the log have no row because they are repetitions."""
        return self._filter.folds and self.store.has_repeats

    @property
    def _shows_all(self) -> bool:
        """Whether every entry has a row."""
        return self._filter.shows_all and not self._is_folding

    def _add_rows(self, log_shape: LogShape) -> None:
        """Add rows for new entries, unless the filter has to look at them first."""
        if self._is_outdated:
            return
        if not self._shows_all:
            self._rows.shape = log_shape  # the rows come from the scan
            return
        first, added_count = len(self._rows), log_shape.total - self._rows.shape.total
        if added_count:
            self.beginInsertRows(QModelIndex(), first, first + added_count - 1)
            self._rows.shape = log_shape
            self.endInsertRows()

    def _show_gap(self, log_shape: LogShape) -> None:
        """Show that entries were left out: their rows give way to the row of the gap."""
        old_rows, rows_with_gap, root = self._rows, self._rows.with_shape(log_shape), QModelIndex()
        # First the rows go, then those come that stand for them: neighbours of either stay as they
        # are, as views and tools expect.
        rows_without_gap = old_rows.with_shape(
            log_shape._replace(kept=old_rows.shape.kept), shows_gap=old_rows.shape.has_gap
        )
        first = old_rows.count_rows_before(
            old_rows.shape.tail if old_rows.shape.has_gap else log_shape.head
        )
        removed_count = len(old_rows) - len(rows_without_gap)
        if removed_count:
            self.beginRemoveRows(root, first, first + removed_count - 1)
            self._rows = rows_without_gap
            self.endRemoveRows()
        first = rows_without_gap.count_rows_before(log_shape.head)
        added_count = len(rows_with_gap) - len(rows_without_gap)
        if added_count:
            self.beginInsertRows(root, first, first + added_count - 1)
            self._rows = rows_with_gap
            self.endInsertRows()
        self._rows = rows_with_gap
        self._hit_numbers = remove_left_out(self._hit_numbers, log_shape)
        gap = self.index(rows_with_gap.gap_row)
        self.dataChanged.emit(gap, gap)

    # scanning

    @property
    def is_searching(self) -> bool:
        """Whether the worker still looks for matches."""
        return self._needs_scan and self._scanned_count < self.store.shape.total

    @property
    def hits(self) -> int:
        """The number of shown entries that contain the searched text."""
        return len(self._hit_numbers)

    @property
    def undecided_count(self) -> int:
        """The number of entries in which the expression would take too long."""
        return self._undecided_count

    @property
    def _needs_scan(self) -> bool:
        """Whether the worker has to look at the entries."""
        return bool(self._filter.text) or not self._shows_all

    def _restart(self) -> None:
        """Begin the search anew. Results of the running one are ignored."""
        self._generation += 1
        self._scanned_count = self._undecided_count = 0
        self._hit_numbers = array("I")

    def _make_numbers(self) -> array[int] | None:
        """Return an empty list of entry numbers, None if all entries are shown."""
        return None if self._shows_all else array("I")

    def _show_new_filter(self) -> None:
        """Replace the rows of the last filter by those of the present one."""
        if self._is_outdated:
            self.beginResetModel()
            self._rows = ShownRows(self.store.shape, self._make_numbers())
            self._is_outdated = False
            self.endResetModel()

    def _scan_next(self) -> None:
        """Have the worker look at the next slice of the log."""
        # One slice at a time, so that the worker never runs while this thread has more to do.
        if self._is_running or not self.is_searching:
            return
        self._is_running = True
        job = partial(scan_log, self.store, self._filter, self._finder, self._scanned_count)
        self._submit(job, partial(self._on_slice_scanned, self._generation))

    def _on_slice_scanned(self, generation: int, slice_result: ScanSlice) -> None:
        """Add the matches in a slice. `generation`: of the search that it belongs to."""
        self._is_running = False
        if generation == self._generation:
            self._show_new_filter()
            log_shape = self._rows.shape
            hits = remove_left_out(slice_result.hits, log_shape)
            self._hit_numbers.extend(hits)
            if not self._shows_all:
                self._show_repeats(self._scanned_count)
                shows_only_hits = self._filter.text and self._filter.shows_only_hits
                self._extend_rows(
                    hits
                    if shows_only_hits
                    else remove_left_out(slice_result.matching_numbers, log_shape)
                )
            self._scanned_count = slice_result.stop
            self._undecided_count += slice_result.undecided_count
            self.search_changed.emit()
        self._scan_next()

    def _show_repeats(self, number: int) -> None:
        """Show that the last entry came again, if an entry is such a repetition."""
        row = self.find_row(number) if self._is_folding else -1
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    def _extend_rows(self, numbers: array[int]) -> None:
        """Append rows for these entries."""
        if numbers:
            # The row of the gap may be the last one: what comes is behind it in any case.
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(numbers) - 1)
            self._rows.add_entries(numbers)
            self.endInsertRows()

    # rows and entries

    @property
    def rows(self) -> ShownRows:
        return self._rows

    @property
    def longest(self) -> int:
        """The number of characters in the longest row."""
        return min(self.store.longest, MAX_ROW_LENGTH)

    def entry_at(self, row: int) -> LogEntry | None:
        """Return the entry of a row, an empty one while it is read, None for no such row."""
        return self._find_shown(row).entry if 0 <= row < len(self._rows) else None

    def find_row(self, number: int) -> int:
        """Return the row of an entry, or of the one that it repeats, -1 if it is not shown."""
        row = self._rows.find_row(number)
        if row < 0 and self._is_folding:
            row = self._rows.find_row(self.store.find_run_start(number))
        return row

    def count_repeats(self, row: int) -> int:
        """Return how many further entries a row stands for."""
        if not self._is_folding or not 0 <= row < len(self._rows):
            return 0
        number = self._rows.get_entry_number(row)
        return 0 if number == ShownRows.GAP else self.store.count_repeats(number)

    def hit_number(self, row: int) -> int:
        """Return which hit a row is, from 1, or 0 if it is no hit."""
        if not 0 <= row < len(self._rows):
            return 0
        number = self._rows.get_entry_number(row)
        hit_index = (
            bisect_left(self._hit_numbers, number) if number >= 0 else len(self._hit_numbers)
        )
        return (
            hit_index + 1
            if hit_index < len(self._hit_numbers) and self._hit_numbers[hit_index] == number
            else 0
        )

    def find_next_hit(self, row: int, *, is_backward: bool = False) -> int:
        """Return the row of the next hit, or the previous one, around the end, -1 for none."""
        if not self._hit_numbers:
            return -1
        number = self._rows.get_entry_number(row) if 0 <= row < len(self._rows) else -1
        if number == ShownRows.GAP and row >= 0:
            number = self._rows.shape.tail - (0 if is_backward else 1)
        hit_index = (
            bisect_left(self._hit_numbers, number) - 1
            if is_backward
            else bisect_right(self._hit_numbers, number)
        )
        return self._rows.find_row(self._hit_numbers[hit_index % len(self._hit_numbers)])

    def rowCount(self, parent: ModelIndex = ROOT_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = index.row()
        if not index.isValid() or row >= len(self._rows):
            return None
        shown_row = self._find_shown(row)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown_row.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return _describe_row(shown_row, self.count_repeats(row))
            case LogRole.NUMBER:
                return self._rows.get_entry_number(row) + 1
            case LogRole.MORE:
                return shown_row.more
            case LogRole.REPEATS:
                return self.count_repeats(row)
            case _:
                return _get_entry_data(shown_row.entry, role)

    def _find_shown(self, row: int) -> _ShownRow:
        """Return what a row shows, "…" while its entry is read from a file."""
        number = self._rows.get_entry_number(row)
        shown_row = self._decoded_rows.get(number)
        if shown_row is not None and number != ShownRows.GAP:
            return shown_row
        if number == ShownRows.GAP:
            entry: LogEntry | None = LogEntry("warning", LAUNCHER, "", self.store.render_gap())
        else:
            entry = self._ready_entry(number)
        if entry is None:  # left out since the last sync, or still to be read
            return _ShownRow(LogEntry("info", "", "", ""), "…", 0)
        return self._make_shown_row(number, entry)

    def _make_shown_row(self, number: int, entry: LogEntry) -> _ShownRow:
        """Make and keep what the row of an entry shows."""
        line_count = entry.text.rstrip("\n").count("\n")
        text = render_row(entry)
        text = text if len(text) <= MAX_ROW_LENGTH else f"{text[: MAX_ROW_LENGTH - 1]}…"
        shown_row = _ShownRow(entry, escape_invisible(text), line_count)
        if len(self._decoded_rows) >= _MAX_DECODED_ROWS:
            self._decoded_rows.clear()
        self._decoded_rows[number] = shown_row
        return shown_row

    def _ready_entry(self, number: int) -> LogEntry | None:
        """Return an entry that is in memory.

        Another is read on the worker and shown later.
        """
        try:
            return self.store.read_entry(number, wait=False)
        except BlockingIOError:
            if number not in self._awaited_numbers:
                self._awaited_numbers.add(number)
                store = self.store
                self._submit(
                    partial(store.read_entry, number), partial(self._on_read, store, number)
                )
            return None

    def _on_read(self, store: LogStore, number: int, entry: LogEntry | None) -> None:
        """Show an entry that the worker has read."""
        if store is not self.store or entry is None:
            return
        self._awaited_numbers.discard(number)
        self._make_shown_row(number, entry)
        row = self._rows.find_row(number)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))


def _get_entry_data(entry: LogEntry, role: int) -> Any:
    """Return the data of a role for an entry."""
    match role:
        case LogRole.TIME:
            return entry.time
        case LogRole.SEVERITY:
            return entry.severity
        case LogRole.SOURCE:
            return escape_invisible(entry.source)
        case LogRole.IDENTIFIER:
            return entry.message.identifier if entry.message else ""
        case LogRole.ENTRY:
            return entry
        case _:
            return None


def _describe_row(shown_row: _ShownRow, repeats: int) -> str:
    """Return what a screen reader says about a row. `repeats`: how often it came again."""
    entry = shown_row.entry
    text = f"{render_severity(entry.severity)}, {escape_invisible(entry.source)}: {shown_row.text}"
    more = render_count(shown_row.more, "more line") if shown_row.more else ""
    times = tr("{count:,} times", count=repeats + 1) if repeats else ""
    return ", ".join(filter(None, (text, more, times)))


def make_finder(log_filter: LogFilter) -> Finder:
    """Return what finds the text, or regular expression, of a filter."""
    if log_filter.is_expression and log_filter.text:
        return ExpressionFinder(log_filter)
    return PlainFinder.from_filter(log_filter)


def find_expression_error(text: str) -> str:
    """Return why a text is not a regular expression, or "" if it is one."""
    expression = QRegularExpression(text, _PATTERN_OPTIONS)
    if expression.isValid():
        return ""
    position = expression.patternErrorOffset()
    if position <= 0:
        return tr("Invalid regular expression: {reason}.", reason=expression.errorString())
    return tr(
        "Invalid regular expression: {reason} after character {position}.",
        reason=expression.errorString(),
        position=position,
    )


class ExpressionFinder:
    """Finds what a valid regular expression means, line by line."""

    def __init__(self, log_filter: LogFilter) -> None:
        text = rf"\b(?:{log_filter.text})\b" if log_filter.whole_words else log_filter.text
        options = _PATTERN_OPTIONS
        if not log_filter.match_case:
            options |= _PatternOption.CaseInsensitiveOption
        self._expression = QRegularExpression(_MATCH_LIMIT + text, options)
        self._expression.optimize()

    def has_match(self, text: str) -> bool | None:
        """Return whether a line matches, None if it would take too long to tell."""
        for line in _replace_halves(text).split("\n"):
            match = self._expression.match(line[:MAX_ROW_LENGTH])
            if match.hasMatch():
                return True
            if not match.isValid():  # it gave up: the expression itself is valid
                return None
        return False

    def find_spans(self, text: str, limit: int = MAX_SPANS) -> list[tuple[int, int]]:
        """Return begin and end of the first matches."""
        spans: list[tuple[int, int]] = []
        start = 0
        for line in _replace_halves(text).split("\n"):
            available_width = limit - len(spans)
            spans += (
                (start + begin, start + end)
                for begin, end in self._line_spans(line[:MAX_ROW_LENGTH], available_width)
            )
            start += len(line) + 1
        return spans

    def _line_spans(self, line: str, max_spans: int) -> list[tuple[int, int]]:
        """Return begin and end of matches in a line, at most so many."""
        spans: list[tuple[int, int]] = []
        position_map = None if line.isascii() else _map_places(line)
        offset = 0
        while len(spans) < max_spans:
            match = self._expression.match(line, offset)
            if not match.hasMatch():
                break
            start, end = match.capturedStart(), match.capturedEnd()
            offset = max(end, offset + 1)  # nothing but an empty text may be found
            if start < end:
                spans.append(
                    (position_map[start], position_map[end]) if position_map else (start, end)
                )
        return spans


def _replace_halves(text: str) -> str:
    """Return a text of the same length without halves of surrogate pairs.

    A program may print them.
    """
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _map_places(line: str) -> list[int]:
    """Return the position of the character at each UTF-16 position, with that of the end."""
    position_map = [
        index for index, letter in enumerate(line) for _ in range(1 + (letter > "\uffff"))
    ]
    return [*position_map, len(line)]
