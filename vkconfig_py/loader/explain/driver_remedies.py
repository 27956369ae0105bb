"""The drivers of a report: each decision as a verdict, with what would turn it."""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.loader.base.verdicts import (
    AskFor,
    Kind,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.profiles.extension_names import PORTABILITY_EXTENSION, PORTABILITY_FLAG
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.rules.activation import DRIVERS_DISABLE, Filter, with_name, without_matching
from vkconfig_py.loader.rules.decision_context import DecisionContext, library_steps, together
from vkconfig_py.loader.rules.driver_rules import DecidedDriver, DriverRules
from vkconfig_py.loader.rules.entries import Decision
from vkconfig_py.loader.rules.loader_report import FoundDriver

_UNWRITABLE = NoRemedy("no pattern can be written for this file name")


def found_drivers(decided: Iterable[DecidedDriver], rules: DriverRules) -> tuple[FoundDriver, ...]:
    """Return every driver manifest in scan order with its verdict."""
    return tuple(_found_driver(*driver, rules) for driver in decided)


def _found_driver(
    file: str, found: DriverManifest | Failure, decision: Decision, rules: DriverRules
) -> FoundDriver:
    line = decision.line
    if decision.place and not line:
        positions = rules.world.document(file).positions(rules.world.dialect.new_json)
        line = positions.line(*decision.place)
    verdict = Verdict(
        file,
        Kind.DRIVER,
        decision.outcome,
        decision.reason,
        decision.detail,
        file,
        line,
        driver_remedy(rules.world, file, found, decision, (rules.select, rules.disable)),
    )
    return FoundDriver(file, None if isinstance(found, Failure) else found, verdict)


def driver_remedy(
    world: DecisionContext,
    file: str,
    found: DriverManifest | Failure,
    decision: Decision,
    filters: tuple[Filter, Filter],
) -> Remedy:
    """Return what makes the loader keep a driver, or what makes it leave out one that it keeps."""
    if isinstance(found, Failure):
        if found.reason is Reason.NOT_REACHED:
            return RemoveFile(found.detail)
        from vkconfig_py.loader.explain.repairs import repair_driver

        return together(repair_driver(world, file, found))
    name = file[file.rfind("/") + 1 :]
    if decision.outcome in (Outcome.LOADS, Outcome.UNKNOWN):
        return _leave_out(world, name)
    steps: list[Remedy] = []
    if decision.reason is Reason.PORTABILITY:
        steps.append(_ask_for_portability(world))
    if decision.outcome is Outcome.OFF:
        steps += _filter_steps(world, name, *filters)
    return together([*steps, *library_steps(world, file, found.library, ("ICD", "library_path"))])


def _ask_for_portability(world: DecisionContext) -> Remedy:
    known = PORTABILITY_EXTENSION in world.application.extensions
    return AskFor(extension="" if known else PORTABILITY_EXTENSION, flags=PORTABILITY_FLAG)


def _filter_steps(
    world: DecisionContext, name: str, select: Filter, disable: Filter
) -> list[Remedy]:
    environment = world.host.environment
    if select.tokens and not select.match(name):
        value = with_name(name, environment[select.variable])
        return [_UNWRITABLE if value is None else SetVariable(select.variable, value)]
    if disable.match(name) and not select.match(name):
        short = world.profile.has(Gate.SHORT_GLOBS)
        value = without_matching(disable.variable, environment[disable.variable], name, short)
        return [SetVariable(disable.variable, value) if value else UnsetVariable(disable.variable)]
    return []


def _leave_out(world: DecisionContext, name: str) -> Remedy:
    if not world.profile.has(Gate.FILTERS):
        return NoRemedy("this loader has no filter for drivers")
    value = with_name(name, world.host.environment.get(DRIVERS_DISABLE, ""))
    return _UNWRITABLE if value is None else SetVariable(DRIVERS_DISABLE, value)
