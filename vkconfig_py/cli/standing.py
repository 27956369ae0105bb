"""overrides: what stands on this machine, by whom, and taking it away."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from vkconfig_py.cli.exits import Exit, Stop
from vkconfig_py.cli.machine import Machine, open_machine
from vkconfig_py.cli.members import change_members
from vkconfig_py.cli.output import Output, plain, wrap
from vkconfig_py.loader.discover import discover
from vkconfig_py.model.applying.overrides import (
    FoundOverride,
    find_overrides,
    remove_override,
    restore_override,
)
from vkconfig_py.model.foreign.running import find_running
from vkconfig_py.model.presence import is_there


def run_overrides(options: argparse.Namespace, output: Output) -> int:
    """List, remove or restore overrides."""
    with open_machine() as machine:
        if options.remove is not None:
            return _remove(options.remove, machine, output)
        if options.restore is not None:
            _stop_at(restore_override(options.restore, machine.paths))
            output.line(f"Restored: {plain(options.restore)}")
            output.outcome({"files": [change_members(options.restore, "restore")]})
            return Exit.OK
        found = _find(machine)
        tell_running(machine, output)
    if options.json:
        output.json([_members(one) for one in found])
        return Exit.OK
    if not found:
        output.line("No override stands on this machine.")
    for one in found:
        _tell(one, output)
    return Exit.OK


def tell_running(machine: Machine, output: Output) -> None:
    """Say on the error output that VkConfig runs, and what that means for what is applied here."""
    running = find_running(machine.host)
    if running is not None:
        output.error(f"{running.title}. {running.sentence}")


def _find(machine: Machine) -> tuple[FoundOverride, ...]:
    return find_overrides(discover(machine.host, profile=machine.profile), machine.paths)


def _remove(path: str, machine: Machine, output: Output) -> int:
    """Remove an override; any other file is not ours to take away."""
    found = next((one for one in _find(machine) if one.path == path), None)
    if found is None:
        raise Stop(f"{path} is no override on this machine", Exit.NOT_FOUND)
    _stop_at(remove_override(path, machine.paths))
    what = f"what {found.owner} wrote into {path}" if found.sections else path
    output.line(f"Removed: {plain(what)}")
    if not found.sections and is_there(Path(path)):
        output.line("The previous file was restored.")
    output.line(f"To restore it: vkconfig-py overrides --restore {plain(path)}")
    is_back = not found.sections and is_there(Path(path))
    change = "change" if found.sections else "restore" if is_back else "remove"
    output.outcome({"files": [change_members(path, change)]})
    return Exit.OK


def _stop_at(error: str) -> None:
    if error:
        raise Stop(error)


def _members(one: FoundOverride) -> dict[str, object]:
    return {
        "file": one.path,
        "owner": one.owner,
        "own": one.own,
        "since": one.since,
        "valid": one.valid,
        "sentence": one.reason,
        "effect": one.effect,
        "programs": list(one.programs),
        "stale": one.stale,
        "layer_settings": one.layer_settings,
        "sections": [list(place) for place in one.sections],
    }


def _tell(one: FoundOverride, output: Output) -> None:
    when = datetime.fromtimestamp(one.since).strftime("%Y-%m-%d %H:%M")
    state = output.paint("left behind", "warn") if one.stale else ""
    output.line(output.paint(plain(one.path), "strong"))
    who = f"{one.owner}, in a file of somebody else" if one.sections else one.owner
    output.line("    " + ", ".join(filter(None, (plain(who), f"since {when}", state))))
    for line in wrap(plain(f"It {one.effect}."), output.width - 4):
        output.line(f"    {line}")
