#!/usr/bin/env python3
"""Everything a developer types: run, test, check, shots, bench.

Each command does all of its own set-up (system packages when root, the virtual environment, locked
versions) and costs a few hundredths of a second when nothing is missing. Only the standard library
is needed, and not all of it: Debian's bare python3 comes without ensurepip and pip.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

USAGE = """\
usage: python3 dev.py COMMAND [ARGUMENTS]

  run [ARGUMENTS]    open the window; without a display, print the report of this machine.
                     Arguments go to the program: run --demo, run show --json
  test [ARGUMENTS]   check, then all tests; with arguments, only pytest: test tests/loader -k order
       --fast        in a minute: the checks, all tests of changed modules and test files, and
                     the first test of every other file, of tests/e2e one. It leaves out all else,
                     tests marked as long even there, and the run without PySide6
       --long        with all random machines, kills and cycles, of which each run tries a share
  check [--fix]      ruff, format, import-linter, mypy, lengths, text in logic; --fix repairs
  shots [NAMES]      make pictures of the window in build/shots and name text that is cut there;
                     --keep stores them, --compare [FOLDER|REV] shows which differ from those,
                     --looks dark 2x makes them so, --docs renews docs/images
  bench [ARGUMENTS]  measure the window, the engine, the probe …; one part: bench --only engine
  package KIND       make what people install: deb, flatpak or pyinstaller, in dist/ (--output DIR)
  loaders [VERSION]  fetch real loaders of many releases, to compare the engine with by hand
  fuzz [--machines N] [--seed S] [--loader debian|chromium|PATH] [--jobs J]
                     random machines: the engine against real loaders; fuzz --faults tries faults
                     put into the engine, fuzz --documents N mutated documents, fuzz --probe
                     drivers and layers that misbehave, fuzz --hostile damaged registry exports,
                     libraries and APKs; fuzz --golden FILE writes down what is said of 500
                     machines, and with --compare shows where it is another thing now
  windows [--machines N] [--seed S] [--loader PATH] [--record]
                     random Windows machines: the engine against real loaders that Wine runs;
                     --record writes the answers that the tests compare without Wine
  statements [--prove]
                     statements of the specifications and their tests; --prove replaces the
                     rule of each test and sees the test fail
  translations [--check | --new LANGUAGE | --pseudo FILE]
                     collect the program's sentences and compile their catalogues; --pseudo makes
                     one of longer words with accents, to see with VKCONFIG_PY_LANGUAGE=FILE what
                     is cut and what is not translated
  words [PATTERNS]   count the sentences with a pattern that makes English odd, or list those of the
                     patterns named
  registry [FOLDER | --since [LOADERS]]
                     make the tables of Vulkan's commands and structures from its registry;
                     --since asks the fetched loaders, or those of a folder of builds, which
                     commands each one knows
