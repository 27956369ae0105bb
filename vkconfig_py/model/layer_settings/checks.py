"""Parses typed text to a value, and checks whether a value is allowed, with the reason if not."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import PATH_TYPES, ListItem, SettingType, Value
from vkconfig_py.model.layer_settings.conversion import (
    MAX_INTEGER,
    MIN_INTEGER,
    fits_type,
    list_enabled_texts,
    make_list_item,
    parse_bool,
    parse_float,
    parse_integer,
)
from vkconfig_py.model.layer_settings.declared import (
    Setting,
    SettingChoice,
    TextForm,
    has_machine_values,
    list_undeclared_parts,
    sort_flags,
)
from vkconfig_py.model.layer_settings.known_layers import PLAIN_READING, EntryReading
from vkconfig_py.model.text.wording import quote_name

# Vulkan-Utility-Libraries, IsFrameSets: start, count, step; empty text means no frames.
_FRAME_RANGE_LIST_PATTERN = re.compile(
    r"(?:[0-9]+(?:-[0-9]+){0,2}(?:,[0-9]+(?:-[0-9]+){0,2})*)?", re.ASCII
)
_LAST_FRAME = 2**32 - 1  # VK_EXT_layer_settings passes them as 32-bit values
_MIN_INT32, _MAX_INT32, _MAX_UINT32 = -(2**31), 2**31 - 1, 2**32 - 1
# C float, in which VK_EXT_layer_settings and VkConfig pass decimal numbers; smaller (subnormal)
# ones
# have less precision, and some machines treat them as 0.
MAX_FLOAT, MIN_POSITIVE_FLOAT = 3.4028234e38, 1.1754944e-38
_LINE_BREAK_PATTERN = re.compile(r"[\n\r\0]")


class InvalidValue(NamedTuple):
    """Reason why a value is not allowed, and the allowed values.

    Attributes:
        reason: a sentence. allowed: words such as "1 to 16 chars"; "" if anything else is.
    """

    reason: str
    allowed_text: str = ""


def parse_text(
    setting: Setting, text: str, entries: EntryReading = PLAIN_READING
) -> Value | InvalidValue:
    """Return the value that a typed text means, or why it is not allowed.

    `entries`: how this layer reads the entries of flags and lists.
    """
    parse = _PARSER_BY_SETTING_TYPE.get(setting.type)
    if entries is not PLAIN_READING and setting.type in (SettingType.FLAGS, SettingType.LIST):
        text = ",".join(map(entries.read, _split_parts(text)))
    parsed_value = parse(setting, text) if parse else text
    if isinstance(parsed_value, InvalidValue):
        return parsed_value
    return check_value(setting, parsed_value) or parsed_value


def check_value(setting: Setting, value: Value) -> InvalidValue | None:
    """Return why a setting may not have a value, or None if it may."""
    if not fits_type(setting.type, value):
        return InvalidValue(EXPECTED_VALUES[setting.type], describe_allowed_values(setting))
    match setting.type:
        case SettingType.INT | SettingType.FLOAT:
            return _check_number(setting, value)
        case SettingType.FRAMES:
            return _check_frames(setting, value)
        case SettingType.ENUM | SettingType.FLAGS:
            return _check_declared_values(setting, value)
        case SettingType.LIST:
            return _check_list(setting, value)
    return _check_text(value) or _check_text_form(setting, value)


def render_value(setting: Setting, value: Value) -> str:
    """Return a value as it is displayed and typed, so that parse_text reads it back.

    Disabled entries of a LIST are omitted.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _render_float(setting, value)
    if isinstance(value, tuple):
        return ", ".join(list_enabled_texts(value))
    return str(value)


def describe_allowed_values(setting: Setting) -> str:
    """Return the allowed values in words such as "1 to 16 chars", "" without a limit."""
    match setting.type:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return "true, false"  # as they are typed
        case SettingType.INT | SettingType.FLOAT:
            return _render_bounds(setting)
        case SettingType.FRAMES:
            return tr("a list of frames such as 3,8-2 or 5-8-2 (start-count or start-count-step)")
        case SettingType.ENUM | SettingType.FLAGS:
            return ", ".join(choice.key or choice.label for choice in setting.choices)
        case SettingType.LIST if setting.list_only:
            return ", ".join(str(suggestion) for suggestion in setting.suggestions)
    return ""


