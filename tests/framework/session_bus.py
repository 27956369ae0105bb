"""A session bus of its own, with one service on it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Served = tuple[dict[str, str], "subprocess.Popen[str]"]


@contextmanager
def session_bus(folder: Path, service: Path, *arguments: str) -> Iterator[Served]:
    """Yield the environment of the bus, and the service once it is ready."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address",
         f"--address=unix:dir={folder}"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert bus.stdout is not None
    environment = {"DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
    environment |= {"PATH": os.environ["PATH"], "HOME": str(folder)}
    served = subprocess.Popen(
        ["/usr/bin/python3", "-W", "ignore", service, *arguments],
        env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert served.stdout is not None
    try:
        assert served.stdout.readline() == "ready\n"
        yield environment, served
    finally:
        for process in (served, bus):
            process.terminate()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
