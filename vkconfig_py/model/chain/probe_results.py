"""Probe results for rows and the inspector; marks for drivers not probed yet.

A probe opens a library in a separate process. `ProbeFindings` is the short part: it belongs to a
request, so a snapshot shows it. `Details` is the long part for the inspector. Both apply to the
current files; results of changed files are discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from vkconfig_py.language.sentences import join_words, message, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.model.text.wording import render_when, strip_layer_prefix

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceSummary
    from vkconfig_py.loader.base.verdicts import Verdict
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.loader.wire.results import ProbeResults
    from vkconfig_py.model.configuration.configuration import DeviceEntry


OTHER_CHAIN = message("another chain")
CANCELLED = message("Probing was canceled; completed results were saved.")


class ProbeStatus(StrEnum):
    """Outcome of a probe."""

    WELL = "well"
    REFUSED = "refused"  # it cannot be opened, or the negotiation failed
    FAILED = "failed"  # a call returned an error
    CRASHED = "crashed"
    HUNG = "hung"
    EXCESSIVE = "excessive"  # it exceeded its process or memory limit and was killed
    LIED = "lied"  # the process exited normally, but without an answer


# Results of probes that would crash a program or make Vulkan unusable.
FATAL_PROBE_STATUSES = frozenset(
    {ProbeStatus.CRASHED, ProbeStatus.HUNG, ProbeStatus.EXCESSIVE, ProbeStatus.LIED}
)
BROKEN_PROBE_STATUSES = FATAL_PROBE_STATUSES | {ProbeStatus.REFUSED, ProbeStatus.FAILED}


def decide_probe_severity(probe_status: ProbeStatus, *, is_off: bool = False) -> Severity:
    """Return how severe a failed probe is: an error keeps programs from running.

    The loader skips what does not crash programs, and opens no layer that is off.
    """
    is_fatal = probe_status in FATAL_PROBE_STATUSES and not is_off
    return Severity.ERROR if is_fatal else Severity.WARNING


class ShownHealth(NamedTuple):
    """Verdict on one driver or layer.

    Attributes:
        sentence: one line, small first letter, no full stop.
        short_text: the same in two or three words.
        probed_at: seconds since the epoch.
        differences: relevant differences at that time ("another loader"), or "".
        details: follows the word of its row instead of the sentence, unless it is "".
        was_seen_once: it ended so in one trial, and no other one did.
        finds_no_device: a driver that says that no device is one of its own.
    """

    probe_status: ProbeStatus
    sentence: str
    short_text: str = ""
    probed_at: float = 0.0
    differences: str = ""
    details: str = ""
    was_seen_once: bool = False
    finds_no_device: bool = False

    @property
    def differences_note(self) -> str:
        """Return the differences at the time of the probe, in parentheses, or ""."""
        return f"({describe_probe_conditions(self.differences)})" if self.differences else ""

    @property
    def full_sentence(self) -> str:
        """Return the sentence, with the differences at the time of the probe."""
        return " ".join(filter(None, (self.sentence, self.differences_note)))


class SeenDevice(NamedTuple):
    """One device as shown in its row.

    Attributes:
        key: key of its row; starts with "device:".
        kind: "CPU", "Discrete GPU", ...
        position: 1-based place in what vkEnumeratePhysicalDevices returns; 0 if not known.
        entry: its identity in a loader settings file, or None.
        differences: differences when its place was determined, or "".
    """

    key: str
    name: str
    kind: str
    api_version: str
    driver_version: str
    position: int = 0
    entry: DeviceEntry | None = None
    differences: str = ""


class EnteredOrder(NamedTuple):
    """The order in which the layers were actually entered, compared with the predicted one.

    Attributes:
        order_difference: the first one as a sentence; "" if there is none.
        probe_differences: "another chain" and other differences at that time, or "".
        is_chain_different: another chain is among them.
        is_failing: every program with this chain fails.
    """

    predicted_order: tuple[str, ...]
    entered_order: tuple[str, ...]
    order_difference: str = ""
    probed_at: float = 0.0
    probe_differences: str = ""
    is_failing: bool = False
    is_chain_different: bool = False


class ProbeFindings(NamedTuple):
    """All probe results shown in rows.

    Attributes:
        health: by the key of a row.
        devices: of each driver, by the key of its row.
    """

    health: Mapping[str, ShownHealth] = MappingProxyType({})
    devices: Mapping[str, tuple[SeenDevice, ...]] = MappingProxyType({})
    chain_order: EnteredOrder | None = None

    @property
    def is_empty(self) -> bool:
        return not self.health and self.chain_order is None


NOTHING_PROBED = ProbeFindings()


class StageProgress(NamedTuple):
    """One step of a probe.

    Attributes:
        step: "Opens", "Negotiates", "Creates an instance", ...
        result: what it returned.
        milliseconds: duration; negative if unknown.
        tone: a Tone value.
    """

    step: str
    result: str
    milliseconds: float = -1.0
    tone: str = "ok"


class ProbeDetail(NamedTuple):
    """All results of probing one driver or layer.

    Attributes:
        title: the verdict as a sentence.
        calls: its part in the trace of the whole chain, one stage per command.
        call_differences: differences when the chain was probed ("another chain"), or "".
        effect: what programs meet, as a sentence, or "".
        advice: recommended actions, as a sentence, or "".
        output: what the library wrote to its output (bounded).
        stack: the Python calls that led to a crash.
    """

    title: str
    stages: tuple[StageProgress, ...] = ()
    calls: tuple[StageProgress, ...] = ()
    call_differences: str = ""
    effect: str = ""
    advice: str = ""
    output: str = ""
    stack: str = ""


class DevicePosition(NamedTuple):
    """The place of a device among those that programs get.

    Attributes:
        position: 1-based; 0 if programs do not get it, or it is unknown.
        device_names: of all devices that programs get, in order.
    """

    position: int
    device_names: tuple[str, ...]
    verdict: Verdict | None
    report: LoaderReport


class DeviceDetail(NamedTuple):
    """One device with everything it answered.

    Attributes:
        dump: all its other properties, as JSON values; None if unknown.
        position: what tells why it stands at its place.
    """

    summary: DeviceSummary
    dump: Any = None
    position: DevicePosition | None = None


class ProbeDetails(NamedTuple):
    """The long part, by the keys of the rows."""

    subjects: Mapping[str, ProbeDetail] = MappingProxyType({})
    devices: Mapping[str, DeviceDetail] = MappingProxyType({})


class ProbeReport(NamedTuple):
    """Both parts."""

    findings: ProbeFindings = NOTHING_PROBED
    details: ProbeDetails = ProbeDetails()


EMPTY_PROBE_REPORT = ProbeReport()


class SurfaceReading(NamedTuple):
    """What devices answered about surfaces of each window system.

    Attributes:
        by_device: as a dump has it, by the key of the device's row.
        read_at: seconds since the epoch; 0.0 for never.
        failure: why there is no answer, or none about some window systems, as a sentence; or "".
    """

    by_device: Mapping[str, Any] = MappingProxyType({})
    read_at: float = 0.0
    failure: str = ""


NOTHING_READ = SurfaceReading()


class ProbeStep(NamedTuple):
    """The current step of a run.

    Attributes:
        done: subjects that are finished.
        subject: "vkCreateInstance of libvulkan_lvp.so"; "" before the first step.
    """

    done: int
    total: int
    subject: str = ""


class ProbeRun(Protocol):
    """A probe run: created by the caller, run on another thread."""

    def run(self, on_step: Callable[[ProbeStep], None]) -> tuple[str, bool]:
        """Probe, and return the final message and whether there was no problem.

        `on_step`: is called with the progress.
        """

    def cancel(self) -> None:
        """Stop from any thread. Finished results are kept."""


class SurfaceRun(Protocol):
    """One look at the surfaces of devices: created by the caller, run on another thread."""

    def run(self) -> SurfaceReading:
        """Ask the devices, and return what they answered."""

    def cancel(self) -> None:
        """Stop from any thread."""


class Prober(Protocol):
    """Source of probe results: opens libraries, or recalls earlier results."""

    def read_findings(self, report: LoaderReport) -> ProbeReport:
        """Return earlier results that are valid for the files of a report, without probing."""

    def read_results(self, report: LoaderReport) -> ProbeResults:
        """Return the same results as values."""

    def start_run(self, report: LoaderReport, keys: tuple[str, ...]) -> ProbeRun:
        """Create a run that opens the drivers and layers of these rows, or everything with ()."""

    def start_surface_run(
        self, report: LoaderReport, devices: Mapping[str, DeviceDetail]
    ) -> SurfaceRun:
        """Create a run that asks devices, by the keys of their rows, what they can present to."""


def describe_progress(step: ProbeStep) -> str:
    """Return the progress, such as "Probing 3 of 7: vkCreateInstance of libvulkan_lvp.so"."""
    if not step.total:
        return tr("Probing: {step}", step=step.subject) if step.subject else tr("Probing…")
    number = min(step.done + 1, step.total)
    if not step.subject:
        return tr("Probing {done} of {total}…", done=number, total=step.total)
    return tr("Probing {done} of {total}: {step}", done=number, total=step.total, step=step.subject)


def is_about_chain(order: EnteredOrder, chain: tuple[str, ...]) -> bool:
    """Return whether a probe opened exactly this call chain, with nothing different."""
    return not order.probe_differences and order.predicted_order == chain


def describe_probe_conditions(tried_with: str) -> str:
    """Return a phrase such as "probed with another chain"."""
    return tr("probed with {differences}", differences=tried_with)


def describe_entered_order(order: EnteredOrder) -> str:
    """Return a sentence that compares the order in a probe with the predicted order."""
    time_text = render_when(order.probed_at)
    if order.probe_differences:
        if not order.is_chain_different:
            return tr(
                "Probed {when} with {differences}; the state shown has not been probed yet.",
                when=time_text,
                differences=order.probe_differences,
            )
        layers = join_words([strip_layer_prefix(name) for name in order.predicted_order])
        return tr(
            "Probed {when} with {differences} ({layers}); the state shown has not been probed yet.",
            when=time_text,
            differences=order.probe_differences,
            layers=layers or tr("no layers"),
        )
    if order.is_failing:
        return tr("Probed {when}. {result}", when=time_text, result=order.order_difference)
    if order.order_difference:
        return tr(
            "Probed {when}: the result differs from the prediction. {difference}",
            when=time_text,
            difference=order.order_difference,
        )
    return tr("Probed {when}: every layer was called in the predicted order.", when=time_text)
