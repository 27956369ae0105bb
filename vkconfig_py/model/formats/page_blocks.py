"""A document as headings, paragraphs and tables, rendered as HTML or Markdown.

Both are rendered from the same blocks, so their content is the same. Links inside the page use
explicit anchors: automatic heading anchors differ between sites, and labels in manifests are often
equal.

Text of manifests is always escaped. Only http and https addresses become links. The HTML is one
file without scripts, readable in light and dark, on screen and paper.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Collection, Iterable, Sequence
from typing import assert_never

from vkconfig_py.language.sentences import current_language
from vkconfig_py.loader.base.records import NamedTuple

# Control characters, noncharacters, and invisible or bidirectional formatting characters: a
# description could display differently from what is written.
_CONTROL_CHARACTER_PATTERN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
_NON_PLAIN_CHARACTERS_PATTERN = re.compile(r"[^A-Za-z0-9_.-]+")


def escape_literal(text: str) -> str:
    """Return untrusted text in which nothing acts.

    Control, bidi and invisible characters become U+FFFD, line breaks LF.
    """
    return _CONTROL_CHARACTER_PATTERN.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def escape_control_characters(text: str) -> str:
    """Write control, bidi and invisible characters of JSON as escapes.

    Its meaning is unchanged.
    """
    return _CONTROL_CHARACTER_PATTERN.sub(
        lambda match: json.dumps(match[0])[1:-1].replace("\x7f", "\\u007f"), text
    )


class TextRun(NamedTuple):
    """A run of text.

    Attributes:
        is_code: it is a literal name or value.
        anchor: anchor in this page that it links to, or "".
        url: address that it links to, or "".
    """

    text: str
    is_code: bool = False
    anchor: str = ""
    url: str = ""


Inline = tuple[TextRun, ...]
_MAX_INDENT = 8  # levels of a table's rows


class Heading(NamedTuple):
    """A heading; links lead to its anchor."""

    level: int
    text: Inline
    anchor: str


class Paragraph(NamedTuple):
    """A paragraph; a note is set off from the text."""

    text: Inline
    is_note: bool = False


class TableRow(NamedTuple):
    """A row of a table; a deeper row belongs to the row above."""

    cells: tuple[Inline, ...]
    depth: int = 0


class Table(NamedTuple):
    """A table. Without a header row the first cell of each row is its name."""

    header: tuple[str, ...]
    rows: tuple[TableRow, ...]


class Listing(NamedTuple):
    """Preformatted text of a program or file."""

    text: str


class Contents(NamedTuple):
    """A list of links."""

    entries: tuple[Inline, ...]


Block = Heading | Paragraph | Table | Listing | Contents


class TextDocument(NamedTuple):
    """A document."""

    title: str
    blocks: tuple[Block, ...]


def make_text_runs(words: str) -> Inline:
    """Return words as inline content of a page, () for none."""
    return (TextRun(words),) if words else ()


def make_code_runs(words: str) -> Inline:
    """Return words in code style as inline content of a page, () for none."""
    return (TextRun(words, is_code=True),) if words else ()


PLACEHOLDER_CHARACTER = "\ufffc"  # where a sentence that is not plain text has a link or a name


def fill_slot(sentence: str, inline_runs: Inline) -> Inline:
    """Put inline content where a sentence has its slot."""
    text_before, _, text_after = sentence.partition(PLACEHOLDER_CHARACTER)
    return (*make_text_runs(text_before), *inline_runs, *make_text_runs(text_after))


def join_spans(items: Sequence[Inline], separator: str = ", ") -> Inline:
    spans: list[TextRun] = []
    for item in items:
        if spans:
            spans.append(TextRun(separator))
        spans += item
    return tuple(spans)


class Anchors:
    """Assigns every block a unique anchor derived from its subject."""

    def __init__(self) -> None:
        self._used_anchors: set[str] = set()

    def make_unique(self, wanted_anchor: str) -> str:
        """Return a unique anchor similar to this name."""
        # Names that differ only in case are treated as equal: some browsers compare them so.
        base = _NON_PLAIN_CHARACTERS_PATTERN.sub("-", wanted_anchor).strip("-") or "section"
        name, number = base, 1
        while name.casefold() in self._used_anchors:
            number += 1
            name = f"{base}-{number}"
        self._used_anchors.add(name.casefold())
        return name


_WEB_ADDRESS_PATTERN = re.compile(r"https?://[^\s]+")
# Characters that HTML cannot contain, not even as character references.
_STYLE_SHEET = """\
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


