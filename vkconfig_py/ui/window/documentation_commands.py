"""Commands of the documentation window and of the Generate dialog; preferences and About."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.files.atomic_files import save_to_path
from vkconfig_py.model.layer_settings.setting_paths import make_program_path_variables
from vkconfig_py.ui.chain.row_layout import LAYER_KINDS
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.inspector.inspector import EDITING_PAGE
from vkconfig_py.ui.widgets.desktop import is_web_address
from vkconfig_py.ui.widgets.file_dialogs import choose_save_path
from vkconfig_py.ui.window.preference_effects import list_restorable_answers, make_note_functions

if TYPE_CHECKING:
    from vkconfig_py.model.configuration.configuration import LayerEntry
    from vkconfig_py.model.exchange.documented_layers import LayerDocument
    from vkconfig_py.model.exchange.generated_files import GeneratedFile, GeneratedKind
    from vkconfig_py.model.layer_settings.declared import DeclaredLayer
    from vkconfig_py.ui.dialogs.generate_dialog import DocumentationWindow, GenerateDialog
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
        if self._dialog is not None:  # it covers the messages of the window
            self._dialog.show_result(text, is_error=bool(error))
        else:
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
        from vkconfig_py.ui.dialogs.help import show_about

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
