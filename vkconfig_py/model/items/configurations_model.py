"""ConfigurationsModel: the user's configurations, as shown in the list on the left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QByteArray, QMimeData, QModelIndex, QObject, Qt

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import Configuration, list_disabled_checks
from vkconfig_py.model.configuration.configuration_json import is_for_platform
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.keyed_list import ConfigurationRole, KeyedListModel, ModelIndex
from vkconfig_py.model.plan.plan import AppliedConfiguration
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip, strip_layer_prefix

BUILT_IN = tr("Built in")
CHANGES_NOTHING = tr("Changes nothing: the loader decides which layers and drivers load")
MIME_TYPE = "application/x-vkconfig-py-configuration"
_NOTHING_MISSING: Mapping[str, tuple[str, ...]] = {}


class ConfigurationLine(NamedTuple):
    """One row: a configuration, or a heading.

    Attributes:
        is_edited: a built-in configuration that differs from the shipped one.
        is_outdated: an edited built-in configuration of which a newer version is shipped.
        missing_layers: layers that it turns on and that are not installed.
        settings_file: the user's own settings file that it uses, or "".
        is_empty: it changes nothing.
        disabled_checks: of the validation layer that it switches off, in words.
        other_platforms: names of the platforms that it is for, if this one is not among them.
    """

    key: str
    name: str
    is_heading: bool = False
    is_applied: bool = False
    is_built_in: bool = False
    is_edited: bool = False
    is_outdated: bool = False
    missing_layers: tuple[str, ...] = ()
    settings_file: str = ""
    programs: str = ""
    is_empty: bool = False
    disabled_checks: tuple[str, ...] = ()
    other_platforms: str = ""


class ConfigurationsModel(KeyedListModel[ConfigurationLine]):
    """The user's own configurations, then the built-in ones, each in the workspace's order."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: escape_invisible(line.name),
        # As it is and not made harmless: the editor gives it back as the new name.
        Qt.ItemDataRole.EditRole: lambda line: line.name,
        Qt.ItemDataRole.ToolTipRole: lambda line: make_tooltip(_render_tooltip(line)),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: _render_accessible(line),
        ConfigurationRole.KEY: lambda line: line.key,
        ConfigurationRole.SECTION: lambda line: line.is_heading,
        ConfigurationRole.APPLIED: lambda line: line.is_applied,
        ConfigurationRole.BUILT_IN: lambda line: line.is_built_in,
        ConfigurationRole.NOTE: lambda line: _describe_note(line),
        ConfigurationRole.EDITED: lambda line: line.is_edited,
    }

    def __init__(self, edits: workspace_edits.Editor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._is_filtered = False

    def get_key(self, value: ConfigurationLine) -> str:
        return value.key

    def key_at(self, index: ModelIndex) -> str:
        """Return the key of the configuration in a row, "" for none."""
        line = self.get_value(index)
        return line.key if line else ""

    def show(
        self,
        workspace: Workspace,
        applied_configurations: tuple[AppliedConfiguration, ...] = (),
        missing_layers: Mapping[str, tuple[str, ...]] = _NOTHING_MISSING,
        edited_keys: Collection[str] = (),
        text: str = "",
        outdated_keys: Collection[str] = (),
        platform: Platform | None = None,
    ) -> None:
        """Show the configurations whose names contain every word of a text.

        The selected one is always shown.

        Args:
            workspace: with the configurations.
            applied_configurations: those that are applied.
            missing_layers: layers that are not installed, by the configuration's key.
            edited_keys: keys of built-in configurations that differ from the shipped ones.
            text: words to search.
            outdated_keys: keys of edited built-in ones of which a newer version is shipped.
            platform: this one, None to mark no configuration as one for others.
        """
        programs = {
            entry.configuration.key: _join_programs(entry) for entry in applied_configurations
        }
        words = text.casefold().split()
        self._is_filtered = bool(words)
        lines = [
            ConfigurationLine(
                key=configuration.key,
                name=render(configuration.title),
                is_applied=configuration.key in programs,
                is_built_in=bool(configuration.built_in),
                is_edited=configuration.key in edited_keys,
                is_outdated=configuration.key in outdated_keys,
                missing_layers=missing_layers.get(configuration.key, ()),
                settings_file=configuration.settings_file,
                programs=programs.get(configuration.key, ""),
                is_empty=configuration.is_empty,
                disabled_checks=list_disabled_checks(configuration),
                other_platforms=_name_platforms(configuration, platform)
                if configuration.platforms and platform
                else "",
            )
            for configuration in workspace.configurations
            if configuration.key == workspace.selected_configuration.key
            or all(word in render(configuration.title).casefold() for word in words)
        ]
        built_in = [line for line in lines if line.is_built_in]
        heading = ConfigurationLine("section:built-in", BUILT_IN, is_heading=True)
        own_lines = [line for line in lines if not line.is_built_in]
        self.update_to([*own_lines, *([heading] if built_in else []), *built_in])

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        """Let configurations be selected, renamed and dropped, but not headings."""
        line = self.get_value(index)
        if line is None:
            return Qt.ItemFlag.ItemIsDropEnabled
        if line.is_heading:
            return Qt.ItemFlag.ItemNeverHasChildren
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        flags |= Qt.ItemFlag.ItemIsSelectable
        if not self._is_filtered:  # a place among some says nothing about the place among all
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags if line.is_built_in else flags | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: ModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename a configuration. An empty or unchanged name changes nothing."""
        line = self.get_value(index)
        name = str(value).strip()
        if line is None or role != Qt.ItemDataRole.EditRole or name in ("", line.name):
            return False
        self._edits.do(workspace_edits.rename_configuration, line.key, name)
        return True

    def mimeTypes(self) -> list[str]:
        return [MIME_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        key = "".join(self.key_at(index) for index in indexes[:1])
        # Keys are names of files, which may hold bytes that are no text.
        data.setData(MIME_TYPE, QByteArray(key.encode("utf-8", "surrogateescape")))
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        """Allow moving only, as a configuration occurs once in the list."""
        return Qt.DropAction.MoveAction

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: ModelIndex
    ) -> bool:
        """Allow drops between rows of the same section."""
        if parent.isValid() or not data.hasFormat(MIME_TYPE):
            return False
        key = bytes(data.data(MIME_TYPE).data()).decode("utf-8", "surrogateescape")
        # Qt drops below all rows with row -1.
        return self._find_drop_position(key, row if row >= 0 else len(self._values)) is not None

    def moveRows(
        self,
        source_parent: ModelIndex,
        source_row: int,
        count: int,
        destination_parent: ModelIndex,
        destination: int,
    ) -> bool:
        """Turn Qt's move (drag within the view) into a command."""
        key = self.get_moved_key(source_parent, source_row, count, destination_parent)
        if key is None:
            return False
        position = self._find_drop_position(key, destination)
        if position is None:
            return False
        self._edits.do(workspace_edits.move_configuration, key, position)
        return True

    def _find_drop_position(self, key: str, row: int) -> int | None:
        """Return where a configuration goes that is dropped above a row, None if it may not."""
        line = self.get_value(self.find_index(key))
        if line is None or line.is_heading:
            return None
        rows = [
            index
            for index, other_line in enumerate(self._values)
            if _is_same_section(other_line, line)
        ]
        if not rows[0] <= row <= rows[-1] + 1:
            return None
        return sum(index < row and self._keys[index] != key for index in rows)


def _is_same_section(line: ConfigurationLine, other_line: ConfigurationLine) -> bool:
    """Return whether both are built-in configurations, or both the user's."""
    return not line.is_heading and line.is_built_in == other_line.is_built_in


def _join_programs(applied_configuration: AppliedConfiguration) -> str:
    return ", ".join(applied_configuration.programs) or tr("every program")


def _name_platforms(configuration: Configuration, platform: Platform) -> str:
    """Return the platforms that a configuration is for, or "" if this is one of them."""
    if is_for_platform(configuration, platform):
        return ""
    # Few sessions have such a configuration.
    from vkconfig_py.model.layer_settings.setting_names import (
        get_platform_token,
        render_other_platforms,
    )

    return render_other_platforms(configuration.platforms, get_platform_token(platform))


def _describe_note(line: ConfigurationLine) -> str:
    """Return the note below a name: other platforms, missing layers or checks that are off."""
    if line.other_platforms:
        first_platform, comma, _others = line.other_platforms.partition(
            ", "
        )  # the tool tip names all
        if comma:
            return tr("for {platform}, …", platform=first_platform)
        return tr("for {platform}", platform=first_platform)
    if line.missing_layers:
        return counted("{n} not installed", "{n} not installed", len(line.missing_layers))
    if line.disabled_checks:
        return counted("{n} checks off", "{n} check off", len(line.disabled_checks))
    return ""


def _render_tooltip(line: ConfigurationLine) -> str:
    """Return all that is special about a configuration, one line each."""
    parts = (
        line.name,
        tr("Applied to this system for {programs}", programs=line.programs)
        if line.is_applied
        else "",
        tr(
            "Only for {platforms}: cannot be applied on this machine",
            platforms=line.other_platforms,
        )
        if line.other_platforms
        else "",
        CHANGES_NOTHING if line.is_empty else "",
        tr("Turns off: {names}", names=", ".join(line.disabled_checks))
        if line.disabled_checks
        else "",
        tr("Edited: differs from the shipped version") if line.is_edited else "",
        tr("A newer version is available: reset to use it") if line.is_outdated else "",
        tr("Uses {path} unchanged", path=line.settings_file) if line.settings_file else "",
        tr("Not installed: {names}", names=", ".join(map(strip_layer_prefix, line.missing_layers)))
        if line.missing_layers
        else "",
    )
    return "\n".join(part for part in parts if part)


def _render_accessible(line: ConfigurationLine) -> str:
    """Return what a screen reader says about a configuration."""
    parts = (
        escape_invisible(line.name),
        tr("built in") if line.is_built_in else "",
        tr("edited") if line.is_edited else "",
        tr("a newer built-in version is available") if line.is_outdated else "",
        tr("applied to this system") if line.is_applied else "",
        _describe_note(line),
    )
    return ", ".join(part for part in parts if part)
