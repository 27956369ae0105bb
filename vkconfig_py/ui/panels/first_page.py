"""The first page: what is seen here and what can be done, in three lines, above the inspector."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import BackgroundPane, Divider, Label, row_of, set_margins
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.layouts import FlowLayout

TITLE = tr("First steps")
LINES = (
    tr("The chain shows what a program loads, in which order, and why."),
    tr("Turn layers on or off, drag them into order, launch the program."),
    tr("Apply… does the same for programs started elsewhere."),
)
CLOSE = tr("Close: Help shows it again")


class FirstPage(BackgroundPane):
    """Three lines, the sample machine beside them, and one click that ends it.

    Signals:
        demo_requested: show the sample machine.
        menu_requested: put the program into the menu of the desktop.
        closed: it is not wanted any more.
    """

    demo_requested = Signal()
    menu_requested = Signal()
    closed = Signal()

    def __init__(
        self, context: ThemeContext, *, offers_sample: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, "base", parent)
        self.setAccessibleName(TITLE)
        self.setAccessibleDescription(" ".join(LINES))
        self.sample = Button(context, tr("Show the sample machine"), frame=Frame.OUTLINE, height=28)
        self.sample.setToolTip(tr("Another window, in which everything can be tried"))
        self.sample.clicked.connect(self.demo_requested)
        self.sample.setVisible(offers_sample)
        self.menu = Button(
            context, tr("Add to the application menu…"), frame=Frame.OUTLINE, height=28
        )
        self.menu.clicked.connect(self.menu_requested)
        self.menu.hide()  # until it is known that it can be added
        self.close_button = Button(context, icon="close", frame=Frame.FLAT, name=CLOSE, height=24)
        self.close_button.setToolTip(CLOSE)
        self.close_button.clicked.connect(self.closed)
        self._body = QVBoxLayout()
        self._body.addLayout(
            row_of(Label(context, TITLE, text_style="strong"), None, self.close_button)
        )
        for line in LINES:
            self._body.addWidget(Label(context, line, text_style="small", wrap=True))
        self._offers = FlowLayout()
        self._offers.addWidget(self.sample)
        self._offers.addWidget(self.menu)
        self._body.addLayout(self._offers)
        whole = QVBoxLayout(self)
        set_margins(whole, 0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._body)
        whole.addWidget(Divider(context))
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._body, px(16), px(10), px(12), px(12))
        self._body.setSpacing(px(6))
        self._offers.setSpacing(px(8))
