"""What rows and the page of devices say: control, what programs get, and who does not follow."""

from __future__ import annotations

import pytest

from tests.model.chain.devices_sample import ONE, THREE, TWO, entry, listed, seen
from tests.model.items.snapshots import driver_row, question_of
from vkconfig_py.loader.base.device_values import DeviceConfiguration
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile
from vkconfig_py.model.chain import device_page as words
from vkconfig_py.model.chain.chosen_devices import list_devices
from vkconfig_py.model.chain.device_page import devices_page
from vkconfig_py.model.chain.probe_results import ProbeFindings, ProbeStatus, ShownHealth
from vkconfig_py.model.chain.probe_rows import device_words
from vkconfig_py.model.chain.snapshot_values import (
    ChainSnapshot,
    ChainSummary,
    DevicesInForce,
    Tone,
)
from vkconfig_py.model.configuration.configuration import EVERY_DEVICE, Configuration
from vkconfig_py.model.plan.plan import Limitation

LAUNCH = Limitation("", "a launch from here cannot choose devices", "a loader settings file")
WELL = ShownHealth(ProbeStatus.WELL, "works")
SEEN = (ONE, TWO, THREE)


def applied_state(*entries, profile=NEWEST, limits=()):
    listed_ = tuple(
        DeviceConfiguration(e.device_uuid, e.driver_uuid, e.driver_version) for e in entries
    )
    return DevicesInForce(profile, listed_, limits)


def test_while_nothing_chooses_a_row_offers_to_leave_it_out():
    said = device_words(EVERY_DEVICE, DevicesInForce(NEWEST), SEEN)[ONE.key]
    assert (said.control, said.controls, said.word, said.deviation) == ("on", ("on", "off"), "", "")


def test_rows_say_the_place_that_programs_give_a_device_and_which_are_left_out():
    said = device_words(listed(entry(3), entry(1)), applied_state(entry(3), entry(1)), SEEN)
    assert (said[THREE.key].word, said[ONE.key].word) == ("1st", "2nd")
    assert said[THREE.key].tone is Tone.OK
    left = said[TWO.key]
    assert (left.word, left.reason, left.control) == (
        "Off",
        "left out by this configuration",
        "off",
    )


def test_a_way_that_cannot_choose_says_so_on_every_row():
    said = device_words(listed(entry(1)), DevicesInForce(NEWEST, None, (LAUNCH,)), SEEN)
    text = "a launch from here cannot choose devices; a loader settings file"
    assert {one.deviation for one in said.values()} == {text}
    none = device_words(listed(entry(1)), DevicesInForce(NEWEST), SEEN)
    assert none[ONE.key].deviation == "programs still get every device"


def test_a_changed_driver_hides_a_device_from_loaders_that_look_at_it():
    old = entry(1, version=5)
    new = device_words(listed(old), applied_state(old), SEEN)[ONE.key]
    assert new.deviation == (
        "you chose it, but programs do not get it: its driver has changed since"
    )
    loose = applied_state(old, profile=LoaderProfile((1, 4, 324), ""))
    assert device_words(listed(old), loose, SEEN)[ONE.key].word == "1st"


def test_a_settings_file_of_somebody_else_is_not_the_control():
    theirs = applied_state(entry(2), entry(1))
    said = device_words(EVERY_DEVICE, theirs, SEEN)
    assert (said[TWO.key].word, said[ONE.key].word) == ("1st", "2nd")
    assert said[THREE.key].reason == "not selected by the loader settings file"
    mine = device_words(listed(entry(1), entry(3)), theirs, SEEN)
    assert mine[TWO.key].deviation == "you left it out, but programs get it"
    assert mine[ONE.key].deviation == "you put it 1st, but programs get it 2nd"
    assert mine[THREE.key].deviation == "you chose it, but programs do not get it"


def test_what_cannot_be_named_has_no_control():
    plain = seen(5, entry=None)
    said = device_words(listed(entry(1)), applied_state(entry(1)), (ONE, plain))[plain.key]
    assert (said.control, said.controls, said.word) == ("", (), "Off")


# ---- the page

