"""A JSON file that describes a machine: members of known types, each error with its line."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import KeyPath
from vkconfig_py.loader.files.read_file import read_beginning, reason_of
from vkconfig_py.loader.json.decode import Members, find_positions, parse_json

_MOST_BYTES = 1 << 20


class DescriptionError(ValueError):
    """A file or folder does not describe a machine; the message names file and line."""


class MachineDescription:
    """A parsed file.

    Attributes:
        root: members of its object.
    """

    def __init__(self, file: str) -> None:
        """Read and parse the file.

        Raises:
            DescriptionError: it cannot be read, or holds no JSON object.
        """
        self.file = file
        try:
            self._data = read_beginning(file, _MOST_BYTES + 1)
        except (OSError, ValueError) as error:
            raise DescriptionError(f"{file}: {reason_of(error)}") from error
        if len(self._data) > _MOST_BYTES:
            raise DescriptionError(
                tr(
                    "{file}: larger than {count} MB, not read",
                    file=file,
                    count=_MOST_BYTES >> 20,
                )
            )
        parsed = parse_json(self._data)
        if parsed.error:
            raise DescriptionError(
                tr(
                    "{file}: line {line}: {fault}",
                    file=file,
                    line=parsed.line,
                    fault=render(parsed.error),
                )
            )
        if not isinstance(parsed.value, Members):
            raise DescriptionError(tr("{file}: line 1: expected an object", file=file))
        self.root = parsed.value.first()

    def members(self, value: Any, path: KeyPath) -> dict[str, Any]:
        """Return the members of an object at a path of keys."""
        if not isinstance(value, Members):
            raise self.error(tr("expected an object"), path)
        return value.first()

    def entries(self, members: Mapping[str, Any], key: str, path: KeyPath, limit: int) -> list[Any]:
        """Return the entries of a list, or none if the member is missing."""
        value = members.get(key, [])
        if not isinstance(value, list) or isinstance(value, Members):
            raise self.error(tr('"{key}" is not a list', key=key), (*path, key))
        if len(value) > limit:
            raise self.error(
                tr('"{key}" has more than {count} entries', key=key, count=limit), (*path, key)
            )
        return value

    def text(
        self, members: Mapping[str, Any], key: str, path: KeyPath, default: str | None = None
    ) -> str:
        """Return a string. Without a default the member is required."""
        value = members.get(key, default)
        if not isinstance(value, str):
            raise self.error(tr('"{key}" must be a string', key=key), (*path, key))
        return value

    def number(
        self, members: Mapping[str, Any], key: str, path: KeyPath, limit: int, default: int = 0
    ) -> int:
        """Return a number from 0. A string may have it in hexadecimal (0x10de)."""
        value = members.get(key, default)
        if isinstance(value, str):
            try:
                value = int(value, 0)
            except ValueError:
                value = None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= limit:
            raise self.error(
                tr('"{key}" is not a number up to {limit}', key=key, limit=limit), (*path, key)
            )
        return value

    def switch(self, members: Mapping[str, Any], key: str, path: KeyPath, default: bool) -> bool:
        """Return true or false."""
        value = members.get(key, default)
        if not isinstance(value, bool):
            raise self.error(tr('"{key}" must be true or false', key=key), (*path, key))
        return value

    def one_of(
        self, members: Mapping[str, Any], key: str, path: KeyPath, allowed: Mapping[str, Any]
    ) -> str:
        """Return one of the known strings, or the first one if the member is missing."""
        value = members.get(key, next(iter(allowed)))
        if not isinstance(value, str) or value not in allowed:
            raise self.error(
                tr('"{key}" must be one of {values}', key=key, values=", ".join(allowed)),
                (*path, key),
            )
        return value

    def error(self, sentence: str, path: KeyPath) -> DescriptionError:
        """Return an error at the line of a member."""
        line = find_positions(self._data).line(*path)
        return DescriptionError(
            tr("{file}: line {line}: {fault}", file=self.file, line=line, fault=sentence)
        )
