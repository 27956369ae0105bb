"""python -m devtools.bench.lab_run FOLDER RUNS: seconds of each side, as JSON."""

from __future__ import annotations

import gc
import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from vkconfig_py.fleet.window.report_reading import ReportReading
from vkconfig_py.fleet.window.reports_window import ReportsWindow
from vkconfig_py.model.session.background import GcTimer
from vkconfig_py.ui.theme.context import ThemeContext


class _Nothing:
    """Remembers no folder."""

    def text(self, _key: str, default: str = "") -> str:
        return default

    def keep(self, _key: str, _value: str) -> None:
        return


def main(folder: Path, runs: int) -> None:
    """Open the folder and parse its files in turns; the first turn fills the disk cache."""
    application = QApplication([])
    application.setStyle("fusion")
    gc.disable()
    collecting = GcTimer(application)
    context = ThemeContext(application)
    samples: dict[str, list[float]] = {"window": [], "loads": []}
    for turn in range(runs + 1):
        loads, window = _loads(folder), _open(application, context, folder)
        if turn:
            samples["loads"].append(loads)
            samples["window"].append(window)
    collecting.timer.stop()
    sys.stdout.write(json.dumps(samples))


def _loads(folder: Path) -> float:
    started = time.perf_counter()
    for path in folder.rglob("*.json"):
        content = path.read_bytes()
        try:
            json.loads(content)
        except ValueError:  # some are damaged
            continue
    return time.perf_counter() - started


def _open(application: QApplication, context: ThemeContext, folder: Path) -> float:
    reading = ReportReading()
    window = ReportsWindow(context, reading, _Nothing())
    window.show()
    application.processEvents()
    # The timer comes after the paint of the complete table.
    reading.ended.connect(lambda _found: QTimer.singleShot(0, application.quit))
    started = time.perf_counter()
    window.open(folder)
    application.exec()
    window.grab()
    seconds = time.perf_counter() - started
    reading.close()
    window.deleteLater()
    return seconds


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
