"""CandidatesModel: programs to choose, in sections, with what was typed in front."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QModelIndex, QObject, Qt

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.palette_model import SearchedModel
from vkconfig_py.model.items.roles import CandidateRole
from vkconfig_py.model.programs.candidates import Candidate, Section, matching
from vkconfig_py.model.text.wording import tooltip, visible


class Heading(NamedTuple):
    """The name of a section."""

    section: Section


Line = Heading | Candidate


class CandidatesModel(SearchedModel[Line]):
    """Candidates that match the query, below the headings of their sections."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: visible(_name(line)),
        Qt.ItemDataRole.ToolTipRole: lambda line: tooltip(_tip(line)),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: visible(_accessible(line)),
        CandidateRole.HEADING: lambda line: isinstance(line, Heading),
        CandidateRole.COMMAND: lambda line: "" if isinstance(line, Heading) else line.command,
        CandidateRole.NOTE: lambda line: "" if isinstance(line, Heading) else line.note,
        CandidateRole.SECTION: lambda line: str(line.section),
    }

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._candidates: tuple[Candidate, ...] = ()
        self._typed: Candidate | None = None
        self._query = ""

    def key_of(self, value: Line) -> str:
        return str(value.section) if isinstance(value, Heading) else value.key

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Candidates can be chosen, headings cannot."""
        if isinstance(self.value_at(index), Heading):
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def first(self) -> QModelIndex:
        """The first candidate, below its heading."""
        return self.index(1)

    def show(self, candidates: Sequence[Candidate]) -> None:
        self._candidates = tuple(candidates)
        self._refresh()

    def set_query(self, query: str) -> None:
        """Show the matches; what was typed before is none any more."""
        self._query, self._typed = query, None
        self._refresh()

    def show_typed(self, typed: Candidate) -> None:
        """Show a typed command line in front of the matches."""
        self._typed = typed
        self._refresh()

    def _refresh(self) -> None:
        found = matching(self._candidates, self._query)
        typed = self._typed
        if typed is not None and all(one.command != typed.command for one in found):
            found = [typed, *found]
        self.replace_all(list(_with_headings(found)))


def _with_headings(candidates: Sequence[Candidate]) -> Iterator[Line]:
    section = None
    for one in candidates:
        if one.section is not section:
            section = one.section
            yield Heading(section)
        yield one


def _name(line: Line) -> str:
    return str(line.section) if isinstance(line, Heading) else line.name


def _tip(line: Line) -> str:
    return "" if isinstance(line, Heading) else "\n".join(filter(None, (line.command, line.note)))


def _accessible(line: Line) -> str:
    if isinstance(line, Heading):
        return str(line.section)
    return ", ".join(filter(None, (line.name, str(line.section), line.command, line.note)))
