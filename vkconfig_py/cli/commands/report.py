"""report: what the loader finds on this machine, for people or as JSON."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser
from vkconfig_py.cli.output import Output, find_part
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.commands import add_report, make_report
from vkconfig_py.loader.platforms.rules import rules_of
from vkconfig_py.loader.rules.loader_report import LoaderReport

if TYPE_CHECKING:
    from vkconfig_py.loader.api.optional_parts import PlatformReport
    from vkconfig_py.loader.files.opened_loader import ProgramStart


def add_arguments(parser: CommandParser) -> None:
    parser.preface = tr(
        "--demo uses the sample machine instead. --host ADDRESS asks another machine: "
        "ssh:USER@BOX, ssh:BOX:PORT or adb:SERIAL; nothing is installed there. --machine shows "
        "one from what is here: a system's root folder, a Fuchsia system, folders that were "
        "pulled from an Android device, or a report that --json wrote."
    )
    command = "vkconfig-py report"
    parser.examples = {
        f"{command} --program /usr/bin/vkcube --enable-layer VK_LAYER_KHRONOS_validation": "",
        f"{command} --json --loader-version 1.3.239": "",
        f"{command} --demo": "",
        f"{command} --platform windows --registry machine.reg --root mnt": "",
        f"{command} --platform android --root pulled --package com.example.game": "",
        f"{command} --platform fuchsia --root my_driver_package": "",
        f"{command} --host ssh:me@box": "",
        f"{command} --machine /mnt/disk": "",
    }
    add_report(parser)
    # The preface tells of them.
    parser.add_argument("--demo", action="store_true", help=argparse.SUPPRESS)
    # For completion: a command line with one of them is not parsed here (cli.main).
    for option in ("--host", "--machine"):
        parser.add_argument(option, metavar="ADDRESS", help=argparse.SUPPRESS)


def find_start(program: str, host: Host) -> ProgramStart:
    """Follow a program through wrapper scripts. Imported only if a program is named."""
    from vkconfig_py.model.chain.run_engine import find_start

    return find_start(program, host)


def find_requests(program: str, host: Host) -> tuple[Application, str]:
    """Return what launches showed that a program asks for. Imported only if a program is named."""
    from vkconfig_py.model.chain.run_engine import find_requests

    return find_requests(program, host)


def run(options: argparse.Namespace, output: Output) -> int:
    """Print a report. --demo uses the sample machine."""
    sample = _sample_root(options) if options.demo else ""
    if sample and not rules_of(options.platform).manifest_service:
        given_options = _given_options(options) - {"--demo", "--platform"}
        code: int = find_part("report --machine")("report", sample, given_options, output)
        return code
    if options.demo and not sample:
        from vkconfig_py.cli.context import open_machine

        with open_machine(demo=True) as machine:
            report = make_report(
                options, host=machine.host, profile=machine.profile, find_start=find_start
            )
    else:
        options.root = sample or options.root
        report = make_report(options, find_start=find_start, find_requests=find_requests)
    if not isinstance(report, LoaderReport):
        _print_platform(report, output, as_json=options.json)
    elif options.json:
        from vkconfig_py.loader.api.report_json import stamped_json

        output.json(stamped_json(report))
    else:
        from vkconfig_py.cli.report_text import draw_report

        draw_report(report, output)
    return 0


def _sample_root(options: argparse.Namespace) -> str:
    """Return the sample machine of another system that the options name, or ""."""
    from vkconfig_py.model.files import resources

    folder = resources.path(f"demo/{options.platform}") if options.platform else None
    return str(folder) if folder is not None and folder.is_dir() else ""


def _given_options(options: argparse.Namespace) -> set[str]:
    """Return which options of the command were given."""
    return {
        action.option_strings[0]
        for action in options.parser._actions
        if getattr(options, action.dest, action.default) != action.default
    }


def _print_platform(report: PlatformReport, output: Output, *, as_json: bool) -> None:
    if as_json:
        output.json(report.document)
        return
    output.line(report.text)
    if report.client is not None:
        from vkconfig_py.cli.report_text import draw_report

        output.line()
        draw_report(report.client, output)
