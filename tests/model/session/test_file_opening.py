"""The half of the Session that opens files of other programs."""

import json
from threading import Event

import pytest

from tests.framework.patience import PATIENCE
from tests.framework.stand_ins import replace
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.exchange.open_file import DroppedPaths
from vkconfig_py.model.formats.foreign_files import ForeignKind, ImportNote, OpenedFile
from vkconfig_py.model.session import background

FOUND = Configuration("x", "Found", (LayerEntry("VK_LAYER_c", LayerControl.ON),))


def test_an_opened_file_is_one_step_of_undo(session, fake, qtbot):
    before = session.edits.workspace
    fake.opened = OpenedFile(ForeignKind.OVERRIDE, (FOUND, FOUND), (CollectionSource("/layers"),))
    said = []
    session.message.connect(lambda *args: said.append(args))
    with qtbot.waitSignal(session.exchange.file_opened) as told:
        session.exchange.open_paths(["/a/override.json"])
    sentence = (
        "Added 2 configurations from override.json. Added “layers” to the layer search paths."
    )
    assert said == [(sentence, "neutral")]
    assert told.args == ["/a/override.json", fake.opened, True]
    names = [one.name for one in session.edits.workspace.configurations]
    assert names == ["One", "Two", "Found", "Found 2"]
    assert session.edits.workspace.selected_configuration.name == "Found"
    assert session.edits.workspace.sources == (CollectionSource("/layers"),)
    assert session.edits.undo_label() == "Open “override.json”"
    session.edits.undo()
    assert session.edits.workspace == before
    session.edits.redo()
    assert session.edits.workspace.selected_configuration.name == "Found"


def test_what_was_not_carried_over_is_said(session, fake, qtbot):
    fake.opened = OpenedFile(
        ForeignKind.OVERRIDE, (FOUND,), notes=(ImportNote("A folder is left out.", 4),)
    )
    with qtbot.waitSignal(session.message) as said:
        session.exchange.open_paths(["/a/override.json"])
    sentence = "Some content was changed or omitted during import. Line 4: A folder is left out."
    assert said.args == [f"Added “Found” from override.json. {sentence}", "warn"]


def test_layers_that_are_not_installed_are_named(session, fake, qtbot):
    fake.opened = OpenedFile(
        ForeignKind.VKCONFIG, (FOUND,), missing_layers=("VK_LAYER_c", "VK_LAYER_x_y")
    )
    with (
        qtbot.waitSignal(session.message) as said,
        qtbot.waitSignal(session.exchange.layers_missing) as missing,
    ):
        session.exchange.open_paths(["/a/f.json"])
    assert said.args == ["Added “Found” from f.json. Not installed: c and x_y.", "warn"]
    assert missing.args == [("VK_LAYER_c", "VK_LAYER_x_y")]


def test_several_files_are_one_step_of_undo_and_one_message(session, fake, qtbot):
    made = {
        "/a/1": OpenedFile(ForeignKind.OVERRIDE, (FOUND,)),
        "/a/2": OpenedFile(ForeignKind.UNKNOWN, refusal="/a/2: it is empty."),
        "/a/3": OpenedFile(ForeignKind.VKCONFIG, (FOUND, FOUND), (CollectionSource("/l"),)),
    }
    replace(open_foreign=lambda path, host, inventory: made[path])
    before = session.edits.workspace
    said, told = [], []
    session.message.connect(lambda *args: said.append(args))
    session.exchange.file_opened.connect(lambda *args: told.append(args))
    session.exchange.open_paths(list(made))
    qtbot.waitUntil(lambda: len(told) == 3)
    assert told == [(path, opened, True) for path, opened in made.items()]
    assert said == [
        (
            "Added 3 configurations from 2 files. Added “l” to the layer search paths. 1 "
            "file was not opened.",
            "warn",
        )
    ]
    assert session.edits.undo_label() == "Open 2 files"
    session.edits.undo()
    assert session.edits.workspace == before
    assert not session.edits.can_undo()


def test_a_refused_file_changes_nothing(session, fake, qtbot):
    before = session.edits.workspace
    fake.opened = OpenedFile(ForeignKind.UNKNOWN, refusal="/a/x: it is empty.")
    with qtbot.waitSignal(session.message) as said:
        session.exchange.open_paths(["/a/x"])
    assert said.args == ["x was not opened. /a/x: it is empty.", "warn"]
    assert session.edits.workspace is before
    assert not session.edits.can_undo()


