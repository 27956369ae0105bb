"""The settings of a layer manifest, at every level."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.records import Any, NamedTuple
from vkconfig_py.model.settings.checking import check_value
from vkconfig_py.model.settings.converting import convert, empty_value, kind_of, list_item
from vkconfig_py.model.settings.declared import (
    Choice,
    Setting,
    SettingType,
    Status,
    Value,
    Visibility,
)
from vkconfig_py.model.settings.flags import in_order, unknown_parts
from vkconfig_py.model.settings.raw import Place
from vkconfig_py.model.settings.reading_conditions import Outlines, read_dependence, read_messages

DEEPEST = 32  # levels of settings in settings; SDK manifests have six
_NOTHING = "None"
WITH_CHOICES = (SettingType.ENUM, SettingType.FLAGS)


class Inherited(NamedTuple):
    """What settings take from the things that they stand in."""

    platforms: tuple[str, ...]
    status: Status = Status.STABLE
    visibility: Visibility = Visibility.STANDARD

    def at(self, place: Place) -> Inherited:
        """Return what holds for an object: its own members come first."""
        return Inherited(
            place.tokens("platforms", self.platforms),
            place.token("status", Status, self.status),
            place.token("view", Visibility, self.visibility),
        )


def declared_type(raw: Any) -> SettingType:
    """Return the type that a manifest names; a word that the format does not know is text."""
    try:
        return SettingType(raw.upper() if isinstance(raw, str) else "")
    except ValueError:
        return SettingType.STRING


class SettingReader:
    """Reads the settings of one layer.

    `outlines` holds what is known of every setting of the layer before any is read.
    """

    def __init__(self, outlines: Outlines) -> None:
        self._outlines = outlines
        self._seen: set[str] = set()

    def read_all(
        self, place: Place, key: str, inherited: Inherited, depth: int = 0
    ) -> tuple[Setting, ...]:
        """Read a list of settings."""
        if key not in place:
            return ()
        if depth >= DEEPEST:
            place.note(key, f"stands more than {DEEPEST} settings deep and is left out")
            return ()
        return tuple(self._settings(place, key, inherited, depth))

    def _settings(
        self, place: Place, key: str, inherited: Inherited, depth: int
    ) -> Iterator[Setting]:
        for one in place.objects(key):
            name = one.required("key")
            if not name:
                continue
            if name in self._seen:
                one.note("key", f"is “{name}” a second time; this one is left out")
                continue
            self._seen.add(name)
            yield self._setting(one, name, inherited.at(one), depth)

    def _setting(self, place: Place, key: str, own: Inherited, depth: int) -> Setting:
        kind = _read_type(place)
        setting = Setting(
            key=key,
            type=kind,
            label=place.text("label").strip() or key,
            description=place.text("description"),
            detailed=place.text("detailed"),
            url=place.address("url"),
            status=own.status,
            visibility=own.visibility,
            platforms=own.platforms,
            expanded=place.truth("expanded", default=True),
            variable=place.text("env"),
            unit=place.text("unit"),
            filter=place.text("filter"),
            format=place.text("format"),
            deprecated_by=place.text("deprecated_by_key"),
            line=place.notes.line((*place.path, "key")),
        )
        inner = self.read_all(place, "settings", own, depth + 1)
        choices = tuple(self._choices(place, kind, own, depth)) if kind in WITH_CHOICES else ()
        setting = setting._replace(
            choices=choices,
            dependence=read_dependence(place, self._outlines),
            messages=read_messages(place, self._outlines, own.platforms),
            settings=inner,
        )
        if setting.deprecated_by and setting.deprecated_by not in self._outlines:
            place.note("deprecated_by_key", f"names no setting: “{setting.deprecated_by}”")
        return _with_default(_with_list(_with_range(setting, place), place), place)

    def _choices(
        self, place: Place, kind: SettingType, own: Inherited, depth: int
    ) -> Iterator[Choice]:
        seen: set[str] = set()
        for one in place.objects("flags"):
            # GFXReconstruct has a value without letters for none of its keys.
            is_nothing = kind is SettingType.ENUM and one.raw("key") == ""
            key = "" if is_nothing else one.required("key")
            if not key and not is_nothing:
                continue
            if key in seen:
                one.note("key", f"is “{key}” a second time; this one is left out")
                continue
            seen.add(key)
            inherited = own.at(one)
            yield Choice(
                key=key,
                label=one.text("label").strip() or key or _NOTHING,
                description=one.text("description"),
                url=one.address("url"),
                status=inherited.status,
                visibility=inherited.visibility,
                platforms=inherited.platforms,
                settings=self.read_all(one, "settings", inherited, depth + 1),
                expanded=one.truth("expanded", default=True),
            )


def _read_type(place: Place) -> SettingType:
    raw = place.raw("type")
    kind = declared_type(raw)
    if "type" not in place:
        place.note("", "has no “type”; it is taken for text")
    elif not isinstance(raw, str):
        place.note("type", f"must be text, and is {kind_of(raw)}; the setting is taken for text")
    elif kind.value != raw.upper():
        place.note("type", f"is “{raw}”, which the format does not know; it is taken for text")
    return kind


def _with_range(setting: Setting, place: Place) -> Setting:
    bounds = place.object("range")
    if bounds is None or setting.type not in (SettingType.INT, SettingType.FLOAT):
        return setting
    minimum, maximum = bounds.number("min"), bounds.number("max")
    if minimum is not None and maximum is not None and minimum >= maximum:
        place.note("range", f"goes from {minimum} to {maximum} and is ignored")
        minimum = maximum = None
    return setting._replace(
        minimum=minimum,
        maximum=maximum,
        precision=bounds.count("precision"),
        width=bounds.count("width"),
    )


def _with_list(setting: Setting, place: Place) -> Setting:
    if setting.type is not SettingType.LIST or "list" not in place:
        return setting
    raw = place.raw("list")
    usable = convert(SettingType.LIST, raw)
    if usable.problem:
        place.note("list", usable.problem)
    names = raw if isinstance(raw, list) else ()
    items = tuple(dict.fromkeys(list_item(str(one)).value for one in names if _is_list_entry(one)))
    return setting._replace(suggestions=items, list_only=place.truth("list_only", default=False))


def _is_list_entry(raw: Any) -> bool:
    return isinstance(raw, str | int) and not isinstance(raw, bool)


def _with_default(setting: Setting, place: Place) -> Setting:
    if setting.type is SettingType.GROUP:
        return setting
    if "default" not in place:
        place.note("", "has no “default”")
        return setting._replace(default=_nothing(setting))
    converted = convert(setting.type, place.raw("default"))
    if converted.problem:
        place.note("default", converted.problem)
    value = in_order(setting, converted.value)
    _note_unknown(setting, value, place)
    return setting._replace(default=value)


def _nothing(setting: Setting) -> Value:
    if setting.type is SettingType.ENUM and setting.choices:
        return setting.choices[0].key
    return empty_value(setting.type)


def _note_unknown(setting: Setting, value: Value, place: Place) -> None:
    for key in unknown_parts(setting._replace(default=None), value):
        place.note("default", f"names “{key}”, which is none of the values")
    if setting.type in (SettingType.INT, SettingType.FLOAT) and isinstance(value, int | float):
        low, high = setting.minimum, setting.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            place.note("default", "is outside of the range")
    elif setting.type not in WITH_CHOICES and (invalid := check_value(setting, value)):
        place.note("default", f"is not allowed. {invalid.reason.removesuffix('.')}")
