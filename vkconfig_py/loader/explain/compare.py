"""Differences between two reports, and the rule that explains each.

A report is first converted to a snapshot: uniform rows for layers, drivers and everything else with
a verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vkconfig_py.language.sentences import Message, counted, message, render, tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import NamedTuple, find_differences
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason, Verdict
from vkconfig_py.loader.explain.verdict_sentences import STATE_WORDS, render_state, render_verdict
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, find_differing_gates
from vkconfig_py.loader.rules.loader_report import LoaderReport

_NEGATIVE_OUTCOMES = (Outcome.FAILS, Outcome.SKIPPED, Outcome.OFF, Outcome.IGNORED)
ABSENT = "absent"
_UNKNOWN_VERSION = "0.0.0"  # loaders that only running code could tell, as on Android
# What is compared, and its values, have the names of JSON; these are shown.
_PROPERTY_NAMES: dict[str, Message] = {
    "loader": message("loader"),
    "device": message("device layers"),
    "settings file": message("settings file"),
    "program": message("program"),
    "rights": message("privileges"),
    "word size": message("word size"),
    "position": message("position"),
    "listed": message("listed"),
    "found": message("found", "a compared property"),
    "outcome": message("outcome", "a compared property"),
    "reason": message("reason", "a compared property"),
    "detail": message("detail", "a compared property"),
    "version": message("version"),
    "order": message("order", "a compared property"),
}
_PROPERTY_VALUES: dict[str, Message] = {
    "elevated": message("elevated"),
    "ordinary": message("ordinary"),
    "32-bit": message("32-bit"),
    "64-bit": message("64-bit"),
    "yes": message("yes"),
    "no": message("no"),
    ABSENT: message("absent"),
    "listed": message("listed"),
    "not listed": message("not listed"),
    "order": message("order", "a compared property"),
    **{outcome.value: state for outcome, state in STATE_WORDS.items()},
}
ComparisonKey = tuple[Kind, str, str]
LAYER_ORDER_KEY: ComparisonKey = (Kind.LAYER, "layers", "")
# Releases differ in which of two positions of a name wins, and in which layers VK_INSTANCE_LAYERS
# adds.
_ORDER_GATES = (
    Gate.FIRST_PLACE,
    Gate.DOUBLE_COMPONENTS,
    Gate.ORDERED_INSTANCE_LAYERS,
    Gate.INSTANCE_LAYERS_PLACE,
)


class ReportDifference(NamedTuple):
    """One difference between two reports.

    Attributes:
        what: changed property of the subject: "found", "outcome", "reason", "detail",
            "position", "listed", "create", "create-device", "device-chain", "version",
            "settings-file", "order", "program", "rights" or "word-size".
        reason: the rule behind the change, None where only an input differs.
        sentence: the change in words.
    """

    subject: str
    kind: Kind
    what: str
    before: str
    after: str
    reason: Reason | None
    sentence: str
    file: str = ""
    line: int = 0
    manifest: str = ""

    @property
    def key(self) -> ComparisonKey:
        """Return kind and name of what differs, as ComparedVerdict.key does."""
        return self.kind, self.subject, self.manifest


class ComparedVerdict(NamedTuple):
    """One verdict with the compared data of its subject.

    Attributes:
        manifest: manifest of the subject, "" if it has none.
        position: 0-based place in the chain, or -1.
        render_sentence: renders the reason as a sentence.
    """

    verdict: Verdict
    manifest: str
    position: int
    is_listed: bool
    render_sentence: Callable[[], str]

    @property
    def key(self) -> ComparisonKey:
        """Return kind and name of what the verdict is about, which several verdicts may share."""
        return self.verdict.kind, self.verdict.subject, self.manifest

    @property
    def state(self) -> tuple[str, ...]:
        """Return the compared properties as texts."""
        verdict = self.verdict
        position_text = f"place {self.position + 1}" if self.position >= 0 else ""
        listed_text = "listed" if self.is_listed else "not listed"
        return (
            verdict.outcome.value,
            verdict.reason.value,
            str(verdict.detail),
            position_text,
            listed_text,
        )


class SideNames(NamedTuple):
    """Names of the two sides in sentences: "off before", "now: loads"."""

    before: Message | str
    after: Message | str


SIDES_BEFORE_AND_NOW = SideNames(
    message("before"), message("now", "of a state: in contrast to before")
)


class ReportSnapshot(NamedTuple):
    """The compared data of a report.

    Attributes:
        device_chain: names of the layers that a device has of its own; None without such a chain.
        create_device_result: "" without such a chain.
        is_branch: whether the loader is the Vulkan SDK's of that number.
    """

    version: str
    create_result: str
    settings_file: str
    process: tuple[str, str, str]
    listed_layers: tuple[str, ...]
    rows: tuple[ComparedVerdict, ...]
    device_chain: tuple[str, ...] | None = None
    create_device_result: str = ""
    platform: Platform = Platform.LINUX
    is_branch: bool = False


def compare_reports(
    report_before: LoaderReport, report_after: LoaderReport
) -> tuple[ReportDifference, ...]:
    """Return the differences between two reports."""
    return compare_snapshots(
        make_report_snapshot(report_before), make_report_snapshot(report_after)
    )


def make_report_snapshot(report: LoaderReport) -> ReportSnapshot:
    """Return what compare_snapshots() compares of a report."""

    def row(
        verdict: Verdict, file: str = "", position: int = -1, is_listed: bool = False
    ) -> ComparedVerdict:
        """Return a verdict of the report as one to compare.

        `position`: place in the chain, -1 outside it.
        """
        return ComparedVerdict(
            verdict, file, position, is_listed, lambda: render_verdict(verdict, report)
        )

    layers, chain = report.layers, report.device_callstack
    return ReportSnapshot(
        report.profile.version_text,
        report.create_result,
        report.settings_file or "",
        _describe_process(report.host.executable, report.host.elevated, report.host.pointer_bits),
        (layers,) if isinstance(layers, str) else tuple(layer.name for layer in layers),
        (
            *(row(x.verdict, x.file, x.position, x.is_listed) for x in report.found_layers),
            *(row(x.verdict, x.file) for x in report.drivers),
            *(row(x.verdict, position=x.position) for x in report.found_devices),
            *(row(x) for x in report.verdicts),
        ),
        None if chain is None else tuple(active_layer.manifest.name for active_layer in chain),
        report.create_device_result,
        report.host.platform,
        report.profile.is_branch,
    )


def _describe_process(executable: str, elevated: bool, pointer_bits: int) -> tuple[str, str, str]:
    """Return executable, rights and word size of a process as texts to compare."""
    return executable, "elevated" if elevated else "ordinary", f"{pointer_bits}-bit"


def compare_snapshots(
    snapshot_before: ReportSnapshot,
    snapshot_after: ReportSnapshot,
    sides: SideNames = SIDES_BEFORE_AND_NOW,
) -> tuple[ReportDifference, ...]:
    """Return the differences between two reports: results first, then their causes."""
    ordering_rules = [
        render(gate.value.feature)
        for gate in _find_differing_gates(snapshot_before, snapshot_after)
        if gate in _ORDER_GATES
    ]
    rows = _compare_rows(snapshot_before.rows, snapshot_after.rows, sides)
    return (
        *_compare_results(snapshot_before, snapshot_after, sides),
        *(_add_ordering_rules(row, ordering_rules) for row in rows),
    )


def _add_ordering_rules(
    difference: ReportDifference, ordering_rules: list[str]
) -> ReportDifference:
    """Add the ordering rules that differ, for a layer that only changes its position."""
    if difference.what != "position" or not ordering_rules:
        return difference
    rules = "; ".join(ordering_rules)
    return difference._replace(
        sentence=tr("{difference}; rule: {rules}", difference=difference.sentence, rules=rules)
    )


def _compare_results(
    snapshot_before: ReportSnapshot, snapshot_after: ReportSnapshot, sides: SideNames
) -> Iterator[ReportDifference]:
    """Yield the differences in results, process and files, and in the order of listed layers."""
    for (subject, kind, what), old, new in find_differences(
        _list_properties(snapshot_before), _list_properties(snapshot_after)
    ):
        reason = (
            _find_failure_reason(snapshot_after.rows) or _find_failure_reason(snapshot_before.rows)
            if what == "create"
            else None
        )
        text = _render_change(subject, old, new, sides)
        if what == "version":
            text = "; ".join(
                filter(None, (text, _count_differing_rules(snapshot_before, snapshot_after)))
            )
        yield ReportDifference(subject, kind, what, old or "", new or "", reason, text)
    common_layers, moved_layers = find_common(
        snapshot_before.listed_layers, snapshot_after.listed_layers
    )
    if common_layers != moved_layers:
        text = tr("The listed layers are in a different order")
        kind, subject, _ = LAYER_ORDER_KEY
        yield ReportDifference(
            subject, kind, "order", ", ".join(common_layers), ", ".join(moved_layers), None, text
        )


def _list_properties(snapshot: ReportSnapshot) -> dict[tuple[str, Kind, str], str]:
    """Return the compared properties of a report by (name, kind, key)."""
    program, rights, size = snapshot.process
    return {
        ("loader", Kind.LOADER, "version"): snapshot.version,
        ("vkCreateInstance", Kind.LOADER, "create"): snapshot.create_result,
        ("vkCreateDevice", Kind.LOADER, "create-device"): snapshot.create_device_result,
        ("device", Kind.LOADER, "device-chain"): _render_chain(snapshot),
        ("settings file", Kind.SETTINGS, "settings-file"): snapshot.settings_file,
        ("program", Kind.PROCESS, "program"): program,
        ("rights", Kind.PROCESS, "rights"): rights,
        ("word size", Kind.PROCESS, "word-size"): size,
    }


def _render_change(subject: str, old: str | None, new: str | None, sides: SideNames) -> str:
    """Render the old and the new value of a property with the names of both sides."""
    return tr(
        "{subject}: {old} {before}, {new} {after}",
        subject=render_property_name(subject),
        old=render_property_value(old or "") or tr("none"),
        before=sides.before,
        new=render_property_value(new or "") or tr("none"),
        after=sides.after,
    )


def find_common(
    names_before: Sequence[str], names_after: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return what both lists have, in the order of each."""
    return [name for name in names_before if name in names_after], [
        name for name in names_after if name in names_before
    ]


