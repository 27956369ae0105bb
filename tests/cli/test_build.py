"""layer build: a layer that somebody writes, first in the chain of the real loader, and watched."""

from __future__ import annotations

import json

import pytest

from tests.framework.own_layers import LAYER, build_own_layer
from vkconfig_py.cli import main


@pytest.fixture
def built(debugging, capsys):
    """The machine with a driver that works, and a build added to “Debugging”."""
    debugging.add_probe_driver("works")
    library = build_own_layer(debugging.root / "out")
    assert main(["layer", "build", "add", str(library), "-c", "Debugging"]) == 0
    capsys.readouterr()
    return library


def told(capsys, *arguments, code=0):
    assert main(["layer", "build", *arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_it_is_the_first_layer_of_the_real_loader(built, capsys):
    assert main(["verify", "-c", "Debugging", "--json"]) == 0
    verified = json.loads(capsys.readouterr().out)
    assert verified["agreed"]
    assert verified["seen"][0] == LAYER


def test_it_is_listed_and_removed_and_undone(built, capsys):
    (one,) = told(capsys)["builds"]
    assert (one["layer"], one["library"]) == (LAYER, str(built))
    told(capsys, "remove", "own")
    assert told(capsys)["builds"] == []
    assert main(["undo"]) == 0
    capsys.readouterr()
    assert len(told(capsys)["builds"]) == 1


def test_one_look_says_what_it_negotiates_and_intercepts(built, capsys):
    found = told(capsys, "watch", "--once")
    (look,) = found["looks"]
    assert look["sentences"] == ["Works: negotiates interface version 2 and intercepts 3 commands."]


def test_a_build_that_refuses_is_told(built, capsys, debugging):
    build_own_layer(debugging.root / "out", "REFUSES")
    (look,) = told(capsys, "watch", "--once")["looks"]
    assert look["sentences"][0].startswith("Fails: ")


def test_without_a_build_it_says_how_to_add_one(debugging, capsys):
    assert main(["layer", "build", "watch"]) == 3
    assert "vkconfig-py layer build add LIBRARY" in capsys.readouterr().err


def test_what_is_no_layer_is_not_added(debugging, capsys):
    assert main(["layer", "build", "add", "/bin/true", "-c", "Debugging"]) == 1
    assert "so it is not a layer" in capsys.readouterr().err
    assert told(capsys)["builds"] == []
