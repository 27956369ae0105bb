"""Records of runs: the latest of each program in one file, and a file for each run that goes on.

Other windows and commands see both. Rows for lists of runs are made here too.
"""

from __future__ import annotations

import errno
import os
import shlex
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path, PurePath

from vkconfig_py.language.sentences import Message, counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    check_format,
    make_folder,
    read_document,
    remove_file,
    write_file,
)
from vkconfig_py.loader.files.safe_paths import open_to_read
from vkconfig_py.model.configuration.configuration import ExtraMembers, Variable, make_key
from vkconfig_py.model.configuration.own_documents import (
    Codec,
    parse_json,
    rename_unreadable,
    render_json,
)
from vkconfig_py.model.files.atomic_files import hold_if_possible, hold_lock, render_error
from vkconfig_py.model.files.paths import is_folder
from vkconfig_py.model.launch.launch_processes import LaunchTermination
from vkconfig_py.model.launch.private_folder import is_owner_gone, make_owner_mark
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.launch.validation_messages import CountedKind
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import render_count, render_moment

RUNS_FOLDER, FORMAT, LOCK_FILE = "runs", 1, "lock"
PRIVATE_FOLDER = "(private folder)"
STOPPED_STATE = "stopped"
MAX_RUNS = 30  # of a program
MAX_PROGRAMS = 50
MAX_LOGGED_OUTPUT = 400_000  # bytes that are read of a log file
MAX_KINDS, MAX_VARIABLES, MAX_TEXT_LENGTH = 50, 100, 1000

# The file of a run that goes on goes with the run. One that a killed process left behind is told by
# its owner, which no longer runs; it is removed by the next run, since whoever only reads changes
# nothing.
RUNNING_FOLDER = "running"
_NO_PROCESS = -1
_POLL_INTERVAL_SECONDS = 0.05  # seconds between two looks at what still runs
CODEC = Codec()


class MessageTotal(NamedTuple):
    """How often a run had a message of the validation layer."""

    identifier: str
    severity: str
    total: int
    extra: ExtraMembers = ()


class WrittenPlace(NamedTuple):
    """A file or folder that a layer of a run writes.

    Attributes:
        path: absolute; what a layer puts into names stands as in the setting.
        names: patterns of files in a folder, () for any.
    """

    layer: str
    path: str
    is_folder: bool = False
    names: tuple[str, ...] = ()


class PastRun(NamedTuple):
    """One run of a program.

    Attributes:
        started: seconds since the epoch.
        seconds: how long it ran, or has run by now.
        configuration: its name, a message where it is a supplied one.
        safe: what safe mode left out, a message; "" for a usual launch.
        ended: such as "exit 0", "ended by SIGSEGV" or "stopped"; "" while it goes on.
        chain: layers from the program on: those that its loader told of, or the predicted ones.
        is_seen: the chain is that of the loader.
        messages: None if nobody counted them.
        device: name of the device that was predicted, if it was known.
        written: where its layers write files, by their settings.
    """

    started: float
    program: str
    arguments: tuple[str, ...]
    working_directory: str
    configuration: Message | str
    ended: str
    seconds: float
    options: str = ""
    safe: Message | str = ""
    code: int | None = None
    signal: str = ""
    chain: tuple[str, ...] = ()
    is_seen: bool = False
    messages: tuple[MessageTotal, ...] | None = None
    variables: tuple[Variable, ...] = ()
    loader: str = ""
    device: str = ""
    log_file: str = ""
    written: tuple[WrittenPlace, ...] = ()
    extra: ExtraMembers = ()

    @property
    def name(self) -> str:
        return PurePath(self.program).name or self.program

    @property
    def was_stopped(self) -> bool:
        """Whether the user ended it, whatever the program then returned."""
        return self.ended.startswith(STOPPED_STATE)

    @property
    def short_id(self) -> str:
        """A name for the run that no other has: eight hexadecimal digits."""
        identity = f"{self.started} {self.program}".encode("utf-8", "surrogatepass")
        return blake2b(identity, digest_size=4).hexdigest()


class _File(NamedTuple):
    runs: tuple[PastRun, ...] = ()


def make_started_run(request: PredictionRequest, variables: Iterable[Variable]) -> PastRun:
    """Return the record of a run that begins now.

    In values of variables its private folder is replaced by a placeholder, as each run has another
    one.
    """
    configuration, safe_mode, folder = (
        request.configuration,
        request.view.safe_mode,
        request.launch_folder,
    )
    target = configuration.target
    run_variables = [
        variable._replace(value=_hide_folder(variable.value, folder)) for variable in variables
    ]
    return PastRun(
        started=time.time(),
        program=target.program,
        arguments=tuple(map(_shorten, target.arguments[:MAX_VARIABLES])),
        working_directory=target.working_directory,
        configuration=configuration.title,
        ended="",
        seconds=0.0,
        options=target.options,
        safe=safe_mode.description,
        variables=tuple(run_variables[:MAX_VARIABLES]),
    )


