"""Catalogue: the translations of one language, as lrelease writes them (.qm).

Qt is not used, since the command line prints the same sentences without Qt. A message is looked up
like in QTranslator (qtranslator.cpp), by a hash of its source text and comment. Most commands print
a few sentences, and the other messages are never decoded.
"""

from __future__ import annotations

from bisect import bisect_left
from struct import error, unpack_from

TYPE_CHECKING = False  # as type checkers know it; typing is not imported
if TYPE_CHECKING:
    pass

QM_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")

_HASHES, _MESSAGES, _NUMERUS_RULES, _LANGUAGE = 0x42, 0x69, 0x88, 0xA7
_END, _TRANSLATION, _SOURCE, _CONTEXT, _COMMENT = 1, 3, 6, 7, 8
_NOT_TRANSLATED = 0xFFFFFFFF

# Rules of plural forms (qtranslator.cpp, numerus_p.h): comparisons of a number, joined.
_COMPARISON_MASK = 0x07
_NOT, _LAST_DIGIT, _LAST_TWO_DIGITS, _LEADING = 0x08, 0x10, 0x20, 0x40
_AND, _OR = 0xFD, 0xFE


class CatalogueError(Exception):
    """The file is not a catalogue."""


class Catalogue:
    """Translations of one language.

    Raises:
        CatalogueError: the content is not that of a .qm file.
    """

    def __init__(self, content: bytes) -> None:
        try:
            sections = _split_sections(content)
        except error:
            raise CatalogueError("the file ends within a section") from None
        hashes = sections.get(_HASHES, b"")
        count = len(hashes) // 8
        pairs = unpack_from(f">{2 * count}I", hashes)
        self._hashes, self._offsets = pairs[::2], pairs[1::2]
        self._messages = sections.get(_MESSAGES, b"")
        self._rules = sections.get(_NUMERUS_RULES, b"")
        self.language = sections.get(_LANGUAGE, b"").decode("utf-8", "replace")

    def find_translation(
        self, text: str, comment: str = "", number: int | None = None
    ) -> str | None:
        """Return the translation of a text, None if there is none.

        Args:
            text: the source text in the code.
            comment: distinguishes equal texts of different meaning.
            number: selects the plural form of a text with a number.
        """
        source, meaning = text.encode(), comment.encode()
        wanted_hash = _hash_text(source + meaning)
        index = bisect_left(self._hashes, wanted_hash)
        while index < len(self._hashes) and self._hashes[index] == wanted_hash:
            forms = self._find_forms(self._offsets[index], source, meaning)
            if forms:
                form = 0 if number is None else find_plural_form(self._rules, number)
                return forms[min(form, len(forms) - 1)]
            index += 1
        return None

    def _find_forms(self, offset: int, source: bytes, comment: bytes) -> list[str]:
        """Return the translations of the message at an offset, [] if it is another message."""
        found_source, meaning, forms = self._read_message(offset)
        return forms if (found_source, meaning) == (source, comment) else []

    def _read_message(self, offset: int) -> tuple[bytes, bytes, list[str]]:
        """Return source text, comment and translations of the message at an offset.

        All three are empty if the message is damaged.
        """
        message, forms = self._messages, list[str]()
        # A missing part equals an empty one.
        texts = {_SOURCE: b"", _COMMENT: b""}
        try:
            while (tag := message[offset]) != _END:
                (size,) = unpack_from(">I", message, offset + 1)
                offset += 5
                if tag == _TRANSLATION:
                    if size != _NOT_TRANSLATED:
                        forms.append(message[offset : offset + size].decode("utf-16-be", "replace"))
                elif tag in (_SOURCE, _COMMENT, _CONTEXT):
                    texts[tag] = message[offset : offset + size]
                else:
                    return b"", b"", []
                offset += 0 if size == _NOT_TRANSLATED else size
        except (IndexError, error):
            return b"", b"", []
        return texts[_SOURCE], texts[_COMMENT], forms if all(forms) else []


def _split_sections(content: bytes) -> dict[int, bytes]:
    """Split the content of a .qm file into its sections, by their tags."""
    if not content.startswith(QM_MAGIC):
        raise CatalogueError("the file does not begin as a .qm file does")
    offset, sections = len(QM_MAGIC), {}
    while offset < len(content):
        tag, size = unpack_from(">BI", content, offset)
        offset += 5
        sections[tag] = content[offset : offset + size]
        if len(sections[tag]) < size:
            raise CatalogueError("the file ends within a section")
        offset += size
    return sections


def _hash_text(name: bytes) -> int:
    """Return the hash under which a .qm file lists a source text (ELF's hash function)."""
    value = 0
    for byte in name:
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high
    return value or 1


def find_plural_form(rules: bytes, number: int) -> int:
    """Return the index of the plural form that a number takes by the rules of a catalogue."""
    form, offset = 0, 0
    try:
        while offset < len(rules):
            holds, offset = _evaluate_rule(rules, offset, number)
            if holds:
                return form
            form += 1
            offset += 1  # a separator of rules
    except IndexError:  # the rules of a damaged file end within a comparison
        return 0
    return form


def _evaluate_rule(rules: bytes, offset: int, number: int) -> tuple[bool, int]:
    """Return whether a plural rule holds for a number, and the offset of its end.

    Its "and" binds comparisons before "or".
    """
    any_holds, all_hold = False, True
    while True:
        holds, offset = _evaluate_comparison(rules, offset, number)
        all_hold = all_hold and holds
        operator = rules[offset] if offset < len(rules) else 0
        if operator == _AND:
            offset += 1
            continue
        any_holds = any_holds or all_hold
        if operator != _OR:
            return any_holds, offset
        all_hold = True
        offset += 1


def _evaluate_comparison(rules: bytes, offset: int, number: int) -> tuple[bool, int]:
    """Return whether a comparison of a plural rule holds, and the offset of its end."""
    operator, right = rules[offset], rules[offset + 1]
    offset += 2
    left = number
    if operator & _LAST_DIGIT:
        left %= 10
    elif operator & _LAST_TWO_DIGITS:
        left %= 100
    elif operator & _LEADING:
        while left >= 1000:
            left //= 1000
    match operator & _COMPARISON_MASK:
        case 1:
            holds = left == right
        case 2:
            holds = left < right
        case 3:
            holds = left <= right
        case _:  # between two numbers
            holds = right <= left <= rules[offset]
            offset += 1
    return holds != bool(operator & _NOT), offset
