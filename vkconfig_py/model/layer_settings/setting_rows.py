"""Rows of the settings tree: values, hints, and the sentences under a setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.layer_settings.checks import (
    Invalid,
    check_value,
    display_text,
    entry_problem,
    parse_text,
)
from vkconfig_py.model.layer_settings.conversion import list_item
from vkconfig_py.model.layer_settings.declared import (
    Choice,
    Condition,
    DeclaredLayer,
    DependenceMode,
    Setting,
    Status,
)
from vkconfig_py.model.layer_settings.encoding import Encoded, TextTarget, entry_refusal
from vkconfig_py.model.layer_settings.layer_values import ValueNote, items_of
from vkconfig_py.model.layer_settings.setting_conditions import IN_VAIN, Unmet
from vkconfig_py.model.layer_settings.setting_names import overriding


class NodeKind(StrEnum):
    """Kind of a row."""

    GROUP = "group"
    SETTING = "setting"
    FLAG = "flag"  # one flag of a FLAGS setting
    ITEM = "item"  # one entry of a list
    LOST_FLAG = "lost-flag"  # a flag in the value that the layer does not declare
    LOST = "lost"  # a value of a setting that the layer does not declare


class Input(StrEnum):
    """Editor for the value of a row; check boxes are given by Node.checked."""

    NONE = ""
    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"
    LIST = "list"  # the field adds an entry
    LOAD_FILE = "load-file"
    SAVE_FILE = "save-file"
    FOLDER = "folder"


PATHS = frozenset({Input.LOAD_FILE, Input.SAVE_FILE, Input.FOLDER})
FIELDS = PATHS | {Input.TEXT, Input.NUMBER, Input.LIST}


class Mark(StrEnum):
    """Difference of a value from the layer's default and from the session's start."""

    NONE = ""
    CHANGED = "changed"  # changed since the session began
    KEPT = "kept"  # not the default, unchanged since the session began


class Note(NamedTuple):
    """A sentence under a row.

    Attributes:
        tone: "error", "warn" or "info".
        link: text of the link after the sentence, or "".
        target: id of the row that the link selects; "": the link repairs this row.
    """

    tone: str
    icon: str
    text: str
    link: str = ""
    target: str = ""


class Node(NamedTuple):
    """One row with its children.

    Attributes:
        setting: key of its setting.
        part: key of the flag, or text of the list's entry.
        checked: None without a check box.
        text: content of its field. draft: not a valid value, so not written.
        default: "default 10"; "" if the value is the default.
        dim: it currently has no effect. needs: sentence about its requirements.
    """

    id: str
    kind: NodeKind
    label: str
    setting: str = ""
    part: str = ""
    hint: str = ""
    checked: bool | None = None
    input: Input = Input.NONE
    text: str = ""
    draft: bool = False
    default: str = ""
    removable: bool = False
    mark: Mark = Mark.NONE
    dim: bool = False
    needs: str = ""
    notes: tuple[Note, ...] = ()
    about: str = ""
    detailed: str = ""
    url: str = ""
    expanded: bool = True
    children: tuple[Node, ...] = ()

    @property
    def accessible(self) -> str:
        """The row as one sentence for screen readers."""
        return _spoken(self)

    @property
    def can_reset(self) -> bool:
        return bool(self.default) or self.draft

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


_FEW = 3  # flags that are named; beyond that only their number
_ON_OFF = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})


def words_of(query: str) -> tuple[str, ...]:
    return tuple(query.casefold().split())


def mention(words: tuple[str, ...], of: Setting | Choice) -> bool:
    text = f"{of.key} {of.label} {of.description}".casefold()
    return all(word in text for word in words)


def status_text(status: Status) -> str:
    """Maturity in words, "" for stable."""
    return "" if status is Status.STABLE else status.value.lower()


def versions(setting: Setting) -> str:
    """Which versions of a layer know a setting that not all of them know."""
    if setting.since:
        return tr("{since} and newer", since=setting.since)
    return tr("up to {until}", until=setting.until) if setting.until else ""


def hint(setting: Setting) -> str:
    """Small text beside a label: maturity, unit, or else the key."""
    told = ", ".join(filter(None, (setting.unit, status_text(setting.status), versions(setting))))
    if told:
        return told
    return "" if setting.type in _ON_OFF or setting.type is SettingType.FLAGS else setting.key


def value_text(setting: Setting, value: Value) -> str:
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
    return value_text(setting, value) or "nothing"


def plain_text(value: Value) -> str:
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
        return tr("{labels} of {choices}", labels=len(labels), choices=len(setting.choices))
    return ", ".join(labels) or "none"


def _list_text(value: Value) -> str:
    items = items_of(value)
    on = sum(item.enabled for item in items)
    if not items:
        return "none"
    if on < len(items):
        return tr("{on} of {items} on", on=on, items=len(items))
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


def _spoken(node: Node) -> str:
    parts = [node.label]
    if node.kind is NodeKind.GROUP:
        parts.append("group")
    if node.checked is not None:
        parts.append("on" if node.checked else "off")
    if node.input in FIELDS or node.input is Input.CHOICE:
        parts.append(f"{_KINDS[node.input]}: {node.text or 'empty'}")
    parts.append(node.hint)
    if node.mark is Mark.CHANGED:
        parts.append(tr("changed in this session"))
    parts.append(node.default)
    if node.needs and not any(note.text == node.needs for note in node.notes):
        parts.append(tr("no effect now"))
    said = ", ".join(part for part in parts if part)
    return " ".join((f"{said}.", *(note.text for note in node.notes))) if node.notes else said


USE_DEFAULT = tr("Use the default")
_LONGEST = 60


def draft_note(setting: Setting, draft: str, value: Value) -> Note | None:
    problem = draft_problem(setting, draft, value)
    if problem is None:
        return None
    if setting.type is SettingType.LIST:
        return Note("error", "error", tr("{reason} Not added.", reason=problem.reason))
    stays = named_text(setting, value)
    return Note(
        "error",
        "error",
        tr("{reason} Not written: {stays} stays in force.", reason=problem.reason, stays=stays),
    )


def draft_problem(setting: Setting, draft: str, value: Value) -> Invalid | None:
    """Reason why typed text is invalid; for a list the text is an entry to be added."""
    if setting.type is not SettingType.LIST:
        parsed = parse_text(setting, draft)
        return parsed if isinstance(parsed, Invalid) else None
    items = items_of(value)
    text = draft.strip()
    return check_value(setting, (*items, list_item(text))) if text else None


def lost_note(setting: Setting, lost: ValueNote) -> Note:
    """Note that a stored value is not used; its link removes the value."""
    default = named_text(setting, setting.default)
    return Note(
        "error",
        "error",
        tr("{sentence} Not written.", sentence=lost.sentence),
        tr("Use {default}", default=default),
    )


def unwritten_note(setting: Setting, in_file: Encoded, in_variable: Encoded) -> Note | None:
    if not in_file.refused:
        return None
    told = _not_written(in_file.refused, by_variable=not in_variable.refused)
    is_named = setting.type is SettingType.ENUM
    default = (
        tr("Use {setting}", setting=named_text(setting, setting.default))
        if is_named
        else USE_DEFAULT
    )
    return Note("error", "error", told, default)


def entry_note(setting: Setting, entry: str, separator: str) -> Note | None:
    reason = entry_problem(setting, entry) or entry_refusal(entry, separator, TextTarget.FILE)
    if not reason:
        return None
    by_variable = not (
        entry_problem(setting, entry) or entry_refusal(entry, separator, TextTarget.VARIABLE)
    )
    return Note("error", "error", _not_written(reason, by_variable=by_variable))


def _not_written(reason: str, *, by_variable: bool) -> str:
    # Settings reach programs by a file; by variables only if another program's file hides it
    return tr(
        "{reason} Not written{value}.",
        reason=reason,
        value=", only set as a variable" if by_variable else "",
    )


def override_note(
    declared: DeclaredLayer,
    setting: Setting,
    environment: Mapping[str, str],
    own: frozenset[str],
) -> Note | None:
    found = overriding(declared, setting, environment)
    if found is None:
        return None
    who = tr("This configuration") if found.name in own else tr("Your session")
    value = found.value if len(found.value) <= _LONGEST else f"{found.value[:_LONGEST]}…"
    return Note(
        "warn",
        "terminal",
        tr(
            "{who} sets {name}={value}, which {effect}.",
            who=who,
            name=found.name,
            value=value,
            effect=found.effect,
        ),
    )


def deprecated_note(setting: Setting, settings: Mapping[str, Setting]) -> Note | None:
    if not setting.deprecated_by:
        return None
    other = settings.get(setting.deprecated_by)
    if other is None:
        return Note(
            "info",
            "info",
            tr("Deprecated: {deprecated_by} takes its place.", deprecated_by=setting.deprecated_by),
        )
    return Note(
        "info", "info", tr("Deprecated: another setting takes its place."), other.label, other.key
    )


def unmet_note(unmet: Unmet | None, settings: Mapping[str, Setting]) -> Note | None:
    if unmet is None:
        return None
    words = [_condition(one, settings) for one in unmet.conditions]
    joined = (" or " if unmet.mode is DependenceMode.ANY else " and ").join(words)
    target = next((one.setting for one in unmet.conditions if one.setting in settings), "")
    link = tr("Go there") if target else ""
    vain = IN_VAIN if unmet.is_met_in_vain else ""
    return Note(
        "info",
        "info",
        tr("Works only with {joined}{vain}.", joined=joined, vain=vain),
        link,
        target,
    )


def _condition(condition: Condition, settings: Mapping[str, Setting]) -> str:
    setting = settings.get(condition.setting)
    if setting is None:
        return tr("{setting}, which this layer does not have", setting=condition.setting)
    if setting.type in (SettingType.BOOL, SettingType.BOOL_NUMERIC):
        return f"{setting.label} {value_text(setting, condition.value)}"
    if setting.type is SettingType.FLAGS and isinstance(condition.value, tuple):
        labels = {choice.key: choice.label for choice in setting.choices}
        flags = " and ".join(labels.get(str(key), str(key)) for key in condition.value)
        return tr("{flags} on in {label}", flags=flags, label=setting.label)
    return tr(
        "{label} set to {setting}",
        label=setting.label,
        setting=value_text(setting, condition.value),
    )
