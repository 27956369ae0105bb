"""Writes a LoaderReport as JSON, and reads it back on any machine.

The keys are a public contract. A report that is read back names files that cannot be read here, so
nothing is decided from it again, and its remedies are not read. Its sentences are rendered anew in
another language, as far as its facts allow.
"""

from __future__ import annotations

import time
from operator import not_
from types import MappingProxyType

from vkconfig_py import __version__
from vkconfig_py.language.sentences import ENGLISH_LANGUAGE, current_language, render, tr
from vkconfig_py.loader.base.device_values import DeviceSummary, PhysicalDevice
from vkconfig_py.loader.base.host import Application, Host, Platform, read_machine_name
from vkconfig_py.loader.base.records import (
    ENGLISH_TEXT,
    TYPE_CHECKING,
    Any,
    Form,
    Member,
    NamedTuple,
    Schema,
    WireError,
    allow_text,
    decode,
    encode,
    require_array,
)
from vkconfig_py.loader.base.verdicts import (
    PROBE_REASONS,
    REMOVED,
    ChangeProfile,
    EditKey,
    Kind,
    MoveFile,
    NoRemedy,
    Outcome,
    Problem,
    Remedy,
    Severity,
    Together,
    Verdict,
)
from vkconfig_py.loader.base.versions import format_version
from vkconfig_py.loader.explain.report_builder import find_problems
from vkconfig_py.loader.explain.verdict_sentences import (
    find_create_conditions,
    render_from_facts,
    render_verdict,
)
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.rules import get_folder_name
from vkconfig_py.loader.profiles.profile import BRANCHES, LoaderProfile
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
from vkconfig_py.loader.wire.jobs import HEALTH_SCHEMA, DriverAnswer
from vkconfig_py.loader.wire.results import (
    LIBRARY,
    JobSubject,
    Probed,
    ProbeResults,
    library_to_json,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.files.opened_loader import OpenedLoader
NOT_A_REPORT = tr("it is not a report; to create a report, run “vkconfig-py show --json”")
_ManifestByKey = dict[tuple[str, str], LayerManifest]  # by name and file
_REQUIRED_MARK = object()


def remedy_to_json(remedy: Remedy) -> dict[str, Any]:
    """Return a remedy as a JSON object."""
    return {"action": type(remedy).__name__, **_list_remedy_members(remedy)}


def _list_remedy_members(remedy: Remedy) -> dict[str, Any]:
    """Return the members of a remedy's JSON object."""
    match remedy:
        case EditKey(file, path, value, advice):
            members = {"file": file, "key": remedy.key, "path": list(path), "advice": advice}
            return {**members, "removes": True} if value is REMOVED else {**members, "value": value}
        case MoveFile(file, target):
            return {"file": file, "folder": get_folder_name(target), "target": target}
        case ChangeProfile(version):
            return {"since": list(version), "version": list(version)}
        case Together(steps):
            return {"steps": [remedy_to_json(step) for step in steps]}
        case NoRemedy(reason):
            return {"why": render(reason)}
        case _:
            return remedy._asdict()


def _read_version(raw: Any) -> tuple[int, int, int]:
    """Return the last three numbers of a version. Of four numbers the first is a variant."""
    parts = [int(part) for part in decode(str, raw).split(".")]
    if len(parts) not in (3, 4):
        raise WireError(f"{raw!r:.60} is no version")
    major, minor, patch = parts[-3:]
    return major, minor, patch


def _find_driver_status(driver: FoundDriver) -> str:
    """Return "kept" if a driver loads or may load, else "dropped"."""
    is_kept = driver.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN)
    return "kept" if is_kept else "dropped"


