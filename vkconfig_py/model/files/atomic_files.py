"""Atomic file replacement, snapshots and lock files: no file is ever left half written."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import open_lock
from vkconfig_py.loader.files.safe_paths import (
    find_owner_id,
    name_path_in_errors,
    open_named,
    open_parent_folder,
    resolve_named_path,
)
from vkconfig_py.model.files.paths import describe_error, is_folder, path_exists

LOCK_SECONDS = 5.0
_TERMINATING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class BusyError(OSError):
    """Another running copy of the program is writing."""


@contextmanager
def hold_lock(lock: Path, *, make: bool = True) -> Iterator[None]:
    """Hold a lock file until the context or the process ends, even by a crash.

    `make`: create the lock file if it is missing.

    Raises:
        BusyError: another copy held it for the whole of LOCK_SECONDS.
        OSError: the file cannot be opened, or does not belong to this program.
    """
    with os.fdopen(open_lock(str(lock), make=make), "wb") as file:
        end = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                # flock(2) has no time limit of its own.
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() >= end:
                    reason = tr("another vkconfig-py process is currently writing files")
                    raise BusyError(error.errno, reason, str(lock)) from error
                time.sleep(0.02)
        yield


@contextmanager
def block_signals() -> Iterator[None]:
    """Block terminating signals during a write, so that it is completed.

    They are held back from this thread alone, and from what it starts.
    """
    previous_signal_mask = signal.pthread_sigmask(signal.SIG_BLOCK, _TERMINATING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous_signal_mask)


@contextmanager
def hold_if_possible(lock: AbstractContextManager[None]) -> Iterator[None]:
    """Hold a lock if one can be created, otherwise continue, as the write reports a better error.

    Raises:
        BusyError: another copy holds it.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(lock)
        except BusyError:
            raise
        except OSError:
            pass
        yield


class FileKind(StrEnum):
    """Type of the file at a path."""

    ABSENT = "absent"
    FILE = "file"
    LINK = "link"
    PIPE = "pipe"


class FileState(NamedTuple):
    """Snapshot of one path.

    Attributes:
        content: bytes of a file, or the target of a symbolic link.
    """

    kind: FileKind
    content: bytes = b""
    mode: int = 0
    mtime_ns: int = 0
    uid: int = -1
    gid: int = -1

    @property
    def digest(self) -> str:
        """The kind of the file and the SHA-256 of its content."""
        return compute_content_digest(self.content, self.kind)


ABSENT = FileState(kind=FileKind.ABSENT)
CONTENT_LIMIT = 1 << 30  # Size limit of a file that is backed up.


def compute_content_digest(content: bytes, kind: FileKind = FileKind.FILE) -> str:
    """Return the SHA-256 of a content with its kind in front: "file:12ab…"."""
    import hashlib  # with OpenSSL; a start writes nothing

    return f"{kind}:{hashlib.sha256(content).hexdigest()}"


def capture_file(path: str, *, pipes: bool = False) -> FileState:
    """Read the state of a path: content, mode, owner and time, without following a link.

    `pipes`: accept a named pipe, which has no content and can be recreated.

    Raises:
        OSError: it cannot be read, is neither a file nor a link, or is too large to back up.
    """
    try:
        with open_parent_folder(path) as (folder, name):
            return _capture_file_state(path, folder, name, pipes=pipes)
    except FileNotFoundError:
        return ABSENT


