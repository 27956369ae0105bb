"""Kills at random steps of applying, extending, withdrawing and ending leave nothing behind.

What is killed is a command, or what stands for a window. No guard helps: the next command is alone.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.cli.test_leases import EVERY, later
from tests.framework.amount import choose_amount
from tests.framework.dying import run_until_killed
from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main
from vkconfig_py.cli.context import find_this_machine
from vkconfig_py.cli.planning import make_applied_request
from vkconfig_py.cli.workspace import read_workspace
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.apply.apply_plan import read_applied
from vkconfig_py.model.apply.service import ApplyService
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.plan.leases import WHILE_THIS_PROCESS_RUNS
from vkconfig_py.model.plan.plan import Mechanism

__all__ = ["later"]

LEASE = 900


def be_window():
    """Apply until this process ends, as a window does."""
    from vkconfig_py.cli.output import Output

    machine = find_this_machine()
    workspace = read_workspace(machine, Output.of_process())
    wanted = next(one for one in workspace.configurations if one.key == "debug")
    service = ApplyService(machine.paths, cache=DocumentCache())
    with service.lock_changes():
        asked = make_applied_request(machine, wanted, mechanism=Mechanism.OVERRIDE)
        service.apply(asked, (), WHILE_THIS_PROCESS_RUNS)


def apply_for_a_time():
    main([*EVERY, "--for", f"{LEASE}s"])


# what is killed, what was done before, and whether the lease is over while it runs
WORK = {
    "apply": (apply_for_a_time, None, False),
    "window": (be_window, None, False),
    "extend": (lambda: main(["extend", "--for", "1m"]), apply_for_a_time, False),
    "withdraw": (lambda: main(["withdraw"]), apply_for_a_time, False),
    "lease end": (lambda: main(["withdraw", "--ended"]), apply_for_a_time, True),
    "apply again": (lambda: main([*EVERY, "--for", "5m"]), apply_for_a_time, False),
}
THEIRS = '{"file_format_version": "1.1.2", "layers": []}'
TRIES = choose_amount(2, long=50)


@pytest.mark.parametrize("name", WORK)
def test_a_kill_leaves_nothing_that_the_next_command_does_not_end(debugging, later, capfd, name):
    work, prepare, is_over = WORK[name]
    theirs = debugging.root / "config_home/vulkan/implicit_layer.d/VkLayer_override.json"
    theirs.parent.mkdir(parents=True, exist_ok=True)
    theirs.write_text(THEIRS)
    theirs.chmod(0o604)
    paths = find_state_paths(Host.read_current().environment)
    before, chance = take_snapshot(debugging.root), random.Random(name)
    for _ in range(TRIES):
        if prepare is not None:
            prepare()
            assert len(read_applied(paths)) == 1
        if is_over:
            later(LEASE)
        run_until_killed(chance.randrange(60), work)
        for file in Path(debugging.root).rglob("implicit_layer.d/VkLayer_override*.json"):
            assert json.loads(file.read_text())
        later(LEASE * 3)
        assert main(["status"]) == 0
        assert read_applied(paths) == ()
        assert take_snapshot(debugging.root) == before
