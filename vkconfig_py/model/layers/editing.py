"""LayerEditing: the settings of the layer that is looked at; turns gestures into commands.

It keeps nothing but the gesture: a text that is typed and not valid is a draft, shown with its
reason and never written. Everything else is the Store's, and comes back from there as a new state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import LayerEntry
from vkconfig_py.model.layers.state import LayerState
from vkconfig_py.model.picture.values import RowKind
from vkconfig_py.model.settings.checking import Invalid, check_value, parse_text
from vkconfig_py.model.settings.declared import Value
from vkconfig_py.model.settings.flags import repaired
from vkconfig_py.model.settings.lists import MachineLists, suggestions
from vkconfig_py.model.settings.node_notes import draft_problem
from vkconfig_py.model.settings.nodes import Input, Node, NodeKind
from vkconfig_py.model.settings.parts import (
    ValueChoice,
    choices_of,
    with_enabled,
    with_flag,
    with_item,
    without_part,
)
from vkconfig_py.model.settings.values import Values, entry_with

if TYPE_CHECKING:
    from vkconfig_py.model.store import Store

PAUSE_MS = 400  # after the last key; a valid text is taken then
LONGEST_MS = 600  # after the first key that is not taken, for who types without a pause


class Typing(NamedTuple):
    """A field that is open.

    Attributes:
        merge: makes one step of undo of all that is typed in it.
        began: value when it was opened.
        configuration: key of the one that it was opened in.
        wanted: the valid text typed last, to be taken after a pause.
    """

    key: str
    merge: str
    began: Value
    configuration: str
    wanted: str | None = None


class LayerEditing(LayerState):
    """Edits of the layer that is looked at.

    Signals:
        edited: the user changed values (those before).
    """

    edited = Signal(object)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(store, parent)
        self._typing: Typing | None = None
        self._opened = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._take_typed)
        self._untaken = QElapsedTimer()  # since the first key that is not taken
        store.workspace_changed.connect(self._on_workspace_changed)

    # ---- typing

    def begin(self, node: Node) -> None:
        """A field was opened."""
        self.finish_typing()
        self._opened += 1
        merge = f"{self.layer}/{node.setting}/{self._opened}"
        began, here = self._value(node.setting), self.configuration.key
        self._typing = Typing(node.setting, merge, began, here)

    def type(self, node: Node, text: str) -> bool:
        """Show at once whether a text is valid; take it after a pause."""
        setting = self._setting(node)
        if setting is None:
            return True
        valid = draft_problem(setting, text, self._value(node.setting)) is None
        self._forget(node.setting)
        if not valid:
            self._drafts.put(self.configuration, self.layer, node.setting, text)
        if self._typing is not None and self._typing.key == node.setting:
            self._typing = self._typing._replace(wanted=text if valid else None)
        if valid and node.input is not Input.LIST:
            self._take_soon()
        else:
            self._rest()
        self.refresh()
        return valid

    def _take_soon(self) -> None:
        """Take what is typed when the keys rest, and before a second of it could be lost."""
        if not self._untaken.isValid():
            self._untaken.start()
        self._timer.start(max(0, min(PAUSE_MS, LONGEST_MS - self._untaken.elapsed())))

    def _rest(self) -> None:
        self._timer.stop()
        self._untaken.invalidate()

    def _take_typed(self) -> None:
        self._rest()
        typing = self._typing
        if typing is None or typing.wanted is None:
            return
        self._typing = typing._replace(wanted=None)
        setting = self.declared.setting(typing.key) if self.declared else None
        value = parse_text(setting, typing.wanted) if setting else None
        if isinstance(value, Invalid):
            return
        if typing.configuration == self.configuration.key:
            self._set(typing.key, value, typing.merge)
        else:
            self._set_elsewhere(typing, value)

    def _set_elsewhere(self, typing: Typing, value: Value) -> None:
        """Take a text for the configuration that it was typed in, which is no longer looked at."""
        configuration = self._store.workspace.find(typing.configuration)
        if configuration is None or self.declared is None:
            return
        setting = self.declared.setting(typing.key)
        before = configuration.entry(self.layer)
        before = before or LayerEntry(self.layer, manifest=self.declared.manifest)
        changed = configuration.with_entry(entry_with(self.declared, before, typing.key, value))
        self._store.edit(changed, f"Set {setting.label if setting else typing.key}")

    def _on_workspace_changed(self) -> None:
        typing = self._typing
        if typing is not None and typing.configuration != self.configuration.key:
            self.finish_typing()

    def write(self, node: Node, text: str) -> bool:
        """Take a text that was typed; one that is not valid stays as a draft."""
        if node.input is Input.LIST:
            return self.add(node, text)
        if not self.type(node, text):
            return False
        if self._typing is None:
            self.begin(node)
            self.type(node, text)
        self._take_typed()
        return True

    def drop(self, node: Node) -> None:
        """Forget what was typed since the field was opened."""
        typing, self._typing = self._typing, None
        self._rest()
        self._forget(node.setting)
        if typing is not None and self._value(typing.key) != typing.began:
            self._set(typing.key, typing.began, typing.merge)
        self.refresh()

    def finish_typing(self) -> None:
        """Take what is typed and valid, and end."""
        self.take_typed()
        self._typing = None

    def take_typed(self) -> None:
        """Take what is typed and valid now; the field stays open."""
        if self._timer.isActive():
            self._timer.stop()
            self._take_typed()

    # ---- other gestures

    def check(self, node: Node, *, on: bool) -> bool:
        """Set or clear a check mark."""
        value = self._value(node.setting)
        match node.kind:
            case NodeKind.SETTING:
                self._set(node.setting, on)
            case NodeKind.FLAG:
                self._set_flag(node, on=on)
            case NodeKind.ITEM:
                self._set(node.setting, with_enabled(value, node.part, on=on))
            case _:
                return False
        return True

    def _set_flag(self, node: Node, *, on: bool) -> None:
        setting, value = self._setting(node), self._value(node.setting)
        if setting is not None:
            self._set(node.setting, with_flag(setting, value, node.part, on=on))

    def choose(self, node: Node, value: str) -> None:
        """Choose one of several values."""
        self._set(node.setting, value)

    def add(self, node: Node, text: str) -> bool:
        """Add an entry to a list; one that is not valid stays as a draft."""
        text = text.strip()
        if not text or not self.type(node, text):
            return False
        self._set(node.setting, with_item(self._value(node.setting), text))
        return True

    def reset(self, node: Node) -> None:
        """Go back to the default, or take an entry away."""
        declared, value = self.declared, self._value(node.setting)
        if declared is None:
            return
        match node.kind:
            case NodeKind.SETTING | NodeKind.LOST:
                self._forget(node.setting)
                before = self.state.values
                self._store.reset_setting(declared, node.setting)
                self._after(before)
            case NodeKind.FLAG:
                self._set_flag(node, on=not node.checked)
            case NodeKind.LOST_FLAG | NodeKind.ITEM:
                self._set(node.setting, without_part(value, node.part))

    def repair(self, node: Node) -> None:
        """Put a valid value in the place of one that the layer does not understand."""
        setting = self._setting(node)
        if setting is not None:
            value = self._value(node.setting)
            fixed = repaired(setting, value)
            if fixed in (value, setting.default) or check_value(setting, fixed) is not None:
                self.reset(node)  # a value of another type is kept beside the default
            else:
                self._set(node.setting, fixed)

    def reset_all(self) -> None:
        """Leave every setting at its default."""
        if self.declared is not None:
            self._drafts.drop_all(self.configuration, self.layer)
            before = self.state.values
            self._store.reset_settings(self.declared)
            self._after(before)

    def choose_preset(self, number: int) -> None:
        """Take the values of a preset."""
        presets = self.preset().presets
        if self.declared is not None and 0 <= number < len(presets):
            before = self.state.values
            self._store.choose_preset(self.declared, presets[number])
            self._after(before)

    def write_settings(self, *, written: bool) -> None:
        """Write the settings of the layer, or keep them only."""
        self._store.write_settings(self.layer, written=written)

    def choose_copy(self, copy: str) -> None:
        """Use another copy of the layer."""
        self._store.choose_copy(self.layer, copy)

    def suggestions(self, node: Node) -> tuple[str, ...]:
        """Return texts to complete with."""
        setting = self._setting(node)
        return tuple(map(str, suggestions(setting, self._machine_lists()))) if setting else ()

    def _machine_lists(self) -> MachineLists:
        rows = self._store.picture.rows if self._store.picture else ()
        devices = tuple(row.name for row in rows if row.kind is RowKind.DEVICE)
        return self._found.lists._replace(devices=devices)

    def choices_of(self, node: Node) -> tuple[ValueChoice, ...]:
        """Return the values of a row."""
        setting, value = self._setting(node), self._value(node.setting)
        if setting is None:
            return ()
        return choices_of(setting, value, self.suggestions(node))

    def _set(self, key: str, value: Value, merge: str = "") -> None:
        if self.declared is not None:
            self._forget(key)
            before = self.state.values
            self._store.set_setting(self.declared, key, value, merge)
            self._after(before)

    def _after(self, before: Values) -> None:
        self.refresh()
        self.edited.emit(before)
