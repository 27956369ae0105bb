"""Arguments of every command, and the function that runs it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from vkconfig_py import __version__
from vkconfig_py.cli.arguments import (
    Commands,
    add_command,
    add_demo,
    add_host,
    add_target,
)
from vkconfig_py.cli.configuration_arguments import (
    add_build,
    add_choosing,
    add_configurations,
    add_drivers,
    add_folders,
    add_generate,
    add_list,
    add_log,
    add_move,
    add_open,
    add_options,
    add_programs,
    add_redo,
    add_set,
    add_setting,
    add_undo,
)
from vkconfig_py.cli.help_texts import epilog
from vkconfig_py.cli.output import Output
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser
from vkconfig_py.loader.api.options import GRAMMAR, add_opening, add_program, add_what_if

_TAKES_PROGRAM = (["run"], ["env"], ["bisect"], ["target"], ["completion"])
REPORT_COLUMNS = ("odd", "machine", "loader", "layers", "drivers", "devices", "problems", "time",
                  "file")  # fmt: skip
LINT_KINDS = ("layer", "driver", "loader-settings", "layer-settings", "layer-file",
              "configuration", "collection", "order")  # fmt: skip
DESCRIPTION = tr(
    "See, order and launch Vulkan layers. Without a command the window opens; commands work "
    "without a display and without Qt."
)
_EXAMPLES = {
    "vkconfig-py report": tr("what loads here, and why"),
    "vkconfig-py explain KHRONOS_validation": tr("the whole story of one layer"),
    "vkconfig-py run Debugging -- vkcube --c 100": tr("one run; nothing on the system changes"),
    "vkconfig-py apply Debugging --program /usr/bin/vkcube": "",
    "vkconfig-py withdraw": tr("restore the previous files"),
    "vkconfig-py probe": tr("open drivers and layers, safely"),
}
_ABOUT_JSON = tr(
    "Each command prints JSON with --json, and then nothing else on its standard output; where "
    "it fails, “error” says why and “exit_code” is its exit code."
)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse a command line; on errors argparse prints usage and exits with 2."""
    arguments = list(arguments)
    tail: list[str] | None = None
    if arguments[:1] in _TAKES_PROGRAM and "--" in arguments:
        # argparse would take options of the program for ours.
        at = arguments.index("--")
        arguments, tail = arguments[:at], arguments[at + 1 :]
    # parse_known_args, so that the usage line is that of the command and not of the whole program.
    options, unknown = make_parser(*arguments[:1]).parse_known_args(arguments)
    if unknown:
        options.parser.error(tr("unrecognized arguments: {arguments}", arguments=" ".join(unknown)))
    if [options.command] in _TAKES_PROGRAM:
        options.program = tail or []
        if tail == []:
            options.parser.error(tr("a program is expected after --"))
    return options


def known_commands() -> dict[str, str]:
    """One line of help for each command name."""
    # argparse has no public list of the subcommands with their help.
    known = Parser().add_subparsers()
    _add_commands(known)
    return {action.dest: action.help or "" for action in known._choices_actions}


