"""Moments that users type, and the look at the machine that the time line is made of."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.apply.apply_plan import read_applied_state
from vkconfig_py.model.apply.found_overrides import FoundOverride
from vkconfig_py.model.timeline.history import MachineHistory, ScanResult, record_scan

MOMENTS = tr("now, today, yesterday, 2h (ago), or 2026-11-28T10:00")
_AGE_PATTERN = re.compile(r"(\d+)(m|h|d)")
_SECONDS_BY_UNIT = {"m": 60, "h": 3600, "d": 86400}


def is_moment(text: str) -> bool:
    """Return whether a text names a time, such as yesterday or 2026-11-28."""
    return _find_moment(text) is not None


def parse_moment(text: str) -> float:
    """Return the seconds since the epoch of a time that MOMENTS describes.

    Times are local.

    Raises:
        CommandError: the text is none.
    """
    moment = _find_moment(text)
    if moment is None:
        sentence = tr("“{text}” is not a valid time; use {moments}", text=text, moments=MOMENTS)
        raise CommandError(sentence, Exit.USAGE)
    return moment


def _find_moment(text: str) -> float | None:
    """Return the seconds since the epoch of a time, or None if the text names none."""
    now = datetime.now().astimezone()
    days = {"today": 0, "yesterday": 1}
    if text == "now":
        return now.timestamp()
    if text in days:  # the beginning of that day
        midnight = datetime.combine(now.date() - timedelta(days[text]), datetime.min.time())
        return midnight.timestamp()
    if age_match := _AGE_PATTERN.fullmatch(text):
        return now.timestamp() - int(age_match[1]) * _SECONDS_BY_UNIT[age_match[2]]
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError):
        return None


def look_at(
    machine: Machine, report: LoaderReport, overrides: tuple[FoundOverride, ...]
) -> MachineHistory:
    """Compare the machine with the last scan of it, and store what changed since."""
    applied_state = read_applied_state(machine.paths).without_root(machine.host.root)
    scan_result = ScanResult(report, overrides, frozenset(applied_state.files))
    return record_scan(scan_result, machine.paths, time.time())
