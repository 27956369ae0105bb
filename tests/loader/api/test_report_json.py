"""The report as JSON: a public contract."""

from __future__ import annotations

import datetime
import json

import pytest

from tests.loader.machine import OLD, Machine
from vkconfig_py import __version__
from vkconfig_py.loader.api.report_json import make_stamped_json, report_to_json
from vkconfig_py.loader.base.host import read_machine_name
from vkconfig_py.loader.profiles.profile import LoaderProfile

KEYS = {
    "basis",
    "instance_version",
    "layers",
    "layer_extensions",
    "loader_extensions",
    "loaders",
    "implicit_extensions",
    "create",
    "callstack",
    "drivers",
    "search",
    "settings_file",
    "verdicts",
    "problems",
}


def rich() -> Machine:
    machine = Machine().driver().implicit("I").explicit("A", library_path="./liba.so")
    machine.explicit("gone", library=False).driver("lost", library_path="/none.so")
    machine.implicit(
        "E",
        enable_environment={"ENABLE_E": "1"},
        instance_extensions=[{"name": "VK_EXT_x", "spec_version": "3"}],
    )
    return machine.file("/dd/vulkan/icd.d/broken.json", "{}")


def test_keys_of_the_contract():
    found = report_to_json(rich().report())
    assert set(found) >= KEYS
    assert json.loads(json.dumps(found)) == found


def test_a_saved_report_says_where_and_when_and_by_which_version_it_was_made():
    report = rich().report()
    here = report._replace(host=report.host._replace(root="", prefix=""))
    saved = make_stamped_json(here)
    assert (saved["machine"], saved["engine"]) == (read_machine_name(), __version__)
    assert datetime.datetime.fromisoformat(saved.pop("time")).tzinfo is datetime.UTC
    for more in ("machine", "engine", "platform", "language", "application", "manifests"):
        del saved[more]
    assert saved == report_to_json(here)


@pytest.mark.parametrize("foreign", [{"root": "/mnt/disk"}, {"prefix": "/sample"}])
def test_the_name_of_this_computer_is_not_that_of_another_root(foreign):
    report = rich().report()
    other = report._replace(host=report.host._replace(**{"root": "", "prefix": "", **foreign}))
    assert make_stamped_json(other)["machine"] == ""


def test_layers():
    layer = report_to_json(rich().report())["layers"][0]
    assert layer == {
        "name": "I",
        "spec_version": "1.3.0",
        "implementation_version": 1,
        "description": "about I",
        "manifest": "/dd/vulkan/implicit_layer.d/I.json",
        "kind": "implicit",
        "library": "/lib/I.so",
        "components": [],
    }
    assert report_to_json(rich().report())["layer_extensions"]["E"] == [
        {"name": "VK_EXT_x", "spec_version": 3}
    ]


def test_callstack():
    assert report_to_json(rich().report())["callstack"] == [
        {
            "name": "I",
            "type": "implicit",
            "manifest": "/dd/vulkan/implicit_layer.d/I.json",
            "library": "/lib/I.so",
            "enabled_by": "Implicit Layer",
        }
    ]


def test_drivers():
    drivers = report_to_json(rich().report())["drivers"]
    assert [(d["status"], d["reason"], d["library"], d["api_version"]) for d in drivers] == [
        ("kept", "kept", "/lib/driver.so", "1.3.0"),
        ("dropped", "library-missing", "/none.so", "1.3.0"),
        ("dropped", "missing-key", None, None),
    ]


def test_search_names_folders_files_and_sources():
    search = report_to_json(rich().report())["search"]
    assert set(search) == {"driver", "implicit", "explicit"}
    assert search["implicit"]["paths"][0] == "/ch/vulkan/implicit_layer.d"
    assert search["implicit"]["files"] == [
        "/dd/vulkan/implicit_layer.d/I.json",
        "/dd/vulkan/implicit_layer.d/E.json",
    ]
    assert len(search["implicit"]["sources"]) == len(search["implicit"]["paths"])


def test_verdicts_name_remedy_manifest_and_position():
    verdicts = {v["subject"]: v for v in report_to_json(rich().report())["verdicts"]}
    assert verdicts["E"] == {
        "subject": "E",
        "kind": "layer",
        "outcome": "off",
        "basis": "files",
        "reason": "enable-variable-unset",
        "sentence": "ENABLE_E is not set",
        "detail": "ENABLE_E",
        "file": "/dd/vulkan/implicit_layer.d/E.json",
        "line": 0,
        "remedy": {"action": "SetVariable", "name": "ENABLE_E", "value": "1"},
        "manifest": "/dd/vulkan/implicit_layer.d/E.json",
        "position": -1,
        "listed": True,
    }
    assert verdicts["/dd/vulkan/implicit_layer.d"]["kind"] == "folder"


def test_problems_have_file_line_and_remedy():
    problem = report_to_json(rich().report())["problems"][0]
    assert set(problem) == {
        "severity",
        "code",
        "title",
        "consequence",
        "file",
        "line",
        "detail",
        "remedy",
        "more",
    }


def test_call_that_fails_as_a_whole_carries_its_name():
    machine = rich().file("/dd/vulkan/implicit_layer.d/x.json", "{")
    found = report_to_json(machine.report(profile=OLD))
    failure = "VK_ERROR_OUT_OF_HOST_MEMORY"
    assert (found["layers"], found["create"], found["instance_version"]) == (failure,) * 3
    assert found["callstack"] == []


def test_settings_file_is_named():
    found = report_to_json(rich().settings({"stderr_log": ["all"]}).report())
    assert found["settings_file"].startswith("/dh/vulkan/")
    assert report_to_json(rich().report())["settings_file"] is None


def test_a_variant_stays_in_what_the_oldest_loaders_list():
    found = Machine().driver().explicit("V", api_version="129.3.0")
    report = found.report(profile=LoaderProfile((1, 2, 170)))
    assert [layer["spec_version"] for layer in report_to_json(report)["layers"]] == ["1.1.3.0"]
    assert report_to_json(found.report())["layers"] == []


def test_the_oldest_loaders_take_the_variant_of_a_program_for_its_major_version():
    found = Machine().driver().implicit("I", api_version="1.3.0")
    for version, chain in (((1, 2, 170), ""), ((1, 3, 211), "I"), ((1, 4, 360), "I")):
        profile = LoaderProfile(version)
        assert found.chain(profile=profile, api_version=(1, 2, 0), api_variant=1) == chain


def test_what_is_wrong_with_a_driver_is_a_text(machine: Machine):
    machine.driver("empty", library_path="")
    drivers = report_to_json(machine.report())["drivers"]
    details = [driver["detail"] for driver in drivers if driver["manifest"].endswith("/empty.json")]
    assert details == ["“library_path” is empty"]
