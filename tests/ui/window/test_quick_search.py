"""Ctrl+K: variables, extensions, values of devices and flags, and what each of them leads to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from devtools.stage import SMALL_SCREEN
from tests.framework.cases import trying_cases
from tests.ui.searching import open_search
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.items.palette_search import EntryIndex, EntryKind, SearchEntry
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.inspector.why import QuickFixRow
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.window.absent_layer import AbsentLayerDialog
from vkconfig_py.ui.window.quick_search import SearchEverything, list_entries

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def box(qtbot, window):
    return open_search(qtbot, window)


def first(box, query, kind):
    box.field.setText(query)
    entry = box.model.get_value(box.model.index(0))
    assert entry.kind is kind, [one.title for one in box.model.values()[:5]]
    return entry


def open_first(box, window, query, kind):
    entry = first(box, query, kind)
    box._choose()
    return entry


def test_a_command_shows_its_menu_icon_and_keys(window, box):
    entry = first(box, "duplicate", EntryKind.ACTION)
    assert (entry.subtitle, entry.icon, entry.note) == (
        "Configuration menu", "copy", "Ctrl+D",
    )  # fmt: skip
    lines = box.model.line_at(box.model.index(0))
    assert (lines.title, lines.icon, lines.note) == ("Duplicate", "copy", "Ctrl+D")


def test_a_command_that_deletes_or_resets_names_the_configuration(window):
    name = window.session.edits.workspace.selected_configuration.title
    titles = {one.key: one.title for one in list_entries(window.session, window.actions_)}
    assert titles["configuration_delete"] == f"Delete “{name}”"
    assert titles["configuration_reset"] == f"Reset “{name}”"


@pytest.mark.parametrize(("word", "command"), [("delete", "configuration_delete"),
                                                ("reset", "configuration_reset")])  # fmt: skip
def test_a_word_alone_does_not_select_a_command_that_deletes_or_resets(window, box, word, command):
    before = window.session.edits.workspace
    box.field.setText(word)
    assert box.model.get_value(box.model.index(0)).key == command
    assert not box.view.currentIndex().isValid()
    box._choose()
    assert window.session.edits.workspace == before
    assert box.isVisible()
    name = before.selected_configuration.title
    box.field.setText(f"{word} {name}")
    assert box.view.get_current_value().key == command


def test_a_variable_says_what_it_does_and_leads_to_its_line(qtbot, window, box):
    entry = open_first(box, window, "mangohud=1", EntryKind.VARIABLE)
    assert entry.subtitle.startswith("Set on the sample machine")
    assert window.inspector.tabs.current_page() is InspectorPage.ENVIRONMENT
    page = window.inspector.environment
    qtbot.waitUntil(lambda: bool(page.list_lines()))
    qtbot.waitUntil(lambda: page._pending_name == "")
    line = next(one for one in page.list_lines() if one.entry.row.name == "MANGOHUD")
    qtbot.waitUntil(lambda: line.isAncestorOf(window.focusWidget()))
    assert not line.visibleRegion().isEmpty()


def test_a_variable_that_is_not_set_says_so(box):
    entry = first(box, "vk_loader_debug", EntryKind.VARIABLE)
    assert entry.subtitle.startswith("Not set")


def test_an_extension_of_a_device_leads_to_its_line(window, box):
    entry = open_first(box, window, "khr_swapchain amd", EntryKind.EXTENSION)
    assert "Device extension of AMD" in entry.subtitle
    assert window.chain.view.current_row().kind is RowKind.DEVICE
    assert window.inspector.tabs.current_page() is InspectorPage.EXTENSIONS
    assert window.inspector.probing.extensions.list.currentIndex().data() == entry.title


def test_an_extension_of_a_layer_leads_to_its_row(window, box):
    entry = open_first(box, window, "layer_settings khronos_validation", EntryKind.EXTENSION)
    assert "extension provided by layer KHRONOS_validation" in entry.subtitle
    assert window.chain.view.current_row().name == "VK_LAYER_KHRONOS_validation"


def test_an_extension_of_a_device_is_found_once(qtbot, window):
    row = next(row for row in window.session.snapshots.shown.rows if row.kind is RowKind.DEVICE)
    probes = window.session.probes
    details = probes.answers.details
    known = details.devices[row.key]
    name = known.summary.extensions[0].name
    dump = {"extensions": [{"name": name, "version": 1}, {"name": "VK_KHR_other", "version": 2}]}
    devices = {**details.devices, row.key: known._replace(dump=dump)}
    probes.answers = probes.answers._replace(details=details._replace(devices=devices))
    probes.changed.emit()
    found = [entry for entry in open_search(qtbot, window).entries if entry.key.startswith(row.key)]
    assert [entry.kind for entry in found if name in entry.title + entry.subtitle] == [
        EntryKind.EXTENSION
    ]


def test_a_limit_leads_to_its_line_even_if_another_was_sought_there(qtbot, window):
    row = next(row for row in window.session.snapshots.shown.rows if row.kind is RowKind.DEVICE)
    probes = window.session.probes
    details = probes.answers.details
    dump = {"limits": {f"maxImageDimension{number}D": number for number in (1, 2, 3)}}
    detail = details.devices[row.key]._replace(dump=dump)
    details = details._replace(devices={**details.devices, row.key: detail})
    probes.answers = probes.answers._replace(details=details)
    probes.changed.emit()
    window.inspector.probing.entries.search.setText("nothing like it")
    box = open_search(qtbot, window)
    entry = open_first(box, window, "maximagedimension2d", EntryKind.LIMIT)
    assert entry.subtitle == f"2 · {row.name} · limits"
    assert window.inspector.tabs.current_page() is InspectorPage.EVERYTHING
    page = window.inspector.probing.entries
    assert page.view.currentIndex().data() == "maxImageDimension2D"


def test_a_flag_leads_to_its_row_in_the_settings(window, box):
    entry = open_first(box, window, "break", EntryKind.VALUE)
    row, setting, flag = entry.key.split("\n")
    assert window.inspector.tabs.current_page() is InspectorPage.SETTINGS
    view = window.inspector.settings.view
    assert view.get_settings_model().node_at(view.currentIndex()).id == f"{setting}={flag}"
    assert window.chain.view.current_row().key == row


def test_what_is_selected_stays_selected_when_more_is_found(qtbot, window):
    window.actions_["search"].trigger()
    (box,) = window.findChildren(SearchEverything)
    box.field.setText("mangohud")
    before = box.model.get_value(box.view.currentIndex())
    quick = len(box.entries)
    qtbot.waitUntil(lambda: len(box.entries) > quick)
    assert box.model.get_value(box.view.currentIndex()) == before


def test_a_search_that_was_closed_before_everything_was_read_is_left_alone(qtbot, window):
    window.actions_["search"].trigger()
    (box,) = window.findChildren(SearchEverything)
    box.close()
    qtbot.waitUntil(lambda: window.findChildren(SearchEverything) == [])
    read = []
    window.worker.submit(lambda: None, lambda _nothing: read.append(True))
    qtbot.waitUntil(lambda: bool(read))  # what was asked before is done


def test_what_the_window_does_not_show_is_found(box):
    wanted = {"what-if": "what_if", "another loader": "what_if", "prefer": "preferences"}
    for query, name in wanted.items():
        found = [entry.key for entry in EntryIndex(box.entries).find(query)]
        assert name in found[:5], query


def test_settings_which_may_be_thousands_are_listed_by_a_thread(window, box):
    assert any(entry.kind is EntryKind.SETTING for entry in box.entries)
    at_once = list_entries(window.session, window.actions_)
    assert not any(entry.kind in (EntryKind.SETTING, EntryKind.VALUE) for entry in at_once)


def test_keys_of_entries_are_unique(box):
    keys = [(entry.kind, entry.key) for entry in box.entries]
    assert len(keys) == len(set(keys))
    assert all(isinstance(entry, SearchEntry) for entry in box.entries)


def test_few_matches_are_whole_and_nothing_stands_below_the_sentence_that_there_are_none(
    qtbot, box
):
    box.field.setText("preferences")
    assert 0 < box.model.rowCount() < 10
    qtbot.waitUntil(lambda: box.view.verticalScrollBar().maximum() == 0)
    box.field.setText("zzzzzzz")
    assert box.view.isHidden()


def test_the_box_is_as_high_as_its_matches_and_stays_on_the_screen(qtbot, window):
    screen = next(one for one in QGuiApplication.screens() if one.name() == SMALL_SCREEN)
    window.setScreen(screen)
    room = screen.availableGeometry()
    window.move(room.topLeft() + QPoint(0, room.height() - 250))
    window.actions_["search"].trigger()
    box = next(one for one in window.findChildren(SearchEverything) if one.isVisible())
    assert room.contains(box.geometry())
    full = box.height()
    box.field.setText("what if")
    assert box.model.rowCount() > 0
    low = box.height()
    assert low <= full
    box.field.setText("zzzzzzz")
    assert box.height() < full
    assert box._empty_label.height() >= box._empty_label.heightForWidth(box._empty_label.width())
    box.field.clear()
    assert box.height() == full
    box.close()


def test_every_command_that_can_be_used_has_a_menu(window):
    found = [e for e in list_entries(window.session, window.actions_) if e.kind is EntryKind.ACTION]
    assert all(" menu" in entry.subtitle and entry.icon for entry in found)
    assert not any(" > " in entry.subtitle for entry in found)


def test_every_action_that_can_be_used_is_found(window):
    entries = list_entries(window.session, window.actions_)
    found = {entry.key for entry in entries if entry.kind is EntryKind.ACTION}
    actions = window.actions_.map_by_name()
    assert found == {name for name, one in actions.items() if one.isEnabled()} - {"search"}


def test_without_probed_devices_nothing_found_says_how_their_limits_come(qtbot, window):
    probes = window.session.probes
    details = probes.answers.details._replace(devices={})
    probes.answers = probes.answers._replace(details=details)
    probes.changed.emit()
    box = open_search(qtbot, window)
    box.field.setText("maximagedimension")
    assert "Probe all (Shift+F8)" in box._empty_label.text()


def test_with_probed_devices_nothing_found_says_just_that(box):
    box.field.setText("nothing like it")
    text = "Nothing matches “nothing like it”. Try a shorter word."
    assert box._empty_label.text() == text


def test_commands_are_found_by_the_words_that_people_use(window):
    wanted = {
        "uninstall": "preferences",
        "remove": "withdraw",
        "tray": "preferences",
        "zoom": "text_larger",
        "bigger": "text_larger",
        "font": "text_larger",
        "crash": "panel_culprit",
        "freezes": "panel_culprit",
        "black screen": "panel_culprit",
        "german": "preferences",
        "Deutsch": "preferences",
        "language": "preferences",
        "sprache": "preferences",
    }
    window.actions_["withdraw"].setEnabled(True)
    index = EntryIndex(list_entries(window.session, window.actions_))
    with trying_cases() as trying:
        for query, command in wanted.items():
            with trying(query):
                actions = [one for one in index.find(query) if one.kind is EntryKind.ACTION]
                assert command in [one.key for one in actions[:6]]


def test_layers_are_among_the_first_by_the_words_that_people_use(box):
    wanted = {
        "fps": "VK_LAYER_MANGOHUD_overlay_x86_64",
        "overlay": "VK_LAYER_MANGOHUD_overlay_x86_64",
        "sharpen": "VK_LAYER_VKBASALT_post_processing",
        "capture": "VK_LAYER_OBS_vkcapture_64",
    }
    with trying_cases() as trying:
        for query, name in wanted.items():
            with trying(query):
                box.field.setText(query)
                assert name in [one.title for one in box.model.values()[:10]]


def test_a_setting_is_told_with_its_group(box):
    box.field.setText("casSharpness")
    subtitle = box.model.values()[0].subtitle
    assert subtitle.startswith("VKBASALT_post_processing · Contrast adaptive sharpening · cas")


def test_the_popup_is_as_high_as_its_rows(box):
    for query in ("undo", "apply", "theme"):
        box.field.setText(query)
        assert 0 < box.model.rowCount() < 8
        assert box.view.verticalScrollBar().maximum() == 0
    box.field.setText("nothing like it")
    assert box.view.isHidden()


def test_a_layer_that_is_not_installed_is_found_and_leads_to_what_it_is(qtbot, window):
    box = open_search(qtbot, window)
    entry = open_first(box, window, "lsfg", EntryKind.ABSENT_LAYER)
    assert entry.title == "VK_LAYER_LSFGVK_frame_generation (not installed)"
    dialog = window.findChild(AbsentLayerDialog)
    assert (dialog.isVisible(), dialog.windowTitle()) == (True, entry.title)
    sentences = [one.step.text for one in dialog.steps.steps.values()]
    assert sentences[0].endswith("By lsfg-vk: https://github.com/PancakeTAS/lsfg-vk")
    assert any(one.startswith("Folders searched for implicit layers: /") for one in sentences)
    labels = [row.findChild(Button).text() for row in dialog.findChildren(QuickFixRow)]
    assert labels == ["Open page", "Add layer folder…"]
    dialog.close()
