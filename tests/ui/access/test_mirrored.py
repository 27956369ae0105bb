"""The window from right to left: what is painted stands, and is pressed, at its other side."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from tests.ui.access.boxes import opened
from tests.ui.access.painted import painted
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover
from vkconfig_py.ui.theme.context import draw_text, isolate_paths, mirror, remove_break_points
from vkconfig_py.ui.widgets.basic import Label
from vkconfig_py.ui.widgets.source_view import SourceView

VALIDATION = "VK_LAYER_KHRONOS_validation"
HEBREW = "\u05e9\u05dc\u05d5\u05dd"


@pytest.fixture
def from_the_right(qapp):
    """Lay everything out from right to left."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def snapshot(qtbot, draw, *, mirrored):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    image = QImage(200, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    if mirrored:
        mirror(painter, widget, QRectF(image.rect()))
    draw(painter)
    painter.end()
    return image


def test_a_text_in_a_mirrored_row_is_at_the_other_side_and_is_not_turned(qtbot, context):
    text_style = context.theme.body
    width = text_style.width("VK_LAYER_x (1)")

    def draw(left):
        return lambda painter: draw_text(painter, text_style, "VK_LAYER_x (1)", left, 0, 180, 30)

    inverted = snapshot(qtbot, draw(12), mirrored=True)
    assert inverted == snapshot(qtbot, draw(200 - 12 - width), mirrored=False)


@pytest.mark.parametrize(("icon", "turns"), [("chevron-right", True), ("terminal", False)])
def test_only_an_icon_that_points_in_the_direction_of_reading_turns(qtbot, context, icon, turns):
    def draw(left):
        spot = QRectF(left, 4, 16, 16)
        return lambda painter: context.icons.paint(painter, icon, QColor("black"), spot)

    mirrored = snapshot(qtbot, draw(12), mirrored=True)
    plain = snapshot(qtbot, draw(200 - 12 - 16), mirrored=False)
    assert (mirrored != plain) is turns


def place_of(view, text, row):
    """Return where a list paints a text in one of its rows."""
    rect = QRectF(view.visualRect(row))
    port = view.viewport()
    found = [one.place for one in painted(port) if one.text == text]
    return next(place.center().toPoint() for place in found if rect.contains(place.center()))


def test_a_control_is_pressed_where_it_is_seen(qtbot, from_the_right, window):
    view = window.chain.view
    view.select_key(f"layer:{VALIDATION}")
    at = place_of(view, "On", view.currentIndex())
    assert at.x() < view.width() / 2
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    entry = window.session.edits.workspace.selected_configuration.find_entry(VALIDATION)
    assert entry.control is LayerControl.ON


def test_a_button_in_a_row_is_pressed_where_it_is_seen(qtbot, from_the_right, window):
    panel = window.docks.open("problems")
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0)
    view, row = panel.view, panel.model.index(0, 0)
    with qtbot.waitSignal(view.action_used) as acted:
        action = panel.model.line_at(row).actions[0]
        at = place_of(view, action.label, row)
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert at.x() < view.width() / 2
    assert acted.args == [panel.model.get_value(row), action.action]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_opens_below_apply_begins_at_its_button_and_stays_in_the_window(
    from_the_right, window
):
    button = window.header.apply
    window.actions_["apply"].trigger()
    popover = next(child for child in window.children() if isinstance(child, ApplyPopover))
    assert popover.x() == pytest.approx(button.mapToGlobal(QPoint()).x(), abs=4)
    popover.close()


def test_the_name_of_a_layer_stays_one_word(from_the_right, window):
    row = {one.text: one.place.x() for one in painted(window.chain.view.viewport())}
    assert row["MESA_device_select"] > window.chain.view.width() / 2
    title = {one.text: one.place.x() for one in painted(window.inspector)}
    assert title["VK_LAYER_"] < title["MESA_device_select"]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_side_that_is_compared_is_called_by_where_it_stands(qtbot, from_the_right, window):
    with opened(qtbot, window, "compare") as box:
        first, second = box.choosers
        assert first.x() > second.x()
        assert first.accessibleName().startswith("Right")


def test_what_files_say_is_read_from_the_left(from_the_right, window):
    panel = window.docks.open("preview")
    assert panel.isRightToLeft()
    assert not any(view.isRightToLeft() for view in panel.findChildren(SourceView))


def test_numbers_of_lines_stand_beside_what_is_read_from_the_left(qtbot, context, from_the_right):
    view = SourceView(context, "File")
    qtbot.addWidget(view)
    view.resize(400, 60)
    view.show_text("a")
    view.show()
    numbers = view._numbers
    seen = numbers.grab().toImage()
    row = range(view.fontMetrics().height())
    ground = seen.pixelColor(0, 0)
    text_role = [x for x in range(seen.width()) for y in row if seen.pixelColor(x, y) != ground]
    assert min(text_role) > numbers.width() / 2


def test_a_path_keeps_its_order_among_letters_of_another_direction():
    sentence = f"{HEBREW}.json: /home/{HEBREW}/x, line 8"
    assert isolate_paths(sentence) == (
        f"\u2066{HEBREW}.json\u2069: \u2066/home/{HEBREW}/x\u2069, line 8"
    )
    assert remove_break_points(isolate_paths(sentence)) == sentence
    assert isolate_paths("/home/x.json, line 8") == "/home/x.json, line 8"


def test_a_label_begins_where_reading_begins(qtbot, context, from_the_right):
    label = Label(context, "/usr/share/vulkan")
    qtbot.addWidget(label)
    label.resize(300, 20)
    seen = label.grab().toImage()
    text_role = [x for x in range(300) if seen.pixelColor(x, 10) != seen.pixelColor(0, 0)]
    assert min(text_role) > 150


def test_numbers_of_lines_end_where_the_lines_do(qtbot, context):
    view = SourceView(context, "File")
    qtbot.addWidget(view)
    view.resize(200, 80)
    view.show_text("\n".join(["x" * 200] * 9 + ["last"]))
    view.show()
    qtbot.waitUntil(lambda: view.horizontalScrollBar().isVisible())
    assert view._numbers.geometry().bottom() == view.viewport().geometry().bottom()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    last = view.document().lastBlock()
    end = view.blockBoundingGeometry(last).translated(view.contentOffset()).bottom()
    assert end <= view.viewport().height()
