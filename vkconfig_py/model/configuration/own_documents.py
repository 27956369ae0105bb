"""vkconfig-py's own JSON documents on disk. Damaged files are kept under another name."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache, partial
from pathlib import Path
from types import GenericAlias, MappingProxyType, UnionType
from typing import Any, TypeVar

from vkconfig_py.language.sentences import Message, message, message_from_json, render, tr
from vkconfig_py.loader.base.records import NamedTuple, get_fields
from vkconfig_py.loader.files import own_files
from vkconfig_py.loader.files.own_files import (
    SIZE_LIMIT,
    DocumentError,
    NewerFormatError,
    read_document,
    write_file,
)
from vkconfig_py.loader.files.own_files import parse_object as parse_json
from vkconfig_py.loader.files.safe_paths import ForeignOwnerError
from vkconfig_py.model.configuration.workspace import DocumentProblem
from vkconfig_py.model.files.paths import describe_error

__all__ = [
    "Codec",
    "DocumentError",
    "JsonObject",
    "collect_unknown",
    "parse_json",
    "read_choice",
    "read_each",
    "read_flag",
    "read_integer",
    "read_list",
    "read_number",
    "read_object",
    "read_text",
    "render_json",
]

T = TypeVar("T")
JsonObject = dict[str, Any]


def render_json(document: JsonObject) -> bytes:
    """Render JSON as ASCII, which can hold any string, including lone surrogates from odd paths."""
    return (json.dumps(document, indent=2) + "\n").encode("ascii")


# Each of these raises DocumentError with the place if the value has another type.


def read_object(value: object, json_path: str) -> JsonObject:
    """Return a value that must be an object.

    Raises:
        DocumentError: it is of another type. The message names `json_path`.
    """
    if not isinstance(value, dict):
        raise DocumentError(tr("{place}: expected an object", place=json_path))
    return value


def read_list(value: object, json_path: str) -> list[Any]:
    """Return a value that must be a list, or raise a DocumentError that names `json_path`."""
    if not isinstance(value, list):
        raise DocumentError(tr("{place}: expected a list", place=json_path))
    return value


def read_text(value: object, json_path: str) -> str:
    """Return a value that must be a string, or raise a DocumentError that names `json_path`."""
    if not isinstance(value, str):
        raise DocumentError(tr("{place}: expected a string", place=json_path))
    return value


def read_flag(value: object, json_path: str) -> bool:
    """Return a value that must be a bool, or raise a DocumentError that names `json_path`."""
    if not isinstance(value, bool):
        raise DocumentError(tr("{place}: expected true or false", place=json_path))
    return value


def read_integer(value: object, json_path: str) -> int:
    """Return a value that must be an integer, or raise a DocumentError that names `json_path`."""
    # To Python, true is the integer 1.
    if not isinstance(value, int) or isinstance(value, bool):
        raise DocumentError(tr("{place}: expected an integer", place=json_path))
    return value


def read_number(value: object, json_path: str) -> float:
    """Return a finite number. JSON has no infinity."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            # An integer of JSON can be larger than any float.
            number = math.inf
        if math.isfinite(number):
            return number
    raise DocumentError(tr("{place}: expected a number", place=json_path))


def read_choice(kind: Callable[[str], T], value: object, json_path: str) -> T:
    """Return a value of an enumeration by its text.

    Raises:
        DocumentError: it is unknown. The message names `json_path`.
    """
    text = read_text(value, json_path)
    try:
        return kind(text)
    except ValueError as error:
        refusal = tr("{place}: unknown value “{value}”", place=json_path, value=text)
        raise DocumentError(refusal) from error


def read_each(document: JsonObject, name: str, parse: Callable[[object, str], T]) -> tuple[T, ...]:
    """Read every item of a list by `parse`, () if the list is missing."""
    return _parse_elements(document.get(name, []), name, parse)


def _parse_elements(
    value: object, json_path: str, parse: Callable[[object, str], T]
) -> tuple[T, ...]:
    """Read every item of a list by `parse`, which also gets the item's place for errors."""
    values = read_list(value, json_path)
    return tuple(parse(value, f"{json_path}[{number}]") for number, value in enumerate(values))


Reader = Callable[[object, str], Any]  # gets a value and the place for error messages
_SCALAR_READERS: Mapping[object, Reader] = MappingProxyType(
    {
        str: read_text,
        Message | str: read_text,
        bool: read_flag,
        int: read_integer,
        float: read_number,
    }
)
_NO_MEMBERS: Mapping[Any, Any] = MappingProxyType({})

# A message is written in English, for any reader, and beside it, under its name with this
# ending, what it is made of, so that it is rendered in the language of who reads it.
NOTE_SUFFIX = "_note"


