"""Evaluates conditions between settings: which have no effect, and which messages are due.

A setting without effect is treated as off by settings that depend on it, transitively. A condition
is ignored if it names an unknown setting or an unreadable value, as it could never be met. For
FLAGS it is met if all its flags are set, whatever other flags are.

A message is due when a change caused its conditions to be met, whatever the type of the changed
setting. A dismissed message stays hidden until the manifest has a newer version of it; until then
its default answer is applied.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.layer_settings.checks import check_value, get_entry_text, render_value
from vkconfig_py.model.layer_settings.conversion import fits_type, list_enabled_texts
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    DependenceMode,
    LayerMessage,
    MessageButton,
    Operation,
    Setting,
    SettingChange,
    SettingCondition,
    walk_settings,
)
from vkconfig_py.model.layer_settings.layer_values import Values, is_default, normalize_value
from vkconfig_py.model.layer_settings.setting_names import lists_platform

# How each comment about one begins. Files are read back, whoever wrote them: they are English.
NO_EFFECT = "Has no effect without"


class UnmetConditions(NamedTuple):
    """A setting without effect.

    Attributes:
        conditions: the unmet conditions.
        depends_on_ineffective: the values meet the conditions, but belong to settings without
            effect.
    """

    setting: Setting
    mode: DependenceMode
    conditions: tuple[SettingCondition, ...]
    depends_on_ineffective: bool = False


def find_ineffective_settings(
    declared_layer: DeclaredLayer, values: Values
) -> dict[str, UnmetConditions]:
    """Return the settings without effect, by key.

    Their conditions are not met, or they belong to an ENUM value that is not selected.
    """
    unmet_by_key = find_below_unselected(declared_layer, values)
    return {**unmet_by_key, **find_unmet_conditions(declared_layer, values, unmet_by_key)}


def find_unmet_conditions(
    declared_layer: DeclaredLayer, values: Values, ineffective_keys: Iterable[str] = ()
) -> dict[str, UnmetConditions]:
    """Return the settings whose conditions are not met, by key.

    `ineffective_keys` are settings already known to have no effect.
    """
    # Each round removes the settings that depend on one removed before; as settings are only
    # ever removed, circular dependences terminate too.
    depending_settings = [
        setting
        for setting in declared_layer.walk_settings()
        if setting.dependence.mode is not DependenceMode.NONE
    ]
    excluded_keys = set(ineffective_keys)
    while True:
        unmet_by_key = {
            setting.key: UnmetConditions(
                setting,
                setting.dependence.mode,
                unmet_conditions,
                all(is_condition_met(condition, values) for condition in unmet_conditions),
            )
            for setting in depending_settings
            if (unmet_conditions := _list_unmet_conditions(setting, values, excluded_keys))
        }
        if unmet_by_key.keys() <= excluded_keys:
            return unmet_by_key
        excluded_keys |= unmet_by_key.keys()


def find_below_unselected(
    declared_layer: DeclaredLayer, values: Values
) -> dict[str, UnmetConditions]:
    """Find child settings of ENUM values that are not selected, by key."""
    unselected_conditions: dict[str, UnmetConditions] = {}
    for setting in declared_layer.walk_settings():
        if setting.type is SettingType.ENUM:
            for choice in setting.choices:
                if choice.key != values.get(setting.key):
                    needed_conditions = (SettingCondition(setting.key, choice.key),)
                    for child in walk_settings(choice.settings):
                        unselected_conditions.setdefault(
                            child.key, UnmetConditions(child, DependenceMode.ALL, needed_conditions)
                        )
    selected_keys = (
        _list_selected_keys(declared_layer.settings, values)
        if unselected_conditions
        else frozenset()
    )
    return {
        key: unmet_conditions
        for key, unmet_conditions in unselected_conditions.items()
        if key not in selected_keys
    }


def _list_selected_keys(settings: Iterable[Setting], values: Values) -> frozenset[str]:
    """Return the keys of settings declared outside an unselected ENUM value."""
    keys: set[str] = set()
    for setting in settings:
        keys.add(setting.key)
        keys |= _list_selected_keys(setting.settings, values)
        is_choice = setting.type is SettingType.ENUM
        for choice in setting.choices:
            if not is_choice or choice.key == values.get(setting.key):
                keys |= _list_selected_keys(choice.settings, values)
    return frozenset(keys)


def is_condition_met(condition: SettingCondition, values: Values) -> bool:
    """True if a condition holds. A condition that cannot be evaluated does not."""
    if not _is_understood(condition, values):
        return False
    value = values[condition.setting]
    if isinstance(value, tuple):
        return _has_flags(
            _list_selected_texts(value), _list_selected_texts(condition.value), condition.negated
        )
    return _are_equal(value, condition.value) is not condition.negated


def render_condition(declared_layer: DeclaredLayer, condition: SettingCondition) -> str:
    """Return a condition in English for a comment of a settings file."""
    setting = declared_layer.find_setting(condition.setting)
    if setting is None:
        return f"“{condition.setting}” = {condition.value}"
    value_text = render_value(setting, condition.value)
    if isinstance(condition.value, tuple) and condition.value:
        verb = "has none of" if condition.negated else "has"
    else:
        verb = "≠" if condition.negated else "="
    return f"“{setting.label}” {verb} {value_text or 'nothing'}"


def render_unmet_comment(declared_layer: DeclaredLayer, unmet_conditions: UnmetConditions) -> str:
    """Return why a setting has no effect, in English for a comment of a settings file."""
    word = " or " if unmet_conditions.mode is DependenceMode.ANY else " and "
    conditions_text = word.join(
        render_condition(declared_layer, condition) for condition in unmet_conditions.conditions
    )
    ineffective_clause = (
        ", which has no effect itself" if unmet_conditions.depends_on_ineffective else ""
    )
    return f"{NO_EFFECT} {conditions_text}{ineffective_clause}."


def _list_unmet_conditions(
    setting: Setting, values: Values, out: Container[str]
) -> tuple[SettingCondition, ...]:
    """Return the conditions of a setting that are not met.

    `out`: keys of settings without effect, which count as off.
    """
    # A setting that is off and has no effect is still off.
    conditions = [
        setting_condition
        for setting_condition in setting.dependence.conditions
        if _is_understood(setting_condition, values)
    ]
    unmet_conditions = tuple(
        condition
        for condition in conditions
        if not is_condition_met(condition, values)
        or (condition.setting in out and condition.value is not False)
    )
    if setting.dependence.mode is DependenceMode.ANY and len(unmet_conditions) < len(conditions):
        return ()
    return unmet_conditions


def _is_understood(condition: SettingCondition, values: Values) -> bool:
    """True if a condition names a known setting and a readable value."""
    return condition.setting in values and condition.value is not None


def _list_selected_texts(value: Value) -> frozenset[str]:
    """Return the selected flags or enabled entries, or the value itself as text."""
    return frozenset(list_enabled_texts(value) if isinstance(value, tuple) else [str(value)])


def _has_flags(selected_keys: frozenset[str], wanted_flags: frozenset[str], negated: bool) -> bool:
    """True if all wanted flags are selected or, negated, none of them.

    No wanted flags stand for no selected flag.
    """
    if not wanted_flags:
        return bool(selected_keys) is negated
    return not selected_keys & wanted_flags if negated else selected_keys >= wanted_flags


def _are_equal(value: Value, expected: Value) -> bool:
    """True if two values are equal, where true is not 1."""
    # In Python True == 1.
    return value == expected and isinstance(value, bool) == isinstance(expected, bool)


_MAX_SILENT_ANSWERS = 20  # limit for answers that trigger each other


class _TriggeredMessage(NamedTuple):
    """A message that is due, with its setting."""

    setting: Setting
    message: LayerMessage


def find_triggered_message(
    declared_layer: DeclaredLayer,
    values: Values,
    platform: str,
    dismissed_versions: Mapping[str, int],
    previous_values: Values | None = None,
) -> LayerMessage | None:
    """Return the first message of a layer that is to be shown, or None.

    Args:
        declared_layer: the layer with its messages.
        values: of its settings.
        platform: of the programs.
        dismissed_versions: version of each dismissed message, by its key.
        previous_values: values before a change, for messages about the change itself.
    """
    for triggered_message in _list_triggered_messages(
        declared_layer, values, platform, previous_values
    ):
        if not _is_dismissed(triggered_message.message, dismissed_versions):
            return triggered_message.message
    return None


def apply_dismissed_answers(
    declared_layer: DeclaredLayer,
    values: Values,
    platform: str,
    dismissed_versions: Mapping[str, int],
    previous_values: Values,
) -> Values:
    """Return the values after the default answers of dismissed messages changed them.

    Args:
        declared_layer: the layer with its messages.
        values: of its settings, after the user's change.
        platform: of the programs.
        dismissed_versions: version of each dismissed message, by its key.
        previous_values: values before the change.
    """
    for _ in range(_MAX_SILENT_ANSWERS):
        silent_answers = (
            triggered_message.message
            for triggered_message in _list_triggered_messages(
                declared_layer, values, platform, previous_values
            )
            if _is_dismissed(triggered_message.message, dismissed_versions)
            and not _was_met_before(triggered_message.message.conditions, previous_values)
        )
        answered_values = values
        for message in silent_answers:
            answered_values = apply_answer(declared_layer, values, find_default_answer(message))
            if answered_values != values:
                break
        if answered_values == values:
            break
        values, previous_values = answered_values, values
    return values


def find_default_answer(message: LayerMessage) -> MessageButton:
    """Return the button that counts while a message is dismissed."""
    return message.answers[min(message.default, len(message.answers) - 1)]


def apply_answer(declared_layer: DeclaredLayer, values: Values, button: MessageButton) -> Values:
    """Return the values after a message's button changed them."""
    settings = {setting.key: setting for setting in declared_layer.walk_settings()}
    changed_values = dict(values)
    for change in button.changes:
        setting = settings.get(change.setting)
        if setting is None or setting.type is SettingType.GROUP:
            continue
        if change.operation is not Operation.REMOVE and not fits_type(setting.type, change.value):
            continue
        value = _apply_change(setting, changed_values[setting.key], change)
        if is_default(setting, value) or check_value(setting, value) is None:
            changed_values[setting.key] = value
    return changed_values


