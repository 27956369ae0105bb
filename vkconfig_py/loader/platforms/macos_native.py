"""What the running macOS answers to the loader's questions.

Source: loader.c, read_data_files_in_search_paths (CFBundleGetMainBundle); vk_loader_platform.h,
loader_platform_executable_path (proc_pidpath) and is_high_integrity.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from ctypes import c_bool, c_char_p, c_int, c_long, c_uint32, c_void_p

from vkconfig_py.loader.base.records import Any, NamedTuple

_CORE_FOUNDATION = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"
_LIBPROC = "/usr/lib/libproc.dylib"
_MAX_PATH_LENGTH = 4096  # PROC_PIDPATHINFO_MAXSIZE


class RunningMac(NamedTuple):
    """Answers about this process, or "" for what could not be found out."""

    bundle_resources: str
    executable: str
    elevated: bool


def read_macos(open_library: Callable[[str], Any] = ctypes.CDLL) -> RunningMac:
    """Return what the loader asks the running macOS: bundle resources and program.

    Args:
        open_library: opens a system library by its path.
    """
    return RunningMac(
        _find_bundle_resources(open_library),
        _find_executable(open_library),
        os.geteuid() != os.getuid() or os.getegid() != os.getgid(),
    )


def _find_bundle_resources(open_library: Callable[[str], Any]) -> str:
    """Return the resources folder of the program's bundle, or "" without one."""
    try:
        core_foundation = open_library(_CORE_FOUNDATION)
        main = _set_signature(core_foundation.CFBundleGetMainBundle, c_void_p)
        resources = _set_signature(
            core_foundation.CFBundleCopyResourcesDirectoryURL, c_void_p, c_void_p
        )
        release = _set_signature(core_foundation.CFRelease, None, c_void_p)
        represent = _set_signature(
            core_foundation.CFURLGetFileSystemRepresentation,
            c_bool,
            c_void_p,
            c_bool,
            c_char_p,
            c_long,
        )
    except (OSError, AttributeError):
        return ""
    bundle = main()  # not owned: it is not released
    url = resources(bundle) if bundle else None
    if not url:
        return ""
    try:
        path = ctypes.create_string_buffer(_MAX_PATH_LENGTH)
        # True resolves the URL against the working directory: an absolute path.
        return os.fsdecode(path.value) if represent(url, True, path, len(path)) else ""
    finally:
        release(url)


def _find_executable(open_library: Callable[[str], Any]) -> str:
    """Return the path of this program, or "" if macOS does not tell it."""
    try:
        pidpath = _set_signature(
            open_library(_LIBPROC).proc_pidpath, c_int, c_int, c_char_p, c_uint32
        )
    except (OSError, AttributeError):
        return ""
    path = ctypes.create_string_buffer(_MAX_PATH_LENGTH)
    return os.fsdecode(path.value) if pidpath(os.getpid(), path, len(path)) > 0 else ""


def _set_signature(function: Any, result: Any, *arguments: Any) -> Any:
    """Set result and argument types of a C function, and return it."""
    function.restype, function.argtypes = result, arguments
    return function
