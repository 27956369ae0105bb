"""Wayland compositors that draw on no screen."""

from __future__ import annotations

import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.framework.patience import PATIENCE, wait_for

NOBODY = 65534
_LEFT_BUTTON = 0x110  # BTN_LEFT of Linux
_STEPS = 12
_SWAY = """
xwayland disable
default_border none
focus_follows_mouse no
# What asks for the front with a token gets it; without a good one sway ignores the wish.
focus_on_window_activation focus
mouse_warping none
output HEADLESS-1 resolution 1400x1000 position 0 0
"""


class WaylandDesktop:
    """A compositor without a seat: nobody has a pointer or a keyboard there."""

    has_keyboard = False

    def __init__(self, display: Path, compositor: subprocess.Popen[bytes]) -> None:
        self._display, self._compositor = display, compositor

    def end(self) -> None:
        """End the compositor under the programs on it."""
        self._compositor.kill()
        self._compositor.wait(timeout=PATIENCE)

    def shows(self, _windows: Mapping[int, Sequence[int]]) -> bool:
        """Return True: no program is told where its windows are."""
        return True

    def environment(self) -> dict[str, str]:
        """Return what a program needs to appear there, and to write down what it says."""
        return {
            "WAYLAND_DISPLAY": str(self._display),
            "QT_QPA_PLATFORM": "wayland",
            "WAYLAND_DEBUG": "client",
        }


