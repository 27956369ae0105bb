"""bisect: what breaks a program is found on the command line, can be continued and kept off."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import WITHOUT_QT, run_without_qt, save
from tests.framework.patience import GROWING_LIMITS, wait_for
from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main
from vkconfig_py.model.bisect.trial_run import NO_LOADER_OUTPUT
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Variable
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import find_state_paths

BAD = "VK_LAYER_bad"
# It fails unless the layer is turned off, as a program that the layer breaks.
BREAKS = ("--", "sh", "-c", f'test -n "$DISABLE_{BAD}" || kill -SEGV $$')


@pytest.fixture
def broken(machine):
    """A machine with three implicit layers; BAD breaks the program of BREAKS."""
    machine.add_implicit_layer("VK_LAYER_fine")
    machine.add_implicit_layer(BAD)
    save(Configuration(key="mine", name="Mine"))
    return machine


def workspace():
    return load_workspace(find_state_paths(os.environ).configurations).workspace


def test_the_layer_is_found_and_nothing_but_the_search_is_left(broken, capsys):
    before = take_snapshot(broken.root)
    assert main(["bisect", *BREAKS]) == 0
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert told.err.count(str(NO_LOADER_OUTPUT)) == 1
    assert lines[0] == "Searching 3 layers and 1 driver for the culprit that breaks sh."
    assert lines[2] == "Trial 1: with everything on … failed (SIGSEGV)"
    assert lines[3] == "Trial 2: without all 3 layers … worked (exit 0)"
    assert f"{BAD} breaks sh (SIGSEGV)." in lines
    assert f"With everything else on, it works without {BAD} ({broken.manifest(BAD)})." in lines
    changed = {path for path in take_snapshot(broken.root).items() if path not in before.items()}
    files = {Path(path).name for path, _ in changed if Path(path).suffix == ".json"}
    assert files <= {"bisect.json", "loaders.json", "opened.json", "programs.json"}
    assert list(find_state_paths(os.environ).runtime.iterdir()) == []


def test_json_names_the_culprit_and_all_trials(broken, capsys):
    assert main(["bisect", "--json", *BREAKS]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["result"] == "found"
    assert [part["name"] for part in told["culprits"][0]["parts"]] == [BAD]
    first = told["trials"][0]
    assert (first["left_out"], first["failed"], first["reason"]) == ([], True, "SIGSEGV")
    assert first["notes"] == [str(NO_LOADER_OUTPUT)]


def test_what_is_found_is_kept_off_for_the_program_alone(broken, capsys):
    assert main(["bisect", "--pin", *BREAKS]) == 0
    added = workspace().configurations[1]
    assert added.name == "sh without bad"
    assert added.get_control(BAD) is LayerControl.OFF
    assert [one.path for one in added.programs] == [os.path.realpath("/bin/sh")]
    assert added.target.arguments[0] == "-c"
    assert "“sh without bad” keeps the culprit off for" in capsys.readouterr().out
    assert workspace().selected_key == "mine"
    assert main(["run", "-c", "sh without bad"]) == 0


def test_what_is_found_is_kept_off_for_a_program_that_is_gone(broken, capsys):
    game = broken.root / "game"
    game.symlink_to("/bin/sh")
    assert main(["bisect", "--", str(game), *BREAKS[2:]]) == 0
    game.unlink()
    assert main(["config", "delete", "mine"]) == 0
    capsys.readouterr()
    assert main(["bisect", "--continue", "--pin"]) == 0
    assert f"keeps the culprit off for {game}." in capsys.readouterr().out
    (added,) = (one for one in workspace().configurations if not one.built_in)
    assert [one.path for one in added.programs] == [str(game)]


def test_what_is_found_is_kept_off_in_the_configuration_that_is_named(broken):
    assert main(["bisect", "-c", "mine", *BREAKS]) == 0
    assert main(["bisect", "-c", "mine", "--continue", "--pin"]) == 0
    assert [one.name for one in workspace().configurations if not one.built_in] == ["Mine"]
    assert workspace().configurations[0].get_control(BAD) is LayerControl.OFF


def test_a_variable_of_the_configuration_is_found(broken, capsys):
    variables = (Variable("HARMLESS", "1"), Variable("HARMFUL", "yes"))
    save(Configuration(key="mine", name="Mine", environment=variables))
    assert main(["bisect", "--", "sh", "-c", 'test -z "$HARMFUL"']) == 0
    assert "The variable HARMFUL=yes breaks sh (exit 1)." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "script", "code"),
    [
        ((), "true", 1),
        (("--exit", "3"), f'test -n "$DISABLE_{BAD}" && exit 3', 0),
        (("--text", "fine"), f'test -n "$DISABLE_{BAD}" && echo is fine; true', 0),
        (("--not-text", "error"), f'test -n "$DISABLE_{BAD}" || echo an error >&2', 0),
        (("--only", "drivers"), f'test -n "$DISABLE_{BAD}"', 1),
    ],
    ids=["works", "exit", "text", "not text", "only drivers"],
)
def test_what_success_is_can_be_said(broken, options, script, code):
    assert main(["bisect", *options, "--", "sh", "-c", script]) == code


@pytest.mark.parametrize(
    ("options", "script"),
    [
        ((), f'test -n "$DISABLE_{BAD}" && exec sleep 60; exit 1'),
        (("--still-running", "fails"), f'test -n "$DISABLE_{BAD}" || exec sleep 60'),
    ],
    ids=["runs on", "hangs"],
)
def test_a_program_that_runs_on_is_a_success_or_not(broken, options, script, capsys):
    for seconds in GROWING_LIMITS:  # until what ends by itself does so within them
        code = main(["bisect", "--time", str(seconds), *options, "--", "sh", "-c", script])
        if f"{BAD} breaks sh" in capsys.readouterr().out:
            assert code == 0
            return
    raise AssertionError("the layer was not found")


def test_a_program_that_fails_every_second_time_is_searched_with_more_runs(broken, capsys):
    count = broken.root / "count"
    script = (
        f'test -n "$DISABLE_{BAD}" && exit 0; echo >> {count}; test $(($(wc -l < {count}) % 2)) = 0'
    )
    assert main(["bisect", "--repeat", "2", "--", "sh", "-c", script]) == 0
    out = capsys.readouterr().out
    assert f"{BAD} breaks sh (exit 1)." in out
    assert "Repeated trials gave different results" in out
    assert " again … " in out


def test_a_program_that_cannot_start_is_told(broken, capsys):
    assert main(["bisect", "--", "/gone/game"]) == 127
    assert "/gone/game does not exist" in capsys.readouterr().err


def test_a_search_that_was_stopped_goes_on_where_it_was(broken):
    asked = ("bisect", "--ask", "--", "sleep", "1000")
    stopped = run_without_qt(*asked, stdin=b"n\ny\ns\n")
    assert stopped.returncode == 130
    told = stopped.stderr.decode()
    assert "A culprit search for sleep was interrupted after 2 trials." in told
    again = run_without_qt(*asked)
    assert again.returncode == 1
    assert "bisect --continue" in again.stderr.decode()
    # Once more, with the first layer alone it fails, without it it works.
    went_on = run_without_qt("bisect", "--continue", stdin=b"a\nn\ny\n")
    assert went_on.returncode == 0, went_on
    lines = went_on.stdout.decode().splitlines()
    assert "Trial 2, from an earlier run: worked (your answer)" in lines
    assert any(line.startswith("With everything else on, it works without") for line in lines)


def test_a_search_is_forgotten(broken, capsys):
    run_without_qt("bisect", "--ask", "--", "sleep", "1000", stdin=b"n\n")
    assert main(["bisect", "--forget"]) == 0
    assert "Discarded the search for the culprit in sleep." in capsys.readouterr().out
    assert main(["bisect", "--continue"]) == 3
    assert main(["bisect", "--forget"]) == 0


def test_a_search_on_another_machine_is_not_continued(broken, capsys):
    run_without_qt("bisect", "--ask", "--", "sleep", "1000", stdin=b"n\n")
    broken.add_implicit_layer("VK_LAYER_new")
    assert main(["bisect", "--continue"]) == 1
    assert "earlier results no longer apply" in capsys.readouterr().err


def test_a_search_that_was_killed_goes_on_and_its_trial_is_ended(broken, capsys):
    running = broken.root / "running"
    script = f'test -n "$DISABLE_{BAD}" && exit 0; echo $$ > {running}; test -n "$HANG" && sleep 60'
    command = [sys.executable, "-c", WITHOUT_QT, "bisect", "--time", "0", "--", "sh", "-c", script]
    environment = {**os.environ, "HANG": "1"}
    with subprocess.Popen(command, env=environment, start_new_session=True) as killed:
        try:
            wait_for(running.exists, "the first trial")
            wait_for(running.read_text, "its number")
        finally:
            killed.send_signal(signal.SIGKILL)
    program = Path(f"/proc/{running.read_text().strip()}")
    assert program.exists()
    assert main(["bisect", "--continue"]) == 0
    assert f"{BAD} breaks sh" in capsys.readouterr().out
    wait_for(lambda: not program.exists(), "the end of the trial that was left over")


def test_two_searches_do_not_run_at_once(broken, capsys):
    running = broken.root / "running"
    command = [sys.executable, "-c", WITHOUT_QT, "bisect", "--time", "0", "--"]
    with subprocess.Popen([*command, "sh", "-c", f"touch {running}; exec sleep 1000"]) as first:
        try:
            wait_for(running.exists, "the first trial")
            assert main(["bisect", *BREAKS]) == 1
            assert main(["bisect", "--forget"]) == 1
            assert "A search is already running" in capsys.readouterr().err
        finally:
            first.terminate()
    assert first.returncode == 130


def test_what_does_not_fit_together_is_a_usage_error(broken, capsys):
    for wrong in (
        ["--continue", "--", "vkcube"],
        ["--time", "never"],
        ["--repeat", "0"],
        ["-c", "mine"],
    ):
        with pytest.raises(SystemExit) as ended:
            main(["bisect", *wrong])
        assert ended.value.code == 2
    assert "no program is selected" in capsys.readouterr().err
