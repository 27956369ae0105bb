"""Machines of fake drivers with any devices, and a program that enumerates them step by step."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework import manifests
from tests.framework.cache import cache_folder
from tests.framework.ready_python import run_python
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import encode
from vkconfig_py.loader.probe.probe_run import make_load_plan
from vkconfig_py.loader.probe.protocol import pack_version, unpack_version
from vkconfig_py.loader.profiles.profile import LoaderProfile

_SOURCES = Path(__file__).parent / "native"
TIMEOUT = 60.0
PCI = "VK_EXT_pci_bus_info"
PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
Step = dict[str, Any]


class FakeDevice(NamedTuple):
    """One device of a driver, as the sheet of the driver has it."""

    id: int
    name: str
    vendor: int = 1
    device: int = 1
    type: int = 2
    api: tuple[int, int, int] = (1, 3, 0)
    driver_version: int = 1
    pci: tuple[int, int, int, int] = (0, 0, 0, 0)
    driver_id: int = 0
    device_uuid: str = "0" * 32
    driver_uuid: str = "0" * 32
    extensions: tuple[str, ...] = ()

    def render_lines(self) -> list[str]:
        """Return its lines of the sheet."""
        numbers = (self.id, self.vendor, self.device, self.type, pack_version(self.api))
        strings = (
            self.driver_version,
            *self.pci,
            self.driver_id,
            self.device_uuid,
            self.driver_uuid,
        )
        device_line = " ".join(map(str, ("device", *numbers, *strings, self.name)))
        return [device_line, *(f"has {self.id} {name}" for name in self.extensions)]


class DriverSheet(NamedTuple):
    """What a driver says of itself and its devices.

    Attributes:
        api: what its vkEnumerateInstanceVersion says; None: it has no such function.
        groups: (subset allocation, ids of the devices); none: each device is a group.
        without: functions that it does not have.
    """

    devices: tuple[FakeDevice, ...] = ()
    api: tuple[int, int, int] | None = (1, 3, 0)
    extensions: tuple[str, ...] = (PROPERTIES2,)
    groups: tuple[tuple[int, tuple[int, ...]], ...] = ()
    without: tuple[str, ...] = ()
    count_result: int = 0
    fill_result: int = 0
    groups_result: int = 0

    def render(self) -> str:
        """Return the sheet as the driver reads it."""
        lines = [f"api {0 if self.api is None else pack_version(self.api)}"]
        lines += [f"extension {name}" for name in self.extensions]
        lines += [f"without {name}" for name in self.without]
        for key in ("count_result", "fill_result", "groups_result"):
            lines.append(f"{key} {getattr(self, key)}")
        for device in self.devices:
            lines += device.render_lines()
        for subset, members in self.groups:
            lines.append(" ".join(map(str, ("group", subset, *members))))
        return "\n".join(lines) + "\n"


class DeviceMachine:
    """Drivers in the order in which a loader opens them; every method returns the machine.

    Attributes:
        environment: of the program that enumerates.
        libraries: of the drivers, in the order in which they are opened.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.libraries: list[Path] = []
        self.files: list[Path] = []
        home = root / "home"
        home.mkdir(parents=True, exist_ok=True)
        self.environment = {
            "HOME": str(home),
            "PATH": "/usr/bin:/bin",
            "XDG_CONFIG_HOME": str(root / "config"),
            "XDG_DATA_HOME": str(root / "data"),
            "XDG_DATA_DIRS": str(root / "data_dirs"),
            "XDG_CONFIG_DIRS": str(root / "config_dirs"),
            "VKCONFIG_PY_TEST_DEVICES": str(root / "record.txt"),
        }

    def add_driver(
        self, sheet: DriverSheet, manifest_api: str = "1.3.0", name: str = ""
    ) -> DeviceMachine:
        """Add a driver behind the others."""
        name = name or f"driver{len(self.libraries)}"
        library = self.root / f"lib{name}.so"
        shutil.copyfile(_build_library("device_driver"), library)
        self.libraries.append(library)
        self.write_sheet(len(self.libraries) - 1, sheet)
        document = manifests.driver_document(str(library), api_version=manifest_api)
        self.files.append(self.root / f"{name}.json")
        self.files[-1].write_text(json.dumps(document))
        # Both names: loaders before 1.3.207 know the older one alone.
        value = ":".join(map(str, self.files))
        self.environment |= {"VK_DRIVER_FILES": value, "VK_ICD_FILENAMES": value}
        return self

    def add_layer(
        self, name: str, text: str = "", *, implicit: bool = False, **members: Any
    ) -> DeviceMachine:
        """Add a layer that makes a list of devices of its own, as its text says."""
        library = self.root / f"lib{name}.so"
        shutil.copyfile(_build_library("device_layer"), library)
        self.make_listing_step(name, text)
        make = manifests.implicit_layer if implicit else manifests.explicit_layer
        kind = "implicit" if implicit else "explicit"
        folder = self.root / f"data/vulkan/{kind}_layer.d"
        folder.mkdir(parents=True, exist_ok=True)
        document = manifests.layer_document(make(name, str(library), **members))
        (folder / f"{name}.json").write_text(json.dumps(document))
        return self

    def make_listing_step(self, name: str, text: str) -> Step:
        """Write what a layer makes of devices; return the step that does it."""
        path = self.root / f"lib{name}.so.list"
        lines = "".join(f"{line.strip()}\n" for line in text.split(";"))
        path.write_text(lines)
        return {"do": "write", "path": str(path), "text": lines}

    def write_sheet(self, index: int, sheet: DriverSheet) -> DeviceMachine:
        """Write the sheet of a driver."""
        Path(f"{self.libraries[index]}.devices").write_text(sheet.render())
        return self

    def make_change_step(self, index: int, sheet: DriverSheet) -> Step:
        """Return the step that changes the sheet of a driver."""
        return {"do": "write", "path": f"{self.libraries[index]}.devices", "text": sheet.render()}

    def set_env(self, **variables: str) -> DeviceMachine:
        """Set variables."""
        self.environment |= variables
        return self

    def write_settings(self, section: Mapping[str, Any]) -> DeviceMachine:
        """Write the settings file; drivers are then found in a folder instead of by variables."""
        path = self.root / "config/vulkan/loader_settings.d/vk_loader_settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"file_format_version": "1.0.0", "settings": dict(section)}))
        # Before 1.4.324 the file is looked for below HOME and XDG_DATA_HOME alone.
        older = self.root / "data/vulkan/loader_settings.d"
        older.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, older / path.name)
        driver_folder = self.root / "data/vulkan/icd.d"
        driver_folder.mkdir(parents=True, exist_ok=True)
        for file in self.files:
            shutil.copyfile(file, driver_folder / file.name)
        return self

    def run(self, library: str, steps: Sequence[Step]) -> list[Any]:
        """Return the answer of each step, taken through a loader library."""
        return self._start([library], steps)

    def run_engine(self, profile: LoaderProfile, steps: Sequence[Step]) -> list[Any]:
        """Return the answer of each step, taken through the engine's own loader."""
        first = next(step for step in steps if step["do"] == "create")
        version = unpack_version(first["version"]) if first["version"] else None
        application = Application("", version, tuple(first["layers"]), tuple(first["extensions"]))
        assembly = make_load_plan(discover(self.host(), application, profile))
        return self._start(["--engine", json.dumps(encode(assembly))], steps)

    def host(self) -> Host:
        """Return the machine for the engine."""
        return Host.read_current()._replace(
            environment=self.environment, working_directory=str(self.root)
        )

    def read_record(self) -> list[str]:
        """Return the calls of vkCreateInstance and vkDestroyInstance that drivers noted."""
        path = Path(self.environment["VKCONFIG_PY_TEST_DEVICES"])
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def _start(self, arguments: list[str], steps: Sequence[Step]) -> list[Any]:
        result = run_python(
            *("-m", "tests.framework.enumerating", *arguments),
            ready=("vkconfig_py.loader",),
            environment=self.environment,
            folder=self.root,
            stdin=json.dumps(list(steps)).encode(),
            timeout=TIMEOUT,
        )
        lines = result.stdout.decode().splitlines()
        answers = [json.loads(line) for line in lines if line[:1] in "[{"]
        if result.returncode:
            stderr = result.stderr.decode("utf-8", "replace")[-2000:]
            answers.append({"exit": result.returncode, "stderr": stderr})
        return answers


