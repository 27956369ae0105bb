"""Safe reading and writing of vkconfig-py's own files in its config, cache and state folders.

These folders may contain foreign links, pipes, devices, files of a newer release, or folders
created by another user. Therefore:

- a folder is accepted if the user owns it. If root works in another user's home (sudo),
  existing and new files there belong to that user, and no link there is followed;
- a file is read only if it is a regular file of that user or root within a size limit. It is opened
without following links and without blocking;
- a file is replaced atomically by a complete temporary file in the same folder, which is held open,
and only if the target is such a regular file. Anything else is reported and left unchanged.

Readers see the complete old or new file at any time, even after a power failure. The temporary name
does not end in ".json", so no loader reads it.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from vkconfig_py.language.sentences import message, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.safe_paths import (
    ForeignOwnerError,
    check_folder,
    find_owner_id,
    find_user_name,
    name_path_in_errors,
    open_folder,
    open_parent_folder,
)

SIZE_LIMIT = 32 << 20
PROBES_FILE = "probes.json"  # in the cache folder: answers of probed libraries
LOADERS_FILE = "loaders.json"  # in the cache folder: versions of loaders, queried once per file
REQUESTS_FILE = "requests.json"  # in the state folder: what programs asked for by themselves
RECORD_FILE = "applied.json"  # in the state folder: what is applied
COLLECTION_FILE = "collection.json"  # beside the configurations: folders of the user's own
MAX_NESTING = 100  # nesting of objects and lists; deeper documents could not be encoded again
_MAX_WRITE_SECONDS = 3600.0  # seconds: no write takes this long
_REFUSED_FILE_KINDS = (
    (stat.S_ISLNK, message("it is a symbolic link")),
    (stat.S_ISDIR, message("it is a folder")),
    (stat.S_ISFIFO, message("it is a named pipe")),
    (stat.S_ISSOCK, message("it is a socket")),
    (stat.S_ISCHR, message("it is a device")),
    (stat.S_ISBLK, message("it is a device")),
)
_STRING_PATTERN = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)  # unterminated ones too
_INFINITY = float("inf")
_NON_BRACKET_BYTES = bytes(set(range(256)) - set(b"[]{}"))


_IS_DRY_RUN: ContextVar[bool] = ContextVar("looking", default=False)


class DocumentError(ValueError):
    """A document of vkconfig-py is invalid.

    Attributes:
        line: 1-based, or 0 where only the member is known.
        fault: the sentence without the line number.
    """

    def __init__(self, sentence: str, line: int = 0, fault: str = "") -> None:
        self.sentence = sentence
        self.line = line
        self.fault = fault or sentence
        super().__init__(sentence)


class NewerFormatError(DocumentError):
    """The document was written by a newer vkconfig-py, so it must not be overwritten."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or tr("it was written by a newer version of vkconfig-py"))


def parse_strict(content: bytes | str, pairs: Callable[..., Any] | None = None) -> Any:
    """Read a JSON value of a file of vkconfig-py.

    `pairs`: builds an object from its members, dict() by default.

    Raises:
        ValueError: it is not JSON, or holds NaN or Infinity.
        RecursionError: it is nested too deeply.
    """
    return json.loads(
        content,
        object_pairs_hook=pairs,
        parse_float=_parse_finite_number,
        parse_constant=_parse_finite_number,
    )


def _parse_finite_number(text: str) -> float:
    """Return the number of a text. Raise ValueError if it is infinite or NaN."""
    number = float(text)
    if number != number or number in (_INFINITY, -_INFINITY):
        raise ValueError(text)
    return number


