"""Markdown of a page, as GitHub and CommonMark with tables read it.

Links lead to anchors of our own: what a heading is called by differs from one site to the next,
and labels of manifests are often equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import assert_never

from vkconfig_py.model.writers.page import (
    Block,
    Contents,
    Heading,
    Line,
    Listing,
    Page,
    Paragraph,
    Span,
    Table,
    literal,
)

_SPECIAL = re.compile(r"([\\`*{}\[\]<>#|~&!$])")
# Between letters or digits an underscore means nothing.
_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
# At the start of a line these begin a list, a quotation, a heading or a rule.
_LEADING = re.compile(r"^(\s*(?:(?=[-+=])|\d+(?=[.)](?:\s|$))))([-+=.)])", re.MULTILINE)
_WEB = re.compile(r"https?://[^\s]+")


def render_markdown(page: Page) -> str:
    """Return the page as Markdown."""
    return "\n".join(part for block in page.blocks if (part := _block(block)))


def _block(block: Block) -> str:
    match block:
        case Heading():
            hashes = "#" * min(block.level, 6)
            return f'<a id="{block.anchor}"></a>\n\n{hashes} {_line(block.text)}\n'
        case Paragraph():
            shown = "".join(_span(span, in_table=False) for span in block.text)
            mark = "> " if block.is_note else ""
            # A line without words would end the paragraph, and a link in the middle of it.
            lines = [line for line in shown.split("\n") if line.strip()]
            return "".join(f"{mark}{line}\n" for line in lines)
        case Listing():
            return _listing(block.text)
        case Contents():
            return "".join(f"- {_line(entry)}\n" for entry in block.entries)
        case Table():
            return _table(block)
    assert_never(block)


def _listing(text: str) -> str:
    text = literal(text).rstrip("\n")
    fence = "`" * max(3, _longest_ticks(text) + 1)
    return f"{fence}\n{text}\n{fence}\n"


def _table(table: Table) -> str:
    width = len(table.head) or max((len(row.cells) for row in table.rows), default=1)
    head = [_escape(cell) for cell in table.head] or [" "] * width
    lines = [head, ["---"] * width, *([*_cells(row, not table.head)] for row in table.rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cells(row: Line, named: bool) -> Iterable[str]:
    for number, cell in enumerate(row.cells):
        shown = _line(cell, in_table=True)
        if number == 0:
            indent = "&nbsp;" * 4 * min(row.depth, 8)
            # Without a head the first cell is the name of the others.
            shown = f"{indent}**{shown}**" if named and shown else f"{indent}{shown}"
        yield shown


def _line(spans: Iterable[Span], *, in_table: bool = False) -> str:
    """Return spans where no line break may stand."""
    return "".join(_span(span, in_table=in_table) for span in spans).replace("\n", "<br>")


def _span(span: Span, *, in_table: bool) -> str:
    shown = _code(span.text, in_table=in_table) if span.code else _escape(span.text)
    if span.anchor:
        return f"[{shown}](#{span.anchor})"
    if _WEB.fullmatch(span.url):
        address = span.url.replace("<", "%3C").replace(">", "%3E").replace("|", "%7C")
        return f"[{shown}](<{literal(address)}>)"
    return shown


def _code(text: str, *, in_table: bool) -> str:
    text = literal(text).replace("\n", " ")
    if in_table:
        # A table cell ends at a bar even inside code, unless it is escaped.
        text = text.replace("|", "\\|")
    ticks = "`" * (_longest_ticks(text) + 1)
    pad = " " if not text.strip() or text[:1] in "` " or text[-1:] in "` " else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _longest_ticks(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _escape(text: str) -> str:
    escaped = _UNDERSCORE.sub(r"\\_", _SPECIAL.sub(r"\\\1", literal(text)))
    return _LEADING.sub(r"\1\\\2", escaped)