def _capture_file_state(path: str, folder: int | None, name: str, *, pipes: bool) -> FileState:
    """Read the state of `name` in an open folder. `path` is for the errors."""
    status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if stat.S_ISLNK(status.st_mode):
        target = os.readlink(name, dir_fd=folder)
        return _make_state(FileKind.LINK, os.fsencode(target), status)
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, tr("it is a folder"), path)
    if pipes and stat.S_ISFIFO(status.st_mode):
        return _make_state(FileKind.PIPE, b"", status)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, tr("it is not a regular file"), path)
    # O_NONBLOCK: if a pipe replaces the file between the two calls, open must not block.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with os.fdopen(os.open(name, flags, dir_fd=folder), "rb") as file:
        # Check again on the open descriptor: the path may lead to another file by now.
        status = os.fstat(file.fileno())
        if status.st_size > CONTENT_LIMIT:  # Anything larger could not be backed up and restored.
            raise OSError(
                errno.EFBIG,
                tr("it is larger than {limit} MB", limit=CONTENT_LIMIT >> 20),
                path,
            )
        return _make_state(FileKind.FILE, file.read(), status)


def _make_state(kind: FileKind, content: bytes, status: os.stat_result) -> FileState:
    """Make the state of a path from its content and its stat result."""
    return FileState(
        kind=kind,
        content=content,
        mode=stat.S_IMODE(status.st_mode),
        mtime_ns=status.st_mtime_ns,
        uid=status.st_uid,
        gid=status.st_gid,
    )


def stage_file(temporary: str, state: FileState, *, is_named: bool = False) -> None:
    """Write a file, link or pipe under its temporary name, with its mode, owner and mtime.

    `is_named`: the user named the path (see safe_paths.open_parent_folder).

    Raises:
        OSError: nothing is left under the temporary name.
    """
    with open_parent_folder(temporary, is_named=is_named) as (folder, name):
        _unlink_if_there(name, folder)
        state = _set_home_owner(temporary, state, folder)
        try:
            if state.kind is FileKind.LINK:
                os.symlink(os.fsdecode(state.content), name, dir_fd=folder)
                _set_owner(name, state, folder)
            elif state.kind is FileKind.PIPE:
                os.mkfifo(name, 0o600, dir_fd=folder)
                _set_owner(name, state, folder)
                # mkfifo(3) applies the umask to its mode.
                os.chmod(name, state.mode, dir_fd=folder)
            else:
                _write_flushed(name, state, folder)
            if state.mtime_ns:
                times = (state.mtime_ns, state.mtime_ns)
                os.utime(name, ns=times, dir_fd=folder, follow_symlinks=False)
        except OSError:
            _unlink_if_there(name, folder)
            raise


def _set_home_owner(path: str, state: FileState, folder: int | None) -> FileState:
    """Return the state of a new file with the user as owner if root writes in a home."""
    # Owner of a new file: what root creates in a user's home belongs to that user.
    if folder is None or state.uid >= 0:
        return state
    status = os.fstat(folder)
    if not status.st_uid or status.st_uid != find_owner_id(os.path.dirname(path)):  # noqa: PTH120 - text
        return state
    return state._replace(uid=status.st_uid, gid=status.st_gid)


def _write_flushed(name: str, state: FileState, folder: int | None) -> None:
    """Write a new file, give it its owner and mode, and flush it to disk."""
    # O_EXCL: an existing file or link at this name is never written through, and no other user can
    # open the file before it has its owner.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(name, flags, 0o600, dir_fd=folder), "wb") as file:
        file.write(state.content)
        file.flush()
        _set_owner(file.fileno(), state)  # before the mode: a change of owner clears bits of it
        os.fchmod(file.fileno(), state.mode or 0o644)
        # fsync before the rename: otherwise a power cut can leave the new name with an empty file.
        os.fsync(file.fileno())


def _set_owner(target: int | str, state: FileState, folder: int | None = None) -> None:
    """Give a new file the owner and group of a state, -1 leaves them.

    `target`: an open file, or a name in `folder`.
    """
    # Give a new file to the owner in its state, if that is another user.
    is_open = isinstance(target, int)
    status = os.stat(target, dir_fd=folder, follow_symlinks=is_open)
    uid = status.st_uid if state.uid < 0 else state.uid
    gid = status.st_gid if state.gid < 0 else state.gid
    if (uid, gid) != (status.st_uid, status.st_gid):
        os.chown(target, uid, gid, dir_fd=folder, follow_symlinks=is_open)


