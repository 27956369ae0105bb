"""generate(seed, number) -> Machine: a random Windows machine on which most things work."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.windows.machine import (
    CLASSES,
    COMPONENT,
    CURRENT_USER,
    DISPLAY,
    DRIVE,
    DRIVER,
    HIGH,
    KHRONOS,
    LAYER,
    LOCAL_MACHINE,
    MEDIUM,
    NARROW,
    NARROW_KHRONOS,
    PENDING_REBOOT,
    PROGRAM,
    Device,
    Machine,
)
from vkconfig_py.loader.base.windows_facts import RegistryValue, ValueKind

_NAMES = tuple(
    f"VK_LAYER_{name}" for name in ("A", "AB", "B", "Overlay", "capture", "check", "x_y")
)
_OVERRIDE = "VK_LAYER_LUNARG_override"
_SETTINGS = "vk_loader_settings.json"
_FOLDERS = ("d", "l", r"l\deep", "Program Files", "o", "wide", r"wide\sub")
# Letters that code page 1252 has, and one that it has not.
_LETTERS = ("Jürgen", r"l\é", "Łódź")
_VENDOR_FILES = (
    ("igvk64.json", 0x8086),
    ("nv-vk64.json", 0x10DE),
    ("amd-vulkan64.json", 0x1002),
    ("amdvlk64.json", 0x1002),
    ("nv-vk32.json", 0x10DE),
    ("NV-VK64.json", 0x10DE),
)
_VENDORS = (0x8086, 0x10DE, 0x1002, 0x1414)
_ZERO = bytes(4)
_LONG_NAME = 2100  # the loader's buffer has 2048 characters
# Kind and data of values that are not the DWORD 0 that enables a manifest.
_ODD_DATA = (
    (ValueKind.DWORD, b"\1\0\0\0"),
    (ValueKind.DWORD, b"\0\0\0\x80"),
    (ValueKind.BINARY, _ZERO),
    (ValueKind.BINARY, b"\0\0\0\1"),
    (ValueKind.BINARY, b""),
    (ValueKind.BINARY, bytes(2)),
    (ValueKind.DWORD_BIG_ENDIAN, _ZERO),
    (ValueKind.NONE, _ZERO),
    (ValueKind.SZ, bytes(2)),
    (ValueKind.SZ, bytes(4)),
    (ValueKind.SZ, "0\0".encode("utf-16-le")),
    (ValueKind.MULTI_SZ, bytes(4)),
)
_LONG_DATA = (
    (ValueKind.QWORD, bytes(8)),
    (ValueKind.BINARY, bytes(5)),
    (ValueKind.SZ, "off\0".encode("utf-16-le")),
)
_KINDS = ("driver", "explicit", "implicit")
_KEYS = {"driver": "Drivers", "explicit": "ExplicitLayers", "implicit": "ImplicitLayers"}
_DEVICE_VALUES = {
    "driver": "VulkanDriverName",
    "explicit": "VulkanExplicitLayers",
    "implicit": "VulkanImplicitLayers",
}
_REPLACING = {
    "driver": ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"),
    "explicit": ("VK_LAYER_PATH",),
    "implicit": ("VK_IMPLICIT_LAYER_PATH",),
}
_ADDING = {
    "driver": "VK_ADD_DRIVER_FILES",
    "explicit": "VK_ADD_LAYER_PATH",
    "implicit": "VK_ADD_IMPLICIT_LAYER_PATH",
}
_SWITCHES = ("SWITCH_ONE", "SWITCH_TWO")


def generate(seed: int, number: int) -> Machine:
    """Return one machine; the same for the same numbers on every computer."""
    random = Random(f"windows:{seed}:{number}")
    return _Maker(random, f"{seed}:{number}").make()


class _Maker:
    def __init__(self, random: Random, name: str) -> None:
        self._random = random
        self._name = name
        self._files: dict[str, str | tuple[str]] = {}
        self._values: dict[str, dict[str, RegistryValue]] = {}
        self._manifests: dict[str, list[str]] = {kind: [] for kind in _KINDS}
        self._names: list[str] = []
        self._layers: list[tuple[str, str]] = []
        self._libraries = 0
        self._is_wow64 = self._chance(0.08)
        self._folders = _FOLDERS + (_LETTERS if self._chance(0.12) else ())

    def make(self) -> Machine:
        random = self._random
        # The program's folder and the working directory are always there.
        for _ in range(random.choice((1, 1, 2, 2, 3))):
            self._add_driver()
        for kind, most in (("explicit", 4), ("implicit", 3)):
            for _ in range(random.randint(0, most)):
                self._add_layer(kind)
        if self._chance(0.15):
            self._add_override()
        devices = self._add_devices()
        for kind in _KINDS:
            self._register(kind)
        if self._chance(0.15):
            self._add_settings()
        keys = [device.key for device in devices]
        keys += [key for device in devices for key, _ in device.children[:1] if self._chance(0.2)]
        adapters = tuple(
            (random.randint(1, 9), random.choice(_VENDORS)) for _ in range(random.randint(0, 3))
        )
        return Machine(
            self._name,
            tuple(self._files.items()),
            tuple(
                (key, value)
                for key, values in self._values.items()
                for value in (values.values() or (None,))
            ),
            tuple(self._variables().items()),
            tuple(random.sample(self._names, min(len(self._names), random.choice((0, 0, 1, 2))))),
            HIGH if self._chance(0.5) else random.choice((MEDIUM, 0x1000, 0x2FFF)),
            self._is_wow64,
            None if self._chance(0.08) else adapters,
            None if self._chance(0.15) else tuple(keys if self._chance(0.4) else ()),
            devices,
            f"{DRIVE}\\{random.choice(self._folders)}" if self._chance(0.1) else "",
        )

    def _chance(self, probability: float) -> bool:
        return self._random.random() < probability

    # -- manifests

    def _library(self, folder: str, what: str) -> str:
        """Put a library somewhere and return what a manifest in this folder says of it."""
        random = self._random
        self._libraries += 1
        file = f"{what}{self._libraries}.dll"
        content: str | tuple[str] | None = (what,)
        if self._chance(0.06):
            content = random.choice((None, (NARROW,), "no library"))
        way = random.choices(range(10), (30, 14, 10, 8, 8, 5, 5, 4, 3, 3))[0]
        places = {
            0: (folder, f".\\{file}"),
            1: (folder, f"{DRIVE}\\{folder}\\{file}"),
            2: ("app", file),
            3: ("wide", file),
            4: (f"{folder}\\bin", f"bin\\{file}"),
            5: (folder, f"./{file}"),
            6: (folder, f"{DRIVE}/{folder}/{file}".replace("\\", "/")),
            7: (folder, f"\\{folder}\\{file}"),
            8: (folder, f"{DRIVE}{file}"),
            9: (folder, f"..\\{folder.rpartition(chr(92))[2]}\\{file.upper()}"),
        }
        where, says = places[way]
        if content is not None:
            self._files[f"{where}\\{file}"] = content
        return says

    def _write(self, kind: str, stem: str, document: Any, folder: str = "") -> str:
        random = self._random
        folder = folder or random.choice(self._folders)
        name = f"{stem}{random.randrange(100)}.json"
        if self._folders != _FOLDERS and self._chance(0.3):
            name = f"{stem}ß{name}"
        if kind == "driver" and self._chance(0.2):
            name = random.choice(_VENDOR_FILES)[0]
        if self._chance(0.04):
            name = name[:-5] + random.choice((".JSON", ".txt", ".json.bak"))
        text = json.dumps(document, separators=(",", ":"))
        if self._chance(0.04):
            text = random.choice(("", "{", "[]", "{}", text[:-2]))
        # Names differ in more than case, as Windows demands.
        taken = {path.lower() for path in self._files}
        path = f"{folder}\\{name}"
        while path.lower() in taken:
            path = f"{folder}\\x{path.rpartition(chr(92))[2]}"
        self._files[path] = text
        self._manifests[kind].append(path)
        return path

    def _add_driver(self) -> None:
        folder = self._random.choice(self._folders)
        icd: dict[str, Any] = {
            "library_path": self._library(folder, DRIVER),
            "api_version": "1.1.0",
        }
        if self._chance(0.03):
            del icd[self._random.choice(tuple(icd))]
        self._write("driver", "driver", {"file_format_version": "1.0.0", "ICD": icd}, folder)

    def _add_layer(self, kind: str) -> None:
        random = self._random
        folder = random.choice(self._folders)
        name = random.choice(_NAMES)
        self._names.append(name)
        layer: dict[str, Any] = {
            "name": name,
            "type": random.choice(("GLOBAL", "INSTANCE")),
            "library_path": self._library(folder, LAYER),
            "api_version": random.choice(("1.0.0", "1.1.0", "1.2.0")),
            "implementation_version": str(random.randrange(9)),
            "description": f"number {random.randrange(1000)}",
        }
        if kind == "implicit" or self._chance(0.05):
            if not self._chance(0.03):
                layer["disable_environment"] = {f"OFF_{random.choice(_SWITCHES)}": "1"}
            if self._chance(0.3):
                layer["enable_environment"] = {random.choice(_SWITCHES): "1"}
        path = self._write(kind, "layer", {"file_format_version": "1.1.0", "layer": layer}, folder)
        self._layers.append((name, path))

    def _add_override(self) -> None:
        random = self._random
        layer: dict[str, Any] = {
            "name": _OVERRIDE,
            "type": "GLOBAL",
            "api_version": "1.2.0",
            "implementation_version": "1",
            "description": "override",
            "component_layers": random.sample(_NAMES, random.randint(0, 2)),
            "disable_environment": {"OFF_OVERRIDE": "1"},
        }
        if self._chance(0.5):
            folders = [rf"{DRIVE}\o", rf"{DRIVE}\l", rf"{DRIVE}\nowhere", rf"{DRIVE}\l\deep"]
            folders += [f"{DRIVE}\\{name}" for name in self._folders[len(_FOLDERS) :]]
            layer["override_paths"] = random.sample(folders, random.randint(1, 2))
        if self._chance(0.4):
            programs = [rf"{DRIVE}\{PROGRAM}", rf"{DRIVE}\app\other.exe", rf"w:\{PROGRAM}"]
            layer["app_keys"] = [random.choice(programs)]
        self._write("implicit", "override", {"file_format_version": "1.1.2", "layer": layer})

    def _add_settings(self) -> None:
        """Register settings files, of which one or none is there."""
        random = self._random
        layers = [
            {
                "name": name,
                "path": f"{DRIVE}\\{path}",
                "control": random.choice(("on", "auto", "off")),
            }
            for name, path in random.sample(self._layers, random.randint(0, len(self._layers)))
        ]
        if self._chance(0.5):
            place = {"name": "", "path": "", "control": "unordered_layer_location"}
            layers.insert(random.randint(0, len(layers)), place)
        settings: dict[str, Any] = {"layers": layers}
        if self._chance(0.2):
            settings["app_keys"] = [random.choice((rf"{DRIVE}\{PROGRAM}", "other.exe"))]
        document = {"file_format_version": "1.0.0", "settings": settings}
        folder = random.choice(self._folders)
        if not self._chance(0.15):
            self._files[rf"{folder}\{_SETTINGS}"] = json.dumps(document, separators=(",", ":"))
        for hive in random.sample((CURRENT_USER, LOCAL_MACHINE), random.choice((1, 1, 2))):
            key = rf"{hive}\{KHRONOS}\Vulkan\LoaderSettings"
            for _ in range(random.choice((1, 1, 2))):
                where = folder if self._chance(0.7) else random.choice(self._folders)
                name = rf"{DRIVE}\{where}\{_SETTINGS if self._chance(0.8) else 'x.json'}"
                data = random.choice(_ODD_DATA) if self._chance(0.2) else (ValueKind.DWORD, _ZERO)
                self._set(key, RegistryValue(name, *data))

    # -- the registry

    def _set(self, key: str, value: RegistryValue | None) -> None:
        values = self._values.setdefault(key, {})
        # Of names that differ in case alone a key can hold one.
        if value is not None and value.name.lower() not in {name.lower() for name in values}:
            values[value.name] = value

    def _path_of(self, path: str) -> str:
        """Return a way to write the path of a file."""
        random = self._random
        way = random.choices(range(9), (70, 5, 5, 5, 4, 3, 3, 3, 2))[0]
        folder, _, name = path.rpartition("\\")
        return {
            0: f"{DRIVE}\\{path}",
            1: f"w:\\{path.swapcase()}",
            2: f"{DRIVE}/{path}".replace("\\", "/"),
            3: f"\\{path}",
            4: f"{DRIVE}\\{folder}",
            5: f"..\\{path}",
            6: name,
            7: f"{DRIVE}\\{folder}\\.\\{name}",
            8: f"\\\\?\\{DRIVE}\\{path}",
        }[way]

    def _listed(self, kind: str, folder_chance: float = 0.1) -> str:
        """Return the path of a manifest, a folder, or of nothing."""
        random = self._random
        known = self._manifests[kind]
        if self._chance(0.05):
            known = [path for paths in self._manifests.values() for path in paths] or known
        if not known or self._chance(0.06):
            return random.choice(
                (rf"{DRIVE}\nowhere\x.json", rf"{DRIVE}\nowhere", "x.json", r"X:\x.json")
            )
        if self._chance(folder_chance):
            ending = random.choice(("", "\\", "/"))
            return f"{DRIVE}\\{random.choice(known).rpartition(chr(92))[0]}{ending}"
        if self._chance(0.06):
            return ";".join(self._path_of(random.choice(known)) for _ in range(2))
        return self._path_of(random.choice(known))

    def _register(self, kind: str) -> None:
        random = self._random
        hives = [LOCAL_MACHINE] * 3 + [CURRENT_USER]
        for _ in range(random.choices((0, 1, 2, 3, 4), (1, 3, 4, 3, 1))[0] + (kind == "driver")):
            root = NARROW_KHRONOS if self._chance(0.5 if self._is_wow64 else 0.06) else KHRONOS
            key = rf"{random.choice(hives)}\{root}\Vulkan\{_KEYS[kind]}"
            if self._chance(0.03):
                self._set(key, None)
                continue
            name = self._listed(kind)
            if self._chance(0.01):
                name = f"{DRIVE}\\{'n' * _LONG_NAME}.json"
            data: tuple[int, bytes] = (ValueKind.DWORD, _ZERO)
            if self._chance(0.14):
                data = random.choice(_ODD_DATA)
            elif self._chance(0.04):
                data = random.choice(_LONG_DATA)
            self._set(key, RegistryValue(name, *data))

    def _add_devices(self) -> tuple[Device, ...]:
        random = self._random
        devices = []
        child = 0
        for number in range(random.choices((0, 1, 2), (5, 3, 2))[0]):
            key = rf"{DISPLAY}\{number:04}"
            self._set_device(key)
            children = []
            for _ in range(random.choice((0, 0, 1, 2))):
                kind = (
                    COMPONENT if self._chance(0.8) else random.choice((COMPONENT.upper(), DISPLAY))
                )
                children.append((rf"{COMPONENT}\{child:04}", kind))
                self._set_device(children[-1][0])
                child += 1
            state = PENDING_REBOOT if self._chance(0.1) else random.choice(((0, 0), (0x400, 0x16)))
            devices.append(Device(key, state, tuple(children)))
        return tuple(devices)

    def _set_device(self, key: str) -> None:
        random = self._random
        path = rf"{CLASSES}\{key}"
        self._set(path, None)
        for kind in _KINDS:
            if self._chance(0.5):
                continue
            infix = "Wow" if self._chance(0.6 if self._is_wow64 else 0.08) else ""
            paths = [self._listed(kind, 0.05) for _ in range(random.choice((1, 1, 2)))]
            if self._chance(0.1):
                paths.insert(random.randrange(len(paths) + 1), random.choice((paths[0], "")))
            self._set(path, RegistryValue(_DEVICE_VALUES[kind] + infix, *self._device_data(paths)))

    def _device_data(self, paths: Sequence[str]) -> tuple[int, bytes]:
        way = self._random.choices(range(4), (40, 44, 8, 8))[0]
        listed = "".join(f"{path}\0" for path in paths)
        kind, text = {
            0: (ValueKind.SZ, f"{paths[0]}\0"),
            1: (ValueKind.MULTI_SZ, f"{listed}\0"),
            2: (ValueKind.EXPAND_SZ, f"{paths[0]}\0"),
            3: (ValueKind.SZ, listed),
        }[way]
        return kind, text.encode("utf-16-le")

    # -- variables

    def _variables(self) -> dict[str, str]:
        random = self._random
        found = {}
        for kind in _KINDS:
            for name in (*_REPLACING[kind], _ADDING[kind]):
                if self._chance(0.08):
                    entries = [self._listed(kind, 0.4) for _ in range(random.choice((0, 1, 1, 2)))]
                    found[name] = random.choice((";", ";", ";;")).join(entries)
        for switch in _SWITCHES:
            if self._chance(0.25):
                found[switch] = random.choice(("1", "0", ""))
            if self._chance(0.12):
                found[f"OFF_{switch}"] = random.choice(("1", "", "0"))
        if self._chance(0.1):
            found["OFF_OVERRIDE"] = "1"
        if self._names and self._chance(0.15):
            names = random.sample(self._names, random.randint(1, min(3, len(self._names))))
            found["VK_INSTANCE_LAYERS"] = random.choice((";", ";", ";;", ":")).join(names)
        return found
