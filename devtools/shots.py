"""Make the pictures of docs/images: the window on the sample machine, drawn without a screen.

Each picture is made by a process of its own, since colour scheme and scale are fixed at start.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from devtools import scenes
from devtools.console import ROOT, SetupError, say

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget

    from vkconfig_py.window import Running

_FOLDER = ROOT / "docs" / "images"
_SIZE = (1280, 720)


class Shot(NamedTuple):
    """One picture."""

    prepare: Callable[[Running], None]
    scheme: str = "light"
    scale: int = 1
    size: tuple[int, int] = _SIZE
    part: Callable[[Running], QWidget] | None = None


SHOTS = {
    "main_light": Shot(scenes.edited),
    "main_dark": Shot(scenes.edited, scheme="dark"),
    "main_2x": Shot(scenes.edited, scale=2),
    "settings": Shot(scenes.settings),
    "settings_dark": Shot(scenes.settings, scheme="dark"),
    "settings_2x": Shot(scenes.settings, scale=2),
    "preview": Shot(scenes.preview),
    "problems": Shot(scenes.problems),
    "what_if": Shot(scenes.what_if),
    "device": Shot(scenes.device),
    "device_dark": Shot(scenes.device, scheme="dark"),
    "device_2x": Shot(scenes.device, scale=2),
    "devices": Shot(scenes.devices),
    "devices_dark": Shot(scenes.devices, scheme="dark"),
    "devices_2x": Shot(scenes.devices, scale=2),
    "extensions": Shot(scenes.extensions),
    "probing": Shot(scenes.probing),
    "collection": Shot(scenes.collection),
    "collection_dark": Shot(scenes.collection, scheme="dark"),
    "configurations": Shot(scenes.configurations),
    "matching": Shot(scenes.matching),
    "matching_dark": Shot(scenes.matching, scheme="dark"),
    "generate": Shot(scenes.generate, part=scenes.dialog),
    "generate_dark": Shot(scenes.generate, scheme="dark", part=scenes.dialog),
    "documentation": Shot(scenes.documentation, part=scenes.page),
    "documentation_dark": Shot(scenes.documentation, scheme="dark", part=scenes.page),
    "crashed": Shot(scenes.crashed),
    "crashed_dark": Shot(scenes.crashed, scheme="dark"),
    "other_layers": Shot(scenes.other_layers),
    "other_layers_dark": Shot(scenes.other_layers, scheme="dark"),
    "other_layers_2x": Shot(scenes.other_layers, scale=2),
    "other_layers_narrow": Shot(scenes.other_layers, size=(860, 600)),
    "applying": Shot(scenes.applying),
    "applying_dark": Shot(scenes.applying, scheme="dark"),
    "applying_2x": Shot(scenes.applying, scale=2),
    "applying_limits": Shot(scenes.applying_with_limits),
    "narrow": Shot(scenes.edited, size=(860, 600)),
}


def main(arguments: list[str]) -> int:
    """Make all pictures, or those named."""
    parser = argparse.ArgumentParser(prog="dev.py shots", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SHOTS)} (default: all)")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.here:
        _take(options.names[0])
        return 0
    _FOLDER.mkdir(parents=True, exist_ok=True)
    for name in options.names or SHOTS:
        say(f"==> {name}")
        _take_in_child(name)
    return 0


def _take_in_child(name: str) -> None:
    with tempfile.TemporaryDirectory(prefix="vkconfig-shot-") as home:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": str(SHOTS[name].scale),
            "HOME": home,
        }
        command = [sys.executable, "-m", "devtools.shots", "--here", name]
        if subprocess.run(command, cwd=ROOT, env=environment, check=False, timeout=60).returncode:
            raise SetupError(f"The picture {name} could not be made.", 1)


def _take(name: str) -> None:
    """Open the window, bring it into the state of the picture, save what it looks like."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from vkconfig_py.app import Options, Start
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.window import Running, follow_scheme

    shot = SHOTS[name]
    application = QApplication(["vkconfig-py"])
    application.setStyle("fusion")
    follow_scheme(application, shot.scheme)
    start = Start(Host.current(), Options(demo=True))
    running = Running(application, start)
    running.window.resize(*shot.size)
    scenes.wait(running.store.picture_changed, lambda: running.store.picture is not None)
    scenes.wait(running.window.completed, lambda: running.window.is_complete)
    probes = running.store.probes
    scenes.wait(probes.changed, lambda: not probes.answers.probed.is_empty)
    shot.prepare(running)
    scenes.settle()
    picture = shot.part(running).grab() if shot.part else _picture(running.window)
    if not picture.save(str(_FOLDER / f"{name}.png")):
        raise SetupError(f"{_FOLDER / name}.png cannot be written.", 1)
    QTimer.singleShot(0, running.window.close_quietly)
    application.exec()
    start.finish()


def _picture(window: QWidget) -> QPixmap:
    """Return what the window looks like, with what is open above it."""
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QApplication

    picture = window.grab()
    popup = QApplication.activePopupWidget()
    if popup is not None:
        painter = QPainter(picture)
        painter.drawPixmap(popup.pos() - window.mapToGlobal(window.rect().topLeft()), popup.grab())
        painter.end()
    return picture


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
