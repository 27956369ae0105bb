"""Snapshot, Row and Summary: the values that views display."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import Message, counted, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import OUTCOME_WORDS, Outcome, Reason, Severity
from vkconfig_py.model.configuration.configuration import DriverControl
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.text.wording import capitalise, render_count, strip_layer_prefix

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import DeviceConfiguration
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.plan.plan import Limitation, Plan
    from vkconfig_py.model.plan.planned_devices import DeviceContext
    from vkconfig_py.model.programs.seen_requests import KnownRequests
    from vkconfig_py.model.programs.shell.syntax import ScriptVariable


FAILS = message("Fails")  # word of a row that crashes a program, or that programs run without
CRASHES = message("Crashes")  # the same, if a signal terminates the program
_ROW_OUTCOMES = (Outcome.LOADS, Outcome.OFF, Outcome.SKIPPED, Outcome.FAILS, Outcome.UNKNOWN)
LEFT_OUT = message("Left out")
DRIVER_DEFAULT = "auto"
_MIN_FOLDED_DRIVERS = 2  # one would be folded into as much room
CONTROL_WORDS = {
    "auto": message("Auto"),
    "on": message("On"),
    "off": message("Off"),
    "only": message("Only"),
}
LAYER_KIND_WORDS = {False: message("explicit"), True: message("implicit")}  # by is_implicit
MISSING = message("Missing")
NO_DEVICE = message("No driver finds a device.")
NOT_PROBED = message("not probed yet")
IDLE_DRIVER = message("no device found")
UNUSED_DRIVER = message("not chosen")


class RowKind(StrEnum):
    """Kind of a row."""

    PROGRAM = "program"
    LAYER = "layer"  # in the chain
    UNLISTED = "unlisted"  # place in the chain of layers that the configuration does not name
    LOADER = "loader"
    DRIVER = "driver"
    DEVICE = "device"  # below its driver
    DRIVERS = "drivers"  # head of the drivers without devices, which stand above it
    GROUP = "group"  # group head "Not in the chain"
    FILES = "files"  # group head of unused files
    OFF_LAYER = "off-layer"
    BROKEN = "broken"  # unusable manifest or library
    MISSING = "missing"  # named by the configuration, but not installed


GROUP_HEADER_KINDS = frozenset({RowKind.GROUP, RowKind.FILES, RowKind.DRIVERS})
_BRANCH_KINDS = frozenset({RowKind.DRIVER, RowKind.DEVICE})
# Rows of layers that have a position in the chain.
CHAIN_ROW_KINDS = frozenset({RowKind.LAYER, RowKind.UNLISTED})


class Tone(StrEnum):
    """Colour category of a word."""

    OK = "ok"
    NEUTRAL = "neutral"
    WARN = "warn"
    ERROR = "error"
    SIMULATED = "simulated"  # differs from the current snapshot under a what-if


TONE_BY_SEVERITY = {
    Severity.ERROR: Tone.ERROR,
    Severity.WARNING: Tone.WARN,
    Severity.NOTE: Tone.NEUTRAL,
}


class Deviation(NamedTuple):
    """In what the loader deviates from the choice for a layer, as a sentence; "" for nothing.

    Attributes:
        short_text: the same without the reason.
    """

    text: str
    short_text: str


NO_DEVIATION = Deviation("", "")


class Row(NamedTuple):
    """One row with all its texts: views compute nothing.

    Attributes:
        key: identity across snapshots: "layer:NAME", "driver:FILE", "file:PATH", "program", ...
        name: full name.
        title: the name that is shown, "" for `name` (see `with_short_titles`).
        secondary: version, kind ("1.3.239 · explicit").
        version: the part of `secondary` that stands in the column of versions, or "".
        kind_text: the part in the column of kinds, or after the name of a device; may be "".
        status: verdict word ("Loads", "Off", "Skipped", "Missing", "Unknown"); may be "".
        outcome: what the word says; UNKNOWN for a driver that was not probed, FAILS for what
            crashes programs or is skipped by them; None for others.
        reason: one line, small first letter, no full stop.
        deviation: where and why the loader deviates from the configuration, as a sentence, or "".
        short_deviation: the same without the reason, "" if it is as short.
        position: 1-based place in the chain; 0 outside it.
        device_position: 1-based place of a device among those that a choice gives to programs, or
            0.
        control: a LayerControl or DriverControl value, "" when the row has no control.
        controls: the segments of the control in order.
        is_last: last of its branch (drivers, devices of a driver).
        continues_line: the line of the loader continues beside it (devices).
        is_used: the loader uses it (drivers).
        finds_no_device: a probe showed that it has none (drivers).
        manifest: path of the manifest, or "".
        accessible_name: the row for screen readers, without its control; of a layer without its
            word.
        accessible_suffix: what they say behind the control.
        delta: under a what-if, the current state if it differs ("was 3rd").
        current_state: the current state as a sentence, with the reason.
        is_simulated: represents something hypothetical (the loader of another version).
        health: what a probe found about a layer.
        short_health: the same in two or three words.
        health_tone: its colour; NEUTRAL if fine or unknown.
        observed_position_note: where a probe saw it entered, if not at its place; else "".
        is_elsewhere: of another machine, where nothing can be changed.
        is_left_out: a trial that runs now leaves it out; painted quieter.
        is_culprit: a search found that it breaks the program.
        is_implicit: an implicit layer.
        is_own_choice: its reason is the configuration itself, not a file that it writes.
        is_own_override: an override that this program applied, of which the banner tells.
        needs_repair: a file that the loader skips, although it is for this machine.
    """

    key: str
    kind: RowKind
    name: str
    title: str = ""
    secondary: str = ""
    version: str = ""
    kind_text: str = ""
    status: str = ""
    outcome: Outcome | None = None
    reason: str = ""
    tone: Tone = Tone.NEUTRAL
    deviation: str = ""
    short_deviation: str = ""
    position: int = 0
    device_position: int = 0
    control: str = ""
    controls: tuple[str, ...] = ()
    has_user_position: bool = False
    depth: int = 0
    is_last: bool = False
    continues_line: bool = False
    is_used: bool = False
    finds_no_device: bool = False
    manifest: str = ""
    tooltip: str = ""
    accessible_name: str = ""
    accessible_suffix: str = ""
    delta: str = ""
    current_state: str = ""
    is_simulated: bool = False
    health: str = ""
    short_health: str = ""
    health_tone: Tone = Tone.NEUTRAL
    observed_position_note: str = ""
    is_elsewhere: bool = False
    is_left_out: bool = False
    is_culprit: bool = False
    is_implicit: bool = False
    is_own_choice: bool = False
    is_own_override: bool = False
    needs_repair: bool = False

    @property
    def is_unknown(self) -> bool:
        """Return whether files cannot tell what becomes of it, and it was not probed."""
        return self.outcome is Outcome.UNKNOWN

    @property
    def accessible_text(self) -> str:
        """Return all that screen readers say of the row."""
        if self.is_left_out:
            return f"{self.name}. {self.status} {self.reason}."
        text = self.accessible_name
        if self.kind in GROUP_HEADER_KINDS:
            text = ", ".join(filter(None, (text, self.reason)))
        elif self.kind in (RowKind.LAYER, RowKind.OFF_LAYER):
            text = f"{text}, {self.status}: {self.reason}."
            if self.deviation:
                text += f" {capitalise(self.deviation)}."
        control = describe_control(self.control) if self.control else ""
        return " ".join(filter(None, (text, control, self.accessible_suffix)))


def list_usual_states() -> list[str]:
    """Return the words that rows show as their state, but for some of drivers."""
    words = (*(OUTCOME_WORDS[outcome] for outcome in _ROW_OUTCOMES), CRASHES, MISSING)
    return [*map(render, words), render_count(2, "device")]


def list_driver_states() -> list[str]:
    """Return the words that drivers show in turn: before and after a probe, and beside another."""
    return [*map(render, (NOT_PROBED, IDLE_DRIVER, UNUSED_DRIVER))]


def get_control_label(control: str) -> str:
    """Return the choice of a row, such as On, as users see it."""
    return render(CONTROL_WORDS[control])


def describe_control(control: str) -> str:
    """Return what a screen reader says at the end of a row about its choice."""
    return tr("Set to {control}.", control=get_control_label(control))


def with_short_titles(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows titled without VK_LAYER_, where no other name is then the same."""
    titled_rows = [row._replace(title=strip_layer_prefix(row.name)) for row in rows]
    counts = Counter(title for _name, title in {(row.name, row.title) for row in titled_rows})
    return tuple(
        row if counts[row.title] == 1 else row._replace(title=row.name) for row in titled_rows
    )


