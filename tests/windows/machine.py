r"""A Windows machine as a value: files of drive W:, registry values, answers of Windows, a program.

The machine stands in one folder, which is drive W:. Under Wine the registry is imported from a
registry file and the rest is pretended (tests/framework/native/windows); the engine gets the same
as a Host.
"""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from vkconfig_py.loader.base.host import Application, Host, Platform
from vkconfig_py.loader.base.windows_facts import Adapter, Registry, RegistryValue, WindowsFacts
from vkconfig_py.loader.platforms.reg_file import (
    CreateKey,
    DeleteKey,
    RegistryChange,
    SetValue,
    render_reg,
)
from vkconfig_py.loader.platforms.windows_search import MAPPING_LAYERS_PACKAGE, read_kernel_paths

DRIVE = "W:"
PROGRAM = r"app\asker.exe"
WORKING_DIRECTORY = "wide"
LOCAL_MACHINE, CURRENT_USER = "HKEY_LOCAL_MACHINE", "HKEY_CURRENT_USER"
KHRONOS = r"SOFTWARE\Khronos"
NARROW_KHRONOS = r"SOFTWARE\WOW6432Node\Khronos"
LAYER_KEY = rf"{LOCAL_MACHINE}\{KHRONOS}"
CLASSES = rf"{LOCAL_MACHINE}\SYSTEM\CurrentControlSet\Control\Class"
PRETENDED_CLASSES = rf"{LOCAL_MACHINE}\SYSTEM\CurrentControlSet\Control\PretendedClass"
DISPLAY = "{4d36e968-e325-11ce-bfc1-08002be10318}"
COMPONENT = "{5c4c3332-344d-483c-8739-259e934c9cc8}"
HIGH, MEDIUM = 0x3000, 0x2000
PENDING_REBOOT = (0x400, 0xE)  # DN_HAS_PROBLEM, CM_PROB_NEED_RESTART

DRIVER, LAYER, NARROW = "driver", "layer", "narrow"
_MACHINES = {DRIVER: 0x8664, LAYER: 0x8664, NARROW: 0x14C}


class Device(NamedTuple):
    """A display device that is present.

    Attributes:
        key: below the Class key, such as {4d36...}\\0000.
        state: status and problem of CM_Get_DevNode_Status.
        children: key and class of each child device.
    """

    key: str
    state: tuple[int, int] = (0, 0)
    children: tuple[tuple[str, str], ...] = ()


