"""Existence checks for paths, and the folders in which vkconfig-py keeps its own files.

They follow the XDG base directory specification on Linux and platformdirs elsewhere. Folders that
the Vulkan loader reads are never taken from here or from a helper library: they come from the
engine's own search list, which differs per loader version.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import zlib
from collections.abc import Mapping
from pathlib import Path

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import LOADERS_FILE, REQUESTS_FILE, SIZE_LIMIT
from vkconfig_py.loader.files.safe_paths import find_owner_id, find_user_name, read_whole
from vkconfig_py.model.files.config_home import (
    PREFERENCES_FILE,
    PROGRAM,
    find_config_folder,
    make_temporary_path,
    read_absolute_path,
)

# Like those of Path, these follow links and never raise: False for a path that may not be read
# and for links in a circle.
path_exists = os.path.exists
is_folder = os.path.isdir
is_file = os.path.isfile
is_link = os.path.islink


def has_nothing_at(path: Path) -> bool:
    """Return whether certainly nothing exists at a path, not even a dangling link."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def is_gone(path: Path) -> bool:
    """Return whether a path certainly leads to no file: it is missing or a dangling link."""
    try:
        return not path.exists()
    except OSError:
        return False


def read_regular(path: Path) -> bytes:
    """Read a regular file. Reading a pipe, a device or some /proc files might never finish.

    Raises:
        OSError: it cannot be read.
    """
    try:
        status = path.stat()
    except ValueError as error:  # a NUL byte in the path
        raise OSError(tr("it is not a valid path")) from error
    if not stat.S_ISREG(status.st_mode):
        raise OSError(tr("it is not a regular file"))
    if status.st_size > SIZE_LIMIT:
        raise OSError(tr("it is larger than {limit} MB", limit=SIZE_LIMIT >> 20))
    return read_whole(str(path))[1]


# What the system says of an error, in words that follow a colon.
_SYSTEM_REASONS = {
    errno.EACCES: message("permission denied"),
    errno.EAGAIN: message("resource temporarily unavailable"),
    errno.EBUSY: message("device or resource busy"),
    errno.EDQUOT: message("disk quota exceeded"),
    errno.EEXIST: message("file exists"),
    errno.EFBIG: message("file too large"),
    errno.EINVAL: message("invalid argument"),
    errno.EIO: message("input/output error"),
    errno.EISDIR: message("is a directory"),
    errno.ELOOP: message("too many levels of symbolic links"),
    errno.EMFILE: message("too many open files"),
    errno.ENAMETOOLONG: message("file name too long"),
    errno.ENOENT: message("no such file or directory"),
    errno.ENOEXEC: message("exec format error"),
    errno.ENOSPC: message("no space left on device"),
    errno.ENOTDIR: message("not a directory"),
    errno.ENOTEMPTY: message("directory not empty"),
    errno.EOPNOTSUPP: message("operation not supported"),
    errno.EPERM: message("operation not permitted"),
    errno.EROFS: message("read-only file system"),
    errno.ETXTBSY: message("text file busy"),
}


def describe_error(error: OSError) -> str:
    """Return what happened, in words that follow a colon, from the system or raised by us."""
    number, words = error.errno, error.strerror or str(error)
    if number in _SYSTEM_REASONS and words in ("", os.strerror(number)):
        return render(_SYSTEM_REASONS[number])
    return words


# Desktop file, icon, D-Bus name, AppStream component and window class all have this one name.
APPLICATION_ID = "io.github.vkconfig_py.VkconfigPy"
LAUNCH_PREFIX = "launch-"


class StatePaths(NamedTuple):
    """Folders in which vkconfig-py keeps its own files.

    Attributes:
        state: journal, applied set, window state (user state folder).
        note: why a temporary folder is used instead, as a sentence, or "".
        cache: folder of the disposable cache (loader versions, probe results), None for no cache.
        root_note: for root, whose home folder is used, as a sentence, or "".
        ends_with_login: `runtime` is in XDG_RUNTIME_DIR, which is removed at logout.
    """

    configurations: Path
    state: Path
    runtime: Path
    note: str = ""
    cache: Path | None = None
    root_note: str = ""
    ends_with_login: bool = False

    @property
    def loaders_file(self) -> str:
        """Path of the cached loader versions, "" without a cache folder."""
        return str(self.cache / LOADERS_FILE) if self.cache else ""

    @property
    def preferences_file(self) -> Path:
        """File of what the user prefers of the program itself."""
        return self.configurations.parent / PREFERENCES_FILE

    @property
    def requests_file(self) -> Path:
        """File of what programs asked their loader for by themselves."""
        return self.state / REQUESTS_FILE

    @property
    def search_file(self) -> Path:
        """File of the search for what breaks a program."""
        return self.state / "bisect.json"


