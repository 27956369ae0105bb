"""Types and values of settings in VkConfig's files, of format 3 and of older ones.

Format 3 names the type of every setting, and drops a value of another type. Format 2.1.0 names
none, and every value is one text: "TRUE", "82", "error,warn". Between them are types that no longer
exist (INT_RANGE, VUID_EXCLUDE) and settings whose type is missing.
"""

from __future__ import annotations

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.configuration.configuration import (
    TEXT_TYPES,
    ListItem,
    SettingType,
    Value,
)
from vkconfig_py.model.layer_settings.conversion import (
    bool_of,
    float_of,
    integer_of,
    list_item,
    range_text,
)
from vkconfig_py.model.layer_settings.declared import Setting

_SEPARATOR = ","
_BOOLS = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})


def parse_type(token: Any) -> SettingType | None:
    """A type of format 3."""
    folded = token.upper() if isinstance(token, str) else ""
    found = next((kind for kind in SettingType if kind.value == folded), None)
    return None if found is SettingType.GROUP else found


def parse_value(kind: SettingType, raw: Any) -> Value:
    """A value of format 3; None if it is of another type."""
    match kind:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return raw if isinstance(raw, bool) else None
        case SettingType.INT:
            return _integer(raw)
        case SettingType.FLOAT:
            return float(raw) if _is_number(raw) else None
        case SettingType.FLAGS:
            return _flags(raw)
        case SettingType.LIST:
            return _list(raw)
    return raw if (kind in TEXT_TYPES or kind is SettingType.ENUM) and _is_text(raw) else None


def render_value(value: Value) -> Any:
    if isinstance(value, tuple):
        return [
            {"key": item.value, "enabled": item.enabled} if isinstance(item, ListItem) else item
            for item in value
        ]
    return value


class OldValue(NamedTuple):
    """A value of an older format.

    Attributes:
        value: None if it has another type.
        is_unset: the text is empty, and the layer's default was used.
    """

    value: Value = None
    is_unset: bool = False


UNSET = OldValue(is_unset=True)


def old_value(kind: SettingType, raw: Any, setting: Setting | None = None) -> OldValue:
    """A value of an older format as one of this type; `setting` has the names of its choices."""
    if isinstance(raw, str):
        return _old_text(kind, raw, setting)
    if kind in _BOOLS:
        is_bit = isinstance(raw, int) and raw in (0, 1)
        return OldValue(bool(raw) if is_bit else None)
    if kind in TEXT_TYPES:
        return OldValue(range_text(raw))
    return OldValue(_named(parse_value(kind, raw), setting))


def _old_text(kind: SettingType, raw: str, setting: Setting | None) -> OldValue:
    if kind in TEXT_TYPES:
        return OldValue(raw)
    if kind is SettingType.FLAGS:
        return OldValue(_named(_flags(raw), setting))
    if kind is SettingType.LIST:
        parts = (part.strip() for part in raw.split(_SEPARATOR))
        return OldValue(tuple(list_item(part) for part in parts if part))
    if kind is SettingType.ENUM:
        choices = {choice.key for choice in setting.choices} if setting else {raw}
        return UNSET if not raw and raw not in choices else OldValue(_named(raw, setting))
    if not raw.strip():
        return UNSET
    if kind in _BOOLS:
        return OldValue(bool_of(raw))
    return OldValue(integer_of(raw) if kind is SettingType.INT else float_of(raw))


def guessed_type(raw: Any) -> SettingType | None:
    """The type of a value that nothing declares: text goes to the layer as it stands."""
    if isinstance(raw, bool):
        return SettingType.BOOL
    if isinstance(raw, str) or range_text(raw) is not None:
        return SettingType.STRING
    if isinstance(raw, list):
        return SettingType.FLAGS if all(map(_is_text, raw)) else SettingType.LIST
    if _is_number(raw):
        return SettingType.INT if isinstance(raw, int) else SettingType.FLOAT
    return None


def _named(value: Value, setting: Setting | None) -> Value:
    """The value with keys as declared: VkConfig 2 wrote “Text” for “text”."""
    names = {choice.key.casefold(): choice.key for choice in setting.choices} if setting else {}
    if isinstance(value, str):
        return names.get(value.casefold(), value)
    if isinstance(value, tuple) and all(map(_is_text, value)):
        return tuple(names.get(str(one).casefold(), str(one)) for one in value)
    return value


def _is_number(raw: Any) -> bool:
    return isinstance(raw, int | float) and not isinstance(raw, bool) and abs(raw) < 1e300


def _is_text(raw: Any) -> bool:
    return isinstance(raw, str)


def _integer(raw: Any) -> int | None:
    return int(raw) if _is_number(raw) and raw == int(raw) else None


def _flags(raw: Any) -> tuple[str, ...] | None:
    if isinstance(raw, str):
        return tuple(flag.strip() for flag in raw.split(_SEPARATOR) if flag.strip())
    if not isinstance(raw, list) or not all(map(_is_text, raw)):
        return None
    return tuple(raw)


def _list(raw: Any) -> tuple[ListItem, ...] | None:
    found = [_item(element) for element in raw] if isinstance(raw, list) else [None]
    items = tuple(item for item in found if item is not None)
    return items if len(items) == len(found) else None


def _item(raw: Any) -> ListItem | None:
    # VkConfig also accepts an entry without its object.
    enabled = raw.get("enabled", True) if isinstance(raw, dict) else True
    key = raw.get("key") if isinstance(raw, dict) else raw
    value = key if isinstance(key, str) else _integer(key)
    return ListItem(value, enabled) if isinstance(enabled, bool) and value is not None else None
