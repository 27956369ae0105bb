"""A window of X11 comes to the front for the user who starts the program again.

Window managers that prevent windows from stealing the focus compare times of user actions. Qt only
knows that of the last action in its own window, which is older than that of the active one. The id
that a launcher gives a start (startup-notification-spec, _NET_STARTUP_INFO) ends in _TIME and the
time of the click on it. A terminal gives none: the start is what the user does now.
"""

from __future__ import annotations

import ctypes
import re
import struct
from ctypes import POINTER, byref, c_char_p, c_int, c_uint8, c_uint16, c_uint32, c_void_p

_TIME = re.compile(r"_TIME(\d{1,10})$")
_CLIENT_MESSAGE, _CARDINAL, _REPLACE = 33, 6, 0
_TO_MANAGER = (1 << 20) | (1 << 19)  # SubstructureRedirect | SubstructureNotify
_PROPERTY_CHANGE = 1 << 22
_APPEND, _EVENT_MASK, _PROPERTY_NOTIFY = 2, 1 << 11, 28
_FROM_APPLICATION = 1
_USER_TIME = "_NET_WM_USER_TIME"
_PART = 20  # bytes of a text that a message holds


class _Roots(ctypes.Structure):
    _fields_ = (("data", POINTER(c_uint32)), ("rem", c_int), ("index", c_int))


class _Cookie(ctypes.Structure):
    _fields_ = (("sequence", c_uint32),)


class _Atom(ctypes.Structure):
    _fields_ = (
        ("response_type", c_uint8),
        ("padding", c_uint8),
        ("sequence", c_uint16),
        ("length", c_uint32),
        ("atom", c_uint32),
    )


class _PropertyNotify(ctypes.Structure):
    _fields_ = (
        ("response_type", c_uint8),
        ("padding", c_uint8),
        ("sequence", c_uint16),
        ("window", c_uint32),
        ("atom", c_uint32),
        ("time", c_uint32),
    )


def time_of(startup_id: str) -> int:
    """The time in a startup id, in milliseconds of the X server; 0 if it has none."""
    found = _TIME.search(startup_id)
    return int(found[1]) & 0xFFFFFFFF if found else 0


def activate(window: int, startup_id: str) -> bool:
    """Ask the window manager for the front, and end what the launcher shows meanwhile.

    On another desktop it is for the window manager to switch to that (KWin, Mutter), to bring the
    window here (xfwm4) or to mark it (openbox): its user has chosen that for all programs.

    Waits for the X server, so never on the GUI thread. False if the server is not reached.
    """
    try:
        server = _Server()
    except OSError:  # no libxcb, no X server
        return False
    try:
        time = time_of(startup_id) or server.time_by(window)
        server.set_number(window, _USER_TIME, time)
        server.send(
            window, "_NET_ACTIVE_WINDOW", struct.pack("=5I", _FROM_APPLICATION, time, 0, 0, 0)
        )
        if startup_id:
            quoted = startup_id.replace("\\", "\\\\").replace('"', '\\"')
            server.tell(window, f'remove: ID="{quoted}"')
    finally:
        server.close()
    return True


