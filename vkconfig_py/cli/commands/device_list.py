"""device list: the physical devices, in the order in which a program gets them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from vkconfig_py.cli.arguments import CommandParser, add_host, add_json
from vkconfig_py.cli.commands.probe import CREATE, ask_report, open_libraries
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.language.sentences import Message, format_number, render, tr
from vkconfig_py.loader.api.report_json import devices_to_json, format_uuid
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.commands import add_devices
from vkconfig_py.loader.probe.probe_run import DEVICE_LIST, DEVICE_LIST_WHOLE
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.probe_words import describe_surface_failure

if TYPE_CHECKING:
    from vkconfig_py.model.chain.device_entries import DeviceFact

_GIB, _MIB = 1 << 30, 1 << 20


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py device list": "",
        "vkconfig-py device list --json --all > devices.json": "",
        "vkconfig-py device list --json --set VK_LOADER_DEVICE_SELECT=1002:73bf": "",
    }
    add_json(parser)
    add_devices(parser)
    add_host(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    selection = DEVICE_LIST_WHOLE if options.all else DEVICE_LIST
    with open_machine() as machine:
        # What turns a layer or driver on or off is no part of the answer.
        report = ask_report(options, machine, output, with_remedies=False)
        report, results = open_libraries(report, selection, options)
    devices = report.devices
    devices_json = devices_to_json(devices, results) if isinstance(devices, tuple) else devices
    code = print_devices(report, devices_json, output)
    if options.all and not output.as_json and isinstance(devices, tuple):
        _print_dumps(devices, results.find_dumps(devices), output)
    if results.surfaces is not None:
        failure = describe_surface_failure(results.surfaces.health)
        if failure:
            output.error(plain(failure))
    return code


def _print_dumps(devices: Sequence[DeviceSummary], dumps: Sequence[Any], output: Output) -> None:
    """Print what the loader lists, then all that is known of each device."""
    # The list alone does not need it; its imports take longer than many a driver.
    from vkconfig_py.model.chain.device_entries import list_device_values, list_instance_values

    # The same for every device.
    instance: Any = next((dump["instance"] for dump in dumps if dump and "instance" in dump), {})
    _print_values(list_instance_values(instance), output)
    for device, dump in zip(devices, dumps, strict=True):
        own_values = {part: value for part, value in (dump or {}).items() if part != "instance"}
        output.line(f"\n{output.paint(plain(device.name), 'strong')}")
        _print_values(list_device_values(device, own_values or None), output)


def print_devices(report: LoaderReport, devices_json: Any, output: Output) -> int:
    """Print the devices of a report, and return the exit code.

    `devices_json` is their JSON form.
    """
    devices = report.devices
    if devices is None:
        devices = devices_json = report.create_result  # no program lives to see one
    members = {"create": report.create_result, "devices": devices_json}
    if isinstance(devices, str):
        command = "vkEnumeratePhysicalDevices" if report.create_result == "VK_SUCCESS" else CREATE
        raise CommandError(
            tr(
                "No devices: {command} returns {result}",
                command=command,
                result=devices,
            ),
            members=members,
        )
    if not devices:
        raise CommandError(
            tr("No devices: vkEnumeratePhysicalDevices succeeds but returns no devices"),
            members=members,
        )
    output.outcome(members)
    if not output.as_json:
        _print_device_table(devices, output)
    return Exit.OK


def _print_device_table(devices: tuple[DeviceSummary, ...], output: Output) -> None:
    """Print a table of devices."""
    titles = ("", tr("Device"), tr("Type"), "Vulkan", tr("Driver"), tr("Memory"), "PCI")
    rows = [titles, *(_make_cells(position, device) for position, device in enumerate(devices))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(titles))]
    for number, row in enumerate(rows):
        # Padded before it is coloured: colour codes would count as columns.
        text = "  ".join(
            cell.ljust(column_width) for cell, column_width in zip(row, widths, strict=True)
        )
        output.line(output.paint(text.rstrip(), "" if number else "strong"))
        if number:
            device = devices[number - 1]
            uuid = format_uuid(device.device_uuid)
            details = (f"UUID {uuid}" if uuid else "", plain(device.driver))
            for detail in filter(None, details):
                output.line(" " * (widths[0] + 2) + output.paint(detail, "faint"))


def _print_values(values: Iterable[DeviceFact], output: Output) -> None:
    """Print limits, features and other values of a device or instance, in the window's groups."""
    group: Message | str = ""
    for entry in values:
        if entry.group != group:
            group = entry.group
            output.line(f"\n{output.paint(plain(render(group)), 'strong')}")
        value = plain("; ".join(entry.value.split("\n")))
        output.line(f"    {plain(entry.name)}  {output.paint(value, 'faint')}")


def _make_cells(position: int, device: DeviceSummary) -> tuple[str, ...]:
    """Return the cells of a device's line in the table."""
    driver = f"{device.driver_name} {device.driver_info}".strip() or f"{device.driver_version:#x}"
    return (
        str(position),
        plain(device.name),
        device.type,
        ".".join(map(str, device.api_version)),
        plain(driver),
        _format_size(device.memory),
        device.pci,
    )


def _format_size(number: int) -> str:
    """Return a number of bytes as GiB or MiB, "" for 0."""
    if number >= _GIB:
        return f"{format_number(number / _GIB, '.1f')} GiB"
    return f"{number / _MIB:.0f} MiB" if number else ""
