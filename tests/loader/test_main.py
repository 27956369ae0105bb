"""The engine's own command line."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.loader.machine import document, layer_object
from vkconfig_py.loader.__main__ import main, parse
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.commands import make_report
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return another file root with one implicit layer, and no variables."""
    folder = tmp_path / "usr/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True)
    layer = layer_object("VK_LAYER_\x9b31ma", True, library_path="/lib/a.so")
    (folder / "a.json").write_text(json.dumps(document(layer)))
    for name in list(os.environ):
        if name.startswith(("XDG_", "VK_", "HOME")):
            monkeypatch.delenv(name)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_report_as_json(root: Path, capsys: pytest.CaptureFixture[str]):
    found = run(capsys, "--root", f"{root}/", "--loader-version", "1.4.364")
    assert found["loader"] == {
        "version": "1.4.364",
        "library": "",
        "pointer_bits": 64,
        "opened": None,  # no program was named
    }
    assert [layer["name"] for layer in found["layers"]] == ["VK_LAYER_\x9b31ma"]
    assert found["create"] == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_module_can_be_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr("sys.argv", ["loader", "--help"])
    monkeypatch.delitem(sys.modules, "vkconfig_py.loader.__main__")
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("vkconfig_py.loader", run_name="__main__")
    assert ended.value.code == 0
    assert "python -m vkconfig_py.loader" in capsys.readouterr().out


def test_no_loader_means_the_newest(root: Path, capsys: pytest.CaptureFixture[str]):
    assert run(capsys, "--root", str(root))["loader"]["version"] == "1.4.364"


def test_options_reach_the_question(root: Path):
    arguments = "--app-name N --program /p --api-version 1.2 --enable-layer A --enable-layer B"
    more = "--enable-extension E --flags 0x1 --elevated --platform linux"
    profile = LoaderProfile((1, 3, 239))
    options = parse([*arguments.split(), *more.split()])
    report = make_report(options, host=Host({}), profile=profile)
    assert isinstance(report, LoaderReport)
    assert report.application == Application("N", (1, 2, 0), ("A", "B"), ("E",), 1)
    assert report.host.executable == "/p"
    assert report.host.elevated
    assert report.profile == profile


def test_text_report_shows_control_characters_literally(
    root: Path, capsys: pytest.CaptureFixture[str]
):
    main(["--root", str(root), "--loader-version", "1.3.239"])
    text = capsys.readouterr().out
    assert "\x9b" not in text
    assert "VK_LAYER_\\x9b31ma  Skipped: /lib/a.so does not exist" in text
    assert "Loader 1.3.239 (no loader found;" in text
    assert "vkCreateInstance: VK_ERROR_INCOMPATIBLE_DRIVER" in text
    assert "error: No driver can be loaded" in text


def test_text_report_of_a_sound_machine(capsys: pytest.CaptureFixture[str]):
    main([])
    text = capsys.readouterr().out
    assert text.startswith("Loader ")
    assert "Call chain, application first" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--api-version", "x"], "'x' is not a valid version (example: 1.3.239)"),
        (["--loader-version", "1.2.3.4"], "'1.2.3.4' is not a valid version"),
        (["--flags", "many"], "'many' is not a number"),
        (["--platform", "amiga"], "'amiga' is not a platform; available: linux, "),
    ],
)
def test_wrong_options_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_versions_are_kept_with_the_program_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    main(["--json"])
    capsys.readouterr()
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept in ([], [tmp_path / "cache/vkconfig-py/loaders.json"])
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    main(["--json"])
    capsys.readouterr()
    kept = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert kept in ([], [tmp_path / "home/.cache/vkconfig-py/loaders.json"])


@pytest.mark.parametrize("redirection", [">&-", ">/dev/full"])
def test_output_that_cannot_be_written(redirection: str):
    script = f'"{sys.executable}" -m vkconfig_py.loader --json --root / {redirection}'
    ended = subprocess.run(["/bin/sh", "-c", script], stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 1
    assert b"Traceback" not in ended.stderr


def test_output_that_nobody_reads_to_the_end(tmp_path: Path):
    layers = [layer_object(f"VK_LAYER_{number}", True) for number in range(200)]
    folder = tmp_path / "usr/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text(json.dumps(document(*layers)))
    command = [sys.executable, "-m", "vkconfig_py.loader", "--json", "--root", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        assert asked.stdout is not None
        assert asked.stderr is not None
        asked.stdout.close()
        assert b"Traceback" not in asked.stderr.read()
    assert asked.returncode == 1
