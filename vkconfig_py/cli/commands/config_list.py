"""config list: every configuration, with what it is for and whether it is applied."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.arguments import CommandParser, add_demo, add_json
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.workspace import load, make_editing_machine
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.apply.apply_plan import read_applied
from vkconfig_py.model.configuration.configuration import list_disabled_checks
from vkconfig_py.model.configuration.workspace import is_edited, is_outdated
from vkconfig_py.model.layer_settings.setting_names import (
    get_platform_token,
    render_other_platforms,
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py config list": "",
        "vkconfig-py config list --json": tr("include layers, programs and platforms"),
    }
    add_json(parser)
    add_demo(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    if options.demo:
        with open_machine(demo=True) as machine:
            rows = _make_rows(machine, output)
    else:
        machine = make_editing_machine()
        rows = _make_rows(machine, output)
    if options.json:
        output.outcome({"configurations": rows})
        return Exit.OK
    name_width = max(len(plain(row["name"])) for row in rows)
    for row in rows:
        # Padded before it is coloured: colour codes would count as columns.
        name = output.paint(plain(row["name"]).ljust(name_width), "strong")
        notes = ", ".join(
            filter(None, _list_notes(row, get_platform_token(machine.host.platform), output))
        )
        output.line(f"{name}  {notes}".rstrip())
    return Exit.OK


def _make_rows(machine: Machine, output: Output) -> list[dict[str, Any]]:
    """Return the JSON members of every configuration."""
    load_result = load(machine, output)
    programs_by_key = {
        entry.configuration.key: entry.programs for entry in read_applied(machine.paths)
    }
    return [
        {
            **make_name_members(configuration),
            "selected": configuration.key == load_result.workspace.selected_configuration.key,
            "applied_to": list(programs_by_key[configuration.key])
            if configuration.key in programs_by_key
            else None,
            "program": configuration.target.program,
            "built_in": bool(configuration.built_in),
            "edited": is_edited(configuration, load_result.built_ins),
            "newer_is_shipped": is_outdated(configuration, load_result.built_ins),
            "layers": [
                {"name": entry.name, "wish": entry.control.value} for entry in configuration.layers
            ],
            "programs": [entry.path for entry in configuration.programs if entry.enabled],
            "platforms": list(configuration.platforms),
            "switched_off": list(list_disabled_checks(configuration)),
        }
        for configuration in load_result.workspace.configurations
    ]


def _list_notes(row: dict[str, Any], token: str, output: Output) -> Sequence[str]:
    """Return the remarks behind a configuration's name, "" for each that does not apply.

    `token` names this platform.
    """
    other_platforms = render_other_platforms(row["platforms"], token)
    applied_target = row["applied_to"]
    programs = ", ".join(map(plain, applied_target or ())) or tr("every program")
    applied_note = tr("applied to {programs}", programs=programs)
    return (
        tr("selected") if row["selected"] else "",
        output.paint(applied_note, "warn") if applied_target is not None else "",
        tr("for {platforms} only", platforms=other_platforms) if other_platforms else "",
        tr("built in") if row["built_in"] else "",
        tr("edited") if row["edited"] else "",
        tr("a newer built-in version is available") if row["newer_is_shipped"] else "",
        tr("turns off: {names}", names=", ".join(row["switched_off"]))
        if row["switched_off"]
        else "",
        tr("starts {command}", command=plain(row["program"])) if row["program"] else "",
    )
