"""Output of a program on its way from its reader thread to the log.

The reader thread does all work per line, so that a batch costs the GUI thread next to nothing. It
also waits for short times until the log has taken the lines: a program with too much output is
slowed down by its full pipe, as on a terminal, instead of taking the GUI thread's share of the
interpreter. The waiting is bounded, and no more lines are kept than the log can show.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.observed_loader import ChainReader, OutputLine, parse_output

BURST = 2000  # lines between two looks at whether the log keeps up
PATIENCE = 0.1  # seconds


class Arrival(NamedTuple):
    """A parsed line.

    Attributes:
        chain: the loader's chain that this line completes, at its first occurrence; else None.
    """

    line: OutputLine
    chain: tuple[str, ...] | None


class Batch(NamedTuple):
    """Lines since the last batch.

    Attributes:
        dropped: number of lines before these that were too many to keep.
        chains: the chains in dropped lines.
    """

    dropped: int
    chains: tuple[Arrival, ...]
    arrivals: tuple[Arrival, ...]


class LaunchOutput:
    """The output of one launch: filled by its reader thread, emptied by the GUI thread."""

    def __init__(self, on_first: Callable[[], None], capacity: int) -> None:
        """`on_first` is called on the reader thread, once per batch; keeps `capacity` lines."""
        self._on_first = on_first
        self._capacity = capacity
        self._taken = threading.Condition()
        self._arrivals: deque[Arrival] = deque()
        self._chains: list[Arrival] = []
        self._dropped = 0
        self._closed = False
        self._count = 0  # this and below: of the reader thread alone
        self._own: frozenset[str] = frozenset()
        self._reader = ChainReader()
        self._known: set[tuple[str, ...]] = set()

    def expect(self, names: Iterable[str]) -> None:
        """Set the names of this launch's variables; called before the program prints anything."""
        self._own = frozenset(names)

    def add(self, stream: str, text: str) -> None:
        line = parse_output(text, self._own, datetime.now().strftime("%H:%M:%S"), stream)
        chain = self._reader.read(line)
        if chain in self._known:
            chain = None
        if chain is not None:
            self._known.add(chain)
        arrival = Arrival(line, chain)
        with self._taken:
            first = not self._arrivals
            self._arrivals.append(arrival)
            if len(self._arrivals) > self._capacity:
                self._drop_oldest()
        if first:
            self._on_first()
        self._count += 1
        if self._count % BURST == 0:
            with self._taken:
                self._taken.wait_for(self._may_go_on, PATIENCE)

    def take(self) -> Batch:
        with self._taken:
            batch = Batch(self._dropped, tuple(self._chains), tuple(self._arrivals))
            self._arrivals.clear()
            self._chains.clear()
            self._dropped = 0
            self._taken.notify_all()
        return batch

    def close(self) -> None:
        """Stop slowing down the reader thread: no lines will be taken for a while."""
        with self._taken:
            self._closed = True
            self._taken.notify_all()

    def _may_go_on(self) -> bool:
        return self._closed or not self._arrivals

    def _drop_oldest(self) -> None:
        oldest = self._arrivals.popleft()
        self._dropped += 1
        if oldest.chain is not None:
            self._chains.append(oldest)
