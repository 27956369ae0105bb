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


class _Connection:
    """A start that is connected, and what came of its line."""

    def __init__(self, end: socket.socket, notifier: QSocketNotifier) -> None:
        self.end, self.notifier = end, notifier
        self.line = bytearray()

    def close(self) -> None:
        self.notifier.setEnabled(False)
        self.notifier.deleteLater()
        self.end.close()


class WindowRequests(QObject):
    """Answers second starts; nothing here waits for the other end.

    Signals:
        asked: a valid request (running_window.Request), already answered.
    """

    asked = Signal(object)

    def __init__(self, listener: Listener, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listener = listener
        self._connections: list[_Connection] = []
        self._notifier = QSocketNotifier(listener.socket.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_connected)

    def close(self) -> None:
        self._notifier.setEnabled(False)
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._listener.close()

    def _on_connected(self) -> None:
        with suppress(BlockingIOError, ConnectionError):
            end, _address = self._listener.socket.accept()
            if not is_own(end):
                end.close()
                return
            end.setblocking(False)
            notifier = QSocketNotifier(end.fileno(), QSocketNotifier.Type.Read, self)
            connection = _Connection(end, notifier)
            notifier.activated.connect(partial(self._on_readable, connection))
            self._connections.append(connection)
            for oldest in self._connections[:-_MOST_CONNECTIONS]:
                self._forget(oldest)

    def _on_readable(self, connection: _Connection, *_of_qt: object) -> None:
        try:
            chunk = connection.end.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        connection.line += chunk
        if b"\n" in chunk or len(connection.line) > LINE_LIMIT:
            self._answer(connection)
        elif not chunk:
            self._forget(connection)

    def _answer(self, connection: _Connection) -> None:
        try:
            request = parse_request(bytes(connection.line))
        except RequestError:
            request = None
        with suppress(OSError):  # it did not wait
            connection.end.send(REFUSED if request is None else SHOWN)
        self._forget(connection)
        if request is not None:
            self.asked.emit(request)

    def _forget(self, connection: _Connection) -> None:
        connection.close()
        self._connections.remove(connection)
