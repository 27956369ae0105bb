"""The program as it is, with one thing added: it answers questions about what it shows.

Started as a process of its own. A thread of the test cannot ask Qt, and a screen reader's bus would
be a second program to install, so the window's process listens on a socket and tells, as JSON, the
rows and where they are on the screen. Every gesture is made by the X server, not here.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QObject, QRect, QTimer
from PySide6.QtGui import QCursor, QDragMoveEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QListView,
    QMenu,
    QTreeView,
    QWidget,
)

from vkconfig_py.model.chain.snapshot_values import Row
from vkconfig_py.model.items.keyed_list import ChainRole
from vkconfig_py.model.launch.log_store import LogShape, LogStore
from vkconfig_py.model.session.background import Worker
from vkconfig_py.ui.chain.view import ChainView
from vkconfig_py.ui.panels.launcher_panel import LauncherPanel
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.source_view import SourceView
from vkconfig_py.ui.window import bars

if TYPE_CHECKING:
    from vkconfig_py.gui import RunningWindow

SOCKET = "VKCONFIG_PY_TEST_SOCKET"
PROBE_SECONDS = "VKCONFIG_PY_TEST_PROBE_SECONDS"  # until what a probe opens counts as hanging

# The lines of a log, read anew once it has grown: a test that waits looks many times a second.
_READ: WeakKeyDictionary[LogStore, tuple[LogShape, list[str]]] = WeakKeyDictionary()


def _on_screen(widget: QWidget, rectangle: QRect) -> list[int]:
    corner = widget.mapToGlobal(rectangle.topLeft())
    return [corner.x(), corner.y(), rectangle.width(), rectangle.height()]


def _row(view: ChainView, number: int) -> dict[str, Any]:
    index = view.model().index(number, 0)
    row: Row = index.data(ChainRole.ROW)
    return {
        "key": row.key,
        "kind": row.kind.value,
        "name": row.name,
        "word": row.status,
        "reason": row.reason,
        "deviation": row.deviation,
        "health": row.health,
        "position": row.position,
        "control": row.control,
        "placed": row.has_user_position,
        "delta": row.delta,
        "selected": index == view.currentIndex(),
        "shown": not view.isRowHidden(number),
        "place": _on_screen(view.viewport(), view.visualRect(index)),
    }


def state(running: RunningWindow) -> dict[str, Any]:
    """Return what the window shows; it is ready once both of its halves are there."""
    session, window = running.session, QApplication.activeWindow()
    view, snapshot, banner = (
        running.window.chain.view,
        session.snapshots.current,
        session.make_banner(),
    )
    return {
        "ready": snapshot is not None
        and not session.snapshots.is_busy
        and running.window.is_complete,
        "answered": snapshot is not None and snapshot.request == session.requests.make_request(),
        "generation": id(snapshot),
        "rows": [_row(view, number) for number in range(view.model().rowCount())],
        "chain": list(snapshot.list_loading_layers()) if snapshot else [],
        "sentence": snapshot.sentences[0] if snapshot else "",
        "limits": [limit.text for limit in snapshot.plan.limits] if snapshot else [],
        "blocked": [x.text for x in snapshot.plan.limits if x.is_blocking] if snapshot else [],
        "typed": view._type_ahead._typed_letters,
        "moving": view.mover.move is not None,
        "previewing": session.snapshots.preview is not None,
        "banner": str(banner) if banner else "",
        "timed": banner is not None and banner.timed_configuration is not None,
        "applied": [item.configuration.name for item in session.system.applied],
        "configuration": session.edits.workspace.selected_configuration.name,
        "undo": session.edits.undo_label(),
        "title": window.windowTitle() if window else "",
        "focus": type(QApplication.focusWidget()).__name__,
        "popup": QApplication.activePopupWidget() is not None,
        "platform": QApplication.platformName(),
        "desktop_file": QApplication.desktopFileName(),
        "panel": running.window.docks.get_current() if running.window.is_complete else "",
        "floating": list(running.window.docks.list_floating())
        if running.window.is_complete
        else [],
        "what_if": _what_if(session),
        "modal": QApplication.activeModalWidget() is not None,
        "log": _log(running),
        "hits": _hits(running),
        "runs": _runs(running),
        "following": _following(running),
        "texts": [
            one.toPlainText()
            for one in QApplication.allWidgets()
            if isinstance(one, SourceView) and one.isVisible()
        ],
        "clipboard": QApplication.clipboard().text(),
        "verified": _verification(session),
        "probing": running.window.status_bar._progress.text() if running.window.is_complete else "",
        "recalled": not session.probes.answers.findings.is_empty,
        "overrides": [override.path for override in session.system.overrides],
        "problems": [told.problem.title for told in session.problems.all_problems],
        "notices": [f"{notice.title} {notice.consequence}" for notice in session.problems.notices],
    }


def _what_if(session: Any) -> dict[str, Any]:
    what_if = session.what_if
    shown = session.snapshots.shown
    return {
        "open": what_if.is_open,
        "answered": not what_if.pending,
        "variables": [list(pair) for pair in what_if.assumptions.variables],
        "version": list(what_if.assumptions.version or ()),
        "chain": list(shown.list_loading_layers()) if shown else [],
    }


def _verification(session: Any) -> list[Any]:
    answer = session.checks.verification
    return [answer.agreed, answer.difference] if answer else []


def _runs(running: RunningWindow) -> list[list[str]]:
    """Name and state of each run, and the mark of the shown one."""
    if not running.window.is_complete:
        return []
    launcher = running.window.launcher
    return [
        [
            str(run.name),
            run.state.value,
            run.render_outcome(),
            "shown" if run is launcher.shown_run else "",
        ]
        for run in launcher.runs
    ]


def _hits(running: RunningWindow) -> int:
    """Return how many rows of the shown log a search found; 0 before it ended."""
    shown = running.window.launcher.shown_run if running.window.is_complete else None
    return 0 if shown is None or shown.log.is_searching else shown.log.hits


def _log(running: RunningWindow) -> list[str]:
    """The log of the shown run."""
    shown = running.window.launcher.shown_run if running.window.is_complete else None
    if shown is None:
        return []
    store, shape = shown.log.store, shown.log.store.shape
    if (read := _READ.get(store)) is None or read[0] != shape:
        read = _READ[store] = shape, "".join(store.render_lines()).splitlines()
    return read[1]


def _following(running: RunningWindow) -> bool | None:
    """Return whether the log follows its end, None while its panel was never open."""
    panel = running.window.docks.panels.get("launcher") if running.window.is_complete else None
    pane = cast(LauncherPanel, panel).current_pane if panel is not None else None
    if pane is None:  # nothing was launched, or the panel was never open
        return None if panel is None else True
    return pane.view.follows


def _warnings(running: RunningWindow) -> list[str]:
    shown = running.window.launcher.shown_run if running.window.is_complete else None
    log = shown.log if shown else None
    entries = [log.entry_at(row) for row in range(log.rowCount())] if log else []
    return [entry.text for entry in entries if entry.severity == "warning"]


def _button(text: str, *, above_window: bool) -> list[int] | None:
    """Return the place of a visible, enabled button by its text or accessible name.

    An open popup or question takes the mouse, so only its buttons count.

    Args:
        above_window: it is a button of one of these.
    """
    above = QApplication.activePopupWidget() or QApplication.activeModalWidget()
    if above is None and above_window:
        return None
    for widget in QApplication.allWidgets():
        if not isinstance(widget, QAbstractButton) or not widget.isVisible():
            continue
        if above is not None and not above.isAncestorOf(widget):
            continue
        names = {widget.text().replace("&", ""), widget.accessibleName()}
        if text in names and widget.isEnabled():
            return _on_screen(widget, widget.rect())
    return None


def _menu_entry(text: str) -> list[int] | None:
    """Return the place of an entry of the open menu."""
    menu = QApplication.activePopupWidget()
    for action in menu.actions() if isinstance(menu, QMenu) else ():
        if action.text().replace("&", "") == text and action.isEnabled():
            return _on_screen(menu, menu.actionGeometry(action))
    return None


def _list_row(name: str, text: str) -> list[int] | None:
    """Return the place of a row of a list or of a group; any will do when no text is given."""
    for view in QApplication.allWidgets():
        if not isinstance(view, QListView | QTreeView) or view.accessibleName() != name:
            continue
        model = view.model()
        for number in range(model.rowCount() if view.isVisible() else 0):
            index = model.index(number, 0)
            if text in ("", index.data()):
                view.scrollTo(index)
                return _on_screen(view.viewport(), view.visualRect(index))
    return None


def _list_action(text: str, number: int) -> list[int] | None:
    """Return the place of a button that a row draws; the row's title begins with the text."""
    for view in QApplication.allWidgets():
        if not isinstance(view, LinesView) or not view.isVisible():
            continue
        for row in range(view.model().rowCount()):
            index = view.model().index(row, 0)
            if str(index.data()).startswith(text):
                view.scrollTo(index)
                rect = view.visualRect(index)
                places = view._delegate.get_action_rects(rect, index)
                return _on_screen(view.viewport(), places[number].toRect())
    return None


