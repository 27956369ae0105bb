"""Help pages: the documents of docs/ that the program brings, in sections that can be searched.

A page in another language stands in a folder named for it, such as docs/de. It has the headings of
the English page in the same order, so its sections have the anchors of those here. Its links have
the anchors of its own headings, as the web wants them, and are given the others when it is read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from vkconfig_py.language.sentences import ENGLISH_LANGUAGE
from vkconfig_py.loader.base.records import NamedTuple

# In the order of the contents; the files are in resources/help.
PAGE_NAMES = (
    "window",
    "walkthrough",
    "cookbook",
    "chain",
    "configurations",
    "launch",
    "log",
    "culprit",
    "apply",
    "what_if",
    "layers",
    "devices",
    "running",
    "machines",
    "lab",
    "problems",
    "bug_report",
    "preferences",
    "accessibility",
    "command_line",
    "actions",
    "problem_codes",
    "layer_settings",
    "own_settings",
    "describe_a_layer",
    "loader_rules",
    "platforms",
    "platform_windows",
    "platform_android",
    "platform_fuchsia",
    "glossary",
)
_CODE_FENCE = "```"
_MIN_TITLE_SHARE = 0.5
_HEADING_PATTERN = re.compile(r"(#{1,4}) +(.*)")
_IMAGE_PATTERN = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
_LINK_PATTERN = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
_PARENT_LINK_PATTERN = re.compile(r"\]\(\.\./")  # a target outside the folder of the language
_CELL_END_PATTERN = re.compile(r"(?<!\\)\|")
_TABLE_RULE_PATTERN = re.compile(
    r"^[|\s:-]+$", re.MULTILINE
)  # between the head of a table and its rows


class HelpTarget(NamedTuple):
    """A place in the help: a page, and the anchor of a section or ""."""

    page: str
    anchor: str = ""

    @classmethod
    def parse(cls, target: str, current_page: str = "") -> HelpTarget | None:
        """Return the target of a link such as "lab.md#collect", None for links to other places.

        `current_page`: the page that has the link.
        """
        file, _hash, anchor = target.partition("#")
        page = file.removesuffix(".md") if file else current_page
        is_shown = page in PAGE_NAMES and (not file or file.endswith(".md"))
        return cls(page, anchor) if is_shown else None


class HelpSection(NamedTuple):
    """A heading with the text below it, as it is searched."""

    title: str
    anchor: str
    text: str

    def count(self, words: Sequence[str]) -> int:
        """Return how often the words occur, 0 unless each of them does."""
        searched_text = f"{self.title} {self.text}".casefold()
        counts = [searched_text.count(word) for word in words]
        return sum(counts) if all(counts) else 0


class HelpPage(NamedTuple):
    """A document.

    Attributes:
        images: files by the names that the text has for them.
    """

    name: str
    title: str
    markdown: str
    sections: tuple[HelpSection, ...]
    images: Mapping[str, Path]

    def find_section_number(self, anchor: str) -> int:
        """Return the 0-based number of the section with an anchor, 0 if none has it."""
        anchors = [section.anchor for section in self.sections]
        return anchors.index(anchor) if anchor in anchors else 0


class SearchHit(NamedTuple):
    """A section in which all words of a search occur, with how often."""

    page: HelpPage
    section: HelpSection
    section_number: int


def read_pages(folder: Path, language: str = ENGLISH_LANGUAGE) -> tuple[HelpPage, ...]:
    """Read all pages in a language. A page that is not translated is in English.

    Raises:
        OSError: a page cannot be read.
    """
    read = [_read_page(folder, name, language) for name in PAGE_NAMES]
    anchors = {page.name: page_anchors for page, page_anchors in read if page_anchors}
    if not anchors:
        return tuple(page for page, _known in read)
    return tuple(_translate_links(page, anchors) for page, _known in read)


def find_hits(pages: Sequence[HelpPage], text: str) -> tuple[SearchHit, ...]:
    """Return the sections in which all words of a text occur, page by page.

    A page whose title the text names comes first, then one with a word in its title or in one of
    its headings, then the one with most hits.
    """
    words = split_words(text)
    hits_by_page = [
        [
            SearchHit(page, section, count)
            for section in page.sections
            if words and (count := section.count(words))
        ]
        for page in pages
    ]
    hits_by_page.sort(key=lambda hits: _rate_hits(hits, words), reverse=True)
    return tuple(chain.from_iterable(hits_by_page))


def names_title(title: str, text: str) -> bool:
    """Return whether a text names most of a title: nobody types its articles."""
    return _compute_title_share(title, split_words(text)) >= _MIN_TITLE_SHARE


def _compute_title_share(title: str, words: Sequence[str]) -> float:
    """Return which part of a title the words are, 0 unless each of them begins a word of it."""
    title_words = title.casefold().split()
    if not all(any(title_word.startswith(word) for title_word in title_words) for word in words):
        return 0.0
    return sum(map(len, words)) / sum(map(len, title_words))


def _rate_hits(hits: Sequence[SearchHit], words: Sequence[str]) -> tuple[float, bool, bool, int]:
    """Return what the hits of a page are worth: its title, its headings, their number."""
    headings = [search_hit.section.title.casefold() for search_hit in hits]
    return (
        max((_compute_title_share(hit.page.title, words) for hit in hits[:1]), default=0.0),
        any(word in search_hit.page.title.casefold() for search_hit in hits[:1] for word in words),
        any(word in heading for heading in headings for word in words),
        sum(search_hit.section_number for search_hit in hits),
    )


def split_words(text: str) -> tuple[str, ...]:
    """Return the case-folded words of a search, each once."""
    return tuple(dict.fromkeys(text.casefold().split()))


def make_anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    letters = re.sub(r"[^\w\- ]", "", heading.strip().casefold())
    return letters.replace(" ", "-")


def stack_tables(markdown: str, table_numbers: Collection[int]) -> str:
    """Return a Markdown text with the cells of some tables one below the other, each with its head.

    The first cell of a row is its title, and a rule stands between rows. `table_numbers` are those
    of the tables in the text, from 0.
    """
    lines, stacked_lines, is_code, number = markdown.splitlines(), list[str](), False, -1
    heads: list[str] = []
    for line_number, line in enumerate(lines):
        is_code ^= line.startswith(_CODE_FENCE)
        is_row = line.startswith("|") and not is_code
        if is_row and not (line_number and lines[line_number - 1].startswith("|")):
            number += 1
            heads = _split_cells(line)
            row_number = -2  # that of the head, before the rule and the rows
        if is_row and number in table_numbers:
            row_number += 1
            if row_number > 0:
                stacked_lines += _stack_cells(heads, _split_cells(line), is_first=row_number == 1)
        else:
            stacked_lines.append(line)
    return "\n".join(stacked_lines)


def _split_cells(line: str) -> list[str]:
    """Return the cells of a row of a table."""
    cells = _CELL_END_PATTERN.split(line.strip().removeprefix("|").removesuffix("|"))
    return [cell.strip().replace("\\|", "|") for cell in cells]


def _stack_cells(heads: Sequence[str], cells: Sequence[str], *, is_first: bool) -> Iterator[str]:
    """Yield the lines of a row whose cells stand one below the other, with a rule above it."""
    if not is_first:
        yield from ("---", "")
    title = cells[0]
    yield from (title if not title or "**" in title else f"**{title}**", "")
    for head, cell in zip(heads[1:], cells[1:], strict=False):
        if cell:
            yield from (f"{head}: {cell}" if head else cell, "")


def _read_page(folder: Path, name: str, language: str) -> tuple[HelpPage, Mapping[str, str]]:
    """Return a page, and the English page's anchors by those of its own headings."""
    english_page = _make_page(name, (folder / f"{name}.md").read_text(encoding="utf-8"), folder)
    path = folder / language.partition("_")[0]
    file = path / f"{name}.md"
    if not file.is_file():
        return english_page, {}
    return _translate_page(english_page, file.read_text(encoding="utf-8"), path)


