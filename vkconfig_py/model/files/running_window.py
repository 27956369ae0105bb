"""The window that runs already, and what a second start hands over to it through its socket.

The first start holds a lock (own_files.try_lock) from its beginning to its end. Only its holder
puts the socket in place, so one that was left behind is replaced without a race. No Qt: a second
start ends before it is loaded.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import time
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path

from vkconfig_py.loader.base.host import ACTIVATION
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.own_files import try_lock

LINE_LIMIT = 1 << 20
MOST_FILES = 200
PATIENCE = 3.0  # seconds until a window that does not answer counts as hanging
SHOWN, REFUSED = b"shown\n", b"refused\n"

_RETRY = 0.02
_LONGEST_TEXT = 4096
_FOLDER = getattr(os, "O_PATH", 0) | os.O_DIRECTORY | os.O_CLOEXEC


class RequestError(ValueError):
    """A line is not a request."""


class Request(NamedTuple):
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

    def line(self) -> bytes:
        return json.dumps(self._asdict()).encode("ascii") + b"\n"


def request_here(
    environment: Mapping[str, str],
    folder: str,
    files: tuple[str, ...] = (),
    machine: str = "",
    configuration: str = "",
) -> Request:
    """The request of a start in a folder, with the token that the desktop gave it."""
    absolute = tuple(str(Path(folder, one)) for one in files)
    token = next(filter(None, (environment.get(name, "") for name in ACTIVATION)), "")
    return Request(absolute, machine, configuration, folder or "/", token)


def parse_request(line: bytes) -> Request:
    """Parse the line of a request.

    Raises:
        RequestError: it is not exactly what a start of this version writes.
    """
    if len(line) > LINE_LIMIT or line.find(b"\n") != len(line) - 1:
        raise RequestError("no single line")
    try:
        found: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RequestError("no JSON") from error
    if not isinstance(found, dict) or found.keys() != set(Request._fields):
        raise RequestError("other members")
    files = found.pop("files")
    if not isinstance(files, list) or len(files) > MOST_FILES:
        raise RequestError("no list of files")
    if not all(map(_is_text, (*files, *found.values()))):
        raise RequestError("no texts")
    if not all(path.startswith("/") for path in (*files, found["folder"])):
        raise RequestError("no absolute path")
    return Request(tuple(files), **found)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT and "\0" not in value


class Listener:
    """The socket of the process that holds the lock."""

    def __init__(self, place: str, lock: int) -> None:
        """Listen; a socket that a killed process left is replaced.

        Raises:
            OSError: no socket can be made there.
        """
        folder, name = os.path.split(place)
        self._lock, self._name = lock, f"{name}.socket"
        self._folder = os.open(folder, _FOLDER)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with suppress(FileNotFoundError):
                os.unlink(self._name, dir_fd=self._folder)
            self.socket.bind(_address(self._folder, self._name))
            self.socket.listen()
            self.socket.setblocking(False)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Let the next start be the first; waiting ones are not answered and try again."""
        if self._lock < 0:
            return
        with suppress(OSError):
            os.unlink(self._name, dir_fd=self._folder)
        self.socket.close()
        os.close(self._folder)
        os.close(self._lock)  # frees the lock
        self._lock = -1


def listen(place: str, lock: int) -> Listener | None:
    """The socket, or None where none can be made: later starts then open windows of their own."""
    try:
        return Listener(place, lock)
    except OSError:
        return None


class Answer(Enum):
    """What became of a request."""

    SHOWN = "shown"
    REFUSED = "refused"
    SILENT = "silent"
    ENDED = "ended"  # that window closed meanwhile: the lock is held now


def hand_over(place: str, lock: int, request: Request, patience: float = PATIENCE) -> Answer:
    """Hand over to the window of another process, which has the lock that `lock` is a handle of.

    Raises:
        OSError: its socket cannot be reached.
    """
    line = request.line()
    if len(line) > LINE_LIMIT:
        return Answer.REFUSED
    end = time.monotonic() + patience
    while (left := end - time.monotonic()) > 0:
        answer = _ask(place, line, left)
        if answer is not None:
            return answer
        # It begins or ends just now.
        if try_lock(lock):
            return Answer.ENDED
        time.sleep(_RETRY)
    return Answer.SILENT


def _ask(place: str, line: bytes, patience: float) -> Answer | None:
    """Send a line; None if nobody listens yet, or whoever did has ended."""
    where, name = os.path.split(place)
    folder = os.open(where, _FOLDER)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(patience)
            connection.connect(_address(folder, f"{name}.socket"))
            if not is_own(connection):
                return Answer.REFUSED
            connection.sendall(line)
            reply = connection.recv(len(REFUSED))
    except TimeoutError:
        return Answer.SILENT
    except (FileNotFoundError, ConnectionError):
        return None
    finally:
        os.close(folder)
    if not reply:
        return None
    return Answer.SHOWN if SHOWN.startswith(reply) else Answer.REFUSED


def is_own(connection: socket.socket) -> bool:
    """True if the process at the other end belongs to the same user."""
    size = struct.calcsize("3i")
    found = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    uid: int = struct.unpack("3i", found)[1]
    return uid == os.geteuid()


def _address(folder: int, name: str) -> str:
    # sun_path has 108 bytes, and a path may be longer.
    return f"/proc/self/fd/{folder}/{name}"
