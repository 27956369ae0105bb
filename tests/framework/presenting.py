"""Frames on a screen: the program of native/present.c, through a C loader or through ours.

As with draws, the program runs in a child: `python -m tests.framework.presenting` reads what is
asked on stdin.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from typing import Any, NamedTuple

from tests.framework.draws import get_instance_proc_addr
from tests.framework.native import build_with_headers
from tests.framework.ready_python import run_python
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import encode
from vkconfig_py.loader.probe.probe_run import make_load_plan

TIMEOUT = 120
_EXTENSIONS = {
    "headless": "VK_EXT_headless_surface",
    "xcb": "VK_KHR_xcb_surface",
    "xlib": "VK_KHR_xlib_surface",
}


class PresentResult(NamedTuple):
    """What the program saw.

    Attributes:
        lines: its answers, one a line.
        ended: name of the signal that ended it, or "".
        output: what drivers and layers printed.
    """

    lines: tuple[str, ...]
    ended: str
    output: str

    def list_device_lines(self, beginning: str) -> list[str]:
        """Return what follows a word in the lines of devices."""
        start = f"  {beginning}: "
        return [line.removeprefix(start) for line in self.lines if line.startswith(start)]


def present(
    machine: SystemBuilder,
    loader: RealLoader,
    kind: str,
    layers: tuple[str, ...] = (),
    *,
    embedded: bool,
    display: str = "",
    frames: int = 5,
    mistake: bool = False,
) -> PresentResult:
    """Present frames on every device, with the C loader or with ours in its place.

    Args:
        kind: "headless", "xcb" or "xlib".
        mistake: make a buffer of no size on each device.
    """
    answers = machine.root / f"presented-{embedded}.txt"
    request: dict[str, Any] = {
        "program": str(build_with_headers("present.c")),
        "answers": str(answers),
        "layers": layers,
        "kind": kind,
        "frames": frames,
        "mistake": mistake,
    }
    if embedded:
        extensions = ("VK_EXT_debug_utils", "VK_KHR_surface", _EXTENSIONS[kind])
        application = Application("present", (1, 1, 0), layers, extensions)
        report = discover(machine.host(), application, loader.profile)
        request["assembly"] = encode(make_load_plan(report))
    else:
        request["library"] = loader.profile.library
    child = run_python(
        *("-m", "tests.framework.presenting"),
        ready=("vkconfig_py.loader", "tests.framework.draws"),
        environment={**machine.environment, "DISPLAY": display},
        folder=machine.working_directory,
        stdin=json.dumps(request).encode(),
        timeout=TIMEOUT,
    )
    ended = signal.Signals(-child.returncode).name if child.returncode < 0 else ""
    output = (child.stdout + child.stderr).decode("utf-8", "replace")
    lines = answers.read_text().splitlines() if answers.exists() else []
    return PresentResult(tuple(lines), ended, output)


def _answer(request: dict[str, Any]) -> None:
    program = ctypes.CDLL(request["program"]).present
    program.argtypes = (
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_int,
        ctypes.c_int,
    )
    names = [name.encode() for name in request["layers"]]
    address, _owner = get_instance_proc_addr(request)
    program(
        address,
        request["answers"].encode(),
        (ctypes.c_char_p * (len(names) + 1))(*names, None),
        request["kind"].encode(),
        request["frames"],
        request["mistake"],
    )


if __name__ == "__main__":
    _answer(json.load(sys.stdin))
    os._exit(0)
