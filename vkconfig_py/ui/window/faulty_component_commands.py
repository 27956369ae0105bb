"""Commands of the search for a faulty component: panel, rows that a trial leaves out, offers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vkconfig_py.language.sentences import tr

if TYPE_CHECKING:
    from vkconfig_py.model.bisect.saved_search import SavedSearch
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.launch.run_program import LaunchEnd
    from vkconfig_py.model.session.faulty_component_search import FaultyComponentSearch
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.ui.panels.docks import Panel
    from vkconfig_py.ui.window.window_parts import WindowParts

PANEL = "culprit"
OFFER = tr("Find the culprit…")


class FaultyComponentCommands(QObject):
    """Made with the window; the search and its panel are made when they are first needed."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._search: FaultyComponentSearch | None = None
        parts.launcher.ended.connect(self._on_ended)
        paths = parts.session.machine.paths
        parts.worker.submit(partial(_read_interrupted, paths), self._on_read)

    @property
    def search(self) -> FaultyComponentSearch:
        if self._search is None:
            from vkconfig_py.model.session.faulty_component_search import FaultyComponentSearch

            parts, session = self._parts, self._parts.session
            search = FaultyComponentSearch(
                session.shared, session.requests, session.edits, parts.window
            )
            parts.services.closed.connect(search.close)
            session.snapshots.shown_changed.connect(self._mark_rows)
            search.changed.connect(self._mark_rows)
            search.failed.connect(lambda text: parts.status_bar.show_toast(text, tone="warn"))
            search.kept_off.connect(self._on_kept_off)
            self._search = search
        return self._search

    def make_panel(self) -> Panel:
        from vkconfig_py.ui.panels.faulty_component_panel import FaultyComponentPanel

        panel = FaultyComponentPanel(self._parts.context, self.search)
        panel.show_requested.connect(self._show_row)
        self._parts.session.edits.workspace_changed.connect(panel.refresh)
        self.search.look()
        return panel

    def open(self) -> None:
        """Open the panel, and go to it."""
        self._parts.docks.open(PANEL)
        self._parts.docks.enter(PANEL)

    def _mark_rows(self) -> None:
        key = self._parts.session.edits.workspace.current.key
        self._parts.chain.show_left_out(self.search.left_out(key))

    def _show_row(self, key: str) -> None:
        self._parts.chain.view.select_key(key)
        self._parts.chain.view.setFocus()

    def _on_kept_off(self, name: str) -> None:
        text = tr(
            "Kept off in “{name}”. Apply… makes that hold for programs started elsewhere.",
            name=name,
        )
        self._parts.status_bar.show_toast(text, undo=True)

    def _on_ended(self, run: LaunchedRun, ended: LaunchEnd) -> None:
        """Offer a search after a program that a signal ended, while it is the chosen one."""
        if ended.signal and not ended.stopped:
            bar = self._parts.status_bar
            bar.show_toast(
                tr("{name} ended by {signal}.", name=run.name, signal=ended.signal), tone="error"
            )
            if run.program == self._parts.session.requests.target.program:
                bar.offer(OFFER, self.open)

    def _on_read(self, sentence: str) -> None:
        if sentence:
            self._parts.status_bar.show_toast(sentence, tone="warn")
            self._parts.status_bar.offer(tr("Show"), self.open)


def _read_interrupted(paths: StatePaths) -> str:
    """Sentence about a search that was interrupted, or ""."""
    if not paths.search_file.exists():  # most starts end here, and import nothing
        return ""
    from vkconfig_py.model.bisect.saved_search import read_saved
    from vkconfig_py.model.bisect.wording import interrupted_sentence

    saved: SavedSearch = read_saved(paths)
    if saved.investigation is None or not saved.is_interrupted:
        return ""
    return interrupted_sentence(saved.investigation)
