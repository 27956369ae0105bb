"""How the rows of a simulated picture differ from today's: the small words beside their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.picture.values import HEADS, Picture, Row, RowKind, Tone
from vkconfig_py.model.picture.wording import count_of, ordinal

NEW = "new"
OTHER_REASON = "other reason"
OTHER_FILE = "other file"
_OUTSIDE = frozenset({RowKind.OFF_LAYER, RowKind.BROKEN, RowKind.MISSING})
_LAYERS = _OUTSIDE | {RowKind.LAYER}
_COUNTED = _LAYERS | {RowKind.DRIVER}


class Headline(NamedTuple):
    """What the bar says of a simulated picture.

    Attributes:
        loads: "1 of 7 layers would load".
        fails: no program could use Vulkan.
    """

    loads: str
    differs: str
    fails: bool = False


def mark_differences(today: Picture, simulated: Picture) -> Picture:
    """Return the simulated picture with every row that differs from today's marked."""
    counterparts = _Counterparts(today.rows, simulated.rows)
    rows = tuple(_marked(row, counterparts.of(row)) for row in simulated.rows)
    return Picture(
        question=simulated.question,
        rows=rows,
        headline=simulated.headline,
        find=lambda: simulated.findings,
    )


def headline(today: Picture, shown: Picture) -> Headline:
    """Say how many layers would load, and how many rows differ from today."""
    hypothetical = not shown.question.supposed.is_empty
    loading = sum(row.kind is RowKind.LAYER for row in shown.rows)
    total = sum(row.kind in _LAYERS for row in shown.rows)
    verb = "would load" if hypothetical else "load"
    count = f"{loading} of {count_of(total, 'layer')} {verb}"
    fails = shown.headline.is_alarm
    if fails:
        count = "Vulkan would fail" if hypothetical else "Vulkan fails"
    if not hypothetical:
        return Headline(count, "No assumptions yet", fails)
    changed = sum(bool(row.delta) and row.kind in _COUNTED for row in shown.rows)
    gone = _Counterparts(today.rows, shown.rows).gone()
    parts = []
    if changed:
        verb = "differs" if changed == 1 else "differ"
        parts.append(f"{count_of(changed, 'row')} {verb} from today")
    if gone:
        parts.append(f"{gone} gone")
    return Headline(count, ", ".join(parts) or "Nothing differs from today", fails)


class _Counterparts:
    """Finds today's row for a simulated one.

    A layer that is broken is known by its file, one that works by its name: a row whose key is new
    is the counterpart of the row of its file, if that one's key is gone.
    """

    def __init__(self, today: Sequence[Row], simulated: Sequence[Row]) -> None:
        self._today = {row.key: row for row in today}
        self._keys = {row.key for row in simulated}
        self._by_file = {
            row.manifest: row
            for row in today
            if row.kind in _LAYERS and row.manifest and row.key not in self._keys
        }
        self._used = {self.of(row) for row in simulated}

    def of(self, row: Row) -> Row | None:
        found = self._today.get(row.key)
        if found is None and row.kind in _LAYERS:
            found = self._by_file.get(row.manifest)
        return found

    def gone(self) -> int:
        """Count today's rows that the simulated picture does not have."""
        return sum(row.kind in _COUNTED and row not in self._used for row in self._today.values())


def _marked(row: Row, before: Row | None) -> Row:
    simulated = row.kind is RowKind.LOADER
    delta = _delta(row, before)
    if before is None and row.kind in _COUNTED:
        row = row._replace(wish="", wishes=())  # what is not there today cannot be wished for
    if not delta:
        return row._replace(simulated=True) if simulated else row
    tone = Tone.SIMULATED if row.tone is Tone.NEUTRAL else row.tone
    told = _told(before)
    return row._replace(
        delta=delta,
        today=told,
        tone=tone,
        simulated=simulated,
        tooltip=f"{row.tooltip}\n{told}" if row.tooltip else told,
        accessible=f"{row.accessible} {told}.",
    )


def _delta(row: Row, before: Row | None) -> str:
    if row.kind in HEADS:
        return ""
    if before is None:
        return "" if row.kind in (RowKind.MISSING, RowKind.DEVICE) else NEW
    if row.kind is RowKind.PROGRAM:
        same = (row.name, row.secondary) == (before.name, before.secondary)
        return "" if same else f"{before.name} today"
    if row.kind is RowKind.LOADER:
        return _loader_delta(row, before)
    if row.kind is RowKind.DRIVER:
        return _driver_delta(row, before)
    if row.kind is RowKind.DEVICE:
        return ""
    return _layer_delta(row, before)


def _loader_delta(row: Row, before: Row) -> str:
    if row.name != before.name:
        return f"{before.name.removeprefix('Loader ')} today"
    bits = before.secondary.partition(" · ")[0]
    if bits not in row.secondary:
        return f"{bits} today"
    return "installed today" if before.manifest and not row.manifest else ""


def _layer_delta(row: Row, before: Row) -> str:
    if row.kind is RowKind.LAYER and before.kind is RowKind.LAYER:
        if row.position != before.position:
            return f"was {ordinal(before.position)}"
    elif row.word != before.word or RowKind.LAYER in (row.kind, before.kind):
        return f"{before.word.lower()} today"
    if row.manifest != before.manifest:
        return OTHER_FILE
    return OTHER_REASON if row.reason != before.reason else ""


def _driver_delta(row: Row, before: Row) -> str:
    if row.used != before.used:
        return "used today" if before.used else "not used today"
    same = row.used or (row.word, row.reason) == (before.word, before.reason)
    return "" if same else OTHER_REASON


def _told(before: Row | None) -> str:
    """Return how a row stands today, for its tool tip and for screen readers."""
    if before is None:
        return "Today: not there"
    place = f"{ordinal(before.position)} in the chain" if before.position else ""
    if not before.word:
        return f"Today: {before.name}"
    return "Today: " + ", ".join(_parts(f"{before.word}: {before.reason}", place))


def _parts(*parts: str) -> Iterator[str]:
    return (part for part in parts if part)