def make_note_members(text: Message | str) -> JsonObject | None:
    """Return the JSON members of a message, or None for any other text."""
    return text.to_json() if isinstance(text, Message) else None


def decode_note(text: str, members: object) -> Message | str:
    """Return the message of these members, or `text` if they say something else."""
    note = message_from_json(members)
    return note if note is not None and str(note) == text else text


class Codec(NamedTuple):
    """Converts named tuples to JSON members and back, by the annotations of their classes.

    A field `extra` keeps unknown members, so that they are written again. A class without one drops
    them. Beside a message stands what it is made of. A class with additional checks has a reader,
    which may call `decode_members` and check the result.

    Attributes:
        optional_fields: fields of a class that are written only if they differ from the default,
            after all others.
        readers, writers: functions by class, used instead of its annotations. Those of the
            readers also by union.
    """

    optional_fields: Mapping[type, frozenset[str]] = _NO_MEMBERS
    member_names: Mapping[str, str] = _NO_MEMBERS
    readers: Mapping[Any, Reader] = _NO_MEMBERS
    writers: Mapping[type, Callable[[Any], Any]] = _NO_MEMBERS

    def encode(self, value: object) -> Any:
        """Convert a named tuple, or a value in one, to JSON members."""
        kind: Any = type(value)
        if writer := self.writers.get(kind):
            return writer(value)
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, Message):
            return str(value)
        if not isinstance(value, tuple):
            return value
        if not hasattr(kind, "_fields"):
            return [self.encode(item) for item in value]
        fields = dict(zip(kind._fields, value, strict=True))
        extra = fields.pop("extra", ())
        optional_names = self.optional_fields.get(kind, frozenset())
        defaults = kind._field_defaults
        names = [name for name in fields if name not in optional_names]
        names += [
            name for name in fields if name in optional_names and fields[name] != defaults[name]
        ]
        members = {self.member_names.get(name, name): self.encode(fields[name]) for name in names}
        for name in _list_message_fields(kind):
            if note := _list_notes(fields[name]):
                members[f"{self.member_names.get(name, name)}{NOTE_SUFFIX}"] = note
        field_names = {self.member_names.get(name, name) for name in fields}
        return members | {
            name: unknown_value for name, unknown_value in extra if name not in field_names
        }

    def decode(self, kind: Any, value: object, json_path: str) -> Any:
        """Decode a value of a class or annotation.

        Raises:
            DocumentError: the value is of another type. The message names the place.
        """
        if reader := self.readers.get(kind) or _SCALAR_READERS.get(kind):
            return reader(value, json_path)
        if isinstance(kind, GenericAlias):  # an object with any members, or a tuple of any length
            if kind.__origin__ is dict:
                return read_object(value, json_path)
            return _parse_elements(value, json_path, partial(self.decode, kind.__args__[0]))
        if isinstance(kind, UnionType):  # of a kind and None
            return None if value is None else self.decode(kind.__args__[0], value, json_path)
        if issubclass(kind, Enum):
            return read_choice(kind, value, json_path)
        return self.decode_members(kind, read_object(value, json_path), f"{json_path}.")

    def decode_members(self, kind: Any, document: JsonObject, prefix: str = "") -> Any:
        """Decode a named tuple. A missing member without default is reported as a wrong type."""
        fields = dict(get_fields(kind))
        keeps_unknown = fields.pop("extra", None) is not None
        names = {field: self.member_names.get(field, field) for field in fields}
        values = {
            field: self.decode(annotation, document.get(names[field]), prefix + names[field])
            for field, annotation in fields.items()
            if field not in kind._field_defaults or names[field] in document
        }
        for field in _list_message_fields(kind):
            if field in values and (note := document.get(f"{names[field]}{NOTE_SUFFIX}")):
                values[field] = _decode_notes(values[field], note)
        if keeps_unknown:
            notes = (f"{names[field]}{NOTE_SUFFIX}" for field in _list_message_fields(kind))
            values["extra"] = collect_unknown(document, (*names.values(), *notes))
        return kind(**values)


@cache
def _list_message_fields(kind: Any) -> tuple[str, ...]:
    """Return the fields that hold a text, or several, that may be messages."""
    kinds = (Message | str, tuple[Message | str, ...])
    return tuple(field for field, annotation in get_fields(kind) if annotation in kinds)


def _list_notes(value: object) -> object:
    """Return the JSON members of a message, or of each in a list, None for plain texts."""
    if isinstance(value, tuple):
        notes = [make_note_members(item) for item in value]
        return notes if any(notes) else None
    return make_note_members(value) if isinstance(value, Message) else None


