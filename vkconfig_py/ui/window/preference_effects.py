"""Effects of preferences on the window, the probe after the start, and erasing all data."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.preferences import (
    AT_START,
    CHECK_APPLIED,
    CONTRAST,
    DESKTOP_STYLE,
    HIDDEN_NOTES,
    HIGH,
    LOG_SIZE,
    MOTION,
    OFF,
    ON,
    ON_DEMAND,
    PREFERENCE_BY_KEY,
    PROBING,
    REDUCED,
    STORED_ANSWERS,
    STYLE,
    TEXT_SIZE,
    THEME,
    TRAY,
)
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.text.wording import abbreviate_home
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.window.tray import Tray, explain_no_icon

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vkconfig_py.model.configuration.preferences import StoredAnswer
    from vkconfig_py.model.launch.own_data import OwnData
    from vkconfig_py.ui.dialogs.preferences_dialog import RestorableAnswer
    from vkconfig_py.ui.window.closing import Closing
    from vkconfig_py.ui.window.window_parts import WindowParts

# What an action turns on and off: a preference, and its values.
SWITCH_VALUES = {
    "high_contrast": (CONTRAST, HIGH, CONTRAST.default),
    "less_motion": (MOTION, REDUCED, MOTION.default),
    "desktop_style": (STYLE, DESKTOP_STYLE, STYLE.default),
    "check_applied": (CHECK_APPLIED, ON, OFF),
}
_FIELD_BY_PREFERENCE = {
    THEME.key: "scheme",
    CONTRAST.key: "contrast",
    MOTION.key: "motion",
    STYLE.key: "style",
    TEXT_SIZE.key: "text_size",
}
_PROBING_KEY = "probe/at_start"  # 1 while such a probe goes on
PROBE_DID_NOT_END = tr(
    "The last startup probe did not finish; a driver may have frozen the desktop. Probing "
    "at startup was turned off."
)
_LOG_PART_MB = 8  # log_store.Limits.size


class PreferenceEffects(QObject):
    """Applies the preferences to window and menu."""

    def __init__(self, parts: WindowParts, closing: Closing) -> None:
        super().__init__(parts.window)
        self._parts, self._closing = parts, closing
        self._tray: Tray | None = None
        self._preferences = parts.session.preferences
        self._preferences.changed.connect(self._on_changed)
        self._preferences.questions_restored.connect(self._forget_answers)
        for name in SWITCH_VALUES:
            parts.actions[name].triggered.connect(lambda _on, name=name: self._switch(name))
        larger_text = parts.actions["text_larger"]
        # Where "+" needs Shift, browsers take the key without it, too.
        larger_text.setShortcuts([larger_text.shortcut(), QKeySequence("Ctrl+=")])
        larger_text.triggered.connect(lambda: self._step_text_size(1))
        parts.actions["text_smaller"].triggered.connect(lambda: self._step_text_size(-1))
        parts.actions["text_default"].triggered.connect(
            lambda: self._preferences.choose(TEXT_SIZE, TEXT_SIZE.default)
        )
        self._show_switches()
        self._show_text_size()
        self._follow_checks()
        self._limit_logs()
        self._show_tray()
        if (
            self._preferences.values.get_value(PROBING) == AT_START
            and not parts.session.machine.demo
        ):
            StartupProbe(parts)

    def _on_changed(self, key: str) -> None:
        """Apply the preference with this key, which was changed."""
        if key in _FIELD_BY_PREFERENCE:
            appearance = self._parts.context.appearance
            value = self._preferences.values.get_value(PREFERENCE_BY_KEY[key])
            appearance.set_choices(
                appearance.choices._replace(**{_FIELD_BY_PREFERENCE[key]: value})
            )
            self._show_switches()
            self._show_text_size()
        elif key == CHECK_APPLIED.key:
            self._follow_checks()
            self._show_switches()
        elif key == LOG_SIZE.key:
            self._limit_logs()
        elif key == TRAY.key:
            self._show_tray()

    def _forget_answers(self) -> None:
        """Forget all remembered answers, so that the user is asked again."""
        for restorable in list_restorable_answers(self._parts):
            restorable.restore()

    def _show_tray(self) -> None:
        """Show or remove the tray icon as the preference says."""
        is_on = (
            self._preferences.values.get_value(TRAY) != OFF and not self._parts.session.machine.demo
        )
        if is_on and self._tray is None:
            self._tray = Tray(self._parts, self._closing)
        elif not is_on and self._tray is not None:
            if self._parts.window.isHidden():  # without the icon nothing would bring it back
                self._tray.show_window()
            self._tray.close()
            self._tray.deleteLater()
            self._tray = None

    def _switch(self, name: str) -> None:
        """Set the preference of a checkable action to the action's state."""
        preference, enabled_value, disabled_value = SWITCH_VALUES[name]
        is_on = self._parts.actions[name].isChecked()
        self._preferences.choose(preference, enabled_value if is_on else disabled_value)

    def _show_switches(self) -> None:
        """Check the actions whose preferences are on."""
        for name, (preference, enabled_value, _disabled_value) in SWITCH_VALUES.items():
            self._parts.actions[name].setChecked(
                self._preferences.values.get_value(preference) == enabled_value
            )

    def _step_text_size(self, step: int) -> None:
        """Choose the next larger (1) or smaller (-1) text size."""
        sizes = [choice.value for choice in TEXT_SIZE.choices]
        number = sizes.index(self._preferences.values.get_value(TEXT_SIZE)) + step
        self._preferences.choose(TEXT_SIZE, sizes[max(0, min(number, len(sizes) - 1))])

    def _show_text_size(self) -> None:
        """Enable the actions that lead to another text size."""
        size, actions = self._preferences.values.get_value(TEXT_SIZE), self._parts.actions
        actions["text_larger"].setEnabled(size != TEXT_SIZE.choices[-1].value)
        for name in ("text_smaller", "text_default"):
            actions[name].setEnabled(size != TEXT_SIZE.default)

    def _follow_checks(self) -> None:
        """Check applied configurations with the real loader, or not, as preferred."""
        is_on = self._preferences.values.get_value(CHECK_APPLIED) == ON
        self._parts.session.checks.checks_after_apply = is_on

    def _limit_logs(self) -> None:
        """Limit the logs of launches to the preferred size."""
        self._parts.launcher.set_log_parts(
            int(self._preferences.values.get_value(LOG_SIZE)) // _LOG_PART_MB
        )


