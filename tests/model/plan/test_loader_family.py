"""What the families of loaders make of an order."""

from __future__ import annotations

import pytest

from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.configuration.configuration import LayerEntry
from vkconfig_py.model.plan.loader_family import (
    find_misplaced,
    list_order_limits,
    make_variables_rule,
)


@pytest.mark.parametrize(
    ("drawn", "actual", "misplaced"),
    [
        ("abcd", "abcd", ""),
        ("dabc", "abcd", "d"),  # one layer was moved; the others make room
        ("bcda", "abcd", "a"),
        ("bacd", "abcd", "ba"),  # either of two neighbors may be the one that was moved
        ("badc", "abcd", "badc"),
        ("dcba", "abcd", "dcba"),
        ("", "", ""),
    ],
)
def test_only_those_are_misplaced_that_do_not_make_room(drawn: str, actual: str, misplaced: str):
    assert "".join(find_misplaced(drawn, actual)) == misplaced


def test_of_an_order_given_as_a_whole_a_layer_that_makes_room_gets_no_limit():
    rule = make_variables_rule(LoaderProfile((1, 3, 239)))
    entries = [LayerEntry(name, placed=True) for name in ("HUD", "select", "effects")]
    limits = list_order_limits(entries, ["select", "effects", "HUD"], (), rule)
    assert [limit.subject for limit in limits] == ["HUD"]
