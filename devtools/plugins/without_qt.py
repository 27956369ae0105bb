"""Run tests as on a machine without PySide6: importing it fails, and pytest-qt is not there."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    import pytest


class _AbsentFinder(MetaPathFinder):
    """Finder that knows these packages to be missing."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse the packages, leave everything else to the next finder."""
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Accept the options of pytest-qt that the project's configuration sets."""
    parser.addini("qt_log_level_fail", "belongs to pytest-qt, which is not loaded here")


def pytest_configure(config: pytest.Config) -> None:
    """Make sure that nothing of Qt came in before."""
    if loaded := [name for name in sys.modules if name.startswith("PySide6")]:
        raise RuntimeError(f"loaded too early: {loaded[:3]}; pass -p no:pytest-qt")


sys.meta_path.insert(0, _AbsentFinder())
