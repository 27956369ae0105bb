"""LoaderProfile: which loader to behave as."""

from __future__ import annotations

from typing import NamedTuple


class LoaderProfile(NamedTuple):
    """A loader version and the folders it was built with.

    Attributes:
        version: (major, minor, patch), as vkEnumerateInstanceVersion reports it.
        library: path of the loader library this profile describes, or "".
        pointer_bits: 32 or 64.
        sysconfdir: compile-time SYSCONFDIR.
        extra_sysconfdir: compile-time EXTRASYSCONFDIR, or "".
    """

    version: tuple[int, int, int]
    library: str = ""
    pointer_bits: int = 64
    sysconfdir: str = "/etc"
    extra_sysconfdir: str = ""


NEWEST = LoaderProfile((1, 4, 364))
