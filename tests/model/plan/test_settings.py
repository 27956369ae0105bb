"""The loader settings file that is planned: sections, places, limits, files of others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import EVERY, NEW, OLD, build, drawn, look
from tests.model.plan.plans import blocking, texts
from tests.model.plan.settings_files import AUTOMATIC, SETTINGS, sections
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DriverControl,
    LayerControl,
)
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, PredictionRequest
from vkconfig_py.model.problems.lint_file import DocumentKind, find_violations


def listed(snapshot: ChainSnapshot) -> list[str]:
    return [
        f"{layer.get('name', '')}:{layer['control']}" for layer in sections(snapshot)[-1]["layers"]
    ]


def existing_content(system: SystemBuilder, document: dict, base: str = "XDG_CONFIG_HOME") -> Path:
    path = Path(system.environment[base]) / "vulkan/loader_settings.d/vk_loader_settings.json"
    system.add_file(path, document)
    return path


def test_wishes_become_controls_in_the_drawn_order(system: SystemBuilder) -> None:
    build(system)
    snapshot = look(system.host(), drawn("A", "I2", on="A", off="C"), SETTINGS)
    assert listed(snapshot) == ["A:on", "I2:auto", "C:off", ":unordered_layer_location"]
    (file,) = snapshot.plan.files
    data = system.environment["XDG_DATA_HOME"]
    assert file.path == f"{data}/vulkan/loader_settings.d/vk_loader_settings.json"
    assert blocking(snapshot.plan) == []


@pytest.mark.parametrize(
    ("configuration", "expected"),
    [
        (drawn("A", UNLISTED, "B", on="AB"), ["A:on", ":unordered_layer_location", "B:on"]),
        (drawn("A", on="A", off=[UNLISTED]), ["A:on"]),
        # A loader may pass over an empty list.
        (drawn(off=[UNLISTED]), ["I1:off"]),
        (
            drawn("A", UNLISTED, on=["A", UNLISTED]),
            ["A:on", "I1:on", "I2:on", "I3:on", "C:on", "B:on", ":unordered_layer_location"],
        ),
    ],
)
def test_layers_without_an_entry_stand_where_their_row_stands(
    configuration: Configuration, expected: list[str], system: SystemBuilder
) -> None:
    build(system)
    assert listed(look(system.host(), configuration, SETTINGS)) == expected


def test_layers_of_the_users_own_places_are_listed_for_programs_to_find(
    system: SystemBuilder,
) -> None:
    build(system)
    mine, hidden = system.root / "mine", system.root / "hidden"
    system.add_explicit_layer("OWN", folder=mine)
    system.add_implicit_layer("SHADOW", folder=hidden)
    configuration = drawn()._replace(sources=(str(mine),), implicit_sources=(str(hidden),))
    snapshot = look(system.host(), configuration, SETTINGS)
    assert listed(snapshot) == ["SHADOW:auto", "OWN:auto", ":unordered_layer_location"]
    assert snapshot.list_loading_layers() == ("SHADOW", "I1", "I2")


def test_each_configuration_has_a_section_and_the_one_for_every_program_is_last(
    system: SystemBuilder,
) -> None:
    build(system)
    one, two = system.root / "bin/one", system.root / "bin/two"
    system.add_program(one)
    system.add_program(two)
    every = AppliedConfiguration(
        drawn("C", on="C")._replace(key="every"), (), 0.0, Mechanism.SETTINGS
    )
    keyed = AppliedConfiguration(
        drawn("B", on="B")._replace(key="two"), (str(two),), 0.0, Mechanism.SETTINGS
    )
    view = SETTINGS._replace(programs=(str(one),))
    snapshot = look(system.host(), drawn("A", on="A"), view, applied=(every, keyed))
    assert [s.get("app_keys") for s in sections(snapshot)] == [[str(two)], [str(one)], None]
    assert snapshot.list_loading_layers() == ("A", "I1", "I2")


def test_what_is_written_is_what_lint_asks_of_such_a_file(system: SystemBuilder) -> None:
    build(system)
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 0x8DDC0000, "driver")
    program = system.root / "bin/one"
    system.add_program(program)
    configuration = drawn("A", UNLISTED, "I2", on="A", off="C")._replace(
        devices=DeviceChoice(DeviceMode.LISTED, (gpu,)), loader_log=("error", "layer")
    )
    for programs in ((), (str(program),)):
        view = SETTINGS._replace(programs=programs)
        (file,) = look(system.host(), configuration, view).plan.files
        assert file.content is not None
        document = json.loads(file.content)
        assert find_violations(DocumentKind.LOADER_SETTINGS, document) == ()


@pytest.mark.parametrize("version", [(1, 3, 239), (1, 3, 275), (1, 3, 296)])
def test_loaders_that_do_not_read_it_or_can_crash_get_none(
    version: tuple[int, int, int], system: SystemBuilder
) -> None:
    profile = LoaderProfile(version, "/lib.so")
    plan = look(build(system).host(), drawn("A", on="A"), SETTINGS, profile).plan
    assert len(blocking(plan)) == 1


def test_another_installed_loader_that_can_crash_keeps_it_from_being_written(
    system: SystemBuilder,
) -> None:
    request = PredictionRequest(
        host=build(system).host(),
        profile=NEW,
        configuration=drawn("A", on="A"),
        view=SETTINGS,
        loaders=(NEW, LoaderProfile((1, 3, 275), "/sdk.so")),
    )
    plan = compute_snapshot(request).plan
    assert blocking(plan) == [
        "loader 1.3.275, which is also installed, can crash on a settings file"
    ]
    older = request._replace(loaders=(NEW, OLD))
    plan = compute_snapshot(older).plan
    assert blocking(plan) == []
    assert (
        "loader 1.3.239, which is also installed, does not read vk_loader_settings.json"
        in texts(plan)
    )


def test_a_file_of_somebody_else_is_added_to_where_it_stands(system: SystemBuilder) -> None:
    build(system)
    theirs = {"stderr_log": ["all"], "layers": [], "unknown": 1}
    path = existing_content(system, {"file_format_version": "1.0.0", "settings": theirs})
    snapshot = look(system.host(), drawn("A", on="A"), SETTINGS)
    (file,) = snapshot.plan.files
    assert file.path == str(path)
    assert sections_of(file.content) == [["A", ""], theirs]
    assert snapshot.list_loading_layers() == ("A", "I1", "I2")
    assert (
        f"{path} belongs to another program, which may rewrite it; this configuration is "
        "added to it"
    ) in texts(snapshot.plan)


def test_what_a_file_of_somebody_else_still_says_to_others_is_told(system: SystemBuilder) -> None:
    build(system)
    game = "/usr/bin/game"
    theirs = [{"app_keys": [game], "layers": []}, {"stderr_log": ["all"]}]
    existing_content(system, {"file_format_version": "1.0.0", "settings_array": theirs})
    told = texts(look(system.host(), drawn("A", on="A"), SETTINGS).plan)
    assert (
        "the file's existing section for all programs has no effect while this "
        "configuration is applied"
    ) in told
    assert f"{game} keeps its existing section in the file" in told
    program = system.root / "bin/one"
    system.add_program(program)
    keyed = SETTINGS._replace(programs=(str(program),))
    told = texts(look(system.host(), drawn("A", on="A"), keyed).plan)
    assert len(told) == 1


def test_a_loader_that_does_not_look_where_the_file_stands_is_named(system: SystemBuilder) -> None:
    build(system)
    path = existing_content(
        system, {"file_format_version": "1.0.0", "settings": {"stderr_log": ["all"]}}
    )
    older = LoaderProfile((1, 4, 309), "/sdk.so")
    request = PredictionRequest(
        host=system.host(),
        profile=NEW,
        configuration=drawn("A", on="A"),
        view=SETTINGS,
        loaders=(NEW, older),
    )
    told = texts(compute_snapshot(request).plan)
    assert f"loader 1.4.309, which is also installed, does not read {path}" in told


def sections_of(content: bytes | None) -> list:
    first, *rest = json.loads(content or b"")["settings_array"]
    return [[layer.get("name", "") for layer in first["layers"]], *rest]


def test_a_damaged_file_of_somebody_else_is_left_alone(system: SystemBuilder) -> None:
    build(system)
    path = Path(system.environment["XDG_CONFIG_HOME"])
    path = path / "vulkan/loader_settings.d/vk_loader_settings.json"
    system.add_file(path, b"{")
    plan = look(system.host(), drawn("A", on="A"), SETTINGS).plan
    assert plan.files == ()
    assert [str(path) in text for text in blocking(plan)] == [True]


def test_a_file_of_the_system_is_neither_changed_nor_hidden(system: SystemBuilder) -> None:
    build(system)
    folder = system.root / "etc"
    system.with_env(XDG_CONFIG_DIRS=str(folder))
    path = folder / "vulkan/loader_settings.d/vk_loader_settings.json"
    system.add_file(path, {"file_format_version": "1.0.0", "settings": {"layers": []}})
    plan = look(system.host(), drawn("A", on="A"), SETTINGS).plan
    assert plan.files == ()
    assert blocking(plan) == [
        (f"{path} belongs to the system; a file in your folders would hide it")
    ]


def test_what_stood_there_before_is_what_ours_is_added_to_again(system: SystemBuilder) -> None:
    build(system)
    theirs = {"file_format_version": "1.0.0", "settings": {"stderr_log": ["warn"]}}
    path = existing_content(system, theirs)
    first = look(system.host(), drawn("A", on="A"), SETTINGS)
    (file,) = first.plan.files
    request = first.request._replace(
        configuration=drawn("B", on="B"),
        own_files=(str(path),),
        original_contents=((str(path), path.read_bytes()),),
    )
    path.write_bytes(file.content or b"")
    (again,) = compute_snapshot(request).plan.files
    assert sections_of(again.content) == [["B", ""], {"stderr_log": ["warn"]}]


def test_an_override_is_taken_as_long_as_it_can_say_everything(system: SystemBuilder) -> None:
    build(system)
    plan = look(system.host(), drawn("A", "I2", on="A", off=("I1",)), AUTOMATIC).plan
    assert plan.mechanism is Mechanism.OVERRIDE


@pytest.mark.parametrize(
    "configuration",
    [
        drawn("A", "C", on="A"),  # C is left to the program and must not be forced on
        drawn("I3", "A", on="A"),  # I3 obeys its variable
        drawn("A", on="A", off=[UNLISTED]),
        drawn("A", on="A").with_driver_control("driver.json", DriverControl.OFF),
    ],
)
def test_a_settings_file_is_taken_where_only_that_can_say_it(
    configuration: Configuration, system: SystemBuilder
) -> None:
    build(system).with_env(ENABLE_I3="1", VK_INSTANCE_LAYERS="C")
    plan = look(system.host(), configuration, AUTOMATIC).plan
    assert plan.mechanism is Mechanism.SETTINGS
    assert plan.summary.startswith("Uses a loader settings file. An override would not work: ")
    older = look(system.host(), configuration, AUTOMATIC, OLD).plan
    assert older.mechanism is Mechanism.OVERRIDE


@pytest.mark.parametrize("theirs", [{"layers": []}, {"stderr_log": ["all"]}])
def test_a_file_of_somebody_else_that_hides_an_override_is_added_to_instead(
    theirs: dict, system: SystemBuilder
) -> None:
    build(system)
    path = existing_content(system, {"file_format_version": "1.0.0", "settings": theirs})
    plan = look(system.host(), drawn("A", on="A"), AUTOMATIC).plan
    hidden = "layers" in theirs
    assert plan.mechanism is (Mechanism.SETTINGS if hidden else Mechanism.OVERRIDE)
    assert not blocking(plan)
    if hidden:
        reason = f"{path} lists layers, so loader 1.4.364 ignores all other layers"
        assert plan.summary == f"Uses a loader settings file. An override would not work: {reason}"


def test_what_is_only_good_to_know_does_not_speak_against_a_settings_file(
    system: SystemBuilder,
) -> None:
    build(system)
    existing_content(system, {"file_format_version": "1.0.0", "settings": {"stderr_log": ["all"]}})
    plan = look(system.host(), drawn("A", on="A", off=[UNLISTED]), AUTOMATIC).plan
    assert plan.mechanism is Mechanism.SETTINGS
    assert plan.limits
    assert all(limit.is_note for limit in plan.limits)


def test_what_each_loader_makes_of_the_choice_is_told(system: SystemBuilder) -> None:
    gpu = DeviceEntry("GPU", "01" * 16, "02" * 16, 3)
    devices = DeviceChoice(DeviceMode.LISTED, (gpu,))
    loose = LoaderProfile((1, 4, 324), "/usr/lib/libvulkan.so.1")
    deaf = LoaderProfile((1, 4, 309), "/opt/libvulkan.so.1")
    request = PredictionRequest(
        host=build(system).host(),
        profile=loose,
        configuration=drawn()._replace(devices=devices),
        view=SETTINGS,
        loaders=(loose, deaf, OLD),
    )
    told = compute_snapshot(request)
    assert told.devices is not None
    limits = [limit.text for limit in told.devices.limits]
    assert limits == [
        "loader 1.4.324 identifies devices by UUID, regardless of the driver",
        "loader 1.4.309, which is also installed, ignores device choices in a settings file",
    ]
    assert all(limit.is_note for limit in told.devices.limits)


def test_a_log_of_the_loader_is_what_a_settings_file_can_turn_on(system: SystemBuilder) -> None:
    logged = drawn("A", on="A")._replace(loader_log=("error",)).with_variable("X", "1")
    override = look(build(system).host(), logged, EVERY).plan
    assert [limit.alternative for limit in override.limits] == [
        "a loader settings file",
        "launch from here",
    ]
    snapshot = look(system.host(), logged, AUTOMATIC)
    assert snapshot.plan.mechanism is Mechanism.SETTINGS
    assert sections(snapshot)[0]["stderr_log"] == ["error"]


def test_what_is_applied_by_a_settings_file_stays_there(system: SystemBuilder) -> None:
    build(system)
    other = system.root / "bin/other"
    before = AppliedConfiguration(
        drawn("B", on="B")._replace(key="b"), (str(other),), 0.0, Mechanism.SETTINGS
    )
    snapshot = look(system.host(), drawn("A", on="A"), AUTOMATIC, applied=(before,))
    assert snapshot.plan.mechanism is Mechanism.SETTINGS
    assert len(sections(snapshot)) == 2


def test_a_wish_for_a_layer_that_is_not_there_is_a_limit(system: SystemBuilder) -> None:
    configuration = drawn("A", on="A").with_control("GONE", LayerControl.ON)
    plan = look(build(system).host(), configuration, SETTINGS).plan
    assert texts(plan, "GONE") == ["not installed; kept in the list and skipped"]
