"""One machine, two releases, two answers: gates of the releases before 1.3."""

from __future__ import annotations

import errno
import json
import os
from typing import Any

import pytest

from tests.fuzz.words import VALIDATION_NAMES
from tests.loader.machine import Machine, document, layer_object, outcomes, override_object
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import Reason, RemoveFile
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.manifests.layer import find_document_failure
from vkconfig_py.loader.manifests.reader import Dialect, Extension
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, release_before
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.outcome import CRASH_RESULT

IMPLICIT = "/dd/vulkan/implicit_layer.d"
EXPLICIT = "/dd/vulkan/explicit_layer.d"
STANDARD = "VK_LAYER_LUNARG_standard_validation"


def sides(gate: Gate) -> tuple[LoaderProfile, LoaderProfile]:
    """Return the last release of a gate, and the first one after it."""
    major, minor, patch = gate.value.last
    return LoaderProfile(gate.value.last), LoaderProfile((major, minor, patch + 1))


def around(gate: Gate) -> tuple[LoaderProfile, LoaderProfile]:
    """Return the last release without the gate, and the first one with it."""
    major, minor, patch = gate.value.first
    return LoaderProfile((major, minor, patch - 1)), LoaderProfile(gate.value.first)


def names(report: LoaderReport) -> Any:
    listed = report.layers if isinstance(report.layers, str) else [x.name for x in report.layers]
    return [x for x in listed if x != STANDARD] if isinstance(listed, list) else listed


def paths(report: LoaderReport) -> list[str]:
    return [path for path in report.explicit_search.paths if not path.startswith("/etc")]


@pytest.mark.parametrize(
    "members",
    [
        {"library_path": None},
        {"component_layers": ["A"]},
        {"disable_environment": None},
    ],
    ids=str,
)
def test_malformed_layer_keeps_its_place_without_a_name(members: dict[str, Any]):
    found = Machine().driver().implicit("X", **members).implicit("I")
    last, after = sides(Gate.PLACE_TAKEN_FIRST)
    report = found.report(profile=last)
    assert names(report) == ["", "I"]
    assert (report.layers[0].api_version, report.layers[0].description) == ((0, 0, 0), "")
    assert [x.manifest.name for x in report.callstack] == ["I"]
    assert outcomes(report, "") == [("skipped", "missing-key")]
    assert names(found.report(profile=after)) == ["I"]


@pytest.mark.parametrize("value", [{}, "text", 5])
def test_layer_whose_switch_names_nothing_is_on_without_one(value: Any):
    found = Machine().driver().implicit("X", disable_environment=value)
    last, emptied = around(Gate.PLACES_EMPTIED)
    assert last.has(Gate.PLACE_TAKEN_FIRST)
    assert found.chain(profile=last) == "X"
    assert found.chain(profile=emptied) == ""
    assert names(found.report(profile=emptied)) == [""]
    assert names(found.report(profile=sides(Gate.PLACE_TAKEN_FIRST)[1])) == []


def test_malformed_explicit_layer_leaves_an_empty_place_that_is_no_explicit_layer():
    found = Machine().driver().explicit("X", component_layers=["A"])
    kept, emptied = around(Gate.PLACES_EMPTIED)
    assert [x.implicit for x in found.report(profile=kept).layers] == [False]
    (layer,) = found.report(profile=emptied).layers
    assert (layer.name, layer.implicit, layer.api_version) == ("", True, (0, 0, 0))


def test_layer_behind_a_removed_meta_layer_is_not_verified():
    found = Machine().driver().meta("M", "gone").meta("N", "gone too").meta("O", "gone")
    kept, skipping = around(Gate.NEXT_UNVERIFIED)
    assert names(found.report(profile=kept)) == []
    assert names(found.report(profile=skipping)) == ["N"]
    assert names(found.report(profile=sides(Gate.NEXT_UNVERIFIED)[1])) == []


