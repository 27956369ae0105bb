"""Plans as values: what is written for each loader, and what is said not to be possible."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.framework.system import Place, SystemBuilder
from tests.model.machine import ANCIENT, ENVIRONMENT, EVERY, LAUNCH, NEW, OLD, build, drawn, look
from tests.model.plan.plans import layers, texts, variables
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
    Variable,
)
from vkconfig_py.model.plan import loader_family
from vkconfig_py.model.plan.launch_plan import plan_launch
from vkconfig_py.model.plan.loader_family import LaunchMethod, choose_launch_method
from vkconfig_py.model.plan.plan import PlanView

# one launch


@pytest.mark.parametrize(
    ("version", "way"),
    [
        ((1, 3, 204), LaunchMethod.VARIABLES),
        ((1, 3, 206), LaunchMethod.VARIABLES),
        ((1, 3, 207), LaunchMethod.CHAIN),
        ((1, 3, 246), LaunchMethod.CHAIN),
        ((1, 3, 247), LaunchMethod.PRIVATE_DIRS),
        ((1, 3, 295), LaunchMethod.PRIVATE_DIRS),
        ((1, 3, 296), LaunchMethod.PRIVATE_PATH),
        ((1, 4, 364), LaunchMethod.PRIVATE_PATH),
    ],
)
def test_the_version_decides_how_one_launch_is_ordered(
    version: tuple[int, int, int], way: LaunchMethod
) -> None:
    assert choose_launch_method(LoaderProfile(version)) is way
    assert choose_launch_method(None) is LaunchMethod.COMBINED


def test_a_launch_on_an_old_loader_to_the_byte(system: SystemBuilder) -> None:
    build(system).with_env(VK_ADD_LAYER_PATH="/old", VK_INSTANCE_LAYERS="C:A", DISABLE_I3="")
    configuration = drawn("I3", "A", "I1", on=("A", "I3"), off=("I2", "B"))
    plan = look(system.host(), configuration, LAUNCH, OLD).plan
    assert variables(plan) == {
        "DISABLE_I2": "1",
        "ENABLE_I3": "1",
        "DISABLE_I3": None,
        "VK_LOADER_LAYERS_DISABLE": "B",
        "VK_ADD_LAYER_PATH": "/private/chain.json:/old",
        "VK_INSTANCE_LAYERS": "VK_LAYER_VKCONFIG_PY_chain:C",
    }
    (layer,) = layers(plan)
    assert plan.files[0].path == "/private/chain.json"
    assert layer["component_layers"] == ["I3", "A", "I1"]
    assert plan.limits == ()
    assert plan.summary == "A private meta-layer, which sets the layer order for loader 1.3.239"


def test_a_launch_on_a_new_loader_to_the_byte(system: SystemBuilder) -> None:
    build(system).with_env(VK_ADD_IMPLICIT_LAYER_PATH="/old")
    configuration = drawn("I3", "A", "I1", on=("A", "I3"), off=("I2", "B"))
    plan = look(system.host(), configuration, LAUNCH, NEW).plan
    manifest = "/private/vulkan/implicit_layer.d/VkLayer_override.json"
    assert variables(plan) == {
        "DISABLE_I2": "1",
        "VK_ADD_IMPLICIT_LAYER_PATH": f"{manifest}:/old",
    }
    (layer,) = layers(plan)
    assert plan.files[0].path == manifest
    assert layer["component_layers"] == ["I3", "A"]  # I1 stands below them by itself
    assert layer["blacklisted_layers"] == ["B"]
    assert layer["disable_environment"] == {"DISABLE_VKCONFIG_PY_LAUNCH": "1"}
    assert "app_keys" not in layer


def test_a_variable_that_replaces_the_search_is_prefixed_instead(system: SystemBuilder) -> None:
    explicit = build(system).manifest("A")
    system.with_env(VK_LAYER_PATH=str(explicit), VK_IMPLICIT_LAYER_PATH="")
    old = look(system.host(), drawn("A", on="A"), LAUNCH, OLD).plan
    assert variables(old)["VK_LAYER_PATH"] == f"/private/chain.json:{explicit}"
    new = look(system.host(), drawn("A", on="A"), LAUNCH, NEW)
    assert new.list_loading_layers() == ("A",)
    assert variables(new.plan)["VK_IMPLICIT_LAYER_PATH"] == (
        "/private/vulkan/implicit_layer.d/VkLayer_override.json"
    )


@pytest.mark.parametrize("version", [(1, 3, 247), (1, 3, 251), (1, 3, 261), (1, 3, 295)])
def test_between_the_families_xdg_config_dirs_is_used(
    version: tuple[int, int, int], system: SystemBuilder
) -> None:
    build(system)
    profile = LoaderProfile(version, "/usr/lib/libvulkan.so.1")
    configuration = drawn("I2", "A", "I1", on="A")
    snapshot = look(system.host(), configuration, LAUNCH, profile)
    assert variables(snapshot.plan) == {
        "XDG_CONFIG_DIRS": f"/private:{system.environment['XDG_CONFIG_DIRS']}"
    }
    system.with_env(XDG_CONFIG_DIRS=None)
    snapshot = look(system.host(), configuration, LAUNCH, profile)
    assert variables(snapshot.plan)["XDG_CONFIG_DIRS"] == "/private:/etc/xdg"


def test_between_the_families_layers_of_the_user_s_folder_stay_above(
    system: SystemBuilder,
) -> None:
    build(system).add_implicit_layer("EARLY", place=Place.CONFIG_HOME)
    profile = LoaderProfile((1, 3, 275), "/usr/lib/libvulkan.so.1")
    snapshot = look(system.host(), drawn("A", "EARLY", "I1", on="A"), LAUNCH, profile)
    assert snapshot.list_loading_layers()[:2] == ("EARLY", "A")
    (row,) = [row for row in snapshot.rows if row.name == "A"]
    assert row.deviation == (
        "this configuration lists it above EARLY, but this loader places it below: loader "
        "1.3.275 puts layers above the override if it finds them first; loader 1.3.296 or newer"
    )


def test_between_the_families_an_override_of_the_user_is_beaten_by_keys(
    system: SystemBuilder,
) -> None:
    build(system).add_override(("C",))
    profile = LoaderProfile((1, 3, 275), "/usr/lib/libvulkan.so.1")
    configuration = drawn("I2", "A", on="A")
    target = configuration.target._replace(program=str(system.program))
    snapshot = look(system.host(), configuration._replace(target=target), LAUNCH, profile)
    (layer,) = layers(snapshot.plan)
    assert layer["app_keys"] == [str(system.program)]
    assert snapshot.list_loading_layers() == ("I2", "A", "I1")


def test_before_1_3_207_the_launch_says_that_it_has_no_order(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("OWN", folder=system.root / "mine")
    configuration = drawn("A", "I1", "B", on="AB", off=("I2", "C"))._replace(
        sources=(str(system.root / "mine"),)
    )
    snapshot = look(system.host(), configuration, LAUNCH, ANCIENT)
    names = variables(snapshot.plan)
    assert names["VK_INSTANCE_LAYERS"] == "A:B"
    assert str(names["VK_LAYER_PATH"]).startswith(f"{system.root}/mine:")
    assert snapshot.plan.files == ()
    assert "loader 1.3.204 has no variable that turns this layer off" in texts(snapshot.plan, "C")
    # B is where it was drawn, and I1 makes room.
    assert texts(snapshot.plan, "A") == [
        "loader 1.3.204 always puts implicit layers above layers that variables turn on"
    ]
    assert snapshot.list_loading_layers() == ("I1", "A", "B")
    alternatives = {limit.alternative for limit in snapshot.plan.limits if limit.subject == "A"}
    assert alternatives == {"loader 1.3.207 or newer"}


def test_an_unknown_loader_gets_both_ways(system: SystemBuilder) -> None:
    build(system)
    configuration = drawn("I3", "A", on=("A", "I3"), off="B")
    inventory = look(system.host(), configuration).inventory
    plan = plan_launch(configuration, inventory, system.host(), None, "/private")
    assert [file.path for file in plan.files] == [
        "/private/vulkan/implicit_layer.d/VkLayer_override.json",
        "/private/chain.json",
    ]
    assert variables(plan)["VK_INSTANCE_LAYERS"] == "VK_LAYER_VKCONFIG_PY_chain"
    assert variables(plan)["ENABLE_I3"] == "1"
    assert variables(plan)["VK_LOADER_LAYERS_DISABLE"] == "B"
    only_off = plan_launch(drawn(off="B"), inventory, system.host(), None, "/private")
    assert len(only_off.files) == 1


def test_an_elevated_program_is_said_to_ignore_a_launch(system: SystemBuilder) -> None:
    host = build(system).host()._replace(elevated=True)
    plan = look(host, drawn("A", on="A"), LAUNCH, NEW).plan
    told = "the loader ignores your folders and most variables"
    assert f"the program runs with elevated privileges: {told}" in texts(plan)
    assert plan.files == ()


def test_a_launch_of_nothing_changes_nothing(system: SystemBuilder) -> None:
    for profile in (OLD, NEW):
        plan = look(build_once(system).host(), drawn(), LAUNCH, profile).plan
        assert (plan.files, plan.variables, plan.limits) == ((), (), ())
        assert plan.summary == "Variables only"


def build_once(system: SystemBuilder) -> SystemBuilder:
    if not (system.root / "share").exists():
        build(system)
    return system


def test_loader_log_and_variables_go_into_a_launch(system: SystemBuilder) -> None:
    build(system).with_env(GONE="1")
    configuration = drawn()._replace(
        loader_log=("error", "layer"), environment=(Variable("GONE", None),)
    )
    for view in (LAUNCH, ENVIRONMENT):
        plan = look(system.host(), configuration, view).plan
        assert variables(plan) == {"GONE": None, "VK_LOADER_DEBUG": "error,layer"}
    plan = look(system.host(), configuration, EVERY).plan
    assert texts(plan) == [
        "an override cannot turn on the loader log",
        "an override cannot set variables: this configuration's variables apply only to launches",
        "this configuration changes no layers",
    ]
    assert plan.files == ()


def test_a_filter_that_would_break_the_chain_is_replaced_by_names(system: SystemBuilder) -> None:
    build(system).with_env(VK_LOADER_LAYERS_DISABLE="~all~")
    for profile in (OLD, NEW):
        snapshot = look(system.host(), drawn("A", "I1", on=("A", "I1")), LAUNCH, profile)
        hidden = variables(snapshot.plan)["VK_LOADER_LAYERS_DISABLE"]
        assert sorted(str(hidden).split(",")) == ["B", "C", "I2", "I3"]
        assert snapshot.list_loading_layers() == ("A", "I1")


def test_names_that_a_filter_cannot_carry_are_limits(system: SystemBuilder) -> None:
    build(system)
    for number in range(20):
        system.add_explicit_layer(f"X{number}")
    system.add_explicit_layer("odd,name")
    off = ["odd,name", *(f"X{number}" for number in range(20))]
    plan = look(system.host(), drawn(off=off), LAUNCH, OLD).plan
    assert len(str(variables(plan)["VK_LOADER_LAYERS_DISABLE"]).split(",")) == 16
    assert "VK_LOADER_LAYERS_DISABLE cannot contain this name" in texts(plan, "odd,name")
    assert texts(plan).count("VK_LOADER_LAYERS_DISABLE holds at most 16 names") == 4
    assert look(system.host(), drawn(off=off), LAUNCH, NEW).plan.limits == ()


# drivers


def drivers(system: SystemBuilder) -> SystemBuilder:
    return build(system).add_driver("two").add_driver("three")


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ((1, 3, 204), {"VK_ICD_FILENAMES": "{two}"}),
        ((1, 3, 207), {"VK_DRIVER_FILES": "{two}"}),
        ((1, 3, 234), {"VK_LOADER_DRIVERS_SELECT": "two.json"}),
        ((1, 4, 364), {"VK_LOADER_DRIVERS_SELECT": "two.json"}),
    ],
)
def test_only_one_driver_is_said_as_the_version_understands_it(
    version: tuple[int, int, int], expected: dict[str, str], system: SystemBuilder
) -> None:
    drivers(system)
    configuration = drawn().with_driver_control("two.json", DriverControl.ONLY)
    snapshot = look(system.host(), configuration, LAUNCH, LoaderProfile(version, "/lib.so"))
    two = str(system.manifest("two"))
    assert variables(snapshot.plan) == {
        name: value.format(two=two) for name, value in expected.items()
    }
    kept = [d.file for d in snapshot.report.drivers if d.verdict.outcome == "loads"]
    assert kept == [two]


def test_a_driver_left_out_is_disabled(system: SystemBuilder) -> None:
    drivers(system)
    configuration = drawn().with_driver_control("driver.json", DriverControl.OFF)
    plan = look(system.host(), configuration).plan
    assert variables(plan) == {"VK_LOADER_DRIVERS_DISABLE": "driver.json"}


def test_filters_of_the_session_are_replaced_by_an_exact_list(system: SystemBuilder) -> None:
    drivers(system).with_env(
        VK_LOADER_DRIVERS_SELECT="t*",
        VK_LOADER_DRIVERS_DISABLE="x",
    )
    configuration = drawn().with_driver_control("two.json", DriverControl.OFF)
    plan = look(system.host(), configuration).plan
    assert variables(plan) == {
        "VK_LOADER_DRIVERS_SELECT": "three.json",
        "VK_LOADER_DRIVERS_DISABLE": None,
    }
    both = configuration.with_driver_control("three.json", DriverControl.OFF)
    plan = look(system.host(), both).plan
    assert variables(plan)["VK_DRIVER_FILES"] == ""


def test_a_driver_that_is_not_installed_is_a_limit(system: SystemBuilder) -> None:
    drivers(system)
    configuration = drawn().with_driver_control("gone.json", DriverControl.ONLY)
    snapshot = look(system.host(), configuration)
    assert snapshot.plan.variables == ()
    assert texts(snapshot.plan, "gone.json") == ["not installed; the choice is not applied"]
    row = next(row for row in snapshot.rows if row.key == "driver:gone.json")
    assert (row.status, row.control) == ("Missing", "only")


def test_an_override_cannot_choose_drivers(system: SystemBuilder) -> None:
    drivers(system)
    configuration = drawn("A", on="A").with_driver_control("two.json", DriverControl.ONLY)
    snapshot = look(system.host(), configuration, EVERY)
    assert texts(snapshot.plan, "two.json") == ["an override cannot choose drivers"]
    row = next(row for row in snapshot.rows if row.key.endswith("two.json"))
    assert row.deviation == "an override cannot choose drivers"


# the override


# what is applied


# variables alone


def test_variables_on_an_old_loader_do_not_order(system: SystemBuilder) -> None:
    build(system)
    snapshot = look(system.host(), drawn("A", "B", "I1", on="AB"), ENVIRONMENT, OLD)
    assert variables(snapshot.plan) == {"VK_INSTANCE_LAYERS": "A:B"}
    assert snapshot.list_loading_layers() == ("I1", "I2", "B", "A")
    assert (
        "loader 1.3.239 always puts implicit layers above layers "
        "that variables turn on" in texts(snapshot.plan, "A")
    )
    plan = look(system.host(), drawn("A", "B", on="AB"), ENVIRONMENT, OLD).plan
    assert texts(plan, "B") == ["variables cannot set this order for loader 1.3.239"]


def test_variables_on_a_new_loader_place_implicit_layers_too(system: SystemBuilder) -> None:
    build(system)
    configuration = drawn("I1", "A", "I2", "I3", on=("A", "I3"))
    snapshot = look(system.host(), configuration, ENVIRONMENT, NEW)
    assert variables(snapshot.plan) == {"ENABLE_I3": "1", "VK_INSTANCE_LAYERS": "A:I2:I3"}
    assert snapshot.list_loading_layers() == ("I1", "A", "I2", "I3")
    assert snapshot.plan.limits == ()


@pytest.mark.parametrize("view", [ENVIRONMENT, EVERY], ids=["variables", "applied"])
@pytest.mark.parametrize(
    "profile",
    [LoaderProfile(version) for version in ((1, 3, 204), (1, 3, 239), (1, 3, 275), (1, 4, 364))],
    ids=lambda profile: profile.version_text,
)
def test_another_order_than_that_of_a_launch_is_said_though_nothing_was_dragged(
    profile: LoaderProfile, view: PlanView, system: SystemBuilder
) -> None:
    host = build(system).add_implicit_layer("I4", place=Place.CONFIG_HOME).host()
    for chosen_names in permutations(("A", "I1", "I3", "I4"), 2):
        configuration = Configuration(key="k", name="switched")
        for name in chosen_names:
            configuration = configuration.with_control(name, LayerControl.ON)
        snapshots = [look(host, configuration, shown, profile) for shown in (LAUNCH, view)]
        launch_order, order = (
            [name for name in snapshot.list_loading_layers() if name in chosen_names]
            for snapshot in snapshots
        )
        said = [text for text in texts(snapshots[1].plan, "") if " loads " in text]
        is_kept = profile.version < (1, 3, 207) or order == launch_order
        assert said == (
            [] if is_kept else [f"loader {profile.version_text} loads {order[0]} above {order[1]}"]
        ), (chosen_names, launch_order, order)


@pytest.mark.parametrize(
    ("launch_order", "order", "sentence"),
    [
        ("ABCD", "DABC", "L loads D above A, B and C"),
        ("ABCD", "BCAD", "L loads A below B and C"),
        ("ABCD", "BADC", "L loads the layers in this order: B, A, D, C"),
    ],
)
def test_another_order_names_the_layer_that_moves_past_others(
    launch_order: str, order: str, sentence: str
) -> None:
    assert loader_family._describe_other_order("L", launch_order, order) == sentence


def test_a_name_inside_another_is_named_too(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("VK_I1_long")
    snapshot = look(system.host(), drawn("VK_I1_long", on=("VK_I1_long",)), ENVIRONMENT, NEW)
    assert variables(snapshot.plan) == {"VK_INSTANCE_LAYERS": "VK_I1_long:I1"}
    assert set(snapshot.list_loading_layers()) == {"VK_I1_long", "I1", "I2"}


def names_of(snapshot: ChainSnapshot, kind: str) -> Sequence[str]:
    return [row.name for row in snapshot.rows if row.kind == kind]


def test_a_missing_layer_keeps_its_place_and_is_in_no_plan(system: SystemBuilder) -> None:
    build(system)
    configuration = drawn("A", "GONE", "I1", on=("A", "GONE"))
    for view in (LAUNCH, EVERY, ENVIRONMENT):
        for profile in (OLD, NEW):
            snapshot = look(system.host(), configuration, view, profile)
            assert texts(snapshot.plan, "GONE") == ["not installed; kept in the list and skipped"]
            for file in snapshot.plan.files:
                assert b"GONE" not in (file.content or b"")
            assert "GONE" not in str(variables(snapshot.plan))
            assert names_of(snapshot, "missing") == ["GONE"]
    assert configuration.get_control("GONE") is LayerControl.ON


@pytest.mark.parametrize("told", ["library", "manifest"])
def test_a_layer_for_programs_of_the_other_word_size_is_not_to_be_installed(
    system: SystemBuilder, told: str
) -> None:
    build(system)
    if told == "library":
        system.add_file("narrow.so", make_elf_file(32, kind=LIBRARY))
        system.add_explicit_layer("NARROW", library_path=str(system.root / "narrow.so"))
    else:
        system.add_explicit_layer("NARROW", library_arch="32")
    configuration = drawn("A", "NARROW", on=("A", "NARROW"))
    for view in (LAUNCH, EVERY, ENVIRONMENT):
        snapshot = look(system.host(), configuration, view)
        (limit,) = [one for one in snapshot.plan.limits if one.subject == "NARROW"]
        assert limit.text == "for 32-bit programs; kept in the list and skipped"
        assert limit.alternative == ""
        (narrow_row,) = [row for row in snapshot.rows if row.name.startswith("NARROW")]
        assert narrow_row.reason == "for 32-bit programs"


def test_a_layer_that_is_there_and_cannot_be_used_is_not_to_be_installed(
    system: SystemBuilder,
) -> None:
    build(system)
    system.add_explicit_layer("LOST", library_path="/nowhere/liblost.so")
    configuration = drawn("A", "LOST", "GONE", on=("A", "LOST", "GONE"))
    snapshot = look(system.host(), configuration, EVERY)
    said = {one.subject: one for one in snapshot.plan.limits if one.subject in ("LOST", "GONE")}
    assert said["GONE"].text == "not installed; kept in the list and skipped"
    assert said["LOST"].text.endswith("; kept in the list and skipped")
    assert "not installed" not in said["LOST"].text
    assert "liblost.so" in said["LOST"].text


def test_a_layer_whose_manifest_is_skipped_is_not_missing(system: SystemBuilder) -> None:
    build(system)
    system.add_explicit_layer("BROKEN")
    system.add_file(system.manifest("BROKEN"), '{"layer": {')
    found = look(system.host(), drawn("A"), EVERY).report.found_layers
    file = next(one.file for one in found if one.manifest is None)
    entry = LayerEntry("BROKEN", LayerControl.ON, manifest=file)
    snapshot = look(system.host(), Configuration("k", "B", (entry,)), EVERY)
    (row,) = [one for one in snapshot.rows if one.name == "BROKEN"]
    assert row.status == "Skipped"
    assert "not installed" not in row.tooltip


@pytest.mark.parametrize(
    ("platforms", "refused"),
    [
        ((), False),
        (("LINUX", "WINDOWS"), False),
        (("WINDOWS_X86", "WINDOWS_ARM"), True),
    ],
)
def test_a_configuration_for_other_platforms_is_not_applied(
    system: SystemBuilder, platforms: tuple[str, ...], refused: bool
) -> None:
    build(system)
    configuration = drawn("A", on=("A",))._replace(platforms=platforms)
    snapshot = look(system.host(), configuration, EVERY)
    said = [limit.text for limit in snapshot.plan.limits if limit.is_blocking]
    assert said == (["this configuration is only for Windows"] if refused else [])


@pytest.mark.parametrize("view", [LAUNCH, ENVIRONMENT])
def test_a_launch_of_a_configuration_for_other_platforms_says_so(
    system: SystemBuilder, view: PlanView
) -> None:
    build(system)
    configuration = drawn("A", on=("A",))._replace(platforms=("MACOS",))
    plan = look(system.host(), configuration, view).plan
    assert ("this configuration is only for macOS", False) in [
        (one.text, one.is_blocking) for one in plan.limits
    ]
