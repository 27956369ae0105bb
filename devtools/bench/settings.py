"""The settings of a layer in a window with few and with many layers: what each gesture costs.

python -m devtools.bench.settings LAYERS RUNS measures one window. What is counted is the processor
time of the GUI thread from the gesture until nothing happens any more: other threads, and other
programs on the same machine, are left out.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QApplication

from devtools.bench import window
from devtools.bench.table import Row, make_ratio_row, run_json_command
from devtools.console import ROOT, print_now
from devtools.stage import pause, wait_until
from vkconfig_py.gui import RunningWindow
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.prefetch import StartupData
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.settings.page import SettingsPage

FEW_LAYERS, MANY_LAYERS = 6, 500
ROUNDS, RUNS = 3, 3
FRAME_MS, MAX_RATIO = 16.0, 1.5
_NAMES = {
    "select_until_seen": "select a layer with 53 settings, until seen",
    "select_whole": "the same, with everything that follows",
    "search": "a letter typed in the search",
    "preset": "choose a preset",
    "switch": "switch to another configuration",
}
VALIDATION = "layer:VK_LAYER_KHRONOS_validation"
QUIET_MS = 450  # longer than every pause of the window: typing, saving
_SEARCH_WORD = "sync"
_MANIFEST = ROOT / "tests/data/sdk/VkLayer_khronos_validation.json"
_SETTING = {"key": "on", "label": "On", "type": "BOOL", "description": "", "default": False}
_Samples = dict[str, list[float]]


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure each gesture with many layers against the same one with few; the least counts."""
    count = runs or RUNS
    sides: dict[int, _Samples] = {}
    print_now(
        f"==> settings of a layer, {MANY_LAYERS} and {FEW_LAYERS} layers in the list, "
        f"{ROUNDS} x {count} runs"
    )
    for _ in range(ROUNDS):
        for layers in (MANY_LAYERS, FEW_LAYERS):
            found = _measure_in_child(_make_home(folder, layers), layers, count)
            known = sides.setdefault(layers, {name: [] for name in found})
            for name, samples in found.items():
                known[name] += samples
    many, few = sides[MANY_LAYERS], sides[FEW_LAYERS]
    turns = ROUNDS * count
    rows = [
        make_ratio_row(text, 1000 * min(many[name]), 1000 * min(few[name]), MAX_RATIO, turns, "ms")
        for name, text in _NAMES.items()
    ]
    seen = 1000 * max(min(side["select_until_seen"]) for side in sides.values())
    name = "settings are seen within a frame"
    return [*rows, Row(name, seen, FRAME_MS, seen, FRAME_MS, "ms", "ms", turns)]


def _make_home(top: Path, layers: int) -> dict[str, str]:
    """Return the environment of a user with so many layers, one of them with 53 settings."""
    folder = Path(tempfile.mkdtemp(dir=top))
    environment = window.make_home_environment(folder, "")
    window.write_layers(Path(environment["XDG_DATA_HOME"]), layers - 1, [_SETTING])
    manifest = json.loads(_MANIFEST.read_text(encoding="utf-8"))
    manifest["layer"]["library_path"] = "./layer.so"
    path = Path(environment["XDG_DATA_HOME"]) / "vulkan/explicit_layer.d/validation.json"
    path.write_text(json.dumps(manifest), encoding="utf-8")
    del environment[window.BENCH_VARIABLE]
    return environment | {"QT_QPA_PLATFORM": "offscreen"}


def _measure_in_child(environment: dict[str, str], layers: int, runs: int) -> _Samples:
    command = [sys.executable, "-m", "devtools.bench.settings", str(layers), str(runs)]
    samples: _Samples = run_json_command(command, environment)
    return samples


