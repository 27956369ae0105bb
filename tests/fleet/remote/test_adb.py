"""A device on a cable is asked through adb, and shown like every other machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.android_dump import (
    DEBUG_FOLDER,
    PACKAGE,
    TRUE,
    make_apk,
    make_binary_manifest,
    make_layer_library,
    make_library,
)
from tests.framework.fake_adb import FakeAdb
from vkconfig_py.cli import main
from vkconfig_py.fleet.remote.adb import AdbSettings, ask_by_adb
from vkconfig_py.fleet.remote.address import AdbAddress
from vkconfig_py.fleet.remote.ssh import RemoteError
from vkconfig_py.machines.android.app import INJECT

ADDRESS = AdbAddress("serial")
ASKED = ("--package", PACKAGE)


@pytest.fixture
def adb(tmp_path: Path, monkeypatch) -> FakeAdb:
    found = FakeAdb(tmp_path)
    for name, value in found.variables.items():
        monkeypatch.setenv(name, value)
    found.file("/vendor/lib64/hw/vulkan.gpu.so", make_library(module_id="vulkan"))
    found.file(f"{DEBUG_FOLDER}/libVkLayer_x.so", make_layer_library("VK_LAYER_a_x"))
    found.file(f"/data/user/0/{PACKAGE}/libVkLayer_own.so", make_layer_library("VK_LAYER_a_own"))
    return found


def test_a_device_is_reported_with_its_chain(adb):
    document = ask_by_adb(ADDRESS, ASKED)
    assert [x["name"] for x in document["callstack"]] == ["VK_LAYER_a_own", "VK_LAYER_a_x"]
    assert [x["status"] for x in document["drivers"]] == ["kept"]
    assert document["process"]["root"] == ""
    assert document["problems"] == []


def test_the_command_line_shows_it_like_every_machine(adb, capfd):
    assert main(["show", "--host", "adb:serial", *ASKED]) == 0
    shown = capfd.readouterr().out
    assert "On adb:serial" in shown
    assert " ".join(shown.split()).count("1 VK_LAYER_a_own Loads") == 1
    assert main(["show", "--host", "adb:serial", *ASKED, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["platform"] == "android"


def test_a_manifest_that_lets_layers_in_opens_their_folder_in_a_second_round(adb):
    text = (adb.device / "answers/package").read_text().replace("DEBUGGABLE", "HAS_CODE")
    adb.answer(package=text)
    injects = ("meta-data", {"name": INJECT, "value": TRUE})
    content = make_binary_manifest(("manifest", {}), ("application", {}), injects)
    adb.file("/data/app/x/base.apk", make_apk({"AndroidManifest.xml": content}))
    document = ask_by_adb(ADDRESS, ASKED)
    assert [x["name"] for x in document["callstack"]] == ["VK_LAYER_a_own", "VK_LAYER_a_x"]


@pytest.mark.parametrize(
    ("state", "why"),
    [("unauthorized", "has not authorized this computer"), ("offline", "is not responding")],
)
def test_a_device_that_does_not_answer_is_a_sentence(adb, monkeypatch, capfd, state, why):
    monkeypatch.setenv("STATE", state)
    assert main(["show", "--host", "adb:serial"]) == 1
    assert why in capfd.readouterr().err


def test_another_serial_is_not_connected(adb):
    with pytest.raises(RemoteError, match="device other is not connected; adb lists serial"):
        ask_by_adb(AdbAddress("other"), ())


def test_without_adb_it_is_told_where_to_get_it(tmp_path):
    with pytest.raises(RemoteError, match="install the Android SDK platform tools"):
        ask_by_adb(ADDRESS, (), AdbSettings(command=(str(tmp_path / "none"),)))


def test_a_device_that_hangs_or_floods_is_left(adb, monkeypatch):
    with pytest.raises(RemoteError, match="more than 0 MB"):
        ask_by_adb(ADDRESS, (), AdbSettings(max_file_size=8))
    monkeypatch.setenv("HANGS", "1")
    with pytest.raises(RemoteError, match=r"did not respond within 0\.2 seconds"):
        ask_by_adb(ADDRESS, (), AdbSettings(seconds=0.2))


@pytest.mark.parametrize("arguments", [("--root", "/tmp"), ("--properties", "/x"), ("--probe",)])
def test_options_for_files_are_refused(adb, arguments):
    with pytest.raises(RemoteError, match="--package NAME"):
        ask_by_adb(ADDRESS, arguments)


def test_nothing_is_opened_on_a_device(adb, capfd):
    assert main(["probe", "--host", "adb:serial"]) == 2
    assert "libraries cannot be loaded on an Android device" in capfd.readouterr().err
