"""Make pictures of the window on the sample machine, drawn without a screen, and compare them.

Each picture is made by a process of its own, since colour scheme and scale are fixed at start. All
go to a folder that git ignores; those of the documents are copied to docs/images, or that folder of
a language. Clock and name of the sample machine's folder are fixed, so a picture changes only when
the program does.
"""

from __future__ import annotations

import argparse
import datetime
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from devtools import (
    access_scenes,
    device_scenes,
    dialog_scenes,
    help_scenes,
    log_scenes,
    pictures,
    program_scenes,
    running_scenes,
    scenes,
    timeline_scenes,
)
from devtools.console import OFFSCREEN, ROOT, SetupError, say
from vkconfig_py.language.choice import VARIABLE
from vkconfig_py.language.sentences import ENGLISH

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QApplication, QWidget

    from vkconfig_py.gui import Running

DOCUMENTS = ROOT / "docs" / "images"
FOLDER = ROOT / "build" / "shots"
MADE, REFERENCE, DIFFERENT = FOLDER / "made", FOLDER / "reference", FOLDER / "different"
_SIZE = (1280, 720)
SMALL_SCREEN = "SMALL-1"  # of devtools/screens.json: _SIZE and a title bar
_UPTIME = 5_000.0  # seconds
_MOMENT = (2026, 1, 15, 10, 30)
_SAMPLE = "vkconfig-demo-"
_LONGEST = 600  # seconds for one picture, on a machine that is busy with something else


class Shot(NamedTuple):
    """One picture.

    Attributes:
        contrast, style: as `Choices` of ui/theme/appearance.py has them.
        text: how many times as large the font of the system is.
        mirrored: laid out from right to left.
    """

    prepare: Callable[[Running], None]
    scheme: str = "light"
    scale: int = 1
    size: tuple[int, int] = _SIZE
    part: Callable[[Running], QWidget] | None = None
    contrast: str = "system"
    style: str = "own"
    text: float = 1.0
    mirrored: bool = False


