"""What loaders before 1.3 do otherwise than today's, put to every loader that is there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.framework.reference import RealLoader
from tests.framework.system import ManifestKind, Place, SystemBuilder
from tests.reference.test_fuzzed import assert_all_same
from vkconfig_py.loader.base.host import Application

A, B, IMPLICIT = "VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_implicit"


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    return system.add_driver().add_implicit_layer(IMPLICIT).add_explicit_layer(A)


def layer(**members: Any) -> dict[str, Any]:
    usual = {
        "name": "VK_LAYER_odd",
        "type": "GLOBAL",
        "library_path": "./odd.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "odd",
        "disable_environment": {"ODD_OFF": "1"},
    }
    return {key: value for key, value in (usual | members).items() if value is not None}


@pytest.mark.parametrize(
    "members",
    [
        {"library_path": None},
        {"component_layers": [A]},
        {"disable_environment": None},
        {"disable_environment": {}},
        {"disable_environment": "text"},
        {"description": None},
        {"type": "DEVICE"},
        {"pre_instance_functions": {"vkEnumerateInstanceVersion": "f"}},
        {"api_version": "0.1.2.3"},
        {"instance_extensions": [{"name": "VK_EXT_directfb_surface"}]},
        {"instance_extensions": [{"name": "VK_QNX_screen_surface"}]},
    ],
    ids=str,
)
def test_odd_implicit_layer(
    machine: SystemBuilder, loader: RealLoader, members: dict[str, Any]
) -> None:
    document = {"file_format_version": "1.1.2", "layer": layer(**members)}
    machine.add_file(machine.folder(ManifestKind.IMPLICIT, Place.DATA_DIRS) / "odd.json", document)
    assert_all_same(machine, loader)


@pytest.mark.parametrize("version", ["129.3.0", "513.1.0", "128.0.1", "1.1.2.3", "8.1.2.3"])
@pytest.mark.parametrize("asked", [(1, 0, 0), (1, 3, 0)])
def test_a_variant_in_the_version_of_a_layer(
    machine: SystemBuilder, loader: RealLoader, version: str, asked: tuple[int, int, int]
) -> None:
    document = {"file_format_version": "1.1.2", "layer": layer(api_version=version)}
    machine.add_file(machine.folder(ManifestKind.IMPLICIT, Place.DATA_DIRS) / "odd.json", document)
    machine.add_explicit_layer(B, api_version=version)
    assert_all_same(machine, loader, Application(api_version=asked))


@pytest.mark.parametrize("asked", [(1, 0, 0), (1, 2, 0), (0, 0, 0), (2, 0, 0)])
@pytest.mark.parametrize("variant", [0, 1, 7])
def test_a_variant_in_the_version_of_a_program(
    machine: SystemBuilder, loader: RealLoader, variant: int, asked: tuple[int, int, int]
) -> None:
    machine.add_implicit_layer("VK_LAYER_old", api_version="1.1.0")
    assert_all_same(machine, loader, Application(api_version=asked, api_variant=variant))


@pytest.mark.parametrize("version", ["0.9", "1.0.0", "1.0.1", "1.0.2", "1.1.0.0"])
def test_several_nodes(machine: SystemBuilder, loader: RealLoader, version: str) -> None:
    document = {"file_format_version": version, "layer": layer(), "note": {}}
    machine.add_file(machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "odd.json", document)
    assert_all_same(machine, loader)


@pytest.mark.parametrize("text", ["", "5", '{"file_format_version": "1.0.0", "layers": []}'])
@pytest.mark.parametrize("kind", [ManifestKind.IMPLICIT, ManifestKind.EXPLICIT])
def test_file_without_layers(
    machine: SystemBuilder, loader: RealLoader, kind: ManifestKind, text: str
) -> None:
    machine.add_file(machine.folder(kind, Place.DATA_DIRS) / "odd.json", text)
    assert_all_same(machine, loader)


@pytest.mark.parametrize(
    "asked", [(), (A, IMPLICIT), (IMPLICIT, A), (B, A), ("",)], ids=lambda names: "+".join(names)
)
def test_order_of_names(machine: SystemBuilder, loader: RealLoader, asked: tuple[str, ...]) -> None:
    machine.add_explicit_layer(B).with_env(VK_INSTANCE_LAYERS=f"{B}:{A}")
    assert_all_same(machine, loader, Application(layers=asked))


def test_layer_named_like_a_meta_layer(machine: SystemBuilder, loader: RealLoader) -> None:
    machine.add_explicit_layer(B).add_meta_layer("VK_LAYER_meta", (A, B))
    asked = Application(layers=("VK_LAYER_meta", A))
    assert_all_same(machine, loader, asked)


def test_standard_validation(machine: SystemBuilder, loader: RealLoader) -> None:
    asked = Application(layers=("VK_LAYER_LUNARG_standard_validation",))
    assert_all_same(machine, loader, asked)


def test_unknown_extension_without_a_driver(system: SystemBuilder, loader: RealLoader) -> None:
    assert_all_same(system, loader, Application(extensions=("VK_VENDOR_unknown",)))


@pytest.mark.parametrize("text", ["", "{}", '{"file_format_version": "1.0.0"}'])
def test_driver_manifest_without_a_driver(
    system: SystemBuilder, loader: RealLoader, text: str
) -> None:
    system.add_file(system.folder(ManifestKind.DRIVER, Place.DATA_DIRS) / "odd.json", text)
    assert_all_same(system, loader)


def test_data_home_that_is_empty(machine: SystemBuilder, loader: RealLoader) -> None:
    assert_all_same(machine.with_env(XDG_DATA_HOME=""), loader)


@pytest.mark.parametrize("variable", ["VK_LAYER_PATH", "VK_ICD_FILENAMES"])
@pytest.mark.parametrize("kind", [ManifestKind.DRIVER, ManifestKind.EXPLICIT])
def test_variable_that_names_a_folder_twice(
    machine: SystemBuilder, loader: RealLoader, variable: str, kind: ManifestKind
) -> None:
    folder = machine.folder(kind, Place.DATA_DIRS)
    assert_all_same(machine.with_env(**{variable: f"{folder}:{folder}"}), loader)
