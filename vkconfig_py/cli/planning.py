"""Plans of a configuration with the resulting chain, and the service that applies them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Output
from vkconfig_py.cli.output_files import change_members
from vkconfig_py.language.sentences import join_words, render, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.apply.found_overrides import find_running_vkconfig
from vkconfig_py.model.apply.service import ApplyOutcome, ApplyService, add_applied_state
from vkconfig_py.model.chain.compute import Prediction, predict
from vkconfig_py.model.chain.snapshot_sentences import write_summary
from vkconfig_py.model.configuration.configuration import UNLISTED, Configuration
from vkconfig_py.model.exchange.import_report import render_idle_layers
from vkconfig_py.model.plan.plan import (
    NO_SAFE_MODE,
    Limitation,
    Mechanism,
    Plan,
    PlanView,
    PredictionRequest,
    SafeMode,
    render_limits,
)
from vkconfig_py.model.text.wording import UNLISTED_LAYERS

NO_CONFIGURATION = Configuration("", "")
DEVICES_ABSENT = tr(
    "none of the listed devices is present, so programs do not find a device, and most "
    "programs cannot start"
)


class PlannedConfiguration(NamedTuple):
    """A request about a configuration, and the answer."""

    request: PredictionRequest
    answer: Prediction


def make_launch_request(
    machine: Machine, configuration: Configuration, safe_mode: SafeMode = NO_SAFE_MODE
) -> PredictionRequest:
    """Return the prediction request about one launch with a configuration."""
    return make_configured_request(
        machine, configuration, PlanView(Mechanism.LAUNCH, safe_mode=safe_mode)
    )


def predict_launch(
    machine: Machine,
    configuration: Configuration,
    folder: str = "",
    safe_mode: SafeMode = NO_SAFE_MODE,
) -> PlannedConfiguration:
    """Return the files, variables and chain of one launch."""
    request = make_launch_request(machine, configuration, safe_mode)
    return _predict(machine, request._replace(launch_folder=folder) if folder else request)


def predict_environment(machine: Machine, configuration: Configuration) -> PlannedConfiguration:
    """Return the chain if the configuration only sets environment variables."""
    return _predict(
        machine, make_configured_request(machine, configuration, PlanView(Mechanism.ENVIRONMENT))
    )


def predict_applied(
    machine: Machine, configuration: Configuration, programs: tuple[str, ...], mechanism: Mechanism
) -> PlannedConfiguration:
    """Return the chain if the configuration is applied to these programs, beside others."""
    return _predict(machine, make_applied_request(machine, configuration, programs, mechanism))


def make_applied_request(
    machine: Machine,
    configuration: Configuration,
    programs: tuple[str, ...] = (),
    mechanism: Mechanism = Mechanism.AUTOMATIC,
) -> PredictionRequest:
    """Return the prediction request about applying a configuration. () stands for every program."""
    return make_configured_request(machine, configuration, PlanView(mechanism, programs))


def make_configured_request(
    machine: Machine, configuration: Configuration, view: PlanView
) -> PredictionRequest:
    """Return a prediction request about a configuration, beside what is applied already."""
    request = PredictionRequest(
        machine.host, machine.profile, configuration, view, loaders=machine.loaders
    )
    # What is applied already affects the chain of every question.
    return add_applied_state(request, apply_service(machine).read_applied_state())


def _predict(machine: Machine, request: PredictionRequest) -> PlannedConfiguration:
    """Compute files, variables and chain of a request."""
    prediction = predict(request, machine.cache)
    return PlannedConfiguration(prediction.request, prediction)


def print_chain(planned_configuration: PlannedConfiguration, output: Output) -> None:
    """Print on standard error which layers and devices the program gets, as the window says it."""
    output.error(
        write_summary(planned_configuration.request, planned_configuration.answer).sentences[0],
        is_note=False,
    )


def warn_about(planned_configuration: PlannedConfiguration, output: Output) -> None:
    """Print on standard error where the result differs from what the user may expect."""
    print_plan(planned_configuration.answer.plan, output)
    _warn_of_devices(planned_configuration, output)
    _print_elevated_chain(planned_configuration, output)


def _warn_of_devices(planned_configuration: PlannedConfiguration, output: Output) -> None:
    """Warn if earlier probes show that programs get none of the listed devices."""
    request, report = planned_configuration.request, planned_configuration.answer.report
    if not report.probe_inputs.device_configurations:
        return
    # No other command waits for these.
    from vkconfig_py.loader.probe.answer_cache import ProbeMemory, find_cache_path
    from vkconfig_py.model.chain.prober import has_no_device

    memory = ProbeMemory(find_cache_path(request.host.environment))
    is_launch = request.view.mechanism is Mechanism.LAUNCH
    variables = request.configuration.environment if is_launch else ()
    session = request.host.with_environment(
        [(variable.name, variable.value) for variable in variables]
    )
    if has_no_device(report._replace(host=session), memory):
        output.error(DEVICES_ABSENT)


def _print_elevated_chain(planned_configuration: PlannedConfiguration, output: Output) -> None:
    """Print the real chain of an elevated program: loaders ignore most variables for it."""
    report = planned_configuration.answer.report
    if report.host.hides_variables:
        layers = join_words([layer.manifest.name for layer in report.callstack])
        output.error(_describe_elevated(planned_configuration.answer.program.name, layers))


def _describe_elevated(program: str, layers: str) -> str:
    """Return the sentence about the layers of an elevated program.

    "" stands for an unknown program or no layers.
    """
    if not program:
        if not layers:
            return tr("The program does not load any layers")
        return tr("The program loads {layers}", layers=layers)
    if not layers:
        return tr("{program} does not load any layers", program=program)
    return tr("{program} loads {layers}", program=program, layers=layers)


def list_off_layers(machine: Machine, configuration: Configuration) -> set[str]:
    """Return the names of the installed layers that a launch with the configuration leaves out."""
    layers = predict_launch(machine, configuration).answer.report.found_layers
    on = {layer.name for layer in layers if layer.position >= 0}
    return {layer.name for layer in layers if layer.manifest is not None} - on


def print_idle_layer(layer: str, configuration: Configuration, output: Output) -> None:
    """Say that a layer's settings do nothing while it is off, and the command that turns it on."""
    command = shlex.join(("vkconfig-py", "layer", "on", layer, "-c", render(configuration.title)))
    enable_hint = tr("To enable it: {command}", command=command)
    output.error(f"{render_idle_layers((layer,))} {enable_hint}")


