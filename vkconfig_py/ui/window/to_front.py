"""The window comes to the front, where the desktop lets it."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.model.session.background import Worker

_TOKEN = "XDG_ACTIVATION_TOKEN"


def bring_to_front(window: QWidget, worker: Worker, token: str = "") -> None:
    """Raise the window, with the token that the desktop gave to the start that asks for it.

    Qt reads the token of xdg-activation-v1 from the environment when a window is activated, and
    only there. Without one a compositor of Wayland marks the window instead of raising it. On X11
    it is a startup id, of which Qt knows nothing after the start; the server is asked by a worker.
    """
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    if QGuiApplication.platformName() == "xcb":
        from vkconfig_py.ui.window.startup_id import activate  # Wayland needs no such thing

        def on_asked(is_asked: bool) -> None:
            if not is_asked:
                window.activateWindow()

        worker.submit(partial(activate, int(window.winId()), token), on_asked)
        return
    if token:
        # Not os.environ: programs that are started from here must not inherit it.
        os.putenv(_TOKEN, token)
    window.activateWindow()
    os.unsetenv(_TOKEN)
