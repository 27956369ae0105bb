"""Variables of the session are what counts until something is chosen."""

from __future__ import annotations

from vkconfig_py.model.configuration.configuration import LayerControl, LayerEntry, SettingType
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.own_file import OwnFile, apply_own_file, read_session_values
from vkconfig_py.model.layer_settings.setting_rows import SettingRow
from vkconfig_py.model.layer_settings.settings_page import (
    SettingFilters,
    SettingsRequest,
    compute_state,
)

SELECT = "VK_LAYER_MESA_device_select"
OVERLAY = "VK_LAYER_MESA_overlay"
LISTED = "VK_LAYER_MESA_OVERLAY_CONFIG"


def described(layer: str) -> DeclaredLayer:
    found = find_description(layer)
    assert found is not None
    return found


def row(
    layer: str,
    key: str,
    environment: dict[str, str],
    *chosen: tuple[str, SettingType, object],
    own: frozenset[str] = frozenset(),
) -> SettingRow:
    """The row of a setting under the variables of a session or, with `own`, of a configuration."""
    session = {name: text for name, text in environment.items() if name not in own}
    file = OwnFile(values=read_session_values(described(layer), session))
    entry = LayerEntry(layer, LayerControl.ON)
    for name, kind, value in chosen:
        entry = entry.with_value(name, kind, value)
    asked = SettingsRequest(
        apply_own_file(described(layer), file),
        entry,
        environment=environment,
        own_variables=own,
        own_file=file,
        filters=SettingFilters(shows_all=True),
    )

    def find(nodes: tuple[SettingRow, ...]) -> SettingRow | None:
        for node in nodes:
            inner = node if node.setting == key else find(node.children)
            if inner is not None:
                return inner
        return None

    node = find(compute_state(asked).rows)
    assert node is not None
    return node


def said(node: SettingRow) -> list[str]:
    return [note.text for note in node.notes]


def test_variable_of_the_session_is_shown_with_its_value() -> None:
    node = row(SELECT, "DRI_PRIME", {"DRI_PRIME": "1"})
    assert node.text == "1"
    assert said(node) == ["Your session sets DRI_PRIME=1."]


def test_what_is_chosen_takes_its_place() -> None:
    node = row(SELECT, "DRI_PRIME", {"DRI_PRIME": "1"}, ("DRI_PRIME", SettingType.STRING, "2"))
    assert node.text == "2"
    assert said(node) == []


def test_variable_of_the_configuration_itself_wins() -> None:
    choice = ("DRI_PRIME", SettingType.STRING, "2")
    node = row(SELECT, "DRI_PRIME", {"DRI_PRIME": "1"}, choice, own=frozenset({"DRI_PRIME"}))
    assert said(node) == ["This configuration sets DRI_PRIME=1, which takes precedence."]


def test_list_in_one_variable_is_read_as_the_overlay_reads_it() -> None:
    environment = {LISTED: "width=100:frame,position=top-right;fps=0"}
    values = read_session_values(described(OVERLAY), environment)
    assert {name: one.text for name, one in values.items()} == {
        "width": "100",
        "frame": "1",
        "position": "top-right",
        "fps": "0",
    }
    node = row(OVERLAY, "width", environment)
    assert said(node) == [f"{LISTED} in your session sets width=100."]


def test_setting_that_is_true_where_its_variable_is_there() -> None:
    layer = "VK_LAYER_OBS_vkcapture_64"
    values = read_session_values(described(layer), {"OBS_VKCAPTURE_LINEAR": "0"})
    setting = apply_own_file(described(layer), OwnFile(values=values)).find_setting(
        "OBS_VKCAPTURE_LINEAR"
    )
    assert setting is not None
    assert setting.default is True


def test_variables_in_place_of_a_file_are_read_as_that_file_would_be() -> None:
    lsfg = "VK_LAYER_LSFGVK_frame_generation"
    session = {"LSFGVK_ENV": "1", "LSFGVK_NO_FP16": "1", "LSFGVK_MULTIPLIER": "5"}
    half = row(lsfg, "allow_fp16", session)
    assert [note.text for note in half.notes] == [
        "Your session sets LSFGVK_NO_FP16=1.",
        "Your session sets LSFGVK_ENV=1, so the layer reads variables instead of its settings "
        "file.",
    ]
    layer = described(lsfg)
    read = apply_own_file(layer, OwnFile(values=read_session_values(layer, session)))
    settings = {key: read.find_setting(key) for key in ("allow_fp16", "multiplier")}
    assert {key: setting and setting.default for key, setting in settings.items()} == {
        "allow_fp16": False,
        "multiplier": 5,
    }
    assert read_session_values(layer, {"LSFGVK_MULTIPLIER": "5"}) == {}
