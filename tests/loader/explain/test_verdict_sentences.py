"""Verdicts as people read them."""

from __future__ import annotations

import pytest

from tests.loader.machine import NEW, OLD, Machine, found, layer_object
from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason, Verdict
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.explain.report_builder import find_problems
from vkconfig_py.loader.explain.verdict_sentences import (
    find_override_owner,
    find_program_name,
    render_create_result,
    render_fatal_cause,
    render_outcome,
    render_verdict,
)
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.settings_file import NO_SETTINGS


def reason(machine: Machine, name: str, *asked: str, profile: LoaderProfile = NEW) -> str:
    report = machine.report(*asked, profile=profile)
    return render_verdict(found(report, name).verdict, report)


@pytest.mark.parametrize("reason", list(Reason), ids=lambda reason: reason.value)
def test_every_reason_has_a_sentence(reason: Reason):
    report = Machine().driver().implicit("I").report()
    text = render_verdict(
        Verdict("I", Kind.LAYER, Outcome.OFF, reason, "detail", "/f.json", 3), report
    )
    assert text
    assert not text.endswith(".")
    assert (
        text.split()[0].strip('"')[0].islower()
        or text.split()[0].split("=")[0].isupper()
        or (text.split()[0] == "I")
    )


def test_every_outcome_has_a_word():
    assert [render_outcome(outcome) for outcome in Outcome] == [
        "Loads",
        "Off",
        "Skipped",
        "Active",
        "Ignored",
        "Fails",
        "Unknown",
    ]


def test_layers_that_load(machine: Machine):
    machine.implicit("I").implicit("E", enable_environment={"ENABLE_E": "yes"}).explicit("A")
    machine.env(ENABLE_E="yes")
    assert reason(machine, "I") == "always on"
    assert reason(machine, "E") == "ENABLE_E=yes is set"
    assert reason(machine, "A", "A") == "program requests it"
    report = machine.report("A", name="vkcube")
    assert render_verdict(found(report, "A").verdict, report) == "vkcube requests it"
    machine.env(VK_INSTANCE_LAYERS="A")
    assert reason(machine, "A") == "VK_INSTANCE_LAYERS lists it"
    machine.env(VK_INSTANCE_LAYERS="", VK_LOADER_LAYERS_ENABLE="x,A*")
    assert reason(machine, "A") == "VK_LOADER_LAYERS_ENABLE=A* matches"


def test_layers_that_an_override_decides_about(machine: Machine):
    machine.explicit("A").implicit("I").explicit("B").meta("meta", "B")
    machine.override("A", blacklisted_layers=["I"], description="VkConfig 3.5")
    assert reason(machine, "A") == "turned on by the override “VkConfig 3.5”"
    assert reason(machine, "I") == "blocked by the override “VkConfig 3.5”"
    assert reason(machine, OVERRIDE_NAME) == "its components load in its place"
    assert reason(machine, "B", "meta") == "turned on by the meta-layer meta"


def test_layers_that_are_off(machine: Machine):
    machine.implicit("E", enable_environment={"ENABLE_E": "yes"}).explicit("A").implicit("I")
    machine.explicit("N", library_arch="32").override("A", app_keys=["/x"])
    assert reason(machine, "E") == "ENABLE_E is not set"
    assert reason(machine, "A") == "not requested"
    assert reason(machine, "N") == "for 32-bit programs"
    assert reason(machine, OVERRIDE_NAME) == "does not apply to program"
    machine.env(ENABLE_E="no", DISABLE_I="")
    assert reason(machine, "E") == "ENABLE_E is no, not yes"
    assert reason(machine, "I") == "DISABLE_I is set"
    machine.env(VK_LOADER_LAYERS_DISABLE="~all~")
    assert reason(machine, "A") == "VK_LOADER_LAYERS_DISABLE=~all~ matches"


