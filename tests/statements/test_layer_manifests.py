"""Layer manifests: files, required keys, types, versions."""

from __future__ import annotations

from tests.loader.machine import NEW, OLD, Machine, document, found, layer_object, meta_object
from tests.statements.asking import layer_at, listed, reason, told
from tests.statements.registry import statement
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.lint.lint_context import ProblemCode
from vkconfig_py.loader.rules.loader_report import LoaderReport

FOLDER = "/dd/vulkan/explicit_layer.d"
VERSIONS = ("1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0", "1.2.1")
# Loaders since 1.4.304 to 1.4.356 do without the two versions.
LAX = NEW._replace(version=(1, 4, 350))


def refusal(report: LoaderReport, name: str) -> tuple[str, str]:
    """Return why a layer is not taken, and the detail."""
    verdict = found(report, name).verdict
    return verdict.reason.value, str(verdict.detail)


@statement(38, rule="loader.base.versions.parse_version")
def test_file_format_version_is_compared_number_by_number(machine: Machine):
    # From 1.0.1 on nothing may stand behind "layer".
    for version in ("1.0.0", "0.9.9", "1.0.1", "1.0.10", "1.1.0"):
        content = {**document(layer_object(version), version=version), "more": {}}
        machine.file(f"{FOLDER}/{version}.json", content)
    assert [name for name in listed(machine.report()) if name] == ["1.0.0", "0.9.9"]


@statement(72, rule="loader.manifests.reader.Fields.get_required")
def test_layer_without_one_of_the_required_keys_is_skipped(machine: Machine):
    keys = ("name", "type", "api_version", "implementation_version", "description")
    for key in keys:
        layer_at(machine, f"{FOLDER}/{key}.json", f"no {key}", **{key: None})
    machine.explicit("complete")
    report = machine.report()
    assert listed(report) == ["complete"]
    refused = [x.verdict for x in report.found_layers if x.manifest is None]
    assert [(x.reason.value, str(x.detail)) for x in refused] == [
        ("missing-key", key) for key in keys
    ]


@statement(72, rule="loader.manifests.layer._read_library")
def test_layer_without_library_is_skipped(machine: Machine):
    layer_at(machine, f"{FOLDER}/a.json", "a", library_path=None)
    machine.explicit("b")
    report = machine.report()
    assert refusal(report, "a") == ("missing-key", "library_path")
    assert listed(report) == ["b"]


@statement(72, rule="loader.manifests.layer.parse_layer_file")
def test_manifest_without_file_format_version_is_skipped(machine: Machine):
    machine.file(f"{FOLDER}/none.json", {"layer": layer_object("a")}).explicit("b")
    report = machine.report()
    assert refusal(report, "none.json") == ("missing-key", "file_format_version")
    assert listed(report) == ["b"]


@statement(73, rule="loader.manifests.layer._read_layer")
def test_type_is_instance_or_global_and_device_is_refused(machine: Machine):
    for kind in ("INSTANCE", "GLOBAL", "DEVICE", "global", "ANY"):
        machine.explicit(f"{kind} layer", type=kind)
    report = machine.report()
    assert listed(report) == ["INSTANCE layer", "GLOBAL layer"]
    assert reason(report, "DEVICE layer") == "device-layer"
    assert reason(report, "ANY layer") == reason(report, "global layer") == "bad-value"


@statement(304, rule="loader.manifests.layer._read_layer")
def test_device_layer_cannot_be_asked_for(machine: Machine):
    machine.explicit("device", type="DEVICE").explicit("instance", type="INSTANCE")
    assert machine.chain("instance") == "instance"
    assert machine.chain("device") == "VK_ERROR_LAYER_NOT_PRESENT"


@statement(364, rule="loader.manifests.layer._read_layer")
def test_global_and_instance_layers_are_treated_alike(machine: Machine):
    machine.explicit("a", type="GLOBAL").explicit("b", type="INSTANCE")
    machine.implicit("c", type="INSTANCE").implicit("d", type="GLOBAL")
    types = [layer.type for layer in machine.report().layers]
    assert types == ["INSTANCE", "GLOBAL", "GLOBAL", "INSTANCE"]
    assert machine.chain("b", "a") == "c d b a"


@statement(74, rule="loader.manifests.layer.strtoul")
def test_implementation_version_is_one_number(machine: Machine):
    texts = ("7", "1.9", "junk", "")
    for number, text in enumerate(texts):
        machine.explicit(f"layer {number}", implementation_version=text)
    machine.explicit("number", implementation_version=7)
    report = machine.report()
    assert [x.implementation_version for x in report.layers] == [7, 1, 0, 0]
    assert reason(report, "number") == "bad-value"


