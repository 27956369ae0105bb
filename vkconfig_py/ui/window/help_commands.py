"""Help of the window: F1 opens the page about what has the focus; FirstSteps greets new users."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QVBoxLayout, QWidget

from vkconfig_py.loader.api.optional_parts import list_menu_entries
from vkconfig_py.model.files import resources
from vkconfig_py.model.text.help_pages import HelpTarget
from vkconfig_py.ui.panels.first_page import FirstPage

if TYPE_CHECKING:
    from vkconfig_py.model.launch.menu_entry import MenuState
    from vkconfig_py.ui.dialogs.help_window import HelpWindow
    from vkconfig_py.ui.window.window_parts import WindowParts


# Sections by the class of a widget; the nearest one around what has the focus is meant.
TOPIC_BY_CLASS: Mapping[str, str] = MappingProxyType(
    {
        "AboutDialog": "window.md",
        "ApplyPopover": "apply.md",
        "BannerBar": "apply.md",
        "BugReportDialog": "bug_report.md",
        "ChainPane": "chain.md",
        "CollectionPanel": "layers.md",
        "CompareWindow": "machines.md#compare",
        "ConfigurationsPane": "configurations.md",
        "CrashDialog": "bug_report.md#if-the-program-fails",
        "FaultyComponentPanel": "culprit.md",
        "DevicePage": "devices.md#what-devices-can-do",
        "DevicesPage": "devices.md#choose-devices",
        "DocumentationWindow": "configurations.md#settings-of-a-layer",
        "EnvironmentPage": "chain.md#loader-variables",
        "EntriesPage": "devices.md#what-devices-can-do",
        "FirstPage": "window.md#first-steps",
        "GenerateDialog": "configurations.md#generate",
        "Inspector": "chain.md#the-inspector",
        "JournalPanel": "apply.md#preview-and-history",
        "KeysDialog": "accessibility.md",
        "LaunchOptionsPage": "launch.md#launch-options",
        "LauncherPanel": "log.md",
        "LoaderPage": "devices.md#the-loaders-log-and-added-drivers",
        "MenuDialog": "preferences.md",
        "ExtensionsPage": "devices.md#what-devices-can-do",
        "PreferencesDialog": "preferences.md",
        "PreviewPanel": "apply.md#preview-and-history",
        "ProbePage": "devices.md",
        "ProblemsPanel": "problems.md",
        "ProgramPicker": "launch.md#choose-a-program",
        "ProgramsPage": "apply.md",
        "RunningPanel": "running.md",
        "RunsDialog": "log.md#runs",
        "RunTabs": "launch.md#several-programs-at-once",
        "SafeModeBar": "launch.md#safe-mode",
        "SettingsPage": "configurations.md#settings-of-a-layer",
        "WhatIfBar": "what_if.md",
        **{name: topic for entry in list_menu_entries() for name, topic in entry.topics.items()},
    }
)
# The same for buttons of a bar, by its class and their attribute.
TOPIC_BY_BUTTON: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "Header": {
            "apply": "apply.md",
            "configuration": "configurations.md",
            "launch": "launch.md",
            "program": "launch.md#choose-a-program",
            "safe_mode": "launch.md#safe-mode",
            "stop": "launch.md#several-programs-at-once",
        },
        "StatusBar": {
            "bell": "window.md#messages",
            "probe": "devices.md",
            "verified": "apply.md#check-with-the-real-loader",
        },
    }
)
_STATE_KEY, _SHOWN_STATE, _DONE_STATE = "window/first_page", "shown", "done"


def find_topic(widget: QWidget | None) -> HelpTarget | None:
    """Return the section of the help about a widget, None for the help window itself."""
    child: QWidget | None = None
    while widget is not None:
        name = type(widget).__name__
        if name == "HelpWindow":
            return None
        for button, target in TOPIC_BY_BUTTON.get(name, {}).items():
            if getattr(widget, button) is child:
                return HelpTarget.parse(target)
        if name in TOPIC_BY_CLASS:
            return HelpTarget.parse(TOPIC_BY_CLASS[name])
        child, widget = widget, widget.parentWidget()
        if isinstance(widget, QDockWidget):  # the head of a panel is about the panel
            child, widget = None, widget.widget()
    return HelpTarget("window")


class HelpCommands(QObject):
    """Opens the help window and keeps it.

    Attributes:
        view: the help window, None until it is first opened.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self.view: HelpWindow | None = None
        action = parts.actions["help"]
        # Dialogs are windows of their own, which shortcuts of this one do not reach.
        action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        action.triggered.connect(self._on_asked)

    def _on_asked(self) -> None:
        """Open the help about the widget that has the focus."""
        help_target = find_topic(QApplication.focusWidget())
        # An open popup would hold the keyboard, and cover the help.
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass
        modal = QApplication.activeModalWidget()
        if modal is None:
            self.open(help_target)
        elif help_target is not None:  # the help itself, above the question, stays as it is
            # What is modal blocks every window but its own: the help becomes one of these.
            view = self._make_window(modal)
            view.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            view.open_target(help_target)
            view.bring_to_front()

    def open(self, help_target: HelpTarget | None) -> HelpWindow:
        """Open the help window.

        Args:
            help_target: section to show, None leaves the shown one.
        """
        if self.view is None:
            self.view = self._make_window(self._parts.window)
        if help_target is not None:
            self.view.open_target(help_target)
        self.view.bring_to_front()
        return self.view

    def _make_window(self, parent: QWidget) -> HelpWindow:
        """Make a help window, on top of its parent."""
        from vkconfig_py.ui.dialogs.help_window import HelpWindow

        parts = self._parts
        view = HelpWindow(
            parts.context, parts.worker.submit, resources.find_resource("help"), parent
        )
        view.web_requested.connect(parts.status_bar.open_page)
        return view


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
        self._parts.services.show_inspector()
        page = self._show_page()
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
        session = parts.session
        session.edits.workspace_changed.connect(self._on_edited)
        session.system.applied_changed.connect(self._on_applied)
        parts.launcher.started.connect(self._close_page)
        # Once the window is complete: it would wait for the code of this.
        QTimer.singleShot(0, self, self._find_menu_entry)
        return page

    def _find_menu_entry(self) -> None:
        """Find out whether the application menu has the program."""
        entry = self._parts.session.menu_entry
        entry.found.connect(self._on_menu_found, Qt.ConnectionType.UniqueConnection)
        entry.look()

    def _on_menu_asked(self) -> None:
        """Show what adding the program to the application menu would write."""
        from vkconfig_py.ui.window.menu_commands import connect_menu_entry

        connect_menu_entry(self._parts).plan(removing=False)

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
        parts.state.set_value(_STATE_KEY, _DONE_STATE)
        parts.session.edits.workspace_changed.disconnect(self._on_edited)
        parts.session.system.applied_changed.disconnect(self._on_applied)
        parts.launcher.started.disconnect(self._close_page)
        had_focus = page.isAncestorOf(parts.window.focusWidget() or parts.window)
        page.hide()
        page.deleteLater()
        if had_focus:
            parts.chain.view.setFocus()
