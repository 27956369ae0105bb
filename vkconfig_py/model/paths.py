"""Where this program keeps its own files.

These are folders of this program alone, by the XDG base directory rules on Linux and by
platformdirs elsewhere. Folders that the Vulkan loader reads are never taken from here or from a
helper library: they come from the engine's own search list, which differs per loader version.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from vkconfig_py.loader.host import Host, Platform
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.presence import is_folder

PROGRAM = "vkconfig-py"
LAUNCH_PREFIX = "launch-"


class StatePaths(NamedTuple):
    """Folders of this program.

    Attributes:
        configurations: one JSON file per configuration (user configuration folder).
        state: journal, applied set, window state, loader versions (user state folder).
        runtime: private folders of launches.
        note: "" or the sentence that says why a temporary folder stands in.
    """

    configurations: Path
    state: Path
    runtime: Path
    note: str = ""


def folder_to_be_made(host: Host) -> str:
    """Return where the private folder of a launch will be; its last letters are drawn then."""
    runtime = _absolute(host.environment, "XDG_RUNTIME_DIR") or Path("/run")
    return str(runtime / PROGRAM / f"{LAUNCH_PREFIX}XXXXXXXX")


def state_paths(environment: Mapping[str, str], platform: Platform = Platform.LINUX) -> StatePaths:
    """Choose the program's folders for a session; nothing that a user keeps is created.

    A relative value of an XDG variable is ignored, as the base directory specification asks.
    Without HOME a private temporary folder stands in, and `note` says so.
    """
    if platform is not Platform.LINUX:
        return _platform_paths()
    home = _absolute(environment, "HOME")
    config = _absolute(environment, "XDG_CONFIG_HOME") or (home and home / ".config")
    state = _absolute(environment, "XDG_STATE_HOME") or (home and home / ".local" / "state")
    runtime = _absolute(environment, "XDG_RUNTIME_DIR")
    if config and state and runtime and is_folder(runtime):
        return StatePaths(config / PROGRAM / "configurations", state / PROGRAM, runtime / PROGRAM)
    fallback = _private_temporary(environment)
    note = ""
    if not config or not state:
        note = (
            f"HOME is not set: configurations and the journal are kept in {fallback}, "
            "which the system may clean up."
        )
    return StatePaths(
        configurations=(config / PROGRAM if config else fallback) / "configurations",
        state=state / PROGRAM if state else fallback / "state",
        runtime=runtime / PROGRAM if runtime and is_folder(runtime) else fallback / "run",
        note=note,
    )


def _platform_paths() -> StatePaths:
    from platformdirs import PlatformDirs

    own = PlatformDirs(PROGRAM, appauthor=False)
    return StatePaths(
        own.user_config_path / "configurations", own.user_state_path, own.user_runtime_path
    )


def _absolute(environment: Mapping[str, str], name: str) -> Path | None:
    value = environment.get(name, "")
    return Path(value) if value.startswith("/") else None


def _private_temporary(environment: Mapping[str, str]) -> Path:
    """Return a folder in the temporary directory that nobody else can have prepared for us."""
    base = _absolute(environment, "TMPDIR") or Path("/tmp")
    folder = base / f"{PROGRAM}-{os.getuid()}"
    try:
        found = folder.lstat()
    except OSError:
        return folder
    private = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    if private and not found.st_mode & 0o022:  # others may look, what is inside is closed itself
        return folder
    import tempfile

    return Path(tempfile.mkdtemp(prefix=f"{PROGRAM}-", dir=base))
