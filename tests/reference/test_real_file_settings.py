"""Settings of layers that Debian lacks reach the layer: its released manifest, and a layer of ours.

Ours stands in for their libraries. It prints the file and the variables that it finds in the
program, as the real loader starts it; that theirs read them so is known from their code alone.
"""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.framework.native import build_native
from tests.framework.own_layers import build_own_layer
from tests.framework.reference import debian_loader
from tests.model.machine import ENVIRONMENT, LAUNCH, look
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target
from vkconfig_py.model.launch.foreground import run_foreground
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.plan.plan import PlanView


def make_manifest(
    name: str,
    library: str,
    api_version: str,
    description: str,
    *,
    functions: str = "",
    enabled_by: str = "",
    disabled_by: str,
    implementation: int = 1,
    file_format: str = "1.0.0",
) -> dict[str, Any]:
    """Return an implicit layer's manifest.

    Args:
        name: of the layer, without VK_LAYER_.
        library: its library_path.
        api_version: of the layer.
        description: of the layer.
        functions: what its entry points are called, {} for "Instance" or "Device", "" for none.
        enabled_by: variable that turns it on, "" for none.
        disabled_by: variable that turns it off.
        implementation: its implementation_version.
        file_format: its file_format_version.
    """
    layer: dict[str, Any] = {
        "name": f"VK_LAYER_{name}",
        "type": "GLOBAL",
        "library_path": library,
        "api_version": api_version,
        "implementation_version": str(implementation),
        "description": description,
        "disable_environment": {disabled_by: "1"},
    }
    if enabled_by:
        layer["enable_environment"] = {enabled_by: "1"}
    if functions:
        layer["functions"] = {
            f"vkGet{kind}ProcAddr": functions.format(kind) for kind in ("Instance", "Device")
        }
    return {"file_format_version": file_format, "layer": layer}


# As released: VkLayer_LS_frame_generation.json of 1.0.0, VkLayer_LSFGVK_frame_generation.json.in of
# 2.0.0 in development, vksumi.json of 0.0.7, layer.json.in of LatencyFleX 0.1.1, primus_vk.json of
# 1.6.4; of others the manifest in the source that their description names.
MANIFESTS: dict[str, dict[str, Any]] = {
    "LSFG_CONFIG": make_manifest(
        "LS_frame_generation",
        "liblsfg-vk.so",
        "1.4.313",
        "Lossless Scaling frame generation layer",
        functions="layer_vkGet{}ProcAddr",
        disabled_by="DISABLE_LSFG",
    ),
    "LSFGVK_CONFIG": make_manifest(
        "LSFGVK_frame_generation",
        "liblsfg-vk-layer.so",
        "1.4.328",
        "Lossless Scaling frame generation layer",
        disabled_by="DISABLE_LSFGVK",
        implementation=2,
        file_format="1.1.0",
    ),
    "VKSUMI_CONFIG_FILE": make_manifest(
        "vksumi_color_grading",
        "libVkLayer_vksumi.so",
        "1.4.0",
        "vksumi runtime color grading (brightness, contrast, saturation, hue, gamma)",
        functions="vksumi_Get{}ProcAddr",
        enabled_by="ENABLE_VKSUMI",
        disabled_by="DISABLE_VKSUMI",
    ),
    "LFX_MAX_FPS": make_manifest(
        "LFX_LatencyFleX",
        "liblatencyflex_layer.so",
        "1.3.0",
        "LatencyFleX (TM) latency reduction middleware",
        functions="lfx_Get{}ProcAddr",
        enabled_by="LFX",
        disabled_by="DISABLE_LFX",
    ),
    "LOW_LATENCY_EXPOSE_REFLEX": make_manifest(
        "KORTHOS_low_latency",
        "libVkLayer_KORTHOS_LowLatency.so",
        "1.3.0",
        "Input latency reduction layer",
        functions="LowLatency_Get{}ProcAddr",
        disabled_by="DISABLE_LOW_LATENCY",
        implementation=3,
    ),
    "PRIMUS_VK_RENDERID": make_manifest(
        "PRIMUS_PrimusVK",
        "libprimus_vk.so.1",
        "1.2.0",
        "Primus-vk - https://github.com/felixdoerre/primus_vk",
        functions="PrimusVK_Get{}ProcAddr",
        enabled_by="ENABLE_PRIMUS_LAYER",
        disabled_by="DISABLE_PRIMUS_LAYER",
    ),
    "STRANGLE_FPS": make_manifest(
        "TORKEL104_libstrangle",
        "libstrangle_vk.so",
        "1.1.125",
        "Libstrangle framerate limiter",
        enabled_by="ENABLE_VK_LAYER_TORKEL104_libstrangle",
        disabled_by="DISABLE_VK_LAYER_TORKEL104_libstrangle",
    ),
    "AMD_VULKAN_ICD": make_manifest(
        "AMD_switchable_graphics_64",
        "amdvlk64.so",
        "1.4.313",
        "AMD switchable graphics layer",
        functions="vk_icdGet{}ProcAddrSG",
        disabled_by="DISABLE_LAYER_AMD_SWITCHABLE_GRAPHICS_1",
    ),
}
PROGRAM = "asker"


@pytest.fixture
def session(tmp_path: Path) -> dict[str, str]:
    """Variables of a user's session."""
    for name in ("home", "run"):
        (tmp_path / name).mkdir(mode=0o700)
    return {
        "HOME": str(tmp_path / "home"),
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
        "PATH": os.environ["PATH"],
    }


