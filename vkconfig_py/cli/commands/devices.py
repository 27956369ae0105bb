"""devices: the physical devices, in the order in which a program gets them."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import (
    CommandParser,
    add_configuration,
    add_host,
    add_json,
    add_not_found,
)
from vkconfig_py.cli.commands.probe import CREATE, ask_report, open_libraries
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.language.sentences import Message, number_text, render, tr
from vkconfig_py.loader.api.report_json import devices_to_json, uuid_text
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.commands import add_devices
from vkconfig_py.loader.probe.probe_run import DEVICE_LIST, DEVICE_LIST_WHOLE
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import DeviceSelectionMethod

_GIB, _MIB = 1 << 30, 1 << 20


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py devices": "",
        "vkconfig-py devices --json --all > devices.json": "",
        "vkconfig-py devices --json --set VK_LOADER_DEVICE_SELECT=1002:73bf": "",
        "vkconfig-py devices choose Games --only radeon": "",
        "vkconfig-py devices choose Games --order 2 1 --by driver-files": "",
        "vkconfig-py devices ways Games": tr("by which methods this works here"),
        "vkconfig-py devices --prove Games": tr("what a program really gets"),
    }
    add_devices(parser)
    add_host(parser)
    _add_choosing(parser)


def _add_choosing(parser: CommandParser) -> None:
    """Add the actions of the command "devices" on a configuration."""
    add_not_found(parser)
    parser.exit_codes[Exit.FAILED] = tr("failed; with --prove: not verified")
    add_json(parser)
    parser.add_argument(
        "--prove", metavar="NAME", help=tr("ask the real loader what programs get of a choice")
    )
    parser.add_argument(
        "--applied",
        action="store_true",
        help=tr("with --prove: as it would be applied, not launched"),
    )
    methods = [method.value for method in DeviceSelectionMethod]
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    chooser = actions.add_parser("choose", help=tr("choose, order or hide devices"))
    add_configuration(chooser, "name")
    add_json(chooser)
    chooser.add_argument(
        "device",
        nargs="*",
        metavar="DEVICE",
        help=tr("number, UUID, PCI address or part of a name, as devices lists them"),
    )
    selection = chooser.add_mutually_exclusive_group()
    selection.add_argument("--only", nargs="+", metavar="DEVICE", help=tr("these and no others"))
    selection.add_argument(
        "--first", nargs="+", metavar="DEVICE", help=tr("these before all others")
    )
    selection.add_argument(
        "--order", nargs="+", metavar="DEVICE", help=tr("these alone, in this order")
    )
    selection.add_argument("--hide", nargs="+", metavar="DEVICE", help=tr("all but these"))
    selection.add_argument("--auto", action="store_true", help=tr("every device again"))
    chooser.add_argument(
        "--by",
        choices=methods,
        metavar="WAY",
        help=tr(
            "the method for this choice (default: what fits best); without devices, these "
            "stay: {ways}",
            ways=", ".join(methods),
        ),
    )
    lister = actions.add_parser(
        "ways", help=tr("by which methods devices can be chosen here, and why not by others")
    )
    lister.add_argument("name", nargs="?", metavar="NAME", help=tr("default: the selected one"))
    add_json(lister)


def run(options: argparse.Namespace, output: Output) -> int:
    if options.action or options.prove is not None:
        from vkconfig_py.cli.commands import choose_devices as choosing

        runs = {"choose": choosing.run_choose, "ways": choosing.run_ways}
        return runs.get(options.action, choosing.run_prove)(options, output)
    selection = DEVICE_LIST_WHOLE if options.all else DEVICE_LIST
    with open_machine() as machine:
        report, results = open_libraries(ask_report(options, machine, output), selection, options)
    devices = report.devices
    devices_json = devices_to_json(devices, results) if isinstance(devices, tuple) else devices
    code = tell_devices(report, devices_json, output)
    if options.all and not output.as_json and isinstance(devices, tuple):
        for device, dump in zip(devices, results.dumps_of(devices), strict=True):
            _draw_everything(device, dump, output)
    return code


def tell_devices(report: LoaderReport, devices_json: Any, output: Output) -> int:
    """Print the devices of a report. `devices_json` is their form in JSON."""
    devices = report.devices
    if devices is None:
        devices = devices_json = report.create  # no program lives to see one
    if output.as_json:
        output.json({"create": report.create, "devices": devices_json})
    elif devices and not isinstance(devices, str):
        _draw_devices(devices, output)
    if isinstance(devices, str):
        command = "vkEnumeratePhysicalDevices" if report.create == "VK_SUCCESS" else CREATE
        raise CommandError(
            tr(
                "There are no devices: {command} returns {result}",
                command=command,
                result=devices,
            )
        )
    if not devices:
        raise CommandError(
            tr("There are no devices: vkEnumeratePhysicalDevices succeeds and returns none")
        )
    return Exit.OK


def _draw_devices(devices: tuple[DeviceSummary, ...], output: Output) -> None:
    titles = ("", tr("Device"), tr("Type"), "Vulkan", tr("Driver"), tr("Memory"), "PCI")
    rows = [titles, *(_row(place, device) for place, device in enumerate(devices))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(titles))]
    for number, row in enumerate(rows):
        # Padded before it is coloured: colour codes would count as columns.
        text = "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True))
        output.line(output.paint(text.rstrip(), "" if number else "strong"))
        if number:
            device = devices[number - 1]
            uuid = uuid_text(device.device_uuid)
            details = (f"UUID {uuid}" if uuid else "", plain(device.driver))
            for detail in filter(None, details):
                output.line(" " * (widths[0] + 2) + output.paint(detail, "faint"))


def _draw_everything(device: DeviceSummary, dump: Any, output: Output) -> None:
    """Print what the window shows under “Limits and features”, in its groups."""
    from vkconfig_py.model.chain.device_entries import device_entries

    output.line(f"\n{output.paint(plain(device.name), 'strong')}")
    group: Message | str = ""
    for entry in device_entries(device, dump):
        if entry.group != group:
            group = entry.group
            output.line(f"\n{output.paint(plain(render(group)), 'strong')}")
        output.line(f"    {plain(entry.name)}  {output.paint(plain(entry.value), 'faint')}")


def _row(place: int, device: DeviceSummary) -> tuple[str, ...]:
    driver = f"{device.driver_name} {device.driver_info}".strip() or f"{device.driver_version:#x}"
    return (
        str(place),
        plain(device.name),
        device.type,
        ".".join(map(str, device.api_version)),
        plain(driver),
        _size(device.memory),
        device.pci,
    )


def _size(number: int) -> str:
    if number >= _GIB:
        return f"{number_text(number / _GIB, '.1f')} GiB"
    return f"{number / _MIB:.0f} MiB" if number else ""
