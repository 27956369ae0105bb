"""Encode values as the text that layers read, in the settings file, a variable or an own file.

Two families of parsers were tested (docs/layer_settings.md): "newer" layers use the settings code
of Vulkan-Utility-Libraries, "older" ones have their own parser. The text is one that both parse to
the same value; a value without such a text is refused with the reason, never approximated.

Both cut a line of the file at "#", trim it, and split lists at commas without trimming the entries.
Newer layers split every text, even of a single value, at commas or, if there are none, at the
platform's path separator, and join the parts of a single value with commas: a comma inside
survives, a path separator without any comma becomes a comma. Empty text is treated as not set.

Values in a configuration may come from other programs, manual edits, or another copy of the layer:
list entries that cannot be written are omitted, and the rest is written.

Layers with a file of their own (vkBasalt, MangoHud) read texts in another way; they come last here.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Final

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.layer_settings.checks import check_value, explain_invalid_entry
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
    DeclaredLayer,
    OwnFormat,
    OwnSettings,
    Setting,
    remove_undeclared_parts,
)
from vkconfig_py.model.layer_settings.known_layers import PLAIN_READING, EntryReading
from vkconfig_py.model.layer_settings.layer_values import is_default
from vkconfig_py.model.layer_settings.mangohud_values import read_mangohud_bool
from vkconfig_py.model.layer_settings.setting_names import (
    list_settable_variables,
    make_layer_key,
    render_elsewhere,
)
from vkconfig_py.model.layer_settings.setting_paths import PathVariables, expand_value
from vkconfig_py.model.text.wording import quote_name

# Linux limits an environment variable to 128 KiB including its name and NUL (execve fails with
# E2BIG); Windows to 32767 characters.
MAX_VARIABLE_LENGTH = 130_000
_MESSAGE_NUMBER = re.compile("0[xX][0-9a-fA-F]+|-?[0-9]+", re.ASCII)
_RULE_PREFIX = "VUID-"
MAX_WINDOWS_VARIABLE = 32_000
BLANKS = " \t\f\v\n\r"  # characters that layers trim
BYTE_ORDER_MARK = "\ufeff"
_FRAME_RANGE_PATTERN = re.compile(r"[0-9]+(?:-[0-9]+){0,2}", re.ASCII)
# Enough digits for 64 bits and for zero padding: int() raises beyond 4300.
_NUMBER_PATTERN = re.compile(r"-?[0-9]{1,40}", re.ASCII)
# vkBasalt reads what std::stoi and the float reader of a C++ stream take from the beginning.
_INTEGER_PATTERN: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)")
_VKBASALT_FLOAT_PATTERN: Final = re.compile(
    r"[ \t\n\v\f\r]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
)
_TRUE_WORDS: Final = frozenset({"True", "true", "1"})
_FALSE_WORDS: Final = frozenset({"False", "false", "0"})
_MAX_VKBASALT_FLOAT: Final = 3.4028235677973366e38  # what is above no 32-bit float holds

# The first "=" ends a name, "#" in it starts a comment, and surrounding blanks are dropped.
_NAME_PATTERN = re.compile(r"[^\s#=.][^\s#=]*")
_MAX_NAMED = 3  # reasons named; beyond that only the number is given
_LIST_SEPARATORS = {OwnFormat.MANGOHUD: ",", OwnFormat.VKBASALT: ":", OwnFormat.VARIABLES: ","}
# Mesa's overlay splits its variable at these, and copies each part into 256 bytes.
_DELIMITER_CHARACTERS = frozenset(",:;=")
_MAX_PART_BYTES = 255
_ReaderByType = Mapping[type, Callable[[str], bool | int | float | None]]
_PYTHON_TYPES = {SettingType.INT: int, SettingType.FLOAT: float}
_PLAIN_READERS: _ReaderByType = {bool: parse_bool, int: parse_integer, float: parse_float}


class TextTarget(Enum):
    """Channel by which the text reaches the layer."""

    FILE = "file"
    VARIABLE = "variable"


class RefusedValue(NamedTuple):
    """Sentence why no text would be read as the value."""

    reason: str


def get_path_separator(platform: str) -> str:
    """Return what separates paths in a variable of a platform (as manifests name it)."""
    return ";" if platform.startswith("WINDOWS") else ":"


def encode_value(
    setting: Setting, value: Value, separator: str = ":", target: TextTarget = TextTarget.FILE
) -> str | RefusedValue:
    """Return the text that layers read as the value, or why there is none."""
    text = _encode_by_type(setting, value, separator, target)
    if target is TextTarget.VARIABLE and isinstance(text, str):
        limit = MAX_WINDOWS_VARIABLE if separator == ";" else MAX_VARIABLE_LENGTH
        if len(text.encode("utf-8", "surrogateescape")) > limit:
            return RefusedValue(
                tr("The value exceeds {limit:,} bytes, the limit for a variable.", limit=limit)
            )
    return text


def _encode_by_type(
    setting: Setting, value: Value, separator: str, target: TextTarget
) -> str | RefusedValue:
    """Return the text of a value by the setting's type, or why there is none."""
    if setting.type is SettingType.GROUP or not fits_type(setting.type, value):
        return RefusedValue(tr("The value does not match the setting's type."))
    if isinstance(value, bool):
        return _encode_bool(setting, value)
    if isinstance(value, int | float):
        return _encode_number(setting, value)
    if isinstance(value, tuple):
        return _encode_list(setting, list_enabled_texts(value), separator, target)
    if setting.type is SettingType.FRAMES:
        return _encode_frames(setting, str(value))
    return _encode_text(setting, str(value), separator, target)


