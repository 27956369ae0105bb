"""What the specification of 2016 says, of the loaders that follow it."""

from __future__ import annotations

from tests.loader.machine import NEW, document, found, layer_object
from tests.loader.profiles.test_profile_2016 import FIRST, Old, both, of_three_types
from tests.statements.registry import statement
from vkconfig_py.loader.files.search_paths import ManifestType, find_search_paths


@statement(16, rule="loader.rules.resolve._split_by_type")
def test_layers_of_devices_are_enabled_when_a_device_is_created():
    report = of_three_types().report("I", profile=FIRST, device_layers=("D",))
    assert both(report) == ("I", "D")


@statement(19, rule="loader.rules.ordering.LayerRequest.variable_switch")
def test_variable_for_devices_adds_layers():
    report = of_three_types().env(VK_DEVICE_LAYERS="D:G").report(profile=FIRST)
    assert both(report) == ("", "D G")
    assert found(report, "D").verdict.reason.value == "device-layers"


@statement(22, rule="loader.rules.resolve._split_by_type")
def test_global_layers_have_to_be_enabled_on_both_chains():
    machine = of_three_types()
    assert both(machine.report("G", profile=FIRST)) == ("G", "")
    assert both(machine.report("G", profile=FIRST, device_layers=("G",))) == ("G", "G")


@statement(45, rule="loader.platforms.rules.PlatformRules.list_base_folders")
def test_three_folders_are_searched_for_drivers():
    host = Old().env(XDG_DATA_DIRS="/x").host()
    folders = [place.path for place in find_search_paths(host, FIRST, ManifestType.DRIVER)]
    bases = ["/etc", "/usr/share", "/home/me/.local/share"]
    assert folders == [f"{base}/vulkan/icd.d" for base in bases]


@statement(83, rule="loader.platforms.rules.PlatformRules.list_base_folders")
def test_elevated_programs_of_2016_skip_home():
    host = Old().host()._replace(elevated=True)
    folders = [place.path for place in find_search_paths(host, FIRST, ManifestType.IMPLICIT)]
    assert folders == [f"{base}/vulkan/implicit_layer.d" for base in ("/etc", "/usr/share")]


@statement(51, rule="loader.rules.resolve.ManifestScan._find_by_name")
def test_bare_name_of_a_manifest_is_not_looked_for_in_the_driver_folders():
    # The document of 2016 says otherwise.
    machine = Old().icd("/usr/share/vulkan/icd.d/c.json").icd("/my/d.json")
    machine.env(VK_ICD_FILENAMES="/my:c.json:d.json")
    assert [x.file for x in machine.report(profile=FIRST).drivers] == ["c.json", "/my/d.json"]


@statement(52, rule="loader.rules.resolve.ManifestScan._find_by_name")
def test_list_of_a_folder_a_bare_name_and_a_path():
    machine = Old().icd("/my_build/vendorc_vulkan.json").icd("/my_build/my_icd.json")
    machine.env(VK_ICD_FILENAMES="/my_build:vendorc_vulkan.json:/my_build/my_icd.json")
    assert [x.file for x in machine.report(profile=FIRST).drivers] == [
        "/my_build/vendorc_vulkan.json",
        "/my_build/my_icd.json",
    ]


@statement(73, rule="loader.manifests.layer._check_type")
def test_type_is_one_of_three():
    machine = of_three_types().layer("X", "OTHER")
    reasons = {x.name: x.verdict.reason.value for x in machine.report(profile=FIRST).found_layers}
    assert reasons == {**dict.fromkeys("IDG", "not-requested"), "X": "bad-value"}
    assert found(machine.report(profile=NEW), "X").verdict.reason.value == "bad-value"


@statement(80, rule="loader.manifests.layer.find_document_failure")
def test_documented_sample_of_2016_lacks_a_comma_and_is_skipped():
    text = '{\n"file_format_version" : "1.0.0",\n"layer": {\n"library_path": "a.dll"\n"name": "x"}}'
    machine = of_three_types().file("/etc/vulkan/explicit_layer.d/overlay.json", text)
    report = machine.report("I", profile=FIRST)
    verdict = found(report, "overlay.json").verdict
    assert (verdict.reason.value, verdict.line, report.create_result) == (
        "invalid-json",
        5,
        "VK_SUCCESS",
    )


@statement(39, rule="loader.rules.activation.decide_drivers")
def test_manifests_of_several_formats_may_name_one_library():
    machine = Old().icd("/etc/vulkan/icd.d/e.json", file_format_version="2.0.0")
    for profile in (FIRST, NEW):
        machine.env(VK_ICD_FILENAMES="/etc/vulkan/icd.d/driver.json:/etc/vulkan/icd.d/e.json")
        outcomes = [x.verdict.outcome.value for x in machine.report(profile=profile).drivers]
        assert outcomes == ["loads", "loads"]


@statement(150, rule="loader.rules.activation.decide_drivers")
def test_several_manifests_may_name_one_library():
    machine = Old().icd("/my/a.json").icd("/my/b.json").env(VK_DRIVER_FILES="/my/a.json:/my/b.json")
    libraries = [x.manifest and x.manifest.library for x in machine.report(profile=NEW).drivers]
    assert libraries == ["/lib/driver.so"] * 2


@statement(72, rule="loader.manifests.layer._read_library")
def test_layer_of_2016_needs_a_library():
    content = document(layer_object("M", library_path=None, component_layers=["I"]))
    machine = of_three_types().file("/etc/vulkan/explicit_layer.d/M.json", content)
    assert found(machine.report(profile=FIRST), "M").verdict.reason.value == "missing-key"
