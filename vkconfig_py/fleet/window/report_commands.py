"""Commands of the window of saved reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from vkconfig_py.fleet.window.reports_window import ReportsWindow
    from vkconfig_py.ui.window.window_parts import WindowParts


class ReportCommands(QObject):
    """One window of reports at a time; it closes with the main window."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.view: ReportsWindow | None = None

    def start(self) -> None:
        """Show the window of reports. The first time, ask for a folder."""
        view = self.show()
        if not view.has_folder:
            view.choose_folder()

    def show(self) -> ReportsWindow:
        """Show the window of reports, made if there is none yet."""
        if self.view is None:
            self.view = self._make_window()
        self.view.show()
        self.view.activateWindow()
        return self.view

    def _make_window(self) -> ReportsWindow:
        from vkconfig_py.fleet.window.reports_window import ReportReading, ReportsWindow

        parts = self._parts
        reading = ReportReading(self)
        parts.services.closed.connect(reading.close)
        return ReportsWindow(parts.context, reading, parts.state, parts.window)
