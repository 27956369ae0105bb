"""The value of a layer setting to and from JSON, by its type."""

from __future__ import annotations

from vkconfig_py.model.documents.members import (
    as_flag,
    as_integer,
    as_list,
    as_number,
    as_text,
    unknown,
)
from vkconfig_py.model.settings.declared import ListItem, SettingType, Value

_BOOLEANS = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})
_ITEM = frozenset(("value", "enabled"))


def value_to_json(value: Value) -> object:
    """Return a value as JSON says it."""
    if not isinstance(value, tuple):
        return value
    return [
        {"value": item.value, "enabled": item.enabled, **dict(item.extra)}
        if isinstance(item, ListItem)
        else item
        for item in value
    ]


def value_from_json(kind: SettingType, value: object, place: str) -> Value:
    """Read the value of a setting of a type.

    Raises:
        DocumentError: it is of another type; the sentence names the place.
    """
    if kind is SettingType.GROUP:
        return None
    if kind in _BOOLEANS:
        return as_flag(value, place)
    if kind is SettingType.INT:
        return as_integer(value, place)
    if kind is SettingType.FLOAT:
        return as_number(value, place)
    if kind is SettingType.FLAGS:
        return tuple(as_text(one, f"{place}[{i}]") for i, one in enumerate(as_list(value, place)))
    if kind is SettingType.LIST:
        return tuple(_item(one, f"{place}[{i}]") for i, one in enumerate(as_list(value, place)))
    return as_text(value, place)


def _item(value: object, place: str) -> ListItem:
    """Read an item; one that stands alone, as the manifest's do, is enabled."""
    item = value if isinstance(value, dict) else {"value": value}
    listed = item.get("value")
    return ListItem(
        listed if isinstance(listed, str) else as_integer(listed, f"{place}.value"),
        as_flag(item.get("enabled", True), f"{place}.enabled"),
        unknown(item, _ITEM),
    )
