"""The window on Wayland, which tells no program where its windows are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.session import ROOT, Session, Window
from tests.e2e.wayland import SwayDesktop, sway_desktop, wayland_desktop
from tests.framework.patience import PATIENCE, wait_for
from tests.framework.reference import debian_loader
from vkconfig_py.model.files.paths import APPLICATION_ID, find_state_paths
from vkconfig_py.model.items.chain_model import MIME_TYPE
from vkconfig_py.ui.widgets.panes import Placement
from vkconfig_py.ui.window.window_parts import WindowState

MOVE = 2  # wl_data_device_manager.dnd_action


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Return a fresh home on a Wayland desktop."""
    with wayland_desktop() as desktop:
        yield Session(tmp_path, desktop, debian_loader())


@pytest.fixture
def sway() -> Iterator[SwayDesktop]:
    with sway_desktop() as desktop:
        yield desktop


@pytest.fixture
def tiled(tmp_path: Path, sway: SwayDesktop) -> Session:
    """Return a fresh home where a window fills its output."""
    return Session(tmp_path, sway, debian_loader())


def is_said(window: Window, *words: str) -> bool:
    """Return whether the program said something to the compositor."""
    return any(" -> " in line and all(word in line for word in words) for line in _lines(window))


def is_told(window: Window, *words: str) -> bool:
    """Return whether the compositor told the program something."""
    return any(" -> " not in line and all(w in line for w in words) for line in _lines(window))


def _lines(window: Window) -> list[str]:
    return (window.session.folder / "window.log").read_text(errors="replace").splitlines()


def test_the_window_paints_and_its_panels_open_on_wayland(session: Session) -> None:
    with session.window("--demo") as window:
        state = window.state()
        assert state["platform"] == "wayland"
        # Compositors find icon and name of a window by the desktop file of this name.
        assert state["desktop_file"]
        name = f'"{state["desktop_file"]}"'
        window.wait("its name", lambda _s: is_said(window, "set_app_id", name))
        window.wait(
            "a painted window", lambda _s: is_said(window, "wl_surface", ".attach(wl_buffer")
        )

        for panel in ("problems", "preview", "journal"):
            window.trigger(f"panel_{panel}")
            window.wait(panel, lambda s, name=panel: s["panel"] == name)


def test_what_wayland_does_not_tell_is_not_relied_on(session: Session) -> None:
    with session.window() as window:
        window.ask(ask="resize", width=1100, height=800)
        window.trigger("panel_problems")
        window.wait("problems", lambda s: s["panel"] == "problems")
        window.ask(ask="float", panel="problems")
        window.wait("its own window", lambda s: s["floating"] == ["problems"])
    kept: Any = Placement.parse(
        WindowState(find_state_paths(session.environment()).state).get_text("window/placement")
    )
    assert not kept.is_placed
    assert (kept.normal_geometry.width(), kept.normal_geometry.height()) == (1100, 800)
    with session.window() as window:
        window.wait("its own window", lambda s: s["floating"] == ["problems"])


def start_again(session: Session, token: str = "") -> None:
    """Start the program a second time; it hands over and ends."""
    environment = {**session.environment(), "XDG_ACTIVATION_TOKEN": token}
    del environment["WAYLAND_DEBUG"]
    command = [sys.executable, "-m", "vkconfig_py"]
    done = subprocess.run(command, env=environment, cwd=ROOT, timeout=PATIENCE, check=False)
    assert done.returncode == 0


def test_a_second_start_gets_the_focus_for_the_window_with_the_token_of_its_launcher(
    sway: SwayDesktop, tiled: Session
) -> None:
    with tiled.window() as window:
        wait_for(lambda: sway.focused() == APPLICATION_ID, "the window")
        sway.order("workspace", "another")
        assert not sway.focused()
        start_again(tiled, "of-nobody")
        window.wait("it to ask", lambda _s: is_said(window, ".activate(", '"of-nobody"'))
        token = sway.token()
        start_again(tiled, token)
        wait_for(lambda: sway.focused() == APPLICATION_ID, "the window")
        assert is_said(window, ".activate(", token)

        # Without one Qt asks for a token itself; whether that is good decides the compositor.
        sway.order("workspace", "another")
        start_again(tiled)
        wait_for(lambda: sway.focused() == APPLICATION_ID, "the window")


def test_rows_are_dragged_and_the_menu_opens_on_a_second_output_of_twice_the_scale(
    sway: SwayDesktop, tiled: Session
) -> None:
    sway.order("create_output")
    sway.order("output", "HEADLESS-2", "resolution", "2800x2000", "scale", "2")
    sway.order("output", "HEADLESS-2", "position", "1400", "0")
    with tiled.window("--demo") as window, sway.mouse() as mouse:
        wait_for(sway.windows, "the window")
        sway.order(f"[app_id={APPLICATION_ID}]", "move", "window", "to", "output", "HEADLESS-2")
        sway.order("focus", "output", "HEADLESS-2")
        window.wait("sharp pictures", lambda _s: is_said(window, ".set_buffer_scale(2)"))

        def place(row: dict[str, Any]) -> tuple[int, int]:
            x, y, _width, height = row["place"]
            return x + 120, y + height // 2

        def layers() -> list[dict[str, Any]]:
            return [row for row in window.state()["rows"] if row["kind"] == "layer"][:2]

        above, below = window.at_rest("layers", layers)
        mouse.drag(place(below), place(above))
        # Where it is released before that is known to the compositor nothing is dropped.
        window.wait(
            "it accepted", lambda _s: is_told(window, "wl_data_source@", ".target(", MIME_TYPE)
        )
        window.wait("its action", lambda _s: is_told(window, "wl_data_source@", f".action({MOVE})"))
        mouse.release()
        window.wait("it on top", lambda s: s["answered"] and s["chain"][0] == below["name"])

        x, y, width, height = window.resting("button", text="Menu")
        mouse.click((x + width // 2, y + height // 2))
        window.wait("the menu", lambda s: s["popup"])
        assert {one["output"] for one in sway.windows()} == {"HEADLESS-2"}


_WAITS = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from vkconfig_py.ui.window.closing import watch_display_end
application = QApplication(sys.argv)
window = QWidget()
window.show()
watch_display_end(application, lambda: print("let go", flush=True))
QTimer.singleShot(0, lambda: print("ready", flush=True))
application.exec()
"""


def test_before_the_end_of_the_compositor_ends_the_program_it_lets_go() -> None:
    with (
        wayland_desktop() as desktop,
        subprocess.Popen(
            [sys.executable, "-c", _WAITS],
            env={**os.environ, **desktop.environment()},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as program,
    ):
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        desktop.end()
        said, _errors = program.communicate(timeout=PATIENCE)
    assert (said, program.returncode != 0) == ("let go\n", True)
