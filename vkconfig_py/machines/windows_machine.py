r"""A Windows machine from exports of its registry and, where they are there, its files.

What only the running system knows is derived: devices count as present if they are in the export,
DXGI lists the adapters of these devices, and D3DKMT answers from their keys. Variables are those of
the machine (Session Manager\Environment) and of the user (HKEY_CURRENT_USER\Environment), joined as
at a logon.

Source: Microsoft, "Overview of Device and Driver Installation" (software keys below Class),
"User Environment Variables".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host, Platform, environment_of
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.windows_facts import (
    Adapter,
    Registry,
    ValueKind,
    WindowsFacts,
    code_page,
)
from vkconfig_py.loader.files.read_file import read_beginning, reason_of
from vkconfig_py.loader.platforms.reg_file import (
    LARGEST,
    CreateKey,
    RegFileError,
    RegistryTree,
    RegProblem,
    SetValue,
    parse_reg,
)
from vkconfig_py.loader.platforms.windows_search import (
    DEVICE_VALUES,
    KNOWN_VENDORS,
    LOCAL_MACHINE,
    device_keys,
    kernel_paths,
    text_of,
    value_named,
)
from vkconfig_py.machines.description import DescriptionError

SUFFIX = ".reg"
_MACHINE = "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment"
_USER = r"HKEY_CURRENT_USER\Environment"
_SYSTEM_ROOT = r"C:\Windows"
_VENDOR = re.compile(r"ven_([0-9a-f]{4})", re.IGNORECASE)
_CODE_PAGES = rf"{LOCAL_MACHINE}\SYSTEM\CurrentControlSet\Control\Nls\CodePage"
_MATCHING = "MatchingDeviceId"  # such as pci\ven_10de&dev_2684
_REFERENCE = re.compile(r"%([^%]+)%")
_WINDOWS = "windows/system32"
MOST_EXPORTS = 16
HOW_TO_EXPORT = tr(
    "On that machine: reg export HKLM\\SOFTWARE\\Khronos khronos.reg, and "
    "reg export "
    "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}"
    " display.reg."
)


class RegistryExports(NamedTuple):
    """Registry exports, joined.

    Attributes:
        problems: lines that could not be read, by file.
    """

    registry: Registry
    problems: tuple[tuple[str, RegProblem], ...] = ()


class WindowsMachine(NamedTuple):
    """A host, and what was assumed or left out, as sentences."""

    host: Host
    exports: RegistryExports
    notes: tuple[str, ...]


def read_exports(files: Iterable[str]) -> RegistryExports:
    """Read registry exports into one registry, as if they were imported in this order.

    Raises:
        DescriptionError: a file cannot be read, or is no export.
    """
    tree = RegistryTree()
    problems: list[tuple[str, RegProblem]] = []
    for path in files:
        try:
            read = parse_reg(read_beginning(path, LARGEST + 1), path)
        except OSError as error:
            raise DescriptionError(f"{path}: {reason_of(error)}") from error
        except RegFileError as error:
            raise DescriptionError(str(error)) from error
        problems += [(path, problem) for problem in read.problems]
        for key, values in read.registry.items():
            tree.make(CreateKey(key))
            for value in values:  # the same key may be in two exports
                tree.make(SetValue(key, value))
    return RegistryExports(tree.registry(), tuple(problems))


def describes_windows(folder: str) -> bool:
    """Return whether a folder has registry exports, or is a disk with Windows."""
    return bool(find_exports(folder)) or find_disk(folder) != ""


def find_exports(folder: str) -> tuple[str, ...]:
    """Return the registry exports in a folder, by name."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.casefold().endswith(SUFFIX))
    except OSError:
        return ()
    return tuple(os.path.join(folder, name) for name in names)


def find_disk(folder: str) -> str:
    """Return the folder that has drives or is drive C: of a Windows, at or below one, or ""."""
    for candidate in (folder, os.path.join(folder, "root")):
        if _has_folder(candidate, _WINDOWS) or _has_folder(candidate, f"c/{_WINDOWS}"):
            return candidate
    return ""


def open_windows(
    files: Sequence[str], root: str, pointer_bits: int = 64, program: str = ""
) -> WindowsMachine:
    """Return the host of a Windows machine.

    Args:
        files: registry exports.
        root: folder with drives (C, D …) or drive C: itself; "" if its files are not here.
        pointer_bits: word size of the program.
        program: its path on that machine.

    Raises:
        DescriptionError: a file cannot be read, or is no export.
    """
    exports = read_exports(files[:MOST_EXPORTS])
    registry = exports.registry
    # Without its files a path of that machine must never be one of this machine.
    drives = {} if root else dict.fromkeys((f"{letter}:" for letter in ascii_uppercase), "")
    host = Host(
        environment=environment_of(Platform.WINDOWS, environment_in(registry)),
        platform=Platform.WINDOWS,
        pointer_bits=pointer_bits,
        executable=program,
        root=root,
        working_directory="C:\\",
        windows=derive_facts(registry, pointer_bits)._replace(drives=MappingProxyType(drives)),
    )
    return WindowsMachine(host, exports, tuple(_notes(exports, root, files)))


