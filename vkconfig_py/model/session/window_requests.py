"""WindowRequests: what second starts of the program hand over to the window that runs."""

from __future__ import annotations

import socket
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from vkconfig_py.model.files.running_window import (
    LINE_LIMIT,
    REFUSED,
    SHOWN,
    RequestError,
    is_own,
    parse_request,
)

if TYPE_CHECKING:
    from vkconfig_py.model.files.running_window import Listener

_CHUNK = 1 << 16
_MOST_CONNECTIONS = 8  # those beyond make room: whoever connects and says nothing is forgotten


class _Place:
    """Room for one connected start, and what came of its line.

    A notifier is used again for later starts and ends with its parent: one that is deleted while it
    is told of, together with the Python object behind it, crashed the program.
    """

    def __init__(self, notifier: QSocketNotifier) -> None:
        self.notifier = notifier
        self.end: socket.socket | None = None
        self.line = bytearray()

    def take(self, end: socket.socket) -> None:
        self.end, self.line = end, bytearray()
        self.notifier.setSocket(end.fileno())
        self.notifier.setEnabled(True)

    def clear(self) -> None:
        self.notifier.setEnabled(False)
        if self.end is not None:
            self.end.close()
            self.end = None


class WindowRequests(QObject):
    """Answers second starts; nothing here waits for the other end.

    Signals:
        asked: a valid request (running_window.Request), already answered.
    """

    asked = Signal(object)

    def __init__(self, listener: Listener, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listener = listener
        self._places: list[_Place] = []
        self._ages: list[_Place] = []  # the same, the one that was taken first at the front
        self._notifier = QSocketNotifier(listener.socket.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_connected)

    def close(self) -> None:
        self._notifier.setEnabled(False)
        for place in self._places:
            place.clear()
        self._listener.close()

    def _on_connected(self) -> None:
        with suppress(BlockingIOError, ConnectionError):
            end, _address = self._listener.socket.accept()
            if not is_own(end):
                end.close()
                return
            end.setblocking(False)
            self._find_place(end).take(end)

    def _find_place(self, end: socket.socket) -> _Place:
        """A place that is free, a new one, or that of the oldest connection."""
        place = next((one for one in self._places if one.end is None), None)
        if place is None and len(self._places) < _MOST_CONNECTIONS:
            place = _Place(QSocketNotifier(end.fileno(), QSocketNotifier.Type.Read, self))
            place.notifier.activated.connect(partial(self._on_readable, len(self._places)))
            self._places.append(place)
            self._ages.append(place)
        if place is None:
            place = self._ages[0]
            place.clear()
        self._ages.remove(place)
        self._ages.append(place)
        return place

    def _on_readable(self, number: int, *_of_qt: object) -> None:
        place = self._places[number]
        if place.end is None:
            return
        try:
            chunk = place.end.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        place.line += chunk
        if b"\n" in chunk or len(place.line) > LINE_LIMIT:
            self._answer(place, place.end)
        elif not chunk:
            place.clear()

    def _answer(self, place: _Place, end: socket.socket) -> None:
        try:
            request = parse_request(bytes(place.line))
        except RequestError:
            request = None
        with suppress(OSError):  # it did not wait
            end.send(REFUSED if request is None else SHOWN)
        place.clear()
        if request is not None:
            self.asked.emit(request)
