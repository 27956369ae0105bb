"""Converts JSON values to setting values, tolerantly.

Manifests and configurations are also written by hand: "5" instead of 5 is accepted and reported;
anything unusable becomes the empty value of the type and is reported.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.model.configuration.configuration import TEXT_TYPES, ListItem, SettingType, Value

MIN_INTEGER = -(2**63)
MAX_INTEGER = 2**64 - 1  # layers read signed and unsigned 64-bit numbers

# 40 digits at most: int() raises beyond 4300.
_INTEGER_PATTERN = re.compile(r"([+-]?)(?:0[xX]([0-9a-fA-F]{1,40})|([0-9]{1,40}))", re.ASCII)
_FLOAT_PATTERN = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?", re.ASCII)
_LIST_NUMBER_PATTERN = re.compile(r"0|-?[1-9][0-9]{0,19}", re.ASCII)
_BOOL_WORDS = {"true": True, "on": True, "yes": True, "1": True} | {
    "false": False,
    "off": False,
    "no": False,
    "0": False,
}


# Tokens of older manifests and of VkConfig 2, in capitals.
_OLDER_TYPES = {
    "INT_RANGE": SettingType.FRAMES,
    "INT_RANGES": SettingType.FRAMES,
    "VUID_EXCLUDE": SettingType.LIST,
    "MULTI_ENUM": SettingType.FLAGS,
}
_TYPES_BY_TOKEN = {kind.value: kind for kind in SettingType} | _OLDER_TYPES


def parse_setting_type(token: Any) -> SettingType | None:
    """Return the type that a manifest's "type" means, in any case or older name, or None."""
    return _TYPES_BY_TOKEN.get(token.upper()) if isinstance(token, str) else None


def render_range(raw: Any) -> str | None:
    """Return a JSON object with "min" and "max" as a range in text, or None.

    {"min": 79, "max": 82} becomes 79-82.
    """
    pairs = raw.first() if isinstance(raw, Members) else raw
    if not isinstance(pairs, dict) or not pairs.keys() <= {"min", "max"}:
        return None
    ends = [pairs.get("min"), pairs.get("max")]
    if not all(isinstance(end, int) and not isinstance(end, bool) for end in ends):
        return None
    return f"{ends[0]}-{ends[1]}"


class ConvertedValue(NamedTuple):
    """A value converted from JSON, and what was wrong with its notation, or "".

    Attributes:
        usable: the JSON value had a meaning; if not, the converted value is empty.
    """

    value: Value
    problem: str = ""
    usable: bool = True


def parse_integer(text: str) -> int | None:
    """Parse a decimal or hexadecimal (0x) integer. Return None if it is neither."""
    match = _INTEGER_PATTERN.fullmatch(text.strip())
    if match is None:
        return None
    sign, hexadecimal, decimal_text = match.groups()
    number = int(hexadecimal, 16) if hexadecimal else int(decimal_text)
    return -number if sign == "-" else number


def parse_float(text: str) -> float | None:
    """Parse a finite number. Return None if it is not one."""
    if _FLOAT_PATTERN.fullmatch(text.strip()) is None:
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def parse_bool(text: str) -> bool | None:
    """Parse true, on, yes, 1 or their opposites. Return None if it is neither."""
    return _BOOL_WORDS.get(text.strip().lower())


def is_list_number(text: str) -> bool:
    """True if a LIST entry in this notation is stored as a number."""
    return _LIST_NUMBER_PATTERN.fullmatch(text) is not None


def make_list_item(text: str, enabled: bool = True) -> ListItem:
    """Return a LIST entry as it is stored, with decimal digits as a number."""
    if is_list_number(text) and MIN_INTEGER <= int(text) <= MAX_INTEGER:
        return ListItem(int(text), enabled)
    return ListItem(text, enabled)


def make_empty_value(kind: SettingType) -> Value:
    """Return the value of a setting without a default, such as 0, "" or ()."""
    return _EMPTY_VALUES.get(kind, "")


def list_enabled_texts(value: Sequence[str | ListItem]) -> tuple[str, ...]:
    """Return the entries of flags or a list as texts, without the disabled entries."""
    return tuple(
        str(item.value) if isinstance(item, ListItem) else item
        for item in value
        if not isinstance(item, ListItem) or item.enabled
    )


