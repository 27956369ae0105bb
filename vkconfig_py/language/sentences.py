"""Sentences for people, in the language chosen when the process began.

    tr("{path} is not a file.", path=path)
    counted("{n} layers are off", "{n} layer is off", number)
    tr("Open", "the command of a menu")
    render(message("line {line} is empty", line=line))

A sentence is written whole, with named placeholders, since other languages order words differently.
Only lists of names are joined (join_words, join_choices). `pyside6-lupdate` collects the texts for
translators. Identifiers, paths, layer names and program output are data and are not translated.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

TYPE_CHECKING = False  # as type checkers know it; typing is not imported
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vkconfig_py.language.catalogue import Catalogue


ENGLISH = "en"  # in which the code is written

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
    valid = (
        len(example) == len(_EXAMPLE_NUMBER) and example[0] + example[2:5] + example[6] == "12345"
    )
    return (example[1], example[5]) if valid else (",", ".")


def current_language() -> str:
    """Return the language in use, such as "de_DE", or ENGLISH without a catalogue."""
    catalogue_in_use = _language_of_context.get().catalogue
    return catalogue_in_use.language if catalogue_in_use is not None else ENGLISH


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
        case {"text": str(text), "values": dict(stored), **rest}:
            values = {name: _decode_value(value) for name, value in stored.items()}
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


def join_some(words: Sequence[Message | str], most: int) -> str:
    """Join the first words and the number of the rest: "a, b and 3 more".

    Args:
        words: all words.
        most: if there are no more words than this, all are joined.
    """
    if len(words) <= most:
        return join_words(words)
    shown = _join_with_commas(words[: most - 1])
    rest = len(words) - most + 1
    return counted("{words} and {n:,} more", "{words} and {n:,} more", rest, words=shown)


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
