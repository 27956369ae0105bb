"""Header and status bar of the window: each of their widgets listens to what it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.chain.probe_results import describe_entered_order
from vkconfig_py.model.problems.summary import count_severities, summarize_problems
from vkconfig_py.model.session.problem_list import HiddenNotes
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip, render_clock
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.actions import Actions, make_icon_button, render_keys, render_tip
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Divider,
    Label,
    TextRole,
    escape_menu_text,
    find_position_below,
    make_column,
    make_row,
    remove_mnemonic,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import announce, is_web_address, open_web

if TYPE_CHECKING:
    from vkconfig_py.model.apply.verify import Verification
    from vkconfig_py.model.chain.probe_results import EnteredOrder
    from vkconfig_py.model.session.launcher import Launcher
    from vkconfig_py.ui.chain.pane import ChainPane
    from vkconfig_py.ui.window.message_history import MessageHistory, ToastAction, ToastEntry
    from vkconfig_py.ui.window.toasts import Toast

_WIDEST_COUNTS = {"problems": "00", "preview": "00"}
PANEL_BUTTONS = (
    ("launcher", tr("Launcher"), "terminal"),
    ("problems", tr("Problems"), "warn"),
    ("preview", tr("Preview"), "eye"),
    ("journal", tr("History"), "history"),
    ("collection", tr("Layers"), "layer"),
    ("running", tr("Running"), "program"),
)
BANNER_HEIGHT = 36  # of what is applied, below the header: with room for two lines
TOAST_MS, OFFER_TOAST_MS = 8000, 60_000
AFTER_POINTER_MS = 2000  # for which a message stays at least after the pointer left it
_NAME_WIDTH = 320  # the room of a name for which other things give way
_FACTS_WIDTH = 48  # beside the buttons of the status bar
STOP_LABEL, STOPPING_LABEL, KILL_LABEL = tr("Stop"), tr("Stopping…"), tr("Kill now")
PROBE_ALL_LABEL, CANCEL_LABEL = tr("Probe all"), tr("Cancel probing")
_TONE_BY_SEVERITY = {"error": "error", "warning": "warn"}


class Header(BackgroundPane):
    """The bar at the top.

    Signals:
        menu_requested, program_requested, configuration_requested, safe_requested: open a menu
            below a global point.
    """

    menu_requested = Signal(QPoint)
    program_requested = Signal(QPoint)
    configuration_requested = Signal(QPoint)
    safe_mode_requested = Signal(QPoint)

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, "bar", parent)
        self._session, self._actions = session, actions
        self._is_narrow = False
        flat_frame, field_frame = Frame.FLAT, Frame.FIELD
        self.menu = Button(context, icon="menu", frame=flat_frame, name=tr("Menu"))
        self.menu.setToolTip(tr("Menu (F10)"))
        self.configuration = Button(context, frame=field_frame, name=tr("Configuration"))
        self.configuration.set_arrow()
        self.configuration.hide()  # only a narrow window shows it, in place of the pane
        self.program = Button(
            context, icon="program", frame=field_frame, name=tr("Program"), is_strong=True
        )
        self.program.set_arrow()
        self._program_tip = render_tip(actions["choose_program"])
        self.undo = make_icon_button(context, actions["undo"], "undo")
        self.redo = make_icon_button(context, actions["redo"], "redo")
        self.search = Button(context, tr("Search everything"), icon="search", frame=field_frame)
        self.search.set_note(render_keys(actions["search"]))
        self.apply = Button(context, tr("Apply…"), icon="apply", name=tr("Apply"))
        self.launch = Button(context, tr("Launch"), icon="play", frame=Frame.PRIMARY)
        self.safe_mode = Button(
            context, icon="chevron-down", frame=Frame.PRIMARY, name=tr("More ways to launch")
        )
        self.safe_mode.setToolTip(
            tr(
                "More ways to launch: use safe mode, or copy launch settings for Steam, "
                "Lutris or Heroic"
            )
        )
        self.stop = Button(context, STOP_LABEL, icon="stop", tone="error")
        self.stop.reserve_width(STOP_LABEL, STOPPING_LABEL, KILL_LABEL)
        # Always there: what comes and goes would move Apply under a click that is meant for Stop.
        self.stop.setEnabled(False)
        for button, name in ((self.search, "search"), (self.apply, "apply")):
            button.setToolTip(render_tip(actions[name]))
            button.clicked.connect(actions[name].trigger)
        self.menu.clicked.connect(lambda: self.menu_requested.emit(find_position_below(self.menu)))
        self.program.clicked.connect(
            lambda: self.program_requested.emit(find_position_below(self.program))
        )
        self.configuration.clicked.connect(
            lambda: self.configuration_requested.emit(find_position_below(self.configuration))
        )
        self.safe_mode.clicked.connect(
            lambda: self.safe_mode_requested.emit(find_position_below(self.safe_mode))
        )
        self._row = QHBoxLayout(self)
        for widget in (self.menu, self.configuration, self.program, self.undo, self.redo, None,
                       self.search, self.apply, self.stop):  # fmt: skip
            if widget is None:
                self._row.addStretch(1)
            else:
                self._row.addWidget(widget)
        self._row.addLayout(make_row(self.launch, self.safe_mode, spacing=1))
        for chooser in (self.configuration, self.program):
            # Names are of any length: what has no room is elided, and its tool tip has the rest.
            chooser.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()
        session.edits.workspace_changed.connect(self._on_history_changed)

    def _on_history_changed(self) -> None:
        """Name in the tool tips what Undo and Redo would do."""
        edits = self._session.edits
        # A label may name a layer or file with "&" in it.
        undo_label, redo_label = (
            escape_menu_text(edits.undo_label()),
            escape_menu_text(edits.redo_label()),
        )
        for name, is_enabled, text in (
            (
                "undo",
                edits.can_undo(),
                tr("&Undo: {label}", label=undo_label) if undo_label else tr("&Undo"),
            ),
            (
                "redo",
                edits.can_redo(),
                tr("&Redo: {label}", label=redo_label) if redo_label else tr("&Redo"),
            ),
        ):
            action = self._actions[name]
            action.setEnabled(is_enabled)
            action.setText(text)
            action.setToolTip(make_tooltip(f"{remove_mnemonic(text)} ({render_keys(action)})"))

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._row, px(8), px(8), px(12), px(8))
        self._row.setSpacing(px(8))

    def show_program(self, name: str, path: str) -> None:
        """Show the program that Launch starts on its button.

        `path` is "" if only the name is known.
        """
        self.program.setText(name)
        self.program.set_note(escape_invisible(path))
        shown_path = path or name  # of which the button may have room for the ends alone
        self.program.setToolTip(make_tooltip(f"{shown_path}\n{self._program_tip}"))
        self.program.setAccessibleName(tr("Program: {name}", name=name))

    def show_configuration(self, name: str) -> None:
        """Show the name of the selected configuration on its button."""
        self.configuration.setText(name)
        self.configuration.setToolTip(make_tooltip(name))  # of which the button may show a part
        self.configuration.setAccessibleName(tr("Configuration: {name}", name=name))
        self.configuration.updateGeometry()

    def set_narrow(self, is_narrow: bool) -> None:
        """Fit the header to a narrow window, in which the list of configurations is hidden."""
        self._is_narrow = is_narrow
        self.configuration.setVisible(is_narrow)
        self.search.set_frame(Frame.FLAT if is_narrow else Frame.FIELD)
        self._fit_buttons()

    def event(self, event: QEvent) -> bool:
        # Sent when a button comes, goes or says something else.
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_buttons()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()

    def minimumSizeHint(self) -> QSize:
        compact = {self.search, self.stop, self.apply, self.launch}
        choosers = [chooser.minimumSizeHint().width() for chooser in self._list_choosers()]
        width = self._add_widths(compact, {self.undo, self.redo}, choosers)
        return QSize(width, super().minimumSizeHint().height())

    def _fit_buttons(self) -> None:
        """Leave out the texts of buttons, then buttons that the menu has too, to fit the width."""
        compact = {self.search, self.stop} if self._is_narrow else set()
        hidden_buttons: set[Button] = set()
        # The path gives way first: the tool tip and the chain have it, too.
        self.program.omit_note(self._compute_full_width(compact) > self.width())
        for buttons, reduced in (
            ((self.undo, self.redo), hidden_buttons),
            ((self.apply,), compact),
            ((self.launch,), compact),
        ):
            if self._compute_needed_width(compact, hidden_buttons) > self.width():
                reduced.update(buttons)
        for button in (self.search, self.stop, self.apply, self.launch):
            button.set_compact(button in compact)
        for button in (self.undo, self.redo):
            button.setVisible(button not in hidden_buttons)

    def _compute_needed_width(self, compact: set[Button], hidden_buttons: set[Button]) -> int:
        """Return the width that the header needs, in pixels.

        Args:
            compact: buttons that show their icon alone.
            hidden_buttons: buttons that are left out.
        """
        most = self._context.theme.px(_NAME_WIDTH)
        choosers = [min(chooser.sizeHint().width(), most) for chooser in self._list_choosers()]
        return self._add_widths(compact, hidden_buttons, choosers)

    def _compute_full_width(self, compact: set[Button]) -> int:
        """Return the width with which nothing has to be elided, also not the program's path."""
        choosers = [
            chooser.compute_size(compact=False).width() for chooser in self._list_choosers()
        ]
        return self._add_widths(compact, set(), choosers)

    def _list_choosers(self) -> list[Button]:
        """Return the shown buttons with a name, which may be of any length."""
        return [button for button in (self.configuration, self.program) if not button.isHidden()]

    def _add_widths(self, compact: set[Button], hidden: set[Button], choosers: list[int]) -> int:
        """Return the width of all buttons with their gaps, of which `choosers` are given."""
        px = self._context.theme.px
        buttons = {self.menu, self.undo, self.redo, self.search, self.apply, self.stop, self.launch,
                   self.safe_mode} - hidden  # fmt: skip
        widths = [button.compute_size(compact=button in compact).width() for button in buttons]
        return sum((*widths, *choosers)) + px(8) * (len(widths) + len(choosers)) + px(12)