SHOTS = {
    "main_light": Shot(scenes.edited),
    "main_dark": Shot(scenes.edited, scheme="dark"),
    "main_2x": Shot(scenes.edited, scale=2),
    "settings": Shot(scenes.settings),
    "settings_dark": Shot(scenes.settings, scheme="dark"),
    "settings_2x": Shot(scenes.settings, scale=2),
    "mangohud": Shot(scenes.mangohud),
    "mangohud_dark": Shot(scenes.mangohud, scheme="dark"),
    "mangohud_2x": Shot(scenes.mangohud, scale=2),
    "preview": Shot(scenes.preview),
    "problems": Shot(scenes.problems),
    "journal": Shot(timeline_scenes.journal),
    "journal_dark": Shot(timeline_scenes.journal, scheme="dark"),
    "journal_2x": Shot(timeline_scenes.journal, scale=2),
    "log": Shot(log_scenes.log),
    "log_dark": Shot(log_scenes.log, scheme="dark"),
    "log_2x": Shot(log_scenes.log, scale=2),
    "log_narrow": Shot(log_scenes.log, size=(860, 600)),
    "log_runs": Shot(log_scenes.log_runs),
    "log_runs_dark_2x": Shot(log_scenes.log_runs, scheme="dark", scale=2),
    "log_runs_narrow": Shot(log_scenes.log_runs, size=(860, 600)),
    "log_search": Shot(log_scenes.log_search),
    "log_search_dark": Shot(log_scenes.log_search, scheme="dark"),
    "log_search_narrow": Shot(log_scenes.log_search, size=(860, 600)),
    "log_expression": Shot(log_scenes.log_expression),
    "log_expression_dark_2x": Shot(log_scenes.log_expression, scheme="dark", scale=2),
    "about": Shot(scenes.about, part=scenes.about_dialog),
    "about_dark_2x": Shot(scenes.about, scheme="dark", scale=2, part=scenes.about_dialog),
    "first_steps": Shot(help_scenes.first_steps),
    "first_steps_dark_2x": Shot(help_scenes.first_steps, scheme="dark", scale=2),
    "help": Shot(help_scenes.help_page, part=help_scenes.help_window),
    "help_tables": Shot(help_scenes.help_tables, part=help_scenes.help_window),
    "help_tables_dark": Shot(help_scenes.help_tables, scheme="dark", part=help_scenes.help_window),
    "help_search_dark_2x": Shot(
        help_scenes.help_search, scheme="dark", scale=2, part=help_scenes.help_window
    ),
    "preferences": Shot(help_scenes.preferences, part=help_scenes.preferences_dialog),
    "preferences_dark_2x": Shot(
        help_scenes.preferences, scheme="dark", scale=2, part=help_scenes.preferences_dialog
    ),
    "first_steps_menu": Shot(help_scenes.first_steps_menu),
    "menu_offered": Shot(help_scenes.menu_offered, part=help_scenes.preferences_dialog),
    "menu_outdated": Shot(help_scenes.menu_outdated, part=help_scenes.preferences_dialog),
    "menu_preview": Shot(help_scenes.menu_preview, part=help_scenes.menu_dialog),
    "menu_preview_dark_2x": Shot(
        help_scenes.menu_preview, scheme="dark", scale=2, part=help_scenes.menu_dialog
    ),
    "tray": Shot(help_scenes.tray),
    "tray_dark_2x": Shot(help_scenes.tray, scheme="dark", scale=2),
    "log_nothing": Shot(log_scenes.log_nothing),
    "what_if": Shot(scenes.what_if),
    "device": Shot(scenes.device),
    "device_dark": Shot(scenes.device, scheme="dark"),
    "device_2x": Shot(scenes.device, scale=2),
    "devices": Shot(scenes.devices),
    "device_only": Shot(scenes.device_only),
    "device_only_dark": Shot(scenes.device_only, scheme="dark"),
    "devices_dark": Shot(scenes.devices, scheme="dark"),
    "devices_2x": Shot(scenes.devices, scale=2),
    "extensions": Shot(scenes.extensions),
    "limits": Shot(device_scenes.limits),
    "limits_dark": Shot(device_scenes.limits, scheme="dark"),
    "limits_2x": Shot(device_scenes.limits, scale=2),
    "compare": Shot(device_scenes.comparing, part=device_scenes.compare_window),
    "compare_dark": Shot(device_scenes.comparing, scheme="dark", part=device_scenes.compare_window),
    "compare_configurations_2x": Shot(
        device_scenes.comparing_configurations, scale=2, part=device_scenes.compare_window
    ),
    "probing": Shot(scenes.probing),
    "collection": Shot(scenes.collection),
    "collection_dark": Shot(scenes.collection, scheme="dark"),
    "running": Shot(running_scenes.running_programs),
    "running_dark": Shot(running_scenes.running_programs, scheme="dark"),
    "running_2x": Shot(running_scenes.running_programs, scale=2),
    "seen_by": Shot(running_scenes.seen_by),
    "seen_by_dark": Shot(running_scenes.seen_by, scheme="dark"),
    "seen_by_2x": Shot(running_scenes.seen_by, scale=2),
    "running_narrow": Shot(running_scenes.running_programs, size=(860, 600)),
    "configurations": Shot(scenes.configurations),
    "loader_options": Shot(scenes.loader_options),
    "loader_options_dark": Shot(scenes.loader_options, scheme="dark"),
    "loader_options_2x": Shot(scenes.loader_options, scale=2),
    "dragged_chain": Shot(scenes.dragged_to_the_chain),
    "dragged_chain_dark": Shot(scenes.dragged_to_the_chain, scheme="dark"),
    "dragged_list": Shot(scenes.dragged_to_the_list),
    "dragged_list_2x": Shot(scenes.dragged_to_the_list, scale=2),
    "dragged_program": Shot(scenes.dragged_to_the_program),
    "dropped_settings": Shot(scenes.dropped_settings),
    "dropped_settings_narrow": Shot(scenes.dropped_settings, size=(860, 600)),
    "searching": Shot(scenes.searching),
    "searching_dark": Shot(scenes.searching, scheme="dark"),
    "searching_commands": Shot(scenes.searching_commands),
    "searching_variables_2x": Shot(scenes.searching_variables, scale=2),
    "renaming": Shot(scenes.ordering),
    "matching": Shot(scenes.matching),
    "matching_dark": Shot(scenes.matching, scheme="dark"),
    "generate": Shot(scenes.generate, part=scenes.dialog),
    "generate_dark": Shot(scenes.generate, scheme="dark", part=scenes.dialog),
    "bug_report": Shot(scenes.bug_report, part=scenes.bug_report_dialog),
    "bug_report_dark": Shot(scenes.bug_report, scheme="dark", part=scenes.bug_report_dialog),
    "bug_report_2x": Shot(scenes.bug_report, scale=2, part=scenes.bug_report_dialog),
    "own_error": Shot(program_scenes.own_error, part=program_scenes.own_error_dialog),
    "own_error_dark": Shot(
        program_scenes.own_error, scheme="dark", part=program_scenes.own_error_dialog
    ),
    "own_error_2x": Shot(program_scenes.own_error, scale=2, part=program_scenes.own_error_dialog),
    "picker": Shot(program_scenes.picker, part=program_scenes.picker_popup),
    "picker_dark": Shot(program_scenes.picker, scheme="dark", part=program_scenes.picker_popup),
    "picker_2x": Shot(program_scenes.picker, scale=2, part=program_scenes.picker_popup),
    "picker_error": Shot(program_scenes.picker_error, part=program_scenes.picker_popup),
    "launch_options": Shot(program_scenes.launch_options),
    "launch_options_dark": Shot(program_scenes.launch_options, scheme="dark"),
    "launch_options_2x": Shot(program_scenes.launch_options, scale=2),
    "launch_options_plain": Shot(program_scenes.launch_options_plain),
    "known_requests": Shot(program_scenes.known_requests),
    "known_requests_dark": Shot(program_scenes.known_requests, scheme="dark"),
    "known_requests_2x": Shot(program_scenes.known_requests, scale=2),
    "runs": Shot(program_scenes.runs, part=program_scenes.runs_dialog),
    "runs_dark": Shot(program_scenes.runs, scheme="dark", part=program_scenes.runs_dialog),
    "runs_2x": Shot(program_scenes.runs, scale=2, part=program_scenes.runs_dialog),
    "safe_mode": Shot(program_scenes.safe_mode),
    "safe_mode_dark": Shot(program_scenes.safe_mode, scheme="dark"),
    "safe_mode_2x": Shot(program_scenes.safe_mode, scale=2),
    "safe_mode_narrow": Shot(program_scenes.safe_mode, size=(860, 600)),
    "culprit": Shot(program_scenes.culprit_running),
    "culprit_dark": Shot(program_scenes.culprit_running, scheme="dark"),
    "culprit_2x": Shot(program_scenes.culprit_running, scale=2),
    "culprit_asking": Shot(program_scenes.culprit_asking),
    "culprit_found": Shot(program_scenes.culprit_found),
    "culprit_found_dark": Shot(program_scenes.culprit_found, scheme="dark"),
    "culprit_found_narrow": Shot(program_scenes.culprit_found, size=(860, 600)),
    "culprit_interrupted": Shot(program_scenes.culprit_interrupted),
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
    "applying_own_time": Shot(scenes.applying_for_own_time),
    "applied_for_minutes": Shot(scenes.applied_for_minutes),
    "applied_for_minutes_dark": Shot(scenes.applied_for_minutes, scheme="dark"),
    "last_minute": Shot(scenes.last_minute),
    "last_minute_2x": Shot(scenes.last_minute, scheme="dark", scale=2),
    "applying_limits": Shot(scenes.applying_with_limits),
    "reports": Shot(scenes.reports, part=scenes.reports_window),
    "reports_dark": Shot(scenes.reports, scheme="dark", part=scenes.reports_window),
    "reports_2x": Shot(scenes.reports, scale=2, part=scenes.reports_window),
    "narrow": Shot(scenes.edited, size=(860, 600)),
    **dialog_scenes.pictures(Shot),
    **access_scenes.pictures(Shot),
}


