"""ConfigurationsModel: the user's configurations, as the list at the left shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import QObject, Qt

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import ConfigurationRole
from vkconfig_py.model.items.texts import tooltip, visible
from vkconfig_py.model.plan import Applied
from vkconfig_py.model.workspace import Workspace

NO_NOTES: Mapping[str, str] = {}


class ConfigurationCommands(Protocol):
    """What renaming in the list asks for; the Store is one."""

    def rename_configuration(self, key: str, name: str) -> None:
        """Give a configuration another name."""


class Line(NamedTuple):
    """One row: a configuration, or a heading."""

    key: str
    name: str
    section: bool = False
    applied: bool = False
    built_in: bool = False
    note: str = ""
    programs: str = ""


class ConfigurationsModel(KeyedListModel[Line]):
    """Configurations in the order of the workspace."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: visible(line.name),
        Qt.ItemDataRole.EditRole: lambda line: line.name,
        Qt.ItemDataRole.ToolTipRole: lambda line: tooltip(_tooltip(line)),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: _accessible(line),
        ConfigurationRole.KEY: lambda line: line.key,
        ConfigurationRole.SECTION: lambda line: line.section,
        ConfigurationRole.APPLIED: lambda line: line.applied,
        ConfigurationRole.BUILT_IN: lambda line: line.built_in,
        ConfigurationRole.NOTE: lambda line: line.note,
    }

    def __init__(self, commands: ConfigurationCommands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commands = commands

    def key_of(self, value: Line) -> str:
        """Return the configuration's key."""
        return value.key

    def key_at(self, index: Index) -> str:
        """Return the key of a row, "" for none."""
        line = self.value_at(index)
        return line.key if line else ""

    def show(
        self,
        workspace: Workspace,
        applied: tuple[Applied, ...] = (),
        notes: Mapping[str, str] = NO_NOTES,
    ) -> None:
        """Show the configurations, which of them are applied, and a note beside some."""
        programs = {a.configuration.key: _programs(a) for a in applied}
        self.update_to(
            [
                Line(
                    key=configuration.key,
                    name=configuration.name,
                    applied=configuration.key in programs,
                    note=notes.get(configuration.key, ""),
                    programs=programs.get(configuration.key, ""),
                )
                for configuration in workspace.configurations
            ]
        )

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that configurations can be selected and renamed, headings neither."""
        line = self.value_at(index)
        if line is None:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        if line.section:
            return flags
        flags |= Qt.ItemFlag.ItemIsSelectable
        return flags if line.built_in else flags | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename a configuration; an empty or unchanged name changes nothing."""
        line = self.value_at(index)
        name = str(value).strip()
        if line is None or role != Qt.ItemDataRole.EditRole or name in ("", line.name):
            return False
        self._commands.rename_configuration(line.key, name)
        return True


def _programs(applied: Applied) -> str:
    return ", ".join(applied.programs) or "every program"


def _tooltip(line: Line) -> str:
    return f"{line.name}\nApplied to this system for {line.programs}" if line.applied else line.name


def _accessible(line: Line) -> str:
    parts = (visible(line.name), "applied to this system" if line.applied else "", line.note)
    return ", ".join(part for part in parts if part)
