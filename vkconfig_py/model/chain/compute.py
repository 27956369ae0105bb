"""Runs the engine twice: for the inventory, and for the machine with the plan written."""

from __future__ import annotations

from vkconfig_py.language.sentences import render
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.applied_plan import (
    PlanWithInputs,
    find_platform_limits,
    find_program_limits,
    list_other_loader_limits,
    plan_applied,
)
from vkconfig_py.model.chain.run_engine import (
    add_program_loader,
    compute_inventory,
    compute_report,
    expand_added_folders,
    find_known_requests,
    make_launch_host,
    make_placeholder_program,
    make_program_host,
    simulate_plan,
)
from vkconfig_py.model.files.paths import make_launch_folder_template
from vkconfig_py.model.plan.inventory import (
    InventoryIndex,
    index_inventory,
    read_settings_inputs,
    restore_original_files,
)
from vkconfig_py.model.plan.launch_plan import (
    PROGRAM_IS_ELEVATED,
    make_elevated_limit,
    make_safe_configuration,
    plan_environment,
    plan_launch,
)
from vkconfig_py.model.plan.override_plan import render_install_command
from vkconfig_py.model.plan.plan import (
    NO_APPLICATION,
    AppliedConfiguration,
    Mechanism,
    Plan,
    PredictionRequest,
    add_applied_configuration,
    find_replaced,
    render_replaced,
)
from vkconfig_py.model.plan.variable_changes import (
    RunVariables,
    disable_overrides,
    find_search_sources,
)
from vkconfig_py.model.programs.program_paths import (
    ProgramMatch,
    ProgramState,
    apply_known_changes,
    find_compared_program,
    list_variable_changes,
)


class Prediction(NamedTuple):
    """The engine's result, and its inputs.

    Attributes:
        request: the request passed to the engine, with the loader of the program.
        inventory_index: the inventory, indexed.
        ignored_overrides: override files ignored here because the snapshot is about one launch.
    """

    request: PredictionRequest
    program: ProgramMatch
    inventory: LoaderReport
    inventory_index: InventoryIndex
    plan: Plan
    report: LoaderReport
    ignored_overrides: tuple[str, ...] = ()


class _ProgramRequest(NamedTuple):
    """A request from the view of its program, and the machine as that program sees it."""

    request: PredictionRequest
    program: ProgramMatch
    host: Host


def predict(request: PredictionRequest, cache: DocumentCache) -> Prediction:
    """Plan a configuration on its machine, and compute what programs then load."""
    subject = _make_program_request(request, cache)
    if request.assumptions.is_about_process:
        return _predict_running(subject, cache)
    if request.view.is_applied:
        return _predict_applied(subject, cache)
    return _predict_run(subject, cache)


def plan_for_applying(request: PredictionRequest, cache: DocumentCache) -> Plan:
    """Return only the plan of a prediction, for a request about what is applied.

    Other loaders are not considered: their limits were shown before, and never prevent applying.
    """
    return _plan_to_write(_make_program_request(request, cache), cache).plan


def _make_program_request(request: PredictionRequest, cache: DocumentCache) -> _ProgramRequest:
    """Find the program of a request, and the machine and loader as this program has them."""
    request = expand_added_folders(request, cache)
    program = find_program(request)
    request = add_program_loader(request, program, cache)
    return _ProgramRequest(request, program, make_program_host(request, program))


def find_program(request: PredictionRequest) -> ProgramMatch:
    """Find the program that a request is about: chosen, assumed or named by the configuration.

    For a configuration applied to every program: one that no other configuration names.
    """
    assumptions = request.assumptions.program
    host = make_launch_host(request)
    if assumptions is not None:
        return find_compared_program(assumptions, host)
    started_target = request.configuration.target
    target = find_compared_program(started_target.program, host, started_target.arguments)
    view = request.view
    if not view.is_applied or target.real_path in view.programs:
        return target
    if not view.programs:
        return ProgramMatch(state=ProgramState.NONE)
    return find_compared_program(view.programs[0], request.host)


def add_known_requests(request: PredictionRequest, program: ProgramMatch) -> PredictionRequest:
    """Return the request with what launches showed, unless the user supposes otherwise.

    Plans are made without: a layer that is set to On loads even if the program stops asking for it.
    """
    if request.application != NO_APPLICATION:
        return request
    launch_requests = find_known_requests(program, request.host)
    if launch_requests is None:
        return request
    return request._replace(
        application=launch_requests.requests.application(), known_requests=launch_requests
    )


