"""Files into which layers of a launch write what they would print, and how such a file is followed.

It is read while the program writes it, as `tail -F` does.
"""

from __future__ import annotations

import os
import posixpath
import queue
import stat
import threading
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.model.files.paths import read_regular
from vkconfig_py.model.formats.layer_settings_txt import FILE_NAME, parse_layer_settings
from vkconfig_py.model.launch.run_program import LineSplitter
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.setting_names import list_variable_names, make_file_key
from vkconfig_py.model.plan.inventory import LayerDeclaration, find_declaration, find_settings_path
from vkconfig_py.model.plan.layer_settings_plan import SETTINGS_PATH_VARIABLE
from vkconfig_py.model.plan.plan import Plan, PredictionRequest

VALIDATION_LAYER = "VK_LAYER_KHRONOS_validation"
LOG_FILE_KEY = "log_filename"
PRINTED_FILE_NAMES = frozenset({"", "stdout"})
# Layers that make a file of the name “stderr” (seen with the validation layer 1.3.239).
_LAYERS_WITHOUT_STDERR = frozenset({VALIDATION_LAYER})
POLL_SECONDS = 0.2  # seconds between two looks
_CHUNK_SIZE = 1 << 16
_TAIL_SIZE = 1 << 12
_MAX_CHUNKS = 512  # in one look, so that a file that grows without end can be closed


class LayerLogFile(NamedTuple):
    """A file that a layer fills; its path is absolute."""

    layer: str
    path: str


class LaunchSettings(NamedTuple):
    """What the layers of a launch read their settings from.

    Attributes:
        content: of the settings file, b"" without one.
        environment: of the program.
        folder: in which the program starts.
    """

    content: bytes
    environment: Mapping[str, str]
    folder: str


def find_messages_file(files: Iterable[LayerLogFile]) -> str:
    """Return the file that gets the validation layer's messages, "" for none."""
    return next((file.path for file in files if file.layer == VALIDATION_LAYER), "")


def find_launch_log_files(
    request: PredictionRequest,
    plan: Plan,
    layers: Iterable[LayerDeclaration],
    cache: Callable[[], DocumentCache],
) -> tuple[LayerLogFile, ...]:
    """Return the log files that these layers write in a launch.

    Manifests are read only if a setting or variable names such a file.
    """
    settings, environment, folder = read_launch_settings(request, plan)
    if not may_have_log_files(settings, environment):
        return ()
    scanner = Scanner(request.host, cache())
    declared_layers = (find_declaration(layer, scanner) for layer in layers)
    return find_log_files(
        [layer for layer in declared_layers if layer is not None], settings, environment, folder
    )


def read_launch_settings(request: PredictionRequest, plan: Plan) -> LaunchSettings:
    """Read what the layers of a launch read their settings from."""
    environment = dict(request.host.environment)
    for variable in plan.variables:
        environment[variable.name] = variable.value or ""
    planned_contents = {file.path: file.content or b"" for file in plan.files}
    folder = request.configuration.target.working_directory or request.host.working_directory
    content = read_effective_settings(request.host, environment, planned_contents, folder)
    return LaunchSettings(content, environment, folder)


def read_effective_settings(
    host: Host, environment: Mapping[str, str], planned_contents: Mapping[str, bytes], folder: str
) -> bytes:
    """Return the content of the settings file that layers of a program read, or b"".

    `environment` and `folder` are the program's, `planned_contents` files of its launch.
    """
    name_text = environment.get(SETTINGS_PATH_VARIABLE, "")
    paths = [find_settings_path(host)]
    if name_text:
        paths += [name_text, posixpath.join(name_text, FILE_NAME)]
    if not name_text or not Path(name_text).is_dir():
        paths.append(posixpath.join(folder, FILE_NAME))
    for path in filter(None, paths):
        if path in planned_contents:
            return planned_contents[path]
        try:
            return read_regular(Path(path))
        except OSError:
            continue
    return b""


def may_have_log_files(settings: bytes, environment: Mapping[str, str]) -> bool:
    """Return whether settings or variables may name a log file.

    For most launches they do not, so no manifest needs to be read.
    """
    return LOG_FILE_KEY.encode() in settings or any(
        LOG_FILE_KEY.upper() in name for name in environment
    )


