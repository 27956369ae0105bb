"""Converts decisions to the layers, drivers and problems of a report.

Problems are refused files, conflicts and settings without effect. The code of a problem is the
value of a Reason where one exists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vkconfig_py.language.sentences import counted, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    KeyPath,
    Kind,
    Outcome,
    Problem,
    Reason,
    Remedy,
    Severity,
    Together,
    Verdict,
)
from vkconfig_py.loader.explain.remedies import DecisionContext
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.json.decode import Positions
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.activation import (
    DRIVER_FILTERS,
    LAYERS_ALLOW_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    DecidedDriver,
    DriverRules,
)
from vkconfig_py.loader.rules.loader_report import (
    ActiveLayer,
    Decision,
    Entry,
    FoundDriver,
    FoundLayer,
    LoaderReport,
)
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE, Chain, WrittenLayer
from vkconfig_py.loader.rules.outcome import INCOMPATIBLE_DRIVER, SUCCESS, find_version_failure
from vkconfig_py.loader.settings_file import Control, LoaderSettings

_SEVERITY_BY_REASON = {
    Reason.ABORTS_ALL: Severity.ERROR,
    Reason.ENDS_SEARCH: Severity.ERROR,
    Reason.CRASHES_ALL: Severity.ERROR,
    Reason.PROGRAM_AS_DRIVER: Severity.ERROR,
    Reason.LIBRARY_CUT_SHORT: Severity.ERROR,
    Reason.DUPLICATE: Severity.NOTE,
    # The loader writes no message about it either.
    Reason.OTHER_MANIFEST_TYPE: Severity.NOTE,
    Reason.MATCHES_NOTHING: Severity.NOTE,
    Reason.SHADOWED: Severity.NOTE,
}
# loader_create_instance_chain: VK_ERROR_LAYER_NOT_PRESENT for a layer that the program named.
_UNUSABLE_MESSAGE = message(
    "The layer is listed, but vkCreateInstance fails in programs that request it."
)
_CONSEQUENCE_BY_REASON = {
    # VK_ERROR_OUT_OF_HOST_MEMORY, from loader_get_json before 1.3.268.
    Reason.ABORTS_ALL: message("The loader gives up: all Vulkan calls fail in every program."),
    Reason.ENDS_SEARCH: message(
        "The loader stops reading at this file: programs do not see the layers after it."
    ),
    Reason.CRASHES_ALL: message("The loader crashes in every program."),
    Reason.DUPLICATE: message("The loader uses the copy found first."),
    Reason.LIBRARY_MISSING: _UNUSABLE_MESSAGE,
    Reason.LIBRARY_FOREIGN: _UNUSABLE_MESSAGE,
    Reason.LIBRARY_NEEDS_MISSING: _UNUSABLE_MESSAGE,
    Reason.LIBRARY_UNLINKABLE: _UNUSABLE_MESSAGE,
    Reason.LAYER_WITHOUT_ENTRY_POINT: _UNUSABLE_MESSAGE,
    # mmap(2): reading past the end of the file is SIGBUS.
    Reason.LIBRARY_CUT_SHORT: message("Programs that load it crash with a bus error."),
    Reason.OTHER_MANIFEST_TYPE: message("The loader ignores the file."),
    # add_data_files writes no message where opendir fails.
    Reason.FOLDER_UNREADABLE: message("The loader silently skips the folder."),
    Reason.SHADOWED: message("The variable has no effect."),
    Reason.NOT_HONOURED: message("The variable has no effect on this loader."),
    Reason.MATCHES_NOTHING: message("This part of the variable has no effect."),
    Reason.TOO_MANY_TOKENS: message("This part of the variable has no effect."),
}
_LAYER_CONSEQUENCE = message("The loader continues without this layer.")
_FAILS_WITH_THE_LAYER = message("vkCreateInstance fails in every program that uses the layer.")
_OVERRIDE_CONSEQUENCE = message("The loader rejects the override, so its layers do not load.")
_UNPROBLEMATIC_OUTCOMES = (Outcome.LOADS, Outcome.OFF, Outcome.ACTS, Outcome.UNKNOWN)
_PROBLEM_REASONS = (
    Reason.CRASHES_ALL,
    Reason.SHADOWED,
    Reason.NOT_HONOURED,
    Reason.MATCHES_NOTHING,
    Reason.TOO_MANY_TOKENS,
)
# Results that a program gets for what it requests, or before drivers are looked for.
_REQUEST_RESULTS = frozenset(
    {SUCCESS, "VK_ERROR_LAYER_NOT_PRESENT", "VK_ERROR_EXTENSION_NOT_PRESENT"}
)


class DecidedDrivers(NamedTuple):
    """Drivers in the order of the report, and the inputs of their decisions."""

    context: DecisionContext
    decided: tuple[DecidedDriver, ...]
    rules: DriverRules


def make_found_drivers(drivers: DecidedDrivers) -> tuple[FoundDriver, ...]:
    """Return all drivers in scan order with their verdicts."""
    return tuple(_make_found_driver(drivers.context, *driver) for driver in drivers.decided)


def _make_found_driver(
    context: DecisionContext,
    file: str,
    parsed_manifest: DriverManifest | Failure,
    decision: Decision,
) -> FoundDriver:
    """Return a driver with its verdict."""
    line = decision.line
    if decision.key_path and not line:
        positions = context.read_document(file).positions(context.dialect.new_json)
        line = positions.find_line(*decision.key_path)
    verdict = Verdict(
        file,
        Kind.DRIVER,
        decision.outcome,
        decision.reason,
        decision.detail,
        file,
        line,
    )
    return FoundDriver(
        file, None if isinstance(parsed_manifest, Failure) else parsed_manifest, verdict
    )


def make_found_layers(
    context: DecisionContext, listed_entries: Sequence[Entry], chain: Chain
) -> tuple[FoundLayer, ...]:
    """Return all layers in scan order with their verdicts and places in the chain."""
    positions = {id(item.entry): position for position, item in enumerate(chain.loaded)}
    listed_ids = {id(entry) for entry in listed_entries}
    lines = _LineFinder(context)
    return tuple(
        FoundLayer(
            entry.name,
            entry.file,
            entry.implicit,
            entry.manifest,
            _make_verdict(entry, lines),
            positions.get(id(entry), -1),
            id(entry) in listed_ids,
        )
        for entry in context.entries
    )


def make_active_layers(written_layers: Iterable[WrittenLayer]) -> tuple[ActiveLayer, ...]:
    """Return the layers of a chain, with `enabled_by` as the loader's log says it."""
    return tuple(ActiveLayer(item.entry.layer, item.enabled_by) for item in written_layers)


