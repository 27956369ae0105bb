"""vkSumi.conf: read as vkSumi reads it, edited without touching the rest.

Lines are those of MangoHud.conf but for two things: a name without “=”, and one without a value, do
not count. All its files count, and a value is that of the strongest one that has it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from vkconfig_py.model.formats import mangohud_conf
from vkconfig_py.model.formats.mangohud_conf import MangoHudLine


def find_effective_lines(content: bytes) -> Mapping[str, MangoHudLine]:
    """Return the line that is in effect for each name."""
    return mangohud_conf.find_effective_lines(content, needs_value=True)


def edit_conf(content: bytes, values: Mapping[str, str]) -> bytes:
    """Set values: in the line of a name, at its commented default, or last."""
    return mangohud_conf.edit_conf(content, values, needs_value=True)


def expand_path(path: str, environment: Mapping[str, str]) -> str:
    """Return a path in vkSumi.conf as vkSumi expands it."""
    home = environment.get("HOME", ".")
    if path.startswith("~"):
        path = f"{home}{path[1:]}"
    return posixpath.normpath(
        path.replace("$USER", environment.get("USER", "")).replace("$HOME", home)
    )