def make_parser(first: str = "") -> argparse.ArgumentParser:
    parser = Parser(
        prog="vkconfig-py",
        description=DESCRIPTION,
        epilog=epilog(_EXAMPLES, (_ABOUT_JSON,)),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"vkconfig-py {__version__}",
        help=tr("print the version"),
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_commands(commands, first)
    return parser


def _add_commands(commands: Commands[Parser], first: str = "") -> None:
    """Add every command, or only the one that `first` names: adding all is slower than a report."""
    known: dict[str, Callable[[Commands[Parser]], None]] = {
        "report": _add_report,
        "chain": _of("program_arguments", "add_chain"),
        "explain": _add_explain,
        "search": _of("program_arguments", "add_search"),
        "diff": _add_diff,
        "reports": _add_reports,
        "ansible": _add_ansible,
        "list": add_list,
        "configurations": add_configurations,
        "set": add_set,
        "move": add_move,
        "setting": add_setting,
        "settings-file": _of("program_arguments", "add_settings_file"),
        "variables": _of("program_arguments", "add_variables"),
        "target": _of("program_arguments", "add_target"),
        "adopt": _of("program_arguments", "add_adopt"),
        "build": add_build,
        "undo": add_undo,
        "redo": add_redo,
        "preferences": _of("preference_arguments", "add_preferences"),
        "programs": add_programs,
        "folders": add_folders,
        "log": add_log,
        "drivers": add_drivers,
        "options": add_options,
        "apply": _of("apply_arguments", "add_apply"),
        "extend": _of("apply_arguments", "add_extend"),
        "withdraw": _of("apply_arguments", "add_withdraw"),
        "run": _of("launch_arguments", "add_run"),
        "bisect": _of("bisect_arguments", "add_bisect"),
        "runs": _of("launch_arguments", "add_runs"),
        "requests": _of("launch_arguments", "add_requests"),
        "env": _of("launch_arguments", "add_env"),
        "generate": add_generate,
        "verify": _add_verify,
        "doctor": _add_doctor,
        "status": _add_status,
        "overrides": _of("apply_arguments", "add_overrides"),
        "processes": _add_processes,
        "journal": _add_journal,
        "problems": _add_problems,
        "lint": _add_lint,
        "completion": _add_completion,
        "install-desktop": _add_install_desktop,
        "bug-report": _add_bug_report,
        "open": add_open,
        "probe": _add_probe,
        "devices": _add_devices,
    }
    for add in [known[first]] if first in known else known.values():
        add(commands)


def _of(module: str, name: str) -> Callable[[Commands[Parser]], None]:
    """A function of another module, which is imported for its own commands alone."""

    def add(commands: Commands[Parser]) -> None:
        getattr(import_module(f"vkconfig_py.cli.{module}"), name)(commands)

    return add


def _add_report(commands: Commands[Parser]) -> None:
    add_command(commands, "report", tr("what the loader finds on this machine, and why"))


def _add_explain(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "explain",
        tr("why a layer, a driver, a variable is as it is, step by step"),
        {
            "vkconfig-py explain VK_LAYER_KHRONOS_validation": "",
            "vkconfig-py explain mangohud": "",
            "vkconfig-py explain lvp_icd.x86_64.json": "",
            "vkconfig-py explain VK_INSTANCE_LAYERS --set VK_INSTANCE_LAYERS=VK_LAYER_mine": "",
            "vkconfig-py explain mangohud --loader-version 1.3.239 --elevated": "",
        },
    )
    parser.add_argument(
        "name",
        metavar="SUBJECT",
        help=tr(
            "layer, driver manifest, variable, pattern, extension, settings file, or part of a name"
        ),
    )
    _add_assumptions(parser)


def _add_assumptions(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    add_what_if(parser)
    add_demo(parser)


def _add_doctor(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "doctor",
        tr("is everything all right: loader, drivers, layers, prediction, overrides, window"),
        {
            "vkconfig-py doctor": "",
            "vkconfig-py doctor --quick": tr("from files alone; no library is opened"),
        },
    )
    parser.add_argument(
        "--quick", action="store_true", help=tr("open no driver or layer, and ask no real loader")
    )


def _add_bug_report(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "bug-report",
        tr("what a program loads, and why, in one file to attach to a bug"),
        {
            "vkconfig-py bug-report --output .": "",
            "vkconfig-py bug-report Debugging --program /usr/bin/vkcube --format html": "",
            "vkconfig-py bug-report --without loader-log --without files": "",
            "vkconfig-py bug-report --only why --only problems": "",
            "vkconfig-py report --machine report.json": tr("show one that was made with --json"),
        },
        json=tr("the same as --format json; Open machine… and report --machine show it"),
    )
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help=tr("configuration (default: the one that is selected)"),
    )
    parser.add_argument("--program", metavar="P", help=tr("the program (default: the one of NAME)"))
    parser.add_argument(
        "--format",
        choices=("markdown", "html", "json"),
        default="markdown",
        help=tr("default: markdown"),
    )
    chosen = parser.add_mutually_exclusive_group()
    parts = ("system", "why", "devices", "variables", "problems", "configuration", "files",
             "loader-log")  # fmt: skip
    listed = ", ".join(parts)
    for option, text in (
        ("--without", tr("leave a part out, also several times: {parts}", parts=listed)),
        ("--only", tr("only the chain and this, also several times: {parts}", parts=listed)),
    ):
        chosen.add_argument(
            option,
            action="append",
            default=[],
            choices=parts,
            metavar="PART",
            help=text,
        )
    parser.add_argument(
        "--keep-names",
        action="store_true",
        help=tr("leave home folder and names of user and machine as they are"),
    )
    add_demo(parser)
    add_target(parser)


def _add_completion(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "completion",
        tr("a script with which bash, zsh or fish completes commands, options and names"),
        {
            'eval "$(vkconfig-py completion bash)"': tr("for this shell"),
            "vkconfig-py completion fish > ~/.config/fish/completions/vkconfig-py.fish": "",
        },
    )
    parser.usage = "vkconfig-py completion [-h] [--json] SHELL"
    parser.add_argument(
        "shell",
        nargs="?",
        choices=("bash", "zsh", "fish"),
        metavar="SHELL",
        help="bash, zsh, fish",
    )


def _add_install_desktop(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "install-desktop",
        tr("put vkconfig-py into the menu of your desktop, with icons and its type of files"),
        {
            "vkconfig-py install-desktop --dry-run": tr("what would be written"),
            "vkconfig-py install-desktop": tr("after pipx install or uv tool install"),
            "vkconfig-py install-desktop --remove": tr("exactly what it wrote"),
        },
    )
    parser.add_argument("--remove", action="store_true", help=tr("remove it from the menu again"))
    parser.add_argument(
        "--dry-run", action="store_true", help=tr("print what would be changed; change nothing")
    )


def _add_lint(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "lint",
        tr("problems in manifests, settings files and configurations, wherever they are"),
        {
            "vkconfig-py lint VkLayer_mine.json": tr("what a loader would make of it"),
            "vkconfig-py lint --strict *.json": tr("what the format asks for as well"),
            "vkconfig-py lint vk_layer_settings.txt": tr("what layers would make of its lines"),
            "vkconfig-py lint --strict --sarif my.json": tr("for editors and code hosts"),
        },
        json="",
    )
    parser.add_argument("file", nargs="+", metavar="FILE", help=tr("a file, whatever its name"))
    parser.add_argument(
        "--strict",
        action="store_true",
        help=tr("compare JSON with its schema too, and fail for warnings"),
    )
    parser.add_argument(
        "--kind",
        choices=LINT_KINDS,
        metavar="KIND",
        help=tr(
            "what the files are (default: seen from what they hold): {kinds}",
            kinds=", ".join(LINT_KINDS),
        ),
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=tr("print the findings as JSON"))
    form.add_argument("--sarif", action="store_true", help=tr("print the findings as SARIF 2.1.0"))


def _add_probe(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "probe",
        tr("open drivers and layers in separate processes, and say whether each works"),
        {
            "vkconfig-py probe": tr("every driver, every layer and the whole chain"),
            "vkconfig-py probe KHRONOS_validation": tr("one layer"),
            "vkconfig-py probe lvp_icd.x86_64.json": tr("one driver"),
            "vkconfig-py probe --enable-layer VK_LAYER_KHRONOS_validation --json": "",
        },
    )
    add_opening(parser, "probe")
    add_host(parser)


def _add_devices(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "devices",
        tr("the physical devices, in the order in which a program gets them"),
        {
            "vkconfig-py devices": "",
            "vkconfig-py devices --json --all > devices.json": "",
            "vkconfig-py devices --json --set VK_LOADER_DEVICE_SELECT=1002:73bf": "",
            "vkconfig-py devices choose Games --only radeon": "",
            "vkconfig-py devices choose Games --order 2 1 --by driver-files": "",
            "vkconfig-py devices ways Games": tr("by which methods this works here"),
            "vkconfig-py devices --prove Games": tr("what a program really gets"),
        },
        json="",
    )
    parser.set_defaults(json=False)
    add_opening(parser, "devices")
    add_host(parser)
    add_choosing(parser)


def _add_diff(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "diff",
        tr("what differs between two reports, devices or configurations, and by which rule"),
        {
            "vkconfig-py diff before.json after.json": tr("reports saved by report --json"),
            "vkconfig-py diff before.json": tr("that report and this machine now"),
            "vkconfig-py diff loader-version=1.3.239": tr("this machine now and under a what-if"),
            "vkconfig-py diff set=A=1 set=A=2,elevated": tr("two what-ifs"),
            "vkconfig-py diff device:0 device:llvmpipe": tr(
                "limits, features, formats of two devices"
            ),
            "vkconfig-py diff configuration:A configuration:B --markdown": "",
            "vkconfig-py diff moment:2026-11-28T10:00 moment:now": tr("what others changed"),
        },
        notes=(GRAMMAR,),
    )
    parser.add_argument(
        "sides",
        nargs="*",
        metavar="SIDE",
        help=tr(
            "a saved report, a what-if, or now (default: this machine now); or "
            "device:NAME, by number or part of its name, configuration:NAME, or "
            "moment:WHEN"
        ),
    )
    parser.add_argument(
        "--what-if", action="append", default=[], metavar="ASSUMPTIONS", help=tr("one more side")
    )
    parser.add_argument("--markdown", action="store_true", help=tr("print tables in Markdown"))
    parser.add_argument("--all", action="store_true", help=tr("print what is the same as well"))
    parser.add_argument("--again", action="store_true", help=tr("probe devices again"))
    add_program(parser)
    add_demo(parser)


def _add_reports(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "reports",
        tr("a folder of saved reports as a table of machines, the odd ones first"),
        {
            "vkconfig-py reports collected/": "",
            "vkconfig-py reports collected/ --window": "",
            "vkconfig-py reports collected/ --filter 'layer:mangohud -driver:nvidia is:newest'": "",
            "vkconfig-py reports collected/ --compare node7 node8": "",
            "vkconfig-py reports collected/ --format html --output machines.html": "",
        },
        notes=(
            tr(
                "A filter is words that all have to occur; layer: driver: device: problem: loader: "
                "machine: file: odd: before a word ask there alone, a minus in front asks for rows "
                "without it; is:odd, is:broken (cannot be read), is:newest (of each machine)."
            ),
        ),
    )
    parser.add_argument("folder", metavar="FOLDER", help=tr("where report --json was saved"))
    parser.add_argument(
        "--window", action="store_true", help=tr("open the table in a window (needs PySide6)")
    )
    parser.add_argument(
        "--filter", default="", metavar="WORDS", help=tr("only rows with these words")
    )
    parser.add_argument(
        "--sort",
        default="odd",
        metavar="COLUMN",
        choices=REPORT_COLUMNS,
        help=tr("{columns} (default: odd)", columns=", ".join(REPORT_COLUMNS)),
    )
    parser.add_argument("--reverse", action="store_true", help=tr("the other way round"))
    parser.add_argument(
        "--compare",
        nargs=2,
        metavar=("A", "B"),
        help=tr("what differs between two machines or files"),
    )
    parser.add_argument("--format", choices=("csv", "html", "json"), help=tr("export the table"))
    add_target(parser)


def _add_ansible(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "ansible",
        tr("write the Ansible collection vkconfig_py.vulkan, with the engine inside"),
        {
            "vkconfig-py ansible collections/": "",
            "ANSIBLE_COLLECTIONS_PATH=collections ansible-doc vkconfig_py.vulkan.report": "",
        },
    )
    parser.add_argument("folder", metavar="FOLDER", help=tr("a folder of collections"))
    parser.add_argument(
        "--replace", action="store_true", help=tr("overwrite files that hold something else")
    )


def _add_verify(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "verify",
        tr("ask the real loader in a child process and compare with the prediction"),
        {
            "vkconfig-py verify": tr("this machine as it is"),
            "vkconfig-py verify Debugging": tr("a launch of that configuration"),
        },
    )
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help=tr("name or key of a configuration")
    )


