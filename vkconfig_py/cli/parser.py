"""The list of commands; the arguments of each are in its module of cli/commands."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from vkconfig_py import __version__
from vkconfig_py.cli.arguments import CommandParser, refuse_arguments, refuse_command
from vkconfig_py.language.sentences import tr


def known_commands() -> dict[str, str]:
    """Return one line of help for each command name. Those of optional parts stand after `diff`."""
    from vkconfig_py.loader.api.optional_parts import part_commands

    commands: dict[str, str] = {}
    for name, help_text in _own_commands().items():
        commands[name] = help_text
        if name == "diff":
            commands |= {part: command.help for part, command in part_commands().items()}
    return commands


def _own_commands() -> dict[str, str]:
    # Here and not in their modules: to import them all takes ten times as long as a list of them.
    return {
        "report": tr("what the loader finds on this machine, and why"),
        "chain": tr("the chain of a program under a configuration, row by row as in the window"),
        "explain": tr("why a layer, a driver, a variable is as it is, step by step"),
        "search": tr(
            "all with a name: layers, settings, values, variables, extensions, files, commands"
        ),
        "diff": tr(
            "what differs between two reports, devices or configurations, and by which rule"
        ),
        "list": tr("the configurations, or the layers, programs or views of this machine"),
        "configurations": tr(
            "list, select, import, export, make, rename, move, delete and reset configurations"
        ),
        "set": tr("turn a layer, a driver or all other layers of a configuration on or off"),
        "move": tr("put a layer elsewhere in the chain of a configuration"),
        "setting": tr("the settings of a layer in a configuration: shown, changed, reset"),
        "settings-file": tr(
            "a vk_layer_settings.txt of your own, which a configuration uses as it is"
        ),
        "variables": tr("the environment variables that programs of a configuration get"),
        "target": tr("the program that run and Launch start with a configuration"),
        "adopt": tr("copy a what-if to a configuration: variables and the program"),
        "build": tr("layers that you write: added from a library or manifest, and watched"),
        "undo": tr("undo what the latest command changed in configurations and folders"),
        "redo": tr("do again what undo took back, until another command changes something"),
        "preferences": tr(
            "what you prefer of the program itself: look, language, probes, closing, logs"
        ),
        "programs": tr("the programs that a configuration is for"),
        "folders": tr("folders and manifests of your own that are searched for layers"),
        "log": tr("what the loader prints for programs under a configuration"),
        "drivers": tr("driver manifests that a configuration adds to those that the loader finds"),
        "options": tr("the option sets of a program: arguments, folder, variables, log file"),
        "apply": tr("apply a configuration to the system, until it is withdrawn or for a time"),
        "extend": tr("let what is applied for a time end later"),
        "withdraw": tr("undo what was applied and restore the previous files"),
        "run": tr("run a program under a configuration; nothing on the system changes"),
        "bisect": tr("find the layer, driver, setting or variable that breaks a program"),
        "runs": tr("what was run from here, the latest first, and what differs between two runs"),
        "requests": tr("what programs were seen to request from their loader by themselves"),
        "env": tr("the variables of a configuration for a shell, Steam or another launcher"),
        "generate": tr("documentation, settings, scripts and code of a configuration or of layers"),
        "verify": tr("ask the real loader in a child process and compare with the prediction"),
        "doctor": tr(
            "is everything all right: loader, drivers, layers, prediction, overrides, window"
        ),
        "status": tr("what is applied to this machine, by whom, and how many problems there are"),
        "overrides": tr("the overrides on this machine, of any program, and what they do"),
        "processes": tr(
            "programs that run with Vulkan: what each has loaded, and what is predicted"
        ),
        "journal": tr("what was written to the system and what others changed, and the way back"),
        "problems": tr("what is wrong on this machine, and fixes that can be undone"),
        "lint": tr("problems in manifests, settings files and configurations, wherever they are"),
        "completion": tr(
            "a script with which bash, zsh or fish completes commands, options and names"
        ),
        "install-desktop": tr(
            "put vkconfig-py into the menu of your desktop, with icons and its type of files"
        ),
        "bug-report": tr("what a program loads, and why, in one file to attach to a bug"),
        "open": tr("what a file or folder of another program would become here; reports are shown"),
        "probe": tr("open drivers and layers in separate processes, and say whether each works"),
        "devices": tr("the physical devices, in the order in which a program gets them"),
    }


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse a command line. On errors argparse prints usage and exits with 2.

    options.run is the function that runs the command.
    """
    arguments = list(arguments)
    first = next(iter(arguments), "")
    parser = make_parser(first)
    command = parser.subparsers.get(first)
    if command is None and first and not first.startswith("-"):
        parser.error(refuse_command(first, parser.subparsers))
    program: list[str] | None = None
    if command is not None and command.takes_program and "--" in arguments:
        # argparse would take options of the program for ours.
        at = arguments.index("--")
        arguments, program = arguments[:at], arguments[at + 1 :]
    # parse_known_args, so that the usage line is that of the command and not of the whole program.
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        options.parser.error(refuse_arguments(unknown, options.parser))
    if command is not None and command.takes_program:
        options.program = program or []
        if program == []:
            options.parser.error(tr("a program is expected after --"))
    return options


def make_parser(first: str = "") -> CommandParser:
    """Return the parser of the command that `first` names, else of the list of all."""
    parser = CommandParser(
        prog="vkconfig-py",
        description=tr(
            "See, order and launch Vulkan layers. Without a command the window opens; commands "
            "work without a display and without Qt."
        ),
    )
    parser.examples = {
        "vkconfig-py report": tr("what loads here, and why"),
        "vkconfig-py explain KHRONOS_validation": tr("the whole story of one layer"),
        "vkconfig-py run Debugging -- vkcube --c 100": tr("one run; nothing on the system changes"),
        "vkconfig-py apply Debugging --program /usr/bin/vkcube": "",
        "vkconfig-py withdraw": tr("restore the previous files"),
        "vkconfig-py probe": tr("open drivers and layers, safely"),
    }
    parser.notes = (
        tr(
            "Each command prints JSON with --json, and then nothing else on its standard output; "
            "where it fails, “error” says why and “exit_code” is its exit code."
        ),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"vkconfig-py {__version__}",
        help=tr("print the version"),
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    own_commands = _own_commands()
    commands_known = own_commands if first in own_commands else known_commands()
    for name in (first,) if first in commands_known else commands_known:
        commands.add_parser(name, help=commands_known[name], description=commands_known[name])
    if first in commands_known:
        _add_arguments(parser.subparsers[first], first, is_own=first in own_commands)
    return parser


def _add_arguments(parser: CommandParser, name: str, *, is_own: bool) -> None:
    """Import the module of one command, for its arguments and its function `run`."""
    module = f"vkconfig_py.cli.commands.{name.replace('-', '_')}"
    if not is_own:
        from vkconfig_py.loader.api.optional_parts import part_commands

        module = part_commands()[name].module
    command = import_module(module)
    parser.set_defaults(run=command.run, json=False)
    command.add_arguments(parser)
