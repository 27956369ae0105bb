"""Launch buttons and banner buttons of the window, and events reported in its status bar."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.apply.notices import Banner, BannerCommand
from vkconfig_py.model.plan.leases import EXTENSION_SECONDS
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO
from vkconfig_py.model.session.run_values import LaunchState
from vkconfig_py.model.text.wording import abbreviate_home, make_tooltip, render_when
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.actions import render_keys
from vkconfig_py.ui.widgets.buttons import Frame
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.window.bars import KILL_LABEL, STOP_LABEL, STOPPING_LABEL

if TYPE_CHECKING:
    from vkconfig_py.model.apply.verify import Verification
    from vkconfig_py.model.launch.run_history import PastRun
    from vkconfig_py.model.launch.run_program import LaunchEnd
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.model.session.loader_checks import AppliedCheck
    from vkconfig_py.ui.window.commands import Commands
    from vkconfig_py.ui.window.window_parts import WindowParts

LAUNCH_TIP = tr("Launch the program with this configuration (F5)")


class LaunchButtons(QObject):
    """The buttons Launch and Stop, which is enabled while the shown run goes on."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts, self._session = parts, parts.session
        header, launcher = parts.header, parts.launcher
        header.launch.clicked.connect(parts.actions["launch"].trigger)
        header.stop.clicked.connect(launcher.stop_or_kill)
        launcher.state_changed.connect(self.refresh)
        parts.session.snapshots.shown_changed.connect(self.refresh)
        parts.session.edits.workspace_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Enable Launch and Stop for the present state, with their tool tips."""
        parts, launcher = self._parts, self._parts.launcher
        button, actions = parts.header.launch, parts.actions
        demo = self._session.machine.demo
        for name in ("launch", "launch_cube", "safe_implicit", "safe_layers", "safe_driver"):
            actions[name].setEnabled(not demo and not launcher.is_starting)
        button.setEnabled(not demo)
        alarm_text = "" if demo else self._find_alarm()
        # A launch that is bound to fail is not offered as the main action.
        frame = Frame.OUTLINE if demo or alarm_text else Frame.PRIMARY
        button.set_frame(frame)
        parts.header.safe_mode.set_frame(frame)
        if demo:
            button.setToolTip(NO_LAUNCH_IN_DEMO)
        else:
            tip = f"{alarm_text} {tr('Launch anyway (F5)')}" if alarm_text else LAUNCH_TIP
            if not alarm_text and (copies := launcher.list_copies()):
                name = copies[0].name.program
                tip = tr("{program} is already running. Launch another copy (F5)", program=name)
            button.setToolTip(make_tooltip(tip))
        actions["stop_all"].setEnabled(bool(launcher.running))
        actions["close_ended"].setEnabled(any(run.is_over for run in launcher.runs))
        self._show_stop(launcher.stoppable_run)

    def _show_stop(self, run: LaunchedRun | None) -> None:
        """Enable the button Stop while a run goes on; it is Kill if that does not stop."""
        stop_button, is_running = self._parts.header.stop, run is not None and not run.is_over
        stop_button.setEnabled(is_running)
        self._parts.actions["stop"].setEnabled(is_running)
        keys = render_keys(self._parts.actions["stop"])
        text, tooltip = STOP_LABEL, tr("Stop the launched program ({keys})", keys=keys)
        if run is not None and is_running:
            tooltip = tr("Stop {name} and its child processes ({keys})", name=run.name, keys=keys)
            if run.ignores_stop:
                text, tooltip = (
                    KILL_LABEL,
                    tr("Kill {name}, which is not responding", name=run.name),
                )
            elif run.state is LaunchState.STOPPING:
                text, tooltip = STOPPING_LABEL, tr("Stopping {name}", name=run.name)
        stop_button.set_appearance(icon="stop", text=text, frame=Frame.OUTLINE, tone="error")
        stop_button.setToolTip(make_tooltip(tooltip))

    def _find_alarm(self) -> str:
        """Return why programs fail to start with this chain, "" if they do not."""
        snapshot = self._session.snapshots.current
        if snapshot is None or not snapshot.summary.is_alarm:
            return ""
        return snapshot.sentences[0]


class EventReporter(QObject):
    """Reports events in the status bar and to screen readers."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts, self._window, self._session = parts, parts.window, parts.session
        session, launcher = parts.session, parts.launcher
        session.message.connect(self._on_message)
        session.checks.verified.connect(self._on_verified)
        session.checks.applied_checked.connect(self._on_applied_checked)
        launcher.failed.connect(lambda text: self._on_message(text, "warn"))
        launcher.compared.connect(self._on_compared)
        launcher.ended.connect(self._on_ended)
        launcher.other_copies_found.connect(self._on_other_copies_found)
        launcher.state_changed.connect(parts.status_bar.update_toast)
        # The status bar has room for one; the panel Problems lists all.
        for notice in session.problems.notices[:1]:
            parts.status_bar.show_toast(notice.title, tone="warn")

    def _on_verified(self, verification: Verification) -> None:
        """Say whether the real loader agrees with the prediction."""
        if (
            verification.is_from_launch
        ):  # it says so itself, and may be of another chain than the shown one
            return
        sentence = (
            tr("The real loader matches the prediction.")
            if verification.agreed
            else verification.difference
        )
        sentence = " ".join(verification.sentences) or sentence
        if verification.agreed:
            announce(self._window, sentence)
            return
        bar = self._parts.status_bar
        bar.show_toast(sentence, tone="error" if verification.checked else "warn")
        if verification.is_defect:
            bar.offer_command(tr("Report…"), self._parts.actions["bug_report"].trigger)

    def _on_applied_checked(self, check: AppliedCheck) -> None:
        """Say how the applied configuration differs from what the real loader does."""
        verification, bar = check.verification, self._parts.status_bar
        if verification.differences:
            sentence = " ".join(verification.sentences)
            bar.show_toast(sentence, tone="warn")
            bar.offer_command(
                tr("Show the applied chain"),
                partial(self._session.snapshots.set_view, check.snapshot.request.view),
            )

    def _on_message(self, text: str, tone: str) -> None:
        """Show a sentence, an error also in a box that stays.

        `tone` is "neutral", "warn" or "error".
        """
        self._parts.status_bar.show_toast(text, tone=tone)
        # A toast vanishes after seconds; an error stays until it was read.
        if tone == "error":
            messages.show_error(self._window, text)

    def _on_ended(self, run: LaunchedRun, end: LaunchEnd) -> None:
        """Announce how a run ended."""
        announce(self._window, tr("{name} ended: {how}", name=run.name, how=end.sentence))

    def _on_other_copies_found(
        self, run: LaunchedRun, copies: tuple[LaunchedRun, ...], other_runs: tuple[PastRun, ...]
    ) -> None:
        """Say that a program was started again while it runs, and offer what leads to the other."""
        program, bar = run.name.program, self._parts.status_bar
        start_times = [
            *(copy.began.timestamp() for copy in copies),
            *(other_run.started for other_run in other_runs),
        ]
        if len(start_times) > 1:
            bar.show_toast(
                tr(
                    "{count} copies of {program} are already running. Another was launched.",
                    count=len(start_times),
                    program=program,
                )
            )
            return
        bar.show_toast(
            tr(
                "{program} is already running (started {when}). A second copy was launched.",
                program=program,
                when=render_when(start_times[0]),
            )
        )
        if copies:
            bar.offer_command(
                tr("Stop {name}", name=copies[0].name),
                copies[0].stop,
                lambda: run.is_over or copies[0].is_over,
                is_about_run=True,
            )
        else:
            show = self._parts.actions["panel_running"].trigger
            bar.offer_command(
                tr("Show running programs"), show, lambda: run.is_over, is_about_run=True
            )

    def _on_compared(self, run: LaunchedRun, is_equal: bool, sentence: str) -> None:
        """Say whether a run loaded the layers that were predicted."""
        if len(self._parts.launcher.runs) > 1:
            sentence = f"{run.name}: {sentence}"
        if is_equal:
            announce(self._window, sentence)
        else:
            self._parts.status_bar.show_toast(sentence, tone="warn")
            self._parts.status_bar.offer_command(
                tr("Report…"), self._parts.actions["bug_report"].trigger
            )


