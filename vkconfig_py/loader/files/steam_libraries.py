"""The folders in which Steam installs games and runtimes, from libraryfolders.vdf."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Union

from vkconfig_py.loader.files.safe_paths import read_beginning

_MAX_BYTES = 1 << 20
_MAX_LIBRARIES = 64
_MAX_NESTING = 32
VdfObject = Mapping[str, Union[str, "VdfObject"]]
_STEAM_FOLDERS = (
    ".local/share/Steam",
    ".steam/root",
    ".steam/steam",
    ".var/app/com.valvesoftware.Steam/.local/share/Steam",
    "snap/steam/common/.local/share/Steam",
)
_TOKEN_PATTERN = re.compile(
    r"""\s+ | //[^\n]* | \[[^\]\n]*\]        # blanks, comments and conditions mean nothing here
      | (?P<brace>[{}])
      | "(?P<quoted>(?:[^"\\]|\\.)*)"
      | (?P<plain>[^\s{}"\[\]]+)""",
    re.VERBOSE | re.DOTALL,
)
_CHARACTER_BY_ESCAPE = {"n": "\n", "t": "\t"}
_ESCAPE_PATTERN = re.compile(r"\\(.)", re.DOTALL)


class VdfError(ValueError):
    """The text is not valid VDF."""


def parse_vdf(text: str) -> VdfObject:
    """Parse Valve's KeyValues text (VDF) into nested dictionaries with keys in lower case.

    Of equal keys the last one counts.

    Raises:
        VdfError: braces or quotes do not match, or it is nested too deep.
    """
    root: dict[str, str | VdfObject] = {}
    stack, key, offset = [root], None, 0
    while offset < len(text):
        token = _TOKEN_PATTERN.match(text, offset)
        if token is None:
            raise VdfError(f"unexpected text at character {offset}")
        offset = token.end()
        if token["brace"] == "{":
            if key is None or len(stack) > _MAX_NESTING:
                raise VdfError("a brace without a name, or nested too deep")
            inner_object: dict[str, str | VdfObject] = {}
            stack[-1][key] = inner_object
            stack.append(inner_object)
            key = None
        elif token["brace"] == "}":
            if key is not None or len(stack) == 1:
                raise VdfError("a closing brace that closes nothing")
            stack.pop()
        elif (word := _read_word(token)) is not None:
            if key is None:
                key = word.lower()
            else:
                stack[-1][key] = word
                key = None
    if key is not None or len(stack) > 1:
        raise VdfError("it ends too early")
    return root


def _read_word(token: re.Match[str]) -> str | None:
    """Return the text of a quoted or plain word, or None for a brace."""
    if token["quoted"] is None:
        return token["plain"]
    return _ESCAPE_PATTERN.sub(
        lambda escape: _CHARACTER_BY_ESCAPE.get(escape[1], escape[1]), token["quoted"]
    )


def find_libraries(document: VdfObject) -> list[str]:
    """Return the folders of Steam's libraryfolders.vdf, in every format that Steam wrote."""
    folders = document.get("libraryfolders")
    if not isinstance(folders, Mapping):
        return []
    paths = []
    for number, value in folders.items():
        path = value.get("path") if isinstance(value, Mapping) else value
        if number.isdecimal() and isinstance(path, str) and path.startswith("/"):
            paths.append(path.rstrip("/"))
    return paths[:_MAX_LIBRARIES]


def find_steam_libraries(home: str) -> Iterator[str]:
    """Yield each folder of games that Steam has in a home once, links resolved.

    Those of Steam itself come first.
    """
    yielded_paths: set[str] = set()
    for steam_folder in _STEAM_FOLDERS:
        root = os.path.realpath(f"{home}/{steam_folder}")
        listed_names = find_libraries(read_vdf(f"{root}/steamapps/libraryfolders.vdf"))
        for library in map(os.path.realpath, (root, *listed_names)):
            if library not in yielded_paths:
                yielded_paths.add(library)
                yield library


def read_vdf(file: str) -> VdfObject:
    """Read a VDF file, or {} if it is unreadable or invalid."""
    try:
        return parse_vdf(read_beginning(file, _MAX_BYTES).decode("utf-8", "replace"))
    except (OSError, ValueError):
        return {}
