"""Where lines of paths and long names may break."""

from __future__ import annotations

from vkconfig_py.ui.theme.context import add_break_points, remove_break_points

BREAK = "\u200b"


def test_paths_break_after_slashes_alone():
    assert add_break_points("/usr/lib/a_b.so is") == f"/{BREAK}usr/{BREAK}lib/{BREAK}a_b.so is"
    parts = add_break_points(r"HKEY_LOCAL_MACHINE\SOFTWARE\x").split(BREAK)
    assert parts == ["HKEY_LOCAL_MACHINE\\", "SOFTWARE\\", "x"]


def test_a_drive_stays_with_its_path():
    assert add_break_points(r"C:\Windows").split(BREAK) == ["C:\u2060\\", "Windows"]


def test_an_address_breaks_after_both_slashes():
    assert add_break_points("a://b").split(BREAK) == ["a://", "b"]


def test_names_and_very_long_parts_of_paths_break_after_their_separators():
    assert add_break_points("VK_LAYER_x").split(BREAK) == ["VK_", "LAYER_", "x"]
    assert add_break_points("/" + "a" * 40 + "_b").split(BREAK) == ["/", "a" * 40 + "_", "b"]


def test_a_list_of_values_breaks_after_each_name_and_value():
    parts = add_break_points("MANGOHUD_CONFIG=fps_limit=60,position=top").split(BREAK)
    assert parts == ["MANGOHUD_", "CONFIG=", "fps_", "limit=", "60,", "position=", "top"]
    assert add_break_points("1,234 lines") == "1,234 lines"


def test_a_version_stays_whole():
    assert add_break_points("before 1.3.268") == "before 1.3.268"
    assert add_break_points("libvulkan.so.1").split(BREAK) == ["libvulkan.", "so.1"]


def test_a_copy_has_the_text_as_it_was():
    text = r"C:\a_b\c in /d/e_f"
    assert remove_break_points(add_break_points(text)) == text
