"""Sentences for people, in the language chosen when the process began, and their catalogues.

    tr("{path} is not a file.", path=path)
    counted("{n} layers are off", "{n} layer is off", number)
    tr("Open", "the command of a menu")
    render(message("line {line} is empty", line=line))

A sentence is written whole, with named placeholders, since other languages order words differently.
Only lists of names are joined (join_words, join_choices). `pyside6-lupdate` collects the texts for
translators. Identifiers, paths, layer names and program output are data and are not translated.
"""

from __future__ import annotations

from bisect import bisect_left
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from struct import error, unpack_from

TYPE_CHECKING = False  # as type checkers know it; typing is not imported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ENGLISH_LANGUAGE = "en"  # in which the code is written

_EXAMPLE_NUMBER = "1,234.5"

_MAX_FORM_LENGTH = 4  # of a number: ",.1f"


class _CurrentLanguage:
    """The language in use.

    Attributes:
        catalogue: None for English.
        translations: cache of looked-up texts.
        groups: separator of thousands.
        point: decimal separator.
    """

    def __init__(self) -> None:
        self.catalogue: Catalogue | None = None
        self.translations: dict[tuple[str, str, int | None], str] = {}
        self.groups, self.point = ",", "."


_process_language = _CurrentLanguage()
_language_of_context = ContextVar("language", default=_process_language)


def set_catalogue(catalogue: Catalogue | None) -> None:
    """Set the language of this process, None for English.

    Texts that were rendered before do not change.
    """
    _process_language.catalogue = catalogue
    _process_language.translations.clear()
    number = tr("1,234.5", "how numbers are written")
    _process_language.groups, _process_language.point = _parse_separators(number)


@contextmanager
def use_english() -> Iterator[None]:
    """Use English in this block, on its thread alone, for output that programs read."""
    token = _language_of_context.set(_CurrentLanguage())
    try:
        yield
    finally:
        _language_of_context.reset(token)


def _parse_separators(example: str) -> tuple[str, str]:
    """Return the thousands and decimal separators of a translated 1,234.5."""
    is_valid = (
        len(example) == len(_EXAMPLE_NUMBER) and example[0] + example[2:5] + example[6] == "12345"
    )
    return (example[1], example[5]) if is_valid else (",", ".")


def current_language() -> str:
    """Return the language in use, such as "de_DE", or ENGLISH without a catalogue."""
    catalogue_in_use = _language_of_context.get().catalogue
    return catalogue_in_use.language if catalogue_in_use is not None else ENGLISH_LANGUAGE


def tr(text: str, comment: str = "", /, **values: object) -> str:
    """Translate a sentence and fill in its values.

    Args:
        text: the English sentence, a literal; {name} stands for a value, {name:,} for a number.
        comment: tells translators which of several meanings is meant; only without values.
        values: replace the placeholders.
    """
    if _language_of_context.get().catalogue is None:
        return text.format_map(values) if values else text
    translation = _translate(text, comment, None)
    return _fill(translation, values) if values else translation


def counted(many: str, one: str, number: int, /, **values: object) -> str:
    """Translate a sentence about a number of things, in the plural form of that number.

    Args:
        many: the English sentence for all numbers but 1, a literal; {n} stands for the number.
        one: the English sentence for 1.
        number: selects the form.
        values: replace the other placeholders.
    """
    values["n"] = number
    if _language_of_context.get().catalogue is None:
        return (one if number == 1 else many).format_map(values)
    return _fill(_translate(many, one, number), values)


