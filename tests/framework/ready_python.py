"""Python programs in forks of a process that has imported what they need.

Most of what a short program costs is the start of its interpreter. `run_python` is like
subprocess.run on `python -m MODULE`, or `python -c CODE`, in a process, folder and environment of
its own; the process it is forked from does nothing else, has no threads and never sees Qt. What the
dynamic linker or the interpreter read when they start is not in such an environment: a program that
has LD_ or PYTHON variables of its own is started as usual. `start_python` does not wait for the
end; windows come of a process that has Qt, one for each set of those variables.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.framework.patience import PATIENCE
from tests.framework.rights import bind, limit_rights

_ROOT = Path(__file__).resolve().parents[2]
_AT_START = ("LD_", "PYTHON", "LANG", "LC_", "MALLOC_", "GLIBC_")
_MOST = 1 << 20
_MOST_FILES = 1 << 12


class ReadyProcess:
    """One program of those forks, with what the tests use of subprocess.Popen."""

    def __init__(self, pid: int, end: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._end = end  # a pipe that tells how it ended

    def poll(self) -> int | None:
        """Return its exit code, or minus a signal; None while it runs."""
        return self._poll_end(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        code = self._poll_end(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal if it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a crash would."""
        self.send_signal(signal.SIGKILL)

    def _poll_end(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._end], [], [], timeout)[0]:
            status = os.read(self._end, 16)
            os.close(self._end)
            _RUNNING.discard(self)
            self.returncode = int(status) if status else -signal.SIGKILL  # with its server
        return self.returncode