def make_note_functions(parts: WindowParts) -> dict[str, Callable[[], str]]:
    """Return by key of a preference a function that says why it has no effect, "" if it has."""

    def explain_tray() -> str:
        """Return why no tray icon is seen, "" if one is or none is wanted."""
        if parts.session.preferences.values.get_value(TRAY) == OFF:
            return ""
        return explain_no_icon()

    def explain_style() -> str:
        """Return why the choice of style has no effect, "" if it has."""
        if parts.context.appearance.has_other_style:
            return ""
        return tr("Qt has no style for this desktop, so both choices look the same.")

    return {TRAY.key: explain_tray, STYLE.key: explain_style}


def list_restorable_answers(parts: WindowParts) -> tuple[RestorableAnswer, ...]:
    """Return the remembered answers of this window."""
    from vkconfig_py.ui.dialogs.preferences_dialog import RestorableAnswer

    state = parts.state

    def is_given(stored_answer: StoredAnswer) -> bool:
        """Return whether an answer is remembered."""
        return stored_answer.is_given(
            state.number(stored_answer.key, 0) or state.get_text(stored_answer.key)
        )

    def restore(stored_answer: StoredAnswer) -> None:
        """Forget a remembered answer."""
        if stored_answer is HIDDEN_NOTES:  # the list of problems follows
            parts.hidden_notes.show_all()
        else:
            state.set_value(stored_answer.key, stored_answer.unanswered_value)

    return tuple(
        RestorableAnswer(
            stored_answer, partial(is_given, stored_answer), partial(restore, stored_answer)
        )
        for stored_answer in STORED_ANSWERS
    )


