"""Settings of vkBasalt and of Mesa's layers take effect: in pictures, device order, files and logs.

Each is chosen in a configuration, planned for one launch and launched; the program draws a picture
and keeps what its window shows. Nothing else is told the layers.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.e2e.desktop import virtual_desktop
from tests.framework.chromium import get_swiftshader_driver
from tests.framework.native import build_program
from tests.framework.reference import debian_loader
from tests.model.machine import LAUNCH, look
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.chain.layer_order import explain_layer_order
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    ListItem,
    SettingType,
    Value,
)
from vkconfig_py.model.formats.layer_files import find_file_faults
from vkconfig_py.model.formats.vkbasalt_conf import parse_conf
from vkconfig_py.model.launch.foreground import run_foreground
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.layer_settings.described_layers import find_description

VKBASALT = "VK_LAYER_VKBASALT_post_processing"
OVERLAY = "VK_LAYER_MESA_overlay"
SELECT = "VK_LAYER_MESA_device_select"
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
WIDTH = 256
INVERTED = "".join(f"{1 - r} {1 - g} {1 - b}\n" for b in (0, 1) for g in (0, 1) for r in (0, 1))
EFFECT = """
#include "Invert.fxh"
texture BackBufferTexture : COLOR;
sampler BackBuffer { Texture = BackBufferTexture; };
namespace Tests
{
    uniform float Level < ui_label = "Level"; ui_min = 0.0; ui_max = 1.0; > = 1.0;
    uniform float3 Tint < ui_type = "color"; > = float3(1.0, 0.0, 0.0);
    uniform int Order < ui_type = "combo"; ui_items = "RGB\\0BGR\\0"; > = 0;
    uniform bool Inverted = false;
}
void Triangle(in uint id : SV_VertexID, out float4 at : SV_Position, out float2 where : TEXCOORD)
{
    where.x = (id == 2) ? 2.0 : 0.0;
    where.y = (id == 1) ? 2.0 : 0.0;
    at = float4(where * float2(2.0, -2.0) + float2(-1.0, 1.0), 0.0, 1.0);
}
float4 Colored(float4 at : SV_Position, float2 where : TEXCOORD) : SV_Target
{
    float3 color = tex2D(BackBuffer, where).rgb * Tests::Level * Tests::Tint;
    if (Tests::Order == 1) color = color.bgr;
    if (Tests::Inverted) color = INVERT(color);
    return float4(color, 1.0);
}
technique Test { pass { VertexShader = Triangle; PixelShader = Colored; } }
"""


class Seen(NamedTuple):
    """What the program found and showed."""

    devices: tuple[str, ...]
    pixels: bytes

    def pixel(self, x: int, y: int) -> tuple[int, ...]:
        return tuple(self.pixels[3 * (y * WIDTH + x) :][:3])


Show = Callable[..., Seen]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with virtual_desktop("640x480") as desktop:
        yield desktop.display


@pytest.fixture
def session(tmp_path: Path, display: str) -> dict[str, str]:
    """Variables of a user's session; more may be added."""
    for name in ("home", "run"):
        (tmp_path / name).mkdir(mode=0o700)
    return {
        "HOME": str(tmp_path / "home"),
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
        "PATH": os.environ["PATH"],
        "DISPLAY": display,
        "VK_DRIVER_FILES": LAVAPIPE,
        "VK_ICD_FILENAMES": LAVAPIPE,
    }


