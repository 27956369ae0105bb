"""A LoaderReport as JSON: its keys are a public contract."""

from __future__ import annotations

from vkconfig_py.loader.explaining.sentences import sentence
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.probe.json_values import probed_to_json
from vkconfig_py.loader.records import Any
from vkconfig_py.loader.report import ActiveLayer, FoundDriver, LoaderReport, Search
from vkconfig_py.loader.verdicts import (
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


def report_to_json(report: LoaderReport) -> dict[str, Any]:
    """Return a report as one JSON object; its keys are a public contract."""
    layers = report.layers
    return {
        "basis": report.basis,
        "instance_version": report.instance_version,
        "loader": {
            "version": ".".join(map(str, report.profile.version)),
            "library": report.profile.library,
        },
        "process": _process(report.host),
        "loaders": [
            {
                "version": loader.version_text,
                "library": loader.library,
                "pointer_bits": loader.pointer_bits,
            }
            for loader in report.loaders
        ],
        "layers": layers if isinstance(layers, str) else [_layer(x) for x in layers],
        "loader_extensions": _extensions(report.loader_extensions),
        "implicit_extensions": _extensions(report.implicit_extensions),
        "layer_extensions": {
            name: _extensions(offered) for name, offered in report.layer_extensions.items()
        },
        "create": report.create,
        "callstack": [_active(x) for x in report.callstack],
        "drivers": [_driver(x) for x in report.drivers],
        "search": {
            "driver": _search(report.driver_search),
            "implicit": _search(report.implicit_search),
            "explicit": _search(report.explicit_search),
        },
        "settings_file": report.settings_file,
        "verdicts": [
            *(
                {**_verdict(x.verdict, report, x.file, x.position), "listed": x.listed}
                for x in report.found
            ),
            *(_verdict(x.verdict, report, x.file) for x in report.drivers),
            *(_verdict(x.verdict, report, "", x.position) for x in report.found_devices),
            *(_verdict(x, report) for x in report.verdicts),
        ],
        "problems": [problem_to_json(x) for x in report.problems],
        **({} if report.probed is None else probed_to_json(report)),
    }


def _layer(layer: LayerManifest) -> dict[str, Any]:
    return {
        "name": layer.name,
        "spec_version": ".".join(map(str, layer.api_version)),
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


def _verdict(
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
        "remedy": _remedy(verdict.remedy),
    }
    if manifest:
        found["manifest"] = manifest
    if position is not None:
        found["position"] = position
    return found


def _remedy(remedy: Remedy) -> dict[str, Any]:
    return {"action": type(remedy).__name__, **_remedy_members(remedy)}


def _remedy_members(remedy: Remedy) -> dict[str, Any]:
    match remedy:
        case EditKey(file, path, value, advice):
            members = {"file": file, "key": remedy.key, "path": list(path), "advice": advice}
            return {**members, "removes": True} if value is REMOVED else {**members, "value": value}
        case MoveFile(file, target):
            return {"file": file, "folder": target[: target.rfind("/")], "target": target}
        case ChangeProfile(version):
            return {"since": list(version), "version": list(version)}
        case Together(steps):
            return {"steps": [_remedy(step) for step in steps]}
        case _:
            return remedy._asdict()


def problem_to_json(problem: Problem) -> dict[str, Any]:
    """Return a problem as a JSON object."""
    return {
        "severity": problem.severity.value,
        "code": problem.code,
        "title": problem.title,
        "consequence": problem.consequence,
        "file": problem.file,
        "line": problem.line,
        "detail": problem.detail,
        "remedy": _remedy(problem.remedy),
        "more": [_remedy(remedy) for remedy in problem.more],
    }
