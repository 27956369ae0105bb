"""Option sets of programs: which a program has, and what one does to a launch.

A set belongs to a program, by the path that is started, and every configuration shares it. A bare
name has the sets of the program of that name, since what it starts is that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from posixpath import basename

from vkconfig_py.model.configuration.configuration import (
    Configuration,
    OptionSet,
    ProgramOptions,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.default_options import DEFAULTS


def sets_of(options: Iterable[ProgramOptions], program: str) -> tuple[OptionSet, ...]:
    """The sets of a program: the user's, or those that it has by default."""
    found = entry_of(options, program)
    return found.sets if found is not None else DEFAULTS.get(basename(program), ())


def find_set(options: Iterable[ProgramOptions], target: Target) -> OptionSet | None:
    """The chosen set of a program, if there still is one of that name."""
    if not target.options:
        return None
    sets = sets_of(options, target.program)
    return next((one for one in sets if one.name == target.options), None)


def with_option_set(target: Target, chosen: OptionSet) -> Target:
    return target._replace(
        arguments=chosen.arguments,
        working_directory=chosen.working_directory,
        options=chosen.name,
        log_file=chosen.log_file,
        appends=chosen.appends,
    )


def started(target: Target, options: Iterable[ProgramOptions]) -> Target:
    """A program with its chosen set applied; a set that is gone leaves what it had."""
    chosen = find_set(options, target)
    return with_option_set(target, chosen) if chosen else target._replace(options="")


def with_chosen_set(
    configuration: Configuration, options: Sequence[ProgramOptions]
) -> Configuration:
    """A configuration as its program is started with the chosen set."""
    target = configuration.target
    chosen = find_set(options, target)
    environment = configuration.environment
    if chosen is not None:
        environment = with_variables(environment, chosen.environment)
    return configuration._replace(target=started(target, options), environment=environment)


def with_variables(
    under: Sequence[Variable], variables: Sequence[Variable]
) -> tuple[Variable, ...]:
    """The variables of a configuration, with those of an option set in their place."""
    names = {one.name for one in variables}
    return (*(one for one in under if one.name not in names), *variables)


def entry_of(options: Iterable[ProgramOptions], program: str) -> ProgramOptions | None:
    listed = list(options)
    exact = next((one for one in listed if one.program == program), None)
    return exact or next((one for one in listed if _is_named(one.program, program)), None)


def _is_named(path: str, program: str) -> bool:
    """True if one of them is the bare name of the other."""
    bare = "/" not in path or "/" not in program
    return bare and basename(path) == basename(program)
