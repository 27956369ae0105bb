"""The window with a number of layers; prints what each action costs the GUI thread, in seconds.

python -m devtools.bench.settings_run LAYERS RUNS

What is counted is the processor time of the GUI thread from the gesture until nothing happens any
more: other threads, and other programs on the same machine, are left out.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QApplication

from vkconfig_py.gui import Running
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.prefetch import StartupData
from vkconfig_py.ui.inspector.head import Page

if TYPE_CHECKING:
    from vkconfig_py.ui.settings.page import SettingsPage

VALIDATION = "layer:VK_LAYER_KHRONOS_validation"
QUIET_MS = 450  # longer than every pause of the window: typing, saving
_PATIENCE = 60.0
_POLL_MS = 20
_WORD = "sync"


class Actions:
    """What is measured, on a window that is ready."""

    def __init__(self, running: Running) -> None:
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
        found = snapshots.current.inventory.found
        names = tuple(dict.fromkeys(layer.name for layer in found if layer.manifest))
        for name, step in (("Some", 2), ("All", 1)):
            edits.do(workspace_edits.new_configuration, name)
            changed = edits.workspace.current
            for layer in (*names[::step], VALIDATION.partition(":")[2]):
                changed = changed.with_control(layer, LayerControl.ON)
            edits.do(workspace_edits.edit, changed, "Turn on")
            self.configurations.append(changed.key)
            settle(self.running)
        self.select(VALIDATION)
        _wait(lambda: self.page.editing.declared is not None)
        self.window.inspector.show_tab(Page.SETTINGS)
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
        seen = Seen(self.page.view.viewport())
        begin = time.thread_time()
        self.select(VALIDATION)
        _wait(lambda: bool(seen.at))
        return seen.at - begin

    def select_whole(self) -> float:
        """Select the layer."""
        self.select(self.neighbour)
        return self._time(lambda: self.select(VALIDATION))

    def search(self) -> float:
        """Type a word letter by letter; return the time per letter."""
        taken = self._time(self._type)
        self.page.search.clear()
        return taken / len(_WORD)

    def _type(self) -> None:
        for letter in _WORD:
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


class Seen(QObject):
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


def settle(running: Running) -> None:
    """Run the event loop until no picture is awaited, and every pause is over."""
    _wait(lambda: not running.session.snapshots.refresher.pending)
    loop = QEventLoop()
    QTimer.singleShot(QUIET_MS, loop.quit)
    loop.exec()


def _wait(done: Callable[[], bool]) -> None:
    """Run the event loop until something holds, and hardly any code of our own meanwhile."""
    loop, timer, end = QEventLoop(), QTimer(), time.monotonic() + _PATIENCE

    def look() -> None:
        if done() or time.monotonic() > end:
            loop.quit()

    timer.timeout.connect(look)
    timer.start(_POLL_MS)
    if not done():
        loop.exec()
    if not done():
        raise SystemExit("The window did not come to rest.")


def main(layers: int, runs: int) -> int:
    """Open the window, measure, print."""
    application = QApplication(["vkconfig-py"])
    application.setStyle("fusion")
    start = StartupData(Host.current())
    running = Running(application, start)
    window, snapshots = running.window, running.session.snapshots
    window.resize(1280, 720)
    _wait(lambda: window.is_complete and snapshots.current is not None)
    settle(running)
    actions = Actions(running)
    actions.prepare()
    assert snapshots.current is not None
    rows = sum(row.key.startswith("layer:") for row in snapshots.current.rows)
    if rows < layers:
        raise SystemExit(f"{rows} layers are shown instead of {layers}.")
    gestures = (actions.select_until_seen, actions.select_whole, actions.search, actions.preset,
                actions.switch)  # fmt: skip
    measured = {gesture.__name__: [gesture() for _ in range(runs + 1)][1:] for gesture in gestures}
    sys.stdout.write(f"{json.dumps(measured)}\n")
    sys.stdout.flush()
    QTimer.singleShot(0, window.close_quietly)
    application.exec()
    start.finish()
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
