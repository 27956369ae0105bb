"""The program started while its window runs: that comes to the front with what is asked for."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

from tests.e2e.session import ROOT, Session
from tests.framework.patience import PATIENCE, wait_for
from tests.model.formats.samples import FOLDER
from vkconfig_py.model.configuration.configuration import Configuration, make_key

RAISED = "vkconfig-py is already running; its window was brought to the front.\n"

PROGRAM = """
import atexit, runpy, sys
sys.path[0] = {root!r}

@atexit.register
def count():
    ours = [name for name in sys.modules if name.startswith("vkconfig_py.")]
    print(len(ours), "PySide6" in sys.modules, file=sys.stderr)

runpy.run_module("vkconfig_py", run_name="__main__", alter_sys=True)
"""


def start(
    session: Session, *arguments: str, folder: Path = ROOT, **extra: str
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(root=str(ROOT)), *arguments],
        cwd=folder,
        env={**session.environment(), **extra},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_second_start_raises_the_window_and_hands_over_its_files(plain: Session) -> None:
    plain.save(
        Configuration(key=make_key(), name="First"), Configuration(key=make_key(), name="Second")
    )
    with plain.window() as window, plain.window("--new-window") as other:
        other.wait("the newer window at the front", lambda state: state["title"])
        window.wait("the window behind it", lambda state: not state["title"])
        # The X server counts milliseconds of this clock; window managers refuse what is older.
        started = int(monotonic() * 1000) & 0xFFFFFFFF
        with start(plain, "--config", "Second") as again:
            told, counted = again.communicate(timeout=PATIENCE)
        assert told == RAISED
        modules, has_qt = counted.split()
        assert int(modules) <= 20
        assert has_qt == "False"
        assert again.returncode == 0
        shown = window.wait(
            "it at the front", lambda s: s["title"].startswith("Second") and s["ready"]
        )
        desktop = plain.desktop
        (ours,) = window.windows()
        wait_for(lambda: desktop.active_window() == ours, "the window manager to know it")
        assert desktop.user_time(ours) >= started
        desktop.minimize(ours)
        other.wait("the newer window at the front again", lambda state: state["title"])
        with start(plain, DESKTOP_STARTUP_ID="launcher-1-host_TIME1") as launched:
            assert launched.communicate(timeout=PATIENCE)[0] == RAISED
        wait_for(lambda: desktop.active_window() == ours, "the minimised window")
        wait_for(lambda: desktop.stack()[-1] == ours, "it above all")
        assert window.wait("it", lambda state: state["title"])["title"] == shown["title"]
        with start(plain, "./VkLayer_override.json", folder=FOLDER) as opening:
            assert opening.communicate(timeout=PATIENCE)[0] == RAISED
        window.wait("the file", lambda state: state["configuration"].startswith("Override for"))


def test_after_a_kill_the_next_start_has_the_window(plain: Session) -> None:
    with plain.window() as killed:
        killed.kill()
    assert list((plain.folder / "run/vkconfig-py").glob("*.socket"))
    with plain.window("--config", "Validation") as window:
        window.wait("what it was asked for", lambda s: s["configuration"] == "Validation")
        with start(plain) as again:
            assert again.communicate(timeout=PATIENCE)[0] == RAISED


def test_a_window_that_hangs_gets_another_one_beside_it(plain: Session) -> None:
    with plain.window() as hanging:
        hanging.process.send_signal(signal.SIGSTOP)
        try:
            with plain.window() as other:
                assert (
                    "The existing window is not responding. Opening another window." in other.log()
                )
        finally:
            hanging.process.send_signal(signal.SIGCONT)
