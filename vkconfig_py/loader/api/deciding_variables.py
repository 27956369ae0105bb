"""Which variable keeps one process from finding what another finds: tried, not guessed."""

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

_FOLDERS = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME")
SEARCH_VARIABLES = (
    *_FOLDERS,
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
        """What it is where the manifest is not found, without a full stop."""
        if self.here is None:
            return tr("{variable} is not set there", variable=self.variable)
        if not self.here:
            return tr("{variable} is empty there", variable=self.variable)
        return tr("{variable} is {value} there", variable=self.variable, value=self.here)


def manifests_of(report: LoaderReport) -> frozenset[str]:
    """The manifest files of layers and drivers that a report tells of."""
    layers = (layer.file for layer in report.found)
    return frozenset((*layers, *(driver.file for driver in report.drivers)))


def find_deciders(
    host: Host,
    other: Mapping[str, str],
    application: Application,
    profile: LoaderProfile,
    cache: DocumentCache,
) -> dict[str, Decider]:
    """For each manifest that is not found on a host: the variable that keeps it from that.

    `other`: the environment of a process that finds it. Each variable is tried alone.
    """
    known = manifests_of(discover(host, application, profile, cache, with_remedies=False))
    deciders: dict[str, Decider] = {}
    for name in SEARCH_VARIABLES:
        here, there = host.environment.get(name), other.get(name)
        if here == there:
            continue
        changed = host.with_environment([(name, there)])
        tried = discover(changed, application, profile, cache, with_remedies=False)
        for file in manifests_of(tried) - known:
            deciders.setdefault(file, Decider(name, here, there))
    return deciders