def fits_type(kind: SettingType, value: Value) -> bool:
    """True if a value has the Python type in which settings of this type are stored."""
    match kind:
        case SettingType.GROUP:
            return value is None
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return isinstance(value, bool)
        case SettingType.INT:
            return isinstance(value, int) and not isinstance(value, bool)
        case SettingType.FLOAT:
            return isinstance(value, float | int) and not isinstance(value, bool)
        case SettingType.FLAGS:
            return isinstance(value, tuple) and all(isinstance(item, str) for item in value)
        case SettingType.LIST:
            return isinstance(value, tuple) and all(isinstance(item, ListItem) for item in value)
    return isinstance(value, str)


def convert_value(kind: SettingType, raw: Any) -> ConvertedValue:
    """Convert a JSON value to a value of a type of setting, or its empty value with a problem."""
    if kind is SettingType.GROUP:
        return ConvertedValue(None)
    if kind in TEXT_TYPES or kind is SettingType.ENUM:
        return _convert_text(raw)
    return _CONVERTER_BY_SETTING_TYPE[kind](raw)


def get_json_type_name(raw: Any) -> str:
    """Return what a JSON value is, in words for a message such as "a number"."""
    if raw is None:
        return "null"
    if isinstance(raw, bool):
        return tr("a Boolean")
    if isinstance(raw, int | float):
        return tr("a number")
    if isinstance(raw, str):
        return tr("text", "what a value is")
    return tr("an object") if isinstance(raw, Members | dict) else tr("a list")


def _make_unusable(kind: SettingType, problem: str) -> ConvertedValue:
    """Return the empty value of a type, with the problem that made the JSON value unusable."""
    return ConvertedValue(make_empty_value(kind), problem, usable=False)


def _convert_bool(raw: Any) -> ConvertedValue:
    """Convert a JSON boolean or, with a problem, another notation of it."""
    if isinstance(raw, bool):
        return ConvertedValue(raw)
    parsed = parse_bool(str(raw)) if isinstance(raw, str | int) else None
    if parsed is None:
        problem = tr("Must be true or false, but is {kind}.", kind=get_json_type_name(raw))
        return _make_unusable(SettingType.BOOL, problem)
    return ConvertedValue(
        parsed,
        tr(
            "Should be true or false, but is {kind}; accepted anyway.", kind=get_json_type_name(raw)
        ),
    )


def _convert_integer(raw: Any) -> ConvertedValue:
    """Convert a JSON number or, with a problem, text to an integer."""
    number: int | None = None
    problem = ""
    # In Python True == 1; in a manifest it is a mistake.
    if isinstance(raw, bool):
        return _make_not_integer(raw)
    if isinstance(raw, int):
        number = raw
    elif isinstance(raw, float) and raw.is_integer():
        number = int(raw)
    elif isinstance(raw, str):
        number = parse_integer(raw)
        problem = tr("Should be a whole number, but is text; accepted anyway.")
    if number is None:
        return _make_not_integer(raw)
    if not MIN_INTEGER <= number <= MAX_INTEGER:
        return ConvertedValue(0, tr("Layers cannot read this number; 0 is used."), usable=False)
    return ConvertedValue(number, problem)


def _make_not_integer(raw: Any) -> ConvertedValue:
    """Return 0, with the problem that the JSON value is no whole number."""
    problem = tr("Must be a whole number, but is {kind}.", kind=get_json_type_name(raw))
    return _make_unusable(SettingType.INT, problem)


def _convert_float(raw: Any) -> ConvertedValue:
    """Convert a JSON number or, with a problem, text to a finite float."""
    number: float | None = None
    problem = ""
    if isinstance(raw, bool):
        return _make_not_float(raw)
    if isinstance(raw, int | float):
        number = _make_finite(raw)
    elif isinstance(raw, str):
        number = parse_float(raw)
        problem = tr("Should be a number, but is text; accepted anyway.")
    return _make_not_float(raw) if number is None else ConvertedValue(number, problem)


def _make_not_float(raw: Any) -> ConvertedValue:
    """Return 0.0, with the problem that the JSON value is no finite number."""
    problem = tr("Must be a finite number, but is {kind}.", kind=get_json_type_name(raw))
    return _make_unusable(SettingType.FLOAT, problem)


