"""A program on the terminal of a command line runs as if it had been started by hand."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

from tests.framework.patience import PATIENCE, wait_for
from tests.model.launch.runs import EMPTY, attached, gone
from vkconfig_py.model.launch.foreground import run_foreground
from vkconfig_py.model.launch.run_program import LaunchError


def test_an_attached_program_has_our_input_and_output():
    with attached("sh", "-c", "read line; echo got $line; exit 4", stdin=subprocess.PIPE) as child:
        assert child.communicate("text\n", PATIENCE)[0] == "got text\nexit 4\n"


def test_the_keys_of_a_terminal_are_the_programs_own_business():
    # Without a terminal the signal is passed on as well: it may come twice.
    handler = 'trap "" INT; echo interrupted; exit 5'
    script = f"trap '{handler}' INT; echo ready; while :; do sleep 0.05; done"
    with attached("sh", "-c", script) as child:
        assert child.stdout.readline() == "ready\n"
        os.killpg(child.pid, signal.SIGINT)
        assert child.communicate(timeout=PATIENCE)[0] == "interrupted\nexit 5\n"


def test_a_terminated_command_line_takes_the_program_and_its_children_along():
    script = "setsid sleep 1000 & echo $!; echo $$; wait; sleep 1000"
    with attached("sh", "-c", script) as child:
        pids = [int(child.stdout.readline()) for _ in range(2)]
        child.send_signal(signal.SIGTERM)
        assert child.communicate(timeout=PATIENCE)[0] == "stopped\n"
        assert gone(pids)


@pytest.mark.parametrize("is_for_all", [True, False], ids=["keys", "kill -INT"])
def test_an_interrupted_program_leaves_none_of_its_children_behind(is_for_all):
    script = "setsid sh -c 'trap : INT; sleep 1000' & echo $!; exec sleep 1001"
    with attached("sh", "-c", script) as child:
        pid = int(child.stdout.readline())
        wait_for(lambda: os.getsid(pid) == pid)
        if is_for_all:
            os.killpg(child.pid, signal.SIGINT)
        else:
            child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=PATIENCE)[0] == "terminated by SIGINT\n"
        assert gone([pid])


def test_an_attached_program_that_does_not_exist_is_told(tmp_path):
    answer = run_foreground(str(tmp_path / "gone"), (), "", os.environ, EMPTY)
    assert isinstance(answer, LaunchError)
