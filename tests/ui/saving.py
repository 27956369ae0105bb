"""Answers to the dialog that asks where a file is saved."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog


def answer_save_dialogs(
    monkeypatch: pytest.MonkeyPatch, path: object, chosen_filter: str = ""
) -> list[str]:
    """Let each dialog answer with a path, "" cancels. Return the list of what they suggest."""
    suggestions: list[str] = []
    read_selection = QFileDialog.selectedFiles

    def answer(dialog: QFileDialog) -> int:
        suggestions.extend(read_selection(dialog))
        return int(bool(str(path)))

    monkeypatch.setattr(QFileDialog, "exec", answer)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(path)])
    monkeypatch.setattr(QFileDialog, "selectedNameFilter", lambda _dialog: chosen_filter)
    return suggestions
