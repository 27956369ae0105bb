"""What is wrong on the machine, as far as files, variables and earlier probes show it."""

from __future__ import annotations

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Output
from vkconfig_py.cli.planning import configured_question
from vkconfig_py.cli.workspace import as_programs_get_it, load
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.model.apply.notices import FOREIGN, all_notices
from vkconfig_py.model.chain.picture import compute_picture
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.plan.plan import FIRST_VIEW
from vkconfig_py.model.problems.actionable import find_problems, with_actions
from vkconfig_py.model.problems.headline import ActionableProblem
from vkconfig_py.model.problems.probe_problems import broken_keys, find_ways, probe_problems
from vkconfig_py.model.session.backend import Backend


def known_problems(machine: Machine, output: Output) -> tuple[ActionableProblem, ...]:
    """Those that the window shows for the selected configuration; opens no library."""
    cache = machine.cache
    report = discover(machine.host, profile=machine.profile, cache=cache)
    told = find_problems(report, cache, machine.loaders)
    files = {one.problem.file for one in told if one.problem.file}
    loaded = load(machine, output)
    notices = all_notices(report, machine.paths, loaded.problems)
    # A notice about a file that has a problem already would tell of it twice.
    more = [one for one in notices if not (one.code == FOREIGN and one.file in files)]
    found = (*told, *with_actions(more, machine.host.root))
    return (*_of_earlier_probes(machine, loaded.workspace), *found)


def _of_earlier_probes(machine: Machine, workspace: Workspace) -> tuple[ActionableProblem, ...]:
    prober = Backend().prober(machine.host.environment, machine.paths, machine.recorded)
    configuration = as_programs_get_it(machine, workspace.current, workspace)
    question = configured_question(machine, configuration, FIRST_VIEW)
    picture = compute_picture(question, machine.cache)
    answers = prober.recall(picture.report)
    keys = broken_keys(picture.rows, answers)
    ways = find_ways(picture, keys, machine.cache) if keys else {}
    return probe_problems(picture.rows, answers, ways)
