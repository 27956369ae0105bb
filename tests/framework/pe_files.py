"""PE files that say for which processor they are and what they export, and hold nothing else."""

from __future__ import annotations

import struct
from collections.abc import Sequence

I386, ARM, AMD64, ARM64 = 0x14C, 0x1C4, 0x8664, 0xAA64
_PE_AT, _SECTION_AT, _ADDRESS = 0x80, 0x400, 0x1000
CHPE_METADATA = 200


def make_pe_file(
    machine: int = AMD64,
    exports: Sequence[str] = (),
    *,
    is_wide: bool | None = None,
    calls_x64: bool = False,
    pe_at: int = _PE_AT,
) -> bytes:
    """Return such a file; `calls_x64` is code for Arm that x64 programs load."""
    if is_wide is None:
        is_wide = machine in (AMD64, ARM64)
    table = _make_export_directory(exports)
    config = b""
    if calls_x64:
        config = struct.pack("<I", CHPE_METADATA + 8).ljust(CHPE_METADATA, b"\0")
        config += struct.pack("<Q", 0x180001000)
    content = table + config
    directories = [(0, 0)] * 16
    if exports:
        directories[0] = (_ADDRESS, len(table))
    if config:
        directories[10] = (_ADDRESS + len(table), len(config))
    optional = struct.pack("<H", 0x20B if is_wide else 0x10B).ljust(108 if is_wide else 92, b"\0")
    optional += struct.pack("<I", 16) + b"".join(
        struct.pack("<II", *directory) for directory in directories
    )
    header = b"PE\0\0" + struct.pack("<HHIIIHH", machine, 1, 0, 0, 0, len(optional), 0x2022)
    section = struct.pack(
        "<8sIIII", b".rdata", len(content), _ADDRESS, len(content), _SECTION_AT + pe_at
    ).ljust(40, b"\0")
    start = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", pe_at)
    data = start.ljust(pe_at, b"\0") + header + optional + section
    return data.ljust(_SECTION_AT + pe_at, b"\0") + content


def _make_export_directory(names: Sequence[str]) -> bytes:
    """Return an export directory with its tables, to stand at _ADDRESS."""
    if not names:
        return b""
    table = _ADDRESS + 40
    text = table + 4 * len(names)
    addresses, texts = b"", b""
    for name in names:
        addresses += struct.pack("<I", text + len(texts))
        texts += name.encode() + b"\0"
    directory = struct.pack("<IIIIIIIIII", 0, 0, 0, 0, 1, len(names), len(names), 0, table, 0)
    return directory + addresses + texts
