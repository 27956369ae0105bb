"""A Wayland compositor that draws on no screen."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.framework.patience import PATIENCE, wait_for


class WaylandDesktop:
    """One weston without a seat: nobody has a pointer or a keyboard there."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    def environment(self) -> dict[str, str]:
        """Return what a program needs to appear there, and to write down what it says."""
        return {
            "WAYLAND_DISPLAY": str(self._socket),
            "QT_QPA_PLATFORM": "wayland",
            "WAYLAND_DEBUG": "client",
        }


@contextmanager
def wayland_desktop() -> Iterator[WaylandDesktop]:
    """Start weston; end it afterwards."""
    # A folder of its own: the path of a socket has to be short.
    with tempfile.TemporaryDirectory(prefix="weston-") as folder:
        socket, log = Path(folder, "wayland"), Path(folder, "weston.log")
        compositor = subprocess.Popen(
            [
                "weston",
                "--backend=headless-backend.so",
                "--no-config",
                "--idle-time=0",
                "--width=1400",
                "--height=1000",
                f"--socket={socket}",
                f"--log={log}",
            ],
            env={**os.environ, "XDG_RUNTIME_DIR": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(socket.exists, "the compositor")
            yield WaylandDesktop(socket)
        finally:
            compositor.terminate()
            compositor.wait(timeout=PATIENCE)
