"""Dialogs for files and folders: the suffix of a saved file, and their size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from devtools.stage import SMALL_SCREEN
from vkconfig_py.ui.widgets import file_dialogs
from vkconfig_py.ui.widgets.file_dialogs import choose_save_path

FILTERS = "HTML (*.html);;JSON (*.json);;All files (*)"


@pytest.mark.parametrize(
    ("typed", "chosen", "saved"),
    [
        ("my", "", "my.html"),
        ("my.txt", "", "my.txt"),
        ("my", "JSON (*.json)", "my.json"),
        ("my", "All files (*)", "my.html"),
    ],
)
def test_a_name_without_a_suffix_gets_that_of_the_filter(
    qtbot, monkeypatch, tmp_path, typed, chosen, saved
):
    parent = QWidget()
    qtbot.addWidget(parent)

    def answer(dialog):
        if chosen:
            dialog.selectNameFilter(chosen)
            dialog.filterSelected.emit(chosen)
        dialog.findChild(QLineEdit).setText(typed)
        return 1

    monkeypatch.setattr(QFileDialog, "exec", answer)
    choice = choose_save_path(parent, "Export", tmp_path / "comparison.html", FILTERS)
    assert choice is not None
    assert choice.path == str(tmp_path / saved)
    assert choice.filter == (chosen or "HTML (*.html)")


def test_a_canceled_dialog_saves_nothing(qtbot, monkeypatch, tmp_path):
    parent = QWidget()
    qtbot.addWidget(parent)
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: 0)
    assert choose_save_path(parent, "Save", tmp_path / "log.txt") is None


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_dialogs_are_no_larger_than_the_screen(qtbot, monkeypatch, tmp_path):
    small = next(one for one in QGuiApplication.screens() if one.name() == SMALL_SCREEN)
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.setScreen(small)
    parent.move(small.geometry().topLeft())
    parent.show()
    monkeypatch.setattr(file_dialogs, "_WIDTH", 2000)
    monkeypatch.setattr(file_dialogs, "_HEIGHT", 2000)
    sizes = []
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: sizes.append(dialog.size()) or 0)
    file_dialogs.choose_file(parent, "Open", str(tmp_path))
    file_dialogs.choose_files(parent, "Open", str(tmp_path))
    file_dialogs.choose_folder(parent, "Open", str(tmp_path))
    choose_save_path(parent, "Save", tmp_path / "log.txt")
    assert [size.boundedTo(QSize(1280, 720)) for size in sizes] == sizes
    assert len(sizes) == 4
