"""run: a program under a configuration, watched by its log; nothing on the system changes."""

from __future__ import annotations

import argparse
import shlex
import signal
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial

from vkconfig_py.cli.arguments import (
    CommandParser,
    add_json,
    add_option_set_argument,
    add_selected,
    add_started_program,
)
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members, plan_members
from vkconfig_py.cli.planning import PlannedConfiguration, predict_launch, print_chain, warn_about
from vkconfig_py.cli.started_program import (
    WantedProgram,
    add_name,
    get_start_exit_code,
    make_started_configuration,
)
from vkconfig_py.cli.subjects import find_layer, find_named
from vkconfig_py.cli.workspace import read_workspace
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.chain.run_engine import get_program_file
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    Target,
    Variable,
    list_disabled_checks,
)
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.launch.foreground import LoaderLineFilter, WatchedOutput, run_foreground
from vkconfig_py.model.launch.layer_log_files import (
    UNREAD_STATES,
    FileFollower,
    FollowedFileState,
    find_launch_log_files,
    find_messages_file,
)
from vkconfig_py.model.launch.log_file import LogFile, LogFileError, make_log_file_facts, open_log
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
from vkconfig_py.model.launch.private_folder import (
    create_launch_folder,
    make_launch_mark,
    remove_folder,
)
from vkconfig_py.model.launch.run_history import (
    PastRun,
    forget_running,
    make_ended_run,
    make_started_run,
    store_ended_run,
    was_erased,
    write_running_note,
)
from vkconfig_py.model.launch.run_program import LaunchEnd, LaunchError
from vkconfig_py.model.launch.validation_messages import (
    MessageCounts,
    MessageKind,
    MessageReader,
    PairedMessages,
    render_summary,
)
from vkconfig_py.model.launch.written_files import find_written_places, watch_space
from vkconfig_py.model.plan.inventory import LayerDeclaration
from vkconfig_py.model.plan.plan import Plan, SafeMode, SafeModeLayers
from vkconfig_py.model.programs.candidates import (
    TITLE_BY_PROGRAM_SECTION,
    ChosenPrograms,
    find_candidates,
)
from vkconfig_py.model.programs.seen_requests import store_requests


