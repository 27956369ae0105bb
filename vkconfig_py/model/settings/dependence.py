"""Which settings have no effect with the values as they are, and what would give them one.

A condition that names a setting which the layer does not have, or a value that cannot be read, is
passed over: nobody could meet it. For FLAGS a condition holds if all its flags are set, whatever
else is.
"""

from __future__ import annotations

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


class Unmet(NamedTuple):
    """A setting without effect.

    Attributes:
        mode: whether all conditions are needed or any one of them.
        conditions: those that do not hold.
    """

    setting: Setting
    mode: DependenceMode
    conditions: tuple[Condition, ...]


def find_unmet(declared: DeclaredLayer, values: Values) -> dict[str, Unmet]:
    """Return the settings that have no effect, by key."""
    found = {}
    for setting in declared.walk():
        if setting.dependence.mode is not DependenceMode.NONE:
            failing = _failing(setting, values)
            if failing:
                found[setting.key] = Unmet(setting, setting.dependence.mode, failing)
    return found


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
    return found


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
    return f"{NO_EFFECT} {needed}."


def _failing(setting: Setting, values: Values) -> tuple[Condition, ...]:
    conditions = [one for one in setting.dependence.conditions if _is_understood(one, values)]
    failing = tuple(one for one in conditions if not holds(one, values))
    if setting.dependence.mode is DependenceMode.ANY and len(failing) < len(conditions):
        return ()
    return failing


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
