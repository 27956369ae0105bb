"""What is wrong on the machine, as far as files, variables and earlier probes show it."""

from __future__ import annotations

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Output
from vkconfig_py.cli.planning import make_configured_request
from vkconfig_py.cli.workspace import load, make_program_configuration
from vkconfig_py.model.chain.prober import open_prober
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, PredictionRequest
from vkconfig_py.model.problems.probe_remedies import list_known_problems
from vkconfig_py.model.problems.summary import Diagnostic


def make_selected_request(machine: Machine, output: Output) -> PredictionRequest:
    """Return the prediction request about the selected configuration, as the window makes it."""
    workspace = load(machine, output).workspace
    configuration = make_program_configuration(machine, workspace.selected_configuration, workspace)
    return make_configured_request(machine, configuration, DEFAULT_VIEW)


def list_selected_problems(machine: Machine, output: Output) -> tuple[Diagnostic, ...]:
    """Return the problems that the window lists for the selected configuration.

    No library is loaded.
    """
    snapshot = compute_snapshot(make_selected_request(machine, output), machine.cache)
    prober = open_prober(machine.host.environment, machine.paths, machine.recorded)
    return list_known_problems(
        snapshot, prober.read_results(snapshot.report), machine.paths, machine.cache
    )
