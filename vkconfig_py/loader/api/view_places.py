"""What all views of installed containers are made with: where they are, and their small files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.loader.platforms.mounted_root import Mount

_LARGEST = 1 << 20


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
        return self.environment.get("XDG_DATA_HOME") or f"{self.home}/.local/share"

    @property
    def proc(self) -> str:
        return f"{self.machine}/proc"

    @property
    def runtime_folder(self) -> str:
        """Return where sockets of the user are; it is the same in every container."""
        return self.environment.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"


def read_text(file: str) -> str:
    """Return the content of a small file; "" if it cannot be read."""
    try:
        return read_beginning(file, _LARGEST).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def names_in(folder: str) -> list[str]:
    """Return the names in a folder in order; none if it cannot be listed."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def mounts_of(table: Iterable[tuple[str, Iterable[str]]]) -> Iterator[Mount]:
    """Yield the mounts of points with the folders that exist; a point without any is left out."""
    for point, sources in table:
        # Links of this machine are followed here: in the root they would mean other files.
        there = tuple(os.path.realpath(source) for source in sources if os.path.exists(source))
        if there:
            yield Mount(point, there)


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


def list_of(value: str) -> tuple[str, ...]:
    """Parse a list of a key file."""
    return tuple(filter(None, value.split(";")))
