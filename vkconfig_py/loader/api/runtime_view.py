"""Shows this machine as a process, a program in a container, or one run as root sees it.

What a container mounts and what its launcher sets is best read from a process that runs in it:
/proc/PID/root is its view of the files, /proc/PID/environ the environment it was started with
(proc(5)). Where none runs, installed_views.py derives both from the container's metadata.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.processes import (
    ProcessFacts,
    find_mapped_loader,
    read_environment,
    read_process,
)
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.platforms.local_paths import Mount, MountedRoot, find_local_path

RUNTIME_VIEW_GRAMMAR = tr("flatpak:APP, snap:NAME, steam:RUNTIME, process:PID or root")
_MAX_BYTES = 4 << 20
_MAX_NAMED_CONTAINERS = 8
# Variables by which a program knows its container (flatpak-run(1), snap's environment).
_SANDBOX_ID_VARIABLES = {"flatpak": ("FLATPAK_ID",), "snap": ("SNAP_INSTANCE_NAME", "SNAP_NAME")}
# Of the container interface: the file that names who made the container.
_CONTAINER_MANAGER_FILE, _PRESSURE_VESSEL = "run/host/container-manager", "pressure-vessel"
# env_reset of sudoers(5): what is left, beside what sudo sets itself.
_SUDO_KEPT_VARIABLES = ("DISPLAY", "XAUTHORITY", "TERM", "LANG", "LC_ALL", "TZ")
_SUDO_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_MAX_TEXT_BYTES = 1 << 20


class RuntimeViewError(ValueError):
    """A runtime view does not exist here. The message is a sentence."""


class RuntimeViewKind(StrEnum):
    """Whose view is taken."""

    FLATPAK = "flatpak"
    SNAP = "snap"
    STEAM = "steam"  # its runtime, a container made by pressure-vessel
    PROCESS = "process"  # one that runs, with its program, rights and word size
    ROOT = "root"


class RuntimeView(NamedTuple):
    """A view of this machine.

    Attributes:
        name: of the app, snap or runtime; number of the process.
        root: folder that stands for "/" in it; "" for this machine's own.
        environment: complete environment; None to derive it from the session's, as sudo does.
        note: what the view rests on, as a sentence.
        process: the process whose program, rights and word size are taken, too; else None.
        absent_layers: by layer, "" for all others: why one of this system is not there, and the
            command that brings it or "".
    """

    kind: RuntimeViewKind
    name: str
    root: str
    environment: Mapping[str, str] | None
    note: str
    process: ProcessFacts | None = None
    absent_layers: Mapping[str, tuple[str, str]] = MappingProxyType({})

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else str(self.kind)

    @property
    def mapped_loader(self) -> str | None:
        """Return the path of the loader that the view's process has mapped, or None."""
        return find_mapped_loader(self.process) if self.process is not None else None

    def explain_absence(self, layer: str) -> tuple[str, str]:
        """Return why a layer of this system is not in the view, and the command that brings it.

        Both are "" if nothing is known.
        """
        return self.absent_layers.get(layer) or self.absent_layers.get("") or ("", "")

    def apply(self, host: Host) -> Host:
        """Return the host with environment, root and rights of this view."""
        if self.environment is None:
            return _adapt_to_root_user(host)
        if self.process is not None:
            return _adapt_to_process(self.process, host)
        if isinstance(self.root, MountedRoot):
            host = host._replace(prefix="")  # the paths of its programs are those of every machine
        # Which of the container's programs it is about is another assumption.
        return host.replace_environment(self.environment)._replace(
            elevated=False,
            root=self.root,
            executable="",
            patched_folders=_find_freedesktop_folders(self.root, host.machine),
        )


def find_runtime_view(text: str, proc: str = "/proc") -> RuntimeView:
    """Return the runtime view of a text in the form of RUNTIME_VIEW_GRAMMAR.

    Raises:
        RuntimeViewError: the text has another form, or no program of the container is running.
    """
    kind, _, name = text.partition(":")
    if kind not in tuple(RuntimeViewKind) or (kind == RuntimeViewKind.ROOT) == bool(name):
        raise RuntimeViewError(
            tr(
                "{text!r} is not a view of this machine; available: {views}",
                text=text,
                views=RUNTIME_VIEW_GRAMMAR,
            )
        )
    if kind == RuntimeViewKind.ROOT:
        note = tr(
            "As root through sudo: most of your session's variables are not passed on, and "
            "the home folder is /root (sudoers: env_reset)."
        )
        return RuntimeView(RuntimeViewKind.ROOT, "", "", None, note)
    if kind == RuntimeViewKind.PROCESS:
        return _build_process_view(name, proc)
    return _build_container_view(RuntimeViewKind(kind), name, proc)


