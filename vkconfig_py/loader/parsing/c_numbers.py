"""Numbers as the C library reads them from text: strtoul, atoi and the %x of sscanf.

Variables about devices are read with these, so what they do with signs, prefixes and numbers that
are too large decides which device a program gets.
"""

from __future__ import annotations

_BLANKS = " \t\n\v\f\r"
_DIGITS = "0123456789abcdef"
_ULONG_MAX = (1 << 64) - 1
_LONG_MAX = (1 << 63) - 1
_MOST_DIGITS = 22  # of the largest number, in base 8


def strtoul(text: str, base: int = 0) -> tuple[int, str]:
    """Return the number that a text begins with, and what follows.

    Base 0 is that of the prefix. Without any digit the number is 0 and the whole text follows.
    """
    negative, rest = _sign(text)
    if base == 0:
        base = 8 if rest[:1] == "0" else 10
        if rest[:2] in ("0x", "0X") and _digits(rest[2:3], 16)[1]:
            base, rest = 16, rest[2:]
    value, length = _digits(rest, base)
    if not length:
        return 0, text
    return _unsigned(value, negative), rest[length:]


def atoi(text: str) -> int:
    """Return the decimal number that a text begins with, as 32 bits with a sign."""
    negative, rest = _sign(text)
    value, _ = _digits(rest, 10)
    value = -min(value, _LONG_MAX + 1) if negative else min(value, _LONG_MAX)
    return signed_32(value)


def scan_hexadecimal(text: str) -> tuple[int, str] | None:
    """Return the 32 bits that %x of sscanf reads, and what follows; None if it reads nothing."""
    negative, rest = _sign(text)
    if rest[:2] in ("0x", "0X"):  # taken for a zero if no digit follows
        value, length = _digits(rest[2:], 16)
        return _unsigned(value, negative) & 0xFFFFFFFF, rest[2 + length :]
    value, length = _digits(rest, 16)
    if not length:
        return None
    return _unsigned(value, negative) & 0xFFFFFFFF, rest[length:]


def signed_32(value: int) -> int:
    """Return the lower 32 bits of a number, with their sign."""
    return ((value + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)


def _sign(text: str) -> tuple[bool, str]:
    """Return whether a minus stands in front, and the text behind blanks and sign."""
    rest = text.lstrip(_BLANKS)
    return rest[:1] == "-", rest[1:] if rest[:1] in ("-", "+") else rest


def _digits(text: str, base: int) -> tuple[int, int]:
    """Return the value of the digits that a text begins with, and how many they are."""
    digits = _DIGITS[:base]
    length = 0
    while length < len(text) and text[length].lower() in digits:
        length += 1
    # No number of more digits fits; int() on a hostile million of them is slow.
    significant = text[:length].lstrip("0")
    if len(significant) > _MOST_DIGITS:
        return _ULONG_MAX + 1, length
    return int(significant or "0", base), length


def _unsigned(value: int, negative: bool) -> int:
    """Return what strtoul makes of a number: the largest one if it is too large."""
    if value > _ULONG_MAX:
        return _ULONG_MAX
    return -value & _ULONG_MAX if negative else value
