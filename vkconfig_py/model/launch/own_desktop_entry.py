"""The program in the menu of the user's desktop: its files in $XDG_DATA_HOME.

A file `desktop.json` in the state folder notes what was written, with digests, and which folders
and caches came with it. It is saved before anything is written: after a kill all files are known.
Files that somebody changed since are left alone, by a repeated installation as by the removal.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from vkconfig_py import __version__
from vkconfig_py.loader.base.own_process import is_frozen
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import read_document, write_file
from vkconfig_py.loader.files.safe_paths import make_shared_folder
from vkconfig_py.model.configuration.own_documents import (
    as_list,
    as_object,
    as_text,
    render_json,
)
from vkconfig_py.model.files import resources
from vkconfig_py.model.files.atomic_files import (
    content_digest,
    holds_same,
    remove_file,
    remove_folder,
    write_named,
)
from vkconfig_py.model.files.config_home import PROGRAM
from vkconfig_py.model.files.paths import APPLICATION_ID, StatePaths, is_there
from vkconfig_py.model.formats.launch_entries import exec_word

_FORMAT = 1
_TOOL_SECONDS = 30.0
# What refreshes the caches of a folder, whose sources are there.
_TOOLS = (
    ("applications", "*.desktop", ("update-desktop-database", "-q")),
    ("mime", "packages/*.xml", ("update-mime-database",)),
    ("icons/hicolor", "*/*/*.*g", ("gtk-update-icon-cache", "-q", "-t", "-f")),
)


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
        left: not touched, because somebody changed them.
        gone: removed since this version has no such file any more.
    """

    files: tuple[str, ...]
    left: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


def data_folder(environment: Mapping[str, str]) -> Path | None:
    """Folder of the user's data; None without a home. A relative value is ignored, as XDG says."""
    named, home = environment.get("XDG_DATA_HOME", ""), environment.get("HOME", "")
    if named.startswith("/"):
        return Path(named)
    return Path(home, ".local/share") if home.startswith("/") else None


def own_program() -> str:
    """Path of this installation's command; "" in a checkout, which has none."""
    if is_frozen():
        return sys.executable
    beside = Path(sys.executable).with_name(PROGRAM)
    return str(beside) if is_there(beside) else ""


def desktop_files(data: Path, program: str) -> dict[str, bytes]:
    """Content of each file of the desktop by its path, in the data folder.

    `program`: absolute path, or a name that PATH finds, for packages.
    """
    ours = resources.path("desktop")
    entry = _entry((ours / f"{APPLICATION_ID}.desktop").read_text(encoding="utf-8"), program)
    files = {
        data / "applications" / f"{APPLICATION_ID}.desktop": entry,
        data / "metainfo" / f"{APPLICATION_ID}.metainfo.xml": _content(ours, ".metainfo.xml"),
        data / "mime/packages" / f"{APPLICATION_ID}.xml": _content(ours, ".xml"),
    }
    icons = sorted(path for path in (ours / "icons").rglob("*") if path.is_file())
    files |= {data / path.relative_to(ours): path.read_bytes() for path in icons}
    return {str(path): content for path, content in files.items()}


def _content(folder: Path, ending: str) -> bytes:
    return (folder / f"{APPLICATION_ID}{ending}").read_bytes()


def _entry(text: str, program: str) -> bytes:
    if program.startswith("/"):
        # Menus leave out an entry whose program is gone.
        text = text.replace("\nExec=", f"\nTryExec={program}\nExec=", 1)
    return text.replace(f"\nExec={PROGRAM} ", f"\nExec={exec_word(program)} ").encode()


def read_installed(paths: StatePaths) -> InstalledEntry:
    """What an earlier installation wrote; empty if there was none.

    Raises:
        OSError: it cannot be read.
        DocumentError: it is damaged.
    """
    try:
        document = read_document(str(_record(paths)), _FORMAT)
    except FileNotFoundError:
        return InstalledEntry({})
    files = as_object(document.get("files"), "files")
    made = as_list(document.get("made"), "made")
    return InstalledEntry(
        {
            path: tuple(as_text(one, path) for one in as_list(digests, path))
            for path, digests in files.items()
        },
        tuple(as_text(one, "made") for one in made),
        as_text(document.get("version", ""), "version"),
    )


