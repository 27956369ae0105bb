"""Entries with their decisions -> the layers of a report; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vkconfig_py.loader.base.verdicts import Kind, Outcome, PathOfKeys, Reason, Verdict
from vkconfig_py.loader.explain.layer_remedies import LayerAdviser
from vkconfig_py.loader.json.cjson import Positions
from vkconfig_py.loader.rules.decision_context import DecisionContext
from vkconfig_py.loader.rules.entries import Decision, Entry, decide_failure
from vkconfig_py.loader.rules.loader_report import ActiveLayer, FoundLayer
from vkconfig_py.loader.rules.ordering import Chain, Written

_UNDECIDED = Decision(Outcome.UNKNOWN, Reason.NOT_REQUESTED)


def found_layers(
    world: DecisionContext, listed: Sequence[Entry], chain: Chain
) -> tuple[FoundLayer, ...]:
    """Return every entry in scan order with its verdict and place."""
    places = {id(item.entry): place for place, item in enumerate(chain.loaded)}
    in_list = {id(entry) for entry in listed}
    adviser = LayerAdviser(world)
    lines = _Lines(world)
    return tuple(
        FoundLayer(
            entry.name,
            entry.file,
            entry.implicit,
            entry.manifest,
            _verdict(entry, adviser, lines),
            places.get(id(entry), -1),
            id(entry) in in_list,
        )
        for entry in world.entries
    )


def active_layers(written: Iterable[Written]) -> tuple[ActiveLayer, ...]:
    """Return layers with the loader's words for who enabled them."""
    return tuple(ActiveLayer(item.entry.layer, item.enabled_by) for item in written)


class _Lines:
    """Finds lines of places; many layers are decided by one place of one file."""

    def __init__(self, world: DecisionContext) -> None:
        self._world = world
        self._positions: dict[str, Positions] = {}
        self._known: dict[tuple[str, PathOfKeys], int] = {}

    def find(self, file: str, place: PathOfKeys) -> int:
        """Return the line of a place."""
        known = self._known.get((file, place))
        if known is None:
            positions = self._positions.get(file)
            if positions is None:
                document = self._world.document(file)
                positions = document.positions(self._world.dialect.new_json)
                self._positions[file] = positions
            known = self._known[file, place] = positions.line(*place)
        return known


def _verdict(entry: Entry, adviser: LayerAdviser, lines: _Lines) -> Verdict:
    decision = entry.decision
    if decision is None:
        decision = decide_failure(entry.failure) if entry.failure is not None else _UNDECIDED
    file, line = decision.file or entry.file, decision.line
    if decision.place and not line:
        line = lines.find(file, decision.place)
    return Verdict(
        entry.name,
        Kind.LAYER,
        decision.outcome,
        decision.reason,
        decision.detail,
        file,
        line,
        adviser.remedy(entry, decision),
    )
