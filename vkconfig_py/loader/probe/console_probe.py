"""Probing for a command: a line of progress on a terminal, and an interrupt that ends cleanly."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TextIO

from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.probe.answer_cache import ProbeMemory, memory_path
from vkconfig_py.loader.probe.probe_run import EVERYTHING, Progress, Wanted, probe
from vkconfig_py.loader.wire.results import Cancellation, ProbeResults

if TYPE_CHECKING:
    from vkconfig_py.loader.rules.loader_report import LoaderReport

_WIDTH = 78
# ECMA-48, EL: erase to the end of the line.
_CLEAR = "\r\x1b[K"


def probe_for_command(
    report: LoaderReport,
    environment: Mapping[str, str],
    wanted: Wanted = EVERYTHING,
    *,
    again: bool = False,
    terminal: TextIO | None = None,
) -> ProbeResults:
    """Probe, and say on a terminal how far it has come.

    Args:
        report: rests on files.
        environment: of this process; it says where answers are kept.
        wanted: what of the report.
        again: ask anew what is kept.
        terminal: where progress is written if it is one; the error output by default.

    Raises:
        KeyboardInterrupt: the user had enough; every child has ended.
    """
    from threading import Event, Thread

    line = _Line(sys.stderr if terminal is None else terminal)
    memory = ProbeMemory(memory_path(environment))
    cancellation = Cancellation()
    found: list[ProbeResults] = []
    ended = Event()

    def work() -> None:
        try:
            found.append(
                probe(
                    report,
                    wanted,
                    memory=memory,
                    tell=line.show,
                    cancellation=cancellation,
                    again=again,
                )
            )
        finally:
            ended.set()

    # In a thread, so that an interrupt reaches us at once. It is not joined: an interrupted join of
    # Python 3.11 takes the thread for one that has ended.
    thread = Thread(target=work, name="probe")
    try:
        thread.start()
        ended.wait()
    except KeyboardInterrupt:
        cancellation.cancel()
        if thread.ident is not None:  # else it begins with what is cancelled, and ends by itself
            ended.wait()
        raise
    finally:
        line.clear()
        cancellation.close()
    return found[0]


class _Line:
    """One line that is written over again and again."""

    def __init__(self, terminal: TextIO | None) -> None:
        is_terminal = terminal is not None and terminal.isatty()
        self._terminal = terminal if is_terminal else None

    def show(self, progress: Progress) -> None:
        if self._terminal is None:
            return
        text = f"Probing {min(progress.done + 1, progress.total)} of {progress.total}"
        if progress.about:
            text += f": {progress.about}"
        shown = "".join(char if char.isprintable() else "?" for char in text)
        self._terminal.write(f"{_CLEAR}{shown[:_WIDTH]}")
        self._terminal.flush()

    def clear(self) -> None:
        if self._terminal is not None:
            self._terminal.write(_CLEAR)
            self._terminal.flush()
