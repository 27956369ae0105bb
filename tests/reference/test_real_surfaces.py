"""What devices can present to: as vulkaninfo says field by field, and as the C loader answers."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.desktop import virtual_desktop
from tests.e2e.wayland import wayland_desktop
from tests.framework import chromium
from tests.framework.dumps import SurfacesResult, read_surfaces_through
from tests.framework.reference import debian_loader
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.probe.probe_run import SURFACES, ProbeSelection, make_load_plan, probe
from vkconfig_py.loader.wire.jobs import State, SurfaceState
from vkconfig_py.loader.wire.results import Limits, ProbeResults
from vkconfig_py.model.chain.device_entries import BIT_NAMES

LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
XCB, XLIB = "VK_KHR_xcb_surface", "VK_KHR_xlib_surface"
WAYLAND, HEADLESS = "VK_KHR_wayland_surface", "VK_EXT_headless_surface"
# By the first word of the names of devices. Asked all the same, these drivers crash in C loaders.
LACKING = {"SwiftShader": (XLIB,), "llvmpipe": (HEADLESS,)}
_PREFIX_BY_FIELD = {
    "supportedTransforms": "VK_SURFACE_TRANSFORM_",
    "currentTransform": "VK_SURFACE_TRANSFORM_",
    "supportedCompositeAlpha": "VK_COMPOSITE_ALPHA_",
    "supportedUsageFlags": "VK_IMAGE_USAGE_",
}


@pytest.fixture(scope="module")
def x11() -> Iterator[dict[str, str]]:
    """Return the variables of a screen of X11."""
    with virtual_desktop("640x480") as desktop:
        yield {"DISPLAY": desktop.display}


@pytest.fixture(scope="module")
def wayland() -> Iterator[dict[str, str]]:
    """Return the variables of a compositor."""
    with wayland_desktop() as desktop:
        display = desktop.environment()["WAYLAND_DISPLAY"]
        yield {"WAYLAND_DISPLAY": display, "XDG_RUNTIME_DIR": str(Path(display).parent)}


def _make_environment(folder: Path, drivers: tuple[Path, ...], more: dict[str, str]) -> Any:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "VK_DRIVER_FILES": ":".join(map(str, drivers)),
        "VK_LOADER_LAYERS_DISABLE": "~implicit~",
        **more,
    }


def _probe(environment: dict[str, str], selection: ProbeSelection = SURFACES) -> ProbeResults:
    return probe(_discover(environment), selection)


def _discover(environment: dict[str, str]) -> Any:
    host = Host.read_current()
    host = host.with_environment([(name, None) for name in host.environment])
    return discover(host.with_environment(environment.items()), profile=debian_loader().profile)


def _find_surfaces(results: ProbeResults) -> dict[str, dict[str, Any]]:
    """Return the surfaces of the first device by the word that begins its name, and extension."""
    assert results.surfaces is not None
    return {
        device["properties"]["deviceName"].split()[0]: {
            surface["extension"]: surface for surface in device["surfaces"]
        }
        for device in results.surfaces.answer.devices
    }


# ---- what vulkaninfo prints


def _parse_vulkaninfo(environment: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Return what vulkaninfo says about surfaces, by extension, with the names of the answers."""
    printed = subprocess.run(
        ["vulkaninfo"], env=environment, capture_output=True, text=True, timeout=60, check=True
    ).stdout
    section = printed.partition("Presentable Surfaces:")[2].partition("Device Groups:")[0]
    families = re.findall(r"present support\s+= (true|false)", printed)
    found: dict[str, dict[str, Any]] = {}
    for part in re.split(r"^\tSurface types?\b", section, flags=re.MULTILINE)[1:]:
        surface = _parse_surface(part)
        surface["queue_families"] = [word == "true" for word in families]
        for extension in re.findall(r"VK_\w+_surface", part):
            found[extension] = surface
    return found


def _parse_surface(text: str) -> dict[str, Any]:
    lines = [line for line in text.splitlines() if line.strip()]
    capabilities: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(lines):
        structure = re.fullmatch(r"\t(Vk\w+):", line)
        if structure:
            capabilities[structure[1]] = _parse_members(lines[number + 2 :])
    return {
        "formats": [
            {"format": f"VK_{name}", "colorSpace": f"VK_{space}"}
            for name, space in re.findall(r"format = (\w+)\s+colorSpace = (\w+)", text)
        ],
        "present_modes": [
            f"VK_{name}" for name in re.findall(r"^\t\t(PRESENT_MODE_\w+)", text, re.M)
        ],
        "capabilities": capabilities,
    }


def _parse_members(lines: list[str]) -> dict[str, Any]:
    """Return the members of one structure: numbers, extents and names of bits."""
    members: dict[str, Any] = {}
    name = ""
    for line in lines:
        if not line.startswith("\t\t"):
            break
        word, _, value = (part.strip() for part in line.partition("="))
        if line.startswith("\t\t\t"):  # a member or bit of the last one
            if value:
                members[name][word] = int(value)
            else:
                members[name].append(f"VK_{word}")
        elif word.endswith(": count"):
            name = word.partition(":")[0]
            members[name] = []
        elif word.endswith(":"):
            name = word[:-1]
            members[name] = {}
        elif value in ("true", "false"):
            members[word] = value == "true"
        else:
            members[word] = (
                [f"VK_{value}"] if value.isupper() and not value.isdigit() else int(value)
            )
    return members


def _name_bits(answer: dict[str, Any]) -> dict[str, Any]:
    """Return a surface of ours with the bits of masks as vulkaninfo names them."""
    capabilities = {
        structure: {name: _name_member(name, value) for name, value in members.items()}
        for structure, members in answer["capabilities"].items()
    }
    parts = ("formats", "present_modes", "queue_families")
    return {"capabilities": capabilities, **{part: answer[part] for part in parts}}


