"""The settings page: its tree, head, footer, menus, and what screen readers get."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QMenu

from tests.framework.cut_text import list_painted_texts
from tests.framework.settings import (
    LAYER,
    make_flag,
    make_preset,
    make_setting,
    sdk_manifests,
)
from tests.ui.settings_page import FLAGS, NUMBER, go, kept, press, shown
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType, SettingValue
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_names import walk_offered
from vkconfig_py.model.layer_settings.setting_rows import ChangeMark
from vkconfig_py.ui.settings.page import ALL_SETTINGS_DEFAULT
from vkconfig_py.ui.settings.page_parts import make_value_menu
from vkconfig_py.ui.settings.setting_delegate import ClickablePart, layout_setting_row

# the offscreen platform says so about every window and popup
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


# the tree


def test_the_model_of_a_large_layer_keeps_qts_rules(qtmodeltester, open_page):
    from tests.framework.settings import SDK
    from vkconfig_py.model.items.settings_model import SettingsModel
    from vkconfig_py.model.layer_settings.parse_layer import read_declared
    from vkconfig_py.model.layer_settings.settings_page import (
        SettingFilters,
        SettingsRequest,
        compute_state,
    )

    content = (SDK / "VkLayer_khronos_validation.json").read_bytes()
    layer = read_declared(content).layers[0]
    model = SettingsModel(None)
    model.replace_all(compute_state(SettingsRequest(layer)).rows)
    for filters in (
        SettingFilters("sync"),
        SettingFilters(shows_all=True),
        SettingFilters("gpu"),
        SettingFilters(),
    ):
        model.update_to(compute_state(SettingsRequest(layer, filters=filters)).rows)
        qtmodeltester.check(model)


def test_a_row_that_stays_keeps_its_index_when_a_search_hides_others(open_page):
    page = open_page(make_setting("apple"), make_setting("pear"), make_setting("plum"))
    go(page, "pear")
    page.search.setText("pear")
    assert shown(page) == ["pear"]
    assert page.view.current_node().id == "pear"
    page.search.clear()
    assert shown(page) == ["apple", "pear", "plum"]
    assert page.view.current_node().id == "pear"


def test_a_search_describes_its_first_match_where_the_current_row_is_hidden(open_page):
    page = open_page(
        make_setting("apple", description="Round."),
        make_setting("pear", description="Long."),
        make_setting("plum", description="Small."),
    )
    go(page, "pear")
    assert page.footer.toolTip().startswith("Long.")
    page.search.setText("plum")
    assert page.footer.toolTip().startswith("Small.")
    page.search.setText("zzz")
    assert page.footer.toolTip() == "Select a setting to see its description."
    page.search.setText("apple")
    assert page.footer.toolTip().startswith("Round.")


def test_a_search_describes_a_match_and_not_the_group_around_it(open_page):
    page = open_page(
        make_setting(
            "fruit",
            "GROUP",
            description="All.",
            settings=[
                make_setting("apple", description="Round."),
                make_setting("pear", description="Long."),
            ],
        ),
        make_setting("nut", description="Hard."),
    )
    go(page, "nut")
    page.search.setText("pear")
    assert page.footer.toolTip().startswith("Long.")


# head and footer


def test_the_slash_leads_into_the_search_from_the_head_too(qtbot, open_page):
    page = open_page(FLAGS, NUMBER, presets=[make_preset("Fast", n=1)])
    page.preset_button.setFocus()
    qtbot.keyClick(page.preset_button, "/")
    assert page.focusWidget() is page.search
    assert page.search.text() == ""


def test_the_list_reaches_the_rule_of_its_foot(open_page):
    page = open_page(FLAGS, NUMBER)
    QApplication.processEvents()
    viewport = page.view.viewport()
    bottom = viewport.mapTo(page, viewport.rect().bottomLeft()).y()
    assert bottom + 1 == page._line.y()


def test_the_head_counts_and_searches(open_page):
    page = open_page(FLAGS, NUMBER, presets=[make_preset("Fast", n=1)])
    assert page.search.placeholderText() == "Search 2 settings"
    assert page.preset_button.value == "Layer defaults"
    page.editing.choose_preset(1)
    assert page.preset_button.value == "Fast"
    assert page.changed_only_button._note == "1"
    page.search.setText("zzz")
    assert page._empty_label.text() == "Nothing matches “zzz”."
    page.clear_button.click()
    assert len(shown(page)) == 4
    assert page.all_button.isHidden()


def test_a_search_that_finds_nothing_changed_offers_to_look_through_all(open_page):
    page = open_page(FLAGS, NUMBER)
    page.changed_only_button.setChecked(True)
    page.search.setText(NUMBER["label"])
    assert page._empty_label.text() == f"No setting that you changed matches “{NUMBER['label']}”."
    page.all_button.click()
    assert not page.changed_only_button.isChecked()
    assert len(shown(page)) == 1


def test_a_preset_that_leaves_values_of_another_one_as_they_are_is_named_by_the_button(open_page):
    wide, narrow = make_preset("Wide", n=1, f=["B"]), make_preset("Narrow", n=2)
    page = open_page(FLAGS, NUMBER, presets=[wide, narrow])
    page.editing.choose_preset(1)
    page.editing.choose_preset(2)
    assert kept(page) == {"n": 2, "f": ("B",)}
    assert page.preset_button.value == "Narrow"
    page.editing.choose_preset(1)
    assert page.preset_button.value == "Wide"


def test_a_changed_setting_has_a_dot_and_is_not_bold(qtbot, open_page):
    page = open_page(NUMBER)
    label = page.model.node_at(page.model.index_of("n")).label

    def measure():
        texts = list_painted_texts(page.view.viewport())
        return next(text.box.width() for text in texts if text.text == label)

    width = measure()
    node = page.model.node_at(page.model.index_of("n"))
    page.editing.begin(node)
    page.editing.type(node, "3")
    page.editing.finish_typing()
    qtbot.waitUntil(lambda: page.model.node_at(page.model.index_of("n")).text == "3")
    assert page.model.node_at(page.model.index_of("n")).change_mark is ChangeMark.CHANGED
    assert measure() == width


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_going_to_a_setting_of_the_sdk_shows_it_with_what_it_needs(open_page, path):
    (layer,) = read_declared(path.read_bytes()).layers
    page = open_page(content=path.read_bytes(), name=layer.name)
    for one in walk_offered(layer.settings, "LINUX"):
        page.go_to(one.key)
        node = page.view.current_node()
        assert node.id == one.key
        assert bool(node.requirement) is node.is_dimmed
        if page.editing.filters.searched_key == one.key:
            assert any(note.text == node.requirement for note in node.notes) is node.is_dimmed
    assert page._memory.get_text("settings/everything") == ""
    assert not page.make_more_menu().actions()[0].isChecked()


def test_a_setting_that_somebody_went_to_goes_when_something_else_is_looked_for(open_page):
    page = open_page(NUMBER, make_setting("deep", view="ADVANCED"))
    page.search.setText("n")
    page.changed_only_button.setChecked(True)
    page.go_to("deep")
    assert (page.search.text(), page.changed_only_button.isChecked()) == ("", False)
    assert shown(page) == ["n", "deep"]
    page.search.setText("n")
    page.search.clear()
    assert shown(page) == ["n"]
    page.go_to("deep")
    page.changed_only_button.setChecked(True)
    page.changed_only_button.setChecked(False)
    assert shown(page) == ["n"]
    page.go_to("deep")
    row = page.editing._row
    page.editing.show_row(None)
    page.editing.show_row(row)
    assert shown(page) == ["n"]


def test_changed_only_says_when_nothing_is_changed(open_page):
    page = open_page(NUMBER)
    page.changed_only_button.setChecked(True)
    assert page._empty_label.text() == ALL_SETTINGS_DEFAULT
    page.changed_only_button.setChecked(False)
    assert shown(page) == ["n"]


def test_the_foot_tells_about_the_current_setting_and_asks_for_its_documentation(open_page):
    asked = []
    page = open_page(make_setting("x"), FLAGS)
    page.documentation_requested.connect(asked.append)
    go(page, "x")
    late = "A change takes effect at the next launch."
    assert page.footer.accessibleName() == f"X: about x {late}"
    page.footer.documentation_button.click()
    go(page, "f=A")
    page.footer.documentation_button.click()
    assert asked == ["x", "f"]


def test_the_menu_of_a_setting_leads_to_documentation_and_website(open_page):
    page = open_page(
        make_setting("x", url="https://example.org/x"), make_setting("y", url="file:///etc")
    )
    asked, pages = [], []
    page.documentation_requested.connect(asked.append)
    page.web_requested.connect(pages.append)
    for key in ("x", "y"):
        menu = page.make_row_menu(page.model.node_at(page.model.index_of(key)))
        acts = {action.text(): action for action in menu.actions()}
        acts["&Documentation"].trigger()
        assert ("Open &website" in acts) == (key == "x")
        if key == "x":
            acts["Open &website"].trigger()
        menu.deleteLater()
    assert asked == ["x", "y"]
    assert pages == ["https://example.org/x"]


def test_settings_that_are_kept_only_are_told_and_can_be_written_again(open_page):
    page = open_page(NUMBER)
    page.editing.write_settings(is_written=False)
    assert page.kept_notice.isVisible()
    page.kept_notice.buttons()[0].click()
    assert not page.kept_notice.isVisible()


def test_the_settings_of_a_layer_are_left_unwritten_by_the_menu(open_page):
    page = open_page(NUMBER)
    entry = next(
        one
        for one in page.make_more_menu().actions()
        if "Write this layer's settings" in one.text()
    )
    assert entry.isChecked()
    entry.trigger()
    assert not page.editing.entry.writes_settings
    assert page.kept_notice.isVisible()


def test_presets_are_chosen_from_a_menu_and_all_is_reset_by_a_button(qtbot, open_page):
    page = open_page(FLAGS, NUMBER, presets=[make_preset("Wide", n=1, f=["B"])])
    menu = page.make_preset_menu()
    assert [action.text() for action in menu.actions()] == ["Layer defaults", "Wide"]
    assert not page.reset_all.isEnabled()
    menu.actions()[1].trigger()
    assert (page.preset_button.value, kept(page)) == ("Wide", {"n": 1, "f": ("B",)})
    page.editing.write(page.model.node_at(page.model.index_of("n")), "2")
    assert page.preset_button.value == "Wide (modified)"
    qtbot.mouseClick(page.reset_all, Qt.MouseButton.LeftButton)
    assert (page.preset_button.value, kept(page)) == ("Layer defaults", {})


def test_values_of_a_choice_say_what_they_mean(open_page):
    kinds = [make_flag("a", description="The first one."), make_flag("b")]
    page = open_page(make_setting("e", "ENUM", flags=kinds, default="a"))
    texts, menu = offered(page, "e")
    assert texts == ["A", "B"]
    assert menu.actions()[0].toolTip() == "The first one."
    assert menu.actions()[0].isChecked()


def test_advanced_settings_are_shown_when_asked_for(open_page, tmp_path):
    page = open_page(make_setting("x"), make_setting("deep", view="DEBUG"))
    assert shown(page) == ["x"]
    everything = page.make_more_menu().actions()[0]
    everything.trigger()
    assert shown(page) == ["x", "deep"]
    assert page._memory.get_text("settings/everything") == "yes"


def test_the_menu_of_a_row_copies_its_name_in_every_channel(open_page):
    page = open_page(make_setting("n", "INT", env="OLD_NAME"))
    copied = []
    page.copied.connect(copied.append)
    menu = page.make_row_menu(page.model.node_at(page.model.index_of("n")))
    below = menu.findChildren(QMenu)
    for action in menu.actions():
        if action.text().startswith(("&Copy key", "Copy &value")):
            action.trigger()
    for action in (action for one in below for action in one.actions()):
        action.trigger()
    assert {"n", "0", "test_settings.n", "VK_TEST_SETTINGS_N", "OLD_NAME"} <= set(copied)
    assert any(one.startswith("debug.vulkan.") for one in copied)


# screen readers


def test_screen_readers_get_each_row_as_one_sentence(open_page):
    page = open_page(NUMBER)
    assert page.view.visualRect(page.model.index_of("n")).isValid()
    tree = QAccessible.queryAccessibleInterface(page.view)
    names = [tree.child(n).text(QAccessible.Text.Name) for n in range(tree.childCount())]
    assert "N, number: 10" in names


def offered(page, node_id):
    """Return the texts of the menu with the values of a choice."""
    menu = make_value_menu(
        page.editing, page.model.node_at(page.model.index_of(node_id)), page._make_menu()
    )
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
        make_setting("dirs", "LOAD_FOLDER", format="PROFILE", default=str(folder)),
        make_setting("profile_name", "ENUM", default="${VP_DEFAULT}"),
    )
    qtbot.waitUntil(lambda: "VP_MINE_one" in offered(page, "profile_name")[0])
    texts, menu = offered(page, "profile_name")
    assert "VP_MINE_two" in texts
    menu.actions()[texts.index("VP_MINE_two")].trigger()
    assert kept(page) == {"profile_name": "VP_MINE_two"}


def test_a_choice_offers_the_names_of_devices_and_keeps_the_chosen_one(open_page):
    devices = ("llvmpipe (LLVM 19.1.7)", "Some Card")
    chosen = make_setting("force_device_name", "ENUM", default="${VP_PHYSICAL_DEVICES}")
    page = open_page(chosen, devices=devices)
    texts, menu = offered(page, "force_device_name")
    assert set(devices) <= set(texts)
    menu.actions()[texts.index("Some Card")].trigger()
    assert kept(page) == {"force_device_name": "Some Card"}


def test_a_choice_offers_no_value_of_another_platform_but_keeps_one_that_is_set(open_page):
    kinds = [
        make_flag("here"),
        make_flag("there", platforms=["WINDOWS"]),
        make_flag("hidden", view="HIDDEN"),
    ]
    page = open_page(make_setting("e", "ENUM", flags=kinds, default="here"))
    assert offered(page, "e")[0] == ["Here"]
    page.editing.choose(page.model.node_at(page.model.index_of("e")), "there")
    assert offered(page, "e")[0] == ["Here", "There"]


def test_settings_of_a_flag_stand_below_it_and_keep_their_values_when_it_is_toggled(
    qtbot, open_page
):
    inner = make_setting("in", "INT", default=1)
    page = open_page(make_setting("f", "FLAGS", flags=[make_flag("A", inner), make_flag("B")]))

    def row():
        assert shown(page) == ["f", "f=A", "in", "f=B"]
        assert page.model.index_of("in").parent() == page.model.index_of("f=A")
        return page.model.node_at(page.model.index_of("in"))

    press(qtbot, page, "f=A", ClickablePart.CHECK)
    assert page.editing.write(row(), "7")
    assert kept(page) == {"f": ("A",), "in": 7}
    for flags in ((), ("A",)):
        press(qtbot, page, "f=A", ClickablePart.CHECK)
        assert (row().text, kept(page)) == ("7", {"in": 7, "f": flags})


def test_flags_with_settings_of_their_own_are_folded_and_kept(open_page):
    inner = make_setting("in", "INT")
    page = open_page(make_setting("f", "FLAGS", flags=[make_flag("A", inner), make_flag("B")]))
    index = page.model.index_of("f=A")
    page.view.setExpanded(index, False)
    assert page._read_folding()[LAYER] == {"f=A": False}


def test_a_layer_that_is_not_installed_has_its_values_and_no_end_of_reading(open_page):
    page = open_page(NUMBER)
    gone = "VK_LAYER_ACME_gone"
    entry = LayerEntry(gone, settings=(SettingValue("file", SettingType.STRING, "x"),))
    edits = page.editing._edits
    edits.do(workspace_edits.make_change, page.editing.configuration.with_entry(entry), "")
    page.editing.show_row(Row(f"layer:{gone}", RowKind.MISSING, gone))
    assert shown(page) == ["?file"]
    assert page._empty_label.text() == "ACME_gone is not installed."
    assert page.reset_all.isVisible()
    assert not page.search.isVisible()
    page.reset_all.click()
    assert shown(page) == []


def test_settings_for_other_versions_are_one_click_away(open_page):
    page = open_page(make_setting("apple"))
    assert not page.unsupported_button.isVisible()
    page.editing.state = page.editing.state._replace(unsupported_count=3)
    page.editing.changed.emit()
    assert page.unsupported_button.isVisible()
    assert page.unsupported_button.text() == "3 settings are for other versions of this layer"
    page.unsupported_button.click()
    assert page.editing.filters.shows_unsupported


# little room


@pytest.fixture
def low_page(open_page, qtbot):
    """Return a page of many settings that is lower than its head and five rows."""
    page = open_page(*(make_setting(f"s{number}") for number in range(30)))
    page.resize(480, 150)
    qtbot.waitUntil(lambda: page._area.verticalScrollBar().maximum() > 0)
    return page


def test_the_head_of_a_low_page_scrolls_away_with_the_rows_and_is_not_squashed(low_page, qtbot):
    for part in (low_page.preset_button, low_page.search, low_page.changed_only_button):
        assert part.height() >= part.sizeHint().height()
    assert low_page.view.verticalScrollBar().maximum() == 0
    low_page.view.go_to("s29")
    place = low_page.view.visualRect(low_page.view.currentIndex())
    top = low_page.view.viewport().mapTo(low_page, place.topLeft()).y()
    assert 0 <= top <= low_page.height() - place.height()
    assert low_page.search.mapTo(low_page, QPoint()).y() < 0
    low_page.focus_search()
    assert low_page.search.mapTo(low_page, QPoint()).y() >= 0


def test_a_setting_that_is_gone_to_comes_into_view_with_the_rows_below_it(open_page):
    page = open_page(*(make_setting(f"s{number}") for number in range(30)), FLAGS)
    page.resize(480, 500)
    page.view.scrollToTop()
    assert page.view.go_to("f")
    group = page.view.currentIndex()
    last = page.model.index(page.model.rowCount(group) - 1, 0, group)
    top, bottom = page.view.visualRect(group).top(), page.view.visualRect(last).bottom()
    assert 0 <= top < bottom <= page.view.viewport().height()


def test_what_a_running_program_does_not_have_yet_is_said_below_a_label_without_room(open_page):
    page = open_page(NUMBER)
    node = page.model.node_at(page.model.index_of("n"))
    long = node._replace(label="A rather long name of a setting", hint="next launch")
    told = {}
    for width in (430, 900):
        for is_kept in (False, True):
            told[width, is_kept] = [
                line.note.text
                for line in layout_setting_row(
                    page.view._context.theme,
                    QRect(0, 0, width, 28),
                    long._replace(is_hint_kept=is_kept),
                    0,
                    has_arrow_space=True,
                ).notes
            ]
    assert told == {
        (430, False): [],
        (430, True): ["next launch"],
        (900, False): [],
        (900, True): [],
    }


def test_results_of_a_search_in_a_low_page_are_in_view(low_page, qtbot):
    low_page.activateWindow()
    low_page.focus_search()
    qtbot.keyClicks(low_page.search, "s1")
    rows = low_page.view.viewport().mapTo(low_page, QPoint()).y()
    assert (
        rows
        <= low_page.height() - 3 * low_page.view.visualRect(low_page.model.index(0, 0)).height()
    )


def test_a_low_page_says_below_its_rows_what_becomes_of_the_file(low_page, qtbot):
    sentence, button = low_page._origin_label, low_page.preview_button
    for part in (sentence, button):
        part.show()

    def are_above_rows():
        return {
            part.mapTo(low_page._body, QPoint()).y() < low_page.view.geometry().top()
            for part in (sentence, button)
        }

    qtbot.waitUntil(lambda: are_above_rows() == {False})
    low_page.resize(480, 500)
    qtbot.waitUntil(lambda: are_above_rows() == {True})


def test_a_page_with_room_keeps_its_head(low_page, qtbot):
    low_page.resize(480, 500)
    qtbot.waitUntil(lambda: low_page._area.verticalScrollBar().maximum() == 0)
    assert low_page.view.verticalScrollBar().maximum() > 0


@pytest.mark.parametrize("height", [150, 500])
def test_a_long_sentence_does_not_make_the_page_wider_than_its_view(open_page, height):
    page = open_page(*(make_setting(f"s{number}") for number in range(30)))
    page.resize(320, height)
    page.editing.state = page.editing.state._replace(unsupported_count=123_456)
    page.editing.changed.emit()
    assert page.unsupported_button.sizeHint().width() > page.width()
    QApplication.processEvents()
    assert page._body.width() == page._area.viewport().width()
    assert page.unsupported_button.width() < page._body.width()
    assert page.more_button.mapTo(page, page.more_button.rect().topRight()).x() < page.width()


def test_a_key_is_in_the_description_and_in_a_row_that_a_search_found_by_it(open_page):
    page = open_page(make_setting("offset_x", "INT", label="To the right"), NUMBER)

    def list_painted(widget):
        return {text.text for text in list_painted_texts(widget)}

    assert "offset_x" not in list_painted(page.view.viewport())
    go(page, "offset_x")
    assert {"To the right", "offset_x"} <= list_painted(page.footer)
    page.search.setText("right")
    assert "offset_x" not in list_painted(page.view.viewport())
    page.search.setText("offset")
    assert "offset_x" in list_painted(page.view.viewport())
