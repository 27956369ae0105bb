"""The program in the menu of the desktop ($XDG_DATA_HOME): whether to offer that, and the change.

It is offered where the user installed a wheel (pipx, uv, a virtual environment). Packages of a
system bring an entry of their own, and so does a Flatpak. The change is shown before it is made.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from pathlib import Path

from vkconfig_py import __version__
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.own_process import is_frozen
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import read_document, write_file
from vkconfig_py.loader.files.safe_paths import make_shared_folder
from vkconfig_py.model.configuration.own_documents import (
    DocumentError,
    read_list,
    read_object,
    read_text,
    render_json,
)
from vkconfig_py.model.files import resources
from vkconfig_py.model.files.atomic_files import (
    compute_content_digest,
    has_same_content,
    remove_file,
    remove_folder,
    render_error,
    write_named,
)
from vkconfig_py.model.files.config_home import PROGRAM
from vkconfig_py.model.files.paths import APPLICATION_ID, StatePaths, path_exists
from vkconfig_py.model.formats.shells import quote_exec_word
from vkconfig_py.model.programs.desktop_entries import list_entry_folders

# A file `desktop.json` in the state folder notes what was written, with digests, and which folders
# and caches came with it. It is saved before anything is written: after a kill all files are known.
# Files that somebody changed since are left alone, by a repeated installation as by the removal.

_FORMAT = 1
_TOOL_SECONDS = 30.0
# What refreshes the caches of a folder, whose sources are there.
_REFRESH_TOOLS = (
    ("applications", "*.desktop", ("update-desktop-database", "-q")),
    ("mime", "packages/*.xml", ("update-mime-database",)),
    ("icons/hicolor", "*/*/*.*g", ("gtk-update-icon-cache", "-q", "-t", "-f")),
)
# What shells and `man` read, by path in a folder of data; the command line makes it.
ShellFiles = Callable[[Path], dict[str, bytes]]
LEFT_UNTOUCHED = tr("{path} differs from what vkconfig-py wrote and was left unchanged.")


class InstalledEntry(NamedTuple):
    """What an installation wrote.

    Attributes:
        files: digests of what we may have left at each path.
        made: folders and caches that did not exist before.
        version: of the program that wrote them last; "" if it kept none.
    """

    files: Mapping[str, tuple[str, ...]]
    made: tuple[str, ...] = ()
    version: str = ""


class EntryChange(NamedTuple):
    """Result of a change, planned or done.

    Attributes:
        files: written, or removed if that was asked for.
        untouched_files: not touched, because somebody changed them.
        obsolete_files: removed since this version has no such file any more.
    """

    files: tuple[str, ...]
    untouched_files: tuple[str, ...] = ()
    obsolete_files: tuple[str, ...] = ()


def find_data_folder(environment: Mapping[str, str]) -> Path | None:
    """Return the folder of the user's data, None without a home.

    A relative value of XDG_DATA_HOME is ignored, as XDG says.
    """
    name_text, home = environment.get("XDG_DATA_HOME", ""), environment.get("HOME", "")
    if name_text.startswith("/"):
        return Path(name_text)
    return Path(home, ".local/share") if home.startswith("/") else None


def find_own_program() -> str:
    """Return the path of this installation's command, "" in a checkout."""
    if is_frozen():
        return sys.executable
    program_beside = Path(sys.executable).with_name(PROGRAM)
    return str(program_beside) if path_exists(program_beside) else ""


