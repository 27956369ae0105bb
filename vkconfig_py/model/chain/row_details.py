"""Inspector pages of a row, and the lines of the inspector's lists.

Pages show files, libraries, the loader, missing layers and differences, besides the engine's own
explanation. Lines show steps, extensions, programs and added drivers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import zip_longest
from pathlib import Path

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.device_values import ExtensionName
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Mark, Outcome, Step
from vkconfig_py.loader.explain.compare import ReportDifference, compare_reports
from vkconfig_py.loader.explain.loader_words import explain_opened_loader, render_other_loaders
from vkconfig_py.loader.explain.verdict_sentences import render_source_name
from vkconfig_py.loader.files.binaries import find_library_state, read_library_word_size
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import (
    BRANCHES,
    Gate,
    LoaderProfile,
    find_differing_gates,
    is_measured,
)
from vkconfig_py.loader.rules.loader_report import LoaderReport, ManifestSearch
from vkconfig_py.model.chain.layer_order import explain_layer_order
from vkconfig_py.model.chain.probe_results import BROKEN_PROBE_STATUSES, ShownHealth
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    AddedDriver,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.files.paths import path_exists
from vkconfig_py.model.layer_settings.known_layers import describe_source, explain_departure
from vkconfig_py.model.programs.matching import ProgramLine
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.wording import (
    abbreviate_home,
    escape_invisible_lines,
    list_read_files,
    render_bits,
    render_size,
    render_version,
    render_when,
    strip_layer_prefix,
)

MAX_FILE_BYTES = 262_144
FindSteps = Callable[[LoaderReport, str], tuple[Step, ...]]
_LIBRARY_REASONS = {
    "missing": message("no (file not found)"),
    "foreign-class": message("no (different word size than the program)"),
    "foreign-machine": message("no (different processor architecture)"),
    "not-a-library": message("no (not a library)"),
    "unreadable": message("no (permission denied)"),
    "unknown": message("unknown (found only at run time by the dynamic linker)"),
}
_UNTIL_INSTALLED = message("This takes effect only once the layer is installed")
_UNTIL_REINSTALLED = message(
    "This takes effect only once the layer is installed again"
)  # it was seen once
_CONTROL_TEXTS = {
    LayerControl.AUTO: message("This configuration stores its position or settings"),
    LayerControl.ON: message("This configuration still turns it on"),
    LayerControl.OFF: message("This configuration still turns it off"),
}
_MARK_BY_ROW_KIND = {RowKind.LAYER: Mark.PASS, RowKind.OFF_LAYER: Mark.AGAINST}
_UNLISTED_RULES = {
    LayerControl.AUTO: message(
        "The loader decides whether to use layers that this configuration does not list"
    ),
    LayerControl.ON: message("This configuration turns on every layer that it does not list"),
    LayerControl.OFF: message("Layers that this configuration does not list stay off"),
}
_LOADER_SUBJECTS = frozenset({Kind.LOADER, Kind.PROCESS, Kind.SETTINGS, Kind.LAYER, Kind.DRIVER})
_VERDICT_MEMBERS = frozenset({"found", "outcome", "reason", "detail", "position", "listed"})
_GOOD_VALUES = frozenset({Outcome.LOADS.value, Outcome.ACTS.value, "VK_SUCCESS"})
_BAD_VALUES = frozenset(
    {Outcome.OFF.value, Outcome.SKIPPED.value, Outcome.FAILS.value, Outcome.IGNORED.value, "absent"}
)
_MARK_GLYPHS = {
    Mark.PASS: ("check", "ok"),
    Mark.AGAINST: ("cross", "error"),
    Mark.NEUTRAL: ("minus", "neutral"),
    Mark.FACT: ("info", "neutral"),
}
_MARK_TEXTS = {
    Mark.PASS: tr("passes"),
    Mark.AGAINST: tr("rules it out"),
}


class FileText(NamedTuple):
    """A file as text, or the sentence that says why it cannot be shown.

    Attributes:
        is_planned: the file does not exist; the configuration would write it.
    """

    path: str
    text: str = ""
    error: str = ""
    is_planned: bool = False


class SearchedFolder(NamedTuple):
    """A path that the loader searches, and what named it, "" if unknown."""

    path: str
    source: str


class LabeledFact(NamedTuple):
    """One line about a library: label and value.

    Attributes:
        folders: those that the value lists, in order.
    """

    label: str
    value: str
    tone: str = ""
    folders: tuple[SearchedFolder, ...] = ()


def read_source(host: Host, path: str) -> FileText:
    """Read a file of the machine without raising, or blocking on a pipe."""
    planned_file = host.overlay.get(path)
    if planned_file is not None:
        text = planned_file.content.decode("utf-8", "replace")
        return FileText(path, escape_invisible_lines(text), is_planned=True)
    try:
        data = read_beginning(resolve_below_root(host.root, path), MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return FileText(path, error=tr("{path} cannot be read: {reason}", path=path, reason=reason))
    text = escape_invisible_lines(
        data[:MAX_FILE_BYTES].decode("utf-8", "replace").replace("\t", "    ")
    )
    if len(data) > MAX_FILE_BYTES:
        text += "\n" + tr("… only the first {size} are shown", size=render_size(MAX_FILE_BYTES))
    return FileText(path, text)


def list_library_facts(
    snapshot: ChainSnapshot, row: Row, health: ShownHealth | None = None
) -> tuple[LabeledFact, ...]:
    """Return the facts about a row's library, from its file and from a probe if there was one."""
    library_path, library = _find_library(snapshot, row)
    if not library:
        return (
            (LabeledFact(tr("Library"), tr("not needed: a meta-layer loads its components")),)
            if library_path
            else ()
        )
    host = snapshot.report.host
    state = find_library_state(host, library)
    facts = [
        LabeledFact("library_path", library_path),
        LabeledFact(tr("Resolved path"), state.path or library),
    ]
    if state.is_found:
        bits = read_library_word_size(host, state.path)
        facts.append(LabeledFact(tr("Word size"), render_bits(bits) if bits else tr("unknown")))
    if health is not None:
        facts.append(_make_probe_fact(health))
    elif state.is_found:
        facts.append(LabeledFact(tr("Opens"), tr("not tested; its header matches this word size")))
    else:
        facts.append(
            LabeledFact(
                tr("Opens"), render(_LIBRARY_REASONS.get(state.reason, state.reason)), "warn"
            )
        )
    return (*facts, *_list_manifest_facts(snapshot, row))


