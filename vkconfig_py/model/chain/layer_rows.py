"""Rows of layers: in the chain, off, broken and missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.verdicts import FOR_OTHER_PROGRAMS, Outcome, Reason, Step
from vkconfig_py.loader.explain.sentences import (
    is_in_device_chain,
    sentence,
    why_nothing_loads,
    word,
)
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.rules.loader_report import FoundLayer
from vkconfig_py.model.chain.compute import Prediction
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind, Tone
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.plan.inventory import MISSING
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.programs.shell.syntax import ANY, ScriptVariable, Unknown
from vkconfig_py.model.text.wording import (
    UNLISTED_NAME,
    capitalised,
    lowered,
    short_name,
    version_text,
)

CONTROLS = tuple(control.value for control in LayerControl)
KEPT_OFF = message("kept off by this configuration")
SAFELY_OFF = message("left out by safe mode")

UNLISTED_REASONS = {
    LayerControl.AUTO: message("layers that are not listed here load as the loader decides"),
    LayerControl.ON: message("every installed layer that is not listed here is turned on"),
    LayerControl.OFF: message("layers that are not listed here stay off"),
}

_TONES = {
    Outcome.LOADS: Tone.OK,
    Outcome.SKIPPED: Tone.ERROR,
    Outcome.FAILS: Tone.ERROR,
}
_BROKEN = (Outcome.SKIPPED, Outcome.FAILS)
# Not used here, although nothing is wrong with the layer.
_RIGHT_AS_IT_IS = (*FOR_OTHER_PROGRAMS, Reason.DUPLICATE)
NOT_USED = message("Not used")
# Reasons that refer to files of our own plan; the inventory knows the original reason.
_OURS = (
    Reason.OVERRIDE_COMPONENT,
    Reason.META_COMPONENT,
    Reason.INSTANCE_LAYERS,
    Reason.ENABLE_FILTER,
)


def in_own_words(snapshot: ChainSnapshot, key: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Name the configuration as the reason for a row instead of the file that it writes.

    A variable of the layer's manifest is attributed to the configuration that sets it.
    """
    ours = {
        said
        for variable in snapshot.plan.variables
        if variable.value is not None
        for said in (variable.name, f"{variable.name}={variable.value}")
    }
    steps = tuple(
        step._replace(text=tr("{variable} is set by this configuration", variable=step.variable))
        if step.variable in ours
        else step
        for step in steps
    )
    row = next((row for row in snapshot.plain if row.key == key), None)
    if row is None or not row.is_own_choice:
        return steps
    planned = {file.path for file in snapshot.plan.files}
    text = capitalised(row.reason)
    # The last step has no file and records what the loader's log names as the cause.
    return tuple(
        step._replace(text=text)
        if step.decisive and step.file in planned
        else step._replace(note=step.note if step.file else "")
        for step in steps
    )


