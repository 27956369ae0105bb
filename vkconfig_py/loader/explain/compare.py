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
from vkconfig_py.loader.explain.sentences import STATES, sentence, state_word
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, differing_gates
from vkconfig_py.loader.rules.loader_report import LoaderReport

_BAD = (Outcome.FAILS, Outcome.SKIPPED, Outcome.OFF, Outcome.IGNORED)
ABSENT = "absent"
_NOT_KNOWN = "0.0.0"  # loaders that only running code could tell, as on Android
# What is compared, and its values, have the names of JSON; these are shown.
_NAMES: dict[str, Message] = {
    "loader": message("loader"),
    "device": message("device"),
    "settings file": message("settings file"),
    "program": message("program"),
    "rights": message("rights"),
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
_VALUES: dict[str, Message] = {
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
    **{outcome.value: state for outcome, state in STATES.items()},
}
Key = tuple[Kind, str, str]
LIST_ORDER: Key = (Kind.LAYER, "layers", "")
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
    def key(self) -> Key:
        """Return what the difference is about; see ComparedVerdict.key."""
        return self.kind, self.subject, self.manifest


class ComparedVerdict(NamedTuple):
    """One verdict with the compared data of its subject.

    Attributes:
        manifest: manifest of the subject, "" if it has none.
        position: 0-based place in the chain, or -1.
        tell: renders the reason as a sentence.
    """

    verdict: Verdict
    manifest: str
    position: int
    listed: bool
    tell: Callable[[], str]

    @property
    def key(self) -> Key:
        """Return what the verdict is about; several verdicts may be about the same."""
        return self.verdict.kind, self.verdict.subject, self.manifest

    @property
    def state(self) -> tuple[str, ...]:
        """Return what is compared, as texts."""
        verdict = self.verdict
        place = f"place {self.position + 1}" if self.position >= 0 else ""
        listed = "listed" if self.listed else "not listed"
        return verdict.outcome.value, verdict.reason.value, str(verdict.detail), place, listed


class Sides(NamedTuple):
    """What the two sides are called in sentences: "off before", "now: loads"."""

    before: Message | str
    after: Message | str


IN_TIME = Sides(message("before"), message("now", "of a state: in contrast to before"))


class Snapshot(NamedTuple):
    """Data of a report that is compared.

    Attributes:
        device_chain: names of the layers that a device has of its own; None without such a chain.
        create_device: "" without such a chain.
        is_branch: whether the loader is the Vulkan SDK's of that number.
    """

    version: str
    create: str
    settings_file: str
    process: tuple[str, str, str]
    listed: tuple[str, ...]
    rows: tuple[ComparedVerdict, ...]
    device_chain: tuple[str, ...] | None = None
    create_device: str = ""
    platform: Platform = Platform.LINUX
    is_branch: bool = False


def compare(before: LoaderReport, after: LoaderReport) -> tuple[ReportDifference, ...]:
    """Return the differences between two reports."""
    return compare_snapshots(snapshot(before), snapshot(after))


def snapshot(report: LoaderReport) -> Snapshot:

    def row(
        verdict: Verdict, file: str = "", position: int = -1, listed: bool = False
    ) -> ComparedVerdict:
        return ComparedVerdict(verdict, file, position, listed, lambda: sentence(verdict, report))

    layers, chain = report.layers, report.device_callstack
    return Snapshot(
        report.profile.version_text,
        report.create,
        report.settings_file or "",
        _process(report.host.executable, report.host.elevated, report.host.pointer_bits),
        (layers,) if isinstance(layers, str) else tuple(layer.name for layer in layers),
        (
            *(row(x.verdict, x.file, x.position, x.listed) for x in report.found),
            *(row(x.verdict, x.file) for x in report.drivers),
            *(row(x.verdict, position=x.position) for x in report.found_devices),
            *(row(x) for x in report.verdicts),
        ),
        None if chain is None else tuple(active.manifest.name for active in chain),
        report.create_device,
        report.host.platform,
        report.profile.is_branch,
    )


def _process(executable: str, elevated: bool, pointer_bits: int) -> tuple[str, str, str]:
    return executable, "elevated" if elevated else "ordinary", f"{pointer_bits}-bit"


def compare_snapshots(
    before: Snapshot, after: Snapshot, sides: Sides = IN_TIME
) -> tuple[ReportDifference, ...]:
    """Return the differences between two snapshots: results first, then their causes."""
    ordering = [
        render(gate.value.feature)
        for gate in _differing_gates(before, after)
        if gate in _ORDER_GATES
    ]
    rows = _rows(before.rows, after.rows, sides)
    return (*_results(before, after, sides), *(_with_rules(row, ordering) for row in rows))


def _with_rules(difference: ReportDifference, ordering: list[str]) -> ReportDifference:
    """Add the ordering rules that differ, for a layer that only changes its position."""
    if difference.what != "position" or not ordering:
        return difference
    rules = "; ".join(ordering)
    return difference._replace(
        sentence=tr("{difference}; rule: {rules}", difference=difference.sentence, rules=rules)
    )


def _results(before: Snapshot, after: Snapshot, named: Sides) -> Iterator[ReportDifference]:
    for (subject, kind, what), old, new in find_differences(_facts(before), _facts(after)):
        cause = _cause(after.rows) or _cause(before.rows) if what == "create" else None
        text = _change_text(subject, old, new, named)
        if what == "version":
            text = "; ".join(filter(None, (text, _rules(before, after))))
        yield ReportDifference(subject, kind, what, old or "", new or "", cause, text)
    common, moved = in_common(before.listed, after.listed)
    if common != moved:
        text = tr("The listed layers are in another order")
        kind, subject, _ = LIST_ORDER
        yield ReportDifference(
            subject, kind, "order", ", ".join(common), ", ".join(moved), None, text
        )


def _facts(side: Snapshot) -> dict[tuple[str, Kind, str], str]:
    program, rights, size = side.process
    return {
        ("loader", Kind.LOADER, "version"): side.version,
        ("vkCreateInstance", Kind.LOADER, "create"): side.create,
        ("vkCreateDevice", Kind.LOADER, "create-device"): side.create_device,
        ("device", Kind.LOADER, "device-chain"): _chain_text(side),
        ("settings file", Kind.SETTINGS, "settings-file"): side.settings_file,
        ("program", Kind.PROCESS, "program"): program,
        ("rights", Kind.PROCESS, "rights"): rights,
        ("word size", Kind.PROCESS, "word-size"): size,
    }


def _change_text(subject: str, old: str | None, new: str | None, sides: Sides) -> str:
    return tr(
        "{subject}: {old} {before}, {new} {after}",
        subject=compared_name(subject),
        old=compared_text(old or "") or tr("none"),
        before=sides.before,
        new=compared_text(new or "") or tr("none"),
        after=sides.after,
    )


def in_common(before: Sequence[str], after: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what both lists have, in the order of each."""
    return [name for name in before if name in after], [name for name in after if name in before]


def compared_name(name: str) -> str:
    """The name of what is compared, as people read it."""
    return render(_NAMES.get(name) or name)


def compared_text(value: str) -> str:
    """A compared value, as people read it."""
    return render(_VALUES.get(value) or value)


def _chain_text(side: Snapshot) -> str:
    if side.device_chain is None:
        return tr("the layers of the instance")
    return ", ".join(side.device_chain) or tr("no layers")


def _rules(before: Snapshot, after: Snapshot) -> str:
    """How many rules of two loader versions differ, "" where none is known."""
    gates = () if _NOT_KNOWN in (before.version, after.version) else _differing_gates(before, after)
    if not gates:
        return ""
    return counted(
        "{n} rules differ (docs/loader_versions.md)",
        "{n} rule differs (docs/loader_versions.md)",
        len(gates),
    )


def _differing_gates(before: Snapshot, after: Snapshot) -> tuple[Gate, ...]:
    old, new = (
        LoaderProfile(_numbers(one.version), is_branch=one.is_branch) for one in (before, after)
    )
    return differing_gates(old, new, after.platform)


def _numbers(version: str) -> tuple[int, int, int]:
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch


def _cause(rows: Iterable[ComparedVerdict]) -> Reason | None:
    """Reason of a failing call, if exactly one verdict states it."""
    return next((r.verdict.reason for r in rows if r.verdict.outcome is Outcome.FAILS), None)


def _rows(
    before: Iterable[ComparedVerdict], after: Iterable[ComparedVerdict], sides: Sides
) -> Iterator[ReportDifference]:
    old, new = _grouped(before), _grouped(after)
    for key in dict.fromkeys((*new, *old)):
        for one, other in _pairs(old.get(key, []), new.get(key, [])):
            yield from _row(one, other, sides)


def _grouped(rows: Iterable[ComparedVerdict]) -> dict[Key, list[ComparedVerdict]]:
    groups: dict[Key, list[ComparedVerdict]] = {}
    for row in rows:
        groups.setdefault(row.key, []).append(row)
    return groups


def _pairs(
    before: list[ComparedVerdict], after: list[ComparedVerdict]
) -> Iterator[tuple[ComparedVerdict | None, ComparedVerdict | None]]:
    """Pair rows of one subject: first those with equal detail, then in order."""
    by_detail: dict[str, list[ComparedVerdict]] = {}
    for row in reversed(before):
        by_detail.setdefault(str(row.verdict.detail), []).append(row)
    unpaired = []
    for row in after:
        same = by_detail.get(str(row.verdict.detail))
        if same:
            yield same.pop(), row
        else:
            unpaired.append(row)
    left = {id(row) for rows in by_detail.values() for row in rows}
    rest = [row for row in before if id(row) in left]
    for place in range(max(len(rest), len(unpaired))):
        yield (
            rest[place] if place < len(rest) else None,
            unpaired[place] if place < len(unpaired) else None,
        )


def _row(
    before: ComparedVerdict | None, after: ComparedVerdict | None, sides: Sides
) -> Iterator[ReportDifference]:
    if before is None or after is None:
        there = after or before
        assert there is not None
        # What is not there is found by nobody, whoever looks for it.
        if there.verdict.reason is Reason.FOLDER_ABSENT:
            return
        yield _difference(before, after, "found", _state(before), _state(after), sides)
        return
    old, new = before.verdict, after.verdict
    for what, one, other in (
        ("outcome", old.outcome.value, new.outcome.value),
        ("reason", old.reason.value, new.reason.value),
        ("detail", str(old.detail), str(new.detail)),
    ):
        if one != other:
            yield _difference(before, after, what, one, other, sides)
            break
    if before.position != after.position and before.position >= 0 <= after.position:
        places = (str(before.position + 1), str(after.position + 1))
        yield _difference(before, after, "position", *places, sides)
    if before.listed != after.listed:
        was, now = map(_yes, (before.listed, after.listed))
        yield _difference(before, after, "listed", was, now, sides)


def _state(row: ComparedVerdict | None) -> str:
    return ABSENT if row is None else row.verdict.outcome.value


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _difference(
    before: ComparedVerdict | None,
    after: ComparedVerdict | None,
    what: str,
    old: str,
    new: str,
    sides: Sides,
) -> ReportDifference:
    ruling = _ruling(before, after)
    parts = []
    if before is not None:
        parts.append(
            f"{render(sides.before)}: {state_word(before.verdict.outcome)}, {before.tell()}"
        )
    if after is not None:
        state = state_word(after.verdict.outcome)
        parts.append(f"{render(sides.after)}: {state}, {after.tell()}")
    if what in ("position", "listed"):
        change = _change_text(what, old, new, sides)
        parts = [change, parts[-1]]
    verdict = ruling.verdict
    return ReportDifference(
        verdict.subject,
        verdict.kind,
        what,
        old,
        new,
        verdict.reason,
        "; ".join(parts),
        verdict.file or ruling.manifest,
        verdict.line,
        ruling.manifest,
    )


def _ruling(before: ComparedVerdict | None, after: ComparedVerdict | None) -> ComparedVerdict:
    """Return the row whose rule explains the change: the negative verdict."""
    if after is None or (
        before is not None and before.verdict.outcome in _BAD and after.verdict.outcome not in _BAD
    ):
        assert before is not None
        return before
    return after
