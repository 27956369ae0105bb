"""Entries with their decisions -> the layers of a report; pure."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.entries import Decision, Entry
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.ordering import Chain
from vkconfig_py.loader.remedies import LayerAdviser
from vkconfig_py.loader.report import ActiveLayer, FoundLayer
from vkconfig_py.loader.verdicts import Kind, Outcome, Reason, Verdict
from vkconfig_py.loader.world import World

_UNDECIDED = Decision(Outcome.UNKNOWN, Reason.NOT_REQUESTED)


def found_layers(world: World, listed: Sequence[Entry], chain: Chain) -> tuple[FoundLayer, ...]:
    """Return every entry in scan order with its verdict and place."""
    places = {id(item.entry): place for place, item in enumerate(chain.loaded)}
    in_list = {id(entry) for entry in listed}
    adviser = LayerAdviser(world)
    return tuple(
        FoundLayer(
            entry.name,
            entry.file,
            entry.implicit,
            entry.manifest,
            _verdict(entry, adviser),
            places.get(id(entry), -1),
            id(entry) in in_list,
        )
        for entry in world.entries
    )


def active_layers(chain: Chain) -> tuple[ActiveLayer, ...]:
    """Return the call stack."""
    return tuple(ActiveLayer(item.entry.layer, item.enabled_by) for item in chain.loaded)


def decide_failure(failure: Failure) -> Decision:
    """Return the decision about a manifest that the loader does not take."""
    outcome = Outcome.SKIPPED
    if failure.aborts:
        outcome = Outcome.FAILS
    elif failure.reason is Reason.WRONG_ARCHITECTURE:
        outcome = Outcome.OFF  # nothing is wrong with it
    return Decision(outcome, failure.reason, failure.detail, "", failure.line, failure.place)


def _verdict(entry: Entry, adviser: LayerAdviser) -> Verdict:
    decision = entry.decision
    if decision is None:
        decision = decide_failure(entry.failure) if entry.failure is not None else _UNDECIDED
    return Verdict(
        entry.name,
        Kind.LAYER,
        decision.outcome,
        decision.reason,
        decision.detail,
        decision.file or entry.file,
        decision.line,
        adviser.remedy(entry, decision),
    )
