"""What taps see, and what it says about each layer."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from time import perf_counter

from vkconfig_py.loader.probe.jobs import Passage

ENUMERATES = "vkEnumerateDeviceExtensionProperties"


class Call:
    """A call that comes by a tap.

    Attributes:
        tap: number of the tap, 0 for the one nearest to the application.
        enters: the layer below the tap takes part in the command.
        extensions: passed down, or handed up by an enumeration; None if it was only counted.
        inner: calls that come by other taps meanwhile, on the same thread.
        code: what it returned.
    """

    __slots__ = ("code", "command", "entered", "enters", "extensions", "inner", "left", "tap")

    def __init__(self, tap: int, command: str, enters: bool) -> None:
        self.tap = tap
        self.command = command
        self.enters = enters
        self.extensions: tuple[str, ...] | None = None
        self.inner: list[Call] = []
        self.code = 0
        self.entered = self.left = 0.0

    @property
    def seconds(self) -> float:
        """Return how long it took with everything below."""
        return self.left - self.entered

    @property
    def own_seconds(self) -> float:
        """Return how long it took without the calls that came by other taps."""
        return self.seconds - sum(call.seconds for call in self.inner)

    @property
    def below(self) -> Call | None:
        """Return the same command at the next tap; None if the layer answered by itself."""
        return next((call for call in self.inner if call.command == self.command), None)


class Record:
    """Calls in the order in which they came by.

    Attributes:
        calls: those that were not made during another one.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._open = threading.local()

    def enter(self, call: Call) -> None:
        """Begin a call on this thread."""
        stack: list[Call] = self._open.__dict__.setdefault("stack", [])
        (stack[-1].inner if stack else self.calls).append(call)
        stack.append(call)
        call.entered = perf_counter()

    def leave(self, call: Call) -> None:
        """End the call that this thread began last."""
        call.left = perf_counter()
        self._open.stack.pop()

    def is_in(self, command: str) -> bool:
        """Return whether the call that this thread is in is one of a command."""
        stack: list[Call] = self._open.__dict__.get("stack", [])
        return bool(stack) and stack[-1].command == command

    def failed_in(self, command: str, count: int) -> int | None:
        """Return the number of the layer that made a call of the application fail, if one did.

        It is the last one that was entered and returned an error, unless that came from the end
        of the chain.

        Args:
            command: its name.
            count: of the layers; the last tap stands below them.
        """
        failed: int | None = None
        calls = (first for first in self.calls if first.tap == 0 and first.command == command)
        call: Call | None = next(calls, None)
        while call is not None and call.code < 0:
            failed = call.tap
            call = call.below
        return failed if failed != count else None

    def passages(self, layers: Sequence[str]) -> tuple[Passage, ...]:
        """Return what was seen of calls of the application, each command and layer once.

        Args:
            layers: names, application side first.
        """
        found: dict[tuple[str, str, int], Passage] = {}
        for call in self._of_application(len(layers)):
            passage = _passage(call, layers[call.tap])
            key = call.command, passage.layer, call.tap
            found[key] = _together(found[key], passage) if key in found else passage
        return tuple(found.values())

    def _of_application(self, count: int) -> Iterator[Call]:
        """Yield what entered a layer; layers also make calls of their own, which do not count."""
        for first in tuple(self.calls):
            call: Call | None = first if first.tap == 0 else None
            while call is not None and call.tap < count:
                if call.enters:
                    yield call
                call = call.below


def _passage(call: Call, layer: str) -> Passage:
    same = [inner for inner in call.inner if inner.command == call.command]
    above = call.extensions
    below = next((inner.extensions for inner in same if inner.extensions is not None), None)
    into, out = (below, above) if call.command == ENUMERATES else (above, below)
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    if into is not None and out is not None:
        added = tuple(name for name in out if name not in into)
        removed = tuple(name for name in into if name not in out)
    return Passage(call.command, layer, call.seconds, call.own_seconds, added, removed)


def _together(first: Passage, second: Passage) -> Passage:
    """Return one passage for two of the same layer and command."""
    return Passage(
        first.command,
        first.layer,
        first.seconds + second.seconds,
        first.own_seconds + second.own_seconds,
        tuple(dict.fromkeys((*first.added, *second.added))),
        tuple(dict.fromkeys((*first.removed, *second.removed))),
    )