def _make_probe_fact(health: ShownHealth) -> LabeledFact:
    """Return the fact whether a library opens, and when it was probed."""
    result = tr(
        "{finding}; probed {when}", finding=health.full_sentence, when=render_when(health.probed_at)
    )
    return LabeledFact(
        tr("Opens"), result, "warn" if health.probe_status in BROKEN_PROBE_STATUSES else ""
    )


def list_loader_facts(snapshot: ChainSnapshot) -> tuple[LabeledFact, ...]:
    """Return the facts about the loader, and its search folders in order."""
    report = snapshot.report
    facts = [
        LabeledFact(tr("Version"), report.profile.version_told),
        LabeledFact(tr("Rules"), _describe_rules(report)),
        LabeledFact(tr("Word size"), render_bits(report.profile.pointer_bits)),
    ]
    if report.profile.library:
        facts.insert(0, LabeledFact(tr("Library"), report.profile.library))
    facts.append(LabeledFact(tr("Reads"), list_read_files(report.profile)))
    if report.opened_loader is not None:
        facts.append(
            LabeledFact(tr("Why this loader"), explain_opened_loader(report.opened_loader))
        )
        if possible_loaders := render_other_loaders(report.opened_loader):
            facts.append(
                LabeledFact(
                    tr("Other possible loaders"),
                    escape_invisible_lines("\n".join(possible_loaders)),
                )
            )
    other_loaders = [
        loader for loader in snapshot.request.loaders if loader.library != report.profile.library
    ]
    if other_loaders:
        loader_texts = (
            tr(
                "{version}, {bits}-bit: {library}",
                version=loader.version_text,
                bits=loader.pointer_bits,
                library=loader.library,
            )
            for loader in other_loaders
        )
        facts.append(
            LabeledFact(
                tr("Other installed loaders"), escape_invisible_lines("\n".join(loader_texts))
            )
        )
    if report.settings_file:
        facts.append(LabeledFact(tr("Settings file"), report.settings_file, "warn"))
    for kind_text, search in (
        (tr("Implicit layers"), report.implicit_search),
        (tr("Explicit layers"), report.explicit_search),
        (tr("Drivers"), report.driver_search),
    ):
        folders = tuple(_pair_with_sources(search))
        lines = (f"{path} ({source})" if source else path for path, source in folders)
        value = escape_invisible_lines("\n".join(lines)) or tr("no folders")
        facts.append(LabeledFact(kind_text, value, folders=folders))
    return tuple(facts)


