"""Rows of the settings tree: values and their shapes, hints, the sentences under a setting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, StrEnum
from math import ceil, floor

from vkconfig_py.language.sentences import counted, join_choices, join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import DeviceEntry, ListItem, SettingType, Value
from vkconfig_py.model.layer_settings.checks import (
    InvalidValue,
    check_value,
    explain_invalid_entry,
    parse_text,
    render_value,
)
from vkconfig_py.model.layer_settings.conversion import (
    list_enabled_texts,
    make_list_item,
    parse_float,
)
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    DependenceMode,
    NamedThing,
    Setting,
    SettingChoice,
    SettingCondition,
    SettingStatus,
    TextForm,
)
from vkconfig_py.model.layer_settings.encoding import (
    EncodedValue,
    TextTarget,
    explain_refused_entry,
)
from vkconfig_py.model.layer_settings.layer_values import ValueNote, find_lone_entry, list_items
from vkconfig_py.model.layer_settings.setting_conditions import UnmetConditions
from vkconfig_py.model.layer_settings.setting_names import (
    OverridingVariable,
    find_overriding_variable,
    render_winning_variable,
)
from vkconfig_py.model.text.wording import get_display_names

_MAX_RANGE = 5000  # a wider range is nothing that a slider can find a value in
_MAX_STEPS = 1000  # of numbers with a fraction
_FRACTION_DIGITS = 2  # where a range does not say how many
_ROUNDED_DIGITS = 6  # digits that tell a step from what floats make of it: 0.3 * 10
_COLOR_PATTERN = re.compile("[0-9a-fA-F]{6}")
_COLOR_COUNTS = {TextForm.COLOR: 1, TextForm.THREE_COLORS: 3}
_NAMED_KEYS = (NamedThing.KEY, NamedThing.KEYS)


class ShapeKind(Enum):
    """What is chosen."""

    COLORS = "colors"
    KEYS = "keys"
    NUMBER = "number"
    DEVICES = "devices"


class ValueShape(NamedTuple):
    """What the text of a setting consists of.

    Attributes:
        color_count: of colors.
        names: what keys or devices are named by.
        minimum, maximum, digits: of a number, with the digits of its fraction.
    """

    kind: ShapeKind
    color_count: int = 0
    names: NamedThing = NamedThing.NOTHING
    minimum: float = 0
    maximum: float = 0
    digits: int = 0

    # ---- numbers: a slider counts steps from 0, so that of whole numbers these are the numbers

    @property
    def first_step(self) -> int:
        """The step at or above the least number."""
        return ceil(round(self.minimum * 10.0**self.digits, _ROUNDED_DIGITS))

    @property
    def last_step(self) -> int:
        """The step at or below the greatest number."""
        return floor(round(self.maximum * 10.0**self.digits, _ROUNDED_DIGITS))

    def find_step(self, text: str) -> int:
        """Return the step nearest to a number, the first one if the text is no number."""
        number = parse_float(text)
        if number is None:
            return self.first_step
        step = round(min(max(number, self.minimum), self.maximum) * 10.0**self.digits)
        return min(max(step, self.first_step), self.last_step)

    def render_step(self, step: int) -> str:
        """Return the number at a step, as it is typed."""
        return f"{step / 10.0**self.digits:.{self.digits}f}"


def find_shape(setting: Setting) -> ValueShape | None:
    """Return the shape of a setting's value, None for a plain text."""
    match setting.type:
        case SettingType.INT | SettingType.FLOAT:
            return _find_range(setting)
        case SettingType.STRING if setting.form in _COLOR_COUNTS:
            return ValueShape(ShapeKind.COLORS, color_count=_COLOR_COUNTS[setting.form])
        case SettingType.STRING if setting.names in _NAMED_KEYS:
            return ValueShape(ShapeKind.KEYS, names=setting.names)
        case SettingType.STRING if setting.names is not NamedThing.NOTHING:
            return ValueShape(ShapeKind.DEVICES, names=setting.names)
    return None


