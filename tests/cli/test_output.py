"""What the command line prints: bytes, colours, lines, and names that cannot act."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.cli.commands import WITHOUT_QT, run_without_qt
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Output, plain, wrap


def test_output_is_utf8_where_the_locale_is_not(debugging):
    debugging.add_explicit_layer("VK_LAYER_日本")
    environment = {**os.environ, "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = run_without_qt("show", env={**environment, "PYTHONCOERCECLOCALE": "0"})
    assert done.returncode == 0
    assert "VK_LAYER_日本" in done.stdout.decode("utf-8")


def test_a_reader_that_leaves_is_no_failure_of_ours(debugging):
    for number in range(200):
        debugging.add_explicit_layer(f"VK_LAYER_{number}_{'x' * 200}")
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT_QT, "show"],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_names_cannot_act_on_the_terminal(machine, capsys):
    machine.add_explicit_layer("VK_LAYER_evil")
    file = machine.manifest("VK_LAYER_evil")
    file.write_bytes(file.read_bytes().replace(b'"VK_LAYER_evil"', b'"VK_LAYER_\x1b[2Jevil"'))
    for version in ("1.3.239", "1.4.364"):
        assert main(["show", "--loader-version", version]) == 0
        out = capsys.readouterr().out
        assert "[2Jevil" in out
        assert "\x1b" not in out


def test_colors_are_for_terminals_alone(capsys):
    colored = Output(sys.stdout, sys.stderr, colored=True, width=80)
    assert colored.paint("x", "ok") == "\x1b[32mx\x1b[0m"
    assert Output(sys.stdout, sys.stderr, colored=False, width=80).paint("x", "ok") == "x"


def _on_terminal(**environment: str) -> bytes:
    """Run a report on a pseudo terminal of 60 columns and return what it shows."""
    import fcntl
    import pty
    import struct
    import termios

    leading, following = pty.openpty()
    fcntl.ioctl(following, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    shown = b""
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT_QT, "show"],
        stdout=following,
        env={**os.environ, "TERM": "xterm", **environment},
    ) as child:
        os.close(following)
        try:
            while chunk := os.read(leading, 65536):
                shown += chunk
        except OSError:  # the other end is closed: Linux says EIO
            pass
        finally:
            os.close(leading)
    assert child.returncode == 0
    return shown


def test_a_terminal_gets_colors_unless_it_wants_none(machine):
    assert b"\x1b[32m" in _on_terminal()
    assert b"\x1b" not in _on_terminal(NO_COLOR="1")
    assert b"\x1b" not in _on_terminal(TERM="dumb")


def test_lines_are_broken_at_the_width_of_the_terminal(machine, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)  # whoever runs the tests may have set it
    shown = _on_terminal(NO_COLOR="1").decode()
    reasons = [line for line in shown.splitlines() if "VK_LAYER" in line]
    assert reasons
    assert _on_terminal(NO_COLOR="1", COLUMNS="200") != shown.encode()


def test_texts_are_broken_between_words():
    words = "one two " * 10
    lines = wrap(words.strip(), 42)
    assert " ".join(lines) == words.strip()
    assert max(map(len, lines)) <= 42
    assert wrap("x" * 90, 42) == ["x" * 90]


def test_plain_text_stays_as_it_is():
    assert plain("VK_LAYER_日本 é") == "VK_LAYER_日本 é"
    assert plain("a\tb\x07\udcff") == r"a\tb\x07\udcff"
