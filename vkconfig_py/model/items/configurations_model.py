"""ConfigurationsModel: the user's configurations, as shown in the list on the left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import QObject, Qt

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import ConfigurationRole
from vkconfig_py.model.plan.plan import Applied
from vkconfig_py.model.text.wording import short_name, tooltip, visible

BUILT_IN = "Built in"
_NOTHING_MISSING: Mapping[str, tuple[str, ...]] = {}


class ConfigurationCommands(Protocol):
    """Commands that renaming in the list calls; implemented by the Session."""

    def rename_configuration(self, key: str, name: str) -> None:
        """Give a configuration another name."""


class Line(NamedTuple):
    """One row: a configuration, or a heading.

    Attributes:
        edited: a built-in configuration that differs from the shipped one.
        outdated: an edited built-in configuration of which a newer version is shipped.
        missing: layers that it turns on and that are not installed.
        settings_file: the user's own settings file that it uses, or "".
    """

    key: str
    name: str
    section: bool = False
    applied: bool = False
    built_in: bool = False
    edited: bool = False
    outdated: bool = False
    missing: tuple[str, ...] = ()
    settings_file: str = ""
    programs: str = ""


class ConfigurationsModel(KeyedListModel[Line]):
    """The user's own configurations, then the built-in ones, each in the workspace's order."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: visible(line.name),
        # As it is and not made harmless: the editor gives it back as the new name.
        Qt.ItemDataRole.EditRole: lambda line: line.name,
        Qt.ItemDataRole.ToolTipRole: lambda line: tooltip(_tooltip(line)),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: _accessible(line),
        ConfigurationRole.KEY: lambda line: line.key,
        ConfigurationRole.SECTION: lambda line: line.section,
        ConfigurationRole.APPLIED: lambda line: line.applied,
        ConfigurationRole.BUILT_IN: lambda line: line.built_in,
        ConfigurationRole.NOTE: lambda line: _note(line),
        ConfigurationRole.EDITED: lambda line: line.edited,
    }

    def __init__(self, commands: ConfigurationCommands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commands = commands

    def key_of(self, value: Line) -> str:
        return value.key

    def key_at(self, index: Index) -> str:
        line = self.value_at(index)
        return line.key if line else ""

    def show(
        self,
        workspace: Workspace,
        applied: tuple[Applied, ...] = (),
        missing: Mapping[str, tuple[str, ...]] = _NOTHING_MISSING,
        edited: Collection[str] = (),
        text: str = "",
        outdated: Collection[str] = (),
    ) -> None:
        """Show the configurations whose names contain every word of a text; all with "".

        The selected one is always shown. `missing` maps a configuration's key to its layers that
        are not installed; `edited` and `outdated` are keys of built-in configurations that differ
        from the shipped ones, and of edited ones of which a newer version is shipped.
        """
        programs = {a.configuration.key: _programs(a) for a in applied}
        words = text.casefold().split()
        lines = [
            Line(
                key=one.key,
                name=one.name,
                applied=one.key in programs,
                built_in=bool(one.built_in),
                edited=one.key in edited,
                outdated=one.key in outdated,
                missing=missing.get(one.key, ()),
                settings_file=one.settings_file,
                programs=programs.get(one.key, ""),
            )
            for one in workspace.configurations
            if one.key == workspace.current.key
            or all(word in one.name.casefold() for word in words)
        ]
        built_in = [line for line in lines if line.built_in]
        heading = [Line("section:built-in", BUILT_IN, section=True)] if built_in else []
        own = [line for line in lines if not line.built_in]
        self.update_to([*own, *heading, *built_in])

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Configurations can be selected and renamed; headings cannot."""
        line = self.value_at(index)
        if line is None:
            return Qt.ItemFlag.NoItemFlags
        if line.section:
            return Qt.ItemFlag.ItemNeverHasChildren
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
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


def _note(line: Line) -> str:
    return f"{len(line.missing)} missing" if line.missing else ""


def _tooltip(line: Line) -> str:
    parts = (
        line.name,
        f"Applied to this system for {line.programs}" if line.applied else "",
        "Edited: differs from the shipped version" if line.edited else "",
        "A newer version is shipped: Reset to use it" if line.outdated else "",
        f"Uses {line.settings_file} as it is" if line.settings_file else "",
        f"Not installed: {', '.join(map(short_name, line.missing))}" if line.missing else "",
    )
    return "\n".join(part for part in parts if part)


def _accessible(line: Line) -> str:
    parts = (
        visible(line.name),
        "built in" if line.built_in else "",
        "edited" if line.edited else "",
        "a newer version is shipped" if line.outdated else "",
        "applied to this system" if line.applied else "",
        _note(line),
    )
    return ", ".join(part for part in parts if part)
