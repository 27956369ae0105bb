"""config log: what the loader prints for programs under a configuration."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace_edits import LOG_LEVEL_NAMES, set_loader_log


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config log": tr("show which messages the loader prints"),
        "vkconfig-py config log error warn layer -c Validation": "",
        "vkconfig-py config log --off": tr("reset to the loader's default"),
    }
    add_json(parser)
    add_selected(parser)
    parser.add_argument(
        "messages",
        nargs="*",
        metavar="LEVEL",
        help=tr(
            "messages to print (default: show the current choice): error, warn, info, debug, "
            "perf, layer, driver"
        ),
    )
    parser.add_argument(
        "--off", action="store_true", help=tr("reset to the default messages of the loader")
    )


def run(options: argparse.Namespace, output: Output) -> int:
    if options.off and options.messages:
        options.parser.error(tr("--off cannot be combined with message types"))
    editing = Editing.of(options.configuration, output)
    if options.off or options.messages:
        words = () if options.off else _parse_message_types(options)
        editing = editing.commit(set_loader_log(editing.workspace, editing.key, words), output)
    configuration = editing.configuration
    output.outcome(
        {
            "configuration": make_name_members(configuration),
            "loader_log": list(configuration.loader_log),
        }
    )
    names = [LOG_LEVEL_NAMES.get(word, word) for word in configuration.loader_log]
    message_list = ", ".join(names) or tr("default only")
    output.line(
        tr(
            "Loader messages with “{name}”: {messages}.",
            name=plain(configuration.title),
            messages=plain(message_list),
        )
    )
    return Exit.OK


def _parse_message_types(options: argparse.Namespace) -> list[str]:
    """Return the types of loader messages that are named, separated by spaces or commas."""
    # Separated by commas too, as in VK_LOADER_DEBUG.
    words = [word for text in options.messages for word in text.split(",") if word]
    for word in words:
        if word not in LOG_LEVEL_NAMES:
            known_kinds = ", ".join(LOG_LEVEL_NAMES)
            options.parser.error(
                tr(
                    "“{word}” is not a loader message type. Available: {known}",
                    word=word,
                    known=known_kinds,
                )
            )
    return words
