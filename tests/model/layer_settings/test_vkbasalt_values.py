"""Texts of vkBasalt.conf are read as vkBasalt converts them."""

from __future__ import annotations

from vkconfig_py.model.layer_settings.encoding import (
    read_vkbasalt_bool,
    read_vkbasalt_float,
    read_vkbasalt_int,
    split_list,
)


def test_lists() -> None:
    assert split_list("cas:fxaa:") == ("cas", "fxaa")
    assert split_list(":a::b") == ("", "a", "", "b")
    assert split_list("cas") == ("cas",)


def test_values_are_read_as_the_layer_converts_them() -> None:
    texts = ("True", "true", "1", "False", "false", "0", "on", "TRUE", "true\r")
    wanted = [True, True, True, False, False, False, None, None, None]
    assert [read_vkbasalt_bool(text) for text in texts] == wanted
    assert [
        read_vkbasalt_int(text) for text in ("32", "32abc", "-1", "0x10", "x", "2147483648")
    ] == [*(32, 32, -1, 0, None, None)]
    texts = ("0.4", "0.4f", ".5\r", "1e3", "0.4 g", "1e39", "inf", "")
    assert [read_vkbasalt_float(text) for text in texts] == [
        0.4,
        0.4,
        0.5,
        1000,
        None,
        None,
        None,
        None,
    ]
