"""Which rows of the chain are not shown: those that a search leaves out, or the folded group."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from vkconfig_py.model.picture.values import Row, RowKind

_ALWAYS = frozenset({RowKind.PROGRAM, RowKind.LOADER, RowKind.GROUP, RowKind.FILES})


def hidden_keys(
    rows: Sequence[Row], *, folded: bool, sought: str, in_sight: Collection[str] = ()
) -> frozenset[str]:
    """Return the keys of the rows that are not shown.

    A search looks into names and reasons, without regard to case; it opens the folded group. Rows
    that are to stay in sight do so in the folded group alone.
    """
    if sought:
        return frozenset(_left_out(rows, sought.casefold()))
    if folded:
        off = (row for row in rows if row.kind is RowKind.OFF_LAYER and not row.delta)
        return frozenset(row.key for row in off if row.key not in in_sight)
    return frozenset()


def next_shown(rows: Sequence[Row], place: int, hidden: Collection[str], *, sought: str) -> str:
    """Return the key of the row that becomes the current one in place of a hidden one.

    In a search the next one found, or the one before; for a layer of the folded group its head.
    """
    shown = [(number, row) for number, row in enumerate(rows) if row.key not in hidden]
    if sought:
        found = [pair for pair in shown if pair[1].kind not in _ALWAYS] or shown
        below = [row.key for number, row in found if number > place]
        return below[0] if below else found[-1][1].key
    return next((row.key for _number, row in shown if row.kind is RowKind.GROUP), shown[0][1].key)


def _left_out(rows: Sequence[Row], sought: str) -> Iterator[str]:
    families, broken = _families(rows), False
    for row in rows:
        text = f"{row.name} {row.reason} {row.deviation} {families.get(row.key, '')}"
        if row.kind not in _ALWAYS and sought not in text.casefold():
            yield row.key
        elif row.kind is RowKind.BROKEN:
            broken = True
    if not broken:
        yield from (row.key for row in rows if row.kind is RowKind.FILES)


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
