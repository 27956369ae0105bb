"""The first page of a new user: when it is shown, and what removes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout

from vkconfig_py.ui.panels.first_page import FirstPage

if TYPE_CHECKING:
    from vkconfig_py.model.launch.menu_entry import MenuState
    from vkconfig_py.ui.window.window_parts import WindowParts

_STATE_KEY, _SHOWN_STATE, _DONE_STATE = "window/first_page", "shown", "done"
# Below the first page: of the inspector's head and footer alone, and with some lines between them.
_BARE_HEIGHT_BELOW, _USEFUL_HEIGHT_BELOW = 160, 208


class FirstSteps(QObject):
    """Shows the first page above the inspector, in the first start of the program.

    It is removed for good by a click or the first real action.

    Attributes:
        page: the first page, None while it is not shown.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.page: FirstPage | None = None
        parts.actions["first_steps"].triggered.connect(lambda: self.show_again())
        if self._is_first():
            parts.state.set_value(_STATE_KEY, _SHOWN_STATE)
            self._show_page()

    def show_again(self) -> None:
        """Show the page for beginners again, when the user asks for it."""
        parts = self._parts
        parts.services.show_inspector()
        page = self._show_page()
        if page.isHidden() and (panel := parts.docks.get_current()):
            parts.actions[f"panel_{panel}"].setChecked(False)
            page.show()
        page.close_button.setFocus()

    def _is_first(self) -> bool:
        """Return whether nothing has been done yet with the program, in this start or before."""
        if self._parts.session.machine.demo:
            return False  # it was opened from there, or to be looked at
        stored = self._parts.state.get_text(_STATE_KEY)
        # Versions without a first page have left where the window was.
        return stored == _SHOWN_STATE or not (
            stored or self._parts.state.get_text("window/placement")
        )

    def _show_page(self) -> FirstPage:
        """Show the page for beginners above the inspector, and return it."""
        if self.page is not None:
            return self.page
        parts = self._parts
        self.page = page = FirstPage(parts.context, offers_sample=not parts.session.machine.demo)
        page.closed.connect(self._close_page)
        page.demo_requested.connect(parts.services.demo_requested)
        page.menu_requested.connect(self._on_menu_asked)
        layout = parts.inspector.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(0, page)
        page.show()  # a layout shows what is new to it later
        self._fit_page()
        page.height_changed.connect(self._fit_page)
        parts.inspector.installEventFilter(self)
        # A new dock takes its room before it is known as the current one.
        parts.docks.shown.connect(self._fit_page)
        session = parts.session
        session.edits.workspace_changed.connect(self._on_edited)
        session.system.applied_changed.connect(self._on_applied)
        parts.launcher.started.connect(self._close_page)
        # Once the window is complete: it would wait for the code of this.
        QTimer.singleShot(0, self, self._find_menu_entry)
        return page

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._fit_page()
        return super().eventFilter(watched_object, event)

    def _fit_page(self) -> None:
        """Give the page the room that it needs: a panel that leaves less hides it meanwhile."""
        page, inspector = self.page, self._parts.inspector
        if page is None:
            return
        px, width, height = self._parts.context.theme.px, inspector.width(), inspector.height()
        has_room = height - px(_USEFUL_HEIGHT_BELOW) >= page.compute_height(width)
        page.setVisible(has_room or not self._parts.docks.get_current())
        page.set_room(width, height - px(_BARE_HEIGHT_BELOW))

    def _find_menu_entry(self) -> None:
        """Find out whether the application menu has the program."""
        entry = self._parts.session.menu_entry
        entry.found.connect(self._on_menu_found, Qt.ConnectionType.UniqueConnection)
        entry.look()

    def _on_menu_asked(self) -> None:
        """Show what adding the program to the application menu would write."""
        from vkconfig_py.ui.window.menu_commands import connect_menu_entry

        connect_menu_entry(self._parts).plan(is_removal=False)

    def _on_menu_found(self, state: MenuState) -> None:
        """Offer to add the program to the application menu if that lacks it."""
        from vkconfig_py.model.launch.menu_entry import MenuState

        if self.page is not None:
            self.page.menu.setVisible(state is MenuState.MISSING)

    def _on_edited(self) -> None:
        """Remove the page for beginners after the first edit."""
        if self._parts.session.edits.can_undo():
            self._close_page()

    def _on_applied(self) -> None:
        """Remove the page for beginners after the first Apply."""
        if self._parts.session.system.applied:
            self._close_page()

    def _close_page(self) -> None:
        """Remove the page for beginners for good."""
        page, self.page = self.page, None
        if page is None:
            return
        parts = self._parts
        parts.inspector.removeEventFilter(self)
        parts.docks.shown.disconnect(self._fit_page)
        parts.state.set_value(_STATE_KEY, _DONE_STATE)
        parts.session.edits.workspace_changed.disconnect(self._on_edited)
        parts.session.system.applied_changed.disconnect(self._on_applied)
        parts.launcher.started.disconnect(self._close_page)
        had_focus = page.isAncestorOf(parts.window.focusWidget() or parts.window)
        page.hide()
        page.deleteLater()
        if had_focus:
            parts.chain.view.setFocus()
