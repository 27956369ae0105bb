"""Drivers with any functions left out, and a program that asks a loader about them, both in C.

The same program asks a C loader and this project's own; both write what they answered, and the
drivers write what they were asked for.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.framework.cache import cache_folder
from tests.framework.ready_python import run_python

TIMEOUT = 60.0
_SOURCES = Path(__file__).parent
_ROOT = _SOURCES.parents[2]


class FakeDriver(NamedTuple):
    """A driver to build a machine with.

    Attributes:
        device: its device ID; drivers of a machine need different ones.
        interface: the version that negotiation answers.
        version: of Vulkan, for driver and device.
        missing: functions that it does not have.
        failing: results of commands that do not succeed.
    """

    device: int = 1
    interface: int = 5
    version: tuple[int, int] = (1, 3)
    extensions: tuple[str, ...] = ()
    device_extensions: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    failing: Mapping[str, int] = {}

    def configuration(self, record: Path) -> str:
        """Return what the driver reads beside its library."""
        lines = [
            f"record {record}",
            f"id {self.device}",
            f"interface {self.interface}",
            f"version {self.version[0]} {self.version[1]}",
            *(f"extension {name}" for name in self.extensions),
            *(f"device_extension {name}" for name in self.device_extensions),
            *(f"missing {name}" for name in self.missing),
            *(f"fail {name} {result}" for name, result in self.failing.items()),
        ]
        return "".join(f"{line}\n" for line in lines)


class ProgramRequest(NamedTuple):
    """What the program does.

    Attributes:
        scenario: "queries", "displays", "messages", "naming", "leftovers", or a kind of surface:
            "headless", "chained" (headless, with a structure that nobody knows), "xcb", "xlib",
            "wayland", "display".
    """

    scenario: str
    extensions: tuple[str, ...] = ()
    api_version: tuple[int, int] = (1, 3)


class ProgramOutcome(NamedTuple):
    """What came of it.

    Attributes:
        answers: lines of the program.
        record: lines of the drivers.
        ended: name of the signal that ended the program, or "".
    """

    answers: tuple[str, ...]
    record: tuple[str, ...]
    ended: str


@cache
def build_library(name: str) -> Path:
    """Build a library from its source here, once."""
    source = (_SOURCES / f"{name}.c").read_bytes()
    target = cache_folder(f"native/{hashlib.sha256(source).hexdigest()[:16]}") / f"{name}.so"
    if not target.exists():
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        options = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden"]
        subprocess.run(
            ["gcc", *options, "-o", partial, _SOURCES / f"{name}.c"],
            check=True,
        )
        partial.replace(target)
    return target


def install(drivers: Sequence[FakeDriver], folder: Path) -> tuple[Path, ...]:
    """Write drivers with their manifests to a folder; return the manifests."""
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_install_driver(driver, folder) for driver in drivers)


def _install_driver(driver: FakeDriver, folder: Path) -> Path:
    name = f"driver{driver.device}"
    library, manifest = folder / f"{name}.so", folder / f"{name}.json"
    library.write_bytes(build_library("driver").read_bytes())
    Path(f"{library}.conf").write_text(driver.configuration(folder / "record.txt"))
    version = ".".join(map(str, (*driver.version, 0)))
    icd = {"library_path": str(library), "api_version": version}
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
    return manifest


def ask_program(
    loader: str, drivers: Sequence[FakeDriver], question: ProgramRequest, folder: Path
) -> ProgramOutcome:
    """Run the program in a process of its own.

    Args:
        loader: path of a C loader, or "own 1.4.364" for this project's as that release.
    """
    manifests = install(drivers, folder)
    record, answers = folder / "record.txt", folder / "answers.txt"
    for path in (record, answers):
        path.write_text("")
    request = {
        "loader": loader,
        "client": str(build_library("client")),
        "answers": str(answers),
        "manifests": list(map(str, manifests)),
        "scenario": question.scenario,
        "extensions": question.extensions,
        "api_version": question.api_version,
    }
    files = ":".join(map(str, manifests))
    completed = run_python(
        *("-m", "tests.framework.terminators.program", json.dumps(request)),
        ready=("vkconfig_py.loader", "tests.framework.terminators.own"),
        environment={"VK_DRIVER_FILES": files, "VK_LOADER_LAYERS_DISABLE": "*"},
        folder=_ROOT,
        timeout=TIMEOUT,
    )
    ended = signal.Signals(-completed.returncode).name if completed.returncode < 0 else ""
    if not ended and completed.returncode:
        raise AssertionError(completed.stderr.decode())
    return ProgramOutcome(
        tuple(answers.read_text().splitlines()), tuple(record.read_text().splitlines()), ended
    )