def _list_triggered_messages(
    declared_layer: DeclaredLayer, values: Values, platform: str, previous_values: Values | None
) -> Iterator[_TriggeredMessage]:
    """Yield the messages for a platform whose conditions came to hold by a change of values."""
    for setting in declared_layer.walk_settings():
        for message in setting.messages:
            if not lists_platform(message.platforms, platform):
                continue
            if _is_triggered(setting, message.conditions, values, previous_values):
                yield _TriggeredMessage(setting, message)


def _is_triggered(
    setting: Setting,
    conditions: tuple[SettingCondition, ...],
    values: Values,
    previous_values: Values | None,
) -> bool:
    """True if the conditions hold or, without conditions, the setting itself changed."""
    if not conditions:  # it refers to any change of its setting
        key = setting.key
        return previous_values is not None and previous_values.get(key) != values.get(key)
    return all(is_condition_met(condition, values) for condition in conditions)


def _was_met_before(conditions: tuple[SettingCondition, ...], previous_values: Values) -> bool:
    """True if there are conditions and all held before the change."""
    return bool(conditions) and all(
        is_condition_met(condition, previous_values) for condition in conditions
    )


def _is_dismissed(message: LayerMessage, dismissed_versions: Mapping[str, int]) -> bool:
    """True if the user dismissed this version of the message or a newer one."""
    return dismissed_versions.get(message.key, -1) >= message.version


def _apply_change(setting: Setting, value: Value, change: SettingChange) -> Value:
    """Return the value of a setting after a button of a message sets, adds or removes a part."""
    if not isinstance(value, tuple) or not isinstance(change.value, tuple):
        if change.operation is Operation.REMOVE:
            return setting.default
        return normalize_value(setting, change.value)
    if change.operation is Operation.SET:
        return normalize_value(setting, change.value)
    names = {get_entry_text(entry) for entry in change.value}
    remaining = [entry for entry in value if get_entry_text(entry) not in names]
    added_entries = change.value if change.operation is Operation.APPEND else ()
    if setting.type is SettingType.LIST:
        return tuple(entry for entry in (*remaining, *added_entries) if isinstance(entry, ListItem))
    return normalize_value(
        setting, tuple(entry for entry in (*remaining, *added_entries) if isinstance(entry, str))
    )