def add_message_totals(record: PastRun, kinds: Iterable[CountedKind] | None) -> PastRun:
    """Return the record with the messages so far, the worst first.

    `kinds`: None if they are not counted.
    """
    if kinds is None:
        return record._replace(messages=None)
    listed_kinds = sorted(kinds, key=lambda kind: kind.severity != "error")[:MAX_KINDS]
    messages = tuple(
        MessageTotal(_shorten(counted_kind.identifier), counted_kind.severity, counted_kind.total)
        for counted_kind in listed_kinds
    )
    return record._replace(messages=messages)


def count_errors(kinds: Iterable[CountedKind]) -> int:
    """Return how many messages are errors."""
    return sum(kind.total for kind in kinds if kind.severity == "error")


def choose_message_tone(kinds: Iterable[CountedKind]) -> str:
    """Return the tone of a run that had these messages: "error", "warn", or "" for neither."""
    severities = {kind.severity for kind in kinds if kind.total}
    return "error" if "error" in severities else "warn" if "warning" in severities else ""


def render_message_count(kinds: Iterable[CountedKind]) -> str:
    """Return how many errors there are, else how many messages."""
    listed_kinds = list(kinds)
    errors = count_errors(listed_kinds)
    if errors:
        return render_count(errors, "error")
    return render_count(sum(kind.total for kind in listed_kinds), "message")


def make_ended_run(
    record: PastRun, launch_end: LaunchEnd, seconds: float, kinds: Iterable[CountedKind] | None
) -> PastRun:
    """Return the record of a run that has ended.

    `seconds`: how long it took. `kinds`: messages, the worst first, None if they are not counted.
    """
    return add_message_totals(record, kinds)._replace(
        ended=_describe_end(launch_end),
        seconds=round(max(seconds, 0.0), 3),
        code=launch_end.code,
        signal=launch_end.signal,
    )


def _describe_end(launch_end: LaunchEnd) -> str:
    """Return how a run ended, as English data.

    model/comparison/sides.py has the words shown.
    """
    if launch_end.was_stopped:
        return STOPPED_STATE
    return f"ended by {launch_end.signal}" if launch_end.signal else f"exit {launch_end.code}"


def store_run(folder: Path, run: PastRun) -> None:
    """Add a run to the stored runs of its program.

    The last MAX_RUNS runs of a program are kept, and the MAX_PROGRAMS programs that ran last. An
    unreadable file is renamed, not overwritten.

    Raises:
        OSError: the file could not be written, or is of a newer version of this program.
    """
    runs = folder / RUNS_FOLDER
    make_folder(str(runs))
    with hold_if_possible(hold_lock(runs / LOCK_FILE)):
        file = runs / _make_file_name(run.program)
        earlier_runs = _read_runs_file(file)[-MAX_RUNS + 1 :]
        rename_unreadable(file, _parse_runs_file)
        document = {"format": FORMAT, **CODEC.encode(_File((*earlier_runs, run)))}
        write_file(str(file), render_json(document))
        for old_file in _list_files(runs)[MAX_PROGRAMS:]:
            remove_file(str(old_file))


def read_runs(folder: Path, program: str = "") -> tuple[PastRun, ...]:
    """Return the stored runs of a program, or of all with "", the latest first.

    Unreadable files are left out.
    """
    runs = folder / RUNS_FOLDER
    files: Sequence[Path] = [runs / _make_file_name(program)] if program else _list_files(runs)
    runs_read = [run for file in files for run in _read_runs_file(file)]
    return tuple(sorted(runs_read, key=lambda run: run.started, reverse=True))