DRIVER = driver_row("a", used=True)


def page_of(choice, devices=None, loaders=(), probed=None, rows=(DRIVER,)):
    configuration = Configuration(key="one", name="One", devices=choice)
    request = question_of(configuration, loaders=loaders)
    snapshot = ChainSnapshot(
        request=request,
        rows=rows,
        summary=ChainSummary(("",)),
        find=lambda: snapshot.findings,
        devices=devices or DevicesInForce(NEWEST),
    )
    probed = probed or ProbeFindings({DRIVER.key: WELL}, {DRIVER.key: SEEN})
    found = [device for group in probed.devices.values() for device in group]
    lines = list_devices(choice, found)
    return devices_page(choice, snapshot, probed, lines), lines


def test_the_page_says_what_programs_get():
    assert page_of(EVERY_DEVICE)[0].head == words.EVERY
    assert page_of(listed(entry(1)))[0].head == words.CHOSEN
    nobody = page_of(listed())[0]
    assert (nobody.head, nobody.warns) == (words.NOBODY, True)
    assert page_of(EVERY_DEVICE, applied_state(entry(1)))[0].head == words.OTHERS
    lost = page_of(listed(entry(7)), applied_state(entry(7)))[0]
    assert (lost.head, lost.warns) == (words.NOT_HERE, True)
    assert page_of(listed(entry(1)), applied_state(entry(1)))[0].head == words.CHOSEN


def test_a_place_counts_the_devices_that_are_here():
    page, lines = page_of(listed(entry(7), entry(1)))
    assert (page.notes[lines[0].key], page.places) == (words.ABSENT, {ONE.key: 1})
    assert page_of(listed(entry(1)), applied_state(entry(1)))[0].places == {ONE.key: 1}


def test_the_page_says_what_a_changed_driver_comes_to():
    old = entry(1, version=5)
    assert page_of(listed(old), applied_state(old))[0].notes == {ONE.key: words.NOT_FOUND}
    loose = applied_state(old, profile=LoaderProfile((1, 4, 324), ""))
    assert page_of(listed(old), loose)[0].notes == {ONE.key: words.STILL_FOUND}


def test_a_chosen_device_of_a_driver_that_is_not_used_is_off():
    probed = ProbeFindings({DRIVER.key: WELL}, {DRIVER.key: SEEN})
    unused = DRIVER._replace(used=False)
    page, _lines = page_of(listed(entry(1)), probed=probed, rows=(unused,))
    assert page.notes == {ONE.key: words.DRIVER_OFF}


def test_before_every_driver_was_probed_no_device_is_said_to_be_missing():
    other = driver_row("b", used=True)
    page, lines = page_of(listed(entry(7)), applied_state(entry(7)), rows=(DRIVER, other))
    assert page.notes[lines[0].key] == words.NOT_FOUND_YET
    assert (page.head, page.warns) == (words.CHOSEN, False)


def test_without_a_probe_the_page_says_when_devices_are_known():
    page, _lines = page_of(EVERY_DEVICE, probed=ProbeFindings())
    assert page.unprobed == words.NOTHING_KNOWN
    other = driver_row("b", used=True)
    page, _lines = page_of(EVERY_DEVICE, rows=(DRIVER, other))
    assert page.unprobed == f"{other.name} was not probed yet: its devices are not known."
    assert page_of(EVERY_DEVICE)[0].unprobed == ""


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ((1, 3, 230), "reads no loader settings file: its programs get every device"),
        ((1, 3, 290), "can crash on a loader settings file, so none is written for it"),
        ((1, 4, 309), "ignores device choices: its programs get every device"),
        ((1, 4, 324), "applies device choices; a device is identified by UUID alone"),
        (
            (1, 4, 364),
            "applies device choices; a device is identified by UUID, driver and driver version",
        ),
    ],
)
def test_each_installed_loader_says_whether_it_follows(version, says):
    (line,) = page_of(EVERY_DEVICE, loaders=(LoaderProfile(version, "/lib"),))[0].loaders
    assert line == f"Loader {'.'.join(map(str, version))}, 64-bit, {says}"