def print_plan(plan: Plan, output: Output) -> None:
    """Print on standard error what a plan cannot do and what else it changes."""
    print_limitations(plan.limits, output)
    for note in plan.summary_sentences:
        output.error(note)


def print_limitations(limits: tuple[Limitation, ...], output: Output) -> None:
    """Print on standard error what a plan cannot do, and the alternatives."""
    for line in render_limits(
        limits, lambda name: render(UNLISTED_LAYERS) if name == UNLISTED else name
    ):
        output.error(line, is_note=False)  # JSON has the limits


def apply_service(machine: Machine) -> ApplyService:
    """Return the service that applies and withdraws configurations on this machine."""
    return ApplyService(machine.paths, cache=machine.cache)


@contextmanager
def lock_changes(machine: Machine) -> Iterator[ApplyService]:
    """Yield the apply service while other processes cannot change what is applied.

    Raises:
        CommandError: another process holds the lock.
    """
    service = apply_service(machine)
    with service.lock_changes() as lock_refusal:
        if lock_refusal is not None:
            stop_if_refused(lock_refusal)
        yield service


def end_leases(machine: Machine) -> ApplyOutcome:
    """Withdraw the configurations whose time is over.

    Raises:
        CommandError: another process holds the lock.
    """
    with lock_changes(machine) as service:
        return service.end_leases(make_applied_request(machine, NO_CONFIGURATION))


def stop_if_refused(outcome: ApplyOutcome) -> ApplyOutcome:
    """Return the outcome of applying or withdrawing.

    Raises:
        CommandError: nothing was changed.
    """
    if outcome.is_refused:
        raise CommandError(outcome.sentence)
    return outcome


def make_outcome_members(outcome: ApplyOutcome) -> dict[str, Any]:
    """Return the JSON members about files that were written or removed."""
    return {"files": [change_members(*file) for file in outcome.files]}


def warn_of_running_vkconfig(machine: Machine, output: Output) -> None:
    """Warn that VkConfig is running: it may overwrite files applied here."""
    running_vkconfig = find_running_vkconfig(machine.host)
    if running_vkconfig is not None:
        output.error(f"{running_vkconfig.title}. {running_vkconfig.sentence}")
