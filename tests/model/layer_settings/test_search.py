from __future__ import annotations

import pytest

from tests.framework.settings import declare_layer, make_flag, make_setting, sdk_layer
from vkconfig_py.model.layer_settings.settings_page import find_matching_keys

LAYER = declare_layer(
    make_setting("alpha_key", label="First", description="Does this"),
    make_setting(
        "b", "FLAGS", label="Second", flags=[make_flag("FLAG_X", description="Straße"), "OTHER"]
    ),
    make_setting("c", "INT", label="Third", detailed="in depth", unit="seconds", status="BETA"),
)
ALL = {"alpha_key", "b", "c"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ALL),
        ("  ", ALL),
        ("ALPHA", {"alpha_key"}),
        ("first this", {"alpha_key"}),
        ("this first", {"alpha_key"}),
        ("first second", set()),
        ("flag_x", {"b"}),
        ("STRASSE", {"b"}),
        ("other", {"b"}),
        ("depth", {"c"}),
        ("seconds beta", {"c"}),
        ("ir", {"alpha_key", "c"}),
    ],
)
def test_every_word_must_occur(query, found):
    assert find_matching_keys(LAYER, query) == found


def test_a_flag_of_the_validation_layer_is_found_by_its_label():
    layer = sdk_layer("khronos_validation")
    assert "debug_action" in find_matching_keys(layer, "log message")
    assert len(find_matching_keys(layer, "")) == 53
