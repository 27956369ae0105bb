"""The whole output of a launch, as entries: columns in memory, texts in files without a name.

Nothing is dropped in silence. An output without end would fill the disk, so of one that is longer
than the limits the beginning and the end are kept, the first error in any case, and a sentence
stands for the rest.
"""

from __future__ import annotations

import errno
import os
import re
import threading
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import make_folder
from vkconfig_py.model.files.paths import describe_error
from vkconfig_py.model.launch.observed_loader import OutputLine
from vkconfig_py.model.text.wording import escape_invisible

SEVERITIES = ("error", "warning", "info")

# A text is stored as UTF-8 and ends with a null byte; so does each part of its message, behind it.
# A null byte within a text is stored as C0 80, which is not UTF-8 and so cannot be anything else.
MIN_FREE_SPACE = 256 << 20  # bytes of a disk that are left to others
_ENTRY_END = b"\0"
# As MangoHud and others print it: "[2026-11-30 16:44:42.004] ".
_STAMP_PATTERN = re.compile(rb"\A\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?\]? +")
_ENCODED_NULL = b"\xc0\x80"
_SEVERITY_NUMBERS = {name: number for number, name in enumerate(SEVERITIES)}
LAUNCHER = "launcher"
LOADER = "loader"
OTHER_SOURCES = "others"
# What is no name of a layer or program.
_SOURCE_WORDS = {
    LAUNCHER: tr("launcher", "whose log entry it is"),
    LOADER: tr("loader", "whose log entry it is"),
    OTHER_SOURCES: tr("others", "whose log entry it is"),
}
_LAST_MARK = "last"
LOGS_SHARE_SPACE = tr(
    "Finished runs share the size limit of one log; the oldest logs are dropped first."
)
_MAX_SOURCES = 255
_MAX_KINDS = 65_535


def render_source(source: str) -> str:
    """Return whose a log entry is as it is shown: "launcher", "MangoHud"."""
    return _SOURCE_WORDS.get(source) or escape_invisible(source)


class MessageHeader(NamedTuple):
    """What a layer's message says about itself.

    Attributes:
        identifier: the VUID or another identifier as text, "" if unknown.
        number: the message id number, as message_id_filter takes it.
        objects: the objects that the message is about, as the layer names them.
        sentence: what it says, in one line; the first line of its text often is only a head.
        address: of the rule in the specification, if the message gives one.
        is_last: the layer says that it prints no more of this kind.
    """

    identifier: str
    number: int | None = None
    objects: tuple[str, ...] = ()
    sentence: str = ""
    address: str = ""
    is_last: bool = False

    @property
    def kind(self) -> str:
        """What messages of the same kind have in common: identifier, number or text.

        Messengers of programs do not always get a number.
        """
        return self.identifier or ("" if self.number is None else str(self.number))


class LogEntry(NamedTuple):
    """One entry of a log: a line of output, or a message of several lines.

    Attributes:
        severity: "error", "warning" or "info".
        source: "launcher", "loader", "validation", "MangoHud", ...; "" for the program itself.
        time: of its first line, "15:29:52".
        text: all its lines, joined by line feeds.
    """

    severity: str
    source: str
    time: str
    text: str
    message: MessageHeader | None = None

    @property
    def is_loader_note(self) -> bool:
        """Whether the loader only tells what it does."""
        return self.source == LOADER and self.severity == "info"


class EntryReader(Protocol):
    """Makes entries of lines. Used by one thread at a time."""

    def feed(self, line: OutputLine) -> Iterable[LogEntry]:
        """Return the entries that a line completes. A line that may go on is held back."""

    def finish(self) -> Iterable[LogEntry]:
        """Return the entry that is held back, if any.

        It is called when nothing followed for a while, or at the end.
        """


def encode_record(text: str, parts: tuple[str, ...] = ()) -> bytes:
    """Return a text and the parts of a message as bytes, each ended by a null byte."""
    data = text.encode("utf-8", "surrogatepass")
    if 0 in data:
        data = data.replace(_ENTRY_END, _ENCODED_NULL)
    if parts:
        return b"".join((data, _ENTRY_END, *(encode_record(part) for part in parts)))
    return data + _ENTRY_END


