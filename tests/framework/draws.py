"""Draws: the program of native/draws.c on a machine, through a C loader or through ours.

It runs in a child, since real drivers and layers do: `python -m tests.framework.draws` reads what
is asked on stdin. Both sides get the same environment; ours gets in addition what the engine made
of the machine's files.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.native import build_with_headers
from tests.framework.ready_python import run_python
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import decode, encode
from vkconfig_py.loader.probe.probe_run import make_load_plan
from vkconfig_py.loader.wire.jobs import LoadPlan

TIMEOUT = 120
_COUNT_PATTERN = re.compile(r"sample layer: (\d+) draws, (\d+) instances, (\d+) vertices")
_AT_WORK = ctypes.CFUNCTYPE(None)
_MAPPED_PATTERN = re.compile(r" (/\S*\.so\S*)$", re.MULTILINE)


class DrawResult(NamedTuple):
    """How the program fared.

    Attributes:
        result: VkResult of the first call that failed, else 0; minus the signal it died of, - 1000.
        counted: (draws, instances, vertices) of each command buffer, by the sample layer.
        libraries: shared libraries in the memory of the process when the draws were done
            or had failed.
        output: what layers and drivers printed.
    """

    result: int
    counted: tuple[tuple[int, int, int], ...]
    libraries: frozenset[str]
    output: str

    @property
    def loaders(self) -> frozenset[str]:
        """Return which of the libraries are C loaders."""
        return frozenset(library for library in self.libraries if "libvulkan.so" in library)


def draw(
    machine: SystemBuilder,
    loader: RealLoader,
    layers: tuple[str, ...] = (),
    *,
    embedded: bool,
    device: int = 0,
    mistake: bool = False,
) -> DrawResult:
    """Record and submit draws on a device, with the C loader or with ours in its place."""
    request: dict[str, Any] = {"layers": layers, "device": device, "mistake": mistake}
    request["draws"] = str(build_with_headers("draws.c"))
    if embedded:
        application = Application("draws", (1, 0, 0), layers)

        report = discover(machine.host(), application, loader.profile)
        request["assembly"] = encode(make_load_plan(report))
    else:
        request["library"] = loader.profile.library
    child = run_draws(request, machine.environment, machine.working_directory, TIMEOUT)
    output = (child.stdout + child.stderr).decode("utf-8", "replace")
    if child.returncode != 0:
        return DrawResult(-1000 + child.returncode, (), frozenset(), output)
    last = json.loads(output.rpartition("\nanswer: ")[2].partition("\n")[0])
    counted = tuple(tuple(map(int, match)) for match in _COUNT_PATTERN.findall(output))
    return DrawResult(last["result"], counted, frozenset(last["libraries"]), output)


def run_draws(
    request: dict[str, Any], environment: Mapping[str, str], folder: Path, timeout: float
) -> subprocess.CompletedProcess[bytes]:
    """Run the child."""
    return run_python(
        *("-m", "tests.framework.draws"),
        ready=("vkconfig_py.loader", "tests.framework.system"),
        environment=environment,
        folder=folder,
        stdin=json.dumps(request).encode(),
        timeout=timeout,
    )


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    program = ctypes.CDLL(request["draws"]).record_draws
    program.argtypes = (
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.POINTER(ctypes.c_char_p),
        ctypes.c_uint32,
        ctypes.c_int,
        _AT_WORK,
    )
    libraries: list[str] = []
    names = [name.encode() for name in request["layers"]]
    address, _owner = get_instance_proc_addr(request)
    result = program(
        address,
        len(names),
        (ctypes.c_char_p * len(names))(*names),
        request["device"],
        request["mistake"],
        _AT_WORK(lambda: libraries.extend(_list_mapped())),
    )
    return {"result": result, "libraries": libraries or _list_mapped()}


def _list_mapped() -> list[str]:
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        return sorted(set(_MAPPED_PATTERN.findall(maps.read())))


def get_instance_proc_addr(request: dict[str, Any]) -> tuple[int, object]:
    if "library" in request:
        library = ctypes.CDLL(request["library"])
        return ctypes.cast(library.vkGetInstanceProcAddr, ctypes.c_void_p).value or 0, library
    from vkconfig_py.loader.native.loader import Loader
    from vkconfig_py.loader.native.loader_messages import Observer

    loader = Loader(decode(LoadPlan, request["assembly"]), Observer())
    return loader.get_instance_proc_addr, loader


if __name__ == "__main__":
    found = _answer(json.load(sys.stdin))
    sys.stdout.write(f"\nanswer: {json.dumps(found)}\n")
    sys.stdout.flush()
    os._exit(0)  # destructors of drivers have crashed after everything had gone well