def test_component_of_an_unverified_meta_layer_that_is_missing_crashes_the_calls_before():
    found = Machine().driver().implicit("I")
    for name in ("M", "N"):
        members = {"library_path": None, "component_layers": ["gone"]}
        found.implicit(name, **members)
    kept, skipping = around(Gate.NEXT_UNVERIFIED)
    assert found.report(profile=kept).instance_version == kept.answer_text
    assert found.report(profile=skipping).instance_version == "SIGSEGV"
    assert found.report(profile=skipping).create_result == "VK_SUCCESS"
    # 1.3.204 compares explicit layers alone.
    last = sides(Gate.NEXT_UNVERIFIED)[0]
    assert found.report(profile=last).instance_version == last.answer_text
    assert found.explicit("A").report(profile=last).instance_version == "SIGSEGV"


@pytest.mark.parametrize("blocked", [(), ("B",)])
def test_extensions_of_layers_beside_an_override_or_a_meta_layer(blocked: tuple[str, ...]):
    a, b = ([{"name": f"VK_{name}_own", "spec_version": "1"}] for name in "AB")
    members = {"blacklisted_layers": list(blocked)}
    found = Machine().implicit("B", instance_extensions=b)
    found.explicit("A", instance_extensions=a, api_version="1.0.0")
    meta = layer_object("M", True, library_path=None, component_layers=["A"])
    with_meta = Machine().explicit("A", instance_extensions=a).implicit("B", instance_extensions=b)
    with_meta.file(f"{IMPLICIT}/m.json", document(meta))
    found.overrides(override_object("A", **members), base="/dd")

    def offered(machine: Machine, profile: LoaderProfile) -> list[str]:
        extensions = machine.report(profile=profile).implicit_extensions
        return [name for name, _ in extensions]

    before, since = around(Gate.OVERRIDE_TRIMS_SCAN)
    after = sides(Gate.SCAN_EMPTIED)[1]
    assert sorted(offered(found, before)) == ["VK_A_own", "VK_B_own"][: 2 - len(blocked)]
    # Read as an implicit layer, A has no switch and is none: the override lacks its component.
    assert offered(found, since) == ["VK_B_own"]
    assert offered(found, sides(Gate.READ_AS_IMPLICIT)[0]) == ["VK_B_own"]
    assert offered(found, sides(Gate.READ_AS_IMPLICIT)[1]) == []
    assert sorted(offered(found, after)) == ["VK_A_own", "VK_B_own"]
    assert offered(with_meta, before) == offered(with_meta, since) == []
    assert sorted(offered(with_meta, after)) == ["VK_A_own", "VK_B_own"]


def test_override_without_a_switch_stays_and_passes_for_one():
    found = Machine().driver().explicit("A").explicit("B")
    found.overrides(override_object("A", disable_environment=None), base="/dd")
    last, after = around(Gate.PLACES_EMPTIED)[0], sides(Gate.PLACE_TAKEN_FIRST)[1]
    assert names(found.report(profile=last)) == ["", "A", "B"]
    assert found.report(profile=last).callstack == ()
    assert names(found.report(profile=after)) == ["A", "B"]


def test_pre_instance_version_function_ends_the_search():
    functions = {"vkEnumerateInstanceVersion": "f"}
    found = Machine().driver().implicit("X", pre_instance_functions=functions).explicit("A")
    for last, listed in (
        (around(Gate.PLACES_EMPTIED)[0], ["X"]),
        (around(Gate.PLACES_EMPTIED)[1], [""]),
        (sides(Gate.VERSION_FUNCTION_ENDS)[0], []),
    ):
        assert names(found.report(profile=last)) == listed
        assert outcomes(found.report(profile=last), "A") == [("skipped", "not-reached")]
    (layer,) = found.report(profile=around(Gate.PLACES_EMPTIED)[0]).layers
    assert layer.functions.pre_instance == ()
    after = sides(Gate.VERSION_FUNCTION_ENDS)[1]
    assert names(found.report(profile=after)) == ["X", "A"]


def test_version_function_of_a_layer_that_is_not_the_last_of_its_file_ends_nothing():
    first = layer_object("X", True, pre_instance_functions={"vkEnumerateInstanceVersion": "f"})
    file = document(first, layer_object("Y", True))
    found = Machine().driver().file(f"{IMPLICIT}/two.json", file).explicit("A")
    last, _ = around(Gate.PLACES_EMPTIED)
    assert names(found.report(profile=last)) == ["X", "Y", "A"]


