"""Inspector pages of a row, and the lines of the inspector's lists.

Pages show files, libraries, the loader, missing layers and differences, besides the engine's own
explanation. Lines show steps, extensions, programs and added drivers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Mark, Outcome, Step
from vkconfig_py.loader.explain.compare import ReportDifference, compare
from vkconfig_py.loader.explain.loader_words import explanation_of, other_lines
from vkconfig_py.loader.explain.sentences import source_text
from vkconfig_py.loader.files.binaries import library_bits, library_state
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.loader.platforms.local_paths import real_path
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, differing_gates
from vkconfig_py.loader.profiles.releases import BRANCHES, is_measured
from vkconfig_py.loader.rules.loader_report import LoaderReport, ManifestSearch
from vkconfig_py.model.chain.probe_results import BROKEN_PROBE_STATUSES, ShownHealth
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    AddedDriver,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.files.paths import is_there
from vkconfig_py.model.programs.matching import ProgramLine
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.moments import when_text
from vkconfig_py.model.text.wording import (
    bits_text,
    files_it_reads,
    short_name,
    size_text,
    version_text,
    visible_lines,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.base.device_values import ExtensionName


MOST_BYTES = 262_144
FindSteps = Callable[[LoaderReport, str], tuple[Step, ...]]
_REASONS = {
    "missing": message("does not exist"),
    "foreign-class": message("is for another word size than the program"),
    "foreign-machine": message("is for another kind of processor"),
    "not-a-library": message("is not a library"),
    "unreadable": message("may not be read by you"),
    "unknown": message("can only be found by the dynamic linker of a running program"),
}
_UNTIL = message("None of this applies until the layer is installed")
_UNTIL_AGAIN = message(
    "None of this applies until the layer is installed again"
)  # it was seen once
_CONTROLS = {
    LayerControl.AUTO: message("This configuration keeps its position or settings"),
    LayerControl.ON: message("This configuration still turns it on"),
    LayerControl.OFF: message("This configuration still turns it off"),
}
_MARKS = {RowKind.LAYER: Mark.PASS, RowKind.OFF_LAYER: Mark.AGAINST}
_RULES = {
    LayerControl.AUTO: message(
        "This configuration leaves the layers that it does not name to the loader"
    ),
    LayerControl.ON: message("This configuration turns on every layer that it does not name"),
    LayerControl.OFF: message("This configuration lets no layer load that it does not name"),
}
_SUBJECTS = frozenset({Kind.LOADER, Kind.PROCESS, Kind.SETTINGS, Kind.LAYER, Kind.DRIVER})
_VERDICT_FACTS = frozenset({"found", "outcome", "reason", "detail", "position", "listed"})
_GOOD = frozenset({Outcome.LOADS.value, Outcome.ACTS.value, "VK_SUCCESS"})
_BAD = frozenset(
    {Outcome.OFF.value, Outcome.SKIPPED.value, Outcome.FAILS.value, Outcome.IGNORED.value, "absent"}
)
_GLYPHS = {
    Mark.PASS: ("check", "ok"),
    Mark.AGAINST: ("cross", "error"),
    Mark.NEUTRAL: ("minus", "neutral"),
}
_MARK_TEXTS = {
    Mark.PASS: tr("passes"),
    Mark.AGAINST: tr("decides against it"),
    Mark.NEUTRAL: tr("does not apply"),
}


class FileText(NamedTuple):
    """A file as text, or the sentence that says why it cannot be shown.

    Attributes:
        planned: the file does not exist; the configuration would write it.
    """

    path: str
    text: str = ""
    error: str = ""
    planned: bool = False


class Fact(NamedTuple):
    """One line about a library: label and value."""

    what: str
    value: str
    tone: str = ""


def read_source(host: Host, path: str) -> FileText:
    """Read a file of the machine without raising, or blocking on a pipe."""
    planned = host.overlay.get(path)
    if planned is not None:
        text = planned.content.decode("utf-8", "replace")
        return FileText(path, visible_lines(text), planned=True)
    try:
        data = read_beginning(real_path(host.root, path), MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return FileText(path, error=tr("{path} cannot be read: {reason}", path=path, reason=reason))
    text = visible_lines(data[:MOST_BYTES].decode("utf-8", "replace").replace("\t", "    "))
    if len(data) > MOST_BYTES:
        text += "\n" + tr("… only the first {size} are shown", size=size_text(MOST_BYTES))
    return FileText(path, text)


def library_facts(
    snapshot: ChainSnapshot, row: Row, health: ShownHealth | None = None
) -> tuple[Fact, ...]:
    """Return the facts about a row's library, from its file and from a probe if there was one."""
    library_path, library = _find_library(snapshot, row)
    if not library:
        return (
            (Fact(tr("Library"), tr("none: a meta-layer, which loads its components")),)
            if library_path
            else ()
        )
    host = snapshot.report.host
    state = library_state(host, library)
    facts = [Fact("library_path", library_path), Fact(tr("Resolved"), state.path or library)]
    if state.found:
        bits = library_bits(host, state.path)
        facts.append(Fact(tr("Word size"), bits_text(bits) if bits else tr("unknown")))
    if health is not None:
        facts.append(_make_probe_fact(health))
    elif state.found:
        facts.append(Fact(tr("Opens"), tr("not tried; its header fits programs of this word size")))
    else:
        facts.append(Fact(tr("Opens"), render(_REASONS.get(state.reason, state.reason)), "warn"))
    return (*facts, *_list_manifest_facts(snapshot, row))


