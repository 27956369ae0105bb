"""The filters for drivers: what they match, and which one wins."""

from __future__ import annotations

from tests.loader.machine import NEW, Machine
from tests.statements.asking import driver, driver_at, kept, reason
from tests.statements.registry import statement
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.rules.activation import parse_filter


@statement(111, rule="loader.rules.activation.read_driver_filters")
def test_driver_filters_compare_file_names_since_1_3_234(machine: Machine):
    machine.driver("intel", library_path="/lib/driver.so").env(
        VK_LOADER_DRIVERS_SELECT="intel.json"
    )
    assert kept(machine.report()) == ["intel"]
    before, since = (NEW._replace(version=(1, 3, patch)) for patch in (233, 234))
    assert kept(machine.report(profile=before)) == ["driver", "intel"]
    assert kept(machine.report(profile=since)) == ["intel"]
    machine.env(VK_LOADER_DRIVERS_SELECT="/dd/vulkan/icd.d/intel.json,/lib/driver.so")
    assert kept(machine.report()) == []


@statement(111, rule="loader.rules.activation.read_driver_filters")
def test_driver_filters_compare_drivers_of_variables_too(machine: Machine):
    driver_at(machine, "/x/intel.json")
    driver_at(machine, "/x/amd.json")
    machine.env(VK_DRIVER_FILES="/x/intel.json:/x/amd.json")
    assert kept(machine.report()) == ["intel", "amd"]
    machine.env(VK_LOADER_DRIVERS_DISABLE="intel*")
    assert kept(machine.report()) == ["amd"]


@statement(112, rule="loader.rules.activation._parse_token")
def test_filter_knows_full_names_prefixes_suffixes_and_substrings_in_any_case():
    def matches(value: str) -> bool:
        return bool(parse_filter("VK_LOADER_DRIVERS_SELECT", value).find_match("Intel_icd.json"))

    for value in ("intel_icd.json", "INTEL*", "*ICD.json", "*tel_i*", "none,intel*"):
        assert matches(value), value
    for value in ("intel_icd", "icd*", "*intel", "*amd*", "none;intel*", " intel*"):
        assert not matches(value), value


@statement(113, rule="loader.rules.activation.Filter.find_match")
def test_drivers_that_select_does_not_match_are_dropped_and_told(machine: Machine):
    machine.driver("intel").env(VK_LOADER_DRIVERS_SELECT="intel*")
    report = machine.report()
    assert kept(report) == ["intel"]
    verdict = driver(report, "driver").verdict
    assert verdict.file == "/dd/vulkan/icd.d/driver.json"
    assert render_verdict(verdict, report) == "not selected by VK_LOADER_DRIVERS_SELECT"


@statement(114, rule="loader.rules.activation.Filter.find_match")
def test_select_that_matches_nothing_leaves_no_driver(machine: Machine):
    machine.env(VK_LOADER_DRIVERS_SELECT="*driver*")
    assert machine.report().create_result == "VK_SUCCESS"
    machine.env(VK_LOADER_DRIVERS_SELECT="*nothing*")
    assert machine.report().create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"


@statement(115, rule="loader.rules.activation.Filter.find_match")
def test_disable_drops_what_it_matches_and_nothing_else(machine: Machine):
    machine.driver("intel").env(VK_LOADER_DRIVERS_DISABLE="intel*")
    report = machine.report()
    assert kept(report) == ["driver"]
    assert render_verdict(driver(report, "intel").verdict, report) == (
        "VK_LOADER_DRIVERS_DISABLE=intel* matches"
    )
    machine.env(VK_LOADER_DRIVERS_DISABLE="nothing*")
    assert kept(machine.report()) == ["driver", "intel"]


@statement(116, rule="loader.rules.activation._decide_driver")
def test_driver_that_both_filters_match_stays(machine: Machine):
    machine.driver("intel").driver("amd")
    machine.env(VK_LOADER_DRIVERS_DISABLE="*", VK_LOADER_DRIVERS_SELECT="intel*")
    report = machine.report()
    assert kept(report) == ["intel"]
    assert reason(report, "amd") == "driver-disable-filter"
