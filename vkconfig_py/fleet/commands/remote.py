"""--host and --machine: another machine, shown like this one."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from vkconfig_py.cli.output import Exit, Output, Stop
from vkconfig_py.fleet.remote.address import AdbAddress, AddressError, parse_address
from vkconfig_py.fleet.remote.ssh import RemoteError, ask_by_ssh
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.report_json import stamped_json
from vkconfig_py.loader.api.saved_report import SavedReport, SavedReportError, read_report
from vkconfig_py.loader.probe.console_probe import ProgressLine
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.machines.open_machine import OpenMachineError, open_machine

OPTIONS = ("--host", "--machine")
_AS_IT_IS = tr(
    "--machine shows a machine as it is and can be combined with --json only. For "
    "assumptions about a root folder, use “report --root FOLDER”."
)


def take_host(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Split a command line into the value of the option and the rest.

    Raises:
        Stop: both options are there.
    """
    rest: list[str] = []
    named: set[str] = set()
    address = ""
    given = iter(arguments)
    for one in given:
        name, equals, value = one.partition("=")
        if name not in OPTIONS:
            rest.append(one)
        else:
            named.add(name)
            address = value if equals else next(given, "")
    if len(named) > 1:
        raise Stop(
            tr(
                "{host} and {machine} each name a machine: give one of them.",
                host=OPTIONS[0],
                machine=OPTIONS[1],
            ),
            Exit.USAGE,
        )
    return address, rest


def run(command: str, address: str, arguments: list[str], output: Output) -> int:
    """Ask another machine and print its answer."""
    document = _ask(command, address, arguments)
    try:
        saved = read_report(document)
    except SavedReportError as error:
        raise Stop(f"{address}: {error}") from None
    lacks_probe = command == "probe" and saved.report.probed is None
    if lacks_probe or (command == "devices" and not _is_device_list(document.get("devices"))):
        raise Stop(tr("{address} sent a report in which nothing was probed", address=address))
    if command == "report" and output.as_json:
        output.json(document)
        return Exit.OK
    if not output.as_json:
        output.line(output.paint(_head(saved, address), "strong"))
        output.line()
    if command == "report":
        from vkconfig_py.cli.report_text import draw_report

        draw_report(saved.report, output)
        return Exit.OK
    if command == "probe":
        from vkconfig_py.cli.commands.probe import tell_probed

        return tell_probed(saved.report, output, as_json=output.as_json)
    from vkconfig_py.cli.commands.devices import tell_devices

    return tell_devices(saved.report, document.get("devices"), output)


def _is_device_list(devices: object) -> bool:
    """True for devices, and for the name of the result with which listing them failed."""
    return isinstance(devices, list) or (isinstance(devices, str) and devices.startswith("VK_"))


def _head(saved: SavedReport, address: str) -> str:
    if not saved.taken.machine:
        return tr("On {address}", address=address)
    return tr("On {name}, {address}", name=saved.taken.machine, address=address)


def show_path(path: str, options: Collection[str], output: Output) -> int:
    """Print the report of the machine that a path stands for, with no options beside --json."""
    if {*options} - {"--json"}:
        raise Stop(_AS_IT_IS, Exit.USAGE)
    try:
        machine = open_machine(path)
    except OpenMachineError as error:
        raise Stop(str(error), Exit.NOT_FOUND) from None
    if output.as_json:
        output.json(machine.document or stamped_json(machine.report))
        return Exit.OK
    from vkconfig_py.cli.report_text import draw_report

    output.line(
        output.paint(tr("On {name}: {what}", name=machine.name, what=machine.what), "strong")
    )
    for note in machine.notes:
        output.paragraph(note, indent=0, tone="faint")
    output.line()
    draw_report(machine.report, output, is_asked=False)
    return Exit.OK


def _ask_device(command: str, device: AdbAddress, arguments: list[str]) -> Mapping[str, Any]:
    from vkconfig_py.fleet.remote.adb import ask_by_adb

    if command != "report":
        raise Stop(
            tr("{device}: nothing is opened on a device; “report” reads it", device=device),
            Exit.USAGE,
        )
    try:
        return ask_by_adb(device, arguments)
    except RemoteError as error:
        raise Stop(str(error)) from None


def _ask(command: str, address: str, arguments: list[str]) -> Mapping[str, Any]:
    try:
        host = parse_address(address)
    except AddressError as error:
        raise Stop(str(error), Exit.USAGE) from None
    if isinstance(host, AdbAddress):
        return _ask_device(command, host, arguments)
    line = ProgressLine(sys.stderr)
    cancellation = Cancellation()
    try:
        return ask_by_ssh(host, command, arguments, tell=line.show, cancellation=cancellation)
    except RemoteError as error:
        line.clear()
        raise Stop(str(error), Exit(error.code) if error.code in set(Exit) else Exit.FAILED) from (
            None
        )
    finally:
        line.clear()
        cancellation.close()
