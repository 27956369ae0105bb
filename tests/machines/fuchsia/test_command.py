"""`report --platform fuchsia` of both command lines."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.machines.fuchsia.folders import METADATA, A, FuchsiaFolder
from vkconfig_py.cli.output import Output
from vkconfig_py.cli.parser import parse
from vkconfig_py.loader.__main__ import main

PLAIN = {**METADATA, "file_path": "lib/x.so"}
DEMO = Path(__file__).parents[3] / "resources/demo/fuchsia"


@pytest.fixture
def arguments(fuchsia: FuchsiaFolder) -> list[str]:
    return ["--platform", "fuchsia", "--root", fuchsia.component(metadata=PLAIN).magma(A).write()]


def run(arguments: list[str]) -> int:
    """Run the command "show" with lines of 200 columns."""
    options = parse(["show", *arguments])
    output = Output(sys.stdout, sys.stderr, colored=False, width=200)
    output.as_json = options.json
    code: int = options.run(options, output)
    return code


def test_text_has_the_service_and_then_a_program(arguments, capsys):
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith("Service core/vulkan_loader: OK\n")
    assert f"    {A}  Loads: 0-libvulkan_fake.so\n" in told
    assert "  manifest-fs\n    0-libvulkan_fake.so.json\n" in told
    assert told.endswith("Drivers\n  /manifest-fs/0-libvulkan_fake.so.json  Loads: library found\n")


def test_json_is_that_of_a_program_and_a_member_for_the_service(arguments, capsys):
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["machine"] == "system"
    assert found["create"] == "VK_SUCCESS"
    assert found["drivers"][0]["manifest"] == "/manifest-fs/0-libvulkan_fake.so.json"
    assert sorted(found["fuchsia"]) == [
        "device_fs", "features", "inspect", "libraries", "log", "manifest_fs", "system",
        "trusted_device_fs", "vmex_resource",
    ]  # fmt: skip
    assert list(found["fuchsia"]["manifest_fs"]) == ["0-libvulkan_fake.so.json"]


def test_the_other_command_line_draws_the_chain_below_the_service(arguments, capsys):
    assert run(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith("Service core/vulkan_loader: OK\n")
    assert " └─ 0-libvulkan_fake.so.json  Loads   library found\n" in told
    assert "--probe" not in told  # nothing of another machine is opened
    assert run([*arguments, "--json"]) == 0
    assert "inspect" in json.loads(capsys.readouterr().out)["fuchsia"]


def test_variables_are_those_of_the_options(arguments, capsys):
    assert main([*arguments, "--set", "VK_DRIVER_FILES=/none.json", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["create"] == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert main([*arguments, "--set", "A=1", "--unset", "A", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["create"] == "VK_SUCCESS"


def test_another_version_of_the_loader_is_assumed(arguments, capsys):
    assert main([*arguments, "--loader-version", "1.3.239"]) == 0
    assert "Loader 1.3.239" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--probe"], "--probe has no effect on a Fuchsia system"),
        (["--pointer-bits", "32"], "--pointer-bits has no effect on a Fuchsia system"),
        (["--package", "x"], "--package is only for devices without manifests"),
        (
            ["--root", "/dev"],
            "/dev contains neither contents and metadata folders nor a .cml file",
        ),
    ],
)
def test_what_cannot_be_done_is_told_with_status_2(arguments, capsys, more, why):
    with pytest.raises(SystemExit) as ended:
        main([*arguments, *more])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err


def test_names_cannot_act_on_a_terminal(fuchsia: FuchsiaFolder, capsys):
    root = fuchsia.magma("a\x1b]0;title\x07", name="\x1b[31m").write()
    for run_command in (main, run):
        assert run_command(["--platform", "fuchsia", "--root", root]) == 0
        told = capsys.readouterr().out
        assert "\x1b" not in told
        assert "magma-\\x1b[31m/device" in told


def test_sample_machine_has_a_driver_and_a_layer(capsys):
    layer = ["--enable-layer", "VK_LAYER_KHRONOS_validation"]
    assert run(["--demo", "--platform", "fuchsia", *layer]) == 0
    told = capsys.readouterr().out
    assert "Loads: 1-libvulkan_intel_gen.so" in told
    assert " 1  VK_LAYER_KHRONOS_validation    Loads   the program requests it" in told
    assert str(DEMO) in told


def test_sample_machine_of_this_system_stays_the_default(capsys):
    assert run(["--demo"]) == 0
    assert "Service" not in capsys.readouterr().out
