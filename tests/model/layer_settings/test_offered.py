from __future__ import annotations

import pytest

from tests.framework.settings import declared, flag, sdk_manifests, setting
from tests.model.layer_settings.rows import nodes_of
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_names import path_to, walk_offered
from vkconfig_py.model.layer_settings.settings_page import Filters, SettingsRequest

LAYER = declared(
    setting("g", "GROUP", settings=[setting("a"), setting("mac", platforms=["MACOS"])]),
    setting("secret", view="HIDDEN", settings=[setting("below_secret")]),
    setting("f", "FLAGS", flags=[
        flag("A", setting("b")), flag("B", setting("below_hidden_flag"), view="HIDDEN")]),
    setting("e", "ENUM", default="C", flags=[
        flag("C"), flag("D", setting("c", settings=[setting("d")]))]),
)  # fmt: skip


def test_what_is_hidden_or_for_another_platform_is_not_offered_nor_what_is_below_it():
    assert [one.key for one in walk_offered(LAYER.settings, "LINUX")] == [
        "a", "f", "b", "e", "c", "d"]  # fmt: skip
    assert "mac" in [one.key for one in walk_offered(LAYER.settings, "MACOS")]


def test_the_path_to_a_setting_leads_through_what_it_stands_below():
    assert path_to(LAYER.settings, "d") == ("e", "c", "d")
    assert path_to(LAYER.settings, "g") == ("g",)
    assert path_to(LAYER.settings, "gone") == ()


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
@pytest.mark.parametrize("platform", ["LINUX", "WINDOWS", "MACOS", "ANDROID"])
def test_every_setting_of_the_sdk_that_is_offered_is_shown_if_it_is_sought(path, platform):
    (layer,) = read_declared(path.read_bytes()).layers
    for one in walk_offered(layer.settings, platform):
        asked = SettingsRequest(layer, platform=platform, filters=Filters(sought=one.key))
        assert one.key in nodes_of(asked)
