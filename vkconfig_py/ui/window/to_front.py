"""The window comes to the front, where the desktop lets it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

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
