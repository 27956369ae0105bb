"""Catalogue: the translations of one language, as lrelease writes them (.qm).

Read here and not by Qt, since the command line says the same sentences and runs without Qt. A
message is looked up in the file as QTranslator does it (qtranslator.cpp), by a hash of its source
text and comment; most commands say a few sentences, and the others are never decoded.
"""

from __future__ import annotations

from bisect import bisect_left
from struct import error, unpack_from

TYPE_CHECKING = False  # as type checkers know it; typing is not imported
if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")

_HASHES, _MESSAGES, _NUMERUS_RULES, _LANGUAGE = 0x42, 0x69, 0x88, 0xA7
_END, _TRANSLATION, _SOURCE, _CONTEXT, _COMMENT = 1, 3, 6, 7, 8
_NOT_TRANSLATED = 0xFFFFFFFF

# Rules of plural forms (qtranslator.cpp, numerus_p.h): comparisons of a number, joined.
_COMPARISON = 0x07
_NOT, _LAST_DIGIT, _LAST_TWO_DIGITS, _LEADING = 0x08, 0x10, 0x20, 0x40
_AND, _OR = 0xFD, 0xFE


class CatalogueError(Exception):
    """The file is no catalogue; the message says what is wrong with it."""


class Catalogue:
    """Translations of one language.

    Raises:
        CatalogueError: the content is not that of a .qm file.
    """

    def __init__(self, content: bytes) -> None:
        try:
            sections = _sections(content)
        except error:
            raise CatalogueError("the file ends within a section") from None
        hashes = sections.get(_HASHES, b"")
        count = len(hashes) // 8
        pairs = unpack_from(f">{2 * count}I", hashes)
        self._hashes, self._places = pairs[::2], pairs[1::2]
        self._messages = sections.get(_MESSAGES, b"")
        self._rules = sections.get(_NUMERUS_RULES, b"")
        self.language = sections.get(_LANGUAGE, b"").decode("utf-8", "replace")

    def find(self, text: str, comment: str = "", number: int | None = None) -> str | None:
        """The translation of a text, None if there is none.

        Args:
            text: as it stands in the code.
            comment: what tells equal texts of different meaning apart.
            number: decides between the forms of a text with a number.
        """
        source, meaning = text.encode(), comment.encode()
        wanted = _elf_hash(source + meaning)
        at = bisect_left(self._hashes, wanted)
        while at < len(self._hashes) and self._hashes[at] == wanted:
            forms = self._forms(self._places[at], source, meaning)
            if forms:
                form = 0 if number is None else plural_form(self._rules, number)
                return forms[min(form, len(forms) - 1)]
            at += 1
        return None

    def sources(self) -> Iterator[tuple[str, str]]:
        """Every text that has a translation, with its comment."""
        for at in self._places:
            source, comment, forms = self._message(at)
            if forms:
                yield source.decode("utf-8", "replace"), comment.decode("utf-8", "replace")

    def _forms(self, at: int, source: bytes, comment: bytes) -> list[str]:
        """Translations of the message at an offset, none if it is another one."""
        found, meaning, forms = self._message(at)
        return forms if (found, meaning) == (source, comment) else []

    def _message(self, at: int) -> tuple[bytes, bytes, list[str]]:
        """Text, comment and translations of the message at an offset; none if it is damaged."""
        message, forms = self._messages, list[str]()
        # What a message does not have is what its file has for none: an empty text.
        found = {_SOURCE: b"", _COMMENT: b""}
        try:
            while (tag := message[at]) != _END:
                (size,) = unpack_from(">I", message, at + 1)
                at += 5
                if tag == _TRANSLATION:
                    if size != _NOT_TRANSLATED:
                        forms.append(message[at : at + size].decode("utf-16-be", "replace"))
                elif tag in (_SOURCE, _COMMENT, _CONTEXT):
                    found[tag] = message[at : at + size]
                else:
                    return b"", b"", []
                at += 0 if size == _NOT_TRANSLATED else size
        except (IndexError, error):
            return b"", b"", []
        return found[_SOURCE], found[_COMMENT], forms if all(forms) else []


def _sections(content: bytes) -> dict[int, bytes]:
    if not content.startswith(MAGIC):
        raise CatalogueError("the file does not begin as a .qm file does")
    at, sections = len(MAGIC), {}
    while at < len(content):
        tag, size = unpack_from(">BI", content, at)
        at += 5
        sections[tag] = content[at : at + size]
        if len(sections[tag]) < size:
            raise CatalogueError("the file ends within a section")
        at += size
    return sections


def _elf_hash(name: bytes) -> int:
    found = 0
    for byte in name:
        found = (found << 4) + byte
        high = found & 0xF0000000
        found = (found ^ high >> 24) & ~high
    return found or 1


def plural_form(rules: bytes, number: int) -> int:
    """Which form a number takes, by the rules of a catalogue; 0 is the first one."""
    form, at = 0, 0
    try:
        while at < len(rules):
            holds, at = _holds(rules, at, number)
            if holds:
                return form
            form += 1
            at += 1  # a separator of rules
    except IndexError:  # the rules of a damaged file end within a comparison
        return 0
    return form


def _holds(rules: bytes, at: int, number: int) -> tuple[bool, int]:
    """Whether a rule holds, and where it ends: comparisons joined by and, these by or."""
    one_holds, all_hold = False, True
    while True:
        holds, at = _compare(rules, at, number)
        all_hold = all_hold and holds
        joint = rules[at] if at < len(rules) else 0
        if joint == _AND:
            at += 1
            continue
        one_holds = one_holds or all_hold
        if joint != _OR:
            return one_holds, at
        all_hold = True
        at += 1


def _compare(rules: bytes, at: int, number: int) -> tuple[bool, int]:
    code, right = rules[at], rules[at + 1]
    at += 2
    left = number
    if code & _LAST_DIGIT:
        left %= 10
    elif code & _LAST_TWO_DIGITS:
        left %= 100
    elif code & _LEADING:
        while left >= 1000:
            left //= 1000
    match code & _COMPARISON:
        case 1:
            holds = left == right
        case 2:
            holds = left < right
        case 3:
            holds = left <= right
        case _:  # between two numbers
            holds = right <= left <= rules[at]
            at += 1
    return holds != bool(code & _NOT), at
