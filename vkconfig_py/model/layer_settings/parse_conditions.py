"""Parses dependences and messages of a layer manifest, and collects format errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import TypeVar

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath
from vkconfig_py.loader.json.decode import Members, Positions
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.layer_settings.conversion import convert, float_of, kind_of
from vkconfig_py.model.layer_settings.declared import (
    Dependence,
    DependenceMode,
    LayerMessage,
    MessageButton,
    MessageSeverity,
    Operation,
    SettingChange,
    SettingCondition,
)
from vkconfig_py.model.text.wording import quoted

_Token = TypeVar("_Token", bound=StrEnum)
_SDK, _SDK_SITE = "${LUNARG_SDK}", "https://vulkan.lunarg.com/doc/sdk/latest/linux"
_MOST_PROBLEMS = 200  # per file, so that a completely invalid file does not produce an endless list


class ReadingProblem(NamedTuple):
    """A deviation of a manifest from the format; the rest is read anyway."""

    file: str
    line: int
    sentence: str


class Notes:
    """Collects the problems of one file."""

    def __init__(self, file: str, find_positions: Callable[[], Positions]) -> None:
        self.file = file
        # Slower than all the rest, and few manifests of a machine have problems.
        self._find_positions = cache(find_positions)
        self.problems: list[ReadingProblem] = []

    def line(self, path: KeyPath) -> int:
        """Line of a member, or of its nearest known parent."""
        for end in range(len(path), -1, -1):
            if (line := self._find_positions().get(path[:end])) is not None:
                return line
        return 0

    def add(self, path: KeyPath, sentence: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            told = f"{quoted(dotted(path))}: {sentence}" if path else sentence
            self.problems.append(ReadingProblem(self.file, self.line(path), told))


def dotted(path: KeyPath) -> str:
    """A path of keys in readable form, such as layer.features.settings[2].key."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


