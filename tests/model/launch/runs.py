"""What tests of launches share: a launch that remembers, processes that are gone."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from tests.framework.patience import PATIENCE, wait_for
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.launch.run_program import Launch, LaunchEnd, LaunchError, start_launch
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile

EMPTY = Plan(mechanism=Mechanism.LAUNCH)


class Run:
    """A launch and everything it told."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []
        self.ends: list[LaunchEnd] = []
        self.folder_at_end: list[bool] = []
        self.folder = ""
        self.seen = threading.Condition()
        self.launch: Launch | LaunchError | None = None

    def start(self, *command: str, plan: Plan = EMPTY, cwd: str = "", **more: str) -> Run:
        environment = {**os.environ, **more}
        self.launch = start_launch(
            command[0],
            command[1:],
            cwd,
            environment,
            plan,
            on_line=self._on_line,
            on_end=self._on_end,
        )
        return self

    def shell(self, script: str, **named) -> Run:
        return self.start("/bin/sh", "-c", script, **named)

    def _on_line(self, stream: str, line: str) -> None:
        with self.seen:
            self.lines.append((stream, line))
            self.seen.notify_all()

    def _on_end(self, ended: LaunchEnd) -> None:
        self.ends.append(ended)
        self.folder_at_end.append(bool(self.folder) and os.path.exists(self.folder))

    def wait_line(self, text: str) -> None:
        with self.seen:
            found = self.seen.wait_for(
                lambda: any(text in line for _, line in self.lines), PATIENCE
            )
        assert found, self.lines

    def wait(self) -> LaunchEnd:
        ended = self.launch.wait(PATIENCE)
        assert ended is not None
        assert self.ends == [ended]
        return ended

    def out(self) -> list[str]:
        return [line for stream, line in self.lines if stream == "out"]


def plan_in(folder: str, *variables: Variable) -> Plan:
    file = PlannedFile(f"{folder}/vulkan/implicit_layer.d/VkLayer_override.json", b"{}")
    return Plan(mechanism=Mechanism.LAUNCH, files=(file,), variables=variables)


def gone(pids: list[int]) -> bool:
    return wait_for(lambda: not any(runs(pid) for pid in pids), "the end of processes")


def runs(pid: int) -> bool:
    try:
        text = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return text[text.rindex(b")") + 2 :][:1] != b"Z"


ATTACHED = """
import os, sys
from vkconfig_py.model.launch.foreground import run_foreground
from vkconfig_py.model.plan.plan import Mechanism, Plan
plan = Plan(mechanism=Mechanism.LAUNCH)
ended = run_foreground(sys.argv[1], tuple(sys.argv[2:]), "", os.environ, plan)
print(ended.sentence, flush=True)
"""


def attached(*command: str, **named) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ATTACHED, *command],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **named,
    )