def _describe_rules(report: LoaderReport) -> str:
    """Return which release's rules are used to predict, and how they are known."""
    profile = report.profile
    version = profile.version_text
    if profile.told is not None:
        reported_version = render_version(profile.told)
        return tr(
            "{version}: the library reports {told}, but its contents match {version}",
            version=version,
            told=reported_version,
        )
    if profile.oldest is not None:
        return tr(
            "{version}: the library reports no version, but its contents match {version}",
            version=version,
        )
    if not profile.is_version_known:
        return tr("{version} (assumed: the library reports no version)", version=version)
    if note := profile.number_note:
        return note
    if profile.is_branch:
        return escape_invisible_lines("\n".join(_list_sdk_branch_rules(profile)))
    if is_measured(profile.version, report.host.platform):
        return tr("{version} (checked against that release)", version=version)
    return tr("{version} (from its source code)", version=version)


def _list_sdk_branch_rules(profile: LoaderProfile) -> Iterator[str]:
    """Yield how the rules of the Vulkan SDK's library differ from those of its number."""
    version = profile.version_text
    yield tr("{version} SDK branch (checked against that release)", version=version)
    if profile.library and not BRANCHES[profile.version].mark:
        yield tr("assumed: the library's contents also match the release with this number")
    release_profile = profile.at_release(profile.version)
    for gate in (*Gate, *NativeGate):
        has = profile.has(gate)
        if has != release_profile.has(gate):
            feature = gate.value.feature
            yield (
                tr("applies: {feature}", feature=feature)
                if has
                else tr("does not apply: {feature}", feature=feature)
            )


def _pair_with_sources(search: ManifestSearch) -> Iterator[SearchedFolder]:
    """Yield each searched path with what named it."""
    sources = [render_source_name(source) for source in search.sources[: len(search.paths)]]
    return map(SearchedFolder._make, zip_longest(search.paths, sources, fillvalue=""))


def _get_subject(row: Row) -> str:
    """Return the name of the layer in a row."""
    return row.name if row.kind is RowKind.BROKEN else row.key.partition(":")[2]


def _find_library(snapshot: ChainSnapshot, row: Row) -> tuple[str, str]:
    """Return the library of a row as its manifest names it, and its path, "" if there is none."""
    subject = _get_subject(row)
    for layer in snapshot.get_explaining_report(subject).found_layers:
        if layer.manifest and layer.file == row.manifest and layer.name == subject:
            return layer.manifest.library_path or tr("none"), layer.manifest.library
    for driver in snapshot.report.drivers:
        if driver.manifest and driver.file == row.manifest:
            return driver.manifest.library_path, driver.manifest.library
    return "", ""


def _list_manifest_facts(snapshot: ChainSnapshot, row: Row) -> tuple[LabeledFact, ...]:
    """Return the facts from the manifest of a layer's row, () for other rows."""
    subject = _get_subject(row)
    for layer in snapshot.get_explaining_report(subject).found_layers:
        manifest = layer.manifest
        if manifest and layer.file == row.manifest and layer.name == subject:
            version = render_version(manifest.api_version)
            extensions = [extension.name for extension in manifest.instance_extensions]
            extensions += [extension.name for extension in manifest.device_extensions]
            facts = [
                LabeledFact("Vulkan", version),
                LabeledFact(tr("Version"), str(manifest.implementation_version)),
            ]
            if manifest.description:
                facts.append(
                    LabeledFact(tr("Description"), escape_invisible_lines(manifest.description))
                )
            if extensions:
                facts.append(
                    LabeledFact(tr("Extensions"), escape_invisible_lines("\n".join(extensions)))
                )
            return tuple(facts)
    return ()


