"""A LoaderReport as JSON, including probe results; the keys are a public contract.

Each class of a report has one schema; saved_report.py reads with it.
"""

from __future__ import annotations

import time
from operator import not_

from vkconfig_py import __version__
from vkconfig_py.language.sentences import current_language, render
from vkconfig_py.loader.base.codec import (
    ENGLISH_TEXT,
    Form,
    Member,
    Schema,
    WireError,
    decode,
    encode,
    or_text,
)
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.host import Host, Platform, machine_name
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.base.verdicts import (
    PROBED,
    REMOVED,
    ChangeProfile,
    EditKey,
    MoveFile,
    NoRemedy,
    Outcome,
    Problem,
    Remedy,
    Together,
    Verdict,
)
from vkconfig_py.loader.base.versions import version_text
from vkconfig_py.loader.explain.sentences import create_conditions, sentence
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.rules import folder_name
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import (
    ActiveLayer,
    FoundDriver,
    FoundLayer,
    LoaderReport,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.files.opened_loader import OpenedLoader
    from vkconfig_py.loader.wire.results import ProbeResults


def remedy_to_json(remedy: Remedy) -> dict[str, Any]:
    """Return a remedy as a JSON object."""
    return {"action": type(remedy).__name__, **_remedy_members(remedy)}


def _remedy_members(remedy: Remedy) -> dict[str, Any]:
    match remedy:
        case EditKey(file, path, value, advice):
            members = {"file": file, "key": remedy.key, "path": list(path), "advice": advice}
            return {**members, "removes": True} if value is REMOVED else {**members, "value": value}
        case MoveFile(file, target):
            return {"file": file, "folder": folder_name(target), "target": target}
        case ChangeProfile(version):
            return {"since": list(version), "version": list(version)}
        case Together(steps):
            return {"steps": [remedy_to_json(step) for step in steps]}
        case NoRemedy(why):
            return {"why": render(why)}
        case _:
            return remedy._asdict()


def _read_version(raw: Any) -> tuple[int, int, int]:
    """Return the three last numbers of a version; four mean that a variant comes first."""
    parts = [int(part) for part in decode(str, raw).split(".")]
    if len(parts) not in (3, 4):
        raise WireError(f"{raw!r:.60} is no version")
    major, minor, patch = parts[-3:]
    return major, minor, patch


def _driver_status(driver: FoundDriver) -> str:
    is_kept = driver.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN)
    return "kept" if is_kept else "dropped"


VERSION = Form(version_text, _read_version)
NUMBERS = Form(lambda parts: ".".join(map(str, parts)), _read_version)
_KIND = Form(
    lambda is_implicit: "implicit" if is_implicit else "explicit",
    lambda raw: decode(str, raw) == "implicit",
)
# Resolved: what the manifest names leaves its machine as this path alone.
_LIBRARY = Member("library_path", get=lambda layer: layer.library)
LOADER = Schema(
    LoaderProfile,
    version=Member("version", NUMBERS),
    library="library",
    pointer_bits="pointer_bits",
    version_assumed=Member(
        "is_version_known", Form(not_, lambda raw: not decode(bool, raw)), is_left_out=True
    ),
    is_sdk_branch=Member("is_branch", is_left_out=True),
    oldest_version=Member("oldest", VERSION, is_left_out=True),
    told_version=Member("told", VERSION, is_left_out=True),
)
PROCESS = Schema(Host, "executable", "elevated", "pointer_bits", "root")
LAYER = Schema(
    LayerManifest,
    name="name",
    # VkLayerProperties.specVersion is the api_version of the manifest.
    spec_version=Member("api_version", VERSION),
    implementation_version="implementation_version",
    description="description",
    manifest="file",
    kind=Member("implicit", _KIND),
    library=_LIBRARY,
    components="component_layers",
)
MANIFEST = Schema(
    LayerManifest,
    name="name",
    manifest="file",
    implicit="implicit",
    api_version="api_version",
    implementation_version="implementation_version",
    description="description",
    library=_LIBRARY._replace(get=lambda layer: None if layer.is_meta else layer.library),
    components="component_layers",
)
ACTIVE = Schema(
    LayerManifest, name="name", type=Member("implicit", _KIND), manifest="file", library=_LIBRARY
)
DRIVER = Schema(
    DriverManifest,
    manifest="file",
    status=Member(get=_driver_status),
    reason=Member(get=lambda driver: driver.verdict.reason),
    detail=Member(get=lambda driver: str(driver.verdict.detail)),
    library=Member("library", get=lambda driver: driver.manifest and driver.manifest.library),
    # Without the variant, which comes first.
    api_version=Member(
        "api_version",
        Form(
            lambda parts: parts and NUMBERS.write(parts[1:]), lambda raw: (0, *_read_version(raw))
        ),
        lambda driver: driver.manifest and driver.manifest.api_version,
    ),
)
VERDICT = Schema(
    Verdict,
    "subject",
    "kind",
    "outcome",
    basis=Member(get=lambda verdict: "probe" if verdict.reason in PROBED else "files"),
    reason="reason",
    sentence=Member(),
    detail=Member("detail", ENGLISH_TEXT),
    file="file",
    line="line",
    remedy=Member(get=lambda verdict: remedy_to_json(verdict.remedy)),
)
# Follows the members of its verdict.
FOUND = Schema(FoundLayer, manifest="file", position="position", listed="listed")
PROBLEM = Schema(
    Problem,
    "severity",
    "code",
    "title",
    "consequence",
    "file",
    "line",
    "detail",
    remedy=Member(get=lambda problem: remedy_to_json(problem.remedy)),
    more=Member(get=lambda problem: list(map(remedy_to_json, problem.more))),
)


