"""Verdicts on variables, filter tokens, folders and settings: what influenced the result."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.filters import (
    ALLOW,
    DISABLE,
    DRIVERS_DISABLE,
    DRIVERS_SELECT,
    ENABLE,
    Filter,
    driver_filters,
    layer_filters,
)
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.profile import Gate, LoaderProfile
from vkconfig_py.loader.reading import Listing
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.search_paths import (
    OVERRIDE,
    VARIABLES,
    ManifestType,
    is_json,
    replacing_variable,
)
from vkconfig_py.loader.settings_file import Settings
from vkconfig_py.loader.verdicts import (
    ChangeProfile,
    Kind,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    UnsetVariable,
    Verdict,
)

_FILTERS: tuple[tuple[str, Gate, Reason], ...] = (
    (ENABLE, Gate.FILTERS, Reason.ENABLE_FILTER),
    (DISABLE, Gate.FILTERS, Reason.DISABLE_FILTER),
    (ALLOW, Gate.LAYERS_ALLOW, Reason.ALLOW_FILTER),
    (DRIVERS_SELECT, Gate.FILTERS, Reason.DRIVER_SELECT_FILTER),
    (DRIVERS_DISABLE, Gate.FILTERS, Reason.DRIVER_DISABLE_FILTER),
)
_DRIVER_FILTERS = (DRIVERS_SELECT, DRIVERS_DISABLE)


class Circumstances(NamedTuple):
    """What the decisions rested on, besides the manifests."""

    host: Host
    profile: LoaderProfile
    settings: Settings
    listings: tuple[Listing, Listing, Listing]


def find_influences(report: LoaderReport, circumstances: Circumstances) -> tuple[Verdict, ...]:
    """Return a verdict for each variable that is set, each folder and the settings file."""
    host, profile, settings, listings = circumstances
    verdicts = list(_settings_verdicts(settings))
    replaced = any(place.source == OVERRIDE for place in listings[2].places)
    for kind in ManifestType:
        ignored = kind is ManifestType.DRIVER and settings.device_configurations
        winner = settings.file if ignored else ""
        if kind is ManifestType.EXPLICIT and replaced:
            winner = OVERRIDE
        verdicts += _search_variables(host, profile, kind, winner)
    verdicts += _filter_variables(report, settings)
    verdicts += _instance_layers(report)
    for listing in listings:
        verdicts += _folders(listing)
    return tuple(verdicts)


def _variable(
    name: str, outcome: Outcome, reason: Reason, detail: str = "", remedy: Remedy | None = None
) -> Verdict:
    return Verdict(
        name, Kind.VARIABLE, outcome, reason, detail, remedy=remedy or UnsetVariable(name)
    )


def _not_read(host: Host, profile: LoaderProfile, name: str, gate: Gate | None) -> Verdict | None:
    """Return why a variable is not even looked at, if so."""
    if host.elevated:
        remedy = NoRemedy("the program runs with more rights than its user")
        return _variable(name, Outcome.IGNORED, Reason.ELEVATED, remedy=remedy)
    if gate is not None and not profile.has(gate):
        since = gate.value.first
        detail = ".".join(map(str, since))
        return _variable(name, Outcome.IGNORED, Reason.NOT_HONOURED, detail, ChangeProfile(since))
    return None


def _search_variables(
    host: Host, profile: LoaderProfile, kind: ManifestType, winner: str
) -> Iterator[Verdict]:
    rules = VARIABLES[kind]
    acting = winner or replacing_variable(host, profile, kind) or ""
    for name, gate in (*rules.replacing, rules.adding):
        value = host.environment.get(name)
        if value is None or (name == rules.adding[0] and not value):
            continue
        ignored = _not_read(host, profile, name, gate)
        if ignored is not None:
            yield ignored
        elif acting and acting != name:
            yield _variable(name, Outcome.IGNORED, Reason.SHADOWED, acting)
        elif acting:
            yield _variable(name, Outcome.ACTS, Reason.REPLACES_SEARCH, value)
        else:
            yield _variable(name, Outcome.ACTS, Reason.ADDS_TO_SEARCH, value)


def _filter_variables(report: LoaderReport, settings: Settings) -> Iterator[Verdict]:
    host, profile = report.host, report.profile
    parsed = (*layer_filters(host, profile), *driver_filters(host, profile))
    for (name, gate, reason), found in zip(_FILTERS, parsed, strict=True):
        if not host.environment.get(name):
            continue
        ignored = _not_read(host, profile, name, gate)
        if ignored is not None:
            yield ignored
        elif name in _DRIVER_FILTERS and settings.device_configurations:
            yield _variable(name, Outcome.IGNORED, Reason.SHADOWED, settings.file)
        else:
            yield from _tokens(report, found, reason)


def _tokens(report: LoaderReport, found: Filter, reason: Reason) -> Iterator[Verdict]:
    if found.variable in _DRIVER_FILTERS:
        names = {(driver.file[driver.file.rfind("/") + 1 :], False) for driver in report.drivers}
    else:
        names = {(layer.name, layer.implicit) for layer in report.found if layer.manifest}
    for text, single in found.singly():
        if any(single.match_layer(name, implicit) for name, implicit in names):
            yield _variable(found.variable, Outcome.ACTS, reason, text)
        else:
            yield _variable(found.variable, Outcome.IGNORED, Reason.MATCHES_NOTHING, text)
    for text in found.lost:
        yield _variable(found.variable, Outcome.IGNORED, Reason.TOO_MANY_TOKENS, text)


def _instance_layers(report: LoaderReport) -> Iterator[Verdict]:
    value = report.host.plain_env(INSTANCE_LAYERS)
    ordered = report.profile.has(Gate.ORDERED_INSTANCE_LAYERS)
    kinds = {layer.name: layer.implicit for layer in reversed(report.found) if layer.listed}
    for name in dict.fromkeys((value or "").split(":")):
        if not name:
            continue
        if name not in kinds:
            yield _variable(INSTANCE_LAYERS, Outcome.IGNORED, Reason.MATCHES_NOTHING, name)
        elif kinds[name] and not ordered:
            remedy = ChangeProfile(Gate.ORDERED_INSTANCE_LAYERS.value.first)
            yield _variable(INSTANCE_LAYERS, Outcome.IGNORED, Reason.NOT_HONOURED, name, remedy)
        else:
            yield _variable(INSTANCE_LAYERS, Outcome.ACTS, Reason.INSTANCE_LAYERS, name)


def _folders(listing: Listing) -> Iterator[Verdict]:
    for place, folder in zip(listing.places, listing.folders, strict=True):
        kind = Kind.FILE if is_json(place.path) else Kind.FOLDER
        outcome, reason = Outcome.ACTS, Reason.SEARCHED
        if folder.error:
            outcome = Outcome.IGNORED if folder.absent else Outcome.SKIPPED
            reason = Reason.FOLDER_ABSENT if folder.absent else Reason.FOLDER_UNREADABLE
        yield Verdict(place.path, kind, outcome, reason, folder.error or place.source, place.path)


def _settings_verdicts(settings: Settings) -> Iterator[Verdict]:
    if not settings.file:
        return
    if not settings.active:
        outcome, reason = Outcome.IGNORED, Reason.BAD_VALUE
    elif settings.hides_unlisted:
        outcome, reason = Outcome.ACTS, Reason.SETTINGS_FILE_HIDES
    else:
        outcome, reason = Outcome.ACTS, Reason.SETTINGS_FILE_IN_FORCE
    yield Verdict(
        settings.file, Kind.SETTINGS, outcome, reason, settings.reason, settings.file, settings.line
    )