def render_property_name(name: str) -> str:
    """Render the name of a compared property."""
    return render(_PROPERTY_NAMES.get(name) or name)


def render_property_value(value: str) -> str:
    """Render a compared value."""
    return render(_PROPERTY_VALUES.get(value) or value)


def _render_chain(snapshot: ReportSnapshot) -> str:
    """Render the chain of devices, or that these use the instance's layers."""
    if snapshot.device_chain is None:
        return tr("the instance's layers")
    return ", ".join(snapshot.device_chain) or tr("no layers")


def _count_differing_rules(snapshot_before: ReportSnapshot, snapshot_after: ReportSnapshot) -> str:
    """Render how many rules of two loader versions differ, or "" if none does."""
    gates = (
        ()
        if _UNKNOWN_VERSION in (snapshot_before.version, snapshot_after.version)
        else _find_differing_gates(snapshot_before, snapshot_after)
    )
    if not gates:
        return ""
    return counted(
        "{n} rules differ (docs/loader_versions.md)",
        "{n} rule differs (docs/loader_versions.md)",
        len(gates),
    )


def _find_differing_gates(
    snapshot_before: ReportSnapshot, snapshot_after: ReportSnapshot
) -> tuple[Gate, ...]:
    """Return the behaviors in which the loaders of two reports differ."""
    old_profile, new_profile = (
        LoaderProfile(_parse_version(snapshot.version), is_branch=snapshot.is_branch)
        for snapshot in (snapshot_before, snapshot_after)
    )
    return find_differing_gates(old_profile, new_profile, snapshot_after.platform)


