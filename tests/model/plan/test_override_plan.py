"""An override to the byte, what hides it, and what it cannot say."""

from __future__ import annotations

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import ANCIENT, ENVIRONMENT, EVERY, LAUNCH, NEW, OLD, build, drawn, look
from tests.model.plan.plans import blocking, layers, texts
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.plan.override_plan import plan_override
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Mechanism,
    PlanView,
    add_applied_configuration,
    remove_applied_configuration,
)


def test_components_are_on_layers_and_placed_ones_that_load(system: SystemBuilder) -> None:
    build(system)
    configuration = drawn("I2", "A", "I3", "GONE", "I1", on=("A", "GONE"), off="B")
    (layer,) = layers(look(system.host(), configuration, EVERY, NEW).plan)
    assert layer["component_layers"] == ["I2", "A"]
    assert layer["blacklisted_layers"] == ["B"]
    assert layer["api_version"] == "1.3.0"
    (layer,) = layers(look(system.host(), configuration, EVERY, OLD).plan)
    assert layer["component_layers"] == ["A"]


def test_the_lowest_api_version_is_written(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("LOW", api_version="1.1.70")
    (layer,) = layers(look(system.host(), drawn("A", "LOW", on=("A", "LOW")), EVERY).plan)
    assert layer["api_version"] == "1.1.0"
    (layer,) = layers(look(system.host(), drawn(off="A"), EVERY).plan)
    assert layer["api_version"] == "1.0.0"
    mixed = look(system.host(), drawn("A", "LOW", on=("A", "LOW")), EVERY, ANCIENT).plan
    assert blocking(mixed) == [
        "loader 1.3.204 ignores an override whose layers have different API versions"
    ]
    assert blocking(look(system.host(), drawn("A", on="A"), EVERY, ANCIENT).plan) == []


def test_the_first_folder_of_the_user_is_chosen(system: SystemBuilder) -> None:
    build(system)
    host = system.host()
    plan = look(host, drawn("A", on="A"), EVERY).plan
    folder = f"{system.root}/config_home/vulkan/implicit_layer.d"
    assert [file.path for file in plan.files] == [f"{folder}/VkLayer_override.json"]
    home = host.with_environment([("XDG_CONFIG_HOME", None)])
    plan = look(home, drawn("A", on="A"), EVERY).plan
    assert plan.files[0].path.startswith(f"{system.home}/.config/vulkan/")
    before = LoaderProfile((1, 2, 190), "/lib.so")
    plan = look(host, drawn("A", on="A"), EVERY, before).plan
    assert plan.files[0].path.startswith(f"{system.root}/data_home/vulkan/")


def test_without_a_home_nothing_can_be_written(system: SystemBuilder) -> None:
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    host = build(system).host().with_environment([(name, None) for name in names])
    snapshot = look(host, drawn("A", on="A"), EVERY)
    assert snapshot.plan.files == ()
    assert blocking(snapshot.plan) == [
        "HOME and XDG_CONFIG_HOME are not set, so the loader does not search your folders"
    ]
    assert snapshot.sentences[0].startswith("Applying this would have no effect")


def test_a_name_that_somebody_else_has_is_left_to_them(system: SystemBuilder) -> None:
    build(system).add_override(("B",), app_keys=["/bin/other"], description="VkConfig")
    plan = look(system.host(), drawn("A", on="A"), EVERY).plan
    assert plan.files[0].path.endswith("/VkLayer_override_01.json")
    assert any("/bin/other uses the override" in text for text in texts(plan))


def test_our_own_file_is_written_again_under_its_name(system: SystemBuilder) -> None:
    build(system)
    first = look(system.host(), drawn("A", on="A"), EVERY)
    (file,) = first.plan.files
    system.add_file(file.path, file.content or b"")
    applied = (AppliedConfiguration(drawn("A", on="A"), (), 0.0),)
    again = look(system.host(), drawn("B", on="B"), EVERY, applied=applied)
    assert again.plan.files[0].path == file.path
    assert again.plan.limits == ()
    assert again.list_loading_layers() == ("B", "I1", "I2")
    named = again.request._replace(own_files=(file.path,))
    assert compute_snapshot(named).plan == again.plan


def test_a_layer_of_a_folder_of_one_s_own_needs_override_paths(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("OWN", folder=system.root / "mine")
    source = str(system.root / "mine")
    (layer,) = layers(
        look(system.host(), drawn("A", on="A")._replace(sources=(source,)), EVERY).plan
    )
    assert "override_paths" not in layer
    configuration = drawn("OWN", "A", on=("OWN", "A"))._replace(sources=(source, "/a:b"))
    plan = look(system.host(), configuration, EVERY).plan
    (layer,) = layers(plan)
    assert layer["override_paths"][0] == source
    assert str(system.manifest("A").parent) in layer["override_paths"]
    assert "/etc/vulkan/explicit_layer.d" in layer["override_paths"]
    assert len(set(layer["override_paths"])) == len(layer["override_paths"])
    assert "/a:b contains a colon, which separates paths" in texts(plan)


def test_a_single_manifest_of_one_s_own_is_one_path_and_read_once(system: SystemBuilder) -> None:
    build(system).add_explicit_layer("OWN", folder=system.root / "mine")
    manifest = str(system.manifest("OWN"))
    configuration = drawn("OWN", "A", on=("OWN", "A"))._replace(sources=(manifest,))
    snapshot = look(system.host(), configuration, EVERY, OLD)
    (layer,) = layers(snapshot.plan)
    assert layer["override_paths"][0] == manifest
    assert str(system.root / "mine") not in layer["override_paths"]
    assert [row.kind for row in snapshot.rows if row.name == "OWN"] == [RowKind.LAYER]
    assert [problem.subject for problem in snapshot.report.problems] == []
    # Loaders that search folders alone get the folder.
    (layer,) = layers(look(system.host(), configuration, EVERY, ANCIENT).plan)
    assert layer["override_paths"][0] == str(system.root / "mine")


def test_placing_an_auto_layer_says_that_it_forces_it(system: SystemBuilder) -> None:
    build(system).with_env(ENABLE_I3="1", VK_INSTANCE_LAYERS="B")
    plan = look(system.host(), drawn("I3", "B", "A", on="A"), EVERY, NEW).plan
    assert texts(plan, "I3") == [
        "a layer that an override lists is also turned on for programs without ENABLE_I3"
    ]
    assert texts(plan, "B") == [
        "a layer that an override lists is also turned on for programs that do not request it"
    ]


def test_an_old_loader_says_what_it_does_with_the_order(system: SystemBuilder) -> None:
    build(system)
    snapshot = look(system.host(), drawn("I1", "A", on="A"), EVERY, OLD)
    assert texts(snapshot.plan, "I1") == [
        "loader 1.3.239 always puts implicit layers below explicit ones"
    ]
    (row,) = [row for row in snapshot.rows if row.name == "I1"]
    assert row.deviation == (
        "this configuration lists it above A, but this loader places it below: loader "
        "1.3.239 always puts implicit layers below explicit ones; launch from here to "
        "keep your order"
    )
    swapped = look(system.host(), drawn("I2", "I1"), EVERY, OLD).plan
    assert texts(swapped, "I2") == [
        "loader 1.3.239 keeps implicit layers in the order of their manifests"
    ]


@pytest.mark.parametrize(
    ("environment", "text"),
    [
        (
            {"VK_IMPLICIT_LAYER_PATH": "/x"},
            "VK_IMPLICIT_LAYER_PATH is set, so loader 1.4.364 does not search {folder}",
        ),
        (
            {"VK_LOADER_LAYERS_DISABLE": "~implicit~"},
            "VK_LOADER_LAYERS_DISABLE=~implicit~ turns the override off: ~implicit~ matches it",
        ),
        (
            {"DISABLE_VK_LAYER_LUNARG_override": ""},
            "DISABLE_VK_LAYER_LUNARG_override is set, which turns every override off",
        ),
    ],
)
def test_what_hides_an_override_blocks_apply(
    environment: dict[str, str], text: str, system: SystemBuilder
) -> None:
    build(system).with_env(**environment)
    snapshot = look(system.host(), drawn("A", on="A"), EVERY, NEW)
    folder = f"{system.root}/config_home/vulkan/implicit_layer.d"
    assert blocking(snapshot.plan) == [text.format(folder=folder)]
    assert "A" not in snapshot.list_loading_layers()


SETTINGS = "config_home/vulkan/loader_settings.d/vk_loader_settings.json"


@pytest.mark.parametrize("unordered", [False, True])
def test_a_settings_file_with_layers_hides_an_override(
    unordered: bool, system: SystemBuilder
) -> None:
    build(system)
    listed = [{"name": "B", "path": str(system.manifest("B")), "control": "on"}]
    if unordered:
        listed.append({"name": "", "path": "", "control": "unordered_layer_location"})
    system.add_file(SETTINGS, {"file_format_version": "1.0.0", "settings": {"layers": listed}})
    text = f"{system.root}/{SETTINGS} lists layers, so loader 1.4.364 ignores all other layers"
    snapshot = look(system.host(), drawn("A", on="A"), EVERY, NEW)
    assert blocking(snapshot.plan) == ([] if unordered else [text])
    assert ("A" in snapshot.list_loading_layers()) is unordered
    assert blocking(look(system.host(), drawn("A", on="A"), EVERY, OLD).plan) == []
    for view in (LAUNCH, ENVIRONMENT):
        plan = look(system.host(), drawn("A", on="A"), view, NEW).plan
        assert (text in texts(plan)) is not unordered
        assert blocking(plan) == []


def test_a_search_that_names_our_folder_hides_nothing(system: SystemBuilder) -> None:
    folder = f"{system.root}/config_home/vulkan/implicit_layer.d"
    build(system).with_env(VK_IMPLICIT_LAYER_PATH=f"/x:{folder}/")
    snapshot = look(system.host(), drawn("A", on="A"), EVERY, NEW)
    assert blocking(snapshot.plan) == []
    assert snapshot.list_loading_layers() == ("A",)


def test_an_elevated_program_never_sees_an_override(system: SystemBuilder) -> None:
    host = build(system).host()._replace(elevated=True)
    plan = look(host, drawn("A", on="A"), EVERY).plan
    assert blocking(plan) == [
        (
            "the program runs with elevated privileges: the loader ignores your folders and "
            "most variables"
        )
    ]


def test_an_override_of_others_that_is_found_first_blocks(system: SystemBuilder) -> None:
    early = system.root / "early"
    build(system).with_env(VK_ADD_IMPLICIT_LAYER_PATH=str(early))
    system.add_override(("B",), folder=early, description="VkConfig")
    snapshot = look(system.host(), drawn("A", on="A"), EVERY)
    file = early / "VkLayer_override.json"
    assert blocking(snapshot.plan) == [
        f"the override “VkConfig” in {file} is found first and applies instead"
    ]
    assert snapshot.list_loading_layers()[0] == "B"


def test_an_override_of_others_for_the_same_program_blocks_if_found_first(
    system: SystemBuilder,
) -> None:
    early = system.root / "early"
    build(system).with_env(VK_ADD_IMPLICIT_LAYER_PATH=str(early))
    system.add_override(("B",), folder=early, app_keys=[str(system.program)], description="V")
    view = PlanView(Mechanism.OVERRIDE, (str(system.program),))
    assert blocking(look(system.host(), drawn("A", on="A"), view).plan)


def test_overrides_of_others_that_matter_less_are_said(system: SystemBuilder) -> None:
    build(system).add_override(("B",), description="VkConfig")
    for text in texts(look(system.host(), drawn("A", on="A"), EVERY).plan):
        assert "has no effect while this configuration is applied" in text
    view = PlanView(Mechanism.OVERRIDE, (str(system.program),))
    assert look(system.host(), drawn("A", on="A"), view).plan.limits == ()
    system.add_override(("B",), description="VkConfig", app_keys=["/bin/x"])
    (text,) = texts(look(system.host(), drawn("A", on="A"), view).plan)
    assert "is for other programs but can also affect programs in this configuration" in text


def test_a_key_that_can_never_match_blocks(system: SystemBuilder) -> None:
    build(system)
    link = system.root / "bin" / "link"
    link.symlink_to(system.program)
    view = PlanView(Mechanism.OVERRIDE, (str(link), "/gone"))
    found = blocking(look(system.host(), drawn("A", on="A"), view).plan)
    assert found == [
        f"an override or settings file for {link} never matches: link is a symbolic "
        f"link; the loader checks {system.program}",
        "/gone does not exist, so no override or settings file can match it",
    ]


def test_a_program_has_one_configuration() -> None:
    one, two = Configuration(key="1", name="1"), Configuration(key="2", name="2")
    applied = add_applied_configuration((), one, ["/a", "/b", "/a"], 1.0)
    assert applied == (AppliedConfiguration(one, ("/a", "/b"), 1.0),)
    applied = add_applied_configuration(applied, two, ["/b"], 2.0)
    assert [(a.configuration.key, a.programs) for a in applied] == [("1", ("/a",)), ("2", ("/b",))]
    applied = add_applied_configuration(applied, two, ["/a", "/b"], 3.0)
    assert [(a.configuration.key, a.programs) for a in applied] == [("2", ("/a", "/b"))]


def test_every_program_has_one_configuration() -> None:
    one, two = Configuration(key="1", name="1"), Configuration(key="2", name="2")
    applied = add_applied_configuration(
        add_applied_configuration((), one, [], 1.0), two, ["/a"], 2.0
    )
    assert [a.programs for a in applied] == [(), ("/a",)]
    applied = add_applied_configuration(applied, two, [], 3.0)
    assert [a.configuration.key for a in applied] == ["2"]
    assert remove_applied_configuration(applied, "2") == ()


def test_withdrawing_everything_plans_nothing(system: SystemBuilder) -> None:
    host = build(system).host()
    inventory = look(host, drawn()).inventory
    plan = plan_override((), inventory, host, NEW)
    assert (plan.files, plan.summary) == ((), "Nothing is applied")


def test_an_override_without_a_description_has_no_name_in_quotes(system: SystemBuilder) -> None:
    early = system.root / "early"
    build(system).with_env(VK_ADD_IMPLICIT_LAYER_PATH=str(early))
    system.add_override(("B",), folder=early, description="")
    plan = look(system.host(), drawn("A", on="A"), EVERY).plan
    file = early / "VkLayer_override.json"
    assert blocking(plan) == [
        f"another program's override in {file} is found first and applies instead"
    ]
