"""Whatever stands on a machine and is wished: the picture is what real loaders do."""

from __future__ import annotations

import pytest

from tests.framework.amount import combine
from tests.framework.ladder import find_loader, list_loader_names
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from tests.model.machine import LAUNCH, look
from tests.model.plan.random_plans import RandomMachine
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    Target,
)
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, Plan, PlanView

VIEWS = {
    "settings": PlanView(Mechanism.SETTINGS),
    "automatic": PlanView(Mechanism.AUTOMATIC),
    "override": PlanView(Mechanism.OVERRIDE),
    "launch": LAUNCH,
    "variables": PlanView(Mechanism.ENVIRONMENT),
}
SEEDS = range(12)


@pytest.fixture(params=list_loader_names())
def loader(request: pytest.FixtureRequest) -> RealLoader:
    return find_loader(request.param)


def write(plan: Plan, system: SystemBuilder) -> dict[str, str]:
    """Write a plan over what stands there; return the environment with its variables."""
    environment = dict(system.environment)
    for variable in plan.variables:
        environment.pop(variable.name, None)
        if variable.value is not None:
            environment[variable.name] = variable.value
    for file in plan.files:
        if file.content is not None:
            system.add_file(file.path, file.content)
    return environment


@pytest.mark.parametrize(
    ("seed", "view", "loader"), combine(SEEDS, VIEWS, list_loader_names()), indirect=["loader"]
)
def test_the_picture_is_what_the_loader_does(
    seed: int, view: str, system: SystemBuilder, loader: RealLoader
) -> None:
    machine = RandomMachine(system, seed)
    machine.add_files_of_others()
    program, other = system.root / "bin/program", system.root / "bin/other"
    for path in (program, other):
        system.add_program(path)
    link = system.root / "bin/link"
    link.symlink_to(program)
    wanted = machine.configuration()._replace(target=Target(str(link)))
    asked, applied = VIEWS[view], ()
    if asked.is_applied:
        asked = asked._replace(programs=(str(program),))
        programs = machine.chance.choice([(), (str(other),)])
        applied = (
            AppliedConfiguration(machine.configuration("other"), programs, 0.0, asked.mechanism),
        )
    folder = str(system.root / "private")
    snapshot = look(system.host(link), wanted, asked, loader.profile, applied, folder)
    if any(limit.is_blocking for limit in snapshot.plan.limits):
        return
    environment = write(snapshot.plan, system)
    answer = system.run_reference(loader, program=link, environment=environment)
    assert (answer.create, answer.chain()) == (
        snapshot.report.create_result,
        snapshot.list_loading_layers(),
    )
    if answer.callstack:
        loaded = [(layer.manifest.name, layer.manifest.file) for layer in snapshot.report.callstack]
        assert [(layer.name, layer.manifest) for layer in answer.callstack] == loaded
    assert not unsaid(wanted, snapshot)


def unsaid(wanted: Configuration, snapshot: ChainSnapshot) -> list[str]:
    """Return the layers of which a control is not followed, and no row says so."""
    told = {row.key.partition(":")[2] for row in snapshot.rows if row.deviation}
    told |= {limit.subject for limit in snapshot.plan.limits}
    chain = snapshot.list_loading_layers()
    known = {entry.name for entry in wanted.layers}
    found = []
    for entry in wanted.layers:
        if entry.name == UNLISTED:
            broken = entry.control is LayerControl.OFF and not known.issuperset(chain)
        else:
            broken = (entry.name in chain) != (entry.control is LayerControl.ON)
            broken = broken and entry.control is not LayerControl.AUTO
        if broken and entry.name not in told:
            found.append(entry.name)
    placed = [e.name for e in wanted.layers if e.placed and e.name in chain]
    if [name for name in chain if name in placed] != placed and not told.intersection(placed):
        found += placed
    return found
