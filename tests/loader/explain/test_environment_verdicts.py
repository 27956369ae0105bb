"""Verdicts on variables, filter tokens, folders and the settings file."""

from __future__ import annotations

import pytest

from tests.loader.machine import LIBRARY, NEW, OLD, PROGRAM, Machine, document, layer_object
from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    ChangeProfile,
    DropPrivileges,
    EditKey,
    Kind,
    NoRemedy,
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.profiles.profile import LoaderProfile

SETTINGS = "/dh/vulkan//loader_settings.d/vk_loader_settings.json"


def variables(machine: Machine, profile: LoaderProfile = NEW) -> list[tuple[str, str, str, str]]:
    return [
        (v.subject, v.outcome.value, v.reason.value, v.detail)
        for v in machine.report(profile=profile).verdicts
        if v.kind is Kind.VARIABLE and v.reason is not Reason.BASE_FOLDER
    ]


def remedies(
    machine: Machine, kind: Kind, profile: LoaderProfile = NEW
) -> dict[tuple[str, str], Remedy]:
    """Return what is proposed about each subject, and each detail of it."""
    found = machine.report(profile=profile).verdicts
    return {(one.subject, one.detail): one.remedy for one in found if one.kind is kind}


@pytest.fixture
def layers(machine: Machine) -> Machine:
    """Return a machine with an implicit and an explicit layer."""
    return machine.implicit("I").explicit("A")


def test_nothing_set_says_nothing(layers: Machine):
    assert variables(layers) == []


def test_variables_that_replace_and_add(layers: Machine):
    layers.env(VK_LAYER_PATH="/a", VK_ADD_LAYER_PATH="/b", VK_ADD_DRIVER_FILES="/c")
    layers.env(VK_ADD_IMPLICIT_LAYER_PATH="")
    assert variables(layers) == [
        ("VK_ADD_DRIVER_FILES", "acts", "adds-to-search", "/c"),
        ("VK_LAYER_PATH", "acts", "replaces-search", "/a"),
        ("VK_ADD_LAYER_PATH", "ignored", "shadowed", "VK_LAYER_PATH"),
    ]


def test_driver_files_shadow_their_old_name(layers: Machine):
    layers.env(VK_DRIVER_FILES="", VK_ICD_FILENAMES="/x")
    assert variables(layers) == [
        ("VK_DRIVER_FILES", "acts", "replaces-search", ""),
        ("VK_ICD_FILENAMES", "ignored", "shadowed", "VK_DRIVER_FILES"),
    ]


def test_override_paths_shadow_the_variables(layers: Machine):
    layers.override("I", override_paths=["/dd/vulkan/explicit_layer.d"])
    layers.env(VK_LAYER_PATH="/x", VK_ADD_LAYER_PATH="/y")
    assert {x[1:] for x in variables(layers)} == {("ignored", "shadowed", "override")}


def test_settings_file_shadows_driver_variables(layers: Machine):
    layers.settings({"device_configurations": []})
    layers.env(VK_DRIVER_FILES="/x", VK_LOADER_DRIVERS_SELECT="y")
    found = variables(layers)
    assert [x[:3] for x in found] == [
        ("VK_DRIVER_FILES", "ignored", "shadowed"),
        ("VK_LOADER_DRIVERS_SELECT", "ignored", "shadowed"),
    ]
    assert found[0][3].endswith("vk_loader_settings.json")


def test_variables_that_the_loader_does_not_know(layers: Machine):
    layers.env(VK_IMPLICIT_LAYER_PATH="/x", VK_LOADER_LAYERS_ALLOW="*")
    assert variables(layers, OLD) == [
        ("VK_IMPLICIT_LAYER_PATH", "ignored", "not-honoured", "1.3.296"),
        ("VK_LOADER_LAYERS_ALLOW", "ignored", "not-honoured", "1.3.262"),
    ]
    remedy = layers.report(profile=OLD).verdicts[0].remedy
    assert remedy == ChangeProfile((1, 3, 296))


def test_elevated_program_ignores_variables(layers: Machine):
    layers.env(VK_LAYER_PATH="/x", VK_LOADER_LAYERS_DISABLE="*", VK_INSTANCE_LAYERS="A")
    layers.changes = {"elevated": True}
    found = variables(layers)
    assert {x[:3] for x in found[:2]} == {
        ("VK_LAYER_PATH", "ignored", "elevated"),
        ("VK_LOADER_LAYERS_DISABLE", "ignored", "elevated"),
    }
    assert found[2][0] == "VK_INSTANCE_LAYERS"  # counts for elevated programs too
    assert layers.report().verdicts[0].remedy == DropPrivileges(PROGRAM)


