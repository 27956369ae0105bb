"""Lists of titled lines: the button that Enter uses, and presses, while rows change."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.text.lines import LineAction, ListLine
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView


def present(value):
    name, *buttons = value
    return ListLine(name, actions=tuple(LineAction(one, one) for one in buttons))


@pytest.fixture
def view(context, qtbot):
    """Return a visible list; a value is its title with what its buttons do."""
    view = LinesView(context, LinesModel(lambda value: value[0], present), "Lines")
    view.model().setParent(view)
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()
    return view


@pytest.fixture
def acted(view):
    """Return what buttons did."""
    acted = []
    view.action_used.connect(lambda value, does: acted.append((value[0], does)))
    return acted


def show(view, *values):
    view.model().update_to(values)
    view.doItemsLayout()


def place_of(view, row, button):
    index = view.model().index(row)
    rects = view.itemDelegate().get_action_rects(view.visualRect(index), index)
    return rects[button].center().toPoint()


def test_enter_uses_a_button_that_is_there_after_a_row_has_fewer(view, acted, qtbot):
    show(view, ("a", "turn off", "remove"))
    view.setCurrentIndex(view.model().index(0))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.get_chosen_action() == "remove"
    show(view, ("a", "include"))
    assert view.get_chosen_action() == "include"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert acted == [("a", "include")]


def find_tip():
    tips = [tip for tip in QApplication.topLevelWidgets() if tip.inherits("QTipLabel")]
    return next(tip for tip in tips if tip.isVisible())


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_tool_tip_of_a_row_covers_no_row_below_it(view, qtbot):
    show(view, *((f"{number} {'a long title ' * 20}",) for number in range(5)))
    view.move(100, 300)
    for number in (1, 3):
        row = view.visualRect(view.model().index(number))
        place = row.center()
        event = QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
        QApplication.sendEvent(view.viewport(), event)
        tip = find_tip()
        assert tip.frameGeometry().bottom() < view.viewport().mapToGlobal(row.topLeft()).y()
    view.move(100, 0)  # no room above: below the whole row
    row = view.visualRect(view.model().index(0))
    place = row.center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    assert find_tip().y() > view.viewport().mapToGlobal(row.bottomLeft()).y()
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_a_list_does_not_scroll_where_its_current_row_goes(view):
    rows = [(f"row {number}",) for number in range(40)]
    show(view, *rows)
    view.setCurrentIndex(view.model().index(0))
    view.verticalScrollBar().setValue(200)
    show(view, *rows[1:])
    assert view.get_current_value() == ("row 1",)
    assert view.verticalScrollBar().value() >= 200 - view.sizeHintForRow(0)
    view.setCurrentIndex(view.model().index(0))
    view.setCurrentIndex(view.model().index(38))
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_a_button_is_not_used_when_another_row_came_below_the_pointer(view, acted, qtbot):
    show(view, ("b", "stop"))
    place = place_of(view, 0, 0)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    show(view, ("a", "stop"), ("b", "stop"))
    assert view.indexAt(QPoint(20, place.y())).row() == 0
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert acted == []
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert acted == [("a", "stop")]


def test_buttons_without_room_are_in_the_menu_that_a_button_opens(view, acted, qtbot):
    menus = []
    show(view, ("a", "turn this off now", "remove this from the list"), ("b", "one"))
    first, second = (view.model().index(number) for number in range(2))
    delegate = view.itemDelegate()
    assert delegate.get_menu_rect(view.visualRect(first), first).isEmpty()  # there is no menu
    view.menu_requested.connect(lambda value, place: menus.append((value[0], place)))
    assert len(delegate.get_action_rects(view.visualRect(first), first)) == 1
    button = delegate.get_menu_rect(view.visualRect(first), first)
    assert button.left() > place_of(view, 0, 0).x()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=button.center().toPoint())
    assert [name for name, _place in menus] == ["a"]
    assert not acted
    assert delegate.get_menu_rect(view.visualRect(second), second).isEmpty()


def test_buttons_that_would_cut_the_title_stand_below_the_texts(view, acted, qtbot):
    view.menu_requested.connect(lambda _value, _place: None)
    title = "Withdrew a configuration with quite a long name"
    show(view, (title, "apply again", "restore"), ("short", "apply again", "restore"))
    delegate, indexes = view.itemDelegate(), [view.model().index(number) for number in range(2)]
    rows = [view.visualRect(index) for index in indexes]
    buttons = [
        delegate.get_action_rects(row, index) for row, index in zip(rows, indexes, strict=True)
    ]
    assert [len(rects) for rects in buttons] == [2, 2]
    assert [rects[0].top() >= row.top() + 20 for rects, row in zip(buttons, rows, strict=True)] == [
        True,
        False,
    ]
    assert buttons[0][0].bottom() < rows[0].bottom()
    assert rows[0].height() > rows[1].height()
    assert delegate._list_elided_lines(rows[0], indexes[0]) == ()
    view.setCurrentIndex(indexes[0])
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, 0, 1))
    assert acted == [(title, "restore")]


def test_titles_longer_than_the_list_take_a_second_line_in_every_row(view):
    view.menu_requested.connect(lambda _value, _place: None)
    title = "Withdrew a configuration with a name that is longer than the whole list is wide"
    show(view, (title, "compare"), (title + " too", "compare"), ("short", "compare"))
    delegate, rows = view.itemDelegate(), [view.model().index(number) for number in range(3)]
    for current in rows:
        view.setCurrentIndex(current)
        shown = [len(delegate.get_action_rects(view.visualRect(row), row)) for row in rows]
        assert shown == [1, 1, 1]
    heights = [view.visualRect(row).height() for row in rows]
    assert heights[0] == heights[1] == heights[2] + delegate._context.theme.px(20 + 24 + 6)
    assert delegate._list_elided_lines(view.visualRect(rows[0]), rows[0]) == ()


def test_a_text_is_whole_before_all_buttons_stand_beside_it(make_list):
    text = "Finds no device that it can drive. Programs go on without its devices."
    actions = tuple(LineAction(name, name) for name in ("turn off", "move aside"))
    view = make_list([ListLine("Fails", text, "/a/place", actions=actions)], wraps_text=True)
    view.menu_requested.connect(lambda _value, _place: None)
    delegate, index = view.itemDelegate(), view.model().index(0)
    counts = []
    for width in (700, 400, 280):
        view.resize(width, 300)
        view.doItemsLayout()
        row = view.visualRect(index)
        assert delegate._list_elided_lines(row, index) == ()
        counts.append(len(delegate.get_action_rects(row, index)))
    assert counts[0] == 2
    assert min(counts) >= 1


@pytest.fixture
def make_list(context, qtbot):
    """Return a function that makes a visible list of lines."""

    def make(lines, **options):
        delegate = LinesDelegate(context, **options)
        model = LinesModel(lambda line: line.title, lambda line: line)
        view = LinesView(context, model, "Lines", delegate=delegate)
        model.setParent(view)
        qtbot.addWidget(view)
        view.resize(500, 300)
        view.show()
        model.update_to(lines)
        view.doItemsLayout()
        return view

    return make


def test_what_stands_on_the_left_has_a_column_of_the_widest_word(make_list, context):
    words = ("Set", "Set it all now")
    view = make_list([ListLine("a", badge="Set"), ListLine("b", badge=words[1])], badges=words)
    delegate, model = view.itemDelegate(), view.model()
    lefts = {delegate._find_text_left(context.theme, model.index(number)) for number in range(2)}
    assert lefts == {16 + context.theme.small_strong.width(words[1]) + 8}


def test_a_reason_takes_a_second_line_before_it_is_cut(make_list, context):
    reason = "/usr/share/vulkan/implicit_layer.d/VkLayer_a.json changed after the program started"
    line = ListLine("a", reason, "/a/place", status_word="Not loaded")
    lists = {wraps: make_list([line], wraps_text=wraps) for wraps in (False, True)}
    index = {wraps: view.model().index(0) for wraps, view in lists.items()}
    heights = {wraps: view.visualRect(index[wraps]).height() for wraps, view in lists.items()}
    assert heights[True] == heights[False] + 18
    cut = {
        wraps: view.itemDelegate()._list_elided_lines(view.visualRect(index[wraps]), index[wraps])
        for wraps, view in lists.items()
    }
    assert cut[False]
    assert not cut[True]
    link = (
        lists[True].itemDelegate().get_link_rect(lists[True].visualRect(index[True]), index[True])
    )
    assert link.bottom() <= lists[True].visualRect(index[True]).bottom()
    lists[True].resize(1100, 300)
    lists[True].doItemsLayout()
    assert lists[True].visualRect(index[True]).height() == heights[False]


def test_rows_grow_for_the_room_that_the_scroll_bar_takes(make_list, context, qtbot):
    narrow = make_list([ListLine("a", "b")] * 30).viewport().width()
    view = make_list([], wraps_text=True)
    delegate, index = view.itemDelegate(), view.model().index
    wide = view.viewport().width()
    assert narrow < wide
    # A sentence that fits a line only as long as there is no scroll bar.
    text = "word"
    while context.theme.small.width(f"{text} i") <= wide - 32:
        text += " i"
    assert context.theme.small.width(text) > narrow - 32
    view.model().update_to([ListLine(str(number), text, "/a/place") for number in range(30)])

    def list_gaps():
        rows = [view.visualRect(index(number)) for number in range(30)]
        links = map(delegate.get_link_rect, rows, map(index, range(30)))
        return [row.top() - link.bottom() for row, link in zip(rows[1:], links, strict=False)]

    qtbot.waitUntil(lambda: view.viewport().width() == narrow)
    qtbot.waitUntil(lambda: min(list_gaps()) > 0, timeout=2000)
