"""The window on the sample machine, as for the tests of the window."""

from __future__ import annotations

from tests.ui.conftest import (
    _loaded_with_windows,
    _toasts_stay,
    context,
    demo,
    icons,
    known_problems,
    open_window,
    qtbot,
    sample_folder,
    window,
)

__all__ = [
    "_loaded_with_windows",
    "_toasts_stay",
    "context",
    "demo",
    "icons",
    "known_problems",
    "open_window",
    "qtbot",
    "sample_folder",
    "window",
]
