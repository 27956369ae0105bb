"""The state of VkConfig with the configurations beside it."""

import json

import pytest

from tests.model.formats.entrance import beside, opened
from tests.model.formats.samples import sample
from vkconfig_py.model.configuration.configuration import DeviceMode, ProgramEntry, Target, Variable
from vkconfig_py.model.configuration.option_sets import apply_option_set
from vkconfig_py.model.configuration.workspace import CollectionSource


def state(**changes):
    document = json.loads(sample("vkconfig.json"))
    for place, value in changes.items():
        section, _, member = place.partition("__")
        document["interface"].setdefault(section, {})[member] = value
    return opened("vkconfig.json", document, beside())


def test_the_state_comes_with_the_configurations_beside_it():
    result = opened("vkconfig.json", beside=beside())
    frames, other = result.configurations
    assert [frames.name, other.name] == ["Frame analysis", "B"]
    assert frames.programs == (
        ProgramEntry("/opt/sdk/bin/vkcube"),
        ProgramEntry("/opt/game/bin/game", enabled=False),
    )
    (options,) = result.program_options
    assert options.program == "/opt/sdk/bin/vkcube"
    chosen = options.sets[-1]
    assert chosen.arguments == ("--c", "100")
    assert chosen.working_directory == "/data/vulkan"
    assert chosen.environment == (Variable("MESA_VK_WSI_PRESENT_MODE", "fifo"),)
    assert frames.target == apply_option_set(Target("/opt/sdk/bin/vkcube"), chosen)
    assert frames.environment == ()
    assert [one.path for one in frames.added_drivers if one.enabled] == [
        "/data/vulkan/drivers/a_icd.json"
    ]
    assert other.programs == ()
    assert other.loader_log == ("error", "layer")
    assert other.devices.devices[0].name == "llvmpipe"
    assert result.deleted_built_ins == ("API dump",)
    assert result.selected == "Frame analysis"


def test_folders_of_the_state_leave_out_what_was_put_away():
    result = opened("vkconfig.json")
    assert result.sources == (
        CollectionSource("/data/vulkan/layers", without=("/data/vulkan/layers/b.json",)),
        CollectionSource("/opt/team/layers/"),
    )


def test_what_the_state_cannot_hand_over_is_told_with_its_place():
    notes = opened("vkconfig.json", beside=beside()).notes
    assert [note.sentence for note in notes] == [
        "llvmpipe: VkConfig does not store the driver's UUID, which loader 1.4.329 or "
        "newer needs to find the device.",
        "/opt/sdk/bin/vkcube: “oops” is not a variable assignment.",
        "This file was omitted: expected an object.",
        "/usr/share/vulkan/explicit_layer.d/c.json was removed in VkConfig; vkconfig-py "
        "still finds it.",
    ]
    assert [note.file for note in notes] == ["", "", "/x/configurations/c.json", ""]
    assert notes[2].render_located("/x/vkconfig.json").startswith("/x/configurations/c.json:1: ")


def test_what_was_meant_as_several_arguments_comes_as_several():
    document = json.loads(sample("vkconfig.json"))
    cube = document["executables"]["list"]["${VULKAN_BIN}/vkcube"]
    cube["options"][1]["arguments"] = ["--c 100", "two words", "-t 'a b'", "-'"]
    result = opened("vkconfig.json", document, beside())
    assert result.configurations[0].target.arguments == (
        "--c", "100", "two words", "-t", "a b", "-'",
    )  # fmt: skip
    assert "/opt/sdk/bin/vkcube: “--c 100” was split into 2 arguments." in [
        note.sentence for note in result.notes
    ]


def test_the_scope_says_which_programs_a_configuration_is_for():
    everyone = state(CONFIGURATIONS__executable_scope="ANY").configurations
    assert [one.programs for one in everyone] == [(), ()]
    enabled = state(
        CONFIGURATIONS__executable_scope="all", CONFIGURATIONS__selected_global_configuration="B"
    ).configurations
    assert [one.programs for one in enabled] == [(), (ProgramEntry("/opt/sdk/bin/vkcube"),)]


@pytest.mark.parametrize("switch", ["driver_override_enabled", "driver_paths_enabled"])
def test_drivers_of_an_unchecked_box_are_only_remembered(switch):
    for one in state(**{f"DRIVERS__{switch}": False}).configurations:
        assert one.list_driver_files() == ()
        assert one.added_drivers


@pytest.mark.parametrize(
    ("mode", "kept"), [("None", ()), ("Sorted", None), ("Single", ("llvmpipe",))]
)
def test_the_mode_says_which_devices_there_are(mode, kept):
    found = state(DRIVERS__driver_override_mode=mode).configurations[0].devices
    assert (found.mode is DeviceMode.LISTED) == (kept is not None)
    assert tuple(device.name for device in found.devices) == (kept or ())


def test_a_log_that_was_off_stays_off():
    assert state(DIAGNOSTIC__loader_log_enabled=False).configurations[0].loader_log == ()


def test_a_switched_off_override_is_told():
    result = state(CONFIGURATIONS__override_layers=False)
    assert "VkConfig's layers were turned off" in result.notes[2].sentence
