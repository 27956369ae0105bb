"""A virtual screen with a window manager, and hands on its mouse and keyboard."""

from __future__ import annotations

import os
import re
import select
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.framework.patience import PATIENCE, wait_for

_STEPS = 12
_PLACED = re.compile(r"Absolute upper-left [XY]: +(-?\d+)|(?:Width|Height): +(\d+)")


class Desktop:
    """One Xvfb screen. Gestures are made by xdotool, a process of its own, as a person's are."""

    has_keyboard = True

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

    def shows(self, windows: Mapping[int, Sequence[int]]) -> bool:
        """Return whether these windows are shown just where their program believes they are."""
        return all(self._place(window) == [*place] for window, place in windows.items())

    def _place(self, window: int) -> list[int]:
        """Return where a window is shown; nothing before it is, or after."""
        answer = subprocess.run(
            ["xwininfo", "-id", str(window)],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if "Map State: IsViewable" not in answer.stdout:
            return []
        return [int(left or size) for left, size in _PLACED.findall(answer.stdout)]

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

    def is_managed(self) -> bool:
        """Return whether the window manager is there."""
        return bool(self._property("-root", "_NET_SUPPORTING_WM_CHECK"))

    def keys(self, *chords: str) -> None:
        """Press key chords such as "alt+Up" one after the other."""
        for chord in chords:
            self._xdotool("key", "--clearmodifiers", chord)

    def text(self, words: str) -> None:
        """Type text."""
        self._xdotool("type", "--delay", 5, words)

    def point(self, point: Sequence[int]) -> None:
        """Move the pointer to a screen position, with a motion also if it is there."""
        x, y = point
        self._xdotool("mousemove", x, y + 1, "mousemove", x, y)

    def click(self) -> None:
        """Click the left button where the pointer is."""
        self._xdotool("click", 1)

    def drag(
        self,
        start: Sequence[int],
        end: Sequence[int],
        has_arrived: Callable[[], bool],
        *,
        cancel: bool = False,
    ) -> None:
        """Drag from one screen position to another in small steps, with the button held.

        The button is let go once the program has seen the drag at its end: it begins one only while
        the pointer moves, and of many motions that wait for it, it gets the last one alone.
        """
        self._xdotool("mousemove", start[0], start[1], "mousedown", 1)
        for step in range(1, _STEPS + 1):
            x = start[0] + (end[0] - start[0]) * step // _STEPS
            y = start[1] + (end[1] - start[1]) * step // _STEPS
            self._xdotool("mousemove", x, y)

        def hold() -> bool:
            self._xdotool("mousemove", end[0], end[1] + 1, "mousemove", end[0], end[1])
            return has_arrived()

        wait_for(hold, f"the drag at {end}")
        if cancel:
            # Without clearing modifiers: xdotool counts the held button as one and lets it go.
            self._xdotool("key", "Escape")
        self._xdotool("mouseup", 1)

    def snapshot(self, file: Path) -> None:
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
        wait_for(desktop.is_managed, "the window manager")
        yield desktop
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(timeout=PATIENCE)
