"""Library: a shared library opened as the C loader opens it.

ctypes.CDLL always asks for RTLD_NOW, so that a driver with an unresolved symbol that it never calls
would fail here and work there. Therefore dlopen is libc's own, with RTLD_LAZY.
"""

from __future__ import annotations

import ctypes
from functools import cache

from vkconfig_py.loader.records import Any

_RTLD_LAZY = 1
_WRONG_CLASS = "wrong ELF class"


class LibraryError(Exception):
    """A library that the dynamic linker refuses.

    Attributes:
        path: as it was given to dlopen.
        reason: what dlerror says.
        wrong_class: it is for another pointer width.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason
        self.wrong_class = _WRONG_CLASS in reason


class _Place(ctypes.Structure):
    """Dl_info."""

    _fields_ = (
        ("dli_fname", ctypes.c_char_p),
        ("dli_fbase", ctypes.c_void_p),
        ("dli_sname", ctypes.c_char_p),
        ("dli_saddr", ctypes.c_void_p),
    )


@cache
def _linker() -> Any:
    """Return the C library that is in the process, with the prototypes of the dynamic linker."""
    libc = ctypes.CDLL(None)
    libc.dlopen.argtypes = (ctypes.c_char_p, ctypes.c_int)
    libc.dlopen.restype = ctypes.c_void_p
    libc.dlsym.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
    libc.dlsym.restype = ctypes.c_void_p
    libc.dlclose.argtypes = (ctypes.c_void_p,)
    libc.dlclose.restype = ctypes.c_int
    libc.dlerror.argtypes = ()
    libc.dlerror.restype = ctypes.c_char_p
    libc.dladdr.argtypes = (ctypes.c_void_p, ctypes.POINTER(_Place))
    libc.dladdr.restype = ctypes.c_int
    return libc


class Library:
    """An open library; it stays open until `close`."""

    __slots__ = ("_handle", "path")

    def __init__(self, path: str) -> None:
        linker = _linker()
        self.path = path
        handle = linker.dlopen(path.encode("utf-8", "surrogateescape"), _RTLD_LAZY)
        if not handle:
            reason: bytes = linker.dlerror() or b""  # on the same thread, at once
            raise LibraryError(path, reason.decode("utf-8", "replace"))
        self._handle: int | None = handle

    def symbol(self, name: str) -> int:
        """Return the address of an exported symbol, or 0."""
        return _linker().dlsym(self._handle, name.encode("utf-8", "surrogateescape")) or 0

    def close(self) -> None:
        """Let go of the library; what it runs in other threads had better be over."""
        handle, self._handle = self._handle, None
        if handle is not None:
            _linker().dlclose(handle)


def path_of(address: int) -> str:
    """Return the path of the library that an address lies in, as the dynamic linker has it."""
    place = _Place()
    if not _linker().dladdr(address, ctypes.byref(place)) or not place.dli_fname:
        return ""
    return bytes(place.dli_fname).decode("utf-8", "surrogateescape")