# What README and the manual show.
IN_DOCUMENTS = (
    "main_light",
    "main_dark",
    "settings",
    "other_layers",
    "what_if",
    "problems",
    "device",
    "devices",
    "crashed",
    "applying",
    "collection",
    "running",
    "culprit",
    "generate",
    "reports",
)


def main(arguments: list[str]) -> int:
    """Make all pictures, or those named; compare them, keep them, put them into the documents."""
    options = _parse(arguments)
    if options.matrix:
        from devtools import matrix

        return matrix.make(options.names, FOLDER / "matrix", options.language)
    names = options.names or list(SHOTS)
    with _earlier(options.compare, names) as earlier:
        with _alone():
            _make(names, MADE, options.language)
        failed = compare_folders(names, earlier, MADE, DIFFERENT) if earlier else ()
    if options.keep:
        REFERENCE.mkdir(exist_ok=True)
        for name in names:
            shutil.copy(MADE / f"{name}.png", REFERENCE)
        say(f"Kept in {REFERENCE}.")
    if options.docs:
        update_documents(names, MADE, _documents(options.language))
    return 1 if failed else 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py shots", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SHOTS)} (default: all)")
    parser.add_argument(
        "--compare",
        nargs="?",
        const="",
        metavar="FOLDER|REV",
        help="compare with the pictures of a folder, or with those that a revision makes "
        "(default: those that --keep stored in build/shots/reference)",
    )
    parser.add_argument(
        "--keep", action="store_true", help="store these pictures, for --compare to start from"
    )
    parser.add_argument(
        "--docs", action="store_true", help="copy those of the documents to docs/images, made small"
    )
    parser.add_argument(
        "--language", default=ENGLISH, help="what the window speaks, such as de (default: English)"
    )
    parser.add_argument(
        "--matrix",
        action="store_true",
        help="each scene in every language, colour scheme and scale, several on a sheet, in "
        "build/shots/matrix",
    )
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in SHOTS]
    if unknown:
        parser.error(f"no such picture: {', '.join(unknown)}")
    return options