class _LineFinder:
    """Finds line numbers, each once, since one place often decides many layers."""

    def __init__(self, context: DecisionContext) -> None:
        self._context = context
        self._positions: dict[str, Positions] = {}
        self._line_numbers: dict[tuple[str, KeyPath], int] = {}

    def find_line(self, file: str, key_path: KeyPath) -> int:
        """Return the line of a key in a manifest."""
        line = self._line_numbers.get((file, key_path))
        if line is None:
            positions = self._positions.get(file)
            if positions is None:
                document = self._context.read_document(file)
                positions = document.positions(self._context.dialect.new_json)
                self._positions[file] = positions
            line = self._line_numbers[file, key_path] = positions.find_line(*key_path)
        return line


def _make_verdict(entry: Entry, lines: _LineFinder) -> Verdict:
    """Return the decision about a layer as a verdict with a line number."""
    decision = entry.final_decision
    file, line = decision.file or entry.file, decision.line
    if decision.key_path and not line:
        line = lines.find_line(file, decision.key_path)
    return Verdict(
        entry.name,
        Kind.LAYER,
        decision.outcome,
        decision.reason,
        decision.detail,
        file,
        line,
    )


def find_problems(report: LoaderReport, settings: LoaderSettings) -> tuple[Problem, ...]:
    """Return all problems of the machine, worst first."""
    problems = [
        *_yield_machine_problems(report),
        *_yield_settings_problems(report, settings),
        *_yield_layer_problems(report),
        *_yield_driver_problems(report),
        *_yield_environment_problems(report),
    ]
    severities = list(Severity)
    return tuple(sorted(problems, key=lambda problem: severities.index(problem.severity)))


