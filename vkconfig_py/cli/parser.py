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
from vkconfig_py.cli.output import EPILOG, Output
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.options import GRAMMAR, Parser, add_opening, add_program, add_what_if

_TAKES_PROGRAM = (["run"], ["env"], ["bisect"], ["target"], ["completion"])
REPORT_COLUMNS = ("odd", "machine", "loader", "layers", "drivers", "devices", "problems", "time",
                  "file")  # fmt: skip
DESCRIPTION = tr(
    "See, order and launch Vulkan layers. Without a command the window "
    "opens;\ncommands work without a display and without Qt."
)
EXAMPLES = tr(
    "examples:\n  vkconfig-py report                           what loads "
    "here, and why\n  vkconfig-py explain KHRONOS_validation       the "
    "whole story of one layer\n  vkconfig-py run Debugging -- vkcube --c "
    "100  one run; nothing on the system changes\n  vkconfig-py apply "
    "Debugging --program /usr/bin/vkcube\n  vkconfig-py withdraw                         "
    "restore the previous files\n  vkconfig-py probe                            "
    "open drivers and layers, safely\n\neach command prints JSON with "
    "--json, and then nothing else on its standard output; where it\n"
    'fails, "error" says why and "exit_code" is its exit code\n\n'
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
        options.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if [options.command] in _TAKES_PROGRAM:
        options.program = tail or []
        if tail == []:
            options.parser.error("a program is expected after --")
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
        epilog=EXAMPLES + EPILOG,
        # The default would fill the examples into one paragraph.
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=tr("vkconfig-py {version}", version=__version__)
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
        tr(
            "  vkconfig-py explain VK_LAYER_KHRONOS_validation\n  vkconfig-py "
            "explain mangohud\n  vkconfig-py explain lvp_icd.x86_64.json\n  "
            "vkconfig-py explain VK_LOADER_LAYERS_DISABLE --set "
            "'VK_LOADER_LAYERS_DISABLE=~all~'\n  vkconfig-py explain mangohud "
            "--loader-version 1.3.239 --elevated\n"
        ),
    )
    parser.add_argument(
        "name",
        metavar="NAME",
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
        tr("is everything well: loader, drivers, layers, prediction, overrides, window"),
        tr(
            "  vkconfig-py doctor\n  vkconfig-py doctor --quick    from files "
            "alone; no library is opened\n"
        ),
    )
    parser.add_argument(
        "--quick", action="store_true", help=tr("open no driver or layer, and ask no real loader")
    )


