"""Foreign text made safe to show: names and descriptions come from files of anybody."""

from __future__ import annotations

from vkconfig_py.model.documents.configuration import UNLISTED
from vkconfig_py.model.picture.wording import PREFIX, UNLISTED_NAME

# Cc: control, Cf: format (bidirectional overrides among them), Co, Cn, Cs, Zl, Zp: invisible.
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""Return the text with every character that would act instead of show as its escape."""
    if text.isprintable():
        return text
    import unicodedata

    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in _INVISIBLE
        else character
        for character in text
    )


def visible_lines(text: str) -> str:
    """Return the text like `visible`, with its line breaks kept."""
    return "\n".join(visible(line) for line in text.split("\n"))


def tooltip(text: str) -> str:
    """Return text that a tool tip shows literally.

    Qt guesses whether a tool tip is rich text; anything with an angle bracket might be, so it is
    made rich text on purpose, with everything in it escaped.
    """
    shown = visible_lines(text)
    if "<" not in shown:
        return shown
    import html

    return "<qt>" + html.escape(shown).replace("\n", "<br>") + "</qt>"


def short_name(name: str) -> str:
    """Return a layer's name without the prefix that all of them share."""
    return UNLISTED_NAME if name == UNLISTED else name.removeprefix(PREFIX)


def count_of(number: int, noun: str) -> str:
    """Return "1 layer", "2 layers"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
