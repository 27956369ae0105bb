"""What-if on the command line: explain and report under assumptions, and diff."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from tests.cli.commands import VALIDATION
from vkconfig_py.cli import main


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(list(arguments))
    except SystemExit as ended:
        code = int(str(ended.code))
    told = capsys.readouterr()
    return code, told.out, " ".join(told.err.split())


def saved(capsys, path: Path, *arguments: str) -> str:
    code, out, _ = run(capsys, "show", "--json", *arguments)
    assert code == 0
    path.write_text(out)
    return str(path)


def test_explain_under_an_assumption(machine, capsys):
    code, out, _ = run(capsys, "explain", "overlay", "--set", "DISABLE_VK_LAYER_overlay=1")
    assert code == 0
    assert "Off: DISABLE_VK_LAYER_overlay is set" in out
    code, out, _ = run(capsys, "explain", "validation", "--enable-layer", VALIDATION)
    assert "Loads" in out
    code, out, _ = run(capsys, "explain", VALIDATION, "--pointer-bits", "32")
    assert code == 0
    assert "Off: for 64-bit programs" in out


def test_where_no_instance_is_created_no_layer_is_said_to_load(machine, capsys):
    filtered = ("--set", "VK_LOADER_DRIVERS_DISABLE=*")
    for command in (("explain", "overlay"), ("show",)):
        code, out, _ = run(capsys, *command, *filtered)
        assert code == 0
        assert "always on" not in out.split("\n\n")[0]
        assert "nothing loads: no usable driver" in out
        assert "Loads" not in out
    code, out, _ = run(capsys, "show", "--json", *filtered)
    (verdict,) = [
        one for one in json.loads(out)["verdicts"] if one["subject"] == "VK_LAYER_overlay"
    ]
    assert (verdict["outcome"], verdict["reason"]) == ("loads", "implicit-always")


def test_what_helps_is_one_line_with_what_follows(machine, capsys):
    both = {"enable_environment": {"ENABLE_B": "1"}}
    machine.add_implicit_layer("VK_LAYER_b", **both).with_env(DISABLE_VK_LAYER_b="1")
    code, out, _ = run(capsys, "explain", "VK_LAYER_b", "--set", "DISABLE_VK_LAYER_b=1")
    assert code == 0
    assert "Turn it on for one run: env -u DISABLE_VK_LAYER_b ENABLE_B=1" in out
    assert "After this: loads into programs started this way" in out


def test_variables_patterns_and_extensions_are_explained(machine, capsys):
    disable = "VK_LOADER_LAYERS_DISABLE"
    code, out, _ = run(capsys, "explain", disable, "--set", f"{disable}=~implicit~")
    assert code == 0
    assert "VK_LAYER_overlay: off" in out
    for name in ("VK_KHR_surface", "VK_LAYER_PATH", "HOME", "XDG_DATA_DIRS"):
        code, out, _ = run(capsys, "explain", name)
        assert (code, out.splitlines()[0]) == (0, name)


@pytest.mark.parametrize(("name", "code"), [("", 2), ("  ", 2), ("nobody at all", 3)])
def test_names_that_cannot_be_explained(machine, capsys, name: str, code: int):
    ended, out, err = run(capsys, "explain", name)
    assert (ended, out) == (code, "")
    assert err.startswith("vkconfig-py: ")


@pytest.mark.parametrize("command", [("show",), ("explain", "overlay")])
def test_nonsense_is_refused_with_a_sentence(machine, capsys, command: tuple[str, ...]):
    code, _, err = run(capsys, *command, "--loader-version", "99999")
    assert code == 2
    assert "known releases: 1.0.3 to 1.4." in err
    code, _, err = run(capsys, *command, "--root", "/does/not/exist")
    assert code == 2
    assert "is not a folder" in err


def test_same_sides_do_not_differ(machine, capsys, tmp_path):
    before = saved(capsys, tmp_path / "before.json")
    assert run(capsys, "diff", before, before)[:2] == (0, "No differences.\n")
    assert run(capsys, "diff", before)[0] == 0
    code, told = run(capsys, "diff", "now", "now", "--json")[:2]
    assert (code, json.loads(told)["differences"]) == (0, [])


def test_saved_reports_are_compared(machine, capsys, tmp_path):
    before = saved(capsys, tmp_path / "before.json")
    off = ("--set", "DISABLE_VK_LAYER_overlay=1")
    after = saved(capsys, tmp_path / "after.json", *off)
    code, out, _ = run(capsys, "diff", before, after)
    assert code == 1
    assert "VK_LAYER_overlay  outcome: loads → off" in out
    assert "rule: disable-variable" in out
    code, out, _ = run(capsys, "diff", after, before, "--json")
    change = next(one for one in json.loads(out)["differences"] if one["what"] == "outcome")
    assert (change["subject"], change["before"], change["after"], change["reason"]) == (
        "VK_LAYER_overlay",
        "off",
        "loads",
        "disable-variable",
    )


def test_what_ifs_are_compared(machine, capsys):
    code, out, _ = run(capsys, "diff", "set=DISABLE_VK_LAYER_overlay=1")
    assert (code, "loads → off" in out) == (1, True)
    sides = ("loader-version=1.3.239", "--what-if", "loader-version=1.4.364,elevated")
    code, out, _ = run(capsys, "diff", *sides)
    assert code == 1
    assert out.startswith("loader  version:")
    assert "rights  privileges: ordinary → elevated" in out
    assert run(capsys, "diff", "1.3.204", "1.3.280")[1].startswith(
        "loader  version: 1.3.204 → 1.3.280"
    )
    two = ("set=VK_INSTANCE_LAYERS=x", "unset=VK_INSTANCE_LAYERS")
    code, out, _ = run(capsys, "diff", *two)
    assert code == 1
    assert "VK_INSTANCE_LAYERS  found: ignored → absent" in out


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        ((), "specify one or two sides"),
        (("now", "now", "now"), "specify one or two sides"),
        (("nonsense",), "unknown assumption"),
        (("absent.json",), "cannot be read"),
        (("/dev/zero",), "it is not a regular file"),
        (("text.json",), "is not a report: line 1"),
        (("deep.json",), "is not a report: objects and lists are nested more than 100"),
        (("other.json",), "is not a report"),
    ],
)
def test_sides_that_cannot_be_compared(machine, capsys, tmp_path, monkeypatch, sides, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.json").write_text("{")
    (tmp_path / "deep.json").write_text('{"a":' * 5000 + "1" + "}" * 5000)
    (tmp_path / "other.json").write_text('{"layers": 1}')
    code, _, err = run(capsys, "diff", *sides)
    assert code == 2
    assert words in err


def test_a_side_can_come_through_a_pipe(machine, capsys, tmp_path):
    report = Path(saved(capsys, tmp_path / "before.json")).read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(report,))
    writer.start()
    assert run(capsys, "diff", str(pipe), "now")[:2] == (0, "No differences.\n")
    writer.join()


def test_diff_of_two_loaders_names_release_and_rule(machine, capsys):
    machine.add_implicit_layer("VK_LAYER_p")
    sides = [f"set=VK_LOADER_LAYERS_DISABLE=*_p,loader-version={x}" for x in ("1.3.224", "1.3.239")]
    assert main(["diff", *sides]) == 1
    out = capsys.readouterr().out
    rule = "since 1.3.234, VK_LOADER_LAYERS_ENABLE/DISABLE"
    assert out.count(f"    1.3.234: loads → off: {rule}") == 1
    assert main(["diff", "--json", *sides]) == 1
    differences = json.loads(capsys.readouterr().out)["differences"]
    told = {one["subject"]: one["releases"] for one in differences}
    assert [one["version"] for one in told["VK_LAYER_p"]] == ["1.3.234"]
    assert told["VK_LAYER_p"][0]["rules"][0]["name"] == "FILTERS"
    assert told["loader"] == []