def split_like_layers(text: str, separator: str = ":") -> tuple[str, ...]:
    """Split text as newer layers do (FindDelimiter and Split), without an empty last part."""
    parts = text.split("," if "," in text else separator)
    return tuple(parts if parts[-1] else parts[:-1])


def decode_value(
    setting: Setting, text: str, separator: str = ":", entries: EntryReading = PLAIN_READING
) -> Value | RefusedValue:
    """Parse text as layers do, and refuse text that they would not understand.

    The text must be trimmed already; it may come from any program. `entries`: how this layer reads
    those of flags and lists.
    """
    parts = split_like_layers(text, separator)
    match setting.type:
        case SettingType.GROUP:
            return RefusedValue(tr("A group cannot have a value."))
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return _decode_bool(parts[0] if parts else "")
        case SettingType.INT:
            return _decode_integer(parts[0] if parts else "")
        case SettingType.FLOAT:
            return _decode_float(parts[0] if parts else "")
        case SettingType.FLAGS | SettingType.LIST:
            texts = tuple(entries.read(part.strip(BLANKS)) for part in parts if part.strip(BLANKS))
            return tuple(map(make_list_item, texts)) if setting.type is SettingType.LIST else texts
    return text


def _encode_bool(setting: Setting, value: bool) -> str:
    if setting.type is SettingType.BOOL_NUMERIC:
        return "1" if value else "0"
    return "true" if value else "false"


def _encode_number(setting: Setting, value: float) -> str | RefusedValue:
    if setting.type is SettingType.INT:
        # Newer layers read hexadecimal as 0 and reject a plus sign.
        fits = MIN_INTEGER <= value <= MAX_INTEGER
        return str(value) if fits else RefusedValue(tr("The number does not fit in 64 bits."))
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        return RefusedValue(tr("Layers accept only finite numbers."))
    # No exponent: newer layers reject it. No padding to the width: spaces would not belong to the
    # number.
    from decimal import Decimal  # few settings are of this type

    exact_text = format(Decimal(repr(value)), "f").removesuffix(".0")
    if setting.precision is None:
        return exact_text
    # VkConfig always writes the manifest's precision; here it never truncates digits.
    padded_text = f"{value:.{setting.precision}f}"
    return padded_text if float(padded_text) == value else exact_text


