"""The help window, and the section that F1 opens for each widget."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from vkconfig_py.loader.api.optional_parts import list_menu_entries
from vkconfig_py.model.files import resources
from vkconfig_py.model.text.help_pages import HelpTarget

if TYPE_CHECKING:
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