def uuid_text(digits: str) -> str:
    """Return 32 hexadecimal digits in groups: 8-4-4-4-12."""
    if len(digits) != 32:
        return digits
    # The loader logs device configurations in the same groups.
    parts = digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]
    return "-".join(parts)


DEVICE = Schema(
    DeviceSummary,
    *DeviceSummary._fields,
    api_version=Member("api_version", NUMBERS),
    # VkPhysicalDeviceIDProperties::deviceUUID
    uuid=Member(get=lambda device: uuid_text(device.device_uuid)),
)
DEVICES = or_text(Form(lambda devices: list(map(DEVICE.write, devices)), DEVICE.read_all))


def stamped_json(report: LoaderReport) -> dict[str, Any]:
    """Return a report as JSON with its origin, as it is saved and collected.

    "machine" is "" for another root or system and the sample machine, whose names are not known.
    """
    host = report.host
    manifests = (layer.manifest for layer in report.found)
    is_other = host.root or host.prefix or host.platform is not Host.current().platform
    name = "" if is_other else machine_name()
    return {
        **stamp(name, host.platform),
        **report_to_json(report),
        # What saved_report.py needs to show the report as its machine would.
        "application": encode(report.application),
        "manifests": [
            MANIFEST.write(manifest)
            for manifest in dict.fromkeys(manifests)
            if manifest is not None
        ],
    }


def stamp(machine: str, platform: Platform) -> dict[str, Any]:
    """Return the origin of a report that is made now."""
    return {
        "machine": machine,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "engine": __version__,
        "platform": platform.value,
        "language": current_language(),
    }


def report_to_json(report: LoaderReport) -> dict[str, Any]:
    """Return a report as one JSON object; its keys are a public contract."""
    layers = report.layers
    probed: dict[str, Any] = {}
    if report.probed is not None:
        probed = probed_to_json(report)
    devices: dict[str, Any] = {}
    if report.device_callstack is not None:
        devices["device_callstack"] = [_active(x) for x in report.device_callstack]
        devices["create_device"] = report.create_device
    return {
        "basis": report.basis,
        "instance_version": report.instance_version,
        "loader": {**LOADER.write(report.profile), "opened": _opened(report)},
        "process": PROCESS.write(report.host),
        "loaders": list(map(LOADER.write, report.loaders)),
        "layers": layers if isinstance(layers, str) else list(map(LAYER.write, layers)),
        "layers_result": layers_result(report),
        # vkEnumerateInstanceExtensionProperties answers those of drivers, of the loader, then of
        # layers.
        "loader_extensions": extensions_to_json(report.loader_extensions),
        "implicit_extensions": extensions_to_json(report.implicit_extensions),
        "layer_extensions": {
            name: extensions_to_json(offered) for name, offered in report.layer_extensions.items()
        },
        "create": report.create,
        "create_unless": [condition.to_json() for condition in create_conditions(report)],
        "callstack": [_active(x) for x in report.callstack],
        **devices,
        "drivers": list(map(DRIVER.write, report.drivers)),
        "search": {
            "driver": encode(report.driver_search),
            "implicit": encode(report.implicit_search),
            "explicit": encode(report.explicit_search),
        },
        "settings_file": report.settings_file,
        "verdicts": [
            *({**verdict_to_json(x.verdict, report), **FOUND.write(x)} for x in report.found),
            *({**verdict_to_json(x.verdict, report), "manifest": x.file} for x in report.drivers),
            *(
                {**verdict_to_json(x.verdict, report), "position": x.position}
                for x in report.found_devices
            ),
            *(verdict_to_json(x, report) for x in report.verdicts),
        ],
        "problems": list(map(PROBLEM.write, report.problems)),
        **probed,
    }


