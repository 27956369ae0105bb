"""What a launch shows of the loader, and what the next picture makes of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from tests.framework.chromium import fetch_chromium_loader
from tests.framework.elf_files import make_elf_file
from tests.framework.patience import PATIENCE, wait_for
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.explain.loader_words import explain_opened_loader, render_short_reason
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.files.opened_loader import (
    LaunchMemory,
    LoaderOrigin,
    ObservedLoader,
    OpenedLoader,
    find_opened,
    get_observations_file,
    make_program_key,
    parse_shown,
    render_shown,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration.configuration import Configuration, Target
from vkconfig_py.model.launch.observed_loader import find_mapped_loaders, store_observed_loaders
from vkconfig_py.model.launch.run_program import Launch, start_launch
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, Mechanism, Plan, PredictionRequest

HOLDER = """
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
int main(int count, char **words) {
    (void)count;
    if (dlopen(words[1], RTLD_NOW) == NULL) return 1;
    while (access(getenv("UNTIL"), F_OK) != 0) usleep(10000);
    return 0;
}
"""


def launch(system: SystemBuilder, program: str, *arguments: str) -> str:
    """Run a program under a plan that changes nothing; return a loader that was not expected."""
    plan = Plan(Mechanism.LAUNCH)
    until = Path(tempfile.mkdtemp(dir=system.root.parent)) / "seen"  # it ends once that is there
    started = start_launch(
        program,
        arguments,
        "",
        {**system.environment, "UNTIL": str(until)},
        plan,
        on_line=lambda _name, _line: None,
        on_end=lambda _ended: None,
    )
    assert isinstance(started, Launch), started
    try:
        wait_for(lambda: started._sighting.loaders_by_program, "a look at the loader")
    finally:
        until.touch()
        ended = started.wait(PATIENCE)
    assert ended is not None
    return ended.other_loader


def snapshot_of(system: SystemBuilder, program: str) -> ChainSnapshot:
    """Return the picture of a program, with the loaders of this machine."""
    host = system.host()
    loaders = read_versions(find_loaders(host), "")
    target = Configuration("k", "name", target=Target(program))
    return compute_snapshot(
        PredictionRequest(host, loaders[0], target, DEFAULT_VIEW, loaders=loaders)
    )


def opened_of(snapshot: ChainSnapshot) -> OpenedLoader:
    assert snapshot.report.opened_loader is not None
    return snapshot.report.opened_loader


@pytest.fixture(scope="module")
def holder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a program that opens a library by its path and holds it until a file is there."""
    folder = tmp_path_factory.mktemp("holder")
    (folder / "holder.c").write_text(HOLDER)
    command = ["gcc", "-o", str(folder / "holder"), str(folder / "holder.c"), "-ldl"]
    subprocess.run(command, check=True)
    return folder / "holder"


@pytest.fixture
def program(system: SystemBuilder, holder: Path) -> str:
    """Return a copy of it on the machine."""
    target = system.root / "bin/game"
    shutil.copy(holder, target)
    return str(target)


def test_a_launch_shows_the_loader_that_a_program_opens_by_a_path_of_its_own(
    system: SystemBuilder, program: str
) -> None:
    own = fetch_chromium_loader().resolve()
    before = opened_of(snapshot_of(system, program))
    assert before.origin is LoaderOrigin.BY_NAME
    assert launch(system, program, str(own)) == str(own)
    assert launch(system, program, str(own)) == ""  # it is known now
    snapshot = snapshot_of(system, program)
    after = opened_of(snapshot)
    assert (after.origin, after.library.path if after.library else "") == (
        LoaderOrigin.OBSERVED,
        str(own),
    )
    assert after.other_loaders[0] == before.library
    assert snapshot.report.profile.version >= (1, 4, 0)
    (row,) = [row for row in snapshot.rows if row.kind is RowKind.LOADER]
    assert f"{own}, opened in an earlier launch" in row.secondary
    assert explain_opened_loader(after) == (
        "game opened it in an earlier launch and has not changed since."
    )


def test_it_is_forgotten_when_the_program_changes(system: SystemBuilder, program: str) -> None:
    launch(system, program, str(fetch_chromium_loader()))
    assert opened_of(snapshot_of(system, program)).origin is LoaderOrigin.OBSERVED
    os.utime(program, ns=(5, 5))
    assert opened_of(snapshot_of(system, program)).origin is LoaderOrigin.BY_NAME


def test_it_counts_while_the_files_let_expect_the_same(system: SystemBuilder, program: str) -> None:
    own = fetch_chromium_loader()
    launch(system, program, str(own))
    assert opened_of(snapshot_of(system, program)).origin is LoaderOrigin.OBSERVED
    system.with_env(LD_LIBRARY_PATH=str(own.parent))
    opened = opened_of(snapshot_of(system, program))
    assert (opened.origin, opened.library.path if opened.library else "") == (
        LoaderOrigin.BY_NAME,
        str(own),
    )