def _changed_files(files: Mapping[str, bytes], before: InstalledEntry) -> tuple[str, ...]:
    """Files at our paths that are somebody else's, or that somebody changed since we wrote them."""
    return tuple(
        path
        for path, content in files.items()
        if is_there(path)
        and not holds_same(Path(path), content)
        and _digest(path) not in before.files.get(path, ())
    )


def install(
    data: Path, files: Mapping[str, bytes], paths: StatePaths, *, dry_run: bool = False
) -> EntryChange:
    """Write all files but those that somebody changed, and refresh the caches.

    What an older version wrote and this one has not is removed.

    Raises:
        OSError: not everything could be written; what was is removed by `remove`.
    """
    before = read_installed(paths)
    left = _changed_files(files, before)
    ours = {path: content for path, content in files.items() if path not in left}
    new = tuple(path for path, content in ours.items() if not holds_same(Path(path), content))
    gone = tuple(path for path in _ours(before) if path not in files)
    if dry_run:
        return EntryChange(new, left, gone)
    digests = {path: (content_digest(content),) for path, content in ours.items()}
    both = {path: (*before.files.get(path, ()), *one) for path, one in digests.items()}
    made = (*before.made, *_missing_folders(ours))
    _save(paths, InstalledEntry({**before.files, **both}, made, before.version))
    for path in new:
        make_shared_folder(str(Path(path).parent))
        write_named(Path(path), ours[path])
    for path in gone:
        remove_file(path)
    caches = _refresh(data)
    kept = {path: old for path, old in before.files.items() if path not in gone}
    _save(paths, InstalledEntry({**kept, **digests}, (*made, *caches), __version__))
    return EntryChange(new, left, gone)


def _ours(before: InstalledEntry) -> tuple[str, ...]:
    """Files of an earlier installation that are there as it wrote them."""
    return tuple(path for path, digests in before.files.items() if _digest(path) in digests)


def remove(data: Path, paths: StatePaths, *, dry_run: bool = False) -> EntryChange:
    """Remove what `install` wrote, unless it was changed, and caches and folders that came with it.

    Raises:
        OSError: something could not be removed; the next removal goes on.
    """
    before = read_installed(paths)
    found = [path for path in before.files if is_there(path)]
    ours = _ours(before)
    done = EntryChange(ours, tuple(path for path in found if path not in ours))
    if dry_run:
        return done
    for path in ours:
        remove_file(path)
    if ours:
        _refresh(data, before.made)
    for one in sorted(before.made, key=len, reverse=True):
        folder = Path(one)
        # A folder with anything of somebody else stays.
        if folder.is_dir() and not any(folder.iterdir()):
            remove_folder(one)
    remove_file(str(_record(paths)))
    return done


def _missing_folders(files: Iterable[str]) -> tuple[str, ...]:
    parents = {folder for path in files for folder in Path(path).parents}
    return tuple(sorted(str(folder) for folder in parents if not is_there(folder)))


def _refresh(data: Path, made: Iterable[str] = ()) -> tuple[str, ...]:
    """Refresh the caches of all folders; return the paths that this made.

    `made`: caches to remove where a folder has nothing any more that a cache is about.
    """
    new: list[str] = []
    for name, sources, tool in _TOOLS:
        folder = data / name
        if not folder.is_dir():
            continue
        if any(folder.glob(sources)):
            before = set(folder.rglob("*"))
            _run(tool, folder)
            new += sorted(map(str, set(folder.rglob("*")) - before))
        else:
            for one in made:
                if Path(one).is_relative_to(folder) and not Path(one).is_dir():
                    remove_file(one)
    return tuple(new)


def _run(tool: tuple[str, ...], folder: Path) -> None:
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


def _digest(path: str) -> str:
    try:
        return content_digest(Path(path).read_bytes())
    except OSError:
        return ""


def _record(paths: StatePaths) -> Path:
    return paths.state / "desktop.json"


def _save(paths: StatePaths, installed: InstalledEntry) -> None:
    document = {
        "format": _FORMAT,
        "files": {path: list(digests) for path, digests in installed.files.items()},
        "made": list(installed.made),
        "version": installed.version,
    }
    write_file(str(_record(paths)), render_json(document))