class MeasuredActions:
    """What is measured, on a window that is ready."""

    def __init__(self, running: RunningWindow) -> None:
        self.running = running
        self.session, self.window = running.session, running.window
        self.page: SettingsPage = self.window.inspector.settings
        self.configurations: list[str] = []
        self.neighbour = ""  # the row beside that of the layer with the settings
        self._turn = 0

    def prepare(self) -> None:
        """Make two configurations, with all layers on and with every other, look at settings."""
        edits, snapshots = self.session.edits, self.session.snapshots
        assert snapshots.current is not None
        found = snapshots.current.inventory.found_layers
        names = tuple(dict.fromkeys(layer.name for layer in found if layer.manifest))
        for name, step in (("Some", 2), ("All", 1)):
            edits.do(workspace_edits.add_configuration, name)
            changed = edits.workspace.selected_configuration
            for layer in (*names[::step], VALIDATION.partition(":")[2]):
                changed = changed.with_control(layer, LayerControl.ON)
            edits.do(workspace_edits.make_change, changed, "Turn on")
            self.configurations.append(changed.key)
            settle(self.running)
        self.select(VALIDATION)
        wait_until(lambda: self.page.editing.declared is not None)
        self.window.inspector.show_tab(InspectorPage.SETTINGS)
        self.page.editing.choose_preset(1)
        settle(self.running)
        # A list that scrolls paints more, however long it is.
        keys = [row.key for row in snapshots.current.rows]
        place = keys.index(VALIDATION)
        near = sorted(range(len(keys)), key=lambda other: abs(other - place))
        self.neighbour = next(keys[other] for other in near if "BENCH" in keys[other])

    def select(self, key: str) -> None:
        """Select a row."""
        if not self.window.chain.view.select_key(key):
            raise SystemExit(f"There is no row {key}.")

    def select_until_seen(self) -> float:
        """Select the layer; return the time until its settings are painted."""
        self.select(self.neighbour)
        settle(self.running)
        seen = PaintWatcher(self.page.view.viewport())
        begin = time.thread_time()
        self.select(VALIDATION)
        wait_until(lambda: bool(seen.at))
        return seen.at - begin

    def select_whole(self) -> float:
        """Select the layer."""
        self.select(self.neighbour)
        return self._time(lambda: self.select(VALIDATION))

    def search(self) -> float:
        """Type a word letter by letter; return the time per letter."""
        taken = self._time(self._type)
        self.page.search.clear()
        return taken / len(_SEARCH_WORD)

    def _type(self) -> None:
        for letter in _SEARCH_WORD:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                key = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter)
                QApplication.sendEvent(self.page.search, key)
            QApplication.processEvents()

    def preset(self) -> float:
        """Choose another preset."""
        self._turn += 1
        return self._time(lambda: self.page.editing.choose_preset(2 + self._turn % 2))

    def switch(self) -> float:
        """Switch to the other configuration."""
        self._turn += 1
        other = self.configurations[self._turn % 2]
        return self._time(lambda: self.session.edits.select_configuration(other))

    def _time(self, act: Callable[[], object]) -> float:
        settle(self.running)
        begin = time.thread_time()
        act()
        settle(self.running)
        return time.thread_time() - begin


class PaintWatcher(QObject):
    """Notes when a widget was painted."""

    def __init__(self, widget: QObject) -> None:
        super().__init__(widget)
        self.at = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the time after the paint."""
        if event.type() == QEvent.Type.Paint and not self.at:
            watched.removeEventFilter(self)
            watched.event(event)
            self.at = time.thread_time()
            return True
        return False


def settle(running: RunningWindow) -> None:
    """Run the event loop until no picture is awaited, and every pause is over."""
    wait_until(lambda: not running.session.snapshots.refresher.pending)
    pause(QUIET_MS)


def main(layers: int, runs: int) -> int:
    """Open the window, measure, print."""
    application = QApplication(["vkconfig-py"])
    application.setStyle("fusion")
    start = StartupData(Host.read_current())
    running = RunningWindow(application, start)
    window, snapshots = running.window, running.session.snapshots
    window.resize(1280, 720)
    wait_until(lambda: window.is_complete and snapshots.current is not None)
    settle(running)
    actions = MeasuredActions(running)
    actions.prepare()
    assert snapshots.current is not None
    rows = sum(row.key.startswith("layer:") for row in snapshots.current.rows)
    if rows < layers:
        raise SystemExit(f"{rows} layers are shown instead of {layers}.")
    measured = {name: [getattr(actions, name)() for _ in range(runs + 1)][1:] for name in _NAMES}
    sys.stdout.write(f"{json.dumps(measured)}\n")
    sys.stdout.flush()
    QTimer.singleShot(0, window.close_quietly)
    application.exec()
    start.finish()
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
