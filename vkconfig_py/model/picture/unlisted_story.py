"""The story of layers that a configuration does not name: which they are, and what each does."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.verdicts import Mark, Step
from vkconfig_py.model.documents.configuration import UNLISTED, Wish
from vkconfig_py.model.picture.values import Picture, Row, RowKind

_MARKS = {RowKind.LAYER: Mark.PASS, RowKind.OFF_LAYER: Mark.AGAINST}
_RULES = {
    Wish.AUTO: "This configuration leaves the layers that it does not name to the loader",
    Wish.ON: "This configuration turns on every layer that it does not name",
    Wish.OFF: "This configuration lets no layer load that it does not name",
}


def tell_unlisted(picture: Picture) -> tuple[Step, ...]:
    """Return the rule, then every layer without an entry."""
    configuration = picture.question.configuration
    rule = Step(Mark.NEUTRAL, _RULES[configuration.unlisted], decisive=True)
    told = tuple(_step(row) for row in _others(picture))
    return (rule, *(told or (Step(Mark.NEUTRAL, "There is no such layer here"),)))


def _others(picture: Picture) -> Iterator[Row]:
    named = {entry.name for entry in picture.question.configuration.layers}
    for row in picture.plain:
        name = row.key.partition(":")[2]
        if row.kind in _MARKS and row.wishes and name not in named and name != UNLISTED:
            yield row


def _step(row: Row) -> Step:
    return Step(_MARKS[row.kind], f"{row.name}: {row.reason}", row.manifest)
