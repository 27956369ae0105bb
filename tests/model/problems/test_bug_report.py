"""The report for a bug: its parts, its formats, and that it can be shown elsewhere."""

from __future__ import annotations

import json

import pytest

from tests.framework.german import speak_german
from tests.framework.snapshot import take_snapshot
from tests.framework.system import ManifestKind, Place, SystemBuilder
from vkconfig_py.loader.api.report_json import read_report
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.loader.wire.jobs import DeviceSummary, DriverAnswer, Health, State
from vkconfig_py.loader.wire.results import JobSubject, Probed, ProbeResults
from vkconfig_py.model.apply.notices import FOREIGN_CODE
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, PredictionRequest
from vkconfig_py.model.problems.bug_report import (
    BUG_REPORT_KEY,
    PART_TEXTS,
    Redaction,
    ReportFormat,
    ReportPart,
    collect_evidence,
    make_redaction,
    render_report,
)
from vkconfig_py.model.problems.probe_remedies import list_known_problems

ONE, TWO = "VK_LAYER_test_one", "VK_LAYER_test_two"
TOLD = frozenset(ReportPart) - {
    ReportPart.DEVICES,
    ReportPart.LOADER_LOG,
}  # nothing was opened here


@pytest.fixture(scope="module")
def machine(tmp_path_factory, native):
    system = SystemBuilder(tmp_path_factory.mktemp("reported") / "machine", native)
    system.add_implicit_layer(ONE).add_explicit_layer(TWO).add_driver("good")
    broken = system.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "broken.json"
    system.add_file(broken, "{ 'no'")
    layers = f"{system.environment['HOME']}/layers"
    return system.with_env(VK_ADD_LAYER_PATH=layers, USER="annabell")


@pytest.fixture(scope="module")
def evidence(machine):
    configuration = Configuration(key="1", name="Mine").with_control(TWO, LayerControl.ON)
    cache = DocumentCache()
    picture = compute_snapshot(
        PredictionRequest(machine.host(), NEWEST_PROFILE, configuration, DEFAULT_VIEW), cache
    )
    return collect_evidence(
        picture,
        lambda _: ProbeResults(),
        cache,
        find_state_paths(machine.environment),
        asks_loader=False,
        output="frame 1 of annabell\n",
    )


def text(evidence, form=ReportFormat.MARKDOWN, parts=frozenset(ReportPart), redaction=None):
    return render_report(evidence, form, parts, redaction)


def test_every_part_has_a_label_and_says_what_it_tells():
    assert set(PART_TEXTS) == set(ReportPart)


def test_the_chain_stands_there_with_the_reason_of_each_row(evidence):
    told = text(evidence, parts=frozenset())
    assert f"| 1 | `{TWO}` |" in told
    assert f"| 2 | `{ONE}` |" in told
    assert "turned on by this configuration" in told
    assert "broken.json" in told


def test_parts_of_which_nothing_is_known_are_not_offered(evidence):
    assert set(evidence.available_parts) == TOLD


@pytest.mark.parametrize("part", sorted(TOLD))
@pytest.mark.parametrize("form", [ReportFormat.MARKDOWN, ReportFormat.HTML])
def test_a_part_is_told_if_it_is_wanted_alone(evidence, form, part):
    label = PART_TEXTS[part][0]
    heading = f"## {label}\n" if form is ReportFormat.MARKDOWN else f">{label}</h2>"
    assert heading in text(evidence, form, {part})
    assert heading not in text(evidence, form, frozenset(ReportPart) - {part})


@pytest.mark.parametrize("part", sorted(TOLD - {ReportPart.PROBLEMS}))
def test_a_part_is_a_member_of_the_json_if_it_is_wanted(evidence, part):
    name = part.value.replace("-", "_")
    assert name in json.loads(text(evidence, ReportFormat.JSON, {part}))[BUG_REPORT_KEY]
    assert name not in json.loads(text(evidence, ReportFormat.JSON, frozenset()))[BUG_REPORT_KEY]


def test_problems_are_left_out_of_the_json_if_they_are_not_wanted(evidence):
    assert json.loads(text(evidence, ReportFormat.JSON))["problems"]
    assert json.loads(text(evidence, ReportFormat.JSON, frozenset()))["problems"] == []


@pytest.mark.parametrize("parts", [frozenset(ReportPart), frozenset()], ids=["all", "none"])
def test_the_json_is_a_saved_report_that_is_shown_elsewhere(evidence, parts):
    document = json.loads(text(evidence, ReportFormat.JSON, parts, make_redaction(evidence)))
    saved = read_report(document)
    loads = {
        found.name for found in saved.report.found_layers if found.verdict.outcome is Outcome.LOADS
    }
    assert loads == {ONE, TWO}
    assert saved.origin.machine == ""


@pytest.mark.parametrize("form", list(ReportFormat))
def test_no_name_is_left_where_names_are_left_out(evidence, machine, form):
    home = machine.environment["HOME"]
    plain, redacted = text(evidence, form), text(evidence, form, redaction=make_redaction(evidence))
    assert home in plain
    assert "annabell" in plain
    assert home not in redacted
    assert "annabell" not in redacted
    assert "frame 1 of user" in redacted


