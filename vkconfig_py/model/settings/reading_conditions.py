"""Dependences and messages of a layer manifest: what refers to values of other settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.loader.json_slow import Members
from vkconfig_py.loader.records import Any
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

Types = Mapping[str, SettingType]
_KINDS = ("OK", "YES", "NO", "ABORT", "IGNORE", "CANCEL", "DISCARD")
_BUTTONS = ("BUTTON0", "BUTTON1")


def read_dependence(place: Place, types: Types) -> Dependence:
    """Read when a setting has an effect."""
    inner = place.object("dependence")
    if inner is None:
        return Dependence()
    mode = inner.token("mode", DependenceMode, DependenceMode.ALL)
    return Dependence(mode, tuple(_conditions(inner.objects("settings"), types)))


def read_messages(place: Place, types: Types, platforms: tuple[str, ...]) -> tuple[Message, ...]:
    """Read what a layer wants to tell; one without a key is known by its setting."""
    setting = place.text("key")
    return tuple(_message(one, setting, types, platforms) for one in place.objects("messages"))


def _message(place: Place, setting: str, types: Types, platforms: tuple[str, ...]) -> Message:
    answers, default = _answers(place, types)
    return Message(
        key=place.required("key") or setting,
        version=int(place.number("version") or 1),
        title=place.text("title"),
        description=place.text("description"),
        informative=place.text("informative"),
        severity=place.token("severity", Severity, Severity.INFORMATION),
        platforms=place.tokens("platforms", platforms),
        conditions=tuple(_message_conditions(place, types)),
        answers=answers,
        default=default,
    )


def _message_conditions(place: Place, types: Types) -> Iterator[Condition]:
    for one in place.objects("conditions"):
        operator = one.text("operator", "NONE").upper()
        if operator not in ("NONE", "NOT"):
            one.note("operator", f"is “{operator}”, which the format does not know")
        yield from _conditions(_named(one), types, negated=operator == "NOT")


def _answers(place: Place, types: Types) -> tuple[tuple[Answer, ...], int]:
    actions = place.object("actions")
    found = ((name, actions.object(name)) for name in _BUTTONS) if actions else ()
    buttons = {name: _answer(button, types) for name, button in found if button is not None}
    answers = tuple(buttons.values())
    if actions is None or not answers:
        return (Answer("OK"),), 0
    default = actions.text("default", next(iter(buttons))).upper()
    if default not in buttons:
        actions.note("default", f"names no button: “{default}”")
        return answers, 0
    return answers, list(buttons).index(default)


def _answer(place: Place, types: Types) -> Answer:
    kind = place.text("type", "OK").upper()
    if kind not in _KINDS:
        place.note("type", f"is “{kind}”, which the format does not know; it is shown as OK")
        kind = "OK"
    changes = tuple(
        SettingChange(
            condition.setting, one.token("operator", Operation, Operation.SET), condition.value
        )
        for one in place.objects("changes")
        for condition in _conditions(_named(one), types)
    )
    return Answer(kind, changes)


def _named(place: Place) -> Iterator[Place]:
    """Yield the object that names a setting and a value: inner or, as some write, itself."""
    if "setting" not in place:
        yield place
    elif (inner := place.object("setting")) is not None:
        yield inner


def _conditions(
    places: Iterator[Place], types: Types, negated: bool = False
) -> Iterator[Condition]:
    for place in places:
        key = place.required("key")
        if not key:
            continue
        if key not in types:
            place.note("key", f"names no setting: “{key}”")
        yield Condition(key, _value(place, types.get(key)), negated)


def _value(place: Place, kind: SettingType | None) -> Value:
    if "value" not in place:
        place.note("", "has no “value”")
        return None
    raw = place.raw("value")
    if kind is None:
        return _as_it_stands(raw)
    if kind in (SettingType.FLAGS, SettingType.LIST) and isinstance(raw, str | int):
        raw = [raw]  # one flag where a list of one is meant
    converted = convert(kind, raw)
    if converted.problem:
        place.note("value", converted.problem)
    return converted.value if converted.usable else None


def _as_it_stands(raw: Any) -> Value:
    if isinstance(raw, Members) or raw is None:
        return None
    if isinstance(raw, list):
        items = convert(SettingType.LIST, raw).value
        assert isinstance(items, tuple)
        return tuple(str(one.value) for one in items if isinstance(one, ListItem))
    assert isinstance(raw, bool | int | float | str)
    return raw