def _setting(running: RunningWindow, node_id: str) -> dict[str, Any] | None:
    """Return a row of the settings page: what it shows, and where its parts are."""
    page = running.window.inspector.settings
    index = page.model.index_of(node_id)
    node = page.model.node_at(index)
    if node is None or not page.isVisible():
        return None
    page.view.scrollTo(index)
    view, rect = page.view, page.view.visualRect(index)
    layout = view.delegate.compute_layout(rect, index)
    parts = {"check": layout.check, "field": layout.field, "reset": layout.reset}
    return {
        "text": node.text,
        "hint": node.hint,
        "checked": node.checked,
        "dim": node.is_dimmed,
        "needs": node.requirement,
        "notes": [note.text for note in node.notes],
        "current": index == view.currentIndex(),
        "places": {
            name: _on_screen(view.viewport(), place.toRect()) for name, place in parts.items()
        },
    }


def _tab(running: RunningWindow, name: str) -> list[int] | None:
    """Return the place of a tab of the inspector that can be used."""
    tabs = running.window.inspector.tabs
    pages = [page.value for page in tabs.pages]
    at = pages.index(name) if name in pages else -1
    usable = at >= 0 and tabs.isTabEnabled(at)
    return _on_screen(tabs, tabs.tabRect(at)) if usable else None