def test_each_filter_token_has_its_verdict(layers: Machine):
    layers.env(
        VK_LOADER_LAYERS_ENABLE="A,nobody",
        VK_LOADER_LAYERS_DISABLE="~implicit~,~explicit~",
        VK_LOADER_LAYERS_ALLOW="*",
        VK_LOADER_DRIVERS_DISABLE="driver*,x",
        VK_LOADER_DRIVERS_SELECT=",".join(["d*"] + ["x"] * 16),
    )
    found = variables(layers)
    assert ("VK_LOADER_LAYERS_ENABLE", "acts", "enable-filter", "A") in found
    assert ("VK_LOADER_LAYERS_ENABLE", "ignored", "matches-nothing", "nobody") in found
    assert ("VK_LOADER_LAYERS_DISABLE", "acts", "disable-filter", "~implicit~") in found
    assert ("VK_LOADER_LAYERS_ALLOW", "acts", "allow-filter", "*") in found
    assert ("VK_LOADER_DRIVERS_DISABLE", "acts", "driver-disable-filter", "driver*") in found
    assert ("VK_LOADER_DRIVERS_SELECT", "ignored", "too-many-tokens", "x") in found


def test_names_in_instance_layers(layers: Machine):
    layers.env(VK_INSTANCE_LAYERS="A:nobody:I:A:")
    assert variables(layers, NEW) == [
        ("VK_INSTANCE_LAYERS", "acts", "instance-layers", "A"),
        ("VK_INSTANCE_LAYERS", "ignored", "matches-nothing", "nobody"),
        ("VK_INSTANCE_LAYERS", "acts", "instance-layers", "I"),
    ]
    assert variables(layers, OLD)[2] == ("VK_INSTANCE_LAYERS", "ignored", "not-honoured", "I")
    assert layers.report().verdicts[0].remedy == UnsetVariable("VK_INSTANCE_LAYERS")


def test_name_of_a_hidden_layer_makes_no_difference(layers: Machine):
    layers.env(VK_INSTANCE_LAYERS="A:nobody", VK_LOADER_LAYERS_DISABLE="A")
    assert variables(layers)[1:] == [
        ("VK_INSTANCE_LAYERS", "ignored", "not-decisive", "A"),
        ("VK_INSTANCE_LAYERS", "ignored", "matches-nothing", "nobody"),
    ]
    remedy = remedies(layers, Kind.VARIABLE)["VK_INSTANCE_LAYERS", "A"]
    assert remedy == SetVariable("VK_INSTANCE_LAYERS", "nobody")
    folder = "/etc/vulkan/implicit_layer.d"
    content = document(layer_object("I", True), version="1.0.0")
    older = Machine().file("/lib/I.so", LIBRARY).file(f"{folder}/I.json", content)
    older.env(VK_DEVICE_LAYERS="I:nobody")
    assert variables(older, LoaderProfile((1, 0, 3))) == [
        ("VK_DEVICE_LAYERS", "ignored", "not-decisive", "I"),
        ("VK_DEVICE_LAYERS", "ignored", "matches-nothing", "nobody"),
    ]


def test_folders_say_what_they_yielded(layers: Machine):
    layers.env(VK_ADD_DRIVER_FILES="/x.json")
    found = {(v.kind, v.subject): v for v in layers.report().verdicts}
    searched = found[Kind.FOLDER, "/dd/vulkan/implicit_layer.d"]
    assert (searched.outcome.value, searched.reason.value) == ("acts", "searched")
    assert searched.detail == "XDG_DATA_DIRS"
    absent = found[Kind.FOLDER, "/cd/vulkan/implicit_layer.d"]
    assert (absent.outcome.value, absent.reason.value) == ("ignored", "folder-absent")
    assert found[Kind.FILE, "/x.json"].reason.value == "searched"


@pytest.mark.parametrize(
    ("content", "outcome", "reason"),
    [
        ({"layers": []}, "acts", "settings-file-hides"),
        ({"stderr_log": ["all"]}, "acts", "settings-file-in-force"),
        ("{", "ignored", "bad-value"),
    ],
)
def test_settings_file(layers: Machine, content: object, outcome: str, reason: str):
    verdict = layers.settings(content).report().verdicts[0]  # type: ignore[arg-type]  # a table
    assert (verdict.kind, verdict.outcome.value, verdict.reason.value) == (
        Kind.SETTINGS,
        outcome,
        reason,
    )


def test_a_search_variable_that_counts_is_unset_and_so_is_one_that_shadows(layers: Machine):
    layers.env(VK_LAYER_PATH="/a", VK_ADD_LAYER_PATH="/b", VK_ADD_DRIVER_FILES="/c")
    found = remedies(layers, Kind.VARIABLE)
    assert found["VK_LAYER_PATH", "/a"] == UnsetVariable("VK_LAYER_PATH")
    assert found["VK_ADD_LAYER_PATH", "VK_LAYER_PATH"] == UnsetVariable("VK_LAYER_PATH")
    assert found["VK_ADD_DRIVER_FILES", "/c"] == UnsetVariable("VK_ADD_DRIVER_FILES")


