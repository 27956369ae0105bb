"""The inspector's "Probe": what came of opening one driver or layer for real."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from vkconfig_py.model.items.texts import visible_lines
from vkconfig_py.model.probing.probed import (
    BROKEN_FATES,
    Detail,
    Health,
    Stage,
    milliseconds_text,
    probed_with,
    when_text,
)
from vkconfig_py.ui.button import Button
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import breakable
from vkconfig_py.ui.panels.form import INKS
from vkconfig_py.ui.panels.page import FootedPage, Page
from vkconfig_py.ui.widgets import Ink, Label, Line, row_of

NOT_PROBED = "Not probed yet."
WHAT_IT_DOES = (
    "Whether a library works is known when it was opened. Probing does that in a process of its "
    "own, so a crash or a hang there is an answer and hurts nothing here."
)
IN_CHAIN = "In the whole chain, with everything below it"
PROBE, AGAIN, CANCEL = "Probe this", "Probe again", "Cancel"


def _when(health: Health) -> str:
    with_what = f" with {health.tried_with}" if health.tried_with else ""
    return f"Probed {when_text(health.when)}{with_what}."


class ProbePage(FootedPage):
    """Verdict, what to do, the stages with their times, and what was printed.

    Signals:
        probe_asked: this row is to be probed.
        cancel_asked: the run in progress is to end.
    """

    probe_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        self.story = Page(look, "What the probe found")
        self.state = Label(look, face="small", ink=Ink.SECONDARY, wrap=True)
        self.button = Button(look, PROBE, height=28)
        foot = row_of(self.state, self.button)
        foot.setStretch(0, 1)
        super().__init__(look, self.story, foot, parent)
        self._shown: tuple[Health | None, Detail | None] | None = None
        self._running = False
        self.button.clicked.connect(self._on_clicked)

    def show_probe(self, health: Health | None, detail: Detail | None) -> None:
        """Show what was found; None for what was not probed."""
        if (health, detail) != self._shown:
            self._shown = (health, detail)
            self._fill(health, detail)
        self._show_foot("")

    def show_run(self, text: str, *, cancelling: bool) -> None:
        """Say what is being done; "" when nothing is."""
        self._running = bool(text)
        self.button.setEnabled(not cancelling)
        self._show_foot(text)

    def _show_foot(self, text: str) -> None:
        health = self._shown[0] if self._shown else None
        if self._running:
            label = CANCEL
            self.state.setText(text or self.state.text())
        else:
            label = PROBE if health is None else AGAIN
            self.state.setText(_when(health) if health else "")
        if self.button.text() != label:
            self.button.setText(label)
            self.button.setAccessibleName(label)
            self.button.updateGeometry()

    def _on_clicked(self) -> None:
        (self.cancel_asked if self._running else self.probe_asked).emit()

    def _fill(self, health: Health | None, detail: Detail | None) -> None:
        look, px = self._look, self._look.theme.px
        body = self.story.fresh_body()
        column = QVBoxLayout(body)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(10))
        if health is None or detail is None:
            column.addWidget(Label(look, NOT_PROBED, face="strong"))
            column.addWidget(Label(look, WHAT_IT_DOES, ink=Ink.SECONDARY, wrap=True))
        else:
            bad = health.fate in BROKEN_FATES
            ink = Ink.ERROR if bad else Ink.TEXT
            column.addWidget(
                Label(look, breakable(detail.title), face="strong", ink=ink, wrap=True)
            )
            if detail.advice:
                column.addWidget(Label(look, detail.advice, wrap=True))
            column.addLayout(self._stages(detail.stages))
            if detail.taps:
                column.addWidget(Line(look))
                heading = IN_CHAIN
                if detail.taps_with:
                    heading += f" ({probed_with(detail.taps_with)})"
                column.addWidget(Label(look, heading, face="small_strong", ink=Ink.SECONDARY))
                column.addLayout(self._stages(detail.taps))
            self._add_text(column, "It printed", detail.printed)
            self._add_text(column, "Where the probe was", detail.stack)
        column.addStretch(1)
        self.story.setWidget(body)

    def _stages(self, stages: tuple[Stage, ...]) -> QGridLayout:
        look, px = self._look, self._look.theme.px
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(6))
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for number, stage in enumerate(stages):
            what = Label(look, stage.what, face="small", ink=Ink.SECONDARY)
            said = Label(
                look, breakable(stage.said), face="small", wrap=True,
                ink=INKS["error"] if stage.tone == "error" else Ink.TEXT,
            )  # fmt: skip
            said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            took = milliseconds_text(stage.milliseconds)
            time_label = Label(look, took, face="small", ink=Ink.SECONDARY)
            said.setAccessibleName(", ".join(x for x in (stage.what, stage.said, took) if x))
            grid.addWidget(what, number, 0, top)
            grid.addWidget(said, number, 1, top)
            grid.addWidget(time_label, number, 2, top | Qt.AlignmentFlag.AlignRight)
        return grid

    def _add_text(self, column: QVBoxLayout, heading: str, text: str) -> None:
        if not text.strip():
            return
        look = self._look
        column.addWidget(Line(look))
        column.addWidget(Label(look, heading, face="small_strong", ink=Ink.SECONDARY))
        shown = Label(look, breakable(visible_lines(text.rstrip())), face="code", wrap=True)
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        shown.setAccessibleName(f"{heading}: {text.strip()}")
        column.addWidget(shown)
