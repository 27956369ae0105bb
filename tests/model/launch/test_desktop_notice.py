"""Notices reach a service on a real bus, by whichever tool is there, and never as markup."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from vkconfig_py.model.files.paths import APPLICATION_ID
from vkconfig_py.model.launch.desktop_notice import Notice, commands_for, send_notice

SERVICE = Path(__file__).parents[2] / "framework/notification_service.py"
TOOLS = ("notify-send", "busctl", "gdbus")
NOTICE = Notice("vkcube's “demo” ended", "exit 1 & <b>\nC:\\new")


@pytest.fixture
def service(tmp_path):
    """Return the environment of a bus with a notification service, and the service."""
    bus = subprocess.Popen(
        [
            "dbus-daemon",
            "--session",
            "--nofork",
            "--print-address",
            f"--address=unix:dir={tmp_path}",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    environment = {"DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
    environment |= {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    served = subprocess.Popen(
        ["/usr/bin/python3", "-W", "ignore", SERVICE],
        env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert served.stdout.readline() == "ready\n"
    yield environment, served
    for process in (served, bus):
        process.terminate()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("tool", [one for one in TOOLS if shutil.which(one)])
def test_a_notice_arrives_as_it_was_written(service, tmp_path, tool):
    environment, served = service
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))
    assert send_notice({**environment, "PATH": str(tmp_path / "bin")}, NOTICE)
    name, replaces, icon, *said, actions, hints, _expire = json.loads(served.stdout.readline())
    assert (name, replaces, icon, actions) == ("vkconfig-py", 0, APPLICATION_ID, [])
    assert tuple(said) == (NOTICE.title, "exit 1 &amp; &lt;b&gt;\nC:\\new")
    assert hints["desktop-entry"] == APPLICATION_ID


def test_where_nothing_shows_notices_nothing_happens(tmp_path):
    assert not send_notice({"PATH": str(tmp_path)}, NOTICE)
    assert [command[0] for command in commands_for(NOTICE)] == list(TOOLS)
