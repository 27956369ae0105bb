"""Search over tens of thousands of entries within a frame: one string, searched by C code.

Theory of operation: each entry is a line of one long string of bytes: its short title, the later
words of that title, its full title where that is longer, its subtitle, its other words. Only lines
with the rarest word of a query are looked at, the best way to match (title begins so, a word begins
so, anywhere) first: the search stops once it has more matches than are ever shown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import accumulate

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.text.lines import ListLine, join_parts
from vkconfig_py.model.text.wording import strip_layer_prefix

MAX_RESULTS = 200  # nobody scrolls further; typing more is quicker
_MAX_MATCHES = 600
_MAX_SAMPLE_SIZE = 200_000  # bytes at both ends that tell which word of a query is rare
_LINE_START, _WORD_START, _REST_START = b"\n", b"\x01", b"\x02"
_NOT_FOUND_RANK = 100


class EntryKind(StrEnum):
    """Kind of thing that an entry opens."""

    ACTION = "action"
    LAYER = "layer"
    ABSENT_LAYER = "absent-layer"  # known, but not installed
    CONFIGURATION = "configuration"
    OPTIONS = "options"  # an option set of a program
    FILE = "file"
    SETTING = "setting"
    VALUE = "value"  # of a setting
    VARIABLE = "variable"
    EXTENSION = "extension"
    LIMIT = "limit"  # or feature, or another value of a device
    CHOICE = "choice"  # a value for a field


class SearchEntry(NamedTuple):
    """One search result.

    Attributes:
        key: identifies the target for the owner of the search; unique within its kind.
        icon: instead of that of the kind.
        note: beside the title, such as the keys of a command.
        words: other words that people use for it, found like words of the title; not displayed.
        is_destructive: it takes something away at once; a single word does not select it.
    """

    title: str
    subtitle: str
    kind: EntryKind
    key: str
    icon: str = ""
    note: str = ""
    words: str = ""
    is_destructive: bool = False


_ICON_BY_ENTRY_KIND = {
    EntryKind.ACTION: "play",
    EntryKind.LAYER: "layer",
    EntryKind.ABSENT_LAYER: "layer",
    EntryKind.CONFIGURATION: "sliders",
    EntryKind.OPTIONS: "program",
    EntryKind.FILE: "file",
    EntryKind.SETTING: "sliders",
    EntryKind.VALUE: "check",
    EntryKind.VARIABLE: "terminal",
    EntryKind.EXTENSION: "plus",
    EntryKind.LIMIT: "device",
}


def get_search_key(entry: SearchEntry) -> str:
    return f"{entry.kind}:{entry.key}"


def present_search_entry(entry: SearchEntry) -> ListLine:
    """Show icon of the kind, title and subtitle."""
    return ListLine(
        entry.title,
        entry.subtitle,
        icon=entry.icon or _ICON_BY_ENTRY_KIND.get(entry.kind, ""),
        note=entry.note,
        tooltip=entry.subtitle,
        accessible_text=join_parts(entry.title, entry.kind, entry.note, entry.subtitle),
    )


# So numerous that each ranks after other entries that match nearly as well.
_RANKS_OF_NUMEROUS = {
    EntryKind.ABSENT_LAYER: 1,
    EntryKind.SETTING: 1,
    EntryKind.VARIABLE: 1,
    EntryKind.VALUE: 2,
    EntryKind.EXTENSION: 2,
    EntryKind.LIMIT: 2,
}


class EntryIndex:
    """Entries, ready to be searched."""

    def __init__(self, entries: Sequence[SearchEntry]) -> None:
        self.entries = tuple(entries)
        lines = [_make_line(entry) for entry in self.entries]
        self._starts = [0, *accumulate(map(len, lines))]
        self._text = b"".join(lines)

    def find(self, query: str) -> list[SearchEntry]:
        """Return the best entries in which every word of the query occurs, the best first.

        Exact titles rank first, then titles that start with the words, then words of the title that
        do, then other words of entries, then titles that contain them, then subtitles. Equal ranks
        keep the given order.
        """
        words = [_encode(word) for word in _normalize_text(query).split()]
        if not words:
            return list(self.entries[:MAX_RESULTS])
        ranked_entries = sorted(
            (rank, number) for number, rank in self._find_matches(words).items()
        )
        return [self.entries[number] for _rank, number in ranked_entries[:MAX_RESULTS]]

    def _find_matches(self, words: Sequence[bytes]) -> dict[int, int]:
        """Return the numbers of entries in which every word occurs, with their ranks."""
        ranks: dict[int, int] = {}
        rarest = self._find_rarest(words)
        if rarest not in self._text:
            return ranks
        for prefix in (_LINE_START, _WORD_START, b""):
            for number in self._find_lines(prefix + rarest):
                if number not in ranks:
                    rank = self._rank(number, words)
                    if rank < _NOT_FOUND_RANK:
                        ranks[number] = rank
                        if len(ranks) >= _MAX_MATCHES:
                            return ranks
        return ranks

    def _find_rarest(self, words: Sequence[bytes]) -> bytes:
        """Return the word that occurs least often, judged by a sample."""
        if len(words) == 1:
            return words[0]
        sample = self._text[:_MAX_SAMPLE_SIZE] + self._text[-_MAX_SAMPLE_SIZE:]
        return min(words, key=lambda word: (sample.count(word), -len(word)))

    def _find_lines(self, text_sought: bytes) -> Iterator[int]:
        """Yield the numbers of the entries that contain a text."""
        text, starts = self._text, self._starts
        position = text.find(text_sought)
        while position >= 0:
            number = bisect_right(starts, position) - 1
            yield number
            position = text.find(text_sought, starts[number + 1])

    def _rank(self, number: int, words: Sequence[bytes]) -> int:
        """Return how well an entry matches all words, a lower number for a better match."""
        line = self._text[self._starts[number] : self._starts[number + 1]]
        total = 2 * _RANKS_OF_NUMEROUS.get(self.entries[number].kind, 0)
        for word in words:
            rank = _rank_word(line, word)
            if rank is None:
                return _NOT_FOUND_RANK
            total += 2 * rank
        exact_title = _LINE_START + b" ".join(words)
        return total - (
            line.startswith(exact_title) and line[len(exact_title)] in _WORD_START + _REST_START
        )


def _rank_word(line: bytes, word: bytes) -> int | None:
    """Return 0 to 4 for where a word is found in an entry, None if it is not."""
    if line.startswith(word, 1):
        return 0
    position = line.find(word)
    if position < 0:
        return None
    title_end, word_start = line.index(_REST_START), line.find(_WORD_START + word)
    if word_start >= 0:
        return 1 if word_start < title_end else 2
    return 3 if position < title_end else 4


def _make_line(entry: SearchEntry) -> bytes:
    """Return the searched line of an entry: title, its words, full title, subtitle."""
    full_text = _normalize_text(entry.title)
    title = _normalize_text(strip_layer_prefix(entry.title))
    parts = title.replace("_", " ").replace(".", " ").split()[1:]
    if len(full_text) > len(title):
        parts.append(full_text)
    line = "\x01".join((f"\n{title}", *parts))
    words = "\x01".join(("", *_normalize_text(entry.words).split()))
    return _encode(f"{line}\x02{_normalize_text(entry.subtitle)}{words}")


def _encode(text: str) -> bytes:
    # Paths may hold bytes that are no text.
    return text.encode("utf-8", "surrogatepass")


def _normalize_text(text: str) -> str:
    """Return a text in lower case, without the characters that separate parts of lines."""
    text = text.casefold()
    if "\n" in text or "\x01" in text or "\x02" in text:
        text = text.replace("\n", " ").replace("\x01", " ").replace("\x02", " ")
    return text
