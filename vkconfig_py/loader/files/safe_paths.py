"""Reading one file, whatever it is; as root through no link or folder that others control.

A user can turn any folder of their home into a link. Root would follow it into folders where that
user may change nothing, so root opens a path part by part, from "/" on, and follows only links that
root alone can change.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from vkconfig_py.language.sentences import Message, message, tr

FOLDER_REASON = os.strerror(errno.EISDIR)
# Error of a file that is not read: opening it would block the loader forever.
PIPE_REASON = "a pipe"
_MAX_FILE_SIZE = 256 << 20  # bytes

# Windows has O_BINARY alone: without it a reader sees text with changed line ends.
_READ_FLAGS = sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))


def find_unsuitable(status: os.stat_result) -> Message | str:
    """Return why a file of this status is not read (its type or size), or ""."""
    if stat.S_ISDIR(status.st_mode):
        return FOLDER_REASON
    if stat.S_ISFIFO(status.st_mode):
        return PIPE_REASON
    if not stat.S_ISREG(status.st_mode):
        return message("not a regular file")
    if status.st_size > _MAX_FILE_SIZE:
        return message("larger than {count} MB, not read", count=_MAX_FILE_SIZE >> 20)
    return ""


def open_to_read(path: str) -> int:
    """Open a file or folder without blocking on a pipe. Return its file descriptor."""
    return os.open(path, os.O_RDONLY | _READ_FLAGS)


def read_beginning(path: str, size: int) -> bytes:
    """Return the first bytes of a regular file without blocking on a pipe.

    Raises:
        OSError: it cannot be opened or read, or is not a regular file.
        ValueError: a NUL byte in the path.
    """
    descriptor = open_to_read(path)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, message("not a regular file"))
        return os.read(descriptor, size)
    finally:
        os.close(descriptor)


def read_whole(path: str) -> tuple[os.stat_result, bytes]:
    """Return a file's status and content without blocking on a pipe.

    Raises:
        OSError: it cannot be opened or read, or is not a regular file.
    """
    descriptor = open_to_read(path)
    try:
        status = os.fstat(descriptor)
        problem = find_unsuitable(status)
        if problem:
            raise OSError(errno.EINVAL, problem)
        # One byte more than expected: a short read means end of file.
        size = status.st_size + 1
        data = os.read(descriptor, size)
        if len(data) < size:
            return status, data
        parts = [data]
        while part := os.read(descriptor, 1 << 16):
            parts.append(part)
        return status, b"".join(parts)
    finally:
        os.close(descriptor)


def get_read_error_reason(error: Exception) -> str:
    """Return why a file cannot be read: an OSError, or a ValueError for a path with NUL."""
    return getattr(error, "strerror", None) or str(error)


# Files of our own are written on systems that have these; elsewhere they are never opened.
_FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_MAX_LINKS = 40  # path_resolution(7)


class ForeignOwnerError(OSError):
    """The path is not a file or folder of vkconfig-py. It is left unchanged."""


def find_owner_id(folder: str) -> int:
    """Return the user id for vkconfig-py's files in a folder: the user, or the home's owner.

    Only root works in other users' homes. A world-writable folder such as /tmp is not a home.
    """
    user = os.geteuid()
    if user:
        return user
    folder_so_far, is_world_writable = "/", False
    for part in os.path.abspath(folder).split("/")[1:]:
        folder_so_far = os.path.join(folder_so_far, part)
        try:
            status = os.lstat(folder_so_far)
            if status.st_uid:
                return 0 if is_world_writable else status.st_uid
            if stat.S_ISLNK(status.st_mode):
                status = os.stat(folder_so_far)
            is_world_writable = bool(status.st_mode & stat.S_IWOTH)
        except OSError:
            break
    return 0


def find_user_name(user: int) -> str:
    """Return the name of a user, or the number if there is no name."""
    import pwd

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return tr("user {number}", number=user)


@contextmanager
def name_path_in_errors(path: str) -> Iterator[None]:
    """Give errors raised inside this context the path that the user knows.

    Else they name the temporary file.
    """
    try:
        yield
    except ForeignOwnerError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), path) from error


def make_shared_folder(folder: str, *, is_named: bool = False) -> None:
    """Create a folder that other programs read, with its missing parents.

    Folders that root creates in a home get the owner of that home. `is_named`: see opening_folder.

    Raises:
        ForeignOwnerError: a link or folder in the way is one that root does not use.
        OSError: it cannot be made.
    """
    owner = find_owner_id(folder)
    os.close(open_folder(folder, owner, make=True, mode=0o755, is_named=is_named))


@contextmanager
def open_parent_folder(path: str, *, is_named: bool = False) -> Iterator[tuple[int | None, str]]:
    """Yield a folder handle and a name to pass to system calls for a path.

    For root they lead through no link or folder by which another user could choose the file;
    anybody else may use links, and the handle is None.

    Args:
        path: the last part is not followed.
        is_named: the user named the file, so a folder of root in a home is accepted, too.

    Raises:
        ForeignOwnerError: a link or folder in the way is one that root does not use.
        OSError: the folder cannot be opened.
    """
    if os.geteuid():
        yield None, path
        return
    folder, name = os.path.split(path)
    with name_path_in_errors(path):
        handle = _open_folder_as_root(folder, find_owner_id(folder), None, is_named=is_named)
        try:
            yield handle, name
        finally:
            os.close(handle)


def check_path_owners(path: str) -> None:
    """Check that root uses no link or folder of others to reach a path. Nothing is made.

    Raises:
        ForeignOwnerError: it would (see opening_folder()).
        OSError: a folder cannot be opened.
    """
    with suppress(FileNotFoundError), open_parent_folder(path):
        pass


def open_named(path: str, flags: int) -> int:
    """Open a file that the user named. A link is followed.

    Raises:
        ForeignOwnerError: for root, another user could choose where a link leads.
        OSError: it cannot be opened.
    """
    with open_parent_folder(resolve_named_path(path), is_named=True) as (folder, name):
        return os.open(name, flags | os.O_CLOEXEC, 0o666, dir_fd=folder)


def resolve_named_path(path: str) -> str:
    """Resolve the links of a path that the user named.

    Raises:
        ForeignOwnerError: for root, another user could choose where a link leads.
        OSError: for root, the folder cannot be opened.
    """
    if os.geteuid():
        return os.path.realpath(path)
    for _ in range(_MAX_LINKS):
        try:
            with open_parent_folder(path, is_named=True) as (folder, name):
                assert folder is not None
                target = os.readlink(name, dir_fd=folder)
                _check_link(folder, name, path)
        except ForeignOwnerError:
            raise
        except OSError:  # no link, or nothing
            return os.path.abspath(path)
        path = os.path.join(os.path.dirname(path), target)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)


def open_folder(
    folder: str, owner: int, make: bool, mode: int = 0o700, *, is_named: bool = False
) -> int:
    """Open a folder.

    Args:
        folder: its path.
        owner: user id that it must have in a home.
        make: whether to create it, with its parents, if it is missing.
        mode: permissions of a created folder.
        is_named: see opening_folder.

    Raises:
        ForeignOwnerError: a link or folder in the way is one that is not used.
        OSError: it cannot be opened or made.
    """
    try:
        if not os.geteuid():
            return _open_folder_as_root(folder, owner, mode if make else None, is_named=is_named)
        return os.open(folder, _FOLDER_FLAGS)
    except NotADirectoryError as error:
        raise ForeignOwnerError(errno.ENOTDIR, tr("it is not a folder"), folder) from error
    except FileNotFoundError:
        parent_path, name = os.path.split(folder)
        if not make or not name or not os.geteuid():
            raise
    parent = open_folder(parent_path, owner, make, mode)
    try:
        status = os.fstat(parent)
        if mode == 0o700 and status.st_uid and not status.st_mode & stat.S_ISVTX:
            check_folder(status, owner, parent_path)
        with suppress(FileExistsError):  # another process was faster, or a dangling link
            os.mkdir(name, mode, dir_fd=parent)
        try:
            return os.open(name, _FOLDER_FLAGS | os.O_NOFOLLOW, dir_fd=parent)
        except NotADirectoryError as error:
            raise ForeignOwnerError(errno.ENOTDIR, tr("it is a broken link"), folder) from error
    finally:
        os.close(parent)


def _open_folder_as_root(folder: str, owner: int, mode: int | None, *, is_named: bool) -> int:
    """Open a folder as root, part by part, so that nobody can replace one meanwhile.

    From the home of a user on, every folder belongs to that user and no link is followed. Missing
    folders are made with `mode`, unless it is None.
    """
    parts_left = [(name, mode) for name in os.path.abspath(folder).split("/")[:0:-1]]
    folder_path, links_followed = "/", 0
    handle = os.open(folder_path, _FOLDER_FLAGS)
    try:
        while parts_left:
            name, folder_mode = parts_left.pop()
            if not name:
                continue
            folder_path = os.path.join(folder_path, name)
            try:
                next_handle = _open_or_make_folder(handle, name, folder_mode)
            except FileNotFoundError as error:
                if mode is None:
                    raise
                reason = tr("it is a broken link")
                raise ForeignOwnerError(errno.ENOTDIR, reason, folder) from error
            except OSError as error:
                target = _read_link_target(handle, name, folder_path, error)
                links_followed += 1
                if links_followed > _MAX_LINKS:
                    raise
                next_handle = os.open(
                    "/" if target.startswith("/") else ".", _FOLDER_FLAGS, dir_fd=handle
                )
                folder_path = "/" if target.startswith("/") else os.path.dirname(folder_path)
                parts_left += [
                    (part, None) for part in target.split("/")[::-1]
                ]  # it leads somewhere
            is_parent_user_owned = bool(os.fstat(handle).st_uid)
            os.close(handle)
            handle = next_handle
            status = os.fstat(handle)
            if (status.st_uid or is_parent_user_owned) and not (is_named and not status.st_uid):
                check_folder(status, owner, folder_path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _open_or_make_folder(handle: int, name: str, mode: int | None) -> int:
    """Open a folder, which is made if it is missing and there is a mode."""
    flags = _FOLDER_FLAGS | os.O_NOFOLLOW
    try:
        return os.open(name, flags, dir_fd=handle)
    except FileNotFoundError:
        if mode is None:
            raise
    is_made = True
    try:
        os.mkdir(name, mode, dir_fd=handle)
    except FileExistsError:  # another process was faster
        is_made = False
    new_handle = os.open(name, flags, dir_fd=handle)
    parent_status = os.fstat(handle)
    if is_made and parent_status.st_uid:
        os.fchown(new_handle, parent_status.st_uid, parent_status.st_gid)
    return new_handle


def _read_link_target(handle: int, name: str, folder_path: str, error: OSError) -> str:
    """Return the target of a link that root could not open as a folder, if root may follow it."""
    if error.errno not in (errno.ENOTDIR, errno.ELOOP):
        raise OSError(error.errno, error.strerror, folder_path) from error
    try:
        target = os.readlink(name, dir_fd=handle)
    except OSError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder_path) from error
    _check_link(handle, name, folder_path)
    return target


def _check_link(folder: int, name: str, folder_path: str) -> None:
    """Refuse a link that anybody but root could have made or could replace."""
    parent_status = os.fstat(folder)
    link_status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if parent_status.st_uid or link_status.st_uid or parent_status.st_mode & stat.S_IWOTH:
        reason = tr(
            "as root, vkconfig-py does not follow links that another user can change; run "
            "vkconfig-py as the folder's owner"
        )
        raise ForeignOwnerError(errno.ELOOP, reason, folder_path)


def check_folder(status: os.stat_result, owner: int, folder: str) -> None:
    """Raise ForeignOwnerError if a folder belongs to another user than `owner`."""
    if status.st_uid != owner:
        reason = tr(
            "the folder belongs to {user}, not to {owner}",
            user=find_user_name(status.st_uid),
            owner=find_user_name(owner),
        )
        raise ForeignOwnerError(errno.EPERM, reason, folder)