def _find_range(setting: Setting) -> ValueShape | None:
    """Return the shape of a number between two ends, None without both or for a wide range."""
    minimum, maximum = setting.minimum, setting.maximum
    if minimum is None or maximum is None or not 0 < maximum - minimum <= _MAX_RANGE:
        return None
    digits = 0
    if setting.type is SettingType.FLOAT:
        digits = _FRACTION_DIGITS if setting.precision is None else setting.precision
        while digits and (maximum - minimum) * 10.0**digits > _MAX_STEPS:
            digits -= 1
    return ValueShape(ShapeKind.NUMBER, minimum=minimum, maximum=maximum, digits=digits)


def split_colors(text: str, count: int) -> tuple[str, ...]:
    """Return the colors of a text, as many as a setting has, "" for one that is none."""
    parts = [part.strip() for part in text.split(",")]
    colors = [part if _COLOR_PATTERN.fullmatch(part) else "" for part in parts[:count]]
    return (*colors, *[""] * (count - len(colors)))


def replace_color(text: str, value_shape: ValueShape, number: int, color: str) -> str:
    """Return a text with one of its colors replaced; what is no color becomes the new one."""
    colors = split_colors(text, value_shape.color_count)
    return ",".join(color if index == number else old or color for index, old in enumerate(colors))


class DeviceValue(NamedTuple):
    """A found device, and the text that names it in a setting."""

    text: str
    name: str


def list_device_values(
    value_shape: ValueShape, devices: Iterable[DeviceEntry], render_nodes: tuple[str, ...] = ()
) -> tuple[DeviceValue, ...]:
    """Return the found devices that a setting can name, each text once.

    Args:
        value_shape: of the setting.
        devices: found by probes.
        render_nodes: PCI addresses of the GPUs, in the order of their render nodes.
    """
    values: dict[str, DeviceValue] = {}
    for device in devices:
        if text := _name_device(value_shape.names, device, render_nodes):
            values.setdefault(text, DeviceValue(text, device.name))
    return tuple(values.values())


def _name_device(names: NamedThing, device: DeviceEntry, render_nodes: tuple[str, ...]) -> str:
    """Return the text that names a device, or "" if it cannot be named so."""
    match names:
        case NamedThing.DEVICE_IDS:
            return f"{device.vendor_id:x}:{device.device_id:x}"
        case NamedThing.PCI_ADDRESS:
            return device.pci
        case NamedThing.PCI_TAG if device.pci:
            return "pci-" + re.sub("[:.]", "_", device.pci)
        case NamedThing.RENDER_NODES if device.pci in render_nodes:
            return str(render_nodes.index(device.pci))
    return ""


def toggle_device(text: str, value: str, *, is_on: bool) -> str:
    """Return a list of devices with one of them added or taken away, in the order of numbers."""
    parts = [part.strip() for part in text.split(",") if part.strip() not in ("", value)]
    if is_on:
        parts.append(value)
    return ",".join(sorted(parts, key=lambda part: (len(part), part)))


class NodeKind(StrEnum):
    """Kind of a row."""

    GROUP = "group"
    SETTING = "setting"
    FLAG = "flag"  # one flag of a FLAGS setting
    ITEM = "item"  # one entry of a list
    LOST_FLAG = "lost-flag"  # a flag in the value that the layer does not declare
    LOST = "lost"  # a value of a setting that the layer does not declare


class ValueInput(StrEnum):
    """Editor for the value of a row; check boxes are given by Node.checked."""

    NONE = ""
    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"
    LIST = "list"  # the field adds an entry; each entry has a row
    ENTRY = "entry"  # a list of at most one entry, which is in the field
    LOAD_FILE = "load-file"
    SAVE_FILE = "save-file"
    FOLDER = "folder"


PATH_INPUTS = frozenset({ValueInput.LOAD_FILE, ValueInput.SAVE_FILE, ValueInput.FOLDER})
FIELD_INPUTS = PATH_INPUTS | {
    ValueInput.TEXT,
    ValueInput.NUMBER,
    ValueInput.LIST,
    ValueInput.ENTRY,
}
NO_ENTRIES = tr("none", "flags or entries")


