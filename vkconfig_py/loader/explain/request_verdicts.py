"""Verdicts on what the program is and asks for, and on what decisions rested on besides manifests.

Together with environment_verdicts.py nothing that had a part in the result is left without
a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.loader.base.verdicts import (
    AskNotFor,
    DropPrivileges,
    Kind,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    SetVariable,
    Verdict,
)
from vkconfig_py.loader.base.versions import Version
from vkconfig_py.loader.explain.environment_verdicts import (
    crash_verdict,
    elevated,
    entry_verdict,
    hidden_driver_verdicts,
    variable,
)
from vkconfig_py.loader.explain.remedies import DecisionContext
from vkconfig_py.loader.files.binaries import search_candidates
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.platforms import linux
from vkconfig_py.loader.profiles.extension_names import (
    FILTER_VARIABLE,
    PORTABILITY_FLAG,
    is_filter_off,
    is_valid_name,
    known_extensions,
)
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.loader.rules.settings_layers import Note
from vkconfig_py.loader.settings_file import Control

_LIBRARY_PATH = "LD_LIBRARY_PATH"
_PORTABILITY_BIT = "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR"
_BASES = (linux.CONFIG_HOME, linux.CONFIG_DIRS, linux.DATA_HOME, linux.DATA_DIRS)
_PART_OF_IT = NoRemedy("this is what the question is about")
_BY_VARIABLE = (
    Reason.ENABLE_VARIABLE,
    Reason.ENABLE_VARIABLE_OTHER_VALUE,
    Reason.DISABLE_VARIABLE,
)


def find_request_verdicts(
    report: LoaderReport,
    world: DecisionContext,
    notes: Sequence[Note],
    blocked: frozenset[str],
    hidden_drivers: Sequence[str],
) -> Iterator[Verdict]:
    """Yield the verdicts, for one report that is complete but for them."""
    layers = world.settings.layers or ()
    if world.settings.dies and any(layer.control is Control.OFF for layer in layers):
        yield crash_verdict(world.settings)
    for note in notes:
        yield entry_verdict(world.settings, *note)
    if hidden_drivers:
        yield from hidden_driver_verdicts(world.settings, hidden_drivers)
    yield from _base_variables(world)
    yield from _layer_variables(report, world)
    yield from _libraries(report, world)
    yield from _requested_layers(report, blocked)
    yield from _requested_extensions(report)
    yield from _requested_others(report)
    yield from _process(report, world)


def _base_variables(world: DecisionContext) -> Iterator[Verdict]:
    host = world.host
    below_home = False
    for place in _BASES:
        if place.gate is not None and not world.profile.has(place.gate):
            continue
        value = host.environment.get(place.variable)
        below_home = below_home or bool(place.below_home and (host.hides_variables or not value))
        if value:
            yield from _base_variable(world, place.variable, value)
    home = host.environment.get("HOME")
    if home is not None and below_home:
        yield from _base_variable(world, "HOME", home)


def _base_variable(world: DecisionContext, name: str, value: str) -> Iterator[Verdict]:
    if world.host.hides_variables:
        yield elevated(world.host, name)
    else:
        yield variable(name, Outcome.ACTS, Reason.BASE_FOLDER, value)


def _layer_variables(report: LoaderReport, world: DecisionContext) -> Iterator[Verdict]:
    """Yield verdicts on the variables by which implicit layers are turned on and off."""
    environment = world.inputs.environment
    for layer in report.found:
        manifest = layer.manifest
        if manifest is None or not layer.implicit:
            continue
        disable, enable = manifest.disable_environment, manifest.enable_environment
        if enable is not None and enable[0] in environment:
            reason = Reason.ENABLE_VARIABLE
            if environment[enable[0]] != enable[1]:
                reason = Reason.ENABLE_VARIABLE_OTHER_VALUE
            yield _layer_variable(layer, enable[0], reason)
        if disable is not None and disable in environment:
            yield _layer_variable(layer, disable, Reason.DISABLE_VARIABLE)


def _layer_variable(layer: FoundLayer, name: str, reason: Reason) -> Verdict:
    verdict = layer.verdict
    if verdict.reason in _BY_VARIABLE and verdict.detail == name:
        return variable(name, Outcome.ACTS, reason, layer.name)
    return variable(name, Outcome.IGNORED, Reason.NOT_DECISIVE, layer.name)


def _libraries(report: LoaderReport, world: DecisionContext) -> Iterator[Verdict]:
    """Yield what the dynamic linker opens for the chain and for the drivers."""
    bare = helped = False
    host = world.host._replace(
        pointer_bits=min(world.host.pointer_bits, world.profile.pointer_bits)
    )
    used = [
        *((x.manifest.library, x.file, x.position >= 0) for x in report.found if x.manifest),
        *(
            (x.manifest.library, x.file, x.verdict.outcome is Outcome.LOADS)
            for x in report.drivers
            if x.manifest
        ),
    ]
    for library, file, opened in used:
        source = ""
        if library and "/" not in library:
            bare = True
        if not library or not opened:
            continue
        path = world.check(library).path
        if "/" not in library:
            candidates = search_candidates(host, library)
            source = next((s for p, s in candidates if p == path), "")
            helped = helped or source == _LIBRARY_PATH
        yield Verdict(path, Kind.LIBRARY, Outcome.ACTS, Reason.LIBRARY_FOUND, source, file)
    if bare and host.environment.get(_LIBRARY_PATH):
        if host.elevated:
            yield elevated(host, _LIBRARY_PATH)
        elif helped:
            value = host.environment[_LIBRARY_PATH]
            yield variable(_LIBRARY_PATH, Outcome.ACTS, Reason.LIBRARY_FOUND, value)
        else:
            yield variable(_LIBRARY_PATH, Outcome.IGNORED, Reason.NOT_DECISIVE)


def _requested_layers(report: LoaderReport, blocked: frozenset[str]) -> Iterator[Verdict]:
    for name in dict.fromkeys(report.application.layers):
        copies = [layer for layer in report.found if layer.name == name]
        listed = next((layer for layer in copies if layer.listed), None)
        if listed is None or name in blocked or not is_valid_name(name):
            why = copies[0].verdict if copies else None
            file = why.file if why is not None else ""
            detail = why.reason.value if why is not None else ""
            remedy: Remedy = AskNotFor(layer=name)
            yield _request(name, Outcome.FAILS, Reason.NOT_PRESENT, detail, file, remedy)
        elif listed.verdict.outcome is Outcome.SKIPPED and not _is_loaded(copies):
            verdict = listed.verdict
            yield _request(
                name, Outcome.FAILS, verdict.reason, verdict.detail, listed.file, verdict.remedy
            )
        else:
            remedy = AskNotFor(layer=name)
            yield _request(name, Outcome.ACTS, Reason.REQUESTED, "", listed.file, remedy)


def _is_loaded(copies: Sequence[FoundLayer]) -> bool:
    outcomes = (Outcome.LOADS, Outcome.ACTS, Outcome.UNKNOWN)
    return any(layer.verdict.outcome in outcomes for layer in copies)


def _request(
    name: str, outcome: Outcome, reason: Reason, detail: str, file: str, remedy: Remedy
) -> Verdict:
    return Verdict(name, Kind.REQUEST, outcome, reason, detail, file, remedy=remedy)


def _requested_extensions(report: LoaderReport) -> Iterator[Verdict]:
    off = is_filter_off(report.host)
    known = known_extensions(report.profile)
    unknown = False
    for name in dict.fromkeys(report.application.extensions):
        remedy: Remedy = AskNotFor(extension=name)
        outcome, reason = Outcome.ACTS, Reason.EXTENSION_KNOWN
        if not is_valid_name(name):
            outcome, reason = Outcome.FAILS, Reason.EXTENSION_UNKNOWN
        elif name not in known:
            unknown = True
            reason = Reason.EXTENSION_FILTER_OFF if off else Reason.EXTENSION_UNKNOWN
            outcome = Outcome.ACTS if off else Outcome.FAILS
            remedy = remedy if off else SetVariable(FILTER_VARIABLE, "1")
        yield Verdict(name, Kind.EXTENSION, outcome, reason, remedy=remedy)
    value = report.host.plain_env(FILTER_VARIABLE)
    if value:
        if off and unknown:
            yield variable(FILTER_VARIABLE, Outcome.ACTS, Reason.EXTENSION_FILTER_OFF, value)
        else:
            yield variable(FILTER_VARIABLE, Outcome.IGNORED, Reason.NOT_DECISIVE)


def _requested_others(report: LoaderReport) -> Iterator[Verdict]:
    application = report.application
    if application.flags & PORTABILITY_FLAG:
        detail = str(application.flags)
        yield _request(_PORTABILITY_BIT, Outcome.ACTS, Reason.REQUESTED, detail, "", _PART_OF_IT)
    if application.api_version is not None and not report.profile.has(Gate.ANY_API_VERSION):
        version = str(Version(application.api_variant, *application.api_version))
        yield _request("apiVersion", Outcome.ACTS, Reason.REQUESTED, version, "", _PART_OF_IT)


def _process(report: LoaderReport, world: DecisionContext) -> Iterator[Verdict]:
    host = world.host
    chooses = [
        layer.file
        for layer in report.found
        if layer.name == OVERRIDE_NAME and layer.manifest and layer.manifest.app_keys
    ]
    if world.settings.programs:
        chooses.append(world.settings.file)
    if chooses:
        reason = Reason.PROGRAM_PATH
        yield Verdict(
            host.executable,
            Kind.PROCESS,
            Outcome.ACTS,
            reason,
            "app_keys",
            chooses[0],
            remedy=_PART_OF_IT,
        )
    if host.hides_variables:
        yield Verdict(
            "elevated",
            Kind.PROCESS,
            Outcome.ACTS,
            Reason.ELEVATED,
            host.executable,
            remedy=DropPrivileges(host.executable),
        )
    bits = f"{min(host.pointer_bits, world.profile.pointer_bits)}-bit"
    yield Verdict(bits, Kind.PROCESS, Outcome.ACTS, Reason.WORD_SIZE, remedy=_PART_OF_IT)