def explain_missing(snapshot: ChainSnapshot, name: str) -> tuple[Step, ...]:
    """Return the steps that say why a layer is missing and where it was last found."""
    entry = snapshot.request.configuration.find_entry(name)
    runtime_view = snapshot.request.assumptions.runtime_view
    reason, command = runtime_view.explain_absence(name) if runtime_view else ("", "")
    steps = (
        Step(Mark.AGAINST, tr("The loader does not find a manifest for this layer"), decisive=True),
        *([Step(Mark.AGAINST, reason)] if reason else ()),
        *(
            [
                Step(
                    Mark.FACT,
                    tr(
                        "If your Flatpak remote offers it, install it with: {command}",
                        command=command,
                    ),
                )
            ]
            if command
            else ()
        ),
    )
    # A container has packages of its own.
    source_steps: tuple[Step, ...] = ()
    if not reason:
        source_steps = tuple(Step(Mark.FACT, text) for text in describe_source(name))
    if entry is None:
        return (*steps, *source_steps)
    return (
        *steps,
        *_describe_last_seen(entry, snapshot.request.host.root),
        *source_steps,
        Step(Mark.FACT, render(_CONTROL_TEXTS[entry.control])),
        Step(Mark.FACT, render(_UNTIL_REINSTALLED if entry.manifest else _UNTIL_INSTALLED)),
    )


def _describe_last_seen(entry: LayerEntry, root: str) -> Iterator[Step]:
    """Yield where a missing layer was last found, and whether the file still exists."""
    if not entry.manifest:
        return
    is_found = path_exists(Path(root + entry.manifest))
    if is_found:
        yield Step(
            Mark.FACT,
            tr("Last seen at {manifest}; the file exists", manifest=entry.manifest),
            entry.manifest,
        )
    else:
        yield Step(
            Mark.FACT,
            tr("Last seen at {manifest}; the file no longer exists", manifest=entry.manifest),
        )


def explain_unlisted(snapshot: ChainSnapshot) -> tuple[Step, ...]:
    """Return as steps the rule for layers without an entry, and those layers."""
    configuration = snapshot.request.configuration
    rule = Step(Mark.FACT, render(_UNLISTED_RULES[configuration.unlisted_control]), decisive=True)
    steps = tuple(_make_row_step(row) for row in _list_unlisted_layers(snapshot))
    return (rule, *(steps or (Step(Mark.FACT, tr("No other layer was found")),)))


def _list_unlisted_layers(snapshot: ChainSnapshot) -> Iterator[Row]:
    """Yield the rows of installed layers that have no entry in the configuration."""
    names = {entry.name for entry in snapshot.request.configuration.layers}
    for row in snapshot.unprobed_rows:
        name = row.key.partition(":")[2]
        if (
            row.kind in _MARK_BY_ROW_KIND
            and row.controls
            and name not in names
            and name != UNLISTED
        ):
            yield row


def _make_row_step(row: Row) -> Step:
    """Return a step that names a layer, with the reason for its state."""
    return Step(_MARK_BY_ROW_KIND[row.kind], f"{row.name}: {row.reason}", row.manifest)


def explain_changes(
    current_snapshot: ChainSnapshot, simulated_snapshot: ChainSnapshot
) -> tuple[Step, ...]:
    """Return as steps what a what-if changes: results first, rules of another loader last."""
    steps = (
        *map(_make_difference_step, _find_differences(current_snapshot, simulated_snapshot)),
        *_compare_rules(current_snapshot.report.profile, simulated_snapshot.report),
    )
    return steps or (Step(Mark.FACT, tr("No difference: the loader makes the same decisions")),)


def _compare_rules(
    current_profile: LoaderProfile, simulated_report: LoaderReport
) -> Iterator[Step]:
    """Yield the rules that decide something on this machine, and how many others differ."""
    from vkconfig_py.loader.api.releases import (
        find_deciding_gates,
        find_releases,
        render_other_rules,
    )

    hypothetical, host = simulated_report.profile, simulated_report.host
    differing_gates = find_differing_gates(current_profile, hypothetical, host.platform)
    if not differing_gates:
        return
    older_version, newer_version = sorted((current_profile.version, hypothetical.version))
    newer_view = hypothetical.at_release(newer_version)
    releases = find_releases(host, simulated_report.application, newer_view, older_version)
    deciding_gates = find_deciding_gates(releases, differing_gates)
    for gate in deciding_gates:
        profile = hypothetical if hypothetical.has(gate) else current_profile
        text = tr(
            "Only in loader {version}: {feature}",
            version=profile.version_text,
            feature=gate.value.feature,
        )
        yield Step(Mark.FACT, text, note=tr("different rule"))
    if other_count := len(differing_gates) - len(deciding_gates):
        yield Step(Mark.FACT, render_other_rules(other_count))


