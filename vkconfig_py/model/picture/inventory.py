"""Inventory: what layers and drivers there are, the user's own places searched too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.host import Host, OverlayFile
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.model.collection.collected import without_files
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.picture.values import Question
from vkconfig_py.model.plan import Plan
from vkconfig_py.model.planning.variables import Variables, add_implicit_sources, add_sources
from vkconfig_py.model.programs.executables import ProgramMatch


def any_program(host: Host) -> str:
    """Return what stands for a program that nobody named: a path within the machine of the host.

    Without a path, keys of overrides would not be compared.
    """
    return f"{host.prefix}/any/program"


def as_program(question: Question, program: ProgramMatch) -> Host:
    """Return the host as a program sees it: with its path and its rights."""
    host = question.host.with_executable(program.real or any_program(question.host))
    elevated = question.supposed.elevated
    if elevated is None:
        elevated = host.elevated or program.elevation.is_elevated
    return host._replace(elevated=elevated, is_trusting=elevated and not question.profile.is_secure)


def ask_engine(question: Question, host: Host, cache: DocumentCache) -> LoaderReport:
    """Ask what the question's program gets of its loader on a host."""
    report = discover(host, question.application, question.profile, cache)
    return report if question.opened is None else report._replace(opened=question.opened)


def take_inventory(
    question: Question,
    host: Host,
    explicit: Iterable[str],
    implicit: Iterable[str],
    cache: DocumentCache,
) -> LoaderReport:
    """Ask what there is, with the user's own folders and manifests searched first."""
    variables = Variables(host.environment)
    searched: tuple[str, ...] = ()
    explicit = tuple(explicit)
    if explicit and not question.profile.has(Gate.ADD_VARIABLES):
        searched = ask_engine(question, host, cache).explicit_search.paths
    add_sources(variables, explicit, question.profile, searched)
    add_implicit_sources(variables, implicit)
    changes = [(change.name, change.value) for change in variables.changes()]
    return ask_engine(question, host.with_environment(changes), cache)


def written(host: Host, plan: Plan) -> Host:
    """Return the host on which a plan is written."""
    changes = [(variable.name, variable.value) for variable in plan.variables]
    return host.with_overlay(plan.overlay()).with_environment(changes)


def without_own_files(question: Question, host: Host) -> Host:
    """Return the host as it was before anything of ours was applied."""
    files: dict[str, OverlayFile | None] = dict.fromkeys(question.own_files)
    for path, content in question.originals:
        files[path] = OverlayFile(content)
    return host.with_overlay(files)


def with_sources_named(question: Question, cache: DocumentCache) -> Question:
    """Name the manifests of folders of which the user took some out of the collection."""
    if not question.left_out:
        return question
    named = name_sources(question.configuration, question.left_out, question.host, cache)
    return question._replace(configuration=named, left_out=())


def name_sources(
    configuration: Configuration, left_out: Sequence[str], host: Host, cache: DocumentCache
) -> Configuration:
    """Name the manifests of the folders of which some are left out."""
    scanner = Scanner(host, cache)
    return without_files(configuration, left_out, lambda path: scanner.folder(path).files)