def test_unverified_circle_is_reached_behind_the_question_for_a_driver():
    found = Machine().file(
        f"{IMPLICIT}/m.json",
        document(
            layer_object("M", True, library_path=None, component_layers=["gone"]),
            layer_object("N", True, library_path=None, component_layers=["N"]),
        ),
    )
    skipping = around(Gate.NEXT_UNVERIFIED)[1]
    assert found.report(profile=skipping).create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert found.driver().report(profile=skipping).create_result == "SIGSEGV"


def test_first_place_counts_then_the_one_of_the_program_then_the_first_again():
    found = Machine().driver().implicit("I").explicit("A").explicit("B").env(VK_INSTANCE_LAYERS="A")
    once, moves = around(Gate.APPLICATION_MOVES)
    assert once.has(Gate.NAMES_ONCE)
    assert not moves.has(Gate.NAMES_ONCE)
    assert found.chain("B", "A", "I", profile=once) == "I A B"
    assert found.chain("B", "A", "I", profile=moves) == "B A I"
    assert found.chain("B", "A", "I", profile=sides(Gate.APPLICATION_MOVES)[1]) == "I A B"


def test_meta_layer_does_not_stand_in_the_way_of_a_layer_of_its_name():
    found = Machine().driver().implicit("A").implicit("M")
    found.file(
        f"{IMPLICIT}/zz.json",
        document(layer_object("M", True, library_path=None, component_layers=["A"])),
    )
    last, _ = sides(Gate.NAMES_ONCE)
    assert sorted(found.chain(profile=last).split()) == ["A", "M"]


def test_extensions_are_looked_at_before_drivers():
    found = Machine().implicit("I", instance_extensions=[{"name": "VK_KHR_surface"}])
    last, after = sides(Gate.DRIVERS_NEEDED_LAST)

    def create(profile: LoaderProfile, extension: str) -> str:
        return found.report(profile=profile, extensions=(extension,)).create_result

    assert create(last, "VK_VENDOR_unknown") == "VK_ERROR_EXTENSION_NOT_PRESENT"
    assert create(after, "VK_VENDOR_unknown") == "VK_ERROR_INCOMPATIBLE_DRIVER"
    # Known, and nobody is there to offer it.
    assert create(last, "VK_KHR_xcb_surface") == "VK_ERROR_EXTENSION_NOT_PRESENT"
    for offered in ("VK_KHR_surface", "VK_EXT_debug_utils"):
        assert create(last, offered) == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_extension_that_nobody_offers_is_looked_for_behind_the_named_layers():
    own = [{"name": "VK_KHR_xcb_surface", "spec_version": "1"}]
    found = Machine().implicit("I").explicit("A", instance_extensions=own)
    last, after = sides(Gate.LAYERS_OVERRUN)

    def create(profile: LoaderProfile, *asked: str) -> str:
        extensions = ("VK_KHR_xcb_surface",)
        return found.report(*asked, profile=profile, extensions=extensions).create_result

    assert create(last) == "SIGSEGV"
    assert create(last, "A") == "SIGSEGV"  # I stands where A is named
    assert create(after) == "VK_ERROR_EXTENSION_NOT_PRESENT"
    found.env(DISABLE_I="1")
    assert create(last) == "VK_ERROR_EXTENSION_NOT_PRESENT"
    assert create(last, "A") == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_requested_layer_without_a_library_fails_nothing():
    found = Machine().driver().explicit("A", library=False)
    last, after = sides(Gate.FAILED_LAYERS_PASS)
    assert found.report("A", profile=last).create_result == "VK_SUCCESS"
    assert found.report("A", profile=after).create_result == "VK_ERROR_LAYER_NOT_PRESENT"


def test_one_release_fails_for_every_layer_without_a_library():
    found = Machine().driver().implicit("A", library=False)
    before, only = around(Gate.EVERY_LAYER_OPENS)
    assert found.report(profile=before).create_result == "VK_SUCCESS"
    assert found.report(profile=only).create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    assert found.report(profile=sides(Gate.EVERY_LAYER_OPENS)[1]).create_result == "VK_SUCCESS"
    no_driver = Machine().implicit("A", library=False)
    assert no_driver.report(profile=only).create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    program = Machine().driver().implicit("A", library_path="")
    assert program.report(profile=only).create_result == "VK_SUCCESS"