def render_html(page: TextDocument) -> str:
    """Render a document as a whole HTML page."""
    title, language = _escape_html(page.title), current_language().replace("_", "-")
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE_SHEET}</style>\n</head>\n<body>\n"
        f"{render_body(page)}</body>\n</html>\n"
    )


def render_body(page: TextDocument) -> str:
    """Render the content of the body element, for a view with its own style."""
    return "".join(_render_html_block(block) for block in page.blocks)


def _render_html_block(block: Block) -> str:
    match block:
        case Heading():
            tag = f"h{min(block.level, 6)}"
            content = _render_html_inline(block.text)
            return f'<{tag} id="{_escape_html(block.anchor)}">{content}</{tag}>\n'
        case Paragraph():
            kind = ' class="note"' if block.is_note else ""
            return f"<p{kind}>{_render_html_inline(block.text)}</p>\n"
        case Listing():
            return f"<pre>{_escape_html(block.text)}</pre>\n"
        case Contents():
            entries = "".join(f"<li>{_render_html_inline(entry)}</li>\n" for entry in block.entries)
            return f"<ul>\n{entries}</ul>\n" if entries else ""
        case Table():
            return _render_html_table(block)
    assert_never(block)


def _render_html_table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_escape_html(cell)}</th>' for cell in table.header)
    top = f"<thead>\n<tr>{head}</tr>\n</thead>\n" if head else ""
    rows = "".join(_render_html_row(row, has_name_cell=not table.header) for row in table.rows)
    return f'<div class="table">\n<table>\n{top}<tbody>\n{rows}</tbody>\n</table>\n</div>\n'


def _render_html_row(row: TableRow, *, has_name_cell: bool) -> str:
    """Render a row of a table. `has_name_cell`: its first cell is the heading of the row."""
    padding = f' style="padding-left: {0.7 + 1.4 * min(row.depth, _MAX_INDENT):.1f}em"'
    indented_column = _find_indented_column(row)
    cells = []
    for number, cell in enumerate(row.cells):
        tag, scope = ("th", ' scope="row"') if has_name_cell and number == 0 else ("td", "")
        indent = padding if row.depth and number == indented_column else ""
        cells.append(f"<{tag}{scope}{indent}>{_render_html_inline(cell)}</{tag}>")
    return f"<tr>{''.join(cells)}</tr>\n"


def _find_indented_column(row: TableRow) -> int:
    """Return the first column in which a row has text: there its depth is seen."""
    return next((number for number, cell in enumerate(row.cells) if cell), 0)


def _render_html_inline(spans: Iterable[TextRun]) -> str:
    return "".join(_render_html_run(span) for span in spans)


def _render_html_run(span: TextRun) -> str:
    """Render a run of text: code, a link within the page or to the web."""
    escaped_text = _escape_html(span.text).replace("\n", "<br>")
    if span.is_code:
        escaped_text = f"<code>{escaped_text}</code>"
    if span.anchor:
        return f'<a href="#{_escape_html(span.anchor)}">{escaped_text}</a>'
    # A manifest may contain any address: javascript: and file: become no links.
    if _WEB_ADDRESS_PATTERN.fullmatch(span.url):
        return f'<a href="{_escape_html(span.url)}" rel="noreferrer">{escaped_text}</a>'
    return escaped_text


def _escape_html(text: str) -> str:
    return html.escape(escape_literal(text))


_SPECIAL_CHARACTER_PATTERN = re.compile(r"([\\`*{}\[\]<>#|~&!$])")
# Between letters or digits an underscore has no meaning.
_UNDERSCORE_PATTERN = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
# At the start of a line these begin a list, a quotation, a heading or a rule.
_LEADING_MARKUP_PATTERN = re.compile(
    r"^(\s*(?:(?=[-+=])|\d+(?=[.)](?:\s|$))))([-+=.)])", re.MULTILINE
)


def render_markdown(page: TextDocument) -> str:
    """Render a page so that it reads well as text, too: anchors are only where links lead."""
    linked_anchors = {
        run.anchor for block in page.blocks for spans in _list_spans(block) for run in spans
    }
    parts = (_render_markdown_block(block, linked_anchors) for block in page.blocks)
    return "\n".join(filter(None, parts))


