"""Files of this program itself, in folders of its own: the one door to read and write them.

Anything may lie in these folders: a link that somebody put there, a pipe, a device, a file of a
newer version, a folder that another user made first. So

- a folder is ours if it belongs to the user. Root also works in the home of somebody else (sudo):
  what lies there belongs to that user, and so does whatever is made there;
- a file is read only if it is a regular one of that user's or root's and not larger than it can
  sensibly be. It is opened without following a link and without waiting for anybody;
- a file is replaced in one step by one that was written whole beside it, within a folder that is
  held open, and only ever over such a file. Everything else is named and left where it is.

Whoever looks, and whenever the power goes, sees the old or the new file whole. The temporary name
does not end in ".json", so no loader reads it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from vkconfig_py.loader.base.records import Any, NamedTuple

SIZE_LIMIT = 32 << 20
LOADERS_FILE = "loaders.json"  # in the cache folder: versions of loaders, asked once for each file
DEEPEST = 100  # objects and lists within each other; what is deeper could not be written again
_LEFT_OVER = 3600.0  # seconds: nobody writes for so long
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_KINDS = (
    (stat.S_ISLNK, "it is a symbolic link"),
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a named pipe"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)
_STRINGS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)  # one without an end too
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


_IS_LOOKING: ContextVar[bool] = ContextVar("looking", default=False)


class NotOursError(OSError):
    """What stands at a path is no file, or no folder, of this program; it is left as it is."""


class DocumentError(ValueError):
    """A document of ours that cannot be understood.

    Attributes:
        line: 1-based, or 0 where only the member is known.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        self.sentence = sentence
        self.line = line
        super().__init__(sentence)


class NewerFormatError(DocumentError):
    """A document that a newer version of this program wrote, so it is never written over."""

    def __init__(
        self, sentence: str = '"format": it was written by a newer version of this program'
    ) -> None:
        super().__init__(sentence)


def parse_object(content: bytes) -> dict[str, Any]:
    """Read a JSON object.

    Raises:
        DocumentError: it is none, or one so deep that it could not be written again.
    """
    import json

    if _is_deep(content):
        raise DocumentError(f"more than {DEEPEST} objects and lists stand within each other")
    try:
        document = json.loads(content)
    except json.JSONDecodeError as error:
        raise DocumentError(f"line {error.lineno}: {error.msg}", error.lineno) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise DocumentError("it is not JSON text") from error
    except ValueError as error:  # int() refuses numbers of many thousand digits
        raise DocumentError("a number in it is too long") from error
    if not isinstance(document, dict):
        raise DocumentError("line 1: an object is expected", 1)
    return document


def _is_deep(content: bytes) -> bool:
    if content.count(b"[") + content.count(b"{") <= DEEPEST:
        return False
    now = 0
    for bracket in _STRINGS.sub(b"", content).translate(None, _NO_BRACKETS):
        now += 1 if bracket in b"[{" else -1
        if now > DEEPEST:
            return True
    return False


def check_format(document: dict[str, Any], newest: int) -> None:
    """Look whether this version knows the format of a document.

    Raises:
        NewerFormatError: it does not.
    """
    found = document.get("format", 0)
    if not isinstance(found, int) or isinstance(found, bool):
        raise DocumentError('"format" is no number')
    if found > newest:
        raise NewerFormatError


def read_document(path: str, newest: int, limit: int = SIZE_LIMIT) -> dict[str, Any]:
    """Read a JSON object of ours whose format is at most `newest`.

    Raises:
        OSError: it cannot be read, or is no file of ours.
        DocumentError: it cannot be understood, or is of a newer format.
    """
    document = parse_object(read_file(path, limit))
    check_format(document, newest)
    return document


def read_file(path: str, limit: int = SIZE_LIMIT, first: int | None = None) -> bytes:
    """Read a file of ours, or only so many of its first bytes.

    Raises:
        OSError: it cannot be read, or is no file of ours.
        DocumentError: it is larger than `limit`.
    """
    _check_file(os.lstat(path), path)  # first: opening a device can already do something
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        # Once more: what was looked at may have been replaced since.
        found = os.fstat(handle)
        _check_file(found, path)
        if found.st_size > limit:
            raise DocumentError(f"it is larger than {limit >> 20} MB")
        return file.read(limit if first is None else first)


