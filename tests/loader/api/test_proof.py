"""A remedy is offered if the engine has seen it help, and says what follows."""

from __future__ import annotations

import pytest

from tests.loader.machine import NARROW_LIBRARY, Machine, document, layer_object, meta_object
from vkconfig_py.loader.api.advice import Advice, advise
from vkconfig_py.loader.base.verdicts import (
    AskNotFor,
    InstallLibrary,
    Remedy,
    RemoveFile,
    RenameKey,
    SetVariable,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.explain.remedies import Goal, render_command_prefix
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.model.problems.actionable import RemedyTrial

EXPLICIT = "/dd/vulkan/explicit_layer.d"
GIVES_UP = LoaderProfile((1, 3, 239))  # on a file that is no JSON


@pytest.fixture
def machine() -> Machine:
    return Machine().driver()


def advice(report: LoaderReport, name: str) -> tuple[Advice, ...]:
    everything: tuple[FoundLayer | FoundDriver, ...] = (*report.found_layers, *report.drivers)
    one = next(x for x in everything if name in (x.verdict.subject, x.file))
    return advise(report, one)


def test_several_steps_are_one_offer(machine: Machine):
    machine.implicit("I", enable_environment={"ENABLE_I": "1"}).env(DISABLE_I="1")
    (one,) = advice(machine.report(), "I")
    assert one.remedy == Together((UnsetVariable("DISABLE_I"), SetVariable("ENABLE_I", "1")))
    assert render_command_prefix(one.remedy) == "env -u DISABLE_I ENABLE_I=1"
    assert one.trial.state_after == "loads into programs started this way"


def test_where_one_file_ends_every_program_it_is_the_remedy_of_every_row(machine: Machine):
    machine.implicit("I").explicit("A").file(f"{EXPLICIT}/bad.json", "{")
    report = machine.report(profile=GIVES_UP)
    for name in ("I", "A", report.drivers[0].file):
        (one,) = advice(report, name)
        assert one.goal is Goal.LET_START
        assert one.remedy == RemoveFile(f"{EXPLICIT}/bad.json")
        assert "Vulkan works again" in one.trial.state_after
    assert advice(report, "I")[0].trial.state_after.startswith("loads in every program")
    assert advice(report, "A")[0].trial.state_after.startswith("still off, not requested")


def test_two_bad_files_go_together(machine: Machine):
    machine.implicit("I").file(f"{EXPLICIT}/bad.json", "{").file(f"{EXPLICIT}/worse.json", "[")
    (one,) = advice(machine.report(profile=GIVES_UP), "I")
    assert one.remedy == Together(
        (RemoveFile(f"{EXPLICIT}/bad.json"), RemoveFile(f"{EXPLICIT}/worse.json"))
    )


@pytest.mark.parametrize(
    ("variable", "value", "remedies"),
    [
        ("SELECT", "x*", {"a": "a.json,x*", "b": "b.json,x*"}),
        ("DISABLE", "a*,b*", {"a": "b*", "b": "a*"}),
    ],
)
def test_of_filtered_drivers_each_row_brings_back_its_own(
    variable: str, value: str, remedies: dict[str, str]
):
    name = f"VK_LOADER_DRIVERS_{variable}"
    report = Machine().driver("a").driver("b").env(**{name: value}).report()
    for driver, kept in remedies.items():
        (one,) = advice(report, f"/dd/vulkan/icd.d/{driver}.json")
        assert one.goal is Goal.LET_START
        assert one.remedy == SetVariable(name, kept)
        assert one.trial.state_after.startswith("is used by programs started this way")


def test_the_only_driver_is_not_offered_to_be_left_out(machine: Machine):
    report = machine.report()
    assert advice(report, report.drivers[0].file) == ()


def test_what_is_for_other_programs_needs_nothing(machine: Machine):
    machine.implicit("I").file("/lib/I.so", NARROW_LIBRARY).env(DISABLE_I="1")
    assert advice(machine.report(), "I") == ()


def test_a_copy_that_takes_the_place_is_seen(machine: Machine):
    machine.implicit("I", disable_environment={"OFF_1": "1"})
    machine.implicit("I", base="/de", disable_environment={"OFF_2": "1"})
    for one in advice(machine.report(), "I"):
        assert not one.trial.report.callstack


def follows(machine: Machine, code: str, remedy: type[Remedy]) -> str | None:
    report = machine.report()
    problem = next(found for found in lint(report) if found.code == code)
    ways = (problem.remedy, *problem.other_remedies)
    one = next(way for way in ways if isinstance(way, remedy))
    return RemedyTrial(report, DocumentCache()).find_consequences(problem, one)


def test_a_fix_says_what_follows(machine: Machine):
    layer = layer_object("A", library_path=None, libary_path="/lib/gone.so")
    layer.pop("library_path", None)
    machine.file(f"{EXPLICIT}/a.json", {"file_format_version": "1.0.0", "layer": layer})
    # Renamed, the key names a library that does not exist: the layer is refused as before.
    assert follows(machine, "misspelt-key", RenameKey) is None
    assert follows(machine, "misspelt-key", RemoveFile) == "no longer read"


def test_a_switch_is_offered_with_all_that_turns_the_layer_on(machine: Machine):
    enable = {"ON": "1"}
    machine.implicit("I", enable_environment=enable, disable_environment={"OFF": "1"})
    machine.env(OFF="1")
    # Without OFF it is still off: ON is not set.
    assert follows(machine, "layer-variable-set", UnsetVariable) is None
    assert (
        follows(machine, "layer-variable-set", Together) == "loads into programs started this way"
    )


def test_what_does_not_end_its_problem_is_not_offered(machine: Machine):
    machine.explicit("A", library=False)
    report = machine.report()
    problem = next(found for found in lint(report) if found.code == "library-missing")
    trial = RemedyTrial(report, DocumentCache())
    assert trial.find_consequences(problem, SetVariable("X", "1")) is None
    assert trial.find_consequences(problem, InstallLibrary("/lib/A.so")) == "off, not requested"


def test_a_variable_without_effect_is_gone(machine: Machine):
    machine.env(VK_INSTANCE_LAYERS="nobody")
    assert follows(machine, "matches-nothing", UnsetVariable) == "this problem is solved"


def test_a_program_that_asks_for_what_is_not_there_can_stop_asking(machine: Machine):
    report = machine.explicit("A").report("A", "gone")
    assert [(one.goal, one.remedy) for one in advice(report, "A")] == [
        (Goal.LET_START, AskNotFor(layer="gone"))
    ]


def test_a_meta_layer_is_left_out_by_its_own_variable(machine: Machine):
    meta = document(meta_object("M", "A", implicit=True))
    machine.explicit("A").file("/dd/vulkan/implicit_layer.d/M.json", meta)
    (one,) = advice(machine.report(), "M")
    assert (one.goal, one.remedy) == (Goal.LEAVE_OUT, SetVariable("DISABLE_M", "1"))