def test_files_that_cannot_be_used(machine: Machine):
    folder = "/dd/vulkan/explicit_layer.d"
    machine.file(f"{folder}/a.json", '{\n"a" 1}').file(f"{folder}/b.json", "{}")
    machine.explicit("L", library=False).explicit("D").explicit("D", base="/de")
    machine.env(VK_ADD_LAYER_PATH="/none.json")
    assert reason(machine, "a.json") == 'line 2: expected ":" after the key'
    assert reason(machine, "b.json") == "line 1: “file_format_version” is missing"
    assert reason(machine, "L") == "/lib/L.so does not exist"
    assert (
        reason(machine, "none.json")
        == "the loader cannot open /none.json: No such file or directory"
    )
    report = machine.report()
    copy = [layer for layer in report.found_layers if layer.name == "D"][1]
    assert render_verdict(copy.verdict, report) == f"the copy in {folder} is found first"
    home = report._replace(host=report.host.with_environment([("HOME", "/dd")]))
    mine = "your copy in ~/vulkan/explicit_layer.d is found first"
    assert render_verdict(copy.verdict, home) == mine
    assert reason(machine, "a.json", profile=OLD).endswith("every call fails on this loader")


def test_crashes(machine: Machine):
    machine.implicit("I", enable_environment="x")
    text = "line 13: “enable_environment” does not name a variable; this loader crashes on it"
    assert reason(machine, "I", profile=OLD) == text
    machine = Machine().driver().meta("one", "two").meta("two", "one")
    text = "its component two refers back to it; this loader crashes on it"
    assert reason(machine, "one", profile=OLD) == text


def test_meta_layers_that_are_reached_again_are_told_apart():
    circle = Machine().driver().meta("root", "one").meta("one", "two").meta("two", "three")
    circle.meta("three", "one")
    assert reason(circle, "root", profile=OLD) == (
        "its component one leads to meta-layers that include each other; this loader crashes on it"
    )
    assert reason(circle, "one", profile=OLD).startswith("its component two refers back to it;")
    itself = Machine().driver().meta("one", "one")
    assert reason(itself, "one") == "its component one refers back to it"
    twice = Machine().driver().explicit("A", api_version="1.0.0").meta("one", "A")
    twice.meta("root", "one", "one")
    assert reason(twice, "root") == "its component one is included more than once"
    assert reason(twice, "root", profile=OLD) == "not requested"


def test_component_that_is_found_but_unusable_is_not_said_to_be_missing():
    machine = Machine().driver().meta("one", "two").meta("two", "one").meta("other", "gone")
    assert reason(machine, "one") == "its component two cannot be used"
    assert reason(machine, "two") == "its component one cannot be used"
    assert reason(machine, "other") == "its component gone is missing"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{}], "line 1: the root is an array, not an object"),
        (
            {
                "file_format_version": "1.0.0",
                "layer": layer_object("X", True, instance_extensions=[{"name": "E"}]),
            },
            "line 3: “spec_version” is missing",
        ),
        (
            {
                "file_format_version": "1.0.0",
                "layer": layer_object("X", disable_environment={}),
            },
            "line 10: “disable_environment” does not name a variable",
        ),
    ],
)
def test_crash_on_what_is_no_component_says_what_it_is(content, text):
    machine = Machine().driver().file("/etc/vulkan/implicit_layer.d/x.json", content)
    report = machine.report(profile=LoaderProfile((1, 0, 3)))
    (verdict,) = [layer.verdict for layer in report.found_layers]
    assert render_verdict(verdict, report) == f"{text}; this loader crashes on it"


@pytest.mark.parametrize(
    ("why", "detail", "line", "told"),
    [
        (Reason.ABORTS_ALL, "a; b", 3, "line 3: a; b"),
        (Reason.ABORTS_ALL, "Is a directory", 0, "Is a directory"),
        (Reason.CRASHES_ALL, message("its size is 8 MB or more"), 0, "its size is 8 MB or more"),
        (Reason.CRASHES_ALL, message("“name” is 5"), 3, "line 3: “name” is 5"),
        (Reason.CRASHES_ALL, message("no object"), 1, "line 1: no object"),
        (Reason.CRASHES_ALL, "VK_LAYER_a", 3, "its component VK_LAYER_a refers back to it"),
    ],
)
def test_why_a_file_ends_every_call_is_told_without_the_end(machine, why, detail, line, told):
    verdict = Verdict("a", Kind.LAYER, Outcome.FAILS, why, detail, "/a.json", line)
    report = machine.report()
    assert render_fatal_cause(verdict, report) == told
    assert render_verdict(verdict, report).startswith(f"{told}; ")


