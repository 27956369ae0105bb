"""Values of vkBasalt: texts as it converts them, and lists as it splits them."""

from __future__ import annotations

import re
from typing import Final

# What std::stoi and the float reader of a C++ stream take from the beginning of a text.
_INTEGER: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)")
_FLOAT: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_TRUE: Final = frozenset({"True", "true", "1"})
_FALSE: Final = frozenset({"False", "false", "0"})
_LARGEST: Final = 3.4028235677973366e38  # what is above no 32-bit float holds


def split_list(value: str) -> tuple[str, ...]:
    """The parts of a list such as that of the effects; an empty last part does not count."""
    parts = value.split(":")
    return tuple(parts if parts[-1] else parts[:-1])


def read_bool(value: str) -> bool | None:
    """None: vkBasalt uses its default."""
    if value in _TRUE:
        return True
    return False if value in _FALSE else None


def read_int(value: str) -> int | None:
    """Text after the digits does not count; None: vkBasalt uses its default."""
    found = _INTEGER.match(value)
    number = int(found[1]) if found and len(found[1]) <= 20 else None
    return number if number is not None and -(2**31) <= number < 2**31 else None


def read_float(value: str) -> float | None:
    """An "f" may follow the digits; None: vkBasalt uses its default."""
    found = _FLOAT.match(value)
    if found is None:
        return None
    rest = value[found.end() :].split()
    number = float(found[1])
    return number if abs(number) <= _LARGEST and (not rest or rest[0] == "f") else None
