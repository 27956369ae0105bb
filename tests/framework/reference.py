"""Run a real loader on a machine of the tests and read its answer."""

from __future__ import annotations

import json
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.chromium import fetch_chromium_loader
from tests.framework.memory import find_memory_folder
from tests.framework.patience import PATIENCE
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.versions import get_vk_result_name
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.probe.loader_versions import parse_file_name_version, read_versions
from vkconfig_py.loader.probe.protocol import LayerProperties, pack_version, unpack_version
from vkconfig_py.loader.probe.reference_client import (
    CallstackLayer,
    ReferenceSearch,
    ask_version,
    parse_callstack,
    parse_searches,
)
from vkconfig_py.loader.profiles.profile import (
    NEWEST_BY_REPORTED_VERSION,
    LoaderProfile,
    Release,
    Version,
    VersionAnswer,
)

TIMEOUT = PATIENCE
RECORD_VARIABLE = "VKCONFIG_PY_TEST_RECORD"
BUFFERED = "VKCONFIG_PY_TEST_BUFFERED"
_CREATE = "asker: vkCreateInstance\n"
_AFTERWARDS = "asker: vkEnumerateInstanceExtensionProperties\n"

Extensions = tuple[tuple[str, int], ...] | str


class LoaderError(Exception):
    """A library cannot be compared; the message is a line."""


