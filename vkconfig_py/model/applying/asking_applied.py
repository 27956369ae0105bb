"""Plan what is applied to the system: by an override, by a loader settings file, or what fits.

Each mechanism is planned on the machine as it is without files of ours.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.settings.places import settings_places
from vkconfig_py.model.documents.configuration import UNLISTED, DeviceMode
from vkconfig_py.model.picture.inventory import (
    any_program,
    as_program,
    take_inventory,
    without_own_files,
)
from vkconfig_py.model.picture.values import Question
from vkconfig_py.model.picture.wording import short_name
from vkconfig_py.model.plan import Applied, Limit, Mechanism, Plan
from vkconfig_py.model.planning import plan_override
from vkconfig_py.model.planning.at_hand import NO_SETTINGS, SettingsPlan, sets_something
from vkconfig_py.model.planning.elevated import ANY_ELEVATED, elevated_limit, install_command
from vkconfig_py.model.planning.layer_settings import plan_settings_file
from vkconfig_py.model.planning.override import Twin, override_sources
from vkconfig_py.model.planning.settings import Standing, plan_settings
from vkconfig_py.model.planning.settings_at_hand import read_settings_at_hand
from vkconfig_py.model.planning.stock import take_stock
from vkconfig_py.model.planning.wanted import is_absence
from vkconfig_py.model.planning.ways import SETTINGS_FLOOR
from vkconfig_py.model.programs.executables import ProgramMatch, ProgramState
from vkconfig_py.model.programs.wrappers import compared_program
from vkconfig_py.model.writers.loader_settings import is_ours
from vkconfig_py.model.writers.override import OWNER


class Planned(NamedTuple):
    """A plan, and what it was made from.

    Attributes:
        host: the machine as it is without files of ours.
    """

    plan: Plan
    inventory: LoaderReport
    host: Host


def plan_applied(
    question: Question, applied: tuple[Applied, ...], host: Host, cache: DocumentCache
) -> Planned:
    """Plan a set by the mechanism of its last one."""
    mechanism = applied[-1].mechanism if applied else Mechanism.OVERRIDE
    if mechanism is Mechanism.SETTINGS:
        return _by_settings(question, applied, host, cache)
    override = _by_override(question, applied, host, cache)
    if mechanism is Mechanism.OVERRIDE or question.profile.version < SETTINGS_FLOOR:
        return override
    before = _unmet(override.plan)
    in_force = any(one.mechanism is Mechanism.SETTINGS for one in question.applied)
    if not before and not in_force:
        return override
    settings = _by_settings(question, applied, host, cache)
    after = _unmet(settings.plan)
    says_more = in_force or len(after) < len(before) or _is_blocked(override.plan)
    if _is_blocked(settings.plan):
        return _with_why(override, settings) if _chooses_devices(applied[-1]) else override
    if not says_more:
        return override
    unmet = next((limit for limit in before if limit.text not in _texts(after)), None)
    if unmet is None:
        return settings
    about = short_name(unmet.subject) if unmet.subject not in ("", UNLISTED) else ""
    reason = f"{about}: {unmet.text}" if about else unmet.text
    summary = f"A loader settings file. An override would not do: {reason}"
    return settings._replace(plan=settings.plan._replace(summary=summary))


def _chooses_devices(one: Applied) -> bool:
    return one.configuration.devices.mode is DeviceMode.LISTED


def _with_why(override: Planned, settings: Planned) -> Planned:
    """Add what keeps a loader settings file, which alone chooses devices, from being written."""
    why = [one._replace(blocking=False) for one in settings.plan.limits if one.blocking]
    limits = (*override.plan.limits, *(one for one in why if one.alternative))
    return override._replace(plan=override.plan._replace(limits=limits))


def _texts(limits: list[Limit]) -> set[str]:
    return {limit.text for limit in limits}


def _unmet(plan: Plan) -> list[Limit]:
    return [limit for limit in plan.limits if not is_absence(limit) and not limit.is_note]


def _is_blocked(plan: Plan) -> bool:
    return any(limit.blocking for limit in plan.limits)


def _by_override(
    question: Question, applied: tuple[Applied, ...], host: Host, cache: DocumentCache
) -> Planned:
    configurations = [one.configuration for one in applied]
    sources = dict.fromkeys(s for one in configurations for s in override_sources(one))
    bare = without_own_files(question, host)
    inventory = take_inventory(question, bare, sources, (), cache)
    mine = _left_unnamed(question, inventory)
    if mine:
        bare = bare.with_overlay(dict.fromkeys(mine))
        inventory = take_inventory(question, bare, sources, (), cache)
    settings = _layer_settings(applied, inventory, bare, cache)
    twin = _find_twin(question, bare, sources, cache)
    loaders = question.loaders
    plan = plan_override(applied, inventory, bare, question.profile, settings, twin, loaders)
    return Planned(plan, inventory, bare)


def _find_twin(
    question: Question, host: Host, sources: Iterable[str], cache: DocumentCache
) -> Twin | None:
    """Look at the machine as programs of the other word size do; None without a loader for them."""
    bits = 96 - question.profile.pointer_bits
    profile = next((one for one in question.loaders if one.pointer_bits == bits), None)
    if profile is None or not profile.has(Gate.LIBRARY_ARCH):
        return None
    asked = question._replace(profile=profile)
    host = host._replace(pointer_bits=bits)
    return Twin(profile, take_stock(take_inventory(asked, host, sources, (), cache)))


def _by_settings(
    question: Question, applied: tuple[Applied, ...], host: Host, cache: DocumentCache
) -> Planned:
    configurations = [one.configuration for one in applied]
    explicit = dict.fromkeys(s for one in configurations for s in one.sources)
    implicit = dict.fromkeys(s for one in configurations for s in one.implicit_sources)
    bare = without_own_files(question, host)
    standing, places = _standing(question, bare, cache)
    # Programs of the plan do not get what another settings file says.
    plain = bare.with_overlay(dict.fromkeys(places))
    inventory = take_inventory(question, plain, explicit, implicit, cache)
    mine = _left_unnamed(question, inventory)
    if mine:
        bare, plain = (one.with_overlay(dict.fromkeys(mine)) for one in (bare, plain))
        inventory = take_inventory(question, plain, explicit, implicit, cache)
    settings = _layer_settings(applied, inventory, bare, cache)
    plan = plan_settings(
        applied, inventory, bare, question.profile, standing, question.loaders, settings
    )
    return Planned(plan, inventory, bare)


def _layer_settings(
    applied: tuple[Applied, ...], inventory: LoaderReport, host: Host, cache: DocumentCache
) -> SettingsPlan:
    configurations = [one.configuration for one in applied]
    if not any(map(sets_something, configurations)):
        return NO_SETTINGS
    stock = take_stock(inventory)
    at_hand = read_settings_at_hand(configurations, stock, host, cache)
    return plan_settings_file(applied, stock, host, at_hand)


def _standing(
    question: Question, host: Host, cache: DocumentCache
) -> tuple[Standing | None, tuple[str, ...]]:
    """Return the settings file of somebody else that is in force, and every place of one."""
    scanner = Scanner(host, cache)
    places = tuple(map(posixpath.normpath, settings_places(host, question.profile)))
    path = next((place for place in places if scanner.exists(place)), "")
    content = scanner.read(path) if path else None
    if not path or (content is not None and is_ours(content)):
        return None, places
    return Standing(path, content), places


def _left_unnamed(question: Question, inventory: LoaderReport) -> tuple[str, ...]:
    """Return override files of ours that the question does not name, by their description."""
    if not question.applied:
        return ()
    overrides = take_stock(inventory).overrides
    return tuple(o.file for o in overrides if o.description.startswith(f"{OWNER}: "))


def plan_for_system(question: Question, cache: DocumentCache) -> Plan:
    """Plan an override for a folder that all users share, which elevated programs read too.

    Folders of the user are left out of it: they would let a user's library into such programs.
    """
    question = question._replace(
        configuration=question.configuration._replace(sources=(), implicit_sources=())
    )
    programs = question.view.programs
    host = question.host.with_executable(programs[0] if programs else any_program(question.host))
    host = without_own_files(question, host._replace(elevated=True))
    inventory = take_inventory(question, host, (), (), cache)
    one = Applied(question.configuration, programs, 0.0)
    return plan_override((one,), inventory, host, question.profile)


class KeyLimits(NamedTuple):
    """What is to be said of the programs that something is applied for.

    Attributes:
        command: the command line that reaches those that see nothing of it.
    """

    limits: tuple[Limit, ...]
    command: str = ""


def key_limits(question: Question) -> KeyLimits:
    """Say which programs can never be matched as they are written, or see nothing of it."""
    limits = []
    programs = question.view.programs
    matches = {path: compared_program(path, question.host) for path in programs}
    hidden = [path for path, match in matches.items() if _skips(question, match)]
    for path, match in matches.items():
        name = posixpath.basename(path)
        if match.error:
            limits.append(
                Limit("", f"{match.error}, so nothing applied can match it", "", blocking=True)
            )
        elif match.real != path:
            text = f"what is applied for {path} never matches: {name} {match.sentence}"
            named = match.real or "the program that it starts"
            limits.append(Limit("", text, f"name {named}", blocking=True))
        elif path in hidden:
            why = f"{name} {match.elevation.why}" if match.elevation.why else ANY_ELEVATED
            limits.append(elevated_limit(why, blocking=len(hidden) == len(programs)))
    skipped = bool(hidden)
    if not programs and _skips(question, ProgramMatch(ProgramState.NONE)):
        limits.append(elevated_limit(ANY_ELEVATED, blocking=True))
        skipped = True
    if not skipped:
        return KeyLimits(tuple(limits))
    command = install_command(question.configuration, hidden, question.host, question.profile)
    return KeyLimits(tuple(limits), command)


def _skips(question: Question, program: ProgramMatch) -> bool:
    """Return whether a program gets none of the folders that are written to."""
    return as_program(question, program).hides_variables
