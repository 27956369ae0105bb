"""Files that one layer reads are recognised, and become configurations of it."""

from __future__ import annotations

import pytest

from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem
from vkconfig_py.model.exchange.open_file import find_kind, open_foreign_content
from vkconfig_py.model.formats.foreign_files import ForeignError, ForeignKind, OpenedFile
from vkconfig_py.model.formats.layer_files import describe_file, open_layer_file
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.problems.lint_file import lint_file

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"


def values(opened: OpenedFile) -> dict[str, object]:
    (configuration,) = opened.configurations
    (entry,) = configuration.layers
    return {one.key: one.value for one in entry.settings}


@pytest.mark.parametrize(
    ("path", "content", "kind"),
    [
        ("/home/me/.config/MangoHud/MangoHud.conf", b"", ForeignKind.LAYER_FILE),
        ("/home/me/.config/MangoHud/wine-Game.conf", b"fps\n", ForeignKind.LAYER_FILE),
        ("/games/vkBasalt.conf", b"effects = cas\n", ForeignKind.LAYER_FILE),
        ("/tmp/my.txt", b"fps_limit=30\nposition=top-right\nno_display\n", ForeignKind.LAYER_FILE),
        ("/home/me/.config/MangoHud/presets.conf", b"[preset 1]\nfps\n", ForeignKind.UNKNOWN),
        ("/tmp/my.txt", b"width=3\nheight=4\ndepth=5\nname=x\n", ForeignKind.UNKNOWN),
        ("/tmp/vk_layer_settings.txt", b"khronos_validation.x = 1\n", ForeignKind.LAYER_SETTINGS),
    ],
)
def test_a_file_is_known_by_its_place_or_by_what_it_holds(
    path: str, content: bytes, kind: ForeignKind
) -> None:
    assert find_kind(path, content) is kind


def test_what_mangohud_reads_becomes_values_and_the_rest_is_told() -> None:
    content = b"# mine\nfps_limit=60,30\nno_display\nshow_fps=1\nfont_size=large\nread_cfg\n"
    opened = open_foreign_content("/c/MangoHud/MangoHud.conf", content)
    assert opened.kind is ForeignKind.LAYER_FILE
    (configuration,) = opened.configurations
    assert configuration.name == "MangoHud"
    assert configuration.layers[0].name == MANGOHUD
    assert values(opened) == {"fps_limit": (ListItem(60), ListItem(30)), "no_display": True}
    assert [(note.line, note.sentence) for note in opened.notes] == [
        (4, f"{MANGOHUD} has no setting show_fps. Did you mean “show_fps_limit”?"),
        (5, f"{MANGOHUD}: font_size keeps its default. “large” is not a valid value."),
    ]


def test_it_is_the_layer_that_is_installed() -> None:
    installed = (DeclaredLayer(f"{MANGOHUD}_x86_64"),)
    opened = open_foreign_content("/c/MangoHud.conf", b"no_display\n", lambda: installed)
    assert opened.configurations[0].layers[0].name == f"{MANGOHUD}_x86_64"


def test_a_file_that_sets_nothing_is_refused() -> None:
    opened = open_foreign_content("/c/MangoHud.conf", b"# nothing\n")
    assert opened.refusal == f"/c/MangoHud.conf: it contains no settings that {MANGOHUD} reads."


def test_effects_of_vkbasalt_are_called_as_their_files_are() -> None:
    layer = find_description(VKBASALT)
    assert layer is not None
    content = b"effects = cas:glow\nglow = /fx/Glow.fx\nSize = 3\nreshadeIncludePath = /fx\n"
    files = {"/fx/Glow.fx": b"uniform float Size = 1;"}
    opened = open_layer_file("/c/vkBasalt.conf", content, layer, tuple, files.get)
    entry = opened.configurations[0].layers[0]
    assert isinstance(entry, LayerEntry)
    assert opened.notes == ()
    assert values(opened) == {
        "effects": (ListItem("cas"), ListItem("Glow")),
        "reshadeEffects": (ListItem("/fx/Glow.fx"),),
        "Size": 3.0,
        "reshadeIncludePath": "/fx",
    }


LSFG = b"""version = 2
[global]
allow_fp16 = false
[[profile]]
name = "Fast"
active_in = "game"
multiplier = 4
[[profile]]
name = "Fine"
multiplier = 1
flow_scal = 2.0
pacing = 1
performance_mode = 1
"""


def test_each_table_of_a_file_is_a_configuration() -> None:
    opened = open_foreign_content("/c/lsfg-vk/conf.toml", LSFG)
    assert [one.name for one in opened.configurations] == ["Fast", "Fine"]
    read = [
        {one.key: one.value for one in configuration.layers[0].settings}
        for configuration in opened.configurations
    ]
    assert read == [
        {"allow_fp16": False, "multiplier": 4},
        {"allow_fp16": False},
    ]
    assert [note.line for note in opened.notes] == [10, 11, 12, 13]


@pytest.mark.parametrize(
    ("content", "layer"),
    [
        (b"version = 1\n[[game]]\nexe = 'x'\nmultiplier = 3\n", "VK_LAYER_LS_frame_generation"),
        (b"version = 2\n[[profile]]\nmultiplier = 3\n", "VK_LAYER_LSFGVK_frame_generation"),
    ],
)
def test_the_version_of_a_file_says_whose_it_is(content: bytes, layer: str) -> None:
    opened = open_foreign_content("/c/lsfg-vk/conf.toml", content)
    assert opened.configurations[0].layers[0].name == layer


def test_a_file_that_the_layer_ignores_is_not_opened() -> None:
    layer = describe_file("/c/lsfg-vk/conf.toml", b"version = 2\n[x\n")
    assert layer is not None
    with pytest.raises(ForeignError) as refused:
        open_layer_file("/c/conf.toml", b"version = 2\n[x\n", layer, tuple, {}.get)
    assert refused.value.line == 2


def test_every_table_of_a_file_is_linted() -> None:
    path = "/c/lsfg-vk/conf.toml"
    layer = "VK_LAYER_LSFGVK_frame_generation"
    assert [(one.line, one.severity, one.sentence) for one in lint_file(path, LSFG)] == [
        (10, Severity.ERROR, "multiplier: Must be 2 or more. The layer ignores the whole file."),
        (
            11,
            Severity.WARNING,
            f"{layer} has no setting flow_scal. Did you mean “flow_scale”?",
        ),
        (12, Severity.WARNING, "pacing: “1” is not a valid value. The layer uses none."),
        (
            13,
            Severity.WARNING,
            "performance_mode: “1” is not a valid value. The layer uses false.",
        ),
    ]
    (problem,) = lint_file(path, b"\nversion = 3\n")
    assert (problem.line, problem.code) == (2, "not-understood")
    assert problem.sentence == (
        f"{layer} does not read this file: its version is not 2, so the layer ignores it."
    )
