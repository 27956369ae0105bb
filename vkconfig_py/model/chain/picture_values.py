"""Picture, Row and Headline: what is shown of an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.plan.plan import Question

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceConfiguration
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.plan.plan import Limit, Plan


FAILS = "Fails"  # word of a row that a program would not survive, or do without
CRASHES = "Crashes"  # the same, where it is a signal that ends the program
FAILURES = (FAILS, CRASHES)


class RowKind(StrEnum):
    """What a row of the chain stands for."""

    PROGRAM = "program"
    LAYER = "layer"  # in the chain
    UNLISTED = "unlisted"  # the place in the chain of layers that the configuration does not name
    LOADER = "loader"
    DRIVER = "driver"
    DEVICE = "device"  # below its driver
    GROUP = "group"  # the head "Not in the chain"
    FILES = "files"  # the head of files that are not used
    OFF_LAYER = "off-layer"
    BROKEN = "broken"  # a manifest or library that cannot be used
    MISSING = "missing"  # named by the configuration, not installed


HEADS = frozenset({RowKind.GROUP, RowKind.FILES})
MOVED_KINDS = frozenset({RowKind.LAYER, RowKind.UNLISTED})  # what stands between others


class Tone(StrEnum):
    """Which state colour a word takes."""

    OK = "ok"
    NEUTRAL = "neutral"
    WARN = "warn"
    ERROR = "error"
    SIMULATED = "simulated"  # differs from today under a hypothesis


class Row(NamedTuple):
    """One row, complete: a view computes nothing.

    Attributes:
        key: identity across pictures: "layer:NAME", "driver:FILE", "file:PATH", "program", ...
        name: full name; the view draws a leading VK_LAYER_ faint.
        secondary: version, kind ("1.3.239 · explicit").
        word: verdict word ("Loads", "Off", "Skipped", "Missing", "Unknown"); may be "".
        reason: one line, small first letter, no full stop.
        deviation: "" or the sentence that says where and why the loader differs from it.
        position: 1-based place in the chain; 0 outside it.
        control: a LayerControl or DriverControl value, "" when the row has no control.
        controls: the segments of the control in order.
        last: last of its branch (drivers, devices of a driver).
        through: the line of the loader goes on beside it (devices).
        used: the loader keeps it (drivers).
        manifest: path of the manifest, or "".
        accessible: the whole row as one sentence for screen readers.
        delta: under a hypothesis, how the row stands today where that differs ("was 3rd").
        today: the same as a sentence, with the reason.
        simulated: stands for something hypothetical (the loader of another version).
        health: what a probe found of a layer.
        health_short: the same in two or three words.
        health_tone: its colour; NEUTRAL while all is well or nothing is known.
        met: where a probe met it, if not at its place; "" otherwise.
    """

    key: str
    kind: RowKind
    name: str
    secondary: str = ""
    word: str = ""
    reason: str = ""
    tone: Tone = Tone.NEUTRAL
    deviation: str = ""
    position: int = 0
    control: str = ""
    controls: tuple[str, ...] = ()
    placed: bool = False
    depth: int = 0
    last: bool = False
    through: bool = False
    used: bool = False
    manifest: str = ""
    tooltip: str = ""
    accessible: str = ""
    delta: str = ""
    today: str = ""
    simulated: bool = False
    health: str = ""
    health_short: str = ""
    health_tone: Tone = Tone.NEUTRAL
    met: str = ""


def place_among(rows: Sequence[Row], key: str) -> int:
    """The 0-based place of a row among those that can be moved; below zero elsewhere."""
    keys = [row.key for row in rows if row.kind in MOVED_KINDS]
    return keys.index(key) if key in keys else -1


NO_DEVICE = "No driver here finds a device."


class Loading(NamedTuple):
    """The parts of a sentence about a program that lives.

    Attributes:
        who: the program, or "every program".
        start: "A program will load".
        number: "2 layers", or "no layers".
        names: "validation and MangoHud"; "" for no layers.
        program_note: what is said of the program itself, before the tail.
        tail: what else is so.
        shortest: replaces the shortest of the three; "" for none.
        brief: what that one starts with; "" for the start of all.
    """

    who: str
    start: str
    number: str
    names: str = ""
    program_note: str = ""
    tail: str = ""
    shortest: str = ""
    brief: str = ""

    def lengths(self, device: str = "", *, finds_none: bool = False) -> tuple[str, ...]:
        """The sentence in three lengths, longest first.

        Args:
            device: the one that programs meet first; "" if that is not known.
            finds_none: it is known that there is none.
        """
        what = f"{self.number}{f' on {device}' if device else ''}"
        short, brief = f"{self.start} {what}", f"{self.brief or self.start} {what}"
        names = f": {self.names}" if self.names else ""
        told = f" {self.program_note}" if self.program_note else ""
        none = f" {NO_DEVICE}" if finds_none else ""
        tail = f" {self.tail}" if self.tail and not finds_none else ""
        return (
            f"{short}{names}.{told}{none}{tail}",
            f"{short}{names}.{told}" if not finds_none else f"{short}.{none}",
            self.shortest or f"{brief}." if not finds_none else NO_DEVICE,
        )


class Headline(NamedTuple):
    """The first sentence.

    Attributes:
        sentences: in three lengths, longest first.
        loading: what they are made of where a program lives; None otherwise.
        is_alarm: programs do not live.
        file: the guilty manifest, or settings file; "" if no file is.
        device: the name in it by which a device is called; "" for none.
    """

    sentences: tuple[str, ...]
    loading: Loading | None = None
    is_alarm: bool = False
    file: str = ""
    device: str = ""


def headline_of(loading: Loading) -> Headline:
    return Headline(loading.lengths(), loading)


class DevicesInForce(NamedTuple):
    """What becomes of the choice of physical devices once the plan is written.

    Attributes:
        listed: what the settings file in force names; None if nothing chooses among devices.
        limits: what the plan cannot do about the choice, and what it risks.
    """

    profile: LoaderProfile
    listed: tuple[DeviceConfiguration, ...] | None = None
    limits: tuple[Limit, ...] = ()


class Findings(NamedTuple):
    """What a picture is drawn from.

    Attributes:
        inventory: report without the plan, with the user's own sources searched too.
        report: report with the plan written.
    """

    inventory: LoaderReport
    plan: Plan
    report: LoaderReport


class Picture:
    """The answer; it is never changed.

    Attributes:
        rows: program, chain, loader, drivers with their devices, group head, the rest.
        plain: the rows as files alone make them; those of one answer stay the same object.
        plain_headline: the same as files alone make it.
        devices: what becomes of the choice of devices; None in pictures that are made by hand.
    """

    __slots__ = (
        "_find",
        "_findings",
        "devices",
        "headline",
        "plain",
        "plain_headline",
        "question",
        "rows",
    )

    def __init__(
        self,
        *,
        question: Question,
        rows: tuple[Row, ...],
        headline: Headline,
        find: Callable[[], Findings],
        devices: DevicesInForce | None = None,
    ) -> None:
        self.question = question
        self.rows = self.plain = rows
        self.headline = self.plain_headline = headline
        self.devices = devices
        self._find = find
        self._findings: Findings | None = None

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.headline.sentences

    def with_rows(self, rows: tuple[Row, ...], headline: Headline | None = None) -> Picture:
        """The picture shown with other rows and words; what files alone say stays."""
        picture = Picture(
            question=self.question,
            rows=self.plain,
            headline=self.plain_headline,
            find=lambda: self.findings,
            devices=self.devices,
        )
        picture.rows, picture.headline = rows, headline or self.headline
        return picture

    def chain_names(self) -> tuple[str, ...]:
        """The chain as the rows show it."""
        return tuple(row.name for row in self.plain if row.kind is RowKind.LAYER)

    def is_same(self, other: Picture | None) -> bool:
        """Whether both are the same answer, whatever probes have found since."""
        return other is not None and self.plain is other.plain

    def says_the_same(self, other: Picture | None) -> bool:
        """Whether another look at the machine gave the same answer to the same question.

        Of the loader its version counts: a launch that has shown its library changes the words.
        """
        if other is None or self.question != other.question:
            return False
        return [*map(_answered, self.plain)] == [*map(_answered, other.plain)]

    @property
    def findings(self) -> Findings:
        """What it is drawn from; fetched when it is first asked for."""
        if self._findings is None:
            self._findings = self._find()
        return self._findings

    @property
    def inventory(self) -> LoaderReport:
        return self.findings.inventory

    @property
    def plan(self) -> Plan:
        return self.findings.plan

    @property
    def report(self) -> LoaderReport:
        return self.findings.report

    def report_explaining(self, subject: str) -> LoaderReport:
        """The report in which the reason for a layer is the user's own.

        A plan that touches a filter writes it anew, with every name in full; where a layer is kept
        off by the same filter without the plan, that is the one to tell.
        """
        own = _filtered_off(self.inventory, subject) and _filtered_off(self.report, subject)
        return self.inventory if own else self.report

    def chain(self) -> tuple[str, ...]:
        """The names of the layers that will load, application side first."""
        return tuple(layer.manifest.name for layer in self.report.callstack)

    def is_missing(self, layer: str) -> bool:
        """Whether the configuration names a layer that is not installed."""
        key = f"layer:{layer}"
        return any(row.key == key and row.kind is RowKind.MISSING for row in self.plain)

    def order(self) -> tuple[str, ...]:
        """What can be moved, top first: the chain, and UNLISTED where it has a row."""
        return tuple(row.key.partition(":")[2] for row in self.plain if row.kind in MOVED_KINDS)


def _filtered_off(report: LoaderReport, layer: str) -> bool:
    from vkconfig_py.loader.base.verdicts import Reason

    filtered = Reason.DISABLE_FILTER
    return any(found.name == layer and found.verdict.reason is filtered for found in report.found)


def _answered(row: Row) -> object:
    return row.name if row.kind is RowKind.LOADER else row