def make_process_view(facts: ProcessFacts) -> RuntimeView:
    """Return the view of a process whose variables /proc shows."""
    note = tr(
        "Seen as process {pid} ({name}): its files, its privileges and the variables that "
        "it was started with.",
        pid=facts.pid,
        name=facts.name,
    )
    environment = facts.environment or MappingProxyType({})
    return RuntimeView(
        RuntimeViewKind.PROCESS, str(facts.pid), facts.root, environment, note, facts
    )


def _build_process_view(name: str, proc: str) -> RuntimeView:
    """Return the view of the process with a number. Raise RuntimeViewError without it."""
    facts = read_process(int(name), proc) if name.isdecimal() else None
    if facts is None:
        raise RuntimeViewError(tr("process {name} does not exist", name=name))
    if not facts.is_readable:
        raise RuntimeViewError(
            tr(
                "process {name} belongs to another user; its entry in /proc cannot be read",
                name=name,
            )
        )
    return make_process_view(facts)


def list_running_containers(kind: RuntimeViewKind, proc: str = "/proc") -> tuple[str, ...]:
    """Return the names of containers of a kind in which a program is running."""
    return tuple(dict.fromkeys(name for _, name, _ in _list_containers(kind, proc)))


def _build_container_view(kind: RuntimeViewKind, name: str, proc: str) -> RuntimeView:
    """Return the view of a running container. Raise RuntimeViewError if none has the name."""
    running: dict[str, None] = {}
    for process, running_name, environment in _list_containers(kind, proc):
        if running_name == name:
            note = render(_RUNNING_NOTES[kind], name=name, process=process)
            return RuntimeView(kind, name, f"{proc}/{process}/root", environment, note)
        running[running_name] = None
    running_names = ", ".join(list(running)[:_MAX_NAMED_CONTAINERS])
    missing = render(_NOT_RUNNING_ERRORS[kind], name=name)
    raise RuntimeViewError(
        tr("{missing} (running: {names})", missing=missing, names=running_names)
        if running_names
        else missing
    )


_RUNNING_NOTES = {
    RuntimeViewKind.FLATPAK: message(
        "Seen from inside the Flatpak app “{name}”, with the files and variables of "
        "process {process}."
    ),
    RuntimeViewKind.SNAP: message(
        "Seen from inside the snap “{name}”, with the files and variables of process {process}."
    ),
    RuntimeViewKind.STEAM: message(
        "Seen from inside the Steam runtime “{name}”, with the files and variables of "
        "process {process}."
    ),
}
_NOT_RUNNING_ERRORS = {
    RuntimeViewKind.FLATPAK: message(
        "the Flatpak app “{name}” has no running process that you are allowed to inspect; "
        "start it first"
    ),
    RuntimeViewKind.SNAP: message(
        "the snap “{name}” has no running process that you are allowed to inspect; start it first"
    ),
    RuntimeViewKind.STEAM: message(
        "the Steam runtime “{name}” has no running process that you are allowed to "
        "inspect; start it first"
    ),
}


def _list_containers(
    kind: RuntimeViewKind, proc: str
) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """Yield process number, name and environment of each container of a kind."""
    try:
        processes = sorted((entry for entry in os.listdir(proc) if entry.isdecimal()), key=int)
    except OSError:
        return
    for process in processes:
        environment = _read_environ(f"{proc}/{process}/environ")
        if environment is None:
            continue
        root = f"{proc}/{process}/root"
        if kind is RuntimeViewKind.STEAM:
            name = _read_steam_runtime(root)
        else:
            name = next(
                filter(None, (environment.get(entry) for entry in _SANDBOX_ID_VARIABLES[kind])), ""
            )
        # A variable is inherited by whoever leaves the container, its files are not.
        if name and os.access(root, os.R_OK | os.X_OK):
            yield process, name, environment


def _read_environ(file: str) -> Mapping[str, str] | None:
    """Return the variables in /proc/PID/environ, or None if they are not shown."""
    data = _read_bytes(file)
    if not data:  # of another user, or of the kernel
        return None
    return read_environment(data)