def _make_finite(number: float) -> float | None:
    """Return a number as a float, or None if it is infinite, NaN or too large."""
    try:
        # float() raises for an integer of more than 308 digits.
        float_value = float(number)
    except OverflowError:
        return None
    return float_value if math.isfinite(float_value) else None


def _convert_text(raw: Any) -> ConvertedValue:
    """Convert a JSON string, a min-max object or, with a problem, a number to text."""
    if isinstance(raw, str):
        return ConvertedValue(raw)
    if (ends := render_range(raw)) is not None:
        return ConvertedValue(ends)
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        return ConvertedValue(str(raw), tr("Should be text, but is a number; accepted anyway."))
    return _make_unusable(
        SettingType.STRING, tr("Must be text, but is {kind}.", kind=get_json_type_name(raw))
    )


def _convert_flags(raw: Any) -> ConvertedValue:
    """Convert a JSON list of keys or, with a problem, a text with commas to flags."""
    if isinstance(raw, str):
        keys = tuple(dict.fromkeys(part.strip() for part in raw.split(",") if part.strip()))
        return ConvertedValue(
            keys, tr("Should be a list of strings, but is text; accepted anyway.")
        )
    if not isinstance(raw, list | tuple) or isinstance(raw, Members):
        problem = tr("Must be a list of strings, but is {kind}.", kind=get_json_type_name(raw))
        return _make_unusable(SettingType.FLAGS, problem)
    keys = tuple(dict.fromkeys(entry for entry in raw if isinstance(entry, str)))
    non_text_entries = [entry for entry in raw if not isinstance(entry, str)]
    if not non_text_entries:
        return ConvertedValue(keys)
    return ConvertedValue(
        keys,
        tr(
            "An entry is {kind} instead of text; it is omitted.",
            kind=get_json_type_name(non_text_entries[0]),
        ),
    )


def _convert_list(raw: Any) -> ConvertedValue:
    """Convert a JSON list to entries of a LIST, and report the entries that are unusable."""
    if not isinstance(raw, list | tuple) or isinstance(raw, Members):
        return _make_unusable(
            SettingType.LIST, tr("Must be a list, but is {kind}.", kind=get_json_type_name(raw))
        )
    items: dict[str | int, ListItem] = {}
    problem = ""
    for raw_item in raw:
        item = _convert_item(raw_item)
        if item is None:
            problem = tr("An entry is neither text nor a whole number; it is omitted.")
        elif item.value in items:
            problem = tr("“{entry}” is listed twice; the duplicate is omitted.", entry=item.value)
        else:
            items[item.value] = item
    return ConvertedValue(tuple(items.values()), problem)


def _convert_item(raw: Any) -> ListItem | None:
    """Convert an entry of a JSON list (text, integer or object with "key"), or return None."""
    if isinstance(raw, Members):
        raw = raw.first()
    # Manifests and VkConfig write entries as {"key": ..., "enabled": ...}, numbers as "number".
    if isinstance(raw, dict):
        converted_key = _convert_item(raw.get("key", raw.get("number")))
        return converted_key and converted_key._replace(
            enabled=raw.get("enabled", True) is not False
        )
    if isinstance(raw, str):
        return make_list_item(raw)
    if isinstance(raw, int) and not isinstance(raw, bool):
        return make_list_item(str(raw))
    return None


_EMPTY_VALUES: dict[SettingType, Value] = {
    SettingType.GROUP: None,
    SettingType.BOOL: False,
    SettingType.BOOL_NUMERIC: False,
    SettingType.INT: 0,
    SettingType.FLOAT: 0.0,
    SettingType.FLAGS: (),
    SettingType.LIST: (),
}
_CONVERTER_BY_SETTING_TYPE: dict[SettingType, Callable[[Any], ConvertedValue]] = {
    SettingType.BOOL: _convert_bool,
    SettingType.BOOL_NUMERIC: _convert_bool,
    SettingType.INT: _convert_integer,
    SettingType.FLOAT: _convert_float,
    SettingType.FLAGS: _convert_flags,
    SettingType.LIST: _convert_list,
}
