"""What the engine does on another machine: answer one request, and leave nothing there.

Theory of operation: the asking side sends this package through the user's ssh into a private
folder (fleet/remote/ssh.py) and starts `main`. Every line that is meant for it begins with a token
of its own choice, so that what login shells, libraries and logout scripts print does not disturb.
The standard input stays open as long as it waits: at its end, at the time limit and after the
answer the folder is removed and this process ends. Children that probe notice by their own pipes
that it is gone (probe/fork_server.py). The shell that started it removes the folder once more.

Nothing is written outside that folder: answers of loaders and probes are not kept.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import threading
from typing import BinaryIO, NoReturn

from vkconfig_py.loader.api.argument_parser import JSON_OPTIONS, CommandLineError, Parser
from vkconfig_py.loader.api.probed_report import add_probe_results
from vkconfig_py.loader.api.report_json import devices_to_json, make_stamped_json
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import Any, NamedTuple, decode, encode
from vkconfig_py.loader.commands import add_devices, add_probe, add_report, examine_host
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.probe.console_probe import (
    SelectionError,
    select_named,
    select_shown_results,
)
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.loader.probe.probe_run import (
    DEVICE_LIST,
    DEVICE_LIST_WHOLE,
    SELECT_EVERYTHING,
    ProbeProgress,
    ProbeSelection,
    probe,
)
from vkconfig_py.loader.rules.loader_report import LoaderReport

PROGRAM_NAME = "vkconfig-py"


class RemoteRequest(NamedTuple):
    """One request.

    Attributes:
        command: "show", "probe" or "device".
        arguments: of that command, without the address of the machine.
        seconds: time limit.
    """

    command: str
    arguments: tuple[str, ...]
    seconds: float


class RequestRefusal(Exception):  # noqa: N818 - an answer like any other
    """A request that cannot be answered; the message is a sentence.

    Attributes:
        code: exit code of the command.
    """

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


class AnswerChannel:
    """The lines to the asking side."""

    def __init__(self, token: str, descriptor: int) -> None:
        self._token = token
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def send(self, kind: str, value: Any) -> None:
        """Write a message as a line of JSON, marked by the token among output of libraries."""
        # A line of others may not be ended; printable ASCII passes through whatever is between.
        data = f"\n{self._token} {kind} {json.dumps(value)}\n".encode("ascii")
        with self._lock:
            while data:
                data = data[os.write(self._descriptor, data) :]


def main(token: str, folder: str, stdin: BinaryIO) -> NoReturn:
    """Answer the request on `stdin`, remove the folder with the engine and end the process."""
    request: RemoteRequest = decode(RemoteRequest, json.loads(stdin.readline()))
    threading.Thread(target=_watch_input, args=(stdin, folder), daemon=True).start()
    limit = threading.Timer(request.seconds, _end_process, (folder, 1))
    limit.daemon = True
    limit.start()
    line = AnswerChannel(token, sys.stdout.fileno())
    code = 1
    try:
        try:
            line.send("answer", answer_request(request, folder, line))
            code = 0
        except RequestRefusal as refused:
            line.send("refusal", [str(refused), refused.code])
        except Exception as error:  # noqa: BLE001 - the asking side shows what went wrong here
            line.send("refusal", [f"the engine failed there: {type(error).__name__}: {error}", 1])
    finally:
        _end_process(folder, code)


def _watch_input(stdin: BinaryIO, folder: str) -> None:
    """End the process when standard input ends, since nobody waits for the answer any more."""
    while stdin.read(1):
        pass
    _end_process(folder, 1)


def _end_process(folder: str, code: int) -> NoReturn:
    """Remove the folder with the engine and end the process at once."""
    shutil.rmtree(folder, ignore_errors=True)
    # Without waiting for threads: the one that watches the input blocks until its end.
    os._exit(code)


def answer_request(request: RemoteRequest, folder: str, channel: AnswerChannel) -> dict[str, Any]:
    """Return the report or probe results that a request asks for.

    Raises:
        RequestRefusal: wrong arguments, an unknown name, or libraries that cannot be opened there.
    """
    try:
        options = _make_parser(request.command).parse_args(request.arguments)
    except CommandLineError as error:
        raise RequestRefusal(error.message, 2) from None
    host = Host.read_current()
    # Private folders of probes are removed with it, also where their servers were killed.
    os.environ["TMPDIR"] = folder  # noqa: TID251 - of this process alone; the host is read
    # A file in the folder: what is asked of loaders is forgotten with it.
    installed_releases = read_versions(find_loaders(host), f"{folder}/loaders.json")
    profile = installed_releases[0] if installed_releases else None
    report = examine_host(options, host, profile, installed_releases)
    selection = _select_probes(request.command, options, report)
    if selection is None:
        return make_stamped_json(report)
    return _probe_report(report, selection, channel)


def _make_parser(command: str) -> argparse.ArgumentParser:
    """Return the parser for the arguments of show, probe or device."""
    parser = Parser(prog=f"{PROGRAM_NAME} {command}")
    if command == "show":
        add_report(parser)
        return parser
    parser.set_defaults(platform=None, probe=True)
    parser.add_argument(*JSON_OPTIONS, action="store_true")
    (add_probe if command == "probe" else add_devices)(parser)
    return parser


def _select_probes(
    command: str, options: argparse.Namespace, report: LoaderReport
) -> ProbeSelection | None:
    """Return what a request loads: None for nothing, as in a report from files."""
    if not options.probe:
        return None
    if command == "device":
        return DEVICE_LIST_WHOLE if options.all else DEVICE_LIST
    name = options.name if command == "probe" else ""
    if not name:
        return SELECT_EVERYTHING
    try:
        return select_named(name, report)
    except SelectionError as selection_error:
        raise RequestRefusal(str(selection_error), selection_error.code) from None


def _probe_report(
    report: LoaderReport, selection: ProbeSelection, channel: AnswerChannel
) -> dict[str, Any]:
    """Load the selected libraries, send the progress, and return the report with the results."""

    def tell(progress: ProbeProgress) -> None:
        channel.send("progress", encode(progress))

    results = probe(report, selection, tell=tell)
    if results.refusal:
        raise RequestRefusal(results.refusal)
    probed_report = add_probe_results(report, results)
    shown_report = probed_report._replace(probe_results=select_shown_results(results, selection))
    document = make_stamped_json(shown_report)
    if isinstance(probed_report.devices, tuple):
        document["devices"] = devices_to_json(probed_report.devices, results)
    return document
