"""chain: the rows of the window's picture, for each view and under a what-if."""

from __future__ import annotations

import json
import os

import pytest

from tests.cli.commands import VALIDATION
from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit


def told(capsys, *arguments):
    capsys.readouterr()
    assert main(["show", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return {**found, "rows": {row["name"]: row for row in found["rows"]}}


def test_the_rows_are_those_of_a_launch_with_their_reasons(debugging, capsys):
    before = take_snapshot(debugging.root)
    found = told(capsys, "-c", "Debugging")
    row = found["rows"][VALIDATION]
    assert (row["word"], row["control"]) == ("Loads", "on")
    assert row["reason"] == "turned on by this configuration"
    assert found["sentence"].startswith("A program will load 2 layers")
    assert told(capsys, "-c", "Other")["rows"][VALIDATION]["reason"] == "not requested"
    assert take_snapshot(debugging.root) == before


def test_each_view_shows_what_it_gives_or_says_why_not(debugging, capsys):
    every = told(capsys, "-c", "Debugging", "--view", "every")
    assert every["rows"][VALIDATION]["word"] == "Loads"
    assert "applied to every program" in every["sentence"]
    assert "view" in told(capsys, "-c", "Debugging", "--view", "variables")
    for view, why in (
        ("listed", "lists no programs"),
        ("program", "No program is selected; use -p PATH"),
    ):
        assert main(["show", "-c", "Debugging", "--view", view]) == Exit.FAILED
        assert why in capsys.readouterr().err
    assert main(["config", "programs", "add", "/bin/sh", "-c", "Debugging"]) == 0
    assert (
        told(capsys, "-c", "Debugging", "--view", "listed")["rows"][VALIDATION]["word"] == "Loads"
    )


def test_an_order_that_is_not_kept_is_told_of_the_layer_that_was_moved(debugging, capsys):
    debugging.add_explicit_layer("VK_LAYER_second")

    def list_deviations(view):
        assumed = ("-c", "Debugging", "--view", view, "--loader-version", "1.3.239")
        rows = told(capsys, *assumed)["rows"]
        return {name: row["deviation"] for name, row in rows.items() if row["deviation"]}

    main(["layer", "on", "second", "-c", "Debugging"])
    main(["layer", "move", "second", "--above", "KHRONOS", "-c", "Debugging"])
    # The override puts explicit layers first; nobody moved the implicit one.
    assert list_deviations("every") == list_deviations("variables") == {}
    main(["layer", "move", "overlay", "--last", "-c", "Debugging"])
    assert list_deviations("every") == {}
    assert list_deviations("variables") == {
        "VK_LAYER_overlay": (
            "this configuration lists it below second and validation, but this loader places "
            "it above: loader 1.3.239 always puts implicit layers above layers that variables "
            "turn on; launch from here to keep your order"
        )
    }


def test_the_view_of_one_program_is_that_of_the_program_that_is_named(debugging, capsys):
    found = told(capsys, "-c", "Debugging", "--view", "program", "-p", "sh")
    assert found["rows"][VALIDATION]["word"] == "Loads"
    assert "sh" in found["rows"]
    assert os.path.realpath("/bin/sh") in json.dumps(found["plan"]["files"])


def test_variables_are_told_with_who_set_them(debugging, capsys):
    found = told(capsys, "-c", "Debugging", "--set", "DISABLE_VK_LAYER_overlay=1", "--variables")
    (one,) = [v for v in found["variables"] if v["name"] == "DISABLE_VK_LAYER_overlay"]
    assert (one["value"], one["origin"]) == ("1", "set in the what-if")
    assert any("overlay" in effect for effect in one["effects"])


def test_what_would_be_written_is_told(debugging, capsys):
    before = take_snapshot(debugging.root)
    assert main(["show", "-c", "Debugging", "--view", "every", "--preview"]) == 0
    assert '"name": "VK_LAYER_LUNARG_override"' in capsys.readouterr().out
    plan = told(capsys, "-c", "Debugging")["plan"]
    assert {"name": "SET_BY_US", "value": "a b"} in plan["variables"]
    assert take_snapshot(debugging.root) == before


def test_a_what_if_marks_what_differs_from_today(debugging, capsys):
    found = told(
        capsys, "-c", "Debugging", "--set", "DISABLE_VK_LAYER_overlay=1", "--program", "sh"
    )
    assert found["differs"] == "2 rows differ from the current state"
    row = found["rows"]["VK_LAYER_overlay"]
    assert (row["word"], row["delta"]) == ("Off", "currently loads")
    assert row["today"].startswith("Currently: Loads, ")
    assert main(["show", "-c", "Debugging", "--set", "DISABLE_VK_LAYER_overlay=1"]) == 0
    text = capsys.readouterr().out
    assert "DISABLE_VK_LAYER_overlay is set  currently loads\n      Currently: Loads, " in text


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["-c", "Nobody"], Exit.NOT_FOUND, "No configuration named “Nobody”."),
        (
            ["-c", "Debugging", "--program", "no-such-program"],
            Exit.NOT_FOUND,
            "not found in PATH",
        ),
    ],
)
def test_wrong_input_is_refused(debugging, capsys, words, code, said):
    assert main(["show", *words]) == code
    assert said in capsys.readouterr().err


def test_earlier_probes_are_told_as_in_the_window(capsys):
    found = told(capsys, "-c", "", "--demo")
    assert " on AMD Radeon RX 7800 XT: " in found["sentence"]
    assert found["rows"]["llvmpipe (LLVM 19.1.7, 256 bits)"]["kind"] == "device"
    overlay = found["rows"]["VK_LAYER_VALVE_steam_overlay_64"]
    assert overlay["health"].startswith("crashes in ")
    assert main(["show", "-c", "", "--demo"]) == 0
    assert "  crashes  Off: ENABLE_VK_LAYER_VALVE_steam_overlay_1" in capsys.readouterr().out


def test_explain_says_what_the_order_means_and_which_command_changes_it(debugging, capsys):
    capture, overlay = "VK_LAYER_LUNARG_gfxreconstruct", "VK_LAYER_MESA_overlay"
    for name in (capture, overlay):
        debugging.add_explicit_layer(name)
        assert main(["layer", "on", name, "-c", "Debugging"]) == 0
    assert main(["layer", "move", capture, "--above", overlay, "-c", "Debugging"]) == 0
    capsys.readouterr()
    assert main(["explain", capture, "-c", "Debugging"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Does not record the overlays drawn by MESA_overlay tried with MangoHud" in text
    command = f"layer move {capture} --below {overlay} -c Debugging"
    assert f"To change it: Move it below MESA_overlay: vkconfig-py {command}" in text
    assert "After this: records the overlays drawn by MESA_overlay" in text
    assert main(command.split()) == 0
    capsys.readouterr()
    assert main(["explain", capture, "-c", "Debugging"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Records the overlays drawn by MESA_overlay" in text
    assert "To change it" not in text


def test_a_row_says_that_its_layer_leaves_programs_by_its_own_choice(debugging, capsys):
    name = "VK_LAYER_LSFGVK_frame_generation"
    debugging.add_explicit_layer(name)
    main(["layer", "on", name, "-c", "Debugging"])
    row = told(capsys, "-c", "Debugging")["rows"][name]
    assert (row["word"], row["reason"]) == (
        "Loads", "turned on by this configuration; leaves programs without a profile",
    )  # fmt: skip
    main(["layer", "off", name, "-c", "Debugging"])
    assert "profile" not in told(capsys, "-c", "Debugging")["rows"][name]["reason"]