@pytest.fixture
def show(tmp_path: Path, session: dict[str, str]) -> Show:
    """Launch the program with values chosen for a layer."""

    def shown(layer: str, frames: int = 5, order: Sequence[str] = (), **values: Value) -> Seen:
        program = str(build_program("picture.c"))
        snapshot, output = tmp_path / "picture.ppm", tmp_path / "output"
        snapshot.unlink(missing_ok=True)
        host = Host(environment=session, working_directory=str(tmp_path), executable=program)
        configuration = chosen(layer, values).with_order(order)
        for name in order:
            configuration = configuration.with_control(name, LayerControl.ON)
        folder = str(tmp_path / "run" / "vkconfig-py" / "launch-test")
        plan = look(host, configuration, LAUNCH, debian_loader().profile, folder=folder).plan
        with output.open("wb") as file:
            arguments = (str(frames), str(snapshot))
            ended = run_foreground(
                program, arguments, str(tmp_path), session, plan, output=file.fileno()
            )
        assert isinstance(ended, LaunchEnd)
        lines = output.read_text().splitlines()
        devices = tuple(line.split()[1] for line in lines if line.startswith("device "))
        pixels = snapshot.read_bytes().split(b"\n", 1)[1] if snapshot.exists() else b""
        return Seen(devices, pixels)

    return shown


def chosen(layer: str, values: dict[str, Value]) -> Configuration:
    described = find_description(layer)
    assert described is not None
    control = LayerControl.AUTO if layer == SELECT else LayerControl.ON
    configuration = Configuration("k", "Try").with_control(layer, LayerControl.ON)
    entry = configuration.find_entry(layer)
    assert entry is not None
    entry = entry._replace(control=control)
    for key, value in values.items():
        setting = described.find_setting(key)
        kind = setting.type if setting else _kind(value)
        entry = entry.with_value(key, kind, value)
    return configuration.with_entry(entry)


def _kind(value: Value) -> SettingType:
    """Type of a setting that only an effect knows."""
    kinds = {bool: SettingType.BOOL, float: SettingType.FLOAT, str: SettingType.ENUM}
    return kinds[type(value)]


def effects(*names: str) -> tuple[ListItem, ...]:
    return tuple(map(ListItem, names))


