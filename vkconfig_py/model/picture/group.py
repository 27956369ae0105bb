"""The head of the group below the chain: how many of its rows are not shown, and of which kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from vkconfig_py.model.picture.values import Row, RowKind
from vkconfig_py.model.picture.wording import join_words

_GROUPED = frozenset({RowKind.OFF_LAYER, RowKind.MISSING})


def with_hidden(rows: Sequence[Row], hidden: Collection[str]) -> list[Row]:
    """Return the rows, the head with what of its group is not shown."""
    text = hidden_text(row for row in rows if row.key in hidden)
    return [_headed(row, text) if row.kind is RowKind.GROUP else row for row in rows]


def hidden_text(hidden: Iterable[Row]) -> str:
    """Return "3 implicit and 5 explicit layers hidden", or "" where nothing is."""
    counts = Counter(_kind(row) for row in hidden if row.kind in _GROUPED)
    if not counts:
        return ""
    noun = "layer" if counts.total() == 1 else "layers"
    kinds = sorted(counts, key=lambda kind: (kind != "implicit", kind))
    return f"{join_words([f'{counts[kind]} {kind}' for kind in kinds])} {noun} hidden"


def _kind(row: Row) -> str:
    """Return what the row of a layer that is off says it is: "implicit" or "explicit"."""
    return "missing" if row.kind is RowKind.MISSING else row.secondary.rpartition(" · ")[2]


def _headed(head: Row, text: str) -> Row:
    spoken = head.accessible.removesuffix(f", {head.reason}") if head.reason else head.accessible
    return head._replace(reason=text, accessible=f"{spoken}, {text}" if text else spoken)
