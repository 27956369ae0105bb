"""How many steps work takes, as a number that is the same on every machine.

A step is a line of ours that is run, or a byte or character that a method of a text looks through:
a loop that cuts one letter off a long text again and again takes few lines, but many steps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import log2
from types import FrameType
from typing import Any

PACKAGE = "/vkconfig_py/"
_LOOKS_THROUGH = frozenset(
    {"count", "encode", "decode", "replace", "isprintable", "lower"}
    | {"lstrip", "split", "partition", "splitlines", "translate", "casefold", "insert"}
)
_TEXTS = (str, bytes, bytearray, list)


def count_steps(act: Callable[[], object]) -> int:
    """Run an action and return how many steps it took."""
    steps = 0

    def on_line(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return on_line

    def on_frame(frame: FrameType, _event: str, _argument: Any) -> Any:
        return on_line if PACKAGE in frame.f_code.co_filename else None

    def on_call(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal steps
        is_look = event == "c_call" and argument.__name__ in _LOOKS_THROUGH
        if is_look and PACKAGE in frame.f_code.co_filename:
            text = argument.__self__
            steps += len(text) if isinstance(text, _TEXTS) else 0

    traced, profiled = sys.gettrace(), sys.getprofile()
    sys.settrace(on_frame)
    sys.setprofile(on_call)
    try:
        act()
    finally:
        sys.setprofile(profiled)
        sys.settrace(traced)
    return steps


def describe_excess_growth(make: Callable[[int], Callable[[], object]], size: int) -> str:
    """Say how steps grow from a size to four times that, "" for n log n at most.

    `make` prepares an action of a size; only the action is counted.
    """
    small_count, large_count = (count_steps(make(length)) for length in (size, 4 * size))
    limit = 4 * log2(4 * size) / log2(size) * small_count
    return (
        ""
        if large_count <= limit * 1.05
        else f"{small_count} steps for {size}, {large_count} for {4 * size}"
    )
