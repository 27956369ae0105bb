"""What the library of a layer or driver must export to load, and where its file does not tell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.loader.lint.lint_machines import A, exporting
from tests.loader.machine import PROGRAM
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.verdicts import Outcome, Reason, Verdict
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.rules.loader_report import LoaderReport

ICD, INSTANCE, DEVICE = "vk_icdGetInstanceProcAddr", "vkGetInstanceProcAddr", "vkGetDeviceProcAddr"
OLD_DRIVER = (INSTANCE, "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")
DRIVER_NEGOTIATE = "vk_icdNegotiateLoaderICDInterfaceVersion"
NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"


def report(root: Path, *layers: str) -> LoaderReport:
    """Return what a program gets that requests layers."""
    host = Host({"XDG_DATA_DIRS": "/share"}, root=str(root), executable=PROGRAM)
    return discover(host, Application(layers=layers))


def with_driver(root: Path) -> None:
    folder = root / "share/vulkan/icd.d"
    folder.mkdir()
    (root / "lib/driver.so").write_bytes(make_elf_file(kind=LIBRARY, exports=(ICD,)))
    icd = {"library_path": "/lib/driver.so", "api_version": "1.3.0"}
    content = {"file_format_version": "1.0.0", "ICD": icd}
    (folder / "driver.json").write_text(json.dumps(content))


def layer_verdict(found: LoaderReport) -> Verdict:
    (layer,) = found.found_layers
    return layer.verdict


@pytest.mark.parametrize(
    ("names", "functions", "lacks"),
    [
        ((INSTANCE,), {}, ""),
        ((NEGOTIATE,), {}, ""),
        ((DEVICE,), {}, INSTANCE),
        (("a_Get",), {INSTANCE: "a_Get"}, ""),
        ((INSTANCE,), {INSTANCE: "a_Get"}, "a_Get"),
        ((INSTANCE,), {NEGOTIATE: "a_Go"}, ""),
        ((NEGOTIATE,), {NEGOTIATE: "a_Go"}, INSTANCE),
        ((NEGOTIATE,), {INSTANCE: "a_Get"}, ""),
    ],
)
def test_a_layer_needs_an_entry_point(tmp_path, names, functions, lacks):
    exporting(tmp_path, *names, functions=functions)
    with_driver(tmp_path)
    found = report(tmp_path, A)
    verdict = layer_verdict(found)
    if not lacks:
        assert (verdict.outcome, found.create_result) == (Outcome.LOADS, "VK_SUCCESS")
        return
    assert (verdict.outcome, verdict.detail) == (Outcome.SKIPPED, lacks)
    assert verdict.reason is Reason.LAYER_WITHOUT_ENTRY_POINT
    assert verdict.line == 1  # of library_path
    assert found.create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    # It stays in the list, and is opened for what it may do before there is an instance.
    assert [layer.is_listed for layer in found.found_layers] == [True]
    assert explain_component(found, A)[-1].text == f"Its library does not export {lacks}"
    assert layer_verdict(report(tmp_path)) == verdict


@pytest.mark.parametrize(
    ("names", "loads"),
    [
        ((ICD,), True),
        (OLD_DRIVER, True),
        ((*OLD_DRIVER, DRIVER_NEGOTIATE), False),
        ((ICD, DRIVER_NEGOTIATE), True),
        (OLD_DRIVER[:2], False),
        ((DRIVER_NEGOTIATE,), False),
    ],
)
def test_a_driver_needs_an_entry_point(tmp_path, names, loads):
    exporting(tmp_path, *names, driver=True)
    found = report(tmp_path)
    (driver,) = found.drivers
    assert found.create_result == ("VK_SUCCESS" if loads else "VK_ERROR_INCOMPATIBLE_DRIVER")
    if not loads:
        assert driver.verdict.outcome is Outcome.SKIPPED
        assert driver.verdict.reason is Reason.DRIVER_WITHOUT_ENTRY_POINT
        assert driver.verdict.detail == ICD


@pytest.mark.parametrize(
    ("inner", "loads"),
    [
        (make_elf_file(kind=LIBRARY, exports=(INSTANCE,)), True),
        (make_elf_file(kind=LIBRARY, exports=(DEVICE,)), False),
        (make_elf_file(kind=LIBRARY), True),  # its symbols are unknown
    ],
    ids=["exports it", "does not", "unknown"],
)
def test_functions_of_a_library_that_is_needed_count(tmp_path, inner, loads):
    exporting(tmp_path, DEVICE)
    outer = make_elf_file(kind=LIBRARY, exports=(DEVICE,), needed=("/lib/inner.so",))
    (tmp_path / "lib/x.so").write_bytes(outer)
    (tmp_path / "lib/inner.so").write_bytes(inner)
    with_driver(tmp_path)
    assert (layer_verdict(report(tmp_path, A)).outcome is Outcome.LOADS) == loads


@pytest.mark.parametrize("data", [make_elf_file(kind=LIBRARY), make_elf_file(kind=LIBRARY)[:64]])
def test_a_file_that_does_not_tell_is_assumed_to_have_one(tmp_path, data):
    exporting(tmp_path, DEVICE)
    (tmp_path / "lib/x.so").write_bytes(data)
    with_driver(tmp_path)
    assert layer_verdict(report(tmp_path, A)).outcome is Outcome.LOADS


def test_a_library_that_is_replaced_is_looked_at_again(tmp_path):
    exporting(tmp_path, DEVICE)
    with_driver(tmp_path)
    assert layer_verdict(report(tmp_path, A)).outcome is Outcome.SKIPPED
    (tmp_path / "lib/x.so").write_bytes(make_elf_file(kind=LIBRARY, exports=(INSTANCE, "a")))
    assert layer_verdict(report(tmp_path, A)).outcome is Outcome.LOADS
