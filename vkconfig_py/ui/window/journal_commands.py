"""JournalCommands: what the buttons of the journal do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vkconfig_py.language.sentences import render
from vkconfig_py.ui.widgets.messages import ask_restore

if TYPE_CHECKING:
    from vkconfig_py.model.timeline.own_actions import Foreseen, RestorePoint
    from vkconfig_py.ui.panels.journal_panel import JournalPanel
    from vkconfig_py.ui.window.compare_commands import CompareCommands
    from vkconfig_py.ui.window.window_parts import WindowParts


class JournalCommands(QObject):
    """Restores at once what one button undoes, and asks before it restores everything."""

    def __init__(self, parts: WindowParts, panel: JournalPanel, compare: CompareCommands) -> None:
        super().__init__(panel)
        self._parts = parts
        panel.restore_asked.connect(parts.session.fixes.go_back)
        panel.all_restore_asked.connect(self._foresee)
        panel.moment_asked.connect(compare.open_moment)

    def _foresee(self, way: RestorePoint) -> None:
        self._parts.session.system.foresee(way, partial(self._ask, way))

    def _ask(self, way: RestorePoint, foreseen: Foreseen) -> None:
        toast = self._parts.status_bar.show_toast
        if foreseen.refused:
            toast(foreseen.refused, tone="error")
        elif not foreseen.changes:
            toast(foreseen.sentence)
        elif ask_restore(self._parts.window, render(way.who), foreseen.changes):
            self._parts.session.fixes.go_back(way)
