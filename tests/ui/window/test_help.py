"""F1: the page about what has the focus, searched, with its pictures."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor, QTextDocument, QTextTable
from PySide6.QtWidgets import QWidget

from devtools.console import ROOT
from tests.framework.german import speak
from vkconfig_py.model.files import resources
from vkconfig_py.model.text.help_pages import HelpTarget, read_pages
from vkconfig_py.ui.dialogs.help_window import HelpWindow
from vkconfig_py.ui.window.help_commands import TOPIC_BY_BUTTON, TOPIC_BY_CLASS, find_topic

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def page(qtbot, window):
    """Return the help window, about the chain."""
    window.chain.view.setFocus()
    window.actions_["help"].trigger()
    view = window.findChild(HelpWindow)
    qtbot.waitUntil(lambda: "The chain" in view.text.toPlainText())
    return view


@pytest.fixture
def german():
    """Speak German from here on."""
    with speak("de"):
        yield


def test_every_topic_is_a_section_and_every_class_exists():
    pages = {page.name: page for page in read_pages(resources.find_resource("help"))}
    files = (ROOT / "vkconfig_py").rglob("*.py")
    classes = {
        name for file in files for name in re.findall(r"^class (\w+)", file.read_text(), re.M)
    }
    assert {*TOPIC_BY_CLASS, *TOPIC_BY_BUTTON} <= classes
    buttons = [target for bar in TOPIC_BY_BUTTON.values() for target in bar.values()]
    for target in (*TOPIC_BY_CLASS.values(), *buttons):
        place = HelpTarget.parse(target)
        anchors = {section.anchor for section in pages[place.page].sections}
        assert not place.anchor or place.anchor in anchors, target


def test_the_nearest_part_around_the_focus_is_meant(window):
    assert find_topic(window.chain.view) == HelpTarget("chain")
    problems = window.docks.open("problems")
    assert find_topic(problems.get_focus_widget()) == HelpTarget("problems")
    assert find_topic(problems.header.close_button) == HelpTarget("problems")
    assert find_topic(window.header.launch) == HelpTarget("launch")
    assert find_topic(window.header.menu) == HelpTarget("window")
    assert find_topic(window.status_bar.verified) == HelpTarget(
        "apply", "check-with-the-real-loader"
    )
    assert find_topic(QWidget()) == HelpTarget("window")


def test_the_page_is_shown_with_its_pictures(qtbot, page):
    assert page.target == HelpTarget("chain")
    qtbot.waitUntil(lambda: _snapshot(page, "images/main_light.png") is not None)


def test_the_page_is_in_the_language_of_the_program(qtbot, window, german):
    window.chain.view.setFocus()
    window.actions_["help"].trigger()
    view = window.findChild(HelpWindow)
    qtbot.waitUntil(lambda: view.text.textCursor().block().text() == "Die Kette")
    assert view.target == HelpTarget("chain")
    assert view.model.line_at(view.contents.currentIndex()).name == "Die Kette"
    view.open_target(HelpTarget("problem_codes", "files-and-folders"))
    assert view.model.line_at(view.contents.currentIndex()).name == "Dateien und Ordner"
    assert view.text.verticalScrollBar().value() > 0


def test_a_search_lists_sections_of_all_pages_and_marks_every_hit(qtbot, page):
    page.search.setText("meta-layer")
    assert page.target.page != "chain" or page.text.extraSelections()
    marks = page.text.extraSelections()
    assert len(marks) == page.text.toPlainText().casefold().count("meta-layer") > 0
    first = page.text.textCursor().selectionStart()
    qtbot.keyClick(page.search, Qt.Key.Key_Return)
    assert len(marks) == 1 or page.text.textCursor().selectionStart() != first
    page.search.clear()
    assert not page.text.extraSelections()


def test_the_page_whose_title_is_typed_is_shown_though_the_present_one_has_one_of_the_words(
    qtbot, window, german
):
    window.chain.view.setFocus()
    window.actions_["help"].trigger()
    view = window.findChild(HelpWindow)
    qtbot.waitUntil(lambda: bool(view._pages))
    view.search.setText("Layer beschreiben")
    assert view.target.page == "describe_a_layer"
    assert view.model.line_at(view.contents.currentIndex()).name == "Einen Layer beschreiben"


def test_a_hit_far_down_is_shown_with_what_follows_it(page):
    page.show()
    page.open_target(HelpTarget("problem_codes"))
    page.search.setText("app_keys")
    top, height = page.text.cursorRect().top(), page.text.viewport().height()
    assert page.text.verticalScrollBar().value() > 0
    assert height // 4 <= top <= height * 2 // 3


def test_rows_of_tables_have_a_line_below_them_in_every_theme(page):
    page.open_target(HelpTarget("problem_codes"))
    table = next(
        frame
        for frame in page.text.document().rootFrame().childFrames()
        if isinstance(frame, QTextTable)
    )
    line = table.cellAt(1, 0).format().toTableCellFormat()
    assert line.bottomBorder() > 0
    assert line.bottomBorderBrush().color() == page.text._context.theme.colors.divider
    assert table.format().border() == 0


def test_a_hit_stays_selected_when_the_pictures_of_its_page_come(qtbot, page):
    page.search.setText("newcomer")
    assert page.target.page == "walkthrough"
    qtbot.waitUntil(lambda: _snapshot(page, "images/settings.png") is not None)
    assert page.text.textCursor().selectedText() == "newcomer"


def test_what_is_read_stays_in_place_when_pictures_get_another_size(qtbot, page):
    page.open_target(HelpTarget("walkthrough"))
    qtbot.waitUntil(lambda: _snapshot(page, "images/main_light.png") is not None)
    page.text.go_to(2)
    wide = _snapshot(page, "images/main_light.png").width()
    page.resize(page.width() - 200, page.height())
    qtbot.waitUntil(lambda: _snapshot(page, "images/main_light.png").width() < wide)
    top = page.text.cursorForPosition(QPoint(0, 20)).block().text()
    assert top == "2. Validation for one program"
    assert page.target == HelpTarget("walkthrough")


def test_back_leads_to_the_page_before(page):
    page.open_target(HelpTarget("glossary", "layers"))
    assert page.text.toPlainText().startswith("Glossary")
    page.back.click()
    assert page.target == HelpTarget("chain")
    assert not page.back.isEnabled()


def test_the_contents_show_where_one_is_and_lead_on(page):
    line = page.model.line_at(page.contents.currentIndex())
    assert line.name == "The chain"
    page.contents.setCurrentIndex(page.model.find("glossary.md#layers"))
    assert page.target == HelpTarget("glossary", "layers")


def test_tables_are_tables(page):
    page.open_target(HelpTarget("walkthrough"))
    assert page.text.document().rootFrame().childFrames()
    assert "|---|" not in page.text.toPlainText()


def _snapshot(page, name):
    kind = int(QTextDocument.ResourceType.ImageResource.value)
    return page.text.document().resource(kind, name)


def test_the_tint_of_a_hit_leaves_the_line_above_uncovered(page):
    page.open_target(HelpTarget("problems"))
    heights = set()
    block = page.text.document().begin()
    while block.isValid():
        if block.text() and "\ufffc" not in block.text():  # a picture is as high as it is
            heights.add(block.blockFormat().lineHeight())
        block = block.next()
    assert min(heights) > 100  # percent: an underscore reaches below its line


def test_a_search_without_hits_says_so_and_marks_nothing(qtbot, page):
    qtbot.waitUntil(lambda: bool(page._pages))
    page.search.setText("layer")
    assert page.text.textCursor().hasSelection()
    page.search.setText("layerzzz")
    assert page._no_hit.isVisible()
    assert "layerzzz" in page._no_hit.text()
    assert not page.text.textCursor().hasSelection()
    page.search.clear()
    assert not page._no_hit.isVisible()


def test_no_page_is_wider_than_its_view(qtbot, page):
    """Long lines of code and tables would bring a horizontal scroll bar."""
    for name in ("command_line", "lab", "loader_rules"):
        page.open_target(HelpTarget(name))
        document = page.text.document()
        assert document.idealWidth() <= page.text.viewport().width(), name


@pytest.mark.parametrize("anchor", ["overrides", "variables"])
def test_no_word_of_a_table_is_broken_where_the_page_is_narrow(qtbot, page, anchor):
    page.resize(1000, 680)
    page.open_target(HelpTarget("problem_codes", anchor))
    qtbot.waitUntil(lambda: bool(list_tables(page)))
    page.resize(560, 680)
    qtbot.waitUntil(lambda: page.text.find_narrow_tables() == () and not list_tables(page))
    assert "\nfix: " in page.text.toPlainText()
    page.resize(1000, 680)
    qtbot.waitUntil(lambda: bool(list_tables(page)))


def list_tables(page):
    frames = page.text.document().rootFrame().childFrames()
    return [frame for frame in frames if isinstance(frame, QTextTable)]


@pytest.mark.parametrize("width", [620, 1000])
def test_lines_stand_on_whole_pixels_as_a_line_with_a_hit_would_lose_its_underscores(page, width):
    page.resize(width, page.height())
    page.show()
    for name in ("describe_a_layer", "own_settings", "command_line"):
        page.open_target(HelpTarget(name))
        document = page.text.document()
        layout, block = document.documentLayout(), document.begin()
        while block.isValid():
            top = layout.blockBoundingRect(block).top()
            tops = [top + block.layout().lineAt(n).y() for n in range(block.layout().lineCount())]
            if QTextCursor(block).currentTable() is None:  # whose borders are half pixels
                assert [one for one in tops if one != round(one)] == [], (name, block.text())
            block = block.next()