def _encode_frames(setting: Setting, text: str) -> str | RefusedValue:
    """Return the text of frame ranges without blanks, or why there is none."""
    if not text.strip(BLANKS):
        return _encode_unset(setting)
    items = [item.strip(BLANKS) for item in text.split(",")]
    if not all(_FRAME_RANGE_PATTERN.fullmatch(item) for item in items):
        return RefusedValue(tr("Layers accept only frame lists, such as 3,8-2 or 5-8-2."))
    return ",".join(items)


def _encode_list(
    setting: Setting, items: tuple[str, ...], separator: str, target: TextTarget
) -> str | RefusedValue:
    """Return the text of a list's entries, or why there is none."""
    # Newer layers split variables at commas, older layers only at the path separator.
    mark = "," if target is TextTarget.FILE else separator
    if not items:
        # Newer layers would use their default for empty text; this encodes one empty entry.
        default = setting.default
        return mark if isinstance(default, tuple) and list_enabled_texts(default) else ""
    for item in items:
        if reason := explain_refused_entry(item, separator, target):
            return RefusedValue(reason)
    text = mark.join(items)
    # A trailing comma is dropped by the parser, and keeps newer layers from splitting at the
    # separator.
    return f"{text}," if target is TextTarget.FILE and _would_split(text, separator) else text


def explain_refused_entry(item: str, separator: str, target: TextTarget) -> str:
    """Return why an entry of a list cannot be written, or "" if it can."""
    if not item:
        return tr("Layers ignore empty entries.")
    if item.startswith('"'):
        return tr("Older layers strip the quotation mark from “{item}”.", item=item)
    if "," in item:
        return tr("Layers would split “{item}” at the comma.", item=item)
    if target is TextTarget.VARIABLE and separator in item:
        return tr("Layers would split “{item}” at “{separator}”.", item=item, separator=separator)
    reason = _explain_refused_character(item, target)
    return f"{quote_name(item)}: {reason}" if reason else ""


def explain_ignored_digits(entry: str, entries: EntryReading) -> str:
    """Return why an older release does not take digits for a message's number, or ""."""
    entry = entries.read(entry)
    if not entries.is_ineffective(entry):
        return ""
    return tr(
        "“{entry}” has no effect: a five-digit number without a name requires {version} "
        "or newer. Use the full name.",
        entry=entry,
        version=entries.digits_since,
    )


def explain_unknown_message(
    entry: str, entries: EntryReading, known_messages: Sequence[str]
) -> str:
    """Return the doubt about an ID that no known message has, or "".

    Layers compare hashes of whole IDs, so the beginning of an ID names no message.

    Args:
        entry: the ID.
        entries: how the layer reads it.
        known_messages: IDs, sorted; a newer layer may know more.
    """
    entry = entries.read(entry)
    if not entries.names_messages or not known_messages or _MESSAGE_NUMBER.fullmatch(entry):
        return ""
    position = bisect_left(known_messages, entry)
    if position < len(known_messages) and known_messages[position] == entry:
        return ""
    # Behind all that begin so: none has a character like this one.
    count = bisect_left(known_messages, f"{entry}\U0010ffff") - position
    if count:
        return counted(
            "{n} known message IDs begin with “{entry}”, but only whole IDs are muted.",
            "{n} known message ID begins with “{entry}”, but only whole IDs are muted.",
            count,
            entry=entry,
        )
    # The list has the rules of the specification; IDs of other kinds have a hyphen, too.
    if entry.startswith(_RULE_PREFIX) or "-" not in entry:
        return tr("No known message has the ID “{entry}”.", entry=entry)
    return ""


def find_entry_beside_blank(text: str, separator: str, entries: EntryReading) -> str:
    """Return the first entry that layers misread for a blank beside it, or ""."""
    for number, part in enumerate(split_like_layers(text, separator)):
        unstripped_text = part.removeprefix(" ") if number and entries.drops_blank else part
        if unstripped_text != (entry := part.strip(BLANKS)):
            return entry
    return ""


def _encode_text(
    setting: Setting, text: str, separator: str, target: TextTarget
) -> str | RefusedValue:
    if not text:
        return _encode_unset(setting)
    if reason := _explain_refused_character(text, target):
        return RefusedValue(reason)
    if text.startswith(",") or text.endswith(","):
        return RefusedValue(tr("Newer layers strip leading and trailing commas."))
    if _would_split(text, separator):
        return RefusedValue(
            tr("Newer layers would split the value at “{separator}”.", separator=separator)
        )
    return text


