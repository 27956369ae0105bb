"""About: what this program is, its version and licence, and what changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialog, QWidget

import vkconfig_py
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.files import resources
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Divider, Label, TextRole, column_of, row_of
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.placement import open_within_screen
from vkconfig_py.ui.widgets.source_view import SearchedText

_WHAT = tr(
    "See, order and launch Vulkan layers. The chain is predicted by this "
    "program's own implementation of the Vulkan loader, for the loader "
    "version that is installed here. Looking changes nothing. Whatever is "
    "applied is previewed, recorded in the journal and can be undone."
)
_LICENCE = tr("Licence: Apache 2.0")


class AboutDialog(QDialog):
    """Stays open while the window is used.

    Signals:
        web_requested: open a web page.
    """

    web_requested = Signal(str)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        px = context.theme.px
        self.setWindowTitle(tr("About vkconfig-py"))
        title = Label(
            context,
            tr("vkconfig-py {version}", version=vkconfig_py.__version__),
            text_style="title",
        )
        what = Label(context, _WHAT, wrap=True)
        licence = Label(context, _LICENCE, text_style="small", text_role=TextRole.SECONDARY)
        self.changes = SearchedText(context, tr("Changes"))
        self.changes.anchorClicked.connect(self._on_link_clicked)
        self.changes.add_keys(self)
        close = Button(context, tr("Close"))
        close.clicked.connect(self.close)
        column = column_of(self)
        head = column_of()
        head.setContentsMargins(px(16), px(16), px(16), px(12))
        head.setSpacing(px(8))
        for part in (title, what, licence, self.changes.search):
            head.addWidget(part)
        column.addLayout(head)
        column.addWidget(Divider(context))
        column.addWidget(self.changes, 1)
        column.addWidget(Divider(context))
        foot = row_of(None, close)
        foot.setContentsMargins(px(16), px(10), px(16), px(10))
        column.addLayout(foot)
        context.changed.connect(self._render)
        self._render()
        open_within_screen(self, px(640), px(620))

    def _render(self) -> None:
        document = self.changes.document()
        document.setDocumentMargin(self._context.theme.px(16))
        document.setDefaultFont(self._context.theme.body.font)
        document.setMarkdown(
            resources.text("CHANGELOG.md"), QTextDocument.MarkdownFeature.MarkdownNoHTML
        )

    def _on_link_clicked(self, url: QUrl) -> None:
        self.web_requested.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))


def show_about(window: QWidget, context: ThemeContext, open_page: Callable[[str], None]) -> None:
    # A second time brings the open one to the front.
    shown = window.findChild(AboutDialog)
    if isinstance(shown, AboutDialog):
        shown.raise_()
        shown.activateWindow()
        return
    box = AboutDialog(context, window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.web_requested.connect(open_page)
    box.show()
