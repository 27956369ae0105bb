"""Dependences and messages of a layer manifest: what refers to values of other settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.loader.parsing.json_slow import Members
from vkconfig_py.loader.records import Any, NamedTuple
from vkconfig_py.model.settings.converting import convert
from vkconfig_py.model.settings.declared import (
    Answer,
    Condition,
    Dependence,
    DependenceMode,
    ListItem,
    Message,
    Operation,
    SettingChange,
    SettingType,
    Severity,
    Value,
)
from vkconfig_py.model.settings.raw import Place

_KINDS = ("OK", "YES", "NO", "ABORT", "IGNORE", "CANCEL", "DISCARD")
_BUTTONS = ("BUTTON0", "BUTTON1")


class Outline(NamedTuple):
    """What is known of a setting before it is read.

    Attributes:
        values: what an ENUM or FLAGS can hold; None if it is not for the manifest to say.
    """

    type: SettingType
    values: frozenset[str] | None = None


Outlines = Mapping[str, Outline]


def read_dependence(place: Place, outlines: Outlines) -> Dependence:
    """Read when a setting has an effect."""
    inner = place.object("dependence")
    if inner is None:
        return Dependence()
    mode = inner.token("mode", DependenceMode, DependenceMode.ALL)
    return Dependence(mode, tuple(_conditions(inner.objects("settings"), outlines)))


def read_messages(
    place: Place, outlines: Outlines, platforms: tuple[str, ...]
) -> tuple[Message, ...]:
    """Read what a layer wants to tell; one without a key is known by its setting."""
    setting = place.text("key")
    return tuple(_message(one, setting, outlines, platforms) for one in place.objects("messages"))


def _message(place: Place, setting: str, outlines: Outlines, platforms: tuple[str, ...]) -> Message:
    answers, default = _answers(place, outlines)
    return Message(
        key=place.required("key") or setting,
        version=int(place.number("version") or 1),
        title=place.text("title"),
        description=place.text("description"),
        informative=place.text("informative"),
        severity=place.token("severity", Severity, Severity.INFORMATION),
        platforms=place.tokens("platforms", platforms),
        conditions=tuple(_message_conditions(place, outlines)),
        answers=answers,
        default=default,
    )


def _message_conditions(place: Place, outlines: Outlines) -> Iterator[Condition]:
    for one in place.objects("conditions"):
        operator = one.text("operator", "NONE").upper()
        if operator not in ("NONE", "NOT"):
            one.note("operator", f"is “{operator}”, which the format does not know")
        yield from _conditions(_named(one), outlines, negated=operator == "NOT")


def _answers(place: Place, outlines: Outlines) -> tuple[tuple[Answer, ...], int]:
    actions = place.object("actions")
    found = ((name, actions.object(name)) for name in _BUTTONS) if actions else ()
    buttons = {name: _answer(button, outlines) for name, button in found if button is not None}
    answers = tuple(buttons.values())
    if actions is None or not answers:
        return (Answer("OK"),), 0
    default = actions.text("default", next(iter(buttons))).upper()
    if default not in buttons:
        actions.note("default", f"names no button: “{default}”")
        return answers, 0
    return answers, list(buttons).index(default)


def _answer(place: Place, outlines: Outlines) -> Answer:
    kind = place.text("type", "OK").upper()
    if kind not in _KINDS:
        place.note("type", f"is “{kind}”, which the format does not know; it is shown as OK")
        kind = "OK"
    changes = tuple(
        SettingChange(
            condition.setting, one.token("operator", Operation, Operation.SET), condition.value
        )
        for one in place.objects("changes")
        for condition in _conditions(_named(one), outlines)
    )
    return Answer(kind, changes)


def _named(place: Place) -> Iterator[Place]:
    """Yield the object that names a setting and a value: inner or, as some write, itself."""
    if "setting" not in place:
        yield place
    elif (inner := place.object("setting")) is not None:
        yield inner


def _conditions(
    places: Iterator[Place], outlines: Outlines, negated: bool = False
) -> Iterator[Condition]:
    for place in places:
        key = place.required("key")
        if not key:
            continue
        if key not in outlines:
            place.note("key", f"names no setting: “{key}”")
        yield Condition(key, _value(place, key, outlines.get(key)), negated)


def _value(place: Place, key: str, outline: Outline | None) -> Value:
    if "value" not in place:
        place.note("", "has no “value”")
        return None
    raw = place.raw("value")
    if outline is None:
        return _as_it_stands(raw)
    kind = outline.type
    if kind in (SettingType.FLAGS, SettingType.LIST) and isinstance(raw, str | int):
        raw = [raw]  # one flag where a list of one is meant
    converted = convert(kind, raw)
    if converted.problem:
        place.note("value", converted.problem)
    elif outline.values is not None:
        _note_unknown(place, key, converted.value, outline.values)
    return converted.value if converted.usable else None


def _note_unknown(place: Place, key: str, value: Value, values: frozenset[str]) -> None:
    for one in value if isinstance(value, tuple) else (value,):
        if one not in values:
            place.note("value", f"names “{one}”, which is none of the values of “{key}”")


def _as_it_stands(raw: Any) -> Value:
    if isinstance(raw, Members) or raw is None:
        return None
    if isinstance(raw, list):
        items = convert(SettingType.LIST, raw).value
        assert isinstance(items, tuple)
        return tuple(str(one.value) for one in items if isinstance(one, ListItem))
    assert isinstance(raw, bool | int | float | str)
    return raw
