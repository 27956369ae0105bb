"""What the engine says of a machine, in the words of the answers of real loaders."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.framework.compare import list_offered_extensions
from tests.windows.machine import Machine
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.base.versions import get_vk_result_name
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.meta_layers import FREED_TWICE
from vkconfig_py.loader.rules.outcome import SUCCESS

Answer = dict[str, Any]


def predict(machine: Machine, profile: LoaderProfile, folder: Path) -> Answer:
    """Return the engine's answer; the machine's files stand in the folder."""
    report = discover(machine.host(folder), machine.application, profile)
    found: Answer = json.loads(json.dumps(_facts(report)))
    return found


def _facts(report: LoaderReport) -> Answer:
    layers: Any = report.layers
    if not isinstance(layers, str):
        layers = [
            [x.name, x.api_version[1], x.implementation_version, x.description] for x in layers
        ]
    return {
        # Memory that is freed twice: the loader crashes, or by luck does not.
        "undefined": any(x.verdict.detail == FREED_TWICE for x in report.found_layers),
        "layers": layers,
        "create": report.create_result,
        "entered": [_file_name(x.manifest.library) for x in report.callstack],
        "drivers": sorted({_file_name(x) for x in _kept(report)}),
        "devices": [_file_name(x) for x in reversed(_kept(report))],
        "extensions": list_offered_extensions(report),
        "read": _read(report),
        # A settings file in force names the manifests of layers.
        "searches": report.settings_file is None,
    }


def _kept(report: LoaderReport) -> list[str]:
    return [
        x.manifest.library
        for x in report.drivers
        if x.manifest is not None and x.verdict.outcome is Outcome.LOADS
    ]


def _read(report: LoaderReport) -> list[str]:
    """Return the manifests whose file version the loader reads, in its order."""
    scanner = Scanner(report.host, DocumentCache())
    # Before 1.3.234 an invalid manifest ends the search for layers.
    unread = {
        (x.file, x.implicit) for x in report.found_layers if x.verdict.reason is Reason.NOT_REACHED
    }
    searches = [(report.implicit_search, True), (report.explicit_search, False)]
    if report.profile.has(Gate.EXPLICIT_FIRST):
        searches.reverse()
    read = [x for search, kind in searches for x in search.files if (x, kind) not in unread]
    read += report.driver_search.files
    return [file for file in read if _has_version(report, scanner, file)]


def _has_version(report: LoaderReport, scanner: Scanner, file: str) -> bool:
    value = scanner.read_document(file).parse(report.profile.has(Gate.NEW_JSON)).value
    return isinstance(value, list) and any(key == "file_format_version" for key, _ in value)


def _file_name(library: str) -> str:
    name = re.split(r"[\\/:]", library)[-1].lower()
    return name if "." in name else f"{name}.dll"


def differences(predicted: Answer, actual: Answer) -> list[str]:
    """Return the keys in which engine and loader differ."""
    if predicted["undefined"]:
        return []
    keys = ["layers", "create"]
    if predicted["create"] == actual["create"] == SUCCESS:
        keys += ["extensions", "entered", "drivers", "devices"]
        keys += ["read"] if predicted["searches"] else []
    # A loader that crashed answered nothing else.
    return [key for key in keys if key in actual and not _same(predicted[key], actual[key])]


def _same(predicted: Any, actual: Any) -> bool:
    if isinstance(actual, int):
        actual = get_vk_result_name(actual)
    return bool(predicted == actual)
