"""What is wrong with the text of a value in a settings file, as layers read it.

What they cut, split or take literally was measured with both families: docs/layer_settings.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.lint.spelling import nearest
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.verdicts import Severity
from vkconfig_py.model.settings.checking import check_value
from vkconfig_py.model.settings.declared import PATH_TYPES, Setting, SettingType, Value
from vkconfig_py.model.settings.encoding import (
    BLANKS,
    Refused,
    decode,
    encode,
    split_as_layers,
    written_items,
)
from vkconfig_py.model.settings.flags import unknown_parts

_VALUE, _CHARACTERS = "setting-value", "setting-characters"
_BOOLS = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})
_LISTS = frozenset({SettingType.FLAGS, SettingType.LIST})
_TEXTS = PATH_TYPES | {SettingType.STRING}
_QUOTES = "\"'"
_UNEXPANDED = ("~/", "$", "%")


class Wrong(NamedTuple):
    """One thing that is wrong with a value; the sentence is to stand behind the setting's key."""

    severity: Severity
    code: str
    sentence: str


def find_wrong(setting: Setting, text: str, separator: str) -> Iterator[Wrong]:
    """Yield what is wrong with a value; `separator` is that of paths on the platform."""
    if not text:
        if _says_something(setting.default):
            said = "Nothing follows the “=”: newer layers stay at the default."
            yield Wrong(Severity.NOTE, "setting-empty", said)
        return
    yield from _misread(setting, text, separator)
    read = decode(setting, text, separator)
    if isinstance(read, Refused):
        taken = " Layers read it as false." if setting.type in _BOOLS else ""
        yield Wrong(Severity.ERROR, _VALUE, f"{read.reason}{taken}")
    elif invalid := check_value(setting, read):
        allowed = f" Allowed: {invalid.allowed}." if invalid.allowed else ""
        said = f"{invalid.reason}{_hint(setting, read)}{allowed}"
        yield Wrong(Severity.WARNING, _VALUE, said)


def _says_something(default: Value) -> bool:
    return bool(written_items(default)) if isinstance(default, tuple) else default not in ("", None)


def _hint(setting: Setting, value: Value) -> str:
    keys = [choice.key for choice in setting.choices]
    meant = [nearest(part, keys) for part in unknown_parts(setting, value)]
    named = ", ".join(f"“{one}”" for one in dict.fromkeys(meant) if one)
    return f" Probably meant: {named}." if named else ""


def _misread(setting: Setting, text: str, separator: str) -> Iterator[Wrong]:
    """Yield what characters do that somebody may have meant otherwise."""
    said = []
    if text[0] in _QUOTES and text[-1] == text[0]:
        said.append("The quotation marks belong to the value: layers do not take them off.")
    if setting.type in _TEXTS:
        said += _misread_text(setting, text, separator)
    elif setting.type in _LISTS:
        said += _misread_list(setting, text, separator)
    yield from (Wrong(Severity.WARNING, _CHARACTERS, one) for one in said)


def _misread_text(setting: Setting, text: str, separator: str) -> Iterator[str]:
    encoded = encode(setting, text, separator)
    if isinstance(encoded, Refused):
        yield encoded.reason
    if setting.type in PATH_TYPES and text.startswith(_UNEXPANDED):
        yield f"Layers expand no “{text[0]}”: the path begins with just that."


def _misread_list(setting: Setting, text: str, separator: str) -> Iterator[str]:
    parts = split_as_layers(text, separator)
    blank = next((part for part in parts if part != part.strip(BLANKS)), None)
    if blank is not None:
        entry = blank.strip(BLANKS)
        yield f"Newer layers take the blank beside “{entry}” for a part of that entry."
    if separator in text and "," not in text:
        yield f"Only newer layers split it at “{separator}”; all of them split at commas."
    if setting.type is SettingType.LIST and separator != ";" and ";" in text and "," not in text:
        yield "Layers do not split it at “;” on this platform: it is one entry."
