"""Show what ran before the tests above pytest's closing line."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write one line for each earlier step."""
    terminalreporter.section("steps before these tests")
    for name, passed, seconds in json.loads(os.environ.get("VKCONFIG_PY_STEPS", "[]")):
        word = "passed" if passed else "FAILED"
        terminalreporter.write_line(f"{word:8}{seconds:7.1f} s  {name}", red=not passed)