def _make_file_name(program: str) -> str:
    """Return the name of the file with the runs of a program."""
    # Two programs may have one name.
    digest = blake2b(program.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    name = "".join(c for c in PurePath(program).name if c.isascii() and (c.isalnum() or c in "-_"))
    return f"{name[:40]}-{digest}.json"


def _list_files(folder: Path) -> list[Path]:
    """Return the files, the one that was written last first."""
    try:
        dated_files = [(path.stat().st_mtime, path) for path in folder.glob("*.json")]
    except OSError:
        return []
    return [path for _time, path in sorted(dated_files, reverse=True)]


def _read_runs_file(file: Path) -> tuple[PastRun, ...]:
    """Return the runs in a file, () if it cannot be read."""
    try:
        document = read_document(str(file), FORMAT)
        document.pop("format", None)
        parsed: _File = CODEC.decode_members(_File, document)
    except (OSError, DocumentError):
        return ()
    return parsed.runs


def _parse_runs_file(content: bytes) -> object:
    """Read a file of runs.

    Raises:
        DocumentError: it is invalid, or of a newer version.
    """
    document = parse_json(content)
    check_format(document, FORMAT)
    return CODEC.decode_members(_File, document)


def _shorten(text: str) -> str:
    """Cut a text that is too long to store."""
    return text if len(text) <= MAX_TEXT_LENGTH else f"{text[:MAX_TEXT_LENGTH]}…"


def _hide_folder(text: str | None, folder: str) -> str | None:
    """Replace the private folder of the run in a value, and shorten it. None stays None."""
    if text is None:
        return None
    return _shorten(text.replace(folder, PRIVATE_FOLDER) if folder else text)


class _Running(NamedTuple):
    """A run and the process that runs it, as make_owner_mark() names it.

    Attributes:
        mark: by which the processes of the run are recognized.
    """

    owner: str
    run: PastRun
    mark: str = ""


def write_running_note(folder: Path, run: PastRun, mark: str) -> str:
    """Write a file that says that a run goes on, and return its path, "" if that fails.

    Notes of runs that ended without removing theirs are deleted. `mark`: by which the processes of
    the run are recognized.
    """
    active_runs_folder = folder / RUNS_FOLDER / RUNNING_FOLDER
    path = active_runs_folder / f"{os.getpid()}-{make_key()}.json"
    document = {"format": FORMAT, **CODEC.encode(_Running(make_owner_mark(), run, mark))}
    try:
        make_folder(str(active_runs_folder))
        for abandoned_files in [
            path
            for path, _running, is_abandoned in _iterate_active_runs(active_runs_folder)
            if is_abandoned
        ]:
            remove_file(str(abandoned_files))
        write_file(str(path), render_json(document))
    except OSError:  # its end, which matters more, is told with the error
        return ""
    return str(path)


def forget_running(path: str) -> None:
    """Remove the file that says that a run goes on."""
    if path:
        try:
            remove_file(path)
        except OSError:  # then it is known to be over by its owner
            return


def was_erased(note: str) -> bool:
    """Return whether all data was erased during a run with this note: its end brings none back."""
    return bool(note) and not is_folder(Path(note).parent)


def store_ended_run(folder: Path, run: PastRun, note: str = "") -> str:
    """Store a run that ended, and remove the file that said that it goes on.

    Return the error, or "".
    """
    if was_erased(note):
        return ""
    try:
        store_run(folder, run)
    except OSError as error:
        return render_error(tr("This run could not be added to the history"), "", error)
    finally:
        forget_running(note)
    return ""


def read_running(folder: Path, *, skipped_key: str = "") -> tuple[PastRun, ...]:
    """Return the runs that go on now, the latest first.

    `skipped_key`: mark of the owner process whose runs are left out, "" for none.
    """
    now = time.time()
    running_runs = [
        record.run._replace(seconds=max(0.0, now - record.run.started))
        for _path, record, is_abandoned in _iterate_active_runs(
            folder / RUNS_FOLDER / RUNNING_FOLDER
        )
        if record.owner != skipped_key and not is_abandoned
    ]
    return tuple(sorted(running_runs, key=lambda run: run.started, reverse=True))


def merge_runs(folder: Path, own_runs: Iterable[PastRun] = ()) -> tuple[PastRun, ...]:
    """Return the running, then the stored runs, the latest first.

    `own_runs`: the running ones of this process.
    """
    running_runs = [*own_runs, *read_running(folder, skipped_key=make_owner_mark())]
    running_runs.sort(key=lambda run: run.started, reverse=True)
    return (*running_runs, *read_runs(folder))


def read_logged_output(folder: Path, program: str) -> str:
    """Return the end of the log file of the latest run of a program that has one, or "".

    The first line says which run and which file it is.
    """
    for run in merge_runs(folder):
        if run.log_file and is_same_program(run.program, program):
            with suppress(OSError):
                text = _read_end(run.log_file)
                start_time = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(run.started))
                return f"[vkconfig-py] {start_time} {run.log_file}\n{text}"
    return ""


