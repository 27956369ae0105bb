"""ELF files that say what a program or library needs, and hold nothing else."""

from __future__ import annotations

import struct
from collections.abc import Sequence

PROGRAM, LIBRARY = 2, 3
I386, X86_64, AARCH64 = 3, 62, 183
_NEEDED, _STRTAB, _SYMTAB, _STRSZ, _RPATH, _RUNPATH = 1, 5, 6, 10, 15, 29
_GNU_HASH = 0x6FFFFEF5
_TAGS_AT, _STRINGS_AT = 512, 2048


def make_elf_file(
    bits: int = 64,
    machine: int | None = None,
    *,
    needed: Sequence[str] = (),
    rpath: str = "",
    runpath: str = "",
    kind: int = PROGRAM,
    is_static: bool = False,
    exports: Sequence[str] = (),
) -> bytes:
    """Return such a file; without a machine, of a PC of that word size.

    A static one has no dynamic section; only a 64-bit one may export names.
    """
    wide = bits == 64
    strings = b"\0"
    tags = []
    named = [(_NEEDED, name) for name in needed]
    named += [(tag, text) for tag, text in ((_RPATH, rpath), (_RUNPATH, runpath)) if text]
    for tag, text in named:
        tags.append((tag, len(strings)))
        strings += text.encode() + b"\0"
    symbols, hashes, strings = _make_symbols(exports, strings)
    symbols_at = -(-(_STRINGS_AT + len(strings)) // 8) * 8
    if exports:
        tags += [(_SYMTAB, symbols_at), (_GNU_HASH, symbols_at + len(symbols))]
    tags += [(_STRTAB, _STRINGS_AT), (_STRSZ, len(strings)), (0, 0)]
    section = b"".join(struct.pack("<qQ" if wide else "<iI", *tag) for tag in tags)
    if machine is None:
        machine = X86_64 if wide else I386
    head = b"\x7fELF" + bytes((2 if wide else 1, 1, 1)) + bytes(9)
    head += struct.pack("<HHI", kind, machine, 1)
    head += struct.pack("<QQQI" if wide else "<IIII", 0, 64 if wide else 52, 0, 0)
    head += struct.pack(
        "<HHHHHH", 64 if wide else 52, 56 if wide else 32, 1 if is_static else 2, 0, 0, 0
    )
    size = symbols_at + len(symbols) + len(hashes)
    load = _make_segment(wide, 1, 0, size)
    dynamic = _make_segment(wide, 2, _TAGS_AT, len(section))
    data = (head + load + dynamic).ljust(_TAGS_AT, b"\0") + section
    return (data.ljust(_STRINGS_AT, b"\0") + strings).ljust(symbols_at, b"\0") + symbols + hashes


def _make_symbols(names: Sequence[str], strings: bytes) -> tuple[bytes, bytes, bytes]:
    """Return symbols, their table of one bucket, and the strings with their names."""
    if not names:
        return b"", b"", strings
    symbols, chain = bytes(24), []
    for name in names:
        symbols += struct.pack("<IBBHQQ", len(strings), 0x12, 0, 1, 0x100, 0)
        strings += name.encode() + b"\0"
        key = 5381
        for letter in name.encode():
            key = (key * 33 + letter) & 0xFFFFFFFF
        chain.append(key & ~1)
    chain[-1] |= 1
    # One bucket, and a Bloom filter that lets everything through.
    hashes = struct.pack("<IIIIQI", 1, 1, 1, 0, (1 << 64) - 1, 1)
    return symbols, hashes + struct.pack(f"<{len(chain)}I", *chain), strings


def _make_segment(wide: bool, kind: int, place: int, size: int) -> bytes:
    if wide:
        return struct.pack("<IIQQQQQQ", kind, 5, place, place, place, size, size, 8)
    return struct.pack("<IIIIIIII", kind, place, place, place, size, size, 5, 4)
