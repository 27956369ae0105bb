"""ExtensionsModel: the extensions of a device that match a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Qt

from vkconfig_py.loader.probe.devices import ExtensionName
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import ExtensionRole
from vkconfig_py.model.items.texts import count_of, visible


class ExtensionsModel(KeyedListModel[ExtensionName]):
    """Names with the versions that are offered, in the order of their names."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda one: visible(one.name),
        Qt.ItemDataRole.AccessibleTextRole: lambda one: (
            f"{visible(one.name)}, version {one.spec_version}"
        ),
        ExtensionRole.VERSION: lambda one: one.spec_version,
    }

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[ExtensionName, ...] = ()
        self._text = ""

    def key_of(self, value: ExtensionName) -> str:
        """Return the name."""
        return value.name

    def show(self, extensions: Sequence[ExtensionName]) -> None:
        """Show the extensions of another device."""
        wanted = tuple(sorted(extensions))
        if wanted != self._all:
            self._all = wanted
            self._filter()

    def set_text(self, text: str) -> None:
        """Show only those whose names contain every word of a text, in any case."""
        self._text = text.casefold()
        self._filter()

    def _filter(self) -> None:
        words = self._text.split()
        self.replace_all(
            [one for one in self._all if all(word in one.name.casefold() for word in words)]
        )

    def summary(self) -> str:
        """Return how many are shown."""
        total = count_of(len(self._all), "extension")
        return f"{self.rowCount()} of {total}" if self._text.strip() else total
