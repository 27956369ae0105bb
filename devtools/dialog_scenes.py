"""Pictures of dialogs, questions, menus and pages that other scenes do not show."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import scenes

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu, QWidget

    from vkconfig_py.gui import Running

_MENU_AT = (120, 150)
QUESTIONS = "questions"  # what the sheet of boxes is called


def open_machine(running: Running) -> None:
    """Ask which machine to open."""
    running.window.controllers.optional["open_machine"].start()


def open_machine_dialog(running: Running) -> QWidget:
    from vkconfig_py.machines.window.open_machine_dialog import OpenMachineDialog

    return running.window.findChildren(OpenMachineDialog)[0]


def other_machine(running: Running) -> None:
    """Show a root folder beside this machine: the sample machine as others see it."""
    machines = running.window.controllers.optional["open_machine"]
    home = Path(running.session.machine.host.environment["HOME"])
    machines.open(str(home.parents[1]))
    scenes.wait(machines.visit.changed, lambda: machines.visit.machine is not None)


def keys(running: Running) -> None:
    """List the keys."""
    running.window.actions_["keys"].trigger()


def keys_dialog(running: Running) -> QWidget:
    from vkconfig_py.ui.dialogs.help import KeysDialog

    return running.window.findChildren(KeysDialog)[0]


def not_imported(running: Running) -> None:
    """Show what of a file was not understood."""
    from vkconfig_py.model.formats.foreign_files import ForeignKind, Opened
    from vkconfig_py.ui.widgets.messages import OpenedNotes

    kind = ForeignKind.VKCONFIG
    notes = OpenedNotes(running.window.context, running.window)
    notes.add("/home/demo/vkconfig.json", Opened(kind, refused="Line 3: a comma is missing."))


def not_imported_dialog(running: Running) -> QWidget:
    from vkconfig_py.ui.widgets.messages import OpenedNotes

    return running.window.findChildren(OpenedNotes)[0]


def closing_questions(running: Running) -> None:
    """Ask what is asked when the window closes, and before a probe."""
    from vkconfig_py.ui.widgets import messages

    window = running.window
    unsaved = "/home/demo/.config/vkconfig-py/workspace.json: No space left on device"
    _show_questions(
        running,
        partial(messages.ask_close_applied, window, window.context, "Debugging", "vkcube"),
        partial(messages.ask_close_unsaved, window, (unsaved,)),
        partial(messages.ask_close_running, window, ("vkcube", "vulkaninfo")),
        partial(messages.ask_probe, window),
    )


def file_questions(running: Running) -> None:
    """Ask what is asked about files, folders and processes."""
    from vkconfig_py.model.catalog.folder_scan import FoundBelow
    from vkconfig_py.model.plan.plan import ChangeKind, PlannedChange
    from vkconfig_py.ui.widgets import messages

    window = running.window
    file = "/home/demo/.local/share/vulkan/implicit_layer.d/VkLayer_override.json"
    changes = (
        PlannedChange(ChangeKind.REMOVE, file, "-{}"),
        PlannedChange(ChangeKind.CHANGE, "/etc/environment", "+A=1"),
    )
    _show_questions(
        running,
        partial(messages.ask_remove_foreign, window, file),
        partial(messages.ask_stop, window, "vkcube", 4711),
        partial(messages.ask_restore, window, "Debugging", changes),
        partial(messages.ask_add_empty, window, FoundBelow("/home/demo/layers", looked_into=4)),
    )


def _show_questions(running: Running, *asked: Callable[[], object]) -> None:
    """Put what would wait for an answer, one box at a time, on one sheet."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QGridLayout, QMessageBox, QWidget

    waits = QMessageBox.exec
    QMessageBox.exec = QMessageBox.show  # type: ignore[method-assign,assignment]
    try:
        for ask in asked:
            ask()
    finally:
        QMessageBox.exec = waits  # type: ignore[method-assign]
    sheet = QWidget(running.window, Qt.WindowType.Window)
    sheet.setObjectName(QUESTIONS)
    grid = QGridLayout(sheet)
    for number, box in enumerate(running.window.findChildren(QMessageBox)):
        box.setParent(sheet, Qt.WindowType.Widget)
        grid.addWidget(box, number // 2, number % 2)
        box.show()
    sheet.show()


def requests(running: Running) -> QWidget:
    """Return the sheet with the boxes."""
    from PySide6.QtWidgets import QWidget

    found: QWidget = running.window.findChildren(QWidget, QUESTIONS)[0]
    return found


def no_loader(running: Running) -> None:
    """Show what is said on a machine without a loader."""
    running.window.show_no_loader(missing=True)


def row_menu(running: Running) -> None:
    """Open the menu of a layer."""
    from vkconfig_py.ui.window.commands import row_menu as make

    scenes.edited(running)
    window, snapshot = running.window, running.session.snapshots.shown
    assert snapshot is not None
    row = next(row for row in snapshot.rows if row.name == scenes.VALIDATION)
    _show_menu(running, make(row, window.actions_, window, window.chain.view.set_control))


def device_menu(running: Running) -> None:
    """Open the menu of drivers and devices."""
    from vkconfig_py.ui.window.commands import device_menu as make

    scenes.edited(running)
    snapshot = running.session.snapshots.shown
    assert snapshot is not None
    _show_menu(running, make(running.session, snapshot, running.window.actions_, running.window))


def _show_menu(running: Running, menu: QMenu) -> None:
    from PySide6.QtCore import Qt

    menu.setParent(running.window, Qt.WindowType.Widget)  # a popup is no part of the picture
    menu.adjustSize()
    menu.move(*_MENU_AT)
    menu.show()


def what_if_loader(running: Running) -> None:
    """Choose another loader in a what-if."""
    from PySide6.QtCore import Qt

    from vkconfig_py.ui.chain.what_if_bar import AssumptionPopups

    scenes.what_if(running)
    window = running.window
    popups = window.findChildren(AssumptionPopups)[0]
    popups.choose_loader(window.header)
    scenes.settle()
    popup = popups.popup
    assert popup is not None
    popup.setParent(window, Qt.WindowType.Widget)
    popup.move(*_MENU_AT)
    popup.show()


def culprit_form(running: Running) -> None:
    """Ask how a search for a culprit tells whether a program works."""
    scenes.edited(running)
    running.window.docks.open("culprit")


def driver(running: Running) -> None:
    """Show everything about a driver."""
    scenes.select(running, "driver", "nvidia")


def loader(running: Running) -> None:
    """Show everything about the loader."""
    scenes.select(running, "loader", "")