def test_manifest_in_the_wrong_folder(machine: Machine):
    icd = {"file_format_version": "1.0.0", "ICD": {}}
    machine.file("/dd/vulkan/explicit_layer.d/x.json", icd)
    assert reason(machine, "x.json") == "a driver manifest, not a layer manifest"
    machine.file("/dd/vulkan/icd.d/y.json", {"file_format_version": "1.0.0", "layer": {}})
    report = machine.report()
    verdict = report.drivers[1].verdict
    assert render_verdict(verdict, report) == "a layer manifest, not a driver manifest"
    (problem,) = [problem for problem in report.problems if problem.file.endswith("/y.json")]
    assert problem.consequence == "The loader ignores the file."


@pytest.mark.parametrize(
    ("why", "outcome", "consequence"),
    [
        (Reason.MISSING_KEY, Outcome.SKIPPED, "The loader continues without this driver."),
        (Reason.OTHER_MANIFEST_TYPE, Outcome.SKIPPED, "The loader ignores the file."),
        (Reason.LIBRARY_MISSING, Outcome.FAILS, "vkCreateInstance fails in every program."),
        (Reason.CRASHES_ALL, Outcome.FAILS, "The loader crashes in every program."),
        (
            Reason.LIBRARY_CUT_SHORT,
            Outcome.FAILS,
            "Programs that load it crash with a bus error.",
        ),
        (Reason.PROGRAM_AS_DRIVER, Outcome.FAILS, "Programs linked to the loader crash."),
    ],
)
def test_what_follows_of_a_driver_that_cannot_be_used(machine: Machine, why, outcome, consequence):
    report = machine.report()
    (driver,) = report.drivers
    verdict = driver.verdict._replace(reason=why, outcome=outcome, detail="library_path")
    broken = report._replace(drivers=(driver._replace(verdict=verdict),))
    (problem,) = [p for p in find_problems(broken, NO_SETTINGS) if p.code == why.value]
    assert problem.consequence == consequence


@pytest.mark.parametrize("why", [Reason.BAD_VALUE, Reason.NOT_A_MANIFEST, Reason.ENDS_SEARCH])
def test_fault_of_a_whole_file_has_no_line(machine: Machine, why: Reason):
    verdict = Verdict("a", Kind.LAYER, Outcome.SKIPPED, why, "no object", "/a.json")
    report = machine.report()
    assert render_verdict(verdict, report).split(";")[0] == "no object"
    assert render_verdict(verdict._replace(line=2), report).split(";")[0] == "line 2: no object"


def test_settings_file_without_effect_is_told_without_a_line(machine: Machine):
    report = machine.settings({"app_keys": [], "stderr_log": ["all"]}).report()
    (verdict,) = [verdict for verdict in report.verdicts if verdict.kind is Kind.SETTINGS]
    assert render_verdict(verdict, report) == "no section applies to this program"


def test_empty_library_path_is_told(machine: Machine):
    report = machine.explicit("A", library_path="").report("A")
    verdict = found(report, "A").verdict
    assert verdict.reason is Reason.LIBRARY_MISSING
    assert render_verdict(verdict, report) == "line 6: “library_path” is empty"


def test_owner_of_an_override_without_description(machine: Machine):
    machine.override(description="")
    assert find_override_owner(machine.report(), "/ch/vulkan/implicit_layer.d/override.json") == (
        "override.json"
    )
    assert find_override_owner(machine.report(), "/x/other.json") == "other.json"


def test_program_without_a_name(machine: Machine):
    machine.changes = {"executable": ""}
    assert find_program_name(machine.report()) == "the program"


def test_other_value_without_its_manifest(machine: Machine):
    report = machine.report()
    verdict = Verdict("x", Kind.LAYER, Outcome.OFF, Reason.ENABLE_VARIABLE_OTHER_VALUE, "E")
    assert render_verdict(verdict, report) == "E is None, not the required value"


