"""Arguments of the commands about what programs of a configuration are given beside layers."""

from __future__ import annotations

from vkconfig_py.cli.arguments import Commands, add_command
from vkconfig_py.loader.api.options import Parser


def add_settings_file(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "settings-file",
        "a vk_layer_settings.txt of your own, which a configuration uses as it is",
        "  vkconfig-py settings-file Debugging                          the one that it uses\n"
        "  vkconfig-py settings-file Debugging ~/vk_layer_settings.txt\n"
        "  vkconfig-py settings-file Debugging --off    the settings of its layers again\n"
        "  vkconfig-py open vk_layer_settings.txt --import   takes its values over instead\n",
    )
    parser.add_argument("configuration", metavar="NAME", help="name or key of a configuration")
    parser.add_argument("file", nargs="?", metavar="FILE", help="the file; it stays as it is")
    parser.add_argument("--off", action="store_true", help="use no file of your own any more")
