"""The command line: the same abilities without a window, a display or Qt.

Each command imports its dependencies when it is selected: a report must not wait for the code that
writes. Exit codes are part of the interface (output.Exit, --help).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from functools import partial
from itertools import dropwhile, takewhile

from vkconfig_py.cli.output import CommandError, Exit, Output, find_part
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import JSON_OPTIONS, CommandLineError
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.files.own_files import (
    PROBES_FILE,
    RECORD_FILE,
    cache_file,
    find_state_file_path,
)

if TYPE_CHECKING:
    from argparse import Namespace

    from vkconfig_py.loader.probe.fork_client import ForkServer

__all__ = ["main"]

_REMOTE_COMMANDS = (["show"], ["probe"], ["device"])  # of another machine, with --host
_MACHINE_OPTIONS = ("--host", "--machine")
_LIBRARY_OPENING_COMMANDS = (["device"], ["probe"])
_GROUP_BY_PLURAL = {f"{group}s": group for group in ("config", "device", "driver", "layer")}
_HELP_OPTIONS = {"-h", "--help"}
_PROGRAM_EXIT_CODES = (Exit.FAILED, Exit.USAGE, Exit.NOT_FOUND)
_WRITE_ERRNOS = (ENOSPC, EDQUOT, EFBIG, EIO)  # a full disk, a limit, a broken disk


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line, and return the exit code."""
    arguments = _move_json_behind_command(sys.argv[1:] if argv is None else argv)
    output = Output.of_process()
    try:
        try:
            code = _run_command(arguments, output)
        except CommandLineError as command_error:
            output.as_json = _asks_for_json(arguments)
            command_error.code = _find_failure_code(arguments, Exit.USAGE)
            output.outcome({}, command_error.code, command_error.message)
            output.flush()
            raise
        # Here and not at exit, where the interpreter could only print a traceback of the failed
        # write.
        output.flush()
    # "vkconfig-py show | head": the reader has what it wants. 141 is 128 + SIGPIPE, as of a
    # program in C.
    except BrokenPipeError:
        output.abandon()
        return Exit.BROKEN_PIPE
    except OSError as error:
        # Any other OSError is a bug of ours and keeps its traceback.
        if error.errno not in _WRITE_ERRNOS:
            raise
        output.abandon()
        output.error(_describe_write_error(error))
        return Exit.FAILED
    # 130 is 128 + SIGINT, as of a program that the signal ends.
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return code


def _move_json_behind_command(arguments: Sequence[str]) -> list[str]:
    """Put --json behind the command where it stands before it, and read “devices” as “device”."""
    remaining_words = list(dropwhile(JSON_OPTIONS.__contains__, arguments))
    remaining_words[:1] = [_GROUP_BY_PLURAL.get(word, word) for word in remaining_words[:1]]
    if not remaining_words or len(remaining_words) == len(arguments):
        return remaining_words or list(arguments)
    from vkconfig_py.cli.parser import group_actions

    words = 2 if {*remaining_words[1:2]} & {*group_actions(remaining_words[0])} else 1
    return [*remaining_words[:words], JSON_OPTIONS[-1], *remaining_words[words:]]


def _find_failure_code(arguments: list[str], code: Exit) -> Exit:
    """Return the exit code of an error.

    For `run`, 125 replaces the codes that its program may use.
    """
    return Exit.NOT_RUN if arguments[:1] == ["run"] and code in _PROGRAM_EXIT_CODES else code


def _describe_write_error(error: OSError) -> str:
    return tr("cannot write the output: {reason}", reason=error.strerror)


def _asks_for_json(arguments: Sequence[str]) -> bool:
    """Return whether --json is one of our own arguments, not one of the program after --."""
    return not {*JSON_OPTIONS}.isdisjoint(takewhile(lambda argument: argument != "--", arguments))


def _run_command(arguments: list[str], output: Output) -> int:
    """Parse the arguments and run the command, or ask the machine that they name."""
    if _is_askable(arguments) and _asks_other_machine(arguments):
        return _ask_other_machine(arguments, output)
    with _start_probe_server(arguments) as server:
        from vkconfig_py.cli.parser import parse

        options = parse(arguments)
        options.server = server
        output.as_json = options.json
        _end_leases(options, output)
        return _run_and_report_errors(
            lambda: options.run(options, output), output, partial(_find_failure_code, arguments)
        )


@contextmanager
def _start_probe_server(arguments: list[str]) -> Iterator[ForkServer | None]:
    """Start the server of a probe's children if a command is sure to open libraries.

    The server and the command import for as long as a driver takes to open: side by side that costs
    nothing on a machine with more than one processor. The command uses the server if it asks about
    the environment and folder of this process, which it does unless options change them.
    """
    host = Host.read_current()
    server = _start_server(host) if _opens_libraries(arguments, host) else None
    try:
        yield server
    finally:
        if server is not None:
            server.close()


def _opens_libraries(arguments: list[str], host: Host) -> bool:
    """Return whether the command is sure to open drivers and layers, as without earlier answers."""
    if arguments[:1] not in _LIBRARY_OPENING_COMMANDS or _HELP_OPTIONS & set(arguments):
        return False
    # With answers of earlier probes there may be nothing to open.
    answers_file = cache_file(host.environment, PROBES_FILE)
    return "--again" in arguments or not os.access(answers_file, os.F_OK)


def _start_server(host: Host) -> ForkServer | None:
    """Start the process that forks a probe's children, or return None if it cannot start."""
    from vkconfig_py.loader.probe.fork_client import choose_child_folder, start_server

    folder = choose_child_folder(host.environment, host.working_directory)
    try:
        return start_server(host.environment, folder)
    except (OSError, ValueError):  # the command says so when it tries itself
        return None


def _end_leases(options: Namespace, output: Output) -> None:
    """Withdraw what was applied for a time that is over, before a command looks at the machine."""
    if options.command in ("withdraw", "completion") or getattr(options, "dry_run", False):
        return
    # Mostly nothing is applied, and a report must not wait for the code that writes.
    record = find_state_file_path(Host.read_current().environment, RECORD_FILE)
    if not record or os.path.lexists(record):  # noqa: PTH - pathlib costs a report more
        _withdraw_ended(output)


def _withdraw_ended(output: Output) -> None:
    """Withdraw what has ended, and say so on the error output.

    The command goes on if that fails: what it tells is about the machine as it is.
    """
    from vkconfig_py.model.apply.apply_plan import read_applied_state
    from vkconfig_py.model.files.paths import find_state_paths

    host = Host.read_current()
    if not read_applied_state(find_state_paths(host.environment, host.platform)).ended_keys:
        return
    from vkconfig_py.cli.context import find_this_machine
    from vkconfig_py.cli.planning import end_leases, stop_if_refused

    try:
        outcome = stop_if_refused(end_leases(find_this_machine()))
    except CommandError as stop:
        output.error(stop.sentence)
        return
    if sentence := outcome.describe_ended():
        output.error(sentence)


def _run_and_report_errors(
    command: Callable[[], int], output: Output, convert_exit: Callable[[Exit], Exit] = Exit
) -> int:
    """Run a command.

    Print the error that ends it, and return the error's exit code as `convert_exit` gives it.
    """
    try:
        return command()
    except CommandError as stop:
        code = convert_exit(stop.code)
        output.error(stop.sentence, is_note=False)
        output.outcome(stop.members, code, stop.sentence)
        return code


def _is_askable(arguments: Sequence[str]) -> bool:
    """Return whether another machine can be asked for this command."""
    if arguments[:1] == ["device"] and not "".join(arguments[1:2]).startswith("-"):
        return arguments[1:2] == ["list"]
    return arguments[:1] in _REMOTE_COMMANDS


def _asks_other_machine(arguments: Sequence[str]) -> bool:
    """Return whether the command line names another machine and asks for no help."""
    options = _MACHINE_OPTIONS if arguments[:1] == ["show"] else _MACHINE_OPTIONS[:1]
    is_named = not {*map(_find_machine_option, arguments)}.isdisjoint(options)
    return is_named and not _HELP_OPTIONS & set(arguments)


def _find_machine_option(argument: str) -> str:
    """Return the option that names a machine, also if it is shortened, "" for other arguments."""
    name = argument.partition("=")[0]
    is_unambiguous = name.startswith("--") and name not in ("--", "--h")
    return next(
        (option for option in _MACHINE_OPTIONS if is_unambiguous and option.startswith(name)), ""
    )


def _ask_other_machine(arguments: list[str], output: Output) -> int:
    """Pass the command to the machine that --host or --machine names, and return the exit code."""

    def ask() -> int:
        """Take the machine from the arguments, and run the optional part that asks it."""
        words = 2 if arguments[:2] == ["device", "list"] else 1
        option, machine, remaining_words = _split_off_machine(arguments[words:])
        code: int = find_part(f"show {option}")(arguments[0], machine, remaining_words, output)
        return code

    output.as_json = _asks_for_json(arguments)
    return _run_and_report_errors(ask, output)


def _split_off_machine(arguments: Sequence[str]) -> tuple[str, str, list[str]]:
    """Split a command line into the option that names a machine, its value, and the rest.

    Raises:
        CommandError: both options are there.
    """
    remaining_words: list[str] = []
    machine_by_option: dict[str, str] = {}
    remaining = iter(arguments)
    for argument in remaining:
        _, equals, value = argument.partition("=")
        if name := _find_machine_option(argument):
            machine_by_option[name] = value if equals else next(remaining, "")
        else:
            remaining_words.append(argument)
    if len(machine_by_option) > 1:
        host, machine = _MACHINE_OPTIONS
        raise CommandError(
            tr(
                "{host} and {machine} both specify a machine; use only one of them.",
                host=host,
                machine=machine,
            ),
            Exit.USAGE,
        )
    ((option, machine),) = machine_by_option.items()
    return option, machine, remaining_words
