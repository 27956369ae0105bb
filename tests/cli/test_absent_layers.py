"""What `explain`, `layer show` and `search` say of known layers that are not installed."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit
from vkconfig_py.model.layer_settings.described_layers import list_described_names
from vkconfig_py.model.layer_settings.known_layers import find_source
from vkconfig_py.model.problems.missing_layers import list_absent_layers, list_known_layers

LSFG = "VK_LAYER_LSFGVK_frame_generation"


def test_every_described_layer_has_a_source_and_is_known_once():
    assert [name for name in list_described_names() if find_source(name) is None] == []
    known = list_known_layers()
    assert len(known) == len(set(known))
    assert not any(one.startswith(f"{other}_") for one in known for other in known)


def test_a_layer_that_is_installed_under_a_longer_name_is_not_absent():
    name = "VK_LAYER_MANGOHUD_overlay"
    assert name in list_absent_layers(())
    assert name not in list_absent_layers([f"{name}_x86_64"])


@pytest.mark.parametrize(
    ("text", "layer"),
    [
        (LSFG, LSFG),
        ("lsfg", LSFG),
        ("lsfg-vk", LSFG),
        ("VK_LAYER_LS_frame_generation", "VK_LAYER_LS_frame_generation"),
        ("MangoHud", "VK_LAYER_MANGOHUD_overlay"),
        ("reshade", "VK_LAYER_reshade"),
        ("vk-basalt", "VK_LAYER_VKBASALT_post_processing"),
    ],
)
def test_a_name_as_people_type_it_is_explained(debugging, capsys, text, layer):
    assert main(["explain", text, "--json"]) == 0
    explanation = json.loads(capsys.readouterr().out)
    sentences = [step["sentence"] for step in explanation["story"]]
    assert (explanation["subject"], explanation["verdict"]) == (layer, None)
    source = find_source(layer)
    assert sentences[0].endswith(f"By {source.maker}: {source.page}")
    assert sentences[1] == "Not installed: the loader does not find a manifest for this layer"
    folders = next(one for one in sentences if one.startswith("Folders searched for explicit"))
    assert "/etc/vulkan/explicit_layer.d" in folders


def test_a_text_that_means_several_or_nothing_is_refused(debugging, capsys):
    assert main(["explain", "frame_generation"]) == Exit.NOT_FOUND
    assert "“frame_generation” is ambiguous" in capsys.readouterr().err
    assert main(["explain", "%%"]) == Exit.NOT_FOUND
    assert main(["explain", "nobody-made-this"]) == Exit.NOT_FOUND
    assert "No layer, driver" in capsys.readouterr().err


def test_of_another_machine_nothing_is_claimed(debugging, capsys):
    assert main(["explain", "lsfg", "--loader-version", "1.3.239"]) == Exit.NOT_FOUND


def test_described_settings_are_shown_but_not_changed(debugging, capsys):
    assert main(["layer", "show", "lsfg"]) == 0
    shown = capsys.readouterr().out
    assert f"{LSFG} is not installed." in shown
    assert "multiplier = 2" in shown
    assert main(["layer", "show", "lsfg", "multiplier"]) == 0
    assert "multiplier = 2\n    Multiplier: " in capsys.readouterr().out
    assert main(["layer", "set", LSFG, "multiplier", "3"]) == Exit.NOT_FOUND
    assert "its settings cannot be changed" in capsys.readouterr().err
    assert main(["layer", "set", "lsfg", "multiplier", "3"]) == Exit.NOT_FOUND
    assert f"How to get it: vkconfig-py explain {LSFG}" in capsys.readouterr().err


def test_described_settings_are_shown_of_a_layer_that_a_configuration_keeps(debugging, capsys):
    assert main(["layer", "on", LSFG]) == 0
    assert main(["layer", "show", LSFG, "multiplier"]) == 0
    shown = capsys.readouterr().out
    assert f"{LSFG} is not installed.\nNo settings are saved for this layer.\n" in shown
    assert "multiplier = 2" in shown
    assert main(["layer", "set", LSFG, "multiplier", "3"]) == Exit.NOT_FOUND
    assert "its settings cannot be changed" in capsys.readouterr().err


def test_search_finds_it_and_its_command_explains_it(debugging, capsys):
    assert main(["search", "lsfg", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["found"]
    assert (found[0]["name"], found[0]["next"]) == (
        f"{LSFG} (not installed)", f"vkconfig-py explain {LSFG}",
    )  # fmt: skip
