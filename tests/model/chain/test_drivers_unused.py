"""Which drivers are off whichever devices a configuration chooses."""

from __future__ import annotations

from tests.framework.probing import discover_machine
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DeviceSelectionMethod,
    DriverControl,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.plan.plan import make_request


def list_unused(system: SystemBuilder, configuration: Configuration) -> list[str]:
    """Return the file names of the unused drivers of a launch."""
    report = discover_machine(system)
    workspace = Workspace((configuration,))
    snapshot = compute_snapshot(make_request(report.host, (report.profile,), workspace))
    keys = snapshot.list_unused_drivers()
    if configuration.devices.is_choosing:
        off_rows = [row.name for row in snapshot.rows if row.outcome is Outcome.OFF]
        assert off_rows == ["big"]
    return sorted(row.name for row in snapshot.rows if row.key in keys)


def test_drivers_that_a_variable_or_the_configuration_turns_off_are_unused(system: SystemBuilder):
    system.add_probe_driver("big").add_probe_driver("small")
    configuration = Configuration("k", "Games")
    assert list_unused(system, configuration) == []
    for control, name in ((DriverControl.OFF, "big.json"), (DriverControl.ONLY, "small.json")):
        chosen = configuration.with_driver_control(name, control)
        assert list_unused(system, chosen) == ["big"]
    system.with_env(VK_LOADER_DRIVERS_DISABLE="big*")
    assert list_unused(system, configuration) == ["big"]


def test_a_driver_that_only_the_choice_of_devices_turns_off_can_be_chosen_again(
    system: SystemBuilder,
):
    system.add_probe_driver("big").add_probe_driver("small")
    entry = DeviceEntry("Small", "2" * 32, "", 1, driver="small.json", vendor_id=1, device_id=2)
    choice = DeviceChoice(DeviceMode.LISTED, (entry,), by=DeviceSelectionMethod.DRIVERS_SELECT)
    assert list_unused(system, Configuration("k", "Games", devices=choice)) == []
