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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.cache import cache_folder
from tests.framework.reference import LoaderError, read_answer
from tests.windows.machine import DRIVE, DRIVER, LAYER, PROGRAM, WORKING_DIRECTORY, Machine
from vkconfig_py.loader.base.versions import get_vk_result_name
from vkconfig_py.loader.probe.protocol import unpack_version
from vkconfig_py.loader.profiles.profile import (
    NEWEST_BY_REPORTED_VERSION,
    Gate,
    LoaderProfile,
    LoaderVersionError,
    Version,
    parse_loader_version,
)
from vkconfig_py.loader.rules.outcome import CRASH_RESULT

Answer = dict[str, Any]

COMPILER = "x86_64-w64-mingw32-gcc"
_WINE, _SERVER = "/usr/lib/wine/wine64", "/usr/lib/wine/wineserver64"
_NATIVE = Path(__file__).parents[1] / "framework" / "native"
_TIMEOUT = 180.0  # of programs that start on a busy machine
_CALLS = re.compile(r"^asker: (\w+)$", re.MULTILINE)
_READ = re.compile(r"Found (?:ICD )?manifest file (.*?)(?:, version| \(file version) ")
_ANSWER, _DRIVERS, _LAYERS = "answer.json", "drivers.txt", "layers.txt"
_SOURCES = {
    "asker.exe": ("asker.c", "windows/pretended_windows.c"),
    "driver.dll": ("driver.c", "-shared"),
    "layer.dll": ("layer.c", "-shared"),
}


# A layer that VK_LAYER_PATH alone names, and an elevated process.
_SECURE = Machine(
    "secure",
    (
        (
            r"l\layer.json",
            json.dumps(
                {
                    "file_format_version": "1.0.0",
                    "layer": {
                        "name": "VK_LAYER_A",
                        "type": "GLOBAL",
                        "library_path": ".\\layer.dll",
                        "api_version": "1.1.0",
                        "implementation_version": "1",
                        "description": "a",
                    },
                }
            ),
        ),
    ),
    variables=(("VK_LAYER_PATH", rf"{DRIVE}\l"),),
)


class WineError(Exception):
    """A program of Wine failed or did not end; the message says which and how."""


class Loader(NamedTuple):
    """A loader for Windows, and what it says of itself."""

    library: Path
    profile: LoaderProfile


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


def release_of(library: Path, answer: Version) -> Version:
    """Return the release of a library; one that does not tell it stands in a folder of its number.

    Raises:
        LoaderError: nothing tells it.
    """
    if answer not in NEWEST_BY_REPORTED_VERSION:
        return answer
    try:
        return parse_loader_version(library.resolve().parent.name)
    except LoaderVersionError:
        raise LoaderError(
            f"{library} does not tell its release: put it into a folder with that number, such as "
            f"1.1.74/{library.name}"
        ) from None


