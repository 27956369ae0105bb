"""The life of a Vulkan program in a fork of this process: which loader it uses, how it ended.

A fork is what makes thousands of machines quick: nothing is started, everything is imported.
"""

from __future__ import annotations

import ctypes
import faulthandler
import json
import os
import select
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.probe_client import ClientRequest, ProbeClient
from tests.framework.probe_parts import NOTES

HANGS = "no answer in time"
# A program hangs that was seen asleep so often without having done anything, or works that long.
_ASLEEP, _TICK = 25, 0.04
_PROCESSOR_SECONDS = 5.0


class ProgramRun(NamedTuple):
    """What a program and the parts it loaded noted.

    Attributes:
        notes: one object each, in the order in which things happened.
        ended: "" for a program that came to its end, or the signal or exit code that ended it.
        log: stderr.
    """

    notes: tuple[dict[str, Any], ...]
    ended: str
    log: str

    def find_answer(self, call: str) -> Any:
        """Return the answer to the first call of this name."""
        for place, note in enumerate(self.notes):
            if note.get("do") == call:
                return next((note["got"] for note in self.notes[place:] if "got" in note), None)
        raise LookupError(f"{call} was not called")

    @property
    def last_call(self) -> str:
        """Return the call that the program made last."""
        return next((note["do"] for note in reversed(self.notes) if "do" in note), "")

    def list_notes(self, part: str, at: str = "") -> list[dict[str, Any]]:
        """Return the notes of a driver or layer, of one function if it is named."""
        return [note for note in self.notes if note.get("by") == part and at in ("", note["at"])]


def make_c_loader_opener(library: str) -> Callable[[], int]:
    """Return what opens a loader library, in the program that shall use it."""

    def open_it() -> int:
        function = ctypes.CDLL(library).vkGetInstanceProcAddr
        return ctypes.cast(function, ctypes.c_void_p).value or 0

    return open_it


def run_program(
    open_loader: Callable[[], int],
    wishes: ClientRequest,
    environment: Mapping[str, str],
    folder: Path,
) -> ProgramRun:
    """Let a program use a loader; `folder` is for its notes and its log."""
    return run_in_fork(
        lambda notes: ProbeClient(open_loader(), wishes, notes).run(), environment, folder
    )


def run_in_fork(
    program: Callable[[int], None],
    environment: Mapping[str, str],
    folder: Path,
) -> ProgramRun:
    """Run any program in a fork; it is given the descriptor that its notes are written to."""
    notes, log = folder / "notes", folder / "log"
    for file in (notes, log):
        file.write_bytes(b"")
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _run_as_program(program, environment, notes, log)
    ended = _wait(child)
    lines = notes.read_bytes().decode("utf-8", "replace").split("\n")[:-1]
    return ProgramRun(
        tuple(map(json.loads, lines)), ended, log.read_bytes().decode("utf-8", "replace")
    )


def _run_as_program(
    program: Callable[[int], None],
    environment: Mapping[str, str],
    notes: Path,
    log: Path,
) -> None:
    code = 1
    try:
        faulthandler.disable()
        os.setpgid(0, 0)
        errors = os.open(log, os.O_WRONLY | os.O_APPEND)
        nothing = os.open(os.devnull, os.O_RDWR)
        for source, target in ((nothing, 0), (nothing, 1), (errors, 2)):
            os.dup2(source, target)
        os.environ.clear()
        os.environ.update(environment)
        os.environ[NOTES] = str(notes)
        descriptor = os.open(notes, os.O_WRONLY | os.O_APPEND)
        program(descriptor)
        code = 0
    except BaseException as error:  # noqa: BLE001 - a fork must never come back to the tests
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        ctypes.CDLL(None).fflush(None)
        os._exit(code)


def _wait(child: int) -> str:
    descriptor = os.pidfd_open(child)
    comes_to_an_end = _wait_for_end(child, descriptor)
    os.close(descriptor)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # what the program left behind, or itself
    _, status = os.waitpid(child, 0)
    if not comes_to_an_end:
        return HANGS
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        return signal.Signals(-code).name
    return f"exit {code}" if code else ""


def _wait_for_end(child: int, descriptor: int) -> bool:
    """Wait for the end of a program, or until it is seen that there will be none.

    No clock tells on a busy machine: it may not have had its turn.
    """
    asleep, last_time = 0, -1.0
    while not select.select([descriptor], [], [], _TICK)[0]:
        state, used = _read_activity(child)
        asleep = asleep + 1 if (state, used) == ("S", last_time) else 0
        last_time = used
        if asleep >= _ASLEEP or used > _PROCESSOR_SECONDS:
            return False
    return True


def _read_activity(process: int) -> tuple[str, float]:
    """Return the state of a process and the processor time that it used, in seconds."""
    text = Path(f"/proc/{process}/stat").read_text()
    fields = text[text.rindex(")") + 2 :].split()
    return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