def _check_file(found: os.stat_result, path: str) -> None:
    for is_kind, words in _KINDS:
        if is_kind(found.st_mode):
            raise NotOursError(errno.EPERM, f"{words}, and only plain files are used here", path)
    owner = owner_of(os.path.dirname(path))
    if found.st_uid not in (owner, 0):
        reason = f"it belongs to {user_name(found.st_uid)}, not to {user_name(owner)}"
        raise NotOursError(errno.EPERM, reason, path)


def cache_file(environment: Mapping[str, str], name: str) -> str:
    """Return where a file is kept that can be made again, or "" if there is no home."""
    cache = environment.get("XDG_CACHE_HOME", "")
    # XDG Base Directory Specification: a relative path is to be ignored.
    if not cache.startswith("/"):
        home = environment.get("HOME", "")
        if not home.startswith("/"):
            return ""
        cache = f"{home}/.cache"
    return f"{cache}/vkconfig-py/{name}"


def owner_of(folder: str) -> int:
    """Return whom our files in a folder belong to: the user, or the owner of the home it is in.

    Only root works in homes of others. A folder in one where everybody may make some, such as
    /tmp, is no home.
    """
    user = os.geteuid()
    if user:
        return user
    place, everybody = "/", False
    for part in os.path.abspath(folder).split("/")[1:]:
        place = os.path.join(place, part)
        try:
            found = os.lstat(place)
            if found.st_uid:
                return 0 if everybody else found.st_uid
            everybody = bool(os.stat(place).st_mode & stat.S_IWOTH)
        except OSError:
            break
    return 0


def user_name(user: int) -> str:
    """Return the name of a user, or the number where it has none."""
    import pwd

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"


@contextmanager
def only_looking(*, is_so: bool = True) -> Iterator[None]:
    """Refuse to write any file of ours meanwhile: a dry run leaves no trace."""
    token = _IS_LOOKING.set(is_so)
    try:
        yield
    finally:
        _IS_LOOKING.reset(token)


def make_folder(folder: str) -> None:
    """Make a folder of ours with what is missing above it, for its owner alone.

    Raises:
        NotOursError: somebody else made it.
        OSError: it cannot be made.
    """
    with _held(folder):
        pass


def write_file(path: str, content: bytes, mode: int = 0o600) -> None:
    """Replace a file of ours whole; its folder is made if it is missing.

    Raises:
        NotOursError: something else than a file of ours stands there, or in place of the folder.
        OSError: the file is as it was.
    """
    folder, name = os.path.split(path)
    with _naming(path), _held(folder) as held:
        _check_replaced(held.folder, name, path)
        # rename(2) within one folder: whoever reads sees the old file or the new one.
        temporary = f"{name}.{os.getpid()}.tmp"
        with suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=held.folder)  # of a killed process that had our number
        try:
            _write(held, temporary, content, mode)
            os.rename(temporary, name, src_dir_fd=held.folder, dst_dir_fd=held.folder)
        except OSError:
            with suppress(OSError):
                os.unlink(temporary, dir_fd=held.folder)
            raise
        # fsync(2): the new name is on the disk once the folder is.
        with suppress(OSError):  # some file systems cannot flush a folder
            os.fsync(held.folder)


def put_aside(path: str) -> str:
    """Rename a file of ours that cannot be understood; return its new path.

    Raises:
        NotOursError: it is no file of ours.
        OSError: it cannot be renamed.
    """
    folder, name = os.path.split(path)
    with _naming(path), _held(folder) as held:
        _check_replaced(held.folder, name, path)
        number = 1
        aside = f"{name}.bad"
        while _stands(held.folder, aside):
            number += 1
            aside = f"{name}.bad{number}"
        os.rename(name, aside, src_dir_fd=held.folder, dst_dir_fd=held.folder)
    return os.path.join(folder, aside)


def remove_file(path: str) -> None:
    """Remove a file of ours; it may be gone already.

    Raises:
        NotOursError: it is no file of ours.
        OSError: it cannot be removed.
    """
    folder, name = os.path.split(path)
    if not os.path.lexists(path):
        return
    with _naming(path), _held(folder) as held:
        _check_replaced(held.folder, name, path)
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=held.folder)


def open_lock(path: str, *, make: bool) -> int:
    """Open a file of ours that is there to be locked; `make` makes it, and its folder.

    Raises:
        NotOursError: something else stands there.
        OSError: it cannot be opened.
    """
    folder, name = os.path.split(path)
    flags = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK | (os.O_CREAT if make else 0)
    with _naming(path), _held(folder, make=make) as held:
        _check_replaced(held.folder, name, path)
        handle = os.open(name, flags, 0o600, dir_fd=held.folder)
        try:
            _give(handle, held)
        except OSError:
            os.close(handle)
            raise
    return handle