def find_bounds(setting: Setting) -> tuple[str, str]:
    """Return the minimum and maximum of a number setting as texts, "" for no limit.

    The unit follows the last of the two.
    """
    minimum, maximum = setting.minimum, setting.maximum
    unit = f" {setting.unit}" if setting.unit else ""
    minimum_text = (
        "" if minimum is None else f"{_render_number(minimum)}{unit if maximum is None else ''}"
    )
    return minimum_text, "" if maximum is None else f"{_render_number(maximum)}{unit}"


def _render_bounds(setting: Setting) -> str:
    """Return the range of a number in words, such as "1 to 16 chars", or "" without limits."""
    lowest, highest = find_bounds(setting)
    if lowest and highest:
        return tr("{least} to {most}", least=lowest, most=highest)
    if lowest:
        return tr("{least} or more", least=lowest)
    return tr("{most} or less", most=highest) if highest else ""


def _render_number(number: float) -> str:
    """Return a number as text, without a trailing ".0"."""
    return repr(number).removesuffix(".0")  # the shortest digits: as the manifest has them


def _check_number(setting: Setting, value: Value) -> InvalidValue | None:
    """Return why a number may not be set (not finite, out of range, unreadable), or None."""
    assert isinstance(value, int | float)
    allowed_text = describe_allowed_values(setting)
    minimum, maximum = setting.minimum, setting.maximum
    if isinstance(value, float) and not math.isfinite(value):
        return InvalidValue(tr("Must be a finite number."), allowed_text)
    if minimum is not None and maximum is not None and not minimum <= value <= maximum:
        return InvalidValue(
            tr(
                "Must be from {least} to {most}.",
                least=_render_number(minimum),
                most=_render_number(maximum),
            ),
            allowed_text,
        )
    if minimum is not None and value < minimum:
        return InvalidValue(
            tr("Must be {least} or more.", least=_render_number(minimum)), allowed_text
        )
    if maximum is not None and value > maximum:
        return InvalidValue(
            tr("Must be {most} or less.", most=_render_number(maximum)), allowed_text
        )
    reason = _explain_unreadable_number(setting, value)
    return InvalidValue(reason, allowed_text) if reason else None


def _explain_unreadable_number(setting: Setting, value: float) -> str:
    """Return why layers would read a different number than this one, or ""."""
    if setting.type is SettingType.INT:
        smallest, largest = _find_integer_range(setting)
        if smallest <= value <= largest:
            return ""
        return tr("Must be from {least} to {most}.", least=smallest, most=largest)
    # Numbers are shown as they are typed, in every language.
    if abs(value) > MAX_FLOAT:
        most_float = f"{MAX_FLOAT:.8g}"
        return tr("Must be from {least} to {most}.", least=f"-{most_float}", most=most_float)
    if value and abs(value) < MIN_POSITIVE_FLOAT:
        least_float = f"{MIN_POSITIVE_FLOAT:.8g}"
        return tr("Must be 0, at least {least}, or at most -{least}.", least=least_float)
    return ""


def _find_integer_range(setting: Setting) -> tuple[int, int]:
    """Return the smallest and largest integer that layers read without truncation."""
    # Older layers silently keep only the lower 32 bits (docs/layer_settings.md); a manifest whose
    # range or default is larger is trusted.
    declared_numbers = [setting.minimum, setting.maximum, setting.default]
    bounds = [number for number in declared_numbers if isinstance(number, int | float)]
    if setting.is_wide or any(not _MIN_INT32 <= bound <= _MAX_UINT32 for bound in bounds):
        return MIN_INTEGER, MAX_INTEGER
    if setting.minimum is None:
        return _MIN_INT32, _MAX_UINT32
    minimum = math.ceil(setting.minimum)
    return minimum, _MAX_INT32 if minimum < 0 else _MAX_UINT32


def _check_frames(setting: Setting, value: Value) -> InvalidValue | None:
    """Return why a text is not a list of frame ranges such as 3,8-2, or None if it is."""
    if not isinstance(value, str) or not _FRAME_RANGE_LIST_PATTERN.fullmatch(value):
        return InvalidValue(
            tr(
                "Must be a list of frames, such as 3,8-2 or 5-8-2 (start-count or "
                "start-count-step)."
            ),
            describe_allowed_values(setting),
        )
    if any(int(number) > _LAST_FRAME for number in re.findall("[0-9]+", value)):
        return InvalidValue(
            tr("Frame numbers cannot be higher than {last}.", last=_LAST_FRAME),
            describe_allowed_values(setting),
        )
    return None


