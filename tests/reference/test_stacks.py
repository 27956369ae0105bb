"""Every real layer at hand, alone and stacked, over real drivers: ours does what the C loader does.

A program makes an instance and a device, records draws, submits them and waits. Compared are the
first result that is not VK_SUCCESS, or the signal, what the layers counted and which libraries of
layers and drivers are open when all is done.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.chromium import (
    get_swiftshader_driver,
    write_mock_driver,
    write_newer_validation_layer,
)
from tests.framework.draws import DrawResult, draw
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from tests.reference.test_sample_layer import FORM, SAMPLE

VALIDATION = "VK_LAYER_KHRONOS_validation"
OVERLAY = "VK_LAYER_MESA_overlay"
SELECT = "VK_LAYER_MESA_device_select"
MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"
NULL_HARDWARE = "VK_LAYER_INTEL_nullhw"
INSTALLED = Path("/usr/share/vulkan")
LAVAPIPE = INSTALLED / "icd.d/lvp_icd.x86_64.json"
EXPLICIT = (VALIDATION, OVERLAY, NULL_HARDWARE, SAMPLE)
VARIABLES = {MANGOHUD: "MANGOHUD", VKBASALT: "ENABLE_VKBASALT"}
STACKS = (
    (MANGOHUD, SELECT, VALIDATION, OVERLAY, SAMPLE),
    (VALIDATION, SAMPLE, MANGOHUD, OVERLAY, SELECT),
    (SAMPLE, OVERLAY, SELECT, MANGOHUD, VALIDATION),
    (VALIDATION, MANGOHUD, VKBASALT, OVERLAY, SELECT),
)


@pytest.fixture
def machine(system: SystemBuilder, loader: RealLoader) -> SystemBuilder:
    """Return this machine's layers, with a home of our own and the sample layer."""
    if loader.version < (1, 3, 237):
        pytest.skip("layers of today crash some loaders of 2022")
    system.add_explicit_layer(SAMPLE, file_format_version="1.0.0", **FORM)
    system.with_env(XDG_DATA_DIRS=f"{system.root / 'data_dirs'}:/usr/share")
    return system


def with_driver(machine: SystemBuilder, manifest: Path) -> SystemBuilder:
    return machine.with_env(VK_DRIVER_FILES=str(manifest), VK_ICD_FILENAMES=str(manifest))


def stacked(machine: SystemBuilder, layers: tuple[str, ...]) -> SystemBuilder:
    """Put layers into this order by an override."""
    machine.add_override(layers, api_version="1.0.0")
    return machine.with_env(**{VARIABLES[name]: "1" for name in layers if name in VARIABLES})


def opened(drawn: DrawResult) -> set[str]:
    """Return base names of the libraries of layers and drivers."""
    names = {Path(path).name for path in drawn.libraries}
    known = ("VkLayer", "mangohud", "vkbasalt", "sample_layer", "vulkan_", "VkICD", "swiftshader")
    return {name for name in names if any(word in name.lower() for word in map(str.lower, known))}


def assert_alike(
    machine: SystemBuilder, loader: RealLoader, layers: tuple[str, ...] = ()
) -> DrawResult:
    theirs = draw(machine, loader, layers, embedded=False)
    ours = draw(machine, loader, layers, embedded=True)
    assert (ours.result, ours.counted) == (theirs.result, theirs.counted), ours.output
    assert ("VUID" in ours.output) == ("VUID" in theirs.output), ours.output
    assert opened(ours) == opened(theirs)
    assert ours.loaders == frozenset()
    return ours


@pytest.mark.parametrize("layer", [*EXPLICIT, SELECT, *VARIABLES])
def test_layer_alone(layer: str, machine: SystemBuilder, loader: RealLoader):
    with_driver(machine, LAVAPIPE)
    if layer in EXPLICIT:
        drawn = assert_alike(machine, loader, (layer,))
    else:
        drawn = assert_alike(stacked(machine, (layer,)), loader)
    # Without Intel's hardware its layer crashes, through any loader.
    assert drawn.result == (-1011 if layer == NULL_HARDWARE else 0)


def test_newer_validation_layer(machine: SystemBuilder, loader: RealLoader):
    machine.with_env(VK_LAYER_PATH=str(write_newer_validation_layer()))
    drawn = assert_alike(with_driver(machine, LAVAPIPE), loader, (VALIDATION,))
    assert drawn.result == 0
    assert any("chromium" in path and "validation" in path for path in drawn.libraries)


@pytest.mark.parametrize("layers", STACKS, ids=range(len(STACKS)))
@pytest.mark.parametrize(
    "find",
    [lambda: LAVAPIPE, get_swiftshader_driver, write_mock_driver],
    ids=["lvp", "swiftshader", "mock"],
)
def test_stack(layers: tuple[str, ...], find, machine: SystemBuilder, loader: RealLoader):
    drawn = assert_alike(stacked(with_driver(machine, find()), layers), loader)
    refused = VKBASALT in layers and find is get_swiftshader_driver
    assert drawn.result == (-8 if refused else 0)  # vkBasalt asks for a feature it lacks
    assert bool(drawn.counted) == (SAMPLE in layers)
