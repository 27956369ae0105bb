"""FoundLists: values that settings take from the machine, read off the GUI thread."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.settings.asked import Asked
from vkconfig_py.model.settings.lists import (
    Dynamic,
    ListReader,
    MachineLists,
    dynamic_of,
    profile_places,
    vuid_places,
)
from vkconfig_py.model.settings.values import Values
from vkconfig_py.model.worker import Worker

_Wanted = tuple[tuple[str, ...], tuple[str, ...]]


class FoundLists(QObject):
    """VUIDs and profiles for one layer at a time.

    Signals:
        changed: others were found.
    """

    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._reader = ListReader()  # used by the worker's thread alone
        self._wanted: _Wanted = ((), ())
        self.lists = MachineLists()

    def ask(self, asked: Asked, values: Values) -> None:
        """Look for what the settings of a layer need, unless that was just looked for."""
        declared = asked.declared
        kinds = {dynamic_of(setting) for setting in declared.walk()}
        vuids: tuple[str, ...] = ()
        if Dynamic.VUIDS in kinds:
            vuids = vuid_places(asked.environment, declared.manifest, asked.prefix)
        profiles = (
            profile_places(declared, values, asked.paths) if Dynamic.PROFILES in kinds else ()
        )
        wanted = (vuids, profiles)
        if wanted != self._wanted:
            self._wanted = wanted
            self._worker.submit(partial(self._read, wanted), partial(self._on_read, wanted))

    def _read(self, wanted: _Wanted) -> MachineLists:
        vuids, profiles = wanted
        return MachineLists(self._reader.vuids(vuids), self._reader.profiles(profiles))

    def _on_read(self, wanted: _Wanted, lists: MachineLists) -> None:
        if wanted == self._wanted and lists != self.lists:
            self.lists = lists
            self.changed.emit()