VERSION_FORM = Form(format_version, _read_version)
NUMBERS_FORM = Form(lambda parts: ".".join(map(str, parts)), _read_version)
_KIND_FORM = Form(
    lambda is_implicit: "implicit" if is_implicit else "explicit",
    lambda raw: decode(str, raw) == "implicit",
)
# Resolved: what the manifest names leaves its machine as this path alone.
_LIBRARY_MEMBER = Member("library_path", get=lambda layer: layer.library)
LOADER_SCHEMA = Schema(
    LoaderProfile,
    version=Member("version", NUMBERS_FORM),
    library="library",
    pointer_bits="pointer_bits",
    version_assumed=Member(
        "is_version_known", Form(not_, lambda raw: not decode(bool, raw)), is_omitted=True
    ),
    is_sdk_branch=Member("is_branch", is_omitted=True),
    oldest_version=Member("oldest", VERSION_FORM, is_omitted=True),
    told_version=Member("told", VERSION_FORM, is_omitted=True),
)
PROCESS_SCHEMA = Schema(Host, "executable", "elevated", "pointer_bits", "root")
LAYER_SCHEMA = Schema(
    LayerManifest,
    name="name",
    # VkLayerProperties.specVersion is the api_version of the manifest.
    spec_version=Member("api_version", VERSION_FORM),
    implementation_version="implementation_version",
    description="description",
    manifest="file",
    kind=Member("implicit", _KIND_FORM),
    library=_LIBRARY_MEMBER,
    components="component_layers",
)
MANIFEST_SCHEMA = Schema(
    LayerManifest,
    name="name",
    manifest="file",
    implicit="implicit",
    api_version="api_version",
    implementation_version="implementation_version",
    description="description",
    library=_LIBRARY_MEMBER._replace(get=lambda layer: None if layer.is_meta else layer.library),
    components="component_layers",
)
ACTIVE_LAYER = Schema(
    LayerManifest,
    name="name",
    type=Member("implicit", _KIND_FORM),
    manifest="file",
    library=_LIBRARY_MEMBER,
)
DRIVER_SCHEMA = Schema(
    DriverManifest,
    manifest="file",
    status=Member(get=_find_driver_status),
    reason=Member(get=lambda driver: driver.verdict.reason),
    detail=Member(get=lambda driver: str(driver.verdict.detail)),
    library=Member("library", get=lambda driver: driver.manifest and driver.manifest.library),
    # Without the variant, which comes first.
    api_version=Member(
        "api_version",
        Form(
            lambda parts: parts and NUMBERS_FORM.write(parts[1:]),
            lambda raw: (0, *_read_version(raw)),
        ),
        lambda driver: driver.manifest and driver.manifest.api_version,
    ),
)
VERDICT_SCHEMA = Schema(
    Verdict,
    "subject",
    "kind",
    "outcome",
    basis=Member(get=lambda verdict: "probe" if verdict.reason in PROBE_REASONS else "files"),
    reason="reason",
    sentence=Member(),
    detail=Member("detail", ENGLISH_TEXT),
    file="file",
    line="line",
    remedy=Member(get=lambda verdict: remedy_to_json(verdict.remedy)),
)
# Follows the members of its verdict.
FOUND_LAYER = Schema(FoundLayer, manifest="file", position="position", listed="is_listed")
PROBLEM_SCHEMA = Schema(
    Problem,
    "severity",
    "code",
    "title",
    "consequence",
    "file",
    "line",
    "detail",
    remedy=Member(get=lambda problem: remedy_to_json(problem.remedy)),
    more=Member(get=lambda problem: list(map(remedy_to_json, problem.other_remedies))),
)


def format_uuid(digits: str) -> str:
    """Return 32 hexadecimal digits in groups: 8-4-4-4-12."""
    if len(digits) != 32:
        return digits
    # The loader logs device configurations in the same groups.
    parts = digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]
    return "-".join(parts)


DEVICE_SCHEMA = Schema(
    DeviceSummary,
    *DeviceSummary._fields,
    api_version=Member("api_version", NUMBERS_FORM),
    # VkPhysicalDeviceIDProperties::deviceUUID
    uuid=Member(get=lambda device: format_uuid(device.device_uuid)),
)
DEVICES_FORM = allow_text(
    Form(lambda devices: list(map(DEVICE_SCHEMA.write, devices)), DEVICE_SCHEMA.read_all)
)


def make_stamped_json(report: LoaderReport) -> dict[str, Any]:
    """Return a report as JSON with its origin, as it is saved and collected.

    "machine" is "" for another root or system and the sample machine, whose names are not known.
    """
    host = report.host
    manifests = (layer.manifest for layer in report.found_layers)
    is_other = host.root or host.prefix or host.platform is not Host.read_current().platform
    name = "" if is_other else read_machine_name()
    return {
        **make_stamp(name, host.platform),
        **report_to_json(report),
        # What a saved report needs to be shown as its machine would.
        "application": encode(report.application),
        "manifests": [
            MANIFEST_SCHEMA.write(manifest)
            for manifest in dict.fromkeys(manifests)
            if manifest is not None
        ],
    }