def _name_member(name: str, value: Any) -> Any:
    prefix = _PREFIX_BY_FIELD.get(name)
    if prefix is None:
        return value
    # "IDENTITY_KHR" is VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR.
    names = [word for bit, word in BIT_NAMES[prefix].items() if value & bit]
    return [re.sub(r"(_KHR|)$", r"_BIT\1", prefix + name, count=1) for name in names]


@pytest.mark.parametrize(
    ("screen", "extensions"), [("x11", {XCB, XLIB}), ("wayland", {WAYLAND})], ids=["x11", "wayland"]
)
def test_every_field_is_that_of_vulkaninfo(tmp_path, x11, wayland, screen, extensions) -> None:
    variables = {"x11": x11, "wayland": wayland}[screen]
    environment = _make_environment(tmp_path, (LAVAPIPE,), variables)
    theirs = _parse_vulkaninfo(environment)
    ours = _find_surfaces(_probe(environment))["llvmpipe"]
    assert theirs.keys() == extensions
    for extension in extensions:
        assert theirs[extension]["formats"]
        assert theirs[extension]["present_modes"]
        assert len(theirs[extension]["capabilities"]["VkSurfaceCapabilitiesKHR"]) == 10
        assert ours[extension]["state"] == SurfaceState.PRESENTS
        assert _name_bits(ours[extension]) == theirs[extension]
    others = {surface["state"] for name, surface in ours.items() if name not in extensions}
    assert others == {SurfaceState.NO_DISPLAY, SurfaceState.DRIVER_LACKS}


# ---- what a C loader answers


@pytest.fixture(scope="module")
def drivers() -> tuple[Path, ...]:
    return LAVAPIPE, chromium.get_swiftshader_driver(), chromium.write_mock_driver()


def test_answers_are_those_of_the_c_loader(tmp_path, x11, wayland, drivers) -> None:
    """Every window system at once, and no window at all, on three drivers."""
    environment = _make_environment(tmp_path, drivers, x11 | wayland)
    plan = make_load_plan(_discover(environment))
    theirs, ours = (
        read_surfaces_through(loader, environment, tmp_path, LACKING)
        for loader in (debian_loader().profile.library, plan)
    )
    assert [path for path in theirs.files if "libvulkan.so" in path]
    assert [path for path in ours.files if "libvulkan.so" in path] == []
    assert json.dumps(ours.devices, indent=1) == json.dumps(theirs.devices, indent=1)
    states = _list_states(ours)
    assert states["llvmpipe", WAYLAND] == states["llvmpipe", XLIB] == SurfaceState.PRESENTS
    assert states["SwiftShader", HEADLESS] == states["Vulkan", HEADLESS] == SurfaceState.PRESENTS


def _list_states(result: SurfacesResult) -> dict[tuple[str, str], str]:
    return {
        (device["properties"]["deviceName"].split()[0], surface["extension"]): surface["state"]
        for device in result.devices
        for surface in device["surfaces"]
    }


# ---- what is not there


def test_a_display_that_is_not_there_is_told_with_its_variable(tmp_path) -> None:
    nowhere = {"DISPLAY": ":4711", "WAYLAND_DISPLAY": str(tmp_path / "none")}
    ours = _find_surfaces(_probe(_make_environment(tmp_path, (LAVAPIPE,), nowhere)))["llvmpipe"]
    assert ours[XCB] == {"extension": XCB, "state": "no-display", "detail": "DISPLAY=:4711"}
    assert ours[XLIB]["detail"] == "DISPLAY=:4711"
    assert ours[WAYLAND]["detail"] == f"WAYLAND_DISPLAY={tmp_path / 'none'}"
    assert ours[HEADLESS] == {"extension": HEADLESS, "state": "driver-lacks"}
    unset = _find_surfaces(_probe(_make_environment(tmp_path, (LAVAPIPE,), {})))["llvmpipe"]
    assert (unset[XCB]["detail"], unset[WAYLAND]["detail"]) == ("DISPLAY", "WAYLAND_DISPLAY")


def test_a_display_that_never_answers_is_left_at_the_limit(tmp_path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind("\0/tmp/.X11-unix/X4712")  # where clients look first for :4712
        silent.listen()
        environment = _make_environment(tmp_path, (LAVAPIPE,), {"DISPLAY": ":4712"})
        surfaces = probe(_discover(environment), SURFACES, limits=Limits(4.0)).surfaces
    assert surfaces is not None
    assert surfaces.health.state is State.HUNG
    assert surfaces.health.step == f"the connection for {XCB}"
    (device,) = surfaces.answer.devices
    assert {surface["state"] for surface in device["surfaces"]} == {SurfaceState.NO_ANSWER}


def test_no_probe_asks_for_surfaces_unless_told_to(tmp_path, x11) -> None:
    environment = _make_environment(tmp_path, (LAVAPIPE,), x11)
    results = _probe(environment, ProbeSelection(dump=True))
    assert results.dump is not None
    assert results.surfaces is None
    assert not [path for path in results.dump.answer.files if "xcb-" in path and "icd" in path]


def test_a_machine_without_devices_has_no_surfaces(tmp_path) -> None:
    radeon = LAVAPIPE.with_name("radeon_icd.x86_64.json")
    surfaces = _probe(_make_environment(tmp_path, (radeon,), {})).surfaces
    assert surfaces is not None
    assert surfaces.answer.devices in (None, [])
    assert surfaces.health.state in (State.HEALTHY, State.FAILS_TO_CREATE)
