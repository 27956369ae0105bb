"""All custom roles of the item models."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt

_FIRST = int(Qt.ItemDataRole.UserRole)


class ChainRole(IntEnum):
    """Roles of ChainModel. Standard roles: Display (name), ToolTip, AccessibleText."""

    ROW = _FIRST + 1  # the whole picture.Row
    KEY = _FIRST + 2  # str
    KIND = _FIRST + 3  # RowKind
    CONTROL = _FIRST + 4  # str; setData with it changes the control
    POSITION = _FIRST + 5  # int


class ConfigurationRole(IntEnum):
    """Roles of ConfigurationsModel."""

    KEY = _FIRST + 1  # str
    SECTION = _FIRST + 2  # bool: a heading that cannot be selected
    APPLIED = _FIRST + 3  # bool: applied to the system now
    BUILT_IN = _FIRST + 4  # bool
    NOTE = _FIRST + 5  # str, small text at the right ("1 missing")
    EDITED = _FIRST + 6  # bool: built in, and not as it is shipped


class LogRole(IntEnum):
    """Roles of LogModel (launcher output)."""

    TIME = _FIRST + 1  # "15:29:52"
    SEVERITY = _FIRST + 2  # "error", "warning", "info"
    SOURCE = _FIRST + 3  # "loader", "launcher", program name
    NUMBER = _FIRST + 4  # int, counts entries from 1; 0 for what was left out
    MORE = _FIRST + 5  # int: how many lines follow the first one
    IDENTIFIER = _FIRST + 6  # str: of a layer's message, "" for other entries
    ENTRY = _FIRST + 7  # the whole log_entries.LogEntry


class GroupRole(IntEnum):
    """Roles of GroupsModel."""

    VALUES = _FIRST + 1  # tuple[str, ...]; None for a group
    DIFFERS = _FIRST + 2  # bool
    COUNT = _FIRST + 3  # int: lines of a group


class SettingRole(IntEnum):
    """Roles of SettingsModel. Standard roles: Display (label), Edit (value), CheckState."""

    NODE = _FIRST + 1  # the whole nodes.Node


class MachineRole(IntEnum):
    """Roles of MachinesModel. Standard role: Display (text of the column)."""

    ROW = _FIRST + 1  # the whole lab.table.Row
    KEY = _FIRST + 2  # str: the file
