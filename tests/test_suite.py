"""dev.py test: which tests run where, and what the fast selection takes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from devtools import suite
from devtools.changed import find_mirrored_tests
from devtools.console import ROOT, StepResult
from devtools.slots import make_slots
from devtools.suite import WITHOUT_QT
from tests.framework.amount import LONG_VARIABLE, choose_amount

TESTS = """
import pytest
def test_first(): pass
@pytest.mark.long
def test_long(): pass
def test_last(): pass
"""


@pytest.fixture
def commands(monkeypatch, tmp_path):
    """What is run of a suite in which everything passes: commands and environments.

    The last one, whose output is shown, comes last.
    """
    beside, shown = [], []

    def run_captured(name, command, environment, _descriptors=()):
        beside.append((command, environment))
        return StepResult(name, True, 0.0)

    def run_last(command, *, env, **_rest):
        shown.append((command, env))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(suite, "fetch_packages", lambda _python: None)
    monkeypatch.setattr(suite, "list_changed_files", lambda: ("README.md", "tests/test_suite.py"))
    monkeypatch.setattr(suite, "run_captured", run_captured)
    monkeypatch.setattr(suite.subprocess, "run", run_last)

    def run(*arguments):
        assert suite.run_tests(tmp_path / "python", list(arguments)) == 0
        ran = [*sorted(beside, key=lambda one: "pytest" in one[0]), *shown]
        return [(command[2:], environment) for command, environment in ran]

    return run


def collected(tmp_path, *options):
    """Return the tests that are run of four files, in their order."""
    (tmp_path / "waits").mkdir()
    for name in ("test_one.py", "test_two.py", "waits/test_a.py", "waits/test_b.py"):
        (tmp_path / name).write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long: takes long\n")
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", f"--rootdir={tmp_path}"]
    done = subprocess.run(
        [*command, "-c", tmp_path / "pytest.ini", *options, tmp_path],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return [line.replace("::test", "") for line in done.stdout.splitlines() if "::" in line]


def test_engine_and_command_line_run_without_pyside_alone(commands):
    *_checks, (without, _), (last, _) = commands()
    assert "devtools.plugins.without_qt" in without
    assert without[-len(WITHOUT_QT) :] == list(WITHOUT_QT)
    assert [x for x in last if x.startswith("--ignore")] == [
        f"--ignore={folder}" for folder in WITHOUT_QT
    ]
    (file,) = [x.removeprefix("--named-to=") for x in without if x.startswith("--named-to=")]
    assert f"--named-from={file}" in last


def test_a_fast_run_has_the_checks_and_one_run_of_pytest(commands):
    *checks, (last, environment) = commands("--fast")
    assert ["mypy"] in [command[:1] for command, _ in checks]
    assert not [command for command, _ in checks if command[:1] == ["pytest"]]
    assert "devtools.plugins.fast" in last
    assert "--whole=tests/test_suite.py" in last
    assert LONG_VARIABLE not in environment


def test_a_long_run_tries_as_much_as_there_is(commands, monkeypatch):
    monkeypatch.delenv(LONG_VARIABLE, raising=False)
    assert choose_amount(5, long=50) == 5
    ((command, environment),) = commands("--long", "tests/reference")
    assert command == ["pytest", "tests/reference"]
    monkeypatch.setenv(LONG_VARIABLE, environment[LONG_VARIABLE])
    assert choose_amount(5, long=50) == 50


def test_the_fast_selection_has_one_test_of_each_file_or_waiting_folder_and_no_long_one(tmp_path):
    plugins = ("-p", "devtools.plugins.forks", "-p", "devtools.plugins.fast")
    assert collected(tmp_path, *plugins, "--waiting=waits", "--whole=test_two.py") == [
        "test_one.py_first",
        "test_two.py_first",
        "test_two.py_last",
        "waits/test_a.py_first",
    ]


@pytest.mark.parametrize(
    ("changed", "mirrors"),
    [
        ("tests/ui/test_x.py", ["tests/ui/test_x.py"]),
        ("tests/ui/test_gone.py", []),
        ("tests/ui/test_x_helper.txt", []),
        ("vkconfig_py/ui/x.py", ["tests/ui/test_x.py", "tests/ui/test_x_odd.py"]),
        ("vkconfig_py/y.py", []),
        ("devtools/z.py", ["tests/test_z.py"]),
        ("README.md", []),
    ],
)
def test_a_module_has_the_tests_that_are_named_after_it(tmp_path, changed, mirrors):
    for name in ("ui/test_x.py", "ui/test_x_odd.py", "ui/test_xy.py", "test_z.py"):
        (tmp_path / "tests" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tests" / name).touch()
    assert list(find_mirrored_tests(changed, tmp_path)) == mirrors


def test_what_fails_beside_the_tests_is_shown_and_fails_the_run(monkeypatch, tmp_path, capfd):
    (tmp_path / "test_x.py").write_text("def test_x(): pass\n")
    python = Path(sys.executable)
    broken = [str(python), "-c", "raise SystemExit('what is wrong')"]
    last = [str(python), "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path / "test_x.py")]
    slots = make_slots(1)
    beside = [("odd", broken), ("fine", [*broken[:2], ""])]
    code = suite._run_all(last, beside, {**os.environ}, slots, tmp_path / "told")
    assert code == 1
    shown = capfd.readouterr().out
    assert "what is wrong" in shown
    assert re.search(r"FAILED +[0-9.]+ s  odd\npassed +[0-9.]+ s  fine", shown)
    assert re.search(r"=+ 1 passed in .* =+$", shown.rstrip())
    for end in slots:
        os.close(end)
