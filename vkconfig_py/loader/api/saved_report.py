"""Reports that leave their machine: what `report --json` writes, and how it is read back.

A report that is read back has the verdicts, sentences and probe results that its machine gave. It
names files that cannot be read here, so nothing is decided from it again; remedies are not read,
since nothing can be changed there. In another language than that of its machine the sentences are
those that its facts have here; what only lint of that machine found stays as it was written.
"""

from __future__ import annotations

from types import MappingProxyType

from vkconfig_py import __version__
from vkconfig_py.language.sentences import ENGLISH, current_language, tr
from vkconfig_py.loader.api.report_json import (
    ACTIVE,
    DEVICES,
    DRIVER,
    FOUND,
    LAYER,
    LOADER,
    MANIFEST,
    PROBLEM,
    PROCESS,
    VERDICT,
)
from vkconfig_py.loader.base.codec import WireError, as_array, decode
from vkconfig_py.loader.base.device_values import DeviceSummary, PhysicalDevice
from vkconfig_py.loader.base.host import Application, Host, Platform
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Problem, Severity, Verdict
from vkconfig_py.loader.explain.report_builder import find_problems
from vkconfig_py.loader.explain.sentences import sentence, tell_by_facts
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.profiles.releases import BRANCHES
from vkconfig_py.loader.rules.loader_report import (
    ActiveLayer,
    FoundDevice,
    FoundDriver,
    FoundLayer,
    LoaderReport,
    ManifestSearch,
    ProbeMismatch,
)
from vkconfig_py.loader.settings_file import LoaderSettings
from vkconfig_py.loader.wire.jobs import HEALTH, DriverAnswer
from vkconfig_py.loader.wire.results import LIBRARY, JobSubject, Probed, ProbeResults

NOT_A_REPORT = tr("it is not a report; vkconfig-py report --json writes one")


class SavedReportError(ValueError):
    """A document is no report that this engine reads; the message is part of a sentence."""


class Taken(NamedTuple):
    """Where and when a report was made.

    Attributes:
        machine: name of the machine; "" if it is not known, as in reports of older releases.
        time: UTC, ISO 8601.
        engine: version of vkconfig-py.
    """

    machine: str = ""
    time: str = ""
    engine: str = ""


class SavedReport(NamedTuple):
    """A report, and where it comes from."""

    report: LoaderReport
    taken: Taken


def read_report(raw: Any) -> SavedReport:
    """Return the report of a JSON object that stamped_json() made here or elsewhere.

    Raises:
        SavedReportError: it is none, or one of a newer engine with rules that are unknown here.
    """
    if not isinstance(raw, dict) or not {"basis", "loader", "verdicts"} <= raw.keys():
        raise SavedReportError(NOT_A_REPORT)
    try:
        report, taken = _read(raw), decode(Taken, raw)
    except (WireError, ValueError) as error:
        engine = raw.get("engine")
        if isinstance(engine, str) and engine not in ("", __version__):
            raise SavedReportError(
                tr(
                    "vkconfig-py {engine:.40} wrote it, and this one, {version}, does not "
                    "read all of it ({error})",
                    engine=engine,
                    version=__version__,
                    error=error,
                )
            ) from error
        raise SavedReportError(f"{NOT_A_REPORT} ({error})") from error
    is_told = raw.get("language", ENGLISH) == current_language()
    return SavedReport(report if is_told else _tell_again(report), taken)