class ManifestObject:
    """One object of a manifest and its location."""

    __slots__ = ("_members", "notes", "path")

    def __init__(self, members: Members, path: KeyPath, notes: Notes) -> None:
        self._members = members.first()
        self.path = path
        self.notes = notes

    def __contains__(self, key: str) -> bool:
        return key in self._members

    def raw(self, key: str) -> Any:
        return self._members.get(key)

    def note(self, key: str, sentence: str) -> None:
        self.notes.add((*self.path, key) if key else self.path, sentence)

    def text(self, key: str, default: str = "") -> str:
        value = self.raw(key)
        if isinstance(value, str):
            return value
        if key in self:
            self.note(key, tr("Must be text, but is {kind}.", kind=kind_of(value)))
        return default

    def address(self, key: str) -> str:
        """A URL member; VkConfig's placeholder for the SDK site is replaced."""
        text = self.text(key).strip()
        rest = text.removeprefix(_SDK)
        return f"{_SDK_SITE}{rest}" if rest != text and rest[:1] in ("", "/") else text

    def required(self, key: str) -> str:
        if key not in self:
            self.note("", tr("“{member}” is missing.", member=key))
        elif self.raw(key) == "":
            self.note(key, tr("Must not be empty."))
        return self.text(key)

    def truth(self, key: str, default: bool) -> bool:
        value = self.raw(key)
        if isinstance(value, bool):
            return value
        if key in self:
            self.note(key, tr("Must be true or false, but is {kind}.", kind=kind_of(value)))
        return default

    def number(self, key: str) -> float | None:
        """Parse a finite number; an integer stays an integer."""
        value = self.raw(key)
        if isinstance(value, str):
            value = float_of(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            if abs(value) < 1e300:
                return value
            self.note(key, tr("Must be a finite number."))
        elif key in self:
            self.note(key, tr("Must be a number, but is {kind}.", kind=kind_of(self.raw(key))))
        return None

    def count(self, key: str) -> int | None:
        value = self.number(key)
        if value is None:
            return None
        if value != int(value) or not 0 <= value <= 64:
            self.note(key, tr("Must be a whole number from 0 to 64."))
            return None
        return int(value)

    def token(self, key: str, kind: type[_Token], default: _Token) -> _Token:
        text = self.text(key, default.value)
        try:
            return kind(text.upper())
        except ValueError:
            known = ", ".join(kind)
            sentence = tr(
                "“{word}” is not in the format, which has {known}.", word=text, known=known
            )
            self.note(key, sentence)
            return default

    def tokens(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self.raw(key)
        if isinstance(value, list) and not isinstance(value, Members):
            if any(not isinstance(one, str) for one in value):
                self.note(key, tr("Must hold texts only; the others are left out."))
            return tuple(dict.fromkeys(one.upper() for one in value if isinstance(one, str)))
        if key in self:
            self.note(key, tr("Must be a list, but is {kind}.", kind=kind_of(value)))
        return default

    def object(self, key: str) -> ManifestObject | None:
        value = self.raw(key)
        if isinstance(value, Members):
            return ManifestObject(value, (*self.path, key), self.notes)
        if key in self:
            self.note(key, tr("Must be an object, but is {kind}.", kind=kind_of(value)))
        return None

    def objects(self, key: str) -> Iterator[ManifestObject]:
        value = self.raw(key)
        if not isinstance(value, list) or isinstance(value, Members):
            if key in self:
                self.note(key, tr("Must be a list, but is {kind}.", kind=kind_of(value)))
            return
        for index, one in enumerate(value):
            path = (*self.path, key, index)
            if isinstance(one, Members):
                yield ManifestObject(one, path, self.notes)
            else:
                sentence = tr(
                    "Must be an object, but is {kind}; it is left out.", kind=kind_of(one)
                )
                self.notes.add(path, sentence)


_KINDS = ("OK", "YES", "NO", "ABORT", "IGNORE", "CANCEL", "DISCARD")
_BUTTONS = ("BUTTON0", "BUTTON1")


class Outline(NamedTuple):
    """Facts about a setting known before it is parsed.

    Attributes:
        values: allowed values of an ENUM or FLAGS; None if the manifest does not define them.
    """

    type: SettingType
    values: frozenset[str] | None = None


Outlines = Mapping[str, Outline]


def read_dependence(place: ManifestObject, outlines: Outlines) -> Dependence:
    inner = place.object("dependence")
    if inner is None:
        return Dependence()
    mode = inner.token("mode", DependenceMode, DependenceMode.ALL)
    return Dependence(mode, tuple(_conditions(inner.objects("settings"), outlines)))


def read_messages(
    place: ManifestObject, outlines: Outlines, platforms: tuple[str, ...]
) -> tuple[LayerMessage, ...]:
    setting = place.text("key")
    return tuple(_message(one, setting, outlines, platforms) for one in place.objects("messages"))


def _message(
    place: ManifestObject, setting: str, outlines: Outlines, platforms: tuple[str, ...]
) -> LayerMessage:
    answers, default = _answers(place, outlines)
    return LayerMessage(
        key=place.required("key") or setting,
        version=int(place.number("version") or 1),
        title=place.text("title"),
        description=place.text("description"),
        informative=place.text("informative"),
        severity=place.token("severity", MessageSeverity, MessageSeverity.INFORMATION),
        platforms=place.tokens("platforms", platforms),
        conditions=tuple(_message_conditions(place, outlines)),
        answers=answers,
        default=default,
    )


def _message_conditions(place: ManifestObject, outlines: Outlines) -> Iterator[SettingCondition]:
    for one in place.objects("conditions"):
        operator = one.text("operator", "NONE").upper()
        if operator not in ("NONE", "NOT"):
            one.note("operator", tr("“{word}” is not in the format.", word=operator))
        yield from _conditions(_named(one), outlines, negated=operator == "NOT")


def _answers(place: ManifestObject, outlines: Outlines) -> tuple[tuple[MessageButton, ...], int]:
    actions = place.object("actions")
    found = ((name, actions.object(name)) for name in _BUTTONS) if actions else ()
    buttons = {name: _answer(button, outlines) for name, button in found if button is not None}
    answers = tuple(buttons.values())
    if actions is None or not answers:
        return (MessageButton("OK"),), 0
    default = actions.text("default", next(iter(buttons))).upper()
    if default not in buttons:
        actions.note("default", tr("“{name}” is not a button.", name=default))
        return answers, 0
    return answers, list(buttons).index(default)


def _answer(place: ManifestObject, outlines: Outlines) -> MessageButton:
    kind = place.text("type", "OK").upper()
    if kind not in _KINDS:
        place.note("type", tr("“{word}” is not in the format; it is shown as OK.", word=kind))
        kind = "OK"
    changes = tuple(
        SettingChange(
            condition.setting, one.token("operator", Operation, Operation.SET), condition.value
        )
        for one in place.objects("changes")
        for condition in _conditions(_named(one), outlines)
    )
    return MessageButton(kind, changes)


def _named(place: ManifestObject) -> Iterator[ManifestObject]:
    """The object that names a setting and a value: the nested one or, in some files, the outer."""
    if "setting" not in place:
        yield place
    elif (inner := place.object("setting")) is not None:
        yield inner


def _conditions(
    places: Iterator[ManifestObject], outlines: Outlines, negated: bool = False
) -> Iterator[SettingCondition]:
    for place in places:
        key = place.required("key")
        if not key:
            continue
        if key not in outlines:
            place.note("key", tr("“{key}” is not a setting.", key=key))
        yield SettingCondition(key, _value(place, key, outlines.get(key)), negated)


def _value(place: ManifestObject, key: str, outline: Outline | None) -> Value:
    if "value" not in place:
        place.note("", tr("“{member}” is missing.", member="value"))
        return None
    raw = place.raw("value")
    if outline is None:
        return _as_it_stands(raw)
    kind = outline.type
    if kind in (SettingType.FLAGS, SettingType.LIST) and isinstance(raw, str | int):
        raw = [raw]  # a single flag instead of a list with one
    converted = convert(kind, raw)
    if converted.problem:
        place.note("value", converted.problem)
    elif outline.values is not None:
        _note_unknown(place, key, converted.value, outline.values)
    return converted.value if converted.usable else None


def _note_unknown(place: ManifestObject, key: str, value: Value, values: frozenset[str]) -> None:
    for one in value if isinstance(value, tuple) else (value,):
        if one not in values:
            sentence = tr("“{value}” is none of the values of “{key}”.", value=one, key=key)
            place.note("value", sentence)


def _as_it_stands(raw: Any) -> Value:
    if isinstance(raw, Members) or raw is None:
        return None
    if isinstance(raw, list):
        items = convert(SettingType.LIST, raw).value
        assert isinstance(items, tuple)
        return tuple(str(item.value) for item in items if isinstance(item, ListItem))
    assert isinstance(raw, bool | int | float | str)
    return raw
