"""Python programs in forks of a process that has imported what they need.

Most of what a short program costs is the start of its interpreter. `run_python` is like
subprocess.run on `python -m MODULE`, or `python -c CODE`, in a process, folder and environment of
its own; the process it is forked from does nothing else, has no threads and never sees Qt. What the
dynamic linker or the interpreter read when they start is not in such an environment: a program that
has LD_ or PYTHON variables of its own is started as usual.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.framework.patience import PATIENCE

_ROOT = Path(__file__).resolve().parents[2]
_AT_START = ("LD_", "PYTHON", "LANG", "LC_", "MALLOC_", "GLIBC_")
_MOST = 1 << 20


class _Server:
    """The process that the others are forked from, and the way to it."""

    def __init__(self) -> None:
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there:
            command = [sys.executable, "-m", "tests.framework.ready_python", str(there.fileno())]
            environment = {k: v for k, v in os.environ.items() if not k.startswith("VK_")}
            self.process = subprocess.Popen(
                command,
                cwd=_ROOT,
                env=environment,
                pass_fds=[there.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._way = here
        atexit.register(self._close, os.getpid())

    def _close(self, owner: int) -> None:
        if os.getpid() == owner:
            self._way.close()
            self.process.wait()

    def kill(self) -> None:
        """End it where it does not answer as it should."""
        self.process.kill()
        self.process.wait()

    def run(self, asked: Mapping[str, Any], files: Sequence[int], timeout: float) -> int:
        """Run a program on three files; return its exit code, or minus a signal."""
        request = os.memfd_create("request")
        try:
            os.write(request, json.dumps(asked).encode())
            os.lseek(request, 0, os.SEEK_SET)
            socket.send_fds(self._way, [b"run"], [request, *files])
        finally:
            os.close(request)
        self._way.settimeout(PATIENCE)
        child = int(self._way.recv(_MOST))
        self._way.settimeout(timeout)
        try:
            return int(self._way.recv(_MOST))
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            self._way.settimeout(PATIENCE)
            self._way.recv(_MOST)
            raise subprocess.TimeoutExpired(asked["program"], timeout) from None


_SERVERS: dict[int, _Server] = {}  # by the process that has it: a fork of a test makes its own
_ONE_AT_A_TIME = threading.Lock()


def servers() -> set[str]:
    """Return the process that others are forked from: it stays until the tests end."""
    return {str(one.process.pid) for one in _SERVERS.values()}


def run_python(
    *program: str,
    ready: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    folder: Path | str | None = None,
    stdin: bytes = b"",
    mask: int = -1,
    timeout: float = PATIENCE,
) -> subprocess.CompletedProcess[bytes]:
    """Run `-m MODULE` or `-c CODE` with arguments.

    Args:
        program: as it is given to the interpreter.
        ready: packages whose modules are imported before the fork, those without Qt.
        mask: of the process, for the modes of files that it makes; -1: that of the tests.
    """
    variables = dict(os.environ if environment is None else environment)
    where = os.fspath(Path.cwd() if folder is None else folder)
    if _differs_at_start(variables):
        if program[0] == "-m":
            variables["PYTHONPATH"] = str(_ROOT)
        return subprocess.run(
            [sys.executable, *program],
            env=variables,
            cwd=where,
            input=stdin,
            umask=mask,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    asked = {
        "program": program,
        "ready": ready,
        "environment": variables,
        "folder": where,
        "mask": mask,
    }
    files = [os.memfd_create(name) for name in ("stdin", "stdout", "stderr")]
    try:
        os.write(files[0], stdin)
        os.lseek(files[0], 0, os.SEEK_SET)
        code = _run(asked, files, timeout)
        told = [_content(file) for file in files[1:]]
    finally:
        for file in files:
            os.close(file)
    return subprocess.CompletedProcess(program, code, *told)


def _run(asked: Mapping[str, Any], files: Sequence[int], timeout: float) -> int:
    here = os.getpid()
    with _ONE_AT_A_TIME:
        if here not in _SERVERS:
            _SERVERS[here] = _Server()
        try:
            return _SERVERS[here].run(asked, files, timeout)
        except BaseException:
            _SERVERS.pop(here).kill()  # what it still answers is not for the next program
            raise


def _differs_at_start(environment: Mapping[str, str]) -> bool:
    """Return whether variables that count at the start of a process are not those of the tests."""
    names = {n for n in (*environment, *os.environ) if n.startswith(_AT_START)}
    return any(environment.get(name, "") not in ("", os.environ.get(name)) for name in names)


def _content(file: int) -> bytes:
    size = os.fstat(file).st_size
    return os.pread(file, size, 0) if size else b""


# In the process that the others are forked from.


class _NoQt:
    """Finder that knows the packages of Qt to be missing."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _serve(way: socket.socket) -> None:
    import ctypes  # noqa: F401 - what every program here needs
    import gc

    sys.meta_path.insert(0, _NoQt())  # type: ignore[arg-type] # finds nothing, ever
    imported: set[str] = set()
    while True:
        data, files, _flags, _address = socket.recv_fds(way, 16, 4)
        if not data:
            return
        with open(files[0], "rb") as request:
            asked = json.load(request)
        for package in set(asked["ready"]) - imported:
            imported.add(package)
            _import_all(package)
            gc.freeze()
        child = os.fork()
        if child == 0:
            way.close()
            _be_the_program(asked, files[1:])
        for file in files[1:]:
            os.close(file)
        way.send(str(child).encode())
        way.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


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


def _be_the_program(asked: Mapping[str, Any], files: Sequence[int]) -> None:
    import runpy
    import traceback

    code = 1
    try:
        for target, file in enumerate(files):
            os.dup2(file, target)
        os.closerange(3, max(files) + 1)
        sys.stdin = os.fdopen(0, closefd=False)
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        if asked["mask"] >= 0:
            os.umask(asked["mask"])
        kind, name, *arguments = asked["program"]
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