class LayerRows:
    """Builds the layer rows of one snapshot; each layer has exactly one."""

    def __init__(
        self,
        request: PredictionRequest,
        prediction: Prediction,
        deviations: Mapping[str, str],
        *,
        is_elsewhere: bool = False,
    ) -> None:
        self._request = request
        self._is_elsewhere = is_elsewhere
        self._answer = prediction
        self._deviations = deviations
        self._entries: dict[str, LayerEntry] = {}
        for entry in request.configuration.layers:
            self._entries.setdefault(entry.name, entry)
        self._planned = {file.path for file in prediction.plan.files}
        self._chain = [layer.manifest for layer in prediction.report.callstack]
        self._in_chain = {manifest.name for manifest in self._chain}
        self._found: dict[str, FoundLayer] = {}
        self._broken: list[FoundLayer] = []
        self._sort_found()

    def _sort_found(self) -> None:
        """Sort the layers found by name; collect unusable files separately."""
        files = {manifest.file for manifest in self._chain}
        for found in self._answer.report.found:
            if found.file in self._planned:
                continue
            verdict = found.verdict
            refused = verdict.outcome in _BROKEN or verdict.reason in FOR_OTHER_PROGRAMS
            if found.manifest is None or refused:
                self._broken.append(found)
            elif found.name not in self._found or found.file in files:
                self._found[found.name] = found

    def chain(self) -> Iterator[Row]:
        """Rows of the layers that load, application side first."""
        total = len(self._chain)
        for index, manifest in enumerate(self._chain):
            found = self._found.get(manifest.name)
            kind = tr("implicit") if manifest.implicit else tr("explicit")
            outcome, tone = Outcome.LOADS, Tone.OK
            own = self._own_reason(manifest.name, found)
            reason = own
            if found is not None and found.verdict.outcome is Outcome.UNKNOWN:
                outcome, tone, own = Outcome.UNKNOWN, Tone.NEUTRAL, ""
                reason = sentence(found.verdict, self._answer.report)
            elif found is not None and not own:
                reason = self._why_it_loads(manifest.name, found)
            yield self._row(
                manifest.name,
                kind=RowKind.LAYER,
                secondary=f"{version_text(manifest.api_version)} · {kind}",
                is_implicit=manifest.implicit,
                outcome=outcome,
                reason=reason,
                tone=tone,
                position=index + 1,
                where=tr("layer {place} of {total}", place=index + 1, total=total),
                manifest=manifest.file,
                description=manifest.description,
                is_own_choice=bool(own),
            )

    def moved(self) -> tuple[Row, ...]:
        """The chain, with an extra row for layers without an entry if the user set their control.

        It is below the last layer that the user put above it.
        """
        rows = list(self.chain())
        entry = self._entries.get(UNLISTED)
        if entry is None:
            return tuple(rows)
        place = len(rows)
        if entry.placed:
            names = list(self._entries)
            above = {n for n in names[: names.index(UNLISTED)] if self._entries[n].placed}
            place = max((i + 1 for i, row in enumerate(rows) if row.name in above), default=0)
        rows.insert(place, self._unlisted(entry))
        return tuple(rows)

    def _unlisted(self, entry: LayerEntry) -> Row:
        name, reason = render(UNLISTED_NAME), render(UNLISTED_REASONS[entry.control])
        deviation = self._deviations.get(UNLISTED, "")
        spoken = f"{name}: {reason}."
        if deviation:
            spoken += f" {capitalised(deviation)}."
        return Row(
            key=f"layer:{UNLISTED}",
            kind=RowKind.UNLISTED,
            name=name,
            word=word(Outcome.OFF) if entry.control is LayerControl.OFF else "",
            outcome=Outcome.OFF if entry.control is LayerControl.OFF else None,
            reason=reason,
            deviation=deviation,
            control=entry.control.value,
            controls=CONTROLS,
            placed=entry.placed,
            tooltip=_lines(name, reason, deviation),
            spoken=spoken,
        )

    def off(self) -> Iterator[Row]:
        """Rows of the usable layers that do not load, in scan order."""
        for name, found in self._found.items():
            if name in self._in_chain or found.manifest is None:
                continue
            kind = tr("implicit") if found.implicit else tr("explicit")
            outcome, own = found.verdict.outcome, ""
            if self._control(name) is LayerControl.OFF:
                own = render(SAFELY_OFF if self._request.view.safe.leaves_out(found) else KEPT_OFF)
            reason = own or self._why_it_is_off(name, found)
            report = self._answer.report
            says: Outcome = outcome if outcome is not Outcome.LOADS else Outcome.OFF
            if is_in_device_chain(found, report):
                says, own = outcome, ""
                reason = tr("{reason}; in the chain of each device", reason=reason)
            elif outcome in (Outcome.LOADS, Outcome.UNKNOWN):
                reason, own = why_nothing_loads(report), ""
            yield self._row(
                name,
                kind=RowKind.OFF_LAYER,
                secondary=f"{version_text(found.manifest.api_version)} · {kind}",
                outcome=says,
                reason=reason,
                tone=_TONES.get(outcome, Tone.NEUTRAL)
                if outcome is not Outcome.LOADS
                else Tone.NEUTRAL,
                where=tr("layer, not in the chain"),
                is_implicit=found.implicit,
                manifest=found.file,
                description=found.manifest.description,
                has_control=not found.manifest.is_override,
                is_own_choice=bool(own),
            )

    def broken(self) -> Iterator[Row]:
        seen: dict[str, int] = {}
        for found in self._broken:
            number = seen[found.file] = seen.get(found.file, 0) + 1
            key = f"file:{found.file}" + (f"#{number}" if number > 1 else "")
            named = found.manifest is not None
            name = found.name if named else base_name(found.file)
            reason = sentence(found.verdict, self._answer.report)
            right = found.verdict.reason in _RIGHT_AS_IT_IS
            is_unread = found.verdict.reason is Reason.FILE_NOT_HERE
            says = render(NOT_USED) if right else word(found.verdict.outcome)
            deviation = ""
            if name not in self._in_chain and name not in self._found:
                deviation = self._deviations.get(name, "")
            yield Row(
                key=key,
                kind=RowKind.BROKEN,
                name=name,
                secondary=_broken_kind(found, installed=name in self._found),
                word=says,
                outcome=found.verdict.outcome,
                reason=reason,
                tone=Tone.NEUTRAL if right or is_unread else Tone.ERROR,
                deviation=deviation,
                manifest=found.file,
                tooltip=_lines(name, found.file, f"{says}: {reason}", deviation),
                spoken=f"{short_name(name)}, {says}: {reason}.",
            )

    def _absence(self, name: str) -> str:
        runtime_view = self._answer.request.assumptions.runtime_view
        return lowered(runtime_view.absence_of(name)[0] if runtime_view else "") or render(MISSING)

    def missing(self) -> Iterator[Row]:
        """Rows of the layers that the configuration names and that are not installed."""
        broken = {found.name for found in self._broken}
        skipped = {found.file: found for found in self._broken if found.manifest is None}
        for name, entry in self._entries.items():
            if name == UNLISTED or name in self._in_chain or name in self._found or name in broken:
                continue
            control = entry.control
            there = skipped.get(entry.manifest)
            says = word(Outcome.SKIPPED) if there else tr("Missing")
            reason = self._absence(name)
            if there:
                reason = sentence(there.verdict, self._answer.report)
            yield Row(
                key=f"layer:{name}",
                kind=RowKind.MISSING,
                name=name,
                word=says,
                reason=reason,
                tone=Tone.WARN,
                control=control.value,
                controls=CONTROLS,
                placed=entry.placed,
                manifest=entry.manifest,
                tooltip=_lines(name, f"{says}: {reason}", _last_seen(entry)),
                spoken=f"{short_name(name)}, {says}: {reason}.",
            )

    def _row(
        self,
        name: str,
        *,
        kind: RowKind,
        secondary: str,
        outcome: Outcome,
        reason: str,
        tone: Tone,
        where: str,
        manifest: str,
        description: str,
        position: int = 0,
        has_control: bool = True,
        is_implicit: bool = False,
        is_own_choice: bool = False,
    ) -> Row:
        entry = self._entries.get(name)
        control = entry.control if entry else LayerControl.AUTO
        deviation, says = self._deviations.get(name, ""), word(outcome)
        return Row(
            key=f"layer:{name}",
            kind=kind,
            name=name,
            secondary=secondary,
            word=says,
            outcome=outcome,
            reason=reason,
            tone=tone,
            deviation=deviation,
            position=position,
            control=control.value if has_control else "",
            controls=CONTROLS if has_control else (),
            placed=bool(entry and entry.placed),
            manifest=manifest,
            is_implicit=is_implicit,
            is_own_choice=is_own_choice,
            tooltip=_lines(name, description, manifest, f"{says}: {reason}", deviation),
            spoken=f"{short_name(name)}, {where}",
        )

    def _control(self, name: str) -> LayerControl:
        entry = self._entries.get(name)
        return entry.control if entry else LayerControl.AUTO

    def _own_reason(self, name: str, layer: FoundLayer | None) -> str:
        """Reason why a layer loads that is set to On, whatever the plan wrote to achieve it."""
        if layer is None or self._control(name) is LayerControl.ON:
            return tr("turned on by this configuration")
        if name not in self._entries and self._control(UNLISTED) is LayerControl.ON:
            return tr("turned on by this configuration, with the other layers")
        return ""

    def _why_it_loads(self, name: str, layer: FoundLayer) -> str:
        """Reason why a layer loads that is listed only to keep its place, or not at all."""
        verdict, report = layer.verdict, self._answer.report
        if verdict.reason in _OURS:
            own = self._answer.installed.usable.get(name)
            if own is not None and own.verdict.outcome is Outcome.LOADS:
                verdict, report = own.verdict, self._answer.inventory
        if verdict.reason is Reason.ENABLE_VARIABLE:
            return self._variable_sentence(str(verdict.detail))
        known = self._request.known
        if known is not None and verdict.reason is Reason.APPLICATION:
            return known.why_a_layer_loads()
        return sentence(verdict, report)

    def _why_it_is_off(self, name: str, layer: FoundLayer) -> str:
        """Reason why a layer is off; a filter is attributed to the user's choice, not the plan."""
        own = self._answer.installed.usable.get(name)
        if layer.verdict.reason in _BY_VARIABLE:
            perhaps = _perhaps_set(str(layer.verdict.detail), self._request.changes)
            if perhaps:
                return perhaps
        filtered = Reason.DISABLE_FILTER
        if own is not None and layer.verdict.reason is own.verdict.reason is filtered:
            return sentence(own.verdict, self._answer.inventory)
        return sentence(layer.verdict, self._answer.report)

    def _variable_sentence(self, variable: str) -> str:
        value = self._answer.report.host.environment.get(variable)
        mine = any(v.name == variable for v in self._request.configuration.environment)
        run = not self._request.view.is_applied
        # A saved report has no environment, and so no values.
        said = variable if value is None else f"{variable}={value}"
        perhaps = _perhaps_set(variable, self._request.changes)
        if perhaps:
            return perhaps
        if variable in dict(self._request.assumptions.variables):
            return tr("{variable} is set by what if", variable=said)
        script = next((change for change in self._request.changes if change.name == variable), None)
        if script is not None:
            return set_by_script(said, script)
        if mine and run:
            return tr("{variable} is set in this configuration", variable=said)
        process = self._request.assumptions.process
        if process:
            return tr("{variable} is set in process {pid}", variable=said, pid=process)
        if self._is_elsewhere:
            return tr("{variable} is set on that machine", variable=said)
        return tr("{variable} is set in your session", variable=said)


