"""The list of configurations at the left, on the sample machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    Qt,
    QUrl,
)
from PySide6.QtGui import QContextMenuEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QListView

from tests.framework.cut_text import list_painted_texts
from tests.framework.german import speak_german
from tests.framework.manifests import explicit_layer, layer_document, override_layer
from tests.ui.saving import answer_open_dialogs, answer_save_dialogs
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.configuration_json import export_configuration
from vkconfig_py.model.configuration.workspace_edits import BUILT_IN_NAME_FIXED
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.basic import remove_mnemonic
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.window.window_parts import WindowState


@pytest.fixture
def pane(window):
    return window.configurations


@pytest.fixture
def two(window):
    """Return the keys of two configurations of the user's own; the first is selected."""
    session = window.session
    session.edits.do(workspace_edits.add_configuration, "Games")
    session.edits.do(workspace_edits.add_configuration, "Debugging")
    games = next(one.key for one in session.edits.workspace.configurations if one.name == "Games")
    debugging = session.edits.workspace.selected_configuration.key
    session.edits.select_configuration(games)
    return games, debugging


def entries(menu):
    return {action.text(): action for action in menu.actions() if action.text()}


def names(pane):
    model = pane.list.model()
    return [model.index(row).data() for row in range(model.rowCount())]


def test_a_note_stands_in_words_below_its_name(window, pane, two, qtbot):
    name = "A name that just fits"
    window.session.edits.do(workspace_edits.rename_configuration, two[0], name)
    index = pane._model.find_index(two[0])
    height = pane.list.visualRect(index).height()
    window.session.edits.do(workspace_edits.set_control, "VK_LAYER_not_there", LayerControl.ON)

    def list_painted():
        row = pane.list.visualRect(pane._model.find_index(two[0]))
        texts = list_painted_texts(pane.list.viewport())
        return [text.text for text in texts if row.contains(text.box.center().toPoint())]

    qtbot.waitUntil(lambda: sorted(list_painted()) == ["1 not installed", name])
    assert pane.list.visualRect(pane._model.find_index(two[0])).height() > height


def test_a_name_that_is_cut_keeps_its_number(window, pane, two, qtbot):
    name = "Synchronization validation of games 2"
    window.session.edits.do(workspace_edits.rename_configuration, two[0], name)

    def list_painted():
        row = pane.list.visualRect(pane._model.find_index(two[0]))
        texts = list_painted_texts(pane.list.viewport())
        return [text.text for text in texts if row.contains(text.box.center().toPoint())]

    qtbot.waitUntil(lambda: [text.startswith("Sync") for text in list_painted()] == [True])
    (painted,) = list_painted()
    assert painted.endswith("… 2")
    assert name.startswith(painted.removesuffix("… 2"))


def test_names_keep_their_room_when_the_scroll_bar_comes(window, pane, qtbot):
    bar, viewport = pane.list.verticalScrollBar(), pane.list.viewport()
    assert bar.maximum() == 0
    width = viewport.width()
    pane.list.setFixedHeight(80)
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert viewport.width() == width


def test_the_title_is_whole_however_narrow_the_pane_is(qtbot, open_window):
    with speak_german():
        window = open_window()
    pane = window.configurations
    qtbot.waitUntil(lambda: pane._title.text() == "Konfigurationen")
    window.splitter.setSizes([pane.minimumWidth(), 640, 440])
    qtbot.waitUntil(lambda: pane.width() == pane.minimumWidth())
    qtbot.waitUntil(lambda: pane._title.width() >= pane._title.sizeHint().width())


def test_a_selected_configuration_is_not_bold(window, pane, two):
    def measure():
        return {text.text: text.box.width() for text in list_painted_texts(pane.list.viewport())}

    _games, debugging = two
    widths = measure()
    assert {"Games", "Debugging"} <= set(widths)
    window.session.edits.select_configuration(debugging)
    assert measure() == widths


def press(qtbot, pane, key, button):
    rect = pane.list.visualRect(pane._model.find_index(key))
    qtbot.mouseClick(pane.list.viewport(), button, pos=rect.center())


