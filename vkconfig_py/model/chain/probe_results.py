"""What probes found, as rows and the inspector say it; drivers that were not probed yet.

A probe opens a library for real, in a process of its own. `Probed` is the short half: it is part
of a question, so a picture shows it. `Details` is the long half, which the inspector asks for.
Both are for the files as they are now; a result of other files is no result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.chain.picture_values import Row, RowKind
from vkconfig_py.model.text.wording import count_of, join_words, lowered, short_name

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceSummary
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.configuration.configuration import DeviceEntry


NOT_PROBED = "not probed yet"
OTHER_CHAIN = "another chain"
CANCELLED = "Probing was cancelled; what was finished is kept."


class Fate(StrEnum):
    """How a probe ended."""

    WELL = "well"
    REFUSED = "refused"  # it cannot be opened, or the negotiation failed
    FAILED = "failed"  # a call returned an error
    CRASHED = "crashed"
    HUNG = "hung"
    EXCESSIVE = "excessive"  # it used more processes or memory than it may, and was ended
    LIED = "lied"  # the process ended as if all were well, without an answer


# A program would not survive, or nobody could use it.
FATAL_FATES = frozenset({Fate.CRASHED, Fate.HUNG, Fate.EXCESSIVE, Fate.LIED})
BROKEN_FATES = FATAL_FATES | {Fate.REFUSED, Fate.FAILED}


class ShownHealth(NamedTuple):
    """The verdict on one driver or layer.

    Attributes:
        sentence: one line, small first letter, no full stop.
        short: the same in two or three words.
        when: seconds since the epoch.
        tried_with: what was different then and can matter ("another loader"); "" for nothing.
    """

    fate: Fate
    sentence: str
    short: str = ""
    when: float = 0.0
    tried_with: str = ""

    @property
    def full_sentence(self) -> str:
        """The sentence, with what was different when the probe was made."""
        return (
            f"{self.sentence} ({probed_with(self.tried_with)})"
            if self.tried_with
            else self.sentence
        )


class SeenDevice(NamedTuple):
    """One device as its row shows it.

    Attributes:
        key: of its row; starts with "device:".
        kind: "CPU", "Discrete GPU", ...
        place: 1-based place in what vkEnumeratePhysicalDevices returns; 0 if not known.
        entry: what names it in a loader settings file; None if nothing does.
        tried_with: what was different when its place was found out; "" for nothing.
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
    """The order in which the layers were really entered, beside the predicted one.

    Attributes:
        difference: the first one as a sentence; "" if there is none.
        tried_with: "another chain" and what else was different then; "" for nothing.
        failed: no program with this chain lives.
    """

    predicted: tuple[str, ...]
    met: tuple[str, ...]
    difference: str = ""
    when: float = 0.0
    tried_with: str = ""
    failed: bool = False

    @property
    def mainly(self) -> str:
        """What was different, in the fewest words."""
        return OTHER_CHAIN if self.tried_with.startswith(OTHER_CHAIN) else self.tried_with


class ProbeFindings(NamedTuple):
    """Everything that rows say of probes.

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
        taps_with: what was different when the chain was tried ("another chain"); "" for nothing.
        advice: what to do about it, as sentences; "" where there is nothing to do.
        printed: what the library wrote to its output (bounded).
        stack: the Python calls that led to a crash.
    """

    title: str
    stages: tuple[Stage, ...] = ()
    taps: tuple[Stage, ...] = ()
    taps_with: str = ""
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

    probed: ProbeFindings = NOTHING_PROBED
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
        """What holds for the files of a report as they are now; starts nothing."""

    def begin(self, report: LoaderReport, keys: tuple[str, ...]) -> Run:
        """A run over the drivers and layers of these rows, or over everything with ()."""


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
    """Return "at 10:12" for a moment of today, else "on 2026-11-21"."""
    import time

    then, now = time.localtime(when), time.localtime()
    return time.strftime("at %H:%M" if then[:3] == now[:3] else "on %Y-%m-%d", then)


def is_about(tapped: Tapped, chain: tuple[str, ...]) -> bool:
    """Whether it is this chain that was tried."""
    return not tapped.tried_with and tapped.predicted == chain


def probed_with(tried_with: str) -> str:
    """Return "probed with another chain"."""
    return f"probed with {tried_with}"


def tapped_text(tapped: Tapped) -> str:
    """What a probe of the chain says about the prediction, as a sentence."""
    when = when_text(tapped.when)
    if tapped.tried_with:
        layers = join_words([short_name(name) for name in tapped.predicted]) or "no layers"
        which = f" ({layers})" if tapped.mainly == OTHER_CHAIN else ""
        return f"Tried {when} with {tapped.tried_with}{which}, not yet as shown."
    if tapped.failed:
        return f"Tried {when}: {lowered(tapped.difference)}"
    if tapped.difference:
        return f"Tried {when}: it differs. {tapped.difference}"
    return f"Tried {when}: every layer was called in the predicted order."


def mark_first_unprobed(rows: Sequence[Row], known: Collection[str] = ()) -> tuple[Row, ...]:
    """The rows with the word on the first driver of which nothing is known.

    Args:
        rows: as files alone make them, or with what probes found.
        known: keys of those that probes know.
    """
    unknown = [
        row.key for row in rows if row.kind is RowKind.DRIVER and row.used and row.key not in known
    ]
    others = f"like {count_of(len(unknown) - 1, 'other')}; " if len(unknown) > 1 else ""
    said = dict.fromkeys(unknown, ("", ""))
    for first in unknown[:1]:
        said[first] = (NOT_PROBED, f"{others}Probe all opens {'them' if others else 'it'}")
    return tuple(
        row._replace(word=said[row.key][0], reason=said[row.key][1]) if row.key in said else row
        for row in rows
    )
