"""Gestures on the settings of the selected layer as commands, and the layer's messages."""

from __future__ import annotations

import json
from collections.abc import Iterable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import (
    DeviceEntry,
    LayerEntry,
    SettingType,
    Value,
)
from vkconfig_py.model.configuration.preferences import LAYER_MESSAGES
from vkconfig_py.model.layer_settings import setting_edits
from vkconfig_py.model.layer_settings.checks import InvalidValue, check_value, parse_text
from vkconfig_py.model.layer_settings.declared import (
    LayerMessage,
    MessageButton,
    remove_undeclared_parts,
)
from vkconfig_py.model.layer_settings.layer_values import (
    BUILT_IN_PRESET_KEY,
    ValueChoice,
    Values,
    add_item,
    is_default,
    list_items,
    list_value_choices,
    remove_part,
    set_entry_value,
    set_flag,
    set_part_enabled,
)
from vkconfig_py.model.layer_settings.machine_values import MachineLists, list_suggestions
from vkconfig_py.model.layer_settings.own_notes import find_typed_problem
from vkconfig_py.model.layer_settings.setting_conditions import (
    apply_answer,
    apply_dismissed_answers,
    find_triggered_message,
    is_condition_met,
)
from vkconfig_py.model.layer_settings.setting_rows import (
    DeviceValue,
    NodeKind,
    SettingRow,
    ValueInput,
    ValueShape,
    list_device_values,
)
from vkconfig_py.model.session.background import SessionMemory, SharedServices
from vkconfig_py.model.session.declarations import DeclaredLayers
from vkconfig_py.model.session.edited_layer import LayerState
from vkconfig_py.model.session.edits import Edits
from vkconfig_py.model.session.snapshots import ChainSnapshots

NO_SETTINGS = tr("Its manifest declares no settings.")
PAUSE_MS = 400  # after the last key; a valid text is taken then
MAX_PAUSE_MS = 600  # after the first key that is not taken, for who types without a pause
_DISMISSED_KEY = LAYER_MESSAGES.key
_SHOWN_VERSION = 2**62  # a version that no manifest reaches: the message was shown after this edit


class OpenField(NamedTuple):
    """An open text field.

    Attributes:
        merge_key: everything typed in the field is one undo step.
        value_before: value when the field was opened; None if it was not set.
        configuration: key of the configuration in which it was opened.
        wanted_text: the latest valid text, committed after a pause.
    """

    key: str
    merge_key: str
    value_before: Value | None
    configuration: str
    wanted_text: str | None = None


