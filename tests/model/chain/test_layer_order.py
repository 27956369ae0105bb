"""What the order of layers means, and how that is known."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.loader.base.verdicts import Mark
from vkconfig_py.model.chain.layer_order import (
    LAYER_ORDER_FILE,
    explain_layer_order,
    find_order_consequences,
)
from vkconfig_py.model.files import resources
from vkconfig_py.model.layer_settings.known_layers import LAYER_SOURCES_FILE, find_layer_role

HUD, STEAM = "VK_LAYER_MANGOHUD_overlay_x86_64", "VK_LAYER_VALVE_steam_overlay_64"
BASALT, OBS = "VK_LAYER_VKBASALT_post_processing", "VK_LAYER_OBS_vkcapture_64"
GFX, VALIDATION = "VK_LAYER_LUNARG_gfxreconstruct", "VK_LAYER_KHRONOS_validation"
PROFILES, SELECT = "VK_LAYER_KHRONOS_profiles", "VK_LAYER_MESA_device_select"
PLAIN = "VK_LAYER_INTEL_nullhw"
DRAWS = "Draws over the image: the layer that is called last is on top"


def read(name):
    return json.loads(resources.find_resource(name).read_text(encoding="utf-8"))


def explain(name, *chain):
    steps = explain_layer_order(chain, name)
    assert all(step.mark is Mark.FACT for step in steps)
    assert all(step.note for step in steps[1:])  # how it is known
    return [step.text for step in steps]


def test_an_overlay_says_that_the_last_one_is_on_top_and_which_that_is():
    assert explain(HUD, PLAIN, HUD) == []
    assert explain(HUD, STEAM, HUD) == [DRAWS, "Drawn on top of VALVE_steam_overlay_64"]
    assert explain(STEAM, STEAM, HUD) == [
        DRAWS,
        "Below the overlays drawn by MANGOHUD_overlay_x86_64",
    ]
    assert explain(HUD, BASALT, HUD, OBS)[1:] == [
        "Its overlay is not changed by VKBASALT_post_processing",
        "Its overlay is captured by OBS_vkcapture_64",
    ]
    assert explain(HUD, OBS, HUD, BASALT)[1:] == [
        "Its overlay is changed by VKBASALT_post_processing",
        "Its overlay is not captured by OBS_vkcapture_64",
    ]


def test_an_effect_says_which_overlays_it_changes():
    assert explain(BASALT, HUD, STEAM, BASALT) == [
        "Changes the image, including anything drawn by layers called earlier",
        "Changes the overlays drawn by MANGOHUD_overlay_x86_64 and VALVE_steam_overlay_64",
    ]
    assert explain(BASALT, BASALT, HUD, OBS)[1:] == [
        "Does not change the overlays drawn by MANGOHUD_overlay_x86_64",
        "Its changes are captured by OBS_vkcapture_64",
    ]
    assert explain(BASALT, OBS, BASALT)[1:] == ["Its changes are not captured by OBS_vkcapture_64"]
    assert explain(BASALT, BASALT, "VK_LAYER_reshade") == []


def test_a_capture_says_what_it_holds():
    assert explain(OBS, HUD, BASALT, OBS) == [
        "Captures the image, including anything drawn by layers called earlier",
        "Captures the overlays drawn by MANGOHUD_overlay_x86_64",
        "Captures the changes made by VKBASALT_post_processing",
    ]
    assert explain(OBS, OBS, HUD, BASALT)[1:] == [
        "Does not capture the overlays drawn by MANGOHUD_overlay_x86_64",
        "Does not capture the changes made by VKBASALT_post_processing",
    ]
    assert explain(GFX, GFX, HUD) == [
        "Records calls, including those of layers called earlier",
        "Does not record the overlays drawn by MANGOHUD_overlay_x86_64",
    ]


def test_validation_says_whose_calls_it_checks_and_which_device_it_sees():
    assert explain(VALIDATION, HUD, VALIDATION, BASALT)[1:] == [
        "Also checks the calls of MANGOHUD_overlay_x86_64",
        "Does not check the calls of VKBASALT_post_processing",
    ]
    assert explain(VALIDATION, PROFILES, VALIDATION)[1:] == [
        "Does not see the device simulated by KHRONOS_profiles"
    ]
    assert explain(PROFILES, VALIDATION, PROFILES)[1:] == [
        "Programs are checked against its device by KHRONOS_validation"
    ]


def test_what_chooses_devices_says_which_layers_that_does_not_reach():
    assert explain(SELECT, HUD, SELECT) == []
    assert explain(SELECT, SELECT, PLAIN) == [
        "Programs and layers called earlier get its choice of devices",
        "Its choice does not reach layers called later: INTEL_nullhw",
    ]
    assert explain(PLAIN, SELECT, PLAIN) == []


def test_other_layers_and_those_that_are_off_say_nothing():
    assert explain(PLAIN, HUD, PLAIN) == []
    assert explain(OBS, HUD, BASALT) == []


def test_it_says_how_it_is_known():
    (_rule, step) = explain_layer_order((GFX, BASALT), GFX)
    assert step.note == "tried with vkBasalt 0.3.2.8 and GFXReconstruct 0.9.18"
    (_rule, step) = explain_layer_order((PROFILES, VALIDATION), PROFILES)
    assert step.note == "stated by LunarG"


@pytest.mark.parametrize("relation", read(LAYER_ORDER_FILE)["relations"])
def test_a_drawback_has_an_opposite_without_one(relation):
    roles = set(read(LAYER_ORDER_FILE)["rules"])
    assert {relation["above"], relation["below"]} <= roles | {None}
    assert len({"tried", "source", "stated"} & relation.keys()) == 1
    opposites = [
        other
        for other in read(LAYER_ORDER_FILE)["relations"]
        if (other["above"], other["below"]) == (relation["below"], relation["above"])
    ]
    assert not any(relation.get("drawback") and one.get("drawback") for one in opposites)
    assert opposites or relation["below"] is None


def test_every_role_of_a_layer_has_a_rule():
    roles = {
        layer["role"] for layer in read(LAYER_SOURCES_FILE)["layers"].values() if "role" in layer
    }
    assert roles == set(read(LAYER_ORDER_FILE)["rules"])
    assert find_layer_role(PLAIN) is None


def test_only_the_side_of_those_that_it_is_about_counts():
    (consequence,) = find_order_consequences((BASALT, PLAIN, HUD), BASALT)
    assert (consequence.layers, consequence.is_called_first) == ((HUD,), True)
    assert not consequence.has_drawback