def _make_probe_fact(health: ShownHealth) -> Fact:
    result = tr(
        "{finding}; probed {when}", finding=health.full_sentence, when=when_text(health.when)
    )
    return Fact(tr("Opens"), result, "warn" if health.probe_status in BROKEN_PROBE_STATUSES else "")


def loader_facts(snapshot: ChainSnapshot) -> tuple[Fact, ...]:
    """Return the facts about the loader, and its search folders in order."""
    report = snapshot.report
    facts = [
        Fact(tr("Version"), report.profile.version_told),
        Fact(tr("Rules"), _describe_rules(report)),
        Fact(tr("Word size"), bits_text(report.profile.pointer_bits)),
    ]
    if report.profile.library:
        facts.insert(0, Fact(tr("Library"), report.profile.library))
    facts.append(Fact(tr("Reads"), files_it_reads(report.profile)))
    if report.opened is not None:
        facts.append(Fact(tr("Why this one"), explanation_of(report.opened)))
        if possible := other_lines(report.opened):
            facts.append(Fact(tr("Possible too"), visible_lines("\n".join(possible))))
    other_loaders = [
        loader for loader in snapshot.request.loaders if loader.library != report.profile.library
    ]
    if other_loaders:
        installed = (
            tr(
                "{version}, {bits}-bit: {library}",
                version=loader.version_text,
                bits=loader.pointer_bits,
                library=loader.library,
            )
            for loader in other_loaders
        )
        facts.append(Fact(tr("Other installed loaders"), visible_lines("\n".join(installed))))
    if report.settings_file:
        facts.append(Fact(tr("Settings file"), report.settings_file, "warn"))
    for kind_text, search in (
        (tr("Implicit layers"), report.implicit_search),
        (tr("Explicit layers"), report.explicit_search),
        (tr("Drivers"), report.driver_search),
    ):
        lines = (
            f"{path} ({source})" if source else path for path, source in _pair_with_sources(search)
        )
        facts.append(Fact(kind_text, visible_lines("\n".join(lines)) or tr("nowhere")))
    return tuple(facts)


def _describe_rules(report: LoaderReport) -> str:
    """Return which release's rules these are, and how they are known."""
    profile = report.profile
    version = profile.version_text
    if profile.told is not None:
        told_version = version_text(profile.told)
        return tr(
            "those of {version}: it says {told}, but has these names",
            version=version,
            told=told_version,
        )
    if profile.oldest is not None:
        return tr("those of {version}: it tells no number, but has these names", version=version)
    if not profile.is_version_known:
        return tr("those of {version}, assumed: it tells no number", version=version)
    if note := profile.number_note:
        return note
    if profile.is_branch:
        return visible_lines("\n".join(_list_sdk_branch_rules(profile)))
    if is_measured(profile.version, report.host.platform):
        return tr("those of {version}, measured against that loader", version=version)
    return tr("those of {version}, by its source", version=version)


