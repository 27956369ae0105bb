"""Short questions to a report, for tests that state one fact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.loader.machine import NEW, Machine, document, layer_object
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.files.search_paths import find_search_paths
from vkconfig_py.loader.lint.lint_context import ProblemCode
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import FoundDriver, LoaderReport

ME = {"HOME": "/home/me"}
UPSTREAM = NEW._replace(sysconfdir="/usr/local/etc", extra_sysconfdir="/etc")


def folders(
    environment: dict[str, str],
    kind: ManifestType = ManifestType.DRIVER,
    profile: LoaderProfile = NEW,
    *,
    elevated: bool = False,
    override_paths: Sequence[str] = (),
) -> list[str]:
    """Return where manifests of a kind are searched."""
    host = Host(environment, elevated=elevated)
    return [place.path for place in find_search_paths(host, profile, kind, override_paths)]


def kept(report: LoaderReport) -> list[str]:
    """Return the file names of the drivers that are kept, without .json."""
    return [_name(x.file) for x in report.drivers if x.verdict.outcome is Outcome.LOADS]


def driver(report: LoaderReport, name: str) -> FoundDriver:
    """Return the driver with that file name."""
    return next(x for x in report.drivers if _name(x.file) == name)


def listed(report: LoaderReport) -> list[str]:
    """Return the names of enumerated layers."""
    assert not isinstance(report.layers, str), report.layers
    return [layer.name for layer in report.layers]


def reason(report: LoaderReport, name: str) -> str:
    """Return why the first layer or driver of that name is where it is."""
    verdicts = [x.verdict for x in report.found_layers if x.name == name]
    verdicts += [x.verdict for x in report.drivers if _name(x.file) == name]
    return verdicts[0].reason.value


def told(report: LoaderReport, code: ProblemCode) -> list[str]:
    """Return the details of the problems with that code."""
    return [problem.detail for problem in lint(report) if problem.code == code]


def driver_at(machine: Machine, path: str, **members: Any) -> None:
    """Put a driver manifest anywhere; its library is there."""
    icd = {"library_path": "/lib/driver.so", "api_version": "1.3.0", **members}
    machine.file(path, {"file_format_version": "1.0.0", "ICD": icd})


def layer_at(
    machine: Machine, path: str, name: str, implicit: bool = False, /, **members: Any
) -> None:
    """Put a layer manifest anywhere; its library is there."""
    content = layer_object(name, implicit, **{"library_path": "/lib/driver.so", **members})
    machine.file(path, document(content))


def _name(file: str) -> str:
    return file[file.rfind("/") + 1 :].removesuffix(".json")