def _find_differences(
    current_snapshot: ChainSnapshot, simulated_snapshot: ChainSnapshot
) -> Iterator[ReportDifference]:
    """Yield how two reports differ, without what comes from our own planned files."""
    # Changes made by our own plan are omitted: for layers the decision with the plan is shown, for
    # variables the one without.
    planned_paths = {
        file.path
        for snapshot in (current_snapshot, simulated_snapshot)
        for file in snapshot.plan.files
    }
    compared_subjects: set[str] = set()
    for difference in compare_reports(current_snapshot.report, simulated_snapshot.report):
        # whether a layer is listed follows from its entry anyway
        is_repeated = difference.what == "listed" and difference.subject in compared_subjects
        if (
            difference.kind in _LOADER_SUBJECTS
            and difference.file not in planned_paths
            and not is_repeated
        ):
            compared_subjects.add(difference.subject)
            yield difference
    for difference in compare_reports(current_snapshot.inventory, simulated_snapshot.inventory):
        if difference.kind is Kind.VARIABLE:
            yield difference


def _make_difference_step(difference: ReportDifference) -> Step:
    """Return a difference between two reports as a step of an explanation."""
    mark = Mark.FACT
    if difference.after in _GOOD_VALUES:
        mark = Mark.PASS
    elif difference.after in _BAD_VALUES:
        mark = Mark.AGAINST
    subject = strip_layer_prefix(difference.subject)
    text = difference.sentence
    if difference.what == "version":
        text = tr(
            "Loader {after} instead of {before}", after=difference.after, before=difference.before
        )
    elif difference.what in _VERDICT_MEMBERS:
        text = f"{subject}: {text}"
    note = tr("rule {rule}", rule=difference.reason.value) if difference.reason else ""
    return Step(mark, text, difference.file, difference.line, note)


def explain_row(
    snapshot: ChainSnapshot,
    key: str,
    find_steps: FindSteps,
    current_snapshot: ChainSnapshot | None = None,
) -> tuple[Step, ...]:
    """Return as steps why a row has its state.

    `find_steps`: computes the explanation of a layer or driver. `current_snapshot`: the snapshot
    without the what-if, to compare with, or None.
    """
    subject = key.partition(":")[2]
    if key.startswith("file:"):  # several of one file are numbered
        subject = subject.partition("#")[0]
    if current_snapshot is not None:
        return () if snapshot is current_snapshot else explain_changes(current_snapshot, snapshot)
    if subject == UNLISTED:
        return explain_unlisted(snapshot)
    if snapshot.is_missing(subject):
        return explain_missing(snapshot, subject)
    from vkconfig_py.model.chain.layer_rows import attribute_to_configuration
    from vkconfig_py.model.chain.probe_rows import add_culprit_step, add_probe_failure_step

    steps = find_steps(snapshot.get_explaining_report(subject), subject)
    steps = attribute_to_configuration(
        snapshot, key, add_probe_failure_step(snapshot.rows, key, steps)
    )
    steps = add_culprit_step(snapshot.rows, key, steps)
    if key.startswith("layer:"):
        chain = snapshot.list_chain_names()
        departure = explain_departure(subject) if subject in chain else ()
        steps = (*steps, *departure, *explain_layer_order(chain, subject))
    if snapshot.request.assumptions.is_empty:
        return steps
    from vkconfig_py.model.chain.what_if_snapshot import mark_assumed_steps

    return mark_assumed_steps(steps, snapshot.request.assumptions)


class NumberedStep(NamedTuple):
    """A step and its position: two steps of an explanation may have the same text."""

    number: int
    step: Step

    @property
    def is_fact(self) -> bool:
        """Whether it is no rule of the decision."""
        return self.step.mark is Mark.FACT


def number_steps(steps: Iterable[Step]) -> list[NumberedStep]:
    return [NumberedStep(number, step) for number, step in enumerate(steps)]


def get_step_key(numbered_step: NumberedStep) -> str:
    return str(numbered_step.number)


