"""How this program starts itself: as a package, and as an executable of PyInstaller."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE
from vkconfig_py.loader.base import own_process
from vkconfig_py.loader.base.own_process import (
    CHILD_OPTION,
    make_child_command,
    make_own_command,
    restore_environment,
)
from vkconfig_py.loader.probe import fork_server
from vkconfig_py.loader.probe.child_process import run_child
from vkconfig_py.loader.wire.results import Answered, Crashed, Limits
from vkconfig_py.model.apply import lease_guard
from vkconfig_py.model.launch import detached_runs, launch_subreaper
from vkconfig_py.model.launch.launch_processes import start_supervised_process

ROOT = Path(__file__).resolve().parents[3]
FROZEN = f"""
import sys
sys.frozen, sys.executable = True, sys.argv.pop(1)
sys.path.insert(0, {str(ROOT)!r})
from vkconfig_py.app import main
sys.exit(main())
"""


@pytest.fixture(params=["interpreter", "executable"])
def start(request, tmp_path, monkeypatch):
    """This process as it is, or as one whose executable knows no options of Python."""
    if request.param == "executable":
        code, script = tmp_path / "frozen.py", tmp_path / "vkconfig-py"
        code.write_text(FROZEN)
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{code}" "$0" "$@"\n')
        script.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(script))
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    return request.param


def probe(deed: str) -> object:
    # Variables of Python are for the program that is looked at.
    environment = {**os.environ, "PYTHONHOME": "/nowhere", "PYTHONPATH": "/nowhere"}
    if getattr(sys, "frozen", False):
        del environment["PYTHONHOME"]  # what stands for the executable is a script of Python
    limits = Limits(PATIENCE)
    return run_child("tests.framework.misbehaving", {"do": deed}, environment, limits=limits)


@pytest.mark.usefixtures("start")
def test_a_probe_is_answered():
    outcome = probe("answer")
    assert isinstance(outcome, Answered), outcome
    assert outcome.value == {"do": "answer"}


@pytest.mark.usefixtures("start")
def test_a_crash_of_a_probe_names_the_calls_of_the_probe_alone():
    outcome = probe("crash")
    assert isinstance(outcome, Crashed)
    assert outcome.how == "SIGSEGV"
    assert outcome.stack
    own = ("fork_server.py", "app.py", "own_process.py")
    assert not [call for call in outcome.stack if any(name in call for name in own)]


@pytest.mark.usefixtures("start")
def test_a_program_is_launched_below_its_subreaper():
    launched = start_supervised_process(
        (["sh", "-c", "echo here; exit 7"], "/bin/sh", None, dict(os.environ))
    )
    try:
        with open(launched.handles.output, "rb", closefd=False) as output:
            assert output.read() == b"here\n"
        assert launched.wait() == 7
        assert launched.handles.pid != launched.handles.subreaper
    finally:
        launched.close()


def test_the_program_itself_is_started_again(start):
    done = subprocess.run(
        make_own_command("--version"), capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.startswith("vkconfig-py ")
    assert (len(make_own_command()) == 1) is (start == "executable")


def test_an_executable_knows_its_children_by_one_argument(start):
    command = make_child_command("package.module", "1")
    if start == "executable":
        assert command[1:] == [CHILD_OPTION, "package.module", "1"]
    else:
        assert CHILD_OPTION not in command


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"LD_LIBRARY_PATH": "/own:/a", "LD_LIBRARY_PATH_ORIG": "/a"}, {"LD_LIBRARY_PATH": "/a"}),
        ({"LD_LIBRARY_PATH": "/own", "_PYI_ARCHIVE_FILE": "/own/x"}, {}),
        ({"QT_PLUGIN_PATH": "/own/PySide6/Qt/plugins", "HOME": "/h"}, {"HOME": "/h"}),
        ({"LD_LIBRARY_PATH": "/somewhere", "HOME": "/h"}, None),
    ],
    ids=["it was set", "it was not set", "plugins", "nothing of it is ours"],
)
def test_what_the_start_of_an_executable_sets_reaches_no_program(monkeypatch, before, after):
    monkeypatch.setattr(sys, "_MEIPASS", "/own", raising=False)
    environment = dict(before)
    restore_environment(environment)
    assert environment == (before if after is None else after)


@pytest.fixture
def foreign_modules(tmp_path, monkeypatch):
    """A current folder, also in PYTHONPATH, with modules of every name that is imported."""
    folder, ran = tmp_path / "current", tmp_path / "ran"
    folder.mkdir()
    code = f"open({str(ran)!r}, 'a').write(__name__)\n"
    here = [name for name in sys.stdlib_module_names if find_spec(name) is not None]
    for name in (*here, "sitecustomize", "usercustomize", "vkconfig_py"):
        (folder / f"{name}.py").write_text(code)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("PYTHONSTARTUP", str(folder / "warnings.py"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return ran


def _subreaper(_folder: Path) -> tuple[list[str], bytes]:
    wanted = pickle.dumps((["true"], "/bin/true", None, {}))
    return make_child_command(launch_subreaper.__name__, "2"), len(wanted).to_bytes(
        8, "little"
    ) + wanted


CHILDREN = {
    "window again": lambda folder: (make_own_command("--version"), b""),
    "withdrawal of the guard": lambda folder: (make_own_command("withdraw", "--ended"), b""),
    "guard": lambda folder: (
        make_child_command(lease_guard.__name__, str(folder / "state"), str(folder / "run")),
        b"",
    ),
    "probe": lambda folder: (
        make_child_command(fork_server.__name__, "0", "vkconfig_py.loader.probe.child"),
        b"",
    ),
    "launch": _subreaper,
    "detached runs": lambda folder: (
        make_child_command(detached_runs.__name__, str(folder / "state"), "en"),
        b"",
    ),
}


@pytest.mark.parametrize("kind", CHILDREN)
def test_no_child_runs_what_is_in_the_current_folder_or_in_variables(
    kind, foreign_modules, tmp_path
):
    command, told = CHILDREN[kind](tmp_path)
    done = subprocess.run(command, input=told, capture_output=True, timeout=PATIENCE, check=False)
    assert not foreign_modules.exists(), foreign_modules.read_text()
    assert (done.returncode == 0) is (kind != "probe"), done.stderr  # whose server has no socket


@pytest.mark.parametrize("kind", CHILDREN)
def test_no_module_beside_the_package_replaces_one_of_python(
    kind, foreign_modules, tmp_path, monkeypatch
):
    folder = tmp_path / "current"
    (folder / "vkconfig_py.py").unlink()
    (folder / "vkconfig_py").symlink_to(ROOT / "vkconfig_py")
    monkeypatch.setattr(own_process, "_PACKAGE_PARENT", str(folder))
    command, told = CHILDREN[kind](tmp_path)
    subprocess.run(command, input=told, capture_output=True, timeout=PATIENCE, check=False)
    assert not foreign_modules.exists(), foreign_modules.read_text()


def test_a_child_of_a_checkout_is_of_the_same_checkout_and_finds_what_is_installed():
    *start, code = make_own_command()
    there = code.partition("import runpy")[0]
    look = f"{there} import vkconfig_py, pytest; print(vkconfig_py.__file__)"
    done = subprocess.run([*start, look], capture_output=True, text=True, check=True)
    assert done.stdout == f"{ROOT}/vkconfig_py/__init__.py\n"
