"""find_executable: every spelling of a program against what the kernel makes of it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from vkconfig_py.loader.api.what_if import WhatIf, render_assumption_notes
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.files.program_files import Executable, RefusedProgram, find_executable
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE

READLINK = str(shutil.which("readlink"))
SPELLINGS = (
    "{0}/bin/tool",
    "{0}/bin/../bin//./tool",
    "{0}/link",
    "{0}/folder/tool",
    "{0}/far",
    "bin/tool",
    "./link",
    "folder/../bin/tool",
    "tool",
    "linked",
    "{0}/script",
    "./script-of-script",
    "by-env",
    "by-env-split",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which one program is found by many names; it prints where its links lead."""
    for name in ("bin", "on-path"):
        (tmp_path / name).mkdir()
    shutil.copy(READLINK, tmp_path / "bin" / "tool")
    (tmp_path / "link").symlink_to("bin/tool")
    (tmp_path / "far").symlink_to(tmp_path / "link")
    (tmp_path / "folder").symlink_to("bin")
    (tmp_path / "on-path" / "linked").symlink_to("../far")
    (tmp_path / "on-path" / "tool.txt").touch()
    scripts = {
        "script": f"#!{tmp_path}/link",
        "script-of-script": f"#! {tmp_path}/script",
        "on-path/by-env": "#!/usr/bin/env linked",
        "on-path/by-env-split": "#!/usr/bin/env -S tool",
    }
    for name, line in scripts.items():
        (tmp_path / name).write_text(f"{line}\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def host(folder: Path) -> Host:
    environment = {"PATH": f"{folder}/on-path:{folder}/folder:/usr/bin:/bin"}
    return Host(environment, working_directory=str(folder))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_program_is_known_as_the_kernel_knows_it(folder: Path, spelling: str) -> None:
    machine, program = host(folder), spelling.format(folder)
    run = subprocess.run(
        [program, "/proc/self/exe"],
        cwd=folder,
        env=dict(machine.environment),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    seen = [line for line in run.stdout.splitlines() if Path(line).name == "tool"]
    assert seen == [f"{folder}/bin/tool"]
    assert find_executable(program, machine).resolved_path == seen[0]
    assumptions, _ = WhatIf(program=program).apply(machine, NEWEST_PROFILE)
    assert assumptions.executable == seen[0]


def test_links_of_another_root_stay_in_it(folder: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "bin").symlink_to("/usr/bin")
    shutil.copy(READLINK, root / "usr" / "bin" / "tool")
    (root / "usr" / "bin" / "alias").symlink_to("/bin/tool")
    (root / "usr" / "bin" / "run").write_text("#!/bin/alias\n")
    (root / "usr" / "bin" / "run").chmod(0o755)
    inside = Host({"PATH": "/bin"}, root=str(root))
    assert find_executable("run", inside) == Executable("/bin/run", "/usr/bin/tool", "/bin/alias")
    assumptions, _ = WhatIf(program="alias", root=str(root)).apply(host(folder), NEWEST_PROFILE)
    assert assumptions.executable == "/usr/bin/tool"


@pytest.mark.parametrize(
    ("spelling", "real", "refused"),
    [
        ("gone", "gone", RefusedProgram.NOT_FOUND),
        ("folder/gone", "{0}/bin/gone", RefusedProgram.NOT_FOUND),
        ("folder", "folder", RefusedProgram.NOT_FOUND),
        ("./folder", "{0}/bin", RefusedProgram.FOLDER),
        ("tool.txt", "{0}/on-path/tool.txt", RefusedProgram.NOT_EXECUTABLE),
        ("./circle", "{0}/circle", RefusedProgram.NOT_FOUND),
    ],
)
def test_what_does_not_run_keeps_the_path_it_would_have(
    folder: Path, spelling: str, real: str, refused: RefusedProgram
) -> None:
    (folder / "circle").symlink_to("circle")
    found = find_executable(spelling, host(folder))
    assert (found.resolved_path, found.refusal) == (real.format(folder), refused)
    said = f"{found.error}; the results assume that the program can be started"
    assert render_assumption_notes(WhatIf(program=spelling), host(folder)) == (said,)


def test_what_runs_needs_no_note(folder: Path) -> None:
    assert render_assumption_notes(WhatIf(program="tool"), host(folder)) == ()
    assert render_assumption_notes(WhatIf(), host(folder)) == ()


def test_other_platforms_keep_a_path_as_it_is_given() -> None:
    windows = Host({}, platform=Platform.WINDOWS)
    assert find_executable(r"C:\game.exe", windows).resolved_path == r"C:\game.exe"


def test_an_interpreter_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    script = tmp_path / "script"
    script.write_text(f"#!{tmp_path}/pipe\n")
    script.chmod(0o755)
    found = find_executable(str(script), Host({}))
    assert (found.path, found.resolved_path) == (str(script), str(tmp_path / "pipe"))
