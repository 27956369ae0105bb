"""Lists that a text is searched in: all named things, and programs to choose.

PaletteModel shows the best match first. CandidatesModel shows programs in sections, with what was
typed in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QObject, Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import LinesModel, ModelIndex
from vkconfig_py.model.items.palette_search import (
    EntryIndex,
    SearchEntry,
    get_search_key,
    present_search_entry,
)
from vkconfig_py.model.programs.candidates import (
    TITLE_BY_PROGRAM_SECTION,
    ProgramCandidate,
    ProgramSection,
    find_matching,
)
from vkconfig_py.model.text.lines import ListLine, join_parts

T = TypeVar("T")
_ICON_BY_PROGRAM_SECTION = {
    ProgramSection.TYPED: "pencil",
    ProgramSection.RECENT: "history",
    ProgramSection.OPTION_SETS: "sliders",
    ProgramSection.RUNNING: "play",
    ProgramSection.TOOLS: "terminal",
    ProgramSection.GAMES: "device",
    ProgramSection.APPLICATIONS: "program",
}


# Above rows that do not choose a program.
GAMES_HEADING = tr("Steam games: Steam starts them, the program here stays")


class SearchedModel(LinesModel[T]):
    """A list that a text is searched in."""

    def set_query(self, query: str) -> None:
        """Show the matches, or every row for an empty query."""
        raise NotImplementedError  # each list has its own

    def find_first(self) -> QModelIndex:
        """Return the row that Enter takes after typing."""
        return self.index(0)


class PaletteModel(SearchedModel[SearchEntry]):
    """Entries that match the query."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(get_search_key, present_search_entry, parent)
        self._index = EntryIndex(())
        self._query = ""

    def find_first(self) -> QModelIndex:
        """Return the first entry; a single word, such as “delete”, selects none that destroys."""
        first_index = self.index(0)
        entry = self.get_value(first_index)
        is_withheld = entry is not None and entry.is_destructive and len(self._query.split()) < 2
        return QModelIndex() if is_withheld else first_index

    def show(self, entries: Sequence[SearchEntry]) -> None:
        """Search in these entries from now on."""
        self.show_index(EntryIndex(entries))

    def show_index(self, index: EntryIndex) -> None:
        """Search in the entries of an index, which another thread may have made."""
        self._index = index
        self.replace_all(index.find(self._query))

    def set_query(self, query: str) -> None:
        """Show the best matches, or the first entries for an empty query."""
        self._query = query
        self.replace_all(self._index.find(query))


class SectionHeading(NamedTuple):
    """The name of a section."""

    section: ProgramSection


CandidateEntry = SectionHeading | ProgramCandidate


class CandidatesModel(SearchedModel[CandidateEntry]):
    """Candidates that match the query, below the headings of their sections."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_get_key, _present_entry, parent)
        self._candidates: tuple[ProgramCandidate, ...] = ()
        self._typed_candidate: ProgramCandidate | None = None
        self._query = ""

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        """Let candidates be chosen, but not headings."""
        if isinstance(self.get_value(index), SectionHeading):
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def find_first(self) -> QModelIndex:
        """Return the first candidate, below its heading.

        Before anything is typed, only a program that was chosen before is one.
        """
        first_index = self.index(1)
        entry = self.get_value(first_index)
        is_recent = entry is not None and entry.section is ProgramSection.RECENT
        return first_index if is_recent or self._query else QModelIndex()

    def show(self, candidates: Sequence[ProgramCandidate]) -> None:
        """Search in these candidates from now on."""
        self._candidates = tuple(candidates)
        self._refresh()

    def set_query(self, query: str) -> None:
        """Show the matches, without what was typed before."""
        self._query, self._typed_candidate = query, None
        self._refresh()

    def show_typed(self, typed_candidate: ProgramCandidate) -> None:
        """Show a typed command line in front of the matches."""
        self._typed_candidate = typed_candidate
        self._refresh()

    def _refresh(self) -> None:
        """Show the matches below headings, the typed command line first."""
        candidates = find_matching(self._candidates, self._query)
        typed_candidate = self._typed_candidate
        if typed_candidate is not None and all(
            candidate.command != typed_candidate.command for candidate in candidates
        ):
            candidates = [typed_candidate, *candidates]
        self.replace_all(list(_add_headings(candidates)))


def _add_headings(candidates: Sequence[ProgramCandidate]) -> Iterator[CandidateEntry]:
    """Yield the candidates with a heading before each section."""
    section = None
    for candidate in candidates:
        if candidate.section is not section:
            section = candidate.section
            yield SectionHeading(section)
        yield candidate


def _get_key(entry: CandidateEntry) -> str:
    return str(entry.section) if isinstance(entry, SectionHeading) else entry.key


def _present_entry(entry: CandidateEntry) -> ListLine:
    """Show name, note and command of a candidate, or the title of a section."""
    section = TITLE_BY_PROGRAM_SECTION[entry.section]
    if isinstance(entry, SectionHeading):
        return ListLine(GAMES_HEADING if entry.section is ProgramSection.GAMES else section)
    name, command, note = entry.name, entry.command, entry.note
    return ListLine(
        name,
        command or note,
        icon=_ICON_BY_PROGRAM_SECTION[entry.section],
        note=note if command else "",
        tooltip=join_parts(command, note, separator="\n"),
        accessible_text=join_parts(name, section, command, note),
    )
