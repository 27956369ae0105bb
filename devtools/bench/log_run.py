"""The log of a program in the window; prints what its frames take, in seconds.

python -m devtools.bench.log_run LINES

A frame begins when the timer of a screen with 60 Hz would ask for one, and ends when the rows are
painted: what keeps the GUI thread from painting counts, whatever it is.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from vkconfig_py.gui import Running
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration import chosen_program
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.prefetch import StartupData

if TYPE_CHECKING:
    from vkconfig_py.model.items.log_model import LogModel
    from vkconfig_py.ui.panels.launcher_panel import LauncherPanel
    from vkconfig_py.ui.panels.log_pane import LogPane
    from vkconfig_py.ui.panels.log_view import LogView

FRAME = 1 / 60
SECONDS = 3.0
WORD = "vkQueueSubmit"
_PATIENCE = 240.0
_CODE = """
import sys
words = ("vkCmdDraw", "vkQueueSubmit", "vkAcquireNextImageKHR", "vkQueuePresentKHR")
for n in range(int(sys.argv[1])):
    kind = "[error] " if n % 100 == 0 else ""
    call = f"{words[n % 4]}(queue 0x{n:016x}, submitCount 1, fence 0x{n * 7:016x})"
    print(f"{kind}{call} = VK_SUCCESS")
"""


class Frames(QObject):
    """Paints the rows 60 times a second, after `act` has done what the user does."""

    def __init__(self, view: QObject, act: Callable[[int], object] = lambda _frame: None) -> None:
        super().__init__()
        self.taken: list[float] = []
        self._view, self._act = view, act
        self._due = time.monotonic() + FRAME
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._paint)
        self._timer.start(0)

    def _paint(self) -> None:
        now = time.monotonic()
        if now < self._due:
            self._timer.start(max(0, round(1000 * (self._due - now))))
            return
        self._act(len(self.taken))
        self._view.viewport().repaint()  # type: ignore[attr-defined] # a view
        now = time.monotonic()
        self.taken.append(now - self._due)
        self._due = max(self._due + FRAME, now)
        self._timer.start(0)

    def stop(self) -> list[float]:
        self._timer.stop()
        return self.taken


class Log:
    """What is measured, on the window after one launch."""

    def __init__(self, running: Running, lines: int) -> None:
        self.running, self.lines = running, lines
        self.launcher = running.window.launcher
        self.panel = cast("LauncherPanel", running.window.docks.open("launcher"))

    @property
    def pane(self) -> LogPane:
        pane = self.panel.pane
        if pane is None:
            raise SystemExit("The program was not launched.")
        return pane

    @property
    def view(self) -> LogView:
        return self.pane.view

    @property
    def log(self) -> LogModel:
        return self.pane.log

    def arrive(self) -> list[float]:
        """Launch the program and follow its output to the end."""
        target = Target(sys.executable, ("-c", _CODE, str(self.lines)))
        self.running.session.edits.do(chosen_program.choose_program, target)
        settle(self.running)
        self.launcher.start()
        frames = Frames(self.view)
        wait(lambda: not self.launcher.running)
        if self.log.rowCount() < self.lines:
            raise SystemExit(f"{self.log.rowCount()} rows are shown instead of {self.lines}.")
        return frames.stop()

    def scroll(self) -> list[float]:
        """Drag the bar from the top to the end."""
        bar, steps = self.view.verticalScrollBar(), round(SECONDS / FRAME)
        return self._frames(lambda frame: bar.setValue(bar.maximum() * frame // steps))

    def search(self) -> tuple[list[float], float]:
        """Type a word; return the frames and the time from the last letter to the last hit."""
        field = self.pane.search.field
        frames = Frames(self.view)
        for letter in WORD[:-1]:
            field.insert(letter)
            pause(0.12)
        begin = time.monotonic()
        field.insert(WORD[-1])
        wait(lambda: not self.log.searching)
        taken = time.monotonic() - begin
        if self.log.hits < self.lines // 4:
            raise SystemExit(f"{self.log.hits} hits were found.")
        return frames.stop(), taken

    def compare(self) -> float:
        """The time in which Python compares every line of the same text."""
        text = "".join(self.log.store.lines())
        begin = time.monotonic()
        sum(WORD.casefold() in line.casefold() for line in text.split("\n"))
        return time.monotonic() - begin

    def filter(self) -> list[float]:
        """Turn severities off and on again."""
        toggles = list(self.pane.toggles.values())

        def act(frame: int) -> None:
            if frame % 12 == 0:
                toggles[frame // 12 % 3].toggle()

        self.pane.show_everything()
        return self._frames(act)

    def _frames(self, act: Callable[[int], object]) -> list[float]:
        frames = Frames(self.view, act)
        pause(SECONDS)
        return frames.stop()


def pause(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


def wait(done: Callable[[], bool]) -> None:
    """Run the event loop until something holds."""
    end = time.monotonic() + _PATIENCE
    while not done():
        if time.monotonic() > end:
            raise SystemExit("The window did not come to rest.")
        pause(0.01)


def settle(running: Running) -> None:
    wait(lambda: running.window.is_complete and running.session.snapshots.current is not None)
    wait(lambda: not running.session.snapshots.refresher.pending)
    pause(0.5)


def resident() -> float:
    """Memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / (1 << 20)


def main(lines: int) -> int:
    """Open the window, launch, measure, print."""
    application = QApplication(["vkconfig-py"])
    application.setStyle("fusion")
    start = StartupData(Host.current())
    running = Running(application, start)
    running.window.resize(1280, 720)
    settle(running)
    log = Log(running, lines)
    settle(running)
    before = resident()
    arriving = log.arrive()
    scrolling = log.scroll()
    searching, found = log.search()
    filtering = log.filter()
    measured = {
        "arriving": arriving,
        "scrolling": scrolling,
        "searching": searching,
        "filtering": filtering,
        "found": found,
        "memory": resident() - before,
        "compared": log.compare(),
    }
    sys.stdout.write(f"{json.dumps(measured)}\n")
    sys.stdout.flush()
    QTimer.singleShot(0, running.window.close_quietly)
    application.exec()
    start.finish()
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
