"""One machine, two answers: the engine's and a real loader's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.framework.reference import Answer, Extensions, RealLoader
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import find_layers_result
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.rules.loader_report import FoundDriver, LoaderReport
from vkconfig_py.loader.rules.outcome import CRASH_RESULT

_ENABLED_BY_SINCE = (1, 3, 302)


def assert_same(
    system: SystemBuilder,
    loader: RealLoader,
    application: Application | None = None,
    *,
    program: Path | None = None,
) -> Answer:
    """Assert that the engine predicts what this loader does, and return what it does."""
    application = application or Application()
    actual = system.run_reference(loader, application, program=program)
    report = discover(system.host(program), application, loader.profile)
    assert_agree(report, actual, loader, str(system.root))
    return actual


def assert_agree(report: LoaderReport, actual: Answer, loader: RealLoader, hidden: str) -> None:
    """Assert that a report is what a loader did; `hidden` is left out of the differences."""
    if actual.create.startswith("SIG"):
        # Some loaders crash on malformed manifests; the engine has no name for that result.
        assert report.create_result != "VK_SUCCESS", (
            f"{loader} dies ({actual.create}), engine: success"
        )
        answered = not actual.version.startswith("SIG")
        assert answered == (report.instance_version != CRASH_RESULT), f"{loader}: {actual.version}"
        return
    predicted, observed = _summarize_report(report, loader), _summarize_answer(actual, loader)
    if not predicted["searches"]:  # a settings file replaces searches; a failing call ends early
        observed["searches"] = []
    if actual.callstack is None:
        for facts in (predicted, observed):
            facts["searches"] = [(folders, []) for folders, _ in facts["searches"]]
            facts["manifests"] = facts["types"] = []
    if actual.version == loader.reports:
        observed["version"] = loader.profile.answer_text
    differences = _find_differences(predicted, observed)
    text = "\n".join(differences).replace(hidden, "…")
    assert not differences, f"engine and {loader} differ:\n{text}"


def list_offered_extensions(report: LoaderReport) -> list[tuple[str, int]] | str:
    """Return what vkEnumerateInstanceExtensionProperties answers where no driver offers any."""
    offered = report.implicit_extensions
    if isinstance(offered, str):
        return offered
    return [(name, number) for name, number in (*report.loader_extensions, *offered)]


def _summarize_report(report: LoaderReport, loader: RealLoader) -> dict[str, Any]:
    layers: Any = report.layers
    if not isinstance(layers, str):
        layers = [
            (layer.name, layer.api_version, layer.implementation_version, layer.description)
            for layer in layers
        ]
    created = report.create_result == "VK_SUCCESS"
    return {
        "version": report.instance_version,
        "layers": layers,
        "layers result": find_layers_result(report),
        "create": report.create_result,
        "extensions": list_offered_extensions(report),
        "layer extensions": {
            name: extensions
            if isinstance(extensions, str)
            else [tuple(extension) for extension in extensions]
            for name, extensions in report.layer_extensions.items()
        }
        if not isinstance(report.layers, str)
        else {},
        "chain": [layer.manifest.name for layer in report.callstack],
        "manifests": [layer.manifest.file for layer in report.callstack],
        "types": [
            "Implicit" if layer.manifest.implicit else "Explicit" for layer in report.callstack
        ],
        "enabled by": [layer.enabled_by for layer in report.callstack]
        if _has_labels(loader)
        else [],
        "drivers": [_name_driver(driver) for driver in report.drivers if _is_kept(driver)]
        if created
        else [],
        "searches": [
            (list(search.paths), list(search.files))
            for search in (report.implicit_search, report.explicit_search, report.driver_search)
            if search.sources or search is not report.explicit_search  # not searched at all
        ]
        if created and report.settings_file is None
        else [],
    }


def _summarize_answer(answer: Answer, loader: RealLoader) -> dict[str, Any]:
    layers = (
        answer.layers
        if isinstance(answer.layers, str)
        else [tuple(layer) for layer in answer.layers]
    )
    devices = [] if isinstance(answer.devices, str) else list(answer.devices)
    callstack = answer.callstack or ()
    return {
        "version": answer.version,
        "layers": layers,
        "layers result": answer.layers_result,
        "create": answer.create,
        "extensions": _sort_extensions(answer.extensions),
        "layer extensions": {
            layer.name: _sort_extensions(answer.layer_extensions[layer.name])
            for layer in (answer.layers if not isinstance(answer.layers, str) else ())
            if layer.name in answer.layer_extensions and layer.name
        },
        "chain": list(answer.chain()),
        "manifests": [layer.manifest for layer in callstack],
        "types": [layer.type for layer in callstack],
        "enabled by": [layer.enabled_by for layer in callstack] if _has_labels(loader) else [],
        # Devices of one type come in the reverse order of their drivers.
        "drivers": devices[::-1],
        # vkCreateInstance comes last: implicit layers, explicit layers, drivers.
        "searches": [(list(search.folders), list(search.files)) for search in answer.searches[-3:]],
    }


def _sort_extensions(extensions: Extensions) -> Any:
    return extensions if isinstance(extensions, str) else list(extensions)


def _find_differences(predicted: dict[str, Any], actual: dict[str, Any]) -> list[str]:
    return [
        f"  {key}:\n    engine {predicted[key]}\n    loader {actual[key]}"
        for key in predicted
        if predicted[key] != actual[key]
    ]


def _has_labels(loader: RealLoader) -> bool:
    return loader.version >= _ENABLED_BY_SINCE


def _is_kept(driver: FoundDriver) -> bool:
    return driver.verdict.outcome is Outcome.LOADS


def _name_driver(driver: FoundDriver) -> str:
    assert driver.manifest is not None, f"{driver.file} loads without having been understood"
    return Path(driver.manifest.library).name.removeprefix("lib").removesuffix(".so")
