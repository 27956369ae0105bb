"""Where a file is saved: its suffix."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from vkconfig_py.ui.widgets.desktop import choose_save_path

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