class _Jobs:
    """Knows the jobs of workers whose results are still to come, and may move what is shown."""

    def __init__(self) -> None:
        self._open: set[tuple[Worker, int]] = set()
        self._numbers = count()
        self._submit = Worker.submit

        def submit(worker: Worker, job: Callable[[], Any], deliver: Callable[[Any], None]) -> None:
            self._count(worker, job, deliver)

        Worker.submit = submit  # type: ignore[assignment] # counts, and does the same

    def _count(
        self, worker: Worker, job: Callable[[], Any], deliver: Callable[[Any], None]
    ) -> None:
        mark = worker, next(self._numbers)
        self._open.add(mark)

        def run() -> Any:
            try:
                return job()
            except Exception:
                self._open.discard(mark)
                raise

        def done(value: Any) -> None:
            self._open.discard(mark)
            deliver(value)

        self._submit(worker, run, done)

    @property
    def are_done(self) -> bool:
        """Return whether none is under way; a probe may be, which ends when it likes."""
        return all(
            worker._is_closed or worker._name == "probes" for worker, _number in [*self._open]
        )


def _look_at_pointer(request: dict[str, Any]) -> Any:
    """Return whether the pointer is at a point, and what is below it has been told.

    Without a point: what a press would meet now, for the message of a test that fails.
    """
    place, popup = QCursor.pos(), QApplication.activePopupWidget()
    below = QApplication.widgetAt(place)
    if request["ask"] == "hovered":
        return below is not None and below.underMouse() and [*place.toTuple()] == request["point"]
    text = below.text() if isinstance(below, QAbstractButton) else ""
    return {
        "at": f"{place.toTuple()} {QApplication.mouseButtons()}",
        "below": f"{below} {text}",
        "popup": f"{popup} {popup.geometry() if popup is not None else ''}",
        "active": f"{QApplication.activeWindow()} {QApplication.focusWindow()}",
    }


def _windows() -> dict[int, list[int]]:
    """Return where each window is, as far as Qt has been told."""
    windows = QApplication.topLevelWidgets()
    shown = [one for one in windows if one.isVisible() and not one.isMinimized()]
    return {int(one.winId()): _on_screen(one, one.rect()) for one in shown}


