"""The first sentence with what probes found: the device, or who ends every program."""

from __future__ import annotations

import pytest

from tests.model.chain.probing_sample import LVP
from tests.model.items.snapshots import driver_row, layer_row, off_row, snapshot_of
from vkconfig_py.loader.base.verdicts import Kind, NoRemedy, Outcome, Reason, Verdict
from vkconfig_py.loader.rules.loader_report import FoundDriver
from vkconfig_py.model.chain.probe_results import (
    EnteredOrder,
    ProbeFindings,
    ProbeStatus,
    SeenDevice,
    ShownHealth,
)
from vkconfig_py.model.chain.probe_rows import add_probe_findings
from vkconfig_py.model.chain.snapshot_values import (
    LoadingCase,
    LoadingSentence,
    SentenceSubject,
    make_loading_summary,
)

WELL = ShownHealth(ProbeStatus.WELL, "works (9 ms)", "works (9 ms)")
CRASHED = ShownHealth(
    ProbeStatus.CRASHED, "crashes in vkCreateInstance of liba.so (SIGSEGV)", "crashes"
)
FAILED = ShownHealth(ProbeStatus.FAILED, "vkCreateInstance returns VK_ERROR_UNKNOWN", "fails")
DRIVER = driver_row(LVP, status="not probed yet", is_used=True, manifest=LVP)
KEPT = Verdict(LVP, Kind.DRIVER, Outcome.LOADS, Reason.KEPT, "", remedy=NoRemedy(""))
LOADING = LoadingSentence(
    SentenceSubject("vkcube"), LoadingCase.WILL, 1, "A", tail="Nothing is applied."
)


def device(number, place=0, **more):
    name = f"GPU {number} (Mesa, 9 bits)"
    return SeenDevice(f"device:{LVP}#{number}", name, "CPU", "1.3.0", "1", place, **more)


def said(probed, rows=None, everywhere=(), loading=LOADING):
    """Return the summary of a snapshot that is dressed with this."""
    layer = layer_row("A", 1, manifest="/etc/a.json")
    snapshot = snapshot_of(everywhere, rows=(layer, off_row("B"), DRIVER) if rows is None else rows)
    snapshot = snapshot.with_rows(snapshot.rows)
    snapshot.summary = snapshot.unprobed_summary = make_loading_summary(loading)
    return add_probe_findings(snapshot, probed).summary


def with_devices(*devices):
    return ProbeFindings({DRIVER.key: WELL}, {DRIVER.key: devices})


def test_the_device_is_named_in_all_three_lengths():
    summary = said(with_devices(device(1)))
    assert summary.sentences == (
        "vkcube will load 1 layer on GPU 1: A. Nothing is applied.",
        "vkcube will load 1 layer on GPU 1: A.",
        "vkcube will load 1 layer on GPU 1.",
    )
    assert summary.device == "GPU 1"
    assert not summary.is_alarm


def test_of_several_devices_the_first_is_named_where_the_order_is_known():
    assert said(with_devices(device(1, 2), device(2, 1))).device == "GPU 2"
    assert said(with_devices(device(1), device(2))) == make_loading_summary(LOADING)
    other = {"differences": "another chain"}
    assert not said(with_devices(device(1, 2, **other), device(2, 1, **other))).device


def test_drivers_none_of_which_has_a_device_are_told():
    sentences = said(ProbeFindings({DRIVER.key: WELL})).sentences
    assert sentences == (
        "vkcube will load 1 layer: A. No driver finds a device.",
        "vkcube will load 1 layer. No driver finds a device.",
        "No driver finds a device.",
    )
    unknown = DRIVER._replace(key="driver:other")
    assert said(ProbeFindings({DRIVER.key: WELL}), (DRIVER, unknown)) == make_loading_summary(
        LOADING
    )


