"""Driver manifests: which are taken, what they say, and what a loader makes of it."""

from __future__ import annotations

from tests.loader.machine import NEW, OLD, Machine
from tests.statements.asking import driver, driver_at, kept, reason
from tests.statements.registry import statement
from vkconfig_py.loader.base.versions import Version
from vkconfig_py.loader.manifests.reader import Extension

PORTABILITY = "VK_KHR_portability_enumeration"


@statement(1, rule="loader.rules.activation.decide_drivers")
def test_broken_drivers_do_not_keep_the_others_from_loading(machine: Machine):
    machine.file("/ch/vulkan/icd.d/text.json", "no manifest at all")
    driver_at(machine, "/ch/vulkan/icd.d/gone.json", library_path="/lib/gone.so")
    machine.driver("second")
    report = machine.report()
    assert kept(report) == ["driver", "second"]
    assert report.create_result == "VK_SUCCESS"
    assert [reason(report, name) for name in ("text", "gone")] == [
        "invalid-json",
        "library-missing",
    ]


@statement(40, rule="loader.base.versions.parse_version")
def test_api_version_is_read_in_three_parts(machine: Machine):
    machine.driver("older", api_version="1.1.82").explicit("a", api_version="1.2.203")
    report = machine.report()
    manifest = driver(report, "older").manifest
    assert manifest is not None
    assert manifest.api_version == Version(0, 1, 1, 82)
    assert [layer.api_version for layer in report.layers] == [(1, 2, 203)]


@statement(143, rule="loader.manifests.driver.parse_driver_file")
def test_known_and_unknown_versions_are_read_and_a_missing_one_is_not(machine: Machine):
    machine.files.pop("/dd/vulkan/icd.d/driver.json")
    icd = {"library_path": "/lib/driver.so", "api_version": "1.3.0"}
    for version in ("1.0.0", "1.0.1", "7.0.0", "junk"):
        content = {"file_format_version": version, "ICD": icd}
        machine.file(f"/dd/vulkan/icd.d/v{version}.json", content)
    machine.file("/dd/vulkan/icd.d/none.json", {"ICD": icd})
    report = machine.report()
    assert kept(report) == ["v1.0.0", "v1.0.1", "v7.0.0", "vjunk"]
    assert reason(report, "none") == "missing-key"


@statement(144, rule="loader.manifests.driver._read_driver")
def test_driver_manifest_needs_three_keys(machine: Machine):
    for key in ("library_path", "api_version"):
        driver_at(machine, f"/dd/vulkan/icd.d/without {key}.json")
        content = machine.files[f"/dd/vulkan/icd.d/without {key}.json"].content
        machine.file(
            f"/dd/vulkan/icd.d/without {key}.json", content.replace(key.encode(), b"no key")
        )
    machine.file("/dd/vulkan/icd.d/without ICD.json", {"file_format_version": "1.0.0"})
    report = machine.report()
    assert kept(report) == ["driver"]
    details = [str(x.verdict.detail) for x in report.drivers if x.manifest is None]
    assert details == ["library_path", "api_version", "ICD"]


@statement(144, rule="loader.manifests.driver._read_driver")
def test_driver_manifest_may_have_two_more_keys(machine: Machine):
    machine.driver("full", library_arch="64", is_portability_driver=True)
    manifest = driver(machine.report(), "full").manifest
    assert manifest is not None
    assert (manifest.library_arch, manifest.portability) == ("64", True)
    assert manifest.library == "/lib/full.so"


@statement(145, rule="loader.manifests.reader.resolve_library")
def test_driver_library_is_a_name_relative_or_absolute_with_any_ending(machine: Machine):
    for name, path in (("bare", "lib.v2"), ("relative", "../x.so"), ("absolute", "/y/z.driver")):
        driver_at(machine, f"/dd/vulkan/icd.d/{name}.json", library_path=path)
    report = machine.report()
    libraries = {x.manifest.library for x in report.drivers if x.manifest}
    assert libraries == {
        "/lib/driver.so",
        "lib.v2",
        "/dd/vulkan/icd.d/../x.so",
        "/y/z.driver",
    }


@statement(146, rule="loader.manifests.driver.is_other_architecture")
def test_other_word_size_keeps_the_driver_out_before_its_library_matters(machine: Machine):
    driver_at(machine, "/ch/vulkan/icd.d/other.json", library_arch="32", library_path="/gone.so")
    driver_at(machine, "/ch/vulkan/icd.d/own.json", library_arch="64")
    driver_at(machine, "/ch/vulkan/icd.d/odd.json", library_arch="any")
    report = machine.report()
    assert kept(report) == ["own", "odd", "driver"]
    assert reason(report, "other") == "wrong-architecture"
    machine.changes["pointer_bits"] = 32
    report = machine.report()
    assert reason(report, "own") == "wrong-architecture"
    assert reason(report, "other") == "library-missing"


@statement(147, rule="loader.manifests.driver._read_api_version")
def test_program_may_ask_for_more_than_the_version_of_the_driver(machine: Machine):
    machine.driver("oldest", api_version="1.0.2")
    report = machine.report(api_version=(1, 4, 0))
    manifest = driver(report, "oldest").manifest
    assert manifest is not None
    assert manifest.api_version == Version(0, 1, 0, 2)
    assert kept(report) == ["driver", "oldest"]


