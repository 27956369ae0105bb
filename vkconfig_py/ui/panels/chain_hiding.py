"""Which rows of the chain are not shown: those that a search leaves out, or the folded group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.model.picture.values import Row, RowKind

_ALWAYS = frozenset({RowKind.PROGRAM, RowKind.LOADER, RowKind.GROUP})


def hidden_keys(rows: Sequence[Row], *, folded: bool, sought: str) -> frozenset[str]:
    """Return the keys of the rows that are not shown.

    A search looks into names and reasons, without regard to case; it opens the folded group.
    """
    if sought:
        return frozenset(_left_out(rows, sought.casefold()))
    if folded:
        kept_back = RowKind.OFF_LAYER
        return frozenset(row.key for row in rows if row.kind is kept_back and not row.delta)
    return frozenset()


def _left_out(rows: Sequence[Row], sought: str) -> Iterator[str]:
    families = _families(rows)
    for row in rows:
        text = f"{row.name} {row.reason} {row.deviation} {families.get(row.key, '')}"
        if row.kind not in _ALWAYS and sought not in text.casefold():
            yield row.key


def _families(rows: Sequence[Row]) -> dict[str, str]:
    """Return the names of each driver with its devices, and of each device with its driver."""
    families: dict[str, str] = {}
    driver: Row | None = None
    for row in rows:
        if row.kind is RowKind.DRIVER:
            driver = row
        elif row.kind is RowKind.DEVICE and driver is not None:
            families[row.key] = driver.name
            families[driver.key] = f"{families.get(driver.key, '')} {row.name}"
    return families