def make_desktop_files(data: Path, program: str) -> dict[str, bytes]:
    """Return the content of each file of the desktop, by its path in the data folder.

    `program`: absolute path, or a name that PATH finds, for packages.
    """
    resource_folder = resources.find_resource("desktop")
    entry = _render_entry(
        (resource_folder / f"{APPLICATION_ID}.desktop").read_text(encoding="utf-8"), program
    )
    metainfo, types = f"{APPLICATION_ID}.metainfo.xml", f"{APPLICATION_ID}.xml"
    files = {
        data / "applications" / f"{APPLICATION_ID}.desktop": entry,
        data / "metainfo" / metainfo: (resource_folder / metainfo).read_bytes(),
        data / "mime/packages" / types: (resource_folder / types).read_bytes(),
    }
    icons = sorted(path for path in (resource_folder / "icons").rglob("*") if path.is_file())
    files |= {data / path.relative_to(resource_folder): path.read_bytes() for path in icons}
    return {str(path): content for path, content in files.items()}


def _render_entry(text: str, program: str) -> bytes:
    """Return the text of a menu entry with the path of the program."""
    if program.startswith("/"):
        # Menus leave out an entry whose program is gone.
        text = text.replace("\nExec=", f"\nTryExec={program}\nExec=", 1)
    return text.replace(f"\nExec={PROGRAM} ", f"\nExec={quote_exec_word(program)} ").encode()


def read_installed(paths: StatePaths) -> InstalledEntry:
    """Return what an earlier installation wrote, nothing if there was none.

    Raises:
        OSError: it cannot be read.
        DocumentError: it is damaged.
    """
    try:
        document = read_document(str(_get_record_path(paths)), _FORMAT)
    except FileNotFoundError:
        return InstalledEntry({})
    files = read_object(document.get("files"), "files")
    made_paths = read_list(document.get("made"), "made")
    return InstalledEntry(
        {
            path: tuple(read_text(digest, path) for digest in read_list(digests, path))
            for path, digests in files.items()
        },
        tuple(read_text(path, "made") for path in made_paths),
        read_text(document.get("version", ""), "version"),
    )


def _list_changed_files(
    files: Mapping[str, bytes], installed_entry: InstalledEntry
) -> tuple[str, ...]:
    """Return files at our paths that another program wrote, or that were changed after us."""
    return tuple(
        path
        for path, content in files.items()
        if path_exists(path)
        and not has_same_content(Path(path), content)
        and _compute_digest(path) not in installed_entry.files.get(path, ())
    )


def install_files(
    data: Path, files: Mapping[str, bytes], paths: StatePaths, *, dry_run: bool = False
) -> EntryChange:
    """Write all files but those that somebody changed, and refresh the caches.

    Files that only an older version has are removed.

    Raises:
        OSError: not everything could be written; remove_files() removes what was.
    """
    installed_entry = read_installed(paths)
    kept_files = _list_changed_files(files, installed_entry)
    our_files = {path: content for path, content in files.items() if path not in kept_files}
    written_paths = tuple(
        path for path, content in our_files.items() if not has_same_content(Path(path), content)
    )
    removed_paths = tuple(
        path for path in _list_unchanged_files(installed_entry) if path not in files
    )
    if dry_run:
        return EntryChange(written_paths, kept_files, removed_paths)
    digests = {path: (compute_content_digest(content),) for path, content in our_files.items()}
    all_digests = {
        path: (*installed_entry.files.get(path, ()), *new_digests)
        for path, new_digests in digests.items()
    }
    made_paths = (*installed_entry.made, *_list_missing_folders(our_files))
    _save_record(
        paths,
        InstalledEntry(
            {**installed_entry.files, **all_digests}, made_paths, installed_entry.version
        ),
    )
    for path in written_paths:
        make_shared_folder(str(Path(path).parent))
        write_named(Path(path), our_files[path])
    for path in removed_paths:
        remove_file(path)
    caches = _refresh_caches(data)
    remaining_digests = {
        path: digests
        for path, digests in installed_entry.files.items()
        if path not in removed_paths
    }
    _save_record(
        paths, InstalledEntry({**remaining_digests, **digests}, (*made_paths, *caches), __version__)
    )
    return EntryChange(written_paths, kept_files, removed_paths)