class Message:
    """A sentence as an immutable value: an English text and the values for its placeholders.

    It is stored, compared and sent. `render` translates it where it is shown, and `str` returns
    English, for files and programs.

    Attributes:
        text: the English text; with a number, the one for all numbers but 1.
        singular: with a number, the text for 1; else "".
        comment: tells translators which of several meanings is meant, or "".
        values: (name, value) pairs; messages among them are rendered with it.
    """

    __slots__ = ("comment", "singular", "text", "values")

    def __init__(
        self,
        text: str,
        values: tuple[tuple[str, object], ...],
        *,
        singular: str = "",
        comment: str = "",
    ) -> None:
        self.text, self.values = text, values
        self.singular, self.comment = singular, comment

    def __str__(self) -> str:
        if not self.values:
            return self.text
        values = {
            name: ", ".join(map(str, value)) if type(value) is tuple else value
            for name, value in self.values
        }
        is_singular = self.singular and values["n"] == 1
        return (self.singular if is_singular else self.text).format_map(values)

    def __repr__(self) -> str:
        variants = f"singular={self.singular!r}, comment={self.comment!r}"
        return f"Message({self.text!r}, {self.values!r}, {variants})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def with_values(self, **values: object) -> Message:
        """Return a copy with further values for its placeholders."""
        return Message(
            self.text,
            (*self.values, *values.items()),
            singular=self.singular,
            comment=self.comment,
        )

    def to_json(self) -> dict[str, object]:
        """Return the JSON members that `message_from_json` reads."""
        members: dict[str, object] = {
            "text": self.text,
            "values": {name: _encode_value(value) for name, value in self.values},
        }
        variant = self.singular or self.comment
        return members | {"one": variant} if variant else members

    def _parts(self) -> tuple[object, ...]:
        """Return the fields that make two messages equal."""
        return self.text, self.singular, self.comment, self.values


def message(text: str, comment: str = "", /, **values: object) -> Message:
    """Return a sentence as a value, such as the detail of a verdict.

    Args:
        text: the English text, a literal; {name} stands for a value.
        comment: tells translators which of several meanings is meant; only without values.
        values: replace the placeholders; a tuple is a list of words.
    """
    return Message(text, tuple(values.items()), comment=comment)


def counted_message(many: str, one: str, number: int, /, **values: object) -> Message:
    """Return a sentence about a number of things as a value. Arguments are as for `counted`."""
    return Message(many, (("n", number), *values.items()), singular=one)


def join_messages(words: Sequence[Message | str]) -> Message | str:
    """Join words as `join_words` does, but to a value that is translated later."""
    if len(words) < 2:
        return words[0] if words else ""
    return message("{words} and {last}", words=tuple(words[:-1]), last=words[-1])


def render_english(value: object) -> str:
    """Return a message in English: the `default` of json.dumps for documents of other programs."""
    if isinstance(value, Message):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no value of JSON")


def message_from_json(members: object) -> Message | None:
    """Return the message that `to_json` encoded, None for any other value."""
    match members:
        case {"text": str(text), "values": dict(stored_values), **rest}:
            values = {name: _decode_value(value) for name, value in stored_values.items()}
            variant = str(rest.get("one", ""))
            decoded_message = Message(
                text,
                tuple(values.items()),
                singular=variant if values else "",
                comment="" if values else variant,
            )
            return decoded_message if _is_renderable(decoded_message, values) else None
    return None


def _is_renderable(decoded_message: Message, values: dict[str, object]) -> bool:
    """Return whether every placeholder has a value: libraries and editors write messages, too."""
    try:
        fields = [
            field
            for text in (decoded_message.text, decoded_message.singular)
            for field in _parse_format(text)
        ]
        is_sound = (not decoded_message.singular or type(values.get("n")) is int) and all(
            name is None or (name in values and len(form or "") <= _MAX_FORM_LENGTH)
            for _literal, name, form, _conversion in fields
        )
        return is_sound and bool(str(decoded_message))
    except (ValueError, TypeError):
        return False


def _encode_value(value: object) -> object:
    """Encode the value of a placeholder for JSON."""
    if isinstance(value, Message):
        return value.to_json()
    if type(value) is tuple:
        return [_encode_value(member) for member in value]
    return value if isinstance(value, (str, int, float)) else str(value)


