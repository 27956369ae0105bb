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

# As released: VkLayer_LS_frame_generation.json of 1.0.0, VkLayer_LSFGVK_frame_generation.json.in of
# 2.0.0 in development, vksumi.json of 0.0.7, layer.json.in of LatencyFleX 0.1.1, primus_vk.json of
# 1.6.4; of others the manifest in the source that their description names.
MANIFESTS: dict[str, dict[str, Any]] = {
    "LSFG_CONFIG": {
        "file_format_version": "1.0.0",
        "layer": {
            "name": "VK_LAYER_LS_frame_generation",
            "type": "GLOBAL",
            "api_version": "1.4.313",
            "library_path": "liblsfg-vk.so",
            "implementation_version": "1",
            "description": "Lossless Scaling frame generation layer",
            "functions": {
                "vkGetInstanceProcAddr": "layer_vkGetInstanceProcAddr",
                "vkGetDeviceProcAddr": "layer_vkGetDeviceProcAddr",
            },
            "disable_environment": {"DISABLE_LSFG": "1"},
        },
    },
    "LSFGVK_CONFIG": {
        "file_format_version": "1.1.0",
        "layer": {
            "name": "VK_LAYER_LSFGVK_frame_generation",
            "description": "Lossless Scaling frame generation layer",
            "implementation_version": "2",
            "library_path": "liblsfg-vk-layer.so",
            "type": "GLOBAL",
            "api_version": "1.4.328",
            "disable_environment": {"DISABLE_LSFGVK": "1"},
        },
    },
    "VKSUMI_CONFIG_FILE": {
        "file_format_version": "1.0.0",
        "layer": {
            "name": "VK_LAYER_vksumi_color_grading",
            "type": "GLOBAL",
            "library_path": "libVkLayer_vksumi.so",
            "api_version": "1.4.0",
            "implementation_version": "1",
            "description": (
                "vksumi runtime color grading (brightness, contrast, saturation, hue, gamma)"
            ),
            "functions": {
                "vkGetInstanceProcAddr": "vksumi_GetInstanceProcAddr",
                "vkGetDeviceProcAddr": "vksumi_GetDeviceProcAddr",
            },
            "enable_environment": {"ENABLE_VKSUMI": "1"},
            "disable_environment": {"DISABLE_VKSUMI": "1"},
        },
    },
    "LFX_MAX_FPS": {
        "file_format_version": "1.0.0",
        "layer": {
            "name": "VK_LAYER_LFX_LatencyFleX",
            "type": "GLOBAL",
            "library_path": "liblatencyflex_layer.so",
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "LatencyFleX (TM) latency reduction middleware",
            "enable_environment": {"LFX": "1"},
            "disable_environment": {"DISABLE_LFX": "1"},
            "functions": {
                "vkGetInstanceProcAddr": "lfx_GetInstanceProcAddr",
                "vkGetDeviceProcAddr": "lfx_GetDeviceProcAddr",
            },
        },
    },
    "LOW_LATENCY_EXPOSE_REFLEX": {
        "file_format_version": "1.0.0",
        "layer": {
            "name": "VK_LAYER_KORTHOS_low_latency",
            "type": "GLOBAL",
            "library_path": "libVkLayer_KORTHOS_LowLatency.so",
            "api_version": "1.3.0",
            "implementation_version": "3",
            "description": "Input latency reduction layer",
            "functions": {
                "vkGetInstanceProcAddr": "LowLatency_GetInstanceProcAddr",
                "vkGetDeviceProcAddr": "LowLatency_GetDeviceProcAddr",
            },
            "disable_environment": {"DISABLE_LOW_LATENCY": "1"},
        },
    },
    "PRIMUS_VK_RENDERID": {
        "file_format_version": "1.0.0",
        "layer": {
            "name": "VK_LAYER_PRIMUS_PrimusVK",
            "type": "GLOBAL",
            "library_path": "libprimus_vk.so.1",
            "api_version": "1.2.0",
            "implementation_version": "1",
            "description": "Primus-vk - https://github.com/felixdoerre/primus_vk",
            "functions": {
                "vkGetInstanceProcAddr": "PrimusVK_GetInstanceProcAddr",
                "vkGetDeviceProcAddr": "PrimusVK_GetDeviceProcAddr",
            },
            "enable_environment": {"ENABLE_PRIMUS_LAYER": "1"},
            "disable_environment": {"DISABLE_PRIMUS_LAYER": "1"},
        },
    },
    "STRANGLE_FPS": {
        "file_format_version": "1.0.0",
        "layer": {
            "name": "VK_LAYER_TORKEL104_libstrangle",
            "type": "GLOBAL",
            "api_version": "1.1.125",
            "library_path": "libstrangle_vk.so",
            "implementation_version": "1",
            "description": "Libstrangle framerate limiter",
            "enable_environment": {"ENABLE_VK_LAYER_TORKEL104_libstrangle": "1"},
            "disable_environment": {"DISABLE_VK_LAYER_TORKEL104_libstrangle": "1"},
        },
    },
    "AMD_VULKAN_ICD": {
        "file_format_version": "1.0.0",
        "layer": {
            "name": "VK_LAYER_AMD_switchable_graphics_64",
            "type": "GLOBAL",
            "library_path": "amdvlk64.so",
            "api_version": "1.4.313",
            "implementation_version": "1",
            "description": "AMD switchable graphics layer",
            "functions": {
                "vkGetInstanceProcAddr": "vk_icdGetInstanceProcAddrSG",
                "vkGetDeviceProcAddr": "vk_icdGetDeviceProcAddrSG",
            },
            "disable_environment": {"DISABLE_LAYER_AMD_SWITCHABLE_GRAPHICS_1": "1"},
        },
    },
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
