"""The end of the X server or Wayland compositor: what ends with the window is withdrawn at once.

X11: where Qt finds its connection broken it leaves the event loop, and the window closes behind it.
Where a call of Xlib finds it first, the error handler of Xlib ends the process with exit(3), and
nothing of Python runs. Handlers that return instead (libX11 1.7, XSetIOErrorExitHandler(3)) leave
it to Qt, which finds the connection broken next.

Wayland: Qt ends the process with _exit(2). What comes before is its message alone, so that is where
the work is done; no value of Qt tells of it.
"""

from __future__ import annotations

import ctypes
import logging
import sys
from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int, c_void_p

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication, QNativeInterface

log = logging.getLogger(__name__)

_LIBRARY = "libX11.so.6"
_BROKEN = "The Wayland connection broke"  # QWaylandDisplay::checkWaylandError
_OnError = CFUNCTYPE(c_int, c_void_p)
_OnExit = CFUNCTYPE(None, c_void_p, c_void_p)


def _on_error(_display: int) -> int:
    log.warning("X11 connection broke: a call of Xlib failed")
    return 0


def _on_exit(_display: int, _data: int) -> None:
    """Return, so that the process goes on to its event loop."""


# Xlib calls them until the process ends.
_HANDLERS = (_OnError(_on_error), _OnExit(_on_exit))


def watch_display_end(application: QGuiApplication, let_go: Callable[[], object]) -> None:
    """Call `let_go` or return to the event loop where the display server ends.

    `let_go` must not paint or wait for events.
    """
    match application.platformName():
        case "xcb":
            _return_from_xlib(application)
        case "wayland" | "wayland-egl":
            _WaylandEnd(let_go).install()


def _return_from_xlib(application: QGuiApplication) -> None:
    native = application.nativeInterface()
    if not isinstance(native, QNativeInterface.QX11Application):
        return
    try:
        xlib = ctypes.CDLL(_LIBRARY)
        set_exit_handler = xlib.XSetIOErrorExitHandler
    except (OSError, AttributeError):  # an older one: what is left is withdrawn by the guard
        return
    set_exit_handler.restype = None
    set_exit_handler.argtypes = (c_void_p, _OnExit, c_void_p)
    on_error, on_exit = _HANDLERS
    set_exit_handler(native.display(), on_exit, None)
    xlib.XSetIOErrorHandler.restype = c_void_p
    xlib.XSetIOErrorHandler.argtypes = (_OnError,)
    xlib.XSetIOErrorHandler(on_error)


class _WaylandEnd:
    """A handler of Qt's messages that lets go before the one after which Qt ends the process."""

    def __init__(self, let_go: Callable[[], object]) -> None:
        self._let_go = let_go
        self._is_over = False

    def install(self) -> None:
        qInstallMessageHandler(self._on_message)

    def _on_message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        sys.stderr.write(f"{qFormatLogMessage(kind, context, text)}\n")
        if text.startswith(_BROKEN) and not self._is_over:
            self._is_over = True
            self._let_go()
