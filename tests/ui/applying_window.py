"""A window that applies as soon as it is there, and is told to end at the n-th step of that.

python -m tests.ui.applying_window SIGNAL N
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from vkconfig_py.app import main
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl

LAYER = "VK_LAYER_TEST_applied"
STEPS = ("rename", "fsync", "mkdir", "open", "utime", "unlink")


def _counting(real: Callable[..., Any], calls: Any, number: int, at: int) -> Callable[..., Any]:
    def step(*arguments: Any, **named: Any) -> Any:
        if threading.current_thread().name == "changes" and next(calls) == at:
            os.kill(os.getpid(), number)
            time.sleep(0.5)  # the window begins to close meanwhile
        return real(*arguments, **named)

    return step


def run(number: int, at: int) -> int:
    """Open the window; it ends by the signal."""

    def opened(running: Any) -> None:
        session = running.session

        def begin() -> None:
            if session.edits.workspace.selected_configuration.layers:
                session.snapshots.current_changed.disconnect(begin)
                calls = iter(range(1_000_000))
                for name in STEPS:
                    setattr(os, name, _counting(getattr(os, name), calls, number, at))
                session.apply(())
            elif any(row.name == LAYER for row in session.snapshots.shown.rows):
                session.edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)

        session.snapshots.current_changed.connect(begin)
        running.window.startup_completed.connect(begin)

    return main([], opened)


if __name__ == "__main__":
    sys.exit(run(signal.Signals[sys.argv[1]], int(sys.argv[2])))
