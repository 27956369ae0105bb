"""A layer move in progress: its target place, and the sentence about the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.model.chain.snapshot_values import (
    MOVED_KINDS,
    ChainSnapshot,
    Row,
    RowKind,
    place_among,
)
from vkconfig_py.model.configuration.configuration import UNLISTED
from vkconfig_py.model.text.wording import UNLISTED_NAME, ordinal, short_name

OFF = -1  # target place meaning "Not in the chain"
_BETWEEN = tr("Drop the layer between the program row and the loader row")


class LayerMove(NamedTuple):
    """A move in progress, by drag or by keyboard.

    Attributes:
        origin: 1-based position in the chain at the start; 0: not in the chain.
        place: requested 0-based place, OFF, or None for an invalid place.
        others: layers in the chain besides this one.
    """

    layer: str
    key: str
    origin: int
    place: int | None
    others: int
    by_keyboard: bool = False

    def stepped(self, step: int) -> LayerMove:
        """Return the move one place up or down, where OFF is below the last place."""
        slots = [*range(self.others + 1), OFF]
        index = slots.index(self.place) if self.place in slots else 0
        return self._replace(place=slots[min(max(index + step, 0), len(slots) - 1)])


class MoveOutcome(NamedTuple):
    """Result of a move, as one line.

    Attributes:
        followed: False if the loader puts the layer elsewhere; shown in the warning colour.
    """

    text: str
    followed: bool = True


def start_move(rows: Sequence[Row], row: Row, *, by_keyboard: bool = False) -> LayerMove:
    count = sum(1 for other in rows if other.kind in MOVED_KINDS and other.key != row.key)
    place = place_among(rows, row.key)
    return LayerMove(subject(row), row.key, place + 1, max(place, OFF), count, by_keyboard)


def shown(name: str) -> str:
    return render(UNLISTED_NAME) if name == UNLISTED else name


def subject(row: Row) -> str:
    """Return the name of the layer or driver of a row. `row.name` may be escaped for painting."""
    return row.key.partition(":")[2]


def outcome(move: LayerMove, preview: ChainSnapshot | None) -> MoveOutcome:
    """Return the result of dropping now, from the predicted snapshot once it is computed."""
    if move.place is None:
        return MoveOutcome(_BETWEEN)
    rows = preview.rows if preview else ()
    row = next((row for row in rows if row.key == move.key), None)
    if move.place == OFF:
        return _describe_off(move, row)
    if row is not None and row.kind not in MOVED_KINDS:
        return MoveOutcome(
            row.deviation or tr("Stays off: {reason}", reason=row.reason), followed=False
        )
    requested_place = move.place + 1
    actual_place = place_among(rows, move.key) + 1
    if row is not None and actual_place != requested_place:
        return MoveOutcome(row.deviation or _describe_reorder(move, actual_place), followed=False)
    return MoveOutcome(_describe_place(move, requested_place, rows))


def _describe_reorder(move: LayerMove, actual_place: int) -> str:
    place = ordinal(actual_place)
    if actual_place == move.origin:
        return tr("This loader orders layers itself: stays {place}", place=place)
    return tr("This loader orders layers itself: becomes {place}", place=place)


def _describe_off(move: LayerMove, row: Row | None) -> MoveOutcome:
    if row is not None and row.kind is RowKind.LAYER:
        return MoveOutcome(
            row.deviation or tr("Still loads: {reason}", reason=row.reason), followed=False
        )
    return MoveOutcome(tr("Turns it off") if move.origin else tr("Stays off"))


def _describe_place(move: LayerMove, requested_place: int, rows: Sequence[Row]) -> str:
    if not move.origin:
        return tr("Turns it on, {place}", place=ordinal(requested_place))
    if requested_place == move.origin:
        return tr("Stays {place}", place=ordinal(requested_place))
    text = f"{ordinal(move.origin)} → {ordinal(requested_place)}"
    layer_rows = [row for row in rows if row.kind in MOVED_KINDS]
    names_by_place = {place: row.name for place, row in enumerate(layer_rows, start=1)}
    if requested_place - 1 in names_by_place:
        return tr(
            "{places}, below {layer}",
            places=text,
            layer=short_name(names_by_place[requested_place - 1]),
        )
    if requested_place + 1 in names_by_place:
        return tr(
            "{places}, above {layer}",
            places=text,
            layer=short_name(names_by_place[requested_place + 1]),
        )
    return text
