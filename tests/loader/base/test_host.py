"""The host as a value."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Host, OverlayFile, Platform


def test_current_host_is_a_snapshot(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VK_SOMETHING", "1")
    host = Host.read_current()
    monkeypatch.setenv("VK_SOMETHING", "2")
    assert host.getenv("VK_SOMETHING") == "1"
    assert host.platform is Platform.LINUX
    assert host.executable == os.readlink("/proc/self/exe")
    assert host.working_directory == os.getcwd()


def test_elevated_process_reads_no_secure_variables():
    host = Host({"HOME": "/h"}, elevated=True)
    assert host.secure_getenv("HOME") is None
    assert host.getenv("HOME") == "/h"


def test_variables_are_set_and_really_unset():
    host = Host({"A": "1", "B": "2"}).with_environment([("A", None), ("C", ""), ("X", None)])
    assert dict(host.environment) == {"B": "2", "C": ""}


def test_overlays_add_up():
    host = Host({}).with_overlay({"/a": None}).with_overlay({"/b": OverlayFile(b"")})
    assert set(host.overlay) == {"/a", "/b"}


def test_program_can_be_another_one():
    assert Host({})._replace(executable="/opt/x").executable == "/opt/x"


@pytest.mark.parametrize(
    ("system", "platform"), [("darwin", Platform.MACOS), ("win32", Platform.WINDOWS)]
)
def test_other_platforms(monkeypatch: pytest.MonkeyPatch, system: str, platform: Platform):
    monkeypatch.setattr(sys, "platform", system)
    assert Host.read_current().platform is platform


def test_machine_without_proc(monkeypatch: pytest.MonkeyPatch):
    def refuse(path: str) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "readlink", refuse)
    monkeypatch.setattr(sys, "executable", "")
    assert Host.read_current().executable == ""


def test_working_directory_that_was_deleted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    assert Host.read_current().working_directory == "/"


def test_a_host_on_windows_knows_what_windows_answers(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "uname")
    monkeypatch.setenv("PROCESSOR_ARCHITECTURE", "ARM64")
    host = Host.read_current()
    assert host.platform is Platform.WINDOWS
    assert host.machine == "aarch64"
    assert host.windows is not None


def test_a_host_elsewhere_asks_no_windows():
    assert Host.read_current().windows is None
