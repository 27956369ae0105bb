"""How many random machines, kills and the like a test tries: a share of them, or all."""

from __future__ import annotations

import os

LONG = "VKCONFIG_PY_LONG_TESTS"  # set by dev.py test --long


def amount(share: int, *, long: int) -> int:
    """Return the share that every run tries, or how many a long run does."""
    return long if os.environ.get(LONG) else share