def test_a_launch_that_shows_what_was_expected_makes_it_certain(
    system: SystemBuilder, program: str
) -> None:
    library = opened_of(snapshot_of(system, program)).library
    assert library is not None
    assert launch(system, program, library.path) == ""
    opened = opened_of(snapshot_of(system, program))
    assert (opened.origin, opened.library) == (LoaderOrigin.OBSERVED, library)
    assert (
        render_short_reason(opened)
        == "found in the dynamic linker's cache (observed in an earlier launch)"
    )


def test_a_script_whose_program_only_a_run_can_tell(system: SystemBuilder, program: str) -> None:
    script = system.root / "start.sh"
    script.write_text('#!/bin/sh\nexec "$(printenv PROGRAM)" "$@"\n')
    script.chmod(0o755)
    system.with_env(PROGRAM=program)
    assert snapshot_of(system, str(script)).report.opened_loader is None
    launch(system, str(script), str(fetch_chromium_loader()))
    opened = opened_of(snapshot_of(system, str(script)))
    assert opened.program.path == program
    assert opened.origin is LoaderOrigin.OBSERVED


def test_scripts_of_one_interpreter_are_remembered_apart(system: SystemBuilder) -> None:
    own = fetch_chromium_loader()
    script, other = system.root / "one.py", system.root / "other.py"
    text = (
        f"#!/usr/bin/python3\nimport ctypes, os, time\nctypes.CDLL({str(own)!r})\n"
        "while not os.path.exists(os.environ['UNTIL']):\n    time.sleep(0.01)\n"
    )
    for path in (script, other):
        path.write_text(text)
        path.chmod(0o755)
    launch(system, str(script))
    assert opened_of(snapshot_of(system, str(script))).origin is LoaderOrigin.OBSERVED
    assert opened_of(snapshot_of(system, str(other))).origin is LoaderOrigin.BY_NAME


def test_a_memory_that_is_damaged_is_empty(system: SystemBuilder, program: str) -> None:
    memory = Path(get_observations_file(system.environment))
    memory.parent.mkdir(parents=True)
    host = system.host()
    entry = ObservedLoader(program, "/expected", "/library", 1.0)
    good = json.loads(render_shown({make_program_key(program): entry}))
    assert parse_shown(json.dumps(good).encode()) == {make_program_key(program): entry}
    for content in (
        b"",
        b"[",
        b"[]",
        b"[" * 100_000,
        json.dumps({**good, "format": 9}).encode(),
        json.dumps({**good, "programs": []}).encode(),
        json.dumps({**good, "programs": {"k": {"library": 1}}}).encode(),
        json.dumps({**good, "programs": {"k": {**entry._asdict(), "library": 1}}}).encode(),
    ):
        memory.write_bytes(content)
        assert parse_shown(content) == {}
        opened = find_opened(host, program, DocumentCache(), LaunchMemory(str(memory)))
        assert opened is not None
        assert opened.origin is LoaderOrigin.BY_NAME


@pytest.mark.parametrize("where", ["folder", "pipe"])
def test_a_memory_that_is_no_file_is_left_alone(
    system: SystemBuilder, program: str, where: str
) -> None:
    memory = Path(get_observations_file(system.environment))
    memory.parent.mkdir(parents=True)
    memory.mkdir() if where == "folder" else os.mkfifo(memory)
    store_observed_loaders({program: ("/library",)}, program, system.environment, memory)
    opened = find_opened(system.host(), program, DocumentCache(), LaunchMemory(str(memory)))
    assert opened is not None
    assert opened.origin is LoaderOrigin.BY_NAME
    assert not memory.is_file()


def test_only_the_newest_launches_are_remembered(system: SystemBuilder, program: str) -> None:
    memory = Path(get_observations_file(system.environment))
    memory.parent.mkdir(parents=True)
    known = {
        f"1|2|{number}|/p": ObservedLoader("/p", "", "/l", float(number)) for number in range(300)
    }
    memory.write_bytes(render_shown(known))
    program = system.root / "game"
    program.write_bytes(make_elf_file())
    store_observed_loaders({str(program): ("/library",)}, str(program), system.environment, memory)
    kept = parse_shown(memory.read_bytes())
    assert len(kept) == 200
    assert kept[make_program_key(str(program))].library == "/library"
    assert abs(kept[make_program_key(str(program))].when - time.time()) < PATIENCE


def test_a_process_without_a_loader_has_none() -> None:
    assert find_mapped_loaders(os.getpid()) == ()
    assert find_mapped_loaders(1 << 30) == ()
