"""What is drawn and what the loader does of it: deviations and places."""

from __future__ import annotations

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, NEW, OLD, build, drawn, look, row
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.row_details import explain_row
from vkconfig_py.model.chain.snapshot import get_order_after_move
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import DriverControl, LayerControl, LayerEntry
from vkconfig_py.model.plan.plan import PlanView

# deviations


def test_a_wish_that_is_not_followed_is_said(system: SystemBuilder) -> None:
    build(system).with_env(DISABLE_VK_LAYER_LUNARG_override="1")
    snapshot = look(system.host(), drawn("A", on="A", off=("I1",)), EVERY)
    assert row(snapshot, "A").deviation == "you turned it on, but it does not load"
    assert row(snapshot, "I1").deviation == "you turned it off, but it still loads"


def test_a_copy_that_was_chosen_and_does_not_load_is_said(system: SystemBuilder) -> None:
    build(system)
    first = system.root / "share/i2/vulkan/explicit_layer.d/first.json"
    system.add_explicit_layer("C", folder=first.parent, file=first.name)
    entry = LayerEntry("C", LayerControl.ON, copy=str(first))
    configuration = drawn().with_entry(entry)
    snapshot = look(system.host(), configuration, ENVIRONMENT, OLD)
    last = system.root / "share/c/vulkan/explicit_layer.d/C.json"
    said = f"you chose {first}, but this loader uses {last}"
    assert [r.deviation for r in snapshot.rows if r.key == "layer:C"] == [said]
    newer = look(system.host(), configuration, ENVIRONMENT, NEW)
    assert [r.deviation for r in newer.rows if r.key == "layer:C"] == [""]


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
def test_a_chosen_copy_that_is_gone_is_told_and_the_loader_takes_its_own(
    view: PlanView, system: SystemBuilder
) -> None:
    build(system)
    gone = str(system.root / "gone.json")
    configuration = drawn().with_entry(LayerEntry("C", LayerControl.ON, copy=gone))
    snapshot = look(system.host(), configuration, view)
    assert row(snapshot, "C").manifest == str(system.manifest("C"))
    assert row(snapshot, "C").status == "Loads"
    said = (
        "the chosen copy is not usable, so the loader uses the layer's default copy "
        f"instead of {gone}"
    )
    assert said in [limit.text for limit in snapshot.plan.limits]


def test_what_placing_forces_is_said_on_the_row(system: SystemBuilder) -> None:
    build(system).with_env(ENABLE_I3="1")
    snapshot = look(system.host(), drawn("I3", "A", on="A"), EVERY)
    assert row(snapshot, "I3").deviation == (
        "a layer that an override lists is also turned on for programs without ENABLE_I3; "
        "set it to On, or launch from here"
    )
    assert "Set to Auto." in row(snapshot, "I3").accessible_text
    assert "A layer that an override lists is also turned on" in row(snapshot, "I3").accessible_text


# drawing


@pytest.mark.parametrize("name", ["A", "I1", "I2"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_move_puts_the_layer_at_its_place(name: str, place: int, system: SystemBuilder) -> None:
    host = build(system).host()
    configuration = drawn("A", "I1", "I2", on="A")
    snapshot = look(host, configuration)
    order = get_order_after_move(snapshot, name, place)
    assert order[place] == name
    assert look(host, configuration.with_order(order)).list_loading_layers() == tuple(order)


def test_a_layer_from_outside_is_put_between(system: SystemBuilder) -> None:
    snapshot = look(build(system).host(), drawn("A", on="A"))
    assert get_order_after_move(snapshot, "B", 1) == ["A", "B", "I1", "I2"]
    assert get_order_after_move(snapshot, "B", 3) == ["A", "I1", "I2", "B"]


def test_a_move_keeps_the_places_that_this_loader_does_not_follow(system: SystemBuilder) -> None:
    host = build(system).host()
    configuration = drawn("I1", "A", "B", "I2", on="AB")
    snapshot = look(host, configuration, EVERY, OLD)
    assert snapshot.list_loading_layers() == ("A", "B", "I1", "I2")
    order = get_order_after_move(snapshot, "B", 0)
    assert list(order) == ["B", "I1", "A", "I2"]  # I1 keeps its place above A
    assert list(get_order_after_move(snapshot, "A", 1)) == ["I1", "B", "A", "I2"]


# layers of added folders


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT])
@pytest.mark.parametrize("profile", [OLD, NEW], ids=["1.3.239", "1.4.364"])
def test_a_layer_of_an_added_folder_that_is_off_is_not_missing(
    profile: LoaderProfile, view: PlanView, system: SystemBuilder
) -> None:
    host = build(system).host()
    system.add_explicit_layer("OWN", folder=system.root / "mine")
    system.add_explicit_layer("OTHER", folder=system.root / "mine")
    source = (str(system.root / "mine"),)
    off = look(host, drawn(off=("OWN",))._replace(sources=source), view, profile)
    own, other = row(off, "OWN"), row(off, "OTHER")
    assert (own.kind, own.status, own.reason) == (
        RowKind.OFF_LAYER,
        "Off",
        "kept off by this configuration",
    )
    assert (other.kind, other.status, other.reason) == (RowKind.OFF_LAYER, "Off", "not requested")
    steps = explain_row(off, own.key, explain_component)
    assert steps
    assert not any("installed" in step.text for step in steps)
    on = look(host, drawn("OWN", on=("OWN",))._replace(sources=source), view, profile)
    assert row(on, "OWN").status == "Loads"


# drivers

ANCIENT = LoaderProfile((1, 2, 131))  # it has no filters of drivers: manifests are named


@pytest.mark.parametrize("profile", [ANCIENT, OLD, NEW], ids=lambda profile: profile.version_text)
def test_a_driver_that_is_used_alone_names_the_choice_as_its_reason(
    profile: LoaderProfile, system: SystemBuilder
) -> None:
    build(system).add_driver("two", file="lvp_icd.x86_64.json")
    configuration = drawn().with_driver_control("lvp_icd.x86_64.json", DriverControl.ONLY)
    snapshot = look(system.host(), configuration, profile=profile)
    keys = {row.name: row.key for row in snapshot.rows if row.kind is RowKind.DRIVER}
    chosen = "Only lavapipe is used, since you chose it in “drawn”"
    texts = [step.text for step in explain_row(snapshot, keys["lavapipe"], explain_component)]
    assert chosen in texts
    if profile is not ANCIENT:  # the filter that the configuration sets is not a second reason
        assert "No filter turns it off" not in texts
        other_steps = explain_row(snapshot, keys["driver"], explain_component)
        assert other_steps[-1].text == chosen


def test_a_driver_that_the_configuration_keeps_off_says_so(system: SystemBuilder) -> None:
    build(system).add_driver("two", file="lvp_icd.x86_64.json")
    configuration = drawn().with_driver_control("driver.json", DriverControl.OFF)
    snapshot = look(system.host(), configuration)
    key = next(row.key for row in snapshot.rows if row.name == "driver")
    reason = explain_row(snapshot, key, explain_component)[-1]
    assert reason.text == "Kept off by this configuration"
    assert reason.note == "VK_LOADER_DRIVERS_DISABLE=driver.json"
