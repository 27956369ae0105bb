"""processes --stop: a running program with Vulkan is asked to end, and no other."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE, wait_for
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit

LOADER = "libvulkan.so.1"


@pytest.fixture
def sleeper():
    """A program that has the loader mapped."""
    environment = {**os.environ, "LD_PRELOAD": LOADER}
    process = subprocess.Popen(["/bin/sleep", "1000"], env=environment)
    yield process
    process.kill()
    process.wait(PATIENCE)


def has_loader(pid: int) -> bool:
    return LOADER in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace")


def test_a_process_is_asked_to_end(sleeper, capsys):
    wait_for(lambda: has_loader(sleeper.pid))
    assert main(["processes", str(sleeper.pid), "--stop"]) == 0
    assert f"(process {sleeper.pid}) to end." in capsys.readouterr().out
    assert sleeper.wait(PATIENCE) == -15


def test_only_one_process_that_has_vulkan_is_stopped(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["processes", "--stop"])
    assert ended.value.code == Exit.USAGE
    assert main(["processes", str(os.getpid()), "--stop"]) == Exit.NOT_FOUND
    assert "has no Vulkan loader loaded." in capsys.readouterr().err
