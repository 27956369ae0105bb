"""Which drivers a loader keeps, from manifests, filters and the headers of libraries.

Follows loader.c, loader_icd_scan; LoaderDriverInterface, "Driver Discovery".
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.rules.activation import Filter, refuses_driver
from vkconfig_py.loader.rules.decision_context import DecisionContext
from vkconfig_py.loader.rules.entries import Decision, decide_failure, refused_library


class DriverRules(NamedTuple):
    """What decides about a driver besides its manifest."""

    select: Filter
    disable: Filter
    hides_portability: bool
    world: DecisionContext


class DecidedDriver(NamedTuple):
    """One driver manifest with what the loader does about it."""

    file: str
    found: DriverManifest | Failure
    decision: Decision


def decide_drivers(
    files: Sequence[tuple[str, DriverManifest | Failure]], rules: DriverRules
) -> tuple[DecidedDriver, ...]:
    """Decide about each driver manifest, in scan order."""
    return tuple(
        DecidedDriver(
            file,
            found,
            decide_failure(found) if isinstance(found, Failure) else _decide(file, found, rules),
        )
        for file, found in files
    )


def _decide(file: str, driver: DriverManifest, rules: DriverRules) -> Decision:
    # Asked first: a portability driver that a filter matches is still off for want of the flag.
    if driver.portability and rules.hides_portability:
        key = "is_portability_driver"
        return Decision(Outcome.OFF, Reason.PORTABILITY, key, place=("ICD", key))
    # By file name, before the library is opened (loader_icd_scan).
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
