"""Sentences under settings that a layer reads from a file of its own."""

from __future__ import annotations

import pytest

from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.own_file import OwnFile
from vkconfig_py.model.layer_settings.settings_page import (
    SettingFilters,
    SettingsRequest,
    compute_state,
)

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"


def notes(key: str, file: OwnFile, **environment: str) -> list[str]:
    declared = find_description(MANGOHUD)
    assert declared is not None
    asked = SettingsRequest(
        declared,
        environment=environment,
        filters=SettingFilters(shows_all=True),
        own_file=file,
    )
    nodes = (node for top in compute_state(asked).rows for node in top.walk())
    found = next(node for node in nodes if node.setting == key and not node.part)
    return [note.text for note in found.notes]


@pytest.mark.parametrize(
    ("key", "release", "told"),
    [
        ("horizontal", "0.6.8", ["Requires version 0.6.9 or newer; 0.6.8 is installed."]),
        ("horizontal", "0.6.9", []),
        ("horizontal", "", []),
        ("io_stats", "0.7.0", ["Supported only up to version 0.6.9; 0.7.0 is installed."]),
        ("io_stats", "0.6.9", []),
        ("position", "0.6.8", []),
    ],
)
def test_a_setting_that_the_installed_version_does_not_know_is_marked(
    key: str, release: str, told: list[str]
) -> None:
    assert notes(key, OwnFile(release=release)) == told


@pytest.mark.parametrize(
    ("value", "is_read"), [("read_cfg", True), ("read_cfg=0", False), ("fps", False), ("", False)]
)
def test_every_setting_says_that_a_variable_keeps_the_file_from_being_read(
    value: str, is_read: bool
) -> None:
    for key in ("position", "font_size", "custom_text"):
        told = notes(key, OwnFile(), MANGOHUD_CONFIG=value)
        assert any("o file is read" in text for text in told) == (not is_read)
