"""A device on a cable: which commands of adb are run, and what their answers mean.

tests/framework/fake_adb.py stands in for adb.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.android_dump import (
    DEBUG_FOLDER,
    PACKAGE,
    AndroidDump,
    make_layer_library,
    make_library,
)
from tests.framework.fake_adb import FakeAdb
from vkconfig_py.machines.android.device import (
    GETPROP,
    SETTINGS,
    AdbError,
    AttachedDevice,
    CommandOutput,
    DeviceSources,
    choose_device,
    list_folder_commands,
    list_pulls,
    list_questions,
    make_described_device,
    parse_devices,
)
from vkconfig_py.machines.android.device import (
    PACKAGE as PACKAGE_KEY,
)
from vkconfig_py.machines.android.report import inspect_device


@pytest.fixture
def adb(tmp_path: Path) -> FakeAdb:
    return FakeAdb(tmp_path)


def test_three_rounds_make_a_report(adb: FakeAdb, tmp_path: Path):
    adb.file("/vendor/lib64/hw/vulkan.gpu.so", make_library(module_id="vulkan"))
    adb.file(f"{DEBUG_FOLDER}/libVkLayer_x.so", make_layer_library("VK_LAYER_a_x"))
    adb.file(f"{DEBUG_FOLDER}/large.bin", b"not fetched")
    own = make_layer_library("VK_LAYER_a_own")
    adb.file(f"/data/user/0/{PACKAGE}/libVkLayer_own.so", own)
    sources = DeviceSources(root=str(tmp_path / "copy"), package=PACKAGE)
    answers = adb.ask(list_questions(PACKAGE))
    device = make_described_device(answers, sources)
    for pull in list_pulls(device, adb.ask(list_folder_commands(device))):
        Path(pull.target).parent.mkdir(parents=True, exist_ok=True)
        answer = adb.run(pull.arguments)
        if pull.is_output and not answer.status:
            Path(pull.target).write_bytes(answer.output)
    report = inspect_device(make_described_device(answers, sources))
    assert [layer.name for layer, _ in report.callstack] == ["VK_LAYER_a_own", "VK_LAYER_a_x"]
    assert report.drivers[0].library == "/vendor/lib64/hw/vulkan.gpu.so"
    assert report.problems == ()
    copied = tmp_path / "copy/data/user/0" / PACKAGE / "libVkLayer_own.so"
    assert copied.read_bytes() == own
    assert not (tmp_path / "copy" / DEBUG_FOLDER.lstrip("/") / "large.bin").exists()


def test_without_a_package_none_is_asked_for():
    assert [question.key for question in list_questions()] == [GETPROP, SETTINGS]
    assert list_questions("a'; rm -rf /")[-1].arguments[-1] == "'a'\\''; rm -rf /'"


@pytest.mark.parametrize(
    ("name", "value"),
    [("ro.hardware.vulkan", "../../x"), ("ro.vulkan.apex", "../../../home/me")],
)
def test_no_answer_leads_a_copy_out_of_its_folder(name: str, value: str):
    text = f"[{name}]: [{value}]\n[ro.board.platform]: [gpu]\n"
    device = make_described_device(
        {GETPROP: CommandOutput(output=text.encode())}, DeviceSources(root="/copy")
    )
    listed = {DEBUG_FOLDER: CommandOutput(output=b"libVkLayer/../../../../x.so\nlibVkLayer_a.so\n")}
    targets = [pull.target for pull in list_pulls(device, listed)]
    assert f"/copy{DEBUG_FOLDER}/libVkLayer_a.so" in targets
    assert not [target for target in targets if ".." in target]


LISTED = "List of devices attached\n* daemon started successfully\n"


def test_list_of_devices():
    text = f"{LISTED}R5\tdevice\nemulator-5554\toffline\n\n"
    assert parse_devices(text) == (
        AttachedDevice("R5", "device"),
        AttachedDevice("emulator-5554", "offline"),
    )
    assert choose_device(parse_devices(text)) == "R5"


@pytest.mark.parametrize(
    ("devices", "serial", "why"),
    [
        ("", "", "no device connected"),
        ("a\tunauthorized\n", "", "a has not authorized this computer"),
        ("a\toffline\n", "", "a is not responding"),
        ("a\tno permissions (user in plugdev group; see [x])\n", "", "udev"),
        ("a\trecovery\n", "", "adb reports the state recovery"),
        ("a\tdevice\nb\tdevice\n", "", "several devices are connected; choose one: a, b"),
        ("a\tdevice\n", "c", "device c is not connected; adb lists a"),
        ("a\tdevice\nb\toffline\n", "b", "b is not responding"),
    ],
)
def test_which_device_is_asked_or_why_none(devices: str, serial: str, why: str):
    with pytest.raises(AdbError, match=why):
        choose_device(parse_devices(LISTED + devices), serial)


def test_a_named_device_is_asked_among_several():
    assert choose_device(parse_devices(f"{LISTED}a\tdevice\nb\tdevice\n"), "b") == "b"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            CommandOutput(1, b"", "error: device unauthorized.\nThis adb server's"),
            "has not authorized",
        ),
        (CommandOutput(1, b"", "error: no devices/emulators found"), "no device connected"),
        (CommandOutput(1, b"", "error: more than one device/emulator"), "several devices"),
        (CommandOutput(1, b"", "error: device offline"), "is not responding"),
        (CommandOutput(1, b"", "error: device 'x' not found"), "no device connected"),
        (CommandOutput(1, b"[a]: [1]\n", "error: closed"), "was lost"),
        (CommandOutput(-2, b"[a]: [1]\n"), "was lost"),
        (CommandOutput(1, b"", "adb: weird"), "adb failed: adb: weird"),
        (CommandOutput(0, b" \n"), "returned no output"),
        (CommandOutput(0, b"hello\n"), "returned no properties"),
    ],
)
def test_a_device_that_tells_nothing_is_one_sentence(answer: CommandOutput, why: str):
    with pytest.raises(AdbError, match=why):
        make_described_device({GETPROP: answer}, DeviceSources())


def test_other_commands_may_fail_and_are_told(dump: AndroidDump):
    properties = CommandOutput(output=b"[ro.hardware.vulkan]: [gpu]\n")
    answers = {
        GETPROP: properties,
        SETTINGS: CommandOutput(255, b"", "cmd: Can't find service: settings\n"),
        PACKAGE_KEY: CommandOutput(0, b""),
    }
    report = inspect_device(make_described_device(answers, dump.sources))
    titles = [x.title for x in report.problems if x.code == "unread-line"]
    assert "settings list global: the command failed: cmd: Can't find service: settings" in titles
    assert any("probably not installed" in title for title in titles)
    assert report.drivers[0].library == "/vendor/lib64/hw/vulkan.gpu.so"
