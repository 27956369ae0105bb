"""set: turn layers and drivers of a configuration on or off."""

from __future__ import annotations

import argparse
from functools import partial

from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.subjects import find_driver, find_layer
from vkconfig_py.cli.workspace import Editing, inventory_of
from vkconfig_py.cli.written_files import named
from vkconfig_py.model.configuration import workspace_edits as edits
from vkconfig_py.model.configuration.configuration import DriverControl, LayerControl

_ONLY = "only"


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        report = inventory_of(machine, editing.workspace.collection)
    driver = find_driver(options.name, report)
    if options.control == _ONLY and not driver:
        options.parser.error(f"“{options.name}” is no driver; only is for drivers")
    if driver:
        if options.control == LayerControl.ON:
            options.parser.error("a driver is set to only, off or auto")
        name, control = driver, DriverControl(options.control)
        editing = editing.edit(
            partial(edits.set_driver_control, driver=name, control=control), output
        )
    else:
        name = find_layer(options.name, editing.configuration, report)
        wanted = LayerControl(options.control)
        editing = editing.edit(partial(edits.set_control, layer=name, control=wanted), output)
        if all(found.name != name for found in report.found):
            output.error(f"{name} is not on this machine; the choice is kept until it is.")
    found = editing.configuration
    output.outcome({"configuration": named(found), "name": name, "control": options.control})
    output.line(f"“{plain(found.name)}”: {plain(name)} is set to {options.control.title()}.")
    return Exit.OK
