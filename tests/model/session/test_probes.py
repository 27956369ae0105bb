"""A run is started when asked and ended when told; only results that hold are shown."""

from vkconfig_py.model.chain.picture_values import RowKind, Supposition
from vkconfig_py.model.chain.probe_results import (
    Fate,
    ProbeAnswers,
    ProbeFindings,
    SeenDevice,
    ShownHealth,
)
from vkconfig_py.model.session.store import Store

WELL = ShownHealth(Fate.WELL, "works", "works")


def found(fake, store):
    """Return answers for the only driver and the first layer of the made-up machine."""
    rows = store.picture.rows
    driver = next(row.key for row in rows if row.kind is RowKind.DRIVER)
    layer = next(row.key for row in rows if row.kind is RowKind.LAYER)
    device = SeenDevice("device:x#1", "GPU", "CPU", "1.3.0", "1.0")
    return ProbeAnswers(ProbeFindings({driver: WELL, layer: WELL}, {driver: (device,)}))


def recall(qtbot, fake, store):
    fake.recalled = found(fake, store)
    with qtbot.waitSignal(store.probes.changed):
        store.refresh()


def healths(store):
    return [row.health for row in store.picture.rows if row.kind is RowKind.LAYER]


def test_nothing_is_probed_until_it_is_asked_for(store, fake, qtbot):
    with qtbot.waitSignal(store.picture_changed):
        store.refresh()
    assert fake.probed == []
    assert not store.probes.is_running


def test_results_of_earlier_sessions_come_in_without_a_run(fake, qtbot):
    fake.recalled = ProbeAnswers(ProbeFindings({f"layer:{name}": WELL for name in ("VK_LAYER_a",)}))
    store = Store(fake.machine(), fake.doors())
    with qtbot.waitSignal(store.probes.changed):
        store.start()
    assert healths(store)[0] == "works"
    assert fake.probed == []
    store.close()


def test_what_is_known_is_shown_in_the_same_answer(store, fake, qtbot):
    picture, changed = store.picture, []
    store.picture_changed.connect(lambda: changed.append(True))
    store.verification = "agreed"
    fake.recalled = found(fake, store)
    with qtbot.waitSignal(store.shown_changed):
        store.probes.look(picture.report, again=True)
    assert store.picture.is_same(picture)
    assert store.verification == "agreed"
    assert not changed
    assert healths(store)[0] == "works"


def test_a_run_tells_its_steps_and_recalls_what_it_found(store, fake, qtbot):
    fake.probe_gate.clear()
    steps = []
    store.probes.stepped.connect(lambda: steps.append(store.probes.step))
    store.probes.start(store.picture.report, ("driver:x",))
    assert store.probes.is_running
    qtbot.waitUntil(lambda: store.probes.step.about != "")
    assert store.probes.step.about == "vkCreateInstance of liba.so"
    fake.recalled = found(fake, store)
    ended = []
    store.probes.ended.connect(lambda *said: ended.append(said))
    with qtbot.waitSignals([store.probes.ended, store.probes.changed]):
        fake.probe_gate.set()
    assert ended == [("Both are well.", True)]
    assert fake.probed == [("driver:x",)]
    assert not store.probes.is_running
    assert steps[-1] is None


def test_a_second_run_does_not_start_while_one_is_under_way(store, fake, qtbot):
    fake.probe_gate.clear()
    store.probes.start(store.picture.report)
    store.probes.start(store.picture.report)
    fake.probe_gate.set()
    qtbot.waitUntil(lambda: not store.probes.is_running)
    assert fake.probed == [()]


def test_a_run_can_be_cancelled(store, fake, qtbot):
    fake.probe_gate.clear()
    store.probes.start(store.picture.report)
    store.probes.cancel()
    assert store.probes.is_cancelling
    with qtbot.waitSignal(store.probes.ended) as ended:
        pass
    assert ended.args == ["Cancelled.", True]
    assert not store.probes.is_cancelling


