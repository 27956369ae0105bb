"""What a window remembers of its layout, from a session with large text to one without."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication

from devtools.stage import SMALL_SCREEN
from vkconfig_py.model.text.wording import make_tooltip
from vkconfig_py.ui.theme.context import SHADOW_SIZE
from vkconfig_py.ui.window.banner import NOTHING_APPLIED

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def set_text_scale(qapp, context):
    """Return a function that makes the text of the system so many times as large."""
    plain = qapp.font()

    def set_scale(scale):
        font = qapp.font()
        font.setPointSizeF(scale * plain.pointSizeF())
        qapp.setFont(font)
        context.recompute()

    yield set_scale
    qapp.setFont(plain)


@pytest.fixture
def open_maximised(qtbot, open_window):
    """Return a function that opens the window maximised on a small screen."""
    screen = next(one for one in QGuiApplication.screens() if one.name() == SMALL_SCREEN)

    def open_one(*, as_left=False):
        window = open_window(1280, 720, as_left=as_left)
        if not as_left:
            window.setScreen(screen)
            window.move(screen.geometry().topLeft())
            window.showMaximized()
        qtbot.waitUntil(window.isMaximized)
        return window

    return open_one


def test_inspector_and_panel_are_as_before_after_a_session_with_large_text(
    qtbot, open_maximised, set_text_scale
):
    window = open_maximised()
    window.docks.open("problems")
    dock = window.docks.panels["problems"].parentWidget()
    window.resizeDocks([dock], [250], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: dock.height() == 250)
    width = window.inspector.width()
    window.close_quietly()
    set_text_scale(2)
    window = open_maximised(as_left=True)
    assert not window.inspector.isVisible()
    window.show_inspector()
    window.close_quietly()
    set_text_scale(1)
    window = open_maximised(as_left=True)
    assert window.inspector.isVisible()
    qtbot.waitUntil(lambda: window.inspector.width() == width)
    dock = window.docks.panels["problems"].parentWidget()
    qtbot.waitUntil(lambda: dock.height() == 250)


def test_text_that_grows_while_the_window_is_open_hides_no_inspector_for_good(
    qtbot, open_maximised, set_text_scale
):
    window = open_maximised()
    width = window.inspector.width()
    set_text_scale(2)
    window.show_inspector()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.inspector.isVisible()
    set_text_scale(1)
    assert window.inspector.isVisible()
    qtbot.waitUntil(lambda: window.inspector.width() == width)


def test_the_head_of_the_inspector_gets_low_again_after_a_start_with_large_text(
    qtbot, open_maximised, set_text_scale
):
    set_text_scale(2)
    window = open_maximised()
    window.show_inspector()
    inspector = window.inspector
    parts = [inspector.name, inspector.chip]
    qtbot.waitUntil(lambda: all(part.isVisible() for part in parts))
    set_text_scale(1)
    qtbot.waitUntil(lambda: all(part.height() == part.sizeHint().height() for part in parts))


def test_each_size_of_text_keeps_its_own_widths_and_height(qtbot, open_window, set_text_scale):
    window = open_window(1800, 1000)
    window.docks.open("problems")
    dock = window.docks.panels["problems"].parentWidget()

    def set_sizes(widths, height):
        window.splitter.setSizes(widths)
        window.resizeDocks([dock], [height], Qt.Orientation.Vertical)
        qtbot.waitUntil(lambda: dock.height() == height)
        return window.splitter.sizes()

    def has_sizes(widths, height):
        return window.splitter.sizes() == widths and dock.height() == height

    plain = set_sizes([220, 1000, 578], 270)
    set_text_scale(1.5)
    qtbot.waitUntil(lambda: dock.height() != 270)
    assert window.splitter.sizes() != plain
    large = set_sizes([260, 900, 638], 400)
    set_text_scale(1)
    qtbot.waitUntil(lambda: has_sizes(plain, 270))
    set_text_scale(1.5)
    qtbot.waitUntil(lambda: has_sizes(large, 400))
    window.close_quietly()
    set_text_scale(1)
    window = open_window(as_left=True)
    dock = window.docks.panels["problems"].parentWidget()
    qtbot.waitUntil(lambda: has_sizes(plain, 270))


def test_a_hidden_inspector_keeps_its_width(qtbot, open_window):
    window = open_window()
    window.splitter.setSizes([200, 600, 478])
    width = window.inspector.width()
    window.close_quietly()
    window = open_window(as_left=True)
    window.actions_["inspector"].setChecked(False)
    window.close_quietly()
    window = open_window(as_left=True)
    window.show_inspector()
    qtbot.waitUntil(lambda: window.inspector.width() == width)


def test_where_little_room_is_a_message_covers_nothing_of_what_is_in_use(
    qtbot, open_maximised, set_text_scale
):
    set_text_scale(2)
    window = open_maximised()
    bar, panel = window.status_bar, window.docks.open("journal")
    dock = panel.parentWidget()
    qtbot.waitUntil(lambda: window.centralWidget().geometry().bottom() < dock.y())
    window.chain.view.setFocus()
    bar.show_toast("short")
    toast, view = bar.toast.geometry(), window.chain.view.viewport()
    row = view.mapTo(
        window, window.chain.view.visualRect(window.chain.view.currentIndex()).center()
    )
    assert not toast.contains(row)
    window.docks.focus_panel("journal")
    for text in ("short", "short", "a sentence that is as wide as the window " * 2):
        bar.show_toast(text)
        card = bar.toast.geometry().adjusted(SHADOW_SIZE, SHADOW_SIZE, -SHADOW_SIZE, -SHADOW_SIZE)
        header = panel.header
        assert not card.intersects(QRect(header.mapTo(window, QPoint()), header.size()))
        assert not card.contains(row)
        bar.hide_toast()


def test_a_message_that_left_the_content_to_a_panel_comes_back_when_that_closes(
    qtbot, open_maximised, set_text_scale
):
    set_text_scale(2)
    window = open_maximised()
    bar, dock = window.status_bar, window.docks.open("journal").parentWidget()
    qtbot.waitUntil(lambda: window.centralWidget().geometry().bottom() < dock.y())
    bar.show_toast("short")
    window.docks.hide("journal")
    qtbot.waitUntil(lambda: bar.toast.geometry().bottom() <= bar.mapTo(window, QPoint()).y())


def test_large_text_leaves_no_room_for_a_second_line_or_for_counts_that_are_not_there(
    open_maximised, set_text_scale
):
    set_text_scale(2)
    window = open_maximised()
    banner, buttons = window.banner, window.status_bar.buttons
    theme = window.context.theme
    assert banner.height() < 2 * theme.body.height + theme.px(8)
    assert banner.toolTip() == make_tooltip(NOTHING_APPLIED)
    window.status_bar._set_count("preview", "")
    preview = buttons["preview"]
    assert preview.sizeHint() == preview.compute_size(compact=False, with_note=False)


def test_two_rows_of_the_chain_stay_whole_above_a_panel_in_large_text(
    qtbot, open_maximised, set_text_scale
):
    set_text_scale(2)
    window = open_maximised()
    for name in ("problems", "journal", "launcher"):
        dock = window.docks.open(name).parentWidget()
        qtbot.waitUntil(lambda: window.centralWidget().geometry().bottom() < dock.y())  # noqa: B023
        view = window.chain.view
        rows = [view.visualRect(view.model().index(row, 0)) for row in range(4)]
        assert sum(view.viewport().rect().contains(row) for row in rows) >= 2


def test_buttons_of_a_panel_are_icons_before_its_count_is_cut(
    qtbot, open_maximised, set_text_scale
):
    set_text_scale(2)
    window = open_maximised()
    panel = window.docks.open("problems")
    summary = panel.header.summary
    qtbot.waitUntil(lambda: bool(summary.text()) and summary.width() > 0)
    width = window.context.theme.small.width(summary.text())
    qtbot.waitUntil(lambda: summary.width() >= width)


def test_the_inspector_gives_way_before_names_in_the_chain_are_cut(open_window, set_text_scale):
    set_text_scale(2)
    window = open_window(1600, 1000)
    theme = window.context.theme
    assert window.inspector.isVisible()
    assert window.inspector.width() < theme.px(400)
    window.close_quietly()
    set_text_scale(1)
    assert open_window().inspector.width() == 440


def test_a_panel_opens_as_high_as_its_first_entry_needs_where_a_row_of_the_chain_stays_whole(
    qtbot, open_maximised, set_text_scale, monkeypatch
):
    set_text_scale(2)
    window = open_maximised()
    panel = window.docks.open("problems")
    qtbot.waitUntil(lambda: panel.view.model().rowCount() > 0)
    window.resizeDocks([panel.parentWidget()], [1], Qt.Orientation.Vertical)
    window.docks.open("preview")
    window.docks.open("problems")
    window.layout().activate()
    first_row = panel.view.visualRect(panel.view.model().index(0, 0))
    assert first_row.height() > 0
    assert panel.view.viewport().rect().contains(first_row)
    heights = []
    for entry_height in (0, 1000):
        monkeypatch.setattr(panel, "compute_first_entry_height", lambda height=entry_height: height)
        window.docks.set_height(1)
        window.layout().activate()
        heights.append(panel.height())
    assert heights[0] < heights[1]
    view = window.chain.view
    rows = [view.visualRect(view.model().index(row, 0)) for row in range(4)]
    assert any(view.viewport().rect().contains(row) for row in rows)
