"""Verdicts on the program, its requests, libraries and the parts of the settings file."""

from __future__ import annotations

from typing import Any

import pytest

from tests.framework.german import speak_german
from tests.loader.machine import LIBRARY, OLD, PROGRAM, Machine
from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.verdicts import (
    AskNotFor,
    DropPrivileges,
    EditKey,
    InstallLibrary,
    Kind,
    NoRemedy,
    Outcome,
    Reason,
    SetVariable,
    Verdict,
)
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.binaries import DEFAULT_FOLDER
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import LoaderProfile

UNORDERED = {"control": "unordered_layer_location"}
EXPLICIT = "/dd/vulkan/explicit_layer.d"


def verdicts(machine: Machine, kind: Kind, *layers: str, **asked: Any) -> list[Verdict]:
    return [v for v in machine.report(*layers, **asked).verdicts if v.kind is kind]


def told(found: list[Verdict]) -> list[tuple[str, str, str, str]]:
    return [(v.subject, v.outcome.value, v.reason.value, v.detail) for v in found]


def variable(machine: Machine, name: str, **asked: Any) -> list[tuple[str, str, str]]:
    found = told(verdicts(machine, Kind.VARIABLE, **asked))
    return [one[1:] for one in found if one[0] == name]


def test_base_folders(machine: Machine):
    machine.env(HOME="/h", XDG_CONFIG_DIRS="")
    assert variable(machine, "XDG_DATA_DIRS") == [("acts", "base-folder", "/dd:/de")]
    assert variable(machine, "HOME") == []  # both variables that stand before it are set
    assert variable(machine, "XDG_CONFIG_DIRS") == []
    del machine.environment["XDG_DATA_HOME"]
    assert variable(machine, "HOME") == [("acts", "base-folder", "/h")]
    assert variable(machine, "XDG_CONFIG_HOME", profile=LoaderProfile((1, 2, 135))) == []
    machine.changes = {"elevated": True}
    assert variable(machine, "HOME") == [("ignored", "elevated", "")]


def test_variables_of_layers(machine: Machine):
    machine.implicit("I", enable_environment={"ENABLE_I": "1"}).env(ENABLE_I="1")
    assert variable(machine, "ENABLE_I") == [("acts", "enable-variable", "I")]
    machine.env(DISABLE_I="")
    assert variable(machine, "DISABLE_I") == [("acts", "disable-variable", "I")]
    assert variable(machine, "ENABLE_I") == [("ignored", "not-decisive", "I")]
    machine = Machine().driver().implicit("I", enable_environment={"ENABLE_I": "1"})
    machine.env(ENABLE_I="2")
    assert variable(machine, "ENABLE_I") == [("acts", "enable-variable-other-value", "I")]


def test_libraries_that_are_opened(machine: Machine):
    machine.implicit("I").explicit("A").implicit("B", library_path="libB.so")
    machine.file("/libs/libB.so", LIBRARY).env(LD_LIBRARY_PATH="/libs")
    assert told(verdicts(machine, Kind.LIBRARY)) == [
        ("/lib/I.so", "acts", "library-found", ""),
        ("/libs/libB.so", "acts", "library-found", "LD_LIBRARY_PATH"),
        ("/lib/driver.so", "acts", "library-found", ""),
    ]
    assert variable(machine, "LD_LIBRARY_PATH") == [("acts", "library-found", "/libs")]
    machine.env(LD_LIBRARY_PATH="/other")
    assert variable(machine, "LD_LIBRARY_PATH") == [("ignored", "not-decisive", "")]
    machine.implicit("E", base="/etc", library_path="libB.so").changes = {"elevated": True}
    assert variable(machine, "LD_LIBRARY_PATH") == [("ignored", "elevated", "")]
    assert variable(Machine().driver().env(LD_LIBRARY_PATH="/x"), "LD_LIBRARY_PATH") == []


def test_a_library_in_a_default_folder_says_so_in_the_language_of_the_reader(machine: Machine):
    machine.implicit("B", library_path="libB.so").file("/usr/lib/libB.so", LIBRARY)
    report = machine.report()
    (found,) = (v for v in report.verdicts if v.subject == "/usr/lib/libB.so")
    assert found.detail == DEFAULT_FOLDER
    assert render_verdict(found, report) == "opened; found via a default linker folder"
    with speak_german():
        assert render_verdict(found, report).endswith(" einen Standardordner des Linkers")


