"""What the loader sees of a program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.programs.program_paths import ProgramState, describe_program


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in (("binary", b"\x7fELF"), ("plain", b"text"), ("sh", b"\x7fELF")):
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o644 if name == "plain" else 0o755)
    (tmp_path / "dash").symlink_to("sh")
    return tmp_path


def host(folder: Path, **environment: str) -> Host:
    return Host(environment={"PATH": str(folder), **environment}, working_directory=str(folder))


def script(folder: Path, name: str, line: str) -> str:
    (folder / name).write_text(f"{line}\necho\n")
    (folder / name).chmod(0o755)
    return str(folder / name)


def test_a_plain_binary_matches_its_own_path(folder: Path) -> None:
    found = describe_program(str(folder / "binary"), host(folder))
    assert found.state is ProgramState.BINARY
    assert (found.real_path, found.sentence, found.error) == (str(folder / "binary"), "", "")
    assert found.can_run


def test_a_bare_name_is_looked_up_in_path(folder: Path) -> None:
    assert describe_program("binary", host(folder)).path == str(folder / "binary")
    (folder / "other").mkdir()
    (folder / "other" / "binary").write_bytes(b"not executable")
    looked = describe_program("binary", host(folder, PATH=f"{folder}/other:{folder}"))
    assert looked.path == str(folder / "binary")


def test_a_relative_path_starts_at_the_working_directory(folder: Path) -> None:
    assert describe_program("./binary", host(folder)).real_path == str(folder / "binary")


def test_a_symbolic_link_says_what_is_compared(folder: Path) -> None:
    (folder / "link").symlink_to("binary")
    found = describe_program("link", host(folder))
    assert found.real_path == str(folder / "binary")
    assert found.sentence == (f"link is a symbolic link; the loader checks {folder / 'binary'}")


def test_a_folder_that_is_a_link_says_what_is_compared(folder: Path) -> None:
    (folder / "bin").mkdir()
    os.rename(folder / "binary", folder / "bin" / "binary")
    (folder / "sbin").symlink_to("bin")
    found = describe_program(str(folder / "sbin" / "binary"), host(folder))
    assert found.sentence == (
        f"binary is in a symlinked folder; the loader checks {folder}/bin/binary"
    )


@pytest.mark.parametrize("line", ["#!{0}/dash -e", "#! {0}/dash", "#!/usr/bin/env -S dash -e"])
def test_a_script_is_seen_as_its_interpreter(folder: Path, line: str) -> None:
    found = describe_program(script(folder, "run", line.format(folder)), host(folder))
    assert found.state is ProgramState.SCRIPT
    assert found.real_path == str(folder / "sh")
    assert found.sentence == (
        f"run is a script: the loader checks {folder / 'sh'}, so every script that "
        f"{folder / 'sh'} runs matches"
    )


def test_a_script_of_a_script_is_seen_as_the_last_interpreter(folder: Path) -> None:
    inner = script(folder, "inner", f"#!{folder}/dash")
    found = describe_program(script(folder, "outer", f"#!{inner}"), host(folder))
    assert found.real_path == str(folder / "sh")


def test_a_script_that_names_nothing_is_taken_as_it_is(folder: Path) -> None:
    assert describe_program(script(folder, "odd", "#!"), host(folder)).state is ProgramState.BINARY


@pytest.mark.parametrize(
    ("name", "state", "error"),
    [
        ("{0}/gone", ProgramState.NOT_FOUND, "{0}/gone does not exist"),
        ("gone", ProgramState.NOT_FOUND, "gone was not found in PATH"),
        ("{0}", ProgramState.FOLDER, "{0} is a folder"),
        ("{0}/plain", ProgramState.NOT_EXECUTABLE, "{0}/plain is not executable"),
        ("plain", ProgramState.NOT_EXECUTABLE, "{0}/plain is not executable"),
        ("{0}/bin\0ary", ProgramState.NOT_FOUND, "{0}/bin\0ary does not exist"),
    ],
)
def test_what_cannot_be_started_says_why(
    folder: Path, name: str, state: ProgramState, error: str
) -> None:
    found = describe_program(name.format(folder), host(folder))
    assert (found.state, found.error) == (state, error.format(folder))
    assert not found.can_run
    assert found.real_path == ""


def test_no_program_is_no_error(folder: Path) -> None:
    found = describe_program("", host(folder))
    assert (found.state, found.error) == (ProgramState.NONE, "")


def test_paths_of_another_root_are_seen_from_there(folder: Path) -> None:
    (folder / "link").symlink_to("binary")
    inside = Host(environment={}, root=str(folder))
    found = describe_program("/link", inside)
    assert (found.path, found.real_path) == ("/link", "/binary")
    default = describe_program("gone", inside)
    assert default.state is ProgramState.NOT_FOUND


def test_a_path_too_long_for_the_loader_is_said(tmp_path: Path) -> None:
    deep = tmp_path
    while len(str(deep)) < 1020:
        deep = deep / ("d" * 100)
    deep.mkdir(parents=True)
    (deep / "binary").write_bytes(b"\x7fELF")
    (deep / "binary").chmod(0o755)
    found = describe_program(str(deep / "binary"), Host(environment={}))
    assert "too long for the loader" in found.sentence
