"""Probing from the command line: progress on a terminal, clean handling of Ctrl+C."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TextIO

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.probe.answer_cache import ProbeMemory, memory_path
from vkconfig_py.loader.probe.probe_run import EVERYTHING, ProbeProgress, ProbeSelection, probe
from vkconfig_py.loader.wire.results import Cancellation, ProbeResults

if TYPE_CHECKING:
    from vkconfig_py.loader.probe.fork_client import ForkServer
    from vkconfig_py.loader.rules.loader_report import LoaderReport

_WIDTH = 78
# ECMA-48, EL: erase to the end of the line.
_CLEAR = "\r\x1b[K"


def probe_for_command(
    report: LoaderReport,
    environment: Mapping[str, str],
    wanted: ProbeSelection = EVERYTHING,
    *,
    again: bool = False,
    server: ForkServer | None = None,
    terminal: TextIO | None = None,
) -> ProbeResults:
    """Probe a report's libraries with progress output on a terminal.

    Args:
        report: made from files.
        environment: environment of this process; decides the location of the answer cache.
        wanted: the parts of the report to probe.
        again: ignore cached answers.
        server: one that was started in advance.
        terminal: where progress is written if it is one; the error output by default.

    Raises:
        KeyboardInterrupt: interrupted by the user; every child has been killed.
    """
    from threading import Event, Thread

    line = ProgressLine(sys.stderr if terminal is None else terminal)
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
                    server=server,
                )
            )
        finally:
            ended.set()

    # In a thread, so that an interrupt is handled at once. It is not joined: after an interrupted
    # join Python 3.11 treats the thread as finished.
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


class ProgressLine:
    """A terminal line that is repeatedly overwritten."""

    def __init__(self, terminal: TextIO | None) -> None:
        is_terminal = terminal is not None and terminal.isatty()
        self._terminal = terminal if is_terminal else None

    def show(self, progress: ProbeProgress) -> None:
        if self._terminal is None:
            return
        text = tr(
            "Probing {done} of {total}",
            done=min(progress.done + 1, progress.total),
            total=progress.total,
        )
        if progress.about:
            text += f": {progress.about}"
        shown = "".join(char if char.isprintable() else "?" for char in text)
        self._terminal.write(f"{_CLEAR}{shown[:_WIDTH]}")
        self._terminal.flush()

    def clear(self) -> None:
        if self._terminal is not None:
            self._terminal.write(_CLEAR)
            self._terminal.flush()