def test_requested_layers(machine: Machine):
    machine.explicit("A").explicit("gone", library=False).env(VK_LOADER_LAYERS_DISABLE="B")
    machine.explicit("B")
    found = verdicts(machine, Kind.REQUEST, "A", "B", "nobody", "gone", "A")
    assert told(found) == [
        ("A", "acts", "requested", ""),
        ("B", "fails", "not-present", "disable-filter"),
        ("nobody", "fails", "not-present", ""),
        ("gone", "fails", "library-missing", "/lib/gone.so"),
    ]
    assert [v.remedy for v in found] == [
        AskNotFor(layer="A"),
        AskNotFor(layer="B"),
        AskNotFor(layer="nobody"),
        InstallLibrary("/lib/gone.so"),
    ]
    assert found[1].file == f"{EXPLICIT}/B.json"


def test_layer_that_the_settings_file_keeps_off_cannot_be_asked_for(machine: Machine):
    machine.explicit("A")
    off = {"control": "off", "name": "A", "path": f"{EXPLICIT}/A.json"}
    machine.settings({"layers": [off]})
    found = verdicts(machine, Kind.REQUEST, "A")
    assert told(found) == [("A", "fails", "not-present", "settings-file-off")]


def test_requested_extensions(machine: Machine):
    asked = ("VK_KHR_surface", "VK_NOBODY_knows")
    found = verdicts(machine, Kind.EXTENSION, extensions=asked)
    assert told(found) == [
        ("VK_KHR_surface", "acts", "extension-known", ""),
        ("VK_NOBODY_knows", "fails", "extension-unknown", ""),
    ]
    assert found[1].remedy == SetVariable("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
    machine.env(VK_LOADER_DISABLE_INST_EXT_FILTER="1")
    found = verdicts(machine, Kind.EXTENSION, extensions=asked)
    assert told(found)[1] == ("VK_NOBODY_knows", "acts", "extension-filter-off", "")
    name = "VK_LOADER_DISABLE_INST_EXT_FILTER"
    assert variable(machine, name, extensions=asked) == [("acts", "extension-filter-off", "1")]
    assert variable(machine, name) == [("ignored", "not-decisive", "")]


def test_names_that_no_loader_looks_up(machine: Machine):
    machine.explicit("a\tb").env(VK_LOADER_DISABLE_INST_EXT_FILTER="1")
    (found,) = verdicts(machine, Kind.EXTENSION, extensions=("VK_\t",))
    assert (found.outcome, found.remedy) == (Outcome.FAILS, AskNotFor(extension="VK_\t"))
    (found,) = verdicts(machine, Kind.REQUEST, "a\tb")
    assert found.reason is Reason.NOT_PRESENT


def test_flags_and_version(machine: Machine):
    found = told(verdicts(machine, Kind.REQUEST, flags=1, api_version=(1, 3, 0)))
    assert found == [("VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR", "acts", "requested", "1")]
    old = LoaderProfile((1, 3, 224))
    assert told(verdicts(machine, Kind.REQUEST, api_version=(1, 3, 0), profile=old)) == [
        ("apiVersion", "acts", "requested", "1.3.0")
    ]


def test_process(machine: Machine):
    (size,) = verdicts(machine, Kind.PROCESS)
    assert told([size]) == [("64-bit", "acts", "word-size", "")]
    assert size.remedy == NoRemedy(message("it is a property of the displayed program"))
    machine.override(app_keys=["/x"])
    found = verdicts(machine, Kind.PROCESS)
    assert told(found)[0] == (PROGRAM, "acts", "program-path", "app_keys")
    assert found[0].file == "/ch/vulkan/implicit_layer.d/override.json"
    machine.changes = {"elevated": True, "pointer_bits": 32}
    found = verdicts(machine, Kind.PROCESS)
    assert [v.subject for v in found] == ["elevated", "32-bit"]
    assert found[0].remedy == DropPrivileges(PROGRAM)


def test_settings_file_for_programs(machine: Machine):
    machine.settings({"layers": [], "app_keys": [PROGRAM]})
    found = verdicts(machine, Kind.PROCESS)
    assert found[0].reason is Reason.PROGRAM_PATH
    assert found[0].file.endswith("vk_loader_settings.json")


def settings(machine: Machine, content: dict[str, Any], **asked: Any) -> list[Verdict]:
    return verdicts(machine.settings(content), Kind.SETTINGS, **asked)[1:]


def test_entries_of_the_settings_file(machine: Machine):
    machine.explicit("A")
    listed = {"control": "on", "name": "A", "path": f"{EXPLICIT}/A.json"}
    entries = [
        listed,
        listed,
        {**listed, "name": "B"},
        {**listed, "path": "/x.txt"},
        {**listed, "control": "off", "name": "C"},
        UNORDERED,
        UNORDERED,
    ]
    found = settings(machine, {"layers": entries})
    assert [(v.outcome.value, v.reason.value) for v in found] == [
        ("acts", "settings-entry"),
        ("ignored", "duplicate"),
        ("ignored", "settings-no-layer"),
        ("ignored", "settings-not-json"),
        ("acts", "settings-entry"),
        ("acts", "settings-entry"),
        ("ignored", "duplicate"),
    ]
    assert found[2].subject == "settings/layers/2"
    assert isinstance(found[2].remedy, EditKey)
    assert found[2].remedy.path == ("settings", "layers", 2)


def test_drivers_of_the_settings_file(machine: Machine):
    drivers = [{"path": "/a.txt"}, {"path": "/a.json"}, {"path": "/b.txt"}]
    content = {"additional_drivers": drivers, "additional_drivers_use_exclusively": True}
    assert [
        (v.outcome.value, v.reason.value, v.detail)
        for v in settings(machine, {**content, "device_configurations": []})
    ] == [
        ("ignored", "settings-not-json", "/a.txt"),
        ("acts", "settings-entry", "/a.json"),
        ("fails", "settings-not-json", "/b.txt"),
        ("acts", "settings-exclusive", ""),
        ("acts", "settings-entry", ""),
    ]


@pytest.mark.parametrize(
    ("content", "place", "detail"),
    [
        ({"layers": [UNORDERED, 1]}, ("layers", 1), "not an object"),
        ({"layers": [{"control": "on", "name": "A"}]}, ("layers", 0), "path"),
        ({"additional_drivers": [{}]}, ("additional_drivers", 0), "path"),
    ],
)
def test_lists_that_are_dropped(
    machine: Machine, content: dict[str, Any], place: tuple[str | int, ...], detail: str
):
    (found,) = settings(machine, {**content, "stderr_log": ["all"]})
    assert (found.outcome, found.reason) == (Outcome.IGNORED, Reason.SETTINGS_LIST_DROPPED)
    assert str(found.detail) == detail
    assert isinstance(found.remedy, EditKey)
    assert found.remedy.path == ("settings", *place)


def test_settings_file_that_crashes(machine: Machine):
    off = {"control": "off", "name": "A", "path": "/a.json"}
    machine.explicit("A")
    found = settings(machine, {"layers": [off, UNORDERED]}, profile=LoaderProfile((1, 3, 296)))
    crash = next(v for v in found if v.outcome is Outcome.FAILS)
    assert (crash.reason, crash.subject) == (Reason.CRASHES_ALL, "settings/layers/0")


def test_settings_file_of_a_loader_that_reads_none(machine: Machine):
    assert verdicts(machine.settings({"layers": []}), Kind.SETTINGS, profile=OLD) == []


def test_drivers_that_the_settings_file_hides(machine: Machine):
    content = {"additional_drivers": [{"path": "/a.json"}]}
    machine.settings({**content, "additional_drivers_use_exclusively": True})
    (found,) = verdicts(machine, Kind.DRIVER)
    file = "/dd/vulkan/icd.d/driver.json"
    assert (found.subject, found.outcome, found.reason) == (
        file,
        Outcome.OFF,
        Reason.SETTINGS_EXCLUSIVE,
    )
    assert isinstance(found.remedy, EditKey)
    assert found.remedy.path == ("settings", "additional_drivers_use_exclusively")
    assert verdicts(machine.settings(content), Kind.DRIVER) == []


def test_places_in_other_files_have_lines(machine: Machine):
    machine.implicit("I").override("gone", app_keys=[PROGRAM], blacklisted_layers=["I"])
    lines = machine.files["/ch/vulkan/implicit_layer.d/override.json"].content.decode().split("\n")

    def line_of(name: str) -> str:
        verdict = next(x.verdict for x in machine.report().found_layers if x.name == name)
        assert verdict.file.endswith("override.json")
        return lines[verdict.line - 1].strip()

    assert line_of(OVERRIDE_NAME) == '"gone"'
    machine.explicit("gone")
    assert line_of("I") == '"I"'
    machine.changes = {"executable": "/x"}
    assert line_of(OVERRIDE_NAME) == '"app_keys": ['
