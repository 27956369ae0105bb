"""Generate files from a configuration, and show the documentation of a layer.

GenerateDialog previews, copies and saves a text for a kind, a configuration and layers, which are
chosen in it: the selection of the main window does not change them. DocumentationWindow shows one
layer and its settings.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QShortcut,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget
from shiboken6 import isValid

from vkconfig_py.language.sentences import Message, counted, tr
from vkconfig_py.model.exchange.documented_layers import LayerDocument
from vkconfig_py.model.exchange.generated_files import (
    GENERATED_KINDS,
    GeneratedFile,
    GeneratedKind,
    GenerateRequest,
    GenerateResult,
    describe_kind,
    generate_requested,
    get_kind_label,
)
from vkconfig_py.model.items.candidates_model import PaletteModel
from vkconfig_py.model.items.palette_search import EntryKind, SearchEntry
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, PredictionRequest, make_request
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip, strip_layer_prefix
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Label,
    TextRole,
    escape_menu_text,
    localize_keys,
    make_column,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import Button, ButtonRole, Frame, make_button_box
from vkconfig_py.ui.widgets.desktop import announce, is_web_address
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import open_within_screen
from vkconfig_py.ui.widgets.source_view import SearchableText, SourceView

LAYER_DEFAULTS = ""  # stands for the key of a configuration: the layers' own defaults
_MAX_NAME_LENGTH = 36  # characters on a button
_MAX_SHOWN = 400_000  # characters; more is copied and saved, not shown
SubmitGeneration = Callable[[Callable[[], GenerateResult], Callable[[GenerateResult], None]], None]
_STYLE_SHEET = """
h1 {{ font-size: {large}px; }} h2 {{ font-size: {middle}px; margin-top: {gap}px; }}
h3, h4, h5 {{ font-size: {body}px; margin-top: {gap}px; }}
table {{ margin-top: 6px; margin-bottom: 6px; }}
td, th {{ padding: 2px {gap}px 2px 0; }} th {{ text-align: left; color: {secondary}; }}
a {{ color: {accent}; }} p.note {{ color: {warn}; }}
"""


class StickyMenu(PopupMenu):
    """A menu that stays open while checkable entries are toggled by mouse or Space."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        # QMenu closes when a button is released over an entry.
        if not self._toggle(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space or not self._toggle(self.activeAction()):
            super().keyPressEvent(event)

    def _toggle(self, action: QAction | None) -> bool:
        """Toggle a checkable entry. Return False for any other one, which closes the menu."""
        if action is None or not action.isCheckable() or not action.isEnabled():
            return False
        action.trigger()
        return True


class GenerateDialog(QDialog):
    """The dialog "Generate", which stays open while the user works in the main window.

    Signals:
        copy_requested: copy a text to the clipboard.
        save_requested: save a generated file.
        shown: the text for the present selection is in the preview.
    """

    copy_requested = Signal(str)
    save_requested = Signal(object)
    shown = Signal()

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        submit: SubmitGeneration,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Generate"))
        self._context, self._session, self._submit = context, session, submit
        self._key = session.edits.workspace.selected_configuration.key
        self._layers: tuple[str, ...] = ()
        self._known_layers: tuple[str, ...] = ()
        # An act that was asked for before the text of the new choice was ready.
        self._pending_action: Callable[[GeneratedFile], object] | None = None
        self.pending_request: GenerateRequest | None = None
        self.output: GenerateResult | None = None
        self._make_parts()
        self._lay_out()
        session.edits.workspace_changed.connect(self._on_workspace_changed)
        # The files of the machine may be others now.
        session.snapshots.current_changed.connect(self.refresh)

    def _make_parts(self) -> None:
        """Make the dialog's widgets: list of formats, choice of layers, preview, buttons."""
        context = self._context
        self.model = PaletteModel(self)
        self.model.show(
            tuple(
                SearchEntry(get_kind_label(kind), describe_kind(kind), EntryKind.CHOICE, kind.value)
                for kind in GENERATED_KINDS
            )
        )
        self.kind_list = LinesView(context, self.model, tr("Output formats"))
        self.kind_list.row_selected.connect(self._on_kind_chosen)
        self.configuration_button = Button(context, frame=Frame.FIELD, name=tr("Configuration"))
        self.configuration_button.set_arrow()
        self.configuration_button.clicked.connect(
            lambda: self._open_menu(self.make_configuration_menu(), self.configuration_button)
        )
        self.layers_button = Button(context, frame=Frame.FIELD, name=tr("Layers"))
        self.layers_button.set_arrow()
        self.layers_button.clicked.connect(
            lambda: self._open_menu(self.make_layer_menu(), self.layers_button)
        )
        self.text = SourceView(context, tr("Preview"))
        self.notes = Label(context, text_style="small", text_role=TextRole.WARN, wrap=True)
        self.notes.hide()
        self._file = Label(
            context,
            text_style="small",
            text_role=TextRole.SECONDARY,
            elide=Qt.TextElideMode.ElideRight,
        )
        self.copy = Button(context, tr("Copy"), icon="copy")
        self.copy.clicked.connect(self._on_copy_clicked)
        self.save = Button(context, tr("Save…"), frame=Frame.PRIMARY)
        self.save.clicked.connect(self._on_save_clicked)
        self._close = Button(context, tr("Close"))
        self._close.clicked.connect(self.close)
        # Shortcuts of this dialog: those of the main window do not reach another window.
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self._on_save_clicked)
        QShortcut(QKeySequence("Ctrl+Shift+C"), self, self._on_copy_clicked)
        self.save.setToolTip(f"{self.save.text()} ({localize_keys('Ctrl+S')})")
        keys = localize_keys("Ctrl+Shift+C")
        self.copy.setToolTip(tr("Copy the entire text ({keys})", keys=keys))

    def _lay_out(self) -> None:
        context, px = self._context, self._context.theme.px
        self.kind_list.setFixedWidth(px(260))
        right_column = make_column()
        header = make_row(
            Label(context, tr("For"), text_style="small", text_role=TextRole.SECONDARY),
            self.configuration_button,
            _make_gap(px(8)),
            Label(context, tr("Layers"), text_style="small", text_role=TextRole.SECONDARY),
            self.layers_button,
            None,
        )
        header.setContentsMargins(px(16), px(10), px(16), px(10))
        button_box = make_button_box(
            {
                self.save: ButtonRole.AcceptRole,
                self.copy: ButtonRole.ActionRole,
                self._close: ButtonRole.RejectRole,
            }
        )
        footer = make_row(self._file, button_box)
        footer.setStretch(0, 1)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        self.notes.setContentsMargins(px(16), px(8), px(16), px(8))
        right_column.addLayout(header)
        right_column.addWidget(Divider(context))
        right_column.addWidget(self.text, 1)
        right_column.addWidget(self.notes)
        right_column.addWidget(Divider(context))
        right_column.addLayout(footer)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.kind_list)
        row.addWidget(Divider(context, vertical=True))
        row.addLayout(right_column, 1)
        open_within_screen(self, px(980), px(640))
        self.setMinimumSize(px(640), px(360))

    # choosing

    @property
    def generated(self) -> GeneratedFile | None:
        """The displayed text, None while that of a newer selection is generated."""
        result = self.output
        return (
            result.generated
            if result is not None and result.generate_request is self.pending_request
            else None
        )

    @property
    def selected_kind(self) -> GeneratedKind:
        entry = self.kind_list.get_current_value()
        return GeneratedKind(entry.key) if entry is not None else GENERATED_KINDS[0]

    def show_for(self, key: str, layers: tuple[str, ...], kind: GeneratedKind | None) -> None:
        """Set configuration, layers and kind at once.

        Args:
            key: of the configuration, LAYER_DEFAULTS for the layers' own defaults.
            layers: names of the layers, () for all.
            kind: None keeps the present one.
        """
        self._key, self._layers = key, layers
        row = GENERATED_KINDS.index(kind or self.selected_kind)
        if row != self.kind_list.currentIndex().row():
            self.kind_list.setCurrentIndex(self.model.index(row))
        else:
            self.refresh()

    def choose_configuration(self, key: str) -> None:
        """Use the values of a configuration, or with LAYER_DEFAULTS the layers' own defaults."""
        self._key = key
        self.refresh()

    def choose_layers(self, layers: tuple[str, ...]) -> None:
        """Generate for these layers only, or with () for all."""
        self._layers = layers
        self.refresh()

    def make_configuration_menu(self) -> PopupMenu:
        """Return the menu that selects whose values are generated."""
        menu = PopupMenu(self._context, self)

        def add(text: Message | str, key: str) -> None:
            """Add an entry that selects the configuration with this key."""
            choose = partial(self.choose_configuration, key)
            menu.add_choice(escape_menu_text(text), choose, is_chosen=key == self._key)

        for configuration in self._session.edits.workspace.configurations:
            add(configuration.title, configuration.key)
        menu.addSeparator()
        add(tr("No configuration: layer defaults"), LAYER_DEFAULTS)
        return menu

    def make_layer_menu(self) -> PopupMenu:
        """Return the menu that selects which layers are generated."""
        menu = StickyMenu(self._context, self)
        entries: dict[str, QAction] = {}

        def use(name: str) -> None:
            """Select or unselect a layer, with "" select all."""
            layers = set(self._layers) ^ {name} if name else ()
            self.choose_layers(tuple(layer for layer in self._known_layers if layer in layers))
            show()

        def show() -> None:
            """Check the entries of the selected layers."""
            for name, action in entries.items():
                action.setChecked(name in self._layers if name else not self._layers)

        for name in ("", *self._known_layers):
            text = (
                escape_menu_text(strip_layer_prefix(name)) if name else self._describe_all_layers()
            )
            entries[name] = menu.addAction(text, partial(use, name))
            entries[name].setCheckable(True)
            if not name:
                menu.addSeparator()
        show()
        return menu

    def _describe_all_layers(self) -> str:
        """Return the text for "all layers", which depends on the configuration."""
        return (
            tr("All installed layers")
            if self._key == LAYER_DEFAULTS
            else tr("All layers that load")
        )

    def _open_menu(self, menu: PopupMenu, button: Button) -> None:
        """Open a menu below a button."""
        # The menu is a child of the dialog, and would live as long as it does.
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    # generating

    def refresh(self) -> None:
        """Generate the text of the present selection on the worker."""
        # What is on its way for an earlier choice is dropped by _on_made.
        self._show_choice()
        request = GenerateRequest(
            self.selected_kind,
            self._make_prediction_request(),
            self._layers,
            self._key == LAYER_DEFAULTS,
        )
        self.pending_request = request
        self._submit(
            partial(generate_requested, request, self._session.shared.cache()), self._on_generated
        )

    def _make_prediction_request(self) -> PredictionRequest:
        """Return the request for the chain of the selected configuration."""
        session, machine = self._session, self._session.machine
        key = self._key or session.edits.workspace.selected_configuration.key
        workspace = session.edits.workspace._replace(selected_key=key)
        applied_state = session.system.applied_state
        return make_request(machine.host, machine.loaders, workspace, applied_state, DEFAULT_VIEW)

    def _show_choice(self) -> None:
        """Show the selected configuration and layers on their buttons."""
        configuration = (
            self._session.edits.workspace.find_configuration(self._key) if self._key else None
        )
        name = escape_invisible(configuration.title) if configuration else tr("No configuration")
        self.configuration_button.setText(_shorten(name))
        self.configuration_button.setAccessibleName(tr("Configuration: {name}", name=name))
        layer_name = strip_layer_prefix(self._layers[0]) if len(self._layers) == 1 else ""
        count = counted("{n} layers", "{n} layer", len(self._layers))
        layers_text = layer_name or (count if self._layers else self._describe_all_layers())
        self.layers_button.setText(_shorten(layers_text))
        self.layers_button.setAccessibleName(tr("Layers: {words}", words=layers_text))
        for button in (self.configuration_button, self.layers_button):
            # Their texts changed, and layouts cache size hints.
            button.updateGeometry()

    def _on_generated(self, result: GenerateResult) -> None:
        """Show a generated text, unless the selection has changed meanwhile."""
        # Answers of a thread: only the last choice counts, by identity, while the dialog is open.
        if result.generate_request is not self.pending_request or not isValid(self):
            return
        is_same = self.output is not None and self._is_about_the_same(
            self.output.generate_request, result.generate_request
        )
        self.output, self._known_layers = result, result.known_layers
        text = result.generated.text
        # A QTextDocument holds a block for each line: a very long text would block the window.
        if len(text) > _MAX_SHOWN:
            remainder = counted(
                "… {n:,} more lines not shown; Copy and Save include them",
                "… {n:,} more line not shown; Copy and Save include it",
                text.count("\n", _MAX_SHOWN),
            )
            text = f"{text[:_MAX_SHOWN]}\n{remainder}"
        bar = self.text.verticalScrollBar()
        # A change of a value must not throw the reader back to the top.
        scroll_position = bar.value() if is_same else 0
        self.text.show_text(text)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        bar.setValue(scroll_position)
        self._show_notes(result)
        lines = counted("{n:,} lines", "{n:,} line", result.generated.text.count("\n"))
        self._file.setText(f"{result.generated.name} · {lines}")
        self.shown.emit()
        action, self._pending_action = self._pending_action, None
        if action is not None:
            action(result.generated)

    @staticmethod
    def _is_about_the_same(request: GenerateRequest, other_request: GenerateRequest) -> bool:
        """Return whether two requests are for the same text, so that its place is kept."""
        key = request.request.configuration.key
        return request._replace(request=other_request.request) == other_request and (
            key == other_request.request.configuration.key
        )

    def _show_notes(self, result: GenerateResult) -> None:
        """Show what the generated text leaves out or assumes."""
        notes = [escape_invisible(note) for note in result.generated.notes]
        if not result.layers:
            notes.insert(0, tr("No layer in this configuration declares settings."))
        self.notes.setText("\n".join(notes[:6]))
        self.notes.setToolTip(make_tooltip("\n".join(notes)))
        self.notes.setVisible(bool(notes))

    def show_result(self, text: str, *, is_error: bool = False) -> None:
        """Show beside the buttons what Copy or Save led to, an error in several lines."""
        target_view = self.notes if is_error else self._file
        target_view.setText(escape_invisible(text))
        target_view.setToolTip("")
        target_view.show()
        announce(target_view, text)

    def _on_kind_chosen(self, entry: SearchEntry | None) -> None:
        """Generate the text in the newly selected format."""
        if entry is not None:
            self.refresh()

    def _on_workspace_changed(self) -> None:
        """Generate anew, with the selected configuration if the chosen one is deleted."""
        keys = [configuration.key for configuration in self._session.edits.workspace.configurations]
        if self._key != LAYER_DEFAULTS and self._key not in keys:
            self._key = self._session.edits.workspace.selected_configuration.key
        self.refresh()

    def _on_copy_clicked(self) -> None:
        self._run_when_generated(lambda generated: self.copy_requested.emit(generated.text))

    def _on_save_clicked(self) -> None:
        self._run_when_generated(self.save_requested.emit)

    def _run_when_generated(self, action: Callable[[GeneratedFile], object]) -> None:
        """Run an action on the text of the present selection, once it is generated."""
        if self.generated is not None:
            action(self.generated)
        else:
            self._pending_action = action


