"""ChainModel: the rows of a snapshot; Auto, On, Off and moves of layers become commands.

The model never moves rows itself. A drag or a key asks the Session for an edit (ui/chain/moves.py),
the engine answers with a new snapshot, and `show` moves the rows to the predicted order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.chain.snapshot_values import (
    CHAIN_ROW_KINDS,
    ChainSnapshot,
    Row,
    RowKind,
    find_movable_index,
    make_left_out_row,
    with_drivers_head,
    with_short_titles,
)
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DriverControl,
    LayerControl,
)
from vkconfig_py.model.items.keyed_list import ChainRole, KeyedListModel, ModelIndex
from vkconfig_py.model.text.lines import join_parts
from vkconfig_py.model.text.wording import (
    UNLISTED_LAYERS,
    escape_invisible,
    make_tooltip,
    render_ordinal,
    strip_layer_prefix,
)

if TYPE_CHECKING:
    from vkconfig_py.model.chain.chosen_devices import DeviceChoiceEditor

OFF_INDEX = -1  # target place meaning "Not in the chain"
_DROP_WITHIN_CHAIN = tr("Drop the layer between the program row and the loader row")
_ORDER_TIP = tr("Calls run from top to bottom; of overlays, the last one is drawn on top.")


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
    is_keyboard_move: bool = False

    def shift_by(self, step: int) -> LayerMove:
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


def start_move(rows: Sequence[Row], row: Row, *, is_keyboard_move: bool = False) -> LayerMove:
    """Begin to move a row. `rows`: of the whole list."""
    count = sum(
        1 for other_row in rows if other_row.kind in CHAIN_ROW_KINDS and other_row.key != row.key
    )
    position = find_movable_index(rows, row.key)
    return LayerMove(
        get_full_name(row), row.key, position + 1, max(position, OFF_INDEX), count, is_keyboard_move
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
            row.short_deviation or tr("Stays off: {reason}", reason=row.reason),
            is_as_requested=False,
        )
    requested_place = move.target_index + 1
    actual_place = find_movable_index(rows, move.key) + 1
    if row is not None and actual_place != requested_place:
        return MoveOutcome(_describe_reorder(move, actual_place), is_as_requested=False)
    return MoveOutcome(_describe_target(move, requested_place, rows))


def _describe_order(move: LayerMove, rows: Sequence[Row]) -> str:
    """Return what the move changes about the meaning of the order, "" if nothing."""
    from vkconfig_py.model.chain.layer_order import find_order_consequences

    chain = [get_full_name(row) for row in rows if row.kind is RowKind.LAYER]
    former_chain = workspace_edits.move_in_order(chain, move.layer, move.start_position - 1)
    former_consequences = (
        find_order_consequences(former_chain, move.layer) if move.start_position else ()
    )
    consequences = find_order_consequences(chain, move.layer)
    return next((one.render() for one in consequences if one not in former_consequences), "")


def _describe_reorder(move: LayerMove, actual_place: int) -> str:
    """Return that the loader puts the layer elsewhere than it is dropped."""
    position_text = render_ordinal(actual_place)
    if actual_place == move.start_position:
        return tr("This loader determines the order: the layer stays {place}", place=position_text)
    return tr("This loader determines the order: the layer ends up {place}", place=position_text)


def _describe_off(move: LayerMove, row: Row | None) -> MoveOutcome:
    """Return that dropping turns the layer off, or why it still loads."""
    if row is not None and row.kind is RowKind.LAYER:
        return MoveOutcome(
            row.short_deviation or tr("Still loads: {reason}", reason=row.reason),
            is_as_requested=False,
        )
    return MoveOutcome(tr("Turns it off") if move.start_position else tr("Stays off"))


def _describe_target(move: LayerMove, requested_place: int, rows: Sequence[Row]) -> str:
    """Return where a layer moves, such as "3rd → 2nd, below MangoHud", and what follows."""
    consequence = _describe_order(move, rows)
    if not move.start_position:
        text = tr("Turns it on as the {place} layer", place=render_ordinal(requested_place))
        return join_parts(text, consequence, separator=" · ")
    if requested_place == move.start_position:
        return tr("Stays {place}", place=render_ordinal(requested_place))
    text = f"{render_ordinal(move.start_position)} → {render_ordinal(requested_place)}"
    if consequence:  # says more than the neighbor
        return join_parts(text, consequence, separator=" · ")
    if requested_place == 1:
        return tr("{places}, nearest the application", places=text)
    if requested_place == move.other_layer_count + 1:
        return tr("{places}, nearest the driver", places=text)
    names = [row.name for row in rows if row.kind in CHAIN_ROW_KINDS]
    if requested_place > len(names):
        return text
    layer = strip_layer_prefix(names[requested_place - 2])
    return tr("{places}, below {layer}", places=text, layer=layer)


_HIDDEN_COUNTS: dict[str, Callable[[int], str]] = {
    "implicit": lambda n: counted("{n} implicit", "{n} implicit", n),
    "explicit": lambda n: counted("{n} explicit", "{n} explicit", n),
    "missing": lambda n: counted("{n} missing", "{n} missing", n),
}
_GROUPED_KINDS = frozenset({RowKind.OFF_LAYER, RowKind.MISSING})


def add_hidden_counts(rows: Sequence[Row], hidden_keys: Collection[str]) -> list[Row]:
    """Return the rows with how many rows of its group are hidden in the group header.

    `hidden_keys`: keys of hidden rows.
    """
    text = render_hidden(
        [row for row in rows if row.key in hidden_keys and not row.is_own_override]
    )
    return [
        row._replace(reason=text, tooltip=text) if row.kind is RowKind.GROUP else row
        for row in rows
    ]


def render_hidden(hidden_rows: Iterable[Row]) -> str:
    """Return "hidden: 3 implicit, 5 explicit" for these rows, or "" for none."""
    counts = Counter(_name_kind(row) for row in hidden_rows if row.kind in _GROUPED_KINDS)
    if not counts:
        return ""
    kinds = ", ".join(
        render_count(counts[kind]) for kind, render_count in _HIDDEN_COUNTS.items() if counts[kind]
    )
    return tr("hidden: {kinds}", kinds=kinds)


def _name_kind(row: Row) -> str:
    """Return the word for a hidden row: missing, implicit or explicit."""
    if row.kind is RowKind.MISSING:
        return "missing"
    return "implicit" if row.is_implicit else "explicit"


def apply_controls(
    rows: Sequence[Row], configuration: Configuration, devices: Mapping[str, bool]
) -> list[Row]:
    """Return the rows with the present choices of On, Off and Auto. Verdicts are unchanged.

    `devices`: by the keys of devices that can be chosen, whether each is chosen.
    """
    # Of a name that stands twice the first entry counts.
    layers: dict[str, str] = {
        entry.name: entry.control.value for entry in reversed(configuration.layers)
    }
    drivers: dict[str, str] = {
        entry.name: entry.control.value for entry in reversed(configuration.drivers)
    }

    def find_control(row: Row) -> str:
        subject = row.key.partition(":")[2]
        if row.kind is RowKind.DEVICE:
            device_control = devices.get(row.key)
            if device_control is None:
                return row.control
            return LayerControl.ON.value if device_control else LayerControl.OFF.value
        if row.kind is RowKind.DRIVER:
            return drivers.get(get_base_name(subject), DriverControl.AUTO.value)
        return layers.get(subject, LayerControl.AUTO.value)

    controlled_rows = ((row, find_control(row) if row.control else "") for row in rows)
    return [
        row if control == row.control else row._replace(control=control)
        for row, control in controlled_rows
    ]


def _render_tooltip(row: Row) -> str:
    """Return the tool tip of a row, for a layer in the chain with what the order means."""
    return f"{row.tooltip}\n{_ORDER_TIP}" if row.kind is RowKind.LAYER else row.tooltip


def _get_hidden_name(row: Row) -> str:
    """Return the full name of a row that shows a shorter one, "" for another row."""
    return row.name if row.title not in ("", row.name) else ""


MIME_TYPE = "application/x-vkconfig-py-layer"

# ItemNeverHasChildren spares views a rowCount() for each row.
_ITEM_FLAGS = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
)
_LAYER_KINDS = (*CHAIN_ROW_KINDS, RowKind.OFF_LAYER)


class ChainEditor(workspace_edits.Editor, Protocol):
    """What gestures of the chain change; Edits of the Session."""

    @property
    def devices(self) -> DeviceChoiceEditor:
        """Return the choice of devices."""


class ChainModel(KeyedListModel[Row]):
    """Program, layers in call order, loader, drivers, and rows outside the chain.

    Attributes:
        is_simulated: the snapshot is a what-if, or of another machine; no row can be moved.
        left_out: rows that a running trial leaves out, by key, with what they say; shown with the
            next snapshot.
        left_out_settings: layers that it runs without their settings, likewise.
    """

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda row: row.name,
        Qt.ItemDataRole.ToolTipRole: lambda row: make_tooltip(_render_tooltip(row)),
        Qt.ItemDataRole.AccessibleTextRole: lambda row: escape_invisible(
            row.accessible_text or row.name
        ),
        Qt.ItemDataRole.AccessibleDescriptionRole: lambda row: escape_invisible(
            join_parts(
                _get_hidden_name(row), row.secondary, row.health, row.manifest, separator=" · "
            )
        ),
        ChainRole.ROW: lambda row: row,
        ChainRole.KEY: lambda row: row.key,
        ChainRole.KIND: lambda row: row.kind,
        ChainRole.CONTROL: lambda row: row.control,
        ChainRole.POSITION: lambda row: row.position,
    }

    def __init__(
        self, edits: ChainEditor, parent: QObject | None = None, *, is_fixed: bool = False
    ) -> None:
        super().__init__(parent)
        self._edits = edits
        self._configuration = ""
        self._is_fixed = is_fixed
        self.is_simulated = is_fixed
        self.left_out: Mapping[str, str] = {}
        self.left_out_settings: Mapping[str, str] = {}

    def get_key(self, value: Row) -> str:
        return value.key

    def show(self, snapshot: ChainSnapshot | None) -> None:
        """Show the rows of a snapshot, none without one."""
        rows = with_short_titles(map(_make_visible, snapshot.rows)) if snapshot else ()
        rows = with_drivers_head(rows)
        if self.left_out or self.left_out_settings:
            rows = tuple(self._mark_left_out(row) for row in rows)
        configuration = snapshot.request.configuration.key if snapshot else ""
        is_hypothetical = snapshot is not None and not snapshot.request.assumptions.is_empty
        self.is_simulated = self._is_fixed or is_hypothetical
        if configuration != self._configuration:
            self._configuration = configuration
            self.replace_all(rows)
        else:
            self.update_to(rows)

    def _mark_left_out(self, row: Row) -> Row:
        """Return the row with what the running trial leaves out of it, if anything."""
        reason = self.left_out.get(row.key)
        if reason is not None:
            return make_left_out_row(row, reason)
        return row._replace(reason=self.left_out_settings.get(row.key, row.reason))

    def show_controls(self, configuration: Configuration, devices: Mapping[str, bool]) -> None:
        """Show the On, Off and Auto of a configuration, if the rows are of it."""
        if configuration.key == self._configuration:
            self.update_to(apply_controls(self._values, configuration, devices))

    def note_hidden(self, keys: Collection[str]) -> None:
        """Show in the group header how many of its rows are hidden. `keys`: of hidden rows."""
        self.update_to(add_hidden_counts(self._values, keys))

    # gestures

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        """Let layers be dragged in the current snapshot, but not in a what-if."""
        row = self.get_value(index)
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        if row.kind is RowKind.FILES:
            return Qt.ItemFlag.ItemNeverHasChildren
        if row.kind in (RowKind.GROUP, RowKind.DRIVERS):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        if row.kind in _LAYER_KINDS and not self.is_simulated:  # an order is drawn in today's chain
            return _ITEM_FLAGS | Qt.ItemFlag.ItemIsDragEnabled
        return _ITEM_FLAGS

    def setData(self, index: ModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.get_value(index)
        if (
            row is None
            or role != ChainRole.CONTROL
            or value not in row.controls
            or value == row.control
        ):
            return False
        if row.kind is RowKind.DRIVER:
            driver = get_base_name(get_full_name(row))
            self._edits.do(workspace_edits.set_driver_control, driver, DriverControl(value))
        elif row.kind is RowKind.DEVICE:
            self._edits.devices.set_use(row.key, is_on=value == LayerControl.ON)
        else:
            self._edits.do(workspace_edits.set_control, get_full_name(row), LayerControl(value))
        return True

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the dragged layer: a private MIME type, and its name for other programs."""
        data = QMimeData()
        layers = [row for row in map(self.get_value, indexes) if row and row.kind in _LAYER_KINDS]
        if layers:
            data.setData(MIME_TYPE, b"")  # the view knows which layer it moves
            data.setText(get_full_name(layers[0]))
        return data


_PAINTED_FIELDS = (
    "name", "secondary", "status", "reason", "deviation", "control", "manifest",
    "accessible_name", "accessible_suffix", "health", "short_health", "observed_position_note",
)  # fmt: skip
_get_painted_fields = attrgetter(*_PAINTED_FIELDS)


def _make_visible(row: Row) -> Row:
    """Return the row with control characters in its texts replaced by visible ones."""
    texts = _get_painted_fields(row)
    if "".join(texts).isprintable():
        return row
    visible_texts: dict[str, Any] = dict(
        zip(_PAINTED_FIELDS, map(escape_invisible, texts), strict=True)
    )
    return row._replace(**visible_texts)