def _add_bug_report(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "bug-report",
        tr("what a program loads, and why, in one file to attach to a bug"),
        tr(
            "  vkconfig-py bug-report --output .\n  vkconfig-py bug-report "
            "Debugging --program /usr/bin/vkcube --format html --output .\n  "
            "vkconfig-py bug-report --without loader-log --without files\n  "
            "vkconfig-py bug-report --only why --only problems\n  vkconfig-py "
            "report --machine report.json      show one that was made with --json\n"
        ),
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
    for option, text in (
        ("--without", tr("leave a part out")),
        ("--only", tr("only the chain and this")),
    ):
        chosen.add_argument(
            option,
            action="append",
            default=[],
            choices=parts,
            metavar="PART",
            help=tr("{text}, also several times: {parts}", text=text, parts=", ".join(parts)),
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
        tr(
            '  eval "$(vkconfig-py completion bash)"       for this shell\n  '
            "vkconfig-py completion fish > "
            "~/.config/fish/completions/vkconfig-py.fish\n"
        ),
    )
    parser.usage = tr("vkconfig-py completion [-h] [--json] SHELL")
    parser.add_argument(
        "shell",
        nargs="?",
        choices=("bash", "zsh", "fish"),
        metavar="SHELL",
        help=tr("bash, zsh, fish"),
    )


def _add_install_desktop(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "install-desktop",
        tr("put vkconfig-py into the menu of your desktop, with icons and its type of files"),
        tr(
            "  vkconfig-py install-desktop --dry-run    what would be written\n  "
            "vkconfig-py install-desktop              after pipx install or uv "
            "tool install\n  vkconfig-py install-desktop --remove     exactly what "
            "it wrote\n"
        ),
    )
    parser.add_argument("--remove", action="store_true", help=tr("take it out of the menu again"))
    parser.add_argument(
        "--dry-run", action="store_true", help=tr("print what would be changed; change nothing")
    )


def _add_lint(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "lint",
        tr("problems in manifests, settings files and configurations, wherever they are"),
        tr(
            "  vkconfig-py lint VkLayer_mine.json            what a loader would "
            "make of it\n  vkconfig-py lint --strict *.json              what the "
            "format asks for as well\n  vkconfig-py lint vk_layer_settings.txt        "
            "what layers would make of its lines\n  vkconfig-py lint --strict "
            "--sarif my.json     for editors and code hosts\n"
        ),
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
        choices=(
            "layer",
            "driver",
            "loader-settings",
            "layer-settings",
            "configuration",
            "collection",
            "order",
        ),
        help=tr("what the files are (default: seen from what they hold)"),
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=tr("print the findings as JSON"))
    form.add_argument("--sarif", action="store_true", help=tr("print the findings as SARIF 2.1.0"))


def _add_probe(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "probe",
        tr("open drivers and layers in processes of their own, and say how each fares"),
        tr(
            "  vkconfig-py probe                      every driver, every layer "
            "and the whole chain\n  vkconfig-py probe KHRONOS_validation   one "
            "layer\n  vkconfig-py probe lvp_icd.x86_64.json  one driver\n  "
            "vkconfig-py probe --enable-layer VK_LAYER_KHRONOS_validation --json\n"
        ),
    )
    add_opening(parser, "probe")
    add_host(parser)


def _add_devices(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "devices",
        tr("the physical devices, in the order in which a program gets them"),
        tr(
            "  vkconfig-py devices\n  vkconfig-py devices --json --all > "
            "devices.json\n  vkconfig-py devices --json --set "
            "VK_LOADER_DEVICE_SELECT=1002:73bf\n  vkconfig-py devices choose Games "
            "--only radeon\n  vkconfig-py devices choose Games --order 2 1 --by "
            "driver-files\n  vkconfig-py devices ways Games           by which "
            "means this can be had here\n  vkconfig-py devices --prove Games        "
            "what a program really gets\n"
        ),
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
        tr(
            "  vkconfig-py diff before.json after.json      reports saved by "
            "report --json\n  vkconfig-py diff before.json                 that "
            "report and this machine now\n  vkconfig-py diff "
            "loader-version=1.3.239      this machine now and under a what-if\n  "
            "vkconfig-py diff set=A=1 set=A=2,elevated    two what-ifs\n  "
            "vkconfig-py diff device:0 device:llvmpipe    limits, features, "
            "formats of two devices\n  vkconfig-py diff configuration:A "
            "configuration:B --markdown\n  vkconfig-py diff "
            "moment:2026-11-28T10:00 moment:now   what others changed\n\n"
        )
        + GRAMMAR,
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
        tr(
            "  vkconfig-py reports collected/\n  vkconfig-py reports collected/ "
            "--window\n  vkconfig-py reports collected/ --filter 'layer:mangohud "
            "-driver:nvidia is:newest'\n  vkconfig-py reports collected/ --compare "
            "node7 node8\n  vkconfig-py reports collected/ --format html --output "
            "machines.html\n\nA filter is words that all have to occur; layer: "
            "driver: device: problem: loader:\nmachine: file: odd: before a word "
            "ask there alone, a minus in front asks for rows\nwithout it; is:odd, "
            "is:broken (cannot be read), is:newest (of each machine).\n"
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
        help=tr("{report_columns} (default: odd)", report_columns=", ".join(REPORT_COLUMNS)),
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
        tr(
            "  vkconfig-py ansible collections/\n  "
            "ANSIBLE_COLLECTIONS_PATH=collections ansible-doc "
            "vkconfig_py.vulkan.report\n"
        ),
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
        tr(
            "  vkconfig-py verify             this machine as it is\n  vkconfig-py "
            "verify Debugging   a launch of that configuration\n"
        ),
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="configuration")


def _add_status(commands: Commands[Parser]) -> None:
    add_command(
        commands,
        "status",
        tr("what is applied to this machine, by whom, and how many problems there are"),
        tr("  vkconfig-py status\n"),
    )


def _add_journal(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "journal",
        tr("what was written to the system and what others changed, and the way back"),
        tr(
            "  vkconfig-py journal\n  vkconfig-py journal --restore 1              "
            "all files from before number 1\n  vkconfig-py journal --to 3 "
            "--dry-run         what going back to before 3 changes\n  vkconfig-py "
            "journal --to 2026-11-28T10:00    everything as of a moment\n"
        ),
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
        tr(
            "  vkconfig-py processes\n  vkconfig-py processes 4711          one "
            "process; of another user as root\n  vkconfig-py processes 4711 --stop   "
            "asked to end, as the panel Running does\n  vkconfig-py report --as "
            "process:4711\n"
        ),
    )
    parser.add_argument("pid", nargs="?", type=int, metavar="PID", help=tr("only this process"))
    parser.add_argument("--stop", action="store_true", help=tr("ask this process to end (SIGTERM)"))


def _add_problems(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "problems",
        tr("what is wrong on this machine, and fixes that can be undone"),
        tr(
            "  vkconfig-py problems\n  vkconfig-py problems --fix 1 --dry-run       "
            "what the first fix of problem 1 changes\n  vkconfig-py problems --fix "
            "aborts-all        by code, where only one problem has it\n  "
            "vkconfig-py problems --fix 3 --way 2         another of its fixes\n  "
            "vkconfig-py problems --fix variable-empty --in Debugging\n  "
            "vkconfig-py problems --undo\n"
        ),
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
    module = name.replace("-", "_")
    return cast(Command, import_module(f"vkconfig_py.cli.commands.{module}").run)
