"""A virtual screen with a window manager, and hands on its mouse and keyboard."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.framework.patience import PATIENCE


class Desktop:
    """One Xvfb screen. Gestures are made by xdotool, a process of its own, as a person's are."""

    def __init__(self, display: str, server: subprocess.Popen[bytes]) -> None:
        self.display = display
        self._server = server

    def end(self) -> None:
        """End the X server under the programs on it."""
        self._server.terminate()
        self._server.wait(timeout=PATIENCE)

    def environment(self) -> dict[str, str]:
        """Return what a program needs to appear on this screen."""
        return {"DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb"}

    def _xdotool(self, *words: str | int) -> str:
        answer = subprocess.run(
            ["xdotool", *map(str, words)],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return answer.stdout

    def windows_of(self, instance: str) -> list[str]:
        """Return the windows whose WM_CLASS begins with a name."""
        return self._xdotool("search", "--onlyvisible", "--classname", f"^{instance}$").split()

    def active_window(self) -> int:
        """Return the window that the window manager calls active; 0 while none is."""
        return self._property("-root", "_NET_ACTIVE_WINDOW")

    def user_time(self, window: int) -> int:
        """Return when the user last did something in a window, in milliseconds of the X server."""
        keeper = self._property("-id", window, "_NET_WM_USER_TIME_WINDOW") or window
        return self._property("-id", keeper, "_NET_WM_USER_TIME")

    def _property(self, *words: str | int) -> int:
        answer = subprocess.run(
            ["xprop", "-notype", *map(str, words)],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        value = answer.stdout.rpartition(" ")[2].strip()
        return int(value, 0) if value[:1].isdigit() else 0

    def minimize(self, window: int) -> None:
        """Minimise a window and wait until that has happened."""
        self._xdotool("windowminimize", "--sync", window)

    def stack(self) -> list[int]:
        """Return the windows of programs, the topmost last."""
        answer = subprocess.run(
            ["xprop", "-root", "-notype", "_NET_CLIENT_LIST_STACKING"],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return [int(one, 16) for one in answer.stdout.partition("#")[2].split(",")]

    def keys(self, *chords: str) -> None:
        """Press key chords such as "alt+Up" one after the other."""
        for chord in chords:
            self._xdotool("key", "--clearmodifiers", chord)

    def text(self, words: str) -> None:
        """Type text."""
        self._xdotool("type", "--delay", 5, words)

    def click(self, point: Sequence[int]) -> None:
        """Click the left button at a screen position."""
        self._xdotool("mousemove", point[0], point[1], "click", 1)

    def drag(self, start: Sequence[int], end: Sequence[int], *, cancel: bool = False) -> None:
        """Drag from one screen position to another in small steps, with the button held.

        The pauses are part of the gesture: Qt starts a drag only after the pointer has moved with
        the button down, and the X server must deliver each motion as its own event.
        """
        self._xdotool("mousemove", start[0], start[1], "mousedown", 1)
        steps = 12
        for step in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * step // steps
            y = start[1] + (end[1] - start[1]) * step // steps
            self._xdotool("mousemove", x, y)
            time.sleep(0.02)
        self._xdotool("mousemove", end[0], end[1] + 1, "mousemove", end[0], end[1])
        time.sleep(0.15)
        if cancel:
            # Without clearing modifiers: xdotool counts the held button as one and lets it go.
            self._xdotool("key", "Escape")
        self._xdotool("mouseup", 1)

    def picture(self, file: Path) -> None:
        """Save the screen, to be looked at when a test fails."""
        subprocess.run(
            ["xwd", "-root", "-silent", "-out", str(file.with_suffix(".xwd"))],
            env={**os.environ, "DISPLAY": self.display},
            timeout=PATIENCE,
            check=True,
        )


@contextmanager
def virtual_desktop(size: str = "1300x1080") -> Iterator[Desktop]:
    """Start Xvfb on a free display with openbox on it; end both afterwards."""
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(write_end),
            "-screen",
            "0",
            f"{size}x24",
            "-nolisten",
            "tcp",
            "-noreset",
        ],
        pass_fds=(write_end,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        is_up = select.select([answer], [], [], PATIENCE)[0]
        number = answer.readline().strip() if is_up else ""
    if not number:
        server.kill()
        server.wait()
        raise RuntimeError("Xvfb did not start")
    desktop = Desktop(f":{number}", server)
    manager = subprocess.Popen(
        ["openbox", "--sm-disable"],
        env={**os.environ, "DISPLAY": desktop.display},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield desktop
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(timeout=PATIENCE)
