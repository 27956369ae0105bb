"""What Ctrl+K can find: actions, layers, configurations, files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from vkconfig_py.model.items.palette_model import Entry, EntryKind
from vkconfig_py.model.picture_values import RowKind

if TYPE_CHECKING:
    from vkconfig_py.ui.main_window import MainWindow

_HIDDEN = frozenset({"search"})


def entries_of(window: MainWindow) -> list[Entry]:
    """Return everything that has a name now, layers first."""
    picture = window.store.shown
    rows = picture.rows if picture else ()
    entries = [
        Entry(row.name, f"{row.word}: {row.reason}" if row.word else row.reason or row.secondary,
              EntryKind.LAYER, row.key)
        for row in rows
        if row.kind is not RowKind.GROUP
    ]  # fmt: skip
    entries += [
        Entry(configuration.name, "Configuration", EntryKind.CONFIGURATION, configuration.key)
        for configuration in window.store.workspace.configurations
    ]
    native = QKeySequence.SequenceFormat.NativeText
    entries += [
        Entry(action.text().replace("&", ""), action.shortcut().toString(native),
              EntryKind.ACTION, name)
        for name, action in window.actions_.named().items()
        if action.isEnabled() and name not in _HIDDEN
    ]  # fmt: skip
    files = dict.fromkeys(row.manifest for row in rows if row.manifest)
    entries += [Entry(path.rpartition("/")[2], path, EntryKind.FILE, path) for path in files]
    return entries
