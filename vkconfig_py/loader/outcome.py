"""The result of vkCreateInstance, as far as files tell.

Errors in the order of loader.c, vkCreateInstance: layers that are not there, no driver,
extensions nobody knows, a requested layer whose library cannot be opened.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.entries import Entry
from vkconfig_py.loader.extensions import are_extensions_known
from vkconfig_py.loader.host import Application, Host
from vkconfig_py.loader.names import is_valid_name
from vkconfig_py.loader.ordering import Chain
from vkconfig_py.loader.report import FoundDriver
from vkconfig_py.loader.resolve import Available
from vkconfig_py.loader.verdicts import Outcome, Reason

CRASH = "SIGSEGV"  # no result: the loader takes the program with it
SUCCESS = "VK_SUCCESS"
OUT_OF_MEMORY = "VK_ERROR_OUT_OF_HOST_MEMORY"
LAYER_NOT_PRESENT = "VK_ERROR_LAYER_NOT_PRESENT"
EXTENSION_NOT_PRESENT = "VK_ERROR_EXTENSION_NOT_PRESENT"
INCOMPATIBLE_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"


def whole_failure(entries: Sequence[Entry]) -> str:
    """Return the result of every call if one manifest decides it, else ""."""
    for entry in entries:  # reading comes first, in scan order
        if entry.failure is not None and entry.failure.aborts:
            return CRASH if entry.failure.reason is Reason.CRASHES_ALL else OUT_OF_MEMORY
    for entry in entries:
        if entry.decision is not None and entry.decision.reason is Reason.CRASHES_ALL:
            return CRASH
    return ""


def version_result(entries: Sequence[Entry]) -> str:
    """Return the result of vkEnumerateInstanceVersion if it fails, else "".

    It reads implicit manifests alone, and explicit ones only if an implicit meta-layer is there.
    """
    metas = any(entry.implicit and entry.manifest and entry.layer.is_meta for entry in entries)
    return whole_failure([entry for entry in entries if metas or entry.implicit])


def create_result(
    entries: Sequence[Entry],
    available: Available,
    chain: Chain,
    drivers: Sequence[FoundDriver],
    host: Host,
    application: Application,
) -> str:
    """Return the name of the result: that of the first step that fails."""
    failure = whole_failure(entries)
    known = {entry.name for entry in available.entries} - available.blocked
    outcomes = {driver.verdict.outcome for driver in drivers}
    if failure:
        return failure
    if not known.issuperset(application.layers) or not all(map(is_valid_name, application.layers)):
        return LAYER_NOT_PRESENT
    if Outcome.FAILS in outcomes:
        reasons = {driver.verdict.reason for driver in drivers}
        return CRASH if Reason.CRASHES_ALL in reasons else OUT_OF_MEMORY
    if outcomes.isdisjoint((Outcome.LOADS, Outcome.UNKNOWN)):
        return INCOMPATIBLE_DRIVER
    if not are_extensions_known(host, application.extensions):
        return EXTENSION_NOT_PRESENT
    if any(item.entry.name in application.layers for item in chain.failed):
        return LAYER_NOT_PRESENT
    return SUCCESS
