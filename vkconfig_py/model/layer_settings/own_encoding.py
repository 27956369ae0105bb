"""Values as the text that layers of their own ways read, in their files and variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import SettingType, Value
from vkconfig_py.model.layer_settings import mangohud_values
from vkconfig_py.model.layer_settings.conversion import (
    bool_of,
    float_of,
    integer_of,
    list_item,
    written_items,
)
from vkconfig_py.model.layer_settings.declared import OwnFormat, OwnSettings, Setting
from vkconfig_py.model.layer_settings.encoding import Encoded, RefusedValue, writable_value
from vkconfig_py.model.layer_settings.setting_paths import PathVariables
from vkconfig_py.model.layer_settings.vkbasalt_values import (
    read_bool,
    read_float,
    read_int,
    split_list,
)

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
    OwnFormat.MANGOHUD: {**_PLAIN, bool: mangohud_values.read_bool},
    OwnFormat.VKBASALT: {bool: read_bool, int: read_int, float: read_float},
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
            told = tr(
                "The layer would split “{item}” at “{separator}”.", item=item, separator=separator
            )
            return RefusedValue(told)
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
