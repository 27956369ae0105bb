"""The program without its optional parts: neither machines nor fleet are installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import vkconfig_py
from tests.cli.commands import VALIDATION, save
from tests.framework.patience import PATIENCE
from vkconfig_py.loader.api.optional_parts import PARTS
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry

_TIME = re.compile(r"\b\d\d:\d\d\b")  # the minute may change between two runs
_COMMANDS = """
import contextlib, io, json, sys
from vkconfig_py.cli import main

def run(arguments):
    text = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = ended.code
    text.flush()
    return int(code or 0), text.buffer.getvalue().decode()

print(json.dumps([run(one) for one in json.loads(sys.argv[1])]))
"""
_WINDOW = """
import json
from vkconfig_py.app import Options, open_window

def tell(running):
    from PySide6.QtCore import Qt

    window = running.window
    window.startup_completed.connect(lambda: end(window), Qt.ConnectionType.QueuedConnection)

def end(window):
    window.controllers.show_machine("/")
    print(json.dumps(list(window.actions_.map_by_name())))
    window.quit()

raise SystemExit(open_window(Options(demo=True), tell))
"""


@pytest.fixture(scope="module")
def rest(tmp_path_factory):
    """Return the folder of a package whose optional folders were deleted."""
    folder = tmp_path_factory.mktemp("rest")
    package = folder / "vkconfig_py"
    package.mkdir()
    for one in Path(vkconfig_py.__file__).parent.iterdir():
        if one.name not in (*PARTS, "__pycache__"):
            (package / one.name).symlink_to(one)
    return folder


def run(folder, script, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(_TIME.sub("TIME", done.stdout)), done.stderr


@pytest.fixture
def machine(system, monkeypatch):
    system.add_explicit_layer(VALIDATION).add_implicit_layer("VK_LAYER_overlay").add_driver("gpu")
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    save(Configuration("debug", "Debugging", layers=(LayerEntry(VALIDATION, LayerControl.ON),)))
    return system


def test_commands_say_the_same_as_with_them(rest, machine):
    commands = json.dumps(
        [
            ["show"],
            ["layer", "list", "--json"],
            ["explain", VALIDATION, "--json"],
            ["show", "-c", "Debugging"],
            ["env", "-c", "Debugging", "--json", "--", "/bin/true"],
            ["apply", "-c", "Debugging", "--every-program"],
            ["status"],
            ["withdraw"],
            ["problems"],
        ]
    )
    without, _ = run(rest, _COMMANDS, commands)
    whole, _ = run(Path(vkconfig_py.__file__).parents[1], _COMMANDS, commands)
    assert without == whole
    assert [code for code, _ in without[:5]] == [0] * 5
    assert VALIDATION in without[0][1]


def test_what_needs_a_part_says_so(rest, machine):
    asked = [
        ["show", "--machine", "/"],
        ["show", "--host", "ssh:box"],
        ["apply", "-c", "Debugging", "--every-program", "--machine", "/"],
        ["show", "--platform", "android", "--root", "/"],
        ["fleet", "reports", "/"],
    ]
    told, _ = run(rest, _COMMANDS, json.dumps(asked))
    for (code, text), words in zip(told, asked, strict=True):
        assert code
        assert "needs a part of vkconfig-py" in text or words == asked[-1]
    assert "no command named “fleet”" in told[-1][1]
    assert not run(rest, _COMMANDS, json.dumps([["--help"]]))[0][0][0]


def test_the_window_opens_without_their_entries(rest):
    actions, problems = run(rest, _WINDOW)
    assert "configuration_import" in actions
    assert not {"reports", "open_machine"} & {*actions}
    assert "Traceback" not in problems
