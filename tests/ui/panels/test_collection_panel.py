"""The panel "Layers" on the sample machine."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.framework.manifests import explicit_layer, layer_document
from tests.framework.stand_ins import find, replace
from tests.ui.saving import answer_open_dialogs
from vkconfig_py.model.catalog.folder_scan import FolderScan, FoundLayerFolders, UnreadableFolder
from vkconfig_py.model.catalog.layer_copies import (
    CopyAction,
    CopyOrder,
    CopyState,
    SourceAction,
    list_actions,
)
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.configuration.workspace_edits import add_sources
from vkconfig_py.model.text.wording import strip_layer_prefix
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.window import collection_commands

VALIDATION = "VK_LAYER_KHRONOS_validation"


@pytest.fixture
def panel(window, qtbot):
    """Return the open panel, with layers in it."""
    panel = window.docks.open("collection")
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0)
    return panel


@pytest.fixture
def own(window):
    """Return a folder of the sample user with one manifest in it."""
    folder = Path(window.session.machine.host.environment["HOME"]) / "own"
    put(folder / "a.json", "VK_LAYER_own")
    return folder


def put(path, name):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(layer_document(explicit_layer(name, "./lib.so"))))


def copies(panel, name):
    return [copy for copy in panel.collecting.collection.copies if copy.name == name]


def sources(window):
    return [source.path for source in window.session.edits.workspace.sources]


def add(window, panel, qtbot, *new):
    window.session.edits.do(add_sources, new)
    qtbot.waitUntil(lambda: panel.source_model.rowCount() == len(new))


def test_every_manifest_of_the_machine_is_listed(window, panel):
    files = {found.file for found in window.session.snapshots.current.inventory.found_layers}
    shown = {panel.model.values()[row].copy.file
             for row in range(panel.model.rowCount())}  # fmt: skip
    assert shown == files
    assert "layers" in panel.header.summary.text()


def test_layers_are_sorted_by_name(panel):
    shown = [panel.model.values()[row].copy.name
             for row in range(panel.model.rowCount())]  # fmt: skip
    assert len(set(shown)) > 8
    assert shown == sorted(shown, key=lambda name: strip_layer_prefix(name).casefold())


def test_a_folder_is_added_by_a_dialog_and_undone(window, panel, own, qtbot, monkeypatch):
    answer_open_dialogs(monkeypatch, own)
    panel.make_add_menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: panel.source_model.rowCount() == 1)
    qtbot.waitUntil(lambda: copies(panel, "VK_LAYER_own") != [])
    window.session.edits.undo()
    qtbot.waitUntil(lambda: panel.source_model.rowCount() == 0)
    qtbot.waitUntil(lambda: copies(panel, "VK_LAYER_own") == [])


def test_what_adding_brought_is_told_in_the_head_until_it_is_undone(
    window, panel, own, qtbot, monkeypatch
):
    put(own / "b.json", VALIDATION)
    answer_open_dialogs(monkeypatch, own)
    panel.make_add_menu().actions()[0].trigger()
    sentence = "2 layers in “own”, 2 other copies now hidden, 2 cannot be used · "
    qtbot.waitUntil(lambda: panel.header.summary.text().startswith(sentence))
    window.session.edits.undo()
    qtbot.waitUntil(lambda: "own" not in panel.header.summary.text())


def test_the_head_tells_nothing_of_another_folder_than_the_selected_one(window, panel, own, qtbot):
    put(own.parent / "more/b.json", "VK_LAYER_more")
    for folder in (own, own.parent / "more"):
        window.dropped.emit([str(folder)])
        sentence = f"1 layer in “{folder.name}”"
        qtbot.waitUntil(lambda text=sentence: panel.header.summary.text().startswith(text))
    panel.source_view.setCurrentIndex(panel.source_model.find_index(str(own)))
    assert "“" not in panel.header.summary.text()


def test_a_selected_folder_lists_its_layers_alone_and_names_itself(window, panel, own, qtbot):
    add(window, panel, qtbot, CollectionSource(str(own)), CollectionSource(str(own.parent / "no")))
    qtbot.waitUntil(lambda: copies(panel, "VK_LAYER_own") != [])
    everything = panel.model.rowCount()
    panel.source_view.setCurrentIndex(panel.source_model.find_index(str(own)))
    assert [line.copy.name for line in panel.model.values()] == ["VK_LAYER_own"]
    assert panel.source_bar.isVisible()
    assert panel.source_title.text() == "Layers in ~/own"
    panel.source_view.setCurrentIndex(panel.source_model.find_index(str(own.parent / "no")))
    assert panel.empty_page.sentence.text() == "No layers found in this place."
    qtbot.mouseClick(panel.empty_page.button, Qt.MouseButton.LeftButton)
    assert (panel.model.rowCount(), panel.source_bar.isVisible()) == (everything, False)
    assert panel.source_view.get_current_value() is None
    panel.source_view.setCurrentIndex(panel.source_model.find_index(str(own)))
    qtbot.keyClick(panel.source_view, Qt.Key.Key_Escape)
    assert (panel.model.rowCount(), panel.isVisible()) == (everything, True)


def test_folders_with_manifests_below_a_folder_are_added(window, panel, own, qtbot, monkeypatch):
    put(own.parent / "sdk/one/a.json", "VK_LAYER_one")
    put(own.parent / "sdk/two/b.json", "VK_LAYER_two")
    answer_open_dialogs(monkeypatch, own.parent / "sdk")
    actions = panel.make_add_menu().actions()
    assert len({action.toolTip() for action in actions if not action.isSeparator()}) == 4
    actions[2].trigger()
    qtbot.waitUntil(lambda: panel.source_model.rowCount() == 2)
    assert [source.implicit for source in window.session.edits.workspace.sources] == [True, True]


@pytest.mark.parametrize("place", ["window", "panel"])
def test_every_folder_that_is_dropped_is_added_as_one_step(window, panel, own, qtbot, place):
    put(own.parent / "more/b.json", "VK_LAYER_more")
    folders = [str(own), str(own.parent / "more")]
    (window if place == "window" else panel).dropped.emit(folders)
    qtbot.waitUntil(lambda: sources(window) == folders)
    window.session.edits.undo()
    assert sources(window) == []


def test_adding_opens_no_panel_and_offers_to(window, own, qtbot):
    put(own / "b.json", "VK_LAYER_more")
    window.dropped.emit([str(own)])
    toast = window.status_bar.toast
    qtbot.waitUntil(lambda: toast.command_button.text() == "Show in Layers")
    assert toast.undo_button.isVisible()
    assert window.docks.get_current() == ""
    toast.command_button.click()
    assert window.docks.get_current() == "collection"
    summary = window.docks.panels["collection"].header.summary
    qtbot.waitUntil(lambda: summary.text().startswith("2 layers in “own”"))


def test_a_long_search_is_told_and_can_be_cancelled(window, own, qtbot, monkeypatch):
    monkeypatch.setattr(collection_commands, "_SEARCH_NOTE_MS", 0)
    scans = Event()
    find_folders = FolderScan.find_layer_folders
    monkeypatch.setattr(
        FolderScan,
        "find_layer_folders",
        lambda scan, folder: scans.wait() and find_folders(scan, folder),
    )
    window.dropped.emit([str(own)])
    toast = window.status_bar.toast
    qtbot.waitUntil(lambda: toast.text() == "Searching folders for layers…")
    toast.command_button.click()
    scans.set()
    qtbot.waitUntil(lambda: toast.text() == "Canceled. Nothing was added.")
    assert sources(window) == []


def test_the_window_lives_on_while_a_dropped_folder_does_not_answer(window, own, qtbot):
    answers = Event()
    look = find("sort_dropped_paths")
    replace(sort_dropped_paths=lambda paths: answers.wait() and look(paths))
    window.dropped.emit([str(own)])
    name = window.session.edits.workspace.selected_configuration.name
    qtbot.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.session.edits.workspace.selected_configuration.name != name)
    told = []
    window.session.explanations.compute_explanation(f"layer:{VALIDATION}", told.append)
    qtbot.waitUntil(lambda: told != [])
    assert sources(window) == []
    answers.set()
    qtbot.waitUntil(lambda: sources(window) == [str(own)])


@pytest.mark.parametrize("answer", [True, False])
def test_an_empty_folder_is_added_only_if_it_is_meant(window, panel, own, qtbot, monkeypatch,
                                                      answer):  # fmt: skip
    (own / "a.json").unlink()
    asked = []
    monkeypatch.setattr(messages, "ask_add_empty", lambda *args: asked.append(args) or answer)
    answer_open_dialogs(monkeypatch, own)
    panel.make_add_menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: asked != [])
    assert sources(window) == ([str(own)] if answer else [])


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("answer", ["Add", "Do not add"])
def test_more_than_twenty_folders_are_added_only_after_a_question(
    window, panel, own, qtbot, answer
):
    (own / "a.json").unlink()
    for number in range(21):
        put(own / f"{number:02}" / "a.json", f"VK_LAYER_{number}")
    said = []

    def click() -> None:
        box = QApplication.activeModalWidget()
        if box is None:
            QTimer.singleShot(0, click)
            return
        said.append((box.text(), box.informativeText().splitlines()[-1]))
        next(one for one in box.buttons() if one.text() == answer).click()

    click()
    window.session.exchange.open_paths([str(own)])  # as dropped, named or handed over
    qtbot.waitUntil(lambda: said != [])
    assert said == [("Search 21 folders for layers?", "… and 13 more folders")]
    assert len(sources(window)) == (21 if answer == "Add" else 0)


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("looked_into", [0, 2])
def test_the_question_about_an_empty_folder_names_what_could_not_be_looked_into(
    window, looked_into
):
    said = []

    def decline():
        box = QApplication.activeModalWidget()
        said.append((box.text(), box.informativeText()))
        box.defaultButton().click()

    closed = "/sdk/closed" if looked_into else "/sdk"
    found = FoundLayerFolders(
        "/sdk", (), 0, looked_into, unreadable_folders=(UnreadableFolder(closed, "Stale handle"),)
    )
    QTimer.singleShot(0, decline)
    assert not messages.ask_add_empty(window, found)
    ((_title, text),) = said
    assert f"{closed} could not be read: Stale handle.\n" in text
    assert ("No layer manifest found in this folder or its 1 subfolder." in text) == (
        looked_into > 0
    )


def test_a_single_manifest_is_added_by_a_drop(window, panel, own, qtbot):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(own / "a.json"))])
    event = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data,
                       Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)  # fmt: skip
    panel.dropEvent(event)
    qtbot.waitUntil(lambda: panel.source_model.rowCount() == 1)
    assert sources(window) == [str(own / "a.json")]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_file_of_another_kind_is_no_place(window, panel, own, qtbot):
    note = own / "note.txt"
    note.write_text("no manifest")
    panel.dropped.emit([str(note)])
    qtbot.waitUntil(lambda: window.controllers.configurations._notes is not None)
    assert str(note) in window.controllers.configurations._notes.text.toPlainText()
    assert sources(window) == []


def test_a_place_is_turned_off_switched_and_removed(window, panel, own, qtbot):
    add(window, panel, qtbot, CollectionSource(str(own)))
    place = panel.source_model.get_value(panel.source_model.index(0))
    panel.source_used.emit(place, SourceAction.TURN_OFF)
    assert not window.session.edits.workspace.sources[0].enabled
    qtbot.waitUntil(
        lambda: [copy.state for copy in copies(panel, "VK_LAYER_own")] == [CopyState.TURNED_OFF]
    )
    panel.kind_requested.emit(place)
    assert window.session.edits.workspace.sources[0].implicit
    panel.source_view.setCurrentIndex(panel.source_model.index(0))
    panel.source_used.emit(place, SourceAction.REMOVE)
    assert sources(window) == []


def test_enter_on_the_button_of_the_menu_opens_the_menu(window, panel, own, qtbot):
    add(window, panel, qtbot, CollectionSource(str(own)))
    view = panel.source_view
    view.menu_requested.disconnect()
    places = []
    view.menu_requested.connect(lambda place, _position: places.append(place.source.path))
    view.setCurrentIndex(panel.source_model.index(0))
    row = view.visualRect(view.currentIndex())
    shown = len(view.itemDelegate().get_action_rects(row, view.currentIndex()))
    for _button in range(shown):
        qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert places == [str(own)]
    assert len(sources(window)) == 1  # nothing was done that was not seen


def test_delete_removes_a_place(window, panel, own, qtbot):
    add(window, panel, qtbot, CollectionSource(str(own)))
    panel.source_view.setFocus()
    panel.source_view.setCurrentIndex(panel.source_model.index(0))
    qtbot.keyClick(panel.source_view, Qt.Key.Key_Delete)
    assert sources(window) == []


def test_a_manifest_is_left_out_and_taken_in(window, panel, own, qtbot):
    add(window, panel, qtbot, CollectionSource(str(own)))
    qtbot.waitUntil(lambda: copies(panel, "VK_LAYER_own") != [])
    (copy,) = copies(panel, "VK_LAYER_own")
    panel.copy_used.emit(copy, CopyAction.LEAVE_OUT)
    assert window.session.edits.workspace.sources[0].without == (str(own / "a.json"),)
    qtbot.waitUntil(lambda: [copy.status for copy in copies(panel, "VK_LAYER_own")] == ["Left out"])
    panel.copy_used.emit(copies(panel, "VK_LAYER_own")[0], CopyAction.TAKE_IN)
    assert window.session.edits.workspace.sources[0].without == ()


def test_the_search_is_cleared_with_escape(window, panel, qtbot):
    everything = panel.model.rowCount()
    panel.focus_search()
    qtbot.keyClicks(panel.search, "zzz")
    assert panel.empty_page.sentence.text() == "Nothing matches “zzz”."
    assert not panel.view.isVisible()
    qtbot.keyClick(panel.search, Qt.Key.Key_Escape)
    assert panel.model.rowCount() == everything
    assert panel.view.isVisible()


def test_an_added_folder_without_layers_is_told_from_no_folder(window, panel, own, qtbot):
    panel._added_filter_button.setChecked(True)
    assert panel.empty_page.sentence.text() == "You have not added any layers."
    (own / "a.json").unlink()
    add(window, panel, qtbot, CollectionSource(str(own)))
    nothing = "No layers found in the places that you added."
    qtbot.waitUntil(lambda: panel.empty_page.sentence.text() == nothing)


def test_find_in_the_pane_goes_to_the_search_of_the_panel(window, panel):
    window.activateWindow()
    panel.view.setFocus()
    window.actions_["filter"].trigger()
    assert window.focusWidget() is panel.search


def test_a_layer_is_shown_in_the_chain(window, panel):
    (copy, *_others) = [c for c in copies(panel, VALIDATION) if c.row_key]
    panel.copy_used.emit(copy, CopyAction.SHOW)
    assert window.chain.view.current_row().name == VALIDATION


def test_another_copy_is_used_and_the_first_one_again(window, panel, qtbot):
    hidden = next(c for c in copies(panel, VALIDATION) if c.state is CopyState.HIDDEN)
    panel.copy_used.emit(hidden, CopyAction.USE)
    assert (
        window.session.edits.workspace.selected_configuration.find_entry(VALIDATION).copy
        == hidden.file
    )

    def used():
        return [c for c in copies(panel, VALIDATION) if c.state is CopyState.TAKEN]

    qtbot.waitUntil(lambda: [c.file for c in used()] == [hidden.file])
    panel.copy_used.emit(used()[0], CopyAction.USE_FIRST)
    qtbot.waitUntil(lambda: hidden.file not in [c.file for c in used() or [hidden]])


def test_a_broken_manifest_leads_to_its_problem(window, panel, qtbot):
    qtbot.waitUntil(lambda: window.session.problems.problem_list.is_known)
    broken = next(c for c in panel.collecting.collection.copies if c.row_key.startswith("file:"))
    panel.copy_used.emit(broken, CopyAction.PROBLEM)
    assert window.docks.get_current() == "problems"


def test_the_order_of_the_loader_can_be_shown(panel):
    panel.set_order(CopyOrder.PLACE)
    ranks = [panel.model.values()[row].copy.search_position
             for row in range(panel.model.rowCount())]  # fmt: skip
    assert ranks == sorted(ranks)


def test_the_order_that_is_shown_already_keeps_the_current_row(panel):
    panel.view.setCurrentIndex(panel.model.index(3))
    panel.set_order(CopyOrder.NAME)
    assert panel.view.currentIndex().row() == 3


def test_name_and_path_can_be_copied(window, panel):
    copy = panel.model.values()[0].copy
    for action, text in (("Copy name", copy.name), ("Copy path", copy.file)):
        menu = panel.make_copy_menu(copy)
        next(one for one in menu.actions() if one.text() == action).trigger()
        assert QGuiApplication.clipboard().text() == text


def test_where_there_is_no_room_the_places_stand_in_the_menu(open_window, qtbot):
    window = open_window(860, 600)
    panel = window.docks.open("collection")
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0)
    add(window, panel, qtbot, CollectionSource("/nowhere/layers"))
    assert not panel._source_side.isVisible()
    assert "layers" in [action.text() for action in panel.make_add_menu().actions()]


def test_the_panel_opens_by_its_key(window, qtbot):
    assert window.actions_["panel_collection"].shortcut().toString() == "Ctrl+5"
    window.actions_["panel_collection"].trigger()
    assert window.docks.get_current() == "collection"
    assert window.status_bar.buttons["collection"].isChecked()


def test_links_of_rows_open_folders(window, panel, own, qtbot, monkeypatch):
    add(window, panel, qtbot, CollectionSource(str(own)))
    opened = []
    monkeypatch.setattr(window.controllers.commands, "open_folder", opened.append)
    panel.folder_requested.connect(opened.append)
    view, index = panel.source_view, panel.source_model.index(0)
    rect = view._delegate.get_link_rect(view.visualRect(index), index).center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect))
    assert opened[-1] == f"{own}/."


def test_a_layer_of_an_added_folder_is_selected_and_can_be_turned_on(
    window, panel, own, qtbot, monkeypatch
):
    inventory = window.session.snapshots.current.inventory
    library = next(
        layer.manifest.library
        for layer in inventory.found_layers
        if layer.manifest and layer.manifest.name == VALIDATION
    )
    document = layer_document(explicit_layer("VK_LAYER_own", library))
    (own / "a.json").write_text(json.dumps(document))
    answer_open_dialogs(monkeypatch, own)
    panel.add_requested.emit(True, False)
    view, toast = window.chain.view, window.status_bar.toast
    qtbot.waitUntil(lambda: view.current_row().name == "VK_LAYER_own")
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))
    assert toast.command_button.text() == "Turn on own"
    toast.command_button.click()
    entry = window.session.edits.workspace.selected_configuration.find_entry("VK_LAYER_own")
    assert entry.control is LayerControl.ON


def test_all_layers_of_an_added_folder_can_be_turned_on_in_one_step(
    window, panel, own, qtbot, monkeypatch
):
    inventory = window.session.snapshots.current.inventory
    library = next(
        layer.manifest.library
        for layer in inventory.found_layers
        if layer.manifest and layer.manifest.name == VALIDATION
    )
    names = ("VK_LAYER_own", "VK_LAYER_other")
    for file, name in zip(("a.json", "b.json"), names, strict=True):
        document = layer_document(explicit_layer(name, library))
        (own / file).write_text(json.dumps(document))
    answer_open_dialogs(monkeypatch, own)
    panel.add_requested.emit(True, False)
    edits, button = window.session.edits, window.status_bar.toast.command_button
    qtbot.waitUntil(lambda: button.text() == "Turn on all")
    before = edits.workspace
    button.click()
    assert edits.are_on(names)
    edits.undo()
    assert edits.workspace == before


def test_a_manifest_is_registered_and_unregistered_as_steps_of_undo(
    window, panel, own, qtbot, monkeypatch
):
    usable = (CopyState.TAKEN, CopyState.HIDDEN)
    known = [c for c in panel.collecting.collection.copies if c.state in usable and not c.health]
    installed = next(c for c in known if not c.is_implicit and c.name != VALIDATION)
    root = window.session.machine.host.root
    content = Path(root + installed.file).read_text()
    (own / "a.json").write_text(content.replace(installed.name, "VK_LAYER_own"))
    path = str(own / "a.json").removeprefix(root)
    answer_open_dialogs(monkeypatch, path)
    action = next(a for a in panel.make_add_menu().actions() if "explicit manifest" in a.text())
    action.trigger()
    qtbot.waitUntil(lambda: [c.is_registered for c in copies(panel, "VK_LAYER_own")] == [True])
    (registered,) = copies(panel, "VK_LAYER_own")
    assert Path(root + registered.file).readlink() == Path(path)
    told_text = panel._nothing_label.text().replace("\u200b", "")
    assert told_text.startswith("Registered for all programs: ")
    assert Path(registered.file).name in told_text
    assert panel.view.get_current_value().copy == registered
    assert panel._nothing_label.isVisibleTo(panel)
    panel.copy_used.emit(registered, CopyAction.UNREGISTER)
    qtbot.waitUntil(lambda: copies(panel, "VK_LAYER_own") == [])
    assert not Path(root + registered.file).is_symlink()
    qtbot.waitUntil(lambda: "Registered for" not in panel._nothing_label.text())
    window.session.edits.undo()
    qtbot.waitUntil(lambda: [c.is_registered for c in copies(panel, "VK_LAYER_own")] == [True])


def test_a_manifest_that_is_dropped_is_opened_once_and_can_be_registered(window, panel, own, qtbot):
    usable = (CopyState.TAKEN, CopyState.HIDDEN)
    known = [c for c in panel.collecting.collection.copies if c.state in usable and not c.health]
    installed = next(c for c in known if not c.is_implicit and c.name != VALIDATION)
    root = window.session.machine.host.root
    content = Path(root + installed.file).read_text()
    (own / "a.json").write_text(content.replace(installed.name, "VK_LAYER_own"))
    told = []
    window.session.exchange.message.connect(lambda text, tone: told.append(text))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(own / "a.json"))])
    event = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data,
                       Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)  # fmt: skip
    panel.dropEvent(event)
    button = window.status_bar.toast.command_button
    qtbot.waitUntil(lambda: button.isVisible() and button.text() == "Register for all programs")
    assert len(told) == 1
    qtbot.waitUntil(lambda: copies(panel, "VK_LAYER_own") != [])
    button.click()
    qtbot.waitUntil(lambda: any(c.is_registered for c in copies(panel, "VK_LAYER_own")))
    registered, added = sorted(copies(panel, "VK_LAYER_own"), key=lambda c: bool(c.added_source))
    assert CopyAction.UNREGISTER in list_actions(registered)
    assert CopyAction.REGISTER not in list_actions(added)  # it is, by a link
    assert "Registered: ~/" in window.status_bar.messages.entries[-1].text
    window.session.edits.undo()
    qtbot.waitUntil(lambda: not any(c.is_registered for c in copies(panel, "VK_LAYER_own")))
    assert sources(window) == [str(own / "a.json")]


def test_what_the_loader_would_refuse_is_not_registered(window, panel, own, qtbot):
    told = []
    window.session.fixes.message.connect(lambda text, tone: told.append(text))
    root = window.session.machine.host.root
    request = window.session.snapshots.current.request
    path = str(own / "a.json").removeprefix(root)
    window.session.fixes.register(path, request, is_implicit=True)
    qtbot.waitUntil(lambda: told != [])
    assert "would not load" in told[0]


def test_an_installed_manifest_can_be_moved_aside_from_its_menu(window, panel, qtbot):
    (installed, *_others) = [c for c in copies(panel, VALIDATION) if c.row_key]
    menu = panel.make_copy_menu(installed)
    file = Path(window.session.machine.host.root + installed.file)
    with qtbot.waitSignal(window.session.fixes.fix_applied):
        next(one for one in menu.actions() if one.text() == "Move file aside").trigger()
    assert not file.exists()
    window.session.edits.undo()
    qtbot.waitUntil(file.exists)
