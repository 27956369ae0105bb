"""Loader settings files: what they become and what is told."""

import json

from tests.model.formats.entrance import opened, sentences
from tests.model.formats.samples import MANIFEST, VALIDATION, sample
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    AddedDriver,
    DeviceEntry,
    DeviceMode,
    LayerControl,
    ProgramEntry,
    Variable,
)
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.formats.loader_settings_json import (
    ListedLayer,
    SectionControl,
    SettingsSection,
    UnorderedLayers,
    render_loader_settings,
)


def test_sections_become_configurations_for_all_and_for_programs():
    everyone, cube = opened("vk_loader_settings.json").configurations
    assert everyone.name == "Loader settings"
    assert everyone.programs == ()
    assert everyone.layers == ()
    assert everyone.loader_log == ("error", "warn")
    assert cube.name == "Loader settings for vkcube"
    assert cube.programs == (ProgramEntry("/usr/bin/vkcube"),)
    assert [(e.name, e.control, e.placed, e.copy) for e in cube.layers] == [
        (VALIDATION, LayerControl.ON, True, ""),
        (UNLISTED, LayerControl.AUTO, True, ""),
        ("VK_LAYER_VALVE_steam_overlay_64", LayerControl.OFF, True, ""),
        ("VK_LAYER_TEAM_capture", LayerControl.AUTO, True, "/home/me/build/capture.json"),
    ]
    assert cube.layers[0].manifest == MANIFEST


def test_a_layer_that_is_in_no_searched_folder_becomes_a_source():
    result = opened("vk_loader_settings.json")
    assert result.sources == (CollectionSource("/home/me/build/capture.json", implicit=True),)


def test_drivers_are_added_and_devices_have_unsigned_versions():
    result = opened("vk_loader_settings.json")
    everyone = result.configurations[0]
    assert everyone.environment == ()
    assert everyone.added_drivers == (
        AddedDriver("/opt/drivers/b_icd.json"),
        AddedDriver("/opt/drivers/a_icd.json"),
    )
    assert everyone.devices.mode is DeviceMode.LISTED
    assert everyone.devices.devices == (
        DeviceEntry(
            "Radeon",
            "000000000300000000000000000000ff",
            "414d442d4d4553412d44525600000000",
            2336620544,
            "radv",
        ),
    )
    assert sentences(result) == []


def test_exclusive_drivers_replace_the_installed_ones():
    document = {
        "settings": {
            "Additional_Drivers": [{"path": "/a.json"}],
            "additional_drivers_use_exclusively": True,
        }
    }
    (found,) = opened("x.json", document).configurations
    assert found.environment == (Variable("VK_DRIVER_FILES", "/a.json"),)


def test_without_the_unordered_entry_nothing_else_loads():
    document = {"settings": {"layers": [{"name": "VK_LAYER_a", "path": "/a", "control": "on"}]}}
    (found,) = opened("x.json", document).configurations
    assert found.unlisted_control is LayerControl.OFF
    result = opened("x.json", {"settings": {"layers": []}})
    assert [entry.name for entry in result.configurations[0].layers] == [UNLISTED]
    assert "An empty layer list" in result.notes[0].sentence


def test_what_is_odd_in_loader_settings_is_told_with_its_line():
    content = b"""{"settings_array": [{"colour": 1, "layers": [
        {"name": "VK_LAYER_a", "control": "on"},
        {"name": "VK_LAYER_b", "path": "/b", "control": "maybe"},
        {"name": "VK_LAYER_b", "path": "/b", "control": "on"}],
        "device_configurations": [
        {"deviceName": "no uuid"}]}]}"""
    assert sentences(opened("x.json", content)) == [
        (1, "Unknown member “colour” was omitted."),
        (
            2,
            "A layer without a name, path or control was omitted; because of it, the "
            "loader ignores the whole list.",
        ),
        (3, "VK_LAYER_b: unknown control “maybe”; Auto is used."),
        (4, "VK_LAYER_b is listed twice; only the first position is used."),
        (6, "A device without a UUID was omitted."),
    ]