@statement(148, rule="loader.manifests.driver.parse_driver_file")
def test_only_a_true_is_portability_driver_counts(machine: Machine):
    for name, value in (("yes", True), ("no", False), ("text", "true"), ("number", 1)):
        machine.driver(name, is_portability_driver=value)
    report = machine.report()
    assert kept(report) == ["driver", "no", "text", "number"]
    assert reason(report, "yes") == "portability"


@statement(149, rule="loader.manifests.driver._read_driver")
def test_is_portability_driver_is_honoured_in_version_1_0_0_too(machine: Machine):
    icd = {"library_path": "/lib/driver.so", "api_version": "1.3.0", "is_portability_driver": True}
    for version in ("1.0.0", "1.0.1"):
        content = {"file_format_version": version, "ICD": icd}
        machine.file(f"/dd/vulkan/icd.d/{version}.json", content)
    assert kept(machine.report()) == ["driver"]
    asked = machine.report(extensions=(PORTABILITY,), flags=1)
    assert kept(asked) == ["driver", "1.0.0", "1.0.1"]


@statement(155, rule="loader.rules.outcome.find_scan_failure")
def test_instance_version_is_the_loaders_whatever_drivers_there_are(machine: Machine):
    machine.implicit("a")
    for profile, version in ((OLD, "1.3.239"), (NEW, "1.4.364")):
        assert machine.report(profile=profile).instance_version == version
    machine.files.pop("/dd/vulkan/icd.d/driver.json")
    machine.driver("ancient", api_version="1.0.0")
    assert machine.report().instance_version == "1.4.364"
    machine.file("/ch/vulkan/implicit_layer.d/text.json", "no manifest")
    assert machine.report(profile=OLD).instance_version == "VK_ERROR_OUT_OF_HOST_MEMORY"


@statement(195, rule="loader.profiles.profile.are_extensions_known")
def test_portability_enumeration_is_known_without_any_driver_that_names_it(machine: Machine):
    assert machine.report(extensions=(PORTABILITY,)).create_result == "VK_SUCCESS"
    unknown = machine.report(extensions=("VK_KHR_no_such_extension",))
    assert unknown.create_result == "VK_ERROR_EXTENSION_NOT_PRESENT"


@statement(195, rule="loader.rules.outcome.list_loader_extensions")
def test_portability_enumeration_is_always_listed(machine: Machine):
    machine.files.clear()
    assert Extension(PORTABILITY, 1) in machine.report().loader_extensions
    before = NEW._replace(version=(1, 3, 206))
    offered = machine.report(profile=before).loader_extensions
    assert [name for name, _ in offered] == ["VK_EXT_debug_report", "VK_EXT_debug_utils"]


@statement(196, rule="loader.profiles.profile.hides_portability")
def test_portability_driver_needs_both_extension_and_flag(machine: Machine):
    machine.driver("portable", is_portability_driver=True)
    assert kept(machine.report()) == ["driver"]
    assert kept(machine.report(flags=1)) == ["driver"]
    assert kept(machine.report(extensions=(PORTABILITY,))) == ["driver"]
    assert kept(machine.report(extensions=(PORTABILITY,), flags=1)) == ["driver", "portable"]


@statement(197, rule="loader.rules.activation._decide_driver")
def test_driver_that_declares_itself_portable_is_hidden_and_no_other(machine: Machine):
    machine.driver("portable", is_portability_driver=True).driver("plain")
    report = machine.report()
    assert reason(report, "portable") == "portability"
    assert kept(report) == ["driver", "plain"]


@statement(201, rule="loader.manifests.driver.parse_driver_file")
def test_driver_needs_a_valid_manifest_with_the_right_ending(machine: Machine):
    driver_at(machine, "/dd/vulkan/icd.d/good.json")
    driver_at(machine, "/dd/vulkan/icd.d/good.jso")
    machine.file("/dd/vulkan/icd.d/list.json", [])
    machine.file("/dd/vulkan/icd.d/layer.json", {"file_format_version": "1.0.0", "layer": {}})
    report = machine.report()
    assert kept(report) == ["driver", "good"]
    assert reason(report, "layer") == "other-manifest-type"
    assert len(report.drivers) == 4


@statement(210, rule="loader.rules.outcome.find_create_result")
def test_without_a_usable_driver_no_instance_is_made(machine: Machine):
    assert machine.report().create_result == "VK_SUCCESS"
    machine.files.pop("/lib/driver.so")
    assert machine.report().create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"
    machine.files.pop("/dd/vulkan/icd.d/driver.json")
    assert machine.report().create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"


@statement(211, rule="loader.rules.resolve.ManifestScan.read_drivers")
def test_every_manifest_that_is_found_is_tried(machine: Machine):
    for path in ("/ch/vulkan/icd.d/a", "/cd/vulkan/icd.d/b", "/etc/vulkan/icd.d/c"):
        driver_at(machine, f"{path}.json")
    driver_at(machine, "/de/vulkan/icd.d/c.json", library_path="/gone.so")
    report = machine.report()
    assert kept(report) == ["a", "b", "c", "driver"]
    assert len(report.drivers) == 5


@statement(213, rule="loader.manifests.driver._read_api_version")
def test_driver_of_another_variant_is_not_loaded(machine: Machine):
    machine.driver("variant", api_version="1.1.3.0").driver("plain", api_version="0.1.3.0")
    report = machine.report()
    assert kept(report) == ["driver", "plain"]
    assert reason(report, "variant") == "variant"
    before = NEW._replace(version=(1, 3, 204))
    assert "variant" in kept(machine.report(profile=before))
