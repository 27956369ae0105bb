"""The thread of the window looks at no disk while somebody works."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.framework.disk_looks import DiskLooks
from tests.ui.saving import answer_save_dialogs
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.session import snapshots
from vkconfig_py.ui.window.bars import PANEL_BUTTONS

# the offscreen platform says so about every window
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
MESA = "VK_LAYER_MESA_device_select"


@pytest.fixture
def looks(window, monkeypatch):
    """Return the looks at a disk, from when the window is open."""
    found = DiskLooks(monkeypatch)
    yield found
    assert found.seen == []


def at_rest(qtbot, window):
    """Wait until nothing is asked any more."""
    qtbot.waitUntil(lambda: not window.session.snapshots.refresher.pending)
    window.session.shared.reads.drain()
    window.worker.drain()
    qtbot.wait(1)


def test_looks_of_the_gui_thread_are_noted(window, monkeypatch):
    looks = DiskLooks(monkeypatch)
    snapshots._read_file(window.session.machine.host, "/etc/vulkan/a.json")
    assert len(looks.seen) == 1
    assert "a.json" in looks.seen[0]
    assert "model/session/snapshots.py" in looks.seen[0]


def test_editing_and_switching_looks_at_no_disk(window, qtbot, looks):
    session, view = window.session, window.chain.view
    first = session.edits.workspace.selected_configuration.key
    session.edits.do(workspace_edits.add_configuration, "Second")
    at_rest(qtbot, window)
    view.select_key(f"layer:{MESA}")
    session.edits.do(workspace_edits.set_control, MESA, LayerControl.OFF)
    at_rest(qtbot, window)
    session.edits.undo()
    session.edits.select_configuration(first)
    at_rest(qtbot, window)
    session.snapshots.refresh()
    at_rest(qtbot, window)


def test_rows_and_their_pages_look_at_no_disk(window, qtbot, looks):
    view, inspector = window.chain.view, window.inspector
    for key in [row.key for _index, row in view.iterate_rows() if row.kind is not RowKind.GROUP]:
        view.select_key(key)
        for page in inspector.tabs.pages:
            inspector.show_tab(page)
            at_rest(qtbot, window)


def test_no_panel_looks_at_a_disk(window, qtbot, looks):
    for name, _title, _icon in PANEL_BUTTONS:
        window.docks.open(name)
        at_rest(qtbot, window)


def test_choosing_a_program_looks_at_no_disk(window, qtbot, looks):
    window.actions_["choose_program"].trigger()
    programs = window.controllers.commands.program_commands
    at_rest(qtbot, window)
    programs.picker.field.setText("/usr/bin/env A=b 'x y'")
    at_rest(qtbot, window)
    qtbot.keyClick(programs.picker.field, Qt.Key.Key_Return)
    at_rest(qtbot, window)
    assert window.session.edits.workspace.program.program == "/usr/bin/env"


def test_what_if_looks_at_no_disk(supposing, qtbot, looks):
    at_rest(qtbot, supposing)
    supposing.actions_["what_if"].trigger()
    at_rest(qtbot, supposing)


def test_a_change_in_a_watched_folder_is_noticed_without_a_look(window, qtbot, looks):
    root = window.session.machine.host.root
    manifest = next(
        row.manifest for row in window.session.snapshots.current.rows if MESA in row.key
    )
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        Path(root + manifest).unlink()
    at_rest(qtbot, window)


def test_an_export_is_not_written_by_the_window(window, qtbot, looks, tmp_path, monkeypatch):
    target = tmp_path / "exported.json"
    answer_save_dialogs(monkeypatch, str(target))
    window.actions_["configuration_export"].trigger()
    qtbot.waitUntil(target.exists)
    at_rest(qtbot, window)
    assert (
        json.loads(target.read_text())["name"]
        == window.session.edits.workspace.selected_configuration.name
    )
