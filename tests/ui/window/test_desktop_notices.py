"""Notices of the desktop: for long launches and ended leases, while the window is not in front."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from vkconfig_py.model.configuration.preferences import NOTIFICATIONS, OFF
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.plan.leases import UntilTime
from vkconfig_py.model.plan.plan import AppliedConfiguration
from vkconfig_py.ui.window import tray
from vkconfig_py.ui.window.tray import DesktopNotices

ENDED = LaunchEnd(0, "", False, "exit 0")


class Run:
    name = "vkcube"


@pytest.fixture
def sent(window, monkeypatch):
    """Return the notices that are sent while another window is in front."""
    found = []
    notices = window.findChild(DesktopNotices)
    monkeypatch.setattr(notices, "_is_in_front", lambda: False)
    monkeypatch.setattr(tray, "send_notice", lambda _environment, one: found.append(one))
    return found


def end_after(window, monkeypatch, seconds):
    clock = iter((100.0, 100.0 + seconds))
    # Its own name for the module: other threads read the true clock.
    monkeypatch.setattr(tray, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    notices, run = window.findChild(DesktopNotices), Run()
    notices._on_started(run)
    notices._on_ended(run, ENDED)
    window.worker.drain()


@pytest.mark.parametrize(("seconds", "count"), [(9.0, 0), (11.0, 1)])
def test_only_a_launch_that_took_long_is_told(window, sent, monkeypatch, seconds, count):
    end_after(window, monkeypatch, seconds)
    assert [(one.title, one.text) for one in sent] == [("vkcube ended", "exit 0")] * count


def test_who_wants_none_gets_none(window, sent, monkeypatch):
    window.session.preferences.choose(NOTIFICATIONS, OFF)
    end_after(window, monkeypatch, 20.0)
    assert sent == []


def test_a_lease_that_ended_is_told_and_a_withdrawal_is_not(window, sent, monkeypatch):
    notices, configuration = (
        window.findChild(DesktopNotices),
        window.session.edits.workspace.selected_configuration,
    )
    now = window.session.find_moment()
    for left, count in ((60.0, 0), (-1.0, 1)):
        lease = UntilTime(60.0, now.wall_time + left, now.uptime + left, now.boot)
        applied = AppliedConfiguration(configuration, (), now.wall_time, lease=lease)
        nothing = window.session.system.applied_state
        monkeypatch.setattr(notices, "_applied_state", nothing._replace(configurations=(applied,)))
        notices._on_system_changed()
        window.worker.drain()
        assert len(sent) == count
    assert configuration.name in sent[0].title