def test_a_variable_that_is_empty_is_called_so():
    machine = Machine().driver().env(MINE="", YOURS="2")
    machine.implicit("I", enable_environment={"MINE": "1"})
    machine.implicit("W", enable_environment={"YOURS": "1"})
    assert reason(machine, "I") == "MINE is empty, not 1"
    assert reason(machine, "W") == "YOURS is 2, not 1"


def test_a_variable_that_a_manifest_names_is_told_by_its_layer():
    machine = Machine().driver().env(MINE="1", NO_O="")
    machine.implicit("I", enable_environment={"MINE": "1"})
    machine.implicit("O", disable_environment={"NO_O": "1"})
    machine.implicit("W", enable_environment={"MINE": "2"})
    report = machine.report()
    told = {
        render_verdict(verdict, report)
        for verdict in report.verdicts
        if verdict.kind is Kind.VARIABLE and verdict.subject in ("MINE", "NO_O")
    }
    assert told == {"turns I on", "W requires a different value", "turns O off"}


def test_a_selection_of_drivers_says_what_it_keeps():
    report = Machine().driver().driver("other").env(VK_LOADER_DRIVERS_SELECT="driver*").report()
    (verdict,) = (one for one in report.verdicts if one.subject == "VK_LOADER_DRIVERS_SELECT")
    assert render_verdict(verdict, report) == "only drivers that match driver* are used"
    (step,) = (
        one
        for one in explain_component(report, "VK_LOADER_DRIVERS_SELECT")
        if "are used" in one.text
    )
    assert step.text == "Only drivers that match driver* are used"


def test_a_step_that_begins_with_a_file_keeps_its_name():
    machine = Machine().driver()
    machine.file(
        "/dd/vulkan/icd.d/gone.json",
        {
            "file_format_version": "1.0.0",
            "ICD": {"library_path": "libgone.so", "api_version": "1.3.0"},
        },
    )
    report = machine.report()
    (step,) = (
        x
        for x in explain_component(report, "/dd/vulkan/icd.d/gone.json")
        if "library search path" in x.text
    )
    assert step.text.startswith("libgone.so was not found")


_NOT_FOUND = "was not found in the library search path"


@pytest.mark.parametrize(
    ("platform", "library", "words"),
    [
        (Platform.LINUX, "liba.so", f"{_NOT_FOUND} (LD_LIBRARY_PATH)"),
        (Platform.MACOS, "liba.dylib", f"{_NOT_FOUND} (DYLD_LIBRARY_PATH)"),
        (Platform.WINDOWS, "a.dll", f"{_NOT_FOUND} (PATH)"),
        (Platform.FUCHSIA, "liba.so", _NOT_FOUND),
        (Platform.MACOS, "/lib/liba.dylib", "does not exist"),
        (Platform.WINDOWS, "C:\\a.dll", "does not exist"),
        (Platform.WINDOWS, "./a.dll", "does not exist"),
    ],
)
def test_a_missing_library_names_the_variable_of_its_system(platform, library, words):
    variables = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PATH")
    report = Machine().driver().env(**dict.fromkeys(variables, "/x")).report()
    report = report._replace(host=report.host._replace(platform=platform))
    verdict = Verdict("d", Kind.DRIVER, Outcome.SKIPPED, Reason.LIBRARY_MISSING, library)
    assert render_verdict(verdict, report) == f"{library} {words}"
    unset = report._replace(host=report.host._replace(environment={}))
    hinted = words.replace(" (", "; ").replace(")", " is not set")
    assert render_verdict(verdict, unset) == f"{library} {hinted}"


@pytest.mark.parametrize("driver", [True, False])
def test_on_android_the_only_driver_decides_and_none_is_no_failure(driver):
    report = Machine().driver().report()
    report = report._replace(host=report.host._replace(platform=Platform.ANDROID))
    if not driver:
        report = report._replace(drivers=())
    told = render_create_result(report)
    assert told == "VK_SUCCESS" + " unless the driver returns an error" * driver
