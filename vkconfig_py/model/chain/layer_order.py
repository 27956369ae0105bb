"""What the order of layers in a chain means: for the image, for what is recorded or checked.

Facts are resources/layer_order.json: relations between the roles that resources/layer_sources.json
gives to layers, each with how it is known. Nothing here moves a layer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from vkconfig_py.language.sentences import Message, join_words, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Mark, Step
from vkconfig_py.model.files import resources
from vkconfig_py.model.layer_settings.known_layers import find_layer_role
from vkconfig_py.model.text.wording import strip_layer_prefix

LAYER_ORDER_FILE = "layer_order.json"
_EVIDENCE_MESSAGES: dict[str, Message] = {
    "tried": message("tried with {names}"),
    "source": message("from the source code of {names}"),
    "stated": message("stated by {names}"),
}


class OrderConsequence(NamedTuple):
    """What it means for a layer that others are called earlier, or later.

    Attributes:
        sentence: in English, with {layers} for the others.
        layers: names of the others, in the order of the chain.
        is_called_first: the layer is above the others.
        has_drawback: the opposite order is worth an offer.
        evidence: how this is known: "tried", "source" or "stated", and the names it was with.
    """

    sentence: str
    layers: tuple[str, ...]
    is_called_first: bool
    has_drawback: bool
    evidence: tuple[str, tuple[str, ...]]

    def render(self) -> str:
        """Return the sentence with the names of the others."""
        names = [strip_layer_prefix(layer) for layer in self.layers]
        return tr(self.sentence, layers=join_words(names))

    def make_step(self) -> Step:
        """Return it as a step of the layer's explanation, with how it is known."""
        kind, names = self.evidence
        note = _EVIDENCE_MESSAGES[kind].with_values(names=join_words(names))
        return Step(Mark.FACT, self.render(), note=render(note))


def explain_layer_order(chain: Sequence[str], layer: str) -> tuple[Step, ...]:
    """Return what the place of a layer in the chain means, () if nothing is known of it.

    The rule of its role comes first.
    """
    consequences = find_order_consequences(chain, layer)
    if not consequences:
        return ()
    rule = Step(Mark.FACT, describe_role(layer))
    return (rule, *(consequence.make_step() for consequence in consequences))


def describe_role(layer: str) -> str:
    """Return what a layer with a role does, whatever its place."""
    return tr(_read_layer_order()["rules"][find_layer_role(layer)])


def find_order_consequences(chain: Sequence[str], layer: str) -> tuple[OrderConsequence, ...]:
    """Return what its place means for a layer, () if it has no role or is not in the chain."""
    role = find_layer_role(layer)
    if role is None or layer not in chain:
        return ()
    position = list(chain).index(layer)
    return tuple(_iterate_consequences(role, chain[:position], chain[position + 1 :]))


def _iterate_consequences(
    role: str, layers_above: Sequence[str], layers_below: Sequence[str]
) -> Iterator[OrderConsequence]:
    """Yield what it means for a layer of this role to stand between these."""
    for relation in _read_layer_order()["relations"]:
        for own_side, other_side, others in (
            ("below", "above", layers_above),
            ("above", "below", layers_below),
        ):
            sentence = relation.get(f"{own_side}_says")
            other_role = relation[other_side]
            layers = tuple(name for name in others if other_role in (None, find_layer_role(name)))
            if relation[own_side] == role and sentence and layers:
                kind = next(kind for kind in _EVIDENCE_MESSAGES if kind in relation)
                yield OrderConsequence(
                    sentence,
                    layers,
                    own_side == "above",
                    relation.get("drawback", False),
                    (kind, tuple(relation[kind])),
                )


@cache
def _read_layer_order() -> dict[str, Any]:
    """Return the content of resources/layer_order.json."""
    content: dict[str, Any] = json.loads(
        resources.find_resource(LAYER_ORDER_FILE).read_text(encoding="utf-8")
    )
    return content
