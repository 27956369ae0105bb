"""Erasing all data: listed and asked first, saved, withdrawn; the folders go at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from vkconfig_py import gui
from vkconfig_py.model.apply.journal import add_entry
from vkconfig_py.model.files.atomic_files import ABSENT, FileKind, FileState
from vkconfig_py.model.problems.fixes import MOVED_ASIDE_CHANGE
from vkconfig_py.ui.widgets import messages

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def real(window):
    """The window as if its machine were no sample."""
    window.session.set_machine(window.session.machine._replace(demo=False))
    return window


def test_a_no_changes_nothing(qtbot, real, monkeypatch):
    asked = []
    monkeypatch.setattr(messages, "ask_erase", lambda *given: asked.append(given))
    real.actions_["erase_data"].trigger()
    qtbot.waitUntil(lambda: bool(asked))
    _parent, lines, backup = asked[0]
    assert any("vkconfig-py" in line for line in lines)
    home = real.session.machine.home
    assert all(line[0].isupper() or line[0].isdigit() for line in lines)
    assert not any(f" {home}/" in line for line in lines)
    assert backup.endswith(".tar.gz")
    assert real.isVisible()
    assert not real.erases_data


def test_files_that_were_moved_aside_are_said_to_be_in_the_backup_alone(qtbot, real, monkeypatch):
    machine, asked = real.session.machine, []
    moved_file, restored_file = Path(machine.home, "a.json"), Path(machine.home, "b.json")
    restored_file.touch()
    content = FileState(FileKind.FILE, b"{}", 0o644)
    for file in (moved_file, restored_file):
        add_entry(machine.paths, MOVED_ASIDE_CHANGE, str(file), "", content, ABSENT)
    monkeypatch.setattr(messages, "ask_erase", lambda *given: asked.append(given))
    real.actions_["erase_data"].trigger()
    qtbot.waitUntil(lambda: bool(asked))
    lines = [line for line in asked[0][1] if "backup" in line]
    assert lines == ["Keep only in the backup: ~/a.json"]


def test_a_yes_saves_everything_closes_the_window_and_removes_the_folders(qtbot, real, monkeypatch):
    paths = real.session.machine.paths
    monkeypatch.setattr(messages, "ask_erase", lambda *_given: True)
    real.actions_["erase_data"].trigger()
    qtbot.waitUntil(lambda: not real.isVisible())
    assert real.erases_data
    real.state.wait_until_saved()
    home = Path(real.session.machine.home)
    assert len(list(home.glob("vkconfig-py-*.tar.gz"))) == 1
    gui._remove_own_data(real.session.machine)
    assert not paths.state.exists()
    assert not paths.configurations.parent.exists()


def test_the_question_has_the_safe_button_as_default(window, monkeypatch):
    seen = []

    def answer(box):
        seen.append((box.defaultButton().text(), box.informativeText()))
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    assert not messages.ask_erase(window, ["remove a"], "~/saved.tar.gz")
    ((default, text),) = seen
    assert default == "Cancel"
    assert text.startswith("• remove a\n")
    assert "~/saved.tar.gz" in text
