"""Builds the parts of remedies that layers and drivers share, and the shell prefix of a remedy.

The rules decide without knowing about remedies, which are computed afterwards from a
DecisionContext.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache

from vkconfig_py.language.sentences import message, tr
from vkconfig_py.loader.base.host import Application, Host, Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    EditKey,
    InstallLibrary,
    KeyPath,
    NoRemedy,
    Remedy,
    RemoveFile,
    SetVariable,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.files.binaries import (
    LibraryState,
    list_hwcaps_folders,
    list_library_path_folders,
)
from vkconfig_py.loader.files.library_search import EntryPoints, LibraryCheck
from vkconfig_py.loader.files.linker import LIBRARY_PATH_VARIABLE, PRELOAD_VARIABLE
from vkconfig_py.loader.files.scan import Document, Folder
from vkconfig_py.loader.manifests.reader import Dialect, resolve_library
from vkconfig_py.loader.platforms.rules import get_base_name, get_platform_rules
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.activation import ActivationInputs
from vkconfig_py.loader.rules.loader_report import Entry
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE
from vkconfig_py.loader.settings_file import LoaderSettings

NO_REMEDY = NoRemedy("")
NOTHING_TO_REPAIR = NoRemedy(message("for programs with the other word size; no fix needed"))

INSTALL_OTHER_BUILD = NoRemedy(message("install another build of the library"))
NAME_EXPORTED_FUNCTION = NoRemedy(message("name a function that the library exports"))
# Valid names of POSIX shell variables; others can only be set through env(1).
_SHELL_NAME_PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


class DecisionContext(NamedTuple):
    """The facts that the decisions about layers and drivers were based on.

    Attributes:
        read_document: returns a file's document, read again if needed.
        override: the active override, or None.
        folders: folders that were searched for manifests.
    """

    host: Host
    application: Application
    profile: LoaderProfile
    dialect: Dialect
    settings: LoaderSettings
    inputs: ActivationInputs
    check_library: LibraryCheck
    read_document: Callable[[str], Document]
    entries: Sequence[Entry] = ()
    override: Entry | None = None
    folders: tuple[Folder, ...] = ()

    @property
    def instance_layers(self) -> tuple[str, ...]:
        """Return the names in VK_INSTANCE_LAYERS."""
        return _split_layer_names(
            self.host.getenv(INSTANCE_LAYERS_VARIABLE) or "", self.host.platform
        )


@lru_cache(maxsize=4)  # called once per named layer, of which there may be a thousand
def _split_layer_names(value: str, platform: Platform) -> tuple[str, ...]:
    """Return the names in a list variable of layers."""
    return get_platform_rules(platform).split_list(value)


def remove_part(name: str, value: str, separator: str, removed_part: str) -> Remedy:
    """Return the remedy that removes one entry from the list in a variable."""
    remaining = separator.join(
        part for part in value.split(separator) if part and part != removed_part
    )
    return SetVariable(name, remaining) if remaining else UnsetVariable(name)


def combine_steps(steps: Sequence[Remedy]) -> Remedy:
    """Combine steps into one remedy, NoRemedy if there are none."""
    # One impossible step makes the others useless.
    for step in steps:
        if isinstance(step, NoRemedy):
            return step
    if len(steps) == 1:
        return steps[0]
    return Together(tuple(dict.fromkeys(steps))) if steps else NO_REMEDY


def find_library_remedy_steps(
    context: DecisionContext,
    file: str,
    library: str,
    key_path: KeyPath,
    entry_points: EntryPoints,
) -> list[Remedy]:
    """Return the steps that make the library of a manifest open, or [] if it already opens.

    Args:
        context: what the manifest was decided by.
        file: the manifest.
        library: the library that it names, as dlopen gets it.
        key_path: place of the library's name in the manifest.
        entry_points: functions of which it must export one.
    """
    state = context.check_library(library, entry_points)
    # Only the running program determines which file ld.so(8) opens for a bare name.
    if state.is_found or state.reason == "unknown":
        return []
    if state.reason == "foreign-class":
        return [NOTHING_TO_REPAIR]
    # The linker opened it and gave up: the advice depends on whether a dependency is missing.
    if state.replacing:
        return [_find_replacing_remedy(context.host, state)]
    if state.detail:
        return [InstallLibrary(state.missing) if state.missing else INSTALL_OTHER_BUILD]
    if state.reason == "no-entry-point":
        return [INSTALL_OTHER_BUILD]
    if library:
        return [InstallLibrary(state.path or library)]
    name = get_base_name(file).removesuffix(".json")
    # With a slash in it the path is relative to the manifest's folder.
    library_path = f"./lib{name}.so"
    edit = EditKey(file, key_path, library_path, tr("add the library's name"))
    return [edit, InstallLibrary(resolve_library(file, library_path, context.dialect))]


def _find_replacing_remedy(host: Host, state: LibraryState) -> Remedy:
    """Return the remedy after which the system's copy of a dependency is opened.

    It takes the replacing copy out of LD_LIBRARY_PATH or LD_PRELOAD, or removes the file if the
    program brings it (RPATH or RUNPATH).
    """
    file, name = state.replacing, state.replaced_by
    value = host.getenv(name) or ""
    if name == LIBRARY_PATH_VARIABLE:
        entries = zip(
            value.replace(";", ":").split(":"), list_library_path_folders(host), strict=True
        )
        folder = os.path.dirname(file)
        remaining_names = [
            entry for entry, folders in entries if folder not in list_hwcaps_folders(host, folders)
        ]
    elif name == PRELOAD_VARIABLE:
        remaining_names = [
            library
            for library in value.replace(":", " ").split()
            if get_base_name(library) != get_base_name(file)
        ]
    else:
        return RemoveFile(file)  # a copy that the program brings
    new_value = (":" if name == LIBRARY_PATH_VARIABLE else " ").join(remaining_names)
    return SetVariable(name, new_value) if new_value else UnsetVariable(name)


class Goal(Enum):
    """Intended effect of a remedy."""

    LOAD = "load"
    LEAVE_OUT = "leave out"
    REPAIR = "repair"  # no longer refused; it may still not be requested
    LET_START = "let start"  # no file makes every call fail or crash any more


def list_variables(remedy: Remedy) -> dict[str, str | None]:
    """Return the variables that a remedy sets, None for one that it unsets.

    {} if it changes anything else.
    """
    steps = remedy.steps if isinstance(remedy, Together) else (remedy,)
    variables: dict[str, str | None] = {}
    for step in steps:
        match step:
            case SetVariable(name, value):
                variables[name] = value
            case UnsetVariable(name):
                variables[name] = None
            case Together() if inner_variables := list_variables(step):
                variables |= inner_variables
            case _:
                return {}
    return variables


def render_command_prefix(remedy: Remedy) -> str:
    """Return the shell prefix that runs a command with a remedy applied (all of its steps).

    "" if the remedy changes more than variables, or a shell cannot name a variable.
    """
    variables = list_variables(remedy)
    if not variables or any(not name or "=" in name or "\0" in name for name in variables):
        return ""
    unset_names = [f"-u {shlex.quote(name)}" for name, value in variables.items() if value is None]
    assignments = [
        f"{name}={shlex.quote(value)}"
        if _SHELL_NAME_PATTERN.fullmatch(name)
        else shlex.quote(f"{name}={value}")
        for name, value in variables.items()
        if value is not None
    ]
    needs_no_env = not unset_names and all(map(_SHELL_NAME_PATTERN.fullmatch, variables))
    return " ".join([*([] if needs_no_env else ["env"]), *unset_names, *assignments])
