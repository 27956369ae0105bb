"""Reports that leave their machine: what `report --json` writes, and how it is read back.

A report that is read back has the verdicts, sentences and probe results that its machine gave. It
names files that cannot be read here, so nothing is decided from it again; remedies are not read,
since nothing can be changed there. In another language than English the sentences are those that
its facts have here; what only lint of that machine found stays as it was written.
"""

from __future__ import annotations

from types import MappingProxyType

from vkconfig_py import __version__
from vkconfig_py.language.sentences import ENGLISH, current_language, tr
from vkconfig_py.loader.base.codec import WireError, decode
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.host import Application, Host, Platform
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Problem, Reason, Severity, Verdict
from vkconfig_py.loader.explain.report_builder import find_problems
from vkconfig_py.loader.explain.sentences import sentence
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.profiles.releases import BRANCHES
from vkconfig_py.loader.rules.loader_report import (
    ActiveLayer,
    Difference,
    FoundDriver,
    FoundLayer,
    LoaderReport,
    Search,
)
from vkconfig_py.loader.settings_file import Settings
from vkconfig_py.loader.wire.jobs import DriverAnswer, Health, Stage, State, Timing
from vkconfig_py.loader.wire.results import Probed, ProbeResults, Subject

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


# The form of the document: decode() checks every value, and leaves further keys alone.


class _Loader(NamedTuple):
    version: str
    library: str
    pointer_bits: int
    version_assumed: bool = False
    is_sdk_branch: bool = False
    oldest_version: str | None = None
    told_version: str | None = None


class _Process(NamedTuple):
    executable: str
    elevated: bool
    pointer_bits: int
    root: str = ""


class _Layer(NamedTuple):
    name: str
    spec_version: str
    manifest: str
    kind: str
    library: str
    implementation_version: int = 1
    description: str = ""


class _Manifest(NamedTuple):
    name: str
    manifest: str
    implicit: bool
    api_version: tuple[int, int, int]
    implementation_version: int
    description: str
    library: str | None
    components: tuple[str, ...]


class _Active(NamedTuple):
    name: str
    manifest: str
    type: str
    library: str
    enabled_by: str = ""


class _Driver(NamedTuple):
    manifest: str
    library: str | None
    api_version: str | None


class _Search(NamedTuple):
    paths: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


class _Searches(NamedTuple):
    driver: _Search = _Search()
    implicit: _Search = _Search()
    explicit: _Search = _Search()


class _Verdict(NamedTuple):
    subject: str
    kind: Kind
    outcome: Outcome
    reason: Reason
    detail: str
    file: str
    line: int
    sentence: str = ""
    manifest: str = ""
    position: int = -1
    listed: bool = False


class _Problem(NamedTuple):
    severity: Severity
    code: str
    title: str
    consequence: str
    file: str = ""
    line: int = 0
    detail: str = ""


class _Health(NamedTuple):
    subject: Subject
    manifest: str
    name: str
    state: State
    step: str = ""
    code: str = ""
    detail: str = ""
    seconds: dict[str, float] = MappingProxyType({})  # type: ignore[assignment]
    stack: tuple[str, ...] = ()
    output: str = ""


class _Document(NamedTuple):
    basis: str
    instance_version: str
    loader: _Loader
    process: _Process
    layers: tuple[_Layer, ...] | str
    create: str
    callstack: tuple[_Active, ...]
    drivers: tuple[_Driver, ...]
    verdicts: tuple[_Verdict, ...]
    settings_file: str | None
    problems: tuple[_Problem, ...] = ()
    loaders: tuple[_Loader, ...] = ()
    search: _Searches = _Searches()
    platform: Platform = Platform.LINUX
    application: Application = Application()
    manifests: tuple[_Manifest, ...] = ()
    health: tuple[_Health, ...] | None = None
    differences: tuple[Difference, ...] = ()
    probe_refusal: str = ""
    machine: str = ""
    time: str = ""
    engine: str = ""


def read_report(raw: Any) -> SavedReport:
    """Return the report of a JSON object that stamped_json() made here or elsewhere.

    Raises:
        SavedReportError: it is none, or one of a newer engine with rules that are unknown here.
    """
    if not isinstance(raw, dict) or not {"basis", "loader", "verdicts"} <= raw.keys():
        raise SavedReportError(NOT_A_REPORT)
    try:
        document = decode(_Document, raw)
        devices = _devices(raw.get("devices"))
        report = _report(document, devices)
        if current_language() != ENGLISH:
            report = _tell_again(report)
        return SavedReport(report, Taken(document.machine, document.time, document.engine))
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


