"""Notices reach a service on a real bus, by whichever tool is there, and never as markup."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.framework.session_bus import session_bus
from vkconfig_py.model.files.paths import APPLICATION_ID
from vkconfig_py.model.launch.desktop_bus import DesktopNotice, list_notice_commands, send_notice

SERVICE = Path(__file__).parents[2] / "framework/notification_service.py"
TOOLS = ("notify-send", "busctl", "gdbus")
NOTICE = DesktopNotice("vkcube's “demo” ended", "exit 1 & <b>\nC:\\new")


@pytest.fixture
def service(tmp_path):
    """Return the environment of a bus with a notification service, and the service."""
    with session_bus(tmp_path, SERVICE) as served:
        yield served


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
    assert [command[0] for command in list_notice_commands(NOTICE)] == list(TOOLS)
