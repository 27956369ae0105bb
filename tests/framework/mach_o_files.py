"""Mach-O files that say for which processors they are and what they export."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

X86, X86_64, ARM64 = 7, 0x01000007, 0x0100000C
_SYMTAB, _DYLD_INFO, _EXPORTS_TRIE, _RPATH = 0x2, 0x80000022, 0x80000033, 0x8000001C
_REEXPORT_DYLIB, _LOAD_DYLIB = 0x8000001F, 0xC
GLOBAL = 0x0F  # N_SECT | N_EXT


def make_mach_o_file(
    cpu: int = ARM64,
    *,
    symbols: Mapping[str, int] | None = None,
    trie: bytes | None = None,
    old_trie: bytes | None = None,
    order: str = "<",
    run_paths: Sequence[str] = (),
    reexports: bool = False,
    needed: Sequence[str] = (),
) -> bytes:
    """Return one image: symbols by name with their n_type, or an export trie.

    `reexports`: it also passes on the names of another library; `needed`: it depends on these.
    """
    wide = bool(cpu & 0x01000000)
    header = 32 if wide else 28
    parts: list[tuple[int, bytes]] = []
    if trie is not None:
        parts.append((_EXPORTS_TRIE, trie))
    if old_trie is not None:
        parts.append((_DYLD_INFO, old_trie))
    if symbols is not None:
        parts.append((_SYMTAB, b""))
    folders = [_make_text_command(_RPATH, 12, folder, order) for folder in run_paths]
    folders += [_make_text_command(_LOAD_DYLIB, 24, library, order) for library in needed]
    if reexports:
        folders.append(struct.pack(f"{order}II", _REEXPORT_DYLIB, 8))
    sizes = {_EXPORTS_TRIE: 16, _DYLD_INFO: 48, _SYMTAB: 24}
    commands, content = b"".join(folders), b""
    offset = header + len(commands) + sum(sizes[kind] for kind, _ in parts)
    for kind, data in parts:
        place = offset + len(content)
        if kind == _EXPORTS_TRIE:
            commands += struct.pack(f"{order}IIII", kind, 16, place, len(data))
        elif kind == _DYLD_INFO:
            commands += struct.pack(f"{order}12I", kind, 48, *[0] * 8, place, len(data))
        else:
            table, texts = _make_symbols(symbols or {}, wide, order)
            commands += struct.pack(
                f"{order}6I", kind, 24, place, len(symbols or {}), place + len(table), len(texts)
            )
            data = table + texts
        content += data
    magic = 0xFEEDFACF if wide else 0xFEEDFACE
    head = struct.pack(f"{order}7I", magic, cpu, 0, 6, len(parts) + len(folders), len(commands), 0)
    return head.ljust(header, b"\0") + commands + content


def make_universal_file(images: Mapping[int, bytes], bits: int = 32, order: str = ">") -> bytes:
    """Return a file with an image for each processor."""
    form = f"{order}{'IIIII' if bits == 32 else 'IIQQII'}"
    place = 4096
    table, content = b"", b""
    for cpu, image in images.items():
        reserved = () if bits == 32 else (0,)
        table += struct.pack(form, cpu, 0, place + len(content), len(image), 12, *reserved)
        content += image
    magic = 0xCAFEBABE if bits == 32 else 0xCAFEBABF
    return (struct.pack(f"{order}II", magic, len(images)) + table).ljust(place, b"\0") + content


def make_export_trie(names: Sequence[str]) -> bytes:
    """Return a trie whose root has an edge for each name."""
    root_size = 2 + sum(len(name.encode()) + 1 + 2 for name in names)
    leaves = b""
    root = bytes((0, len(names)))
    for name in names:
        place = root_size + len(leaves)
        # Two bytes of ULEB128 reach any place of a small trie.
        root += name.encode() + b"\0" + bytes((place & 0x7F | 0x80, place >> 7))
        leaves += bytes((2, 0, 0x10, 0))  # size, flags, address, no children
    return root + leaves


def _make_text_command(command: int, head: int, text: str, order: str) -> bytes:
    """Return a load command of a text that begins behind a head of this size."""
    data = text.encode() + b"\0"
    data = data.ljust(-len(data) % 8 + len(data), b"\0")
    return struct.pack(f"{order}III", command, head + len(data), head).ljust(head, b"\0") + data


def _make_symbols(symbols: Mapping[str, int], wide: bool, order: str) -> tuple[bytes, bytes]:
    texts = b"\0"
    table = b""
    for name, kind in symbols.items():
        table += struct.pack(f"{order}IBBH{'Q' if wide else 'I'}", len(texts), kind, 1, 0, 0x1000)
        texts += name.encode() + b"\0"
    return table, texts