def _check_declared_values(setting: Setting, value: Value) -> InvalidValue | None:
    """Return why an ENUM or FLAGS value that the manifest does not declare is refused, or None."""
    if unknown_names := list_undeclared_parts(setting, value):
        names = ", ".join(map(quote_name, unknown_names))
        sentence = (
            tr("The layer does not recognize the value {names}.", names=names)
            if setting.type is SettingType.ENUM
            else counted(
                "The layer does not recognize the flags {names}.",
                "The layer does not recognize the flag {names}.",
                len(unknown_names),
                names=names,
            )
        )
        return InvalidValue(sentence, describe_allowed_values(setting))
    if isinstance(value, tuple) and len(set(value)) < len(value):
        return InvalidValue(tr("A flag is listed twice."), describe_allowed_values(setting))
    return _check_text(value)


def _check_list(setting: Setting, value: Value) -> InvalidValue | None:
    """Return why a LIST may not be set (a repeated, invalid or unknown entry), or None."""
    assert isinstance(value, tuple)
    allowed_text = describe_allowed_values(setting)
    seen_texts: dict[str, None] = {}
    for item in value:
        text = get_entry_text(item)
        if text in seen_texts:
            return InvalidValue(tr("“{entry}” is listed twice.", entry=text), allowed_text)
        seen_texts[text] = None
        if reason := _find_entry_fault(setting, text):
            return InvalidValue(reason, allowed_text)
    unknown_texts = [text for text in seen_texts if not _is_known(setting, text)]
    return (
        InvalidValue(_render_unknown_entries(unknown_texts), allowed_text)
        if unknown_texts
        else None
    )


def explain_invalid_entry(setting: Setting, text: str) -> str:
    """Return why a typed text may not become an entry of a LIST, or "" if it may."""
    if setting.type is not SettingType.LIST:
        return ""
    if wrong_text := _find_entry_fault(setting, text):
        return wrong_text
    return "" if _is_known(setting, text) else _render_unknown_entries([text])


def _is_known(setting: Setting, entry: str) -> bool:
    """True if a setting suggests an entry, or takes any."""
    return not setting.list_only or any(
        entry == str(suggestion) for suggestion in setting.suggestions
    )


def _render_unknown_entries(entries: list[str]) -> str:
    """Return the sentence that the layer does not know some entries."""
    return tr("The layer does not recognize {names}.", names=", ".join(map(quote_name, entries)))


def _find_entry_fault(setting: Setting, entry: str) -> str:
    """Return why layers would misread an entry of a list, or "" if they would not."""
    if not entry:
        return tr("An entry is empty.")
    if _LINE_BREAK_PATTERN.search(entry):
        return tr(
            "“{entry}” spans several lines.",
            entry=" ".join(_LINE_BREAK_PATTERN.sub(" ", entry).split()),
        )
    if "," in entry:
        return tr("Layers would split “{entry}” at the comma.", entry=entry)
    if entry != entry.strip():
        return tr("“{entry}” begins or ends with a space.", entry=entry)
    if setting.form is TextForm.NUMBER and not _ENTRY_NUMBER_PATTERN.fullmatch(entry):
        return tr(
            "“{entry}” must be a number such as 60 or 59.94, with at most six digits "
            "before and after the decimal point.",
            entry=entry,
        )
    if setting.form is TextForm.METRIC and not _ENTRY_METRIC_PATTERN.fullmatch(entry):
        return tr("“{entry}” must be avg or a fraction such as 0.01.", entry=entry)
    return ""


_COLOR_EXPRESSION = "[0-9a-fA-F]{6}"
_NUMBER_EXPRESSION = "[0-9]{1,6}"
_ENTRY_METRIC_PATTERN = re.compile(r"avg|0?\.[0-9]{1,6}", re.IGNORECASE)
_ENTRY_NUMBER_PATTERN = re.compile(rf"{_NUMBER_EXPRESSION}(\.[0-9]{{1,6}})?")
_TEXT_FORMS = {
    TextForm.COLOR: (
        re.compile(_COLOR_EXPRESSION),
        InvalidValue(tr("Must be a color such as 39F900."), tr("a color such as 39F900")),
    ),
    TextForm.THREE_COLORS: (
        re.compile(f"{_COLOR_EXPRESSION}(,{_COLOR_EXPRESSION}){{2}}"),
        InvalidValue(
            tr("Must be three colors such as 39F900,FDFD09,B22222."),
            tr("three colors such as 39F900,FDFD09,B22222"),
        ),
    ),
    TextForm.TWO_NUMBERS: (
        re.compile(f"{_NUMBER_EXPRESSION},{_NUMBER_EXPRESSION}"),
        InvalidValue(tr("Must be two numbers such as 60,90."), tr("two numbers such as 60,90")),
    ),
    TextForm.NUMBERS: (
        re.compile(f"({_NUMBER_EXPRESSION}(,{_NUMBER_EXPRESSION})*)?"),
        InvalidValue(tr("Must be a list of numbers such as 0,1."), tr("numbers such as 0,1")),
    ),
}


