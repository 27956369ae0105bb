"""Looking changes nothing; a crash loses nothing and leaves nothing unexplained."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.desktop import virtual_desktop
from tests.e2e.session import MANGOHUD, ROOT, VALIDATION, Session
from tests.framework.patience import PATIENCE, wait_for
from tests.framework.reference import debian_loader
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
    make_key,
)


def test_starting_looking_and_closing_changes_nothing(session: Session) -> None:
    before = session.snapshot()
    with session.window(alone=True) as window:
        for name in [row["name"] for row in window.state()["rows"] if row["kind"] == "layer"]:
            window.click_row(name)
        for panel in ("panel_problems", "panel_preview", "panel_journal", "panel_launcher"):
            window.trigger(panel)
        window.trigger("check")
        state = window.wait("the real loader's answer", lambda s: s["verified"])
        assert state["verified"] == [True, ""]
    assert session.snapshot() == before


def test_the_end_of_the_x_server_withdraws_and_saves_as_closing_does(tmp_path: Path) -> None:
    with virtual_desktop() as desktop:
        session = Session(tmp_path, desktop, debian_loader())
        before = session.snapshot()
        with session.window() as window:
            window.trigger("view_every")
            window.turn(VALIDATION, "on")
            window.open_apply()
            window.press_apply()
            window.wait("it applied", lambda state: state["applied"])
            assert session.snapshot() != before
            desktop.end()
            assert window.process.wait(timeout=PATIENCE) == 1
        assert "X11 connection broke" in window.log()
    assert session.snapshot() == before
    assert session.saved()[0].get_control(VALIDATION) is LayerControl.ON


_CALLS_XLIB = """
import ctypes, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from vkconfig_py.ui.window.closing import watch_display_end
application = QApplication(sys.argv)
window = QWidget()
window.show()
watch_display_end(application, print)
xlib = ctypes.CDLL("libX11.so.6")
xlib.XSync.argtypes = (ctypes.c_void_p, ctypes.c_int)
display = application.nativeInterface().display()
def call():
    print("ready", flush=True)
    sys.stdin.read()
    xlib.XSync(display, 0)
QTimer.singleShot(0, call)
code = application.exec()
print("left", code)
"""


def test_where_xlib_finds_the_end_of_the_x_server_first_the_event_loop_is_left() -> None:
    with (
        virtual_desktop() as desktop,
        subprocess.Popen(
            [sys.executable, "-c", _CALLS_XLIB],
            env={**os.environ, **desktop.environment()},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as program,
    ):
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        desktop.end()
        said, _errors = program.communicate(timeout=PATIENCE)
    assert said == "left 1\n"


@pytest.mark.long
def test_after_a_kill_the_guard_withdraws_and_every_older_edit_is_there(
    session: Session,
) -> None:
    program = session.program("one")
    session.save(
        Configuration(
            key=make_key(),
            name="Kept",
            layers=(LayerEntry(VALIDATION, LayerControl.ON),),
            target=Target(program=str(program), arguments=("--summary",)),
        )
    )
    untouched = session.run(program)
    before = session.snapshot()
    with session.window() as window:
        window.trigger("view_every")
        window.open_apply()
        window.press_apply()
        window.wait("it applied", lambda state: state["applied"])
        window.turn(MANGOHUD, "on")
        # Without a word of the user an edit goes to the disk, half a second later.
        wait_for(lambda: session.saved()[0].get_control(MANGOHUD) is LayerControl.ON, "the edit")
        window.kill()
    assert session.saved()[0].get_control(MANGOHUD) is LayerControl.ON
    wait_for(lambda: session.snapshot() == before, "the guard")
    assert session.run(program) == untouched
    with session.window() as again:
        again.wait("nothing applied", lambda s: not s["applied"] and not s["overrides"])
    assert session.snapshot() == before


def test_an_override_of_somebody_else_is_reported_and_removed_with_undo(session: Session) -> None:
    folder = session.home / ".local/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True)
    override = folder / "VkLayer_override.json"
    override.write_text(
        json.dumps(
            {
                "file_format_version": "1.1.2",
                "layer": {
                    "name": "VK_LAYER_LUNARG_override",
                    "type": "GLOBAL",
                    "api_version": "1.0.0",
                    "implementation_version": "1",
                    "description": "LunarG Override Layer",
                    "component_layers": [VALIDATION],
                    "disable_environment": {"DISABLE_VK_LAYER_LUNARG_override": "1"},
                },
            }
        )
    )
    program = session.program("one")
    before = session.snapshot()
    assert VALIDATION in session.run(program)
    with session.window() as window:
        window.wait("the banner", lambda s: "override" in s["banner"])
        window.press("Move aside…")
        window.press("Move aside")
        window.wait("it gone", lambda s: not s["overrides"])
        assert VALIDATION not in session.run(program)
        window.trigger("panel_journal")
        window.press_list("History", "Moved VkConfig 2's override aside")
        session.desktop.keys("Return")
        window.wait("it back", lambda s: s["overrides"])
    assert session.snapshot() == before


@pytest.mark.long
def test_closing_withdraws_and_asks_only_about_what_was_to_stay(plain: Session) -> None:
    program = plain.program("one")
    plain.save(
        Configuration(
            key=make_key(),
            name="Kept",
            layers=(LayerEntry(VALIDATION, LayerControl.ON),),
            target=Target(program=str(program), arguments=("--summary",)),
        )
    )
    untouched = plain.run(program)
    before = plain.snapshot()
    with plain.window() as window:
        window.trigger("view_every")
        window.open_apply()
        window.press("Until I withdraw it")
        window.press_apply()
        window.wait("it applied", lambda state: state["applied"])
        window.trigger("quit")
        window.press("Close and leave it applied")
        window.ended()
    assert plain.run(program) != untouched
    with plain.window() as window:
        window.wait("it still applied", lambda state: state["applied"])
    # What was left stays, and nobody is asked again.
    assert plain.run(program) != untouched
    with plain.window() as window:
        window.wait("it still applied", lambda state: state["applied"])
        window.trigger("withdraw")
        window.wait("it withdrawn", lambda state: not state["applied"])
        window.trigger("view_every")
        window.open_apply()
        window.press_apply()
        window.wait("it applied again", lambda state: state["applied"])
    # Until the window closes: without a question.
    assert plain.run(program) == untouched
    assert plain.snapshot() == before


def test_the_window_comes_back_as_it_was_left(plain: Session) -> None:
    with plain.window() as window:
        window.trigger("panel_preview")
        window.trigger("view_every")
        window.turn(VALIDATION, "on")
        chain = window.wait("it in the chain", lambda s: VALIDATION in s["chain"])["chain"]
    with plain.window() as window:
        state = window.wait("the chain", lambda s: s["ready"] and s["chain"])
        assert state["chain"] == chain
        assert state["panel"] == "preview"
        window.resting("list", name="Files and variables", text="")
