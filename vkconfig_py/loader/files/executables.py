"""Which file becomes the program when a path or a bare name is started: what /proc/self/exe reads.

Follows execvp(3) and execve(2): a bare name is looked up in PATH, links are followed, a script is
its interpreter (and through env what that runs). The loader compares byte for byte with that path.
"""

from __future__ import annotations

import os
import posixpath
import stat
from enum import StrEnum

from vkconfig_py.loader.files.reading import read_beginning
from vkconfig_py.loader.files.roots import real_path, resolve_links
from vkconfig_py.loader.host import Host, Platform
from vkconfig_py.loader.records import NamedTuple

DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"
_SHEBANG_LIMIT = 255
_NESTED_SCRIPTS = 4  # Linux, BINPRM_MAX_RECURSION


class Refused(StrEnum):
    """Why nothing runs."""

    NOT_FOUND = "not-found"
    FOLDER = "folder"
    NOT_EXECUTABLE = "not-executable"


class Executable(NamedTuple):
    """What a path, or a bare name to be looked up in PATH, leads to.

    Attributes:
        path: absolute path that is started; "" if a bare name is nowhere.
        real: what /proc/self/exe of the process reads; where nothing runs, of a program that
            would lie there.
        interpreter: absolute path of what runs a script as its first line names it, else "".
        refused: None, or why nothing runs.
        error: "" or the reason as a sentence, with the path.
    """

    path: str
    real: str
    interpreter: str = ""
    refused: Refused | None = None
    error: str = ""


def find_executable(path: str, host: Host) -> Executable:
    """Find out what the kernel would run."""
    if host.platform is not Platform.LINUX:
        return Executable(path, path)
    found = _locate(path, host)
    if not found:
        error = f"{path} is in none of the folders of PATH"
        return Executable("", path, refused=Refused.NOT_FOUND, error=error)
    refused = _refusal(found, host)
    real = real_program(found, host)
    if refused:
        return Executable(found, real, refused=refused[0], error=refused[1])
    named = _shebang(real, host)
    if named:
        return Executable(found, _interpreter(named, host), named)
    return Executable(found, real)


def real_program(path: str, host: Host) -> str:
    """Return an absolute path after all links, as it is named below the host's root."""
    try:
        return resolve_links(host.root, path)
    except OSError:  # links in a circle
        return posixpath.normpath(path)


def _locate(path: str, host: Host) -> str:
    """Return the absolute path that execvp would start, or ""."""
    if "/" in path:
        return posixpath.join(host.working_directory, path)
    folders = (host.plain_env("PATH") or host.built_in(DEFAULT_PATH)).split(":")
    here = host.working_directory
    candidates = [posixpath.join(here, folder, path) for folder in folders]
    for candidate in candidates:
        if not _refusal(candidate, host):
            return candidate
    return next((c for c in candidates if os.path.lexists(f"{host.root}{c}")), "")


def _refusal(path: str, host: Host) -> tuple[Refused, str] | None:
    try:
        inside = real_path(host.root, path)
        found = os.stat(inside)
    except PermissionError:
        return Refused.NOT_FOUND, f"{path} is in a folder that you may not enter"
    except (OSError, ValueError):  # ValueError: a NUL byte in the path
        return Refused.NOT_FOUND, f"{path} does not exist"
    if stat.S_ISDIR(found.st_mode):
        return Refused.FOLDER, f"{path} is a folder"
    if not stat.S_ISREG(found.st_mode) or not found.st_mode & 0o111:
        return Refused.NOT_EXECUTABLE, f"{path} is not executable"
    if not os.access(inside, os.X_OK):
        return Refused.NOT_EXECUTABLE, f"{path} is not executable for you"
    return None


def _interpreter(named: str, host: Host) -> str:
    """Return the real path of what runs a script whose first line names a program."""
    for _ in range(_NESTED_SCRIPTS):
        real = real_program(named, host)
        named = _shebang(real, host)
        if not named:
            break
    return real


def _shebang(path: str, host: Host) -> str:
    """Return what the first line names, as an absolute path; through env, what that runs."""
    try:
        line = read_beginning(real_path(host.root, path), _SHEBANG_LIMIT + 1)
    except (OSError, ValueError):
        return ""
    if not line.startswith(b"#!"):
        return ""
    words = os.fsdecode(line[2:].split(b"\n")[0]).split()
    if not words:
        return ""
    first = posixpath.join(host.working_directory, words[0])
    if posixpath.basename(first) != "env":
        return first
    # env looks the interpreter up in PATH and becomes it.
    named = next((w for w in words[1:] if not w.startswith("-") and "=" not in w), "")
    return (_locate(named, host) if named else "") or first
