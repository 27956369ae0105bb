"""The Qt half of the composition root: application, look, session, main window, event loop."""

from __future__ import annotations

import gc
import logging
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QProcess,
    QSettings,
    Qt,
    QTimer,
    QTranslator,
)
from PySide6.QtWidgets import QApplication, QWidget  # noqa: TID251 - half of the composition root

from vkconfig_py import __version__
from vkconfig_py.language.sentences import ENGLISH_LANGUAGE, current_language, render, tr
from vkconfig_py.loader.api.optional_parts import find_function
from vkconfig_py.model.configuration.own_documents import DocumentError
from vkconfig_py.model.configuration.preferences import PreferenceValues, read_preferences
from vkconfig_py.model.files.paths import APPLICATION_ID, find_state_paths
from vkconfig_py.model.session.background import ABANDON_SECONDS, GcTimer, Worker
from vkconfig_py.model.session.session import Session, SessionMachine
from vkconfig_py.model.session.single_instance import listen
from vkconfig_py.model.text.wording import is_displayed_name
from vkconfig_py.ui.theme.appearance import Appearance, AppearanceChoices, read_choices
from vkconfig_py.ui.theme.context import ThemeContext, make_application_icon
from vkconfig_py.ui.window.main_window import MainWindow
from vkconfig_py.ui.window.window_parts import WindowState

if TYPE_CHECKING:
    from pathlib import Path

    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.files.own_crashes import Crash, CrashFile, OwnLog
    from vkconfig_py.model.session.single_instance import Claim, InstanceSocket, StartRequest
    from vkconfig_py.model.session.startup_snapshot import StartupSnapshot
    from vkconfig_py.prefetch import StartupData

ExceptHook = Callable[[type[BaseException], BaseException, TracebackType | None], None]
WindowOpenedHandler = Callable[["RunningWindow"], object]
log = logging.getLogger(__name__)
BENCH_VARIABLE = "VKCONFIG_PY_BENCH"
SNAPSHOT_WAIT_SECONDS = 0.5  # seconds that the window waits for its rows
MAX_WAIT_SECONDS = 60.0
THREAD_SWITCH_SECONDS = 0.0005  # seconds that the GUI thread waits for a worker to let it run
_DESKTOP_VARIABLES = {
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "WAYLAND_DISPLAY",
}  # any of them is a desktop


def _make_application(choices: AppearanceChoices) -> tuple[QApplication, Appearance]:
    """Make the Qt application with its name, language and look."""
    # X11: the instance name in WM_CLASS, which StartupWMClass of the desktop file names.
    application = QApplication([sys.argv[0], "-name", APPLICATION_ID])
    application.setApplicationName("vkconfig-py")
    # The app ID of Wayland: compositors find icon and name of a window through the desktop file.
    application.setDesktopFileName(APPLICATION_ID)
    set_qt_language(application)
    appearance = Appearance(application, choices)
    appearance.apply()
    return application, appearance


def set_qt_language(application: QApplication) -> None:
    """Let Qt use the language of our sentences, also for numbers and dates."""
    language, desktop = current_language(), QLocale.system()
    locale = QLocale(language)
    # That of the desktop knows the country, and what the user set there. "C" is no language.
    if desktop.language() not in (locale.language(), QLocale.Language.C):
        QLocale.setDefault(locale)
    if language != ENGLISH_LANGUAGE:
        texts = QTranslator(application)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if texts.load(f"qtbase_{language}", folder):
            application.installTranslator(texts)


def run_reports(host: Host, folder: str, filter_text: str = "") -> int:
    """Open the table of a folder's reports and stay until it is closed."""
    paths = find_state_paths(host.environment, host.platform)
    state = paths.state
    application, appearance = _make_application(
        read_choices(read_preferences(paths.preferences_file))
    )
    window_state = WindowState(state)
    context = ThemeContext(application, appearance)
    window = find_function("fleet reports --window")(
        application, context, window_state, folder, filter_text
    )
    lines = _LogLines()
    logging.basicConfig(level=logging.WARNING, handlers=[logging.StreamHandler(), lines])
    restart_arguments = ("fleet", "reports", folder, "--window")
    sys.excepthook = _make_hook(window, context, lines, host.environment, restart_arguments)
    gc_timer = GcTimer(application)
    _finish_start(application, window, window.close, state)
    window.show()
    code = application.exec()
    gc_timer.timer.stop()
    window_state.wait_until_saved()
    return code