def _encode_unset(setting: Setting) -> str | RefusedValue:
    """Return the empty text or, if layers would read a default in its place, why not."""
    is_lost = bool(setting.default)
    return RefusedValue(tr("Empty text counts as unset; the default applies.")) if is_lost else ""


def _would_split(text: str, separator: str) -> bool:
    """True if newer layers would split a single value at the path separator."""
    return separator in text and "," not in text


def _explain_refused_character(text: str, target: TextTarget) -> str:
    """Return why layers would misread a text for one of its characters, or ""."""
    if "\0" in text:
        return tr("Layers stop reading at a NUL byte.")
    # U+DC80 to U+DCFF represent bytes that are not UTF-8 (surrogateescape); layers keep such
    # bytes, so they are allowed.
    if any("\ud800" <= char <= "\udc7f" or "\udd00" <= char <= "\udfff" for char in text):
        return tr("The text contains an invalid character.")
    if target is TextTarget.VARIABLE:
        return ""
    if "#" in text:
        return tr("Layers treat everything after “#” as a comment.")
    if "\n" in text:
        return tr("A setting must fit on one line of the file.")
    if text != text.strip(BLANKS):
        return tr("Layers strip leading and trailing spaces.")
    return ""


def _decode_bool(text: str) -> Value | RefusedValue:
    # Newer layers read True, ON and -1 as true, but not 0x1.
    lower_text = text.lower()
    if _NUMBER_PATTERN.fullmatch(lower_text):
        return int(lower_text) != 0
    parsed = parse_bool(lower_text) if lower_text in ("true", "false", "on", "off") else None
    if parsed is None:
        return RefusedValue(tr("“{text}” is neither true nor false.", text=text))
    return parsed


def _decode_integer(text: str) -> Value | RefusedValue:
    if _NUMBER_PATTERN.fullmatch(text) and MIN_INTEGER <= int(text) <= MAX_INTEGER:
        return int(text)
    return RefusedValue(tr("“{text}” is not a 64-bit integer in decimal notation.", text=text))


def _decode_float(text: str) -> Value | RefusedValue:
    number = parse_float(text.removesuffix("f")) if "e" not in text.lower() else None
    if number is None:
        return RefusedValue(tr("“{text}” is not a number that layers can read.", text=text))
    return number


class WritableValue(NamedTuple):
    """The part of a value that can be written.

    Attributes:
        value: for flags and lists the entries that the layer knows; paths with variables expanded.
        is_none: no part of the value can be written.
    """

    value: Value
    reason: str = ""
    is_none: bool = False


class EncodedValue(NamedTuple):
    """The text of a value, "" if `refusal` says why there is none, and why a part is left out."""

    text: str = ""
    refusal: str = ""
    partial_reason: str = ""


def make_writable_value(
    setting: Setting, value: Value, paths: PathVariables | None = None
) -> WritableValue:
    """Return the part of a value that can be written to a file or variable, with the reason.

    `value`: as stored; a default is not checked, only its path variables are expanded.
    """
    if isinstance(value, str):
        value, problem = expand_value(setting, value, paths)
        if problem:
            return WritableValue(value, problem, is_none=True)
    if is_default(setting, value):
        return WritableValue(value)
    allowed_value = _select_allowed_part(setting, value)
    if invalid := check_value(setting, allowed_value):
        return WritableValue(value, invalid.reason, is_none=True)
    if not isinstance(value, tuple) or not isinstance(allowed_value, tuple):
        return WritableValue(allowed_value)
    enabled_texts, written_texts = list_enabled_texts(value), list_enabled_texts(allowed_value)
    return WritableValue(
        allowed_value,
        _explain_omissions(setting, value, enabled_texts, written_texts),
        bool(enabled_texts) and not written_texts,
    )