def _predict_run(subject: _ProgramRequest, cache: DocumentCache) -> Prediction:
    """Predict one run: its variables apply, and applied overrides are ignored."""
    request, program, host = subject
    configuration = request.configuration
    own_variables = [(variable.name, variable.value) for variable in configuration.environment]
    sources = find_search_sources(configuration, request.profile, host)
    session_host = host.with_environment(own_variables)
    session_host = apply_known_changes(session_host, list_variable_changes(program, session_host))
    inventory = compute_inventory(
        request, session_host, sources.explicit_sources, sources.implicit_sources, cache
    )
    inventory_index = index_inventory(inventory)
    override_files = tuple(dict.fromkeys(override.file for override in inventory_index.overrides))
    if override_files:
        variables = RunVariables(inventory.host)
        disable_overrides(variables, inventory_index)
        changes = [(change.name, change.value) for change in variables.list_changes()]
        inventory = compute_report(request, inventory.host.with_environment(changes), cache)
        inventory_index = index_inventory(inventory)
    if request.view.safe_mode.is_on:
        configuration = make_safe_configuration(
            configuration, inventory_index, request.view.safe_mode
        )
        request = request._replace(configuration=configuration)
    inputs = read_settings_inputs(
        (configuration,), inventory_index, host, cache, target=configuration.target
    )
    inputs = restore_original_files(inputs, request.own_files, request.original_contents)
    profile = request.profile
    if request.view.mechanism is Mechanism.LAUNCH:
        folder = request.launch_folder or make_launch_folder_template(host)
        plan = plan_launch(configuration, inventory, host, profile, folder, inputs)
    else:
        plan = plan_environment(configuration, inventory, host, profile, inputs)
    if host.hides_variables:
        plan = _add_elevated_limitations(request, program, host, plan)
    if configuration.platforms:
        plan = plan._replace(limits=(*find_platform_limits(request), *plan.limits))
    request = add_known_requests(request, program)
    request, report = _compute_report(request, program, simulate_plan(host, plan), cache)
    return Prediction(
        request=request,
        program=program,
        inventory=inventory,
        inventory_index=inventory_index,
        plan=plan,
        report=report,
        ignored_overrides=override_files,
    )


def _compute_report(
    request: PredictionRequest, program: ProgramMatch, host: Host, cache: DocumentCache
) -> tuple[PredictionRequest, LoaderReport]:
    """Return the request with what scripts set, and the report of the program behind them."""
    request = request._replace(script_variables=list_variable_changes(program, host))
    return request, compute_report(
        request, apply_known_changes(host, request.script_variables), cache
    )


def _predict_running(subject: _ProgramRequest, cache: DocumentCache) -> Prediction:
    """Predict a process that runs: nothing is planned, and what was applied reached it."""
    request, program, host = subject
    request = add_known_requests(request, program)
    report = compute_report(request, host, cache)
    return Prediction(
        request=request,
        program=program,
        inventory=report,
        inventory_index=index_inventory(report),
        plan=Plan(request.view.mechanism),
        report=report,
    )


def _add_elevated_limitations(
    request: PredictionRequest, program: ProgramMatch, host: Host, plan: Plan
) -> Plan:
    """Add to a plan the limits of an elevated program: what is ignored, and what would help."""
    reason = program.elevation.explanation if program.elevation.is_elevated else ""
    limit = make_elevated_limit(reason or render(PROGRAM_IS_ELEVATED), request.profile)
    programs = (program.real_path,) if program.real_path else ()
    command = render_install_command(request.configuration, programs, host, request.profile)
    return plan._replace(limits=(*plan.limits, limit), command=command)


def _predict_applied(subject: _ProgramRequest, cache: DocumentCache) -> Prediction:
    """Predict programs with the whole applied set written, and this configuration in it."""
    request, program, host = subject
    plan_with_inputs = _plan_to_write(subject, cache)
    plan = plan_with_inputs.plan
    program_host = plan_with_inputs.host._replace(elevated=host.elevated)
    request = add_known_requests(request, program)
    request, report = _compute_report(request, program, simulate_plan(program_host, plan), cache)
    other_limits = list_other_loader_limits(request, plan_with_inputs.host, plan, report, cache)
    plan = plan._replace(limits=(*plan.limits, *other_limits))
    return Prediction(
        request=request,
        program=program,
        inventory=plan_with_inputs.inventory,
        inventory_index=index_inventory(plan_with_inputs.inventory),
        plan=plan,
        report=report,
    )


def _plan_to_write(subject: _ProgramRequest, cache: DocumentCache) -> PlanWithInputs:
    """Plan what is written if this configuration is applied beside those that are."""
    request, _, host = subject
    view = request.view
    applied_configurations = add_applied_configuration(
        request.applied_configurations, request.configuration, view.programs, 0.0, view.mechanism
    )
    # The files are planned for all programs together, with the privileges that most of them have.
    plan_with_inputs = plan_applied(
        request, applied_configurations, host._replace(elevated=False), cache
    )
    keys = find_program_limits(request)
    plan = plan_with_inputs.plan._replace(
        limits=(*keys.limits, *plan_with_inputs.plan.limits),
        notes=render_replaced(
            find_replaced(request.applied_configurations, applied_configurations)
        ),
        command=keys.command,
    )
    return plan_with_inputs._replace(plan=plan)


def plan_applied_set(
    request: PredictionRequest,
    applied_configurations: tuple[AppliedConfiguration, ...],
    cache: DocumentCache,
) -> Plan:
    """Plan a set to be applied, such as the rest after withdrawing one configuration.

    The last configuration's mechanism decides; Plan.mechanism is the one that was used.
    """
    host = request.host._replace(executable=make_placeholder_program(request.host))
    return plan_applied(request, applied_configurations, host, cache).plan
