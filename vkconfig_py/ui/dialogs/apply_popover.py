"""Apply…: programs, duration and method, with the limits of that choice."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QButtonGroup, QFrame, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.model.apply.lease_facts import NO_LOGIN_FOLDER
from vkconfig_py.model.chain.snapshot_sentences import list_program_names
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    WHILE_THIS_PROCESS_RUNS,
    ForSeconds,
    Term,
    UntilLoggedOut,
)
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, Mechanism, PlanView, render_limits
from vkconfig_py.model.programs.matching import ConfigurationReach
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.moments import parse_duration
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext, add_break_points
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Field,
    Label,
    TextRole,
    make_column,
    make_row,
    set_background,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame, Radio
from vkconfig_py.ui.widgets.layouts import LimitList, Page

# Until when something is applied: a choice among times and events.

_QUARTER_HOUR, _HOUR = 15 * 60, 60 * 60
_DURATION_HINT = tr("For example 15m, 2h or 1h30m; one year at most")
_WIDTH = 380
_MAX_NAMES = 6


class DurationChoice(QWidget):
    """Radio buttons, with a field for a duration of the user's own.

    Signals:
        changed: another choice, or another duration.
    """

    changed = Signal()

    def __init__(
        self, context: ThemeContext, *, why_no_logout: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Until"))
        self.quarter_hour = Radio(context, tr("15 minutes"))
        self.hour = Radio(context, tr("1 hour"))
        self.other_duration = Radio(context, tr("Another time:"))
        self.duration = Field(context, name=tr("Duration"))
        self.duration.setMaxLength(40)
        self.duration.setFixedHeight(context.theme.px(26))
        self.until_close = Radio(context, tr("This window closes"))
        self.until_logout = Radio(context, tr("I log out"))
        self.until_withdrawn = Radio(context, tr("I withdraw it manually"))
        # Always shown: what came and went while a time is typed would move the buttons below.
        self.duration_hint = Label(
            context, _DURATION_HINT, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.duration.setAccessibleDescription(_DURATION_HINT)
        self._set_descriptions()
        set_margins(self.duration_hint, context.theme.px(24), 0, 0, 0)
        self._lay_out(context)
        self.until_logout.setEnabled(not why_no_logout)
        self.until_logout.setToolTip(make_tooltip(why_no_logout))
        if why_no_logout:
            self.until_logout.setAccessibleDescription(why_no_logout)
        self.until_close.setChecked(True)
        self._show_validity()
        self._connect_signals()

    def _set_descriptions(self) -> None:
        """Tell screen readers what follows from each duration."""
        for button in (self.quarter_hour, self.hour, self.other_duration):
            button.setAccessibleDescription(tr("Withdrawn automatically after this time"))
        self.until_close.setAccessibleDescription(tr("Withdrawn when this window closes"))
        self.until_logout.setAccessibleDescription(tr("Withdrawn when you log out"))
        self.until_withdrawn.setAccessibleDescription(
            tr("Stays until you withdraw it, even after a restart")
        )

    def _lay_out(self, context: ThemeContext) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(context.theme.px(6))
        column.addLayout(make_row(self.quarter_hour, self.hour, None, spacing=context.theme.px(16)))
        column.addLayout(make_row(self.other_duration, self.duration))
        column.addWidget(self.duration_hint)
        column.addLayout(
            make_row(self.until_close, self.until_logout, None, spacing=context.theme.px(16))
        )
        column.addWidget(self.until_withdrawn)

    def _connect_signals(self) -> None:
        # In rows of several layouts the buttons are still one group, for the arrow keys too.
        group = QButtonGroup(self)
        for button in (
            self.quarter_hour,
            self.hour,
            self.other_duration,
            self.until_close,
            self.until_logout,
            self.until_withdrawn,
        ):
            group.addButton(button)
        group.buttonToggled.connect(self._on_changed)
        self.duration.textEdited.connect(self._on_edited)

    def read_term(self) -> Term | None:
        """Return the selected duration, None if the typed one is not valid."""
        if self.quarter_hour.isChecked():
            return ForSeconds(_QUARTER_HOUR)
        if self.hour.isChecked():
            return ForSeconds(_HOUR)
        if self.other_duration.isChecked():
            seconds = parse_duration(self.duration.text())
            return ForSeconds(seconds) if seconds else None
        if self.until_logout.isChecked():
            return UntilLoggedOut()
        return UNTIL_WITHDRAWN if self.until_withdrawn.isChecked() else WHILE_THIS_PROCESS_RUNS

    def _on_edited(self) -> None:
        """Select the button of the typed duration, as the user types one."""
        self.other_duration.setChecked(True)
        self._on_changed()

    def _on_changed(self) -> None:
        """Show whether the duration is valid, and emit `changed`."""
        self._show_validity()
        self.changed.emit()

    def _show_validity(self) -> None:
        """Paint the hint below the typed duration in red while it is not valid."""
        self.duration_hint.set_text_role(
            TextRole.SECONDARY if self.read_term() is not None else TextRole.ERROR
        )


class ApplyPopover(QFrame):
    """The popover for applying a configuration; the chain behind it shows the result beforehand.

    Signals:
        show_requested: open the preview of the files.
        copied: a text for the clipboard.
    """

    show_requested = Signal()
    copied = Signal(str)

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        reach: ConfigurationReach,
        parent: QWidget | None = None,
    ) -> None:
        # A popup closes with any press beside it; hideEvent then undoes the preview.
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._context = context
        self._session = session
        self._target_match = match = reach.target
        self._listed_match = reach.program_list
        self._earlier_view = session.requests.view
        self._keeps_view = False
        self.setAccessibleName(tr("Apply to the system"))
        name = session.edits.workspace.selected_configuration.title
        self._title = Label(
            context, tr("Apply “{name}” to this system", name=name), text_style="strong", wrap=True
        )
        sentence = (
            tr("{program} only", program=match.name) if match.can_run else tr("This program only")
        )
        self.this_program = Radio(context, sentence)
        self.listed_programs = Radio(context, _describe_listed(len(self._listed_match.programs)))
        self.every_program = Radio(context, tr("Every program"))
        self._scopes = QButtonGroup(self)
        self._program_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._listed_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.duration = DurationChoice(context, why_no_logout=_explain_no_logout(session))
        self.duration.changed.connect(self.refresh)
        self._page = Page(context, tr("Apply to the system"))
        self.methods = {
            Mechanism.AUTOMATIC: Radio(context, tr("Automatic (recommended)")),
            Mechanism.OVERRIDE: Radio(context, tr("An override layer")),
            Mechanism.SETTINGS: Radio(context, tr("A loader settings file")),
        }
        self._set_descriptions()
        self._mechanism = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._limit_list = LimitList(
            context, tr("Limits of this method"), highest=150, width=_WIDTH - 32
        )
        self._file_label = Label(context, text_style="small")
        self._show_button = Button(
            context, tr("Show"), frame=Frame.LINK, height=24, name=tr("Show the files")
        )
        self._show_button.clicked.connect(self._on_show_clicked)
        self._copy_button = Button(
            context,
            tr("Copy command"),
            frame=Frame.LINK,
            height=24,
            name=tr("Copy the command line"),
        )
        self._copy_button.clicked.connect(self._on_copy_clicked)
        self._obstacles = LimitList(
            context,
            tr("Reasons why it cannot be applied"),
            highest=110,
            width=_WIDTH - 32,
            text_role=TextRole.ERROR,
        )
        self.apply_button = Button(context, tr("Apply"), frame=Frame.PRIMARY)
        self.apply_button.clicked.connect(self._on_apply_clicked)
        self.cancel_button = Button(context, tr("Cancel"))
        self.cancel_button.clicked.connect(self.close)
        self._lay_out()
        self._select_initial_scope()
        session.snapshots.current_changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        context, px = self._context, self._context.theme.px
        ways = QButtonGroup(self)
        for button in (self.listed_programs, self.this_program, self.every_program):
            self._scopes.addButton(button)
            button.toggled.connect(self._on_scope_toggled)
        applied_mechanism = (
            self._earlier_view.mechanism if self._earlier_view.is_applied else Mechanism.AUTOMATIC
        )
        for mechanism, button in self.methods.items():
            ways.addButton(button)
            button.setChecked(mechanism is applied_mechanism)
            button.toggled.connect(self._on_scope_toggled)
        body = QWidget()
        self._column = column = QVBoxLayout(body)
        column.setContentsMargins(px(16), px(14), px(16), px(6))
        column.setSpacing(px(6))
        for note in (self._listed_note, self._program_note):
            set_margins(note, px(24), 0, 0, 0)  # below the text of its button
        column.addWidget(self._title)
        column.addWidget(
            Label(context, tr("For"), text_style="small_strong", text_role=TextRole.SECONDARY)
        )
        for part in (
            self.listed_programs,
            self._listed_note,
            self.this_program,
            self._program_note,
        ):
            column.addWidget(part)
        column.addWidget(self.every_program)
        column.addWidget(
            Label(context, tr("Until"), text_style="small_strong", text_role=TextRole.SECONDARY)
        )
        column.addWidget(self.duration)
        column.addWidget(
            Label(context, tr("Method"), text_style="small_strong", text_role=TextRole.SECONDARY)
        )
        for button in self.methods.values():
            column.addWidget(button)
        column.addWidget(Divider(context))
        column.addWidget(self._mechanism)
        column.addWidget(self._limit_list)
        column.addLayout(make_row(self._file_label, self._show_button, None, self._copy_button))
        column.addWidget(self._obstacles)
        self._page.setWidget(body)
        self._page.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows Tab through what is in it
        self._footer = make_row(None, self.cancel_button, self.apply_button)
        self._footer.setContentsMargins(px(16), px(4), px(16), px(14))
        main_column = make_column(self)
        main_column.setContentsMargins(1, 1, 1, 1)  # the outline
        main_column.addWidget(self._page, 1)
        main_column.addLayout(self._footer)
        # Wrapped labels have no width of their own: without this the popover would be as narrow or
        # wide as they please. What is not wrapped may be longer in another language.
        self.setFixedWidth(max(px(_WIDTH), column.minimumSize().width() + 2))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Window, context.theme.colors.base)
        self.setPalette(palette)
        set_background(context.theme.colors.base, self._page, body)

    def _set_descriptions(self) -> None:
        """Tell screen readers what follows from each choice of programs and method."""
        self.every_program.setAccessibleDescription(tr("Every program started from now on"))
        for mechanism, text in (
            (Mechanism.AUTOMATIC, tr("Chooses the best method for your loader")),
            (Mechanism.OVERRIDE, tr("The meta-layer that other tools also use to select layers")),
            (
                Mechanism.SETTINGS,
                tr("vk_loader_settings.json: gives newer loaders the layers in an exact order"),
            ),
        ):
            self.methods[mechanism].setAccessibleDescription(text)

    def _select_initial_scope(self) -> None:
        """Select the programs that Apply starts with, and request their plan."""
        self._show_this_program()
        self._show_listed()
        scope_button = self._find_initial_scope()
        if scope_button is not None:
            scope_button.setChecked(True)
        self._request_view()

    def _find_initial_scope(self) -> Radio | None:
        """Return the button of the programs selected at first, None if the user must decide."""
        if self._listed_match.programs:
            return self.listed_programs
        if self._listed_match.reaches_no_program:
            return None
        is_for_every_program = self._earlier_view.is_applied and not self._earlier_view.programs
        return (
            self.every_program
            if is_for_every_program or not self._target_match.real_path
            else self.this_program
        )

    def _show_this_program(self) -> None:
        """Say which program "This program" means, or why it cannot be chosen."""
        match = self._target_match
        self.this_program.setEnabled(bool(match.real_path))
        note = match.error or match.sentence
        if not match.can_run and not note:
            note = tr("No program chosen. Choose a program at the top.")
        self._program_note.setText(note)
        self.this_program.setAccessibleDescription(note or self._target_match.real_path)
        self._program_note.setVisible(bool(note))

    def _show_listed(self) -> None:
        """Name the programs of the configuration, or say why they cannot be chosen."""
        listed = self._listed_match
        self.listed_programs.setEnabled(bool(listed.programs))
        self.listed_programs.setToolTip(make_tooltip("\n".join(listed.programs)))
        names = list_program_names(listed.programs)
        if hidden_count := len(names[_MAX_NAMES:]):
            # The tool tip has all of them.
            names[_MAX_NAMES:] = [counted("{n} more", "{n} more", hidden_count)]
        lines = (join_words(names), listed.no_program_reason, *listed.notes)
        text = "\n".join(escape_invisible(line) for line in lines if line)
        self._listed_note.setText(add_break_points(text))
        self.listed_programs.setAccessibleDescription(text)
        self.listed_programs.setVisible(bool(listed.entries))
        self._listed_note.setVisible(bool(listed.entries))

    def make_view(self) -> PlanView | None:
        """Return whose chain the selection stands for, None while no programs are selected."""
        if self._scopes.checkedButton() is None:
            return None
        mechanism = next(
            mechanism for mechanism, button in self.methods.items() if button.isChecked()
        )
        if self.listed_programs.isChecked():
            return PlanView(mechanism, self._listed_match.programs, follows_program_list=True)
        return PlanView(
            mechanism, (self._target_match.real_path,) if self.this_program.isChecked() else ()
        )

    def _on_scope_toggled(self, checked: bool) -> None:
        """Request the plan of newly selected programs or method."""
        if checked:
            self._request_view()

    def _request_view(self) -> None:
        """Request the chain and the plan of the selected programs and method."""
        view = self.make_view()
        if view is not None and self._session.requests.view != view:
            self._session.snapshots.set_view(view)
        self.refresh()

    def refresh(self) -> None:
        """Show the plan of the selection: what is written, its limits, what prevents it."""
        snapshot, view = self._session.snapshots.current, self.make_view()
        # The plan on show may still be that of another scope: Apply waits for the right one.
        if snapshot is None or snapshot.request.view != view:
            reason = (
                f"{self._listed_match.no_program_reason} {tr('Choose the programs it applies to.')}"
            )
            self._mechanism.setText(tr("Planning…") if view else reason)
            for part in (self._limit_list, self._obstacles, self._copy_button):
                part.hide()
            self.apply_button.setEnabled(False)
            return
        plan = snapshot.plan
        self._mechanism.setText(add_break_points(plan.summary))
        warnings = [limit for limit in plan.limits if not limit.is_blocking]
        blocking = [limit for limit in plan.limits if limit.is_blocking]
        self._limit_list.show_lines((*render_limits(warnings), *plan.summary_sentences))
        self._copy_button.setVisible(bool(plan.command))
        summary = tr("Nothing will be written")
        if not blocking:
            number = len(plan.files)
            summary = counted("{n} files will be written", "{n} file will be written", number)
        self._file_label.setText(summary)
        self._obstacles.show_lines(render_limits(blocking))
        is_long_enough = self.duration.read_term() is not None
        self.apply_button.setEnabled(not blocking and is_long_enough)
        self.apply_button.setToolTip(make_tooltip(self._obstacles.get_plain_text()))
        # A window does not follow its layout's size hint once it is shown.
        self._fit_height()

    def _fit_height(self) -> None:
        """Make the popover as high as its content, or as the screen, where it scrolls."""
        self._column.activate()
        content_height = self._column.totalHeightForWidth(self.width() - 2)
        height = content_height + self._footer.sizeHint().height() + 2
        self.resize(self.width(), min(height, self.screen().availableGeometry().height()))

    def open_below(self, position: QPoint) -> None:
        """Show the popover with its top right corner at a point, or the left one mirrored."""
        self._fit_height()
        self.move(position.x() - (0 if self.isRightToLeft() else self.width()), position.y())
        self.show()
        scope_button = self._scopes.checkedButton() or self.every_program
        # Enter applies where that is possible; else the first choice is the scope.
        (self.apply_button if self.apply_button.isEnabled() else scope_button).setFocus()

    def _on_show_clicked(self) -> None:
        """Close, and open the preview of the files that Apply would write."""
        self._keeps_view = True
        view = self.make_view()
        self._session.snapshots.set_view(DEFAULT_VIEW)
        self._session.plan.show(view)
        self.show_requested.emit()
        self.close()

    def _on_copy_clicked(self) -> None:
        """Copy the command line that applies the same."""
        if self._session.snapshots.current is not None:
            self.copied.emit(self._session.snapshots.current.plan.command)

    def _on_apply_clicked(self) -> None:
        self._keeps_view = True
        view, term = self.make_view(), self.duration.read_term()
        if view is not None and term is not None:
            self._session.apply(view.programs, view.mechanism, term)
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter presses the focused button, and Apply from anywhere else.
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focus = self.focusWidget()
        (focus if isinstance(focus, Button) else self.apply_button).click()

    def hideEvent(self, event: QHideEvent) -> None:
        # Unless something was applied, the chain is shown as before.
        if not self._keeps_view and self._session.requests.view != self._earlier_view:
            self._session.snapshots.set_view(self._earlier_view)
        self._keeps_view = True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._context.theme
        painter.fillRect(self.rect(), theme.colors.base)
        painter.setPen(QPen(theme.colors.outline, 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


def _explain_no_logout(session: Session) -> str:
    """Return why "until logout" cannot be offered, "" if it can."""
    if session.machine.demo:
        return tr("The sample machine is deleted when this window closes.")
    return "" if session.machine.paths.ends_with_login else f"{NO_LOGIN_FOLDER}."


def _describe_listed(count: int) -> str:
    """Return the label of the choice of the configuration's own programs.

    Args:
        count: how many it has.
    """
    if count > 1:
        return tr("The {count} programs in this configuration", count=count)
    if count:
        return tr("The program of this configuration")
    return tr("The programs in this configuration")