# Under other variables of these names the snapshot, or what a launch gets, is another. Variables of
# implicit layers have any name, but those in use are like these: MANGOHUD, OBS_VKCAPTURE, ENABLE_X.
# Those of this program do not count: the window that runs has read its own.
_IDENTIFYING_PATTERN = re.compile(
    r"^(?!VKCONFIG_PY_)"
    r"(.*(VK|VULKAN|LAYER)|(ENABLE|DISABLE|MESA|MANGOHUD|__NV|__GLX)(_|$)|DRI_PRIME$)"
)
_IDENTIFYING_VARIABLES = (
    "HOME",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "QT_QPA_PLATFORM",
    "XDG_CONFIG_HOME",
    "XDG_CONFIG_DIRS",
    "XDG_DATA_HOME",
    "XDG_DATA_DIRS",
    "XDG_STATE_HOME",
    "LD_LIBRARY_PATH",
)


def make_window_path(environment: Mapping[str, str], paths: StatePaths, version: str) -> str:
    """Return the path, without its suffix, of lock and socket of the window that a start shows."""
    names = sorted(
        name
        for name in environment
        if name in _IDENTIFYING_VARIABLES or _IDENTIFYING_PATTERN.match(name)
    )
    identity = [version, str(paths.state), *(f"{name}={environment[name]}" for name in names)]
    number = zlib.crc32("\0".join(identity).encode("utf-8", "surrogateescape"))
    return str(paths.runtime / f"window-{number:08x}")


def make_launch_folder_template(host: Host) -> str:
    """Return the template of a launch's private folder, completed with random letters."""
    runtime = _read_absolute_path(host.environment, "XDG_RUNTIME_DIR") or Path(
        host.add_prefix("/run")
    )
    return str(runtime / PROGRAM / f"{LAUNCH_PREFIX}XXXXXXXX")


def find_state_paths(
    environment: Mapping[str, str], platform: Platform = Platform.LINUX
) -> StatePaths:
    """Determine the program's folders for a session. Creates nothing.

    A relative value of an XDG variable is ignored, as the base directory specification demands.
    Without HOME a private temporary folder is used, the same one each time, and `note` says so.
    """
    if platform is not Platform.LINUX:
        return _find_platform_paths()
    home = _read_absolute_path(environment, "HOME")
    config = find_config_folder(environment)
    state = _read_absolute_path(environment, "XDG_STATE_HOME") or (
        home and home / ".local" / "state"
    )
    cache = _read_absolute_path(environment, "XDG_CACHE_HOME") or (home and home / ".cache")
    runtime = _read_absolute_path(environment, "XDG_RUNTIME_DIR")
    fallback = Path(make_temporary_path(environment))
    ends_with_login = bool(runtime and is_folder(runtime))
    if runtime and ends_with_login:
        own_runtime = runtime / PROGRAM
    else:
        own_runtime = (state / PROGRAM if state and _is_foreign(fallback) else fallback) / "run"
    return StatePaths(
        configurations=(Path(config) / PROGRAM if config else fallback) / "configurations",
        state=state / PROGRAM if state else fallback / "state",
        runtime=own_runtime,
        note="" if config and state else _render_no_home(fallback),
        cache=cache / PROGRAM if cache else fallback / "cache",
        root_note=_render_root_note(environment, home),
        ends_with_login=ends_with_login,
    )


def _render_no_home(fallback: Path) -> str:
    """Return the note that HOME is not set, with the folder that is used instead."""
    if _is_foreign(fallback):
        return tr(
            "HOME is not set, and {fallback} is not a folder that you own: nothing can be "
            "saved. Set HOME or remove {fallback}.",
            fallback=fallback,
        )
    return tr(
        "HOME is not set: configurations and the history are stored in {fallback}, which "
        "the system may clean up.",
        fallback=fallback,
    )


def _is_foreign(folder: Path) -> bool:
    """Return whether our temporary folder's path belongs to another user or is not a folder."""
    try:
        # lstat, no link is followed: anyone can create one in /tmp.
        status = folder.lstat()
    except OSError:
        return False
    return not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid()


def _render_root_note(environment: Mapping[str, str], home: Path | None) -> str:
    """Return a note for root in another user's home or started by sudo, or "" for others."""
    if os.geteuid():
        return ""
    owner = find_owner_id(str(home)) if home else 0
    if owner:
        name = find_user_name(owner)
        return tr(
            "vkconfig-py is running as root in {name}'s home folder ({home}): files "
            "created there belong to {name}, and configurations applied there affect "
            "{name}'s programs.",
            name=name,
            home=home,
        )
    caller = environment.get("SUDO_UID", "")
    if not caller.isdecimal() or not int(caller):
        return ""
    name = find_user_name(int(caller))
    return tr(
        "vkconfig-py is running as root (started by {name} with sudo): it uses root's "
        "configurations, not {name}'s, and configurations applied for root do not affect "
        "{name}'s programs.",
        name=name,
    )


def _find_platform_paths() -> StatePaths:
    """Return the program's folders on Windows or macOS."""
    from platformdirs import PlatformDirs

    dirs = PlatformDirs(PROGRAM, appauthor=False)
    return StatePaths(
        dirs.user_config_path / "configurations",
        dirs.user_state_path,
        dirs.user_runtime_path,
        cache=dirs.user_cache_path,
    )


def _read_absolute_path(environment: Mapping[str, str], name: str) -> Path | None:
    """Return the value of a variable as a path, None if unset or relative."""
    value = read_absolute_path(environment, name)
    return Path(value) if value else None
