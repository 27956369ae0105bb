"""ProbeMachine: a random machine of parts with knobs as a value, and the folder it becomes.

Every text may hold ROOT, the folder that the machine is built in.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.probe_client import ClientRequest
from tests.framework.probe_parts import (
    DRIVER_EXPORTS,
    LAYER_EXPORTS,
    probe_driver_library,
    probe_layer_library,
)
from tests.fuzz.machine import ROOT, mounted_for
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.profiles.profile import LoaderProfile

SETTINGS_FILE = "home/.local/share/vulkan/loader_settings.d/vk_loader_settings.json"


class Sort(Enum):
    """What a part is; the value is the folder of its manifest."""

    DRIVER = "icd.d"
    IMPLICIT = "implicit_layer.d"
    EXPLICIT = "explicit_layer.d"


class Part(NamedTuple):
    """A driver or a layer: manifest, exports, knobs.

    Attributes:
        name: of the library, and of the layer.
        exports: flavour of the library, see DRIVER_EXPORTS and LAYER_EXPORTS.
        members: of the manifest's object, but for what follows from the name.
        file_version: file_format_version of the manifest.
    """

    sort: Sort
    name: str
    exports: str = "all"
    knobs: Mapping[str, str] = {}
    members: Mapping[str, Any] = {}
    file_version: str = "1.2.1"

    @property
    def file(self) -> str:
        """Return the path of the manifest below the root."""
        return f"data_dirs/vulkan/{self.sort.value}/{self.name}.json"

    @property
    def is_driver(self) -> bool:
        """Return whether it is a driver."""
        return self.sort is Sort.DRIVER

    def document(self, root: str) -> dict[str, Any]:
        """Return the manifest."""
        library = f"{root}/libraries/lib{self.name}.so"
        if self.is_driver:
            return {
                "file_format_version": "1.0.1",
                "ICD": {"library_path": library, **self.members},
            }
        return {
            "file_format_version": self.file_version,
            "layer": {
                "name": self.name,
                "type": "GLOBAL",
                "library_path": library,
                "implementation_version": "1",
                "description": "of a random machine",
                **self.members,
            },
        }


class ProbeMachine(NamedTuple):
    """One machine and one program on it.

    Attributes:
        environment: variables beside those of the places.
        settings: the loader's settings file, or None.
    """

    name: str
    parts: tuple[Part, ...]
    environment: tuple[tuple[str, str], ...]
    wishes: ClientRequest
    settings: dict[str, Any] | None = None


class Standing(NamedTuple):
    """A machine that was built."""

    machine: ProbeMachine
    root: str

    def variables(self) -> dict[str, str]:
        """Return the environment of the program."""
        places = {
            "HOME": "home",
            "XDG_CONFIG_HOME": "config_home",
            "XDG_CONFIG_DIRS": "config_dirs",
            "XDG_DATA_DIRS": "data_dirs",
        }
        found = {name: f"{self.root}/{folder}" for name, folder in places.items()}
        for name, value in self.machine.environment:
            found[name] = value.replace(ROOT, self.root)
        return {"PATH": "/usr/bin:/bin", **found}

    @contextmanager
    def shown_to(self, profile: LoaderProfile) -> Iterator[None]:
        """Let this process and its children see the machine where this loader searches."""
        with mounted_for(profile, self._folder):
            yield

    def _folder(self, below: str) -> str:
        path = Path(self.root, below)
        path.mkdir(parents=True, exist_ok=True)
        return str(path)

    def host(self, program: str) -> Host:
        """Return the machine for the engine."""
        return Host.read_current()._replace(
            environment=self.variables(), executable=program, working_directory=self.root
        )


def build(machine: ProbeMachine, root: Path) -> Standing:
    """Write a machine into a new folder."""
    (root / "libraries").mkdir(parents=True)
    (root / "home").mkdir()
    for part in machine.parts:
        exports = DRIVER_EXPORTS if part.is_driver else LAYER_EXPORTS
        make = probe_driver_library if part.is_driver else probe_layer_library
        library = root / "libraries" / f"lib{part.name}.so"
        shutil.copyfile(make(exports[part.exports]), library)
        lines = "".join(f"{knob}={value}\n" for knob, value in part.knobs.items())
        Path(f"{library}.conf").write_text(lines)
        _write(root / part.file, part.document(str(root)))
    if machine.settings is not None:
        _write(root / SETTINGS_FILE, machine.settings, str(root))
    return Standing(machine, str(root))


def _write(path: Path, document: Any, root: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document).replace(ROOT, root))


def smaller(machine: ProbeMachine) -> Iterator[ProbeMachine]:
    """Yield the machine without one of its features, the larger ones first."""
    parts = machine.parts
    for place in range(len(parts)):
        yield machine._replace(parts=parts[:place] + parts[place + 1 :])
    if machine.settings is not None:
        yield machine._replace(settings=None)
        for less in _without_one(machine.settings):
            yield machine._replace(settings=less)
    for place in range(len(machine.environment)):
        rest = machine.environment[:place] + machine.environment[place + 1 :]
        yield machine._replace(environment=rest)
    for wishes in _smaller_wishes(machine.wishes):
        yield machine._replace(wishes=wishes)
    for place, part in enumerate(parts):
        for simpler in _simpler(part):
            yield machine._replace(parts=(*parts[:place], simpler, *parts[place + 1 :]))


def _simpler(part: Part) -> Iterator[Part]:
    if part.exports != "all":
        yield part._replace(exports="all")
    for knob, value in part.knobs.items():
        rest = {name: kept for name, kept in part.knobs.items() if name != knob}
        yield part._replace(knobs=rest)
        for separator in (" ", ",", ";"):
            pieces = value.split(separator)
            for place in range(1 if separator == " " else 0, len(pieces)):
                shorter = separator.join(pieces[:place] + pieces[place + 1 :])
                if shorter:
                    yield part._replace(knobs={**part.knobs, knob: shorter})
    for member in part.members:
        if member not in ("api_version", "disable_environment"):
            rest = {name: kept for name, kept in part.members.items() if name != member}
            yield part._replace(members=rest)


def _smaller_wishes(wishes: ClientRequest) -> Iterator[ClientRequest]:
    for field in ("device_extensions", "device_layers"):
        names = getattr(wishes, field)
        for place in range(len(names)):
            yield wishes._replace(**{field: names[:place] + names[place + 1 :]})
    application = wishes.application
    for field in ("layers", "extensions"):
        names = getattr(application, field)
        for place in range(len(names)):
            less = {field: names[:place] + names[place + 1 :]}
            yield wishes._replace(application=application._replace(**less))
    if application.flags:
        yield wishes._replace(application=application._replace(flags=0))
    if application.api_version is not None:
        yield wishes._replace(application=application._replace(api_version=None))


def _without_one(value: Any) -> Iterator[Any]:
    """Yield a JSON value without one of its members or elements, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {name: kept for name, kept in value.items() if name != key}
            for less in _without_one(inner):
                yield {**value, key: less}
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield value[:place] + value[place + 1 :]
            for less in _without_one(inner):
                yield [*value[:place], less, *value[place + 1 :]]
