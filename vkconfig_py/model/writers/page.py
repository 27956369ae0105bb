"""Page: what a document says, before it is HTML or Markdown.

Both forms are written from the same blocks, so that neither can say more than the other. A link
inside the page names the block that it leads to; `Anchors` gives names that are all different.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from vkconfig_py.loader.records import Alternative, NamedTuple

# Control characters, what is no character, and what turns the direction of a text or stands in it
# unseen: a description could show another one than is written.
_ACTING = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9_.-]+")


def literal(text: str) -> str:
    """Return a text of somebody else in which every character shows; line breaks stay."""
    return _ACTING.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def escape_acting(text: str) -> str:
    """Return JSON in which such characters are escapes; what it says is the same."""
    return _ACTING.sub(lambda found: json.dumps(found[0])[1:-1].replace("\x7f", "\\u007f"), text)


class Span(NamedTuple):
    """A run of text.

    Attributes:
        code: it is a name or a value that is typed as it stands.
        anchor: block of this page that it leads to, or "".
        url: address that it leads to, or "".
    """

    text: str
    code: bool = False
    anchor: str = ""
    url: str = ""


Inline = tuple[Span, ...]


class Heading(Alternative):
    """A heading; links lead to its anchor."""

    level: int
    text: Inline
    anchor: str


class Paragraph(Alternative):
    """A paragraph; one that is a note stands apart."""

    text: Inline
    is_note: bool = False


class Line(NamedTuple):
    """A row of a table; deeper rows belong to the one above."""

    cells: tuple[Inline, ...]
    depth: int = 0


class Table(Alternative):
    """A table. Without a head the first cell of each row names the others."""

    head: tuple[str, ...]
    rows: tuple[Line, ...]


class Listing(Alternative):
    """Text of a program or file, as it stands."""

    text: str


class Contents(Alternative):
    """A list of links."""

    entries: tuple[Inline, ...]


Block = Heading | Paragraph | Table | Listing | Contents


class Page(NamedTuple):
    """A document."""

    title: str
    blocks: tuple[Block, ...]


def text(words: str) -> Inline:
    """Return plain words."""
    return (Span(words),) if words else ()


def code(words: str) -> Inline:
    """Return a name or value that is typed as it stands."""
    return (Span(words, code=True),) if words else ()


def listed(items: Sequence[Inline], separator: str = ", ") -> Inline:
    """Join items."""
    spans: list[Span] = []
    for item in items:
        if spans:
            spans.append(Span(separator))
        spans += item
    return tuple(spans)


class Anchors:
    """Gives every block a name of its own, like what it is about."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, wish: str) -> str:
        """Return a name like this one that no other block has.

        Names that differ in case only are the same: a browser that compares so finds the block.
        """
        base = _NOT_PLAIN.sub("-", wish).strip("-") or "section"
        name, number = base, 1
        while name.casefold() in self._taken:
            number += 1
            name = f"{base}-{number}"
        self._taken.add(name.casefold())
        return name
