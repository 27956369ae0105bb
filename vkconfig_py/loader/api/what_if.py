"""WhatIf: assumptions about the machine, which write nothing to disk."""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
from vkconfig_py.loader.files.program_files import find_elevation, find_executable
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile, Release

if TYPE_CHECKING:
    from collections.abc import Callable

    from vkconfig_py.loader.api.runtime_view import RuntimeView
    from vkconfig_py.loader.base.verdicts import Remedy
    from vkconfig_py.loader.files.opened_loader import OpenedLoader, ProgramStart

    FindProgramStart = Callable[[str, Host], ProgramStart]


class WhatIf(NamedTuple):
    """Assumptions about machine, program and loader. None keeps the actual value.

    Attributes:
        program: path, or a bare name that is searched in PATH.
        library: path of the loader library that the program opens.
        variables: names with their values, None for a variable that is not set.
        root: folder that stands for "/".
        runtime_view: whose view of the machine is taken; the other assumptions are made within it.
        is_branch: whether the version is that of the Vulkan SDK's library.
        remedies: tried in this order, on the machine with the other assumptions.
    """

    version: tuple[int, int, int] | None = None
    pointer_bits: int | None = None
    program: str | None = None
    elevated: bool | None = None
    variables: tuple[tuple[str, str | None], ...] = ()
    root: str | None = None
    library: str | None = None
    runtime_view: RuntimeView | None = None
    is_branch: bool = False
    remedies: tuple[Remedy, ...] = ()

    @property
    def release(self) -> Release | None:
        """Return the release whose rules are assumed, or None."""
        return Release(self.version, self.is_branch) if self.version is not None else None

    @property
    def opened_library(self) -> str | None:
        """Return the loader library that is opened, assumed or mapped by the process, or None."""
        if self.library is not None or self.runtime_view is None or self.pointer_bits is not None:
            return self.library
        return self.runtime_view.mapped_loader

    @property
    def has_other_root(self) -> bool:
        """Return whether another root folder is assumed."""
        return self.root is not None or (
            self.runtime_view is not None and bool(self.runtime_view.root)
        )

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is assumed."""
        return self == NOTHING_ASSUMED

    @property
    def is_about_process(self) -> bool:
        """Return whether the assumptions are about a process that runs already."""
        return bool(self.process)

    @property
    def process(self) -> str:
        """Return the number of the process that the assumptions are about, "" if about a start."""
        return (
            self.runtime_view.name
            if self.runtime_view is not None and self.runtime_view.process is not None
            else ""
        )

    def apply(self, host: Host, profile: LoaderProfile) -> tuple[Host, LoaderProfile]:
        """Return host and loader under the assumptions, without reading the program's file."""
        if self.runtime_view is not None:
            host = self.runtime_view.apply(host)
        if self.variables:
            host = host.with_environment(self.variables)
        if self.elevated is not None:
            host = host._replace(elevated=self.elevated)
        if self.root is not None:
            host = host._replace(root=self.root.rstrip("/"))
        if self.program is not None:
            host = _adapt_to_program(self.program, host, elevated=self.elevated)
        if self.pointer_bits is not None:
            host = host._replace(pointer_bits=self.pointer_bits)
            # Only programs of a loader's own word size can open it.
            profile = profile._replace(pointer_bits=self.pointer_bits)
        if self.release is not None:
            profile = profile.at_release(*self.release)
        return host, profile


def _adapt_to_program(program: str, host: Host, *, elevated: bool | None) -> Host:
    """Return the host as a program sees it.

    `program`: path of the program, which decides elevation. `elevated`: decides it instead, unless
    it is None.
    """
    # Target of /proc/self/exe in the process, which app_keys are compared with.
    real_path = find_executable(program, host).resolved_path
    if elevated is None:
        elevated = find_elevation(real_path, host).is_elevated
    return host._replace(executable=real_path, elevated=elevated)


NOTHING_ASSUMED = WhatIf()


