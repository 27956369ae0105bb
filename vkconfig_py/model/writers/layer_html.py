"""HTML of a page: one file without scripts, readable in light and dark, on screen and paper.

Text of manifests is always escaped. An address becomes a link only where a browser would open it
as a page; anything else is shown as text.
"""

from __future__ import annotations

import html
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

_WEB = re.compile(r"https?://[^\s]+")
# What HTML cannot carry, not even as a reference to the character.
_STYLE = """\
:root { color-scheme: light dark; --line: #d5d9de; --soft: #f3f5f7; --faint: #5b6570;
  --link: #0b62b8; --note: #fff6dd; }
@media (prefers-color-scheme: dark) { :root { --line: #3a4149; --soft: #20252b;
  --faint: #9aa5b1; --link: #6cb2f5; --note: #3a3217; } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto;
  padding: 0 1.25rem; }
h1, h2, h3, h4, h5 { line-height: 1.25; margin: 2em 0 .5em; }
h1 { margin-top: 0; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .25em; }
a { color: var(--link); }
code, pre { font: .92em/1.5 ui-monospace, monospace; background: var(--soft); border-radius: 4px; }
code { padding: .1em .3em; overflow-wrap: anywhere; }
pre { padding: .75em 1em; overflow-x: auto; }
p.note { background: var(--note); border-radius: 4px; padding: .5em .9em; }
div.table { overflow-x: auto; }
table { border-collapse: collapse; margin: .75em 0; }
th, td { border: 1px solid var(--line); padding: .35em .7em; text-align: left;
  vertical-align: top; }
th { background: var(--soft); font-weight: 600; }
h1:target, h2:target, h3:target, h4:target { background: var(--note); }
@media print { body { max-width: none; margin: 0; } a { color: inherit; } }
"""


def render_html(page: Page) -> str:
    """Return the page as one HTML document."""
    title = _escape(page.title)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        f"{render_body(page)}</body>\n</html>\n"
    )


def render_body(page: Page) -> str:
    """Return what stands between the tags of the body, for a view with a style of its own."""
    return "".join(_block(block) for block in page.blocks)


def _block(block: Block) -> str:
    match block:
        case Heading():
            tag = f"h{min(block.level, 6)}"
            return f'<{tag} id="{_escape(block.anchor)}">{_inline(block.text)}</{tag}>\n'
        case Paragraph():
            kind = ' class="note"' if block.is_note else ""
            return f"<p{kind}>{_inline(block.text)}</p>\n"
        case Listing():
            return f"<pre>{_escape(block.text)}</pre>\n"
        case Contents():
            entries = "".join(f"<li>{_inline(entry)}</li>\n" for entry in block.entries)
            return f"<ul>\n{entries}</ul>\n" if entries else ""
        case Table():
            return _table(block)
    assert_never(block)


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_escape(cell)}</th>' for cell in table.head)
    top = f"<thead>\n<tr>{head}</tr>\n</thead>\n" if head else ""
    rows = "".join(_row(row, named=not table.head) for row in table.rows)
    return f'<div class="table">\n<table>\n{top}<tbody>\n{rows}</tbody>\n</table>\n</div>\n'


def _row(row: Line, *, named: bool) -> str:
    first, *rest = row.cells
    indent = f' style="padding-left: {0.7 + 1.4 * min(row.depth, 8):.1f}em"' if row.depth else ""
    tag, scope = ("th", ' scope="row"') if named else ("td", "")
    cells = [f"<{tag}{scope}{indent}>{_inline(first)}</{tag}>"]
    cells += [f"<td>{_inline(cell)}</td>" for cell in rest]
    return f"<tr>{''.join(cells)}</tr>\n"


def _inline(spans: Iterable[Span]) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    shown = _escape(span.text).replace("\n", "<br>")
    if span.code:
        shown = f"<code>{shown}</code>"
    if span.anchor:
        return f'<a href="#{_escape(span.anchor)}">{shown}</a>'
    if _WEB.fullmatch(span.url):
        return f'<a href="{_escape(span.url)}" rel="noreferrer">{shown}</a>'
    return shown


def _escape(text: str) -> str:
    return html.escape(literal(text))
