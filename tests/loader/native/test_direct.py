"""Drivers that the application brings along."""

from __future__ import annotations

import ctypes

import pytest

from tests.loader.native.parts import driver_part
from vkconfig_py.loader.native import abi
from vkconfig_py.loader.native.libraries import OpenedLibrary
from vkconfig_py.loader.profiles.profile import LoaderProfile

EXTENSION = "VK_LUNARG_direct_driver_loading"


def _list(mode, *addresses):
    infos = (abi.VkDirectDriverLoadingInfoLUNARG * max(len(addresses), 1))()
    for info, address in zip(infos, addresses, strict=False):
        info.sType, info.pfnGetInstanceProcAddr = abi.DIRECT_DRIVER_LOADING_INFO, address or None
    return infos, abi.VkDirectDriverLoadingListLUNARG(
        abi.DIRECT_DRIVER_LOADING_LIST, None, mode, len(addresses), ctypes.addressof(infos)
    )


def _direct(tmp_path, **knobs):
    knobs = {"interface": 7, "negotiate_by_lookup": 1, "physical_by_lookup": 1, **knobs}
    driver = driver_part(tmp_path, "direct", **knobs)
    return OpenedLibrary(driver.library).find_symbol("vk_icdGetInstanceProcAddr")


def _create(client, given, extensions=(EXTENSION,)):
    return client.create(chain=ctypes.addressof(given[1]), extensions=extensions)


def test_direct_drivers_come_before_those_of_files(load, tmp_path):
    client = load(driver_part(tmp_path, "file"))
    given = _list(abi.DIRECT_INCLUSIVE, _direct(tmp_path))
    assert _create(client, given) == 0
    assert client.names() == ["file", "direct"]  # the last one enumerates first
    client.destroy()


def test_exclusive_list_leaves_files_alone(load, tmp_path):
    client = load(driver_part(tmp_path, "file"))
    assert _create(client, _list(abi.DIRECT_EXCLUSIVE, _direct(tmp_path))) == 0
    assert client.names() == ["direct"]
    client.destroy()
    assert _create(client, _list(abi.DIRECT_EXCLUSIVE)) == -9


def test_list_counts_only_with_the_extension(load, tmp_path):
    client = load(driver_part(tmp_path, "file"))
    assert _create(client, _list(abi.DIRECT_EXCLUSIVE, _direct(tmp_path)), ()) == 0
    assert client.names() == ["file"]
    client.destroy()


@pytest.mark.parametrize(
    "knobs",
    [
        {"interface": 5},
        {"negotiate": -9},
        {"negotiate_by_lookup": 0},
        {"missing": "vkCreateInstance"},
        {"missing": "vkEnumerateInstanceExtensionProperties"},
        {"version_result": -3},
    ],
    ids=str,
)
def test_direct_driver_that_cannot_be_used_is_passed_over(load, tmp_path, knobs):
    client = load()
    assert _create(client, _list(abi.DIRECT_INCLUSIVE, _direct(tmp_path, **knobs), 0)) == -9
    refused = [x for x in client.recorder.findings if x.step == "direct drivers"]
    assert {finding.outcome for finding in refused} == {"refused"}
    assert len(refused) == 2


def test_loader_before_1_3_241_knows_no_direct_drivers(load, tmp_path):
    client = load(driver_part(tmp_path, "file"), profile=LoaderProfile((1, 3, 240)))
    assert _create(client, _list(abi.DIRECT_EXCLUSIVE, _direct(tmp_path))) == -7
