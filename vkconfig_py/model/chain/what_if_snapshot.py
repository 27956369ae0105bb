"""What-if: the request on a hypothetical machine, its differences, and adopting it.

A what-if is only displayed: it is not part of a configuration and not saved, and applying,
launching and editing ignore it. A hypothetical value of a variable is the one that the program
would see, so it overrides the configuration's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from vkconfig_py.language.sentences import counted, join_words, message, render, tr
from vkconfig_py.loader.api.advice import apply_remedy
from vkconfig_py.loader.api.program_loader import find_chosen_loader
from vkconfig_py.loader.api.runtime_view import RuntimeView
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    AskFor,
    AskNotFor,
    ChangeFile,
    ChangeProfile,
    DropPrivileges,
    EditKey,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    RegisterManifest,
    Remedy,
    RemoveFile,
    RenameKey,
    ReplaceLine,
    SetVariable,
    Step,
    Together,
    UnsetVariable,
    WriteFile,
)
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.probe.loader_versions import find_default_loader, read_versions
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.chain.snapshot_values import (
    GROUP_HEADER_KINDS,
    ChainSnapshot,
    Row,
    RowKind,
    Tone,
)
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.plan.plan import PlanView, PredictionRequest
from vkconfig_py.model.text.wording import (
    lower_first_letter,
    lower_state,
    render_bits,
    render_count,
    render_ordinal,
    strip_layer_prefix,
)

COPY_TO_CONFIGURATION = message("Adopt what-if")
OTHER_REASON = message("different reason")
_OUTSIDE_CHAIN_KINDS = frozenset({RowKind.OFF_LAYER, RowKind.BROKEN, RowKind.MISSING})
_LAYER_KINDS = _OUTSIDE_CHAIN_KINDS | {RowKind.LAYER}
_INSTALLED_KINDS = frozenset({RowKind.LAYER, RowKind.OFF_LAYER})
_COUNTED_KINDS = _LAYER_KINDS | {RowKind.DRIVER}


def add_what_if(
    request: PredictionRequest, what_if: WhatIf, loaders: Iterable[LoaderProfile]
) -> PredictionRequest:
    """Return the request with a what-if, and the loader that such programs would get."""
    profile = request.profile
    bits = what_if.pointer_bits or profile.pointer_bits
    matching_loaders = [loader for loader in loaders if loader.pointer_bits == bits]
    if profile not in matching_loaders:
        profile = (
            matching_loaders[0]
            if matching_loaders
            else profile._replace(pointer_bits=bits, library="")
        )
    release = what_if.release
    if release is not None:
        same_release_loaders = [loader for loader in matching_loaders if loader.release == release]
        profile = same_release_loaders[0] if same_release_loaders else profile.at_release(*release)
    return request._replace(profile=profile, assumptions=what_if)


def apply_assumptions(request: PredictionRequest) -> PredictionRequest:
    """Return the request for the assumed machine.

    It reads the loader of another root folder.
    """
    what_if = request.assumptions
    # The snapshot finds the program of each request.
    host, profile = what_if._replace(program=None).apply(request.host, request.profile)
    if what_if.library is not None:
        profile = find_chosen_loader(what_if.library, host, request.loaders, profile)
        if what_if.release is not None:
            profile = profile.at_release(*what_if.release)
        host = host._replace(pointer_bits=profile.pointer_bits)
    assumed_names = {name for name, _value in what_if.variables}
    configuration = request.configuration
    variables = tuple(
        variable for variable in configuration.environment if variable.name not in assumed_names
    )
    configuration = configuration._replace(environment=variables)
    if what_if.is_about_process:
        # It has been started already: what the configuration would add does not reach it.
        configuration = Configuration(configuration.key, configuration.name)
    hypothetical = request._replace(configuration=configuration)
    if what_if.has_other_root:
        if what_if.version is None and what_if.library is None:
            profile = _find_loader(host, profile)
        # what is applied is on this machine, not on the hypothetical one
        hypothetical = hypothetical._replace(applied_configurations=(), own_files=())
    application = request.application
    for remedy in what_if.remedies:
        changed_host = apply_remedy(remedy, host, application, profile)
        if changed_host is not None:
            host, application, profile = changed_host
    return hypothetical._replace(host=host, application=application, profile=profile)


def _find_loader(host: Host, profile: LoaderProfile) -> LoaderProfile:
    """Return the loader below the host's root, or the same loader as not installed."""
    host = host._replace(pointer_bits=profile.pointer_bits)
    loader_profile = find_default_loader(host, read_versions(find_loaders(host), ""), profile)
    return loader_profile or profile._replace(library="")


