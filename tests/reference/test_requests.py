"""What a program asks its loader for itself: predicted after its first launch."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.commands import run_without_qt, save
from tests.framework.reference import RealLoader, chromium_loader, debian_loader
from tests.framework.system import SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.model.configuration.configuration import Configuration

OWN, FIRST = "VK_LAYER_asked", "VK_LAYER_first"


@pytest.fixture(params=["debian", "chromium"])
def loader(request: pytest.FixtureRequest) -> RealLoader:
    return debian_loader() if request.param == "debian" else chromium_loader()


@pytest.fixture
def machine(system: SystemBuilder, loader: RealLoader, monkeypatch: pytest.MonkeyPatch):
    """A machine with a layer that only the program turns on, and one that each program has."""
    system.add_driver().add_implicit_layer(FIRST).add_explicit_layer(OWN)
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    folder = str(Path(loader.profile.library).parent)
    monkeypatch.setenv("LD_LIBRARY_PATH", folder)
    save(Configuration(key="try", name="Try"))
    return system


@pytest.fixture
def program(machine: SystemBuilder, loader: RealLoader, tmp_path: Path):
    """The command of a program that asks for the layer, Vulkan 1.2 and an extension."""
    path = tmp_path / "asker"
    machine.add_program(path)
    version = str(1 << 22 | 2 << 12)
    asked = ["1", OWN, "VK_EXT_debug_report"]
    return [str(path), loader.profile.library, str(tmp_path / "out"), "t", version, "0", *asked]


def launch(*command: str):
    done = run_without_qt("run", "-c", "Try", "--json", "--summary", "--", *command)
    assert b"callstack" not in done.stderr
    return json.loads(done.stdout)["instances"]


def test_the_second_prediction_equals_the_real_chain(machine, program, loader, capsys):
    (first,) = launch(*program)
    assert first["chain"] == [FIRST, OWN]
    assert not first["agreed"]
    assert first["differences"][0]["why"] == "asker requested asked itself."
    (second,) = launch(*program)
    assert second == {"chain": [FIRST, OWN], "agreed": True, "differences": []}
    assert main(["history", "requests", "--json"]) == 0
    (known,) = json.loads(capsys.readouterr().out)["requests"]
    assert known["program"] == os.path.realpath(program[0])
    assert known["layers"] == [OWN]
    if loader.version >= (1, 4, 354):
        assert (known["extensions"], known["api_version"]) == (["VK_EXT_debug_report"], "1.2.0")
    else:
        assert (known["extensions"], known["api_version"]) == ([], None)


def test_a_program_that_asks_no_more_is_predicted_so_after_its_next_launch(machine, program):
    launch(*program)
    without = [*program[:6], "0"]
    (changed,) = launch(*without)
    assert changed["differences"][0]["why"] == "asker did not request asked this time."
    (after,) = launch(*without)
    assert after["agreed"]


def test_a_forgotten_program_is_predicted_as_before_its_first_launch(machine, program, capsys):
    launch(*program)
    assert main(["history", "requests"]) == 0
    assert "Requested asked" in capsys.readouterr().out
    assert main(["history", "requests", "--forget", "asker"]) == 0
    assert "Discarded the requests recorded for " in capsys.readouterr().out
    assert main(["history", "requests"]) == 0
    assert "No requests recorded yet" in capsys.readouterr().out
    assert main(["history", "requests", "--forget", "asker"]) == 3
    (again,) = launch(*program)
    assert not again["agreed"]