def test_the_right_button_selects_nothing(qtbot, window, pane, two):
    games, debugging = two
    press(qtbot, pane, debugging, Qt.MouseButton.RightButton)
    assert window.session.edits.workspace.selected_configuration.key == games
    press(qtbot, pane, debugging, Qt.MouseButton.LeftButton)
    assert window.session.edits.workspace.selected_configuration.key == debugging


def test_the_menu_is_for_the_row_under_the_mouse(window, pane, two):
    games, debugging = two
    asked = []
    pane.menu_requested.disconnect()
    pane.menu_requested.connect(lambda key, at: asked.append(key))
    point = pane.list.visualRect(pane._model.find_index(debugging)).center()
    mouse, keys = QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(pane.list.viewport(), QContextMenuEvent(mouse, point, QPoint(0, 0)))
    QApplication.sendEvent(pane.list.viewport(), QContextMenuEvent(keys, QPoint(1, 1), QPoint()))
    below = QPoint(5, pane.list.viewport().height() - 2)
    QApplication.sendEvent(pane.list.viewport(), QContextMenuEvent(mouse, below, QPoint(0, 0)))
    heading = pane.list.visualRect(pane._model.find_index("section:built-in")).center()
    QApplication.sendEvent(pane.list.viewport(), QContextMenuEvent(mouse, heading, QPoint(0, 0)))
    assert asked[:2] == [debugging, games]
    assert asked[-1] == ""


def test_entries_act_on_the_row_they_were_asked_on(window, two, qtbot, monkeypatch, tmp_path):
    games, debugging = two
    session, commands = window.session, window.controllers.configurations
    session.edits.do(
        workspace_edits.make_change,
        session.edits.workspace.find_configuration(debugging).with_order(["VK_LAYER_a"]),
        "Order",
    )
    entries(commands.make_menu(debugging))["Reset layer order"].trigger()
    assert session.edits.workspace.find_configuration(debugging).layers == ()
    target = tmp_path / "exported.json"
    answer_save_dialogs(monkeypatch, str(target))
    entries(commands.make_menu(debugging))["Export…"].trigger()
    qtbot.waitUntil(target.exists)
    assert json.loads(target.read_text())["name"] == "Debugging"
    settings = str(tmp_path / "vk_layer_settings.txt")
    answer_open_dialogs(monkeypatch, settings)
    entries(commands.make_menu(debugging))["Use an existing vk_layer_settings.txt…"].trigger()
    assert session.edits.workspace.find_configuration(debugging).settings_file == settings
    entries(commands.make_menu(debugging))["Stop using vk_layer_settings.txt"].trigger()
    assert session.edits.workspace.find_configuration(debugging).settings_file == ""
    entries(commands.make_menu(debugging))["Delete"].trigger()
    assert session.edits.workspace.find_configuration(debugging) is None
    assert session.edits.workspace.selected_configuration.key == games
    session.edits.undo()
    assert session.edits.workspace.find_configuration(debugging) is not None


def test_a_name_is_edited_in_place_without_selecting_its_row(window, pane, two, qtbot):
    games, debugging = two
    entries(window.controllers.configurations.make_menu(debugging))["Rename"].trigger()
    editor = pane.list.findChild(QLineEdit)
    assert editor.text() == "Debugging"
    editor.setText("Debugging the cube")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    session = window.session
    qtbot.waitUntil(
        lambda: session.edits.workspace.find_configuration(debugging).name == "Debugging the cube"
    )
    assert window.session.edits.workspace.selected_configuration.key == games


def test_any_text_is_a_name(window, pane, two):
    games, _debugging = two
    for name in ("Foo ()", "(99999999999)", "a/b:c*?", "v1", "v1.2 test", "x" * 300):
        pane._model.setData(pane._model.find_index(games), name)
        assert window.session.edits.workspace.find_configuration(games).name == name