def _list_spans(block: Block) -> Iterable[Inline]:
    """Return the inline content of a block."""
    match block:
        case Heading() | Paragraph():
            return (block.text,)
        case Contents():
            return block.entries
        case Table():
            return (cell for row in block.rows for cell in row.cells)
        case Listing():
            return ()
    assert_never(block)


def _render_markdown_block(block: Block, linked_anchors: Collection[str]) -> str:
    match block:
        case Heading():
            hashes = "#" * min(block.level, 6)
            has_anchor = block.anchor and block.anchor in linked_anchors
            anchor = f'<a id="{block.anchor}"></a>\n\n' if has_anchor else ""
            return f"{anchor}{hashes} {_render_markdown_line(block.text)}\n"
        case Paragraph():
            markdown = "".join(_render_markdown_run(span, is_in_table=False) for span in block.text)
            mark = "> " if block.is_note else ""
            # An empty line would end the paragraph, and a link within it.
            lines = [line for line in markdown.split("\n") if line.strip()]
            return "".join(f"{mark}{line}\n" for line in lines)
        case Listing():
            return _render_listing(block.text)
        case Contents():
            return "".join(f"- {_render_markdown_line(entry)}\n" for entry in block.entries)
        case Table():
            return _render_markdown_table(block)
    assert_never(block)


def _render_listing(text: str) -> str:
    text = escape_literal(text).rstrip("\n")
    # Longer than any run of ticks inside (CommonMark, Fenced code blocks).
    fence = "`" * max(3, _count_longest_ticks(text) + 1)
    return f"{fence}\n{text}\n{fence}\n"


def _render_markdown_table(table: Table) -> str:
    """Render a table. Without header its head row is empty."""
    width = len(table.header) or max((len(row.cells) for row in table.rows), default=1)
    head = [_escape_markdown(cell) for cell in table.header] or [" "] * width
    lines = [
        head,
        ["---"] * width,
        *([*_render_markdown_cells(row, not table.header)] for row in table.rows),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _render_markdown_cells(row: TableRow, has_name_cell: bool) -> Iterable[str]:
    """Yield the cells of a row. `has_name_cell`: the first one is the name of the others."""
    indented_column = _find_indented_column(row)
    for number, cell in enumerate(row.cells):
        markdown = _render_markdown_line(cell, is_in_table=True)
        if number == 0 and has_name_cell and markdown:
            markdown = f"**{markdown}**"
        if row.depth and number == indented_column:
            # Spaces would be dropped, and entities are no text.
            markdown = f"└{'─' * (min(row.depth, _MAX_INDENT) - 1)} {markdown}"
        yield markdown


def _render_markdown_line(spans: Iterable[TextRun], *, is_in_table: bool = False) -> str:
    """Render inline content on one line, for places without line breaks."""
    return "".join(_render_markdown_run(span, is_in_table=is_in_table) for span in spans).replace(
        "\n", "<br>"
    )


def _render_markdown_run(span: TextRun, *, is_in_table: bool) -> str:
    """Render a run of text: code, a link within the page or to the web."""
    markdown = (
        _render_markdown_code(span.text, is_in_table=is_in_table)
        if span.is_code
        else _escape_markdown(span.text)
    )
    if span.anchor:
        return f"[{markdown}](#{span.anchor})"
    if _WEB_ADDRESS_PATTERN.fullmatch(span.url):
        # These would end the address, or the cell of a table.
        address = span.url.replace("<", "%3C").replace(">", "%3E").replace("|", "%7C")
        return f"[{markdown}](<{escape_literal(address)}>)"
    return markdown


def _render_markdown_code(text: str, *, is_in_table: bool) -> str:
    """Render a code span that no tick or bar in the text can end."""
    text = escape_literal(text).replace("\n", " ")
    if is_in_table:
        # A table cell ends at a bar even inside code, unless it is escaped.
        text = text.replace("|", "\\|")
    ticks = "`" * (_count_longest_ticks(text) + 1)
    # CommonMark strips one space at both ends of a code span.
    pad = " " if not text.strip() or text[:1] in "` " or text[-1:] in "` " else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _count_longest_ticks(text: str) -> int:
    """Return the length of the longest run of backticks in a text."""
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _escape_markdown(text: str) -> str:
    escaped_text = _UNDERSCORE_PATTERN.sub(
        r"\\_", _SPECIAL_CHARACTER_PATTERN.sub(r"\\\1", escape_literal(text))
    )
    return _LEADING_MARKUP_PATTERN.sub(r"\1\\\2", escaped_text)
