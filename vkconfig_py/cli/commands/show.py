"""show: what the loader finds for a program on this machine, or under a configuration."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_demo, add_not_found
from vkconfig_py.cli.output import Exit, Output, find_part, plain
from vkconfig_py.cli.report_text import print_report
from vkconfig_py.cli.what_if import find_requests, find_start
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import PlatformReport
from vkconfig_py.loader.commands import add_report, make_report
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.loader.rules.loader_report import LoaderReport

# Of what can be assumed, a configuration takes all but the program's requests.
_VIEW_OPTIONS = ("--view", "--variables", "--preview")
_CONFIGURATION_OPTIONS = (
    *("-j", "-c", "-p", "--demo", *_VIEW_OPTIONS),
    *("--loader-version", "--loader", "--pointer-bits", "--elevated"),
    *("--set", "--unset", "--root", "--as"),
)


def add_arguments(parser: CommandParser) -> None:
    parser.preface = tr(
        "Without -c, shows what the loader finds for a program on this machine. With -c, "
        "shows the program's chain under that configuration."
    )
    command = "vkconfig-py show"
    parser.examples = {
        command: "",
        f"{command} -c Validation": tr(
            "show the chain of a launch with the Validation configuration"
        ),
        f"{command} -c Validation --view every": tr(
            "show the chain if the configuration is applied to every program"
        ),
        f"{command} -c Validation --set VK_LOADER_LAYERS_DISABLE=~implicit~": tr(
            "change an assumption (what-if)"
        ),
        f"{command} --program /usr/bin/vkcube --enable-layer VK_LAYER_KHRONOS_validation": "",
        f"{command} --json --loader-version 1.3.239": "",
        f"{command} --demo": "",
        f"{command} --platform windows --registry machine.reg --root mnt": "",
        f"{command} --platform android --root pulled --package com.example.game": "",
        f"{command} --platform fuchsia --root my_driver_package": "",
        f"{command} --host ssh:me@box": "",
        f"{command} --machine /mnt/disk": "",
    }
    add_not_found(parser)
    _add_configuration_options(parser)
    description = parser.description
    add_report(parser)
    parser.description = description
    add_demo(parser)
    add = parser.add_argument
    # For --help and completion: a command line with one of them is not parsed here (cli.main).
    add(
        "--host",
        metavar="ADDRESS",
        help=tr(
            "inspect another machine: ssh:USER@HOST, ssh:HOST:PORT or adb:SERIAL; nothing "
            "is installed on it"
        ),
    )
    add(
        "--machine",
        metavar="PATH",
        help=tr(
            "inspect a machine from local files: a system's root folder, a Fuchsia "
            "system, folders pulled from an Android device, or a report written by --json"
        ),
    )
    add(
        "--list-views",
        action="store_true",
        help=tr("list the views of this machine that --as accepts"),
    )


def _add_configuration_options(parser: CommandParser) -> None:
    """Add -c and the options that need it."""
    group = parser.add_argument_group(tr("configuration"))
    add = group.add_argument
    add(
        "-c",
        "--config",
        dest="configuration",
        metavar="NAME",
        help=tr("show the chain of a program under this configuration"),
    )
    add(
        "--view",
        choices=("launch", "program", "listed", "every", "variables"),
        default="launch",
        help=tr(
            "with -c: show a launch from vkconfig-py, environment variables only, or the "
            "configuration as applied to one program (-p, or the configuration's "
            "program), to its listed programs or to every program (default: launch)"
        ),
    )
    add(
        "--variables",
        dest="variables_too",
        action="store_true",
        help=tr(
            "with -c: also show the variables that the loader and layers read, where they "
            "were set and what they do"
        ),
    )
    add(
        "--preview",
        action="store_true",
        help=tr("with -c: also show the files and variables that would be written"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    given_options = _list_given_options(options)
    if options.list_views:
        return _list_views(options, output)
    if options.configuration is not None:
        if other_options := given_options - {*_CONFIGURATION_OPTIONS}:
            refusal = tr("{option} cannot be combined with -c", option=min(other_options))
            options.parser.error(refusal)
        from vkconfig_py.cli.commands.show_chain import show_chain

        return show_chain(options, output)
    if needing := given_options & {*_VIEW_OPTIONS}:
        options.parser.error(tr("{option} requires -c NAME", option=min(needing)))
    return _show_report(options, given_options, output)


def _show_report(options: argparse.Namespace, given_options: set[str], output: Output) -> int:
    """Print the report of this machine, or with --demo of the sample machine."""
    sample = _find_sample_root(options) if options.demo else ""
    if sample and not get_platform_rules(options.platform).manifest_service:
        given_options -= {"--demo", "--platform"}
        code: int = find_part("show --machine")("show", sample, given_options, output)
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
        from vkconfig_py.loader.api.report_json import make_stamped_json

        output.outcome(make_stamped_json(report))
    else:
        print_report(report, output)
    return 0


def _find_sample_root(options: argparse.Namespace) -> str:
    """Return the root folder of the sample machine for --platform, or ""."""
    from vkconfig_py.model.files import resources

    folder = resources.find_resource(f"demo/{options.platform}") if options.platform else None
    return str(folder) if folder is not None and folder.is_dir() else ""


def _list_given_options(options: argparse.Namespace) -> set[str]:
    """Return which options of the command were given."""
    return {
        action.option_strings[0]
        for action in options.parser._actions
        if getattr(options, action.dest, action.default) != action.default
    }


def _print_platform(report: PlatformReport, output: Output, *, as_json: bool) -> None:
    """Print the report of a machine of another platform."""
    if as_json:
        output.outcome(report.document)
        return
    output.line(report.text)
    if report.program_report is not None:
        output.line()
        print_report(report.program_report, output)


def _list_views(options: argparse.Namespace, output: Output) -> int:
    """Print the containers and processes that --as accepts."""
    from vkconfig_py.cli.context import open_machine
    from vkconfig_py.loader.api.installed_views import list_views

    with open_machine(demo=options.demo) as machine:
        views = tuple(list_views(machine.host))
    if options.json:
        rows = [
            {
                "name": view.name,
                "kind": view.kind.value,
                "running": view.is_running,
                "note": view.note,
            }
            for view in views
        ]
        output.outcome({"views": rows})
        return Exit.OK
    name_width = max(len(plain(view.name)) for view in views)
    for view in views:
        name = output.paint(plain(view.name).ljust(name_width), "strong")
        output.line(f"{name}  {output.paint(plain(view.note), 'faint')}")
    return Exit.OK