def make_create_step(
    version: tuple[int, int, int] | None = (1, 3, 0), *extensions: str, layers: Sequence[str] = ()
) -> Step:
    """Return the step that makes an instance."""
    packed = 0 if version is None else pack_version(version)
    return {
        "do": "create",
        "version": packed,
        "extensions": extensions,
        "layers": tuple(layers),
    }


def make_devices_step(room: int | None = 64) -> Step:
    """Return the step that enumerates devices, without an array if there is no room."""
    return {"do": "devices", "room": room}


def make_extensions_step(device: int = 0, room: int | None = 64, layer: str | None = None) -> Step:
    """Return the step that enumerates the extensions of a device that was enumerated."""
    return {"do": "extensions", "device": device, "room": room, "layer": layer}


def make_layers_step(device: int = 0, room: int | None = 64) -> Step:
    """Return the step that enumerates the layers of a device."""
    return {"do": "layers", "device": device, "room": room}


def make_groups_step(room: int | None = 64, khr: bool = False) -> Step:
    """Return the step that enumerates groups."""
    return {"do": "groups", "room": room, "khr": khr}


@cache
def _build_library(name: str) -> Path:
    source = _SOURCES / f"{name}.c"
    content = source.read_bytes() + (_SOURCES / "vulkan_subset.h").read_bytes()
    folder = cache_folder(f"native/{name}-{hashlib.sha256(content).hexdigest()[:16]}")
    target = folder / f"{name}.so"
    if not target.exists():
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        options = ("-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden")
        subprocess.run(["gcc", *options, "-o", partial, source], check=True)
        partial.replace(target)
    return target
