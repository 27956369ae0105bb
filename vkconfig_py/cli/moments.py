"""Moments that users type, and the look at the machine that the time line is made of."""

from __future__ import annotations

import time
from datetime import datetime

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.apply.apply_plan import read_applied_state
from vkconfig_py.model.apply.found_overrides import FoundOverride
from vkconfig_py.model.timeline.history import MachineHistory, look
from vkconfig_py.model.timeline.machine_state import ScanResult

_NOW = "now"


def parse_moment(text: str) -> float:
    """Return the seconds since the epoch of "now" or an ISO 8601 time; local without an offset.

    Raises:
        CommandError: the text is neither.
    """
    if text == _NOW:
        return time.time()
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError) as error:
        raise CommandError(
            tr(
                "“{text}” is not a moment; write now, 2026-11-28T10:00, or a number of the journal",
                text=text,
            ),
            Exit.USAGE,
        ) from error


def look_at(
    machine: Machine, report: LoaderReport, overrides: tuple[FoundOverride, ...]
) -> MachineHistory:
    """Compare the machine with the last look at it, and keep what others changed."""
    applied_state = read_applied_state(machine.paths).seen_from(machine.host.root)
    scan_result = ScanResult(report, overrides, frozenset(applied_state.files))
    return look(scan_result, machine.paths, time.time())