def _add_status(commands: Commands[Parser]) -> None:
    add_command(
        commands,
        "status",
        tr("what is applied to this machine, by whom, and how many problems there are"),
        {
            "vkconfig-py status": "",
        },
    )


def _add_journal(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "journal",
        tr("what was written to the system and what others changed, and the way back"),
        {
            "vkconfig-py journal": "",
            "vkconfig-py journal --restore 1": tr("all files from before number 1"),
            "vkconfig-py journal --to 3 --dry-run": tr("what going back to before 3 changes"),
            "vkconfig-py journal --to 2026-11-28T10:00": tr("everything as of a moment"),
        },
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--restore", type=int, metavar="N", help=tr("restore the files from before number N")
    )
    way.add_argument(
        "--to", metavar="WHEN", help=tr("restore everything to a moment, or to before a number")
    )
    way.add_argument(
        "--at", metavar="WHEN", help=tr("print what the written files were at a moment or number")
    )
    parser.add_argument("--file", default="", metavar="PATH", help=tr("this file alone"))
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--ours", action="store_true", help=tr("list what vkconfig-py wrote alone"))
    kinds.add_argument("--others", action="store_true", help=tr("list what others changed alone"))
    parser.add_argument(
        "--dry-run", action="store_true", help=tr("print what would be restored; change nothing")
    )