class RealLoader(NamedTuple):
    """A Khronos loader on this machine.

    Attributes:
        profile: the release it behaves as.
        reports: the version that it reports.
    """

    name: str
    profile: LoaderProfile
    reports: str = ""

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
        layers_result: name of the result of the call for them, "" if it ended the program.
        create: name of the result of vkCreateInstance, or the signal that ended the program.
        callstack: None if the loader does not log it: it is older than 1.3, or a settings file
            keeps it silent.
        entered: layers in the order in which their vkCreateInstance was really entered.
        extensions: result of vkEnumerateInstanceExtensionProperties without a layer.
        layer_extensions: the same for each layer that is listed or asked for.
        log: of vkCreateInstance and of the query for devices.
    """

    version: str
    layers: tuple[LayerProperties, ...] | str
    create: str
    callstack: tuple[CallstackLayer, ...] | None
    devices: tuple[str, ...] | str
    entered: tuple[str, ...]
    searches: tuple[ReferenceSearch, ...]
    extensions: Extensions
    layer_extensions: Mapping[str, Extensions]
    log: str
    layers_result: str = ""

    def chain(self) -> tuple[str, ...]:
        """Return the names of the call stack, application side first."""
        if self.callstack is None:
            return self.entered
        return tuple(layer.name for layer in self.callstack)


@cache
def debian_loader() -> RealLoader:
    """Return the loader that programs of this machine use."""
    candidates = find_loaders(Host.read_current().with_environment([("LD_LIBRARY_PATH", None)]))
    assert candidates, "libvulkan1 is needed as the first reference loader"
    # Debian builds the branches of the SDK, of which not every file tells.
    (installed,) = read_versions(candidates[:1], "")
    return loader_at(candidates[0].path, "debian", installed.release)


@cache
def chromium_loader() -> RealLoader:
    """Return the newer loader of chromium-common."""
    return loader_at(str(fetch_chromium_loader()), "chromium")


@cache
def loader_at(library: str, name: str = "", release: Release | None = None) -> RealLoader:
    """Return a loader library with the profile of the version that it reports.

    Libraries before 1.1.120 do not tell it whole: then it is that of the file's name.

    Raises:
        LoaderError: it is no loader, or nothing tells its release.
    """
    answer = ask_version(library, PATIENCE)
    if not isinstance(answer, VersionAnswer):
        failure = getattr(answer, "how", answer)
        raise LoaderError(f"{library} cannot be asked: {str(failure).removeprefix(f'{library}: ')}")
    if release is None:
        version: Version | None = answer.version
        if version in NEWEST_BY_REPORTED_VERSION:
            version = parse_file_name_version(library)
        if version is None:
            raise LoaderError(
                f"{library} does not tell its release: call it libvulkan.so.1.0.39, or give "
                "--version"
            )
        release = Release(version)
    profile = LoaderProfile(
        release.version,
        library,
        64,
        answer.sysconfdir,
        answer.extra_sysconfdir,
        answer.is_secure,
        answer.surfaces,
        is_branch=release.is_branch,
    )
    return RealLoader(name or library, profile, ".".join(map(str, answer.version)))


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
    # A file: loaders write each word of their log by itself, and we would wake up for each.
    with tempfile.TemporaryFile(dir=find_memory_folder()) as errors:
        result = subprocess.run(
            [
                *map(str, command),
                loader.profile.library,
                str(output),
                *_make_arguments(application),
            ],
            env={
                **environment,
                "VK_LOADER_DEBUG": "all",
                RECORD_VARIABLE: str(record),
                BUFFERED: "1",
            },
            cwd=working_directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            timeout=TIMEOUT,
            check=False,
        )
        errors.seek(0)
        log = extract_create_log(errors.read().decode("utf-8", "replace"))
    entered = tuple(record.read_text().split())
    signal_name = signal.Signals(-result.returncode).name if result.returncode < 0 else ""
    assert signal_name or result.returncode == 0, f"{loader}: exit {result.returncode}\n{log}"
    raw = _read_output(output)
    created = raw.get("create")
    of_layers = raw.get("layer_extensions", {})
    return Answer(
        version=_render_version(*raw["version"]) if "version" in raw else signal_name,
        layers=_parse_layers(raw["layers"]) if "layers" in raw else signal_name,
        create=signal_name if created is None else get_vk_result_name(created),
        callstack=parse_callstack(log) if created == 0 else (),
        devices=_parse_devices(raw["devices"]) if "devices" in raw else (),
        entered=entered,
        searches=parse_searches(log),
        extensions=_parse_extensions(raw["extensions"]) if "extensions" in raw else signal_name,
        layer_extensions={
            name: _parse_extensions(extensions) for name, extensions in of_layers.items()
        },
        log=log,
        layers_result=get_vk_result_name(raw["layers_result"]) if "layers_result" in raw else "",
    )


def extract_create_log(text: str) -> str:
    """Return what was logged during vkCreateInstance and the query for devices."""
    return text.partition(_CREATE)[2].partition(_AFTERWARDS)[0]


def read_answer(text: str) -> dict[str, Any]:
    """Return what the asking program wrote; of a call that ended it there is nothing."""
    answer: dict[str, Any] = {}
    for line in text.split("\n")[:-1]:
        answer |= json.loads(line)
    return answer


def _read_output(output: Path) -> dict[str, Any]:
    if not output.exists():
        return {}
    return read_answer(output.read_bytes().decode("utf-8", "surrogateescape"))


def _parse_extensions(raw: int | list[list[Any]]) -> Extensions:
    if isinstance(raw, int):
        return get_vk_result_name(raw)
    return tuple((name, version) for name, version in raw)


def _make_arguments(application: Application) -> list[str]:
    version = pack_version(application.packed_parts) if application.packed_parts else 0
    return [
        application.name,
        str(version),
        str(application.flags),
        str(len(application.layers)),
        *application.layers,
        *application.extensions,
    ]


def _render_version(code: int, packed: int) -> str:
    return get_vk_result_name(code) if code < 0 else ".".join(map(str, unpack_version(packed)))


def _parse_layers(raw: int | list[list[object]]) -> tuple[LayerProperties, ...] | str:
    if isinstance(raw, int):
        return get_vk_result_name(raw)
    return tuple(
        LayerProperties(name, unpack_version(spec), implementation, description)  # type: ignore[arg-type]  # our own program wrote it
        for name, spec, implementation, description in raw
    )


def _parse_devices(raw: int | list[str]) -> tuple[str, ...] | str:
    return get_vk_result_name(raw) if isinstance(raw, int) else tuple(raw)