class CopiedWhatIf(NamedTuple):
    """Result of adopting a what-if into a configuration.

    Attributes:
        remaining_what_if: the remaining what-if, which a configuration cannot express.
        sentence: what is adopted and what is not.
    """

    configuration: Configuration
    remaining_what_if: WhatIf
    sentence: str


def copy_to_configuration(
    what_if: WhatIf, configuration: Configuration, view: PlanView, host: Host
) -> CopiedWhatIf | None:
    """Move the assumptions that a configuration can express into it.

    Return None if it can express none of them.
    """
    adopted_names, refused_names = [], []
    remaining_what_if, adopting_configuration = what_if, configuration
    if what_if.variables:
        names = [name for name, _value in what_if.variables]
        if view.is_applied:
            refused_names += names  # an override cannot set variables
        else:
            adopted_names += names
            adopting_configuration = _set_assumed_variables(adopting_configuration, what_if, host)
            remaining_what_if = remaining_what_if._replace(variables=())
    if what_if.program is not None:
        adopted_names.append(tr("the program"))
        target = adopting_configuration.target._replace(program=what_if.program)
        adopting_configuration = adopting_configuration._replace(target=target)
        remaining_what_if = remaining_what_if._replace(program=None)
    if not adopted_names:
        return None
    refused_names += _list_inexpressible(remaining_what_if)
    if what_if.remedies:
        refused_names.append(tr("the file changes tried in the what-if"))
    sentence = tr(
        "Copies {parts} to “{name}”.", parts=join_words(adopted_names), name=configuration.title
    )
    if refused_names:
        remaining_text = tr("Not copied: {parts}.", parts=join_words(refused_names))
        sentence = f"{sentence} {remaining_text}"
    return CopiedWhatIf(adopting_configuration, remaining_what_if, sentence)


def _set_assumed_variables(
    configuration: Configuration, what_if: WhatIf, host: Host
) -> Configuration:
    """Set the assumed variables in a configuration, without those set so in the session."""
    for name, value in what_if.variables:
        if host.environment.get(name) == value:
            configuration = configuration.without_variable(name)
        else:
            configuration = configuration.with_variable(name, value)
    return configuration


def add_remedy(what_if: WhatIf, remedy: Remedy, environment: Mapping[str, str]) -> WhatIf:
    """Add a remedy to the what-if, as variables and other assumptions if possible.

    A variable that gets its current value is removed from the what-if.
    """
    match remedy:
        case Together(steps):
            for step in steps:
                what_if = add_remedy(what_if, step, environment)
            return what_if
        case SetVariable(name, value):
            return assume_variable(what_if, name, value, environment)
        case UnsetVariable(name):
            return assume_variable(what_if, name, None, environment)
        case ChangeProfile(version):
            return what_if._replace(version=version, is_branch=False)
        case NoRemedy():
            return what_if
        case _:
            other_remedies = tuple(
                kept_remedy for kept_remedy in what_if.remedies if kept_remedy != remedy
            )
            return what_if._replace(remedies=(*other_remedies, remedy))


def assume_variable(
    what_if: WhatIf, name: str, value: str | None, environment: Mapping[str, str]
) -> WhatIf:
    """Assume a value for a variable, or that it is unset with None."""
    new_variables = {**dict(what_if.variables), name: value}
    if environment.get(name) == value:
        del new_variables[name]
    return what_if._replace(variables=tuple(new_variables.items()))


def mark_assumed_steps(steps: Iterable[Step], what_if: WhatIf) -> tuple[Step, ...]:
    """Mark each step of an explanation that depends on an assumed variable."""
    names = [name for name, _value in what_if.variables]
    return tuple(
        step._replace(note=" · ".join(filter(None, (tr("what-if"), step.note))))
        if any(_names_variable(step.text, name) for name in names)
        else step
        for step in steps
    )


