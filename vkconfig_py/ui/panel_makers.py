"""How each panel is made; its code is loaded when it is first opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.ui.main_window import MainWindow
    from vkconfig_py.ui.panels.panel import Panel


def panel_makers(window: MainWindow) -> dict[str, Callable[[], Panel]]:
    """Return the makers by the names that the strip uses."""
    return {
        "launcher": lambda: _make_launcher(window),
        "problems": lambda: _make_problems(window),
        "preview": lambda: _make_preview(window),
        "journal": lambda: _make_journal(window),
        "collection": lambda: _make_collection(window),
    }


def _make_launcher(window: MainWindow) -> Panel:
    from vkconfig_py.ui.panels.launcher import LauncherPanel

    panel = LauncherPanel(window.look, window.store, window.actions_, window.launcher)
    panel.copied.connect(window.commands.copy)
    return panel


def _make_problems(window: MainWindow) -> Panel:
    from vkconfig_py.ui.panels.problems import ProblemsPanel

    panel = ProblemsPanel(window.look, window.store, window.actions_, window.hidden_notes)
    panel.copied.connect(window.commands.copy)
    panel.file_asked.connect(window.problem_commands.show_file)
    panel.action_used.connect(window.problem_commands.use)
    return panel


def _make_preview(window: MainWindow) -> Panel:
    from vkconfig_py.ui.panels.preview import PreviewPanel

    panel = PreviewPanel(window.look, window.store, window.actions_)
    panel.copied.connect(window.commands.copy)
    return panel


def _make_journal(window: MainWindow) -> Panel:
    from vkconfig_py.ui.panels.journal import JournalPanel

    panel = JournalPanel(window.look, window.store)
    panel.restore_asked.connect(window.store.restore)
    return panel


def _make_collection(window: MainWindow) -> Panel:
    from vkconfig_py.model.collection.collecting import Collecting
    from vkconfig_py.ui.collection_commands import CollectionCommands
    from vkconfig_py.ui.panels.collection import CollectionPanel

    collecting = Collecting(window.store, window)
    window.closed.connect(collecting.close)
    home = window.store.machine.host.environment.get("HOME", "")
    panel = CollectionPanel(window.look, collecting, home)
    window.collection_commands = CollectionCommands(window, panel)
    return panel
