"""Rows with what probes found."""

import pytest

from tests.model.items.pictures import driver_row, layer_row, off_row, picture_of, rows_of
from tests.model.probe_sample import (
    LIBRARY,
    LLVMPIPE,
    LVP,
    bad,
    chain_answer,
    driver_answer,
    layer_answer,
)
from vkconfig_py.loader.probe.jobs import State
from vkconfig_py.loader.report import FoundDriver
from vkconfig_py.model.picture_values import RowKind, Tone
from vkconfig_py.model.probe_answers import PLACE_UNKNOWN, Dated, Kept, tell_answers
from vkconfig_py.model.probed import Fate, Health, Probed, SeenDevice, Tapped
from vkconfig_py.model.probed_rows import dress

WELL = Health(Fate.WELL, "loads, negotiates and creates in 9 ms", "works, 9 ms")
CRASHED = Health(Fate.CRASHED, "crashes in vkCreateInstance of liba.so (SIGSEGV)", "crashes")
REFUSED = Health(Fate.REFUSED, "cannot be opened: no", "cannot be opened")
DRIVER = driver_row(
    LVP,
    word="not probed yet",
    used=True,
    tooltip="lavapipe\nnot probed yet",
    accessible="lavapipe, driver, not probed yet. Wish: Auto.",
)
KEY = DRIVER.key


def device(number=1, **more):
    more = {"name": f"GPU {number}", "kind": "CPU", "api_version": "1.3.230", **more}
    return SeenDevice(key=f"device:{LVP}#{number}", driver_version="Mesa 22.3.6", **more)


def test_devices_stand_below_their_driver_and_the_line_goes_on_beside_them():
    rows = [DRIVER._replace(last=False), DRIVER._replace(key="driver:b")]
    probed = Probed({KEY: WELL}, {KEY: (device(1, place=2), device(2))})
    driver, first, second, other = dress(rows, probed)
    assert (driver.word, driver.tone, driver.reason) == ("2 devices", Tone.OK, WELL.sentence)
    assert driver.accessible == f"lavapipe, driver, 2 devices: {WELL.sentence}. Wish: Auto."
    assert (first.kind, first.depth, first.last, first.through) == (RowKind.DEVICE, 2, False, True)
    assert first.secondary == "CPU · Vulkan 1.3.230 · Mesa 22.3.6"
    assert first.accessible.startswith("GPU 1, 2nd device of lavapipe: CPU")
    assert (second.last, second.through) == (True, True)
    assert other.word == "not probed yet"


def test_the_line_ends_at_the_last_driver():
    _driver, row = dress([DRIVER], Probed({KEY: WELL}, {KEY: (device(),)}))
    assert not row.through


def test_a_driver_without_devices_says_so():
    (row,) = dress([DRIVER], Probed({KEY: WELL}))
    assert (row.word, row.tone) == ("no device here", Tone.NEUTRAL)


@pytest.mark.parametrize("health", [CRASHED, REFUSED])
def test_a_driver_that_fails_says_what_and_where(health):
    (row,) = dress([DRIVER], Probed({KEY: health}))
    assert (row.word, row.tone, row.reason) == ("Fails", Tone.ERROR, health.sentence)
    assert health.sentence in row.tooltip


def test_a_driver_that_is_not_used_keeps_its_reason():
    row = DRIVER._replace(used=False, word="not chosen")
    assert dress([row], Probed({KEY: WELL}, {KEY: (device(),)})) == (row,)


def test_the_health_of_a_layer_stands_beside_its_verdict():
    on, off = dress(
        [layer_row("A", 1, health="not probed yet"), off_row("B", health="not probed yet")],
        Probed({"layer:A": WELL, "layer:B": CRASHED}),
    )
    assert (on.word, on.health, on.health_short) == ("Loads", WELL.sentence, "works, 9 ms")
    assert on.health_tone is Tone.NEUTRAL
    assert (off.word, off.health, off.health_tone) == ("Off", CRASHED.sentence, Tone.ERROR)


def test_a_layer_of_the_chain_that_crashes_fails():
    before = layer_row("A", 1, reason="always on", tone=Tone.OK, accessible="A, loads: always on.")
    (row,) = dress([before], Probed({"layer:A": CRASHED}))
    assert (row.word, row.tone, row.reason) == ("Fails", Tone.ERROR, CRASHED.sentence)
    assert row.accessible == f"A, fails: {CRASHED.sentence}."
    assert row.health == ""


def test_a_layer_of_the_chain_that_cannot_be_opened_is_left_out_by_the_loader_and_says_so():
    (row,) = dress([layer_row("A", 1)], Probed({"layer:A": REFUSED}))
    assert (row.word, row.health, row.health_tone) == ("Loads", REFUSED.sentence, Tone.ERROR)