def encode_for_layer(
    declared_layer: DeclaredLayer,
    setting: Setting,
    value: Value,
    target: TextTarget,
    platform: str,
    paths: PathVariables | None = None,
) -> EncodedValue:
    """Return the text by which a layer reads the value from file or variable, or why none."""
    if not all(map(_NAME_PATTERN.fullmatch, (setting.key, make_layer_key(declared_layer.name)))):
        return EncodedValue(
            refusal=tr("The name in the file contains characters that are not allowed before “=”.")
        )
    if target is TextTarget.VARIABLE and not list_settable_variables(declared_layer, setting):
        return EncodedValue(refusal=tr("This setting has no environment variable."))
    writable_value = make_writable_value(setting, value, paths)
    if writable_value.is_none:
        return EncodedValue(refusal=writable_value.reason)
    separator = get_path_separator(platform)
    value, other_parts = _select_platform_part(setting, writable_value.value, platform)
    if other_parts and not value:
        return EncodedValue(refusal=other_parts)
    writable_part, reason = _select_writable_part(value, separator, target)
    if reason and not writable_part:
        return EncodedValue(refusal=reason)
    text = encode_value(setting, writable_part, separator, target)
    if isinstance(text, RefusedValue):
        return EncodedValue(refusal=text.reason)
    return EncodedValue(
        text, partial_reason=" ".join(filter(None, (writable_value.reason, other_parts, reason)))
    )


def _explain_omissions(
    setting: Setting, value: Value, enabled_texts: tuple[str, ...], written_texts: tuple[str, ...]
) -> str:
    """Return why some entries of a value are not written, or ""."""
    if enabled_texts == written_texts:
        return ""
    problems = (explain_invalid_entry(setting, text) for text in enabled_texts)
    invalid = check_value(setting, value)
    return _join_reasons(list(filter(None, problems))) or (invalid.reason if invalid else "")


def _select_allowed_part(setting: Setting, value: Value) -> Value:
    """Return flags or a list without duplicates and entries that the layer does not allow.

    Any other value is returned as it is: check_value decides on it.
    """
    if setting.type is not SettingType.LIST or not isinstance(value, tuple):
        return (
            remove_undeclared_parts(setting, value) if setting.type is SettingType.FLAGS else value
        )
    allowed_items: dict[str, ListItem] = {}
    for item in value:
        if isinstance(item, ListItem) and not explain_invalid_entry(setting, str(item.value)):
            allowed_items.setdefault(str(item.value), item)
    return tuple(allowed_items.values())


def _select_platform_part(setting: Setting, value: Value, platform: str) -> tuple[Value, str]:
    """Return a value without flags or values for other platforms, and why they are left out."""
    if setting.type not in (SettingType.FLAGS, SettingType.ENUM):
        return value, ""
    reasons_by_key = {
        choice.key: reason
        for choice in setting.choices
        if (reason := render_elsewhere(choice, platform))
    }
    if not isinstance(value, tuple):
        reason = reasons_by_key.get(str(value), "")
        return ("" if reason else value), reason
    omitted_notes = [
        f"{quote_name(key)}: {reasons_by_key[key]}"
        for key in list_enabled_texts(value)
        if key in reasons_by_key
    ]
    if not omitted_notes:
        return value, ""
    return tuple(
        item for item in list_enabled_texts(value) if item not in reasons_by_key
    ), _join_reasons(omitted_notes)


def _select_writable_part(value: Value, separator: str, target: TextTarget) -> tuple[Value, str]:
    """Return the writable entries of a value, and why the others cannot be written."""
    if not isinstance(value, tuple):
        return value, ""
    reason_of_text = {
        text: explain_refused_entry(text, separator, target) for text in list_enabled_texts(value)
    }
    reasons = [reason for reason in reason_of_text.values() if reason]
    if not reasons:
        return value, ""
    writable_texts = tuple(item for item in list_enabled_texts(value) if not reason_of_text[item])
    if value and isinstance(value[0], ListItem):
        return tuple(ListItem(text) for text in writable_texts), _join_reasons(reasons)
    return writable_texts, _join_reasons(reasons)


