"""ChainModel: the rows of a picture; dragging and the layer control become commands.

ChainModel: the rows of a picture; dragging and the wish control become commands.

A gesture never moves a row here. It asks the commands (the Session) for an edit, the engine answers
with a new picture, and `show` moves the rows to where the loader will really put them.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt

from vkconfig_py.model.chain.picture_values import MOVED_KINDS, Picture, Row, RowKind, place_among
from vkconfig_py.model.configuration.configuration import Configuration, DriverControl, LayerControl
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import ChainRole
from vkconfig_py.model.text.wording import join_words, tooltip, visible

_GROUPED = frozenset({RowKind.OFF_LAYER, RowKind.MISSING})


def with_hidden(rows: Sequence[Row], hidden: Collection[str]) -> list[Row]:
    """Return the rows, the head with what of its group is not shown."""
    text = hidden_text(row for row in rows if row.key in hidden)
    return [_headed(row, text) if row.kind is RowKind.GROUP else row for row in rows]


def hidden_text(hidden: Iterable[Row]) -> str:
    """Return "3 implicit and 5 explicit layers hidden", or "" where nothing is."""
    counts = Counter(_kind(row) for row in hidden if row.kind in _GROUPED)
    if not counts:
        return ""
    noun = "layer" if counts.total() == 1 else "layers"
    kinds = sorted(counts, key=lambda kind: (kind != "implicit", kind))
    return f"{join_words([f'{counts[kind]} {kind}' for kind in kinds])} {noun} hidden"


def _kind(row: Row) -> str:
    """Return what the row of a layer that is off says it is: "implicit" or "explicit"."""
    return "missing" if row.kind is RowKind.MISSING else row.secondary.rpartition(" · ")[2]


def _headed(head: Row, text: str) -> Row:
    spoken = head.accessible.removesuffix(f", {head.reason}") if head.reason else head.accessible
    return head._replace(reason=text, accessible=f"{spoken}, {text}" if text else spoken)


def with_controls(
    rows: Sequence[Row], configuration: Configuration, devices: Mapping[str, bool]
) -> list[Row]:
    """Return the rows with the wishes that are wished now; verdicts stay.

    `devices` says for the keys of those that can be chosen whether they are.
    """
    return [_wished(row, configuration, devices) for row in rows]


def _wished(row: Row, configuration: Configuration, devices: Mapping[str, bool]) -> Row:
    if not row.wish:
        return row
    subject = row.key.partition(":")[2]
    if row.kind is RowKind.DEVICE:
        chosen = devices.get(row.key)
        wish = (
            row.wish if chosen is None else (LayerControl.ON if chosen else LayerControl.OFF).value
        )
    elif row.kind is RowKind.DRIVER:
        wish = configuration.driver_wish(posixpath.basename(subject)).value
    else:
        entry = configuration.entry(subject)
        wish = (entry.wish if entry else LayerControl.AUTO).value
    if wish == row.wish:
        return row
    spoken = row.accessible.removesuffix(f"Set to {row.wish.title()}.")
    told = f"{spoken}Set to {wish.title()}." if spoken != row.accessible else row.accessible
    return row._replace(wish=wish, accessible=told)


MIME = "application/x-vkconfig-py-layer"
OFF_PLACE = -1  # the group "Not in the chain"

_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_LAYERS = (*MOVED_KINDS, RowKind.OFF_LAYER)


class ChainCommands(Protocol):
    """What the gestures of the chain ask for; the Session is one."""

    def set_wish(self, layer: str, wish: LayerControl) -> None:
        """Set a layer to Auto, On or Off."""

    def set_driver_wish(self, driver: str, wish: DriverControl) -> None:
        """Set a driver to Auto, Only or Off."""

    def use_device(self, key: str, *, on: bool) -> None:
        """Let programs have a device, or leave it out."""

    def move_layer(self, layer: str, place: int) -> None:
        """Put a layer at a 0-based place of the chain."""


class ChainModel(KeyedListModel[Row]):
    """Program, layers in call order, loader, drivers, and what is not in the chain.

    Attributes:
        simulated: what is shown is what if; nothing can be moved.
    """

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda row: row.name,
        Qt.ItemDataRole.ToolTipRole: lambda row: tooltip(row.tooltip),
        Qt.ItemDataRole.AccessibleTextRole: lambda row: row.accessible or row.name,
        Qt.ItemDataRole.AccessibleDescriptionRole: lambda row: " · ".join(
            part for part in (row.secondary, row.health, row.manifest) if part
        ),
        ChainRole.ROW: lambda row: row,
        ChainRole.KEY: lambda row: row.key,
        ChainRole.KIND: lambda row: row.kind,
        ChainRole.WISH: lambda row: row.wish,
        ChainRole.POSITION: lambda row: row.position,
    }

    def __init__(self, commands: ChainCommands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self._configuration = ""
        self.simulated = False

    def key_of(self, value: Row) -> str:
        """Return the key that the picture gave the row."""
        return value.key

    def show(self, picture: Picture | None) -> None:
        """Show a picture; None shows nothing."""
        rows = tuple(map(_plain, picture.rows)) if picture else ()
        configuration = picture.question.configuration.key if picture else ""
        self.simulated = picture is not None and not picture.question.supposed.is_empty
        if configuration != self._configuration:
            self._configuration = configuration
            self.replace_all(rows)
        else:
            self.update_to(rows)

    def show_wishes(self, configuration: Configuration, devices: Mapping[str, bool]) -> None:
        """Show what a configuration wishes now, if the rows are its rows."""
        if configuration.key == self._configuration:
            self.update_to(with_controls(self._values, configuration, devices))

    def note_hidden(self, keys: Collection[str]) -> None:
        """Let the head of the group say how many of its rows are not shown."""
        self.update_to(with_hidden(self._values, keys))

    def place_for(self, key: str, row: int) -> int | None:
        """Return what dropping a layer between rows means.

        A 0-based place in the chain, OFF_PLACE below the group head, None where it cannot stand.
        """
        dragged = self._row_of(key)
        if dragged is None or dragged.kind not in _LAYERS or self.simulated:
            return None
        kinds = [value.kind for value in self._values]
        if RowKind.GROUP in kinds and row > kinds.index(RowKind.GROUP):
            return OFF_PLACE if dragged.kind in MOVED_KINDS else None
        if RowKind.LOADER not in kinds or not 0 < row <= kinds.index(RowKind.LOADER):
            return None
        return sum(v.kind in MOVED_KINDS and v.key != key for v in self._values[:row])

    # gestures

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a row; dropping belongs between the rows."""
        row = self.value_at(index)
        if row is None:  # between the rows: the only place where something can be dropped
            return Qt.ItemFlag.ItemIsDropEnabled
        if row.kind is RowKind.FILES:
            return Qt.ItemFlag.ItemNeverHasChildren
        if row.kind is RowKind.GROUP:
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        if row.kind in _LAYERS and not self.simulated:  # an order is drawn in today's chain
            return _FLAGS | Qt.ItemFlag.ItemIsDragEnabled
        return _FLAGS

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Turn the control's segment into a command."""
        row = self.value_at(index)
        if row is None or role != ChainRole.WISH or value not in row.wishes or value == row.wish:
            return False
        if row.kind is RowKind.DRIVER:
            self._commands.set_driver_wish(Path(_subject(row)).name, DriverControl(value))
        elif row.kind is RowKind.DEVICE:
            self._commands.use_device(row.key, on=value == LayerControl.ON)
        else:
            self._commands.set_wish(_subject(row), LayerControl(value))
        return True

    def moveRows(
        self,
        source_parent: Index,
        source_row: int,
        count: int,
        destination_parent: Index,
        destination: int,
    ) -> bool:
        """Turn Qt's move (drag inside one view) into a command."""
        inside = 0 <= source_row < len(self._values)
        if source_parent.isValid() or destination_parent.isValid() or count != 1 or not inside:
            return False
        return self._drop(self._values[source_row].key, destination)

    def supportedDropActions(self) -> Qt.DropAction:
        """Return move for layers and copy for files from outside."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def supportedDragActions(self) -> Qt.DropAction:
        """Return move: a layer stands once."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Return our own type for layers."""
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the dragged layer as JSON and its name as text."""
        data = QMimeData()
        layers = [row for row in map(self.value_at, indexes) if row and row.kind in _LAYERS]
        if layers:
            import json

            data.setData(MIME, json.dumps({"layer": _subject(layers[0])}).encode())
            data.setText(_subject(layers[0]))
        return data

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Tell whether a drop between these rows means something."""
        if parent.isValid() or not data.hasFormat(MIME):
            return False
        return self.place_for(_layer_key(data), self._drop_row(row)) is not None

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Turn a drop into commands."""
        if not self.canDropMimeData(data, action, row, column, parent):
            return False
        return self._drop(_layer_key(data), self._drop_row(row))

    def _drop_row(self, row: int) -> int:
        return len(self._values) if row < 0 else row  # -1: below the last row

    def _drop(self, key: str, row: int) -> bool:
        place, dragged = self.place_for(key, row), self._row_of(key)
        if place is None or dragged is None:
            return False
        if place == OFF_PLACE:
            self._commands.set_wish(_subject(dragged), LayerControl.OFF)
        elif place_among(self._values, key) == place:
            return False  # where it stands already
        else:
            self._commands.move_layer(_subject(dragged), place)
        return True

    def _row_of(self, key: str) -> Row | None:
        return self._values[self._keys.index(key)] if key in self._keys else None


def _layer_key(data: QMimeData) -> str:
    import json

    try:
        layer = json.loads(bytes(data.data(MIME).data()))["layer"]
    except (ValueError, KeyError, TypeError):
        return ""
    return f"layer:{layer}"


def _subject(row: Row) -> str:
    """Return the layer or driver file a row is about; its name may be escaped for painting."""
    return row.key.partition(":")[2]


_PAINTED = (
    "name", "secondary", "word", "reason", "deviation", "wish", "manifest", "accessible", "health",
    "health_short", "met",
)  # fmt: skip
_painted = attrgetter(*_PAINTED)


def _plain(row: Row) -> Row:
    """Return the row with nothing in its texts that would act when painted."""
    texts = _painted(row)
    if "".join(texts).isprintable():
        return row
    harmless: dict[str, Any] = dict(zip(_PAINTED, map(visible, texts), strict=True))
    return row._replace(**harmless)
