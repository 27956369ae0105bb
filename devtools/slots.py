"""How much runs at once, agreed upon by processes that know nothing of each other.

A pipe holds a byte for each slot, as make's job server does: who works takes one and puts it back.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Slots(NamedTuple):
    """Both ends of the pipe; children inherit them by their numbers."""

    read_end: int
    write_end: int

    @contextmanager
    def hold_slot(self) -> Iterator[None]:
        """Wait for a slot, and have it meanwhile."""
        os.read(self.read_end, 1)
        try:
            yield
        finally:
            self.release_slot()

    def release_slot(self) -> None:
        """Put a slot back, also that of a process that ended with it."""
        os.write(self.write_end, b"+")


def make_slots(number: int) -> Slots:
    """Return that many slots, all of them free."""
    out, into = os.pipe()
    os.set_inheritable(out, True)
    os.set_inheritable(into, True)
    os.write(into, b"+" * number)
    return Slots(out, into)
