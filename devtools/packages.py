"""Debian packages that a command needs: find what is missing, install it when root."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from devtools.console import MISSING_PACKAGES, SetupError, announce_step, print_now, run_quietly

# What Qt's wheel expects of the system: the libraries of QtGui and QtWidgets, those of its xcb
# platform plugin (Qt itself names only libxcb-cursor0 when one is missing), those of wayland and
# of QtNetwork, which has local sockets.
QT = (
    "libgl1",
    "libegl1",
    "libxkbcommon0",
    "libfontconfig1",
    "libglib2.0-0",
    "libdbus-1-3",
    "libxcb-cursor0",
    "libxkbcommon-x11-0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
    "libwayland-cursor0",
    "libwayland-egl1",
    "libgssapi-krb5-2",
    "libbrotli1",
)
# A real Vulkan: loader, software driver, four layers from four projects, the tool that asks them.
VULKAN = (
    "libvulkan1",
    "libvulkan-dev",
    "mesa-vulkan-drivers",
    "vulkan-tools",
    "vulkan-validationlayers",
    "mangohud",
    "vkbasalt",
)
# Headers of Windows and a compiler that reads them, to compare structures and formats with.
MINGW = ("gcc-mingw-w64-x86-64",)
# A screen without a screen, hands for it, and a compiler for the drivers and layers of the tests.
DESKTOP = ("xvfb", "xdotool", "openbox", "weston", "sway", "gcc", "libc6-dev")
# What desktops make of our desktop file, metadata and file type, and man of the manual page.
DESKTOP_FILES = ("desktop-file-utils", "appstream", "shared-mime-info", "groff-base")
# What screen readers listen on, and the bindings of the system's Python that ask it.
ACCESSIBILITY = ("at-spi2-core", "dbus-daemon", "python3-gi", "gir1.2-atspi-2.0")
# Another machine: a server of the test's own, and the program that people ask it with.
SSH = ("openssh-client", "openssh-server")
# A program in a file system of its own.
SANDBOX = ("bubblewrap",)
# Another CPU for the machine code that is made for it: compiler and emulator.
ARM = ("gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user")

# Real loaders for Windows: what runs them, and a compiler for the program that asks them.
WINDOWS = ("wine64", "gcc-mingw-w64-x86-64")

# What makes the packages of the program, and a bare Debian to install each of them in.
PACKAGING = (
    *("dpkg-dev", "binutils", "patchelf", "lintian", "debootstrap"),
    *("flatpak-builder", "elfutils"),
)

RUN = QT
TEST = QT + VULKAN + MINGW + DESKTOP + DESKTOP_FILES + ACCESSIBILITY + SSH + SANDBOX + ARM


def find_missing(names: Sequence[str]) -> list[str]:
    """Return the packages that dpkg does not know as installed."""
    # Debian and Ubuntu renamed some libraries for 64-bit times; either name will do.
    asked = [candidate for name in names for candidate in (name, f"{name}t64")]
    answer = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\n", *asked],
        check=False,
        capture_output=True,
        text=True,
    ).stdout
    installed = {line.split()[0] for line in answer.splitlines() if line.endswith(" installed")}
    return [name for name in names if not installed & {name, f"{name}t64"}]


def ensure_packages(names: Sequence[str], *, root: bool | None = None) -> None:
    """Install what is missing, or say in one line how a person with the right to can."""
    may_install = _is_root() if root is None else root
    if shutil.which("dpkg-query") is None:
        return  # not a Debian: the libraries have other names there, and Qt says what it misses
    missing = find_missing(names) if names else []
    if not missing:
        return
    line = f"apt-get install --no-install-recommends {' '.join(missing)}"
    if not may_install:
        raise SetupError(
            f"These packages are missing. Install them, then run this again:\n  sudo {line}",
            MISSING_PACKAGES,
        )
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    print_now(f"Missing packages: {' '.join(missing)}")
    with announce_step("Refreshing the package lists"):
        run_quietly(["apt-get", "-q", "update"], environment)
    with announce_step(f"Installing {len(missing)} packages"):
        run_quietly(
            ["apt-get", "-q", "install", "-y", "--no-install-recommends", *missing], environment
        )


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