def parse_object(content: bytes, *, is_kept: bool = True) -> dict[str, Any]:
    """Read the JSON object of a file of vkconfig-py.

    `is_kept`: the whole object may be encoded again, so its depth is limited.

    Raises:
        DocumentError: it is not a JSON object, or nested too deeply to be encoded again.
    """
    # This costs several times as much as the parsing.
    if is_kept and _is_nested_too_deeply(content):
        raise DocumentError(
            tr("objects and lists are nested more than {count} levels deep", count=MAX_NESTING)
        )
    try:
        document = parse_strict(content)
    except json.JSONDecodeError as error:
        sentence = tr("line {line}: {fault}", line=error.lineno, fault=error.msg)
        raise DocumentError(sentence, error.lineno, error.msg) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise DocumentError(tr("it is not valid JSON")) from error
    except ValueError as error:  # int() refuses numbers of many thousand digits
        raise DocumentError(
            tr("it contains a number that is too long, or NaN or Infinity")
        ) from error
    if not isinstance(document, dict):
        fault = tr("expected an object")
        raise DocumentError(tr("line {line}: {fault}", line=1, fault=fault), 1, fault)
    return document


def _is_nested_too_deeply(content: bytes) -> bool:
    """Return whether a JSON text is nested too deeply to be encoded again."""
    if content.count(b"[") + content.count(b"{") <= MAX_NESTING:
        return False
    depth = 0
    for bracket in _STRING_PATTERN.sub(b"", content).translate(None, _NON_BRACKET_BYTES):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_NESTING:
            return True
    return False


def check_format(document: dict[str, Any], newest_format: int) -> None:
    """Check that this version supports a document's format.

    Raises:
        NewerFormatError: the format is newer.
    """
    format_number = document.get("format", 0)
    if not isinstance(format_number, int) or isinstance(format_number, bool):
        raise DocumentError(tr("“format” is not a number"))
    if format_number > newest_format:
        raise NewerFormatError


def read_document(path: str, newest_format: int, limit: int = SIZE_LIMIT) -> dict[str, Any]:
    """Read a JSON object from a file of vkconfig-py.

    `newest_format`: the newest format number that is supported. `limit`: most bytes.

    Raises:
        OSError: it cannot be read, or is no file of vkconfig-py.
        DocumentError: it is invalid, or has a newer format.
    """
    document = parse_object(read_file(path, limit))
    check_format(document, newest_format)
    return document


def read_file(path: str, limit: int = SIZE_LIMIT, first: int | None = None) -> bytes:
    """Read a file of vkconfig-py, or only its first bytes.

    `limit`: most bytes. `first`: how many bytes to read, None for all.

    Raises:
        OSError: it cannot be read, or is no file of vkconfig-py.
        DocumentError: it is larger than `limit`.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with name_path_in_errors(path), open_parent_folder(path) as (folder, name):
        # Before opening: opening a device can have side effects.
        _check_file(os.stat(name, dir_fd=folder, follow_symlinks=False), path)
        handle = os.open(name, flags, dir_fd=folder)
    with os.fdopen(handle, "rb") as file:
        # Again: the file may have been replaced since the first check.
        status = os.fstat(handle)
        _check_file(status, path)
        if status.st_size > limit:
            raise DocumentError(tr("it is larger than {count} MB", count=limit >> 20))
        return file.read(limit if first is None else first)


def _check_file(status: os.stat_result, path: str) -> None:
    """Raise ForeignOwnerError unless a file is regular and of the folder's owner or of root."""
    for has_kind, kind in _REFUSED_FILE_KINDS:
        if has_kind(status.st_mode):
            raise ForeignOwnerError(
                errno.EPERM, tr("{kind}; only regular files are supported", kind=kind), path
            )
    owner = find_owner_id(os.path.dirname(path))
    if status.st_uid not in (owner, 0):
        reason = tr(
            "it belongs to {user}, not to {owner}",
            user=find_user_name(status.st_uid),
            owner=find_user_name(owner),
        )
        raise ForeignOwnerError(errno.EPERM, reason, path)


def cache_file(environment: Mapping[str, str], name: str) -> str:
    """Return the path of a file in vkconfig-py's cache folder, or "" if there is no home."""
    return _find_own_file(environment, "XDG_CACHE_HOME", ".cache", name)


def find_state_file_path(environment: Mapping[str, str], name: str) -> str:
    """Return the path of a file in vkconfig-py's state folder, or "" if there is no home."""
    return _find_own_file(environment, "XDG_STATE_HOME", ".local/state", name)