class ChangeMark(StrEnum):
    """Whether the user set a value, and changed it since the session began."""

    NONE = ""
    CHANGED = "changed"  # changed since the session began
    KEPT = "kept"  # set, unchanged since the session began


class SettingNote(NamedTuple):
    """A sentence under a row.

    Attributes:
        tone: "error", "warn" or "info".
        link: text of the link after the sentence, or "".
        target: id of the row that the link selects; "": the link repairs this row.
        missing_entry: what the link adds to the LIST that is its target, instead of going there.
    """

    tone: str
    icon: str
    text: str
    link: str = ""
    target: str = ""
    missing_entry: str = ""


class SettingRow(NamedTuple):
    """One row with its children.

    Attributes:
        setting: key of its setting.
        part: key of the flag, or text of the list's entry.
        checked: None without a check box.
        text: content of its field. draft: not a valid value, so not written.
        unit: of a number, shown behind it.
        shape: what can be chosen instead of typed, None for a plain text.
        can_browse: files or folders can be chosen for it.
        default_text: "default 10" or "set to the default"; "" if the user did not set it.
        is_dimmed: it currently has no effect. needs: sentence about its requirements.
        is_requirement_noted: they are one of its notes, too.
        effect_word, effect: when an edit takes effect, "live" or "next launch", and as a sentence.
        is_hint_kept: a program runs with another value, which the hint says: it stands below a
            label that leaves no room for it.
    """

    id: str
    kind: NodeKind
    label: str
    setting: str = ""
    part: str = ""
    hint: str = ""
    checked: bool | None = None
    input_kind: ValueInput = ValueInput.NONE
    text: str = ""
    is_draft: bool = False
    unit: str = ""
    shape: ValueShape | None = None
    can_browse: bool = False
    default_text: str = ""
    can_remove: bool = False
    change_mark: ChangeMark = ChangeMark.NONE
    is_dimmed: bool = False
    requirement: str = ""
    is_requirement_noted: bool = False
    notes: tuple[SettingNote, ...] = ()
    effect_word: str = ""
    effect: str = ""
    is_hint_kept: bool = False
    description: str = ""
    detailed: str = ""
    url: str = ""
    is_expanded: bool = True
    children: tuple[SettingRow, ...] = ()

    @property
    def accessible_text(self) -> str:
        """The row as one sentence for screen readers."""
        parts = [self.label]
        if self.kind is NodeKind.GROUP:
            parts.append(tr("group", "of settings"))
        if self.checked is not None:
            parts.append(tr("on") if self.checked else tr("off"))
        if self.input_kind in FIELD_INPUTS or self.input_kind is ValueInput.CHOICE:
            filled_text, empty = (
                _ACCESSIBLE_INPUTS[self.input_kind]
                if self.shape is None
                else _ACCESSIBLE_SHAPES[self.shape.kind]
            )
            text = f"{self.text} {self.unit}" if self.unit else self.text
            parts.append(filled_text.format(value=text) if self.text else empty)
        parts.append(self.hint)
        if self.change_mark is ChangeMark.CHANGED:
            parts.append(tr("changed in this session"))
        elif self.change_mark is ChangeMark.KEPT:
            parts.append(tr("set before this session"))
        parts.append(self.default_text)
        if self.requirement and not self.is_requirement_noted:
            parts.append(tr("currently no effect"))
        sentence = ", ".join(part for part in parts if part)
        return (
            " ".join((f"{sentence}.", *(note.text for note in self.notes)))
            if self.notes
            else sentence
        )

    @property
    def shows_entry(self) -> bool:
        """True if the row is that of a list whose only entry is in its field."""
        return self.input_kind is ValueInput.ENTRY

    @property
    def can_reset(self) -> bool:
        """True if the user set the value or is typing one, which a reset removes."""
        return bool(self.default_text) or self.is_draft

    def walk(self) -> Iterator[SettingRow]:
        """Yield the row and all rows below it."""
        yield self
        for child in self.children:
            yield from child.walk()


