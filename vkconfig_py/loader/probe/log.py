"""The loader's own log, read: what it searched, and the call stack it set up.

Only the reference side reads log text; the engine's answers never do. Four formats are understood:
of 1.2 no padding at all, then a header of 18 columns, from 1.3.261 of 19, from 1.4.309 a
"[Vulkan Loader] " prefix and 32 columns. In all but the first the indentation of the message
carries the structure; one column more or less does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vkconfig_py.loader.records import NamedTuple

_PREFIX = "[Vulkan Loader] "
_LEVELS = ("ERROR", "WARNING", "INFO", "DEBUG", "PERF", "DRIVER", "LAYER")
_INSTANCE_STACK = "vkCreateInstance layer callstack setup to:"
_SEARCH_OF_1_2 = "ReadDataFilesInSearchPaths: Searching the following paths for manifest files: "
_PLACES = ("In following locations:", "In following folders:")  # the latter up to 1.3.231


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
        width = max((32 - len(_PREFIX) if prefixed else 18) - len(header) - 1, 1)
        yield message[1 if message[:width].strip() else width :]


def parse_callstack(text: str) -> tuple[StackLayer, ...] | None:
    """Return the last instance call stack in a log; None if there is none."""
    stack: list[dict[str, str]] | None = None
    inside = False
    for message in messages(text):
        if message.strip() == _INSTANCE_STACK:
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
        line = message.strip()
        if line.startswith("Searching for ") and line.endswith(" manifest files"):
            found.append((line.removeprefix("Searching for "), [], []))
            target = None
        elif line.startswith(_SEARCH_OF_1_2):
            folders = line.removeprefix(_SEARCH_OF_1_2).split(":")
            found.append(("", [folder for folder in folders if folder], []))
        elif line in _PLACES and found:
            target = found[-1][1]
        elif line == "Found the following files:" and found:
            target = found[-1][2]
        elif message.startswith("      ") and target is not None:
            target.append(line)
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
