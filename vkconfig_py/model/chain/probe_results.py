"""Probe results for rows and the inspector; marks for drivers not probed yet.

A probe opens a library in a separate process. `ProbeFindings` is the short part: it belongs to a
request, so a snapshot shows it. `Details` is the long part for the inspector. Both apply to the
current files; results of changed files are discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from vkconfig_py.language.sentences import counted, join_words, message, render, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.text.moments import when_text
from vkconfig_py.model.text.wording import short_name

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceSummary
    from vkconfig_py.loader.base.verdicts import Verdict
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.loader.wire.results import ProbeResults
    from vkconfig_py.model.configuration.configuration import DeviceEntry


NOT_PROBED = message("not probed yet")
OTHER_CHAIN = message("another chain")
CANCELLED = message("Probing was cancelled; what was finished is kept.")


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


class ShownHealth(NamedTuple):
    """Verdict on one driver or layer.

    Attributes:
        sentence: one line, small first letter, no full stop.
        short: the same in two or three words.
        when: seconds since the epoch.
        tried_with: relevant differences at that time ("another loader"), or "".
        after_word: follows the word of its row instead of the sentence, unless it is "".
        is_once: it ended so in one trial, and no other one did.
    """

    probe_status: ProbeStatus
    sentence: str
    short: str = ""
    when: float = 0.0
    tried_with: str = ""
    after_word: str = ""
    is_once: bool = False

    @property
    def tried_note(self) -> str:
        """Return the differences at the time of the probe, in parentheses, or ""."""
        return f"({probed_with(self.tried_with)})" if self.tried_with else ""

    @property
    def full_sentence(self) -> str:
        """Return the sentence, with the differences at the time of the probe."""
        return " ".join(filter(None, (self.sentence, self.tried_note)))


class SeenDevice(NamedTuple):
    """One device as shown in its row.

    Attributes:
        key: key of its row; starts with "device:".
        kind: "CPU", "Discrete GPU", ...
        place: 1-based place in what vkEnumeratePhysicalDevices returns; 0 if not known.
        entry: its identity in a loader settings file, or None.
        tried_with: differences when its place was determined, or "".
    """

    key: str
    name: str
    kind: str
    api_version: str
    driver_version: str
    place: int = 0
    entry: DeviceEntry | None = None
    tried_with: str = ""


class Tapped(NamedTuple):
    """The order in which the layers were actually entered, compared with the predicted one.

    Attributes:
        difference: the first one as a sentence; "" if there is none.
        tried_with: "another chain" and other differences at that time, or "".
        is_chain_different: another chain is among them.
        failed: every program with this chain fails.
    """

    predicted: tuple[str, ...]
    met: tuple[str, ...]
    difference: str = ""
    when: float = 0.0
    tried_with: str = ""
    failed: bool = False
    is_chain_different: bool = False

    @property
    def mainly(self) -> str:
        """Return what differed when the order was probed: another chain alone if that did."""
        return render(OTHER_CHAIN) if self.is_chain_different else self.tried_with


class ProbeFindings(NamedTuple):
    """All probe results shown in rows.

    Attributes:
        health: by the key of a row.
        devices: of each driver, by the key of its row.
    """

    health: Mapping[str, ShownHealth] = MappingProxyType({})
    devices: Mapping[str, tuple[SeenDevice, ...]] = MappingProxyType({})
    tapped: Tapped | None = None

    @property
    def is_empty(self) -> bool:
        return not self.health and self.tapped is None


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


class Detail(NamedTuple):
    """All results of probing one driver or layer.

    Attributes:
        title: the verdict as a sentence.
        taps: its part in the trace of the whole chain, one stage per command.
        tracing_layers_with: differences when the chain was probed ("another chain"), or "".
        effect: what programs meet, as a sentence, or "".
        cure: recommended actions, as a sentence, or "".
        printed: what the library wrote to its output (bounded).
        stack: the Python calls that led to a crash.
    """

    title: str
    stages: tuple[StageProgress, ...] = ()
    taps: tuple[StageProgress, ...] = ()
    tracing_layers_with: str = ""
    effect: str = ""
    cure: str = ""
    printed: str = ""
    stack: str = ""


class DevicePlace(NamedTuple):
    """The place of a device among those that programs get.

    Attributes:
        place: 1-based; 0 if programs do not get it, or it is unknown.
        names: of all devices that programs get, in order.
    """

    place: int
    names: tuple[str, ...]
    verdict: Verdict | None
    report: LoaderReport


class DeviceDetail(NamedTuple):
    """One device with everything it answered.

    Attributes:
        dump: all its other properties, as JSON values; None if unknown.
        placed: what tells why it stands at its place.
    """

    summary: DeviceSummary
    dump: Any = None
    placed: DevicePlace | None = None


class Details(NamedTuple):
    """The long part, by the keys of the rows."""

    subjects: Mapping[str, Detail] = MappingProxyType({})
    devices: Mapping[str, DeviceDetail] = MappingProxyType({})


class ProbeAnswers(NamedTuple):
    """Both parts."""

    probed: ProbeFindings = NOTHING_PROBED
    details: Details = Details()


NOTHING_FOUND = ProbeAnswers()


class ProbeStep(NamedTuple):
    """The current step of a run.

    Attributes:
        done: subjects that are finished.
        about: "vkCreateInstance of libvulkan_lvp.so"; "" before the first step.
    """

    done: int
    total: int
    about: str = ""


class ProbeRun(Protocol):
    """A probe run: created by the caller, run on another thread."""

    def run(self, on_step: Callable[[ProbeStep], None]) -> tuple[str, bool]:
        """Run, and return the final message and whether there was no problem."""

    def cancel(self) -> None:
        """Stop from any thread. Finished results are kept."""


class Prober(Protocol):
    """Source of probe results: opens libraries, or recalls earlier results."""

    def recall(self, report: LoaderReport) -> ProbeAnswers:
        """Return earlier results that are valid for the files of a report, without probing."""

    def results(self, report: LoaderReport) -> ProbeResults:
        """Return the same results as values."""

    def begin(self, report: LoaderReport, keys: tuple[str, ...]) -> ProbeRun:
        """Create a run over the drivers and layers of these rows, or over everything with ()."""


def progress_text(step: ProbeStep) -> str:
    """Return the progress, such as "Probing 3 of 7: vkCreateInstance of libvulkan_lvp.so"."""
    if not step.total:
        return tr("Probing: {step}", step=step.about) if step.about else tr("Probing…")
    number = min(step.done + 1, step.total)
    if not step.about:
        return tr("Probing {done} of {total}…", done=number, total=step.total)
    return tr("Probing {done} of {total}: {step}", done=number, total=step.total, step=step.about)


def is_about(tapped: Tapped, chain: tuple[str, ...]) -> bool:
    """Return whether the probe was made with this chain."""
    return not tapped.tried_with and tapped.predicted == chain


def probed_with(tried_with: str) -> str:
    """Return a phrase such as "probed with another chain"."""
    return tr("probed with {differences}", differences=tried_with)


def tapped_text(tapped: Tapped) -> str:
    """Return a sentence comparing a probe of the chain with the prediction."""
    when = when_text(tapped.when)
    if tapped.tried_with:
        if not tapped.is_chain_different:
            return tr(
                "Tried {when} with {differences}, not yet as shown.",
                when=when,
                differences=tapped.tried_with,
            )
        layers = join_words([short_name(name) for name in tapped.predicted])
        return tr(
            "Tried {when} with {differences} ({layers}), not yet as shown.",
            when=when,
            differences=tapped.tried_with,
            layers=layers or tr("no layers"),
        )
    if tapped.failed:
        return tr("Tried {when}. {result}", when=when, result=tapped.difference)
    if tapped.difference:
        return tr("Tried {when}: it differs. {difference}", when=when, difference=tapped.difference)
    return tr("Tried {when}: every layer was called in the predicted order.", when=when)


def mark_first_unprobed(rows: Sequence[Row], probed_keys: Collection[str] = ()) -> tuple[Row, ...]:
    """Return the rows with a mark on the first driver without probe results.

    Args:
        rows: with or without probe results.
        probed_keys: keys of the rows with probe results.
    """
    unprobed_keys = [
        row.key
        for row in rows
        if row.kind is RowKind.DRIVER and row.used and row.key not in probed_keys
    ]
    other_count = len(unprobed_keys) - 1
    sentence = tr("Probe all opens it")
    if other_count > 0:
        sentence = counted(
            "like {n:,} others; Probe all opens them",
            "like {n:,} other; Probe all opens them",
            other_count,
        )
    texts = dict.fromkeys(unprobed_keys, ("", ""))
    for key in unprobed_keys[:1]:
        texts[key] = render(NOT_PROBED), sentence
    return tuple(
        row._replace(word=texts[row.key][0], reason=texts[row.key][1]) if row.key in texts else row
        for row in rows
    )
