"""The machine that a command works on: this one, or a copy of the sample machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.model.files import resources
from vkconfig_py.model.files.paths import StatePaths, find_state_paths


class Machine(NamedTuple):
    """Host, loader and folders of one command.

    Attributes:
        loaders: every installed loader, the one that programs use first.
        cache: documents that were read; shared by all steps of a command.
        recorded: file with probe results of the sample machine, or "".
    """

    host: Host
    profile: LoaderProfile
    paths: StatePaths
    cache: DocumentCache
    loaders: tuple[LoaderProfile, ...] = ()
    recorded: str = ""


@contextmanager
def open_machine(*, demo: bool = False) -> Iterator[Machine]:
    """Open this machine, or a temporary copy of the sample machine."""
    if not demo:
        yield find_this_machine()
        return
    from vkconfig_py.model.session.sample_machine import open_demo_machine

    # A copy in a temporary folder, since commands may write to it.
    sample = open_demo_machine(resources.find_resource("demo"))
    try:
        cache = DocumentCache()
        yield Machine(sample.host, sample.profile, sample.paths, cache, recorded=sample.recorded)
    finally:
        sample.close()


def find_this_machine() -> Machine:
    """Return this machine with its loaders. Without a loader, the newest release is assumed."""
    host = Host.read_current()
    paths = find_state_paths(host.environment, host.platform)
    loaders = read_versions(find_loaders(host), paths.loaders_file)
    # Without a loader there is still something to explain: what the newest one would do.
    profile = loaders[0] if loaders else NEWEST_PROFILE
    return Machine(host, profile, paths, DocumentCache(), tuple(loaders))