class _Drags(QObject):
    """Looks where what is dragged over the window is."""

    def __init__(self) -> None:
        super().__init__()
        self.place: list[int] = []

    def begin(self) -> None:
        self.place = []
        QApplication.instance().installEventFilter(self)

    def end(self) -> None:
        QApplication.instance().removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note the place; take nothing."""
        if isinstance(event, QDragMoveEvent) and isinstance(watched, QWidget):
            self.place = [*watched.mapToGlobal(event.position().toPoint()).toTuple()]
        return False


def _place(request: dict[str, Any]) -> list[int] | None:
    """Return where something to click is, None if it is not there."""
    match request["ask"]:
        case "button":
            return _button(request["text"], above_window=request.get("above_window", False))
        case "entry":
            return _menu_entry(request["text"])
        case "list":
            return _list_row(request["name"], request["text"])
        case _:
            return _list_action(request["text"], request["number"])


def answer(running: RunningWindow, request: dict[str, Any]) -> Any:
    """Answer one question of a test."""
    match request["ask"]:
        case "state":
            return state(running)
        case "setting":
            return _setting(running, request["id"])
        case "tab":
            return _tab(running, request["name"])
        case "warnings":
            return _warnings(running)
        case "button" | "entry" | "list" | "action":
            return _place(request)
        case "resize":
            running.window.resize(request["width"], request["height"])
        case "picture":
            windows = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
            for number, window in enumerate(windows):
                window.grab().save(f"{request['file']}-{number}.png")
            return len(windows)
        case "float":
            dock = running.window.docks.panels[request["panel"]].parentWidget()
            cast(QDockWidget, dock).setFloating(True)
    return None


class Observer:
    """Listens for questions, one JSON line each, and answers with one line."""

    def __init__(self, name: str, running: RunningWindow, jobs: _Jobs) -> None:
        self._running = running
        self._jobs = jobs
        self._drags = _Drags()
        self._probed: list[str] = []  # what was said of the steps of a probe, however short
        running.session.probes.stepped.connect(self._note_probe)
        self._server = QLocalServer()
        self._server.setSocketOptions(QLocalServer.SocketOption.AbstractNamespaceOption)
        self._server.newConnection.connect(self._on_connected)
        if not self._server.listen(name):
            raise RuntimeError(self._server.errorString())

    def _on_connected(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(lambda: self._on_asked(socket))
        socket.disconnected.connect(socket.deleteLater)

    def _on_asked(self, socket: QLocalSocket) -> None:
        while socket.canReadLine():
            request = json.loads(bytes(socket.readLine().data()))
            match request["ask"]:
                case "trigger":
                    # Not from within the answer: the action may open a dialog of its own.
                    QTimer.singleShot(0, partial(self._trigger, socket, request["name"]))
                case "drags":
                    (self._drags.begin if request["watch"] else self._drags.end)()
                    _reply(socket, None)
                case "letter keys":
                    self._running.window.chain.view._type_ahead.last_key_timer.invalidate()
                    QApplication.setKeyboardInputInterval(request["milliseconds"])
                    _reply(socket, None)
                case "windows":
                    _reply(socket, _windows())
                case "hovered" | "pointer":
                    _reply(socket, _look_at_pointer(request))
                case "calm":
                    _reply(socket, self._jobs.are_done)
                case "probed":
                    _reply(socket, self._probed)
                case "dragged":
                    _reply(socket, self._drags.place)
                case _:
                    _reply(socket, answer(self._running, request))

    def _note_probe(self) -> None:
        if said := self._running.window.status_bar._progress.text():
            self._probed.append(said)

    def _trigger(self, socket: QLocalSocket, name: str) -> None:
        """Use an action; whoever asks on is answered after what that does at once."""
        action = self._running.window.actions_[name]
        is_usable = action.isEnabled()
        _reply(socket, is_usable)
        if is_usable:
            action.trigger()


def _reply(socket: QLocalSocket, value: Any) -> None:
    socket.write(json.dumps(value).encode() + b"\n")
    socket.flush()


def main() -> int:
    """Run the program with an observer in it."""
    from vkconfig_py import app

    if seconds := os.environ.get(PROBE_SECONDS):
        from vkconfig_py.loader.probe import probe_run

        limits = probe_run.DEFAULT_LIMITS._replace(seconds=float(seconds))
        probe_run.probe = partial(probe_run.probe, limits=limits)
    bars.TOAST_MS = bars.OFFER_TOAST_MS * 60  # until the test has used what they offer
    jobs = _Jobs()
    observers: list[Observer] = []  # kept for as long as the window is there

    def observe(running: RunningWindow) -> None:
        observers.append(Observer(os.environ[SOCKET], running, jobs))

    return app.main(sys.argv[1:], observe)


if __name__ == "__main__":
    raise SystemExit(main())
