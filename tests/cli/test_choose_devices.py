"""device only, order, hide, auto, ways, prove: what they keep, print, and how they end."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests.cli.commands import save
from tests.framework.chromium import fetch_chromium_loader
from tests.framework.known_loaders import know_loaders
from tests.framework.probe_parts import ProbeDevice
from tests.framework.system import SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.model.configuration.configuration import Configuration

BIG = ProbeDevice("Big", type=2, vendor=0x10DE, id=0x2684, uuid=1)
SMALL = ProbeDevice("Small", type=1, vendor=0x8086, id=0x46A6, uuid=2)
SPARE = ProbeDevice("Spare", type=1, vendor=0x8086, id=0x46A7, uuid=3)


@pytest.fixture
def machine(system: SystemBuilder, monkeypatch: pytest.MonkeyPatch) -> SystemBuilder:
    """Two drivers with three devices, and the newer loader."""
    system.add_probe_driver("big", devices=(BIG,), file="big_icd.json")
    system.add_probe_driver("small", devices=(SMALL, SPARE), file="small_icd.json")
    environment = {
        **system.environment,
        "LD_LIBRARY_PATH": str(fetch_chromium_loader().parent),
        "XDG_CACHE_HOME": f"{system.root}/cache",
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    save(Configuration("k", "Games"))
    return system


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code = main([*arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return {**found, "code": code}


def test_a_way_holds_for_the_choice_that_it_was_said_of(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    choose = ("device", "only", "-c", "Games")
    assert said(capsys, *choose, "small", "--by", "settings")["devices"]["by"] == "settings"
    assert said(capsys, *choose, "big")["devices"]["by"] == "automatic"
    found = said(capsys, "device", "ways", "settings", "-c", "Games")["devices"]
    assert (found["by"], [one["name"] for one in found["devices"]]) == ("settings", ["Big"])


@pytest.mark.parametrize(
    ("arguments", "wanted", "way"),
    [
        (["only", "Big"], ["Big"], "drivers-select"),
        (["only", "small"], ["Small"], "id-filters"),
        (["only", "02020202-0202-0202-0202-020202020202"], ["Small"], "id-filters"),
        (["hide", "Spare", "0"], ["Small"], "id-filters"),
        (["only", "spare", "big"], ["Spare", "Big"], "settings"),
        (["order", "small"], ["Small", "Big", "Spare"], "device-select"),
        (["only", "small", "--by", "settings"], ["Small"], "settings"),
    ],
    ids=" ".join,
)
def test_a_choice_is_kept_and_proved(
    arguments: list[str],
    wanted: list[str],
    way: str,
    machine: SystemBuilder,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert machine.root
    found = said(capsys, "device", *arguments, "-c", "Games")
    assert (found["wanted"], found["way"], found["fits"]) == (wanted, way, True)
    proof = said(capsys, "device", "prove", "-c", "Games")
    assert (proof["code"], proof["proved"], proof["got"]) == (0, True, wanted)
    back = said(capsys, "device", "auto", "-c", "Games")
    assert back["devices"] == {"mode": "auto", "by": "automatic", "devices": []}


@pytest.mark.parametrize(
    ("name", "told"),
    [("nothing", "No device matches “nothing”"), ("S", "“S” matches several devices")],
)
def test_a_name_that_does_not_tell_which_device_is_refused(
    name: str, told: str, machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.root
    assert main(["device", "only", name, "-c", "Games"]) == 3
    assert told in capsys.readouterr().err


def test_every_way_says_what_it_does_here(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.root
    main(["device", "only", "Small", "-c", "Games"])
    capsys.readouterr()
    assert main(["device", "ways", "-c", "Games"]) == 0
    text = capsys.readouterr().out
    assert "used     id-filters" in text
    assert "unusable drivers-select" in text
    assert (
        "VK_LOADER_DRIVERS_SELECT cannot hide Spare: it shares a driver with a chosen device"
        in text
    )
    assert "works only with VK_LAYER_MESA_device_select, which is not in the chain" in text
    found = said(capsys, "device", "ways", "-c", "Games")
    assert [one["way"] for one in found["ways"] if one["fits"]] == ["id-filters", "settings"]


def test_a_way_that_cannot_be_taken_here_is_refused_and_nothing_changes(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.root
    choose = ("device", "only", "-c", "Games")
    before = said(capsys, *choose, "small")["devices"]
    refused = said(capsys, *choose, "big", "--by", "dri-prime")
    assert (refused["code"], refused["exit_code"], refused["fits"]) == (1, 1, False)
    assert refused["error"].startswith("The device choice cannot be applied: DRI_PRIME ")
    assert "“Games” was not changed" in refused["error"]
    assert said(capsys, *choose, "small")["devices"] == before


def test_without_a_choice_the_ways_are_tried_with_one_device(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.root
    found = said(capsys, "device", "ways", "-c", "Games")
    assert found["wanted"] == ["Big"]


def test_what_was_not_chosen_cannot_be_proved(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.root
    assert main(["device", "prove", "-c", "Games"]) == 1
    assert "“Games” does not choose devices" in capsys.readouterr().err


def test_what_would_be_applied_is_proved_without_applying(
    machine: SystemBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.root
    main(["device", "only", "Spare", "Big", "-c", "Games"])
    capsys.readouterr()
    proof = said(capsys, "device", "prove", "-c", "Games", "--applied")
    assert (proof["proved"], proof["got"], proof["way"]) == (True, ["Spare", "Big"], "settings")
