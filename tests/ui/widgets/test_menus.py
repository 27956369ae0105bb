"""Menus and question boxes that look as the window does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QLabel,
    QMessageBox,
    QPushButton,
    QToolTip,
)

from tests.ui.access.boxes import asked
from vkconfig_py.ui.theme.appearance import AppearanceChoices
from vkconfig_py.ui.theme.theme import contrast
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.menus import PopupMenu, WindowStyle, adapt_box

# the offscreen platform says so about every popup
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def menu(qtbot, context):
    made = PopupMenu(context)
    qtbot.addWidget(made)
    return made


def grab(menu):
    menu.popup(QPoint(20, 20))
    return menu.grab().toImage()


def test_of_several_choices_one_alone_is_chosen(menu):
    chosen = []
    first = menu.add_choice("First", lambda: chosen.append(1), is_chosen=True)
    second = menu.add_choice("Second", lambda: chosen.append(2), is_chosen=False)
    second.trigger()
    assert chosen == [2]
    assert (first.isChecked(), second.isChecked()) == (False, True)
    assert first.actionGroup() is second.actionGroup()
    assert first.actionGroup().isExclusive()


def test_a_choice_is_a_ring_and_a_check_is_a_box(menu, context):
    ring = menu.add_choice("Choice", lambda: None, is_chosen=True)
    check = menu.addAction("Check")
    check.setCheckable(True)
    image, signs = grab(menu), {}
    for action in (ring, check):
        row, px = menu.actionGeometry(action), context.theme.px
        corner = image.pixelColor(row.left() + px(12), row.center().y() - px(6))
        signs[action.text()] = contrast(corner, context.theme.colors.base) > 1.5
    assert signs == {"Choice": False, "Check": True}  # where a box has a corner, a ring has none


def test_corners_are_round_and_the_outline_is_seen(menu, context):
    menu.addAction("Entry")
    image = grab(menu)
    assert image.pixelColor(0, 0).alpha() == 0
    edge = image.pixelColor(0, image.height() // 2)
    assert contrast(edge, context.theme.colors.base) >= 3.0
    assert not menu.mask().contains(QPoint(0, 0))


def test_what_is_chosen_can_be_told_from_what_is_off(menu, context):
    entry, off = menu.addAction("Entry"), menu.addAction("Off")
    off.setEnabled(False)
    menu.setActiveAction(entry)
    image = grab(menu)
    row = menu.actionGeometry(entry)
    ground = image.pixelColor(row.right() - 8, row.center().y())
    assert ground == context.theme.colors.selected_base
    darkest = {}
    for action in (entry, off):
        row = menu.actionGeometry(action)
        colors = [image.pixelColor(x, row.center().y()) for x in range(row.left(), row.right())]
        darkest[action.text()] = min(color.lightness() for color in colors)
    assert darkest["Entry"] < darkest["Off"]


def test_a_submenu_looks_as_its_menu(menu):
    submenu = menu.add_submenu("More")
    assert isinstance(submenu, PopupMenu)
    assert isinstance(submenu.style(), WindowStyle)
    assert submenu.style() is menu.style()


def test_the_style_of_the_desktop_paints_its_own_menus(qtbot, context):
    before = context.appearance.choices
    context.appearance.set_choices(AppearanceChoices(style="desktop"))
    try:
        menu = PopupMenu(context)
        qtbot.addWidget(menu)
        assert not isinstance(menu.style(), WindowStyle)
    finally:
        context.appearance.set_choices(before)


def test_an_entry_shows_its_tool_tip_and_not_its_text_as_one(menu):
    plain, explained = menu.addAction("&Plain…"), menu.addAction("Explained")
    explained.setToolTip("What it is for")
    menu.popup(QPoint(20, 20))
    shown = []
    for action in (plain, explained):
        place = menu.actionGeometry(action).center()
        event = QHelpEvent(QEvent.Type.ToolTip, place, menu.mapToGlobal(place))
        QApplication.sendEvent(menu, event)
        shown.append(QToolTip.text() if QToolTip.isVisible() else "")
    assert shown == ["", "What it is for"]
    QToolTip.hideText()


def test_buttons_of_a_question_are_ours_and_the_safe_one_is_the_primary(qtbot, window):
    seen = {}

    def look_at(box: QMessageBox) -> None:
        box.ensurePolished()
        for button in box.findChildren(QPushButton):
            image = button.grab().toImage()
            seen[button.text()] = image.pixelColor(image.width() // 2, 4).name()
            assert isinstance(button.style(), WindowStyle)

    assert not asked(lambda: messages.ask_stop(window, "vkcube", 7), look_at)
    primary = window.context.theme.colors.primary.name()
    assert seen["Keep running"] == primary
    assert seen["Stop program"] != primary


def test_a_menu_higher_than_the_screen_has_one_column(menu):
    for number in range(400):
        menu.addAction(f"Entry {number}")
    menu.popup(QPoint(20, 20))
    assert menu.height() <= menu.screen().availableGeometry().height()
    assert {menu.actionGeometry(action).left() for action in menu.actions()[:30]} == {
        menu.actionGeometry(menu.actions()[-1]).left()
    }


def test_entries_with_and_without_an_icon_are_equally_high(menu, context):
    plain = menu.addAction("Plain")
    with_icon = menu.addAction(
        context.icons.make_icon("plus", QColor("red"), QColor("gray")), "With an icon"
    )
    check = menu.addAction("Check")
    check.setCheckable(True)
    grab(menu)
    assert len({menu.actionGeometry(action).height() for action in (plain, with_icon, check)}) == 1


@pytest.mark.parametrize(
    ("label", "orientation"),
    [("Keep", Qt.Orientation.Horizontal), ("Keep running " * 6, Qt.Orientation.Vertical)],
)
def test_buttons_that_a_screen_is_too_narrow_for_stand_below_each_other(
    qtbot, window, label, orientation
):
    box = QMessageBox(window)
    qtbot.addWidget(box)
    box.setText("It is still running.")
    for role in (QMessageBox.ButtonRole.AcceptRole, QMessageBox.ButtonRole.DestructiveRole):
        box.addButton(label, role)
    adapt_box(box, "question")
    box.show()
    assert box.findChild(QDialogButtonBox).orientation() is orientation
    assert all(button.width() >= button.sizeHint().width() for button in box.buttons())


def test_the_window_of_a_question_is_named_by_what_is_asked_about(window):
    titles = {}

    def look_at(box):
        titles[box.text()] = box.windowTitle()

    for question in (
        lambda: messages.ask_remove_foreign(window, "/x.json"),
        lambda: messages.ask_remove_foreign(window, "/x.json", is_part=True),
        lambda: messages.ask_stop(window, "vkcube", 7),
        lambda: messages.ask_probe(window),
        lambda: messages.ask_erase(window, ["x"], "/backup"),
        lambda: messages.ask_add_many(window, ["/a", "/b"]),
        lambda: messages.ask_restore(window, "Apply", ()),
        lambda: messages.ask_close_unsaved(window, ["no room"]),
        lambda: messages.ask_close_running(window, ["vkcube"]),
        lambda: messages.ask_close_applied(window, window.context, ["Mine"], "vkcube"),
    ):
        asked(question, look_at)
    assert list(titles.values()) == [
        *("Move aside", "Remove", "Stop program", "Probe", "Erase", "Add layers", "Restore"),
        *["Close the window"] * 3,
    ]


def test_a_lone_sentence_of_a_box_is_no_title(window):
    for text, is_title in (("It ended.", False), ("It ended.\nIts output is lost.", True)):
        asked(
            lambda: messages.show_error(window, text, waits_for_user=True),  # noqa: B023 - it waits
            lambda box: _check_bold(box, is_title),  # noqa: B023
        )


def _check_bold(box, is_bold):
    assert box.findChild(QLabel, "qt_msgbox_label").font().bold() is is_bold
