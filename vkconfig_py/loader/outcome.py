"""The result of vkCreateInstance, as far as files tell.

Errors in the order of loader.c, vkCreateInstance: layers that are not there, no driver,
extensions nobody knows, a requested layer whose library cannot be opened.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.entries import Entry
from vkconfig_py.loader.extensions import are_extensions_known
from vkconfig_py.loader.host import Application, Host
from vkconfig_py.loader.layers.implicit_scan import own_extensions
from vkconfig_py.loader.layers.leftovers import FREED_TWICE
from vkconfig_py.loader.layers.ordering import Chain
from vkconfig_py.loader.layers.resolve import Available
from vkconfig_py.loader.names import is_valid_name
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.report import FoundDriver
from vkconfig_py.loader.verdicts import Outcome, Reason

CRASH = "SIGSEGV"  # no result: the loader takes the program with it
HANG = "no answer"  # no result: the loader waits for a file for ever
SUCCESS = "VK_SUCCESS"
INITIALIZATION_FAILED = "VK_ERROR_INITIALIZATION_FAILED"
OUT_OF_MEMORY = "VK_ERROR_OUT_OF_HOST_MEMORY"
LAYER_NOT_PRESENT = "VK_ERROR_LAYER_NOT_PRESENT"
EXTENSION_NOT_PRESENT = "VK_ERROR_EXTENSION_NOT_PRESENT"
INCOMPATIBLE_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"

_ENDS = {
    Reason.CRASHES_ALL: CRASH,
    Reason.LIBRARY_CUT_SHORT: CRASH,
    Reason.UNREADABLE: HANG,
}
# Of loaders before 1.3.268, invalid JSON that does not end everything is an empty file.
_FILE_VERSION = "file_format_version"
_NOTHING_READ = (Reason.UNREADABLE, Reason.INVALID_JSON)


def whole_failure(entries: Sequence[Entry]) -> str:
    """Return the result of every call if one manifest decides it, else ""."""
    for entry in entries:  # reading comes first, in scan order
        if entry.decision is not None and entry.decision.detail == FREED_TWICE:
            return CRASH
        if entry.failure is not None and entry.failure.aborts and not _is_behind_the_end(entry):
            return _ENDS.get(entry.failure.reason, OUT_OF_MEMORY)
    for entry in entries:
        if entry.decision is not None and entry.decision.reason is Reason.CRASHES_ALL:
            return CRASH
    return ""


def _is_behind_the_end(entry: Entry) -> bool:
    """Return whether the loader stopped reading before it came to this file."""
    return entry.decision is not None and entry.decision.reason is Reason.NOT_REACHED


def scan_result(
    entries: Sequence[Entry], explicit_files: Sequence[str] | None, profile: LoaderProfile
) -> str:
    """Return the result of the scan for implicit layers if it fails, else "".

    Every call but vkCreateInstance begins with it. It reads explicit manifests only if an
    override or another implicit meta-layer needs them; `explicit_files` is None otherwise.
    """
    if explicit_files is None:
        return whole_failure([entry for entry in entries if entry.implicit])
    failure = whole_failure(entries)
    if failure or not explicit_files or not profile.has(Gate.LAST_FILE_DECIDES):
        return failure
    last = next((entry for entry in entries if entry.file == explicit_files[-1]), None)
    if last is None or last.failure is None or last.failure.reason not in _NOTHING_READ:
        return ""
    return INITIALIZATION_FAILED


def unended_scan_result(entries: Sequence[Entry], with_explicit: bool) -> str:
    """Return the result of a scan for implicit layers that malformed ones do not end.

    That of vkCreateInstance ends there with Gate.FAILURE_ENDS_SEARCH; this one goes on until it
    meets invalid JSON.
    """
    ended_by = ""
    for entry in entries:
        if ended_by and entry.file != ended_by:
            return ""
        reason = entry.failure.reason if entry.failure is not None else None
        if reason is Reason.CRASHES_ALL and (entry.implicit or with_explicit):
            return CRASH
        ends = reason is Reason.ENDS_SEARCH or (reason is None and entry.layer.ends_search)
        ended_by = entry.file if ends else ""
    return ""


def driver_failure(drivers: Sequence[FoundDriver]) -> str:
    """Return the result of every call that scans drivers if a manifest decides it, else ""."""
    for driver in drivers:
        if driver.verdict.outcome is Outcome.FAILS:
            return _ENDS.get(driver.verdict.reason, OUT_OF_MEMORY)
    return ""


def create_result(
    early: str,
    chain: Chain,
    drivers: Sequence[FoundDriver],
    host: Host,
    application: Application,
    profile: LoaderProfile,
) -> str:
    """Return the name of the result: `early`, or that of the first step after it that fails."""
    if early:
        return early
    if profile.has(Gate.DRIVERS_NEEDED_LAST):
        return _oldest_result(chain, drivers, host, application, profile)
    if not _some_driver_loads(drivers):
        return INCOMPATIBLE_DRIVER
    if not are_extensions_known(host, application.extensions, profile):
        return EXTENSION_NOT_PRESENT
    if any(_crashes_when_opened(item.entry) for item in chain.failed):
        return CRASH
    if any(item.entry.name in application.layers for item in chain.failed):
        return LAYER_NOT_PRESENT
    return SUCCESS


def early_result(
    entries: Sequence[Entry],
    available: Available,
    chain: Chain,
    drivers: Sequence[FoundDriver],
    application: Application,
    profile: LoaderProfile,
) -> str:
    """Return the result if it is a failure before any library counts, else ""."""
    failure = whole_failure(entries)
    known = {entry.name for entry in available.entries} - available.blocked
    if failure:
        return failure
    if not known.issuperset(application.layers) or not all(map(is_valid_name, application.layers)):
        return LAYER_NOT_PRESENT
    failure = driver_failure(drivers)
    if not failure and chain.loops and not profile.has(Gate.META_VISITED):
        return CRASH  # a list that was not checked: the stack ends
    return failure


def _crashes_when_opened(entry: Entry) -> bool:
    return entry.decision is not None and entry.decision.reason is Reason.LIBRARY_CUT_SHORT


def _some_driver_loads(drivers: Sequence[FoundDriver]) -> bool:
    return any(driver.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN) for driver in drivers)


def _oldest_result(
    chain: Chain,
    drivers: Sequence[FoundDriver],
    host: Host,
    application: Application,
    profile: LoaderProfile,
) -> str:
    """Return the result of loaders with Gate.DRIVERS_NEEDED_LAST once all layers are there."""
    failure = _oldest_driver_scan(drivers)
    if failure:
        return failure
    if not are_extensions_known(host, application.extensions, profile):
        return EXTENSION_NOT_PRESENT
    if any(_crashes_when_opened(item.entry) for item in chain.failed):
        return CRASH
    if _some_driver_loads(drivers):
        return SUCCESS
    offered = {extension.name for extension in own_extensions(profile)}
    for item in (*chain.loaded, *chain.failed):
        offered.update(extension.name for extension in item.entry.layer.instance_extensions)
    return (
        INCOMPATIBLE_DRIVER if offered.issuperset(application.extensions) else EXTENSION_NOT_PRESENT
    )


def _oldest_driver_scan(drivers: Sequence[FoundDriver]) -> str:
    """Return how the scan for drivers fails (loader.c, loader_icd_scan), else "".

    A file that cannot be read, or has no version, fails it unless a driver was found before; the
    next file that is JSON makes good for it.
    """
    failure = ""
    for driver in drivers:
        verdict = driver.verdict
        if driver.manifest is not None:
            return ""
        unread = verdict.reason in _NOTHING_READ
        lacks_version = verdict.reason is Reason.MISSING_KEY and verdict.detail == _FILE_VERSION
        failure = INITIALIZATION_FAILED if unread or lacks_version else ""
    return failure