@statement(80, rule="loader.json.decode.parse_json")
def test_manifest_with_a_missing_comma_is_reported_with_its_line_and_skipped(machine: Machine):
    text = (
        '{\n"file_format_version": "1.0.0",\n"layer": {\n"name": "overlay",\n'
        '"library_path": "a.so"\n"api_version": "1.0.0"\n}\n}'
    )
    machine.explicit("good").file(f"{FOLDER}/overlay.json", text)
    report = machine.report("good")
    verdict = found(report, "overlay.json").verdict
    assert (verdict.reason.value, verdict.line) == ("invalid-json", 6)
    assert listed(report) == ["good"]
    assert report.create_result == "VK_SUCCESS"
    assert machine.report(profile=OLD).create_result == "VK_ERROR_OUT_OF_HOST_MEMORY"


@statement(361, rule="loader.json.decode.parse_json")
def test_comma_too_many_is_reported_with_its_line(machine: Machine):
    text = '{\n"file_format_version": "1.0.0",\n"layer": {\n"name": "sample",\n}\n}'
    machine.file(f"{FOLDER}/bad.json", text).file(
        f"{FOLDER}/other.json", text.replace('",\n}', '"\n}')
    )
    report = machine.report()
    verdict = found(report, "bad.json").verdict
    assert (verdict.reason.value, verdict.line) == ("invalid-json", 5)
    assert reason(report, "sample") == "missing-key"


@statement(302, rule="loader.manifests.layer.parse_layer_file")
def test_known_versions_and_unknown_ones_are_read(machine: Machine):
    for version in (*VERSIONS, "1.9.9", "5.0.0", "junk"):
        content = document(layer_object(f"layer of {version}"), version=version)
        machine.file(f"{FOLDER}/{version}.json", content)
    assert listed(machine.report()) == [
        f"layer of {x}" for x in (*VERSIONS, "1.9.9", "5.0.0", "junk")
    ]


@statement(303, rule="loader.manifests.layer._parse_array")
def test_manifest_holds_one_layer_or_an_array_of_several(machine: Machine):
    machine.file(f"{FOLDER}/one.json", document(layer_object("one")))
    both = [layer_object("two"), layer_object("three", type="DEVICE"), layer_object("four")]
    for version in ("1.0.1", "1.0.0"):
        machine.file(f"{FOLDER}/several.json", document(*both, version=version))
        assert listed(machine.report()) == ["one", "two", "four"]


@statement(305, rule="loader.manifests.layer._read_library")
def test_layer_has_a_library_or_components_and_not_both(machine: Machine):
    machine.explicit("library").meta("meta", "library")
    layer_at(machine, f"{FOLDER}/both.json", "both", component_layers=["library"])
    layer_at(machine, f"{FOLDER}/neither.json", "neither", library_path=None)
    report = machine.report()
    assert listed(report) == ["library", "meta"]
    assert reason(report, "both") == "bad-value"
    assert reason(report, "neither") == "missing-key"


@statement(307, rule="loader.manifests.reader.Fields.get_required")
def test_versions_and_description_are_strings(machine: Machine):
    keys = ("api_version", "implementation_version", "description")
    for key in keys:
        machine.explicit(f"number in {key}", **{key: 1})
    machine.explicit("good")
    report = machine.report()
    assert listed(report) == ["good"]
    assert [x.verdict.reason.value for x in report.found_layers if not x.manifest] == [
        "bad-value"
    ] * 3


@statement(307, rule="loader.manifests.layer._read_api_version")
def test_some_loaders_do_without_the_versions(machine: Machine):
    machine.explicit("a", api_version=None, implementation_version=None)
    machine.explicit("b", api_version="1.2.3")
    assert listed(machine.report(profile=NEW)) == ["b"]
    assert [x.api_version for x in machine.report(profile=LAX).layers] == [(0, 0, 0), (1, 2, 3)]


@statement(324, rule="loader.manifests.layer._read_api_version")
def test_layer_of_another_api_variant_is_not_used(machine: Machine):
    machine.explicit("variant", api_version="1.1.3.0").explicit("plain", api_version="0.1.3.0")
    report = machine.report()
    assert listed(report) == ["plain"]
    assert reason(report, "variant") == "variant"


@statement(308, rule="loader.manifests.layer._read_layer")
def test_functions_may_be_absent_or_there(machine: Machine):
    functions = {"vkNegotiateLoaderLayerInterfaceVersion": "mine"}
    machine.explicit("without").explicit("with", functions=functions)
    assert machine.chain("without", "with") == "without with"