def test_the_arrow_keys_and_clicks_pass_the_heading(qtbot, window, pane):
    view = pane.list
    own = [one.key for one in window.session.edits.workspace.configurations if not one.built_in]
    built_in = next(
        one.key for one in window.session.edits.workspace.configurations if one.built_in
    )
    window.session.edits.select_configuration(own[-1])
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert window.session.edits.workspace.selected_configuration.key == built_in
    heading = view.visualRect(view.currentIndex().siblingAtRow(view.currentIndex().row() - 1))
    assert pane._model.get_value(view.indexAt(heading.center())).is_heading
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=heading.center())
    assert pane._model.key_at(view.currentIndex()) == built_in
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert window.session.edits.workspace.selected_configuration.key == own[-1]


def test_built_in_ones_are_duplicated_edited_marked_and_reset(window, pane):
    session, commands = window.session, window.controllers.configurations
    key = next(one.key for one in session.edits.workspace.configurations if one.built_in)
    name = session.edits.workspace.find_configuration(key).name
    menu = entries(commands.make_menu(key))
    assert not menu["Rename"].isEnabled()
    assert menu["Rename"].toolTip() == BUILT_IN_NAME_FIXED
    assert not menu["Reset configuration"].isEnabled()
    session.edits.do(
        workspace_edits.make_change,
        session.edits.workspace.find_configuration(key).with_control("VK_LAYER_x", LayerControl.ON),
        "Turn on",
    )
    line = pane._model.get_value(pane._model.find_index(key))
    assert line.is_edited
    entries(commands.make_menu(key))["Reset configuration"].trigger()
    assert not session.edits.is_edited(key)
    entries(commands.make_menu(key))["Delete"].trigger()
    assert name not in names(pane)
    entries(commands.make_menu(""))["Reset all built-in configurations"].trigger()
    assert name in names(pane)


def test_the_actions_of_the_menu_bar_act_on_the_selected_one(
    window, two, qtbot, monkeypatch, tmp_path
):
    assert window.session.edits.workspace.selected_configuration.key == two[0]
    session, actions = window.session, window.actions_
    target = tmp_path / "exported.json"
    answer_save_dialogs(monkeypatch, str(target))
    actions["configuration_export"].trigger()
    qtbot.waitUntil(target.exists)
    assert json.loads(target.read_text())["name"] == "Games"
    session.edits.do(
        workspace_edits.make_change,
        session.edits.workspace.selected_configuration.with_control("VK_LAYER_x", LayerControl.ON),
        "Turn on",
    )
    actions["configuration_reset"].trigger()
    assert session.edits.workspace.selected_configuration.layers == ()
    actions["configuration_duplicate"].trigger()
    assert session.edits.workspace.selected_configuration.name == "Games copy"
    actions["configuration_delete"].trigger()
    actions["configuration_reset_all"].trigger()
    assert window.status_bar.toast.text().strip() == "The built-in configurations are unchanged."


def test_renaming_a_built_in_one_says_what_to_do_instead(window, two, monkeypatch):
    built_in = next(one for one in window.session.edits.workspace.configurations if one.built_in)
    window.session.edits.select_configuration(built_in.key)
    window.actions_["configuration_rename"].trigger()
    assert "duplicate" in window.status_bar.toast.text()


def test_a_name_is_asked_for_where_the_list_is_hidden(open_window, monkeypatch):
    window = open_window(900, 600)
    window.session.edits.do(workspace_edits.add_configuration, "Games")
    monkeypatch.setattr(messages, "ask_name", lambda *args: "Steam games")
    window.actions_["configuration_rename"].trigger()
    assert window.session.edits.workspace.selected_configuration.name == "Steam games"


def test_missing_layers_are_counted(window, pane, two, qtbot):
    _games, debugging = two
    changed = window.session.edits.workspace.find_configuration(debugging).with_control(
        "VK_LAYER_gone", LayerControl.ON
    )
    window.session.edits.do(workspace_edits.make_change, changed, "Turn on")
    window.session.edits.select_configuration(debugging)

    def missing():
        return pane._model.get_value(pane._model.find_index(debugging)).missing_layers

    qtbot.waitUntil(lambda: missing() == ("VK_LAYER_gone",))