def write_file_state(
    path: str, state: FileState, temporary: str, *, is_named: bool = False
) -> None:
    """Atomically make a path match a state.

    `is_named`: the user named the path (see safe_paths.open_parent_folder).

    Raises:
        OSError: the path is unchanged.
    """
    if state.kind is FileKind.ABSENT:
        remove_file(path, is_named=is_named)
    else:
        stage_file(temporary, state, is_named=is_named)
        try:
            rename_file(temporary, path, is_named=is_named)
        except OSError:
            remove_file(temporary, is_named=is_named)
            raise
    flush_folder(str(Path(path).parent))


def _replace_file(path: Path, state: FileState) -> None:
    """Replace a file that the user named."""
    with name_path_in_errors(str(path)):
        write_file_state(str(path), state, f"{path}.{os.getpid()}.tmp", is_named=True)


def write_named(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file that the user named atomically. Keep mode, owner and group if possible.

    A link stays a link: its target is replaced. A path that is no regular file, such as /dev/stdout
    or a pipe, is written to, never replaced. Other hard links of the file keep the old content.

    Raises:
        OSError: the file is unchanged.
    """
    # rename(2) would replace the link, not its target.
    real_path = Path(resolve_named_path(str(path)))
    status = _stat_writable(path)
    if status is None:
        _replace_file(real_path, FileState(FileKind.FILE, content, mode))
    elif stat.S_ISREG(status.st_mode):
        _replace_keeping_mode(real_path, content, status)
    else:
        with os.fdopen(open_named(str(path), os.O_WRONLY | os.O_TRUNC), "wb") as file:
            file.write(content)


def check_target(target: str, name: str) -> None:
    """Check, without writing, whether write_target would succeed, as far as this can be predicted.

    Raises:
        OSError: it would fail.
    """
    path = resolve_target(target, name)
    status = _stat_writable(path)
    if status is not None and not stat.S_ISREG(status.st_mode):
        return
    folder = Path(resolve_named_path(str(path))).parent
    if target.endswith("/") and not path_exists(folder):
        folder = folder.parent  # write_target creates this folder.
    if not is_folder(folder):
        kind = errno.ENOTDIR if path_exists(folder) else errno.ENOENT
        raise OSError(kind, os.strerror(kind), str(path))
    # Mode bits do not cover read-only mounts and access control lists.
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _stat_writable(path: Path) -> os.stat_result | None:
    """Return the stat result of a writable path, links followed, None if no file exists.

    Raises:
        OSError: it may not be written.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return status


def _replace_keeping_mode(real_path: Path, content: bytes, status: os.stat_result) -> None:
    """Replace a file and keep its mode, and its owner and group as far as possible."""
    # Replace a file; a user who may not change its owner keeps the group if it is one of theirs.
    state = FileState(FileKind.FILE, content, stat.S_IMODE(status.st_mode))
    owners = ((status.st_uid, status.st_gid), (-1, status.st_gid))
    for uid, gid in owners:
        with suppress(OSError):
            return _replace_file(real_path, state._replace(uid=uid, gid=gid))
    return _replace_file(real_path, state)


def resolve_target(target: str, name: str) -> Path:
    """Return the path of a target, or `name` within it if it is a folder or ends in a slash."""
    path = Path(target)
    return path / name if target.endswith("/") or is_folder(path) else path


def has_other_content(path: Path, content: bytes) -> bool:
    """Return whether a write would lose the content of a file: it is neither equal nor empty."""
    try:
        status = path.stat()
    except OSError:  # nothing exists there, or it cannot be written either
        return False
    if not stat.S_ISREG(status.st_mode) or not status.st_size:
        return False
    try:
        return status.st_size != len(content) or path.read_bytes() != content
    except OSError:  # an unreadable file may have any content
        return True


def has_same_content(path: Path, content: bytes) -> bool:
    """Return whether the file already has this content."""
    try:
        return path.is_file() and path.read_bytes() == content
    except OSError:
        return False


def write_target(target: str, name: str, content: bytes) -> None:
    """Write to a path, or to `name` within it if it is a folder (see resolve_target).

    A missing folder named with a slash is created.

    Raises:
        OSError: an existing file is unchanged.
    """
    if target.endswith("/"):
        opened_folder = open_parent_folder(target.rstrip("/"), is_named=True)
        with opened_folder as (folder, file_name), suppress(FileExistsError):
            os.mkdir(file_name, dir_fd=folder)
    write_named(resolve_target(target, name), content)


def remove_file(path: str, *, is_named: bool = False) -> None:
    """Remove a file. A missing one is no error.

    `is_named`: the user named the path (see safe_paths.open_parent_folder).

    Raises:
        OSError: it is unchanged.
    """
    with suppress(FileNotFoundError), open_parent_folder(path, is_named=is_named) as (folder, name):
        os.unlink(name, dir_fd=folder)


def remove_folder(path: str) -> None:
    """Remove an empty folder.

    Raises:
        OSError: it is unchanged.
    """
    with open_parent_folder(path) as (folder, name):
        os.rmdir(name, dir_fd=folder)


def _unlink_if_there(name: str, folder: int | None) -> None:
    """Remove a name in an open folder, if it exists."""
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)


