"""journal: what was written to the system, and the way back."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime

from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, Stop, plain
from vkconfig_py.model.apply.journal import JournalEntry, read_journal
from vkconfig_py.model.apply.restore import restore

_SHOWN = 20  # actions


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        actions = _by_action(read_journal(machine.paths))
        if options.restore is not None:
            if not 1 <= options.restore <= len(actions):
                raise Stop(f"The journal has no number {options.restore}.", Exit.NOT_FOUND)
            entries = actions[options.restore - 1]
            refused = restore(entries[0], machine.paths)
            if refused:
                raise Stop(refused)
            files = [entry.file for entry in entries]
            output.outcome({"files": files})
            for file in files:
                output.line(f"Restored: {plain(file)}")
            return Exit.OK
    output.outcome({"actions": [_members(n, one) for n, one in enumerate(actions, 1)]})
    if not actions:
        output.line("Nothing was written yet.")
    for number, entries in enumerate(actions[:_SHOWN], 1):
        first = entries[0]
        when = datetime.fromtimestamp(first.time).strftime("%Y-%m-%d %H:%M")
        who = f" {plain(first.who)}" if first.who else ""
        output.line(f"{number:3}  {when}  {plain(first.what)}{who}")
        for entry in entries:
            output.line(f"     {output.paint(plain(entry.file), 'faint')}")
    if len(actions) > _SHOWN:
        output.line(f"… and {len(actions) - _SHOWN} older ones; --json has them all.")
    return Exit.OK


def _by_action(entries: Sequence[JournalEntry]) -> list[list[JournalEntry]]:
    """Entries that were made together, the latest action first."""
    groups: dict[str, list[JournalEntry]] = {}
    for entry in sorted(entries, key=lambda one: one.key, reverse=True):
        groups.setdefault(entry.action.key or entry.fix or entry.key, []).append(entry)
    return list(groups.values())


def _members(number: int, entries: Sequence[JournalEntry]) -> dict[str, object]:
    first = entries[0]
    return {
        "number": number,
        "time": first.time,
        "what": first.what,
        "who": first.who,
        "files": [entry.file for entry in entries],
    }
