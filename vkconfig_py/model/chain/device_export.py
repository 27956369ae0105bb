"""A device as a file: JSON for programs, HTML or Markdown to read, in the groups of the window."""

from __future__ import annotations

from itertools import groupby

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.device_entries import device_entries
from vkconfig_py.model.chain.device_page import device_json
from vkconfig_py.model.chain.probe_results import DeviceDetail
from vkconfig_py.model.formats.page_blocks import (
    Block,
    Heading,
    Table,
    TableRow,
    TextDocument,
    render_html,
    render_markdown,
    text,
)
from vkconfig_py.model.text.wording import visible

_HTML = (".html", ".htm")
FILTERS = "JSON (*.json);;HTML (*.html);;Markdown (*.md)"


def device_document(detail: DeviceDetail, suffix: str) -> str:
    """Everything that is known of a device; a suffix that is not known means JSON."""
    if not is_to_read(suffix):
        return device_json(detail)
    if suffix.casefold() in _HTML:
        return render_html(_page(detail, anchors=True))
    return render_markdown(_page(detail, anchors=False))


def is_to_read(suffix: str) -> bool:
    """Whether people read a file with this suffix; others are for programs."""
    return suffix.casefold() in (*_HTML, ".md", ".markdown")


def _page(detail: DeviceDetail, *, anchors: bool) -> TextDocument:
    name = visible(detail.summary.name)
    blocks: list[Block] = [Heading(1, text(name), "device" if anchors else "")]
    entries = device_entries(detail.summary, detail.dump)
    for number, (group, members) in enumerate(groupby(entries, key=lambda entry: entry.group)):
        blocks.append(Heading(2, text(visible(group)), f"group-{number}" if anchors else ""))
        rows = tuple(
            TableRow((text(visible(one.name)), text(visible("; ".join(one.value.split("\n"))))))
            for one in members
        )
        blocks.append(Table((tr("Name"), tr("Value")), rows))
    return TextDocument(name, tuple(blocks))
