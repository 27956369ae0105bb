"""Programs that are forked of a ready Python are like those that are started."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.framework.ready_python import list_servers, run_python

PROGRAM = """
import os, sys
print(sys.argv[1:], os.environ.get("OWN"), os.getcwd(), sys.stdin.read())
print(len(os.listdir("/proc/self/fd")))
print("error", file=sys.stderr)
with open("made", "w") as file:
    pass
print(oct(os.stat("made").st_mode))
sys.exit(int(sys.argv[1]))
"""


def test_a_program_is_told_and_tells_the_same_as_one_that_is_started(tmp_path):
    environment = {"PATH": os.environ["PATH"], "OWN": "ü"}
    started = subprocess.run(
        [sys.executable, "-c", PROGRAM, "7", "b c"],
        env=environment, cwd=tmp_path, input=b"typed", capture_output=True, umask=0o077,
        check=False,
    )  # fmt: skip
    (tmp_path / "made").unlink()
    ready = run_python(
        *("-c", PROGRAM, "7", "b c"),
        environment=environment,
        folder=tmp_path,
        stdin=b"typed",
        mask=0o077,
    )
    assert (ready.returncode, ready.stdout, ready.stderr) == (7, started.stdout, b"error\n")


@pytest.mark.parametrize(
    ("code", "result", "said"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", -11, b""),
        ("raise SystemExit('why')", 1, b"why\n"),
        ("import PySide6", 1, b"ModuleNotFoundError: No module named 'PySide6'\n"),
    ],
)
def test_its_end_is_told(code, result, said):
    done = run_python("-c", code)
    assert done.returncode == result
    assert done.stderr.endswith(said)


def test_one_that_does_not_end_is_ended_and_the_next_one_runs():
    assert run_python("-c", "print(0)").stdout == b"0\n"
    before = list_servers()
    with pytest.raises(subprocess.TimeoutExpired):
        run_python("-c", "import time; time.sleep(1000)", timeout=0.2)
    assert run_python("-c", "print(1)").stdout == b"1\n"
    assert len(list_servers()) == len(before)


def test_variables_that_count_at_the_start_are_those_of_a_process_of_its_own():
    code = "import os, sys; print(sys.flags.dont_write_bytecode, os.environ['LD_LIBRARY_PATH'])"
    environment = {"PYTHONDONTWRITEBYTECODE": "1", "LD_LIBRARY_PATH": "/x"}
    assert run_python("-c", code, environment=environment).stdout == b"1 /x\n"
