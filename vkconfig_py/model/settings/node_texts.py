"""Words of the settings page: values, hints and what a screen reader says. Pure."""

from __future__ import annotations

from vkconfig_py.model.settings.checking import display_text
from vkconfig_py.model.settings.declared import (
    Choice,
    ListItem,
    Setting,
    SettingType,
    Status,
    Value,
)
from vkconfig_py.model.settings.nodes import FIELDS, Input, Mark, Node, NodeKind

_FEW = 3  # flags that are named; of more the number is told
_ON_OFF = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})


def words_of(query: str) -> tuple[str, ...]:
    """Return what is searched for."""
    return tuple(query.casefold().split())


def mention(words: tuple[str, ...], of: Setting | Choice) -> bool:
    """Return whether a setting or a flag by itself has every word in its texts."""
    text = f"{of.key} {of.label} {of.description}".casefold()
    return all(word in text for word in words)


def status_text(status: Status) -> str:
    """Return how mature something is, "" for what is stable."""
    return "" if status is Status.STABLE else status.value.lower()


def hint(setting: Setting) -> str:
    """Return the small text beside a label: how mature, in what unit, else the key."""
    told = ", ".join(filter(None, (setting.unit, status_text(setting.status))))
    if told:
        return told
    return "" if setting.type in _ON_OFF or setting.type is SettingType.FLAGS else setting.key


def value_text(setting: Setting, value: Value) -> str:
    """Return a value in few words."""
    match setting.type:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return "on" if value else "off"
        case SettingType.ENUM:
            labels = {choice.key: choice.label for choice in setting.choices}
            return labels.get(str(value), str(value))
        case SettingType.FLAGS:
            return _flags_text(setting, value)
        case SettingType.LIST:
            return _list_text(value)
        case _:
            return display_text(setting, value)


def named_text(setting: Setting, value: Value) -> str:
    """Return a value in few words where an empty one has to be named."""
    return value_text(setting, value) or "nothing"


def plain_text(value: Value) -> str:
    """Return a value of a setting that nobody declares."""
    if isinstance(value, tuple):
        return ", ".join(str(one.value if isinstance(one, ListItem) else one) for one in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _flags_text(setting: Setting, value: Value) -> str:
    keys = value if isinstance(value, tuple) else ()
    labels = [choice.label for choice in setting.choices if choice.key in keys]
    if not keys:
        return "none"
    if len(labels) > _FEW:
        return f"{len(labels)} of {len(setting.choices)}"
    return ", ".join(labels) or "none"


def _list_text(value: Value) -> str:
    items = [one for one in value if isinstance(one, ListItem)] if isinstance(value, tuple) else []
    on = sum(item.enabled for item in items)
    if not items:
        return "none"
    if on < len(items):
        return f"{on} of {len(items)} on"
    return "1 entry" if on == 1 else f"{on} entries"


_KINDS = {
    Input.TEXT: "text",
    Input.NUMBER: "number",
    Input.CHOICE: "choice",
    Input.LIST: "list",
    Input.LOAD_FILE: "file",
    Input.SAVE_FILE: "file",
    Input.FOLDER: "folder",
}


def spoken(node: Node) -> str:
    """Return a row as one sentence."""
    parts = [node.label]
    if node.kind is NodeKind.GROUP:
        parts.append("group")
    if node.checked is not None:
        parts.append("on" if node.checked else "off")
    if node.input in FIELDS or node.input is Input.CHOICE:
        parts.append(f"{_KINDS[node.input]}: {node.text or 'empty'}")
    parts.append(node.hint)
    if node.mark is Mark.CHANGED:
        parts.append("changed in this session")
    parts.append(node.default)
    if node.needs and not any(note.text == node.needs for note in node.notes):
        parts.append("no effect now")
    said = ", ".join(part for part in parts if part)
    return " ".join((f"{said}.", *(note.text for note in node.notes))) if node.notes else said