def _list_unchanged_files(installed_entry: InstalledEntry) -> tuple[str, ...]:
    """Return the files of an earlier installation that are as it wrote them."""
    return tuple(
        path for path, digests in installed_entry.files.items() if _compute_digest(path) in digests
    )


def remove_files(data: Path, paths: StatePaths, *, dry_run: bool = False) -> EntryChange:
    """Remove what install_files() wrote, unless it was changed since.

    Caches and folders that came with it go, too.

    Raises:
        OSError: something could not be removed; the next removal goes on.
    """
    installed_entry = read_installed(paths)
    present = [path for path in installed_entry.files if path_exists(path)]
    our_files = _list_unchanged_files(installed_entry)
    change = EntryChange(our_files, tuple(path for path in present if path not in our_files))
    if dry_run:
        return change
    for path in our_files:
        remove_file(path)
    if our_files:
        _refresh_caches(data, installed_entry.made)
    for made_path in sorted(installed_entry.made, key=len, reverse=True):
        folder = Path(made_path)
        # A folder with anything of somebody else stays.
        if folder.is_dir() and not any(folder.iterdir()):
            remove_folder(made_path)
    remove_file(str(_get_record_path(paths)))
    return change


def _list_missing_folders(files: Iterable[str]) -> tuple[str, ...]:
    """Return the folders above these files that do not exist."""
    parents = {folder for path in files for folder in Path(path).parents}
    return tuple(sorted(str(folder) for folder in parents if not path_exists(folder)))


def _refresh_caches(data: Path, made_paths: Iterable[str] = ()) -> tuple[str, ...]:
    """Refresh the caches of all folders and return the paths that this created.

    `made_paths`: caches to remove where a folder has nothing more that a cache is about.
    """
    new_paths: list[str] = []
    for name, sources, tool in _REFRESH_TOOLS:
        folder = data / name
        if not folder.is_dir():
            continue
        if any(folder.glob(sources)):
            existing_files = set(folder.rglob("*"))
            _run_tool(tool, folder)
            new_paths += sorted(map(str, set(folder.rglob("*")) - existing_files))
        else:
            for made_path in made_paths:
                if Path(made_path).is_relative_to(folder) and not Path(made_path).is_dir():
                    remove_file(made_path)
    return tuple(new_paths)


