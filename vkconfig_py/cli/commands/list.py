"""list: the views of this machine that --as can take."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_demo, add_json
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.installed_views import list_views


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {"vkconfig-py list --views": tr("whose view of the machine --as can take")}
    add_json(parser)
    parser.add_argument("--views", action="store_true", help=tr("list views of the machine"))
    add_demo(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine(demo=options.demo) as machine:
        views = tuple(list_views(machine.host))
    if options.json:
        output.json([
            {
                "name": view.name,
                "kind": view.kind.value,
                "running": view.is_running,
                "note": view.note,
            }
            for view in views
        ])  # fmt: skip
        return Exit.OK
    wide = max(len(plain(view.name)) for view in views)
    for view in views:
        name = output.paint(plain(view.name).ljust(wide), "strong")
        output.line(f"{name}  {output.paint(plain(view.note), 'faint')}")
    return Exit.OK
