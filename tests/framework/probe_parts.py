"""Drivers and layers that do what a test says: C code with knobs, one library copy per part.

A part is a copy of a library, linked with exactly the exports that are asked for, and a text
beside it, `<library>.conf`, with one knob a line. Nothing is compiled for a new behaviour. What
happens to a part it tells: it appends a JSON object a line to the file that the variable NOTES
names.

Every knob `K` may also be given as `K@1`: that value counts while the variable PHASE is "1", so a
client can change a machine between two calls (devices that come and go). The knobs of both parts:

- `constructor_does`, `negotiate_does`, `create_does`, `enumerate_does` (driver),
  `create_device_does`, `destroy_does`: crash, abort, hang, spin, stubborn (hangs and ignores
  SIGTERM), exit0, exit7, flood (100,000 lines on stdout), fork (leaves a child behind that keeps
  every descriptor), multiply (starts 600 processes, which is more than a probe may).
- `negotiate`: the result of negotiation. `missing`: functions that its lookup does not know.
- `create`, `create_device`: the result of vkCreateInstance and vkCreateDevice, if below 0.
- `physical_functions`, `device_functions`, `instance_functions`: which of PROBE_FUNCTIONS, names
  that no loader knows, it offers: to the lookup of physical-device functions, to that of the
  device (a driver's instance lookup offers these too), to that of the instance. A driver's
  returns 1000 * (n + 1) + value, a layer's what is below, with value + 1, or else -value.

Of a driver:

- `interface` (5): the newest version that it negotiates; `interface_written`: written whatever is
  asked.
- `negotiate_by_lookup`, `physical_by_lookup`: vk_icdGetInstanceProcAddr gives these two, as
  interface 7 has it.
- `version` (1.3.0) and `version_result`: of vkEnumerateInstanceVersion. Functions of later core
  versions are there as the version says; `functions` adds others (the ...KHR and EXT names, debug
  utils).
- `extensions` ("VK_A:1,VK_B:2"), `extensions_result`, `extensions_fill_result`: of the instance.
- `refuses_above`: vkCreateInstance returns -9 for a newer API version. `magic`, `device_magic`:
  the first word of its objects.
- `device0=...` and so on: see ProbeDevice. `devices` ("1,0"): which of them are there; all by
  default. `devices_result`, `devices_fill_result`: of vkEnumeratePhysicalDevices, without and
  with a list.
- `groups` ("0+1;2"), `groups_result`, `groups_fill_result`, `groups_subset`; `tools`: how many.
- `device_extensions_result`, `device_extensions_fill_result`; `messenger`: result of creating
  one.

Of a layer:

- `interface` (2): the version that it writes; `negotiates` ("instance,device,physical"): the
  lookups that it gives. `missing_of_device`: functions that its device lookup does not know.
- `create_after`, `create_device_after`: results that it returns although those below succeeded.
- `passes_api`, `adds_extensions`, `drops_extensions`, `drops_flags`, `adds_device_extensions`,
  `drops_device_extensions`: what it changes on the way down. `changes_instance`,
  `changes_device`: it hands down something else than the loader's object in *pInstance or
  *pDevice.
- `asks_with_instance`: looks vkCreateInstance up with the instance instead of NULL.
- `asks_without_instance`, `asks_instance`, `asks_physical`, `asks_device`: names; it tells which
  of them the lookups below know. `physical_unknown`: links have no lookup of physical devices, as
  before 1.0.38, and groups of devices are not looked up. `counts_devices`: it counts devices while
  the instance is made and destroyed.
- `changes_devices`: reverse, drop, dropall, repeat or add (a device of its own); `devices_result`
  an error instead. `changes_groups`: the first and the last group change places.
- `marks_names`: appends its name to those of devices. `device_extensions`: it adds them to the
  list.
- `uses_callback`: makes and ends a second device with the loader's callbacks, and tells the
  result.
- `pre_result`, `pre_adds` (1): of its pre-instance functions: an error, or what they add to the
  version and to the versions of extensions. Manifest names: PRE_INSTANCE.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.framework.cache import cache_folder

NOTES = "VKCONFIG_PY_PROBE_NOTES"
PHASE = "VKCONFIG_PY_PROBE_PHASE"
PROBE_FUNCTIONS = tuple(f"vkProbeFunction{number}EXT" for number in range(6))

NEGOTIATE = "vk_icdNegotiateLoaderICDInterfaceVersion"
LOOKUP = "vk_icdGetInstanceProcAddr"
PHYSICAL_LOOKUP = "vk_icdGetPhysicalDeviceProcAddr"
PLAIN = ("vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")
# Which functions a driver exports, by the name of the flavour.
DRIVER_EXPORTS = {
    "nothing": (),
    "plain": PLAIN,
    "plain without create": (PLAIN[0], PLAIN[2]),
    "plain without extensions": PLAIN[:2],
    "lookup": (LOOKUP,),
    "lookup and plain": (LOOKUP, *PLAIN),
    "negotiate": (NEGOTIATE,),
    "negotiate and plain": (NEGOTIATE, *PLAIN),
    "negotiate and lookup": (NEGOTIATE, LOOKUP),
    "all": (NEGOTIATE, LOOKUP, PHYSICAL_LOOKUP),
    "lookup and physical": (LOOKUP, PHYSICAL_LOOKUP),
}

LAYER_NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
INSTANCE_LOOKUP = "vkGetInstanceProcAddr"
DEVICE_LOOKUP = "vkGetDeviceProcAddr"
PRE_INSTANCE = {
    "vkEnumerateInstanceVersion": "probe_pre_version",
    "vkEnumerateInstanceLayerProperties": "probe_pre_layers",
    "vkEnumerateInstanceExtensionProperties": "probe_pre_extensions",
}
# The manifest's "functions" for a layer whose functions have other names.
RENAMED = {
    LAYER_NEGOTIATE: "probe_negotiate",
    INSTANCE_LOOKUP: "probe_instance_lookup",
    DEVICE_LOOKUP: "probe_device_lookup",
}
_PRE = tuple(PRE_INSTANCE.values())
LAYER_EXPORTS = {
    "nothing": (),
    "negotiate": (LAYER_NEGOTIATE, *_PRE),
    "lookups": (INSTANCE_LOOKUP, DEVICE_LOOKUP, *_PRE),
    "instance lookup": (INSTANCE_LOOKUP,),
    "all": (LAYER_NEGOTIATE, INSTANCE_LOOKUP, DEVICE_LOOKUP, *_PRE),
    "renamed": (*RENAMED.values(), *_PRE),
    "renamed lookups": (*tuple(RENAMED.values())[1:], *_PRE),
}

Knob = str | int | bool | Sequence[str]
_SOURCES = Path(__file__).parent / "native"


class ProbeDevice(NamedTuple):
    """A physical device of a probe driver.

    Attributes:
        type: number of VkPhysicalDeviceType; 1 integrated, 2 discrete, 3 virtual, 4 CPU, 0 other.
        pci: domain:bus:device:function; given where the device lists VK_EXT_pci_bus_info.
        uuid, driver_uuid: the byte that the UUID is filled with.
        extensions: "VK_A:1", ...
    """

    name: str = "GPU"
    type: int = 4
    api: str = "1.3.0"
    vendor: int = 0x10005
    id: int = 1
    driver: int = 1
    pci: str = "0:0:0:0"
    uuid: int = 1
    driver_uuid: int = 1
    driver_id: int = 1
    extensions: tuple[str, ...] = ()

    def __str__(self) -> str:
        pairs = zip(self._fields[1:-1], self[1:-1], strict=True)
        text = " ".join(f"{name}={value}" for name, value in pairs)
        listed = f" extensions={','.join(self.extensions)}" if self.extensions else ""
        return f"{self.name.replace(' ', '_')} {text}{listed}"


def render_knobs(knobs: Mapping[str, Knob], devices: Sequence[ProbeDevice] = ()) -> str:
    """Return the text that stands beside a library."""
    lines = [f"{name}={_render_value(value)}" for name, value in knobs.items()]
    lines += [f"device{number}={device}" for number, device in enumerate(devices)]
    return "".join(f"{line}\n" for line in lines)


def probe_driver_library(exports: Sequence[str]) -> Path:
    """Return a driver library that exports these functions, for copying."""
    return _link_library("probe_driver", tuple(exports))


def probe_layer_library(exports: Sequence[str]) -> Path:
    """Return a layer library that exports these functions, for copying."""
    return _link_library("probe_layer", tuple(exports))


def _render_value(value: Knob) -> str:
    if isinstance(value, str):
        return value
    return str(int(value)) if isinstance(value, int) else ",".join(value)


@cache
def _link_library(name: str, exports: tuple[str, ...]) -> Path:
    folder = _make_folder()
    label = hashlib.sha256(" ".join(exports).encode()).hexdigest()[:12]
    target = folder / f"{name}-{label}.so"
    if target.exists():
        return target
    listed = "".join(f" {symbol};" for symbol in exports)
    partial = target.with_name(f"{target.name}.{os.getpid()}")
    script = partial.with_name(f"{partial.name}.map")  # others may be at it as well
    script.write_text(f"{{ {f'global:{listed} ' if listed else ''}local: *; }};\n")
    _gcc("-shared", f"-Wl,--version-script={script}", "-o", partial, _compile_object(name, folder))
    script.unlink()
    partial.replace(target)
    return target


def _compile_object(name: str, folder: Path) -> Path:
    target = folder / f"{name}.o"
    if not target.exists():
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        source = _SOURCES / "probe" / f"{name}.c"
        _gcc("-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-c", "-o", partial, source)
        partial.replace(target)
    return target


@cache
def _make_folder() -> Path:
    files = [_SOURCES / "vulkan_subset.h", *sorted((_SOURCES / "probe").glob("*.[ch]"))]
    sources = b"".join(path.read_bytes() for path in files)
    return cache_folder(f"native/probe-{hashlib.sha256(sources).hexdigest()[:16]}")


def _gcc(*arguments: str | Path) -> None:
    subprocess.run(["gcc", *arguments], check=True)
