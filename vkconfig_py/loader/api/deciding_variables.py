"""Finds, by trial, the variable that keeps one process from finding what another finds."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.files.search_paths import VARIABLES
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

_FOLDER_VARIABLES = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME")
SEARCH_VARIABLES = (
    *_FOLDER_VARIABLES,
    *(
        name
        for variable in VARIABLES.values()
        for name, _gate in (*variable.replacing, variable.adding)
    ),
)


class Decider(NamedTuple):
    """A variable that keeps a manifest from being found.

    Attributes:
        here: its value where the manifest is not found; None: not set.
        there: its value where it is found; with it the manifest would be found here, too.
    """

    variable: str
    here: str | None
    there: str | None

    @property
    def sentence(self) -> str:
        """Render the variable's value where the manifest is not found, without a full stop."""
        if self.here is None:
            return tr("{variable} is not set there", variable=self.variable)
        if not self.here:
            return tr("{variable} is empty there", variable=self.variable)
        return tr("{variable} is {value} there", variable=self.variable, value=self.here)


def manifests_of(report: LoaderReport) -> frozenset[str]:
    """Return the manifest files of the layers and drivers of a report."""
    layers = (layer.file for layer in report.found)
    return frozenset((*layers, *(driver.file for driver in report.drivers)))


def find_deciders(
    host: Host,
    other_environment: Mapping[str, str],
    application: Application,
    profile: LoaderProfile,
    cache: DocumentCache,
) -> dict[str, Decider]:
    """Return the variable that keeps each manifest from being found on a host.

    `other_environment`: the environment of a process that finds it. Each variable is tried alone.
    """
    known_files = manifests_of(discover(host, application, profile, cache, with_remedies=False))
    deciders: dict[str, Decider] = {}
    for name in SEARCH_VARIABLES:
        value_here, value_there = host.environment.get(name), other_environment.get(name)
        if value_here == value_there:
            continue
        changed = host.with_environment([(name, value_there)])
        changed_report = discover(changed, application, profile, cache, with_remedies=False)
        for file in manifests_of(changed_report) - known_files:
            deciders.setdefault(file, Decider(name, value_here, value_there))
    return deciders
