"""Loader libraries on this machine, in the order in which programs come to them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import LibraryReader, file_state, search_candidates
from vkconfig_py.loader.files.root_files import real_path

LOADER_NAME = "libvulkan.so.1"


class Candidate(NamedTuple):
    """One loader library.

    Attributes:
        path: as the dynamic linker names it.
        file: the path to open; differs from `path` on a host with a file root of its own.
        source: "LD_LIBRARY_PATH", "/etc/ld.so.cache", "default folder" or "VULKAN_SDK"; of the
            loader of a program also one of those in opened_loader.py.
        identity: (inode, size, mtime_ns) of the file.
    """

    path: str
    file: str
    pointer_bits: int
    source: str
    identity: tuple[int, int, int]

    @property
    def real(self) -> str:
        """Return the file itself, so that two paths to it are told to be one."""
        return os.path.realpath(self.file)


def find_loaders(host: Host, reader: LibraryReader | None = None) -> tuple[Candidate, ...]:
    """Find loader libraries, the one that programs of this host get first; each file once."""
    if host.platform is not Platform.LINUX:
        return ()
    seen: set[str] = set()
    found = []
    for bits in (host.pointer_bits, 96 - host.pointer_bits):
        side = host._replace(pointer_bits=bits)
        for path, source in _places(side):
            candidate = candidate_at(side, path, source, reader)
            if candidate is not None and candidate.real not in seen:
                seen.add(candidate.real)
                found.append(candidate)
    return tuple(found)


def candidate_at(
    host: Host, path: str, source: str, reader: LibraryReader | None = None
) -> Candidate | None:
    """Return the library at a path if programs of the host's word size can open it."""
    if not file_state(host, path, reader).found:
        return None
    try:
        file = real_path(host.root, path)
        status = os.stat(file)
    except OSError:  # removed in between
        return None
    identity = (status.st_ino, status.st_size, status.st_mtime_ns)
    return Candidate(path, file, host.pointer_bits, source, identity)


def _places(host: Host) -> Iterator[tuple[str, str]]:
    yield from search_candidates(host, LOADER_NAME)
    sdk = host.secure_env("VULKAN_SDK")
    if sdk and os.path.isabs(sdk):
        yield os.path.join(sdk, "lib", LOADER_NAME), "VULKAN_SDK"
        yield os.path.join(sdk, "lib32", LOADER_NAME), "VULKAN_SDK"
