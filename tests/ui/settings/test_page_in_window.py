"""The settings page in the whole window: its tab, the ways to it, and what it leaves behind."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.framework.amount import take_share
from tests.model.session.edited import walk_nodes
from tests.ui.searching import choose_entry, list_all_entries
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.items.palette_search import EntryKind
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.settings.page import NO_SETTINGS
from vkconfig_py.ui.settings.page_parts import describe_origin
from vkconfig_py.ui.window.window_parts import WindowState

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
VALIDATION = "layer:VK_LAYER_KHRONOS_validation"
PLAIN = "layer:VK_LAYER_DEMO_debugging"
API_DUMP = "layer:VK_LAYER_LUNARG_api_dump"
TXT = "vk_layer_settings.txt"


@pytest.fixture
def inspector(qtbot, window):
    """Return the inspector with the settings of the validation layer in view."""
    qtbot.waitUntil(lambda: bool(window.session.declared._known))
    window.chain.view.select_key(VALIDATION)
    window.inspector.show_tab(InspectorPage.SETTINGS)
    assert window.inspector.tabs.current_page() is InspectorPage.SETTINGS
    return window.inspector


def node(inspector, node_id):
    nodes = walk_nodes(inspector.settings.editing.state.rows)
    return next(node for node in nodes if node.id == node_id)


def test_the_tab_counts_what_is_changed_and_follows_undo(window, inspector):
    place = inspector.tabs.pages.index(InspectorPage.SETTINGS)
    assert inspector.tabs.tabText(place) == "Settings"
    inspector.settings.editing.check(node(inspector, "validate_sync"), is_on=True)
    assert inspector.tabs.tabText(place) == "Settings 1"
    window.actions_["undo"].trigger()
    assert inspector.tabs.tabText(place) == "Settings"


def test_the_row_in_use_is_current_again_after_another_layer_was_shown(window, inspector, qtbot):
    view = inspector.settings.view
    assert view.go_to("thread_safety")
    view.setFocus()
    window.chain.view.select_key(PLAIN)
    window.chain.view.select_key(VALIDATION)
    window.inspector.show_tab(InspectorPage.SETTINGS)
    qtbot.waitUntil(lambda: view.current_node() is not None)
    assert view.current_node().id == "thread_safety"


def test_a_popup_that_closes_makes_no_row_current(qtbot, inspector):
    view = inspector.settings.view
    assert not view.currentIndex().isValid()
    view.setFocus(Qt.FocusReason.PopupFocusReason)
    assert view.hasFocus()
    assert not view.currentIndex().isValid()
    inspector.tabs.setFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.currentIndex().row() == 0


def test_reset_all_by_key_leaves_the_keyboard_in_the_settings(qtbot, inspector):
    page = inspector.settings
    page.editing.check(node(inspector, "validate_sync"), is_on=True)
    page.reset_all.setFocus()
    qtbot.keyClick(page.reset_all, Qt.Key.Key_Space)
    assert not page.reset_all.isEnabled()
    assert page.view.hasFocus()


def test_a_layer_without_settings_says_so_in_the_tab(window, inspector):
    window.chain.view.select_key(PLAIN)
    place = inspector.tabs.pages.index(InspectorPage.SETTINGS)
    assert not inspector.tabs.isTabEnabled(place)
    assert inspector.tabs.tabToolTip(place) == NO_SETTINGS


def test_calls_go_to_a_file_under_a_built_in_configuration_where_the_manifest_declares_nothing(
    qtbot, window, inspector
):
    session, preview = window.session, window.docks.open("preview")
    session.edits.select_configuration("built-in-validation-api-dump")
    window.chain.view.select_key(API_DUMP)
    place = inspector.tabs.pages.index(InspectorPage.SETTINGS)
    qtbot.waitUntil(lambda: inspector.tabs.isTabEnabled(place))
    inspector.show_tab(InspectorPage.SETTINGS)
    inspector.settings.editing.check(node(inspector, "file"), is_on=True)

    def find_file():
        rows = map(preview.model.index, range(preview.model.rowCount()))
        return next(
            (row for row in rows if preview.model.get_value(row).subject.endswith(TXT)), None
        )

    qtbot.waitUntil(lambda: find_file() is not None)
    preview.view.setCurrentIndex(find_file())
    qtbot.waitUntil(lambda: "lunarg_api_dump.file = true" in preview.text.toPlainText())


def test_another_copy_is_chosen_in_the_head_of_the_settings(inspector, window):
    page = inspector.settings
    assert page.copy_button.isVisible()
    loaders_own, newest, _line, *each = page.make_copy_menu().actions()
    assert loaders_own.isChecked()
    assert newest.text().startswith("Newest (")
    assert len(each) == 2
    each[1].trigger()
    entry = window.session.edits.workspace.selected_configuration.find_entry(
        "VK_LAYER_KHRONOS_validation"
    )
    assert entry.copy in each[1].text()
    loaders_own.trigger()
    assert (
        window.session.edits.workspace.selected_configuration.find_entry(
            "VK_LAYER_KHRONOS_validation"
        )
        is None
    )


def test_a_search_over_everything_leads_to_a_setting(qtbot, window, inspector):
    window.chain.view.select_key(PLAIN)
    entry = next(
        one
        for one in list_all_entries(qtbot, window)
        if one.kind is EntryKind.SETTING and one.title == "Synchronization"
    )
    assert "KHRONOS_validation · Validation Areas · validate_sync" in entry.subtitle
    choose_entry(window, entry)
    assert window.chain.view.current_row().key == VALIDATION
    assert inspector.settings.view.current_node().id == "validate_sync"


def test_a_search_over_everything_leads_to_a_setting_that_is_not_shown(qtbot, window, inspector):
    entry = next(one for one in list_all_entries(qtbot, window) if one.title == "Dump shaders")
    choose_entry(window, entry)
    assert inspector.settings.view.current_node().id == "gpuav_debug_dump"


def test_a_search_over_everything_leads_to_every_setting_and_saves_no_preference(
    qtbot, window, inspector, demo
):
    entries = [one for one in list_all_entries(qtbot, window) if one.kind is EntryKind.SETTING]
    assert entries
    for entry in take_share(entries, 4):
        choose_entry(window, entry)
        assert inspector.settings.view.current_node().setting == entry.key.partition("\n")[2]
    assert not inspector.settings.editing.filters.shows_all
    assert WindowState(demo.paths.state).get_text("settings/everything") != "yes"


def test_a_search_over_everything_finds_the_settings_of_the_chosen_copy_alone(
    qtbot, window, inspector
):
    newest, older = inspector.settings.editing.copies
    about = "KHRONOS_validation · "

    def found():
        return [
            one.key for one in list_all_entries(qtbot, window) if one.subtitle.startswith(about)
        ]

    before = found()
    assert before
    inspector.settings.editing.choose_copy(older.path)
    assert found() == []  # it has no settings
    qtbot.waitUntil(lambda: not window.session.snapshots.is_busy)
    assert found() == []
    inspector.settings.editing.choose_copy(newest.path)
    assert sorted(key.partition("\n")[2] for key in found()) == sorted(
        key.partition("\n")[2] for key in before
    )


def test_find_in_the_pane_searches_the_settings(qtbot, window, inspector):
    inspector.settings.view.setFocus()
    qtbot.waitUntil(inspector.settings.view.hasFocus)
    window.actions_["filter"].trigger()
    qtbot.waitUntil(inspector.settings.search.hasFocus)


def test_another_configuration_shows_its_own_values(qtbot, window, inspector):
    inspector.settings.editing.check(node(inspector, "validate_sync"), is_on=True)
    first = window.session.edits.workspace.selected_configuration.key
    window.session.edits.do(workspace_edits.add_configuration, "Other")
    assert not node(inspector, "validate_sync").checked
    window.session.edits.select_configuration(first)
    assert node(inspector, "validate_sync").checked


def test_find_at_the_tabs_searches_the_settings_too(qtbot, window, inspector):
    window.go_to_inspector()
    qtbot.waitUntil(inspector.tabs.hasFocus)
    window.actions_["filter"].trigger()
    qtbot.waitUntil(inspector.settings.search.hasFocus)


def test_what_is_typed_is_saved_when_the_window_closes(qtbot, open_window):
    window = open_window()
    qtbot.waitUntil(lambda: bool(window.session.declared._known))
    window.chain.view.select_key(VALIDATION)
    window.inspector.show_tab(InspectorPage.SETTINGS)
    page = window.inspector.settings
    page.go_to("duplicate_message_limit")
    qtbot.keyClicks(page.view, "7")
    window.close_quietly()
    saved = load_workspace(window.session.machine.paths.configurations).workspace
    entry = saved.selected_configuration.find_entry("VK_LAYER_KHRONOS_validation")
    assert entry.get_value("duplicate_message_limit").value == 7


@pytest.mark.parametrize("width", [800, 1000, 1280])
def test_nothing_of_the_page_is_wider_than_the_inspector(qtbot, open_window, width):
    window = open_window(width, 700)
    qtbot.waitUntil(lambda: bool(window.session.declared._known))
    window.chain.view.select_key(VALIDATION)
    window.show_inspector()
    window.inspector.show_tab(InspectorPage.SETTINGS)
    page = window.inspector.settings
    assert page.isVisible()
    page.search.setText("nothing has this")
    page.layout().activate()
    clear = page.clear_button.mapTo(window.inspector, page.clear_button.rect().topRight()).x()
    assert clear < window.inspector.width() - window.context.theme.px(8)
    page.search.clear()
    for part in (
        page.preset_button,
        page.reset_all,
        page.search,
        page.changed_only_button,
        page.more_button,
    ):
        right = part.mapTo(window.inspector, part.rect().topRight()).x()
        assert right <= window.inspector.width()
    layout = page.view.delegate.compute_layout(
        page.view.visualRect(page.model.index_of("duplicate_message_limit")),
        page.model.index_of("duplicate_message_limit"),
    )
    assert layout.field.left() > layout.label.left()
    assert page.view.layoutDirection() is Qt.LayoutDirection.LeftToRight


def test_the_page_that_was_looked_at_comes_back_with_the_next_layer_that_has_it(window, inspector):
    window.chain.view.select_key(PLAIN)
    assert inspector.tabs.current_page() is InspectorPage.WHY
    window.chain.view.select_key("loader")
    window.chain.view.select_key(VALIDATION)
    assert inspector.tabs.current_page() is InspectorPage.SETTINGS


def test_a_page_of_a_layer_that_is_off_says_that_nothing_has_an_effect(qtbot, window, inspector):
    name = "VK_LAYER_OBS_vkcapture_64"
    window.chain.view.select_key(f"layer:{name}")
    off = "This layer is off: its settings have no effect until you turn it on."
    qtbot.waitUntil(lambda: inspector.settings.editing.layer == name)
    qtbot.waitUntil(lambda: describe_origin(inspector.settings.editing).startswith(off))
    window.session.edits.do(workspace_edits.set_control, name, LayerControl.ON)
    qtbot.waitUntil(lambda: not inspector.settings.editing.is_off)
    assert describe_origin(inspector.settings.editing).startswith("These are environment variables")
    held_back = window.chain.view.current_row()._replace(
        kind=RowKind.OFF_LAYER, reason="bad.json ends the program"
    )
    inspector.settings.editing.show_row(held_back)
    assert describe_origin(inspector.settings.editing).startswith(
        "This layer is on but does not load: bad.json ends the program. Its settings have no "
        "effect until it loads."
    )
