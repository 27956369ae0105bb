"""Drivers that a configuration adds are those that programs then get, with every loader."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.framework.ladder import find_loader, list_loader_names
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from tests.model.machine import ANCIENT, ENVIRONMENT, EVERY, LAUNCH, NEW, carry_out, drawn, look
from tests.model.plan.plans import texts
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration.configuration import (
    AddedDriver,
    Configuration,
    DriverControl,
)
from vkconfig_py.model.plan.loader_family import MIN_SETTINGS_VERSION
from vkconfig_py.model.plan.plan import Mechanism, PlanView

SETTINGS = PlanView(Mechanism.SETTINGS)
AUTOMATIC = PlanView(Mechanism.AUTOMATIC)
NO_CONTROLS: Mapping[str, DriverControl] = {}
CONTROLS = {
    "none": NO_CONTROLS,
    "only the added one": {"mine.json": DriverControl.ONLY},
    "only an installed one": {"one.json": DriverControl.ONLY},
    "without the added one": {"mine.json": DriverControl.OFF},
    "without an installed one": {"two.json": DriverControl.OFF},
}
EXPECTED = {
    "none": {"mine", "one", "two"},
    "only the added one": {"mine"},
    "only an installed one": {"one"},
    "without the added one": {"one", "two"},
    "without an installed one": {"mine", "one"},
}


@pytest.fixture(params=list_loader_names())
def loader(request: pytest.FixtureRequest) -> RealLoader:
    return find_loader(request.param)


def machine(system: SystemBuilder) -> Configuration:
    """Two installed drivers, and one in a folder that no loader searches."""
    system.add_driver("one").add_driver("two")
    system.add_driver("mine", folder=system.root / "build")
    path = str(system.root / "build" / "mine.json")
    return drawn()._replace(added_drivers=(AddedDriver(path),))


def controlled(
    configuration: Configuration, controls: Mapping[str, DriverControl]
) -> Configuration:
    for name, control in controls.items():
        configuration = configuration.with_driver_control(name, control)
    return configuration


def used(snapshot: ChainSnapshot) -> set[str]:
    return {row.name for row in snapshot.rows if row.kind is RowKind.DRIVER and row.is_used}


@pytest.mark.parametrize("case", CONTROLS)
@pytest.mark.parametrize("view", [LAUNCH, ENVIRONMENT])
def test_a_program_gets_the_added_driver_beside_the_installed_ones(
    view: PlanView, case: str, system: SystemBuilder, loader: RealLoader
) -> None:
    configuration = controlled(machine(system), CONTROLS[case])
    snapshot = look(system.host(), configuration, view, loader.profile)
    answer = carry_out(snapshot.plan, system, loader)
    assert used(snapshot) == set(answer.devices) == EXPECTED[case]


@pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"])
def test_it_is_added_to_the_drivers_that_a_variable_of_the_session_names(
    variable: str, system: SystemBuilder, loader: RealLoader
) -> None:
    configuration = machine(system)
    system.add_driver("named", folder=system.root / "session")
    system.with_env(**{variable: str(system.root / "session" / "named.json")})
    snapshot = look(system.host(), configuration, LAUNCH, loader.profile)
    answer = carry_out(snapshot.plan, system, loader)
    assert used(snapshot) == set(answer.devices)
    assert "mine" in answer.devices
    before = look(system.host(), drawn(), LAUNCH, loader.profile)
    assert set(answer.devices) == used(before) | {"mine"}


@pytest.mark.parametrize("case", CONTROLS)
def test_a_settings_file_adds_it_for_every_program(
    case: str, system: SystemBuilder, loader: RealLoader
) -> None:
    if loader.profile.version < MIN_SETTINGS_VERSION:
        return  # such a file is not planned for it
    configuration = controlled(machine(system), CONTROLS[case])
    snapshot = look(system.host(), configuration, SETTINGS, loader.profile)
    if not loader.profile.has(Gate.ADDITIONAL_DRIVERS):
        assert any("ignores drivers in a settings file" in text for text in texts(snapshot.plan))
        return
    answer = carry_out(snapshot.plan, system, loader)
    assert used(snapshot) == set(answer.devices) == EXPECTED[case]


def test_one_that_is_turned_off_is_not_added(system: SystemBuilder) -> None:
    configuration = machine(system)
    off = configuration.added_drivers[0]._replace(enabled=False)
    remembered = configuration._replace(added_drivers=(off,))
    assert look(system.host(), remembered).plan == look(system.host(), drawn()).plan


def test_an_override_says_that_it_cannot_add_drivers_and_the_settings_file_is_chosen(
    system: SystemBuilder,
) -> None:
    configuration = machine(system)
    assert "an override cannot add drivers" in texts(look(system.host(), configuration, EVERY).plan)
    assert look(system.host(), configuration, AUTOMATIC).plan.mechanism is Mechanism.SETTINGS


def test_a_path_with_a_colon_cannot_stand_in_a_variable_and_that_is_told(
    system: SystemBuilder,
) -> None:
    configuration = machine(system)._replace(added_drivers=(AddedDriver("/a:b/mine.json"),))
    plan = look(system.host(), configuration).plan
    assert texts(plan) == ["/a:b/mine.json contains “:”, which separates paths in a variable"]
    assert all("DRIVER" not in variable.name for variable in plan.variables)


@pytest.mark.parametrize(
    ("profile", "name"), [(NEW, "VK_ADD_DRIVER_FILES"), (ANCIENT, "VK_ICD_FILENAMES")]
)
def test_the_variable_is_the_one_that_this_loader_knows(
    profile, name: str, system: SystemBuilder
) -> None:
    plan = look(system.host(), machine(system), profile=profile).plan
    (variable,) = [one for one in plan.variables if "DRIVER" in one.name or "ICD" in one.name]
    assert variable.name == name
    assert str(variable.value).startswith(str(system.root / "build" / "mine.json"))
