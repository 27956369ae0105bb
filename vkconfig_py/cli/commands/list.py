"""list: the configurations, or the programs or views of this machine."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_demo, add_json
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py list": tr("the configurations, and which of them are applied"),
        "vkconfig-py list --programs": tr("chosen before, running, tools, games, applications"),
        "vkconfig-py list --views": tr("whose view of the machine --as can take"),
    }
    add_json(parser)
    subject = parser.add_mutually_exclusive_group()
    subject.add_argument("--programs", action="store_true", help=tr("list programs to run instead"))
    subject.add_argument(
        "--views", action="store_true", help=tr("list views of the machine instead")
    )
    add_demo(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine(demo=options.demo) as machine:
        if options.programs:
            _list_programs(machine, options.json, output)
            return Exit.OK
        if options.views:
            _list_views(machine, options.json, output)
            return Exit.OK
        rows = _configuration_rows(machine, output)
    if options.json:
        output.json(rows)
        return Exit.OK
    wide = max(len(plain(row["name"])) for row in rows)
    for row in rows:
        programs = row["applied_to"]
        state = (
            "" if programs is None else tr("applied to {programs}", programs=_programs(programs))
        )
        # Padded before it is coloured: colour codes would count as columns.
        name = plain(row["name"]).ljust(wide)
        kind = (
            tr("built in, edited") if row["edited"] else tr("built in") if row["built_in"] else ""
        )
        shown = (output.paint(state, "warn"), plain(str(row["program"])), kind)
        output.line("  ".join([output.paint(name, "strong"), *filter(None, shown)]).rstrip())
    return Exit.OK


def _configuration_rows(machine: Machine, output: Output) -> list[dict[str, Any]]:
    from vkconfig_py.cli.workspace import load
    from vkconfig_py.model.apply.apply_plan import read_applied
    from vkconfig_py.model.configuration.workspace import is_edited

    loaded = load(machine, output)
    workspace = loaded.workspace
    applied = {entry.configuration.key: entry.programs for entry in read_applied(machine.paths)}
    return [
        {
            "name": configuration.name,
            "key": configuration.key,
            "program": configuration.target.program,
            "selected": configuration.key == workspace.current.key,
            "applied_to": list(applied[configuration.key])
            if configuration.key in applied
            else None,
            "built_in": bool(configuration.built_in),
            "edited": is_edited(configuration, loaded.shipped),
        }
        for configuration in workspace.configurations
    ]


def _programs(programs: object) -> str:
    names = [plain(str(program)) for program in programs] if isinstance(programs, list) else []
    return ", ".join(names) or tr("every program")


def _list_views(machine: Machine, as_json: bool, output: Output) -> None:
    from vkconfig_py.loader.api.installed_views import list_views

    views = tuple(list_views(machine.host))
    if as_json:
        output.json([
            {
                "name": view.name,
                "kind": view.kind.value,
                "running": view.is_running,
                "note": view.note,
            }
            for view in views
        ])  # fmt: skip
        return
    wide = max(len(plain(view.name)) for view in views)
    for view in views:
        name = output.paint(plain(view.name).ljust(wide), "strong")
        output.line(f"{name}  {output.paint(plain(view.note), 'faint')}")


def _list_programs(machine: Machine, as_json: bool, output: Output) -> None:
    from vkconfig_py.cli.workspace import read_workspace
    from vkconfig_py.model.programs.candidates import SECTIONS, Chosen, find_candidates

    candidates = find_candidates(Chosen.of(read_workspace(machine, output)), machine.host)
    if as_json:
        rows = [
            {
                "section": SECTIONS[candidate.section],
                "name": candidate.name,
                "program": candidate.target.program,
                "arguments": list(candidate.target.arguments),
                "working_directory": candidate.target.working_directory,
                "variables": [{"name": v.name, "value": v.value} for v in candidate.variables],
                "note": candidate.note,
                "steam": candidate.steam,
            }
            for candidate in candidates
        ]
        output.json(rows)
        return
    for place, candidate in enumerate(candidates):
        if not place or candidates[place - 1].section is not candidate.section:
            output.line(output.paint(SECTIONS[candidate.section], "strong"))
        shown = (
            plain(candidate.name),
            plain(candidate.command),
            output.paint(plain(candidate.note), "faint"),
        )
        output.line("  " + "  ".join(filter(None, shown)))