def _decode_value(value: object) -> object:
    """Decode the value of a placeholder from JSON."""
    if isinstance(value, list):
        return tuple(map(_decode_value, value))
    return message_from_json(value) if isinstance(value, dict) else value


def render(text: Message | str, /, **values: object) -> str:
    """Translate a message and fill in its values. A plain text is returned unchanged."""
    if isinstance(text, str):
        return text
    if values:
        text = text.with_values(**values)
    if _language_of_context.get().catalogue is None:
        return str(text)
    if not text.values:
        return tr(text.text, text.comment)
    values = dict(text.values)
    if not text.singular:
        return tr(text.text, **values)
    number = values.pop("n")
    assert isinstance(number, int), "a count has a number"
    return counted(text.text, text.singular, number, **values)


def format_number(number: float, form: str = ",") -> str:
    """Write a number with the separators of the language, by a format such as ",.1f"."""
    text, language = format(number, form), _language_of_context.get()
    if (language.groups, language.point) == (",", "."):
        return text
    return text.replace(",", "\0").replace(".", language.point).replace("\0", language.groups)


def join_words(words: Sequence[Message | str]) -> str:
    """Join words by "and": "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(map(render, words))
    return tr("{words} and {last}", words=_join_with_commas(words[:-1]), last=words[-1])


def join_choices(words: Sequence[Message | str]) -> str:
    """Join words by "or": "a", "a or b", "a, b or c"."""
    if len(words) < 2:
        return "".join(map(render, words))
    return tr("{words} or {last}", words=_join_with_commas(words[:-1]), last=words[-1])


def join_some(words: Sequence[Message | str], max_shown: int) -> str:
    """Join the first words and the number of the rest: "a, b and 3 more".

    Args:
        words: all words.
        max_shown: if there are no more words than this, all are joined.
    """
    if len(words) <= max_shown:
        return join_words(words)
    shown_words = _join_with_commas(words[: max_shown - 1])
    rest = len(words) - max_shown + 1
    return counted("{words} and {n:,} more", "{words} and {n:,} more", rest, words=shown_words)


def _join_with_commas(words: Sequence[Message | str]) -> str:
    """Join words by the comma of the language."""
    return tr(", ", "between the words of a list").join(map(render, words))


def _translate(text: str, comment: str, number: int | None) -> str:
    """Return the translation of a text, or the text itself without one.

    `comment` is that of the translation, or the English singular. `number` selects the plural form,
    None for a text without a number.
    """
    key, language = (text, comment, number), _language_of_context.get()
    translation = language.translations.get(key)
    if translation is None:
        catalogue = language.catalogue
        translation = (
            catalogue.find_translation(text, comment, number) if catalogue is not None else None
        )
        if translation is None:
            translation = comment if number == 1 else text
        language.translations[key] = translation
    return translation


def _fill(text: str, values: dict[str, object]) -> str:
    """Replace the placeholders of a text, writing formatted numbers for the language."""
    parts = []
    for literal_text, name, form, conversion in _parse_format(text):
        parts.append(literal_text)
        if name is None:
            continue
        value = repr(values[name]) if conversion == "r" else values[name]
        if isinstance(value, Message):
            value = render(value)
        elif type(value) is tuple:  # a record says itself what it is called
            value = _join_with_commas(value)
        if form and isinstance(value, (int, float)):
            parts.append(format_number(value, form))
        else:
            parts.append(format(value, form or ""))
    return "".join(parts)


@cache
def _parse_format(text: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Split a text at its placeholders, as string.Formatter does."""
    from string import Formatter  # it imports re: English sentences do without

    return tuple(Formatter().parse(text))


if TYPE_CHECKING:
    pass

QM_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")

