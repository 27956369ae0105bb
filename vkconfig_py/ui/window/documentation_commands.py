"""Commands of help, of the documentation window and of the Generate dialog; the first steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDockWidget, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import list_menu_entries
from vkconfig_py.model.files import resources
from vkconfig_py.model.files.atomic_files import save_to_path
from vkconfig_py.model.layer_settings.setting_paths import make_program_path_variables
from vkconfig_py.model.text.help_pages import HelpTarget
from vkconfig_py.ui.chain.row_delegate import LAYER_KINDS
from vkconfig_py.ui.dialogs.help import show_about
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.inspector.inspector import EDITING_PAGE
from vkconfig_py.ui.panels.first_page import FirstPage
from vkconfig_py.ui.widgets.desktop import is_web_address
from vkconfig_py.ui.widgets.file_dialogs import choose_save_path
from vkconfig_py.ui.window.preference_effects import list_restorable_answers, make_note_functions

if TYPE_CHECKING:
    from vkconfig_py.model.configuration.configuration import LayerEntry
    from vkconfig_py.model.exchange.documented_layers import LayerDocument
    from vkconfig_py.model.exchange.generated_files import GeneratedFile, GeneratedKind
    from vkconfig_py.model.launch.menu_entry import MenuState
    from vkconfig_py.model.layer_settings.declared import DeclaredLayer
    from vkconfig_py.ui.dialogs.generate_dialog import DocumentationWindow, GenerateDialog
    from vkconfig_py.ui.dialogs.help_window import HelpWindow
    from vkconfig_py.ui.window.window_parts import WindowParts

_PAUSE_MS = 300  # laying a long document out takes longer than a key press


_FOLDER = "window/generated_folder"


class GenerateCommands(QObject):
    """Opens the Generate dialog, copies and saves the generated text."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._dialog: GenerateDialog | None = None

    def open(
        self, key: str = "", layers: tuple[str, ...] = (), kind: GeneratedKind | None = None
    ) -> GenerateDialog:
        """Open the dialog for a configuration, or for some layers.

        Args:
            key: of the configuration, "" for the selected one.
            layers: their names, () for all.
            kind: what to generate, None for the last kind.
        """
        from vkconfig_py.ui.dialogs.generate_dialog import GenerateDialog

        parts = self._parts
        key = key or parts.session.edits.workspace.selected_configuration.key
        dialog = self._dialog
        if dialog is None:
            dialog = GenerateDialog(parts.context, parts.session, parts.worker.submit, self._window)
            dialog.copy_requested.connect(self.copy)
            dialog.save_requested.connect(self.save)
            # It deletes itself when it is closed; a new one is made then.
            dialog.destroyed.connect(self._on_closed)
            self._dialog = dialog
        dialog.show_for(key, layers, kind)
        dialog.show()
        # It may be open behind the main window.
        dialog.activateWindow()
        dialog.kind_list.setFocus()
        return dialog

    def open_for_row(self) -> None:
        """Open the dialog for the layer of the current row."""
        row = self._parts.chain.view.current_row()
        if row is not None and row.kind in LAYER_KINDS:
            self.open(layers=(row.name,))

    def _on_closed(self) -> None:
        """Forget the dialog, which was closed."""
        self._dialog = None

    def copy(self, text: str) -> None:
        """Copy a generated text to the clipboard."""
        QGuiApplication.clipboard().setText(text)
        if self._dialog is not None:
            self._dialog.show_result(tr("Copied to the clipboard"))

    def save(self, generated_file: GeneratedFile) -> None:
        """Save a generated text in a file that the user chooses."""
        parts = self._parts
        folder = Path(parts.state.get_text(_FOLDER) or parts.session.machine.home)
        parent = self._dialog or self._window
        choice = choose_save_path(parent, tr("Save"), folder / generated_file.name)
        if choice is None:
            return
        path = choice.path
        parts.state.set_value(_FOLDER, str(Path(path).parent))
        # On a thread: the file may be on a slow stick or a network.
        write = partial(save_to_path, Path(path), generated_file.content)
        parts.worker.submit(write, partial(self._on_saved, path))

    def _on_saved(self, path: str, error: str) -> None:
        """Show that the text was saved, or the error."""
        text = error or tr("Saved {path}", path=path)
        if self._dialog is not None:
            self._dialog.show_result(text, is_error=bool(error))
        self._parts.status_bar.show_toast(text, tone="error" if error else "neutral")


