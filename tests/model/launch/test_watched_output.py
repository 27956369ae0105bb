"""What a program prints is passed on unchanged, and read on the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.framework.patience import PATIENCE
from vkconfig_py.model.launch.foreground import WatchedOutput

SPEAK = "import os; os.write(1, b'one\\ntwo'); os.write(2, b'three\\xff\\n'); os.write(1, b'!\\n')"


def run(folder: Path, code: str) -> tuple[list[tuple[str, str]], bytes, bytes]:
    lines: list[tuple[str, str]] = []
    pieces: list[bytes] = []
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        targets = out.fileno(), err.fileno()
        with WatchedOutput(targets, lambda *line: lines.append(line), pieces.append) as watched:
            command = [sys.executable, "-c", code]
            subprocess.run(
                command, stdout=watched.output, stderr=watched.errors, timeout=PATIENCE, check=False
            )
    out_bytes, err_bytes = (folder / "out").read_bytes(), (folder / "err").read_bytes()
    assert sorted(b"".join(pieces)) == sorted(out_bytes + err_bytes)
    return lines, out_bytes, err_bytes


def test_both_outputs_are_passed_on_and_read(tmp_path: Path):
    lines, out, err = run(tmp_path, SPEAK)
    assert (out, err) == (b"one\ntwo!\n", b"three\xff\n")
    assert sorted(lines) == [("stderr", "three\\xff"), ("stdout", "one"), ("stdout", "two!")]


def test_much_output_arrives_whole(tmp_path: Path):
    lines, out, _err = run(tmp_path, "for i in range(100_000): print('line', i)")
    assert len(lines) == 100_000
    assert out.count(b"\n") == 100_000


def test_what_a_program_leaves_running_does_not_keep_it_open(tmp_path: Path):
    code = "import subprocess; p = subprocess.Popen(['sleep', '600']); print(p.pid)"
    lines, _out, _err = run(tmp_path, code)
    os.kill(int(lines[0][1]), 9)


def test_a_program_without_a_reader_is_told_so(tmp_path: Path):
    reading, writing = os.pipe()
    os.close(reading)
    with WatchedOutput((writing, 2), lambda *_line: None, lambda _piece: None) as watched:
        code = "import os\nwhile True: os.write(1, b'x' * 1000)"
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdout=watched.output,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    os.close(writing)
    assert done.returncode != 0
