"""Files of every kind through the one entrance: what they become and what is told."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.foreign.samples import FOLDER, MANIFEST, VALIDATION, VARIABLES, declared, sample
from vkconfig_py.model.documents.configuration import (
    UNLISTED,
    Configuration,
    DeviceEntry,
    DeviceMode,
    ProgramEntry,
    Target,
    Variable,
    Wish,
)
from vkconfig_py.model.documents.configuration_file import render_configuration
from vkconfig_py.model.documents.workspace import Source
from vkconfig_py.model.foreign.opening import find_kind, open_foreign
from vkconfig_py.model.foreign.values import ForeignKind
from vkconfig_py.model.foreign.vkconfig_state import BesideFile
from vkconfig_py.model.writers.loader_settings import (
    Control,
    ListedLayer,
    Section,
    Unordered,
    render_loader_settings,
)
from vkconfig_py.model.writers.override import OverrideLayer, render_override


def opened(name, content=None, beside=()):
    content = sample(name) if content is None else content
    content = json.dumps(content).encode() if isinstance(content, dict) else content
    return open_foreign(f"/x/{name}", content, declared, VARIABLES, lambda: beside)


def sentences(result):
    return [(note.line, note.sentence) for note in result.notes]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("vkconfig_configuration.json", ForeignKind.VKCONFIG),
        ("vkconfig.json", ForeignKind.VKCONFIG_STATE),
        ("VkLayer_override.json", ForeignKind.OVERRIDE),
        ("vk_loader_settings.json", ForeignKind.LOADER_SETTINGS),
    ],
)
def test_a_file_is_known_by_what_it_holds(name, kind):
    assert find_kind("other.txt", sample(name)) is kind
    assert opened(name).kind is kind


# override manifests


def test_an_override_of_vkconfig_2_turns_on_and_blocks():
    result = opened("VkLayer_override.json")
    (found,) = result.configurations
    assert found.name == "Override for vkcube and game"
    assert [(e.name, e.wish, e.placed) for e in found.layers] == [
        ("VK_LAYER_LUNARG_api_dump", Wish.ON, True),
        (VALIDATION, Wish.ON, True),
        ("VK_LAYER_MESA_overlay", Wish.OFF, False),
    ]
    assert found.programs == (ProgramEntry("/usr/bin/vkcube"), ProgramEntry("/opt/game/bin/game"))
    assert result.sources == (
        Source("/home/me/layers"),
        Source("/usr/share/vulkan/explicit_layer.d"),
    )
    assert sentences(result) == [
        (
            9,
            "The override lets explicit layers be searched in its own folders alone; here they "
            "are searched beside the usual ones.",
        )
    ]


def test_our_own_overrides_come_back_with_their_names_and_programs():
    content = render_override(
        [
            OverrideLayer("Game", "1.3.0", ("VK_LAYER_a",), app_keys=("/game",)),
            OverrideLayer("Tool", "1.3.0", ("VK_LAYER_b",), app_keys=("/tool",)),
        ]
    )
    found = opened("x.json", content).configurations
    assert [(one.name, one.programs) for one in found] == [
        ("Game", (ProgramEntry("/game"),)),
        ("Tool", (ProgramEntry("/tool"),)),
    ]


def test_an_override_that_the_loader_does_not_read_is_refused_with_the_line():
    content = b'{"file_format_version": "1.1.2", "layer": {\n"name": "VK_LAYER_LUNARG_override"}}'
    assert opened("x.json", content).refused == (
        "/x/x.json:1: the loader does not read it: it has no “type”."
    )


def test_other_layers_beside_an_override_are_told():
    document = json.loads(sample("VkLayer_override.json"))
    override = document.pop("layer")
    other = {**override, "name": "VK_LAYER_other", "library_path": "liba.so"}
    other = {name: value for name, value in other.items() if "_layers" not in name}
    other = {name: value for name, value in other.items() if name not in ("override_paths",)}
    document["layers"] = [override, {"name": "VK_LAYER_broken"}, other]
    result = opened("x.json", document)
    assert [note.sentence for note in result.notes][:2] == [
        "The loader does not read this layer: it has no “type”.",
        "VK_LAYER_other is no override and is left out.",
    ]


# loader settings


def test_sections_become_configurations_for_all_and_for_programs():
    everyone, cube = opened("vk_loader_settings.json").configurations
    assert everyone.name == "Loader settings"
    assert everyone.programs == ()
    assert everyone.layers == ()
    assert everyone.loader_log == ("error", "warn")
    assert cube.name == "Loader settings for vkcube"
    assert cube.programs == (ProgramEntry("/usr/bin/vkcube"),)
    assert [(e.name, e.wish, e.placed, e.copy) for e in cube.layers] == [
        (VALIDATION, Wish.ON, True, ""),
        (UNLISTED, Wish.AUTO, True, ""),
        ("VK_LAYER_VALVE_steam_overlay_64", Wish.OFF, True, ""),
        ("VK_LAYER_TEAM_capture", Wish.AUTO, True, "/home/me/build/capture.json"),
    ]
    assert cube.layers[0].manifest == MANIFEST


def test_a_layer_that_is_in_no_searched_folder_becomes_a_source():
    result = opened("vk_loader_settings.json")
    assert result.sources == (Source("/home/me/build/capture.json", implicit=True),)


def test_drivers_become_a_variable_and_devices_have_unsigned_versions():
    result = opened("vk_loader_settings.json")
    everyone = result.configurations[0]
    assert everyone.environment == (
        Variable("VK_ADD_DRIVER_FILES", "/opt/drivers/b_icd.json:/opt/drivers/a_icd.json"),
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
    assert sentences(result) == [
        (6, "Its drivers are in the variable VK_ADD_DRIVER_FILES, which only a launch sets.")
    ]


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
    assert found.unlisted is Wish.OFF
    result = opened("x.json", {"settings": {"layers": []}})
    assert [entry.name for entry in result.configurations[0].layers] == [UNLISTED]
    assert "An empty list of layers" in result.notes[0].sentence


def test_what_is_odd_in_loader_settings_is_told_with_its_line():
    content = b"""{"settings_array": [{"colour": 1, "layers": [
        {"name": "VK_LAYER_a", "control": "on"},
        {"name": "VK_LAYER_b", "path": "/b", "control": "maybe"},
        {"name": "VK_LAYER_b", "path": "/b", "control": "on"}],
        "device_configurations": [
        {"deviceName": "no uuid"}]}]}"""
    assert sentences(opened("x.json", content)) == [
        (1, "“colour” is not known and is left out."),
        (
            2,
            "A layer without name, path or control was left out; the loader reads none of this "
            "list because of it.",
        ),
        (3, "VK_LAYER_b: “maybe” is no control; Auto counts."),
        (4, "VK_LAYER_b is listed twice; the first place counts."),
        (6, "A device without UUID was left out."),
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
        "/bin/a has a section before this one, which counts.",
        "Sections before this one leave no program to it; it is left out.",
        "Sections before this one leave no program to it; it is left out.",
    ]


def test_our_own_loader_settings_come_back_with_their_names_and_drivers_in_order():
    layers = (ListedLayer("VK_LAYER_a", "/a.json", Control.ON), Unordered())
    drivers = ("/first.json", "/second.json")
    content = render_loader_settings(
        [
            Section("Games: all", layers, app_keys=("/bin/game",), log=("error",)),
            Section("Rest", drivers=drivers),
        ]
    )
    result = opened("x.json", content)
    games, rest = result.configurations
    assert (games.name, games.programs) == ("Games: all", (ProgramEntry("/bin/game"),))
    assert rest.name == "Rest"
    assert rest.environment == (Variable("VK_ADD_DRIVER_FILES", ":".join(drivers)),)
    assert [note.sentence for note in result.notes] == [
        "Its drivers are in the variable VK_ADD_DRIVER_FILES, which only a launch sets."
    ]


def test_a_file_that_is_nothing_but_odd_has_an_end():
    section = {"stderr_log": ["error", *(f"word{number}" for number in range(1000))]}
    notes = opened("x.json", {"settings": section}).notes
    assert len(notes) == 201
    assert notes[-1].sentence == "800 more notes like these."


def test_what_no_loader_reads_in_loader_settings_is_told():
    section = {"log_locations": [], "stderr_log": ["warn", "loud"]}
    result = opened("x.json", {"settings": {}, "settings_array": [section]})
    assert result.configurations[0].loader_log == ("warn",)
    assert [note.sentence for note in result.notes] == [
        "No loader reads “settings” beside “settings_array”; it is left out.",
        "“log_locations” has no effect on any loader and is left out.",
        "“loud” is no word of the loader's log and is left out.",
    ]


def test_paths_that_lead_nowhere_certain_are_not_searched():
    layer = {"name": "VK_LAYER_a", "path": "here/a.json", "control": "on"}
    drivers = [{"path": "/a:b.json"}, {}, {"path": "/c.json"}]
    result = opened("x.json", {"settings": {"layers": [layer], "additional_drivers": drivers}})
    assert result.sources == ()
    assert result.configurations[0].entry("VK_LAYER_a").copy == ""
    assert result.configurations[0].environment == (Variable("VK_ADD_DRIVER_FILES", "/c.json"),)
    assert [note.sentence for note in result.notes][:3] == [
        "VK_LAYER_a: where here/a.json leads depends on each program's folder; it is not searched.",
        "A variable cannot name /a:b.json, for its colon; it is left out.",
        "A driver without path was left out.",
    ]
    document = json.loads(sample("VkLayer_override.json"))
    document["layer"]["override_paths"] = ["here", "/there"]
    result = opened("x.json", document)
    assert result.sources == (Source("/there"),)
    assert result.notes[0].sentence == (
        "Where here leads depends on each program's folder; it is not searched."
    )


# the state of VkConfig


def beside(**more):
    content = json.dumps({"file_format_version": "3.5.0", "configuration": {"name": "B"}, **more})
    return (
        BesideFile("/x/configurations/a.json", sample("vkconfig_configuration.json")),
        BesideFile("/x/configurations/b.json", content.encode()),
        BesideFile("/x/configurations/c.json", b"[]"),
    )


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
    assert frames.target == Target("/opt/sdk/bin/vkcube", ("--c", "100"), "/data/vulkan")
    assert frames.environment == (
        Variable("MESA_VK_WSI_PRESENT_MODE", "fifo"),
        Variable("VK_ADD_DRIVER_FILES", "/data/vulkan/drivers/a_icd.json"),
    )
    assert other.programs == ()
    assert other.loader_log == ("error", "layer")
    assert other.devices.devices[0].name == "llvmpipe"
    assert result.put_away == ("API dump",)
    assert result.selected == "Frame analysis"


def test_folders_of_the_state_leave_out_what_was_put_away():
    result = opened("vkconfig.json")
    assert result.sources == (
        Source("/data/vulkan/layers", without=("/data/vulkan/layers/b.json",)),
        Source("/opt/team/layers/"),
    )


def test_what_the_state_cannot_hand_over_is_told_with_its_place():
    notes = opened("vkconfig.json", beside=beside()).notes
    assert [note.sentence for note in notes] == [
        "llvmpipe: VkConfig does not keep the UUID of its driver, by which loaders from 1.4.329 "
        "on find it.",
        "/opt/sdk/bin/vkcube: of its sets of options the one in use is taken.",
        "/opt/sdk/bin/vkcube: “oops” is no variable.",
        "It was left out: an object is expected.",
        "/usr/share/vulkan/explicit_layer.d/c.json was put away in VkConfig; it is found here as "
        "before.",
    ]
    assert [note.file for note in notes] == ["", "", "", "/x/configurations/c.json", ""]
    assert notes[3].located("/x/vkconfig.json").startswith("/x/configurations/c.json:1: ")


def test_what_was_meant_as_several_arguments_comes_as_several():
    document = json.loads(sample("vkconfig.json"))
    cube = document["executables"]["list"]["${VULKAN_BIN}/vkcube"]
    cube["options"][1]["arguments"] = ["--c 100", "two words", "-t 'a b'", "-'"]
    result = opened("vkconfig.json", document, beside())
    assert result.configurations[0].target.arguments == (
        "--c", "100", "two words", "-t", "a b", "-'",
    )  # fmt: skip
    assert "/opt/sdk/bin/vkcube: “--c 100” is 2 arguments here." in [
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
def test_drivers_of_an_unchecked_box_are_not_taken_over(switch):
    for one in state(**{f"DRIVERS__{switch}": False}).configurations:
        assert "VK_ADD_DRIVER_FILES" not in [variable.name for variable in one.environment]


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
    assert "VkConfig's layers were switched off" in result.notes[1].sentence


# others


def test_our_own_configuration_gets_a_key_of_its_own():
    own = Configuration("k", "Own", loader_log=("error",))
    (found,) = opened("own.json", render_configuration(own)).configurations
    assert found.key != "k"
    assert found._replace(key="k") == own


def test_our_own_collection_is_added_to_the_search():
    document = {"format": 1, "sources": [{"path": "/layers", "implicit": True}]}
    result = opened("collection.json", document)
    assert result.kind is ForeignKind.OWN_COLLECTION
    assert result.sources == (Source("/layers", implicit=True),)
    refused = opened("collection.json", {"format": 1, "sources": [{}]}).refused
    assert "sources[0].path" in refused
    refused = opened("order.json", {"format": 1, "order": ["a"]}).refused
    assert "it is the order of this program's configurations" in refused


def test_our_own_configuration_may_be_written_by_hand():
    document = {"name": "Mine", "layers": [{"name": "VK_LAYER_a", "wish": "on"}]}
    (found,) = opened("mine.json", document).configurations
    assert (found.name, found.wish("VK_LAYER_a")) == ("Mine", Wish.ON)


def test_a_layer_manifest_is_added_to_the_search():
    document = {"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_a"}}
    assert opened("a.json", document).sources == (Source("/x/a.json"),)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "it is empty"),
        (b"\xef\xbb\xbf \n", "it is empty"),
        ('{"settings": {}}'.encode("utf-16"), "it is text in UTF-16"),
        (b"\x7fELF\0\0", "it is neither a configuration"),
        (b"{", "x:1: it is no JSON: "),
        (b"[1]", "an object is expected"),
        (b'{"ICD": {}}', "it is the manifest of a driver"),
        (b'{"Mine": {"layer_options": {}}}', "it is a configuration of VkConfig 2.0"),
        (b'{"interface": {}}', "it holds no configurations"),
        (b'{"settings_array": []}', 'neither "settings" nor "settings_array" holds anything'),
        (b'{"settings": {}}', "its sections say nothing"),
        (b'{"format": 99}', "written by a newer version of this program"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_a_reason(content, sentence):
    result = opened("x", content)
    assert sentence in result.refused
    assert result.configurations == ()


SAMPLES = sorted(path.name for path in FOLDER.iterdir())


@given(st.sampled_from(SAMPLES), st.data())
def test_no_damage_to_a_file_raises(name, data):
    content = bytearray(sample(name))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 6))] = data.draw(st.binary(max_size=4))
    result = opened(name, bytes(content), beside())
    assert result.configurations or result.sources or result.refused


KEYS = (
    "layers", "settings", "settings_array", "name", "path", "control", "app_keys",
    "configuration", "executables", "interface", "list", "options", "LAYERS", "paths", "DRIVERS",
    "driver_paths", "removed", "configurations", "device_configurations", "layer", "deviceUUID",
    "stderr_log", "component_layers",
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(VALUES)
def test_any_json_is_opened_or_refused(value):
    for document in (value, {"interface": value, "executables": value}, {"settings": value}):
        opened("x.json", json.dumps(document).encode(), beside())


@given(st.binary(max_size=40))
def test_any_bytes_are_opened_or_refused(content):
    opened("x", content)
