"""Find the faulty component: what a working run is, the trials of the search, and what it found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDoubleValidator, QIntValidator, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.model.bisect.investigation import DEFAULT_SECONDS, Investigation, SuccessTest
from vkconfig_py.model.bisect.search import FaultyComponentsFound
from vkconfig_py.model.bisect.suspects import SearchPart, describe_suspect_briefly
from vkconfig_py.model.bisect.trial_wording import (
    DID_IT_WORK,
    describe_trial,
    get_program_name,
    get_trial_key,
    list_trials,
    present_trial,
    render_beginning,
    render_interrupted,
    render_kept,
    render_result,
)
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.problems.summary import Diagnostic, ProblemAction
from vkconfig_py.model.session.faulty_component_search import FaultyComponentSearch, SearchState
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.context import ThemeContext, add_break_points
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Chip,
    Divider,
    Field,
    Label,
    TextRole,
    find_position_below,
    make_column,
    make_row,
    set_up_scrolling,
)
from vkconfig_py.ui.widgets.buttons import Button, CheckBox, Frame
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.widgets.layouts import FlowLayout
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu

# What a run that works is, and what is tried in a search for a faulty component.

_PART_LABELS: dict[object, str] = {
    None: tr("layers, settings and drivers"),
    SearchPart.LAYERS: tr("layers"),
    SearchPart.SETTINGS: tr("settings and variables"),
    SearchPart.DRIVERS: tr("drivers"),
}
_STILL_RUNNING_LABELS: dict[object, str] = {
    True: tr("works", "a run that still runs after a time"),
    False: tr("fails", "a run that still runs after a time"),
}
_OUTPUT_LABELS: dict[object, str] = {
    "": tr("with any output"),
    "must": tr("and its output contains"),
    "must not": tr("and its output does not contain"),
}


class _ValueButton(Button):
    """A button with a menu of values."""

    def __init__(
        self,
        context: ThemeContext,
        name: str,
        texts: dict[object, str],
        on_changed: Callable[[], object],
    ) -> None:
        super().__init__(context, frame=Frame.FIELD, height=28)
        self._name, self._value_texts, self._on_changed = name, texts, on_changed
        self.set_arrow()
        self.clicked.connect(lambda: self.make_menu().exec(find_position_below(self)))
        self._show(next(iter(texts)))

    def make_menu(self) -> PopupMenu:
        """Return the menu that selects the button's value."""
        menu = PopupMenu(self._context, self)
        for value, text in self._value_texts.items():
            menu.add_choice(text, partial(self.set_value, value), is_chosen=value == self.value)
        return menu

    def set_value(self, value: object) -> None:
        """Select a value, and report the change."""
        self._show(value)
        self._on_changed()

    def _show(self, value: object) -> None:
        """Set the value, and show it on the button."""
        self.value = value
        self.setText(self._value_texts[value])
        self.setToolTip(make_tooltip(self._value_texts[value]))
        self.setAccessibleName(f"{self._name}: {self._value_texts[value]}")
        self.updateGeometry()


