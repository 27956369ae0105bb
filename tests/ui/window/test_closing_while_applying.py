"""An apply that runs while the window closes is undone; one that is killed is told later."""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time

import pytest

from devtools.console import ROOT
from tests.framework.amount import choose_amount
from tests.framework.native import build_native
from tests.framework.patience import PATIENCE
from tests.framework.ready_python import start_python
from tests.framework.stand_ins import find, replace
from tests.ui.applying_window import LAYER
from vkconfig_py.model.apply.apply_plan import read_applied
from vkconfig_py.model.apply.lease_guard import find_guard
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.ui.window.closing import Closing

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
# After some seventy steps only looks at what was applied follow, more or less of them.
MOMENTS = (0, 8, 16, 26, 36, 48, 58, 66)[choose_amount(1, long=0) :: choose_amount(4, long=1)]


@pytest.mark.parametrize("close", [Closing.prepare_close, Closing.close_quietly])
@pytest.mark.parametrize("door", ["plan_applied", "apply", "read_journal"])
def test_what_is_being_applied_is_withdrawn_when_the_window_closes(qtbot, window, door, close):
    session = window.session
    session.requests.machine = session.machine._replace(demo=False)
    name = next(row.name for row in session.snapshots.shown.rows if row.kind.value == "layer")
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, name, LayerControl.ON)
    reached, released = threading.Event(), threading.Event()
    real = find(door)

    def waiting(*asked, **named):
        reached.set()
        released.wait(PATIENCE)
        return real(*asked, **named)

    replace(**{door: waiting})
    session.apply(())
    assert reached.wait(PATIENCE)
    later = threading.Timer(0.2, released.set)
    later.start()
    assert close(window.controllers.closing)
    later.join()
    session.shared.changes.drain()
    assert read_applied(session.machine.paths) == ()
    assert not list(session.machine.paths.state.glob("applied.json"))


@pytest.fixture
def home(tmp_path):
    """Return the environment of a user who has one explicit layer."""
    folder = tmp_path / "home"
    layers = folder / ".local/share/vulkan/explicit_layer.d"
    layers.mkdir(parents=True)
    (folder / "run").mkdir(mode=0o700)
    layer = {
        "name": LAYER,
        "type": "GLOBAL",
        "library_path": str(build_native().layer),
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "d",
    }
    text = json.dumps({"file_format_version": "1.1.2", "layer": layer})
    (layers / "applied.json").write_text(text)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {
        **kept,
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "QT_QPA_PLATFORM": "offscreen",
    }


def run_until(home, number, at):
    """Return how a window ended that was told to while it applied, and what it printed."""
    with open(os.devnull, "rb") as nothing, tempfile.TemporaryFile() as log:
        window = start_python(
            *("-m", "tests.ui.applying_window", number, str(at)),
            files=(nothing.fileno(), log.fileno(), log.fileno()),
            environment=home,
            folder=ROOT,
            ready=("vkconfig_py.app", "vkconfig_py.gui", "vkconfig_py.ui"),
            qt=True,
        )
        try:
            code = window.wait(PATIENCE)
        finally:
            window.kill()
        log.seek(0)
        return code, log.read().decode()


def overrides(home):
    folder = os.path.join(home["HOME"], ".config/vulkan/implicit_layer.d")
    try:
        return os.listdir(folder)
    except FileNotFoundError:  # not made yet, or removed by now
        return []


@pytest.mark.parametrize(
    ("number", "at"), [*(("SIGTERM", at) for at in MOMENTS), ("SIGHUP", 20), ("SIGINT", 40)]
)
def test_a_signal_while_it_applies_leaves_nothing_applied(home, number, at):
    code, told = run_until(home, number, at)
    assert code == 0, told
    paths = find_state_paths(home)
    assert overrides(home) == []
    assert read_applied(paths) == ()
    assert not list(paths.state.rglob("*.tmp"))


@pytest.mark.parametrize("at", MOMENTS)
def test_what_a_killed_window_was_applying_is_withdrawn_by_the_guard(home, at):
    assert run_until(home, "SIGKILL", at)[0] == -9
    paths = find_state_paths(home)
    end = time.monotonic() + PATIENCE
    while (overrides(home) or find_guard(paths)) and time.monotonic() < end:
        time.sleep(0.05)
    assert overrides(home) == []
    assert read_applied(paths) == ()
    assert not find_guard(paths)
