"""Whether the desktop asks for less motion.

Qt 6.11 has no hint for it. Desktops tell it through org.freedesktop.portal.Settings (version 1,
ReadAll), each by a key of its own. A tool of the desktop asks, as for notices: QtDBus would be one
more module in every package.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from vkconfig_py.model.launch.desktop_notice import ask_desktop

_NAME = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_METHOD = "org.freedesktop.portal.Settings"
# Namespaces with the key that says it, as busctl ('"key" b false') and gdbus ("'key': <false>")
# write it.
_SIGNS = {
    "org.freedesktop.appearance": r"reduced-motion['\"]:? <?u(?:int32)? 1\b",
    "org.gnome.desktop.interface": r"enable-animations['\"]:? <?(?:b )?false\b",
    "org.kde.kdeglobals.KDE": r"AnimationDurationFactor['\"]:? <?(?:s )?['\"]0(?:\.0*)?['\"]",
}
_SIGN = re.compile("|".join(_SIGNS.values()))


def asks_for_less_motion(environment: Mapping[str, str]) -> bool:
    """Ask the desktop; False where it does not tell. May wait seconds."""
    told = ask_desktop(_commands(), environment)
    return told is not None and _SIGN.search(told.decode(errors="replace")) is not None


def _commands() -> Iterator[tuple[str, ...]]:
    """Commands that read the settings: of systemd and of GLib."""
    spaces = tuple(_SIGNS)
    yield (
        "busctl", "--user", "call", _NAME, _PATH, _METHOD, "ReadAll",
        "as", str(len(spaces)), *spaces,
    )  # fmt: skip
    listed = ", ".join(f"'{one}'" for one in spaces)
    yield (
        "gdbus", "call", "--session", "--dest", _NAME, "--object-path", _PATH,
        "--method", f"{_METHOD}.ReadAll", f"[{listed}]",
    )  # fmt: skip