@pytest.mark.parametrize(
    ("probe_status", "verb"),
    [
        (ProbeStatus.CRASHED, "crashes"),
        (ProbeStatus.HUNG, "hangs"),
        (ProbeStatus.EXCESSIVE, "uses too many resources"),
        (ProbeStatus.LIED, "exits without a message"),
    ],
)
def test_a_driver_that_ends_programs_is_an_alarm_with_its_file(probe_status, verb):
    summary = said(ProbeFindings({DRIVER.key: CRASHED._replace(probe_status=probe_status)}))
    assert summary.sentences == (
        f"vkcube {verb}: {LVP.rpartition('/')[2]} {CRASHED.sentence}.",
        f"vkcube {verb} because of {LVP.rpartition('/')[2]}.",
        f"vkcube {verb}: {LVP.rpartition('/')[2]}.",
    )
    assert (summary.is_alarm, summary.file) == (True, LVP)


@pytest.mark.parametrize(
    ("probe_status", "verb"),
    [
        (ProbeStatus.CRASHED, "crash"),
        (ProbeStatus.HUNG, "hang"),
        (ProbeStatus.EXCESSIVE, "use too many resources"),
        (ProbeStatus.LIED, "exit without a message"),
        (ProbeStatus.FAILED, "fail"),
    ],
)
def test_several_programs_are_told_in_the_plural(probe_status, verb):
    both = LOADING._replace(subject=SentenceSubject("vkcube and doom", program_count=2))
    probed = ProbeFindings({"layer:A": CRASHED._replace(probe_status=probe_status)})
    assert said(probed, loading=both).sentences == (
        f"vkcube and doom {verb}: a.json {CRASHED.sentence}.",
        f"vkcube and doom {verb} because of a.json.",
        f"vkcube and doom {verb}: a.json.",
    )
    tapped = EnteredOrder(("A",), ("A",), "The whole chain hangs.", is_failing=True)
    summary = said(ProbeFindings(chain_order=tapped), loading=both)
    assert summary.sentences[1] == "vkcube and doom fail with this chain."


def test_a_driver_or_layer_that_is_there_without_the_configuration_ends_every_program():
    probed = ProbeFindings({DRIVER.key: CRASHED})
    snapshot = snapshot_of((), rows=(DRIVER,))
    drivers = (FoundDriver(LVP, None, KEPT),)
    report = snapshot.report._replace(drivers=drivers)
    found = snapshot.reports._replace(inventory=report)
    snapshot._compute_reports, snapshot._reports = (lambda: found), None
    snapshot.summary = snapshot.unprobed_summary = make_loading_summary(LOADING)
    assert (
        add_probe_findings(snapshot, probed)
        .sentences[1]
        .startswith("Every Vulkan program crashes because")
    )
    layer = said(ProbeFindings({"layer:A": CRASHED}), everywhere=("A",))
    assert layer.sentences[2] == "Every Vulkan program crashes: a.json."


def test_only_what_programs_meet_is_an_alarm():
    layer = said(ProbeFindings({"layer:A": FAILED}))
    assert layer.sentences[1] == "vkcube fails because of a.json."
    assert said(ProbeFindings({"layer:B": CRASHED})) == make_loading_summary(LOADING)
    assert not said(ProbeFindings({DRIVER.key: FAILED})).is_alarm
    unused = DRIVER._replace(is_used=False)
    assert said(ProbeFindings({DRIVER.key: CRASHED}), (unused,)) == make_loading_summary(LOADING)


def test_a_chain_that_does_not_survive_is_an_alarm_without_a_file():
    tapped = EnteredOrder(("A",), ("A",), "The whole chain hangs.", is_failing=True)
    summary = said(ProbeFindings(chain_order=tapped))
    assert summary.sentences[0] == "vkcube fails with this chain. The whole chain hangs."
    assert (summary.is_alarm, summary.file) == (True, "")
    other = tapped._replace(probe_differences="another chain", is_chain_different=True)
    assert said(ProbeFindings(chain_order=other)) == make_loading_summary(LOADING)


def test_a_summary_that_files_alone_decide_stays():
    snapshot = snapshot_of((), rows=(DRIVER,))
    assert add_probe_findings(snapshot, with_devices(device(1))).summary is snapshot.summary
