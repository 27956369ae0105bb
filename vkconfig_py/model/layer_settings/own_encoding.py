"""Values as the text that layers of their own ways read, in their files and variables."""

from __future__ import annotations

from decimal import Decimal

from vkconfig_py.model.configuration.configuration import SettingType, Value
from vkconfig_py.model.layer_settings.conversion import (
    bool_of,
    float_of,
    integer_of,
    list_item,
    written_items,
)
from vkconfig_py.model.layer_settings.declared import OwnFormat, OwnSettings, Setting
from vkconfig_py.model.layer_settings.encoding import Encoded, Refused, writable_value
from vkconfig_py.model.layer_settings.setting_paths import PathVariables

_SEPARATORS = {OwnFormat.MANGOHUD: ",", OwnFormat.VKBASALT: ":", OwnFormat.VARIABLES: ","}
_BLANKS = " \t\r\n\v\f"


def encode_own(
    own: OwnSettings, setting: Setting, value: Value, paths: PathVariables | None = None
) -> Encoded:
    """The text that gives a layer the value, or why there is none."""
    written = writable_value(setting, value, paths)
    if written.is_none:
        return Encoded(refused=written.reason)
    text = _text(own.format, setting, written.value)
    if isinstance(text, Refused):
        return Encoded(refused=text.reason)
    return Encoded(text, left_out=written.reason)


def decode_own(form: OwnFormat, setting: Setting, text: str) -> Value | Refused:
    """The value that a layer reads from text, as far as it can be shown as one."""
    value: Value
    match setting.type:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            value = bool_of(text)
        case SettingType.INT:
            value = integer_of(text)
        case SettingType.FLOAT:
            value = float_of(text)
        case SettingType.FLAGS:
            value = tuple(dict.fromkeys(_entries(form, text)))
        case SettingType.LIST:
            value = tuple(map(list_item, dict.fromkeys(_entries(form, text))))
        case _:
            value = text
    return Refused(f"“{text}” is not understood.") if value is None else value


def _entries(form: OwnFormat, text: str) -> list[str]:
    return [part.strip() for part in text.split(_SEPARATORS[form]) if part.strip()]


def _text(form: OwnFormat, setting: Setting, value: Value) -> str | Refused:
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


def _joined(form: OwnFormat, items: tuple[str, ...]) -> str | Refused:
    separator = _SEPARATORS[form]
    for item in items:
        if separator in item:
            return Refused(f"The layer would split “{item}” at “{separator}”.")
    return _plain(form, separator.join(items))


def _plain(form: OwnFormat, text: str) -> str | Refused:
    if "\0" in text or "\n" in text:
        return Refused("A setting is one line of the file.")
    if form is OwnFormat.MANGOHUD:
        if "#" in text:
            return Refused("MangoHud takes what follows a “#” for a comment.")
        if text != text.strip(_BLANKS):
            return Refused("MangoHud drops blanks at the beginning and the end.")
    return text
