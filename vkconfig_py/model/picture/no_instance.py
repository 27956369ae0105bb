"""Why no program gets a Vulkan instance, in words that headline, rows and commands share."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.loader.explaining.sentences import sentence
from vkconfig_py.loader.outcome import CRASH, HANG, SUCCESS
from vkconfig_py.loader.report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.verdicts import Outcome, Verdict

CAUSES: Mapping[str, str] = MappingProxyType(
    {
        "VK_ERROR_INCOMPATIBLE_DRIVER": "no driver is left",
        "VK_ERROR_LAYER_NOT_PRESENT": "it asks for a layer that it would not find",
        "VK_ERROR_OUT_OF_HOST_MEMORY": "a manifest makes every call of this loader fail",
    }
)
_ENDS = {CRASH: "crashes this loader", HANG: "lets this loader wait for ever"}


def find_guilty(report: LoaderReport) -> Verdict | None:
    """Return the verdict on the manifest that makes every call fail, in the order of reading."""
    verdicts = [found.verdict for found in report.found]
    verdicts += [driver.verdict for driver in report.drivers]
    return next((one for one in verdicts if one.outcome is Outcome.FAILS and one.file), None)


def why_nothing_loads(report: LoaderReport) -> str:
    """Return why a layer that would load does not, where no instance is created."""
    guilty = find_guilty(report)
    if guilty is None:
        return f"nothing loads: {CAUSES.get(report.create, report.create)}"
    name = guilty.file.rpartition("/")[2]
    return f"{name} {_ENDS.get(report.create, 'cannot be read, and this loader then gives up')}"


def standing(found: FoundLayer | FoundDriver, report: LoaderReport) -> tuple[Outcome, str]:
    """Return what becomes of a layer or driver, and why.

    Its verdict is its own; where no instance is created, a layer that would load does not.
    """
    outcome = found.verdict.outcome
    would_load = outcome in (Outcome.LOADS, Outcome.UNKNOWN) and report.create != SUCCESS
    if would_load and isinstance(found, FoundLayer) and found.position < 0:
        kept = Outcome.OFF if outcome is Outcome.LOADS else outcome
        return kept, why_nothing_loads(report)
    return outcome, sentence(found.verdict, report)