class Machine(NamedTuple):
    """One machine, one program, one request.

    Attributes:
        files: path on drive W: and its text; for a library DRIVER, LAYER or NARROW in a tuple.
        values: key and value; keys may be there without values (None).
        integrity: of the process.
        adapters: LUID and vendor of each DXGI adapter; None: no DXGI.
        package: folder of Microsoft's compatibility pack, or "".
        kernel: class keys of the adapters that D3DKMT knows; None: gdi32 has no such functions.
    """

    name: str
    files: tuple[tuple[str, str | tuple[str]], ...] = ()
    values: tuple[tuple[str, RegistryValue | None], ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    layers: tuple[str, ...] = ()
    integrity: int = HIGH
    is_wow64: bool = False
    adapters: tuple[tuple[int, int], ...] | None = ()
    kernel: tuple[str, ...] | None = ()
    devices: tuple[Device, ...] = ()
    package: str = ""

    @property
    def application(self) -> Application:
        """Return what the program asks for."""
        return Application(name="asker", layers=self.layers)

    def registry(self) -> Registry:
        """Return the registry, with the values of a key in Wine's order."""
        keys: dict[str, list[RegistryValue]] = {}
        for key, value in self.values:
            found = keys.setdefault(key, [])
            if value is not None:
                found.append(value)
        return Registry({key: sorted(values, key=_in_wine) for key, values in keys.items()})

    def host(self, folder: Path) -> Host:
        """Return the machine for the engine; its files stand in the folder."""
        facts = WindowsFacts(
            registry=self.registry(),
            adapters=None
            if self.adapters is None
            else tuple(Adapter(luid, vendor) for luid, vendor in self.adapters),
            kernel_values=self._kernel_values(),
            present_device_keys=tuple(self._present()),
            app_packages={MAPPING_LAYERS_PACKAGE: self.package} if self.package else {},
            drives={DRIVE: str(folder)},
            is_wow64=self.is_wow64,
            is_above_medium=MEDIUM < self.integrity < HIGH,
        )
        return Host(
            environment=dict(self.variables),
            platform=Platform.WINDOWS,
            executable=rf"{DRIVE}\{PROGRAM}",
            elevated=self.integrity >= HIGH,
            working_directory=rf"{DRIVE}\{WORKING_DIRECTORY}",
            windows=facts,
        )

    def _kernel_values(self) -> Mapping[str, tuple[str, ...]] | None:
        if self.kernel is None:
            return None
        registry = self.registry()
        keys = [registry.get_values(rf"{CLASSES}\{key}") or () for key in self.kernel]
        names = {value.name for values in keys for value in values}
        return {
            name: read_kernel_paths(
                next((x for x in values if x.name == name), None) for values in keys
            )
            for name in names
        }

    def _present(self) -> Iterable[str]:
        for device in self.devices:
            if device.state == PENDING_REBOOT:
                continue
            yield rf"{CLASSES}\{device.key}"
            for key, kind in device.children:
                if kind == COMPONENT:
                    yield rf"{CLASSES}\{key}"

    # -- for Wine

    def write(self, folder: Path, libraries: Mapping[str, Path] | None = None) -> None:
        """Write the files; without built libraries, headers stand for them."""
        (folder / WORKING_DIRECTORY).mkdir(parents=True)
        for name, content in self.files:
            path = folder / name.replace("\\", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                path.write_bytes(content.encode())
            elif libraries is not None and content[0] in libraries:
                shutil.copyfile(libraries[content[0]], path)  # Wine opens a linked file once
            else:
                path.write_bytes(library_header(_MACHINES[content[0]]))

    def registry_file(self) -> bytes:
        """Return a registry file that leaves the prefix with the keys of this machine alone."""
        hives = (LOCAL_MACHINE, CURRENT_USER)
        roots = [rf"{hive}\{key}" for hive in hives for key in (KHRONOS, NARROW_KHRONOS)]
        changes: list[RegistryChange] = [DeleteKey(key) for key in (*roots, PRETENDED_CLASSES)]
        for key, value in self.values:
            moved = key.replace(CLASSES, PRETENDED_CLASSES)
            changes.append(CreateKey(moved) if value is None else SetValue(moved, value))
        return render_reg(changes)

    def pretended(self) -> str:
        """Return what pretended_windows.c reads."""
        lines = [f"integrity {self.integrity}"]
        lines += ["wow64"] if self.is_wow64 else []
        lines += ["no dxgi"] if self.adapters is None else []
        lines += [f"adapter {luid} {vendor:x}" for luid, vendor in self.adapters or ()]
        lines += [f"package {self.package}"] if self.package else []
        lines += ["no kernel"] if self.kernel is None else []
        lines += [f"kernel {key}" for key in self.kernel or ()]
        for device in self.devices:
            lines.append(f"device {device.key} {device.state[0]:x} {device.state[1]:x}")
            lines += [f"child {key} {kind}" for key, kind in device.children]
        lines += [f"variable {name}={value}" for name, value in self.variables]
        lines.append("variable VK_LOADER_DEBUG=all")
        return "".join(f"{line}\n" for line in lines)


def _in_wine(value: RegistryValue) -> tuple[str, ...]:
    """Return the key by which Wine sorts the values of a key; Windows keeps their order."""
    return (value.name.lower(),)


def library_header(machine: int) -> bytes:
    """Return the beginning of a DLL for a processor (IMAGE_FILE_MACHINE_...)."""
    dos = b"MZ" + bytes(58) + (64).to_bytes(4, "little")
    # IMAGE_FILE_HEADER: machine, sections, time, symbols, size of the optional header, DLL.
    file = machine.to_bytes(2, "little") + bytes(14) + b"\xf0\0\x22\x20"
    magic = b"\x0b\2" if machine == 0x8664 else b"\x0b\1"  # IMAGE_OPTIONAL_HEADER.Magic
    return dos + b"PE\0\0" + file + magic + bytes(64)


# -- as JSON


def to_json(machine: Machine) -> dict[str, Any]:
    """Return a machine as JSON, without what is as usual."""
    found: dict[str, Any] = {}
    for name, value in zip(Machine._fields, machine, strict=True):
        if name == "values":
            found[name] = [[key, *_value_to_json(one)] for key, one in machine.values]
        elif name == "name" or value != Machine._field_defaults[name]:
            found[name] = value
    return found


def from_json(document: Mapping[str, Any]) -> Machine:
    """Return the machine of a JSON document."""
    found: dict[str, Any] = {key: _tuples(value) for key, value in document.items()}
    found["values"] = tuple((key, _value_from_json(rest)) for key, *rest in document["values"])
    found["devices"] = tuple(Device(*device) for device in found.get("devices", ()))
    return Machine(**found)


def _value_to_json(value: RegistryValue | None) -> list[Any]:
    if value is None:
        return []
    if value.kind == 4 and len(value.data) == 4:
        return [value.name, int.from_bytes(value.data, "little")]
    return [value.name, value.kind, base64.b64encode(value.data).decode()]


def _value_from_json(rest: list[Any]) -> RegistryValue | None:
    match rest:
        case []:
            return None
        case [name, number]:
            return RegistryValue(name, 4, int(number).to_bytes(4, "little"))
        case [name, kind, data]:
            return RegistryValue(name, kind, base64.b64decode(data))
        case _:
            raise ValueError(rest)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
