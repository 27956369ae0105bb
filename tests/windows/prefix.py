"""A Wine prefix that runs real loaders for Windows on machines of these tests.

Nothing is drawn: Wine runs without a display. The folder of a machine is drive W:, so every path
is the same wherever the folder stands.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.cache import cache_folder
from tests.framework.reference import read_answer
from tests.windows.machine import DRIVE, DRIVER, LAYER, PROGRAM, WORKING_DIRECTORY, Machine
from vkconfig_py.loader.base.vk_result import result_name
from vkconfig_py.loader.probe.protocol import unpack_version

Answer = dict[str, Any]

COMPILER = "x86_64-w64-mingw32-gcc"
_WINE, _SERVER = "/usr/lib/wine/wine64", "/usr/lib/wine/wineserver64"
_NATIVE = Path(__file__).parents[1] / "framework" / "native"
_TIMEOUT = 60.0
_CALLS = re.compile(r"^asker: (\w+)$", re.MULTILINE)
_READ = re.compile(r'Found (?:ICD )?manifest file (.*?)(?:, version| \(file version) "')
_SOURCES = {
    "asker.exe": ("asker.c", "windows/pretended_windows.c"),
    "driver.dll": ("driver.c", "-shared"),
    "layer.dll": ("layer.c", "-shared"),
}


class Loader(NamedTuple):
    """A loader for Windows."""

    version: tuple[int, int, int]
    library: Path


class Programs(NamedTuple):
    """What was built for Windows."""

    asker: Path
    libraries: Mapping[str, Path]


def build() -> Programs:
    """Build what is not in the cache yet."""
    sources = b"".join(path.read_bytes() for path in sorted(_NATIVE.rglob("*.[ch]")))
    folder = cache_folder(f"windows/{hashlib.sha256(sources).hexdigest()[:16]}")
    for target, parts in _SOURCES.items():
        if not (folder / target).exists():
            files = [part if part.startswith("-") else str(_NATIVE / part) for part in parts]
            options = ["-O1", "-s", "-Wall", "-Wextra", "-Werror"]
            includes = [f"-I{_NATIVE / 'windows'}", f"-I{_NATIVE}"]
            partial = folder / f"{target}.{os.getpid()}"
            subprocess.run([COMPILER, *options, *includes, "-o", partial, *files], check=True)
            partial.replace(folder / target)
    libraries = {DRIVER: folder / "driver.dll", LAYER: folder / "layer.dll"}
    return Programs(folder / "asker.exe", libraries)


class Prefix:
    """One prefix with its server; for one process at a time."""

    def __init__(self, folder: Path, programs: Programs) -> None:
        self._folder = folder
        self._programs = programs
        self._environment = {
            "WINEPREFIX": str(folder / "prefix"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(folder),
        }

    def start(self) -> None:
        """Make the prefix; its server stays, so that programs start fast."""
        self._folder.mkdir(parents=True, exist_ok=True)
        # Beside the machines, so that they can be linked into each.
        kept = {what: Path(shutil.copy(path, self._folder)) for what, path in self._built()}
        asker = kept.pop("")
        self._programs = Programs(asker, kept)
        (self._folder / "prefix").mkdir(exist_ok=True)
        self._run([_SERVER, "-p"], check=False)  # 2: it runs already
        self._run([_WINE, "wineboot", "-i"])

    def _built(self) -> list[tuple[str, Path]]:
        return [("", self._programs.asker), *self._programs.libraries.items()]

    def stop(self) -> None:
        """End the server."""
        self._run([_SERVER, "-k"], check=False)

    @contextmanager
    def machine(self, machine: Machine) -> Iterator[Path]:
        """Set a machine up; its folder is removed afterwards."""
        folder = self._folder / "machine"
        shutil.rmtree(folder, ignore_errors=True)
        machine.write(folder, self._programs.libraries)
        program = folder / PROGRAM.replace("\\", "/")
        program.parent.mkdir(exist_ok=True)
        program.hardlink_to(self._programs.asker)
        (folder / "registry.reg").write_bytes(machine.registry_file())
        (folder / "windows.txt").write_text(machine.pretended())
        drive = self._folder / "prefix" / "dosdevices" / DRIVE.lower()
        drive.unlink(missing_ok=True)
        drive.symlink_to(folder)
        command = [_WINE, "regedit", "/S", rf"{DRIVE}\registry.reg"]
        self._run(command)
        try:
            yield folder
        finally:
            shutil.rmtree(folder)

    def ask(self, machine: Machine, folder: Path, loader: Loader) -> Answer:
        """Return what a loader does on the machine that is set up."""
        shutil.copyfile(loader.library, folder / "loader.dll")
        for name in ("answer.json", "drivers.txt", "layers.txt"):
            (folder / name).write_bytes(b"")
        application = machine.application
        command = [_WINE, rf"{DRIVE}\{PROGRAM}", rf"{DRIVE}\loader.dll", rf"{DRIVE}\answer.json"]
        command += [application.name, "0", "0", str(len(machine.layers)), *machine.layers]
        environment = {
            "VKCONFIG_PY_TEST_WINDOWS": rf"{DRIVE}\windows.txt",
            "VKCONFIG_PY_TEST_DRIVERS": rf"{DRIVE}\drivers.txt",
            "VKCONFIG_PY_TEST_RECORD": rf"{DRIVE}\layers.txt",
        }
        log = folder / "log.txt"
        log.unlink(missing_ok=True)
        # Appended to: program and loader write through buffers and handles of their own.
        with log.open("ab") as errors:
            code = subprocess.run(
                command,
                env={**self._environment, **environment},
                cwd=folder / WORKING_DIRECTORY,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                timeout=_TIMEOUT,
                check=False,
            ).returncode
        text = log.read_text("utf-8", "replace")
        raw = read_answer((folder / "answer.json").read_text("utf-8"))
        if "create" not in raw:
            return {"create": f"ended with {code}", "log": text[-2000:]}
        return _facts(raw, _log_of_create(text), folder)

    def export(self, key: str, folder: Path) -> bytes:
        """Return what regedit writes of a key."""
        self._run([_WINE, "regedit", "/E", rf"{DRIVE}\export.reg", key])
        return (folder / "export.reg").read_bytes()

    def _run(self, command: list[str], check: bool = True) -> None:
        subprocess.run(
            command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_TIMEOUT,
            check=check,
        )


def _log_of_create(text: str) -> str:
    parts = _CALLS.split(text)
    return parts[parts.index("vkCreateInstance") + 1]


def _facts(raw: Mapping[str, Any], log: str, folder: Path) -> Answer:
    layers = raw["layers"]
    if isinstance(layers, int):
        layers = result_name(layers)
    else:
        layers = [[n, unpack_version(spec)[1], number, text] for n, spec, number, text in layers]
    return json.loads(  # lists, not tuples: as the answers that are kept
        json.dumps(
            {
                "layers": layers,
                "create": result_name(raw["create"]),
                "entered": (folder / "layers.txt").read_text().lower().split(),
                "drivers": _opened(folder),
                "devices": [name.lower() for name in raw["devices"]],
                "extensions": raw["extensions"],
                "read": _READ.findall(log),
            }
        )
    )


def _opened(folder: Path) -> list[str]:
    """Return the drivers that were opened, each once: several calls open them."""
    return sorted(set((folder / "drivers.txt").read_text().lower().split()))