def test_what_a_file_shadows_is_changed_in_that_file(layers: Machine):
    layers.override("I", override_paths=["/dd/vulkan/explicit_layer.d"]).env(VK_LAYER_PATH="/x")
    layers.settings({"device_configurations": []}).env(VK_LOADER_DRIVERS_SELECT="y")
    found = remedies(layers, Kind.VARIABLE)
    override = "/ch/vulkan/implicit_layer.d/override.json"
    assert found["VK_LAYER_PATH", "override"] == EditKey(
        override, ("layer", "override_paths"), REMOVED, "remove the override's search folders"
    )
    assert found["VK_LOADER_DRIVERS_SELECT", SETTINGS] == EditKey(
        SETTINGS, ("settings", "device_configurations"), REMOVED, "remove the device configurations"
    )


def test_a_part_of_a_variable_is_taken_out_or_put_where_it_counts(layers: Machine):
    lost = ",".join(["A", *(f"n{number}" for number in range(15))])
    layers.env(
        VK_LOADER_LAYERS_ENABLE="A,nobody",
        VK_LOADER_LAYERS_ALLOW="no",
        VK_LOADER_LAYERS_DISABLE=f"{lost},I,n15",
        VK_INSTANCE_LAYERS="A:nobody:I",
    )
    found = remedies(layers, Kind.VARIABLE)
    assert found["VK_LOADER_LAYERS_ENABLE", "A"] == UnsetVariable("VK_LOADER_LAYERS_ENABLE")
    assert found["VK_LOADER_LAYERS_ENABLE", "nobody"] == SetVariable("VK_LOADER_LAYERS_ENABLE", "A")
    assert found["VK_LOADER_LAYERS_ALLOW", "no"] == UnsetVariable("VK_LOADER_LAYERS_ALLOW")
    assert found["VK_LOADER_LAYERS_DISABLE", "I"] == SetVariable(
        "VK_LOADER_LAYERS_DISABLE", f"I,{lost},n15"
    )
    assert found["VK_LOADER_LAYERS_DISABLE", "n15"] == SetVariable(
        "VK_LOADER_LAYERS_DISABLE", f"{lost},I"
    )
    assert found["VK_INSTANCE_LAYERS", "nobody"] == SetVariable("VK_INSTANCE_LAYERS", "A:I")
    older = remedies(layers, Kind.VARIABLE, OLD)
    assert older["VK_INSTANCE_LAYERS", "I"] == ChangeProfile((1, 3, 247))


def test_nothing_is_proposed_about_folders(layers: Machine):
    found = remedies(layers, Kind.FOLDER)
    assert found["/dd/vulkan/implicit_layer.d", "XDG_DATA_DIRS"] == NoRemedy("")
    absent = {one for (subject, _), one in found.items() if subject.startswith("/cd/")}
    assert absent == {NoRemedy(message("the folder does not exist"))}


@pytest.mark.parametrize(
    ("content", "remedy"),
    [
        ({"stderr_log": ["all"]}, RemoveFile(SETTINGS)),
        ("{", RemoveFile(SETTINGS)),
        (
            {"layers": []},
            EditKey(
                SETTINGS,
                ("settings", "layers", 0),
                {"control": "unordered_layer_location"},
                "add the unordered entry",
            ),
        ),
        (
            {"file_format_version": None, "settings": {}},
            EditKey(SETTINGS, ("file_format_version",), "1.0.0", "add “file_format_version”"),
        ),
        (
            {"app_keys": ["/x"]},
            EditKey(SETTINGS, ("settings", "app_keys", 1), PROGRAM, f"add {PROGRAM}"),
        ),
    ],
)
def test_what_makes_a_settings_file_act_or_not(layers: Machine, content: object, remedy: Remedy):
    found = layers.settings(content).report().verdicts[0]  # type: ignore[arg-type]  # a table
    assert (found.kind, found.remedy) == (Kind.SETTINGS, remedy)


def test_a_settings_file_of_other_programs_is_let_be_for_every_one(layers: Machine):
    layers.settings({"app_keys": ["/x"]}).changes = {"executable": ""}
    assert layers.report().verdicts[0].remedy == EditKey(
        SETTINGS, ("settings", "app_keys"), REMOVED, "make it apply to every program"
    )


def test_entries_that_crash_an_older_loader_are_taken_out_the_last_one_first(layers: Machine):
    off = {"control": "off", "name": "A", "path": "/a.json"}
    unordered = {"control": "unordered_layer_location"}
    layers.settings({"layers": [off, unordered, {**off, "name": "B"}]})
    found = layers.report(profile=LoaderProfile((1, 3, 296))).verdicts
    (crash,) = [one for one in found if one.reason is Reason.CRASHES_ALL]
    assert crash.remedy == Together(
        tuple(
            EditKey(crash.file, ("settings", "layers", place), REMOVED, "remove the off entry")
            for place in (2, 0)
        )
    )
