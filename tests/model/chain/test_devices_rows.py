"""What rows and the page of devices say: control, what programs get, and who does not follow."""

from __future__ import annotations

import pytest

from tests.model.chain.devices_sample import ONE, THREE, TWO, entry, listed, seen
from tests.model.items.snapshots import driver_row, question_of
from vkconfig_py.loader.base.device_values import DeviceConfiguration
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.model.chain import device_page as words
from vkconfig_py.model.chain.chosen_devices import list_devices
from vkconfig_py.model.chain.device_page import make_device_page
from vkconfig_py.model.chain.probe_results import ProbeFindings, ProbeStatus, ShownHealth
from vkconfig_py.model.chain.probe_rows import add_results_to_rows, make_device_texts
from vkconfig_py.model.chain.snapshot_values import (
    ChainSnapshot,
    ChainSummary,
    DeviceChoiceEffect,
    Tone,
)
from vkconfig_py.model.configuration.configuration import EVERY_DEVICE, Configuration
from vkconfig_py.model.plan.plan import Limitation
from vkconfig_py.model.plan.planned_devices import DeviceContext

LAUNCH = Limitation("", "a launch from here cannot choose devices", "a loader settings file")
WELL = ShownHealth(ProbeStatus.WELL, "works")
SEEN = (ONE, TWO, THREE)


def applied_state(*entries, profile=NEWEST_PROFILE, limits=()):
    listed_ = tuple(
        DeviceConfiguration(e.device_uuid, e.driver_uuid, e.driver_version) for e in entries
    )
    return DeviceChoiceEffect(profile, listed_, limits)


def test_while_nothing_chooses_a_row_offers_to_leave_it_out():
    said = make_device_texts(EVERY_DEVICE, DeviceChoiceEffect(NEWEST_PROFILE), SEEN)[ONE.key]
    assert (said.control, said.controls, said.status, said.deviation) == (
        "on",
        ("on", "off"),
        "",
        "",
    )


def test_rows_say_the_place_that_programs_give_a_device_and_which_are_left_out():
    said = make_device_texts(listed(entry(3), entry(1)), applied_state(entry(3), entry(1)), SEEN)
    assert (said[THREE.key].status, said[ONE.key].status) == ("1st choice", "2nd choice")
    assert said[THREE.key].tone is Tone.OK
    left = said[TWO.key]
    assert (left.status, left.reason, left.control) == (
        "Off",
        "left out by this configuration",
        "off",
    )


def test_devices_of_a_driver_stand_in_the_order_that_programs_get():
    driver = driver_row(is_used=True)
    findings = ProbeFindings({driver.key: WELL}, {driver.key: SEEN})
    choice = listed(entry(3), entry(1))
    rows = add_results_to_rows([driver], findings, choice, applied_state(entry(3), entry(1)))
    assert [row.key for row in rows[1:]] == [THREE.key, ONE.key, TWO.key]
    assert [row.is_last for row in rows[1:]] == [False, False, True]


def test_a_way_that_cannot_choose_says_so_on_every_row():
    said = make_device_texts(
        listed(entry(1)), DeviceChoiceEffect(NEWEST_PROFILE, None, (LAUNCH,)), SEEN
    )
    text = "a launch from here cannot choose devices; a loader settings file"
    assert {one.deviation for one in said.values()} == {text}
    assert {one.short_deviation for one in said.values()} == {"choice not applied"}
    none = make_device_texts(listed(entry(1)), DeviceChoiceEffect(NEWEST_PROFILE), SEEN)
    assert none[ONE.key].deviation == "programs still get every device"


def test_a_changed_driver_hides_a_device_from_loaders_that_look_at_it():
    old = entry(1, version=5)
    new = make_device_texts(listed(old), applied_state(old), SEEN)[ONE.key]
    assert new.deviation == (
        "you chose it, but programs do not get it: its driver has changed since"
    )
    loose = applied_state(old, profile=LoaderProfile((1, 4, 324), ""))
    assert make_device_texts(listed(old), loose, SEEN)[ONE.key].status == "1st choice"


def test_a_settings_file_of_somebody_else_is_not_the_control():
    theirs = applied_state(entry(2), entry(1))
    said = make_device_texts(EVERY_DEVICE, theirs, SEEN)
    assert (said[TWO.key].status, said[ONE.key].status) == ("1st choice", "2nd choice")
    assert said[THREE.key].reason == "not selected by the loader settings file"
    mine = make_device_texts(listed(entry(1), entry(3)), theirs, SEEN)
    assert mine[TWO.key].deviation == "you left it out, but programs get it"
    assert mine[ONE.key].deviation == "you placed it 1st, but programs get it 2nd"
    assert mine[THREE.key].deviation == "you chose it, but programs do not get it"


def test_what_cannot_be_named_has_no_control():
    plain = seen(5, entry=None)
    said = make_device_texts(listed(entry(1)), applied_state(entry(1)), (ONE, plain))[plain.key]
    assert (said.control, said.controls, said.status) == ("", (), "Off")


# ---- the page

DRIVER = driver_row("a", is_used=True)


