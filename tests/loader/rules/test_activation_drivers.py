"""Which drivers are kept."""

from __future__ import annotations

import pytest

from tests.loader.machine import NEW, OLD, Machine
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

FAILURE = "VK_ERROR_INCOMPATIBLE_DRIVER"


def reasons(report: LoaderReport) -> dict[str, tuple[str, str]]:
    return {
        driver.file.rsplit("/", 1)[1]: (driver.verdict.outcome.value, driver.verdict.reason.value)
        for driver in report.drivers
    }


@pytest.fixture
def two() -> Machine:
    """Return a machine with two drivers."""
    return Machine().driver("one").driver("two")


def test_drivers_are_kept_in_scan_order(two: Machine, profile: LoaderProfile):
    report = two.report(profile=profile)
    assert [driver.file for driver in report.drivers] == list(report.driver_search.files)
    assert set(reasons(report).values()) == {("loads", "kept")}


@pytest.mark.parametrize(
    ("select", "disable", "one", "two_"),
    [
        ("", "", "kept", "kept"),
        ("one*", "", "kept", "driver-select-filter"),
        ("one.json", "", "kept", "driver-select-filter"),
        ("one", "", "driver-select-filter", "driver-select-filter"),
        ("", "*two*", "kept", "driver-disable-filter"),
        ("one*", "*", "kept", "driver-disable-filter"),
        ("*", "*", "kept", "kept"),
        ("~implicit~", "", "driver-select-filter", "driver-select-filter"),
    ],
)
def test_filters(two: Machine, select: str, disable: str, one: str, two_: str):
    two.env(VK_LOADER_DRIVERS_SELECT=select, VK_LOADER_DRIVERS_DISABLE=disable)
    found = reasons(two.report())
    assert (found["one.json"][1], found["two.json"][1]) == (one, two_)


def test_broken_manifests_are_skipped_and_counted(two: Machine):
    two.file("/dd/vulkan/icd.d/three.json", "{")
    assert reasons(two.report())["three.json"] == ("skipped", "invalid-json")
    assert two.chain() == ""
    assert two.chain(profile=OLD) == "VK_ERROR_OUT_OF_HOST_MEMORY"
    assert reasons(two.report(profile=OLD))["three.json"] == ("fails", "aborts-all")


def test_driver_that_crashes_an_older_loader(two: Machine):
    two.file("/dd/vulkan/icd.d/three.json", {"file_format_version": "1.0.0", "ICD": ["x"]})
    assert two.chain(profile=OLD) == "SIGSEGV"
    assert two.chain(profile=NEW) == ""


def test_driver_for_the_other_word_size_is_no_defect():
    machine = Machine().driver(library_arch="32")
    assert reasons(machine.report())["driver.json"] == ("off", "wrong-architecture")
    machine.changes = {"pointer_bits": 32}
    assert reasons(machine.report())["driver.json"][1] != "wrong-architecture"


@pytest.mark.parametrize(
    ("library", "outcome"),
    [
        ("/lib/gone.so", ("skipped", "library-missing")),
        ("/lib/text.so", ("skipped", "library-foreign")),
        ("/x/$ORIGIN/lib.so", ("unknown", "library-unknown")),
    ],
)
def test_libraries(library: str, outcome: tuple[str, str]):
    machine = Machine().driver(library_path=library).file("/lib/text.so", "text")
    assert reasons(machine.report())["driver.json"] == outcome
    assert machine.chain() == ("" if outcome[0] == "unknown" else FAILURE)


@pytest.mark.parametrize(
    ("flags", "extensions", "kept"),
    [
        (0, (), False),
        (1, (), False),
        (0, ("VK_KHR_portability_enumeration",), False),
        (1, ("VK_KHR_portability_enumeration",), True),
    ],
)
def test_portability_drivers_are_for_those_who_ask(
    flags: int, extensions: tuple[str, ...], kept: bool
):
    machine = Machine().driver(is_portability_driver=True)
    report = machine.report(flags=flags, extensions=extensions)
    assert (reasons(report)["driver.json"] == ("loads", "kept")) == kept
    assert (report.create_result == "VK_SUCCESS") == kept
    assert machine.report(profile=LoaderProfile((1, 3, 211))).create_result == "VK_SUCCESS"


def test_missing_layer_is_told_before_missing_driver():
    assert Machine().chain("A") == "VK_ERROR_LAYER_NOT_PRESENT"
    assert Machine().chain() == FAILURE


def test_unknown_extension_is_told_after_missing_driver():
    machine = (
        Machine()
        .driver()
        .implicit("I", instance_extensions=[{"name": "VK_EXT_own", "spec_version": "1"}])
    )
    failure = "VK_ERROR_EXTENSION_NOT_PRESENT"
    assert machine.chain(extensions=("VK_EXT_own",)) == failure
    assert machine.chain(extensions=("VK_KHR_surface",)) == "I"
    assert Machine().chain(extensions=("VK_EXT_own",)) == FAILURE
    machine.env(VK_LOADER_DISABLE_INST_EXT_FILTER="1")
    assert machine.chain(extensions=("VK_EXT_own",)) == "I"
    machine.env(VK_LOADER_DISABLE_INST_EXT_FILTER="yes")
    assert machine.chain(extensions=("VK_EXT_own",)) == failure


def test_line_of_what_decided():
    icd = '{\n"file_format_version": "1.0.0",\n"ICD": {\n"api_version": "1.3.0",\n'
    machine = Machine().driver()
    machine.file("/dd/vulkan/icd.d/missing.json", icd + '"library_path": "/absent.so"\n}}')
    portable = '"library_path": "/lib/driver.so",\n"is_portability_driver": true\n}}'
    machine.file("/dd/vulkan/icd.d/portable.json", icd + portable)
    lines = {x.file.rsplit("/", 1)[1]: x.verdict.line for x in machine.report().drivers}
    assert lines == {"driver.json": 0, "missing.json": 5, "portable.json": 6}
