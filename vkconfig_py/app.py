"""Composition root: arguments, logging, machine, session, window, event loop.

Qt is not imported before it is clear that a window is requested and can be opened. The startup
snapshot is computed in a separate process while this one loads Qt.
"""

from __future__ import annotations

import builtins
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from vkconfig_py import __version__
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import ACTIVATION_VARIABLES, Host
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.gui import WindowOpenedHandler
    from vkconfig_py.model.session.single_instance import Claim, StartRequest

NO_WINDOW = 1
USAGE_EXIT_CODE = 2
# Options of the window: which member of Options they set; which values are valid, () for any text.
_ATTRIBUTE_BY_SWITCH = {"--demo": "demo", "--new-window": "new_window"}
_VALUE_OPTIONS = {
    "--color-scheme": (
        "color_scheme",
        ("light", "dark"),
        tr("--color-scheme must be light or dark"),
    ),
    "--machine": ("machine", (), tr("--machine requires a path or an address")),
    "--config": ("configuration", (), tr("--config requires a name")),
}
_VALUE_OPTIONS["-c"] = _VALUE_OPTIONS["--config"]


class Options(NamedTuple):
    """Command-line options for the window."""

    demo: bool = False
    color_scheme: str = ""
    machine: str = ""
    configuration: str = ""
    files: tuple[str, ...] = ()
    new_window: bool = False

    @property
    def needs_own_window(self) -> bool:
        """Whether a new window is opened, also if one is open: asked for, or with other content."""
        return self.demo or self.new_window or bool(self.color_scheme)

    @property
    def requests_content(self) -> bool:
        """Whether something is to be shown in the window."""
        return bool(self.files or self.machine or self.configuration)


class UsageError(Exception):
    """The command line is not valid, and the message names the invalid part."""


def main(argv: Sequence[str] | None = None, on_opened: WindowOpenedHandler | None = None) -> int:
    """Run the command vkconfig-py.

    Args:
        argv: arguments, None for those of the process.
        on_opened: called with the window before its event loop runs.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    # An executable made by PyInstaller has no interpreter beside it: a child process is this
    # program once more, told apart by its first argument.
    if getattr(sys, "frozen", False):
        from vkconfig_py.loader.base.own_process import CHILD_OPTION, be_child, restore_environment

        restore_environment(os.environ)
        if arguments[:1] == [CHILD_OPTION]:
            be_child(arguments[1:])
            return 0
    # Before any option of the window: commands have options of their own, and run where PySide6 is
    # not installed.
    command = next((argument for argument in arguments if argument not in ("-j", "--json")), "-")
    if not command.startswith("-") and not is_file_argument(command):
        if command == "fleet" and "--window" in arguments:
            return open_reports(arguments)
        from vkconfig_py.cli import main as run_command

        return run_command(arguments)
    if "--help" in arguments or "-h" in arguments:
        from vkconfig_py.cli.commands.help import render_help

        sys.stdout.write(render_help())
        return 0
    if "--version" in arguments or "-v" in arguments:
        sys.stdout.write(f"vkconfig-py {__version__}\n")
        return 0
    try:
        options = parse_options(arguments)
    except UsageError as error:
        hint = tr("Options and examples: {command}", command="vkconfig-py --help")
        sys.stderr.write(f"vkconfig-py: {error}\n{hint}\n")
        return USAGE_EXIT_CODE
    if missing_files := [file for file in options.files if not os.path.lexists(file)]:
        return _print_missing_files(missing_files)
    return open_window(options, on_opened)


def _print_missing_files(files: Sequence[str]) -> int:
    """Print which files do not exist, and return the exit code."""
    from vkconfig_py.model.text.wording import escape_invisible

    for file in files:
        sentence = tr("vkconfig-py: file not found: {path}", path=escape_invisible(file))
        sys.stderr.write(f"{sentence}\n")
    return USAGE_EXIT_CODE


def parse_options(arguments: Sequence[str]) -> Options:
    """Parse the options of the command line that open the window.

    Raises:
        UsageError: an option is unknown or lacks its value.
    """
    values: dict[str, Any] = {}
    files: list[str] = []
    remaining = iter(arguments)
    for argument in remaining:
        name, equals, value = argument.partition("=")
        if argument == "--":
            files += remaining
        elif not argument.startswith("-"):
            files.append(argument)
        elif argument in _ATTRIBUTE_BY_SWITCH:
            values[_ATTRIBUTE_BY_SWITCH[argument]] = True
        elif name in _VALUE_OPTIONS:
            member, is_valid, message = _VALUE_OPTIONS[name]
            text = value if equals else next(remaining, "")
            if text not in is_valid and (is_valid or not text):
                raise UsageError(message)
            values[member] = text
        else:
            raise UsageError(tr("unknown argument: {argument}", argument=argument))
    return Options(files=tuple(files), **values)


def is_file_argument(argument: str) -> bool:
    """Return whether the first argument is a file to open and not the name of a command."""
    # No command has these letters in its name, so most files are told without importing commands.
    if "/" in argument or "." in argument:
        return True
    if not os.path.lexists(argument):
        return False
    from vkconfig_py.cli.parser import is_command

    return not is_command(argument)


def open_window(options: Options, on_opened: WindowOpenedHandler | None = None) -> int:
    """Open the window and return the exit code. Without a window print why, then the report."""
    gc.disable()  # for good: see GcTimer in model/session/background.py
    host = Host.read_current()
    from vkconfig_py.model.session.single_instance import Claim, ClaimOutcome

    claim = Claim() if options.needs_own_window else claim_window(options, host)
    if claim.outcome is ClaimOutcome.SHOWN:
        return 0
    from vkconfig_py.prefetch import StartupData

    startup = StartupData(remove_activation_token(host), demo=options.demo)
    try:
        with restore_import():
            import PySide6.QtCore  # noqa: F401 - the first part of Qt
        # Asked before QApplication is made: where a platform plugin finds no display, Qt calls
        # qFatal(), which aborts the process, and Python cannot catch that.
        problem = startup.get_display_problem()
        if not problem:
            from vkconfig_py.gui import run
    except ImportError as error:
        # A library of the system that is missing, such as libEGL, is an ImportError of PySide6 too:
        # name its package rather than Qt's.
        problem = startup.get_display_problem() or _explain_import_error(error)
    if problem:
        startup.finish()
        claim.give_back()
        return _print_report_instead(problem, demo=options.demo)
    make_first_request = partial(make_request, options, host) if options.requests_content else None
    return run(startup, options.color_scheme, on_opened, make_first_request, claim)


def remove_activation_token(host: Host) -> Host:
    """Return the host without the desktop's activation token, for programs that it starts.

    They come to the front by themselves. A window manager takes the time in an old startup id for
    that of the last click.
    """
    return host.with_environment([(name, None) for name in ACTIVATION_VARIABLES])


def claim_window(options: Options, host: Host) -> Claim:
    """Claim to be the process with this session's window, or hand the request to the one."""
    from vkconfig_py.model.files.paths import find_state_paths, make_window_path
    from vkconfig_py.model.session.single_instance import ClaimOutcome, claim_window

    paths = find_state_paths(host.environment, host.platform)
    window_path = make_window_path(host.environment, paths, __version__)
    claim = claim_window(window_path, make_request(options, host))
    match claim.outcome:
        case ClaimOutcome.SHOWN:
            sys.stdout.write(
                tr("vkconfig-py is already running; its window was brought to the front.") + "\n"
            )
        case ClaimOutcome.SILENT:
            sentence = tr("The existing window is not responding. Opening another window.")
            sys.stderr.write(f"{sentence}\n")
        case ClaimOutcome.REFUSED:
            sentence = tr(
                "The existing window cannot open everything that you specified. Opening "
                "another window."
            )
            sys.stderr.write(f"{sentence}\n")
    return claim


