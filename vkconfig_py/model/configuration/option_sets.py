"""Option sets of programs: those that known programs have, which is chosen, what it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from posixpath import basename
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    OptionSet,
    ProgramOptions,
    Target,
    Variable,
)

# Those that known programs have until the user changes theirs.
_CUBE_SETS = (
    OptionSet("100 frames, then exit", ("--c", "100")),
    OptionSet("No dialogs", ("--suppress_popups",)),
    OptionSet("Unlimited frame rate", ("--present_mode", "0")),
)
# By base name. Names of sets are stored where they are chosen, so they are the same everywhere.
DEFAULT_SETS: Mapping[str, tuple[OptionSet, ...]] = MappingProxyType(
    {
        "vkcube": _CUBE_SETS,
        "vkcubepp": _CUBE_SETS,
        "vkcube-wayland": _CUBE_SETS,
        "vulkaninfo": (
            OptionSet("Summary", ("--summary",)),
            OptionSet("With formats", ("--show-formats",)),
            OptionSet("Active tools", ("--show-tool-props",)),
        ),
    }
)
# As people read them, who may speak another language now than when they chose a set.
_DISPLAY_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "100 frames, then exit": tr("100 frames, then exit"),
        "No dialogs": tr("No dialogs"),
        "Unlimited frame rate": tr("Unlimited frame rate"),
        "Summary": tr("Summary"),
        "With formats": tr("With formats"),
        "Active tools": tr("Active tools"),
    }
)


def get_display_name(name: str) -> str:
    """Return the displayed name of a set, translated for the sets above."""
    return _DISPLAY_NAMES.get(name, name)


def get_sets(options: Iterable[ProgramOptions], program: str) -> tuple[OptionSet, ...]:
    """Return the option sets of a program: the user's, or those that it has by default."""
    entry = find_options(options, program)
    return entry.sets if entry is not None else DEFAULT_SETS.get(basename(program), ())


def find_set(options: Iterable[ProgramOptions], target: Target) -> OptionSet | None:
    """Return the option set that is chosen for a program, None if it has none of that name."""
    if not target.options:
        return None
    sets = get_sets(options, target.program)
    return next((option_set for option_set in sets if option_set.name == target.options), None)


def apply_option_set(target: Target, option_set: OptionSet) -> Target:
    """Return a program with arguments, folder and log file of an option set."""
    return target._replace(
        arguments=option_set.arguments,
        working_directory=option_set.working_directory,
        options=option_set.name,
        log_file=option_set.log_file,
        appends=option_set.appends,
    )


def apply_chosen_set(target: Target, options: Iterable[ProgramOptions]) -> Target:
    """Return a program with its chosen option set. If that is deleted, it keeps its arguments."""
    option_set = find_set(options, target)
    return apply_option_set(target, option_set) if option_set else target._replace(options="")


def apply_chosen_option_set(
    configuration: Configuration, options: Sequence[ProgramOptions]
) -> Configuration:
    """Return a configuration as its program is started with the chosen set."""
    target = configuration.target
    option_set = find_set(options, target)
    environment = configuration.environment
    if option_set is not None:
        environment = merge_option_set_variables(environment, option_set.environment)
    return configuration._replace(target=apply_chosen_set(target, options), environment=environment)


def merge_option_set_variables(
    base_variables: Sequence[Variable], variables: Sequence[Variable]
) -> tuple[Variable, ...]:
    """Return the variables of a configuration, those of an option set in their place."""
    names = {variable.name for variable in variables}
    return (*(variable for variable in base_variables if variable.name not in names), *variables)


def find_options(options: Iterable[ProgramOptions], program: str) -> ProgramOptions | None:
    """Return the option sets of a program by its path, or by its bare name."""
    all_options = list(options)
    exact_options = next(
        (program_options for program_options in all_options if program_options.program == program),
        None,
    )
    return exact_options or next(
        (
            program_options
            for program_options in all_options
            if _matches_bare_name(program_options.program, program)
        ),
        None,
    )


def _matches_bare_name(path: str, program: str) -> bool:
    """Return whether one program is the bare name of the other."""
    is_bare_name = "/" not in path or "/" not in program
    return is_bare_name and basename(path) == basename(program)