def _parse_version(version: str) -> tuple[int, int, int]:
    """Return the three numbers of a version text."""
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch


def _find_failure_reason(rows: Iterable[ComparedVerdict]) -> Reason | None:
    """Return the reason of the first verdict that makes the call fail, if any."""
    return next((row.verdict.reason for row in rows if row.verdict.outcome is Outcome.FAILS), None)


def _compare_rows(
    verdicts_before: Iterable[ComparedVerdict],
    verdicts_after: Iterable[ComparedVerdict],
    sides: SideNames,
) -> Iterator[ReportDifference]:
    """Yield the differences between the verdicts of two reports."""
    old_verdicts, new_verdicts = _group_rows(verdicts_before), _group_rows(verdicts_after)
    for key in dict.fromkeys((*new_verdicts, *old_verdicts)):
        for old_row, new_row in _pair_rows(old_verdicts.get(key, []), new_verdicts.get(key, [])):
            yield from _compare_row(old_row, new_row, sides)


def _group_rows(rows: Iterable[ComparedVerdict]) -> dict[ComparisonKey, list[ComparedVerdict]]:
    """Return the verdicts by what they are about."""
    groups: dict[ComparisonKey, list[ComparedVerdict]] = {}
    for row in rows:
        groups.setdefault(row.key, []).append(row)
    return groups