def run(
    start: StartupData,
    color_scheme: str,
    opened: WindowOpenedHandler | None = None,
    make_request: Callable[[], StartRequest] | None = None,
    claim: Claim | None = None,
) -> int:
    """Open the window, and stay until it is closed.

    Args:
        start: data of the first paint.
        color_scheme: "light" or "dark", "" for that of the preferences.
        opened: called with the window before its event loop runs.
        make_request: returns what this start is asked for, None for nothing.
        claim: later starts hand over their requests to it, if its lock is held.
    """
    # Those of the user, for the sample machine too.
    startup_paths = find_state_paths(start.environment)
    preferences = read_preferences(startup_paths.preferences_file)
    application, appearance = _make_application(read_choices(preferences, color_scheme))
    gc.freeze()  # what was imported stays; a collection need not look at it
    # A paint calls Qt a hundred times, each time without Python's lock, and while a worker computes
    # it gets the lock back only after this time: 5 ms would be half a second in all.
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    lines = _LogLines()
    logging.basicConfig(level=logging.WARNING, handlers=[logging.StreamHandler(), lines])
    window = RunningWindow(application, start, appearance, preferences)
    # PySide hands an exception of a slot or event handler to sys.excepthook, and the event loop
    # goes on.
    held_claim = claim if claim is not None and claim.lock >= 0 else None
    restart_arguments = (
        () if held_claim else ("--new-window",) if start.demo is None else ("--demo",)
    )
    main_window = window.window
    sys.excepthook = _make_hook(
        main_window, window.context, lines, start.environment, restart_arguments, main_window.quit
    )
    log_files = _LogFiles(start, main_window, lines)
    main_window.startup_completed.connect(log_files.start)
    match start.environment.get(BENCH_VARIABLE):
        case "paint":
            _FirstPaintReporter(window)
        case "complete":
            _CompletePaintReporter(window)
    main_window.restart_requested.connect(partial(_restart, main_window.quit, restart_arguments))
    window.window.startup_completed.connect(
        lambda: _finish_main_start(application, main_window, start.paths.state)
    )
    window.window.startup_completed.connect(
        lambda: _serve_requests(window.window, make_request, held_claim)
    )
    if opened is not None:
        opened(window)
    close_results: list[bool] = []
    window.window.closed.connect(lambda: close_results.append(True))
    code = application.exec()
    # Qt ends the event loop where the X server is gone; the window did not close then.
    if not close_results:
        window.window.close_quietly()
    log_files.close()
    start.finish()
    if main_window.erases_data:
        main_window.state.wait_until_saved()
        _remove_own_data(main_window.session.machine)
    return code


def _remove_own_data(machine: SessionMachine) -> None:
    """Remove all data of vkconfig-py, after the window wrote its last."""
    from vkconfig_py.model.launch import menu_entry, own_data

    try:
        own_data.remove_own_data(machine.paths, menu_entry.find_menu_folder(machine.host))
    except (OSError, DocumentError):
        log.exception("not everything could be removed")