def _render_driverless_result(report: LoaderReport, *, portability: bool) -> str:
    """Render what programs get if no driver loads.

    `portability`: drivers are hidden as portability drivers.
    """
    result = report.create_result
    if result in _REQUEST_RESULTS or not result.startswith("VK_ERROR_"):
        result = INCOMPATIBLE_DRIVER
    if portability:
        return tr(
            "vkCreateInstance fails with {result} in every program that does not request "
            "portability drivers.",
            result=result,
        )
    return tr("vkCreateInstance fails with {result} in every program.", result=result)


def _yield_machine_problems(report: LoaderReport) -> Iterator[Problem]:
    """Yield the problems of the machine: a refused version, no driver."""
    if find_version_failure(report.application, report.profile):
        yield Problem(
            Severity.ERROR,
            "version-refused",
            tr("{loader} rejects Vulkan 1.1 programs", loader=report.profile.title),
            tr(
                "vkCreateInstance always fails with VK_ERROR_INCOMPATIBLE_DRIVER, whatever is "
                "installed."
            ),
        )
    if not any(d.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN) for d in report.drivers):
        reasons = Counter(driver.verdict.reason for driver in report.drivers)
        result = _render_driverless_result(report, portability=bool(reasons[Reason.PORTABILITY]))
        yield Problem(
            Severity.ERROR,
            "no-driver",
            tr("No driver can be loaded"),
            " ".join((result, *_render_hiding_filters(report, reasons))),
        )


def _render_hiding_filters(report: LoaderReport, reasons: Counter[Reason]) -> Iterator[str]:
    """Yield a sentence on each filter that hides drivers.

    `reasons`: how many drivers have each reason.
    """
    for reason, name in DRIVER_FILTERS.items():
        if reasons[reason]:
            yield counted(
                "{variable}={value} hides {n:,} drivers.",
                "{variable}={value} hides {n:,} driver.",
                reasons[reason],
                variable=name,
                value=report.host.environment.get(name, ""),
            )


def _yield_settings_problems(report: LoaderReport, settings: LoaderSettings) -> Iterator[Problem]:
    """Yield the problems of the loader settings file."""
    file = settings.file
    if not file:
        return
    if settings.hangs or settings.failure is not None:
        yield _make_fatal_settings_problem(settings)
    # get_unix_settings_path only checks existence: an unusable file hides the others.
    elif settings.reason:
        yield Problem(
            Severity.WARNING,
            "settings-file-unused",
            tr("The loader settings file has no effect: {reason}", reason=render(settings.reason)),
            tr("The loader ignores the file and does not look for another file."),
            file,
            settings.line,
        )
    is_overridden = any(layer.name == OVERRIDE_NAME for layer in report.found_layers)
    # Overrides are found in folders, and without the unordered entry none is scanned.
    if settings.hides_unlisted and is_overridden:
        yield Problem(
            Severity.WARNING,
            "settings-file-hides-override",
            tr("The loader settings file hides the override"),
            tr("Programs see only the layers that the settings file lists."),
            file,
            remedy=EditKey(
                file,
                (*settings.key_path, "layers", len(settings.layers or ())),
                {"control": Control.UNORDERED.value},
                tr("add the unordered entry"),
            ),
        )
    if settings.crashes_on_pair:
        yield Problem(
            Severity.ERROR,
            "settings-file-crashes",
            tr("The loader settings file contains both an off entry and the unordered entry"),
            tr("Loaders before 1.3.302 crash on it in every program."),
            file,
            remedy=_remove_off_entries(settings),
        )
    elif settings.crashes_loader:
        yield Problem(
            Severity.ERROR,
            "settings-file-crashes",
            tr("The loader crashes when it compares the layers in the loader settings file"),
            render(_CONSEQUENCE_BY_REASON[Reason.CRASHES_ALL]),
            file,
        )


