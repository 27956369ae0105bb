"""The sample layer of the layer guides: found by its renamed functions, it counts what is drawn.

Each fact is stated of the C loaders and of the embedded one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.framework.chromium import get_swiftshader_driver, write_newer_validation_layer
from tests.framework.draws import DrawResult, draw
from tests.framework.native import build_with_headers
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder

SAMPLE = "VK_LAYER_SAMPLE_SampleLayer"
VALIDATION = "VK_LAYER_KHRONOS_validation"
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
INSTALLED = Path("/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json")
MISTAKE = "VUID-vkCmdFillBuffer-dstBuffer-00029"
# 2 draws and an indexed one, then a single one: see native/draws.c.
COUNTED = ((3, 8, 35), (1, 1, 3))
FORM = {
    "library_path": str(build_with_headers("sample_layer.c")),
    "functions": {
        "vkGetInstanceProcAddr": "SampleLayer_GetInstanceProcAddr",
        "vkGetDeviceProcAddr": "SampleLayer_GetDeviceProcAddr",
    },
}
SWITCHES = {
    "enable_environment": {"ENABLE_SAMPLE_LAYER": "1"},
    "disable_environment": {"DISABLE_SAMPLE_LAYER": "1"},
}


@pytest.fixture(params=["C loader", "embedded"])
def is_embedded(request: pytest.FixtureRequest) -> bool:
    """Return which of the two runs the program."""
    return bool(request.param == "embedded")


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return a machine with lavapipe and the installed validation layer."""
    system.with_env(VK_DRIVER_FILES=LAVAPIPE, VK_ICD_FILENAMES=LAVAPIPE)
    return system.with_env(VK_ADD_LAYER_PATH=str(INSTALLED))


def explicit(machine: SystemBuilder, **more: Any) -> SystemBuilder:
    return machine.add_explicit_layer(SAMPLE, file_format_version="1.0.0", **FORM, **more)


def implicit(machine: SystemBuilder) -> SystemBuilder:
    return machine.add_implicit_layer(SAMPLE, file_format_version="1.0.0", **FORM, **SWITCHES)


def counts(drawn: DrawResult) -> tuple[tuple[int, int, int], ...]:
    assert drawn.result == 0, drawn.output
    return drawn.counted


def test_explicit_layer_counts_what_is_drawn(
    machine: SystemBuilder, loader: RealLoader, is_embedded: bool
):
    explicit(machine)
    assert counts(draw(machine, loader, (SAMPLE,), embedded=is_embedded)) == COUNTED
    assert counts(draw(machine, loader, (), embedded=is_embedded)) == ()


def test_implicit_layer_has_two_switches(
    machine: SystemBuilder, loader: RealLoader, is_embedded: bool
):
    implicit(machine)
    assert counts(draw(machine, loader, embedded=is_embedded)) == ()
    machine.with_env(ENABLE_SAMPLE_LAYER="1")
    assert counts(draw(machine, loader, embedded=is_embedded)) == COUNTED
    machine.with_env(DISABLE_SAMPLE_LAYER="1")
    assert counts(draw(machine, loader, embedded=is_embedded)) == ()


@pytest.mark.parametrize("layers", [(SAMPLE, VALIDATION), (VALIDATION, SAMPLE)], ids="+".join)
def test_validation_layer_has_nothing_to_object_to(
    layers: tuple[str, ...], machine: SystemBuilder, loader: RealLoader, is_embedded: bool
):
    drawn = draw(explicit(machine), loader, layers, embedded=is_embedded)
    assert counts(drawn) == COUNTED
    assert "VUID" not in drawn.output, drawn.output


@pytest.mark.parametrize("is_newer", [False, True], ids=["installed", "newer"])
def test_validation_layer_names_the_mistake(
    is_newer: bool, machine: SystemBuilder, loader: RealLoader, is_embedded: bool
):
    if is_newer:
        machine.with_env(VK_ADD_LAYER_PATH=str(write_newer_validation_layer()))
    layers = (SAMPLE, VALIDATION)
    drawn = draw(explicit(machine), loader, layers, embedded=is_embedded, mistake=True)
    assert counts(drawn) == COUNTED
    assert MISTAKE in drawn.output


def test_swiftshader_behind_its_relative_path(
    machine: SystemBuilder, loader: RealLoader, is_embedded: bool
):
    driver = str(get_swiftshader_driver())
    explicit(machine.with_env(VK_DRIVER_FILES=driver, VK_ICD_FILENAMES=driver))
    assert counts(draw(machine, loader, (SAMPLE,), embedded=is_embedded)) == COUNTED


def test_no_c_loader_is_in_the_process(machine: SystemBuilder, loader: RealLoader):
    layers = (SAMPLE, VALIDATION)
    machine = explicit(machine)
    assert draw(machine, loader, layers, embedded=True).loaders == frozenset()
    theirs = draw(machine, loader, layers, embedded=False)
    assert theirs.loaders == {str(Path(loader.profile.library).resolve())}


def test_default_names_are_not_looked_for_when_renamed(
    machine: SystemBuilder, loader: RealLoader, is_embedded: bool
):
    """Without the renames its library has none of the functions that a layer needs."""
    machine.add_explicit_layer(SAMPLE, library_path=FORM["library_path"])
    assert draw(machine, loader, (SAMPLE,), embedded=is_embedded).result == -6
