"""What MangoHud takes a text for, and which texts end the program."""

from __future__ import annotations

import pytest

from vkconfig_py.model.configuration.configuration import ListItem, Value
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.mangohud_values import ends_program, find_value_faults
from vkconfig_py.model.layer_settings.own_file import (
    is_file_read,
    parse_variable_settings,
    read_value,
)


def described() -> DeclaredLayer:
    found = find_description("VK_LAYER_MANGOHUD_overlay")
    assert found is not None
    return found


def setting(key: str) -> Setting:
    found = described().find_setting(key)
    assert found is not None
    return found


# Run with 0.6.8: true where vkcube is aborted (tests/reference/test_real_mangohud.py runs some).
ENDS = [
    ("gpu_load_value=a,b", True),
    ("gpu_load_value=60x,90y", False),
    ("gpu_load_value=60,,90", False),
    ("gpu_load_value=60, ,90", True),
    ("gpu_load_value=", False),
    ("cpu_load_color=x,y,z", True),
    ("gpu_load_color=red,1,2", True),
    ("gpu_load_color=FFFFFFFF,1,2", True),
    ("gpu_load_color=0x12,1,1", False),
    ("gpu_load_color=39F900", False),
    ("gpu_load_color=1,2,3,4", True),
    ("fps_color=x,y,z", True),
    ("fps_value=x", True),
    ("fps_value=99999999999,1", True),
    ("fps_value=-5,3", False),
    ("fps_limit=99999999999999999999", True),
    ("fps_limit=4294967296", False),
    ("fps_limit=abc", False),
    ("text_color=zzz", False),
]


@pytest.mark.parametrize(("line", "ends"), ENDS)
def test_texts_that_end_the_program_are_known(line: str, ends: bool) -> None:
    key, _equals, text = line.partition("=")
    assert ends_program(setting(key), text, "0.6.8") == ends


@pytest.mark.parametrize(
    ("line", "release", "ends"),
    [
        ("fps_limit=99999999999999999999", "0.8.2", False),
        ("gpu_load_color=1,2,3,4", "0.8.2", False),
        ("gpu_load_color=red", "0.8.4", True),
        ("gpu_list=a", "0.8.4", True),
        ("gpu_list=a", "0.6.8", False),  # unknown there
        ("preset=99999999999", "0.8.4", True),
        ("preset=abc", "0.8.4", False),
    ],
)
def test_what_ends_the_program_depends_on_the_version(line: str, release: str, ends: bool) -> None:
    layer = described()
    assert layer.own_settings is not None
    layer = layer._replace(own_settings=layer.own_settings._replace(release=release))
    key, _equals, text = line.partition("=")
    assert [one.name for one in find_value_faults(layer, {key: text})] == [key] * ends


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("text_color=zzz", "000000"),
        ("text_color=39F900FF", "F900FF"),
        ("background_alpha=2", 2.0),
        ("background_alpha=abc", 0.0),
        ("position=nowhere", "top-left"),
        ("font_size=abc", 24.0),
        ("font_size=24px", 24.0),
        ("table_columns=x", 3),
        ("offset_x=12px", 12),
        ("no_display=true", False),
        ("vsync=abc", "0"),
        ("preset=2,1", "2"),
        ("preset=abc", "-1"),
        ("fps_limit=60 fps,abc,30", (ListItem(60), ListItem(30))),
        ("font_glyph_ranges=Korean,klingon", ("korean",)),
        ("gpu_load_value=60", "60"),
    ],
)
def test_what_is_no_value_is_taken_for_another_one(line: str, used: Value) -> None:
    key, _equals, text = line.partition("=")
    layer = described()
    assert layer.own_settings is not None
    read = read_value(layer.own_settings, setting(key), text)
    assert read.reason
    assert read.value == used


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fps_limit=60, position=top-left", {"fps_limit": "60", " position": "top-left"}),
        ("font_size=30 , read_cfg", {"font_size": "30 ", " read_cfg": "1"}),
        ("custom_text=a\\,b\\n:c", {"custom_text": "a,b\\n", "c": "1"}),
        ("a=b=c", {"a": "b", "c": "1"}),
        (",,a", {"a": "1"}),
        ("", {}),
    ],
)
def test_the_variable_is_split_as_the_layer_splits_it(text: str, said: dict[str, str]) -> None:
    own = described().own_settings
    assert own is not None
    assert parse_variable_settings(own._replace(release="0.6.8"), text) == said
    newer = {key.strip(): value.strip() for key, value in said.items()}
    assert parse_variable_settings(own._replace(release="0.7.1"), text) == newer


@pytest.mark.parametrize(
    ("text", "release", "is_read"),
    [
        ("read_cfg", "0.6.8", True),
        ("fps, read_cfg", "0.6.8", False),
        ("fps, read_cfg", "0.7.1", True),
        ("read_cfg=abc", "0.6.8", False),
        ("read_cfg=2", "0.6.8", True),
    ],
)
def test_the_file_is_read_where_the_variable_asks_for_it(
    text: str, release: str, is_read: bool
) -> None:
    own = described().own_settings
    assert own is not None
    assert is_file_read(own._replace(release=release), {"MANGOHUD_CONFIG": text}) == is_read