class VerifiedButton(Button):
    """The button with the result of a check of the shown chain, which starts a check.

    Signals:
        changed: the button shows another result.

    Attributes:
        tooltip_text: more about the result.
    """

    changed = Signal()

    def __init__(self, context: ThemeContext, session: Session) -> None:
        super().__init__(context, tr("Not checked"), icon="minus", frame=Frame.FLAT, height=24)
        self._session = session
        self._is_checking = False
        self.tooltip_text = ""
        self.clicked.connect(self.check)
        session.snapshots.shown_changed.connect(self._on_shown_changed)
        session.checks.verified.connect(self._on_verified)
        session.checks.applied_checked.connect(self._on_shown_changed)

    def check(self) -> None:
        """Compare the shown chain with what the real loader does, which takes a while."""
        session = self._session
        can_check = not session.machine.demo and not session.what_if.is_hypothetical
        if can_check and session.snapshots.current is not None:
            self._is_checking = True
            self._show_result(tr("Checking…"), "minus", "", tr("Checking with the real loader"))
        session.checks.check()

    def _on_shown_changed(self) -> None:
        """Show what is known of the shown chain, unless a check is in progress."""
        # While a check runs the state says so, whatever else changes.
        if not self._is_checking:
            self.refresh()

    def _on_verified(self, verification: Verification) -> None:
        """Show the result of a check with the real loader or of a launch."""
        if verification.is_from_launch:  # perhaps of another chain than the shown one
            self._on_shown_changed()
        else:
            self._is_checking = False
            self._show_verification(verification)

    def refresh(self) -> None:
        """Show whether the shown chain was compared with the real loader."""
        session, verification = self._session, self._session.checks.verification
        if verification is not None or session.what_if.is_hypothetical or session.machine.demo:
            self._show_verification(verification)
        elif session.chain_probe is not None:
            self._show_traced(session.chain_probe)
        elif session.earlier_chain_probe is not None:
            earlier_probe = session.earlier_chain_probe
            hint = tr("Click to check with the real loader (F7).")
            tooltip = f"{describe_entered_order(earlier_probe)} {hint}"
            self._show_result(tr("Not checked"), "minus", "", tooltip)
        elif session.checks.applied is not None:
            self._show_applied_check(session.checks.applied.verification)
        else:
            tooltip = tr(
                "Predicted from files and variables. Click to check with the real loader (F7)."
            )
            self._show_result(tr("Not checked"), "minus", "", tooltip)

    def _show_verification(self, verification: Verification | None) -> None:
        """Show the result of the check of the shown chain, None on the sample machine."""
        if self._session.what_if.is_hypothetical:
            tooltip = tr("A what-if is not checked with a real loader.")
            self._show_result(tr("Simulated"), "flask", "simulated", tooltip)
        elif self._session.machine.demo or verification is None:
            self._show_result(
                tr("Sample machine"),
                "info",
                "",
                tr("The sample machine has no loader to check with"),
            )
        elif verification.agreed:
            time = render_clock(verification.when)
            sentence = tr("The real loader loads the predicted chain.")
            tooltip = " ".join(filter(None, (sentence, verification.note)))
            if verification.is_from_launch:
                tooltip = tr("The launched program loaded the predicted chain.")
            self._show_result(tr("Verified {when}", when=time), "check", "ok", tooltip)
        elif verification.checked:
            appearance = (
                (tr("Difference explained"), "info", "")
                if verification.why
                else (tr("Differs"), "error", "error")
            )
            self._show_result(*appearance, " ".join(verification.sentences))
        else:
            self._show_result(tr("Cannot check"), "info", "", verification.difference)

    def _show_applied_check(self, verification: Verification) -> None:
        """Show how the check of the applied configuration ended, while another chain is shown."""
        time = render_clock(verification.when)
        hint = tr("This chain has not been checked yet. Click to check it (F7).")
        if verification.agreed:
            tooltip = tr(
                "The applied configuration was checked at {when}: the real loader behaves "
                "as predicted.",
                when=time,
            )
            self._show_result(tr("Not checked"), "minus", "", f"{tooltip} {hint}")
        elif verification.checked:
            tooltip = tr(
                "The applied configuration was checked with the real loader at {when}.", when=time
            )
            tooltip = " ".join((tooltip, *verification.sentences, hint))
            self._show_result(tr("Applied chain differs"), "warn", "warn", tooltip)
        else:
            self._show_result(tr("Not checked"), "minus", "", f"{verification.difference} {hint}")

    def _show_traced(self, traced_order: EnteredOrder) -> None:
        """Show whether a probe entered the layers in the predicted order."""
        tooltip = describe_entered_order(traced_order)
        if traced_order.is_failing:
            self._show_result(tr("Fails when probed"), "error", "error", tooltip)
        elif traced_order.order_difference:
            self._show_result(
                tr("Probe differs"), "error", "error", f"{tooltip} {tr('The rows show where.')}"
            )
        else:
            self._show_result(tr("Verified by probe"), "check", "ok", tooltip)

    def _show_result(self, text: str, icon: str, tone: str, tooltip: str) -> None:
        """Show a result on the button, and announce that it is another one.

        `icon` is its name. `tone` is the key of its color, such as "warn". `tooltip` is more about
        the result.
        """
        self.set_appearance(icon=icon, text=text, frame=Frame.FLAT, tone=tone)
        self.tooltip_text = tooltip
        self.changed.emit()


