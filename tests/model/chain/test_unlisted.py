"""The row for layers that a configuration does not name: where it stands, what it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, NEW, OLD, build, drawn, look
from tests.model.plan.plans import texts
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.row_details import explain_unlisted
from vkconfig_py.model.chain.snapshot import get_order_after_move
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration import UNLISTED, Configuration, LayerControl
from vkconfig_py.model.plan.plan import Mechanism, PlanView

SETTINGS = PlanView(Mechanism.SETTINGS)


def row(snapshot: ChainSnapshot) -> Row:
    (found,) = (row for row in snapshot.rows if row.kind is RowKind.UNLISTED)
    return found


@pytest.mark.parametrize("view", [LAUNCH, EVERY, SETTINGS, ENVIRONMENT])
def test_with_the_others_off_only_what_is_named_loads(
    view: PlanView, system: SystemBuilder
) -> None:
    build(system)
    snapshot = look(system.host(), drawn("A", "I2", on="A", off=[UNLISTED]), view)
    assert set(snapshot.list_loading_layers()) == {"A", "I2"}
    assert row(snapshot).status == "Off"


@pytest.mark.parametrize("profile", [OLD, NEW])
def test_one_launch_puts_the_others_where_their_row_stands(
    profile: LoaderProfile, system: SystemBuilder
) -> None:
    build(system)
    snapshot = look(system.host(), drawn("A", UNLISTED, "B", on="AB"), LAUNCH, profile)
    assert snapshot.list_loading_layers() == ("A", "I1", "I2", "B")
    assert snapshot.list_movable_names() == ("A", UNLISTED, "I1", "I2", "B")


@pytest.mark.parametrize("view", [LAUNCH, EVERY, SETTINGS, ENVIRONMENT])
def test_with_the_others_on_everything_loads(view: PlanView, system: SystemBuilder) -> None:
    build(system)
    snapshot = look(system.host(), drawn("B", UNLISTED, on=["B", UNLISTED]), view)
    assert view is ENVIRONMENT or snapshot.list_loading_layers()[0] == "B"
    assert set(snapshot.list_loading_layers()) == {"A", "B", "C", "I1", "I2", "I3"}
    assert row(snapshot).controls == ("auto", "on", "off")


def test_with_the_others_on_one_that_is_named_and_off_stays_off(system: SystemBuilder) -> None:
    build(system)
    snapshot = look(system.host(), drawn(UNLISTED, on=[UNLISTED], off=["C", "I1"]))
    assert set(snapshot.list_loading_layers()) == {"A", "B", "I2", "I3"}


def test_what_does_not_load_although_the_others_are_on_is_named_on_the_row(
    system: SystemBuilder,
) -> None:
    build(system)
    path = Path(system.environment["XDG_CONFIG_HOME"])
    kept_off = {"name": "B", "path": str(system.manifest("B")), "control": "off"}
    layers = [kept_off, {"control": "unordered_layer_location"}]
    document = {"file_format_version": "1.0.0", "settings": {"layers": layers}}
    system.add_file(path / "vulkan/loader_settings.d/vk_loader_settings.json", document)
    snapshot = look(system.host(), drawn("A", on=["A", UNLISTED]))
    assert "B" not in snapshot.list_loading_layers()
    assert row(snapshot).deviation == "you turned them on, but B does not load"


@pytest.mark.parametrize("view", [EVERY, SETTINGS, ENVIRONMENT])
def test_with_the_others_on_it_is_said_that_a_later_layer_is_not_turned_on(
    view: PlanView, system: SystemBuilder
) -> None:
    build(system)
    snapshot = look(system.host(), drawn(on=[UNLISTED]), view)
    text = "layers are listed by name, so a layer installed later is not turned on"
    assert texts(snapshot.plan, UNLISTED) == [text]
    assert row(snapshot).deviation == f"{text}; launch from here to rescan for layers"
    assert row(look(system.host(), drawn(on=[UNLISTED]), LAUNCH)).deviation == ""


def test_an_override_says_that_a_later_layer_is_not_held_back(system: SystemBuilder) -> None:
    build(system)
    snapshot = look(system.host(), drawn(off=[UNLISTED]), EVERY)
    text = "an override blocks layers by name, so a layer installed later still loads"
    assert texts(snapshot.plan, UNLISTED) == [text]
    assert row(snapshot).deviation == f"{text}; a loader settings file"
    assert row(look(system.host(), drawn(off=[UNLISTED]), SETTINGS)).deviation == ""


def test_without_an_entry_there_is_no_row(system: SystemBuilder) -> None:
    snapshot = look(build(system).host(), drawn("A", on="A"))
    assert not [row for row in snapshot.rows if row.kind is RowKind.UNLISTED]


def test_without_a_place_the_row_stands_last(system: SystemBuilder) -> None:
    configuration = drawn("A", on="A").with_control(UNLISTED, LayerControl.OFF)
    snapshot = look(build(system).host(), configuration, LAUNCH)
    assert snapshot.list_movable_names() == ("A", UNLISTED)


def test_what_loads_all_the_same_is_named_on_the_row(system: SystemBuilder) -> None:
    build(system)
    path = Path(system.environment["XDG_CONFIG_HOME"])
    forced = {"name": "B", "path": str(system.manifest("B")), "control": "on"}
    layers = [forced, {"control": "unordered_layer_location"}]
    document = {"file_format_version": "1.0.0", "settings": {"layers": layers}}
    system.add_file(path / "vulkan/loader_settings.d/vk_loader_settings.json", document)
    snapshot = look(system.host(), drawn("A", on="A", off=[UNLISTED]))
    assert snapshot.list_loading_layers() == ("B", "A")
    assert row(snapshot).deviation == "you turned them off, but B still loads"


def test_the_row_is_moved_like_a_layer(system: SystemBuilder) -> None:
    build(system)
    configuration: Configuration = drawn("A", UNLISTED, "B", on="AB")
    snapshot = look(system.host(), configuration, SETTINGS)
    moved = configuration.with_order(get_order_after_move(snapshot, UNLISTED, 0))
    assert look(system.host(), moved, SETTINGS).list_movable_names()[0] == UNLISTED
    back = configuration.with_order(get_order_after_move(snapshot, "B", 0))
    assert look(system.host(), back, SETTINGS).list_movable_names()[:2] == ("B", "A")


def test_the_story_names_every_layer_that_is_meant(system: SystemBuilder) -> None:
    build(system)
    snapshot = look(system.host(), drawn("A", "I2", on="A", off=[UNLISTED]))
    rule, *steps = explain_unlisted(snapshot)
    assert rule.text == "Layers that this configuration does not list stay off"
    assert [step.text.split(":")[0] for step in steps] == ["B", "C", "I1", "I3"]
    everything = drawn("A", "B", "C", "I1", "I2", "I3", UNLISTED, on="A")
    _rule, none = explain_unlisted(look(system.host(), everything))
    assert none.text == "No other layer was found"


def test_the_row_says_itself_to_screen_readers(system: SystemBuilder) -> None:
    found = row(look(build(system).host(), drawn(off=[UNLISTED])))
    assert found.name == "Other layers"
    assert found.accessible_text == (
        "Other layers: layers that are not listed stay off. Set to Off."
    )
