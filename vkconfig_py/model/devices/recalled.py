"""What earlier probes know of the devices that a settings file lists; nothing is opened. No Qt."""

from __future__ import annotations

from vkconfig_py.loader.probe.memory import ProbeMemory
from vkconfig_py.loader.probe.probing import recall
from vkconfig_py.loader.probed import predict_devices
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Outcome

_USED = (Outcome.LOADS, Outcome.UNKNOWN)


def finds_no_device(report: LoaderReport, memory: ProbeMemory) -> bool:
    """Return whether none of the listed devices is here, as far as earlier probes know.

    A driver of which nothing is known may have each of them.

    Args:
        report: rests on files; its host is the session in which drivers are probed.
        memory: what probes found.
    """
    if not report.foundation.device_configurations:
        return False
    results = recall(report, memory)
    used = [driver.file for driver in report.drivers if driver.verdict.outcome in _USED]
    if results.refusal or any(results.driver_answer(file) is None for file in used):
        return False
    return not predict_devices(report, results).devices