def _make_fatal_settings_problem(settings: LoaderSettings) -> Problem:
    """Return the problem of a settings file that no program survives reading."""
    code = "settings-file-unused"
    title = tr(
        "The loader cannot read the loader settings file: {reason}", reason=render(settings.reason)
    )
    if settings.failure is Reason.CRASHES_ALL:
        code = "settings-file-crashes"
        title = tr(
            "The loader crashes on the loader settings file: {reason}",
            reason=render(settings.reason),
        )
    consequence = (
        render(_CONSEQUENCE_BY_REASON[settings.failure])
        if settings.failure
        else tr("The loader waits for data from it: every Vulkan program hangs at its first call.")
    )
    return Problem(Severity.ERROR, code, title, consequence, settings.file, settings.line)


def _remove_off_entries(settings: LoaderSettings) -> Remedy:
    """Return the edits that remove all "off" entries, the last one first."""
    edits = [
        EditKey(
            settings.file,
            (*settings.key_path, "layers", index),
            REMOVED,
            tr("remove the off entry for {name}", name=layer.name),
        )
        for index, layer in enumerate(settings.layers or ())
        if layer.control is Control.OFF
    ]
    return Together(tuple(reversed(edits)))


def _yield_layer_problems(report: LoaderReport) -> Iterator[Problem]:
    """Yield a problem for each bad verdict on a layer."""
    for layer in report.found_layers:
        verdict = layer.verdict
        # Unreached files are valid; the file before them is the problem. An override behind that
        # of this program is for other programs.
        is_harmless = verdict.reason is Reason.NOT_REACHED or (
            verdict.reason is Reason.DUPLICATE and layer.name == OVERRIDE_NAME
        )
        if verdict.outcome not in _UNPROBLEMATIC_OUTCOMES and not is_harmless:
            yield _make_layer_problem(layer, report)


def _make_layer_problem(layer: FoundLayer, report: LoaderReport) -> Problem:
    """Return the verdict on a layer as a problem."""
    verdict, severity = layer.verdict, decide_layer_severity(layer)
    consequence = _CONSEQUENCE_BY_REASON.get(verdict.reason, _LAYER_CONSEQUENCE)
    if _fails_without_library(verdict):
        consequence = _FAILS_WITH_THE_LAYER
    if _is_valid_override(layer) and verdict.reason is not Reason.CRASHES_ALL:
        consequence = _OVERRIDE_CONSEQUENCE
    return _build_problem(layer.name, layer.file, verdict, report, severity, render(consequence))


def decide_layer_severity(layer: FoundLayer) -> Severity:
    """Return how severe the bad verdict on a layer is: an error keeps programs from running."""
    if _fails_without_library(layer.verdict) or _is_valid_override(layer):
        return Severity.ERROR
    return _SEVERITY_BY_REASON.get(layer.verdict.reason, Severity.WARNING)


def decide_driver_severity(verdict: Verdict) -> Severity:
    """Return how severe the bad verdict on a driver is: an error keeps programs from running."""
    # Of loader_icd_scan only a lack of memory, or a crash, reaches the program.
    if verdict.outcome is Outcome.FAILS:
        return Severity.ERROR
    return _SEVERITY_BY_REASON.get(verdict.reason, Severity.WARNING)


def _fails_without_library(verdict: Verdict) -> bool:
    """Return whether programs fail because the library of a layer that loads is missing."""
    return verdict.outcome is Outcome.FAILS and verdict.reason is Reason.LIBRARY_MISSING


