"""One machine, two releases, two answers: gates that concern places, drivers and settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.loader.machine import PROGRAM, Machine, document, layer_object, outcomes
from tests.loader.profiles.test_profile_layers import after, around, machine, names
from vkconfig_py.loader.base.verdicts import REMOVED, EditKey, Kind, Reason, RemoveFile, Severity
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

UNORDERED = {"control": "unordered_layer_location"}
DEVICE = {"deviceUUID": [0] * 16, "driverUUID": [255] * 16, "driverVersion": 1}


def entry(name: str, control: str = "on") -> dict[str, Any]:
    path = f"/dd/vulkan/explicit_layer.d/{name}.json"
    return {"name": name, "path": path, "control": control}


def test_data_home_is_searched_after_the_data_folders_before_1_2_191():
    found = Machine().driver().implicit("I").implicit("J", base="/dh")
    before, since = around(Gate.DATA_HOME_FIRST)
    assert found.chain(profile=before) == "I J"
    assert found.chain(profile=since) == "J I"


def test_driver_without_version_is_kept_before_1_3_227():
    found = machine().driver("d2", api_version=None)
    before, since = around(Gate.DRIVER_VERSION_REQUIRED)
    kept = [driver.verdict.outcome for driver in found.report(profile=before).drivers]
    assert kept == ["loads", "loads"]
    kept = [driver.verdict.outcome for driver in found.report(profile=since).drivers]
    assert kept == ["loads", "skipped"]


def test_library_that_is_a_digit_crashes_for_some_releases():
    found = machine().driver("d2", library_path=5)
    before, since = around(Gate.DIGIT_LIBRARY_CRASHES)
    assert found.report(profile=since).create_result == "SIGSEGV"
    for profile in (before, after(Gate.DIGIT_LIBRARY_CRASHES)):
        assert found.report(profile=profile).create_result == "VK_SUCCESS"


def test_of_the_architecture_of_a_driver_two_letters_count_since_1_4_324():
    found = machine().driver("d2", library_arch="320")
    before, since = around(Gate.DRIVER_ARCH_PREFIX)
    assert found.report(profile=before).drivers[1].verdict.outcome == "loads"
    assert found.report(profile=since).drivers[1].verdict.reason == "wrong-architecture"


# -- the loader settings file


def test_off_entry_of_a_layer_that_is_there_crashes_beside_the_unordered_one_before_1_3_302():
    before, since = around(Gate.PLACEHOLDERS_NOT_LISTED)
    for layers, crashes in (
        ([entry("A", "off"), UNORDERED], True),
        ([UNORDERED, entry("A", "off")], True),
        ([entry("A"), entry("A", "off"), UNORDERED], True),
        ([entry("gone", "off"), UNORDERED], False),
        ([entry("A"), UNORDERED, entry("A", "off")], False),
    ):
        found = machine().settings({"layers": layers})
        assert (found.report(profile=before).layers == "SIGSEGV") == crashes, layers
        assert found.report(profile=since).create_result == "VK_SUCCESS"


def test_off_entry_before_an_entry_of_the_same_name_crashes_before_1_4_326():
    before, since = around(Gate.OFF_BEFORE_THE_SAME)
    found = machine().settings({"layers": [entry("A", "off"), entry("A")]})
    assert found.report(profile=before).create_result == "SIGSEGV"
    assert found.chain(profile=since) == "A"
    found = machine().settings({"layers": [entry("A"), entry("A", "off")]})
    assert found.chain(profile=before) == "A"


def test_library_decides_between_copies_beside_a_settings_file():
    own = entry("A") | {"path": "/x/A.json"}
    found = machine().explicit("A", base="/de").settings({"layers": [own, UNORDERED]})
    found.file("/x/A.json", document(layer_object("A", library_path="/lib/I.so")))
    old, first = around(Gate.PLACEHOLDERS_NOT_LISTED)
    first_wins, by_name = around(Gate.SETTINGS_BY_NAME)
    assert names(found.report(profile=old)) == ["A", "I", "A"]  # a copy of any entry is left out
    assert names(found.report(profile=first)) == ["A", "I", "A", "A"]  # of the first one alone
    assert names(found.report(profile=first_wins)) == ["A", "I", "A", "A"]
    assert names(found.report(profile=by_name)) == ["A", "I"]


def test_misnamed_entry_takes_the_one_before_it_along_before_1_4_347():
    before, since = around(Gate.SETTINGS_SEVERAL_LAYERS)
    wrong = entry("A") | {"name": "other"}
    found = machine().explicit("B").settings({"layers": [entry("A"), entry("B"), wrong]})
    assert names(found.report(profile=before)) == ["A"]
    assert outcomes(found.report(profile=before), "B") == [("off", "settings-taken-along")]
    behind = next(
        one for one in found.report(profile=before).found_layers if one.name == "B"
    ).verdict
    advice = "remove the misnamed entry"
    assert behind.remedy == EditKey(behind.file, ("settings", "layers", 2), REMOVED, advice)
    assert names(found.report(profile=since)) == ["A", "B"]
    found = machine().settings({"layers": [wrong, entry("A")]})
    assert names(found.report(profile=before)) == ["A"]
    found = machine().settings({"layers": [UNORDERED, wrong]})
    assert names(found.report(profile=before)) == ["I", "A"]
    old, safe = around(Gate.OFF_BEFORE_THE_SAME)
    found = machine().settings({"layers": [UNORDERED, entry("A"), wrong]})
    assert found.report(profile=old).create_result == "SIGSEGV"
    assert names(found.report(profile=safe)) == ["I", "A"]


def test_entry_without_a_layer_took_two_entries_along_before_1_3_302():
    before, since = around(Gate.EMPTY_MANIFEST_NOTICED)
    nothing = {"name": "other", "path": "/x/empty.json", "control": "auto"}
    found = machine().explicit("B").explicit("C").file("/x/empty.json", "{}")
    found.settings({"layers": [entry("A"), entry("B"), entry("C"), nothing]})
    assert names(found.report(profile=before)) == ["A"]
    assert names(found.report(profile=since)) == ["A", "B", "C"]
    found.settings({"layers": [nothing, entry("A")]})
    assert found.report(profile=before).create_result == "SIGSEGV"
    assert names(found.report(profile=since)) == ["A"]


def test_entry_without_a_layer_turned_an_off_entry_on_before_1_3_302():
    before, since = around(Gate.EMPTY_MANIFEST_NOTICED)
    found = machine().file("/x/empty.json", "{}")
    nothing = {"name": "A", "path": "/x/empty.json", "control": "auto"}
    found.settings({"layers": [entry("A", "off"), nothing]})
    assert names(found.report(profile=before)) == ["A"]
    assert found.chain(profile=before) == ""
    assert names(found.report(profile=since)) == []


def test_last_section_for_a_program_counted_before_1_4_304():
    before, since = around(Gate.FIRST_SECTION)
    sections = [{"app_keys": [PROGRAM], "layers": [entry(name)]} for name in "AB"]
    found = (
        machine().explicit("B").settings({"file_format_version": "1", "settings_array": sections})
    )
    assert names(found.report(profile=before)) == ["B"]
    assert names(found.report(profile=since)) == ["A"]


def test_places_of_off_entries_stay_empty_at_the_end_of_the_list_before_1_3_302():
    before, since = around(Gate.PLACEHOLDERS_NOT_LISTED)
    found = machine().explicit("B")
    found.settings({"layers": [entry("gone", "off"), entry("A"), entry("B")]})
    assert names(found.report(profile=before)) == ["A", ""]
    assert names(found.report(profile=since)) == ["A", "B"]


def test_filter_was_stronger_than_on_before_1_3_302():
    before, since = around(Gate.ON_BEATS_FILTERS)
    found = machine().settings({"layers": [entry("A")]}).env(VK_LOADER_LAYERS_DISABLE="A")
    assert found.chain(profile=before) == ""
    assert found.chain(profile=since) == "A"


def test_first_releases_look_for_it_in_another_folder():
    before, since = around(Gate.SETTINGS_OWN_FOLDER)
    content = {"file_format_version": "1", "settings": {"layers": []}}
    found = machine().file("/dh/vulkan/settings.d/vk_loader_settings.json", content)
    assert found.report(profile=before).layers == ()
    assert names(found.report(profile=since)) == ["I", "A"]
    found = machine().file("/dh/vulkan/loader_settings.d/vk_loader_settings.json", content)
    assert names(found.report(profile=before)) == ["I", "A"]
    assert found.report(profile=since).layers == ()


def test_it_is_read_since_1_3_251():
    before, since = around(Gate.SETTINGS_FILE)
    content = {"file_format_version": "1", "settings": {"layers": []}}
    found = machine().file("/dh/vulkan/settings.d/vk_loader_settings.json", content)
    assert names(found.report(profile=before)) == ["I", "A"]
    assert found.report(profile=since).layers == ()


def test_its_path_has_a_slash_twice_since_1_4_336():
    found = machine().settings({"layers": [UNORDERED]})
    for profile, slashes in zip(around(Gate.SETTINGS_SLASH_TWICE), ("/", "//"), strict=True):
        path = f"/dh/vulkan{slashes}loader_settings.d/vk_loader_settings.json"
        assert found.report(profile=profile).settings_file == path


def test_copies_beside_a_settings_file_stay_before_1_4_337():
    before, since = around(Gate.SETTINGS_BY_NAME)
    found = machine().implicit("I", base="/de", library_path="/lib/A.so")
    found.settings({"layers": [UNORDERED]})
    assert names(found.report(profile=before)) == ["I", "I", "A"]
    assert names(found.report(profile=since)) == ["I", "A"]


def test_invalid_file_makes_creation_fail_alone_before_1_3_268():
    before, since = around(Gate.INVALID_JSON_SKIPPED)
    found = machine().settings("{")
    report = found.report(profile=before)
    assert (report.create_result, report.instance_version) == (
        "VK_ERROR_OUT_OF_HOST_MEMORY",
        before.version_text,
    )
    assert names(report) == ["I", "A"]
    assert found.report(profile=since).create_result == "VK_SUCCESS"


@pytest.mark.parametrize("layers", [[5], [{"control": "on"}], [entry("A"), {}]], ids=str)
def test_malformed_list_crashes_loaders_before_1_3_268(layers: list[Any]):
    before, since = around(Gate.SETTINGS_MALFORMED_SAFE)
    found = machine().settings({"layers": layers})
    assert found.report(profile=before).layers == "SIGSEGV"
    assert names(found.report(profile=since)) == ["I", "A"]


@pytest.mark.parametrize(
    ("content", "listed"),
    [
        ({"layers": [[1]]}, []),
        ({"layers": [entry("A")], "log_locations": [["x"]]}, ["A"]),
        ({"file_format_version": "1", "settings": [{"layers": []}]}, ["I", "A"]),
    ],
    ids=str,
)
def test_arrays_in_place_of_objects_crash_loaders_before_1_3_302(
    content: dict[str, Any], listed: list[str]
):
    before, since = around(Gate.ARRAYS_SEARCHED)
    found = machine().settings(content)
    assert found.report(profile=before).create_result == "SIGSEGV"
    assert names(found.report(profile=since)) == listed


@pytest.mark.parametrize(
    ("layers", "listed"),
    [
        ([[UNORDERED["control"]], entry("A", "off")], ["I"]),
        ([["off"], entry("A")], ["A"]),
        ([[], entry("A")], ["I", "A"]),
    ],
    ids=str,
)
def test_settings_entry_that_is_an_array_is_read_in_1_3_302(layers: list[Any], listed: list[str]):
    found = machine().settings({"layers": layers})
    assert names(found.report(profile=LoaderProfile(Gate.ARRAYS_ANSWER.value.first))) == listed
    assert names(found.report(profile=after(Gate.ARRAYS_ANSWER))) == ["I", "A"]


def test_off_entries_take_places_in_the_list_before_1_3_302():
    before, since = around(Gate.PLACEHOLDERS_NOT_LISTED)
    found = machine().explicit("B").settings({"layers": [entry("A", "off"), entry("B")]})
    assert names(found.report(profile=before)) == [""]
    assert found.chain(profile=before) == "B"
    assert names(found.report(profile=since)) == ["B"]
    layers = [UNORDERED, entry("A"), UNORDERED, entry("B")]
    found = machine().explicit("B").settings({"layers": layers})
    assert names(found.report(profile=before)) == ["I", "A", ""]
    assert names(found.report(profile=since)) == ["I", "A", "B"]


def test_members_after_the_section_count_since_1_4_304():
    before, since = around(Gate.SETTINGS_WALK_ON)
    found = machine().settings(
        {
            "file_format_version": "1",
            "settings": {"app_keys": ["/other"]},
            "more": {"layers": [entry("A")]},
        }
    )
    assert names(found.report(profile=before)) == ["I", "A"]
    assert names(found.report(profile=since)) == ["A"]


def test_section_without_layers():
    found = machine().settings({"stderr_log": ["all"]})
    before, since = around(Gate.SECTION_HIDES_LAYERS)
    assert names(found.report(profile=before)) == ["I", "A"]
    assert found.report(profile=before).settings_file is None
    assert found.report(profile=since).layers == ()
    report = found.report(profile=after(Gate.SECTION_HIDES_LAYERS))
    assert names(report) == ["I", "A"]
    assert report.settings_file is not None


def test_empty_section_is_in_force_for_some_releases():
    found = machine().settings({})
    before, since = around(Gate.EVERY_SECTION_IN_FORCE)
    assert names(found.report(profile=before)) == ["I", "A"]
    assert found.report(profile=since).layers == ()
    assert names(found.report(profile=after(Gate.EVERY_SECTION_IN_FORCE))) == ["I", "A"]
    _, by_content = around(Gate.SETTINGS_BY_CONTENT)
    assert by_content == after(Gate.EVERY_SECTION_IN_FORCE)


def test_empty_lists_put_nothing_in_force_for_some_releases():
    before, since = around(Gate.EMPTY_LISTS_IGNORED)
    found = machine().settings({"layers": []})
    assert found.report(profile=before).layers == ()
    assert names(found.report(profile=since)) == ["I", "A"]
    assert found.report(profile=after(Gate.EMPTY_LISTS_IGNORED)).layers == ()
    found = machine().settings({"device_configurations": []})
    assert found.report(profile=since).settings_file is None


@pytest.mark.parametrize(
    ("device", "before", "since", "newest"),
    [
        (DEVICE, True, True, True),
        ({"deviceUUID": [0] * 16}, True, False, True),
        ({**DEVICE, "deviceUUID": [0] * 15}, False, False, True),
        ({**DEVICE, "deviceUUID": [256] * 16}, False, False, True),
        ({**DEVICE, "driverVersion": "1"}, True, False, True),
        ({**DEVICE, "driverVersion": True}, True, False, True),
        ({**DEVICE, "driverUUID": 5}, True, False, True),
    ],
    ids=str,
)
def test_device_configurations(device: dict[str, Any], before: bool, since: bool, newest: bool):
    found = machine().settings({"device_configurations": [device]})
    old, new = around(Gate.DEVICE_DRIVER_REQUIRED)
    kept, now = around(Gate.MALFORMED_DEVICES_KEPT)
    for profile, counts in ((old, before), (new, since), (kept, since), (now, newest)):
        assert (found.report(profile=profile).settings_file is not None) == counts, profile


def test_additional_drivers_are_known_since_1_4_323():
    path = "/x/extra.json"
    found = machine().file(path, {"file_format_version": "1.0.0", "ICD": {}})
    found.settings({"additional_drivers": [{"path": path}], "layers": []})
    before, since = around(Gate.ADDITIONAL_DRIVERS)
    assert path not in found.report(profile=before).driver_search.files
    assert path in found.report(profile=since).driver_search.files


def test_loader_that_is_older_than_all_gates():
    assert machine().chain(profile=LoaderProfile((1, 1, 0))) == "I"


@pytest.mark.parametrize("name", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
def test_added_drivers_came_behind_those_of_a_variable_in_1_3_207(name: str):
    _, since = around(Gate.ADDED_BEHIND)
    found = machine().env(**{name: "/a.json::/b.json", "VK_ADD_DRIVER_FILES": ":/b.json:/c.json"})
    report = found.report(profile=since)
    assert report.driver_search.paths == ("/a.json", "/b.json", "/c.json")
    assert report.driver_search.sources == (name, name, "VK_ADD_DRIVER_FILES")
    verdicts = {x.subject: x.reason for x in report.verdicts if x.kind is Kind.VARIABLE}
    assert verdicts["VK_ADD_DRIVER_FILES"] is Reason.ADDS_TO_SEARCH
    later = found.report(profile=after(Gate.ADDED_BEHIND))
    assert later.driver_search.paths == ("/a.json", "/b.json")


def test_added_layers_came_behind_override_paths_in_1_3_207():
    _, since = around(Gate.ADDED_BEHIND)
    found = machine().override("A", override_paths=["/o"]).env(VK_ADD_LAYER_PATH="/o:/p")
    assert found.report(profile=since).explicit_search.paths == ("/o", "/p")
    assert found.report(profile=after(Gate.ADDED_BEHIND)).explicit_search.paths == ("/o",)


def test_unread_driver_crashed_programs_that_are_linked_with_the_loader(tmp_path: Path):
    (tmp_path / "game").write_bytes(make_elf_file(needed=["libvulkan.so.1"], runpath="/l"))
    (tmp_path / "engine").write_bytes(make_elf_file())
    (tmp_path / "l").mkdir()
    (tmp_path / "l/libvulkan.so.1").write_bytes(make_elf_file(kind=LIBRARY))
    before, since = around(Gate.UNREAD_DRIVER_IS_PROGRAM)
    found = machine().file("/dd/vulkan/icd.d/none.json", "")
    found.changes = {"root": str(tmp_path), "executable": "/game"}
    report = found.report(profile=since)
    assert report.create_result == report.implicit_extensions == "SIGSEGV"
    (crash,) = [x for x in report.problems if x.code == Reason.PROGRAM_AS_DRIVER]
    assert (crash.severity, crash.remedy) == (
        Severity.ERROR,
        RemoveFile("/dd/vulkan/icd.d/none.json"),
    )
    for profile in (before, after(Gate.UNREAD_DRIVER_IS_PROGRAM)):
        assert found.report(profile=profile).create_result == "VK_SUCCESS"
    found.changes["executable"] = "/engine"
    assert found.report(profile=since).create_result == "VK_SUCCESS"
    found.changes["executable"] = "/game"
    found.env(VK_LOADER_DRIVERS_DISABLE="none*")
    assert found.report(profile=LoaderProfile((1, 3, 234))).create_result == "VK_SUCCESS"
