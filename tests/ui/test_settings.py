"""The settings page: mouse, keys, notes, menus, messages."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QMenu

from tests.framework.settings import (
    LAYER,
    depends,
    flag,
    manifest,
    preset,
    sdk_manifests,
    setting,
)
from tests.framework.settings_store import SettingsMachine, open_store
from vkconfig_py.model.documents.configuration import LayerEntry
from vkconfig_py.model.settings.declared import ListItem, SettingType
from vkconfig_py.model.settings.offered import walk_offered
from vkconfig_py.model.settings.reading import read_declared
from vkconfig_py.ui.delegates.setting_editors import SettingField
from vkconfig_py.ui.delegates.setting_layout import Part
from vkconfig_py.ui.panels.settings import ALL_DEFAULT, SettingsPage
from vkconfig_py.ui.panels.settings_menus import value_menu
from vkconfig_py.ui.state import WindowState

# the offscreen platform says so about every window and popup
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
NUMBER = setting("n", "INT", default=10, range={"min": 0})
FLAGS = setting("f", "FLAGS", flags=("A", "B"), default=["A"])
PATH = setting("log", "SAVE_FILE", default="stdout", filter="*.txt")


@pytest.fixture
def open_page(qtbot, look, tmp_path):
    """Return a function that shows the settings of a layer."""
    opened = []

    def open_one(*settings, environment=None, content=None, name=LAYER, devices=(), **more):
        machine = SettingsMachine(tmp_path, **(environment or {}))
        machine.devices = devices
        machine.add(content or manifest(*settings, **more), name)
        store = open_store(qtbot, machine)
        page = SettingsPage(look, store, WindowState(tmp_path))
        qtbot.addWidget(page)
        page.resize(480, 500)
        page.show_row(machine.row(name))
        page.show()
        qtbot.waitExposed(page)
        page.view.setFocus()
        opened.append(store)
        return page

    yield open_one
    for store in opened:
        store.close()


def kept(page):
    entry = page.editing.entry
    return {one.key: one.value for one in entry.settings} if entry else {}


def shown(page):
    return [page.model.node_at(index).id for index in page.model.walk()]


def press(qtbot, page, node_id, part):
    """Press a part of a row with the mouse."""
    index = page.model.index_of(node_id)
    page.view.scrollTo(index)
    layout = page.view.delegate.layout_of(page.view.visualRect(index), index)
    rects = {
        Part.ARROW: layout.arrow,
        Part.CHECK: layout.check,
        Part.FIELD: layout.field,
        Part.BROWSE: layout.browse,
        Part.RESET: layout.reset,
        Part.LINK: layout.notes[0].link if layout.notes else None,
    }
    at = rects[part].center().toPoint()
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def field_of(page):
    return page.view.findChild(SettingField)


def go(page, node_id):
    page.view.setCurrentIndex(page.model.index_of(node_id))


# the tree


def test_the_model_of_a_large_layer_keeps_qts_rules(qtmodeltester, open_page):
    from tests.framework.settings import SDK
    from vkconfig_py.model.items.settings_model import SettingsModel
    from vkconfig_py.model.settings.asked import Asked, Filters
    from vkconfig_py.model.settings.reading import read_declared
    from vkconfig_py.model.settings.state import compute_state

    content = (SDK / "VkLayer_khronos_validation.json").read_bytes()
    layer = read_declared(content).layers[0]
    model = SettingsModel(None)
    model.replace_all(compute_state(Asked(layer)).nodes)
    for filters in (Filters("sync"), Filters(everything=True), Filters("gpu"), Filters()):
        model.update_to(compute_state(Asked(layer, filters=filters)).nodes)
        qtmodeltester.check(model)


def test_a_row_that_stays_keeps_its_index_when_a_search_hides_others(open_page):
    page = open_page(setting("apple"), setting("pear"), setting("plum"))
    go(page, "pear")
    page.search.setText("pear")
    assert shown(page) == ["pear"]
    assert page.view.current_node().id == "pear"
    page.search.clear()
    assert shown(page) == ["apple", "pear", "plum"]
    assert page.view.current_node().id == "pear"


# the mouse


def test_a_press_on_the_check_mark_or_its_label_sets_it(qtbot, open_page):
    page = open_page(setting("x"))
    press(qtbot, page, "x", Part.CHECK)
    assert kept(page) == {"x": True}
    index = page.model.index_of("x")
    layout = page.view.delegate.layout_of(page.view.visualRect(index), index)
    at = layout.label.topLeft().toPoint() + QPoint(10, 10)
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert kept(page) == {}


def test_a_press_on_the_field_opens_it_and_enter_takes_the_text(qtbot, open_page):
    page = open_page(NUMBER)
    press(qtbot, page, "n", Part.FIELD)
    field = field_of(page)
    qtbot.keyClicks(field, "25")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"n": 25})


def test_a_text_that_is_not_valid_turns_red_at_once_and_stays_as_a_draft(qtbot, open_page):
    page = open_page(NUMBER)
    press(qtbot, page, "n", Part.FIELD)
    field = field_of(page)
    low = page.view.visualRect(page.model.index_of("n")).height()
    qtbot.keyClicks(field, "-5")
    assert field.is_bad
    qtbot.waitUntil(lambda: page.view.visualRect(page.model.index_of("n")).height() > low)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: field_of(page) is None)
    node = page.model.node_at(page.model.index_of("n"))
    assert (node.text, node.draft, kept(page)) == ("-5", True, {})
    press(qtbot, page, "n", Part.RESET)
    assert not page.model.node_at(page.model.index_of("n")).draft


def test_escape_forgets_what_was_typed(qtbot, open_page):
    page = open_page(NUMBER)
    press(qtbot, page, "n", Part.FIELD)
    qtbot.keyClicks(field_of(page), "-5")
    qtbot.keyClick(field_of(page), Qt.Key.Key_Escape)
    node = page.model.node_at(page.model.index_of("n"))
    assert (node.text, node.notes) == ("10", ())


def test_a_press_on_reset_goes_back_to_the_default(qtbot, open_page):
    page = open_page(setting("x"))
    press(qtbot, page, "x", Part.CHECK)
    press(qtbot, page, "x", Part.RESET)
    assert kept(page) == {}


def test_a_press_on_the_link_of_a_note_goes_to_what_is_needed(qtbot, open_page):
    page = open_page(setting("on"), setting("x", dependence=depends(on=True)))
    press(qtbot, page, "x", Part.LINK)
    assert page.view.current_node().id == "on"


def test_a_press_on_the_folder_asks_for_a_file(qtbot, open_page):
    page = open_page(PATH)
    asked = []
    page.view.browse_asked.disconnect(page.browse)
    page.view.browse_asked.connect(asked.append)
    press(qtbot, page, "log", Part.BROWSE)
    assert [node.id for node in asked] == ["log"]


def test_every_point_of_every_row_can_be_pressed(qtbot, open_page, monkeypatch):
    """Lists, paths and rows with notes among them: nothing is taken for something else."""
    page = open_page(
        FLAGS, setting("l", "LIST"), PATH, NUMBER, setting("g", "GROUP", settings=[setting("x")]),
        environment={"VK_N": "3"},
    )  # fmt: skip
    page.editing.add(page.model.node_at(page.model.index_of("l")), "a")
    menus = []
    page.view.menu_asked.disconnect()
    page.view.menu_asked.connect(lambda node, at: menus.append(page.row_menu(node)))
    for index in list(page.model.walk()):
        rect = page.view.visualRect(index)
        for x in range(4, rect.width(), 12):
            spot = page.view._spot_at(QPoint(x, rect.top() + 14))
            assert spot[0] == index
        page.view.menu_asked.emit(page.model.node_at(index), QPoint())
    assert len(menus) == len(shown(page))
    assert all(menu.actions() for menu in menus)


def test_a_sentence_under_a_row_is_broken_between_words_and_a_long_word_anywhere(open_page):
    page = open_page(NUMBER, setting("s", "STRING"), environment={"VK_S": "x" * 60})
    page.editing.type(page.model.node_at(page.model.index_of("n")), "-5")
    for width in range(200, 420, 7):
        for key in ("n", "s"):
            index = page.model.index_of(key)
            layout = page.view.delegate.layout_of(QRect(0, 0, width, 28), index)
            (note,) = layout.notes
            face = page._look.theme.small
            words = note.words.replace("\u200b", " ").split()
            whole = all(face.width(word) <= note.text.width() for word in words)
            anywhere = bool(note.wrap & Qt.TextFlag.TextWrapAnywhere.value)
            assert anywhere is not whole
            assert note.text.right() <= width


# the keys


def test_space_sets_a_check_mark_and_control_0_resets_it(qtbot, open_page):
    page = open_page(setting("x"))
    go(page, "x")
    qtbot.keyClick(page.view, Qt.Key.Key_Space)
    assert kept(page) == {"x": True}
    qtbot.keyClick(page.view, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
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
    page = open_page(setting("x"))
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
    page.editing.check(page.model.node_at(page.model.index_of("f=B")), on=True)
    assert not page.view.isExpanded(page.model.index_of("f"))
    again = WindowState(tmp_path).text("folds/1")
    assert LAYER in page._folds()
    assert again == page._memory.text("folds/1")


def test_a_row_that_the_manifest_folds_begins_folded_until_something_is_searched(open_page):
    group = setting("g", "GROUP", expanded=False, settings=[setting("x")])
    page = open_page(group)
    assert not page.view.isExpanded(page.model.index_of("g"))
    page.search.setText("x")
    assert page.view.isExpanded(page.model.index_of("g"))


def test_delete_takes_an_entry_of_a_list_away(qtbot, open_page):
    page = open_page(setting("l", "LIST"))
    press(qtbot, page, "l", Part.FIELD)
    qtbot.keyClicks(field_of(page), "VUID-a")
    qtbot.keyClick(field_of(page), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(page) == {"l": (ListItem("VUID-a"),)})
    go(page, "l#VUID-a")
    qtbot.keyClick(page.view, Qt.Key.Key_Delete)
    assert kept(page) == {}


def test_a_list_offers_what_it_knows(qtbot, open_page):
    page = open_page(setting("l", "LIST", list=["alpha", "beta"]))
    press(qtbot, page, "l", Part.FIELD)
    field = field_of(page)
    field.completer().setCompletionPrefix("ET")
    assert field.completer().completionCount() == 1
    qtbot.keyClick(field, Qt.Key.Key_Escape)


# head and foot


def test_the_head_counts_and_searches(open_page):
    page = open_page(FLAGS, NUMBER, presets=[preset("Fast", n=1)])
    assert page.search.placeholderText() == "Search 2 settings: name, key, text"
    assert page.preset.value == "Default"
    page.editing.choose_preset(1)
    assert page.preset.value == "Fast"
    assert page.changed_only._note == "1"
    page.search.setText("zzz")
    assert page._empty.text() == "Nothing matches “zzz”."
    page.clear.click()
    assert len(shown(page)) == 4


def test_a_preset_that_leaves_values_of_another_one_as_they_are_is_named_by_the_button(open_page):
    wide, narrow = preset("Wide", n=1, f=["B"]), preset("Narrow", n=2)
    page = open_page(FLAGS, NUMBER, presets=[wide, narrow])
    page.editing.choose_preset(1)
    page.editing.choose_preset(2)
    assert kept(page) == {"n": 2, "f": ("B",)}
    assert page.preset.value == "Narrow"
    page.editing.choose_preset(1)
    assert page.preset.value == "Wide"


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_going_to_a_setting_of_the_sdk_shows_it_with_what_it_needs(open_page, path):
    (layer,) = read_declared(path.read_bytes()).layers
    page = open_page(content=path.read_bytes(), name=layer.name)
    for one in walk_offered(layer.settings, "LINUX"):
        page.go_to(one.key)
        node = page.view.current_node()
        assert node.id == one.key
        assert bool(node.needs) is node.dim
        if page.editing.filters.sought == one.key:
            assert any(note.text == node.needs for note in node.notes) is node.dim
    assert page._memory.text("settings/everything") == ""
    assert not page.more_menu().actions()[0].isChecked()


def test_a_setting_that_somebody_went_to_goes_when_something_else_is_looked_for(open_page):
    page = open_page(NUMBER, setting("deep", view="ADVANCED"))
    page.search.setText("n")
    page.changed_only.setChecked(True)
    page.go_to("deep")
    assert (page.search.text(), page.changed_only.isChecked()) == ("", False)
    assert shown(page) == ["n", "deep"]
    page.search.setText("n")
    page.search.clear()
    assert shown(page) == ["n"]
    page.go_to("deep")
    page.changed_only.setChecked(True)
    page.changed_only.setChecked(False)
    assert shown(page) == ["n"]
    page.go_to("deep")
    row = page.editing._row
    page.show_row(None)
    page.show_row(row)
    assert shown(page) == ["n"]


def test_changed_only_says_when_nothing_is_changed(open_page):
    page = open_page(NUMBER)
    page.changed_only.setChecked(True)
    assert page._empty.text() == ALL_DEFAULT
    page.changed_only.setChecked(False)
    assert shown(page) == ["n"]


def test_the_foot_tells_about_the_current_setting_and_asks_for_its_documentation(open_page):
    asked = []
    page = open_page(setting("x"), FLAGS)
    page.documentation_asked.connect(asked.append)
    go(page, "x")
    assert page.foot.accessibleName() == "X: about x"
    page.foot.book.click()
    go(page, "f=A")
    page.foot.book.click()
    assert asked == ["x", "f"]


def test_the_menu_of_a_setting_leads_to_documentation_and_website(open_page):
    page = open_page(setting("x", url="https://example.org/x"), setting("y", url="file:///etc"))
    asked, pages = [], []
    page.documentation_asked.connect(asked.append)
    page.web_asked.connect(pages.append)
    for key in ("x", "y"):
        menu = page.row_menu(page.model.node_at(page.model.index_of(key)))
        acts = {action.text(): action for action in menu.actions()}
        acts["&Documentation…"].trigger()
        assert ("Open &website" in acts) == (key == "x")
        if key == "x":
            acts["Open &website"].trigger()
        menu.deleteLater()
    assert asked == ["x", "y"]
    assert pages == ["https://example.org/x"]


def test_settings_that_are_kept_only_are_told_and_can_be_written_again(open_page):
    page = open_page(NUMBER)
    page.editing.write_settings(written=False)
    assert page.kept.isVisible()
    page.kept.buttons()[0].click()
    assert not page.kept.isVisible()


def test_advanced_settings_are_shown_when_asked_for(open_page, tmp_path):
    page = open_page(setting("x"), setting("deep", view="DEBUG"))
    assert shown(page) == ["x"]
    everything = page.more_menu().actions()[0]
    everything.trigger()
    assert shown(page) == ["x", "deep"]
    assert page._memory.text("settings/everything") == "yes"


def test_the_menu_of_a_row_copies_its_name_in_every_channel(open_page):
    page = open_page(setting("n", "INT", env="OLD_NAME"))
    copied = []
    page.copied.connect(copied.append)
    menu = page.row_menu(page.model.node_at(page.model.index_of("n")))
    below = menu.findChildren(QMenu)
    for action in menu.actions():
        if action.text().startswith(("&Copy key", "Copy &value")):
            action.trigger()
    for action in (action for one in below for action in one.actions()):
        action.trigger()
    assert {"n", "0", "test_settings.n", "VK_TEST_SETTINGS_N", "OLD_NAME"} <= set(copied)
    assert any(one.startswith("debug.vulkan.") for one in copied)


# messages


def message(key, conditions, **actions):
    return {
        "key": key,
        "version": 1,
        "title": f"About {key}",
        "description": "what it is about",
        "informative": "",
        "severity": "WARNING",
        "conditions": [
            {"setting": {"key": k, "value": v}, "operator": "NONE"} for k, v in conditions.items()
        ],
        "actions": actions,
    }


TELLS = setting(
    "x",
    messages=[
        message(
            "both",
            {"x": True},
            default="BUTTON1",
            BUTTON0={"type": "NO", "changes": []},
            BUTTON1={
                "type": "YES",
                "changes": [{"setting": {"key": "y", "value": True}, "operator": "SET"}],
            },
        )
    ],
)


def test_a_message_stands_in_the_page_and_its_button_changes_settings_in_one_step(open_page):
    page = open_page(TELLS, setting("y"))
    assert not page.message.isVisible()
    page.editing.check(page.model.node_at(page.model.index_of("x")), on=True)
    assert page.message.isVisible()
    assert [button.text() for button in page.message.buttons()] == ["No", "Yes"]
    page.message.buttons()[1].click()
    assert not page.message.isVisible()
    assert kept(page) == {"x": True, "y": True}
    assert page.model.node_at(page.model.index_of("y")).checked
    page._store.undo()
    assert kept(page) == {"x": True}


def test_the_answer_to_a_message_keeps_values_that_do_not_fit(open_page):
    page = open_page(TELLS, setting("y"), NUMBER)
    odd = LayerEntry(LAYER).with_value("n", SettingType.STRING, "seven")
    page._store.edit(page._store.workspace.current.with_entry(odd), "Keep what does not fit")
    page.editing.check(page.model.node_at(page.model.index_of("x")), on=True)
    page.message.buttons()[1].click()
    assert kept(page) == {"n": "seven", "x": True, "y": True}


def test_a_message_that_was_put_away_gives_its_default_answer_until_it_is_wanted_again(open_page):
    page = open_page(TELLS, setting("y"))
    node = page.model.node_at(page.model.index_of("x"))
    page.editing.check(node, on=True)
    page.message.put_away.setChecked(True)
    page.message.buttons()[0].click()
    page.editing.reset_all()
    page.editing.check(node, on=True)
    assert not page.message.isVisible()
    assert kept(page) == {"x": True, "y": True}
    page.messages.tell_again()
    page.editing.reset_all()
    page.editing.check(node, on=True)
    assert page.message.isVisible()


def test_a_message_goes_when_what_it_is_about_is_over(open_page):
    page = open_page(TELLS, setting("y"))
    node = page.model.node_at(page.model.index_of("x"))
    page.editing.check(node, on=True)
    page.editing.check(node, on=False)
    assert not page.message.isVisible()


# screen readers


def test_screen_readers_get_each_row_as_one_sentence(open_page):
    page = open_page(NUMBER)
    assert page.view.visualRect(page.model.index_of("n")).isValid()
    tree = QAccessible.queryAccessibleInterface(page.view)
    names = [tree.child(n).text(QAccessible.Text.Name) for n in range(tree.childCount())]
    assert "N, number: 10, n" in names


def offered(page, node_id):
    """Return the texts of the menu with the values of a choice."""
    menu = value_menu(page.editing, page.model.node_at(page.model.index_of(node_id)), page)
    return [action.text() for action in menu.actions()], menu


def test_a_choice_offers_the_profiles_of_a_folder_and_keeps_the_chosen_one(
    qtbot, open_page, tmp_path
):
    schema = "https://schema.khronos.org/vulkan/profiles-0.8.1-204.json#"
    found = {"$schema": schema, "profiles": {"VP_MINE_one": {}, "VP_MINE_two": {}}}
    folder = tmp_path / "profiles"
    folder.mkdir()
    (folder / "mine.json").write_text(json.dumps(found))
    page = open_page(
        setting("dirs", "LOAD_FOLDER", format="PROFILE", default=str(folder)),
        setting("profile_name", "ENUM", default="${VP_DEFAULT}"),
    )
    qtbot.waitUntil(lambda: "VP_MINE_one" in offered(page, "profile_name")[0])
    texts, menu = offered(page, "profile_name")
    assert "VP_MINE_two" in texts
    menu.actions()[texts.index("VP_MINE_two")].trigger()
    assert kept(page) == {"profile_name": "VP_MINE_two"}


def test_a_choice_offers_the_names_of_devices_and_keeps_the_chosen_one(open_page):
    devices = ("llvmpipe (LLVM 19.1.7)", "Some Card")
    chosen = setting("force_device_name", "ENUM", default="${VP_PHYSICAL_DEVICES}")
    page = open_page(chosen, devices=devices)
    texts, menu = offered(page, "force_device_name")
    assert set(devices) <= set(texts)
    menu.actions()[texts.index("Some Card")].trigger()
    assert kept(page) == {"force_device_name": "Some Card"}


def test_settings_of_a_flag_stand_below_it_and_keep_their_values_when_it_is_toggled(
    qtbot, open_page
):
    inner = setting("in", "INT", default=1)
    page = open_page(setting("f", "FLAGS", flags=[flag("A", inner), flag("B")]))

    def row():
        assert shown(page) == ["f", "f=A", "in", "f=B"]
        assert page.model.index_of("in").parent() == page.model.index_of("f=A")
        return page.model.node_at(page.model.index_of("in"))

    press(qtbot, page, "f=A", Part.CHECK)
    assert page.editing.write(row(), "7")
    assert kept(page) == {"f": ("A",), "in": 7}
    for flags in ({}, {"f": ("A",)}):
        press(qtbot, page, "f=A", Part.CHECK)
        assert (row().text, kept(page)) == ("7", {"in": 7, **flags})


def test_flags_with_settings_of_their_own_are_folded_and_kept(open_page):
    inner = setting("in", "INT")
    page = open_page(setting("f", "FLAGS", flags=[flag("A", inner), flag("B")]))
    index = page.model.index_of("f=A")
    page.view.setExpanded(index, False)
    assert page._folds()[LAYER] == {"f=A": False}