@contextmanager
def _alone() -> Iterator[None]:
    """Let no other checkout make pictures meanwhile: their sample machines have the same names."""
    with (Path(tempfile.gettempdir()) / "vkconfig-shots.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _documents(language: str) -> Path:
    return DOCUMENTS if language == ENGLISH else ROOT / "docs" / language / "images"


def _make(names: Iterable[str], folder: Path, language: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name in pool.map(partial(_take_in_child, folder=folder, language=language), names):
            say(f"==> {name}")


def _take_in_child(name: str, folder: Path, language: str) -> str:
    with tempfile.TemporaryDirectory(prefix="vkconfig-shot-") as home:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": OFFSCREEN,
            "QT_SCALE_FACTOR": str(SHOTS[name].scale),
            "HOME": home,
            "TZ": "UTC",
            VARIABLE: language,
        }
        command = [sys.executable, "-m", "devtools.one_shot", str(folder), name]
        if subprocess.run(
            command, cwd=ROOT, env=environment, check=False, timeout=_LONGEST
        ).returncode:
            raise SetupError(f"The picture {name} could not be made.", 1)
    return name


@contextmanager
def _earlier(wanted: str | None, names: Iterable[str]) -> Iterator[Path | None]:
    """Find the folder to compare with, or let another revision make its pictures."""
    folder = Path(wanted) if wanted else REFERENCE
    if wanted is None:
        yield None
    elif folder.is_dir():
        yield folder
    elif not wanted:
        raise SetupError("There is nothing to compare with yet: dev.py shots --keep", 1)
    else:
        with tempfile.TemporaryDirectory(prefix="vkconfig-shots-") as temporary:
            tree = Path(temporary) / "tree"
            try:
                _worktree(["add", "--quiet", "--detach", str(tree), wanted])
            except subprocess.CalledProcessError:
                raise SetupError(f"{wanted} is neither a folder nor a revision.", 1) from None
            try:
                say(f"Making the pictures of {wanted}")
                command = [sys.executable, "-m", "devtools.shots", *names]
                subprocess.run(command, cwd=tree, check=True)
                made = tree / MADE.relative_to(ROOT)
                yield made if made.is_dir() else tree / DOCUMENTS.relative_to(ROOT)
            finally:
                _worktree(["remove", "--force", str(tree)])


def _worktree(arguments: list[str]) -> None:
    subprocess.run(["git", "worktree", *arguments], cwd=ROOT, check=True)


def compare_folders(
    names: Iterable[str], earlier: Path, later: Path, different: Path
) -> tuple[str, ...]:
    """Compare pictures by name, write where they differ, and return the names of those that do."""
    shutil.rmtree(different, ignore_errors=True)
    found = []
    for name in names:
        before, after = earlier / f"{name}.png", later / f"{name}.png"
        if not before.exists():
            say(f"{name}: new")
            continue
        old, new = pictures.read(before), pictures.read(after)
        difference = pictures.compare(old, new)
        if difference is not None:
            marked = different / after.name
            pictures.write(pictures.mark_differences(old, new), marked)
            say(f"{name}: {difference}: {marked}")
            found.append(name)
    verb = "differs" if len(found) == 1 else "differ"
    say(f"{len(found)} {verb}." if found else "No picture differs.")
    return tuple(found)


def update_documents(names: Iterable[str], made: Path, documents: Path) -> None:
    """Put the pictures of the documents there, made small; what looks the same stays as it is."""
    documents.mkdir(parents=True, exist_ok=True)
    for name in names:
        if name not in IN_DOCUMENTS:
            continue
        file = documents / f"{name}.png"
        small = pictures.with_palette(pictures.read(made / file.name))
        if file.exists() and pictures.compare(pictures.read(file), small) is None:
            continue
        pictures.write(small, file)
        say(f"{name}: {file.stat().st_size // 1024} KiB")
    for file in documents.glob("*.png"):
        if file.stem not in IN_DOCUMENTS:
            file.unlink()


def take(name: str, folder: Path) -> None:
    """Open the window, bring it into the state of the picture, save what it looks like."""
    stop_the_clock()
    _name_the_sample_machine(name)
    from PySide6.QtWidgets import QApplication

    from devtools.cut_text import find_cut_texts
    from vkconfig_py.gui import speak

    shot = SHOTS[name]
    application = QApplication(["vkconfig-py"])
    speak(application)
    with opened(application, shot) as running:
        part = shot.part(running) if shot.part else None
        pictures.write(grab(running, part).toImage(), folder / f"{name}.png")
        for cut in find_cut_texts(part or running.window):
            say(f"    {name}: {cut}")


@contextmanager
def opened(application: QApplication, shot: Shot) -> Iterator[Running]:
    """Open the window in the state of a picture, and close it afterwards."""
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtGui import QCursor

    from vkconfig_py.gui import Running
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.prefetch import Start
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
    start = Start(Host.current(), demo=True)
    running = Running(application, start, appearance)
    if shot.text > 1:
        # Large text on a small screen: nowhere else the window may be so small.
        small = next(one for one in application.screens() if one.name() == SMALL_SCREEN)
        running.window.setScreen(small)
        running.window.move(small.geometry().topLeft())
    running.window.resize(*shot.size)
    scenes.wait(
        running.session.pictures.current_changed,
        lambda: running.session.pictures.current is not None,
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


def _name_the_sample_machine(name: str) -> None:
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
    return part.grab() if part else _picture(running.window)


def _picture(window: QWidget) -> QPixmap:
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
