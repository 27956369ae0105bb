"""Shapes of values: what can be chosen for a setting, and the text that it becomes."""

from __future__ import annotations

import pytest

from tests.framework.settings import declare_setting
from vkconfig_py.model.configuration.configuration import DeviceEntry
from vkconfig_py.model.layer_settings.declared import NamedThing
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.machine_values import read_render_nodes
from vkconfig_py.model.layer_settings.setting_rows import (
    ShapeKind,
    ValueShape,
    find_shape,
    list_device_values,
    replace_color,
    split_colors,
    toggle_device,
)
from vkconfig_py.ui.settings import value_cards


@pytest.mark.parametrize(
    ("kind", "members", "shape"),
    [
        ("INT", {"range": {"min": 0, "max": 100}}, (0, 100, 0)),
        ("INT", {"range": {"min": 0, "max": 5000}}, (0, 5000, 0)),
        ("FLOAT", {"range": {"min": 0, "max": 1}}, (0, 1, 2)),
        ("FLOAT", {"range": {"min": 0, "max": 1, "precision": 1}}, (0, 1, 1)),
        ("FLOAT", {"range": {"min": 0, "max": 1, "precision": 4}}, (0, 1, 3)),
        ("FLOAT", {"range": {"min": 0, "max": 2000, "precision": 4}}, (0, 2000, 0)),
    ],
)
def test_a_number_between_two_ends_has_steps_that_a_slider_finds(kind, members, shape):
    found = find_shape(declare_setting(kind, **members))
    assert found is not None
    assert (found.kind, (found.minimum, found.maximum, found.digits)) == (ShapeKind.NUMBER, shape)


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("INT", {}),
        ("INT", {"range": {"min": 0}}),
        ("INT", {"range": {"max": 1}}),
        ("INT", {"range": {"min": 0, "max": 5001}}),
        ("STRING", {}),
        ("STRING", {"form": "TWO_NUMBERS", "default": "1,2"}),
        ("LIST", {}),
        ("BOOL", {}),
    ],
)
def test_other_values_are_typed(kind, members):
    assert find_shape(declare_setting(kind, **members)) is None


def test_every_named_thing_of_our_descriptions_has_its_shape():
    def find(layer, key):
        described = find_description(layer)
        assert described is not None
        shape = find_shape(described.find_setting(key))
        return (shape.kind, shape.names, shape.color_count)

    mangohud, nothing = "VK_LAYER_MANGOHUD_overlay", NamedThing.NOTHING
    assert find(mangohud, "text_color") == (ShapeKind.COLORS, nothing, 1)
    assert find(mangohud, "fps_color") == (ShapeKind.COLORS, nothing, 3)
    assert find(mangohud, "toggle_hud") == (ShapeKind.KEYS, NamedThing.KEYS, 0)
    assert find(mangohud, "pci_dev") == (ShapeKind.DEVICES, NamedThing.PCI_ADDRESS, 0)
    assert find(mangohud, "gpu_list") == (ShapeKind.DEVICES, NamedThing.RENDER_NODES, 0)
    basalt = "VK_LAYER_VKBASALT_post_processing"
    assert find(basalt, "toggleKey") == (ShapeKind.KEYS, NamedThing.KEY, 0)
    select = "VK_LAYER_MESA_device_select"
    assert find(select, "MESA_VK_DEVICE_SELECT")[1] is NamedThing.DEVICE_IDS
    assert find(select, "DRI_PRIME")[1] is NamedThing.PCI_TAG


# numbers


@pytest.mark.parametrize(
    ("least", "most", "digits", "steps"),
    [
        (-1, 1, 2, {"-1": -100, "0": 0, "0.134": 13, "9": 100, "-9": -100, "x": -100}),
        (0.3, 0.7, 1, {"0.3": 3, "0.7": 7}),
        (1, 64, 0, {"1": 1, "64": 64, "2.4": 2}),
        (0.4, 2.6, 0, {"0.4": 1, "2.6": 2}),  # ends between two steps are typed
    ],
)
def test_steps_and_numbers_are_each_other(least, most, digits, steps):
    shape = ValueShape(ShapeKind.NUMBER, minimum=least, maximum=most, digits=digits)
    assert {text: shape.find_step(text) for text in steps} == steps
    assert (shape.first_step, shape.last_step) == (min(steps.values()), max(steps.values()))


