"""How long the tests wait for what will come.

Whoever waits for something waits for a condition and goes on at once when it holds. This is only
how long it may take on a busy machine until it counts as never.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 60.0

# What hangs is given these seconds, one after the other, until it has come to where it hangs.
GROWING_LIMITS = (0.5, 2.0, 8.0, 32.0)

Found = TypeVar("Found")


def wait_for(look: Callable[[], Found], awaited: str = "it") -> Found:
    """Return what `look` finds once that is something."""
    end = time.monotonic() + PATIENCE
    while not (result := look()):
        assert time.monotonic() < end, f"waited in vain for {awaited}"
        threading.Event().wait(0.01)
    return result
