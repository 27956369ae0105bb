"""What is wrong on the machine, as far as files, variables and earlier probes show it."""

from __future__ import annotations

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Output
from vkconfig_py.cli.planning import configured_question
from vkconfig_py.cli.workspace import as_programs_get_it, load
from vkconfig_py.model.chain.picture import compute_picture
from vkconfig_py.model.chain.prober import open_prober
from vkconfig_py.model.plan.plan import FIRST_VIEW, PredictionRequest
from vkconfig_py.model.problems.headline import Diagnostic
from vkconfig_py.model.problems.probe_problems import known_problems


def selected_question(machine: Machine, output: Output) -> PredictionRequest:
    """The question whose problems the window shows: about the selected configuration."""
    workspace = load(machine, output).workspace
    configuration = as_programs_get_it(machine, workspace.current, workspace)
    return configured_question(machine, configuration, FIRST_VIEW)


def problems_of_selected(machine: Machine, output: Output) -> tuple[Diagnostic, ...]:
    """Those that the window shows for the selected configuration; opens no library."""
    picture = compute_picture(selected_question(machine, output), machine.cache)
    prober = open_prober(machine.host.environment, machine.paths, machine.recorded)
    return known_problems(picture, prober.results(picture.report), machine.paths, machine.cache)
