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


def list_moved_past(configuration: Configuration) -> dict[str, tuple[str, ...] | None]:
    return {entry.name: entry.moved_past for entry in configuration.layers}


def test_of_a_move_it_is_kept_past_which_layers_it_went() -> None:
    moved = EMPTY.with_move("C", "SABC", "SACB")
    assert list_moved_past(moved) == {"S": (), "A": (), "C": ("B",), "B": ()}
    further = moved.with_move("C", "SACB", "SCAB")
    assert list_moved_past(further) == {"S": (), "C": ("A", "B"), "A": (), "B": ()}
    down = further.with_move("C", "SCAB", "SACB")
    assert list_moved_past(down) == {"S": (), "A": (), "C": ("A", "B"), "B": ()}


def test_the_last_move_of_two_layers_past_each_other_counts() -> None:
    moved = EMPTY.with_move("B", "AB", "BA").with_move("A", "BA", "AB")
    assert list_moved_past(moved) == {"A": ("B",), "B": ()}


def test_a_layer_from_outside_goes_past_what_is_below_it() -> None:
    moved = EMPTY.with_move("X", "AB", "AXB")
    assert list_moved_past(moved) == {"A": (), "X": ("B",), "B": ()}
    assert moved.get_control("X") is LayerControl.ON
    last = EMPTY.with_move("X", "AB", "ABX")
    assert list_moved_past(last) == {"A": (), "B": (), "X": ()}


def test_a_neighbor_that_is_named_is_asked_for_too() -> None:
    moved = EMPTY.with_move("A", "AXB", "XAB", neighbor="B")
    assert list_moved_past(moved) == {"X": (), "A": ("X", "B"), "B": ()}


def test_a_layer_is_moved_past_those_that_were_shown_not_those_that_were_listed() -> None:
    # The configuration lists S first, but the loader put it last, where the user saw it.
    listed = EMPTY.with_move("B", "SAB", "SBA")
    moved = listed.with_move("S", "BAS", "SBA")
    assert list_moved_past(moved) == {"S": ("B", "A"), "B": ("A",), "A": ()}


def test_an_order_of_an_older_document_stays_asked_for_as_a_whole() -> None:
    older = EMPTY.with_order("AB")
    assert list_moved_past(older) == {"A": None, "B": None}
    moved = older.with_move("C", "ABSC", "ABCS")
    assert list_moved_past(moved) == {"A": ("B",), "B": ("A",), "C": ("S",), "S": ()}


def test_a_side_is_not_asked_for_any_longer_once_another_order_replaces_it() -> None:
    listed = EMPTY.with_move("B", "ABS", "BAS")
    shown_otherwise = listed.with_move("S", "ABS", "ASB")  # of a chain where A was above B
    assert list_moved_past(shown_otherwise) == {"A": (), "S": ("B",), "B": ()}


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