def _find_own_file(environment: Mapping[str, str], variable: str, default: str, name: str) -> str:
    """Return the path of a file in an XDG folder of vkconfig-py, or "" without a home.

    `variable`: the XDG variable, such as XDG_CACHE_HOME. `default`: the folder below the home that
    it stands for if it is unset.
    """
    folder = environment.get(variable, "")
    # XDG Base Directory Specification: a relative path is to be ignored.
    if not folder.startswith("/"):
        home = environment.get("HOME", "")
        if not home.startswith("/"):
            return ""
        folder = f"{home}/{default}"
    return f"{folder}/vkconfig-py/{name}"


@contextmanager
def forbid_writing(*, is_forbidden: bool = True) -> Iterator[None]:
    """Forbid writing files of vkconfig-py inside this context, if `is_forbidden`: a dry run."""
    token = _IS_DRY_RUN.set(is_forbidden)
    try:
        yield
    finally:
        _IS_DRY_RUN.reset(token)


def make_folder(folder: str) -> None:
    """Create a private folder (mode 0700) with its missing parents.

    Raises:
        ForeignOwnerError: another user owns it.
        OSError: it cannot be made.
    """
    with _hold_folder(folder):
        pass


def write_file(path: str, content: bytes, mode: int = 0o600) -> None:
    """Replace a file of vkconfig-py atomically, and create its folder if it is missing.

    Raises:
        ForeignOwnerError: the path or its folder is something foreign.
        OSError: writing failed; the file is unchanged.
    """
    folder, name = os.path.split(path)
    with name_path_in_errors(path), _hold_folder(folder) as held_folder:
        _check_replaced(held_folder.folder, name, path)
        # rename(2) within one folder: readers see the old file or the new one.
        temporary = f"{name}.{os.getpid()}.tmp"
        with suppress(FileNotFoundError):
            os.unlink(
                temporary, dir_fd=held_folder.folder
            )  # left by a killed process with the same pid
        try:
            _write_temporary(held_folder, temporary, content, mode)
            os.rename(temporary, name, src_dir_fd=held_folder.folder, dst_dir_fd=held_folder.folder)
        except OSError:
            with suppress(OSError):
                os.unlink(temporary, dir_fd=held_folder.folder)
            raise
        # fsync(2): the new name is on the disk once the folder is.
        with suppress(OSError):  # some file systems cannot flush a folder
            os.fsync(held_folder.folder)


def rename_invalid_file(path: str) -> str:
    """Rename an invalid file of vkconfig-py so that it is not read again. Return its new path.

    Raises:
        ForeignOwnerError: it is no file of vkconfig-py.
        OSError: it cannot be renamed.
    """
    folder, name = os.path.split(path)
    with name_path_in_errors(path), _hold_folder(folder) as held_folder:
        _check_replaced(held_folder.folder, name, path)
        number = 1
        renamed_file = f"{name}.bad"
        while _is_in_folder(held_folder.folder, renamed_file):
            number += 1
            renamed_file = f"{name}.bad{number}"
        os.rename(name, renamed_file, src_dir_fd=held_folder.folder, dst_dir_fd=held_folder.folder)
    return os.path.join(folder, renamed_file)


def remove_file(path: str) -> None:
    """Remove a file of vkconfig-py, if it exists.

    Raises:
        ForeignOwnerError: it is no file of vkconfig-py.
        OSError: it cannot be removed.
    """
    folder, name = os.path.split(path)
    if not os.path.lexists(path):
        return
    with name_path_in_errors(path), _hold_folder(folder) as held_folder:
        _check_replaced(held_folder.folder, name, path)
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=held_folder.folder)