def _make_gap(width: int) -> QWidget:
    gap = QWidget()
    gap.setFixedWidth(width)
    return gap


def _shorten(text: str) -> str:
    """Return a name cut to what fits its button, with an ellipsis."""
    return text if len(text) <= _MAX_NAME_LENGTH else f"{text[: _MAX_NAME_LENGTH - 1]}…"


class DocumentationWindow(QDialog):
    """The window with one layer's documentation, which stays open beside the main window.

    Signals:
        web_requested: open a web page.
        save_requested: save the documentation of the layer as a file.
    """

    web_requested = Signal(str)
    save_requested = Signal(str)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._document: LayerDocument | None = None
        self._page_widget: QTextDocument | None = None
        self.text = SearchableText(context, tr("Documentation"))
        self.text.anchorClicked.connect(self._on_anchor_clicked)
        self.search = self.text.search
        self.web = Button(context, tr("Website"), height=28)
        self.web.clicked.connect(self._on_web_clicked)
        self.save = Button(context, tr("Save…"), height=28)
        self.save.setToolTip(tr("As HTML, Markdown or another format"))
        self.save.clicked.connect(self._on_save_clicked)
        self._head = make_row(self.search, self.web, self.save)
        self._head.setStretch(0, 1)
        column = make_column(self)
        column.addLayout(self._head)
        column.addWidget(Divider(context))
        column.addWidget(self.text, 1)
        self.text.add_keys(self)
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        open_within_screen(self, context.theme.px(720), context.theme.px(640))

    def show_document(self, document: LayerDocument) -> None:
        """Show a layer's documentation, from its start unless the layer is the same."""
        previous_document, self._document = self._document, document
        if document == previous_document:
            return
        self.setWindowTitle(tr("{layer} – documentation", layer=escape_invisible(document.layer)))
        self.web.setVisible(is_web_address(document.url))
        self.web.setToolTip(make_tooltip(document.url))
        self._render()
        if previous_document is None or previous_document.layer != document.layer:
            self.text.verticalScrollBar().setValue(0)

    def bring_to_front(self, anchor: str = "") -> None:
        """Raise the window, and show a heading.

        Args:
            anchor: of the heading, "" keeps the place that is shown.
        """
        self.show()
        self.activateWindow()
        if anchor:
            self.text.scrollToAnchor(anchor)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _render(self) -> None:
        """Show the documentation in fonts and colors of the theme, at the same place."""
        theme, colors = self._context.theme, self._context.theme.colors
        bar, document = self.text.verticalScrollBar(), QTextDocument(self.text)
        scroll_position = bar.value()
        document.setDocumentMargin(theme.px(16))
        document.setDefaultFont(theme.body.font)
        # It acts on HTML that is set after it.
        document.setDefaultStyleSheet(
            _STYLE_SHEET.format(
                large=theme.px(20),
                middle=theme.px(16),
                body=theme.px(14),
                gap=theme.px(14),
                secondary=colors.secondary.name(),
                accent=colors.accent.name(),
                warn=colors.warn.name(),
            )
        )
        previous_page, self._page_widget = self._page_widget, document
        self.text.setDocument(document)
        if previous_page is not None:
            previous_page.deleteLater()
        # The view gives the document its width first: tables are laid out once, and fit.
        document.setHtml(self._document.body if self._document else "")
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        bar.setValue(scroll_position)

    def _on_theme_changed(self) -> None:
        theme = self._context.theme
        self._head.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        self._render()

    def _on_anchor_clicked(self, url: QUrl) -> None:
        """Go to a heading of the page, or open a web page."""
        if url.hasFragment() and not url.scheme():
            self.text.scrollToAnchor(url.fragment(QUrl.ComponentFormattingOption.FullyDecoded))
        else:
            self.web_requested.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    def _on_web_clicked(self) -> None:
        if self._document is not None:
            self.web_requested.emit(self._document.url)

    def _on_save_clicked(self) -> None:
        if self._document is not None:
            self.save_requested.emit(self._document.layer)