def show(variable: str, session: dict[str, str], view: PlanView, **values: Any) -> str:
    """Return what the layer found in a program that was launched with values for its settings."""
    home = Path(session["HOME"])
    folder = home / ".local/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True, exist_ok=True)
    manifest = json.loads(json.dumps(MANIFESTS[variable]))
    library = build_own_layer(home / "lib", f'SHOWN="{variable}"')
    manifest["layer"]["library_path"] = str(library)
    (folder / "layer.json").write_text(json.dumps(manifest))
    layer = manifest["layer"]["name"]
    described = find_description(layer)
    assert described is not None
    program = str(build_native().asking_program)
    configuration = Configuration("k", "Try").with_control(layer, LayerControl.ON)
    entry = configuration.find_entry(layer)
    assert entry is not None
    for key, value in values.items():
        setting = described.find_setting(key)
        assert setting is not None
        entry = entry.with_value(key, setting.type, value)
    configuration = configuration.with_entry(entry)._replace(target=Target(program))
    host = Host(environment=session, working_directory=str(home), executable=program)
    loader = debian_loader()
    launch_folder = str(home.parent / "run" / "vkconfig-py" / "launch-test")
    plan = look(host, configuration, view, loader.profile, folder=launch_folder).plan
    output = home / "output"
    arguments = (loader.profile.library, str(home / "answer"), "x", "4194304", "0", "0")
    with output.open("wb") as file:
        ended = run_foreground(program, arguments, str(home), session, plan, output=file.fileno())
    assert isinstance(ended, LaunchEnd)
    return output.read_text()


def write_conf(session: dict[str, str], content: str) -> None:
    path = Path(session["HOME"]) / ".config/lsfg-vk/conf.toml"
    path.parent.mkdir(parents=True)
    path.write_text(content)


@pytest.mark.parametrize(
    ("variable", "version", "array", "programs"),
    [("LSFG_CONFIG", 1, "game", "exe"), ("LSFGVK_CONFIG", 2, "profile", "active_in")],
)
def test_the_layer_finds_the_profile_of_its_program(
    variable: str, version: int, array: str, programs: str, session: dict[str, str]
) -> None:
    write_conf(
        session,
        f"version = {version}\n[[{array}]]\n{programs} = 'other'\nmultiplier = 2\n"
        f"[[{array}]]\n{programs} = '{PROGRAM}'\nmultiplier = 4 # kept\n",
    )
    shown = show(variable, session, LAUNCH, multiplier=3, flow_scale=1.0)
    named, content = shown.split("\n", 1)
    assert named.startswith(f"{variable}=")
    assert "multiplier = 3 # kept" in content
    assert tomllib.loads(content)[array] == [
        {programs: "other", "multiplier": 2},
        {programs: PROGRAM, "multiplier": 3, "flow_scale": 1.0},
    ]


def test_the_layer_finds_variables_that_say_all_that_the_file_does(
    session: dict[str, str],
) -> None:
    write_conf(
        session,
        "version = 2\n[global]\nallow_fp16 = false\n[[profile]]\nname = 'x'\n"
        f"active_in = '{PROGRAM}'\nmultiplier = 4\n",
    )
    shown = show("LSFGVK_CONFIG", session, ENVIRONMENT, flow_scale=0.5)
    assert sorted(shown.splitlines()) == [
        "LSFGVK_ENV=1",
        "LSFGVK_FLOW_SCALE=0.5",
        "LSFGVK_MULTIPLIER=4",
        "LSFGVK_NO_FP16=1",
    ]


def test_the_layer_finds_a_file_of_what_is_chosen(session: dict[str, str]) -> None:
    shown = show("VKSUMI_CONFIG_FILE", session, LAUNCH, gamma=0.5, enabled=True)
    named, *lines = shown.splitlines()
    assert named.startswith("VKSUMI_CONFIG_FILE=")
    assert lines == ["gamma=0.5", "enabled=true"]


@pytest.mark.parametrize(
    ("values", "variables"),
    [
        ({"LFX_MAX_FPS": 60}, {"LFX_MAX_FPS=60"}),
        (
            {"LOW_LATENCY_EXPOSE_REFLEX": True, "LOW_LATENCY_SPOOF_NVIDIA": False},
            {"LOW_LATENCY_EXPOSE_REFLEX=1", "LOW_LATENCY_SPOOF_NVIDIA=0"},
        ),
        (
            {"PRIMUS_VK_RENDERID": "10de:2684", "PRIMUS_VK_MAX_FPS": 60},
            {"PRIMUS_VK_RENDERID=10de:2684", "PRIMUS_VK_MAX_FPS=60"},
        ),
        (
            {"STRANGLE_FPS": 59.94, "STRANGLE_VSYNC": "1", "STRANGLE_AF": 16},
            {"STRANGLE_FPS=59.94", "STRANGLE_VSYNC=1", "STRANGLE_AF=16"},
        ),
        ({"AMD_VULKAN_ICD": "RADV"}, {"AMD_VULKAN_ICD=RADV"}),
    ],
    ids=["LatencyFleX", "low_latency", "primus_vk", "libstrangle", "AMD"],
)
def test_the_layer_finds_the_variables_of_what_is_chosen(
    values: dict[str, Any], variables: set[str], session: dict[str, str]
) -> None:
    """Those that begin as the first one does."""
    shown = show(next(iter(values)), session, LAUNCH, **values)
    assert set(shown.splitlines()) == variables


def test_the_layer_finds_no_variable_for_what_any_value_would_turn_on(
    session: dict[str, str],
) -> None:
    session["LFX_MAX_FPS"], session["LFX_PLACEBO"] = "30", "0"
    shown = show("LFX_MAX_FPS", session, LAUNCH, LFX_PLACEBO=False)
    assert shown.splitlines() == ["LFX_MAX_FPS=30"]