class SuccessForm(BackgroundPane):
    """What a run that works is, and what is tried."""

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(context, "window", parent)
        self.exit_status = _make_number_field(context, tr("Exit code of a successful run"), "0")
        self.exit_status.setValidator(QIntValidator(0, 255, self))
        self.seconds = _make_number_field(
            context, tr("Seconds until a run is stopped"), f"{DEFAULT_SECONDS:g}"
        )
        self.seconds.setValidator(QDoubleValidator(0.0, 99999.0, 1, self))
        self.running_result = _ValueButton(
            context, tr("Result of a run still in progress"), _STILL_RUNNING_LABELS, _do_nothing
        )
        self.text = Field(context, name=tr("Text in the output"), hint=tr("text"))
        self.text.setMinimumWidth(context.theme.px(140))
        self.output_rule = _ValueButton(
            context, tr("Output"), _OUTPUT_LABELS, self._on_output_chosen
        )
        self.asks_user = CheckBox(context, tr("Ask me after each run"))
        self.asks_user.toggled.connect(self._update_enabled)
        self.part_choice = _ValueButton(context, tr("Components to try"), _PART_LABELS, _do_nothing)
        self.repeat = _make_number_field(context, tr("Runs per trial"), "1")
        self.repeat.setValidator(QIntValidator(1, 100, self))
        self._lay_out(context)
        self._on_output_chosen()
        self._update_enabled()

    def _lay_out(self, context: ThemeContext) -> None:
        px = context.theme.px
        grid = QGridLayout(self)
        grid.setContentsMargins(px(16), px(8), px(16), px(8))
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(6))
        lines: tuple[tuple[str, tuple[QWidget | str | None, ...]], ...] = (
            (tr("A run works if it"), (tr("exits with"), self.exit_status, None)),
            ("", (self.output_rule, self.text, None)),
            (
                tr("After"),
                (self.seconds, tr("s, a run still in progress"), self.running_result, None),
            ),
            (tr("Or"), (self.asks_user, None)),
            (tr("Try"), (self.part_choice, None)),
            (tr("Runs per trial"), (self.repeat, tr("at most, until one fails"), None)),
        )
        for number, (label, parts) in enumerate(lines):
            grid.addWidget(
                Label(context, label, text_style="small", text_role=TextRole.SECONDARY), number, 0
            )
            widgets = [
                Label(context, part, text_style="small", text_role=TextRole.SECONDARY)
                if isinstance(part, str)
                else part
                for part in parts
            ]
            grid.addLayout(make_row(*widgets, spacing=px(6)), number, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(lines), 1)

    def read_test(self) -> SuccessTest:
        """Return from the fields what makes a run count as working."""
        asks_user, output = self.asks_user.isChecked(), self.output_rule.value
        return SuccessTest(
            exit_status=int(self.exit_status.text() or 0),
            seconds=0.0 if asks_user else float(self.seconds.text().replace(",", ".") or 0),
            still_running_passes=bool(self.running_result.value),
            text=self.text.text() if output else "",
            text_fails=output == "must not",
            asks=asks_user,
            repeat=max(int(self.repeat.text() or 1), 1),
        )

    def read_part(self) -> SearchPart | None:
        """Return the part of the chain that is searched, None for all of it."""
        part = self.part_choice.value
        return part if isinstance(part, SearchPart) else None

    def show_test(self, test: SuccessTest, part: SearchPart | None) -> None:
        """Show in the fields the test of a search, and the part that is searched."""
        self.exit_status.setText(str(test.exit_status))
        if not test.asks:
            self.seconds.setText(f"{test.seconds:g}")
        self.running_result.set_value(test.still_running_passes)
        self.output_rule.set_value(
            "" if not test.text else "must not" if test.text_fails else "must"
        )
        self.text.setText(test.text)
        self.asks_user.setChecked(test.asks)
        self.part_choice.set_value(part)
        self.repeat.setText(str(test.repeat))

    def _on_output_chosen(self) -> None:
        """Show the field of the searched text if the output is looked at."""
        self.text.setVisible(bool(self.output_rule.value))

    def _update_enabled(self) -> None:
        """Enable the test fields unless the user is asked for the result."""
        for widget in (
            self.exit_status,
            self.seconds,
            self.running_result,
            self.output_rule,
            self.text,
        ):
            widget.setEnabled(not self.asks_user.isChecked())


def _make_number_field(context: ThemeContext, name: str, value: str) -> Field:
    """Return a narrow field that contains a number."""
    field = Field(context, name=name)
    field.setText(value)
    field.setFixedWidth(context.theme.px(56))
    return field


def _do_nothing() -> None:
    """Do nothing: the default of a callback."""
    return


_WIDTH = 408
_LEAST_VIEW_HEIGHT = 60  # of the trials
_LEAST_RIGHT_WIDTH = 360
HOW_IT_WORKS = tr(
    "Launches {program} repeatedly without some layers, settings or drivers until the "
    "culprit is found. Nothing on the system changes."
)
_STATE_CHIPS = {
    SearchState.INTERRUPTED: (tr("Interrupted"), "warn"),
    SearchState.BEGINNING: (tr("Planning…"), "neutral"),
    SearchState.RUNNING: (tr("Trying…"), "neutral"),
    SearchState.ASKING: (DID_IT_WORK, "warn"),
    SearchState.STOPPING: (tr("Stopping…"), "neutral"),
}