class DocumentationCommands(QObject):
    """Connects the inspector and the settings page to the documentation window.

    It shows the selected layer, with the copy that the configuration uses.
    """

    def __init__(self, parts: WindowParts, generate: GenerateCommands) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._generate = generate
        self.view: DocumentationWindow | None = None
        self._shown_layer: DeclaredLayer | None = None
        self._shown_entry: LayerEntry | None = None
        self._update_timer = QTimer(self)
        # start() begins anew with each edit: the text is made once, after the last one.
        self._update_timer.setSingleShot(True)
        self._update_timer.setInterval(_PAUSE_MS)
        self._update_timer.timeout.connect(lambda: self._make_document(self._update))
        parts.inspector.documentation_button.clicked.connect(lambda: self.open())
        parts.inspector.page_made.connect(self._on_page_made)
        parts.session.edits.workspace_changed.connect(self._on_workspace_changed)
        self._show_layer(None)

    def _on_page_made(self, name: str) -> None:
        """Connect the pages of settings once they are made.

        Args:
            name: of the page.
        """
        inspector = self._parts.inspector
        if name == EDITING_PAGE:
            inspector.editing.layer_changed.connect(self._on_layer_changed)
            self._on_layer_changed()
        elif name == InspectorPage.SETTINGS:
            inspector.settings.documentation_requested.connect(self.open)
            inspector.settings.web_requested.connect(self._parts.status_bar.open_page)

    @property
    def _declared_layer(self) -> DeclaredLayer | None:
        """The selected layer as its manifest declares it, None if no layer is selected."""
        return self._parts.inspector.editing.declared

    def _on_layer_changed(self) -> None:
        self._show_layer(self._declared_layer)

    def _show_layer(self, declared_layer: DeclaredLayer | None) -> None:
        """Enable the buttons of the documentation if a layer is selected."""
        self._parts.inspector.documentation_button.setVisible(declared_layer is not None)
        self._parts.actions["documentation"].setEnabled(declared_layer is not None)
        website = self._parts.actions["website"]
        website.setEnabled(declared_layer is not None and is_web_address(declared_layer.url))

    def open(self, key: str = "") -> None:
        """Show the documentation of the selected layer.

        Args:
            key: of the setting to show, "" for the beginning.
        """
        self._shown_layer = self._declared_layer
        self._make_document(partial(self._show_document, key))

    def _make_document(self, deliver: Callable[[LayerDocument], None]) -> None:
        """Write the documentation of the selected layer on the worker.

        Args:
            deliver: called with the document.
        """
        # Off the GUI thread: it is long for a layer with many settings.
        from vkconfig_py.model.exchange.documented_layers import make_layer_document

        declared_layer = self._shown_layer
        if declared_layer is not None:
            session = self._parts.session
            configuration = session.edits.workspace.selected_configuration
            self._shown_entry = configuration.find_entry(declared_layer.name)
            paths = make_program_path_variables(session.machine.host, configuration.environment)
            make_document = partial(make_layer_document, declared_layer, self._shown_entry, paths)
            self._parts.worker.submit(make_document, deliver)

    def _show_document(self, key: str, document: LayerDocument) -> None:
        """Show a document in its window, at the setting with this key."""
        from vkconfig_py.ui.dialogs.generate_dialog import DocumentationWindow

        if self.view is None:
            self.view = view = DocumentationWindow(self._parts.context, self._window)
            view.web_requested.connect(self._parts.status_bar.open_page)
            view.save_requested.connect(self._on_save_asked)
        self.view.show_document(document)
        self.view.bring_to_front(document.anchors.get(key, ""))

    def _on_workspace_changed(self) -> None:
        """Write the shown document again soon, if its layer was edited."""
        # Update the values for whoever is reading, once no key is pressed any more.
        if self.view is None or not self.view.isVisible() or self._shown_layer is None:
            return
        if (
            self._parts.session.edits.workspace.selected_configuration.find_entry(
                self._shown_layer.name
            )
            != self._shown_entry
        ):
            self._update_timer.start()

    def _update(self, document: LayerDocument) -> None:
        """Show a newer document in the open window."""
        if self.view is not None and self.view.isVisible():
            self.view.show_document(document)

    def _on_save_asked(self, layer: str) -> None:
        """Open the Generate dialog for the documentation of a layer as a web page."""
        from vkconfig_py.model.exchange.generated_files import GeneratedKind

        self._generate.open(layers=(layer,), kind=GeneratedKind.HTML)

    def open_website(self) -> None:
        """Open the web page that the selected layer names."""
        declared_layer = self._declared_layer
        if declared_layer is not None:
            self._parts.status_bar.open_page(declared_layer.url)

    def show_about(self) -> None:
        """Show the dialog "About"."""
        show_about(self._window, self._parts.context, self._parts.status_bar.open_page)

    def show_preferences(self) -> None:
        """Show the dialog of preferences."""
        from vkconfig_py.ui.dialogs.preferences_dialog import show_preferences
        from vkconfig_py.ui.window.menu_commands import connect_menu_entry

        parts = self._parts
        dialog = show_preferences(
            self._window,
            parts.context,
            parts.session.preferences,
            connect_menu_entry(parts),
            list_restorable_answers(parts),
            make_note_functions(parts),
        )
        if dialog is not None:
            dialog.erase_requested.connect(parts.actions["erase_data"].trigger)
            dialog.restart_requested.connect(parts.services.restart_requested)


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
# Below the first page: of the inspector's head and footer alone, and with some lines between them.
_BARE_HEIGHT_BELOW, _USEFUL_HEIGHT_BELOW = 160, 208


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
        parts.state.set_value(_STATE_KEY, _DONE_STATE)
        parts.session.edits.workspace_changed.disconnect(self._on_edited)
        parts.session.system.applied_changed.disconnect(self._on_applied)
        parts.launcher.started.disconnect(self._close_page)
        had_focus = page.isAncestorOf(parts.window.focusWidget() or parts.window)
        page.hide()
        page.deleteLater()
        if had_focus:
            parts.chain.view.setFocus()