def _list_sdk_branch_rules(profile: LoaderProfile) -> Iterator[str]:
    """Yield how the rules of the Vulkan SDK's library differ from those of its number."""
    version = profile.version_text
    yield tr("those of the SDK's {version}, a branch, measured", version=version)
    if profile.library and not BRANCHES[profile.version].mark:
        yield tr("assumed: the release of that number has the same names")
    plain = profile.at(profile.version)
    for gate in (*Gate, *NativeGate):
        has = profile.has(gate)
        if has != plain.has(gate):
            feature = gate.value.feature
            yield (
                tr("it does: {feature}", feature=feature)
                if has
                else tr("it does not: {feature}", feature=feature)
            )


def _pair_with_sources(search: ManifestSearch) -> Iterator[tuple[str, str]]:
    sources = [source_text(source) for source in search.sources[: len(search.paths)]]
    return zip_longest(search.paths, sources, fillvalue="")


def _get_subject(row: Row) -> str:
    """Return the name of the layer in a row."""
    return row.name if row.kind is RowKind.BROKEN else row.key.partition(":")[2]


def _find_library(snapshot: ChainSnapshot, row: Row) -> tuple[str, str]:
    subject = _get_subject(row)
    for layer in snapshot.report.found:
        if layer.manifest and layer.file == row.manifest and layer.name == subject:
            return layer.manifest.library_path or tr("none"), layer.manifest.library
    for driver in snapshot.report.drivers:
        if driver.manifest and driver.file == row.manifest:
            return driver.manifest.library_path, driver.manifest.library
    return "", ""


def _list_manifest_facts(snapshot: ChainSnapshot, row: Row) -> tuple[Fact, ...]:
    subject = _get_subject(row)
    for layer in snapshot.report.found:
        manifest = layer.manifest
        if manifest and layer.file == row.manifest and layer.name == subject:
            version = version_text(manifest.api_version)
            extensions = [extension.name for extension in manifest.instance_extensions]
            extensions += [extension.name for extension in manifest.device_extensions]
            facts = [
                Fact("Vulkan", version),
                Fact(tr("Version"), str(manifest.implementation_version)),
            ]
            if manifest.description:
                facts.append(Fact(tr("Description"), visible_lines(manifest.description)))
            if extensions:
                facts.append(Fact(tr("Extensions"), visible_lines("\n".join(extensions))))
            return tuple(facts)
    return ()


def explain_missing(snapshot: ChainSnapshot, name: str) -> tuple[Step, ...]:
    """Return the steps that say why a layer is missing and where it was last found."""
    entry = snapshot.request.configuration.entry(name)
    runtime_view = snapshot.request.assumptions.runtime_view
    reason, command = runtime_view.absence_of(name) if runtime_view else ("", "")
    steps = (
        Step(
            Mark.AGAINST, tr("No manifest that the loader finds offers this layer"), decisive=True
        ),
        *([Step(Mark.AGAINST, reason)] if reason else ()),
        *(
            [
                Step(
                    Mark.NEUTRAL,
                    tr("Brought by, if your remote has it: {command}", command=command),
                )
            ]
            if command
            else ()
        ),
    )
    if entry is None:
        return steps
    return (
        *steps,
        *_describe_last_seen(entry, snapshot.request.host.root),
        Step(Mark.NEUTRAL, render(_CONTROLS[entry.control])),
        Step(Mark.NEUTRAL, render(_UNTIL_AGAIN if entry.manifest else _UNTIL)),
    )


def _describe_last_seen(entry: LayerEntry, root: str) -> Iterator[Step]:
    if not entry.manifest:
        return
    is_found = is_there(Path(root + entry.manifest))
    if is_found:
        yield Step(
            Mark.NEUTRAL,
            tr("It was last seen at {manifest}, which is there", manifest=entry.manifest),
            entry.manifest,
        )
    else:
        yield Step(
            Mark.NEUTRAL,
            tr("It was last seen at {manifest}, which is gone", manifest=entry.manifest),
        )


def explain_unlisted(snapshot: ChainSnapshot) -> tuple[Step, ...]:
    """Return the rule for layers without an entry, then the list of them."""
    configuration = snapshot.request.configuration
    rule = Step(Mark.NEUTRAL, render(_RULES[configuration.unlisted]), decisive=True)
    steps = tuple(_make_row_step(row) for row in _list_unlisted(snapshot))
    return (rule, *(steps or (Step(Mark.NEUTRAL, tr("No other layer was found")),)))