class Prefix:
    """One prefix with its server; for one process at a time."""

    def __init__(self, folder: Path, programs: Programs) -> None:
        self._folder = folder
        self._programs = programs
        self._environment = {
            "WINEPREFIX": str(folder / "prefix"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "LC_ALL": "C.UTF-8",  # of the names of files; the code page is that of the west, 1252
            # No desktop: programs would wait for it, ten seconds at worst. No .NET, no browser.
            "WINEDLLOVERRIDES": "explorer.exe,winemenubuilder.exe,mscoree,mshtml=",
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
        try:
            self._run(command)
        except WineError:  # an import may be repeated
            self._run(command)
        try:
            yield folder
        finally:
            shutil.rmtree(folder)

    def loader(self, library: Path) -> Loader:
        """Return a library with the release that it reports, and whether variables reach it."""
        with self.machine(_SECURE) as folder:
            raw, log = self._start(_SECURE, folder, [library])[0]
        if "layers" not in raw:
            raise LoaderError(f"{library} cannot be asked: {log[-200:]!r}")
        version = release_of(library, unpack_version(raw["version"][1]))
        return Loader(library, LoaderProfile(version, is_secure=not raw["layers"]))

    def ask(self, machine: Machine, folder: Path, loaders: Sequence[Loader]) -> tuple[Answer, ...]:
        """Return what loaders do on the machine that is set up."""
        answers: list[Answer] = []
        while len(answers) < len(loaders):
            rest = loaders[len(answers) :]
            raws = self._start(machine, folder, [loader.library for loader in rest])
            answers += [
                _facts(raw, log, folder, number, loader.profile)
                for number, ((raw, log), loader) in enumerate(zip(raws, rest, strict=False))
            ]
        return tuple(answers)

    def _start(
        self, machine: Machine, folder: Path, libraries: Sequence[Path]
    ) -> list[tuple[dict[str, Any], bytes]]:
        """Ask libraries in one process, and return what it wrote of each, and the log.

        The last one may have ended the process: it has its exit code as "ended".
        """
        for number, library in enumerate(libraries):
            shutil.copyfile(library, folder / f"loader.dll.{number}")
            (folder / f"{_ANSWER}.{number}").write_bytes(b"")
        for name in (_DRIVERS, _LAYERS):
            for record in folder.glob(f"{name}*"):
                record.unlink()
        application = machine.application
        command = [_WINE, rf"{DRIVE}\{PROGRAM}", rf"{DRIVE}\loader.dll", rf"{DRIVE}\{_ANSWER}"]
        command += [application.name, "0", "0", str(len(machine.layers)), *machine.layers]
        environment = {
            "VKCONFIG_PY_TEST_LIBRARIES": str(len(libraries)),
            "VKCONFIG_PY_TEST_WINDOWS": rf"{DRIVE}\windows.txt",
            "VKCONFIG_PY_TEST_DRIVERS": rf"{DRIVE}\{_DRIVERS}",
            "VKCONFIG_PY_TEST_RECORD": rf"{DRIVE}\{_LAYERS}",
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
                timeout=_TIMEOUT * len(libraries),
                check=False,
            ).returncode
        logs = log.read_bytes().replace(b"\r\n", b"\n").split(b"asker: library\n")[1:]
        raws = [
            read_answer((folder / f"{_ANSWER}.{number}").read_text("utf-8"))
            for number in range(len(logs))
        ]
        if code:
            raws[-1]["ended"] = code
        return list(zip(raws, logs, strict=True))

    def export(self, key: str, folder: Path) -> bytes:
        """Return what regedit writes of a key."""
        self._run([_WINE, "regedit", "/E", rf"{DRIVE}\export.reg", key])
        return (folder / "export.reg").read_bytes()

    def _run(self, command: list[str], check: bool = True) -> None:
        """Run a program of Wine.

        Raises:
            WineError: it failed, or did not end.
        """
        try:
            code = subprocess.run(
                command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_TIMEOUT,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired as error:
            raise WineError(f"{' '.join(command)}: no end after {_TIMEOUT:.0f} s") from error
        if check and code:
            raise WineError(f"{' '.join(command)}: ended with {code}")


def _facts(
    raw: Mapping[str, Any], log: bytes, folder: Path, number: int, profile: LoaderProfile
) -> Answer:
    # Paths stand in the log as the loader holds them.
    text = log.decode("utf-8" if profile.has(Gate.UTF_8_PATHS) else "cp1252", "replace")
    if "ended" in raw:
        return {"create": CRASH_RESULT, "ended": raw["ended"], "log": text[-2000:]}
    layers = raw["layers"]
    if isinstance(layers, int):
        layers = get_vk_result_name(layers)
    else:
        layers = [[n, unpack_version(spec)[1], *rest] for n, spec, *rest in layers]
    parts = _CALLS.split(text)
    return json.loads(  # lists, not tuples: as the answers that are kept
        json.dumps(
            {
                "layers": layers,
                "create": get_vk_result_name(raw["create"]),
                "entered": _recorded(folder / f"{_LAYERS}.{number}"),
                # Each once: several calls open them.
                "drivers": sorted(set(_recorded(folder / f"{_DRIVERS}.{number}"))),
                "devices": [name.lower() for name in raw["devices"]],
                "extensions": raw["extensions"],
                "read": _READ.findall(parts[parts.index("vkCreateInstance") + 1]),
            }
        )
    )


def _recorded(record: Path) -> list[str]:
    return record.read_text().lower().split() if record.exists() else []
