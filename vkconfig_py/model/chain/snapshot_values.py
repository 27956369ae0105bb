"""Snapshot, Row and Summary: the values that views display."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import Message, counted, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.text.wording import capitalised, count_of

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceConfiguration
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.plan.device_values import DeviceContext
    from vkconfig_py.model.plan.plan import Limitation, Plan
    from vkconfig_py.model.programs.seen_requests import Known
    from vkconfig_py.model.programs.shell.syntax import ScriptVariable


FAILS = message("Fails")  # word of a row that crashes a program, or that programs run without
CRASHES = message("Crashes")  # the same, if a signal terminates the program
LEFT_OUT = message("Left out")
CONTROL_WORDS = {
    "auto": message("Auto"),
    "on": message("On"),
    "off": message("Off"),
    "only": message("Only"),
}
NO_DEVICE = message("No driver here finds a device.")


class RowKind(StrEnum):
    """Kind of a row."""

    PROGRAM = "program"
    LAYER = "layer"  # in the chain
    UNLISTED = "unlisted"  # place in the chain of layers that the configuration does not name
    LOADER = "loader"
    DRIVER = "driver"
    DEVICE = "device"  # below its driver
    GROUP = "group"  # group head "Not in the chain"
    FILES = "files"  # group head of unused files
    OFF_LAYER = "off-layer"
    BROKEN = "broken"  # unusable manifest or library
    MISSING = "missing"  # named by the configuration, but not installed


HEADS = frozenset({RowKind.GROUP, RowKind.FILES})
MOVED_KINDS = frozenset({RowKind.LAYER, RowKind.UNLISTED})  # group separator


class Tone(StrEnum):
    """Colour category of a word."""

    OK = "ok"
    NEUTRAL = "neutral"
    WARN = "warn"
    ERROR = "error"
    SIMULATED = "simulated"  # differs from the current snapshot under a what-if


class Row(NamedTuple):
    """One row with all its texts: views compute nothing.

    Attributes:
        key: identity across snapshots: "layer:NAME", "driver:FILE", "file:PATH", "program", ...
        name: full name; the view draws a leading VK_LAYER_ faint.
        secondary: version, kind ("1.3.239 · explicit").
        word: verdict word ("Loads", "Off", "Skipped", "Missing", "Unknown"); may be "".
        outcome: what the word says; UNKNOWN for a driver that was not probed, FAILS for what
            crashes programs or is skipped by them; None for others.
        reason: one line, small first letter, no full stop.
        deviation: where and why the loader deviates from the configuration, as a sentence, or "".
        position: 1-based place in the chain; 0 outside it.
        place: 1-based place of a device among those that a choice gives to programs, or 0.
        control: a LayerControl or DriverControl value, "" when the row has no control.
        controls: the segments of the control in order.
        last: last of its branch (drivers, devices of a driver).
        through: the line of the loader continues beside it (devices).
        used: the loader uses it (drivers).
        manifest: path of the manifest, or "".
        spoken: the row for screen readers, without its control; of a layer without its word.
        further: what they say behind the control.
        delta: under a what-if, the current state if it differs ("was 3rd").
        today: the current state as a sentence, with the reason.
        simulated: represents something hypothetical (the loader of another version).
        health: what a probe found about a layer.
        health_short: the same in two or three words.
        health_tone: its colour; NEUTRAL if fine or unknown.
        met: where a probe saw it entered, if not at its place; else "".
        is_elsewhere: of another machine, where nothing can be changed.
        is_left_out: a trial that runs now leaves it out; painted faint.
        is_implicit: an implicit layer.
        is_own_choice: its reason is the configuration itself, not a file that it writes.
    """

    key: str
    kind: RowKind
    name: str
    secondary: str = ""
    word: str = ""
    outcome: Outcome | None = None
    reason: str = ""
    tone: Tone = Tone.NEUTRAL
    deviation: str = ""
    position: int = 0
    place: int = 0
    control: str = ""
    controls: tuple[str, ...] = ()
    placed: bool = False
    depth: int = 0
    last: bool = False
    through: bool = False
    used: bool = False
    manifest: str = ""
    tooltip: str = ""
    spoken: str = ""
    further: str = ""
    delta: str = ""
    today: str = ""
    simulated: bool = False
    health: str = ""
    health_short: str = ""
    health_tone: Tone = Tone.NEUTRAL
    met: str = ""
    is_elsewhere: bool = False
    is_left_out: bool = False
    is_implicit: bool = False
    is_own_choice: bool = False

    @property
    def is_unknown(self) -> bool:
        """Return whether files cannot tell what becomes of it, and it was not probed."""
        return self.outcome is Outcome.UNKNOWN

    @property
    def accessible(self) -> str:
        """Return all that screen readers say of the row."""
        if self.is_left_out:
            return f"{self.name}. {self.word} {self.reason}."
        text = self.spoken
        if self.kind in HEADS:
            text = ", ".join(filter(None, (text, self.reason)))
        elif self.kind in (RowKind.LAYER, RowKind.OFF_LAYER):
            text = f"{text}, {self.word}: {self.reason}."
            if self.deviation:
                text += f" {capitalised(self.deviation)}."
        control = set_to(self.control) if self.control else ""
        return " ".join(filter(None, (text, control, self.further)))


def control_word(control: str) -> str:
    """Return a control of a row, as it is shown."""
    return render(CONTROL_WORDS[control])


def set_to(control: str) -> str:
    """Return the end of what a screen reader says about a row with a control."""
    return tr("Set to {control}.", control=control_word(control))


def left_out_row(row: Row, reason: str) -> Row:
    """Return a row that a trial leaves out: "Left out: in trial 3"."""
    return row._replace(
        word=render(LEFT_OUT),
        outcome=None,
        reason=reason,
        tone=Tone.NEUTRAL,
        deviation="",
        met="",
        is_left_out=True,
        is_own_choice=False,
    )


def with_driver_state(row: Row, state: str) -> Row:
    """Return a driver with the texts that tell its state at length."""
    reason = "" if row.used else row.reason
    parts = (row.name, row.manifest, state, reason, row.deviation, row.today)
    return row._replace(
        tooltip="\n".join(filter(None, parts)),
        spoken=tr("{name}, driver, {state}.", name=row.name, state=state),
    )


def place_among(rows: Sequence[Row], key: str) -> int:
    """Return the 0-based place of a row among the movable rows, or -1 for other rows."""
    keys = [row.key for row in rows if row.kind in MOVED_KINDS]
    return keys.index(key) if key in keys else -1


class Who(NamedTuple):
    """The program or programs of a sentence: a name, or words that may begin it."""

    text: Message | str
    is_name: bool = True

    def __str__(self) -> str:
        return render(self.text)

    @property
    def capital(self) -> str:
        """Return it as the start of a sentence, without changing the name of a program."""
        return str(self) if self.is_name else capitalised(str(self))


A_PROGRAM, EVERY_PROGRAM = Who(message("a program"), False), Who(message("every program"), False)


class LoadingCase(StrEnum):
    """Which sentence tells what a program loads."""

    WILL = "will"
    WOULD = "would"
    VARIABLES = "variables"
    VARIABLES_WOULD = "variables-would"
    SAFE = "safe"
    SAFE_WOULD = "safe-would"
    APPLIED = "applied"
    APPLIED_WOULD = "applied-would"
    IN_FORCE = "in-force"


class Loading(NamedTuple):
    """Parts of the sentence about a program that starts successfully.

    Attributes:
        who: the program, or "every program".
        layers: how many there are.
        names: "validation and MangoHud"; "" for no layers.
        program_note: note about the program itself, before the tail.
        tail: additional facts.
        shortest: replaces the shortest of the three; "" for none.
        safe: what safe mode leaves out.
        programs: how many `who` names.
    """

    who: Who
    case: LoadingCase
    layers: int
    names: str = ""
    program_note: str = ""
    tail: str = ""
    shortest: str = ""
    safe: Message | str = ""
    programs: int = 1

    def lengths(self, device: str = "", *, finds_none: bool = False) -> tuple[str, ...]:
        """Return the sentence in three lengths, longest first.

        Args:
            device: the device that programs get first; "" if unknown.
            finds_none: programs are known to find no device.
        """
        short = self._render_sentence(_describe_layers(self.layers, device))
        names = self._render_sentence(_describe_layers(self.layers, device, self.names))
        tail = render(NO_DEVICE) if finds_none else self.tail
        sentence_with_note = _join_sentences(names, self.program_note)
        return (
            _join_sentences(sentence_with_note, tail),
            _join_sentences(short, render(NO_DEVICE)) if finds_none else sentence_with_note,
            render(NO_DEVICE)
            if finds_none
            else self.shortest or self._render_brief(_describe_layers(self.layers, device)),
        )

    def _render_sentence(self, layers: str) -> str:
        program, safe = self.who, self.safe
        match self.case:
            case LoadingCase.WILL:
                return tr("{who} will load {layers}.", who=program.capital, layers=layers)
            case LoadingCase.WOULD:
                return tr("{who} would load {layers}.", who=program.capital, layers=layers)
            case LoadingCase.VARIABLES:
                return tr(
                    "With these variables {who} will load {layers}.", who=program, layers=layers
                )
            case LoadingCase.VARIABLES_WOULD:
                return tr(
                    "With these variables {who} would load {layers}.", who=program, layers=layers
                )
            case LoadingCase.SAFE:
                return tr(
                    "Safe mode, {safe}: {who} will load {layers}.",
                    safe=safe,
                    who=program,
                    layers=layers,
                )
            case LoadingCase.SAFE_WOULD:
                return tr(
                    "Safe mode, {safe}: {who} would load {layers}.",
                    safe=safe,
                    who=program,
                    layers=layers,
                )
            case LoadingCase.APPLIED:
                return tr(
                    "Applied for {who}, this configuration loads {layers}.",
                    who=program,
                    layers=layers,
                )
            case LoadingCase.APPLIED_WOULD:
                return tr(
                    "Applied for {who}, this configuration would load {layers}.",
                    who=program,
                    layers=layers,
                )
            case LoadingCase.IN_FORCE:
                return tr("Applied for {who}: loads {layers}.", who=program, layers=layers)

    def _render_brief(self, layers: str) -> str:
        """Return the shortest sentence: "Every program would load 4 layers on llvmpipe."."""
        program = self.who.capital
        match self.case:
            case LoadingCase.APPLIED | LoadingCase.APPLIED_WOULD:
                return counted(
                    "{who} would load {layers}.",
                    "{who} would load {layers}.",
                    self.programs,
                    who=program,
                    layers=layers,
                )
            case LoadingCase.IN_FORCE:
                return counted(
                    "{who} load {layers}.",
                    "{who} loads {layers}.",
                    self.programs,
                    who=program,
                    layers=layers,
                )
            case _:
                return self._render_sentence(layers)


def _describe_layers(count: int, device: str, names: str = "") -> str:
    """Return what is loaded: "2 layers on llvmpipe: validation and MangoHud"."""
    if not count:
        return tr("no layers on {device}", device=device) if device else tr("no layers")
    if not names:
        if not device:
            return count_of(count, "layer")
        return counted("{n:,} layers on {device}", "{n:,} layer on {device}", count, device=device)
    if not device:
        return counted("{n:,} layers: {names}", "{n:,} layer: {names}", count, names=names)
    return counted(
        "{n:,} layers on {device}: {names}",
        "{n:,} layer on {device}: {names}",
        count,
        device=device,
        names=names,
    )


def _join_sentences(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


class ChainSummary(NamedTuple):
    """The first sentence.

    Attributes:
        sentences: in three lengths, longest first.
        loading: their parts if programs start; else None.
        is_alarm: programs fail.
        file: manifest or settings file that causes the failure, or "".
        device: device name within the sentence, or "".
    """

    sentences: tuple[str, ...]
    loading: Loading | None = None
    is_alarm: bool = False
    file: str = ""
    device: str = ""


def summary_of(loading: Loading) -> ChainSummary:
    return ChainSummary(loading.lengths(), loading)


class DevicesInForce(NamedTuple):
    """Effect of the plan on the choice of physical devices.

    Attributes:
        listed: devices in the active settings file; None if no file chooses devices.
        limits: what the plan cannot express of the choice, and its risks.
        scene: what variables and layers make of the devices, if these choose.
        way: what the way that is taken does, or why none is; "" if nothing is chosen.
        way_limit: the limit that says the same.
    """

    profile: LoaderProfile
    listed: tuple[DeviceConfiguration, ...] | None = None
    limits: tuple[Limitation, ...] = ()
    scene: DeviceContext | None = None
    way: str = ""
    way_limit: Limitation | None = None


class Findings(NamedTuple):
    """The reports that a snapshot is computed from.

    Attributes:
        inventory: report without the plan, with the user's own sources searched too.
        report: report with the plan written.
        changes: variables that scripts set on the way to the program.
    """

    inventory: LoaderReport
    plan: Plan
    report: LoaderReport
    changes: tuple[ScriptVariable, ...] = ()


class ChainSnapshot:
    """Everything shown for a request; immutable.

    Attributes:
        rows: program, chain, loader, drivers with their devices, group head, the rest.
        plain: the rows without probe results; the same object for all snapshots of one answer.
        plain_summary: the summary without probe results.
        devices: effect on the choice of devices; None in snapshots made by hand.
        known: what launches showed of the program's own requests, if the chain counts with it.
    """

    __slots__ = (
        "_find",
        "_findings",
        "devices",
        "known",
        "plain",
        "plain_summary",
        "request",
        "rows",
        "summary",
    )

    def __init__(
        self,
        *,
        request: PredictionRequest,
        rows: tuple[Row, ...],
        summary: ChainSummary,
        find: Callable[[], Findings],
        devices: DevicesInForce | None = None,
        known: Known | None = None,
    ) -> None:
        self.request = request
        self.rows = self.plain = rows
        self.summary = self.plain_summary = summary
        self.devices = devices
        self.known = known
        self._find = find
        self._findings: Findings | None = None

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.summary.sentences

    def with_rows(
        self, rows: tuple[Row, ...], summary: ChainSummary | None = None
    ) -> ChainSnapshot:
        """Return a copy with other rows and words. The values without probe results are kept."""
        snapshot = ChainSnapshot(
            request=self.request,
            rows=self.plain,
            summary=self.plain_summary,
            find=lambda: self.findings,
            devices=self.devices,
            known=self.known,
        )
        snapshot.rows, snapshot.summary = rows, summary or self.summary
        return snapshot

    def chain_names(self) -> tuple[str, ...]:
        """Return the chain as the rows show it."""
        return tuple(row.name for row in self.plain if row.kind is RowKind.LAYER)

    def is_same(self, other: ChainSnapshot | None) -> bool:
        """Return whether both have the same answer, regardless of probe results."""
        return other is not None and self.plain is other.plain

    def says_the_same(self, other: ChainSnapshot | None) -> bool:
        """Return whether a rescan of the machine gave the same answer to the same request.

        Of the loader only the version is compared: a launch that revealed its library changes the
        texts.
        """
        if other is None or self.request != other.request:
            return False
        return [*map(_get_answered, self.plain)] == [*map(_get_answered, other.plain)]

    @property
    def findings(self) -> Findings:
        """Return the reports, which are computed on first use."""
        if self._findings is None:
            self._findings = self._find()
        return self._findings

    @property
    def changes(self) -> tuple[ScriptVariable, ...]:
        return self.findings.changes

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
        """Return the report with the user's own reason for a layer's state.

        A plan that changes a filter variable rewrites it with full names; if the session's own
        filter already disables a layer, that original filter is the reason to show.
        """
        is_users_filter = _is_filtered_off(self.inventory, subject) and _is_filtered_off(
            self.report, subject
        )
        return self.inventory if is_users_filter else self.report

    def chain(self) -> tuple[str, ...]:
        """Return the names of the layers that will load, application side first."""
        return tuple(layer.manifest.name for layer in self.report.callstack)

    def is_missing(self, layer: str) -> bool:
        """Return whether the configuration names a layer that is not installed."""
        key = f"layer:{layer}"
        return any(row.key == key and row.kind is RowKind.MISSING for row in self.plain)

    def order(self) -> tuple[str, ...]:
        """Return the movable rows, top first: the chain, and UNLISTED if it has a row."""
        return tuple(row.key.partition(":")[2] for row in self.plain if row.kind in MOVED_KINDS)


def _is_filtered_off(report: LoaderReport, layer: str) -> bool:
    from vkconfig_py.loader.base.verdicts import Reason

    filtered = Reason.DISABLE_FILTER
    return any(
        found_layer.name == layer and found_layer.verdict.reason is filtered
        for found_layer in report.found
    )


def _get_answered(row: Row) -> object:
    return row.name if row.kind is RowKind.LOADER else row