def make_request(options: Options, host: Host) -> StartRequest:
    """Return what this start is to show, with the activation token of the desktop."""
    from pathlib import Path

    from vkconfig_py.model.session.single_instance import StartRequest

    folder = host.working_directory or "/"
    files = tuple(str(Path(folder, file)) for file in options.files)
    token = next(
        filter(None, (host.environment.get(name, "") for name in ACTIVATION_VARIABLES)), ""
    )
    return StartRequest(files, options.machine, options.configuration, folder, token)


def open_reports(arguments: Sequence[str]) -> int:
    """Open the table of a folder's reports, or print why not and then the table as text.

    Return the exit code.
    """
    from vkconfig_py.cli import main as run_command
    from vkconfig_py.cli.display import find_display_problem
    from vkconfig_py.cli.parser import parse

    options = parse(arguments)
    host = Host.read_current()
    problem = find_display_problem(host)
    try:
        if not problem:
            gc.disable()  # for good: see GcTimer in model/session/background.py
            with restore_import():
                import PySide6.QtCore  # noqa: F401 - see open_window
            from vkconfig_py.gui import run_reports
    except ImportError as error:
        problem = _explain_import_error(error)
    if problem:
        sys.stderr.write(f"{problem}\n{tr('Printing the table as text instead')}\n\n")
        sys.stderr.flush()
        run_command([argument for argument in arguments if argument != "--window"])
        return NO_WINDOW
    return run_reports(host, options.folder, options.filter)


@contextmanager
def restore_import() -> Iterator[None]:
    """Restore Python's own __import__ after the block, which loads PySide6.

    PySide6 replaces it for `from __feature__ import snake_case`. The replacement reads the source
    of every module that is imported afterwards, a fifth of vkconfig-py's import time, and linecache
    keeps these sources.
    """
    builtin_import = builtins.__import__
    try:
        yield
    finally:
        builtins.__import__ = builtin_import


def _explain_import_error(error: ImportError) -> str:
    """Return why PySide6 cannot be imported. Raise an error of our own modules again."""
    if (error.name or "").partition(".")[0] in ("PySide6", "shiboken6"):
        if isinstance(error, ModuleNotFoundError):
            return tr(
                "The window requires PySide6, which is not installed: pip install "
                "PySide6-Essentials"
            )
        return tr("PySide6 cannot be loaded, so the window cannot open: {error}", error=error)
    # A failed import of our own code is a bug: its traceback is worth more than a sentence.
    raise error


def _print_report_instead(problem: str, *, demo: bool) -> int:
    """Print a problem, then the report of this machine or the sample machine as text.

    Return the exit code.
    """
    introduction = tr("Printing the report as text instead; for help, run vkconfig-py --help")
    sys.stderr.write(f"{problem}\n{introduction}\n\n")
    sys.stderr.flush()
    from vkconfig_py.cli import main as run_command

    run_command(["show", *(["--demo"] if demo else [])])
    # Not 0, although there is a report: scripts and desktop launchers see that no window opened.
    return NO_WINDOW