def test_a_program_gets_the_first_section_that_names_it_as_in_the_loader():
    document = {
        "settings_array": [
            {"stderr_log": ["error"]},
            {"app_keys": ["/bin/a", "/bin/b"], "stderr_log": ["warn"]},
            {"app_keys": ["/bin/a", "/bin/c"], "stderr_log": ["info"]},
            {"app_keys": ["/bin/b"], "stderr_log": ["info"]},
            {"stderr_log": ["info"]},
        ]
    }
    result = opened("x.json", json.dumps(document, indent=1).encode())
    assert [(one.loader_log, one.programs) for one in result.configurations] == [
        (("error",), ()),
        (("warn",), (ProgramEntry("/bin/a"), ProgramEntry("/bin/b"))),
        (("info",), (ProgramEntry("/bin/c"),)),
    ]
    assert [note.sentence for note in result.notes] == [
        "/bin/a is covered by an earlier section, which takes precedence.",
        "This section was omitted because earlier sections already cover all its programs.",
        "This section was omitted because earlier sections already cover all its programs.",
    ]


def test_our_own_loader_settings_come_back_with_their_names_and_drivers_in_order():
    layers = (ListedLayer("VK_LAYER_a", "/a.json", SectionControl.ON), UnorderedLayers())
    drivers = ("/first.json", "/second.json")
    content = render_loader_settings(
        [
            SettingsSection("Games: all", layers, app_keys=("/bin/game",), log_flags=("error",)),
            SettingsSection("Rest", drivers=drivers),
        ]
    )
    result = opened("x.json", content)
    games, rest = result.configurations
    assert (games.name, games.programs) == ("Games: all", (ProgramEntry("/bin/game"),))
    assert rest.name == "Rest"
    assert rest.added_drivers == tuple(map(AddedDriver, drivers))
    assert result.notes == ()


def test_a_file_that_is_nothing_but_odd_has_an_end():
    section = {"stderr_log": ["error", *(f"word{number}" for number in range(1000))]}
    notes = opened("x.json", {"settings": section}).notes
    assert len(notes) == 201
    assert notes[-1].sentence == "800 more notes."


def test_what_no_loader_reads_in_loader_settings_is_told():
    section = {"log_locations": [], "stderr_log": ["warn", "loud"]}
    result = opened("x.json", {"settings": {}, "settings_array": [section]})
    assert result.configurations[0].loader_log == ("warn",)
    assert [note.sentence for note in result.notes] == [
        "Loaders ignore “settings” when “settings_array” is present; it was omitted.",
        "“log_locations” has no effect in any loader and was omitted.",
        "“loud” is not a loader log level and was omitted.",
    ]


def test_paths_that_lead_nowhere_certain_are_not_searched():
    layer = {"name": "VK_LAYER_a", "path": "here/a.json", "control": "on"}
    drivers = [{"path": "here.json"}, {}, {"path": "/a:b.json"}, {"path": "/c.json"}]
    result = opened("x.json", {"settings": {"layers": [layer], "additional_drivers": drivers}})
    assert result.sources == ()
    assert result.configurations[0].find_entry("VK_LAYER_a").copy == ""
    assert result.configurations[0].list_driver_files() == ("/c.json", "/a:b.json")
    assert [note.sentence for note in result.notes][:3] == [
        "VK_LAYER_a: here/a.json is relative to each program's working folder, so it is "
        "not searched.",
        "here.json is relative to each program's working folder; it was omitted.",
        "A driver without a path was omitted.",
    ]
    document = json.loads(sample("VkLayer_override.json"))
    document["layer"]["override_paths"] = ["here", "/there"]
    result = opened("x.json", document)
    assert result.sources == (CollectionSource("/there"),)
    assert result.notes[0].sentence == (
        "here is relative to each program's working folder, so it is not searched."
    )
