"""Which drivers a loader keeps, from manifests, filters and the headers of libraries.

Follows loader.c, loader_icd_scan; LoaderDriverInterface, "Driver Discovery".
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason, Verdict
from vkconfig_py.loader.explain.driver_remedies import driver_remedy
from vkconfig_py.loader.explain.report_builder import decide_failure
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.rules.activation import Filter, refuses_driver
from vkconfig_py.loader.rules.decision_context import DecisionContext
from vkconfig_py.loader.rules.entries import Decision, refused_library
from vkconfig_py.loader.rules.loader_report import FoundDriver


class DriverRules(NamedTuple):
    """What decides about a driver besides its manifest."""

    select: Filter
    disable: Filter
    hides_portability: bool
    world: DecisionContext


def judge_drivers(
    files: Sequence[tuple[str, DriverManifest | Failure]], rules: DriverRules
) -> tuple[FoundDriver, ...]:
    """Decide about each driver manifest, in scan order."""
    return tuple(_judge(file, found, rules) for file, found in files)


def _judge(file: str, found: DriverManifest | Failure, rules: DriverRules) -> FoundDriver:
    if isinstance(found, Failure):
        manifest, decision = None, decide_failure(found)
    else:
        manifest, decision = found, _decide(file, found, rules)
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
    return FoundDriver(file, manifest, verdict)


def _decide(file: str, driver: DriverManifest, rules: DriverRules) -> Decision:
    if driver.portability and rules.hides_portability:
        key = "is_portability_driver"
        return Decision(Outcome.OFF, Reason.PORTABILITY, key, place=("ICD", key))
    refused = refuses_driver(file, rules.select, rules.disable)
    if refused is not None:
        selects = refused[0] is rules.select
        reason = Reason.DRIVER_SELECT_FILTER if selects else Reason.DRIVER_DISABLE_FILTER
        return Decision(Outcome.OFF, reason, refused[1])
    state = rules.world.check(driver.library)
    if state.found:
        return Decision(Outcome.LOADS, Reason.KEPT)
    if state.reason == "unknown":
        return Decision(Outcome.UNKNOWN, Reason.LIBRARY_UNKNOWN, driver.library)
    outcome, reason, detail = refused_library(state, driver.library)
    if reason is Reason.LIBRARY_CUT_SHORT:
        outcome = Outcome.FAILS  # whoever looks for drivers opens it
    return Decision(outcome, reason, detail, place=("ICD", "library_path"))