def _run_tool(tool: tuple[str, ...], folder: Path) -> None:
    """Run a tool that refreshes the cache of a folder, if it is installed."""
    # Desktops without these tools read the files themselves.
    if shutil.which(tool[0]) is None:
        return
    try:
        subprocess.run(
            [*tool, str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_TOOL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):  # a cache is renewed by the next change
        return


def _compute_digest(path: str) -> str:
    """Return the digest of a file, "" if it cannot be read."""
    try:
        return compute_content_digest(Path(path).read_bytes())
    except OSError:
        return ""


def _get_record_path(paths: StatePaths) -> Path:
    """Return the file that records what was installed."""
    return paths.state / "desktop.json"


def _save_record(paths: StatePaths, installed_entry: InstalledEntry) -> None:
    """Write the record of what was installed."""
    document = {
        "format": _FORMAT,
        "files": {path: list(digests) for path, digests in installed_entry.files.items()},
        "made": list(installed_entry.made),
        "version": installed_entry.version,
    }
    write_file(str(_get_record_path(paths)), render_json(document))


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
        is_removal: the entry goes.
        files: written or removed.
        untouched_files: not touched, since somebody changed them.
        obsolete_files: removed, since this version has no such file any more.
        error: why it is not whole.
        is_update: there was an entry of ours before.
    """

    is_removal: bool
    files: tuple[str, ...] = ()
    untouched_files: tuple[str, ...] = ()
    obsolete_files: tuple[str, ...] = ()
    error: str = ""
    is_update: bool = False

    @property
    def sentence(self) -> str:
        """The sentence on what was done."""
        sentence = tr("vkconfig-py is now in the application menu.")
        if self.is_removal:
            sentence = tr("vkconfig-py is no longer in the application menu.")
        return " ".join(
            (sentence, *(LEFT_UNTOUCHED.format(path=path) for path in self.untouched_files))
        )


def find_offered_program(environment: Mapping[str, str]) -> str:
    """Return the command that a menu entry can start.

    It is "" in a checkout, in the cache of `uvx`, and where a package provides the entry.
    """
    if is_frozen() or sys.prefix == sys.base_prefix:  # a wheel has an environment of its own
        return ""
    program = find_own_program()
    return program if program and not is_for_one_run(program, environment) else ""


def is_for_one_run(program: str, environment: Mapping[str, str]) -> bool:
    """Return whether a program is in the cache of `uvx` or `pipx run`.

    Older versions of pipx have a cache within their own folder: ~/.local/pipx/.cache.
    """
    caches = environment.get("XDG_CACHE_HOME", "")
    path = Path(program)
    return ".cache" in path.parts or (bool(caches) and path.is_relative_to(caches))


def find_menu_folder(host: Host) -> Path | None:
    """Return the user's data folder, None on other systems than Linux or without a home."""
    return find_data_folder(host.environment) if host.platform is Platform.LINUX else None


def find_state(host: Host, paths: StatePaths, program: str, shell_files: ShellFiles) -> MenuState:
    """Return whether the menu has the program, and whose entry that is.

    Args:
        host: this machine.
        paths: where the record of what was installed is.
        program: what find_offered_program() returns.
        shell_files: returns this version's files for shells and `man`.
    """
    data = find_menu_folder(host)
    if data is None or not program:
        return MenuState.OTHER
    name = f"{APPLICATION_ID}.desktop"
    try:
        installed_entry = read_installed(paths)
        if (entry := str(data / "applications" / name)) in installed_entry.files and path_exists(
            entry
        ):
            change = change_entry(data, paths, program, shell_files, is_removal=False, dry_run=True)
            # The language of the reader alone makes other texts: that is no other version.
            is_other = installed_entry.version != __version__ or entry in change.files
            return (
                MenuState.OUTDATED
                if is_other and (change.files or change.obsolete_files)
                else MenuState.OURS
            )
    except (OSError, DocumentError):  # install-desktop says why
        return MenuState.OTHER
    if any(path_exists(f"{folder}/{name}") for folder in list_entry_folders(host)):
        return MenuState.OTHER
    return MenuState.MISSING


def change_entry(
    data: Path,
    paths: StatePaths,
    program: str,
    shell_files: ShellFiles,
    *,
    is_removal: bool,
    dry_run: bool,
) -> EntryChange:
    """Add the program to the menu or remove it.

    Args:
        data: folder of the user's data.
        paths: where the record of what was installed is.
        program: command that the entry starts.
        shell_files: returns this version's files for shells and `man`.
        is_removal: remove it.
        dry_run: only return what would change.

    Raises:
        OSError: not everything was done; to do it again goes on.
        DocumentError: the record of what was installed is damaged.
    """
    if is_removal:
        return remove_files(data, paths, dry_run=dry_run)
    files = make_desktop_files(data, program) | shell_files(data)
    return install_files(data, files, paths, dry_run=dry_run)


def has_entry(paths: StatePaths) -> bool:
    """Return whether files of an earlier installation are recorded.

    It is False if the record cannot be read.
    """
    try:
        return bool(read_installed(paths).files)
    except (OSError, DocumentError):
        return False


def render_failure(error: OSError | DocumentError, data: Path, *, is_removal: bool) -> str:
    """Return the sentence why the menu could not be changed."""
    if isinstance(error, DocumentError):
        return tr("The record of installed files is damaged: {reason}.", reason=error.sentence)
    action_text = tr("Not everything was written")
    if is_removal:
        action_text = tr("Not everything could be removed")
    return render_error(action_text, str(data), error)
