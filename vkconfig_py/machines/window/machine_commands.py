"""MachineCommands: asks which machine to open in the window, opens it, and returns to this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import find_waiting_text
from vkconfig_py.machines.window.machine_visit import MachineVisit
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.basic import Field, Label, TextRole, make_row
from vkconfig_py.ui.widgets.buttons import Button, ButtonRole, Frame, make_button_box
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.widgets.file_dialogs import choose_file, choose_folder

if TYPE_CHECKING:
    from vkconfig_py.machines.window.machine_page import MachinePage
    from vkconfig_py.ui.window.window_parts import WindowParts


# All others are about the configurations and programs of this machine.
ENABLED_ACTIONS = frozenset({"open_machine", "quit", "keys", "about", "copy"})


class MachineCommands(QObject):
    """Commands about other machines."""

    def __init__(self, parts: WindowParts, visit: MachineVisit | None = None) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.visit = visit or MachineVisit(parent=self)
        self.visit.changed.connect(self._on_changed)
        self.visit.failed.connect(self._on_failed)
        parts.services.closed.connect(self.visit.close)
        self.page: MachinePage | None = None  # few sessions open another machine
        self._is_on_other_machine = False
        self._panel = ""

    def start(self) -> None:
        """Ask the user which machine to open."""
        parts = self._parts
        dialog = OpenMachineDialog(parts.context, parts.session.machine.home, parts.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        messages.explain_by_key(dialog, parts.window)
        dialog.chosen.connect(self.visit.open)
        dialog.open()

    def open(self, origin: str, folder: str = "") -> None:
        """Show the machine at an address or at a path.

        Args:
            origin: the address or path.
            folder: where a relative path begins.
        """
        self.visit.open(origin if find_waiting_text(origin) else str(Path(folder, origin)))

    def close_machine(self) -> None:
        """Return to this machine, or cancel the opening of another one."""
        if self.visit.opening:
            self.visit.cancel()
        else:
            self.visit.close_machine()

    def _on_changed(self) -> None:
        """Show the machine that was opened, or this one again."""
        visit = self.visit
        is_on_other_machine = bool(visit.opening) or visit.machine is not None
        if is_on_other_machine and self.page is None:
            from vkconfig_py.machines.window.machine_page import MachinePage

            self.page = MachinePage(self._parts.context, self._parts.session, visit)
            self.page.band.left.connect(self.close_machine)
            self.page.band.other_requested.connect(self.start)
        if self.page is not None and is_on_other_machine:
            self.page.refresh()
        if is_on_other_machine != self._is_on_other_machine:
            self._is_on_other_machine = is_on_other_machine
            self._show(is_on_other_machine=is_on_other_machine)
        if self.page is not None and visit.opening:
            self.page.band.back.setFocus()  # Esc and Enter cancel
        elif self.page is not None and visit.machine is not None:
            self._parts.services.show_instead(self.page)
            self.page.view.setFocus()
            announce(self._parts.window, self.page.band.accessibleName())

    def _show(self, *, is_on_other_machine: bool) -> None:
        """Show the page of another machine instead of the window's content, or undo that."""
        parts = self._parts
        if is_on_other_machine:
            self._panel = parts.docks.get_current()
            if self._panel:
                parts.docks.hide(self._panel)
            parts.actions.hide_all_except(ENABLED_ACTIONS)
            parts.services.show_instead(self.page)
            return
        parts.actions.show_all()
        parts.services.show_instead(None)
        if self._panel:
            parts.docks.open(self._panel)
        announce(parts.window, tr("Back to this machine"))

    def _on_failed(self, sentence: str) -> None:
        """Show in a box why a machine cannot be opened."""
        messages.show_error(self._parts.window, sentence)


ABOUT_MACHINES = tr(
    "The root folder of another system (a mounted disk, an unpacked image, folders pulled "
    "from an Android device), a Windows registry export, a report saved with “vkconfig-py "
    "show --json”, or a machine's address: ssh:USER@HOST or adb:SERIAL. vkconfig-py does "
    "not install anything on the other machine."
)


_FILES_TEXT = tr("Reports and registry exports (*.json *.reg);;All files (*)")


class OpenMachineDialog(QDialog):
    """Asks for a path or address; the window stays usable.

    Signals:
        chosen: a path or address.
    """

    chosen = Signal(str)

    def __init__(self, context: ThemeContext, start: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start = start
        self.setWindowTitle(tr("Open machine"))
        self.field = Field(context, name=tr("Path or address"), hint=tr("/mnt/disk or ssh:me@host"))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.returnPressed.connect(self._on_accepted)
        folder = Button(context, tr("Choose folder…"), icon="folder")
        folder.clicked.connect(self._on_folder_clicked)
        file = Button(context, tr("Choose file…"), icon="file")
        file.clicked.connect(self._on_file_clicked)
        self.open_button = Button(context, tr("Open"), frame=Frame.PRIMARY)
        self.open_button.clicked.connect(self._on_accepted)
        cancel = Button(context, tr("Cancel"))
        cancel.clicked.connect(self.reject)
        px = context.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(16), px(20), px(16))
        column.setSpacing(px(12))
        column.addWidget(Label(context, ABOUT_MACHINES, text_role=TextRole.SECONDARY, wrap=True))
        column.addWidget(self.field)
        button_box = make_button_box(
            {self.open_button: ButtonRole.AcceptRole, cancel: ButtonRole.RejectRole}
        )
        column.addLayout(make_row(folder, file, None, button_box))
        self.setMinimumWidth(px(560))
        self._on_text_changed("")

    def _on_text_changed(self, text: str) -> None:
        self.open_button.setEnabled(bool(text.strip()))

    def _on_folder_clicked(self) -> None:
        """Let the user choose a root folder, and open it."""
        path = choose_folder(self, tr("Choose a root folder"), self._start)
        if path:
            self._set_path(path)

    def _on_file_clicked(self) -> None:
        """Let the user choose a report or registry export, and open it."""
        path = choose_file(self, tr("Choose a report or export"), self._start, _FILES_TEXT)
        if path:
            self._set_path(path)

    def _on_accepted(self) -> None:
        """Open what the user typed."""
        text = self.field.text().strip()
        if text:
            self._set_path(text)

    def _set_path(self, text: str) -> None:
        """Emit `chosen`, and close the dialog."""
        self.chosen.emit(text)
        self.accept()
