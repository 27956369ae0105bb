from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import declare_layer as declared_layer
from tests.framework.settings import declare_setting, make_setting, sdk_layer, sdk_manifests
from vkconfig_py.model.layer_settings.layer_values import (
    add_defaults,
    apply_preset,
    make_default_values,
)
from vkconfig_py.model.layer_settings.machine_values import (
    MachineLists,
    MachineValueKind,
    SuggestionFileReader,
    find_machine_value_kind,
    list_profile_paths,
    list_suggestions,
    list_vuid_paths,
    parse_profiles,
    parse_vuids,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_paths import make_path_variables

SCHEMA = "https://schema.khronos.org/vulkan/profiles-0.8.1-204.json#"


def usage(*vuids):
    entries = [{"vuid": vuid, "text": "must be"} for vuid in vuids]
    return json.dumps({"validation": {"vkX": {"core": entries}}}).encode()


def profiles(*names, schema=SCHEMA):
    return json.dumps({"$schema": schema, "profiles": {name: {} for name in names}}).encode()


def test_what_the_sdk_leaves_to_the_machine_is_known():
    found = {
        found.key: find_machine_value_kind(found)
        for path in sdk_manifests()
        for found in read_declared(path.read_bytes()).layers[0].walk_settings()
        if find_machine_value_kind(found) is not MachineValueKind.NONE
    }
    assert found == {
        "message_id_filter": MachineValueKind.VUIDS,
        "profile_name": MachineValueKind.PROFILES,
        "force_device_name": MachineValueKind.DEVICES,
    }


def test_suggestions_are_what_the_machine_or_the_manifest_has():
    lists = MachineLists(("VUID-a",), ("VP_X",), ("llvmpipe",))
    assert list_suggestions(declare_setting("LIST", label="VUIDs"), lists) == ("VUID-a",)
    assert list_suggestions(declare_setting("ENUM", default="${VP_DEFAULT}"), lists) == ("VP_X",)
    assert list_suggestions(declare_setting("ENUM", default="${VP_PHYSICAL_DEVICES}"), lists) == (
        "llvmpipe",
    )
    assert list_suggestions(declare_setting("LIST", list=["a", 7]), lists) == ("a", 7)
    assert list_suggestions(declare_setting("LIST"), lists) == ()


def test_vuids_are_looked_for_beside_the_layer_in_the_sdk_and_in_the_system():
    manifest = "/opt/x/share/vulkan/explicit_layer.d/layer.json"
    assert list_vuid_paths({"VULKAN_SDK": "/sdk"}, manifest) == (
        "/opt/x/share/vulkan/registry/validusage.json",
        "/sdk/share/vulkan/registry/validusage.json",
        "/usr/local/share/vulkan/registry/validusage.json",
        "/usr/share/vulkan/registry/validusage.json",
    )
    assert len(list_vuid_paths({}, "/usr/share/vulkan/explicit_layer.d/layer.json")) == 2


def test_vuids_are_sorted_and_each_is_there_once():
    assert parse_vuids(usage("VUID-b", "VUID-a", "VUID-b")) == ("VUID-a", "VUID-b")


def test_the_installed_list_is_read():
    found = SuggestionFileReader().read_vuids(list_vuid_paths({}))
    assert len(found) > 10_000
    assert "VUID-vkCreateInstance-pCreateInfo-parameter" in found


def test_the_first_place_that_has_some_is_taken(tmp_path):
    (tmp_path / "empty.json").write_bytes(b"{}")
    (tmp_path / "full.json").write_bytes(usage("VUID-a"))
    places = [str(tmp_path / name) for name in ("none.json", "empty.json", "full.json")]
    assert SuggestionFileReader().read_vuids([*places, str(tmp_path)]) == ("VUID-a",)
    assert SuggestionFileReader().read_vuids([str(tmp_path), "a\0b"]) == ()


def test_a_list_is_read_again_only_after_it_has_changed(tmp_path):
    place = tmp_path / "validusage.json"
    place.write_bytes(usage("VUID-a"))
    reader = SuggestionFileReader()
    first = reader.read_vuids([str(place)])
    assert reader.read_vuids([str(place)]) is first
    place.write_bytes(usage("VUID-ab"))
    assert reader.read_vuids([str(place)]) == ("VUID-ab",)


def test_profiles_of_a_folder_and_of_a_file_are_read(tmp_path):
    (tmp_path / "a.json").write_bytes(profiles("VP_A", "VP_B"))
    (tmp_path / "b.json").write_bytes(profiles("VP_B"))
    (tmp_path / "c.json").write_bytes(b"not JSON")
    (tmp_path / "d.json").write_bytes(profiles("VP_D", schema="https://example.org"))
    (tmp_path / "e.txt").write_bytes(profiles("VP_E"))
    reader = SuggestionFileReader()
    assert reader.read_profiles([str(tmp_path)]) == ("VP_A", "VP_B")
    assert reader.read_profiles([str(tmp_path / "e.txt"), str(tmp_path)]) == (
        "VP_E",
        "VP_A",
        "VP_B",
    )


def test_a_profile_that_cannot_be_read_hides_nothing(tmp_path):
    (tmp_path / "locked").mkdir()
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "z.json").write_bytes(profiles("VP_Z"))
    odd = [str(tmp_path / "gone"), "\0", "x" * 5000, str(tmp_path)]
    assert SuggestionFileReader().read_profiles(odd) == ("VP_Z",)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"$schema": 3}', profiles()])
def test_what_is_no_profile_file_has_none(content):
    assert parse_profiles(content) == ()


def test_the_settings_say_where_profiles_are():
    layer = sdk_layer("khronos_profiles")
    values = make_default_values(layer)
    assert list_profile_paths(layer, values) == ()
    assert list_profile_paths(layer, {**values, "profile_dirs": "/profiles"}) == ("/profiles",)
    odd = declared_layer(make_setting("x", "INT", format="PROFILE"))
    assert list_profile_paths(odd, {"x": 3}) == ()


def test_places_of_profiles_may_begin_with_a_variable():
    layer = sdk_layer("khronos_profiles")
    (portability,) = (one for one in layer.presets if "Portability" in one.label)
    values = add_defaults(layer, apply_preset(layer, {}, portability))
    variables = make_path_variables({"VULKAN_SDK": "/sdk"})
    folder = "/sdk/share/vulkan/config/VK_LAYER_KHRONOS_profiles"
    assert list_profile_paths(layer, values, variables) == (folder,)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_list(content):
    parse_vuids(b'"vuid": "' + content)
    parse_profiles(content)
