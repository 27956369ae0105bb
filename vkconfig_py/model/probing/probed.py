"""What probes found, as the rows and the inspector say it. No Qt.

A probe opens a library for real, in a process of its own. `Probed` is the short half: it is part
of a question, so a picture shows it. `Details` is the long half, which the inspector asks for.
Both are for the files as they are now; a result of other files is no result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from vkconfig_py.loader.records import Any, NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.loader.probe.devices import DeviceSummary
    from vkconfig_py.loader.report import LoaderReport
    from vkconfig_py.model.documents.configuration import DeviceEntry

NOT_PROBED = "not probed yet"
CANCELLED = "Probing was cancelled; what was finished is kept."


class Fate(StrEnum):
    """How a probe ended."""

    WELL = "well"
    REFUSED = "refused"  # it cannot be opened, or the negotiation failed
    FAILED = "failed"  # a call returned an error
    CRASHED = "crashed"
    HUNG = "hung"
    LIED = "lied"  # the process ended as if all were well, without an answer


FATAL_FATES = frozenset({Fate.CRASHED, Fate.HUNG, Fate.LIED})  # a program would not survive
BROKEN_FATES = FATAL_FATES | {Fate.REFUSED, Fate.FAILED}


class Health(NamedTuple):
    """The verdict on one driver or layer.

    Attributes:
        sentence: one line, small first letter, no full stop.
        short: the same in two or three words.
        when: seconds since the epoch.
    """

    fate: Fate
    sentence: str
    short: str = ""
    when: float = 0.0


class SeenDevice(NamedTuple):
    """One device as its row shows it.

    Attributes:
        key: of its row; starts with "device:".
        kind: "CPU", "Discrete GPU", ...
        place: 1-based place in what vkEnumeratePhysicalDevices returns; 0 if not known.
        entry: what names it in a loader settings file; None if nothing does.
    """

    key: str
    name: str
    kind: str
    api_version: str
    driver_version: str
    place: int = 0
    entry: DeviceEntry | None = None


class Tapped(NamedTuple):
    """The order in which the layers were really entered, beside the predicted one.

    Attributes:
        difference: the first one as a sentence; "" if there is none.
    """

    predicted: tuple[str, ...]
    met: tuple[str, ...]
    difference: str = ""
    when: float = 0.0


class Probed(NamedTuple):
    """Everything that rows say of probes.

    Attributes:
        health: by the key of a row.
        devices: of each driver, by the key of its row.
    """

    health: Mapping[str, Health] = MappingProxyType({})
    devices: Mapping[str, tuple[SeenDevice, ...]] = MappingProxyType({})
    tapped: Tapped | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was probed."""
        return not self.health and self.tapped is None


NOTHING_PROBED = Probed()


class Stage(NamedTuple):
    """One thing that was done with a library.

    Attributes:
        what: "Opens", "Negotiates", "Creates an instance", ...
        said: what came of it.
        milliseconds: how long it took; negative if that is not known.
        tone: a Tone value.
    """

    what: str
    said: str
    milliseconds: float = -1.0
    tone: str = "ok"


class Detail(NamedTuple):
    """Everything about the probe of one driver or layer.

    Attributes:
        title: the verdict as a sentence.
        taps: what was seen of it in the whole chain, one stage per command.
        advice: what to do about it, as sentences; "" where there is nothing to do.
        printed: what the library wrote to its output (bounded).
        stack: the Python calls that led to a crash.
    """

    title: str
    stages: tuple[Stage, ...] = ()
    taps: tuple[Stage, ...] = ()
    advice: str = ""
    printed: str = ""
    stack: str = ""


class DeviceDetail(NamedTuple):
    """One device with everything it answered.

    Attributes:
        why: the rules that put it at its place, one sentence each.
        dump: everything else that it says, as JSON values; None if that is not known.
    """

    summary: DeviceSummary
    why: tuple[str, ...] = ()
    dump: Any = None


class Details(NamedTuple):
    """The long half, by the keys of the rows."""

    subjects: Mapping[str, Detail] = MappingProxyType({})
    devices: Mapping[str, DeviceDetail] = MappingProxyType({})


class ProbeAnswers(NamedTuple):
    """Both halves."""

    probed: Probed = NOTHING_PROBED
    details: Details = Details()


NOTHING_FOUND = ProbeAnswers()


class ProbeStep(NamedTuple):
    """What is being done right now.

    Attributes:
        done: subjects that are finished.
        about: "vkCreateInstance of libvulkan_lvp.so"; "" before the first step.
    """

    done: int
    total: int
    about: str = ""


class Run(Protocol):
    """One run: made where it is asked for, carried out on another thread."""

    def run(self, tell: Callable[[ProbeStep], None]) -> tuple[str, bool]:
        """Do it; return what to say at the end, and whether all is well."""

    def cancel(self) -> None:
        """End it, from any thread; what is finished is kept."""


class Prober(Protocol):
    """What can be known of a machine by opening its libraries."""

    def recall(self, report: LoaderReport) -> ProbeAnswers:
        """Return what holds for the files of a report as they are now; starts nothing."""

    def begin(self, report: LoaderReport, keys: tuple[str, ...]) -> Run:
        """Return a run over the drivers and layers of these rows, or over everything with ()."""


def progress_text(step: ProbeStep) -> str:
    """Return "Probing 3 of 7: vkCreateInstance of libvulkan_lvp.so"."""
    place = f" {min(step.done + 1, step.total)} of {step.total}" if step.total else ""
    about = f": {step.about}" if step.about else "…"
    return f"Probing{place}{about}"


def milliseconds_text(milliseconds: float) -> str:
    """Return "112 ms", "2.4 s", or "" for a time that is not known."""
    if milliseconds < 0:
        return ""
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.1f} s"
    return f"{milliseconds:.0f} ms" if milliseconds >= 1 else "< 1 ms"


def when_text(when: float) -> str:
    """Return "10:12" for a moment of today, else "2026-11-21"."""
    import time

    then, now = time.localtime(when), time.localtime()
    return time.strftime("%H:%M" if then[:3] == now[:3] else "%Y-%m-%d", then)


def tapped_text(tapped: Tapped) -> str:
    """Return what a probe of the chain says about the prediction, as a sentence."""
    when = when_text(tapped.when)
    if tapped.difference:
        return f"The probe ({when}) differs: {tapped.difference}"
    return f"The probe ({when}) entered every layer at its predicted place."
