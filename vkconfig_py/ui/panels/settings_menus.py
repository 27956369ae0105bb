"""Menus of the settings page: values, presets, copies of the layer, a row, the page itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtWidgets import QMenu, QWidget

from vkconfig_py.model.documents.configuration import NEWEST
from vkconfig_py.model.items.texts import tooltip, visible
from vkconfig_py.model.layers.editing import LayerEditing
from vkconfig_py.model.settings.names import android_properties, file_key, variable_names
from vkconfig_py.model.settings.nodes import PATHS, Node, NodeKind
from vkconfig_py.ui.opening import is_web

LOADERS_CHOICE = "As the loader takes it"
NEWEST_CHOICE = "The newest"
Copying = Callable[[str], object]


class RowActs(NamedTuple):
    """What the entries of a row's menu do."""

    reset: Callable[[Node], object]
    browse: Callable[[Node], object]
    link: Callable[[Node, int], object]
    documentation: Callable[[Node], object]
    website: Callable[[Node], object]


def _text(text: str) -> str:
    return visible(text).replace("&", "&&")


def value_menu(editing: LayerEditing, node: Node, parent: QWidget) -> QMenu:
    """Offer the values of a choice."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for choice in editing.choices_of(node):
        action = menu.addAction(_text(choice.label), partial(editing.choose, node, choice.key))
        action.setCheckable(True)
        action.setChecked(choice.chosen)
        action.setToolTip(tooltip(choice.description))
        if choice.chosen:
            menu.setActiveAction(action)
    return menu


def preset_menu(editing: LayerEditing, parent: QWidget) -> QMenu:
    """Offer the presets."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    choice = editing.preset()
    for number, preset in enumerate(choice.presets):
        action = menu.addAction(_text(preset.label), partial(editing.choose_preset, number))
        action.setCheckable(True)
        action.setChecked(preset == choice.nearest and not choice.changed)
        action.setToolTip(tooltip(preset.description))
    return menu


def copy_menu(editing: LayerEditing, parent: QWidget) -> QMenu:
    """Offer the copies of the layer."""
    menu = QMenu(parent)
    entry = editing.entry
    chosen = entry.copy if entry else ""
    newest = f"{NEWEST_CHOICE} ({editing.copies[0].text})" if editing.copies else NEWEST_CHOICE
    texts = [("", LOADERS_CHOICE), (NEWEST, newest)]
    texts += [(copy.path, f"{copy.text}  {copy.path}") for copy in editing.copies]
    for number, (key, text) in enumerate(texts):
        if number == 2:
            menu.addSeparator()
        action = menu.addAction(_text(text), partial(editing.choose_copy, key))
        action.setCheckable(True)
        action.setChecked(key == chosen)
    return menu


def copy_title(editing: LayerEditing) -> str:
    """Return the copy in use, in few words."""
    entry = editing.entry
    chosen = entry.copy if entry else ""
    if chosen == NEWEST:
        return f"Newest, {editing.copies[0].text}" if editing.copies else "Newest"
    known = {copy.path: copy.text for copy in editing.copies}
    if chosen:
        return f"{known.get(chosen, 'missing')}, {chosen}"
    version = known.get(editing.manifest, "")
    return f"{LOADERS_CHOICE}, {version}" if version else LOADERS_CHOICE


def row_menu(
    editing: LayerEditing,
    node: Node,
    parent: QWidget,
    copied: Copying,
    acts: RowActs,
) -> QMenu:
    """Offer what can be done with a row; all of it has a key or a button too."""
    menu = QMenu(parent)
    if node.removable:
        menu.addAction("&Remove", partial(acts.reset, node))
    else:
        reset = menu.addAction("&Reset to default\tCtrl+0", partial(acts.reset, node))
        reset.setEnabled(node.can_reset)
    if node.input in PATHS:
        menu.addAction("&Browse…\tF4", partial(acts.browse, node))
    for number, note in enumerate(node.notes):
        if note.link:
            menu.addAction(_text(note.link), partial(acts.link, node, number))
    if editing.declared is not None and editing.declared.setting(node.setting) is not None:
        menu.addAction("&Documentation…", partial(acts.documentation, node))
    if is_web(node.url):
        menu.addAction("Open &website", partial(acts.website, node))
    menu.addSeparator()
    menu.addAction("&Copy key\tCtrl+C", partial(copied, node.part or node.setting))
    _add_names(menu, editing, node, copied)
    return menu


def _add_names(menu: QMenu, editing: LayerEditing, node: Node, copied: Copying) -> None:
    """Offer the names of a setting in every channel."""
    declared = editing.declared
    setting = declared.setting(node.setting) if declared else None
    if declared is None or setting is None or node.kind is NodeKind.GROUP:
        return
    if node.text or node.checked is not None:
        text = node.text or ("true" if node.checked else "false")
        menu.addAction("Copy &value", partial(copied, text))
    for title, names in (
        ("Copy name in the settings &file", (file_key(declared.name, setting.key),)),
        ("Copy name as v&ariable", variable_names(declared, setting)),
        ("Copy name on &Android", android_properties(declared, setting)),
    ):
        below = menu.addMenu(title)
        for name in names:
            below.addAction(_text(name), partial(copied, name))
