"""Documentation of a layer and its settings, in a separate window."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.exchange.documented_layers import LayerDocument
from vkconfig_py.model.text.wording import tooltip, visible
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Divider, column_of, row_of
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.desktop import is_web
from vkconfig_py.ui.widgets.placement import open_within_screen
from vkconfig_py.ui.widgets.source_view import SearchedText

_STYLE = """
h1 {{ font-size: {large}px; }} h2 {{ font-size: {middle}px; margin-top: {gap}px; }}
h3, h4, h5 {{ font-size: {body}px; margin-top: {gap}px; }}
table {{ margin-top: 6px; margin-bottom: 6px; }}
td, th {{ padding: 2px {gap}px 2px 0; }} th {{ text-align: left; color: {secondary}; }}
a {{ color: {accent}; }} p.note {{ color: {warn}; }}
"""


class DocumentationWindow(QDialog):
    """One layer's documentation; it stays open while the user works in the main window.

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
        self._page: QTextDocument | None = None
        self.text = SearchedText(context, tr("Documentation"))
        self.text.anchorClicked.connect(self._on_anchor_clicked)
        self.search = self.text.search
        self.web = Button(context, tr("Website"), height=28)
        self.web.clicked.connect(self._on_web_clicked)
        self.save = Button(context, tr("Save…"), height=28)
        self.save.setToolTip(tr("As HTML, Markdown or another form"))
        self.save.clicked.connect(self._on_save_clicked)
        self._head = row_of(self.search, self.web, self.save)
        self._head.setStretch(0, 1)
        column = column_of(self)
        column.addLayout(self._head)
        column.addWidget(Divider(context))
        column.addWidget(self.text, 1)
        self.text.add_keys(self)
        context.changed.connect(self._on_look_changed)
        self._on_look_changed()
        open_within_screen(self, context.theme.px(720), context.theme.px(640))

    def show_document(self, document: LayerDocument) -> None:
        """Show a layer's documentation; for the same layer, keep the scroll position."""
        before, self._document = self._document, document
        if document == before:
            return
        self.setWindowTitle(tr("{layer} – documentation", layer=visible(document.layer)))
        self.web.setVisible(is_web(document.url))
        self.web.setToolTip(tooltip(document.url))
        self._render()
        if before is None or before.layer != document.layer:
            self.text.verticalScrollBar().setValue(0)

    def come_forward(self, anchor: str = "") -> None:
        self.show()
        self.activateWindow()
        if anchor:
            self.text.scrollToAnchor(anchor)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _render(self) -> None:
        theme, colors = self._context.theme, self._context.theme.colors
        bar, document = self.text.verticalScrollBar(), QTextDocument(self.text)
        place = bar.value()
        document.setDocumentMargin(theme.px(16))
        document.setDefaultFont(theme.body.font)
        # It acts on HTML that is set after it.
        document.setDefaultStyleSheet(
            _STYLE.format(
                large=theme.px(20),
                middle=theme.px(16),
                body=theme.px(14),
                gap=theme.px(14),
                secondary=colors.secondary.name(),
                accent=colors.accent.name(),
                warn=colors.warn.name(),
            )
        )
        before, self._page = self._page, document
        self.text.setDocument(document)
        if before is not None:
            before.deleteLater()
        # the view gives the document its width first: tables are laid out once, and fit
        document.setHtml(self._document.body if self._document else "")
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        bar.setValue(place)

    def _on_look_changed(self) -> None:
        theme = self._context.theme
        self._head.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        self._render()

    def _on_anchor_clicked(self, url: QUrl) -> None:
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
