"""Configuration to and from JSON; unknown members survive, wrong ones name their place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from vkconfig_py.model.configuration import (
    Configuration,
    DriverEntry,
    DriverWish,
    LayerEntry,
    Target,
    Variable,
    Wish,
)
from vkconfig_py.model.migrations import FORMAT, FormatError, migrate

T = TypeVar("T")
_KNOWN = frozenset((*Configuration._fields, "format"))


class DocumentError(ValueError):
    """A document of ours that cannot be understood.

    Attributes:
        line: 1-based, or 0 where only the member is known.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        self.sentence = sentence
        self.line = line
        super().__init__(sentence)


def render_configuration(configuration: Configuration) -> bytes:
    """Return the file's bytes; equal configurations give equal bytes."""
    return render_json(configuration_to_document(configuration))


def configuration_to_document(configuration: Configuration) -> dict[str, Any]:
    """Return a configuration as JSON members, its key included."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "key": configuration.key,
        "name": configuration.name,
        "layers": [
            {"name": e.name, "wish": e.wish.value, "placed": e.placed, "manifest": e.manifest}
            for e in configuration.layers
        ],
        "drivers": [{"name": d.name, "wish": d.wish.value} for d in configuration.drivers],
        "sources": list(configuration.sources),
        "environment": [{"name": v.name, "value": v.value} for v in configuration.environment],
        "target": {
            "program": configuration.target.program,
            "arguments": list(configuration.target.arguments),
            "working_directory": configuration.target.working_directory,
        },
        "loader_log": list(configuration.loader_log),
    }
    document.update((key, value) for key, value in configuration.extra if key not in document)
    return document


def render_json(document: dict[str, Any]) -> bytes:
    """Return JSON as ASCII: any text can be carried, lone surrogates of odd paths too."""
    return (json.dumps(document, indent=2) + "\n").encode("ascii")


def parse_json(content: bytes) -> dict[str, Any]:
    """Read a JSON object.

    Raises:
        DocumentError: it is none.
    """
    try:
        document = json.loads(content)
    except json.JSONDecodeError as error:
        raise DocumentError(f"line {error.lineno}: {error.msg}", error.lineno) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise DocumentError("it is not JSON text") from error
    except ValueError as error:  # int() refuses numbers of many thousand digits
        raise DocumentError("a number in it is too long") from error
    if not isinstance(document, dict):
        raise DocumentError("line 1: an object is expected", 1)
    return document


def parse_configuration(key: str, content: bytes) -> Configuration:
    """Read a configuration file.

    Raises:
        DocumentError: it cannot be understood; the sentence names the member.
    """
    return configuration_from_document(parse_json(content), key)


def configuration_from_document(document: dict[str, Any], key: str = "") -> Configuration:
    """Read a configuration's members; a key that is given counts more than the one in them.

    Raises:
        DocumentError: they cannot be understood; the sentence names the member.
    """
    try:
        document = migrate(document)
    except FormatError as error:
        raise DocumentError(str(error)) from error
    key = key or _text(document.get("key"), "key")
    target = _object(document.get("target", {}), "target")
    return Configuration(
        key=key,
        name=_text(document.get("name", key), "name"),
        layers=_each(document, "layers", _layer),
        drivers=_each(document, "drivers", _driver),
        sources=_each(document, "sources", _text),
        environment=_each(document, "environment", _variable),
        target=Target(
            program=_text(target.get("program", ""), "target.program"),
            arguments=_each(target, "arguments", _text, "target."),
            working_directory=_text(
                target.get("working_directory", ""), "target.working_directory"
            ),
        ),
        loader_log=_each(document, "loader_log", _text),
        extra=tuple((name, value) for name, value in document.items() if name not in _KNOWN),
    )


def _layer(value: object, place: str) -> LayerEntry:
    entry = _object(value, place)
    placed = entry.get("placed", False)
    if not isinstance(placed, bool):
        raise DocumentError(f"{place}.placed: true or false is expected")
    return LayerEntry(
        name=_text(entry.get("name"), f"{place}.name"),
        wish=_choice(Wish, entry.get("wish", Wish.AUTO.value), f"{place}.wish"),
        placed=placed,
        manifest=_text(entry.get("manifest", ""), f"{place}.manifest"),
    )


def _driver(value: object, place: str) -> DriverEntry:
    entry = _object(value, place)
    return DriverEntry(
        name=_text(entry.get("name"), f"{place}.name"),
        wish=_choice(DriverWish, entry.get("wish"), f"{place}.wish"),
    )


def _variable(value: object, place: str) -> Variable:
    entry = _object(value, place)
    text = entry.get("value")
    name = _text(entry.get("name"), f"{place}.name")
    return Variable(name, None if text is None else _text(text, f"{place}.value"))


def _each(
    document: dict[str, Any], name: str, parse: Callable[[object, str], T], prefix: str = ""
) -> tuple[T, ...]:
    values = document.get(name, [])
    if not isinstance(values, list):
        raise DocumentError(f"{prefix}{name}: a list is expected")
    return tuple(parse(value, f"{prefix}{name}[{i}]") for i, value in enumerate(values))


def _object(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DocumentError(f"{place}: an object is expected")
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise DocumentError(f"{place}: a text is expected")
    return value


def _choice(kind: Callable[[str], T], value: object, place: str) -> T:
    try:
        return kind(_text(value, place))
    except ValueError as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(f"{place}: {value!r} is not known") from error
