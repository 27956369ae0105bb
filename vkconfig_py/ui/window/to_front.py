"""The window comes to the front, where the desktop lets it."""

from __future__ import annotations

import ctypes
import os
import struct
from typing import TYPE_CHECKING, Any, ClassVar, cast

from PySide6.QtCore import QAbstractNativeEventFilter, Qt, QTimer
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_TOKEN = "XDG_ACTIVATION_TOKEN"
# xproto.h
_CLIENT_MESSAGE, _PROPERTY_NOTIFY, _PROPERTY_CHANGE = 33, 28, 1 << 22
_PART = 20  # bytes of a text that a message holds


def bring_to_front(window: QWidget, token: str = "") -> None:
    """Raise the window, with the token that the desktop gave to the start that asks for it.

    Qt reads the token of xdg-activation-v1 from the environment when a window is activated, and
    only there. Without one a compositor of Wayland marks the window instead of raising it. On X11
    it is a startup id, of which Qt knows nothing after its own start.
    """
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    if QGuiApplication.platformName() == "xcb":
        _FreshTime(window)
        if token:
            _end_startup(token)
        return
    if token:
        # Not os.environ: programs that are started from here must not inherit it.
        os.putenv(_TOKEN, token)
    window.activateWindow()
    os.unsetenv(_TOKEN)


class _FreshTime(QAbstractNativeEventFilter):
    """Activates a window as soon as Qt knows what time it is for the X server.

    Window managers that prevent windows from stealing the focus compare times of user actions. Qt
    asks with the time of the last event in its own windows, older than that of the active one. The
    server tells the time with each change of a property, such as the title.
    """

    _waiting: ClassVar[set[_FreshTime]] = set()  # Qt does not keep them

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self._window, self._number = window, int(window.winId())
        self._waiting.add(self)
        self._application = cast("Any", QGuiApplication.instance())
        self._application.installNativeEventFilter(self)
        handle = window.windowHandle()
        title = handle.title()
        handle.setTitle(f"{title} ")
        handle.setTitle(title)

    def nativeEventFilter(self, _kind: object, message: Any) -> tuple[bool, int]:  # noqa: N802
        kind, number = struct.unpack("=B3xI", ctypes.string_at(int(message), 8))
        if kind & 0x7F == _PROPERTY_NOTIFY and number == self._number:
            self._application.removeNativeEventFilter(self)
            self._waiting.discard(self)
            # Qt reads the event after its filters.
            QTimer.singleShot(0, self._window.activateWindow)
        return False, 0


def _end_startup(startup_id: str) -> None:
    """Tell launchers that a start is done, as the startup notification protocol demands.

    They show an hourglass until then. Qt tells that of its own start alone.
    """
    xcb, application = ctypes.CDLL("libxcb.so.1"), cast("Any", QGuiApplication.instance())
    xcb.xcb_get_setup.restype = ctypes.c_void_p
    xcb.xcb_setup_roots_iterator.restype = _Roots
    xcb.xcb_intern_atom_reply.restype = ctypes.POINTER(ctypes.c_uint32)
    connection = ctypes.c_void_p(application.nativeInterface().connection())
    setup = ctypes.c_void_p(xcb.xcb_get_setup(connection))
    root = xcb.xcb_setup_roots_iterator(setup).data[0]  # the first member of a screen
    quoted = startup_id.replace("\\", "\\\\").replace('"', '\\"')
    text = f'remove: ID="{quoted}"'.encode(errors="surrogateescape") + b"\0"
    name = b"_NET_STARTUP_INFO_BEGIN"
    for start in range(0, len(text), _PART):
        cookie = xcb.xcb_intern_atom(connection, 0, len(name), name)
        reply = xcb.xcb_intern_atom_reply(connection, cookie, None)
        if not reply:  # the connection broke
            return
        part = text[start : start + _PART]
        event = struct.pack("=BBHII20s", _CLIENT_MESSAGE, 8, 0, root, reply[2], part)
        ctypes.CDLL(None).free(reply)
        xcb.xcb_send_event(connection, 0, root, _PROPERTY_CHANGE, event)
        name = b"_NET_STARTUP_INFO"
    xcb.xcb_flush(connection)


class _Roots(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.POINTER(ctypes.c_uint32)),
        ("rem", ctypes.c_int),
        ("index", ctypes.c_int),
    )
