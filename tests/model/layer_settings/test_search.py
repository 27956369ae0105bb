from __future__ import annotations

import pytest

from tests.framework.settings import declared, flag, sdk_layer, setting
from vkconfig_py.model.layer_settings.settings_page import matches

LAYER = declared(
    setting("alpha_key", label="First", description="Does this"),
    setting("b", "FLAGS", label="Second", flags=[flag("FLAG_X", description="Straße"), "OTHER"]),
    setting("c", "INT", label="Third", detailed="in depth", unit="seconds", status="BETA"),
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
    assert matches(LAYER, query) == found


def test_a_flag_of_the_validation_layer_is_found_by_its_label():
    layer = sdk_layer("khronos_validation")
    assert "debug_action" in matches(layer, "log message")
    assert len(matches(layer, "")) == 53
