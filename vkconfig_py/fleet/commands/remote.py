"""--host: another machine is asked, and its answer shown like that of this one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from vkconfig_py.cli.commands.device_list import print_devices
from vkconfig_py.cli.commands.probe import print_probe_results
from vkconfig_py.cli.output import CommandError, Exit, Output
from vkconfig_py.cli.report_text import print_report
from vkconfig_py.fleet.remote.adb import ask_by_adb
from vkconfig_py.fleet.remote.address import AdbAddress, AddressError, parse_address
from vkconfig_py.fleet.remote.ssh import RemoteError, ask_by_ssh
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.report_json import SavedReport, SavedReportError, read_report
from vkconfig_py.loader.probe.console_probe import ProgressLine
from vkconfig_py.loader.wire.results import Cancellation


def ask_machine(command: str, address: str, arguments: list[str], output: Output) -> int:
    """Ask another machine for the answer to a command, print it, and return the exit code.

    Args:
        command: "show", "probe" or "device".
        address: such as ssh:USER@BOX or adb:SERIAL.
        arguments: of that command.
        output: where the answer goes.
    """
    document = _request_answer(command, address, arguments)
    try:
        saved_report = read_report(document)
    except SavedReportError as error:
        raise CommandError(f"{address}: {error}") from None
    lacks_probe = command == "probe" and saved_report.report.probe_results is None
    if lacks_probe or (command == "device" and not _is_device_list(document.get("devices"))):
        raise CommandError(tr("{address} sent a report without probe results", address=address))
    if command == "show" and output.as_json:
        output.outcome(document)
        return Exit.OK
    if not output.as_json:
        output.line(output.paint(_render_header(saved_report, address), "strong"))
        output.line()
    if command == "show":
        print_report(saved_report.report, output)
        return Exit.OK
    if command == "probe":
        return print_probe_results(saved_report.report, output)
    return print_devices(saved_report.report, document.get("devices"), output)


def _is_device_list(devices: object) -> bool:
    """Return whether a report's member lists devices, or is the VkResult of a failed listing."""
    return isinstance(devices, list) or (isinstance(devices, str) and devices.startswith("VK_"))


def _render_header(saved_report: SavedReport, address: str) -> str:
    """Return the line that names the machine above its report."""
    if not saved_report.origin.machine:
        return tr("On {address}", address=address)
    return tr("On {name}, {address}", name=saved_report.origin.machine, address=address)


def _ask_device(command: str, device: AdbAddress, arguments: list[str]) -> Mapping[str, Any]:
    """Return the report of an Android device.

    Raises:
        CommandError: it does not answer, or the command would load libraries there.
    """
    if command != "show":
        raise CommandError(
            tr(
                "{device}: libraries cannot be loaded on an Android device; use “show” to "
                "read its files",
                device=device,
            ),
            Exit.USAGE,
        )
    try:
        return ask_by_adb(device, arguments)
    except RemoteError as error:
        raise CommandError(str(error)) from None


def _request_answer(command: str, address: str, arguments: list[str]) -> Mapping[str, Any]:
    """Return the answer of the machine at an address. Print the progress of probes meanwhile."""
    try:
        host = parse_address(address)
    except AddressError as error:
        raise CommandError(str(error), Exit.USAGE) from None
    if isinstance(host, AdbAddress):
        return _ask_device(command, host, arguments)
    line = ProgressLine(sys.stderr)
    cancellation = Cancellation()
    try:
        return ask_by_ssh(
            host, command, arguments, report_progress=line.show, cancellation=cancellation
        )
    except RemoteError as error:
        line.clear()
        raise CommandError(
            str(error), Exit(error.code) if error.code in set(Exit) else Exit.FAILED
        ) from (None)
    finally:
        line.clear()
        cancellation.close()