def _join_reasons(reasons: list[str]) -> str:
    sentences = " ".join(reasons[:_MAX_NAMED])
    remaining_count = len(reasons) - _MAX_NAMED
    if remaining_count <= 0:
        return sentences
    return counted(
        "{reasons} {n} more entries are omitted.",
        "{reasons} {n} more entry is omitted.",
        remaining_count,
        reasons=sentences,
    )


def split_list(value: str) -> tuple[str, ...]:
    """Split vkBasalt's list of effects at colons, without an empty last part."""
    parts = value.split(":")
    return tuple(parts if parts[-1] else parts[:-1])


def read_vkbasalt_bool(value: str) -> bool | None:
    """Parse a boolean as vkBasalt does. None means that it uses its default."""
    if value in _TRUE_WORDS:
        return True
    return False if value in _FALSE_WORDS else None


def read_vkbasalt_int(value: str) -> int | None:
    """Parse the digits at the beginning. None means that vkBasalt uses its default."""
    match = _INTEGER_PATTERN.match(value)
    number = int(match[1]) if match and len(match[1]) <= 20 else None
    return number if number is not None and -(2**31) <= number < 2**31 else None


def read_vkbasalt_float(value: str) -> float | None:
    """Parse a number that an "f" may follow. None means that vkBasalt uses its default."""
    match = _VKBASALT_FLOAT_PATTERN.match(value)
    if match is None:
        return None
    suffix = value[match.end() :].split()
    number = float(match[1])
    is_valid = abs(number) <= _MAX_VKBASALT_FLOAT and (not suffix or suffix[0] == "f")
    return number if is_valid else None


def encode_own_value(
    own_settings: OwnSettings, setting: Setting, value: Value, paths: PathVariables | None = None
) -> EncodedValue:
    """Return the text for the file or variable of a layer such as MangoHud, or why none."""
    writable_value = make_writable_value(setting, value, paths)
    if writable_value.is_none:
        return EncodedValue(refusal=writable_value.reason)
    text = _encode_own_text(own_settings.format, setting, writable_value.value)
    is_part = own_settings.format is OwnFormat.VARIABLES and not setting.variable
    if is_part and isinstance(text, str):
        text = _encode_variable_part(text)
    if isinstance(text, RefusedValue):
        return EncodedValue(refusal=text.reason)
    return EncodedValue(text, partial_reason=writable_value.reason)


def decode_own_value(own_format: OwnFormat, setting: Setting, text: str) -> Value | RefusedValue:
    """Return the value that a layer such as MangoHud reads from a text, or why it is none."""
    value: Value
    readers = _READERS_BY_FORMAT.get(own_format, _PLAIN_READERS)
    match setting.type:
        case SettingType.BOOL if own_format is OwnFormat.VARIABLES:
            value = True  # the layer only looks whether the variable is there
        case _ if own_format is OwnFormat.TOML:
            from vkconfig_py.model.layer_settings.toml_values import parse_toml_value

            value = parse_toml_value(setting, text)
        case SettingType.BOOL | SettingType.BOOL_NUMERIC | SettingType.INT | SettingType.FLOAT:
            value = readers[_PYTHON_TYPES.get(setting.type, bool)](text)
        case SettingType.FLAGS:
            value = tuple(dict.fromkeys(_split_own_list(own_format, text)))
        case SettingType.LIST:
            value = tuple(map(make_list_item, dict.fromkeys(_split_own_list(own_format, text))))
        case _:
            value = text
    return RefusedValue(tr("“{text}” is not a valid value.", text=text)) if value is None else value


def read_vksumi_bool(value: str) -> bool | None:
    """Parse a boolean as vkSumi does. None means that it uses its default."""
    word = value.lower()
    is_on = word in ("1", "true", "yes", "on")
    return is_on if is_on or word in ("0", "false", "no", "off") else None


def read_vksumi_float(value: str) -> float | None:
    """Parse the number at the beginning. None means that vkSumi uses its default."""
    match = _VKBASALT_FLOAT_PATTERN.match(value)
    number = float(match[1]) if match else math.inf
    return number if abs(number) <= _MAX_VKBASALT_FLOAT else None


