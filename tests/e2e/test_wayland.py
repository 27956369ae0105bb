"""The window on Wayland, which tells no program where its windows are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.session import VALIDATION, Session, Window
from tests.e2e.wayland import wayland_desktop
from tests.framework.reference import debian_loader
from vkconfig_py.model.files.paths import state_paths
from vkconfig_py.ui.widgets.placement import Placement
from vkconfig_py.ui.window.window_parts import WindowState


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Return a fresh home on a Wayland desktop."""
    with wayland_desktop() as desktop:
        yield Session(tmp_path, desktop, debian_loader())


def is_said(window: Window, *words: str) -> bool:
    """Return whether the program said something to the compositor."""
    lines = (window.session.folder / "window.log").read_text(errors="replace").splitlines()
    return any(" -> " in line and all(word in line for word in words) for line in lines)


def test_the_window_paints_and_its_panels_menus_and_drags_work_on_wayland(session: Session) -> None:
    with session.window("--demo") as window:
        state = window.state()
        assert state["platform"] == "wayland"
        # Compositors find icon and name of a window by the desktop file of this name.
        assert state["desktop_file"]
        assert is_said(window, "set_app_id", f'"{state["desktop_file"]}"')
        window.wait(
            "a painted window", lambda _s: is_said(window, "wl_surface", ".attach(wl_buffer")
        )

        for panel in ("problems", "preview", "journal"):
            window.trigger(f"panel_{panel}")
            window.wait(panel, lambda s, name=panel: s["panel"] == name)

        window.ask(ask="use", name="Menu")
        window.wait("the menu", lambda s: s["popup"])
        window.ask(ask="close popup")
        window.wait("no menu", lambda s: not s["popup"])

        window.ask(ask="turn", name=VALIDATION, control="on")
        window.wait("it in the chain", lambda s: s["answered"] and VALIDATION in s["chain"])
        window.ask(ask="drag", name=VALIDATION, place=0)
        window.wait("it on top", lambda s: s["answered"] and s["chain"][0] == VALIDATION)


def test_what_wayland_does_not_tell_is_not_relied_on(session: Session) -> None:
    with session.window() as window:
        window.ask(ask="resize", width=1100, height=800)
        window.trigger("panel_problems")
        window.wait("problems", lambda s: s["panel"] == "problems")
        window.ask(ask="float", panel="problems")
        window.wait("its own window", lambda s: s["floating"] == ["problems"])
    kept: Any = Placement.parse(
        WindowState(state_paths(session.environment()).state).text("window/placement")
    )
    assert not kept.is_placed
    assert (kept.normal.width(), kept.normal.height()) == (1100, 800)
    with session.window() as window:
        window.wait("its own window", lambda s: s["floating"] == ["problems"])
