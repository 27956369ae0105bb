"""One machine, two releases, two answers: gates of the releases of 2017 and 2018."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.loader.machine import LIBRARY, Machine, document, layer_object, outcomes
from tests.loader.profiles.test_profile_oldest import STANDARD, around, names, sides
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.outcome import CRASH_RESULT

EXPLICIT = "/dd/vulkan/explicit_layer.d"
IMPLICIT = "/dd/vulkan/implicit_layer.d"
INVALID = "{"


def release(patch: int) -> LoaderProfile:
    return LoaderProfile((1, 0 if patch < 70 else 1, patch))


def implicit_paths(home: Mapping[str, str], patch: int) -> list[str]:
    report = Machine().env(**home).report(profile=release(patch))
    return [path for path in report.implicit_search.paths if "implicit_layer.d" in path]


# -- folders


@pytest.mark.parametrize(
    ("home", "before", "since"),
    [
        ("/a:/b", ["/a"], ["/a/vulkan/implicit_layer.d", "/b/vulkan/implicit_layer.d"]),
        ("", ["/vulkan/implicit_layer.d"], []),
        ("/a/", ["/a//vulkan/implicit_layer.d"], ["/a/vulkan/implicit_layer.d"]),
    ],
)
def test_data_home(home: str, before: list[str], since: list[str]):
    found = Machine().env(XDG_CONFIG_DIRS="/cd", XDG_DATA_DIRS="/dd", XDG_DATA_HOME=home)
    last, after = sides(Gate.FIRST_OF_HOME)
    paths = [found.report(profile=profile).implicit_search.paths[3:] for profile in (last, after)]
    assert [list(part) for part in paths] == [before, since]


@pytest.mark.parametrize(
    ("patch", "path"), [(73, "/x//vulkan"), (74, "/x/vulkan"), (84, "/x/vulkan"), (85, "/x/vulkan")]
)
def test_slash_behind_a_base_folder(patch: int, path: str):
    assert implicit_paths({"XDG_DATA_DIRS": "/x/"}, patch)[2] == f"{path}/implicit_layer.d"


@pytest.mark.parametrize(("patch", "path"), [(73, "/x///y"), (74, "/x//y"), (85, "/x///y")])
def test_slashes_of_a_variable(patch: int, path: str):
    report = Machine().env(VK_LAYER_PATH="/x///y").report(profile=release(patch))
    assert report.explicit_search.paths == (path,)


@pytest.mark.parametrize("patch", [56, 57, 84, 85])
def test_folder_that_is_named_twice(patch: int):
    found = Machine().explicit("A").env(VK_LAYER_PATH=f"{EXPLICIT}:{EXPLICIT}")
    once = release(patch).has(Gate.NAMES_READ_ONCE)
    assert once == (57 <= patch <= 84)
    assert names(found.report(profile=release(patch))) == ["A"] * (1 if once else 2)


# -- order and end of a search


def test_explicit_layers_come_first_until_the_override_came():
    found = Machine().driver().implicit("I").explicit("A")
    last, after = sides(Gate.EXPLICIT_FIRST)
    assert names(found.report(profile=last)) == ["A", "I"]
    assert names(found.report(profile=after)) == ["I", "A"]
    assert found.chain("A", profile=last) == "I A"


def test_invalid_manifest_ends_the_search_of_its_kind():
    found = Machine().driver().implicit("I").file(f"{EXPLICIT}/x.json", INVALID).explicit("A")
    last, after = sides(Gate.INVALID_ENDS_ITS_KIND)
    assert names(found.report(profile=last)) == ["I"]
    assert STANDARD in [x.name for x in found.report(profile=last).layers], "the list is checked"
    assert names(found.report(profile=after)) == ["I"]
    found = Machine().driver().file(f"{IMPLICIT}/x.json", INVALID).implicit("I").explicit("A")
    assert names(found.report(profile=last)) == ["A"]
    assert names(found.report(profile=after)) == []


@pytest.mark.parametrize(
    ("patch", "listed"), [(47, ["A", "I"]), (48, [""]), (68, [""]), (69, ["", "A", "I"])]
)
def test_malformed_explicit_layer_ends_the_search(patch: int, listed: list[str]):
    found = Machine().driver().explicit("X", library_path=None).explicit("A").implicit("I")
    assert names(found.report(profile=release(patch))) == listed


@pytest.mark.parametrize(("patch", "listed"), [(84, ["A", "I"]), (85, [])])
def test_malformed_implicit_layer_ends_the_search(patch: int, listed: list[str]):
    found = Machine().driver().implicit("X", type="odd").implicit("I").explicit("A")
    assert names(found.report(profile=release(patch))) == listed


# -- drivers


@pytest.mark.parametrize(
    ("patch", "result"), [(47, "VK_ERROR_OUT_OF_HOST_MEMORY"), (48, "VK_SUCCESS")]
)
def test_invalid_driver_manifest_behind_a_driver(patch: int, result: str):
    found = Machine().driver().file("/dd/vulkan/icd.d/z.json", INVALID)
    assert found.report(profile=release(patch)).create_result == result


# -- programs


@pytest.mark.parametrize("patch", [52, 53, 69, 70])
@pytest.mark.parametrize("asked", [None, (1, 0, 99), (1, 1, 0)])
def test_program_of_vulkan_1_1(patch: int, asked: tuple[int, int, int] | None):
    refused = asked == (1, 1, 0) and patch in (53, 69)
    report = Machine().driver().report(profile=release(patch), api_version=asked)
    assert report.create_result == ("VK_ERROR_INCOMPATIBLE_DRIVER" if refused else "VK_SUCCESS")
    assert [one.code for one in report.problems] == ["version-refused"] * refused


@pytest.mark.parametrize(("patch", "answer"), [(69, "1.0.0"), (70, "1.1.0"), (119, "1.1.0")])
def test_version_that_is_answered(patch: int, answer: str):
    assert Machine().report(profile=release(patch)).instance_version == answer


def test_old_layer_below_the_program():
    found = Machine().driver().implicit("I", api_version="1.0.0")
    assert found.chain(profile=LoaderProfile((1, 1, 70)), api_version=(1, 1, 0)) == ""
    assert found.chain(profile=release(52), api_version=(1, 1, 0)) == "I"


@pytest.mark.parametrize(
    ("patch", "named", "result"),
    [
        (67, False, "VK_ERROR_EXTENSION_NOT_PRESENT"),
        (67, True, "VK_ERROR_INCOMPATIBLE_DRIVER"),
        (68, False, "VK_ERROR_INCOMPATIBLE_DRIVER"),
    ],
)
def test_extension_of_a_layer_that_a_variable_names(patch: int, named: bool, result: str):
    extension = "VK_KHR_get_physical_device_properties2"
    found = Machine().explicit("A", instance_extensions=[{"name": extension, "spec_version": "1"}])
    asked = ("A",) if named else ()
    found.env(VK_INSTANCE_LAYERS="A")
    report = found.report(*asked, profile=release(patch), extensions=(extension,))
    assert report.create_result == result


# -- switches


@pytest.mark.parametrize(("patch", "chain"), [(54, ""), (55, "I"), (84, "I"), (85, "")])
def test_disable_variable_of_another_value(patch: int, chain: str):
    found = Machine().driver().implicit("I").env(DISABLE_I="0")
    assert found.chain(profile=release(patch)) == chain
    assert found.env(DISABLE_I="1").chain(profile=release(patch)) == ""


@pytest.mark.parametrize(("patch", "chain"), [(42, "A"), (43, "I"), (126, "I"), (127, "A")])
def test_variables_of_layers_in_an_elevated_program(patch: int, chain: str):
    found = Machine().driver().implicit("I").explicit("A")
    found.env(DISABLE_I="1", VK_INSTANCE_LAYERS="A")
    found.changes["elevated"] = True
    found.files = {path.replace("/dd/", "/usr/share/"): x for path, x in found.files.items()}
    found.files["/lib/A.so"] = found.files["/lib/I.so"] = found.files["/lib/A.so"]
    profile = release(patch)
    assert found.chain(profile=profile) == chain
    ignored = [x.reason.value for x in found.report(profile=profile).verdicts]
    assert ("elevated" in ignored) or not profile.has(Gate.SWITCHES_SECURE)


# -- meta-layers and the override


@pytest.mark.parametrize(("patch", "chain"), [(84, "A"), (85, "B A")])
def test_meta_layer_inside_another(patch: int, chain: str):
    found = Machine().driver().explicit("A", api_version="1.0.0").explicit("B", api_version="1.0.0")
    found.meta("inner", "B").meta("outer", "inner", "A")
    assert found.chain("outer", profile=release(patch)) == chain


def test_meta_layer_that_contains_itself_in_an_unchecked_list():
    members = {"pre_instance_functions": {"vkEnumerateInstanceVersion": "own"}}
    found = Machine().driver().meta("M", "M").implicit("I", **members)
    report = found.env(VK_INSTANCE_LAYERS="M").report(profile=release(84))
    assert names(report) == ["M", "I"]
    assert report.create_result == "VK_SUCCESS"


def test_override_is_a_meta_layer_like_others_before_1_1_85():
    found = Machine().driver().explicit("A", api_version="1.0.0").explicit("B").implicit("I")
    found.override("A", base="/dd", override_paths=["/elsewhere"])
    last, first = around(Gate.OVERRIDE)
    assert found.chain("B", profile=last) == "I A B"
    assert set(names(found.report(profile=last))) == {"A", "B", "I", OVERRIDE_NAME}
    assert names(found.report(profile=first)) == CRASH_RESULT  # NAMES_FREED_TWICE


@pytest.mark.parametrize(("patch", "chain"), [(84, ""), (91, ""), (167, ""), (169, "A")])
def test_meta_layer_behind_a_layer_of_its_name(patch: int, chain: str):
    meta = {"library_path": None, "component_layers": ["A"], "api_version": "1.0.0"}
    found = Machine().driver().explicit("A", api_version="1.0.0")
    found.implicit("X").implicit("X", base="/de", **meta)
    profile = LoaderProfile((1, 2, patch)) if patch > 130 else release(patch)
    assert found.chain(profile=profile).split() == ["X", *chain.split()]


@pytest.mark.parametrize(("patch", "chain"), [(91, "A"), (105, "A"), (106, "I A B")])
def test_override_alone(patch: int, chain: str):
    found = Machine().driver().implicit("I").explicit("A", api_version="1.0.0").explicit("B")
    found.override("A", base="/dd").env(VK_INSTANCE_LAYERS="B")
    report = found.report(profile=release(patch))
    assert [x.manifest.name for x in report.callstack] == chain.split()
    if patch < 106:
        assert names(report) == [OVERRIDE_NAME, "A"]
        assert outcomes(report, "B") == [("off", "outside-override")]
        assert (
            found.report("B", profile=release(patch)).create_result == "VK_ERROR_LAYER_NOT_PRESENT"
        )


def test_of_the_components_those_of_the_first_meta_layer_stay():
    found = Machine().driver()
    for name in "ABC":
        found.explicit(name, api_version="1.0.0")
    found.meta("inner", "B").override("A", "inner", "C", base="/dd")
    assert set(names(found.report(profile=release(91)))) == {OVERRIDE_NAME, "A", "B", "inner"}


@pytest.mark.parametrize(("patch", "crashes"), [(84, False), (85, True), (90, True), (91, False)])
def test_names_are_freed_twice(patch: int, crashes: bool):
    found = Machine().driver().explicit("A", api_version="1.0.0").override("A", base="/dd")
    assert (found.report(profile=release(patch)).layers == CRASH_RESULT) == crashes
    found.env(**{f"DISABLE_{OVERRIDE_NAME}": "1"})
    assert found.report(profile=release(patch)).layers != CRASH_RESULT


# -- calls before an instance


@pytest.mark.parametrize(("patch", "offered"), [(54, True), (55, False)])
def test_extensions_of_a_layer_that_is_off(patch: int, offered: bool):
    extension = {"name": "VK_EXT_own", "spec_version": "1"}
    found = Machine().driver().implicit("I", instance_extensions=[extension]).env(DISABLE_I="1")
    extensions = found.report(profile=release(patch)).implicit_extensions
    assert [x.name for x in extensions] == ["VK_EXT_own"] * offered


@pytest.mark.parametrize(
    ("command", "patch", "crashes"),
    [
        ("vkEnumerateInstanceLayerProperties", 66, False),
        ("vkEnumerateInstanceLayerProperties", 67, True),
        ("vkEnumerateInstanceLayerProperties", 130, True),
        ("vkEnumerateInstanceVersion", 69, False),
        ("vkEnumerateInstanceVersion", 70, True),
        ("vkEnumerateInstanceVersion", 74, False),  # the key ends the search
    ],
)
def test_function_of_a_library_that_is_missing(command: str, patch: int, crashes: bool):
    found = Machine().driver().implicit("I", pre_instance_functions={command: "own"})
    del found.files["/lib/I.so"]
    report = found.report(profile=release(patch))
    assert (CRASH_RESULT in (report.layers, report.instance_version)) == crashes
    found.file("/lib/I.so", LIBRARY)
    assert CRASH_RESULT not in (found.report(profile=release(patch)).layers, report.create_result)


def test_layers_of_several_files_are_read_whatever_their_place():
    layers = document(layer_object("A"), layer_object("B"))
    found = Machine().driver().file(f"{EXPLICIT}/both.json", layers)
    assert names(found.report(profile=release(40))) == ["A", "B"]


@pytest.mark.parametrize(
    ("version", "patch", "ends"),
    [("0.9.0", 80, True), ("0.1.1", 80, False), ("1.1.2", 80, True), ("0.9.0", 73, False)],
)
def test_major_number_of_a_file_version_does_not_count(version: str, patch: int, ends: bool):
    members = {"pre_instance_functions": {"vkEnumerateInstanceVersion": "own"}}
    layer = document(layer_object("I", True, **members), version=version)
    found = Machine().driver().file(f"{IMPLICIT}/a.json", layer).file("/lib/I.so", LIBRARY)
    listed = [x.name for x in found.implicit("J").report(profile=release(patch)).layers]
    assert listed == (["I"] if ends else ["I", "J", STANDARD])


def test_malformed_override_counts_as_one_before_an_instance():
    found = Machine().driver().override("A", base="/dd", library_path="/lib/x.so")
    assert found.report(profile=release(85)).layers == CRASH_RESULT
    assert found.report(profile=release(91)).layers != CRASH_RESULT


@pytest.mark.parametrize(("patch", "offered"), [(68, True), (91, True)])
def test_malformed_layer_ends_no_search_before_an_instance(patch: int, offered: bool):
    extension = {"name": "VK_EXT_own", "spec_version": "1"}
    found = Machine().driver().implicit("X", library_path=None)
    found.implicit("I", instance_extensions=[extension])
    report = found.report(profile=release(patch))
    assert [x.name for x in report.implicit_extensions] == ["VK_EXT_own"] * offered
    assert "I" not in [x.manifest.name for x in report.callstack]


@pytest.mark.parametrize(
    ("patch", "key", "date", "listed"),
    [
        (85, "expiration", "2021-12-31-23-59", True),
        (85, "expiration", "2999-12-31-23-59", False),
        (85, "expiration_date", "2021-12-31-23-59", False),
        (90, "expiration", "2021-12-31-23-59", True),
        (91, "expiration", "2021-12-31-23-59", False),
    ],
)
def test_date_of_an_override(patch: int, key: str, date: str, listed: bool):
    found = Machine().driver().explicit("A", api_version="1.0.0").explicit("B")
    report = found.override("A", base="/dd", **{key: date}).report(profile=release(patch))
    # Where it is on it is alone, and a crash of the calls before up to 1.1.90.
    assert ("B" in names(report)) == listed
    assert outcomes(report, OVERRIDE_NAME)[0] == ("off", "expired") or not listed
