"""Extensions before there is an instance: what loader and layers of the first scan offer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loader.machine import Machine, document, layer_object, meta_object
from tests.loader.profiles.test_profile_layers import around
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.manifests.reader import Extension
from vkconfig_py.loader.profiles.profile import (
    NEWEST_PROFILE,
    Gate,
    LoaderProfile,
    list_known_extensions,
)


def offers(name: str, version: str = "7") -> dict[str, Any]:
    return {"instance_extensions": [{"name": f"VK_EXT_{name}", "spec_version": version}]}


def machine() -> Machine:
    """Return a machine with explicit layers, one of them component of an explicit meta-layer."""
    found = Machine().driver().implicit("on", **offers("on"))
    found.explicit("c", **offers("c")).explicit("d", **offers("d")).explicit("e", **offers("e"))
    return found.meta("M", "d", **offers("M"))


def offered(found: Machine, profile: LoaderProfile = NEWEST_PROFILE) -> str:
    extensions = found.report(profile=profile).implicit_extensions
    if isinstance(extensions, str):
        return extensions
    return " ".join(name.removeprefix("VK_EXT_") for name, _ in extensions)


def test_explicit_layers_offer_nothing_without_an_implicit_meta_layer():
    assert offered(machine()) == "on"
    assert (
        offered(machine().implicit("off", enable_environment={"X": "1"}, **offers("off"))) == "on"
    )


def test_no_layer_offers_anything():
    assert machine().report().loader_extensions == (
        Extension("VK_EXT_debug_report", 10),
        Extension("VK_EXT_debug_utils", 2),
        Extension("VK_KHR_portability_enumeration", 1),
        Extension("VK_LUNARG_direct_driver_loading", 1),
    )
    assert Machine().implicit("I").report().implicit_extensions == ()


@pytest.mark.parametrize("variables", [{}, {"DISABLE_im": "1"}], ids=["on", "off"])
def test_implicit_meta_layer_lets_components_of_every_meta_layer_in(variables: dict[str, str]):
    found = machine().env(**variables)
    found.file(
        "/dd/vulkan/implicit_layer.d/im.json",
        {
            "file_format_version": "1.1.2",
            "layer": {
                "name": "im",
                "type": "GLOBAL",
                "api_version": "1.0.0",
                "implementation_version": "1",
                "description": "",
                "component_layers": ["c"],
                "disable_environment": {"DISABLE_im": "1"},
                **offers("im"),
            },
        },
    )
    assert offered(found) == ("on c d" if variables else "on im c d")


def test_the_search_for_a_component_does_not_leave_an_inner_meta_layer():
    meta = meta_object("im", "M", "e", implicit=True)
    found = machine().file("/dd/vulkan/implicit_layer.d/im.json", document(meta))
    found.env(DISABLE_im="1")  # its components count all the same
    before, since = around(Gate.ALL_COMPONENTS_KEPT)
    assert offered(found, before) == "on d M"
    assert offered(found, since) == "on d e M"


def test_blacklist_is_unknown_to_the_scan():
    found = machine().override("c", blacklisted_layers=["on"], **offers("ov"))
    assert offered(found) == "ov c on d"
    assert offered(found.env(DISABLE_VK_LAYER_LUNARG_override="1")) == "on"


def test_invalid_override_lets_every_explicit_layer_in():
    assert offered(machine().override("c", "gone", **offers("ov"))) == "on c d e M"


def test_filters_turn_components_off_by_their_own_name():
    found = machine().override("c", **offers("ov")).env(VK_LOADER_LAYERS_DISABLE="d")
    assert offered(found) == "ov c on"
    assert offered(found.env(VK_LOADER_LAYERS_DISABLE="~all~")) == ""


def test_a_name_is_offered_once_and_the_loader_comes_first():
    found = Machine().implicit("one", **offers("a", "1")).implicit("two", **offers("a", "2"))
    found.implicit("three", **offers("debug_utils", "99"))
    assert found.report().implicit_extensions == (Extension("VK_EXT_a", 1),)


def test_copies_of_a_layer_offer_theirs_before_1_4_340():
    found = Machine().implicit("x", **offers("one")).implicit("x", base="/de", **offers("two"))
    before, since = around(Gate.DUPLICATES_REMOVED)
    assert offered(found, before) == "one two"
    assert offered(found, since) == "one"


def entry(name: str, control: str, implicit: bool = True) -> dict[str, Any]:
    kind = "implicit" if implicit else "explicit"
    return {
        "name": name,
        "path": "/x/other.json" if name == "other" else f"/dd/vulkan/{kind}_layer.d/{name}.json",
        "control": control,
        "treat_as_implicit_manifest": implicit,
    }


UNORDERED = {"control": "unordered_layer_location"}


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ([], ""),
        ([UNORDERED], "on"),
        ([entry("on", "off"), UNORDERED], "on"),
        ([entry("on", "off")], ""),
        ([entry("gated", "on"), UNORDERED], "on"),
        ([entry("gated", "on")], ""),
        ([entry("other", "auto"), UNORDERED], "other"),
        ([entry("c", "on", False)], ""),
        ([entry("c", "on", False), UNORDERED], "on"),
    ],
    ids=str,
)
def test_settings_file_decides_in_its_own_way(layers: list[Any], expected: str):
    found = machine().implicit("gated", enable_environment={"X": "1"}, **offers("gated"))
    found.file("/x/other.json", document(layer_object("other", True, **offers("other"))))
    assert offered(found.settings({"layers": layers})) == expected


def test_settings_layers_offer_theirs_whatever_their_variables_before_1_3_302():
    before, since = around(Gate.SETTINGS_SCAN_FILTERED)
    found = machine().implicit("gated", enable_environment={"X": "1"}, **offers("gated"))
    entries = [entry("gated", "on"), UNORDERED, entry("c", "auto", False)]
    found.settings({"layers": entries})
    assert offered(found, before) == "gated on c"
    assert offered(found, since) == "on"
    found.settings({"layers": [entry("gated", "on")]})
    assert offered(found, before) == "gated"


def test_unordered_entry_that_was_taken_along_joins_nothing():
    before, _ = around(Gate.SETTINGS_SCAN_FILTERED)
    wrong = entry("c", "on", False) | {"name": "other"}
    found = machine().settings({"layers": [entry("on", "on"), UNORDERED, wrong]})
    assert offered(found, before) == "on"
    found = machine().settings({"layers": [entry("on", "on"), wrong, UNORDERED]})
    assert offered(found, before) == "on"


def test_invalid_manifest_that_ends_the_search():
    before, _ = around(Gate.INVALID_JSON_FAILS)
    found = machine().file("/dd/vulkan/implicit_layer.d/bad.json", "{")
    found.implicit("late", **offers("late"))
    assert offered(found, before) == "on"
    found = machine().override("c", **offers("ov"))
    found.file("/dd/vulkan/explicit_layer.d/bad.json", "{").explicit("late", **offers("late"))
    assert offered(found, before) == "ov on c d e M"


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ((1, 0, 3), "surface 25 wayland_surface 5 xcb_surface 6 xlib_surface 6 debug_report 1"),
        ((1, 0, 5), "surface 25 wayland_surface 5 xcb_surface 6 xlib_surface 6 debug_report 2"),
        ((1, 0, 6), "debug_report 2"),
        ((1, 0, 46), "debug_report 6"),
        ((1, 0, 50), "debug_report 8"),
        ((1, 1, 70), "debug_report 9 debug_utils 1"),
        ((1, 2, 137), "debug_report 9 debug_utils 2"),
        ((1, 2, 176), "debug_report 10 debug_utils 2"),
        ((1, 3, 212), "debug_report 10 debug_utils 2 portability_enumeration 1"),
        (
            (1, 3, 241),
            "debug_report 10 debug_utils 2 portability_enumeration 1 direct_driver_loading 1",
        ),
    ],
    ids=str,
)
def test_extensions_of_the_loader(version: tuple[int, int, int], expected: str):
    found = machine().report(profile=LoaderProfile(version)).loader_extensions
    assert " ".join(f"{name.split('_', 2)[2]} {number}" for name, number in found) == expected


def test_variable_against_the_filter_is_younger_than_the_filter():
    name = "VK_VENDOR_unknown"
    found = machine().env(VK_LOADER_DISABLE_INST_EXT_FILTER="1")
    before, since = around(Gate.EXTENSION_FILTER_VARIABLE)
    report = found.report(extensions=(name,), profile=before)
    assert report.create_result == "VK_ERROR_EXTENSION_NOT_PRESENT"
    assert found.report(extensions=(name,), profile=since).create_result == "VK_SUCCESS"


def test_portability_driver_crashed_the_call_in_three_releases():
    before, since = around(Gate.PORTABILITY_CRASHES)
    found = machine().driver("p", is_portability_driver=True)
    assert offered(found, since) == "SIGSEGV"
    assert found.report(profile=since).create_result == "VK_SUCCESS"
    for profile in (before, LoaderProfile((1, 3, 216))):
        assert offered(found, profile) == "on"


def test_call_fails_with_the_scan_or_with_a_driver():
    old = LoaderProfile((1, 3, 239))
    failed = "VK_ERROR_OUT_OF_HOST_MEMORY"
    found = machine().file("/dd/vulkan/implicit_layer.d/bad.json", "{")
    assert offered(found, old) == failed
    found = machine().file("/dd/vulkan/icd.d/bad.json", "{")
    assert offered(found, old) == failed
    assert report_to_json(found.report(profile=old))["implicit_extensions"] == failed
    assert offered(machine().file("/dd/vulkan/explicit_layer.d/bad.json", "{"), old) == "on"


def test_list_of_known_extensions_grows_with_the_headers():
    name = "VK_NV_display_stereo"
    before, since = LoaderProfile((1, 3, 301)), LoaderProfile((1, 3, 302))
    assert list_known_extensions(since) - list_known_extensions(before) == {name}
    assert len(list_known_extensions(LoaderProfile((1, 0, 39)))) == 12
    report = machine().report(extensions=(name,), profile=before)
    assert report.create_result == "VK_ERROR_EXTENSION_NOT_PRESENT"
    assert machine().report(extensions=(name,), profile=since).create_result == "VK_SUCCESS"


def test_malformed_name_of_an_extension_is_refused_even_without_the_filter():
    found = machine().env(VK_LOADER_DISABLE_INST_EXT_FILTER="1")
    assert found.report(extensions=("VK_X",)).create_result == "VK_SUCCESS"
    report = found.report(extensions=("VK_\x01",))
    assert report.create_result == "VK_ERROR_EXTENSION_NOT_PRESENT"


@pytest.mark.parametrize("text", ["{}", "", '{"ICD": {}}'])
def test_the_oldest_loaders_need_a_scan_for_drivers_that_succeeds(text: str):
    bad = Machine().file("/dd/vulkan/icd.d/bad.json", text)
    failed = "VK_ERROR_INITIALIZATION_FAILED"
    for version, expected in (((1, 2, 141), failed), ((1, 2, 170), ())):
        report = bad.report(profile=LoaderProfile(version))
        assert (report.implicit_extensions, report.create_result) == (expected, failed)