def _read_steam_runtime(root: str) -> str:
    """Return the code name of the Steam runtime in a root, such as "sniper", or ""."""
    if _read_bytes(f"{root}/{_CONTAINER_MANAGER_FILE}").strip() != _PRESSURE_VESSEL.encode():
        return ""
    for line in _read_bytes(f"{root}/etc/os-release").decode("utf-8", "replace").splitlines():
        key, _, value = line.partition("=")
        if key == "VERSION_CODENAME":
            return value.strip("\"'")
    return ""


def _read_bytes(file: str) -> bytes:
    """Return the first bytes of a file, b"" if it cannot be read."""
    try:
        return read_beginning(file, _MAX_BYTES)
    except (OSError, ValueError):
        return b""


def _adapt_to_process(process: ProcessFacts, host: Host) -> Host:
    """Return the host as a running process sees it."""
    environment = process.environment or MappingProxyType({})
    return host.replace_environment(environment)._replace(
        elevated=process.elevated,
        root=process.root,
        executable=process.program,
        pointer_bits=process.pointer_bits,
        working_directory=process.folder or "/",
        patched_folders=_find_freedesktop_folders(process.root, host.machine),
    )


def _find_freedesktop_folders(root: str, cpu: str) -> str:
    """Return further folders that the loader of a Flatpak runtime searches, else "".

    freedesktop-sdk, patches/vulkan/vulkan-libdir-path.patch: those of its extensions.
    """
    libraries = f"/usr/lib/{cpu}-linux-gnu"
    if not root or not os.path.isdir(find_local_path(root, f"{libraries}/GL")):
        return ""
    return f"{libraries}/GL:{libraries}:/usr/lib/extensions/vulkan/share"


def _adapt_to_root_user(host: Host) -> Host:
    """Return the host as a program sees it that sudo starts for root."""
    kept_variables = {
        name: host.environment[name] for name in _SUDO_KEPT_VARIABLES if name in host.environment
    }
    root_variables = {
        "HOME": host.add_prefix("/root"),
        "USER": "root",
        "LOGNAME": "root",
        "PATH": _SUDO_PATH,
    }
    # root starts it as itself: no AT_SECURE, so variables count.
    environment = MappingProxyType({**kept_variables, **root_variables})
    return host.replace_environment(environment)._replace(elevated=False)


class Installation(NamedTuple):
    """Where containers are installed.

    Attributes:
        environment: of the user's session.
        machine: before the folders that are the same on every machine; "" for this one.
        cpu: of its programs ("x86_64").
    """

    environment: Mapping[str, str]
    machine: str = ""
    cpu: str = "x86_64"

    @property
    def home(self) -> str:
        return self.environment.get("HOME", "")

    @property
    def data_home(self) -> str:
        """Return the folder of XDG_DATA_HOME, or its default."""
        return self.environment.get("XDG_DATA_HOME") or f"{self.home}/.local/share"

    @property
    def proc(self) -> str:
        """Return the folder of the machine's /proc."""
        return f"{self.machine}/proc"

    @property
    def runtime_folder(self) -> str:
        """Return the folder of the user's sockets, which is the same in every container."""
        return self.environment.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"


def read_text(file: str) -> str:
    """Return the content of a small file, or "" if it cannot be read."""
    try:
        return read_beginning(file, _MAX_TEXT_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def list_names(folder: str) -> list[str]:
    """Return the sorted names in a folder, [] if it cannot be listed."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def make_mounts(table: Iterable[tuple[str, Iterable[str]]]) -> Iterator[Mount]:
    """Yield a mount for each point of a table with the folders that exist, if any."""
    for point, sources in table:
        # Links of this machine are followed here: in the root they would mean other files.
        existing_sources = tuple(
            os.path.realpath(source) for source in sources if os.path.exists(source)
        )
        if existing_sources:
            yield Mount(point, existing_sources)


def parse_keyfile(text: str) -> Mapping[str, Mapping[str, str]]:
    """Parse a key file of GLib (Desktop Entry Specification, "Basic format of the file")."""
    groups: dict[str, dict[str, str]] = {}
    group: dict[str, str] = {}
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = groups.setdefault(line[1:-1], {})
        elif line and not line.startswith("#"):
            key, sign, value = line.partition("=")
            if sign:
                group[key.rstrip()] = value.lstrip()
    return groups


def parse_list(value: str) -> tuple[str, ...]:
    """Parse the entries of a key file's list, separated by semicolons."""
    return tuple(filter(None, value.split(";")))