_HASHES_SECTION, _MESSAGES_SECTION, _NUMERUS_RULES_SECTION, _LANGUAGE_SECTION = (
    0x42,
    0x69,
    0x88,
    0xA7,
)
_END_TAG, _TRANSLATION_TAG, _SOURCE_TAG, _CONTEXT_TAG, _COMMENT_TAG = 1, 3, 6, 7, 8
_NO_TRANSLATION_LENGTH = 0xFFFFFFFF

# Rules of plural forms (qtranslator.cpp, numerus_p.h): comparisons of a number, joined.
_COMPARISON_MASK = 0x07
_NOT_FLAG, _LAST_DIGIT_FLAG, _LAST_TWO_DIGITS_FLAG, _LEADING_DIGITS_FLAG = 0x08, 0x10, 0x20, 0x40
_AND_OPCODE, _OR_OPCODE = 0xFD, 0xFE


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
        hashes = sections.get(_HASHES_SECTION, b"")
        count = len(hashes) // 8
        pairs = unpack_from(f">{2 * count}I", hashes)
        self._hashes, self._offsets = pairs[::2], pairs[1::2]
        self._messages = sections.get(_MESSAGES_SECTION, b"")
        self._rules = sections.get(_NUMERUS_RULES_SECTION, b"")
        self.language = sections.get(_LANGUAGE_SECTION, b"").decode("utf-8", "replace")

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
        texts = {_SOURCE_TAG: b"", _COMMENT_TAG: b""}
        try:
            while (tag := message[offset]) != _END_TAG:
                (size,) = unpack_from(">I", message, offset + 1)
                offset += 5
                if tag == _TRANSLATION_TAG:
                    if size != _NO_TRANSLATION_LENGTH:
                        forms.append(message[offset : offset + size].decode("utf-16-be", "replace"))
                elif tag in (_SOURCE_TAG, _COMMENT_TAG, _CONTEXT_TAG):
                    texts[tag] = message[offset : offset + size]
                else:
                    return b"", b"", []
                offset += 0 if size == _NO_TRANSLATION_LENGTH else size
        except (IndexError, error):
            return b"", b"", []
        return texts[_SOURCE_TAG], texts[_COMMENT_TAG], forms if all(forms) else []


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
        high_bits = value & 0xF0000000
        value = (value ^ high_bits >> 24) & ~high_bits
    return value or 1


def find_plural_form(rules: bytes, number: int) -> int:
    """Return the index of the plural form that a number takes by the rules of a catalogue."""
    form, offset = 0, 0
    try:
        while offset < len(rules):
            condition_holds, offset = _evaluate_rule(rules, offset, number)
            if condition_holds:
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
    any_group_holds, all_conditions_hold = False, True
    while True:
        condition_holds, offset = _evaluate_comparison(rules, offset, number)
        all_conditions_hold = all_conditions_hold and condition_holds
        operator = rules[offset] if offset < len(rules) else 0
        if operator == _AND_OPCODE:
            offset += 1
            continue
        any_group_holds = any_group_holds or all_conditions_hold
        if operator != _OR_OPCODE:
            return any_group_holds, offset
        all_conditions_hold = True
        offset += 1


def _evaluate_comparison(rules: bytes, offset: int, number: int) -> tuple[bool, int]:
    """Return whether a comparison of a plural rule holds, and the offset of its end."""
    operator, right = rules[offset], rules[offset + 1]
    offset += 2
    left = number
    if operator & _LAST_DIGIT_FLAG:
        left %= 10
    elif operator & _LAST_TWO_DIGITS_FLAG:
        left %= 100
    elif operator & _LEADING_DIGITS_FLAG:
        while left >= 1000:
            left //= 1000
    match operator & _COMPARISON_MASK:
        case 1:
            condition_holds = left == right
        case 2:
            condition_holds = left < right
        case 3:
            condition_holds = left <= right
        case _:  # between two numbers
            condition_holds = right <= left <= rules[offset]
            offset += 1
    return condition_holds != bool(operator & _NOT_FLAG), offset
