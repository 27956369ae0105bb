"""A comparison as Markdown, HTML and JSON; the lines are those that are shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.comparison.table import ComparedValue, Comparison
from vkconfig_py.model.formats.page_blocks import (
    Block,
    Heading,
    Paragraph,
    Table,
    TextDocument,
    escape_acting,
    render_html,
    render_markdown,
    text,
)
from vkconfig_py.model.formats.page_blocks import TableRow as Cells
from vkconfig_py.model.text.wording import visible


class ComparisonForm(StrEnum):
    """File formats; the value is also the suffix of the file."""

    HTML = "html"
    JSON = "json"
    MARKDOWN = "md"


def render_comparison(
    form: ComparisonForm, found: Comparison, lines: Sequence[ComparedValue]
) -> str:
    """Render some lines of a comparison."""
    return _RENDER[form](found, lines)


def to_json(found: Comparison, lines: Iterable[ComparedValue]) -> dict[str, Any]:
    return {
        "left": found.left,
        "right": found.right,
        "lines": [
            {
                "group": line.group,
                "name": line.name,
                "left": line.left,
                "right": line.right,
                "equal": line.is_equal,
                "note": line.note,
            }
            for line in lines
        ],
    }


def _json(found: Comparison, lines: Sequence[ComparedValue]) -> str:
    document = {"format": 1, **to_json(found, lines)}
    return escape_acting(json.dumps(document, indent=1, ensure_ascii=False)) + "\n"


def _page(found: Comparison, lines: Sequence[ComparedValue], *, anchors: bool) -> TextDocument:
    name = tr("{left} and {right}", left=_shown(found.left), right=_shown(found.right))
    top = Heading(1, text(name), "comparison" if anchors else "")
    blocks: list[Block] = [top, Paragraph(text(found.summary))]
    for number, (group, members) in enumerate(groupby(lines, key=lambda line: line.group)):
        blocks.append(Heading(2, text(_shown(group)), f"group-{number}" if anchors else ""))
        of_group = tuple(members)
        why = (tr("Why"),) if any(line.note for line in of_group) else ()
        head = (tr("Name"), _shown(found.left), _shown(found.right), *why)
        rows = tuple(_row(line, len(head)) for line in of_group)
        blocks.append(Table(head, rows))
    return TextDocument(name, tuple(blocks))


def _row(line: ComparedValue, columns: int) -> Cells:
    texts = (line.name, *line.texts, line.note)[:columns]
    return Cells(tuple(text(_shown(cell)) for cell in texts))


def _shown(value: str) -> str:
    return visible("; ".join(value.split("\n")))


def _html(found: Comparison, lines: Sequence[ComparedValue]) -> str:
    return render_html(_page(found, lines, anchors=True))


def _markdown(found: Comparison, lines: Sequence[ComparedValue]) -> str:
    """For an issue or a page of others, where anchors would be in the way."""
    return render_markdown(_page(found, lines, anchors=False))


_RENDER: Mapping[ComparisonForm, Callable[[Comparison, Sequence[ComparedValue]], str]] = {
    ComparisonForm.HTML: _html,
    ComparisonForm.JSON: _json,
    ComparisonForm.MARKDOWN: _markdown,
}