def test_no_redaction_changes_nothing(evidence):
    assert text(evidence, redaction=Redaction()) == text(evidence)


def test_a_long_output_is_told_from_its_end(evidence):
    lines = "".join(f"line {number}\n" for number in range(60_000))
    told = text(evidence._replace(program_output=lines), parts={ReportPart.OUTPUT})
    assert "line 59999" in told
    assert "line 0\n" not in told
    assert "earlier lines omitted" in told


def test_the_problems_are_those_that_the_window_lists(system):
    """A driver that crashes, a configuration that cannot be read, an override of another tool."""
    system.add_driver("good")
    driver = str(system.manifest("good"))
    paths = find_state_paths(system.environment)
    paths.configurations.mkdir(parents=True)
    (paths.configurations / "bad.json").write_text("{")
    system.add_override(("VK_LAYER_x",))
    crashed = Health(State.CRASHED, "vkCreateInstance of libgood.so", "SIGSEGV")
    results = ProbeResults(drivers=(Probed(JobSubject.DRIVER, driver, "", crashed),))
    request = PredictionRequest(
        system.host(), NEWEST_PROFILE, Configuration("1", "Mine"), DEFAULT_VIEW
    )
    evidence = collect_evidence(
        compute_snapshot(request), lambda _: results, DocumentCache(), paths, asks_loader=False
    )
    assert ReportPart.PROBLEMS in evidence.available_parts
    found = {one.file for one in evidence.problems}
    assert {driver, str(paths.configurations / "bad.json")} <= found


def test_what_was_opened_alone_is_said_and_has_its_devices(system):
    system.add_driver("good")
    driver, healthy = str(system.manifest("good")), Health(State.HEALTHY, "")
    answer = DriverAnswer(healthy, devices=(DeviceSummary("Test GPU"),))
    results = ProbeResults(drivers=(Probed(JobSubject.DRIVER, driver, "", healthy, answer),))
    request = PredictionRequest(
        system.host(), NEWEST_PROFILE, Configuration("1", "Mine"), DEFAULT_VIEW
    )
    evidence = collect_evidence(
        compute_snapshot(request),
        lambda _: results,
        DocumentCache(),
        find_state_paths(system.environment),
        asks_loader=False,
    )
    told = text(evidence)
    assert "without opening" not in told
    assert "opened alone to find out whether it works" in told
    assert "### Test GPU" in told
    saved = read_report(json.loads(text(evidence, ReportFormat.JSON)))
    assert [device.name for device in saved.report.devices] == ["Test GPU"]


def test_an_override_is_told_as_programs_of_the_session_meet_it(system):
    """A launch turns overrides off for itself: its variables say nothing about other programs."""
    system.add_driver("good")
    system.add_explicit_layer("VK_LAYER_x")
    system.add_override(("VK_LAYER_x",))
    request = PredictionRequest(
        system.host(), NEWEST_PROFILE, Configuration("1", "Mine"), DEFAULT_VIEW
    )
    paths, cache = find_state_paths(system.environment), DocumentCache()
    found = list_known_problems(compute_snapshot(request), ProbeResults(), paths, cache)
    (told,) = [one.problem for one in found if one.problem.code == FOREIGN_CODE]
    assert "DISABLE_VK_LAYER_LUNARG_override" not in told.consequence


def test_a_layer_that_is_not_installed_is_a_problem_of_the_report(machine):
    configuration = Configuration(key="1", name="Mine").with_control(
        "VK_LAYER_gone", LayerControl.ON
    )
    cache = DocumentCache()
    picture = compute_snapshot(
        PredictionRequest(machine.host(), NEWEST_PROFILE, configuration, DEFAULT_VIEW), cache
    )
    paths = find_state_paths(machine.environment)
    told = collect_evidence(picture, lambda _: ProbeResults(), cache, paths, asks_loader=False)
    assert "VK_LAYER_gone is not installed" in [str(one.title) for one in told.problems]


def test_collecting_changes_no_file(machine):
    before = take_snapshot(machine.root)
    cache = DocumentCache()
    configuration = Configuration(key="1", name="Mine").with_control(TWO, LayerControl.ON)
    picture = compute_snapshot(
        PredictionRequest(machine.host(), NEWEST_PROFILE, configuration, DEFAULT_VIEW), cache
    )
    paths = find_state_paths(machine.environment)
    collect_evidence(picture, lambda _: ProbeResults(), cache, paths, asks_loader=False)
    assert take_snapshot(machine.root) == before


def test_the_json_is_the_same_whatever_the_window_speaks(evidence, machine):
    english = json.loads(text(evidence, ReportFormat.JSON))
    with speak_german():
        picture = compute_snapshot(evidence.snapshot.request)
        again = collect_evidence(
            picture,
            lambda _: ProbeResults(),
            DocumentCache(),
            find_state_paths(machine.environment),
            asks_loader=False,
            output=evidence.program_output,
        )
        assert again.explained_rows[0].row.reason != evidence.explained_rows[0].row.reason
        told = json.loads(text(again, ReportFormat.JSON))
    for one in (english, told):
        one.pop("time")
    assert told == english
