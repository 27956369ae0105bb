"""The prober of real machines: what is asked of the engine, and what is said of its results."""

import pytest

from tests.framework.german import speak_german
from tests.loader.machine import LIBRARY, Machine
from tests.model.chain.probing_sample import LVP, SOUND, bad, chain_answer
from tests.model.items.snapshots import snapshot_of
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.probe import probe_run as engine
from vkconfig_py.loader.rules.loader_report import FoundLayer
from vkconfig_py.loader.wire.jobs import Health, State, SurfaceAnswer
from vkconfig_py.loader.wire.results import JobSubject, Probed, ProbeResults
from vkconfig_py.model.chain.probe_results import (
    CANCELLED,
    EMPTY_PROBE_REPORT,
    DeviceDetail,
    ProbeStatus,
    ProbeStep,
    SurfaceReading,
)
from vkconfig_py.model.chain.prober import (
    RealProber,
    RecordedProber,
    describe_results,
    make_probe_report,
)
from vkconfig_py.model.files.paths import StatePaths


def driver(health=SOUND, manifest=LVP, **more):
    return Probed(JobSubject.DRIVER, manifest, "", health, **{"when": 3.0, **more})


def layer(health=SOUND, name="VK_LAYER_a", **more):
    return Probed(JobSubject.LAYER, "/a.json", name, health, **{"when": 4.0, **more})


def chain(health=SOUND, **more):
    return Probed(JobSubject.CHAIN, "", "", health, **{"when": 5.0, **more})


NOBODY = Health(State.NOT_PROBED, detail="no driver provides a device")
CRASH = bad(State.CRASHED, code="SIGSEGV")


@pytest.mark.parametrize(
    ("results", "said", "well"),
    [
        (
            ProbeResults((driver(),), (layer(), layer()), chain()),
            "Probed 1 driver and 2 layers: everything works.",
            True,
        ),
        (
            ProbeResults((driver(), driver(CRASH)), (layer(NOBODY), layer(bad(State.HUNG)))),
            "Probed 2 drivers and 2 layers: lavapipe crashes and a hangs.",
            False,
        ),
        (
            ProbeResults((driver(CRASH),), (layer(CRASH), layer(bad(State.HUNG)))),
            "Probed 1 driver and 2 layers: lavapipe and a crash and a hangs.",
            False,
        ),
        (
            ProbeResults(chain=chain(CRASH)),
            "Probe finished: the whole chain crashes.",
            False,
        ),
        (
            ProbeResults(
                (driver(),),
                chain=chain(
                    bad(State.FAILS_TO_CREATE), answer=chain_answer(create="VK_ERROR_UNKNOWN")
                ),
            ),
            "Probed 1 driver: the whole chain returns VK_ERROR_UNKNOWN.",
            False,
        ),
        (
            ProbeResults(
                chain=chain(bad(State.FAILS_TO_CREATE), answer=chain_answer(create="VK_SUCCESS")),
            ),
            "Probe finished: the whole chain fails.",
            False,
        ),
        (ProbeResults(), "Nothing was probed.", True),
        (ProbeResults(is_cancelled=True), str(CANCELLED), True),
        (ProbeResults(refusal="Libraries can be opened only on Linux."), None, False),
    ],
)
def test_the_end_of_a_run_is_told_in_one_sentence(results, said, well):
    assert describe_results(results) == (said or results.refusal, well)


def test_what_failed_is_told_in_the_language_of_the_user():
    results = ProbeResults(drivers=(driver(Health(State.CRASHED)),))
    with speak_german():
        sentence, _is_well = describe_results(results)
    assert sentence == "1 Treiber getestet: lavapipe stürzt ab."


@pytest.fixture
def asked(monkeypatch):
    """Return what the engine is asked; it answers with two steps and nothing found."""
    calls = []

    def probe(report, wanted, **more):
        calls.append((wanted, more))
        tell = more["tell"]
        progress = engine.ProbeProgress(0, 3, JobSubject.DRIVER, LVP, "open /usr/lib/liba.so")
        tell(progress)
        tell(progress._replace(about="vkCreateInstance of /usr/lib/liba.so"))
        tell(progress._replace(done=1, about=""))
        return ProbeResults()

    monkeypatch.setattr(engine, "probe", probe)
    return calls


def prober(folder):
    return RealProber({"XDG_CACHE_HOME": str(folder)}, StatePaths(folder, folder, folder))


def report():
    found = FoundLayer("VK_LAYER_a", "/a.json", False, None, None)
    return snapshot_of(("VK_LAYER_a",)).report._replace(found_layers=(found,))


def test_everything_is_asked_for_with_the_chain(asked, tmp_path):
    steps = []
    run = prober(tmp_path).start_run(report(), ())
    assert run.run(steps.append) == ("Nothing was probed.", True)
    ((wanted, more),) = asked
    assert wanted == engine.SELECT_EVERYTHING
    assert more["ignores_cache"]
    assert steps == [
        ProbeStep(0, 3, "opening liba.so"),
        ProbeStep(0, 3, "vkCreateInstance from liba.so"),
        ProbeStep(1, 3),
    ]


def test_of_several_children_the_one_that_is_silent_longest_is_told(monkeypatch, tmp_path):
    def probe(report, wanted, *, tell, **_more):
        def say(name, about, done=0):
            tell(engine.ProbeProgress(done, 2, JobSubject.DRIVER, name, about))

        say("a", "open /usr/lib/liba.so")
        say("b", "open /usr/lib/libb.so")
        say("b", "vkCreateInstance of /usr/lib/libb.so")
        say("b", "", 1)
        return ProbeResults()

    monkeypatch.setattr(engine, "probe", probe)
    steps = []
    prober(tmp_path).start_run(report(), ()).run(steps.append)
    assert steps == [ProbeStep(0, 2, "opening liba.so"), ProbeStep(1, 2, "opening liba.so")]


def test_rows_are_asked_for_without_the_chain(asked, tmp_path):
    keys = (f"driver:{LVP}", "layer:VK_LAYER_a")
    prober(tmp_path).start_run(report(), keys).run(lambda step: None)
    wanted = asked[0][0]
    assert wanted.drivers == {LVP}
    assert wanted.layers == {("/a.json", "VK_LAYER_a")}
    assert not wanted.chain


def test_cancelling_before_the_run_begins_ends_it(monkeypatch, tmp_path):
    def probe(report, wanted, **more):
        return ProbeResults(is_cancelled=more["cancellation"].is_cancelled)

    monkeypatch.setattr(engine, "probe", probe)
    run = prober(tmp_path).start_run(report(), ())
    run.cancel()
    assert run.run(lambda step: None) == (str(CANCELLED), True)
    run.cancel()  # too late, and nothing happens


def test_nothing_is_recalled_of_a_machine_that_cannot_be_opened(tmp_path):
    elsewhere = report()._replace(host=report().host._replace(root="/mnt"))
    assert prober(tmp_path).read_findings(elsewhere) == EMPTY_PROBE_REPORT


def test_an_empty_memory_recalls_nothing(tmp_path):
    assert prober(tmp_path).read_findings(report()).findings.is_empty


@pytest.mark.parametrize("crashing", ["first", "second"])
def test_what_a_probe_found_of_one_copy_is_not_said_of_another(crashing):
    machine = Machine().driver().file("/lib/a.so", LIBRARY).env(VK_INSTANCE_LAYERS="VK_LAYER_a")
    for base, functions in (("/dh", {}), ("/dd", {"vkGetInstanceProcAddr": "other"})):
        machine.explicit("VK_LAYER_a", base=base, library_path="/lib/a.so", functions=functions)
    found = machine.report()
    shown = next(layer.file for layer in found.found_layers if layer.position >= 0)
    other = next(layer.file for layer in found.found_layers if layer.file != shown)
    ends = {shown: SOUND, other: CRASH} if crashing == "second" else {shown: CRASH, other: SOUND}
    for files in ((shown, other), (other, shown)):
        layers = tuple(layer(ends[file])._replace(manifest=file) for file in files)
        answers = make_probe_report(found, ProbeResults(layers=layers))
        probe_status = ProbeStatus.CRASHED if crashing == "first" else ProbeStatus.WELL
        assert answers.findings.health["layer:VK_LAYER_a"].probe_status is probe_status
    alone = ProbeResults(layers=(layer(CRASH)._replace(manifest=other),))
    assert not make_probe_report(found, alone).findings.health


SURFACE = {"extension": "VK_KHR_xcb_surface", "state": "driver-lacks"}
IDENTITY = {"vendorID": 1, "deviceID": 2, "deviceName": "GPU"}
ASKED = {
    "device:a#1": DeviceDetail(DeviceSummary("GPU", vendor_id=1, device_id=2)),
    "device:b#1": DeviceDetail(DeviceSummary("Other", vendor_id=3)),
}


def read_surfaces(monkeypatch, folder, results):
    """Return what was asked of the engine, and the reading that comes of its results."""
    calls = []

    def probe(report, wanted, **more):
        calls.append(wanted)
        return results

    monkeypatch.setattr(engine, "probe", probe)
    run = prober(folder).start_surface_run(report(), ASKED)
    reading = run.run()
    run.cancel()  # what has ended is not cancelled any more
    return calls, reading


def make_surfaces(health):
    answer = SurfaceAnswer("VK_SUCCESS", [{"properties": IDENTITY, "surfaces": [SURFACE]}])
    return ProbeResults(surfaces=Probed(JobSubject.SURFACES, "", "", health, answer))


def test_surfaces_are_asked_for_alone(monkeypatch, tmp_path):
    calls, reading = read_surfaces(monkeypatch, tmp_path, make_surfaces(Health(State.HEALTHY)))
    assert calls == [engine.SURFACES]
    assert (reading.by_device, reading.failure) == ({"device:a#1": [SURFACE]}, "")
    assert reading.read_at


def test_a_crash_with_one_window_system_keeps_what_others_answered(monkeypatch, tmp_path):
    crash = Health(State.CRASHED, "vkCreateXlibSurfaceKHR", "SIGSEGV")
    _calls, reading = read_surfaces(monkeypatch, tmp_path, make_surfaces(crash))
    assert reading.by_device == {"device:a#1": [SURFACE]}
    assert reading.failure == "Reading surfaces failed: SIGSEGV: vkCreateXlibSurfaceKHR."


def test_a_display_that_never_answers_is_told_with_the_limit(monkeypatch, tmp_path):
    hung = Health(State.HUNG, "the connection for VK_KHR_xcb_surface", "20 s")
    _calls, reading = read_surfaces(monkeypatch, tmp_path, make_surfaces(hung))
    assert reading.failure == (
        "Reading surfaces was stopped after 20 s, at this step: "
        "the connection for VK_KHR_xcb_surface."
    )


def test_why_no_surfaces_can_be_read_is_told(monkeypatch, tmp_path):
    refused = ProbeResults(refusal="Libraries can be opened only on Linux.")
    _calls, reading = read_surfaces(monkeypatch, tmp_path, refused)
    assert (reading.by_device, reading.failure) == ({}, "Libraries can be opened only on Linux.")


def test_reading_surfaces_can_be_cancelled(monkeypatch, tmp_path):
    run = prober(tmp_path).start_surface_run(report(), ASKED)
    run.cancel()

    def probe(report, wanted, cancellation):
        assert cancellation.is_cancelled
        return ProbeResults(is_cancelled=True)

    monkeypatch.setattr(engine, "probe", probe)
    assert run.run().by_device == {}


def test_recorded_surfaces_are_those_of_the_devices_that_are_asked(tmp_path):
    file = tmp_path / "probes.json"
    file.write_text('{"when": 7, "surfaces": {"GPU": [{"state": "presents"}], "Third": []}}')
    run = RecordedProber(str(file)).start_surface_run(report(), ASKED)
    reading = run.run()
    assert reading == SurfaceReading({"device:a#1": [{"state": "presents"}]}, 7.0)
    run.cancel()
