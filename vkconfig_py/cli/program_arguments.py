"""Arguments of the commands about what programs of a configuration are given beside layers."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import Commands, add_command, add_demo, add_variable_edits
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.options import Parser, add_what_if

VIEWS = ("launch", "program", "listed", "every", "variables")


def add_chain(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "chain",
        tr("the chain of a program under a configuration, row by row as in the window"),
        tr(
            "  vkconfig-py chain Debugging                     as a launch gives "
            "it\n  vkconfig-py chain Debugging --view every        as applied to "
            "every program\n  vkconfig-py chain Debugging --loader-version 1.3.239   "
            "under a what-if\n  vkconfig-py chain Debugging --set "
            "VK_LOADER_LAYERS_DISABLE=~implicit~\n  vkconfig-py adopt Debugging "
            "--set MANGOHUD=1    what convinced is copied\n"
        ),
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
        tr(
            "  vkconfig-py search fps                 settings, values and layers "
            "with it\n  vkconfig-py search sync validation     what has both words\n  "
            "vkconfig-py search DISABLE --json\n"
        ),
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
        tr(
            "  vkconfig-py settings-file Debugging                          the "
            "one that it uses\n  vkconfig-py settings-file Debugging "
            "~/vk_layer_settings.txt\n  vkconfig-py settings-file Debugging --off    "
            "the settings of its layers again\n  vkconfig-py open "
            "vk_layer_settings.txt --import   takes its values over instead\n"
        ),
    )
    _add_configuration(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help=tr("the file; it stays as it is"))
    parser.add_argument("--off", action="store_true", help=tr("use no file of your own any more"))


def add_variables(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "variables",
        tr("the environment variables that programs of a configuration get"),
        tr(
            "  vkconfig-py variables Debugging\n  vkconfig-py variables Debugging "
            "--set MANGOHUD=1 --unset VK_INSTANCE_LAYERS\n  vkconfig-py variables "
            "Debugging --leave MANGOHUD\n"
        ),
    )
    _add_configuration(parser)
    add_variable_edits(parser, wins="", left=tr("the session"))


def add_target(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "target",
        tr("the program that run and Launch start with a configuration"),
        tr(
            "  vkconfig-py target Debugging                 which one, and whose "
            "choice it is\n  vkconfig-py target Debugging -- vkcube --c 9\n  "
            "vkconfig-py target Debugging --own           always this one with "
            "Debugging\n  vkconfig-py target Debugging --options Long  with an "
            "option set; '' for none\n"
        ),
    )
    # argparse knows nothing of what parse() takes off behind "--".
    parser.usage = tr(
        "vkconfig-py target [-h] [--json] [--own | --last | --clear | "
        "--options SET]\n                          NAME [-- PROGRAM ...]"
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
        tr(
            "  vkconfig-py chain Debugging --set DISABLE_MANGOHUD=1    what it "
            "would change\n  vkconfig-py adopt Debugging --set DISABLE_MANGOHUD=1\n  "
            "vkconfig-py adopt Debugging --app-path /usr/bin/vkcube --unset "
            "VK_LAYER_PATH\n"
        ),
    )
    _add_configuration(parser)
    add_what_if(parser)


def _add_configuration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("configuration", metavar="NAME", help=tr("name or key of a configuration"))