class RunningWindow(QObject):
    """The parts of a running window."""

    def __init__(
        self,
        application: QApplication,
        start: StartupData,
        appearance: Appearance | None = None,
        preferences: PreferenceValues | None = None,
    ) -> None:
        super().__init__()
        self._start_time = start
        startup_snapshot = start.get_snapshot(SNAPSHOT_WAIT_SECONDS)
        # None here means that the fork is late: loaders and rows then come after the window.
        self.session = Session(
            SessionMachine(
                host=start.host,
                loaders=startup_snapshot.loaders if startup_snapshot else (),
                paths=start.paths,
                demo=start.demo is not None,
                recorded=start.demo.recorded if start.demo else "",
            ),
            _list_shell_files,
        )
        self.context = ThemeContext(application, appearance)
        if preferences is not None:
            self.session.preferences.open(preferences)
        state = WindowState(start.paths.state)
        if self.session.preferences.import_from_window(state):
            appearance = self.context.appearance
            scheme = appearance.choices.scheme
            appearance.set_choices(read_choices(self.session.preferences.values, scheme))
        self.window = MainWindow(self.context, self.session, state)
        self.window.loaders_requested.connect(self._on_loaders_requested)
        self.window.startup_completed.connect(self.session.preferences.report_problems)
        # A portal may not answer for seconds: neither other work nor the end waits for it.
        self._motion_worker = Worker("motion", self)
        self._is_desktop_asked = False
        self.window.startup_completed.connect(self._follow_motion)
        self.window.closed.connect(partial(self._motion_worker.close, ABANDON_SECONDS))
        application.applicationStateChanged.connect(self._on_state_changed)
        self.window.demo_requested.connect(_open_demo)
        self.window.closed.connect(application.quit)
        if startup_snapshot is None:
            self.session.start(asks_snapshot=False)
            # A crowded machine is read for a second, and a new loader is asked for its version in
            # a child process, which may take its whole time limit: only a thread may wait for that.
            self.window.worker.submit(
                lambda: start.get_snapshot(MAX_WAIT_SECONDS), self._on_late_snapshot
            )
        else:
            self.session.show_startup(startup_snapshot)
            self._show_missing(startup_snapshot.loaders)
        self.window.show()

    def _on_state_changed(self, state: Qt.ApplicationState) -> None:
        """Ask for the desktop's wish for less motion when the window becomes active."""
        if state is Qt.ApplicationState.ApplicationActive and self.window.is_complete:
            self._follow_motion()  # perhaps it was changed meanwhile

    def _follow_motion(self) -> None:
        """Ask the desktop, if there is one, whether the user wants less motion."""
        environment = self.session.machine.host.environment
        if not _DESKTOP_VARIABLES.isdisjoint(environment) and not self._is_desktop_asked:
            from vkconfig_py.model.launch.desktop_bus import asks_for_less_motion

            self._is_desktop_asked = True
            self._motion_worker.submit(
                partial(asks_for_less_motion, environment), self._on_motion_reported
            )

    def _on_motion_reported(self, reduces_motion: bool) -> None:
        """Follow the desktop's answer whether it wants less motion."""
        self._is_desktop_asked = False
        self.context.appearance.follow_motion(reduces_motion)

    def _on_loaders_requested(self) -> None:
        """Search for loaders on the worker."""
        self.window.worker.submit(self._start_time.find_loaders, self._on_loaders_found)

    def _on_late_snapshot(self, startup_snapshot: StartupSnapshot | None) -> None:
        """Show the startup snapshot that came after the first paint, or compute it if None."""
        if startup_snapshot is not None:
            self.session.show_late_startup(startup_snapshot)
            self._show_missing(startup_snapshot.loaders)
        else:
            self.session.snapshots.refresh()
            self._show_missing(())

    def _on_loaders_found(self, loaders: tuple[LoaderProfile, ...]) -> None:
        """Use the loaders that were found."""
        if loaders != self.session.machine.loaders:
            self.session.set_machine(self.session.machine._replace(loaders=loaders))
        self._show_missing(loaders)

    def _show_missing(self, loaders: tuple[LoaderProfile, ...]) -> None:
        """Show the page for a machine without loader if there is none."""
        self.window.show_no_loader(is_missing=not loaders)


def _list_shell_files(data: Path) -> dict[str, bytes]:
    """Return the contents of the shell completion files by their paths."""
    # Made from the arguments of all commands, which a window knows nothing of.
    from vkconfig_py.cli.shell_files import make_shell_files

    return make_shell_files(data)


def _open_demo() -> None:
    """Start another process that shows the sample machine."""
    # In a process of its own: host, loaders and folders of the sample machine replace those of this
    # session as a whole, and both windows may stay open.
    _start_process("--demo")


def _start_process(*arguments: str) -> None:
    """Start vkconfig-py with these arguments in another process."""
    from vkconfig_py.loader.base.own_process import make_own_command

    program, *prefix = make_own_command(*arguments)
    QProcess.startDetached(program, prefix)


