"""What several commands take alike: the program that they start, options by their old words."""

from __future__ import annotations

import pytest

from vkconfig_py.cli.parser import parse


@pytest.mark.parametrize(
    ("line", "name", "program"),
    [
        ("run Debugging -- vkcube --c 9", "Debugging", ["vkcube", "--c", "9"]),
        ("run Debugging vkcube --json", "Debugging", ["vkcube", "--json"]),
        ("run -q --log l Debugging vkcube -h", "Debugging", ["vkcube", "-h"]),
        ("run --log=l --saf layers Debugging vkcube -- a", "Debugging", ["vkcube", "--", "a"]),
        ("run Debugging", "Debugging", []),
    ],
)
def test_what_is_behind_the_name_of_a_program_belongs_to_it(line, name, program):
    options = parse(line.split())
    assert (options.name, options.program, options.json) == (name, program, False)


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("generate html --replace", "--force"),
        ("show --app-path vkcube", "--program"),
        ("generate html --outptu x", "--output"),
    ],
)
def test_an_old_or_mistyped_option_leads_on(capsys, line, option):
    with pytest.raises(SystemExit):
        parse(line.split())
    assert f"Did you mean “{option}”?" in capsys.readouterr().err
