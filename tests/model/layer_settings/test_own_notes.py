"""Sentences under settings that a layer reads from a file of its own."""

from __future__ import annotations

import pytest

from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.own_file import OwnFile
from vkconfig_py.model.layer_settings.setting_rows import NodeKind, SettingRow
from vkconfig_py.model.layer_settings.settings_page import (
    SettingFilters,
    SettingsRequest,
    compute_state,
)

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"


def find_row(key: str, file: OwnFile, **environment: str) -> SettingRow:
    declared = find_description(MANGOHUD)
    assert declared is not None
    asked = SettingsRequest(
        declared,
        environment=environment,
        filters=SettingFilters(shows_all=True, shows_unsupported=True),
        own_file=file,
    )
    nodes = (node for top in compute_state(asked).rows for node in top.walk())
    return next(node for node in nodes if node.setting == key and not node.part)


def notes(key: str, file: OwnFile, **environment: str) -> list[str]:
    return [note.text for note in find_row(key, file, **environment).notes]


@pytest.mark.parametrize(
    ("key", "release", "hint"),
    [
        ("horizontal", "", "needs MangoHud 0.6.9 or newer"),
        ("horizontal", "0.6.9", ""),
        ("io_stats", "", "deprecated, only up to MangoHud 0.6.9"),
        ("io_stats", "0.6.9", "deprecated"),
    ],
)
def test_a_setting_says_which_versions_know_it_while_the_installed_one_is_unknown(
    key: str, release: str, hint: str
) -> None:
    assert find_row(key, OwnFile(release=release)).hint == hint


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
        assert any("does not read a settings file" in text for text in told) == (not is_read)


def list_state(release: str, filters: SettingFilters) -> tuple[set[str], int]:
    declared = find_description(MANGOHUD)
    assert declared is not None
    file = OwnFile(release=release)
    state = compute_state(SettingsRequest(declared, filters=filters, own_file=file))
    nodes = [node for top in state.rows for node in top.walk()]
    shown = {node.setting for node in nodes if node.kind is not NodeKind.GROUP}
    return shown, state.unsupported_count


def test_settings_for_other_versions_are_counted_and_shown_on_demand() -> None:
    everything, none_left_out = list_state("", SettingFilters(shows_all=True))
    shown, count = list_state("0.6.8", SettingFilters(shows_all=True))
    assert none_left_out == 0
    assert "horizontal" in everything - shown
    assert count == len(everything - shown)
    asked = SettingFilters(shows_all=True, shows_unsupported=True)
    assert list_state("0.6.8", asked) == (everything, count)


@pytest.mark.parametrize(
    "filters", [SettingFilters(query="horizontal"), SettingFilters(searched_key="horizontal")]
)
def test_a_setting_for_other_versions_is_found(filters: SettingFilters) -> None:
    assert "horizontal" in list_state("0.6.8", filters)[0]
