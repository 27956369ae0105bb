"""The search of each operating system, as paths in their order."""

from __future__ import annotations

import pytest

from vkconfig_py.loader.base.host import Host, Platform, make_environment
from vkconfig_py.loader.files.program_files import find_known_program_path
from vkconfig_py.loader.files.search_paths import find_search_paths
from vkconfig_py.loader.manifests.reader import Dialect, resolve_library
from vkconfig_py.loader.platforms.rules import ManifestType, get_platform_rules
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.settings_file import list_settings_paths

HOME = {"HOME": "/Users/me"}
BUNDLE = "/Applications/X.app/Contents/Resources"


def paths(host, kind=ManifestType.DRIVER, profile=NEWEST_PROFILE):
    return [place.path for place in find_search_paths(host, profile, kind)]


def mac(environment=HOME, **more):
    return Host(environment, platform=Platform.MACOS, bundle_resources=BUNDLE, **more)


def test_a_mac_searches_the_bundle_then_configuration_then_data():
    assert paths(mac(), ManifestType.EXPLICIT) == [
        f"{BUNDLE}/vulkan/explicit_layer.d",
        "/Users/me/.config/vulkan/explicit_layer.d",
        "/etc/xdg/vulkan/explicit_layer.d",
        "/usr/local/etc/vulkan/explicit_layer.d",
        "/etc/vulkan/explicit_layer.d",
        "/Users/me/.local/share/vulkan/explicit_layer.d",
        "/usr/local/share/vulkan/explicit_layer.d",
        "/usr/share/vulkan/explicit_layer.d",
    ]


def test_variables_come_before_the_bundle():
    host = mac({"VK_ADD_DRIVER_FILES": "/a.json"})
    assert paths(host)[:2] == ["/a.json", f"{BUNDLE}/vulkan/icd.d"]
    assert paths(mac({"VK_DRIVER_FILES": "/b.json"})) == ["/b.json"]


def test_a_bundle_path_with_a_colon_is_split():
    host = Host({}, platform=Platform.MACOS, bundle_resources="/A:B")
    assert paths(host)[:2] == ["/A/vulkan/icd.d", "B/vulkan/icd.d"]


@pytest.mark.parametrize("value", ["1", ""])
def test_only_the_bundle_is_searched_where_the_variable_is_set(value):
    variables = {"VK_LOADER_SEARCH_ONLY_IN_BUNDLE": value, "VK_ADD_LAYER_PATH": "/more"}
    only = [f"{BUNDLE}/vulkan/explicit_layer.d"]
    assert paths(mac(HOME | variables), ManifestType.EXPLICIT) == ["/more", *only]
    before = LoaderProfile((1, 4, 358))
    assert len(paths(mac(HOME | variables), ManifestType.EXPLICIT, before)) == 9
    elevated = paths(mac(HOME | variables, elevated=True), ManifestType.EXPLICIT)
    assert elevated == [*only, *elevated[1:]]
    assert len(elevated) == 6
    assert not any("Users" in path for path in elevated)


def test_the_variable_for_bundles_means_nothing_on_linux():
    host = Host({"VK_LOADER_SEARCH_ONLY_IN_BUNDLE": "1"})
    assert "/etc/vulkan/icd.d" in paths(host)


def test_a_mac_finds_no_settings_file_in_its_bundle():
    file = "vulkan/loader_settings.d/vk_loader_settings.json"
    found = [path.replace("//", "/") for path in list_settings_paths(mac(), NEWEST_PROFILE)]
    assert found == [
        f"/Users/me/.config/{file}",
        f"/Users/me/.local/share/{file}",
        f"/etc/xdg/{file}",
        f"/usr/local/etc/{file}",
        f"/etc/{file}",
        f"/usr/local/share/{file}",
    ]


def test_fuchsia_has_no_fallback_folders_and_trusts_every_variable():
    host = Host({"HOME": "/h"}, platform=Platform.FUCHSIA)
    assert paths(host) == [
        "/h/.config/vulkan/icd.d",
        "/config/vulkan/icd.d",
        "/pkg/data/vulkan/icd.d",
        "/h/.local/share/vulkan/icd.d",
        "/manifest-fs",
    ]
    assert paths(host, ManifestType.EXPLICIT)[-1] == "/h/.local/share/vulkan/explicit_layer.d"
    assert get_platform_rules(Platform.FUCHSIA).trusts_environment


def test_a_loader_that_does_not_know_its_program_compares_no_keys():
    assert (
        find_known_program_path(Host({}, Platform.FUCHSIA, executable="/pkg/bin/x"), NEWEST_PROFILE)
        == ""
    )
    assert (
        find_known_program_path(Host({}, Platform.MACOS, executable="/bin/x"), NEWEST_PROFILE)
        == "/bin/x"
    )


def test_lists_of_windows_have_semicolons_and_its_drives_colons():
    host = Host({"VK_DRIVER_FILES": r"C:\a.json;D:\b"}, platform=Platform.WINDOWS)
    assert paths(host) == [r"C:\a.json", r"D:\b"]


@pytest.mark.parametrize(
    ("written", "opened"),
    [
        ("driver.dll", "driver.dll"),
        (r".\driver.dll", r"C:\d\.\driver.dll"),
        (r"..\x\driver.dll", r"C:\d\..\x\driver.dll"),
        (r"\windows\driver.dll", r"\windows\driver.dll"),
        (r"E:\driver.dll", r"E:\driver.dll"),
        ("E:driver.dll", "E:driver.dll"),
        # The loader of Windows knows one separator alone: these are bare names.
        ("./driver.dll", "./driver.dll"),
        ("bin/driver.dll", "bin/driver.dll"),
    ],
)
def test_only_a_backslash_makes_a_path_on_windows(written, opened):
    dialect = Dialect.of(NEWEST_PROFILE, 64, get_platform_rules(Platform.WINDOWS).paths)
    assert resolve_library(r"C:\d\icd.json", written, dialect) == opened


def test_a_mac_reads_library_paths_as_linux_does():
    dialect = Dialect.of(NEWEST_PROFILE, 64, get_platform_rules(Platform.MACOS).paths)
    path = "../../../lib/libMoltenVK.dylib"
    assert resolve_library("/etc/a.json", path, dialect) == f"/etc/{path}"


def test_windows_finds_variables_in_any_case():
    host = Host(
        make_environment(Platform.WINDOWS, {"Vk_Driver_Files": r"C:\a.json"}), Platform.WINDOWS
    )
    assert paths(host) == [r"C:\a.json"]
    changed = host.with_environment([("VK_DRIVER_FILES", r"C:\b.json")])
    assert dict(changed.environment) == {"VK_DRIVER_FILES": r"C:\b.json"}
    assert paths(host.with_environment([("vk_driver_files", None)])) == []
    linux = Host({"Vk_Driver_Files": "/a.json"})
    assert "/a.json" not in paths(linux)
    assert len(linux.with_environment([("VK_DRIVER_FILES", "/b")]).environment) == 2
