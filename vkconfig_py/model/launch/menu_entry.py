"""The program in the menu of the desktop: whether to offer that, and the change, shown before.

It is offered where the user installed a wheel (pipx, uv, a virtual environment). Packages of a
system bring an entry of their own, and so does a Flatpak.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from enum import Enum, auto
from pathlib import Path

from vkconfig_py import __version__
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.own_process import is_frozen
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.own_documents import DocumentError
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.files.paths import APPLICATION_ID, StatePaths, is_there
from vkconfig_py.model.launch.own_desktop_entry import (
    EntryChange,
    data_folder,
    desktop_files,
    install,
    own_program,
    read_installed,
    remove,
)
from vkconfig_py.model.programs.desktop_entries import entry_folders

# What shells and `man` read, by path in a folder of data; the command line makes it.
ShellFiles = Callable[[Path], dict[str, bytes]]

LEFT = tr("{path} is not as vkconfig-py wrote it, and is left as it is.")


class MenuState(Enum):
    """What the window offers.

    OUTDATED: the entry is ours, but of another version or installation of the program.
    OTHER: nothing, since somebody else put the program there, or nobody can.
    """

    MISSING = auto()
    OURS = auto()
    OUTDATED = auto()
    OTHER = auto()


class MenuChange(NamedTuple):
    """A change of the menu, planned or done.

    Attributes:
        removing: the entry goes.
        files: written or removed.
        left: not touched, since somebody changed them.
        gone: removed, since this version has no such file any more.
        error: why it is not whole.
        updating: there was an entry of ours before.
    """

    removing: bool
    files: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    error: str = ""
    updating: bool = False

    @property
    def sentence(self) -> str:
        """What was done."""
        said = tr("vkconfig-py is in the menu.")
        if self.removing:
            said = tr("vkconfig-py is not in the menu.")
        return " ".join((said, *(LEFT.format(path=path) for path in self.left)))


def offered_program(environment: Mapping[str, str]) -> str:
    """Command that the menu can start; "" in a checkout, and where a package cares for the menu."""
    if is_frozen() or sys.prefix == sys.base_prefix:  # a wheel has an environment of its own
        return ""
    program = own_program()
    return program if program and not is_for_one_run(program, environment) else ""


def is_for_one_run(program: str, environment: Mapping[str, str]) -> bool:
    """True in a cache: `uvx` and `pipx run` put the program there.

    Older versions of pipx have a cache within their own folder: ~/.local/pipx/.cache.
    """
    caches = environment.get("XDG_CACHE_HOME", "")
    path = Path(program)
    return ".cache" in path.parts or (bool(caches) and path.is_relative_to(caches))


def menu_folder(host: Host) -> Path | None:
    """Where the entries of the user's menu are; None on other systems and without a home."""
    return data_folder(host.environment) if host.platform is Platform.LINUX else None


def find_state(host: Host, paths: StatePaths, program: str, shell_files: ShellFiles) -> MenuState:
    """Whether the menu has the program, and whose entry that is.

    Args:
        host: this machine.
        paths: where the record of what was installed is.
        program: what `offered_program` says.
        shell_files: what shells and `man` read of this version.
    """
    data = menu_folder(host)
    if data is None or not program:
        return MenuState.OTHER
    name = f"{APPLICATION_ID}.desktop"
    try:
        before = read_installed(paths)
        if (entry := str(data / "applications" / name)) in before.files and is_there(entry):
            new = change_entry(data, paths, program, shell_files, removing=False, dry_run=True)
            # The language of the reader alone makes other texts: that is no other version.
            is_other = before.version != __version__ or entry in new.files
            return MenuState.OUTDATED if is_other and (new.files or new.gone) else MenuState.OURS
    except (OSError, DocumentError):  # install-desktop says why
        return MenuState.OTHER
    if any(is_there(f"{folder}/{name}") for folder in entry_folders(host)):
        return MenuState.OTHER
    return MenuState.MISSING


def change_entry(
    data: Path,
    paths: StatePaths,
    program: str,
    shell_files: ShellFiles,
    *,
    removing: bool,
    dry_run: bool,
) -> EntryChange:
    """Put the program into the menu or take it out; with `dry_run` only say what that changes.

    Raises:
        OSError: not everything was done; to do it again goes on.
        DocumentError: the record of what was installed is damaged.
    """
    if removing:
        return remove(data, paths, dry_run=dry_run)
    files = desktop_files(data, program) | shell_files(data)
    return install(data, files, paths, dry_run=dry_run)


def has_entry(paths: StatePaths) -> bool:
    """Whether files of an earlier installation are recorded; False where nobody can tell."""
    try:
        return bool(read_installed(paths).files)
    except (OSError, DocumentError):
        return False


def failure(error: OSError | DocumentError, data: Path, *, removing: bool) -> str:
    """Say what a change of the menu ended with."""
    if isinstance(error, DocumentError):
        return tr("The record of what was installed is damaged: {reason}.", reason=error.sentence)
    doing = tr("Not everything was written")
    if removing:
        doing = tr("Not everything could be removed")
    return error_sentence(doing, str(data), error)
