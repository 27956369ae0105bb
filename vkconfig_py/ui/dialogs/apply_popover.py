"""Apply…: programs, duration and method, with the limits of that choice."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

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
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip, parse_duration
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
from vkconfig_py.ui.widgets.buttons import Button, ButtonRole, Frame, Radio, make_button_box
from vkconfig_py.ui.widgets.choosers import Popup, Segment, SegmentedControl
from vkconfig_py.ui.widgets.layouts import Page, SentenceList

# Until when something is applied: a choice among times and events.

_QUARTER_HOUR_SECONDS, _HOUR_SECONDS = 15 * 60, 60 * 60
_DURATION_HINT = tr("For example, 15m, 2h or 1h30m; at most one year")
_WIDTH = 460
_SCREEN_MARGIN = 8  # of the screen, kept free below, and above where it begins higher
_MAX_NAMES = 6


class DurationChoice(QWidget):
    """A segmented control, with a field for a duration of the user's own.

    Signals:
        changed: another choice, or another duration.
        resized: the field came or went.
    """

    changed = Signal()
    resized = Signal()

    def __init__(
        self, context: ThemeContext, *, why_no_logout: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Duration"))
        self.quarter_hour_button = Segment(context, tr("15 minutes"))
        self.hour = Segment(context, tr("1 hour"))
        self.until_close_button = Segment(context, tr("Until this window closes"))
        self.until_logout_button = Segment(context, tr("Until logout"))
        self.until_withdrawn_button = Segment(context, tr("Until I withdraw it"))
        self.other_duration_button = Segment(context, tr("Other…"))
        self._control = SegmentedControl(
            context,
            (
                # Times are in one column, and events in the other.
                self.quarter_hour_button,
                self.hour,
                self.other_duration_button,
                self.until_close_button,
                self.until_logout_button,
                self.until_withdrawn_button,
            ),
        )
        self.duration = Field(context, name=tr("Duration"), hint="1h30m")
        self.duration.setMaxLength(40)
        self.duration_hint = Label(
            context, _DURATION_HINT, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.duration.setAccessibleDescription(_DURATION_HINT)
        self._set_descriptions()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(context.theme.px(6))
        for part in (self._control, self.duration, self.duration_hint):
            column.addWidget(part)
        self.until_logout_button.setEnabled(not why_no_logout)
        self.until_logout_button.setToolTip(make_tooltip(why_no_logout))
        if why_no_logout:
            self.until_logout_button.setAccessibleDescription(why_no_logout)
        self.until_close_button.setChecked(True)
        self._show_field()
        self._control.group.buttonToggled.connect(self._on_toggled)
        self.duration.textEdited.connect(self._on_edited)

    def _set_descriptions(self) -> None:
        """Tell screen readers what follows from each duration."""
        for button in (self.quarter_hour_button, self.hour, self.other_duration_button):
            button.setAccessibleDescription(tr("Withdrawn automatically after this time"))
        self.until_close_button.setAccessibleDescription(tr("Withdrawn when this window closes"))
        self.until_logout_button.setAccessibleDescription(tr("Withdrawn when you log out"))
        self.until_withdrawn_button.setAccessibleDescription(
            tr("Stays until you withdraw it, even after a restart")
        )

    def read_term(self) -> Term | None:
        """Return the selected duration, None if the typed one is not valid."""
        if self.quarter_hour_button.isChecked():
            return ForSeconds(_QUARTER_HOUR_SECONDS)
        if self.hour.isChecked():
            return ForSeconds(_HOUR_SECONDS)
        if self.other_duration_button.isChecked():
            seconds = parse_duration(self.duration.text())
            return ForSeconds(seconds) if seconds else None
        if self.until_logout_button.isChecked():
            return UntilLoggedOut()
        return (
            UNTIL_WITHDRAWN if self.until_withdrawn_button.isChecked() else WHILE_THIS_PROCESS_RUNS
        )

    def get_choice(self) -> tuple[int, str]:
        """Return the position of the selected duration, and what is typed."""
        checked_states = [button.isChecked() for button in self._control.group.buttons()]
        return checked_states.index(True), self.duration.text()

    def set_choice(self, position: int, typed_duration: str) -> None:
        """Select the duration at a position, with what was typed."""
        self.duration.setText(typed_duration)
        self._control.group.buttons()[position].setChecked(True)
        self._show_validity()

    def _on_edited(self) -> None:
        """Show whether the typed duration is valid, and emit `changed`."""
        self._show_validity()
        self.changed.emit()

    def _on_toggled(self, _button: object, is_checked: bool) -> None:
        """Show the field for the choice that needs it, and emit `changed`."""
        if is_checked:
            self._show_field()
            self.changed.emit()

    def _show_field(self) -> None:
        """Show the field of the typed duration while it counts."""
        is_duration_typed = self.other_duration_button.isChecked()
        if is_duration_typed is self.duration.isHidden():
            self.duration.setVisible(is_duration_typed)
            self.duration_hint.setVisible(is_duration_typed)
            self.resized.emit()
        self._show_validity()
        if is_duration_typed:
            self.duration.setFocus()

    def _show_validity(self) -> None:
        """Paint the hint below the typed duration in red while it is not valid."""
        is_valid = self.read_term() is not None or not self.duration.text()
        self.duration_hint.set_text_role(TextRole.SECONDARY if is_valid else TextRole.ERROR)


class ApplyChoices(NamedTuple):
    """What was chosen in the popover, to show it again.

    Attributes:
        configuration: its key.
        scope: position of the selected programs, -1 for none.
        duration: position of the selected duration.
        typed_duration: as typed.
    """

    configuration: str
    scope: int
    mechanism: Mechanism
    duration: int
    typed_duration: str


class _Footer(QWidget):
    """The buttons of the popover.

    Signals:
        left: the pointer is no longer over them.
    """

    left = Signal()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()


class ApplyPopover(Popup):
    """The popover for applying a configuration; the chain behind it shows the result beforehand.

    Signals:
        show_requested: open the preview of the files; with the ApplyChoices to come back to.
        applied: Apply was pressed.
        copied: a text for the clipboard.
        advanced_toggled: method and details were unfolded or folded.
    """

    show_requested = Signal(object)
    applied = Signal()
    copied = Signal(str)
    advanced_toggled = Signal(bool)

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        reach: ConfigurationReach,
        *,
        is_advanced: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        # It closes with any press beside it; hideEvent then undoes the preview.
        super().__init__(context, tr("Apply to the system"), role="base", parent=parent)
        self._session = session
        self._reach = reach
        self._target_match = match = reach.target
        self._listed_match = reach.program_list
        self._earlier_view = session.requests.view
        self._keeps_view = False
        self._top_edge: int | None = None  # where it opened
        name = session.edits.workspace.selected_configuration.title
        self._title = Label(
            context, tr("Apply “{name}” to this system", name=name), text_style="title", wrap=True
        )
        sentence = (
            tr("{program} only", program=match.name) if match.can_run else tr("This program only")
        )
        self.this_program_button = Radio(context, sentence)
        self.listed_programs = Radio(context, _describe_listed(len(self._listed_match.programs)))
        self.every_program_button = Radio(context, tr("Every program"))
        self._scopes = QButtonGroup(self)
        self._program_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._listed_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.duration = DurationChoice(context, why_no_logout=_explain_no_logout(session))
        self.duration.changed.connect(self.refresh)
        self.duration.resized.connect(self._fit_height)
        self._page = Page(context, tr("Apply to the system"))
        self.methods = {
            Mechanism.AUTOMATIC: Radio(context, tr("Automatic (recommended)")),
            Mechanism.OVERRIDE: Radio(context, tr("Override layer")),
            Mechanism.SETTINGS: Radio(context, tr("Loader settings file")),
        }
        self._set_descriptions()
        self._mechanism = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self._limit_list = self._make_list(tr("Limitations of this method"), TextRole.WARN)
        self._file_label = Label(context, text_style="small")
        self._show_button = Button(context, tr("Show the files"), frame=Frame.LINK, height=24)
        self._show_button.clicked.connect(self._on_show_clicked)
        self._copy_button = Button(
            context,
            tr("Copy command"),
            frame=Frame.LINK,
            height=24,
            name=tr("Copy the command line"),
        )
        self._copy_button.clicked.connect(self._on_copy_clicked)
        self._obstacles = self._make_list(tr("Reasons why it cannot be applied"), TextRole.ERROR)
        self._advanced_button = Button(
            context, tr("Advanced"), icon="chevron-right", frame=Frame.LINK, height=24
        )
        self._advanced_button.setCheckable(True)
        self._advanced_button.setAccessibleDescription(tr("Shows the methods to choose from"))
        self._advanced_button.toggled.connect(self._on_advanced_toggled)
        self._advanced = QWidget()
        self.apply_button = Button(context, tr("Apply"), frame=Frame.PRIMARY)
        self.apply_button.clicked.connect(self._on_apply_clicked)
        self.cancel_button = Button(context, tr("Cancel"))
        self.cancel_button.clicked.connect(self.close)
        # Large text puts the sentences below the edge of the sheet, where nobody would look.
        self.findings_button = Button(context, frame=Frame.LINK, height=24)
        self.findings_button.clicked.connect(self._scroll_to_findings)
        self._lay_out()
        is_automatic = self.methods[Mechanism.AUTOMATIC].isChecked()
        self._advanced.hide()
        self._advanced_button.setChecked(is_advanced or not is_automatic)
        self._advanced_button.clicked.connect(self.advanced_toggled)
        self._select_initial_scope()
        session.snapshots.current_changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        context, px = self._context, self._context.theme.px
        method_group = QButtonGroup(self)
        for button in (self.listed_programs, self.this_program_button, self.every_program_button):
            self._scopes.addButton(button)
            button.toggled.connect(self._on_scope_toggled)
        applied_mechanism = (
            self._earlier_view.mechanism if self._earlier_view.is_applied else Mechanism.AUTOMATIC
        )
        for mechanism, button in self.methods.items():
            method_group.addButton(button)
            button.setChecked(mechanism is applied_mechanism)
            button.toggled.connect(self._on_method_toggled)
        body = QWidget()
        self._column = column = QVBoxLayout(body)
        column.setContentsMargins(px(20), px(18), px(20), px(12))
        column.setSpacing(px(6))
        for note in (self._listed_note, self._program_note, self._mechanism):
            set_margins(note, px(24), 0, 0, px(4))  # below the text of its button
        column.addWidget(self._title)
        self._add_group(
            column,
            tr("For"),
            self.listed_programs,
            self._listed_note,
            self.this_program_button,
            self._program_note,
            self.every_program_button,
        )
        self._add_group(column, tr("Duration"), self.duration)
        column.addSpacing(px(12))
        column.addWidget(self._obstacles)
        column.addWidget(self._limit_list)
        column.addLayout(make_row(self._copy_button, None))
        column.addSpacing(px(4))
        files = (self._file_label, self._show_button)
        column.addLayout(make_row(self._advanced_button, None, *files, spacing=px(12)))
        self._methods_column = make_column(self._advanced)
        set_margins(self._methods_column, px(24), 0, 0, 0)
        self._methods_column.setSpacing(px(6))
        for button in self.methods.values():
            self._methods_column.addWidget(button)
        self._place_method_note()
        column.addWidget(self._advanced)
        column.addStretch(1)
        # Its height follows from its width: Qt would take that of labels as narrow as can be.
        body.setMinimumHeight(1)
        self._page.setWidget(body)
        self._page.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows Tab through what is in it
        self._footer = _Footer()
        button_box = make_button_box(
            {
                self.apply_button: ButtonRole.AcceptRole,
                self.cancel_button: ButtonRole.RejectRole,
            }
        )
        footer_row = make_row(self.findings_button, None, button_box)
        footer_row.setContentsMargins(px(20), px(12), px(20), px(16))
        self._footer.setLayout(footer_row)
        self._footer.left.connect(self._fit_height)
        self._outer = main_column = make_column(self)
        edge = px(2)  # the outline, and the corners
        main_column.setContentsMargins(edge, px(4), edge, edge)
        main_column.addWidget(self._page, 1)
        main_column.addWidget(Divider(context))
        main_column.addWidget(self._footer)
        # Wrapped labels have no width of their own: without this the popover would be as narrow or
        # wide as they please.
        self.setFixedWidth(px(_WIDTH))
        set_background(context.theme.colors.base, self._page, body)

    def _make_list(self, name: str, text_role: TextRole) -> SentenceList:
        """Return a list of sentences, which scrolls with the sheet and not by itself."""
        return SentenceList(self._context, name, text_role=text_role)

    def _add_group(self, column: QVBoxLayout, heading: str, *parts: QWidget) -> None:
        """Add a heading and what is below it, with air before them."""
        column.addSpacing(self._context.theme.px(12))
        column.addWidget(Label(self._context, heading, text_style="strong"))
        for part in parts:
            column.addWidget(part)

    def _on_advanced_toggled(self, is_open: bool) -> None:
        """Unfold or fold method and details."""
        self._advanced.setVisible(is_open)
        icon = "chevron-down" if is_open else "chevron-right"
        self._advanced_button.set_appearance(icon=icon, text=tr("Advanced"), frame=Frame.LINK)
        self._fit_height()

    def _set_descriptions(self) -> None:
        """Tell screen readers what follows from each choice of programs and method."""
        self.every_program_button.setAccessibleDescription(tr("Every program started from now on"))
        for mechanism, text in (
            (Mechanism.AUTOMATIC, tr("Chooses the best method for your loader")),
            (Mechanism.OVERRIDE, tr("The meta-layer that other tools also use to select layers")),
            (
                Mechanism.SETTINGS,
                tr("vk_loader_settings.json: sets the exact layer order (newer loaders only)"),
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
        programs = self._reach.default_programs
        if programs is None:
            return None
        if self._listed_match.programs:
            return self.listed_programs
        is_for_every_program = self._earlier_view.is_applied and not self._earlier_view.programs
        return (
            self.every_program_button
            if is_for_every_program or not programs
            else self.this_program_button
        )

    def _show_this_program(self) -> None:
        """Say which program "This program" means, or why it cannot be chosen."""
        match = self._target_match
        self.this_program_button.setEnabled(bool(match.real_path))
        note = match.error or match.sentence
        if not match.can_run and not note:
            note = tr("No program chosen. Choose a program at the top of the window.")
        self._program_note.setText(note)
        self.this_program_button.setAccessibleDescription(note or self._target_match.real_path)
        self._program_note.setVisible(bool(note))

    def _show_listed(self) -> None:
        """Name the programs of the configuration, or say why they cannot be chosen."""
        listed_match = self._listed_match
        self.listed_programs.setEnabled(bool(listed_match.programs))
        self.listed_programs.setToolTip(make_tooltip("\n".join(listed_match.programs)))
        names = list_program_names(listed_match.programs)
        if hidden_count := len(names[_MAX_NAMES:]):
            # The tool tip has all of them.
            names[_MAX_NAMES:] = [counted("{n} more", "{n} more", hidden_count)]
        lines = (join_words(names), listed_match.no_program_reason, *listed_match.notes)
        text = "\n".join(escape_invisible(line) for line in lines if line)
        self._listed_note.setText(add_break_points(text))
        self.listed_programs.setAccessibleDescription(text)
        self.listed_programs.setVisible(bool(listed_match.entries))
        self._listed_note.setVisible(bool(listed_match.entries))

    def make_view(self) -> PlanView | None:
        """Return whose chain the selection stands for, None while no programs are selected."""
        if self._scopes.checkedButton() is None:
            return None
        mechanism = self._find_mechanism()
        if self.listed_programs.isChecked():
            return PlanView(mechanism, self._listed_match.programs, follows_program_list=True)
        return PlanView(
            mechanism,
            (self._target_match.real_path,) if self.this_program_button.isChecked() else (),
        )

    def _on_scope_toggled(self, is_checked: bool) -> None:
        """Request the plan of newly selected programs or method."""
        if is_checked:
            self._request_view()

    def _on_method_toggled(self, is_checked: bool) -> None:
        """Request the plan of the newly selected method, and explain it below its button."""
        if is_checked:
            self._place_method_note()
            self._request_view()

    def _place_method_note(self) -> None:
        """Put what the plan says about the method below the button of that method."""
        column, button = self._methods_column, self.methods[self._find_mechanism()]
        column.removeWidget(self._mechanism)
        column.insertWidget(column.indexOf(button) + 1, self._mechanism)

    def _find_mechanism(self) -> Mechanism:
        """Return the selected method."""
        return next(way for way, button in self.methods.items() if button.isChecked())

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
            self._mechanism.setText(tr("Planning…"))
            if view is None:
                choose, why = (
                    tr("Choose which programs to apply this configuration to."),
                    self._listed_match,
                )
                self._obstacles.show_lines((f"{why.no_program_reason} {choose}".strip(),))
                self._limit_list.hide()
                self._copy_button.hide()
            self.apply_button.setEnabled(False)
            self._follow_content()
            return
        plan = snapshot.plan
        self._mechanism.setText(add_break_points(plan.summary))
        warnings = [limit for limit in plan.limits if not limit.is_blocking]
        blocking_limits = [limit for limit in plan.limits if limit.is_blocking]
        self._limit_list.show_lines(
            (*render_limits(warnings, as_sentences=True), *plan.summary_sentences)
        )
        self._copy_button.setVisible(bool(plan.command))
        summary = tr("Nothing will be written")
        if not blocking_limits:
            number = len(plan.files)
            summary = counted("{n} files will be written", "{n} file will be written", number)
        self._file_label.setText(summary)
        obstacles = render_limits(blocking_limits, as_sentences=True)
        self._obstacles.show_lines(obstacles)
        is_long_enough = self.duration.read_term() is not None
        self.apply_button.setEnabled(not blocking_limits and is_long_enough)
        self.apply_button.setToolTip(make_tooltip("\n".join(obstacles)))
        self._follow_content()

    def _follow_content(self) -> None:
        """Fit the height to new content, but move no button away under the pointer."""
        if self._footer.underMouse():  # it is fitted when that leaves
            self._fit_scroll_bar()
        else:
            self._fit_height()

    def _compute_height(self) -> int:
        """Return the height with which nothing in the sheet scrolls."""
        self._column.activate()
        outer_margins = self._outer.contentsMargins()
        frame = outer_margins.top() + outer_margins.bottom() + 1  # the divider
        width = self.width() - outer_margins.left() - outer_margins.right()
        content_height = self._column.totalHeightForWidth(width)
        return content_height + self._footer.sizeHint().height() + frame

    def _fit_width(self) -> None:
        """Widen the sheet for what does not wrap, such as long words, beside a scroll bar."""
        margins = self._outer.contentsMargins()
        bar_width = self._page.verticalScrollBar().sizeHint().width()
        content_width = self._column.minimumSize().width() + bar_width
        growth = content_width + margins.left() + margins.right() - self.width()
        if growth > 0:
            self.setFixedWidth(self.width() + growth)
            if not self.isRightToLeft():
                self.move(self.x() - growth, self.y())  # below the button at the same edge

    def _fit_height(self) -> None:
        """Make the sheet as high as its content, or as the screen allows, where it scrolls."""
        self._fit_width()
        # A window does not follow its layout's size hint once it is shown.
        height = self._compute_height()
        available_area = self.screen().availableGeometry()
        top = self._top_edge if self._top_edge is not None else available_area.top()
        highest = (
            available_area.top()
            + available_area.height()
            - top
            - self._context.theme.px(_SCREEN_MARGIN)
        )
        self.resize(self.width(), min(height, highest))
        self._fit_scroll_bar()

    def _fit_scroll_bar(self) -> None:
        """Show no scroll bar where all has room without it.

        Qt keeps a bar beside which a title needs one line more, and for which there is no need.
        """
        is_scrolled = self._compute_height() > self.height()
        self._page.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if is_scrolled
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        obstacle_count, limit_count = self._obstacles.count_lines(), self._limit_list.count_lines()
        shown_height = self._page.viewport().height()
        is_below_edge = any(
            findings.count_lines() and findings.geometry().bottom() > shown_height
            for findings in (self._obstacles, self._limit_list)
        )
        self.findings_button.setVisible(is_scrolled and is_below_edge)
        text = counted("{n} warnings", "{n} warning", limit_count)
        if obstacle_count:
            text = tr("Cannot be applied")
        severity = "error" if obstacle_count else "warn"  # names of an icon and of a tone
        self.findings_button.set_appearance(
            icon=severity, text=text, frame=Frame.LINK, tone=severity
        )

    def _scroll_to_findings(self) -> None:
        """Show why it cannot be applied, or the limits of the chosen method."""
        findings = self._obstacles if self._obstacles.count_lines() else self._limit_list
        self._page.verticalScrollBar().setValue(findings.y() - self._context.theme.px(8))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_scroll_bar()

    def open_below(self, position: QPoint) -> None:
        """Show the sheet with its top right corner at a point, or the left one mirrored.

        It stays on the screen: where the room below is too low for it, it begins higher, and where
        the screen is, its choices scroll and its buttons do not.
        """
        available_area = self.screen().availableGeometry()
        left = position.x() - (0 if self.isRightToLeft() else self.width())
        left = max(
            available_area.left(),
            min(left, available_area.left() + available_area.width() - self.width()),
        )
        # Rather than to scroll, the sheet covers what is above its place.
        least_top = available_area.top() + self._context.theme.px(_SCREEN_MARGIN)
        lowest_top = (
            available_area.top() + available_area.height() - self._context.theme.px(_SCREEN_MARGIN)
        )
        lowest_top -= self._compute_height()
        self._top_edge = max(min(position.y(), lowest_top), min(position.y(), least_top))
        self._fit_height()
        self.move(left, self._top_edge)
        self.show()
        scope_button = self._scopes.checkedButton() or self.every_program_button
        # Enter applies where that is possible; else the first choice is the scope.
        (self.apply_button if self.apply_button.isEnabled() else scope_button).setFocus()

    def _on_show_clicked(self) -> None:
        """Close, and open the preview of the files that Apply would write."""
        self._keeps_view = True
        view = self.make_view()
        self._session.snapshots.set_view(DEFAULT_VIEW)
        self._session.plan.show(view)
        self.show_requested.emit(self._get_choices())
        self.close()

    def _get_choices(self) -> ApplyChoices:
        """Return what is chosen."""
        configuration = self._session.edits.workspace.selected_configuration.key
        mechanism = self._find_mechanism()
        scopes, checked_button = self._scopes.buttons(), self._scopes.checkedButton()
        scope = scopes.index(checked_button) if checked_button is not None else -1
        return ApplyChoices(configuration, scope, mechanism, *self.duration.get_choice())

    def restore(self, choices: ApplyChoices) -> None:
        """Choose what was chosen before the files were shown, where that can still be chosen."""
        if choices.configuration != self._session.edits.workspace.selected_configuration.key:
            return
        self.duration.set_choice(choices.duration, choices.typed_duration)
        self.methods[choices.mechanism].setChecked(True)
        scope_button = self._scopes.buttons()[choices.scope] if choices.scope >= 0 else None
        if scope_button is not None and scope_button.isEnabled() and not scope_button.isHidden():
            scope_button.setChecked(True)

    def _on_copy_clicked(self) -> None:
        """Copy the command line that applies the same."""
        if self._session.snapshots.current is not None:
            self.copied.emit(self._session.snapshots.current.plan.command)

    def _on_apply_clicked(self) -> None:
        self._keeps_view = True
        view, term = self.make_view(), self.duration.read_term()
        if view is not None and term is not None:
            self._session.apply(view.programs, view.mechanism, term)
            self.applied.emit()
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
        return tr("The program in this configuration")
    return tr("The programs in this configuration")