def list_idle_drivers(rows: Iterable[Row]) -> list[Row]:
    """Return the drivers without devices of which there is nothing else to tell."""
    return [
        row
        for row in rows
        if row.finds_no_device
        and row.control in ("", DRIVER_DEFAULT)
        and not (row.delta or row.deviation)
    ]


def with_drivers_head(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows with a head that folds the drivers without devices, if there are several."""
    idle_drivers = list_idle_drivers(rows)
    if len(idle_drivers) < _MIN_FOLDED_DRIVERS:
        return tuple(rows)
    names = ", ".join(row.name for row in idle_drivers)
    title = counted(
        "{n:,} drivers without devices", "{n:,} driver without devices", len(idle_drivers)
    )
    head_row = Row(
        key="drivers",
        kind=RowKind.DRIVERS,
        name=title,
        secondary=names,
        depth=1,
        is_last=True,
        tooltip=f"{title}\n{names}",
        accessible_name=f"{title}: {names}",
    )
    driver_indexes = [number for number, row in enumerate(rows) if row.kind in _BRANCH_KINDS]
    branches = (
        row._replace(is_last=False)
        if row.kind is RowKind.DRIVER
        else row._replace(continues_line=True)
        for row in rows[driver_indexes[0] : driver_indexes[-1] + 1]
    )
    return (*rows[: driver_indexes[0]], *branches, head_row, *rows[driver_indexes[-1] + 1 :])


def make_left_out_row(row: Row, reason: str) -> Row:
    """Return a row that a trial leaves out, as "Left out". `reason`: such as "in trial 3"."""
    return row._replace(
        status=render(LEFT_OUT),
        outcome=None,
        reason=reason,
        tone=Tone.NEUTRAL,
        deviation="",
        short_deviation="",
        observed_position_note="",
        is_left_out=True,
        is_own_choice=False,
    )


def add_driver_state(row: Row, state: str) -> Row:
    """Return the row of a driver with its state in tool tip and screen-reader text."""
    reason = "" if row.is_used else row.reason
    parts = (row.name, row.manifest, state, reason, row.deviation, row.current_state)
    return row._replace(
        tooltip="\n".join(filter(None, parts)),
        accessible_name=tr("{name}, driver, {state}.", name=row.name, state=state),
    )


def find_movable_index(rows: Sequence[Row], key: str) -> int:
    """Return the 0-based place of a row among the movable rows, or -1 for other rows."""
    keys = [row.key for row in rows if row.kind in CHAIN_ROW_KINDS]
    return keys.index(key) if key in keys else -1


class SentenceSubject(NamedTuple):
    """The program or programs of a sentence: names, or words that may begin it.

    Attributes:
        is_name: it is not capitalized.
        program_count: how many programs it names; 1 for "every program".
    """

    text: Message | str
    is_name: bool = True
    program_count: int = 1

    def __str__(self) -> str:
        return render(self.text)

    @property
    def capitalized(self) -> str:
        """Return the start of a sentence. The name of a program is not changed."""
        return str(self) if self.is_name else capitalise(str(self))


A_PROGRAM, EVERY_PROGRAM, EVERY_VULKAN_PROGRAM = (
    SentenceSubject(message("a program"), False),
    SentenceSubject(message("every program"), False),
    SentenceSubject(message("every Vulkan program"), False),
)


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


class LoadingSentence(NamedTuple):
    """Parts of the sentence about a program that starts successfully.

    Attributes:
        subject: the program, or "every program".
        layer_count: how many there are.
        layer_names: "validation and MangoHud"; "" for no layers.
        program_note: note about the program itself, before the tail.
        tail: additional facts.
        shortest_sentence: replaces the shortest of the three; "" for none.
        safe_mode_text: what safe mode leaves out.
    """

    subject: SentenceSubject
    loading_case: LoadingCase
    layer_count: int
    layer_names: str = ""
    program_note: str = ""
    tail: str = ""
    shortest_sentence: str = ""
    safe_mode_text: Message | str = ""

    def render_lengths(self, device: str = "", *, finds_no_device: bool = False) -> tuple[str, ...]:
        """Return the sentence in three lengths, longest first.

        Args:
            device: the device that programs get first; "" if unknown.
            finds_no_device: programs are known to find no device.
        """
        short_text = self._render_sentence(_describe_layers(self.layer_count, device))
        names = self._render_sentence(_describe_layers(self.layer_count, device, self.layer_names))
        tail = render(NO_DEVICE) if finds_no_device else self.tail
        sentence_with_note = _join_sentences(names, self.program_note)
        return (
            _join_sentences(sentence_with_note, tail),
            _join_sentences(short_text, render(NO_DEVICE))
            if finds_no_device
            else sentence_with_note,
            render(NO_DEVICE)
            if finds_no_device
            else self.shortest_sentence
            or self._render_brief(_describe_layers(self.layer_count, device)),
        )

    def _render_sentence(self, layers: str) -> str:
        """Return the sentence for its case: will or would load, launch or applied.

        `layers`: what is loaded, as words.
        """
        program, safe_mode_text = self.subject, self.safe_mode_text
        match self.loading_case:
            case LoadingCase.WILL:
                return tr("{who} will load {layers}.", who=program.capitalized, layers=layers)
            case LoadingCase.WOULD:
                return tr("{who} would load {layers}.", who=program.capitalized, layers=layers)
            case LoadingCase.VARIABLES:
                return tr(
                    "With these variables, {who} will load {layers}.", who=program, layers=layers
                )
            case LoadingCase.VARIABLES_WOULD:
                return tr(
                    "With these variables, {who} would load {layers}.", who=program, layers=layers
                )
            case LoadingCase.SAFE:
                return tr(
                    "Safe mode, {safe}: {who} will load {layers}.",
                    safe=safe_mode_text,
                    who=program,
                    layers=layers,
                )
            case LoadingCase.SAFE_WOULD:
                return tr(
                    "Safe mode, {safe}: {who} would load {layers}.",
                    safe=safe_mode_text,
                    who=program,
                    layers=layers,
                )
            case LoadingCase.APPLIED:
                return tr(
                    "When applied to {who}, this configuration loads {layers}.",
                    who=program,
                    layers=layers,
                )
            case LoadingCase.APPLIED_WOULD:
                return tr(
                    "When applied to {who}, this configuration would load {layers}.",
                    who=program,
                    layers=layers,
                )
            case LoadingCase.IN_FORCE:
                return tr("Applied to {who}: loads {layers}.", who=program, layers=layers)

    def _render_brief(self, layers: str) -> str:
        """Return the shortest sentence: "Every program would load 4 layers on llvmpipe."."""
        program = self.subject.capitalized
        match self.loading_case:
            case LoadingCase.APPLIED | LoadingCase.APPLIED_WOULD:
                return counted(
                    "{who} would load {layers}.",
                    "{who} would load {layers}.",
                    self.subject.program_count,
                    who=program,
                    layers=layers,
                )
            case LoadingCase.IN_FORCE:
                return counted(
                    "{who} load {layers}.",
                    "{who} loads {layers}.",
                    self.subject.program_count,
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
            return render_count(count, "layer")
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
        blamed_name: what the sentence calls it; "" for the file's base name.
        device: device name within the sentence, or "".
    """

    sentences: tuple[str, ...]
    loading: LoadingSentence | None = None
    is_alarm: bool = False
    file: str = ""
    blamed_name: str = ""
    device: str = ""


def make_loading_summary(loading_sentence: LoadingSentence) -> ChainSummary:
    """Return the summary that a program loads layers, without an alarm."""
    return ChainSummary(loading_sentence.render_lengths(), loading_sentence)


class DeviceChoiceEffect(NamedTuple):
    """Effect of the plan on the choice of physical devices.

    Attributes:
        listed_devices: devices in the active settings file; None if no file chooses devices.
        limits: what the plan cannot express of the choice, and its risks.
        context: what variables and layers make of the devices, if these choose.
        method_limit: the limit of the way that is taken.
    """

    profile: LoaderProfile
    listed_devices: tuple[DeviceConfiguration, ...] | None = None
    limits: tuple[Limitation, ...] = ()
    context: DeviceContext | None = None
    method_limit: Limitation | None = None


class SnapshotReports(NamedTuple):
    """The reports that a snapshot is computed from.

    Attributes:
        inventory: report without the plan, with the user's own sources searched too.
        report: report with the plan written.
        script_variables: variables that scripts set on the way to the program.
    """

    inventory: LoaderReport
    plan: Plan
    report: LoaderReport
    script_variables: tuple[ScriptVariable, ...] = ()


class ChainSnapshot:
    """Everything shown for a request; immutable.

    Attributes:
        rows: program, chain, loader, drivers with their devices, group head, the rest.
        unprobed_rows: the rows without probe results; the same object for all snapshots of one
            answer.
        unprobed_summary: the summary without probe results.
        devices: effect on the choice of devices; None in snapshots made by hand.
        known_requests: what launches showed of the program's own requests, if the chain counts
            with it.
    """

    __slots__ = (
        "_compute_reports",
        "_reports",
        "devices",
        "known_requests",
        "request",
        "rows",
        "summary",
        "unprobed_rows",
        "unprobed_summary",
    )

    def __init__(
        self,
        *,
        request: PredictionRequest,
        rows: tuple[Row, ...],
        summary: ChainSummary,
        find: Callable[[], SnapshotReports],
        devices: DeviceChoiceEffect | None = None,
        known_requests: KnownRequests | None = None,
    ) -> None:
        self.request = request
        self.rows = self.unprobed_rows = rows
        self.summary = self.unprobed_summary = summary
        self.devices = devices
        self.known_requests = known_requests
        self._compute_reports = find
        self._reports: SnapshotReports | None = None

    @property
    def sentences(self) -> tuple[str, ...]:
        """The summary in three lengths, longest first."""
        return self.summary.sentences

    def with_rows(
        self, rows: tuple[Row, ...], summary: ChainSummary | None = None
    ) -> ChainSnapshot:
        """Return a copy with other rows and summary. The rows without probe results are kept."""
        snapshot = ChainSnapshot(
            request=self.request,
            rows=self.unprobed_rows,
            summary=self.unprobed_summary,
            find=lambda: self.reports,
            devices=self.devices,
            known_requests=self.known_requests,
        )
        snapshot.rows, snapshot.summary = rows, summary or self.summary
        return snapshot

    def list_chain_names(self) -> tuple[str, ...]:
        """Return the layers of the call chain in the order of their rows."""
        return tuple(row.name for row in self.unprobed_rows if row.kind is RowKind.LAYER)

    def has_same_answer(self, other_snapshot: ChainSnapshot | None) -> bool:
        """Return whether both have the same rows, regardless of probe results."""
        return other_snapshot is not None and self.unprobed_rows is other_snapshot.unprobed_rows

    def is_equal_answer(self, other_snapshot: ChainSnapshot | None) -> bool:
        """Return whether a rescan of the machine gave the same answer to the same request.

        Of the loader only the version is compared: a launch that revealed its library changes the
        texts.
        """
        return (
            other_snapshot is not None
            and self.request == other_snapshot.request
            and self._has_equal_rows(other_snapshot)
        )

    def is_equal_chain(self, other_snapshot: ChainSnapshot | None) -> bool:
        """Return whether the requests differ at most in settings of layers, and no row does.

        The loader reads none of these settings.
        """
        return (
            other_snapshot is not None
            and _omit_layer_settings(self.request) == _omit_layer_settings(other_snapshot.request)
            and self._has_equal_rows(other_snapshot)
        )

    def _has_equal_rows(self, other_snapshot: ChainSnapshot) -> bool:
        """Return whether both have rows of the same content."""
        return [*map(_get_comparison_value, self.unprobed_rows)] == [
            *map(_get_comparison_value, other_snapshot.unprobed_rows)
        ]

    @property
    def reports(self) -> SnapshotReports:
        """Return the reports, which are computed on first use."""
        if self._reports is None:
            self._reports = self._compute_reports()
        return self._reports

    @property
    def script_variables(self) -> tuple[ScriptVariable, ...]:
        """The variables that scripts set before the program starts."""
        return self.reports.script_variables

    @property
    def inventory(self) -> LoaderReport:
        """The report on what is installed, without the plan."""
        return self.reports.inventory

    @property
    def plan(self) -> Plan:
        return self.reports.plan

    @property
    def report(self) -> LoaderReport:
        """The report on what programs get, as if the plan were written."""
        return self.reports.report

    def get_explaining_report(self, subject: str) -> LoaderReport:
        """Return the report that has the user's own reason for a layer's state.

        A plan that changes a filter variable rewrites it with full names; if the session's own
        filter already disables a layer, that original filter is the reason to show. A layer whose
        folder the plan leaves unsearched is explained by what is installed.
        """
        if _has_found_layer(self.inventory, subject) and not _has_found_layer(self.report, subject):
            return self.inventory
        is_users_filter = _is_filtered_off(self.inventory, subject) and _is_filtered_off(
            self.report, subject
        )
        return self.inventory if is_users_filter else self.report

    def list_loading_layers(self) -> tuple[str, ...]:
        """Return the names of the layers that will load, application side first."""
        return tuple(layer.manifest.name for layer in self.report.callstack)

    def is_missing(self, layer: str) -> bool:
        """Return whether the configuration names a layer that is not installed."""
        key = f"layer:{layer}"
        return any(row.key == key and row.kind is RowKind.MISSING for row in self.unprobed_rows)

    def list_unused_drivers(self) -> frozenset[str]:
        """Return the rows of drivers that are off, whichever devices are chosen.

        A variable of the session turns them off, or this configuration's choice of drivers.
        """
        drivers = [row for row in self.unprobed_rows if row.kind is RowKind.DRIVER]
        has_only_driver = any(row.control == DriverControl.ONLY for row in drivers)
        kept_control = DriverControl.ONLY if has_only_driver else DriverControl.AUTO
        off_files = {
            driver.file
            for driver in self.inventory.drivers
            if driver.verdict.outcome is Outcome.OFF
        }
        return frozenset(
            row.key
            for row in drivers
            if row.outcome is Outcome.OFF
            and (row.control != kept_control or row.manifest in off_files)
        )

    def list_movable_names(self) -> tuple[str, ...]:
        """Return the rows that the user can move, top first: layers, and UNLISTED if shown."""
        return tuple(
            row.key.partition(":")[2] for row in self.unprobed_rows if row.kind in CHAIN_ROW_KINDS
        )


def _has_found_layer(report: LoaderReport, layer: str) -> bool:
    """Return whether the loader finds a manifest of a layer."""
    return any(found_layer.name == layer for found_layer in report.found_layers)


def _is_filtered_off(report: LoaderReport, layer: str) -> bool:
    """Return whether VK_LOADER_LAYERS_DISABLE keeps a layer off."""
    filter_reason = Reason.DISABLE_FILTER
    return any(
        found_layer.name == layer and found_layer.verdict.reason is filter_reason
        for found_layer in report.found_layers
    )


def _omit_layer_settings(request: PredictionRequest) -> PredictionRequest:
    """Return a request without the settings of its configuration's layers."""
    entries = (
        entry._replace(settings=(), writes_settings=True, manifest="")
        for entry in request.configuration.layers
    )
    layers = tuple(entry for entry in entries if entry.is_worth_keeping)
    return request._replace(configuration=request.configuration._replace(layers=layers))


def _get_comparison_value(row: Row) -> object:
    """Return what of a row has to be equal: of the loader only its name."""
    return row.name if row.kind is RowKind.LOADER else row