def _finish_start(
    application: QApplication, window: QWidget, close: Callable[[], object], state: Path
) -> None:
    """Do the work of the start for which the first paint does not wait."""
    from vkconfig_py.ui.window.closing import SignalWatch

    # Rendering an SVG takes time that the first paint would wait for.
    application.setWindowIcon(make_application_icon())
    # Qt's own file dialog keeps its size and last folder in ~/.config/QtProject.conf otherwise.
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(state))
    SignalWatch(window).signal_caught.connect(close)
    # The session ends: the desktop waits for this, and kills whoever asks questions for too long.
    application.commitDataRequest.connect(lambda _session: close())


def _finish_main_start(application: QApplication, window: MainWindow, state: Path) -> None:
    """Finish the start of the main window, and let it withdraw when the display server ends."""
    from vkconfig_py.ui.window.closing import watch_display_end

    _finish_start(application, window, window.close_quietly, state)
    watch_display_end(application, window.controllers.closing.close_quietly)


def _serve_requests(
    window: MainWindow, make_request: Callable[[], StartRequest] | None, claim: Claim | None
) -> None:
    """Show what this start was started for, and what later starts hand over to it."""
    if make_request is not None:
        show_request(window, make_request())
    if claim is None:
        return

    def begin(listener: InstanceSocket | None) -> None:
        """Show the requests that later starts send to this socket, None without one."""
        if listener is not None:
            listener.serve(partial(_show_forwarded, window), window)
            # A connected method keeps no object alive.
            window.closed.connect(lambda: listener.close())

    window.worker.submit(partial(listen, claim), begin)


def _show_forwarded(window: MainWindow, request: StartRequest) -> None:
    """Bring the window to the front, and show what another start hands over."""
    from vkconfig_py.ui.window.tray import bring_to_front

    bring_to_front(window, request.token)
    show_request(window, request)


def show_request(window: MainWindow, request: StartRequest) -> None:
    """Show what a start requests: files, a configuration or another machine."""
    edits = window.session.edits
    if name := request.configuration:
        configurations = edits.workspace.configurations
        keys = [
            configuration.key
            for configuration in configurations
            if is_displayed_name(name, configuration.name, render(configuration.title))
        ]
        if keys:
            edits.select_configuration(keys[0])
        else:
            text = tr("No configuration named “{name}”.", name=name)
            window.status_bar.show_toast(text, tone="warn")
    if request.files:
        window.session.exchange.open_paths(request.files)
    if request.machine:
        window.controllers.show_machine(request.machine, request.folder)


class _LogLines(logging.Handler):
    """The last records of the log, for the crash dialog."""

    def __init__(self) -> None:
        super().__init__()
        self.records: deque[logging.LogRecord] = deque(maxlen=200)

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def text(self) -> str:
        """Return the last records of the log as lines."""
        return "\n".join(map(self.format, self.records))


