"""The virtual environment: create it, fill it with the locked versions, know when it is ready.

A stamp file in the environment remembers which lock it satisfies. Reading it is all that a later
start costs; an environment made by hand is looked at once and gets its stamp.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from devtools.console import ROOT, SetupError, announce_step, run_quietly
from devtools.packages import ensure_packages

FOLDER = ROOT / ".venv"
COMMANDS_LOCK = ROOT / "requirements" / "commands.txt"  # of run.txt what is not Qt
RUN_LOCK = ROOT / "requirements" / "run.txt"
DEV_LOCK = ROOT / "requirements" / "dev.txt"
_STAMP_FILE = FOLDER / "vkconfig-py.stamp"
_ASK_VERSIONS = (
    "import importlib.metadata as m\n"
    "for d in m.distributions(): print(d.metadata['Name'], d.version)"
)


def python() -> Path:
    """Return the environment's interpreter."""
    return FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure_venv(lock: Path) -> Path:
    """Return the interpreter of an environment that satisfies a lock file."""
    if _is_ready(lock):
        return python()
    with _hold_lock():
        if _is_ready(lock):  # another dev.py made it while this one waited
            return python()
        installed = _installed_versions()
        if installed is None or "pip" not in installed:
            _create_environment()
            installed = {}
        if any(installed.get(name) != version for name, version in _read_pins(lock).items()):
            name = lock.relative_to(ROOT)
            with announce_step(
                f"Installing the locked versions of {name} (may take minutes the first time)"
            ):
                _install_lock(python(), lock)
        _write_stamp(lock)
    return python()


def _is_ready(lock: Path) -> bool:
    try:
        stamp = _STAMP_FILE.read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return python().exists() and _make_stamp(lock) in stamp


def _make_stamp(lock: Path) -> str:
    """Name what the stamp vouches for: this lock's content, on the environment's Python."""
    try:
        interpreter = os.path.realpath(python())
        made_for = (FOLDER / "pyvenv.cfg").read_bytes()
    except OSError:
        return "no environment"
    text = lock.read_bytes() + made_for + interpreter.encode()
    return f"{lock.name} {hashlib.sha256(text).hexdigest()}"


def _write_stamp(lock: Path) -> None:
    # Each contains the ones before it, with the same versions.
    locks = [COMMANDS_LOCK, RUN_LOCK, DEV_LOCK]
    locks = locks[: locks.index(lock) + 1]
    _STAMP_FILE.write_text("".join(f"{_make_stamp(known)}\n" for known in locks), encoding="utf-8")


def _installed_versions() -> Mapping[str, str] | None:
    """Ask the environment what it holds; None when there is none that works."""
    try:
        answer = subprocess.run(
            [python(), "-c", _ASK_VERSIONS], check=True, capture_output=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return {
        _normalize_name(name): version
        for name, _, version in (x.partition(" ") for x in answer.split("\n"))
    }


def _read_pins(lock: Path) -> dict[str, str]:
    """Return the versions a lock file asks for, without those for another system."""
    pins = {}
    for line in lock.read_text(encoding="utf-8").splitlines():
        found = re.match(r"([A-Za-z0-9._-]+)==([^ ;\\]+)([^\\]*)", line)
        if found and "sys_platform == 'win32'" not in found[3]:
            pins[_normalize_name(found[1])] = found[2]
    return pins


def _normalize_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def list_required_packages() -> tuple[str, ...]:
    """Return what the system must have before an environment can be made."""
    # Debian takes ensurepip out of its python3; an environment that is there does without it.
    return () if python().exists() or _can_create() else ("python3-venv",)


def _can_create() -> bool:
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def _create_environment() -> None:
    ensure_packages(list_required_packages())
    if not _can_create():
        raise SetupError(
            f"{sys.executable} cannot make virtual environments (it has no ensurepip). "
            "Run dev.py with a Python that can, e.g. /usr/bin/python3."
        )
    with announce_step(f"Creating the virtual environment in {FOLDER}"):
        if FOLDER.exists():
            shutil.rmtree(FOLDER)
        run_quietly([sys.executable, "-m", "venv", str(FOLDER)])


def make_environment(folder: Path, *locks: Path) -> Path:
    """Make an environment beside this one, and return its interpreter."""
    with announce_step(f"Making an environment with {locks[-1].relative_to(ROOT)}"):
        run_quietly([sys.executable, "-m", "venv", str(folder)])
        interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        _install_lock(interpreter, *locks)
    return interpreter


def _install_lock(interpreter: Path, *locks: Path) -> None:
    run_quietly(
        [
            *(str(interpreter), "-m", "pip", "install", "--disable-pip-version-check"),
            # The lock is complete. Left to look for dependencies, pip before 23.3 takes the
            # newest release for one that is named with an extra, and then refuses it.
            *("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"),
            *(word for lock in locks for word in ("-r", str(lock))),
        ]
    )


@contextmanager
def _hold_lock() -> Iterator[None]:
    """Let two dev.py started at once wait for each other."""
    if os.name == "nt":
        yield
        return
    import fcntl

    with (ROOT / "requirements" / "dev.in").open(encoding="utf-8") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        yield
