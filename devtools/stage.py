"""The window on a stage: without a screen, at a moment that is always the same, in some look."""

from __future__ import annotations

import datetime
import shutil
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QCursor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from devtools.console import SetupError

if TYPE_CHECKING:
    from vkconfig_py.gui import RunningWindow

SMALL_SCREEN = "SMALL-1"  # of devtools/screens.json: the size of a picture and a title bar
_UPTIME = 5_000.0  # seconds
_SHOWN_TIME = (2026, 1, 15, 10, 30)
_SAMPLE_PREFIX = "vkconfig-demo-"
_MAX_WAIT_SECONDS = 60.0  # seconds
_POLL_MS = 20  # milliseconds
_QUIET_MS = 800  # milliseconds in which nothing is computed; longer than any delay in the window
_IDLE_NANOSECONDS = 40_000_000  # nanoseconds of them that blinking and polling may take


class PictureLook(NamedTuple):
    """How the window looks.

    Attributes:
        contrast, style: as `AppearanceChoices` of ui/theme/appearance.py has them.
        text: how many times as large the font of the system is.
        mirrored: laid out from right to left.
    """

    scheme: str = "light"
    scale: int = 1
    size: tuple[int, int] = (1280, 720)
    contrast: str = "system"
    style: str = "own"
    text: float = 1.0
    mirrored: bool = False


@contextmanager
def open_window(
    look: PictureLook, prepare: Callable[[RunningWindow], QWidget]
) -> Iterator[QWidget]:
    """Open the window, yield what is shown of it in a state, and close it afterwards."""
    from vkconfig_py.gui import RunningWindow, set_qt_language
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.prefetch import StartupData
    from vkconfig_py.ui.theme.appearance import Appearance, AppearanceChoices

    application = QApplication(["vkconfig-py"])
    set_qt_language(application)
    application.setCursorFlashTime(0)  # whether a cursor is seen would depend on the moment
    # Away from the button that is in the corner of the window.
    QCursor.setPos(application.primaryScreen().geometry().bottomRight())
    # The style of a desktop that is not ours; without a screen there is no desktop.
    application.setStyle("windows")
    choices = AppearanceChoices(scheme=look.scheme, contrast=look.contrast, style=look.style)
    appearance = Appearance(application, choices)
    appearance.apply()
    if look.mirrored:
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    font = application.font()
    font.setPointSizeF(font.pointSizeF() * look.text)
    application.setFont(font)
    start = StartupData(Host.read_current(), demo=True)
    running = RunningWindow(application, start, appearance)
    window, session = running.window, running.session
    if look.text > 1:
        # Large text on a small screen: nowhere else the window may be so small.
        small = next(one for one in application.screens() if one.name() == SMALL_SCREEN)
        window.setScreen(small)
        window.move(small.geometry().topLeft())
    window.resize(*look.size)
    wait_until(lambda: session.snapshots.current is not None)
    wait_until(lambda: window.is_complete)
    wait_until(lambda: not session.probes.answers.findings.is_empty)
    yield prepare(running)
    QTimer.singleShot(0, window.close_quietly)
    application.exec()
    start.finish()


def stop_the_clock() -> None:
    """Let every moment that is shown be the same one; what is only compared goes on.

    Before modules of the program are imported: some take the clock for themselves.
    """

    class Stopped(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Stopped:
            return cls(*_SHOWN_TIME, tzinfo=tz)

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


def rename_sample_folder(name: str) -> None:
    """Give its folder a name that is the same in each run."""
    make = tempfile.mkdtemp
    folder = Path(tempfile.gettempdir()) / f"{_SAMPLE_PREFIX}{zlib.crc32(name.encode()):08x}"

    def make_folder(prefix: str = "", **rest: str) -> str:
        if prefix != _SAMPLE_PREFIX:
            return make(prefix=prefix, **rest)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        return str(folder)

    tempfile.mkdtemp = make_folder  # type: ignore[assignment]


def grab(window: QWidget) -> QPixmap:
    """Return what a window looks like, with what is open above it."""
    pixmap, popup = window.grab(), QApplication.activePopupWidget()
    if popup is not None and popup is not window:
        painter = QPainter(pixmap)
        painter.drawPixmap(popup.pos() - window.mapToGlobal(window.rect().topLeft()), popup.grab())
        painter.end()
    return pixmap


def edit_and_wait(running: RunningWindow, edit: Callable[[], object]) -> None:
    """Make an edit and wait for its snapshot."""
    session = running.session
    edit()

    def is_answered() -> bool:
        # What a probe found changes the snapshot, too.
        snapshot = session.snapshots.current
        return snapshot is not None and snapshot.request == session.requests.make_request()

    wait_until(is_answered)


def wait_until(done: Callable[[], bool]) -> None:
    """Wait until it is so."""
    end = time.monotonic() + _MAX_WAIT_SECONDS
    while not done():
        if time.monotonic() > end:
            raise SetupError("What the picture is to show did not come about.", 1)
        pause(_POLL_MS)


def settle() -> None:
    """Let panels, previews and explanations that are made off the GUI thread arrive."""
    end = time.monotonic() + _MAX_WAIT_SECONDS
    before, is_quiet = _measure_demand(), False
    while not is_quiet and time.monotonic() < end:
        pause(_QUIET_MS)
        after = _measure_demand()
        is_quiet = (
            0 <= after - before < _IDLE_NANOSECONDS
        )  # a thread that ended takes its time away
        before = after


def pause(milliseconds: int) -> None:
    """Run the event loop for a time."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _measure_demand() -> int:
    """Return how long the threads of this process ran or wanted to, in nanoseconds.

    Time on the clock says nothing on a machine that is busy with something else.
    """
    total = 0
    for file in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError):  # the thread ended
            running, waiting, _slices = file.read_text().split()
            total += int(running) + int(waiting)
    return total
