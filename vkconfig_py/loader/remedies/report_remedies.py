"""Remedies of a report's layers and drivers; the report itself is made without them."""

from __future__ import annotations

from vkconfig_py.language.sentences import message, tr
from vkconfig_py.loader.base.verdicts import (
    AskFor,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    UnsetVariable,
)
from vkconfig_py.loader.explain.remedies import DecisionContext, library_steps, together
from vkconfig_py.loader.explain.report_builder import DecidedDrivers
from vkconfig_py.loader.manifests.driver import DRIVER_ENTRY_POINTS, DriverManifest
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.profiles.profile import PORTABILITY_EXTENSION, PORTABILITY_FLAG, Gate
from vkconfig_py.loader.remedies.layer_remedies import LayerAdviser
from vkconfig_py.loader.rules.activation import (
    DRIVERS_DISABLE,
    DriverRules,
    Filter,
    with_name,
    without_matching,
)
from vkconfig_py.loader.rules.loader_report import Decision, LoaderReport

# The grammar of filters has no escapes, for a comma or an asterisk.
_UNWRITABLE = NoRemedy(message("no pattern can be written for this file name"))


def add_remedies(
    report: LoaderReport, layers: DecisionContext, drivers: DecidedDrivers
) -> LoaderReport:
    """Return the report with what would turn the verdict on each layer and driver.

    Args:
        report: its layers are those of the entries of `layers`, in their order.
        layers: what the layers were decided by.
        drivers: its drivers, decided.
    """
    adviser = LayerAdviser(layers)
    of_layers = (adviser.remedy(entry, entry.final_decision) for entry in layers.entries)
    of_drivers = (
        _driver_remedy(drivers.context, *driver, drivers.rules) for driver in drivers.decided
    )
    return report._replace(
        found=tuple(
            layer._replace(verdict=layer.verdict._replace(remedy=remedy))
            for layer, remedy in zip(report.found, of_layers, strict=True)
        ),
        drivers=tuple(
            driver._replace(verdict=driver.verdict._replace(remedy=remedy))
            for driver, remedy in zip(report.drivers, of_drivers, strict=True)
        ),
    )


def _driver_remedy(
    context: DecisionContext,
    file: str,
    found: DriverManifest | Failure,
    decision: Decision,
    rules: DriverRules,
) -> Remedy:
    """Remedy that makes the loader keep a refused driver, or drop a kept one."""
    if isinstance(found, Failure):
        if found.reason is Reason.NOT_REACHED:
            return RemoveFile(str(found.detail))
        from vkconfig_py.loader.remedies.repairs import repair_driver

        return together(repair_driver(context, file, found))
    name = base_name(file)
    if decision.outcome in (Outcome.LOADS, Outcome.UNKNOWN):
        return _leave_out(context, name)
    steps: list[Remedy] = []
    if decision.reason is Reason.PORTABILITY:
        steps.append(_ask_for_portability(context))
    if decision.outcome is Outcome.OFF:
        steps += _filter_steps(context, name, rules.select, rules.disable)
    place = ("ICD", "library_path")
    steps += library_steps(context, file, found.library, place, DRIVER_ENTRY_POINTS)
    return together(steps)


def _ask_for_portability(context: DecisionContext) -> Remedy:
    known = PORTABILITY_EXTENSION in context.application.extensions
    # The extension and the bit of VkInstanceCreateInfo.flags: neither will do alone.
    return AskFor(extension="" if known else PORTABILITY_EXTENSION, flags=PORTABILITY_FLAG)


def _filter_steps(
    context: DecisionContext, name: str, select: Filter, disable: Filter
) -> list[Remedy]:
    environment = context.host.environment
    # loader_icd_scan: a driver that the select filter matches is kept despite the disable filter.
    if select.tokens and not select.match(name):
        value = with_name(name, environment[select.variable])
        return [_UNWRITABLE if value is None else SetVariable(select.variable, value)]
    if disable.match(name) and not select.match(name):
        written, profile = environment[disable.variable], context.profile
        value = without_matching(disable.variable, written, name, profile)
        return [SetVariable(disable.variable, value) if value else UnsetVariable(disable.variable)]
    return []


def _leave_out(context: DecisionContext, name: str) -> Remedy:
    if not context.profile.has(Gate.FILTERS):
        return NoRemedy(tr("this loader has no filter for drivers"))
    value = with_name(name, context.host.environment.get(DRIVERS_DISABLE, ""))
    return _UNWRITABLE if value is None else SetVariable(DRIVERS_DISABLE, value)
