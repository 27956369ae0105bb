"""Kept: a program that runs below a keeper, with its output and the news of its end."""

from __future__ import annotations

import errno
import os
import pickle
import subprocess
from typing import IO

from vkconfig_py.model.launching.keeper import LENGTH, Wanted
from vkconfig_py.own_start import child_command


class Kept:
    """A program and its keeper.

    Attributes:
        pid: the program; its process group as well.
        keeper: process id of the keeper; everything that the program starts is below it.
        report: handle that can be read once the program has ended.
        stdout, stderr: the program's output.
    """

    def __init__(self, wanted: Wanted) -> None:
        """Start a program.

        Raises:
            OSError: the program, or its keeper, cannot be started.
            ValueError: an argument or a variable that no process can be given.
        """
        self.report, writing = os.pipe2(os.O_CLOEXEC)
        try:
            self._process = subprocess.Popen(
                child_command("vkconfig_py.model.launching.keeper", str(writing)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[writing],
                start_new_session=True,
            )
        except OSError:
            os.close(self.report)
            raise
        finally:
            os.close(writing)
        self.keeper = self._process.pid
        self._code: int | None = None
        try:
            self._send(wanted)
            self.pid = self._read_pid()
        except BaseException:
            self.close()
            raise

    @property
    def stdout(self) -> IO[bytes]:
        """What the program prints."""
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def stderr(self) -> IO[bytes]:
        """What the program complains about."""
        assert self._process.stderr is not None
        return self._process.stderr

    def wait(self) -> int | None:
        """Wait for the end of the program; None if the keeper was killed and cannot tell."""
        if self._code is None:
            what, number, _text = self._read_line()
            self._code = number if what == "end" else None
        return self._code

    def close(self) -> None:
        """Let go of the program and end its keeper."""
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        if self.report >= 0:
            os.close(self.report)
            self.report = -1
        self._process.kill()
        self._process.wait()

    def _send(self, wanted: Wanted) -> None:
        content = pickle.dumps(wanted)
        assert self._process.stdin is not None
        self._process.stdin.write(len(content).to_bytes(LENGTH, "little") + content)
        self._process.stdin.flush()

    def _read_pid(self) -> int:
        what, number, text = self._read_line()
        if what == "pid":
            return number
        if what == "value":
            raise ValueError(text)
        number = number or errno.ECHILD
        raise OSError(number, os.strerror(number), text or None)

    def _read_line(self) -> tuple[str, int, str]:
        line = b""
        while not line.endswith(b"\n"):  # one byte at a time: the handle tells of the next line
            part = os.read(self.report, 1)
            if not part:
                return "", 0, ""
            line += part
        what, number, shown = line.decode("ascii").rstrip("\n").split(" ")
        return what, int(number), bytes.fromhex(shown).decode("utf-8", "surrogateescape")