class _Server:
    """The process that the others are forked from, and the way to it."""

    def __init__(self, at_start: Mapping[str, str], options: Sequence[str]) -> None:
        near_end, far_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far_end:
            command = [sys.executable, *options, "-m", __name__, str(far_end.fileno())]
            environment = {
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("VK_", *_AT_START))
            }
            self.process = subprocess.Popen(
                command,
                cwd=_ROOT,
                env={**environment, **at_start},
                pass_fds=[far_end.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._way = near_end
        self._way.settimeout(PATIENCE)
        atexit.register(self._close, os.getpid())

    def _close(self, owner: int) -> None:
        if os.getpid() == owner:
            self._way.close()
            self.process.wait()

    def start(self, asked: Mapping[str, Any], files: Sequence[int]) -> ReadyProcess:
        """Start a program on three files."""
        request = os.memfd_create("request")
        end, write_end = os.pipe()
        try:
            os.write(request, json.dumps(asked).encode())
            os.lseek(request, 0, os.SEEK_SET)
            socket.send_fds(self._way, [b"run"], [request, write_end, *files])
        finally:
            os.close(request)
            os.close(write_end)
        try:
            started = ReadyProcess(int(self._way.recv(_MOST)), end)
        except BaseException:  # what it still answers is not for the next program
            os.close(end)
            self.process.kill()
            self.process.wait()
            raise
        _RUNNING.add(started)
        return started


# By the process that has it, a fork of a test makes its own; and by what counts at the start.
_SERVERS: dict[tuple[int, str], _Server] = {}
_ONE_AT_A_TIME = threading.Lock()
_RUNNING: set[ReadyProcess] = set()


def list_servers() -> set[str]:
    """Return the processes that others are forked from: they stay until the tests end."""
    return {str(server.process.pid) for server in _SERVERS.values()}


def list_running() -> set[str]:
    """Return the programs that have not ended."""
    return {str(program.pid) for program in [*_RUNNING] if program.poll() is None}


def start_python(
    *program: str,
    files: Sequence[int],
    environment: Mapping[str, str],
    folder: Path | str,
    ready: Sequence[str] = (),
    mask: int = -1,
    qt: bool = False,
    is_bound: bool = False,
) -> ReadyProcess:
    """Start `-m MODULE` or `-c CODE` with arguments on three files.

    Args:
        program: as it is given to the interpreter.
        ready: packages whose modules are imported before the fork.
        mask: of the process, for the modes of files that it makes; -1: that of the tests.
        qt: whether it may have Qt; such a program tells in its log where it crashed.
        is_bound: by the modes of files like any user's, as `rights.limit_rights` binds a command.
    """
    request = {
        "program": program,
        "ready": ready,
        "environment": dict(environment),
        "folder": os.fspath(folder),
        "mask": mask,
        "qt": qt,
        "is_bound": is_bound,
    }
    at_start = {
        name: value
        for name, value in (environment if qt else os.environ).items()
        if _is_start_variable(name)
        and not (qt and name == "LD_LIBRARY_PATH")  # of what a window starts
    }
    key = os.getpid(), json.dumps([qt, at_start], sort_keys=True)
    with _ONE_AT_A_TIME:
        if key not in _SERVERS:
            _SERVERS[key] = _Server(at_start, ("-X", "faulthandler") if qt else ())
        try:
            return _SERVERS[key].start(request, files)
        except BaseException:
            del _SERVERS[key]
            raise


def run_python(
    *program: str,
    ready: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    folder: Path | str | None = None,
    stdin: bytes = b"",
    mask: int = -1,
    is_bound: bool = False,
    timeout: float = PATIENCE,
) -> subprocess.CompletedProcess[bytes]:
    """Run a program without Qt to its end; the arguments are those of start_python."""
    variables = dict(os.environ if environment is None else environment)
    working_directory = os.fspath(Path.cwd() if folder is None else folder)
    if _has_other_start_variables(variables):
        if program[0] == "-m":
            variables["PYTHONPATH"] = str(_ROOT)
        command: list[str | Path] = [sys.executable, *program]
        return subprocess.run(
            limit_rights(command) if is_bound else command,
            env=variables,
            cwd=working_directory,
            input=stdin,
            umask=mask,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    files = [os.memfd_create(name) for name in ("stdin", "stdout", "stderr")]
    try:
        os.write(files[0], stdin)
        os.lseek(files[0], 0, os.SEEK_SET)
        started = start_python(
            *program,
            files=files,
            environment=variables,
            folder=working_directory,
            ready=ready,
            mask=mask,
            is_bound=is_bound,
        )
        try:
            code = started.wait(timeout)
        except BaseException:
            started.kill()
            started.wait(PATIENCE)
            raise
        contents = [_read_content(file) for file in files[1:]]
    finally:
        for file in files:
            os.close(file)
    return subprocess.CompletedProcess(program, code, *contents)


def _is_start_variable(name: str) -> bool:
    """Return whether a variable is read when the process starts."""
    return name.startswith(_AT_START)


def _has_other_start_variables(environment: Mapping[str, str]) -> bool:
    """Return whether variables that count at the start of a process are not those of the tests."""
    names = {name for name in (*environment, *os.environ) if _is_start_variable(name)}
    return any(environment.get(name, "") not in ("", os.environ.get(name)) for name in names)


def _read_content(file: int) -> bytes:
    size = os.fstat(file).st_size
    return os.pread(file, size, 0) if size else b""


# In the process that the others are forked from.


class _NoQt:
    """Finder that knows the packages of Qt to be missing."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _serve(connection: socket.socket) -> None:
    import ctypes  # noqa: F401 - what every program here needs
    import gc

    imported: set[str] = set()
    ends: dict[int, tuple[int, int]] = {}  # the process and whom to tell, by its pidfd
    while True:
        for ready in select.select([connection, *ends], [], [])[0]:
            if ready is not connection:
                child, write_end = ends.pop(ready)
                _tell_end(child, write_end)
                os.close(ready)
                continue
            data, files, _flags, _address = socket.recv_fds(connection, 16, 5)
            if not data:
                return
            request, write_end, *standard = files
            with open(request, "rb") as text:
                request_members = json.load(text)
            if not request_members["qt"] and not imported:
                sys.meta_path.insert(0, _NoQt())  # type: ignore[arg-type] # finds nothing, ever
            for package in set(request_members["ready"]) - imported:
                imported.add(package)
                _import_all(package)
                gc.freeze()
            child = os.fork()
            if child == 0:
                _run_as_program(request_members, standard)
            ends[os.pidfd_open(child)] = child, write_end
            for file in standard:
                os.close(file)
            connection.send(str(child).encode())


def _tell_end(child: int, write_end: int) -> None:
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(BrokenPipeError):  # nobody waits for it any more
        os.write(write_end, str(code).encode())
    os.close(write_end)


def _import_all(package: str) -> None:
    """Import every module of a package that needs no Qt, and is no program."""
    import importlib
    import pkgutil

    found = importlib.import_module(package)
    for module in pkgutil.walk_packages(getattr(found, "__path__", ()), f"{package}."):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                if (error.name or "").partition(".")[0] not in ("PySide6", "shiboken6"):
                    raise


def _run_as_program(request: Mapping[str, Any], files: Sequence[int]) -> None:
    import runpy
    import traceback

    code = 1
    try:
        for target, file in enumerate(files):
            os.dup2(file, target)
        os.closerange(3, _MOST_FILES)
        sys.stdin = os.fdopen(0, closefd=False)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        if request["mask"] >= 0:
            os.umask(request["mask"])
        if request["is_bound"]:
            bind()
        kind, name, *arguments = request["program"]
        sys.argv = [kind, *arguments]
        if kind == "-m":
            runpy.run_module(name, run_name="__main__", alter_sys=True)
        else:
            exec(compile(name, "<string>", "exec"), {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException:  # noqa: BLE001 - a fork must never go on as its parent does
        traceback.print_exc()
    finally:
        threading._shutdown()  # type: ignore[attr-defined] # waits, as an interpreter's end does
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code & 0xFF)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
