"""Rows of every copy of every layer, and of the added folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.catalog.layer_copies import (
    NOT_IN_USE,
    AddedSource,
    CopyOrder,
    CopyState,
    LayerCopy,
    matches,
    sort_copies,
)
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.wording import PREFIX, at_home, count_of, short_name

_ICONS = {
    CopyState.TAKEN: "layer",
    CopyState.HIDDEN: "copy",
    CopyState.BROKEN: "error",
    CopyState.LEFT_OUT: "minus",
    CopyState.TURNED_OFF: "minus",
    CopyState.AWAY: "minus",
}
_SUMMARY: tuple[tuple[tuple[CopyState, ...], Callable[[int], str]], ...] = (
    (
        (CopyState.HIDDEN,),
        lambda n: counted("{n:,} hidden by another copy", "{n} hidden by another copy", n),
    ),
    ((CopyState.BROKEN,), lambda n: counted("{n:,} cannot be used", "{n} cannot be used", n)),
    (NOT_IN_USE, lambda n: counted("{n:,} not in use", "{n} not in use", n)),
)


class CopyAction(Enum):
    """What a button of a copy does."""

    SHOW = "show"
    PROBLEM = "problem"
    TAKE_IN = "take in"
    TURN_ON = "turn on"
    USE = "use"
    USE_FIRST = "use first"
    LEAVE_OUT = "leave out"
    REMOVE = "remove"


class PlaceAction(Enum):
    """What a button of an added folder does."""

    TURN_OFF = "turn off"
    TURN_ON = "turn on"
    REMOVE = "remove"


LABELS = {
    CopyAction.SHOW: tr("Show"),
    CopyAction.PROBLEM: tr("Show problem"),
    CopyAction.TAKE_IN: tr("Include"),
    CopyAction.TURN_ON: tr("Turn on"),
    CopyAction.USE: tr("Use this one"),
    CopyAction.USE_FIRST: tr("Use the first found"),
    CopyAction.LEAVE_OUT: tr("Leave out"),
    CopyAction.REMOVE: tr("Remove"),
    PlaceAction.TURN_OFF: tr("Turn off"),
    PlaceAction.TURN_ON: tr("Turn on"),
    PlaceAction.REMOVE: tr("Remove"),
}


class CopyLine(NamedTuple):
    """A copy as its row shows it.

    Attributes:
        is_new: it came since the panel was opened.
        siblings: how many copies of its layer there are, itself among them.
    """

    copy: LayerCopy
    is_new: bool
    siblings: int


class CopyFilter(NamedTuple):
    """Which copies are listed, and in which order."""

    text: str = ""
    added_only: bool = False
    order: CopyOrder = CopyOrder.NAME


def list_copies(
    copies: Sequence[LayerCopy], fresh: frozenset[str], copy_filter: CopyFilter
) -> list[CopyLine]:
    """Return the copies that a filter takes. Those that the first scan did not find are new."""
    siblings = Counter(copy.name for copy in copies)
    chosen = (
        copy
        for copy in copies
        if (copy.source or not copy_filter.added_only) and matches(copy, copy_filter.text)
    )
    return [
        CopyLine(copy, copy.key in fresh, siblings[copy.name])
        for copy in sort_copies(chosen, copy_filter.order)
    ]


def summarize_copies(copies: Sequence[LayerCopy]) -> str:
    """Return the number of layers, and notes about them."""
    layers = len({copy.name for copy in copies if copy.state is not CopyState.BROKEN})
    states = Counter(copy.state for copy in copies)
    counts = ((sum(map(states.__getitem__, kinds)), words) for kinds, words in _SUMMARY)
    notes = [words(count) for count, words in counts if count]
    return " · ".join([count_of(layers, "layer"), *notes])


def copy_key(line: CopyLine) -> str:
    return line.copy.key


def present_copy(line: CopyLine, home: str = "") -> ListLine:
    """Return the name with version and origin, verdict, manifest."""
    copy = line.copy
    return ListLine(
        copy.name,
        join_parts(copy.reason, copy.health, between=" · "),
        at_home(copy.file, home),
        _ICONS[copy.state],
        copy.tone.value,
        actions=tuple(LineAction(action, LABELS[action]) for action in actions_of(copy)),
        prefix=PREFIX if copy.name.startswith(PREFIX) else "",
        note=join_parts(
            copy.version, copy.kind, copy.place, tr("new") if line.is_new else "", between=" · "
        ),
        word=copy.word,
        tip=join_parts(
            copy.name,
            copy.description,
            copy.file,
            f"{copy.word}: {copy.reason}",
            copy.health,
            copy.place,
            between="\n",
        ),
        spoken=join_parts(
            short_name(copy.name),
            f"{copy.version} {copy.kind}".strip(),
            tr("new", "a layer") if line.is_new else "",
            tr("one of {count} copies", count=line.siblings) if line.siblings > 1 else "",
            f"{copy.word.lower()}: {copy.reason}",
            copy.health,
            copy.file,
        ),
    )


def source_key(place: AddedSource) -> str:
    return place.source.path


def present_source(place: AddedSource, home: str = "") -> ListLine:
    """Return the name of a folder or manifest, what it contains, path."""
    path = place.source.path
    warns = place.tone.value == "warn"
    turn = PlaceAction.TURN_OFF if place.source.enabled else PlaceAction.TURN_ON
    return ListLine(
        place.title,
        place.text,
        at_home(path, home),
        "warn" if warns else "file" if path.endswith(".json") else "folder",
        place.tone.value,
        actions=tuple(LineAction(action, LABELS[action]) for action in (turn, PlaceAction.REMOVE)),
        tip=f"{path}\n{place.text}",
        spoken=f"{place.title}, {place.text}, {path}",
    )


def actions_of(copy: LayerCopy) -> tuple[CopyAction, ...]:
    """Return the actions on a copy, the most common first."""
    if copy.state is CopyState.LEFT_OUT:
        return (CopyAction.TAKE_IN,)
    if copy.state is CopyState.TURNED_OFF:
        return (CopyAction.TURN_ON,)
    actions = []
    if copy.state is CopyState.BROKEN:
        actions.append(CopyAction.PROBLEM)
    elif copy.state is CopyState.HIDDEN:
        actions.append(CopyAction.USE)
    elif copy.row:
        actions.append(CopyAction.SHOW)
    if copy.chosen:
        actions.append(CopyAction.USE_FIRST)
    if copy.source:
        single = copy.source == copy.file
        actions.append(CopyAction.REMOVE if single else CopyAction.LEAVE_OUT)
    return tuple(actions)