class _Server:
    """A connection of its own: errors of requests arrive there, and nobody reads them."""

    def __init__(self) -> None:
        """Connect to the server that DISPLAY names.

        Raises:
            OSError: it is not reached.
        """
        self._xcb = xcb = ctypes.CDLL("libxcb.so.1")
        xcb.xcb_connect.restype = xcb.xcb_get_setup.restype = c_void_p
        xcb.xcb_connect.argtypes = (c_char_p, POINTER(c_int))
        for name in ("connection_has_error", "get_setup", "flush", "disconnect"):
            getattr(xcb, f"xcb_{name}").argtypes = (c_void_p,)
        xcb.xcb_setup_roots_iterator.restype = _Roots
        xcb.xcb_setup_roots_iterator.argtypes = (c_void_p,)
        xcb.xcb_intern_atom.restype = _Cookie
        xcb.xcb_intern_atom.argtypes = (c_void_p, c_uint8, c_uint16, c_char_p)
        xcb.xcb_intern_atom_reply.restype = POINTER(_Atom)
        xcb.xcb_intern_atom_reply.argtypes = (c_void_p, _Cookie, c_void_p)
        xcb.xcb_change_property.argtypes = (
            c_void_p, c_uint8, c_uint32, c_uint32, c_uint32, c_uint8, c_uint32, c_char_p,
        )  # fmt: skip
        xcb.xcb_send_event.argtypes = (c_void_p, c_uint8, c_uint32, c_uint32, c_char_p)
        xcb.xcb_change_window_attributes.argtypes = (
            c_void_p, c_uint32, c_uint32, POINTER(c_uint32),
        )  # fmt: skip
        xcb.xcb_wait_for_event.restype = POINTER(_PropertyNotify)
        xcb.xcb_wait_for_event.argtypes = (c_void_p,)
        number = c_int()
        self._connection = xcb.xcb_connect(None, byref(number))
        if xcb.xcb_connection_has_error(self._connection):
            xcb.xcb_disconnect(self._connection)
            raise OSError("no X server")
        # The root window is the first member of a screen.
        roots = xcb.xcb_setup_roots_iterator(xcb.xcb_get_setup(self._connection))
        self._root = roots.data[0]

    def close(self) -> None:
        # A round trip: what a server has not read when its client hangs up is lost.
        self._atom(_USER_TIME)
        self._xcb.xcb_disconnect(self._connection)

    def _atom(self, name: str) -> int:
        text = name.encode("ascii")
        cookie = self._xcb.xcb_intern_atom(self._connection, 0, len(text), text)
        reply = self._xcb.xcb_intern_atom_reply(self._connection, cookie, None)
        if not reply:
            return 0
        atom = int(reply.contents.atom)
        _free(reply)
        return atom

    def time_by(self, window: int) -> int:
        """The time of the server now: it tells that of a change, such as one that changes nothing.

        0 if the connection broke.
        """
        mask = c_uint32(_PROPERTY_CHANGE)
        self._xcb.xcb_change_window_attributes(self._connection, window, _EVENT_MASK, byref(mask))
        self._change(window, _USER_TIME, _APPEND, b"")
        self._xcb.xcb_flush(self._connection)
        while event := self._xcb.xcb_wait_for_event(self._connection):
            kind, time = event.contents.response_type & 0x7F, int(event.contents.time)
            _free(event)
            if kind in (0, _PROPERTY_NOTIFY):  # 0: an error, such as that there is no such window
                return time if kind else 0
        return 0

    def set_number(self, window: int, name: str, value: int) -> None:
        self._change(window, name, _REPLACE, struct.pack("=I", value))

    def _change(self, window: int, name: str, mode: int, data: bytes) -> None:
        self._xcb.xcb_change_property(
            self._connection, mode, window, self._atom(name), _CARDINAL, 32, len(data) // 4, data
        )

    def send(
        self, window: int, name: str, data: bytes, size: int = 32, to: int = _TO_MANAGER
    ) -> None:
        """Send 20 bytes, numbers of `size` bits, to the root window."""
        head = struct.pack("=BBHII", _CLIENT_MESSAGE, size, 0, window, self._atom(name))
        self._xcb.xcb_send_event(self._connection, 0, self._root, to, head + data)

    def tell(self, window: int, text: str) -> None:
        """Send a text about startup to everybody, in parts."""
        name, whole = "_NET_STARTUP_INFO_BEGIN", text.encode() + b"\0"
        for start in range(0, len(whole), _PART):
            part = whole[start : start + _PART].ljust(_PART, b"\0")
            self.send(window, name, part, size=8, to=_PROPERTY_CHANGE)
            name = "_NET_STARTUP_INFO"


def _free(pointer: object) -> None:
    free = ctypes.CDLL(None).free
    free.argtypes = (c_void_p,)
    free(pointer)
