"""What every command begins with: leases that ended while nothing guarded them are ended."""

from __future__ import annotations

from vkconfig_py.cli.output import CommandError, Output
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.apply.apply_plan import read_applied_state
from vkconfig_py.model.files.paths import find_state_paths


def end_leases(output: Output) -> None:
    """Withdraw what has ended, and say so on the error output.

    The command goes on if that fails: what it tells is about the machine as it is.
    """
    host = Host.read_current()
    paths = find_state_paths(host.environment, host.platform)
    if read_applied_state(paths).ended_keys:
        from vkconfig_py.cli.context import this_machine
        from vkconfig_py.cli.planning import end_leases, stop_if_refused
        from vkconfig_py.model.apply.service import describe_ended

        try:
            outcome = stop_if_refused(end_leases(this_machine()))
        except CommandError as stop:
            output.error(stop.sentence)
            return
        if sentence := describe_ended(outcome):
            output.error(sentence)
