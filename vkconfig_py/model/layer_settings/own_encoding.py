"""Values as the text that layers of their own ways read, in their files and variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import SettingType, Value
from vkconfig_py.model.layer_settings.conversion import (
    bool_of,
    float_of,
    integer_of,
    list_item,
    written_items,
)
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    OwnFormat,
    OwnSettings,
    Setting,
    TextForm,
    version_numbers,
)
from vkconfig_py.model.layer_settings.encoding import Encoded, RefusedValue, writable_value
from vkconfig_py.model.layer_settings.setting_paths import PathVariables

# Values of vkBasalt: texts as it converts them, and lists as it splits them.

# What std::stoi and the float reader of a C++ stream take from the beginning of a text.
_INTEGER: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)")
_VKBASALT_FLOAT: Final = re.compile(
    r"[ \t\n\v\f\r]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
)
_TRUE: Final = frozenset({"True", "true", "1"})
_FALSE: Final = frozenset({"False", "false", "0"})
_LARGEST: Final = 3.4028235677973366e38  # what is above no 32-bit float holds


def split_list(value: str) -> tuple[str, ...]:
    """The parts of a list such as that of the effects; an empty last part does not count."""
    parts = value.split(":")
    return tuple(parts if parts[-1] else parts[:-1])


def read_vkbasalt_bool(value: str) -> bool | None:
    """None: vkBasalt uses its default."""
    if value in _TRUE:
        return True
    return False if value in _FALSE else None


def read_int(value: str) -> int | None:
    """Text after the digits does not count; None: vkBasalt uses its default."""
    match = _INTEGER.match(value)
    number = int(match[1]) if match and len(match[1]) <= 20 else None
    return number if number is not None and -(2**31) <= number < 2**31 else None


def read_float(value: str) -> float | None:
    """An "f" may follow the digits; None: vkBasalt uses its default."""
    match = _VKBASALT_FLOAT.match(value)
    if match is None:
        return None
    rest = value[match.end() :].split()
    number = float(match[1])
    return number if abs(number) <= _LARGEST and (not rest or rest[0] == "f") else None


# Values of MangoHud: what it takes a text for, and which texts end the program.
#
# The parse_ functions of src/overlay_params.cpp, measured with 0.6.8. strtol and a C++ stream take
# the beginning of a text, and 0 where there is no number. What std::stoi or std::stoul throws and
# nothing catches ends every program.

_MANGOHUD_SEPARATORS: Final = re.compile(r"[,:+]")
_C_NUMBER: Final = re.compile(r"\s*([+-]?)(0[xX][0-9a-fA-F]+|[0-9]+)", re.ASCII)
_MANGOHUD_FLOAT: Final = re.compile(
    r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII
)
_BASES: Final = {
    10: re.compile(r"\s*([+-]?[0-9]+)", re.ASCII),
    16: re.compile(r"\s*([+-]?)(?:0[xX](?=[0-9a-fA-F]))?([0-9a-fA-F]+)", re.ASCII),
}
_INT: Final = (-(1 << 31), (1 << 31) - 1)
_UNSIGNED_LONG: Final = (1 - (1 << 64), (1 << 64) - 1)
_ZERO_IS_DEFAULT: Final = frozenset({"font_size", "table_columns"})
_ANY_CASE: Final = frozenset({"font_glyph_ranges", "gl_size_query"})
_COLORS: Final = 3
_SINCE_0_8_2: Final = "0.8.2"


class _Conversion(NamedTuple):
    """How each part of a text is converted.

    Attributes:
        bounds: numbers beyond them end the program.
        needs_number: so does a part that begins with no number.
        caught_since: first version that catches it, "" if none.
    """

    base: int
    bounds: tuple[int, int]
    needs_number: bool = True
    caught_since: str = ""


_CONVERSIONS: Final = {
    TextForm.THREE_COLORS: _Conversion(16, _INT),
    TextForm.TWO_NUMBERS: _Conversion(10, _INT),
    TextForm.NUMBERS: _Conversion(10, _UNSIGNED_LONG),
    TextForm.NUMBER: _Conversion(10, _UNSIGNED_LONG, needs_number=False, caught_since=_SINCE_0_8_2),
    TextForm.PRESETS: _Conversion(10, _INT, needs_number=False),
}


class ValueFault(NamedTuple):
    """A value with which MangoHud does not go on."""

    name: str
    text: str

    @property
    def reason(self) -> str:
        """A sentence without its last full stop."""
        return tr(
            "MangoHud cannot convert {setting}={value} and ends the program",
            setting=self.name,
            value=self.text,
        )


def find_value_faults(layer: DeclaredLayer, texts: Mapping[str, str]) -> tuple[ValueFault, ...]:
    """The texts, by the names of settings, that end the program in the installed version."""
    release = layer.own.release if layer.own else ""
    return tuple(
        ValueFault(one.own_name, texts[one.own_name])
        for one in layer.walk()
        if one.own_name in texts
        and one.is_known(release)
        and ends_program(one, texts[one.own_name], release)
    )


def ends_program(setting: Setting, text: str, release: str = "") -> bool:
    conversion = _CONVERSIONS.get(setting.form)
    if conversion is None or _is_newer(release, conversion.caught_since):
        return False
    numbers = [_number(part, conversion.base) for part in _parts(text)]
    too_many = setting.form is TextForm.THREE_COLORS and len(numbers) > _COLORS
    if too_many and not _is_newer(release, _SINCE_0_8_2):
        return True  # white is added until there are exactly three: memory runs out
    least, most = conversion.bounds
    return any(
        conversion.needs_number if number is None else not least <= number <= most
        for number in numbers
    )


def is_on(text: str) -> bool:
    return _c_number(text) != 0


def read_mangohud_bool(text: str) -> bool | None:
    """None: no number, which MangoHud takes for 0."""
    return is_on(text) if _C_NUMBER.fullmatch(text) else None


def value_in_use(setting: Setting, text: str) -> Value:
    """What MangoHud takes a text for that is no value of a setting."""
    number = _c_number(text)
    match setting.type:
        case SettingType.BOOL:
            return is_on(text)
        case SettingType.INT:
            return setting.default if not number and setting.key in _ZERO_IS_DEFAULT else number
        case SettingType.FLOAT:
            match = _MANGOHUD_FLOAT.match(text)
            read = float(match[0]) if match else 0.0
            return setting.default if not read and setting.key in _ZERO_IS_DEFAULT else read
        case SettingType.ENUM:
            return _choice_in_use(setting, text)
        case SettingType.FLAGS:
            known = {choice.key for choice in setting.choices}
            parts = [_folded(setting, part) for part in _parts(text)]
            return tuple(dict.fromkeys(part for part in parts if part in known))
        case SettingType.LIST:
            parts = _parts(text)
            if setting.form is TextForm.NUMBER and not ends_program(setting, text):
                numbers = (_number(part, 10) for part in parts)
                parts = [str(one) for one in numbers if one is not None]
            return tuple(map(list_item, dict.fromkeys(parts)))
        case _ if setting.form is TextForm.COLOR:
            return f"{(_number(text, 16) or 0) & 0xFFFFFF:06X}"
    return text


def _choice_in_use(setting: Setting, text: str) -> Value:
    keys = {choice.key for choice in setting.choices}
    if (folded := _folded(setting, text)) in keys:
        return folded
    if setting.form is TextForm.PRESETS:
        numbers = (_number(part, 10) for part in _parts(text))
        return next((str(number) for number in numbers if number is not None), setting.default)
    return str(_c_number(text)) if "0" in keys else setting.default


def _folded(setting: Setting, text: str) -> str:
    return text.lower() if setting.key in _ANY_CASE else text


def _parts(text: str) -> list[str]:
    return [part.strip() for part in _MANGOHUD_SEPARATORS.split(text) if part]


def _number(text: str, base: int) -> int | None:
    """What std::stoi reads, whatever its size; None without a number."""
    match = _BASES[base].match(text)
    return int("".join(match.groups()), base) if match else None


def _c_number(text: str) -> int:
    """What strtol reads with the base of C."""
    match = _C_NUMBER.match(text)
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
    """True if the version is known, and not older than another one."""
    return bool(release and since) and version_numbers(release) >= version_numbers(since)


_SEPARATORS = {OwnFormat.MANGOHUD: ",", OwnFormat.VKBASALT: ":", OwnFormat.VARIABLES: ","}
_BLANKS = " \t\r\n\v\f"
# Mesa's overlay splits its variable at these, and copies each part into 256 bytes.
_DELIMITERS = frozenset(",:;=")
_LONGEST_PART = 255


def encode_own(
    own: OwnSettings, setting: Setting, value: Value, paths: PathVariables | None = None
) -> Encoded:
    """The text that gives a layer the value, or why there is none."""
    written = writable_value(setting, value, paths)
    if written.is_none:
        return Encoded(refused=written.reason)
    text = _text(own.format, setting, written.value)
    if own.format is OwnFormat.VARIABLES and not setting.variable and isinstance(text, str):
        text = _part_of_variable(text)
    if isinstance(text, RefusedValue):
        return Encoded(refused=text.reason)
    return Encoded(text, left_out=written.reason)


def decode_own(form: OwnFormat, setting: Setting, text: str) -> Value | RefusedValue:
    """The value that a layer reads from text, as far as it can be shown as one."""
    value: Value
    readers = _READERS.get(form, _PLAIN)
    match setting.type:
        case SettingType.BOOL if form is OwnFormat.VARIABLES:
            value = True  # the layer only looks whether the variable is there
        case SettingType.BOOL | SettingType.BOOL_NUMERIC | SettingType.INT | SettingType.FLOAT:
            value = readers[_KINDS.get(setting.type, bool)](text)
        case SettingType.FLAGS:
            value = tuple(dict.fromkeys(_entries(form, text)))
        case SettingType.LIST:
            value = tuple(map(list_item, dict.fromkeys(_entries(form, text))))
        case _:
            value = text
    return RefusedValue(tr("“{text}” is not understood.", text=text)) if value is None else value


_Readers = Mapping[type, Callable[[str], bool | int | float | None]]
_KINDS = {SettingType.INT: int, SettingType.FLOAT: float}
_PLAIN: _Readers = {bool: bool_of, int: integer_of, float: float_of}
_READERS: Mapping[OwnFormat, _Readers] = {
    OwnFormat.MANGOHUD: {**_PLAIN, bool: read_mangohud_bool},
    OwnFormat.VKBASALT: {bool: read_vkbasalt_bool, int: read_int, float: read_float},
}


def _entries(form: OwnFormat, text: str) -> list[str]:
    if form is OwnFormat.VKBASALT:
        return [part for part in split_list(text) if part]
    return [part.strip() for part in text.split(_SEPARATORS[form]) if part.strip()]


def _text(form: OwnFormat, setting: Setting, value: Value) -> str | RefusedValue:
    if isinstance(value, bool):
        return _truth(form, on=value)
    if isinstance(value, float):
        # No exponent, and no “.0” that nobody typed.
        return format(Decimal(repr(value)), "f").removesuffix(".0")
    if isinstance(value, tuple):
        return _joined(form, written_items(value))
    return _plain(form, "" if value is None else str(value))


def _truth(form: OwnFormat, *, on: bool) -> str:
    if form is OwnFormat.VKBASALT:
        return "True" if on else "False"
    return "1" if on else "0"


def _joined(form: OwnFormat, items: tuple[str, ...]) -> str | RefusedValue:
    separator = _SEPARATORS[form]
    for item in items:
        if separator in item:
            sentence = tr(
                "The layer would split “{item}” at “{separator}”.", item=item, separator=separator
            )
            return RefusedValue(sentence)
    return _plain(form, separator.join(items))


def _plain(form: OwnFormat, text: str) -> str | RefusedValue:
    if "\0" in text or "\n" in text:
        return RefusedValue(tr("A setting is one line of the file."))
    if form is OwnFormat.MANGOHUD:
        if "#" in text:
            return RefusedValue(tr("MangoHud treats what follows a “#” as a comment."))
        if text != text.strip(_BLANKS):
            return RefusedValue(tr("MangoHud drops spaces at the beginning and the end."))
    if form is OwnFormat.VKBASALT:
        if not text:
            return RefusedValue(tr("vkBasalt treats an empty value as its default."))
        if '"' in text:
            return RefusedValue(tr("vkBasalt's file cannot contain a quotation mark."))
    return text


def _part_of_variable(text: str) -> str | RefusedValue:
    if found := _DELIMITERS & set(text):
        return RefusedValue(tr("The layer would split it at “{character}”.", character=min(found)))
    if len(text.encode("utf-8", "surrogateescape")) > _LONGEST_PART:
        return RefusedValue(tr("The layer takes {limit:,} bytes at most.", limit=_LONGEST_PART))
    return text if text else RefusedValue(tr("The layer treats an empty value as its default."))
