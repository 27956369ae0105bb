"""Probing from the command line: progress on a terminal, clean handling of Ctrl+C."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from threading import Event, Thread
from typing import TextIO

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.probe.answer_cache import ProbeMemory, find_cache_path
from vkconfig_py.loader.probe.fork_client import ForkServer
from vkconfig_py.loader.probe.probe_run import (
    SELECT_EVERYTHING,
    ProbeProgress,
    ProbeSelection,
    probe,
)
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.results import Cancellation, ProbeResults

# What a name on the command line refers to among the drivers and layers that can be probed.

NOT_FOUND_EXIT_CODE = 3  # exit code of the command line


class SelectionError(ValueError):
    """A name refers to nothing, or to several things. The message is a sentence."""

    code = NOT_FOUND_EXIT_CODE


def select_named(name: str, report: LoaderReport) -> ProbeSelection:
    """Return what a name selects: a layer, a manifest, or the only one with it in its name.

    Raises:
        SelectionError: no match, or more than one.
    """
    layers = [
        (layer.file, layer.name)
        for layer in report.found_layers
        if layer.manifest and not layer.manifest.is_meta
    ]
    drivers = [driver.file for driver in report.drivers if driver.manifest]
    # An exact name wins over those that contain it.
    for matches in (_is_name_of, _is_part_of_name):
        matching_layers = {key for key in layers if matches(name, *key)}
        matching_drivers = {file for file in drivers if matches(name, file)}
        if matching_drivers and matching_layers:
            names = ", ".join([*matching_drivers, *(key[1] for key in matching_layers)])
            raise SelectionError(tr("“{name}” is ambiguous: {both}", name=name, both=names))
        if matching_drivers or matching_layers:
            return ProbeSelection(
                frozenset(matching_drivers), frozenset(matching_layers), chain=False
            )
    raise SelectionError(tr("No driver or layer named “{name}”", name=name))


def _is_name_of(name: str, *known_names: str) -> bool:
    """Return whether a name is one of these names, or that of their file without the folder."""
    return any(name in (known_name, get_base_name(known_name)) for known_name in known_names)


def _is_part_of_name(name: str, *known_names: str) -> bool:
    """Return whether a text occurs in one of these names, in any case."""
    return any(
        name.casefold() in get_base_name(known_name).casefold() for known_name in known_names
    )


def select_shown_results(results: ProbeResults, selection: ProbeSelection) -> ProbeResults:
    """Return the results without drivers that were probed only because layers need one."""
    if selection.drivers is None:
        return results
    chosen_drivers = selection.drivers
    return results._replace(
        drivers=tuple(driver for driver in results.drivers if driver.manifest in chosen_drivers)
    )


_MAX_LINE_WIDTH = 78
# ECMA-48, EL: erase to the end of the line.
_CLEAR_LINE = "\r\x1b[K"


def probe_for_command(
    report: LoaderReport,
    environment: Mapping[str, str],
    selection: ProbeSelection = SELECT_EVERYTHING,
    *,
    ignores_cache: bool = False,
    server: ForkServer | None = None,
    terminal: TextIO | None = None,
) -> ProbeResults:
    """Probe a report's libraries with progress output on a terminal.

    Args:
        report: made from files.
        environment: environment of this process; decides the location of the answer cache.
        selection: the parts of the report to probe.
        ignores_cache: ignore cached answers.
        server: one that was started in advance.
        terminal: where progress is written if it is one; the error output by default.

    Raises:
        KeyboardInterrupt: interrupted by the user; every child has been killed.
    """
    line = ProgressLine(sys.stderr if terminal is None else terminal)
    memory = ProbeMemory(find_cache_path(environment))
    cancellation = Cancellation()
    results: list[ProbeResults] = []
    is_ended = Event()

    def work() -> None:
        """Run the probe in a thread and keep its results."""
        try:
            results.append(
                probe(
                    report,
                    selection,
                    memory=memory,
                    tell=line.show,
                    cancellation=cancellation,
                    ignores_cache=ignores_cache,
                    server=server,
                )
            )
        finally:
            is_ended.set()

    # In a thread, so that an interrupt is handled at once. It is not joined: after an interrupted
    # join Python 3.11 treats the thread as finished.
    thread = Thread(target=work, name="probe")
    try:
        thread.start()
        is_ended.wait()
    except KeyboardInterrupt:
        cancellation.cancel()
        if thread.ident is not None:  # else it begins with what is cancelled, and ends by itself
            is_ended.wait()
        raise
    finally:
        line.clear()
        cancellation.close()
    return results[0]


class ProgressLine:
    """A terminal line that is repeatedly overwritten."""

    def __init__(self, terminal: TextIO | None) -> None:
        is_terminal = terminal is not None and terminal.isatty()
        self._terminal = terminal if is_terminal else None

    def show(self, progress: ProbeProgress) -> None:
        """Write how many libraries were probed and which is next, over the line before."""
        if self._terminal is None:
            return
        text = tr(
            "Probing {done} of {total}",
            done=min(progress.done + 1, progress.total),
            total=progress.total,
        )
        if progress.about:
            text += f": {progress.about}"
        printable_text = "".join(char if char.isprintable() else "?" for char in text)
        self._terminal.write(f"{_CLEAR_LINE}{printable_text[:_MAX_LINE_WIDTH]}")
        self._terminal.flush()

    def clear(self) -> None:
        """Remove the line from the terminal."""
        if self._terminal is not None:
            self._terminal.write(_CLEAR_LINE)
            self._terminal.flush()
