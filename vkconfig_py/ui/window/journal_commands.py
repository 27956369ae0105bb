"""The panel "Journal", and what its buttons do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vkconfig_py.language.sentences import render
from vkconfig_py.ui.panels.journal_panel import JournalPanel
from vkconfig_py.ui.widgets.messages import ask_restore

if TYPE_CHECKING:
    from vkconfig_py.model.timeline.entries import RestorePoint, RestorePreview
    from vkconfig_py.ui.window.compare_commands import CompareCommands
    from vkconfig_py.ui.window.window_parts import WindowParts


def make_journal_panel(parts: WindowParts, compare: Callable[[], CompareCommands]) -> JournalPanel:
    """Make the panel, and let its buttons work."""
    panel = JournalPanel(parts.context, parts.session)
    JournalCommands(parts, panel, compare)  # kept alive by the panel
    return panel


class JournalCommands(QObject):
    """Restores a single action at once, and a whole moment after a question."""

    def __init__(
        self, parts: WindowParts, panel: JournalPanel, compare: Callable[[], CompareCommands]
    ) -> None:
        super().__init__(panel)
        self._parts = parts
        panel.restore_requested.connect(parts.session.fixes.restore)
        panel.all_restore_requested.connect(self._preview)
        panel.moment_requested.connect(lambda time: compare().open_moment(time))

    def _preview(self, restore_point: RestorePoint) -> None:
        """Find out what restoring would change, then ask the user."""
        self._parts.session.system.preview_restore(
            restore_point, partial(self._ask_restore, restore_point)
        )

    def _ask_restore(self, restore_point: RestorePoint, preview: RestorePreview) -> None:
        """Restore files after a question, or say why there is nothing to restore."""
        toast = self._parts.status_bar.show_toast
        if preview.refusal:
            toast(preview.refusal, tone="error")
        elif not preview.changes:
            toast(preview.sentence)
        elif ask_restore(self._parts.window, render(restore_point.author), preview.changes):
            self._parts.session.fixes.restore(restore_point)
