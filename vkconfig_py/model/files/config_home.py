"""Where the user's configuration is, and the language that is chosen there.

The language is asked for when a process begins, before any module with sentences is imported. So
this one imports none.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

PROGRAM = "vkconfig-py"
PREFERENCES_FILE = "preferences.json"
LANGUAGE_KEY, DESKTOP_LANGUAGE = "language", "system"
_MAX_PREFERENCES_SIZE = 1 << 20  # bytes of a file of preferences


def read_absolute_path(environment: Mapping[str, str], name: str) -> str:
    """Return the value of a variable, "" for a relative path, as XDG demands."""
    value = environment.get(name, "")
    return value if value.startswith("/") else ""


def find_config_folder(environment: Mapping[str, str]) -> str:
    """Return the folder for configuration on Linux, "" without a home."""
    home = read_absolute_path(environment, "HOME")
    return read_absolute_path(environment, "XDG_CONFIG_HOME") or (home and f"{home}/.config")


def make_temporary_path(environment: Mapping[str, str]) -> str:
    """Return vkconfig-py's own folder in /tmp, used on Linux where HOME is not set."""
    return f"{read_absolute_path(environment, 'TMPDIR') or '/tmp'}/{PROGRAM}-{os.geteuid()}"


def read_preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language of the preferences, or "" for that of the desktop."""
    try:
        content = _read_beginning(Path(_find_own_folder(environment), PREFERENCES_FILE))
    except (OSError, ValueError):
        return ""
    if f'"{LANGUAGE_KEY}"'.encode() not in content:
        return ""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    language = document.get(LANGUAGE_KEY) if isinstance(document, dict) else None
    # It becomes a part of a file's name.
    if not isinstance(language, str) or not language.isidentifier():
        return ""
    return "" if language == DESKTOP_LANGUAGE else language


def _find_own_folder(environment: Mapping[str, str]) -> str:
    """Return the folder of vkconfig-py's configuration on this platform."""
    if sys.platform in ("darwin", "win32"):  # noqa: TID251 - there is no Host yet
        from platformdirs import user_config_dir

        return user_config_dir(PROGRAM, appauthor=False)
    config = find_config_folder(environment)
    return f"{config}/{PROGRAM}" if config else make_temporary_path(environment)


def _read_beginning(file: Path) -> bytes:
    """Return the first bytes of a file, b"" if it is not a regular file."""
    if not file.is_file():  # to open a pipe might never end
        return b""
    with file.open("rb") as stream:
        return stream.read(_MAX_PREFERENCES_SIZE)
