"""Edits of a configuration: copies, nothing lost, nothing twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
    Variable,
)

EMPTY = Configuration(key="k", name="k")
NAMES = st.sampled_from([f"L{number}" for number in range(6)])


@given(st.lists(st.tuples(NAMES, st.sampled_from(LayerControl))), st.lists(st.lists(NAMES)))
def test_ordering_never_loses_or_repeats_a_layer(controls: list, orders: list) -> None:
    configuration = EMPTY
    for name, control in controls:
        configuration = configuration.with_control(name, control)
    for order in orders:
        before = {entry.name for entry in configuration.layers}
        configuration = configuration.with_order(order)
        names = [entry.name for entry in configuration.layers]
        assert len(names) == len(set(names))
        assert set(names) == before | set(order)
        assert names[: len(set(order))] == list(dict.fromkeys(order))


def test_a_wish_of_auto_leaves_an_untouched_layer_out() -> None:
    assert EMPTY.with_control("L", LayerControl.AUTO) == EMPTY
    on = EMPTY.with_control("L", LayerControl.ON)
    assert on.layers == (LayerEntry("L", LayerControl.ON),)
    assert on.with_control("L", LayerControl.AUTO) == EMPTY
    assert on.get_control("L") is LayerControl.ON
    assert on.get_control("other") is LayerControl.AUTO


def test_a_layer_with_a_place_keeps_it_when_its_wish_is_auto_again() -> None:
    placed = (
        EMPTY.with_order(["L"])
        .with_control("L", LayerControl.ON)
        .with_control("L", LayerControl.AUTO)
    )
    assert placed.layers == (LayerEntry("L", LayerControl.AUTO, True),)
    assert placed.without_order() == EMPTY


def test_forgetting_the_order_leaves_what_is_wanted() -> None:
    drawn = EMPTY.with_order(["B", "A"], on="B").with_control("C", LayerControl.OFF).without_order()
    assert drawn.layers == (LayerEntry("B", LayerControl.ON), LayerEntry("C", LayerControl.OFF))


def test_of_two_entries_of_a_layer_the_first_counts_also_when_it_is_moved() -> None:
    twice = EMPTY._replace(
        layers=(LayerEntry("L", LayerControl.ON), LayerEntry("L", LayerControl.OFF))
    )
    assert twice.get_control("L") is LayerControl.ON
    assert twice.with_order(["M", "L"]).get_control("L") is LayerControl.ON


def test_a_layer_dragged_in_is_turned_on() -> None:
    assert EMPTY.with_order(["A", "B"], on="B").get_control("B") is LayerControl.ON


def test_driver_wishes_are_set_and_forgotten() -> None:
    only = EMPTY.with_driver_control("a.json", DriverControl.ONLY)
    assert only.get_driver_control("a.json") is DriverControl.ONLY
    assert only.with_driver_control("a.json", DriverControl.AUTO) == EMPTY


def test_variables_are_added_once_and_removed() -> None:
    variables = EMPTY.with_variable("A", "1").with_variable("B", None).with_variable("A", "2")
    assert variables.environment == (Variable("B", None), Variable("A", "2"))
    assert variables.without_variable("A").environment == (Variable("B", None),)
