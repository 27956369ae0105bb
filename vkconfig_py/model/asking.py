"""Ask the engine twice: for the inventory, and for the machine on which the plan is written."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profile import Gate
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.scan import DocumentCache
from vkconfig_py.model.executables import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.picture_values import Question
from vkconfig_py.model.plan import Applied, Limit, Mechanism, Plan
from vkconfig_py.model.planning import (
    plan_environment,
    plan_launch,
    plan_override,
    with_applied,
)
from vkconfig_py.model.planning.layer_variables import ignore_overrides
from vkconfig_py.model.planning.stock import Stock, take_stock
from vkconfig_py.model.planning.variables import Variables, add_sources
from vkconfig_py.model.replaced import find_replaced, replaced_sentences
from vkconfig_py.model.writers.override import OWNER

# Stands for a program that nobody named: without a path, keys of overrides would not be compared.
ANY_PROGRAM = "/any/program"


class Answer(NamedTuple):
    """What the engine said, and what it was asked about.

    Attributes:
        program: the program the picture is about.
        stock: the inventory, indexed.
        others: override files that this picture leaves out because it is about one launch.
    """

    program: ProgramMatch
    inventory: LoaderReport
    stock: Stock
    plan: Plan
    report: LoaderReport
    others: tuple[str, ...] = ()


def find_answer(question: Question, cache: DocumentCache) -> Answer:
    """Plan the configuration on this machine and ask what comes of it."""
    program = find_program(question)
    host = question.host.with_executable(program.real or ANY_PROGRAM)
    if question.view.mechanism is Mechanism.OVERRIDE:
        return _answer_override(question, host, program, cache)
    return _answer_run(question, host, program, cache)


def find_program(question: Question) -> ProgramMatch:
    """Return the program that the picture is about.

    An override for every program is looked at with a program that no other override names.
    """
    supposed = question.supposed.program
    if supposed is not None:
        return describe_program(supposed, question.host)
    target = describe_program(question.configuration.target.program, question.host)
    view = question.view
    if view.mechanism is not Mechanism.OVERRIDE or target.real in view.programs:
        return target
    if not view.programs:
        return ProgramMatch(state=ProgramState.NONE)
    return describe_program(view.programs[0], question.host)


def _answer_run(
    question: Question, host: Host, program: ProgramMatch, cache: DocumentCache
) -> Answer:
    """One run: its variables count, and overrides applied to the system are left out."""
    configuration = question.configuration
    own = [(variable.name, variable.value) for variable in configuration.environment]
    inventory = _inventory(question, host.with_environment(own), configuration.sources, cache)
    stock = take_stock(inventory)
    others = tuple(dict.fromkeys(override.file for override in stock.overrides))
    if others:
        variables = Variables(inventory.host.environment)
        ignore_overrides(variables, stock)
        changes = [(change.name, change.value) for change in variables.changes()]
        inventory = _discover(question, inventory.host.with_environment(changes), cache)
        stock = take_stock(inventory)
    if question.view.mechanism is Mechanism.LAUNCH:
        plan = plan_launch(configuration, inventory, host, question.profile, question.folder)
    else:
        plan = plan_environment(configuration, inventory, host, question.profile)
    report = _discover(question, _written(host, plan), cache)
    return Answer(
        program=program, inventory=inventory, stock=stock, plan=plan, report=report, others=others
    )


def _answer_override(
    question: Question, host: Host, program: ProgramMatch, cache: DocumentCache
) -> Answer:
    applied = with_applied(question.applied, question.configuration, question.view.programs, 0.0)
    sources = dict.fromkeys(source for one in applied for source in one.configuration.sources)
    bare = host.with_overlay(dict.fromkeys(question.own_files))
    inventory = _inventory(question, bare, sources, cache)
    mine = _left_unnamed(question, inventory)
    if mine:
        bare = bare.with_overlay(dict.fromkeys(mine))
        inventory = _inventory(question, bare, sources, cache)
    plan = plan_override(applied, inventory, bare, question.profile)
    plan = plan._replace(
        limits=(*plan.limits, *_key_limits(question)),
        notes=replaced_sentences(find_replaced(question.applied, applied)),
    )
    report = _discover(question, _written(bare, plan), cache)
    stock = take_stock(inventory)
    return Answer(program=program, inventory=inventory, stock=stock, plan=plan, report=report)


def plan_for_folder(question: Question, inventory: LoaderReport, folder: str) -> Plan:
    """Return the plan of a launch for another private folder."""
    host = question.host.with_executable(find_program(question).real or ANY_PROGRAM)
    return plan_launch(question.configuration, inventory, host, question.profile, folder)


def override_plan(question: Question, applied: tuple[Applied, ...], cache: DocumentCache) -> Plan:
    """Return the plan of a set that is to stay applied, as after withdrawing one of several."""
    host = question.host.with_executable(ANY_PROGRAM)
    sources = dict.fromkeys(source for one in applied for source in one.configuration.sources)
    bare = host.with_overlay(dict.fromkeys(question.own_files))
    inventory = _inventory(question, bare, sources, cache)
    return plan_override(applied, inventory, bare, question.profile)


def _inventory(
    question: Question, host: Host, sources: Iterable[str], cache: DocumentCache
) -> LoaderReport:
    """Ask what there is, with the user's own folders and manifests searched first."""
    variables = Variables(host.environment)
    searched: tuple[str, ...] = ()
    sources = tuple(sources)
    if sources and not question.profile.has(Gate.ADD_VARIABLES):
        searched = _discover(question, host, cache).explicit_search.paths
    add_sources(variables, sources, question.profile, searched)
    changes = [(change.name, change.value) for change in variables.changes()]
    return _discover(question, host.with_environment(changes), cache)


def _discover(question: Question, host: Host, cache: DocumentCache) -> LoaderReport:
    return discover(host, question.application, question.profile, cache)


def _written(host: Host, plan: Plan) -> Host:
    changes = [(variable.name, variable.value) for variable in plan.variables]
    return host.with_overlay(plan.overlay()).with_environment(changes)


def _left_unnamed(question: Question, inventory: LoaderReport) -> tuple[str, ...]:
    """Return override files of ours that the question does not name, by their description."""
    if not question.applied:
        return ()
    overrides = take_stock(inventory).overrides
    return tuple(o.file for o in overrides if o.description.startswith(f"{OWNER}: "))


def _key_limits(question: Question) -> list[Limit]:
    """Say which programs an override can never match as they are written."""
    limits = []
    for path in question.view.programs:
        match = describe_program(path, question.host)
        name = posixpath.basename(path)
        if match.error:
            limits.append(Limit("", f"{match.error}, so no override matches it", "", blocking=True))
        elif match.real != path:
            text = f"an override for {path} never matches: {name} {match.sentence}"
            limits.append(Limit("", text, f"name {match.real}", blocking=True))
    return limits
