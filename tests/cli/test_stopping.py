"""ps stop and history runs --stop: what is named is asked to end, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
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
    assert main(["ps", "stop", str(sleeper.pid)]) == 0
    assert f"(process {sleeper.pid}) to quit." in capsys.readouterr().out
    assert sleeper.wait(PATIENCE) == -15


def test_processes_are_found_by_a_part_of_their_name(sleeper, capsys):
    wait_for(lambda: has_loader(sleeper.pid))
    main(["ps", "SLEEP", "--json"])
    processes = json.loads(capsys.readouterr().out)["processes"]
    assert sleeper.pid in [process["pid"] for process in processes]
    assert all("sleep" in process["program"] for process in processes)
    assert main(["ps", "no-such-program"]) == Exit.NOT_FOUND
    assert "No running program named “no-such-program”" in capsys.readouterr().err


def test_only_one_process_that_has_vulkan_is_stopped(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["ps", "stop"])
    assert ended.value.code == Exit.USAGE
    assert main(["ps", "stop", str(os.getpid())]) == Exit.NOT_FOUND
    assert "has not loaded a Vulkan loader." in capsys.readouterr().err


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Starts a script under `run` in a process of its own, until it has made a file."""
    for name in ("HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    processes = []

    def start(script):
        made = tmp_path / f"made-{len(processes)}"
        words = (sys.executable, "-m", "vkconfig_py", "run", "-c", "Validation", "sh", "-c")
        process = subprocess.Popen((*words, script, str(made)), stdout=subprocess.DEVNULL)
        processes.append(process)
        wait_for(made.exists)
        return process

    yield start
    for process in processes:
        process.terminate()
        process.wait(PATIENCE)


def test_runs_are_stopped_by_what_they_are_called_or_all_with_what_they_started(started, capsys):
    first = started("setsid sleep 1000 & touch $0; exec sleep 1001")  # not ended by its child
    second = started("touch $0; exec sleep 999")
    main(["history", "runs", "--json"])
    latest, other = (one["id"] for one in json.loads(capsys.readouterr().out)["runs"])
    assert main(["history", "runs", "--stop", latest]) == 0
    assert capsys.readouterr().out.startswith("Stopped sh -c ")
    assert second.wait(PATIENCE) == 128 + 15
    assert first.poll() is None
    assert main(["history", "runs", "sh", "--stop", "all"]) == 0
    assert first.wait(PATIENCE) == 128 + 15
    capsys.readouterr()
    assert main(["history", "runs", "sh", "--stop", "all"]) == Exit.NOT_FOUND
    assert "No run of “sh” is in progress." in capsys.readouterr().err
    assert main(["history", "runs", "--stop", "all"]) == Exit.NOT_FOUND
    # The digits are those of the same run still, and none could be taken for a place in a list.
    assert main(["history", "runs", "--stop", latest[:4]]) == Exit.FAILED
    assert capsys.readouterr().err.endswith(
        f"Run {latest} has already ended: terminated by SIGTERM.\n"
    )
    assert main(["history", "runs", "--stop", other[:3]]) == Exit.NOT_FOUND
    assert main(["history", "runs", "--stop", "1"]) == Exit.NOT_FOUND
    assert main(["history", "runs", "--stop", "first"]) == Exit.NOT_FOUND