def _is_valid_override(layer: FoundLayer) -> bool:
    """Return whether a layer is an override: one bad component takes all of it out."""
    # verify_meta_layer_component_layers
    return layer.name == OVERRIDE_NAME and layer.manifest is not None


def _yield_driver_problems(report: LoaderReport) -> Iterator[Problem]:
    """Yield a problem for each bad verdict on a driver."""
    for driver in report.drivers:
        verdict = driver.verdict
        if verdict.outcome in _UNPROBLEMATIC_OUTCOMES:
            continue
        name = get_base_name(driver.file)
        severity = decide_driver_severity(verdict)
        consequence = tr("The loader continues without this driver.")
        if verdict.reason is Reason.OTHER_MANIFEST_TYPE:
            consequence = render(_CONSEQUENCE_BY_REASON[verdict.reason])
        if verdict.outcome is Outcome.FAILS:
            consequence = tr("vkCreateInstance fails in every program.")
        if verdict.reason in (Reason.CRASHES_ALL, Reason.LIBRARY_CUT_SHORT):
            consequence = render(_CONSEQUENCE_BY_REASON[verdict.reason])
        if verdict.reason is Reason.PROGRAM_AS_DRIVER:
            consequence = tr("Programs linked to the loader crash.")
        yield _build_problem(name, driver.file, verdict, report, severity, consequence)


def _yield_environment_problems(report: LoaderReport) -> Iterator[Problem]:
    """Yield a problem for each bad verdict on a variable or folder."""
    for verdict in report.verdicts:
        is_problem = verdict.reason is Reason.FOLDER_UNREADABLE or (
            verdict.kind is Kind.VARIABLE and verdict.reason in _PROBLEM_REASONS
        )
        if not is_problem:
            continue
        severity = _SEVERITY_BY_REASON.get(verdict.reason, Severity.WARNING)
        if verdict.subject == INSTANCE_LAYERS_VARIABLE and verdict.outcome is Outcome.IGNORED:
            severity = Severity.WARNING
        consequence = _render_unmatched_effect(verdict, report) or render(
            _CONSEQUENCE_BY_REASON[verdict.reason]
        )
        yield _build_problem(verdict.subject, verdict.file, verdict, report, severity, consequence)


def _render_unmatched_effect(verdict: Verdict, report: LoaderReport) -> str:
    """Render what a pattern that matches nothing does, or "" if it does nothing."""
    if verdict.outcome is Outcome.ACTS:
        return tr("No part of the variable matches a driver, so the loader uses no drivers.")
    if verdict.subject != LAYERS_ALLOW_VARIABLE or verdict.reason is not Reason.MATCHES_NOTHING:
        return ""
    if any(
        other_verdict.subject == LAYERS_ALLOW_VARIABLE and other_verdict.outcome is Outcome.ACTS
        for other_verdict in report.verdicts
    ):
        return ""
    hidden_count = sum(
        layer.verdict.reason is Reason.DISABLE_FILTER for layer in report.found_layers
    )
    return (
        counted(
            "It does not exempt any layers from {disable}, which turns off {n:,} layers.",
            "It does not exempt any layers from {disable}, which turns off {n:,} layer.",
            hidden_count,
            disable=LAYERS_DISABLE_VARIABLE,
        )
        if hidden_count
        else ""
    )


def _build_problem(
    name: str,
    file: str,
    verdict: Verdict,
    report: LoaderReport,
    severity: Severity,
    consequence: str,
) -> Problem:
    """Return a verdict as a problem.

    Args:
        name: its subject in the title.
        file: the file that it is about.
        verdict: the verdict.
        report: the report with the verdict.
        severity: how bad it is.
        consequence: what follows, as a sentence.
    """
    return Problem(
        severity,
        verdict.reason.value,
        f"{name}: {render_verdict(verdict, report)}",
        consequence,
        file,
        verdict.line if file == verdict.file else 0,
        verdict.remedy,
        str(verdict.detail),
        subject=name,
    )
