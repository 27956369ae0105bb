"""Arguments of the commands about what programs of a configuration are given beside layers."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import Commands, add_command, add_demo, add_variable_edits
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser
from vkconfig_py.loader.api.options import add_what_if

VIEWS = ("launch", "program", "listed", "every", "variables")


def add_chain(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "chain",
        tr("the chain of a program under a configuration, row by row as in the window"),
        {
            "vkconfig-py chain Debugging": tr("as a launch gives it"),
            "vkconfig-py chain Debugging --view every": tr("as applied to every program"),
            "vkconfig-py chain Debugging --loader-version 1.3.239": tr("under a what-if"),
            "vkconfig-py chain Debugging --set VK_LOADER_LAYERS_DISABLE=~implicit~": "",
            "vkconfig-py adopt Debugging --set MANGOHUD=1": tr("copy what works"),
        },
    )
    parser.add_argument(
        "configuration", nargs="?", metavar="NAME", help=tr("default: the one that is selected")
    )
    parser.add_argument(
        "--view",
        choices=VIEWS,
        default="launch",
        help=tr(
            "a launch from here; applied to its program, to the listed programs "
            "or to every program; or environment variables only (default: launch)"
        ),
    )
    parser.add_argument(
        "--variables",
        dest="variables_too",
        action="store_true",
        help=tr("what the loader and layers read too: who set it, and what it does"),
    )
    parser.add_argument(
        "--preview", action="store_true", help=tr("the files and variables too that would do this")
    )
    add_what_if(parser)
    add_demo(parser)


def add_search(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "search",
        tr("all with a name: layers, settings, values, variables, extensions, files, commands"),
        {
            "vkconfig-py search fps": tr("settings, values and layers with it"),
            "vkconfig-py search sync validation": tr("what has both words"),
            "vkconfig-py search DISABLE --json": "",
        },
    )
    parser.add_argument("words", nargs="+", metavar="WORD", help=tr("all of them have to occur"))
    parser.add_argument(
        "--configuration", metavar="NAME", help=tr("settings and rows as in it (default: selected)")
    )
    parser.add_argument(
        "--most", type=int, default=20, metavar="N", help=tr("at most N (default: 20)")
    )
    add_demo(parser)


def add_settings_file(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "settings-file",
        tr("a vk_layer_settings.txt of your own, which a configuration uses as it is"),
        {
            "vkconfig-py settings-file Debugging": tr("the one that it uses"),
            "vkconfig-py settings-file Debugging ~/vk_layer_settings.txt": "",
            "vkconfig-py settings-file Debugging --off": tr("the settings of its layers again"),
            "vkconfig-py open vk_layer_settings.txt --import": tr("takes its values over instead"),
        },
    )
    _add_configuration(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help=tr("the file; it stays as it is"))
    parser.add_argument("--off", action="store_true", help=tr("use no file of your own any more"))


def add_variables(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "variables",
        tr("the environment variables that programs of a configuration get"),
        {
            "vkconfig-py variables Debugging": "",
            "vkconfig-py variables Debugging --set MANGOHUD=1 --unset VK_INSTANCE_LAYERS": "",
            "vkconfig-py variables Debugging --leave MANGOHUD": "",
        },
    )
    _add_configuration(parser)
    add_variable_edits(
        parser,
        sets=tr("a variable NAME=value; also several times"),
        leaves=tr("a variable that it leaves to the session again; also several times"),
    )


def add_target(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "target",
        tr("the program that run and Launch start with a configuration"),
        {
            "vkconfig-py target Debugging": tr("which one, and whose choice it is"),
            "vkconfig-py target Debugging -- vkcube --c 9": "",
            "vkconfig-py target Debugging --own": tr("always this one with Debugging"),
            "vkconfig-py target Debugging --options Long": tr("with an option set; '' for none"),
        },
    )
    # argparse knows nothing of what parse() takes off behind "--".
    parser.usage = (
        "vkconfig-py target [-h] [--json] [--own | --last | --clear | --options SET] NAME "
        "[-- PROGRAM ...]"
    )
    _add_configuration(parser)
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--own", action="store_true", help=tr("always start it with this configuration")
    )
    way.add_argument("--last", action="store_true", help=tr("the program chosen last, not its own"))
    way.add_argument("--clear", action="store_true", help=tr("no program"))
    way.add_argument(
        "--options", metavar="SET", help=tr("an option set of the program; '' for none")
    )


def add_adopt(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "adopt",
        tr("copy a what-if to a configuration: variables and the program"),
        {
            "vkconfig-py chain Debugging --set DISABLE_MANGOHUD=1": tr("what it would change"),
            "vkconfig-py adopt Debugging --set DISABLE_MANGOHUD=1": "",
            "vkconfig-py adopt Debugging --app-path /usr/bin/vkcube --unset VK_LAYER_PATH": "",
        },
    )
    _add_configuration(parser)
    add_what_if(parser)


def _add_configuration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("configuration", metavar="NAME", help=tr("name or key of a configuration"))
