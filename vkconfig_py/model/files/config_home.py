"""Where the user's configuration is, and the language that is chosen there.

The language is asked for when a process begins, before any module with sentences is imported. So
this one imports none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

PROGRAM = "vkconfig-py"
PREFERENCES_FILE = "preferences.json"
LANGUAGE_KEY, AS_DESKTOP = "language", "system"
_LARGEST = 1 << 20  # bytes of a file of preferences


def absolute(environment: Mapping[str, str], name: str) -> str:
    """Return the value of a variable, "" for a relative path, as XDG demands."""
    value = environment.get(name, "")
    return value if value.startswith("/") else ""


def config_home(environment: Mapping[str, str]) -> str:
    """Return the folder for configuration on Linux, "" without a home."""
    home = absolute(environment, "HOME")
    return absolute(environment, "XDG_CONFIG_HOME") or (home and f"{home}/.config")


def temporary_home(environment: Mapping[str, str]) -> str:
    """Return the folder of ours on Linux where there is no home."""
    return f"{absolute(environment, 'TMPDIR') or '/tmp'}/{PROGRAM}-{os.geteuid()}"


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language of the preferences, or "" for that of the desktop."""
    try:
        content = _read(Path(_find_own_folder(environment), PREFERENCES_FILE))
    except (OSError, ValueError):
        return ""
    if f'"{LANGUAGE_KEY}"'.encode() not in content:
        return ""
    import json  # imported by few starts: most follow the desktop

    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    language = document.get(LANGUAGE_KEY) if isinstance(document, dict) else None
    # It becomes a part of a file's name.
    if not isinstance(language, str) or not language.isidentifier():
        return ""
    return "" if language == AS_DESKTOP else language


def _find_own_folder(environment: Mapping[str, str]) -> str:
    if sys.platform in ("darwin", "win32"):  # noqa: TID251 - there is no Host yet
        from platformdirs import user_config_dir

        return user_config_dir(PROGRAM, appauthor=False)
    config = config_home(environment)
    return f"{config}/{PROGRAM}" if config else temporary_home(environment)


def _read(file: Path) -> bytes:
    if not file.is_file():  # to open a pipe might never end
        return b""
    with file.open("rb") as opened:
        return opened.read(_LARGEST)
