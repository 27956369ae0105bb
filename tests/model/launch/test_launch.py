"""A launch runs a program with its plan, hands on its output, and leaves nothing when stopped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.launch.runs import plan_in
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.launch.private_folder import create_launch_folder, remove_folder
from vkconfig_py.model.launch.run_program import (
    LINE_LIMIT,
    LaunchEnd,
    LaunchError,
    LineSplitter,
    StartFailure,
    get_signal_name,
)
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile


def test_output_arrives_in_lines_of_both_streams(run):
    run.shell("echo one; echo two >&2; printf three")
    assert run.wait() == LaunchEnd(0, "", False, "exit 0")
    assert run.out() == ["one", "three"]
    assert ("err", "two") in run.lines


def test_an_exit_code_is_named(run):
    assert run.shell("exit 7").wait() == LaunchEnd(7, "", False, "exit 7")


def test_a_signal_is_named(run):
    assert run.shell("kill -SEGV $$").wait() == LaunchEnd(
        None, "SIGSEGV", False, "terminated by SIGSEGV"
    )


def test_a_signal_without_a_name_has_its_number():
    assert get_signal_name(40) == "signal 40"


def test_variables_are_set_and_really_unset(run):
    variables = (Variable("SET_BY_PLAN", "a b"), Variable("GONE", None), Variable("EMPTY", ""))
    plan = Plan(mechanism=Mechanism.LAUNCH, variables=variables)
    run.shell('echo "$SET_BY_PLAN:${GONE-unset}:${EMPTY-unset}"', plan=plan, GONE="here").wait()
    assert run.out() == ["a b:unset:"]


def test_no_shell_reads_the_arguments(run):
    run.start("/bin/echo", "$HOME;", "`id`", "*", "").wait()
    assert run.out() == ["$HOME; `id` * "]


def test_a_bare_name_is_looked_up_in_path(run):
    run.start("echo", "found").wait()
    assert run.out() == ["found"]


def test_the_program_runs_in_its_working_directory(run, tmp_path):
    run.start("pwd", cwd=str(tmp_path)).wait()
    assert run.out() == [str(tmp_path)]


def test_the_program_reads_nothing_from_our_input(run):
    run.start("cat")
    assert run.wait().code == 0


def test_bytes_that_are_no_text_stay_visible(run):
    run.start("printf", r"a\377b\n").wait()
    assert run.out() == [r"a\xffb"]


def test_the_private_files_are_there_while_it_runs_and_gone_when_the_end_is_told(run, paths):
    run.folder = create_launch_folder(paths)
    file = plan_in(run.folder).files[0].path
    run.shell(f"stat -c %a '{run.folder}' '{file}'; cat '{file}'", plan=plan_in(run.folder)).wait()
    assert run.out() == ["700", "600", "{}"]
    assert run.folder_at_end == [False]
    assert list(paths.runtime.iterdir()) == []


def test_a_folder_that_only_has_a_name_yet_is_made(run, paths):
    run.folder = str(paths.runtime / "launch-0123456789ab")
    run.shell(f"stat -c %a '{run.folder}'", plan=plan_in(run.folder)).wait()
    assert run.out() == ["700"]
    assert run.folder_at_end == [False]


def test_files_outside_a_launch_folder_are_refused(run, tmp_path):
    file = PlannedFile(str(tmp_path / "VkLayer_override.json"), b"{}")
    run.start("true", plan=Plan(mechanism=Mechanism.LAUNCH, files=(file,)))
    assert isinstance(run.launch, LaunchError)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_others_can_write_to_is_refused(run, paths):
    folder = paths.runtime / "launch-shared"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    run.start("true", plan=plan_in(str(folder)))
    assert "other users can write to this folder" in run.launch.sentence


def test_a_runtime_folder_that_cannot_be_used_is_replaced(paths, monkeypatch, tmp_path):
    paths.runtime.write_bytes(b"a file")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = Path(create_launch_folder(paths))
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (lambda path: None, "{} does not exist"),
        (lambda path: path.mkdir(), "{} is a folder"),
        (lambda path: path.write_bytes(b"#!/bin/sh\n"), "{} is not executable"),
        (lambda path: (path.write_bytes(b"\0junk"), path.chmod(0o755)), "{}: exec format error"),
        (
            lambda path: (path.write_bytes(b"#!/nowhere/at/all\n"), path.chmod(0o755)),
            "{} cannot be started: its interpreter /nowhere/at/all does not exist",
        ),
    ],
    ids=["missing", "folder", "not executable", "no program", "no common interpreter"],
)
def test_a_program_that_cannot_run_is_told_with_its_path(run, paths, tmp_path, prepare, sentence):
    path = tmp_path / "program"
    prepare(path)
    folder = create_launch_folder(paths)
    run.start(str(path), plan=plan_in(folder))
    expected = f"The program was not started: {sentence.format(path)}."
    missing = sentence.endswith("does not exist")
    cause = StartFailure.NOT_FOUND if missing else StartFailure.NOT_EXECUTABLE
    assert run.launch == LaunchError(expected, cause)
    assert not list(paths.runtime.glob("*/vulkan"))


def test_no_program_is_told(run):
    run.start("")
    assert run.launch == LaunchError("The program was not started: no program is specified.")


def test_a_working_directory_that_is_gone_is_told(run, tmp_path):
    run.start("true", cwd=str(tmp_path / "gone"))
    assert run.launch.sentence.endswith(
        "gone does not exist or is not a folder. Clear the setting or choose another folder."
    )


def test_an_argument_that_no_program_can_take_is_told(run):
    run.start("true", "a\0b")
    assert "null byte" in run.launch.sentence


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("A=B", "1", "a variable cannot be named “A=B”"),
        ("A\0", None, r"a variable cannot be named “A\x00”"),
        ("", "1", "a variable without a name cannot be set"),
        ("A", "1\0", "the value of A contains a NUL byte"),
    ],
)
def test_a_variable_that_no_program_can_have_is_not_blamed_on_it(run, name, value, words):
    plan = Plan(mechanism=Mechanism.LAUNCH, variables=(Variable(name, value),))
    run.start("true", plan=plan)
    assert words in run.launch.sentence
    assert "/true" not in run.launch.sentence


@given(chunks=st.lists(st.binary(max_size=20)))
def test_lines_do_not_depend_on_how_the_bytes_arrive(chunks):
    splitter = LineSplitter()
    parts = [line for chunk in chunks for line in splitter.feed(chunk)] + splitter.finish()
    whole = LineSplitter()
    assert parts == whole.feed(b"".join(chunks)) + whole.finish()


def test_a_line_without_end_is_given_in_pieces():
    splitter = LineSplitter()
    lines = splitter.feed(b"x" * (3 * LINE_LIMIT + 5))
    assert [len(line) for line in lines] == [LINE_LIMIT] * 3
    assert splitter.finish() == ["x" * 5]


def test_folders_of_launches_that_were_killed_before_they_began_are_removed(tmp_path):
    paths = StatePaths(tmp_path / "c", tmp_path / "s", tmp_path / "run")
    old, new, foreign = (tmp_path / "run" / f"launch-{name}" for name in ("old", "new", "foreign"))
    for folder in (old, new, foreign):
        folder.mkdir(parents=True)
    (foreign / "file").write_text("somebody's")
    for folder in (old, foreign):
        os.utime(folder, (1, 1))
    made = Path(create_launch_folder(paths))
    assert set((tmp_path / "run").iterdir()) == {new, foreign, made}
    assert (made / "owner").is_file()
    remove_folder(str(made))
