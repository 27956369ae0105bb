"""Registries before and after changes."""

from __future__ import annotations

from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue
from vkconfig_py.loader.platforms.reg_file import (
    CreateKey,
    DeleteKey,
    DeleteValue,
    SetValue,
    apply_changes,
)

KEY = r"HKEY_CURRENT_USER\SOFTWARE\Khronos"
BEFORE = Registry(
    {KEY: [RegistryValue("One", 4, b"1"), RegistryValue("two", 4, b"2")], rf"{KEY}\Vulkan": []}
)


def test_a_value_that_is_written_again_keeps_place_and_spelling():
    after = apply_changes(BEFORE, [SetValue(KEY.upper(), RegistryValue("ONE", 4, b"3"))])
    assert [(v.name, v.data) for v in after.get_values(KEY)] == [("One", b"3"), ("two", b"2")]
    assert {path for path, _ in after.items()} == {path for path, _ in BEFORE.items()}


def test_a_deleted_value_leaves_its_key():
    after = apply_changes(BEFORE, [DeleteValue(KEY, "ONE"), DeleteValue(KEY, "TWO")])
    assert after.get_values(KEY) == ()


def test_a_deleted_key_takes_all_below_it_along():
    after = apply_changes(BEFORE, [DeleteKey(KEY.lower())])
    assert after.get_values(rf"{KEY}\Vulkan") is None
    assert after.get_values(r"HKEY_CURRENT_USER\SOFTWARE") == ()
    assert apply_changes(BEFORE, [DeleteKey("HKEY_CURRENT_USER")]) == Registry({})


def test_the_registry_before_stays_as_it_is():
    apply_changes(BEFORE, [DeleteKey(KEY), CreateKey(rf"{KEY}\new")])
    assert len(BEFORE.get_values(KEY)) == 2
    assert BEFORE.list_subkeys(KEY) == ("Vulkan",)
