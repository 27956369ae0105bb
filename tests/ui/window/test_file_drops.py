"""Files dragged over the window: what each part says, takes and shows afterwards."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from tests.framework.manifests import explicit_layer, layer_document
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.ui.widgets.desktop import MOVE_ONLY_REFUSED, NOT_LOCAL, DropHint

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LAYER = "VK_LAYER_dropped_one"
COPY, MOVE, LINK = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction, Qt.DropAction.LinkAction
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
VALIDATION = "VK_LAYER_KHRONOS_validation"


@pytest.fixture
def manifest(tmp_path):
    file = tmp_path / "layer.json"
    file.write_text(json.dumps(layer_document(explicit_layer(LAYER, "./lib.so"))))
    return file


@pytest.fixture
def settings_file(tmp_path):
    file = tmp_path / "vk_layer_settings.txt"
    file.write_text("khronos_validation.thread_safety = true\n")
    return file


def urls(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def middle(window, part):
    return part.mapTo(window, part.rect().center())


def drag(window, part, data, actions=COPY | MOVE):
    """Drag over a part; return the last event and what is said."""
    at = middle(window, part)
    entering = QDragEnterEvent(at, actions, data, LEFT, NONE)
    QApplication.sendEvent(window, entering)
    assert entering.isAccepted()
    event = QDragMoveEvent(at, actions, data, LEFT, NONE)
    window.dragMoveEvent(event)
    return event


def hint(window):
    (found,) = window.findChildren(DropHint)
    return found.card.place_label.text(), found.card.effect_label.text()


def drop(window, part, data, actions=COPY | MOVE):
    event = QDropEvent(QPointF(middle(window, part)), actions, data, LEFT, NONE)
    event.setDropAction(MOVE)
    window.dropEvent(event)
    return event


def name_of(window):
    return window.session.edits.workspace.selected_configuration.name


@pytest.mark.parametrize(
    ("part", "where", "what"),
    [
        ("chain", "Add to “{}”", "Adds the layer dropped_one and turns it on"),
        ("inspector", "Add to “{}”", "Adds the layer dropped_one and turns it on"),
        (
            "configurations",
            "Layers for all configurations",
            "Adds the layer dropped_one without turning it on",
        ),
    ],
)
def test_each_part_says_what_a_manifest_becomes_there(window, qtbot, manifest, part, where, what):
    event = drag(window, getattr(window, part), urls(manifest))
    assert event.dropAction() == COPY
    qtbot.waitUntil(lambda: hint(window) == (where.format(name_of(window)), what))
    window.dragLeaveEvent(QDragLeaveEvent())
    assert not window.findChild(DropHint).isVisible()


def test_several_files_are_counted_and_what_is_refused_is_named(window, qtbot, manifest, tmp_path):
    paths = []
    for name in ("One", "Two"):
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps({"name": name, "layers": []}))
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    drag(window, window.configurations, urls(*paths, broken))
    qtbot.waitUntil(
        lambda: hint(window)[1].startswith("Adds 2 configurations\nOne file cannot be opened. ")
    )
    assert hint(window)[0] == "Your configurations"


def test_a_manifest_dropped_on_the_chain_is_on_and_selected(window, qtbot, manifest):
    drag(window, window.chain, urls(manifest))
    event = drop(window, window.chain, urls(manifest))
    assert event.dropAction() == COPY
    edits = window.session.edits
    qtbot.waitUntil(
        lambda: edits.workspace.selected_configuration.get_control(LAYER) is LayerControl.ON
    )
    qtbot.waitUntil(lambda: window.chain.view.current_row().name == LAYER)
    toast = window.status_bar.toast.text()
    assert f"Added the layer dropped_one to “{name_of(window)}” and turned it on." in toast
    assert window.status_bar.toast.undo_button.isVisible()
    window.status_bar.toast.undo_button.click()
    assert edits.workspace.selected_configuration.find_entry(LAYER) is None
    assert edits.workspace.sources == ()


def test_settings_of_a_layer_that_is_off_say_so_with_turn_on(window, qtbot, settings_file):
    edits = window.session.edits
    edits.do(workspace_edits.add_configuration, "Bare")
    qtbot.waitUntil(lambda: not window.session.snapshots.is_busy)
    drag(window, window.inspector, urls(settings_file))
    qtbot.waitUntil(lambda: hint(window)[1] == "Imports 1 setting for validation")
    drop(window, window.inspector, urls(settings_file))
    qtbot.waitUntil(
        lambda: edits.workspace.selected_configuration.find_entry(VALIDATION) is not None
    )
    assert edits.workspace.selected_configuration.name == "Bare"
    assert "Validation is off: its settings have no effect yet." in window.status_bar.toast.text()
    offer = window.status_bar.toast.command_button
    assert offer.isVisible()
    assert offer.text() == "Turn on"
    offer.click()
    assert edits.workspace.selected_configuration.get_control(VALIDATION) is LayerControl.ON
    edits.undo()
    edits.undo()
    assert edits.workspace.selected_configuration.find_entry(VALIDATION) is None


def test_settings_of_a_layer_that_is_on_offer_nothing(window, qtbot, settings_file):
    edits = window.session.edits
    edits.do(workspace_edits.add_configuration, "On")
    edits.do(workspace_edits.set_control, VALIDATION, LayerControl.ON)
    drop_on = window.chain
    drag(window, drop_on, urls(settings_file))
    drop(window, drop_on, urls(settings_file))
    qtbot.waitUntil(
        lambda: bool(edits.workspace.selected_configuration.find_entry(VALIDATION).settings)
    )
    assert not window.status_bar.toast.command_button.isVisible()


def test_a_program_is_chosen_where_programs_are(window, qtbot, tmp_path, manifest):
    program = tmp_path / "game"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    button = window.header.program
    drag(window, button, urls(program))
    qtbot.waitUntil(lambda: hint(window)[1] == "Sets game as the program to launch")
    drop(window, button, urls(program))
    edits = window.session.edits
    qtbot.waitUntil(lambda: edits.workspace.program.program == str(program))
    assert "Launch now starts game." in window.status_bar.toast.text()
    drag(window, button, urls(manifest))
    qtbot.waitUntil(lambda: hint(window)[0] == "This is not a program")


@pytest.mark.parametrize(
    ("data", "actions", "why"),
    [
        (lambda path: urls(path), MOVE, MOVE_ONLY_REFUSED),
        (lambda _path: web(), COPY | LINK, NOT_LOCAL),
    ],
    ids=["only moved", "from the web"],
)
def test_what_cannot_be_taken_is_refused_in_words(window, manifest, data, actions, why):
    mime = data(manifest)
    event = drag(window, window.chain, mime, actions)
    assert not event.isAccepted()
    assert hint(window) == ("Cannot be dropped", why)
    assert not drop(window, window.chain, mime, actions).isAccepted()


def web():
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/layer.json")])
    return data


def test_a_link_is_taken_where_no_copy_is_offered(window, manifest):
    assert drag(window, window.chain, urls(manifest), LINK | MOVE).dropAction() == LINK


def test_a_text_that_is_dragged_is_left_alone(window):
    data = QMimeData()
    data.setText("no file")
    entering = QDragEnterEvent(QPoint(5, 5), COPY, data, LEFT, NONE)
    QApplication.sendEvent(window, entering)
    assert not entering.isAccepted()
    assert window.findChildren(DropHint) == []
