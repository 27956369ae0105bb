"""apply for a time, extend, status: leases on the command line, and a real guard that ends them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.commands import VALIDATION
from tests.framework.patience import PATIENCE, wait_for
from tests.framework.reference import chromium_loader, debian_loader
from tests.framework.snapshot import take_snapshot
from tests.framework.stand_ins import replace
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.apply import lease_facts, lease_guard
from vkconfig_py.model.apply.journal import read_journal
from vkconfig_py.model.apply.lease_guard import start_guard
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.plan.leases import Moment

EVERY = ["apply", "-c", "Debugging", "--every-program", "--by", "override"]


@pytest.fixture
def paths(debugging):
    return find_state_paths(Host.read_current().environment)


@pytest.fixture
def later(monkeypatch):
    """Return a function that lets seconds pass for every command."""
    passed = [0.0]
    real = lease_facts.read_moment

    def moment():
        now = real()
        return Moment(now.wall_time + passed[0], now.uptime + passed[0], now.boot)

    monkeypatch.setattr(lease_facts, "read_moment", moment)

    def let_pass(seconds):
        passed[0] += seconds

    return let_pass


def status(capsys):
    capsys.readouterr()
    assert main(["status", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_time_follows_what_was_changed_after_it_was_applied(debugging, later, capsys):
    assert main([*EVERY, "--for", "15m"]) == 0
    assert main(["layer", "off", "overlay", "-c", "Debugging"]) == 0
    capsys.readouterr()
    assert main(["status"]) == 0
    assert "You changed it after you applied it. Ends in 1" in capsys.readouterr().out
    later(1000)
    assert main(["withdraw"]) == 0


def test_what_is_applied_for_a_time_is_told_extended_and_ended(debugging, paths, later, capsys):
    before = take_snapshot(debugging.root)
    assert main([*EVERY, "--for", "15m", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["until"], told["seconds_left"], told["process"]) == ("time", 900, None)
    assert told["ends_at"] == pytest.approx(time.time() + 900, abs=PATIENCE)
    later(600)
    (applied,) = status(capsys)["applied"]
    assert 200 < applied["seconds_left"] <= 300
    assert main(["extend", "1h"]) == 0
    assert "“Debugging” ends in 1:0" in capsys.readouterr().out
    assert main(["status", "--overrides"]) == 0
    assert "“Debugging” is applied until " in capsys.readouterr().out
    later(3000)
    assert main(["status"]) == 0
    captured = capsys.readouterr()
    assert "Ends in " in captured.out
    assert (
        "No guard process is running, so it will be withdrawn the next time vkconfig-py "
        "runs after that."
    ) in captured.out
    later(2000)
    assert main(["status"]) == 0
    captured = capsys.readouterr()
    assert "Expired and withdrawn: “Debugging”.\n" in captured.err
    assert captured.out.startswith("Nothing is applied to this machine.\n")
    assert take_snapshot(debugging.root) == before
    assert [entry.what for entry in read_journal(paths)] == ["lease ended", "applied"]
    assert main(["extend", "1h"]) == 3


def test_what_is_applied_for_a_time_can_be_kept(debugging, paths, later, capsys):
    assert main([*EVERY, "--for", "90s"]) == 0
    assert main(["extend", "-c", "Debugging", "--keep"]) == 0
    assert "“Debugging” stays applied until you withdraw it." in capsys.readouterr().out
    later(90)
    assert [one["until"] for one in status(capsys)["applied"]] == ["withdrawn"]
    assert main(["extend", "--keep"]) == 3
    assert main(["withdraw"]) == 0


ANY = (
    ["status"],
    ["status", "--overrides"],
    ["show"],
    ["history"],
    ["env", "-c", "Debugging"],
    ["withdraw", "--ended"],
)


@pytest.mark.parametrize("command", ANY)
def test_every_command_first_ends_what_has_ended(debugging, paths, later, capsys, command):
    before = take_snapshot(debugging.root)
    assert main([*EVERY, "--for", "90s"]) == 0
    later(90)
    assert main(command) == 0
    assert take_snapshot(debugging.root) == before
    assert read_journal(paths)[0].what == "lease ended"


def test_a_dry_run_and_help_end_nothing(debugging, paths, later, capsys):
    assert main([*EVERY, "--for", "90s"]) == 0
    later(90)
    before = take_snapshot(debugging.root)
    assert main([*EVERY, "--dry-run"]) == 0
    with pytest.raises(SystemExit):
        main(["status", "--help"])
    assert take_snapshot(debugging.root) == before
    assert main(["withdraw", "--ended"]) == 0
    assert "Withdrawn: “Debugging”\n" in capsys.readouterr().out
    assert main(["withdraw", "--ended"]) == 0
    assert capsys.readouterr().out == "Nothing has expired.\n"


def test_what_cannot_be_ended_is_told_and_the_command_goes_on(
    debugging, later, capsys, monkeypatch
):
    assert main([*EVERY, "--for", "90s"]) == 0
    later(90)

    def refuse(*_asked, **_named):
        raise OSError(30, "Read-only file system", "/own/lock")

    replace(changing=refuse)
    assert main(["status"]) == 0
    captured = capsys.readouterr()
    assert "Nothing was changed: /own/lock: read-only file system.\n" in captured.err
    assert (
        "A configuration applied today has expired but still affects every program" in captured.out
    )


def test_what_is_applied_while_a_process_runs_names_it(debugging, capsys):
    pid = os.getpid()
    assert main([*EVERY, "--while", str(pid)]) == 0
    out = capsys.readouterr().out
    name = lease_facts.read_process_name(pid)
    assert f"is applied to every program until {name} (process {pid}) ends" in out
    (applied,) = status(capsys)["applied"]
    assert (applied["until"], applied["process"], applied["seconds_left"]) == ("process", pid, None)
    assert main(["extend", "-c", "Debugging", "1h"]) == 1
    assert "has no end time to extend" in capsys.readouterr().err


def test_until_logout_needs_a_login(debugging, monkeypatch, tmp_path, capsys):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    before = take_snapshot(debugging.root)
    assert main([*EVERY, "--until", "logout"]) == 1
    assert "XDG_RUNTIME_DIR is not set" in capsys.readouterr().err
    assert take_snapshot(debugging.root) == before
    (tmp_path / "run").mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.setattr(lease_facts, "_LOGIND_FOLDER", tmp_path)
    assert main([*EVERY, "--until", "logout"]) == 0
    assert "until you log out" in capsys.readouterr().out
    (tmp_path / "run/vkconfig-py/login").unlink()
    assert main(["status"]) == 0
    assert take_snapshot(debugging.root) == before


@pytest.mark.parametrize(
    "wrong",
    [
        ["--for", "15"],
        ["--for", "0m"],
        ["--for", "400d"],
        ["--while", "0"],
        ["--while", "-3"],
        ["--while", "x"],
        ["--until", "later"],
        ["--for", "15m", "--until", "logout"],
    ],
)
def test_a_term_that_is_none_is_refused(debugging, wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*EVERY, *wrong])
    assert ended.value.code == 2


# with a real guard


@pytest.fixture
def guarded(paths):
    """Let commands start real guards; they must be gone at the end."""
    replace(start_guard=start_guard)
    yield paths
    try:
        wait_for(lambda: not lease_guard.find_guard(paths), "the end of the guard")
    except AssertionError:
        os.kill(lease_guard.find_guard(paths), signal.SIGKILL)
        raise


def installed(system):
    """Return what stands in the folders of a machine; beside them are the answers of loaders."""
    return take_snapshot(*(path for path in system.root.iterdir() if path.is_dir()))


def chains(system):
    """Return what programs load with both real loaders."""
    return {system.run_reference(loader()).chain() for loader in (debian_loader, chromium_loader)}


@pytest.mark.long
def test_real_loaders_see_the_layer_until_the_guard_ends_the_lease(debugging, guarded, capsys):
    without = chains(debugging)
    before = installed(debugging)
    assert main([*EVERY, "--for", "365d"]) == 0
    guard = lease_guard.find_guard(guarded)
    assert (
        f"Guard process {guard} will withdraw it then."
        in (main(["status"]), capsys.readouterr().out)[1]
    )
    assert all(VALIDATION in chain for chain in chains(debugging))
    assert main([*EVERY, "--for", "1s"]) == 0
    wait_for(lambda: installed(debugging) == before, "the files of before")
    assert chains(debugging) == without
    wait_for(lambda: not lease_guard.find_guard(guarded), "the end of the guard")
    assert read_journal(guarded)[0].what == "lease ended"


@pytest.mark.long
def test_the_guard_ends_what_is_applied_while_a_program_runs(debugging, guarded):
    before = installed(debugging)
    waiting = [sys.executable, "-c", "input()"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE) as program:
        assert main([*EVERY, "--while", str(program.pid)]) == 0
        assert installed(debugging) != before
        program.kill()
        wait_for(lambda: installed(debugging) == before, "the files of before")
