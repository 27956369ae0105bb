"""The comparison: lines in groups, each with the value of either side."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType

from vkconfig_py.language.sentences import Message, counted, render, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.chain.device_entries import DeviceFact
from vkconfig_py.model.formats.page_blocks import (
    Block,
    Heading,
    Paragraph,
    Table,
    TextDocument,
    escape_control_characters,
    make_text_runs,
    render_html,
    render_markdown,
)
from vkconfig_py.model.formats.page_blocks import TableRow as Cells
from vkconfig_py.model.text.wording import escape_invisible

ABSENT_VALUE = "–"
_Key = tuple[Message | str, str, int]  # group, name, and which of several of that name
NO_NOTES: Mapping[tuple[Message | str, str], str] = MappingProxyType({})


class ComparisonSide(NamedTuple):
    """One side: what it is called, and what is known of it."""

    title: str
    facts: tuple[DeviceFact, ...]


class ComparedValue(NamedTuple):
    """One named value on both sides.

    Attributes:
        left, right: None where a side has no such value.
        note: what is known of a difference, such as the rule behind it.
    """

    group: Message | str
    name: str
    left: str | None
    right: str | None
    note: str = ""

    @property
    def is_equal(self) -> bool:
        return self.left == self.right

    @property
    def displayed_values(self) -> tuple[str, str]:
        """Both values as they are shown, None as a word."""
        left, right = (
            ABSENT_VALUE if value is None else value for value in (self.left, self.right)
        )
        return left, right


class Comparison(NamedTuple):
    """Two sides, compared."""

    left_title: str
    right_title: str
    values: tuple[ComparedValue, ...] = ()

    @property
    def differences(self) -> tuple[ComparedValue, ...]:
        return tuple(line for line in self.values if not line.is_equal)

    @property
    def summary(self) -> str:
        """How much differs, as a sentence."""
        number = len(self.differences)
        if not number:
            return counted(
                "No differences: {n:,} values are the same.",
                "No differences: {n} value is the same.",
                len(self.values),
            )
        return counted(
            "{n:,} of {total:,} values differ.",
            "{n} of {total:,} values differs.",
            number,
            total=len(self.values),
        )


def compare_sides(
    left: ComparisonSide,
    right: ComparisonSide,
    notes: Mapping[tuple[Message | str, str], str] = NO_NOTES,
) -> Comparison:
    """Compare two lists of values.

    `notes`: about differences, by group and name.
    """
    left_values, right_values = _number_values(left.facts), _number_values(right.facts)
    lines = []
    for key in _merge_keys(tuple(left_values), tuple(right_values)):
        group, name, _ = key
        line = ComparedValue(group, name, left_values.get(key), right_values.get(key))
        note = "" if line.is_equal else notes.get((group, name), "")
        lines.append(line._replace(note=note))
    return Comparison(left.title, right.title, tuple(lines))


def _number_values(entries: Iterable[DeviceFact]) -> dict[_Key, str]:
    """Return values by group, name and number, since several can have one name."""
    values: dict[_Key, str] = {}
    counts: dict[tuple[Message | str, str], int] = {}
    for entry in entries:
        place = entry.group, entry.name
        number = counts.get(place, 0)
        counts[place] = number + 1
        values[*place, number] = entry.value
    return values


def _merge_keys(left: Sequence[_Key], right: Sequence[_Key]) -> Iterator[_Key]:
    """Yield both sides' keys by group. Those of the right side alone follow their predecessor."""
    groups = dict.fromkeys(key[0] for key in (*left, *right))
    of_left, of_right = _group_keys(left), _group_keys(right)
    for group in groups:
        common = set(of_left.get(group, ()))
        behind: dict[_Key | None, list[_Key]] = {}
        last: _Key | None = None
        for key in of_right.get(group, ()):
            if key in common:
                last = key
            else:
                behind.setdefault(last, []).append(key)
        yield from behind.get(None, ())
        for key in of_left.get(group, ()):
            yield key
            yield from behind.get(key, ())


def _group_keys(keys: Iterable[_Key]) -> dict[Message | str, list[_Key]]:
    groups: dict[Message | str, list[_Key]] = {}
    for key in keys:
        groups.setdefault(key[0], []).append(key)
    return groups


