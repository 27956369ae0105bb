"""What is said of an order follows what the user moved, in every view."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, NEW, OLD, build, drawn, look, row
from tests.model.plan.plans import texts
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot import compute_snapshot, get_order_after_move
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.items.chain_model import predict_outcome, start_move
from vkconfig_py.model.plan.loader_family import Misplacement, find_misplacements
from vkconfig_py.model.plan.plan import PlanView

BOTH_ON = (
    Configuration(key="k", name="drawn")
    .with_control("A", LayerControl.ON)
    .with_control("B", LayerControl.ON)
)


def move(snapshot: ChainSnapshot, name: str, position: int) -> Configuration:
    """Return the configuration after a drag in a picture."""
    return snapshot.request.configuration.with_move(
        name, snapshot.list_movable_names(), get_order_after_move(snapshot, name, position)
    )


def list_remarks(snapshot: ChainSnapshot) -> dict[str, str]:
    return {row.name: row.deviation for row in snapshot.rows if row.deviation}


def list_entries(order: str, **moved_past: str) -> list[LayerEntry]:
    return [
        LayerEntry(name, placed=True, moved_past=tuple(moved_past.get(name, ""))) for name in order
    ]


# the rule


@pytest.mark.parametrize(
    ("order", "moved_past", "landed", "said"),
    [
        ("mab", {"a": "b"}, "abm", {}),  # m was only passed along
        ("mab", {"a": "b"}, "bam", {"a": ("b", "")}),
        ("mab", {"b": "a"}, "bam", {"b": ("", "a")}),  # the one that was moved, not its neighbor
        ("abm", {"a": "m", "b": "m"}, "mab", {"a": ("m", ""), "b": ("m", "")}),
        ("amb", {"a": "m", "b": "a"}, "mba", {"a": ("m", ""), "b": ("", "a")}),
        ("xay", {"a": "xy"}, "yax", {"a": ("y", "x")}),
        ("ab", {"a": "b"}, "a", {}),  # b does not load
    ],
)
def test_only_sides_that_were_asked_for_are_missed(
    order: str, moved_past: dict, landed: str, said: dict
) -> None:
    found = find_misplacements(list_entries(order, **moved_past), landed)
    assert {name: ("".join(above), "".join(below)) for name, above, below in found} == said


def test_of_an_order_given_as_a_whole_every_side_is_asked_for() -> None:
    entries = [LayerEntry(name, placed=True) for name in "dabc"]
    found = find_misplacements(entries, "abcd")
    assert found == (Misplacement("d", ("a", "b", "c"), ()),)


# where it is said


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_layer_that_was_only_passed_along_gets_no_remark(
    view: PlanView, system: SystemBuilder
) -> None:
    host = build(system).host()
    before = look(host, BOTH_ON, LAUNCH, OLD)
    names = before.list_movable_names()
    assert names[:2] == ("I1", "I2")
    configuration = move(before, names[3], 2)
    assert configuration.find_entry("I1") == LayerEntry("I1", placed=True, moved_past=())
    swapped = (*names[:2], names[3], names[2])
    assert look(host, configuration, LAUNCH, OLD).list_movable_names() == swapped
    snapshot = look(host, configuration, view, OLD)
    assert not {"I1", "I2"} & list_remarks(snapshot).keys()
    assert not texts(snapshot.plan, "I1") + texts(snapshot.plan, "I2")


def test_the_layer_that_was_moved_gets_the_remark_with_what_it_was_moved_past(
    system: SystemBuilder,
) -> None:
    host = build(system).host()
    before = look(host, BOTH_ON, EVERY, OLD)
    assert before.list_movable_names()[2:] == ("I1", "I2")
    snapshot = look(host, move(before, "I1", 1), EVERY, OLD)
    passed = before.list_movable_names()[1]
    assert list_remarks(snapshot) == {
        "I1": f"this configuration lists it above {passed}, but this loader places it below: "
        "loader 1.3.239 always puts implicit layers below explicit ones; launch from here to "
        "keep your order"
    }
    assert row(snapshot, "I1").short_deviation == f"should be above {passed}"
    assert texts(snapshot.plan, "I1") == [
        "loader 1.3.239 always puts implicit layers below explicit ones"
    ]
    assert not any(texts(snapshot.plan, name) for name in ("A", "B", "I2"))


def test_a_layer_put_where_the_configuration_lists_it_already_is_moved(
    system: SystemBuilder,
) -> None:
    host = build(system).host()
    passed_along = move(look(host, BOTH_ON, LAUNCH, OLD), "A", 2)
    applied = look(host, passed_along, EVERY, OLD)
    first = applied.list_movable_names()[0]
    assert not list_remarks(applied)
    moved = move(applied, "I1", 0)
    assert [entry.name for entry in moved.layers] == [entry.name for entry in passed_along.layers]
    snapshot = look(host, moved, EVERY, OLD)
    assert list(list_remarks(snapshot)) == ["I1"]
    assert row(snapshot, "I1").short_deviation.startswith(f"should be above {first}")
    in_progress = start_move(applied.rows, row(applied, "I1"))._replace(target_index=0)
    outcome = predict_outcome(in_progress, snapshot)
    assert outcome.text == "This loader determines the order: the layer stays 3rd"
    assert not outcome.is_as_requested


@pytest.mark.parametrize(
    ("moved_past", "said"),
    [((), False), (("A",), True), (None, True)],
    ids=["passed along", "moved", "of an older document"],
)
def test_another_loader_is_said_to_reverse_only_what_was_moved(
    moved_past: Sequence[str] | None, said: bool, system: SystemBuilder
) -> None:
    configuration = Configuration(
        key="k",
        name="drawn",
        layers=(
            LayerEntry("I1", placed=True, moved_past=moved_past and tuple(moved_past)),
            LayerEntry("A", LayerControl.ON, placed=True, moved_past=moved_past and ()),
        ),
    )
    older = LoaderProfile((1, 3, 239), "/older.so")
    request = look(build(system).host(), configuration, EVERY, NEW).request
    snapshot = compute_snapshot(request._replace(loaders=(NEW, older)))
    limit = (
        "loader 1.3.239 places it below A: it always places implicit layers below explicit "
        "layers, in the order of their manifests"
    )
    assert texts(snapshot.plan, "I1") == [limit] * said
    assert row(snapshot, "I1").deviation == limit * said


def test_a_layer_moved_past_the_row_of_other_layers_is_moved_past_each_of_them(
    system: SystemBuilder,
) -> None:
    host = build(system).host()
    entry = LayerEntry("A", LayerControl.ON, placed=True, moved_past=(UNLISTED,))
    others = LayerEntry(UNLISTED, placed=True, moved_past=())
    plan = look(host, Configuration("k", "k", (entry, others)), ENVIRONMENT, OLD).plan
    text = "loader 1.3.239 always puts implicit layers above layers that variables turn on"
    assert texts(plan, "A") == [text]
    assert not texts(plan, "I1")
    untouched = entry._replace(moved_past=())
    plan = look(host, Configuration("k", "k", (untouched, others)), ENVIRONMENT, OLD).plan
    assert not texts(plan, "A") + texts(plan, "I1")


def test_an_order_given_as_a_whole_is_asked_for_as_a_whole(system: SystemBuilder) -> None:
    snapshot = look(build(system).host(), drawn("I1", "A", on="A"), EVERY, OLD)
    assert set(list_remarks(snapshot)) == {"I1", "A"}
