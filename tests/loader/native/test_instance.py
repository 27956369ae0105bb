"""Instances without layers, on real drivers."""

from __future__ import annotations

import shutil
from pathlib import Path

from vkconfig_py.loader.wire.jobs import DriverFile


def test_devices_of_the_last_driver_come_first_unsorted(load, mock_driver, lavapipe):
    client = load(mock_driver, lavapipe, environment={"VK_LOADER_DISABLE_SELECT": "1"})
    assert client.create() == 0
    lvp, mock = client.names()
    assert lvp.startswith("llvmpipe")
    assert mock == "Vulkan Mock Device"
    client.destroy()


def test_handles_of_devices_stay_the_same(load, mock_driver):
    client = load(mock_driver)
    assert client.create() == 0
    assert client.devices() == client.devices()
    client.destroy()


def test_driver_that_cannot_be_opened_is_passed_over(load, mock_driver):
    client = load(DriverFile("none.json", "/none.so"), mock_driver)
    assert client.create() == 0
    assert client.names() == ["Vulkan Mock Device"]
    opened = next(finding for finding in client.recorder.findings if finding.step == "open")
    assert (opened.subject, opened.outcome) == ("/none.so", "refused")
    client.destroy()


def test_no_driver_is_incompatible_driver(load):
    assert load().create() == -9


def test_unknown_extension_is_refused_after_drivers_are_there(load, mock_driver):
    assert load(mock_driver).create(extensions=["VK_EXT_none"]) == -7
    assert load().create(extensions=["VK_EXT_none"]) == -9


def test_layer_that_is_not_listed_is_refused_first(load):
    assert load().create(layers=["VK_LAYER_none"]) == -6


def test_extensions_of_drivers_come_before_those_of_the_loader(load, lavapipe):
    names = [name for name, _ in load(lavapipe).extensions()]
    assert names[-2:] == ["VK_KHR_portability_enumeration", "VK_LUNARG_direct_driver_loading"]
    assert "VK_KHR_surface" in names[:-2]
    assert names.count("VK_EXT_debug_utils") == 1


def test_global_functions_are_gone_for_instances_of_1_3(load, mock_driver):
    client = load(mock_driver)
    assert client.create(api_version=(1, 3, 0)) == 0
    assert client.address("vkCreateInstance") == 0
    client.destroy()
    assert client.create(api_version=(1, 2, 0)) == 0
    assert client.address("vkCreateInstance") != 0
    client.destroy()


def test_drivers_stay_open_from_the_query_for_extensions_to_the_end_of_an_instance(
    load, mock_driver, tmp_path
):
    library = tmp_path / "libdriver.so"
    shutil.copy(mock_driver.library, library)
    client = load(mock_driver._replace(library=str(library)))
    client.extensions()
    assert is_mapped(library)
    assert client.create() == 0
    client.destroy()
    assert not is_mapped(library)
    assert [x.step for x in client.recorder.findings].count("negotiate") == 3  # not a fourth time


def is_mapped(library: Path) -> bool:
    return str(library) in Path("/proc/self/maps").read_text("utf-8")