def find_log_files(
    layers: Iterable[DeclaredLayer], settings: bytes, environment: Mapping[str, str], folder: str
) -> tuple[LayerLogFile, ...]:
    """Return the log files that layers write, by settings and variables.

    Paths that are not absolute begin in `folder`, that of the program.
    """
    lines = parse_layer_settings(settings)
    file_values = {line.key: line.value for line in lines if line.is_active}
    log_files = []
    for layer in layers:
        setting = layer.find_setting(LOG_FILE_KEY)
        if setting is None:
            continue
        variables = (environment.get(name, "") for name in list_variable_names(layer, setting))
        value = next(
            filter(None, variables), file_values.get(make_file_key(layer.name, LOG_FILE_KEY), "")
        )
        is_printed = value in PRINTED_FILE_NAMES or (
            value == "stderr" and layer.name not in _LAYERS_WITHOUT_STDERR
        )
        if not is_printed:
            log_files.append(LayerLogFile(layer.name, posixpath.join(folder, value)))
    return tuple(log_files)


class FollowedFileState(Enum):
    """What a look at the file found."""

    MISSING = auto()
    READ = auto()
    TRUNCATED = auto()  # it, or another file in its place, begins anew
    NO_FILE = auto()  # a pipe, device or folder: reading it would take from others, or wait
    REFUSED = auto()


UNREAD_STATES = (FollowedFileState.NO_FILE, FollowedFileState.REFUSED)


def explain_unread_file(state: FollowedFileState | None, reason: str) -> str:
    """Return why a file is not read, with the system's `reason` if it was refused, "" if it is."""
    match state:
        case FollowedFileState.MISSING:
            return tr("does not exist yet")
        case FollowedFileState.NO_FILE:
            return tr("not followed: it is a pipe, a device or a folder")
        case FollowedFileState.REFUSED:
            return tr("cannot be read: {reason}", reason=reason)
        case FollowedFileState.READ | FollowedFileState.TRUNCATED | None:
            return ""


class _OpenedLog(NamedTuple):
    handle: int
    identity: tuple[int, int]


