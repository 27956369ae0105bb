"""probe, devices and report --probe: what they print, and how they end."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import PROGRAM, WITHOUT_QT, save
from tests.framework.chromium import fetch_chromium_loader
from tests.framework.known_loaders import know_loaders
from tests.framework.patience import PATIENCE, wait_for
from tests.framework.probe_parts import ProbeDevice
from tests.framework.processes import find_marked_processes
from tests.framework.ready_python import run_python
from tests.framework.system import SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
)

ROOT = Path(__file__).parents[2]
TYPE_DISCRETE = 2


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", WITHOUT_QT, *arguments]


def environment(system: SystemBuilder) -> dict[str, str]:
    cache = f"{system.root}/cache"
    variables = {**system.environment, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": cache}
    know_loaders(variables)
    return variables


def run(system: SystemBuilder, *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = {**environment(system), "PYTHONPATH": ""}  # of this Python, as it is
    done = run_python(
        *("-c", WITHOUT_QT, *arguments),
        ready=PROGRAM,
        environment=variables,
        timeout=2 * PATIENCE,
    )
    told = (text.decode(errors="surrogateescape") for text in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(arguments, done.returncode, *told)


def answer(system: SystemBuilder, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(system, *arguments, "--json").stdout)
    return found


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    devices = (ProbeDevice("slow"), ProbeDevice("fast", type=TYPE_DISCRETE, uuid=0xAB))
    system.add_probe_driver("good", devices=devices)
    return system.add_probe_layer("VK_LAYER_a").add_probe_layer("VK_LAYER_b", implicit=True)


def test_everything_is_probed_and_the_chain_is_as_predicted(machine: SystemBuilder) -> None:
    done = run(machine, "probe")
    assert (done.returncode, done.stderr) == (0, "")
    words = done.stdout.split()
    assert words.count("Works") == 3
    assert done.stdout.endswith("Everything matched the prediction.\n")
    assert " 1  VK_LAYER_b\n" in done.stdout


def test_a_choice_of_devices_that_are_not_here_is_told_once_they_were_probed(
    machine: SystemBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.with_env(LD_LIBRARY_PATH=str(fetch_chromium_loader().parent))
    for name, value in environment(machine).items():
        monkeypatch.setenv(name, value)
    gone = DeviceEntry("Gone", "01" * 16, "02" * 16, 3)
    save(Configuration("k", "Chosen", devices=DeviceChoice(DeviceMode.LISTED, (gone,))))
    told = "none of the listed devices is present, so programs do not find a device"
    start = ("run", "-c", "Chosen", "--", "true")
    assert told not in run(machine, *start).stderr
    one, _other = answer(machine, "device", "list")["devices"]
    assert told in run(machine, *start).stderr
    assert told in run(machine, "apply", "-c", "Chosen", "--every-program", "--dry-run").stderr
    here = DeviceEntry("Here", one["device_uuid"], one["driver_uuid"], one["driver_version"])
    save(Configuration("k", "Chosen", devices=DeviceChoice(DeviceMode.LISTED, (gone, here))))
    assert told not in run(machine, *start).stderr


def test_one_layer_by_a_part_of_its_name(machine: SystemBuilder) -> None:
    found = answer(machine, "probe", "LAYER_a")
    assert [(one["subject"], one["name"]) for one in found["health"]] == [("layer", "VK_LAYER_a")]
    assert "create" not in found


def test_a_layer_of_a_folder_that_the_user_added(machine: SystemBuilder, tmp_path: Path) -> None:
    name, functions = "VK_LAYER_own", {"vkGetInstanceProcAddr": "renamed"}
    machine.add_probe_layer(name, exports=("renamed",), functions=functions)
    folder = tmp_path / "own"
    folder.mkdir()
    machine.manifest(name).rename(folder / "own.json")
    assert run(machine, "probe", name).returncode == 3
    assert run(machine, "layer", "folder", "add", str(folder)).returncode == 0
    found = answer(machine, "probe", name)
    assert [(one["name"], one["manifest"]) for one in found["health"]] == [
        (name, str(folder / "own.json"))
    ]


def test_one_driver_by_its_manifest(machine: SystemBuilder) -> None:
    machine.add_probe_driver("other")
    found = answer(machine, "probe", "good.json")
    assert [one["manifest"] for one in found["health"]] == [str(machine.manifest("good"))]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nothing", "named “nothing”"), ("o", "is ambiguous")],
    ids=["nothing", "a driver and a layer"],
)
def test_a_name_that_does_not_tell_what_is_meant(
    system: SystemBuilder, name: str, sentence: str
) -> None:
    system.add_probe_driver("one").add_probe_layer("VK_LAYER_two")
    done = run(system, "probe", name)
    assert done.returncode == 3
    assert sentence in done.stderr


def test_what_uses_too_much_is_told_by_its_number(machine: SystemBuilder) -> None:
    machine.add_probe_driver("bad", knobs={"create_does": "multiply"})
    done = run(machine, "probe", "bad.json")
    assert done.returncode == 1
    assert "Uses too many resources" in done.stdout
    assert "more than 512 processes and threads" in done.stdout


def test_what_does_not_behave_is_told_and_fails_the_command(machine: SystemBuilder) -> None:
    machine.add_probe_driver("bad", knobs={"create_does": "crash"})
    machine.add_probe_layer("VK_LAYER_bad", knobs={"negotiate_does": "exit0"})
    done = run(machine, "probe")
    assert done.returncode == 1
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()}
    assert "Crashes" in lines["bad.json"]
    assert "SIGSEGV: vkCreateInstance from" in lines["bad.json"]
    assert "Ends the process" in lines["VK_LAYER_bad"]
    assert "vkCreateInstance returns SIGSEGV" in done.stdout
    assert "vkCreateInstance: VK_SUCCESS; actual result: SIGSEGV" in " ".join(done.stdout.split())


def test_devices_stand_in_the_order_of_the_program(machine: SystemBuilder) -> None:
    found = answer(machine, "device", "list", "--api-version", "1.1")
    assert [one["name"] for one in found["devices"]] == ["fast", "slow"]
    fast = found["devices"][0]
    assert (fast["type"], fast["driver"]) == ("discrete-gpu", str(machine.manifest("good")))
    assert fast["uuid"] == "abababab-abab-abab-abab-abababababab"


def test_devices_with_everything_that_they_say(machine: SystemBuilder) -> None:
    found = answer(machine, "device", "list", "--all", "--api-version", "1.1")
    assert [one["all"]["properties"]["deviceName"] for one in found["devices"]] == ["fast", "slow"]
    assert "limits" in found["devices"][0]["all"]["properties"]
    # A driver without any extension of surfaces.
    assert {
        surface["extension"]: surface["state"] for surface in found["devices"][0]["all"]["surfaces"]
    } == {
        "VK_KHR_xcb_surface": "driver-lacks",
        "VK_KHR_xlib_surface": "driver-lacks",
        "VK_KHR_wayland_surface": "driver-lacks",
        "VK_EXT_headless_surface": "driver-lacks",
    }
    assert "all" not in answer(machine, "device", "list")["devices"][0]


def test_everything_that_devices_say_is_printed_in_groups(machine: SystemBuilder) -> None:
    done = run(machine, "device", "list", "--all", "--api-version", "1.1")
    fast, slow = done.stdout.split("\n\nslow\n")
    for told in (fast, slow):
        assert {"Device", "Limits", "Features", "X11 surface"} <= set(told.splitlines())
        assert "    Can present  no: the driver does not support VK_EXT_headless_surface\n" in told
        assert "\n    maxImageDimension2D  " in told
        assert "    Extension  VK_KHR_xcb_surface; VK_KHR_xlib_surface\n" in told
        assert "\\n" not in told
    assert "Limits" not in run(machine, "device", "list", "--api-version", "1.1").stdout


def test_devices_as_a_table(machine: SystemBuilder) -> None:
    done = run(machine, "device", "list", "--api-version", "1.1")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["Device", "Type", "Vulkan", "Driver", "Memory", "PCI"]
    assert lines[1].split()[:4] == ["0", "fast", "discrete-gpu", "1.3.0"]
    assert str(machine.manifest("good")) in done.stdout


def test_without_a_device_the_result_is_told(system: SystemBuilder) -> None:
    done = run(system.add_probe_driver("empty", devices=()), "device", "list")
    assert done.returncode == 1
    assert "vkEnumeratePhysicalDevices returns VK_ERROR_INITIALIZATION_FAILED" in done.stderr
    assert answer(system, "device", "list")["devices"] == "VK_ERROR_INITIALIZATION_FAILED"


@pytest.mark.parametrize(("version", "there"), [("1.4.330", 1), ("1.4.357", 0), ("1.4.364", 0)])
def test_an_empty_choice_of_devices_is_a_success_with_none(
    system: SystemBuilder, version: str, there: int
) -> None:
    file = "data_home/vulkan/loader_settings.d/vk_loader_settings.json"
    body = {"file_format_version": "1.0.0", "settings": {"device_configurations": []}}
    system.add_probe_driver("good").add_file(file, body)
    found = answer(system, "device", "list", "--loader-version", version)
    assert (found["create"], len(found["devices"])) == ("VK_SUCCESS", there)
    if not there:
        done = run(system, "device", "list", "--loader-version", version)
        assert "vkEnumeratePhysicalDevices succeeds but returns no devices" in done.stderr


def test_a_report_with_a_probe_has_every_key_of_the_contract(machine: SystemBuilder) -> None:
    found = answer(machine, "show", "--probe", "--api-version", "1.1")
    assert found["basis"] == "probe"
    assert [one["name"] for one in found["devices"]] == ["fast", "slow"]
    assert {"name": "VK_EXT_debug_utils", "spec_version": 2} in found["extensions"]
    assert found["create"] == "VK_SUCCESS"
    # A program of Vulkan 1.0 gets them unsorted.
    assert "Devices\n 0  slow" in run(machine, "show", "--probe").stdout


def test_the_engine_alone_can_probe(machine: SystemBuilder) -> None:
    engine = [sys.executable, "-m", "vkconfig_py.loader", "--probe"]
    done = subprocess.run(
        engine, env=environment(machine), capture_output=True, text=True, check=True
    )
    assert "  0. slow, cpu\n  1. fast, discrete-gpu\n" in done.stdout


def test_another_machine_is_not_probed(machine: SystemBuilder, tmp_path: Path) -> None:
    done = run(machine, "probe", "--root", str(tmp_path))
    assert done.returncode == 1
    assert "select another system" in done.stderr
    report = run(machine, "show", "--probe", "--json", "--root", str(tmp_path))
    assert "Libraries from another system are not opened" in report.stderr
    assert json.loads(report.stdout)["basis"] == "files"


def test_answers_are_kept_and_asked_again_when_told_to(machine: SystemBuilder) -> None:
    assert not any(one["remembered"] for one in answer(machine, "probe")["health"])
    assert all(one["remembered"] for one in answer(machine, "probe")["health"])
    assert not any(one["remembered"] for one in answer(machine, "probe", "--again")["health"])


def test_an_interrupt_ends_the_children_too(system: SystemBuilder) -> None:
    system.add_probe_driver("bad", knobs={"create_does": "stubborn"})
    mark = f"MARK={system.root}/interrupted"
    variables = {**environment(system), "MARK": mark}
    running = subprocess.Popen(
        command("probe"),
        env=variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        # A shell starts what is to run in the background with interrupts ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        wait_for(lambda: len(find_marked_processes(mark)) >= 3, "itself, keeper and child")
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.wait()
    assert find_marked_processes(mark) == []
    assert (running.returncode, said) == (130, b"")


def test_progress_is_shown_on_a_terminal_alone(machine: SystemBuilder) -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        command("device", "list"),
        env=environment(machine),
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        check=True,
    )
    os.close(theirs)
    shown = "".join(_read_all(ours))
    os.close(ours)
    assert "Probing 1 of 2: open " in shown
    assert shown.endswith("\r\x1b[K")
    assert "Probing" not in done.stdout


def _read_all(terminal: int) -> Iterator[str]:
    while True:
        try:
            yield os.read(terminal, 65536).decode()
        except OSError:  # the other end is closed
            return


@pytest.mark.parametrize("command", ["probe", "device"])
def test_another_root_is_refused_before_anything_is_looked_at(command, tmp_path, capsys):
    (tmp_path / "usr/share/vulkan/icd.d").mkdir(parents=True)
    os.mkfifo(tmp_path / "usr/share/vulkan/icd.d/waits.json")
    assert main([command, "--root", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("vkconfig-py: --root and --as select another system")
    assert "“vkconfig-py show” with the same option" in told.err
