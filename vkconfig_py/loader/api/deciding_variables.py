"""Finds, by trial, the variable that keeps one process from finding what another finds."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.files.search_paths import VARIABLES_BY_MANIFEST_TYPE
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

_FOLDER_VARIABLES = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME")
SEARCH_VARIABLES = (
    *_FOLDER_VARIABLES,
    *(
        name
        for variable in VARIABLES_BY_MANIFEST_TYPE.values()
        for name, _gate in (*variable.replacing_variables, variable.adding_variable)
    ),
)


class DecidingVariable(NamedTuple):
    """A variable that keeps a manifest from being found.

    Attributes:
        value_here: its value where the manifest is not found; None: not set.
        value_there: its value where it is found; with it the manifest would be found here, too.
    """

    variable: str
    value_here: str | None
    value_there: str | None

    @property
    def sentence(self) -> str:
        """Return a sentence on what the variable is where the manifest is not found."""
        if self.value_here is None:
            return tr("{variable} is not set", variable=self.variable)
        if not self.value_here:
            return tr("{variable} is set but empty", variable=self.variable)
        return tr("{variable} is set to {value}", variable=self.variable, value=self.value_here)


def list_manifest_files(report: LoaderReport) -> frozenset[str]:
    """Return the manifest files of the layers and drivers of a report."""
    layers = (layer.file for layer in report.found_layers)
    return frozenset((*layers, *(driver.file for driver in report.drivers)))


def find_deciding_variables(
    host: Host,
    other_environment: Mapping[str, str],
    application: Application,
    profile: LoaderProfile,
    cache: DocumentCache,
) -> dict[str, DecidingVariable]:
    """Return by manifest the variable because of which a host does not find it.

    Each variable is tried alone.

    Args:
        host: where manifests are not found.
        other_environment: of a process that finds them.
        application: what the program requests.
        profile: the loader.
        cache: documents that were read before.
    """
    known_files = list_manifest_files(
        discover(host, application, profile, cache, with_remedies=False)
    )
    deciders: dict[str, DecidingVariable] = {}
    for name in SEARCH_VARIABLES:
        value_here, value_there = host.environment.get(name), other_environment.get(name)
        if value_here == value_there:
            continue
        changed = host.with_environment([(name, value_there)])
        changed_report = discover(changed, application, profile, cache, with_remedies=False)
        for file in list_manifest_files(changed_report) - known_files:
            deciders.setdefault(file, DecidingVariable(name, value_here, value_there))
    return deciders
