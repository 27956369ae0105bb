"""Answers to the dialogs in which files and folders are chosen."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from PySide6.QtWidgets import QFileDialog


class FileQuestion(NamedTuple):
    """What a dialog for existing files or folders asked for."""

    mode: QFileDialog.FileMode
    folder: str
    filters: tuple[str, ...]


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


def answer_open_dialogs(monkeypatch: pytest.MonkeyPatch, *paths: object) -> list[FileQuestion]:
    """Let each dialog for existing files answer with paths, none cancels. Return the questions.

    Dialogs that save answer as before.
    """
    questions: list[FileQuestion] = []
    run, read_selection = QFileDialog.exec, QFileDialog.selectedFiles

    def is_saving(dialog: QFileDialog) -> bool:
        return dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave

    def answer(dialog: QFileDialog) -> int:
        if is_saving(dialog):
            return run(dialog)
        mode, folder = dialog.fileMode(), dialog.directory().path()
        is_folder = mode is QFileDialog.FileMode.Directory
        filters = () if is_folder else tuple(dialog.nameFilters())
        questions.append(FileQuestion(mode, folder, filters))
        return int(bool(paths))

    def select(dialog: QFileDialog) -> list[str]:
        return read_selection(dialog) if is_saving(dialog) else [str(path) for path in paths]

    monkeypatch.setattr(QFileDialog, "exec", answer)
    monkeypatch.setattr(QFileDialog, "selectedFiles", select)
    return questions
