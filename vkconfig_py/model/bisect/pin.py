"""Keeps what was found off: in a configuration, or in a new one for that program alone."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.language.sentences import Message, join_messages, message, tr
from vkconfig_py.model.bisect.investigation import Investigation
from vkconfig_py.model.bisect.suspects import Suspect, describe_suspect_briefly, remove_suspects
from vkconfig_py.model.bisect.trial_wording import get_program_name
from vkconfig_py.model.configuration.configuration import Configuration, ProgramEntry, make_key
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    WorkspaceChange,
    make_change,
    make_unused_name,
)


def keep_off_for_program(
    workspace: Workspace,
    investigation: Investigation,
    off_suspects: Sequence[Suspect],
    program: str,
) -> WorkspaceChange:
    """Add a configuration for one program that leaves out what broke it.

    The rest is as in the configuration that the program failed with, if that still exists.
    `off_suspects`: what broke the program.
    `program`: its real path, which the loader compares, or "" if it is gone: then the path
    that it was started with counts.
    """
    name = name_configuration(workspace, investigation, off_suspects)
    base_configuration = workspace.find_configuration(
        investigation.configuration.key
    ) or Configuration.create(name)
    started_configuration = remove_suspects(investigation.configuration, off_suspects)
    new_configuration = remove_suspects(base_configuration, off_suspects)._replace(
        key=make_key(),
        name=name,
        built_in=0,
        # An option set of the program would bring its variables back.
        target=started_configuration.target._replace(options=""),
        environment=started_configuration.environment,
        programs=(ProgramEntry(program or started_configuration.target.program),),
    )
    return WorkspaceChange(
        workspace.with_added(new_configuration), message("New “{name}”", name=name)
    )


def name_configuration(
    workspace: Workspace, investigation: Investigation, off_suspects: Sequence[Suspect]
) -> str:
    """Return the name of the configuration that leaves out what broke a program."""
    new_name = tr(
        "{program} without {names}",
        names=_join_short_names(off_suspects),
        program=get_program_name(investigation),
    )
    return make_unused_name(workspace, new_name)


def is_kept_off(
    workspace: Workspace, investigation: Investigation, off_suspects: Sequence[Suspect]
) -> bool:
    """Return whether a configuration for this program alone leaves out what broke it."""
    program = investigation.configuration.target.program
    return any(
        configuration.target.program == program
        and configuration.programs
        and remove_suspects(configuration, off_suspects) == configuration
        for configuration in workspace.configurations
        if configuration.key != investigation.configuration.key
    )


def keep_off(
    workspace: Workspace, key: str, off_suspects: Sequence[Suspect]
) -> WorkspaceChange | None:
    """Turn off in a configuration what broke a program, None if no configuration has that key."""
    configuration = workspace.find_configuration(key)
    if configuration is None:
        return None
    return make_change(
        workspace,
        remove_suspects(configuration, off_suspects),
        message("Keep {names} off", names=_join_short_names(off_suspects)),
    )


def _join_short_names(off_suspects: Sequence[Suspect]) -> Message | str:
    """Return what broke the program in words, by short names."""
    return join_messages([describe_suspect_briefly(suspect) for suspect in off_suspects])
