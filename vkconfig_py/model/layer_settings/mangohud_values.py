"""Texts of MangoHud's settings: what it reads in them, and which end the program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import SettingType, Value
from vkconfig_py.model.layer_settings.conversion import make_list_item
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Setting,
    TextForm,
    parse_version_numbers,
)

# The parse_ functions of MangoHud's src/overlay_params.cpp, measured with 0.6.8. strtol and a C++
# stream take the beginning of a text, and 0 where there is no number. What std::stoi or std::stoul
# throws and nothing catches ends every program.
_MANGOHUD_SEPARATOR_PATTERN: Final = re.compile(r"[,:+]")
_C_NUMBER_PATTERN: Final = re.compile(r"\s*([+-]?)(0[xX][0-9a-fA-F]+|[0-9]+)", re.ASCII)
_MANGOHUD_FLOAT_PATTERN: Final = re.compile(
    r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII
)
_INTEGERS_BY_BASE: Final = {
    10: re.compile(r"\s*([+-]?[0-9]+)", re.ASCII),
    16: re.compile(r"\s*([+-]?)(?:0[xX](?=[0-9a-fA-F]))?([0-9a-fA-F]+)", re.ASCII),
}
_INT_BOUNDS: Final = (-(1 << 31), (1 << 31) - 1)
_UNSIGNED_LONG_BOUNDS: Final = (1 - (1 << 64), (1 << 64) - 1)
_ZERO_IS_DEFAULT: Final = frozenset({"font_size", "table_columns"})
_CASE_INSENSITIVE_NAMES: Final = frozenset({"font_glyph_ranges", "gl_size_query"})
_COLOR_COUNT: Final = 3
_SINCE_0_8_2: Final = "0.8.2"


class _NumberConversion(NamedTuple):
    """How each part of a text is converted.

    Attributes:
        bounds: numbers beyond them end the program.
        needs_number: so does a part that begins with no number.
        range_checked_since: first version that catches it, "" if none.
    """

    base: int
    bounds: tuple[int, int]
    needs_number: bool = True
    range_checked_since: str = ""


_CONVERSION_BY_TEXT_FORM: Final = {
    TextForm.THREE_COLORS: _NumberConversion(16, _INT_BOUNDS),
    TextForm.TWO_NUMBERS: _NumberConversion(10, _INT_BOUNDS),
    TextForm.NUMBERS: _NumberConversion(10, _UNSIGNED_LONG_BOUNDS),
    TextForm.NUMBER: _NumberConversion(
        10, _UNSIGNED_LONG_BOUNDS, needs_number=False, range_checked_since=_SINCE_0_8_2
    ),
    TextForm.PRESETS: _NumberConversion(10, _INT_BOUNDS, needs_number=False),
}


class ValueFault(NamedTuple):
    """A text of a setting with which MangoHud ends the program."""

    name: str
    text: str

    @property
    def reason(self) -> str:
        """Why MangoHud ends the program, as a sentence without its full stop."""
        return tr(
            "MangoHud cannot convert {setting}={value} and terminates the program",
            setting=self.name,
            value=self.text,
        )


def find_value_faults(layer: DeclaredLayer, texts: Mapping[str, str]) -> tuple[ValueFault, ...]:
    """Return the texts, given by settings' names, with which MangoHud ends the program."""
    release = layer.own_settings.release if layer.own_settings else ""
    return tuple(
        ValueFault(setting.own_name, texts[setting.own_name])
        for setting in layer.walk_settings()
        if setting.own_name in texts
        and setting.is_known(release)
        and ends_program(setting, texts[setting.own_name], release)
    )


def ends_program(setting: Setting, text: str, release: str = "") -> bool:
    """True if MangoHud of this version ends the program when it reads the text."""
    conversion = _CONVERSION_BY_TEXT_FORM.get(setting.form)
    if conversion is None or _is_newer(release, conversion.range_checked_since):
        return False
    numbers = [_parse_stoi(part, conversion.base) for part in _split_mangohud_parts(text)]
    has_too_many_colors = setting.form is TextForm.THREE_COLORS and len(numbers) > _COLOR_COUNT
    if has_too_many_colors and not _is_newer(release, _SINCE_0_8_2):
        return True  # white is added until there are exactly three: memory runs out
    lowest, highest = conversion.bounds
    return any(
        conversion.needs_number if number is None else not lowest <= number <= highest
        for number in numbers
    )


