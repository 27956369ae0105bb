"""File dialogs for settings that are paths."""

from __future__ import annotations

from PySide6.QtWidgets import QFileDialog, QWidget

from vkconfig_py.model.layers.editing import LayerEditing
from vkconfig_py.model.settings.nodes import Input, Node


def browse(parent: QWidget, editing: LayerEditing, node: Node, folder: str) -> str:
    """Return the file or folder that the user chose, or "".

    Args:
        parent: what the dialog stands over.
        editing: what declares the setting.
        node: the setting.
        folder: where to begin if its value says nothing of it.
    """
    declared = editing.declared
    setting = declared.setting(node.setting) if declared else None
    start = node.text if "/" in node.text else folder
    if node.input is Input.FOLDER:
        return QFileDialog.getExistingDirectory(parent, node.label, start)
    pattern = setting.filter if setting else ""
    filters = f"{pattern} ({pattern});;All files (*)" if pattern else "All files (*)"
    if node.input is Input.LOAD_FILE:
        return QFileDialog.getOpenFileName(parent, node.label, start, filters)[0]
    kept = QFileDialog.Option.DontConfirmOverwrite  # nothing is written here
    return QFileDialog.getSaveFileName(parent, node.label, start, filters, options=kept)[0]
