"""Arguments of the command `preferences`."""

from __future__ import annotations

from vkconfig_py.cli.arguments import Commands, add_command
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser


def add_preferences(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "preferences",
        tr("what you prefer of the program itself: look, language, probes, closing, logs"),
        {
            "vkconfig-py preferences": tr("all, with their values"),
            "vkconfig-py preferences theme": tr("one, with what it can be"),
            "vkconfig-py preferences theme dark": tr("an open window follows at once"),
            "vkconfig-py preferences theme --reset": "",
            "vkconfig-py preferences --ask-again": tr(
                "also questions that you chose not to be asked again"
            ),
        },
    )
    parser.add_argument(
        "key", metavar="PREFERENCE", nargs="?", default="", help=tr("name of a preference")
    )
    parser.add_argument("value", metavar="VALUE", nargs="?", help=tr("its new value"))
    parser.add_argument("--reset", action="store_true", help=tr("reset one or all to the default"))
    parser.add_argument(
        "--ask-again",
        action="store_true",
        help=tr("forget remembered answers, and show hidden notes and messages again"),
    )