def _read_end(path: str) -> str:
    """Return the last MAX_LOGGED_OUTPUT bytes of a regular file as text.

    Raises:
        OSError: it cannot be read, or is not a regular file.
    """
    with os.fdopen(open_to_read(path), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
        file.seek(max(0, status.st_size - MAX_LOGGED_OUTPUT))
        return file.read(MAX_LOGGED_OUTPUT).decode("utf-8", "replace")


def is_same_program(first: str, second: str) -> bool:
    """Return whether two programs, by path or by name alone, are the same."""
    if "/" in first and "/" in second:
        return first == second
    return PurePath(first).name == PurePath(second).name


def stop_run(folder: Path, run: PastRun) -> int | None:
    """End all processes of a running run, whoever started it, and wait for that.

    Return how many could not be ended, None if the run is over already.
    """
    mark = next(
        (
            record.mark
            for _path, record, is_abandoned in _iterate_active_runs(
                folder / RUNS_FOLDER / RUNNING_FOLDER
            )
            if not is_abandoned and record.run == run._replace(seconds=record.run.seconds)
        ),
        "",
    )
    if not mark:
        return None
    ending = LaunchTermination(_NO_PROCESS, mark, time.monotonic())
    while True:
        ending.send_due_signal(time.monotonic())
        if ending.is_over:
            return ending.survivors
        time.sleep(_POLL_INTERVAL_SECONDS)


def _iterate_active_runs(active_runs_folder: Path) -> Iterator[tuple[Path, _Running, bool]]:
    """Yield the file of each running run with its record, and whether its owner is gone."""
    for path in sorted(active_runs_folder.glob("*.json")):
        try:
            document = read_document(str(path), FORMAT)
            document.pop("format", None)
            record: _Running = CODEC.decode_members(_Running, document)
            is_abandoned = is_owner_gone(record.owner)
        except (OSError, ValueError):  # not ours
            continue
        yield path, record, is_abandoned


def get_run_key(run: PastRun) -> str:
    return f"{run.started}\n{run.program}"


def render_command(run: PastRun) -> str:
    """Return the program and arguments of a run as a shell command."""
    return shlex.join((run.name, *run.arguments))


def present_run(run: PastRun) -> ListLine:
    """Show command, time and end of a run."""
    icon, tone = _choose_glyph(run)
    command, time, text = render_command(run), render_moment(run.started), render_run(run)
    return ListLine(
        command,
        text,
        icon=icon,
        tone=tone,
        note=time,
        tooltip=f"{run.program}\n{text}",
        accessible_text=f"{command}, {time}, {text}",
    )


def _choose_glyph(run: PastRun) -> tuple[str, str]:
    """Return icon and tone for how a run ended, or that it runs, and for its messages."""
    tone = choose_message_tone(run.messages or ())
    if not run.ended:
        return "play", tone or "ok"
    if (run.signal or run.code) and not run.was_stopped:
        return "error", "error"
    if tone:
        return tone, tone
    return ("check", "ok") if run.code == 0 and not run.was_stopped else ("stop", "neutral")


def render_run(run: PastRun) -> str:
    """Return a run in one line: how it was started, and how it ended or since when it runs."""
    start_text = tr("“{name}”", name=run.configuration)
    if run.options:
        start_text = tr("“{name}” ({options})", name=run.configuration, options=run.options)
    safe_mode_text = tr("safe mode {safe}", safe=run.safe) if run.safe else ""
    layers = counted("{n} layers predicted", "{n} layer predicted", len(run.chain))
    if run.is_seen:
        layers = counted("{n} layers", "{n} layer", len(run.chain))
    end, duration_text = render_end(run), render_run_duration(run.seconds)
    end_text = tr("running for {duration}", duration=duration_text)
    if end:
        end_text = tr("{end} after {duration}", end=end, duration=duration_text)
    messages = "" if run.messages is None else render_message_count(run.messages)
    return " · ".join(filter(None, (start_text, safe_mode_text, layers, messages, end_text)))


def render_end(run: PastRun) -> str:
    """Return how a run ended: "exit 0", "ended by SIGSEGV". It is "" while the run goes on."""
    if run.was_stopped:
        return tr("stopped")
    if run.signal:
        return tr("terminated by {signal}", signal=run.signal)
    return run.ended if run.code is None else tr("exit {code}", code=run.code)


def render_run_duration(seconds: float) -> str:
    """Return a duration in seconds, minutes or hours: "1.5 s", "2:05 min"."""
    if seconds < 60:
        return tr("{seconds:.1f} s", seconds=seconds)
    minutes, remainder = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{remainder:02} h" if hours else f"{minutes}:{remainder:02} min"