NUMBER_TYPES = frozenset({SettingType.INT, SettingType.FLOAT})
_MAX_LISTED = 3  # flags that are named; beyond that only their number


def split_query(query: str) -> tuple[str, ...]:
    """Return the case-folded words of a search."""
    return tuple(query.casefold().split())


def has_all_words(words: tuple[str, ...], part: Setting | SettingChoice) -> bool:
    """True if key, label or description contain each of the case-folded words."""
    text = f"{part.key} {part.label} {part.description}".casefold()
    return all(word in text for word in words)


_MATURITY_WORDS = {
    SettingStatus.STABLE: "",
    SettingStatus.BETA: tr("beta"),
    SettingStatus.ALPHA: tr("alpha"),
    SettingStatus.DEPRECATED: tr("deprecated"),
}


def render_status(status: SettingStatus) -> str:
    """Return the maturity in words, "" for stable."""
    return _MATURITY_WORDS[status]


def render_versions(setting: Setting, layer: str, release: str) -> str:
    """Return the versions of a layer that know a setting, if not all do.

    `release`: the installed version, which knows each setting that has a row; "" if unknown.
    """
    if release:
        return ""
    (name,) = get_display_names([layer])
    if setting.since:
        return tr("needs {layer} {version} or newer", layer=name, version=setting.since)
    if setting.until:
        return tr("only up to {layer} {version}", layer=name, version=setting.until)
    return ""


class EffectTime(Enum):
    """When an edit reaches the programs that were launched with the configuration."""

    NO_PROGRAM = "no program"  # none runs
    WHILE_RUNNING = "while running"  # none runs, and one that does will take it at once
    NEXT_LAUNCH = "next launch"
    PENDING = "pending"  # the same, and the program runs with another value
    NOW = "now"  # its layer reads the changed file again


_NEXT_LAUNCH_WORD = tr("next launch")
_LIVE_WORD = tr("live", "a setting that a running program takes at once")
EFFECT_WORDS = {
    EffectTime.WHILE_RUNNING: _LIVE_WORD,
    EffectTime.NEXT_LAUNCH: _NEXT_LAUNCH_WORD,
    EffectTime.PENDING: _NEXT_LAUNCH_WORD,
    EffectTime.NOW: _LIVE_WORD,
}
EFFECT_SENTENCES = {
    EffectTime.WHILE_RUNNING: tr("While a program runs, a change reaches it at once."),
    EffectTime.NEXT_LAUNCH: tr("A change takes effect at the next launch."),
    EffectTime.PENDING: tr(
        "A running program still has another value; the next launch uses this one."
    ),
    EffectTime.NOW: tr("A change reaches the running program at once."),
}


def find_effect_time(
    setting: Setting, effect_time: EffectTime, *, is_live: bool, was_changed: bool
) -> EffectTime:
    """Return when an edit of a setting takes effect, which is never NO_PROGRAM.

    Args:
        setting: the setting.
        effect_time: of the settings that its layer does not read only once.
        is_live: its layer reads its file again when that changes.
        was_changed: it has another value than a program that runs was launched with.
    """
    if effect_time is EffectTime.NO_PROGRAM:
        is_read_again = is_live and not setting.at_start
        return EffectTime.WHILE_RUNNING if is_read_again else EffectTime.NEXT_LAUNCH
    if effect_time is EffectTime.NOW and not setting.at_start:
        return effect_time
    return EffectTime.PENDING if was_changed else EffectTime.NEXT_LAUNCH


def render_hint(
    setting: Setting, versions: str, effect_time: EffectTime, layer_effect_time: EffectTime
) -> str:
    """Return the small text beside a label: unit, maturity, `versions`, when an edit has effect.

    The last is said while a program runs that takes some settings of the layer at once
    (`layer_effect_time`), or that has another value.
    """
    unit = "" if setting.type in NUMBER_TYPES else setting.unit  # which is in the field of a number
    is_told = effect_time is EffectTime.PENDING or layer_effect_time is EffectTime.NOW
    when = EFFECT_WORDS[effect_time] if is_told else ""
    return ", ".join(filter(None, (unit, render_status(setting.status), versions, when)))


