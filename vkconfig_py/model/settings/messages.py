"""What a layer wants to tell about its settings, and what the user's answer changes.

A message is due when a change made its conditions hold, whatever type of setting was changed. One
that the user has put away stays away until the manifest has a newer version of it; meanwhile its
default answer is what happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.checking import check_value
from vkconfig_py.model.settings.converting import fits_type
from vkconfig_py.model.settings.declared import (
    Answer,
    Condition,
    DeclaredLayer,
    ListItem,
    Message,
    Operation,
    Setting,
    SettingChange,
    SettingType,
    Value,
)
from vkconfig_py.model.settings.dependence import holds
from vkconfig_py.model.settings.platforms import runs_on
from vkconfig_py.model.settings.values import Values, is_default, normal

_MOST_SILENT = 20  # answers that answer each other end somewhere


class _Due(NamedTuple):
    setting: Setting
    message: Message


def triggered(
    declared: DeclaredLayer,
    values: Values,
    platform: str,
    put_away: Mapping[str, int],
    before: Values | None = None,
) -> Message | None:
    """Return the first message to show.

    With `before`, the values before a change, it is one whose conditions did not hold then.
    """
    for due in _due(declared, values, platform, before):
        if not _is_put_away(due.message, put_away):
            return due.message
    return None


def settled(
    declared: DeclaredLayer,
    values: Values,
    platform: str,
    put_away: Mapping[str, int],
    before: Values,
) -> Values:
    """Return the values after the default answers of messages that were put away."""
    for _ in range(_MOST_SILENT):
        silent = (
            due.message
            for due in _due(declared, values, platform, before)
            if _is_put_away(due.message, put_away)
        )
        after = values
        for message in silent:
            after = apply_answer(declared, values, default_answer(message))
            if after != values:
                break
        if after == values:
            break
        values, before = after, values
    return values


def default_answer(message: Message) -> Answer:
    """Return the answer that counts when a message is put away."""
    return message.answers[min(message.default, len(message.answers) - 1)]


def apply_answer(declared: DeclaredLayer, values: Values, answer: Answer) -> Values:
    """Return the values after the changes of an answer, but for those that are not allowed."""
    settings = {setting.key: setting for setting in declared.walk()}
    changed = dict(values)
    for change in answer.changes:
        setting = settings.get(change.setting)
        if setting is None or setting.type is SettingType.GROUP:
            continue
        if change.operation is not Operation.REMOVE and not fits_type(setting.type, change.value):
            continue
        value = _change(setting, changed[setting.key], change)
        if is_default(setting, value) or check_value(setting, value) is None:
            changed[setting.key] = value
    return changed


def _due(
    declared: DeclaredLayer, values: Values, platform: str, before: Values | None
) -> Iterator[_Due]:
    for setting in declared.walk():
        for message in setting.messages:
            if not runs_on(message.platforms, platform):
                continue
            if not _holds(setting, message.conditions, values, before):
                continue
            if before is None or not _held(message.conditions, before):
                yield _Due(setting, message)


def _holds(
    setting: Setting, conditions: tuple[Condition, ...], values: Values, before: Values | None
) -> bool:
    if not conditions:  # it is about any change of its setting
        key = setting.key
        return before is not None and before.get(key) != values.get(key)
    return all(holds(condition, values) for condition in conditions)


def _held(conditions: tuple[Condition, ...], before: Values) -> bool:
    return bool(conditions) and all(holds(condition, before) for condition in conditions)


def _is_put_away(message: Message, put_away: Mapping[str, int]) -> bool:
    return put_away.get(message.key, -1) >= message.version


def _change(setting: Setting, value: Value, change: SettingChange) -> Value:
    if not isinstance(value, tuple) or not isinstance(change.value, tuple):
        if change.operation is Operation.REMOVE:
            return setting.default
        return normal(setting, change.value)
    if change.operation is Operation.SET:
        return normal(setting, change.value)
    names = {_name(one) for one in change.value}
    rest = [one for one in value if _name(one) not in names]
    added = change.value if change.operation is Operation.APPEND else ()
    if setting.type is SettingType.LIST:
        return tuple(one for one in (*rest, *added) if isinstance(one, ListItem))
    return normal(setting, tuple(one for one in (*rest, *added) if isinstance(one, str)))


def _name(entry: str | ListItem) -> str:
    return str(entry.value) if isinstance(entry, ListItem) else entry
