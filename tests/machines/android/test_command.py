"""`report --platform android` of both command lines."""

from __future__ import annotations

import json

import pytest

from tests.framework.android_dump import DEBUG_FOLDER, PACKAGE, AndroidDump
from vkconfig_py.cli import main as run_command
from vkconfig_py.loader.__main__ import main


@pytest.fixture
def arguments(dump: AndroidDump) -> list[str]:
    dump.add_layer("VK_LAYER_a_x").set_properties(ro__product__model="Phone")
    layer = ["--enable-layer", "VK_LAYER_a_x"]
    root = ["--root", str(dump.root), "--package", PACKAGE, "--debuggable"]
    return ["--platform", "android", *root, *layer]


def test_report_as_text(arguments, capsys):
    assert main(arguments) == 0
    assert f"1. VK_LAYER_a_x  {DEBUG_FOLDER}/libVkLayer_a_x.so" in capsys.readouterr().out


def test_report_as_json(arguments, capsys):
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["machine"] == "Phone"
    assert [x["name"] for x in found["callstack"]] == ["VK_LAYER_a_x"]


def test_both_command_lines_tell_the_same(arguments, capsys):
    main(arguments)
    engine = capsys.readouterr().out
    assert run_command(["show", *arguments]) == 0
    assert capsys.readouterr().out == engine
    assert run_command(["show", *arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["create"] == "VK_SUCCESS"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--abi", "mips"], "--abi: invalid ABI 'mips'; available: arm64-v8a"),
        (["--properties", "/none"], "/none cannot be read: No such file"),
        (["--root", ""], "specify the device"),
        (["--probe"], "--probe has no effect on a device"),
        (["--set", "A=b"], "--set has no effect"),
        (["--platform", "linux"], "--package is only for devices without manifests"),
    ],
)
def test_what_cannot_be_used_is_told_with_status_2(arguments, capsys, more, why: str):
    with pytest.raises(SystemExit) as ended:
        main([*arguments, *more])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err