"""


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts it may have an older Python
        sys.stderr.write(
            f"vkconfig-py needs Python 3.11 or newer; this is {sys.version.split()[0]}\n"
        )
        return 2
    # Imported late: an older Python gets the sentence above, not a syntax error.
    from devtools.console import SETUP_FAILED, SetupError, print_now

    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        sys.stderr.write(USAGE)
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    try:
        return command(arguments[1:])
    except SetupError as error:
        print_now(str(error))
        return error.code
    except OSError as error:  # a full disk, a folder of somebody else
        print_now(f"This cannot go on: {error}")
        return SETUP_FAILED
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    """Set up, then become the program."""
    from devtools.console import print_now
    from vkconfig_py.loader.base.own_process import make_own_code

    is_report = _asks_for_window(arguments) and not _has_display()
    is_demo = "--demo" in arguments
    if is_report:
        arguments = ["show", *(["--demo"] if is_demo else [])]
    interpreter = _interpreter(arguments)
    if is_report:
        print_now(
            "No display: neither DISPLAY nor WAYLAND_DISPLAY is set, so the window cannot open. "
            f"This is the report of {'the sample' if is_demo else 'this'} machine instead "
            "('python3 dev.py run --help' lists what else works).\n"
        )
    sys.stdout.flush()
    os.execv(interpreter, [str(interpreter), "-I", "-c", make_own_code(), *arguments])


def _interpreter(arguments: list[str]) -> Path:
    """Return what runs the program; commands need no Qt, and no package of Debian for it."""
    from devtools.packages import RUN, ensure_packages
    from devtools.venv import COMMANDS_LOCK, RUN_LOCK, ensure_venv, list_required_packages

    window = _asks_for_window(arguments)
    ensure_packages((RUN if window else ()) + list_required_packages())
    return ensure_venv(RUN_LOCK if window else COMMANDS_LOCK)


def test(arguments: list[str]) -> int:
    """Set up, check, run all tests."""
    from devtools import suite
    from devtools.packages import TEST, ensure_packages
    from devtools.venv import DEV_LOCK, ensure_venv, list_required_packages

    ensure_packages(TEST + list_required_packages())
    return suite.run_tests(ensure_venv(DEV_LOCK), arguments)


def check(arguments: list[str]) -> int:
    """Run the static checks."""
    from devtools import suite
    from devtools.venv import DEV_LOCK, ensure_venv

    return suite.run_checks(ensure_venv(DEV_LOCK), fix="--fix" in arguments)


def shots(arguments: list[str]) -> int:
    """Make pictures of the window, and compare them."""
    return _run_tool("devtools.shots", arguments)


def bench(arguments: list[str]) -> int:
    """Measure speed and memory."""
    return _run_tool("devtools.bench", arguments)


def package(arguments: list[str]) -> int:
    """Make a package that people install."""
    from devtools import packaging

    return packaging.main(arguments)


def loaders(arguments: list[str]) -> int:
    """Fetch more reference loaders."""
    from devtools import loaders as fetching

    return fetching.main(arguments)


def fuzz(arguments: list[str]) -> int:
    """Compare the engine with real loaders on random machines."""
    return _run_tool("tests.fuzz.command", arguments)


def windows(arguments: list[str]) -> int:
    """Compare the engine with real loaders for Windows, under Wine."""
    from devtools.packages import WINDOWS, ensure_packages

    ensure_packages(WINDOWS)
    return _run_tool("tests.windows", arguments)


def statements(arguments: list[str]) -> int:
    """Print which statements of the specifications have a test, and prove the tests."""
    return _run_tool("tests.statements", arguments)


def translations(arguments: list[str]) -> int:
    """Collect sentences for translators, and compile what they made of them."""
    return _run_tool("devtools.translations", arguments)


def words(arguments: list[str]) -> int:
    """Count or list sentences that read oddly."""
    return _run_tool("devtools.words", arguments)


def registry(arguments: list[str]) -> int:
    """Make the tables of the Vulkan registry."""
    from devtools import registry as making

    return making.main(arguments)


def _run_tool(module: str, arguments: list[str]) -> int:
    import subprocess

    from devtools.packages import TEST, ensure_packages
    from devtools.venv import DEV_LOCK, ensure_venv, list_required_packages

    ensure_packages(TEST + list_required_packages())
    interpreter = ensure_venv(DEV_LOCK)
    return subprocess.run(
        [interpreter, "-m", module, *arguments], cwd=_ROOT, check=False
    ).returncode


def _asks_for_window(arguments: list[str]) -> bool:
    """Return whether the arguments name no sub-command and no plain answer."""
    plain = {"-h", "--help", "--version"}
    return all(argument.startswith("-") and argument not in plain for argument in arguments)


def _has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


_ROOT = Path(__file__).resolve().parent
COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": run,
    "test": test,
    "check": check,
    "shots": shots,
    "bench": bench,
    "package": package,
    "loaders": loaders,
    "fuzz": fuzz,
    "windows": windows,
    "statements": statements,
    "translations": translations,
    "words": words,
    "registry": registry,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