def _check_text_form(setting: Setting, value: Value) -> InvalidValue | None:
    """Return why a text does not have the form that its setting requires, or None if it does."""
    if setting.form not in _TEXT_FORMS:
        return None
    form_pattern, invalid = _TEXT_FORMS[setting.form]
    return None if form_pattern.fullmatch(str(value)) else invalid


def _check_text(value: Value) -> InvalidValue | None:
    """Return why a text is refused, which is a line break in it, or None."""
    if isinstance(value, str) and _LINE_BREAK_PATTERN.search(value):
        return InvalidValue(tr("Must be a single line."))
    return None


_Parser = Callable[[Setting, str], Value | InvalidValue]


def _make_text_parser(read: Callable[[str], Value | None]) -> _Parser:
    """Return a parser for types whose value is a single text."""

    def parse(setting: Setting, text: str) -> Value | InvalidValue:
        """Return the value that `read` finds in a text, or why there is none."""
        value = read(text)
        if value is None:
            return InvalidValue(EXPECTED_VALUES[setting.type], describe_allowed_values(setting))
        return value

    return parse


def _split_parts(text: str) -> list[str]:
    """Return the parts of a text between commas, trimmed, without empty ones."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _find_choice(setting: Setting, text: str) -> str:
    """Return the key of the choice whose key or label a text is, ignoring case, else the text."""
    stripped_text = text.strip()
    by_key = {choice.key: choice for choice in setting.choices}
    if text in by_key or not stripped_text:
        return text
    folded_text = stripped_text.casefold()
    matched_choice = by_key.get(stripped_text) or next(
        (candidate for candidate in setting.choices if _is_choice_named(candidate, folded_text)),
        None,
    )
    return matched_choice.key if matched_choice else stripped_text


def _is_choice_named(choice: SettingChoice, folded_text: str) -> bool:
    """True if a case-folded text is the key or label of a choice."""
    return folded_text in (choice.key.casefold(), choice.label.casefold())


def _render_float(setting: Setting, value: float) -> str:
    """Return a float with the declared number of digits, or exactly if those would change it."""
    if not math.isfinite(value):
        return str(value)
    exact_text = repr(value).removesuffix(".0")
    if setting.precision is None:
        return exact_text
    # As many digits as the manifest sets, if the value stays the same.
    short_text = f"{value:.{setting.precision}f}"
    return short_text if float(short_text) == value else exact_text


def get_entry_text(entry: str | ListItem) -> str:
    return str(entry.value) if isinstance(entry, ListItem) else entry


_PARSER_BY_SETTING_TYPE: dict[SettingType, _Parser] = {
    SettingType.GROUP: lambda _setting, _text: InvalidValue(tr("A group cannot have a value.")),
    SettingType.BOOL: _make_text_parser(parse_bool),
    SettingType.BOOL_NUMERIC: _make_text_parser(parse_bool),
    SettingType.INT: _make_text_parser(parse_integer),
    SettingType.FLOAT: _make_text_parser(parse_float),
    SettingType.FRAMES: lambda _setting, text: "".join(text.split()),
    SettingType.ENUM: lambda setting, text: (
        text if has_machine_values(setting) else _find_choice(setting, text)
    ),
    SettingType.FLAGS: lambda setting, text: sort_flags(
        setting, tuple(_find_choice(setting, part) for part in _split_parts(text))
    ),
    SettingType.LIST: lambda _setting, text: tuple(map(make_list_item, _split_parts(text))),
}
# Requirements on values of each type.
EXPECTED_VALUES = {
    SettingType.GROUP: tr("A group cannot have a value."),
    SettingType.BOOL: tr("Must be true or false."),
    SettingType.BOOL_NUMERIC: tr("Must be true or false."),
    SettingType.INT: tr("Must be a whole number."),
    SettingType.FLOAT: tr("Must be a number."),
    SettingType.STRING: tr("Must be text."),
    SettingType.FRAMES: tr(
        "Must be a list of frames, such as 3,8-2 or 5-8-2 (start-count or start-count-step)."
    ),
    SettingType.ENUM: tr("Must be one of the listed values."),
    SettingType.FLAGS: tr("Must contain only flags that the layer recognizes."),
    SettingType.LIST: tr("Must be a list."),
    **dict.fromkeys(PATH_TYPES, tr("Must be a path.")),
}
