"""config import: a saved report is shown as the machine that it is of."""

from __future__ import annotations

from tests.cli.commands import VALIDATION
from vkconfig_py.cli import main


def test_a_report_is_shown_like_another_machine(debugging, capsys, tmp_path):
    assert main(["show", "--json"]) == 0
    file = tmp_path / "report.json"
    file.write_text(capsys.readouterr().out)
    assert main(["config", "import", str(file), "-n"]) == 0
    opened = capsys.readouterr().out
    assert main(["show", "--machine", str(file)]) == 0
    assert capsys.readouterr().out == opened
    assert VALIDATION in opened


def test_a_report_is_not_imported(debugging, capsys, tmp_path):
    assert main(["show", "--json"]) == 0
    file = tmp_path / "report.json"
    file.write_text(capsys.readouterr().out)
    assert main(["config", "import", str(file)]) == 2
    assert "it cannot be imported" in capsys.readouterr().err