def render_assumption_notes(what_if: WhatIf, host: Host) -> tuple[str, ...]:
    """Return sentences on what the assumptions rest on, and why the program cannot start."""
    runtime_view = what_if.runtime_view.note if what_if.runtime_view is not None else ""
    return tuple(filter(None, (runtime_view, _render_program_note(what_if, host))))


def _render_program_note(what_if: WhatIf, host: Host) -> str:
    """Return the sentence that no program is at the assumed path, or ""."""
    if not what_if.program:
        return ""
    error = find_executable(what_if.program, host).error
    return (
        tr("{error}; the results assume that the program can be started", error=error)
        if error
        else ""
    )


def find_executed_file(_program: str, host: Host) -> ProgramStart:
    """Return the file that the kernel executes, taken for the program itself."""
    from vkconfig_py.loader.files.opened_loader import (
        LaunchMemory,
        ProgramStart,
        get_observations_file,
    )

    return ProgramStart(
        host.executable,
        LaunchMemory("" if host.root else get_observations_file(host.get_own_environment())),
    )


class AssumedMachine(NamedTuple):
    """Host and loader under a what-if.

    Attributes:
        installed_loaders: installed loaders.
        opened_loader: how the assumed program finds its loader; None without an assumed program.
    """

    host: Host
    profile: LoaderProfile
    installed_loaders: tuple[LoaderProfile, ...]
    opened_loader: OpenedLoader | None = None


def assume_machine(
    what_if: WhatIf,
    host: Host,
    profile: LoaderProfile | None,
    installed_releases: tuple[LoaderProfile, ...] | None = None,
    find_start: FindProgramStart = find_executed_file,
) -> AssumedMachine:
    """Return host and loader under a what-if, and the loaders installed there.

    The file of an assumed program determines word size and loader, unless the what-if sets them.
    Without a program, and without a profile or with another root, the installed loader of the
    requested word size is used, else the newest one.

    Args:
        what_if: the assumptions.
        host: the actual machine and process.
        profile: the actual loader, None to look for it.
        installed_releases: all loaders of the machine, None to look for them.
        find_start: finds the executable that a program path finally runs.
    """
    # Imported late: a window begins with the value alone.
    from vkconfig_py.loader.files.binaries import find_loaders
    from vkconfig_py.loader.probe.loader_versions import (
        find_default_loader,
        find_versions_file,
        read_versions,
    )

    cache_file = find_versions_file(host)  # of this process, whoever the program runs as
    host, _ = what_if.apply(host, NEWEST_PROFILE)
    if profile is not None and what_if.runtime_view is None and not what_if.has_other_root:
        installed_releases = installed_releases or (profile,)
    else:
        installed_releases = tuple(read_versions(find_loaders(host), cache_file))
        profile = None
    if profile is None or what_if.pointer_bits is not None:
        profile = find_default_loader(host, installed_releases, NEWEST_PROFILE) or next(
            iter(installed_releases), NEWEST_PROFILE
        )
    opened_loader = None
    if what_if.opened_library is not None:
        from vkconfig_py.loader.api.program_loader import find_chosen_loader

        profile = find_chosen_loader(what_if.opened_library, host, installed_releases, profile)
        host = host._replace(pointer_bits=profile.pointer_bits)
    elif what_if.program is not None and what_if.pointer_bits is None:
        from vkconfig_py.loader.api.program_loader import find_program_view

        start = find_start(what_if.program, host)
        if start.path and not start.windows_bits:  # the wine command may be a shell script
            host = host._replace(executable=start.path)
        from vkconfig_py.loader.files.scan import DocumentCache

        cache, bits = DocumentCache(), start.windows_bits
        program_side = find_program_view(
            start.path, host, profile, installed_releases, cache, start.memory, bits
        )
        host, profile, opened_loader = program_side
        if what_if.elevated is not None:
            host = host._replace(elevated=what_if.elevated)
    if what_if.release is not None:
        profile = profile.at_release(*what_if.release)
    return AssumedMachine(host, profile, installed_releases, opened_loader)