def make_stamp(machine: str, platform: Platform) -> dict[str, Any]:
    """Return the origin of a report that is made now."""
    return {
        "machine": machine,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "engine": __version__,
        "platform": platform.value,
        "language": current_language(),
    }


def report_to_json(report: LoaderReport) -> dict[str, Any]:
    """Return a report as one JSON object. Its keys are a public contract."""
    layers = report.layers
    probed: dict[str, Any] = {}
    if report.probe_results is not None:
        probed = probed_to_json(report)
    devices: dict[str, Any] = {}
    if report.device_callstack is not None:
        devices["device_callstack"] = [
            _active_layer_to_json(item) for item in report.device_callstack
        ]
        devices["create_device"] = report.create_device_result
    return {
        "basis": report.basis,
        "instance_version": report.instance_version,
        "loader": {**LOADER_SCHEMA.write(report.profile), "opened": _opened_loader_to_json(report)},
        "process": PROCESS_SCHEMA.write(report.host),
        "loaders": list(map(LOADER_SCHEMA.write, report.loaders)),
        "layers": layers if isinstance(layers, str) else list(map(LAYER_SCHEMA.write, layers)),
        "layers_result": find_layers_result(report),
        # vkEnumerateInstanceExtensionProperties answers those of drivers, of the loader, then of
        # layers.
        "loader_extensions": extensions_to_json(report.loader_extensions),
        "implicit_extensions": extensions_to_json(report.implicit_extensions),
        "layer_extensions": {
            name: extensions_to_json(offered_extensions)
            for name, offered_extensions in report.layer_extensions.items()
        },
        "create": report.create_result,
        "create_unless": [condition.to_json() for condition in find_create_conditions(report)],
        "callstack": [_active_layer_to_json(item) for item in report.callstack],
        **devices,
        "drivers": list(map(DRIVER_SCHEMA.write, report.drivers)),
        "search": {
            "driver": encode(report.driver_search),
            "implicit": encode(report.implicit_search),
            "explicit": encode(report.explicit_search),
        },
        "settings_file": report.settings_file,
        "verdicts": [
            *(
                {**verdict_to_json(item.verdict, report), **FOUND_LAYER.write(item)}
                for item in report.found_layers
            ),
            *(
                {**verdict_to_json(item.verdict, report), "manifest": item.file}
                for item in report.drivers
            ),
            *(
                {**verdict_to_json(item.verdict, report), "position": item.position}
                for item in report.found_devices
            ),
            *(verdict_to_json(item, report) for item in report.verdicts),
        ],
        "problems": list(map(PROBLEM_SCHEMA.write, report.problems)),
        **probed,
    }


def _opened_loader_to_json(report: LoaderReport) -> dict[str, Any] | None:
    """Return how the program finds its loader as JSON, or None if no program was examined."""
    opened_loader = report.opened_loader
    if opened_loader is None:
        return None
    from vkconfig_py.loader.explain.loader_words import explain_opened_loader

    return {
        "how": opened_loader.origin.value,
        "source": opened_loader.library.source if opened_loader.library else None,
        "certain": opened_loader.is_certain,
        "version_known": report.profile.is_version_known,
        "sentence": explain_opened_loader(opened_loader),
        "windows": _windows_loader_to_json(opened_loader)
        if opened_loader.runs_windows_programs
        else None,
        "others": [
            {"library": candidate.path, "source": candidate.source}
            for candidate in opened_loader.other_loaders
        ],
    }


def find_layers_result(report: LoaderReport) -> str:
    """Return the result of vkEnumerateInstanceLayerProperties, called with an array."""
    if isinstance(report.layers, str):
        return report.layers
    # Before 1.3.302 placeholders of the settings file count as layers that do not fit.
    return "VK_INCOMPLETE" if report.are_layers_incomplete else "VK_SUCCESS"


def _windows_loader_to_json(opened_loader: OpenedLoader) -> dict[str, Any]:
    """Return the loader that Windows programs of the other word size use, as JSON."""
    other_loader = opened_loader.windows_twin
    return {
        "pointer_bits": opened_loader.program.pointer_bits,
        "other_pointer_bits": 96 - opened_loader.program.pointer_bits,
        "other_library": other_loader.path if other_loader is not None else None,
    }