class FaultyComponentPanel(Panel):
    """The test on the left; sentence, buttons and trials on the right.

    Signals:
        show_requested: show the row of a faulty component.
        fix_requested: show the fix that moves its manifest aside (Diagnostic, ProblemAction).
    """

    show_requested = Signal(str)
    fix_requested = Signal(object, object)

    def __init__(
        self, context: ThemeContext, search: FaultyComponentSearch, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, tr("Find the culprit"), parent)
        self.search = search
        self.chip = Chip(context)
        self.form = SuccessForm(context)
        self.form.setMinimumWidth(context.theme.px(_WIDTH))
        self.model = LinesModel(get_trial_key, present_trial, self)
        self.view = LinesView(context, self.model, tr("Trials"))
        self.sentence_label = Label(context, text_style="strong", wrap=True)
        self.details = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self._announced_sentence = ""
        self._moving_aside: tuple[Diagnostic, ProblemAction] | None = None
        self._make_buttons(context)
        self._lay_out(context)
        self.header.add_widgets(self.chip)
        search.changed.connect(self.refresh)
        search.failed.connect(self._on_failed)
        self.refresh()

    def _make_buttons(self, context: ThemeContext) -> None:
        primary_frame, link_frame = Frame.PRIMARY, Frame.LINK
        search = self.search
        self.start_button = Button(
            context, tr("Start"), icon="play", frame=primary_frame, height=28
        )
        self.start_button.clicked.connect(self._on_start_clicked)
        self.continue_button = Button(
            context, tr("Continue"), icon="play", frame=primary_frame, height=28
        )
        self.continue_button.clicked.connect(search.resume)
        self.keep_off_button = Button(context, frame=primary_frame, height=28)
        self.keep_off_button.clicked.connect(search.keep_off_for_program)
        self.keep_off_here_button = Button(context, height=28)
        self.keep_off_here_button.clicked.connect(search.keep_off)
        self.move_aside_button = Button(context, height=28)
        self.move_aside_button.clicked.connect(self._on_move_aside_clicked)
        self.worked_button = Button(context, tr("It worked"), icon="check", height=28)
        self.worked_button.clicked.connect(partial(search.answer, works=True))
        self.failed_button = Button(context, tr("It failed"), icon="error", height=28)
        self.failed_button.clicked.connect(partial(search.answer, works=False))
        self.retry_button = Button(context, tr("Try again"), icon="reset", height=28)
        self.retry_button.clicked.connect(search.try_again)
        self.stop_button = Button(context, tr("Stop"), icon="stop", tone="error", height=28)
        self.stop_button.clicked.connect(search.stop)
        self.forget_button = Button(context, tr("Discard"), height=28)
        self.forget_button.clicked.connect(search.forget)
        self.show_row_button = Button(context, tr("Show the culprit"), frame=link_frame, height=28)
        self.show_row_button.clicked.connect(self._on_show_clicked)
        self._buttons = (
            self.continue_button, self.keep_off_button, self.keep_off_here_button,
            self.move_aside_button, self.worked_button, self.failed_button, self.retry_button,
            self.stop_button, self.start_button, self.forget_button, self.show_row_button,
        )  # fmt: skip

    def _lay_out(self, context: ThemeContext) -> None:
        px = context.theme.px
        head_layout = QVBoxLayout()
        head_layout.setContentsMargins(px(16), px(10), px(16), px(8))
        head_layout.setSpacing(px(6))
        head_layout.addWidget(self.sentence_label)
        head_layout.addWidget(self.details)
        flow = FlowLayout()
        for button in self._buttons:
            flow.addWidget(button)
        head_layout.addLayout(flow)
        # The trials have what is left of the height, and always a little.
        self.view.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        trials = QGridLayout()
        trials.setRowMinimumHeight(0, px(_LEAST_VIEW_HEIGHT))
        trials.addWidget(self.view)
        right_column = make_column()
        right_column.addLayout(head_layout)
        right_column.addWidget(Divider(context))
        right_column.addLayout(trials, 1)
        body = QWidget()
        # Its height follows from its width, not from labels as narrow as can be.
        body.setMinimumHeight(1)
        self._halves_layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, body)
        self._halves_layout.setContentsMargins(0, 0, 0, 0)
        self._halves_layout.setSpacing(0)
        self._dividers = (Divider(context, vertical=True), Divider(context))
        self._halves_layout.addWidget(self.form)
        for divider in self._dividers:
            self._halves_layout.addWidget(divider)
        self._halves_layout.addLayout(right_column, 1)
        page = QScrollArea()
        page.setWidget(body)
        page.setWidgetResizable(True)
        set_up_scrolling(page, context)
        page.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows Tab through what is in it
        for widget in (body, page.viewport()):
            widget.setAutoFillBackground(False)  # the ground of the panel shows
        self.set_body(page, self.start_button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the form beside the result, or below it where both have no room."""
        needed = self.form.sizeHint().width() + self._context.theme.px(_LEAST_RIGHT_WIDTH)
        is_stacked = needed > self.width()
        directions = QBoxLayout.Direction
        self._halves_layout.setDirection(
            directions.BottomToTop if is_stacked else directions.LeftToRight
        )
        for divider, is_shown in zip(self._dividers, (not is_stacked, is_stacked), strict=True):
            divider.setVisible(is_shown)
        width_policy = QSizePolicy.Policy.Preferred if is_stacked else QSizePolicy.Policy.Fixed
        self.form.setSizePolicy(width_policy, QSizePolicy.Policy.Preferred)

    def refresh(self) -> None:
        """Show the state of the search: its sentence, its trials and the buttons."""
        search = self.search
        first, second = self._describe_state()
        self.sentence_label.setText(self._shorten_home(first))
        self.details.setText(self._shorten_home(" ".join(second)))
        self.details.setVisible(bool(second))
        self.form.setEnabled(not search.is_active and search.state is not SearchState.INTERRUPTED)
        if search.investigation is not None and not self.form.isEnabled():
            self.form.show_test(search.investigation.test, search.investigation.part)
        is_over = search.state is SearchState.ASKING
        self.model.update_to(list_trials(search.investigation, search.trial, is_over=is_over))
        self._show_chip()
        self._show_buttons()
        self._arrange()
        if first != self._announced_sentence:
            self._announced_sentence = first
            announce(self, first)

    def _shorten_home(self, text: str) -> str:
        """Return a text with "~" for the user's home folder, which can be broken into lines."""
        home = self.search.home
        return add_break_points(
            escape_invisible(text.replace(f"{home}/", "~/") if home != "/" else text)
        )

    def _describe_state(self) -> tuple[str, tuple[str, ...]]:
        """Return the sentence about the state of the search, and further sentences."""
        search, component = self.search, self.search.investigation
        refusal = search.refusal()
        if search.state is SearchState.BEGINNING:
            return tr("Determining what can be left out…"), ()
        if component is None:
            return refusal or HOW_IT_WORKS.format(program=search.program), ()
        if search.trial is not None:
            progress = tr(
                "Trial {number}: {what}.",
                number=search.number,
                what=describe_trial(component, search.trial),
            )
            question = f" {DID_IT_WORK}" if search.is_asking else ""
            return f"{progress}{question}", (render_beginning(component), *render_kept(component))
        if search.result is not None:
            first, *further_sentences = render_result(component, search.result)
            return first, (
                *further_sentences,
                *self._describe_ways(component),
                *render_kept(component),
            )
        return render_interrupted(component), ()

    def _describe_ways(self, investigation: Investigation) -> tuple[str, ...]:
        """Return what the button adds that keeps the culprit off for the program."""
        if not self.search.can_keep_off_for_program:
            return ()
        return (
            tr(
                "“{button}” creates and selects the configuration “{new}”; “{old}” does not "
                "change.",
                button=self._name_keep_off_button(investigation),
                new=self.search.new_name(),
                old=investigation.configuration.title,
            ),
        )

    def _name_keep_off_button(self, investigation: Investigation) -> str:
        """Return the text of the button that keeps the culprit off for the program."""
        off_names = [
            describe_suspect_briefly(suspect) for suspect in self.search.faulty_components()
        ]
        return tr(
            "Keep {what} off for {program}",
            what=join_words(off_names),
            program=get_program_name(investigation),
        )

    def _show_chip(self) -> None:
        """Show the state of the search in one word."""
        search = self.search
        word, tone = _STATE_CHIPS.get(search.state, ("", "neutral"))
        if search.state is SearchState.ENDED:
            is_found = isinstance(search.result, FaultyComponentsFound)
            word, tone = (tr("Found"), "ok") if is_found else (tr("Not found"), "warn")
        self.chip.show_state(word, tone)

    def _show_buttons(self) -> None:
        """Show the buttons that the state of the search allows, with their texts."""
        search, state = self.search, self.search.state
        is_found = bool(search.faulty_components())
        is_idle = state in (SearchState.NONE, SearchState.ENDED)
        if search.investigation is not None and is_found:
            _set_button_text(self.keep_off_button, self._name_keep_off_button(search.investigation))
            _set_button_text(
                self.keep_off_here_button,
                tr("Turn off in “{name}”", name=search.investigation.configuration.title),
            )
        _set_button_text(
            self.start_button, tr("Search again") if state is SearchState.ENDED else tr("Start")
        )
        self.start_button.set_frame(Frame.OUTLINE if is_found else Frame.PRIMARY)
        self.start_button.setEnabled(not search.refusal())
        visible_buttons = {
            self.start_button: is_idle,
            self.continue_button: state is SearchState.INTERRUPTED,
            self.forget_button: state is SearchState.INTERRUPTED,
            self.keep_off_button: is_found,
            self.keep_off_here_button: is_found,
            self.move_aside_button: is_found and self._moving_aside is not None,
            self.show_row_button: is_found
            and any(faulty_component.row_key for faulty_component in search.faulty_components()),
            self.stop_button: search.is_active,
            self.worked_button: search.is_asking,
            self.failed_button: search.is_asking,
            self.retry_button: search.is_asking,
        }
        self.keep_off_button.setEnabled(search.can_keep_off_for_program)
        self.keep_off_here_button.setEnabled(search.can_keep_off)
        self.keep_off_button.set_frame(Frame.PRIMARY if search.can_keep_off else Frame.OUTLINE)
        self.stop_button.setEnabled(state is not SearchState.STOPPING)
        for button, is_shown in visible_buttons.items():
            button.setVisible(is_shown)

    def show_moving_aside(self, fix: tuple[Diagnostic, ProblemAction] | None) -> None:
        """Offer the fix that moves the manifest of what was found aside, None for no such fix."""
        self._moving_aside = fix
        if fix is not None:
            _set_button_text(self.move_aside_button, tr("{action}…", action=fix[1].step_label))
        self._show_buttons()

    def _on_move_aside_clicked(self) -> None:
        """Emit `fix_requested` for the fix that is offered."""
        if self._moving_aside is not None:
            self.fix_requested.emit(*self._moving_aside)

    def _on_start_clicked(self) -> None:
        """Start the search with the test and part that are entered."""
        self.search.start(self.form.read_test(), self.form.read_part())

    def _on_show_clicked(self) -> None:
        """Emit `show_requested` for the first faulty component that has a row."""
        row = next(
            (
                faulty_component.row_key
                for faulty_component in self.search.faulty_components()
                if faulty_component.row_key
            ),
            "",
        )
        self.show_requested.emit(row)

    def _on_failed(self, sentence: str) -> None:
        """Show and announce why the search cannot go on."""
        self.sentence_label.setText(escape_invisible(sentence))
        announce(self, sentence, is_urgent=True)


def _set_button_text(button: Button, text: str) -> None:
    """Set a button's text and its name for screen readers, if it is another one."""
    if button.text() != text:
        button.setText(escape_invisible(text))
        button.setAccessibleName(escape_invisible(text))
        button.updateGeometry()