def _translate_page(
    english_page: HelpPage, markdown: str, folder: Path
) -> tuple[HelpPage, Mapping[str, str]]:
    """Return a translated page with the English page's anchors and missing pictures.

    Also return the English anchors by those of its own headings.
    """
    page = _make_page(english_page.name, _PARENT_LINK_PATTERN.sub("](", markdown), folder)
    pairs = [*zip(page.sections, english_page.sections, strict=True)]
    sections = tuple(
        section._replace(anchor=original_section.anchor) for section, original_section in pairs
    )
    pictures = {name: file for name, file in page.images.items() if file.is_file()}
    anchors = {section.anchor: original_section.anchor for section, original_section in pairs}
    return page._replace(sections=sections, images={**english_page.images, **pictures}), anchors


def _translate_links(page: HelpPage, anchors: Mapping[str, Mapping[str, str]]) -> HelpPage:
    """Return a page whose links have the anchors of the English pages."""

    def link(match: re.Match[str]) -> str:
        """Return one link with the anchor of the English page."""
        help_target = HelpTarget.parse(match[2], page.name)
        anchor = (
            anchors.get(help_target.page, {}).get(help_target.anchor)
            if help_target is not None
            else None
        )
        if anchor is None:
            return match[0]
        return f"[{match[1]}]({match[2].partition('#')[0]}#{anchor})"

    return page._replace(markdown=_LINK_PATTERN.sub(link, page.markdown))


def _make_page(name: str, markdown: str, folder: Path) -> HelpPage:
    """Return a page from its Markdown text, in sections."""
    sections = tuple(_split_sections(markdown))
    pictures = {match[2]: folder / match[2] for match in _IMAGE_PATTERN.finditer(markdown)}
    plain_text = _LINK_PATTERN.sub(lambda match: _render_link(match, name), markdown)
    return HelpPage(name, sections[0].title, plain_text, sections, pictures)


def _render_link(match: re.Match[str], page: str) -> str:
    """Return a link to a page or to the web as it is, for another only its text."""
    target = match[2]
    is_web_address = target.startswith("https://")
    return match[0] if is_web_address or HelpTarget.parse(target, page) is not None else match[1]


def _split_sections(markdown: str) -> Iterator[HelpSection]:
    """Yield the headings of a Markdown text with the text below them."""
    title, lines, is_code = "", list[str](), False
    for line in markdown.splitlines():
        is_code ^= line.startswith(_CODE_FENCE)
        heading = None if is_code else _HEADING_PATTERN.fullmatch(line)
        if heading is None:
            lines.append(line)
            continue
        if title:
            yield HelpSection(title, make_anchor(title), _strip_markup("\n".join(lines)))
        title, lines = _strip_markup(heading[2]), []
    yield HelpSection(title, make_anchor(title), _strip_markup("\n".join(lines)))


def _strip_markup(markdown: str) -> str:
    """Return a Markdown text as it is read, without markup."""
    text = _IMAGE_PATTERN.sub(r"\1", markdown)
    text = _TABLE_RULE_PATTERN.sub("", _LINK_PATTERN.sub(r"\1", text))
    return " ".join(re.sub(r"[`*|]|^```\w*$", " ", text, flags=re.MULTILINE).split())
