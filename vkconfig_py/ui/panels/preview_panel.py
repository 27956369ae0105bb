"""Preview: what a configuration would write."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.chain.snapshot_sentences import is_applied_unchanged, make_applied_subject
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.plan.plan import (
    CHANGE_KIND_WORDS,
    PlannedChange,
    PredictionRequest,
    get_change_key,
    present_change,
    render_limits,
    summarize_limits,
)
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, escape_invisible_lines
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.actions import Actions, render_tip
from vkconfig_py.ui.widgets.basic import TextRole
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.layouts import LimitList
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView
from vkconfig_py.ui.widgets.panes import Splitter
from vkconfig_py.ui.widgets.source_view import SourceView

_LEAST_WIDTH = 300  # of the list: names of variables are long


def _describe_empty(request: PredictionRequest) -> str:
    """Return why there is nothing to preview."""
    if request.view.is_applied and is_applied_unchanged(request):
        subject = make_applied_subject(request)
        return tr("Already applied to {whom}: nothing to write.", whom=subject)
    return tr("This configuration changes nothing.")


class PreviewPanel(Panel):
    """Files and variables on the left, the diff on the right.

    Signals:
        copied: a text for the clipboard.
    """

    copied = Signal(str)

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, tr("Preview"), parent)
        self._session = session
        home = session.machine.host.environment.get("HOME", "")
        self.model = LinesModel(get_change_key, partial(present_change, home=home), self)
        delegate = LinesDelegate(context, badges=CHANGE_KIND_WORDS.values())
        self.view = LinesView(context, self.model, tr("Files and variables"), delegate=delegate)
        self.view.row_selected.connect(self._on_row_selected)
        self.text = SourceView(context, tr("Planned changes"))
        self._limits = LimitList(
            context, tr("Choices that cannot be applied this way"), highest=104, margin=16
        )
        self._copy_button = Button(context, tr("Copy"), icon="copy", frame=Frame.FLAT, height=28)
        self._copy_button.clicked.connect(lambda: self.copied.emit(self._get_copied_text()))
        # The popover of Apply closes for the preview, and comes back with what was chosen in it.
        self.apply_button = Button(
            context, tr("Apply…"), icon="apply", frame=Frame.PRIMARY, height=28, name=tr("Apply")
        )
        self.apply_button.setToolTip(render_tip(actions["apply"]))
        self.apply_button.clicked.connect(actions["apply"].trigger)
        self.apply_button.hide()
        self.header.add_widgets(self.apply_button, self._copy_button)
        side = QWidget()
        side.setMinimumWidth(context.theme.px(_LEAST_WIDTH))
        column = QVBoxLayout(side)
        column.setContentsMargins(0, context.theme.px(4), 0, context.theme.px(8))
        column.addWidget(self.view, 1)
        column.addWidget(self._limits)
        body = Splitter(context)
        body.addWidget(side)
        body.addWidget(self.text)
        body.setSizes([context.theme.px(380), context.theme.px(840)])
        self.set_body(body, self.view)
        session.plan.changed.connect(self.follow)
        session.snapshots.shown_changed.connect(self._show_summary)

    def refresh(self) -> None:
        """Show the files and variables that the plan would write."""
        snapshot = self._session.plan.snapshot
        if snapshot is None:
            self._copy_button.hide()
            self.show_empty(tr("Planning…"))
            return
        self.model.update_to(self._session.plan.changes)
        request = snapshot.request
        self.apply_button.setVisible(request.view.is_applied and not is_applied_unchanged(request))
        self._show_summary()
        self._show_limits(snapshot)
        self._session.plan.count_applied_losses(partial(self._show_limits, snapshot))
        has_changes = bool(self.model.rowCount())
        self._copy_button.setVisible(has_changes)
        self.show_empty("" if has_changes else _describe_empty(request))
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))
        self._on_row_selected(self.view.get_current_value())

    def _show_summary(self) -> None:
        """Show in the header what the selected file does or is, and for whom it is planned."""
        snapshot, change = self._session.plan.snapshot, self.view.get_current_value()
        summary = snapshot.plan.summary if snapshot is not None else ""
        # The plan's summary is about its first file, which has the layers.
        if change is not None and change != self.model.get_value(self.model.index(0)):
            summary = escape_invisible(change.subject)
        if snapshot is not None and snapshot.request.view.is_applied:
            summary = tr(
                "When applied to {whom} · {summary}",
                whom=make_applied_subject(snapshot.request),
                summary=summary,
            )
        self.show_summary(summary, is_current=self._session.what_if.is_hypothetical)

    def _show_limits(self, snapshot: ChainSnapshot, applied_loss_count: int = 0) -> None:
        """Show what the plan cannot do, further notes, and how many choices applying would lose."""
        plan, view = snapshot.plan, snapshot.request.view
        notes = plan.summary_sentences
        limits = render_limits(plan.limits, as_sentences=True)
        lines = [summarize_limits(plan.limits, view.mechanism), *limits, *notes]
        if applied_loss_count:
            lines.append(
                counted(
                    "Applied to the system, {n:,} choices would be lost: Apply… shows which",
                    "Applied to the system, {n} choice would be lost: Apply… shows which",
                    applied_loss_count,
                )
            )
        self._limits.show_lines(
            lines, TextRole.WARN if plan.limits or notes else TextRole.SECONDARY
        )

    def _on_row_selected(self, change: PlannedChange | None) -> None:
        """Show how the selected file or variable would change."""
        self._show_summary()
        text = escape_invisible_lines(change.text) if change else ""
        # A variable has no difference: its value may begin with a sign of its own.
        if change and change.is_file:
            self.text.show_difference(text)
        else:
            self.text.show_text(text)

    def _get_copied_text(self) -> str:
        """Return what is copied: the file's planned content, or "NAME=value" of a variable."""
        change = self.view.get_current_value()
        if change is None:
            return ""
        if not change.is_file:
            return f"{change.subject}={change.text}"
        lines = change.text.split("\n")
        # The text is a difference: without removed lines and signs it is the file.
        return "\n".join(line[1:] for line in lines if not line.startswith("-"))
