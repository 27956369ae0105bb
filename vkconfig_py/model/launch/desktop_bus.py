"""Ask the desktop: show a notice when the window is not in front, and whether it wants less motion.

Notices: Desktop Notifications Specification 1.2, org.freedesktop.Notifications.Notify. Its
replaces_id is a uint32, which QtDBus of PySide cannot send (a Python number becomes an int32), so a
tool of the desktop sends it: whichever of three is there.
"""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files.paths import APPLICATION_ID

_MAX_SECONDS = 5.0  # seconds that a desktop may take to answer
_NOTIFICATIONS_NAME = "org.freedesktop.Notifications"
_NOTIFICATIONS_PATH = "/org/freedesktop/Notifications"
_APP_NAME = "vkconfig-py"

# Qt 6.11 has no hint for less motion. Desktops tell it through org.freedesktop.portal.Settings
# (version 1, ReadAll), each by a key of its own. A tool of the desktop asks, as for notices: QtDBus
# would be one more module in every package. Where no portal answers, the desktop's own settings are
# asked, and at last the files that GTK and KDE read where no desktop tells them anything.
_PORTAL_NAME = "org.freedesktop.portal.Desktop"
_PORTAL_PATH = "/org/freedesktop/portal/desktop"
_SETTINGS_INTERFACE = "org.freedesktop.portal.Settings"
# Namespaces with the key that says it, as busctl ('"key" b false') and gdbus ("'key': <false>")
# write it.
_LESS_MOTION_PATTERNS = {
    "org.freedesktop.appearance": r"reduced-motion['\"]:? <?u(?:int32)? 1\b",
    "org.gnome.desktop.interface": r"enable-animations['\"]:? <?(?:b )?false\b",
    "org.kde.kdeglobals.KDE": r"AnimationDurationFactor['\"]:? <?(?:s )?['\"]0(?:\.0*)?['\"]",
}
_LESS_MOTION_PATTERN = re.compile("|".join(_LESS_MOTION_PATTERNS.values()))
# By names in XDG_CURRENT_DESKTOP: what prints "false" where nothing shall move.
_DESKTOP_COMMANDS = {
    "X-Cinnamon": (("gsettings", "get", "org.cinnamon.desktop.interface", "enable-animations"),),
    "MATE": (
        ("gsettings", "get", "org.mate.interface", "gtk-enable-animations"),
        ("gsettings", "get", "org.mate.interface", "enable-animations"),
    ),
    "XFCE": (("xfconf-query", "-c", "xsettings", "-p", "/Gtk/EnableAnimations"),),
}
_MAX_FILE_SIZE = 1_000_000
_DISABLED_ANIMATIONS_PATTERN = re.compile(
    r"^\s*gtk-enable-animations\s*=\s*(?:0|false)\s*$", re.I | re.M
)
_FILE_PATTERNS = {
    "gtk-4.0/settings.ini": _DISABLED_ANIMATIONS_PATTERN,
    "gtk-3.0/settings.ini": _DISABLED_ANIMATIONS_PATTERN,
    "kdeglobals": re.compile(r"^\s*AnimationDurationFactor\s*=\s*0(?:\.0*)?\s*$", re.M),
}


class DesktopNotice(NamedTuple):
    """What is shown: a line, and a sentence below it."""

    title: str
    text: str


def send_notice(environment: Mapping[str, str], notice: DesktopNotice) -> bool:
    """Show a notice, which may take seconds.

    Return False if the desktop has no tool or no service for it.
    """
    return run_first_command(list_notice_commands(notice), environment) is not None


