"""What a row of a list says: a title, texts below it, buttons."""

from __future__ import annotations

from vkconfig_py.language.sentences import Message, render
from vkconfig_py.loader.base.records import Any, NamedTuple


class LineAction(NamedTuple):
    """A button of a row: what it does, as its list knows it, and its label."""

    action: Any
    label: str


class ListLine(NamedTuple):
    """Content of one row. Lists make characters that cannot be seen visible.

    Attributes:
        location: file and line, drawn as a link.
        icon: name of a glyph on the left.
        tone: "ok", "warn", "error" or "neutral".
        badge: text on the left instead of a glyph ("New", "Change").
        actions: the default one (Enter) first.
        faint_prefix: start of the title that is drawn faint.
        note: small text after the title.
        status_word: start of the text, in the colour of the tone.
        path_prefix: words before a text that is a path, which is elided at its start.
        tooltip: what the tool tip says, in lines.
        accessible_text: what a screen reader says instead of the title.
    """

    title: str
    text: str = ""
    location: str = ""
    icon: str = ""
    tone: str = "neutral"
    badge: str = ""
    actions: tuple[LineAction, ...] = ()
    faint_prefix: str = ""
    note: str = ""
    status_word: str = ""
    path_prefix: str = ""
    tooltip: str = ""
    accessible_text: str = ""


def join_parts(*parts: Message | str, separator: str = ", ") -> str:
    """Return the texts that are not empty, joined by `separator`."""
    return separator.join(render(part) for part in parts if part)
