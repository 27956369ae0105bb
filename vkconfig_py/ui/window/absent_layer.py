"""The dialog about a known layer that is not installed: what it is, and how to get it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.quick_fix import QuickFix
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.problems.missing_layers import explain_absent_layer, list_ways_to_install
from vkconfig_py.ui.inspector.why import ExplanationList, QuickFixRow
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Label,
    make_column,
    make_row,
    set_background,
)
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.layouts import Page
from vkconfig_py.ui.widgets.panes import open_within_screen

if TYPE_CHECKING:
    from vkconfig_py.ui.window.window_parts import WindowParts


class AbsentLayerDialog(QDialog):
    """What a layer is, where its manifest was looked for, and the ways to install it."""

    def __init__(
        self,
        context: ThemeContext,
        layer: str,
        snapshot: ChainSnapshot,
        use_quick_fix: Callable[[QuickFix], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        px = context.theme.px
        self.setWindowTitle(tr("{layer} (not installed)", layer=layer))
        page = Page(context, layer)
        body = page.make_body()
        column = QVBoxLayout(body)
        column.setContentsMargins(px(16), px(16), px(16), px(16))
        column.setSpacing(px(12))
        column.addWidget(Label(context, layer, text_style="title", wrap=True))
        self.steps = ExplanationList(context)
        self.steps.show_steps(explain_absent_layer(snapshot.inventory, layer))
        set_background(context.theme.colors.window, self.steps, views=True)
        column.addWidget(self.steps)
        for quick_fix in list_ways_to_install(layer, snapshot.request.host.root):
            row = QuickFixRow(context, quick_fix)
            row.used.connect(use_quick_fix)
            column.addWidget(row)
        column.addStretch(1)
        page.setWidget(body)
        close = Button(context, tr("Close"))
        close.clicked.connect(self.close)
        footer = make_row(None, close)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        main_column = make_column(self)
        main_column.addWidget(page, 1)
        main_column.addWidget(Divider(context))
        main_column.addLayout(footer)
        open_within_screen(self, px(560), px(520))


def show_absent_layer(
    parts: WindowParts, use_quick_fix: Callable[[QuickFix], None], layer: str
) -> None:
    """Show what a known layer is that is not installed."""
    snapshot = parts.session.snapshots.shown
    if snapshot is None:
        return
    dialog = AbsentLayerDialog(parts.context, layer, snapshot, use_quick_fix, parts.window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