def _add_processes(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "processes",
        tr("programs that run with Vulkan: what each has loaded, and what is predicted"),
        {
            "vkconfig-py processes": "",
            "vkconfig-py processes 4711": tr("one process; of another user as root"),
            "vkconfig-py processes 4711 --stop": tr("asked to end, as the panel Running does"),
            "vkconfig-py report --as process:4711": "",
        },
    )
    parser.add_argument("pid", nargs="?", type=int, metavar="PID", help=tr("only this process"))
    parser.add_argument("--stop", action="store_true", help=tr("ask this process to end (SIGTERM)"))


def _add_problems(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "problems",
        tr("what is wrong on this machine, and fixes that can be undone"),
        {
            "vkconfig-py problems": "",
            "vkconfig-py problems --fix 1 --dry-run": tr("what the first fix of problem 1 changes"),
            "vkconfig-py problems --fix aborts-all": tr("by code, where only one problem has it"),
            "vkconfig-py problems --fix 3 --way 2": tr("another of its fixes"),
            "vkconfig-py problems --fix variable-empty --in Debugging": "",
            "vkconfig-py problems --undo": "",
        },
    )
    parser.add_argument(
        "--all", action="store_true", help=tr("list very many of one kind one by one, too")
    )
    parser.add_argument("--fix", metavar="WHICH", help=tr("fix the problem of this number or code"))
    parser.add_argument(
        "--way",
        type=int,
        default=1,
        metavar="N",
        help=tr("which of its fixes (default: the first)"),
    )
    parser.add_argument(
        "--in",
        dest="configuration",
        metavar="NAME",
        help=tr("configuration whose variables a fix may change"),
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=tr("print what a fix would change; change nothing")
    )
    parser.add_argument("--undo", action="store_true", help=tr("undo the latest fix"))
    add_demo(parser)


Command = Callable[[argparse.Namespace, Output], int]


def find_command(name: str) -> Command:
    """Import only the module of one command, and return its function `run`."""
    part = "fleet" if name in ("reports", "ansible") else "cli"
    module = name.replace("-", "_")
    return cast(Command, import_module(f"vkconfig_py.{part}.commands.{module}").run)
