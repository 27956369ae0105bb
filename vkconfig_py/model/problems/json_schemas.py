"""JSON schemas of vkconfig-py, and violations of them in a document.

They are for authors of files, who want every consumer to accept them. No file that a loader accepts
is hidden because of a violation: only `vkconfig-py lint --strict` uses the schemas. Only this
module imports jsonschema, and only on first use: the import takes longer than a whole report.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from vkconfig_py.language.sentences import Message, counted, join_choices, message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.model.files import resources
from vkconfig_py.model.layer_settings.conversion import kind_of

_DEEPEST = 64  # levels of a document that are checked
_MOST = 200
_ONLY_ONE = "oneOf"


class DocumentKind(StrEnum):
    """File formats that have a schema; the value is the name of its resource."""

    LAYER = "layer_manifest"
    DRIVER = "driver_manifest"
    LOADER_SETTINGS = "loader_settings"
    CONFIGURATION = "configuration"
    COLLECTION = "collection"
    ORDER = "order"


class Violation(NamedTuple):
    """One violation of a schema.

    Attributes:
        path: keys and indexes from the root.
        says: message that continues the name of the member, without a full stop.
        missing: the required key that is absent; "" for anything else.
    """

    path: KeyPath
    says: str
    missing: str = ""


def kind_of_document(document: Any) -> DocumentKind | None:
    """File format of a document, by its members; None if no schema applies."""
    keys = {key.lower() for key, _ in document} if isinstance(document, Members) else set()
    if "icd" in keys:
        return DocumentKind.DRIVER
    if keys & {"layer", "settings", "settings_array"} or keys >= {"layers", "file_format_version"}:
        is_settings = keys & {"settings", "settings_array"} and not keys & {"layer", "layers"}
        return DocumentKind.LOADER_SETTINGS if is_settings else DocumentKind.LAYER
    return _kind_of_ours(keys) if "format" in keys else None


def _kind_of_ours(keys: set[str]) -> DocumentKind:
    if not keys & {"name", "layers"}:
        for member, kind in (("sources", DocumentKind.COLLECTION), ("order", DocumentKind.ORDER)):
            if member in keys:
                return kind
    return DocumentKind.CONFIGURATION


def schema_text(kind: DocumentKind) -> str:
    return resources.text(f"schemas/{kind}.json")


def find_violations(kind: DocumentKind, document: Any) -> tuple[Violation, ...]:
    """Violations of its schema in a parsed document, in document order."""
    plain = _plain(document, _DEEPEST)
    found: dict[Violation, None] = {}
    for error in _validator(kind).iter_errors(plain):
        for violation in _leaves(error):
            found.setdefault(violation)
            if len(found) >= _MOST:
                return tuple(found)
    return tuple(found)


@cache
def _validator(kind: DocumentKind) -> Any:
    from jsonschema import Draft7Validator

    return Draft7Validator(json.loads(schema_text(kind)))


def _plain(value: Any, depth: int) -> Any:
    """A JSON value as plain dictionaries and lists; too deeply nested values are left out."""
    if isinstance(value, Members):
        members = value.first().items() if depth else ()
        return {key: _plain(inner, depth - 1) for key, inner in members}
    if isinstance(value, list):
        return [_plain(inner, depth - 1) for inner in value] if depth else []
    return value


def _leaves(error: Any) -> Iterator[Violation]:
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        for key in error.instance:
            if key not in known:
                yield Violation((*path, key), tr("Is not known to the format."))
    elif error.validator == "required":
        missing = _missing(error)
        yield Violation(path, tr("“{member}” is missing.", member=missing), missing)
    else:
        yield Violation(path, _SAYINGS[error.validator](error))


def _missing(error: Any) -> str:
    # jsonschema names the missing key in its message alone.
    return str(next(key for key in error.validator_value if error.message.startswith(f"'{key}'")))


def _type_message(error: Any) -> str:
    kinds = error.validator_value
    names = [kinds] if isinstance(kinds, str) else kinds
    wanted = join_choices([_KINDS[name] for name in names])
    return tr("Must be {kinds}, but is {kind}.", kinds=wanted, kind=_actual(error))


def _enum_message(error: Any) -> str:
    return tr("Must be one of {values}.", values=", ".join(map(str, error.validator_value)))


def _pattern_message(error: Any) -> str:
    return tr(
        "Is “{value}”, which does not match {pattern}.",
        value=error.instance,
        pattern=error.validator_value,
    )


def _choice_message(error: Any) -> str:
    wanted = [key for one in error.validator_value for key in one.get("required", ())]
    if not wanted:
        return tr("Is {kind}, which the format does not have there.", kind=_actual(error))
    keys = ", ".join(wanted)
    if error.validator == _ONLY_ONE:
        return tr("Must have exactly one of {keys}.", keys=keys)
    return tr("Must have at least one of {keys}.", keys=keys)


def _limit_message(error: Any) -> str:
    return _LIMITS[error.validator](error.validator_value)


def _unique_message(_error: Any) -> str:
    return tr("Holds something twice.")


def _actual(error: Any) -> str:
    return kind_of(error.instance)


_KINDS: Mapping[str, Message | str] = {
    "object": message("an object"),
    "array": message("a list"),
    "string": message("text", "what a value is"),
    "integer": message("a whole number"),
    "number": message("a number"),
    "boolean": message("true or false"),
    "null": "null",
}
_LIMITS: Mapping[str, Callable[[int], str]] = {
    "minimum": lambda n: tr("Must not be less than {limit}.", limit=n),
    "maximum": lambda n: tr("Must not be more than {limit}.", limit=n),
    "minLength": lambda n: counted(
        "Must have at least {n} characters.", "Must have at least {n} character.", n
    ),
    "maxLength": lambda n: counted(
        "Must not have more than {n} characters.", "Must not have more than {n} character.", n
    ),
    "minItems": lambda n: counted(
        "Must have at least {n} entries.", "Must have at least {n} entry.", n
    ),
    "maxItems": lambda n: counted(
        "Must not have more than {n} entries.", "Must not have more than {n} entry.", n
    ),
    "minProperties": lambda n: counted(
        "Must have at least {n} members.", "Must have at least {n} member.", n
    ),
    "maxProperties": lambda n: counted(
        "Must not have more than {n} members.", "Must not have more than {n} member.", n
    ),
}
_SAYINGS = {
    "type": _type_message,
    "enum": _enum_message,
    "pattern": _pattern_message,
    "anyOf": _choice_message,
    "oneOf": _choice_message,
    "uniqueItems": _unique_message,
    **dict.fromkeys(_LIMITS, _limit_message),
}
