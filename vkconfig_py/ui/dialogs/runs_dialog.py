"""Runs: what was run from here, and what differs between two runs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListView, QWidget
from shiboken6 import isValid

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.comparison.runs import (
    SAME,
    compare_runs,
    difference_key,
    present_difference,
)
from vkconfig_py.model.items.lines_model import LinesModel
from vkconfig_py.model.launch.run_history import PastRun
from vkconfig_py.model.launch.run_lines import (
    command_of,
    present_run,
    run_key,
)
from vkconfig_py.model.text.moments import moment_text
from vkconfig_py.model.text.wording import visible
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Divider, Label, TextRole, column_of, row_of
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.placement import open_within_screen

READING = tr("Reading the runs…")
NO_RUNS = tr("Nothing was run from here yet. Launch a program (F5), and its run is listed here.")
CHOOSE_TWO = tr("Choose two runs with Ctrl to see what differs between them.")
Read = Callable[[Callable[[tuple[PastRun, ...]], None]], None]


class RunsDialog(QDialog):
    """The runs on the left; of two that are chosen, the differences on the right.

    Signals:
        shown: the runs were read.
    """

    shown = Signal()

    def __init__(self, context: ThemeContext, read: Read, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._read = read
        self._runs: tuple[PastRun, ...] = ()
        self.setWindowTitle(tr("Runs"))
        self.model = LinesModel(run_key, present_run, self)
        self.differences = LinesModel(difference_key, present_difference, self)
        self.view = LinesView(context, self.model, tr("Runs, the latest first"))
        self.view.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.view.selectionModel().selectionChanged.connect(self._compare)
        self.compared = LinesView(context, self.differences, tr("What differs"))
        self.between = Label(
            context, READING, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        context, px = self._context, self._context.theme.px
        close = Button(context, tr("Close"))
        close.clicked.connect(self.close)
        head = row_of(self.between)
        head.setContentsMargins(px(16), px(10), px(16), px(10))
        footer = row_of(None, close)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        right = column_of()
        right.addLayout(head)
        right.addWidget(Divider(context))
        right.addWidget(self.compared, 1)
        right.addWidget(Divider(context))
        right.addLayout(footer)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.view, 1)
        row.addWidget(Divider(context, vertical=True))
        row.addLayout(right, 1)
        open_within_screen(self, px(980), px(560))
        self.setMinimumSize(px(640), px(400))

    def refresh(self) -> None:
        """Read the runs again, such as after one ended."""
        self._read(self._show)

    def _show(self, runs: tuple[PastRun, ...]) -> None:
        if not isValid(self):  # it may have been closed meanwhile
            return
        is_first = not self._runs
        self._runs = runs
        self.model.update_to(list(runs))
        if is_first and runs:
            self._choose_latest()
        self._compare()
        self.shown.emit()

    def _choose_latest(self) -> None:
        """Choose the latest run and the one of the same program before it."""
        runs = self._runs
        alike = [row for row, one in enumerate(runs) if one.program == runs[0].program][:2]
        select = QItemSelectionModel.SelectionFlag.Select
        for row in alike:
            self.view.selectionModel().select(self.model.index(row), select)

    def _compare(self) -> None:
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        runs = self._runs
        if len(rows) != 2:
            self.differences.update_to([])
            self.between.setText(CHOOSE_TWO if runs else NO_RUNS)
            return
        # The latest run is on top: from the older one to the newer one.
        first, second = runs[rows[1]], runs[rows[0]]
        values = compare_runs(first, second)
        self.differences.update_to(list(values))
        said = " → ".join(
            f"{command_of(one)} ({moment_text(one.started)})" for one in (first, second)
        )
        self.between.setText(visible(said if values else f"{said}: {SAME}"))
