"""Rows of layers: in the chain, off, broken and missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vkconfig_py.language.sentences import counted, join_words, message, render, tr
from vkconfig_py.loader.base.verdicts import (
    OTHER_PROGRAM_REASONS,
    Mark,
    Outcome,
    Reason,
    Severity,
    Step,
)
from vkconfig_py.loader.explain.report_builder import decide_layer_severity
from vkconfig_py.loader.explain.verdict_sentences import (
    explain_nothing_loads,
    is_in_device_chain,
    render_outcome,
    render_verdict,
)
from vkconfig_py.loader.manifests.driver import get_driver_display_name
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import FoundLayer
from vkconfig_py.model.chain.compute import Prediction
from vkconfig_py.model.chain.snapshot_values import (
    LAYER_KIND_WORDS,
    MISSING,
    NO_DEVIATION,
    TONE_BY_SEVERITY,
    ChainSnapshot,
    Deviation,
    Row,
    RowKind,
    Tone,
)
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    DriverControl,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.layer_settings.known_layers import add_departure
from vkconfig_py.model.plan.inventory import NOT_INSTALLED
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.programs.shell.syntax import ANY_VARIABLE, ScriptVariable, Unknown
from vkconfig_py.model.text.wording import (
    UNLISTED_LAYERS,
    capitalise,
    lower_first_letter,
    render_version,
    strip_layer_prefix,
)

LAYER_CONTROLS = tuple(control.value for control in LayerControl)
OFF_BY_CONFIGURATION = message("kept off by this configuration")
OFF_BY_SAFE_MODE = message("left out by safe mode")

UNLISTED_REASONS = {
    LayerControl.AUTO: message("the loader decides whether unlisted layers load"),
    LayerControl.ON: message("every installed layer that is not listed is turned on"),
    LayerControl.OFF: message("layers that are not listed stay off"),
}

_BROKEN_OUTCOMES = (Outcome.SKIPPED, Outcome.FAILS)
# Not used here, although nothing is wrong with the layer.
_HARMLESS_REASONS = (*OTHER_PROGRAM_REASONS, Reason.DUPLICATE)
NOT_USED = message("Not used")
# Reasons that refer to files of our own plan; the inventory knows the original reason.
_PLAN_REASONS = (
    Reason.OVERRIDE_COMPONENT,
    Reason.META_COMPONENT,
    Reason.INSTANCE_LAYERS,
    Reason.ENABLE_FILTER,
)


def attribute_to_configuration(
    snapshot: ChainSnapshot, key: str, steps: tuple[Step, ...]
) -> tuple[Step, ...]:
    """Name the configuration as the reason for a row, not the file that it writes.

    A variable of the layer's manifest is attributed to the configuration that sets it.
    """
    configured_assignments = {
        assignment
        for variable in snapshot.plan.variables
        if variable.value is not None
        for assignment in (variable.name, f"{variable.name}={variable.value}")
    }
    row = next((row for row in snapshot.unprobed_rows if row.key == key), None)
    if row is not None and row.kind is RowKind.DRIVER:
        return _attribute_driver_choice(snapshot.request, row, steps, configured_assignments)
    steps = tuple(
        step._replace(text=tr("{variable} is set by this configuration", variable=step.variable))
        if step.variable in configured_assignments
        else step
        for step in steps
    )
    if row is None or not row.is_own_choice:
        return steps
    planned_files = {file.path for file in snapshot.plan.files}
    text = capitalise(row.reason)
    # The last step has no file and records what the loader's log names as the cause.
    return tuple(
        step._replace(text=text)
        if step.decisive and step.file in planned_files
        else step._replace(note=step.note if step.file else "")
        for step in steps
    )


def _attribute_driver_choice(
    request: PredictionRequest, row: Row, steps: tuple[Step, ...], configured_assignments: set[str]
) -> tuple[Step, ...]:
    """Name the user's choice of drivers as the reason for a driver's row.

    `configured_assignments`: the variables that the configuration sets, with their values.
    """
    if row.is_own_choice:
        text = capitalise(row.reason)
    elif names := [
        get_driver_display_name(entry.name)
        for entry in request.configuration.drivers
        if entry.control is DriverControl.ONLY
    ]:
        text = counted(
            "Only {names} are used, since you chose them in “{configuration}”",
            "Only {names} is used, since you chose it in “{configuration}”",
            len(names),
            names=join_words(names),
            configuration=render(request.configuration.title),
        )
    else:
        return steps
    filter_steps = tuple(
        step._replace(text=text, note=step.variable)
        if step.variable in configured_assignments
        else step
        for step in steps
    )
    if filter_steps != steps or row.control != DriverControl.ONLY or not row.is_used:
        return filter_steps
    # A list of manifests or a loader settings file selects it: no filter that a step is about.
    return (*steps[:-1], Step(Mark.PASS, text), *steps[-1:])


class LayerRowBuilder:
    """Builds the layer rows of one snapshot; each layer has exactly one."""

    def __init__(
        self,
        request: PredictionRequest,
        prediction: Prediction,
        deviations: Mapping[str, Deviation],
        *,
        is_elsewhere: bool = False,
    ) -> None:
        self._request = request
        self._is_other_machine = is_elsewhere
        self._prediction = prediction
        self._deviations = deviations
        self._entries: dict[str, LayerEntry] = {}
        for entry in request.configuration.layers:
            self._entries.setdefault(entry.name, entry)
        self._planned_files = {file.path for file in prediction.plan.files}
        self._manifests = [layer.manifest for layer in prediction.report.callstack]
        self._chain_names = {manifest.name for manifest in self._manifests}
        self._layers: dict[str, FoundLayer] = {}
        self._broken_layers: list[FoundLayer] = []
        self._sort_found()

    def _sort_found(self) -> None:
        """Sort the layers found by name. Collect unusable files separately."""
        files = {manifest.file for manifest in self._manifests}
        for layer in self._prediction.report.found_layers:
            if layer.file in self._planned_files:
                continue
            verdict = layer.verdict
            is_refused = (
                verdict.outcome in _BROKEN_OUTCOMES or verdict.reason in OTHER_PROGRAM_REASONS
            )
            if layer.manifest is None or is_refused:
                self._broken_layers.append(layer)
            elif layer.name not in self._layers or layer.file in files:
                self._layers[layer.name] = layer
        self._add_unsearched(self._prediction.inventory_index.usable_layers)

    def _add_unsearched(self, installed_layers: Mapping[str, FoundLayer]) -> None:
        """Add the installed layers that programs do not find with the plan written.

        An override searches the folder of a layer only while it turns on a layer outside the usual
        folders. Such a layer is off, but not missing: turning it on has its folder searched again.
        """
        listed_names = {layer.name for layer in self._broken_layers} | self._layers.keys()
        for name, layer in installed_layers.items():
            if name not in listed_names and layer.verdict.outcome is Outcome.OFF:
                self._layers[name] = layer

    def list_chain(self) -> Iterator[Row]:
        """Yield the rows of the layers that load, application side first."""
        total = len(self._manifests)
        for index, manifest in enumerate(self._manifests):
            layer = self._layers.get(manifest.name)
            outcome, tone = Outcome.LOADS, Tone.OK
            own_reason = self._find_own_reason(manifest.name, layer)
            reason = own_reason
            if layer is not None and layer.verdict.outcome is Outcome.UNKNOWN:
                outcome, tone, own_reason = Outcome.UNKNOWN, Tone.NEUTRAL, ""
                reason = render_verdict(layer.verdict, self._prediction.report)
            elif layer is not None and not own_reason:
                reason = self._explain_loading(manifest.name, layer)
            if outcome is Outcome.LOADS:
                reason = add_departure(reason, manifest.name)
            yield self._make_row(
                manifest.name,
                kind=RowKind.LAYER,
                version=render_version(manifest.api_version),
                is_implicit=manifest.implicit,
                outcome=outcome,
                reason=reason,
                tone=tone,
                position=index + 1,
                place_text=tr("layer {place} of {total}", place=index + 1, total=total),
                manifest=manifest.file,
                description=manifest.description,
                is_own_choice=bool(own_reason),
            )

    def list_movable(self) -> tuple[Row, ...]:
        """Return the chain, with the row “Other layers” if the configuration has an entry for it.

        That row is below the last layer that the user put above it.
        """
        rows = list(self.list_chain())
        entry = self._entries.get(UNLISTED)
        if entry is None:
            return tuple(rows)
        position = len(rows)
        if entry.placed:
            names = list(self._entries)
            names_above = {
                name for name in names[: names.index(UNLISTED)] if self._entries[name].placed
            }
            position = max(
                (index + 1 for index, row in enumerate(rows) if row.name in names_above), default=0
            )
        rows.insert(position, self._make_unlisted_row(entry))
        return tuple(rows)

    def _make_unlisted_row(self, entry: LayerEntry) -> Row:
        """Make the row “Other layers”, which stands for all layers without an entry."""
        name, reason = render(UNLISTED_LAYERS), render(UNLISTED_REASONS[entry.control])
        deviation = self._deviations.get(UNLISTED, NO_DEVIATION)
        accessible_text = f"{name}: {reason}."
        if deviation.text:
            accessible_text += f" {capitalise(deviation.text)}."
        return Row(
            key=f"layer:{UNLISTED}",
            kind=RowKind.UNLISTED,
            name=name,
            status=render_outcome(Outcome.OFF) if entry.control is LayerControl.OFF else "",
            outcome=Outcome.OFF if entry.control is LayerControl.OFF else None,
            reason=reason,
            deviation=deviation.text,
            short_deviation=deviation.short_text,
            control=entry.control.value,
            controls=LAYER_CONTROLS,
            has_user_position=entry.placed,
            tooltip=_join_lines(name, reason, deviation.text),
            accessible_name=accessible_text,
        )

    def list_off_rows(self) -> Iterator[Row]:
        """Yield the rows of the usable layers that do not load, in scan order."""
        for name, layer in self._layers.items():
            if name in self._chain_names or layer.manifest is None:
                continue
            outcome, own_reason = layer.verdict.outcome, ""
            if self._get_control(name) is LayerControl.OFF:
                own_reason = render(
                    OFF_BY_SAFE_MODE
                    if self._request.view.safe_mode.leaves_out(layer)
                    else OFF_BY_CONFIGURATION
                )
            reason = own_reason or self._explain_off(name, layer)
            report = self._prediction.report
            shown_outcome: Outcome = outcome if outcome is not Outcome.LOADS else Outcome.OFF
            if is_in_device_chain(layer, report):
                shown_outcome, own_reason = outcome, ""
                reason = tr("{reason}; in each device's chain", reason=reason)
            elif outcome in (Outcome.LOADS, Outcome.UNKNOWN):
                reason, own_reason = explain_nothing_loads(report), ""
            row = self._make_row(
                name,
                kind=RowKind.OFF_LAYER,
                version=render_version(layer.manifest.api_version),
                outcome=shown_outcome,
                reason=reason,
                tone=Tone.NEUTRAL,
                place_text=tr("layer, not in the chain"),
                is_implicit=layer.implicit,
                manifest=layer.file,
                description=layer.manifest.description,
                has_control=not layer.manifest.is_override,
                is_own_choice=bool(own_reason),
            )
            yield row._replace(is_own_override=layer.file in self._request.own_files)

    def list_broken_rows(self) -> Iterator[Row]:
        """Yield the rows of layer manifests that the loader cannot use."""
        counts: dict[str, int] = {}
        for layer in self._broken_layers:
            number = counts[layer.file] = counts.get(layer.file, 0) + 1
            key = f"file:{layer.file}" + (f"#{number}" if number > 1 else "")
            has_manifest = layer.manifest is not None
            name = layer.name if has_manifest else get_base_name(layer.file)
            kind_text = _describe_broken(layer, is_installed=name in self._layers)
            reason = render_verdict(layer.verdict, self._prediction.report)
            is_intact = layer.verdict.reason in _HARMLESS_REASONS
            needs_repair = not (is_intact or layer.verdict.reason is Reason.FILE_NOT_HERE)
            severity = decide_layer_severity(layer) if needs_repair else Severity.NOTE
            state_word = render(NOT_USED) if is_intact else render_outcome(layer.verdict.outcome)
            deviation = NO_DEVIATION
            if name not in self._chain_names and name not in self._layers:
                deviation = self._deviations.get(name, NO_DEVIATION)
            yield Row(
                key=key,
                kind=RowKind.BROKEN,
                name=name,
                secondary=kind_text,
                kind_text=kind_text,
                status=state_word,
                outcome=layer.verdict.outcome,
                reason=reason,
                tone=TONE_BY_SEVERITY[severity],
                needs_repair=needs_repair,
                deviation=deviation.text,
                short_deviation=deviation.short_text,
                manifest=layer.file,
                tooltip=_join_lines(name, layer.file, f"{state_word}: {reason}", deviation.text),
                accessible_name=f"{strip_layer_prefix(name)}, {state_word}: {reason}.",
            )

    def _describe_absence(self, name: str) -> str:
        """Return why a layer is missing: not in the container, or not installed."""
        runtime_view = self._prediction.request.assumptions.runtime_view
        return lower_first_letter(
            runtime_view.explain_absence(name)[0] if runtime_view else ""
        ) or render(NOT_INSTALLED)

    def list_missing_rows(self) -> Iterator[Row]:
        """Yield the rows of the layers that the configuration names and that are not installed."""
        broken_names = {layer.name for layer in self._broken_layers}
        skipped_layers = {
            layer.file: layer for layer in self._broken_layers if layer.manifest is None
        }
        for name, entry in self._entries.items():
            if (
                name == UNLISTED
                or name in self._chain_names
                or name in self._layers
                or name in broken_names
            ):
                continue
            control = entry.control
            skipped_layer = skipped_layers.get(entry.manifest)
            state_word = render_outcome(Outcome.SKIPPED) if skipped_layer else render(MISSING)
            reason = self._describe_absence(name)
            if skipped_layer:
                reason = render_verdict(skipped_layer.verdict, self._prediction.report)
            yield Row(
                key=f"layer:{name}",
                kind=RowKind.MISSING,
                name=name,
                status=state_word,
                reason=reason,
                tone=Tone.WARN,
                control=control.value,
                controls=LAYER_CONTROLS,
                has_user_position=entry.placed,
                manifest=entry.manifest,
                tooltip=_join_lines(name, f"{state_word}: {reason}", _describe_last_seen(entry)),
                accessible_name=f"{strip_layer_prefix(name)}, {state_word}: {reason}.",
            )

    def _make_row(
        self,
        name: str,
        *,
        kind: RowKind,
        version: str,
        outcome: Outcome,
        reason: str,
        tone: Tone,
        place_text: str,
        manifest: str,
        description: str,
        position: int = 0,
        has_control: bool = True,
        is_implicit: bool = False,
        is_own_choice: bool = False,
    ) -> Row:
        """Make the row of an installed layer, with the user's choice for it.

        Args:
            name: of the layer.
            kind: where in the list the row belongs.
            version: of Vulkan, as its file says.
            outcome: whether it loads.
            reason: why.
            tone: how the state is painted.
            place_text: what a screen reader says after the name.
            manifest: path of its file.
            description: from the manifest.
            position: 1-based in the chain, 0 outside it.
            has_control: the user may turn it on and off.
            is_implicit: it is an implicit layer.
            is_own_choice: `reason` is the user's own choice.
        """
        entry = self._entries.get(name)
        control = entry.control if entry else LayerControl.AUTO
        kind_text = render(LAYER_KIND_WORDS[is_implicit])
        deviation, outcome_word = self._deviations.get(name, NO_DEVIATION), render_outcome(outcome)
        return Row(
            key=f"layer:{name}",
            kind=kind,
            name=name,
            secondary=f"{version} · {kind_text}",
            version=version,
            kind_text=kind_text,
            status=outcome_word,
            outcome=outcome,
            reason=reason,
            tone=tone,
            deviation=deviation.text,
            short_deviation=deviation.short_text,
            position=position,
            control=control.value if has_control else "",
            controls=LAYER_CONTROLS if has_control else (),
            has_user_position=bool(entry and entry.placed),
            manifest=manifest,
            is_implicit=is_implicit,
            is_own_choice=is_own_choice,
            tooltip=_join_lines(
                name, description, manifest, f"{outcome_word}: {reason}", deviation.text
            ),
            accessible_name=f"{strip_layer_prefix(name)}, {place_text}",
        )

    def _get_control(self, name: str) -> LayerControl:
        entry = self._entries.get(name)
        return entry.control if entry else LayerControl.AUTO

    def _find_own_reason(self, name: str, layer: FoundLayer | None) -> str:
        """Return why a layer loads that the user set to On, or "" for another layer."""
        if layer is None or self._get_control(name) is LayerControl.ON:
            return tr("turned on by this configuration")
        if name not in self._entries and self._get_control(UNLISTED) is LayerControl.ON:
            return tr("turned on because “Other layers” is set to On")
        return ""

    def _explain_loading(self, name: str, layer: FoundLayer) -> str:
        """Return why a layer loads that the user did not set to On."""
        verdict, report = layer.verdict, self._prediction.report
        if verdict.reason in _PLAN_REASONS:
            installed_layer = self._prediction.inventory_index.usable_layers.get(name)
            if installed_layer is not None and installed_layer.verdict.outcome is Outcome.LOADS:
                verdict, report = installed_layer.verdict, self._prediction.inventory
        if verdict.reason is Reason.ENABLE_VARIABLE:
            return self._describe_variable(str(verdict.detail))
        launch_requests = self._request.known_requests
        if launch_requests is not None and verdict.reason is Reason.APPLICATION:
            return launch_requests.why_a_layer_loads()
        return render_verdict(verdict, report)

    def _explain_off(self, name: str, layer: FoundLayer) -> str:
        """Return why a layer is off. A filter is attributed to the user's choice, not the plan."""
        installed_layer = self._prediction.inventory_index.usable_layers.get(name)
        if layer.verdict.reason in _VARIABLE_REASONS:
            possible_setter = _describe_possible_setter(
                str(layer.verdict.detail), self._request.script_variables
            )
            if possible_setter:
                return possible_setter
        filter_reason = Reason.DISABLE_FILTER
        if (
            installed_layer is not None
            and layer.verdict.reason is installed_layer.verdict.reason is filter_reason
        ):
            return render_verdict(installed_layer.verdict, self._prediction.inventory)
        return render_verdict(layer.verdict, self._prediction.report)

    def _describe_variable(self, variable: str) -> str:
        """Return who sets a variable: a script, the configuration, the session, a process."""
        value = self._prediction.report.host.environment.get(variable)
        is_configured = any(
            entry.name == variable for entry in self._request.configuration.environment
        )
        is_launch_view = not self._request.view.is_applied
        # A saved report has no environment, and so no values.
        assignment = variable if value is None else f"{variable}={value}"
        possible_setter = _describe_possible_setter(variable, self._request.script_variables)
        if possible_setter:
            return possible_setter
        if variable in dict(self._request.assumptions.variables):
            return tr("{variable} is set in the what-if", variable=assignment)
        script = next(
            (change for change in self._request.script_variables if change.name == variable), None
        )
        if script is not None:
            return describe_script_setter(assignment, script)
        if is_configured and is_launch_view:
            return tr("{variable} is set in this configuration", variable=assignment)
        process = self._request.assumptions.process
        if process:
            return tr("{variable} is set in process {pid}", variable=assignment, pid=process)
        if self._is_other_machine:
            return tr("{variable} is set on the other machine", variable=assignment)
        return tr("{variable} is set in your session", variable=assignment)