def run_first_command(
    commands: Iterable[tuple[str, ...]], environment: Mapping[str, str]
) -> bytes | None:
    """Run commands until one succeeds, and return what it prints, None if all fail.

    It may take seconds.
    """
    for command in commands:
        tool = shutil.which(command[0], path=environment.get("PATH"))
        if tool is None:
            continue
        try:
            completed_process = subprocess.run(
                (tool, *command[1:]),
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=_MAX_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if completed_process.returncode == 0:
            return completed_process.stdout
    return None


def list_notice_commands(notice: DesktopNotice) -> Iterator[tuple[str, ...]]:
    """Yield commands that send a notice: tools of libnotify, systemd and GLib."""
    # Servers may read the text as markup, never the title.
    title, text = notice.title, html.escape(notice.text, quote=False)
    # With it desktops show the program's name and icon, and bring its window to the front.
    entry = ("desktop-entry", APPLICATION_ID)
    yield (
        "notify-send", f"--app-name={_APP_NAME}", f"--icon={APPLICATION_ID}",
        f"--hint=string:{entry[0]}:{entry[1]}", "--", title, text,
    )  # fmt: skip
    yield (
        "busctl", "--user", "--", "call", _NOTIFICATIONS_NAME, _NOTIFICATIONS_PATH,
        _NOTIFICATIONS_NAME, "Notify", "susssasa{sv}i",
        _APP_NAME, "0", APPLICATION_ID, title, text, "0", "1", entry[0], "s", entry[1], "-1",
    )  # fmt: skip
    yield (
        "gdbus", "call", "--session", "--dest", _NOTIFICATIONS_NAME,
        "--object-path", _NOTIFICATIONS_PATH, "--method", f"{_NOTIFICATIONS_NAME}.Notify", "--",
        _quote_gvariant(_APP_NAME), "0", _quote_gvariant(APPLICATION_ID), _quote_gvariant(title),
        _quote_gvariant(text), "@as []", f"{{'{entry[0]}': <'{entry[1]}'>}}", "-1",
    )  # fmt: skip


def _quote_gvariant(text: str) -> str:
    """Return a string of the GVariant text format."""
    escaped_text = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped_text}'"


def asks_for_less_motion(environment: Mapping[str, str]) -> bool:
    """Return whether the user wants less animation, False if the desktop does not tell.

    It runs commands that may take seconds.
    """
    has_session_bus = "DBUS_SESSION_BUS_ADDRESS" in environment  # or a tool would start one
    desktop = run_first_command(_list_query_commands(), environment) if has_session_bus else None
    if desktop is not None:
        return _LESS_MOTION_PATTERN.search(desktop.decode(errors="replace")) is not None
    names = environment.get("XDG_CURRENT_DESKTOP", "").split(":")
    commands = (command for name in names for command in _DESKTOP_COMMANDS.get(name, ()))
    desktop = run_first_command(commands, environment)
    if desktop is not None:
        return desktop.strip() == b"false"
    return any(
        _file_matches(environment, name, pattern) for name, pattern in _FILE_PATTERNS.items()
    )


def _file_matches(environment: Mapping[str, str], name: str, pattern: re.Pattern[str]) -> bool:
    """Return whether a file in the folder for configuration contains a pattern."""
    folder = environment.get("XDG_CONFIG_HOME") or f"{environment.get('HOME', '')}/.config"
    try:
        with Path(folder, name).open(encoding="utf-8", errors="replace") as file:
            return pattern.search(file.read(_MAX_FILE_SIZE)) is not None
    except OSError:
        return False


def _list_query_commands() -> Iterator[tuple[str, ...]]:
    """Yield commands that read the desktop's settings: tools of systemd and GLib."""
    spaces = tuple(_LESS_MOTION_PATTERNS)
    yield (
        "busctl", "--user", "call", _PORTAL_NAME, _PORTAL_PATH, _SETTINGS_INTERFACE, "ReadAll",
        "as", str(len(spaces)), *spaces,
    )  # fmt: skip
    namespaces_text = ", ".join(f"'{space}'" for space in spaces)
    yield (
        "gdbus", "call", "--session", "--dest", _PORTAL_NAME, "--object-path", _PORTAL_PATH,
        "--method", f"{_SETTINGS_INTERFACE}.ReadAll", f"[{namespaces_text}]",
    )  # fmt: skip
