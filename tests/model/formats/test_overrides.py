"""Override manifests of other programs: what they become and what is told."""

import json

from tests.model.formats.entrance import opened, sentences
from tests.model.formats.samples import VALIDATION, sample
from vkconfig_py.model.configuration.configuration import LayerControl, ProgramEntry
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.formats.meta_layer_manifests import OverrideLayer, render_override


def test_an_override_of_vkconfig_2_turns_on_and_blocks():
    result = opened("VkLayer_override.json")
    (found,) = result.configurations
    assert found.name == "Override for vkcube and game"
    assert [(e.name, e.control, e.placed) for e in found.layers] == [
        ("VK_LAYER_LUNARG_api_dump", LayerControl.ON, True),
        (VALIDATION, LayerControl.ON, True),
        ("VK_LAYER_MESA_overlay", LayerControl.OFF, False),
    ]
    assert found.programs == (ProgramEntry("/usr/bin/vkcube"), ProgramEntry("/opt/game/bin/game"))
    assert result.sources == (
        CollectionSource("/home/me/layers"),
        CollectionSource("/usr/share/vulkan/explicit_layer.d"),
    )
    assert sentences(result) == [
        (
            9,
            (
                "The override replaces the folders for explicit layers; the imported "
                "configuration adds its folders to the default folders."
            ),
        )
    ]


def test_our_own_overrides_come_back_with_their_names_and_programs():
    content = render_override(
        [
            OverrideLayer("Game", "1.3.0", ("VK_LAYER_a",), app_keys=("/game",)),
            OverrideLayer("Tool", "1.3.0", ("VK_LAYER_b",), app_keys=("/tool",)),
        ]
    )
    found = opened("x.json", content).configurations
    assert [(one.name, one.programs) for one in found] == [
        ("Game", (ProgramEntry("/game"),)),
        ("Tool", (ProgramEntry("/tool"),)),
    ]


def test_an_override_that_the_loader_does_not_read_is_refused_with_the_line():
    content = b'{"file_format_version": "1.1.2", "layer": {\n"name": "VK_LAYER_LUNARG_override"}}'
    assert opened("x.json", content).refusal == (
        "/x/x.json:1: the loader does not read it: “type” is missing."
    )


def test_other_layers_beside_an_override_are_told():
    document = json.loads(sample("VkLayer_override.json"))
    override = document.pop("layer")
    other = {**override, "name": "VK_LAYER_other", "library_path": "liba.so"}
    other = {name: value for name, value in other.items() if "_layers" not in name}
    other = {name: value for name, value in other.items() if name not in ("override_paths",)}
    document["layers"] = [override, {"name": "VK_LAYER_broken"}, other]
    result = opened("x.json", document)
    assert [note.sentence for note in result.notes][:2] == [
        "The loader does not read this layer: “type” is missing.",
        "VK_LAYER_other is not an override and was omitted.",
    ]
