"""How long the GUI thread is busy at a time, with a thousand layers: what a click may wait for.

python -m devtools.bench.stretches ROUNDS measures one window. A stretch is what happens between two
looks of the event loop for input, in processor time of the GUI thread: other threads, and other
programs on the same machine, are left out. Of all rounds the least counts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QAbstractEventDispatcher, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from devtools.bench import window
from devtools.bench.manifests import write_machine
from devtools.bench.settings import settle
from devtools.bench.table import Row, run_json_command
from devtools.console import print_now
from devtools.stage import wait_until
from vkconfig_py import gui
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.plan.plan import Mechanism, PlanView
from vkconfig_py.prefetch import StartupData
from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.widgets.choosers import SearchBox
from vkconfig_py.ui.window.bars import PANEL_BUTTONS

FEW_LAYERS, MANY_LAYERS = 6, 1000
ROUNDS = 2
MAX_MS = 50.0
_Step = tuple[str, Callable[[], object]]
_Longest = dict[str, float]


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure the longest stretch of each gesture, with many layers and with few."""
    rounds = runs or ROUNDS
    print_now(
        f"==> stretches of the GUI thread, {MANY_LAYERS} and {FEW_LAYERS} layers in the list, "
        f"{rounds} runs each"
    )
    many, few = (
        _measure_in_child(_make_home(folder / str(layers), layers), rounds)
        for layers in (MANY_LAYERS, FEW_LAYERS)
    )
    rows = [
        Row(f"stretch: {name}", many[name], few[name], many[name], MAX_MS, "ms", "ms", rounds)
        for name in many
    ]
    return sorted(rows, key=lambda row: -row.result)


def _measure_in_child(environment: dict[str, str], rounds: int) -> _Longest:
    command = [sys.executable, "-m", "devtools.bench.stretches", str(rounds)]
    longest: _Longest = run_json_command(command, environment)
    return longest


def _make_home(folder: Path, layers: int) -> dict[str, str]:
    """Return the environment of a user on a machine with so many layers more."""
    crowd = write_machine(folder / "crowd", layers)
    environment = window.make_home_environment(folder / "home", "")
    del environment[window.BENCH_VARIABLE]
    shared = f"{crowd['XDG_DATA_DIRS']}:{os.environ.get('XDG_DATA_DIRS', '/usr/share')}"
    # The dispatcher of GLib does not tell when it looks for input.
    return environment | {
        "XDG_DATA_DIRS": shared,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_NO_GLIB": "1",
    }


class StretchWatch:
    """Notes the longest time of the GUI thread between two looks for input, in milliseconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.thread_time()
        QAbstractEventDispatcher.instance().awake.connect(self._on_awake)

    def reset(self) -> None:
        """Forget what was noted."""
        self.longest, self._last = 0.0, time.thread_time()

    def _on_awake(self) -> None:
        now = time.thread_time()
        self.longest = max(self.longest, 1000 * (now - self._last))
        self._last = now


def list_steps(running: gui.RunningWindow) -> Iterator[_Step]:
    """Yield what a user does, by name; every round does all of it, and leaves the same behind."""
    main, session = running.window, running.session
    view, actions, edits = main.chain.view, main.actions_, session.edits
    assert session.snapshots.current is not None
    rows = [
        row.key
        for row in session.snapshots.current.rows
        if row.kind in (RowKind.LAYER, RowKind.OFF_LAYER)
    ]
    first = edits.workspace.selected_configuration.key
    other = next(one.key for one in edits.workspace.configurations if one.key != first)
    yield "select a row", partial(view.select_key, rows[0])
    yield "select a row", partial(view.select_key, rows[-1])
    for key in (Qt.Key.Key_Home, Qt.Key.Key_PageDown, Qt.Key.Key_End):
        yield "go through the rows", partial(QTest.keyClick, view, key)
    yield "find", actions["filter"].trigger
    for letter in "layer":
        yield "find", partial(QTest.keyClicks, main.chain.filter, letter)
    yield "find", lambda: main.chain.show_filter(is_shown=False)
    yield "turn a layer on", partial(view.select_key, rows[-1])
    yield "turn a layer on", actions["wish_on"].trigger
    yield "move a layer", actions["row_up"].trigger
    for page in InspectorPage:
        yield "pages of a layer", partial(main.inspector.show_tab, page)
    yield "undo", actions["undo"].trigger
    yield "undo", actions["undo"].trigger
    for name, _title, _icon in PANEL_BUTTONS:
        yield f"panel {name}", partial(main.docks.open, name)
        yield f"panel {name}", partial(actions[f"panel_{name}"].setChecked, False)
    yield "switch configuration", lambda: edits.select_configuration(other)
    yield "switch configuration", lambda: edits.select_configuration(first)
    every = PlanView(Mechanism.AUTOMATIC)
    yield "another view", lambda: session.snapshots.set_view(every)
    yield "another view", lambda: session.snapshots.set_view(PlanView())
    yield "search everything", actions["search"].trigger
    for letter in "layer":
        yield "search everything", partial(_type_in_search, main, letter)
    yield "search everything", partial(_close, main, SearchBox)
    yield "what-if", actions["what_if"].trigger
    yield "what-if", actions["what_if"].trigger
    yield "Apply", actions["apply"].trigger
    yield "Apply", partial(_close, main, ApplyPopover)
    yield "rescan", actions["look_again"].trigger


def _type_in_search(main: QWidget, letter: str) -> None:
    for box in main.findChildren(SearchBox):
        QTest.keyClicks(box.field, letter)


def _close(main: QWidget, kind: type[QWidget]) -> None:
    for widget in main.findChildren(kind):
        widget.close()


def main(rounds: int) -> int:
    """Open the window, measure, print."""

    def on_opened(running: gui.RunningWindow) -> None:
        QTimer.singleShot(0, lambda: _measure_window(running, rounds))

    return gui.run(StartupData(Host.read_current()), "", on_opened)


def _measure_window(running: gui.RunningWindow, rounds: int) -> None:
    """Do every step so often, print the longest stretch of each, and close the window."""
    main_window, snapshots = running.window, running.session.snapshots
    main_window.resize(1280, 720)
    wait_until(lambda: main_window.is_complete and snapshots.current is not None)
    settle(running)
    watch = StretchWatch()
    least: _Longest = {}
    for number in range(rounds + 1):  # the first one imports and makes what comes later
        longest: _Longest = {}
        for name, act in list_steps(running):
            watch.reset()
            QTimer.singleShot(0, main_window, act)
            settle(running)
            longest[name] = max(longest.get(name, 0.0), watch.longest)
        if number:
            least = {name: min(least.get(name, value), value) for name, value in longest.items()}
    sys.stdout.write(f"{json.dumps(least)}\n")
    sys.stdout.flush()
    QTimer.singleShot(0, main_window.close_quietly)


if __name__ == "__main__":
    # QApplication is made by the program itself, as a user starts it.
    sys.exit(main(int(sys.argv[1])))