def _list_unlisted(snapshot: ChainSnapshot) -> Iterator[Row]:
    names = {entry.name for entry in snapshot.request.configuration.layers}
    for row in snapshot.plain:
        name = row.key.partition(":")[2]
        if row.kind in _MARKS and row.controls and name not in names and name != UNLISTED:
            yield row


def _make_row_step(row: Row) -> Step:
    return Step(_MARKS[row.kind], f"{row.name}: {row.reason}", row.manifest)


def explain_changes(current: ChainSnapshot, simulated: ChainSnapshot) -> tuple[Step, ...]:
    """Return the differences, results first and rules of another loader last."""
    steps = (
        *map(_make_step, _find_differences(current, simulated)),
        *_compare_rules(current.report.profile, simulated.report),
    )
    return steps or (Step(Mark.NEUTRAL, tr("No difference: the loader decides the same")),)


def _compare_rules(current: LoaderProfile, simulated: LoaderReport) -> Iterator[Step]:
    """Yield the rules that decide something on this machine, and how many others differ."""
    from vkconfig_py.loader.api.releases import deciding_gates, find_releases, others_text

    hypothetical, host = simulated.profile, simulated.host
    differing = differing_gates(current, hypothetical, host.platform)
    if not differing:
        return
    older, newer = sorted((current.version, hypothetical.version))
    at_newer = hypothetical.at(newer)
    releases = find_releases(host, simulated.application, at_newer, older)
    deciding = deciding_gates(releases, differing)
    for gate in deciding:
        profile = hypothetical if hypothetical.has(gate) else current
        text = tr(
            "Only loader {version}: {feature}",
            version=profile.version_text,
            feature=gate.value.feature,
        )
        yield Step(Mark.NEUTRAL, text, note=tr("another rule"))
    if other_count := len(differing) - len(deciding):
        yield Step(Mark.NEUTRAL, others_text(other_count))


def _find_differences(
    current: ChainSnapshot, simulated: ChainSnapshot
) -> Iterator[ReportDifference]:
    # Changes made by our own plan are omitted: for layers the decision with the plan is shown, for
    # variables the one without.
    planned = {file.path for snapshot in (current, simulated) for file in snapshot.plan.files}
    seen_subjects: set[str] = set()
    for difference in compare(current.report, simulated.report):
        # whether a layer is listed follows from its entry anyway
        is_repeated = difference.what == "listed" and difference.subject in seen_subjects
        if difference.kind in _SUBJECTS and difference.file not in planned and not is_repeated:
            seen_subjects.add(difference.subject)
            yield difference
    for difference in compare(current.inventory, simulated.inventory):
        if difference.kind is Kind.VARIABLE:
            yield difference


def _make_step(difference: ReportDifference) -> Step:
    mark = Mark.NEUTRAL
    if difference.after in _GOOD:
        mark = Mark.PASS
    elif difference.after in _BAD:
        mark = Mark.AGAINST
    subject = short_name(difference.subject)
    text = difference.sentence
    if difference.what == "version":
        text = tr(
            "Loader {after} instead of {before}", after=difference.after, before=difference.before
        )
    elif difference.what in _VERDICT_FACTS:
        text = f"{subject}: {text}"
    note = tr("rule {rule}", rule=difference.reason.value) if difference.reason else ""
    return Step(mark, text, difference.file, difference.line, note)


def explain_row(
    snapshot: ChainSnapshot, key: str, find_steps: FindSteps, current: ChainSnapshot | None = None
) -> tuple[Step, ...]:
    """Return why a row has its state. The loader is compared with that of `current`."""
    subject = key.partition(":")[2]
    if key.startswith("file:"):  # several of one file are numbered
        subject = subject.partition("#")[0]
    if current is not None:
        return () if snapshot is current else explain_changes(current, snapshot)
    if subject == UNLISTED:
        return explain_unlisted(snapshot)
    if snapshot.is_missing(subject):
        return explain_missing(snapshot, subject)
    from vkconfig_py.model.chain.layer_rows import attribute_to_configuration
    from vkconfig_py.model.chain.probe_rows import with_probe_failure

    steps = find_steps(snapshot.report_explaining(subject), subject)
    steps = attribute_to_configuration(snapshot, key, with_probe_failure(snapshot.rows, key, steps))
    if snapshot.request.assumptions.is_empty:
        return steps
    from vkconfig_py.model.chain.what_if_snapshot import mark_steps

    return mark_steps(steps, snapshot.request.assumptions)