def _pair_rows(
    verdicts_before: list[ComparedVerdict], verdicts_after: list[ComparedVerdict]
) -> Iterator[tuple[ComparedVerdict | None, ComparedVerdict | None]]:
    """Yield the pairs of verdicts to compare: those with equal detail, then the rest in order."""
    verdicts_by_detail: dict[str, list[ComparedVerdict]] = {}
    for row in reversed(verdicts_before):
        verdicts_by_detail.setdefault(str(row.verdict.detail), []).append(row)
    unpaired_verdicts = []
    for row in verdicts_after:
        same_detail = verdicts_by_detail.get(str(row.verdict.detail))
        if same_detail:
            yield same_detail.pop(), row
        else:
            unpaired_verdicts.append(row)
    unpaired_ids = {id(row) for rows in verdicts_by_detail.values() for row in rows}
    unpaired_before = [row for row in verdicts_before if id(row) in unpaired_ids]
    for index in range(max(len(unpaired_before), len(unpaired_verdicts))):
        yield (
            unpaired_before[index] if index < len(unpaired_before) else None,
            unpaired_verdicts[index] if index < len(unpaired_verdicts) else None,
        )


def _compare_row(
    verdict_before: ComparedVerdict | None, verdict_after: ComparedVerdict | None, sides: SideNames
) -> Iterator[ReportDifference]:
    """Yield the differences between two verdicts, either of which may be missing."""
    if verdict_before is None or verdict_after is None:
        present_row = verdict_after or verdict_before
        assert present_row is not None
        # What is not there is found by nobody, whoever looks for it.
        if present_row.verdict.reason is Reason.FOLDER_ABSENT:
            return
        yield _build_difference(
            verdict_before,
            verdict_after,
            "found",
            _render_outcome(verdict_before),
            _render_outcome(verdict_after),
            sides,
        )
        return
    old_verdict, new_verdict = verdict_before.verdict, verdict_after.verdict
    for what, old_value, new_value in (
        ("outcome", old_verdict.outcome.value, new_verdict.outcome.value),
        ("reason", old_verdict.reason.value, new_verdict.reason.value),
        ("detail", str(old_verdict.detail), str(new_verdict.detail)),
    ):
        if old_value != new_value:
            yield _build_difference(
                verdict_before, verdict_after, what, old_value, new_value, sides
            )
            break
    if (
        verdict_before.position != verdict_after.position
        and verdict_before.position >= 0 <= verdict_after.position
    ):
        position_texts = (str(verdict_before.position + 1), str(verdict_after.position + 1))
        yield _build_difference(verdict_before, verdict_after, "position", *position_texts, sides)
    if verdict_before.is_listed != verdict_after.is_listed:
        old_listed, new_listed = map(
            _render_yes_or_no, (verdict_before.is_listed, verdict_after.is_listed)
        )
        yield _build_difference(
            verdict_before, verdict_after, "listed", old_listed, new_listed, sides
        )


def _render_outcome(row: ComparedVerdict | None) -> str:
    """Return the outcome of a verdict, or ABSENT if there is none."""
    return ABSENT if row is None else row.verdict.outcome.value


def _render_yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def _build_difference(
    verdict_before: ComparedVerdict | None,
    verdict_after: ComparedVerdict | None,
    what: str,
    old: str,
    new: str,
    sides: SideNames,
) -> ReportDifference:
    """Return the difference in one property of two verdicts, with a sentence.

    Args:
        verdict_before: the old verdict, None if there was none.
        verdict_after: the new verdict, None if there is none.
        what: the property, such as "outcome" or "position".
        old: its old value.
        new: its new value.
        sides: names of both sides in sentences.
    """
    ruling_row = _choose_ruling_row(verdict_before, verdict_after)
    parts = []
    if verdict_before is not None:
        state = render_state(verdict_before.verdict.outcome)
        parts.append(f"{render(sides.before)}: {state}, {verdict_before.render_sentence()}")
    if verdict_after is not None:
        state = render_state(verdict_after.verdict.outcome)
        parts.append(f"{render(sides.after)}: {state}, {verdict_after.render_sentence()}")
    if what in ("position", "listed"):
        change = _render_change(what, old, new, sides)
        parts = [change, parts[-1]]
    verdict = ruling_row.verdict
    return ReportDifference(
        verdict.subject,
        verdict.kind,
        what,
        old,
        new,
        verdict.reason,
        "; ".join(parts),
        verdict.file or ruling_row.manifest,
        verdict.line,
        ruling_row.manifest,
    )


def _choose_ruling_row(
    verdict_before: ComparedVerdict | None, verdict_after: ComparedVerdict | None
) -> ComparedVerdict:
    """Return the verdict that explains the change: the negative one."""
    if verdict_after is None or (
        verdict_before is not None
        and verdict_before.verdict.outcome in _NEGATIVE_OUTCOMES
        and verdict_after.verdict.outcome not in _NEGATIVE_OUTCOMES
    ):
        assert verdict_before is not None
        return verdict_before
    return verdict_after
