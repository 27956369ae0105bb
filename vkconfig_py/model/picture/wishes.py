"""The wishes of a configuration on rows that were made for an earlier state of it."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence

from vkconfig_py.model.documents.configuration import Configuration, Wish
from vkconfig_py.model.picture.values import Row, RowKind


def with_wishes(
    rows: Sequence[Row], configuration: Configuration, devices: Mapping[str, bool]
) -> list[Row]:
    """Return the rows with the wishes that are wished now; verdicts stay.

    `devices` says for the keys of those that can be chosen whether they are.
    """
    return [_wished(row, configuration, devices) for row in rows]


def _wished(row: Row, configuration: Configuration, devices: Mapping[str, bool]) -> Row:
    if not row.wish:
        return row
    subject = row.key.partition(":")[2]
    if row.kind is RowKind.DEVICE:
        chosen = devices.get(row.key)
        wish = row.wish if chosen is None else (Wish.ON if chosen else Wish.OFF).value
    elif row.kind is RowKind.DRIVER:
        wish = configuration.driver_wish(posixpath.basename(subject)).value
    else:
        entry = configuration.entry(subject)
        wish = (entry.wish if entry else Wish.AUTO).value
    if wish == row.wish:
        return row
    spoken = row.accessible.removesuffix(f"Set to {row.wish.title()}.")
    told = f"{spoken}Set to {wish.title()}." if spoken != row.accessible else row.accessible
    return row._replace(wish=wish, accessible=told)