class BannerCommands(QObject):
    """Commands for the buttons of the banner."""

    def __init__(self, parts: WindowParts, commands: Commands) -> None:
        super().__init__(parts.window)
        self._parts, self._commands = parts, commands
        parts.banner.command_used.connect(self._on_command_used)
        parts.session.system.applied_changed.connect(self._on_applied_changed)
        self._on_applied_changed()

    def _on_applied_changed(self) -> None:
        """Enable the action Withdraw while anything is applied."""
        self._parts.actions["withdraw"].setEnabled(bool(self._parts.session.system.applied))

    def _on_command_used(self, command: BannerCommand, banner: Banner) -> None:
        """Do what a button of the banner says."""
        parts, session = self._parts, self._parts.session
        if command is BannerCommand.WITHDRAW:
            session.withdraw(banner.key)
        elif command is BannerCommand.EXTEND and banner.timed_configuration is not None:
            session.system.extend(banner.timed_configuration.configuration.key, EXTENSION_SECONDS)
        elif command is BannerCommand.APPLY_AGAIN:
            session.apply_again(banner.programs)
        elif command is BannerCommand.SHOW:
            self._commands.show_file(banner.path, 0, is_current=True)
        elif messages.ask_remove_foreign(
            parts.window,
            abbreviate_home(banner.path, session.machine.host.environment.get("HOME", "")),
            is_part=banner.is_one_of_several,
        ):
            session.system.remove_foreign(banner.path)
