"""Find the culprit: what a working run is, the trials of the search, and what it found."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.model.bisect.candidates import short_description
from vkconfig_py.model.bisect.search import FaultIsolated
from vkconfig_py.model.bisect.trial_lines import list_trials, present_trial, trial_key
from vkconfig_py.model.bisect.wording import (
    QUESTION,
    begin_sentence,
    describe_trial,
    interrupted_sentence,
    kept_sentences,
    program_name,
    result_sentences,
)
from vkconfig_py.model.items.lines_model import LinesModel
from vkconfig_py.model.session.culprit_search import CulpritSearch, SearchState
from vkconfig_py.model.text.wording import visible
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.panels.success_form import SuccessForm
from vkconfig_py.ui.theme.look import ThemeContext, breakable
from vkconfig_py.ui.widgets.basic import Chip, Divider, Label, TextRole, column_of
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.widgets.layouts import FlowLayout
from vkconfig_py.ui.widgets.lines_list import LinesView

_WIDTH = 408
HOW = tr(
    "Launches {program} with and without its layers, settings and drivers, until "
    "it is known what breaks it. Nothing on the system changes."
)
_CHIPS = {
    SearchState.INTERRUPTED: (tr("Interrupted"), "warn"),
    SearchState.BEGINNING: (tr("Planning…"), "neutral"),
    SearchState.RUNNING: (tr("Trying…"), "neutral"),
    SearchState.ASKING: (QUESTION, "warn"),
    SearchState.STOPPING: (tr("Stopping…"), "neutral"),
}


class CulpritPanel(Panel):
    """The test on the left; sentence, buttons and trials on the right.

    Signals:
        show_asked: show the row of a culprit.
    """

    show_asked = Signal(str)

    def __init__(
        self, look: ThemeContext, search: CulpritSearch, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, tr("Find the culprit"), parent)
        self.search = search
        self.chip = Chip(look)
        self.form = SuccessForm(look)
        self.form.setMinimumWidth(look.theme.px(_WIDTH))
        self.form.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.model = LinesModel(trial_key, present_trial, self)
        self.view = LinesView(look, self.model, tr("Trials"))
        self.sentence = Label(look, face="strong", wrap=True)
        self.more = Label(look, face="small", ink=TextRole.SECONDARY, wrap=True)
        self._told = ""
        self._make_buttons(look)
        self._lay_out(look)
        self.head.add(self.chip)
        search.changed.connect(self.refresh)
        search.failed.connect(self._on_failed)
        self.refresh()

    def _make_buttons(self, look: ThemeContext) -> None:
        primary, link = Frame.PRIMARY, Frame.LINK
        search = self.search
        self.start = Button(look, tr("Start"), icon="play", frame=primary, height=28)
        self.start.clicked.connect(self._on_start_clicked)
        self.go_on = Button(look, tr("Continue"), icon="play", frame=primary, height=28)
        self.go_on.clicked.connect(search.go_on)
        self.keep_off = Button(look, frame=primary, height=28)
        self.keep_off.clicked.connect(search.keep_off_for_program)
        self.keep_off_here = Button(look, height=28)
        self.keep_off_here.clicked.connect(search.keep_off)
        self.worked = Button(look, tr("It worked"), icon="check", height=28)
        self.worked.clicked.connect(partial(search.answer, works=True))
        self.failed = Button(look, tr("It failed"), icon="error", height=28)
        self.failed.clicked.connect(partial(search.answer, works=False))
        self.again = Button(look, tr("Try again"), icon="reset", height=28)
        self.again.clicked.connect(search.try_again)
        self.stop = Button(look, tr("Stop"), icon="stop", tone="error", height=28)
        self.stop.clicked.connect(search.stop)
        self.forget = Button(look, tr("Forget"), height=28)
        self.forget.clicked.connect(search.forget)
        self.show_row = Button(look, tr("Show"), frame=link, height=28, name=tr("Show the culprit"))
        self.show_row.clicked.connect(self._on_show_clicked)
        self._buttons = (
            self.go_on, self.keep_off, self.keep_off_here, self.worked, self.failed, self.again,
            self.stop, self.start, self.forget, self.show_row,
        )  # fmt: skip

    def _lay_out(self, look: ThemeContext) -> None:
        px = look.theme.px
        head = QVBoxLayout()
        head.setContentsMargins(px(16), px(10), px(16), px(8))
        head.setSpacing(px(6))
        head.addWidget(self.sentence)
        head.addWidget(self.more)
        flow = FlowLayout()
        for button in self._buttons:
            flow.addWidget(button)
        head.addLayout(flow)
        right = column_of()
        right.addLayout(head)
        right.addWidget(Divider(look))
        right.addWidget(self.view, 1)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.form)
        row.addWidget(Divider(look, vertical=True))
        row.addLayout(right, 1)
        self.set_body(body, self.start)

    def refresh(self) -> None:
        search = self.search
        first, more = self._sentences()
        self.sentence.setText(self._shown(first))
        self.more.setText(self._shown(" ".join(more)))
        self.more.setVisible(bool(more))
        self.form.setEnabled(not search.is_active and search.state is not SearchState.INTERRUPTED)
        if search.one is not None and not self.form.isEnabled():
            self.form.show_test(search.one.test, search.one.part)
        is_over = search.state is SearchState.ASKING
        self.model.update_to(list_trials(search.one, search.trial, is_over=is_over))
        self._show_chip()
        self._show_buttons()
        if first != self._told:
            self._told = first
            announce(self, first)

    def _shown(self, text: str) -> str:
        home = self.search.home
        return breakable(visible(text.replace(f"{home}/", "~/") if home != "/" else text))

    def _sentences(self) -> tuple[str, tuple[str, ...]]:
        """The sentence of the present state, and what else there is to say."""
        search, one = self.search, self.search.one
        refusal = search.refusal()
        if search.state is SearchState.BEGINNING:
            return tr("Finding out what can be left out…"), ()
        if one is None:
            return refusal or HOW.format(program=search.program), ()
        if search.trial is not None:
            what = tr(
                "Trial {number}: {what}.",
                number=search.number,
                what=describe_trial(one, search.trial),
            )
            asked = f" {QUESTION}" if search.is_asking else ""
            return f"{what}{asked}", (begin_sentence(one), *kept_sentences(one))
        if search.result is not None:
            first, *rest = result_sentences(one, search.result)
            return first, (*rest, *kept_sentences(one))
        return interrupted_sentence(one), ()

    def _show_chip(self) -> None:
        search = self.search
        word, tone = _CHIPS.get(search.state, ("", "neutral"))
        if search.state is SearchState.ENDED:
            found = isinstance(search.result, FaultIsolated)
            word, tone = (tr("Found"), "ok") if found else (tr("Not found"), "warn")
        self.chip.show_state(word, tone)

    def _show_buttons(self) -> None:
        search, state = self.search, self.search.state
        found = bool(search.culprits())
        rests = state in (SearchState.NONE, SearchState.ENDED)
        if search.one is not None and found:
            off = join_words([short_description(one) for one in search.culprits()])
            _name(
                self.keep_off,
                tr("Keep {what} off for {program}", what=off, program=program_name(search.one)),
            )
            _name(
                self.keep_off_here, tr("Turn off in “{name}”", name=search.one.configuration.title)
            )
        _name(self.start, tr("Search again") if state is SearchState.ENDED else tr("Start"))
        self.start.set_frame(Frame.OUTLINE if found else Frame.PRIMARY)
        self.start.setEnabled(not search.refusal())
        shown = {
            self.start: rests,
            self.go_on: state is SearchState.INTERRUPTED,
            self.forget: state is SearchState.INTERRUPTED,
            self.keep_off: found,
            self.keep_off_here: found,
            self.show_row: found and any(one.row for one in search.culprits()),
            self.stop: search.is_active,
            self.worked: search.is_asking,
            self.failed: search.is_asking,
            self.again: search.is_asking,
        }
        self.keep_off.setEnabled(search.can_keep_off_for_program)
        self.keep_off_here.setEnabled(search.can_keep_off)
        self.stop.setEnabled(state is not SearchState.STOPPING)
        for button, is_shown in shown.items():
            button.setVisible(is_shown)

    def _on_start_clicked(self) -> None:
        self.search.start(self.form.test(), self.form.chosen_part())

    def _on_show_clicked(self) -> None:
        row = next((one.row for one in self.search.culprits() if one.row), "")
        self.show_asked.emit(row)

    def _on_failed(self, sentence: str) -> None:
        self.sentence.setText(visible(sentence))
        announce(self, sentence, urgent=True)


def _name(button: Button, text: str) -> None:
    if button.text() != text:
        button.setText(visible(text))
        button.setAccessibleName(visible(text))
        button.updateGeometry()