def test_former_validation_layer_in_the_variable_fails_where_it_is_not():
    found = Machine().driver().env(VK_INSTANCE_LAYERS=STANDARD)
    before, since = around(Gate.STANDARD_VALIDATION_REFUSED)
    last, after = sides(Gate.STANDARD_VALIDATION_REFUSED)
    for profile in (before, after):
        assert found.report(profile=profile).create_result == "VK_SUCCESS"
    for profile in (since, last):
        assert found.report(profile=profile).create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    # Drivers come first since 1.2.181.
    no_driver = Machine().env(VK_INSTANCE_LAYERS=STANDARD)
    assert no_driver.report(profile=since).create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    assert no_driver.report(profile=last).create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert found.explicit(STANDARD).chain(profile=since) == STANDARD


@pytest.mark.parametrize(
    ("first", "second", "create"),
    [
        ("", None, "VK_ERROR_INITIALIZATION_FAILED"),
        ({"ICD": {}}, None, "VK_ERROR_INITIALIZATION_FAILED"),
        ("", {"file_format_version": "1.0.0"}, "VK_ERROR_INCOMPATIBLE_DRIVER"),
        ({"file_format_version": "1.0.0"}, "", "VK_ERROR_INITIALIZATION_FAILED"),
    ],
    ids=str,
)
def test_scan_for_drivers_fails_by_its_last_file(first: Any, second: Any, create: str):
    found = Machine().file("/dd/vulkan/icd.d/a.json", first)
    if second is not None:
        found.file("/dd/vulkan/icd.d/b.json", second)
    last, after = sides(Gate.DRIVERS_NEEDED_LAST)
    assert found.report(profile=last).create_result == create
    assert found.report(profile=after).create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert found.driver().report(profile=last).create_result == "VK_SUCCESS"


def test_empty_data_home_is_no_home():
    found = Machine().env(XDG_DATA_HOME="", HOME="/home")
    last, after = sides(Gate.EMPTY_DATA_HOME)
    place = "/home/.local/share/vulkan/explicit_layer.d"
    assert place not in paths(found.report(profile=last))
    assert place in paths(found.report(profile=after))


def test_elevated_program_of_a_loader_without_secure_getenv():
    found = Machine().env(XDG_DATA_HOME="/own", XDG_DATA_DIRS="/all", VK_LAYER_PATH="/v")

    def searched(profile: LoaderProfile) -> list[str]:
        elevated = found.host()._replace(elevated=True)
        report = discover(elevated, Application(), profile)
        return paths(report)

    before, since = around(Gate.UNSECURE_LOOKUPS)
    suffix = "vulkan/explicit_layer.d"
    assert not any("all" in path or "own" in path for path in searched(before))
    assert searched(since) == [f"/cd/{suffix}", f"/all/{suffix}"]
    assert searched(sides(Gate.UNSECURE_LOOKUPS)[1]) == searched(before)
    last, after = sides(Gate.IDS_HIDE_HOMES)
    assert searched(last._replace(is_secure=False)) == searched(since)
    assert searched(after._replace(is_secure=False)) == ["/v"]
    early = around(Gate.IDS_HIDE_HOMES)[0]._replace(is_secure=False)
    assert f"/own/{suffix}" in searched(early)


def test_override_paths_end_in_a_slash():
    found = Machine().override(base="/dd", override_paths=["/own", "/other/"])
    last, after = sides(Gate.OVERRIDE_PATHS_END_IN_SLASH)
    assert paths(found.report(profile=last)) == ["/own/", "/other/"]
    assert paths(found.report(profile=after)) == ["/own", "/other/"]


