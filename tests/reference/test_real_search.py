"""Where manifests are searched, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import ManifestKind, Place, SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application

PLACES = [place for place in Place if place is not Place.NOWHERE]
XDG = [Place.CONFIG_HOME, Place.CONFIG_DIRS, Place.DATA_HOME, Place.DATA_DIRS]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_explicit_layer_is_found(place: Place, system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_explicit_layer("VK_LAYER_a", place=place)
    answer = assert_same(system, loader, Application(layers=("VK_LAYER_a",)))
    assert answer.chain() == ("VK_LAYER_a",)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_implicit_layer_is_found(place: Place, system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_a", place=place)
    answer = assert_same(system, loader)
    needs_variable = place.value.startswith(("override variable", "additional variable"))
    known = not needs_variable or loader.version >= (1, 3, 296)
    assert answer.chain() == (("VK_LAYER_a",) if known else ())


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_driver_is_found(place: Place, system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver("found", place=place)
    assert assert_same(system, loader).devices == ("found",)


def test_all_places_are_searched_in_order(system: SystemBuilder, loader: RealLoader) -> None:
    for place in [*XDG, Place.ADDED, Place.ADDED_FILE]:
        system.add_driver(f"driver_{place.name}", place=place)
        system.add_implicit_layer(f"VK_LAYER_implicit_{place.name}", place=place)
        system.add_explicit_layer(f"VK_LAYER_explicit_{place.name}", place=place)
    assert_same(system, loader, Application(layers=("VK_LAYER_explicit_DATA_DIRS",)))


def test_override_variable_hides_every_other_place(
    system: SystemBuilder, loader: RealLoader
) -> None:
    for place in [*XDG, Place.ADDED, Place.VARIABLE, Place.VARIABLE_FILE]:
        system.add_driver(f"driver_{place.name}", place=place)
        system.add_explicit_layer(f"VK_LAYER_{place.name}", place=place)
    answer = assert_same(system, loader)
    assert [layer.name for layer in answer.layers if not isinstance(layer, str)] == [
        "VK_LAYER_VARIABLE",
        "VK_LAYER_VARIABLE_FILE",
    ]


@pytest.mark.parametrize(
    "variables",
    [
        {"VK_DRIVER_FILES": ""},
        {"VK_DRIVER_FILES": "", "VK_ICD_FILENAMES": "{driver}"},
        {"VK_ICD_FILENAMES": "{driver}"},
        {"VK_ICD_FILENAMES": "{other}", "VK_DRIVER_FILES": "{driver}"},
        {"VK_ICD_FILENAMES": "{other}", "VK_ADD_DRIVER_FILES": "{driver}"},
        {"VK_ADD_DRIVER_FILES": "{other}"},
        {"VK_ADD_DRIVER_FILES": "{other}:{driver}"},
        {"VK_DRIVER_FILES": "{driver}:{driver}"},
        {"VK_DRIVER_FILES": ":{driver}::{other}:"},
        {"VK_DRIVER_FILES": " {driver}"},
        {"VK_DRIVER_FILES": "{folder}:{folder}/"},
        {"VK_DRIVER_FILES": "/nonexistent/a.json:{driver}"},
    ],
    ids=lambda variables: " ".join(f"{k}={v}" for k, v in variables.items()),
)
def test_driver_variables(
    variables: dict[str, str], system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver("driver").add_driver("other", place=Place.NOWHERE)
    paths = {
        "driver": system.manifest("driver"),
        "other": system.manifest("other"),
        "folder": system.manifest("driver").parent,
    }
    system.with_env(**{name: value.format(**paths) for name, value in variables.items()})
    assert_same(system, loader)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("VK_LAYER_PATH", ""),
        ("VK_LAYER_PATH", "{one}:{two}"),
        ("VK_LAYER_PATH", "{two}:{one}:{two}"),
        ("VK_LAYER_PATH", "{one}/VK_LAYER_one.json"),
        ("VK_LAYER_PATH", "{one}:{one}/:{one}/VK_LAYER_one.json"),
        ("VK_LAYER_PATH", "one"),
        ("VK_LAYER_PATH", "VK_LAYER_one.json"),
        ("VK_LAYER_PATH", "one/VK_LAYER_one.json"),
        ("VK_ADD_LAYER_PATH", ""),
        ("VK_ADD_LAYER_PATH", "{two}:{one}"),
        ("VK_ADD_LAYER_PATH", "{default}"),
    ],
)
def test_layer_variables(
    variable: str, value: str, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_explicit_layer("VK_LAYER_default")
    folders = {name: system.root / name for name in ("one", "two")}
    for name, folder in folders.items():
        system.add_explicit_layer(f"VK_LAYER_{name}", folder=folder, place=Place.NOWHERE)
    default = system.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS)
    system.with_env(**{variable: value.format(default=default, **folders)})
    assert_same(system, loader, Application(layers=("VK_LAYER_one",)))


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("XDG_CONFIG_DIRS", "{root}/one:{root}/two"),
        ("XDG_DATA_DIRS", "{root}/two:{root}/one"),
        ("XDG_DATA_DIRS", "{root}/one/:{root}/one"),
        ("XDG_DATA_DIRS", "::{root}/two:"),
        ("XDG_DATA_DIRS", "{root}/one/vulkan/implicit_layer.d/VK_LAYER_one.json"),
        ("XDG_DATA_HOME", "{root}/one:{root}/two"),
        ("XDG_CONFIG_HOME", "{root}/one:{root}/two"),
        ("XDG_CONFIG_HOME", "one"),
        ("XDG_CONFIG_HOME", ""),
        ("XDG_DATA_HOME", ""),
    ],
)
def test_xdg_values(variable: str, value: str, system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver(place=Place.ADDED)
    for name in ("one", "two"):
        folder = system.root / name / "vulkan" / "implicit_layer.d"
        system.add_implicit_layer(f"VK_LAYER_{name}", folder=folder)
    for name in (".config", ".local/share"):
        folder = system.home / name / "vulkan" / "implicit_layer.d"
        system.add_implicit_layer(f"VK_LAYER_{name[1:6]}", folder=folder)
    system.with_env(**{variable: value.format(root=system.root)})
    assert_same(system, loader)


def test_without_home_its_folders_vanish(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_a", place=Place.HOME_CONFIG)
    system.add_implicit_layer("VK_LAYER_b", place=Place.HOME_DATA).with_env(HOME=None)
    assert assert_same(system, loader).chain() == ()


def test_home_itself_is_used_when_xdg_is_unset(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_b", place=Place.HOME_DATA)
    system.add_implicit_layer("VK_LAYER_a", place=Place.HOME_CONFIG)
    assert assert_same(system, loader).chain() == ("VK_LAYER_a", "VK_LAYER_b")


def test_entries_of_a_folder_are_not_sorted(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver()
    for name in "hgabfdec":
        system.add_implicit_layer(f"VK_LAYER_{name}")
    assert len(assert_same(system, loader).chain()) == 8


def test_every_name_that_ends_in_json_is_a_manifest(
    system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver()
    for name, file in (("a", "a.JSON"), ("b", ".json"), ("c", "c.json.bak"), ("d", "x.y.json")):
        system.add_implicit_layer(f"VK_LAYER_{name}", file=file)
    assert set(assert_same(system, loader).chain()) == {"VK_LAYER_b", "VK_LAYER_d"}


def test_subfolders_are_not_searched(system: SystemBuilder, loader: RealLoader) -> None:
    folder = system.folder(ManifestKind.IMPLICIT, Place.DATA_DIRS)
    system.add_driver().add_implicit_layer("VK_LAYER_a", folder=folder / "deeper")
    assert assert_same(system, loader).chain() == ()


def test_link_to_a_manifest_is_read(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_a", folder=system.root / "elsewhere")
    folder = system.folder(ManifestKind.IMPLICIT, Place.DATA_DIRS)
    folder.mkdir(parents=True)
    (folder / "link.json").symlink_to(system.manifest("VK_LAYER_a"))
    assert assert_same(system, loader).chain() == ("VK_LAYER_a",)


def test_dangling_link_among_manifests(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_a")
    folder = system.folder(ManifestKind.IMPLICIT, Place.DATA_DIRS)
    (folder / "dangling.json").symlink_to(system.root / "gone.json")
    assert_same(system, loader)


def test_folder_with_the_name_of_a_manifest(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_a")
    (system.folder(ManifestKind.IMPLICIT, Place.DATA_DIRS) / "folder.json").mkdir()
    assert_same(system, loader)


def test_empty_machine_has_no_driver(system: SystemBuilder, loader: RealLoader) -> None:
    assert assert_same(system, loader).create == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_unknown_layer_is_reported_before_missing_drivers(
    system: SystemBuilder, loader: RealLoader
) -> None:
    answer = assert_same(system, loader, Application(layers=("VK_LAYER_unknown",)))
    assert answer.create == "VK_ERROR_LAYER_NOT_PRESENT"


@pytest.mark.parametrize("length", [2047, 2048])
def test_manifest_whose_path_is_too_long_is_opened_by_its_name(
    length: int, system: SystemBuilder, loader: RealLoader
) -> None:
    below = "/vulkan/implicit_layer.d/é.json"
    folder = deep_folder(system.root, length - len(below.encode()))
    system.add_driver().with_env(XDG_DATA_HOME=folder)
    system.add_implicit_layer(
        "VK_LAYER_a", folder=Path(f"{folder}/vulkan/implicit_layer.d"), file="é.json"
    )
    answer = system.run_reference(loader)  # its log cuts such paths off
    report = discover(system.host(), None, loader.profile)
    assert names_of(answer.layers) == names_of(report.layers)
    assert list(answer.entered) == [x.manifest.name for x in report.callstack]
    assert (answer.entered == ("VK_LAYER_a",)) == (length == 2047)


@pytest.mark.parametrize("length", [1023, 1024])
def test_library_whose_path_is_too_long(
    length: int, system: SystemBuilder, loader: RealLoader
) -> None:
    folder = deep_folder(system.root, length - len("/libVK_LAYER_a.so"))
    system.add_driver().add_implicit_layer("VK_LAYER_a")
    system.add_implicit_layer("VK_LAYER_a", library_path=f"{folder}/libVK_LAYER_a.so")
    Path(folder).mkdir(parents=True)
    (system.root / "libraries/libVK_LAYER_a.so").rename(f"{folder}/libVK_LAYER_a.so")
    assert assert_same(system, loader).create == "VK_SUCCESS"


def deep_folder(root: Path, length: int) -> str:
    """Return a folder below `root` whose path has this length."""
    path = str(root)
    while len(path) < length - 200:
        path += f"/{'d' * 99}"
    return f"{path}/".ljust(length, "d")


def names_of(layers: Sequence[Any] | str) -> list[str] | str:
    return layers if isinstance(layers, str) else [layer.name for layer in layers]