def test_a_file_that_adds_nothing_says_so_and_is_no_step_of_undo(session, fake, qtbot):
    fake.opened = OpenedFile(
        ForeignKind.LAYER_MANIFEST, sources=(CollectionSource("/a/layer.json"),)
    )
    with qtbot.waitSignal(session.exchange.file_opened):
        session.exchange.open_paths(["/a/layer.json"])
    before = session.edits.workspace
    said = []
    session.message.connect(lambda *args: said.append(args))
    with qtbot.waitSignal(session.exchange.file_opened) as told:
        session.exchange.open_paths(["/a/layer.json"])
    assert told.args[2] is False
    assert said == [
        ("Nothing was added: everything in layer.json already exists.", "neutral"),
    ]
    assert session.edits.workspace == before


def test_a_file_for_vkconfig_is_made_off_the_gui_thread(session, qtbot):
    made = []
    session.exchange.export_to_vkconfig("1", made.append)
    session.exchange.export_to_vkconfig("gone", made.append)
    qtbot.waitUntil(lambda: bool(made))
    assert json.loads(made[0].content)["configuration"]["name"] == "One"
    assert len(made) == 1


@pytest.fixture
def dead(session, fake, monkeypatch):
    """Let /dead be a folder that does not answer; return what makes it answer."""
    answers, waited_for = Event(), []
    fake.opened = OpenedFile(ForeignKind.OVERRIDE, (FOUND,))

    def look(paths):
        if paths == ("/dead",) and not answers.wait(PATIENCE):
            waited_for.append(paths)
        return DroppedPaths(tuple(paths))

    replace(sort_dropped_paths=look)
    monkeypatch.setattr(background, "SLOW_MS", 10)
    monkeypatch.setattr(background, "ABANDON_SECONDS", 0.01)
    yield answers
    answers.set()
    assert waited_for == []


def test_a_folder_that_does_not_answer_holds_up_nothing_and_is_told(session, dead, qtbot):
    with qtbot.waitSignal(session.message) as said:
        session.exchange.open_paths(["/dead"])
    assert said.args == [
        (
            "Reading /dead is taking longer than expected. The file will be opened as soon as "
            "it has been read."
        ),
        "neutral",
    ]
    with qtbot.waitSignal(session.exchange.file_opened) as told:
        session.exchange.open_paths(["/a/override.json"])
    assert told.args[0] == "/a/override.json"
    told = []
    session.explanations.compute_explanation("layer:VK_LAYER_a", told.append)
    qtbot.waitUntil(lambda: told != [])
    dead.set()
    with qtbot.waitSignal(session.exchange.file_opened) as late:
        pass
    assert late.args[0] == "/dead"


def test_the_end_does_not_wait_for_a_folder_that_does_not_answer(session, dead, qtbot):
    told = []
    session.exchange.file_opened.connect(told.append)
    session.exchange.open_paths(["/dead"])
    session.close()
    dead.set()
    qtbot.wait(50)
    assert told == []


def test_several_files_that_do_not_answer_are_told_together(session, dead, qtbot):
    replace(
        sort_dropped_paths=lambda paths: dead.wait(PATIENCE) and DroppedPaths(),
    )
    with qtbot.waitSignal(session.message) as said:
        session.exchange.open_paths(["/a", "/b", "/c"])
    assert said.args[0] == (
        "Reading /a and 2 other files is taking longer than expected. They will be opened "
        "as soon as they have been read."
    )


def test_folders_are_told_beside_the_files_that_are_opened(session, fake, qtbot):
    fake.opened = OpenedFile(ForeignKind.OVERRIDE, (FOUND,))
    arrived = DroppedPaths(("/a/override.json",), ("/layers", "/more"))
    replace(sort_dropped_paths=lambda paths: arrived)
    told = []
    session.exchange.folders_arrived.connect(told.append)
    session.exchange.file_opened.connect(lambda path, *rest: told.append(path))
    session.exchange.open_paths(["/layers", "/a/override.json", "/more"])
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told == [["/layers", "/more"], "/a/override.json"]


def test_a_report_is_shown_and_added_to_nothing(session, fake, qtbot):
    fake.opened = OpenedFile(ForeignKind.REPORT)
    before = session.edits.workspace
    with qtbot.waitSignal(session.exchange.report_arrived) as told:
        session.exchange.open_paths(["/a/report.json"])
    assert told.args == ["/a/report.json"]
    assert session.edits.workspace == before
