"""How a child may end, what it may use, and how it is told that nobody waits any more."""

from __future__ import annotations

import os
import select
from collections.abc import Callable

from vkconfig_py.loader.records import Alternative, Any, NamedTuple


class Limits(NamedTuple):
    """What a child may use.

    Attributes:
        seconds: until it has answered.
        memory: bytes that it may write to, 0 for no limit.
            So much it may share with other processes too, all that it starts counted together.
        processor_seconds: of all its threads together.
    """

    seconds: float = 10.0
    memory: int = 0
    processor_seconds: int = 120


NOT_STARTED = "could not be started:"
RAISED = "raised"
NO_LIMITS_NAMED = Limits()


class Cancellation:
    """Ends children that are waited for, from another thread."""

    def __init__(self) -> None:
        self._read_end, self._write_end = os.pipe()

    def cancel(self) -> None:
        """End every child that was started with this, now and from now on."""
        os.write(self._write_end, b"x")

    @property
    def is_cancelled(self) -> bool:
        """Return whether that has happened."""
        return bool(select.select((self._read_end,), (), (), 0)[0])

    def fileno(self) -> int:
        """Return the descriptor that can be read from then on."""
        return self._read_end

    def close(self) -> None:
        """Give the descriptors back."""
        os.close(self._read_end)
        os.close(self._write_end)


Hear = Callable[[str], None]


def hear_nothing(_step: str) -> None:
    """Be told a step, and do nothing."""


class Answered(Alternative):
    """The child's answer, and what it and its libraries printed (bounded)."""

    value: Any
    output: str


class Crashed(Alternative):
    """The child ended without an answer.

    Attributes:
        how: "SIGSEGV", "exit 7", what it raised itself, or why it could not be started.
        during: the step it had announced last, or "".
        stack: the innermost calls of Python at that moment, innermost first.
        so_far: what it had told of its answer, as the next two have it; None if nothing.
    """

    how: str
    during: str
    output: str
    stack: tuple[str, ...] = ()
    so_far: Any = None


class Lied(Alternative):
    """The child ended as if all were well, and had not answered."""

    during: str
    output: str
    how: str = "no answer"
    so_far: Any = None


class TimedOut(Alternative):
    """The child had not answered after this many seconds and was killed."""

    seconds: float
    during: str
    output: str
    how: str = "no end"
    so_far: Any = None


class Overran(Alternative):
    """The child and what it started took too much, and were killed.

    Attributes:
        how: what they used: "more than 512 processes and threads".
    """

    how: str
    during: str
    output: str
    so_far: Any = None


class Cancelled(Alternative):
    """The child was no longer waited for."""

    during: str = ""
    output: str = ""
    how: str = "cancelled"


Failure = Crashed | Lied | TimedOut | Overran | Cancelled
Outcome = Answered | Failure