def decode_record(record: bytes) -> tuple[str, ...]:
    """Return the text of a record and the parts of its message."""
    return tuple(
        part.replace(_ENCODED_NULL, _ENTRY_END).decode("utf-8", "surrogatepass")
        for part in record[:-1].split(_ENTRY_END)
    )


class LogSegment:
    """Entries that follow each other. One thread adds while others read.

    Attributes:
        first: number of its first entry in the log, from 0.
        severities, sources, kinds: per entry, numbers of the names that the log has.
        repeats: per entry, how often it comes again right behind itself; for such a repetition how
            far it is behind the first one, as a negative number.
        ends: where the record of each entry ends; set last, so that an entry is whole once counted.
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.severities = bytearray()
        self.sources = bytearray()
        self.kinds = array("H")
        self.repeats = array("i")
        self.ends = array("I")
        self._changes = array("I")  # the entries at which another time begins
        self._times: list[str] = []
        self._text: bytearray | None = bytearray()
        self._file = -1
        self._lock = threading.Lock()  # for the three below
        self._readers = 0
        self._closed = False

    @property
    def stop(self) -> int:
        """The number of the entry that follows the last one."""
        return self.first + len(self.ends)

    @property
    def size(self) -> int:
        """How many bytes the records of all entries have."""
        return self.ends[-1] if self.ends else 0

    @property
    def is_in_memory(self) -> bool:
        return self._text is not None

    def add(
        self,
        record: bytes,
        severity: str,
        source: int,
        kind: int,
        time: str,
        *,
        is_repeated: bool = False,
    ) -> None:
        """Append an entry.

        Args:
            record: its text and the parts of its message.
            severity: such as "error".
            source: number of the source.
            kind: number of the kind of message, 0 for none.
            time: as it is shown.
            is_repeated: it is the last entry once more.
        """
        if self._text is None:
            raise AssertionError("only the last part of a log grows")
        if not self._times or self._times[-1] != time:
            self._changes.append(len(self.ends))
            self._times.append(time)
        self._text += record
        self.severities.append(_SEVERITY_NUMBERS.get(severity, len(SEVERITIES) - 1))
        self.sources.append(source)
        self.kinds.append(kind)
        distance = 1 + max(-self.repeats[-1], 0) if is_repeated else 0
        self.repeats.append(-distance)
        if distance:
            self.repeats[-1 - distance] = distance
        self.ends.append(len(self._text))

    def time(self, index: int) -> str:
        """Return the time of an entry by its index in this part."""
        return self._times[bisect_right(self._changes, index) - 1]

    def start(self, index: int) -> int:
        """Return where the record of an entry begins."""
        return self.ends[index - 1] if index else 0

    def read_records(self, start: int, stop: int, *, wait: bool = True) -> bytes:
        """Return the records of entries `start` to `stop`, nothing once it was closed.

        Raises:
            BlockingIOError: without `wait`, if they have to come from a disk.
        """
        begin, end = self.start(start), self.start(stop)
        text = self._text
        if text is not None:
            return bytes(text[begin:end])
        with self._borrow_file() as file:
            if file < 0:
                return b""
            return os.pread(file, end - begin, begin) if wait else _read_cached(file, begin, end)

    @contextmanager
    def _borrow_file(self) -> Iterator[int]:
        """Yield the file, which is not closed meanwhile, -1 if it was closed."""
        with self._lock:
            file = -1 if self._closed else self._file
            self._readers += 1
        try:
            yield file
        finally:
            with self._lock:
                self._readers -= 1
                self._close_unused()

    def write_out(self, folder: Path) -> None:
        """Move the texts from memory into a file.

        Raises:
            OSError: it cannot be written; the texts stay in memory.
        """
        if self._text is None:
            return
        file = _open_nameless_file(folder)
        try:
            _check_free_space(file)
            unwritten_bytes = memoryview(self._text)
            while unwritten_bytes:
                unwritten_bytes = unwritten_bytes[os.write(file, unwritten_bytes) :]
        except OSError:
            os.close(file)
            raise
        self._file = file
        self._text = None

    def close(self) -> None:
        """Forget the texts, and close the file once nobody reads it."""
        with self._lock:
            self._closed = True
            self._text = None
            self._close_unused()

    def _close_unused(self) -> None:
        """Close the file if that was asked for and nobody reads it."""
        if self._closed and not self._readers and self._file >= 0:
            os.close(self._file)
            self._file = -1


def _read_cached(file: int, begin: int, end: int) -> bytes:
    """Return a part of a file if it is in memory.

    Raises:
        BlockingIOError: it would have to come from a disk.
    """
    data = bytearray(end - begin)
    try:
        count = os.preadv(file, [data], begin, os.RWF_NOWAIT)
    except BlockingIOError:
        raise
    except OSError:  # a file system that is in memory, or does not know
        return os.pread(file, end - begin, begin)
    if count < len(data):
        raise BlockingIOError
    return bytes(data)


def _check_free_space(file: int) -> None:
    """Check that a disk is not nearly full.

    Raises:
        OSError: too little is free.
    """
    file_system = os.fstatvfs(file)
    if file_system.f_bavail * file_system.f_frsize < MIN_FREE_SPACE:
        raise OSError(errno.ENOSPC, tr("the disk is nearly full"))


def _open_nameless_file(folder: Path) -> int:
    """Open a file that is deleted with its last handle, however the process ends."""
    make_folder(str(folder))
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError:  # not every file system can
        path = folder / f"log-{os.getpid()}-{threading.get_ident()}"
        flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC
        file = os.open(path, flags, 0o600)
        path.unlink()
        return file


class LogLimits(NamedTuple):
    """How much is kept of an output.

    Attributes:
        entries, size: of one part, which is full with either; size in bytes.
        beginning, end: number of parts.
        in_memory: number of parts if no file can be written.
    """

    entries: int = 1 << 16
    size: int = 8 << 20
    beginning: int = 16
    end: int = 48
    in_memory: int = 4

    @property
    def parts(self) -> int:
        return self.beginning + self.end


DEFAULT_LIMITS = LogLimits()


def make_limits(parts: int) -> LogLimits:
    """Return the limits of a log of so many parts, a quarter of them for its beginning."""
    return DEFAULT_LIMITS._replace(beginning=parts // 4, end=parts - parts // 4)


class MessageGroup(NamedTuple):
    """Messages with the same identifier.

    Attributes:
        first: number of its first entry.
        head: of its first message.
        is_limited: the layer said that it prints no more of them.
    """

    identifier: str
    number: int | None
    severity: str
    total: int
    first: int
    head: MessageHeader
    is_limited: bool = False


class LogShape(NamedTuple):
    """Which entries there are: all up to `total`, except those from `head` to `tail`.

    Attributes:
        kept: entries from `head` to `tail` that are there nevertheless, in order.
    """

    head: int = 0
    tail: int = 0
    total: int = 0
    kept: tuple[int, ...] = ()

    @property
    def has_gap(self) -> bool:
        """Whether entries in the middle were left out."""
        return self.tail > self.head


class LogStore:
    """The log of one launch. Any thread may add and read; entries are numbered from 0.

    Attributes:
        longest: number of characters in the longest first line of an entry.
        has_repeats: an entry came again right behind itself; set before that is counted.
        has_news: full parts wait for `write_full_parts`.
    """

    def __init__(
        self, folder: Path | None, program: str = "", limits: LogLimits = DEFAULT_LIMITS
    ) -> None:
        """Set up an empty log.

        `program` is the source of entries that name none. Without a folder all is in memory.
        """
        self._folder = folder
        self._program = program
        self._limits = limits
        self._segments = [LogSegment(0)]
        self._lock = threading.Lock()
        self._shape = LogShape()
        self._omitted_bytes = 0  # bytes
        self._is_shrunk = False
        self._problem = ""  # why the texts cannot be written to a file
        self._kept_entries: dict[int, LogEntry] = {}
        self._first_error = -1
        self._severities: Counter[str] = Counter()
        self.source_numbers: dict[str, int] = {}
        self._source_names: list[str] = []
        self._source_counts: Counter[int] = Counter()
        self._loader_notes = 0
        self._kinds: dict[str, int] = {}
        self._kind_list: list[MessageGroup] = []
        self.longest = 0
        self.has_repeats = False
        self._last_record: tuple[object, ...] = ()
        self.has_news = False

    # adding

    def append(self, entries: Iterable[LogEntry]) -> None:
        """Add entries to the log."""
        with self._lock:
            for entry in entries:
                self._append(entry)

    def write_full_parts(self) -> None:
        """Write full parts to files, and leave out the middle of a log that is too large.

        This may wait for a disk.
        """
        with self._lock:
            full_segments = [segment for segment in self._segments[:-1] if segment.is_in_memory]
            self.has_news = False
        for segment in full_segments:
            if self._problem or self._folder is None:
                break
            try:
                segment.write_out(self._folder)
            except OSError as error:
                self._problem = describe_error(error)
        with self._lock:
            while self._is_over_limit():
                self._drop_middle()

    def shrink(self, parts: int) -> None:
        """Leave out the middle of a finished log until only so many parts, at least two, remain.

        This may wait for a disk.
        """
        beginning = max(1, parts // 4)
        with self._lock:
            self._limits = self._limits._replace(beginning=beginning, end=parts - beginning)
            while len(self._segments) > max(2, parts):
                self._is_shrunk = True
                self._drop_middle()

    def close(self) -> None:
        """Forget all entries and close the files."""
        with self._lock:
            for segment in self._segments:
                segment.close()
            self._segments = [LogSegment(self._segments[-1].stop)]

    def _append(self, entry: LogEntry) -> None:
        """Add an entry, in a new part if the last one is full."""
        segment = self._segments[-1]
        if len(segment.ends) >= self._limits.entries or segment.size >= self._limits.size:
            segment = LogSegment(segment.stop)
            self._segments.append(segment)
            self._last_record = ()  # a part may be left out, and repeats nothing of another one
            self.has_news = True
        number = segment.stop
        kind, parts, message_header = 0, tuple[str, ...](), entry.message
        if message_header is not None:
            kind = self._count_kind(entry, message_header, number)
            parts = (
                message_header.sentence,
                message_header.address,
                _LAST_MARK * message_header.is_last,
                *message_header.objects,
            )
        source = self._number_source(entry.source or self._program)
        record = encode_record(entry.text, parts)
        # Of lines with a time in front, each has another one.
        content = (_STAMP_PATTERN.sub(b"", record, count=1), entry.severity, source, kind)
        # Empty lines are there to be seen.
        is_repeated = content == self._last_record and record != _ENTRY_END
        self._last_record = content
        self.has_repeats |= is_repeated
        segment.add(record, entry.severity, source, kind, entry.time, is_repeated=is_repeated)
        self._severities[entry.severity] += 1
        self._source_counts[source] += 1
        self._loader_notes += entry.is_loader_note
        if self._first_error < 0 and entry.severity == "error":
            self._first_error = number
        if len(record) > self.longest:  # no text has more characters than bytes
            self.longest = max(self.longest, len(render_row(entry)))

    def _number_source(self, name: str) -> int:
        """Return the number of a source. Of too many, the last ones share a number."""
        number = self.source_numbers.get(name)
        if number is None:
            if len(self._source_names) >= _MAX_SOURCES and name != OTHER_SOURCES:
                return self._number_source(OTHER_SOURCES)
            number = self.source_numbers[name] = len(self._source_names)
            self._source_names.append(name)
        return number

    def _count_kind(self, entry: LogEntry, header: MessageHeader, number: int) -> int:
        """Count a message of its kind, and return the number of the kind, 0 for too many."""
        key = header.kind
        index = self._kinds.get(key)
        if index is None:
            if len(self._kind_list) >= _MAX_KINDS:  # made up by a program: the texts remain
                return 0
            index = self._kinds[key] = len(self._kind_list)
            self._kind_list.append(
                MessageGroup(header.identifier, header.number, entry.severity, 0, number, header)
            )
        kind = self._kind_list[index]
        number_of_kind = header.number if kind.number is None else kind.number
        is_limited = kind.is_limited or header.is_last
        self._kind_list[index] = kind._replace(
            total=kind.total + 1, number=number_of_kind, is_limited=is_limited
        )
        return index + 1

    # leaving out

    def _is_over_limit(self) -> bool:
        """Return whether the log has more parts than it may have."""
        limits, count = self._limits, len(self._segments)
        if count > limits.parts:
            return True
        in_memory = sum(segment.is_in_memory for segment in self._segments)
        return self._has_no_file and in_memory > limits.in_memory

    def _drop_middle(self) -> None:
        """Leave out the first part behind the beginning, but keep the first error."""
        log_shape = self._shape
        index = self._limits.beginning
        if log_shape.has_gap:
            index = self._find_segment_index(log_shape.tail)
            index -= index > self._limits.beginning  # since it was shrunk
        elif self._has_no_file:  # half of what memory may hold
            written_count = sum(not segment.is_in_memory for segment in self._segments)
            index = min(index, written_count + self._limits.in_memory // 2)
        segment = self._segments[index]
        if segment.first <= self._first_error < segment.stop:
            entry = self._read_from_part(segment, self._first_error)
            if entry is not None:
                self._kept_entries[self._first_error] = entry
                log_shape = log_shape._replace(kept=(self._first_error,))
        head = min(log_shape.head, segment.first) if log_shape.has_gap else segment.first
        self._shape = log_shape._replace(head=head, tail=max(log_shape.tail, segment.stop))
        self._omitted_bytes += segment.size
        del self._segments[index]
        segment.close()

    def _find_segment_index(self, number: int) -> int:
        """Return the index of the part with an entry."""
        return max(0, bisect_right(self._segments, number, key=lambda segment: segment.first) - 1)

    @property
    def _has_no_file(self) -> bool:
        """Whether texts stay in memory: no folder, or it cannot be written."""
        return bool(self._problem) or self._folder is None

    # reading

    @property
    def parts(self) -> int:
        """The number of parts, of 8 MB at most."""
        return len(self._segments)

    @property
    def shape(self) -> LogShape:
        """Which entries there are, and which were left out."""
        return self._shape._replace(total=self._segments[-1].stop)

    def read_entry(self, number: int, *, wait: bool = True) -> LogEntry | None:
        """Return an entry, None if it was left out.

        Raises:
            BlockingIOError: without `wait`, if it has to come from a disk.
        """
        kept_entry = self._kept_entries.get(number)
        if kept_entry is not None:
            return kept_entry
        segment = self.find_segment(number)
        return None if segment is None else self._read_from_part(segment, number, wait=wait)

    def count_repeats(self, number: int) -> int:
        """Return how often an entry comes again right behind itself."""
        segment = self.find_segment(number)
        return 0 if segment is None else max(segment.repeats[number - segment.first], 0)

    def find_run_start(self, number: int) -> int:
        """Return the number of the entry that an entry repeats, or its own."""
        segment = self.find_segment(number)
        return (
            number if segment is None else number + min(segment.repeats[number - segment.first], 0)
        )

    def find_time(self, number: int) -> str:
        """Return the time of an entry, "" if it was left out."""
        segment = self.find_segment(number)
        return "" if segment is None else segment.time(number - segment.first)

    def find_segment(self, number: int) -> LogSegment | None:
        """Return the part with an entry, None if it was left out or does not exist yet."""
        with self._lock:
            segment = self._segments[self._find_segment_index(number)]
        return segment if segment.first <= number < segment.stop else None

    def count_severities(self) -> dict[str, int]:
        """Return the number of entries of each severity, with those that were left out."""
        return {name: self._severities[name] for name in SEVERITIES}

    def count_loader_notes(self) -> int:
        """Return how many lines of the loader tell neither errors nor warnings."""
        return self._loader_notes

    def list_sources(self) -> tuple[str, ...]:
        """Return the names of the sources so far, sorted."""
        return tuple(sorted(self._source_names))

    def list_message_groups(self) -> tuple[MessageGroup, ...]:
        """Return the kinds of messages so far, with their numbers."""
        return tuple(self._kind_list)

    def find_group_number(self, kind: str) -> int | None:
        """Return the number of a kind of message in a part's `kinds`, None for an unknown kind."""
        index = self._kinds.get(kind)
        return None if index is None else index + 1

    @property
    def first_error(self) -> int | None:
        """Return the number of the first error, None if there is none."""
        return None if self._first_error < 0 else self._first_error

    def find_error(self, number: int, *, is_backward: bool = False) -> int | None:
        """Return the next error behind an entry, or the previous one, around the end."""
        with self._lock:
            segments = list(self._segments)
        kept_numbers = self._shape.kept
        errors: list[int] = []
        for segment in segments:
            count = len(segment.ends)
            entry_index = min(max(0, number - segment.first), count)
            if is_backward:
                spots = (
                    segment.severities.rfind(0, 0, entry_index),
                    segment.severities.rfind(0, entry_index, count),
                )
            else:
                begin = entry_index + (segment.first + entry_index == number)
                spots = (
                    segment.severities.find(0, begin, count),
                    segment.severities.find(0, 0, count),
                )
            errors += (segment.first + spot for spot in spots if spot >= 0)
        errors += kept_numbers
        if is_backward:
            return max(
                (error for error in errors if error < number), default=max(errors, default=None)
            )
        return min((error for error in errors if error > number), default=min(errors, default=None))

    def render_gap(self) -> str:
        """Return the sentence that stands for what was left out, "" while nothing was."""
        log_shape, limits = self._shape, self._limits
        if not log_shape.has_gap:
            return ""
        count = log_shape.tail - log_shape.head - len(log_shape.kept)
        omission = counted(
            "{n:,} entries ({size}) were dropped.",
            "{n} entry ({size}) was dropped.",
            count,
            size=_render_size(self._omitted_bytes),
        )
        if self._has_no_file:
            reason = tr("The log is not saved to a file, so only its beginning and end are kept.")
            if self._problem:
                reason = tr(
                    "The log is not saved to a file ({reason}), so only its beginning and "
                    "end are kept.",
                    reason=self._problem,
                )
        elif self._is_shrunk:
            reason = LOGS_SHARE_SPACE
        else:
            reason = tr(
                "A log keeps the beginning and end of the output, up to {size} or "
                "{count:,} entries.",
                size=_render_size(limits.parts * limits.size),
                count=limits.parts * limits.entries,
            )
        return f"{omission} {reason}"

    def render_lines(self) -> Iterator[str]:
        """Yield the whole log as text, in pieces of about an entry."""
        log_shape = self.shape
        for number in range(log_shape.head):
            yield from self._render_lines(number)
        if log_shape.has_gap:
            for number in log_shape.kept:
                yield from self._render_lines(number)
            yield f"[{self.render_gap()}]\n"
        for number in range(log_shape.tail, log_shape.total):
            yield from self._render_lines(number)

    def _render_lines(self, number: int) -> Iterator[str]:
        """Yield the lines of an entry, nothing if it was left out."""
        entry = self.read_entry(number)
        if entry is not None:
            yield render_line(entry)

    def _read_from_part(
        self, segment: LogSegment, number: int, *, wait: bool = True
    ) -> LogEntry | None:
        """Read an entry from its part, None if it was left out.

        `wait`: for a disk.
        """
        index = number - segment.first
        record = segment.read_records(index, index + 1, wait=wait)
        if not record:
            return None
        text, *parts = decode_record(record)
        kind = segment.kinds[index]
        message = None
        if kind:
            group = self._kind_list[kind - 1]
            sentence, address, is_last, *objects = parts
            message = MessageHeader(
                group.identifier, group.number, tuple(objects), sentence, address, bool(is_last)
            )
        return LogEntry(
            SEVERITIES[segment.severities[index]],
            self._source_names[segment.sources[index]],
            segment.time(index),
            text,
            message,
        )


def get_first_line(text: str) -> str:
    """Return the first line of an entry, with tabs as spaces."""
    line = text[: text.find("\n")] if "\n" in text else text
    return line.expandtabs()


def render_row(entry: LogEntry) -> str:
    """Return the line that a row shows of an entry.

    The first line of a message often says nothing of what it is about.
    """
    message_header = entry.message
    if message_header is None or not message_header.sentence:
        return get_first_line(entry.text)
    return (
        f"{message_header.identifier}: {message_header.sentence}"
        if message_header.identifier
        else message_header.sentence
    )


def render_line(entry: LogEntry) -> str:
    """Return an entry as text: time, severity, source and its lines."""
    return f"{entry.time} {entry.severity} {entry.source}: {entry.text}\n"


def _render_size(count: int) -> str:
    """Return a number of bytes in MB."""
    if count >= 1 << 20:
        return tr("{size:,.0f} MB", size=count / (1 << 20))
    return counted("{n:,} bytes", "{n} byte", count)
