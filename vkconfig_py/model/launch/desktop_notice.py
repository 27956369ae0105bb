"""Desktop notices: sentences that the desktop shows when the window is not in front.

Desktop Notifications Specification 1.2, org.freedesktop.Notifications.Notify. Its replaces_id is a
uint32, which QtDBus of PySide cannot send (a Python number becomes an int32), so a tool of the
desktop sends it: whichever of three is there.
"""

from __future__ import annotations

import html
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files.paths import APPLICATION_ID

_LONGEST = 5.0  # seconds that a desktop may take to answer
_NAME = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_APP = "vkconfig-py"


class DesktopNotice(NamedTuple):
    """What is shown: a line, and a sentence below it."""

    title: str
    text: str


def send_notice(environment: Mapping[str, str], notice: DesktopNotice) -> bool:
    """Show a notice; False if the desktop has no tool or no service for it. May wait seconds."""
    return ask_desktop(commands_for(notice), environment) is not None


def ask_desktop(
    commands: Iterable[tuple[str, ...]], environment: Mapping[str, str]
) -> bytes | None:
    """What the first command prints that succeeds; None if none does. May wait seconds."""
    for command in commands:
        tool = shutil.which(command[0], path=environment.get("PATH"))
        if tool is None:
            continue
        try:
            done = subprocess.run(
                (tool, *command[1:]),
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=_LONGEST,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return done.stdout
    return None


def commands_for(notice: DesktopNotice) -> Iterator[tuple[str, ...]]:
    """Commands that send a notice: of libnotify, systemd and GLib."""
    # Servers may read the text as markup, never the title.
    title, text = notice.title, html.escape(notice.text, quote=False)
    # With it desktops show the program's name and icon, and bring its window to the front.
    entry = ("desktop-entry", APPLICATION_ID)
    yield (
        "notify-send", f"--app-name={_APP}", f"--icon={APPLICATION_ID}",
        f"--hint=string:{entry[0]}:{entry[1]}", "--", title, text,
    )  # fmt: skip
    yield (
        "busctl", "--user", "--", "call", _NAME, _PATH, _NAME, "Notify", "susssasa{sv}i",
        _APP, "0", APPLICATION_ID, title, text, "0", "1", entry[0], "s", entry[1], "-1",
    )  # fmt: skip
    yield (
        "gdbus", "call", "--session", "--dest", _NAME, "--object-path", _PATH,
        "--method", f"{_NAME}.Notify", "--", _quoted(_APP), "0", _quoted(APPLICATION_ID),
        _quoted(title), _quoted(text), "@as []", f"{{'{entry[0]}': <'{entry[1]}'>}}", "-1",
    )  # fmt: skip


def _quoted(text: str) -> str:
    """A string of the GVariant text format."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"