class StartupProbe(QObject):
    """Probes everything once the first snapshot is there.

    A driver can take the whole desktop down. A mark is kept while the probe goes on: where it is
    found at the next start, nothing is probed and the preference is given up.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts, self._session, self._state = parts, parts.session, parts.state
        if self._state.number(_PROBING_KEY, 0):
            self._state.set_value(_PROBING_KEY, 0)
            self._session.preferences.choose(PROBING, ON_DEMAND)
            parts.status_bar.show_toast(PROBE_DID_NOT_END, tone="warn")
            return
        parts.services.closed.connect(self._finish_probe)
        self._session.snapshots.current_changed.connect(self._start_probe)
        self._start_probe()

    def _start_probe(self) -> None:
        """Probe everything once the first snapshot is there."""
        snapshot, probes = self._session.snapshots.current, self._session.probes
        if snapshot is None or probes.is_running:
            return
        self._session.snapshots.current_changed.disconnect(self._start_probe)
        self._state.set_value(_PROBING_KEY, 1)
        self._state.wait_until_saved()  # at once, or the mark would be lost with the desktop
        probes.ended.connect(self._finish_probe)
        probes.start(snapshot.report)

    def _finish_probe(self) -> None:
        """Remove the mark that a probe is in progress."""
        self._state.set_value(_PROBING_KEY, 0)


class EraseCommands:
    """Asks before all data of vkconfig-py is erased, and saves it in one file."""

    def __init__(self, parts: WindowParts) -> None:
        self._parts = parts

    def start(self) -> None:
        """Find what there is to erase, then ask."""
        session = self._parts.session
        if session.machine.demo:
            toast = tr(
                "The sample machine is a temporary copy: it is deleted when its window closes."
            )
            self._parts.status_bar.show_toast(toast)
            return
        session.shared.changes.submit(self._find_data, self._on_found)

    def _find_data(self) -> tuple[OwnData, Path | None]:
        """List the data and find a path for their backup, on the worker."""
        from vkconfig_py.model.apply.service import ApplyService
        from vkconfig_py.model.launch import menu_entry, own_data

        machine = self._parts.session.machine
        service = ApplyService(machine.paths, machine.host.root)
        menu_folder = menu_entry.find_menu_folder(machine.host)
        data = own_data.find_own_data(service, machine.paths, menu_folder)
        return data, own_data.make_backup_path({"HOME": machine.home})

    def _on_found(self, found: tuple[OwnData, Path | None]) -> None:
        """Ask, with everything that goes. Withdraw it after a yes, then save it."""
        parts, session = self._parts, self._parts.session
        data, backup = found
        if backup is None:
            parts.status_bar.show_toast(tr("Cannot back up your data: no home folder found."))
            return
        home = session.machine.home
        backup_path = abbreviate_home(str(backup), home)
        if not messages.ask_erase(parts.window, data.describe(home), backup_path):
            return
        session.persistence.flush()
        error = session.withdraw_now(keeps_running=True)
        if error:
            parts.status_bar.show_toast(error, tone="error")
            return
        session.shared.changes.submit(partial(self._save, backup), partial(self._on_saved, backup))

    def _save(self, backup: Path) -> str:
        """Write the backup, on the worker. Return "" or the error."""
        from vkconfig_py.model.launch.own_data import write_backup

        try:
            write_backup(self._parts.session.machine.paths, backup)
        except OSError as error:
            return render_error(tr("No data was removed"), str(backup), error)
        return ""

    def _on_saved(self, backup: Path, error: str) -> None:
        """Close the window, after which everything goes, or show why nothing was saved."""
        parts = self._parts
        if error:
            parts.status_bar.show_toast(error, tone="error")
        elif not parts.services.quit(erases_data=True):
            sentence = tr("No data was removed. Backup of your data: {path}", path=backup)
            parts.status_bar.show_toast(sentence)