@pytest.mark.parametrize(
    ("effect", "others"),
    [
        ("cas", [{"casSharpness": 1.0}, {"casSharpness": -1.0}, {"enableOnLaunch": False}]),
        ("dls", [{"dlsSharpness": 1.0}]),
        (
            "fxaa",
            [
                {"fxaaQualitySubpix": 0.0},
                {"fxaaQualityEdgeThreshold": 1.0},
                {"fxaaQualityEdgeThresholdMin": 1.0},
            ],
        ),
        (
            "smaa",
            [
                {"smaaEdgeDetection": "color"},
                {"smaaThreshold": 0.5},
                {"smaaMaxSearchSteps": 0},
                {"smaaMaxSearchStepsDiag": 0},
                {"smaaCornerRounding": 100},
            ],
        ),
        (
            "deband",
            [
                {"debandAvgdiff": 100.0, "debandMaxdiff": 200.0, "debandMiddiff": 100.0},
                {"debandRange": 1.0},
                {"debandIterations": 1},
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_value_of_an_effect_changes_the_picture(
    show: Show, effect: str, others: list[dict[str, Value]]
) -> None:
    usual = show(VKBASALT, effects=effects(effect))
    assert usual.pixels
    for values in others:
        other = show(VKBASALT, effects=effects(effect), **values)
        assert other.pixels, values
        assert usual.pixels != other.pixels, values


def test_effects_are_done_in_their_order_and_none_before_the_toggle_key(show: Show) -> None:
    plain = show(VKBASALT, enableOnLaunch=False)
    assert plain.pixel(0, 0) == (0xC0, 0x80, 0x40)
    one = show(VKBASALT, effects=effects("cas", "fxaa"))
    other = show(VKBASALT, effects=effects("fxaa", "cas"))
    assert len({plain.pixels, one.pixels, other.pixels}) == 3


def test_colors_are_those_of_the_table(show: Show, tmp_path: Path) -> None:
    # vkBasalt drops blanks and takes "#" for a comment, unless they are in quotes.
    table = tmp_path / "my #1 table.cube"
    table.write_text(f"LUT_3D_SIZE 2\n{INVERTED}")
    seen = show(VKBASALT, effects=effects("lut"), lutFile=str(table))
    wanted = (0xFF - 0xC0, 0xFF - 0x80, 0xFF - 0x40)
    assert all(abs(a - b) < 4 for a, b in zip(seen.pixel(0, 0), wanted, strict=True))


@pytest.fixture
def effect(tmp_path: Path) -> str:
    """The path of an effect that includes a file, with blanks in both paths."""
    folder = tmp_path / "my shaders"
    folder.mkdir()
    (folder / "Invert.fxh").write_text("#define INVERT(color) (1.0 - color)\n")
    path = tmp_path / "my effect.fx"
    path.write_text(EFFECT)
    return str(path)


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({}, (0xC0, 0, 0)),
        ({"Level": 0.5}, (0x60, 0, 0)),
        ({"Order": "1"}, (0, 0, 0xC0)),
        ({"Inverted": True}, (0x3F, 0xFF, 0xFF)),
    ],
    ids=str,
)
def test_uniforms_of_an_effect_are_settings(
    show: Show, effect: str, values: dict[str, Value], wanted: tuple[int, ...]
) -> None:
    folder = str(Path(effect).parent / "my shaders")
    seen = show(
        VKBASALT,
        effects=effects("my effect"),
        reshadeEffects=effects(effect),
        reshadeIncludePath=folder,
        **values,
    )
    assert all(abs(a - b) < 3 for a, b in zip(seen.pixel(0, 0), wanted, strict=True))


def test_an_effect_of_the_users_file_has_settings_too(
    show: Show, effect: str, tmp_path: Path
) -> None:
    own = tmp_path / "home/.config/vkBasalt/vkBasalt.conf"
    own.parent.mkdir(parents=True)
    folder = Path(effect).parent / "my shaders"
    # All parts of a vector get the one value of its line.
    lines = ("effects = mine", f'mine = "{effect}"', f'reshadeIncludePath = "{folder}"', "Tint = 1")
    own.write_text("\n".join(lines))
    assert show(VKBASALT, casSharpness=1.0).pixel(0, 0) == (0xC0, 0x80, 0x40)
    assert show(VKBASALT, Level=0.5).pixel(0, 0) == (0x60, 0x40, 0x20)


def test_an_effect_that_includes_nothing_needs_no_folder(
    show: Show, effect: str, tmp_path: Path
) -> None:
    # vkBasalt asserts that the folder of included files is not empty.
    alone = tmp_path / "alone.fx"
    text = Path(effect).read_text().replace('#include "Invert.fxh"', "")
    alone.write_text(text.replace("INVERT(color)", "1.0 - color"))
    seen = show(VKBASALT, effects=effects("alone"), reshadeEffects=effects(str(alone)), Level=0.5)
    assert seen.pixel(0, 0) == (0x60, 0, 0)
    own = tmp_path / "home/.config/vkBasalt/vkBasalt.conf"
    own.parent.mkdir(parents=True)
    own.write_text(f'effects = mine\nmine = "{alone}"\n')
    assert show(VKBASALT, Level=0.5).pixel(0, 0) == (0x60, 0, 0)


def test_an_effect_and_its_uniform_of_one_name_both_count(
    show: Show, effect: str, tmp_path: Path
) -> None:
    named = tmp_path / "Level.fx"
    text = Path(effect).read_text().replace('#include "Invert.fxh"', "")
    named.write_text(text.replace("INVERT(color)", "1.0 - color"))
    chosen = {"effects": effects("Level"), "reshadeEffects": effects(str(named))}
    assert show(VKBASALT, **chosen).pixel(0, 0) == (0xC0, 0, 0)
    assert show(VKBASALT, **chosen, Level=0.5).pixel(0, 0) == (0x60, 0, 0)
    own = tmp_path / "home/.config/vkBasalt/vkBasalt.conf"
    own.parent.mkdir(parents=True)
    own.write_text(f'effects = Level\nLevel = "{named}"\nreshadeIncludePath = "{tmp_path}"\n')
    # The uniform is what vkBasalt reads of the path.
    assert show(VKBASALT, casSharpness=1.0).pixel(0, 0) == (0, 0, 0)
    assert show(VKBASALT, Level=0.5).pixel(0, 0) == (0x60, 0, 0)


@pytest.mark.parametrize(
    "content",
    [
        "effects = cas",
        "effects = lut",
        "effects = glow",
        "effects = mine\nmine = {effect}\nreshadeIncludePath = {folder}",
        "effects = mine\nmine = {effect}",
        "effects = mine\nmine = alone.fx\nreshadeIncludePath = {folder}",
        "effects = mine\nmine = {folder}/gone.fx\nreshadeIncludePath = {folder}",
        "effects = mine\nmine = {folder}\nreshadeIncludePath = {folder}",
        "effects = mine\nmine = ~/alone.fx\nreshadeIncludePath = {folder}",
        "effects = mine\nmine = $HOME/alone.fx\nreshadeIncludePath = {folder}",
        "effects = cas\nmine = {folder}/gone.fx",
    ],
)
def test_programs_end_by_the_effects_that_are_told(
    content: str, session: dict[str, str], effect: str, tmp_path: Path
) -> None:
    alone = tmp_path / "alone.fx"
    alone.write_text(Path(effect).read_text().replace('#include "Invert.fxh"', "").replace(
        "INVERT(color)", "1.0 - color"))  # fmt: skip
    (tmp_path / "home/alone.fx").write_text(alone.read_text())
    file = tmp_path / "my.conf"
    file.write_text(content.format(effect=alone, folder=tmp_path) + "\n")
    variables = {"ENABLE_VKBASALT": "1", "VKBASALT_CONFIG_FILE": str(file)}
    done = subprocess.run(
        ["/usr/bin/vkcube", "--c", "2"],
        env=session | variables,
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    described = find_description(VKBASALT)
    assert described is not None
    assert described.own_settings is not None
    faults = find_file_faults(described, file.read_bytes(), lambda path: Path(path).is_file())
    assert (done.returncode < 0) == bool(faults)


def test_the_users_own_file_counts_beside_what_is_chosen(show: Show, tmp_path: Path) -> None:
    own = tmp_path / "home/.config/vkBasalt/vkBasalt.conf"
    own.parent.mkdir(parents=True)
    content = b"# mine\neffects = smaa\nsmaaThreshold = 0.5 # nothing is an edge\n"
    own.write_bytes(content)
    log = tmp_path / "log"
    said = {"VKBASALT_LOG_LEVEL": "info", "VKBASALT_LOG_FILE": str(log)}
    first = show(VKBASALT, smaaCornerRounding=100, **said)
    # "info" is the default, so it is not chosen; the file is.
    lines = [line.partition("info: ")[2].strip() for line in log.read_text().splitlines()]
    assert lines[1:] == ["effects = smaa", "smaaThreshold = 0.5", "smaaCornerRounding = 100"]
    assert lines[0].endswith("/launch-test/vkBasalt.conf")
    assert first.pixels == show(VKBASALT, enableOnLaunch=False).pixels
    assert own.read_bytes() == content
    log.unlink()
    show(VKBASALT, smaaCornerRounding=100, **{**said, "VKBASALT_LOG_LEVEL": "none"})
    assert not log.exists()


def test_the_first_device_is_the_chosen_one(show: Show, session: dict[str, str]) -> None:
    both = f"{LAVAPIPE}:{get_swiftshader_driver()}"
    session |= {"VK_DRIVER_FILES": both, "VK_ICD_FILENAMES": both}
    devices = show(SELECT).devices
    assert len(devices) == 2
    for device in devices:
        assert show(SELECT, MESA_VK_DEVICE_SELECT=device).devices[0] == device
        alone = {"MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE": True}
        assert show(SELECT, MESA_VK_DEVICE_SELECT=device, **alone).devices == (device,)
    assert show(SELECT, MESA_VK_DEVICE_SELECT="list").devices == ()


def changed_box(one: bytes, other: bytes) -> tuple[int, int, int, int]:
    """Bounds of the pixels that differ."""
    places = [i // 3 for i in range(0, len(one), 3) if one[i : i + 3] != other[i : i + 3]]
    columns = [place % WIDTH for place in places]
    return min(columns), places[0] // WIDTH, max(columns), places[-1] // WIDTH


def test_an_overlay_is_changed_by_an_effect_that_is_called_later_alone(
    show: Show, tmp_path: Path
) -> None:
    """What Why says of this order, in the picture: the title of the overlay is blue."""
    table = tmp_path / "table.cube"
    table.write_text(f"LUT_3D_SIZE 2\n{INVERTED}")
    values = {"effects": effects("lut"), "lutFile": str(table)}
    title = 150, 15
    kept, changed = (
        show(VKBASALT, order=order, **values).pixel(*title)
        for order in ((VKBASALT, OVERLAY), (OVERLAY, VKBASALT))
    )
    assert kept[2] > kept[0]
    assert all(abs(0xFF - one - other) < 3 for one, other in zip(kept, changed, strict=True))
    sentences = [
        step.text
        for order in ((VKBASALT, OVERLAY), (OVERLAY, VKBASALT))
        for step in explain_layer_order(order, OVERLAY)[1:]
    ]
    assert sentences == [
        "Its overlay is not changed by VKBASALT_post_processing",
        "Its overlay is changed by VKBASALT_post_processing",
    ]


def test_the_overlay_stands_where_it_is_told(show: Show) -> None:
    plain = show(OVERLAY, no_display=True)
    assert plain.pixel(0, 0) == (0xC0, 0x80, 0x40)
    boxes = [changed_box(plain.pixels, show(OVERLAY, width=width).pixels) for width in (100, 200)]
    assert all(left < 20 and top < 20 for left, top, _right, _bottom in boxes)
    assert boxes[0][2] < 130 < boxes[1][2]
    corner = show(OVERLAY, width=100, position="bottom-right")
    left, top, _right, _bottom = changed_box(plain.pixels, corner.pixels)
    assert (left > 120, top > 20) == (True, True)


def test_the_overlay_writes_what_is_chosen(show: Show, tmp_path: Path) -> None:
    file = tmp_path / "values.csv"
    chosen_ones = {"fps_sampling_period": 1, "acquire": True, "device": False, "frame": True}
    show(OVERLAY, frames=20, output_file=str(file), **chosen_ones)
    head, *rows = file.read_text().splitlines()
    assert {"acquire", "frame"} <= {name.strip() for name in head.split(",")}
    assert "device" not in head
    assert len(rows) > 2


def test_a_session_that_uses_the_overlay_keeps_its_settings(
    show: Show, session: dict[str, str], tmp_path: Path
) -> None:
    session["VK_LAYER_MESA_OVERLAY_CONFIG"] = f"output_file={tmp_path / 'values.csv'},frame=1"
    show(OVERLAY, frames=20, fps_sampling_period=1, frame=False)
    head = (tmp_path / "values.csv").read_text().splitlines()[0]
    assert "frame," not in head.replace("frame_timing", "")


@given(st.lists(st.text("ab #=\"\t:é1.'\\", max_size=12), max_size=30))
@settings(max_examples=10, deadline=None)
def test_lines_are_read_as_by_the_real_layer(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("lines")
    file, log = folder / "vkBasalt.conf", folder / "log"
    content = "\n".join(lines).encode()
    file.write_bytes(content)
    environment = {
        "PATH": os.environ["PATH"],
        "ENABLE_VKBASALT": "1",
        "VKBASALT_CONFIG_FILE": str(file),
        "VKBASALT_LOG_LEVEL": "info",
        "VKBASALT_LOG_FILE": str(log),
        "HOME": str(folder),
        "VK_DRIVER_FILES": LAVAPIPE,
        "VK_ICD_FILENAMES": LAVAPIPE,
    }
    subprocess.run(
        ["vulkaninfo", "--summary"], env=environment, capture_output=True, check=False, timeout=60
    )
    said = [line.partition("info:  ")[2] for line in log.read_text().split("\n")[:-1]]
    assert said[0] == f"config file: {file}"
    assert said[1:] == [f"{one.key} = {one.value}" for one in parse_conf(content)]
