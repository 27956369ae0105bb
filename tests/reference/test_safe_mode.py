"""A launch in safe mode: the real chain is the predicted one, and lacks what was left out."""

from __future__ import annotations

import pytest

from tests.framework.reference import RealLoader
from tests.framework.system import Place, SystemBuilder
from tests.model.machine import build, carry_out, drawn, look
from vkconfig_py.loader.base.host import Application
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.plan.plan import Mechanism, PlanView, SafeMode, SafeModeLayers

WANTED = drawn("B", "I2", "A", "I1", "C", on=("B", "A"))


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return a machine whose session asks for layers too, one of them without a way to be off."""
    build(system)
    system.add_implicit_layer("I4", place=Place.DATA_HOME, disable_environment=None)
    return system.with_env(ENABLE_I3="1", VK_INSTANCE_LAYERS="C:I3")


def pictured(
    machine: SystemBuilder,
    loader: RealLoader,
    safe: SafeMode,
    configuration: Configuration = WANTED,
) -> ChainSnapshot:
    view = PlanView(Mechanism.LAUNCH, safe_mode=safe)
    folder = f"{machine.root}/private"
    return look(machine.host(), configuration, view, loader.profile, folder=folder)


def test_without_any_layer_a_program_gets_none(machine: SystemBuilder, loader: RealLoader) -> None:
    snapshot = pictured(machine, loader, SafeMode(SafeModeLayers.LAYERS))
    answer = carry_out(snapshot.plan, machine, loader)
    assert answer.create == "VK_SUCCESS"
    assert answer.chain() == snapshot.list_loading_layers() == ()
    assert snapshot.sentences[0].startswith("Safe mode, without any layers: a program will load no")


def test_without_implicit_layers_the_explicit_ones_keep_their_order(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    snapshot = pictured(machine, loader, SafeMode(SafeModeLayers.IMPLICIT))
    answer = carry_out(snapshot.plan, machine, loader)
    assert answer.chain() == snapshot.list_loading_layers()
    assert not {"I1", "I2", "I3", "I4"} & set(answer.chain())
    assert [name for name in answer.chain() if name in "AB"] == ["B", "A"]


@pytest.mark.parametrize("without", [SafeModeLayers.IMPLICIT, SafeModeLayers.LAYERS])
def test_a_layer_that_the_program_asks_for_is_refused_only_without_any_layer(
    without: SafeModeLayers, machine: SystemBuilder, loader: RealLoader
) -> None:
    asks = Application(layers=("A",))
    view = PlanView(Mechanism.LAUNCH, safe_mode=SafeMode(without))
    snapshot = look(
        machine.host(),
        Configuration("k", "Empty"),
        view,
        loader.profile,
        folder=f"{machine.root}/private",
        application=asks,
    )
    answer = carry_out(snapshot.plan, machine, loader, application=asks)
    assert answer.create == snapshot.report.create_result
    if without is SafeModeLayers.LAYERS:
        assert answer.create == "VK_ERROR_LAYER_NOT_PRESENT"
    else:
        assert answer.chain() == snapshot.list_loading_layers()
        assert "A" in answer.chain()


def test_what_every_layer_is_set_to_does_not_count(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    every = WANTED.with_control("*", LayerControl.ON)
    snapshot = pictured(machine, loader, SafeMode(SafeModeLayers.LAYERS), every)
    assert carry_out(snapshot.plan, machine, loader).chain() == snapshot.list_loading_layers() == ()


def test_only_one_driver_is_opened(machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_driver("other")
    other = machine.manifest("other").name
    snapshot = pictured(machine, loader, SafeMode(driver=other), Configuration("k", "Empty"))
    answer = carry_out(snapshot.plan, machine, loader)
    kept = [one.file for one in snapshot.report.drivers if one.verdict.outcome == "loads"]
    assert [file.rpartition("/")[2] for file in kept] == [other]
    assert len(answer.devices) == 1
    assert answer.chain() == snapshot.list_loading_layers()