class StatusBar(BackgroundPane):
    """The bar with the panel buttons, and the messages of the window.

    Its height never changes: messages float over the content above it.

    Attributes:
        bell: opens the list of past messages, with the number of those that were not seen.
    """

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        actions: Actions,
        hidden_notes: HiddenNotes,
        chain: ChainPane,
    ) -> None:
        super().__init__(context, "bar")
        self._session, self._hidden_notes, self._chain = session, hidden_notes, chain
        self._actions, self._is_narrow = actions, False
        self._loader_facts: tuple[str, ...] = ()
        self._unseen_count, self._run_summary = 0, ""
        self.buttons: dict[str, Button] = {}
        self._row = QHBoxLayout()
        column = make_column(self)
        column.addWidget(Divider(context))
        column.addLayout(self._row)
        for name, text, icon in PANEL_BUTTONS:
            action = actions[f"panel_{name}"]
            button = Button(context, text, icon=icon, frame=Frame.FLAT, height=24)
            button.setCheckable(True)
            button.setToolTip(render_tip(action))
            button.clicked.connect(action.trigger)
            action.toggled.connect(button.setChecked)
            self.buttons[name] = button
            self._row.addWidget(button)
        # Beside the texts, which give it room: its count moves no button.
        self.bell = Button(context, icon="bell", frame=Frame.FLAT, height=24)
        self.bell.setToolTip(render_tip(actions["messages"]))
        self.bell.clicked.connect(actions["messages"].trigger)
        actions["messages"].triggered.connect(lambda: self.open_messages())
        self._row.addWidget(self.bell)
        # At the end, where its changing width moves no button that is aimed at.
        self.run_state = Button(context, icon="terminal", frame=Frame.FLAT, height=24)
        self.run_state.setToolTip(render_tip(actions["panel_launcher"]))
        self.run_state.clicked.connect(actions["panel_launcher"].trigger)
        self._row.addWidget(self.run_state)
        # Not elided: it shows whole facts, and its tool tip has them all.
        self._facts = Label(context, text_style="small", text_role=TextRole.SECONDARY)
        self._facts.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._facts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._progress = Label(
            context,
            text_style="small",
            text_role=TextRole.SECONDARY,
            elide=Qt.TextElideMode.ElideRight,
        )
        self._progress.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._progress.hide()
        self.probe = Button(context, PROBE_ALL_LABEL, icon="driver", frame=Frame.FLAT, height=24)
        self.probe.setToolTip(render_tip(actions["probe_all"]))
        self.verified = VerifiedButton(context, session)
        self._row.addWidget(self._facts, 1)
        self._row.addWidget(self._progress, 1)
        self._row.addWidget(self.probe)
        self._row.addWidget(self.verified)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timeout)
        session.edits.workspace_changed.connect(self.update_toast)
        self.verified.changed.connect(self._fit_buttons)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()
        self._count_unseen(0)

    def connect_launcher(self, launcher: Launcher) -> None:
        """Show the counts on the panel buttons and the loader's version from now on.

        The first paint does not wait for them.
        """

        def count_runs() -> None:
            """Show how many runs are in progress, or how the shown one ended."""
            self._run_summary = launcher.render_summary()
            self.run_state.set_note(self._run_summary)
            self.run_state.setAccessibleName(f"{PANEL_BUTTONS[0][1]}: {self._run_summary}")
            self._fit_facts()

        session = self._session
        for signal, update in (
            (launcher.state_changed, count_runs),
            (session.problems.changed, self._count_problems),
            (self._hidden_notes.changed, self._count_problems),
            (session.plan.changed, self._count_changes),
            (session.snapshots.current_changed, self._show_loader_summary),
            (session.snapshots.busy_changed, self._show_loader_summary),
        ):
            signal.connect(update)
            update()

    def _count_problems(self) -> None:
        """Show the number of errors and warnings on the button of the problems."""
        visible_problems = self._hidden_notes.filter_visible(self._session.problems.all_problems)
        counts = count_severities(visible_problems)
        # Notes ask for nothing: the tool tip alone counts them.
        tone = next((tone for name, tone in _TONE_BY_SEVERITY.items() if counts[name]), "")
        count = sum(counts[name] for name in _TONE_BY_SEVERITY)
        self._set_count("problems", str(count) if count else "", tone)
        texts = (render_tip(self._actions["panel_problems"]), summarize_problems(visible_problems))
        self.buttons["problems"].setToolTip(make_tooltip("\n".join(filter(None, texts))))

    def _count_changes(self) -> None:
        """Show on the button of the preview how many files and variables would be written."""
        changes = self._session.plan.changes
        self._set_count("preview", str(len(changes)) if changes else "")

    def _set_count(self, panel: str, note: str, tone: str = "") -> None:
        """Show a text beside the name of a panel's button."""
        if self.buttons[panel].set_note(note, tone):
            self._fit_buttons()

    def _show_loader_summary(self) -> None:
        """Show the version of the loader and how many manifests were read."""
        snapshot = self._session.snapshots.current
        if self._session.snapshots.is_busy:
            self._loader_facts = (tr("Reading…"),)
        elif snapshot is not None:
            report = snapshot.report
            version = ".".join(map(str, report.profile.version))
            files = len({file.file for file in report.found_layers}) + len(
                {driver.file for driver in report.drivers}
            )
            bits, loaders = report.profile.pointer_bits, len(self._session.machine.loaders)
            facts = [tr("libvulkan {version} · {bits}-bit", version=version, bits=bits)]
            if not loaders:
                facts = [tr("No loader found · predicted for {version}", version=version)]
            elif loaders > 1:
                facts.append(counted("{n} loaders", "{n} loader", loaders))
            facts.append(counted("{n} manifests read", "{n} manifest read", files))
            self._loader_facts = tuple(facts)
        self._fit_facts()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._row.setContentsMargins(px(8), px(4), px(8), px(4))
        self._row.setSpacing(px(4))
        self._fit_buttons()

    # ---- messages

    @cached_property
    def messages(self) -> MessageHistory:
        """The messages of the window."""
        from vkconfig_py.ui.window.message_history import MessageHistory

        return MessageHistory(self._session)

    @cached_property
    def toast(self) -> Toast:
        """The message that floats over the content of the window, made with the first."""
        from vkconfig_py.ui.window.toasts import Toast

        toast = Toast(self._context, self.window(), self._chain)
        toast.action_used.connect(self._use_action)
        toast.closed.connect(self.hide_toast)
        toast.left.connect(self._on_toast_left)
        return toast

    def _on_toast_left(self) -> None:
        """Keep the message for a moment after the pointer left it, and show the latest one."""
        if self._timer.isActive() and self._timer.remainingTime() < AFTER_POINTER_MS:
            self._timer.start(AFTER_POINTER_MS)
        self._show_latest()

    def _is_toast_shown(self) -> bool:
        """Return whether a message is shown, without making what shows it."""
        return "toast" in vars(self) and not self.toast.isHidden()

    def show_toast(
        self,
        text: str,
        *,
        undo: bool = False,
        tone: str = "neutral",
        code: str = "",
        notes: Sequence[str] = (),
    ) -> None:
        """Announce a sentence, and show it for 8 seconds, or a minute if more is to be read.

        It stays in the list of messages.

        Args:
            text: the sentence.
            undo: the last edit can be taken back.
            tone: "neutral", "warn" or "error".
            code: a text that was copied, shown below it.
            notes: lines below that.
        """
        announce(self.window(), " ".join((text, *notes)), is_urgent=tone == "error")
        is_toast_shown = self._is_toast_shown()
        if self.messages.add(text, tone, undo=undo, code=code, notes=notes) and is_toast_shown:
            self._count_unseen(self._unseen_count + 1)
        # start() begins anew, so a second message gets its whole time.
        # What was copied alone needs nothing of the user.
        self._timer.start(OFFER_TOAST_MS if notes else TOAST_MS)
        self._show_latest()

    def _show_latest(self) -> None:
        """Show the latest message, unless the user is about to use the one that is shown."""
        toast, entry = self.toast, self.messages.entries[-1]
        is_new_toast = toast.isHidden() or toast.entry.number != entry.number
        if self._timer.isActive() and not (is_new_toast and toast.has_attention()):
            toast.show_entry(entry, self.messages.list_actions(entry), self._find_bottom())

    def _find_bottom(self) -> int:
        """Return how far down a message may reach, in pixels from the top of the window."""
        from vkconfig_py.ui.window.toasts import find_bottom

        bottom = find_bottom(self.window())
        return bottom or self.window().height() - (self.height() if self.isVisible() else 0)

    def place_toast(self) -> None:
        """Put the message that is shown above this bar, in a window of any size."""
        if self._is_toast_shown():
            self.toast.place(self._find_bottom())

    def offer_undo(self) -> None:
        """Offer Undo with the latest message while it is shown."""
        if self._is_toast_shown():
            self.messages.offer_undo()
            self._show_latest()

    def offer_command(
        self,
        text: str,
        command: Callable[[], object],
        is_over: Callable[[], bool] | None = None,
        *,
        is_brief: bool = False,
        is_about_run: bool = False,
    ) -> None:
        """Add a button to the latest message; unless it is brief, that stays for a minute."""
        if self._is_toast_shown():
            self.messages.offer_command(text, command, is_over, is_about_run=is_about_run)
            self._timer.start(TOAST_MS if is_brief else OFFER_TOAST_MS)
            self._show_latest()

    def open_page(self, address: str) -> None:
        """Open a web page in the browser, or say why not, with the address to be copied."""
        if open_web(address):
            return
        if not is_web_address(address):
            self.show_toast(tr("Not a web address: {address}", address=address), tone="warn")
            return
        self.show_toast(tr("No web browser found to open {address}", address=address), tone="warn")
        copy = partial(QGuiApplication.clipboard().setText, address.strip())
        self.offer_command(tr("Copy link"), copy)

    def hide_toast(self) -> bool:
        """Hide the message, and return whether there was one."""
        self._timer.stop()
        was_toast_shown = self._is_toast_shown()
        if was_toast_shown:
            self.toast.hide()
        return was_toast_shown

    def _on_timeout(self) -> None:
        """Hide the message, unless pointer or keyboard are in it."""
        if self.toast.has_attention():
            self._timer.start(TOAST_MS)
        elif self.hide_toast():
            self._count_unseen(self._unseen_count + 1)

    def update_toast(self) -> None:
        """Hide a message of what is over, and, unless the pointer is in it, one without its Undo.

        Disable what can no longer be done.
        """
        if not self._is_toast_shown():
            return
        toast, messages = self.toast, self.messages
        is_undo_over = messages.is_undo_over(toast.entry) and not toast.has_attention()
        if is_undo_over or messages.is_over(toast.entry):
            self.hide_toast()
        else:
            toast.enable_actions(messages.list_actions(toast.entry))

    def _use_action(self, entry: ToastEntry, action: ToastAction) -> None:
        """Do what a button of a message says."""
        self.hide_toast()
        self.messages.use_action(entry, action)

    def open_messages(self) -> None:
        """Open the list of past messages above the bell."""
        from vkconfig_py.ui.window.toasts import MessageList

        self.hide_toast()
        self._count_unseen(0)
        popup = MessageList(self._context, self.messages, self.window())
        popup.action_used.connect(self._use_action)
        popup.open_above(self.bell)

    def _count_unseen(self, count: int) -> None:
        """Show on the bell how many messages went without having been dismissed."""
        self._unseen_count = count
        name = tr("Messages ({count} new)", count=count) if count else tr("Messages")
        self.bell.setAccessibleName(name)
        if self.bell.set_note(str(count) if count else ""):
            self._fit_buttons()

    def set_narrow(self, is_narrow: bool) -> None:
        """Hide the facts about the loader."""
        self._is_narrow = is_narrow
        self._fit_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        """Leave out icons of the panel buttons and room for counts, then texts, until all fit."""
        panels = tuple(self.buttons.values())
        self.probe.set_compact(self._is_narrow)
        self.verified.set_compact(False)
        for name, button in self.buttons.items():
            button.omit_icon(False)
            button.omit_note(False)
            button.set_compact(False)
            button.reserve_note(_WIDEST_COUNTS.get(name, ""))
        if self._compute_buttons_width() > self.width():
            for button in panels:
                button.omit_icon(True)
                button.reserve_note("")
        for button in (self.probe, self.verified):
            if self._compute_buttons_width() > self.width():
                button.set_compact(True)
        if self._compute_buttons_width() > self.width():  # names say more than how much there is
            self.buttons["preview"].omit_note(True)
        if self._compute_buttons_width() > self.width():
            for button in panels:
                button.omit_icon(False)
                button.set_compact(True, keeps_note=True)
        button_text = self.verified.text() if self.verified.is_compact else ""
        self.verified.setToolTip(
            make_tooltip("\n".join(filter(None, (button_text, self.verified.tooltip_text))))
        )
        self._fit_facts()

    def _fit_facts(self) -> None:
        """Show what the launcher does, and facts about the loader, as there is room for them."""
        theme = self._context.theme
        available_width = self.width() - self._compute_buttons_width() + theme.px(_FACTS_WIDTH - 24)
        state_width = self.run_state.sizeHint().width() + theme.px(4)
        shows_state = bool(self._run_summary) and state_width <= available_width
        self.run_state.setVisible(shows_state)
        available_width -= state_width if shows_state else 0
        max_facts = 0 if self._is_narrow else len(self._loader_facts)
        texts = (
            " · ".join(islice(self._loader_facts, max_facts - left)) for left in range(max_facts)
        )
        self._facts.setText(
            next((text for text in texts if theme.small.width(text) <= available_width), "")
        )
        self._facts.setToolTip(make_tooltip(" · ".join(self._loader_facts)))

    def minimumSizeHint(self) -> QSize:
        px = self._context.theme.px
        panels = [
            button.compute_size(compact=True, with_note=True) for button in self.buttons.values()
        ]
        checks = [button.compute_size(compact=True) for button in (self.probe, self.verified)]
        sizes = (*panels, self.bell.sizeHint(), *checks)
        width = sum(size.width() + px(4) for size in sizes) + px(_FACTS_WIDTH)
        return QSize(width, super().minimumSizeHint().height())

    def _compute_buttons_width(self) -> int:
        """Return the width of the panel buttons with a little room beside them, in pixels."""
        px = self._context.theme.px
        buttons = (*self.buttons.values(), self.bell, self.probe, self.verified)
        return sum(button.sizeHint().width() + px(4) for button in buttons) + px(_FACTS_WIDTH)

    def show_probe(self, text: str, *, is_cancelling: bool) -> None:
        """Show the progress of a probe, with Cancel in the place of Probe all.

        Args:
            text: names what is being probed, "" if nothing is.
            is_cancelling: the probe ends already.
        """
        running = bool(text)
        self._progress.setText(escape_invisible(text))
        self._progress.setAccessibleName(escape_invisible(text))
        self._progress.setVisible(running)
        self._facts.setVisible(not running)
        label, icon = (CANCEL_LABEL, "stop") if running else (PROBE_ALL_LABEL, "driver")
        # set_look() lays the bar out again, and progress comes often.
        if self.probe.text() != label:
            self.probe.set_appearance(icon=icon, text=label, frame=Frame.FLAT)
            self._fit_buttons()
        self.probe.setEnabled(not is_cancelling)
