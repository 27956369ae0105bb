"""A watched run: its log file, the messages of its validation layer, and what its loader tells.

The loader's log is switched on for that, and its lines are taken out of what the user sees. A user
who asked for that log gets it, and no more of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Output
from vkconfig_py.cli.planning import PlannedConfiguration
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.chain.run_engine import get_program_file
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.launch.foreground import LoaderLineFilter, WatchedOutput
from vkconfig_py.model.launch.layer_log_files import (
    UNREAD_STATES,
    FileFollower,
    FollowedFileState,
    find_launch_log_files,
    find_messages_file,
)
from vkconfig_py.model.launch.log_file import LogFile
from vkconfig_py.model.launch.observed_loader import (
    LOADER_DEBUG_VARIABLE,
    MAX_INSTANCES,
    InstanceReader,
    SeenInstance,
    collect_requests,
    compare_instance,
    make_chain_log_variable,
    make_expected_launch,
    parse_output,
)
from vkconfig_py.model.launch.run_program import LaunchEnd, LaunchError
from vkconfig_py.model.launch.validation_messages import (
    MessageCounts,
    MessageKind,
    MessageReader,
    PairedMessages,
)
from vkconfig_py.model.plan.inventory import LayerDeclaration
from vkconfig_py.model.programs.seen_requests import store_requests


class WatchedRun:
    """The output of one run, read on the way to the terminal.

    Attributes:
        variables: what the program gets besides the plan.
        unread: a file into which the validation layer wrote, and which cannot be read, or "".
    """

    def __init__(
        self, planned: PlannedConfiguration, log: LogFile | None, cache: DocumentCache
    ) -> None:
        report = planned.answer.report
        layers = [
            LayerDeclaration(layer.manifest.file, layer.manifest.name) for layer in report.callstack
        ]
        layers += [LayerDeclaration(layer.file, layer.name) for layer in report.found_layers]
        files = find_launch_log_files(planned.request, planned.answer.plan, layers, lambda: cache)
        self._file, self.unread = find_messages_file(files), ""
        self._log = log
        program = planned.answer.program
        self._expected = make_expected_launch(
            report, get_program_file(program, planned.request.host), program
        )
        self._counts, self._messages = MessageCounts(), PairedMessages()
        self._reader = InstanceReader()
        self._instances: dict[SeenInstance, None] = {}
        self.variables: tuple[Variable, ...] = ()
        self._hidden: LoaderLineFilter | None = None
        if not report.host.environment.get(LOADER_DEBUG_VARIABLE):
            self.variables = (make_chain_log_variable({}, (), report.profile),)
            self._hidden = LoaderLineFilter()

    def run(
        self, targets: tuple[int, int], start: Callable[[int, int], LaunchEnd | LaunchError]
    ) -> LaunchEnd | LaunchError:
        """Run a program through `start`, which gets descriptors for standard output and error."""
        began = time.time()
        with WatchedOutput(targets, self._read_line, self._write_chunk, self._hidden) as watched:
            ended = start(watched.output, watched.errors)
        if self._log is not None:
            self._log.write_end(ended.sentence)
        self._counts.add(self._messages.finish())
        if self._file:
            self._count_written(self._file, began)
        return ended

    def _count_written(self, file: str, began: float) -> None:
        """Count the messages that the layer wrote into a file since the epoch second `began`."""
        reader, states, is_read = MessageReader(), [FollowedFileState.MISSING], threading.Event()

        def add(lines: list[str]) -> None:
            for line in lines:
                self._counts.add(reader.feed(parse_output(line)))

        # A second is what some file systems round to.
        follower = FileFollower(
            file, add, lambda state, _reason: states.append(state), since=began - 1
        )
        follower.call_when_read(is_read.set)
        is_read.wait()
        follower.close()
        self._counts.add(reader.finish())
        self.unread = file if states[-1] in UNREAD_STATES else ""

    def _read_line(self, stream: str, line: str) -> None:
        """Count a validation message in a line of output, or keep the chain that it reports."""
        parsed = parse_output(line, stream=stream)
        self._counts.add(self._messages.feed(parsed))
        instance = self._reader.read(parsed)
        if instance is not None and len(self._instances) < MAX_INSTANCES:
            self._instances[instance] = None

    def _write_chunk(self, chunk: bytes) -> None:
        """Append output of the program to the log file, if there is one."""
        if self._log is not None:
            self._log.write(chunk)

    @property
    def counted(self) -> tuple[MessageKind, ...] | None:
        """Return the validation messages, or None if they went to a file that cannot be read."""
        kinds = self._counts.kinds()
        return kinds if kinds or not self.unread else None

    @property
    def chain(self) -> tuple[str, ...] | None:
        """Return the layers of the first instance that the loader reported, or None."""
        return next((instance.chain for instance in self._instances), None)

    def store_requests(self, machine: Machine, output: Output) -> None:
        """Store which layers and extensions the program itself requested."""
        seen = collect_requests(self._expected, self._instances)
        if seen is None:
            return
        try:
            store_requests(machine.paths.requests_file, seen)
        except OSError as error:
            output.error(render_error(tr("Could not save the program's requests"), "", error))

    def compare(self, output: Output) -> list[dict[str, Any]]:
        """Print how the reported chains differ from the prediction. Return the JSON members."""
        rows: dict[tuple[str, ...], dict[str, Any]] = {}
        for instance in self._instances:
            if instance.chain in rows:
                continue
            compared = compare_instance(self._expected, instance)
            output.error(f"{compared.sentence}. {compared.explanation}".rstrip(), is_note=False)
            difference = {"text": f"{compared.sentence}.", "why": compared.explanation}
            rows[instance.chain] = {
                "chain": list(instance.chain),
                "agreed": compared.is_equal,
                "differences": [] if compared.is_equal else [difference],
            }
        return [*rows.values()]
