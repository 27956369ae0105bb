"""The window at every width, and what it remembers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QSplitter

from tests.ui import sample
from tests.ui.searching import open_search
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.items.palette_search import EntryKind
from vkconfig_py.model.session.session import Session, SessionMachine
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.theme.context import remove_break_points
from vkconfig_py.ui.widgets.panes import Placement
from vkconfig_py.ui.window.main_window import MainWindow
from vkconfig_py.ui.window.window_parts import WindowState

LAYER = "VK_LAYER_VKBASALT_post_processing"


def test_narrow_windows_put_the_configurations_into_the_header(open_window):
    window = open_window(1024, 640)
    assert not window.configurations.isVisible()
    assert window.header.configuration.isVisible()
    assert window.header.search.width() < 40
    assert window.inspector.isVisible()


def test_very_narrow_windows_show_the_inspector_on_demand(qtbot, open_window):
    window = open_window(800, 560)
    assert not window.inspector.isVisible()
    window.chain.view.inspector_requested.emit()
    assert window.inspector.isVisible()
    assert window.inspector.geometry().right() <= window.width()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.inspector.isVisible()
    window.resize(1280, 720)
    assert window.inspector.isVisible()


def click_name(qtbot, view, row):
    """Click a row of the chain where its name stands."""
    view.select_key(row.key)
    place = view.visualRect(view.currentIndex())
    point = QPoint(place.left() + place.width() // 4, place.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_a_click_on_a_row_opens_the_inspector_of_a_narrow_window_and_its_button_closes_it(
    qtbot, open_window
):
    window = open_window(800, 560)
    row = sample.first_row(window, RowKind.LAYER)
    click_name(qtbot, window.chain.view, row)
    assert window.inspector.isVisible()
    assert window.chain.view.hasFocus() or not window.isActiveWindow()
    button = window.inspector.close_button
    assert button.isVisible()
    button.setFocus()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not window.inspector.isVisible()
    assert window.focusWidget() is window.chain.view
    window.actions_["details"].trigger()  # as in the menu of the row
    assert window.inspector.isVisible()
    window.resize(1280, 720)
    assert window.inspector.isVisible()
    assert not button.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_row_that_was_searched_for_opens_the_inspector_of_a_narrow_window(qtbot, open_window):
    window = open_window(800, 560)
    assert not window.inspector.isVisible()
    box = open_search(qtbot, window)
    box.field.setText("llvmpipe")
    assert box.model.get_value(box.model.index(0)).kind is EntryKind.LAYER
    box._choose()
    assert window.inspector.isVisible()
    assert "llvmpipe" in window.chain.view.current_row().name


def test_an_inspector_over_the_chain_has_an_edge_and_gives_way_to_a_panel(open_window):
    window = open_window(800, 560)
    window.show_inspector()
    assert window.inspector.contentsMargins().left() > 0
    window.docks.open("launcher")
    assert not window.inspector.isVisible()
    window.show_inspector()  # asked for, it covers the panel
    assert window.inspector.isVisible()
    window.resize(1280, 720)
    assert window.inspector.contentsMargins().left() == 0


def test_a_click_in_a_wide_window_leaves_a_hidden_inspector_hidden(qtbot, open_window):
    window = open_window()
    window.actions_["inspector"].setChecked(False)
    click_name(qtbot, window.chain.view, sample.first_row(window, RowKind.LAYER))
    assert not window.inspector.isVisible()


def test_header_and_strip_fit_the_smallest_window(open_window):
    window = open_window(800, 560)
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and window.header.isAncestorOf(button):
            right = button.mapTo(window, QPoint(button.width(), 0)).x()
            assert right <= window.width(), button.accessibleName()


def test_the_strip_reaches_the_edges_of_the_window(qtbot, open_window):
    window = open_window(1280, 720)
    strip, center = window.status_bar, window.centralWidget()
    qtbot.waitUntil(lambda: strip.width() == window.width())
    place = QRect(strip.mapTo(window, QPoint()), strip.size())
    assert place.left() == 0
    assert place.bottom() == window.height() - 1
    assert place.top() - center.geometry().bottom() <= 1


def test_a_hidden_inspector_and_a_folded_group_are_remembered(open_window):
    window = open_window()
    window.actions_["inspector"].setChecked(False)
    window.chain.view.set_collapsed(False)
    window.resize(820, 640)
    window.resize(1280, 720)
    assert not window.inspector.isVisible()
    window.save_layout()
    again = open_window(as_left=True)
    assert not again.inspector.isVisible()
    assert not again.actions_["inspector"].isChecked()
    assert not again.chain.view.folded
    again.show_inspector()
    again.chain.view.set_collapsed(True)
    again.save_layout()
    third = open_window(as_left=True)
    assert third.inspector.isVisible()
    assert third.chain.view.folded


@pytest.mark.parametrize("is_folded", [True, False])
def test_the_group_stays_as_it_is_through_edits_rescans_and_other_configurations(
    qtbot, window, is_folded
):
    view, session = window.chain.view, window.session
    view.set_collapsed(is_folded)
    session.edits.do(workspace_edits.add_configuration, "Games")
    session.edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    window.rescan()
    qtbot.waitUntil(lambda: not session.snapshots.is_busy)
    assert view.folded is is_folded
    session.edits.select_configuration(session.edits.workspace.configurations[0].key)
    session.edits.undo()
    qtbot.waitUntil(lambda: not session.snapshots.is_busy)
    assert view.folded is is_folded


def test_size_and_panel_are_remembered(open_window):
    window = open_window(1000, 640)
    window.docks.open("preview")
    window.save_layout()
    again = open_window(as_left=True)
    assert again.docks.get_current() == "preview"
    assert (again.width(), again.height()) == (1000, 640)


def test_a_window_whose_screen_is_gone_goes_back_once_it_is_there_unless_it_was_moved(open_window):
    gone = Placement("GONE-1", QPoint(9000, 0), QRect(9100, 80, 1000, 640)).text
    first = open_window()
    first.state.set_value("window/placement", gone)
    first.state.wait_until_saved()
    again = open_window(as_left=True)
    assert again.geometry() == QRect(100, 80, 1000, 640)
    again.save_layout()
    assert again.state.get_text("window/placement") == gone
    again.resize(1010, 640)
    again.save_layout()
    assert Placement.parse(again.state.get_text("window/placement")).normal_geometry.width() == 1010


def test_a_maximised_window_comes_back_so_and_knows_its_size_without(qtbot, open_window):
    window = open_window(1000, 640)
    window.showMaximized()
    qtbot.waitUntil(window.isMaximized)
    window.save_layout()
    again = open_window(as_left=True)
    qtbot.waitUntil(again.isMaximized)
    again.showNormal()
    qtbot.waitUntil(lambda: (again.width(), again.height()) == (1000, 640))


def test_height_of_the_panel_is_a_share_of_a_tall_window_and_is_remembered(qtbot, open_window):
    window = open_window(1280, 1200)
    window.docks.open("preview")
    dock = window.docks.panels["preview"].parentWidget()
    qtbot.waitUntil(lambda: dock.height() == 300)
    window.resizeDocks([dock], [330], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: dock.height() == 330)
    window.save_layout()
    again = open_window(as_left=True)
    dock = again.docks.panels["preview"].parentWidget()
    qtbot.waitUntil(lambda: dock.height() == 330)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_panel_with_a_window_of_its_own_comes_back_there_beside_a_docked_one(qtbot, open_window):
    window = open_window(1280, 800)
    window.docks.open("problems")
    dock = window.docks.panels["problems"].parentWidget()
    dock.setFloating(True)
    right = QGuiApplication.screens()[1].geometry()
    dock.setGeometry(right.left() + 40, right.top() + 60, 700, 300)
    window.docks.open("preview")
    place = dock.geometry()
    window.save_layout()
    again = open_window(as_left=True)
    dock = again.docks.panels["problems"].parentWidget()
    assert dock.isFloating()
    assert dock.isVisible()
    assert dock.geometry() == place
    assert again.docks.get_current() == "preview"
    gone = Placement("GONE-1", QPoint(9000, 0), QRect(9040, 60, 700, 300))
    again.docks.open_floating("problems", gone)
    assert dock.geometry().topLeft() == QPoint(40, 60)
    assert again.docks.list_floating()["problems"] == gone
    dock.move(90, 60)
    assert again.docks.list_floating()["problems"].normal_geometry.topLeft() == QPoint(90, 60)


def test_the_inspector_of_a_narrow_window_keeps_its_own_width(open_window):
    window = open_window(1024, 700)
    window.splitter.setSizes([0, 524, 499])
    chosen = window.inspector.width()
    window.save_layout()
    assert open_window(1024, 700).inspector.width() == chosen
    assert open_window(1280, 720).inspector.width() == 440


def test_the_settings_of_a_layer_widen_no_pane(open_window):
    window = open_window(1280, 720)
    window.chain.view.select_key("layer:VK_LAYER_KHRONOS_validation")
    widths = window.splitter.sizes()
    window.inspector.tabs.enable(InspectorPage.SETTINGS, "")
    window.inspector.show_tab(InspectorPage.SETTINGS)
    assert window.inspector.tabs.current_page() is InspectorPage.SETTINGS
    assert window.splitter.sizes() == widths


def test_widths_of_panes_are_remembered(open_window):
    window = open_window()
    pane, inspector = window.configurations, window.inspector
    before = (pane.width(), inspector.width())
    splitter = pane.parentWidget()
    assert isinstance(splitter, QSplitter)
    splitter.setSizes([before[0] + 50, 500, before[1] + 40])
    chosen = (pane.width(), inspector.width())
    assert chosen > before
    window.save_layout()
    again = open_window()
    assert (again.configurations.width(), again.inspector.width()) == chosen


def test_six_walks_through_the_panes(qtbot, window):
    window.activateWindow()
    window.chain.view.setFocus()
    seen = []
    for _step in range(4):
        window.actions_["next_pane"].trigger()
        seen.append(window.focusWidget())
    assert seen == [
        window.inspector.tabs,
        window.status_bar.buttons["launcher"],
        window.configurations.list,
        window.chain.view,
    ]


def test_without_a_loader_the_page_says_how_to_get_one(qtbot, window):
    window.show_no_loader(is_missing=True)
    assert not window.chain.view.isVisible()
    assert not window.header.apply.isEnabled()
    asked = []
    window.loaders_requested.connect(lambda: asked.append(True))
    page = window._no_loader_page
    next(b for b in page.findChildren(QAbstractButton) if b.text() == "Rescan").click()
    assert asked
    window.show_no_loader(is_missing=False)
    assert window.chain.view.isVisible()


def test_the_page_names_the_file_in_the_way_of_the_loader(window):
    window.show_no_loader(is_missing=True)
    page = window._no_loader_page
    page.show_obstacle("/opt/libvulkan.so.1 is in the way.")
    texts = [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    assert "/opt/libvulkan.so.1 is in the way." in map(remove_break_points, texts)
    assert not any("apt install" in text for text in texts)
    page.show_obstacle("")
    assert any("apt install" in x.text() for x in page.findChildren(QLabel) if x.isVisible())


def test_the_page_about_a_missing_loader_can_come_before_the_rest_of_the_window(
    context, demo, qtbot
):
    session = Session(SessionMachine(host=demo.host, loaders=(), paths=demo.paths, demo=True))
    window = MainWindow(context, session, WindowState(demo.paths.state))
    qtbot.addWidget(window)
    window.show_no_loader(is_missing=True)
    assert not window.is_complete
    session.start()
    window.show()
    window.complete()
    window._no_loader_page.copied.emit("apt install libvulkan1")
    assert QGuiApplication.clipboard().text() == "apt install libvulkan1"
    window.close_quietly()


def test_a_new_palette_reaches_the_theme(qtbot, window, qapp):
    from vkconfig_py.ui.theme.appearance import make_scheme_palette

    qapp.setPalette(make_scheme_palette(is_dark=True))
    qtbot.waitUntil(lambda: window.context.theme.dark)
    assert not window.grab().isNull()


@pytest.mark.parametrize("width", [800, 1024, 1280])
def test_no_sentence_moves_the_list_below_it(qapp, open_window, width):
    window = open_window(width, 700)
    pane = window.chain
    places = set()
    for sentences in (("No layers.",), sample.SENTENCES, ("A sentence of many words. " * 12,)):
        for alarm in (False, True):
            pane.sentence.show_sentences(sentences, {}, is_alarm=alarm)
            qapp.processEvents()
            places.add((pane.view.geometry().top(), pane.sentence.height()))
    assert len(places) == 1


@pytest.mark.parametrize("count", [3, 6])
def test_the_first_start_shows_program_layers_loader_and_driver_without_scrolling(
    chain, open_window, count
):
    """As on Debian with lavapipe, Mesa's device select, validation and MangoHud."""
    window = open_window(1280, 720)
    room = window.chain.view.viewport().size()
    layers = [sample.layer(f"VK_LAYER_A_{number}", "1.3.1", "always on") for number in range(count)]
    chain.show_snapshot(sample.snapshot_of(layers))
    chain.resize(room)
    shown = [
        row.kind
        for index, row in chain.iterate_rows()
        if chain.visualRect(index).bottom() < room.height()
    ]
    assert shown.count(RowKind.LAYER) == count
    assert {RowKind.PROGRAM, RowKind.LOADER, RowKind.DRIVER, RowKind.GROUP} <= set(shown)
