"""What a start of the program is asked for, shown in the window; and the window at the front."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from vkconfig_py.language.sentences import told, tr
from vkconfig_py.model.remote.address import is_address

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.model.files.running_window import Request
    from vkconfig_py.ui.window.main_window import MainWindow

_TOKEN = "XDG_ACTIVATION_TOKEN"


def bring_to_front(window: QWidget, token: str) -> None:
    """Raise the window, with the token that the desktop gave to the start that asks for it.

    Qt reads the token of xdg-activation-v1 from the environment when a window is activated, and
    only there. Without one a compositor of Wayland marks the window instead of raising it. On X11
    it is a startup id, of which Qt knows nothing after the start.
    """
    if token:
        # Not os.environ: programs that are started from here must not inherit it.
        os.putenv(_TOKEN, token)
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    if not (token and QGuiApplication.platformName() == "xcb" and _activate(window, token)):
        window.activateWindow()
    os.unsetenv(_TOKEN)


def _activate(window: QWidget, token: str) -> bool:
    from vkconfig_py.ui.window.startup_id import activate  # Wayland needs no such thing

    return activate(int(window.winId()), token)


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