class NumberedStep(NamedTuple):
    """A step and its position: two steps of an explanation may have the same text."""

    number: int
    step: Step


def number_steps(steps: Iterable[Step]) -> list[NumberedStep]:
    return [NumberedStep(number, step) for number, step in enumerate(steps)]


def step_key(numbered: NumberedStep) -> str:
    return str(numbered.number)


def present_step(numbered: NumberedStep) -> ListLine:
    """Return what a rule found, and where that stands."""
    step = numbered.step
    icon, tone = _GLYPHS[step.mark]
    source = join_parts(_describe_place(step, full=False), step.note, between=" · ")
    return ListLine(
        step.text,
        source,
        icon=icon,
        tone=tone,
        tip=_describe_place(step, full=True),
        spoken=join_parts(step.text, _MARK_TEXTS[step.mark], source),
    )


def _describe_place(step: Step, *, full: bool) -> str:
    if not step.file or not step.line:
        return step.file
    file = step.file if full else Path(step.file).name
    return tr("{file}, line {line}", file=file, line=step.line)


def list_extensions(extensions: Iterable[ExtensionName], text: str = "") -> list[ExtensionName]:
    """Return the extensions that have every word of a text, by name."""
    words = text.casefold().split()
    lines = ((extension, present_extension(extension)) for extension in sorted(extensions))
    return [
        extension
        for extension, line in lines
        if all(word in f"{line.title} {line.text}".casefold() for word in words)
    ]


def extension_key(extension: ExtensionName) -> str:
    return extension.name


def present_extension(extension: ExtensionName) -> ListLine:
    name = extension.name
    version = tr("version {version}", version=extension.spec_version)
    return ListLine(name, version, tip=f"{name}\n{version}", spoken=f"{name}, {version}")


class EntryAction(Enum):
    """What a button of a program or an added driver does."""

    TURN_OFF = "turn off"
    TURN_ON = "turn on"
    REMOVE = "remove"


_ACTIONS = {
    on: (
        LineAction(EntryAction.TURN_OFF, tr("Turn off"))
        if on
        else LineAction(EntryAction.TURN_ON, tr("Turn on")),
        LineAction(EntryAction.REMOVE, tr("Remove")),
    )
    for on in (True, False)
}


def program_key(program: ProgramLine) -> str:
    return program.entry.path


def present_program(program: ProgramLine) -> ListLine:
    """Show name, note and path."""
    path, on = program.entry.path, program.entry.enabled
    name, state = base_name(path) or path, "" if on else tr("turned off")
    compared = program.compared if program.text else ""
    return ListLine(
        name,
        compared or program.brief or program.text,
        path,
        "warn" if program.trouble else "program" if on else "minus",
        "warn" if program.trouble else "neutral",
        actions=_ACTIONS[on],
        note=state,
        lead=tr("loader sees") if compared else "",
        tip=f"{path}\n{program.text}",
        spoken=join_parts(name, state, program.text, path),
    )


class AddedDriverLine(NamedTuple):
    """A driver that the configuration adds, and its row of the chain if that shows it."""

    entry: AddedDriver
    row: Row | None = None


def driver_key(driver: AddedDriverLine) -> str:
    return driver.entry.path


def present_driver(driver: AddedDriverLine) -> ListLine:
    """Show name, state and path."""
    path, on, row = driver.entry.path, driver.entry.enabled, driver.row
    name, state, brief, is_broken = base_name(path), "", "", False
    if row is not None:
        state = brief = row.word
        is_broken = not row.used and not row.reason
        # Beside the buttons there is no room for why; the tool tip and the chain tell it.
        if is_broken and row.outcome is not Outcome.OFF:
            brief = tr("cannot be opened")
    return ListLine(
        name,
        brief,
        path,
        "warn" if is_broken else "driver" if on else "minus",
        "warn" if is_broken else "neutral",
        actions=_ACTIONS[on],
        note="" if on else tr("off", "a driver that is left out"),
        tip=f"{path}\n{state}",
        spoken=join_parts(name, "" if on else tr("turned off"), state, path),
    )
