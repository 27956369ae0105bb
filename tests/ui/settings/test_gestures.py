"""Mouse and keys on the settings page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QFileDialog, QStyleOptionViewItem

from tests.framework.settings import (
    LAYER,
    make_dependence,
    make_setting,
)
from tests.ui.saving import answer_open_dialogs, answer_save_dialogs
from tests.ui.settings_page import FLAGS, NUMBER, PATH, field_of, go, kept, press, shown
from vkconfig_py.model.configuration.configuration import ListItem
from vkconfig_py.ui.settings.setting_delegate import ClickablePart
from vkconfig_py.ui.window.window_parts import WindowState

# the offscreen platform says so about every window and popup
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


# the mouse


def test_a_press_on_the_check_mark_or_its_label_sets_it(qtbot, open_page):
    page = open_page(make_setting("x"))
    press(qtbot, page, "x", ClickablePart.CHECK)
    assert kept(page) == {"x": True}
    index = page.model.index_of("x")
    layout = page.view.delegate.compute_layout(page.view.visualRect(index), index)
    at = layout.label.topLeft().toPoint() + QPoint(10, 10)
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert kept(page) == {"x": False}


def test_a_press_beside_the_name_of_a_check_mark_selects_its_row_and_changes_nothing(
    qtbot, open_page
):
    page = open_page(NUMBER, make_setting("x"))
    go(page, "n")
    index = page.model.index_of("x")
    layout = page.view.delegate.compute_layout(page.view.visualRect(index), index)
    for x in (layout.label.right() - 4, layout.name.right() + 8, page.view.viewport().width() - 2):
        at = QPoint(int(x), int(layout.label.center().y()))
        qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert page.view.current_node().id == "x"
    assert kept(page) == {}


def test_a_press_on_the_field_opens_it_and_enter_takes_the_text(qtbot, open_page):
    page = open_page(NUMBER)
    press(qtbot, page, "n", ClickablePart.FIELD)
    field = field_of(page)
    qtbot.keyClicks(field, "25")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"n": 25})


def test_a_text_is_taken_with_enter_and_when_the_field_is_left(qtbot, open_page):
    page = open_page(make_setting("s", "STRING"), make_setting("t", "STRING"))
    for key, text, leave in (
        ("s", "two words", lambda field: qtbot.keyClick(field, Qt.Key.Key_Return)),
        ("t", "left", lambda _field: page.search.setFocus()),
    ):
        press(qtbot, page, key, ClickablePart.FIELD)
        field = field_of(page)
        qtbot.keyClicks(field, text)
        leave(field)
        qtbot.waitUntil(lambda: field_of(page) is None)
    assert kept(page) == {"s": "two words", "t": "left"}


@pytest.mark.parametrize(
    ("kind", "bounds", "good", "bad", "allowed"),
    [
        ("INT", {"min": 1, "max": 9}, "7", "10", "Must be from 1 to 9."),
        ("FLOAT", {"min": 75.1, "max": 82.2}, "80.5", "90", "Must be from 75.1 to 82.2."),
    ],
)
def test_a_number_shows_its_unit_and_takes_what_its_range_allows(
    qtbot, open_page, kind, bounds, good, bad, allowed
):
    page = open_page(make_setting("n", kind, default=bounds["min"], range=bounds, unit="ms"))

    def type_text(text):
        press(qtbot, page, "n", ClickablePart.FIELD)
        qtbot.keyClicks(field_of(page), text)
        qtbot.keyClick(field_of(page), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: field_of(page) is None)
        return page.model.node_at(page.model.index_of("n"))

    node = type_text(good)
    assert (node.unit, node.text, node.notes) == ("ms", good, ())
    (note,) = type_text(bad).notes
    assert note.text == f"{allowed} Not written: {good} still applies."
    assert kept(page) == {"n": float(good)}


def test_a_text_that_is_not_valid_turns_red_at_once_and_stays_as_a_draft(qtbot, open_page):
    page = open_page(NUMBER)
    press(qtbot, page, "n", ClickablePart.FIELD)
    field = field_of(page)
    low = page.view.visualRect(page.model.index_of("n")).height()
    qtbot.keyClicks(field, "-5")
    assert field.is_invalid
    qtbot.waitUntil(lambda: page.view.visualRect(page.model.index_of("n")).height() > low)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: field_of(page) is None)
    node = page.model.node_at(page.model.index_of("n"))
    assert (node.text, node.is_draft, kept(page)) == ("-5", True, {})
    press(qtbot, page, "n", ClickablePart.RESET)
    assert not page.model.node_at(page.model.index_of("n")).is_draft


def test_escape_forgets_what_was_typed(qtbot, open_page):
    page = open_page(NUMBER)
    press(qtbot, page, "n", ClickablePart.FIELD)
    qtbot.keyClicks(field_of(page), "-5")
    qtbot.keyClick(field_of(page), Qt.Key.Key_Escape)
    node = page.model.node_at(page.model.index_of("n"))
    assert (node.text, node.notes) == ("10", ())


@pytest.mark.parametrize(
    "setting",
    [
        NUMBER,
        make_setting("n", "STRING", default="word"),
        make_setting("n", "FLOAT", default=1.5),
        make_setting("n", "FRAMES", default="0-3"),
        make_setting("n", "LIST", list=["120", "240"]),
        make_setting("n", "SAVE_FILE", default="/tmp/x"),
        make_setting("n", "LOAD_FOLDER", default="/tmp"),
    ],
    ids=lambda setting: setting["type"],
)
def test_escape_in_any_field_returns_to_its_row_and_writes_nothing(qtbot, open_page, setting):
    page = open_page(setting)
    steps = page.editing.entry
    press(qtbot, page, "n", ClickablePart.FIELD)
    field = field_of(page)
    qtbot.keyClicks(field, "7")
    popup = field.completer().popup() if field.completer() else None
    qtbot.keyClick(popup if popup and popup.isVisible() else field, Qt.Key.Key_Escape)
    if field_of(page) is not None:  # the first closed the suggestions
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: field_of(page) is None)
    assert (page.editing.entry, kept(page)) == (steps, {})
    assert page.view.hasFocus()
    assert page.view.current_node().id == "n"
    assert not page.model.node_at(page.model.index_of("n")).is_draft


def test_a_press_on_reset_goes_back_to_the_default(qtbot, open_page):
    page = open_page(make_setting("x"))
    press(qtbot, page, "x", ClickablePart.CHECK)
    press(qtbot, page, "x", ClickablePart.RESET)
    assert kept(page) == {}


def test_a_press_on_the_link_of_a_note_goes_to_what_is_needed(qtbot, open_page):
    page = open_page(make_setting("on"), make_setting("x", dependence=make_dependence(on=True)))
    press(qtbot, page, "x", ClickablePart.LINK)
    assert page.view.current_node().id == "on"


def test_a_press_on_the_folder_asks_for_a_file(qtbot, open_page):
    page = open_page(PATH)
    asked = []
    page.view.browse_requested.disconnect(page.browse)
    page.view.browse_requested.connect(asked.append)
    press(qtbot, page, "log", ClickablePart.BROWSE)
    assert [node.id for node in asked] == ["log"]


def test_files_and_folders_are_chosen_in_dialogs_of_their_kind(qtbot, open_page, monkeypatch):
    page = open_page(
        make_setting("load", "LOAD_FILE", filter="*.json"),
        make_setting("save", "SAVE_FILE", filter="*.txt"),
        make_setting("from", "LOAD_FOLDER"),
        make_setting("to", "SAVE_FOLDER"),
    )
    suggested = answer_save_dialogs(monkeypatch, "/x/save")
    questions = answer_open_dialogs(monkeypatch, "/x/open")
    for key in ("load", "save", "from", "to"):
        press(qtbot, page, key, ClickablePart.BROWSE)
    modes = QFileDialog.FileMode
    assert [(question.mode, question.filters) for question in questions] == [
        (modes.ExistingFile, ("*.json (*.json)", "All files (*)")),
        (modes.Directory, ()),
        (modes.Directory, ()),
    ]
    assert [Path(path).name for path in suggested] == ["save.txt"]
    assert kept(page) == {
        "load": "/x/open", "save": "/x/save", "from": "/x/open", "to": "/x/open",
    }  # fmt: skip


def test_every_point_of_every_row_can_be_pressed(qtbot, open_page, monkeypatch):
    """Lists, paths and rows with notes among them: nothing is taken for something else."""
    page = open_page(
        FLAGS, make_setting("l", "LIST"), PATH, NUMBER,
        make_setting("g", "GROUP", settings=[make_setting("x")]),
        environment={"VK_N": "3"},
    )  # fmt: skip
    page.editing.add(page.model.node_at(page.model.index_of("l")), "a")
    menus = []
    page.view.menu_requested.disconnect()
    page.view.menu_requested.connect(lambda node, at: menus.append(page.make_row_menu(node)))
    for index in list(page.model.walk()):
        rect = page.view.visualRect(index)
        for x in range(4, rect.width(), 12):
            spot = page.view._find_target(QPoint(x, rect.top() + 14))
            assert spot[0] == index
        page.view.menu_requested.emit(page.model.node_at(index), QPoint())
    assert len(menus) == len(shown(page))
    assert all(menu.actions() for menu in menus)


def test_a_sentence_under_a_row_is_broken_between_words_and_a_long_word_anywhere(open_page):
    page = open_page(NUMBER, make_setting("s", "STRING"), environment={"VK_S": "x" * 60})
    page.editing.type(page.model.node_at(page.model.index_of("n")), "-5")
    for width in range(200, 420, 7):
        for key in ("n", "s"):
            index = page.model.index_of(key)
            layout = page.view.delegate.compute_layout(QRect(0, 0, width, 28), index)
            (note,) = layout.notes
            text_style = page._context.theme.small
            words = note.breakable_text.replace("\u200b", " ").split()
            whole = all(text_style.width(word) <= note.text.width() for word in words)
            anywhere = bool(note.wrap & Qt.TextFlag.TextWrapAnywhere.value)
            assert anywhere is not whole
            assert note.text.right() <= width


# the keys


def test_space_sets_a_check_mark_and_delete_resets_it(qtbot, open_page):
    page = open_page(make_setting("x"))
    go(page, "x")
    qtbot.keyClick(page.view, Qt.Key.Key_Space)
    assert kept(page) == {"x": True}
    qtbot.keyClick(page.view, Qt.Key.Key_Delete)
    assert kept(page) == {}


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_F2])
def test_a_key_opens_the_field(qtbot, open_page, key):
    page = open_page(NUMBER)
    go(page, "n")
    qtbot.keyClick(page.view, key)
    assert field_of(page).selectedText() == "10"


def test_typing_a_digit_begins_a_number(qtbot, open_page):
    page = open_page(NUMBER)
    go(page, "n")
    qtbot.keyClicks(page.view, "7")
    qtbot.keyClicks(field_of(page), "5")
    qtbot.keyClick(field_of(page), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"n": 75})


def test_a_slash_goes_to_the_search_and_down_comes_back(qtbot, open_page):
    page = open_page(make_setting("x"))
    go(page, "x")
    qtbot.keyClicks(page.view, "/")
    qtbot.waitUntil(page.search.hasFocus)
    qtbot.keyClick(page.search, Qt.Key.Key_Down)
    qtbot.waitUntil(page.view.hasFocus)


def test_left_and_right_fold_a_row_and_that_is_remembered(qtbot, open_page, tmp_path):
    page = open_page(FLAGS)
    go(page, "f")
    qtbot.keyClick(page.view, Qt.Key.Key_Left)
    index = page.model.index_of("f")
    assert not page.view.isExpanded(index)
    page.editing.check(page.model.node_at(page.model.index_of("f=B")), is_on=True)
    assert not page.view.isExpanded(page.model.index_of("f"))
    page._memory.wait_until_saved()
    again = WindowState(tmp_path).get_text("folds/1")
    assert LAYER in page._read_folding()
    assert again == page._memory.get_text("folds/1")


def test_a_row_that_the_manifest_folds_begins_folded_until_something_is_searched(open_page):
    group = make_setting("g", "GROUP", expanded=False, settings=[make_setting("x")])
    page = open_page(group)
    assert not page.view.isExpanded(page.model.index_of("g"))
    page.search.setText("x")
    assert page.view.isExpanded(page.model.index_of("g"))


def test_delete_takes_an_entry_of_a_list_away(qtbot, open_page):
    page = open_page(make_setting("l", "LIST"))
    press(qtbot, page, "l", ClickablePart.FIELD)
    qtbot.keyClicks(field_of(page), "VUID-a, VUID-b")
    qtbot.keyClick(field_of(page), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"l": (ListItem("VUID-a"), ListItem("VUID-b"))})
    go(page, "l#VUID-a")
    qtbot.keyClick(page.view, Qt.Key.Key_Delete)
    assert kept(page) == {"l": (ListItem("VUID-b"),)}


def test_the_first_entry_of_a_list_moves_no_row(qtbot, open_page):
    page = open_page(make_setting("l", "LIST"), make_setting("below"))
    place = page.view.visualRect(page.model.index_of("below"))
    press(qtbot, page, "l", ClickablePart.FIELD)
    qtbot.keyClicks(field_of(page), "60")
    qtbot.keyClick(field_of(page), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"l": (ListItem(60),)})
    assert page.view.visualRect(page.model.index_of("below")) == place


def test_the_plus_of_a_list_begins_one_more_entry(qtbot, open_page):
    page = open_page(make_setting("l", "LIST", list=["120", "240"]))
    page.editing.write(page.model.node_at(page.model.index_of("l")), "60")
    press(qtbot, page, "l", ClickablePart.NEXT)
    assert field_of(page).text() == "60, "
    assert list_offered(field_of(page)) == ["120", "240"]
    qtbot.keyClicks(field_of(page), "24")
    popup = field_of(page).completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"l": (ListItem(60), ListItem(240))})


def list_offered(field):
    """Return the suggestions that are shown below a field, at most as wide as its view."""
    popup = field.completer().popup()
    assert popup.isVisible()
    assert popup.width() <= field.parentWidget().width()
    model = popup.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_a_list_offers_at_once_what_it_does_not_list_yet_and_esc_takes_all_back(qtbot, open_page):
    page = open_page(make_setting("l", "LIST", list=["alpha", "beta"]))
    press(qtbot, page, "l", ClickablePart.FIELD)
    assert list_offered(field_of(page)) == ["alpha", "beta"]
    popup = field_of(page).completer().popup()
    assert popup.width() < page._context.theme.px(300)  # as its words need
    qtbot.keyClick(popup, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: field_of(page) is None)
    page.editing.write(page.model.node_at(page.model.index_of("l")), "beta")
    press(qtbot, page, "l", ClickablePart.NEXT)
    assert list_offered(field_of(page)) == ["alpha"]
    qtbot.keyClicks(field_of(page), "a")
    qtbot.keyClick(field_of(page).completer().popup(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: field_of(page) is None)
    assert kept(page) == {"l": (ListItem("beta"),)}


def test_suggestions_have_the_names_of_the_groups_with_their_keys(qtbot, open_page):
    group = make_setting("cas", "GROUP", label="Contrast adaptive sharpening", settings=[NUMBER])
    page = open_page(make_setting("l", "LIST", list=["cas", "dls"]), group)
    assert page.editing.name_groups(("cas", "dls")) == {"cas": "Contrast adaptive sharpening"}
    press(qtbot, page, "l", ClickablePart.FIELD)
    popup = field_of(page).completer().popup()
    tip = popup.itemDelegate().describe_row(QStyleOptionViewItem(), popup.model().index(0, 0))
    assert "Contrast adaptive sharpening" in tip
    qtbot.keyClick(popup, Qt.Key.Key_Escape)


def test_a_list_offers_what_it_knows(qtbot, open_page):
    page = open_page(make_setting("l", "LIST", list=["alpha", "beta"]))
    press(qtbot, page, "l", ClickablePart.FIELD)
    field = field_of(page)
    field.completer().setCompletionPrefix("ET")
    assert field.completer().completionCount() == 1
    qtbot.keyClick(field, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("downs", "added"), [(0, 20), (1, 120)], ids=["what is typed", "the suggestion"]
)
def test_enter_adds_to_a_list_while_suggestions_are_shown(qtbot, open_page, downs, added):
    page = open_page(make_setting("l", "LIST", list=["120", "240"]))
    press(qtbot, page, "l", ClickablePart.FIELD)
    field = field_of(page)
    qtbot.keyClicks(field, "20")
    popup = field.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    for _time in range(downs):
        qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"l": (ListItem(added),)})
    qtbot.waitUntil(lambda: field_of(page) is None)


def test_a_file_is_looked_for_where_programs_start(open_page, monkeypatch):
    page = open_page(PATH)
    suggested = answer_save_dialogs(monkeypatch, "")
    page.browse(page.model.node_at(page.model.index_of("log")))
    assert [str(Path(path).parent) for path in suggested] == [
        page._session.machine.host.working_directory
    ]


def test_files_are_added_to_a_list_of_files(qtbot, open_page, monkeypatch):
    page = open_page(make_setting("l", "LIST", filter="*.fx"), make_setting("m", "LIST"))
    answer_open_dialogs(monkeypatch, "/x/a.fx", "/x/b.fx")
    press(qtbot, page, "l", ClickablePart.BROWSE)
    assert kept(page) == {"l": (ListItem("/x/a.fx"), ListItem("/x/b.fx"))}
    assert not page.model.node_at(page.model.index_of("m")).can_browse


LONG = "What this setting is for, and when it helps. " * 12


def test_a_long_description_has_the_room_that_the_rows_leave(open_page):
    page = open_page(make_setting("x", description=LONG), make_setting("y"))
    go(page, "x")
    assert page.footer.height() > page.footer.least_height
    go(page, "y")
    assert page.footer.height() == page.footer.least_height
    page = open_page(*(make_setting(f"s{n}", description=LONG) for n in range(40)))
    go(page, "s1")
    assert page.footer.height() == page.footer.least_height


def test_the_dot_before_a_setting_is_explained(open_page):
    page = open_page(make_setting("x", "BOOL"))
    index = page.model.index_of("x")
    page.editing.check(page.model.node_at(index), is_on=True)
    assert "Filled dot: changed in this session" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_the_fields_of_a_page_are_one_column_whatever_their_values_and_depths(open_page):
    long = make_setting("long", "STRING", default="a value that needs more room than a field has")
    inner = make_setting("inner", "ENUM", flags=("A", "A long name of a value"))
    page = open_page(NUMBER, PATH, long, make_setting("g", "GROUP", settings=[inner]))
    layouts = [
        page.view.delegate.compute_layout(QRect(0, 0, 430, 28), index)
        for index in page.model.walk()
    ]
    fields = [layout.field for layout in layouts if not layout.field.isEmpty()]
    assert len(fields) == 4
    assert len({(field.left(), field.right()) for field in fields}) == 1
