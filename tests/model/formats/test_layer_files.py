"""Files that one layer reads are recognised, and become configurations of it."""

from __future__ import annotations

import pytest

from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem
from vkconfig_py.model.exchange.open_file import find_kind, open_foreign_content
from vkconfig_py.model.formats.foreign_files import ForeignKind, Opened
from vkconfig_py.model.formats.layer_files import open_layer_file
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.described_layers import find_description

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"


def values(opened: Opened) -> dict[str, object]:
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
