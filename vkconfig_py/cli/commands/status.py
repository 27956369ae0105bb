"""status: what is applied to this machine, by whom, and what is wrong in a line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.known_problems import list_selected_problems
from vkconfig_py.cli.moments import look_at
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.planning import warn_of_running_vkconfig
from vkconfig_py.cli.workspace import read_workspace
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.model.apply import lease_facts
from vkconfig_py.model.apply.apply_plan import read_applied_state
from vkconfig_py.model.apply.found_overrides import FoundOverride, find_overrides, render_owner
from vkconfig_py.model.apply.lease_facts import (
    describe_guard,
    describe_lease_until,
    make_lease_json,
)
from vkconfig_py.model.apply.lease_guard import find_guard
from vkconfig_py.model.apply.notices import Banner, find_banner, format_age
from vkconfig_py.model.plan.leases import Moment
from vkconfig_py.model.plan.plan import AppliedConfiguration
from vkconfig_py.model.text.wording import render_date_clock, strip_full_stop


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py status": "",
        "vkconfig-py status --overrides": "",
    }
    add_json(parser)
    parser.add_argument(
        "--overrides",
        action="store_true",
        help=tr("list all overrides on this machine, from any program, and their effects"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    if options.overrides:
        return _list_overrides(options, output)
    with open_machine() as machine:
        applied_state, now = read_applied_state(machine.paths), lease_facts.read_moment()
        report = discover(machine.host, profile=machine.profile, cache=machine.cache)
        overrides = find_overrides(report, machine.paths)
        look_at(machine, report, overrides)
        shown_banner = find_banner(applied_state, overrides, read_workspace(machine, output), now)
        guard = find_guard(machine.paths)
        problems = list_selected_problems(machine, output)
    output.outcome(
        {
            "applied": [
                {
                    "configuration": applied_configuration.configuration.name,
                    "programs": list(applied_configuration.programs),
                    "since": applied_configuration.since,
                    "mechanism": applied_configuration.mechanism.value,
                    **make_lease_json(applied_configuration.lease, now),
                }
                for applied_configuration in applied_state.configurations
            ],
            "left_behind": bool(applied_state.ended_keys),
            "guard": guard,
            "overrides": [override.path for override in overrides],
            "problems": len(problems),
        }
    )
    output.line(
        plain(_render_banner(shown_banner, now))
        if shown_banner
        else tr("Nothing is applied to this machine.")
    )
    if sentence := describe_guard(
        (applied_configuration.lease for applied_configuration in applied_state.configurations),
        guard,
    ):
        output.line(sentence)
    if problems:
        output.line(
            counted(
                "{n} problems found; see {command}.",
                "{n} problem found; see {command}.",
                len(problems),
                command="vkconfig-py problems",
            )
        )
    return Exit.OK


def _render_banner(shown_banner: Banner, now: Moment) -> str:
    """Return the text of the window's bar about what is applied, with the time left."""
    banner_text = str(shown_banner)
    countdown = shown_banner.render_countdown(now)
    return f"{strip_full_stop(banner_text)}. {countdown}" if countdown else banner_text


def _list_overrides(options: argparse.Namespace, output: Output) -> int:
    """Print every override on this machine, whoever wrote it."""
    with open_machine() as machine:
        report = discover(machine.host, None, machine.profile, machine.cache, with_remedies=False)
        overrides = find_overrides(report, machine.paths)
        warn_of_running_vkconfig(machine, output)
        applied_configurations, now = (
            read_applied_state(machine.paths).configurations,
            lease_facts.read_moment(),
        )
    if options.json:
        rows = [_override_to_json(override, applied_configurations, now) for override in overrides]
        output.outcome({"overrides": rows})
        return Exit.OK
    if not overrides:
        output.line(tr("No overrides on this machine."))
    for override in overrides:
        _print_override(override, applied_configurations, now, output)
    return Exit.OK


def _override_to_json(
    override: FoundOverride, applied_configurations: Sequence[AppliedConfiguration], now: Moment
) -> dict[str, object]:
    return {
        "file": override.path,
        "owner": override.owner,
        "own": override.is_own,
        "since": override.modified_at,
        "age": max(0, round(now.wall_time - override.modified_at)),
        "valid": override.is_valid,
        "sentence": override.reason,
        "effect": override.effect,
        "programs": list(override.programs),
        "stale": override.is_expired,
        "layer_settings": override.has_layer_settings,
        "sections": [list(key_path) for key_path in override.sections],
        "applied": [
            {"configuration": entry.configuration.name, **make_lease_json(entry.lease, now)}
            for entry in applied_configurations
            if override.is_own
        ],
    }


def _print_override(
    override: FoundOverride,
    applied_configurations: Sequence[AppliedConfiguration],
    now: Moment,
    output: Output,
) -> None:
    """Print an override: file, owner, age and effect, and until when our own is applied."""
    time_text = render_date_clock(override.modified_at)
    since = tr(
        "since {time} ({age})", time=time_text, age=format_age(override.modified_at, now.wall_time)
    )
    state = output.paint(tr("left behind"), "warn") if override.is_expired else ""
    output.line(output.paint(plain(override.path), "strong"))
    owner = render_owner(override.owner)
    owner_line = (
        tr("{owner}, in another program's file", owner=owner) if override.sections else owner
    )
    output.line("    " + ", ".join(filter(None, (plain(owner_line), since, state))))
    output.paragraph(override.effect)
    for entry in applied_configurations if override.is_own else ():
        name = plain(entry.configuration.title)
        output.paragraph(
            tr(
                "“{name}” is applied {until}.",
                name=name,
                until=describe_lease_until(entry.lease, now),
            )
        )
