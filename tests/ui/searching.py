"""The search over everything, with all that a thread lists for it."""

from __future__ import annotations

from tests.framework.patient_bot import PatientBot
from vkconfig_py.model.items.palette_search import SearchEntry
from vkconfig_py.ui.window.main_window import MainWindow
from vkconfig_py.ui.window.quick_search import SearchEverything


def open_search(qtbot: PatientBot, window: MainWindow) -> SearchEverything:
    """Open the search, and wait until everything is in it."""
    qtbot.waitUntil(lambda: bool(window.session.declared._known))
    window.actions_["search"].trigger()
    (found,) = (box for box in window.findChildren(SearchEverything) if box.isVisible())
    quick = len(found.entries)
    qtbot.waitUntil(lambda: len(found.entries) > quick)
    return found


def choose_entry(window: MainWindow, entry: SearchEntry) -> None:
    """Go to an entry, as Enter does in the search."""
    window.actions_["search"].trigger()
    (found,) = (box for box in window.findChildren(SearchEverything) if box.isVisible())
    found.close()
    found.chosen.emit(entry)


def list_all_entries(qtbot: PatientBot, window: MainWindow) -> tuple[SearchEntry, ...]:
    """Return everything that the search finds."""
    box = open_search(qtbot, window)
    entries = box.entries
    box.close()
    return entries
