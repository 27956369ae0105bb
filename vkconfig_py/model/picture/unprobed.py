"""That drivers were not probed yet is said once, on the first of them; all say it when asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vkconfig_py.model.picture.values import Row, RowKind
from vkconfig_py.model.picture.wording import count_of
from vkconfig_py.model.probing.probed import NOT_PROBED


def tell_unprobed_once(rows: Sequence[Row], known: Collection[str] = ()) -> tuple[Row, ...]:
    """Return the rows with the word on the first driver of which nothing is known.

    Args:
        rows: as files alone make them, or dressed.
        known: keys of those that probes know.
    """
    unknown = [
        row.key for row in rows if row.kind is RowKind.DRIVER and row.used and row.key not in known
    ]
    others = f"like {count_of(len(unknown) - 1, 'other')}; " if len(unknown) > 1 else ""
    said = dict.fromkeys(unknown, ("", ""))
    for first in unknown[:1]:
        said[first] = (NOT_PROBED, f"{others}Probe all opens {'them' if others else 'it'}")
    return tuple(
        row._replace(word=said[row.key][0], reason=said[row.key][1]) if row.key in said else row
        for row in rows
    )
