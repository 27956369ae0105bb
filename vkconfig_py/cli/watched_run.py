"""A watched run: its log file, the messages of its validation layer, and what its loader tells.

The loader's log is switched on for that, and its lines are taken out of what the user sees. A user
who asked for that log gets it, and no more of it.
"""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import Output
from vkconfig_py.cli.planning import Planned
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.chain.survey import file_of
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.launch.loader_lines import LoaderLines
from vkconfig_py.model.launch.log_file import LogFile
from vkconfig_py.model.launch.message_summary import MessageCounts
from vkconfig_py.model.launch.observed_loader import LOADER_DEBUG, chain_log, parse_output
from vkconfig_py.model.launch.paired_messages import PairedMessages
from vkconfig_py.model.launch.run_program import Ended, LaunchError
from vkconfig_py.model.launch.seen_instances import (
    MOST_INSTANCES,
    InstanceReader,
    SeenInstance,
    compare_instance,
    expected_of,
    requests_of,
)
from vkconfig_py.model.launch.watched_output import WatchedOutput
from vkconfig_py.model.programs.seen_requests import remember


class WatchedRun:
    """The output of one run, read on the way to the terminal.

    Attributes:
        variables: what the program gets besides the plan.
    """

    def __init__(self, asked: Planned, log: LogFile | None) -> None:
        report = asked.answer.report
        self._log = log
        self._expected = expected_of(report, file_of(asked.answer.program, asked.question.host))
        self._counts, self._messages = MessageCounts(), PairedMessages()
        self._reader = InstanceReader()
        self._instances: dict[SeenInstance, None] = {}
        self.variables: tuple[Variable, ...] = ()
        self._hidden: LoaderLines | None = None
        if not report.host.environment.get(LOADER_DEBUG):
            self.variables = (chain_log({}, (), report.profile),)
            self._hidden = LoaderLines()

    def run(
        self, targets: tuple[int, int], start: Callable[[int, int], Ended | LaunchError]
    ) -> Ended | LaunchError:
        """Run a program, which `start` gives its outputs."""
        with WatchedOutput(targets, self._on_line, self._on_chunk, self._hidden) as watched:
            ended = start(watched.output, watched.errors)
        if self._log is not None:
            self._log.end(ended.sentence)
        self._counts.add(self._messages.finish())
        return ended

    def _on_line(self, stream: str, line: str) -> None:
        parsed = parse_output(line, stream=stream)
        self._counts.add(self._messages.feed(parsed))
        instance = self._reader.read(parsed)
        if instance is not None and len(self._instances) < MOST_INSTANCES:
            self._instances[instance] = None

    def _on_chunk(self, chunk: bytes) -> None:
        if self._log is not None:
            self._log.write(chunk)

    @property
    def counts(self) -> MessageCounts:
        return self._counts

    @property
    def chain(self) -> tuple[str, ...] | None:
        """The first chain that the loader told of."""
        return next((one.chain for one in self._instances), None)

    def learn(self, machine: Machine, output: Output) -> None:
        """Keep what the program asked for itself."""
        seen = requests_of(self._expected, self._instances)
        if seen is None:
            return
        try:
            remember(machine.paths.requests_file, seen)
        except OSError as error:
            output.error(
                error_sentence(tr("What the program requested is not remembered"), "", error)
            )

    def compare(self, output: Output) -> list[dict[str, Any]]:
        """Tell how the chains of the program compare with the prediction; JSON members."""
        rows: dict[tuple[str, ...], dict[str, Any]] = {}
        for instance in self._instances:
            if instance.chain in rows:
                continue
            compared = compare_instance(self._expected, instance)
            output.error(f"{compared.sentence}. {compared.why}".rstrip(), is_note=False)
            difference = {"text": f"{compared.sentence}.", "why": compared.why}
            rows[instance.chain] = {
                "chain": list(instance.chain),
                "agreed": compared.is_equal,
                "differences": [] if compared.is_equal else [difference],
            }
        return [*rows.values()]
