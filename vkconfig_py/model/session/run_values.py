"""States, names and shared parts of the runs that were launched here."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.session.background import SharedServices, Worker
from vkconfig_py.model.session.loader_checks import Checks
from vkconfig_py.model.session.snapshots import ChainSnapshots

if TYPE_CHECKING:
    from vkconfig_py.model.launch.run_program import Launch, LaunchEnd, LaunchError


StartLaunch = Callable[..., "Launch | LaunchError"]


class LaunchState(StrEnum):
    """State of a run."""

    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    ENDED = "ended"
    NOT_STARTED = "not started"


STATE_WORDS = {
    LaunchState.STARTING: tr("starting"),
    LaunchState.RUNNING: tr("running"),
    LaunchState.STOPPING: tr("stopping"),
    LaunchState.ENDED: tr("ended"),
    LaunchState.NOT_STARTED: tr("not started"),
}
ENDED_STATES = (LaunchState.ENDED, LaunchState.NOT_STARTED)


class RunServices(NamedTuple):
    """What the runs of one window share: queues, the engine, and where results go.

    Attributes:
        starts: plans and starts programs, one after the other.
        scans: looks through logs; each slice takes milliseconds.
        copies: makes texts and writes small files.
        home: where a saved log is suggested to go.
        log_parts: how many parts of 8 MB each log keeps.
    """

    shared: SharedServices
    snapshots: ChainSnapshots
    checks: Checks
    starts: Worker
    scans: Worker
    copies: Worker
    home: str
    start_launch: StartLaunch | None = None
    log_parts: int = 64


class RunName(NamedTuple):
    """How a run is called: the second one of vkcube is "vkcube 2"."""

    program: str
    number: int = 1

    def __str__(self) -> str:
        return self.program if self.number == 1 else f"{self.program} {self.number}"


def render_ended_state(ended: LaunchEnd) -> str:
    if ended.was_stopped:
        return tr("Stopped")
    return (
        tr("Ended by {signal}", signal=ended.signal)
        if ended.signal
        else tr("Ended, exit {code}", code=ended.code)
    )