def test_many_configurations_can_be_filtered(window, pane, qtbot):
    session = window.session
    top = pane.list.mapTo(window, QPoint())
    for number in range(13):
        session.edits.do(workspace_edits.add_configuration, f"Configuration {number}")
    assert pane.list.mapTo(window, QPoint()) == top  # the field moves no row
    selected = session.edits.workspace.selected_configuration
    assert pane.filter.isVisible()
    pane.filter.setFocus()
    qtbot.keyClicks(pane.filter, "ration 7")
    assert names(pane) == ["Configuration 7", selected.name]
    assert session.edits.workspace.selected_configuration == selected
    qtbot.keyClick(pane.filter, Qt.Key.Key_Escape)
    assert len(names(pane)) > 13


def drop(pane, *paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    at = QPointF(pane.mapTo(pane.window(), QPoint(5, 5)))
    pane.window().dropEvent(
        QDropEvent(at, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                   Qt.KeyboardModifier.NoModifier)
    )  # fmt: skip


def test_a_configuration_is_dropped_in_and_undone(window, pane, two, qtbot, tmp_path):
    file = tmp_path / "games.json"
    file.write_bytes(
        export_configuration(window.session.edits.workspace.find_configuration(two[0]))
    )
    drop(pane, file)
    qtbot.waitUntil(lambda: "Games 2" in names(pane))
    window.session.edits.undo()
    assert "Games 2" not in names(pane)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_files_of_other_kinds_say_that_they_are_none(window, pane, qtbot, tmp_path):
    files = [tmp_path / "note.txt", tmp_path / "empty.json"]
    files[0].write_text("no configuration")
    files[1].write_bytes(b"")
    before = window.session.edits.workspace
    drop(pane, *files)
    qtbot.waitUntil(lambda: window.controllers.configurations._notes is not None)
    notes = window.controllers.configurations._notes
    qtbot.waitUntil(lambda: len(notes.text.toPlainText().splitlines()) == 2)
    assert notes.isVisible()
    lines = notes.text.toPlainText().splitlines()
    assert lines[0].startswith(f"{files[0]}: it is not a configuration")
    assert lines[1].startswith(f"{files[1]}: ")
    assert "2 files were not opened." in window.status_bar.toast.text()
    assert window.session.edits.workspace == before
    assert not window.status_bar.toast.undo_button.isVisible()
    notes.close()


def test_an_override_manifest_that_is_dropped_in_becomes_a_configuration(
    window, pane, qtbot, tmp_path
):
    file = tmp_path / "VkLayer_override.json"
    file.write_text(json.dumps(layer_document(override_layer(["VK_LAYER_a"]))))
    before = len(window.session.edits.workspace.configurations)
    drop(pane, file)
    qtbot.waitUntil(lambda: len(window.session.edits.workspace.configurations) == before + 1)
    assert (
        window.session.edits.workspace.selected_configuration.find_entry("VK_LAYER_a") is not None
    )
    assert window.status_bar.toast.undo_button.isVisible()
    window.status_bar.toast.undo_button.click()
    assert len(window.session.edits.workspace.configurations) == before


def test_a_layer_manifest_that_is_dropped_in_joins_the_collection(window, pane, qtbot, tmp_path):
    file = tmp_path / "layer.json"
    file.write_text(json.dumps(layer_document(explicit_layer("VK_LAYER_a", "./lib.so"))))
    drop(pane, file)
    qtbot.waitUntil(lambda: window.session.edits.workspace.sources != ())
    assert window.session.edits.workspace.sources[0].path == str(file)


def test_a_folder_that_is_dropped_in_joins_the_collection(window, pane, qtbot, monkeypatch):
    folder = Path(window.session.machine.host.environment["HOME"]) / "own"
    folder.mkdir()
    monkeypatch.setattr(messages, "ask_add_empty", lambda *args: True)
    drop(pane, folder)
    qtbot.waitUntil(lambda: window.session.edits.workspace.sources != ())
    assert window.session.edits.workspace.sources[0].path == str(folder)


def test_files_are_chosen_and_their_folder_is_remembered(window, two, qtbot, tmp_path, monkeypatch):
    file = tmp_path / "games.json"
    file.write_bytes(
        export_configuration(window.session.edits.workspace.find_configuration(two[0]))
    )
    answer_open_dialogs(monkeypatch, file)
    texts = list(entries(window.controllers.configurations.make_menu(two[0])))
    assert texts.index("Export…") == texts.index("Import…") + 1
    entries(window.controllers.configurations.make_menu(""))["Import…"].trigger()
    qtbot.waitUntil(lambda: window.session.edits.workspace.selected_configuration.name == "Games 2")
    assert window.state.get_text("window/import_folder") == str(tmp_path)


def test_the_folders_of_export_and_of_open_are_remembered_each_for_itself(
    window, two, qtbot, tmp_path, monkeypatch
):
    there, here = tmp_path / "there", tmp_path / "here"
    for folder in (there, here):
        folder.mkdir()
    (here / "in.json").write_bytes(
        export_configuration(window.session.edits.workspace.find_configuration(two[0]))
    )
    suggested = answer_save_dialogs(monkeypatch, there / "out.json")
    questions = answer_open_dialogs(monkeypatch, here / "in.json")
    for _again in range(2):
        window.controllers.configurations.export(two[0])
        with qtbot.waitSignal(window.session.edits.workspace_changed):
            window.controllers.configurations.import_file()
    qtbot.waitUntil((there / "out.json").is_file)
    assert Path(suggested[1]).parent == there
    assert questions[1].folder == str(here)
    kept = WindowState(window.session.machine.paths.state)
    assert kept.get_text("window/export_folder") == str(there)
    assert kept.get_text("window/import_folder") == str(here)


def test_an_export_that_cannot_be_written_says_so(window, two, qtbot, monkeypatch):
    answer_save_dialogs(monkeypatch, "/proc/no/where")
    window.controllers.configurations.export(two[0])
    said = "Cannot write /proc/no/where"
    qtbot.waitUntil(lambda: said in window.status_bar.toast.text())


def test_delete_takes_the_selected_one_and_undo_brings_it_back(window, pane, two, qtbot):
    games, _debugging = two
    pane.list.setFocus()
    qtbot.keyClick(pane.list, Qt.Key.Key_Delete)
    assert window.session.edits.workspace.find_configuration(games) is None
    window.status_bar.toast.undo_button.click()
    assert window.session.edits.workspace.find_configuration(games) is not None


def test_configurations_of_a_workspace_without_built_in_ones_have_no_heading(window, pane):
    pane._model.update_to([])
    pane._model.show(
        window.session.edits.workspace._replace(configurations=(Configuration("1", "One"),))
    )
    assert names(pane) == ["One"]


def test_moving_keeps_rows_selection_and_persistent_indexes(qtbot, window, pane, two):
    games, _debugging = two
    model = pane.list.model()
    kept = {key: QPersistentModelIndex(model.find_index(key)) for key in two}
    before = names(pane)
    pane.list.setFocus()
    qtbot.keyClick(pane.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert sorted(names(pane)) == sorted(before)
    assert names(pane)[:3] == [before[0], "Debugging", "Games"]
    assert pane.list.currentIndex() == model.find_index(games)
    assert [index.data() for index in kept.values()] == ["Games", "Debugging"]
    assert window.session.edits.undo_label() == "Move “Games”"
    window.session.edits.undo()
    assert names(pane) == before


def test_alt_up_is_taken_from_the_window_by_the_list(pane):
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    event.ignore()
    QApplication.sendEvent(pane.list, event)
    assert event.isAccepted()


def test_the_plus_offers_a_new_configuration_and_an_import(window, pane, monkeypatch):
    shown = []
    monkeypatch.setattr(PopupMenu, "exec", lambda menu, _position: shown.append(entries(menu)))
    pane.list_tab_order()[0].click()
    (menu,) = shown
    assert list(menu) == ["&New", "&Import…"]
    before = names(pane)
    menu["&New"].trigger()
    assert "New configuration" in set(names(pane)) - set(before)


def test_a_new_one_and_a_copy_are_named_in_place(qtbot, window, pane):
    window.actions_["configuration_new"].trigger()
    editor = pane.list.viewport().findChild(QLineEdit)
    assert editor.text() == "New configuration"
    assert editor.selectedText() == "New configuration"
    row = pane.list.visualRect(pane.list.currentIndex())
    assert row.left() < editor.geometry().left() < editor.geometry().right() <= row.right()
    qtbot.keyClicks(editor, "Games")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.edits.workspace.selected_configuration.name == "Games")
    window.actions_["configuration_duplicate"].trigger()
    assert window.session.edits.workspace.selected_configuration.name == "Games copy"
    assert pane.list.state() is QListView.State.EditingState


def test_keys_make_copy_and_rename(qtbot, window, pane):
    edits, held = window.session.edits, Qt.KeyboardModifier.ControlModifier

    def type_name(text):
        editor = pane.list.viewport().findChild(QLineEdit)
        qtbot.keyClicks(editor, text)
        qtbot.keyClick(editor, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: edits.workspace.selected_configuration.name == text)
        qtbot.waitUntil(lambda: pane.list.viewport().findChild(QLineEdit) is None)

    qtbot.keyClick(window, Qt.Key.Key_N, held)
    type_name("Games")
    qtbot.keyClick(window, Qt.Key.Key_D, held)
    type_name("Debugging")
    qtbot.keyClick(window, Qt.Key.Key_F2)
    type_name("Checks")
    assert names(pane)[:3] == ["My configuration", "Games", "Checks"]


def test_escape_in_the_field_of_a_name_returns_to_its_row(qtbot, window, pane):
    before = window.session.edits.workspace
    pane.list.setFocus()
    window.actions_["configuration_rename"].trigger()
    editor = pane.list.viewport().findChild(QLineEdit)
    qtbot.keyClicks(editor, "Other")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: pane.list.viewport().findChild(QLineEdit) is None)
    assert pane.list.hasFocus()
    assert window.session.edits.workspace == before


