"""No module is longer than people read at once."""

from __future__ import annotations

import pytest

from devtools import lengths, suite
from devtools.console import ROOT, StepResult


@pytest.fixture
def checkout(tmp_path):
    for folder in lengths.FOLDERS:
        (tmp_path / folder / "part").mkdir(parents=True)
    return tmp_path


def test_no_module_of_the_program_its_tests_and_tools_is_too_long():
    assert lengths.find_long(ROOT) == ()


@pytest.mark.parametrize("folder", lengths.FOLDERS)
def test_a_module_with_a_line_too_many_is_named(checkout, folder):
    (checkout / folder / "part/fine.py").write_text("x = 1\n" * 800)
    (checkout / folder / "part/long.py").write_text("x = 1\n" * 801)
    (checkout / folder / "part/table.txt").write_text("x\n" * 801)
    assert lengths.find_long(checkout) == (
        f"{folder}/part/long.py has 801 lines; split it: a module has 800 at most.",
    )


def test_a_module_that_says_why_it_is_long_passes(checkout):
    (checkout / "tests/part/table.py").write_text(
        '"""A table."""\n# Long: one table.\n' + "x\n" * 800
    )
    assert lengths.find_long(checkout) == ()


def test_a_module_that_is_too_long_fails(checkout, monkeypatch, capsys):
    (checkout / "tests/long.py").write_text("x = 1\n" * 900)
    monkeypatch.setattr(lengths, "ROOT", checkout)
    assert lengths.main() == 1
    assert capsys.readouterr().out.startswith("tests/long.py has 900 lines")


def test_the_checks_look_at_lengths_of_modules(monkeypatch, tmp_path):
    commands = []

    def run_step(name, command):
        commands.append(command)
        return StepResult(name, "devtools.lengths" not in command, 0.0)

    monkeypatch.setattr(suite, "run_step", run_step)
    assert suite.run_checks(tmp_path / "python") == 1
    assert [str(tmp_path / "python"), "-m", "devtools.lengths"] in commands
