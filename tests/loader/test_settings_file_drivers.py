"""The loader settings file: drivers it adds, and devices it configures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loader.machine import NEW, Machine, machine
from vkconfig_py.loader.profiles.profile import LoaderProfile


def additional(*paths: Any, **more: Any) -> Machine:
    found = machine().driver("other").driver("third")
    del found.files["/dd/vulkan/icd.d/third.json"]
    icd = {"file_format_version": "1.0.0", "ICD": {"library_path": "/lib/third.so"}}
    icd["ICD"]["api_version"] = "1.0.0"
    found.file("/x/third.json", icd)
    drivers = [{"path": path} if isinstance(path, str) else path for path in paths]
    return found.settings({"additional_drivers": drivers, **more})


def driver_files(found: Machine, profile: LoaderProfile = NEW) -> list[str]:
    return [driver.file.rsplit("/", 1)[1] for driver in found.report(profile=profile).drivers]


def test_additional_drivers_come_first_in_reverse_order():
    found = additional("/x/third.json", "/x/gone.json")
    assert driver_files(found) == ["gone.json", "third.json", "driver.json", "other.json"]
    assert driver_files(found, LoaderProfile((1, 4, 322))) == ["driver.json", "other.json"]


def test_exclusive_drivers_are_the_only_ones():
    found = additional("/x/third.json", additional_drivers_use_exclusively=True)
    assert driver_files(found) == ["third.json"]


@pytest.mark.parametrize("version", [(1, 3, 302), (1, 4, 309), (1, 4, 313), (1, 4, 322)])
def test_loaders_before_1_4_323_ignore_the_drivers_of_the_file_and_the_wish_for_no_others(
    version: tuple[int, int, int],
):
    found = additional("/x/third.json", additional_drivers_use_exclusively=True, layers=[])
    profile = LoaderProfile(version)
    assert driver_files(found, profile) == ["driver.json", "other.json"]
    assert found.report(profile=profile).create_result == "VK_SUCCESS"


def test_last_path_decides_whether_any_driver_is_scanned():
    assert driver_files(additional("/x/a.txt", "/x/third.json"))[0] == "third.json"
    broken = additional("/x/third.json", "/x/a.txt")
    assert driver_files(broken) == []
    assert broken.chain() == "VK_ERROR_INCOMPATIBLE_DRIVER"


@pytest.mark.parametrize("broken", [5, {"file": "x"}, {"path": 5}])
def test_one_malformed_driver_discards_the_list(broken: Any):
    assert driver_files(additional("/x/third.json", broken)) == ["driver.json", "other.json"]


def test_device_configurations_make_driver_variables_void():
    found = machine().settings({"device_configurations": []})
    found.env(VK_DRIVER_FILES="", VK_LOADER_DRIVERS_DISABLE="*")
    assert found.chain() == "I J"
    found = machine().settings({"device_configurations": [5]}).env(VK_DRIVER_FILES="")
    assert found.chain() == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_device_settings_hid_all_layers_for_some_releases():
    device = {"deviceUUID": [0] * 16, "driverUUID": [255] * 16, "driverVersion": 1}
    found = machine().settings({"device_configurations": [device]})
    assert found.report(profile=LoaderProfile((1, 4, 335))).layers == ()
    assert len(found.report(profile=LoaderProfile((1, 4, 336))).layers) == 4


def configuration(byte: int) -> dict[str, Any]:
    return {"deviceUUID": [byte] * 16, "driverUUID": [255] * 16, "driverVersion": byte}


BROKEN = {"deviceUUID": [1]}


@pytest.mark.parametrize(
    ("version", "first", "last"),
    [
        ((1, 4, 324), None, None),
        ((1, 4, 330), [7, 0], None),
        ((1, 4, 345), [7, 0], []),
        ((1, 4, 358), [7], [7]),
    ],
)
def test_malformed_device_configurations(
    version: tuple[int, int, int], first: list[int] | None, last: list[int] | None
):
    def versions(*entries: dict[str, Any]) -> list[int] | None:
        found = machine().settings({"device_configurations": list(entries)})
        read = found.report(profile=LoaderProfile(version)).probe_inputs.device_configurations
        return None if read is None else [entry.driver_version for entry in read]

    assert versions(BROKEN, configuration(7)) == first
    assert versions(configuration(7), BROKEN) == last
