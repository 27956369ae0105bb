"""Where a variable of the session comes from: best effort, and honest where it is not known. No Qt.

Nothing records who set a variable. Two traces remain: the start files that set such a value, and
the processes above this one: the first that started without the value set it for those below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple

UNKNOWN = "set in the session this program was started from"
_PROCESSES = Path("/proc")
_MOST_BYTES = 1 << 20
_MOST_PARENTS = 64
# In the order in which a session reads them; a later one overwrites what an earlier one set.
_FILES = (
    "/etc/environment",
    "/etc/security/pam_env.conf",
    "{home}/.pam_environment",
    "/usr/lib/environment.d/*.conf",
    "/usr/local/lib/environment.d/*.conf",
    "/etc/environment.d/*.conf",
    "{config}/environment.d/*.conf",
    "/etc/profile",
    "/etc/profile.d/*.sh",
    "/etc/X11/Xsession.d/*",
    "{home}/.profile",
    "{home}/.bash_profile",
    "{home}/.bash_login",
    "{home}/.xprofile",
    "{home}/.xsessionrc",
    "{config}/plasma-workspace/env/*.sh",
    "/etc/bash.bashrc",
    "{home}/.bashrc",
    "/etc/zsh/zshenv",
    "{home}/.zshenv",
    "{home}/.zprofile",
    "{home}/.zshrc",
    "{config}/fish/config.fish",
    "{config}/fish/conf.d/*.fish",
)
_ASSIGNMENT = re.compile(
    r"\s*(?:export\s+|declare\s+-x\s+|typeset\s+-x\s+)?(?P<name>\w+)=(?P<value>.*)"
    r"|\s*set\s+(?:-\w+\s+)*(?P<fish>\w+)\s+(?P<fish_value>.*)"
    r"|\s*setenv\s+(?P<csh>\w+)\s+(?P<csh_value>.*)"
    r"|(?P<pam>\w+)\s+(?:DEFAULT|OVERRIDE)=(?P<pam_value>.*)",
    re.ASCII,
)


class Origin(NamedTuple):
    """Who set a variable, as a sentence part; with the file and line where that is known."""

    text: str
    file: str = ""
    line: int = 0


class _Found(NamedTuple):
    file: str
    line: int
    value: str


def find_origins(
    host: Host, names: Iterable[str], processes: Path = _PROCESSES
) -> dict[str, Origin]:
    """Return for each variable that is set where its value comes from, as far as can be told."""
    wanted = {name: host.environment[name] for name in names if name in host.environment}
    assigned: dict[str, list[_Found]] = {}
    for file in _start_files(host):
        for number, name, value in _assignments(host, file):
            if name in wanted:
                assigned.setdefault(name, []).append(_Found(file, number, _plain(value, host)))
    parents = _Parents(processes)
    return {
        name: _origin(value, assigned.get(name, ()), parents.who_set(name, value))
        for name, value in wanted.items()
    }


def _origin(value: str, found: Iterable[_Found], process: str) -> Origin:
    found = tuple(found)
    same = [place for place in found if place.value == value]
    computed = [place for place in found if "$" in place.value or "`" in place.value]
    if same:
        return Origin("set in", same[-1].file, same[-1].line)
    if computed:
        return Origin("probably set in", computed[-1].file, computed[-1].line)
    who = f"set by {process}" if process else UNKNOWN
    if found:
        return Origin(f"{who}; another value is in", found[-1].file, found[-1].line)
    return Origin(who)


def _start_files(host: Host) -> Iterator[str]:
    home = host.environment.get("HOME", "")
    config = host.environment.get("XDG_CONFIG_HOME") or f"{home}/.config"
    for pattern in _FILES:
        if not home and "{" in pattern:
            continue
        path = pattern.format(home=home, config=config)
        if pattern.startswith("/"):
            path = host.built_in(path)
        if "*" not in path:
            yield path
            continue
        folder, _slash, name = path.rpartition("/")
        for entry in _entries(Path(host.root + folder), name):
            yield f"{folder}/{entry}"


def _entries(folder: Path, pattern: str) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.glob(pattern))
    except (OSError, ValueError):  # a home that cannot be read, or named
        return []


def _assignments(host: Host, file: str) -> Iterator[tuple[int, str, str]]:
    path = Path(host.root + file)
    try:
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return
        text = path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):  # ValueError: a NUL in HOME
        return
    for number, line in enumerate(text.split("\n"), 1):
        match = _ASSIGNMENT.match(line)
        if match is not None:
            name, value = [part for part in match.groups() if part is not None]
            yield number, name, value


def _plain(value: str, host: Host) -> str:
    """Return a value without quotes and comments, with the home folder in its place."""
    value = value.strip()
    for quote in "'\"":
        if value.startswith(quote) and value.count(quote) >= 2:
            value = value[1 : value.index(quote, 1)]
            break
    else:
        value = value.split(" #")[0].split(";")[0].split(" && ")[0].strip()
    home = host.environment.get("HOME", "")
    for name in ("${HOME}", "$HOME", "@{HOME}"):
        value = value.replace(name, home)
    return home + value[1:] if value.startswith("~/") else value


class _Parents:
    """The processes above this one, with the environments they were started with."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chain: list[tuple[str, dict[str, str]]] | None = None

    def who_set(self, name: str, value: str) -> str:
        """Return the process that started with another value, and has a child with this one."""
        if self._chain is None:
            self._chain = list(self._walk())
        chain = self._chain
        if not chain or chain[0][1].get(name) != value:
            return ""  # not the environment of this process, or changed since
        for who, environment in chain[1:]:
            if environment.get(name) != value:
                return who
        return ""

    def _walk(self) -> Iterator[tuple[str, dict[str, str]]]:
        number = "self"
        for _step in range(_MOST_PARENTS):
            environment = self._environment(number)
            if environment is None:
                return
            name, number, parent = self._status(number)
            yield f"{name}, process {number}", environment
            if parent in ("0", ""):
                return
            number = parent

    def _environment(self, number: str) -> dict[str, str] | None:
        try:
            data = (self._folder / number / "environ").read_bytes()
        except OSError:  # it belongs to somebody else, or ended
            return None
        text = data.decode("utf-8", "surrogateescape")
        pairs = (part.partition("=") for part in text.split("\0"))
        return {name: value for name, sign, value in pairs if sign}

    def _status(self, number: str) -> tuple[str, str, str]:
        try:
            text = (self._folder / number / "status").read_text(errors="replace")
        except OSError:
            return "", "", ""
        facts = dict(line.split(":\t", 1) for line in text.split("\n") if ":\t" in line)
        return facts.get("Name", ""), facts.get("Pid", ""), facts.get("PPid", "")
