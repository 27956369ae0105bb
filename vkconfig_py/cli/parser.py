"""The list of commands; the arguments of each are in its module of cli/commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from vkconfig_py import __version__
from vkconfig_py.cli.arguments import CommandParser, refuse_arguments, refuse_command
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import PartCommand, list_part_commands
from vkconfig_py.loader.base.records import NamedTuple


class Section(NamedTuple):
    """Commands of one purpose: their names, each with a line of help."""

    title: str
    commands: Mapping[str, str]


class Subcommand(NamedTuple):
    """What a group of commands can do: a line of help, and the module of cli/commands."""

    help: str
    module: str


def list_command_sections() -> tuple[Section, ...]:
    """Return the commands by purpose. Those of optional parts are in the last section."""
    *own_sections, last_section = _list_own_sections()
    parts = {name: command.help for name, command in list_part_commands().items()}
    return *own_sections, last_section._replace(commands={**last_section.commands, **parts})


def is_command(name: str) -> bool:
    return name in _join_sections(list_command_sections())


def list_known_commands() -> dict[str, str]:
    """Return a line of help for every command. Actions of a group have names of two words."""
    help_by_command: dict[str, str] = {}
    for name, text in _join_sections(list_command_sections()).items():
        actions = group_actions(name)
        help_by_command |= {f"{name} {action}": actions[action].help for action in actions} or {
            name: text
        }
    return help_by_command


def _list_own_sections() -> tuple[Section, ...]:
    """Return the commands without optional parts, by purpose, each with a line of help."""
    # Here and not in their modules: to import them all takes ten times as long as a list of them.
    return (
        Section(
            tr("Inspect"),
            {
                "show": tr(
                    "show which drivers and layers a program loads, in which order, and why"
                ),
                "explain": tr(
                    "explain the state of a layer, driver, device or variable step by step"
                ),
                "search": tr(
                    "find layers, settings, variables, extensions, files and commands by name"
                ),
                "diff": tr("compare two reports, configurations, devices or points in time"),
                "ps": tr("list running Vulkan programs and what each has loaded"),
            },
        ),
        Section(
            tr("Use a configuration"),
            {
                "run": tr("run a program with a configuration; nothing on the system changes"),
                "apply": tr(
                    "apply a configuration to the system, for a limited time or until withdrawn"
                ),
                "extend": tr("extend the time limit of an applied configuration"),
                "withdraw": tr("withdraw applied configurations and restore the previous files"),
                "status": tr("show what is applied, when it expires, and the number of problems"),
                "env": tr(
                    "print a configuration as environment variables for a shell, Steam or "
                    "a launcher"
                ),
                "generate": tr(
                    "export a configuration as layer settings, documentation, a script or code"
                ),
            },
        ),
        Section(
            tr("Edit a configuration"),
            {
                "config": tr(
                    "create, copy, import and export configurations; set their programs and "
                    "variables"
                ),
                "layer": tr("list layers, turn them on or off, move them, change their settings"),
                "driver": tr("list drivers, turn them on or off, add drivers"),
                "device": tr("list GPUs, and choose which GPUs programs get"),
                "undo": tr("undo the latest configuration edit (see also redo)"),
            },
        ),
        Section(
            tr("Diagnose"),
            {
                "doctor": tr("check the loader, drivers, layers and window; one line per check"),
                "problems": tr("list and fix problems on this machine"),
                "lint": tr("check manifests and settings files"),
                "probe": tr(
                    "load each driver and layer in a separate process and report whether it works"
                ),
                "verify": tr("compare the prediction with the installed Vulkan loader"),
                "bisect": tr("find the layer, driver or setting that breaks a program"),
                "history": tr("list changes and restore files; list, compare and stop runs"),
                "bug-report": tr("collect all diagnostic information about a program in one file"),
            },
        ),
        Section(
            tr("More"),
            {
                "redo": tr("redo the latest undone edit"),
                "preferences": tr(
                    "list and change vkconfig-py's preferences: appearance, language, probes, logs"
                ),
                "completion": tr("print a shell completion script for bash, zsh or fish"),
                "install-desktop": tr("add vkconfig-py to the desktop's application menu"),
                "help": tr("print help for a command, or with --all for all commands"),
            },
        ),
    )


def group_actions(name: str) -> Mapping[str, Subcommand | PartCommand]:
    """Return the actions of a command group, or {} for any other command.

    The first one is the default.
    """
    if name in _ACTION_LIST_BY_GROUP:
        return _ACTION_LIST_BY_GROUP[name]()
    if name in _join_sections(_list_own_sections()):
        return {}
    group = list_part_commands().get(name)
    return group.actions if group is not None else {}


def _list_config_actions() -> Mapping[str, Subcommand]:
    edit = "config_edit"
    return {
        "list": Subcommand(tr("list all configurations"), "config_list"),
        "select": Subcommand(tr("select the configuration that commands and the window use"), edit),
        "create": Subcommand(tr("create and select an empty configuration"), edit),
        "copy": Subcommand(tr("copy a configuration and select the copy"), edit),
        "rename": Subcommand(tr("rename a configuration"), edit),
        "delete": Subcommand(tr("delete a configuration"), edit),
        "reset": Subcommand(
            tr("reset a configuration to its built-in state or to the loader's defaults"), edit
        ),
        "move": Subcommand(tr("move a configuration in the list"), edit),
        "import": Subcommand(
            tr(
                "import configuration files from vkconfig-py, VkConfig and other tools, and select "
                "the last one; -n previews the result"
            ),
            "config_import",
        ),
        "export": Subcommand(tr("write a configuration to a file"), "config_export"),
        "programs": Subcommand(
            tr("list or change the programs that a configuration applies to"), "config_programs"
        ),
        "target": Subcommand(
            tr("show or choose the program that “run” and Launch start"), "config_target"
        ),
        "variables": Subcommand(
            tr("list, set, unset or clear a configuration's environment variables"),
            "config_variables",
        ),
        "log": Subcommand(tr("choose which messages the loader prints"), "config_log"),
        "options": Subcommand(
            tr("list or change a program's option sets: arguments, working folder, variables"),
            "config_options",
        ),
        "settings-file": Subcommand(
            tr("use an existing vk_layer_settings.txt"), "config_settings_file"
        ),
        "adopt": Subcommand(
            tr("adopt a what-if: copy its variables and program to a configuration"), "config_adopt"
        ),
    }


def _list_layer_actions() -> Mapping[str, Subcommand]:
    control, settings = "layer_control", "layer_settings"
    return {
        "list": Subcommand(tr("list all layers and whether each loads"), "layer_list"),
        "on": Subcommand(tr("turn a layer on"), control),
        "off": Subcommand(tr("turn a layer off"), control),
        "auto": Subcommand(tr("let the loader decide whether a layer loads"), control),
        "copy": Subcommand(tr("choose the manifest that a layer loads from"), control),
        "move": Subcommand(tr("move a layer in the chain"), "layer_move"),
        "show": Subcommand(tr("show a layer's settings and their values"), settings),
        "set": Subcommand(tr("change a layer setting"), settings),
        "preset": Subcommand(tr("apply a preset of layer settings"), settings),
        "reset": Subcommand(tr("reset one or all settings of a layer to the default"), settings),
        "forget": Subcommand(tr("remove a layer with its position and settings"), control),
        "folder": Subcommand(tr("list, add or remove layer folders"), "layer_folder"),
        "build": Subcommand(tr("list, add, remove or watch layers that you build"), "layer_build"),
        "register": Subcommand(
            tr("let every program of this user find a layer manifest"), "layer_register"
        ),
        "unregister": Subcommand(
            tr("remove a registered manifest, or move another one aside"), "layer_register"
        ),
    }


def _list_driver_actions() -> Mapping[str, Subcommand]:
    return {
        "list": Subcommand(tr("list all drivers and whether each loads"), "driver"),
        "off": Subcommand(tr("turn a driver off"), "driver"),
        "only": Subcommand(tr("load one driver and no others"), "driver"),
        "auto": Subcommand(tr("let the loader decide whether a driver loads"), "driver"),
        "add": Subcommand(tr("add drivers that the loader does not find"), "driver"),
        "on": Subcommand(tr("load an added driver again"), "driver"),
        "remove": Subcommand(tr("remove an added driver"), "driver"),
    }


def _list_device_actions() -> Mapping[str, Subcommand]:
    choose = "device_choice"
    return {
        "list": Subcommand(tr("list devices in the order that programs get them"), "device_list"),
        "only": Subcommand(
            tr("let programs use only certain devices, in the specified order"), choose
        ),
        "order": Subcommand(tr("put certain devices first"), choose),
        "hide": Subcommand(tr("hide devices from programs"), choose),
        "auto": Subcommand(tr("let programs use all devices again"), choose),
        "ways": Subcommand(
            tr("list the methods for choosing devices on this machine, or select a method"), choose
        ),
        "prove": Subcommand(tr("run the real loader to check which devices programs get"), choose),
    }


def _list_history_actions() -> Mapping[str, Subcommand]:
    return {
        "list": Subcommand(tr("list changes made by vkconfig-py and by other programs"), "history"),
        "restore": Subcommand(
            tr("undo a history entry, restore files as of a time, or restore a removed override"),
            "history",
        ),
        "runs": Subcommand(
            tr("list, compare or stop runs launched from vkconfig-py"), "history_runs"
        ),
        "requests": Subcommand(
            tr("list the layers and extensions that programs request"), "history_requests"
        ),
    }


def _process_actions() -> Mapping[str, Subcommand]:
    return {
        "list": Subcommand(
            tr("list running Vulkan programs, or show specific programs: ps PID|NAME"), "ps"
        ),
        "stop": Subcommand(tr("ask a running program to exit"), "ps"),
    }


def _list_problems_actions() -> Mapping[str, Subcommand]:
    return {
        "list": Subcommand(tr("list problems on this machine"), "problems"),
        "fix": Subcommand(tr("fix one or all problems"), "problems"),
        "undo": Subcommand(tr("undo the latest fix"), "problems"),
    }


_ACTION_LIST_BY_GROUP: dict[str, Callable[[], Mapping[str, Subcommand]]] = {
    "config": _list_config_actions,
    "layer": _list_layer_actions,
    "driver": _list_driver_actions,
    "device": _list_device_actions,
    "ps": _process_actions,
    "history": _list_history_actions,
    "problems": _list_problems_actions,
}


# Words that lead to a command by another name.
_COMMAND_BY_SYNONYM = {
    "configurations": "config list",
    "duplicate": "config copy",
    "new": "config create",
    "open": "config import",
    "folders": "layer folder",
    "setting": "layer set",
    "report": "show",
    "chain": "show -c NAME",
    "views": "show --list-views",
    "gpu": "device list",
    "gpus": "device list",
    "choose": "device only",
    "first": "device order",
    "methods": "device ways",
    "processes": "ps",
    "running": "ps",
    "journal": "history",
    "overrides": "status --overrides",
    "reports": "fleet reports",
    "ansible": "fleet ansible",
    # What users of VkConfig's own command type.
    "layers": "layer list",
    "settings": "layer show",
    "loader": "status --overrides",
    "doc": "generate html",
    "gui": "--help",
    "version": "--version",
    # What others are used to.
    "add": "layer folder add",
    "check": "doctor",
    "fix": "problems fix",
    "launch": "run",
    "start": "run",
    "unapply": "withdraw",
    "remove": "withdraw",
}


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse a command line.

    On errors argparse prints usage and exits with 2. options.run runs the command. options.action
    is the action of a group.
    """
    arguments = _add_default_action(arguments)
    parser = make_parser(arguments)
    command, remaining_words = _follow_commands(parser, arguments)
    _refuse_word(remaining_words, command)
    program: list[str] = []
    if command.takes_program:
        program_index = (
            len(arguments) - len(remaining_words) + _find_program(remaining_words, command)
        )
        arguments, program = arguments[:program_index], arguments[program_index:]
    # parse_known_args, so that the usage line is that of the command and not of the whole program.
    options, unknown_names = parser.parse_known_args(arguments)
    if unknown_names:
        group = options.command
        commands = {f"--{action}": f"{group} {action}" for action in group_actions(group)}
        if group == "run":
            commands["--set"] = "vkconfig-py layer set LAYER KEY VALUE"
        options.parser.error(refuse_arguments(unknown_names, options.parser, commands))
    if command.takes_program:
        if program == ["--"]:
            options.parser.error(tr("specify a program after --"))
        options.program = program[1:] if program[:1] == ["--"] else program
    return options


