"""vk_loader_settings.json to the byte, alone and inside a file of somebody else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.configuration.configuration import DeviceEntry
from vkconfig_py.model.formats.loader_settings_json import (
    ListedLayer,
    OwnSections,
    SectionControl,
    SettingsSection,
    UnorderedLayers,
    convert_to_int32,
    find_ours,
    is_ours,
    list_uuid_bytes,
    merge_loader_settings,
    remove_own_sections,
    render_loader_settings,
)

PLAIN = SettingsSection(
    "Mine",
    (
        ListedLayer("VK_LAYER_a", "/share/a.json", SectionControl.ON),
        UnorderedLayers(),
        ListedLayer("VK_LAYER_i", "/share/i.json", SectionControl.AUTO, is_implicit=True),
        ListedLayer("VK_LAYER_o", "/share/o.json", SectionControl.OFF),
    ),
)
WHOLE = SettingsSection(
    title="Everything",
    app_keys=("/usr/bin/one", "/usr/bin/two"),
    layers=(UnorderedLayers(),),
    log_flags=("error", "layer"),
    drivers=("/icd/first.json", "/icd/second.json"),
    replaces_drivers=True,
    devices=(DeviceEntry("GPU", "00" * 15 + "ff", "0a" * 16, 0x8DDC0000, "driver"),),
)


def test_one_section_for_every_program_stands_alone() -> None:
    assert (
        render_loader_settings([PLAIN])
        == b"""{
  "file_format_version": "1.0.0",
  "settings": {
    "written_by": "vkconfig-py: Mine",
    "layers": [
      {
        "name": "VK_LAYER_a",
        "path": "/share/a.json",
        "control": "on",
        "treat_as_implicit_manifest": false
      },
      {
        "control": "unordered_layer_location"
      },
      {
        "name": "VK_LAYER_i",
        "path": "/share/i.json",
        "control": "auto",
        "treat_as_implicit_manifest": true
      },
      {
        "name": "VK_LAYER_o",
        "path": "/share/o.json",
        "control": "off",
        "treat_as_implicit_manifest": false
      }
    ]
  }
}
"""
    )


def test_sections_of_programs_stand_in_an_array_with_log_drivers_and_devices() -> None:
    document = json.loads(render_loader_settings([WHOLE, PLAIN]))
    assert list(document) == ["file_format_version", "settings_array"]
    assert [section.get("app_keys") for section in document["settings_array"]] == [
        ["/usr/bin/one", "/usr/bin/two"],
        None,
    ]
    # The loader puts each driver before those it has.
    assert {k: v for k, v in document["settings_array"][0].items() if k != "layers"} == {
        "written_by": "vkconfig-py: Everything",
        "app_keys": ["/usr/bin/one", "/usr/bin/two"],
        "stderr_log": ["error", "layer"],
        "additional_drivers": [{"path": "/icd/second.json"}, {"path": "/icd/first.json"}],
        "additional_drivers_use_exclusively": True,
        "device_configurations": [
            {
                "deviceName": "GPU",
                "driverName": "driver",
                "deviceUUID": [0] * 15 + [255],
                "driverUUID": [10] * 16,
                "driverVersion": -1914961920,
            }
        ],
    }


@pytest.mark.parametrize(
    ("version", "written"),
    [(0, 0), (0x7FFFFFFF, 2147483647), (0x80000000, -2147483648), (0xFFFFFFFF, -1)],
)
def test_a_driver_version_has_a_sign(version: int, written: int) -> None:
    assert convert_to_int32(version) == written


def test_a_device_without_a_driver_and_with_half_a_character_in_its_name_is_written() -> None:
    device = DeviceEntry("GPU\ud800", "0f" * 16, "", 1)
    document = json.loads(render_loader_settings([SettingsSection("Mine", devices=(device,))]))
    assert document["settings"]["device_configurations"] == [
        {"deviceName": "GPU\ufffd", "deviceUUID": [15] * 16, "driverVersion": 1}
    ]


@pytest.mark.parametrize("text", ["", "00", "zz" * 16, "0" * 31, "0" * 33, "٠" * 32])
def test_what_is_no_uuid_has_no_numbers(text: str) -> None:
    assert list_uuid_bytes(text) == []


def test_a_path_that_is_no_text_goes_out_as_it_is() -> None:
    section = PLAIN._replace(app_keys=("/bin/\udcff",))
    assert b'"/bin/\xff"' in render_loader_settings([section])


def test_a_file_of_somebody_else_keeps_what_it_says() -> None:
    theirs = {
        "file_format_version": "1.0.0",
        "Comment": ["kept"],
        "settings_array": [
            {"app_keys": ["/usr/bin/one", "/usr/bin/game"], "layers": [], "novelty": {"a": 1}},
            {"stderr_log": ["all"]},
        ],
    }
    merged = merge_loader_settings([WHOLE], json.dumps(theirs).encode())
    assert merged.refusal == ""
    document = json.loads(merged.content)
    assert document["Comment"] == ["kept"]
    ours, *others = document["settings_array"]
    assert ours["app_keys"] == ["/usr/bin/one", "/usr/bin/two"]
    # A program of ours leaves their section: before 1.4.304 the last one for a program counts.
    assert others == [
        {"app_keys": ["/usr/bin/game"], "layers": [], "novelty": {"a": 1}},
        {"stderr_log": ["all"]},
    ]
    assert not is_ours(merged.content)


def test_a_single_section_of_somebody_else_becomes_one_of_several() -> None:
    theirs = b'{"file_format_version": "1.0.0", "settings": {"layers": [], "x": 1}}'
    document = json.loads(merge_loader_settings([PLAIN], theirs).content)
    assert document["settings_array"][1] == {"layers": [], "x": 1}
    assert "settings" not in document


def test_merging_again_replaces_our_sections() -> None:
    theirs = b'{"file_format_version": "1.0.0", "settings": {"layers": []}}'
    once = merge_loader_settings([WHOLE], theirs).content
    assert merge_loader_settings([PLAIN], once) == merge_loader_settings([PLAIN], theirs)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b'{"settings_array": {}}',
        b'{"settings_array": [1]}',
        b'{"settings": {}, "Settings": {}}',
        b'{"settings": {}}',  # without a version loaders pass over it; with one it would count
        b'{"file_format_version": "1.0.0", "settings": {"x": 1e999}}',
        b'{"file_format_version": "1.0.0", "settings": {"x": NaN}}',
        b'{"file_format_version": "1.0.0", "settings": {"x": "\\ud800"}}',
        b'{"file_format_version": "1.0.0", "settings": {"x": "\\udc80"}}',
        b"[" * 100_000,
    ],
)
def test_what_cannot_be_kept_is_refused_with_a_reason(content: bytes) -> None:
    merged = merge_loader_settings([PLAIN], content)
    assert merged.refusal
    assert not merged.content
    assert not is_ours(content)


_NEW_KEYS = st.text("xyzé", min_size=1, max_size=3)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-1e300, 1e300) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NEW_KEYS, inner, max_size=3),
    max_leaves=8,
)
_MEMBERS = st.dictionaries(_NEW_KEYS, _VALUES, max_size=3)


@given(_MEMBERS, st.lists(_MEMBERS, min_size=1, max_size=3), st.booleans(), st.booleans())
def test_members_that_nobody_knows_are_kept(
    root: dict, theirs: list, ascii_only: bool, single: bool
) -> None:
    body = {"settings": theirs[0]} if single else {"settings_array": theirs}
    document = {"file_format_version": "1.0.1", **root, **body}
    content = json.dumps(document, ensure_ascii=ascii_only).encode()
    merged = merge_loader_settings([PLAIN], content)
    assert merged.refusal == ""
    result = json.loads(merged.content)
    _ours, *kept = result.pop("settings_array")
    assert kept == (theirs[:1] if single else theirs)
    assert result == {"file_format_version": "1.0.1", **root}
    assert find_ours(merged.content) == OwnSections((("settings_array", 0),))
    rest = remove_own_sections(merged.content)
    assert json.loads(rest) == {**result, "settings_array": kept}
    assert find_ours(rest) == OwnSections()


def test_a_single_section_beside_an_array_stays_where_it_is() -> None:
    theirs = b'{"file_format_version": "1.0.0", "settings": {"x": 1}, "settings_array": []}'
    document = json.loads(merge_loader_settings([PLAIN], theirs).content)
    assert document["settings"] == {"x": 1}
    assert len(document["settings_array"]) == 1


def test_a_byte_order_mark_is_no_reason_to_refuse() -> None:
    theirs = b'{"file_format_version": "1.0.0", "settings": {"x": 1}}'
    marked = merge_loader_settings([PLAIN], b"\xef\xbb\xbf" + theirs)
    assert marked == merge_loader_settings([PLAIN], theirs)


@given(st.binary(max_size=60))
def test_no_content_makes_merging_fail(content: bytes) -> None:
    merged = merge_loader_settings([PLAIN], content)
    assert bool(merged.refusal) != bool(merged.content)


def test_our_own_file_is_known_by_its_mark() -> None:
    assert is_ours(render_loader_settings([PLAIN]))
    assert is_ours(render_loader_settings([WHOLE, PLAIN]))
