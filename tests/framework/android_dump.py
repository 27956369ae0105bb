"""Folders as they are pulled from an Android device, with libraries written by hand."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

from vkconfig_py.machines.android.device import DeviceSources, read_device
from vkconfig_py.machines.android.report import inspect_device
from vkconfig_py.machines.android.values import AndroidReport

ARM, ARM64, X86, X86_64, RISCV64 = (40, 32), (183, 64), (3, 32), (62, 64), (243, 64)
INTROSPECTION = ("vkEnumerateInstanceLayerProperties", "vkEnumerateInstanceExtensionProperties")
DEVICE_LAYERS = "vkEnumerateDeviceLayerProperties"
GENERIC = "vkGetInstanceProcAddr"
DEBUG_FOLDER = "/data/local/debug/vulkan"
PACKAGE = "com.example.game"
APP_FOLDER = f"/data/app/~~random==/{PACKAGE}-other=="
_DYNAMIC_AT, _SYMBOLS_AT = 512, 1024


def make_library(
    exports: Iterable[str] = (),
    kind: tuple[int, int] = ARM64,
    *,
    texts: Iterable[str] = (),
    imports: Iterable[str] = (),
    module_id: str | None = None,
    relocated: bool = True,
) -> bytes:
    """Return a shared object with these dynamic symbols, and texts that nothing names.

    `module_id` adds the symbol HMI; its pointer is in a relocation, or in place.
    """
    machine, bits = kind
    wide = bits == 64
    names = [*exports, *(["HMI"] if module_id is not None else []), *imports]
    strings, offsets = b"\0", {}
    for name in names:
        offsets[name] = len(strings)
        strings += name.encode() + b"\0"
    symbol_size = 24 if wide else 16
    hash_at = _SYMBOLS_AT + (len(names) + 1) * symbol_size
    strings_at = hash_at + 8
    module_at = -(-(strings_at + len(strings)) // 16) * 16
    word = "Q" if wide else "I"
    id_at = module_at + 32
    pointer = b"" if module_id is None else struct.pack(f"<IHH{word}", 1, 0, 0, 0)
    if module_id is not None and not relocated:
        pointer = struct.pack(f"<IHH{word}", 1, 0, 0, id_at)
    trailer = pointer.ljust(32, b"\0") + (module_id or "").encode() + b"\0"
    rela_at = module_at + len(trailer)
    rela = struct.pack("<QQq" if wide else "<IIi", module_at + 8, 8, id_at)
    trailer += rela if module_id is not None and relocated else b""
    trailer += b"\0" + b"".join(text.encode() + b"\0" for text in texts)
    symbols = bytes(symbol_size)
    for name in names:
        section = 0 if name in imports else 1
        value = module_at if name == "HMI" else 0x100
        form = (offsets[name], 0x12, 0, section, value, 0)
        if wide:
            symbols += struct.pack("<IBBHQQ", *form)
        else:
            symbols += struct.pack("<IIIBBH", form[0], value, 0, 0x12, 0, section)
    tags = [(5, strings_at), (6, _SYMBOLS_AT), (4, hash_at), (10, len(strings))]
    if module_id is not None and relocated:
        tags += [(7, rela_at), (8, len(rela))]
    dynamic = b"".join(struct.pack(f"<{word}{word}", *tag) for tag in (*tags, (0, 0)))
    hashed = struct.pack("<II", 1, len(names) + 1)
    parts = [(_DYNAMIC_AT, dynamic), (_SYMBOLS_AT, symbols), (hash_at, hashed)]
    parts += [(strings_at, strings), (module_at, trailer)]
    return _add_headers(machine, wide, parts, len(dynamic))


def _add_headers(
    machine: int, wide: bool, parts: list[tuple[int, bytes]], dynamic_size: int
) -> bytes:
    size = max(place + len(part) for place, part in parts)
    head = (
        b"\x7fELF" + bytes((2 if wide else 1, 1, 1)) + bytes(9) + struct.pack("<HHI", 3, machine, 1)
    )
    head += struct.pack("<QQQI" if wide else "<IIII", 0, 64 if wide else 52, 0, 0)
    head += struct.pack("<HHHHHH", 64 if wide else 52, 56 if wide else 32, 2, 0, 0, 0)
    for kind, place, length in ((1, 0, size), (2, _DYNAMIC_AT, dynamic_size)):
        if wide:
            head += struct.pack("<IIQQQQQQ", kind, 5, place, place, place, length, length, 8)
        else:
            head += struct.pack("<IIIIIIII", kind, place, place, place, length, length, 5, 4)
    data = bytearray(head.ljust(size, b"\0"))
    for place, part in parts:
        data[place : place + len(part)] = part
    return bytes(data)


def make_layer_library(
    *names: str, kind: tuple[int, int] = ARM64, device: bool = True, texts: Iterable[str] = ()
) -> bytes:
    """Return a library of layers; with texts alone it says its names nowhere else."""
    entry_points = [f"{name}GetInstanceProcAddr" for name in names] or [GENERIC]
    device_entries = [DEVICE_LAYERS] if device else []
    return make_library((*INTROSPECTION, *device_entries, *entry_points), kind, texts=texts)


def make_apk(entries: Mapping[str, bytes], *, packed: Iterable[str] = (), shift: int = 0) -> bytes:
    """Return an archive whose stored entries begin at page boundaries, `shift` bytes off."""
    data, central = b"", b""
    for name, content in entries.items():
        method = 8 if name in packed else 0
        body = zlib.compress(content)[2:-4] if method else content
        raw = name.encode()
        padding = -(len(data) + 30 + len(raw)) % 4096 + shift
        local = len(data)
        sizes = (zlib.crc32(content), len(body), len(content))
        data += struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, method, 0, 0, *sizes, len(raw), padding)
        data += raw + bytes(padding) + body
        central += struct.pack(
            "<4s6H3I5H2I",
            b"PK\1\2",
            20,
            20,
            0,
            method,
            0,
            0,
            *sizes,
            len(raw),
            0,
            0,
            0,
            0,
            0,
            local,
        )
        central += raw
    count = len(entries)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, len(central), len(data), 0)
    return data + central + end


_ATTRIBUTES = {"debuggable": 0x0101000F, "name": 0x01010003, "value": 0x01010024}
TRUE, FALSE, REFERENCE = (0x12, 0xFFFFFFFF), (0x12, 0), (0x01, 0x7F010001)
Attribute = str | tuple[int, int]


def make_binary_manifest(
    *elements: tuple[str, Mapping[str, Attribute]], wide: bool = False, stripped: bool = False
) -> bytes:
    """Return binary XML with these elements; `stripped` of the names of Android's attributes."""
    strings = list(_ATTRIBUTES)
    for tag, values in elements:
        strings += [tag, *values, *(value for value in values.values() if isinstance(value, str))]
    strings = list(dict.fromkeys(strings))
    pool = b""
    offsets = []
    for text in strings:
        offsets.append(len(pool))
        name_text = "" if stripped and text in _ATTRIBUTES else text
        if wide:
            pool += struct.pack("<H", len(name_text)) + name_text.encode("utf-16-le") + bytes(2)
        else:
            pool += bytes((len(name_text), len(name_text))) + name_text.encode() + b"\0"
    pool += bytes(-len(pool) % 4)
    places = struct.pack(f"<{len(strings)}I", *offsets)
    start = 28 + len(places)
    flags = 0 if wide else 1 << 8
    head = struct.pack("<HHIIIIII", 1, 28, start + len(pool), len(strings), 0, flags, start, 0)
    body = head + places + pool
    numbers = list(_ATTRIBUTES.values())
    body += struct.pack("<HHI3I", 0x0180, 8, 8 + 12, *numbers)
    for tag, values in elements:
        element_data = b""
        for name, value in values.items():
            kind, number = (3, strings.index(value)) if isinstance(value, str) else value
            raw = number if isinstance(value, str) else 0xFFFFFFFF
            element_data += struct.pack("<IIIHBBI", 0, strings.index(name), raw, 8, 0, kind, number)
        inner = struct.pack("<II", 0xFFFFFFFF, strings.index(tag))
        inner += struct.pack("<HHHHHH", 20, 20, len(values), 0, 0, 0)
        body += (
            struct.pack("<HHIII", 0x0102, 16, 16 + len(inner) + len(element_data), 1, 0)
            + inner
            + element_data
        )
    return struct.pack("<HHI", 3, 8, 8 + len(body)) + body


