"""The preferences of a session: values in force, and the way to and from their file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.preferences import (
    CONTRAST,
    LANGUAGE,
    MOTION,
    PREFERENCE_BY_KEY,
    PREFERENCES,
    STYLE,
    Preference,
    PreferenceValues,
    read_preferences,
    write_preference,
)
from vkconfig_py.model.files.atomic_files import render_error

if TYPE_CHECKING:
    from vkconfig_py.model.session.background import SessionMemory, SharedServices


class Preferences(QObject):
    """What the user prefers. A choice takes effect at once and is written by a worker.

    Signals:
        changed: one preference has another value (its key).
        asked_again: a command gave the kept answers back.
        message: a sentence for the user (text, tone).

    Attributes:
        values: what is in force.
    """

    changed = Signal(str)
    asked_again = Signal()
    message = Signal(str, str)

    def __init__(self, file: Path, shared: SharedServices, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.values = PreferenceValues()
        self._file = file
        self._shared = shared
        self._used_language = self.values.get_value(LANGUAGE)
        self._writing = 0  # choices that are not in the file yet

    def open(self, values: PreferenceValues) -> None:
        """Set the values that were read from the file, without a signal."""
        self.values = values
        self._used_language = values.get_value(LANGUAGE)

    @property
    def needs_restart(self) -> bool:
        """Whether a choice takes effect at the next start only: another language was chosen."""
        return self.values.get_value(LANGUAGE) != self._used_language

    def import_from_window(self, memory: SessionMemory) -> bool:
        """Take over what older versions stored with the window. Return True if there was any."""
        stored = {
            preference: memory.get_text(f"appearance/{preference.key}")
            for preference in (CONTRAST, MOTION, STYLE)
        }
        for preference, value in stored.items():
            if value:
                memory.set_value(f"appearance/{preference.key}", "")
            if preference.accepts(value) and preference.key not in self.values.chosen_values:
                self.choose(preference, value)
        return any(stored.values())

    def report_problems(self) -> None:
        """Report what in the file is not used, and why."""
        if problems := self.values.problems:
            self.message.emit(" ".join(problem.sentence for problem in problems), "warn")

    def choose(self, preference: Preference, value: str) -> None:
        """Set a preference now, and store it for later starts."""
        if value == self.values.get_value(preference):
            return
        self._writing += 1
        self._shared.changes.submit(
            partial(_store_value, self._file, preference.key, value),
            self._on_written,
        )
        chosen = {**self.values.chosen_values, preference.key: value}
        self._replace_values(self.values._replace(chosen_values=chosen))

    def restore(self) -> None:
        """Give every preference its default."""
        for preference in PREFERENCES:
            self.choose(preference, preference.default)

    def look(self) -> None:
        """Read the file again: another window or a command may have written it."""
        self._shared.changes.submit(partial(read_preferences, self._file), self._on_read)

    def _on_written(self, error: str) -> None:
        """Report why a preference could not be stored."""
        self._writing -= 1
        if error:
            self.message.emit(error, "error")

    def _on_read(self, values: PreferenceValues) -> None:
        """Take the values of the file, unless a choice is being written."""
        # A choice that is still to be written is newer; the file changes with it once more.
        if not self._writing:
            is_news = values.problems != self.values.problems
            self._replace_values(values)
            if is_news:
                self.report_problems()

    def _replace_values(self, values: PreferenceValues) -> None:
        """Set all values, and report each preference that is changed."""
        previous, self.values = self.values, values
        for key, preference in PREFERENCE_BY_KEY.items():
            if previous.get_value(preference) != self.values.get_value(preference):
                self.changed.emit(key)
        if values.answers_reset_at > previous.answers_reset_at:
            self.asked_again.emit()


def _store_value(file: Path, key: str, value: str) -> str:
    """Store a preference in the file. Return the error or ""."""
    try:
        write_preference(file, key, value)
    except OSError as error:
        return render_error(tr("The preferences could not be saved"), str(file), error)
    return ""
