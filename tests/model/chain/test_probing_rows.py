"""Rows with what probes found."""

import pytest

from tests.model.chain.probing_sample import (
    LIBRARY,
    LLVMPIPE,
    LVP,
    SOUND,
    bad,
    chain_answer,
    driver_answer,
    layer_answer,
)
from tests.model.items.snapshots import (
    driver_row,
    layer_manifest,
    layer_row,
    off_row,
    rows_of,
    snapshot_of,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.device_values import PhysicalDevice
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Kind, NoRemedy, Outcome, Reason, Verdict
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer
from vkconfig_py.loader.wire.jobs import Health, State
from vkconfig_py.loader.wire.results import JobSubject, ProbeResults
from vkconfig_py.loader.wire.results import Probed as Result
from vkconfig_py.model.chain.device_page import POSITION_UNKNOWN, explain_position
from vkconfig_py.model.chain.probe_results import (
    EnteredOrder,
    ProbeFindings,
    ProbeStatus,
    SeenDevice,
    ShownHealth,
)
from vkconfig_py.model.chain.probe_rows import add_probe_findings, add_results_to_rows
from vkconfig_py.model.chain.probe_words import describe_differences
from vkconfig_py.model.chain.prober import make_probe_report
from vkconfig_py.model.chain.snapshot_values import RowKind, Tone, list_idle_drivers

KEPT_DRIVER = Verdict(LVP, Kind.DRIVER, Outcome.LOADS, Reason.KEPT, "", remedy=NoRemedy(""))
WELL = ShownHealth(ProbeStatus.WELL, "works (9 ms)", "works (9 ms)")
CRASHED = ShownHealth(
    ProbeStatus.CRASHED,
    "crashes in vkCreateInstance of liba.so (SIGSEGV)",
    "crashes",
    details="in vkCreateInstance of liba.so (SIGSEGV)",
)
REFUSED = ShownHealth(ProbeStatus.REFUSED, "cannot be opened: no", "cannot be opened")
DRIVER = driver_row(
    LVP,
    status="not probed yet",
    is_used=True,
    tooltip="lavapipe\nnot probed yet",
    accessible_name="lavapipe, driver, not probed yet.",
    control="auto",
    outcome=Outcome.UNKNOWN,
)
KEY = DRIVER.key


def device(number=1, **more):
    more = {"name": f"GPU {number}", "kind": "CPU", "api_version": "1.3.230", **more}
    return SeenDevice(key=f"device:{LVP}#{number}", driver_version="Mesa 22.3.6", **more)


def test_devices_stand_below_their_driver_and_the_line_goes_on_beside_them():
    rows = [DRIVER._replace(is_last=False), DRIVER._replace(key="driver:b")]
    probed = ProbeFindings({KEY: WELL}, {KEY: (device(1, position=2), device(2))})
    driver, first, second, other = add_results_to_rows(rows, probed)
    assert (driver.status, driver.tone, driver.reason, driver.health) == (
        "2 devices",
        Tone.OK,
        "",
        WELL.sentence,
    )
    assert driver.accessible_text == f"lavapipe, driver, 2 devices: {WELL.sentence}. Set to Auto."
    assert (first.kind, first.depth, first.is_last, first.continues_line) == (
        RowKind.DEVICE,
        2,
        False,
        True,
    )
    assert first.secondary == "CPU · Vulkan 1.3.230 · Mesa 22.3.6"
    assert first.accessible_text.startswith("GPU 1, 2nd device from lavapipe: CPU")
    assert (second.is_last, second.continues_line) == (True, True)
    assert other.status == "not probed yet"


def test_a_device_has_a_version_where_it_is_not_that_of_its_driver():
    driver = DRIVER._replace(version="1.3.230")
    seen = (device(1), device(2, api_version="1.1.0"))
    _driver, *rows = add_results_to_rows([driver], ProbeFindings({KEY: WELL}, {KEY: seen}))
    assert [row.version for row in rows] == ["", "1.1.0"]


def test_each_driver_that_is_used_says_whether_it_was_probed():
    rows = [DRIVER._replace(key=f"driver:{name}") for name in "abcd"]
    off = DRIVER._replace(key="driver:off", is_used=False, status="not chosen")
    shown = add_results_to_rows([off, *rows], ProbeFindings({"driver:b": WELL}))
    assert [row.status for row in shown] == [
        "not chosen",
        "not probed yet",
        "no device found",
        "not probed yet",
        "not probed yet",
    ]
    assert not any(row.reason for row in shown)
    assert all("not probed yet" in row.tooltip for row in (shown[1], shown[3], shown[4]))


def test_what_was_found_with_another_loader_is_shown_and_says_so():
    other = WELL._replace(differences="another loader")
    rows = [layer_row("A", 1), DRIVER]
    seen = device(1, position=1, differences="another chain")
    layer, driver, shown = add_results_to_rows(
        rows, ProbeFindings({KEY: other, "layer:A": other}, {KEY: (seen,)})
    )
    assert (driver.status, driver.reason, driver.health) == ("1 device", "", WELL.sentence)
    assert "(probed with another loader)" in driver.tooltip
    assert "(probed with another loader)" in layer.tooltip
    assert "1st device visible to programs (probed with another chain)" in shown.tooltip


def test_the_line_ends_at_the_last_driver():
    _driver, row = add_results_to_rows([DRIVER], ProbeFindings({KEY: WELL}, {KEY: (device(),)}))
    assert not row.continues_line


def test_a_driver_without_devices_says_so():
    (row,) = add_results_to_rows([DRIVER], ProbeFindings({KEY: WELL}))
    assert (row.status, row.tone) == ("no device found", Tone.NEUTRAL)


def test_a_driver_that_fails_says_what_and_where():
    (row,) = add_results_to_rows([DRIVER], ProbeFindings({KEY: REFUSED}))
    assert (row.status, row.tone, row.reason) == ("Fails", Tone.WARN, REFUSED.sentence)
    assert REFUSED.sentence in row.tooltip


def test_a_driver_that_crashes_says_so_once_and_where():
    (row,) = add_results_to_rows([DRIVER], ProbeFindings({KEY: CRASHED}))
    where = CRASHED.details
    assert (row.status, row.tone, row.reason) == ("Crashes", Tone.ERROR, where)
    assert f"Crashes: {where}" in row.tooltip


def test_a_driver_that_is_not_used_keeps_its_reason():
    row = DRIVER._replace(is_used=False, status="not chosen")
    assert add_results_to_rows([row], ProbeFindings({KEY: WELL}, {KEY: (device(),)})) == (row,)


def test_no_row_moves_when_another_driver_is_used_alone():
    idle = DRIVER._replace(key="driver:idle")
    other = DRIVER._replace(key="driver:other")
    nothing = WELL._replace(finds_no_device=True)
    probed = ProbeFindings(
        {KEY: WELL, "driver:other": WELL, "driver:idle": nothing},
        {KEY: (device(1),), "driver:other": (device(2),)},
    )
    before = add_results_to_rows([idle, DRIVER, other], probed)
    off = {"is_used": False, "status": "not chosen", "outcome": Outcome.OFF}
    only = other._replace(control="only")
    after = add_results_to_rows([idle._replace(**off), DRIVER._replace(**off), only], probed)
    assert [row.key for row in after] == [row.key for row in before]
    assert list_idle_drivers(before)[0].key == list_idle_drivers(after)[0].key == "driver:idle"
    left_out = after[2]
    assert (left_out.status, left_out.reason) == ("Off", "driver not used")
    assert (left_out.controls, left_out.outcome) == ((), Outcome.OFF)
    assert "driver not used" in left_out.accessible_text


def test_the_health_of_a_layer_stands_beside_its_verdict():
    on, off = add_results_to_rows(
        [layer_row("A", 1), off_row("B")],
        ProbeFindings({"layer:A": WELL, "layer:B": CRASHED}),
    )
    assert (on.status, on.health, on.short_health) == ("Loads", WELL.sentence, "works (9 ms)")
    assert on.health_tone is Tone.NEUTRAL
    assert (off.status, off.health, off.health_tone) == ("Off", CRASHED.sentence, Tone.WARN)


def test_a_layer_of_the_chain_that_crashes_says_so_once():
    before = layer_row("A", 1, reason="always on", tone=Tone.OK, accessible_name="A")
    (row,) = add_results_to_rows([before], ProbeFindings({"layer:A": CRASHED}))
    where = CRASHED.details
    assert (row.status, row.tone, row.reason) == ("Crashes", Tone.ERROR, where)
    assert row.accessible_text == f"A, Crashes: {where}. Set to Auto."
    assert row.health == ""


def test_a_layer_that_crashed_alone_is_not_said_to_crash_a_chain_that_was_tried():
    findings = ProbeFindings({"layer:A": CRASHED}, chain_order=EnteredOrder(("A",), ("A",)))
    (row,) = add_results_to_rows([layer_row("A", 1)], findings)
    assert (row.status, row.health, row.health_tone) == ("Loads", CRASHED.sentence, Tone.ERROR)
    other = findings._replace(chain_order=EnteredOrder(("A", "B"), ("A", "B")))
    assert add_results_to_rows([layer_row("A", 1)], other)[0].status == "Crashes"


def test_a_layer_of_the_chain_that_cannot_be_opened_is_left_out_by_the_loader_and_says_so():
    (row,) = add_results_to_rows([layer_row("A", 1)], ProbeFindings({"layer:A": REFUSED}))
    assert (row.status, row.health, row.health_tone) == ("Loads", REFUSED.sentence, Tone.WARN)


def test_where_the_probe_met_a_layer_elsewhere_the_row_says_it():
    rows = [layer_row("A", 1), layer_row("B", 2), layer_row("C", 3), off_row("D")]
    tapped = EnteredOrder(("A", "B", "C"), ("A", "C", "D"), "difference")
    met = [
        row.observed_position_note
        for row in add_results_to_rows(rows, ProbeFindings(chain_order=tapped))
    ]
    expected = [
        "",
        "not called in the probe",
        "called 2nd in the probe",
        "called 3rd in the probe",
    ]
    assert met == expected


def test_a_chain_that_was_probed_for_another_prediction_says_nothing():
    rows = (layer_row("A", 1),)
    assert (
        add_results_to_rows(rows, ProbeFindings(chain_order=EnteredOrder(("B",), ("B",)))) == rows
    )
    other = EnteredOrder(
        ("A",), (), "difference", probe_differences="another chain", is_chain_different=True
    )
    assert add_results_to_rows(rows, ProbeFindings(chain_order=other)) == rows


def test_a_picture_is_the_same_answer_however_it_is_dressed():
    snapshot = snapshot_of((), rows=(DRIVER,))
    known = add_probe_findings(snapshot, ProbeFindings({KEY: WELL}))
    assert known.rows != snapshot.rows
    assert known.has_same_answer(snapshot)
    assert known.report is snapshot.report
    assert add_probe_findings(known, ProbeFindings()).rows == snapshot.rows
    assert add_probe_findings(snapshot, ProbeFindings()) is snapshot
    assert not snapshot.has_same_answer(None)
    assert not snapshot.has_same_answer(snapshot_of((), rows=rows_of(())))


# from results


def with_driver(report):
    return report._replace(drivers=(FoundDriver(LVP, None, KEPT_DRIVER),))


@pytest.fixture
def report():
    return with_driver(discover(Host(environment={})))._replace(
        callstack=snapshot_of(("A", "B")).report.callstack
    )


def driver(answer=None, health=SOUND):
    return Result(JobSubject.DRIVER, LVP, "", health, answer, when=5.0)


def chain(answer, health=SOUND):
    return Result(JobSubject.CHAIN, "", "", health, answer, when=7.0)


def why(device):
    return explain_position(*device.position)


def test_results_become_health_and_devices_of_the_rows(report):
    answers = make_probe_report(report, ProbeResults((driver(driver_answer()),)))
    assert answers.findings.health[KEY].probed_at == 5.0
    (seen,) = answers.findings.devices[KEY]
    assert (seen.name, seen.kind, seen.position) == (LLVMPIPE.name, "CPU", 0)
    assert why(answers.details.devices[seen.key]) == (str(POSITION_UNKNOWN),)
    assert answers.details.subjects[KEY].stages
    assert answers.findings.chain_order is None


def test_a_child_that_gave_no_answer_still_has_its_health(report):
    layer = layer_manifest("Z")
    found = FoundLayer("Z", "/z.json", False, layer, KEPT_DRIVER)
    report = report._replace(found_layers=(found,))
    crash = bad(State.CRASHED, code="SIGSEGV")
    broken = Result(JobSubject.LAYER, "/z.json", "Z", crash, when=1.0)
    answers = make_probe_report(report, ProbeResults((driver(health=crash),), (broken,)))
    assert answers.findings.health[KEY].probe_status is ProbeStatus.CRASHED
    assert answers.findings.health["layer:Z"].probe_status is ProbeStatus.CRASHED
    assert answers.findings.devices[KEY] == ()


def test_the_chain_gives_devices_their_places_and_reasons(report):
    twins = (LLVMPIPE, LLVMPIPE)
    known = tuple(
        PhysicalDevice(LLVMPIPE.name, place=place, vendor_id=LLVMPIPE.vendor_id, type=4)
        for place in (0, 1)
    )
    built = chain_answer("A", "B", devices=twins, found_devices=known, can_sort=True)
    results = ProbeResults((driver(driver_answer(devices=twins)),), (), chain(built))
    answers = make_probe_report(report, results)
    assert [seen.position for seen in answers.findings.devices[KEY]] == [1, 2]
    first, second = answers.details.devices.values()
    assert why(first)[0] == "Programs get 2 devices; this is the 1st."
    assert why(second)[1] == "Its driver reports it at this position."
    assert answers.findings.chain_order == EnteredOrder(("A", "B"), ("A", "B"), "", 7.0)


def test_a_program_that_is_told_less_of_a_device_still_gets_that_device(report):
    listed = LLVMPIPE._replace(driver="", device_uuid="", library="")
    alone = LLVMPIPE._replace(driver="", library="")
    built = chain_answer("A", "B", devices=(LLVMPIPE._replace(name="other"), listed))
    results = ProbeResults((driver(driver_answer(devices=(alone,))),), (), chain(built))
    answers = make_probe_report(report, results)
    assert answers.findings.devices[KEY][0].position == 2
    summary = next(iter(answers.details.devices.values())).summary
    assert (summary.driver, summary.library) == (LVP, LIBRARY)


def test_another_device_of_the_same_name_is_another_device(report):
    other = LLVMPIPE._replace(device_uuid="00", vendor_id=1)
    built = chain_answer("A", "B", devices=(other,))
    results = ProbeResults((driver(driver_answer()),), (), chain(built))
    answers = make_probe_report(report, results)
    assert answers.findings.devices[KEY][0].position == 0
    assert why(next(iter(answers.details.devices.values()))) == (
        "Programs do not get this device.",
    )


def test_a_chain_that_crashed_says_so_and_marks_no_rows(report):
    crash = bad(State.CRASHED, code="SIGSEGV")
    answers = make_probe_report(report, ProbeResults(chain=chain(None, crash)))
    tapped = answers.findings.chain_order
    assert tapped.entered_order == tapped.predicted_order
    assert tapped.order_difference.startswith("The whole chain crashes in vkCreateInstance")


def test_a_chain_whose_devices_could_not_be_listed_knows_no_places(report):
    built = chain_answer("A", "B", devices="VK_ERROR_INITIALIZATION_FAILED")
    results = ProbeResults((driver(driver_answer()),), (), chain(built))
    answers = make_probe_report(report, results)
    assert answers.findings.devices[KEY][0].position == 0


def test_results_of_another_chain_are_kept_and_say_so(report):
    others = ("$VK_INSTANCE_LAYERS", "active", "folder", "layers")
    built = chain(chain_answer("C"))._replace(other_circumstances=others, layers=("C",))
    results = ProbeResults(
        (driver(driver_answer())._replace(other_circumstances=others),), (), built
    )
    answers = make_probe_report(report, results)
    (seen,) = answers.findings.devices[KEY]
    assert (seen.position, seen.differences) == (1, "another chain")
    assert answers.findings.health[KEY].differences == ""
    tapped = answers.findings.chain_order
    assert (tapped.predicted_order, tapped.probe_differences) == (("C",), "another chain")


def test_a_chain_of_other_drivers_knows_no_places(report):
    built = chain(chain_answer("A", "B"))._replace(other_circumstances=("drivers",))
    results = ProbeResults((driver(driver_answer()),), (), built)
    answers = make_probe_report(report, results)
    assert answers.findings.devices[KEY][0].position == 0


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ((), ""),
        (("folder", "ground", "listed", "$VK_LOADER_DEBUG", "$VK_ICD_FILENAMES"), ""),
        (("loader", "build of the loader"), "another loader"),
        (("$B", "$A", "loader"), "another loader and different values for A and B"),
        (("$A", "$B", "$C"), "different values for 3 variables"),
        (("$ENABLE_Z", "$DISABLE_Z", "$OTHER"), "a different value for OTHER"),
    ],
)
def test_only_what_can_change_an_answer_is_told(report, others, said):
    layer = layer_manifest("Z")._replace(
        enable_environment=("ENABLE_Z", "1"), disable_environment="DISABLE_Z"
    )
    found = (FoundLayer("Z", "/z.json", False, layer, KEPT_DRIVER),)
    broken = (FoundLayer("", "/y.json", False, None, KEPT_DRIVER),)
    report = report._replace(found_layers=found + broken)
    assert describe_differences(others, report) == said


def test_what_was_not_tried_or_is_not_there_is_left_out(report):
    nobody = Health(State.NOT_PROBED, detail="cancelled")
    gone = Result(JobSubject.LAYER, "/z.json", "Z", SOUND, layer_answer(), when=1.0)
    results = ProbeResults((driver(health=nobody),), (gone,), chain(None, nobody))
    answers = make_probe_report(report, results)
    assert answers.findings.is_empty