def test_where_the_probe_met_a_layer_elsewhere_the_row_says_it():
    rows = [layer_row("A", 1), layer_row("B", 2), layer_row("C", 3), off_row("D")]
    tapped = Tapped(("A", "B", "C"), ("A", "C", "D"), "difference")
    met = [row.met for row in dress(rows, Probed(tapped=tapped))]
    expected = ["", "the probe did not meet it", "the probe met it 2nd", "the probe met it 3rd"]
    assert met == expected


def test_a_chain_that_was_probed_for_another_prediction_says_nothing():
    rows = (layer_row("A", 1),)
    assert dress(rows, Probed(tapped=Tapped(("B",), ("B",)))) == rows


def test_a_picture_is_the_same_answer_however_it_is_dressed():
    picture = picture_of((), rows=(DRIVER,))
    dressed = picture.dressed(Probed({KEY: WELL}))
    assert dressed.rows != picture.rows
    assert dressed.is_same(picture)
    assert dressed.report is picture.report
    assert dressed.dressed(Probed()).rows == picture.rows
    assert picture.dressed(Probed()) is picture
    assert not picture.is_same(None)
    assert not picture.is_same(picture_of((), rows=rows_of(())))


# from answers


@pytest.fixture
def report():
    return picture_of(("A", "B")).report


def kept(report, **more):
    return tell_answers(report, Kept(**more))


def with_driver(report):
    verdict = None
    return report._replace(drivers=(FoundDriver(LVP, None, verdict),))


def test_answers_become_health_and_devices_of_the_rows(report):
    report = with_driver(report)
    answers = kept(report, drivers={LVP: Dated(driver_answer(), 5.0)})
    assert answers.probed.health[KEY].when == 5.0
    (seen,) = answers.probed.devices[KEY]
    assert (seen.name, seen.kind, seen.place) == (LLVMPIPE.name, "CPU", 0)
    assert answers.details.devices[seen.key].why == (PLACE_UNKNOWN,)
    assert answers.details.subjects[KEY].stages


def test_the_chain_gives_devices_their_places(report):
    report = with_driver(report)
    twins = (LLVMPIPE, LLVMPIPE)
    chain = chain_answer("A", "B", devices=twins)
    answers = kept(
        report,
        drivers={LVP: Dated(driver_answer(devices=twins), 0)},
        chain=Dated(chain, 7.0),
    )
    assert [seen.place for seen in answers.probed.devices[KEY]] == [1, 2]
    details = list(answers.details.devices.values())
    assert details[0].why[0] == "It is the 1st of 2 devices that programs get."
    assert answers.probed.tapped == Tapped(("A", "B"), ("A", "B"), "", 7.0)


def test_a_program_that_is_told_less_of_a_device_still_gets_that_device(report):
    report = with_driver(report)
    listed = LLVMPIPE._replace(driver="", device_uuid="", library="")
    other = LLVMPIPE._replace(device_uuid="00")
    drivers = {LVP: Dated(driver_answer(devices=(LLVMPIPE._replace(driver="", library=""),)), 0)}
    chain = Dated(chain_answer("A", "B", devices=(other, listed)), 0)
    answers = kept(report, drivers=drivers, chain=chain)
    assert answers.probed.devices[KEY][0].place == 2
    summary = next(iter(answers.details.devices.values())).summary
    assert (summary.driver, summary.library) == (LVP, LIBRARY)


def test_a_chain_that_crashed_says_so_and_marks_no_rows(report):
    health = bad(State.CRASHED, code="SIGSEGV")
    answers = kept(report, chain=Dated(None, 3.0, health))
    tapped = answers.probed.tapped
    assert tapped.met == tapped.predicted
    assert tapped.difference.startswith("The whole chain crashes in vkCreateInstance")


def test_a_chain_whose_devices_could_not_be_listed_knows_no_places(report):
    chain = Dated(chain_answer("A", "B", devices="VK_ERROR_INITIALIZATION_FAILED"), 0)
    answers = kept(with_driver(report), drivers={LVP: Dated(driver_answer(), 0)}, chain=chain)
    assert answers.probed.devices[KEY][0].place == 0


def test_answers_about_files_that_are_not_there_are_left_out(report):
    answers = kept(
        report,
        drivers={LVP: Dated(driver_answer(), 0)},
        layers={"Z": Dated(layer_answer(bad(State.HUNG)), 0)},
    )
    assert not answers.probed.health
    assert answers.probed.is_empty
