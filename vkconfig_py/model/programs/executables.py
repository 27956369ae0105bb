"""What the loader sees of a program: the path that app_keys are compared with.

The loader compares byte for byte with /proc/self/exe (loader_platform_executable_path), which is
the real path after symbolic links, and for a script the interpreter.
"""

from __future__ import annotations

import os
import posixpath
import stat
from enum import StrEnum
from pathlib import Path

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.presence import is_link

DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"
_SHEBANG_LIMIT = 255
_NESTED_SCRIPTS = 4  # Linux, BINPRM_MAX_RECURSION
_PATH_LIMIT = 1023  # the loader reads /proc/self/exe into 1024 bytes


class ProgramState(StrEnum):
    """What a program path leads to."""

    NONE = "none"  # no program is named
    BINARY = "binary"
    SCRIPT = "script"
    NOT_FOUND = "not-found"
    FOLDER = "folder"
    NOT_EXECUTABLE = "not-executable"
    CIRCLE = "circle"  # scripts that start each other and nothing else


class ProgramMatch(NamedTuple):
    """A program as started, and as the loader knows it.

    Attributes:
        name: what people call it: the base name as started.
        path: absolute path that is started, "" if there is none.
        real: the path that the loader compares with app_keys; "" if nothing would run, or if it
            cannot be told.
        interpreter: absolute path of what runs a script as its first line names it, else "".
        sentence: whether an override for `real` matches a start in this way; "" if plainly so.
        error: "" or why it cannot be started, with the path.
    """

    state: ProgramState
    name: str = ""
    path: str = ""
    real: str = ""
    interpreter: str = ""
    sentence: str = ""
    error: str = ""

    @property
    def runs(self) -> bool:
        """Return whether the program can be started."""
        return self.state in (ProgramState.BINARY, ProgramState.SCRIPT)

    @property
    def why_unmatched(self) -> str:
        """Return why it is not known what the loader compares, "" if it is or none is named."""
        if self.real or self.error or not self.name:
            return self.error
        return f"{self.name} {self.sentence}"


def describe_program(path: str, host: Host) -> ProgramMatch:
    """Find out what a program path, or a bare name to be looked up in PATH, leads to."""
    if not path:
        return ProgramMatch(state=ProgramState.NONE)
    name = posixpath.basename(path.rstrip("/")) or path
    found = _locate(path, host)
    if not found:
        error = f"{path} is in none of the folders of PATH"
        return ProgramMatch(state=ProgramState.NOT_FOUND, name=name, error=error)
    refused = _refusal(found, host)
    if refused:
        state, error = refused
        return ProgramMatch(state=state, name=name, path=found, error=error)
    real = _real(found, host)
    named = _shebang(real, host)
    if named:
        return _script(name, found, named, host)
    return ProgramMatch(
        state=ProgramState.BINARY,
        name=name,
        path=found,
        real=real,
        sentence=_binary_sentence(found, real, host),
    )


def _script(name: str, path: str, named: str, host: Host) -> ProgramMatch:
    real = _interpreter(named, host)
    return ProgramMatch(
        state=ProgramState.SCRIPT,
        name=name,
        path=path,
        real=real,
        interpreter=named,
        sentence=f"is a script: the loader sees {real}, and every script run by it matches",
    )


def _binary_sentence(path: str, real: str, host: Host) -> str:
    if len(os.fsencode(real)) > _PATH_LIMIT:
        return "its path is too long for the loader, so what is applied for it never matches"
    if posixpath.normpath(path) == real:
        return ""
    if _is_link(path, host):
        return f"starts through a symbolic link; the loader compares {real}"
    return f"lies in a folder that is a symbolic link; the loader compares {real}"


def _locate(path: str, host: Host) -> str:
    """Return the absolute path that execvp would start, or ""."""
    if "/" in path:
        return posixpath.join(host.working_directory, path)
    folders = (host.plain_env("PATH") or DEFAULT_PATH).split(":")
    candidates = [posixpath.join(folder or host.working_directory, path) for folder in folders]
    for candidate in candidates:
        if not _refusal(candidate, host):
            return candidate
    return next((c for c in candidates if os.path.lexists(_inside(c, host))), "")


def _refusal(path: str, host: Host) -> tuple[ProgramState, str] | None:
    inside = _inside(path, host)
    try:
        found = Path(inside).stat()
    except PermissionError:
        return ProgramState.NOT_FOUND, f"{path} is in a folder that you may not enter"
    except (OSError, ValueError):  # ValueError: a NUL byte in the path
        return ProgramState.NOT_FOUND, f"{path} does not exist"
    if stat.S_ISDIR(found.st_mode):
        return ProgramState.FOLDER, f"{path} is a folder"
    if not stat.S_ISREG(found.st_mode) or not found.st_mode & 0o111:
        return ProgramState.NOT_EXECUTABLE, f"{path} is not executable"
    if not os.access(inside, os.X_OK):
        return ProgramState.NOT_EXECUTABLE, f"{path} is not executable for you"
    return None


def _interpreter(named: str, host: Host) -> str:
    """Return the real path of what runs a script whose first line names a program."""
    for _ in range(_NESTED_SCRIPTS):
        real = _real(named, host)
        named = _shebang(real, host)
        if not named:
            break
    return real


def _shebang(path: str, host: Host) -> str:
    """Return what the first line names, as an absolute path; through env, what that runs."""
    try:
        with Path(_inside(path, host)).open("rb") as file:
            line = file.read(_SHEBANG_LIMIT + 1)
    except OSError:
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


def _inside(path: str, host: Host) -> str:
    return f"{host.root}{path}"


def _is_link(path: str, host: Host) -> bool:
    return is_link(Path(_inside(path, host)))


def _real(path: str, host: Host) -> str:
    """Return the path after all links, seen from the host's root."""
    if not host.root:
        return os.path.realpath(path)
    real = os.path.realpath(_inside(path, host))
    root = os.path.realpath(host.root)
    return real[len(root) :] if real.startswith(f"{root}/") else real
