"""A bus for accessibility on a virtual desktop, and what listens on it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.e2e.desktop import Desktop
from tests.framework.patience import PATIENCE

READER = Path(__file__).with_name("atspi_reader.py")
SYSTEM_PYTHON = "/usr/bin/python3"  # it has Debian's bindings of libatspi
_TICK = 0.05


class SpokenDesktop(Desktop):
    """A screen whose programs are on a session bus of their own, and tell what they show."""

    def __init__(self, desktop: Desktop, bus: str) -> None:
        super().__init__(desktop.display, desktop._server)
        self._bus = bus

    def environment(self) -> dict[str, str]:
        """Return what a program needs to appear on this screen and on the bus."""
        return {
            **super().environment(),
            "DBUS_SESSION_BUS_ADDRESS": self._bus,
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }


class ScreenReader:
    """Asks the bus as Orca does."""

    def __init__(self, desktop: SpokenDesktop, runtime: Path) -> None:
        self._process = subprocess.Popen(
            [SYSTEM_PYTHON, "-W", "ignore", READER],
            env={**_bare(), **desktop.environment(), "XDG_RUNTIME_DIR": str(runtime)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, ask: str, **request: Any) -> Any:
        """Put one question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"ask": ask, **request}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def tree(self, needed: str = "") -> list[dict[str, Any]]:
        """Everything that is shown, or all of it that has a state."""
        found: list[dict[str, Any]] = self.ask("tree", needed=needed)
        return found

    def find(self, role: str, name: str) -> dict[str, Any]:
        """Wait for a node of a role whose name begins so, and return it."""
        found: dict[str, Any] = self._until("find", role, name)
        return found

    def press(self, name: str, role: str = "push button") -> None:
        """Use what a node does, as soon as it can."""
        self._until("act", role, name, action="Press")

    def choose(self, menu: str, entry: str) -> None:
        """Use an entry of the menus, which are listed whether they are open or not."""
        self._until("act", "menu item", entry, action="Press", hidden=True, part=f"/{menu}/")

    def select(self, name: str, role: str = "list item") -> None:
        """Choose a row of a list."""
        self._until("select", role, name)

    def focus(self, role: str, name: str) -> None:
        """Give a node the keyboard."""
        self._until("focus", role, name)

    def wait_for(self, what: str, text: str) -> None:
        """Wait until something was "announced" or "focused" that has a text in it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            said = [one[what] for one in self.ask("said") if what in one]
            if any(text in one for one in said):
                return
            assert time.monotonic() < deadline, f"“{text}” was never {what}: {said}"
            time.sleep(_TICK)

    def _until(self, ask: str, role: str, name: str, **more: Any) -> Any:
        deadline = time.monotonic() + PATIENCE
        tick = _TICK
        while True:
            found = self.ask(ask, role=role, name=name, **more)
            if found and "error" not in (found if isinstance(found, dict) else ()):
                return found
            if time.monotonic() > deadline:
                told = "\n".join(f"{one['role']}: {one['name']}" for one in self.tree())
                raise AssertionError(f"no {ask} of {role} “{name}”: {found} in\n{told}")
            time.sleep(tick)
            tick = min(2 * tick, 0.5)  # each look is a thousand calls of the bus

    def close(self) -> None:
        """End it."""
        self._process.communicate(timeout=PATIENCE)


def _bare() -> dict[str, str]:
    # A virtual environment of the tests is none of the system's Python.
    return {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


@contextmanager
def spoken(desktop: Desktop, runtime: Path) -> Iterator[tuple[SpokenDesktop, ScreenReader]]:
    """Start a session bus and a reader on it; end both, with what the bus started."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"],
        env={**_bare(), **desktop.environment(), "XDG_RUNTIME_DIR": str(runtime)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert bus.stdout is not None
    try:
        screen = SpokenDesktop(desktop, bus.stdout.readline().strip())
        reader = ScreenReader(screen, runtime)
        try:
            yield screen, reader
        finally:
            reader.close()
    finally:
        # The bus of accessibility was started by this one, and stays in its group.
        with suppress(ProcessLookupError):
            os.killpg(bus.pid, signal.SIGTERM)
        bus.communicate(timeout=PATIENCE)
