"""Make the pictures of docs/images: the sample machine, light and dark, at 1x and 2x.

One process per colour scheme and scale: Qt reads the scale factor when it starts. Each scene is a
function that brings the window into the state to show and returns the widget to grab.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from vkconfig_py.window import Running

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
SCHEMES = ("light", "dark")
SCALES = (1, 2)


def main(arguments: list[str]) -> int:
    """Make every picture, or those of the scenes that are named."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    worst = 0
    for scheme in SCHEMES:
        for scale in SCALES:
            worst = max(worst, _run_child(scheme, scale, arguments))
    return worst


def _run_child(scheme: str, scale: int, scenes: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="vkconfig-shots-") as home:
        environment = {
            **os.environ,
            "HOME": home,
            "XDG_CONFIG_HOME": f"{home}/config",
            "XDG_STATE_HOME": f"{home}/state",
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": str(scale),
            "PYTHONPATH": str(ROOT),
        }
        command = [sys.executable, "-m", "devtools.shots", "--child", scheme, str(scale), *scenes]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def _child(scheme: str, scale: int, scenes: list[str]) -> int:
    from PySide6.QtWidgets import QApplication

    from vkconfig_py.app import Options, Start
    from vkconfig_py.loader.host import Host
    from vkconfig_py.window import Running, follow_scheme

    application = QApplication(["vkconfig-py"])
    application.setStyle("fusion")
    follow_scheme(application, scheme)
    suffix = scheme + ("" if scale == 1 else f"_{scale}x")
    start = Start(Host.current(), Options(demo=True))
    running = Running(application, start)
    _wait(application, lambda: running.store.picture is not None and running.window.is_complete)
    for name, scene in SCENES.items():
        if not scenes or name in scenes:
            widget = scene(running, lambda until: _wait(application, until))
            _settle(application)
            path = IMAGES / f"{name}_{suffix}.png"
            widget.grab().save(str(path))
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")
            sys.stdout.flush()
            _reset(running)
    running.window.close_quietly()
    start.finish()
    return 0


Wait = Callable[[Callable[[], bool]], None]


def _wait(application: QApplication, until: Callable[[], bool]) -> None:
    from PySide6.QtCore import QDeadlineTimer, QEventLoop

    deadline = QDeadlineTimer(10_000)
    while not until() and not deadline.hasExpired():
        application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def _settle(application: QApplication) -> None:
    """Let what was asked for arrive and be painted."""
    from PySide6.QtCore import QDeadlineTimer

    quiet = QDeadlineTimer(400)
    _wait(application, quiet.hasExpired)


def _reset(running: Running) -> None:
    window = running.window
    for name in window.docks.panels:
        window.actions_[f"panel_{name}"].setChecked(False)
    window.chain.view.cancel_move()
    window.show_no_loader(missing=False)
    window.resize(1280, 720)
    window.inspector.show_tab("Why")


def _main(running: Running, wait: Wait) -> QWidget:
    running.window.chain.view.setFocus()
    return running.window


def _panel(name: str) -> Callable[[Running, Wait], QWidget]:
    def scene(running: Running, wait: Wait) -> QWidget:
        running.window.docks.open(name)
        return running.window

    return scene


def _manifest(running: Running, wait: Wait) -> QWidget:
    from vkconfig_py.model.picture import RowKind

    window = running.window
    for _index, row in window.chain.view.rows():
        if row.kind is RowKind.BROKEN and row.manifest:
            window.chain.view.select_key(row.key)
            break
    window.inspector.show_tab("Manifest")
    return window


def _options(running: Running, wait: Wait) -> QWidget:
    running.window.commands.show_launch_options()
    return running.window


def _narrow(running: Running, wait: Wait) -> QWidget:
    running.window.resize(1024, 640)
    return running.window


def _drag(running: Running, wait: Wait) -> QWidget:
    view = running.window.chain.view
    view.select_key(next((row.key for _index, row in view.rows() if row.position == 1), ""))
    view.setFocus()
    view.start_keyboard_move()
    view.step_move(1)
    wait(lambda: running.store.preview is not None)
    return running.window


def _no_loader(running: Running, wait: Wait) -> QWidget:
    running.window.show_no_loader(missing=True)
    return running.window


SCENES: dict[str, Callable[..., QWidget]] = {
    "main": _main,
    "drag": _drag,
    "manifest": _manifest,
    "options": _options,
    "preview": _panel("preview"),
    "problems": _panel("problems"),
    "launcher": _panel("launcher"),
    "journal": _panel("journal"),
    "narrow": _narrow,
    "no_loader": _no_loader,
}

if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        sys.exit(_child(sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
    sys.exit(main(sys.argv[1:]))
