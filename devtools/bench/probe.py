"""`devices` and the probe of all drivers of this machine, against `vulkaninfo --summary`.

vulkaninfo opens all drivers in one process. So does the child that builds the whole machine; the
probe of drivers gives each a child of its own, because one of them may crash. Files are in the page
cache, and nothing is remembered from the run before, but for the row that says so. Ours begins with
an interpreter and its imports, so the ratios are those of programs where a driver takes its time: a
software driver that opens in a few milliseconds shows mostly Python.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from devtools.bench.table import Row, ratio
from devtools.console import ROOT, SetupError, say
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.probe.answer_cache import ProbeMemory
from vkconfig_py.loader.probe.child_process import run_child
from vkconfig_py.loader.probe.child_runs import LIMITS
from vkconfig_py.loader.probe.child_start import CHILD, child_environment
from vkconfig_py.loader.probe.probe_run import ProbeSelection, make_load_plan, probe
from vkconfig_py.loader.wire.jobs import ChainJob, State, job_to_json
from vkconfig_py.loader.wire.results import Answered

RUNS = 15
AIM = 1.5
_DRIVERS = ProbeSelection(layers=frozenset(), chain=False)


def measure(folder: Path, runs: int | None) -> list[Row]:
    """Measure each way of opening all drivers."""
    count = runs or RUNS
    say(f"==> the probe of all drivers and vulkaninfo --summary, {count} runs each")
    ours = _Ours()
    sides = (ours.command, ours.each, ours.whole, ours.remembered, _vulkaninfo)
    ours.remembered()
    samples = [[_time(side) for side in sides] for _ in range(count + 1)]
    command, each, whole, remembered, yardstick = map(
        statistics.median, zip(*samples[1:], strict=True)
    )
    return [
        ratio("the command devices --again", command, yardstick, AIM, count),
        ratio("all drivers, a child each", each, yardstick, AIM, count),
        ratio("all drivers in one child", whole, yardstick, None, count),
        ratio("all drivers, remembered", remembered, yardstick, None, count),
    ]


class _Ours:
    """Our side, for the machine as it is."""

    def __init__(self) -> None:
        self._report = discover(Host.current(), Application(api_version=(1, 3, 0)))
        self._memory = ProbeMemory()
        self._job = job_to_json(ChainJob(make_load_plan(self._report), tapped=False))

    def command(self) -> None:
        """Run the command, from the start of its interpreter to its end."""
        command = [sys.executable, "-m", "vkconfig_py", "devices", "--again"]
        inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        subprocess.run(command, cwd=ROOT, env=inherited, check=True, stdout=subprocess.DEVNULL)

    def whole(self) -> None:
        """Build the whole machine in one child."""
        host = self._report.host
        outcome = run_child(
            CHILD,
            self._job,
            child_environment(host.environment),
            limits=LIMITS,
            working_directory=host.working_directory,
        )
        if not isinstance(outcome, Answered):
            raise SetupError(f"The child of all drivers did not answer: {outcome}", 1)

    def each(self) -> None:
        """Probe each driver in a child of its own."""
        self._probe(ProbeMemory(), again=True)

    def remembered(self) -> None:
        """Ask for what an earlier probe found out."""
        self._probe(self._memory, again=False)

    def _probe(self, memory: ProbeMemory, again: bool) -> None:
        found = probe(self._report, _DRIVERS, memory=memory, again=again)
        bad = [x.manifest for x in found.drivers if x.health.state is not State.HEALTHY]
        if bad or not found.drivers:
            raise SetupError(f"Of {len(found.drivers)} drivers are not sound: {bad}", 1)


def _vulkaninfo() -> None:
    try:
        subprocess.run(["vulkaninfo", "--summary"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(f"vulkaninfo: {error}") from error


def _time(side: Callable[[], None]) -> float:
    started = time.perf_counter()
    side()
    return time.perf_counter() - started
