"""The half of the Store that opens files of other programs."""

import json
from threading import Event

import pytest

from tests.framework.patience import PATIENCE
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.configuration.workspace import Source
from vkconfig_py.model.exchange.open_file import DroppedPaths
from vkconfig_py.model.formats.foreign_files import ForeignKind, Note, Opened
from vkconfig_py.model.session import background

FOUND = Configuration("x", "Found", (LayerEntry("VK_LAYER_c", LayerControl.ON),))


def test_an_opened_file_is_one_step_of_undo(store, fake, qtbot):
    before = store.workspace
    fake.opened = Opened(ForeignKind.OVERRIDE, (FOUND, FOUND), (Source("/layers"),))
    said = []
    store.message.connect(lambda *args: said.append(args))
    with qtbot.waitSignal(store.file_opened) as told:
        store.open_paths(["/a/override.json"])
    sentence = (
        "2 configurations were added from override.json. Added “layers” to the search for layers."
    )
    assert said == [(sentence, "neutral")]
    assert told.args == ["/a/override.json", fake.opened, True]
    names = [one.name for one in store.workspace.configurations]
    assert names == ["One", "Two", "Found", "Found 2"]
    assert store.workspace.current.name == "Found"
    assert store.workspace.collection == (Source("/layers"),)
    assert store.undo_label() == "Open “override.json”"
    store.undo()
    assert store.workspace == before
    store.redo()
    assert store.workspace.current.name == "Found"


def test_what_was_not_carried_over_is_said(store, fake, qtbot):
    fake.opened = Opened(ForeignKind.OVERRIDE, (FOUND,), notes=(Note("A folder is left out.", 4),))
    with qtbot.waitSignal(store.message) as said:
        store.open_paths(["/a/override.json"])
    sentence = "Not everything was imported as it was: A folder is left out (line 4)."
    assert said.args == [f"“Found” was added from override.json. {sentence}", "warn"]


def test_several_files_are_one_step_of_undo_and_one_message(store, fake, qtbot):
    made = {
        "/a/1": Opened(ForeignKind.OVERRIDE, (FOUND,)),
        "/a/2": Opened(ForeignKind.UNKNOWN, refused="/a/2: it is empty."),
        "/a/3": Opened(ForeignKind.VKCONFIG, (FOUND, FOUND), (Source("/l"),)),
    }
    store.doors = store.doors._replace(open_foreign=lambda path, host, inventory: made[path])
    before = store.workspace
    said, told = [], []
    store.message.connect(lambda *args: said.append(args))
    store.file_opened.connect(lambda *args: told.append(args))
    store.open_paths(list(made))
    qtbot.waitUntil(lambda: len(told) == 3)
    assert told == [(path, opened, True) for path, opened in made.items()]
    assert said == [
        (
            "3 configurations were added from 2 files. Added “l” to the search for layers. "
            "1 file was not opened.",
            "warn",
        )
    ]
    assert store.undo_label() == "Open 2 files"
    store.undo()
    assert store.workspace == before
    assert not store.can_undo()


def test_a_refused_file_changes_nothing(store, fake, qtbot):
    before = store.workspace
    fake.opened = Opened(ForeignKind.UNKNOWN, refused="/a/x: it is empty.")
    with qtbot.waitSignal(store.message) as said:
        store.open_paths(["/a/x"])
    assert said.args == ["x was not opened. /a/x: it is empty.", "warn"]
    assert store.workspace is before
    assert not store.can_undo()


def test_a_file_that_adds_nothing_says_so_and_is_no_step_of_undo(store, fake, qtbot):
    fake.opened = Opened(ForeignKind.LAYER_MANIFEST, sources=(Source("/a/layer.json"),))
    with qtbot.waitSignal(store.file_opened):
        store.open_paths(["/a/layer.json"])
    before = store.workspace
    said = []
    store.message.connect(lambda *args: said.append(args))
    with qtbot.waitSignal(store.file_opened) as told:
        store.open_paths(["/a/layer.json"])
    assert told.args[2] is False
    assert said == [
        ("Nothing was added: everything in layer.json is here already.", "neutral"),
    ]
    assert store.workspace == before


def test_a_file_for_vkconfig_is_made_off_the_gui_thread(store, qtbot):
    made = []
    store.export_to_vkconfig("1", made.append)
    store.export_to_vkconfig("gone", made.append)
    qtbot.waitUntil(lambda: bool(made))
    assert json.loads(made[0].content)["configuration"]["name"] == "One"
    assert len(made) == 1


@pytest.fixture
def dead(store, fake, monkeypatch):
    """Let /dead be a folder that does not answer; return what makes it answer."""
    answers, waited_for = Event(), []
    fake.opened = Opened(ForeignKind.OVERRIDE, (FOUND,))

    def look(paths):
        if paths == ("/dead",) and not answers.wait(PATIENCE):
            waited_for.append(paths)
        return DroppedPaths(tuple(paths))

    store.doors = store.doors._replace(sort_arrivals=look)
    monkeypatch.setattr(background, "SLOW_MS", 10)
    monkeypatch.setattr(background, "LEAVE_AFTER", 0.01)
    yield answers
    answers.set()
    assert waited_for == []


def test_a_folder_that_does_not_answer_holds_up_nothing_and_is_told(store, dead, qtbot):
    with qtbot.waitSignal(store.message) as said:
        store.open_paths(["/dead"])
    assert said.args == ["/dead does not answer yet. It is opened when it does.", "neutral"]
    with qtbot.waitSignal(store.file_opened) as told:
        store.open_paths(["/a/override.json"])
    assert told.args[0] == "/a/override.json"
    told = []
    store.story("layer:VK_LAYER_a", told.append)
    qtbot.waitUntil(lambda: told != [])
    dead.set()
    with qtbot.waitSignal(store.file_opened) as late:
        pass
    assert late.args[0] == "/dead"


def test_the_end_does_not_wait_for_a_folder_that_does_not_answer(store, dead, qtbot):
    told = []
    store.file_opened.connect(told.append)
    store.open_paths(["/dead"])
    store.close()
    dead.set()
    qtbot.wait(50)
    assert told == []


def test_several_files_that_do_not_answer_are_told_together(store, dead, qtbot):
    store.doors = store.doors._replace(
        sort_arrivals=lambda paths: dead.wait(PATIENCE) and DroppedPaths()
    )
    with qtbot.waitSignal(store.message) as said:
        store.open_paths(["/a", "/b", "/c"])
    assert said.args[0] == "/a and 2 others do not answer yet. They are opened when they do."


def test_folders_are_told_beside_the_files_that_are_opened(store, fake, qtbot):
    fake.opened = Opened(ForeignKind.OVERRIDE, (FOUND,))
    arrived = DroppedPaths(("/a/override.json",), ("/layers", "/more"))
    store.doors = store.doors._replace(sort_arrivals=lambda paths: arrived)
    told = []
    store.folders_arrived.connect(told.append)
    store.file_opened.connect(lambda path, *rest: told.append(path))
    store.open_paths(["/layers", "/a/override.json", "/more"])
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told == [["/layers", "/more"], "/a/override.json"]