def sweep(folder: str) -> None:
    """Remove temporary files that writers who were killed left in a folder of ours."""
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name)
        with suppress(OSError):  # a folder of that name, or gone meanwhile
            if _is_left_over(name, path):
                remove_file(path)


def _is_left_over(name: str, path: str) -> bool:
    """Return whether a file is a temporary one whose writer cannot be writing any more."""
    import time

    stem, _dot, number = name.removesuffix(".tmp").rpartition(".")
    if not stem or not name.endswith(".tmp") or not number.isdecimal():
        return False
    try:
        # kill(2): signal 0 only asks whether the process is there.
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:  # a process of somebody else
        pass
    return os.lstat(path).st_mtime < time.time() - _LEFT_OVER


class _Held(NamedTuple):
    """A folder of ours that is held open.

    Attributes:
        owner: whom new files are for; -1 if that is whoever makes them.
    """

    folder: int
    owner: int
    group: int


@contextmanager
def _held(folder: str, *, make: bool = True) -> Iterator[_Held]:
    """Open a folder of ours and look whose it is.

    Raises:
        NotOursError: it is somebody else's.
        OSError: it cannot be opened or made.
    """
    if make and _IS_LOOKING.get():
        raise OSError(errno.EROFS, "nothing is written by a dry run", folder)
    owner = owner_of(folder)
    handle = _open_folder(folder, owner, make)
    try:
        found = os.fstat(handle)
        _check_folder(found, owner, folder)
        above = os.stat("..", dir_fd=handle)
        if (
            not above.st_mode & stat.S_ISVTX and above.st_uid
        ):  # or its owner could put another there
            _check_folder(above, owner, os.path.dirname(folder))
        is_open = found.st_mode & 0o077 and not found.st_mode & stat.S_ISVTX
        if is_open and not os.path.islink(folder):
            with suppress(OSError):  # a file system without modes
                os.fchmod(handle, 0o700)
        is_root = not os.geteuid()
        yield _Held(handle, owner if is_root and owner else -1, found.st_gid)
    finally:
        os.close(handle)


def _check_folder(found: os.stat_result, owner: int, folder: str) -> None:
    if found.st_uid != owner:
        reason = f"the folder belongs to {user_name(found.st_uid)}, not to {user_name(owner)}"
        raise NotOursError(errno.EPERM, reason, folder)


def make_shared_folder(folder: str) -> None:
    """Make a folder that other programs read, with what is missing above it.

    What root makes in a home belongs to the owner of that.

    Raises:
        OSError: it cannot be made.
    """
    os.close(_open_folder(folder, owner_of(folder), make=True, mode=0o755))


def _open_folder(folder: str, owner: int, make: bool, mode: int = 0o700) -> int:
    try:
        return os.open(folder, _FOLDER)
    except NotADirectoryError as error:
        raise NotOursError(errno.ENOTDIR, "it is not a folder", folder) from error
    except FileNotFoundError:
        above, name = os.path.split(folder)
        if not make or not name:
            raise
    parent = _open_folder(above, owner, make, mode)
    try:
        found = os.fstat(parent)
        if mode == 0o700 and found.st_uid and not found.st_mode & stat.S_ISVTX:
            _check_folder(found, owner, above)
        made = True
        try:
            os.mkdir(name, mode, dir_fd=parent)
        except FileExistsError:  # another process was faster, or a link leads nowhere
            made = False
        try:
            handle = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=parent)
        except NotADirectoryError as error:
            raise NotOursError(errno.ENOTDIR, "it is a link that leads nowhere", folder) from error
        if made and not os.geteuid() and owner == found.st_uid:
            os.fchown(handle, owner, found.st_gid)
        return handle
    finally:
        os.close(parent)


def _check_replaced(folder: int, name: str, path: str) -> None:
    with suppress(FileNotFoundError):
        _check_file(os.stat(name, dir_fd=folder, follow_symlinks=False), path)


def _stands(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _write(held: _Held, name: str, content: bytes, mode: int) -> None:
    # O_EXCL: nothing that somebody else put there is written through.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(name, flags, 0o600, dir_fd=held.folder), "wb") as file:
        file.write(content)
        file.flush()
        _give(file.fileno(), held)
        # Not with open(2), where the umask takes rights away.
        os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


def _give(handle: int, held: _Held) -> None:
    if held.owner >= 0:
        os.fchown(handle, held.owner, held.group)


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Let a refusal name the file that the user knows, not the temporary one."""
    try:
        yield
    except NotOursError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), path) from error
