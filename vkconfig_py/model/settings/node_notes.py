"""The sentences under a setting: what is not valid, what wins over it, what it needs. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.model.settings.checking import Invalid, check_value, entry_problem, parse_text
from vkconfig_py.model.settings.converting import list_item
from vkconfig_py.model.settings.declared import (
    Condition,
    DeclaredLayer,
    DependenceMode,
    ListItem,
    Setting,
    SettingType,
    Value,
)
from vkconfig_py.model.settings.dependence import IN_VAIN, Unmet
from vkconfig_py.model.settings.encoding import Carrier, entry_refusal
from vkconfig_py.model.settings.names import overriding
from vkconfig_py.model.settings.node_texts import named_text, value_text
from vkconfig_py.model.settings.nodes import Note
from vkconfig_py.model.settings.values import ValueNote
from vkconfig_py.model.settings.written import Carried

USE_DEFAULT = "Use the default"
_LONGEST = 60


def draft_note(setting: Setting, draft: str, value: Value) -> Note | None:
    """Say why a typed text is not taken, and what stays in force."""
    problem = draft_problem(setting, draft, value)
    if problem is None:
        return None
    if setting.type is SettingType.LIST:
        return Note("error", "error", f"{problem.reason} Not added.")
    stays = named_text(setting, value)
    return Note("error", "error", f"{problem.reason} Not written: {stays} stays in force.")


def draft_problem(setting: Setting, draft: str, value: Value) -> Invalid | None:
    """Return why a typed text is not valid; in a list it is an entry to be added."""
    if setting.type is not SettingType.LIST:
        parsed = parse_text(setting, draft)
        return parsed if isinstance(parsed, Invalid) else None
    items = [one for one in value if isinstance(one, ListItem)] if isinstance(value, tuple) else []
    text = draft.strip()
    return check_value(setting, (*items, list_item(text))) if text else None


def lost_note(setting: Setting, lost: ValueNote) -> Note:
    """Say why a value that is kept is not in force; the link forgets it."""
    default = named_text(setting, setting.default)
    return Note("error", "error", f"{lost.sentence} Not written.", f"Use {default}")


def unwritten_note(setting: Setting, in_file: Carried, in_variable: Carried) -> Note | None:
    """Say why nothing of a value is written; each entry of several says it for itself."""
    if not in_file.refused:
        return None
    told = _not_written(in_file.refused, by_variable=not in_variable.refused)
    is_named = setting.type is SettingType.ENUM
    default = f"Use {named_text(setting, setting.default)}" if is_named else USE_DEFAULT
    return Note("error", "error", told, default)


def entry_note(setting: Setting, entry: str, separator: str) -> Note | None:
    """Say why an entry of a list is not written."""
    reason = entry_problem(setting, entry) or entry_refusal(entry, separator, Carrier.FILE)
    if not reason:
        return None
    by_variable = not (
        entry_problem(setting, entry) or entry_refusal(entry, separator, Carrier.VARIABLE)
    )
    return Note("error", "error", _not_written(reason, by_variable=by_variable))


def _not_written(reason: str, *, by_variable: bool) -> str:
    """Settings reach programs by a file; only where one of another hides it, by variables."""
    return f"{reason} Not written{', only set as a variable' if by_variable else ''}."


def override_note(
    declared: DeclaredLayer,
    setting: Setting,
    environment: Mapping[str, str],
    own: frozenset[str],
) -> Note | None:
    """Say which variable wins over a setting, and who sets it."""
    found = overriding(declared, setting, environment)
    if found is None:
        return None
    who = "This configuration" if found.name in own else "Your session"
    value = found.value if len(found.value) <= _LONGEST else f"{found.value[:_LONGEST]}…"
    does = "counts too" if found.adds else "wins"
    return Note("warn", "terminal", f"{who} sets {found.name}={value}, which {does}.")


def deprecated_note(setting: Setting, settings: Mapping[str, Setting]) -> Note | None:
    """Say what takes the place of a setting that is on its way out."""
    if not setting.deprecated_by:
        return None
    other = settings.get(setting.deprecated_by)
    if other is None:
        return Note("info", "info", f"Deprecated: {setting.deprecated_by} takes its place.")
    return Note("info", "info", "Deprecated: another setting takes its place.",
                other.label, other.key)  # fmt: skip


def unmet_note(unmet: Unmet | None, settings: Mapping[str, Setting]) -> Note | None:
    """Say what has to hold for a setting to have an effect."""
    if unmet is None:
        return None
    words = [_condition(one, settings) for one in unmet.conditions]
    joined = (" or " if unmet.mode is DependenceMode.ANY else " and ").join(words)
    target = next((one.setting for one in unmet.conditions if one.setting in settings), "")
    link = "Go there" if target else ""
    vain = IN_VAIN if unmet.is_met_in_vain else ""
    return Note("info", "info", f"Works only with {joined}{vain}.", link, target)


def _condition(condition: Condition, settings: Mapping[str, Setting]) -> str:
    setting = settings.get(condition.setting)
    if setting is None:
        return f"{condition.setting}, which this layer does not have"
    if setting.type in (SettingType.BOOL, SettingType.BOOL_NUMERIC):
        return f"{setting.label} {value_text(setting, condition.value)}"
    if setting.type is SettingType.FLAGS and isinstance(condition.value, tuple):
        labels = {choice.key: choice.label for choice in setting.choices}
        flags = " and ".join(labels.get(str(key), str(key)) for key in condition.value)
        return f"{flags} on in {setting.label}"
    return f"{setting.label} set to {value_text(setting, condition.value)}"