@statement(316, rule="loader.manifests.layer._read_layer")
def test_keys_of_later_versions_change_nothing(machine: Machine):
    machine.explicit("a")
    plain = machine.report("a")
    later = {
        "introduction": "…",
        "url": "https://example.org",
        "platforms": ["LINUX"],
        "status": "STABLE",
        "features": {"settings": [{"key": "k", "type": "BOOL", "default": True}], "presets": []},
        "nobody knows this": None,
    }
    content = document(layer_object("a", **later), version="1.2.0")
    machine.file(f"{FOLDER}/a.json", content)
    full = machine.report("a")
    assert [x._replace(file_version="") for x in full.layers] == [
        x._replace(file_version="") for x in plain.layers
    ]
    assert [x.manifest.name for x in full.callstack] == ["a"]


@statement(262, rule="loader.manifests.reader.Fields.get_fixed_text")
def test_any_name_that_fits_is_accepted(machine: Machine):
    names = ("VK_LAYER_vendor_good", "overlay", "VK_LAYER_", "Ein Übel", "x" * 254)
    for number, name in enumerate((*names, "y" * 255)):
        layer_at(machine, f"{FOLDER}/{number}.json", name, description="")
    assert listed(machine.report()) == list(names)


@statement(262, rule="loader.lint.key_problems._find_text_problems")
def test_name_without_the_prefix_is_told(machine: Machine):
    machine.explicit("VK_LAYER_good")
    assert told(machine.report(), ProblemCode.NAME_WITHOUT_PREFIX) == []
    machine.explicit("overlay")
    assert len(told(machine.report(), ProblemCode.NAME_WITHOUT_PREFIX)) == 1
    assert listed(machine.report()) == ["VK_LAYER_good", "overlay"]


@statement(360, rule="loader.manifests.layer.parse_layer_file")
def test_sample_manifest_of_the_guide_is_read(machine: Machine):
    sample = {
        "name": "VK_LAYER_SAMPLE_SampleLayer",
        "type": "GLOBAL",
        "library_path": ".\\sample_layer.dll",
        "api_version": "1.0.0",
        "implementation_version": "1",
        "description": "Sample layer",
    }
    machine.file(f"{FOLDER}/sample.json", document(sample, version="1.0.0"))
    (layer,) = machine.report().layers
    assert isinstance(layer, tuple)
    assert layer.name == "VK_LAYER_SAMPLE_SampleLayer"
    assert layer.library == ".\\sample_layer.dll"  # a name to the dynamic linker of Linux
    assert (layer.api_version, layer.implementation_version) == ((1, 0, 0), 1)


@statement(362, rule="loader.api.report_json.report_to_json")
def test_fields_are_those_of_the_enumeration(machine: Machine):
    machine.explicit("a", api_version="1.2.3", implementation_version="4", description="five")
    (layer,) = report_to_json(machine.report())["layers"]
    assert layer["name"] == "a"
    assert (layer["spec_version"], layer["implementation_version"]) == ("1.2.3", 4)
    assert layer["description"] == "five"


@statement(318, rule="loader.manifests.layer.parse_layer_file")
def test_documented_sample_manifests_are_read(machine: Machine):
    overlay = layer_object(
        "VK_LAYER_LUNARG_overlay",
        True,
        type="INSTANCE",
        library_path="vkOverlayLayer.so",
        api_version="1.0.5",
        implementation_version="2",
        description="LunarG HUD layer",
        functions={"vkNegotiateLoaderLayerInterfaceVersion": "OverlayLayer_Negotiate"},
        instance_extensions=[{"name": "VK_EXT_debug_report", "spec_version": "1"}],
        device_extensions=[
            {"name": "VK_EXT_debug_marker", "spec_version": "1", "entrypoints": ["vkCmdDbg"]}
        ],
        enable_environment={"ENABLE_LAYER_OVERLAY_1": "1"},
        disable_environment={"DISABLE_LAYER_OVERLAY_1": ""},
    )
    machine.file("/dd/vulkan/implicit_layer.d/o.json", document(overlay, version="1.0.0"))
    array = [layer_object("layer_1"), layer_object("layer_2")]
    machine.file(f"{FOLDER}/array.json", document(*array, version="1.0.1"))
    meta = meta_object("VK_LAYER_META", "layer_1", "layer_2")
    machine.file(f"{FOLDER}/meta.json", document(meta, version="1.1.1"))
    first, *_, last = machine.report().layers
    assert (first.name, first.enable_environment) == (
        "VK_LAYER_LUNARG_overlay",
        ("ENABLE_LAYER_OVERLAY_1", "1"),
    )
    assert first.disable_environment == "DISABLE_LAYER_OVERLAY_1"
    assert last.component_layers == ("layer_1", "layer_2")
