"""What a launch showed of a program is part of its next prediction, and told as that."""

from __future__ import annotations

import json
import shutil
import time

import pytest

from tests.framework.reference import debian_loader
from tests.framework.system import SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Application
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
)
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, Mechanism, PlanView, PredictionRequest
from vkconfig_py.model.programs.seen_requests import SeenRequests, read_identity, store_requests

OWN = "VK_LAYER_own"


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return a machine with a driver and an explicit layer."""
    return system.add_driver().add_explicit_layer(OWN)


@pytest.fixture
def program(machine: SystemBuilder) -> str:
    """Return a program that was seen asking for the layer."""
    path = machine.root / "game"
    shutil.copy("/bin/true", path)
    file = find_state_paths(machine.host().environment).requests_file
    store_requests(file, SeenRequests(str(path), read_identity(str(path)), time.time(), (OWN,)))
    return str(path)


def ask(machine: SystemBuilder, program: str, *layers: LayerEntry, **more: object) -> ChainSnapshot:
    configuration = Configuration("try", "Try", layers=layers, target=Target(program))
    request = PredictionRequest(
        machine.host(), debian_loader().profile, configuration, more.pop("view", DEFAULT_VIEW)
    )
    return compute_snapshot(request._replace(**more))


def test_the_layer_is_in_the_chain_and_says_who_asked_for_it_and_when(machine, program):
    snapshot = ask(machine, program)
    seen = snapshot.known_requests.render_seen_time()
    assert seen.startswith("seen at ")
    (row,) = [row for row in snapshot.rows if row.kind is RowKind.LAYER]
    assert (row.name, row.reason) == (OWN, f"requested by game ({seen})")
    assert snapshot.rows[0].reason == f"Requested own ({seen})"


def test_report_counts_with_it_unless_its_options_say_what_is_asked_for(
    machine, program, monkeypatch, capsys
):
    for name, value in machine.host().environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert main(["show", "--program", program, "--json"]) == 0
    told = capsys.readouterr()
    assert [one["name"] for one in json.loads(told.out)["callstack"]] == [OWN]
    assert "game requested own (seen at " in told.err
    assert main(["explain", OWN, "--program", program]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("Loads")
    assert main(["show", "--program", program, "--api-version", "1.1", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["callstack"] == []
    assert not told.err


def test_another_program_is_still_assumed_to_ask_for_nothing(machine, program):
    other = machine.root / "other"
    shutil.copy("/bin/true", other)
    snapshot = ask(machine, str(other))
    assert snapshot.known_requests is None
    assert snapshot.list_loading_layers() == ()
    assert snapshot.rows[0].reason == "Assumed not to request any layers"


def test_it_is_known_too_of_a_program_that_a_configuration_is_applied_to(machine, program):
    view = PlanView(Mechanism.OVERRIDE, (program,))
    assert ask(machine, program, view=view).list_loading_layers() == (OWN,)
    assert ask(machine, program, view=PlanView(Mechanism.OVERRIDE)).list_loading_layers() == ()


def test_what_the_user_supposes_of_the_program_wins(machine, program):
    snapshot = ask(machine, program, application=Application("game", (1, 3, 0)))
    assert (snapshot.list_loading_layers(), snapshot.known_requests) == ((), None)


def test_a_layer_that_is_set_to_on_is_planned_even_if_the_program_asks_for_it(machine, program):
    on = LayerEntry(OWN, LayerControl.ON)
    snapshot = ask(machine, program, on)
    assert snapshot.list_loading_layers() == (OWN,)
    assert snapshot.plan.variables == ask(machine, "/bin/true", on).plan.variables != ()
