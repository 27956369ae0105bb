"""Finds the profile of the loader that a program opens, or of one given by path."""

from __future__ import annotations

import os
from collections.abc import Iterable

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import (
    DEFAULT_FOLDER,
    LINKER_CACHE,
    LoaderCandidate,
    find_loader_at,
)
from vkconfig_py.loader.files.opened_loader import (
    NO_LAUNCH_MEMORY,
    LaunchMemory,
    OpenedLoader,
    find_opened,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.loader.probe.loader_versions import (
    find_versions_file,
    make_assumed_profile,
    read_versions,
)
from vkconfig_py.loader.profiles.profile import LoaderProfile

CHOSEN_LOADER = "chosen"


_SHARED_SOURCES = frozenset((LINKER_CACHE, DEFAULT_FOLDER))


class ProgramView(NamedTuple):
    """The machine as one program sees it.

    Attributes:
        host: with the program's word size and privileges.
        opened_loader: None if the requested loader is used for the program.
    """

    host: Host
    profile: LoaderProfile
    opened_loader: OpenedLoader | None = None


def find_program_view(
    path: str,
    host: Host,
    profile: LoaderProfile,
    loaders: Iterable[LoaderProfile],
    cache: DocumentCache,
    memory: LaunchMemory = NO_LAUNCH_MEMORY,
    windows_bits: int = 0,
) -> ProgramView:
    """Return host and loader of a program that is started in the host's environment.

    Args:
        path: the program.
        host: the machine.
        profile: the default loader, used if the one that the linker finds is not a known one.
        loaders: the known loaders.
        cache: documents that were read before.
        memory: where observed launches are stored.
        windows_bits: word size of the Windows program that Wine runs, 0 for none.
    """
    opened_loader = find_opened(host, path, cache, memory, windows_bits)
    if opened_loader is None:
        return ProgramView(host, profile)
    side, library, bits = (
        opened_loader.program.adapt_host(host),
        opened_loader.library,
        opened_loader.program.pointer_bits,
    )
    if library is None:
        if profile.pointer_bits == bits and not windows_bits and not opened_loader.obstacle:
            return ProgramView(side, profile)
        return ProgramView(side, profile._replace(library="", pointer_bits=bits), opened_loader)
    for loader in loaders:
        if loader.pointer_bits == bits and _is_same_library(loader, library, host):
            return ProgramView(side, loader, opened_loader)
    # ld.so finds the same library there for every program of the word size.
    if library.source in _SHARED_SOURCES and profile.pointer_bits == bits:
        return ProgramView(side, profile)
    # The program ships its own loader: its version is queried once.
    for loader in read_versions((library,), find_versions_file(host)):
        return ProgramView(side, loader, opened_loader)
    return ProgramView(side, make_assumed_profile(library, profile, host), opened_loader)


def find_chosen_loader(
    path: str, host: Host, loaders: Iterable[LoaderProfile], fallback: LoaderProfile
) -> LoaderProfile:
    """Return the profile of a loader given by path, of either word size.

    If its version cannot be determined, the fallback's is used; if the file is no loader, the
    fallback itself.
    """
    known_loaders = tuple(loaders)
    # 32 + 64 = 96: the other word size.
    for bits in (host.pointer_bits, 96 - host.pointer_bits):
        library = find_loader_at(host._replace(pointer_bits=bits), path, CHOSEN_LOADER)
        if library is None:
            continue
        for loader in known_loaders:
            if loader.pointer_bits == bits and _is_same_library(loader, library, host):
                return loader
        for loader in read_versions((library,), find_versions_file(host)):
            return loader
        return make_assumed_profile(library, fallback, host)
    return fallback


def _is_same_library(loader: LoaderProfile, library: LoaderCandidate, host: Host) -> bool:
    """Return whether a loader's profile is that of a library, links resolved."""
    if loader.library == library.path:
        return True
    try:
        return bool(loader.library) and library.resolved_path == os.path.realpath(
            resolve_below_root(host.root, loader.library)
        )
    except OSError:  # symlink loop
        return False
