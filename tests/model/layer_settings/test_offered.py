from __future__ import annotations

import pytest

from tests.framework.settings import declare_layer, make_flag, make_setting, sdk_manifests
from tests.model.layer_settings.rows import nodes_of
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_names import find_key_path, walk_offered
from vkconfig_py.model.layer_settings.settings_page import SettingFilters, SettingsRequest

LAYER = declare_layer(
    make_setting("g", "GROUP", settings=[
        make_setting("a"), make_setting("mac", platforms=["MACOS"])]),
    make_setting("secret", view="HIDDEN", settings=[make_setting("below_secret")]),
    make_setting("f", "FLAGS", flags=[
        make_flag("A", make_setting("b")),
        make_flag("B", make_setting("below_hidden_flag"), view="HIDDEN")]),
    make_setting("e", "ENUM", default="C", flags=[
        make_flag("C"), make_flag("D", make_setting("c", settings=[make_setting("d")]))]),
)  # fmt: skip


def test_what_is_hidden_or_for_another_platform_is_not_offered_nor_what_is_below_it():
    assert [one.key for one in walk_offered(LAYER.settings, "LINUX")] == [
        "a", "f", "b", "e", "c", "d"]  # fmt: skip
    assert "mac" in [one.key for one in walk_offered(LAYER.settings, "MACOS")]


def test_the_path_to_a_setting_leads_through_what_it_stands_below():
    assert find_key_path(LAYER.settings, "d") == ("e", "c", "d")
    assert find_key_path(LAYER.settings, "g") == ("g",)
    assert find_key_path(LAYER.settings, "gone") == ()


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
@pytest.mark.parametrize("platform", ["LINUX", "WINDOWS", "MACOS", "ANDROID"])
def test_every_setting_of_the_sdk_that_is_offered_is_shown_if_it_is_sought(path, platform):
    (layer,) = read_declared(path.read_bytes()).layers
    for one in walk_offered(layer.settings, platform):
        asked = SettingsRequest(
            layer, platform=platform, filters=SettingFilters(searched_key=one.key)
        )
        assert one.key in nodes_of(asked)
