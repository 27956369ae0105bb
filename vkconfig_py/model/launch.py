"""Run a program under a Plan in its own process group; never through a shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from vkconfig_py.model.plan import Plan


class LaunchState(StrEnum):
    """Where a launch stands."""

    RUNNING = "running"
    STOPPING = "stopping"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a launch ended: `code` of the exit, or the name of the signal ("SIGSEGV").

    Attributes:
        sentence: "exit 0", "ended by SIGSEGV", "stopped".
    """

    code: int | None
    signal: str
    stopped: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class LaunchError:
    """Why a program could not be started: one sentence with the path."""

    sentence: str


class Launch:
    """A program that was started. Output arrives on a reader thread, in whole lines.

    Attributes:
        pid: process id of the program, its process group as well.
    """

    pid: int

    def stop(self) -> None:
        """Terminate the group; kill it after 3 seconds; children do not outlive this."""
        raise NotImplementedError

    def kill(self) -> None:
        """Kill the group now."""
        raise NotImplementedError

    def wait(self, timeout: float | None = None) -> Ended | None:
        """Wait for the end; None if it still runs after `timeout` seconds."""
        raise NotImplementedError


def start_launch(
    program: str,
    arguments: tuple[str, ...],
    working_directory: str,
    environment: Mapping[str, str],
    plan: Plan,
    *,
    on_line: Callable[[str, str], None],
    on_end: Callable[[Ended], None],
) -> Launch | LaunchError:
    """Write the plan's private files, then start the program.

    `environment` is the session's; the plan's variables are set and unset on top of it. `on_line`
    gets ("out" or "err", line), `on_end` the result after the private files are gone; both are
    called on a reader thread.
    """
    raise NotImplementedError
