"""The loader settings file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.loader.machine import (
    NEW,
    OLD,
    PROGRAM,
    Machine,
    document,
    layer_object,
    machine,
    outcomes,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.settings_file import list_settings_paths

UNORDERED = {"control": "unordered_layer_location", "name": "", "path": ""}
BEFORE_XDG = LoaderProfile((1, 4, 323))
FILE = "/dh/vulkan//loader_settings.d/vk_loader_settings.json"


def entry(name: str, control: str = "on", implicit: bool = False, path: str = "") -> dict[str, Any]:
    kind = "implicit" if implicit else "explicit"
    return {
        "control": control,
        "name": name,
        "path": path or f"/dd/vulkan/{kind}_layer.d/{name}.json",
        "treat_as_implicit_manifest": implicit,
    }


def with_layers(*layers: dict[str, Any]) -> Machine:
    return machine().settings({"layers": list(layers)})


# -- where it is


def places(profile: LoaderProfile = NEW, elevated: bool = False, **environment: str) -> list[str]:
    found = list_settings_paths(Host(environment, elevated=elevated), profile)
    suffix = "/vulkan//loader_settings.d/vk_loader_settings.json"
    assert all(place.endswith(suffix) for place in found)
    return [place.removesuffix(suffix) for place in found]


def test_both_homes_come_before_all_other_places():
    assert places(XDG_CONFIG_HOME="/ch", XDG_DATA_HOME="/dh", HOME="/h") == [
        "/ch",
        "/dh",
        "/etc/xdg",
        "/etc",
        "/usr/local/share",
    ]


def test_defaults_below_home_come_after_the_homes_that_are_set():
    assert places(XDG_DATA_HOME="/dh", HOME="/h")[:2] == ["/dh", "/h/.config"]
    assert places(HOME="/h")[:2] == ["/h/.config", "/h/.local/share"]


def test_only_the_first_of_several_folders_counts():
    found = places(XDG_CONFIG_HOME="/a:/b", XDG_CONFIG_DIRS="/c:/d", XDG_DATA_DIRS=":/e")
    assert found == ["/a", "/c", "/etc"]


def test_system_lists_are_searched_since_1_4_324():
    variables = {"XDG_CONFIG_HOME": "/ch", "XDG_CONFIG_DIRS": "/cd", "XDG_DATA_DIRS": "/dd"}
    old = list_settings_paths(
        Host({**variables, "XDG_DATA_HOME": "/dh:/x", "HOME": ""}), BEFORE_XDG
    )
    file = "/vulkan/loader_settings.d/vk_loader_settings.json"
    assert old == (f"/.local/share{file}", f"/dh:/x{file}", f"/etc{file}")
    assert list_settings_paths(Host(variables, elevated=True), BEFORE_XDG) == (f"/etc{file}",)


def test_elevated_process_looks_at_fixed_places():
    assert places(elevated=True, XDG_CONFIG_HOME="/ch", HOME="/h") == [
        "/etc/xdg",
        "/etc",
        "/usr/local/share",
    ]


def test_older_loaders_read_none():
    report = machine().settings({"layers": []}).report(profile=OLD)
    assert report.settings_file is None
    assert len(report.layers) == 4


# -- whether it is in force


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "expected a key in double quotes"),
        ([1], "the file does not contain an object"),
        ({"settings": {}}, "“file_format_version” is missing"),
        (
            {"file_format_version": "1"},
            "“settings” and “settings_array” are both missing",
        ),
        ({"file_format_version": "1", "settings": {}}, "it contains no valid settings"),
        (
            {"file_format_version": "1", "settings": {"stderr_log": ["none", 5]}},
            "it contains no valid settings",
        ),
        (
            {"file_format_version": "1", "settings": {"app_keys": ["/x"], "layers": []}},
            "no section applies to this program",
        ),
        ({"file_format_version": "1", "settings_array": [5]}, "no section applies to this program"),
        (
            {"file_format_version": "1", "settings": {"additional_drivers_use_exclusively": True}},
            "it contains no valid settings",
        ),
    ],
    ids=str,
)
def test_file_that_is_not_in_force(content: Any, reason: str):
    report = (
        machine().file("/dh/vulkan/loader_settings.d/vk_loader_settings.json", content).report()
    )
    assert report.settings_file is None
    assert len(report.layers) == 4
    problem = next(p for p in report.problems if p.code == "settings-file-unused")
    assert problem.title.endswith(reason)
    assert problem.file == FILE


def test_unreadable_file_hides_the_others():
    found = machine().settings({"layers": []})
    found.file("/ch/vulkan/loader_settings.d/vk_loader_settings.json/x", "")
    assert found.report().settings_file is not None
    found.settings(b"", base="/ch")
    assert found.report().settings_file is None


def test_folder_of_that_name_is_found_and_cannot_be_read(tmp_path: Path):
    (tmp_path / "vulkan/loader_settings.d/vk_loader_settings.json").mkdir(parents=True)
    report = discover(Host({"XDG_CONFIG_HOME": str(tmp_path)}))
    problem = next(p for p in report.problems if p.code == "settings-file-unused")
    assert problem.title.endswith("Is a directory")


def test_file_is_parsed_once():
    found, cache = with_layers(entry("A")), DocumentCache()
    first, second = (discover(found.host(), None, NEW, cache) for _ in range(2))
    assert first.settings_file == second.settings_file == FILE


@pytest.mark.parametrize("word", ["all", "info", "validation"])
def test_log_words_alone_put_it_in_force_and_change_no_layers(word: str):
    report = machine().settings({"stderr_log": [word]}).report()
    assert report.settings_file == FILE
    assert len(report.layers) == 4


def test_section_for_the_program_wins_over_the_general_one():
    array = [
        {"layers": []},
        {"app_keys": ["/x"], "layers": [entry("B")]},
        {"app_keys": ["/y", PROGRAM], "layers": [entry("A")]},
    ]
    found = machine().settings({"file_format_version": "1", "settings_array": array})
    assert found.chain() == "A"
    found.changes = {"executable": "/z"}
    assert found.chain() == ""
    found.changes = {"executable": ""}
    assert found.chain() == ""


def test_settings_array_wins_over_settings():
    content = {"file_format_version": "1", "settings": {"layers": []}, "settings_array": []}
    assert len(machine().settings(content).report().layers) == 4


def test_walk_goes_on_into_the_members_behind_settings():
    content = {
        "file_format_version": "1",
        "settings": {"app_keys": ["/x"], "layers": []},
        "more": {"layers": [entry("A")]},
        "end": 1,
        "never": {"app_keys": [PROGRAM], "layers": []},
    }
    assert machine().settings(content).chain() == "A"


# -- layers


def test_file_with_layers_is_the_whole_world():
    report = with_layers(entry("B"), entry("I", implicit=True)).report()
    assert [x.manifest.name for x in report.callstack] == ["B", "I"]
    assert [x.enabled_by for x in report.callstack] == [
        "Loader Settings File (Vulkan Configurator)"
    ] * 2
    assert report.explicit_search.paths == ()
    assert outcomes(report, "A") == [("off", "settings-file-hides")]
    assert outcomes(report, "J") == [("off", "settings-file-hides")]
    assert outcomes(report, "B") == [("loads", "settings-file-on")]
    assert with_layers(entry("B")).chain("A") == "VK_ERROR_LAYER_NOT_PRESENT"


@pytest.mark.parametrize("layers", [[], "text", 5, None])
def test_empty_list_means_no_layers_at_all(layers: Any):
    report = machine().settings({"layers": layers}).report()
    assert report.layers == ()
    assert report.settings_file == FILE


@pytest.mark.parametrize(
    "broken", [5, {"name": "A", "path": "/x"}, {"control": 1}, {"control": "on", "name": "A"}]
)
def test_one_malformed_element_discards_the_list(broken: Any):
    report = machine().settings({"stderr_log": ["all"], "layers": [entry("B"), broken]}).report()
    assert len(report.layers) == 4
    assert report.settings_file == FILE


def test_unordered_layers_stand_where_their_entry_stands():
    found = with_layers(entry("B"), UNORDERED, entry("I", implicit=True), UNORDERED)
    assert found.chain("A") == "B A I" or found.chain("A") == "B J A I"
    assert [layer.name for layer in found.report().layers] == ["B", "J", "A", "I"]
    assert outcomes(found.report(), "B") == [("loads", "settings-file-on")]


def test_layer_that_is_off_is_not_listed_and_cannot_be_asked_for():
    found = with_layers(entry("A", "off"), UNORDERED)
    assert outcomes(found.report(), "A") == [("off", "settings-file-off")]
    assert found.chain("A") == "VK_ERROR_LAYER_NOT_PRESENT"
    assert found.chain("B") == "I J B"
    alone = with_layers(entry("A", "off"), entry("X", "off"))
    assert outcomes(alone.report(), "A") == [("off", "settings-file-off")]
    assert outcomes(alone.report(), "X") == [("off", "settings-file-off")]


def test_first_entry_of_a_name_decides_whether_it_may_be_asked_for():
    assert with_layers(entry("A"), entry("A", "off")).chain("A") == "A"
    assert with_layers(entry("A", "off"), entry("A")).chain("A") == "VK_ERROR_LAYER_NOT_PRESENT"


@pytest.mark.parametrize(
    ("variables", "asked", "chain"),
    [
        ({}, (), "I"),
        ({}, ("B",), "B I"),
        ({"VK_INSTANCE_LAYERS": "A"}, (), "A I"),
        ({"VK_LOADER_LAYERS_ENABLE": "B"}, (), "B I"),
        ({"DISABLE_I": "1"}, (), ""),
        ({"VK_LOADER_LAYERS_DISABLE": "~explicit~"}, ("B",), "B I"),
        ({"VK_LOADER_LAYERS_DISABLE": "~implicit~"}, (), ""),
        ({"VK_LOADER_LAYERS_DISABLE": "~implicit~", "VK_LOADER_LAYERS_ALLOW": "I"}, (), "I"),
        ({"VK_LOADER_LAYERS_DISABLE": "B", "VK_LOADER_LAYERS_ENABLE": "B"}, ("B",), "I"),
    ],
    ids=str,
)
def test_auto_layers_keep_their_place_if_something_turns_them_on(
    variables: dict[str, str], asked: tuple[str, ...], chain: str
):
    found = with_layers(entry("B", "auto"), entry("I", "auto", True), entry("A", "junk"))
    if "VK_INSTANCE_LAYERS" in variables:
        chain = "I A"
    assert found.env(**variables).chain(*asked) == chain


def test_reasons_of_auto_layers_that_are_off():
    found = with_layers(entry("B", "auto"), entry("I", "auto", True), entry("A", "auto"))
    found.env(VK_LOADER_LAYERS_DISABLE="B", DISABLE_I="1")
    report = found.report()
    assert outcomes(report, "B") == [("off", "disable-filter")]
    assert outcomes(report, "I") == [("off", "disable-variable")]
    assert outcomes(report, "A") == [("off", "not-requested")]


def test_instance_layers_work_beside_a_settings_file():
    found = with_layers(entry("B", "auto"), entry("A", "auto")).env(VK_INSTANCE_LAYERS="A:B")
    for version in ((1, 3, 301), (1, 3, 302), (1, 4, 364)):
        assert found.chain(profile=LoaderProfile(version)) == "B A"


def test_on_beats_every_variable():
    found = with_layers(entry("I", implicit=True))
    found.env(DISABLE_I="1", VK_LOADER_LAYERS_DISABLE="*")
    assert found.chain() == "I"


def test_entry_whose_manifest_names_another_layer_is_dropped():
    found = with_layers(entry("X", path="/dd/vulkan/explicit_layer.d/A.json"), entry("B"))
    assert found.chain() == "B"


def test_path_must_end_in_json_since_1_4_360():
    found = with_layers(entry("A", path="/x/a.txt")).file("/x/a.txt", document(layer_object("A")))
    assert found.chain() == ""
    assert found.chain(profile=LoaderProfile((1, 4, 359))) == "A"


def test_same_layer_twice_is_taken_once_and_another_copy_stays():
    copy = entry("A", path="/x/a.json")
    other = entry("A", path="/x/b.json")
    found = with_layers(entry("A"), copy, other)
    found.file("/x/a.json", document(layer_object("A")))
    found.file("/x/b.json", document(layer_object("A", library_path="/lib/B.so")))
    report = found.report()
    assert [layer.file for layer in report.layers] == [
        "/dd/vulkan/explicit_layer.d/A.json",
        "/x/b.json",
    ]
    assert [x.manifest.file for x in report.callstack] == ["/x/b.json"]


def test_manifest_whose_last_layer_is_broken_leaves_the_others_unchecked():
    content = document(layer_object("C"), layer_object("D", type=None))
    found = (
        with_layers(entry("D", path="/x/d.json")).file("/x/d.json", content).file("/lib/C.so", "")
    )
    report = found.report()
    assert [layer.name for layer in report.layers] == ["C"]
    assert outcomes(report, "D") == [("skipped", "missing-key")]
    assert report.create_result == "VK_SUCCESS"


def test_several_layers_of_one_manifest_are_checked_since_1_4_347():
    content = document(layer_object("C"), layer_object("D"))
    found = with_layers(entry("D", path="/x/d.json")).file("/x/d.json", content)
    assert [layer.name for layer in found.report().layers] == ["D"]
    before = found.report(profile=LoaderProfile((1, 4, 346)))
    assert [layer.name for layer in before.layers] == ["C", "D"]


def test_layer_found_in_a_folder_gives_way_to_the_one_of_the_file():
    found = with_layers(entry("A", path="/x/a.json"), UNORDERED)
    found.file("/x/a.json", document(layer_object("A", library_path="/lib/B.so")))
    report = found.report()
    assert outcomes(report, "A") == [("loads", "settings-file-on"), ("skipped", "duplicate")]


def test_third_copy_in_folders_goes_too_beside_a_settings_file():
    found = with_layers(UNORDERED).explicit("A", base="/ch").explicit("A", base="/de")
    assert [layer.name for layer in found.report().layers].count("A") == 1


def test_entries_around_the_unordered_one_are_taken_once():
    found = with_layers(
        entry("A", "off"), entry("A"), entry("B"), UNORDERED, entry("B", path="/x/b.json")
    )
    found.file("/x/b.json", document(layer_object("B", library_path=None, component_layers=["I"])))
    names = [layer.name for layer in found.report().layers]
    assert names == ["B", "I", "J"]


def test_meta_layer_listed_twice_and_layer_turned_off_again():
    meta = document(layer_object("M", library_path=None, component_layers=["I"]))
    twice = [entry("M", path="/x/m.json"), entry("M", path="/x/n.json"), entry("A")]
    found = with_layers(*twice, UNORDERED, entry("A", "off"))
    found.file("/x/m.json", meta).file("/x/n.json", meta)
    assert [layer.name for layer in found.report().layers] == ["M", "A", "I", "J", "B"]


def test_meta_layer_of_the_file_is_expanded_and_not_verified():
    found = with_layers(entry("M", path="/x/m.json"), entry("A", "auto"))
    meta = layer_object("M", library_path=None, component_layers=["A", "gone", "M"])
    found.file("/x/m.json", document(meta))
    assert found.chain() == "A"
    assert outcomes(found.report(), "M") == [("acts", "meta-expanded")]


@pytest.mark.parametrize(
    ("kind", "variables", "version"),
    [
        ("explicit", {}, "1.3.285"),
        ("implicit", {}, "SIGSEGV"),
        ("implicit", {"DISABLE_I": "1"}, "1.3.285"),  # what is off is not compared
    ],
)
def test_a_file_that_crashes_over_explicit_layers_leaves_the_calls_before_alone(
    kind: str, variables: dict[str, str], version: str
):
    folder = f"/dd/vulkan/{kind}_layer.d"
    found = Machine().driver()
    getattr(found, kind)("I")
    off = {"name": "I", "path": f"{folder}/I.json", "control": "off"}
    found.settings({"layers": [off, {"control": "unordered_layer_location"}]}).env(**variables)
    report = found.report(profile=LoaderProfile((1, 3, 285)))
    assert (report.create_result, report.layers) == ("SIGSEGV", "SIGSEGV")
    assert report.instance_version == version
    assert (report.implicit_extensions == "SIGSEGV") == (version == "SIGSEGV")


def test_placeholders_make_the_list_of_layers_incomplete_before_1_3_302():
    off = {"name": "VK_LAYER_nowhere", "path": "", "control": "off"}
    found = Machine().driver().settings({"layers": [off]})
    for version, result in (((1, 3, 285), "VK_INCOMPLETE"), ((1, 3, 302), "VK_SUCCESS")):
        report = found.report(profile=LoaderProfile(version))
        assert (report.layers, report.create_result) == ((), "VK_SUCCESS")
        assert report_to_json(report)["layers_result"] == result
    crashing = Machine().driver().settings({"layers": [{"name": "x"}]})
    report = crashing.report(profile=LoaderProfile((1, 3, 266)))
    assert report_to_json(report)["layers_result"] == "SIGSEGV"


@pytest.mark.parametrize(
    ("text", "result"), [('{"ICD": [1], "x"', "VK_ERROR_OUT_OF_HOST_MEMORY"), (None, "SIGSEGV")]
)
def test_every_call_reads_all_manifests_of_the_file(text: str | None, result: str):
    found = Machine().driver().explicit("A", instance_extensions=[["x"]])
    if text is not None:
        found.file("/dd/vulkan/explicit_layer.d/A.json", text)
    assert found.report(profile=LoaderProfile((1, 3, 266))).instance_version == "1.3.266"
    found.settings({"layers": [entry("A")]})
    report = found.report(profile=LoaderProfile((1, 3, 266)))
    assert (report.instance_version, report.create_result) == (result, result)


def test_off_beside_unordered_crashes_loaders_before_1_3_302():
    found = with_layers(entry("A", "off"), UNORDERED)
    for version, crashes in (((1, 3, 296), True), ((1, 3, 302), False)):
        report = found.report(profile=LoaderProfile(version))
        assert any(p.code == "settings-file-crashes" for p in report.problems) == crashes
        assert (report.create_result == "SIGSEGV") == crashes


@pytest.mark.parametrize(
    ("content", "version", "code", "title", "consequence"),
    [
        (
            {"layers": [entry("A"), {"control": "on"}]},
            (1, 3, 262),
            "settings-file-crashes",
            "The loader crashes on the loader settings file: an element of its layer list is "
            "malformed",
            "The loader crashes in every program.",
        ),
        (
            b"{",
            (1, 3, 262),
            "settings-file-unused",
            "The loader cannot read the loader settings file: expected a key in double quotes",
            "The loader gives up: all Vulkan calls fail in every program.",
        ),
        (
            {"layers": [entry("A", "off"), entry("A"), entry("A")]},
            (1, 3, 285),
            "settings-file-crashes",
            "The loader crashes when it compares the layers in the loader settings file",
            "The loader crashes in every program.",
        ),
    ],
    ids=["malformed", "no-json", "compared"],
)
def test_settings_file_that_ends_every_program_is_not_said_to_be_ignored(
    content: Any, version: tuple[int, int, int], code: str, title: str, consequence: str
):
    found = Machine().driver().explicit("A").settings(content)
    report = found.report(profile=LoaderProfile(version))
    assert report.create_result in ("SIGSEGV", "VK_ERROR_OUT_OF_HOST_MEMORY")
    (problem,) = [p for p in report.problems if p.code.startswith("settings-file-")]
    assert (problem.severity, problem.code) == (Severity.ERROR, code)
    assert problem.title.startswith(title)
    assert problem.consequence == consequence


def test_settings_file_hides_the_override():
    found = with_layers(entry("A")).override("B")
    report = found.report()
    assert "settings-file-hides-override" in {problem.code for problem in report.problems}
    assert found.chain() == "A"


# -- drivers and devices
