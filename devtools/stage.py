"""The program on a stage: in a process of its own without a screen, in the state of a picture."""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import scenes
from devtools.console import OFFSCREEN, ROOT
from vkconfig_py.language.choice import VARIABLE, choose
from vkconfig_py.language.sentences import ENGLISH

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QApplication, QWidget

    from devtools.picture_list import Shot
    from vkconfig_py.gui import Running

SMALL_SCREEN = "SMALL-1"  # of devtools/screens.json: the size of a picture and a title bar
_UPTIME = 5_000.0  # seconds
_MOMENT = (2026, 1, 15, 10, 30)
_SAMPLE = "vkconfig-demo-"


def run_child(
    module: str,
    arguments: Sequence[str],
    longest: float,
    *,
    scale: float | str = 1,
    language: str = ENGLISH,
) -> int:
    """Run a module with a home of its own; return its exit code.

    `longest`: seconds. `language`: what it speaks, or the file of a catalogue.
    """
    with tempfile.TemporaryDirectory(prefix="vkconfig-shot-") as home:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": OFFSCREEN,
            "QT_SCALE_FACTOR": str(scale),
            "HOME": home,
            "TZ": "UTC",
            VARIABLE: language,
        }
        command = [sys.executable, "-m", module, *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=environment, check=False, timeout=longest
        ).returncode


def choose_language() -> str:
    """Speak what `run_child` says.

    Before anything of the program: sentences of modules are made when these are imported.
    """
    return choose(ROOT / "resources" / "translations", os.environ)


def make_application(*, is_hasty: bool = True) -> QApplication:
    """Make the application, at a moment that is the same in each run."""
    stop_the_clock()  # before modules take it for themselves
    from PySide6.QtWidgets import QApplication

    from vkconfig_py.gui import speak

    scenes.is_hasty = is_hasty
    application = QApplication(["vkconfig-py"])
    speak(application)
    return application


@contextmanager
def opened(application: QApplication, shot: Shot) -> Iterator[Running]:
    """Open the window in the state of a picture, and close it afterwards."""
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtGui import QCursor

    from vkconfig_py.gui import Running
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.prefetch import StartupData
    from vkconfig_py.ui.theme.appearance import Appearance, Choices

    # Away from the button that is in the corner of the window.
    QCursor.setPos(application.primaryScreen().geometry().bottomRight())
    # The style of a desktop that is not ours; without a screen there is no desktop.
    application.setStyle("windows")
    appearance = Appearance(
        application, Choices(scheme=shot.scheme, contrast=shot.contrast, style=shot.style)
    )
    appearance.apply()
    if shot.mirrored:
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    plain = application.font()
    font = application.font()
    font.setPointSizeF(font.pointSizeF() * shot.text)
    application.setFont(font)
    start = StartupData(Host.current(), demo=True)
    running = Running(application, start, appearance)
    if shot.text > 1:
        # Large text on a small screen: nowhere else the window may be so small.
        screens = application.screens()
        small = next(screen for screen in screens if screen.name() == SMALL_SCREEN)
        running.window.setScreen(small)
        running.window.move(small.geometry().topLeft())
    running.window.resize(*shot.size)
    scenes.wait(
        running.session.snapshots.current_changed,
        lambda: running.session.snapshots.current is not None,
    )
    scenes.wait(running.window.completed, lambda: running.window.is_complete)
    probes = running.session.probes
    scenes.wait(probes.changed, lambda: not probes.answers.probed.is_empty)
    shot.prepare(running)
    scenes.settle()
    yield running
    QTimer.singleShot(0, running.window.close_quietly)
    application.exec()
    start.finish()
    application.setFont(plain)
    application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def stop_the_clock() -> None:
    """Let every moment that is shown be the same one; what is only compared goes on."""

    class Stopped(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Stopped:
            return cls(*_MOMENT, tzinfo=tz)

        @classmethod
        def fromtimestamp(cls, timestamp: float, tz: datetime.tzinfo | None = None) -> Stopped:
            # The end of a lease is minutes ahead.
            ahead = round((timestamp - time.time()) / 60)
            return cls.now(tz) + datetime.timedelta(minutes=ahead if 0 < ahead < 24 * 60 else 0)

    moment = Stopped.now().timetuple()
    datetime.datetime = Stopped  # type: ignore[misc]
    time.localtime = lambda seconds=None: (
        moment if seconds is None else Stopped.fromtimestamp(float(seconds)).timetuple()
    )
    time.clock_gettime = lambda _clock: _UPTIME  # by which leases are counted


def name_the_sample_machine(name: str) -> None:
    """Give its folder a name that is the same in each run."""
    make = tempfile.mkdtemp
    folder = Path(tempfile.gettempdir()) / f"{_SAMPLE}{zlib.crc32(name.encode()):08x}"

    def make_folder(prefix: str = "", **rest: str) -> str:
        if prefix != _SAMPLE:
            return make(prefix=prefix, **rest)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        return str(folder)

    tempfile.mkdtemp = make_folder  # type: ignore[assignment]


def grab(running: Running, part: QWidget | None) -> QPixmap:
    """Return what a part looks like, or the window with what is open above it."""
    return part.grab() if part else _snapshot(running.window)


def _snapshot(window: QWidget) -> QPixmap:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QApplication

    snapshot = window.grab()
    popup = QApplication.activePopupWidget()
    if popup is not None:
        painter = QPainter(snapshot)
        painter.drawPixmap(popup.pos() - window.mapToGlobal(window.rect().topLeft()), popup.grab())
        painter.end()
    return snapshot