def _names_variable(text: str, name: str) -> bool:
    """Return whether a text has this variable's name as a whole word."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def describe_tried_remedy(remedy: Remedy) -> str:
    """Return the assumed change of a file, variable or loader, in a few words."""
    match remedy:
        case AskFor(layer, extension):
            return tr(
                "requests {layer}",
                layer=strip_layer_prefix(layer)
                if layer
                else extension or tr("portability drivers"),
            )
        case AskNotFor(layer, extension):
            return tr(
                "does not request {layer}", layer=strip_layer_prefix(layer) if layer else extension
            )
        case DropPrivileges():
            return tr("without elevated privileges")
        case InstallLibrary(library):
            return tr("with {library} installed", library=get_base_name(library))
        case _:
            return _describe_file_trial(remedy) if isinstance(remedy, ChangeFile) else ""


def _describe_file_trial(remedy: ChangeFile) -> str:
    """Return the assumed change of a file, in a few words: "without x.json"."""
    match remedy:
        case EditKey(file=file, advice=advice):
            return f"{get_base_name(file)}: {advice}"
        case RenameKey(file=file, path=path, name=name):
            return tr(
                "{file}: “{key}” renamed to “{name}”",
                file=get_base_name(file),
                key=path[-1],
                name=name,
            )
        case ReplaceLine(file=file, line=line):
            return tr("{file}: line {line} corrected", file=get_base_name(file), line=line)
        case WriteFile(file) | RegisterManifest(target=file):
            return tr("with {file}", file=get_base_name(file))
        case RemoveFile(file):
            return tr("without {file}", file=get_base_name(file))
        case MoveFile(file, target):
            return tr(
                "{file} in {folder}", file=get_base_name(file), folder=target.rpartition("/")[0]
            )


def _list_inexpressible(what_if: WhatIf) -> list[str]:
    """Return the assumptions that a configuration cannot express, in words."""
    parts = (
        (tr("the loader"), what_if.library),
        (tr("the loader version"), what_if.version),
        (tr("the word size"), what_if.pointer_bits),
        (tr("the elevated privileges"), what_if.elevated),
        (tr("the root folder"), what_if.root),
        (tr("the view"), what_if.runtime_view),
    )
    return [name for name, value in parts if value is not None]


class WhatIfSummary(NamedTuple):
    """Texts of the bar above a simulated snapshot.

    Attributes:
        loading_text: "1 of 7 layers would load".
        is_failing: no program could use Vulkan.
    """

    loading_text: str
    difference_text: str
    is_failing: bool = False


def mark_differences(
    current_snapshot: ChainSnapshot, simulated_snapshot: ChainSnapshot
) -> ChainSnapshot:
    """Return the simulated snapshot with each row marked that differs from the current snapshot."""
    rows_with_absent = _add_absent_rows(current_snapshot, simulated_snapshot)
    counterparts = _Counterparts(current_snapshot.rows, rows_with_absent)
    loaders = simulated_snapshot.report.profile, current_snapshot.report.profile
    rows = tuple(
        _mark_row(row, counterparts.find_counterpart(row), loaders) for row in rows_with_absent
    )
    return ChainSnapshot(
        request=simulated_snapshot.request,
        rows=rows,
        summary=simulated_snapshot.summary,
        find=lambda: simulated_snapshot.reports,
    )


def _add_absent_rows(
    current_snapshot: ChainSnapshot, simulated_snapshot: ChainSnapshot
) -> tuple[Row, ...]:
    """Return the simulated rows, and those of layers that a container does not see."""
    runtime_view, rows = (
        simulated_snapshot.request.assumptions.runtime_view,
        simulated_snapshot.rows,
    )
    if runtime_view is None or not runtime_view.absent_layers:
        return rows
    keys = {row.key for row in rows}
    absent_rows = [
        _make_absent_row(row, runtime_view)
        for row in current_snapshot.rows
        if row.kind in _INSTALLED_KINDS and row.key not in keys
    ]
    position = next(
        (index for index, row in enumerate(rows) if row.kind is RowKind.FILES), len(rows)
    )
    rows_above = (_increase_header_count(row, len(absent_rows)) for row in rows[:position])
    return (*rows_above, *absent_rows, *rows[position:])


def _make_absent_row(row: Row, runtime_view: RuntimeView) -> Row:
    """Make the row of an installed layer that is missing in a container."""
    reason = lower_first_letter(runtime_view.explain_absence(row.name)[0])
    return Row(
        key=row.key,
        kind=RowKind.MISSING,
        name=row.name,
        secondary=row.secondary,
        version=row.version,
        kind_text=row.kind_text,
        status=tr("Missing"),
        reason=reason,
        tooltip="\n".join((row.name, tr("Missing: {reason}", reason=reason))),
        accessible_name=tr(
            "{name}, missing: {reason}.", name=strip_layer_prefix(row.name), reason=reason
        ),
    )


def _increase_header_count(row: Row, added_count: int) -> Row:
    """Return the header of the layers outside the chain with a higher count of layers."""
    if row.kind is not RowKind.GROUP:
        return row
    count = int(row.secondary) + added_count
    accessible_text = f"{row.name}, {render_count(count, 'layer')}"
    return row._replace(secondary=str(count), accessible_name=accessible_text)


def summarize_what_if(current_snapshot: ChainSnapshot, snapshot: ChainSnapshot) -> WhatIfSummary:
    """Return how many layers would load, and how many rows differ from now."""
    hypothetical = not snapshot.request.assumptions.is_empty
    loading_count = sum(row.kind is RowKind.LAYER for row in snapshot.rows)
    total = sum(row.kind in _LAYER_KINDS for row in snapshot.rows)
    count = _describe_loading(loading_count, total, hypothetical=hypothetical)
    fails = snapshot.summary.is_alarm
    if fails:
        count = tr("Vulkan would fail") if hypothetical else tr("Vulkan fails")
    if not hypothetical:
        return WhatIfSummary(count, tr("No assumptions yet"), fails)
    changed_count = sum(bool(row.delta) and row.kind in _COUNTED_KINDS for row in snapshot.rows)
    missing_count = _Counterparts(current_snapshot.rows, snapshot.rows).count_missing()
    parts = []
    if changed_count:
        parts.append(
            counted(
                "{n:,} rows differ from the current state",
                "{n:,} row differs from the current state",
                changed_count,
            )
        )
    if missing_count:
        parts.append(counted("{n:,} gone", "{n:,} gone", missing_count))
    return WhatIfSummary(
        count, ", ".join(parts) or tr("No difference from the current state"), fails
    )


def _describe_loading(loading_count: int, total: int, *, hypothetical: bool) -> str:
    """Return "3 of 5 layers load", or "would load" if assumed."""
    if hypothetical:
        return counted(
            "{loading:,} of {n:,} layers would load",
            "{loading:,} of {n:,} layer would load",
            total,
            loading=loading_count,
        )
    return counted(
        "{loading:,} of {n:,} layers load",
        "{loading:,} of {n:,} layer loads",
        total,
        loading=loading_count,
    )


class _Counterparts:
    """Finds the current row for a simulated one.

    A broken layer's row has its file as key, a working one's its name: a row with a new key matches
    the current row of the same file, if that row's key has disappeared.
    """

    def __init__(self, current_rows: Sequence[Row], simulated_rows: Sequence[Row]) -> None:
        self._current_rows = {row.key: row for row in current_rows}
        self._keys = {row.key for row in simulated_rows}
        self._row_by_file = {
            row.manifest: row
            for row in current_rows
            if row.kind in _LAYER_KINDS and row.manifest and row.key not in self._keys
        }
        self._matched_rows = {self.find_counterpart(row) for row in simulated_rows}

    def find_counterpart(self, row: Row) -> Row | None:
        """Return the current row for a row of the what-if, None for a new one."""
        counterpart = self._current_rows.get(row.key)
        if counterpart is None and row.kind in _LAYER_KINDS:
            counterpart = self._row_by_file.get(row.manifest)
        return counterpart

    def count_missing(self) -> int:
        """Return the number of current rows that the simulated snapshot lacks."""
        return sum(
            row.kind in _COUNTED_KINDS and row not in self._matched_rows
            for row in self._current_rows.values()
        )


def _mark_row(
    row: Row, current_row: Row | None, loaders: tuple[LoaderProfile, LoaderProfile]
) -> Row:
    """Mark a row of the what-if that differs from the current row.

    `current_row`: None for a new row. `loaders`: the assumed one, and the current one.
    """
    is_simulated = row.kind is RowKind.LOADER
    difference_text = _describe_delta(row, current_row, loaders)
    if current_row is None and row.kind in _COUNTED_KINDS:
        row = row._replace(
            control="", controls=()
        )  # what is not installed currently cannot be chosen
    if not difference_text:
        return row._replace(is_simulated=True) if is_simulated else row
    tone = Tone.SIMULATED if row.tone is Tone.NEUTRAL else row.tone
    sentence = _describe_today(current_row)
    return row._replace(
        delta=difference_text,
        current_state=sentence,
        tone=tone,
        is_simulated=is_simulated,
        tooltip=f"{row.tooltip}\n{sentence}" if row.tooltip else sentence,
        accessible_suffix=f"{sentence}.",
    )


def _describe_delta(
    row: Row, current_row: Row | None, loaders: tuple[LoaderProfile, LoaderProfile]
) -> str:
    """Return how a row differs from the current row, in two or three words, or ""."""
    if row.kind in GROUP_HEADER_KINDS:
        return ""
    if current_row is None:
        return "" if row.kind in (RowKind.MISSING, RowKind.DEVICE) else tr("new")
    if row.kind is RowKind.PROGRAM:
        is_same = (row.name, row.secondary) == (current_row.name, current_row.secondary)
        return "" if is_same else _describe_today_value(current_row.name)
    if row.kind is RowKind.LOADER:
        return (
            _compare_loaders(*loaders)
            if current_row.manifest
            else _describe_today_value(current_row.name)
        )
    if row.kind is RowKind.DRIVER:
        return _compare_drivers(row, current_row)
    if row.kind is RowKind.DEVICE:
        return ""
    return _compare_layers(row, current_row)


def _compare_loaders(simulated_profile: LoaderProfile, current_profile: LoaderProfile) -> str:
    """Return the current version or word size if it differs from the assumed one, or ""."""
    if _get_versions(simulated_profile) != _get_versions(current_profile):
        return _describe_today_value(current_profile.version_told)
    if simulated_profile.pointer_bits != current_profile.pointer_bits:
        return _describe_today_value(render_bits(current_profile.pointer_bits))
    return "" if simulated_profile.library else tr("currently installed")


def _get_versions(profile: LoaderProfile) -> tuple[object, ...]:
    """Return what has to be equal for two loaders to have the same version."""
    return profile.version, profile.oldest, profile.is_version_known


def _describe_today_value(value: str) -> str:
    """Return what a row shows without the what-if, such as "currently 1.3.239"."""
    return tr("currently {value}", value=value)


def _compare_layers(row: Row, current_row: Row) -> str:
    """Return how a layer differs: its place, state, file or reason, or ""."""
    if row.kind is RowKind.LAYER and current_row.kind is RowKind.LAYER:
        if row.position != current_row.position:
            return tr("currently {place}", place=render_ordinal(current_row.position))
    elif row.status != current_row.status or RowKind.LAYER in (row.kind, current_row.kind):
        return _describe_today_value(lower_state(current_row.status))
    if row.manifest != current_row.manifest:
        return tr("different file")
    return render(OTHER_REASON) if row.reason != current_row.reason else ""


def _compare_drivers(row: Row, current_row: Row) -> str:
    """Return how a driver differs: whether it is used, or why not, or ""."""
    if row.is_used != current_row.is_used:
        return tr("currently used") if current_row.is_used else tr("currently not used")
    is_same = row.is_used or (row.status, row.reason) == (current_row.status, current_row.reason)
    return "" if is_same else render(OTHER_REASON)


def _describe_today(current_row: Row | None) -> str:
    """Return the current state of a row, for its tool tip and for screen readers."""
    if current_row is None:
        return tr("Currently: not found")
    if not current_row.status:
        return tr("Currently: {state}", state=current_row.name)
    state = ", ".join(filter(None, (current_row.status, current_row.reason)))
    if not current_row.position:
        return tr("Currently: {state}", state=state)
    return tr(
        "Currently: {state}, {place} in the chain",
        state=state,
        place=render_ordinal(current_row.position),
    )