def present_step(numbered_step: NumberedStep, home: str = "") -> ListLine:
    """Show a step of an explanation: its text, and the file and line it is about.

    `home`: the home folder, shown as ~.
    """
    step = numbered_step.step
    icon, tone = _MARK_GLYPHS[step.mark]
    note = abbreviate_home(render(step.note), home)
    location = abbreviate_home(_describe_location(step, shows_full_path=False), home)
    source = join_parts(location, note, separator=" · ")
    return ListLine(
        step.text,
        source,
        icon=icon,
        tone=tone,
        tooltip=_describe_location(step, shows_full_path=True),
        accessible_text=join_parts(step.text, _MARK_TEXTS.get(step.mark, ""), source),
    )


def _describe_location(step: Step, *, shows_full_path: bool) -> str:
    """Return file and line of a step. `shows_full_path`: with the folder of the file."""
    if not step.file or not step.line:
        return step.file
    file = step.file if shows_full_path else Path(step.file).name
    return tr("{file}, line {line}", file=file, line=step.line)


def filter_extensions(extensions: Iterable[ExtensionName], text: str = "") -> list[ExtensionName]:
    """Return the extensions that have every word of a text, by name."""
    words = text.casefold().split()
    lines = ((extension, present_extension(extension)) for extension in sorted(extensions))
    return [
        extension
        for extension, line in lines
        if all(word in f"{line.title} {line.text}".casefold() for word in words)
    ]


def get_extension_key(extension: ExtensionName) -> str:
    return extension.name


def present_extension(extension: ExtensionName) -> ListLine:
    """Show name and version of an extension."""
    name = extension.name
    version = tr("version {version}", version=extension.spec_version)
    return ListLine(
        name, version, tooltip=f"{name}\n{version}", accessible_text=f"{name}, {version}"
    )


class EntryAction(Enum):
    """What a button of a program or an added driver does."""

    TURN_OFF = "turn off"
    TURN_ON = "turn on"
    REMOVE = "remove"


_ENTRY_ACTIONS = {
    on: (
        LineAction(EntryAction.TURN_OFF, tr("Turn off"))
        if on
        else LineAction(EntryAction.TURN_ON, tr("Turn on")),
        LineAction(EntryAction.REMOVE, tr("Remove")),
    )
    for on in (True, False)
}


def get_program_key(program: ProgramLine) -> str:
    return program.entry.path


def present_program(program: ProgramLine) -> ListLine:
    """Show name, note and path."""
    path, is_on = program.entry.path, program.entry.enabled
    name, state = get_base_name(path) or path, "" if is_on else tr("turned off")
    compared = program.compared_path if program.text else ""
    return ListLine(
        name,
        compared or program.short_text or program.text,
        path,
        "warn" if program.is_unmatched else "program" if is_on else "minus",
        "warn" if program.is_unmatched else "neutral",
        actions=_ENTRY_ACTIONS[is_on],
        note=state,
        path_prefix=tr("loader sees") if compared else "",
        tooltip=f"{path}\n{program.text}",
        accessible_text=join_parts(name, state, program.text, path),
    )


class AddedDriverLine(NamedTuple):
    """A driver that the configuration adds, and its row of the chain if that shows it."""

    entry: AddedDriver
    row: Row | None = None


def get_driver_key(driver: AddedDriverLine) -> str:
    return driver.entry.path


def present_driver(driver: AddedDriverLine) -> ListLine:
    """Show name, state and path."""
    path, is_on, row = driver.entry.path, driver.entry.enabled, driver.row
    name, state, short_text, is_broken = get_base_name(path), "", "", False
    if row is not None:
        state = short_text = row.status
        is_broken = not row.is_used and not row.reason
        # Beside the buttons there is no room for why; the tool tip and the chain tell it.
        if is_broken and row.outcome is not Outcome.OFF:
            short_text = tr("cannot be opened")
    return ListLine(
        name,
        short_text,
        path,
        "warn" if is_broken else "driver" if is_on else "minus",
        "warn" if is_broken else "neutral",
        actions=_ENTRY_ACTIONS[is_on],
        note="" if is_on else tr("off", "a driver that is left out"),
        tooltip=f"{path}\n{state}",
        accessible_text=join_parts(name, "" if is_on else tr("turned off"), state, path),
    )
