"""Whether the desktop asks for less motion.

Qt 6.11 has no hint for it. Desktops tell it through org.freedesktop.portal.Settings (version 1,
ReadAll), each by a key of its own. A tool of the desktop asks, as for notices: QtDBus would be one
more module in every package. Where no portal answers, the desktop's own settings are asked, and at
last the files that GTK and KDE read where no desktop tells them anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

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
# By names in XDG_CURRENT_DESKTOP: what prints "false" where nothing shall move.
_OF_DESKTOPS = {
    "X-Cinnamon": (("gsettings", "get", "org.cinnamon.desktop.interface", "enable-animations"),),
    "MATE": (
        ("gsettings", "get", "org.mate.interface", "gtk-enable-animations"),
        ("gsettings", "get", "org.mate.interface", "enable-animations"),
    ),
    "XFCE": (("xfconf-query", "-c", "xsettings", "-p", "/Gtk/EnableAnimations"),),
}
_LONGEST_FILE = 1_000_000
_NO_ANIMATIONS = re.compile(r"^\s*gtk-enable-animations\s*=\s*(?:0|false)\s*$", re.I | re.M)
_OF_FILES = {
    "gtk-4.0/settings.ini": _NO_ANIMATIONS,
    "gtk-3.0/settings.ini": _NO_ANIMATIONS,
    "kdeglobals": re.compile(r"^\s*AnimationDurationFactor\s*=\s*0(?:\.0*)?\s*$", re.M),
}


def asks_for_less_motion(environment: Mapping[str, str]) -> bool:
    """Ask the desktop; False where it does not tell. May wait seconds."""
    has_bus = "DBUS_SESSION_BUS_ADDRESS" in environment  # or a tool would start one
    told = ask_desktop(_commands(), environment) if has_bus else None
    if told is not None:
        return _SIGN.search(told.decode(errors="replace")) is not None
    names = environment.get("XDG_CURRENT_DESKTOP", "").split(":")
    asked = (command for name in names for command in _OF_DESKTOPS.get(name, ()))
    told = ask_desktop(asked, environment)
    if told is not None:
        return told.strip() == b"false"
    return any(_says(environment, name, sign) for name, sign in _OF_FILES.items())


def _says(environment: Mapping[str, str], name: str, sign: re.Pattern[str]) -> bool:
    folder = environment.get("XDG_CONFIG_HOME") or f"{environment.get('HOME', '')}/.config"
    try:
        with Path(folder, name).open(encoding="utf-8", errors="replace") as file:
            return sign.search(file.read(_LONGEST_FILE)) is not None
    except OSError:
        return False


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