def filter_lines(
    lines: Iterable[ComparedValue], text: str, *, only_differences: bool
) -> tuple[ComparedValue, ...]:
    """Return the lines that contain every word of a text."""
    words = text.casefold().split()
    return tuple(
        line
        for line in lines
        if not (only_differences and line.is_equal)
        and all(word in _get_line_text(line) for word in words)
    )


def _get_line_text(line: ComparedValue) -> str:
    """Return all that a line shows, in lower case, to be searched."""
    return " ".join((render(line.group), line.name, *line.displayed_values, line.note)).casefold()


# A comparison as Markdown, HTML and JSON; the lines are those that are shown.


class ComparisonFormat(StrEnum):
    """File formats. The value is also the suffix of the file."""

    HTML = "html"
    JSON = "json"
    MARKDOWN = "md"


def render_comparison(
    form: ComparisonFormat, comparison: Comparison, lines: Sequence[ComparedValue]
) -> str:
    """Render lines of a comparison as JSON, HTML or Markdown."""
    return _RENDERER_BY_COMPARISON_FORMAT[form](comparison, lines)


def make_json(comparison: Comparison, lines: Iterable[ComparedValue]) -> dict[str, Any]:
    """Return the JSON members of a comparison, with these of its lines."""
    return {
        "left": comparison.left_title,
        "right": comparison.right_title,
        "lines": [
            {
                "group": render(line.group),
                "name": line.name,
                "left": line.left,
                "right": line.right,
                "equal": line.is_equal,
                "note": line.note,
            }
            for line in lines
        ],
    }


def _render_json(comparison: Comparison, lines: Sequence[ComparedValue]) -> str:
    document = {"format": 1, **make_json(comparison, lines)}
    return escape_control_characters(json.dumps(document, indent=1, ensure_ascii=False)) + "\n"


def _render_page(
    comparison: Comparison, lines: Sequence[ComparedValue], *, anchors: bool
) -> TextDocument:
    """Make a document with a table for each group. `anchors`: with link targets."""
    name = tr(
        "{left} and {right}",
        left=_render_value(comparison.left_title),
        right=_render_value(comparison.right_title),
    )
    top = Heading(1, make_text_runs(name), "comparison" if anchors else "")
    blocks: list[Block] = [top, Paragraph(make_text_runs(comparison.summary))]
    for number, (group, members) in enumerate(groupby(lines, key=lambda line: line.group)):
        blocks.append(
            Heading(
                2,
                make_text_runs(_render_value(render(group))),
                f"group-{number}" if anchors else "",
            )
        )
        of_group = tuple(members)
        note_heading = (tr("Why"),) if any(line.note for line in of_group) else ()
        head = (
            tr("Name"),
            _render_value(comparison.left_title),
            _render_value(comparison.right_title),
            *note_heading,
        )
        rows = tuple(_render_row(line, len(head)) for line in of_group)
        blocks.append(Table(head, rows))
    return TextDocument(name, tuple(blocks))


def _render_row(line: ComparedValue, columns: int) -> Cells:
    """Make a row of a table from the first columns of name, both values and note."""
    texts = (line.name, *line.displayed_values, line.note)[:columns]
    return Cells(tuple(make_text_runs(_render_value(cell)) for cell in texts))


def _render_value(value: str) -> str:
    """Return a value with invisible characters made visible."""
    return escape_invisible("; ".join(value.split("\n")))


def _render_html(comparison: Comparison, lines: Sequence[ComparedValue]) -> str:
    return render_html(_render_page(comparison, lines, anchors=True))


def _render_markdown(comparison: Comparison, lines: Sequence[ComparedValue]) -> str:
    """Render Markdown for an issue or another page, without link targets."""
    return render_markdown(_render_page(comparison, lines, anchors=False))


_RENDERER_BY_COMPARISON_FORMAT: Mapping[
    ComparisonFormat, Callable[[Comparison, Sequence[ComparedValue]], str]
] = {
    ComparisonFormat.HTML: _render_html,
    ComparisonFormat.JSON: _render_json,
    ComparisonFormat.MARKDOWN: _render_markdown,
}
