"""The manual page: every command and option, in a form that man accepts."""

import subprocess

from vkconfig_py.cli.parser import list_known_commands
from vkconfig_py.cli.shell_files import render_manual_page


def test_man_shows_every_command_without_a_warning():
    page = render_manual_page()
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-rLL=100n"],
        input=page,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in page.split("\n") if line.startswith(".SS ")] == [
        f".SS {name.replace('-', chr(92) + '-')}" for name in list_known_commands()
    ]
    assert "treat explicit layers as implicit" in done.stdout
    assert "--dry-run" in done.stdout.replace("‐", "-")
