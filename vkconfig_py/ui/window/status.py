"""Status: keeps banner, header and status bar in step with the session and the launch."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.apply.lease_texts import LAST_MINUTE
from vkconfig_py.model.apply.notices import Banner, BannerCommand
from vkconfig_py.model.chain.probe_results import Tapped, tapped_text
from vkconfig_py.model.configuration.preferences import CHECK_APPLIED, OFF, ON
from vkconfig_py.model.plan.leases import EXTENSION
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO
from vkconfig_py.model.session.run_values import LaunchState
from vkconfig_py.model.text.moments import clock_text
from vkconfig_py.model.text.wording import tooltip
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.actions import keys_of
from vkconfig_py.ui.widgets.basic import menu_text, without_mnemonic
from vkconfig_py.ui.widgets.buttons import Frame
from vkconfig_py.ui.widgets.desktop import announce

if TYPE_CHECKING:
    from vkconfig_py.model.apply.verify import Verification
    from vkconfig_py.model.launch.run_program import LaunchEnd
    from vkconfig_py.model.plan.plan import Applied
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.model.session.loader_checks import AppliedCheck
    from vkconfig_py.ui.window.commands import Commands
    from vkconfig_py.ui.window.window_parts import WindowParts

MINUTE_MS = 60_000
SECOND_MS = 1_000
WITHDRAWN = tr("Withdrawn. Nothing is applied to the system.")
LAUNCH = tr("Launch the program with this configuration (F5)")
_TONES = {"error": "error", "warning": "warn"}


class StatusDisplay(QObject):
    """Shows the state of session and launch in banner, header and status bar."""

    def __init__(self, parts: WindowParts, commands: Commands) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._commands = commands
        self._session = parts.session
        self._checking = False
        self._minute = QTimer(self)
        self._minute.setInterval(MINUTE_MS)
        self._minute.timeout.connect(self.show_banner)
        # The banner says for how long something has been applied.
        self._minute.start()
        self._second = QTimer(self)
        self._second.setInterval(SECOND_MS)
        self._second.timeout.connect(self.show_countdown)
        self._warned: Applied | None = None  # whose last minute was announced
        self._told = self._session.system.applied  # what screen readers know to be applied
        self._connect()

    def _connect(self) -> None:
        session, launcher = self._session, self._parts.launcher
        session.edits.workspace_changed.connect(self.show_workspace)
        session.snapshots.current_changed.connect(self.show_snapshot)
        session.snapshots.shown_changed.connect(self._on_shown_changed)
        session.plan.changed.connect(self.show_changes)
        session.problems.changed.connect(self.show_problems)
        self._parts.hidden_notes.changed.connect(self.show_problems)
        session.system.applied_changed.connect(self.show_banner)
        session.system.applied_changed.connect(self._tell_applied)
        session.checks.verified.connect(self._on_verified)
        session.checks.applied_checked.connect(self._on_applied_checked)
        session.preferences.changed.connect(self._on_preference_changed)
        self._on_preference_changed(CHECK_APPLIED.key)
        session.message.connect(self._on_message)
        session.snapshots.busy_changed.connect(self._on_busy_changed)
        launcher.state_changed.connect(self.show_launch)
        launcher.failed.connect(lambda text: self._on_message(text, "warn"))
        launcher.compared.connect(self._on_compared)
        launcher.ended.connect(self._on_ended)
        self._parts.banner.used.connect(self._on_banner_used)

    def _announce(self, sentence: str) -> None:
        announce(self._window, sentence)

    # what is shown

    def show_all(self) -> None:
        self.show_workspace()
        self.show_snapshot()
        self.show_changes()
        self.show_problems()
        # The status bar has room for one; the panel Problems lists all.
        for notice in self._session.problems.notices[:1]:
            self._parts.status_bar.show_toast(notice.title, tone="warn")

    def show_workspace(self) -> None:
        parts, session = self._parts, self._session
        undone, redone = session.edits.undo_label(), session.edits.redo_label()
        for name, able, text in (
            ("undo", session.edits.can_undo(), _undo_text(undone)),
            ("redo", session.edits.can_redo(), _redo_text(redone)),
        ):
            action = parts.actions[name]
            action.setEnabled(able)
            action.setText(text)
            action.setToolTip(tooltip(f"{without_mnemonic(text)} ({keys_of(action)})"))
        self.show_banner()
        self.show_launch()

    def show_snapshot(self) -> None:
        parts, snapshot = self._parts, self._session.snapshots.current
        if snapshot is None:
            return
        report = snapshot.report
        version = ".".join(map(str, report.profile.version))
        files = len({f.file for f in report.found}) + len({d.file for d in report.drivers})
        bits, loaders = report.profile.pointer_bits, len(self._session.machine.loaders)
        known = [tr("libvulkan {version} · {bits}-bit", version=version, bits=bits)]
        if not loaders:
            known = [tr("No loader found · predicted for {version}", version=version)]
        elif loaders > 1:
            known.append(counted("{n} loaders", "{n} loader", loaders))
        known.append(counted("{n} manifests read", "{n} manifest read", files))
        parts.status_bar.show_facts(" · ".join(known))
        if self._session.checks.verification is None:
            self.show_verified(None)

    def show_problems(self) -> None:
        shown = self._parts.hidden_notes.visible(self._session.problems.all)
        problems = [told.problem for told in shown]
        severities = [str(problem.severity) for problem in problems]
        tone = next((_TONES[s] for s in ("error", "warning") if s in severities), "")
        self._parts.status_bar.set_count("problems", str(len(problems)) if problems else "", tone)

    def show_changes(self) -> None:
        changes = self._session.plan.changes
        files = sum(change.is_file for change in changes)
        variables = len(changes) - files
        counts = (
            counted("{n} files", "{n} file", files) if files else "",
            counted("{n} variables", "{n} variable", variables) if variables else "",
        )
        self._parts.status_bar.set_count("preview", " · ".join(filter(None, counts)))

    def show_banner(self) -> None:
        banner = self._session.banner()
        self._parts.banner.show_banner(banner)
        self._parts.services.show_applied(banner.title if banner else "")
        if banner is None or banner.timed is None:
            self._second.stop()
        else:
            self._second.start()
            self.show_countdown()
        applied = bool(self._session.system.applied)
        self._parts.actions["withdraw"].setEnabled(applied)

    def _tell_applied(self) -> None:
        """Tell screen readers what is applied now: the banner comes and goes without the focus."""
        before, self._told = self._told, self._session.system.applied
        banner = self._session.banner()
        if self._told == before:
            return
        if self._told and banner is not None:
            self._announce(str(banner))
        elif not self._told:
            self._announce(WITHDRAWN)

    def show_countdown(self) -> None:
        bar, now = self._parts.banner, self._session.now()
        bar.show_countdown(now)
        shown = bar.banner
        if shown is None or shown.left(now) > LAST_MINUTE or shown.timed == self._warned:
            return
        self._warned = shown.timed
        announce(self._window, f"{shown} {shown.countdown(now)}", urgent=True)

    def show_launch(self) -> None:
        """Offer to launch, and beside it to stop the shown run while it goes on."""
        parts, launcher = self._parts, self._parts.launcher
        button, actions = parts.header.launch, parts.actions
        demo = self._session.machine.demo
        for name in ("launch", "safe_implicit", "safe_layers", "safe_driver"):
            actions[name].setEnabled(not demo and not launcher.is_starting)
        parts.header.safe.setEnabled(not demo)
        button.setEnabled(not demo)
        if demo:
            button.setToolTip(NO_LAUNCH_IN_DEMO)
        else:
            alarm = self._alarm()
            # A launch that is bound to fail is not offered as the main action.
            frame = Frame.OUTLINE if alarm else Frame.PRIMARY
            button.set_frame(frame)
            parts.header.safe.set_frame(frame)
            button.setToolTip(tooltip(f"{alarm} {tr('Launch anyway (F5)')}") if alarm else LAUNCH)
        self._show_stop(launcher.shown)
        self._show_runs()

    def _show_stop(self, run: LaunchedRun | None) -> None:
        """Change Stop to Kill if the shown run does not stop."""
        stop, goes_on = self._parts.header.stop, run is not None and not run.is_over
        stop.setVisible(goes_on)
        self._parts.actions["stop"].setEnabled(goes_on)
        if run is None or not goes_on:
            return
        keys = keys_of(self._parts.actions["stop"])
        tip = tr("Stop {name} and its children ({keys})", name=run.name, keys=keys)
        text = tr("Stop")
        if run.resists:
            text, tip = tr("Kill now"), tr("{name} does not end by itself: kill it", name=run.name)
        elif run.state is LaunchState.STOPPING:
            text, tip = tr("Stopping…"), tr("{name} was asked to end", name=run.name)
        stop.set_look(icon="stop", text=text, frame=Frame.OUTLINE, tone="error")
        stop.setToolTip(tooltip(tip))

    def _show_runs(self) -> None:
        launcher, actions = self._parts.launcher, self._parts.actions
        count, shown = len(launcher.running), launcher.shown
        actions["stop_all"].setEnabled(count > 0)
        actions["close_ended"].setEnabled(any(run.is_over for run in launcher.runs))
        text = tr("{count} running", count=count) if count else shown.outcome() if shown else ""
        self._parts.status_bar.set_count("launcher", text)

    def _alarm(self) -> str:
        """Why programs fail to start, as a sentence, or ""."""
        snapshot = self._session.snapshots.current
        if snapshot is None or not snapshot.summary.is_alarm:
            return ""
        return snapshot.sentences[0]

    def press_stop(self) -> None:
        run = self._parts.launcher.shown
        if run is not None and run.state is LaunchState.STOPPING:
            run.kill()
        else:
            self._parts.launcher.stop()

    def check(self) -> None:
        asked = not self._session.machine.demo and not self._session.what_if.is_hypothetical
        if asked and self._session.snapshots.current is not None:
            self._checking = True
            self._parts.status_bar.show_verified(
                tr("Checking…"), "minus", "", tr("Asking the real loader")
            )
        self._session.checks.check()

    def show_verified(self, answer: Verification | None) -> None:
        status_bar = self._parts.status_bar
        if self._session.what_if.is_hypothetical:
            tip = tr("A what-if is not checked with a real loader.")
            status_bar.show_verified(tr("Simulated"), "flask", "simulated", tip)
        elif self._session.machine.demo:
            status_bar.show_verified(
                tr("Sample machine"), "info", "", tr("There is no loader to check with")
            )
        elif answer is None:
            self._show_unchecked()
        elif answer.agreed:
            when = clock_text(answer.when)
            sentence = tr("The real loader loads the predicted chain.")
            tip = " ".join(filter(None, (sentence, answer.note)))
            if answer.by_launch:
                tip = tr("The program that was launched loaded the predicted chain.")
            status_bar.show_verified(tr("Verified {when}", when=when), "check", "ok", tip)
        elif answer.checked:
            tip = " ".join(answer.sentences)
            context = (
                (tr("Explained"), "info", "") if answer.why else (tr("Differs"), "error", "error")
            )
            status_bar.show_verified(*context, tip)
        else:
            status_bar.show_verified(tr("Cannot check"), "info", "", answer.difference)

    def _show_unchecked(self) -> None:
        session, status_bar = self._session, self._parts.status_bar
        if session.tapped is not None:
            self._show_tapped(session.tapped)
        elif session.tapped_before is not None:
            before = session.tapped_before
            tip = f"{tapped_text(before)} {tr('Press to ask the real loader (F7).')}"
            status_bar.show_verified(
                tr("Probed with {mainly}", mainly=before.mainly), "minus", "", tip
            )
        elif session.checks.applied is not None:
            self._show_applied_check(session.checks.applied.verification)
        else:
            tip = tr("Predicted from files and variables. Press to ask the real loader (F7).")
            status_bar.show_verified(tr("Not checked"), "minus", "", tip)

    def _show_applied_check(self, answer: Verification) -> None:
        """The check of what was applied, while something else is shown."""
        status_bar = self._parts.status_bar
        when = clock_text(answer.when)
        rest = tr("This chain was not checked: press to ask (F7).")
        if answer.agreed:
            tip = tr(
                "What was applied was checked with the real loader at {when}: "
                "it does what is predicted.",
                when=when,
            )
            tip = f"{tip} {rest}"
            status_bar.show_verified(tr("Checked {when}", when=when), "check", "ok", tip)
        elif answer.checked:
            tip = tr("What was applied was checked with the real loader at {when}.", when=when)
            tip = " ".join((tip, *answer.sentences, rest))
            status_bar.show_verified(tr("Applied differs"), "warn", "warn", tip)
        else:
            tip = f"{answer.difference} {rest}"
            status_bar.show_verified(tr("Not checked"), "minus", "", tip)

    def choose_check_applied(self) -> None:
        """Keep whether what is applied is checked by itself."""
        is_on = self._parts.actions["check_applied"].isChecked()
        self._session.preferences.choose(CHECK_APPLIED, ON if is_on else OFF)

    def _on_preference_changed(self, key: str) -> None:
        if key == CHECK_APPLIED.key:
            is_on = self._session.preferences.values.value(CHECK_APPLIED) == ON
            self._session.checks.checks_applied = is_on
            self._parts.actions["check_applied"].setChecked(is_on)

    def _show_tapped(self, tapped: Tapped) -> None:
        status_bar, tip = self._parts.status_bar, tapped_text(tapped)
        if tapped.failed:
            status_bar.show_verified(tr("Fails when probed"), "error", "error", tip)
        elif tapped.difference:
            status_bar.show_verified(
                tr("Probe differs"), "error", "error", f"{tip} {tr('The rows say where.')}"
            )
        else:
            status_bar.show_verified(tr("Verified by probe"), "check", "ok", tip)

    # what happened

    def _on_verified(self, answer: Verification) -> None:
        if answer.by_launch:  # it says so itself, and may be of another chain than the shown one
            if not self._checking:
                self.show_verified(self._session.checks.verification)
            return
        self._checking = False
        self.show_verified(answer)
        said = tr("The real loader agrees.") if answer.agreed else answer.difference
        said = " ".join(answer.sentences) or said
        self._announce(said)
        if answer.agreed:
            return
        bar = self._parts.status_bar
        bar.show_toast(said, tone="error" if answer.checked else "warn")
        if answer.is_defect:
            bar.offer(tr("Report…"), self._parts.actions["bug_report"].trigger)

    def _on_applied_checked(self, check: AppliedCheck) -> None:
        """Quiet if the loader does what is predicted."""
        answer, bar = check.verification, self._parts.status_bar
        self._on_shown_changed()
        if answer.differences:
            said = " ".join(answer.sentences)
            self._announce(said)
            bar.show_toast(said, tone="warn")
            bar.offer(
                tr("Show"), partial(self._session.snapshots.set_view, check.snapshot.request.view)
            )

    def _on_message(self, text: str, tone: str) -> None:
        announce(self._window, text, urgent=tone == "error")
        self._parts.status_bar.show_toast(text, tone=tone)
        # A toast vanishes after seconds; an error stays until it was read.
        if tone == "error":
            messages.show_error(self._window, text)

    def _on_shown_changed(self) -> None:
        self.show_launch()
        # While a check runs the state says so, whatever else changes.
        if not self._checking:
            self.show_verified(self._session.checks.verification)

    def _on_busy_changed(self, busy: bool) -> None:
        if busy:
            self._parts.status_bar.show_facts(tr("Reading…"))
        else:
            self.show_snapshot()

    def _on_ended(self, run: LaunchedRun, ended: LaunchEnd) -> None:
        self._announce(tr("{name} ended: {how}", name=run.name, how=ended.sentence))

    def _on_compared(self, run: LaunchedRun, equal: bool, sentence: str) -> None:
        if len(self._parts.launcher.runs) > 1:
            sentence = f"{run.name}: {sentence}"
        self._announce(sentence)
        if not equal:
            self._parts.status_bar.show_toast(sentence, tone="warn")
            self._parts.status_bar.offer(tr("Report…"), self._parts.actions["bug_report"].trigger)

    def _on_banner_used(self, command: BannerCommand, banner: Banner) -> None:
        parts, session = self._parts, self._session
        if command is BannerCommand.WITHDRAW:
            session.withdraw(banner.key)
        elif command is BannerCommand.EXTEND and banner.timed is not None:
            session.system.extend(banner.timed.configuration.key, EXTENSION)
        elif command is BannerCommand.APPLY_AGAIN:
            session.apply_again(banner.programs)
        elif command is BannerCommand.SHOW:
            self._commands.show_file(banner.path, 0, today=True)
        elif messages.ask_remove_foreign(self._window, banner.path, is_part=banner.is_part):
            session.system.remove_foreign(banner.path)
            parts.docks.open("journal")


def _undo_text(label: str) -> str:
    """Text of the action; the label may name a layer or file with "&" in it."""
    return tr("&Undo {label}", label=menu_text(label)) if label else tr("&Undo")


def _redo_text(label: str) -> str:
    return tr("&Redo {label}", label=menu_text(label)) if label else tr("&Redo")
