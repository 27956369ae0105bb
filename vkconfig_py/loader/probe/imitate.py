"""Show the loader another executable path and other rights, so that it decides as for that program.

app_keys are compared with what readlink("/proc/self/exe") returns inside the loader. A copy or a
hard link of the interpreter cannot stand at the target's path; a mount namespace could, but many
systems forbid it; a rewritten copy of the override would no longer be the file that is in force.
So the import of readlink in the opened loader library, and nothing else, is bound to a function of
ours that answers this one question differently. Where the import cannot be found (another
platform, a static C library) nothing is changed and the caller says that it checked without the
program's path. What secure_getenv finds in an elevated program is imitated in the same way.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from collections.abc import Iterator

_SELF = b"/proc/self/exe"
_PLTRELSZ, _STRTAB, _SYMTAB, _RELA, _RELASZ, _JMPREL = 2, 5, 6, 7, 8, 23
_PLT_TYPES = (6, 7, 1025, 1026)  # GLOB_DAT and JUMP_SLOT of x86-64 and of AArch64
_SECURE_LOOKUPS = (b"secure_getenv", b"__secure_getenv")
_GETENV = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)
_READLINK = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t)


class _Rela(ctypes.Structure):
    """Elf64_Rela."""

    _fields_ = (
        ("r_offset", ctypes.c_uint64),
        ("r_info", ctypes.c_uint64),
        ("r_addend", ctypes.c_int64),
    )


class _Symbol(ctypes.Structure):
    """Elf64_Sym."""

    _fields_ = (
        ("st_name", ctypes.c_uint32),
        ("st_info", ctypes.c_uint8),
        ("st_other", ctypes.c_uint8),
        ("st_shndx", ctypes.c_uint16),
        ("st_value", ctypes.c_uint64),
        ("st_size", ctypes.c_uint64),
    )


class _LinkMap(ctypes.Structure):
    """The public head of struct link_map; a dlopen handle of glibc and musl points to one."""

    _fields_ = (
        ("l_addr", ctypes.c_uint64),
        ("l_name", ctypes.c_char_p),
        ("l_ld", ctypes.c_uint64),
    )


def show_executable(library: ctypes.CDLL, path: str) -> bool:
    """Make the library read `path` from /proc/self/exe; return whether that was possible."""
    if os.fsencode(path) == _own_path():
        return True
    if not sys.platform.startswith("linux") or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    link_map = _LinkMap.from_address(library._handle)
    slots = tuple(_slots(link_map, b"readlink"))
    if not slots:
        return False
    address = _answering(library, os.fsencode(path))
    return all(_write(slot, address) for slot in slots)


def hide_variables(library: ctypes.CDLL) -> bool:
    """Make the library's secure_getenv find nothing; return whether that was possible."""
    if not sys.platform.startswith("linux") or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    link_map = _LinkMap.from_address(library._handle)
    slots = [slot for name in _SECURE_LOOKUPS for slot in _slots(link_map, name)]
    callback = _GETENV(lambda _name: None)
    library.__dict__["_hidden_variables"] = callback
    address = ctypes.cast(callback, ctypes.c_void_p).value or 0
    return bool(slots) and all(_write(slot, address) for slot in slots)


def _own_path() -> bytes:
    try:
        return os.fsencode(os.readlink(_SELF))
    except OSError:
        return b""


def _answering(library: ctypes.CDLL, path: bytes) -> int:
    """Return the address of the function that the library will call; it lives as long as it."""
    real = ctypes.CDLL(None).readlink
    real.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t)
    real.restype = ctypes.c_ssize_t

    def answer(name: bytes, buffer: int, size: int) -> int:
        if name != _SELF:
            return int(real(name, buffer, size))
        shown = path[:size]
        ctypes.memmove(buffer, shown, len(shown))
        return len(shown)

    callback = _READLINK(answer)
    library.__dict__["_shown_executable"] = callback
    return ctypes.cast(callback, ctypes.c_void_p).value or 0


def _slots(link_map: _LinkMap, name: bytes) -> Iterator[int]:
    """Yield the addresses at which the library keeps its pointer to an imported function."""
    base = link_map.l_addr
    dynamic = _dynamic(link_map.l_ld)

    def address(tag: int) -> int:
        value = dynamic.get(tag, 0)  # glibc has relocated these, other C libraries have not
        return value if value >= base else value + base

    if _STRTAB not in dynamic or _SYMTAB not in dynamic:
        return
    strings, symbols = address(_STRTAB), address(_SYMTAB)
    for table, size in ((_JMPREL, _PLTRELSZ), (_RELA, _RELASZ)):
        for index in range(dynamic.get(size, 0) // ctypes.sizeof(_Rela) if table in dynamic else 0):
            entry = _Rela.from_address(address(table) + index * ctypes.sizeof(_Rela))
            if entry.r_info & 0xFFFFFFFF not in _PLT_TYPES:
                continue
            place = symbols + (entry.r_info >> 32) * ctypes.sizeof(_Symbol)
            if ctypes.string_at(strings + _Symbol.from_address(place).st_name) == name:
                yield base + entry.r_offset


def _dynamic(address: int) -> dict[int, int]:
    """Read the dynamic section up to its end mark."""
    found = {}
    while tag := ctypes.c_int64.from_address(address).value:
        found[tag] = ctypes.c_uint64.from_address(address + 8).value
        address += 16
    return found


def _write(slot: int, value: int) -> bool:
    """Write a pointer; full RELRO leaves its page read-only."""
    page = slot & ~(mmap.PAGESIZE - 1)
    protect = ctypes.CDLL(None).mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if protect(page, mmap.PAGESIZE, mmap.PROT_READ | mmap.PROT_WRITE) != 0:
        return False
    ctypes.c_uint64.from_address(slot).value = value
    return True
