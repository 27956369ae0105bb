"""Which settings have no effect with the values as they are, and what would give them one.

A setting without effect is as if it were off for those that depend on it, and so on to the last.

A condition that names a setting which the layer does not have, or a value that cannot be read, is
passed over: nobody could meet it. For FLAGS a condition holds if all its flags are set, whatever
else is.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.checking import display_text
from vkconfig_py.model.settings.declared import (
    Condition,
    DeclaredLayer,
    DependenceMode,
    ListItem,
    Setting,
    SettingType,
    Value,
    walk_settings,
)
from vkconfig_py.model.settings.values import Values

NO_EFFECT = "Has no effect without"  # how each reason begins
IN_VAIN = ", which has no effect itself"


class Unmet(NamedTuple):
    """A setting without effect.

    Attributes:
        mode: whether all conditions are needed or any one of them.
        conditions: those that do not hold.
        is_met_in_vain: the values are as the conditions want them, of settings without effect.
    """

    setting: Setting
    mode: DependenceMode
    conditions: tuple[Condition, ...]
    is_met_in_vain: bool = False


def find_without_effect(declared: DeclaredLayer, values: Values) -> dict[str, Unmet]:
    """Return the settings that have no effect, whether they say so or stand below another value."""
    unchosen = find_unchosen(declared, values)
    return {**unchosen, **find_unmet(declared, values, unchosen)}


def find_unmet(
    declared: DeclaredLayer, values: Values, without_effect: Iterable[str] = ()
) -> dict[str, Unmet]:
    """Return the settings whose conditions do not hold, by key.

    Each round takes those out of force that rest on one taken out before; as settings are only ever
    taken out, settings that depend on each other come to an end too.
    """
    depending = [one for one in declared.walk() if one.dependence.mode is not DependenceMode.NONE]
    out = set(without_effect)
    while True:
        found = {
            setting.key: Unmet(
                setting, setting.dependence.mode, failing, _all_hold(failing, values)
            )
            for setting in depending
            if (failing := _failing(setting, values, out))
        }
        if found.keys() <= out:
            return found
        out |= found.keys()


def find_unchosen(declared: DeclaredLayer, values: Values) -> dict[str, Unmet]:
    """Return the settings below values of an ENUM that are not its value, by key."""
    found: dict[str, Unmet] = {}
    for setting in declared.walk():
        if setting.type is SettingType.ENUM:
            for choice in setting.choices:
                if choice.key != values.get(setting.key):
                    needed = (Condition(setting.key, choice.key),)
                    for below in walk_settings(choice.settings):
                        found.setdefault(below.key, Unmet(below, DependenceMode.ALL, needed))
    chosen = _keys_chosen(declared.settings, values) if found else frozenset()
    return {key: unmet for key, unmet in found.items() if key not in chosen}


def _keys_chosen(settings: Iterable[Setting], values: Values) -> frozenset[str]:
    """Return the settings that stand below no other value of an ENUM, at one place at least."""
    found: set[str] = set()
    for setting in settings:
        found.add(setting.key)
        found |= _keys_chosen(setting.settings, values)
        is_choice = setting.type is SettingType.ENUM
        for choice in setting.choices:
            if not is_choice or choice.key == values.get(setting.key):
                found |= _keys_chosen(choice.settings, values)
    return frozenset(found)


def holds(condition: Condition, values: Values) -> bool:
    """Return whether a condition holds; one that nothing can be said of does not."""
    if not _is_understood(condition, values):
        return False
    value = values[condition.setting]
    if isinstance(value, tuple):
        return _has_flags(_flags(value), _flags(condition.value), condition.negated)
    return _same(value, condition.value) is not condition.negated


def condition_text(declared: DeclaredLayer, condition: Condition) -> str:
    """Return a condition as words, such as “Core” = true."""
    setting = declared.setting(condition.setting)
    if setting is None:
        return f"“{condition.setting}” = {condition.value}"
    shown = display_text(setting, condition.value)
    if isinstance(condition.value, tuple) and condition.value:
        sign = "has none of" if condition.negated else "has"
    else:
        sign = "≠" if condition.negated else "="
    return f"“{setting.label}” {sign} {shown or 'nothing'}"


def reason(declared: DeclaredLayer, unmet: Unmet) -> str:
    """Return why a setting has no effect, as a sentence."""
    word = " or " if unmet.mode is DependenceMode.ANY else " and "
    needed = word.join(condition_text(declared, condition) for condition in unmet.conditions)
    vain = IN_VAIN if unmet.is_met_in_vain else ""
    return f"{NO_EFFECT} {needed}{vain}."


def _failing(setting: Setting, values: Values, out: Container[str]) -> tuple[Condition, ...]:
    """Return the conditions that do not hold while some settings are out of force.

    What is off and has no effect is off all the same.
    """
    conditions = [one for one in setting.dependence.conditions if _is_understood(one, values)]
    failing = tuple(
        one
        for one in conditions
        if not holds(one, values) or (one.setting in out and one.value is not False)
    )
    if setting.dependence.mode is DependenceMode.ANY and len(failing) < len(conditions):
        return ()
    return failing


def _all_hold(conditions: Iterable[Condition], values: Values) -> bool:
    return all(holds(one, values) for one in conditions)


def _is_understood(condition: Condition, values: Values) -> bool:
    return condition.setting in values and condition.value is not None


def _flags(value: Value) -> frozenset[str]:
    if not isinstance(value, tuple):
        return frozenset([str(value)])
    return frozenset(
        str(one.value) if isinstance(one, ListItem) else one
        for one in value
        if not isinstance(one, ListItem) or one.enabled
    )


def _has_flags(has: frozenset[str], wanted: frozenset[str], negated: bool) -> bool:
    if not wanted:
        return bool(has) is negated
    return not has & wanted if negated else has >= wanted


def _same(value: Value, wanted: Value) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
