"""The loader's own log, read: what it searched, and the call stack it set up.

Only the reference side reads log text; the engine's answers never do. Two formats are understood:
up to 1.3.x a header of 18 columns, from 1.4.309 a "[Vulkan Loader] " prefix and 32 columns. In both
the indentation of the message carries the structure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

_PREFIX = "[Vulkan Loader] "
_LEVELS = ("ERROR", "WARNING", "INFO", "DEBUG", "PERF", "DRIVER", "LAYER")
_INSTANCE_STACK = "vkCreateInstance layer callstack setup to:"


class StackLayer(NamedTuple):
    """One layer of the call stack; `enabled_by` is "" for loaders older than 1.3.302."""

    name: str
    type: str
    enabled_by: str
    manifest: str
    library: str


class Search(NamedTuple):
    """One search of manifests: the folders, and the files found."""

    kind: str
    folders: tuple[str, ...]
    files: tuple[str, ...]


def messages(text: str) -> Iterator[str]:
    """Yield the text of each loader message; indentation inside a message is kept."""
    for line in text.splitlines():
        prefixed = line.startswith(_PREFIX)
        body = line[len(_PREFIX) :] if prefixed else line
        header, colon, message = body.partition(":")
        if not colon or not set(header.split(" | ")) <= set(_LEVELS):
            continue
        width = (32 - len(_PREFIX) if prefixed else 18) - len(header) - 1
        yield message[max(width, 1) :]


def parse_callstack(text: str) -> tuple[StackLayer, ...] | None:
    """Return the last instance call stack in a log; None if there is none."""
    stack: list[dict[str, str]] | None = None
    inside = False
    for message in messages(text):
        if message == _INSTANCE_STACK:
            stack, inside = [], True
        elif inside and stack is not None:
            inside = _take(stack, message)
    if stack is None:
        return None
    return tuple(
        StackLayer(
            entry["name"],
            entry.get("Type", ""),
            entry.get("Enabled By", ""),
            entry.get("Manifest", ""),
            entry.get("Library", ""),
        )
        for entry in stack
    )


def _take(stack: list[dict[str, str]], message: str) -> bool:
    """Take one line of a call stack; return whether more may follow."""
    line = message.strip()
    if line in ("<Application>", "<Loader>", "||", ""):
        return True
    if line.startswith("<") or not message.startswith("   "):
        return False
    key, colon, value = line.partition(":")
    if message.startswith(" " * 10) and colon and stack:
        stack[-1][key] = value.strip()
    elif not message.startswith(" " * 10):
        stack.append({"name": line})
    return True


def parse_searches(text: str) -> tuple[Search, ...]:
    """Return every search in a log, in order."""
    found: list[tuple[str, list[str], list[str]]] = []
    target: list[str] | None = None
    for message in messages(text):
        if message.startswith("Searching for ") and message.endswith(" manifest files"):
            found.append((message.removeprefix("Searching for "), [], []))
            target = None
        elif message.startswith("   In following locations:") and found:
            target = found[-1][1]
        elif message.startswith("   Found the following files:") and found:
            target = found[-1][2]
        elif message.startswith("      ") and target is not None:
            target.append(message.strip())
        else:
            target = None
    return tuple(
        Search(kind.removesuffix("manifest files").strip(), tuple(folders), tuple(files))
        for kind, folders, files in found
    )


def folders_between(searches: Iterable[Search], before: str, after: str) -> tuple[str, ...]:
    """Return what stands between two folders in the first search that has both."""
    for search in searches:
        if before in search.folders and after in search.folders:
            return search.folders[search.folders.index(before) + 1 : search.folders.index(after)]
    return ()
