"""The loader of 2016: two chains, fixed folders, no meta-layers (Gate.DEVICE_LAYERS and others)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loader.machine import LIBRARY, NEW, Machine, document, found, layer_object
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.base.host import Application, Host, Platform
from vkconfig_py.loader.base.verdicts import Kind, Outcome, SetVariable, UnsetVariable
from vkconfig_py.loader.base.windows_facts import (
    Registry,
    RegistryValue,
    ValueKind,
    WindowsFacts,
)
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.search_paths import ManifestType, find_search_paths
from vkconfig_py.loader.platforms.windows_search import (
    CURRENT_USER,
    DISPLAY,
    LOCAL_MACHINE,
    search_registry,
)
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import STANDARD_VALIDATION

FIRST = LoaderProfile((1, 0, 11))
VALIDATION = (
    "VK_LAYER_GOOGLE_threading",
    "VK_LAYER_LUNARG_parameter_validation",
    "VK_LAYER_LUNARG_device_limits",
    "VK_LAYER_LUNARG_object_tracker",
    "VK_LAYER_LUNARG_image",
    "VK_LAYER_LUNARG_core_validation",
    "VK_LAYER_LUNARG_swapchain",
    "VK_LAYER_GOOGLE_unique_objects",
)


class Old(Machine):
    """A machine whose manifests stand where loaders of 2016 look."""

    def __init__(self) -> None:
        super().__init__()
        self.environment = {"HOME": "/home/me"}
        self.file("/lib/driver.so", LIBRARY)
        self.icd("/etc/vulkan/icd.d/driver.json")

    def icd(self, path: str, **head: Any) -> Old:
        """Add a driver manifest, without a version if that is None."""
        members = {"library_path": "/lib/driver.so", "api_version": "1.0.5"}
        content = {"file_format_version": "1.0.0", **head, "ICD": members}
        self.file(path, {key: value for key, value in content.items() if value is not None})
        return self

    def layer(self, name: str, kind: str, base: str = "/etc", **members: Any) -> Old:
        """Add an explicit layer of a type."""
        self.file(f"/lib/{name}.so", LIBRARY)
        content = document(layer_object(name, type=kind, **members), version="1.0.0")
        self.file(f"{base}/vulkan/explicit_layer.d/{name}.json", content)
        return self

    def always(self, name: str, kind: str, base: str = "/etc", **members: Any) -> Old:
        """Add an implicit layer of a type."""
        self.file(f"/lib/{name}.so", LIBRARY)
        content = document(layer_object(name, True, type=kind, **members), version="1.0.0")
        self.file(f"{base}/vulkan/implicit_layer.d/{name}.json", content)
        return self


def both(report: LoaderReport) -> tuple[str, str]:
    """Return the chain of the instance and that of devices."""
    assert report.device_callstack is not None
    return (
        " ".join(active.manifest.name for active in report.callstack),
        " ".join(active.manifest.name for active in report.device_callstack),
    )


def of_three_types() -> Old:
    return Old().layer("I", "INSTANCE").layer("D", "DEVICE").layer("G", "GLOBAL")


def test_each_chain_has_the_layers_of_its_type():
    names = ("I", "D", "G")
    report = of_three_types().report("I", "G", profile=FIRST, device_layers=("D", "G"))
    assert both(report) == ("I G", "D G")
    machine = Old()
    for name, kind in zip(names, ("INSTANCE", "DEVICE", "GLOBAL"), strict=True):
        machine.always(name, kind)
    assert both(machine.report(profile=FIRST)) == ("I G", "D G")


def test_layers_of_devices_are_not_enumerated_for_instances():
    report = of_three_types().report(profile=FIRST)
    assert not isinstance(report.layers, str)
    assert [layer.name for layer in report.layers] == ["I", "G"]


def test_each_variable_fills_its_chain_above_what_the_program_asks_for():
    machine = of_three_types().env(VK_INSTANCE_LAYERS="G:D", VK_DEVICE_LAYERS="G:I")
    report = machine.report("I", profile=FIRST, device_layers=("D",))
    assert both(report) == ("G I", "G D")
    assert report.device_callstack is not None
    by = [active.enabled_by for active in report.device_callstack]
    assert by == ["Environment Variable VK_DEVICE_LAYERS", "By the Application"]
    told = {
        (v.subject, v.detail): (v.outcome.value, v.reason.value)
        for v in report.verdicts
        if v.kind is Kind.VARIABLE and v.subject != "HOME"
    }
    assert told == {
        ("VK_INSTANCE_LAYERS", "G"): ("acts", "instance-layers"),
        ("VK_INSTANCE_LAYERS", "D"): ("ignored", "not-decisive"),
        ("VK_DEVICE_LAYERS", "G"): ("acts", "device-layers"),
        ("VK_DEVICE_LAYERS", "I"): ("ignored", "not-decisive"),
    }


def test_global_layer_that_one_chain_names_is_in_that_chain_alone():
    report = of_three_types().report(profile=FIRST, device_layers=("G",))
    assert both(report) == ("", "G")
    verdict = found(report, "G").verdict
    assert (verdict.outcome, verdict.reason.value) == (Outcome.LOADS, "application")


def test_layer_of_devices_is_turned_on_and_off_with_its_variable():
    machine = of_three_types()
    verdict = found(machine.report(profile=FIRST), "D").verdict
    assert (verdict.reason.value, verdict.remedy) == (
        "not-requested",
        SetVariable("VK_DEVICE_LAYERS", "D"),
    )
    report = machine.env(VK_DEVICE_LAYERS="D").report(profile=FIRST)
    verdict = found(report, "D").verdict
    assert render_verdict(verdict, report) == "VK_DEVICE_LAYERS lists it"
    assert verdict.remedy == UnsetVariable("VK_DEVICE_LAYERS")
    assert both(report) == ("", "D")


def test_device_cannot_be_created_with_a_layer_that_is_not_for_devices():
    report = of_three_types().report(profile=FIRST, device_layers=("I", "D"))
    assert (report.create_result, report.create_device_result) == (
        "VK_SUCCESS",
        "VK_ERROR_LAYER_NOT_PRESENT",
    )
    requests = {v.subject: v for v in report.verdicts if v.kind is Kind.REQUEST}
    assert requests["D"].outcome is Outcome.ACTS
    assert render_verdict(requests["I"], report) == (
        "the loader does not recognize this layer (for devices): vkCreateDevice fails"
    )


def test_instance_cannot_be_created_with_a_layer_of_devices():
    report = of_three_types().report("D", profile=FIRST)
    assert report.create_result == report.create_device_result == "VK_ERROR_LAYER_NOT_PRESENT"
    assert both(report) == ("", "")


def test_other_loaders_have_one_chain_and_tell_that_they_ignore_the_other():
    machine = of_three_types().env(VK_DEVICE_LAYERS="G", XDG_DATA_DIRS="/etc")
    report = machine.report(profile=NEW, device_layers=("G",))
    assert report.device_callstack is None
    assert "device_callstack" not in report_to_json(report)
    told = {
        v.subject: render_verdict(v, report)
        for v in report.verdicts
        if v.reason.value == "not-honoured"
    }
    version = NEW.version_text
    assert told == {
        "G": f"loader {version} ignores it: devices use the instance's layers",
        "VK_DEVICE_LAYERS": f"loader {version} ignores it: requires loader 1.0.11 or older",
    }


def test_story_tells_the_place_in_the_chain_of_devices():
    report = of_three_types().env(VK_DEVICE_LAYERS="G:D").report(profile=FIRST)
    step = explain_component(report, "D")[-1]
    assert (step.text, step.note) == (
        "Position 2 of 2 in each device's chain",
        "in the loader log: “Environment Variable VK_DEVICE_LAYERS”",
    )


def test_json_has_the_chain_of_devices():
    told = report_to_json(of_three_types().env(VK_DEVICE_LAYERS="D").report(profile=FIRST))
    assert [layer["name"] for layer in told["device_callstack"]] == ["D"]
    assert told["create_device"] == "VK_SUCCESS"


@pytest.mark.parametrize("kind", list(ManifestType))
def test_three_folders_are_searched_whatever_xdg_variables_say(kind: ManifestType):
    suffix = {"driver": "icd", "explicit": "explicit_layer", "implicit": "implicit_layer"}[kind]
    variables = {"XDG_DATA_DIRS": "/x", "XDG_DATA_HOME": "/y", "XDG_CONFIG_DIRS": "/z"}
    host = Old().env(**variables).host()
    folders = [place.path for place in find_search_paths(host, FIRST, kind)]
    assert folders == [
        f"/etc/vulkan/{suffix}.d",
        f"/usr/share/vulkan/{suffix}.d",
        f"/home/me/.local/share/vulkan/{suffix}.d",
    ]
    elevated = host._replace(elevated=True)
    assert [x.path for x in find_search_paths(elevated, FIRST, kind)] == folders[:2]


def test_home_is_the_only_variable_that_names_folders():
    report = Old().env(XDG_DATA_HOME="/y").report(profile=FIRST)
    assert [v.subject for v in report.verdicts if v.reason.value == "base-folder"] == ["HOME"]


def test_escapes_of_json_stay_in_texts_up_to_1_0_15():
    machine = Old().layer("L", "GLOBAL", description='a"b\\c\x01\n')
    known = {(1, 0, 15): 'a\\"b\\\\c\\u0001\\n', (1, 0, 16): 'a"b\\cu0001\n'}
    for version, expected in known.items():
        (layer, *_) = machine.report(profile=LoaderProfile(version)).layers
        assert (layer.name, layer.description) == ("L", expected)


def test_layer_path_replaces_the_search_for_explicit_layers_of_every_type():
    machine = of_three_types().always("J", "GLOBAL").env(VK_LAYER_PATH="/mine")
    for name, kind in (("K", "INSTANCE"), ("L", "DEVICE")):
        content = document(layer_object(name, type=kind, library_path="/lib/J.so"), version="1.0.0")
        machine.file(f"/mine/{name}.json", content)
    report = machine.report("K", profile=FIRST, device_layers=("L",))
    assert both(report) == ("J K", "J L")
    assert {layer.name for layer in report.found_layers} == {"J", "K", "L"}


def test_keys_of_the_machine_are_all_that_counts_on_windows():
    def registered(*names: str, data: int = 0) -> list[RegistryValue]:
        return [RegistryValue(name, ValueKind.DWORD, data.to_bytes(4, "little")) for name in names]

    khronos = r"SOFTWARE\Khronos\Vulkan"
    device = rf"{DISPLAY}\0000"
    path = "C:\\device.json\0\0".encode("utf-16-le")
    keys = {
        rf"{LOCAL_MACHINE}\{khronos}\Drivers": [
            *registered(r"C:\igvk64.json", r"D:\igvk64.json"),
            *registered(r"C:\off.json", data=1),
        ],
        rf"{LOCAL_MACHINE}\{khronos}\ExplicitLayers": registered(r"C:\machine.json"),
        rf"{CURRENT_USER}\{khronos}\ExplicitLayers": registered(r"C:\user.json"),
        device: [RegistryValue("VulkanExplicitLayers", ValueKind.SZ, path)],
    }
    host = Host({}, platform=Platform.WINDOWS, windows=WindowsFacts(Registry(keys)))

    def found(profile: LoaderProfile, kind: ManifestType) -> list[str]:
        return [entry.path for entry in search_registry(host, profile, kind).listed]

    assert found(FIRST, ManifestType.EXPLICIT) == [r"C:\machine.json"]
    assert r"C:\user.json" in found(NEW, ManifestType.EXPLICIT)
    assert found(FIRST, ManifestType.DRIVER) == [r"C:\igvk64.json", r"D:\igvk64.json"]
    assert found(NEW, ManifestType.DRIVER) == []


def test_bare_name_of_a_driver_is_looked_for_in_the_folder_of_the_first_entry():
    machine = Old().icd("/usr/share/vulkan/icd.d/d.json").icd("/my/c.json").icd("/my/own.json")
    machine.env(VK_ICD_FILENAMES="/my:c.json:d.json:/my/own.json")
    report = machine.report(profile=FIRST)
    files = {x.file: x.verdict.outcome.value for x in report.drivers}
    assert files == {"/my/c.json": "loads", "d.json": "skipped", "/my/own.json": "loads"}
    later = machine.report(profile=LoaderProfile((1, 1, 85)))
    assert "c.json" in [x.file for x in later.drivers]


def test_driver_without_a_format_version_ends_the_search_for_drivers():
    machine = Old().icd("/etc/vulkan/icd.d/e.json", file_format_version=None)
    machine.icd("/etc/vulkan/icd.d/f.json")
    reasons = [x.verdict.reason.value for x in machine.report(profile=FIRST).drivers]
    assert reasons == ["kept", "missing-key", "not-reached"]


def test_invalid_files_are_skipped_and_the_others_read():
    machine = of_three_types().file("/etc/vulkan/explicit_layer.d/A.json", '{"layer": {,}}')
    machine.file("/etc/vulkan/implicit_layer.d/A.json", "{")
    machine.file("/etc/vulkan/icd.d/A.json", "")
    report = machine.report("I", profile=FIRST)
    assert (report.create_result, both(report)) == ("VK_SUCCESS", ("I", ""))
    broken = [x.verdict.reason.value for x in report.found_layers if x.manifest is None]
    assert broken == ["invalid-json", "invalid-json"]


@pytest.mark.parametrize("version", ["1.0.0", "1.0.1", "1.2.0"])
def test_layer_key_may_stand_several_times_in_any_version(version: str):
    one, other = (layer_object(name, library_path="/lib/driver.so") for name in "AB")
    text = f'{{"file_format_version": "{version}", "layer": {_text(one)}, "layer": {_text(other)}}}'
    machine = Old().file("/etc/vulkan/explicit_layer.d/x.json", text)
    assert both(machine.report("A", "B", profile=FIRST)) == ("A B", "")


def _text(layer: dict[str, str]) -> str:
    return "{" + ", ".join(f'"{key}": "{value}"' for key, value in layer.items()) + "}"


def test_array_of_layers_and_layer_without_library_are_not_known():
    machine = Old()
    machine.file("/etc/vulkan/explicit_layer.d/x.json", document(*map(layer_object, "AB")))
    machine.layer("M", "GLOBAL", library_path=None, component_layers=["A"])
    reasons = {x.name: x.verdict.reason.value for x in machine.report(profile=FIRST).found_layers}
    assert reasons == {"x.json": "missing-key", "M": "missing-key"}


def test_explicit_layers_are_found_first():
    machine = Old().always("A", "GLOBAL", description="implicit").layer("A", "GLOBAL")
    report = machine.report(profile=FIRST)
    assert not isinstance(report.layers, str)
    assert [layer.description for layer in report.layers] == ["about A", "implicit"]


def test_implicit_layer_is_kept_whatever_version_the_program_asks_for():
    machine = Old().always("A", "GLOBAL", api_version="1.0.3")
    report = machine.report(profile=FIRST, api_version=(1, 1, 0))
    assert both(report) == ("A", "A")
    assert "apiVersion" not in {v.subject for v in report.verdicts}


def test_extension_that_the_loader_does_not_know_passes():
    report = Old().report(profile=FIRST, extensions=("VK_KHR_mir_surface",))
    assert report.create_result == "VK_SUCCESS"
    (verdict,) = (v for v in report.verdicts if v.kind is Kind.EXTENSION)
    assert render_verdict(verdict, report) == "extensions unknown to the loader are accepted"


def test_layer_whose_library_does_not_open_is_left_out_and_fails_nothing():
    machine = of_three_types()
    del machine.files["/lib/G.so"]
    report = machine.report("G", "I", profile=FIRST, device_layers=("G", "D"))
    assert (report.create_result, report.create_device_result) == ("VK_SUCCESS", "VK_SUCCESS")
    assert both(report) == ("I", "D")
    assert found(report, "G").verdict.reason.value == "library-missing"


def validation(kind: str = "GLOBAL") -> Old:
    machine = Old().layer("A", "GLOBAL")
    for name in VALIDATION:
        machine.layer(name, kind)
    return machine


def test_all_of_validation_has_one_name_which_stands_for_its_layers():
    names = (STANDARD_VALIDATION, "A", VALIDATION[3])
    report = validation().report(*names, profile=FIRST, device_layers=names)
    whole = " ".join((*VALIDATION, "A"))
    assert both(report) == (whole, whole)


@pytest.mark.parametrize(
    ("names", "chain"),
    [
        ((STANDARD_VALIDATION, "A"), ("A", *VALIDATION)),
        (("A", STANDARD_VALIDATION), ("A", *VALIDATION)),
        # B is lost: A moves up, and the layers of validation take what is behind it.
        ((STANDARD_VALIDATION, "A", "B"), ("A", *VALIDATION)),
        (("B", STANDARD_VALIDATION, "A"), ("B", "A", *VALIDATION)),
    ],
)
def test_all_of_validation_goes_behind_the_others_before_1_0_10(names, chain):
    machine = validation().layer("B", "GLOBAL")
    report = machine.report(*names, profile=LoaderProfile((1, 0, 8)))
    assert both(report)[0] == " ".join(chain)


def test_layers_of_validation_by_release():
    for version, api_version in (
        ((1, 0, 5), None),  # by other names
        ((1, 0, 8), (1, 0, 0)),
        ((1, 0, 11), (1, 0, 11)),
        ((1, 0, 20), (1, 0, 20)),  # one layer less
    ):
        report = validation().report(profile=LoaderProfile(version))
        found = [x.api_version for x in report.layers if x.name == STANDARD_VALIDATION]
        assert found == ([] if api_version is None else [api_version])


def test_extensions_of_all_of_validation_are_listed_since_1_0_10():
    machine = validation()
    extension = {"name": "VK_EXT_x", "spec_version": "2"}
    machine.layer(VALIDATION[2], "GLOBAL", instance_extensions=[extension])
    for version, names in (((1, 0, 8), []), ((1, 0, 10), ["VK_EXT_x"])):
        offered = machine.report(profile=LoaderProfile(version)).layer_extensions
        assert [found.name for found in offered[STANDARD_VALIDATION]] == names


@pytest.mark.parametrize(
    ("version", "home", "folders"),
    [
        ((1, 0, 3), {}, []),
        ((1, 0, 4), {}, ["/home/me/.local/share/vulkan/icd.d"]),
        ((1, 0, 21), {"XDG_DATA_HOME": "/x"}, ["/home/me/.local/share/vulkan/icd.d"]),
        ((1, 0, 24), {"XDG_DATA_HOME": "/x"}, ["/x/vulkan/icd.d"]),
        ((1, 0, 24), {"XDG_DATA_HOME": "/x/:/y"}, ["/x/"]),
        ((1, 0, 38), {"XDG_DATA_HOME": ""}, ["/vulkan/icd.d"]),
        ((1, 0, 38), {}, ["/home/me/.local/share/vulkan/icd.d"]),
    ],
)
def test_home_by_release(version, home, folders):
    prefix = ["/usr/etc", "/usr/share"] if version == (1, 0, 24) else []
    fixed = [f"{base}/vulkan/icd.d" for base in (*prefix, "/etc", "/usr/share")]
    host = Old().env(**home).host()
    found = find_search_paths(host, LoaderProfile(version), ManifestType.DRIVER)
    assert [place.path for place in found] == fixed + folders


@pytest.mark.parametrize(
    ("version", "create"),
    [((1, 0, 17), "VK_SUCCESS"), ((1, 0, 20), "VK_ERROR_INITIALIZATION_FAILED")],
)
@pytest.mark.parametrize("text", ["[]", "5", '{"ICD": {}}'])
def test_driver_file_without_a_version_behind_a_good_one(version, create, text):
    machine = Old().file("/etc/vulkan/icd.d/x.json", text).icd("/etc/vulkan/icd.d/y.json")
    report = machine.report(profile=LoaderProfile(version))
    assert report.create_result == create
    assert [x.verdict.reason.value for x in report.drivers][-1] == "not-reached"
    later = machine.report(profile=LoaderProfile((1, 0, 24)))
    assert (later.create_result, later.drivers[-1].verdict.reason.value) == ("VK_SUCCESS", "kept")


@pytest.mark.parametrize(
    ("version", "create"),
    [((1, 0, 21), "VK_SUCCESS"), ((1, 0, 24), "VK_ERROR_INITIALIZATION_FAILED")],
)
def test_driver_file_that_is_not_there_and_the_last_one(version, create):
    machine = Old().icd("/my/own.json").env(VK_ICD_FILENAMES="/my/own.json:/my/gone.json")
    assert machine.report(profile=LoaderProfile(version)).create_result == create


@pytest.mark.parametrize(
    ("version", "text", "found"),
    [
        ((1, 0, 24), "1.0", "SIGSEGV"),
        ((1, 0, 24), "0.1.2.3", (0, 0, 0)),
        ((1, 0, 24), "1.2.3", (1, 2, 3)),
        ((1, 0, 25), "1.0", (1, 0, 0)),
        ((1, 0, 25), "0.1.2.3", (0, 1, 2)),
    ],
)
def test_version_with_other_than_two_dots(version, text, found):
    report = Old().layer("A", "GLOBAL", api_version=text).report(profile=LoaderProfile(version))
    if found == "SIGSEGV":
        assert report.create_result == found
    else:
        assert [layer.api_version for layer in report.layers] == [found]


@pytest.mark.parametrize(
    ("version", "create"), [((1, 0, 24), "SIGSEGV"), ((1, 0, 25), "VK_SUCCESS")]
)
@pytest.mark.parametrize("value", [5, None, "1.0"])
def test_version_of_a_driver_with_fewer_than_two_dots(version, create, value):
    members = {"library_path": "/lib/driver.so", "api_version": value}
    machine = Old().file(
        "/etc/vulkan/icd.d/y.json", {"file_format_version": "1.0.0", "ICD": members}
    )
    assert machine.report(profile=LoaderProfile(version)).create_result == create


@pytest.mark.parametrize(
    ("version", "chain"), [((1, 0, 3), None), ((1, 0, 4), "A"), ((1, 0, 38), "A")]
)
def test_switch_without_a_variable(version, chain):
    extension = {"name": "VK_EXT_x", "spec_version": "2"}
    machine = Old().always("A", "GLOBAL", disable_environment={}, instance_extensions=[extension])
    report = machine.report(profile=LoaderProfile(version))
    if chain is None:
        assert report.create_result == "SIGSEGV"
        return
    assert " ".join(active.manifest.name for active in report.callstack) == chain
    assert report.layer_extensions["A"] == ()


@pytest.mark.parametrize(
    ("version", "found"), [((1, 0, 17), "SIGSEGV"), ((1, 0, 20), [("VK_EXT_x", 0)])]
)
def test_extension_without_a_version(version, found):
    machine = Old().layer("A", "GLOBAL", instance_extensions=[{"name": "VK_EXT_x"}])
    report = machine.report(profile=LoaderProfile(version))
    if found == "SIGSEGV":
        assert report.create_result == found
        assert report.instance_version == "1.0.0"  # nothing is called
    else:
        assert [tuple(x) for x in report.layer_extensions["A"]] == found


@pytest.mark.parametrize(
    ("version", "names"), [((1, 0, 5), ["VK_KHR_mir_surface", "b"]), ((1, 0, 6), ["b"])]
)
def test_surfaces_of_a_layer_for_which_the_loader_is_not_built(version, names):
    profile = LoaderProfile(version, surfaces=())
    extensions = [{"name": name, "spec_version": "1"} for name in ("VK_KHR_xcb_surface", "b")]
    report = Old().layer("A", "GLOBAL", instance_extensions=extensions).report(profile=profile)
    expected = ["VK_KHR_xcb_surface" if name == "VK_KHR_mir_surface" else name for name in names]
    assert [x.name for x in report.layer_extensions["A"]] == expected


@pytest.mark.parametrize(("version", "text"), [((1, 0, 6), "implicit"), ((1, 0, 7), "explicit")])
def test_extensions_of_two_layers_of_one_name(version, text):
    def offers(name: str) -> list[dict[str, str]]:
        return [{"name": name, "spec_version": "1"}]

    machine = Old().layer("A", "GLOBAL", instance_extensions=offers("explicit"))
    machine.always("A", "GLOBAL", instance_extensions=offers("implicit"))
    report = machine.report(profile=LoaderProfile(version))
    assert [x.name for x in report.layer_extensions["A"]] == [text]


@pytest.mark.parametrize(
    ("version", "form", "listed"),
    [
        ((1, 0, 13), "1.1.0", True),
        ((1, 0, 16), "1.0.0", True),
        ((1, 0, 16), "1.0.1", False),
        ((1, 0, 16), "0.9", False),
        ((1, 0, 38), "1.0.1", True),
        ((1, 0, 38), "1.1.0", False),
    ],
)
def test_several_layer_keys_by_release(version, form, listed):
    one, other = (layer_object(name, library_path="/lib/driver.so") for name in "AB")
    text = f'{{"file_format_version": "{form}", "layer": {_text(one)}, "layer": {_text(other)}}}'
    machine = Old().file("/etc/vulkan/explicit_layer.d/x.json", text)
    found = [layer.name for layer in machine.report(profile=LoaderProfile(version)).layers]
    assert found == (["A", "B"] if listed else [])


@pytest.mark.parametrize(
    ("version", "names"), [((1, 0, 21), ["A", "Z", "I"]), ((1, 0, 24), ["A", "I"])]
)
def test_invalid_file_by_release(version, names):
    machine = Old().layer("A", "GLOBAL").always("I", "GLOBAL")
    machine.file("/etc/vulkan/explicit_layer.d/B.json", "{")
    machine.file("/lib/Z.so", LIBRARY)
    content = document(layer_object("Z", type="GLOBAL"), version="1.0.0")
    machine.file("/etc/vulkan/explicit_layer.d/C.json", content)
    report = machine.report(profile=LoaderProfile(version))
    assert [layer.name for layer in report.layers] == names


@pytest.mark.parametrize("is_secure", [True, False])
def test_folders_of_variables_are_ignored_by_elevated_programs(is_secure):
    machine = Old().layer("A", "GLOBAL").env(VK_LAYER_PATH="/mine", VK_INSTANCE_LAYERS="A")
    profile = LoaderProfile((1, 0, 3), is_secure=is_secure)
    report = discover(machine.host()._replace(elevated=True), Application(), profile)
    assert [active.manifest.name for active in report.callstack] == ["A"]


def test_variable_puts_all_of_validation_where_it_names_it():
    report = validation().env(VK_INSTANCE_LAYERS=f"{STANDARD_VALIDATION}:A").report(profile=FIRST)
    assert both(report) == (" ".join((*VALIDATION, "A")), "")


def test_all_of_validation_is_listed_where_all_of_it_is():
    machine = validation("INSTANCE")
    assert machine.report(STANDARD_VALIDATION, profile=FIRST).create_result == "VK_SUCCESS"
    report = machine.report(profile=FIRST, device_layers=(STANDARD_VALIDATION,))
    assert report.create_device_result == "VK_ERROR_LAYER_NOT_PRESENT"
    machine.layer(VALIDATION[0], "DEVICE")
    assert (
        machine.report(STANDARD_VALIDATION, profile=FIRST).create_result
        == "VK_ERROR_LAYER_NOT_PRESENT"
    )


@pytest.mark.parametrize(("version", "count"), [((1, 0, 37), 1), ((1, 0, 38), 2)])
@pytest.mark.parametrize("functions", [None, {"vkGetInstanceProcAddr": "mine"}])
def test_layer_that_only_negotiates(version, count, functions):
    machine = Old().layer("A", "GLOBAL", functions=functions or {})
    report = machine.report(profile=LoaderProfile(version))
    (layer,) = (x.manifest for x in report.found_layers if x.name == "A")
    names = [point.functions for point in layer.functions.entry_points]
    assert names[0] == ("mine" if functions else "vkGetInstanceProcAddr",)
    assert len(names) == count


@pytest.mark.parametrize(("version", "names"), [((1, 0, 6), []), ((1, 0, 7), ["b"])])
def test_extensions_of_implicit_layers_before_an_instance(version, names):
    extensions = [{"name": "b", "spec_version": "1"}]
    machine = Old().always("A", "GLOBAL", instance_extensions=extensions).env(A_OFF="1")
    report = machine.report(profile=LoaderProfile(version))
    assert [name for name, _ in report.implicit_extensions] == names


@pytest.mark.parametrize(("version", "found"), [((1, 0, 27), False), ((1, 0, 28), True)])
def test_extension_is_looked_for_in_the_layer_of_its_place(version, found):
    extensions = [{"name": "VK_KHR_display", "spec_version": "1"}]
    machine = Old().layer("A", "GLOBAL", instance_extensions=extensions).layer("B", "GLOBAL")
    machine.file("/lib/driver.so", "no library")

    def create(*asked: str) -> str:
        profile = LoaderProfile(version)
        return machine.report(*asked, profile=profile, extensions=("VK_KHR_display",)).create_result

    # That there is no driver is found last.
    assert create("A", "B") == "VK_ERROR_INCOMPATIBLE_DRIVER"
    elsewhere = "VK_ERROR_INCOMPATIBLE_DRIVER" if found else "VK_ERROR_EXTENSION_NOT_PRESENT"
    assert create("B", "A") == elsewhere


@pytest.mark.parametrize("missing", ["library_path", "disable_environment", "description"])
def test_version_is_read_of_complete_layers_alone(missing):
    machine = Old().always("A", "GLOBAL", api_version="1.0", **{missing: None})
    assert machine.report(profile=LoaderProfile((1, 0, 24))).create_result == "VK_SUCCESS"
