"""What the success of vkCreateInstance hangs on, where files alone were looked at."""

from __future__ import annotations

from tests.loader.machine import Machine
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.explain.verdict_sentences import (
    find_create_conditions,
    render_create_result,
)


def test_a_driver_has_to_be_opened() -> None:
    report = Machine().driver().report()
    (only,) = find_create_conditions(report)
    assert only.result == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert (only.asked, only.libraries) == ("vkCreateInstance", ("/lib/driver.so",))
    assert render_create_result(report) == (
        "VK_SUCCESS unless no driver can create an instance (VK_ERROR_INCOMPATIBLE_DRIVER)"
    )


def test_layers_and_extensions_are_asked_too() -> None:
    extension = {"name": "VK_EXT_validation_features", "spec_version": "1"}
    found = Machine().driver().implicit("I", instance_extensions=[extension])
    report = found.report(extensions=("VK_KHR_surface", "VK_EXT_validation_features"))
    asked = [(x.asked, x.libraries, x.result) for x in find_create_conditions(report)]
    driver, layer = ("/lib/driver.so",), ("/lib/I.so",)
    assert asked == [
        ("vkCreateInstance", driver, "VK_ERROR_INCOMPATIBLE_DRIVER"),
        ("vkEnumerateInstanceExtensionProperties", driver, "VK_ERROR_EXTENSION_NOT_PRESENT"),
        ("vkCreateInstance", layer, ""),
    ]
    assert render_create_result(report) == (
        "VK_SUCCESS unless no driver can create an instance "
        "(VK_ERROR_INCOMPATIBLE_DRIVER), no driver offers VK_KHR_surface "
        "(VK_ERROR_EXTENSION_NOT_PRESENT) or a layer returns an error"
    )
    told = report_to_json(report)["create_unless"]
    assert told[1]["unless"] == "no driver offers VK_KHR_surface"
    assert told[1]["libraries"] == ["/lib/driver.so"]


def test_what_fails_for_certain_hangs_on_nothing() -> None:
    report = Machine().report()
    assert report.create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert find_create_conditions(report) == ()
    assert report_to_json(report)["create_unless"] == []
    assert render_create_result(report) == "VK_ERROR_INCOMPATIBLE_DRIVER"
    probed = Machine().driver().report()._replace(basis="probe")
    assert render_create_result(probed) == "VK_SUCCESS"