def rename_file(path: str, new: str, *, is_named: bool = False) -> None:
    """Give a file another name in its folder.

    `is_named`: the user named the path (see safe_paths.open_parent_folder).

    Raises:
        OSError: nothing has changed.
    """
    with open_parent_folder(path, is_named=is_named) as (folder, name):
        new_name = new if folder is None else os.path.basename(new)  # noqa: PTH119 - text
        os.rename(name, new_name, src_dir_fd=folder, dst_dir_fd=folder)


def flush_folder(folder: str) -> None:
    """Call fsync on a folder, so that a rename in it survives a power cut."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:  # A folder can be writable but not readable; the rename itself is done.
        return
    try:
        os.fsync(handle)
    except OSError:  # some file systems cannot fsync a folder
        return
    finally:
        os.close(handle)


def list_manifest_names(folder: str) -> list[str]:
    """Return the .json file names in directory order (unsorted), as the loader reads them."""
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.name.endswith(".json")]
    except OSError:
        return []


class PartlyDoneError(OSError):
    """An action failed in the middle and could not be taken back.

    Attributes:
        files: what stands as the action left it.
    """

    def __init__(self, error: OSError, files: Iterable[str]) -> None:
        super().__init__(error.errno, error.strerror or str(error), error.filename)
        self.files = tuple(files)


def try_write(path: Path, content: bytes) -> str:
    """Write a file that the user named and return "", or the reason if that failed."""
    try:
        write_named(path, content)
    except OSError as error:
        return describe_error(error)
    return ""


def save_to_path(path: Path, content: bytes) -> str:
    """Write a file that the user named and return "", or a sentence if that failed."""
    try:
        write_named(path, content)
    except OSError as error:
        return render_error(tr("Nothing was written"), str(path), error)
    return ""


def render_error(action_text: str, path: str, error: OSError) -> str:
    """Return a sentence such as "Nothing was written: ~/a: permission denied".

    Args:
        action_text: what failed.
        path: of the file if the error names none, or "".
        error: of the system.
    """
    displayed_path = os.fsdecode(error.filename) if error.filename else path
    if isinstance(error, PartlyDoneError):
        return tr(
            "Only partly completed ({path}: {reason}). The changes to these files could "
            "not be reverted: {files}. To see the earlier contents: vkconfig-py history",
            path=displayed_path,
            reason=describe_error(error),
            files=", ".join(error.files),
        )
    return f"{action_text}: {displayed_path}: {describe_error(error)}."
