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

from vkconfig_py import __version__
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.gui import Opened

USAGE = """usage: vkconfig-py [--demo] [--machine PATH] [--color-scheme light|dark] [--version]
       vkconfig-py COMMAND ...      (vkconfig-py COMMAND --help)

Without a command the window opens. Commands work without a display and without Qt:
{commands}
options:
  --demo                      the window on a sample machine; nothing here is changed
  --machine PATH              show another machine: a root folder, a saved report, ssh:USER@BOX
  --color-scheme light|dark   do not follow the system
  --version                   print the version
"""
NO_WINDOW = 1
BAD_USAGE = 2


class Options(NamedTuple):
    """Command-line options for the window."""

    demo: bool = False
    color_scheme: str = ""
    machine: str = ""


class UsageError(Exception):
    """The command line is not valid; the message names the invalid part."""


def main(argv: Sequence[str] | None = None, opened: Opened | None = None) -> int:
    """Run the command vkconfig-py; calls `opened` with the window before its event loop runs."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    # An executable made by PyInstaller has no interpreter beside it: a child process is this
    # program once more, told apart by its first argument.
    if getattr(sys, "frozen", False):
        from vkconfig_py.loader.base.own_process import CHILD, be_child, restore_environment

        restore_environment(os.environ)
        if arguments[:1] == [CHILD]:
            be_child(arguments[1:])
            return 0
    # Before any option of the window: commands have options of their own, and run where PySide6 is
    # not installed.
    if arguments and not arguments[0].startswith("-"):
        if arguments[0] == "reports" and "--window" in arguments:
            return open_reports(arguments)
        from vkconfig_py.cli import main as run_command

        return run_command(arguments)
    if "--help" in arguments or "-h" in arguments:
        sys.stdout.write(usage())
        return 0
    if "--version" in arguments:
        sys.stdout.write(f"vkconfig-py {__version__}\n")
        return 0
    try:
        options = parse_options(arguments)
    except UsageError as error:
        sys.stderr.write(f"vkconfig-py: {error}\n{usage()}")
        return BAD_USAGE
    return open_window(options, opened)


def usage() -> str:
    """Help text of the whole program."""
    # Imported here: a start with a window has no need of argparse and the commands.
    from vkconfig_py.cli.parser import known_commands

    known = known_commands()
    width = max(map(len, known))
    lines = (f"  {name:{width}}  {text}\n" for name, text in known.items())
    return USAGE.format(commands="".join(lines))


def parse_options(arguments: Sequence[str]) -> Options:
    """Parse the options of the window.

    Raises:
        UsageError: an option is unknown or lacks its value.
    """
    demo, scheme, machine = False, "", ""
    rest = iter(arguments)
    for argument in rest:
        name, sign, value = argument.partition("=")
        if argument == "--demo":
            demo = True
        elif name == "--color-scheme":
            scheme = value if sign else next(rest, "")
            if scheme not in ("light", "dark"):
                raise UsageError("--color-scheme is light or dark")
        elif name == "--machine":
            machine = value if sign else next(rest, "")
            if not machine:
                raise UsageError("--machine needs a path or an address")
        else:
            raise UsageError(f"{argument} is not known")
    return Options(demo, scheme, machine)


def open_window(options: Options, opened: Opened | None = None) -> int:
    """Open the window, or print why not and then the report instead."""
    gc.disable()  # for good: see GcTimer in model/session/background.py
    from vkconfig_py.prefetch import Start

    start = Start(Host.current(), demo=options.demo)
    try:
        with plain_imports():
            import PySide6.QtCore  # noqa: F401 - the first part of Qt
        # Asked before QApplication is made: where a platform plugin finds no display, Qt calls
        # qFatal(), which aborts the process, and Python cannot catch that.
        problem = start.display_problem()
        if not problem:
            from vkconfig_py.gui import run
    except ImportError as error:
        # A library of the system that is missing, such as libEGL, is an ImportError of PySide6 too:
        # name its package rather than Qt's.
        problem = start.display_problem() or _import_problem(error)
    if problem:
        start.finish()
        return _report_instead(problem)
    return run(start, options.color_scheme, opened, options.machine)


def open_reports(arguments: Sequence[str]) -> int:
    """Open the table of a folder's reports, or print why not and then the table as text."""
    from vkconfig_py.cli import main as run_command
    from vkconfig_py.cli.display import display_problem
    from vkconfig_py.cli.parser import parse

    options = parse(arguments)
    host = Host.current()
    problem = display_problem(host)
    try:
        if not problem:
            gc.disable()  # for good: see GcTimer in model/session/background.py
            with plain_imports():
                import PySide6.QtCore  # noqa: F401 - see open_window
            from vkconfig_py.gui import run_reports
    except ImportError as error:
        problem = _import_problem(error)
    if problem:
        sys.stderr.write(f"{problem}\nThis is the table as text\n\n")
        sys.stderr.flush()
        run_command([one for one in arguments if one != "--window"])
        return NO_WINDOW
    return run_reports(host, options.folder, options.filter)


@contextmanager
def plain_imports() -> Iterator[None]:
    """Restore Python's own __import__ after the block, which loads PySide6.

    PySide6 replaces it for `from __feature__ import snake_case`. The replacement reads the source
    of every module that is imported afterwards, a fifth of vkconfig-py's import time, and linecache
    keeps these sources.
    """
    plain = builtins.__import__
    try:
        yield
    finally:
        builtins.__import__ = plain


def _import_problem(error: ImportError) -> str:
    if (error.name or "").partition(".")[0] in ("PySide6", "shiboken6"):
        if isinstance(error, ModuleNotFoundError):
            return (
                "The window needs PySide6, which is not installed: pip install PySide6-Essentials"
            )
        return f"PySide6 cannot be loaded, so no window can be opened: {error}"
    # A failed import of our own code is a bug: its traceback is worth more than a sentence.
    raise error


def _report_instead(problem: str) -> int:
    sys.stderr.write(f"{problem}\nThis is the report as text; more: vkconfig-py --help\n\n")
    sys.stderr.flush()
    from vkconfig_py.cli import main as run_command

    run_command(["report"])
    # Not 0, although there is a report: scripts and desktop launchers see that no window opened.
    return NO_WINDOW