def extensions_to_json(
    offered_extensions: tuple[tuple[str, int], ...] | str,
) -> list[dict[str, Any]] | str:
    """Return extensions as JSON, or the name of an error as it is."""
    if isinstance(offered_extensions, str):
        return offered_extensions
    return [{"name": name, "spec_version": version} for name, version in offered_extensions]


def _active_layer_to_json(active_layer: ActiveLayer) -> dict[str, Any]:
    """Return a layer of the chain as JSON."""
    # In the words of the loader's own log.
    return {**ACTIVE_LAYER.write(active_layer.manifest), "enabled_by": active_layer.enabled_by}


def verdict_to_json(verdict: Verdict, report: LoaderReport) -> dict[str, Any]:
    """Return a verdict as JSON, with its sentence."""
    return VERDICT_SCHEMA.write(verdict, sentence=render_verdict(verdict, report))


def probed_to_json(report: LoaderReport) -> dict[str, Any]:
    """Return the JSON keys that a probe adds."""
    results = report.probe_results
    assert results is not None
    document: dict[str, Any] = {"health": []}
    if results.refusal:
        return {**document, "probe_refusal": results.refusal}
    document["health"] = [
        library_to_json(probe_result) for probe_result in (*results.drivers, *results.layers)
    ]
    if results.chain is not None:
        document["health"].append(library_to_json(results.chain))
    if report.extensions is not None:
        document["extensions"] = extensions_to_json(report.extensions)
    if report.devices is not None:
        document["devices"] = DEVICES_FORM.write(report.devices)
    answer = results.chain_answer
    document["passages"] = [] if answer is None else encode(answer.layer_calls)
    document["differences"] = encode(report.mismatches)
    return document


def devices_to_json(
    devices: tuple[DeviceSummary, ...], results: ProbeResults
) -> list[dict[str, Any]]:
    """Return the devices as JSON, with everything that a dump told of them under "all"."""
    documents = list(map(DEVICE_SCHEMA.write, devices))
    if results.dump is not None:
        for document, dump in zip(documents, results.find_dumps(devices), strict=True):
            document["all"] = dump
    return documents


class SavedReportError(ValueError):
    """A document is no report that this engine reads. The message is part of a sentence."""


class ReportOrigin(NamedTuple):
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
    origin: ReportOrigin


def read_report(raw: Any) -> SavedReport:
    """Return the report of a JSON object that stamped_json() made here or elsewhere.

    Raises:
        SavedReportError: it is none, or one of a newer engine with rules that are unknown here.
    """
    if not isinstance(raw, dict) or not {"basis", "loader", "verdicts"} <= raw.keys():
        raise SavedReportError(NOT_A_REPORT)
    try:
        report, origin = _read_document(raw), decode(ReportOrigin, raw)
    except (WireError, ValueError) as error:
        engine = raw.get("engine")
        if isinstance(engine, str) and engine not in ("", __version__):
            raise SavedReportError(
                tr(
                    "it was written by vkconfig-py {engine:.40}; this version, {version}, "
                    "cannot read all of it ({error})",
                    engine=engine,
                    version=__version__,
                    error=error,
                )
            ) from error
        raise SavedReportError(f"{NOT_A_REPORT} ({error})") from error
    is_current_language = raw.get("language", ENGLISH_LANGUAGE) == current_language()
    return SavedReport(report if is_current_language else _translate_sentences(report), origin)


