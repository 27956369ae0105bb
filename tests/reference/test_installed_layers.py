"""Layers as their projects ship them: validation, MangoHud, vkBasalt and Mesa's device selection.

They name their libraries by bare names and with $LIB, and have enable variables; the driver is
ours, so that only instances are made.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import Place, SystemBuilder
from vkconfig_py.loader.base.host import Application

VALIDATION = "VK_LAYER_KHRONOS_validation"
MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"


@pytest.fixture
def machine(system: SystemBuilder, loader: RealLoader) -> SystemBuilder:
    """Return this machine's installed layers with a driver and a home of our own."""
    system.add_driver(place=Place.VARIABLE_FILE)
    system.with_env(XDG_DATA_DIRS=None, XDG_CONFIG_DIRS=None)
    if loader.version < (1, 3, 237):
        pytest.skip("layers of today crash some loaders of 2022")
    for file in ("explicit_layer.d/VkLayer_khronos_validation", "implicit_layer.d/MangoHud"):
        assert Path(f"/usr/share/vulkan/{file}.json").exists(), f"{file} is not installed"
    return system


@pytest.mark.parametrize("layers", [(), (VALIDATION,)], ids=["plain", "validation"])
@pytest.mark.parametrize(
    "variables",
    [{}, {"MANGOHUD": "1"}, {"ENABLE_VKBASALT": "1"}, {"MANGOHUD": "1", "ENABLE_VKBASALT": "1"}],
    ids=lambda variables: "+".join(variables) or "no variables",
)
def test_chain_of_installed_layers(
    variables: dict[str, str],
    layers: tuple[str, ...],
    machine: SystemBuilder,
    loader: RealLoader,
) -> None:
    machine.with_env(**variables)
    answer = assert_same(machine, loader, Application("test", (1, 3, 0), layers))
    assert (MANGOHUD in answer.chain()) == ("MANGOHUD" in variables)
    assert (VKBASALT in answer.chain()) == ("ENABLE_VKBASALT" in variables)


@pytest.mark.parametrize(
    "components", list(itertools.permutations((VALIDATION, MANGOHUD, VKBASALT))), ids="+".join
)
def test_override_orders_installed_layers(
    components: tuple[str, ...], machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_override(components, api_version="1.0.0")
    answer = assert_same(machine, loader, Application("test", (1, 3, 0)))
    assert set(components) <= set(answer.chain())
    if loader.version >= (1, 3, 247):
        assert answer.chain()[:3] == components
