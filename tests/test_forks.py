"""Tests that run in forks of the process that collected them: what is shared, told and survived."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import pytest

from devtools.console import ROOT
from devtools.slots import make_slots

ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # else most of a run is the import of plugins
COLLECTED = """
import os, pytest
COLLECTED_BY = os.getpid()
@pytest.fixture(scope="module")
def shared():
    with open(os.environ["SHARED"], "a") as file:
        file.write(f"{__name__}\\n")
"""
PASSING = f"""{COLLECTED}
def test_in_a_fork(shared): assert os.getppid() == COLLECTED_BY
@pytest.mark.long
def test_of_the_same_module(shared): assert os.getppid() == COLLECTED_BY
"""
ODD = f"""{COLLECTED}
import signal, time, warnings
def test_fails(shared, tmp_path, capfd):
    print("seen with the failure")
    assert 0, tmp_path
def test_warns(): warnings.warn("look here")
def test_crashes(): os.kill(os.getpid(), signal.SIGKILL)
def test_after_the_crash(shared): pass
def test_skips(): pytest.skip("why not")
"""


@pytest.fixture
def run(tmp_path):
    """Return a function that runs files of tests in forks, and tells what pytest said."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long: takes long\n")

    def run_files(*options, descriptors=(), **files):
        for name, text in files.items():
            path = tmp_path / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        command = [sys.executable, "-m", "pytest", "-p", "devtools.plugins.forks", "-rA"]
        command += ["-p", "no:cacheprovider", f"--rootdir={tmp_path}", *options, tmp_path]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **ALONE, "SHARED": str(tmp_path / "shared")},
            pass_fds=descriptors,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    return run_files


def test_a_file_runs_in_one_fork_and_what_its_module_shares_is_made_once(run, tmp_path):
    code, text = run("--forks=3", test_one=PASSING, test_two=PASSING, test_three=PASSING)
    assert code == 0, text
    assert "6 passed" in text
    made = (tmp_path / "shared").read_text().split()
    assert sorted(made) == ["test_one", "test_three", "test_two"]


def test_failures_warnings_and_crashes_are_told_and_the_others_still_run(run, tmp_path):
    code, text = run("--forks=2", test_odd=ODD, test_one=PASSING)
    assert code == 1
    assert "seen with the failure" in text
    assert "UserWarning: look here" in text
    assert f"its process ended (-{signal.SIGKILL.value})" in text
    assert "test_odd.py::test_crashes" in text
    assert "2 failed, 4 passed, 1 skipped, 1 warning" in text
    # The worker after the crash has made its own.
    assert (tmp_path / "shared").read_text().split().count("test_odd") == 2


def test_the_first_failure_ends_a_run_that_is_to_end_there(run):
    many = "\n".join(f"def test_{n}(): assert {n} != 1" for n in range(40))
    code, text = run("--forks=1", "-x", test_many=many, test_one=PASSING)
    assert code == 1
    assert "1 failed" in text
    assert "stopping after 1 failures" in text
    assert len(re.findall(r"(?m)^PASSED", text)) < 5


def test_files_with_long_tests_come_first_then_those_with_most_tests(run, tmp_path):
    noted = "import os\nopen_ = lambda: open(os.environ['SHARED'], 'a').write(__name__ + ' ')\n"
    small = f"{noted}def test_a(): open_()\n"
    large = f"{small}def test_b(): open_()\n"
    long = f"{noted}import pytest\n@pytest.mark.long\ndef test_a(): open_()\n"
    code, text = run("--forks=1", test_a=small, test_b=large, test_c=long)
    assert code == 0, text
    assert (tmp_path / "shared").read_text().split() == ["test_c", "test_b", "test_b", "test_a"]


def test_waiting_tests_have_workers_of_their_own(run):
    # Each waits for the other, which one worker alone could never see.
    here = "import os, pathlib, time\nplace = pathlib.Path(__file__).parents[{up}]\n"
    meets = "def test_meets():\n    (place / '{mine}').touch()\n"
    meets += "    while not (place / '{other}').exists(): time.sleep(0.01)\n"
    code, text = run(
        "--forks=1",
        "--waiting=waits",
        test_a=here.format(up=0) + meets.format(mine="a", other="b"),
        waits__test_b=here.format(up=1) + meets.format(mine="b", other="a"),
    )
    assert code == 0, text


def test_no_more_tests_run_at_once_than_there_are_slots(run, tmp_path):
    alone = (
        "import os, pathlib\nplace = pathlib.Path(__file__).parent / 'running'\n"
        "import pytest\n"
        "@pytest.mark.parametrize('n', range(20))\n"
        "def test_alone(n):\n    place.mkdir()\n    place.rmdir()\n"
    )
    slots = make_slots(1)
    try:
        told = f"--slots={slots.read_end},{slots.write_end}"
        code, text = run("--forks=3", told, descriptors=slots, test_a=alone, test_b=alone)
        assert code == 0, text
        with slots.hold_slot():
            os.set_blocking(slots.read_end, False)
            with pytest.raises(BlockingIOError):
                os.read(slots.read_end, 1)
    finally:
        os.close(slots.read_end)
        os.close(slots.write_end)