def render_value_text(setting: Setting, value: Value) -> str:
    """Return a value as the settings page displays it, "" for one without a text."""
    match setting.type:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return tr("on") if value else tr("off")
        case SettingType.ENUM:
            labels = {choice.key: choice.label for choice in setting.choices}
            return labels.get(str(value), str(value))
        case SettingType.FLAGS:
            return _render_flags(setting, value)
        case SettingType.LIST:
            return _render_list(setting, value)
        case _:
            return render_value(setting, value)


def render_named_value(setting: Setting, value: Value) -> str:
    """Return a value as displayed, or the word “nothing” if its text is empty."""
    return render_value_text(setting, value) or tr("nothing")


def render_plain_value(value: Value) -> str:
    """Return a value as text, whatever its setting, with commas between entries."""
    if isinstance(value, tuple):
        return ", ".join(str(item.value if isinstance(item, ListItem) else item) for item in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _render_flags(setting: Setting, value: Value) -> str:
    """Return flags by their labels or, if they are many, their number."""
    keys = value if isinstance(value, tuple) else ()
    labels = [choice.label for choice in setting.choices if choice.key in keys]
    if not keys:
        return NO_ENTRIES
    if len(labels) > _MAX_LISTED:
        return tr("{count} of {total}", count=len(labels), total=len(setting.choices))
    return ", ".join(labels) or NO_ENTRIES


def _render_list(setting: Setting, value: Value) -> str:
    """Return the only entry of a LIST, or how many it has and how many are enabled."""
    items = list_items(value)
    on = sum(item.enabled for item in items)
    if not items:
        return NO_ENTRIES
    if entry := find_lone_entry(setting, value):
        return entry
    if on < len(items):
        return tr("{count} of {total} on", count=on, total=len(items))
    return counted("{n} entries", "{n} entry", on)


_ACCESSIBLE_INPUTS = {
    ValueInput.TEXT: (tr("text: {value}"), tr("text: empty")),
    ValueInput.NUMBER: (tr("number: {value}"), tr("number: empty")),
    ValueInput.CHOICE: (tr("choice: {value}"), tr("choice: empty")),
    ValueInput.LIST: (tr("list: {value}"), tr("list: empty")),
    ValueInput.ENTRY: (tr("list: {value}"), tr("list: empty")),
    ValueInput.LOAD_FILE: (tr("file: {value}"), tr("file: empty")),
    ValueInput.SAVE_FILE: (tr("file: {value}"), tr("file: empty")),
    ValueInput.FOLDER: (tr("folder: {value}"), tr("folder: empty")),
}
_ACCESSIBLE_SHAPES = {
    ShapeKind.COLORS: (tr("color: {value}"), tr("color: empty")),
    ShapeKind.KEYS: (tr("keys: {value}"), tr("keys: empty")),
    ShapeKind.NUMBER: _ACCESSIBLE_INPUTS[ValueInput.NUMBER],
    ShapeKind.DEVICES: (tr("device: {value}"), tr("device: empty")),
}


USE_DEFAULT = tr("Use the default")
SET_TO_DEFAULT = tr("set to the default")
_MAX_SHOWN_LENGTH = 60


def make_draft_note(setting: Setting, problem: InvalidValue, value: Value) -> SettingNote:
    """Return the note that a typed text is invalid. `value`: the one that stays."""
    if setting.type is SettingType.LIST and not find_lone_entry(setting, value):
        return SettingNote("error", "error", tr("{reason} Not added.", reason=problem.reason))
    stored_text = render_named_value(setting, value)
    return SettingNote(
        "error",
        "error",
        tr(
            "{reason} Not written: {value} still applies.", reason=problem.reason, value=stored_text
        ),
    )


def find_draft_problem(setting: Setting, draft: str, value: Value) -> InvalidValue | None:
    """Return why a typed text is invalid, or None. It may be an entry to be added to a LIST."""
    is_new_entry = setting.type is SettingType.LIST and find_lone_entry(setting, value) is None
    if not is_new_entry:
        parsed_value = parse_text(setting, draft)
        return parsed_value if isinstance(parsed_value, InvalidValue) else None
    items = list_items(value)
    text = draft.strip()
    return check_value(setting, (*items, make_list_item(text))) if text else None


def make_lost_note(setting: Setting, lost_value: ValueNote) -> SettingNote:
    """Return the note that a stored value is not used. Its link removes the value."""
    sentence = tr("{reason} Not written.", reason=lost_value.sentence)
    return SettingNote("error", "error", sentence, _make_default_link(setting))


def make_unwritten_note(
    setting: Setting, value_in_file: EncodedValue, value_in_variable: EncodedValue
) -> SettingNote | None:
    """Return the note that a value cannot be written to the settings file, or None if it can."""
    if not value_in_file.refusal:
        return None
    sentence = _render_not_written(
        value_in_file.refusal, fits_variable=not value_in_variable.refusal
    )
    is_named = setting.type is SettingType.ENUM
    return SettingNote(
        "error", "error", sentence, _make_default_link(setting) if is_named else USE_DEFAULT
    )


def _make_default_link(setting: Setting) -> str:
    """Return the text of a link that sets the default."""
    return tr("Use {value}", value=render_named_value(setting, setting.default))


def make_entry_note(setting: Setting, entry: str, separator: str) -> SettingNote | None:
    """Return the note that an entry of a LIST cannot be written to the file, or None."""
    reason = explain_invalid_entry(setting, entry) or explain_refused_entry(
        entry, separator, TextTarget.FILE
    )
    if not reason:
        return None
    fits_variable = not (
        explain_invalid_entry(setting, entry)
        or explain_refused_entry(entry, separator, TextTarget.VARIABLE)
    )
    return SettingNote("error", "error", _render_not_written(reason, fits_variable=fits_variable))


def _render_not_written(reason: str, *, fits_variable: bool) -> str:
    """Return a reason with the sentence that the value is not written.

    `fits_variable`: a variable can still hold it.
    """
    # Settings reach programs by a file; by variables only if another program's file hides it
    if fits_variable:
        return tr("{reason} Not written to the file, only set as a variable.", reason=reason)
    return tr("{reason} Not written.", reason=reason)


def make_override_note(
    declared_layer: DeclaredLayer,
    setting: Setting,
    environment: Mapping[str, str],
    configured_names: frozenset[str],
) -> SettingNote | None:
    """Return the note that a variable wins over a setting, or None."""
    variable = find_overriding_variable(declared_layer, setting, environment)
    if variable is None:
        return None
    return SettingNote(
        "warn",
        "terminal",
        _render_override(variable, is_configured=variable.name in configured_names),
    )


def _render_override(overriding_variable: OverridingVariable, *, is_configured: bool) -> str:
    """Return the sentence that a variable replaces a value or adds to it.

    `is_configured`: the configuration sets the variable.
    """
    name = overriding_variable.name
    value = (
        overriding_variable.value
        if len(overriding_variable.value) <= _MAX_SHOWN_LENGTH
        else f"{overriding_variable.value[:_MAX_SHOWN_LENGTH]}…"
    )
    if not (overriding_variable.is_doubtful or overriding_variable.adds_entries):
        return render_winning_variable(name, value, is_configured=is_configured)
    if is_configured:
        if overriding_variable.is_doubtful:
            return tr(
                "This configuration sets {name}={value}, which may take precedence.",
                name=name,
                value=value,
            )
        return tr(
            "This configuration sets {name}={value}, which also applies.", name=name, value=value
        )
    if overriding_variable.is_doubtful:
        return tr(
            "Your session sets {name}={value}, which may take precedence.", name=name, value=value
        )
    return tr("Your session sets {name}={value}, which also applies.", name=name, value=value)


def make_deprecated_note(setting: Setting, settings: Mapping[str, Setting]) -> SettingNote | None:
    """Return the note that a setting is deprecated, with a link to its successor, or None."""
    if not setting.deprecated_by:
        return None
    replacement = settings.get(setting.deprecated_by)
    if replacement is None:
        sentence = tr("Deprecated: use {setting} instead.", setting=setting.deprecated_by)
        return SettingNote("info", "info", sentence)
    return SettingNote(
        "info",
        "info",
        tr("Deprecated: use another setting instead."),
        replacement.label,
        replacement.key,
    )


def make_unmet_note(
    unmet_conditions: UnmetConditions | None, settings: Mapping[str, Setting]
) -> SettingNote | None:
    """Return the note that a setting has no effect, linked to what it needs, or None."""
    if unmet_conditions is None:
        return None
    sentence = render_needed(unmet_conditions, settings)
    if (entry := _find_missing_entry(unmet_conditions, settings)) is not None:
        return SettingNote("info", "info", sentence, *entry)
    target = next(
        (
            condition.setting
            for condition in unmet_conditions.conditions
            if condition.setting in settings
        ),
        "",
    )
    link = tr("Go to setting") if target else ""
    return SettingNote("info", "info", sentence, link, target)


def _find_missing_entry(
    unmet_conditions: UnmetConditions, settings: Mapping[str, Setting]
) -> tuple[str, str, str] | None:
    """Return the link that adds the entry that a LIST lacks, the LIST and the entry, or None."""
    if unmet_conditions.depends_on_ineffective:
        return None
    for condition in unmet_conditions.conditions:
        setting = settings.get(condition.setting)
        entries = list_enabled_texts(list_items(condition.value))
        if setting is not None and setting.type is SettingType.LIST and len(entries) == 1:
            link = tr("Add {entry} to {setting}", entry=entries[0], setting=setting.label)
            return link, setting.key, entries[0]
    return None


def render_needed(unmet_conditions: UnmetConditions, settings: Mapping[str, Setting]) -> str:
    """Return the sentence that names what a setting without effect needs to have one."""
    words = [_render_condition(condition, settings) for condition in unmet_conditions.conditions]
    conditions_text = (
        join_choices(words) if unmet_conditions.mode is DependenceMode.ANY else join_words(words)
    )
    if unmet_conditions.depends_on_ineffective:
        return tr(
            "Works only with {conditions}, but a required setting currently has no effect.",
            conditions=conditions_text,
        )
    return tr("Works only with {conditions}.", conditions=conditions_text)


def _render_condition(condition: SettingCondition, settings: Mapping[str, Setting]) -> str:
    """Return a condition in words, such as “Core” on, with labels in quotation marks."""
    setting = settings.get(condition.setting)
    if setting is None:
        return tr("{setting}, which this layer lacks", setting=condition.setting)
    if setting.type in (SettingType.BOOL, SettingType.BOOL_NUMERIC):
        if condition.value:
            return tr("“{setting}” on", setting=setting.label)
        return tr("“{setting}” off", setting=setting.label)
    if setting.type is SettingType.FLAGS and isinstance(condition.value, tuple):
        labels = {choice.key: choice.label for choice in setting.choices}
        flags = _quote_words(labels.get(str(key), str(key)) for key in condition.value)
        return tr("{flags} turned on in “{setting}”", flags=flags, setting=setting.label)
    if setting.type is SettingType.LIST:
        entries = _quote_words(list_enabled_texts(list_items(condition.value)))
        return tr("{entries} in “{setting}”", entries=entries, setting=setting.label)
    value = render_value_text(setting, condition.value)
    return tr("“{setting}” set to “{value}”", setting=setting.label, value=value)


def _quote_words(words: Iterable[str]) -> str:
    """Return words in quotation marks, joined as in a sentence."""
    return join_words([tr("“{name}”", name=word) for word in words])
