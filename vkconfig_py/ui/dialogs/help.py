"""The dialogs "Keyboard shortcuts" and "About", which stay open while the window is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QFormLayout, QVBoxLayout, QWidget

import vkconfig_py
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.row_details import LabeledFact
from vkconfig_py.model.files import resources
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.actions import ACTION_SPECS, MENUS, Actions, Menu, render_keys
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Label,
    TextRole,
    localize_keys,
    make_column,
    make_row,
    remove_mnemonic,
)
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.layouts import Page, fill_form, find_name_width
from vkconfig_py.ui.widgets.panes import open_within_screen, raise_open_dialog
from vkconfig_py.ui.widgets.source_view import SearchableText

_KEYS_BY_PANE = (
    (
        tr("In the chain"),
        (
            LabeledFact(localize_keys("Space"), tr("switch between Auto, On and Off")),
            LabeledFact(
                f"+, -, {localize_keys('Backspace')}", tr("turn on, turn off, set to Auto")
            ),
            LabeledFact(
                localize_keys("Ctrl+M"), tr("move with the arrow keys; Enter drops, Esc cancels")
            ),
            LabeledFact(tr("Enter"), tr("go to the inspector; Esc goes back")),
            LabeledFact(localize_keys("Shift+F10"), tr("open the row menu")),
            LabeledFact(tr("letter keys"), tr("find a row by name (omit VK_LAYER_)")),
            LabeledFact(
                f"{localize_keys('Home')}, {localize_keys('End')}",
                tr("go to the first or last row"),
            ),
            LabeledFact("/", tr("search the chain")),
        ),
    ),
    (
        tr("In the configurations"),
        (
            LabeledFact(
                f"{localize_keys('Alt+Up')}, {localize_keys('Alt+Down')}",
                tr("move a configuration within its group"),
            ),
            LabeledFact(localize_keys("Delete"), tr("delete a configuration")),
        ),
    ),
    (
        tr("In the settings"),
        (
            LabeledFact(localize_keys("Space"), tr("on or off")),
            LabeledFact(f"{tr('Enter')}, F2", tr("edit the value; Esc discards the change")),
            LabeledFact(localize_keys("Delete"), tr("reset to the default")),
            LabeledFact("/", tr("search")),
        ),
    ),
)
_DESCRIPTION = tr(
    "Inspect and order Vulkan layers, and launch programs with them. vkconfig-py predicts "
    "the chain with its own implementation of the Vulkan loader, matched to the installed "
    "loader version. Viewing changes nothing. Everything that you apply is previewed, is "
    "recorded in the history, and can be undone."
)
_LICENSE_TEXT = tr("License: Apache 2.0")
_LIST_INDENT = 20


def list_key_sections(actions: Actions) -> Iterator[tuple[str, tuple[LabeledFact, ...]]]:
    """Yield headings with their keys: first those of each pane, then those of each menu."""
    yield from _KEYS_BY_PANE
    for menu in Menu:
        keys = [
            LabeledFact(render_keys(actions[spec.name]), remove_mnemonic(spec.text))
            for spec in ACTION_SPECS
            if spec.menu is menu and spec.keys and not spec.is_handled_by_list
        ]
        yield remove_mnemonic(MENUS[menu]), tuple(keys)


class KeysDialog(QDialog):
    """The dialog that lists every key."""

    def __init__(
        self, context: ThemeContext, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        px = context.theme.px
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.page = Page(context, tr("Keyboard shortcuts"))
        body = self.page.make_body()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, px(8), 0, px(8))
        column.setSpacing(0)
        sections = tuple(list_key_sections(actions))
        self._width = find_name_width(context, [keys for _heading, keys in sections])
        for heading, keys in sections:
            self._add_section(column, heading, keys)
        column.addStretch(1)
        self.page.setWidget(body)
        close = Button(context, tr("Close"))
        close.clicked.connect(self.close)
        footer = make_row(None, close)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        main_column = make_column(self)
        main_column.addWidget(self.page, 1)
        main_column.addWidget(Divider(context))
        main_column.addLayout(footer)
        open_within_screen(self, px(460), px(560))

    def _add_section(
        self, column: QVBoxLayout, heading: str, keys: tuple[LabeledFact, ...]
    ) -> None:
        """Add a heading and the keys below it."""
        px = self._context.theme.px
        title = Label(
            self._context, heading, text_style="small_strong", text_role=TextRole.SECONDARY
        )
        title.setContentsMargins(px(16), px(8), px(16), 0)
        form_layout = QFormLayout()
        fill_form(self._context, form_layout, keys, self._width)
        form_layout.setContentsMargins(px(16), px(6), px(16), px(8))
        column.addWidget(title)
        column.addLayout(form_layout)


def show_keys(window: QWidget, context: ThemeContext, actions: Actions) -> None:
    """Show the dialog of keyboard shortcuts, or raise the open one."""
    if raise_open_dialog(window, KeysDialog):
        return
    dialog = KeysDialog(context, actions, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()


class AboutDialog(QDialog):
    """The dialog with version, license and list of changes.

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
        description = Label(context, _DESCRIPTION, wrap=True)
        licence = Label(context, _LICENSE_TEXT, text_style="small", text_role=TextRole.SECONDARY)
        self.changes = SearchableText(context, tr("Changes"))
        self.changes.anchorClicked.connect(self._on_link_clicked)
        self.changes.add_keys(self)
        close = Button(context, tr("Close"))
        close.clicked.connect(self.close)
        column = make_column(self)
        header = make_column()
        header.setContentsMargins(px(16), px(16), px(16), px(12))
        header.setSpacing(px(8))
        for part in (title, description, licence, self.changes.search):
            header.addWidget(part)
        column.addLayout(header)
        column.addWidget(Divider(context))
        column.addWidget(self.changes, 1)
        column.addWidget(Divider(context))
        footer = make_row(None, close)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        column.addLayout(footer)
        context.changed.connect(self._render)
        self._render()
        open_within_screen(self, px(640), px(620))

    def _render(self) -> None:
        """Show CHANGELOG.md as the list of changes."""
        document = self.changes.document()
        document.setDocumentMargin(self._context.theme.px(16))
        document.setIndentWidth(self._context.theme.px(_LIST_INDENT))
        document.setDefaultFont(self._context.theme.body.font)
        document.setMarkdown(
            resources.read_resource_text("CHANGELOG.md"),
            QTextDocument.MarkdownFeature.MarkdownNoHTML,
        )
        # It stands behind the new text, and a view that is shown scrolls to its cursor.
        self.changes.moveCursor(QTextCursor.MoveOperation.Start)

    def _on_link_clicked(self, url: QUrl) -> None:
        self.web_requested.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))


def show_about(window: QWidget, context: ThemeContext, open_page: Callable[[str], None]) -> None:
    """Show the dialog "About", or raise the open one."""
    if raise_open_dialog(window, AboutDialog):
        return
    dialog = AboutDialog(context, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.web_requested.connect(open_page)
    dialog.show()
