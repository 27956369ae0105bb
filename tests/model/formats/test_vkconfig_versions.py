"""Configurations as each version of VkConfig wrote them: nothing with a meaning is lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.formats.samples import VALIDATION, VARIABLES, sample, setting
from tests.model.formats.vkconfig_files import JSON, body, configuration, opened, rendered
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    LayerControl,
    ListItem,
    SettingType,
)
from vkconfig_py.model.exchange.open_file import find_kind
from vkconfig_py.model.formats.foreign_files import ForeignKind
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, SettingChoice
from vkconfig_py.model.layer_settings.setting_paths import PathVariables

OWN = "VK_LAYER_ACME_own"
DUMP = "VK_LAYER_LUNARG_api_dump"
CAPTURE = "VK_LAYER_LUNARG_gfxreconstruct"
MONITOR = "VK_LAYER_LUNARG_monitor"
SIMULATION = "VK_LAYER_LUNARG_device_simulation"
VERSIONS = ("2.0.1", "2.0.3", "2.1.0", "2.2.0", "2.2.2", "3.0.0")


def file_of(version):
    return sample(f"vkconfig_{version}.json")


def values(entry):
    return {one.key: one.value for one in entry.settings}


def controls(found):
    return [(entry.name, entry.control) for entry in found.layers]


@pytest.mark.parametrize("version", VERSIONS)
def test_each_version_is_a_configuration_of_vkconfig_and_goes_out_as_format_3(version):
    content = file_of(version)
    assert find_kind("x.json", content) is ForeignKind.VKCONFIG
    before = opened(content)
    assert not [note for note in before.notes if "left out" in note.sentence]
    after = opened(rendered(before.configurations[0]))
    assert not after.notes or version == "3.0.0"
    first, second = before.configurations[0], after.configurations[0]
    assert [x[:3] for x in second.layers] == [x[:3] for x in first.layers]
    assert [values(entry) for entry in second.layers] == [known_to_3(x) for x in first.layers]


def known_to_3(entry):
    """The values with the variables that VkConfig 3 does not know replaced."""
    return {
        key: PathVariables(VARIABLES.typed_pairs).expand(value) if isinstance(value, str) else value
        for key, value in values(entry).items()
    }


def test_version_2_0_names_its_configuration_by_the_member():
    found = configuration(file_of("2.0.1"))
    assert found.name == "Old Checks"
    assert controls(found) == [
        (MONITOR, LayerControl.OFF),
        (SIMULATION, LayerControl.ON),
        (VALIDATION, LayerControl.ON),
    ]
    simulation, validation = found.layers[1:]
    assert simulation.manifest == "/opt/sdk/VkLayer_device_simulation.json"
    assert values(simulation) == {
        "filename": "${VULKAN_CONTENT}/device.json",
        "emulate_portability": True,
        "debug_enable": False,
    }
    assert values(validation) == {
        "debug_action": ("VK_DBG_LAYER_ACTION_LOG_MSG",),
        "duplicate_message_limit": 10,
        "report_flags": ("error", "perf"),
        "log_filename": "stdout",
        "message_id_filter": (ListItem("VUID-one"), ListItem("0x4dae5635")),
        "disables": ("VK_VALIDATION_FEATURE_DISABLE_THREAD_SAFETY_EXT",),
    }


def test_version_2_0_3_lists_overridden_and_excluded_layers():
    found = configuration(file_of("2.0.3"))
    assert (found.name, found.platforms[-1]) == ("Capture", "LINUX")
    assert controls(found) == [
        (DUMP, LayerControl.OFF),
        (MONITOR, LayerControl.ON),
        (CAPTURE, LayerControl.ON),
    ]
    assert values(found.find_entry(CAPTURE)) == {
        "capture_file": "${VK_LOCAL}/frames.gfxr",
        "capture_file_flush": True,
        "log_output_to_console": False,
        "capture_frames": "200,301-305",
        "capture_trigger": "F10",
    }


def test_settings_of_2_1_0_take_the_types_of_shipped_layers():
    result = opened(file_of("2.1.0"))
    found = result.configurations[0]
    assert [entry.name for entry in found.layers] == [MONITOR, VALIDATION, SIMULATION, DUMP, OWN]
    assert values(found.find_entry(VALIDATION)) == {
        "debug_action": ("VK_DBG_LAYER_ACTION_LOG_MSG",),
        "report_flags": ("error", "perf", "info", "warn"),
        "log_filename": "stdout",
        "duplicate_message_limit": 82,
        "message_id_filter": (ListItem("VUID-one"), ListItem("VUID-two")),
        "enables": (),
        "gpuav_buffer_oob": False,
        "printf_to_stdout": True,
    }
    assert values(found.find_entry(DUMP)) == {
        "output_format": "Text",
        "detailed": True,
        "name_size": 48,
        "output_range": "3-8",
    }
    assert not result.notes
    (remark,) = result.remarks
    assert remark.sentence.endswith("printf_buffer_size is empty, so the layer's default is used.")
    assert remark.line > 1


def test_what_no_layer_declares_goes_to_the_layer_as_it_stands():
    own = configuration(file_of("2.1.0")).find_entry(OWN)
    assert [(one.key, one.type, one.value) for one in own.settings] == [
        ("speed", SettingType.STRING, "82"),
        ("note", SettingType.STRING, "left as it is"),
    ]


def test_the_installed_layer_decides_the_type_of_an_old_value():
    layer = DeclaredLayer(
        OWN,
        settings=(
            setting("speed", SettingType.INT, 1),
            setting("note", SettingType.ENUM, "", choices=(SettingChoice("Left As It Is", "x"),)),
        ),
    )
    own = configuration(file_of("2.1.0"), lambda: (layer,)).find_entry(OWN)
    assert values(own) == {"speed": 82, "note": "Left As It Is"}


def test_types_that_no_longer_exist_become_those_that_took_their_place():
    found = configuration(file_of("2.2.0"))
    own = {one.key: (one.type, one.value) for one in found.find_entry(OWN).settings}
    assert own == {
        "frames": (SettingType.FRAMES, "79-82"),
        "ranges": (SettingType.FRAMES, "79-82,90"),
        "mode": (SettingType.ENUM, "fast"),
        "numeric": (SettingType.BOOL_NUMERIC, True),
        "folder": (SettingType.SAVE_FOLDER, "./here"),
        "names": (SettingType.LIST, (ListItem("one"), ListItem("two"))),
        "share": (SettingType.FLOAT, 76.5),
    }
    assert values(found.find_entry(VALIDATION)) == {
        "debug_action": ("VK_DBG_LAYER_ACTION_LOG_MSG",),
        "report_flags": ("error", "warn"),
        "message_id_filter": (ListItem("VUID-one"), ListItem("VUID-two")),
        "enables": ("VK_ENABLE_ONE",),
        "printf_verbose": True,
        "duplicate_message_limit": 7,
    }


def test_lists_of_2_2_2_keep_what_is_switched_off():
    own = configuration(file_of("2.2.2")).find_entry(OWN)
    assert values(own) == {
        "names": (ListItem(76), ListItem("one", enabled=False)),
        "frames": "79-82,75",
        "share": "0.5",
    }


def test_a_file_of_loader_messages_turns_on_the_log():
    result = opened(file_of("3.0.0"))
    found = result.configurations[0]
    assert found.loader_log == ("error", "warn", "layer")
    assert rendered(found) == json.loads(file_of("3.0.0"))
    after = rendered(found._replace(loader_log=("debug",)))["configuration"]
    assert (after["override_loader"], after["loader_message_types"]) == (True, ["debug"])


def test_loader_messages_that_are_not_switched_on_are_not_taken():
    found = configuration(body(override_loader=False, loader_message_types=["error"]))
    assert found.loader_log == ()


def test_layers_that_the_file_switches_off_are_imported_and_it_is_told():
    result = opened(body(override_layers=False, layers=[{"name": OWN, "control": "on"}]))
    assert controls(result.configurations[0]) == [(OWN, LayerControl.ON)]
    assert "turns its layers off (override_layers)" in result.notes[0].sentence


def test_a_value_that_does_not_fit_is_left_out_with_its_key_and_the_reason():
    document = {
        "file_format_version": "2.1.0",
        "configuration": {
            "layers": [
                {
                    "name": DUMP,
                    "state": "OVERRIDDEN",
                    "settings": [
                        {"key": "name_size", "value": "wide"},
                        {"key": "flush", "type": "COLOUR", "value": "red"},
                        {"value": "1"},
                        {"key": "nothing", "value": None},
                    ],
                }
            ]
        },
    }
    assert [note.sentence for note in opened(document).notes] == [
        f'{DUMP}: name_size was omitted because "wide" is not of type INT.',
        f'{DUMP}: flush was omitted because its type, "COLOUR", is unknown.',
        f"{DUMP}: a setting without a key was omitted.",
        f"{DUMP}: nothing was omitted because null is not a valid setting value.",
    ]


def test_settings_that_the_installed_layer_does_not_have_are_named_and_kept():
    layer = DeclaredLayer(DUMP, api_version="1.3.283", settings=(setting("a", SettingType.INT, 0),))
    result = opened(file_of("2.1.0"), lambda: (layer,))
    assert len(result.configurations[0].find_entry(DUMP).settings) == 4
    sentence = (
        "1.3.283 does not have the settings output_format, detailed, name_size and output_range"
    )
    assert [note.sentence for note in result.notes] == [
        f"{DUMP} {sentence}; they are kept for other versions."
    ]


def test_values_that_are_defaults_are_set_too_as_vkconfig_writes_them():
    one = DeclaredLayer(OWN, "/a", settings=(setting("x", SettingType.INT, 1),))
    settings = [{"key": "x", "type": "INT", "value": 1}]
    document = body(layers=[{"name": OWN, "control": "on", "settings": settings}])
    result = opened(document, lambda: (one,))
    assert values(result.configurations[0].layers[0]) == {"x": 1}
    assert result.remarks == ()


def test_a_file_without_a_version_is_read_by_its_shape():
    state = {"configuration": {"layers": [{"name": OWN, "state": "OVERRIDDEN"}]}}
    result = opened(state)
    assert controls(result.configurations[0]) == [(OWN, LayerControl.ON)]
    assert "no format version" in result.remarks[0].sentence
    named = {"Mine": {"blacklisted_layers": [OWN]}}
    assert controls(configuration(named)) == [(OWN, LayerControl.OFF)]
    assert configuration(named).name == "Mine"


@pytest.mark.parametrize("member", ["builtin", "control"])
def test_pseudo_layers_of_early_files_are_told_as_what_they_are(member):
    layers = [
        {"name": "Layers of the API", member: "application_enabled_layers"},
        {"name": "Layers of variables", member: "unordered_layer_location"},
    ]
    result = opened(body(layers=layers))
    assert [entry.name for entry in result.configurations[0].layers] == [UNLISTED]
    assert [note.sentence for note in result.remarks] == [
        "“Layers of the API” means the layers that programs request, which load in any case.",
        "“Layers of variables” means every layer that is not listed.",
    ]


TYPES = st.sampled_from(
    ["BOOL", "INT", "FLOAT", "FLAGS", "LIST", "ENUM", "STRING", "INT_RANGE", "VUID_EXCLUDE", "x"]
)


@given(JSON, TYPES | st.none(), st.sampled_from(["2.0.1", "2.1.0", "2.2.0", "3.0.0", ""]))
def test_any_value_of_any_version_is_read_or_named_and_comes_back(raw, token, version):
    setting = {"key": "x", "value": raw} | ({"type": token} if token else {})
    layer = {"name": OWN, "state": "OVERRIDDEN", "settings": [setting]}
    document = {"file_format_version": version, "configuration": {"layers": [layer]}}
    if version == "2.0.1":
        old = {"default": raw} | ({"type": token} if token else {})
        document = {"Mine": {"layer_options": {OWN: {"x": old}}}}
    result = opened(document)
    entry = result.configurations[0].layers[0]
    told = [note.sentence for note in (*result.notes, *result.remarks)]
    assert values(entry).keys() == {"x"} or any(": x " in one or "of x " in one for one in told)
    again = configuration(rendered(result.configurations[0]))
    assert values(again.layers[0]) == values(entry)


@given(st.dictionaries(st.sampled_from(["layer_options", "excluded_layers", "layers"]), JSON))
def test_any_old_document_is_read(members):
    rendered(configuration({"Mine": {"blacklisted_layers": [], **members}}))


def opened_one(layers, **body):
    document = {"name": "C", "platforms": ["LINUX"], "layers": layers, **body}
    return opened(json.dumps({"file_format_version": "2.2.2", "configuration": document}).encode())


@pytest.mark.parametrize("name", ["${VK_LOCAL}", "${LOCAL}"])
def test_path_variables_of_older_versions_are_known_and_not_written_for_version_3(name):
    assert VARIABLES.expand(f"{name}/x") == "/home/me/VulkanSDK/x"
    assert VARIABLES.shorten("/home/me/VulkanSDK/x") == "${VULKAN_HOME}/x"
    setting = {"key": "file", "type": "SAVE_FILE", "value": f"{name}/x"}
    result = opened_one([{"name": OWN, "state": "OVERRIDDEN", "settings": [setting]}])
    assert not result.notes
    (layer,) = rendered(result.configurations[0])["configuration"]["layers"]
    assert layer["settings"][0]["value"] == "/home/me/VulkanSDK/x"


def test_a_path_variable_that_nobody_knows_is_named():
    setting = {"key": "file", "type": "SAVE_FILE", "value": "${NOBODY}/x"}
    result = opened_one([{"name": OWN, "state": "OVERRIDDEN", "settings": [setting]}])
    (note,) = result.notes
    assert note.sentence == f"{OWN}: file: Unknown path variable “${{NOBODY}}”."


def test_layers_paths_are_searched_or_it_is_said_why_not():
    paths = ["${VK_LOCAL}/layers/", "/opt/layers", "/opt/layers", "C:\\Layers", "${NOBODY}/x"]
    result = opened_one([], layers_paths=paths)
    assert [one.path for one in result.sources] == ["/home/me/VulkanSDK/layers", "/opt/layers"]
    assert [note.sentence for note in result.notes] == [
        "Not searched for layers: “C:\\Layers” is not an absolute path on this platform.",
        "Not searched for layers: Unknown path variable “${NOBODY}”.",
    ]


def test_a_layer_for_other_platforms_is_not_on_here_and_goes_out_as_it_came():
    layers = [
        {"name": OWN, "control": "on", "platforms": ["WINDOWS_X86", "WINDOWS_ARM"]},
        {"name": DUMP, "control": "on", "platforms": ["WINDOWS", "LINUX"]},
        {"name": MONITOR, "control": "on", "platforms": []},
    ]
    body = {"name": "C", "layers": layers}
    content = json.dumps({"file_format_version": "3.0.0", "configuration": body}).encode()
    result = opened(content)
    assert controls(result.configurations[0]) == [
        (OWN, LayerControl.AUTO),
        (DUMP, LayerControl.ON),
        (MONITOR, LayerControl.ON),
    ]
    (note,) = result.notes
    assert note.sentence == f"{OWN} is only for Windows, so it is set to Auto on this machine."
    written = rendered(result.configurations[0])["configuration"]["layers"]
    assert [one["control"] for one in written] == ["on"] * 3
