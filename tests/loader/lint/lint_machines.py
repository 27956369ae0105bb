"""One machine for every code of the lint: what is wrong with it, and which loader looks at it."""

from __future__ import annotations

import json
import os
import stat
import struct
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tests.framework.elf_files import LIBRARY as ELF_LIBRARY
from tests.framework.elf_files import make_elf_file
from tests.loader.machine import (
    LIBRARY,
    NARROW_LIBRARY,
    NEW,
    OLD,
    PROGRAM,
    Machine,
    document,
    layer_object,
    meta_object,
    override_object,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.verdicts import Problem, Reason
from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue, ValueKind, WindowsFacts
from vkconfig_py.loader.lint.lint_context import ProblemCode
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

NARROW = NEW._replace(pointer_bits=32, library="/usr/lib32/libvulkan.so.1")
A, B = "VK_LAYER_a", "VK_LAYER_b"
EXPLICIT = "/dd/vulkan/explicit_layer.d"
IMPLICIT = "/dd/vulkan/implicit_layer.d"
OFF = {"control": "off", "name": "x", "path": "/x.json"}
UNORDERED = {"control": "unordered_layer_location"}
SANDBOX = "[Application]\nname=org.x.App\nruntime=runtime/org.freedesktop.Platform/x86_64/25.08\n"
OTHER_VARIABLE = {"disable_environment": {"OTHER": "1"}}


class Case(NamedTuple):
    """A machine, and the loaders that are installed on it, the one that looks first."""

    build: Callable[[Machine], object]
    loaders: tuple[LoaderProfile, ...] = (NEW,)


class Folder(NamedTuple):
    """A machine on the disk, below a folder whose "share" is XDG_DATA_DIRS."""

    build: Callable[[Path], object]
    loaders: tuple[LoaderProfile, ...] = (NEW,)


def manifest(name: str, /, **members: object) -> dict[str, object]:
    """Return an explicit manifest with some members changed; None removes one."""
    return document(layer_object(name, False, **members))


def nested(levels: int) -> list[object]:
    """Return a list in a list in a list."""
    found: list[object] = []
    for _ in range(levels):
        found = [found]
    return found


def doubling(machine: Machine, metas: int) -> None:
    """Add meta-layers each of which names the one before twice; the last is VK_LAYER_m."""
    machine.explicit(A)
    names = [A, *(f"{A}{number}" for number in range(metas - 1)), "VK_LAYER_m"]
    layers = [meta_object(name, inner, inner) for inner, name in pairwise(names)]
    machine.file(f"{EXPLICIT}/metas.json", document(*layers))


def implicit_folder(root: Path) -> Path:
    """Make and return the folder of implicit layers."""
    folder = root / "share" / "vulkan" / "implicit_layer.d"
    folder.mkdir(parents=True)
    return folder


def told(machine: Machine, *loaders: LoaderProfile) -> list[Problem]:
    """Return what the lint says of a machine."""
    profiles = loaders or (NEW,)
    return list(lint(machine.report(profile=profiles[0]), loaders=profiles))


def one(machine: Machine, *loaders: LoaderProfile) -> Problem:
    """Return the only problem of a machine."""
    found = told(machine, *loaders)
    assert len(found) == 1, found
    return found[0]


def on_disk(root: Path, profile: LoaderProfile = NEW) -> list[Problem]:
    """Return what the lint says of a folder that has no driver."""
    found = lint(read_on_disk(root, profile))
    return [problem for problem in found if problem.code != "no-driver"]


def read_on_disk(root: Path, profile: LoaderProfile = NEW) -> LoaderReport:
    """Return the report on a folder."""
    host = Host({"XDG_DATA_DIRS": "/share"}, root=str(root), executable=PROGRAM)
    return discover(host, profile=profile)


def exporting(root: Path, *names: str, driver: bool = False, **members: object) -> None:
    """Put a layer, or a driver, on the disk whose library exports these names."""
    folder = root / "share/vulkan" / ("icd.d" if driver else "explicit_layer.d")
    folder.mkdir(parents=True)
    library = make_elf_file(kind=ELF_LIBRARY, exports=names)
    (root / "lib").mkdir()
    (root / "lib/x.so").write_bytes(library)
    icd = {"library_path": "/lib/x.so", "api_version": "1.3.0"}
    content = manifest(A, library_path="/lib/x.so", **members)
    if driver:
        content = {"file_format_version": "1.0.0", "ICD": icd}
    (folder / "x.json").write_text(json.dumps(content))


def _for_both_sizes(machine: Machine) -> None:
    machine.explicit(A).explicit(A, base="/de", library_path="/lib/narrow.so", library=False)
    machine.file("/lib/narrow.so", NARROW_LIBRARY)


def _driverless(machine: Machine) -> None:
    machine.files.clear()


def _two_overrides(machine: Machine) -> None:
    machine.implicit(B).overrides(override_object(), override_object(B))


def _disabled_override(machine: Machine) -> None:
    first = override_object(blacklisted_layers=[A], app_keys=[PROGRAM])
    # After a match the loader keeps overrides for other programs.
    second = override_object(app_keys=["/opt/other"], **OTHER_VARIABLE)
    machine.explicit(A).overrides(first, second).env(
        **{next(iter(first["disable_environment"])): "1"}
    )
    machine.file(PROGRAM, b"\x7fELF").file("/opt/other", b"\x7fELF")


def _leaking(machine: Machine) -> None:
    machine.explicit(A).overrides(
        override_object(A, app_keys=[PROGRAM]),
        override_object(A, app_keys=["/opt/other"], override_paths=[EXPLICIT]),
    )
    machine.file(PROGRAM, b"\x7fELF").file("/opt/other", b"\x7fELF")


def _override_in_explicit_folder(machine: Machine) -> None:
    machine.file(f"{EXPLICIT}/o.json", document(override_object()))


def _circle(machine: Machine) -> None:
    machine.meta("VK_LAYER_m", "VK_LAYER_n").meta("VK_LAYER_n", "VK_LAYER_m")


def _same_switch(machine: Machine) -> None:
    for name in (A, B):
        machine.implicit(name, disable_environment={"OFF": "1"})


def _many_tokens(machine: Machine) -> None:
    machine.env(VK_LOADER_DRIVERS_SELECT=",".join(["*driver*"] * 17))


def _loop(root: Path) -> None:
    link = root / "share" / "vulkan"
    link.parent.mkdir()
    link.symlink_to(link.name)


def _pipe(root: Path) -> None:
    os.mkfifo(implicit_folder(root) / "x.json")


def _never_searched(root: Path) -> None:
    folder = root / "share" / "vulkan" / "implicit_layers.d"
    folder.mkdir(parents=True)
    (folder / "x.json").write_text("{}")


def _link_as_program(root: Path) -> None:
    (root / "program").write_bytes(b"\x7fELF")
    (root / "link").symlink_to("program")
    override = document(override_object(app_keys=["/link"]))
    _write(implicit_folder(root) / "override.json", override)


def _unreadable_library(root: Path) -> None:
    library = root / "liba.so"
    os.mknod(library, stat.S_IFSOCK | 0o600)  # nobody can open a socket, not even root
    _write(
        implicit_folder(root) / "a.json", document(layer_object(A, True, library_path="/liba.so"))
    )


def _shortened_library(root: Path, size: int) -> None:
    """Write a library of this size with one segment, which is larger than the file."""
    head = LIBRARY.ljust(32, b"\0") + struct.pack("<Q", 64)
    head = head.ljust(54, b"\0") + struct.pack("<HH", 56, 1)
    segment = struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, 1 << 20, 1 << 20, 4096)
    library = (head.ljust(64, b"\0") + segment).ljust(size, b"\0")[:size]
    (root / "liba.so").write_bytes(library)
    layer = layer_object(A, True, library_path="/liba.so")
    _write(implicit_folder(root) / "a.json", document(layer))


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, indent=1))


