"""RunsModel: the runs that are remembered. DifferencesModel: what differs between two of them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import RunRole
from vkconfig_py.model.launch.run_comparison import Difference, run_text
from vkconfig_py.model.launch.run_history import Run
from vkconfig_py.model.text.moments import moment_text
from vkconfig_py.model.text.wording import tooltip, visible


def command_of(run: Run) -> str:
    return shlex.join((run.name, *run.arguments))


def time_of(run: Run) -> str:
    return moment_text(run.started)


def _tone(run: Run) -> str:
    if not run.ended:
        return "running"
    if run.code == 0:
        return "ok"
    return "error" if run.signal or run.code else "neutral"


class RunsModel(KeyedListModel[Run]):
    """The latest run first."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda run: visible(command_of(run)),
        Qt.ItemDataRole.ToolTipRole: lambda run: tooltip(f"{run.program}\n{run_text(run)}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda run: visible(
            f"{command_of(run)}, {time_of(run)}, {run_text(run)}"
        ),
        RunRole.TIME: time_of,
        RunRole.TEXT: lambda run: visible(run_text(run)),
        RunRole.TONE: _tone,
    }

    def key_of(self, value: Run) -> str:
        return f"{value.started}\n{value.program}"


class DifferencesModel(KeyedListModel[Difference]):
    """What differs between two runs."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda one: visible(one.subject),
        Qt.ItemDataRole.ToolTipRole: lambda one: tooltip(f"{one.first}\n→ {one.second}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda one: visible(
            tr(
                "{subject}: {first}, then {second}",
                subject=one.subject,
                first=one.first,
                second=one.second,
            )
        ),
        RunRole.TEXT: lambda one: visible(f"{one.first}  →  {one.second}"),
    }

    def key_of(self, value: Difference) -> str:
        return value.subject
