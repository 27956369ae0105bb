"""Every dialog, window and popup beside the main window, opened as it is opened by use.

Who adds one adds it here: contrast, names, large text, F1 and Esc are then looked at in it, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from shiboken6 import isValid

from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.launch.run_history import MessageTotal, PastRun
from vkconfig_py.model.launch.written_files import WrittenFile
from vkconfig_py.model.programs.candidates import CommandLine, ProgramCandidate, ProgramSection
from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover
from vkconfig_py.ui.dialogs.bug_report_dialog import make_error_dialog
from vkconfig_py.ui.dialogs.compare_window import RunsDialog
from vkconfig_py.ui.widgets import messages

VALIDATION = "layer:VK_LAYER_KHRONOS_validation"
_RUN = PastRun(1768470000.0, "/usr/bin/vkcube", ("--c", "1000"), "", "Debugging", "exit 0", 16.7,
           code=0, chain=("VK_LAYER_KHRONOS_validation",), loader="1.4.364", device="llvmpipe",
           messages=(MessageTotal("VUID-vkCmdDraw-None-08600", "error", 2),))  # fmt: skip
_RUNS = (
    _RUN._replace(started=1768473600.0, seconds=3.2, code=None, signal="SIGSEGV",
                  ended="ended by SIGSEGV", chain=()),
    _RUN,
)  # fmt: skip


def _acted(action: str, kind: str) -> Callable[[Any, Any], Any]:
    """Open what an action opens."""

    def open_it(_qtbot: Any, window: Any) -> Any:
        before = {one for one in _tops(window) if one.isVisible()}
        window.actions_[action].trigger()
        return next(
            one
            for one in _tops(window)
            if one not in before and type(one).__name__ == kind and one.isVisible()
        )

    return open_it


def _tops(window: QWidget) -> Iterator[QWidget]:
    return (one for one in window.findChildren(QWidget) if one.isWindow())


def _help(qtbot: Any, window: Any) -> Any:
    found = _acted("help", "HelpWindow")(qtbot, window)
    qtbot.waitUntil(lambda: bool(found.text.toPlainText()))
    found.search.setText("override")
    found.text.moveCursor(QTextCursor.MoveOperation.StartOfLine)  # what is selected is drawn twice
    return found


def _bug_report(qtbot: Any, window: Any) -> Any:
    found = _acted("bug_report", "BugReportDialog")(qtbot, window)
    qtbot.waitUntil(lambda: bool(found.rendered_text))
    return found


def _generate(qtbot: Any, window: Any) -> Any:
    found = _acted("generate", "GenerateDialog")(qtbot, window)
    qtbot.waitUntil(lambda: found.generated is not None)
    return found


def _compare(qtbot: Any, window: Any) -> Any:
    commands, edits = window.controllers.compare(), window.session.edits
    others = (one.key for one in edits.workspace.configurations)
    commands.open_configuration(
        next(one for one in others if one != edits.workspace.selected_configuration.key)
    )
    qtbot.waitUntil(lambda: commands.view.comparison is not None)
    return commands.view


def _documentation(qtbot: Any, window: Any) -> Any:
    window.chain.view.select_key(VALIDATION)
    editing, commands = window.inspector.settings.editing, window.controllers.documentation
    qtbot.waitUntil(lambda: editing.declared is not None)
    window.actions_["documentation"].trigger()
    qtbot.waitUntil(lambda: commands.view is not None and commands.view.isVisible())
    return commands.view


class _RunsSource:
    """Delivers the runs at once, without files."""

    trashed_files: tuple[tuple[str, str], ...] = ()

    def read_runs(self, deliver: Callable[[tuple[PastRun, ...]], None]) -> None:
        deliver(_RUNS)

    def read_files(self, _run: PastRun, deliver: Callable[[tuple[WrittenFile, ...]], None]) -> None:
        deliver(())

    def move_to_trash(self, _path: str, deliver: Callable[[str], None]) -> None:
        deliver("")

    def restore_from_trash(self, deliver: Callable[[str], None]) -> None:
        deliver("")


def _runs(_qtbot: Any, window: Any) -> Any:
    shown = RunsDialog(window.context, _RunsSource(), window)
    shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    shown.show()
    return shown


def _crashed(_qtbot: Any, window: Any) -> Any:
    shown = make_error_dialog(
        window.context, "no such row", "ValueError: no such row", "", {}, window
    )
    shown.show()
    return shown


def _reports(qtbot: Any, window: Any) -> Any:
    folder = window.state._file.parent / "collected"
    folder.mkdir(exist_ok=True)
    (folder / "node.json").write_text(json.dumps({"basis": "files"}))
    view = window.controllers.optional["reports"].show()
    view.open(folder)
    qtbot.waitUntil(lambda: not view.reading.is_running)
    return view


def _apply(qtbot: Any, window: Any) -> Any:
    window.controllers.commands.open_apply()
    found = next(one for one in window.children() if isinstance(one, ApplyPopover))
    found.every_program_button.setChecked(True)
    snapshots = window.session.snapshots
    qtbot.waitUntil(lambda: snapshots.current.request.view == found.make_view())
    return found


def _picker(_qtbot: Any, window: Any) -> Any:
    programs = window.controllers.commands.program_commands
    programs.open(window.pos())
    picker = programs.picker
    tool = Target("/usr/bin/vulkaninfo", ("--summary",))
    picker.show_candidates(
        (
            ProgramCandidate.from_recent(Target("/usr/bin/vkcube")),
            ProgramCandidate.from_target(
                ProgramSection.TOOLS, "vulkaninfo", tool, note="Lists devices and layers"
            ),
        )
    )
    return picker


def _picker_refusing(qtbot: Any, window: Any) -> Any:
    picker = _picker(qtbot, window)
    picker.show_candidates(())
    picker.field.setText("/opt/gone")
    picker.show_command("/opt/gone", CommandLine(error="/opt/gone does not exist."))
    return picker


def _search(_qtbot: Any, window: Any) -> Any:
    found = _acted("search", "SearchEverything")(_qtbot, window)
    found.field.setText("valid")
    return found


def _menu(_qtbot: Any, window: Any) -> Any:
    menu = window.controllers.configurations.make_menu(
        window.session.edits.workspace.selected_configuration.key
    )
    menu.popup(window.mapToGlobal(QPoint(40, 90)))
    return menu


def _error(_qtbot: Any, window: Any) -> Any:
    messages.show_error(window, "The file cannot be written\n/etc/vulkan is read-only.")
    return next(one for one in window.findChildren(QMessageBox) if one.isVisible())


BOXES: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        "about": _acted("about", "AboutDialog"),
        "apply": _apply,
        "bug report": _bug_report,
        "compare": _compare,
        "crash": _crashed,
        "documentation": _documentation,
        "error": _error,
        "generate": _generate,
        "help": _help,
        "keys": _acted("keys", "KeysDialog"),
        "menu": _menu,
        "open machine": _acted("open_machine", "OpenMachineDialog"),
        "picker": _picker,
        "picker refusing": _picker_refusing,
        "preferences": _acted("preferences", "PreferencesDialog"),
        "reports": _reports,
        "runs": _runs,
        "search": _search,
    }
)


@contextmanager
def opened(qtbot: Any, window: Any, name: str) -> Iterator[QWidget]:
    """Open one, and close it afterwards."""
    box = BOXES[name](qtbot, window)
    box.ensurePolished()
    QCoreApplication.processEvents()
    try:
        yield box
    finally:
        if isValid(box):
            box.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def asked(question: Callable[[], object], look_at: Callable[[QMessageBox], None]) -> object:
    """Ask a modal question, look at it while it waits, and leave it by Esc; return the answer."""
    seen: list[Exception] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        try:
            look_at(box)
        except Exception as problem:  # noqa: BLE001 # raised below, where the test sees it
            seen.append(problem)
        box.reject()

    QTimer.singleShot(0, look)
    answer = question()
    for problem in seen:
        raise problem
    return answer