def _file(path: str, content: object) -> Callable[[Machine], object]:
    return lambda machine: machine.file(path, content)  # type: ignore[arg-type] # any JSON


def _windows(machine: Machine, path: str, library: str) -> None:
    """Make the machine a Windows one with a registered driver."""
    value = RegistryValue(path, ValueKind.DWORD, bytes(4))
    key = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers"
    icd = {"library_path": library, "api_version": "1.3.0"}
    machine.file(path, {"file_format_version": "1.0.0", "ICD": icd})
    machine.changes |= {
        "platform": Platform.WINDOWS,
        "windows": WindowsFacts(Registry({key: (value,)})),
        "working_directory": "C:\\",
    }


def _blocked(machine: Machine) -> None:
    machine.env(LD_LIBRARY_PATH="/opt").file("/opt/libvulkan.so.1", "no library")


MACHINES: dict[str, Case | Folder] = {
    ProblemCode.REGISTRY_NOT_ASCII: Case(
        lambda m: _windows(m, "C:\\Gr\u00fc\\x.json", r"C:\x.dll")
    ),
    ProblemCode.LIBRARY_PATH_SLASH: Case(lambda m: _windows(m, r"C:\x.json", "./x.dll")),
    ProblemCode.NO_DRIVER: Case(_driverless),
    ProblemCode.HANGS_ALL: Folder(_pipe),
    ProblemCode.OTHER_LOADER_FAILS: Case(_file(f"{EXPLICIT}/x.json", "\n{"), (NEW, OLD)),
    ProblemCode.LOADER_BLOCKED: Case(_blocked),
    ProblemCode.DANGLING_LINK: Folder(
        lambda root: (implicit_folder(root) / "x.json").symlink_to("gone")
    ),
    ProblemCode.LINK_LOOP: Folder(
        lambda root: (implicit_folder(root) / "x.json").symlink_to("x.json")
    ),
    ProblemCode.FILE_NAME_IGNORED: Folder(
        lambda root: (implicit_folder(root) / "x.JSON").write_text("{}")
    ),
    ProblemCode.FOLDER_NEVER_SEARCHED: Folder(_never_searched),
    ProblemCode.MISSPELT_KEY: Case(
        _file(f"{EXPLICIT}/x.json", manifest(A, library_path=None, libary_path="/lib/a.so"))
    ),
    ProblemCode.WRONG_CASE_KEY: Case(
        _file(f"{EXPLICIT}/x.json", manifest(A, type=None, Type="GLOBAL")), (OLD,)
    ),
    ProblemCode.REPEATED_KEY: Case(
        _file(
            f"{EXPLICIT}/x.json", json.dumps(manifest(A)).replace('"type"', '"NAME": "b", "type"')
        )
    ),
    ProblemCode.NESTED_DEEPLY: Case(_file(f"{EXPLICIT}/x.json", manifest(A, features=nested(70)))),
    ProblemCode.META_MULTIPLIES: Case(lambda m: doubling(m, 26), (OLD,)),
    ProblemCode.NO_DISABLE_ENVIRONMENT: Case(lambda m: m.implicit(B, disable_environment=None)),
    ProblemCode.NAME_WITHOUT_PREFIX: Case(lambda m: m.explicit("a")),
    ProblemCode.TEXT_TOO_LONG: Case(lambda m: m.explicit(A, description="x" * 300)),
    ProblemCode.FILE_VERSION_TOO_OLD: Case(
        _file(
            f"{EXPLICIT}/m.json", document(layer_object(A, override_paths=["/p"]), version="1.0.0")
        )
    ),
    ProblemCode.KEY_WITHOUT_EFFECT: Case(lambda m: m.explicit(A, app_keys=["/p"])),
    ProblemCode.LIBRARY_EMPTY: Case(lambda m: m.explicit(A, library_path="")),
    Reason.LIBRARY_NEEDS_MISSING: Folder(lambda root: None),  # built by gcc: test_needed.py
    Reason.LIBRARY_UNLINKABLE: Folder(lambda root: _shortened_library(root, 70)),
    Reason.LIBRARY_CUT_SHORT: Folder(lambda root: _shortened_library(root, 200)),
    ProblemCode.LIBRARY_UNREADABLE: Folder(_unreadable_library),
    Reason.DRIVER_WITHOUT_ENTRY_POINT: Folder(
        lambda root: exporting(root, "vkGetInstanceProcAddr", driver=True)
    ),
    Reason.LAYER_WITHOUT_ENTRY_POINT: Folder(lambda root: exporting(root, "vkGetDeviceProcAddr")),
    ProblemCode.FUNCTION_NOT_EXPORTED: Folder(
        lambda root: exporting(
            root, "vkGetInstanceProcAddr", functions={"vkGetInstanceProcAddr": "a_Get"}
        )
    ),
    ProblemCode.VULKAN_NAMES_EXPORTED: Folder(
        lambda root: exporting(root, "vk_icdGetInstanceProcAddr", "vkQueueSubmit", driver=True)
    ),
    ProblemCode.DRIVER_WITHOUT_MANIFEST: Case(
        lambda m: m.file("/usr/lib/libvulkan_lvp.so", LIBRARY)
    ),
    ProblemCode.DRIVER_TWICE: Case(lambda m: m.driver("other", library_path="/lib/driver.so")),
    ProblemCode.NO_DRIVER_OTHER_SIZE: Case(lambda m: None, (NEW, NARROW)),
    ProblemCode.WORD_SIZES_MIXED: Case(_for_both_sizes, (NEW, NARROW)),
    ProblemCode.WORD_SIZE_UNMARKED: Case(lambda m: m.explicit(A), (NEW, NARROW)),
    ProblemCode.OVERRIDE_PROGRAM_GONE: Case(lambda m: m.override(app_keys=["/opt/gone"])),
    ProblemCode.OVERRIDE_KEY_NEVER_MATCHES: Folder(_link_as_program),
    ProblemCode.OVERRIDE_PATH_GONE: Case(lambda m: m.override(override_paths=["/gone"])),
    ProblemCode.OVERRIDE_SEVERAL: Case(_two_overrides),
    ProblemCode.OVERRIDE_DISABLED_ACTS: Case(_disabled_override),
    ProblemCode.OVERRIDE_LEAKS: Case(_leaking),
    ProblemCode.OVERRIDE_BLOCKS_OWN: Case(
        lambda m: m.explicit(A).override(A, blacklisted_layers=[A])
    ),
    ProblemCode.OVERRIDE_IN_EXPLICIT_FOLDER: Case(_override_in_explicit_folder),
    ProblemCode.SETTINGS_FILE_UNUSED: Case(lambda m: m.settings("{")),
    ProblemCode.SETTINGS_FILE_HIDES_OVERRIDE: Case(
        lambda m: m.override().settings({"layers": [OFF]})
    ),
    ProblemCode.SETTINGS_FILE_CRASHES: Case(
        lambda m: m.explicit("x").settings({"layers": [OFF, UNORDERED]}),
        (LoaderProfile((1, 3, 296)),),
    ),
    ProblemCode.SETTINGS_FILE_NOT_READ: Case(lambda m: m.settings({"layers": [UNORDERED]}), (OLD,)),
    ProblemCode.SETTINGS_FILE_SHADOWED: Case(
        lambda m: m.settings({"layers": []}).settings({"layers": []}, base="/ch")
    ),
    ProblemCode.SETTINGS_LAYERS_DISCARDED: Case(
        lambda m: m.settings({"stderr_log": ["all"], "layers": [{"control": "on"}]})
    ),
    ProblemCode.SETTINGS_ENTRY_DEAD: Case(
        lambda m: m.settings({"layers": [{"control": "on", "name": A, "path": "/gone.json"}]})
    ),
    ProblemCode.SETTINGS_ENTRY_EXPLICIT: Case(
        lambda m: m.implicit(A).settings(
            {"layers": [{"control": "auto", "name": A, "path": f"{IMPLICIT}/{A}.json"}, UNORDERED]}
        )
    ),
    ProblemCode.SETTINGS_DRIVER_DEAD: Case(
        lambda m: m.settings({"additional_drivers": [{"path": "/gone.json"}]})
    ),
    ProblemCode.SETTINGS_CONTROL_UNKNOWN: Case(
        lambda m: m.settings({"layers": [{"control": "onn", "name": A, "path": "/a.json"}]})
    ),
    ProblemCode.VARIABLE_EMPTY: Case(lambda m: m.env(VK_DRIVER_FILES="")),
    ProblemCode.VARIABLE_DEPRECATED: Case(
        lambda m: m.env(VK_ICD_FILENAMES="/dd/vulkan/icd.d/driver.json")
    ),
    ProblemCode.VARIABLE_UNKNOWN: Case(lambda m: m.env(VK_LAYERS_PATH="/x")),
    ProblemCode.SEARCH_PATH_GONE: Case(lambda m: m.env(VK_ADD_LAYER_PATH="/gone")),
    ProblemCode.FILTERS_CONFLICT: Case(
        lambda m: m.explicit(A).env(VK_LOADER_LAYERS_ENABLE=A, VK_LOADER_LAYERS_DISABLE="*")
    ),
    ProblemCode.ENABLED_AND_DISABLED: Case(
        lambda m: m.implicit(
            B, enable_environment={"ON": "1"}, disable_environment={"OFF": "1"}
        ).env(ON="1", OFF="")
    ),
    ProblemCode.LAYER_VARIABLE_SET: Case(
        lambda m: m.implicit(B, disable_environment={"OFF": "1"}).env(OFF="0")
    ),
    ProblemCode.LAYER_VARIABLE_COMMON: Case(
        lambda m: m.implicit(B, disable_environment={"HOME": "1"})
    ),
    ProblemCode.LAYER_VARIABLE_SHARED: Case(_same_switch),
    ProblemCode.STEAM_WITHOUT_LAYERS: Case(
        lambda m: m.env(PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS="0")
    ),
    ProblemCode.STEAM_LIBRARY_PATH: Case(
        lambda m: m.env(LD_LIBRARY_PATH="/s/steam-runtime/lib:/own")
    ),
    ProblemCode.IN_SANDBOX: Case(_file("/.flatpak-info", SANDBOX)),
    Reason.ABORTS_ALL: Case(_file(f"{EXPLICIT}/x.json", "{"), (OLD,)),
    Reason.ENDS_SEARCH: Case(_file(f"{EXPLICIT}/x.json", "{"), (LoaderProfile((1, 3, 231)),)),
    Reason.CRASHES_ALL: Case(_circle, (OLD,)),
    Reason.UNREADABLE: Folder(lambda root: (implicit_folder(root) / "x.json").mkdir()),
    Reason.INVALID_JSON: Case(_file(f"{EXPLICIT}/x.json", "{")),
    Reason.MISSING_KEY: Case(lambda m: m.explicit(A, description=None)),
    Reason.BAD_VALUE: Case(lambda m: m.explicit(A, implementation_version=1)),
    Reason.NOT_A_MANIFEST: Case(_file(f"{EXPLICIT}/x.json", "[]")),
    Reason.OTHER_MANIFEST_TYPE: Case(
        _file(f"{EXPLICIT}/x.json", {"file_format_version": "1.0.0", "ICD": {}})
    ),
    Reason.DEVICE_LAYER: Case(lambda m: m.explicit(A, type="DEVICE")),
    Reason.VARIANT: Case(lambda m: m.explicit(A, api_version="1.1.3.0")),
    Reason.MULTIPLE_LAYER_NODES: Case(_file(f"{EXPLICIT}/x.json", {**manifest(A), "more": {}})),
    Reason.LIBRARY_MISSING: Case(lambda m: m.explicit(A, library=False)),
    Reason.LIBRARY_FOREIGN: Case(
        lambda m: m.explicit(A, library=False).file(f"/lib/{A}.so", "no library")
    ),
    Reason.DUPLICATE: Case(lambda m: m.explicit(A).explicit(A, base="/de")),
    Reason.META_COMPONENT_MISSING: Case(lambda m: m.override("VK_LAYER_gone")),
    Reason.META_COMPONENT_OLDER: Case(
        lambda m: m.explicit(A, api_version="1.0.0").override(A, api_version="1.3.0")
    ),
    Reason.META_COMPONENT_OTHER_VERSION: Case(
        lambda m: m.explicit(A).override(A), (LoaderProfile((1, 3, 204)),)
    ),
    Reason.META_RECURSIVE: Case(lambda m: m.meta("VK_LAYER_m", "VK_LAYER_m")),
    Reason.FOLDER_UNREADABLE: Folder(_loop),
    Reason.SHADOWED: Case(lambda m: m.env(VK_LAYER_PATH=EXPLICIT, VK_ADD_LAYER_PATH=EXPLICIT)),
    Reason.NOT_HONOURED: Case(lambda m: m.env(VK_LOADER_LAYERS_ALLOW="x"), (OLD,)),
    Reason.MATCHES_NOTHING: Case(lambda m: m.env(VK_INSTANCE_LAYERS="nobody")),
    Reason.TOO_MANY_TOKENS: Case(_many_tokens),
}


def look(code: str, root: Path) -> tuple[Problem, ...]:
    """Build the machine of a code and return its problems."""
    return lint(predict(code, root), loaders=MACHINES[code].loaders)


def predict(code: str, root: Path) -> LoaderReport:
    """Build the machine of a code and return what the engine says of it."""
    case = MACHINES[code]
    if isinstance(case, Folder):
        case.build(root)
        host = Host({"XDG_DATA_DIRS": "/share"}, root=str(root), executable=PROGRAM)
    else:
        machine = Machine().driver()
        case.build(machine)
        host = machine.host()
    return discover(host, profile=case.loaders[0])
