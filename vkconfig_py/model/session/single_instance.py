"""One window for a session: a start becomes it, or hands over what it is asked for and ends.

The first start holds a lock (own_files.try_lock) from its beginning to its end. Only its holder
puts the socket in place, so one that was left behind is replaced without a race. Qt is imported by
the holder alone: a second start ends before it would be loaded.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum

from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.files.own_files import open_lock, try_lock

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtNetwork import QLocalSocket

LINE_LIMIT = 1 << 20
MAX_FILES = 200
ANSWER_SECONDS = 3.0  # seconds until a window that does not answer counts as hanging
SHOWN_ANSWER, REFUSED_ANSWER = b"shown\n", b"refused\n"

_RETRY_SECONDS = 0.02
_MAX_TEXT_LENGTH = 4096
_MAX_CONNECTIONS = 8  # the oldest makes room: whoever connects and says nothing is forgotten
_FOLDER_FLAGS = getattr(os, "O_PATH", 0) | os.O_DIRECTORY | os.O_CLOEXEC


class StartRequest(NamedTuple):
    """What a second start hands over.

    Attributes:
        files: absolute paths to open.
        machine: a path or an address, as it was typed.
        configuration: name of the one to be shown.
        folder: where the second start was made; `machine` may be relative to it.
        token: with which the desktop lets the window come to the front, or "".
    """

    files: tuple[str, ...] = ()
    machine: str = ""
    configuration: str = ""
    folder: str = "/"
    token: str = ""

    def render(self) -> bytes:
        """Return the request as a line of JSON."""
        return json.dumps(self._asdict()).encode("ascii") + b"\n"


def parse_request(line: bytes) -> StartRequest | None:
    """Parse a line, or return None if it is not a request of this version."""
    if len(line) > LINE_LIMIT or line.find(b"\n") != len(line) - 1:
        return None
    try:
        members: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(members, dict) or members.keys() != set(StartRequest._fields):
        return None
    files = members.pop("files")
    if not isinstance(files, list) or len(files) > MAX_FILES:
        return None
    if not all(map(_is_text, (*files, *members.values()))):
        return None
    is_absolute = all(path.startswith("/") for path in (*files, members["folder"]))
    return StartRequest(tuple(files), **members) if is_absolute else None


def _is_text(value: object) -> bool:
    """True if a value is text that is not too long, without NUL."""
    return isinstance(value, str) and len(value) <= _MAX_TEXT_LENGTH and "\0" not in value


class ClaimOutcome(Enum):
    """What became of the claim to be the window of a session."""

    OWN = "own"  # it is: the lock is held
    SHOWN = "shown"  # another process is, and shows what was asked for
    REFUSED = "refused"  # that cannot open all of it
    SILENT = "silent"  # that does not answer
    ALONE = "alone"  # no lock or socket can be had: each start has a window


class Claim(NamedTuple):
    """How a start's claim to the only window of a session ended.

    `path` is that of lock and socket without suffix, `lock` its descriptor if the lock is held.
    """

    outcome: ClaimOutcome = ClaimOutcome.ALONE
    place: str = ""
    lock: int = -1

    def give_back(self) -> None:
        """Release the lock, so that the next start gets the window."""
        if self.lock >= 0:
            os.close(self.lock)


def claim_window(path: str, request: StartRequest, timeout: float = ANSWER_SECONDS) -> Claim:
    """Become the process with the window of a session, or hand over to the one that has it.

    `timeout`: seconds to wait for its answer.
    """
    try:
        lock = open_lock(f"{path}.lock", make=True)
    except OSError:  # such as a folder that cannot be written
        return Claim()
    try:
        outcome = _hand_over(path, lock, request.render(), timeout)
    except OSError:
        outcome = ClaimOutcome.ALONE
    claim = Claim(outcome, path, lock)
    if outcome is ClaimOutcome.OWN:
        return claim
    claim.give_back()
    return Claim(outcome)


def _hand_over(path: str, lock: int, line: bytes, timeout: float) -> ClaimOutcome:
    """Take the lock, or send the request to the process that holds it. `timeout`: in seconds."""
    deadline = time.monotonic() + timeout
    while not try_lock(lock):
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            return ClaimOutcome.SILENT
        if len(line) > LINE_LIMIT:
            return ClaimOutcome.REFUSED
        if (answer := _send_request(path, line, remaining)) is not None:
            return answer
        time.sleep(_RETRY_SECONDS)  # it begins or ends just now
    return ClaimOutcome.OWN


def _send_request(path: str, line: bytes, timeout: float) -> ClaimOutcome | None:
    """Send the request to the process with the window, None if nobody listens.

    `timeout`: in seconds.
    """
    parent, name = os.path.split(path)
    folder = os.open(parent, _FOLDER_FLAGS)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(timeout)
            connection.connect(_get_socket_path(folder, name))
            if not _is_own(connection.fileno()):
                return ClaimOutcome.REFUSED
            connection.sendall(line)
            reply = connection.recv(len(REFUSED_ANSWER))
    except TimeoutError:
        return ClaimOutcome.SILENT
    except (FileNotFoundError, ConnectionError):
        return None
    finally:
        os.close(folder)
    if not reply:
        return None
    return ClaimOutcome.SHOWN if SHOWN_ANSWER.startswith(reply) else ClaimOutcome.REFUSED


def _get_socket_path(folder: int, name: str) -> str:
    """Return the path of a socket by the descriptor of its folder, as long paths do not fit."""
    return f"/proc/self/fd/{folder}/{name}.socket"  # sun_path has 108 bytes; a path may be longer


def _is_own(descriptor: int) -> bool:
    """True if the process at the other end of a socket belongs to the same user."""
    with socket.socket(fileno=os.dup(descriptor)) as connection:
        size = struct.calcsize("3i")
        peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    return bool(struct.unpack("3i", peer)[1] == os.geteuid())


def listen(claim: Claim) -> InstanceSocket | None:
    """Return the socket at which later starts reach this one.

    Without it (None) they have windows of their own.
    """
    try:
        from PySide6.QtNetwork import QLocalServer  # noqa: F401

        return InstanceSocket(claim)
    except (ImportError, OSError):  # it links to libraries that not every system has
        return None


class InstanceSocket:
    """The socket of the process that holds the lock."""

    def __init__(self, claim: Claim) -> None:
        """Listen, and replace a socket that a killed process left."""
        parent, name = os.path.split(claim.place)
        self._claim, self._name = claim, f"{name}.socket"
        self._folder = os.open(parent, _FOLDER_FLAGS)
        self._connections: list[QLocalSocket] = []
        try:
            self._remove_socket()
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
                listening.bind(_get_socket_path(self._folder, name))
                listening.listen()
                self._descriptor = listening.detach()
        except OSError:
            os.close(self._folder)
            raise

    def serve(
        self, on_request: Callable[[StartRequest], object], parent: QObject | None = None
    ) -> None:
        """Call `on_request` with each valid request, which is answered already."""
        from PySide6.QtNetwork import QLocalServer

        self._on_request = on_request
        self._server = QLocalServer(parent)
        self._server.newConnection.connect(self._on_connected)
        self._server.listen(self._descriptor)

    def close(self) -> None:
        """Let the next start be the first. Waiting ones are not answered and try again."""
        self._remove_socket()
        for connection in tuple(self._connections):
            connection.abort()
        self._server.close()
        os.close(self._folder)
        self._claim.give_back()

    def _remove_socket(self) -> None:
        """Delete the socket's file."""
        with suppress(FileNotFoundError):
            os.unlink(self._name, dir_fd=self._folder)

    def _on_connected(self) -> None:
        """Accept connections of later starts."""
        while (connection := self._server.nextPendingConnection()) is not None:
            self._connections.append(connection)
            connection.setReadBufferSize(LINE_LIMIT + 1)
            # A slot that holds the socket would free it while that is told of.
            connection.readyRead.connect(self._on_readable)
            connection.disconnected.connect(self._on_disconnected)
            if not _is_own(connection.socketDescriptor()):
                connection.abort()
            elif len(self._connections) > _MAX_CONNECTIONS:
                self._connections[0].abort()
        self._on_readable()

    def _on_disconnected(self) -> None:
        """Drop connections that ended."""
        for connection in tuple(self._connections):
            if connection.state() is connection.LocalSocketState.UnconnectedState:
                self._connections.remove(connection)
                connection.deleteLater()

    def _on_readable(self) -> None:
        """Answer the requests that have arrived, and pass valid ones on."""
        for connection in tuple(self._connections):
            if connection.canReadLine() or connection.bytesAvailable() > LINE_LIMIT:
                request = parse_request(bytes(connection.readAll().data()))
                connection.write(REFUSED_ANSWER if request is None else SHOWN_ANSWER)
                connection.flush()
                connection.disconnectFromServer()
                if request is not None:
                    self._on_request(request)
