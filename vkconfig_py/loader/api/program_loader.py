"""The loader of a program, or one that is named by its path, as a profile."""

from __future__ import annotations

import os
from collections.abc import Iterable

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import (
    DEFAULT_FOLDER,
    LINKER_CACHE,
    Candidate,
    candidate_at,
)
from vkconfig_py.loader.files.opened_loader import NO_MEMORY, Memory, OpenedLoader, find_opened
from vkconfig_py.loader.files.scan import DocumentCache, real_path
from vkconfig_py.loader.probe.loader_versions import read_versions, versions_file
from vkconfig_py.loader.profiles.profile import LoaderProfile

CHOSEN = "chosen"


_FOR_EVERYBODY = frozenset((LINKER_CACHE, DEFAULT_FOLDER))


class ProgramSide(NamedTuple):
    """A machine as one program sees it.

    Attributes:
        host: with the program's word size and rights.
        opened: None if the loader that was asked about stands for the program's.
    """

    host: Host
    profile: LoaderProfile
    opened: OpenedLoader | None = None


def side_of(
    path: str,
    host: Host,
    profile: LoaderProfile,
    loaders: Iterable[LoaderProfile],
    cache: DocumentCache,
    memory: Memory = NO_MEMORY,
    windows_bits: int = 0,
) -> ProgramSide:
    """Return host and loader of a program that is started in the host's environment.

    `profile` is the loader that is asked about otherwise. It stands for the one that the linker
    finds for every program of its word size, where that is none of the known `loaders`.
    """
    opened = find_opened(host, path, cache, memory, windows_bits)
    if opened is None:
        return ProgramSide(host, profile)
    side, library, bits = opened.program.on(host), opened.library, opened.program.pointer_bits
    if library is None:
        if profile.pointer_bits == bits and not windows_bits:
            return ProgramSide(side, profile)
        return ProgramSide(side, profile._replace(library="", pointer_bits=bits), opened)
    for loader in loaders:
        if loader.pointer_bits == bits and _is_same(loader, library, host):
            return ProgramSide(side, loader, opened)
    # ld.so finds the same library there for every program of the word size.
    if library.source in _FOR_EVERYBODY and profile.pointer_bits == bits:
        return ProgramSide(side, profile)
    # A loader of the program's own: it is asked for its version once.
    for loader in read_versions((library,), versions_file(host)):
        return ProgramSide(side, loader, opened)
    # SYSCONFDIR as distributions build it.
    unknown = LoaderProfile(profile.version, library.path, bits, host.built_in("/etc"))
    return ProgramSide(side, unknown, opened._replace(is_version_known=False))


def chosen_loader(
    path: str, host: Host, loaders: Iterable[LoaderProfile], fallback: LoaderProfile
) -> LoaderProfile:
    """Return the profile of a loader that somebody names by its path, of either word size.

    Its version is the fallback's where nobody can tell it; the fallback stands for what is none.
    """
    known = tuple(loaders)
    # 32 + 64 = 96: the other word size.
    for bits in (host.pointer_bits, 96 - host.pointer_bits):
        library = candidate_at(host._replace(pointer_bits=bits), path, CHOSEN)
        if library is None:
            continue
        for loader in known:
            if loader.pointer_bits == bits and _is_same(loader, library, host):
                return loader
        for loader in read_versions((library,), versions_file(host)):
            return loader
        return LoaderProfile(fallback.version, path, bits)
    return fallback


def _is_same(loader: LoaderProfile, library: Candidate, host: Host) -> bool:
    if loader.library == library.path:
        return True
    try:
        return bool(loader.library) and library.real == os.path.realpath(
            real_path(host.root, loader.library)
        )
    except OSError:  # links in a circle
        return False