def test_a_step_is_written_with_its_digits():
    shape = ValueShape(ShapeKind.NUMBER, minimum=-1, maximum=1, digits=2)
    assert [shape.render_step(step) for step in (-100, 0, 13)] == ["-1.00", "0.00", "0.13"]
    assert shape._replace(digits=0).render_step(-1) == "-1"


# colors


def test_a_color_is_replaced_where_it_stands():
    shape = ValueShape(ShapeKind.COLORS, color_count=3)
    assert replace_color("111111, 222222,333333", shape, 1, "ABCDEF") == "111111,ABCDEF,333333"
    assert replace_color("red,222222", shape, 0, "ABCDEF") == "ABCDEF,222222,ABCDEF"
    assert split_colors("39F900,red", 3) == ("39F900", "", "")


# devices


def test_devices_are_named_as_each_setting_wants_them():
    cards = [
        DeviceEntry("A", "", "", 1, vendor_id=0x1002, device_id=0x73BF, pci="0000:03:00.0"),
        DeviceEntry("B", "", "", 1, vendor_id=0x1002, device_id=0x73BF, pci="0000:10:00.0"),
        DeviceEntry("CPU", "", "", 1, vendor_id=0x10005),
    ]

    def name(names):
        shape = ValueShape(ShapeKind.DEVICES, names=names)
        values = list_device_values(shape, cards, ("0000:10:00.0", "0000:03:00.0"))
        return [(value.text, value.name) for value in values]

    assert name(NamedThing.DEVICE_IDS) == [("1002:73bf", "A"), ("10005:0", "CPU")]
    assert name(NamedThing.PCI_ADDRESS) == [("0000:03:00.0", "A"), ("0000:10:00.0", "B")]
    assert name(NamedThing.PCI_TAG) == [("pci-0000_03_00_0", "A"), ("pci-0000_10_00_0", "B")]
    assert name(NamedThing.RENDER_NODES) == [("1", "A"), ("0", "B")]


def test_devices_of_a_list_come_and_go_in_the_order_of_their_numbers():
    assert toggle_device("", "1", is_on=True) == "1"
    assert toggle_device("10, 1", "2", is_on=True) == "1,2,10"
    assert toggle_device("1,2", "2", is_on=True) == "1,2"
    assert toggle_device("0,1,2", "1", is_on=False) == "0,2"


def test_render_nodes_are_in_the_order_of_their_names_without_what_is_no_pci_device(tmp_path):
    for node, bus in (("renderD129", "0000:10:00.0"), ("renderD128", "0000:03:00.0"),
                      ("renderD130", "vgem"), ("card0", "0000:03:00.0")):  # fmt: skip
        (tmp_path / "drm" / node).mkdir(parents=True)
        (tmp_path / bus).mkdir(exist_ok=True)
        (tmp_path / "drm" / node / "device").symlink_to(tmp_path / bus)
    assert read_render_nodes(str(tmp_path / "drm")) == ("0000:03:00.0", "0000:10:00.0")
    assert read_render_nodes(str(tmp_path / "none")) == ()


def test_a_render_node_that_is_a_link_to_itself_is_no_device(tmp_path):
    (tmp_path / "renderD128").mkdir()
    (tmp_path / "renderD128" / "device").symlink_to("device")
    assert read_render_nodes(str(tmp_path)) == ()


# keys


@pytest.mark.parametrize(
    ("keysym", "name"),
    [
        (ord("A"), "a"),
        (ord("7"), "7"),
        (ord("+"), "plus"),
        (0xE4, "adiaeresis"),
        (0xFFE2, "Shift_R"),
        (0xFFC9, "F12"),
        (0xFF55, "Prior"),
        (0xFFAA, "KP_Multiply"),
        (0xFFFF, "Delete"),
        (0xFE20, "Tab"),
        (0x010020AC, "U20AC"),
        (0xFE50, ""),
    ],
)
def test_keys_have_the_names_of_x(keysym, name):
    assert value_cards.name_key(keysym) == name


def test_keys_are_joined_with_modifiers_first_and_each_once():
    pressed = (0xFFC9, 0xFFE2, 0xFE03, 0xFFE2)
    assert value_cards.join_keys(pressed, takes_single_key=False) == "Shift_R+ISO_Level3_Shift+F12"
    assert value_cards.join_keys(pressed, takes_single_key=True) == "F12"
    assert value_cards.join_keys((), takes_single_key=True) == ""
