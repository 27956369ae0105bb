"""What a row of a list says: a title, texts below it, buttons."""

from __future__ import annotations

from vkconfig_py.language.sentences import Message, render
from vkconfig_py.loader.base.records import Any, NamedTuple


class LineAction(NamedTuple):
    """A button of a row: what it does, as its list knows it, and its label."""

    does: Any
    label: str


class ListLine(NamedTuple):
    """Content of one row. Lists make characters that cannot be seen visible.

    Attributes:
        place: file and line, drawn as a link.
        icon: name of a glyph on the left.
        tone: "ok", "warn", "error" or "neutral".
        mark: text on the left instead of a glyph ("New", "Change").
        actions: the default one (Enter) first.
        prefix: start of the title that is drawn faint.
        note: small text after the title.
        word: start of the text, in the colour of the tone.
        lead: words before a text that is a path, which is elided at its start.
        tip: what the tool tip says, in lines.
        spoken: what a screen reader says instead of the title.
    """

    title: str
    text: str = ""
    place: str = ""
    icon: str = ""
    tone: str = "neutral"
    mark: str = ""
    actions: tuple[LineAction, ...] = ()
    prefix: str = ""
    note: str = ""
    word: str = ""
    lead: str = ""
    tip: str = ""
    spoken: str = ""


def join_parts(*parts: Message | str, between: str = ", ") -> str:
    """Return the parts that are not empty, joined as people read them."""
    return between.join(render(part) for part in parts if part)