def _list_known_words(parser: CommandParser) -> dict[str, str]:
    """Return the words that users may type below a parser, each with the command that is meant."""
    command_by_word = dict(_COMMAND_BY_SYNONYM)
    for group in reversed(_ACTION_LIST_BY_GROUP):
        command_by_word |= {action: f"{group} {action}" for action in group_actions(group)}
    # "vkconfig-py" or "vkconfig-py GROUP"
    program, _space, group = parser.prog.partition(" ")
    prefix = f"{group} " if group else ""
    action_words = {
        word: command.removeprefix(prefix)
        for word, command in command_by_word.items()
        if command.startswith(prefix)
    }
    if group_actions(group):  # "config show": a command of its own
        commands = _join_sections(_list_own_sections())
        action_words = {name: f"{program} {name}" for name in commands} | action_words
    return action_words | {name: name for name in parser.subparsers}


def _find_program(words: Sequence[str], parser: CommandParser) -> int:
    """Return the index of the program to start among a command's arguments.

    The argparse module would take the program's options for ours.
    """
    arguments = [action for action in parser._actions if not action.option_strings]
    positional_count = sum(action.dest != "program" for action in arguments)
    is_option_value = False
    for index, word in enumerate(words):
        if word == "--":
            return index
        if is_option_value or word.startswith("-"):
            is_option_value = not is_option_value and _takes_value(word, parser)
        elif positional_count:
            positional_count -= 1
        else:
            return index
    return len(words)


