"""Choices of a what-if: loader versions, programs, variables, file-system roots.

Roots are those of mounted disks and of containers of running programs: a program in a container
(Flatpak, Steam's runtime, podman) sees a root of its own, which the kernel shows as /proc/PID/root.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.installed_views import TITLE_BY_RUNTIME_VIEW_KIND, find_view, list_views
from vkconfig_py.loader.api.runtime_view import RuntimeViewError, RuntimeViewKind
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.profile import (
    NEWEST_PROFILE,
    OLDEST_RELEASE,
    LoaderProfile,
    LoaderVersionError,
    Release,
    find_first_changes,
    parse_release,
    release_text,
)
from vkconfig_py.model.chain.loader_variables import VariableRow, VariableSetter
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.programs.candidates import (
    TITLE_BY_PROGRAM_SECTION,
    ChosenPrograms,
    find_candidates,
)
from vkconfig_py.model.text.wording import capitalise, render_version

_NAME_PATTERN = re.compile(r"[^=\0\s][^=\0]*", re.ASCII)
# What distributions in wide use and the newest SDKs install. Four numbers in the version of a
# package (1.3.204.1-2) are a tag of the SDK.
_RELEASE_ORIGINS: tuple[tuple[str, str], ...] = (
    ("sdk-1.4.357", "Vulkan SDK 1.4.357"),
    ("sdk-1.4.350", "Vulkan SDK 1.4.350"),
    ("sdk-1.4.341", "Vulkan SDK 1.4.341"),
    ("sdk-1.4.309", "Debian 13"),
    ("sdk-1.3.275", "Ubuntu 24.04"),
    ("sdk-1.3.239", "Debian 12"),
    ("sdk-1.3.204", "Ubuntu 22.04"),
    ("sdk-1.2.162", "Debian 11"),
    ("sdk-1.2.131", "Ubuntu 20.04"),
    ("sdk-1.1.97", "Debian 10"),
    ("1.1.70", "Ubuntu 18.04"),
    ("sdk-1.0.39", "Debian 9"),
)
NOT_A_LOADER = tr(
    "Enter a loader version from {oldest} to {newest}, or the path of a libvulkan.so.1.",
    oldest=render_version(OLDEST_RELEASE),
    newest=NEWEST_PROFILE.version_text,
)
NOT_A_VARIABLE = tr("Enter NAME=value, or just NAME to unset the variable.")
NOT_A_PATH = tr("Enter a path, or the name of a program in PATH.")
NOT_A_FOLDER = tr(
    "Enter the absolute path of a folder, such as /mnt/disk, or a view: flatpak:APP, "
    "snap:NAME, steam:RUNTIME, process:PID, root."
)
BROWSE_VALUE = "browse"  # no path is that, nor a view
_MOUNT_PATTERNS = ("mnt", "mnt/*", "media/*", "media/*/*", "run/media/*/*", "var/lib/machines/*")
_MAX_ROOTS = 40
_VIEW_ICONS = {
    RuntimeViewKind.FLATPAK: "program",
    RuntimeViewKind.SNAP: "program",
    RuntimeViewKind.STEAM: "play",
    RuntimeViewKind.ROOT: "terminal",
}
WhatIfOrError = WhatIf | str  # or why the view is not there, as a sentence


class WhatIfChoice(NamedTuple):
    """One thing to choose.

    Attributes:
        value: the assumption, as it could be typed.
    """

    value: str
    title: str
    note: str
    icon: str = ""


def list_loader_choices(
    loaders: Iterable[LoaderProfile], platform: Platform
) -> Iterator[WhatIfChoice]:
    """Yield loaders to assume: installed ones, common versions, those with changed behavior."""
    texts = set()
    for loader in dict.fromkeys(loaders):
        text = release_text(loader.release)
        texts.add(text)
        note = tr(
            "installed, {bits}-bit: {library}",
            bits=loader.pointer_bits,
            library=loader.library,
        )
        yield WhatIfChoice(loader.library, text, note, "loader")
    for release, note in list_known_releases(platform).items():
        text = release_text(release)
        if text not in texts:
            yield WhatIfChoice(text, text, note, "loader")


def list_known_releases(platform: Platform) -> dict[Release, str]:
    """Return loader releases, each with a note: who distributes it, or what changed in it."""
    releases = {NEWEST_PROFILE.release: tr("newest known release")}
    releases |= {
        parse_release(text): tr("in {place}", place=origin) for text, origin in _RELEASE_ORIGINS
    }
    for version, change in find_first_changes(platform).items():
        releases.setdefault(Release(version), tr("first release in which {change}", change=change))
    return releases


def format_loader(what_if: WhatIf, profile: LoaderProfile) -> str:
    """Return the assumed release, or that of the loader, as it could be typed."""
    return release_text(what_if.release or profile.release)


def describe_loader_text(text: str) -> str:
    """Return what typed text means for a loader, or "" if it is invalid."""
    if text.startswith("/"):
        return "" if text.endswith("/") else tr("assume this loader library")
    try:
        parse_release(text)
    except LoaderVersionError:
        return ""
    return tr("assume this version")


def assume_loader(what_if: WhatIf, text: str) -> WhatIf:
    """Assume the loader that a text names, or the installed one with ""."""
    # A path is a library of a loader, anything else a version.
    library = text if text.startswith("/") else None
    if not text or library is not None:
        return what_if._replace(version=None, is_branch=False, library=library)
    version, is_branch = parse_release(text)
    return what_if._replace(version=version, is_branch=is_branch, library=None)


def format_assumed_loader(what_if: WhatIf) -> str:
    """Return the text that `assume_loader` would get for the assumed loader, "" for none."""
    return what_if.library or (release_text(what_if.release) if what_if.release else "")


def make_browse_choice(text: str) -> WhatIfChoice:
    """Return the choice that opens a dialog for files."""
    return WhatIfChoice(BROWSE_VALUE, text, tr("opens a dialog"), "folder")


def list_program_choices(workspace: Workspace) -> Iterator[WhatIfChoice]:
    """Yield the programs of configurations, and those used before."""
    programs: dict[str, str] = {}
    for configuration in workspace.configurations:
        if configuration.target.program:
            programs.setdefault(
                configuration.target.program, tr("from “{name}”", name=configuration.title)
            )
    for target in (workspace.last_program, *workspace.recent_programs):
        if target.program:
            programs.setdefault(target.program, tr("previously chosen"))
    for program, origin in programs.items():
        yield WhatIfChoice(program, get_base_name(program), f"{program} · {origin}", "program")


def find_programs(known_programs: Iterable[str], host: Host) -> tuple[WhatIfChoice, ...]:
    """Find programs that run, tools and applications, except known ones, on the disk."""
    seen_programs = set(known_programs)
    choices = []
    for candidate in find_candidates(ChosenPrograms(), host):
        program = candidate.target.program
        if program.startswith("/") and program not in seen_programs:
            seen_programs.add(program)
            section_title = TITLE_BY_PROGRAM_SECTION[candidate.section]
            choices.append(
                WhatIfChoice(program, candidate.name, f"{program} · {section_title}", "program")
            )
    return tuple(choices)


def list_variable_choices(rows: Iterable[VariableRow]) -> Iterator[WhatIfChoice]:
    """Yield the relevant variables that are set, each to be unset.

    Without those that the launch itself makes: their folder exists only while a program runs.
    """
    for row in rows:
        if row.value is not None and row.setter is not VariableSetter.PLAN:
            yield WhatIfChoice(
                row.name,
                tr("without {name}", name=row.name),
                tr("currently {value}", value=row.value) if row.value else tr("currently empty"),
            )


def parse_variable(text: str) -> tuple[str, str | None] | None:
    """Parse name and value. A name alone means unset."""
    name, separator, value = text.partition("=")
    name = name.strip()
    if not _NAME_PATTERN.fullmatch(name) or "\0" in value:
        return None
    return name, value if separator else None


def describe_variable_text(text: str) -> str:
    """Return the meaning of typed text for a variable, or "" if invalid."""
    parsed = parse_variable(text)
    if parsed is None:
        return ""
    return tr("unset the variable") if parsed[1] is None else tr("set the variable")


def describe_variable(name: str, value: str | None) -> str:
    """Return NAME=value, or "NAME not set" for None."""
    return tr("{name} not set", name=name) if value is None else f"{name}={value}"


def find_roots(machine: Path = Path("/")) -> tuple[WhatIfChoice, ...]:
    """Find root folders of other systems: containers and mounted disks.

    It can block on slow disks.
    """
    choices = {
        candidate.value: candidate
        for candidate in (*_find_containers(machine), *_find_mounted_systems(machine))
    }
    return tuple(choices.values())[:_MAX_ROOTS]


def find_views_and_roots(host: Host) -> tuple[WhatIfChoice, ...]:
    """Find containers and other root folders to look from.

    It can block on slow disks.
    """
    return (*find_views(host), *find_roots(Path(host.prefix or "/")))


def find_views(host: Host) -> Iterator[WhatIfChoice]:
    """Yield the views of installed containers (Flatpak, Snap, Steam), and that of root."""
    for view in list_views(host):
        title = TITLE_BY_RUNTIME_VIEW_KIND.get(view.kind, "")
        note = capitalise(f"{title}, {view.note}" if title else view.note)
        yield WhatIfChoice(view.name, view.title, note, _VIEW_ICONS.get(view.kind, ""))


def assume_view(what_if: WhatIf, text: str, host: Host) -> WhatIfOrError:
    """Assume that programs run in a container. Return a sentence if it is not found."""
    try:
        runtime_view = find_view(text, host)
    except RuntimeViewError as error:
        return f"{capitalise(str(error))}."
    what_if = remove_view(what_if)._replace(runtime_view=runtime_view)
    if runtime_view.process is None:
        return what_if
    # It is about this program and no other, with the loader that it has opened.
    return what_if._replace(
        program=runtime_view.process.program, library=runtime_view.mapped_loader
    )


def remove_view(what_if: WhatIf) -> WhatIf:
    """Return the assumptions without the container, and without what only it brought."""
    if what_if.is_about_process:
        what_if = what_if._replace(program=None, library=None)
    return what_if._replace(runtime_view=None, root=None)


def describe_root_text(text: str) -> str:
    """Return what typed text means as a root folder or container, "" if invalid."""
    if text.startswith("/"):
        return tr("use this folder as the root") if text != "/" else ""
    return tr("show the machine as programs in this view see it") if is_view(text) else ""


def is_view(text: str) -> bool:
    """Return whether typed text names a container and not a folder."""
    return text.partition(":")[0] in tuple(RuntimeViewKind)


def _find_containers(machine: Path) -> Iterator[WhatIfChoice]:
    """Yield one root per group of processes with another file-system view (mount namespace)."""
    folder = machine / "proc"
    seen_namespaces = {_read_link(folder / "self" / "ns" / "mnt"), ""}
    for process in sorted(folder.glob("[0-9]*"), key=lambda path: int(path.name)):
        # Processes of one mount namespace see the same files (mount_namespaces(7)).
        namespace = _read_link(process / "ns" / "mnt")
        # Only a user who may trace the process can follow it (proc(5)).
        root = process / "root"
        if namespace in seen_namespaces or not _is_root(root):
            continue
        seen_namespaces.add(namespace)
        name = _read_first_line(process / "comm") or tr("a program")
        yield WhatIfChoice(
            str(root),
            tr("{program}, process {number}", program=name, number=process.name),
            f"{root} · {tr('files visible to this process')}",
            "program",
        )


def _find_mounted_systems(machine: Path) -> Iterator[WhatIfChoice]:
    """Yield the mounted disks that look like the root folder of a system."""
    for pattern in _MOUNT_PATTERNS:
        for path in sorted(machine.glob(pattern)):
            if _is_root(path):
                yield WhatIfChoice(
                    str(path),
                    path.name,
                    f"{path} · {tr('a system on another disk')}",
                    "device",
                )


def _is_root(path: Path) -> bool:
    """Return whether a folder looks like a readable root folder of a system."""
    try:
        return (path / "usr").is_dir() and os.access(path, os.R_OK | os.X_OK)
    except OSError:
        return False


def _read_link(path: Path) -> str:
    """Return where a link of /proc leads, "" if it cannot be read."""
    try:
        return str(path.readlink())
    except OSError:  # the process ended, or belongs to another user
        return ""


def _read_first_line(path: Path) -> str:
    """Return the first line of a file, "" if it cannot be read."""
    try:
        return path.read_text(errors="replace").split("\n")[0]
    except OSError:
        return ""