class AndroidDump:
    """A folder that stands for the root of a device."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources = DeviceSources(root=str(root))
        self.lines: dict[str, str] = {}

    def add_file(self, path: str, content: bytes | str) -> Self:
        """Write a file."""
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
        return self

    def set_properties(self, **values: str) -> Self:
        """Set properties; "__" stands for a dot."""
        self.lines.update({name.replace("__", "."): value for name, value in values.items()})
        text = "".join(f"{name}={value}\n" for name, value in self.lines.items())
        return self.add_file("/vendor/build.prop", text)

    def set_settings(self, **values: str) -> Self:
        """Set global settings."""
        text = "".join(f"{name}={value}\n" for name, value in values.items())
        file = self.root.parent / "settings.txt"
        file.write_text(text)
        return self.set_sources(settings=str(file))

    def add_driver(self, name: str = "gpu", module_id: str = "vulkan") -> Self:
        """Add the driver of the system."""
        self.set_properties(ro__hardware__vulkan=name)
        return self.add_file(
            f"/vendor/lib64/hw/vulkan.{name}.so", make_library(module_id=module_id)
        )

    def add_app(self, *, debuggable: bool = True, package: str = PACKAGE) -> Self:
        """Install the application that the report is about."""
        self.add_file(f"{APP_FOLDER}/base.apk", make_apk({}))
        return self.set_sources(package=package, debuggable=debuggable)

    def add_layer(self, name: str, folder: str = DEBUG_FOLDER, **options: bool) -> Self:
        """Add a library with one layer."""
        file = f"{folder}/libVkLayer_{name.removeprefix('VK_LAYER_')}.so"
        return self.add_file(file, make_layer_library(name, **options))

    def set_sources(self, **changes: object) -> Self:
        """Change what is said about the device."""
        self.sources = self.sources._replace(**changes)
        return self

    def inspect(self, *requested: str) -> AndroidReport:
        """Inspect the device for an application that asks for these layers."""
        return inspect_device(read_device(self.sources._replace(requested=requested)))

    def render_chain(self, *requested: str) -> str:
        """Return the chain as one text, or the name of the error."""
        report = self.inspect(*requested)
        if report.create_result != "VK_SUCCESS":
            return report.create_result
        return " ".join(layer.name for layer, _ in report.callstack)
