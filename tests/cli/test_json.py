"""Every command prints JSON, with one spelling for one fact."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import (
    VALIDATION,
    make_machine,
    run_without_qt,
    save_two_configurations,
)
from tests.cli.generated import FEATURES
from tests.framework.settings import EXTENSION
from tests.framework.snapshot import take_snapshot
from tests.framework.system import SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.cli.parser import find_command_parser, group_actions, list_known_commands
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.loader.base.host import Host

_DOCUMENT = Path(__file__).parents[2] / "docs/json.md"
# What is below such a key has names of its own: of layers, of stages, of a document's schema.
FREE = {"layer_extensions", "seconds", "configurations", "all"}


_OF_MACHINE = ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder for the machine of all tests, and for what it is like at first."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def builders():
    """What has built the machine, once it has."""
    return []


@pytest.fixture
def wrong(kept, builders, native, monkeypatch):
    """A machine with a problem that can be fixed, an override, and files to read.

    It is built once, and put back for each test as it was.
    """
    root, first_state = kept / "machine", kept / "first"
    for name in _OF_MACHINE:
        monkeypatch.setenv(name, str(root / name))
    if first_state.exists():
        (system,) = builders
        shutil.rmtree(root)
        shutil.copytree(first_state, root, symlinks=True)
        for name, value in system.environment.items():
            monkeypatch.setenv(name, value)
        return system
    for name in _OF_MACHINE:
        (root / name).mkdir(mode=0o700, parents=True)
    system = make_machine(SystemBuilder(root, native), monkeypatch)
    save_two_configurations()
    _make_wrong(system)
    shutil.copytree(root, first_state, symlinks=True)
    builders.append(system)
    return system


def _make_wrong(system):
    (system.manifest(VALIDATION).parent / "bad.json").write_text("[]")
    system.add_explicit_layer(
        "VK_LAYER_with_settings", features=FEATURES, instance_extensions=[EXTENSION]
    )
    system.add_explicit_layer("VK_LAYER_LOCAL_mine", folder=system.root / "out")
    assert main(["layer", "off", "overlay", "-c", "Debugging"]) == 0
    assert main(["layer", "auto", "overlay", "-c", "Debugging"]) == 0
    (system.root / "other.json").write_text('{"layer": {"name": "x"}}')
    assert main(["config", "export", "Debugging", "--output", str(system.root)]) == 0
    (system.root / "saved").mkdir()
    report = make_stamped_json(discover(Host.read_current()))
    for name, create in (("a", "VK_SUCCESS"), ("b", "VK_SUCCESS"), ("c", "VK_ERROR_UNKNOWN")):
        saved = {**report, "create": create}
        (system.root / f"saved/{name}.json").write_text(json.dumps(saved))


COMMANDS = [
    "show",
    "show -c Debugging",
    "search overlay",
    "generate",
    "explain VK_LAYER_overlay",
    "explain gpu.json",
    "diff set=A=1 set=DISABLE_OVERLAY=1",
    "fleet reports {root}/saved",
    "fleet reports {root}/saved --format csv",
    "fleet reports {root}/saved --compare a.json c.json",
    "fleet ansible {root}/collections",
    "layer list",
    "run --list",
    "run -l overlay -- true",
    "config list",
    "config create Mine",
    "config copy Other",
    "config rename Other Another",
    "config move Other --first",
    "config delete Other",
    "config reset --all",
    "config export Debugging",
    "config export Debugging --output {root}/exported.json",
    "config export Debugging --with-layers --output {root}/",
    "config import {root}/Debugging.vkconfig-py.json",
    "layer off overlay -c Debugging",
    "layer auto overlay",
    "layer on overlay",
    "layer copy overlay newest",
    "layer forget overlay",
    "layer show VK_LAYER_with_settings -c Debugging",
    "layer set VK_LAYER_with_settings words=x",
    "layer reset VK_LAYER_with_settings",
    "layer preset VK_LAYER_with_settings Default",
    "driver off gpu.json",
    "driver only gpu.json",
    "driver auto gpu.json",
    "driver add {root}/etc/vulkan/icd.d",
    "driver on gpu.json",
    "driver remove gpu.json",
    "layer build list",
    "layer register",
    "layer register {root}/out/VK_LAYER_LOCAL_mine.json --dry-run",
    "layer unregister overlay --move-aside --dry-run",
    "undo",
    "undo --list",
    "redo --list",
    "config settings-file -c Debugging",
    "config variables set A=1 -c Debugging",
    "config target -c Debugging",
    "config target -c Debugging -- sh",
    "config adopt --set A=2 -c Debugging",
    "config select Other",
    "layer off others -c Debugging",
    "doctor --quick",
    "bug-report -c Debugging --only system",
    "layer move VK_LAYER_KHRONOS_validation --first -c Debugging",
    "config programs add /bin/true -c Debugging",
    "layer folder",
    "preferences",
    "status",
    "history",
    "config options -p vkcube",
    "history runs",
    "history requests",
    "config log error warn -c Debugging",
    "driver list -c Debugging",
    "apply -c Debugging --dry-run",
    "apply -c Debugging --every-program",
    "apply -c Debugging --every-program --output {root}/override.json",
    "apply -c Debugging --every-program --output -",
    "extend 1h",
    "apply -c Debugging --every-program --for 1h",
    "withdraw",
    "bisect -c Other",
    "bisect --forget",
    "run -c Other",
    "run -c Debugging -- true",
    "run -c Debugging -- /gone/game",
    "env -c Debugging",
    "env steam -c Debugging",
    "generate markdown",
    "generate json --output {root}/generated.json",
    "generate settings --output {root}/generated.txt --dry-run",
    "verify",
    "verify -c Debugging",
    "status --overrides",
    "ps",
    "ps {pid}",
    "problems",
    "problems list",
    "problems fix all --dry-run",
    "problems undo",
    "problems fix not-a-manifest --dry-run",
    "problems fix not-a-manifest",
    "lint {root}/other.json",
    "config import {root}/Debugging.vkconfig-py.json -n",
    "config import {root}/Debugging.vkconfig-py.json",
    "probe VK_LAYER_overlay",
    "completion bash",
    "help",
    "install-desktop --remove --dry-run",
    "completion -- show -c D",
    "device list",
    "device only 0",
    "device order 0",
    "device hide 0",
    "device auto",
    "device ways",
    "device prove",
    "history list --since yesterday",
    "history list --at yesterday",
    "history restore 1 --dry-run",
    "history restore 2026-11-28T10:00 --dry-run",
    "ps list",
    "ps stop 999999999",
    "show --list-views",
]
ERRORS = [
    "explain Nobody",
    "fleet reports {root}/gone",
    "apply -c Nobody",
    "withdraw -c Nobody",
    "bisect -c Nobody -- true",
    "bisect --continue",
    "run -c Nobody -- true",
    "env -c Nobody",
    "verify -c Nobody",
    "generate html --layer Nobody",
    "withdraw --override /gone",
    "ps 999999999",
    "problems fix 99",
    "problems undo",
    "config import {root}/gone -n",
    "config delete Nobody",
    "layer show Nobody -c Debugging",
    "bug-report -c Nobody",
    "probe Nobody",
]


def command_line(text: str, root: Path) -> list[str]:
    words = [word.format(root=root, pid=os.getpid()) for word in text.split()]
    at = words.index("--") if "--" in words else len(words)
    return [*words[:at], "--json", *words[at:]]


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from keys(one)
    elif isinstance(value, dict):
        for name, below in value.items():
            yield name
            is_free = name in FREE and isinstance(below, dict | list)
            by_name = name == "variables" and isinstance(below, dict)
            yield from () if is_free or by_name else keys(below)


def test_every_command_has_json():
    helps = {
        name: find_command_parser(name.split()).format_help() for name in list_known_commands()
    }
    assert [name for name, text in helps.items() if "--json" not in text] == []
    tried = {" ".join(line.split()[: len(name.split())]) for line in COMMANDS for name in helps}
    assert [name for name in helps if name not in tried] == []


def documented(heading: str) -> dict[str, str]:
    """Return the rows of the table below a heading of docs/json.md."""
    section = _DOCUMENT.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", section, re.MULTILINE))


ENVELOPE = documented("One object, always with these members")
ADDED = {
    command: {*re.findall(r"`([^`]+)`", members)}
    for command, members in documented("What each command adds").items()
}
KNOWN = documented("What a member says")


def test_the_document_has_every_command_and_every_member():
    assert [*ENVELOPE] == ["notes", "error", "exit_code"]
    assert {*ADDED} == {*list_known_commands()}
    assert {member for members in ADDED.values() for member in members} - {*KNOWN} == set()


@pytest.mark.parametrize("line", COMMANDS)
def test_json_is_one_object_with_the_documented_members(wrong, capfd, line):
    code = main(command_line(line, wrong.root))
    told = json.loads(capfd.readouterr().out)
    assert {*ENVELOPE} <= {*told}
    assert told["exit_code"] == code
    words = next(words for words in _starts(line) if words in ADDED)
    assert {*told} - {*ENVELOPE} - ADDED[words] == set()
    assert sorted({*keys(told)} - {*KNOWN}) == []


def _starts(line: str) -> Iterator[str]:
    """Yield what may be the command: two words, one, or the group with its first action."""
    first, second = (*line.split(), "")[:2]
    yield f"{first} {second}"
    yield first
    yield f"{first} {next(iter(group_actions(first)), '')}"


@pytest.mark.parametrize("line", ERRORS)
def test_what_fails_says_so_in_json_too(wrong, capfd, line):
    code = main(command_line(line, wrong.root))
    done = capfd.readouterr()
    told = json.loads(done.out)
    assert code == told["exit_code"] != 0
    assert told["error"]
    assert f"vkconfig-py: {told['error'].splitlines()[0]}" in done.err


@pytest.mark.parametrize(
    "line",
    ["show --root /nope", "generate zzz", "env tcsh", "withdraw --nope", "nonsense", "run --"],
)
def test_a_wrong_command_line_says_so_in_json_too(capsys, line):
    with pytest.raises(SystemExit) as ended:
        main(command_line(line, Path()))
    done = capsys.readouterr()
    told = json.loads(done.out)
    # "run" ends with the code of its program, which may be 2.
    assert ended.value.code == told["exit_code"] == (125 if line.startswith("run") else 2)
    assert told["error"]
    assert f"error: {told['error']}\n" in done.err
    assert "vkconfig-py" in done.err.splitlines()[-1]
    assert "usage:" not in done.err


def test_json_for_the_program_alone_is_not_ours(capsys):
    with pytest.raises(SystemExit):
        main(["run", "-c", "x", "--nope", "--", "tool", "--json"])
    assert capsys.readouterr().out == ""


def test_what_a_program_prints_is_not_mixed_with_json(debugging):
    script = "echo hello; echo $SET_BY_US; kill -SEGV $$"
    done = run_without_qt("run", "-c", "Debugging", "--json", "--", "sh", "-c", script)
    told = json.loads(done.stdout)
    assert done.returncode == told["exit_code"] == 139
    assert (told["signal"], told["program"], told["arguments"]) == ("SIGSEGV", "sh", ["-c", script])
    assert {"name": "SET_BY_US", "value": "a b"} in told["variables"]
    assert b"hello\na b\n" in done.stderr


def test_applying_and_withdrawing_tell_the_files(debugging, capsys):
    before = take_snapshot(debugging.root)
    assert main(["apply", "-c", "Debugging", "--every-program", "--json"]) == 0
    applied = json.loads(capsys.readouterr().out)
    assert applied["configuration"] == {"name": "Debugging", "key": "debug"}
    assert (applied["applied_to"], applied["dry_run"], applied["error"]) == ([], False, "")
    assert [one["change"] for one in applied["files"]] == ["new"]
    assert VALIDATION in applied["chain"]
    assert Path(applied["file"]).read_text() == applied["files"][0]["content"]
    assert main(["withdraw", "--json"]) == 0
    withdrawn = json.loads(capsys.readouterr().out)
    assert withdrawn["withdrawn"] == [applied["configuration"]]
    assert withdrawn["files"] == [{"file": applied["file"], "change": "remove"}]
    assert take_snapshot(debugging.root) == before


def test_fixing_and_undoing_tell_the_files(wrong, capsys):
    capsys.readouterr()
    file = str(wrong.manifest(VALIDATION).parent / "bad.json")
    assert main(["problems", "fix", "not-a-manifest", "--json"]) == 0
    fixed = json.loads(capsys.readouterr().out)
    assert [(one["file"], one["change"]) for one in fixed["files"]] == [(file, "remove")]
    assert fixed["problem"]["code"] == "not-a-manifest"
    assert not os.path.exists(file)
    assert main(["problems", "undo", "--json"]) == 0
    undone = json.loads(capsys.readouterr().out)
    assert (undone["files"], os.path.exists(file)) == ([{"file": file, "change": "restore"}], True)


@pytest.mark.parametrize("line", ["-j config", "--json config", "config list -j", "-j config list"])
def test_json_is_asked_for_before_the_command_or_behind_it(debugging, capsys, line):
    assert main(line.split()) == 0
    rows = json.loads(capsys.readouterr().out)["configurations"]
    assert "Debugging" in {one["name"] for one in rows}