def test_a_double_click_renames(qtbot, window, pane, two):
    games, _debugging = two
    place = pane.list.visualRect(pane._model.find_index(games)).center()
    for press in (qtbot.mouseClick, qtbot.mouseDClick):
        press(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert pane.list.viewport().findChild(QLineEdit).text() == "Games"


def test_what_is_typed_survives_what_becomes_known_of_the_row(qtbot, window, pane):
    window.actions_["configuration_new"].trigger()
    editor = pane.list.viewport().findChild(QLineEdit)
    qtbot.keyClicks(editor, "Ga")
    pane._missing_layers = {
        window.session.edits.workspace.selected_configuration.key: ("VK_LAYER_x",)
    }
    pane.refresh()
    assert editor.text() == "Ga"


def test_the_menu_moves_and_stops_at_the_ends(window, pane, two):
    _games, debugging = two
    menu = entries(window.controllers.configurations.make_menu(debugging))
    assert not menu["Move down"].isEnabled()
    menu["Move up"].trigger()
    assert names(pane).index("Debugging") == names(pane).index("Games") - 1


def test_the_menu_of_a_configuration_says_what_the_menu_bar_says(window):
    session, commands = window.session, window.controllers.configurations
    menu = entries(commands.make_menu(session.edits.workspace.selected_configuration.key))
    for name in ("new", "duplicate", "rename", "delete", "import", "export", "archive", "reset"):
        assert remove_mnemonic(window.actions_[f"configuration_{name}"].text()) in menu, name


def test_the_menu_of_a_narrow_window_has_the_notes_and_own_configurations_apart(window, pane):
    menu = window.actions_.make_menu(window)
    pane.add_choices(menu)
    texts = [action.text() for action in menu.actions()]
    assert "Frame capture\t1 not installed" in texts
    titles = [text.partition("\t")[0] for text in texts]
    own = {one.title for one in window.session.edits.workspace.configurations if not one.built_in}
    assert set(titles[: titles.index("")]) == own
    assert titles.count("") == 2
    assert sum(action.isChecked() for action in menu.actions()) == 1
