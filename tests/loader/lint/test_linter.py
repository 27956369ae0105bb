"""Problems of a machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loader.machine import LIBRARY, NEW, OLD, PROGRAM, Machine, override_object
from tests.loader.profiles.test_profile_layers import around
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import (
    EditKey,
    InstallLibrary,
    Problem,
    Reason,
    SetVariable,
    Severity,
    Together,
)
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile


def problems(machine: Machine, profile: LoaderProfile = NEW) -> list[Problem]:
    return list(machine.report(profile=profile).problems)


def only(machine: Machine, profile: LoaderProfile = NEW) -> Problem:
    found = problems(machine, profile)
    assert len(found) == 1, found
    return found[0]


def test_sound_machine_has_none(machine: Machine, profile: LoaderProfile):
    machine.implicit("I").explicit("A", library_arch="64").override("A")
    machine.implicit("off", enable_environment={"X": "1"}).explicit("narrow", library_arch="32")
    assert problems(machine, profile) == []


def test_no_driver():
    found = only(Machine())
    assert (found.severity, found.code) == (Severity.ERROR, "no-driver")
    assert found.consequence.endswith("in every program.")


def test_portability_drivers_are_drivers_for_programs_that_ask():
    found = only(Machine().driver(is_portability_driver=True))
    assert found.code == "no-driver"
    assert found.consequence.endswith("every program that does not request portability drivers.")


def test_broken_manifest_names_file_and_line(machine: Machine):
    path = "/dd/vulkan/explicit_layer.d/x.json"
    found = only(machine.file(path, '{\n"file_format_version": "1.0.0",\n"layer": {\n}}'))
    assert (found.code, found.file, found.line) == ("missing-key", path, 3)
    assert found.title == "x.json: line 3: “name” is missing"
    assert found.consequence == "The loader continues without this layer."
    assert isinstance(found.remedy, Together)
    assert found.remedy.steps[0] == EditKey(path, ("layer", "name"), "VK_LAYER_x", "add “name”")


def test_broken_driver_manifest(machine: Machine):
    path = "/dd/vulkan/icd.d/x.json"
    found = only(machine.file(path, "{}"))
    assert (found.code, found.file) == ("missing-key", path)
    assert found.consequence == "The loader continues without this driver."
    aborting = problems(machine.file(path, "{"), OLD)[0]
    assert aborting.consequence == "vkCreateInstance fails in every program."


def test_file_that_ends_everything_is_the_first_problem(machine: Machine):
    machine.explicit("A", library=False).file("/dd/vulkan/explicit_layer.d/x.json", "\n{")
    found = problems(machine, OLD)
    assert [problem.code for problem in found] == ["aborts-all", "library-missing"]
    assert found[0].severity is Severity.ERROR
    assert "all Vulkan calls" in found[0].consequence


def test_missing_library(machine: Machine):
    found = only(machine.explicit("A", library=False))
    assert (found.severity, found.code) == (Severity.WARNING, "library-missing")
    assert found.title == "A: /lib/A.so does not exist"
    assert found.remedy == InstallLibrary("/lib/A.so")


def test_a_circle_that_crashes_the_loader_through_an_override_says_so():
    machine = Machine().driver().override("VK_LAYER_m", base="/dd")
    machine.meta("VK_LAYER_m", "VK_LAYER_n").meta("VK_LAYER_n", "VK_LAYER_m")
    report = machine.report(profile=around(Gate.META_CIRCLE_OF_TWO)[0])
    (found,) = (p for p in report.problems if p.title.startswith("VK_LAYER_LUNARG_override"))
    assert (found.severity, found.code) == (Severity.ERROR, "crashes-all")
    assert found.consequence == "The loader crashes in every program."


def test_an_override_for_another_program_is_no_second_copy(machine: Machine):
    machine.explicit("A").file(PROGRAM, LIBRARY).file("/opt/other", LIBRARY).overrides(
        override_object("A", app_keys=[PROGRAM]), override_object("A", app_keys=["/opt/other"])
    )
    report = machine.report()
    assert [one.verdict.reason for one in report.found_layers if one.manifest.is_override] == [
        Reason.META_EXPANDED,
        Reason.DUPLICATE,
    ]
    assert "duplicate" not in [p.code for p in report.problems]


def test_duplicate(machine: Machine):
    found = only(machine.explicit("A").explicit("A", base="/de"))
    assert (found.severity, found.code) == (Severity.NOTE, "duplicate")
    use_it = SetVariable("VK_ADD_LAYER_PATH", "/de/vulkan/explicit_layer.d/A.json")
    assert found.remedy == use_it  # and never to take the other one away


def test_override_with_a_missing_component_is_an_error(machine: Machine):
    found = only(machine.override("gone"))
    assert (found.severity, found.code) == (Severity.ERROR, "meta-component-missing")
    assert found.title == f"{OVERRIDE_NAME}: its component gone is missing"
    assert found.consequence == "The loader rejects the override, so its layers do not load."


def test_variables_that_defeat_each_other(machine: Machine):
    machine.explicit("A").env(VK_LAYER_PATH="/dd/vulkan/explicit_layer.d", VK_ADD_LAYER_PATH="/x")
    found = only(machine)
    assert (found.severity, found.code) == (Severity.NOTE, "shadowed")
    assert found.title == "VK_ADD_LAYER_PATH: VK_LAYER_PATH takes precedence"


def test_unknown_name_in_instance_layers(machine: Machine):
    found = only(machine.env(VK_INSTANCE_LAYERS="nobody"))
    assert (found.severity, found.code) == (Severity.WARNING, "matches-nothing")
    assert found.title == "VK_INSTANCE_LAYERS: nobody matches nothing"
    found = only(Machine().driver().env(VK_LOADER_LAYERS_DISABLE="nobody"))
    assert found.severity is Severity.NOTE


def test_variable_that_the_loader_does_not_know(machine: Machine):
    found = only(machine.env(VK_LOADER_LAYERS_ALLOW="x"), OLD)
    assert found.code == "not-honoured"
    assert found.title.endswith("loader 1.3.239 ignores it: requires loader 1.3.262 or newer")


def test_too_many_patterns(machine: Machine):
    value = ",".join(["*driver*"] * 17)
    codes = {problem.code for problem in problems(machine.env(VK_LOADER_DRIVERS_SELECT=value))}
    assert codes == {"too-many-tokens"}


def test_folder_that_cannot_be_read(tmp_path: Path):
    loop = tmp_path / "vulkan"
    loop.symlink_to(loop)
    report = discover(Host({"XDG_DATA_DIRS": str(tmp_path)}, root=""))
    unreadable = [p for p in report.problems if p.code == "folder-unreadable"]
    assert {Path(problem.file).name for problem in unreadable} == {
        "icd.d",
        "implicit_layer.d",
        "explicit_layer.d",
    }
    assert "Too many levels" in unreadable[0].title


def test_problems_come_worst_first(machine: Machine):
    machine.explicit("A").explicit("A", base="/de").override("gone").explicit("B", library=False)
    severities = [problem.severity for problem in problems(machine)]
    assert severities == [Severity.ERROR, Severity.WARNING, Severity.NOTE]


@pytest.mark.parametrize("controls", [["off"], ["unordered_layer_location"]])
def test_settings_file_without_the_pair_is_sound(machine: Machine, controls: list[str]):
    layers = [{"control": control, "name": "x", "path": "/x.json"} for control in controls]
    machine.settings({"layers": layers})
    codes = {p.code for p in problems(machine, LoaderProfile((1, 3, 296)))}
    assert "settings-file-crashes" not in codes