class WatchedRun:
    """The output of one run, read on the way to the terminal.

    Attributes:
        variables: what the program gets besides the plan.
        unread_note: a file into which the validation layer wrote, and which cannot be read, or "".
    """

    def __init__(
        self, planned_configuration: PlannedConfiguration, log: LogFile | None, cache: DocumentCache
    ) -> None:
        report = planned_configuration.answer.report
        layers = [
            LayerDeclaration(layer.manifest.file, layer.manifest.name) for layer in report.callstack
        ]
        layers += [LayerDeclaration(layer.file, layer.name) for layer in report.found_layers]
        files = find_launch_log_files(
            planned_configuration.request, planned_configuration.answer.plan, layers, lambda: cache
        )
        self._file, self.unread_note = find_messages_file(files), ""
        self._log = log
        program = planned_configuration.answer.program
        self._expected_launch = make_expected_launch(
            report, get_program_file(program, planned_configuration.request.host), program
        )
        self._message_counts, self._messages = MessageCounts(), PairedMessages()
        self._reader = InstanceReader()
        self._instances: dict[SeenInstance, None] = {}
        self.variables: tuple[Variable, ...] = ()
        self._hidden_lines: LoaderLineFilter | None = None
        if not report.host.environment.get(LOADER_DEBUG_VARIABLE):
            self.variables = (make_chain_log_variable({}, (), report.profile),)
            self._hidden_lines = LoaderLineFilter()

    def run(
        self, targets: tuple[int, int], start: Callable[[int, int], LaunchEnd | LaunchError]
    ) -> LaunchEnd | LaunchError:
        """Run a program through `start`, which gets descriptors for standard output and error."""
        start_time = time.time()
        with WatchedOutput(
            targets, self._read_line, self._write_chunk, self._hidden_lines
        ) as watched_output:
            launch_end = start(watched_output.output, watched_output.errors)
        if self._log is not None:
            self._log.write_end(launch_end.sentence)
        self._message_counts.add(self._messages.finish())
        if self._file:
            self._count_written(self._file, start_time)
        return launch_end

    def _count_written(self, file: str, start_time: float) -> None:
        """Count the messages that the layer wrote into a file since an epoch second."""
        reader, states, is_read = MessageReader(), [FollowedFileState.MISSING], threading.Event()

        def add(lines: list[str]) -> None:
            for line in lines:
                self._message_counts.add(reader.feed(parse_output(line)))

        # A second is what some file systems round to.
        follower = FileFollower(
            file, add, lambda state, _reason: states.append(state), since=start_time - 1
        )
        follower.call_when_read(is_read.set)
        is_read.wait()
        follower.close()
        self._message_counts.add(reader.finish())
        self.unread_note = file if states[-1] in UNREAD_STATES else ""

    def _read_line(self, stream: str, line: str) -> None:
        """Count a validation message in a line of output, or keep the chain that it reports."""
        output_line = parse_output(line, stream=stream)
        self._message_counts.add(self._messages.feed(output_line))
        instance = self._reader.read(output_line)
        if instance is not None and len(self._instances) < MAX_INSTANCES:
            self._instances[instance] = None

    def _write_chunk(self, chunk: bytes) -> None:
        """Append output of the program to the log file, if there is one."""
        if self._log is not None:
            self._log.write(chunk)

    @property
    def counted(self) -> tuple[MessageKind, ...] | None:
        """Return the validation messages, or None if they went to a file that cannot be read."""
        kinds = self._message_counts.kinds()
        return kinds if kinds or not self.unread_note else None

    @property
    def chain(self) -> tuple[str, ...] | None:
        """Return the layers of the first instance that the loader reported, or None."""
        return next((instance.chain for instance in self._instances), None)

    def store_requests(self, machine: Machine, output: Output) -> None:
        """Store which layers and extensions the program itself requested."""
        seen_requests = collect_requests(self._expected_launch, self._instances)
        if seen_requests is None:
            return
        try:
            store_requests(machine.paths.requests_file, seen_requests)
        except OSError as error:
            output.error(render_error(tr("Could not save the program's requests"), "", error))

    def compare(self, output: Output) -> list[dict[str, Any]]:
        """Print how the reported chains differ from the prediction. Return the JSON members."""
        rows: dict[tuple[str, ...], dict[str, Any]] = {}
        for instance in self._instances:
            if instance.chain in rows:
                continue
            chain_comparison = compare_instance(self._expected_launch, instance)
            output.error(
                f"{chain_comparison.sentence}. {chain_comparison.explanation}".rstrip(),
                is_note=False,
            )
            difference = {
                "text": f"{chain_comparison.sentence}.",
                "why": chain_comparison.explanation,
            }
            rows[instance.chain] = {
                "chain": list(instance.chain),
                "agreed": chain_comparison.is_equal,
                "differences": [] if chain_comparison.is_equal else [difference],
            }
        return [*rows.values()]


