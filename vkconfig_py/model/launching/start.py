"""Check and prepare everything that a launch needs, then start its program."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.applying.file_states import error_sentence
from vkconfig_py.model.documents.configuration import Variable, new_key
from vkconfig_py.model.items.texts import visible
from vkconfig_py.model.launching.folder import (
    folder_of,
    launch_mark,
    remove_folder,
    write_private_files,
)
from vkconfig_py.model.launching.kept import Kept
from vkconfig_py.model.launching.processes import MARK
from vkconfig_py.model.plan import Plan
from vkconfig_py.model.presence import is_folder
from vkconfig_py.model.programs.executables import describe_program

T = TypeVar("T")
NOT_STARTED = "The program was not started"


class LaunchError(NamedTuple):
    """Why a program could not be started: one sentence with the path."""

    sentence: str


class Ready(NamedTuple):
    """Everything that a start needs, checked, with the private files written.

    Attributes:
        mark: value of the variable by which the processes of this launch are known.
    """

    command: tuple[str, ...]
    executable: str
    working_directory: str | None
    environment: dict[str, str]
    folder: str
    mark: str


def prepare(
    program: str,
    arguments: tuple[str, ...],
    working_directory: str,
    environment: Mapping[str, str],
    plan: Plan,
) -> Ready | LaunchError:
    """Check what a start needs and write the plan's private files."""
    folder = folder_of(plan)
    if plan.files and not folder:
        return LaunchError(f"{NOT_STARTED}: its files do not lie in a folder of their own.")
    for variable in plan.variables:
        refusal = _refusal(variable)
        if refusal:
            return LaunchError(f"{NOT_STARTED}: {refusal}.")
    mark = launch_mark(folder) if folder else new_key()
    variables = _environment(environment, plan, mark)
    if working_directory and not is_folder(Path(working_directory)):
        return LaunchError(f"{NOT_STARTED}: {working_directory} is not a folder.")
    host = Host(environment=variables, working_directory=working_directory or _here())
    match = describe_program(program, host)
    if not match.runs:
        return LaunchError(f"{NOT_STARTED}: {match.error or 'none is named'}.")
    try:
        if folder:
            write_private_files(plan, folder)
    except OSError as error:
        remove_folder(folder)
        return LaunchError(error_sentence(NOT_STARTED, folder, error))
    command = (program, *arguments)
    return Ready(command, match.path, working_directory or None, variables, folder, mark)


def _refusal(variable: Variable) -> str:
    """Return why no environment can hold a variable, or ""."""
    shown = visible(variable.name)
    if not variable.name:
        return "a variable without a name cannot be set"
    if "=" in variable.name or "\0" in variable.name:
        return f"a variable cannot be called “{shown}”"
    if variable.value is not None and "\0" in variable.value:
        return f"the value of {shown} holds a null byte, which no variable can"
    return ""


def _environment(environment: Mapping[str, str], plan: Plan, mark: str) -> dict[str, str]:
    variables = dict(environment)
    for variable in plan.variables:
        if variable.value is None:
            variables.pop(variable.name, None)
        else:
            variables[variable.name] = variable.value
    variables[MARK] = mark
    return variables


def _here() -> str:
    try:
        return str(Path.cwd())
    except OSError:  # the folder was deleted under us
        return "/"


def start_kept(ready: Ready) -> Kept | LaunchError:
    """Start a program with pipes, in a session of its own, below a keeper."""
    wanted = (ready.command, ready.executable, ready.working_directory, ready.environment)
    return _or_error(ready, lambda: Kept(wanted))


def start_attached(
    ready: Ready, output: int | None = None
) -> subprocess.Popen[bytes] | LaunchError:
    """Start a program on the terminal we run on."""
    return _or_error(
        ready,
        lambda: subprocess.Popen(
            ready.command,
            executable=ready.executable,
            cwd=ready.working_directory,
            env=ready.environment,
            stdout=output,
        ),
    )


def _or_error(ready: Ready, start: Callable[[], T]) -> T | LaunchError:
    try:
        return start()
    except OSError as error:
        remove_folder(ready.folder)
        return LaunchError(error_sentence(NOT_STARTED, ready.executable, error))
    except ValueError as error:  # a NUL byte
        remove_folder(ready.folder)
        return LaunchError(f"{NOT_STARTED}: {ready.executable}: {error}.")