_BY_VARIABLE = frozenset({Reason.ENABLE_VARIABLE_UNSET, Reason.ENABLE_VARIABLE_OTHER_VALUE})


def _perhaps_set(variable: str, changes: Iterable[ScriptVariable]) -> str:
    """Who may set a variable to what only a run can tell, "" if nothing does."""
    by_name = {script_variable.name: script_variable for script_variable in changes}
    change = by_name.get(variable, by_name.get(ANY))
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


def set_by_script(variable: str, change: ScriptVariable) -> str:
    """Who sets a variable on the way to the program."""
    if not change.line:
        return tr("{variable} is set by {file}", variable=variable, file=change.file)
    return tr(
        "{variable} is set by {file}, line {line}",
        variable=variable,
        file=change.file,
        line=change.line,
    )


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _last_seen(entry: LayerEntry) -> str:
    return tr("Last seen at {manifest}", manifest=entry.manifest) if entry.manifest else ""


def _broken_kind(layer: FoundLayer, *, installed: bool) -> str:
    """Kind of an unused file, whether or not another file provides its layer."""
    if layer.verdict.reason is Reason.DUPLICATE:
        return tr("hidden copy")
    if layer.verdict.reason in FOR_OTHER_PROGRAMS:
        return tr("layer of other programs")
    if installed:
        return tr("unusable copy")
    if layer.verdict.reason is Reason.FILE_NOT_HERE:
        return tr("layer")
    return tr("unreadable layer") if layer.manifest is None else tr("unusable layer")
