"""Plans promise and use only what the loader of that release reads."""

from __future__ import annotations

from itertools import product

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, build, drawn, look
from tests.model.plan.plans import blocking, layers, texts, variables
from vkconfig_py.loader.base.host import OverlayFile
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    UNLISTED,
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.plan.plan import Mechanism, PlanView

VERSIONS = (
    (1, 0, 39),
    (1, 1, 73),
    (1, 1, 100),
    (1, 1, 120),
    (1, 2, 162),
    (1, 3, 204),
    (1, 3, 239),
    (1, 3, 275),
    (1, 4, 309),
    (1, 4, 364),
)
BEST, SETTINGS = PlanView(Mechanism.AUTOMATIC), PlanView(Mechanism.SETTINGS)


def profile_of(version: tuple[int, int, int], *, known: bool = True) -> LoaderProfile:
    return LoaderProfile(version, "/usr/lib/libvulkan.so.1", is_version_known=known)


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Put it where all releases search: loaders up to 1.0.39 follow XDG_DATA_HOME alone."""
    build(system)
    system.add_driver("driver", folder=system.root / "data_home/vulkan/icd.d")
    for name in "ABC":
        system.add_explicit_layer(name, folder=system.root / "data_home/vulkan/explicit_layer.d")
    return system


@pytest.mark.parametrize("view", [EVERY, BEST, SETTINGS], ids=lambda view: view.mechanism)
@pytest.mark.parametrize("version", [(1, 0, 39), (1, 1, 73), (1, 1, 84)])
def test_before_1_1_85_nothing_is_written_and_a_launch_is_what_helps(
    machine: SystemBuilder, version: tuple[int, int, int], view: PlanView
) -> None:
    plan = look(machine.host(), drawn("A", on="A"), view, profile_of(version)).plan
    helps = {limit.alternative for limit in plan.limits if limit.is_blocking}
    assert helps == {"launch from here"}
    if view is not SETTINGS:
        assert plan.files == ()
        name = ".".join(map(str, version))
        assert blocking(plan) == [f"loader {name} ignores overrides: requires 1.1.85 or newer"]
    launch = look(machine.host(), drawn("A", on="A"), LAUNCH, profile_of(version))
    assert "A" in launch.list_loading_layers()


def test_a_configuration_of_settings_alone_needs_no_override(machine: SystemBuilder) -> None:
    plan = look(machine.host(), drawn(), EVERY, profile_of((1, 0, 39))).plan
    assert blocking(plan) == ["this configuration changes no layers"]


def test_where_an_override_ends_programs_none_is_applied(machine: SystemBuilder) -> None:
    crashing = profile_of((1, 1, 90))
    plan = look(machine.host(), drawn("A", on="A"), EVERY, crashing).plan
    assert blocking(plan) == ["loader 1.1.90 crashes programs while an override exists"]


def test_an_override_that_stands_alone_says_so(machine: SystemBuilder) -> None:
    plan = look(machine.host(), drawn("A", on="A"), EVERY, profile_of((1, 1, 100))).plan
    assert "loader 1.1.100 turns off every layer that an override does not list" in texts(plan)
    later = look(machine.host(), drawn("A", on="A"), EVERY, profile_of((1, 1, 106))).plan
    assert not any("does not list" in text for text in texts(later))


def test_before_1_2_141_an_override_cannot_be_for_one_program(machine: SystemBuilder) -> None:
    view = PlanView(Mechanism.OVERRIDE, (str(machine.program),))
    refused = (
        "loader 1.1.120 applies an override to every program, regardless of which programs it lists"
    )
    plan = look(machine.host(), drawn("A", on="A"), view, profile_of((1, 1, 120))).plan
    assert blocking(plan) == [refused]
    for asked, version in ((view, (1, 2, 141)), (EVERY, (1, 1, 120))):
        snapshot = look(machine.host(), drawn("A", on="A"), asked, profile_of(version))
        assert not blocking(snapshot.plan)


def test_a_loader_that_may_be_older_is_told_without_refusing(machine: SystemBuilder) -> None:
    unknown = profile_of((1, 1, 119), known=False)
    plan = look(machine.host(), drawn("A", on="A"), EVERY, unknown).plan
    doubt = "loader before 1.1.120 may ignore overrides: it may be older than 1.1.85"
    assert doubt in texts(plan)
    assert not blocking(plan)
    assert layers(plan)


def everything() -> Configuration:
    entries = (
        LayerEntry("I1", LayerControl.OFF, True),
        LayerEntry("B", LayerControl.ON, True, copy=NEWEST_COPY),
        LayerEntry("I2", LayerControl.ON, True),
        LayerEntry("A", LayerControl.ON, True),
        LayerEntry("C", LayerControl.OFF, True),
        LayerEntry(UNLISTED, LayerControl.OFF),
    )
    return Configuration(
        key="k",
        name="Everything",
        layers=entries,
        implicit_sources=("/nowhere",),
        loader_log=("error",),
    ).with_driver_control("driver.json", DriverControl.ONLY)


def snapshots(machine: SystemBuilder) -> list[tuple[LoaderProfile, PlanView, ChainSnapshot]]:
    views = (LAUNCH, ENVIRONMENT, EVERY, BEST, SETTINGS)
    asked = product(map(profile_of, VERSIONS), views)
    return [(one, view, look(machine.host(), everything(), view, one)) for one, view in asked]


def test_what_helps_is_what_the_loader_reads(machine: SystemBuilder) -> None:
    for profile, _, snapshot in snapshots(machine):
        for limit in snapshot.plan.limits:
            if "settings file" in limit.alternative:
                assert profile.version >= (1, 3, 302), (profile.version, limit)
            if "override" in limit.alternative:
                assert profile.has(Gate.OVERRIDE), (profile.version, limit)
            if "Apply" in limit.alternative:
                assert profile.has(Gate.BLACKLIST), (profile.version, limit)
            if "keep your order" in limit.alternative:
                assert profile.has(Gate.ADD_VARIABLES), (profile.version, limit)


def test_a_disable_variable_gets_the_value_that_the_loader_compares(system: SystemBuilder) -> None:
    build(system).add_implicit_layer("PICKY", disable_environment={"NO_PICKY": "yes"})
    folder = system.root / "share/i2/vulkan/implicit_layer.d"
    system.add_implicit_layer("PICKY", folder=folder, disable_environment={"NO_PICKY": "yes"})
    for version, value in (((1, 1, 73), "yes"), ((1, 2, 162), "1")):
        snapshot = look(system.host(), drawn(off=["PICKY"]), LAUNCH, profile_of(version))
        assert variables(snapshot.plan)["NO_PICKY"] == value
        assert "PICKY" not in snapshot.list_loading_layers()


def test_a_copy_is_found_by_its_folder_where_places_are_folders(machine: SystemBuilder) -> None:
    machine.add_explicit_layer("A", folder=machine.root / "mine", file="copy.json")
    copy = str(machine.manifest("A"))
    chosen = drawn()._replace(layers=(LayerEntry("A", LayerControl.ON, True, copy=copy),))
    chosen = chosen._replace(sources=(str(machine.root / "mine"),))
    for version in VERSIONS:
        snapshot = look(machine.host(), chosen, LAUNCH, profile_of(version))
        used = {one.manifest.name: one.manifest.file for one in snapshot.report.callstack}
        said = next(row.deviation for row in snapshot.rows if row.name == "A")
        # Of layers that variables name loaders from 1.3.204 to 1.3.206 take the last copy.
        assert used["A"] == copy or (said and version == (1, 3, 204)), version


def test_an_elevated_program_gets_no_variables_that_its_loader_hides(
    machine: SystemBuilder,
) -> None:
    content = machine.manifest("A").read_bytes()
    etc = {"/etc/vulkan/explicit_layer.d/A.json": OverlayFile(content)}
    host = machine.host()._replace(elevated=True).with_overlay(etc)
    wanted = drawn("A", on="A", off=["I2"])
    hidden = look(host, wanted, ENVIRONMENT, profile_of((1, 1, 120))).plan
    assert hidden.variables == ()
    text = "for this program, the loader ignores the variables that choose layers"
    assert texts(hidden, "A").count(text) == 1
    assert {limit.alternative for limit in hidden.limits if not limit.subject} >= {
        "an override in a system folder"
    }
    seen = look(host, wanted, ENVIRONMENT, profile_of((1, 1, 127))).plan
    assert "VK_INSTANCE_LAYERS" in variables(seen)
    without = look(host, wanted, ENVIRONMENT, profile_of((1, 1, 73))).plan
    assert not any("override" in limit.alternative for limit in without.limits)
    assert without.command == ""
