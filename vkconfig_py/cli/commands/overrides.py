"""overrides: list, remove and restore the overrides on this machine, of any program."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.planning import changes, outcome_members, stop_if_refused, tell_running
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.model.apply import lease_facts
from vkconfig_py.model.apply.apply_plan import read_applied_state
from vkconfig_py.model.apply.found_overrides import FoundOverride, find_overrides, owner_text
from vkconfig_py.model.apply.lease_facts import lease_members, until_text
from vkconfig_py.model.apply.notices import age_text
from vkconfig_py.model.plan.leases import Moment
from vkconfig_py.model.plan.plan import Applied
from vkconfig_py.model.text.moments import date_clock_text


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py overrides --remove ~/.local/share/vulkan/implicit_layer.d/x.json": "",
    }
    add_not_found(parser)
    add_json(parser)
    parser.add_argument("--remove", metavar="PATH", help=tr("remove one; the journal keeps it"))
    parser.add_argument("--restore", metavar="PATH", help=tr("restore one that was removed"))


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        if options.remove is not None:
            return _remove(options.remove, machine, output)
        if options.restore is not None:
            with changes(machine) as service:
                outcome = stop_if_refused(service.restore_override(options.restore))
            output.line(tr("Restored: {path}", path=plain(options.restore)))
            output.outcome(outcome_members(outcome))
            return Exit.OK
        overrides = _find(machine)
        tell_running(machine, output)
        applied, now = read_applied_state(machine.paths).applied, lease_facts.read_moment()
    if options.json:
        output.json([_override_members(override, applied, now) for override in overrides])
        return Exit.OK
    if not overrides:
        output.line(tr("There is no override on this machine."))
    for override in overrides:
        _list_override(override, applied, now, output)
    return Exit.OK


def _find(machine: Machine) -> tuple[FoundOverride, ...]:
    report = discover(machine.host, None, machine.profile, machine.cache, with_remedies=False)
    return find_overrides(report, machine.paths)


def _remove(path: str, machine: Machine, output: Output) -> int:
    # any other file is not for this command to remove
    override = next((candidate for candidate in _find(machine) if candidate.path == path), None)
    if override is None:
        raise CommandError(
            tr("{path} is not an override on this machine", path=path), Exit.NOT_FOUND
        )
    with changes(machine) as service:
        outcome = stop_if_refused(service.remove_override(path, sections=bool(override.sections)))
    if override.sections:
        text = tr(
            "Removed: what {owner} wrote into {path}", owner=owner_text(override.owner), path=path
        )
    else:
        text = tr("Removed: {path}", path=path)
    output.line(plain(text))
    if outcome.files[0].change == "restore":
        output.line(tr("The previous file was restored."))
    output.line(
        tr("To restore it: {command}", command=f"vkconfig-py overrides --restore {plain(path)}")
    )
    output.outcome(outcome_members(outcome))
    return Exit.OK


def _override_members(
    override: FoundOverride, applied: Sequence[Applied], now: Moment
) -> dict[str, object]:
    return {
        "file": override.path,
        "owner": override.owner,
        "own": override.own,
        "since": override.since,
        "age": max(0, round(now.wall - override.since)),
        "valid": override.valid,
        "sentence": override.reason,
        "effect": override.effect,
        "programs": list(override.programs),
        "stale": override.stale,
        "layer_settings": override.layer_settings,
        "sections": [list(place) for place in override.sections],
        "applied": [
            {"configuration": entry.configuration.name, **lease_members(entry.lease, now)}
            for entry in applied
            if override.own
        ],
    }


def _list_override(
    override: FoundOverride, applied: Sequence[Applied], now: Moment, output: Output
) -> None:
    when = date_clock_text(override.since)
    since = tr("since {time} ({age})", time=when, age=age_text(override.since, now.wall))
    state = output.paint(tr("left behind"), "warn") if override.stale else ""
    output.line(output.paint(plain(override.path), "strong"))
    owner = owner_text(override.owner)
    owner_line = (
        tr("{owner}, in a file of another program", owner=owner) if override.sections else owner
    )
    output.line("    " + ", ".join(filter(None, (plain(owner_line), since, state))))
    output.paragraph(override.effect)
    for entry in applied if override.own else ():
        name = plain(entry.configuration.title)
        output.paragraph(
            tr("“{name}” is applied {until}.", name=name, until=until_text(entry.lease, now))
        )
