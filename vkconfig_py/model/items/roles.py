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


class StepRole(IntEnum):
    """Roles of StoryModel (the inspector's "Why" section)."""

    MARK = _FIRST + 1  # loader.verdicts.Mark value as str
    SOURCE = _FIRST + 2  # str shown as link, "" if none
    FILE = _FIRST + 3
    LINE = _FIRST + 4
    DECISIVE = _FIRST + 5


class ProblemRole(IntEnum):
    """Roles of ProblemsModel."""

    SEVERITY = _FIRST + 1  # "error", "warning", "note"
    CONSEQUENCE = _FIRST + 2
    FILE = _FIRST + 3
    LINE = _FIRST + 4
    ACTIONS = _FIRST + 5  # tuple of labels, the first is what Enter uses


class LogRole(IntEnum):
    """Roles of LogModel (launcher output)."""

    TIME = _FIRST + 1  # "15:29:52"
    SEVERITY = _FIRST + 2  # "error", "warning", "info"
    SOURCE = _FIRST + 3  # "loader", "launcher", program name
    NUMBER = _FIRST + 4  # int, counts entries from 1; 0 for what was left out
    MORE = _FIRST + 5  # int: how many lines follow the first one
    IDENTIFIER = _FIRST + 6  # str: of a layer's message, "" for other entries
    ENTRY = _FIRST + 7  # the whole log_entries.LogEntry


class KindRole(IntEnum):
    """Roles of KindsModel (kinds of messages in the log)."""

    SEVERITY = _FIRST + 1
    NOTE = _FIRST + 2  # number of messages, and whether they are muted
    SENTENCE = _FIRST + 3
    IS_MUTED = _FIRST + 4


class RunRole(IntEnum):
    """Roles of RunsModel and DifferencesModel."""

    TIME = _FIRST + 1
    TEXT = _FIRST + 2
    TONE = _FIRST + 3


class FileRole(IntEnum):
    """Roles of PlanModel (preview) and JournalModel."""

    CHANGE = _FIRST + 1  # "New", "Change", "Remove", "Set", "Unset"
    PATH = _FIRST + 2
    TEXT = _FIRST + 3  # str: the diff or value shown at the right
    TIME = _FIRST + 4  # str, JournalModel only
    ACTIONS = _FIRST + 5  # tuple of str, JournalModel only: the labels of the buttons
    ICON = _FIRST + 6  # str, JournalModel only


class PaletteRole(IntEnum):
    """Roles of PaletteModel (search everything)."""

    SUBTITLE = _FIRST + 1  # str
    KIND = _FIRST + 2  # EntryKind value as str
    KEY = _FIRST + 3  # str
    ICON = _FIRST + 4  # str
    NOTE = _FIRST + 5  # str


class CandidateRole(IntEnum):
    """Roles of CandidatesModel (programs to choose)."""

    HEADING = _FIRST + 1  # bool
    COMMAND = _FIRST + 2  # str
    NOTE = _FIRST + 3  # str
    SECTION = _FIRST + 4  # Section value as str


class PairRole(IntEnum):
    """Roles of PairsModel."""

    VALUE = _FIRST + 1  # str


class GroupRole(IntEnum):
    """Roles of GroupsModel."""

    VALUES = _FIRST + 1  # tuple[str, ...]; None for a group
    DIFFERS = _FIRST + 2  # bool
    COUNT = _FIRST + 3  # int: lines of a group


class CollectionRole(IntEnum):
    """Roles of CollectionModel and PlacesModel."""

    COPY = _FIRST + 1  # the whole collection_values.Copy
    PLACE = _FIRST + 2  # the whole collection_values.Place
    FRESH = _FIRST + 3  # bool: it came since the panel was opened
    ACTIONS = _FIRST + 4  # tuple of labels, the first is what Enter uses


class RunningRole(IntEnum):
    """Roles of RunningModel and PartsModel."""

    PROCESS = _FIRST + 1  # the whole running_now.RunningProcess
    PART = _FIRST + 2  # the whole mapped_parts.Part
    ACTIONS = _FIRST + 3  # tuple of labels, the first is what Enter uses


class ProgramRole(IntEnum):
    """Roles of ProgramsModel."""

    LINE = _FIRST + 1  # the whole program_match.ProgramLine
    ACTIONS = _FIRST + 2  # tuple of labels, the first is what Enter uses


class AddedDriverRole(IntEnum):
    """Roles of AddedDriversModel."""

    LINE = _FIRST + 1  # the whole inspector_models.AddedDriverLine
    ACTIONS = _FIRST + 2  # tuple of labels, the first is what Enter uses


class DeviceRole(IntEnum):
    """Roles of DevicesModel. Standard roles: Display (name), CheckState (chosen)."""

    SHOWN = _FIRST + 1  # the whole devices_model.ShownDevice


class SettingRole(IntEnum):
    """Roles of SettingsModel. Standard roles: Display (label), Edit (value), CheckState."""

    NODE = _FIRST + 1  # the whole nodes.Node


class MachineRole(IntEnum):
    """Roles of MachinesModel and FindingsModel. Standard role: Display (text of the column)."""

    ROW = _FIRST + 1  # the whole lab.table.Row
    KEY = _FIRST + 2  # str: the file
    FINDING = _FIRST + 3  # the whole lab.findings.Finding