def test_places_of_layers_are_folders_and_the_drivers_variable_names_files():
    layer = document(layer_object("A"))
    found = Machine().file("/x/a.json", layer).driver().env(VK_LAYER_PATH="/x/a.json")
    last, after = sides(Gate.ENTRIES_BY_KIND)
    assert names(found.report(profile=last)) == []
    assert names(found.report(profile=after)) == ["A"]
    found.env(VK_ICD_FILENAMES="/dd/vulkan/icd.d")
    assert found.report(profile=last).drivers == ()
    assert len(found.report(profile=after).drivers) == 1
    found.env(VK_ICD_FILENAMES="/dd/vulkan/icd.d/driver.json")
    assert found.report(profile=last).create_result == "VK_SUCCESS"


def test_base_folder_with_the_name_of_a_file_gets_its_suffix():
    found = Machine().env(XDG_DATA_DIRS="/x.json")
    last, after = sides(Gate.ENTRIES_BY_KIND)
    assert "/x.json/vulkan/explicit_layer.d" in paths(found.report(profile=last))
    assert "/x.json" in paths(found.report(profile=after))


@pytest.mark.parametrize(
    ("version", "oldest", "later"),
    [("1.0.0", True, True), ("1.0.1", True, False), ("1.0.2", False, False), ("0.9", False, True)],
)
def test_file_versions_that_may_have_several_nodes(version: str, oldest: bool, later: bool):
    node = layer_object("A")
    found = Machine().file(
        f"{EXPLICIT}/a.json", {"file_format_version": version, "layer": node, "note": {}}
    )
    last, after = sides(Gate.NODES_IN_1_0_1)
    assert names(found.report(profile=last)) == ["A"] * oldest
    assert names(found.report(profile=after)) == ["A"] * later


def test_fourth_part_of_a_version_does_not_count():
    found = Machine().explicit("A", api_version="0.1.2.3")
    last, after = sides(Gate.THREE_PARTS)
    assert found.report(profile=last).layers[0].api_version == (0, 1, 2)
    assert found.report(profile=after).layers[0].api_version == (1, 2, 3)


@pytest.mark.parametrize("file", [{"file_format_version": "1.0.0", "layers": []}, "5", {}], ids=str)
def test_malformed_implicit_layer_ends_the_search(file: Any):
    found = Machine().driver().implicit("I").explicit("A")
    found.file(f"{IMPLICIT}/zz.json", file)
    last, after = sides(Gate.FAILURE_ENDS_SEARCH)
    assert names(found.report(profile=last)) == ["I"]
    assert names(found.report(profile=after)) == ["I", "A"]


def test_malformed_explicit_layer_and_unreadable_file_end_nothing():
    found = Machine().driver().file(f"{EXPLICIT}/aa.json", "5").explicit("B")
    last, _ = sides(Gate.FAILURE_ENDS_SEARCH)
    assert names(found.report(profile=last)) == ["B"]


@pytest.mark.parametrize(
    ("problem", "later"),
    [(os.strerror(errno.EISDIR), Reason.UNREADABLE), ("", Reason.INVALID_JSON)],
    ids=["folder", "empty file"],
)
def test_nothing_in_the_place_of_a_manifest(problem: str, later: Reason):
    last, after = sides(Gate.EMPTY_IS_INVALID_JSON)
    reasons = [
        failure.reason
        for profile in (last, after)
        if (failure := find_document_failure(Document(b"", problem), Dialect.of(profile, 64)))
        is not None
    ]
    assert reasons == [Reason.ABORTS_ALL, later]


def test_one_release_reads_a_folder_forever():
    folder = Document(b"", os.strerror(errno.EISDIR))
    before, only = around(Gate.FOLDER_HANGS)
    after = sides(Gate.FOLDER_HANGS)[1]
    found = [
        find_document_failure(folder, Dialect.of(profile, 64)) for profile in (before, only, after)
    ]
    assert [failure is not None and failure.is_abort for failure in found] == [False, True, False]


def test_manifest_as_large_as_the_stack_is_a_crash():
    last, after = sides(Gate.READ_ONTO_STACK)
    text = json.dumps(document(layer_object("I", True)))
    for spaces, create in ((1 << 20, "VK_SUCCESS"), (8 << 20, "SIGSEGV")):
        found = Machine().driver().file(f"{IMPLICIT}/i.json", text + " " * spaces)
        assert found.report(profile=last).create_result == create
        assert found.report(profile=after).create_result == "VK_SUCCESS"
    (layer,) = found.report(profile=last).found_layers
    text = render_verdict(layer.verdict, found.report(profile=last))
    assert text == "its size is 8 MB or more; this loader crashes on it"