def page_of(choice, devices=None, loaders=(), probed=None, rows=(DRIVER,)):
    configuration = Configuration(key="one", name="One", devices=choice)
    request = question_of(configuration, loaders=loaders)
    snapshot = ChainSnapshot(
        request=request,
        rows=rows,
        summary=ChainSummary(("",)),
        find=lambda: snapshot.reports,
        devices=devices or DeviceChoiceEffect(NEWEST_PROFILE),
    )
    probed = probed or ProbeFindings({DRIVER.key: WELL}, {DRIVER.key: SEEN})
    found = [device for group in probed.devices.values() for device in group]
    lines = list_devices(choice, found)
    return make_device_page(choice, snapshot, probed, lines), lines


def test_the_page_says_what_programs_get():
    assert page_of(EVERY_DEVICE)[0].choice_sentence == words.EVERY_DEVICE_USED
    assert page_of(listed(entry(1)))[0].choice_sentence == words.CHECKED_DEVICES_USED
    nobody = page_of(listed())[0]
    assert (nobody.choice_sentence, nobody.is_warning) == (words.NO_DEVICE_CHECKED, True)
    assert (
        page_of(EVERY_DEVICE, applied_state(entry(1)))[0].choice_sentence
        == words.OTHER_FILE_IN_FORCE
    )
    lost = page_of(listed(entry(7)), applied_state(entry(7)))[0]
    assert (lost.choice_sentence, lost.is_warning) == (words.CHECKED_NOT_FOUND, True)
    assert (
        page_of(listed(entry(1)), applied_state(entry(1)))[0].choice_sentence
        == words.CHECKED_DEVICES_USED
    )


def test_a_place_counts_the_devices_that_are_here():
    page, lines = page_of(listed(entry(7), entry(1)))
    assert (page.notes[lines[0].key], page.position_by_key) == (words.MISSING_NOTE, {ONE.key: 1})
    assert page_of(listed(entry(1)), applied_state(entry(1)))[0].position_by_key == {ONE.key: 1}


def test_the_page_says_what_a_changed_driver_comes_to():
    old = entry(1, version=5)
    assert page_of(listed(old), applied_state(old))[0].notes == {ONE.key: words.NOT_FOUND_NOTE}
    loose = applied_state(old, profile=LoaderProfile((1, 4, 324), ""))
    assert page_of(listed(old), loose)[0].notes == {ONE.key: words.STILL_FOUND_NOTE}


def test_a_chosen_device_of_a_driver_that_is_not_used_is_off():
    probed = ProbeFindings({DRIVER.key: WELL}, {DRIVER.key: SEEN})
    unused = DRIVER._replace(is_used=False)
    page, _lines = page_of(listed(entry(1)), probed=probed, rows=(unused,))
    assert page.notes == {ONE.key: words.DRIVER_OFF_NOTE}


def test_before_every_driver_was_probed_no_device_is_said_to_be_missing():
    other = driver_row("b", is_used=True)
    page, lines = page_of(listed(entry(7)), applied_state(entry(7)), rows=(DRIVER, other))
    assert page.notes[lines[0].key] == words.NOT_FOUND_YET_NOTE
    assert (page.choice_sentence, page.is_warning) == (words.CHECKED_DEVICES_USED, False)


def test_without_a_probe_the_page_says_when_devices_are_known():
    page, _lines = page_of(EVERY_DEVICE, probed=ProbeFindings())
    assert page.unprobed_sentence == words.PROBE_TO_LIST
    other = driver_row("b", is_used=True)
    page, _lines = page_of(EVERY_DEVICE, rows=(DRIVER, other))
    assert (
        page.unprobed_sentence == f"{other.name} has not been probed yet: its devices are unknown."
    )
    assert page_of(EVERY_DEVICE)[0].unprobed_sentence == ""


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ((1, 3, 230), "does not read loader settings files: programs that use it get every device"),
        (
            (1, 3, 290),
            (
                "can crash when reading a loader settings file, so vkconfig-py does not write "
                "one for it"
            ),
        ),
        ((1, 4, 309), "ignores device choices: programs that use it get every device"),
        ((1, 4, 324), "applies device choices and identifies devices only by UUID"),
        (
            (1, 4, 364),
            "applies device choices and identifies devices by UUID, driver and driver version",
        ),
    ],
)
def test_each_installed_loader_says_whether_it_follows(version, says):
    (line,) = page_of(EVERY_DEVICE, loaders=(LoaderProfile(version, "/lib"),))[0].loader_sentences
    assert line == f"Loader {'.'.join(map(str, version))} (64-bit) {says}."


@pytest.mark.parametrize(("in_file", "tells"), [(None, False), ((), True)])
def test_loaders_are_told_only_where_devices_are_chosen_by_a_loader_settings_file(in_file, tells):
    context = DeviceContext(NEWEST_PROFILE, (), (), (), {})
    devices = DeviceChoiceEffect(NEWEST_PROFILE, in_file, context=context)
    page, _lines = page_of(listed(entry(1)), devices, (LoaderProfile((1, 3, 230), "/lib"),))
    assert bool(page.loader_sentences) is tells