def _make_hook(
    window: QWidget,
    context: ThemeContext,
    lines: _LogLines,
    environment: Mapping[str, str],
    restart_arguments: tuple[str, ...] = (),
    quit_window: Callable[[], bool] | None = None,
) -> ExceptHook:
    """Return an exception hook that writes to the log and shows a dialog, after which all goes on.

    Args:
        window: parent of the dialog.
        context: of the dialog.
        lines: the log that the dialog shows.
        environment: of the process, whose names are left out of reports.
        restart_arguments: with these the program is started anew if the user asks for that.
        quit_window: closes the window and returns whether it is closed, None for window.close.
    """
    shown_places: set[str] = set()
    leave = quit_window or window.close

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log an exception that nobody caught, and show a dialog about it."""
        # Ctrl+C in the terminal is a wish to end, not an error.
        if issubclass(kind, KeyboardInterrupt):
            leave()
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        log.error("unexpected error\n%s", text)
        location = str(traceback.extract_tb(trace)[-1:])
        if location not in shown_places:  # once: an error in a paint event would open hundreds
            shown_places.add(location)
            show(str(error) or kind.__name__, text)

    def show(summary: str, text: str) -> None:
        """Show the dialog about an error, unless one is open."""
        from vkconfig_py.ui.dialogs.bug_report_dialog import CrashDialog, make_error_dialog

        if window.findChildren(CrashDialog):  # the log has what follows from the first error
            return
        dialog = make_error_dialog(context, summary, text, lines.text(), environment, window)
        dialog.quit_requested.connect(leave)
        dialog.restart_requested.connect(partial(_restart, leave, restart_arguments))
        dialog.show()

    return hook


def _restart(leave: Callable[[], bool], arguments: tuple[str, ...]) -> None:
    """Start the program anew, if the window could be closed."""
    if leave():
        _start_process(*arguments)


class _LogFiles:
    """Log file and crash file of this process, made on a worker after the first paint."""

    def __init__(self, start: StartupData, window: MainWindow, lines: _LogLines) -> None:
        self._start_time, self._window, self._lines = start, window, lines
        self._file: CrashFile | None = None
        self._log: OwnLog | None = None

    def start(self) -> None:
        """Open the files on the worker."""
        self._window.worker.submit(self._open_files, self._on_files_opened)

    def _open_files(self) -> Crash | None:
        """Open log and crash file. Return the crash of the last session, None without one."""
        from vkconfig_py.model.files import own_crashes

        state = self._start_time.paths.state
        crash = own_crashes.pop_latest_crash(state)
        self._file = own_crashes.begin_crash_file(state, __version__)
        self._log = own_crashes.OwnLog(state)
        return crash

    def _on_files_opened(self, crash: Crash | None) -> None:
        """Write the log to its file from now on, and show a crash of the last session."""
        if self._log is not None:
            for record in self._lines.records:
                self._log.handle(record)
            logging.getLogger().addHandler(self._log)
        if crash is not None:
            from vkconfig_py.ui.dialogs.bug_report_dialog import make_crash_dialog

            window, environment = self._window, self._start_time.environment
            details = f"{crash.start_line}\n{crash.stack}"
            make_crash_dialog(window.context, details, crash.log, environment, window).show()

    def close(self) -> None:
        """Close log and crash file."""
        if self._log is not None:
            logging.getLogger().removeHandler(self._log)
            self._log.finish()
        if self._file is not None:
            self._file.close()


class _FirstPaintReporter(QObject):
    """Reports the first paint of the chain with a complete snapshot, then quits the program."""

    def __init__(self, running_window: RunningWindow) -> None:
        super().__init__(running_window)
        self._running_window = running_window
        running_window.window.chain.view.viewport().installEventFilter(self)

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.Paint
            and self._running_window.session.snapshots.current is not None
        ):
            # A filter runs before the widget handles the event: the rows are painted after it, and
            # the timer of zero comes after that.
            watched_object.removeEventFilter(self)
            QTimer.singleShot(0, self._print_painted)
        return False

    def _print_painted(self) -> None:
        """Print the time of the first paint, and close the window."""
        sys.stdout.write(f"painted {time.monotonic()}\n")
        sys.stdout.flush()
        self._running_window.window.close_quietly()


class _CompletePaintReporter(QObject):
    """Reports the last paint of the complete, idle window, then quits the program."""

    IDLE_MS = 1500  # longer than what is still on its way to the window takes

    def __init__(self, running_window: RunningWindow) -> None:
        super().__init__(running_window)
        self._running_window = running_window
        self._last_paint = 0.0
        self._idle_timer = QTimer(self)
        self._idle_timer.setSingleShot(True)
        self._idle_timer.setInterval(self.IDLE_MS)
        self._idle_timer.timeout.connect(self._print_painted)
        running_window.window.startup_completed.connect(self._idle_timer.start)
        running_window.window.installEventFilter(self)

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        # A top-level window gets this one event for all that is painted in it.
        if event.type() == QEvent.Type.UpdateRequest:
            QTimer.singleShot(0, self._on_painted)
        return False

    def _on_painted(self) -> None:
        """Note the time of a paint, which is the last one if the window then stays idle."""
        self._last_paint = time.monotonic()
        if self._running_window.window.is_complete:
            self._idle_timer.start()

    def _print_painted(self) -> None:
        """Print the time of the last paint, and close the window."""
        sys.stdout.write(f"painted {self._last_paint}\n")
        sys.stdout.flush()
        self._running_window.window.close_quietly()
