"""Values of several parts with one of them changed: flags, entries of lists. Pure."""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.converting import list_item
from vkconfig_py.model.settings.declared import ListItem, Setting, Value, Visibility
from vkconfig_py.model.settings.flags import in_order, is_dynamic


class ValueChoice(NamedTuple):
    """One of several values, and whether it is the one."""

    key: str
    label: str
    description: str
    chosen: bool


def items_of(value: Value) -> tuple[ListItem, ...]:
    """Return the entries of a list."""
    parts = value if isinstance(value, tuple) else ()
    return tuple(one for one in parts if isinstance(one, ListItem))


def with_flag(setting: Setting, value: Value, flag: str, *, on: bool) -> Value:
    """Set or clear one flag; those that the layer does not know stay."""
    parts = value if isinstance(value, tuple) else ()
    rest = [one for one in parts if isinstance(one, str) and one != flag]
    return in_order(setting, tuple([*rest, flag] if on else rest))


def with_enabled(value: Value, part: str, *, on: bool) -> Value:
    """Let one entry of a list count, or keep it only."""
    return tuple(
        item._replace(enabled=on) if str(item.value) == part else item for item in items_of(value)
    )


def with_item(value: Value, text: str) -> Value:
    """Add an entry to a list."""
    return (*items_of(value), list_item(text))


def without_part(value: Value, part: str) -> Value:
    """Take an entry or a flag away."""
    items = items_of(value)
    if items:
        return tuple(item for item in items if str(item.value) != part)
    parts = value if isinstance(value, tuple) else ()
    return tuple(one for one in parts if isinstance(one, str) and one != part)


def choices_of(setting: Setting, value: Value, found: tuple[str, ...]) -> tuple[ValueChoice, ...]:
    """Return the values that a setting of one of several can have; `found` is on the machine."""
    if is_dynamic(setting):
        keys = dict.fromkeys((str(value), *found))
        return tuple(ValueChoice(key, key, "", key == value) for key in keys)
    return tuple(
        ValueChoice(choice.key, choice.label, choice.description, choice.key == value)
        for choice in setting.choices
        if choice.visibility is not Visibility.HIDDEN or choice.key == value
    )