_VARIABLE_REASONS = frozenset({Reason.ENABLE_VARIABLE_UNSET, Reason.ENABLE_VARIABLE_OTHER_VALUE})


def _describe_possible_setter(variable: str, changes: Iterable[ScriptVariable]) -> str:
    """Return who may set a variable to a value that only a run can tell, "" if nobody."""
    by_name = {script_variable.name: script_variable for script_variable in changes}
    change = by_name.get(variable, by_name.get(ANY_VARIABLE))
    if change is None or not isinstance(change.value, Unknown):
        return ""
    if not change.line:
        return tr("{variable} may be set by {file}", variable=variable, file=change.file)
    return tr(
        "{variable} may be set by {file}, line {line}",
        variable=variable,
        file=change.file,
        line=change.line,
    )


def describe_script_setter(variable: str, change: ScriptVariable) -> str:
    """Return which script sets a variable before the program starts."""
    if not change.line:
        return tr("{variable} is set by {file}", variable=variable, file=change.file)
    return tr(
        "{variable} is set by {file}, line {line}",
        variable=variable,
        file=change.file,
        line=change.line,
    )


def _join_lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _describe_last_seen(entry: LayerEntry) -> str:
    """Return where a missing layer was last found, "" if that is unknown."""
    return tr("Last seen at {manifest}", manifest=entry.manifest) if entry.manifest else ""


def _describe_broken(layer: FoundLayer, *, is_installed: bool) -> str:
    """Return of what kind an unused file is, and whether its layer is installed from another."""
    if layer.verdict.reason is Reason.DUPLICATE:
        return tr("hidden copy")
    if layer.verdict.reason in OTHER_PROGRAM_REASONS:
        return tr("layer for other programs")
    if is_installed:
        return tr("unusable copy")
    if layer.verdict.reason is Reason.FILE_NOT_HERE:
        return tr("layer")
    return tr("unreadable layer") if layer.manifest is None else tr("unusable layer")