def tell_document(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the object of a report with its sentences in the language of this process.

    What is no whole report stays as it was written.
    """
    if raw.get("language", ENGLISH) == current_language():
        return raw
    try:
        report = read_report(raw).report
    except SavedReportError:
        return raw
    verdicts = [{**one, "sentence": sentence(VERDICT.read(one), report)} for one in raw["verdicts"]]
    problems = [
        {**one, "title": told.title}
        for one, told in zip(raw.get("problems", ()), report.problems, strict=True)
    ]
    return {**raw, "verdicts": verdicts, "problems": problems}


def _read(raw: dict[str, Any]) -> LoaderReport:
    manifests = _read_manifests(raw)
    search = _part(raw, "search", dict[str, ManifestSearch], {})
    verdicts = [(one, VERDICT.read(one)) for one in as_array(_required(raw, "verdicts"))]
    drivers = {
        _part(one, "manifest", str, ""): verdict
        for one, verdict in verdicts
        if verdict.kind is Kind.DRIVER
    }
    devices = None if raw.get("devices") is None else DEVICES.read(raw["devices"])
    return LoaderReport(
        host=Host(
            MappingProxyType({}),
            platform=_part(raw, "platform", Platform, Platform.LINUX),
            **PROCESS.read_fields(_required(raw, "process")),
        ),
        application=_part(raw, "application", Application, Application()),
        profile=_read_loader(_required(raw, "loader")),
        basis=_part(raw, "basis", str),
        instance_version=_part(raw, "instance_version", str),
        layers=raw["layers"]
        if isinstance(_required(raw, "layers"), str)
        else tuple(manifests[_key(one)] for one in raw["layers"]),
        layer_extensions=MappingProxyType({}),
        create=_part(raw, "create", str),
        callstack=_read_chain(_required(raw, "callstack"), manifests),
        found=tuple(
            _read_layer(one, verdict, manifests.get(_key(one)), search)
            for one, verdict in verdicts
            if verdict.kind is Kind.LAYER and one.get("manifest")
        ),
        drivers=tuple(
            FoundDriver(one["manifest"], _read_driver(one), drivers[one["manifest"]])
            for one in as_array(_required(raw, "drivers"))
            if _part(one, "manifest", str) in drivers
        ),
        driver_search=_complete(search.get("driver")),
        implicit_search=_complete(search.get("implicit")),
        explicit_search=_complete(search.get("explicit")),
        settings_file=_part(raw, "settings_file", str | None),
        verdicts=tuple(
            verdict
            for _, verdict in verdicts
            if verdict.kind not in (Kind.LAYER, Kind.DRIVER, Kind.DEVICE)
        ),
        device_callstack=None
        if raw.get("device_callstack") is None
        else _read_chain(raw["device_callstack"], manifests),
        create_device=_part(raw, "create_device", str, ""),
        found_devices=tuple(
            FoundDevice(PhysicalDevice(verdict.subject), verdict, _part(one, "position", int, -1))
            for one, verdict in verdicts
            if verdict.kind is Kind.DEVICE
        ),
        problems=PROBLEM.read_all(raw.get("problems", [])),
        loaders=tuple(map(_read_loader, as_array(raw.get("loaders", [])))),
        devices=devices,
        differences=_part(raw, "differences", tuple[ProbeMismatch, ...], ()),
        probed=_read_probed(raw, devices if isinstance(devices, tuple) else ()),
        sentences=MappingProxyType(
            {
                verdict: said
                for one, verdict in verdicts
                if (said := _part(one, "sentence", str, ""))
            }
        ),
    )


_Manifests = dict[tuple[str, str], LayerManifest]  # by name and file
_REQUIRED = object()


def _part(raw: Any, key: str, kind: Any, default: Any = _REQUIRED) -> Any:
    """Return a member of an object, by its class; a default stands for one of older releases."""
    if not isinstance(raw, dict) or (key not in raw and default is _REQUIRED):
        raise WireError(f"{raw!r:.60} has no {key}")
    return decode(kind, raw[key]) if key in raw else default


def _required(raw: dict[str, Any], key: str) -> Any:
    return _part(raw, key, Any)


def _key(one: Any) -> tuple[str, str]:
    """Return name and file of a layer, or of the layer that a verdict is about."""
    name = "subject" if "subject" in one else "name"
    return _part(one, name, str), _part(one, "manifest", str)


def _complete(search: ManifestSearch | None) -> ManifestSearch:
    """Return a search with one source for each path; systems with other rules write none."""
    if search is None:
        return ManifestSearch()
    unknown = ("",) * len(search.paths)
    return search._replace(sources=(*search.sources, *unknown)[: len(search.paths)])


def _read_loader(raw: Any) -> LoaderProfile:
    profile: LoaderProfile = LOADER.read(raw)
    return profile._replace(is_branch=profile.is_branch and profile.version in BRANCHES)


def _read_manifests(raw: dict[str, Any]) -> _Manifests:
    """Return the layers of the document, by name and file."""
    layers = raw.get("layers", [])
    # Reports of older releases describe only the layers that a program would be told of.
    sources = (
        (ACTIVE, raw.get("callstack")),
        (ACTIVE, raw.get("device_callstack") or []),
        (LAYER, [] if isinstance(layers, str) else layers),
        (MANIFEST, raw.get("manifests", [])),
    )
    found: _Manifests = {}
    for schema, objects in sources:
        for layer in schema.read_all(objects):
            library = layer.library_path or ""
            path = layer.library_path if schema is MANIFEST else library or None
            found[layer.name, layer.file] = layer._replace(library=library, library_path=path)
    return found


def _read_chain(raw: Any, manifests: _Manifests) -> tuple[ActiveLayer, ...]:
    return tuple(
        ActiveLayer(manifests[_key(one)], _part(one, "enabled_by", str, ""))
        for one in as_array(raw)
    )


def _read_layer(
    one: dict[str, Any],
    verdict: Verdict,
    manifest: LayerManifest | None,
    search: dict[str, ManifestSearch],
) -> FoundLayer:
    # In older reports implicit layers that are off have their kind by the folder alone.
    implicit = search.get("implicit", ManifestSearch()).files
    layer: FoundLayer = FOUND.read(
        one,
        name=verdict.subject,
        implicit=manifest.implicit if manifest else one["manifest"] in implicit,
        manifest=manifest,
        verdict=verdict,
    )
    return layer


def _read_driver(one: dict[str, Any]) -> DriverManifest | None:
    if one.get("library") is None or one.get("api_version") is None:
        return None
    manifest: DriverManifest = DRIVER.read(one, file_version="", library_path=one["library"])
    return manifest


def _read_probed(raw: dict[str, Any], devices: tuple[DeviceSummary, ...]) -> ProbeResults | None:
    if raw.get("health") is None:
        return None
    known = [_read_library(one, devices) for one in as_array(raw["health"])]
    return ProbeResults(
        drivers=tuple(one for one in known if one.subject is JobSubject.DRIVER),
        layers=tuple(one for one in known if one.subject is JobSubject.LAYER),
        chain=next((one for one in known if one.subject is JobSubject.CHAIN), None),
        refusal=_part(raw, "probe_refusal", str, ""),
    )


def _read_library(one: Any, devices: tuple[DeviceSummary, ...]) -> Probed:
    probed: Probed = LIBRARY.read(one, health=HEALTH.read(one))
    if probed.subject is not JobSubject.DRIVER:
        return probed
    own = tuple(device for device in devices if device.driver == probed.manifest)
    return probed._replace(answer=DriverAnswer(probed.health, devices=own))


def _tell_again(report: LoaderReport) -> LoaderReport:
    """Return the report told in the language of this process, as far as its facts tell it."""
    sentences = {
        verdict: tell_by_facts(verdict, report) or said
        for verdict, said in report.sentences.items()
    }
    report = report._replace(sentences=MappingProxyType(sentences))
    here = {_facts(one): one for one in find_problems(report, LoaderSettings())}
    problems = (
        problem._replace(title=same.title, consequence=same.consequence)
        if (same := here.get(_facts(problem)))
        else problem
        for problem in report.problems
    )
    return report._replace(problems=tuple(problems))


def _facts(problem: Problem) -> tuple[Severity, str, str, int, str]:
    return problem.severity, problem.code, problem.file, problem.line, problem.detail