def is_mangohud_on(text: str) -> bool:
    """True unless MangoHud reads the text as the number 0."""
    return _parse_strtol(text) != 0


def read_mangohud_bool(text: str) -> bool | None:
    """Parse a boolean as MangoHud does. None means no number, which MangoHud takes for 0."""
    return is_mangohud_on(text) if _C_NUMBER_PATTERN.fullmatch(text) else None


def find_value_in_use(setting: Setting, text: str) -> Value:
    """Return what MangoHud uses for a text that is not a valid value of the setting."""
    number = _parse_strtol(text)
    match setting.type:
        case SettingType.BOOL:
            return is_mangohud_on(text)
        case SettingType.INT:
            return setting.default if not number and setting.key in _ZERO_IS_DEFAULT else number
        case SettingType.FLOAT:
            match = _MANGOHUD_FLOAT_PATTERN.match(text)
            found_number = float(match[0]) if match else 0.0
            return (
                setting.default
                if not found_number and setting.key in _ZERO_IS_DEFAULT
                else found_number
            )
        case SettingType.ENUM:
            return _find_choice_in_use(setting, text)
        case SettingType.FLAGS:
            declared_keys = {choice.key for choice in setting.choices}
            parts = [_normalize_case(setting, part) for part in _split_mangohud_parts(text)]
            return tuple(dict.fromkeys(part for part in parts if part in declared_keys))
        case SettingType.LIST:
            parts = _split_mangohud_parts(text)
            if setting.form is TextForm.NUMBER and not ends_program(setting, text):
                integers = (_parse_stoi(part, 10) for part in parts)
                parts = [str(integer) for integer in integers if integer is not None]
            return tuple(map(make_list_item, dict.fromkeys(parts)))
        case _ if setting.form is TextForm.COLOR:
            return f"{(_parse_stoi(text, 16) or 0) & 0xFFFFFF:06X}"
    return text


def _find_choice_in_use(setting: Setting, text: str) -> Value:
    """Return the choice that MangoHud uses for a text that names none."""
    keys = {choice.key for choice in setting.choices}
    if (folded_text := _normalize_case(setting, text)) in keys:
        return folded_text
    if setting.form is TextForm.PRESETS:
        numbers = (_parse_stoi(part, 10) for part in _split_mangohud_parts(text))
        return next((str(number) for number in numbers if number is not None), setting.default)
    return str(_parse_strtol(text)) if "0" in keys else setting.default


def _normalize_case(setting: Setting, text: str) -> str:
    return text.lower() if setting.key in _CASE_INSENSITIVE_NAMES else text


def _split_mangohud_parts(text: str) -> list[str]:
    return [part.strip() for part in _MANGOHUD_SEPARATOR_PATTERN.split(text) if part]


def _parse_stoi(text: str, base: int) -> int | None:
    """Return the number that C++'s std::stoi reads, of any size, or None without one."""
    match = _INTEGERS_BY_BASE[base].match(text)
    return int("".join(match.groups()), base) if match else None


def _parse_strtol(text: str) -> int:
    """Return the number that C's strtol reads at the beginning of a text, 0 without one."""
    match = _C_NUMBER_PATTERN.match(text)
    if match is None:
        return 0
    digits = match[2]
    if digits[:2].lower() == "0x":
        read = int(digits, 16)
    elif digits.startswith("0"):
        read = int(re.match("0[0-7]*", digits)[0], 8)  # type: ignore[index]
    else:
        read = int(digits)
    return -read if match[1] == "-" else read


def _is_newer(release: str, since: str) -> bool:
    """True if a version is known and not older than another one."""
    is_known = bool(release and since)
    return is_known and parse_version_numbers(release) >= parse_version_numbers(since)
