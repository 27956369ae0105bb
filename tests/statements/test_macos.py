"""What macOS does otherwise: the program's bundle comes first."""

from __future__ import annotations

from tests.statements.asking import UPSTREAM
from tests.statements.registry import statement
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.files.search_paths import find_search_paths
from vkconfig_py.loader.platforms.rules import ManifestType

BUNDLE = "/Applications/Cube.app/Contents/Resources"
ME = {"HOME": "/Users/Me"}
BASES = [
    BUNDLE,
    "/Users/Me/.config",
    "/etc/xdg",
    "/usr/local/etc",
    "/etc",
    "/Users/Me/.local/share",
    "/usr/local/share",
    "/usr/share",
]


def folders(kind: ManifestType, bundle: str = BUNDLE, *, elevated: bool = False) -> list[str]:
    host = Host(ME, Platform.MACOS, bundle_resources=bundle, elevated=elevated)
    return [place.path for place in find_search_paths(host, UPSTREAM, kind)]


@statement(138, rule="loader.platforms.rules.PlatformRules.list_base_folders")
def test_the_bundle_is_searched_for_drivers_before_any_folder():
    assert folders(ManifestType.DRIVER) == [f"{base}/vulkan/icd.d" for base in BASES]
    assert folders(ManifestType.DRIVER, "")[0] == "/Users/Me/.config/vulkan/icd.d"


@statement(245, rule="loader.platforms.rules.PlatformRules.find_built_in_folder")
def test_the_bundle_is_searched_for_layers_before_any_folder():
    for kind, folder in (
        (ManifestType.IMPLICIT, "implicit_layer.d"),
        (ManifestType.EXPLICIT, "explicit_layer.d"),
    ):
        assert folders(kind) == [f"{base}/vulkan/{folder}" for base in BASES]
    # A program with more rights than its user has its bundle, and no home.
    elevated = folders(ManifestType.IMPLICIT, elevated=True)
    assert elevated[0] == f"{BUNDLE}/vulkan/implicit_layer.d"
    assert not any("Users" in path for path in elevated)
