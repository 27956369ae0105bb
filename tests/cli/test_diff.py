"""diff of two devices and of two configurations."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_probe import run
from tests.framework.probe_parts import ProbeDevice
from tests.framework.system import SystemBuilder


@pytest.fixture
def devices(system: SystemBuilder) -> SystemBuilder:
    return system.add_probe_driver(
        "one", devices=(ProbeDevice("first", type=2), ProbeDevice("second", type=4))
    )


def test_two_devices_are_compared_by_number_and_part_of_a_name(devices):
    done = run(devices, "diff", "device:0", "device:SEC", "--json")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    assert (found["left"], found["right"]) == ("first", "second")
    assert not [line for line in found["lines"] if line["equal"]]
    kinds = [(x["left"], x["right"]) for x in found["lines"] if x["name"] == "Type"]
    assert kinds == [("Discrete GPU", "CPU")]
    everything = run(devices, "diff", "device:0", "device:1", "--json", "--all")
    assert len(json.loads(everything.stdout)["lines"]) > len(found["lines"])
    told = run(devices, "diff", "device:0", "device:1")
    assert "Type: Discrete GPU → CPU" in told.stdout


def test_a_device_that_is_not_there_is_told_with_those_that_are(devices):
    done = run(devices, "diff", "device:0", "device:third")
    assert done.returncode == 3
    assert "0: first, 1: second" in done.stderr


def test_two_configurations_are_compared(system):
    done = run(system, "diff", "config:Validation", "config:Loader default")
    assert done.returncode == 1
    assert "“Validation” → “Loader default”" in done.stdout
    same = run(system, "diff", "config:Validation", "config:Validation")
    assert same.returncode == 0
    assert "No differences" in same.stdout
    table = run(system, "diff", "config:Validation", "config:Loader default", "--markdown")
    assert table.stdout.startswith("# “Validation” and “Loader default”")


def test_sides_of_two_kinds_are_refused(system):
    done = run(system, "diff", "config:Validation", "device:0")
    assert done.returncode != 0
    assert "two sides of the same kind" in done.stderr


def test_a_machine_without_a_scan_has_no_moment_to_compare(system):
    done = run(system, "diff", "moment:now")
    assert done.returncode == 3
    command = "vkconfig-py history"
    assert f"This machine has not been scanned yet. To scan it now: {command}" in done.stderr
    assert run(system, *command.split()[1:]).returncode == 0
    earlier = run(system, "diff", "2020-01-01", "now")
    assert earlier.returncode == 3
    assert f"is newer than 2020-01-01. To list all known changes: {command}" in earlier.stderr
