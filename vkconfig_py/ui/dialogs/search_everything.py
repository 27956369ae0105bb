"""Ctrl+K: find any action, layer, setting, configuration or file by typing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from vkconfig_py.model.items.palette_model import Entry
from vkconfig_py.ui.dialogs.search_box import SearchBox
from vkconfig_py.ui.look import Look


class SearchEverything(SearchBox):
    """Everything that has a name."""

    def __init__(self, look: Look, entries: Sequence[Entry], parent: QWidget | None = None) -> None:
        super().__init__(
            look,
            entries,
            name="Search everything",
            hint="Layer, setting, action, configuration, file",
            parent=parent,
        )
