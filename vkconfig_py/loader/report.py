"""LoaderReport: everything found, decided and refused."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.assembly import DeviceConfiguration
from vkconfig_py.loader.host import Application, Host
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.extensions import Extension
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.records import TYPE_CHECKING, Any, NamedTuple
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

if TYPE_CHECKING:
    from vkconfig_py.loader.devices.probed import FoundDevice
    from vkconfig_py.loader.probe.devices import DeviceSummary
    from vkconfig_py.loader.probe.results import ProbeResults
    from vkconfig_py.loader.probed import Difference


class Search(NamedTuple):
    """Where one type of manifest was looked for.

    Attributes:
        paths: folders or files in search order.
        files: manifests in the order they were read.
        sources: for each path, what named it: "XDG_DATA_DIRS", "VK_LAYER_PATH", "built in", ...
    """

    paths: tuple[str, ...]
    files: tuple[str, ...]
    sources: tuple[str, ...]


class FoundLayer(NamedTuple):
    """One layer of one manifest, or a manifest that yields none, with its final verdict.

    Attributes:
        manifest: None when the file cannot be used; then name is the file's base name.
        position: 0-based place in the call stack, or -1.
        listed: whether vkEnumerateInstanceLayerProperties lists it.
    """

    name: str
    file: str
    implicit: bool
    manifest: LayerManifest | None
    verdict: Verdict
    position: int = -1
    listed: bool = False


class FoundDriver(NamedTuple):
    """One driver manifest with its verdict (LOADS means kept)."""

    file: str
    manifest: DriverManifest | None
    verdict: Verdict


class ActiveLayer(NamedTuple):
    """One entry of the call stack, application side first.

    Attributes:
        enabled_by: the loader's own label (reference F.3).
    """

    manifest: LayerManifest
    enabled_by: str


class Offer(NamedTuple):
    """A layer of the scan before an instance, and the extensions that it stands for."""

    layer: LayerManifest
    extensions: tuple[Extension, ...]


class Foundation(NamedTuple):
    """What opening libraries goes on from; assembly.py makes a value for a child of it.

    Attributes:
        written: layers that the chain is made from, application side first; a name may stand
            twice, and libraries that files refuse are in it.
        active: the same with meta-layers, each behind its components.
        before: layers that the calls before an instance see, with their extensions.
        refusal: result of vkCreateInstance if it is a failure before any library counts, or "".
    """

    written: tuple[ActiveLayer, ...] = ()
    active: tuple[LayerManifest, ...] = ()
    before: tuple[Offer, ...] = ()
    refusal: str = ""
    device_configurations: tuple[DeviceConfiguration, ...] | None = None


class LoaderReport(NamedTuple):
    """The engine's answer for one host, application and loader version.

    Attributes:
        loaders: every loader found on the machine, that of this report's host first.
        loader_extensions: what the loader itself adds to the global list of extensions.
        implicit_extensions: what layers add to it, or the name of the error of
            vkEnumerateInstanceExtensionProperties; what drivers offer cannot be told from files.
        layers: as vkEnumerateInstanceLayerProperties returns them, or the name of its error.
        create: name of the result of vkCreateInstance.
        found: every layer and layer manifest in scan order, each with its verdict.
        verdicts: everything else considered: variables, filter tokens, folders, settings.
        foundation: what opening libraries goes on from.
        extensions: as vkEnumerateInstanceExtensionProperties returns them, or the name of its
            error; None unless libraries were opened, as the following ones.
        devices: in the order in which the program gets them, or the name of the error.
        found_devices: those of all drivers, each with its verdict.
        differences: between what files let expect and what happened.
        probed: what became of each library.
    """

    host: Host
    application: Application
    profile: LoaderProfile
    basis: str
    instance_version: str
    layers: tuple[LayerManifest, ...] | str
    layer_extensions: Mapping[str, tuple[tuple[str, int], ...] | str]
    create: str
    callstack: tuple[ActiveLayer, ...]
    found: tuple[FoundLayer, ...]
    drivers: tuple[FoundDriver, ...]
    driver_search: Search
    implicit_search: Search
    explicit_search: Search
    settings_file: str | None
    verdicts: tuple[Verdict, ...]
    problems: tuple[Problem, ...]
    loader_extensions: tuple[tuple[str, int], ...] = ()
    implicit_extensions: tuple[tuple[str, int], ...] | str = ()
    loaders: tuple[LoaderProfile, ...] = ()
    foundation: Foundation = Foundation()
    extensions: tuple[tuple[str, int], ...] | str | None = None
    devices: tuple[DeviceSummary, ...] | str | None = None
    found_devices: tuple[FoundDevice, ...] = ()
    differences: tuple[Difference, ...] = ()
    probed: ProbeResults | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the report as one JSON object; its keys are a public contract."""
        layers = self.layers
        return {
            "basis": self.basis,
            "instance_version": self.instance_version,
            "loader": {
                "version": ".".join(map(str, self.profile.version)),
                "library": self.profile.library,
            },
            "process": _process(self.host),
            "loaders": [
                {
                    "version": loader.version_text,
                    "library": loader.library,
                    "pointer_bits": loader.pointer_bits,
                }
                for loader in self.loaders
            ],
            "layers": layers if isinstance(layers, str) else [_layer(x) for x in layers],
            "loader_extensions": _extensions(self.loader_extensions),
            "implicit_extensions": _extensions(self.implicit_extensions),
            "layer_extensions": {
                name: _extensions(offered) for name, offered in self.layer_extensions.items()
            },
            "create": self.create,
            "callstack": [_active(x) for x in self.callstack],
            "drivers": [_driver(x) for x in self.drivers],
            "search": {
                "driver": _search(self.driver_search),
                "implicit": _search(self.implicit_search),
                "explicit": _search(self.explicit_search),
            },
            "settings_file": self.settings_file,
            "verdicts": [
                *(
                    {**_verdict(x.verdict, self, x.file, x.position), "listed": x.listed}
                    for x in self.found
                ),
                *(_verdict(x.verdict, self, x.file) for x in self.drivers),
                *(_verdict(x.verdict, self, "", x.position) for x in self.found_devices),
                *(_verdict(x, self) for x in self.verdicts),
            ],
            "problems": [problem_to_json(x) for x in self.problems],
            **self._probed(),
        }

    def _probed(self) -> dict[str, Any]:
        """Return what is only there if libraries were opened."""
        if self.probed is None:
            return {}
        from vkconfig_py.loader.probe.json_values import probed_to_json

        return probed_to_json(self)


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
    from vkconfig_py.loader.explaining.sentences import sentence

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
