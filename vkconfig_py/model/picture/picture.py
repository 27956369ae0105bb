"""Picture: what the window shows, computed from values alone.

The chain of a picture is never the drawn list. It is the engine's report for a host in which the
plan of the configuration is already written; where that differs from the wish, the row says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.picture.asking import Answer, find_answer
from vkconfig_py.model.picture.rows import build_rows
from vkconfig_py.model.picture.sentences import write_headline
from vkconfig_py.model.picture.values import DevicesInForce, Findings, Picture, Question
from vkconfig_py.model.plan import Mechanism
from vkconfig_py.model.planning.devices import device_limits


def compute_picture(question: Question, cache: DocumentCache | None = None) -> Picture:
    """Answer a question. Pure but for reading the machine; never raises for bad input.

    The picture keeps the question as it was asked; everything else in it stands for the machine
    that is supposed.
    """
    asked = question
    if not question.supposed.is_empty:
        from vkconfig_py.model.whatif.whatif import suppose

        asked = suppose(question)
    answer = find_answer(asked, cache or DocumentCache())
    asked = answer.question
    findings = Findings(answer.inventory, answer.plan, answer.report)
    return Picture(
        question=question,
        rows=build_rows(asked, answer),
        headline=write_headline(asked, answer),
        find=lambda: findings,
        devices=_devices_in_force(asked, answer),
    )


def _devices_in_force(asked: Question, answer: Answer) -> DevicesInForce:
    """Return what of the plan is about devices."""
    plan, profile = answer.plan, asked.profile
    ways = dict.fromkeys((plan.mechanism, Mechanism.SETTINGS))  # a launch may bring such a file
    told = [device_limits(asked.configuration, way, profile, asked.loaders) for way in ways]
    return DevicesInForce(
        profile,
        answer.report.foundation.device_configurations,
        tuple(limit for limits in told for limit in limits if limit in plan.limits),
    )


def drawn_order(picture: Picture, name: str, place: int) -> Sequence[str]:
    """Return the chain as drawn when the user puts a layer at a 0-based place in it.

    Layers that stand elsewhere than the user put them, because the loader does not follow, keep
    the place that was wished for: moving one layer never forgets the wish for another. The moved
    one goes where the fewest of the rows seen above and below it change sides with it.
    """
    chain = [layer for layer in picture.order() if layer != name]
    rest = [layer for layer in wished_order(picture) if layer != name]
    above = set(chain[:place])
    # Cost of each gap: rows seen above that would stand below, and the reverse.
    cost = len(above)
    costs = [cost]
    for layer in rest:
        cost += -1 if layer in above else 1
        costs.append(cost)
    least = min(costs)
    upwards = name in picture.order()[place:]
    gaps = [gap for gap, value in enumerate(costs) if value == least]
    gap = gaps[0] if upwards else gaps[-1]
    return [*rest[:gap], name, *rest[gap:]]


def wished_order(picture: Picture) -> tuple[str, ...]:
    """Return the chain with every layer that has a place where the user put it."""
    chain = picture.order()
    members = set(chain)
    entries = picture.question.configuration.layers
    placed = [entry.name for entry in entries if entry.placed and entry.name in members]
    movable = set(placed)
    following = iter(dict.fromkeys(placed))
    return tuple(next(following) if layer in movable else layer for layer in chain)
