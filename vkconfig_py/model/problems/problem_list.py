"""ProblemList: what is wrong on the machine, looked for after each picture, off the GUI thread.

The session is looked at with the variables and the program of the current configuration, and not
with what one launch would write: a problem stays until it is gone from the machine.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.doors import Doors
from vkconfig_py.model.worker import Worker

if TYPE_CHECKING:
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.picture.values import Question
    from vkconfig_py.model.problems.told import Told


class ProblemList(QObject):
    """The problems found last.

    Signals:
        changed: other problems were found, or the same with other actions.
    """

    changed = Signal()

    def __init__(self, doors: Doors, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._doors = doors
        self._worker = worker
        self._cache: DocumentCache | None = None  # used by the worker's jobs alone
        self._asked: object = None
        self.told: tuple[Told, ...] = ()
        self.is_known = False

    def look(
        self, question: Question, loaders: tuple[LoaderProfile, ...], *, again: bool = False
    ) -> None:
        """Look for problems; without `again` only if the question is another one."""
        current = question.configuration
        asked = (question.host, question.profile, loaders, current.environment, current.target)
        if again or asked != self._asked:
            self._asked = asked
            self._worker.submit(partial(self._find, question, loaders), self._on_found)

    def _find(self, question: Question, loaders: tuple[LoaderProfile, ...]) -> tuple[Told, ...]:
        if self._cache is None:
            from vkconfig_py.loader.files.scan import DocumentCache

            self._cache = DocumentCache()
        return self._doors.lint(question, loaders, self._cache)

    def _on_found(self, told: tuple[Told, ...]) -> None:
        if told != self.told or not self.is_known:
            self.told, self.is_known = told, True
            self.changed.emit()
