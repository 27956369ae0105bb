"""Run a real loader on a machine of the tests and read its answer."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.framework.chromium import fetch_chromium_loader
from vkconfig_py.loader.host import Application, Host
from vkconfig_py.loader.installed import find_loaders
from vkconfig_py.loader.probe.client import VersionAnswer, ask_version
from vkconfig_py.loader.probe.log import Search, StackLayer, parse_callstack, parse_searches
from vkconfig_py.loader.probe.protocol import (
    LayerProperties,
    pack_version,
    result_name,
    unpack_version,
)
from vkconfig_py.loader.profile import LoaderProfile

TIMEOUT = 20.0
RECORD_VARIABLE = "VKCONFIG_PY_TEST_RECORD"


class RealLoader(NamedTuple):
    """A Khronos loader on this machine."""

    name: str
    profile: LoaderProfile

    @property
    def version(self) -> tuple[int, int, int]:
        """Return its version."""
        return self.profile.version

    def __str__(self) -> str:
        return f"{self.name} {'.'.join(map(str, self.version))}"


class Answer(NamedTuple):
    """What a real loader did.

    Attributes:
        version: "1.3.239", or the name of the error of vkEnumerateInstanceVersion.
        create: name of the result of vkCreateInstance, or the signal that ended the program.
        entered: layers in the order in which their vkCreateInstance was really entered.
    """

    version: str
    layers: tuple[LayerProperties, ...] | str
    create: str
    callstack: tuple[StackLayer, ...]
    devices: tuple[str, ...] | str
    entered: tuple[str, ...]
    searches: tuple[Search, ...]
    log: str

    def chain(self) -> tuple[str, ...]:
        """Return the names of the call stack, application side first."""
        return tuple(layer.name for layer in self.callstack)


@cache
def debian_loader() -> RealLoader:
    """Return the loader that programs of this machine use."""
    candidates = find_loaders(Host.current().with_environment([("LD_LIBRARY_PATH", None)]))
    assert candidates, "libvulkan1 is needed as the first reference loader"
    return RealLoader("debian", _profile(candidates[0].path))


@cache
def chromium_loader() -> RealLoader:
    """Return the newer loader of chromium-common."""
    return RealLoader("chromium", _profile(str(fetch_chromium_loader())))


def loader_at(path: str) -> RealLoader:
    """Return the loader of a path."""
    return RealLoader(path, _profile(path))


def _profile(library: str) -> LoaderProfile:
    answer = ask_version(library)
    assert isinstance(answer, VersionAnswer), f"{library}: {answer}"
    return LoaderProfile(answer.version, library, 64, answer.sysconfdir, answer.extra_sysconfdir)


def ask(
    loader: RealLoader,
    application: Application,
    command: Sequence[str | Path],
    environment: Mapping[str, str],
    folder: Path,
    working_directory: Path,
) -> Answer:
    """Start `command` (the asking program at some path) and read what it wrote and logged."""
    output, record = folder / "answer.json", folder / "entered.txt"
    output.unlink(missing_ok=True)
    record.write_text("")
    result = subprocess.run(
        [*map(str, command), loader.profile.library, str(output), *_arguments(application)],
        env={**environment, "VK_LOADER_DEBUG": "all", RECORD_VARIABLE: str(record)},
        cwd=working_directory,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    log = result.stderr.decode("utf-8", "replace")
    entered = tuple(record.read_text().split())
    if result.returncode < 0:
        how = signal.Signals(-result.returncode).name
        return Answer("", (), how, (), (), entered, parse_searches(log), log)
    assert result.returncode == 0, f"{loader}: exit {result.returncode}\n{log}"
    raw = json.loads(output.read_bytes().decode("utf-8", "surrogateescape"))
    return Answer(
        version=_version(*raw["version"]),
        layers=_layers(raw["layers"]),
        create=result_name(raw["create"]),
        callstack=parse_callstack(log) or () if raw["create"] == 0 else (),
        devices=_devices(raw["devices"]),
        entered=entered,
        searches=parse_searches(log),
        log=log,
    )


def _arguments(application: Application) -> list[str]:
    version = pack_version(application.api_version) if application.api_version else 0
    return [
        application.name,
        str(version),
        str(application.flags),
        str(len(application.layers)),
        *application.layers,
        *application.extensions,
    ]


def _version(code: int, packed: int) -> str:
    return result_name(code) if code < 0 else ".".join(map(str, unpack_version(packed)))


def _layers(raw: int | list[list[object]]) -> tuple[LayerProperties, ...] | str:
    if isinstance(raw, int):
        return result_name(raw)
    return tuple(
        LayerProperties(name, unpack_version(spec), implementation, description)  # type: ignore[arg-type]  # our own program wrote it
        for name, spec, implementation, description in raw
    )


def _devices(raw: int | list[str]) -> tuple[str, ...] | str:
    return result_name(raw) if isinstance(raw, int) else tuple(raw)
