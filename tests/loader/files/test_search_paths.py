"""Where manifests are searched."""

from __future__ import annotations

import pytest

from tests.loader.machine import ENVIRONMENT, NEW, OLD
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.search_paths import find_search_paths
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.profiles.profile import LoaderProfile

DRIVER, EXPLICIT, IMPLICIT = ManifestType
SYSTEM = (
    "/ch/vulkan/icd.d",
    "/cd/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/dh/vulkan/icd.d",
    "/dd/vulkan/icd.d",
    "/de/vulkan/icd.d",
)


def paths(
    kind: ManifestType = DRIVER,
    profile: LoaderProfile = NEW,
    elevated: bool = False,
    environment: dict[str, str] | None = None,
    **more: str,
) -> tuple[str, ...]:
    host = Host(
        {**(ENVIRONMENT if environment is None else environment), **more}, elevated=elevated
    )
    return tuple(place.path for place in find_search_paths(host, profile, kind))


def test_system_folders_in_order():
    assert paths() == SYSTEM
    assert paths(EXPLICIT)[0] == "/ch/vulkan/explicit_layer.d"
    assert paths(IMPLICIT)[-1] == "/de/vulkan/implicit_layer.d"


def test_extra_folder_of_the_build_comes_after_the_other():
    profile = NEW._replace(sysconfdir="/usr/local/etc", extra_sysconfdir="/etc")
    assert paths(profile=profile)[2:4] == ("/usr/local/etc/vulkan/icd.d", "/etc/vulkan/icd.d")


def test_defaults_where_nothing_is_set():
    assert paths(environment={"HOME": "/home/u"}) == (
        "/home/u/.config/vulkan/icd.d",
        "/etc/xdg/vulkan/icd.d",
        "/etc/vulkan/icd.d",
        "/home/u/.local/share/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
        "/usr/share/vulkan/icd.d",
    )


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_CONFIG_DIRS": "", "XDG_DATA_DIRS": ""},
    ],
)
def test_no_home_and_empty_variables_leave_the_fixed_folders(environment: dict[str, str]):
    assert paths(environment=environment) == (
        "/etc/xdg/vulkan/icd.d",
        "/etc/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
        "/usr/share/vulkan/icd.d",
    )


def test_empty_home_is_a_home():
    assert paths(environment={"HOME": ""})[0] == "/.config/vulkan/icd.d"


def test_elevated_process_skips_what_the_environment_names():
    variables = {"HOME": "/home/u", "VK_DRIVER_FILES": "/x", "VK_ADD_DRIVER_FILES": "/y"}
    assert paths(elevated=True, **variables) == (
        "/etc/xdg/vulkan/icd.d",
        "/etc/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
        "/usr/share/vulkan/icd.d",
    )


@pytest.mark.parametrize(
    ("kind", "variable"),
    [
        (DRIVER, "VK_DRIVER_FILES"),
        (DRIVER, "VK_ICD_FILENAMES"),
        (EXPLICIT, "VK_LAYER_PATH"),
        (IMPLICIT, "VK_IMPLICIT_LAYER_PATH"),
    ],
)
def test_defined_variable_replaces_the_search_even_if_empty(kind: ManifestType, variable: str):
    assert paths(kind, **{variable: "/a:/b/c.json::/a:"}) == ("/a", "/b/c.json")
    assert paths(kind, **{variable: ""}) == ()


def test_driver_files_win_over_their_old_name():
    assert paths(VK_DRIVER_FILES="", VK_ICD_FILENAMES="/a") == ()


@pytest.mark.parametrize(
    ("kind", "variable"),
    [
        (DRIVER, "VK_ADD_DRIVER_FILES"),
        (EXPLICIT, "VK_ADD_LAYER_PATH"),
        (IMPLICIT, "VK_ADD_IMPLICIT_LAYER_PATH"),
    ],
)
def test_additional_folders_come_first_and_get_no_suffix(kind: ManifestType, variable: str):
    found = paths(kind, **{variable: "/a:/b.json"})
    assert found[:2] == ("/a", "/b.json")
    assert found[2:] == paths(kind)


def test_additional_folders_are_ignored_beside_a_replacing_variable():
    assert paths(VK_DRIVER_FILES="/a", VK_ADD_DRIVER_FILES="/b") == ("/a",)


def test_variables_younger_than_the_loader_are_not_read():
    variables = {"VK_IMPLICIT_LAYER_PATH": "/a", "VK_ADD_IMPLICIT_LAYER_PATH": "/b"}
    assert paths(IMPLICIT, OLD, **variables) == paths(IMPLICIT)
    oldest = LoaderProfile((1, 2, 170))
    variables = {"VK_DRIVER_FILES": "/a", "VK_ADD_DRIVER_FILES": "/b"}
    assert paths(DRIVER, oldest, **variables) == (*SYSTEM[1:3], *SYSTEM[4:], SYSTEM[3])


def test_same_path_is_searched_once_where_it_first_stood():
    found = paths(XDG_CONFIG_DIRS="/x:/y/", XDG_DATA_DIRS="/y:/x/:/z")
    assert found[1:3] == ("/x/vulkan/icd.d", "/y/vulkan/icd.d")
    assert found[5:] == ("/z/vulkan/icd.d",)


def test_json_files_may_stand_in_xdg_lists():
    assert "/x/driver.json" in paths(XDG_DATA_DIRS="/x/driver.json:/y")


def test_override_paths_replace_the_explicit_search():
    host = Host({**ENVIRONMENT, "VK_LAYER_PATH": "/a"})
    places = find_search_paths(host, NEW, EXPLICIT, ("/x:/y", "", "/x"))
    assert [(place.path, place.source) for place in places] == [
        ("/x", "override"),
        ("/y", "override"),
    ]


def test_settings_file_makes_driver_variables_void():
    host = Host({**ENVIRONMENT, "VK_DRIVER_FILES": "/a", "VK_ADD_DRIVER_FILES": "/b"})
    places = find_search_paths(host, NEW, DRIVER, ignore_variables=True)
    assert tuple(place.path for place in places) == SYSTEM


def test_source_of_each_folder():
    places = find_search_paths(Host({"HOME": "/h", "XDG_DATA_DIRS": "/dd"}), NEW, DRIVER)
    assert [place.source for place in places] == [
        "HOME",
        "built in",
        "built in",
        "HOME",
        "XDG_DATA_DIRS",
    ]
