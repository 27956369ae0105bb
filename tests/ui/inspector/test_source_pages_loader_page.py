"""The loader row's "Options", on the sample machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.ui.saving import answer_open_dialogs
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import AddedDriver
from vkconfig_py.ui.inspector.head import InspectorPage


@pytest.fixture
def page(window):
    """Return the page, turned to by its command."""
    window.actions_["loader_options"].trigger()
    assert window.inspector.tabs.current_page() is InspectorPage.LOADER
    return window.inspector.loader


@pytest.fixture
def folder(window, tmp_path):
    """A folder on the machine with a driver, and a file that is none."""
    home = Path(window.session.machine.home) / "build"
    home.mkdir()
    icd = {"library_path": "libvulkan_mine.so", "api_version": "1.3.0"}
    document = {"file_format_version": "1.0.0", "ICD": icd}
    (home / "mine_icd.json").write_text(json.dumps(document))
    (home / "other.json").write_text("{}")
    return home


def current(window):
    return window.session.edits.workspace.selected_configuration


def test_what_is_checked_is_printed_and_one_step_takes_it_back(window, page):
    page.boxes["layer"].click()
    page.boxes["error"].click()
    assert current(window).loader_log == ("error", "layer")
    window.session.edits.undo()
    assert current(window).loader_log == ("layer",)
    assert [word for word, box in page.boxes.items() if box.isChecked()] == ["layer"]


def test_words_without_a_box_are_shown_and_kept(window, page):
    session = window.session
    log = ("validation", "all")
    session.edits.do(workspace_edits.make_change, current(window)._replace(loader_log=log), "Log")
    assert page.other_words_note.text() == "Also: validation, all"
    page.boxes["warn"].click()
    assert current(window).loader_log == ("warn", "validation", "all")


def test_a_folder_of_drivers_is_added_and_one_is_turned_off_and_removed(
    window, page, folder, qtbot, monkeypatch
):
    answer_open_dialogs(monkeypatch, folder)
    page.choose_folder()
    mine = str(folder / "mine_icd.json")
    qtbot.waitUntil(lambda: current(window).added_drivers == (AddedDriver(mine),))
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    qtbot.waitUntil(
        lambda: f"driver:{mine}" in {row.key for row in window.session.snapshots.shown.rows}
    )
    page.view.setCurrentIndex(page.model.index(0))
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert current(window).added_drivers == (AddedDriver(mine, enabled=False),)
    qtbot.keyClick(page.view, Qt.Key.Key_Right)
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert current(window).added_drivers == ()
    window.session.edits.undo()
    assert current(window).added_drivers == (AddedDriver(mine, enabled=False),)


def test_a_file_that_is_no_driver_is_refused_with_a_sentence(
    window, page, folder, qtbot, monkeypatch
):
    other = str(folder / "other.json")
    answer_open_dialogs(monkeypatch, other)
    page.choose_file()
    qtbot.waitUntil(page.refused_note.isVisible)
    assert page.refused_note.text() == f"{other} is not a driver manifest: “ICD” is missing."
    assert current(window).added_drivers == ()