def tell_document(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the object of a report with its sentences in the language of this process.

    What is no whole report stays as it was written.
    """
    if current_language() == ENGLISH:
        return raw
    try:
        report = read_report(raw).report
    except SavedReportError:
        return raw
    verdicts = [
        {**one, "sentence": sentence(_verdict(decode(_Verdict, one)), report)}
        for one in raw["verdicts"]
    ]
    problems = [
        {**one, "title": told.title}
        for one, told in zip(raw.get("problems", ()), report.problems, strict=True)
    ]
    return {**raw, "verdicts": verdicts, "problems": problems}


def _devices(raw: Any) -> tuple[DeviceSummary, ...] | str | None:
    if raw is None or isinstance(raw, str):
        return raw
    if not isinstance(raw, list) or not all(isinstance(one, dict) for one in raw):
        raise WireError("devices are no array of objects")
    # The number is a text in the document.
    parts = ({**one, "api_version": list(_numbers(str(one.get("api_version", ""))))} for one in raw)
    return tuple(decode(DeviceSummary, one) for one in parts)


def _report(document: _Document, devices: tuple[DeviceSummary, ...] | str | None) -> LoaderReport:
    process = document.process
    manifests = _manifests(document)
    found = tuple(_found_layers(document, manifests))
    files = {driver.manifest for driver in document.drivers}
    drivers = {
        one.manifest: one
        for one in document.verdicts
        if one.kind is Kind.DRIVER and one.manifest in files
    }
    profile = _profile(document.loader)
    chain = (manifests.get((one.name, one.manifest)) for one in document.callstack)
    return LoaderReport(
        host=Host(
            MappingProxyType({}),
            platform=document.platform,
            pointer_bits=process.pointer_bits,
            executable=process.executable,
            elevated=process.elevated,
            root=process.root,
        ),
        application=document.application,
        profile=profile,
        basis=document.basis,
        instance_version=document.instance_version,
        layers=document.layers
        if isinstance(document.layers, str)
        else tuple(manifests[one.name, one.manifest] for one in document.layers),
        layer_extensions=MappingProxyType({}),
        create=document.create,
        callstack=tuple(
            ActiveLayer(manifest, active.enabled_by)
            for manifest, active in zip(chain, document.callstack, strict=True)
            if manifest is not None
        ),
        found=found,
        drivers=tuple(
            _found_driver(driver, drivers[driver.manifest])
            for driver in document.drivers
            if driver.manifest in drivers
        ),
        driver_search=_search(document.search.driver),
        implicit_search=_search(document.search.implicit),
        explicit_search=_search(document.search.explicit),
        settings_file=document.settings_file,
        verdicts=tuple(
            _verdict(one)
            for one in document.verdicts
            if one.kind not in (Kind.LAYER, Kind.DRIVER, Kind.DEVICE)
        ),
        problems=tuple(map(_problem, document.problems)),
        loaders=tuple(map(_profile, document.loaders)),
        devices=devices,
        differences=document.differences,
        probed=_probed(document, devices if isinstance(devices, tuple) else ()),
        sentences=MappingProxyType(
            {_verdict(one): one.sentence for one in document.verdicts if one.sentence}
        ),
    )


def _tell_again(report: LoaderReport) -> LoaderReport:
    """Return the report with its problems told anew, as far as its facts tell them."""
    here = {_facts(one): one for one in find_problems(report, Settings())}
    problems = (
        one._replace(title=same.title, consequence=same.consequence)
        if (same := here.get(_facts(one)))
        else one
        for one in report.problems
    )
    return report._replace(problems=tuple(problems))


def _facts(problem: Problem) -> tuple[Severity, str, str, int, str]:
    return problem.severity, problem.code, problem.file, problem.line, problem.detail


def _problem(one: _Problem) -> Problem:
    return Problem(*one[:6], detail=one.detail)


def _search(search: _Search) -> Search:
    # One source for each path; reports on systems with other rules have none.
    unknown = ("",) * len(search.paths)
    sources = (*search.sources, *unknown)[: len(search.paths)]
    return Search(search.paths, search.files, sources)


def _numbers(text: str) -> tuple[int, int, int]:
    """Return the three last numbers of a version; four mean that a variant comes first."""
    parts = [int(part) for part in text.split(".")]
    if len(parts) not in (3, 4):
        raise WireError(f"{text!r:.60} is no version")
    major, minor, patch = parts[-3:]
    return major, minor, patch


def _profile(loader: _Loader) -> LoaderProfile:
    version = _numbers(loader.version)
    return LoaderProfile(
        version,
        library=loader.library,
        pointer_bits=loader.pointer_bits,
        is_version_known=not loader.version_assumed,
        is_branch=loader.is_sdk_branch and version in BRANCHES,
        oldest=_numbers(loader.oldest_version) if loader.oldest_version else None,
        told=_numbers(loader.told_version) if loader.told_version else None,
    )


def _manifests(document: _Document) -> dict[tuple[str, str], LayerManifest]:
    """Return the layers of the document, by name and file."""
    found = {
        (one.name, one.manifest): LayerManifest(
            one.name,
            one.manifest,
            one.implicit,
            api_version=one.api_version,
            implementation_version=one.implementation_version,
            description=one.description,
            library_path=one.library,
            library=one.library or "",
            component_layers=one.components,
        )
        for one in document.manifests
    }
    # Reports of older releases describe only the layers that a program would be told of.
    for layer in () if isinstance(document.layers, str) else document.layers:
        known = LayerManifest(
            layer.name,
            layer.manifest,
            layer.kind == "implicit",
            api_version=_numbers(layer.spec_version),
            implementation_version=layer.implementation_version,
            description=layer.description,
            library_path=layer.library or None,
            library=layer.library,
        )
        found.setdefault((layer.name, layer.manifest), known)
    for active in document.callstack:
        known = LayerManifest(
            active.name,
            active.manifest,
            active.type == "implicit",
            library_path=active.library,
            library=active.library,
        )
        found.setdefault((active.name, active.manifest), known)
    return found


def _verdict(one: _Verdict) -> Verdict:
    return Verdict(*one[:7])


def _found_layers(
    document: _Document, manifests: dict[tuple[str, str], LayerManifest]
) -> list[FoundLayer]:
    # In older reports implicit layers that are off have their kind by the folder alone.
    implicit = set(document.search.implicit.files)
    found = []
    for one in document.verdicts:
        if one.kind is not Kind.LAYER or not one.manifest:
            continue
        manifest = manifests.get((one.subject, one.manifest))
        is_implicit = manifest.implicit if manifest else one.manifest in implicit
        verdict = _verdict(one)
        found.append(
            FoundLayer(
                one.subject,
                one.manifest,
                is_implicit,
                manifest,
                verdict,
                one.position,
                one.listed,
            )
        )
    return found


def _found_driver(driver: _Driver, verdict: _Verdict) -> FoundDriver:
    manifest = None
    if driver.library is not None and driver.api_version is not None:
        version = (0, *_numbers(driver.api_version))
        manifest = DriverManifest(
            driver.manifest, "", driver.library, driver.library, api_version=version
        )
    return FoundDriver(driver.manifest, manifest, _verdict(verdict))


def _probed(document: _Document, devices: tuple[DeviceSummary, ...]) -> ProbeResults | None:
    if document.health is None:
        return None
    known = [_health(one, devices) for one in document.health]
    return ProbeResults(
        drivers=tuple(one for one in known if one.subject is Subject.DRIVER),
        layers=tuple(one for one in known if one.subject is Subject.LAYER),
        chain=next((one for one in known if one.subject is Subject.CHAIN), None),
        refusal=document.probe_refusal,
    )


def _health(one: _Health, devices: tuple[DeviceSummary, ...]) -> Probed:
    stages = tuple(Timing(Stage(stage), taken) for stage, taken in one.seconds.items())
    health = Health(one.state, one.step, one.code, one.detail, stages, one.stack, one.output)
    answer = None
    if one.subject is Subject.DRIVER:
        own = tuple(device for device in devices if device.driver == one.manifest)
        answer = DriverAnswer(health, devices=own)
    return Probed(one.subject, one.manifest, one.name, health, answer)
