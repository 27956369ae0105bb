"""Check that a window can be opened, before loading Qt, which would abort the process."""

from __future__ import annotations

import socket
from collections.abc import Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.own_process import bundles_library
from vkconfig_py.loader.files.binaries import find_library_state

# What the xcb platform plugin of Qt links against beyond what every Qt program needs.
_XCB_LIBRARIES = (
    "libxcb-cursor.so.0",
    "libxkbcommon-x11.so.0",
    "libxcb-icccm.so.4",
    "libxcb-image.so.0",
    "libxcb-keysyms.so.1",
    "libxcb-render-util.so.0",
)
_GUI_LIBRARIES = ("libEGL.so.1", "libGL.so.1", "libfontconfig.so.1", "libxkbcommon.so.0")
_PACKAGE_HINT = tr(
    "On Debian and Ubuntu: {command}",
    command="sudo apt install libegl1 libgl1 libfontconfig1 libxkbcommon-x11-0 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0",
)


def find_display_problem(host: Host) -> str:
    """Return why no window can open, as sentences, or ""."""
    # Elsewhere a window needs no display server that could be missing.
    if host.platform is not Platform.LINUX:
        return ""
    environment = host.environment
    platform_name = environment.get("QT_QPA_PLATFORM", "")
    if not platform_name and not _has_display(environment):
        return tr(
            "No display: neither DISPLAY nor WAYLAND_DISPLAY is set, so the window cannot open."
        )
    # QT_QPA_PLATFORM is a list ("wayland;xcb"), a name may have options ("offscreen:size=1x1"), and
    # Qt tries the first one first.
    plain_text = platform_name.partition(":")[0].partition(";")[0]
    # With WAYLAND_DISPLAY Qt may choose the plugin for Wayland, which needs no X server.
    if plain_text in ("", "xcb") and not environment.get("WAYLAND_DISPLAY"):
        unreachable = _find_x_server_problem(environment.get("DISPLAY", ""))
        if unreachable:
            return unreachable
    libraries: tuple[str, ...] = _GUI_LIBRARIES
    if plain_text == "xcb" or (not plain_text and not environment.get("WAYLAND_DISPLAY")):
        libraries += _XCB_LIBRARIES
    needed_libraries = [name for name in libraries if not bundles_library(name)]
    missing_names = [
        name for name in needed_libraries if find_library_state(host, name).reason == "missing"
    ]
    if missing_names:
        return tr(
            "The window requires {libraries}, which this system does not have. {packages}",
            libraries=", ".join(missing_names),
            packages=_PACKAGE_HINT,
        )
    return ""


def _has_display(environment: Mapping[str, str]) -> bool:
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def _find_x_server_problem(display: str) -> str:
    """Return why no local X server answers at this DISPLAY, "" if one does or it is remote."""
    if not display.startswith(":"):
        return ""
    # ":0.1" is screen 1 of display 0: the socket belongs to the display.
    number = display[1:].partition(".")[0]
    if not number.isdecimal():
        return tr("DISPLAY is {display}, which is not a valid display name.", display=display)
    # XCB too tries the abstract socket before the one in the file system, which a container may
    # lack.
    for path in (f"\0/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            # connect() blocks while the queue of a server that hangs is full.
            probe.settimeout(2)
            try:
                probe.connect(path)
            except OSError:
                continue
            # An accepted connection does not mean that the server lets us in (xauth): that shows
            # only when Qt tries.
            return ""
    return tr("No display: no X server responds at DISPLAY={display}.", display=display)
