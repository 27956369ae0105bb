"""Names that a program may pass to the loader (vk_string_validate), and how to show others."""

from __future__ import annotations

_LONGEST = 256


def is_valid_name(name: str) -> bool:
    """Return whether the loader looks a name up at all: not too long, no control bytes, UTF-8."""
    if name.isascii() and name.isprintable():
        return len(name) <= _LONGEST
    data = name.encode("utf-8", "surrogateescape")
    return len(data) <= _LONGEST and _is_text(data)


def _is_text(data: bytes) -> bool:
    """Follow the loader's walk; it counts the bytes of a character and checks nothing else."""
    follows = 0
    for byte in data:
        if follows:
            if byte & 0xC0 != 0x80:
                return False
            follows -= 1
        elif byte & 0xE0 == 0xC0:
            follows = 1
        elif byte & 0xF0 == 0xE0:
            follows = 2
        elif byte & 0xF8 == 0xF0:
            follows = 3
        elif not 0x20 <= byte < 0x7F:
            return False
    return not follows


def printable(text: str) -> str:
    """Return a text of somebody else so that nothing in it can act on a terminal."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )
