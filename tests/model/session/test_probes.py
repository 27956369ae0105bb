"""A run is started when asked and ended when told; only results that hold are shown."""

from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.model.chain.probe_results import (
    DeviceDetail,
    ProbeDetails,
    ProbeFindings,
    ProbeReport,
    ProbeStatus,
    SeenDevice,
    ShownHealth,
    SurfaceReading,
)
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind

WELL = ShownHealth(ProbeStatus.WELL, "works", "works")


def found(fake, session):
    """Return answers for the only driver and the first layer of the made-up machine."""
    rows = session.snapshots.current.rows
    driver = next(row.key for row in rows if row.kind is RowKind.DRIVER)
    layer = next(row.key for row in rows if row.kind is RowKind.LAYER)
    device = SeenDevice("device:x#1", "GPU", "CPU", "1.3.0", "1.0")
    return ProbeReport(ProbeFindings({driver: WELL, layer: WELL}, {driver: (device,)}))


def recall(qtbot, fake, session):
    fake.recalled = found(fake, session)
    with qtbot.waitSignal(session.probes.changed):
        session.snapshots.refresh()


def healths(session):
    return [row.health for row in session.snapshots.current.rows if row.kind is RowKind.LAYER]


def test_nothing_is_probed_until_it_is_asked_for(session, fake, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.snapshots.refresh()
    assert fake.probed == []
    assert not session.probes.is_running


def test_results_of_earlier_sessions_come_in_without_a_run(fake, qtbot):
    fake.recalled = ProbeReport(ProbeFindings({f"layer:{name}": WELL for name in ("VK_LAYER_a",)}))
    session = fake.session()
    with qtbot.waitSignal(session.probes.changed):
        session.start()
    assert healths(session)[0] == "works"
    assert fake.probed == []
    session.close()


def test_what_is_known_is_shown_in_the_same_answer(session, fake, qtbot):
    snapshot, changed = session.snapshots.current, []
    session.snapshots.current_changed.connect(lambda: changed.append(True))
    session.checks.verification = "agreed"
    fake.recalled = found(fake, session)
    with qtbot.waitSignal(session.snapshots.shown_changed):
        session.probes.load_results(snapshot.report, force=True)
    assert session.snapshots.current.has_same_answer(snapshot)
    assert session.checks.verification == "agreed"
    assert not changed
    assert healths(session)[0] == "works"


def test_a_run_tells_its_steps_and_recalls_what_it_found(session, fake, qtbot):
    fake.probe_gate.clear()
    steps = []
    session.probes.stepped.connect(lambda: steps.append(session.probes.step))
    session.probes.start(session.snapshots.current.report, ("driver:x",))
    assert session.probes.is_running
    qtbot.waitUntil(lambda: session.probes.step.subject != "")
    assert session.probes.step.subject == "vkCreateInstance of liba.so"
    fake.recalled = found(fake, session)
    ended = []
    session.probes.ended.connect(lambda *said: ended.append(said))
    with qtbot.waitSignals([session.probes.ended, session.probes.changed]):
        fake.probe_gate.set()
    assert ended == [("Both are well.", True)]
    assert fake.probed == [("driver:x",)]
    assert not session.probes.is_running
    assert steps[-1] is None


def test_a_second_run_does_not_start_while_one_is_under_way(session, fake, qtbot):
    fake.probe_gate.clear()
    session.probes.start(session.snapshots.current.report)
    session.probes.start(session.snapshots.current.report)
    fake.probe_gate.set()
    qtbot.waitUntil(lambda: not session.probes.is_running)
    assert fake.probed == [()]


def test_a_run_can_be_cancelled(session, fake, qtbot):
    fake.probe_gate.clear()
    session.probes.start(session.snapshots.current.report)
    session.probes.cancel()
    assert session.probes.is_cancelling
    with qtbot.waitSignal(session.probes.ended) as ended:
        pass
    assert ended.args == ["Canceled.", True]
    assert not session.probes.is_cancelling


def test_cancelling_nothing_is_nothing(session):
    session.probes.cancel()
    assert not session.probes.is_running


def test_closing_ends_the_run(fake, qtbot):
    session = fake.session()
    with qtbot.waitSignals([session.snapshots.current_changed, session.system.journal_changed]):
        session.start()
    session.probes.start(session.snapshots.current.report)
    session.close()
    assert fake.probed == [()]


def test_a_recall_for_an_older_report_is_dropped(session, fake, qtbot):
    report = session.snapshots.current.report
    fake.recalled = found(fake, session)
    session.probes.load_results(report, force=True)
    fake_report = report._replace(basis="newer")
    fake.recalled = ProbeReport()
    session.probes._report = fake_report  # a newer picture came before the answer did
    qtbot.wait(50)
    assert session.probes.answers.findings.is_empty


def test_results_go_when_they_hold_no_longer(session, fake, qtbot):
    recall(qtbot, fake, session)
    assert any(row.kind is RowKind.DEVICE for row in session.snapshots.current.rows)
    fake.recalled = ProbeReport()
    with qtbot.waitSignal(session.probes.changed):
        session.snapshots.refresh()
    assert not any(row.kind is RowKind.DEVICE for row in session.snapshots.current.rows)


def test_a_run_that_fails_inside_is_over(session, fake, qtbot):
    def broken(_tell):
        raise ValueError("ours")

    session.probes.prober.run = broken
    with qtbot.capture_exceptions() as caught:
        session.probes.start(session.snapshots.current.report)
        qtbot.waitUntil(lambda: bool(caught))
    assert not session.probes.is_running


def test_what_if_shows_what_is_known_of_the_same_files(session, fake, qtbot):
    recall(qtbot, fake, session)
    session.what_if.set_assumptions(WhatIf(version=(1, 3, 204)))
    qtbot.waitUntil(lambda: session.what_if.snapshot is not None)
    assert any(row.kind is RowKind.DEVICE for row in session.snapshots.shown.rows)
    session.what_if.set_assumptions(WhatIf(root="/mnt"))
    qtbot.waitUntil(lambda: not session.what_if.pending)
    assert not any(row.kind is RowKind.DEVICE for row in session.snapshots.shown.rows)


def test_what_if_of_the_word_size_of_today_keeps_what_is_known(session, fake, qtbot):
    recall(qtbot, fake, session)
    bits = session.snapshots.current.request.profile.pointer_bits
    session.what_if.set_assumptions(WhatIf(pointer_bits=bits))
    qtbot.waitUntil(lambda: session.what_if.snapshot is not None)
    assert any(row.kind is RowKind.DEVICE for row in session.snapshots.shown.rows)
    assert session.probes.find_answers(session.snapshots.shown).findings.devices
    session.what_if.set_assumptions(WhatIf(pointer_bits=96 - bits))
    qtbot.waitUntil(lambda: not session.what_if.pending)
    assert not any(row.kind is RowKind.DEVICE for row in session.snapshots.shown.rows)
    assert not session.probes.find_answers(session.snapshots.shown).findings.devices


def test_what_if_shows_what_is_recalled_for_it(session, fake, qtbot):
    recall(qtbot, fake, session)
    known, done = fake.recalled, []
    qtbot.waitUntil(lambda: not session.snapshots.refresher.pending)
    session.shared.reads.submit(
        lambda: 1, done.append
    )  # whatever is recalled for today comes first
    qtbot.waitUntil(lambda: bool(done))
    elsewhere = {key: WELL._replace(sentence="other") for key in known.findings.health}
    fake.recalled = ProbeReport(known.findings._replace(health=elsewhere))
    with qtbot.waitSignal(session.probes.changed):
        session.what_if.set_assumptions(WhatIf(version=(1, 3, 204)))
    snapshots = fake.asked.copy()
    layers = [row.health for row in session.snapshots.shown.rows if row.kind is RowKind.LAYER]
    assert layers[0] == "other"
    assert healths(session)[0] == "works"
    assert fake.asked == snapshots  # the engine was not asked again
    session.what_if.close()
    assert session.probes.find_answers(session.snapshots.shown) == known


def test_devices_of_a_driver_that_is_off_are_not_chosen_from(session, fake, qtbot, monkeypatch):
    recall(qtbot, fake, session)
    (device,) = session.edits.devices.list_devices()
    (driver,) = session.probes.answers.findings.devices
    monkeypatch.setattr(ChainSnapshot, "list_unused_drivers", lambda _self: frozenset({driver}))
    assert session.edits.devices.list_devices() == ()
    assert session.find_devices().devices == {}
    session.edits.devices.use_only(device.key)
    assert not session.edits.workspace.selected_configuration.devices.is_choosing


XCB = {"extension": "VK_KHR_xcb_surface", "state": "driver-lacks"}
GPU = "device:x#1"


def know_device(fake, session, qtbot, dump=None):
    """Let the session know one device, and return its snapshot."""
    detail = DeviceDetail(DeviceSummary("GPU"), dump)
    fake.recalled = found(fake, session)._replace(details=ProbeDetails(devices={GPU: detail}))
    with qtbot.waitSignal(session.probes.changed):
        session.snapshots.refresh()
    return session.snapshots.current


def test_surfaces_are_asked_once_and_again_only_when_told(session, fake, qtbot):
    probes, snapshot = session.probes, know_device(fake, session, qtbot)
    fake.surfaces = SurfaceReading({GPU: [XCB]}, 1000.0)
    assert fake.surfaces_asked == []
    with qtbot.waitSignals([probes.surfaces_changed] * 2):
        probes.read_surfaces(snapshot)
        probes.read_surfaces(snapshot, repeats_reading=True)  # while it runs
    assert probes.surfaces.by_device == {GPU: [XCB]}
    probes.read_surfaces(snapshot)
    assert fake.surfaces_asked == [(GPU,)]
    with qtbot.waitSignals([probes.surfaces_changed] * 2):
        probes.read_surfaces(snapshot, repeats_reading=True)
    assert fake.surfaces_asked == [(GPU,), (GPU,)]


def test_a_device_is_told_with_the_surfaces_that_were_read(session, fake, qtbot):
    probes, snapshot = session.probes, know_device(fake, session, qtbot, {"limits": {}})
    assert probes.find_device(snapshot, GPU).dump == {"limits": {}}
    assert probes.find_device(snapshot, "device:y#1") is None
    fake.surfaces = SurfaceReading({GPU: [XCB]}, 1000.0)
    with qtbot.waitSignals([probes.surfaces_changed] * 2):
        probes.read_surfaces(snapshot)
    assert probes.find_device(snapshot, GPU).dump == {"limits": {}, "surfaces": [XCB]}


def test_closing_ends_the_reading_of_surfaces(fake, qtbot):
    session = fake.session()
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
    snapshot = know_device(fake, session, qtbot)
    fake.probe_gate.clear()
    session.probes.read_surfaces(snapshot)
    session.close()
    assert fake.probe_gate.is_set()


def test_why_a_device_stands_at_its_place_is_its_explanation(session):
    told = []
    session.explanations.compute_explanation("device:nothing#1", told.append)
    assert told == [()]
