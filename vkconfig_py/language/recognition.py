"""English texts that came from elsewhere as text alone, noted again: by the texts they are made of.

A child that opens drivers, another machine and a saved report send English. What is one of a list
of known texts, with any values, is told in the language of the user; all else is shown as it came.
Data, such as the detail of a verdict, is looked for in a list of its own (`recognised`): a path is
no sentence. What can only be sentences of ours is looked for among all (`retold`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from vkconfig_py.language.sentences import (
    ENGLISH,
    catalogue,
    counted_message,
    current_language,
    join_words,
    message,
    render,
)

TYPE_CHECKING = False  # as type checkers know it; typing is not imported
if TYPE_CHECKING:
    from vkconfig_py.language.catalogue import Catalogue

_VALUE = re.compile(r"\{(\w+)\}")
_FORMATTED = re.compile(r"\{(\w*)([:!][^{}]*)?\}")
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z“{])")
_NAMES = re.compile(r"[^ ,]+(, [^ ,]+)* and [^ ,]+")
_FEWEST = 4  # letters beside its values by which a sentence is known
_MOST = 4096  # texts whose translations are kept
_DEEPEST = 3  # sentences within sentences
_LONGEST = 1000  # characters; what fits is sought with steps that grow with a power of them
_WHOLE = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
_NUMBER = rf"-?{_WHOLE}(?:\.\d+)?"


def recognised(text: str, known: tuple[str, ...]) -> str:
    """A text, noted if it is one of the known ones.

    Args:
        text: as it came.
        known: noted texts without their values; of several that fit, the one that says most.
    """
    if current_language() == ENGLISH or not text:
        return text
    for pattern, template in _patterns(known):
        if found := pattern.fullmatch(text):
            return message(template, **found.groupdict())
    return text


@cache
def _patterns(known: Iterable[str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    def said(template: str) -> int:
        return len(_VALUE.sub("", template))

    return tuple((_pattern(one), one) for one in sorted(known, key=said, reverse=True))


def _pattern(template: str) -> re.Pattern[str]:
    parts = _VALUE.split(template)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)),
        re.DOTALL,
    )


def retold(text: str) -> str:
    """Sentences of another process that spoke English, in the language of this one.

    What is no sentence of the catalogue, with any values, is left as it came, as is what is longer
    than any sentence.
    """
    spoken_here = catalogue()
    if spoken_here is None or not 0 < len(text) <= _LONGEST:
        return text
    return _translated(text, spoken_here, 0)


class _Known:
    """A sentence of the catalogue.

    Attributes:
        text: as it is looked for.
        longest: what stands between two of its values, the longest such part.
        letters: in all such parts together.
        many: the sentence, about a number of things the one for many.
        one: about a number of things the sentence for 1, otherwise "".
    """

    __slots__ = ("letters", "longest", "many", "one", "text")

    def __init__(self, text: str, many: str, one: str) -> None:
        literal = _FORMATTED.split(text)[::3]
        self.text, self.many, self.one = text, many, one
        self.longest = max(literal, key=len)
        self.letters = sum(map(str.isalpha, "".join(literal)))


@lru_cache(_MOST)
def _translated(text: str, spoken_here: Catalogue, depth: int) -> str:
    sentences = _SENTENCE_END.split(text)
    if len(sentences) == 1:
        return _best(text, spoken_here, depth)[1]
    found = [_best(one, spoken_here, depth) for one in sentences]
    if not all(letters for letters, _said in found):
        letters, said = _best(text, spoken_here, depth)  # one that has several
        if letters:
            return said
    return " ".join(said for _letters, said in found)


def _best(text: str, spoken_here: Catalogue, depth: int) -> tuple[int, str]:
    """A sentence translated, also behind what it is about, and how many letters are known of it."""
    whole = _as_one(text, spoken_here, depth)
    subject, colon, rest = text.partition(": ")  # a layer, a file or a variable
    letters, said = _as_one(rest, spoken_here, depth) if colon else (0, "")
    return (letters, f"{subject}: {said}") if letters > whole[0] else whole


def _as_one(text: str, spoken_here: Catalogue, depth: int) -> tuple[int, str]:
    """The translation of one sentence, or the sentence and 0."""
    for known in _sentences(spoken_here) if depth <= _DEEPEST else ():
        if known.longest in text and (found := _compiled(known.text).fullmatch(text)):
            values = {
                name: _value(value, known, name, spoken_here, depth)
                for name, value in found.groupdict().items()
            }
            if not known.one:
                return known.letters, render(message(known.many, **values))
            number = int(str(values.pop("n", 1)).replace(",", ""))
            return known.letters, render(counted_message(known.many, known.one, number, **values))
    return 0, text


def _value(text: str, known: _Known, name: str, spoken_here: Catalogue, depth: int) -> object:
    """A value of a sentence: a number, names, a sentence in it, or anything else as it came."""
    if f"{{{name}:" in known.text:
        number = float(text.replace(",", ""))
        return int(number) if number.is_integer() and "." not in text else number
    if _NAMES.fullmatch(text):
        names, _and, last = text.rpartition(" and ")
        return join_words([*names.split(", "), last])
    return (
        _translated(text, spoken_here, depth + 1) if " " in text else text
    )  # a word may be a name


@cache
def _sentences(spoken_here: Catalogue) -> tuple[_Known, ...]:
    """Those that can be known again, the one that says most first."""
    found = [one for source in spoken_here.sources() for one in _known(*source)]
    return tuple(sorted(found, key=lambda one: one.letters, reverse=True))


def _known(source: str, comment: str) -> Iterator[_Known]:
    is_counted = bool(comment) and "{n" in source
    if comment and not is_counted:
        return  # one of several meanings of a word
    for text in (source, comment) if is_counted else (source,):
        parts, known = _FORMATTED.split(text), _Known(text, source, comment)
        is_shown = any(form and form.startswith("!") for form in parts[2::3])  # as Python code
        if known.letters >= _FEWEST and "" not in parts[1::3] and not is_shown:
            yield known


@cache
def _compiled(text: str) -> re.Pattern[str]:
    parts = _FORMATTED.split(text)
    pattern, seen = "", set[str]()
    for literal, name, form in zip(parts[::3], parts[1::3], parts[2::3], strict=False):
        value = _WHOLE if name == "n" else _NUMBER if form else ".+"
        pattern += re.escape(literal) + (f"(?P={name})" if name in seen else f"(?P<{name}>{value})")
        seen.add(name)
    return re.compile(pattern + re.escape(parts[-1]), re.DOTALL)
