"""One launch: a private folder and variables give the drawn order, and what installed files do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.framework import manifests
from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from tests.reference.test_vectors import FIRST_PLACE_WINS_SINCE, build
from vkconfig_py.loader.base.host import Application

CHAIN = "VK_LAYER_VKCONFIG_PY_chain"
DRAWN = ("B", "I2", "A", "I1", "C")
IMPLICIT_PATHS_SINCE = (1, 3, 296)


def add_chain(system: SystemBuilder, *components: str) -> None:
    """Add our own meta-layer, placed by VK_INSTANCE_LAYERS."""
    layer = manifests.meta_layer(CHAIN, components, api_version="1.0.0")
    system.add_file("private/chain.json", manifests.layer_document(layer))
    system.with_env(
        VK_ADD_LAYER_PATH=str(system.root / "private" / "chain.json"), VK_INSTANCE_LAYERS=CHAIN
    )


def add_private_override(system: SystemBuilder, *components: str, **layer: Any) -> str:
    """Add a private override and return the folder that XDG_CONFIG_DIRS can name."""
    folder = system.root / "private" / "vulkan" / "implicit_layer.d"
    system.add_override(components, folder=folder, **layer)
    return str(system.root / "private")


def with_config_dirs(system: SystemBuilder, folder: str) -> None:
    system.with_env(XDG_CONFIG_DIRS=f"{folder}:{system.environment['XDG_CONFIG_DIRS']}")


def is_first_wins(loader: RealLoader) -> bool:
    return loader.version >= FIRST_PLACE_WINS_SINCE


def writes_twice(loader: RealLoader) -> bool:
    """Return whether explicit components of a second meta-layer take the place."""
    return (1, 3, 247) <= loader.version < (1, 3, 251)


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return the machine of the vectors."""
    return build(system)


def test_chain_meta_layer_orders_where_the_last_place_wins(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    add_chain(machine, *DRAWN)
    chain = assert_same(machine, loader).chain()
    assert chain == (("I1", "I2", "B", "A", "C") if is_first_wins(loader) else DRAWN)


def test_private_override_orders_where_the_first_place_wins(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    with_config_dirs(machine, add_private_override(machine, *DRAWN))
    chain = assert_same(machine, loader).chain()
    assert chain == (DRAWN if is_first_wins(loader) else ("B", "A", "C", "I1", "I2"))


@pytest.mark.parametrize("named", ["file", "folder"])
def test_added_implicit_path_is_scanned_first_of_all(
    named: str, machine: SystemBuilder, loader: RealLoader
) -> None:
    add_private_override(machine, *DRAWN)
    path = machine.manifest(manifests.OVERRIDE)
    machine.with_env(VK_ADD_IMPLICIT_LAYER_PATH=str(path if named == "file" else path.parent))
    chain = assert_same(machine, loader).chain()
    assert chain == (DRAWN if loader.version >= IMPLICIT_PATHS_SINCE else ("I1", "I2"))


def test_both_together_order_on_either_family(machine: SystemBuilder, loader: RealLoader) -> None:
    with_config_dirs(machine, add_private_override(machine, *DRAWN))
    add_chain(machine, *DRAWN)
    chain = assert_same(machine, loader).chain()
    assert chain == (("I2", "I1", "B", "A", "C") if writes_twice(loader) else DRAWN)


def test_unlisted_layers_stand_around_the_chain(machine: SystemBuilder, loader: RealLoader) -> None:
    with_config_dirs(machine, add_private_override(machine, "B", "I2"))
    add_chain(machine, "B", "I2")
    chain = assert_same(machine, loader, Application(layers=("C",))).chain()
    drawn = ("I2", "I1", "B", "C") if writes_twice(loader) else ("B", "I2", "I1", "C")
    assert chain == (drawn if is_first_wins(loader) else ("I1", "B", "I2", "C"))


def test_components_of_the_chain_obey_their_variables(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    add_chain(machine, "B", "I3", "I2", "A")
    machine.with_env(DISABLE_I2="1")
    assert assert_same(machine, loader).chain() == ("I1", "B", "A")
    machine.with_env(ENABLE_I3="1")
    assert "I3" in assert_same(machine, loader).chain()


def test_installed_override_is_left_out_by_its_variable(
    machine: SystemBuilder, loader: RealLoader
) -> None:
    machine.add_override(("A", "C"))
    add_chain(machine, "B", "I1", "I2")
    machine.with_env(DISABLE_VK_LAYER_LUNARG_override="1")
    assert "A" not in assert_same(machine, loader).chain()


@pytest.mark.parametrize("keyed", [False, True])
def test_installed_override_for_the_program_beats_a_private_one_without_keys(
    keyed: bool, machine: SystemBuilder, loader: RealLoader
) -> None:
    program = str(machine.program)
    machine.add_override(("A",), app_keys=[program])
    keys = {"app_keys": [program]} if keyed else {}
    folder = add_private_override(machine, "B", **keys)
    with_config_dirs(machine, folder)
    machine.with_env(VK_ADD_IMPLICIT_LAYER_PATH=f"{folder}/vulkan/implicit_layer.d")
    chain = assert_same(machine, loader).chain()
    if loader.version >= IMPLICIT_PATHS_SINCE:
        assert chain[0] == ("B" if keyed else "A")
    else:
        assert chain[0] == "A"


def test_override_named_in_instance_layers(machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_override(("B", "I2"))
    machine.with_env(VK_INSTANCE_LAYERS=manifests.OVERRIDE)
    chain = assert_same(machine, loader).chain()
    if is_first_wins(loader):
        places_implicit = loader.version >= (1, 4, 326)
        assert chain == (("I1", "I2", "B") if places_implicit else ("B", "I2", "I1"))
