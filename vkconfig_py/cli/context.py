"""What the commands work on: this machine or the sample one, and the user's configurations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from vkconfig_py.cli.output import Exit, Output, Stop
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.survey import name_sources, take_inventory
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import shipped_here
from vkconfig_py.model.configuration.workspace import Loaded, Source, Workspace, collected, left_out
from vkconfig_py.model.configuration.workspace_files import load_workspace, save_workspace
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.question import FIRST_VIEW, Question
from vkconfig_py.model.plan.variable_changes import searched_sources

if TYPE_CHECKING:
    from vkconfig_py.model.apply.service import ApplyService


class Machine(NamedTuple):
    """Host, loader and folders of one command.

    Attributes:
        loaders: every installed loader, the one that programs use first.
        cache: documents that were read; one for everything that a command asks.
    """

    host: Host
    profile: LoaderProfile
    paths: StatePaths
    cache: DocumentCache
    loaders: tuple[LoaderProfile, ...] = ()

    def apply_service(self) -> ApplyService:
        """Return the service that changes what is applied here."""
        from vkconfig_py.model.apply.service import ApplyService
        from vkconfig_py.model.session.backend import Backend

        return ApplyService(Backend(), self.paths, cache=self.cache)

    def load(self, output: Output) -> Loaded:
        """Read the configurations; what cannot be read is told and left alone."""
        for note in filter(None, (self.paths.note, self.paths.as_root)):
            output.error(note)
        loaded = load_workspace(self.paths.configurations, shipped_here())
        for problem in loaded.problems:
            output.error(problem.sentence)
        return loaded

    def workspace(self, output: Output) -> Workspace:
        """Read the configurations."""
        return self.load(output).workspace

    def save(self, before: Loaded, after: Workspace, output: Output) -> Workspace:
        """Write what changed; return it as it is there now: a name may have been taken meanwhile.

        Raises:
            Stop: a file could not be written.
        """
        if after == before.workspace:
            return after
        saved = save_workspace(self.paths.configurations, before.saved, after, before.shipped)
        for note in saved.notes:
            output.error(note)
        if saved.errors:
            raise Stop(saved.errors[0])
        old, now = before.workspace, saved.workspace
        return after._replace(
            configurations=tuple(
                one if one == old.find(one.key) else now.find(one.key) or one
                for one in after.configurations
            )
        )

    def inventory(self, collection: Sequence[Source]) -> LoaderReport:
        """Ask what is installed, with the user's collection searched too."""
        cache = self.cache
        nothing = collected(Configuration("", ""), collection)
        named = name_sources(nothing, left_out(collection), self.host, cache)
        question = Question(self.host, self.profile, named, FIRST_VIEW)
        searched = searched_sources(named, self.profile)
        explicit, implicit = searched.explicit, searched.implicit
        return take_inventory(question, self.host, explicit, implicit, cache)

    def configuration(self, name: str, output: Output) -> Configuration:
        """Find a configuration by its name or key.

        Raises:
            Stop: there is none, or more than one.
        """
        return find_configuration(self.workspace(output), name)

    def effective(self, name: str, output: Output) -> Configuration:
        """Find a configuration as programs get it: with the collection of layers searched too.

        Raises:
            Stop: there is none, or more than one.
        """
        workspace = self.workspace(output)
        found = collected(find_configuration(workspace, name), workspace.collection)
        return name_sources(found, left_out(workspace.collection), self.host, self.cache)


def find_configuration(workspace: Workspace, name: str) -> Configuration:
    """Find a configuration by its name or key.

    Raises:
        Stop: there is none, or more than one.
    """
    everyone = workspace.configurations
    exact = [one for one in everyone if name in (one.name, one.key)]
    found = exact or [one for one in everyone if one.name.casefold() == name.casefold()]
    own = [one for one in found if not one.built_in]
    for alone in (found, own):  # a user's own may have the name of a built-in one
        if len(alone) == 1:
            return alone[0]
    if found:
        keys = ", ".join(one.key for one in found)
        raise Stop(f"“{name}” is the name of several configurations; use a key: {keys}")
    names = ", ".join(f"“{one.name}”" for one in everyone)
    raise Stop(f"There is no configuration “{name}”. There are: {names}", Exit.NOT_FOUND)


@contextmanager
def open_machine(*, demo: bool = False) -> Iterator[Machine]:
    """Open this machine, or a copy of the sample machine for as long as it is needed."""
    if not demo:
        yield this_machine()
        return
    from vkconfig_py.model.files import resources
    from vkconfig_py.model.session.sample_machine import open_demo

    sample = open_demo(resources.path("demo"))
    try:
        yield Machine(sample.host, sample.profile, sample.paths, DocumentCache())
    finally:
        sample.close()


def this_machine() -> Machine:
    """Return the machine this process runs on."""
    from vkconfig_py.model.files.paths import state_paths
    from vkconfig_py.model.session.startup_snapshot import find_loaders

    host = Host.current()
    paths = state_paths(host.environment, host.platform)
    installed = find_loaders(host, paths)
    profile = installed[0] if installed else NEWEST
    return Machine(host, profile, paths, DocumentCache(), tuple(installed))
