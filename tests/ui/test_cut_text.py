"""No text of the window is cut; dev.py shots looks at its scenes, too."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QStyledItemDelegate,
    QTabBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from devtools.console import ROOT
from tests.framework.cut_text import find_cut_texts, list_painted_texts
from vkconfig_py.ui.widgets.basic import Field, Label, Tabs
from vkconfig_py.ui.widgets.buttons import Button

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LONG = "The longest sentence of them all"


ON_A_FINE_SCREEN = """
from PySide6.QtWidgets import QApplication, QLabel
from tests.framework.cut_text import find_cut_texts
application = QApplication([])
label = QLabel("On")
label.show()
print(label.devicePixelRatioF(), find_cut_texts(label))
"""


def test_a_text_on_a_screen_of_many_pixels_is_measured_as_on_others():
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "2"}
    command = [sys.executable, "-c", ON_A_FINE_SCREEN]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "2.0 ()\n"


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    return made


def cut_in(window, qapp, width=120):
    """Show a window with little room, and return what is said of the texts that are cut."""
    window.resize(width, 200)
    window.show()
    qapp.processEvents()
    return [(cut.text, cut.why) for cut in find_cut_texts(window)]


def fixed(widget, width, height=24):
    widget.setFixedSize(width, height)
    return widget


@pytest.mark.parametrize("kind", [QLabel, QPushButton])
def test_a_text_that_is_wider_than_its_widget_is_cut_at_the_side(window, qapp, kind):
    window.layout().addWidget(fixed(kind(LONG), 80))
    assert cut_in(window, qapp, 400) == [(LONG, "is cut at the side")]


def test_a_wrapped_text_needs_its_height(window, qapp):
    label = fixed(QLabel(f"{LONG} {LONG} {LONG}"), 160, 30)
    label.setWordWrap(True)
    window.layout().addWidget(label)
    assert {why for _text, why in cut_in(window, qapp, 400)} == {"is cut above or below"}
    label.setFixedHeight(label.heightForWidth(160))
    assert not cut_in(window, qapp, 400)


def test_a_text_with_room_is_not_cut_and_a_hidden_one_neither(window, qapp):
    window.layout().addWidget(QLabel(LONG))
    hidden = fixed(QLabel(LONG), 30)
    window.layout().addWidget(hidden)
    hidden.hide()
    assert not cut_in(window, qapp, 400)


def test_an_elided_text_is_cut_unless_its_tool_tip_says_the_rest(window, qapp, context):
    label = Label(context, LONG, elide=Qt.TextElideMode.ElideRight)
    window.layout().addWidget(label)
    label.grab()  # painted, it sets its tool tip
    assert not cut_in(window, qapp)
    label.setText(f"Another {LONG}")
    label.grab()
    assert not cut_in(window, qapp)
    button = Button(context, "A", name="Program")
    button.set_note("/usr/local/games/with/a/long/path")
    window.layout().addWidget(fixed(button, 90, 32))
    assert not cut_in(window, qapp)  # a button says itself what it has no room for
    assert any("…" in one.text for one in list_painted_texts(button))
    plain = fixed(QToolButton(), 90)
    plain.setText(LONG)
    window.layout().addWidget(plain)
    ((text, why),) = cut_in(window, qapp)
    assert "…" in text
    assert why == "is elided, and no tool tip says the rest"
    plain.setToolTip(LONG)
    assert not cut_in(window, qapp)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("/usr/share/vulkan/explicit_layer.d/VkLayer.json", ".json"),
        ("VK_LAYER_KHRONOS_validation_of_everything", "thing"),
        ("3 other drivers have no device here: probe all drivers to test them", "…"),
    ],
)
def test_only_one_word_is_cut_in_its_middle(window, qapp, context, text, end):
    label = Label(context, text, elide=Qt.TextElideMode.ElideMiddle)
    window.layout().addWidget(label)
    window.resize(220, 80)
    qapp.processEvents()
    (painted,) = list_painted_texts(label)
    assert "…" in painted.text
    assert painted.text.endswith(end)


def test_a_label_of_two_lines_wraps_before_it_is_cut(window, qapp, context):
    label = Label(context, LONG, elide=Qt.TextElideMode.ElideRight, two_lines=True)
    window.layout().addWidget(fixed(label, label.sizeHint().width() * 2 // 3, 40))
    qapp.processEvents()
    assert " ".join(part.text.strip() for part in list_painted_texts(label)) == LONG
    assert not label.toolTip()
    label.setFixedWidth(label.sizeHint().width() // 4)
    label.grab()
    assert list_painted_texts(label)[-1].text.endswith("…")
    assert LONG in label.toolTip()


# ---- faults that widgets of Qt can have, and that the window must not


def a_tab():
    tabs = QTabBar()
    tabs.setUsesScrollButtons(False)
    for _number in range(3):
        tabs.addTab(LONG)
    return tabs


def a_column_header():
    table = QTreeWidget()
    table.setHeaderLabels([LONG, "B"])
    table.header().resizeSection(0, 60)
    return table


def a_cell(elide=Qt.TextElideMode.ElideRight):
    table = QTreeWidget()
    table.setTextElideMode(elide)
    table.setHeaderLabels(["A", "B"])
    table.addTopLevelItem(QTreeWidgetItem([LONG, "b"]))
    table.header().resizeSection(0, 90)
    return table


def a_cell_without_ellipsis():
    return a_cell(Qt.TextElideMode.ElideNone)


def a_combo_box():
    box = QComboBox()
    box.addItem(LONG)
    return box


def a_number():
    box = QSpinBox()
    box.setSuffix(f" {LONG}")
    return box


def under_the_edge_of_an_area(*, across=True):
    area = QScrollArea()
    area.setWidget(QLabel(LONG if across else "\n".join("abcdefgh")))
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def below_the_edge_of_an_area():
    return under_the_edge_of_an_area(across=False)


def a_line_of_code():
    code = QPlainTextEdit(LONG)
    code.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    code.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return code


class OfDelegate(QStyledItemDelegate):
    """Paints a text into a part of a row."""

    def __init__(self, text, part):
        super().__init__()
        self.text, self.part = text, part

    def paint(self, painter, option, _index):
        painter.save()
        painter.setClipRect(option.rect.adjusted(*self.part))
        painter.drawText(option.rect.bottomLeft(), self.text)
        painter.restore()


def of_a_delegate(text=LONG, part=(0, 0, -60, 9)):
    view = QListWidget()
    view.addItem("A")
    view.setItemDelegate(OfDelegate(text, part))
    return view


def below_its_row():
    return of_a_delegate("Ag", (0, 0, 0, -6))


SIDE, HEIGHT = "is cut at the side", "is cut above or below"
FAULTS = {
    a_tab: {SIDE},
    a_column_header: {SIDE},
    a_cell: {"is elided, and no tool tip says the rest"},
    a_cell_without_ellipsis: {SIDE},
    a_combo_box: {SIDE},
    a_number: {SIDE},
    under_the_edge_of_an_area: {SIDE},
    below_the_edge_of_an_area: {HEIGHT},
    a_line_of_code: {SIDE},
    of_a_delegate: {SIDE},
    below_its_row: {HEIGHT},
}


@pytest.mark.parametrize(("make", "why"), FAULTS.items(), ids=[one.__name__ for one in FAULTS])
def test_each_kind_of_cut_text_is_found(window, qapp, make, why):
    window.layout().addWidget(fixed(make(), 130, 60))
    assert {why for _text, why in cut_in(window, qapp, 400)} == why


def test_a_sentence_over_several_cells_is_one(window, qapp):
    class Spread(OfDelegate):
        def paint(self, painter, option, _index):
            painter.save()
            painter.setClipRect(option.rect)
            painter.drawText(QPointF(24, 12), self.text)
            painter.restore()

    table = a_cell()
    table.setHeaderHidden(True)
    table.setItemDelegate(Spread(LONG, ()))
    window.layout().addWidget(fixed(table, 300, 60))
    assert not cut_in(window, qapp, 400)
    table.header().resizeSection(1, 20)
    table.header().setStretchLastSection(False)
    assert cut_in(window, qapp, 400) == [(LONG, SIDE)]


def test_the_key_of_a_menu_entry_does_not_make_its_ellipsis_one(qapp, qtbot):
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.addAction("&Documentation")
    menu.show()
    assert not find_cut_texts(menu)


def test_what_can_be_moved_into_view_is_not_cut(window, qapp):
    tabs, field, code = a_tab(), QLineEdit(LONG), QPlainTextEdit(LONG)
    tabs.setUsesScrollButtons(True)
    code.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    for one in (tabs, field, code):
        window.layout().addWidget(fixed(one, 130, 40))
    assert not cut_in(window, qapp, 400)


def test_a_text_of_which_a_letter_is_left_is_cramped(window, qapp, context):
    button = Button(context, LONG)
    window.layout().addWidget(fixed(button, 44))
    assert [why for _text, why in cut_in(window, qapp)] == ["is cramped"]


def test_a_label_without_room_for_some_letters_is_empty(window, qapp, context):
    label = Label(context, LONG, elide=Qt.TextElideMode.ElideRight)
    window.layout().addWidget(fixed(label, 20))
    assert not cut_in(window, qapp)
    assert not list_painted_texts(label)
    assert label.toolTip() == LONG


def test_an_ellipsis_that_belongs_to_the_text_is_none(window, qapp, context):
    window.layout().addWidget(Button(context, "Apply…"))
    assert not cut_in(window, qapp, 200)


def test_what_an_area_can_be_scrolled_to_is_not_cut(window, qapp):
    area, body = QScrollArea(), QWidget()
    QVBoxLayout(body)
    for _number in range(20):
        body.layout().addWidget(QLabel("A line"))
    area.setWidget(body)
    window.layout().addWidget(area)
    assert not cut_in(window, qapp, 300)


def test_a_parent_can_cut_what_its_child_shows(window, qapp):
    box = fixed(QWidget(), 60)
    label = QLabel(LONG, box)
    label.adjustSize()
    window.layout().addWidget(box)
    assert cut_in(window, qapp, 400) == [(LONG, "is cut at the side")]


def test_two_texts_at_one_place_are_found(window, qapp):
    class Twice(QWidget):
        def paintEvent(self, _event):
            painter = QPainter(self)
            painter.drawText(QPointF(4, 16), "Title")
            painter.drawText(QPointF(20, 16), "Note")

    window.layout().addWidget(Twice())
    assert cut_in(window, qapp, 200) == [("Title", "is painted over “Note”")]


def test_texts_are_those_of_a_widget_alone_where_it_paints_them(window, qapp):
    label = QLabel("alone")
    QHBoxLayout(label).addWidget(QLabel("child"))
    window.layout().addWidget(label)
    window.show()
    (one,) = list_painted_texts(label)
    assert one.text == "alone"
    assert label.rect().toRectF().contains(one.box)


# ---- widgets of the window


def test_the_hint_of_a_narrow_field_is_in_its_tool_tip(window, qapp, context):
    field = Field(context, name="Search", hint="Search 189 settings: name, key, text")
    window.layout().addWidget(field)
    field.grab()
    assert not cut_in(window, qapp)
    window.resize(600, 200)
    qapp.processEvents()
    field.grab()
    assert not field.toolTip()


def test_tabs_give_their_gaps_and_then_letters_of_the_longest(window, qapp, context):
    tabs = Tabs(context, "Pages")
    for name in ("About", "Extensions", "Limits and features", "Position"):
        tabs.addTab(name)
    window.layout().addWidget(tabs)
    assert not cut_in(window, qapp, tabs.sizeHint().width() + 40)
    letters = context.theme.body.width
    assert {tabs.tabRect(place).width() - letters(tabs.tabText(place)) for place in range(4)} == {
        20
    }
    wide = [tabs.tabRect(place).width() for place in range(4)]
    for room in (tabs.sizeHint().width() - 30, tabs.sizeHint().width() - 90):
        assert not cut_in(window, qapp, room)
        assert tabs.tabRect(3).right() <= tabs.width()
    assert tabs.tabRect(2).width() < wide[2] - 20
    assert isinstance(tabs, QTabBar)


def test_the_current_tab_is_the_last_one_to_lose_letters(window, qapp, context):
    tabs = Tabs(context, "Pages")
    for name in ("Why", "Settings 12", "Manifest", "Library", "Probe"):
        tabs.addTab(name)
    window.layout().addWidget(tabs)
    cut_in(window, qapp, tabs.sizeHint().width() - 100)
    for place in range(tabs.count()):
        tabs.setCurrentIndex(place)
        assert tabs.tabRect(place).width() >= tabs._measure_text(place)
        assert tabs.tabRect(tabs.count() - 1).right() <= tabs.width()


# ---- the whole window


@pytest.mark.parametrize("stretch", [100, 130])  # percent: letters of other desktops are wider
def test_nothing_of_the_window_is_cut_at_the_smallest_size(qapp, qtbot, open_window, stretch):
    def nothing_is_cut():  # once lists have been laid out with the steps that came late
        assert not [str(cut) for cut in find_cut_texts(window)], panel

    plain, font = qapp.font(), qapp.font()
    window = open_window(1024, 700)
    font.setStretch(stretch)
    try:
        qapp.setFont(font)
        # Qt tells windows of a new font in the event loop of the application alone.
        window.context.recompute()
        for panel in ("launcher", "problems", "preview", "journal", "collection", "running"):
            window.docks.open(panel)
            qtbot.waitUntil(nothing_is_cut)
    finally:
        qapp.setFont(plain)
