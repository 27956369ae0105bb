"""A namespace for probes: entered whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.framework.patience import PATIENCE

_WITHOUT_ITS_PROC = """
import os
from vkconfig_py.loader.probe import subreaper
subreaper._show_own_processes = lambda _libc: False
is_in = subreaper.enter()
child = os.fork()
if child == 0:
    print(is_in, os.getpid() == int(os.readlink("/proc/self")), flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""


def test_where_its_proc_cannot_be_mounted_a_child_keeps_the_number_that_others_see():
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-c", _WITHOUT_ITS_PROC]
    said = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert said.stdout == "False True\n"