class LayerEditing(LayerState):
    """Edits of the selected layer.

    Signals:
        edited: the user changed values (the previous values).
    """

    edited = Signal(object)

    def __init__(
        self,
        shared_services: SharedServices,
        edits: Edits,
        snapshots: ChainSnapshots,
        declared_layers: DeclaredLayers,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(shared_services, edits, snapshots, declared_layers, parent)
        self._open_field: OpenField | None = None
        self._opened_count = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._commit_text)
        self._key_timer = QElapsedTimer()  # since the first key that is not taken
        edits.workspace_changed.connect(self._on_workspace_changed)

    # ---- typing

    def begin(self, node: SettingRow) -> None:
        """Begin to edit the value of a row, in a text field."""
        self.finish_typing()
        self._opened_count += 1
        merge_key = f"{self.layer}/{node.setting}/{self._opened_count}"
        value, key = self.state.chosen_values.get(node.setting), self.configuration.key
        self._open_field = OpenField(node.setting, merge_key, value, key)

    def type(self, node: SettingRow, text: str) -> bool:
        """Take a typed text, commit it after a pause, and return True if it is valid."""
        setting = self._find_setting(node)
        if setting is None or self.declared is None:
            return True
        problem = find_typed_problem(self.declared, self.own_file, setting, text, self.state.values)
        is_valid = problem is None
        self._drop_draft(node.setting)
        if not is_valid:  # a draft: shown with its reason, and never written
            self._drafts.store(self.configuration, self.layer, node.setting, text)
        if self._open_field is not None and self._open_field.key == node.setting:
            self._open_field = self._open_field._replace(wanted_text=text if is_valid else None)
        if is_valid and _is_committed_while_typed(node, text):
            self._commit_after_pause()
        else:
            self._stop_timer()
        self.refresh()
        return is_valid

    def _commit_after_pause(self) -> None:
        """Commit the typed text after a pause, at least once a second."""
        if not self._key_timer.isValid():
            self._key_timer.start()
        self._timer.start(max(0, min(PAUSE_MS, MAX_PAUSE_MS - self._key_timer.elapsed())))

    def _stop_timer(self) -> None:
        self._timer.stop()
        self._key_timer.invalidate()

    def _commit_text(self) -> None:
        """Commit the typed text if it is valid."""
        self._stop_timer()
        open_field = self._open_field
        if open_field is None or open_field.wanted_text is None:
            return
        self._open_field = open_field._replace(wanted_text=None)
        setting = self.declared.find_setting(open_field.key) if self.declared else None
        value = parse_text(setting, open_field.wanted_text) if setting else None
        if isinstance(value, InvalidValue):
            return
        if setting is not None and value == () == setting.default:
            self._reset_value(open_field.key, open_field.merge_key)  # nothing is left in a list
        elif open_field.configuration == self.configuration.key:
            self._set_value(open_field.key, value, open_field.merge_key)
        else:
            self._set_elsewhere(open_field, value)

    def _set_elsewhere(self, open_field: OpenField, value: Value) -> None:
        """Commit a value to the configuration in which it was typed, not the selected one."""
        configuration = self._edits.workspace.find_configuration(open_field.configuration)
        if configuration is None or self.declared is None:
            return
        setting = self.declared.find_setting(open_field.key)
        entry = configuration.find_entry(self.layer)
        entry = entry or LayerEntry(self.layer, manifest=self.declared.manifest)
        changed_configuration = configuration.with_entry(
            set_entry_value(self.declared, entry, open_field.key, value)
        )
        self._edits.do(
            workspace_edits.make_change,
            changed_configuration,
            tr("Set {label}", label=setting.label if setting else open_field.key),
        )

    def _on_workspace_changed(self) -> None:
        """End typing if another configuration was selected."""
        open_field = self._open_field
        if open_field is not None and open_field.configuration != self.configuration.key:
            self.finish_typing()

    def write(self, node: SettingRow, text: str) -> bool:
        """Set a value from text. Return False if it is invalid, which is kept as a draft."""
        if node.input_kind is ValueInput.LIST:
            return self.add(node, text)
        if not self.type(node, text):
            return False
        if self._open_field is None:
            self.begin(node)
            self.type(node, text)
        self._commit_text()
        return True

    def discard_typed(self, node: SettingRow) -> None:
        """Discard the text typed since the field was opened."""
        open_field, self._open_field = self._open_field, None
        self._stop_timer()
        self._drop_draft(node.setting)
        if (
            open_field is not None
            and self.state.chosen_values.get(open_field.key) != open_field.value_before
        ):
            if open_field.value_before is None:
                self._reset_value(open_field.key, open_field.merge_key)
            else:
                self._set_value(open_field.key, open_field.value_before, open_field.merge_key)
        self.refresh()

    def finish_typing(self) -> None:
        """Commit valid typed text and end editing."""
        self.commit_typed()
        self._open_field = None

    def commit_typed(self) -> None:
        """Commit valid typed text. The field stays open."""
        if self._timer.isActive():
            self._timer.stop()
            self._commit_text()

    # ---- other gestures

    def check(self, node: SettingRow, *, is_on: bool) -> bool:
        """Set the check box of a row. Return False if the row has none."""
        value = self.state.values.get(node.setting)
        match node.kind:
            case NodeKind.SETTING:
                self._set_value(node.setting, is_on)
            case NodeKind.FLAG:
                self._set_flag(node, is_on=is_on)
            case NodeKind.ITEM:
                self._set_value(node.setting, set_part_enabled(value, node.part, is_on=is_on))
            case _:
                return False
        return True

    def _set_flag(self, node: SettingRow, *, is_on: bool) -> None:
        """Turn a flag of a setting on or off."""
        setting, value = self._find_setting(node), self.state.values.get(node.setting)
        if setting is not None:
            self._set_value(node.setting, set_flag(setting, value, node.part, is_on=is_on))

    def choose(self, node: SettingRow, value: str) -> None:
        """Set the value that was chosen in a row's list."""
        self._set_value(node.setting, value)

    def add(self, node: SettingRow, text: str) -> bool:
        """Add an entry to a LIST. Return False if it is invalid, which is kept as a draft."""
        text = text.strip()
        if not text or not self.type(node, text):
            return False
        self._set_value(node.setting, add_item(self.state.values.get(node.setting), text))
        return True

    def include(self, key: str, text: str) -> None:
        """Add an entry to a LIST, or turn it on where it is there already."""
        value = self.state.values.get(key)
        if any(str(item.value) == text for item in list_items(value)):
            self._set_value(key, set_part_enabled(value, text, is_on=True))
        else:
            self._set_value(key, add_item(value, text))

    def reset(self, node: SettingRow) -> None:
        """Reset a setting to its default, or remove a list entry."""
        setting, value = self._find_setting(node), self.state.values.get(node.setting)
        match node.kind:
            case NodeKind.FLAG if setting is not None:
                value = set_flag(setting, value, node.part, is_on=not node.checked)
            case NodeKind.LOST_FLAG | NodeKind.ITEM:
                value = remove_part(value, node.part)
            case _:
                setting = None
        # With the last difference from the default what was set is gone.
        if setting is None or is_default(setting, value):
            self._reset_value(node.setting)
        else:
            self._set_value(node.setting, value)

    def pin(self, node: SettingRow) -> None:
        """Set a setting to the value that it has, so that it is written."""
        self._set_value(node.setting, self.state.values.get(node.setting))

    def repair(self, node: SettingRow) -> None:
        """Replace a value that the layer does not understand by a valid one."""
        setting = self._find_setting(node)
        if setting is not None:
            value = self.state.values.get(node.setting)
            valid_value = remove_undeclared_parts(setting, value)
            if (
                valid_value in (value, setting.default)
                or check_value(setting, valid_value) is not None
            ):
                self.reset(node)  # a value of another type is kept beside the default
            else:
                self._set_value(node.setting, valid_value)

    def reset_all(self) -> None:
        """Reset all settings of the layer to their defaults."""
        if self.declared is not None:
            self._drafts.discard_all(self.configuration, self.layer)
            previous_values = self.state.values
            self._edits.do(setting_edits.reset_settings, self.declared)
            self._announce_edit(previous_values)

    def choose_preset(self, number: int) -> None:
        """Set the values of a preset, by its number in the list."""
        presets = self.detect_preset().presets
        if self.declared is not None and 0 <= number < len(presets):
            previous_values, preset = self.state.values, presets[number]
            if preset.key == BUILT_IN_PRESET_KEY and (built_in := self.built_in_entry):
                self._edits.do(
                    setting_edits.restore_built_in_settings, self.declared, built_in, preset
                )
            else:
                self._edits.do(setting_edits.choose_preset, self.declared, preset)
            self._announce_edit(previous_values)

    def write_settings(self, *, is_written: bool) -> None:
        """Choose whether the layer's settings are written to a file, or only stored."""
        self._edits.do(setting_edits.set_settings_written, self.layer, is_written=is_written)

    def choose_copy(self, copy: str) -> None:
        self._edits.do(setting_edits.choose_copy, self.layer, copy)

    def suggestions(self, node: SettingRow) -> tuple[str, ...]:
        """Return values that can be added to a row's setting, which does not list them yet."""
        setting = self._find_setting(node)
        if setting is None:
            return ()
        listed_texts = {str(item.value) for item in list_items(self.state.values.get(node.setting))}
        values = map(str, list_suggestions(setting, self._machine_lists()))
        return tuple(value for value in values if value not in listed_texts)

    def name_groups(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the labels of the groups of settings with these keys, such as those of effects."""
        groups = (
            (key, self.declared.find_setting(key)) for key in keys if self.declared is not None
        )
        return {
            key: group.label
            for key, group in groups
            if group is not None and group.type is SettingType.GROUP and group.label != key
        }

    def list_devices(
        self, value_shape: ValueShape, devices: Iterable[DeviceEntry]
    ) -> tuple[DeviceValue, ...]:
        """Return the devices that probes found, as a setting names them."""
        return list_device_values(
            value_shape, devices, self._found_lists.machine_lists.render_nodes
        )

    def _machine_lists(self) -> MachineLists:
        """Return the values found on the machine, with the devices of the snapshot."""
        snapshot = self._snapshots.current
        rows = snapshot.rows if snapshot else ()
        devices = tuple(row.name for row in rows if row.kind is RowKind.DEVICE)
        return self._found_lists.machine_lists._replace(devices=devices)

    def list_choices(self, node: SettingRow) -> tuple[ValueChoice, ...]:
        """Return the values that can be chosen in a row."""
        setting, value = self._find_setting(node), self.state.values.get(node.setting)
        if setting is None:
            return ()
        return list_value_choices(setting, value, self.suggestions(node), self.platform)

    def _set_value(self, key: str, value: Value, merge_key: str = "") -> None:
        """Set a value as an undo step.

        `merge_key` joins it to the last step of the same key.
        """
        if self.declared is not None:
            self._drop_draft(key)
            previous_values = self.state.values
            change = setting_edits.set_setting(self._edits.workspace, self.declared, key, value)
            self._edits.commit(change, merge_key)
            self._announce_edit(previous_values)

    def _reset_value(self, key: str, merge_key: str = "") -> None:
        """Remove the user's value as an undo step.

        `merge_key` joins it to the last step of the same key.
        """
        if self.declared is not None:
            self._drop_draft(key)
            previous_values = self.state.values
            change = setting_edits.reset_setting(self._edits.workspace, self.declared, key)
            self._edits.commit(change, merge_key)
            self._announce_edit(previous_values)

    def _announce_edit(self, previous_values: Values) -> None:
        """Recompute the rows, and report the values before the edit."""
        self.refresh()
        self.edited.emit(previous_values)


def _is_committed_while_typed(node: SettingRow, text: str) -> bool:
    """True if committing a text that is being typed in a row leaves the other rows in place."""
    if node.input_kind is ValueInput.ENTRY:
        return "," not in text  # several entries have rows of their own
    return node.input_kind is not ValueInput.LIST


class LayerMessages(QObject):
    """The message that the displayed layer's manifest wants shown for its settings.

    It is shown while its conditions hold, whatever made them hold: an edit, undo, a preset, or the
    file that was opened. One that was answered comes back when they have ended and hold again. A
    message that the user has dismissed permanently is not shown again; its default answer applies.

    Signals:
        changed: the displayed message changed.
    """

    changed = Signal()

    def __init__(
        self,
        edits: Edits,
        layer_editing: LayerEditing,
        memory: SessionMemory,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._edits = edits
        self._editing = layer_editing
        self._memory = memory
        self._values_before: Values = {}
        self._configuration = ""
        self._shown_versions: dict[str, int] = {}
        self.message: LayerMessage | None = None
        layer_editing.edited.connect(self._on_edited)
        layer_editing.changed.connect(self._on_changed)
        layer_editing.layer_changed.connect(self._on_layer_changed)

    def _on_layer_changed(self) -> None:
        """Show no message of another layer."""
        self._shown_versions = {}
        self._show_message(None)

    def _on_changed(self) -> None:
        """Show the message that is due after a change of values."""
        configuration = self._editing.configuration.key
        if configuration != self._configuration:
            self._configuration = configuration
            self._on_layer_changed()
        self._values_before = self._editing.state.values
        self._show_next()

    def _on_edited(self, previous_values: Values) -> None:
        """Apply the default answers of dismissed messages to an edit."""
        self._values_before = previous_values
        self._forget_ended(about_changes=True)
        declared_layer, values = self._editing.declared, self._editing.state.values
        if declared_layer is not None:
            dismissed_versions = self._read_dismissed().get(declared_layer.name, {})
            answered_values = apply_dismissed_answers(
                declared_layer, values, self._editing.platform, dismissed_versions, previous_values
            )
            self._write_changes(
                values, answered_values, tr("Apply the answer to a dismissed message")
            )
        self._show_next()

    def _show_next(self) -> None:
        """Show the message that is due, or none once its conditions have ended."""
        declared_layer, values = self._editing.declared, self._editing.state.values
        if declared_layer is None:
            return
        self._forget_ended()
        shown_versions = {
            **self._read_dismissed().get(declared_layer.name, {}),
            **self._shown_versions,
        }
        message = find_triggered_message(
            declared_layer, values, self._editing.platform, shown_versions, self._values_before
        )
        if message is not None:
            self._shown_versions[message.key] = _SHOWN_VERSION
            self._show_message(message)
        elif self.message is not None and not all(
            is_condition_met(condition, values) for condition in self.message.conditions
        ):
            self._show_message(None)  # what it is about is over

    def _forget_ended(self, *, about_changes: bool = False) -> None:
        """Forget that messages were shown whose conditions have ended.

        `about_changes`: those without conditions too, which are about one edit.
        """
        declared_layer, values = self._editing.declared, self._editing.state.values
        settings = declared_layer.walk_settings() if declared_layer else ()
        messages = {
            layer_message.key: layer_message
            for setting in settings
            for layer_message in setting.messages
        }
        self._shown_versions = {
            key: version
            for key, version in self._shown_versions.items()
            if (message := messages.get(key)) is not None
            and (message.conditions or not about_changes)
            and all(is_condition_met(condition, values) for condition in message.conditions)
        }

    def answer(self, number: int, *, is_dismissed: bool) -> None:
        """Apply a button of the displayed message."""
        message, declared_layer = self.message, self._editing.declared
        if message is None or declared_layer is None or not 0 <= number < len(message.answers):
            return
        if is_dismissed:
            dismissed_versions = self._read_dismissed()
            dismissed_versions.setdefault(declared_layer.name, {})[message.key] = message.version
            self._memory.set_value(_DISMISSED_KEY, json.dumps(dismissed_versions))
        self._show_message(None)
        self._apply_answer(message, message.answers[number])

    def _apply_answer(self, message: LayerMessage, button: MessageButton) -> None:
        """Change the values as a message's button says."""
        declared_layer, values = self._editing.declared, self._editing.state.values
        if declared_layer is None:
            return
        answered_values = apply_answer(declared_layer, values, button)
        if self._write_changes(values, answered_values, message.title or tr("Answer a message")):
            self._on_edited(values)
        else:
            self._show_next()

    def _write_changes(self, values: Values, answered_values: Values, label: str) -> bool:
        """Set the values that differ, as one undo step. Return True if any do."""
        changes = {key: value for key, value in answered_values.items() if values.get(key) != value}
        if changes and self._editing.declared is not None:
            self._edits.do(setting_edits.set_settings, self._editing.declared, changes, label)
            self._editing.refresh()
        return bool(changes)

    def _read_dismissed(self) -> dict[str, dict[str, int]]:
        """Return the versions of the dismissed messages, by layer and message."""
        try:
            stored = json.loads(self._memory.get_text(_DISMISSED_KEY) or "{}")
        except ValueError:
            return {}
        layers = stored.items() if isinstance(stored, dict) else ()
        return {
            layer: {key: version for key, version in versions.items() if isinstance(version, int)}
            for layer, versions in layers
            if isinstance(versions, dict)
        }

    @property
    def has_dismissed_message(self) -> bool:
        """True if the user has dismissed any message permanently."""
        return any(self._read_dismissed().values())

    def show_dismissed_again(self) -> None:
        """Forget which messages the user dismissed."""
        self._memory.set_value(_DISMISSED_KEY, "{}")

    def _show_message(self, message: LayerMessage | None) -> None:
        """Show a message, or none with None."""
        if message != self.message:
            self.message = message
            self.changed.emit()
