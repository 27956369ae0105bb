"""Creating and destroying again and again keeps memory flat; threads do not disturb each other."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.framework.amount import choose_amount
from tests.framework.cache import PROJECT

# One dispatch table that is left behind each time would be 800 kilobytes or more at the end.
_FLAT = 512

# A run has the fake parts; the real ones, whose start takes longest, are of long runs.
PARTS = (("mock",), ("lavapipe", "validation"), ("lavapipe",), ("mock", "validation"))
PARTS = PARTS[: choose_amount(1, long=4)]


def _endure(*arguments):
    program = ["-X", "faulthandler", "-m", "tests.loader.native.endurance"]  # a crash says where
    command = [sys.executable, *program, *arguments]
    result = subprocess.run(
        command, cwd=PROJECT, capture_output=True, check=False, text=True, timeout=300
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.long
@pytest.mark.parametrize("parts", PARTS, ids=str)
def test_many_cycles_keep_memory_flat(parts):
    kilobytes = _endure("memory", *parts)
    assert max(kilobytes) - kilobytes[0] < _FLAT, kilobytes


def test_four_threads_with_different_layers_work_at_the_same_time():
    assert _endure("threads") == []
