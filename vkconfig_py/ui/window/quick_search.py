"""Ctrl+K: finds actions, layers, settings, configurations and files by typing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from vkconfig_py.model.chain.picture_values import HEADS, Row
from vkconfig_py.model.items.palette_model import Entry, EntryKind
from vkconfig_py.model.layer_settings.setting_names import token_of, walk_offered
from vkconfig_py.model.session.declarations import LAYER_KINDS, chosen_manifest, copies_of
from vkconfig_py.model.text.wording import short_name
from vkconfig_py.ui.theme.look import Look
from vkconfig_py.ui.widgets.choosers import SearchBox

if TYPE_CHECKING:
    from vkconfig_py.model.session.session import Session
    from vkconfig_py.ui.widgets.actions import Actions


_HIDDEN = frozenset({"search"})


def entries_of(session: Session, actions: Actions) -> list[Entry]:
    """All named things, layers first."""
    picture = session.pictures.shown
    rows = picture.rows if picture else ()
    entries = [
        Entry(row.name, f"{row.word}: {row.reason}" if row.word else row.reason or row.secondary,
              EntryKind.LAYER, row.key)
        for row in rows
        if row.kind not in HEADS
    ]  # fmt: skip
    entries += [
        Entry(configuration.name, "Configuration", EntryKind.CONFIGURATION, configuration.key)
        for configuration in session.edits.workspace.configurations
    ]
    native = QKeySequence.SequenceFormat.NativeText
    entries += [
        Entry(action.text().replace("&", ""), action.shortcut().toString(native),
              EntryKind.ACTION, name)
        for name, action in actions.named().items()
        if action.isEnabled() and name not in _HIDDEN
    ]  # fmt: skip
    entries += _settings(session, rows)
    files = dict.fromkeys(row.manifest for row in rows if row.manifest)
    entries += [Entry(path.rpartition("/")[2], path, EntryKind.FILE, path) for path in files]
    return entries


def _settings(session: Session, rows: Sequence[Row]) -> Iterator[Entry]:
    """Settings of layers; found by label, key and text."""
    picture = session.pictures.shown
    platform = token_of(session.machine.host.platform)
    root = picture.report.host.root if picture else ""
    seen = set()
    for row in rows:
        if row.kind not in LAYER_KINDS:
            continue
        manifest = _manifest_of(session, row)
        if (row.name, manifest) in seen:
            continue  # a row of another copy leads to the settings of the chosen one too
        seen.add((row.name, manifest))
        declared = session.declared.find(root, manifest, row.name)
        for setting in walk_offered(declared.settings if declared else (), platform):
            about = f"{short_name(row.name)} · {setting.key} · {setting.description}"
            yield Entry(setting.label, about, EntryKind.SETTING, f"{row.key}\n{setting.key}")


def _manifest_of(session: Session, row: Row) -> str:
    """Manifest of the copy whose settings are shown for a row."""
    entry, picture = session.edits.workspace.current.entry(row.name), session.pictures.shown
    if entry is None or not entry.copy or picture is None:
        return row.manifest
    return chosen_manifest(row.manifest, entry.copy, copies_of(picture, row.name))


class SearchEverything(SearchBox):
    """The search popup of Ctrl+K over all named things."""

    def __init__(self, look: Look, entries: Sequence[Entry], parent: QWidget | None = None) -> None:
        super().__init__(
            look,
            entries,
            name="Search everything",
            hint="Layer, setting, action, configuration, file",
            parent=parent,
        )