_READERS_BY_FORMAT: Mapping[OwnFormat, _ReaderByType] = {
    OwnFormat.VKSUMI: {bool: read_vksumi_bool, int: parse_integer, float: read_vksumi_float},
    OwnFormat.MANGOHUD: {**_PLAIN_READERS, bool: read_mangohud_bool},
    OwnFormat.VKBASALT: {
        bool: read_vkbasalt_bool,
        int: read_vkbasalt_int,
        float: read_vkbasalt_float,
    },
}


def _split_own_list(own_format: OwnFormat, text: str) -> list[str]:
    if own_format is OwnFormat.VKBASALT:
        return [part for part in split_list(text) if part]
    return [part.strip() for part in text.split(_LIST_SEPARATORS[own_format]) if part.strip()]


def _encode_own_text(own_format: OwnFormat, setting: Setting, value: Value) -> str | RefusedValue:
    if own_format is OwnFormat.TOML:
        from vkconfig_py.model.layer_settings.toml_values import render_toml_value

        is_empty = value in ("", None)
        return _refuse_empty() if is_empty else render_toml_value(setting.type, value)
    if isinstance(value, bool):
        return _render_bool(own_format, is_on=value)
    if isinstance(value, float):
        # No exponent, and no “.0” that nobody typed.
        from decimal import Decimal

        return format(Decimal(repr(value)), "f").removesuffix(".0")
    if isinstance(value, tuple):
        return _join_own_list(own_format, list_enabled_texts(value))
    return _check_own_text(own_format, "" if value is None else str(value))


def _refuse_empty() -> RefusedValue:
    return RefusedValue(tr("The layer does not accept an empty value."))


def _render_bool(own_format: OwnFormat, *, is_on: bool) -> str:
    if own_format is OwnFormat.VKBASALT:
        return "True" if is_on else "False"
    if own_format is OwnFormat.VKSUMI:
        return "true" if is_on else "false"
    return "1" if is_on else "0"


def _join_own_list(own_format: OwnFormat, items: tuple[str, ...]) -> str | RefusedValue:
    """Return the entries of a list as text for the file of a layer, or why there is none."""
    separator = _LIST_SEPARATORS[own_format]
    for item in items:
        if separator in item:
            sentence = tr(
                "The layer would split “{item}” at “{separator}”.", item=item, separator=separator
            )
            return RefusedValue(sentence)
    return _check_own_text(own_format, separator.join(items))


def _check_own_text(own_format: OwnFormat, text: str) -> str | RefusedValue:
    """Return a text if its layer reads it back unchanged, else why not."""
    if "\0" in text or "\n" in text:
        return RefusedValue(tr("A setting must fit on one line of the file."))
    if own_format is OwnFormat.MANGOHUD:
        if "#" in text:
            return RefusedValue(tr("MangoHud treats everything after “#” as a comment."))
        if text != text.strip(BLANKS):
            return RefusedValue(tr("MangoHud strips leading and trailing spaces."))
    if own_format is OwnFormat.VKSUMI and (not text or "#" in text or text != text.strip(BLANKS)):
        return RefusedValue(tr("vkSumi does not read this text back from its file."))
    if own_format is OwnFormat.VKBASALT:
        if not text:
            return RefusedValue(tr("vkBasalt uses the default for an empty value."))
        if '"' in text:
            return RefusedValue(tr("Values in vkBasalt's file cannot contain quotation marks."))
    return text


def _encode_variable_part(text: str) -> str | RefusedValue:
    """Return a text as one part of Mesa's variable, or why it cannot be one."""
    if delimiters := _DELIMITER_CHARACTERS & set(text):
        return RefusedValue(
            tr("The layer would split the value at “{character}”.", character=min(delimiters))
        )
    if len(text.encode("utf-8", "surrogateescape")) > _MAX_PART_BYTES:
        return RefusedValue(tr("The layer accepts at most {limit:,} bytes.", limit=_MAX_PART_BYTES))
    return text if text else RefusedValue(tr("The layer uses the default for an empty value."))