_STDOUT_DESCRIPTOR, _STDERR_DESCRIPTOR = 1, 2  # file descriptors


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py run -c Validation vkcube --c 9": tr(
            "arguments after the program are passed to the program"
        ),
        "vkconfig-py run -l KHRONOS_validation --summary vkcube": tr(
            "run once with the validation layer, and count its messages"
        ),
        "vkconfig-py run --safe layers vkcube": tr("run once without any layers"),
        "vkconfig-py run -c Validation": tr("run the configuration's program"),
        "vkconfig-py run --list": tr("list programs: recent, running, tools, games, applications"),
    }
    add_json(
        parser,
        tr("print JSON after the program exits; the program's output goes to standard error"),
    )
    add_selected(parser)
    parser.add_argument(
        "-l",
        "--layer",
        action="append",
        default=[],
        metavar="LAYER",
        help=tr("turn this layer on for this run (repeatable)"),
    )
    parser.add_argument("--list", action="store_true", help=tr("list programs, but run nothing"))
    add_started_program(parser)
    parser.notes = (
        tr("Edits of the configuration while the program runs take effect at the next run."),
        tr(
            "The exit code is the program's exit code, or 128 + the signal number if a signal "
            "ended it."
        ),
    )
    parser.exit_codes = {
        Exit.NOT_RUN: tr("the program was not started; standard error shows why"),
        Exit.NOT_EXECUTABLE: tr("the program cannot be executed"),
        Exit.NO_PROGRAM: tr("program not found"),
    }
    add_option_set_argument(parser)
    parser.add_argument(
        "--log",
        default="",
        metavar="PATTERN",
        help=tr(
            "also write the output to a file; {program}, {configuration}, {options}, "
            "{date}, {time} and {n} (the next free number) are replaced"
        ),
    )
    parser.add_argument(
        "--append", action="store_true", help=tr("append to the log file (default: overwrite it)")
    )
    parser.add_argument(
        "--safe",
        choices=("implicit", "layers"),
        default="",
        help=tr(
            "run without implicit layers, or without any layers; if the program requests "
            "these layers, the requests are refused"
        ),
    )
    parser.add_argument(
        "--driver",
        default="",
        metavar="DRIVER",
        help=tr("use only one driver for this run: its manifest or part of its name"),
    )
    parser.add_argument(
        "--summary",
        action="store_true",
        help=tr(
            "after the run, count the validation messages on standard error and compare "
            "the actual chain with the prediction; the program's output passes unchanged "
            "through a pipe"
        ),
    )
    parser.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        help=tr("do not warn when the loader cannot honor the order"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    if not options.list:
        return _run_program(options, output)
    with open_machine() as machine:
        _list_programs(machine, output)
    return Exit.OK


def _run_program(options: argparse.Namespace, output: Output) -> int:
    """Launch the program with a configuration, wait for its end, and return the exit code."""
    kinds: tuple[MessageKind, ...] | None = None
    watched_run: WatchedRun | None = None
    note = ""
    with open_machine() as machine:
        configuration = _find_configuration(machine, options, output)
        folder = create_launch_folder(machine.paths)
        try:
            safe_mode = _find_safe_mode(machine, configuration, options)
            planned_launch = predict_launch(machine, configuration, folder, safe_mode)
            if safe_mode.is_on:
                print_chain(planned_launch, output)
            if not options.quiet:
                warn_about(planned_launch, output)
            # Buffered lines would come behind those of the program, which writes to the same
            # descriptor.
            output.flush()
            target, plan_json = configuration.target, plan_members(planned_launch.answer.plan)
            record = _begin_record(planned_launch, machine)
            start = _Start(
                target,
                machine.host.environment,
                planned_launch.answer.plan,
                make_launch_mark(folder),
            )
            # The program's output must not be mixed with JSON.
            output_descriptor = _STDERR_DESCRIPTOR if options.json else _STDOUT_DESCRIPTOR
            log = _open_log(machine, configuration, output) if target.log_file else None
            note = write_running_note(machine.paths.state, record, start.mark)
            with watch_space(record.written, lambda sentence: output.error(plain(sentence))):
                if options.summary or log is not None:
                    watched_run = _make_watched_run(planned_launch, log, machine)
                    launch_end = _run_watched(watched_run, start, output_descriptor)
                    kinds = watched_run.counted if options.summary else None
                else:
                    launch_end = _run_started(start, output_descriptor, _STDERR_DESCRIPTOR)
        finally:
            forget_running(note)
            # The program has ended: nobody reads the files of its launch any more.
            remove_folder(folder)
    members = {
        "configuration": make_name_members(configuration),
        "program": target.program,
        "arguments": list(target.arguments),
        **plan_json,
    }
    if isinstance(launch_end, LaunchError):
        sentences = (launch_end.sentence, _explain_name(machine, options, output))
        raise CommandError(
            " ".join(filter(None, sentences)), get_start_exit_code(launch_end), members
        )
    code = _find_exit_code(launch_end)
    if watched_run is not None and watched_run.chain is not None:
        record = record._replace(chain=watched_run.chain, is_seen=True)
    _store_run(machine, record, launch_end, kinds, log, note, output)
    members |= {"signal": launch_end.signal, "stopped": launch_end.was_stopped}
    if log is not None:
        members["log_file"] = log.path
        if log.error:
            output.error(log.error)
    if watched_run is not None and not (launch_end.other_loader or was_erased(note)):
        watched_run.store_requests(machine, output)
    if watched_run is not None and options.summary:
        checks = list_disabled_checks(planned_launch.request.configuration)
        members |= _print_summary(watched_run, output, len(checks))
    output.outcome(members, code)
    return code


def _begin_record(planned_configuration: PlannedConfiguration, machine: Machine) -> PastRun:
    """Return the history entry of a run that begins. Its chain is the predicted one."""
    request, prediction = planned_configuration.request, planned_configuration.answer
    record = make_started_run(request, prediction.plan.variables)
    record = record._replace(program=prediction.program.path or record.program)
    manifests = [layer.manifest for layer in prediction.report.callstack]
    layers = [LayerDeclaration(manifest.file, manifest.name) for manifest in manifests]
    written = find_written_places(request, prediction.plan, layers, lambda: machine.cache)
    return record._replace(
        chain=tuple(manifest.name for manifest in manifests),
        loader=request.profile.version_text,
        written=written,
    )


def _store_run(
    machine: Machine,
    record: PastRun,
    launch_end: LaunchEnd,
    kinds: tuple[MessageKind, ...] | None,
    log: LogFile | None,
    note: str,
    output: Output,
) -> None:
    """Add an ended run to the history.

    Args:
        machine: this machine.
        record: the entry from the start of the run.
        launch_end: how the program ended.
        kinds: validation messages, or None if they were not counted.
        log: the log file, if there is one.
        note: path of the file that said that it runs.
        output: where an error is printed.
    """
    past_run = make_ended_run(record, launch_end, time.time() - record.started, kinds)
    past_run = past_run._replace(log_file=log.path if log else "")
    if error := store_ended_run(machine.paths.state, past_run, note):
        output.error(error)


def _find_safe_mode(
    machine: Machine, configuration: Configuration, options: argparse.Namespace
) -> SafeMode:
    """Return what --safe and --driver leave out of the run."""
    removed_layers = SafeModeLayers(options.safe)
    if not options.driver:
        return SafeMode(removed_layers)
    drivers = predict_launch(machine, configuration).answer.inventory.drivers
    names = dict.fromkeys(get_base_name(driver.file) for driver in drivers)
    driver = find_named(options.driver, names)
    if not driver:
        driver_list = ", ".join(names)
        unknown_driver_text = tr(
            "No driver named “{name}”. Available: {names}",
            name=options.driver,
            names=driver_list,
        )
        unknown_name_text = tr(
            "No driver named “{name}”, and no other drivers are available.", name=options.driver
        )
        raise CommandError(unknown_driver_text if names else unknown_name_text, Exit.NOT_FOUND)
    return SafeMode(removed_layers, driver)


class _Start(NamedTuple):
    """What is started, and how."""

    target: Target
    environment: Mapping[str, str]
    plan: Plan
    mark: str


def _run_started(start: _Start, output: int, errors: int) -> LaunchEnd | LaunchError:
    """Start the program and wait for its end. `output` and `errors` are file descriptors."""
    target = start.target
    return run_foreground(
        target.program,
        target.arguments,
        target.working_directory,
        start.environment,
        start.plan,
        mark=start.mark,
        output=output,
        errors=errors,
    )


def _open_log(machine: Machine, configuration: Configuration, output: Output) -> LogFile | None:
    """Open the log file of a run.

    If that fails, print why and return None; the program runs anyway.
    """
    target = configuration.target
    try:
        facts = make_log_file_facts(configuration, machine.host)
        log = open_log(target.log_file, facts, appends=target.appends)
    except LogFileError as error:
        output.error(str(error))
        return None
    if log.instead_of:
        output.error(log.sentence)
    log.write_note(shlex.join((target.program, *target.arguments)))
    return log


def _make_watched_run(
    planned_configuration: PlannedConfiguration, log: LogFile | None, machine: Machine
) -> WatchedRun:
    """Return the run whose output is read. The import waits until it is needed."""
    return WatchedRun(planned_configuration, log, machine.cache)


def _run_watched(
    watched_run: WatchedRun, start: _Start, output_descriptor: int
) -> LaunchEnd | LaunchError:
    """Run the program with its output read, for the log file or the summary."""
    plan = start.plan
    start_with_log = start._replace(
        plan=plan._replace(variables=(*plan.variables, *watched_run.variables))
    )
    return watched_run.run(
        (output_descriptor, _STDERR_DESCRIPTOR), partial(_run_started, start_with_log)
    )


def _print_summary(
    watched_run: WatchedRun, output: Output, disabled_check_count: int
) -> dict[str, Any]:
    """Print the chains and counted validation messages of a run. Return their JSON members."""
    instances, kinds = watched_run.compare(output), watched_run.counted or ()
    summary = render_summary(kinds, watched_run.unread_note, disabled_check_count)
    output.error(summary, is_note=False)
    for kind in kinds:
        name = kind.identifier
        if kind.is_limited:
            name = tr("{message} (the layer suppressed further messages)", message=name)
        line = f"{kind.total:6} {kind.severity:7} {name}"
        output.error(line, is_note=False)
    return {
        "instances": instances,
        "messages": [kind._asdict() for kind in kinds],
        "unread_messages": watched_run.unread_note,
    }


def _find_configuration(
    machine: Machine, options: argparse.Namespace, output: Output
) -> Configuration:
    """Return the configuration with the program to run and the layers of -l turned on."""
    program = WantedProgram(options.program, options.options, options.log, options.append)
    configuration = make_started_configuration(machine, options.configuration, program, output)
    if not configuration.target.program:
        raise CommandError(
            tr(
                "No program is selected, and “{name}” has no default program. Specify a "
                "program: {command}",
                name=configuration.title,
                command=add_name("vkconfig-py run", options.configuration, "PROGRAM"),
            ),
            Exit.USAGE,
        )
    if not options.layer:
        return configuration
    report = predict_launch(machine, configuration).answer.inventory
    for name in options.layer:
        layer = find_layer(name, configuration, report)
        configuration = configuration.with_control(layer, LayerControl.ON)
    return configuration


def _explain_name(machine: Machine, options: argparse.Namespace, output: Output) -> str:
    """Return how to run with a configuration where its name was given in place of a program."""
    name = options.program[0] if options.program and not options.configuration else ""
    names = [configuration.name for configuration in read_workspace(machine, output).configurations]
    if name.casefold() not in map(str.casefold, names):
        return ""
    command = shlex.join(("vkconfig-py", "run", "-c", *options.program))
    return tr("“{name}” is a configuration. To use it: {command}", name=name, command=command)


def _list_programs(machine: Machine, output: Output) -> None:
    """Print programs that can be run: recent, running, tools, games and applications."""
    candidates = find_candidates(
        ChosenPrograms.from_workspace(read_workspace(machine, output)), machine.host
    )
    rows = [
        {
            "section": TITLE_BY_PROGRAM_SECTION[candidate.section],
            "name": candidate.name,
            "program": candidate.target.program,
            "arguments": list(candidate.target.arguments),
            "working_directory": candidate.target.working_directory,
            "variables": [
                {"name": variable.name, "value": variable.value} for variable in candidate.variables
            ],
            "note": candidate.note,
            "steam": candidate.steam_number,
        }
        for candidate in candidates
    ]
    output.outcome({"programs": rows})
    for index, candidate in enumerate(candidates):
        if not index or candidates[index - 1].section is not candidate.section:
            output.line(output.paint(TITLE_BY_PROGRAM_SECTION[candidate.section], "strong"))
        columns = (
            plain(candidate.name),
            plain(candidate.command),
            output.paint(plain(candidate.note), "faint"),
        )
        output.line("  " + "  ".join(filter(None, columns)))


def _find_exit_code(launch_end: LaunchEnd) -> int:
    """Return the program's exit code, or as shells do 128 + the signal that ended it."""
    if launch_end.code is not None:
        return launch_end.code
    known_signal = signal.Signals.__members__.get(launch_end.signal)
    number = known_signal.value if known_signal else int(launch_end.signal.removeprefix("signal "))
    # As shells do.
    return 128 + number
