"""A LoaderReport as JSON, including probe results; the keys are a public contract."""

from __future__ import annotations

import time

from vkconfig_py import __version__
from vkconfig_py.language.sentences import current_language
from vkconfig_py.loader.base.codec import encode
from vkconfig_py.loader.base.host import Host, Platform, machine_name
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.base.verdicts import (
    PROBED,
    REMOVED,
    ChangeProfile,
    EditKey,
    MoveFile,
    Outcome,
    Problem,
    Remedy,
    Together,
    Verdict,
)
from vkconfig_py.loader.base.versions import version_text
from vkconfig_py.loader.explain.sentences import create_conditions, sentence
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.rules import folder_name
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import ActiveLayer, FoundDriver, LoaderReport, Search

if TYPE_CHECKING:
    from vkconfig_py.loader.files.opened_loader import OpenedLoader


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
        "manifests": [_manifest(one) for one in dict.fromkeys(manifests) if one is not None],
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


def _manifest(layer: LayerManifest) -> dict[str, Any]:
    return {
        "name": layer.name,
        "manifest": layer.file,
        "implicit": layer.implicit,
        "api_version": list(layer.api_version),
        "implementation_version": layer.implementation_version,
        "description": layer.description,
        "library": None if layer.is_meta else layer.library,
        "components": list(layer.component_layers),
    }


def report_to_json(report: LoaderReport) -> dict[str, Any]:
    """Return a report as one JSON object; its keys are a public contract."""
    layers = report.layers
    probed = {}
    if report.probed is not None:
        from vkconfig_py.loader.api.probed_json import probed_to_json

        probed = probed_to_json(report)
    devices: dict[str, Any] = {}
    if report.device_callstack is not None:
        devices["device_callstack"] = [_active(x) for x in report.device_callstack]
        devices["create_device"] = report.create_device
    return {
        "basis": report.basis,
        "instance_version": report.instance_version,
        "loader": {**loader_to_json(report.profile), "opened": _opened(report)},
        "process": _process(report.host),
        "loaders": [loader_to_json(loader) for loader in report.loaders],
        "layers": layers if isinstance(layers, str) else [_layer(x) for x in layers],
        "layers_result": layers_result(report),
        # vkEnumerateInstanceExtensionProperties answers those of drivers, of the loader, then of
        # layers.
        "loader_extensions": _extensions(report.loader_extensions),
        "implicit_extensions": _extensions(report.implicit_extensions),
        "layer_extensions": {
            name: _extensions(offered) for name, offered in report.layer_extensions.items()
        },
        "create": report.create,
        "create_unless": [condition.to_json() for condition in create_conditions(report)],
        "callstack": [_active(x) for x in report.callstack],
        **devices,
        "drivers": [_driver(x) for x in report.drivers],
        "search": {
            "driver": _search(report.driver_search),
            "implicit": _search(report.implicit_search),
            "explicit": _search(report.explicit_search),
        },
        "settings_file": report.settings_file,
        "verdicts": [
            *(
                {**verdict_to_json(x.verdict, report, x.file, x.position), "listed": x.listed}
                for x in report.found
            ),
            *(verdict_to_json(x.verdict, report, x.file) for x in report.drivers),
            *(verdict_to_json(x.verdict, report, "", x.position) for x in report.found_devices),
            *(verdict_to_json(x, report) for x in report.verdicts),
        ],
        "problems": [problem_to_json(x) for x in report.problems],
        **probed,
    }


def loader_to_json(loader: LoaderProfile) -> dict[str, Any]:
    return {
        "version": loader.version_text,
        "library": loader.library,
        "pointer_bits": loader.pointer_bits,
        **({} if loader.is_version_known else {"version_assumed": True}),
        **({"is_sdk_branch": True} if loader.is_branch else {}),
        **({"oldest_version": version_text(loader.oldest)} if loader.oldest else {}),
        **({"told_version": version_text(loader.told)} if loader.told else {}),
    }


def _opened(report: LoaderReport) -> dict[str, Any] | None:
    """How the program finds its loader; None if no program was examined."""
    opened = report.opened
    if opened is None:
        return None
    from vkconfig_py.loader.explain.loader_words import story_of

    return {
        "how": opened.how.value,
        "source": opened.library.source if opened.library else None,
        "certain": opened.is_certain,
        "version_known": report.profile.is_version_known,
        "sentence": story_of(opened),
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


def _layer(layer: LayerManifest) -> dict[str, Any]:
    return {
        "name": layer.name,
        # VkLayerProperties.specVersion is the api_version of the manifest.
        "spec_version": version_text(layer.api_version),
        "implementation_version": layer.implementation_version,
        "description": layer.description,
        "manifest": layer.file,
        "kind": _kind(layer),
        "library": layer.library,
        "components": list(layer.component_layers),
    }


def _extensions(offered: tuple[tuple[str, int], ...] | str) -> list[dict[str, Any]] | str:
    if isinstance(offered, str):
        return offered
    return [{"name": name, "spec_version": version} for name, version in offered]


def _kind(layer: LayerManifest) -> str:
    return "implicit" if layer.implicit else "explicit"


def _active(active: ActiveLayer) -> dict[str, Any]:
    layer = active.manifest
    return {
        "name": layer.name,
        "type": _kind(layer),
        "manifest": layer.file,
        "library": layer.library,
        # In the words of the loader's own log.
        "enabled_by": active.enabled_by,
    }


def _driver(driver: FoundDriver) -> dict[str, Any]:
    verdict, manifest = driver.verdict, driver.manifest
    kept = verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN)
    return {
        "manifest": driver.file,
        "status": "kept" if kept else "dropped",
        "reason": verdict.reason.value,
        "detail": verdict.detail,
        "library": manifest.library if manifest else None,
        # Without the variant, which comes first.
        "api_version": ".".join(map(str, manifest.api_version[1:])) if manifest else None,
    }


def _search(search: Search) -> dict[str, Any]:
    return {
        "paths": list(search.paths),
        "files": list(search.files),
        "sources": list(search.sources),
    }


def _process(host: Host) -> dict[str, Any]:
    return {
        "executable": host.executable,
        "elevated": host.elevated,
        "pointer_bits": host.pointer_bits,
        "root": host.root,
    }


def verdict_to_json(
    verdict: Verdict, report: LoaderReport, manifest: str = "", position: int | None = None
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "subject": verdict.subject,
        "kind": verdict.kind.value,
        "outcome": verdict.outcome.value,
        "basis": "probe" if verdict.reason in PROBED else "files",
        "reason": verdict.reason.value,
        "sentence": sentence(verdict, report),
        "detail": verdict.detail,
        "file": verdict.file,
        "line": verdict.line,
        "remedy": remedy_to_json(verdict.remedy),
    }
    if manifest:
        found["manifest"] = manifest
    if position is not None:
        found["position"] = position
    return found


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
        case _:
            return remedy._asdict()


def problem_to_json(problem: Problem) -> dict[str, Any]:
    return {
        "severity": problem.severity.value,
        "code": problem.code,
        "title": problem.title,
        "consequence": problem.consequence,
        "file": problem.file,
        "line": problem.line,
        "detail": problem.detail,
        "remedy": remedy_to_json(problem.remedy),
        "more": [remedy_to_json(remedy) for remedy in problem.more],
    }