def _takes_value(word: str, parser: CommandParser) -> bool:
    """Return whether the word behind an option is its value. Long options may be shortened."""
    names = parser._option_string_actions
    if word.startswith("--"):
        matches = [word] if word in names else [name for name in names if name.startswith(word)]
    else:
        matches = [word] if word in names else []
    return any(names[name].nargs != 0 for name in matches)


def _add_default_action(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with the default action of a group, if none is given."""
    first, second = (*arguments, "", "")[:2]
    actions = group_actions(first)
    # "ps vkcube" and "ps 4711" are about processes.
    is_argument = second.startswith("-") or (first == "ps" and second not in actions)
    is_named = second in ("-h", "--help") or (second and not is_argument)
    # What an optional part adds needs to be told more.
    if first not in _ACTION_LIST_BY_GROUP or is_named:
        return list(arguments)
    return [first, next(iter(actions)), *arguments[1:]]


def _follow_commands(
    parser: CommandParser, words: Sequence[str]
) -> tuple[CommandParser, Sequence[str]]:
    """Return the parser that the leading command words select, and the remaining words."""
    for index, word in enumerate(words):
        if word not in parser.subparsers:
            return parser, words[index:]
        parser = parser.subparsers[word]
    return parser, ()


def _refuse_word(words: Sequence[str], parser: CommandParser) -> None:
    """Exit with an error if the first word is no command or action of the parser."""
    if parser.subparsers and words and not words[0].startswith("-"):
        parser.error(refuse_command(words[0], _list_known_words(parser), parser))


def find_command_parser(words: Sequence[str]) -> CommandParser:
    """Return the parser of a command, an action or a group, by its words."""
    parser, remaining_words = _follow_commands(make_parser(words), words)
    _refuse_word(remaining_words, parser)
    return parser


def make_parser(words: Sequence[str] = ()) -> CommandParser:
    """Return the parser with the arguments of the command that the first words name.

    It lists all commands if they name none, and all actions of a group if they name only that.
    """
    first, second = (*words, "", "")[:2]
    parser = CommandParser(
        prog="vkconfig-py",
        description=tr(
            "Inspect and order Vulkan layers, and launch programs with them. Without a "
            "command, the window opens; commands need neither a display nor Qt."
        ),
    )
    parser.examples = {
        "vkconfig-py show": tr("show what loads and why"),
        "vkconfig-py explain validation": tr("explain why a layer loads or not"),
        "vkconfig-py run -c Validation vkcube --c 300": tr("run once with the validation layer"),
        "vkconfig-py config copy Validation Mine": tr("make your own configuration"),
        "vkconfig-py layer off VK_LAYER_MESA_overlay": tr(
            "turn a layer off (selected configuration)"
        ),
        "vkconfig-py apply -c Validation -p vkcube --for 1h": tr(
            "apply for an hour, then withdraw"
        ),
        "vkconfig-py withdraw": tr("restore the previous files"),
        "vkconfig-py problems": tr("list problems and fixes"),
    }
    parser.notes = (
        tr(
            "With --json, every command prints only JSON on standard output. If it fails, "
            "“error” contains the message and “exit_code” the exit code."
        ),
    )
    parser.add_argument(
        "-v",
        "--version",
        action="version",
        version=f"vkconfig-py {__version__}",
        help=tr("print the version"),
    )
    own_commands = _join_sections(_list_own_sections())
    is_own = first in own_commands
    known_commands = own_commands if is_own else _join_sections(list_command_sections())
    _add_commands(parser, "command", "COMMAND", known_commands, first)
    if first not in known_commands:
        return parser
    command, actions = parser.subparsers[first], group_actions(first)
    if not actions:
        _add_arguments(command, _get_module_name(first))
        return parser
    helps = {name: action.help for name, action in actions.items()}
    _add_commands(command, "action", "ACTION", helps, second)
    if second in actions:
        command = command.subparsers[second]
        command.action = second
        module = actions[second].module
        _add_arguments(command, _get_module_name(module) if is_own else module)
    return parser


def _add_commands(
    parser: CommandParser, member: str, metavar: str, helps: Mapping[str, str], name_text: str
) -> None:
    """Add a parser for each command or action, only for `name_text` if that is one of them.

    Args:
        parser: what they stand below.
        member: of the options, which has the chosen name.
        metavar: shown in the usage line.
        helps: the names with a line of help each.
        name_text: the first word of the command line.
    """
    choices = parser.add_subparsers(dest=member, metavar=metavar, required=True)
    for name in (name_text,) if name_text in helps else helps:
        choices.add_parser(name, help=helps[name], description=helps[name])


def _join_sections(sections: Sequence[Section]) -> dict[str, str]:
    """Return all commands of sections with their lines of help."""
    return {name: text for section in sections for name, text in section.commands.items()}


def _get_module_name(name: str) -> str:
    """Return the full name of a module in cli/commands, also for a command with hyphens."""
    return f"vkconfig_py.cli.commands.{name.replace('-', '_')}"


def _add_arguments(parser: CommandParser, module: str) -> None:
    """Import a command's module, and add its arguments and its function `run` to the parser."""
    command = import_module(module)
    parser.set_defaults(run=command.run, json=False)
    command.add_arguments(parser)