def translate_document(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the object of a report with its sentences in the language of this process.

    What is no whole report stays as it was written.
    """
    if raw.get("language", ENGLISH_LANGUAGE) == current_language():
        return raw
    try:
        report = read_report(raw).report
    except SavedReportError:
        return raw
    verdicts = [
        {**item, "sentence": render_verdict(VERDICT_SCHEMA.read(item), report)}
        for item in raw["verdicts"]
    ]
    problems = [
        {**item, "title": translated.title}
        for item, translated in zip(raw.get("problems", ()), report.problems, strict=True)
    ]
    return {**raw, "verdicts": verdicts, "problems": problems}


def _read_document(raw: dict[str, Any]) -> LoaderReport:
    """Return the report of a JSON object. Raise WireError if it does not match."""
    manifests = _read_manifests(raw)
    search = _read_member(raw, "search", dict[str, ManifestSearch], {})
    verdicts = [
        (item, VERDICT_SCHEMA.read(item)) for item in require_array(_read_required(raw, "verdicts"))
    ]
    drivers = {
        _read_member(item, "manifest", str, ""): verdict
        for item, verdict in verdicts
        if verdict.kind is Kind.DRIVER
    }
    devices = None if raw.get("devices") is None else DEVICES_FORM.read(raw["devices"])
    return LoaderReport(
        host=Host(
            MappingProxyType({}),
            platform=_read_member(raw, "platform", Platform, Platform.LINUX),
            **PROCESS_SCHEMA.read_fields(_read_required(raw, "process")),
        ),
        application=_read_member(raw, "application", Application, Application()),
        profile=_read_loader(_read_required(raw, "loader")),
        basis=_read_member(raw, "basis", str),
        instance_version=_read_member(raw, "instance_version", str),
        layers=raw["layers"]
        if isinstance(_read_required(raw, "layers"), str)
        else tuple(manifests[_read_layer_key(item)] for item in raw["layers"]),
        layer_extensions=MappingProxyType({}),
        create_result=_read_member(raw, "create", str),
        callstack=_read_chain(_read_required(raw, "callstack"), manifests),
        found_layers=tuple(
            _read_layer(item, verdict, manifests.get(_read_layer_key(item)), search)
            for item, verdict in verdicts
            if verdict.kind is Kind.LAYER and item.get("manifest")
        ),
        drivers=tuple(
            FoundDriver(item["manifest"], _read_driver(item), drivers[item["manifest"]])
            for item in require_array(_read_required(raw, "drivers"))
            if _read_member(item, "manifest", str) in drivers
        ),
        driver_search=_complete_sources(search.get("driver")),
        implicit_search=_complete_sources(search.get("implicit")),
        explicit_search=_complete_sources(search.get("explicit")),
        settings_file=_read_member(raw, "settings_file", str | None),
        verdicts=tuple(
            verdict
            for _, verdict in verdicts
            if verdict.kind not in (Kind.LAYER, Kind.DRIVER, Kind.DEVICE)
        ),
        device_callstack=None
        if raw.get("device_callstack") is None
        else _read_chain(raw["device_callstack"], manifests),
        create_device_result=_read_member(raw, "create_device", str, ""),
        found_devices=tuple(
            FoundDevice(
                PhysicalDevice(verdict.subject), verdict, _read_member(item, "position", int, -1)
            )
            for item, verdict in verdicts
            if verdict.kind is Kind.DEVICE
        ),
        problems=PROBLEM_SCHEMA.read_all(raw.get("problems", [])),
        loaders=tuple(map(_read_loader, require_array(raw.get("loaders", [])))),
        devices=devices,
        mismatches=_read_member(raw, "differences", tuple[ProbeMismatch, ...], ()),
        probe_results=_read_probed(raw, devices if isinstance(devices, tuple) else ()),
        sentences=MappingProxyType(
            {
                verdict: text
                for item, verdict in verdicts
                if (text := _read_member(item, "sentence", str, ""))
            }
        ),
    )


def _read_member(raw: Any, key: str, kind: Any, default: Any = _REQUIRED_MARK) -> Any:
    """Return a member of an object, or the default if an older release did not write it."""
    if not isinstance(raw, dict) or (key not in raw and default is _REQUIRED_MARK):
        raise WireError(f"{raw!r:.60} has no {key}")
    return decode(kind, raw[key]) if key in raw else default


def _read_required(raw: dict[str, Any], key: str) -> Any:
    """Return a member of an object. Raise WireError if it is missing."""
    return _read_member(raw, key, Any)


def _read_layer_key(item: Any) -> tuple[str, str]:
    """Return name and file of a layer, or of the layer that a verdict is about."""
    name = "subject" if "subject" in item else "name"
    return _read_member(item, name, str), _read_member(item, "manifest", str)


def _complete_sources(search: ManifestSearch | None) -> ManifestSearch:
    """Return a search with one source for each path.

    Other systems write none.
    """
    if search is None:
        return ManifestSearch()
    unknown_sources = ("",) * len(search.paths)
    return search._replace(sources=(*search.sources, *unknown_sources)[: len(search.paths)])


def _read_loader(raw: Any) -> LoaderProfile:
    """Return the loader of a saved report."""
    profile: LoaderProfile = LOADER_SCHEMA.read(raw)
    return profile._replace(is_branch=profile.is_branch and profile.version in BRANCHES)


def _read_manifests(raw: dict[str, Any]) -> _ManifestByKey:
    """Return the layers of the document, by name and file."""
    layers = raw.get("layers", [])
    # Reports of older releases describe only the layers that a program would be told of.
    sources = (
        (ACTIVE_LAYER, raw.get("callstack")),
        (ACTIVE_LAYER, raw.get("device_callstack") or []),
        (LAYER_SCHEMA, [] if isinstance(layers, str) else layers),
        (MANIFEST_SCHEMA, raw.get("manifests", [])),
    )
    manifests: _ManifestByKey = {}
    for schema, objects in sources:
        for layer in schema.read_all(objects):
            library = layer.library_path or ""
            path = layer.library_path if schema is MANIFEST_SCHEMA else library or None
            manifests[layer.name, layer.file] = layer._replace(library=library, library_path=path)
    return manifests


def _read_chain(raw: Any, manifests: _ManifestByKey) -> tuple[ActiveLayer, ...]:
    """Return the layers of a chain in a saved report.

    `manifests`: the layers of the report by name and file.
    """
    return tuple(
        ActiveLayer(manifests[_read_layer_key(item)], _read_member(item, "enabled_by", str, ""))
        for item in require_array(raw)
    )


def _read_layer(
    item: dict[str, Any],
    verdict: Verdict,
    manifest: LayerManifest | None,
    search: dict[str, ManifestSearch],
) -> FoundLayer:
    """Return a layer of a saved report with its verdict.

    `search`: where manifests were searched, by kind.
    """
    # In older reports implicit layers that are off have their kind by the folder alone.
    implicit_files = search.get("implicit", ManifestSearch()).files
    layer: FoundLayer = FOUND_LAYER.read(
        item,
        name=verdict.subject,
        implicit=manifest.implicit if manifest else item["manifest"] in implicit_files,
        manifest=manifest,
        verdict=verdict,
    )
    return layer


def _read_driver(item: dict[str, Any]) -> DriverManifest | None:
    """Return the manifest of a driver in a saved report, or None if it was refused."""
    if item.get("library") is None or item.get("api_version") is None:
        return None
    manifest: DriverManifest = DRIVER_SCHEMA.read(
        item, file_version="", library_path=item["library"]
    )
    return manifest


def _read_probed(raw: dict[str, Any], devices: tuple[DeviceSummary, ...]) -> ProbeResults | None:
    """Return what a saved report tells of a probe, or None if none was run."""
    if raw.get("health") is None:
        return None
    results = [_read_probed_library(result, devices) for result in require_array(raw["health"])]
    return ProbeResults(
        drivers=tuple(result for result in results if result.subject is JobSubject.DRIVER),
        layers=tuple(result for result in results if result.subject is JobSubject.LAYER),
        chain=next((result for result in results if result.subject is JobSubject.CHAIN), None),
        refusal=_read_member(raw, "probe_refusal", str, ""),
    )


def _read_probed_library(item: Any, devices: tuple[DeviceSummary, ...]) -> Probed:
    """Return the result of probing one library in a saved report."""
    probe_result: Probed = LIBRARY.read(item, health=HEALTH_SCHEMA.read(item))
    if probe_result.subject is not JobSubject.DRIVER:
        return probe_result
    driver_devices = tuple(device for device in devices if device.driver == probe_result.manifest)
    return probe_result._replace(answer=DriverAnswer(probe_result.health, devices=driver_devices))


def _translate_sentences(report: LoaderReport) -> LoaderReport:
    """Return the report with its sentences in the language of this process."""
    sentences = {
        verdict: render_from_facts(verdict, report) or saved
        for verdict, saved in report.sentences.items()
    }
    report = report._replace(sentences=MappingProxyType(sentences))
    problems_here = {
        _make_problem_key(problem_here): problem_here
        for problem_here in find_problems(report, LoaderSettings())
    }
    problems = (
        problem._replace(title=translated.title, consequence=translated.consequence)
        if (translated := problems_here.get(_make_problem_key(problem)))
        else problem
        for problem in report.problems
    )
    return report._replace(problems=tuple(problems))


def _make_problem_key(problem: Problem) -> tuple[Severity, str, str, int, str]:
    """Return what identifies a problem, whatever the language of its sentences."""
    return problem.severity, problem.code, problem.file, problem.line, problem.detail