def test_scan_before_an_instance_goes_on_behind_a_malformed_layer():
    found = Machine().driver().implicit("X", functions=[1]).file(f"{IMPLICIT}/AA.json", "5")
    found.files = dict(reversed(found.files.items()))
    last, _ = sides(Gate.FAILURE_ENDS_SEARCH)
    report = found.report(profile=last)
    assert (report.instance_version, report.create_result) == ("SIGSEGV", "VK_SUCCESS")


def test_scan_before_an_instance_goes_on_with_the_paths_of_an_override():
    two = json.dumps(document(layer_object("I", True)))
    two = two.replace("}}}", '}}, "layer": {}}')  # twice the same key
    found = Machine().driver().file(f"{IMPLICIT}/aa.json", two)
    found.override("nowhere", base="/dd", override_paths=["/own"])
    for folder, name in (("/own", "VK_KHR_wayland_surface"), (EXPLICIT, "VK_KHR_xlib_surface")):
        extensions = [{"name": name, "spec_version": "1"}]
        layer = layer_object("A", instance_extensions=extensions)
        found.file(f"{folder}/a.json", document(layer))
    report = found.report(profile=LoaderProfile((1, 1, 106)))
    assert not report.layers
    assert [x.name for x in report.implicit_extensions] == ["VK_KHR_wayland_surface"]


def test_invalid_driver_behind_a_valid_one_ends_the_search():
    found = Machine().driver("a").file("/dd/vulkan/icd.d/b.json", "{").driver("c")
    last, after = sides(Gate.DRIVER_SEARCH_ENDS)
    report = found.report(profile=last)
    assert report.create_result == "VK_SUCCESS"
    reasons = [driver.verdict.reason.value for driver in report.drivers]
    assert reasons == ["kept", "ends-search", "not-reached"]
    gone = RemoveFile("/dd/vulkan/icd.d/b.json")
    assert [driver.verdict.remedy for driver in report.drivers[1:]] == [gone, gone]
    assert found.report(profile=after).create_result == "VK_ERROR_OUT_OF_HOST_MEMORY"
    first = Machine().file("/dd/vulkan/icd.d/a.json", "{").driver("b")
    assert first.report(profile=last).create_result == "VK_ERROR_OUT_OF_HOST_MEMORY"


def test_array_in_the_place_of_a_layer_manifest():
    found = Machine().driver().file(f"{IMPLICIT}/a.json", "[{}]")
    before, since = around(Gate.ROOT_IS_OBJECT)
    assert found.report(profile=before).create_result == "SIGSEGV"
    assert found.report(profile=since).create_result == "VK_SUCCESS"


def test_path_is_searched_as_often_as_it_is_named():
    found = Machine().explicit("A").env(VK_LAYER_PATH=f"{EXPLICIT}:{EXPLICIT}")
    before, since = around(Gate.PATHS_ONCE)
    assert names(found.report(profile=before)) == ["A", "A"]
    assert names(found.report(profile=since)) == ["A"]


@pytest.mark.parametrize(
    ("gate", "name"),
    [
        (Gate.DIRECTFB_BUILT_OUT, "VK_EXT_directfb_surface"),
        (Gate.QNX_BUILT_OUT, "VK_QNX_screen_surface"),
    ],
)
def test_window_systems_that_are_not_built_in(gate: Gate, name: str):
    found = Machine().explicit("A", instance_extensions=[{"name": name, "spec_version": "1"}])
    before, since = around(gate)
    assert found.report(profile=before).layer_extensions["A"] == (Extension(name, 1),)
    assert found.report(profile=since).layer_extensions["A"] == ()