def open_lock(path: str, *, make: bool) -> int:
    """Open a lock file of vkconfig-py and return its file descriptor.

    `make`: create it, and its folder, if it is missing.

    Raises:
        ForeignOwnerError: the path is something foreign.
        OSError: it cannot be opened.
    """
    folder, name = os.path.split(path)
    flags = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK | (os.O_CREAT if make else 0)
    with name_path_in_errors(path), _hold_folder(folder, make=make) as held_folder:
        _check_replaced(held_folder.folder, name, path)
        handle = os.open(name, flags, 0o600, dir_fd=held_folder.folder)
        try:
            _change_owner(handle, held_folder)
        except OSError:
            os.close(handle)
            raise
    return handle


def try_lock(handle: int) -> bool:
    """Lock an open file for this process. Return False if another process has the lock.

    A record lock: no fork inherits it, and the kernel frees it even after SIGKILL. Closing any
    handle of the file in this process frees it, too.
    """
    import fcntl

    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # fcntl(2), F_SETLK: EAGAIN or EACCES
        return False
    return True


def remove_temporary_files(folder: str) -> None:
    """Remove the temporary files of killed processes from a folder of vkconfig-py."""
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name)
        with suppress(OSError):  # a folder of that name, or removed meanwhile
            if _is_left_over(name, path):
                remove_file(path)


def _is_left_over(name: str, path: str) -> bool:
    """Return whether a file is a temporary file whose writer is no longer running."""
    stem, _dot, number = name.removesuffix(".tmp").rpartition(".")
    if not stem or not name.endswith(".tmp") or not number.isdecimal():
        return False
    try:
        # kill(2): signal 0 only checks whether the process exists.
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:  # a process of another user
        pass
    return os.lstat(path).st_mtime < time.time() - _MAX_WRITE_SECONDS


class _HeldFolder(NamedTuple):
    """An own folder that is held open.

    Attributes:
        owner: user id for new files; -1 keeps the creating user.
    """

    folder: int
    owner: int
    group: int


@contextmanager
def _hold_folder(folder: str, *, make: bool = True) -> Iterator[_HeldFolder]:
    """Open a folder of vkconfig-py and check its owner.

    Raises:
        ForeignOwnerError: another user owns it.
        OSError: it cannot be opened or made.
    """
    if make and _IS_DRY_RUN.get():
        raise OSError(errno.EROFS, tr("a dry run does not write anything"), folder)
    owner = find_owner_id(folder)
    handle = open_folder(folder, owner, make)
    try:
        status = os.fstat(handle)
        check_folder(status, owner, folder)
        parent_status = os.stat("..", dir_fd=handle)
        if (
            not parent_status.st_mode & stat.S_ISVTX and parent_status.st_uid
        ):  # otherwise the owner of the parent could replace it
            check_folder(parent_status, owner, os.path.dirname(folder))
        is_open_to_others = status.st_mode & 0o077 and not status.st_mode & stat.S_ISVTX
        if is_open_to_others and not os.path.islink(folder):
            with suppress(OSError):  # the file system has no modes
                os.fchmod(handle, 0o700)
        is_root = not os.geteuid()
        yield _HeldFolder(handle, owner if is_root and owner else -1, status.st_gid)
    finally:
        os.close(handle)


def _check_replaced(folder: int, name: str, path: str) -> None:
    """Raise ForeignOwnerError if the file to be replaced exists and is not of vkconfig-py."""
    with suppress(FileNotFoundError):
        _check_file(os.stat(name, dir_fd=folder, follow_symlinks=False), path)


def _is_in_folder(folder: int, name: str) -> bool:
    """Return whether a name exists in an open folder, links not followed."""
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _write_temporary(held_folder: _HeldFolder, name: str, content: bytes, mode: int) -> None:
    """Write a new file with this content and mode into an open folder."""
    # O_EXCL: never writes through a foreign file or link.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(name, flags, 0o600, dir_fd=held_folder.folder), "wb") as file:
        file.write(content)
        file.flush()
        _change_owner(file.fileno(), held_folder)
        # Not through open(2), whose mode is reduced by the umask.
        os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


def _change_owner(handle: int, held_folder: _HeldFolder) -> None:
    """Give an open file to the owner of its folder, where root writes for a user."""
    if held_folder.owner >= 0:
        os.fchown(handle, held_folder.owner, held_folder.group)