class SwayDesktop(WaylandDesktop):
    """One sway, which tells what it shows where, and takes the motions of a mouse."""

    def __init__(self, display: Path, compositor: subprocess.Popen[bytes], orders: Path) -> None:
        super().__init__(display, compositor)
        self._orders = orders

    def order(self, *words: str) -> None:
        self._ask("--", *words)

    def windows(self) -> list[dict[str, Any]]:
        """The windows that are shown, each with the output that it is on."""
        return [*_windows(self._ask("-t", "get_tree"))]

    def focused(self) -> str:
        """The application of the window that has the focus."""
        return next((one["app_id"] for one in self.windows() if one["focused"]), "")

    def token(self) -> str:
        """A token as a launcher gives one to the program that it starts."""
        with _Client(self._display) as client:
            return client.token()

    @contextmanager
    def mouse(self) -> Iterator[Mouse]:
        """Plug a mouse in, and out again."""
        with _Client(self._display) as client:
            room = [one["rect"] for one in self._ask("-t", "get_outputs")]
            width = max(one["x"] + one["width"] for one in room)
            height = max(one["y"] + one["height"] for one in room)
            yield Mouse(client, (width, height))

    def _ask(self, *words: str) -> Any:
        answer = subprocess.run(
            ["swaymsg", "--raw", "--socket", str(self._orders), *words],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert answer.returncode == 0, f"{words}: {answer.stdout}{answer.stderr}"
        return json.loads(answer.stdout)


def _windows(node: Mapping[str, Any], output: str = "") -> Iterator[dict[str, Any]]:
    if node["type"] == "output":
        output = node["name"]
    if node.get("app_id"):
        yield {**node, "output": output}
    for one in (*node["nodes"], *node["floating_nodes"]):
        yield from _windows(one, output)


@contextmanager
def wayland_desktop() -> Iterator[WaylandDesktop]:
    """Start weston; end it afterwards."""
    with _folder("weston-") as folder:
        display, log = folder / "wayland", folder / "weston.log"
        command = [
            "weston",
            "--backend=headless-backend.so",
            "--no-config",
            "--idle-time=0",
            "--width=1400",
            "--height=1000",
            f"--socket={display}",
            f"--log={log}",
        ]
        with _running(command, {**os.environ, "XDG_RUNTIME_DIR": str(folder)}) as compositor:
            wait_for(lambda: _listens(display), "the compositor")
            yield WaylandDesktop(display, compositor)


@contextmanager
def sway_desktop() -> Iterator[SwayDesktop]:
    """Start sway with one output of 1400 by 1000; end it afterwards."""
    with _folder("sway-") as folder:
        orders = folder / "orders"
        (folder / "config").write_text(_SWAY)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "SWAYSOCK": str(orders),
            "WLR_BACKENDS": "headless",
            "WLR_RENDERER": "pixman",
            "WLR_LIBINPUT_NO_DEVICES": "1",
        }
        command = ["sway", "-c", str(folder / "config")]
        if os.geteuid() == 0:  # it refuses to run with the rights of root
            for path in (folder, folder / "config"):
                shutil.chown(path, NOBODY, NOBODY)
            ids = (f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
            command = ["setpriv", *ids, *command]
        with _running(command, environment) as compositor:
            display = folder / "wayland-1"
            wait_for(lambda: _listens(display) and _listens(orders), "the compositor")
            yield SwayDesktop(display, compositor, orders)


def _listens(path: Path) -> bool:
    """Return whether a socket takes connections, which is later than its file is there."""
    with socket.socket(socket.AF_UNIX) as attempt:
        return attempt.connect_ex(str(path)) == 0


@contextmanager
def _folder(prefix: str) -> Iterator[Path]:
    # Its own: the path of a socket has to be short.
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def _running(
    command: Sequence[str], environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    quiet = subprocess.DEVNULL
    compositor = subprocess.Popen(command, env=environment, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        yield compositor
    finally:
        compositor.terminate()
        compositor.wait(timeout=PATIENCE)


class _Client:
    """As much of a Wayland client as a launcher or a mouse is."""

    _DISPLAY, _REGISTRY = 1, 2

    def __init__(self, display: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(str(display))
        self._newest = self._REGISTRY
        self._globals: dict[bytes, int] = {}
        self.say(self._DISPLAY, 1, self._REGISTRY)  # wl_display.get_registry
        self.wait()

    def __enter__(self) -> _Client:
        return self

    def __exit__(self, *_rest: object) -> None:
        self._socket.close()

    def new(self) -> int:
        self._newest += 1
        return self._newest

    def bind(self, interface: bytes) -> int:
        """wl_registry.bind, version 1."""
        text = interface + b"\0"
        packed = struct.pack("=I", len(text)) + text.ljust(-(-len(text) // 4) * 4, b"\0")
        bound, name = self.new(), struct.pack("=I", self._globals[interface])
        self._send(self._REGISTRY, 0, name + packed + struct.pack("=2I", 1, bound))
        return bound

    def token(self) -> str:
        activation = self.bind(b"xdg_activation_v1")
        token = self.new()
        self.say(activation, 1, token)  # get_activation_token
        self.say(token, 3)  # commit
        return self.hear(token)[4:].rstrip(b"\0").decode()  # done

    def wait(self) -> None:
        """Wait until the compositor has done all of this."""
        callback = self.new()
        self.say(self._DISPLAY, 0, callback)  # wl_display.sync
        self.hear(callback)

    def say(self, receiver: int, request: int, *numbers: int) -> None:
        self._send(receiver, request, struct.pack(f"={len(numbers)}I", *numbers))

    def hear(self, sender: int) -> bytes:
        """The next event of an object; those of others before it are read."""
        while True:
            said_by, word = struct.unpack("=2I", self._read(8))
            data = self._read((word >> 16) - 8)
            assert said_by != self._DISPLAY or word & 0xFFFF, data  # wl_display.error
            if said_by == sender:
                return data
            if said_by == self._REGISTRY:
                name, size = struct.unpack("=2I", data[:8])
                self._globals[data[8 : 7 + size]] = name

    def _send(self, receiver: int, request: int, data: bytes) -> None:
        head = struct.pack("=2I", receiver, (8 + len(data)) << 16 | request)
        self._socket.sendall(head + data)

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self._socket.recv(size - len(found))
            assert part, "the compositor ended"
            found += part
        return found


class Mouse:
    """A virtual pointer (wlr-virtual-pointer-unstable-v1) over all outputs."""

    def __init__(self, client: _Client, room: tuple[int, int]) -> None:
        self._client, self._room = client, room
        manager = client.bind(b"zwlr_virtual_pointer_manager_v1")
        self._pointer = client.new()
        client.say(manager, 0, 0, self._pointer)
        client.wait()

    def move(self, point: Sequence[int]) -> None:
        self._say(1, *point, *self._room)  # motion_absolute

    def press(self) -> None:
        self._say(2, _LEFT_BUTTON, 1)

    def release(self) -> None:
        self._say(2, _LEFT_BUTTON, 0)

    def click(self, point: Sequence[int]) -> None:
        self.move(point)
        self.press()
        self.release()

    def drag(self, start: Sequence[int], end: Sequence[int]) -> None:
        """Drag and hold: a program sees only on the way that this is a drag, and then begins it."""
        self.move(start)
        self.press()
        for step in range(1, _STEPS + 1):
            self.move([a + (b - a) * step // _STEPS for a, b in zip(start, end, strict=True)])

    def _say(self, request: int, *numbers: int) -> None:
        milliseconds = int(time.monotonic() * 1000) & 0xFFFFFFFF
        self._client.say(self._pointer, request, milliseconds, *numbers)
        self._client.say(self._pointer, 4)  # frame
        self._client.wait()
