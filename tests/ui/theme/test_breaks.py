"""Where lines of paths and long names may break."""

from __future__ import annotations

from vkconfig_py.ui.theme.context import breakable, unbroken

BREAK = "\u200b"


def test_paths_break_after_slashes_alone():
    assert breakable("/usr/lib/a_b.so is") == f"/{BREAK}usr/{BREAK}lib/{BREAK}a_b.so is"
    parts = breakable(r"HKEY_LOCAL_MACHINE\SOFTWARE\x").split(BREAK)
    assert parts == ["HKEY_LOCAL_MACHINE\\", "SOFTWARE\\", "x"]


def test_a_drive_stays_with_its_path():
    assert breakable(r"C:\Windows").split(BREAK) == ["C:\u2060\\", "Windows"]


def test_an_address_breaks_after_both_slashes():
    assert breakable("a://b").split(BREAK) == ["a://", "b"]


def test_names_and_very_long_parts_of_paths_break_after_their_separators():
    assert breakable("VK_LAYER_x").split(BREAK) == ["VK_", "LAYER_", "x"]
    assert breakable("/" + "a" * 40 + "_b").split(BREAK) == ["/", "a" * 40 + "_", "b"]


def test_a_copy_has_the_text_as_it_was():
    text = r"C:\a_b\c in /d/e_f"
    assert unbroken(breakable(text)) == text
