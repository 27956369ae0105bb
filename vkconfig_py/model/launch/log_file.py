"""A file that the output of a launch is written to: its name by a pattern, its content whole.

The bytes are those that the program printed, in the order in which they were read; a line before
and behind them says what was started and how it ended. Nothing is buffered, so that the file can be
followed, and a disk that refuses costs the rest of the file but not the launch.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
from datetime import datetime
from pathlib import Path

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import make_shared_folder, open_named
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.files.atomic_files import render_error

NUMBER_PLACEHOLDER = "n"
PLACEHOLDERS = ("program", "configuration", "options", "date", "time", NUMBER_PLACEHOLDER)
NOT_WRITTEN = tr("The log file could not be written")
WRITTEN_LOG_FILE = tr("Log file: {path}")
OTHER_LOG_FILE = tr("Log file: {path} (another run is writing to {taken})")
_INCOMPLETE_TEXT = tr("The log file is incomplete")
_PLACEHOLDER_PATTERN = re.compile(r"\{([a-z]+)\}")
_MAX_NUMBER = 9999  # numbers that are tried
_NOTE_PREFIX = "[vkconfig-py]"


class LogFileFacts(NamedTuple):
    """What placeholders stand for.

    Attributes:
        folder: where a pattern that is not absolute begins.
        home: what "~" stands for.
    """

    program: str
    configuration: str
    options: str
    started_at: datetime
    folder: str
    home: str


def make_log_file_facts(configuration: Configuration, host: Host) -> LogFileFacts:
    """Return what the placeholders in a pattern stand for in a launch that begins now."""
    target = configuration.target
    return LogFileFacts(
        target.program,
        configuration.name,
        target.options,
        datetime.now(),
        target.working_directory or host.working_directory,
        host.environment.get("HOME", ""),
    )


class LogFileError(Exception):
    """No file can be written by a pattern; the message is one sentence."""


def make_log_path(pattern: str, facts: LogFileFacts, number: int = 1) -> str:
    """Return the path that a pattern names.

    `number`: for the placeholder of a number.

    Raises:
        LogFileError: it has a placeholder that does not exist.
    """
    values = {
        "program": os.path.basename(facts.program),  # noqa: PTH119  a name, and no file
        "configuration": facts.configuration,
        "options": facts.options,
        "date": facts.started_at.strftime("%Y-%m-%d"),
        "time": facts.started_at.strftime("%H-%M-%S"),
        NUMBER_PLACEHOLDER: str(number),
    }
    for name in _PLACEHOLDER_PATTERN.findall(pattern):
        if name not in values:
            placeholders = join_words([f"{{{placeholder}}}" for placeholder in PLACEHOLDERS])
            raise LogFileError(
                tr(
                    "The log file could not be written: unknown placeholder {{{name}}}. "
                    "Available: {known}.",
                    name=name,
                    known=placeholders,
                )
            )
    filled_path = _PLACEHOLDER_PATTERN.sub(
        lambda match: _make_file_name_part(values[match[1]]), pattern
    )
    if filled_path == "~" or filled_path.startswith("~/"):
        filled_path = f"{facts.home}{filled_path[1:]}"
    return str(Path(facts.folder, filled_path))


def open_log(pattern: str, facts: LogFileFacts, *, appends: bool) -> LogFile:
    """Open the log file of a launch, and make the folders that it needs.

    With a number in the pattern it is the first file that does not exist yet. Otherwise, if another
    run is writing the file, it is one beside it with a number in its name. `appends`: continue an
    existing file.

    Raises:
        LogFileError: it cannot be written.
    """
    has_number = f"{{{NUMBER_PLACEHOLDER}}}" in pattern
    first_path = make_log_path(pattern, facts)
    open_flags = os.O_EXCL if has_number else os.O_APPEND if appends else 0
    for number in range(1, _MAX_NUMBER + 1):
        path = (
            make_log_path(pattern, facts, number)
            if has_number
            else _make_numbered_path(first_path, number)
        )
        try:
            log = _open_file(path, open_flags)
        except (FileExistsError, BlockingIOError):
            continue
        log.instead_of = "" if has_number or number == 1 else first_path
        return log
    raise LogFileError(
        tr(
            "No log file was written: all {count:,} file names of the form {pattern} are "
            "already in use.",
            count=_MAX_NUMBER,
            pattern=pattern,
        )
    )


def _make_numbered_path(path: str, number: int) -> str:
    """Return the path of another file: "log-2.txt" beside "log.txt"."""
    name = Path(path)
    return path if number == 1 else str(name.with_name(f"{name.stem}-{number}{name.suffix}"))


def _open_file(path: str, open_flags: int) -> LogFile:
    """Open a file, and begin it anew unless `open_flags` says to continue it.

    `open_flags`: os.O_EXCL, os.O_APPEND or 0.

    Raises:
        FileExistsError: it exists, but must not.
        BlockingIOError: another run is writing it.
        LogFileError: it cannot be written.
    """
    try:
        make_shared_folder(str(Path(path).parent), is_named=True)
        # Not to wait for the reader of a pipe that lies there.
        handle = open_named(path, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK | open_flags)
    except FileExistsError:
        if open_flags == os.O_EXCL:
            raise
        raise LogFileError(
            tr(
                "The log file could not be written: part of the path {path} is a file, not a "
                "folder.",
                path=path,
            )
        ) from None
    except (OSError, ValueError) as error:
        reason = error if isinstance(error, OSError) else OSError(str(error))
        raise LogFileError(render_error(NOT_WRITTEN, path, reason)) from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise LogFileError(
            tr("The log file could not be written: {path} is not a regular file.", path=path)
        )
    try:
        _lock_file(handle)
    except BlockingIOError:
        os.close(handle)
        raise
    if not open_flags & os.O_APPEND:
        os.ftruncate(handle, 0)
    return LogFile(path, handle)


def _lock_file(handle: int) -> None:
    """Lock an open file, so that no other run writes it.

    Raises:
        BlockingIOError: another run has it.
    """
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # not every file system can
        return


class LogFile:
    """An open log file. Written by one thread at a time.

    Attributes:
        instead_of: path of the file that another run is writing; "" if that is not so.
        handle: descriptor of the file, -1 once it is closed.
        error: one sentence once something could not be written; the rest is left out then.
    """

    def __init__(self, path: str, handle: int) -> None:
        self.path = path
        self.instead_of = ""
        self.error = ""
        self.handle = handle
        self._ends_line = True

    @property
    def sentence(self) -> str:
        """The sentence which file is written, and why not the one of the pattern."""
        if self.instead_of:
            return OTHER_LOG_FILE.format(path=self.path, taken=self.instead_of)
        return WRITTEN_LOG_FILE.format(path=self.path)

    def write(self, chunk: bytes) -> None:
        """Write a piece of output. After an error the rest is left out."""
        if self.handle < 0 or self.error or not chunk:
            return
        self._ends_line = chunk.endswith(b"\n")
        try:
            while chunk:
                chunk = chunk[os.write(self.handle, chunk) :]
        except OSError as error:
            self.error = render_error(_INCOMPLETE_TEXT, self.path, error)

    def write_end(self, text: str) -> None:
        """Write how the launch ended, and close the file."""
        self.write_note(text)
        self.close()

    def close(self) -> None:
        handle, self.handle = self.handle, -1
        if handle >= 0:
            os.close(handle)

    def write_note(self, text: str) -> None:
        """Write a line of vkconfig-py's own, with the time."""
        line_break = "" if self._ends_line else "\n"
        time = datetime.now().strftime("%Y-%m-%d %H:%M:%S")
        line = f"{line_break}{_NOTE_PREFIX} {time} {text}\n"
        self.write(line.encode("utf-8", "backslashreplace"))


def _make_file_name_part(text: str) -> str:
    """Return text as a part of a file name."""
    return "".join(char if char.isprintable() and char != "/" else "_" for char in text)
