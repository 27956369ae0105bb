"""Messages of the window: they float, move nothing, and stay in a list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractButton, QWidget

from tests.ui.supposing import POPUPS
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.ui.window import bars
from vkconfig_py.ui.window.message_history import MAX_ENTRIES, ToastAction
from vkconfig_py.ui.window.toasts import MessageList

LAYER = "VK_LAYER_VKBASALT_post_processing"
LONG = "/home/me/a/long/way/to/configuration.json: it is neither one thing nor another. "
COPIED = "\n".join(map(str, range(30)))


def edit(window, name):
    """Rename the configuration, and say so."""
    edits = window.session.edits
    selected = edits.workspace.selected_key
    edits.do(workspace_edits.rename_configuration, selected, name)
    window.status_bar.show_toast(f"Renamed {name}.", undo=True)


def list_places(window):
    """Return where every visible widget of the window but the message is."""
    return {
        widget: widget.mapTo(window, QPoint())
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget is not window.status_bar.toast
        and not window.status_bar.toast.isAncestorOf(widget)
        and widget.window() is window
    }


@pytest.mark.parametrize("size", [(1280, 720), (800, 560)])
@pytest.mark.parametrize("text", ["short", LONG * 5])
def test_a_message_moves_nothing_and_covers_no_button_of_the_bar(open_window, size, text):
    window = open_window(*size)
    bar = window.status_bar
    window.session.edits.do(workspace_edits.add_configuration, "First")
    before, height = list_places(window), bar.height()
    bar.show_toast(text, undo=True)
    bar.offer_command("Turn on", lambda: None)
    bar.grab()
    after = list_places(window)
    assert bar.height() == height
    assert [part for part in before if after[part] != before[part]] == []
    toast = QRect(bar.toast.mapTo(window, QPoint()), bar.toast.size())
    assert window.rect().contains(toast)
    assert toast.bottom() <= window.height() - bar.height()
    assert bar.toast.isVisible()
    parts = bar.toast.findChildren(QAbstractButton)
    assert all(bar.toast.rect().contains(part.geometry()) for part in parts if part.isVisible())


def test_a_long_sentence_has_three_lines_and_is_read_in_full_as_a_tool_tip(window):
    bar = window.status_bar
    bar.show_toast(LONG * 10)
    toast = bar.toast
    assert toast.text() == LONG * 10
    assert toast._label.height() >= toast._label.heightForWidth(toast._label.width())
    lines = toast._label.heightForWidth(toast._label.width())
    assert lines <= 3 * toast._label.fontMetrics().lineSpacing() + 4
    assert toast._label.toolTip()
    bar.show_toast("short")
    assert toast._label.toolTip() == ""


def test_a_message_follows_the_size_of_the_window(window):
    bar = window.status_bar
    bar.show_toast("short")
    window.resize(900, 600)
    toast = bar.toast.geometry()
    assert window.rect().contains(toast)
    assert toast.bottom() <= window.height() - bar.height()
    assert abs(toast.center().x() - window.width() // 2) <= 1


def test_a_message_stands_in_the_pane_of_the_chain_where_that_has_room(window):
    bar, pane = window.status_bar, window.chain
    bar.show_toast(LONG * 10)
    area = QRect(pane.mapTo(window, QPoint()), pane.size())
    assert area.contains(bar.toast.geometry().adjusted(12, 12, -12, -12))  # without its shadow


def test_rows_of_the_chain_end_above_a_message_and_can_all_be_seen(window):
    bar, view = window.status_bar, window.chain.view
    height, last = view.viewport().height(), view.model().index(view.model().rowCount() - 1, 0)
    bar.show_toast(LONG * 10, undo=True)
    toast = bar.toast.mapTo(window, QPoint(0, 0)).y()
    end = view.viewport().mapTo(window, QPoint(0, view.viewport().height())).y()
    assert toast < end < toast + bar.toast.height() // 2
    view.scrollTo(last)
    assert view.viewport().rect().contains(view.visualRect(last))
    view.verticalScrollBar().setValue(0)
    bar.hide_toast()
    assert view.viewport().height() == height


def test_rows_scrolled_to_the_end_stay_where_they_are_when_a_message_goes(open_window):
    window = open_window(900, 520)
    bar, view = window.status_bar, window.chain.view
    view.set_collapsed(False)
    height, scroll_bar = view.viewport().height(), view.verticalScrollBar()
    last = view.model().index(view.model().rowCount() - 1, 0)
    bar.show_toast(LONG * 10, undo=True)
    view.scrollToBottom()
    top = view.visualRect(last).top()
    bar.hide_toast()
    assert view.visualRect(last).top() == top
    scroll_bar.setValue(scroll_bar.value() - 10)  # no more than the user scrolls
    assert view.visualRect(last).top() == top + 10
    scroll_bar.setValue(0)
    assert view.viewport().height() == height


def test_a_message_does_not_come_up_under_the_pointer(window, monkeypatch):
    bar = window.status_bar
    bar.show_toast("short")
    middle = window.mapToGlobal(bar.toast.geometry().center())
    bar.hide_toast()
    monkeypatch.setattr(QCursor, "pos", staticmethod(lambda: middle))
    bar.show_toast("another")
    assert not bar.toast.geometry().contains(window.mapFromGlobal(middle))


def test_a_message_does_not_cover_the_control_that_was_just_clicked(window, monkeypatch):
    bar = window.status_bar
    bar.show_toast("short")
    toast = bar.toast.geometry()
    above = QPoint(toast.center().x(), toast.top() - window.context.theme.px(20))
    bar.hide_toast()
    monkeypatch.setattr(QCursor, "pos", staticmethod(lambda: window.mapToGlobal(above)))
    bar.show_toast("another")
    around = QRect(0, 0, window.context.theme.px(80), window.context.theme.px(80))
    around.moveCenter(above)
    assert not bar.toast.geometry().intersects(around)


def test_a_message_does_not_take_the_focus_and_goes_with_escape(qtbot, window):
    view = window.chain.view
    view.setFocus()
    window.status_bar.show_toast("short")
    assert view.hasFocus()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not window.status_bar.toast.isVisible()
    window.status_bar.show_toast("another")
    window.status_bar.toast.close_button.click()
    assert not window.status_bar.toast.isVisible()


def test_what_an_offer_answers_is_shown_while_the_pointer_is_still_there(window, qtbot):
    bar = window.status_bar
    bar.show_toast("Copied.", code="one line")
    bar.offer_command("Copy another", lambda: bar.show_toast("Copied.", code="another line"))
    button = bar.toast.command_button
    bar.toast.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    button.setFocus()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert bar.toast.isVisible()
    assert bar.toast.entry.code == "another line"
    assert not bar.toast.has_attention()  # the pointer was in the message before


def test_a_copied_text_is_shown_no_longer_than_a_sentence_unless_notes_are_to_be_read(
    window, monkeypatch
):
    monkeypatch.setattr(bars, "TOAST_MS", bars.OFFER_TOAST_MS - 1)
    bar = window.status_bar
    bar.show_toast("Copied.", code="one line")
    assert bar._timer.interval() == bars.TOAST_MS
    bar.show_toast("Copied.", code="one line", notes=("Not carried over:", LONG))
    assert bar._timer.interval() == bars.OFFER_TOAST_MS


def test_an_offer_stands_beside_undo_and_is_used_once(window):
    bar, used = window.status_bar, []
    edit(window, "First")
    bar.offer_command("Turn on", lambda: used.append(True))
    toast = bar.toast
    assert toast.command_button.isVisible()
    assert toast.command_button.accessibleName() == "Turn on"
    assert toast.undo_button.isVisible()
    toast.command_button.click()
    assert used == [True]
    assert not toast.isVisible()
    assert bar.messages.list_actions(toast.entry) == [ToastAction.OFFER, ToastAction.UNDO]
    assert bar.messages.list_actions(bar.messages.entries[-1]) == [ToastAction.UNDO]
    bar.show_toast("another")
    assert not toast.command_button.isVisible()


def test_a_message_goes_once_what_it_offers_was_done_elsewhere(window):
    bar, edits = window.status_bar, window.session.edits
    bar.show_toast("First")
    bar.offer_command("Turn on", lambda: None, lambda: edits.are_on((LAYER,)))
    edit_count = len(bar.messages.entries)
    edits.do(workspace_edits.set_control, LAYER, LayerControl.OFF)
    assert bar.toast.isVisible()
    edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    assert not bar.toast.isVisible()
    assert bar.messages.list_actions(bar.messages.entries[-1]) == []
    edits.undo()
    assert len(bar.messages.entries) == edit_count
    assert bar.messages.list_actions(bar.messages.entries[-1]) == [ToastAction.OFFER]


def test_a_message_about_a_run_goes_when_that_ends_whichever_configuration_is_selected(window):
    bar, edits, ended = window.status_bar, window.session.edits, []
    bar.show_toast("vkcube is already running.")
    bar.offer_command("Stop vkcube", lambda: None, lambda: bool(ended), is_about_run=True)
    selected = edits.workspace.selected_key
    edits.select_configuration(
        next(one.key for one in edits.workspace.configurations if one.key != selected)
    )
    assert bar.messages.list_actions(bar.toast.entry) == [ToastAction.OFFER]
    ended.append(True)
    bar.update_toast()
    assert not bar.toast.isVisible()


def test_a_message_about_a_copied_text_goes_once_that_is_of_another_state(window):
    bar, edits = window.status_bar, window.session.edits
    bar.show_toast("Copied.", code="A=1", notes=("Not carried over:", LONG))
    bar.update_toast()
    assert bar.toast.isVisible()
    edits.do(workspace_edits.set_control, LAYER, LayerControl.OFF)
    assert not bar.toast.isVisible()


def test_undo_of_a_message_never_takes_back_a_later_edit(window):
    bar, edits = window.status_bar, window.session.edits
    edit(window, "First")
    bar.toast.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    assert bar.toast.undo_button.isVisible()
    assert not bar.toast.undo_button.isEnabled()
    edits.undo()
    assert bar.toast.undo_button.isEnabled()
    bar.toast.undo_button.click()
    assert "First" not in {one.name for one in edits.workspace.configurations}


def test_a_message_goes_once_its_edit_cannot_be_taken_back(window):
    bar, edits = window.status_bar, window.session.edits
    edit(window, "First")
    bar.offer_command("Show", lambda: None)
    edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    assert not bar.toast.isVisible()


def test_a_message_stays_while_the_pointer_is_in_it(window):
    bar = window.status_bar
    bar.show_toast("short")
    bar.toast.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    bar._on_timeout()
    assert bar.toast.isVisible()
    bar.show_toast("the next")
    assert bar.toast.text() == "short"
    bar.toast.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    bar.toast.left.emit()
    assert bar.toast.text() == "the next"
    bar._on_timeout()
    assert not bar.toast.isVisible()


def test_every_message_is_announced_once(window, monkeypatch):
    said = []
    monkeypatch.setattr(
        bars, "announce", lambda _window, text, *, is_urgent=False: said.append((text, is_urgent))
    )
    window.status_bar.show_toast("short")
    window.status_bar.show_toast("worse", tone="error")
    assert said == [("short", False), ("worse", True)]


@POPUPS
def test_the_bell_counts_what_was_not_seen_and_lists_all(window):
    bar = window.status_bar
    bar.hide_toast()
    bar.open_messages()
    window.findChild(MessageList).close()
    bar.show_toast("dismissed")
    bar.hide_toast()
    assert bar.bell._note == ""
    bar.show_toast("first")
    bar.show_toast("second")
    bar.show_toast("second")
    assert bar.bell._note == "1"
    bar._on_timeout()
    assert bar.bell._note == "2"
    assert bar.bell.accessibleName() == "Messages (2 new)"
    assert [entry.text for entry in bar.messages.entries[-3:]] == ["dismissed", "first", "second"]
    bar.bell.click()
    assert bar.bell._note == ""
    for number in range(MAX_ENTRIES + 5):
        bar.show_toast(str(number))
    assert len(bar.messages.entries) == MAX_ENTRIES


@POPUPS
def test_the_list_of_messages_is_used_by_keyboard(qtbot, window):
    bar, used = window.status_bar, []
    bar.show_toast(LONG)
    bar.show_toast("Sealed.", tone="warn")
    bar.offer_command("Report…", lambda: used.append(True))
    edit(window, "First")
    window.actions_["messages"].trigger()
    messages = window.findChild(MessageList)
    assert not bar.toast.isVisible()
    qtbot.waitUntil(messages.view.hasFocus)
    assert messages.view.verticalScrollBar().maximum() == 0
    rows = sum(messages.view.visualRect(messages.model.index(row)).height() for row in range(3))
    assert messages.height() < rows + 24
    latest, sealed, long = (messages.model.index(row) for row in range(3))
    assert latest.data(Qt.ItemDataRole.AccessibleTextRole).endswith(": Renamed First.")
    assert messages.view.get_chosen_action() is ToastAction.UNDO
    assert messages.view.visualRect(long).height() > messages.view.visualRect(sealed).height()
    qtbot.keyClick(messages.view, Qt.Key.Key_Down)
    qtbot.keyClick(messages.view, Qt.Key.Key_Return)
    assert used == [True]
    assert not messages.isVisible()


@POPUPS
def test_an_edit_takes_undo_from_messages_of_the_open_list(window):
    edit(window, "First")
    window.status_bar.show_toast("Sealed.")
    window.actions_["messages"].trigger()
    messages = window.findChild(MessageList)

    def list_actions():
        line = messages.model.line_at(messages.model.index(1))
        return [action.action for action in line.actions]

    messages.view.setCurrentIndex(messages.model.index(1))
    assert list_actions() == [ToastAction.UNDO]
    edits = window.session.edits
    edits.do(workspace_edits.rename_configuration, edits.workspace.selected_key, "Second")
    assert list_actions() == []
    assert messages.view.currentIndex().row() == 1
    edits.undo()
    assert list_actions() == [ToastAction.UNDO]
    messages.close()


def test_no_click_for_a_message_that_just_went_falls_on_what_was_beneath(window, qtbot):
    bar = window.status_bar
    bar.show_toast("short")
    place = bar.toast.geometry().center()
    bar._on_timeout()
    assert not bar.toast.isVisible()
    guard = bar.toast.click_guard
    assert window.childAt(place) is guard
    qtbot.waitUntil(lambda: window.childAt(place) is not guard)
    bar.show_toast("again")
    bar.hide_toast()
    bar.show_toast("at once")
    assert not guard.isVisible()  # it would take the clicks of the next one


def test_a_message_stays_for_a_moment_after_the_pointer_left_it(window):
    bar = window.status_bar
    bar.show_toast("short")
    bar._timer.start(1)
    bar.toast.left.emit()
    assert bar._timer.interval() == bars.AFTER_POINTER_MS


def test_a_message_stands_above_an_open_panel(qtbot, window):
    bar = window.status_bar
    bar.show_toast("short")
    panel = window.docks.open("journal")
    top = panel.mapTo(window, QPoint()).y
    qtbot.waitUntil(lambda: 0 < bar.toast.geometry().bottom() <= top())
    bar.show_toast("another")
    assert bar.toast.geometry().bottom() <= top()
    window.docks.hide("journal")
    qtbot.waitUntil(lambda: bar.toast.geometry().bottom() > top())


def test_a_copied_file_is_shown_on_demand_and_what_it_lacks_is_never_silent(window):
    bar, lines = window.status_bar, COPIED
    bar.show_toast("Copied.", code="one line")
    assert bar.toast._code.isVisible()
    assert not bar.toast.details_button.isVisible()
    bar.show_toast("Copied.", code=lines, notes=("Not carried over:", LONG, LONG))
    assert not bar.toast._code.isVisible()
    assert bar.toast._notes.text().startswith("Not carried over: ")
    brief = bar.toast.height()
    bar.toast.details_button.click()
    assert bar.toast._code.text().startswith("0\n1\n2")
    assert bar.toast.height() > 2 * brief
    assert not bar.toast.details_button.isVisible()
    bar.show_toast("Copied again.", code=lines)
    assert not bar.toast._code.isVisible()


def test_what_is_lost_is_told_in_two_lines_and_the_link_counts_the_rest(window):
    bar, toast = window.status_bar, window.status_bar.toast
    one = ("Not carried over:", "the order: this loader sorts")
    bar.show_toast("Copied.", code="one line", notes=one)
    assert toast._notes.text() == "\n• ".join(one)
    assert not toast.details_button.isVisible()
    many = (one[0], *(f"color {n} has no effect" for n in range(9)))
    bar.show_toast("Copied.", code="one line", notes=many)
    assert toast._notes.text() == f"{many[0]} {many[1]}"
    assert toast.details_button.text() == toast.details_button.accessibleName() == "Show 8 more"
    toast.details_button.click()
    assert toast._notes.text() == "\n• ".join(many)
    bar.show_toast("Copied.", code=COPIED)
    assert toast.details_button.text() == "Show details"


def test_a_note_longer_than_a_brief_message_is_whole_on_demand(window):
    bar, toast = window.status_bar, window.status_bar.toast
    notes = ("Not carried over:", LONG * 9)
    bar.show_toast("Copied.", code="one line", notes=notes)
    assert toast._notes.text().endswith("…")
    toast.details_button.click()
    assert toast._notes.text().replace("\u200b", "") == "\n• ".join(notes)


def test_a_long_copied_line_is_shown_by_its_ends(window):
    bar, toast = window.status_bar, window.status_bar.toast
    line = f"vkconfig-py run {'--option=value ' * 40}-- %command%"
    bar.show_toast("Copied.", code=line)
    text = toast._code.text().replace("\u200b", "")
    assert text.startswith("vkconfig-py run ")
    assert "…" in text
    assert text.endswith("%command%")
    toast.details_button.click()
    assert toast._code.text().replace("\u200b", "").startswith(line[:80])


def test_the_notes_of_a_past_message_are_apart(window):
    bar = window.status_bar
    bar.show_toast("Copied.", code="one line", notes=("Not carried over:", "a: order", "b: file"))
    assert bar.messages.entries[-1].sentences == "Copied. Not carried over: a: order; b: file"


def test_what_a_message_offers_at_once_belongs_to_where_it_comes_up(window):
    bar, view = window.status_bar, window.chain.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(view.model().rowCount() - 1))
    view.scrollTo(view.currentIndex(), view.ScrollHint.PositionAtBottom)
    row = view.visualRect(view.currentIndex())
    row.moveTopLeft(view.viewport().mapTo(window, row.topLeft()))
    bar.show_toast("Added.", undo=True)
    bar.offer_command("Turn on a layer with a name that makes the message wide", print)
    assert not bar.toast.geometry().intersects(row)


def test_a_message_makes_way_for_a_row_that_is_selected_beneath_it(qtbot, window):
    bar, view = window.status_bar, window.chain.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0))
    bar.show_toast("Added.", undo=True)
    toast = bar.toast.geometry()
    below = view.indexAt(view.viewport().mapFrom(window, toast.center()))
    assert below.isValid()
    view.setCurrentIndex(below)

    def is_row_free():
        row = view.visualRect(view.currentIndex())
        row.moveTopLeft(view.viewport().mapTo(window, row.topLeft()))
        return not bar.toast.geometry().intersects(row)

    qtbot.waitUntil(is_row_free)


def point_at(monkeypatch, widget):
    """Let the pointer be in the middle of a widget."""
    middle = widget.mapToGlobal(widget.rect().center())
    monkeypatch.setattr(QCursor, "pos", staticmethod(lambda: middle))


def test_a_message_stays_where_it_is_while_the_pointer_is_on_its_way(window, monkeypatch):
    bar = window.status_bar
    bar.show_toast("Copied.", code=COPIED, notes=("Not carried over:", LONG, LONG))
    bar.toast.grab()  # it is seen now
    place = bar.toast.geometry()
    point_at(monkeypatch, bar.toast.details_button)
    bar.toast.left.emit()  # the pointer was in the tool tip
    assert bar.toast.geometry() == place
    bar.toast.details_button.click()
    assert bar.toast.geometry().bottom() == place.bottom()


def test_the_next_message_is_as_high_as_it_needs_to_be(window):
    bar, notes = window.status_bar, ("Not carried over:", LONG, LONG)
    bar.show_toast("Copied.", code=COPIED, notes=notes)
    place = bar.toast.geometry()
    bar.toast.details_button.click()
    assert bar.toast.height() > place.height()
    bar.show_toast("Copied.", code=COPIED, notes=notes)
    assert bar.toast.geometry() == place
    bar.show_toast("short")
    low = bar.toast.height()
    bar.show_toast(LONG * 10)
    bar.show_toast("short")
    assert bar.toast.height() == low


def test_links_that_would_cut_a_sentence_stand_below_it(window):
    bar = window.status_bar
    sentence = (
        "Copied. In the properties of the game paste it into the field of launch options. " * 2
    )
    bar.show_toast(sentence)
    bar.offer_command("Copy something else instead of it", lambda: None)
    toast = bar.toast
    toast.grab()
    assert toast._label.toolTip() == ""
    beside = toast.close_button.geometry()
    link = toast.command_button.geometry()
    assert link.top() >= toast._label.geometry().bottom()
    assert beside.top() < toast._label.geometry().bottom()
    assert toast.rect().contains(link)
    bar.show_toast("short")
    bar.offer_command("Turn on", lambda: None)
    toast.grab()
    beside = toast.close_button.geometry()
    assert toast.command_button.geometry().center().y() == beside.center().y()
