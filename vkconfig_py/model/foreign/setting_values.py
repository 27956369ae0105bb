"""Values of layer settings as VkConfig's files hold them."""

from __future__ import annotations

from vkconfig_py.loader.records import Any
from vkconfig_py.model.settings.declared import TEXT_TYPES, ListItem, SettingType, Value

_SEPARATOR = ","


def parse_type(token: Any) -> SettingType | None:
    """Return the type of a token in any case; None for groups and what is no type."""
    folded = token.upper() if isinstance(token, str) else ""
    found = next((kind for kind in SettingType if kind.value == folded), None)
    return None if found is SettingType.GROUP else found


def parse_value(kind: SettingType, raw: Any) -> Value:
    """Return the value of a setting; None if the type cannot hold it."""
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
    """Return a value as JSON."""
    if isinstance(value, tuple):
        return [
            {"key": item.value, "enabled": item.enabled} if isinstance(item, ListItem) else item
            for item in value
        ]
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
    enabled = raw.get("enabled", True) if isinstance(raw, dict) else True
    key = raw.get("key") if isinstance(raw, dict) else raw
    value = key if isinstance(key, str) else _integer(key)
    return ListItem(value, enabled) if isinstance(enabled, bool) and value is not None else None