def test_cancelling_nothing_is_nothing(store):
    store.probes.cancel()
    assert not store.probes.is_running


def test_closing_ends_the_run(fake, qtbot):
    store = Store(fake.machine(), fake.doors())
    with qtbot.waitSignals([store.picture_changed, store.journal_changed]):
        store.start()
    store.probes.start(store.picture.report)
    store.close()
    assert fake.probed == [()]


def test_a_recall_for_an_older_report_is_dropped(store, fake, qtbot):
    report = store.picture.report
    fake.recalled = found(fake, store)
    store.probes.look(report, again=True)
    fake_report = report._replace(basis="newer")
    fake.recalled = ProbeAnswers()
    store.probes._report = fake_report  # a newer picture came before the answer did
    qtbot.wait(50)
    assert store.probes.answers.probed.is_empty


def test_results_go_when_they_hold_no_longer(store, fake, qtbot):
    recall(qtbot, fake, store)
    assert any(row.kind is RowKind.DEVICE for row in store.picture.rows)
    fake.recalled = ProbeAnswers()
    with qtbot.waitSignal(store.probes.changed):
        store.refresh()
    assert not any(row.kind is RowKind.DEVICE for row in store.picture.rows)


def test_a_run_that_fails_inside_is_over(store, fake, qtbot):
    def broken(_tell):
        raise ValueError("ours")

    store.probes.prober.run = broken
    with qtbot.capture_exceptions() as caught:
        store.probes.start(store.picture.report)
        qtbot.waitUntil(lambda: bool(caught))
    assert not store.probes.is_running


def test_what_if_shows_what_is_known_of_the_same_files(store, fake, qtbot):
    recall(qtbot, fake, store)
    store.what_if.suppose(Supposition(version=(1, 3, 204)))
    qtbot.waitUntil(lambda: store.what_if.picture is not None)
    assert any(row.kind is RowKind.DEVICE for row in store.shown.rows)
    store.what_if.suppose(Supposition(root="/mnt"))
    qtbot.waitUntil(lambda: not store.what_if.pending)
    assert not any(row.kind is RowKind.DEVICE for row in store.shown.rows)


def test_what_if_of_the_word_size_of_today_keeps_what_is_known(store, fake, qtbot):
    recall(qtbot, fake, store)
    bits = store.picture.question.profile.pointer_bits
    store.what_if.suppose(Supposition(pointer_bits=bits))
    qtbot.waitUntil(lambda: store.what_if.picture is not None)
    assert any(row.kind is RowKind.DEVICE for row in store.shown.rows)
    assert store.found_out.probed.devices
    store.what_if.suppose(Supposition(pointer_bits=96 - bits))
    qtbot.waitUntil(lambda: not store.what_if.pending)
    assert not any(row.kind is RowKind.DEVICE for row in store.shown.rows)
    assert not store.found_out.probed.devices


def test_what_if_shows_what_is_recalled_for_it(store, fake, qtbot):
    recall(qtbot, fake, store)
    known, done = fake.recalled, []
    qtbot.waitUntil(lambda: not store._refresher.pending)
    store.errands.submit(lambda: 1, done.append)  # whatever is recalled for today comes first
    qtbot.waitUntil(lambda: bool(done))
    elsewhere = {key: WELL._replace(sentence="other") for key in known.probed.health}
    fake.recalled = ProbeAnswers(known.probed._replace(health=elsewhere))
    with qtbot.waitSignal(store.probes.changed):
        store.what_if.suppose(Supposition(version=(1, 3, 204)))
    pictures = fake.asked.copy()
    layers = [row.health for row in store.shown.rows if row.kind is RowKind.LAYER]
    assert layers[0] == "other"
    assert healths(store)[0] == "works"
    assert fake.asked == pictures  # the engine was not asked again
    store.what_if.close()
    assert store.found_out == known


def test_why_a_device_stands_at_its_place_is_its_story(store):
    told = []
    store.story("device:nothing#1", told.append)
    assert told == [()]
