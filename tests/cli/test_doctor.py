"""doctor: each check says one sentence, and the exit code says whether something is wrong."""

from __future__ import annotations

import json
import os

import pytest

from tests.framework.known_loaders import know_loaders
from tests.framework.system import ManifestKind, Place
from vkconfig_py.cli import main


@pytest.fixture
def machine(system, monkeypatch):
    """One driver and one layer that work, and the variables of this process."""
    system.add_probe_driver("gpu").add_probe_layer("VK_LAYER_overlay", implicit=True)
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    return system


def checks(capsys, *arguments, code):
    assert main(["doctor", "--json", *arguments]) == code
    document = json.loads(capsys.readouterr().out)
    assert document["exit_code"] == code
    return {one["name"]: one for one in document["checks"]}


def test_all_is_well_on_a_machine_in_order(machine, capsys):
    found = checks(capsys, code=0)
    assert found["drivers"]["sentence"] == "1 of 1 driver works."
    assert found["layers"]["state"] == "ok"
    assert found["prediction"]["sentence"] == "The real loader matches the prediction."
    assert "with VK_LAYER_overlay and can use gpu" in found["instance"]["sentence"]
    assert found["overrides"]["state"] == found["problems"]["state"] == "ok"


def test_a_driver_that_crashes_is_named_and_ends_every_program(machine, capsys):
    machine.add_probe_driver("bad", knobs={"create_does": "crash"})
    found = checks(capsys, code=1)
    assert found["instance"]["state"] == "error"
    assert found["drivers"]["state"] == "warn"
    assert "1 of 2 drivers work. Not working: bad.json (SIGSEGV" in found["drivers"]["sentence"]


def test_a_file_that_ends_every_program_is_an_error(machine, capsys):
    machine.add_file(machine.folder(ManifestKind.IMPLICIT, Place.DATA_DIRS) / "broken.json", "{")
    found = checks(capsys, "--quick", code=1)
    assert found["problems"]["state"] == "error"
    assert found["problems"]["next"] == "vkconfig-py problems"


def test_overrides_that_are_active_are_not_said_to_be_left_behind(machine, capsys):
    machine.add_override(("VK_LAYER_overlay",), app_keys=["/gone/program"])
    machine.add_override(("VK_LAYER_overlay",), place=Place.DATA_DIRS)
    sentence = checks(capsys, "--quick", code=0)["overrides"]["sentence"]
    assert sentence.startswith("1 override was left behind: ")
    assert " 1 override from another tool is active: " in sentence


def test_a_foreign_override_is_told(machine, capsys):
    machine.add_override(("VK_LAYER_overlay",))
    found = checks(capsys, "--quick", code=0)
    assert found["overrides"]["state"] == "warn"
    assert found["overrides"]["next"] == "vkconfig-py status --overrides"
    assert found["overrides"]["sentence"].endswith(" from an unknown program.")


def test_quick_opens_nothing(machine, capsys):
    found = checks(capsys, "--quick", code=0)
    assert "prediction" not in found
    assert "drivers" not in found


def test_a_file_in_the_way_of_the_loader_is_named(machine, capsys, monkeypatch):
    file = machine.root / "lib/libvulkan.so.1"
    machine.add_file(file, "no library")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(machine.root / "lib"))
    found = checks(capsys, "--quick", code=1)
    assert found["loader"]["state"] == found["problems"]["state"] == "error"
    assert found["loader"]["sentence"].startswith(f"{file} is an incomplete library, ")
    assert "instance" not in found
    main(["show", "-c", ""])
    assert capsys.readouterr().out.startswith(f"{file} is an incomplete library, ")
