"""Interface versions of drivers, and the drivers that are refused."""

from __future__ import annotations

import pytest

from tests.framework.recorder import Recorder
from tests.loader.native.parts import driver_part
from vkconfig_py.loader.native.libraries import open_driver
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile

BEFORE = LoaderProfile((1, 3, 238))


@pytest.mark.parametrize(
    ("exports", "knobs", "profile", "interface"),
    [
        ("all", {"interface": 5}, NEWEST_PROFILE, 5),
        ("all", {"interface": 2}, NEWEST_PROFILE, 2),
        ("all", {"interface": 9}, NEWEST_PROFILE, 7),
        ("all", {"interface": 7}, LoaderProfile((1, 3, 236)), 6),
        ("all", {"interface": 7}, LoaderProfile((1, 2, 149)), 5),
        ("all", {"interface": 7}, LoaderProfile((1, 0, 52)), 4),
        ("all", {"interface": 7}, LoaderProfile((1, 0, 37)), 3),
        ("all", {"interface": 7}, LoaderProfile((1, 0, 27)), 2),
        ("all", {"interface": 7}, LoaderProfile((1, 0, 10)), 1),
        ("negotiate and plain", {"interface": 5}, LoaderProfile((1, 3, 207)), 5),
        ("all", {"interface_written": 42}, NEWEST_PROFILE, 42),
        ("all", {"interface": 5, "negotiate": -3}, NEWEST_PROFILE, 5),
        ("lookup", {}, NEWEST_PROFILE, 1),
        ("lookup", {"interface": 7, "negotiate_by_lookup": 1}, NEWEST_PROFILE, 7),
        ("lookup", {"interface": 7, "negotiate_by_lookup": 1}, BEFORE, 1),
        ("plain", {}, NEWEST_PROFILE, 0),
    ],
)
def test_interface_is_what_driver_and_loader_agree_on(tmp_path, exports, knobs, profile, interface):
    driver = open_driver(driver_part(tmp_path, exports=exports, **knobs), profile, Recorder())
    assert driver.interface == interface


@pytest.mark.parametrize(
    ("exports", "knobs", "step", "detail"),
    [
        ("all", {"negotiate": -9}, "negotiate", "no common interface version"),
        ("negotiate", {"interface": 5}, "negotiate", "interface 5 without vk_icdGet"),
        ("nothing", {}, "symbols", "neither vk_icdGetInstanceProcAddr"),
        ("all", {"missing": "vkCreateInstance"}, "symbols", "vkCreateInstance not found"),
        (
            "all",
            {"missing": "vkEnumerateInstanceExtensionProperties"},
            "symbols",
            "vkEnumerateInstanceExtensionProperties not found",
        ),
    ],
)
def test_driver_is_refused_with_a_reason(tmp_path, exports, knobs, step, detail):
    heard = Recorder()
    assert (
        open_driver(driver_part(tmp_path, exports=exports, **knobs), NEWEST_PROFILE, heard) is None
    )
    finding = heard.findings[-1]
    assert (finding.step, finding.outcome) == (step, "refused")
    assert str(finding.detail).startswith(detail)


def test_driver_without_a_required_function_is_passed_over(load, tmp_path):
    lacking = driver_part(tmp_path, "lacking", missing="vkGetDeviceProcAddr")
    assert load(lacking).create() == -9
    client = load(lacking, driver_part(tmp_path, "sound"))
    assert client.create() == 0
    assert client.names() == ["sound"]
    client.destroy()


@pytest.mark.parametrize(
    ("code", "extensions_code", "result"), [(-3, 0, -9), (-1, 0, -1), (0, -2, -2), (0, -3, -3)]
)
def test_result_of_failing_driver(load, tmp_path, code, extensions_code, result):
    driver = driver_part(tmp_path, create=code, extensions_result=extensions_code)
    assert load(driver).create() == result