def _decode_notes(value: Any, notes: object) -> Any:
    """Return a text or list of texts as the messages that these members describe."""
    if isinstance(value, str):
        return decode_note(value, notes)
    if isinstance(notes, list) and len(notes) == len(value):
        return tuple(map(decode_note, value, notes))
    return value


def collect_unknown(
    document: JsonObject, known_keys: Container[str]
) -> tuple[tuple[str, Any], ...]:
    """Return the members of the document that this version does not know."""
    return tuple((name, value) for name, value in document.items() if name not in known_keys)


READ_ERRORS = (OSError, DocumentError)
NEWER_FORMAT = message("it was written by a newer version of vkconfig-py and is left unchanged")


class WriteOutcome(NamedTuple):
    """Result of writing several documents. The writers add to it.

    Attributes:
        errors: a sentence for each file that could not be written or deleted.
        renamed_files: unreadable files that were in the way, with the names they were renamed to.
    """

    errors: list[str]
    renamed_files: list[tuple[Path, Path]]

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each file that was renamed."""
        return tuple(
            tr("A file that could not be read was renamed to {path}.", path=new_path)
            for _path, new_path in self.renamed_files
        )


def read_own_document(path: Path) -> bytes:
    """Read one of vkconfig-py's own documents.

    Raises:
        OSError: it cannot be read, or is not one of our files.
        DocumentError: it is larger than any of our documents.
    """
    return own_files.read_file(str(path))


def make_problem(path: Path, error: OSError | DocumentError) -> DocumentProblem:
    """Describe that one of our documents could not be read, with line and reason."""
    line, reason = 0, ""
    if isinstance(error, DocumentError):
        line, reason = error.line, error.sentence
    else:
        reason = describe_error(error)
    sentence = tr("{path} could not be read: {reason}", path=path, reason=reason)
    return DocumentProblem(str(path), sentence, line)


def _render_not_saved(path: Path, reason: str) -> str:
    return tr("{path} could not be saved: {reason}", path=path, reason=reason)


def write_document(
    path: Path, content: bytes, parse: Callable[[bytes], object], outcome: WriteOutcome
) -> None:
    """Replace a document. An existing one that `parse` rejects is renamed and kept.

    Nothing is written if the content is too large to be read again, if a newer version wrote the
    document, or if the file is not ours. `outcome` gets the errors and renamed files.
    """
    if len(content) > SIZE_LIMIT:
        size_error = tr(
            "it would be larger than {limit} MB and could not be read back",
            limit=SIZE_LIMIT >> 20,
        )
        outcome.errors.append(_render_not_saved(path, size_error))
        return
    try:
        if new_path := rename_unreadable(path, parse):
            outcome.renamed_files.append((path, new_path))
        own_files.write_file(str(path), content)
    except OSError as error:
        outcome.errors.append(_render_not_saved(path, describe_error(error)))


def rename_unreadable(path: Path, parse: Callable[[bytes], object]) -> Path | None:
    """Rename a document that `parse` rejects, and return its new path, None for a valid one.

    Raises:
        OSError: it cannot be renamed, or must not be.
    """
    try:
        parse(read_own_document(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ForeignOwnerError:
        raise
    except NewerFormatError as error:
        raise ForeignOwnerError(None, render(NEWER_FORMAT), str(path)) from error
    except READ_ERRORS:
        return Path(own_files.rename_invalid_file(str(path)))
    return None


def remove_document(path: Path, parse: Callable[[bytes], object], outcome: WriteOutcome) -> None:
    """Delete a document. One that `parse` rejects is renamed and kept instead.

    `outcome` gets the error and the renamed file.
    """
    try:
        if new_path := rename_unreadable(path, parse):
            outcome.renamed_files.append((path, new_path))
        else:
            own_files.remove_file(str(path))
    except OSError as error:
        reason = describe_error(error)
        failure_text = tr("{path} could not be deleted: {reason}", path=path, reason=reason)
        outcome.errors.append(failure_text)


WINDOW_FILE = "window.json"
_FORMAT = 1
Values = dict[str, int | str]


def read_values(file: Path) -> Values | None:
    """Read remembered values. Return {} for a damaged file, None if it must not be replaced."""
    try:
        values = read_document(str(file), _FORMAT).get("values")
    except NewerFormatError:
        return None
    except (FileNotFoundError, NotADirectoryError, DocumentError):
        return {}
    except OSError:
        return None
    members = values if isinstance(values, dict) else {}
    return {name: value for name, value in members.items() if isinstance(value, int | str)}


def write_values(file: Path, new_values: Mapping[str, int | str]) -> None:
    """Merge values into a file with those of other processes. If that fails, drop them."""
    stored_values = read_values(file)
    if stored_values is None:
        return
    with suppress(OSError):
        write_file(
            str(file), render_json({"format": _FORMAT, "values": {**stored_values, **new_values}})
        )
