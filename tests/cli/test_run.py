"""run and env: a configuration for one program, or for a shell."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import VALIDATION, run_without_qt
from tests.framework.settings import SDK
from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit
from vkconfig_py.model.configuration.chosen_program import choose_program
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.configuration.workspace_files import load_workspace, save_workspace
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.launch.run_history import RUNS_FOLDER


def test_a_program_runs_under_a_configuration_with_its_own_exit_code(debugging):
    script = 'echo "$SET_BY_US ${NOT_FOR_IT-unset}"; env | grep -c VK_; cat; exit 7'
    done = run_without_qt("run", "-c", "Debugging", "--", "sh", "-c", script, stdin=b"typed\n")
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 7
    assert lines[0] == "a b unset"
    assert lines[-1] == "typed"


def test_the_program_of_the_configuration_runs(debugging):
    assert run_without_qt("run", "-c", "Other").returncode == 9


def test_a_configuration_that_names_no_program_runs_the_one_chosen_last(debugging):
    folder = find_state_paths(os.environ).configurations
    workspace = load_workspace(folder).workspace
    chosen = choose_program(
        workspace._replace(selected_key="debug"), Target("/bin/sh", ("-c", "exit 5"))
    )
    save_workspace(folder, workspace, chosen.workspace)
    assert run_without_qt("run", "-c", "Debugging").returncode == 5
    assert run_without_qt("run", "-c", "Other").returncode == 9


def test_a_run_leaves_nothing_behind(debugging):
    """Nothing but its record, which is our own."""
    before = take_snapshot(debugging.root)
    assert run_without_qt("run", "-c", "Debugging", "--", "true").returncode == 0
    shutil.rmtree(find_state_paths(os.environ).state / RUNS_FOLDER)
    assert take_snapshot(debugging.root) == before
    assert list(find_state_paths(os.environ).runtime.iterdir()) == []


def test_what_was_erased_during_a_run_stays_erased(debugging):
    state = find_state_paths(os.environ).state
    run_without_qt("run", "-c", "Debugging", "--summary", "--", "rm", "-r", str(state))
    assert not state.exists()


def test_the_signal_of_a_program_is_an_exit_code(debugging):
    code = run_without_qt("run", "-c", "Debugging", "--", "sh", "-c", "kill -SEGV $$").returncode
    assert code == 128 + signal.SIGSEGV


def test_a_program_that_cannot_start_is_told(debugging):
    done = run_without_qt("run", "-c", "Debugging", "--", "/gone/game")
    assert done.returncode == 127
    assert b"/gone/game does not exist" in done.stderr
    assert run_without_qt("run", "-c", "Debugging", "--", "/etc/passwd").returncode == 126
    assert run_without_qt("run", "-c", "Debugging", "--", "/etc").returncode == 126


def test_a_failure_of_ours_is_told_from_codes_of_the_program(debugging, capsys):
    assert main(["run", "-c", "Nobody", "--json", "--", "true"]) == Exit.NOT_RUN
    assert json.loads(capsys.readouterr().out)["exit_code"] == Exit.NOT_RUN
    with pytest.raises(SystemExit) as ended:
        main(["run", "-c", "Debugging", "--safe", "nothing"])
    assert ended.value.code == Exit.NOT_RUN


def test_a_configuration_without_a_program_asks_for_one(debugging, capsys):
    assert main(["run", "-c", "Debugging"]) == Exit.NOT_RUN
    assert "vkconfig-py run -c Debugging PROGRAM" in capsys.readouterr().err


def test_a_layer_is_on_for_one_run(debugging):
    words = ("run", "-c", "Other", "--json", "sh", "-c", "exit 0")
    told = [
        str(json.loads(run_without_qt(*words[:3], *layers, *words[3:]).stdout)["files"])
        for layers in ((), ("-l", "khronos_validation"))
    ]
    assert [VALIDATION in files for files in told] == [False, True]
    assert run_without_qt("run", "-l", "nobody", "true").returncode == Exit.NOT_RUN


def test_the_name_of_a_configuration_in_place_of_a_program_leads_on(debugging, capsys):
    assert main(["run", "Debugging", "true"]) == Exit.NO_PROGRAM
    assert "vkconfig-py run -c Debugging true" in capsys.readouterr().err


def test_options_of_the_program_are_not_ours(debugging):
    done = run_without_qt("run", "-c", "Debugging", "--", "echo", "-q", "--", "--help")
    assert done.stdout == b"-q -- --help\n"


def test_variables_are_printed_for_a_shell(debugging, capsys):
    assert main(["env", "-c", "Debugging"]) == 0
    text = capsys.readouterr().out
    shell = ["bash", "-c", f'NOT_FOR_IT=1; {text}\necho "$SET_BY_US ${{NOT_FOR_IT-unset}}"']
    done = subprocess.run(shell, capture_output=True, check=True)
    assert done.stdout == b"a b unset\n"
    assert main(["env", "steam", "-c", "Debugging"]) == 0
    assert capsys.readouterr().out.endswith("%command%\n")


def test_messages_of_the_validation_layer_are_counted_at_the_end(debugging):
    script = "cat tests/data/validation/newer-limited.txt; echo own >&2; exit 3"
    asked = ("run", "-c", "Debugging", "--summary", "--", "sh", "-c", script)
    done = run_without_qt(*asked)
    assert done.returncode == 3
    assert done.stdout == Path("tests/data/validation/newer-limited.txt").read_bytes()
    lines = done.stderr.decode().splitlines()
    assert lines[-5:-3] == [
        "vkconfig-py: 4 messages, 4 kinds: 2 errors, 2 notes",
        (
            "vkconfig-py:      1 error   VUID-VkBufferCreateInfo-size-00912 (the layer "
            "suppressed further messages)"
        ),
    ]
    assert "own" in lines


def test_messages_that_go_to_a_file_are_counted_at_the_end(debugging, monkeypatch, tmp_path):
    manifest = json.loads(debugging.manifest(VALIDATION).read_text())
    declared = json.loads((SDK / "VkLayer_khronos_validation.json").read_text())["layer"]
    manifest["layer"] = declared | {"library_path": manifest["layer"]["library_path"]}
    debugging.manifest(VALIDATION).write_text(json.dumps(manifest))
    log, settings = tmp_path / "messages", tmp_path / "settings.txt"
    settings.write_text(f"khronos_validation.log_filename = {log}\n")
    monkeypatch.setenv("VK_LAYER_SETTINGS_PATH", str(settings))
    script = f"cat tests/data/validation/newer-limited.txt > {log}"
    done = run_without_qt("run", "-c", "Debugging", "--summary", "--", "sh", "-c", script)
    assert b"4 messages, 4 kinds: 2 errors, 2 notes" in done.stderr
    log.unlink()
    log.mkdir()
    done = run_without_qt("run", "-c", "Debugging", "--summary", "--json", "--", "true")
    assert f"No validation messages; messages in {log} were not read" in done.stderr.decode()
    assert json.loads(done.stdout)["unread_messages"] == str(log)


def test_the_summary_is_part_of_the_json(debugging):
    asked = ("run", "-c", "Debugging", "--summary", "--json", "--", "cat")
    recorded = Path("tests/data/validation/older-plain.txt").read_bytes()
    done = run_without_qt(*asked, stdin=recorded)
    answer = json.loads(done.stdout)
    assert answer["messages"][0] == {
        "identifier": "VUID-VkBufferCreateInfo-size-00912",
        "severity": "error",
        "total": 2,
        "is_limited": False,
    }
    assert b"6 messages, 4 kinds" in done.stderr


def test_a_run_in_safe_mode_says_its_chain_and_loads_no_more(debugging):
    debugging.add_implicit_layer("I")
    debugging.add_explicit_layer("E")
    asked = ("run", "-c", "Debugging", "--safe", "layers", "--", "sh", "-c", "env")
    done = run_without_qt(*asked)
    assert done.returncode == 0
    assert b"Safe mode, without any layers: sh will load no layers" in done.stderr
    assert b"DISABLE_I=1" in done.stdout
    assert b"VK_LOADER_LAYERS_DISABLE=E" in done.stdout


def test_a_run_with_one_driver_names_it_in_part(debugging):
    debugging.add_driver("first")
    debugging.add_driver("second")
    done = run_without_qt("run", "-c", "Debugging", "--driver", "second", "--", "sh", "-c", "env")
    assert b"with only second" in done.stderr
    assert b"VK_LOADER_DRIVERS_SELECT=second.json" in done.stdout
    missing = run_without_qt("run", "-c", "Debugging", "--driver", "third", "--", "true")
    assert missing.returncode == Exit.NOT_RUN
    assert "No driver named “third”. Available: " in missing.stderr.decode()


def test_runs_that_go_on_at_once_are_listed_first(debugging):
    ours = (sys.executable, "-m", "vkconfig_py")
    run_without_qt("run", "-c", "Debugging", "--", "/bin/sh", "-c", "exit 3")
    inner = ("run", "-c", "Other", "--", *ours, "history", "runs", "--json")
    done = run_without_qt("run", "-c", "Debugging", "--", *ours, *inner)
    runs = json.loads(done.stdout)["runs"]
    assert [(one["configuration"], one["running"]) for one in runs] == [
        ("Other", True),
        ("Debugging", True),
        ("Debugging", False),
    ]


def test_runs_are_listed_and_compared(debugging, capsys):
    assert main(["history", "runs"]) == 0
    assert capsys.readouterr().out == "No runs recorded.\n"
    run_without_qt("run", "-c", "Debugging", "--", "/bin/sh", "-c", "exit 3")
    run_without_qt("run", "-c", "Other", "--", "/bin/sh", "-c", "kill -SEGV $$")
    assert main(["history", "runs", "sh", "--json"]) == 0
    runs = json.loads(capsys.readouterr().out)["runs"]
    assert [(one["configuration"], one["ended"]) for one in runs] == [
        ("Other", "ended by SIGSEGV"),
        ("Debugging", "exit 3"),
    ]
    later, earlier = (one["id"] for one in runs)
    assert main(["history", "runs", "--compare", earlier, later]) == 0
    text = capsys.readouterr().out
    assert "Configuration: Debugging -> Other" in text
    assert "Outcome: exit 3 -> terminated by SIGSEGV" in text
    assert "Loader" not in text
    assert main(["history", "runs", "--compare", later, "2"]) == 3
