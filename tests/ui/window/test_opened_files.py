"""Files of other programs in the window: opened with one step of undo, their notes at hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from tests.framework.manifests import explicit_layer, layer_document
from tests.model.formats.samples import FOLDER, sample
from tests.ui.saving import answer_save_dialogs
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.formats.foreign_files import ForeignKind, ImportNote, OpenedFile
from vkconfig_py.ui.widgets.messages import OpenedNotes

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

OVERRIDE, SETTINGS = FOLDER / "VkLayer_override.json", FOLDER / "vk_loader_settings.json"


def test_an_override_becomes_a_configuration_with_a_way_back(window, qtbot):
    before = window.session.edits.workspace
    window.session.exchange.open_paths([str(OVERRIDE)])
    qtbot.waitUntil(
        lambda: window.session.edits.workspace.selected_configuration.name.startswith(
            "Override for"
        )
    )
    assert (
        "from VkLayer_override.json. Added 2 layer search paths" in window.status_bar.toast.text()
    )
    assert not window.status_bar.toast.undo_button.isHidden()
    window.session.edits.undo()
    assert window.session.edits.workspace == before


def test_files_that_are_dropped_together_are_taken_back_together(window, qtbot, tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"{")
    before = window.session.edits.workspace
    window.session.exchange.open_paths([str(OVERRIDE), str(SETTINGS), str(broken)])
    qtbot.waitUntil(lambda: "1 file was not opened." in window.status_bar.toast.text())
    assert len(window.session.edits.workspace.configurations) > len(before.configurations) + 1
    window.status_bar.toast.undo_button.click()
    assert window.session.edits.workspace == before


def test_what_was_not_carried_over_is_listed_until_it_is_closed(window, qtbot, tmp_path):
    commands = window.controllers.configurations
    odd = tmp_path / "vk_loader_settings.json"
    odd.write_text('{"settings": {"stderr_log": ["error", "loud"]}}')
    window.session.exchange.open_paths([str(OVERRIDE), str(odd)])
    qtbot.waitUntil(lambda: commands._notes is not None)
    notes = commands._notes
    qtbot.waitUntil(lambda: notes.text.toPlainText().count("\n") == 1)
    lines = notes.text.toPlainText().splitlines()
    assert lines[0].startswith(
        f"{OVERRIDE}:9: The override replaces the folders for explicit layers"
    )
    assert lines[1].startswith(f"{odd}:1: “loud” is not a loader log level")
    notes.copy_button.click()
    assert QApplication.clipboard().text().splitlines() == lines
    notes.close_button.click()
    assert notes.isHidden()
    assert notes.text.toPlainText() == ""


def test_what_was_told_first_is_read_first_and_one_note_is_one_line(qtbot, context):
    notes = OpenedNotes(context)
    qtbot.addWidget(notes)
    told = tuple(ImportNote(f"Layer {number}\nis odd.", number) for number in range(1, 200))
    notes.add_notes("/a/x.json", OpenedFile(ForeignKind.OVERRIDE, notes=told))
    assert len(notes.text.toPlainText().splitlines()) == len(told)
    assert notes.text.verticalScrollBar().value() == 0
    assert notes.text.verticalScrollBar().maximum() > 0


@pytest.mark.parametrize("part", ["chain", "header", "status_bar"])
def test_files_can_be_dropped_anywhere_on_the_window(window, qtbot, part):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(OVERRIDE))])
    place = {"chain": window.chain.view.viewport()}.get(part) or getattr(window, part)
    rest = (QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier)  # fmt: skip
    entering = QDragEnterEvent(*rest)
    QApplication.sendEvent(place, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), *rest[1:]))
    qtbot.waitUntil(
        lambda: window.session.edits.workspace.selected_configuration.name.startswith(
            "Override for"
        )
    )


def test_the_folder_of_vkconfig_is_no_folder_of_layers(window, qtbot, tmp_path):
    (tmp_path / "configurations").mkdir()
    (tmp_path / "vkconfig.json").write_bytes(sample("vkconfig.json"))
    content = sample("vkconfig_configuration.json")
    (tmp_path / "configurations" / "a.json").write_bytes(content)
    window.session.exchange.open_paths([str(tmp_path)])
    qtbot.waitUntil(
        lambda: window.session.edits.workspace.selected_configuration.name == "Frame analysis"
    )


def test_a_file_without_notes_shows_no_list(window, qtbot):
    window.session.exchange.open_paths([str(FOLDER / "vkconfig_configuration.json")])
    qtbot.waitUntil(
        lambda: window.session.edits.workspace.selected_configuration.name == "Frame analysis"
    )
    assert window.controllers.configurations._notes is None


def test_a_configuration_is_exported_for_vkconfig(window, qtbot, tmp_path, monkeypatch):
    commands = window.controllers.configurations
    window.session.exchange.open_paths([str(FOLDER / "vkconfig_configuration.json")])
    qtbot.waitUntil(
        lambda: window.session.edits.workspace.selected_configuration.name == "Frame analysis"
    )
    path = tmp_path / "out.json"
    answer = (str(path), "VkConfig configuration (*.json)")
    answer_save_dialogs(monkeypatch, *answer)
    commands.export(window.session.edits.workspace.selected_configuration.key)
    qtbot.waitUntil(lambda: "Exported “Frame analysis” to" in window.status_bar.toast.text())
    expected = json.loads(sample("vkconfig_configuration.json"))
    assert json.loads(Path(path).read_bytes()) == expected


def test_a_configuration_is_exported_with_its_layers_and_comes_back(
    window, qtbot, tmp_path, monkeypatch
):
    session = window.session
    build = tmp_path / "build"
    build.mkdir()
    (build / "lib.so").write_bytes(b"library")
    document = layer_document(explicit_layer("VK_LAYER_own", "./lib.so"))
    (build / "own.json").write_text(json.dumps(document))
    session.exchange.open_paths([str(build / "own.json")])
    key = session.edits.workspace.selected_configuration.key
    session.edits.do(workspace_edits.set_control, "VK_LAYER_own", LayerControl.ON)
    qtbot.waitUntil(lambda: session.exchange.list_added_layers(key) != ())
    archive = tmp_path / "mine.vkconfig-py.zip"
    answer_save_dialogs(monkeypatch, tmp_path / "mine.json")
    window.actions_["configuration_export"].trigger()
    toast = window.status_bar.toast
    told = "Not included: own, which is in a folder that you added."
    qtbot.waitUntil(lambda: told in toast.text())
    answer_save_dialogs(monkeypatch, archive)
    assert toast.command_button.text() == "Export with layers…"
    toast.command_button.click()
    qtbot.waitUntil(archive.is_file)
    session.edits.undo()
    session.edits.undo()
    assert session.edits.workspace.sources == ()
    session.exchange.open_paths([str(archive)])
    qtbot.waitUntil(lambda: session.edits.workspace.sources != ())
    assert "It brought own: programs load it once" in toast.text()
    (source,) = session.edits.workspace.sources
    assert Path(source.path, "lib.so").read_bytes() == b"library"
    assert Path(source.path).is_relative_to(session.machine.paths.configurations.parent)
    current = session.edits.workspace.selected_configuration
    assert current.get_control("VK_LAYER_own") is LayerControl.ON
    manifest, view = f"{source.path}/own.json", window.chain.view
    qtbot.waitUntil(lambda: (row := view.current_row()) and row.manifest == manifest)


def test_a_manifest_that_is_there_already_leaves_the_step_before_alone(window, qtbot, tmp_path):
    file = tmp_path / "layer.json"
    file.write_text(json.dumps(layer_document(explicit_layer("VK_LAYER_a", "./lib.so"))))
    window.session.exchange.open_paths([str(file)])
    qtbot.waitUntil(lambda: window.session.edits.workspace.sources != ())
    assert not window.status_bar.toast.undo_button.isHidden()
    window.session.exchange.open_paths([str(file)])
    qtbot.waitUntil(lambda: "Nothing was added" in window.status_bar.toast.text())
    assert window.status_bar.toast.undo_button.isHidden()


@pytest.mark.parametrize(
    ("layer", "offered"),
    [("VK_LAYER_own", "Add layer folder…"), ("VK_LAYER_LUNARG_api_dump", "Get it from LunarG")],
)
def test_a_layer_that_an_opened_file_misses_has_a_next_step(window, layer, offered):
    window.status_bar.show_toast("Not installed.", tone="warn")
    window.session.exchange.layers_missing.emit((layer,))
    assert window.status_bar.toast.command_button.text() == offered
