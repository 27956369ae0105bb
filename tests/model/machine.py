"""The recipe's machine, and plans carried out on it for real."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.framework.reference import Answer, RealLoader
from tests.framework.system import Place, SystemBuilder
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.plan.plan import (
    NO_APPLICATION,
    AppliedConfiguration,
    Mechanism,
    Plan,
    PlanView,
    PredictionRequest,
)

ANCIENT = LoaderProfile((1, 3, 204), "/usr/lib/libvulkan.so.1")
OLD = LoaderProfile((1, 3, 239), "/usr/lib/libvulkan.so.1")
NEW = LoaderProfile((1, 4, 364), "/usr/lib/libvulkan.so.1")
LAUNCH = PlanView(Mechanism.LAUNCH)
EVERY = PlanView(Mechanism.OVERRIDE)
ENVIRONMENT = PlanView(Mechanism.ENVIRONMENT)


def build(system: SystemBuilder) -> SystemBuilder:
    """Build it: I1 of the user, I2 and I3 (needs a variable) of the system, explicit C B A."""
    folders = {name: system.root / "share" / name for name in ("i2", "i3", "c", "b", "a")}
    system.with_env(XDG_DATA_DIRS=":".join(map(str, folders.values())))
    system.add_driver("driver", folder=folders["i2"] / "vulkan" / "icd.d")
    system.add_implicit_layer("I1", place=Place.DATA_HOME)
    system.add_implicit_layer("I2", folder=folders["i2"] / "vulkan" / "implicit_layer.d")
    system.add_implicit_layer(
        "I3",
        folder=folders["i3"] / "vulkan" / "implicit_layer.d",
        enable_environment={"ENABLE_I3": "1"},
    )
    for name in "ABC":
        folder = folders[name.lower()] / "vulkan" / "explicit_layer.d"
        system.add_explicit_layer(name, folder=folder)
    return system


def drawn(*names: str, on: Sequence[str] = (), off: Sequence[str] = ()) -> Configuration:
    """Return a configuration with this drawn chain."""
    configuration = Configuration(key="k", name="drawn").with_order(names)
    for name in on:
        configuration = configuration.with_control(name, LayerControl.ON)
    for name in off:
        configuration = configuration.with_control(name, LayerControl.OFF)
    return configuration


def look(
    host: Host,
    configuration: Configuration,
    view: PlanView = LAUNCH,
    profile: LoaderProfile = NEW,
    applied: tuple[AppliedConfiguration, ...] = (),
    folder: str = "/private",
    application: Application = NO_APPLICATION,
) -> ChainSnapshot:
    """Return the picture."""
    return compute_snapshot(
        PredictionRequest(
            host=host,
            profile=profile,
            configuration=configuration,
            view=view,
            applied_configurations=applied,
            launch_folder=folder,
            application=application,
        )
    )


def row(snapshot: ChainSnapshot, name: str) -> Row:
    """Return the row of a name, which must be the only one."""
    (found,) = [row for row in snapshot.rows if row.name == name]
    return found


def carry_out(
    plan: Plan,
    system: SystemBuilder,
    loader: RealLoader,
    program: Path | None = None,
    application: Application | None = None,
) -> Answer:
    """Write a plan's files and ask the real loader under its variables; take the files away."""
    environment = dict(system.environment)
    for variable in plan.variables:
        if variable.value is None:
            environment.pop(variable.name, None)
        else:
            environment[variable.name] = variable.value
    for file in plan.files:
        assert file.content is not None
        assert not Path(file.path).exists()
        system.add_file(file.path, file.content)
    try:
        return system.run_reference(loader, application, program=program, environment=environment)
    finally:
        for file in plan.files:
            Path(file.path).unlink()
