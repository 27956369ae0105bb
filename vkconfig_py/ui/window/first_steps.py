"""First steps: shows the first page in the first start, until a click or the first real action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout

if TYPE_CHECKING:
    from vkconfig_py.model.launch.menu_entry import MenuState
    from vkconfig_py.ui.panels.first_page import FirstPage
    from vkconfig_py.ui.window.window_parts import WindowParts

_KEY, _SHOWN, _DONE = "window/first_page", "shown", "done"


class FirstSteps(QObject):
    """Places the first page above the inspector, and takes it away for good.

    Attributes:
        page: None while it is not shown.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.page: FirstPage | None = None
        parts.actions["first_steps"].triggered.connect(lambda: self.show_again())
        if self._is_first():
            parts.state.keep(_KEY, _SHOWN)
            self._show()

    def show_again(self) -> None:
        self._parts.services.show_inspector()
        page = self._show()
        page.close_button.setFocus()

    def _is_first(self) -> bool:
        """True in the first start, and in later ones until something was done."""
        if self._parts.session.machine.demo:
            return False  # it was opened from there, or to be looked at
        kept = self._parts.state.text(_KEY)
        # Versions without a first page have left where the window was.
        return kept == _SHOWN or not (kept or self._parts.state.text("window/placement"))

    def _show(self) -> FirstPage:
        if self.page is not None:
            return self.page
        from vkconfig_py.ui.panels.first_page import FirstPage

        parts = self._parts
        self.page = page = FirstPage(parts.look, offers_sample=not parts.session.machine.demo)
        page.closed.connect(self._end)
        page.demo_asked.connect(parts.services.demo_asked)
        page.menu_asked.connect(self._on_menu_asked)
        layout = parts.inspector.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(0, page)
        page.show()  # a layout shows what is new to it later
        session = parts.session
        session.edits.workspace_changed.connect(self._on_edited)
        session.system.applied_changed.connect(self._on_applied)
        parts.launcher.started.connect(self._end)
        # Once the window is complete: it would wait for the code of this.
        QTimer.singleShot(0, self, self._look_for_entry)
        return page

    def _look_for_entry(self) -> None:
        entry = self._parts.session.menu_entry
        entry.found.connect(self._on_menu_found, Qt.ConnectionType.UniqueConnection)
        entry.look()

    def _on_menu_asked(self) -> None:
        from vkconfig_py.ui.window.menu_commands import answered_menu_entry

        answered_menu_entry(self._parts).plan(removing=False)

    def _on_menu_found(self, state: MenuState) -> None:
        from vkconfig_py.model.launch.menu_entry import MenuState

        if self.page is not None:
            self.page.menu.setVisible(state is MenuState.MISSING)

    def _on_edited(self) -> None:
        if self._parts.session.edits.can_undo():
            self._end()

    def _on_applied(self) -> None:
        if self._parts.session.system.applied:
            self._end()

    def _end(self) -> None:
        page, self.page = self.page, None
        if page is None:
            return
        parts = self._parts
        parts.state.keep(_KEY, _DONE)
        parts.session.edits.workspace_changed.disconnect(self._on_edited)
        parts.session.system.applied_changed.disconnect(self._on_applied)
        parts.launcher.started.disconnect(self._end)
        had_focus = page.isAncestorOf(parts.window.focusWidget() or parts.window)
        page.hide()
        page.deleteLater()
        if had_focus:
            parts.chain.view.setFocus()
