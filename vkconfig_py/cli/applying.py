"""What apply, withdraw and overrides share: the apply service, its refusals and its members."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Output, Stop
from vkconfig_py.cli.written_files import change_members
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.apply.found_overrides import find_running
from vkconfig_py.model.apply.service import ApplyOutcome, ApplyService
from vkconfig_py.model.session.backend import Backend


def apply_service(machine: Machine) -> ApplyService:
    """The service of the window, on the files of this machine."""
    return ApplyService(Backend(), machine.paths, cache=machine.cache)


@contextmanager
def changes(machine: Machine) -> Iterator[ApplyService]:
    """Keep other copies of the program from changing what is applied meanwhile.

    Raises:
        Stop: another copy is at work.
    """
    service = apply_service(machine)
    with service.changes() as busy:
        if busy is not None:
            stop_if_refused(busy)
        yield service


def stop_if_refused(outcome: ApplyOutcome) -> ApplyOutcome:
    """Pass on the outcome of what was done.

    Raises:
        Stop: nothing was done.
    """
    if outcome.is_refused:
        raise Stop(outcome.sentence)
    return outcome


def outcome_members(outcome: ApplyOutcome) -> dict[str, Any]:
    """Members of JSON about files."""
    return {"files": [change_members(*one) for one in outcome.files]}


def tell_running(machine: Machine, output: Output) -> None:
    """Say on the error output that VkConfig runs, and what that means for what is applied here."""
    running = find_running(machine.host)
    if running is not None:
        output.error(f"{running.title}. {running.sentence}")
