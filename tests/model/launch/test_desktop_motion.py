"""The wish for less motion, asked of a portal on a real bus by whichever tool is there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.framework.session_bus import session_bus
from vkconfig_py.model.launch.desktop_bus import asks_for_less_motion

PORTAL = Path(__file__).parents[2] / "framework/settings_portal.py"
TOOLS = [one for one in ("busctl", "gdbus") if shutil.which(one)]


@pytest.mark.parametrize(
    ("said", "is_asked"),
    [
        (("org.freedesktop.appearance", "reduced-motion", "uint32 1"), True),
        (("org.freedesktop.appearance", "reduced-motion", "uint32 0"), False),
        (("org.gnome.desktop.interface", "enable-animations", "false"), True),
        (("org.gnome.desktop.interface", "enable-animations", "true"), False),
        (("org.kde.kdeglobals.KDE", "AnimationDurationFactor", "'0'"), True),
        (("org.kde.kdeglobals.KDE", "AnimationDurationFactor", "'0.5'"), False),
    ],
)
def test_each_desktop_is_understood(tmp_path, said, is_asked):
    with session_bus(tmp_path, PORTAL, *said) as (environment, _served):
        for tool in TOOLS:
            only = tmp_path / tool
            only.mkdir()
            (only / tool).symlink_to(shutil.which(tool))
            assert asks_for_less_motion({**environment, "PATH": str(only)}) is is_asked


def test_where_nobody_tells_nothing_is_asked_for(tmp_path):
    assert not asks_for_less_motion({"PATH": str(tmp_path)})


@pytest.mark.parametrize(
    ("name", "text", "is_asked"),
    [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations = 0\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
    ],
)
def test_without_a_portal_the_files_of_gtk_and_kde_tell(tmp_path, name, text, is_asked):
    file = tmp_path / ".config" / name
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert asks_for_less_motion({"PATH": "", "HOME": str(tmp_path)}) is is_asked


@pytest.mark.parametrize(
    ("desktop", "tool"),
    [("X-Cinnamon", "gsettings"), ("MATE", "gsettings"), ("XFCE", "xfconf-query")],
)
@pytest.mark.parametrize(("said", "is_asked"), [("false", True), ("true", False)])
def test_without_a_portal_the_settings_of_the_desktop_tell(tmp_path, desktop, tool, said, is_asked):
    (tmp_path / tool).write_text(f"#!/bin/sh\necho {said}\n")
    (tmp_path / tool).chmod(0o755)
    environment = {"PATH": str(tmp_path), "HOME": str(tmp_path), "XDG_CURRENT_DESKTOP": desktop}
    assert asks_for_less_motion(environment) is is_asked
    assert not asks_for_less_motion({**environment, "XDG_CURRENT_DESKTOP": "LXQt"})
