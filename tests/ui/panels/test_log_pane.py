"""The log in its panel: following, searching, filtering, details, menu, copying and saving."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.model.fake_machine import FakeMachine
from tests.ui.saving import answer_save_dialogs
from vkconfig_py.model.items.log_model import LogModel
from vkconfig_py.model.launch.log_filter import EVERY_SEVERITY, LogFilter, copy_rows, save_log
from vkconfig_py.model.launch.log_store import LogEntry, LogLimits, LogStore, MessageHeader
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.log_follower import LogFollower
from vkconfig_py.ui.panels.log_details import make_entry_items
from vkconfig_py.ui.panels.log_pane import LogPane
from vkconfig_py.ui.panels.log_view import get_hit_color

# the offscreen platform says so about every window
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SENTENCE = "vkCmdDraw: the descriptor is not bound."
HEAD = MessageHeader("VUID-vkCmdDraw-None-02699", 1450813, ("VkQueue 0x1",), SENTENCE)
LONG = "first line of a message\nsecond line of it\nthird line with a needle"


class Output:
    """What the pane needs of a launcher, with real workers."""

    def __init__(self, folder):
        self.worker = Worker("log")
        self.log = LogModel(self.worker.submit)
        self.folder = str(folder)
        self.files = LogFollower(lambda: None)
        self.configuration_key = ""
        self.is_over = False

    def copy_log(self, ranges, deliver, *, is_whole):
        job = partial(copy_rows, self.log.store, self.log.rows, ranges, is_whole=is_whole)
        self.worker.submit(job, deliver)

    def save_log(self, path, deliver):
        self.worker.submit(partial(save_log, self.log.store, Path(path)), deliver)

    def print(self, *texts, severity="info", source="vkcube", message=None):
        entries = (LogEntry(severity, source, "12:00:00", text, message) for text in texts)
        self.log.store.append(entries)
        self.log.sync()


@pytest.fixture
def output(qapp, tmp_path):
    output = Output(tmp_path)
    yield output
    output.worker.close()
    output.log.store.close()


@pytest.fixture
def session(qapp, tmp_path):
    """Return a session that has no layers."""
    machine = FakeMachine(tmp_path)
    session = machine.session()
    yield session
    session.close()


@pytest.fixture
def pane(qtbot, context, session, output):
    pane = LogPane(context, session, output)
    qtbot.addWidget(pane)
    pane.resize(1100, 260)
    output.print(*(f"line {number}" for number in range(100)))
    pane.show()
    qtbot.waitExposed(pane)
    qtbot.waitUntil(lambda: pane.view.verticalScrollBar().maximum() > 0)
    return pane


def bar(pane):
    return pane.view.verticalScrollBar()


def at_end(pane):
    return bar(pane).value() == bar(pane).maximum()


def wheel(pane, steps):
    view = pane.view.viewport()
    middle = QPointF(view.rect().center())
    QApplication.sendEvent(
        view,
        QWheelEvent(
            middle, view.mapToGlobal(middle), QPoint(), QPoint(0, 120 * steps),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        ),
    )  # fmt: skip


def rows(pane):
    log = pane.log
    return [log.index(row).data() for row in range(log.rowCount())]


def search(pane, qtbot, text):
    pane.search.field.setText(text)
    qtbot.waitUntil(lambda: not pane.log.is_searching)


# following


def test_the_newest_row_is_in_view_until_the_user_scrolls_up(pane, output, qtbot):
    output.print("news")
    qtbot.waitUntil(lambda: at_end(pane))
    wheel(pane, 1)
    assert not at_end(pane)
    assert (pane.follow.isChecked(), pane.follow.text()) == (False, "Follow")
    before = bar(pane).value()
    output.print("more", "and more")
    qtbot.waitUntil(lambda: pane.follow._note == "2 new")
    pane.view.doItemsLayout()
    assert bar(pane).value() == before


@pytest.mark.parametrize("way", ["wheel", "end", "button"])
def test_following_comes_back_at_the_end(pane, output, qtbot, way):
    wheel(pane, 3)
    output.print("news")
    pane.view.doItemsLayout()
    match way:
        case "wheel":
            wheel(pane, -9)
        case "end":
            QTest.keyClick(pane.view, Qt.Key.Key_End)
        case _:
            pane.follow.click()
    assert pane.view.follows
    assert at_end(pane)
    assert (pane.follow.isChecked(), pane.follow._note) == (True, "")


def test_end_follows_where_all_rows_are_in_view(pane, output, qtbot):
    output.log.set_store(LogStore(None))
    output.print("one")
    pane.view.set_follow(False)
    QTest.keyClick(pane.view, Qt.Key.Key_End)
    assert pane.view.follows


def test_home_leaves_the_end_where_the_first_row_was_current_before(pane, output, qtbot):
    pane.view.go_to(0)
    pane.follow.click()
    assert at_end(pane)
    QTest.keyClick(pane.view, Qt.Key.Key_Home)
    assert bar(pane).value() == 0
    assert not pane.view.follows


def test_a_filter_that_hides_rows_ends_no_following(pane, qtbot):
    search(pane, qtbot, "line 1")
    search(pane, qtbot, "")
    assert pane.view.follows
    pane.view.doItemsLayout()
    assert at_end(pane)


def test_a_filter_begins_no_following(pane, qtbot):
    wheel(pane, 5)
    search(pane, qtbot, "line 99")
    search(pane, qtbot, "")
    assert not pane.view.follows


def test_a_new_log_is_followed(pane, output, qtbot):
    wheel(pane, 5)
    output.log.set_store(LogStore(None))
    assert pane.view.follows


def test_rows_that_are_read_stay_in_place_while_others_are_left_out(pane, output, tmp_path):
    store = LogStore(tmp_path, limits=LogLimits(entries=20, beginning=1, end=4))
    output.log.set_store(store)

    def print_lines(start, stop):
        for number in range(start, stop):
            output.print(f"line {number}")
            store.write_full_parts()

    def top():
        return pane.view.indexAt(QPoint(5, 5)).data()

    print_lines(0, 100)
    pane.view.doItemsLayout()
    wheel(pane, 1)
    read = top()
    assert not pane.view.follows
    print_lines(100, 130)
    assert store.shape.has_gap
    assert top() == read
    print_lines(130, 150)
    assert top() == read
    print_lines(150, 400)
    assert not pane.view.follows


# searching


def test_hits_are_counted_and_gone_through_by_keys(pane, qtbot):
    pane.search.only_hits_button.setChecked(False)
    search(pane, qtbot, "LINE 9")
    assert pane.search.count.text() == "11 matches"
    QTest.keyClick(pane.search.field, Qt.Key.Key_Return)
    assert pane.search.count.text() == "1 of 11"
    assert pane.view.currentIndex().data() == "line 9"
    QTest.keyClick(pane.search.field, Qt.Key.Key_F3)
    assert pane.view.currentIndex().data() == "line 90"
    QTest.keyClick(pane.search.field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(pane.search.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert pane.view.currentIndex().data() == "line 99"
    assert pane.search.count.text() == "11 of 11"


def test_hits_so_far_are_told_while_the_search_goes_on(pane):
    pane.search.show_hits(1204, 0, is_searching=True)
    assert pane.search.count.text() == "1,204 matches so far"
    pane.search.show_hits(1, 0, is_searching=True)
    assert pane.search.count.text() == "1 match so far"


def test_hits_are_marked_where_they_are(pane, qtbot, context):
    def marked():
        image = pane.view.viewport().grab().toImage()
        color = get_hit_color(context.theme)
        points = ((x, y) for x in range(250, 500, 2) for y in range(0, image.height(), 4))
        return any(image.pixelColor(x, y) == color for x, y in points)

    assert not marked()
    search(pane, qtbot, "ine 9")
    assert marked()
    search(pane, qtbot, "")
    assert not marked()


def test_case_whole_words_and_expressions_are_options_of_the_search(pane, output, qtbot):
    output.print("vkQueueSubmit", "vkQueue", "VKQUEUE", "vkCmdDraw(3)")
    search(pane, qtbot, "vkQueue")
    assert rows(pane) == ["vkQueueSubmit", "vkQueue", "VKQUEUE"]
    options = pane.search.options
    options["whole_words"].click()
    qtbot.waitUntil(lambda: rows(pane) == ["vkQueue", "VKQUEUE"])
    options["match_case"].click()
    qtbot.waitUntil(lambda: rows(pane) == ["vkQueue"])
    options["whole_words"].click()
    options["is_expression"].click()
    search(pane, qtbot, r"vk\w+\(\d\)|Submit$")
    qtbot.waitUntil(lambda: rows(pane) == ["vkQueueSubmit", "vkCmdDraw(3)"])
    assert pane.view.delegate.finder.find_spans("vkCmdDraw(3)") == [(0, 12)]


def test_keys_of_the_options_are_those_of_the_field(pane, qtbot):
    pane.search.field.setFocus()
    for key, field in ((Qt.Key.Key_C, "match_case"), (Qt.Key.Key_X, "is_expression")):
        QTest.keyClick(pane.search.field, key, Qt.KeyboardModifier.AltModifier)
        assert pane.search.options[field].isChecked()


def test_what_is_no_expression_is_told_under_the_field_and_nothing_is_searched(pane, qtbot):
    pane.search.options["is_expression"].setChecked(True)
    search(pane, qtbot, "line 9|ine 8(")
    problem = pane.search.problem
    assert problem.text().startswith("Invalid regular expression: missing closing parenthesis")
    assert problem.isVisible()
    qtbot.waitUntil(lambda: pane.search.field.x() == problem.x() == 0)
    assert problem.y() > pane.search.field.y()
    assert (len(rows(pane)), pane.search.count.isHidden()) == (100, True)
    search(pane, qtbot, "line 9|ine 8")
    assert (len(rows(pane)), problem.isHidden()) == (22, True)


def test_an_expression_that_takes_too_long_says_where_it_gave_up(pane, output, qtbot):
    output.print("a" * 60 + "!", "aaa")
    pane.search.options["is_expression"].setChecked(True)
    search(pane, qtbot, "(a+)+$")
    qtbot.waitUntil(lambda: rows(pane) == ["aaa"])
    told = "1 entry skipped: the expression took too long. Simplify it."
    qtbot.waitUntil(lambda: pane.search.problem.text() == told)
    pane.search.options["is_expression"].setChecked(False)
    assert pane.search.problem.isHidden()


def test_the_bar_stays_one_line_in_a_usual_window_while_something_is_searched(pane, qtbot):
    pane.resize(1280, 400)
    pane.view.set_follow(False)
    search(pane, qtbot, "line")
    pane.search.show_hits(43_210, 12_345, is_searching=False)
    field, count = pane.search.field, pane.search.count
    parts = (pane.search, *pane.toggles.values(), pane.source, pane.group, pane.follow)
    qtbot.waitUntil(lambda: len({one.y() for one in parts}) == 1)
    qtbot.waitUntil(lambda: count.text() == "12,345 of 43,210" and count.width() > 60)
    typed = field.width() - field.textMargins().right()
    assert typed <= count.x()
    assert count.geometry().right() < min(one.x() for one in pane.search.options.values())
    assert typed - field.textMargins().left() >= 60


@pytest.mark.parametrize("kind", ["VUID-vkCmdDraw-None-08600", f"VUID-Vk{'Pipeline' * 9}-07988"])
def test_one_kind_of_message_takes_the_place_of_filters_and_no_second_row(
    pane, output, qtbot, kind
):
    pane.resize(1280, 400)
    output.print("bad", severity="error")
    pane.view.set_follow(False)
    parts = (pane.search, *pane.toggles.values(), pane.all_kinds_button, pane.group, pane.follow)
    top = pane.view.mapTo(pane, QPoint()).y()
    pane.show_only_kind(kind)
    qtbot.waitUntil(pane.all_kinds_button.isVisible)
    qtbot.waitUntil(lambda: len({one.mapTo(pane, QPoint()).y() for one in parts}) == 1)
    qtbot.waitUntil(lambda: pane.view.mapTo(pane, QPoint()).y() == top)
    assert not pane.source.isVisible()
    assert kind[-5:] in pane.all_kinds_button.text()
    assert kind in pane.all_kinds_button.toolTip()
    pane.all_kinds_button.click()
    assert pane.source.isVisible()


def test_letters_typed_on_the_rows_begin_a_search(pane, qtbot):
    pane.view.setFocus()
    QTest.keyClicks(pane.view, "9")
    assert pane.search.field.text() == "9"
    qtbot.waitUntil(lambda: pane.search.count.text() == "19 matches")


def test_what_is_too_long_to_show_says_so(pane, output):
    output.print("x" * 300_000)
    assert output.log.index(100).data() == "x" * 3999 + "…"
    pane.view.go_to(100)
    end = "… and 280,000 more characters. Copy includes them."
    # Qt takes seconds to wrap a longer line that has no blanks.
    assert pane.details.text.toPlainText() == f"{'x' * 20_000}…\n{end}"


def test_where_nothing_matches_a_sentence_says_so_and_clear_helps(pane, qtbot):
    search(pane, qtbot, "geometry")
    assert pane.no_match_page.isVisible()
    assert pane.no_match_page.sentence.text() == "Nothing matches “geometry”."
    pane.toggles["info"].click()
    qtbot.waitUntil(lambda: " in Errors" in pane.no_match_page.sentence.text())
    sentence = "Nothing matches “geometry” in Errors, Warnings."
    assert pane.no_match_page.sentence.text() == sentence
    pane.no_match_page.button.click()
    qtbot.waitUntil(lambda: pane.view.isVisible())
    assert pane.log.filter == LogFilter()
    assert len(rows(pane)) == 100


def test_the_current_entry_stays_when_the_filter_changes(pane, qtbot):
    search(pane, qtbot, "line 5")
    pane.step_hit()
    assert pane.view.currentIndex().data() == "line 5"
    search(pane, qtbot, "")
    assert pane.view.currentIndex().data() == "line 5"
    rect = pane.view.visualRect(pane.view.currentIndex())
    assert pane.view.viewport().rect().contains(rect.center())


# filters and the menu


def items(pane, row):
    entry = pane.log.entry_at(row)
    made = make_entry_items(
        entry,
        pane,
        is_filtered=not pane.log.filter.matches_all_entries,
        has_error=True,
        folds=pane.log.filter.folds,
    )
    return {item.label: item.act for item in made if item.act}


def test_one_source_or_one_severity_is_chosen_from_the_menu(pane, output, qtbot):
    output.print("bad", severity="error", source="validation")
    output.print("hm", severity="warning", source="MangoHud")
    items(pane, 100)["Show only validation"]()
    qtbot.waitUntil(lambda: rows(pane) == ["bad"])
    assert pane.source.text() == "validation"
    items(pane, 0)["Show everything"]()
    qtbot.waitUntil(lambda: len(rows(pane)) == 102)
    items(pane, 101)["Show only warnings"]()
    qtbot.waitUntil(lambda: rows(pane) == ["hm"])
    assert [name for name, toggle in pane.toggles.items() if toggle.isChecked()] == ["warning"]
    items(pane, 0)["Show everything"]()
    qtbot.waitUntil(lambda: pane.log.filter.severities == EVERY_SEVERITY)


def test_the_menu_leads_to_the_first_error_also_through_a_filter(pane, output, qtbot):
    output.print("bad", "worse", severity="error")
    search(pane, qtbot, "line 1")
    items(pane, 0)["Go to the first error"]()
    qtbot.waitUntil(lambda: pane.view.currentIndex().data() == "bad")


def test_errors_are_gone_through_in_their_order(pane, output, qtbot):
    assert not pane.next_error.isVisibleTo(pane)
    output.print("bad", severity="error")
    output.print("frame")
    output.print("worse", severity="error")
    seen = []
    for _click in range(3):
        pane.next_error.click()
        seen.append(pane.view.currentIndex().data())
    assert seen == ["bad", "worse", "bad"]
    pane.step_error(is_backward=True)
    assert pane.view.currentIndex().data() == "worse"
    assert len(rows(pane)) == 103


def test_the_only_error_stays_open_however_often_it_is_gone_to(pane, output):
    output.print("bad", severity="error")
    for _click in range(2):
        pane.next_error.click()
        assert pane.view.currentIndex().data() == "bad"
        assert pane.details.isVisible()


def test_an_error_behind_a_filter_is_gone_to_where_the_loader_is_folded_away(pane, output, qtbot):
    output.print("searching", source="loader")
    output.print("bad", severity="error", source="validation", message=HEAD)
    search(pane, qtbot, "line 1")
    pane.next_error.click()
    qtbot.waitUntil(lambda: pane.view.currentIndex().data() == f"{HEAD.identifier}: {SENTENCE}")
    assert not pane.loader.isChecked()


def test_toggles_count_what_came(pane, output):
    output.print("bad", severity="error")
    assert pane.toggles["error"]._note == "1"
    assert pane.toggles["info"]._note == "100"


def test_info_counts_what_the_loader_does_only_while_that_is_shown(pane, output):
    output.print("searching", "inserting", source="loader")
    assert pane.toggles["info"]._note == "100"
    pane.loader.click()
    assert pane.toggles["info"]._note == "102"


def test_after_the_end_there_is_nothing_to_follow(pane, output):
    pane.refresh()
    assert pane.follow.isVisible()
    output.is_over = True
    pane.refresh()
    assert not pane.follow.isVisible()
    pane.view.set_follow(False)
    output.print("late")
    assert (pane.follow.isVisible(), pane.follow._note) == (True, "1 new")
    pane.follow.click()
    assert not pane.follow.isVisible()


def test_what_the_loader_does_is_folded_away_from_its_first_line_on(pane, output, qtbot):
    output.print("searching", "inserting", source="loader")
    assert (pane.loader.isChecked(), pane.loader._note) == (False, "2")
    qtbot.waitUntil(lambda: rows(pane)[-1:] == ["line 99"])
    output.print("broken library", severity="error", source="loader")
    output.print(LONG, severity="error", source="validation", message=HEAD)
    qtbot.waitUntil(lambda: not pane.log.is_searching)
    assert not pane.loader.isChecked()
    assert rows(pane)[-3:] == ["line 99", "broken library", f"{HEAD.identifier}: {SENTENCE}"]
    pane.loader.click()
    assert pane.log.filter == LogFilter()
    assert rows(pane)[100:102] == ["searching", "inserting"]
    output.print(LONG, severity="error", source="validation", message=HEAD)
    assert pane.loader.isChecked()  # as the user chose


def test_a_log_of_the_loader_alone_says_so_and_shows_it(qtbot, context, session, output):
    """Where the program wrote nothing yet, no filter of the user is to blame for an empty list."""
    output.print("searching", "inserting", source="loader")
    pane = LogPane(context, session, output)
    qtbot.addWidget(pane)
    qtbot.waitUntil(lambda: not pane.log.is_searching and not pane.log.rowCount())
    assert pane.no_match_page.sentence.text() == "Only loader messages so far."
    assert pane.no_match_page.button.text() == "Show loader messages"
    pane.no_match_page.button.click()
    qtbot.waitUntil(lambda: rows(pane) == ["searching", "inserting"])


def test_the_loader_alone_is_shown_where_it_was_folded_away(pane, output, qtbot):
    output.print("searching", source="loader")
    output.print(LONG, severity="error", source="validation", message=HEAD)
    pane.show_only_source("loader")
    qtbot.waitUntil(lambda: rows(pane) == ["searching"])
    assert pane.loader.isChecked()


def test_a_log_without_the_loader_has_no_button_for_it(pane):
    assert not pane.loader.isVisibleTo(pane)


# details


def test_the_details_have_all_lines_of_the_current_entry(pane, output, qtbot):
    assert not pane.details.isVisible()
    output.print(LONG, severity="error", source="validation", message=HEAD)
    pane.view.go_to(100)
    assert pane.details.isVisible()
    facts = "VUID-vkCmdDraw-None-02699 (1450813)\nVkQueue 0x1"
    assert pane.details.text.toPlainText() == f"{SENTENCE}\n{facts}\n\n{LONG}"
    search(pane, qtbot, "needle")
    pane.step_hit()
    assert len(pane.details.text.extraSelections()) == 1
    pane.show_details.click()
    assert not pane.details.isVisible()
    QTest.keyClick(pane.view, Qt.Key.Key_Return)
    assert pane.details.isVisible()


def test_a_low_pane_shows_the_sentence_of_a_message_first(pane, output):
    pane.resize(640, 220)
    output.print(LONG, severity="error", source="validation", message=HEAD)
    pane.view.go_to(100)
    summary, text = pane.details.summary, pane.details.text
    assert summary.height() < 2 * summary.fontMetrics().height()
    assert text.toPlainText().startswith(SENTENCE)
    text.verticalScrollBar().setValue(text.verticalScrollBar().maximum())
    output.print("next", severity="error", source="validation", message=HEAD)
    pane.view.go_to(101)
    assert text.verticalScrollBar().value() == 0


def test_the_details_say_that_an_error_of_a_layer_is_known_to_be_harmless(pane, output):
    output.print("[MANGOHUD] [error] can't find file pci.ids", source="MangoHud")
    pane.view.go_to(100)
    assert pane.details.summary.text().endswith(" · known to be harmless")
    output.print("[MANGOHUD] [error] no font", severity="error", source="MangoHud")
    pane.view.go_to(101)
    assert "harmless" not in pane.details.summary.text()


def test_long_rows_scroll_sideways_and_narrow_panes_stack(pane, output, qtbot):
    across = pane.view.horizontalScrollBar()
    assert across.maximum() == 0
    output.print("x" * 1000)
    pane.view.doItemsLayout()
    assert across.maximum() > 3000
    assert pane._splitter.orientation() is Qt.Orientation.Horizontal
    pane.resize(420, 400)
    assert pane._splitter.orientation() is Qt.Orientation.Vertical


def test_details_below_the_rows_are_tall_and_their_row_stays_in_view(pane, output, qtbot):
    pane.resize(600, 500)
    output.print(LONG, severity="error", source="validation", message=HEAD)
    pane.view.set_follow(False)
    last = pane.log.rowCount() - 2
    pane.view.go_to(last)
    rows_height, details_height = pane._splitter.sizes()
    assert details_height > rows_height > 0
    spot = pane.view.visualRect(pane.log.index(last)).center()
    assert pane.view.viewport().rect().contains(spot)


def test_details_keep_the_height_that_the_user_gave_them(pane, output, qtbot):
    pane.resize(600, 600)
    pane.view.go_to(0)
    pane._splitter.moveSplitter(pane._splitter.height() * 3 // 5, 1)
    sizes = pane._splitter.sizes()
    pane.details.closed.emit()
    pane.show_details.setChecked(True)
    assert pane._splitter.sizes() == sizes
    assert sizes[0] > sizes[1]


def test_details_beside_the_rows_get_two_fifths_also_where_they_come_later(pane, output):
    pane._splitter.setSizes([pane._splitter.width(), 0])
    pane.view.go_to(0)
    rows_width, details_width = pane._splitter.sizes()
    assert abs(2 * rows_width - 3 * details_width) < 10


def test_a_low_pane_has_its_filters_in_one_menu(pane, output):
    output.print("late", severity="warning")
    assert pane.filters.isHidden()
    pane.setMinimumSize(1, 1)  # the dock of a low window asks no pane how low it may be
    pane.resize(640, 130)
    assert pane.filters.isVisible()
    assert not pane.toggles["info"].isVisible()
    assert pane.follow.isVisible()
    # Without the number of errors beside it the arrow says what it leads to.
    output.print("bad", severity="error")
    assert pane.next_error.isVisible()
    assert not pane.next_error.is_compact
    assert not pane.previous_error.isVisible()
    assert pane.follow.geometry().bottom() < pane.view.mapTo(pane, QPoint()).y()
    menu = pane.make_filter_menu()
    next(action for action in menu.actions() if action.text() == "Info").trigger()
    assert not pane.toggles["info"].isChecked()
    checked = {action.text(): action.isChecked() for action in pane.make_filter_menu().actions()}
    assert checked["Warnings"]
    assert not checked["Info"]
    pane.view.go_to(0)
    assert pane._splitter.orientation() is Qt.Orientation.Horizontal
    pane.resize(1100, 260)
    assert pane.filters.isHidden()
    assert pane.toggles["info"].isVisible()


# keys and selection


def test_rows_are_gone_through_and_selected_by_keys(pane):
    view = pane.view
    view.go_to(0)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Up):
        QTest.keyClick(view, key)
    at = view.currentIndex().row()
    assert 5 < at < 15
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert view.list_selected_ranges() == [range(2)]
    assert not view.visualRegionForSelection(view.selectionModel().selection()).isEmpty()


def test_a_click_selects_the_row_below_it(pane):
    view = pane.view
    view.go_to(0)
    index = pane.log.index(3)
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center()
    )
    assert view.currentIndex() == index
    assert not view.indexAt(QPoint(5, 10_000)).isValid()


# copying and saving


def test_several_entries_are_copied_with_all_their_lines(pane, output, qtbot):
    output.print(LONG)
    pane.view.selectAll()
    with qtbot.waitSignal(pane.copied) as copied:
        QTest.keyClick(pane.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert copied.args[0].startswith("line 0\nline 1\n")
    assert copied.args[0].endswith(f"line 99\n{LONG}")


def test_all_rows_are_copied_as_they_are_filtered(pane, qtbot):
    search(pane, qtbot, "line 55")
    with qtbot.waitSignal(pane.copied) as copied:
        pane.copy_all()
    assert copied.args == ["12:00:00 info vkcube: line 55\n"]


def test_repeated_entries_are_one_row_until_the_menu_unfolds_them(pane, output, qtbot):
    output.print(*["again"] * 3, severity="error")
    output.print("end")
    qtbot.waitUntil(lambda: len(rows(pane)) == 102)
    pane.step_error()
    assert pane.view.currentIndex().row() == 100
    assert pane.details.summary.text().endswith("entry 101 · 3 times, last at 12:00:00")
    output.print("last", severity="error")
    qtbot.waitUntil(lambda: len(rows(pane)) == 103)
    pane.step_error()
    assert pane.view.currentIndex().data() == "last"
    pane.step_error(is_backward=True)
    assert pane.view.currentIndex().row() == 100
    with qtbot.waitSignal(pane.copied) as copied:
        pane.copy_selected()
    assert copied.args == ["again\nagain\nagain"]
    items(pane, 100)["Fold repeated entries"]()
    qtbot.waitUntil(lambda: rows(pane)[100:] == ["again"] * 3 + ["end", "last"])
    assert pane.view.currentIndex().row() == 100
    pane.step_error()
    assert pane.view.currentIndex().row() == 101


def test_an_entry_is_gone_to_while_the_rows_of_the_log_are_still_looked_for(pane, output, qtbot):
    store = LogStore(None)
    texts = ["again", "again", "bad", *(f"line {number}" for number in range(100))]
    store.append(
        LogEntry("error" if text == "bad" else "info", "vkcube", "12:00:00", text) for text in texts
    )
    pane.log.set_store(store)
    pane.go_to_first_error()
    qtbot.waitUntil(lambda: pane.view.currentIndex().data() == "bad")
    assert not pane.view.follows
    rect = pane.view.visualRect(pane.view.currentIndex())
    assert pane.view.viewport().rect().contains(rect.center())


def test_too_much_for_the_clipboard_is_said(pane, qtbot, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.launch.log_filter.MAX_COPIED_SIZE", 100)
    with qtbot.waitSignal(pane.message_reported) as told:
        pane.copy_all()
    assert told.args == ["Too much text for the clipboard. Save the log instead.", "warn"]


def test_the_whole_log_is_saved_whatever_the_filter(pane, qtbot, monkeypatch, tmp_path):
    search(pane, qtbot, "line 55")
    target = tmp_path / "saved.txt"
    answer_save_dialogs(monkeypatch, str(target))
    with qtbot.waitSignal(pane.message_reported) as told:
        pane.save()
    assert told.args == [f"Saved {target}", "neutral"]
    lines = target.read_text().splitlines()
    assert (len(lines), lines[0]) == (100, "12:00:00 info vkcube: line 0")


def test_a_log_that_cannot_be_saved_says_why(pane, qtbot, monkeypatch, tmp_path):
    target = str(tmp_path / "missing" / "saved.txt")
    answer_save_dialogs(monkeypatch, target)
    with qtbot.waitSignal(pane.message_reported) as told:
        pane.save()
    assert told.args[0].startswith("The log was not saved")
    assert told.args[1] == "error"


def test_what_was_left_out_is_a_row_under_every_filter(pane, output, qtbot, tmp_path):
    store = LogStore(tmp_path, limits=LogLimits(entries=4, beginning=2, end=3))
    output.log.set_store(store)
    for number in range(100):
        output.print(f"line {number}")
        store.write_full_parts()
    gap = rows(pane)[8]
    assert "were dropped" in gap
    search(pane, qtbot, "line 9")
    assert rows(pane)[0] == gap
    with qtbot.waitSignal(pane.copied) as copied:
        pane.copy_all()
    assert copied.args[0].startswith(f"[{gap}]\n")


@pytest.mark.parametrize("width", [420, 620, 1400])
def test_a_narrow_list_gives_its_messages_the_room_of_time_and_source(qtbot, pane, context, width):
    pane.resize(width, 260)
    qtbot.waitUntil(lambda: pane.view.width() == width)
    px = context.theme.px
    text_left = pane.view.delegate.compute_width("") - px(64)
    assert pane.view.width() - text_left >= px(200)
    assert (text_left >= px(276)) == (width > 600)  # behind time, severity and source
