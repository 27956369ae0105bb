"""What several commands take alike: the program that they start, options by their old words."""

from __future__ import annotations

import pytest

from vkconfig_py.cli.parser import parse


@pytest.mark.parametrize(
    ("line", "name", "program"),
    [
        ("run -- vkcube --c 9", "", ["vkcube", "--c", "9"]),
        ("run vkcube --c 9", "", ["vkcube", "--c", "9"]),
        ("run -c Debugging vkcube --json", "Debugging", ["vkcube", "--json"]),
        ("run -q --log l -cDebugging vkcube -h", "Debugging", ["vkcube", "-h"]),
        ("run --log=l --saf layers --config=D vkcube -- a", "D", ["vkcube", "--", "a"]),
        ("run -c Debugging", "Debugging", []),
        ("env fish -c D vkcube -c E", "D", ["vkcube", "-c", "E"]),
        ("env -c D -- vkcube", "D", ["vkcube"]),
        ("bisect --ask --time 2 -c D vkcube --time", "D", ["vkcube", "--time"]),
        ("bug-report --only why vkcube -o x", "", ["vkcube", "-o", "x"]),
    ],
)
def test_what_is_behind_the_name_of_a_program_belongs_to_it(line, name, program):
    options = parse(line.split())
    assert (options.configuration, options.program, options.json) == (name, program, False)


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("generate html --replace", "--force"),
        ("show --app-path vkcube", "--program"),
        ("layer --list", "layer list"),
        ("problems --undo", "problems undo"),
        ("generate html --outptu x", "--output"),
        ("env --steam", "steam"),
        ("run --set khronos_validation.on=1 vkcube", "vkconfig-py layer set LAYER KEY VALUE"),
        ("env --shell=fish", "fish"),
        ("layer move overlay above validation", "--above"),
        ("layer move overlay --before validation", "--above"),
    ],
)
def test_an_old_or_mistyped_option_leads_on(capsys, line, option):
    with pytest.raises(SystemExit):
        parse(line.split())
    assert f"Did you mean “{option}”?" in capsys.readouterr().err


def test_a_mistyped_option_never_leads_to_a_command(capsys):
    with pytest.raises(SystemExit):
        parse(["layer", "move", "overlay", "--forge"])
    assert "layer forget" not in capsys.readouterr().err