def test_standard_validation_is_listed_where_there_is_any_file():
    last, after = sides(Gate.STANDARD_VALIDATION)
    last = last._replace(version=(1, 1, 126))
    found = Machine().driver().explicit("A")
    report = found.report(STANDARD, profile=last)
    assert [x.name for x in report.layers] == ["A", STANDARD]
    assert report.layers[1].api_version == (1, 0, 126)
    assert report.layers[1].description == "LunarG Standard Validation Layer"
    assert (report.create_result, report.callstack) == ("VK_SUCCESS", ())
    assert found.report(STANDARD, profile=after).create_result == "VK_ERROR_LAYER_NOT_PRESENT"
    assert Machine().driver().report(profile=last).layers == ()
    own = Machine().driver().explicit(STANDARD)
    assert len(own.report(profile=last).layers) == 1


def test_standard_validation_named_twice():
    found = Machine().driver()
    for name in VALIDATION_NAMES:
        found.explicit(name, base="/etc")
    first, (last, after) = Gate.VALIDATION_OVERRUNS.value.first, sides(Gate.VALIDATION_OVERRUNS)
    before, since = LoaderProfile(release_before(first)), LoaderProfile(first)
    for profile, is_crash in ((before, False), (since, True), (last, True), (after, False)):
        assert (
            found.report(STANDARD, STANDARD, profile=profile).create_result == CRASH_RESULT
        ) == is_crash
        assert found.report(STANDARD, profile=profile).create_result != CRASH_RESULT


def test_overrides_for_other_programs_stay_before_app_keys():
    found = Machine().driver().explicit("A", api_version="1.0.0")
    found.override("A", base="/dd", app_keys=["/other"])
    before, since = around(Gate.APP_KEYS)
    assert found.chain(profile=before) == "A"
    assert found.chain(profile=since) == ""


def test_crash_behind_the_file_that_ends_the_search_does_not_happen():
    found = Machine().driver().file(f"{IMPLICIT}/a.json", "{")
    found.implicit("X", functions=[1])
    assert found.report(profile=LoaderProfile((1, 3, 211))).create_result == "VK_SUCCESS"


def test_every_kind_of_manifest_has_its_places_in_the_oldest_loader():
    report = Machine().report(profile=LoaderProfile((1, 1, 96)))
    searches = (report.driver_search, report.implicit_search, report.explicit_search)
    assert len(searches) == len(ManifestType)
    assert all(search.paths for search in searches)


def test_calls_before_an_instance_read_explicit_layers_as_implicit_ones():
    found = Machine().driver().explicit("A", disable_environment={"OFF": 1})
    last, after = sides(Gate.READ_AS_IMPLICIT)
    assert found.report(profile=last).instance_version == "1.2.179"
    found.override("A", base="/dd")
    assert found.report(profile=last).instance_version == "SIGSEGV"
    assert found.report(profile=last).create_result == "VK_SUCCESS"
    assert found.report(profile=after).instance_version == "1.2.180"
    assert found.report(profile=around(Gate.READ_AS_IMPLICIT)[0]).instance_version == "1.1.124"


def test_explicit_meta_layer_without_a_switch_closes_no_circle_before_an_instance():
    last, after = sides(Gate.READ_AS_IMPLICIT)

    def circle(**members: Any) -> Machine:
        found = Machine().driver().meta("TWO", "ONE", **members)
        one = layer_object("ONE", True, library_path=None, component_layers=["TWO"])
        return found.file(f"{IMPLICIT}/one.json", document({**one, "api_version": "1.0.0"}))

    for profile in (around(Gate.READ_AS_IMPLICIT)[1], last):
        report = circle().report(profile=profile)
        assert report.instance_version == ".".join(map(str, profile.version))
        assert report.create_result == "SIGSEGV"
        with_switch = circle(disable_environment={"OFF": "1"})
        assert with_switch.report(profile=profile).instance_version == "SIGSEGV"
    for profile in (around(Gate.READ_AS_IMPLICIT)[0], after):
        assert circle().report(profile=profile).instance_version == "SIGSEGV"


def test_unchecked_meta_layer_that_leads_to_itself_is_a_crash():
    found = Machine().driver().override("A", "VK_LAYER_LUNARG_override", base="/dd")
    assert found.chain(profile=LoaderProfile((1, 2, 170))) == ""
    functions = {"vkEnumerateInstanceVersion": "f"}
    found.implicit("X", pre_instance_functions=functions)
    assert found.chain(profile=LoaderProfile((1, 2, 170))) == "SIGSEGV"
