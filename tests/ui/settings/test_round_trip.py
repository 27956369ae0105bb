"""Every setting of an SDK, set in the editor by hand, written to the file and read back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.framework.settings import choose_other_value, sdk_manifests
from tests.framework.settings_session import SettingsMachine, open_session
from tests.model.session.edited import open_editing
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.formats.layer_settings_txt import (
    FILE_NAME,
    open_layer_settings,
    render_layer_settings,
)
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.layer_settings.declared import Visibility
from vkconfig_py.model.layer_settings.layer_values import is_default
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_names import lists_platform
from vkconfig_py.model.layer_settings.setting_rows import FIELD_INPUTS, ValueInput
from vkconfig_py.ui.settings.page import NO_SETTINGS, SettingsPage
from vkconfig_py.ui.settings.page_parts import make_value_menu
from vkconfig_py.ui.settings.setting_field import SettingField
from vkconfig_py.ui.window.window_parts import WindowState

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
# Two are for Windows alone, and two of those that our description adds for newer versions.
SHOWN_HERE = {"gfxreconstruct": 29}


class Hand:
    """Edits as a user does, through the view and its delegate."""

    def __init__(self, qtbot, page):
        self.qtbot, self.page = qtbot, page

    def find(self, key):
        """Search for a setting and go to its row."""
        self.page.search.setText(key)
        assert self.page.view.go_to(key), f"{key} is not shown"
        return self.page.view.currentIndex()

    def set(self, setting, value):
        index = self.find(setting.key)
        node = self.page.model.node_at(index)
        if node.checked is not None:
            self.qtbot.keyClick(self.page.view, Qt.Key.Key_Space)
        elif setting.type is SettingType.FLAGS:
            self._set_flags(setting, value)
        elif node.input_kind is ValueInput.CHOICE:
            self._choose(node, value)
        elif node.input_kind is ValueInput.LIST:
            for item in value:
                self._type(index, str(item.value))
        elif node.shows_entry:
            self._type(index, ",".join(str(item.value) for item in value))
        else:
            assert node.input_kind in FIELD_INPUTS
            self._type(index, value if isinstance(value, str) else f"{value:g}")

    def _type(self, index, text):
        self.page.view.setCurrentIndex(index)
        self.qtbot.keyClick(self.page.view, Qt.Key.Key_F2)
        field = self.page.view.findChild(SettingField)
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        assert not field.is_invalid, f"{field.node.id} does not take {text}"
        self.qtbot.keyClick(field, Qt.Key.Key_Return)
        self.qtbot.waitUntil(lambda: self.page.view.findChild(SettingField) is None)

    def _set_flags(self, setting, value):
        for choice in flags_here(setting):
            index = self.page.model.index_of(f"{setting.key}={choice.key}")
            assert index.isValid(), f"{choice.key} is not shown"
            if self.page.model.node_at(index).checked is not (choice.key in value):
                self.page.view.setCurrentIndex(index)
                self.qtbot.keyClick(self.page.view, Qt.Key.Key_Space)

    def _choose(self, node, value):
        menu = make_value_menu(self.page.editing, node, self.page._make_menu())
        keys = [choice.key for choice in self.page.editing.list_choices(node)]
        menu.actions()[keys.index(value)].trigger()
        menu.deleteLater()


@pytest.fixture
def open_layer(qtbot, context, tmp_path):
    """Return a function that shows the settings of a manifest."""
    sessions = []

    def open_one(path):
        layer = read_declared(path.read_bytes()).layers[0]
        machine = SettingsMachine(tmp_path)
        machine.add(path.read_bytes(), layer.name)
        session = open_session(qtbot, machine)
        sessions.append(session)
        page = SettingsPage(context, session, open_editing(session), WindowState(tmp_path))
        qtbot.addWidget(page)
        page.resize(600, 500)
        page.editing.show_row(machine.row(layer.name))
        page.show()
        qtbot.waitExposed(page)
        page.view.setFocus()
        page.make_more_menu().actions()[0].trigger()  # those for developers too
        return page

    yield open_one
    for session in sessions:
        session.close()


def settable(layer):
    """Return the settings that a user of Linux can set."""
    return [
        setting
        for setting in layer.walk_settings()
        if setting.type is not SettingType.GROUP and lists_platform(setting.platforms, "LINUX")
    ]


def flags_here(setting):
    """Return the flags that a user of Linux can set; some are for another platform or hidden."""
    return [
        choice
        for choice in setting.choices
        if lists_platform(choice.platforms, "LINUX") and choice.visibility is not Visibility.HIDDEN
    ]


def chosen_value(page, setting):
    """Return a value other than the default, among those that are offered where some are."""
    value = choose_other_value(setting)
    if setting.type is SettingType.FLAGS:
        every = tuple(choice.key for choice in flags_here(setting))
        value = every if every != setting.default else ()
    if setting.type is SettingType.ENUM:
        node = page.model.node_at(page.model.index_of(setting.key))
        offered = [choice.key for choice in page.editing.list_choices(node)]
        value = next((key for key in offered if key != setting.default), None)
    return value


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_setting_of_an_sdk_is_set_by_hand_written_and_read_back(
    qtbot, open_layer, tmp_path, path
):
    page = open_layer(path)
    layer = page.editing.declared
    settings = settable(layer)
    name = path.stem.removeprefix("VkLayer_")
    every = sum(setting.type is not SettingType.GROUP for setting in layer.walk_settings())
    assert len(settings) == SHOWN_HERE.get(name, every)
    assert page.editing.state.total == len(settings)
    hand, wanted = Hand(qtbot, page), {}
    for setting in settings:
        hand.find(setting.key)
        value = chosen_value(page, setting)
        if value is not None:
            hand.set(setting, value)
            wanted[setting.key] = value
    entry = page.editing.entry
    kept = {one.key: one.value for one in entry.settings} if entry else {}
    assert kept == wanted
    assert not any(is_default(layer.find_setting(key), value) for key, value in wanted.items())

    rendered = render_layer_settings([LayerSettings.from_entry(layer, entry)])
    assert not rendered.unwritten
    file = tmp_path / FILE_NAME
    file.write_bytes(rendered.content)
    if not wanted:
        assert page._empty_label.text() == NO_SETTINGS
        return
    opened = open_layer_settings(file.read_bytes(), lambda: [layer])
    (read,) = opened.configurations[0].layers
    assert {one.key: one.value for one in read.settings} == wanted
    assert not opened.notes
