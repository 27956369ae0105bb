"""A layer move in progress: its target place, and the sentence about the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.model.chain.snapshot_values import (
    CHAIN_ROW_KINDS,
    ChainSnapshot,
    Row,
    RowKind,
    find_movable_index,
)
from vkconfig_py.model.configuration.configuration import UNLISTED
from vkconfig_py.model.text.wording import UNLISTED_LAYERS, render_ordinal, strip_layer_prefix

OFF_INDEX = -1  # target place meaning "Not in the chain"
_DROP_WITHIN_CHAIN = tr("Drop the layer between the program row and the loader row")


class LayerMove(NamedTuple):
    """A move in progress, by drag or by keyboard.

    Attributes:
        start_position: 1-based position in the chain at the start; 0: not in the chain.
        target_index: requested 0-based place, OFF, or None for an invalid place.
        other_layer_count: layers in the chain besides this one.
    """

    layer: str
    key: str
    start_position: int
    target_index: int | None
    other_layer_count: int
    is_by_keyboard: bool = False

    def moved_by(self, step: int) -> LayerMove:
        """Return the move one place up or down, where OFF is below the last place."""
        slots = [*range(self.other_layer_count + 1), OFF_INDEX]
        index = slots.index(self.target_index) if self.target_index in slots else 0
        return self._replace(target_index=slots[min(max(index + step, 0), len(slots) - 1)])


class MoveOutcome(NamedTuple):
    """Result of a move, as one line.

    Attributes:
        is_as_requested: False if the loader puts the layer elsewhere; shown in the warning colour.
    """

    text: str
    is_as_requested: bool = True


def start_move(rows: Sequence[Row], row: Row, *, by_keyboard: bool = False) -> LayerMove:
    """Begin to move a row. `rows`: of the whole list."""
    count = sum(1 for other in rows if other.kind in CHAIN_ROW_KINDS and other.key != row.key)
    position = find_movable_index(rows, row.key)
    return LayerMove(
        get_full_name(row), row.key, position + 1, max(position, OFF_INDEX), count, by_keyboard
    )


def get_display_name(name: str) -> str:
    """Return a layer name, or "Other layers" for the entry of all unlisted layers."""
    return render(UNLISTED_LAYERS) if name == UNLISTED else name


def get_full_name(row: Row) -> str:
    """Return the name of the layer or driver of a row. `row.name` may be escaped for painting."""
    return row.key.partition(":")[2]


def predict_outcome(move: LayerMove, preview: ChainSnapshot | None) -> MoveOutcome:
    """Return what dropping the row now would do. `preview`: computed for that drop, or None."""
    if move.target_index is None:
        return MoveOutcome(_DROP_WITHIN_CHAIN)
    rows = preview.rows if preview else ()
    row = next((row for row in rows if row.key == move.key), None)
    if move.target_index == OFF_INDEX:
        return _describe_off(move, row)
    if row is not None and row.kind not in CHAIN_ROW_KINDS:
        return MoveOutcome(
            row.deviation_short or tr("Stays off: {reason}", reason=row.reason),
            is_as_requested=False,
        )
    requested_place = move.target_index + 1
    actual_place = find_movable_index(rows, move.key) + 1
    if row is not None and actual_place != requested_place:
        return MoveOutcome(_describe_reorder(move, actual_place), is_as_requested=False)
    return MoveOutcome(_describe_target(move, requested_place, rows))


def _describe_reorder(move: LayerMove, actual_place: int) -> str:
    """Return that the loader puts the layer elsewhere than it is dropped."""
    place = render_ordinal(actual_place)
    if actual_place == move.start_position:
        return tr("This loader determines the order: the layer stays {place}", place=place)
    return tr("This loader determines the order: the layer ends up {place}", place=place)


def _describe_off(move: LayerMove, row: Row | None) -> MoveOutcome:
    """Return that dropping turns the layer off, or why it still loads."""
    if row is not None and row.kind is RowKind.LAYER:
        return MoveOutcome(
            row.deviation_short or tr("Still loads: {reason}", reason=row.reason),
            is_as_requested=False,
        )
    return MoveOutcome(tr("Turns it off") if move.start_position else tr("Stays off"))


def _describe_target(move: LayerMove, requested_place: int, rows: Sequence[Row]) -> str:
    """Return where a layer moves: "3rd → 1st, above MangoHud", or that it is turned on."""
    if not move.start_position:
        return tr("Turns it on as the {place} layer", place=render_ordinal(requested_place))
    if requested_place == move.start_position:
        return tr("Stays {place}", place=render_ordinal(requested_place))
    text = f"{render_ordinal(move.start_position)} → {render_ordinal(requested_place)}"
    layer_rows = [row for row in rows if row.kind in CHAIN_ROW_KINDS]
    names_by_place = {position: row.name for position, row in enumerate(layer_rows, start=1)}
    if requested_place - 1 in names_by_place:
        return tr(
            "{places}, below {layer}",
            places=text,
            layer=strip_layer_prefix(names_by_place[requested_place - 1]),
        )
    if requested_place + 1 in names_by_place:
        return tr(
            "{places}, above {layer}",
            places=text,
            layer=strip_layer_prefix(names_by_place[requested_place + 1]),
        )
    return text
