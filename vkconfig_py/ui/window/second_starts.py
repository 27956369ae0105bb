"""What a start of the program is asked for, shown in the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import told, tr
from vkconfig_py.model.remote.address import is_address

if TYPE_CHECKING:
    from vkconfig_py.model.files.running_window import Request
    from vkconfig_py.ui.window.main_window import MainWindow


def show_request(window: MainWindow, request: Request) -> None:
    """Open files as a drop on the window does, show a configuration or another machine."""
    if request.configuration:
        _show_configuration(window, request.configuration)
    if request.files:
        window.session.exchange.open_paths(request.files)
    if request.machine:
        window.controllers.machines.open(_origin(request))


def _origin(request: Request) -> str:
    machine = request.machine
    return machine if is_address(machine) else str(Path(request.folder, machine))


def _show_configuration(window: MainWindow, name: str) -> None:
    edits = window.session.edits
    keys = [one.key for one in edits.workspace.configurations if name in (one.name, told(one.name))]
    if keys:
        edits.select_configuration(keys[0])
    else:
        window.status_bar.show_toast(
            tr("There is no configuration “{name}”.", name=name), tone="warn"
        )