class FileFollower:
    """Delivers the lines of a file on a thread of its own, until it is closed."""

    def __init__(
        self,
        path: str,
        on_lines: Callable[[list[str]], None],
        on_state: Callable[[FollowedFileState, str], None],
        *,
        since: float = 0.0,
    ) -> None:
        """Begin to read a file on a thread, and go on as it grows.

        Args:
            path: of the file, which may not exist yet.
            on_lines: gets new lines, and [] once when nothing came for a while.
            on_state: gets each new state, with the reason of the system if there is one.
            since: time in seconds since the epoch. What is in a file last changed before is
                skipped.
        """
        self._path = path
        self._on_lines = on_lines
        self._on_state = on_state
        self._start_time = since
        self._state: FollowedFileState | None = None
        self._opened_log: _OpenedLog | None = None
        self._file_position = 0
        self._read_time = (
            0  # when the file was changed last, as of the last look; 0 before the first
        )
        self._last_bytes = b""
        self._is_doubtful = False  # it was changed, and is as long as before
        self._has_new_lines = False
        self._has_unread_rest = False  # there was more than one look reads
        self._splitter = LineSplitter()
        self._is_over = False
        self._wake_event = threading.Event()
        self._pending_calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._follow, name=f"follow {path}", daemon=True)
        self.thread.start()

    def request_stop(self) -> None:
        """Have the thread deliver what is there by now and end, without waiting for it."""
        self._is_over = True
        self._wake_event.set()

    def call_when_read(self, on_delivered: Callable[[], None]) -> None:
        """Call `on_delivered` on another thread once all that is in the file by now was delivered.

        If it is stopped meanwhile, `on_delivered` may never be called.
        """
        self._pending_calls.put(on_delivered)
        self._wake_event.set()

    def close(self) -> None:
        """Deliver what is there by now, and wait for the thread's end."""
        self.request_stop()
        self.thread.join()

    def _follow(self) -> None:
        """Look at the file again and again, on the thread, until it is stopped."""
        try:
            self._poll()
            while not self._is_over:
                self._wake_event.wait(POLL_SECONDS)
                self._wake_event.clear()
                self._poll()
                self._report_delivered()
        finally:
            self._close_file()
            self._on_lines([])

    def _report_delivered(self) -> None:
        """Read to the end of the file and call those who wait for that."""
        if self._pending_calls.empty():
            return
        while (self._has_unread_rest or self._is_doubtful) and not self._is_over:
            self._poll()
        self._deliver(self._splitter.finish())
        self._on_lines([])
        while not self._pending_calls.empty():
            self._pending_calls.get()()

    def _poll(self) -> None:
        """Look at the path once: open what is new there and read it, or report why not."""
        try:
            status = os.stat(self._path)  # noqa: PTH116 - a path of bytes that are no text, too
        except OSError as error:
            self._close_file()
            is_missing = isinstance(error, FileNotFoundError | NotADirectoryError)
            self._report_state(
                FollowedFileState.MISSING if is_missing else FollowedFileState.REFUSED,
                error.strerror or "",
            )
            return
        if not stat.S_ISREG(status.st_mode):
            self._close_file()
            self._report_state(FollowedFileState.NO_FILE, "")
            return
        try:
            self._open(status)
            self._read()
        except OSError as error:
            self._close_file()
            self._report_state(FollowedFileState.REFUSED, error.strerror or "")

    def _open(self, path_status: os.stat_result) -> None:
        """Open the file at the path, unless it is the one that is open."""
        identity = path_status.st_dev, path_status.st_ino
        if self._opened_log is not None and self._opened_log.identity == identity:
            return
        is_reopened = self._opened_log is not None
        if is_reopened:
            self._read()  # the rest of the file that stood there
        self._close_file()
        # Between the two calls a pipe may have come: opening it must not wait either.
        handle = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        opened_status = os.fstat(handle)
        if not stat.S_ISREG(opened_status.st_mode):
            os.close(handle)
            return
        self._opened_log = _OpenedLog(handle, (opened_status.st_dev, opened_status.st_ino))
        is_earlier_file = self._state is None and opened_status.st_mtime < self._start_time
        self._file_position = opened_status.st_size if is_earlier_file else 0
        self._read_time = 0
        if is_reopened:
            self._report_state(FollowedFileState.TRUNCATED, "")

    def _read(self) -> None:
        """Deliver what was added to the file, from the beginning if it was emptied."""
        opened_log = self._opened_log
        if opened_log is None:
            return
        if self._is_rewritten(opened_log.handle):
            self._deliver(self._splitter.finish())
            self._file_position, self._is_doubtful = 0, False
            self._report_state(FollowedFileState.TRUNCATED, "")
        for chunk_number in range(_MAX_CHUNKS):
            chunk = os.pread(opened_log.handle, _CHUNK_SIZE, self._file_position)
            self._has_unread_rest = bool(chunk)
            if not chunk:
                if chunk_number == 0 and self._has_new_lines:
                    self._has_new_lines = False
                    self._on_lines([])
                break
            self._file_position += len(chunk)
            self._deliver(self._splitter.feed(chunk))
        if not self._is_doubtful:
            self._read_time = os.fstat(opened_log.handle).st_mtime_ns
            self._last_bytes = self._read_tail(opened_log.handle)
        self._report_state(FollowedFileState.READ, "")

    def _is_rewritten(self, handle: int) -> bool:
        """Return whether what was read is no longer in the file: it was emptied since."""
        status = os.fstat(handle)
        if status.st_size < self._file_position:
            return True
        if self._read_time in (0, status.st_mtime_ns):
            return False
        if self._read_tail(handle) != self._last_bytes:
            return True
        # The same again, unless it is about to grow: the time is set before the size.
        was_doubtful, self._is_doubtful = self._is_doubtful, status.st_size == self._file_position
        return was_doubtful and self._is_doubtful

    def _read_tail(self, handle: int) -> bytes:
        """Return the last bytes before the position up to which the file was read."""
        size = min(self._file_position, _TAIL_SIZE)
        return os.pread(handle, size, self._file_position - size)

    def _close_file(self) -> None:
        """Close the file and deliver its last line."""
        opened_log, self._opened_log = self._opened_log, None
        self._has_unread_rest = self._is_doubtful = False
        if opened_log is not None:
            os.close(opened_log.handle)
            self._deliver(self._splitter.finish())

    def _deliver(self, lines: list[str]) -> None:
        """Deliver lines, if there are any."""
        if lines:
            self._has_new_lines = True
            self._on_lines(lines)

    def _report_state(self, state: FollowedFileState, reason: str) -> None:
        """Report a state if it is new."""
        if state is not self._state:
            self._state = state
            self._on_state(state, reason)
