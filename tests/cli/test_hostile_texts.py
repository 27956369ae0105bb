"""Texts of a manifest act on no terminal: each command, with one manifest that tries everything."""

from __future__ import annotations

import contextlib
import json
import os
import re

import pytest

from tests.cli.commands import save
from tests.framework.known_loaders import know_loaders
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Output
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
)

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eesrever\u2066\u200b\u2028\x7f<b>bold</b>"
NAME = f"VK_LAYER_evil{EVIL}"
ACTING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
LOOKING = [
    ("show",),
    ("show", "--json"),
    ("explain", NAME),
    ("explain", "--json", NAME),
    ("config", "list"),
    ("config", "list", "--json"),
    ("layer", "list"),
    ("layer", "list", "--json"),
    ("run", "--list"),
    ("run", "--list", "--json"),
    ("config", "list"),
    ("apply", "-c", "evil", "--dry-run"),
    ("status", "--overrides"),
    ("status", "--overrides", "--json"),
    ("problems",),
    ("problems", "--json"),
    ("problems", "--root", "/nonexistent"),
    ("show", "--enable-layer", NAME),
    ("show", EVIL),
]


@pytest.fixture
def hostile(system, monkeypatch):
    setting = {"key": "mode", "type": "STRING", "default": "x", "label": EVIL, "env": "MODE"}
    features = {"settings": [setting | {"description": EVIL, "url": f"https://x/{EVIL}"}]}
    system.add_implicit_layer(NAME, description=EVIL, features=features, introduction=EVIL)
    system.add_explicit_layer(
        "VK_LAYER_two", description=EVIL, features=features, introduction=EVIL, url=EVIL
    )
    system.add_file("share/vulkan/implicit_layer.d/x.json", '{"layer": {"name": "\\u202eevil"}}')
    system.add_driver("gpu")
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    layers = (LayerEntry(NAME, LayerControl.ON, True),)
    target = Target("/bin/true", (EVIL,))
    save(Configuration(key="evil", name=f"evil{EVIL}", layers=layers, target=target))
    return system


@pytest.mark.parametrize("arguments", LOOKING, ids=" ".join)
def test_nothing_of_a_manifest_acts_on_a_terminal(hostile, capsys, arguments):
    with contextlib.suppress(SystemExit):  # a line that cannot be understood is told too
        main(list(arguments))
    told = capsys.readouterr()
    assert ACTING.findall(told.out + told.err) == []


def test_only_our_colors_act_on_a_terminal(capsys):
    import sys

    output = Output(sys.stdout, sys.stderr, colored=True, width=80)
    output.line(f"{output.paint('name', 'ok')} {EVIL}")
    shown = capsys.readouterr().out
    assert shown.startswith("\x1b[32mname\x1b[0m \\x1b]0;owned")
    assert ACTING.findall(shown.replace("\x1b[32m", "").replace("\x1b[0m", "")) == []


def test_json_stays_json_with_any_text(capsys):
    import sys

    output = Output(sys.stdout, sys.stderr, colored=False, width=80)
    output.as_json = True
    output.outcome({"name": EVIL})
    shown = capsys.readouterr().out
    assert json.loads(shown)["name"] == EVIL
    assert ACTING.findall(shown) == []


@pytest.mark.parametrize("form", ["html", "markdown", "c", "cpp", "settings", "json", "bash"])
def test_no_text_turns_its_direction_in_a_generated_document(hostile, capsys, form):
    code = main(["generate", form, "-c", "evil", "--layer", "VK_LAYER_two"])
    told = capsys.readouterr()
    assert code == 0, told.err
    assert ACTING.findall(told.out) == []
    assert "<b>" not in told.out or form != "html"
