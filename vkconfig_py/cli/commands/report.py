"""report: what the loader finds on this machine, for people or as JSON."""

from __future__ import annotations

from vkconfig_py.cli.output import Output
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.__main__ import look
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.rules.loader_report import LoaderReport

if TYPE_CHECKING:
    from vkconfig_py.loader.files.opened_loader import Start
    from vkconfig_py.machines.machine_report import MachineReport

PROG = "vkconfig-py report"
_OTHERS = tr(
    "--demo uses the sample machine instead. --host ADDRESS asks another machine: ssh:USER@BOX, "
    "ssh:BOX:PORT or adb:SERIAL; nothing is installed there. --machine shows one from what is "
    "here: a system's root folder, a Fuchsia system, folders that were pulled from an Android "
    "device, or a report that --json wrote."
)
_EXAMPLES = {
    f"{PROG} {options}": ""
    for options in (
        "--app-path /usr/bin/vkcube --enable-layer VK_LAYER_KHRONOS_validation",
        "--json --loader-version 1.3.239",
        "--demo",
        "--platform windows --registry machine.reg --root mnt",
        "--platform android --root pulled --package com.example.game",
        "--platform fuchsia --root my_driver_package",
        "--host ssh:me@box",
        "--machine /mnt/disk",
    )
}


def _epilog(arguments: list[str]) -> str:
    """What stands below the options; "" if no help is asked for, as a report must be quick."""
    if not {"-h", "--help"} & {*arguments}:
        return ""
    from vkconfig_py.cli.help_texts import epilog

    return "\n\n".join((_OTHERS, epilog(_EXAMPLES)))


def find_start(program: str, host: Host) -> Start:
    """Follow a program through wrapper scripts; imported only if a program is named."""
    from vkconfig_py.model.chain.survey import find_start

    return find_start(program, host)


def find_requests(program: str, host: Host) -> tuple[Application, str]:
    """What launches showed that a program asks for; imported only if a program is named."""
    from vkconfig_py.model.chain.survey import find_requests

    return find_requests(program, host)


def run(arguments: list[str], output: Output) -> int:
    """Print a report; the engine parses its own options, and --demo uses the sample machine."""
    rest = [argument for argument in arguments if argument != "--demo"]
    other = _sample_root(rest) if rest != arguments else ""
    if other and _is_described(other):
        from vkconfig_py.fleet.commands.remote import show_path

        return show_path(other, _without_platform(rest), output)
    if rest == arguments or other:
        root = ["--root", other] if other else []
        report, as_json = look(
            [*rest, *root],
            find_start=find_start,
            find_requests=find_requests,
            prog=PROG,
            epilog=_epilog(rest),
        )
    else:
        from vkconfig_py.cli.context import open_machine

        with open_machine(demo=True) as machine:
            report, as_json = look(
                rest,
                host=machine.host,
                profile=machine.profile,
                find_start=find_start,
                prog=PROG,
                epilog=_epilog(rest),
            )
    if not isinstance(report, LoaderReport):
        _print_machine(report, output, as_json=as_json)
    elif as_json:
        from vkconfig_py.loader.api.report_json import stamped_json

        output.json(stamped_json(report))
    else:
        from vkconfig_py.cli.report_text import draw_report

        draw_report(report, output)
    return 0


def _sample_root(arguments: list[str]) -> str:
    """Return the sample machine of another system that the arguments name, or ""."""
    from vkconfig_py.loader.api.options import command_parser
    from vkconfig_py.model.files import resources

    platform = command_parser(PROG, _epilog(arguments)).parse_args(arguments).platform
    folder = resources.path(f"demo/{platform}") if platform else None
    return str(folder) if folder is not None and folder.is_dir() else ""


def _is_described(folder: str) -> bool:
    from vkconfig_py.machines.machine_file import describes_machine

    return describes_machine(folder)


def _without_platform(arguments: list[str]) -> list[str]:
    given = iter(arguments)
    rest = []
    for one in given:
        name, equals, _ = one.partition("=")
        if name != "--platform":
            rest.append(one)
        elif not equals:
            next(given)
    return rest


def _print_machine(report: MachineReport, output: Output, *, as_json: bool) -> None:
    from vkconfig_py.machines.machine_report import machine_json, machine_text

    if as_json:
        output.json(machine_json(report))
        return
    text, client = machine_text(report)
    output.line(text)
    if client is not None:
        from vkconfig_py.cli.report_text import draw_report

        output.line()
        draw_report(client, output)
