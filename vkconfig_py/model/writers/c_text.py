"""Text that a C and a C++ compiler read without a warning: names, literals, comments.

Text of manifests must not end a comment, continue a line, begin a trigraph or turn the direction
of what stands behind it (CVE-2021-42574).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NOT_NAME = re.compile(r"[^A-Za-z0-9_]+")
_KEYWORDS = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class compl concept const consteval constexpr constinit const_cast continue co_await
    co_return co_yield decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
    return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using
    virtual void volatile wchar_t while xor xor_eq
    """.split()  # noqa: SIM905 - one word a line would be longer than the rest
)
# Macros of headers that code includes beside ours; those in capitals alone are told by that.
_MACROS = frozenset(
    "errno far i386 interface linux max min near small stderr stdin stdout unix".split()  # noqa: SIM905 - as above
)
_RESERVED = re.compile(r"__|_[A-Z]")
_LAST_BACKSLASH = re.compile(r"\\(?=\s|$)")
_WIDTH = 92
_SMALLEST_64 = -(2**63)
_LARGEST_32 = 2**31 - 1
_SMALLEST_FLOAT = 1.1754944e-38


class Names:
    """Gives every thing an identifier of its own within one scope."""

    def __init__(self, *taken: str) -> None:
        self._taken = set(taken)

    def take(self, wish: str) -> str:
        """Return an identifier like this text that nothing else has."""
        base = identifier(wish)
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


def identifier(text: str) -> str:
    """Return a text as an identifier."""
    name = _NOT_NAME.sub("_", text)
    if not name or name == "_":
        return "unnamed"
    if name[0].isdigit() or _RESERVED.match(name):
        return f"x_{name}"
    return f"{name}_" if name in _KEYWORDS else name


def member(text: str) -> str:
    """Return a text as the name of a member that no macro takes the place of."""
    name = identifier(text)
    is_macro = name in _MACROS or name == name.upper() or name.startswith("VK_")
    return f"{name}_" if is_macro else name


def constant(text: str) -> str:
    """Return a text as the name of a constant."""
    return identifier(text.upper())


def pascal(text: str) -> str:
    """Return a text as the name of a type, such as KhronosValidation."""
    parts = _NOT_NAME.sub("_", text).split("_")
    return identifier("".join(part[:1].upper() + part[1:] for part in parts))


def string_literal(text: str) -> str:
    """Return a string literal of the text's UTF-8.

    Octal escapes end after three digits, so whatever follows cannot become part of them.
    """
    return f'"{"".join(map(_byte, text.encode("utf-8", "surrogateescape")))}"'


def carries(text: str) -> bool:
    """Return whether a C string can hold a text."""
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def _byte(byte: int) -> str:
    char = chr(byte)
    if char in '"\\':
        return f"\\{char}"
    if char == "\n":
        return "\\n"
    if char == "\t":
        return "\\t"
    # ? could begin a trigraph.
    return char if " " <= char <= "~" and char != "?" else f"\\{byte:03o}"


def integer_literal(number: int) -> str:
    """Return an integer so that the compiler gives it a type that holds it."""
    if number == _SMALLEST_64:
        return f"({number + 1}LL - 1)"  # its absolute value is no integer of C
    if number > 2**63 - 1:
        return f"{number}ULL"
    return str(number) if abs(number) <= _LARGEST_32 else f"{number}LL"


def float_literal(number: float) -> str:
    """Return the nearest float; what a float cannot hold becomes its largest, or zero."""
    largest = 3.4028234e38
    held = max(-largest, min(largest, float(number)))
    return f"{held if abs(held) >= _SMALLEST_FLOAT else 0.0!r}f"


def comment_lines(text: str, width: int = _WIDTH) -> Iterator[str]:
    """Yield the lines of a text that may stand behind // or inside a block comment."""
    for line in text.replace("\r", "\n").split("\n"):
        words = _harmless(line).split()
        current = ""
        for word in words:
            if current and len(current) + 1 + len(word) > width:
                yield current
                current = word
            else:
                current = f"{current} {word}".strip()
        if current:
            yield current


def _harmless(line: str) -> str:
    shown = "".join(char if char.isprintable() else " " for char in line)
    shown = shown.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")
    # A backslash at the end of a line would take the next one into the comment.
    return _LAST_BACKSLASH.sub(r"\\.", shown)
