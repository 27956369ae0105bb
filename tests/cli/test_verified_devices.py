"""verify compares devices with what an earlier probe of the same chain found."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.framework.known_loaders import know_loaders
from tests.framework.probe_parts import ProbeDevice
from vkconfig_py.cli import main


@pytest.fixture
def machine(system, monkeypatch):
    system.add_probe_driver("gpu").add_probe_layer("VK_LAYER_overlay", implicit=True)
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    return system


def verified(capsys, code):
    assert main(["verify", "--json"]) == code
    return json.loads(capsys.readouterr().out)


def probed(capsys):
    assert main(["probe"]) == 0
    capsys.readouterr()


def test_devices_that_were_never_probed_are_told_and_not_compared(machine, capsys):
    assert verified(capsys, 0)["devices_seen"] == ["gpu"]


def test_the_devices_of_a_probe_are_those_of_the_real_loader(machine, capsys):
    probed(capsys)
    found = verified(capsys, 0)
    assert (found["agreed"], found["devices_seen"]) == (True, ["gpu"])


def test_a_probe_under_other_circumstances_says_nothing_of_this_chain(machine, capsys):
    probed(capsys)
    machine.add_probe_layer("VK_LAYER_later", implicit=True)
    machine.add_probe_driver("later")
    found = verified(capsys, 0)
    assert found["agreed"]
    assert sorted(found["devices_seen"]) == ["gpu", "later"]


def test_devices_that_differ_from_the_probe_are_a_difference(machine, capsys):
    devices = (ProbeDevice("one"), ProbeDevice("two"))
    machine.add_probe_driver("gpu", devices=devices, knobs={"devices": "0"})
    probed(capsys)
    library = json.loads(machine.manifest("gpu").read_text())["ICD"]["library_path"]
    knobs = Path(f"{library}.conf")
    knobs.write_text(knobs.read_text().replace("devices=0", "devices=0,1"))
    found = verified(capsys, 1)
    assert found["devices_seen"] == ["one", "two"]
    (told,) = found["differences"]
    assert told["text"] == "Loader 1.3.239 reports one and two; predicted: one."
    assert "earlier probe" in told["why"]