def _opened(report: LoaderReport) -> dict[str, Any] | None:
    """How the program finds its loader; None if no program was examined."""
    opened = report.opened
    if opened is None:
        return None
    from vkconfig_py.loader.explain.loader_words import explanation_of

    return {
        "how": opened.how.value,
        "source": opened.library.source if opened.library else None,
        "certain": opened.is_certain,
        "version_known": report.profile.is_version_known,
        "sentence": explanation_of(opened),
        "windows": _windows(opened) if opened.runs_windows else None,
        "others": [{"library": one.path, "source": one.source} for one in opened.others],
    }


def layers_result(report: LoaderReport) -> str:
    """Name of the VkResult of vkEnumerateInstanceLayerProperties (second call, with an array)."""
    if isinstance(report.layers, str):
        return report.layers
    # Before 1.3.302 placeholders of the settings file count as layers that do not fit.
    return "VK_INCOMPLETE" if report.layers_incomplete else "VK_SUCCESS"


def _windows(opened: OpenedLoader) -> dict[str, Any]:
    """The loader that Windows programs of the other word size use."""
    twin = opened.twin
    return {
        "pointer_bits": opened.program.pointer_bits,
        "other_pointer_bits": 96 - opened.program.pointer_bits,
        "other_library": twin.path if twin is not None else None,
    }


def extensions_to_json(offered: tuple[tuple[str, int], ...] | str) -> list[dict[str, Any]] | str:
    """Return extensions, or the name of an error in their place, as JSON."""
    if isinstance(offered, str):
        return offered
    return [{"name": name, "spec_version": version} for name, version in offered]


def _active(active: ActiveLayer) -> dict[str, Any]:
    # In the words of the loader's own log.
    return {**ACTIVE.write(active.manifest), "enabled_by": active.enabled_by}


def verdict_to_json(verdict: Verdict, report: LoaderReport) -> dict[str, Any]:
    """Return a verdict as JSON, with its sentence."""
    return VERDICT.write(verdict, sentence=sentence(verdict, report))


def probed_to_json(report: LoaderReport) -> dict[str, Any]:
    """Return the JSON keys that a probe adds."""
    # Imported late: most reports have no probe.
    from vkconfig_py.loader.wire.results import library_to_json

    results = report.probed
    assert results is not None
    found: dict[str, Any] = {"health": []}
    if results.refusal:
        return {**found, "probe_refusal": results.refusal}
    found["health"] = [library_to_json(one) for one in (*results.drivers, *results.layers)]
    if results.chain is not None:
        found["health"].append(library_to_json(results.chain))
    if report.extensions is not None:
        found["extensions"] = extensions_to_json(report.extensions)
    if report.devices is not None:
        found["devices"] = DEVICES.write(report.devices)
    answer = results.chain_answer
    found["passages"] = [] if answer is None else encode(answer.layer_calls)
    found["differences"] = encode(report.differences)
    return found


def devices_to_json(
    devices: tuple[DeviceSummary, ...], results: ProbeResults
) -> list[dict[str, Any]]:
    """Return the devices as JSON, with everything that a dump told of them under "all"."""
    found = list(map(DEVICE.write, devices))
    if results.dump is not None:
        for one, dump in zip(found, results.dumps_of(devices), strict=True):
            one["all"] = dump
    return found
