"""Dialogs in which the user chooses files and folders, none of them larger than the screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import QFileDialog, QWidget

from vkconfig_py.ui.theme.context import find_context
from vkconfig_py.ui.widgets.panes import open_within_screen

_FILTER_SUFFIX = re.compile(r"\*\.(\w+)")  # the first of "JSON (*.json *.js)"
_WIDTH, _HEIGHT = 720, 480


class SaveChoice(NamedTuple):
    """Where the user saves a file, and the filter of the dialog that was selected then."""

    path: str
    filter: str


def choose_file(parent: QWidget, title: str, start_path: str, filters: str = "") -> str:
    """Ask for a file. Return "" if that was canceled."""
    dialog = _make_dialog(parent, title, start_path, filters)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return next(iter(_run(dialog)), "")


def choose_files(parent: QWidget, title: str, start_path: str, filters: str = "") -> list[str]:
    """Ask for files. Return none if that was canceled."""
    dialog = _make_dialog(parent, title, start_path, filters)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return _run(dialog)


def choose_folder(parent: QWidget, title: str, start_path: str) -> str:
    """Ask for a folder. Return "" if that was canceled."""
    dialog = _make_dialog(parent, title, start_path, "")
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return next(iter(_run(dialog)), "")


def choose_save_path(
    parent: QWidget,
    title: str,
    suggested_path: Path,
    filters: str = "",
    *,
    is_written: bool = True,
) -> SaveChoice | None:
    """Ask where a file is saved. Return None if that was canceled.

    A name without a suffix gets that of the selected filter, or of the suggested name: otherwise
    no list of files to open would show it again.

    Args:
        parent: the dialog belongs to its window.
        title: of the dialog.
        suggested_path: folder and name.
        filters: as Qt writes them.
        is_written: the file is written at once, so the dialog asks before it replaces one.
    """
    dialog = _make_dialog(parent, title, str(suggested_path.parent), filters)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not is_written)
    _follow_filter(dialog, filters)
    if suggested_path.suffix:
        dialog.setDefaultSuffix(suggested_path.suffix)
    dialog.filterSelected.connect(lambda chosen: _follow_filter(dialog, chosen))
    dialog.selectFile(suggested_path.name)
    paths = _run(dialog)
    return SaveChoice(paths[0], dialog.selectedNameFilter()) if paths else None


def _make_dialog(parent: QWidget, title: str, start_path: str, filters: str) -> QFileDialog:
    """Return a dialog that begins in a folder, or at a file."""
    dialog = QFileDialog(parent, title, start_path, filters)
    # Qt's own dialog, where the desktop has none, opens larger than a small screen with large text.
    context = find_context()
    scale = context.theme.px if context is not None else round
    open_within_screen(dialog, scale(_WIDTH), scale(_HEIGHT))
    return dialog


def _run(dialog: QFileDialog) -> list[str]:
    """Show a dialog, and return what was chosen, nothing if it was canceled."""
    is_accepted = bool(dialog.exec())
    dialog.deleteLater()
    return dialog.selectedFiles() if is_accepted else []


def _follow_filter(dialog: QFileDialog, name_filter: str) -> None:
    """Give new files the suffix of a filter, if it has one."""
    if suffix := _FILTER_SUFFIX.search(name_filter):
        dialog.setDefaultSuffix(suffix.group(1))
