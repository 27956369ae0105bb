"""bug-report: formats, parts, names, files, and the answer of the real loader."""

from __future__ import annotations

import json

import pytest

from tests.cli.commands import VALIDATION, run_without_qt
from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main


def printed(capsys, *arguments):
    assert main(["bug-report", *arguments]) == 0
    return capsys.readouterr().out


def test_it_needs_no_qt_and_writes_nothing(debugging):
    before = take_snapshot(debugging.root)
    ran = run_without_qt("bug-report", "-c", "Debugging")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.startswith(b"# Vulkan on this machine: ")
    assert b"<a" not in ran.stdout
    assert b"&nbsp;" not in ran.stdout
    assert take_snapshot(debugging.root) == before


def test_the_real_loader_is_asked_and_its_log_is_told(debugging, capsys):
    text = printed(capsys, "-c", "Debugging", "--only", "loader-log")
    assert "The real loader was run, and its result matches this report." in text
    assert "vkCreateInstance layer callstack setup to:" in text


def test_it_is_not_asked_if_its_log_is_not_wanted(debugging, capsys):
    document = json.loads(printed(capsys, "-c", "Debugging", "--json", "--without", "loader-log"))
    assert "loader_log" not in document["bug_report"]
    assert "why" in document["bug_report"]


def test_the_configuration_named_is_told_and_the_selected_one_without_a_name(debugging, capsys):
    sentence = "will load 2 layers: overlay and validation"
    assert sentence in printed(capsys, "-c", "Debugging", "--only", "system")
    assert sentence in printed(capsys, "--only", "system")
    assert sentence not in printed(capsys, "-c", "Other", "--only", "system")


def test_names_are_kept_only_if_asked(debugging, capsys, monkeypatch):
    monkeypatch.setenv("USER", "annabell")
    home = debugging.environment["HOME"]
    monkeypatch.setenv("VK_ADD_LAYER_PATH", f"{home}/layers")
    assert home not in printed(capsys, "-c", "Debugging", "--without", "loader-log")
    kept = printed(capsys, "-c", "Debugging", "--without", "loader-log", "--keep-names")
    assert home in kept


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("markdown", "vulkan-report.md"),
        ("html", "vulkan-report.html"),
        ("json", "vulkan-report.json"),
    ],
)
def test_it_is_written_into_a_folder_under_a_name_of_its_own(
    debugging, capsys, tmp_path, form, name
):
    folder = tmp_path / "there"
    folder.mkdir()
    arguments = ("-c", "Debugging", "--only", "system", "--format", form, "--output", str(folder))
    assert printed(capsys, *arguments).strip() == str(folder / name)
    assert (folder / name).stat().st_size
    (folder / name).write_text("mine")
    assert main(["bug-report", *arguments]) == 1
    assert (folder / name).read_text() == "mine"


def test_the_name_of_the_file_says_the_format(debugging, capsys, tmp_path):
    file = tmp_path / "report.html"
    assert printed(capsys, "-c", "Debugging", "--only", "system", "-o", str(file)).strip()
    assert file.read_text().startswith("<!DOCTYPE html>")
    assert main(["bug-report", "-o", str(tmp_path / "report.zip")]) == 2
    assert "A bug report is a .md, .html or .json file" in capsys.readouterr().err
    assert not (tmp_path / "report.zip").exists()


def test_the_json_is_shown_again_as_a_machine(debugging, capsys, tmp_path):
    file = tmp_path / "report.json"
    file.write_text(printed(capsys, "-c", "Debugging", "--json", "--only", "why"))
    assert main(["show", "--machine", str(file)]) == 0
    assert VALIDATION in capsys.readouterr().out


def test_the_sample_machine_has_devices_and_no_loader_to_ask(capsys):
    text = printed(capsys, "--demo")
    assert "AMD Radeon RX 7800 XT" in text
    assert "## Loader log" not in text


def test_output_of_an_earlier_launch_is_in_it_if_there_is_a_log_file(debugging, capsys, tmp_path):
    log = tmp_path / "of-it.log"
    run = ("run", "-c", "Debugging", "--log", str(log), "--", "/bin/echo", "told by it")
    assert run_without_qt(*run).returncode == 0
    words = ("-c", "Debugging", "--only", "output")
    text = printed(capsys, *words, "--", "/bin/echo")
    assert "## Program output" in text
    assert f"{log}\n" in text
    assert "\ntold by it\n" in text
    assert "told by it" not in printed(capsys, *words, "--", "/bin/true")
    log.unlink()
    assert "## Program output" not in printed(capsys, *words, "--", "/bin/echo")