def derive_facts(registry: Registry, pointer_bits: int = 64) -> WindowsFacts:
    """Return what Windows would answer besides, as far as its registry tells."""
    names = [f"{name}{infix}" for name in DEVICE_VALUES.values() for infix in ("", "Wow")]
    keys = device_keys(registry)
    return WindowsFacts(
        registry=registry,
        adapters=_adapters(registry, keys),
        kernel_values=MappingProxyType(
            {name: kernel_paths(value_named(registry, key, name) for key in keys) for name in names}
        ),
        is_wow64=pointer_bits == 32,
        code_page=_code_page(registry),
    )


def _code_page(registry: Registry) -> str:
    value = value_named(registry, _CODE_PAGES, "ACP")
    number = text_of(value.data) if value is not None else ""
    return code_page(int(number) if number.isdecimal() else 0)


def _adapters(registry: Registry, keys: tuple[str, ...]) -> tuple[Adapter, ...]:
    """Return the adapters of display devices. Without any, one of each vendor that is asked for."""
    adapters = []
    for luid, key in enumerate(keys, 1):
        value = value_named(registry, key, _MATCHING)
        vendor = _VENDOR.search(text_of(value.data)) if value is not None else None
        if vendor is not None:
            adapters.append(Adapter(luid, int(vendor[1], 16)))
    if adapters:
        return tuple(adapters)
    return tuple(Adapter(luid, vendor) for luid, vendor in enumerate(KNOWN_VENDORS, 1))


def _notes(exports: RegistryExports, root: str, files: Sequence[str]) -> Iterator[str]:
    if not files:
        yield tr(
            "Its registry is not here, so nothing is registered. {instructions}",
            instructions=HOW_TO_EXPORT,
        )
    elif not root:
        yield (
            tr(
                "Only its registry is here: what the files that it names say is "
                "unknown. Copies of them in a folder named C beside the export are "
                "read."
            )
        )
    if files and exports.registry.values(_MACHINE) is None:
        yield tr("Assumed: a program without variables, because the export has none.")
    if len(files) > MOST_EXPORTS:
        unread = ", ".join(os.path.basename(file) for file in files[MOST_EXPORTS:])
        yield tr(
            "Only {count} exports are read. Not read: {files}.",
            count=MOST_EXPORTS,
            files=unread,
        )
    yield from export_notes(exports.problems)


def export_notes(problems: Iterable[tuple[str, RegProblem]]) -> tuple[str, ...]:
    """Return what could not be read of exports, as sentences with file and line."""
    return tuple(
        tr("{file}, line {line}: {text}", file=file, line=problem.line, text=problem.text)
        for file, problem in problems
    )


def environment_in(registry: Registry) -> Mapping[str, str]:
    """Return the variables of a program that the user starts, as far as the registry has them."""
    variables: dict[str, str] = {"SystemRoot": _SYSTEM_ROOT, "SystemDrive": "C:"}
    spelling = {name.upper(): name for name in variables}
    for key in (_MACHINE, _USER):
        for value in registry.values(key) or ():
            if value.kind not in (ValueKind.SZ, ValueKind.EXPAND_SZ):
                continue
            text = text_of(value.data)
            if value.kind == ValueKind.EXPAND_SZ:
                text = _REFERENCE.sub(lambda match: _value(variables, match), text)
            name = spelling.setdefault(value.name.upper(), value.name)
            # The user's search path is appended to that of the machine.
            before = variables.get(name) if key == _USER and name.upper() == "PATH" else None
            variables[name] = f"{before};{text}" if before else text
    return variables


def _value(variables: Mapping[str, str], match: re.Match[str]) -> str:
    folded_name = match[1].upper()
    values = (text for name, text in variables.items() if name.upper() == folded_name)
    # CreateEnvironmentBlock leaves what is not defined as it is written.
    return next(values, match[0])


def _has_folder(folder: str, path: str) -> bool:
    """Return whether a folder is below another one, in any case of its letters."""
    for part in path.split("/"):
        try:
            names = os.listdir(folder)
        except OSError:
            return False
        real_name = next((name for name in names if name.casefold() == part), None)
        if real_name is None:
            return False
        folder = os.path.join(folder, real_name)
    return os.path.isdir(folder)
