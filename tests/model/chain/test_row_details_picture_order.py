"""What the order of layers means for the picture."""

from __future__ import annotations

from vkconfig_py.loader.base.verdicts import Mark
from vkconfig_py.model.chain.row_details import explain_image_use
from vkconfig_py.model.chain.snapshot_values import Row, RowKind

HUD, STEAM = "VK_LAYER_MANGOHUD_overlay_x86_64", "VK_LAYER_VALVE_steam_overlay_64"
BASALT, OBS = "VK_LAYER_VKBASALT_post_processing", "VK_LAYER_OBS_vkcapture_64"
PLAIN = "VK_LAYER_KHRONOS_validation"
DRAWS = "Draws over the image: the layer that is called last is on top"


def explain(name, *chain, off=()):
    rows = [Row(f"layer:{layer}", RowKind.LAYER, layer) for layer in chain]
    rows += [Row(f"layer:{layer}", RowKind.OFF_LAYER, layer) for layer in off]
    steps = explain_image_use(rows, name)
    assert all(step.mark is Mark.NEUTRAL for step in steps)
    return [step.text for step in steps]


def test_an_overlay_says_that_the_last_one_is_on_top_and_which_that_is():
    assert explain(HUD, PLAIN, HUD) == [DRAWS]
    assert explain(HUD, STEAM, HUD) == [DRAWS, "Drawn on top of: VALVE_steam_overlay_64"]
    assert explain(STEAM, STEAM, HUD) == [
        DRAWS,
        "Overlays on top of this one: MANGOHUD_overlay_x86_64",
    ]
    assert explain(HUD, BASALT, HUD, OBS)[1:] == [
        "Its overlay is not changed by: VKBASALT_post_processing",
        "Its overlay is captured by: OBS_vkcapture_64",
    ]
    assert explain(HUD, OBS, HUD, BASALT)[1:] == [
        "Its overlay is not captured by: OBS_vkcapture_64",
        "Its overlay is changed by: VKBASALT_post_processing",
    ]


def test_an_effect_says_which_overlays_it_changes():
    assert explain(BASALT, HUD, STEAM, BASALT) == [
        "Changes the image, including anything drawn by layers called earlier",
        "Changes the overlays drawn by: MANGOHUD_overlay_x86_64 and VALVE_steam_overlay_64",
    ]
    assert explain(BASALT, BASALT, HUD, OBS)[1:] == [
        "Does not change the overlays drawn by: MANGOHUD_overlay_x86_64",
        "Its changes are captured by: OBS_vkcapture_64",
    ]
    assert explain(BASALT, OBS, BASALT)[1:] == ["Its changes are not captured by: OBS_vkcapture_64"]
    assert len(explain(BASALT, BASALT, "VK_LAYER_reshade")) == 1


def test_a_capture_says_what_it_holds():
    assert explain(OBS, HUD, BASALT, OBS) == [
        "Captures the image, including anything drawn by layers called earlier",
        "Captures the overlays drawn by: MANGOHUD_overlay_x86_64",
        "Captures the changes made by: VKBASALT_post_processing",
    ]
    assert explain(OBS, OBS, HUD, BASALT)[1:] == [
        "Does not capture the overlays drawn by: MANGOHUD_overlay_x86_64",
        "Does not capture the changes made by: VKBASALT_post_processing",
    ]


def test_other_layers_and_those_that_are_off_say_nothing():
    assert explain(PLAIN, HUD, PLAIN) == []
    assert explain(HUD, PLAIN, off=(HUD,)) == []
    assert explain(HUD, HUD, off=(STEAM,)) == [DRAWS]
