"""Output of a program on its way from its reader thread to the log.

The reader thread does all work per line and puts the entries into the log's store, so that a batch
costs the GUI thread next to nothing. It also waits for short times until the GUI thread has shown
what came: a program with too much output is slowed down by its full pipe, as on a terminal, instead
of taking the GUI thread's share of the interpreter. The waiting is bounded.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from datetime import datetime

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.log_entries import EntryReader
from vkconfig_py.model.launch.log_store import LogStore
from vkconfig_py.model.launch.observed_loader import parse_output
from vkconfig_py.model.launch.seen_instances import MOST_INSTANCES, InstanceReader, SeenInstance

BURST = 2000  # lines between two looks at whether the log keeps up
PATIENCE = 0.1  # seconds
# Seconds of work after which the GUI thread gets the interpreter, and for how long at least. While
# it paints it asks for it at every turn, and would wait for five milliseconds each time.
WORK, BREATH = 0.001, 0.0002
HOLD = 0.2  # seconds after which nothing more is expected to belong to a message


class Batch(NamedTuple):
    """What came since the last batch.

    Attributes:
        instances: those that the loader told of, each at its first occurrence.
        unfinished: a line was read last that may be continued.
    """

    instances: tuple[SeenInstance, ...]
    unfinished: bool


class LaunchOutput:
    """The output of one launch: read by its reader thread, shown by the GUI thread."""

    def __init__(self, on_first: Callable[[], None], store: LogStore, reader: EntryReader) -> None:
        """`on_first` is called on the reader thread, once per batch."""
        self._on_first = on_first
        self._store = store
        self._entries = reader
        self._taken = threading.Condition()
        self._news = False
        self._instances: list[SeenInstance] = []
        self._fed = 0.0  # when the last line was read that is not finished; 0 for none
        self._closed = False
        self._count = 0  # this and below: of the reader thread alone
        self._rested = 0.0
        self._second, self._time = 0, ""
        self._own: frozenset[str] = frozenset()
        self._reader = InstanceReader()
        self._known: set[SeenInstance] = set()

    def expect(self, names: Iterable[str]) -> None:
        """Set the names of this launch's variables; called before the program prints anything."""
        self._own = frozenset(names)

    def add(self, stream: str, text: str) -> None:
        line = parse_output(text, self._own, self._now(), stream)
        instance = self._reader.read(line)
        with self._taken:
            self._store.append(self._entries.feed(line))
            self._fed = time.monotonic()
            if instance is not None and self._is_news(instance):
                self._known.add(instance)
                self._instances.append(instance)
            first, self._news = not self._news, True
        if first:
            self._on_first()
        if self._store.has_news:
            self._store.settle()
        self._count += 1
        if time.monotonic() - self._rested >= WORK:
            time.sleep(BREATH)
            self._rested = time.monotonic()
        if self._count % BURST == 0:
            with self._taken:
                self._taken.wait_for(self._may_go_on, PATIENCE)

    def take(self, *, over: bool = False) -> Batch:
        """What came; an unfinished message is finished once it is old, or when all is `over`."""
        with self._taken:
            if self._fed and (over or time.monotonic() - self._fed >= HOLD):
                self._store.append(self._entries.finish())
                self._fed = 0.0
            batch = Batch(tuple(self._instances), bool(self._fed))
            self._instances.clear()
            self._news = False
            self._taken.notify_all()
        return batch

    def close(self) -> None:
        """Stop slowing down the reader thread: nothing will be taken for a while."""
        with self._taken:
            self._closed = True
            self._taken.notify_all()

    def _now(self) -> str:
        second = int(time.time())
        if second != self._second:
            self._second, self._time = second, datetime.now().strftime("%H:%M:%S")
        return self._time

    def _is_news(self, instance: SeenInstance) -> bool:
        return instance not in self._known and len(self._known) < MOST_INSTANCES

    def _may_go_on(self) -> bool:
        return self._closed or not self._news
